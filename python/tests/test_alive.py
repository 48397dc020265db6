"""Python stays alive while a search runs: other threads go on, Ctrl-C ends it, and progress is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import gridsolve
import pytest

LONG = "dots:5x5"

WORK = {
    "solve": "gridsolve.solve('dots:5x5')",
    "solve_both": "gridsolve.solve_both('domineering:12x12')",
    "solve_batch": "gridsolve.solve_batch(['dots:5x5'] * 8)",
    "solve_buffer": "gridsolve.solve_buffer('dots:4x5', b'\\0' * (49 * 4))",
    "endgame": "gridsolve.coursework.solve(5, 5, [])",
    "all_moves": "gridsolve.all_moves('cram:8x9')",
    "get_best_move": "gridsolve.coursework.create_dominoes_game(9, 9).get_best_move(True, 30)",
    "match": "gridsolve.match('random', 'random', 'dots:9x9', games=10**5)",
    "validate": "gridsolve.validate('random', 'dots:6x6', sample=1000)",
    "build": "gridsolve.Table.build('dots:3x4', '/nowhere/at/all.gst')",
    "a large sample": "gridsolve.validate('random', 'dots:10x10', sample=20000)",
    "a function that loops": "gridsolve.match(endless, 'random', 'kings:3x3')",
    "a function that solves": "gridsolve.match(nested, 'random', 'dots:5x5', games=2)",
    "a choice that solves": "gridsolve.choose('dots:5x5', nested)",
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def test_an_interrupt_ends_the_work_within_a_second(work: str) -> None:
    code = (
        "import sys, time, gridsolve, gridsolve.coursework\n"
        "def endless(position):\n    while True: pass\n"
        "def nested(position):\n    return gridsolve.solve('dots:5x5').best[0]\n"
        "print('ready', flush=True)\n"
        f"try:\n    {work}\n"
        "except KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
        "time.sleep(0.2)\n"
        "before = time.process_time()\n"
        "time.sleep(0.5)\n"
        "print('idle' if time.process_time() - before < 0.25 else 'busy', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - asked < 1.0
        assert process.stdout.readline() == "idle\n", "the search goes on after the interrupt"


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    gridsolve.solve(LONG, time=0.6, threads=1)
    stop.set()
    thread.join()
    assert ticks >= 10


def test_progress_is_told_and_its_errors_end_the_search() -> None:
    told: list[tuple[int, int, int]] = []
    gridsolve.solve(LONG, time=0.5, progress=lambda *numbers: told.append(numbers))
    assert len(told) >= 3 and told[-1][0] > told[0][0]

    def enough(nodes: int, settled: int, questions: int) -> None:
        raise ZeroDivisionError

    started = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        gridsolve.solve(LONG, progress=enough)
    assert time.monotonic() - started < 1.0


def test_searches_in_several_threads_at_once() -> None:
    values: list[int | None] = []
    threads = [threading.Thread(target=lambda: values.append(gridsolve.solve("dots:3x3").value)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [-3] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_after_a_fork() -> None:
    gridsolve.solve_batch(["dots:2x2"] * 100)
    child = os.fork()
    if child == 0:
        os._exit(0 if gridsolve.solve("dots:2x2").value == 2 else 1)
    assert os.waitpid(child, 0)[1] == 0
