"""The fixture for teachers who write their own tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gridsolve.exact import Exact

TEACHERS = """
import pytest


def test_right(exact):
    for drawn in exact.openings(3, 3, 9, 5, seed=2):
        margin, moves = exact.dots(3, 3, drawn)
        exact.check({"game": "dots", "rows": 3, "cols": 3, "drawn": drawn}, value=margin, best=moves)
    for board in exact.boards(3, 4, 5):
        assert exact.dominoes(board, True, 2)[2] > 0
    assert exact.value("kings:1x3") == 1 and exact.best("kings:1x3") == [(0, 1)]


def test_wrong(exact):
    exact.check("dots:1x2:1010100", value=0, best=[("h", 0, 1)])
"""


def test_pytest_finds_the_fixture_by_itself(tmp_path: Path) -> None:
    (tmp_path / "test_teacher.py").write_text(TEACHERS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert "1 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    assert "the value is 2, not 0" in run.stdout
    assert "the optimal moves are [('v', 0, 1)], not [('h', 0, 1)]" in run.stdout
    assert ".---.   ." in run.stdout


def test_the_same_seed_gives_the_same_positions(exact: Exact) -> None:
    assert (
        list(exact.boards(2, 3, 4, seed=1))
        == list(exact.boards(2, 3, 4, seed=1))
        != list(exact.boards(2, 3, 4, seed=2))
    )
    assert list(exact.openings(2, 3, 4, 3, seed=1))[1:] == list(exact.openings(2, 3, 4, 3, seed=2))[:2]
