"""The benchmark measures what it says; no figure is asserted, since machines differ."""
from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from frente.cli.main import main
from frente.kernel import flow
from frente.kernel.flow import CHANCE
from frente.lab import bench, load, processor
from tests import toy
from tests.toy.play import known_as_toy

registered = pytest.fixture(autouse=True, scope="module")(known_as_toy)


def test_every_figure_is_measured() -> None:
    speed = bench.measure(toy.GAME, repeats=1, seconds=0.01, samples=20)
    assert min(speed.decisions_per_s, speed.games_per_s, speed.clones_per_s, speed.act_p99_ms) > 0
    assert speed.decisions_per_s > speed.games_per_s
    assert speed.act_p99_ms < float("inf")


def test_whole_games_of_every_scenario_are_played_and_always_the_same() -> None:
    games, acts, _ = bench.whole_games(toy.GAME)
    assert games == len(toy.GAME.scenarios)
    assert acts == bench.whole_games(toy.GAME)[1] > games


def test_views_and_clones_are_measured_at_decisions_of_the_sides() -> None:
    stops = bench.positions(toy.GAME)
    assert stops
    assert all(p.choices() and CHANCE not in p.choices() for p in stops)


def test_compiled_means_that_the_kernel_runs_from_a_library() -> None:
    assert bench.compiled() == any(Path(flow.__file__).parent.glob("flow.*.so"))


def test_bench_prints_the_shape_programs_rely_on(capsys) -> None:
    assert main(["bench", "toy", "--repeats", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data) == ["toy"]
    assert list(data["toy"]) == ["decisions_per_s", "games_per_s", "clones_per_s", "act_p99_ms", "compiled", "server"]
    assert min(data["toy"]["server"].values()) > 0
    assert main(["bench", "toy", "--engine", "--repeats", "1"]) == 0
    shown = capsys.readouterr().out
    assert "decisions/s" in shown
    assert "server" not in shown


def test_a_load_run_plays_every_game_through_sockets_and_counts_the_waits(capsys, monkeypatch) -> None:
    monkeypatch.setattr(load, "THINK", (0.05, 0.2))          # a busy machine must come to a third act, too
    monkeypatch.setattr(load, "WARM", 1.0)
    assert main(["bench", "brunete", "--load", "--games", "2", "--seconds", "6", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data["brunete"]) == ["load"]
    [run] = data["brunete"]["load"]
    assert (run["games"], run["sockets"], run["refused"], run["lost"]) == (2, 4, 0, 0)
    assert run["acts"] > 2
    assert 0 < run["answer_p50_ms"] <= run["answer_p99_ms"] <= run["answer_max_ms"]
    assert run["players_ms_an_act"] > 0
    rounded = 1000 * 0.01 * run["seconds"] / run["acts"]       # a share of a core has two decimals
    assert run["cpu_ms_an_act"] == pytest.approx(1000 * run["server_core"] * run["seconds"] / run["acts"], abs=rounded)
    assert run["database_ms_an_act"] == 0, "a file has no process of its own"


def test_a_load_run_that_the_system_does_not_allow_says_what_limits_it(capsys, monkeypatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    assert main(["bench", "brunete", "--load", "--games", "800"]) == 2
    said = capsys.readouterr().err.strip()
    assert "800 games need 2,200 open files, and this system allows 1,024" in said
    assert "try 329 games" in said
    assert len(said.splitlines()) == 1
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, given: raised.append(given))
    load._raise_files(800)
    assert raised == [(2200, 4096)]


@pytest.mark.parametrize("core, waits, complaints, word", [
    (0.3, 5.0, 0, ""), (0.95, 900.0, 0, "server's process was busy"), (0.2, 5000.0, 0, "the machine had time"),
    (0.2, 5.0, 3, "complained 3 times")])
def test_a_load_run_says_what_kept_players_waiting(core: float, waits: float, complaints: int, word: str) -> None:
    found = load.Load(800, 1600, 10.0, acts=100, core=core, complaints=complaints, waits=[waits] * 10)
    said = found.data()["limit"]
    assert word in said
    assert bool(word) == bool(said)


def test_two_processes_have_two_cores_and_players_may_be_what_binds() -> None:
    assert load.Load(9, 18, 10.0, workers=2, acts=100, core=1.2).limit() == ""
    assert "busy all the time (190% of a core)" in load.Load(9, 18, 10.0, workers=2, acts=100, core=1.9).limit()
    assert "players' program was busy" in load.Load(9, 18, 10.0, acts=100, core=0.5, played=0.97).limit()


def test_a_machine_that_is_full_says_who_fills_it_and_what_cores_of_their_own_would_bring(monkeypatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    said = load.Load(9, 18, 10.0, workers=2, acts=2000, core=1.0, played=0.5, stored=0.3, busy=1.9).limit()
    assert "of its 2 cores the server had 1.00, the players' program 0.50, the database 0.30, others 0.10" in said
    assert "With a core for each, 2 serving would come to about 400 acts a second" in said
    assert load.Load(9, 18, 10.0, workers=2, acts=2000, core=1.0, played=0.4, stored=0.2, busy=1.7).limit() == ""


def test_processor_time_is_that_of_a_process_and_of_all_it_has_started() -> None:
    before, all_before = processor.used(os.getpid()), processor.busy()
    work = "import os, time\nwhile time.process_time() < 0.3: pass\n"
    child = subprocess.Popen([sys.executable, "-c", f"{work}print(); input()"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()
    running = processor.used(os.getpid()) - before
    child.communicate("end")
    assert running >= 0.25
    assert processor.used(os.getpid()) - before >= running - 0.05, "who has ended is counted, too"
    assert processor.busy() - all_before >= 0.2
    assert processor.used(child.pid) == 0.0


def test_several_processes_need_a_database_and_numbers_are_numbers(capsys) -> None:
    assert main(["bench", "brunete", "--load", "--workers", "1,2"]) == 2
    assert "--database postgresql://" in capsys.readouterr().err
    assert main(["bench", "brunete", "--load", "--games", "200,x"]) == 2
    assert "“x” is not a whole number from 1 to 1000" in capsys.readouterr().err


def test_a_game_without_a_map_has_no_load_run(capsys) -> None:
    assert main(["bench", "toy", "--load"]) == 2
    assert "leave out --load" in capsys.readouterr().err
