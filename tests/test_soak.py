"""scripts/soak.py: which games are played, how a run goes on after a stop, and that a failure is told."""
from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import soak
from frente.games.storm import GAME
from soak import CAPTAIN, COUNTS, LOOKS, MIXED, RANDOM, Look, Ran, Task

QUICK = ["--every", "400", "--asking", "200", "--more", "1", "--twins", "1"]


class Here:
    """Plays in this process, so that what a test has broken is broken for the games too."""

    def __init__(self, jobs: int, initializer: Any) -> None:
        self.jobs = jobs

    def submit(self, play: Any, *given: Any) -> Future[Ran]:
        future: Future[Ran] = Future()
        future.set_result(play(*given))
        return future

    def shutdown(self, cancel_futures: bool) -> None:
        pass


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Task]:
    """Games are played in this process and kept in a folder of the test; what was played is listed."""
    played: list[Task] = []
    true = soak.run

    def run(task: Task, look: Look) -> Ran:
        played.append(task)
        return true(task, look)

    monkeypatch.setattr(soak, "run", run)
    monkeypatch.setattr(soak, "DONE", tmp_path / "build" / "soak.jsonl")
    monkeypatch.setattr(soak, "ProcessPoolExecutor", Here)
    return played


def called(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["soak.py", "--jobs", "1", *words])
    return soak.main()


def test_the_whole_run_is_what_was_promised() -> None:
    todo = soak.tasks(["storm", "heralds"], [RANDOM, CAPTAIN, MIXED], None, 0)
    assert COUNTS == {RANDOM: 500, CAPTAIN: 60, MIXED: 20}
    assert len(todo) == len(set(todo)) == 2 * 580
    assert [t.players for t in todo[:70]].count(CAPTAIN) == 8      # spread evenly over the run
    assert set(LOOKS) == set(COUNTS)


def test_a_run_goes_on_where_it_was_stopped(alone: list[Task], monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "heralds", "--players", "random", *QUICK]
    assert called(monkeypatch, *words, "--games", "1") == 0
    with soak.DONE.open("a") as file:
        file.write('{"mark": "cut sho')  # a run that was killed while it wrote
    assert "heralds, random: 1 games" in capsys.readouterr().out
    assert called(monkeypatch, *words, "--games", "2") == 0
    assert [t.seed for t in alone] == [0, 1]
    told = capsys.readouterr()
    assert "1 of 2 games were played before" in told.err
    assert "heralds, random: 2 games" in told.out
    assert "None failed." in told.out
    assert called(monkeypatch, *words, "--games", "1", "--anew") == 0
    assert called(monkeypatch, *words, "--games", "1", "--twins", "2") == 0
    monkeypatch.setattr(soak, "stand", lambda: "other rules")
    assert called(monkeypatch, *words, "--games", "1") == 0
    assert [t.seed for t in alone] == [0, 1, 0, 0, 0]


def test_every_view_is_made_at_every_decision_and_all_is_counted() -> None:
    ran = soak.run(Task("heralds", RANDOM, 4), Look(every=40, asking=40, more=1, twins=1))
    assert ran.failure == ""
    assert ran.views >= 3 * (ran.acts + 1)
    assert ran.looked > 2
    assert ran.twins > 2
    assert ran.asked > 100


def test_a_failure_is_told_with_the_command_that_shows_it_again(
        alone: list[Task], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    true = type(GAME).view

    def view(self: Any, p: Any, viewer: int | None) -> Any:
        if viewer is None and p.turn == 2:
            raise IndexError("seven places")
        return true(self, p, viewer)

    monkeypatch.setattr(type(GAME), "view", view)
    words = ["--game", "storm", "--players", "random", "--games", "1", "--first", "3", *QUICK]
    assert called(monkeypatch, *words) == 1
    told = capsys.readouterr().out
    assert "failed: law 0: IndexError: seven places" in told
    assert "see it again: python scripts/soak.py --anew --game storm --players random --games 1 --first 3" in told
    assert "1 failures" in told
    assert called(monkeypatch, *words) == 1, "a failure is kept as well"
    assert len(alone) == 1


@pytest.mark.parametrize("words", [["--games", "0"], ["--twins", "0"], ["--first", "-1"]])
def test_settings_that_make_no_sense_are_named(words: list[str], monkeypatch: pytest.MonkeyPatch,
                                               capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        called(monkeypatch, *words)
    assert words[0] in capsys.readouterr().err
