"""Mistakes in solving Dots and Boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

__all__ = ["Solver", "explain"]

Line = tuple[str, int, int]
Case = tuple[int, int, list[Line]]


class Solver:
    """The plain recursion over sets of drawn lines. Those who err override a step."""

    def solve(self, rows: int, cols: int, drawn: list[Line]) -> tuple[int, list[Line]]:
        """The margin, and the moves that achieve it."""
        lines = [("h", row, col) for row in range(rows + 1) for col in range(cols)]
        lines += [("v", row, col) for row in range(rows) for col in range(cols + 1)]
        bits = {line: 1 << index for index, line in enumerate(lines)}
        boxes = [
            bits["h", row, col] | bits["h", row + 1, col] | bits["v", row, col] | bits["v", row, col + 1]
            for row in range(rows)
            for col in range(cols)
        ]

        @cache
        def value(position: int) -> int:
            free = [bit for bit in bits.values() if not position & bit]
            return max((worth(position, bit) for bit in free), default=0)

        def worth(position: int, bit: int) -> int:
            after = position | bit
            closed = sum(1 for box in boxes if box & bit and box & after == box)
            return self.worth(closed, lambda: value(after))

        start = sum(bits[line] for line in drawn)
        worths = [(line, worth(start, bit)) for line, bit in bits.items() if not start & bit]
        margin = max((value for _, value in worths), default=0)
        return margin, self.chosen([line for line, value in worths if value == margin])

    def worth(self, closed: int, rest: Callable[[], int]) -> int:
        """What a move is worth that closes so many boxes and leaves the rest."""
        return closed + rest() if closed else -rest()

    def chosen(self, best: list[Line]) -> list[Line]:
        """The moves that are named."""
        return best


class AlwaysNegates(Solver):
    """always passes the turn: after a line that closes a box the same player moves again, so that the value of what
    follows is added, not subtracted (the sign on an extra turn is wrong)"""

    def worth(self, closed: int, rest: Callable[[], int]) -> int:
        return closed - rest()


class NeverNegates(Solver):
    """never passes the turn: after a line that closes no box the other player moves, so that the value of what
    follows is subtracted"""

    def worth(self, closed: int, rest: Callable[[], int]) -> int:
        return closed + rest()


class OneBoxALine(Solver):
    """counts one box for a line that closes two at once"""

    def worth(self, closed: int, rest: Callable[[], int]) -> int:
        return super().worth(min(closed, 1), rest) if closed else -rest()


class FirstMoveOnly(Solver):
    """names the first optimal move only: every line that achieves the margin is asked for"""

    def chosen(self, best: list[Line]) -> list[Line]:
        return best[:1]


class LastMoveOnly(Solver):
    """names the last optimal move only: every line that achieves the margin is asked for"""

    def chosen(self, best: list[Line]) -> list[Line]:
        return best[-1:]


MISTAKES: tuple[type[Solver], ...] = (AlwaysNegates, NeverNegates, OneBoxALine, FirstMoveOnly, LastMoveOnly)


def explain(answers: Sequence[tuple[Case, Any]]) -> list[str]:
    """The mistakes that lead to just these answers."""
    return [
        f"The answers are those of a program that {' '.join((mistake.__doc__ or '').split())}."
        for mistake in MISTAKES
        if answers and all(mistake().solve(*case) == value for case, value in answers)
    ]
