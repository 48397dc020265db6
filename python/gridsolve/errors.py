"""Every error that gridsolve raises. All are a :class:`Error`, and an error of Python's own kind beside."""

from __future__ import annotations

__all__ = [
    "Error",
    "InternalError",
    "LimitError",
    "MemoryLimitError",
    "MoveError",
    "PlayerError",
    "PositionError",
    "RangeError",
    "TableError",
    "TableFileError",
    "TooLargeError",
]


class Error(Exception):
    """Something that gridsolve cannot do."""


class PositionError(Error, ValueError):
    """A text, dict or picture that is no position.

    ``code`` is ``bad_json``, ``bad_position`` or ``too_large``; ``line`` and ``column`` count from 1 and are None
    where the mistake has no one place.
    """

    def __init__(
        self, message: str, code: str = "bad_position", line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[PositionError], tuple[str, str, int | None, int | None]]:
        return type(self), (str(self), self.code, self.line, self.column)


class MoveError(Error, ValueError):
    """A move that is none, or that is not legal here."""


class RangeError(Error, ValueError):
    """A number that is too small or too large for what it counts."""


class TooLargeError(RangeError, OverflowError):
    """A number that no computer counts to."""


class PlayerError(Error, ValueError):
    """A player that there is not, or that does not play the game."""


class TableError(Error, ValueError):
    """A table of solved positions that is damaged, wrong or of another kind."""


class TableFileError(TableError, OSError):
    """A table that cannot be read or written."""


class LimitError(Error, RuntimeError):
    """A limit was reached before an exact answer was proved."""


class MemoryLimitError(Error, MemoryError):
    """The machine does not have the memory."""


class InternalError(Error, RuntimeError):
    """A bug in gridsolve."""
