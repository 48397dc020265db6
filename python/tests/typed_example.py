"""A program that a type checker must understand in every line (`mypy --strict`)."""

from __future__ import annotations

from array import array

import gridsolve
from gridsolve import Answer, BothSides, Error, Position
from gridsolve.coursework import DominoesGame, play_game, solve, strategy_maxblock, strategy_random
from gridsolve.exact import Exact


def margin(text: str) -> int:
    answer: Answer = gridsolve.solve(text, time=10.0, threads=1)
    if answer.value is None:
        raise gridsolve.LimitError(str(answer))
    return answer.value


def main() -> None:
    position = Position("dots:2x2").play("h0,0", ("v", 0, 0))
    picture: str = position.picture()
    best: list[tuple[str, int, int]] = position.solve().best
    both: BothSides = gridsolve.solve_both("domineering:4x4")
    answers: list[Answer | Error] = gridsolve.solve_batch([position, "kings:3x3"])
    masks = gridsolve.solve_buffer("dots:2x2", array("Q", [0, 1]), tables=False).best
    number, lines = solve(1, 1, [])
    move, value, leaves = DominoesGame([[False] * 3] * 3).get_best_move(True, 2)
    winner: int = play_game(5, 3, (strategy_random, strategy_maxblock))
    print(margin("dots:1x2"), picture, best, both.outcome, len(answers), masks[0], number, lines, move, value, leaves)
    print(winner, Exact().value("cram:2x3"), [entry.value for entry in gridsolve.all_moves("kings:1x3")])


if __name__ == "__main__":
    main()
