"""The names of four courseworks, with the exact solver behind them.

Each coursework is a module of its own, and all names can be imported from here too: :mod:`.dominoes` (the class
``DominoesGame``), :mod:`.dots` (``solve`` and ``opening``), :mod:`.xo` (six functions and ``main``) and
:mod:`.blocking` (``play_game`` and strategies).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from . import xo
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
    "xo",
]


def __getattr__(name: str) -> Any:
    # Were xo imported at once, Python would warn whoever runs it as a program that it is there already.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(".xo", __name__)
    return module if name == "xo" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
