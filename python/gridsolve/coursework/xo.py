"""XO domino tiles: the functions of that game, and the game itself (``python -m gridsolve.coursework.xo``)."""

from __future__ import annotations

import random
import re

from ..errors import RangeError

__all__ = ["getNewBoard", "getNextTile", "isGameAlive", "main", "placeTile", "printBoard", "validateTile"]

EMPTY = "-"
SQUARE = re.compile(r"([0-9])([0-9])|([0-9]{1,4}),([0-9]{1,4})", re.ASCII)


def getNewBoard(size: int) -> list[list[str]]:
    """An empty board of ``size`` x ``size`` squares.

    >>> getNewBoard(3)
    [['-', '-', '-'], ['-', '-', '-'], ['-', '-', '-']]
    """
    if size < 1:
        raise RangeError(f"a board has at least 1 row, not {size}")
    return [[EMPTY] * size for _ in range(size)]


def printBoard(board: list[list[str]]) -> None:
    """Prints the board with the numbers of its columns above and of its rows at the left.

    >>> printBoard([['-', 'X', '-'], ['-', 'X', '-'], ['-', '-', '-']])
      0 1 2
    0 - X -
    1 - X -
    2 - - -
    """
    width = len(str(len(board) - 1))
    print(" " * width, *(f"{number:>{width}}" for number in range(len(board))))
    for number, row in enumerate(board):
        print(f"{number:>{width}}", *(f"{mark:>{width}}" for mark in row))


def getNextTile(playerName: str, symbol: str, size: int) -> tuple[str, str]:
    """Asks the player for the two squares of the next tile until they are on the board and neighbours.

    Squares are two digits each, row then column: ``01 11``; with a comma between row and column they can be larger:
    ``10,3 11,3``.
    """
    while True:
        squares = input(f"{playerName}, place your {symbol} tile: ").split()
        if len(squares) == 2 and validateTile(squares[0], squares[1], size):
            return squares[0], squares[1]
        print("Wrong tile coordinates!! Please re-enter")


def validateTile(square1: str, square2: str, size: int) -> bool:
    """Whether two squares are on a board of ``size`` x ``size`` and share a side, so that a tile can cover them.

    >>> validateTile("00", "01", 5), validateTile("00", "20", 5), validateTile("00", "11", 5)
    (True, False, False)
    """
    first, second = _place(square1), _place(square2)
    if first is None or second is None:
        return False
    on_board = all(number < size for number in first + second)
    return on_board and abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1


def placeTile(board: list[list[str]], symbol: str, square1: str, square2: str) -> bool:
    """Puts a tile with the symbol on two squares; False, and nothing happens, where one of them is not empty."""
    places = [_place(square1), _place(square2)]
    if any(place is None or not _is_empty(board, *place) for place in places):
        return False
    for place in places:
        if place is not None:
            board[place[0]][place[1]] = symbol
    return True


def isGameAlive(board: list[list[str]]) -> bool:
    """Whether there are still two empty squares that share a side.

    >>> isGameAlive([['X', 'X', '-'], ['O', '-', 'O'], ['-', 'X', 'X']])
    False
    """
    return any(
        _is_empty(board, row, col) and (_is_empty(board, row + 1, col) or _is_empty(board, row, col + 1))
        for row in range(len(board))
        for col in range(len(board[row]))
    )


def main() -> None:
    """The game for two, on the terminal, until somebody wins."""
    try:
        _play_until_won(*_ask_names(), _ask_size())
    except EOFError:
        # Nobody is there to answer any more.
        print()


def _ask_names() -> tuple[str, str]:
    first = ""
    while not first:
        first = input("Enter player 1 name: ").strip()
    second = ""
    while not second or second == first:
        second = input("Enter player 2 name: ").strip()
    return first, second


def _ask_size() -> int:
    while True:
        answer = input("Size of game board: ").strip()
        # 99 is more than a terminal shows.
        if re.fullmatch("[0-9]{1,2}", answer, re.ASCII) and int(answer) >= 3 and int(answer) % 2 == 1:
            return int(answer)


def _play_until_won(first: str, second: str, size: int) -> None:
    while True:
        starter, other = random.sample([first, second], 2)
        tiles = _play_once(starter, other, size)
        if tiles[first] != tiles[second]:
            break
        print("Its a tie!! Rematch...")
    print(f"{first} {tiles[first]} {second} {tiles[second]}")
    print(f"{max(tiles, key=lambda name: tiles[name])} is the winner!!")


def _play_once(starter: str, other: str, size: int) -> dict[str, int]:
    """Plays one game, and gives the squares that each player has covered."""
    board = getNewBoard(size)
    printBoard(board)
    turns = [(starter, "X"), (other, "O")]
    while isGameAlive(board):
        name, symbol = turns[0]
        while not placeTile(board, symbol, *getNextTile(name, symbol, size)):
            print("Square occupied!! Please re-enter")
        printBoard(board)
        turns.reverse()
    return {name: sum(row.count(symbol) for row in board) for name, symbol in turns}


def _place(square: str) -> tuple[int, int] | None:
    """The row and column of a square, where it is one."""
    numbers = SQUARE.fullmatch(square) if isinstance(square, str) else None
    if numbers is None:
        return None
    row, col = (int(number) for number in numbers.groups() if number is not None)
    return row, col


def _is_empty(board: list[list[str]], row: int, col: int) -> bool:
    return row < len(board) and col < len(board[row]) and board[row][col] == EMPTY


if __name__ == "__main__":
    main()
