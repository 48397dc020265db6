"""The notebook in docs runs from beginning to end, and shows what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient


def test_the_notebook_runs(root: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(root / "docs/gridsolve.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "keep the notebook without outputs"
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    shown: list[dict[str, Any]] = [
        output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output
    ]
    pictures = [data["image/svg+xml"] for data in shown if "image/svg+xml" in data]
    assert len(pictures) == 5 and all("<svg" in picture for picture in pictures)
    assert "(2, [('v', 0, 1)])" in [data.get("text/plain") for data in shown]
    assert "Margin given away a move" in pictures[3] and pictures[3].count("<rect") >= 2
