"""The grader: right modules pass, wrong ones are told what is wrong, and nothing that a module does is fatal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from gridsolve.grade import SPECS, Limits, UnreadableModule, grade, main
from gridsolve.grade.grading import Grading
from gridsolve.grade.report import FORMATS

RIGHT = {
    "dominoes": "dominoes_right.py",
    "dots-endgame": "dots_right.py",
    "xo": "xo_right.py",
    "blocking": "blocking_right.py",
}


def failures(grading: Grading) -> list[str]:
    return [f"{result.check.name}: {result.message}" for result in grading.results if result.status == "failed"]


@pytest.mark.parametrize("spec", RIGHT)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_right_module_passes(spec: str, seed: int, homework: Path) -> None:
    grading = grade(SPECS[spec], homework / RIGHT[spec], seed=seed)
    assert failures(grading) == [] and grading.passed
    assert grading.score[0] == grading.score[1] == pytest.approx(sum(SPECS[spec].points.values()))


@pytest.mark.parametrize(
    ("spec", "module", "words"),
    [
        ("dots-endgame", "wrong_sign_on_extra_turn.py", "the sign on an extra turn is wrong"),
        ("dominoes", "wrong_tie_break.py", "a wrong tie-break"),
        ("dominoes", "leaf_miscount.py", "a leaf miscount"),
    ],
)
def test_a_known_mistake_is_named(spec: str, module: str, words: str, homework: Path) -> None:
    for seed in range(2):
        grading = grade(SPECS[spec], homework / module, seed=seed)
        assert not grading.passed and grading.score[0] < grading.score[1]
        assert len(grading.diagnoses) == 1 and words in grading.diagnoses[0], grading.diagnoses
        assert words in FORMATS["text"](grading)


def test_a_changed_board_is_told(homework: Path) -> None:
    grading = grade(SPECS["dominoes"], homework / "mutated_board.py")
    assert failures(grading) == [
        f"board {number} is left alone: get_best_move has changed the board: a search must play on copies, or take its "
        "moves back"
        for number in (1, 2)
    ]


def test_an_endless_loop_is_told_and_ends(homework: Path) -> None:
    started = time.monotonic()
    grading = grade(SPECS["dots-endgame"], homework / "endless_loop.py", limits=Limits(seconds=0.5))
    assert time.monotonic() - started < 30
    messages = failures(grading)
    assert any("does not end within 0.5 s: an endless loop, or far too slow" in message for message in messages)
    assert any("not run: 3 checks before it did not end" in message for message in messages)


def test_failures_show_board_expected_and_got(homework: Path) -> None:
    text = FORMATS["text"](grade(SPECS["dots-endgame"], homework / "wrong_sign_on_extra_turn.py"))
    assert ".---.   .\n        |\n        .---.   ." in text
    assert "the margin is 2, not 0" in text
    assert "expected: (2, [('v', 0, 1)])" in text and "got: (0, [('v', 0, 1)])" in text


@pytest.fixture
def module(tmp_path: Path) -> Callable[[str], Path]:
    def write(source: str) -> Path:
        path = tmp_path / "hw.py"
        path.write_text(source)
        return path

    return write


SOLVE = "def solve(rows, cols, drawn):\n    "
BAD: dict[str, tuple[str, str]] = {
    "loops": (SOLVE + "while True: pass\n", "does not end within"),
    "sleeps": (SOLVE + "import time; time.sleep(99)\n", "does not end within"),
    "ignores interrupts": (
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        + SOLVE
        + "\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n",
        "does not end within",
    ),
    "raises": (SOLVE + "return 1 // 0\n", "it raises ZeroDivisionError (line 2)"),
    "exits": (SOLVE + "exit()\n", "it ends the program with exit()"),
    "exits at once": (SOLVE + "import os; os._exit(0)\n", "with status 0 in the middle of the check"),
    "aborts": (SOLVE + "import os; os.abort()\n", "crashes with SIGABRT"),
    "crashes": (SOLVE + "import ctypes; ctypes.string_at(0)\n", "crashes with SIGSEGV"),
    "recurses": (SOLVE + "return solve(rows, cols, drawn)\n", "calls itself without end"),
    "prints": (SOLVE + "\n    while True: print('x' * 999)\n", "prints without end"),
    "writes to descriptors": (
        SOLVE
        + "import os\n    for number in range(3, 64):\n        try: os.write(number, b'garbage\\n')\n"
        + "        except OSError: pass\n    return (0, [])\n",
        "",
    ),
    "forks": (SOLVE + "import os; os.fork(); return (0, [])\n", "it tries os.fork, which is not allowed"),
    "forks without end": (
        SOLVE + "import os\n    while True:\n        try: os.fork()\n        except OSError: return (0, [])\n",
        "it tries os.fork",
    ),
    "starts programs": (SOLVE + "import subprocess; subprocess.run(['sleep', '99'])\n", "it tries "),
    "starts a shell": (SOLVE + "import os; os.system('sleep 99')\n", "it tries os.system"),
    "slips away": (
        SOLVE
        + "import ctypes, os, time\n    if ctypes.CDLL(None).fork() == 0:\n"
        + "        os.setsid(); time.sleep(99)\n    return (0, [])\n",
        "leaves processes behind" if sys.platform == "linux" else "",
    ),
    "connects": (SOLVE + "import socket; socket.create_connection(('127.0.0.1', 9))\n", "it tries socket.connect"),
    "kills": (SOLVE + "import os; os.kill(os.getppid(), 9)\n", "it tries os.kill"),
    "eats memory": (SOLVE + "return bytearray(1 << 34)\n", "needs more than 256 MiB of memory"),
    "eats memory bit by bit": (
        SOLVE + "\n    hoard = []\n    while True: hoard.append(bytearray(1 << 24))\n",
        "needs more than 256 MiB",
    ),
    "fills the disk": (SOLVE + "open('x', 'wb').write(bytes(1 << 22))\n", "it "),
    "asks": (SOLVE + "return input()\n", "it asks for more input than there is"),
    "uses the solver": (
        SOLVE + "import gridsolve; return gridsolve.coursework.solve(rows, cols, drawn)\n",
        "No module named 'gridsolve'",
    ),
    "answers nothing": (SOLVE + "pass\n", "a tuple (margin, moves) is asked for"),
    "answers an object": (SOLVE + "return object()\n", "a tuple (margin, moves) is asked for"),
    "answers a great number": (
        SOLVE + "return (10 ** 9999, [])\n",
        "the margin is -1, not <an int with very many digits>",
    ),
    "answers a great list": (SOLVE + "return (0, [0] * 10 ** 6)\n", "a tuple (margin, moves) is asked for"),
    "answers a nest": (SOLVE + "\n    nest = []\n    for _ in range(10 ** 5): nest = [nest]\n    return nest\n", ""),
    "answers itself": (SOLVE + "\n    ring = []\n    ring.append(ring)\n    return ring\n", ""),
    "answers what is no number": (SOLVE + "return (float('nan'), [])\n", "the margin is -1, not nan"),
    "answers half a character": (SOLVE + "return ('\\ud800', [])\n", "the margin is -1, not"),
    "has no solve": ("def slove(rows, cols, drawn): pass\n", "there is no solve"),
    "has another signature": (
        "def solve(cols, rows, drawn): return (0, [])\n",
        "solve(rows, cols, drawn) is asked for, not solve(cols, rows, drawn)",
    ),
    "is no function": ("solve = 5\n", "solve is no function"),
    "fails at import": ("import nothing_like_this\n", "when it is imported, it raises ModuleNotFoundError (line 1)"),
    "loops at import": ("while True: pass\n", "when it is imported, it does not end"),
    "asks at import": ("name = input('Name: ')\n", 'put that under if __name__ == "__main__":'),
    "exits at import": ("import os\nos._exit(9)\n", "when it is imported, it ends the program with status 9"),
    "tampers with Python": (
        "import builtins, json, os, sys\njson.dumps = os.write = sys.stdout = None\nbuiltins.len = None\n"
        + SOLVE
        + "return (0, [])\n",
        "",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_whatever_a_module_does_is_reported(name: str, module: Callable[[str], Path]) -> None:
    source, words = BAD[name]
    path = module(source)
    grading = grade(SPECS["dots-endgame"], path, cases=2, limits=Limits(seconds=1.5, memory=256 << 20))
    assert not grading.passed
    assert any(words in message for message in failures(grading)), failures(grading)
    for form in FORMATS.values():
        assert form(grading)
    assert not left_over(), "a process of the module is still there"


def left_over() -> list[str]:
    """The processes that a run of the grader has left behind."""
    found = []
    for entry in Path("/proc").glob("[0-9]*") if sys.platform == "linux" else []:
        try:
            if b"GRIDSOLVE_GRADE_RUN=" in (entry / "environ").read_bytes():
                found.append(entry.name)
        except OSError:
            pass
    return found


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "gridsolve.grade", *arguments], capture_output=True, text=True)


def test_the_status_says_how_it_ended(homework: Path, tmp_path: Path) -> None:
    right, wrong = str(homework / "dots_right.py"), str(homework / "wrong_sign_on_extra_turn.py")
    assert run("--spec", "dots-endgame", "--module", right, "--cases", "3").returncode == 0
    assert run("--spec", "dots-endgame", "--module", wrong, "--cases", "3").returncode == 1
    for usage in [
        [],
        ["--spec", "chess", "--module", right],
        ["--spec", "xo"],
        ["--spec", "xo", "--module", right, "--seed", "-1"],
    ]:
        assert run(*usage).returncode == 2
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    for path in [tmp_path / "missing.py", tmp_path, pipe, Path(os.devnull)]:
        done = run("--spec", "xo", "--module", str(path), "--format", "json")
        assert (done.returncode, done.stdout) == (3, "") and done.stderr.startswith("error: cannot read "), path
        assert "Traceback" not in done.stderr
    assert "Examples:" in run("--help").stdout


NO_PYTHON: dict[str, tuple[bytes, str]] = {
    "half a function": (b"def (", "it raises SyntaxError (line 1): "),
    "an open text": (b"x = 1\nx = '''", "it raises SyntaxError (line 2): unterminated"),
    "NUL bytes": (b"x = 1\0\0", "null bytes"),
    "no UTF-8": (b"x = 1\ny = '\xff\xfe'\n", "the file is no Python: it is no text"),
    "an encoding that there is not": (b"# coding: klingon\n", "the file is no Python: it is no text: unknown encoding"),
    "an encoding of no text": (b"# coding: hex\n00", "the file is no Python: it is no text"),
    "a nest of brackets": (b"(" * 100_000, "SyntaxError"),
    "a nest of signs": (b"-" * 100_000 + b"1", "SyntaxError"),
}


@pytest.mark.parametrize("name", NO_PYTHON)
@pytest.mark.parametrize("spec", SPECS)
def test_what_is_no_python_has_a_report(
    name: str, spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, words = NO_PYTHON[name]
    path = tmp_path / "hw.py"
    path.write_bytes(content)
    records = {}
    for form in FORMATS:
        assert main(["--spec", spec, "--module", str(path), "--cases", "2", "--format", form]) == 1
        records[form] = capsys.readouterr().out
    report = json.loads(records["json"])
    assert report["score"] == 0 and report["max_score"] == sum(SPECS[spec].points.values())
    assert {test["status"] for test in report["tests"]} == {"failed"}
    assert report["tests"][0]["name"] == "the module can be imported" and words in report["tests"][0]["message"]
    scores = json.loads(records["gradescope"])
    assert scores["score"] == 0 and words in scores["tests"][0]["output"]
    suite = ElementTree.fromstring(records["junit"])[0]
    assert words in (suite[0][0].text or "") and words in records["text"]


HOSTILE_TEXTS = {
    "raises half a character": "raise ValueError('\\ud800')",
    "prints half a character": "print('\\ud800')",
    "returns half a character": "return '\\ud800'",
    "raises what the terminal obeys": "raise ValueError('\\x1b[2J\\x9b2J\\r\\x07')",
    "raises what the terminal obeys in lines": "raise ValueError('1\\n\\x85\\x1b]0;x\\x07\\n\\x0c')",
    "prints what the terminal obeys": "print('\\x1b[2J\\t\\x00\\x7f')",
    "raises letters": "raise ValueError('\u017elu\u0165ou\u010dk\u00fd')",
    "turns the line around": "raise ValueError('\\u202etxet')",
}


@pytest.mark.parametrize("name", HOSTILE_TEXTS)
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_whatever_a_module_says_can_be_written(name: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "\u00fakol \x1b[31m.py"
    does = HOSTILE_TEXTS[name]
    path.write_text(f"{SOLVE}{does}\n\n\ndef printBoard(board):\n    {does}\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    # What is printed is shown where printing is asked for.
    spec = "xo" if name.startswith("prints") else "dots-endgame"
    for form in FORMATS:
        command = ["--spec", spec, "--module", str(path), "--cases", "1", "--format", form]
        done = subprocess.run([sys.executable, "-m", "gridsolve.grade", *command], capture_output=True, env=environment)
        assert (done.returncode, done.stderr) == (1, b""), done.stderr.decode()
        report = done.stdout.decode(encoding)
        assert all(mark in "\n\t" or mark.isprintable() for mark in report), report
        if form == "junit":
            ElementTree.fromstring(report)
        elif form != "text":
            json.loads(report)


def test_a_path_cannot_command_the_terminal() -> None:
    missing = run("--spec", "xo", "--module", "\x1b[31m.py")
    assert missing.returncode == 3 and "\x1b" not in missing.stderr and "\\x1b[31m.py" in missing.stderr


def test_style_is_read_whatever_the_path_and_the_terminal(homework: Path, tmp_path: Path) -> None:
    path = tmp_path / "dom\u00e1c\u00ed.py"
    path.write_text((homework / "dominoes_right.py").read_text())
    command = [sys.executable, "-m", "gridsolve.grade", "--spec", "dominoes", "--module", str(path), "--cases", "1"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "") and "style: 1 of 1 passed" in done.stdout
    path.write_text(path.read_text() + "x=1\n")
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "2 style errors (line:column):" in done.stdout and "91:1: E305" in done.stdout, done.stdout


SIGNATURES = {
    "a number": "5",
    "nothing": "None",
    "a list": "['rows']",
    "half a character": "chr(0xd800)",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_signature_that_makes_no_sense_is_told(name: str, module: Callable[[str], Path]) -> None:
    path = module(
        "import inspect\n\n\nclass Parameter:\n    default = kind = None\n"
        f"    name = {SIGNATURES[name]}\n\n\nclass Signature(inspect.Signature):\n"
        "    parameters = {'rows': Parameter}\n\n\n" + SOLVE + "pass\n\n\nsolve.__signature__ = Signature()\n"
    )
    grading = grade(SPECS["dots-endgame"], path, cases=1)
    assert failures(grading)[0].startswith("solve(rows, cols, drawn): solve(rows, cols, drawn) is asked for, ")
    for form in FORMATS.values():
        assert form(grading)


WRAPPED = {
    "a margin that is a float": ("dots-endgame", "(float(margin), moves)", "the margin is of type float, not int"),
    "moves with False for 0": (
        "dots-endgame",
        "(margin, [(kind, row or False, col) for kind, row, col in moves])",
        "is of type bool, not int",
    ),
}


@pytest.mark.parametrize("name", WRAPPED)
def test_numbers_of_another_type_are_no_right_answer(name: str, homework: Path, module: Callable[[str], Path]) -> None:
    spec, answer, words = WRAPPED[name]
    path = module(
        (homework / RIGHT[spec]).read_text()
        + "\n\nright = solve\n\n\n"
        + SOLVE
        + f"margin, moves = right(rows, cols, drawn)\n    return {answer}\n"
    )
    grading = grade(SPECS[spec], path, cases=4)
    assert not grading.passed and any(words in message for message in failures(grading)), failures(grading)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("(move, float(value), leaves)", "the value is of type float, not int"),
        ("(move, value, float(leaves))", "the number of leaves is of type float, not int"),
        ("(move and (move[0] or False, move[1]), value, leaves)", "False in the move is of type bool, not int"),
        ("[move, value, leaves]", "a tuple (move, value, leaves) is asked for"),
    ],
)
def test_every_part_of_a_triple_has_its_type(
    answer: str, words: str, homework: Path, module: Callable[[str], Path]
) -> None:
    path = module(
        (homework / "dominoes_right.py").read_text()
        + "\n\nright = DominoesGame.get_best_move\n\n\ndef get_best_move(self, vertical, limit):\n"
        + f"    move, value, leaves = right(self, vertical, limit)\n    return {answer}\n\n\n"
        + "DominoesGame.get_best_move = get_best_move\n"
    )
    grading = grade(SPECS["dominoes"], path, cases=4)
    assert any(words in message for message in failures(grading)), failures(grading)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("validateTile", "square1, square2, size"),
        ("placeTile", "board, symbol, square1, square2"),
        ("isGameAlive", "board"),
    ],
)
def test_1_is_not_true(name: str, parameters: str, homework: Path, module: Callable[[str], Path]) -> None:
    path = module(
        (homework / "xo_right.py").read_text()
        + f"\n\nright = {name}\n\n\ndef {name}({parameters}):\n    return int(right({parameters}))\n"
    )
    messages = failures(grade(SPECS["xo"], path, cases=8))
    assert messages and all("the answer is of type int, not bool" in message for message in messages), messages


@pytest.mark.parametrize(
    ("dropped", "most"),
    [
        (["symmetry"], 40),
        (["finisher"], 35),
        (["maxblock"], 30),
        (["maxblock", "finisher"], 23),
        (["maxblock", "finisher", "symmetry"], 22),
        (["random"], 16),
    ],
)
def test_a_strategy_that_is_missing_costs_its_share(
    dropped: list[str], most: float, homework: Path, module: Callable[[str], Path]
) -> None:
    source = (homework / RIGHT["blocking"]).read_text()
    path = module(source + "".join(f"\n\ndel strategy_{name}\n" for name in dropped))
    grading = grade(SPECS["blocking"], path)
    score, of = grading.score
    assert of == 40 and score <= most and (score == 40) == (dropped == ["symmetry"]), (score, of)
    assert grading.passed == (dropped == ["symmetry"])
    for name in set(dropped) - {"symmetry"}:
        assert sum(f"there is no strategy_{name}" in message for message in failures(grading)) > 1


def test_an_optional_method_that_is_called_otherwise_is_asked_all_the_same(
    homework: Path, module: Callable[[str], Path]
) -> None:
    source = (homework / "dominoes_right.py").read_text()
    path = module(source + "\n\nDominoesGame.legal_moves = lambda self: []\n")
    messages = failures(grade(SPECS["dominoes"], path, cases=1))
    assert any(message.startswith("legal_moves, vertical: it raises TypeError") for message in messages), messages


def test_every_form_of_a_report(homework: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--spec", "dominoes", "--module", str(homework / "wrong_tie_break.py"), "--cases", "8", "--seed", "3"]
    records: dict[str, Any] = {}
    for form in ("json", "gradescope", "junit", "text"):
        assert main([*arguments, "--format", form]) == 1
        records[form] = capsys.readouterr().out
    report = json.loads(records["json"])
    assert report["schema"] == "gridsolve-grade/1" and report["passed"] is False and report["seed"] == 3
    failed = [test for test in report["tests"] if test["status"] == "failed"]
    assert failed and all(test["message"] and test["expected"] and test["got"] for test in failed)
    scores = json.loads(records["gradescope"])
    assert scores["score"] == report["score"] and len(scores["tests"]) == len(report["tests"])
    assert sum(test["max_score"] for test in scores["tests"]) == pytest.approx(100, abs=0.1)
    suite = ElementTree.fromstring(records["junit"].encode())[0]
    assert suite.get("failures") == str(len(failed)) and len(suite.findall("testcase")) == len(report["tests"])
    output = tmp_path / "results.json"
    assert main([*arguments, "--format", "gradescope", "--output", str(output)]) == 1
    assert len(json.loads(output.read_text())["tests"]) == len(scores["tests"]) and capsys.readouterr().out == ""
    assert main([*arguments, "--output", str(tmp_path / "no" / "where")]) == 3


def test_the_same_seed_asks_the_same(homework: Path) -> None:
    def calls(seed: int) -> list[str]:
        grading = grade(SPECS["xo"], homework / "xo_right.py", seed=seed)
        return [result.check.code + result.check.call for result in grading.results]

    assert calls(1) == calls(1) != calls(2)


def test_style_errors_cost_points(homework: Path, tmp_path: Path) -> None:
    path = tmp_path / "hw.py"
    path.write_text((homework / "dominoes_right.py").read_text().replace("self.cols = ", "self.cols=") + "\nx=1 \n")
    grading = grade(SPECS["dominoes"], path, cases=1)
    assert [message.splitlines()[0] for message in failures(grading)] == [
        "PEP 8 (pycodestyle): 4 style errors (line:column):"
    ]
    assert grading.score == (95.0, 100.0)


def test_a_module_without_the_suggested_methods(homework: Path, tmp_path: Path) -> None:
    path = tmp_path / "hw.py"
    path.write_text(
        "from gridsolve_less import search\n\n\nclass DominoesGame:\n"
        "    def __init__(self, board):\n        self.board = board\n\n"
        "    def get_best_move(self, vertical, limit):\n        return search(self.board, vertical, limit)\n"
    )
    (tmp_path / "gridsolve_less.py").write_text(
        (homework / "dominoes_right.py").read_text()
        + "\n\ndef search(board, vertical, limit):\n    return DominoesGame(board).get_best_move(vertical, limit)\n"
    )
    grading = grade(SPECS["dominoes"], path)
    assert failures(grading) == [] and sum(result.status == "skipped" for result in grading.results) > 15
    assert grading.score == (100.0, 100.0)


def test_a_missing_module_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(UnreadableModule, match="cannot read"):
        grade(SPECS["xo"], tmp_path / "missing.py")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="the system has no process groups")
def test_an_interrupt_leaves_nothing_behind(homework: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "gridsolve.grade",
        "--spec",
        "dots-endgame",
        "--module",
        str(homework / "endless_loop.py"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1.5)
        process.send_signal(2)
        assert process.wait(timeout=5) == 130
    assert not left_over()
