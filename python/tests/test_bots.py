"""Programs in another language: two of them play each other through `match` and through the hall.

Each recorded game is played again by the rules of Dots and Boxes as they are written here, apart from the solver's.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shared import program

GAMES = 100
ROWS = COLS = 2

Line = tuple[str, int, int]


def boxes_with(line: Line) -> list[set[Line]]:
    """The boxes that a line is a side of, each as the set of its sides."""
    way, row, col = line
    corners = [(row - 1, col), (row, col)] if way == "h" else [(row, col - 1), (row, col)]
    return [
        {("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)}
        for r, c in corners
        if 0 <= r < ROWS and 0 <= c < COLS
    ]


@dataclass
class Game:
    """A game of a record."""

    seats: list[int]
    moves: list[dict[str, Any]] = field(default_factory=list)
    end: dict[str, Any] = field(default_factory=dict)

    def check(self) -> tuple[int, list[int]]:
        """Plays it again; how often somebody moved again, and what was won by who moved first and the other."""
        drawn: set[Line] = set()
        scores, turn, again = [0, 0], 0, 0
        for number, made in enumerate(self.moves, 1):
            way, row, col = made["move"]
            line = (way, row, col)
            assert made["ply"] == number and made["by"] == ["first", "second"][turn], (number, self)
            assert line not in drawn and boxes_with(line), (number, self)
            drawn.add(line)
            closed = sum(box <= drawn for box in boxes_with(line))
            scores[turn] += closed
            if closed:
                again += 1
            else:
                turn = 1 - turn
        assert len(drawn) == 2 * ROWS * COLS + ROWS + COLS and sum(scores) == ROWS * COLS, self
        result = "tie" if scores[0] == scores[1] else "first" if scores[0] > scores[1] else "second"
        assert (self.end["result"], self.end["reason"], self.end["scores"]) == (result, "rules", scores), self
        return again, scores


def recorded(path: Path) -> list[Game]:
    """The games of a record, in the order of their numbers."""
    games: dict[int, Game] = {}
    for text in path.read_text().splitlines():
        line = json.loads(text)
        if "seats" in line:
            assert line["start"] == f"dots:{ROWS}x{COLS}" and line["game"] not in games, line
            games[line["game"]] = Game(line["seats"])
        elif "move" in line:
            games[line["game"]].moves.append(line)
        elif "result" in line:
            games[line["game"]].end = line
    assert sorted(games) == list(range(GAMES))
    return [games[number] for number in range(GAMES)]


def tally(games: list[Game]) -> dict[int, list[int]]:
    """How often each player won, tied and lost."""
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    moved_again = 0
    for game in games:
        again, (first, second) = game.check()
        moved_again += again
        for player, margin in zip(game.seats, [first - second, second - first], strict=True):
            counts[player][0 if margin > 0 else 1 if margin == 0 else 2] += 1
    # Two by two boxes take at least two closing lines.
    assert moved_again >= 2 * GAMES
    starts = sum(game.seats[0] == 0 for game in games)
    assert starts == GAMES // 2, "each begins as often"
    return counts


def bot(root: Path) -> str:
    return f"exec:{sys.executable} {root / 'bots' / 'boxes.py'}"


def test_a_match_of_a_hundred_games(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    command = [program(), "match", bot(root), bot(root), "--game", f"dots:{ROWS}x{COLS}", "--games", str(GAMES)]
    options = ["--record", str(record), "--exact-moves", "0", "--format", "json"]
    run = subprocess.run(command + options, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    counts = tally(recorded(record))
    told = json.loads(run.stdout)["players"]
    for number, player in enumerate(told):
        games = [player["wins"], player["ties"], player["losses"]]
        assert games == counts[number], (player, counts)


def test_a_hall_of_a_hundred_games(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "hall.jsonl"
    hall = ["--hall", "--hall-port", "0", "--only", "--game", f"dots:{ROWS}x{COLS}", "--plies", "0", "--gather", "0.3"]
    command = [program(), "serve", "--port", "0", *hall, "--record", str(record)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        page = server.stdout.readline().split()[-1]
        lines = server.stdout.readline().split()[-1]
        games = ["--games", str(GAMES)]
        ways = {"Alan": lines, "Jane": page.replace("http://", "ws://") + "hall"}
        programs = [
            subprocess.Popen(
                [program(), "connect", url, "--player", bot(root), "--name", name, *games],
                stderr=subprocess.PIPE,
                text=True,
            )
            for name, url in ways.items()
        ]
        for each in programs:
            said = each.communicate(timeout=300)[1]
            assert each.returncode == 0, said
        with urllib.request.urlopen(f"{page}api/v1/hall") as answer:
            (tournament,) = json.load(answer)["tournaments"]
    finally:
        server.terminate()
        server.wait()
    counts = tally(recorded(record))
    names = [json.loads(line)["joins"] for line in record.read_text().splitlines() if '"joins"' in line]
    told = {row["name"]: [row["wins"], row["ties"], row["losses"]] for row in tournament["standings"]}
    assert told == {name: counts[number] for number, name in enumerate(names)}
    assert tournament["games"] == GAMES
    assert all(row["forfeits"] == {} for row in tournament["standings"])
