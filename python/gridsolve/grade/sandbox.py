"""The grader's side of the process that runs a student's module: see :mod:`.worker`."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

__all__ = ["Limits", "Other", "Outcome", "Sandbox"]

GRACE = 5.0
"""Seconds beyond those of a check until the process that should have ended it is taken to be lost."""
MARK = "GRIDSOLVE_GRADE_RUN"
"""The variable that all processes of a run have, by which those that have slipped away are found."""


@dataclass(frozen=True)
class Limits:
    """What a check may take."""

    seconds: float = 10.0
    """Seconds of a check, the import of the module included."""
    memory: int = 1 << 30
    """Bytes of memory."""


@dataclass(frozen=True)
class Other:
    """A value that is none of Python's plain ones."""

    description: str

    def __repr__(self) -> str:
        return f"<{self.description}>"


@dataclass(frozen=True)
class Outcome:
    """What came of a check."""

    value: Any = None
    """The value, where there is one."""
    trouble: str | None = None
    """What went wrong instead, in words."""
    printed: str = ""
    """What was printed."""
    seconds: float = 0.0
    """How long it took."""
    at_import: bool = False
    """Whether it went wrong while the module was imported."""
    timed_out: bool = False
    """Whether it did not end in time."""


class Sandbox:
    """Runs checks of one module, each in a process of its own."""

    def __init__(self, path: Path, source: str, limits: Limits) -> None:
        self._path = path.resolve()
        self._source = source
        self._limits = limits
        self._mark = uuid.uuid4().hex
        self._folder = tempfile.TemporaryDirectory(prefix="gridsolve-grade-")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
        self._folder.cleanup()

    def run(self, code: str, call: str, stdin: str = "") -> Outcome:
        """Runs ``code`` in the names of the module and gives the value of the expression ``call``."""
        request = {
            "code": code,
            "call": call,
            "stdin": stdin,
            "path": str(self._path),
            "name": self._path.stem,
            "source": self._source,
            "seconds": self._limits.seconds,
            "memory": self._limits.memory,
        }
        try:
            self._begin()
            self._requests.write(json.dumps(request).encode() + b"\n")
            self._requests.flush()
            reply = json.loads(self._read_line())
        except (OSError, ValueError):
            # The process that should have kept the check in its limits is gone itself.
            self._end()
            return Outcome(trouble="the module broke the process that it was run in")
        outcome = self._outcome(reply)
        if reply["strays"]:
            # What it has left behind ends with the process that adopted it.
            self._end()
            return dataclasses.replace(outcome, value=None, trouble="it leaves processes behind that it has started")
        return outcome

    def _begin(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self._end()
        their_requests, ours = os.pipe()
        self._requests = os.fdopen(ours, "wb")
        self._replies, their_replies = os.pipe()
        worker = Path(__file__).with_name("worker.py")
        self._process = subprocess.Popen(
            # Only the standard library is there: no solver, and nothing that the grader knows.
            [sys.executable, "-I", "-S", "-B", str(worker), str(their_requests), str(their_replies)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env={MARK: self._mark, "PATH": os.defpath},
            pass_fds=(their_requests, their_replies),
            start_new_session=True,
        )
        os.close(their_requests)
        os.close(their_replies)

    def _read_line(self) -> bytes:
        deadline = time.monotonic() + self._limits.seconds + GRACE
        line = b""
        while not line.endswith(b"\n"):
            patience = deadline - time.monotonic()
            if patience <= 0 or not select.select([self._replies], [], [], patience)[0]:
                raise OSError("no reply")
            part = os.read(self._replies, 1 << 16)
            if not part:
                raise OSError("the pipe is closed")
            line += part
        return line

    def _end(self) -> None:
        """Ends the process and all that it has left behind."""
        if self._process is None:
            return
        process, self._process = self._process, None
        with contextlib.suppress(OSError):
            self._requests.close()
        with contextlib.suppress(OSError):
            os.close(self._replies)
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        patience = time.monotonic() + 1.0
        while (strays := _marked(f"{MARK}={self._mark}".encode())) and time.monotonic() < patience:
            for stray in strays:
                with contextlib.suppress(OSError):
                    os.kill(stray, signal.SIGKILL)
            time.sleep(0.002)

    def _outcome(self, reply: dict[str, Any]) -> Outcome:
        seconds = float(reply["seconds"])
        if not reply["in_time"]:
            late = f"it does not end within {self._limits.seconds:g} s: an endless loop, or far too slow"
            return Outcome(trouble=late, seconds=seconds, timed_out=True)
        try:
            answer = json.loads(reply["answer"])
            printed = str(answer["printed"])
            refused = ", ".join(map(str, answer["refused"]))
            at_import = answer["kind"] == "import"
            trouble: str | None = None
            if refused:
                trouble = f"it tries {refused}, which is not allowed here"
            elif answer["kind"] != "value":
                trouble = self._told(answer, at_import)
            value = None if trouble else _decoded(answer["value"])
        except (ValueError, KeyError, TypeError, RecursionError):
            return Outcome(trouble=_ended(int(reply["code"])), seconds=seconds)
        return Outcome(value, trouble, printed, seconds, at_import)

    def _told(self, answer: dict[str, Any], at_import: bool) -> str:
        kind, says, line = str(answer["error"]), str(answer["says"]), answer["line"]
        where = f" (line {line})" if isinstance(line, int) else ""
        if kind == "TooMuchPrinted":
            return f"it prints without end{where}"
        if kind == "MemoryError":
            return f"it needs more than {self._limits.memory >> 20} MiB of memory{where}"
        if kind == "RecursionError":
            return f"it calls itself without end: RecursionError{where}"
        if kind == "SystemExit":
            return f"it ends the program with exit(){where}"
        if kind == "EOFError" and at_import:
            return f'it asks for input when it is imported{where}: put that under if __name__ == "__main__":'
        if kind == "EOFError":
            return f"it asks for more input than there is{where}"
        return f"it raises {kind}{where}" + (f": {says}" if says else "")


def _ended(code: int) -> str:
    """How a process ended that did not answer."""
    if code >= 0:
        return f"it ends the program with status {code} in the middle of the check, as os._exit does"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    reasons = {
        "SIGSEGV": ": endless recursion?",
        "SIGXCPU": ": too much processor time",
        "SIGXFSZ": ": a file too large",
    }
    return f"it crashes with {name}{reasons.get(name, '')}"


def _marked(mark: bytes) -> list[int]:
    """The processes that have the mark in their environment, where the system shows it."""
    found = []
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                with contextlib.suppress(OSError):
                    if mark in Path(entry.path, "environ").read_bytes():
                        found.append(int(entry.name))
    return found


def _decoded(value: Any) -> Any:
    kind, content = value
    if kind == "plain":
        return content
    if kind == "float":
        return float(content)
    if kind == "dict":
        return {_decoded(key): _decoded(part) for key, part in content}
    if kind in ("list", "tuple", "set", "frozenset"):
        parts = [_decoded(part) for part in content]
        return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[kind](parts)
    return Other(str(content))
