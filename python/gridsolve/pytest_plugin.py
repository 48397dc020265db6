"""The fixture ``exact`` for pytest, which finds it by itself where gridsolve is installed."""

from __future__ import annotations

import pytest

from .exact import Exact

__all__ = ["exact"]


@pytest.fixture(scope="session")
def exact() -> Exact:
    """Exact answers and assertions: see :class:`gridsolve.exact.Exact`."""
    return Exact()
