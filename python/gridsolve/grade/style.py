"""PEP 8, as pycodestyle sees it on default settings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .checks import Check, Result

__all__ = ["STYLE", "style"]

SECONDS = 30.0
MOST_SHOWN = 8
STYLE = Check("style", "PEP 8 (pycodestyle)", "", lambda value, printed: None, expected="no style errors")


def style(path: Path) -> Result:
    """What pycodestyle says of a file."""
    check = STYLE
    # In a process of its own: a file can be made that takes it for ever.
    command = [sys.executable, "-m", "pycodestyle", "--config=", str(path.resolve())]
    # It prints the path, which the encoding of the terminal may not have.
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:surrogateescape"}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            env=environment,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Result(check, "failed", f"pycodestyle does not end within {SECONDS:g} s")
    if "No module named" in done.stderr:
        return Result(check, "skipped", "pycodestyle is not installed: pip install pycodestyle")
    lines = [line.removeprefix(f"{path.resolve()}:") for line in done.stdout.splitlines()]
    if not lines and done.returncode == 0:
        return Result(check, "passed")
    if not lines:
        return Result(check, "failed", f"pycodestyle cannot read the file: {done.stderr.strip()[-300:]}")
    more = f"\nand {len(lines) - MOST_SHOWN} more" if len(lines) > MOST_SHOWN else ""
    return Result(check, "failed", f"{len(lines)} style errors (line:column):\n" + "\n".join(lines[:MOST_SHOWN]) + more)
