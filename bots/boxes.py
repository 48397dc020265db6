"""A small player of Dots and Boxes and DotDot that speaks UGI: it closes a box when it can."""
import random
import re
import sys

class Game:
    def __init__(self, text="dots:2x2", _="moves", *moves):
        name, size, *bits = text.split(":")
        rows, cols = map(int, size.split("x"))
        self.lines = [f"h{r},{c}" for r in range(rows + 1) for c in range(cols)]
        self.lines += [f"v{r},{c}" for r in range(rows) for c in range(cols + 1)]
        corners = [(r, c) for r in range(rows) for c in range(cols)]
        self.boxes = [{f"h{r},{c}", f"h{r + 1},{c}", f"v{r},{c}", f"v{r},{c + 1}"} for r, c in corners]
        self.drawn = {line for line, bit in zip(self.lines, "".join(bits)) if bit == "1"}
        self.connected, self.turn, self.score = name == "dotdot", 0, [0, 0]
        for move in moves:
            self.score[self.turn] += self.closed_by(move)
            self.turn ^= self.closed_by(move) == 0  # who closes a box moves again
            self.drawn.add(move)
    def closed_by(self, line):
        return sum(box - self.drawn == {line} for box in self.boxes)
    def dots(self, line):
        r, c = map(int, re.findall(r"\d+", line))
        return {(r, c), (r, c + 1) if line[0] == "h" else (r + 1, c)}
    def legal(self):
        touched = {dot for line in self.drawn for dot in self.dots(line)} if self.connected else set()
        return [line for line in self.lines if line not in self.drawn and (not touched or touched & self.dots(line))]
    def answer(self, query):
        one, two = self.score
        over = len(self.drawn) == len(self.lines)
        result = "none" if not over else "p1win" if one > two else "p2win" if two > one else "draw"
        return {"p1turn": str(self.turn == 0).lower(), "gameover": str(over).lower()}.get(query, result)

game = Game()
for line in sys.stdin:
    match line.split():
        case ["ugi"]: print("id name boxes\nugiok")
        case ["isready"]: print("readyok")
        case ["position", "fen", text, *rest] if re.fullmatch(r"(dots|dotdot):\d+x\d+(:[01]+)?", text): game = Game(text, *rest)
        case ["go", *_]: print("bestmove", max(game.legal(), key=lambda line: (game.closed_by(line), random.random())))
        case ["query", what]: print("response", game.answer(what))
        case ["quit"]: break
    sys.stdout.flush()
