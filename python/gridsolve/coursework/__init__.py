"""The names of four courseworks, with the exact solver behind them.

Each coursework is a module of its own, and all names can be imported from here too: :mod:`.dominoes` (the class
``DominoesGame``), :mod:`.dots` (``solve`` and ``opening``), :mod:`.xo` (six functions and ``main``) and
:mod:`.blocking` (``play_game`` and strategies).
"""

from __future__ import annotations

from .blocking import (
    play_game,
    strategy_finisher,
    strategy_human,
    strategy_maxblock,
    strategy_perfect,
    strategy_random,
    strategy_symmetry,
)
from .dominoes import DominoesGame, create_dominoes_game
from .dots import opening, solve
from .xo import getNewBoard, getNextTile, isGameAlive, main, placeTile, printBoard, validateTile

__all__ = [
    "DominoesGame",
    "create_dominoes_game",
    "getNewBoard",
    "getNextTile",
    "isGameAlive",
    "main",
    "opening",
    "placeTile",
    "play_game",
    "printBoard",
    "solve",
    "strategy_finisher",
    "strategy_human",
    "strategy_maxblock",
    "strategy_perfect",
    "strategy_random",
    "strategy_symmetry",
    "validateTile",
]
