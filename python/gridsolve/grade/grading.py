"""Grading a module: what is asked, in which order, and when it is given up."""

from __future__ import annotations

import io
import stat
import time
import tokenize
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from .checks import Check, Name, Result, Spec, shown
from .sandbox import Limits, Outcome, Sandbox
from .style import STYLE, style

__all__ = ["Grading", "UnreadableModule", "grade"]

PATIENCE = 3
"""So many checks may fail to end until those that are left are not run any more."""
MOST_SOURCE = 1 << 20
"""Bytes of the largest file that is read."""


class UnreadableModule(Exception):
    """A file that cannot be read; the message says why."""


@dataclass(frozen=True)
class Grading:
    """What came of a module."""

    spec: Spec
    path: Path
    seed: int
    results: tuple[Result, ...]
    diagnoses: tuple[str, ...]
    """What the wrong answers have in common, in words."""
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return all(result.status != "failed" for result in self.results)

    def points(self, result: Result) -> tuple[float, float]:
        """The points that a check has earned and could earn: those of its group, shared by all that ran."""
        sharing = [each for each in self.results if each.check.group == result.check.group and each.status != "skipped"]
        if result.status == "skipped":
            return 0.0, 0.0
        share = self.spec.points.get(result.check.group, 0.0) / len(sharing)
        return (share if result.status == "passed" else 0.0), share

    @property
    def score(self) -> tuple[float, float]:
        """The points of the module and the most there are."""
        pairs = [self.points(result) for result in self.results]
        return round(sum(pair[0] for pair in pairs), 2), round(sum(pair[1] for pair in pairs), 2)


def grade(
    spec: Spec,
    path: Path,
    *,
    seed: int = 0,
    cases: int = 24,
    limits: Limits | None = None,
    watch: Callable[[Result], object] = lambda result: None,
) -> Grading:
    """Grades the module at ``path``; ``watch`` is told each result as it is there.

    The same seed gives the same hidden cases. A file that is no Python fails like any that cannot be imported;
    :class:`UnreadableModule` is raised where there is no file to grade.
    """
    started = time.monotonic()
    source, fault = decoded(read(path))
    results: list[Result] = []

    def add(result: Result) -> None:
        results.append(result)
        watch(result)

    with Sandbox(path, source, limits or Limits()) as sandbox:
        imported = import_result(sandbox, fault)
        add(imported)
        is_importable = imported.status == "passed"
        # What is there but is not called as it should be is asked all the same.
        absent: dict[str, Name] = {}
        for name in spec.names:
            result = name_result(sandbox, name) if is_importable else not_run(name_check(name))
            if result.message == missing(name):
                absent[name.name] = name
            add(result)
        late = 0
        for check in [*spec.examples(), *spec.hidden(Random(f"{spec.name} {seed}"), cases)]:
            if not is_importable:
                result = not_run(check)
            elif lacking := [absent[need] for need in dict.fromkeys(check.needs) if need in absent]:
                # What a module must have costs the points of all that needs it.
                status: Any = "skipped" if all(name.is_optional for name in lacking) else "failed"
                result = Result(check, status, "; ".join(map(missing, lacking)))
            elif late >= PATIENCE:
                result = replace(not_run(check), message=f"not run: {PATIENCE} checks before it did not end")
            else:
                result, timed_out = check_result(sandbox, check)
                late += timed_out
            add(result)
    if spec.has_style:
        add(style(path) if is_importable else not_run(STYLE))
    diagnoses = spec.diagnose(results) if any(each.status == "failed" and each.check.case for each in results) else []
    return Grading(spec, path, seed, tuple(results), tuple(diagnoses), time.monotonic() - started)


def read(path: Path) -> bytes:
    """What is in a file."""
    try:
        # A pipe would be waited for, perhaps for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnreadableModule(f"cannot read {path}: it is no ordinary file")
        with path.open("rb") as file:
            data = file.read(MOST_SOURCE + 1)
    except OSError as error:
        raise UnreadableModule(f"cannot read {path}: {error.strerror}") from error
    if len(data) > MOST_SOURCE:
        raise UnreadableModule(f"{path} is longer than {MOST_SOURCE} bytes: it is no homework")
    return data


def decoded(data: bytes) -> tuple[str, str | None]:
    """The text of a file in the encoding that it says it has, and what is wrong where there is none."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return "", f"it is no text in {encoding} (line {line}): {error.reason}"
    except (SyntaxError, ValueError, LookupError) as error:
        return "", f"it is no text: {error}"


def import_result(sandbox: Sandbox, fault: str | None) -> Result:
    """Whether the module can be imported; ``fault`` is what is wrong with its text."""
    check = Check("names", "the module can be imported", "", lambda value, printed: None)
    if fault is not None:
        return Result(check, "failed", f"the file is no Python: {fault}")
    outcome = sandbox.run("", "None")
    if outcome.trouble is None:
        return Result(check, "passed", seconds=outcome.seconds)
    return Result(check, "failed", f"when it is imported, {outcome.trouble}", seconds=outcome.seconds)


def name_check(name: Name) -> Check:
    """Whether a name is there."""
    return Check("names", str(name), f"signature_of({name.name!r})", lambda value, printed: None, expected=str(name))


def name_result(sandbox: Sandbox, name: Name) -> Result:
    """Whether a name is there, and is called as it should be."""
    check = name_check(name)
    outcome = sandbox.run("", check.call)
    found = outcome.value
    if outcome.trouble is not None:
        return Result(check, "failed", outcome.trouble)
    if found == "missing":
        return Result(check, "skipped" if name.is_optional else "failed", missing(name))
    if found == "no function":
        return Result(check, "failed", f"{name.name} is no function")
    if found == "class" or name.parameters is None:
        return Result(check, "passed")
    try:
        got = Name(name.name, tuple(parameter for parameter, _ in found))
        needed = [parameter for parameter, may_be_left_out in found if not may_be_left_out]
        parameters = tuple(got.parameters or ())[: len(name.parameters)]
        if parameters != name.parameters or len(needed) > len(name.parameters):
            return Result(check, "failed", f"{name} is asked for, not {got}", got=str(got))
    except (TypeError, ValueError):
        # A module can give its functions any signature, even one that makes no sense.
        return Result(check, "failed", f"{name} is asked for, but its parameters cannot be read", got=shown(found))
    return Result(check, "passed")


def missing(name: Name) -> str:
    """That there is no such name."""
    return f"there is no {name.name}"


def check_result(sandbox: Sandbox, check: Check) -> tuple[Result, bool]:
    """What comes of a check, and whether it did not end."""
    outcome: Outcome = sandbox.run(check.code, check.call, check.stdin)
    if outcome.trouble is not None:
        return Result(check, "failed", outcome.trouble, seconds=outcome.seconds), outcome.timed_out
    message = judged(check, outcome)
    got = outcome.printed.rstrip() if outcome.value is None and outcome.printed else shown(outcome.value)
    status: Any = "failed" if message else "passed"
    return Result(check, status, message or "", outcome.value, got, outcome.seconds), False


def judged(check: Check, outcome: Outcome) -> str | None:
    """What is wrong with an answer. A judge that cannot make sense of it says that it is wrong."""
    try:
        return check.judge(outcome.value, outcome.printed)
    except (TypeError, ValueError, LookupError, AttributeError):
        return "the answer is not of the kind that is asked for"


def not_run(check: Check) -> Result:
    """A check of a module that cannot be imported."""
    return Result(check, "failed", "not run: the module cannot be imported")
