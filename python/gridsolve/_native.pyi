"""What of gridsolve is written in Rust."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final

from .errors import Error

__all__ = [
    "VERSION",
    "Answer",
    "BothSides",
    "MoveValue",
    "Position",
    "Table",
    "analyze",
    "choose",
    "endgame",
    "match",
    "opening",
    "players",
    "solve",
    "solve_batch",
    "solve_both",
    "solve_bytes",
    "textbook_search",
    "validate",
]

VERSION: str

_Line: TypeAlias = tuple[str, int, int]
"""A line of dots: ("h", row, column) to the right of a dot, ("v", row, column) below it."""
_Square: TypeAlias = tuple[int, int]
"""A square: row and column from 0, in domineering the upper or left one of a domino."""
_Move: TypeAlias = _Line | _Square | tuple[_Square, _Square]
"""A move as answers hold it."""
_PositionLike: TypeAlias = str | Mapping[str, Any] | Position
"""A position, or its text form, or its JSON."""
_MoveLike: TypeAlias = str | _Move | Sequence[Any]
"""A move, or its text."""
_Progress: TypeAlias = Callable[[int, int, int], object]
"""Is told the positions searched, the questions settled and the questions known of; what it raises ends the search."""

_Tables: TypeAlias = bool | str | PathLike[str] | Sequence[str | PathLike[str]] | None
"""Where solved tables are looked for: the usual places, none for False, or folders before the usual places."""

_Player: TypeAlias = str | Callable[[Position], _MoveLike]
"""A player: a name with its options, such as "textbook:limit=2", or a function that gets a position and returns a
move."""
_Count: TypeAlias = Callable[[int, int], object]
"""Is told how much is done and how much there is; what it raises ends the work."""

@final
class Position:
    """A position of any game: it can always be played on and solved. It never changes."""

    def __new__(cls, position: _PositionLike) -> Position: ...
    @classmethod
    def from_picture(cls, picture: str, of: str | None = None) -> Position:
        """A position from a picture; `of` is the game, for domineering with the side to move: "domineering:v"."""

    @property
    def game(self) -> Literal["dots", "dotdot", "domineering", "cram", "xo", "kings"]:
        """The name of the game."""

    @property
    def rows(self) -> int:
        """Rows of boxes in dots, of squares elsewhere."""

    @property
    def cols(self) -> int:
        """Columns of boxes in dots, of squares elsewhere."""

    @property
    def turn(self) -> Literal["vertical", "horizontal"] | None:
        """Who moves, in domineering where it is said; else None."""

    @property
    def text(self) -> str:
        """The text form."""

    def to_json(self) -> str:
        """The position as JSON."""

    def to_dict(self) -> dict[str, Any]:
        """The position as the dict that its JSON stands for."""

    def picture(self) -> str:
        """The board drawn with letters, as the command line draws it, a line a row."""

    def legal_moves(self) -> list[Any]:
        """Every legal move, sorted."""

    def play(self, *moves: _MoveLike) -> Position:
        """The position after some moves."""

    def is_over(self) -> bool:
        """Whether no move is left."""

    def solve(
        self,
        *,
        all_moves: bool = False,
        line: bool = False,
        game_value: bool = False,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        tables: _Tables = None,
        progress: _Progress | None = None,
    ) -> Answer:
        """The exact value and every optimal move; see `gridsolve.solve`."""

    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str]]: ...

@final
class Answer:
    """What is known of a position: exact, or the limits that were proved."""

    @property
    def position(self) -> Position:
        """The position that was asked about."""

    @property
    def value(self) -> int | None:
        """The exact value for the side to move, over what is still open; None where a limit came first."""

    @property
    def best(self) -> list[Any]:
        """Every move that achieves the value, sorted."""

    @property
    def moves(self) -> list[MoveValue] | None:
        """Every legal move with its value, best first, then sorted; None where it was not asked for."""

    @property
    def line(self) -> list[Any] | None:
        """A line of best play; None where it was not asked for."""

    @property
    def grundy(self) -> int | None:
        """The Grundy value, in cram, xo and kings."""

    @property
    def game_value(self) -> str | None:
        """The value as a combinatorial game, where it was asked for."""

    @property
    def exact(self) -> bool:
        """Whether the value and the list of optimal moves are proved."""

    @property
    def complete(self) -> bool:
        """Whether all that was asked for is there."""

    @property
    def bounds(self) -> tuple[int, int] | None:
        """Proved limits of the value, lowest and highest, where it is not exact."""

    @property
    def source(self) -> Literal["search", "table"]:
        """Where the answer comes from."""

    @property
    def nodes(self) -> int:
        """Positions searched."""

    @property
    def memory_bytes(self) -> int:
        """Bytes that the search used for what it proved."""

    @property
    def seconds(self) -> float:
        """Seconds that the search took."""

    def to_json(self) -> str:
        """The answer as JSON, as the command line prints it."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as the dict that its JSON stands for."""

    def svg(self) -> str:
        """The position in SVG with its moves."""

    def _repr_svg_(self) -> str: ...

