"""Simulation: the same games whatever the number of processes, honest figures, and no error hidden."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frente.cli.main import main
from frente.kernel.catalog import find
from frente.kernel.flow import CHANCE, Act
from frente.kernel.views import SeatView
from frente.lab import sim
from frente.lab.crew import CrewError
from frente.lab.sim import Plan, Played, play, series, summary
from frente.lab.stats import percentile, spread
from frente.story import wilson

PATIENCE = 120.0                         # seconds; a busy machine is no fault
SHORT = Plan("brunete", "offensive", {}, ("random", "random"), 7)


def test_a_game_depends_on_seed_and_number_and_on_nothing_else() -> None:
    assert play(SHORT, 3) == play(SHORT, 3)
    assert play(SHORT, 3).error == ""
    other = Plan("brunete", "offensive", {}, ("random", "random"), 8)
    assert len({play(SHORT, 3).acts, play(SHORT, 4).acts, play(other, 3).acts}) == 3


def test_the_same_seed_gives_the_same_result_whatever_the_number_of_processes() -> None:
    one = list(series(SHORT, 5))
    two = list(series(SHORT, 5, jobs=2))
    assert one == two
    assert [g.number for g in two] == [0, 1, 2, 3, 4]
    assert summary(SHORT, one) == summary(SHORT, two)


def test_the_log_of_a_game_plays_it_again() -> None:
    plan = Plan("brunete", "offensive", {"anti_aircraft": True}, ("random", "random"), 1, keep_acts=True)
    done = play(plan, 0)
    game = find("brunete")
    p = game.start("offensive", game.settled({"anti_aircraft": True}))
    for who, word in done.log:
        side, act = CHANCE if who == "chance" else game.side(who), game.words(p).act(word)
        assert act in p.choices()[side]
        p.apply(side, act)
    outcome = game.outcome(p)
    assert outcome is not None
    assert done.result is not None
    assert done.result["key"] == outcome.key
    assert len(done.log) == done.acts


def test_opponents_are_given_a_seat_view_and_never_the_position(monkeypatch) -> None:
    given: list[object] = []

    class Nosy:
        def choose(self, view: SeatView, rng: Random) -> Act:
            given.append(type(view))
            return view.acts[0]

    monkeypatch.setattr(sim, "player", lambda name, game: Nosy())
    monkeypatch.setattr(sim, "ENDLESS", 60)
    play(SHORT, 0)
    assert set(given) == {SeatView}


def test_an_answer_that_was_not_offered_is_an_error_of_that_game(monkeypatch) -> None:
    class Cheat:
        def choose(self, view: SeatView, rng: Random) -> Act:
            return Act("win")

    monkeypatch.setattr(sim, "player", lambda name, game: Cheat())
    done = play(SHORT, 0)
    assert done.result is None
    assert done.error == "SimError: republican answered win:0, which was not offered"


def test_a_game_that_does_not_end_is_an_error(monkeypatch) -> None:
    monkeypatch.setattr(sim, "ENDLESS", 100)
    assert play(SHORT, 0).error == "SimError: the game is not over after 100 acts"


def result(winner: str | None, score: int) -> dict[str, Any]:
    return {"winner": winner, "key": f"outcome.{winner or 'draw'}", "rule": "12.1.vp6", "score": [score], "by": None}


def test_the_summary_counts_wins_draws_errors_scores_and_lengths() -> None:
    played = [Played(0, result("republican", 8), 14, 3000), Played(1, result("nationalist", 2), 14, 2000),
              Played(2, result("nationalist", 2), 13, 1000), Played(3, result(None, 5), 14, 2000),
              Played(4, error="E: x")]
    found = summary(Plan("brunete", "campaign", {}, ("captain", "greedy"), 9), played)
    assert found["games"] == 5
    assert found["finished"] == 4
    assert found["errors"] == 1
    assert found["wins"] == {"republican": 1, "nationalist": 2}
    assert found["draws"] == 1
    assert found["bots"] == {"republican": "captain", "nationalist": "greedy"}
    assert found["intervals"]["nationalist"] == pytest.approx(wilson(2, 4), abs=1e-6)
    assert found["score"] == {"mean": 4.25, "min": 2, "max": 8, "counts": {"2": 2, "5": 1, "8": 1}}
    assert found["turns"]["counts"] == {"13": 1, "14": 3}
    assert found["acts"] == {"mean": 2000.0, "min": 1000, "max": 3000}
    assert found["ends"] == {"outcome.draw": 1, "outcome.nationalist": 2, "outcome.republican": 1}
    assert found["failures"] == [{"number": 4, "error": "E: x"}]


def test_wilson_intervals_are_those_of_the_textbook() -> None:
    assert [round(x, 4) for x in wilson(10, 20)] == [0.2993, 0.7007]
    assert [round(x, 4) for x in wilson(0, 10)] == [0.0, 0.2775]
    assert [round(x, 4) for x in wilson(190, 200)] == [0.9104, 0.9726]
    assert wilson(0, 0) == (0.0, 1.0)


def test_percentiles_and_spreads() -> None:
    assert percentile([float(x) for x in range(1, 101)], 0.99) == 99.0
    assert percentile([3.0], 0.99) == 3.0
    assert spread([]) == {"mean": None, "min": None, "max": None, "counts": {}}


# -- the command

def test_sim_prints_the_shape_programs_rely_on(capsys) -> None:
    assert main(["sim", "brunete", "--scenario", "offensive", "--bots", "random", "--games", "2", "--seed", "7",
                 "--option", "anti_aircraft=yes", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data)[:9] == ["game", "scenario", "games", "finished", "errors", "wins", "draws", "intervals", "seed"]
    assert (data["game"], data["scenario"], data["games"], data["finished"]) == ("brunete", "offensive", 2, 2)
    assert (data["errors"], data["seed"], data["options"]["anti_aircraft"]) == (0, 7, True)
    assert sum(data["wins"].values()) + data["draws"] == 2


def test_sim_shows_rates_with_intervals_to_people(capsys) -> None:
    assert main(["sim", "brunete", "--scenario", "offensive", "--bots", "random", "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert "1 of 1 games finished" in out
    assert "20.7 to 100.0 %" in out
    assert "Length: 6.0 turns" in out


def test_sim_fails_if_a_game_fails(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sim, "ENDLESS", 50)
    assert main(["sim", "brunete", "--bots", "random", "--games", "2", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["finished"], data["errors"], len(data["failures"])) == (0, 2, 2)


def test_sim_writes_every_game_as_it_ends(monkeypatch, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = ["sim", "brunete", "--scenario", "offensive", "--bots", "random", "--games", "2", "--out", str(path)]
    assert main(command) == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [x["number"] for x in lines] == [0, 1]
    assert all(len(x["log"]) == x["acts"] and x["result"]["key"].startswith("outcome.") for x in lines)
    whole = path.read_text()

    def interrupted(plan: Plan, number: int) -> Played:
        if number == 0:
            return play(plan, number)
        assert path.read_text() == whole.splitlines(keepends=True)[0]    # on the disk before the next one is played
        raise KeyboardInterrupt

    monkeypatch.setattr(sim, "play", interrupted)
    handler = signal.getsignal(signal.SIGINT)
    try:
        assert main(command) == 130
    finally:
        signal.signal(signal.SIGINT, handler)
    assert path.read_text() == whole.splitlines(keepends=True)[0]
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_ends_all_processes_at_once() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "frente.cli", "sim", "brunete", "--bots", "random", "--games", "5000", "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + PATIENCE
    while len([t for t in processes(child.pid) if t > 0.2]) < 3:         # all of them at play, not just begun
        assert time.monotonic() < until, "nobody plays"
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out, err) == (130, "", "frente: Interrupted.\n")
    until = time.monotonic() + PATIENCE
    while processes(child.pid):          # a process that was ended may take its time to go
        assert time.monotonic() < until, "somebody plays on"
        time.sleep(0.05)


def processes(group: int) -> list[float]:
    """Seconds of work of each process of a group that has not ended."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            state = (entry / "stat").read_text().rpartition(")")[2].split() if entry.name.isdigit() else []
        except OSError:                  # gone meanwhile
            continue
        if state and int(state[2]) == group and state[0] != "Z":
            found.append((int(state[11]) + int(state[12])) / os.sysconf("SC_CLK_TCK"))
    return found


def test_a_process_that_dies_is_said(monkeypatch) -> None:
    monkeypatch.setattr(sim, "find", die_in_a_worker(os.getpid()))
    with pytest.raises(CrewError, match="A process that was playing has died"):
        list(series(SHORT, 3, jobs=2))


def die_in_a_worker(parent: int) -> Any:
    def found(slug: str) -> object:
        if os.getpid() != parent:
            os._exit(9)
        return find(slug)
    return found
