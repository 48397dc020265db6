"""Fixtures of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from shared import ROOT


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def homework() -> Path:
    """The folder of modules to grade."""
    return Path(__file__).parent / "homework"