@final
class MoveValue:
    """A legal move and what it is worth to the side that makes it."""

    @property
    def move(self) -> Any:
        """The move."""

    @property
    def value(self) -> int:
        """Its exact value."""

    @property
    def grundy(self) -> int | None:
        """The Grundy value of the position it leads to, in cram, xo and kings."""

@final
class BothSides:
    """The answers of a board of domineering for both sides."""

    @property
    def outcome(self) -> Literal["first", "second", "vertical", "horizontal"] | None:
        """Who wins; None where a limit came first."""

    @property
    def vertical(self) -> Answer:
        """The answer with vertical to move."""

    @property
    def horizontal(self) -> Answer:
        """The answer with horizontal to move."""

    def to_json(self) -> str:
        """The answers as JSON, as the command line prints them."""

    def to_dict(self) -> dict[str, Any]:
        """The answers as the dict that their JSON stands for."""

def solve(
    position: _PositionLike,
    *,
    all_moves: bool = False,
    line: bool = False,
    game_value: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    tables: _Tables = None,
    progress: _Progress | None = None,
) -> Answer:
    """The exact value of a position and every optimal move.

    `all_moves` gives the value of every legal move too, `line` a line of best play, `game_value` the value of a
    board of domineering as a combinatorial game. Limits: `threads` (all cores), `memory` in bytes (1 GiB), `time` in
    seconds (none). A limit that is reached is no error: the answer is then not `exact`, and holds proved `bounds`.
    `tables` are folders of solved tables to look in before the usual places (GRIDSOLVE_TABLES, the user's folder, the
    tables of the package); False searches whatever tables hold.
    `progress` is called about twenty times a second.

    PositionError: it is no position. RangeError: a limit makes no sense. MemoryLimitError: more memory than there is.
    """

def solve_both(
    position: _PositionLike,
    *,
    all_moves: bool = False,
    line: bool = False,
    game_value: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    tables: _Tables = None,
    progress: _Progress | None = None,
) -> BothSides:
    """Who wins a board of domineering, whichever side begins. Options and errors are those of `solve`."""

def solve_batch(
    positions: Iterable[_PositionLike],
    *,
    all_moves: bool = False,
    line: bool = False,
    game_value: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    tables: _Tables = None,
    progress: _Progress | None = None,
) -> list[Answer | Error]:
    """Answers to many positions, in their order, on all cores; `time` counts for each.

    What is no position has the PositionError in its place that says so; the others are answered all the same.
    """

def solve_bytes(
    like: _PositionLike,
    boards: bytes,
    width: int,
    *,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    tables: _Tables = None,
    progress: _Progress | None = None,
) -> tuple[bytes, bytes | None, bytes]:
    """What `gridsolve.solve_buffer` wraps: values, Grundy values and optimal moves of boards in a block of bytes."""

def endgame(rows: int, cols: int, drawn: Iterable[str | _Line | Sequence[Any]]) -> tuple[int, list[_Line]]:
    """The margin that the side to move can force over the open boxes, and every line that achieves it, sorted."""

def opening(rows: int, cols: int, free: int, seed: int) -> list[_Line]:
    """The lines that two careful but short-sighted players draw until `free` are left, in the order drawn.

    The same seed gives the same lines on every machine and in every version. RangeError: there is no such board, or
    it has fewer lines.
    """

def textbook_search(
    board: Sequence[Sequence[bool]], vertical: bool, limit: int
) -> tuple[tuple[int, int] | None, int, int]:
    """The move, value and leaves of the textbook's alpha-beta search, which looks at most `limit` moves ahead."""

