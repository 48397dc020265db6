"""XO domino tiles: six functions."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from ...coursework import xo
from ..checks import Check, Name, Spec, difference, equals, same, shown

__all__ = ["SPEC"]

Board = list[list[str]]


def value_of(group: str, name: str, call: str, expected: Any, board: Board | None = None) -> Check:
    """A call whose value is known."""
    code = "" if board is None else f"board = {board}"
    shape = "" if board is None else drawn(board)
    return Check(group, name, call, equals(expected), code=code, expected=shown(expected), board=shape)


def printed_board(group: str, name: str, board: Board) -> Check:
    """A board that is printed: its marks and the numbers of rows and columns, whatever the space between them."""
    size = len(board)
    words = [[str(col) for col in range(size)], *([str(row), *board[row]] for row in range(size))]

    def judge(value: Any, printed: str) -> str | None:
        lines = [line.split() for line in printed.splitlines() if line.strip()]
        if lines == words:
            return None
        return (
            f"the board must have the column numbers above and each row after its number; printed is\n{printed[:400]}"
        )

    expected = "\n".join(" ".join(line) for line in words)
    return Check(
        group, name, "printBoard(board)", judge, code=f"board = {board}", expected=expected, board=drawn(board)
    )


def next_tile(group: str, name: str, answers: list[str], size: int, expected: tuple[str, str]) -> Check:
    """A player who answers wrong some times, then right."""
    wrong = len(answers) - 1

    def judge(value: Any, printed: str) -> str | None:
        if value != expected:
            return "the two squares are to be returned as a tuple of two strings"
        if printed.count("Jane, place your X tile: ") != len(answers):
            return f"'Jane, place your X tile: ' is asked {len(answers)} times here; printed is {shown(printed)}"
        if printed.count("Wrong tile coordinates!! Please re-enter") != wrong:
            return f"'Wrong tile coordinates!! Please re-enter' is said {wrong} times here; printed is {shown(printed)}"
        return None

    return Check(
        group=group,
        name=name,
        call=f"getNextTile('Jane', 'X', {size})",
        judge=judge,
        expected=shown(expected),
        board=f"the player types {shown(answers)}",
        stdin="".join(answer + "\n" for answer in answers),
    )


def place_tile(group: str, name: str, board: Board, symbol: str, first: str, second: str) -> Check:
    """A tile on a board: whether it fits, and the board after it."""
    after = copy.deepcopy(board)
    fits = xo.placeTile(after, symbol, first, second)

    def judge(value: Any, printed: str) -> str | None:
        if value[0] == fits and not same(value[0], fits):
            return difference("the answer", value[0], fits)
        if value[0] != fits:
            return f"placeTile is to return {fits}: the squares are {'' if fits else 'not '}empty"
        if value[1] != after:
            return "the tile is not on its two squares" if fits else "the board must not change where a square is taken"
        return None

    return Check(
        group=group,
        name=name,
        call=f"[placeTile(board, {symbol!r}, {first!r}, {second!r}), board]",
        judge=judge,
        code=f"board = {board}",
        expected=shown([fits, after]),
        board=drawn(board),
    )


def alive(group: str, name: str, board: Board) -> Check:
    """Whether a tile still fits, and whether the board is left alone."""
    expected = [xo.isGameAlive(board), board]

    def judge(value: Any, printed: str) -> str | None:
        if value[0] == expected[0] and not same(value[0], expected[0]):
            return difference("the answer", value[0], expected[0])
        if value[0] == expected[0]:
            return None if value[1] == board else "isGameAlive has changed the board"
        return f"two neighbouring squares are {'' if expected[0] else 'not '}empty: it is to return {expected[0]}"

    code = f"board = {board}"
    return Check(group, name, "[isGameAlive(board), board]", judge, code, shown(expected[0]), drawn(board))


def examples() -> list[Check]:
    """The published examples."""
    first = [["-", "X", "-", "-", "-"], ["-", "X", "-", "-", "-"], *(["-"] * 5 for _ in range(3))]
    last = [list(row) for row in ("XXOXX", "XXOXX", "OOO-X", "OO-OO", "XXOO-")]
    return [
        value_of("examples", "validateTile, side by side", "validateTile('00', '01', 5)", True),
        value_of("examples", "validateTile, two apart", "validateTile('00', '20', 5)", False),
        value_of("examples", "validateTile, corner to corner", "validateTile('00', '11', 5)", False),
        value_of("examples", "getNewBoard, 5", "getNewBoard(5)", [["-"] * 5 for _ in range(5)]),
        printed_board("examples", "printBoard, empty", [["-"] * 5 for _ in range(5)]),
        printed_board("examples", "printBoard, one tile", first),
        next_tile("examples", "getNextTile, wrong then right", ["01 21", "01 11"], 5, ("01", "11")),
        place_tile("examples", "placeTile, free", first, "O", "31", "21"),
        place_tile("examples", "placeTile, taken", first, "O", "11", "21"),
        alive("examples", "isGameAlive, at the start", first),
        alive("examples", "isGameAlive, at the end", last),
    ]


def hidden(random: Random, count: int) -> list[Check]:
    """Random squares and boards of many sizes."""
    checks = [
        value_of("hidden", "getNewBoard, rows of their own", "len({id(row) for row in getNewBoard(3)})", 3),
        next_tile("hidden", "getNextTile, off the board", ["05 15", "12 13"], 5, ("12", "13")),
        next_tile("hidden", "getNextTile, on a larger board", ["77 88", "78 88"], 9, ("78", "88")),
    ]
    for number in range(1, count + 1):
        size = random.choice([3, 5, 7, 9])
        board = random_board(random, size)
        row, col = random.randrange(size), random.randrange(size)
        down, right = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (0, 2), (0, 0), (-1, 1)])
        squares = f"{row}{col}", f"{abs(row + down)}{abs(col + right)}"
        match number % 4:
            case 0:
                expected = xo.validateTile(*squares, size)
                call = f"validateTile({squares[0]!r}, {squares[1]!r}, {size})"
                checks.append(value_of("hidden", f"case {number}: validateTile", call, expected))
            case 1:
                checks.append(alive("hidden", f"case {number}: isGameAlive, {size}x{size}", board))
            case 2:
                first, second = neighbours(random, size)
                name = f"case {number}: placeTile, {size}x{size}"
                checks.append(place_tile("hidden", name, board, random.choice("XO"), first, second))
            case _:
                checks.append(alive("hidden", f"case {number}: isGameAlive, nearly full", nearly_full(random, size)))
    return checks


def neighbours(random: Random, size: int) -> tuple[str, str]:
    """Two squares that share a side."""
    row, col = random.randrange(size - 1), random.randrange(size)
    squares = (f"{row}{col}", f"{row + 1}{col}")
    return squares if random.random() < 0.5 else (squares[1], squares[0])


def random_board(random: Random, size: int) -> Board:
    """A board on which some squares are taken."""
    taken = random.random()
    return [[random.choice("XO") if random.random() < taken else "-" for _ in range(size)] for _ in range(size)]


def nearly_full(random: Random, size: int) -> Board:
    """A board with a few empty squares, of which two may be neighbours."""
    board = [[random.choice("XO") for _ in range(size)] for _ in range(size)]
    for _ in range(random.randint(1, size)):
        board[random.randrange(size)][random.randrange(size)] = "-"
    return board


def drawn(board: Board) -> str:
    """A board in letters."""
    return "\n".join(" ".join(row) for row in board)


SPEC = Spec(
    name="xo",
    title="XO domino tiles: six functions",
    names=(
        Name("getNewBoard", ("size",)),
        Name("printBoard", ("board",)),
        Name("getNextTile", ("playerName", "symbol", "size")),
        Name("validateTile", ("square1", "square2", "size")),
        Name("placeTile", ("board", "symbol", "square1", "square2")),
        Name("isGameAlive", ("board",)),
    ),
    points={"names": 3, "examples": 11, "hidden": 16},
    examples=examples,
    hidden=hidden,
)
