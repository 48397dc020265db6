"""What a grader asks of a module, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

__all__ = ["Check", "Judge", "Name", "Result", "Spec", "difference", "equals", "indented", "same", "shown"]

Judge = Callable[[Any, str], "str | None"]
"""Gets the value of a check and what was printed; says what is wrong, or None."""


@dataclass(frozen=True)
class Name:
    """A name that a module must have."""

    name: str
    """As Python writes it: ``solve``, ``DominoesGame.get_best_move``."""
    parameters: tuple[str, ...] | None
    """Its parameters; None for a class, or where they are free."""
    is_optional: bool = False
    """Whether a module may do without it; what needs it is then skipped."""

    def __str__(self) -> str:
        return self.name if self.parameters is None else f"{self.name}({', '.join(self.parameters)})"


@dataclass(frozen=True)
class Check:
    """One thing that a module is asked for."""

    group: str
    """What the check is part of: the groups have points."""
    name: str
    """The check in a few words, unlike that of any other."""
    call: str
    """The expression whose value is judged."""
    judge: Judge
    """Says what is wrong with it."""
    code: str = ""
    """Statements that are run before, in the names of the module."""
    expected: str = ""
    """The value that is right, for the report."""
    board: str = ""
    """The board that it is about, for the report."""
    stdin: str = ""
    """What the module reads where it asks somebody."""
    needs: tuple[str, ...] = ()
    """Optional names without which the check is skipped."""
    case: Any = None
    """What :attr:`Spec.diagnose` needs to know about it."""


@dataclass(frozen=True)
class Result:
    """What came of a check."""

    check: Check
    status: Literal["passed", "failed", "skipped"]
    message: str = ""
    """What is wrong."""
    value: Any = None
    """What the module answered."""
    got: str = ""
    """The same, for the report."""
    seconds: float = 0.0


@dataclass(frozen=True)
class Spec:
    """A coursework."""

    name: str
    title: str
    names: tuple[Name, ...]
    points: dict[str, float]
    """The points of each group, which its checks share."""
    examples: Callable[[], list[Check]]
    """The published examples."""
    hidden: Callable[[Random, int], list[Check]]
    """As many more cases, made with the random numbers."""
    diagnose: Callable[[Sequence[Result]], list[str]] = field(default=lambda results: [])
    """What the wrong answers have in common, in words."""
    has_style: bool = False
    """Whether PEP 8 is asked for."""


def equals(expected: Any) -> Judge:
    """Judges by equality, of the types too."""

    def judge(value: Any, printed: str) -> str | None:
        if same(value, expected):
            return None
        kinds = (type(expected).__name__, type(value).__name__)
        if kinds[0] != kinds[1] and {"list", "tuple"} == set(kinds):
            return f"a {kinds[0]} is asked for, not a {kinds[1]}"
        return difference("the answer", value, expected) if value == expected else "the answer is wrong"

    return judge


def same(value: Any, expected: Any) -> bool:
    """Whether two values are equal and of the same types throughout: 1, 1.0 and True are three values."""
    if type(value) is not type(expected):
        return False
    if isinstance(expected, (list, tuple)):
        return len(value) == len(expected) and all(map(same, value, expected))
    return bool(value == expected)


def difference(name: str, value: Any, expected: Any) -> str | None:
    """What is wrong with a value that has a name; None where nothing is."""
    if same(value, expected):
        return None
    if value != expected:
        return f"{name} is {expected!r}, not {value!r}"
    if type(value) is not type(expected):
        return f"{name} is of type {type(value).__name__}, not {type(expected).__name__}"
    pairs = zip(value, expected, strict=True)
    part, right = next((part, right) for part, right in pairs if not same(part, right))
    return difference(f"{shown(part)} in {name}", part, right)


def shown(value: Any) -> str:
    """What a value looks like, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 600 else f"{text[:600]}… ({len(text)} characters)"


def indented(text: str, by: str = "    ") -> str:
    """The lines of a text, each moved to the right."""
    return "\n".join(by + line if line else line for line in text.splitlines())
