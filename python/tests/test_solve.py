"""Positions, answers, limits and errors."""

from __future__ import annotations

import collections
import copy
import json
import pickle
import types

import gridsolve
import pytest
from gridsolve import Position


def test_an_endgame_has_its_value_and_every_optimal_move() -> None:
    answer = gridsolve.solve("dots:1x2:1010100", tables=False)
    assert (answer.value, answer.best, answer.exact, answer.complete) == (2, [("v", 0, 1)], True, True)
    assert answer.bounds is None and answer.moves is None and answer.line is None and answer.grundy is None
    assert answer.source == "search" and answer.nodes > 0 and answer.seconds >= 0
    assert str(answer).startswith("Value 2: the mover wins by 2 boxes")
    assert repr(answer) == "<Answer dots:1x2:1010100 value=2 best=v0,1>"


def test_every_form_of_a_position_is_the_same_position() -> None:
    text = Position("dots:1x2:1010100")
    json_text = '{"game":"dots","rows":1,"cols":2,"drawn":[["h",0,0],["h",1,0],["v",0,0]]}'
    assert Position(json_text) == text == Position(json.loads(json_text)) == Position(text)
    assert hash(Position(json_text)) == hash(text) and text != Position("dots:1x2")
    assert json.loads(text.to_json()) == json.loads(json_text) == text.to_dict()
    assert Position.from_picture(text.picture()) == text
    assert Position.from_picture("..\n.#\n", "domineering:v").turn == "vertical"
    assert pickle.loads(pickle.dumps(text)) == text == copy.deepcopy(text)
    assert eval(repr(text)) == text
    assert (text.game, text.rows, text.cols, text.turn, text.text) == ("dots", 1, 2, None, "dots:1x2:1010100")


def test_any_mapping_is_a_position() -> None:
    fields = types.MappingProxyType({"game": "kings", "board": ["..", ".#"]})
    assert Position(fields).text == "kings:..|.#" == Position(collections.UserDict(fields)).text
    with pytest.raises(TypeError):
        Position({"game": object()})


def test_moves_are_played_and_checked() -> None:
    position = Position("dots:1x2")
    played = position.play(("h", 0, 0), ["h", 1, 0], "v0,0")
    assert played.text == "dots:1x2:1010100" and position.text == "dots:1x2"
    assert played.legal_moves() == [("h", 0, 1), ("h", 1, 1), ("v", 0, 1), ("v", 0, 2)]
    assert Position("kings:2x4").play((0, 0), (1, 3)).text == "kings:X***|***O"
    assert Position("xo:1x4").play(((0, 1), (0, 0)), "0,2-0,3").text == "xo:XXOO"
    assert Position("domineering:2x2:v").play((0, 1)).text == "domineering:.#|.#:h"
    assert Position("cram:1x2").play([[0, 0], [0, 1]]).is_over()
    for wrong in [("h", 0, 0), ("h", 9, 9), ("x", 0, 0), ("h",), (0, 1), "h0,0", ("h", 0, 70000), ((0, 0), (0, 1))]:
        with pytest.raises(gridsolve.MoveError):
            played.play(wrong)
    for odd in [5, None, {"h": 1}, ("h", "0", 0), ("h", 0.0, 0), ("h", 0)]:
        with pytest.raises(TypeError):
            played.play(odd)  # type: ignore[arg-type]


def test_all_moves_a_line_and_a_value_as_a_game() -> None:
    assert [(entry.move, entry.value, entry.grundy) for entry in gridsolve.all_moves("kings:1x3")] == [
        ((0, 1), 1, 0),
        ((0, 0), -1, 1),
        ((0, 2), -1, 1),
    ]
    assert gridsolve.solve("dots:1x1", line=True).line == [("h", 0, 0), ("h", 1, 0), ("v", 0, 0), ("v", 0, 1)]
    both = gridsolve.solve_both("domineering:.|.", game_value=True)
    assert (both.outcome, both.vertical.value, both.horizontal.value) == ("vertical", 1, -1)
    assert both.vertical.game_value == "1"
    assert both.to_dict()["outcome"] == "vertical"
    with pytest.raises(gridsolve.PositionError, match="who moves"):
        gridsolve.solve("domineering:2x2")
    with pytest.raises(TypeError):
        gridsolve.solve_both("dots:2x2")


def test_pictures_mark_optimal_moves() -> None:
    svg = Position("dots:1x2:1010100")._repr_svg_()
    assert svg.startswith("<svg") and svg.count("<polygon") == 1 and "v0,1: optimal" in svg
    assert gridsolve.solve("dots:1x2:1010100", all_moves=True)._repr_svg_().count("<circle") == 6 + 3
    assert "<svg" in Position("domineering:2x2")._repr_svg_()


def test_a_limit_is_told_and_no_guess() -> None:
    answer = gridsolve.solve("dots:5x5", time=0.01)
    assert (answer.value, answer.best, answer.exact) == (None, [], False)
    assert answer.bounds is not None and answer.bounds[0] <= answer.bounds[1]
    with pytest.raises(gridsolve.LimitError):
        gridsolve.all_moves("dots:5x5", time=0.01)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "dtos:1x1",
        "dots:1x1:2",
        "dots:0x3",
        "dots:99999999999999999999x1",
        "{",
        "\ud800",
        "kings:..|...",
        {},
        {"game": "dots"},
    ],
)
def test_what_is_no_position_says_why(wrong: object) -> None:
    with pytest.raises(gridsolve.PositionError) as caught:
        gridsolve.solve(wrong)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, gridsolve.Error)
    assert caught.value.code in ("bad_json", "bad_position", "too_large") and len(str(caught.value)) > 10


def test_a_mistake_is_pointed_at() -> None:
    with pytest.raises(gridsolve.PositionError) as caught:
        Position("dots:1x1:10z0")
    assert (caught.value.code, caught.value.line, caught.value.column) == ("bad_position", 1, 12)
    assert str(caught.value).splitlines()[1:] == ["  dots:1x1:10z0", "             ^"]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("value", [None, 5, 5.5, -1, 2**200, [], (), object(), b"dots:1x1", True])
def test_what_is_of_the_wrong_type_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError):
        gridsolve.solve(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limits", "error"),
    [
        ({"threads": 0}, ValueError),
        ({"threads": -1}, ValueError),
        ({"threads": 2**200}, OverflowError),
        ({"threads": "2"}, TypeError),
        ({"memory": -1}, ValueError),
        ({"memory": 2**200}, OverflowError),
        ({"memory": 2**60}, MemoryError),
        ({"time": -1.0}, ValueError),
        ({"time": float("nan")}, ValueError),
        ({"time": "1"}, TypeError),
        ({"progress": 1}, TypeError),
        ({"thread": 1}, TypeError),
    ],
)
def test_limits_that_make_no_sense(limits: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        gridsolve.solve("dots:1x1", **limits)  # type: ignore[arg-type]


def test_limits_that_make_sense() -> None:
    for limits in [
        {"threads": 1},
        {"memory": 0},
        {"time": float("inf")},
        {"time": 1e300},
        {"threads": None, "time": None},
    ]:
        assert gridsolve.solve("dots:2x2", **limits).value == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 2**200, 2**64, "3", None, 1.5])
def test_numbers_of_an_opening(number: object) -> None:
    kind = TypeError if not isinstance(number, int) else OverflowError if number > 0 else ValueError
    for place in range(4):
        arguments: list[object] = [2, 2, 6, 1]
        arguments[place] = number
        with pytest.raises(kind):
            gridsolve.opening(*arguments)  # type: ignore[arg-type]
