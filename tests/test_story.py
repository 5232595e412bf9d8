"""The story of a game: luck evens out, chances are those of play-outs, and the page of it stands alone."""
from __future__ import annotations

import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from frente import story
from frente.ai import doctrines
from frente.cli.main import main
from frente.kernel import record
from frente.kernel.catalog import Game, find
from frente.kernel.flow import CHANCE, Position
from frente.lab import account
from frente.lab.experiment import Arm, settled
from frente.lab.plots import Land
from frente.lab.sim import play
from frente.lab.watch import record_of
from frente.story import Chance, turning
from tests.conftest import SHORT
from tests.test_lab_run import GAMES


def recorded(slug: str, bots: str = "random") -> record.Record:
    game = find(slug)
    arm = settled(Arm("x", slug, SHORT[slug], tuple(game.settled({}).items()), (bots, bots)))
    return record.parse(record_of(game, arm, play(arm.plan(3), 0)).encode())


@pytest.fixture(scope="module")
def records() -> dict[str, record.Record]:
    return {slug: recorded(slug) for slug in GAMES}


@pytest.mark.parametrize("slug", GAMES)
def test_the_luck_of_all_rolls_of_one_die_sums_to_nothing(slug: str, records: dict[str, record.Record]) -> None:
    game, judge = find(slug), doctrines(find(slug))["captain"]
    p = record.start(game, records[slug], None)
    rng, checked = Random(slug), 0
    for side, q in story.played(game, records[slug], p):
        if side == CHANCE and (rng.random() < 0.1 or checked < 3):
            rolls = [story.luck(judge, q, 0, "", one) for one in q.choices()[CHANCE]]
            if rolls[0] is not None:
                assert sum(x.gain for x in rolls if x is not None) == pytest.approx(0, abs=1e-6)
                checked += 1
    assert checked > 2


@pytest.mark.parametrize("slug", GAMES)
def test_the_story_of_every_game_is_told_as_data_and_as_a_page(slug: str, records: dict[str, record.Record]) -> None:
    told = story.of(records[slug])
    game: Game[Any] = find(slug)
    p: Position = record.start(game, records[slug], None)
    assert json.loads(json.dumps(told)) == told
    assert told["acts"] == len(records[slug].acts)
    assert told["result"] == records[slug].result
    assert told["luck"]["curve"][-1]["sum"] == pytest.approx(told["luck"]["sum"], abs=0.01)
    assert {row["side"] for row in told["turns"]} == set(game.sides)
    assert told["units"][game.sides[0]][0]["acts"] > 1
    for x in told["swings"]:             # each names the act that made it, and they come by their size
        act = records[slug].acts[x["act"]]
        assert (act.side, act.word) == (x["side"], x["word"])
    assert [abs(x["gain"]) for x in told["swings"]] == sorted((abs(x["gain"]) for x in told["swings"]), reverse=True)
    for language in ("en", "es"):
        html = account.page(told, game, p, Land({}, [0, 0, 10, 10], "", "m"), language)
        assert "<script" not in html
        assert "story-" not in html                  # every text has been found
        assert html.count("<svg") > 3


def test_a_swing_without_a_die_is_told_with_the_act_that_made_it() -> None:
    """The ground changes hands although nobody rolls: one battalion marches and cuts a road."""
    worth = iter([5.0, 0.0, 5.0, 0.0, -1.0, 0.0])        # of both sides, before it, after another, and after it
    judge: Any = SimpleNamespace(worth=lambda q, side: next(worth))
    course: list[story.Swing] = []
    p: Any = None                        # nobody looks at it but the judge
    before = story.told_by(story.Swing(0, 3, record.CHANCE_NAME, "die:1", 0), judge, p, 0.0, course)
    before = story.told_by(story.Swing(1, 3, "nationalist", "unit:a", 0), judge, p, before, course)
    assert course == []                  # the die is luck, and the first march changed nothing
    story.told_by(story.Swing(8, 4, "nationalist", "unit:b", 0), judge, p, before, course)
    found = story.swings(course, [story.Roll(3, 3, "die:6", 2.0, 1.0), story.Roll(5, 3, "die:2", -7.0, 1.0)])
    assert [(x["act"], x["side"], x["word"], x["gain"]) for x in found] == [
        (5, "chance", "die:2", -7.0), (8, "nationalist", "unit:b", -6.0), (3, "chance", "die:6", 2.0)]


