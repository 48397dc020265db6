"""The exact value, and every optimal move, of positions in pencil-and-paper grid games.

>>> import gridsolve
>>> answer = gridsolve.solve("dots:1x2:1010100")
>>> answer.value, answer.best
(2, [('v', 0, 1)])

A value is that of the side to move, over what is still open, with perfect play by both sides; the list of optimal
moves is complete and sorted. What is not proved is never called exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import errors
from ._buffers import SolvedBoards, solve_buffer
from ._native import VERSION as __version__
from ._native import (
    Answer,
    BothSides,
    MoveValue,
    Position,
    Table,
    analyze,
    choose,
    match,
    opening,
    players,
    solve,
    solve_batch,
    solve_both,
    validate,
)
from .errors import (
    Error,
    InternalError,
    LimitError,
    MemoryLimitError,
    MoveError,
    PlayerError,
    PositionError,
    RangeError,
    TableError,
    TableFileError,
    TooLargeError,
)

__all__ = [
    "Answer",
    "BothSides",
    "Error",
    "InternalError",
    "LimitError",
    "MemoryLimitError",
    "MoveError",
    "MoveValue",
    "PlayerError",
    "Position",
    "PositionError",
    "RangeError",
    "SolvedBoards",
    "Table",
    "TableError",
    "TableFileError",
    "TooLargeError",
    "__version__",
    "all_moves",
    "analyze",
    "choose",
    "errors",
    "match",
    "opening",
    "players",
    "solve",
    "solve_batch",
    "solve_both",
    "solve_buffer",
    "validate",
]


def all_moves(position: str | Mapping[str, Any] | Position, **limits: Any) -> list[MoveValue]:
    """Every legal move with its exact value, best first, then sorted.

    >>> [(entry.move, entry.value) for entry in all_moves("kings:1x3")]
    [((0, 1), 1), ((0, 0), -1), ((0, 2), -1)]

    Takes the limits of :func:`solve`; where one comes first, :class:`LimitError` is raised.
    """
    answer = solve(position, **limits, all_moves=True)
    if answer.moves is None:
        raise LimitError(f"a limit came before the values of all moves: {answer}")
    return answer.moves
