"""A homework that is right."""


def getNewBoard(size: int) -> list:
    return [["-"] * size for _ in range(size)]


def printBoard(board: list):
    print(" ", *range(len(board)))
    for number, row in enumerate(board):
        print(number, *row)


def getNextTile(playerName: str, symbol: str, size: int):
    while True:
        answer = input(f"{playerName}, place your {symbol} tile: ").split()
        if len(answer) == 2 and validateTile(answer[0], answer[1], size):
            return answer[0], answer[1]
        print("Wrong tile coordinates!! Please re-enter")


def validateTile(square1: str, square2: str, size: int) -> bool:
    for square in (square1, square2):
        if len(square) != 2 or not square.isdigit() or int(square[0]) >= size or int(square[1]) >= size:
            return False
    down = abs(int(square1[0]) - int(square2[0]))
    right = abs(int(square1[1]) - int(square2[1]))
    return down + right == 1


def placeTile(board: list, symbol: str, square1: str, square2: str) -> bool:
    squares = [(int(square[0]), int(square[1])) for square in (square1, square2)]
    if any(board[row][col] != "-" for row, col in squares):
        return False
    for row, col in squares:
        board[row][col] = symbol
    return True


def isGameAlive(board: list) -> bool:
    size = len(board)
    for row in range(size):
        for col in range(size):
            if board[row][col] == "-":
                if row + 1 < size and board[row + 1][col] == "-":
                    return True
                if col + 1 < size and board[row][col + 1] == "-":
                    return True
    return False