@final
class Table:
    """A file of exact values, opened: a position that it holds is answered without a search."""

    @classmethod
    def open(cls, path: str | PathLike[str]) -> Table:
        """Opens a table and checks its header.

        TableError: it is damaged, or no table. TableFileError: it cannot be read.
        """

    @classmethod
    def build(
        cls,
        board: _PositionLike,
        path: str | PathLike[str],
        *,
        threads: int | None = None,
        memory: int | None = None,
        progress: _Count | None = None,
    ) -> Table:
        """Builds the table of all positions of a board, saves it to a file and opens it.

        TableError: such a table cannot be built. MemoryLimitError: it takes more memory than `memory` bytes.
        TableFileError: it cannot be written. A build that is interrupted goes on when it is begun again.
        """

    def probe(self, position: _PositionLike) -> Answer | None:
        """The answer to a position, with the value of every move; None where the table does not hold it."""

    def __contains__(self, position: _PositionLike, /) -> bool: ...
    def verify(
        self,
        level: Literal["quick", "checksums", "deep", "full"] = "checksums",
        *,
        entries: int | None = None,
        seed: int | None = None,
        threads: int | None = None,
        memory: int | None = None,
        progress: _Count | None = None,
    ) -> tuple[int, int]:
        """Verifies the table: its header, the checksums of all of it, `entries` of its values (1000) from those of
        their successors, or all of them.

        Gives how many values were proved, and of how many a move leads out of the table. TableError: something is
        wrong.
        """

    @property
    def game(self) -> str:
        """The game."""

    @property
    def rows(self) -> int:
        """Rows of the board."""

    @property
    def cols(self) -> int:
        """Columns of the board."""

    @property
    def entries(self) -> int:
        """How many entries it has."""

    @property
    def bytes(self) -> int:
        """The bytes of the file."""

    @property
    def sha256(self) -> str:
        """The SHA-256 of its decoded values, in hexadecimal digits."""

    @property
    def made(self) -> dict[str, str]:
        """How it was made: program, version, command and method."""

def players() -> list[dict[str, Any]]:
    """The players there are: `name`, `about`, and `options`, a dict of what each means."""

def choose(
    position: _PositionLike,
    player: _Player,
    *,
    seed: int = 0,
    depth: int | None = None,
    time: float | None = None,
) -> dict[str, Any]:
    """The move of a player in a position, and its `value`, `exact`, `depth`, `leaves` and `note` as far as it says.

    `depth` limits the plies it looks ahead, `time` the seconds it has. PlayerError: there is no such player, or it
    does not play this game.
    """

def match(
    first: _Player,
    second: _Player,
    game: _PositionLike,
    *,
    games: int = 100,
    starts: Literal["a", "b", "alternate", "random"] = "alternate",
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    progress: _Count | None = None,
) -> dict[str, Any]:
    """Many games between two players: how often each won, by side, with intervals, a rating and forfeits.

    `time` is the seconds a move may take; functions of Python play one game at a time if `threads` does not say
    otherwise. PlayerError: a player is none, or does not play this game.
    """

def validate(
    player: _Player,
    game: _PositionLike,
    *,
    sample: int | None = None,
    seed: int = 0,
    depth: int | None = None,
    time: float | None = None,
    solve_time: float | None = None,
    worst: int = 10,
    threads: int | None = None,
    progress: _Count | None = None,
) -> dict[str, Any]:
    """A player against the exact solver: the share of its moves that are optimal, what the others give away, by phase
    of the game, and its worst blunders.

    Asks every position that can come of `game`, or `sample` of them by chance. `solve_time` limits the solver, not
    the player; positions that are not solved are counted as such. LimitError: there are more than 200,000 positions,
    and no sample was asked for. PlayerError: the player is none, or does not play this game.
    """

def analyze(
    game: str,
    sizes: Sequence[tuple[int, int]],
    players: Sequence[_Player],
    *,
    games: int = 100,
    seed: int = 0,
    time: float | None = None,
    solve_time: float | None = None,
    threads: int | None = None,
    progress: _Count | None = None,
) -> list[dict[str, Any]]:
    """How often the first and the second player win on boards of many sizes, for every ordered pair of different
    players, beside the exact winner (None where `solve_time` was too short)."""
