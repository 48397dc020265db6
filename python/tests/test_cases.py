"""Positions with proven answers, through Python and on the command line."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import gridsolve
import pytest
from gridsolve import Answer, Position
from gridsolve.coursework import DominoesGame, solve
from gridsolve.grade.mistakes.textbook import best_move
from shared import cases, program

FILES = [
    "cram.jsonl",
    "domineering.jsonl",
    "domineering-cgsuite.jsonl",
    "dots-connected.jsonl",
    "dots-endgame-14.jsonl",
    "dots-endgame-20.jsonl",
    "dots-published.jsonl",
    "kings.jsonl",
]


def test_a_file_without_cases_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.MOST_FREE", -1)
    with pytest.raises(AssertionError, match="there is no case"):
        cases("kings.jsonl")


def as_json(move: Any) -> Any:
    return json.loads(json.dumps(move))


@pytest.mark.parametrize("file", FILES)
def test_proven_answers(file: str) -> None:
    proven = cases(file)
    answers = gridsolve.solve_batch([case["position"] for case in proven])
    for case, answer in zip(proven, answers, strict=True):
        assert isinstance(answer, Answer), (case, answer)
        for field, want in case["answer"].items():
            if field == "best_count":
                assert len(answer.best) == want, case
            else:
                assert as_json(getattr(answer, field)) == want, (case, answer)


@pytest.mark.parametrize("file", FILES)
def test_python_says_what_the_command_line_says(file: str) -> None:
    positions = [case["position"] for case in cases(file)]
    lines = "".join(json.dumps(position) + "\n" for position in positions)
    run = subprocess.run(
        [program(), "solve", "--batch", "-", "--all-moves"], input=lines, capture_output=True, text=True
    )
    printed = [json.loads(line) for line in run.stdout.splitlines()]
    answers = gridsolve.solve_batch(positions, all_moves=True)
    for line, answer in zip(printed, answers, strict=True):
        assert isinstance(answer, Answer)
        mine = answer.to_dict()
        for changing in ("seconds", "nodes", "memory_bytes"):
            del line[changing], mine[changing]
        assert mine == line


def test_the_textbook_search() -> None:
    for case in cases("dominoes-search.jsonl"):
        board = [[mark == "#" for mark in row] for row in case["board"]]
        move = None if case["move"] is None else tuple(case["move"])
        want = (move, case["value"], case["leaves"])
        assert DominoesGame(board).get_best_move(case["vertical"], case["limit"]) == want, case
        assert best_move(board, case["vertical"], case["limit"]) == want, case


def test_the_endgame_function() -> None:
    for case in cases("dots-endgame-14.jsonl"):
        position = case["position"]
        drawn = [tuple(line) for line in position["drawn"]]
        margin, moves = solve(position["rows"], position["cols"], drawn)
        assert margin == case["answer"]["value"] and as_json(moves) == case["answer"]["best"], case
        assert all(type(move) is tuple for move in moves) and moves == Position(position).solve().best
