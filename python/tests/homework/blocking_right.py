"""A homework that is right."""
import random


def free(board):
    return [(x, y) for y in range(len(board)) for x in range(len(board[0])) if board[y][x] == "."]


def around(board, x, y):
    return [(c, r) for r in range(y - 1, y + 2) for c in range(x - 1, x + 2)
            if 0 <= r < len(board) and 0 <= c < len(board[0])]


def blocks(board, move):
    return sum(board[r][c] == "." for c, r in around(board, *move))


def strategy_random(board):
    return random.choice(free(board))


def strategy_maxblock(board):
    return max(free(board), key=lambda move: blocks(board, move))


def strategy_finisher(board):
    for move in free(board):
        if blocks(board, move) == len(free(board)):
            return move
    return strategy_random(board)


def strategy_symmetry(board):
    height, width = len(board), len(board[0])
    if height % 2 and width % 2 and board[height // 2][width // 2] in ".X":
        if board[height // 2][width // 2] == ".":
            return width // 2, height // 2
        for y in range(height):
            for x in range(width):
                if board[y][x] == "O" and board[height - 1 - y][width - 1 - x] == ".":
                    return width - 1 - x, height - 1 - y
    return strategy_random(board)


def play_game(width, height, strategies):
    board = [["."] * width for _ in range(height)]
    player = 0
    while free(board):
        print("Player", player + 1, "moves")
        x, y = strategies[player](board)
        print("Move:", x + 1, y + 1)
        for c, r in around(board, x, y):
            if board[r][c] == ".":
                board[r][c] = "*"
        board[y][x] = "XO"[player]
        for row in board:
            print("".join(row))
        player = 1 - player
    print("Player", 2 - player, "wins.")
