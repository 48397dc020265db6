"""Every example in the documentation of the package does what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import gridsolve
import pytest

MODULES = [
    module.name
    for module in pkgutil.walk_packages(gridsolve.__path__, "gridsolve.")
    if not module.name.endswith(("__main__", ".worker", "._native"))
]


@pytest.mark.parametrize("name", ["gridsolve", *MODULES])
def test_examples(name: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} has no documentation"
    options = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    assert doctest.testmod(module, optionflags=options).failed == 0
    for public in getattr(module, "__all__", []):
        thing = getattr(module, public)
        if callable(thing) and not isinstance(thing, type(list[int])):
            assert thing.__doc__, f"{name}.{public} has no documentation"


def test_the_readme(root: Path) -> None:
    # The end of a block is no part of what an example prints.
    text = re.sub("^```.*$", "", (root / "README.md").read_text(), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, "README.md", None, None)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed == 0
