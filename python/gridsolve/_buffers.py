"""Many boards of one size in one buffer, and their answers as buffers that numpy takes as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

from . import _native
from ._native import Position
from .errors import RangeError

__all__ = ["SolvedBoards", "solve_buffer"]


@dataclass(frozen=True)
class SolvedBoards:
    """Answers to many boards: ``numpy.asarray(solved.values)`` copies nothing."""

    values: memoryview
    """The value of each board, 16-bit numbers."""
    best: memoryview
    """For each board a 1 at every optimal move.

    In dots of the shape of the boards that were given; in domineering and kings ``(n, rows, cols)``, a domino being
    at its upper or left square; in cram and xo ``(n, rows, cols, 2)``, where the last index is 0 for a domino that
    lies and 1 for one that stands.
    """
    grundy: memoryview | None
    """The Grundy value of each board in cram, xo and kings, unsigned 16-bit numbers; else None."""


def solve_buffer(
    like: str | Mapping[str, Any] | Position,
    boards: Any,
    *,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    tables: bool | str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
    progress: Callable[[int, int, int], object] | None = None,
) -> SolvedBoards:
    """Solves many boards of the game and size of ``like``, on all cores.

    ``boards`` is anything with a buffer: a numpy array, an ``array.array``, ``bytes``. A board is a byte a line in
    dots, in the order of the text form, or a byte a square elsewhere, 0 where it is free; in dots of at most 64
    lines it can be one unsigned 64-bit number too, bit i standing for line i. With more than one dimension its shape
    is ``(n, lines)``, or ``(n, rows, cols)`` or ``(n, squares)``.

    >>> from array import array
    >>> solved = solve_buffer("dots:1x2", array("Q", [0b0010101, 0b1011111]))
    >>> solved.values.tolist(), [bin(best) for best in solved.best]
    ([2, 2], ['0b100000', '0b100000'])

    The limits and ``tables`` are those of :func:`gridsolve.solve`.
    :class:`RangeError` is raised for a buffer of the wrong shape, :class:`LimitError` where a limit came before the
    answer to a board.
    """
    view = memoryview(boards)
    if not view.c_contiguous:
        raise RangeError("boards: the buffer must lie in one piece, row by row")
    position = Position(like)
    packed = view.itemsize == 8 and view.format in ("Q", "L", "=Q", "=L", "@Q", "@L", "N")
    if not packed and view.itemsize != 1:
        raise RangeError(f"boards: its numbers have format {view.format!r}: unsigned ones of 8 or 64 bits are needed")
    _check_shape(position, view, packed)
    values, grundy, best = _native.solve_bytes(
        position,
        view.tobytes(),
        8 if packed else 1,
        threads=threads,
        memory=memory,
        time=time,
        tables=tables,
        progress=progress,
    )
    return SolvedBoards(
        memoryview(values).cast("h"),
        _shaped(position, view, packed, memoryview(best), len(values) // 2),
        None if grundy is None else memoryview(grundy).cast("H"),
    )


def _check_shape(position: Position, boards: memoryview, packed: bool) -> None:
    """Refuses a buffer whose dimensions are not those of boards."""
    rows, cols = position.rows, position.cols
    if packed:
        shapes: list[tuple[int, ...]] = [()]
    elif position.game in ("dots", "dotdot"):
        shapes = [((rows + 1) * cols + rows * (cols + 1),)]
    else:
        shapes = [(rows * cols,), (rows, cols)]
    shape = boards.shape or ()
    if boards.ndim == 0 or ((packed or boards.ndim > 1) and shape[1:] not in shapes):
        wanted = " or ".join("(" + ", ".join(["n", *map(str, shape)]) + ")" for shape in shapes)
        raise RangeError(f"boards: for {position} the shape must be {wanted}, not {shape}")


def _shaped(position: Position, boards: memoryview, packed: bool, best: memoryview, count: int) -> memoryview:
    """The optimal moves in the shape that their game has."""
    if packed:
        return best.cast("Q")
    if count == 0:
        return best
    rows, cols = position.rows, position.cols
    if position.game in ("dots", "dotdot"):
        return best.cast("B", (count, len(best) // count))
    if position.game in ("cram", "xo"):
        return best.cast("B", (count, rows, cols, 2))
    return best.cast("B", (count, rows, cols))
