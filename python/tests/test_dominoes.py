"""Dominoes with the coursework's own spelling, and driven by a window as a page for it would."""

from __future__ import annotations

import random
from collections.abc import Callable

import gridsolve
import numpy
import pytest
from gridsolve.coursework import DominoesGame, create_dominoes_game


def test_boards() -> None:
    b = [[False, False], [False, False]]
    g = DominoesGame(b)
    assert g.get_board() == [[False, False], [False, False]]
    b = [[True, False], [True, False]]
    g = DominoesGame(b)
    assert g.get_board() == [[True, False], [True, False]]
    g = create_dominoes_game(2, 2)
    assert g.get_board() == [[False, False], [False, False]]
    g = create_dominoes_game(2, 3)
    assert g.get_board() == [[False, False, False], [False, False, False]]


def test_reset() -> None:
    for b in ([[False, False], [False, False]], [[True, False], [True, False]]):
        g = DominoesGame(b)
        g.reset()
        assert g.get_board() == [[False, False], [False, False]]


def test_legal_moves() -> None:
    b = [[False, False], [False, False]]
    g = DominoesGame(b)
    assert g.is_legal_move(0, 0, True) is True
    assert g.is_legal_move(0, 0, False) is True
    b = [[True, False], [True, False]]
    g = DominoesGame(b)
    assert g.is_legal_move(0, 0, False) is False
    assert g.is_legal_move(0, 1, True) is True
    assert g.is_legal_move(1, 1, True) is False
    assert not any(g.is_legal_move(row, col, True) for row, col in [(-1, 1), (0, -1), (0, 2), (9, 9)])
    assert list(g.legal_moves(True)) == [(0, 1)]
    assert list(g.legal_moves(False)) == []
    g = create_dominoes_game(3, 3)
    assert list(g.legal_moves(True)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert list(g.legal_moves(False)) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_moves() -> None:
    g = create_dominoes_game(3, 3)
    g.perform_move(0, 1, True)
    assert g.get_board() == [[False, True, False], [False, True, False], [False, False, False]]
    g = create_dominoes_game(3, 3)
    g.perform_move(1, 0, False)
    assert g.get_board() == [[False, False, False], [True, True, False], [False, False, False]]
    with pytest.raises(gridsolve.MoveError):
        g.perform_move(1, 0, False)


def test_game_over_and_copies() -> None:
    g = DominoesGame([[False, False], [False, False]])
    assert (g.game_over(True), g.game_over(False)) == (False, False)
    g = DominoesGame([[True, False], [True, False]])
    assert (g.game_over(True), g.game_over(False)) == (False, True)
    g = create_dominoes_game(4, 4)
    g2 = g.copy()
    assert g.get_board() == g2.get_board()
    g.perform_move(0, 0, True)
    assert g.get_board() != g2.get_board()


def test_successors() -> None:
    g = DominoesGame([[False, False], [False, False]])
    assert [(m, new_g.get_board()) for m, new_g in g.successors(True)] == [
        ((0, 0), [[True, False], [True, False]]),
        ((0, 1), [[False, True], [False, True]]),
    ]
    g = DominoesGame([[True, False], [True, False]])
    assert [(m, new_g.get_board()) for m, new_g in g.successors(True)] == [((0, 1), [[True, True], [True, True]])]


def test_best_moves() -> None:
    b = [[False] * 3 for i in range(3)]
    g = DominoesGame(b)
    assert g.get_best_move(True, 1) == ((0, 1), 2, 6)
    assert g.get_best_move(True, 2) == ((0, 1), 3, 10)
    g.perform_move(0, 1, True)
    assert g.get_best_move(False, 1) == ((2, 0), -3, 2)
    assert g.get_best_move(False, 2) == ((2, 0), -2, 5)
    assert b == [[False] * 3 for i in range(3)]


def test_no_move_and_no_depth() -> None:
    assert DominoesGame([[True, False]]).get_best_move(True, 5) == (None, 0, 1)
    assert create_dominoes_game(3, 3).get_best_move(True, 0) == (None, 0, 1)
    assert create_dominoes_game(2, 1).get_best_move(False, 3) == (None, -1, 1)
    for wrong in (-1, 2**200):
        with pytest.raises(ValueError):
            create_dominoes_game(3, 3).get_best_move(True, wrong)
    with pytest.raises(TypeError):
        create_dominoes_game(3, 3).get_best_move(True, "2")  # type: ignore[arg-type]
    for board in ([], [[]], [[False], [False, False]]):
        with pytest.raises(ValueError):
            DominoesGame(board)
    with pytest.raises(ValueError):
        create_dominoes_game(0, 3)


def test_boards_of_numpy_and_of_numbers() -> None:
    for board in (numpy.zeros((3, 3), bool), numpy.zeros((3, 3), int), [[0] * 3] * 3, ((False,) * 3,) * 3):
        g = DominoesGame(board)  # type: ignore[arg-type]
        assert repr(g) == repr(create_dominoes_game(3, 3)) and g.get_best_move(True, 1) == ((0, 1), 2, 6)
    for empty in (numpy.zeros((0, 3), bool), numpy.zeros((3, 0), bool)):
        with pytest.raises(gridsolve.PositionError, match="the board is empty"):
            DominoesGame(empty)  # type: ignore[arg-type]


def test_a_square_that_is_filled_with_1() -> None:
    filled, g = create_dominoes_game(3, 3), create_dominoes_game(3, 3)
    filled.get_board()[0][0] = True
    g.get_board()[0][0] = 1  # type: ignore[call-overload]
    for limit in (1, 2, 3):
        assert g.get_best_move(True, limit) == filled.get_best_move(True, limit)
    assert list(g.legal_moves(False)) == list(filled.legal_moves(False))
    assert g.copy().get_board() == filled.get_board()


class NamedGame(DominoesGame):
    """A game that is made from something else than a board."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__([[False] * size for _ in range(size)])
        self.name = name


def test_copies_of_a_derived_class() -> None:
    game = NamedGame("mine", 2)
    copies = [game.copy(), *(after for _, after in game.successors(True))]
    assert [(type(each), each.name) for each in copies] == [(NamedGame, "mine")] * 3
    assert game.get_board() == [[False, False], [False, False]] == copies[0].get_board()
    assert copies[0].get_board() is not game.get_board() and repr(game).startswith("NamedGame(")


class Window:
    """As much of a window toolkit as a page for the game needs: keys and clicks come to the functions bound to them."""

    def __init__(self) -> None:
        self.bound: dict[str, Callable[[object], None]] = {}
        self.squares: list[str] = []

    def bind(self, event: str, call: Callable[[object], None]) -> None:
        self.bound[event] = call

    def create_rectangle(self, *_: int, fill: str) -> None:
        self.squares.append(fill)


class Page:
    """A page that shows the board and lets the sides move in turns, with nothing but the game's methods."""

    SQUARE = 40

    def __init__(self, window: Window, rows: int, cols: int) -> None:
        self.window, self.rows, self.cols = window, rows, cols
        self.game = create_dominoes_game(rows, cols)
        self.vertical = True
        window.bind("<Button-1>", self.click)
        window.bind("r", lambda event: self.move(self.game.get_random_move(self.vertical)))
        for limit in range(1, 10):
            window.bind(str(limit), lambda event, limit=limit: self.best(limit))  # type: ignore[misc]
        self.draw()

    def draw(self) -> None:
        self.window.squares.clear()
        for row, squares in enumerate(self.game.get_board()):
            for col, filled in enumerate(squares):
                x, y = col * self.SQUARE, row * self.SQUARE
                colour = "black" if filled else "white"
                self.window.create_rectangle(x, y, x + self.SQUARE, y + self.SQUARE, fill=colour)

    def click(self, event: object) -> None:
        x, y = event  # type: ignore[misc]
        row, col = y // self.SQUARE, x // self.SQUARE  # type: ignore[has-type]
        if self.game.is_legal_move(row, col, self.vertical):
            self.move((row, col))

    def best(self, limit: int) -> None:
        move, _, _ = self.game.get_best_move(self.vertical, limit)
        if move is not None:
            self.move(move)

    def move(self, place: tuple[int, int]) -> None:
        self.game.perform_move(*place, self.vertical)
        self.vertical = not self.vertical
        self.draw()
        self.is_over = self.game.game_over(self.vertical)


def test_a_window_drives_a_whole_game() -> None:
    random.seed(5)
    window = Window()
    page = Page(window, 4, 5)
    assert window.squares == ["white"] * 20
    window.bound["<Button-1>"]((45, 5))
    window.bound["<Button-1>"]((45, 5))
    assert window.squares.count("black") == 2 and page.vertical is False
    moves = 1
    keys = iter("r21r3r4r5r6r7r8r9r" * 3)
    while not page.game.game_over(page.vertical):
        before = window.squares.count("black")
        window.bound[next(keys)](None)
        assert window.squares.count("black") == before + 2
        moves += 1
    assert moves > 4 and page.is_over
    window.bound["9"](None)
    with pytest.raises(gridsolve.MoveError):
        window.bound["r"](None)
