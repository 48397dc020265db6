"""Mistakes in the textbook's alpha-beta search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .textbook import Search

__all__ = ["explain"]

Board = list[list[bool]]
Case = tuple[Board, bool, int]


class KeepsLast(Search):
    """keeps the last of several best moves: the first is asked for, so a later move replaces it only where its value
    is greater, not where it is equal (a wrong tie-break)"""

    def is_better(self, value: float, best: float) -> bool:
        return value >= best


class NoCuts(Search):
    """visits every node, as plain minimax does: nothing is cut off at alpha and beta, so it counts too many leaves"""

    def is_cut(self, value: float, bound: float) -> bool:
        return False


class StrictCuts(Search):
    """cuts off only where the value is beyond the bound: the textbook cuts where it is equal to it too"""

    def is_cut(self, value: float, bound: float) -> bool:
        return value > bound


class CountsEveryNode(Search):
    """counts every node of the search as a leaf: only those at the limit, or where the side to move cannot, are
    leaves (a leaf miscount)"""

    def is_leaf(self, moves: list[tuple[int, int]], depth: int) -> bool:
        leaf = super().is_leaf(moves, depth)
        self.leaves += not leaf
        return leaf


class CountsEveryNodeButRoot(CountsEveryNode):
    """counts every node but the root as a leaf: only those at the limit, or where the side to move cannot, are leaves
    (a leaf miscount)"""

    def best_move(self) -> tuple[tuple[int, int] | None, int, int]:
        move, value, leaves = super().best_move()
        return move, value, leaves - (move is not None)


class CountsOnlyTheLimit(Search):
    """counts only the nodes at the limit as leaves: those before it where the side to move cannot are leaves too (a
    leaf miscount)"""

    def is_leaf(self, moves: list[tuple[int, int]], depth: int) -> bool:
        self.leaves -= depth > 0 and not moves
        return super().is_leaf(moves, depth)


class OneLess(Search):
    """counts one leaf too few"""

    def best_move(self) -> tuple[tuple[int, int] | None, int, int]:
        move, value, leaves = super().best_move()
        return move, value, leaves - 1


class OneMore(Search):
    """counts one leaf too many"""

    def best_move(self) -> tuple[tuple[int, int] | None, int, int]:
        move, value, leaves = super().best_move()
        return move, value, leaves + 1


class EvaluatesForMover(Search):
    """evaluates a leaf for the side whose turn it is there: it must be for the player at the root"""

    def max_value(self, alpha: float, beta: float, depth: int) -> tuple[float, tuple[int, int] | None]:
        self.sign = 1
        return super().max_value(alpha, beta, depth)

    def min_value(self, alpha: float, beta: float, depth: int) -> tuple[float, tuple[int, int] | None]:
        self.sign = -1
        return super().min_value(alpha, beta, depth)

    def evaluate(self) -> float:
        return self.sign * super().evaluate()


class EvaluatesForVertical(Search):
    """evaluates every leaf for the vertical player: it must be for the player at the root"""

    def evaluate(self) -> float:
        return super().evaluate() if self.vertical else -super().evaluate()


class LooksOneLess(Search):
    """looks one move less ahead than the limit"""

    def __init__(self, board: Board, vertical: bool, limit: int) -> None:
        super().__init__(board, vertical, max(limit - 1, 0))


class LooksOneMore(Search):
    """looks one move further ahead than the limit"""

    def __init__(self, board: Board, vertical: bool, limit: int) -> None:
        super().__init__(board, vertical, limit + 1)


class ByColumn(Search):
    """explores the moves column by column: row by row is asked for"""

    def moves(self, vertical: bool) -> Any:
        return iter(sorted(super().moves(vertical), key=lambda move: (move[1], move[0])))


MISTAKES: tuple[type[Search], ...] = (
    KeepsLast,
    NoCuts,
    StrictCuts,
    CountsEveryNode,
    CountsEveryNodeButRoot,
    CountsOnlyTheLimit,
    OneLess,
    OneMore,
    EvaluatesForMover,
    EvaluatesForVertical,
    LooksOneLess,
    LooksOneMore,
    ByColumn,
)


def explain(answers: Sequence[tuple[Case, Any]]) -> list[str]:
    """The mistakes that lead to just these answers."""
    return [
        f"The answers are those of a program that {' '.join((mistake.__doc__ or '').split())}."
        for mistake in MISTAKES
        if answers and all(mistake(*case).best_move() == value for case, value in answers)
    ]
