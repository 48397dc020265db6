"""Dots and Boxes: the endgame, solved.

>>> solve(1, 1, [])
(-1, [('h', 0, 0), ('h', 1, 0), ('v', 0, 0), ('v', 0, 1)])
>>> solve(1, 2, [('h', 0, 0), ('h', 1, 0), ('v', 0, 0)])
(2, [('v', 0, 1)])
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import _native

__all__ = ["Line", "opening", "solve"]

Line = tuple[str, int, int]
"""A line: ("h", r, c) from dot (r, c) to dot (r, c + 1), ("v", r, c) from dot (r, c) to dot (r + 1, c)."""


def solve(rows: int, cols: int, drawn: Iterable[Line]) -> tuple[int, list[Line]]:
    """The margin that the player to move can force over the boxes still open, and every line that achieves it.

    The board has ``rows`` x ``cols`` boxes; the lines of the answer are sorted. Where every line is drawn it is
    ``(0, [])``. :class:`gridsolve.RangeError` is raised for a board that there is not,
    :class:`gridsolve.PositionError` for a line that is off the board or drawn twice.
    """
    return _native.endgame(rows, cols, drawn)


def opening(rows: int, cols: int, free: int, seed: int) -> list[Line]:
    """The lines that two careful but short-sighted players draw, in this order, until ``free`` are left.

    They take a box when they can, else draw a line that gives none away, else have to give one; they look no
    further. The same seed gives the same lines on every machine and in every version.

    >>> len(opening(4, 4, 14, 1))
    26
    """
    return _native.opening(rows, cols, free, seed)
