"""Dots and Boxes: ``solve(rows, cols, drawn)`` returns the margin and every line that achieves it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ... import Position
from ...coursework.dots import Line, opening, solve
from ..checks import Check, Judge, Name, Result, Spec, difference, same, shown
from ..mistakes import dots as mistakes

__all__ = ["SPEC"]

Drawn = list[Line]


def check(group: str, name: str, rows: int, cols: int, drawn: Drawn) -> Check:
    """A position that the module is to solve."""
    expected = solve(rows, cols, drawn)
    return Check(
        group=group,
        name=name,
        call=f"solve({rows}, {cols}, {drawn})",
        judge=judge(rows, cols, drawn, expected),
        expected=shown(expected),
        board=Position({"game": "dots", "rows": rows, "cols": cols, "drawn": drawn}).picture(),
        case=(rows, cols, drawn),
    )


def judge(rows: int, cols: int, drawn: Drawn, expected: tuple[int, Drawn]) -> Judge:
    """Says what is wrong with an answer, in the words of the game."""

    def words(value: Any, printed: str) -> str | None:
        if same(value, expected):
            return None
        if not isinstance(value, tuple) or len(value) != 2:
            return "a tuple (margin, moves) is asked for"
        margin, moves = value
        if not isinstance(moves, list) or not all(isinstance(move, tuple) for move in moves):
            return "the moves must be a list of tuples such as ('h', 0, 0)"
        wrong = [words for words in [difference("the margin", margin, expected[0])] if words]
        missing = [move for move in expected[1] if move not in moves]
        excess = [move for move in moves if move not in expected[1]]
        if missing:
            wrong.append(f"optimal moves are missing: {shown(missing)}")
        if excess:
            wrong.append(f"these moves are not optimal: {shown(excess)}")
        if not wrong and sorted(moves) != moves:
            wrong.append("the moves are not sorted")
        if not wrong and len(moves) == len(expected[1]):
            wrong.append(difference("the list of moves", moves, expected[1]) or "")
        return "; ".join(wrong) or "the moves are listed more than once"

    return words


def examples() -> list[Check]:
    """The published examples."""
    return [
        check("examples", "one box, nothing drawn", 1, 1, []),
        check("examples", "two boxes, three lines drawn", 1, 2, [("h", 0, 0), ("h", 1, 0), ("v", 0, 0)]),
        check("examples", "four boxes, nothing drawn", 2, 2, []),
    ]


def hidden(random: Random, count: int) -> list[Check]:
    """Small boards with any lines drawn, and larger ones as short-sighted players leave them, up to 14 free lines."""
    checks = [check("hidden", "every line drawn", 2, 1, every_line(2, 1))]
    for number in range(1, count):
        if number % 3:
            rows, cols = random.choice([(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1), (2, 3)])
            lines = every_line(rows, cols)
            drawn = random.sample(lines, max(len(lines) - random.randint(1, 10), 0))
            checks.append(check("hidden", f"case {number}: {rows}x{cols} boxes", rows, cols, drawn))
        else:
            rows, cols, free = random.randint(2, 4), random.randint(2, 4), random.choice([8, 11, 14])
            free = min(free, len(every_line(rows, cols)))
            drawn = opening(rows, cols, free, random.randrange(1 << 32))
            checks.append(check("hidden", f"case {number}: {rows}x{cols} boxes, {free} lines free", rows, cols, drawn))
    unchanged = [("h", 0, 0), ("v", 0, 0), ("v", 0, 1)]
    checks.append(
        Check(
            group="hidden",
            name="the list of drawn lines is left alone",
            code=f"drawn = {unchanged}\nsolve(1, 2, drawn)",
            call="drawn",
            judge=lambda value, printed: None if value == unchanged else "solve has changed the list it was given",
            expected=shown(unchanged),
        )
    )
    return checks


def every_line(rows: int, cols: int) -> Drawn:
    """All lines of a board."""
    horizontal = [("h", row, col) for row in range(rows + 1) for col in range(cols)]
    return horizontal + [("v", row, col) for row in range(rows) for col in range(cols + 1)]


def diagnose(results: Sequence[Result]) -> list[str]:
    """The known mistakes that explain all answers to small positions."""
    answers = [(result.check.case, result.value) for result in results if result.check.case and result.value]
    small = [(case, value) for case, value in answers if len(every_line(*case[:2])) - len(case[2]) <= 10]
    return mistakes.explain(small)


SPEC = Spec(
    name="dots-endgame",
    title="Dots and Boxes: solve the endgame",
    names=(Name("solve", ("rows", "cols", "drawn")),),
    points={"names": 5, "examples": 15, "hidden": 80},
    examples=examples,
    hidden=hidden,
    diagnose=diagnose,
)
