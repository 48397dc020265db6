"""``gridsolve grade``, ``gridsolve-grade`` and ``python -m gridsolve.grade``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .grading import UnreadableModule, grade
from .report import FORMATS, printable
from .sandbox import Limits
from .specs import SPECS

__all__ = ["main"]

PASSED, FAILED, USAGE, WRONG, INTERRUPTED = 0, 1, 2, 3, 130

EXAMPLES = """\
courseworks:
{specs}

Exit status: 0 all passed, 1 something failed, 2 wrong usage, 3 there is no such module, 130 interrupted.

Examples:
  gridsolve grade --spec dominoes --module homework4.py
  gridsolve grade --spec xo --module hw.py --seed 7 --format gradescope > results.json
"""


def main(arguments: list[str] | None = None) -> int:
    """Grades a module and says with which status the program should end."""
    given = parser().parse_args(arguments)
    try:
        grading = grade(
            SPECS[given.spec],
            given.module,
            seed=given.seed,
            cases=given.cases,
            limits=Limits(given.time, given.memory),
        )
    except UnreadableModule as error:
        print(printable(f"error: {error}"), file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    report = FORMATS[given.format](grading)
    try:
        if given.output is None:
            # What a student writes need not be in the encoding of the terminal.
            encoding = sys.stdout.encoding or "utf-8"
            sys.stdout.write(report.encode(encoding, "backslashreplace").decode(encoding))
            sys.stdout.flush()
        else:
            given.output.write_text(report, encoding="utf-8")
    except BrokenPipeError:
        # Nobody reads on. Python would complain once more when it closes what it writes to.
        sys.stdout = None
    except OSError as error:
        where = "the report" if given.output is None else given.output
        print(printable(f"error: cannot write {where}: {error.strerror}"), file=sys.stderr)
        return WRONG
    return PASSED if grading.passed else FAILED


def parser() -> argparse.ArgumentParser:
    """The command line."""
    specs = "\n".join(f"  {name:14} {spec.title}" for name, spec in SPECS.items())
    parser = argparse.ArgumentParser(
        prog="gridsolve grade",
        description="Grades a Python module of a coursework against the exact solver.",
        epilog=EXAMPLES.format(specs=specs),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--spec", required=True, choices=SPECS, metavar="NAME", help="which coursework")
    add("--module", required=True, type=Path, metavar="FILE", help="the module, a file of Python")
    add("--format", default="text", choices=FORMATS, help="words, JSON, JUnit's XML or Gradescope's results.json")
    add("--output", type=Path, metavar="FILE", help="where the report goes; standard output if not given")
    add("--seed", default=0, type=whole, metavar="N", help="which hidden cases; 0 if not given")
    add("--cases", default=24, type=count, metavar="N", help="how many hidden cases; 24 if not given, at most 1000")
    add("--time", default=10.0, type=seconds, metavar="SECONDS", help="what a check may take; 10 if not given")
    add("--memory", default=1 << 30, type=size, metavar="SIZE", help="memory of a check, such as 512M; 1G if not given")
    return parser


def whole(text: str) -> int:
    """A number from 0."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        raise argparse.ArgumentTypeError("write a whole number from 0")
    return int(text)


def count(text: str) -> int:
    """How many cases."""
    number = whole(text)
    if number > 1000:
        raise argparse.ArgumentTypeError("write at most 1000")
    return number


def seconds(text: str) -> float:
    """A time."""
    try:
        number = float(text.removesuffix("s"))
    except ValueError:
        number = 0.0
    if not 0.1 <= number <= 3600:
        raise argparse.ArgumentTypeError("write a number of seconds from 0.1 to 3600")
    return number


def size(text: str) -> int:
    """A number of bytes, with or without a unit."""
    units = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
    lower = text.lower().removesuffix("b").removesuffix("i")
    digits, unit = (lower[:-1], lower[-1]) if lower[-1:].isalpha() else (lower, "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 16 and unit in units):
        raise argparse.ArgumentTypeError("write a number and a unit, such as 512M or 2G")
    number = int(digits) * units[unit]
    if not 64 << 20 <= number < 1 << 46:
        raise argparse.ArgumentTypeError("Python itself needs 64M")
    return number
