"""Blocking: games that are played and printed, by scripts and by the module's own strategies."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from ..checks import Check, Judge, Name, Spec

__all__ = ["SPEC"]

Board = list[list[str]]
Move = tuple[int, int]

PLAY = """
def played(width, height, first, second):
    try:
        play_game(width, height, first, second)
    except TypeError as error:
        if "argument" not in str(error):
            raise
        play_game(width, height, (first, second))

def scripted(*moves):
    moves = iter(moves)
    return lambda *board: next(moves)

import random
"""
"""Calls either form of ``play_game``, and makes strategies that play what they are told."""

PUBLISHED = """\
Player 1 moves
Move: 1 1
X*....
**....
......
......
Player 2 moves
Move: 2 3
X*....
***...
*O*...
***...
Player 1 moves
Move: 6 3
X*....
***.**
*O*.*X
***.**
Player 2 moves
Move: 4 1
X**O*.
******
*O*.*X
***.**
Player 1 moves
Move: 6 1
X**O*X
******
*O*.*X
***.**
Player 2 moves
Move: 4 3
X**O*X
******
*O*O*X
******
Player 2 wins.
"""


@dataclass
class Turn:
    """A move of a game, and the board before it."""

    player: int
    move: Move
    before: Board


class Unreadable(Exception):
    """What was printed is no game; the message says why."""


def read(printed: str, width: int, height: int) -> tuple[list[Turn], int]:
    """The turns of a game that was printed, each checked by the rules, and who won."""
    lines = [line.rstrip() for line in printed.splitlines() if line.strip()]
    board = [["."] * width for _ in range(height)]
    turns: list[Turn] = []
    while lines and lines[0].startswith("Player") and lines[0].endswith("moves"):
        player = len(turns) % 2 + 1
        if lines[0] != f"Player {player} moves":
            raise Unreadable(f"turn {len(turns) + 1} must begin with 'Player {player} moves', not {lines[0]!r}")
        move = re.fullmatch(r"Move: ([0-9]+) ([0-9]+)", lines[1]) if len(lines) > 1 else None
        if move is None:
            raise Unreadable(f"'Move: COLUMN ROW' must follow {lines[0]!r}")
        x, y = int(move[1]) - 1, int(move[2]) - 1
        if not (0 <= x < width and 0 <= y < height and board[y][x] == "."):
            raise Unreadable(f"{lines[1]!r} is no free square (column, then row, from 1) of\n{drawn(board)}")
        turns.append(Turn(player, (x, y), [list(row) for row in board]))
        play(board, x, y, "XO"[player - 1])
        if lines[2 : 2 + height] != ["".join(row) for row in board]:
            got = "\n".join(lines[2 : 2 + height])
            raise Unreadable(f"after {lines[1]!r} the board is\n{drawn(board)}\nnot\n{got}")
        lines = lines[2 + height :]
    winner = re.fullmatch(r"Player ([12]) wins\.?", lines[0]) if len(lines) == 1 else None
    if winner is None:
        raise Unreadable(f"'Player N wins.' must end the game; the lines that are left are {lines[:3]}")
    if any("." in row for row in board):
        raise Unreadable(f"the game ends while squares are free:\n{drawn(board)}")
    if int(winner[1]) != 2 - len(turns) % 2:
        raise Unreadable(f"who cannot move loses: player {2 - len(turns) % 2} wins here")
    return turns, int(winner[1])


def play(board: Board, x: int, y: int, mark: str) -> None:
    """Takes a square and blocks what is around it."""
    for row in range(max(y - 1, 0), min(y + 2, len(board))):
        for col in range(max(x - 1, 0), min(x + 2, len(board[0]))):
            board[row][col] = "*" if board[row][col] == "." else board[row][col]
    board[y][x] = mark


def game(
    group: str,
    name: str,
    size: tuple[int, int],
    strategies: tuple[str, str],
    judge: Callable[[list[Turn], int], str | None],
    seed: int = 0,
    needs: tuple[str, ...] = (),
) -> Check:
    """A game between two strategies of the module, that is printed by the rules and more."""
    width, height = size

    def words(value: Any, printed: str) -> str | None:
        try:
            return judge(*read(printed, width, height))
        except Unreadable as wrong:
            return str(wrong)

    return Check(
        group=group,
        name=name,
        call=f"played({width}, {height}, {strategies[0]}, {strategies[1]})",
        judge=words,
        code=f"{PLAY}random.seed({seed})",
        expected="a game as the example prints it",
        board=f"{width} columns, {height} rows",
        needs=tuple(strategy for strategy in (*strategies, *needs) if strategy.isidentifier()),
    )


def any_game(turns: list[Turn], winner: int) -> str | None:
    """Every game by the rules will do."""
    return None


def blocks_most(turns: list[Turn], winner: int) -> str | None:
    """Player 1 always blocks as much as can be."""
    for turn in turns:
        most = max(blocked(turn.before, move) for move in free(turn.before))
        got = blocked(turn.before, turn.move)
        if turn.player == 1 and got < most:
            move = f"{turn.move[0] + 1} {turn.move[1] + 1}"
            return f"{move} blocks {got} squares where {most} can be had:\n{drawn(turn.before)}"
    return None


def finishes(turns: list[Turn], winner: int) -> str | None:
    """Player 1 ends the game as soon as a move can."""
    for turn in turns:
        left = free(turn.before)
        can_end = any(blocked(turn.before, move) == len(left) for move in left)
        if turn.player == 1 and can_end and blocked(turn.before, turn.move) < len(left):
            return f"a move would have blocked all that is left:\n{drawn(turn.before)}"
    return None


def first_wins(turns: list[Turn], winner: int) -> str | None:
    """Player 1 wins, as the exact solver says it can on such boards."""
    return None if winner == 1 else "the first player can always win here (centre, then the mirror image), but lost"


def text(expected: str) -> Judge:
    """Judges what was printed, line by line."""

    def words(value: Any, printed: str) -> str | None:
        got = [line.rstrip() for line in printed.splitlines() if line.strip()]
        for number, line in enumerate(expected.splitlines(), 1):
            if number > len(got) or got[number - 1] != line:
                found = repr(got[number - 1]) if number <= len(got) else "nothing"
                return f"line {number} is to be {line!r}, but is {found}"
        return None if len(got) == len(expected.splitlines()) else "more is printed than the game"

    return words


def examples() -> list[Check]:
    """The published example, called in either way, and games of the strategies on boards that are not square."""
    script = "scripted((0, 0), (5, 2), (5, 0)), scripted((1, 2), (3, 0), (3, 2))"
    return [
        Check(
            group="examples",
            name="the published game",
            call=f"played(6, 4, {script})",
            judge=text(PUBLISHED),
            code=PLAY,
            expected=PUBLISHED.rstrip(),
            board="6 columns, 4 rows; strategies that return the published moves as (x, y) from 0",
        ),
        game("examples", "random against maxblock, 6x4", (6, 4), ("strategy_random", "strategy_maxblock"), any_game),
        game("examples", "random against random, 4x6", (4, 6), ("strategy_random", "strategy_random"), any_game),
    ]


def hidden(random: Random, count: int) -> list[Check]:
    """Games of the strategies on boards of many shapes, judged by what each strategy promises."""
    checks = []
    promises = [
        ("random", any_game),
        ("maxblock", blocks_most),
        ("finisher", finishes),
        ("symmetry", first_wins),
    ]
    for number in range(1, count + 1):
        promised, judge = promises[number % len(promises)]
        sides = (3, 5, 7) if promised == "symmetry" else tuple(range(1, 8))
        size = random.choice(sides), random.choice(sides)
        strategies = f"strategy_{promised}", "strategy_random"
        name = f"case {number}: {promised}, {size[0]} columns, {size[1]} rows"
        checks.append(game("hidden", name, size, strategies, judge, random.randrange(1 << 32)))
    return checks


def free(board: Board) -> list[Move]:
    """The free squares as (x, y)."""
    return [(x, y) for y, row in enumerate(board) for x, mark in enumerate(row) if mark == "."]


def blocked(board: Board, move: Move) -> int:
    """How many free squares a move takes or blocks."""
    return sum(abs(x - move[0]) <= 1 and abs(y - move[1]) <= 1 for x, y in free(board))


def drawn(board: Board) -> str:
    """A board in letters."""
    return "\n".join("".join(row) for row in board)


SPEC = Spec(
    name="blocking",
    title="Blocking: a game and its strategies",
    names=(
        Name("play_game", None),
        Name("strategy_random", None),
        # Full points are for three strategies; the fourth is a bonus.
        Name("strategy_maxblock", None),
        Name("strategy_finisher", None),
        Name("strategy_symmetry", None, is_optional=True),
    ),
    points={"names": 2, "examples": 14, "hidden": 24},
    examples=examples,
    hidden=hidden,
)
