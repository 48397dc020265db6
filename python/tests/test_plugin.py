"""The fixture for teachers who write their own tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy
import pytest
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


def test_what_is_given_is_checked(exact: Exact) -> None:
    position = "dots:2x2"
    value, best = exact.value(position), exact.best(position)
    for right in (value, numpy.int64(value)):
        exact.check(position, right)
    exact.check(position, best=best)
    exact.check(position, best=tuple(best))
    exact.check(position, best=[(kind, numpy.int64(row), col) for kind, row, col in best])
    with pytest.raises(TypeError, match="needs a value, or the optimal moves, or both"):
        exact.check(position)
    for wrong in (None, float(value), str(value), value + 1, [value], numpy.array([1, 2]), float("nan")):
        with pytest.raises(AssertionError, match="the value is 2, not "):
            exact.check(position, value=wrong)
        with pytest.raises(AssertionError, match="the value is 2, not "):
            exact.check(position, value=wrong, best=best)
    exact.check("kings:1x3", value=1)
    with pytest.raises(AssertionError, match="the value is 1, not True"):
        exact.check("kings:1x3", value=True)


def test_moves_that_are_none_are_told(exact: Exact) -> None:
    position = "kings:1x3"
    exact.check(position, best=[(0, 1)])
    wrongs: list[object] = [None, 5, [], "(0, 1)", [[0, 1]], [(False, True)], [(0.0, 1)], [(0, 1), (0, 1)], [None], {}]
    for wrong in wrongs:
        with pytest.raises(AssertionError, match=r"the optimal moves are \[\(0, 1\)\], not ") as told:
            exact.check(position, best=wrong)
        assert repr(wrong) in str(told.value)


def test_the_same_seed_gives_the_same_positions(exact: Exact) -> None:
    assert (
        list(exact.boards(2, 3, 4, seed=1))
        == list(exact.boards(2, 3, 4, seed=1))
        != list(exact.boards(2, 3, 4, seed=2))
    )
    assert list(exact.openings(2, 3, 4, 3, seed=1))[1:] == list(exact.openings(2, 3, 4, 3, seed=2))[:2]
