"""Players, named or written in Python, against each other and against the truth."""

from __future__ import annotations

import random
import time

import gridsolve
import pytest
from gridsolve import Position


def first_move(position: Position) -> object:
    return position.legal_moves()[0]


def perfect(position: Position) -> object:
    return position.solve().best[0]


def test_the_players_there_are() -> None:
    players = {player["name"]: player for player in gridsolve.players()}
    assert {"random", "maxblock", "finisher", "symmetry", "textbook"} <= set(players)
    assert "limit" in players["textbook"]["options"] and all(player["about"] for player in players.values())


def test_a_player_chooses() -> None:
    chosen = gridsolve.choose("domineering:3x3:v", "textbook:limit=2")
    assert (chosen["move"], chosen["value"], chosen["leaves"]) == ((0, 1), 3, 10)
    assert gridsolve.choose("kings:3x3", first_move)["move"] == (0, 0)
    assert gridsolve.choose("kings:8x8", "random", seed=1) == gridsolve.choose("kings:8x8", "random", seed=1)
    for wrong in ["chess", "textbook:limit=-1", "human", "random:x=1"]:
        with pytest.raises(gridsolve.PlayerError):
            gridsolve.choose("domineering:3x3:v", wrong)
    with pytest.raises(gridsolve.PlayerError, match="domineering"):
        gridsolve.choose("kings:3x3", "textbook")
    with pytest.raises(TypeError):
        gridsolve.choose("kings:3x3", 5)  # type: ignore[arg-type]
    for no_move in [(99, 99), ("h", 0, 0), (1, 1)]:
        with pytest.raises(gridsolve.PlayerError, match="plays"):
            gridsolve.choose("kings:...|.X.|...", lambda position, move=no_move: move)  # type: ignore[misc]


def test_a_match() -> None:
    result = gridsolve.match("symmetry", "random", "kings:3x5", games=40, starts="a", seed=2)
    assert result["games"] == 40 and result["players"][0]["player"] == "symmetry"
    assert result["players"][0]["wins"] == 40 == result["first_wins"]["count"]
    assert gridsolve.match(perfect, first_move, "dots:2x2", games=4)["players"][0]["wins"] >= 2
    told: list[tuple[int, int]] = []

    def slow(position: Position) -> object:
        time.sleep(0.02)
        return position.legal_moves()[0]

    gridsolve.match(slow, "random", "kings:2x3", games=10, progress=lambda *numbers: told.append(numbers))
    assert told and told[-1][1] == 10 and told[-1][0] > 0


def test_a_function_that_errs_loses_its_games() -> None:
    def wanders(position: Position) -> object:
        moves = position.legal_moves()
        return moves[0] if len(moves) > 6 else (0, 0)

    result = gridsolve.match(wanders, "random", "kings:3x3", games=20, starts="b", seed=1)
    assert result["players"][0]["forfeits"]["illegal"] > 0

    def breaks(position: Position) -> object:
        raise ZeroDivisionError("no idea")

    with pytest.raises(gridsolve.PlayerError, match="ZeroDivisionError: no idea"):
        gridsolve.match(breaks, "random", "kings:3x3", games=2)
    assert (
        gridsolve.match(lambda position: "nonsense", "random", "kings:3x3", games=2, starts="a")["players"][0]["losses"]
        == 2
    )
    assert gridsolve.match(lambda position: (9, 9), "random", "kings:3x3", games=2, starts="a")["players"][0][
        "forfeits"
    ] == {"illegal": 2}


def test_a_player_against_the_truth() -> None:
    assert gridsolve.validate(perfect, "dots:1x2")["optimal"]["share"] == 1.0
    found = gridsolve.validate(first_move, "dots:2x2", worst=3)
    assert found["optimal"]["of"] > 500 and 0 < found["optimal"]["share"] < 1 and len(found["blunders"]) == 3
    for blunder in found["blunders"]:
        answer = Position(blunder["position"]).solve(all_moves=True)
        assert answer.moves is not None and answer.value == blunder["value"]
        values = {tuple(entry.move): entry.value for entry in answer.moves}
        assert values[tuple(blunder["move"])] == blunder["value"] - blunder["loss"]
        assert [list(move) for move in answer.best] == blunder["best"]
    assert sum(phase["optimal"]["of"] for phase in found["phases"]) == found["optimal"]["of"]
    sampled = gridsolve.validate("random", "kings:6x6", sample=50, seed=4)
    assert sampled["optimal"]["of"] == 50 and sampled == {
        **gridsolve.validate("random", "kings:6x6", sample=50, seed=4),
        "seconds_a_move": sampled["seconds_a_move"],
    }
    with pytest.raises(gridsolve.LimitError, match="sample"):
        gridsolve.validate("random", "kings:8x8")


def test_sizes_are_analysed() -> None:
    sizes = [(rows, cols) for rows in (1, 3) for cols in (3, 4)]
    cells = gridsolve.analyze("kings", sizes, ["symmetry", "random"], games=20, seed=1)
    assert len(cells) == 8 and {(cell["rows"], cell["cols"]) for cell in cells} == set(sizes)
    for cell in cells:
        assert cell["games"] == 20 == cell["first_wins"]["count"] + cell["second_wins"]["count"] + cell["ties"]
        value = gridsolve.solve(f"kings:{cell['rows']}x{cell['cols']}").value
        assert cell["exact"]["value"] == value and cell["exact"]["winner"] == ("first" if value == 1 else "second")
        if cell["first"] == "symmetry" and cell["rows"] % 2 == cell["cols"] % 2 == 1:
            assert cell["first_wins"]["share"] == 1.0


def test_what_is_analysed_is_a_list_or_a_tuple_as_it_is_declared() -> None:
    for sizes in ([(1, 3)], ((1, 3),)):
        assert len(gridsolve.analyze("kings", sizes, ("symmetry", "random"), games=2)) == 2
    for sizes, players in [({(1, 3)}, ["symmetry", "random"]), ([(1, 3)], iter(["symmetry", "random"]))]:
        with pytest.raises(TypeError, match="Sequence"):
            gridsolve.analyze("kings", sizes, players, games=2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"games": 0}, ValueError),
        ({"games": 10**7}, ValueError),
        ({"games": 2**70}, OverflowError),
        ({"games": "x"}, TypeError),
        ({"starts": "me"}, ValueError),
        ({"time": -1}, ValueError),
        ({"threads": 0}, ValueError),
        ({"gmaes": 1}, TypeError),
        ({"progress": 1}, TypeError),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        gridsolve.match("random", "random", "kings:2x2", **options)  # type: ignore[arg-type]


def test_errors_of_a_watcher_end_the_games() -> None:
    def enough(done: int, of: int) -> None:
        raise ZeroDivisionError

    started = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        gridsolve.match("random", "random", "dots:9x9", games=10**5, progress=enough)
    assert time.monotonic() - started < 2.0


def test_functions_may_use_threads_of_their_own() -> None:
    random.seed(1)
    chosen = gridsolve.match(
        lambda position: random.choice(position.legal_moves()), perfect, "kings:3x4", games=20, threads=3
    )
    assert chosen["games"] == 20
