"""What Python adds to the library: one endgame, and a batch. Run it where gridsolve is installed:

    python python/benches/overhead.py [PROGRAM]

with the built command line, to compare a batch with it. Every answer is asserted.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from array import array

import gridsolve
from gridsolve import Answer, Position
from gridsolve.coursework import opening, solve

ROUNDS, CALLS, BATCH = 9, 2000, 10_000
MOST_ADDED = 30.0
"""Microseconds that Python may add to the library's own time for an endgame of 14 lines."""


def endgame() -> float:
    """Microseconds that a call takes beyond the search, the median of some rounds."""
    lines = opening(4, 4, 14, 1)
    position = Position({"game": "dots", "rows": 4, "cols": 4, "drawn": lines})
    assert solve(4, 4, lines) == (9, [("v", 3, 2)]) and position.solve().value == 9
    searched, called, plain = [], [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        inside = sum(gridsolve.solve(position).seconds for _ in range(CALLS))
        called.append((time.perf_counter() - started) / CALLS * 1e6)
        searched.append(inside / CALLS * 1e6)
        started = time.perf_counter()
        for _ in range(CALLS):
            solve(4, 4, lines)
        plain.append((time.perf_counter() - started) / CALLS * 1e6)
    library = statistics.median(searched)
    print(f"search inside the library    {library:7.1f} µs")
    print(f"gridsolve.solve(position)    {statistics.median(called):7.1f} µs")
    print(f"solve(rows, cols, drawn)     {statistics.median(plain):7.1f} µs")
    return max(statistics.median(called), statistics.median(plain)) - library


def batch(program: str | None) -> None:
    """Positions a second, as a list, as a buffer, and on the command line."""
    drawn = [opening(4, 4, 14, seed) for seed in range(BATCH)]
    texts = [Position({"game": "dots", "rows": 4, "cols": 4, "drawn": lines}).text for lines in drawn]
    order = {line: index for index, line in enumerate(Position("dots:4x4").legal_moves())}
    masks = array("Q", [sum(1 << order[line] for line in lines) for lines in drawn])
    started = time.perf_counter()
    answers = gridsolve.solve_batch(texts)
    print(f"solve_batch                  {BATCH / (time.perf_counter() - started):9,.0f} a second")
    total = sum(answer.value or 0 for answer in answers if isinstance(answer, Answer))
    started = time.perf_counter()
    solved = gridsolve.solve_buffer("dots:4x4", masks)
    print(f"solve_buffer                 {BATCH / (time.perf_counter() - started):9,.0f} a second")
    assert sum(solved.values) == total, "a list and a buffer have the same answers"
    if program is not None:
        lines = "".join(text + "\n" for text in texts)
        started = time.perf_counter()
        run = subprocess.run(
            [program, "solve", "--batch", "-"], input=lines, capture_output=True, text=True, check=True
        )
        print(f"gridsolve solve --batch      {BATCH / (time.perf_counter() - started):9,.0f} a second")
        assert len(run.stdout.splitlines()) == BATCH


def main() -> int:
    added = endgame()
    print(f"Python adds                  {added:7.1f} µs, and may add {MOST_ADDED:g}")
    batch(sys.argv[1] if len(sys.argv) > 1 else None)
    return 0 if added <= MOST_ADDED else 1


if __name__ == "__main__":
    sys.exit(main())
