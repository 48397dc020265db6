"""Dominoes, also called Domineering: the class that a graphical page for it calls.

>>> game = create_dominoes_game(3, 3)
>>> game.get_best_move(True, 1), game.get_best_move(True, 2)
(((0, 1), 2, 6), ((0, 1), 3, 10))
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from .._native import textbook_search
from ..errors import MoveError, PositionError, RangeError

__all__ = ["DominoesGame", "create_dominoes_game"]

Game = TypeVar("Game", bound="DominoesGame")
"""The class, or one that is derived from it."""


class DominoesGame:
    """A board, a list of rows of bool, True where a square is filled. Coordinates are row and column from 0.

    The vertical player covers (row, col) and (row + 1, col), the horizontal one (row, col) and (row, col + 1).
    """

    def __init__(self, board: Sequence[Sequence[bool]]) -> None:
        rows = _plain(board)
        if not rows or not rows[0]:
            raise PositionError("the board is empty: it needs at least 1 row and 1 column")
        if any(len(row) != len(rows[0]) for row in rows):
            raise PositionError(f"the rows of the board have {[len(row) for row in rows]} squares: all need the same")
        self._board = rows

    def get_board(self) -> list[list[bool]]:
        """The board itself: what is changed in it is changed in the game."""
        return self._board

    def reset(self) -> None:
        """Empties every square."""
        for row in self._board:
            row[:] = [False] * len(row)

    def is_legal_move(self, row: int, col: int, vertical: bool) -> bool:
        """Whether a domino of that side fits there."""
        board = self._board
        second = (row + 1, col) if vertical else (row, col + 1)
        on_board = row >= 0 and col >= 0 and second[0] < len(board) and second[1] < len(board[0])
        return on_board and not board[row][col] and not board[second[0]][second[1]]

    def legal_moves(self, vertical: bool) -> Iterator[tuple[int, int]]:
        """Every (row, col) where that side can place a domino, row by row."""
        for row in range(len(self._board)):
            for col in range(len(self._board[0])):
                if self.is_legal_move(row, col, vertical):
                    yield row, col

    def perform_move(self, row: int, col: int, vertical: bool) -> None:
        """Places a domino; raises :class:`gridsolve.MoveError` where it does not fit."""
        if not self.is_legal_move(row, col, vertical):
            side = "vertical" if vertical else "horizontal"
            raise MoveError(f"a {side} domino does not fit at {(row, col)} of {self}")
        self._board[row][col] = True
        self._board[row + 1 if vertical else row][col if vertical else col + 1] = True

    def game_over(self, vertical: bool) -> bool:
        """Whether that side cannot place a domino."""
        return next(self.legal_moves(vertical), None) is None

    def copy(self: Game) -> Game:
        """A game of its own, of the same class, with the same board."""
        # A derived class may be made from something else than a board.
        game = copy.copy(self)
        game._board = _plain(self._board)
        return game

    def successors(self: Game, vertical: bool) -> Iterator[tuple[tuple[int, int], Game]]:
        """Every legal move with the game it leads to, row by row."""
        for row, col in self.legal_moves(vertical):
            after = self.copy()
            after.perform_move(row, col, vertical)
            yield (row, col), after

    def get_random_move(self, vertical: bool) -> tuple[int, int]:
        """Any legal move; raises :class:`gridsolve.MoveError` where there is none."""
        moves = list(self.legal_moves(vertical))
        if not moves:
            raise MoveError(f"{'vertical' if vertical else 'horizontal'} cannot move on {self}")
        return random.choice(moves)

    def get_best_move(self, vertical: bool, limit: int) -> tuple[tuple[int, int] | None, int, int]:
        """The move, its value and the leaves that were evaluated by the textbook's alpha-beta search, looking at most
        ``limit`` moves ahead; ``(None, evaluation, 1)`` where there is no move or the limit is 0."""
        return textbook_search(_plain(self._board), bool(vertical), limit)

    def __str__(self) -> str:
        return "|".join("".join("#" if square else "." for square in row) for row in self._board)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._board})"


def _plain(board: Sequence[Sequence[bool]]) -> list[list[bool]]:
    """A copy of a board, in which whatever stands for True and False, such as 1 and 0, is a bool."""
    return [[bool(square) for square in row] for row in board]


def create_dominoes_game(rows: int, cols: int) -> DominoesGame:
    """A game on an empty board.

    >>> create_dominoes_game(2, 3).get_board()
    [[False, False, False], [False, False, False]]
    """
    if rows < 1 or cols < 1:
        raise RangeError(f"a board has at least 1 row and 1 column, not {rows}x{cols}")
    return DominoesGame([[False] * cols for _ in range(rows)])
