"""Grading of courseworks against the exact solver.

``gridsolve grade --spec dominoes --module homework4.py`` on the command line; from Python:

>>> from pathlib import Path
>>> from gridsolve.grade import SPECS, grade
>>> grade(SPECS["xo"], Path("no_such_module.py"))
Traceback (most recent call last):
gridsolve.grade.grading.UnreadableModule: cannot read no_such_module.py: No such file or directory
"""

from __future__ import annotations

from .checks import Check, Result, Spec
from .command import main
from .grading import Grading, UnreadableModule, grade
from .report import FORMATS
from .sandbox import Limits
from .specs import SPECS

__all__ = ["FORMATS", "SPECS", "Check", "Grading", "Limits", "Result", "Spec", "UnreadableModule", "grade", "main"]
