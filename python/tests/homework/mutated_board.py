"""A homework that leaves its board changed after a search."""

import copy
import random


class DominoesGame:
    """A board of squares that are filled or not."""

    def __init__(self, board):
        self.board = board
        self.rows = len(board)
        self.cols = len(board[0])

    def get_board(self):
        return self.board

    def reset(self):
        for row in self.board:
            for col in range(self.cols):
                row[col] = False

    def is_legal_move(self, row, col, vertical):
        other = (row + 1, col) if vertical else (row, col + 1)
        if row < 0 or col < 0:
            return False
        if other[0] >= self.rows or other[1] >= self.cols:
            return False
        return not (self.board[row][col] or self.board[other[0]][other[1]])

    def legal_moves(self, vertical):
        for row in range(self.rows):
            for col in range(self.cols):
                if self.is_legal_move(row, col, vertical):
                    yield (row, col)

    def perform_move(self, row, col, vertical):
        self.board[row][col] = True
        if vertical:
            self.board[row + 1][col] = True
        else:
            self.board[row][col + 1] = True

    def game_over(self, vertical):
        return not any(True for _ in self.legal_moves(vertical))

    def copy(self):
        return DominoesGame(copy.deepcopy(self.board))

    def successors(self, vertical):
        for move in self.legal_moves(vertical):
            after = DominoesGame(copy.deepcopy(self.board))
            after.perform_move(move[0], move[1], vertical)
            yield move, after

    def get_random_move(self, vertical):
        return random.choice(list(self.legal_moves(vertical)))

    def get_best_move(self, vertical, limit):
        infinity = float("inf")
        found = self.best(vertical, vertical, limit, -infinity, infinity)
        if found[0] is not None:
            self.perform_move(found[0][0], found[0][1], vertical)
        return found

    def evaluate(self, root):
        mine = len(list(self.legal_moves(root)))
        return mine - len(list(self.legal_moves(not root)))

    def best(self, root, side, limit, alpha, beta):
        if limit == 0 or self.game_over(side):
            return None, self.evaluate(root), 1
        chosen, value, leaves = None, None, 0
        for move, after in self.successors(side):
            _, new, more = after.best(root, not side, limit - 1, alpha, beta)
            leaves += more
            if side == root:
                if value is None or new > value:
                    chosen, value = move, new
                    alpha = max(alpha, value)
                if value >= beta:
                    break
            else:
                if value is None or new < value:
                    chosen, value = move, new
                    beta = min(beta, value)
                if value <= alpha:
                    break
        return chosen, value, leaves


def create_dominoes_game(rows, cols):
    return DominoesGame([[False] * cols for _ in range(rows)])
