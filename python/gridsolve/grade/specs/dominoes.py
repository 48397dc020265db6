"""Dominoes: ``get_best_move`` returns a move, its value and the leaves of the textbook's search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ...coursework.dominoes import DominoesGame
from ..checks import Check, Judge, Name, Result, Spec, difference, equals, same, shown
from ..mistakes import dominoes as mistakes

__all__ = ["SPEC"]

Board = list[list[bool]]

METHODS = {
    "get_board": ("self",),
    "reset": ("self",),
    "is_legal_move": ("self", "row", "col", "vertical"),
    "legal_moves": ("self", "vertical"),
    "perform_move": ("self", "row", "col", "vertical"),
    "game_over": ("self", "vertical"),
    "copy": ("self",),
    "successors": ("self", "vertical"),
    "get_random_move": ("self", "vertical"),
}
"""The suggested infrastructure, which a module may do without."""

EMPTY_3X3 = "[[False] * 3 for i in range(3)]"
LEFT_FILLED = "[[True, False], [True, False]]"
EMPTY_2X2 = "[[False, False], [False, False]]"


def best_move(group: str, name: str, board: Board, vertical: bool, limit: int) -> Check:
    """A board whose triple is asked for."""
    expected = DominoesGame(board).get_best_move(vertical, limit)
    return Check(
        group=group,
        name=name,
        code=f"board = {board}\ngame = DominoesGame(board)",
        call=f"game.get_best_move({vertical}, {limit})",
        judge=triple(expected),
        expected=shown(expected),
        board=drawn(board),
        case=(board, vertical, limit),
    )


def triple(expected: tuple[Any, int, int]) -> Judge:
    """Says which of the three numbers are wrong."""

    def words(value: Any, printed: str) -> str | None:
        if same(value, expected):
            return None
        if not isinstance(value, tuple) or len(value) != 3:
            return "a tuple (move, value, leaves) is asked for"
        names = ("the move", "the value", "the number of leaves")
        return "; ".join(filter(None, map(difference, names, value, expected)))

    return words


def unchanged(name: str, board: Board, vertical: bool, limit: int) -> Check:
    """After a search both the board of the game and the one that was handed over are as they were."""

    def words(value: Any, printed: str) -> str | None:
        if value == [board, board]:
            return None
        return "get_best_move has changed the board: a search must play on copies, or take its moves back"

    return Check(
        group="unchanged",
        name=name,
        code=f"board = {board}\ngame = DominoesGame(board)\ngame.get_best_move({vertical}, {limit})",
        call="[board, game.get_board() if hasattr(game, 'get_board') else board]",
        judge=words,
        expected=shown([board, board]),
        board=drawn(board),
    )


def example(name: str, code: str, call: str, expected: Any, *needs: str) -> Check:
    """A published example."""
    names = tuple(need if need == "create_dominoes_game" else f"DominoesGame.{need}" for need in needs)
    return Check("examples", name, call, equals(expected), code=code, expected=shown(expected), needs=names)


def examples() -> list[Check]:
    """The published examples."""
    empty, filled = f"b = {EMPTY_2X2}\ng = DominoesGame(b)", f"b = {LEFT_FILLED}\ng = DominoesGame(b)"
    three = f"b = {EMPTY_3X3}\ng = DominoesGame(b)"
    created = "g = create_dominoes_game({}, {})"
    after = "[(m, new_g.get_board()) for m, new_g in g.successors(True)]"
    free_2x2, left = [[False, False], [False, False]], [[True, False], [True, False]]
    up_and_down = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    to_the_side = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    moved = f"{three}\ng.perform_move(0, 1, True)"
    board = "get_board"
    return [
        example("get_board, empty", empty, "g.get_board()", free_2x2, board),
        example("get_board, two filled", filled, "g.get_board()", left, board),
        example("create 2x2", created.format(2, 2), "g.get_board()", free_2x2, board, "create_dominoes_game"),
        example("create 2x3", created.format(2, 3), "g.get_board()", [[False] * 3] * 2, board, "create_dominoes_game"),
        example("reset, empty", f"{empty}\ng.reset()", "g.get_board()", free_2x2, board, "reset"),
        example("reset, two filled", f"{filled}\ng.reset()", "g.get_board()", free_2x2, board, "reset"),
        example("is_legal_move, vertical", empty, "g.is_legal_move(0, 0, True)", True, "is_legal_move"),
        example("is_legal_move, horizontal", empty, "g.is_legal_move(0, 0, False)", True, "is_legal_move"),
        example("is_legal_move, filled", filled, "g.is_legal_move(0, 0, False)", False, "is_legal_move"),
        example("is_legal_move, free", filled, "g.is_legal_move(0, 1, True)", True, "is_legal_move"),
        example("is_legal_move, off the board", filled, "g.is_legal_move(1, 1, True)", False, "is_legal_move"),
        example("legal_moves, vertical", three, "list(g.legal_moves(True))", up_and_down, "legal_moves"),
        example("legal_moves, horizontal", three, "list(g.legal_moves(False))", to_the_side, "legal_moves"),
        example("legal_moves, one", filled, "list(g.legal_moves(True))", [(0, 1)], "legal_moves"),
        example("legal_moves, none", filled, "list(g.legal_moves(False))", [], "legal_moves"),
        example(
            "perform_move, vertical",
            moved,
            "g.get_board()",
            [[False, True, False], [False, True, False], [False, False, False]],
            board,
            "perform_move",
        ),
        example(
            "perform_move, horizontal",
            f"{three}\ng.perform_move(1, 0, False)",
            "g.get_board()",
            [[False, False, False], [True, True, False], [False, False, False]],
            board,
            "perform_move",
        ),
        example("game_over, nobody", empty, "(g.game_over(True), g.game_over(False))", (False, False), "game_over"),
        example("game_over, horizontal", filled, "(g.game_over(True), g.game_over(False))", (False, True), "game_over"),
        example("copy, equal", f"{three}\ng2 = g.copy()", "g.get_board() == g2.get_board()", True, board, "copy"),
        example(
            "copy, apart",
            f"{three}\ng2 = g.copy()\ng.perform_move(0, 0, True)",
            "g.get_board() == g2.get_board()",
            False,
            board,
            "copy",
            "perform_move",
        ),
        example(
            "successors, two",
            empty,
            after,
            [((0, 0), [[True, False], [True, False]]), ((0, 1), [[False, True], [False, True]])],
            board,
            "successors",
        ),
        example("successors, one", filled, after, [((0, 1), [[True, True], [True, True]])], board, "successors"),
        best_move("examples", "3x3, vertical, limit 1", [[False] * 3 for _ in range(3)], True, 1),
        best_move("examples", "3x3, vertical, limit 2", [[False] * 3 for _ in range(3)], True, 2),
        best_move("examples", "after a move, horizontal, limit 1", after_one_move(), False, 1),
        best_move("examples", "after a move, horizontal, limit 2", after_one_move(), False, 2),
    ]


def after_one_move() -> Board:
    """3x3 with the vertical domino at (0, 1)."""
    return [[False, True, False], [False, True, False], [False, False, False]]


def hidden(random: Random, count: int) -> list[Check]:
    """Random boards of many shapes, among them some where nobody can move, with limits that suit their size."""
    checks = []
    for number in range(1, count + 1):
        rows, cols = random.randint(1, 6), random.randint(1, 6)
        filled = random.choice([0.0, 0.15, 0.3, 0.5])
        board = [[random.random() < filled for _ in range(cols)] for _ in range(rows)]
        limit = random.randint(1, 2 if rows * cols > 20 else 3 if rows * cols > 12 else 4)
        name = f"case {number}: {rows}x{cols}, limit {limit}"
        checks.append(best_move("hidden", name, board, random.random() < 0.5, limit))
    checks.append(best_move("hidden", "no legal move", [[False, True], [True, False]], True, 3))
    for number, (rows, cols) in enumerate([(3, 3), (2, 4)], 1):
        board = [[random.random() < 0.15 for _ in range(cols)] for _ in range(rows)]
        checks.append(unchanged(f"board {number} is left alone", board, number == 1, 2))
    return checks


def drawn(board: Board) -> str:
    """A board in letters."""
    return "\n".join("".join("#" if square else "." for square in row) for row in board)


def diagnose(results: Sequence[Result]) -> list[str]:
    """The known mistakes that explain all triples of boards that are small enough to search them in many ways."""
    answers = [(result.check.case, result.value) for result in results if result.check.case and result.value]
    return mistakes.explain([(case, value) for case, value in answers if len(case[0]) * len(case[0][0]) <= 16])


SPEC = Spec(
    name="dominoes",
    title="Dominoes: the textbook's alpha-beta search",
    names=(
        Name("DominoesGame", None),
        Name("DominoesGame.__init__", ("self", "board")),
        Name("DominoesGame.get_best_move", ("self", "vertical", "limit")),
        *(Name(f"DominoesGame.{name}", parameters, is_optional=True) for name, parameters in METHODS.items()),
        Name("create_dominoes_game", ("rows", "cols"), is_optional=True),
    ),
    points={"names": 0, "examples": 20, "hidden": 65, "unchanged": 10, "style": 5},
    examples=examples,
    hidden=hidden,
    diagnose=diagnose,
    has_style=True,
)
