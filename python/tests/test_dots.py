"""The endgame of Dots and Boxes with the exercise's own spelling."""

from __future__ import annotations

import gridsolve
import pytest
from gridsolve.coursework import opening, solve


def test_published_examples() -> None:
    assert solve(rows=1, cols=1, drawn=[]) == (-1, [("h", 0, 0), ("h", 1, 0), ("v", 0, 0), ("v", 0, 1)])
    assert solve(rows=1, cols=2, drawn=[("h", 0, 0), ("h", 1, 0), ("v", 0, 0)]) == (2, [("v", 0, 1)])
    assert solve(rows=2, cols=2, drawn=[]) == (
        2,
        [("h", 0, 0), ("h", 0, 1), ("h", 2, 0), ("h", 2, 1), ("v", 0, 0), ("v", 0, 2), ("v", 1, 0), ("v", 1, 2)],
    )


def test_the_answer_is_made_of_plain_tuples() -> None:
    answer = solve(2, 2, [])
    assert type(answer) is tuple and type(answer[0]) is int and type(answer[1]) is list
    assert all(type(move) is tuple and [type(part) for part in move] == [str, int, int] for move in answer[1])


def test_every_line_drawn() -> None:
    assert solve(1, 1, [("h", 0, 0), ("h", 1, 0), ("v", 0, 0), ("v", 0, 1)]) == (0, [])


def test_one_line_two_boxes() -> None:
    drawn = [("h", 0, 0), ("h", 0, 1), ("h", 1, 0), ("h", 1, 1), ("v", 0, 0), ("v", 0, 2)]
    assert solve(1, 2, drawn) == (2, [("v", 0, 1)])


def test_the_order_and_kind_of_the_drawn_lines_do_not_matter() -> None:
    drawn = opening(3, 3, 10, 4)
    assert solve(3, 3, drawn) == solve(3, 3, reversed(drawn)) == solve(3, 3, (list(line) for line in drawn))
    kept = list(drawn)
    solve(3, 3, drawn)
    assert drawn == kept


def test_openings() -> None:
    for free in (0, 5, 14, 40):
        assert len(opening(4, 4, free, 7)) == 40 - free
    assert opening(4, 4, 14, 1) == opening(4, 4, 14, 1) != opening(4, 4, 14, 2)
    assert opening(4, 4, 14, 1)[:3] == [("v", 3, 4), ("h", 4, 1), ("h", 0, 0)]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((0, 1, []), gridsolve.RangeError),
        ((1, -1, []), gridsolve.RangeError),
        ((2**200, 1, []), OverflowError),
        ((1, 1, [("h", 0, 1)]), gridsolve.PositionError),
        ((1, 1, [("h", -1, 0)]), ValueError),
        ((1, 1, [("h", 0, 0), ("h", 0, 0)]), gridsolve.PositionError),
        ((1, 1, [("x", 0, 0)]), ValueError),
        ((1, 1, [("h", 0)]), ValueError),
        ((1, 1, 5), TypeError),
        ((1, 1, [5]), TypeError),
        (("1", 1, []), TypeError),
    ],
)
def test_what_is_no_position(arguments: tuple[object, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        solve(*arguments)  # type: ignore[arg-type]
