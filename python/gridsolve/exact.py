"""An oracle for tests that teachers write themselves: pytest has it as the fixture ``exact``."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from random import Random
from typing import Any

from ._native import Answer, Position, solve
from .coursework import DominoesGame
from .coursework import dots as _dots
from .errors import LimitError

__all__ = ["Exact"]

PositionLike = str | Mapping[str, Any] | Position


class Missing(Enum):
    """Stands for what was not given. None cannot: it is what a function returns that forgot to return something."""

    MISSING = "missing"


class Exact:
    """Exact answers, positions to ask about, and assertions that say what is wrong."""

    def solve(self, position: PositionLike) -> Answer:
        """The answer to a position."""
        answer = solve(position)
        if not answer.exact:
            raise LimitError(f"{position}: the memory was too small for an exact answer")
        return answer

    def value(self, position: PositionLike) -> int:
        """The value of a position for the side to move."""
        value = self.solve(position).value
        assert value is not None
        return value

    def best(self, position: PositionLike) -> list[Any]:
        """Every optimal move, sorted."""
        return self.solve(position).best

    def dots(
        self, rows: int, cols: int, drawn: Sequence[tuple[str, int, int]]
    ) -> tuple[int, list[tuple[str, int, int]]]:
        """The margin of a position of Dots and Boxes and every line that achieves it."""
        return _dots.solve(rows, cols, drawn)

    def dominoes(
        self, board: Sequence[Sequence[bool]], vertical: bool, limit: int
    ) -> tuple[tuple[int, int] | None, int, int]:
        """The move, value and leaves of the textbook's search on a board of Dominoes."""
        return DominoesGame(board).get_best_move(vertical, limit)

    def openings(
        self, rows: int, cols: int, free: int, count: int, seed: int = 0
    ) -> Iterator[list[tuple[str, int, int]]]:
        """Drawn lines of ``count`` positions of Dots and Boxes with ``free`` lines left, as short-sighted players
        leave them."""
        for number in range(count):
            yield _dots.opening(rows, cols, free, seed + number)

    def boards(
        self, rows: int, cols: int, count: int, filled: float = 0.2, seed: int = 0
    ) -> Iterator[list[list[bool]]]:
        """Boards of squares of which about the share ``filled`` is filled."""
        random = Random(f"{rows} {cols} {seed}")
        for _ in range(count):
            yield [[random.random() < filled for _ in range(cols)] for _ in range(rows)]

    def check(self, position: PositionLike, value: object = Missing.MISSING, best: object = Missing.MISSING) -> None:
        """Asserts that the value of a position, or the list of all its optimal moves, or both, are right.

        What is given is checked, whatever it is: None is wrong. TypeError is raised where nothing is given.
        """
        if value is Missing.MISSING and best is Missing.MISSING:
            raise TypeError("check needs a value, or the optimal moves, or both")
        answer = self.solve(position)
        wrong = []
        if value is not Missing.MISSING and not _same(value, answer.value):
            wrong.append(f"the value is {answer.value}, not {value!r}")
        if best is not Missing.MISSING and not (isinstance(best, (list, tuple)) and _same(list(best), answer.best)):
            wrong.append(f"the optimal moves are {answer.best}, not {best!r}")
        if wrong:
            raise AssertionError("\n".join([*wrong, str(answer.position)]))


def _same(given: object, right: object) -> bool:
    """Whether what is given is the right number, text, list or tuple. Any whole number will do, numpy's too; no bool
    is one, nor is 1.0."""
    if isinstance(right, (list, tuple)):
        return isinstance(given, type(right)) and len(given) == len(right) and all(map(_same, given, right))
    if not isinstance(right, int):
        return type(given) is type(right) and given == right
    try:
        return not isinstance(given, bool) and operator.index(given) == right  # type: ignore[arg-type]
    except TypeError:
        return False
