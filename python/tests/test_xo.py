"""XO domino tiles: the six functions and the whole dialogue."""

from __future__ import annotations

import io
import random
import subprocess
import sys

import gridsolve
import pytest
from gridsolve import coursework
from gridsolve.coursework import xo
from gridsolve.coursework.xo import getNewBoard, getNextTile, isGameAlive, main, placeTile, printBoard, validateTile


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> object:
    """Somebody who types lines."""

    def types(*lines: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))

    return types


def test_tiles_are_validated() -> None:
    assert validateTile("00", "01", 5) is True
    assert validateTile("00", "20", 5) is False
    assert validateTile("00", "11", 5) is False
    assert validateTile("21", "32", 5) is False
    assert validateTile("31", "21", 5) is True
    for first, second in [
        ("04", "05"),
        ("44", "54"),
        ("00", "00"),
        ("", "01"),
        ("0", "1"),
        ("-1", "00"),
        ("00", "0x"),
        ("\u0660\u0660", "\u0660\u0661"),
    ]:
        assert validateTile(first, second, 5) is False, (first, second)
    assert validateTile("10,3", "11,3", 13) is True
    assert validateTile("10,3", "12,3", 13) is False
    assert validateTile("9,9", "9,10", 11) is True
    assert validateTile("99999,0", "99998,0", 5) is False
    assert validateTile(None, "00", 5) is False  # type: ignore[arg-type]


def test_tiles_are_placed_on_empty_squares() -> None:
    board = getNewBoard(5)
    assert placeTile(board, "X", "01", "11") is True
    assert (board[0][1], board[1][1]) == ("X", "X") and sum(row.count("X") for row in board) == 2
    before = [list(row) for row in board]
    assert placeTile(board, "O", "11", "21") is False and placeTile(board, "O", "21", "11") is False
    assert placeTile(board, "O", "44", "54") is False and board == before
    assert placeTile(board, "O", "31", "21") is True
    assert len({id(row) for row in board}) == 5


def test_a_game_is_alive_while_a_tile_fits() -> None:
    assert isGameAlive(getNewBoard(3))
    assert not isGameAlive([list(row) for row in ("XXOXX", "XXOXX", "OOO-X", "OO-OO", "XXOO-")])
    assert isGameAlive([list(row) for row in ("XXX", "X-X", "X-X")])
    assert isGameAlive([list(row) for row in ("XXX", "X--", "XXX")])


def test_the_board_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    board = getNewBoard(5)
    placeTile(board, "X", "01", "11")
    printBoard(board)
    assert capsys.readouterr().out == "  0 1 2 3 4\n0 - X - - -\n1 - X - - -\n2 - - - - -\n3 - - - - -\n4 - - - - -\n"


def test_a_player_is_asked_until_the_squares_are_right(types: object, capsys: pytest.CaptureFixture[str]) -> None:
    types("01 21", "", "01", "01 11 21", "05 06", "01 11")  # type: ignore[operator]
    assert getNextTile("Jane", "X", 5) == ("01", "11")
    printed = capsys.readouterr().out
    assert printed.count("Jane, place your X tile: ") == 6
    assert printed.count("Wrong tile coordinates!! Please re-enter\n") == 5


def test_a_whole_game_with_a_tie_and_a_rematch(
    types: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    starters = iter([["Alan", "Jane"], ["Jane", "Alan"]])
    monkeypatch.setattr(random, "sample", lambda names, count: next(starters))
    tie = ["01 21", "00 10", "00 10", "01 11", "20 21", "02 12"]
    won = ["10 11", "01 02", "21 22"]
    types("Alan", "Alan", "", "Jane", "4", "1", "x", "3", *tie, *won)  # type: ignore[operator]
    main()
    printed = capsys.readouterr().out
    assert printed.count("Enter player 1 name: ") == 1 and printed.count("Enter player 2 name: ") == 3
    assert printed.count("Size of game board: ") == 4
    assert printed.count("Wrong tile coordinates!! Please re-enter") == 1
    assert printed.count("Square occupied!! Please re-enter\n") == 1
    assert printed.count("Its a tie!! Rematch...\n") == 1
    rematch = printed.split("Its a tie!! Rematch...\n")[1]
    assert rematch.startswith("  0 1 2\n0 - - -\n1 - - -\n2 - - -\nJane, place your X tile: ")
    assert rematch.endswith("0 - O O\n1 X X -\n2 - X X\nAlan 2 Jane 4\nJane is the winner!!\n")


def test_boards_have_rows() -> None:
    for size in (0, -1):
        with pytest.raises(gridsolve.RangeError, match="at least 1 row"):
            getNewBoard(size)


def test_the_game_is_a_program_that_says_nothing_else() -> None:
    command = [sys.executable, "-m", "gridsolve.coursework.xo"]
    done = subprocess.run(command, input="Alan\n", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("Enter player 1 name: ")


def test_all_names_are_in_the_package_too() -> None:
    assert coursework.xo is xo and coursework.main is main
    assert all(hasattr(coursework, name) and name in dir(coursework) for name in coursework.__all__)
    assert all(name in coursework.__all__ for name in xo.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = coursework.nothing


def test_nobody_answers(types: object, capsys: pytest.CaptureFixture[str]) -> None:
    types("Alan")  # type: ignore[operator]
    main()
    assert "Enter player 2 name: " in capsys.readouterr().out


def test_random_games_agree_with_the_exact_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    for _ in range(30):
        board = getNewBoard(3)
        position = gridsolve.Position("xo:3x3")
        symbol = "X"
        while xo.isGameAlive(board):
            (r1, c1), (r2, c2) = chance.choice(position.legal_moves())
            assert placeTile(board, symbol, f"{r1}{c1}", f"{r2}{c2}")
            position = position.play(((r1, c1), (r2, c2)))
            symbol = "O" if symbol == "X" else "X"
        assert position.is_over()
        assert position.text == "xo:" + "|".join("".join(row) for row in board).replace("-", ".")