def test_the_first_side_of_an_even_judge_has_the_luck_of_the_die() -> None:
    class Die:
        def choices(self) -> dict[int, list[int]]:
            return {CHANCE: [1, 2, 3, 4, 5, 6]}

        def clone(self) -> Any:
            return SimpleNamespace(apply=lambda side, act: setattr(now, "value", act))

        turn = 4

    now = SimpleNamespace(value=0)
    judge: Any = SimpleNamespace(worth=lambda q, side: now.value if side == 0 else 0)
    die: Any = Die()
    roll = story.luck(judge, die, 7, "die:6", 6)
    assert roll is not None
    assert (roll.act, roll.turn, roll.word, roll.gain) == (7, 4, "die:6", 2.5)
    assert roll.variance == pytest.approx(35 / 12)
    still: Any = SimpleNamespace(worth=lambda q, side: 5)
    assert story.luck(still, die, 7, "die:6", 6) is None


def test_a_turning_point_is_where_the_chances_leave_the_last_interval() -> None:
    course = [Chance(0, 1, 0.5, 0.3, 0.7), Chance(9, 2, 0.6, 0.4, 0.8), Chance(20, 3, 0.1, 0.02, 0.25),
              Chance(30, 4, 0.2, 0.08, 0.4), Chance(40, 5, 0.9, 0.7, 0.98)]
    assert [x.turn for x in turning(course)] == [3, 5]
    assert turning([]) == []


def test_chances_are_the_share_of_playouts_that_the_first_side_wins(monkeypatch) -> None:
    ends = iter([1.0, 0.0, 0.5, 1.0])
    monkeypatch.setattr(story, "playout", lambda game, p, rng: next(ends))
    game = find("storm")
    found = story.chance(game, game.start("drive", game.settled({})), 12, 4)
    assert (found.act, found.share) == (12, 0.625)
    assert found.low < 0.625 < found.high


def test_a_playout_ends_the_game_and_leaves_the_position_alone() -> None:
    game = find("storm")
    p = game.start("drive", game.settled({}))
    before = game.dump(p)
    assert story.playout(game, p, Random(1)) in (0.0, 0.5, 1.0)
    assert game.dump(p) == before


def test_the_command_writes_data_and_page(tmp_path: Path, capsys, records: dict[str, record.Record]) -> None:
    path, out = tmp_path / "game.json", tmp_path / "story.html"
    records["heralds"].save(path)
    assert main(["analyse", str(path), "--tries", "0", "--json", "-o", str(out), "--language", "es"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "heralds"
    html = out.read_text(encoding="utf-8")
    assert '<html lang="es">' in html
    assert html.count('<use href="#map-heralds"') > 1
    assert main(["analyse", str(path), "--tries", "0"]) == 0
    assert "standard deviations" in capsys.readouterr().out


def test_what_is_no_record_is_said(tmp_path: Path, capsys) -> None:
    path = tmp_path / "game.json"
    path.write_text("{}")
    assert main(["analyse", str(path)]) == 2
    assert "is not a saved game of Frente" in capsys.readouterr().err


def test_an_act_that_does_not_fit_is_named(tmp_path: Path, capsys, records: dict[str, record.Record]) -> None:
    found = record.parse(records["heralds"].text().encode())
    at = next(i for i, x in enumerate(found.acts) if x.side != "chance")
    found.acts[at] = found.acts[at]._replace(word="give-up")
    found.save(tmp_path / "game.json")
    assert main(["analyse", str(tmp_path / "game.json"), "--tries", "0"]) == 2
    assert f"{at}" in capsys.readouterr().err
