"""The command line hands over to this package: every example in its help does what it says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from shared import program


def test_the_examples_of_the_help(root: Path, homework: Path, tmp_path: Path) -> None:
    binary = program()
    environment = {
        **os.environ,
        "GRIDSOLVE_PYTHON": sys.executable,
        "PATH": f"{Path(binary).parent}:{os.environ['PATH']}",
    }
    shutil.copy(homework / "dominoes_right.py", tmp_path / "homework4.py")
    shutil.copy(homework / "xo_right.py", tmp_path / "hw.py")
    told = subprocess.run([binary, "grade", "--help"], capture_output=True, text=True, check=True).stdout
    examples = [line.strip() for line in told.split("Examples:\n")[1].splitlines() if line.strip()]
    assert len(examples) == 2 and all(example.startswith("gridsolve grade ") for example in examples)
    for example in examples:
        run = subprocess.run(example, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    assert (tmp_path / "results.json").exists()


def test_it_ends_as_the_grader_does(homework: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "GRIDSOLVE_PYTHON": sys.executable}
    for module, status in [("leaf_miscount.py", 1), ("missing.py", 3)]:
        command = [program(), "grade", "--spec", "dominoes", "--module", str(homework / module), "--cases", "2"]
        assert subprocess.run(command, env=environment, capture_output=True).returncode == status
    wrong = subprocess.run(
        [program(), "grade", "--spec", "dominoes", "--module", "x.py", "--time", "soon"],
        env=environment,
        capture_output=True,
    )
    assert wrong.returncode == 2
