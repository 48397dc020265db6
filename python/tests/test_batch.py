"""Many positions at once: lists, and buffers as numpy and array have them."""

from __future__ import annotations

from array import array
from pathlib import Path

import gridsolve
import numpy
import pytest
from gridsolve import Answer, Position


def test_answers_stand_in_order_and_errors_in_their_places() -> None:
    texts = [f"kings:{'.' * size}" for size in range(1, 30)]
    answers = gridsolve.solve_batch([*texts, "nonsense", "domineering:2x2", Position("dots:2x2")])
    assert [answer.position.text for answer in answers[:29] if isinstance(answer, Answer)] == texts
    assert isinstance(answers[29], gridsolve.PositionError) and "nonsense" in str(answers[29])
    assert isinstance(answers[30], gridsolve.PositionError)
    assert isinstance(answers[31], Answer) and answers[31].value == 2
    assert gridsolve.solve_batch([]) == []
    assert gridsolve.solve_batch(iter(["dots:1x1"]), threads=3, all_moves=True)[0].moves  # type: ignore[union-attr]
    with pytest.raises(TypeError):
        gridsolve.solve_batch(["dots:1x1", 5])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        gridsolve.solve_batch(5)  # type: ignore[arg-type]


def test_a_batch_answers_as_each_alone() -> None:
    texts = [
        Position({"game": "dots", "rows": 3, "cols": 3, "drawn": gridsolve.opening(3, 3, 12, seed)}).text
        for seed in range(200)
    ]
    for text, answer in zip(texts, gridsolve.solve_batch(texts), strict=True):
        alone = gridsolve.solve(text)
        assert isinstance(answer, Answer) and (answer.value, answer.best) == (alone.value, alone.best), text


def masks_of(positions: list[Position]) -> list[int]:
    return [sum(1 << index for index, digit in enumerate(p.text.split(":")[2]) if digit == "1") for p in positions]


def test_masks_of_64_bits() -> None:
    positions = [
        Position({"game": "dots", "rows": 2, "cols": 3, "drawn": gridsolve.opening(2, 3, 9, seed)})
        for seed in range(50)
    ]
    solved = gridsolve.solve_buffer("dots:2x3", numpy.array(masks_of(positions), dtype=numpy.uint64))
    values, best = numpy.asarray(solved.values), numpy.asarray(solved.best)
    assert values.dtype == numpy.int16 and best.dtype == numpy.uint64 and solved.grundy is None
    lines = Position("dots:2x3").legal_moves()
    for position, value, mask in zip(positions, values, best, strict=True):
        answer = position.solve()
        assert answer.value == value
        assert answer.best == [line for index, line in enumerate(lines) if int(mask) >> index & 1]


def test_a_byte_a_line() -> None:
    bits = numpy.array([[1, 0, 1, 0, 1, 0, 0], [0] * 7], dtype=bool)
    solved = gridsolve.solve_buffer("dots:1x2", bits)
    assert solved.values.tolist() == [2, 0]
    assert numpy.asarray(solved.best).shape == (2, 7)
    assert numpy.asarray(solved.best)[0].tolist() == [0, 0, 0, 0, 0, 1, 0]
    assert gridsolve.solve_buffer("dots:1x2", b"").values.tolist() == []


@pytest.mark.parametrize("game", ["domineering:3x4:v", "domineering:3x4:h", "cram:3x4", "xo:3x4", "kings:3x4"])
def test_boards_of_squares(game: str) -> None:
    boards = numpy.random.default_rng(7).random((40, 3, 4)) < 0.3
    solved = gridsolve.solve_buffer(game, boards)
    best = numpy.asarray(solved.best)
    name, _, *turn = game.split(":")
    for index, board in enumerate(boards):
        rows = "|".join("".join("#" if square else "." for square in row) for row in board)
        answer = gridsolve.solve(":".join([name, rows, *turn]))
        assert answer.value == solved.values[index]
        assert solved.grundy is None or answer.grundy == solved.grundy[index]
        places = [tuple(map(int, place)) for place in numpy.argwhere(best[index])]
        if name in ("cram", "xo"):
            places = [((r, c), (r + 1, c) if stands else (r, c + 1)) for r, c, stands in places]
            places.sort()
        assert places == answer.best


def test_buffers_that_do_not_fit() -> None:
    for like, boards in [
        ("dots:1x2", b"\0" * 8),
        ("dots:6x6", array("Q", [0])),
        ("kings:2x2", array("Q", [0])),
        ("dots:1x2", array("d", [0.0])),
        ("dots:1x2", array("i", [0])),
        ("dots:1x2", numpy.zeros((2, 14), dtype=numpy.uint8)[:, ::2]),
        ("dots:1x2", numpy.zeros((7, 5), dtype=numpy.uint8)),
        ("dots:1x2", numpy.zeros((2, 1, 7), dtype=numpy.uint8)),
        ("dots:1x2", numpy.zeros((2, 2), dtype=numpy.uint64)),
        ("dots:1x2", numpy.uint64(0)),
        ("domineering:2x3:v", numpy.zeros((4, 3, 2), dtype=numpy.uint8)),
        ("kings:2x3", numpy.zeros((3, 4), dtype=numpy.uint8)),
        # There are seven lines.
        ("dots:1x2", array("Q", [0, 1 << 7])),
        ("dots:1x2", array("Q", [1 << 63 | 127])),
    ]:
        with pytest.raises(gridsolve.RangeError):
            gridsolve.solve_buffer(like, boards)
    with pytest.raises(TypeError):
        gridsolve.solve_buffer("dots:1x2", [0, 1])
    with pytest.raises(gridsolve.PositionError):
        gridsolve.solve_buffer("domineering:2x2", b"\0" * 4)


def test_buffers_take_tables_as_single_positions_do(tmp_path: Path) -> None:
    boards = bytes(7)
    for tables in (False, True, None, tmp_path, str(tmp_path), [tmp_path]):
        assert gridsolve.solve_buffer("dots:1x2", boards, tables=tables).values.tolist() == [0]
    with pytest.raises(TypeError):
        gridsolve.solve_buffer("dots:1x2", boards, tables=5)  # type: ignore[arg-type]
