"""Blocking: games as they are printed, strategies, and functions of one's own."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable

import gridsolve
import numpy
import pytest
from gridsolve import coursework
from gridsolve.coursework import (
    play_game,
    strategy_finisher,
    strategy_human,
    strategy_maxblock,
    strategy_perfect,
    strategy_random,
    strategy_symmetry,
)
from gridsolve.coursework.blocking import Board, Strategy
from gridsolve.grade.specs.blocking import PUBLISHED, Turn, any_game, blocks_most, finishes, read

STRATEGIES = [strategy_random, strategy_maxblock, strategy_finisher, strategy_symmetry, strategy_perfect]


def scripted(*moves: tuple[int, int]) -> Strategy:
    left = iter(moves)
    return lambda board: next(left)


def played(
    capsys: pytest.CaptureFixture[str], width: int, height: int, first: Strategy, second: Strategy
) -> list[Turn]:
    """The turns of a game, which is checked by the rules."""
    capsys.readouterr()
    winner = play_game(width, height, (first, second))
    turns, told = read(capsys.readouterr().out, width, height)
    assert winner == told
    return turns


def test_the_published_game_in_both_forms_of_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = ((0, 0), (5, 2), (5, 0)), ((1, 2), (3, 0), (3, 2))
    assert play_game(6, 4, scripted(*first), scripted(*second)) == 2
    assert capsys.readouterr().out == PUBLISHED
    assert play_game(6, 4, (scripted(*first), scripted(*second))) == 2
    assert capsys.readouterr().out == PUBLISHED
    assert play_game(6, 4, [scripted(*first), scripted(*second)]) == 2
    assert capsys.readouterr().out == PUBLISHED


@pytest.mark.parametrize("first", STRATEGIES)
@pytest.mark.parametrize("second", STRATEGIES)
def test_strategies_play_by_the_rules(first: Strategy, second: Strategy, capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(1)
    for width, height in [(6, 4), (3, 7), (1, 1), (1, 5), (8, 2)]:
        turns = played(capsys, width, height, first, second)
        assert any_game(turns, 1) is None


def test_strategies_keep_their_promises(capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(2)
    for width, height in [(6, 4), (4, 6), (5, 5), (7, 3)] * 5:
        assert blocks_most(played(capsys, width, height, strategy_maxblock, strategy_random), 0) is None
        assert finishes(played(capsys, width, height, strategy_finisher, strategy_random), 0) is None


def test_symmetry_wins_where_both_sides_are_odd_and_it_starts(capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(3)
    for width, height in [(1, 1), (3, 3), (5, 3), (3, 7), (7, 7)] * 4:
        for other in STRATEGIES:
            assert play_game(width, height, strategy_symmetry, other) == 1
    assert gridsolve.solve("kings:5x7").value == 1


def test_perfect_wins_what_can_be_won(capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(4)
    for width, height in [(4, 4), (5, 4), (3, 6), (6, 5)]:
        for other in STRATEGIES:
            first_wins = gridsolve.solve(f"kings:{height}x{width}").value == 1
            assert play_game(width, height, strategy_perfect, other) == 1 or not first_wins
            assert play_game(width, height, other, strategy_perfect) == 2 or first_wins


def test_a_function_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[Board] = []

    def strategy_first(board: Board) -> tuple[int, int]:
        seen.append([list(row) for row in board])
        move = next((x, y) for y, row in enumerate(board) for x, mark in enumerate(row) if mark == ".")
        board[0][0] = "?"
        return move

    assert play_game(3, 2, strategy_first, coursework.strategy_random) in (1, 2)
    assert seen[0] == [[".", ".", "."], [".", ".", "."]]
    assert "?" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "move", [(0, 0), (9, 0), (-1, 0), (0, 9), None, 5, "00", (0.0, 0), (True, 0), (numpy.float64(2), 2)]
)
def test_an_illegal_move_is_told(move: object, capsys: pytest.CaptureFixture[str]) -> None:
    strategy: Callable[[Board], object] = lambda board: move  # noqa: E731
    with pytest.raises(gridsolve.MoveError, match="player 2"):
        play_game(3, 3, scripted((0, 0)), strategy)  # type: ignore[arg-type]


def test_wrong_calls() -> None:
    one = strategy_random
    pairs = [(one,), ((one,),), ((one,) * 3,), (5,), (None,), ("ab",), ((1, 2),), (one, 5), ((one, one), one), ([],)]
    for strategies in pairs:
        with pytest.raises(TypeError, match="play_game needs two strategies: two functions, or a pair of them"):
            play_game(3, 3, *strategies)  # type: ignore[arg-type]
    with pytest.raises(gridsolve.RangeError):
        play_game(0, 3, strategy_random, strategy_random)


def test_whole_numbers_of_numpy_are_moves(capsys: pytest.CaptureFixture[str]) -> None:
    strategy: Callable[[Board], object] = lambda board: (numpy.int64(1), numpy.uint8(1))  # noqa: E731
    assert play_game(3, 3, strategy, strategy_random) == 1  # type: ignore[arg-type]
    assert capsys.readouterr().out == "Player 1 moves\nMove: 2 2\n***\n*X*\n***\nPlayer 1 wins.\n"


def test_a_person_is_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x\n0 1\n1 1 1\n4 1\n2 1\n"))
    assert play_game(3, 1, strategy_human, strategy_random) == 1
    printed = capsys.readouterr().out
    assert printed.count("Move: ") == 5 and printed.endswith("*X*\nPlayer 1 wins.\n")
