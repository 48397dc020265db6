"""What the tests share."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


MOST_FREE = 40
"""Lines that are left in the largest endgame that is solved here: one of 44 takes a minute."""


def cases(name: str) -> list[dict[str, Any]]:
    """The lines of a file of positions with proven answers, but for those that take long."""
    read = [json.loads(line) for line in (ROOT / "tests/data" / name).read_text().splitlines() if line.strip()]
    kept = [case for case in read if free_lines(case.get("position", {})) <= MOST_FREE]
    # A test of no cases would pass.
    assert kept, f"{name}: there is no case that is tested"
    return kept


def free_lines(position: dict[str, Any]) -> int:
    """How many lines of a position of dots are not drawn; 0 for any other."""
    if "drawn" not in position:
        return 0
    rows, cols = position["rows"], position["cols"]
    return int((rows + 1) * cols + rows * (cols + 1) - len(position["drawn"]))


def program() -> str:
    """The command line: GRIDSOLVE_PROGRAM, or the one on the path."""
    found = os.environ.get("GRIDSOLVE_PROGRAM") or shutil.which("gridsolve")
    assert found, "run python/test.sh, or name the built program in GRIDSOLVE_PROGRAM"
    return str(Path(found).resolve())
