"""Runs the code of a student's module, each check in a process of its own. Nothing of gridsolve is imported here.

The grader starts this file with a Python that knows the standard library only, so that there is no solver and no
answer within reach of the module. It reads requests, one JSON object a line, and forks for each: the child takes
limits upon itself, runs the module and the check, and answers through a pipe; this process waits, ends what does not
end by itself, and passes on what came of it.
"""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import inspect
import io
import json
import os
import resource
import select
import signal
import sys
import time
import traceback
import types
from typing import Any

Record = dict[str, Any]
"""A request or a reply."""
MOST_OUTPUT = 1 << 20
"""Characters that a check may print, and bytes that its answer may have."""
MOST_PARTS = 100_000
"""Numbers, texts and lists that an answer may be made of."""


def serve(requests: io.TextIOBase, replies: io.TextIOBase) -> None:
    """Answers requests until there are no more."""
    for line in requests:
        request = json.loads(line)
        reply = run_apart(request)
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


def run_apart(request: Record) -> Record:
    """Runs a check in a child, and says what came of it: what it answered, and how it ended."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        # What this process is asked and answers is nothing to the module.
        os.closerange(3, write)
        os.closerange(write + 1, 1024)
        os.setsid()
        try:
            run_here(request, write)
        finally:
            os._exit(0)
    os.close(write)
    started = time.monotonic()
    answer, in_time = read_all(read, started + request["seconds"])
    os.close(read)
    seconds = time.monotonic() - started
    # Where it has answered, it ends at once; whatever it has started ends with it.
    status = None
    while in_time and status is None and time.monotonic() < started + request["seconds"]:
        ended, status_now = os.waitpid(child, os.WNOHANG)
        status = status_now if ended else None
        if not ended:
            time.sleep(0.0005)
    kill_group(child)
    if status is None:
        _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return {"answer": answer, "in_time": in_time, "code": code, "seconds": seconds, "strays": has_children()}


def adopt_orphans() -> None:
    """Makes processes that slip away from their parents children of this one, where the system can (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def has_children() -> bool:
    """Whether a check has left processes behind."""
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if ended == 0:
            return True


def read_all(read: int, deadline: float) -> tuple[str, bool]:
    """What comes through a pipe until it is closed, and whether that was before the deadline."""
    parts: list[bytes] = []
    size = 0
    while True:
        patience = deadline - time.monotonic()
        if patience <= 0 or not select.select([read], [], [], patience)[0]:
            return "", False
        part = os.read(read, 1 << 16)
        size += len(part)
        if not part or size > MOST_OUTPUT + (1 << 18):
            return b"".join(parts).decode("utf-8", "replace"), True
        parts.append(part)
        if part.endswith(b"\n"):
            return b"".join(parts).decode("utf-8", "replace"), True


def kill_group(child: int) -> None:
    """Ends the child and all it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


# What follows runs in the child.


def run_here(request: Record, write: int) -> None:
    """Takes limits upon this process, runs the check and writes what came of it."""
    own = os.getpid()
    limit(request)
    # The interpreter gives these to programs, though not here.
    vars(builtins).update(exit=sys.exit, quit=sys.exit)
    printed = Printed()
    sys.stdin = io.StringIO(request["stdin"])
    sys.stdout = sys.stderr = printed
    refused: list[str] = []
    refuse_processes(refused)
    reply = outcome_of(request)
    if os.getpid() != own:
        os._exit(0)
    reply["printed"] = printed.getvalue()
    reply["refused"] = sorted(set(refused))
    data = json.dumps(reply).encode("utf-8", "replace") + b"\n"
    while data:
        data = data[os.write(write, data) :]


def limit(request: Record) -> None:
    """Memory, processor time and files, none of which can be raised again."""
    seconds = int(request["seconds"]) + 2
    for what, most in [
        (resource.RLIMIT_AS, request["memory"]),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 1 << 20),
        (resource.RLIMIT_CORE, 0),
    ]:
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # Where the system knows no such limit, the time is watched from outside all the same.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


class TooMuchPrinted(BaseException):
    """A module prints without end."""


class Printed(io.StringIO):
    """What a module prints, up to a limit."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > MOST_OUTPUT:
            raise TooMuchPrinted
        return super().write(text)


STARTS = (
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.system",
    "os.exec",
    "os.spawn",
    "subprocess.Popen",
    "pty.spawn",
)
REFUSED = (*STARTS, "socket.connect", "socket.bind", "os.kill", "os.killpg", "signal.pthread_kill")


def refuse_processes(refused: list[str]) -> None:
    """No module starts processes, ends them, or talks to the network."""

    def hook(event: str, _: object) -> None:
        if event in REFUSED:
            refused.append(event)
            raise PermissionError(f"{event} is not allowed here")

    sys.addaudithook(hook)


def outcome_of(request: Record) -> Record:
    """Runs the module and the check."""
    try:
        module = load(request)
    except BaseException as error:
        return {"kind": "import", **told(error, request["path"])}
    namespace = dict(vars(module))
    namespace.update(__builtins__=builtins, signature_of=lambda name: signature_of(module, name))
    try:
        exec(compile(request["code"], "<check>", "exec"), namespace)
        value = eval(compile(request["call"], "<check>", "eval"), namespace)
        return {"kind": "value", "value": safely_encoded(value)}
    except BaseException as error:
        return {"kind": "raised", **told(error, request["path"])}


def load(request: Record) -> types.ModuleType:
    """The module, run as an import runs it."""
    module = types.ModuleType(request["name"])
    module.__file__ = request["path"]
    sys.modules[request["name"]] = module
    sys.path.insert(0, os.path.dirname(request["path"]))
    try:
        code = compile(request["source"], request["path"], "exec")
    except (MemoryError, RecursionError):
        raise SyntaxError("it is nested too deeply for Python") from None
    exec(code, vars(module))
    return module


def told(error: BaseException, path: str) -> Record:
    """An error in words: its kind, what it says, and the last line of the module that it went through."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename == path:
        return {"error": kind, "says": str(error.msg)[:500], "line": error.lineno}
    try:
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
        lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame in frames]
        says = str(error)[:500]
    except BaseException:
        return {"error": kind, "says": "", "line": None}
    return {"error": kind, "says": says, "line": lines[-1] if lines else None}


def signature_of(module: types.ModuleType, name: str) -> object:
    """The parameters of a function or method: names, and whether each may be left out. A text where there is none."""
    thing: object = module
    for part in name.split("."):
        if part not in vars(thing) and not hasattr(thing, part):
            return "missing"
        thing = getattr(thing, part)
    if inspect.isclass(thing):
        return "class"
    if not callable(thing):
        return "no function"
    parameters = inspect.signature(thing).parameters.values()
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [[each.name, each.default is not inspect.Parameter.empty or each.kind in optional] for each in parameters]


class TooLarge(Exception):
    """A value has too many parts."""


def safely_encoded(value: Any) -> list[Any]:
    """A value as JSON, whatever it is."""
    try:
        return encoded(value, [0])
    except TooLarge:
        return ["other", f"a {type(value).__name__} of very many parts"]
    except RecursionError:
        return ["other", f"a {type(value).__name__} that is nested without end"]


def encoded(value: Any, parts: list[int]) -> list[Any]:
    """A value as JSON that keeps lists, tuples, texts and numbers apart; what is none of them is named by its type."""
    parts[0] += 1
    kind = type(value)
    if parts[0] > MOST_PARTS:
        raise TooLarge
    if value is None or kind is bool or kind is str or kind is float:
        return ["plain", value] if kind is not float or value - value == 0 else ["float", repr(value)]
    if kind is int:
        return ["plain", value] if value.bit_length() < 4096 else ["other", "an int with very many digits"]
    if kind in (list, tuple, set, frozenset):
        return [kind.__name__, [encoded(part, parts) for part in value]]
    if kind is dict:
        return ["dict", [[encoded(key, parts), encoded(part, parts)] for key, part in value.items()]]
    return ["other", f"an object of type {kind.__name__}"]


if __name__ == "__main__":
    adopt_orphans()
    serve(
        os.fdopen(int(sys.argv[1]), "r", encoding="utf-8"),
        os.fdopen(int(sys.argv[2]), "w", encoding="utf-8"),
    )
