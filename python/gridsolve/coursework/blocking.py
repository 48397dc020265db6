"""Blocking: two strategies against each other, or a person against one.

A strategy is a function that gets the board, a list of rows of ``.`` (free), ``*`` (blocked), ``X`` and ``O`` (the
moves of player 1 and 2), and returns ``(x, y)``: column and row from 0.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from .._native import Position
from ..errors import MoveError, RangeError

__all__ = [
    "Board",
    "Strategy",
    "play_game",
    "strategy_finisher",
    "strategy_human",
    "strategy_maxblock",
    "strategy_perfect",
    "strategy_random",
    "strategy_symmetry",
]

FREE, BLOCKED = ".", "*"
MARKS = "XO"

Board: TypeAlias = list[list[str]]
Strategy: TypeAlias = Callable[[Board], tuple[int, int]]


def play_game(
    width: int,
    height: int,
    strategies: Strategy | Sequence[Strategy],
    strategy2: Strategy | None = None,
) -> int:
    """Plays a game on a board of ``width`` x ``height`` squares, printing it, and returns who wins: 1 or 2.

    Takes the two strategies as two arguments or as a pair. :class:`gridsolve.MoveError` is raised for a strategy
    that makes an illegal move.
    """
    players = _pair(strategies, strategy2)
    if width < 1 or height < 1:
        raise RangeError(f"a board has at least 1 column and 1 row, not {width} and {height}")
    board: Board = [[FREE] * width for _ in range(height)]
    turn = 0
    while _free(board):
        print(f"Player {turn + 1} moves")
        strategy = players[turn % 2]
        x, y = _checked(strategy([list(row) for row in board]), board, turn + 1)
        # A person's answer stands on the screen already.
        if strategy is not strategy_human:
            print(f"Move: {x + 1} {y + 1}")
        _block(board, x, y, MARKS[turn])
        print("\n".join("".join(row) for row in board))
        turn = 1 - turn
    winner = 2 - turn
    print(f"Player {winner} wins.")
    return winner


def strategy_random(board: Board) -> tuple[int, int]:
    """Any free square."""
    return random.choice(_free(board))


def strategy_maxblock(board: Board) -> tuple[int, int]:
    """A square that blocks the most squares that are still free, one of the best at random."""
    most = max(_blocks(board, x, y) for x, y in _free(board))
    return random.choice([(x, y) for x, y in _free(board) if _blocks(board, x, y) == most])


def strategy_finisher(board: Board) -> tuple[int, int]:
    """A move that blocks all that is left, where there is one; else any."""
    free = _free(board)
    winning = [(x, y) for x, y in free if _blocks(board, x, y) == len(free)]
    return random.choice(winning or free)


def strategy_symmetry(board: Board) -> tuple[int, int]:
    """The centre, then the mirror image of what the opponent does, which wins where both sides of the board are odd
    and this strategy starts; elsewhere any move."""
    height, width = len(board), len(board[0])
    squares = [mark for row in board for mark in row]
    if height % 2 == 1 and width % 2 == 1 and squares.count("X") == squares.count("O"):
        if board[height // 2][width // 2] == FREE:
            return width // 2, height // 2
        for y, row in enumerate(board):
            for x, mark in enumerate(row):
                mirrored = width - 1 - x, height - 1 - y
                if mark == "O" and board[mirrored[1]][mirrored[0]] == FREE:
                    return mirrored
    return strategy_random(board)


def strategy_perfect(board: Board) -> tuple[int, int]:
    """A move that wins, where one does, by the exact solver; else any."""
    # Who placed what does not matter to what is left.
    rows = ["".join("." if mark == FREE else "#" for mark in row) for row in board]
    best = Position({"game": "kings", "board": rows}).solve().best
    row, col = random.choice(best)
    return col, row


def strategy_human(board: Board) -> tuple[int, int]:
    """Asks for column and row from 1 until they name a free square."""
    while True:
        numbers = input("Move: ").split()
        if len(numbers) != 2 or not all(number.isdecimal() and number.isascii() for number in numbers):
            print("Write the column and the row, from 1, with a space between.")
            continue
        x, y = (int(number[:9]) - 1 for number in numbers)
        if not (0 <= x < len(board[0]) and 0 <= y < len(board)):
            print(f"The columns are 1 to {len(board[0])} and the rows 1 to {len(board)}.")
        elif board[y][x] != FREE:
            print("That square is not free.")
        else:
            return x, y


def _pair(strategies: Strategy | Sequence[Strategy], strategy2: Strategy | None) -> tuple[Strategy, Strategy]:
    given: Sequence[object] = strategies if isinstance(strategies, Sequence) else [strategies]
    match [*given, strategy2] if strategy2 is not None else given:
        case [first, second] if callable(first) and callable(second):
            return first, second
    raise TypeError("play_game needs two strategies: two functions, or a pair of them")


def _free(board: Board) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(board) for x, mark in enumerate(row) if mark == FREE]


def _around(board: Board, x: int, y: int) -> list[tuple[int, int]]:
    """The square and its up to eight neighbours."""
    rows = range(max(y - 1, 0), min(y + 2, len(board)))
    cols = range(max(x - 1, 0), min(x + 2, len(board[0])))
    return [(col, row) for row in rows for col in cols]


def _blocks(board: Board, x: int, y: int) -> int:
    """How many free squares a move takes or blocks."""
    return sum(board[row][col] == FREE for col, row in _around(board, x, y))


def _block(board: Board, x: int, y: int, mark: str) -> None:
    for col, row in _around(board, x, y):
        if board[row][col] == FREE:
            board[row][col] = BLOCKED
    board[y][x] = mark


def _checked(move: object, board: Board, player: int) -> tuple[int, int]:
    """The move, where it is legal."""
    if isinstance(move, (tuple, list)) and len(move) == 2:
        x, y = (_whole(number) for number in move)
        if 0 <= y < len(board) and 0 <= x < len(board[0]) and board[y][x] == FREE:
            return x, y
    rows = "\n".join("".join(row) for row in board)
    raise MoveError(f"player {player} moves to {move!r}, which is no free square (x, y) of\n{rows}")


def _whole(number: object) -> int:
    """A whole number of any type, such as numpy's; -1, which is on no board, for what is none."""
    try:
        return -1 if isinstance(number, bool) else operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        return -1
