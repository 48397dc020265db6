"""The alpha-beta search of the textbook (Russell and Norvig, 4th edition, Figure 5.7), as a homework writes it.

What is right comes from :meth:`gridsolve.coursework.DominoesGame.get_best_move`. This is the readable form, step by
step as in the figure, so that a mistake can be described as the step that it gets wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["Found", "Search", "best_move"]

Found = tuple["tuple[int, int] | None", int, int]
"""A move, its value, and the leaves that were evaluated."""

INFINITY = float("inf")


class Search:
    """One search of a board of Dominoes. Its methods are the steps of the figure."""

    def __init__(self, board: Sequence[Sequence[bool]], vertical: bool, limit: int) -> None:
        self.board = [list(row) for row in board]
        self.vertical = vertical
        self.limit = limit
        self.leaves = 0

    def best_move(self) -> Found:
        """The first move that is best for the player at the root, which is the one who maximises."""
        value, move = self.max_value(-INFINITY, INFINITY, self.limit)
        return move, int(value), self.leaves

    def max_value(self, alpha: float, beta: float, depth: int) -> tuple[float, tuple[int, int] | None]:
        """The value of the board and the move that achieves it, with the player of the root to move."""
        moves = list(self.moves(self.vertical))
        if self.is_leaf(moves, depth):
            return self.leaf(), None
        best, chosen = -INFINITY, None
        for move in moves:
            self.fill(move, self.vertical, True)
            value, _ = self.min_value(alpha, beta, depth - 1)
            self.fill(move, self.vertical, False)
            if self.is_better(value, best):
                best, chosen = value, move
                alpha = max(alpha, best)
            if self.is_cut(best, beta):
                break
        return best, chosen

    def min_value(self, alpha: float, beta: float, depth: int) -> tuple[float, tuple[int, int] | None]:
        """The same with the opponent to move, who minimises."""
        moves = list(self.moves(not self.vertical))
        if self.is_leaf(moves, depth):
            return self.leaf(), None
        best, chosen = INFINITY, None
        for move in moves:
            self.fill(move, not self.vertical, True)
            value, _ = self.max_value(alpha, beta, depth - 1)
            self.fill(move, not self.vertical, False)
            if self.is_better(-value, -best):
                best, chosen = value, move
                beta = min(beta, best)
            if self.is_cut(-best, -alpha):
                break
        return best, chosen

    def is_leaf(self, moves: list[tuple[int, int]], depth: int) -> bool:
        """Whether the search looks no further: at the limit, or where the side to move cannot."""
        return depth == 0 or not moves

    def leaf(self) -> float:
        """Counts a leaf and evaluates it."""
        self.leaves += 1
        return self.evaluate()

    def evaluate(self) -> float:
        """The moves open to the player of the root minus those open to the opponent."""
        return sum(1 for _ in self.moves(self.vertical)) - sum(1 for _ in self.moves(not self.vertical))

    def is_better(self, value: float, best: float) -> bool:
        """Whether a move's value replaces the best so far: of several best moves the first is kept."""
        return value > best

    def is_cut(self, value: float, bound: float) -> bool:
        """Whether the other side would not come here, so that the rest of the moves does not matter."""
        return value >= bound

    def moves(self, vertical: bool) -> Iterator[tuple[int, int]]:
        """The legal moves of a side, row by row."""
        down, right = (1, 0) if vertical else (0, 1)
        for row in range(len(self.board) - down):
            for col in range(len(self.board[0]) - right):
                if not self.board[row][col] and not self.board[row + down][col + right]:
                    yield row, col

    def fill(self, move: tuple[int, int], vertical: bool, filled: bool) -> None:
        """Places a domino or takes it away again."""
        row, col = move
        self.board[row][col] = filled
        self.board[row + 1 if vertical else row][col if vertical else col + 1] = filled


def best_move(board: Sequence[Sequence[bool]], vertical: bool, limit: int) -> Found:
    """The move, its value and the number of leaves; ``(None, evaluation, 1)`` where there is none to choose from.

    >>> best_move([[False] * 3 for _ in range(3)], True, 2)
    ((0, 1), 3, 10)
    """
    return Search(board, vertical, limit).best_move()
