"""The courseworks that can be graded, a module each."""

from __future__ import annotations

from ..checks import Spec
from . import blocking, dominoes, dots, xo

__all__ = ["SPECS"]

SPECS: dict[str, Spec] = {spec.name: spec for spec in (dominoes.SPEC, dots.SPEC, xo.SPEC, blocking.SPEC)}
"""Every coursework by its name."""
