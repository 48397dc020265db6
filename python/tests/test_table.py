"""Tables: built, opened, probed, verified."""

from __future__ import annotations

from pathlib import Path

import gridsolve
import pytest
from gridsolve import Position, Table


def test_a_table_says_what_the_search_says(tmp_path: Path) -> None:
    path = tmp_path / "small.gst"
    built = Table.build("dots:2x2", path)
    table = Table.open(path)
    assert (table.game, table.rows, table.cols) == ("dots", 2, 2) and table.entries == built.entries > 0
    assert table.bytes == path.stat().st_size and table.sha256 == built.sha256 and len(table.sha256) == 64
    assert "gridsolve table build" in table.made["command"] and repr(table).startswith("<Table dots:2x2 entries=")
    for bits in range(0, 1 << 12, 37):
        text = f"dots:2x2:{bits:012b}"
        answer, searched = table.probe(text), gridsolve.solve(text, all_moves=True, tables=False)
        assert answer is not None and answer.source == "table" and text in table
        assert (answer.value, answer.best) == (searched.value, searched.best)
        assert answer.moves is not None and searched.moves is not None
        assert [(entry.move, entry.value) for entry in answer.moves] == [(e.move, e.value) for e in searched.moves]
    assert table.probe(Position("dots:2x3")) is None and "kings:2x2" not in table


def test_tables_are_asked_first(tmp_path: Path) -> None:
    assert gridsolve.solve("dots:3x3").source == "table"
    assert gridsolve.solve("dots:3x3", tables=True).source == "table"
    assert gridsolve.solve("dots:2x2", tables=False).source == "search"
    # None that is shipped knows such a board.
    board = "dots:1x2:0000000"
    assert [gridsolve.solve("cram:1x9", tables=tables).source for tables in (None, tmp_path)] == ["search"] * 2
    Table.build("cram:1x9", tmp_path / "row.gst")
    for tables in (tmp_path, str(tmp_path), [tmp_path], [str(tmp_path)]):
        answer = gridsolve.solve("cram:1x9", tables=tables)
        assert (answer.source, answer.grundy) == ("table", 0)
    answers = gridsolve.solve_batch(["cram:1x9", board], tables=[tmp_path])
    assert [answer.source for answer in answers if isinstance(answer, gridsolve.Answer)] == ["table", "table"]


def test_folders_of_tables_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        gridsolve.solve("dots:1x1", tables=tmp_path / "nowhere")
    with pytest.raises(TypeError, match="tables: a folder"):
        gridsolve.solve("dots:1x1", tables=3)  # type: ignore[arg-type]
    (tmp_path / "damaged.gst").write_bytes(b"no table")
    with pytest.warns(UserWarning, match="damaged.gst is not used"):
        assert gridsolve.solve("dots:1x1", tables=tmp_path).value == -1


def test_a_table_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "small.gst"
    table = Table.build("dots:1x2", str(path), threads=1, progress=lambda done, of: None)
    assert table.verify() == (0, 0) and table.verify("quick") == (0, 0)
    proved, unproved = table.verify("full")
    assert proved > 0 and unproved == 0
    assert table.verify("deep", entries=5, seed=1)[0] > 0
    with pytest.raises(gridsolve.RangeError):
        table.verify("thorough")  # type: ignore[arg-type]
    data = bytearray(path.read_bytes())
    data[len(data) - 40] ^= 1
    path.write_bytes(data)
    with pytest.raises(gridsolve.TableError):
        Table.open(path).verify()
    path.write_bytes(data[:100])
    with pytest.raises(gridsolve.TableError, match="table"):
        Table.open(path)


def test_what_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        Table.open(tmp_path / "missing.gst")
    assert issubclass(gridsolve.TableFileError, gridsolve.TableError)
    (tmp_path / "text").write_text("nothing of the kind")
    with pytest.raises(gridsolve.TableError):
        Table.open(tmp_path / "text")
    with pytest.raises(gridsolve.TableError):
        Table.build("dots:9x9", tmp_path / "x.gst")
    with pytest.raises(MemoryError):
        Table.build("dots:3x3", tmp_path / "x.gst", memory=1000)
    with pytest.raises(OSError):
        Table.build("dots:1x1", tmp_path / "no" / "where.gst")
    with pytest.raises(TypeError):
        Table.open(5)  # type: ignore[arg-type]
