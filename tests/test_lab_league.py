"""Leagues: strength from paired games, players of the past on today's rules, runs that are taken up again."""
from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frente.cli.main import main
from frente.kernel.catalog import all_games, find
from frente.lab import LabError, frozen, league, league_page
from frente.lab.excerpts import Excerpts
from frente.lab.players import player, players
from frente.lab.rating import Pair, Rating, rated
from frente.lab.runfile import Run
from frente.lab.sim import Plan, play
from frente.lab.watch import watched
from tests.conftest import SHORT


def results(chance_first: float, chance_second: float, n: int) -> list[Pair]:
    """Pairs in which a beats b with these chances on the first and on the second side."""
    r = Random(3)
    return [Pair("a", "b", (float(r.random() < chance_first), float(r.random() < chance_second))) for _ in range(n)]


def by_name(found: list[Rating]) -> dict[str, Rating]:
    return {r.player: r for r in found}


def test_strength_and_side_are_told_apart() -> None:
    found = rated(["a", "b"], results(0.9, 0.5, 2000), "b")      # even odds of 9 and 1: the side is worth as much
    a = by_name(found.players)["a"]
    assert a.elo == pytest.approx(191, abs=25)                   # 400 log10(9) / 2
    assert found.side == pytest.approx(191, abs=25)
    assert a.low < a.elo < a.high < a.low + 80


def test_equal_players_stand_at_nothing_within_the_interval() -> None:
    found = rated(["a", "b"], results(0.7, 0.3, 400), "b")
    a = by_name(found.players)["a"]
    assert a.low < 0 < a.high
    assert found.side > 100


def test_whoever_never_lost_has_a_number() -> None:
    found = rated(["a", "b"], [Pair("a", "b", (1.0, 1.0))] * 10, "b")
    assert found.players[0].player == "a"
    assert 300 < found.players[0].elo < 2000


def test_a_chain_of_results_ranks_those_who_never_met() -> None:
    pairs = [Pair("a", "b", (1.0, 0.5))] * 20 + [Pair("b", "c", (1.0, 0.5))] * 20
    found = rated(["a", "b", "c"], pairs, "c")
    assert [r.player for r in found.players] == ["a", "b", "c"]
    elo = by_name(found.players)
    assert elo["a"].elo == pytest.approx(2 * elo["b"].elo, rel=0.1)


# -- players of the past


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
def test_the_captain_of_then_knows_every_game_of_today(slug: str) -> None:
    game = find(slug)
    then: Any = player("captain-1", game)
    assert type(then).__module__ == "frente_then.ai.captain"
    assert type(then.doctrine).__module__.startswith(f"frente_then.games.{slug}")
    scenario = SHORT[slug]
    done = play(Plan(slug, scenario, {}, ("captain-1", "random"), 5), 0)
    assert done.error == ""
    assert done.result is not None


def test_weights_of_then_are_read_from_the_revision() -> None:
    then: Any = player("captain-1", find("storm"))
    assert then.doctrine.weights["attack.least"] == 0.03
    assert then.doctrine.weights["worth.roads"] == 30.0


def test_without_history_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(frozen, "ROOT", tmp_path)
    with pytest.raises(LabError, match="with git: run this in a checkout of Frente with its history"):
        frozen._history()


def test_a_module_that_moved_is_found_where_it_is_today() -> None:
    assert frozen.today("frente.lab.league") == "frente.lab.league"
    assert frozen.today("frente.lab.elsewhere.league") == "frente.lab.league"


THEN = """
from __future__ import annotations
from math import sqrt
from typing import Final
from frente.kernel.flow import Act, Vanished
from frente.kernel.texts import listed
ONCE: Final = Act("once", 3)
class Kept: ...
def helper(x: Vanished) -> float:
    return sqrt(x)
def gone(names: list[str]) -> str:
    return f"{listed(names)}, {helper(9.0):g}, {ONCE.arg}"
def unused() -> None: ...
"""


def test_what_nobody_defines_any_more_is_taken_from_the_history_with_what_it_needs() -> None:
    excerpts = Excerpts({"frente.kernel.texts": THEN}, lambda module: module, lambda module: module + "_then")
    node, = ast.parse("from frente.kernel.texts import listed, gone").body
    assert isinstance(node, ast.ImportFrom)
    assert [ast.unparse(x) for x in excerpts.split(node)] == [
        "from frente.kernel.texts import listed", "from frente.kernel.texts_then import gone"]
    text = excerpts.texts()["frente.kernel.texts"]
    assert "unused" not in text
    assert "Vanished" not in text
    assert "class" not in text
    module: dict[str, Any] = {}
    exec(text, module)
    assert module["gone"](["a", "b"]) == "a and b, 3, 3"


def test_what_is_called_otherwise_today_is_taken_from_the_history() -> None:
    then = "def listed(names: list[str], last: str) -> str:\n    return last.join(names)\n"
    excerpts = Excerpts({"frente.kernel.texts": then}, lambda module: module, lambda module: module + "_then")
    node, = ast.parse("from frente.kernel.texts import listed").body
    assert isinstance(node, ast.ImportFrom)
    assert [ast.unparse(x) for x in excerpts.split(node)] == ["from frente.kernel.texts_then import listed"]
    module: dict[str, Any] = {}
    exec(excerpts.texts()["frente.kernel.texts"], module)
    assert module["listed"](["a", "b"], " or ") == "a or b"


def test_what_the_history_does_not_know_either_stays_a_fault() -> None:
    excerpts = Excerpts({}, lambda module: module, lambda module: module + "_then")
    node, = ast.parse("from frente.kernel.texts import listed, gone").body
    assert isinstance(node, ast.ImportFrom)
    assert [ast.unparse(x) for x in excerpts.split(node)] == ["from frente.kernel.texts import listed, gone"]
    assert excerpts.texts() == {}


def test_every_game_has_all_players_of_the_league() -> None:
    for game in all_games():
        known = set(players(game))
        assert known >= {"random", "greedy", "captain", "rush", "turtle", "raider", "captain-1", "greedy-1"}


# -- the league


def test_games_of_a_pair_have_the_same_dice_and_exchanged_seats(tmp_path: Path) -> None:
    wanted = league.league(find("storm"), ["drive"], ["random", "greedy"], 3, 7)
    assert [arm.bots for arm in wanted.arms] == [("random", "greedy"), ("greedy", "random")]
    run = Run.begin(tmp_path / "l.run", wanted)
    for task in run.missing()[:5]:
        run.keep(watched(task))
    assert len(league.pairs_of(run, wanted.arms)) == 2           # the third lacks its second game
    assert len(run.missing()) == 1
    for task in run.missing():
        run.keep(watched(task))
    found = league.summary(run)
    row, = found["scenarios"][0]["matches"]
    assert (row["first"], row["second"], row["pairs"]) == ("random", "greedy", 3)
    first, second = (league.gained(run, arm) for arm in wanted.arms)
    assert row["as"]["republican"] == round(sum(first.values()) / 3, 3)
    assert row["as"]["nationalist"] == round(1 - sum(second.values()) / 3, 3)


def test_the_command_gives_table_json_and_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["league", "storm", "--scenario", "drive", "--players", "random,greedy", "--pairs", "2",
              "-o", str(tmp_path / "l.run")]
    assert main([*wanted, "--page", str(tmp_path / "l.html"), "--language", "es"]) == 0
    told = capsys.readouterr().out
    assert "2 pairs of games, seed 0" in told
    assert "random – greedy" in told
    page = (tmp_path / "l.html").read_text(encoding="utf-8")
    assert "Clasificación" in page
    assert "como Nacional" in page or "como Sublevado" in page
    assert main([*wanted, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scenarios"][0]["pairs"] == 2
    assert league_page.page(found).count("<h2>") == 1


def test_only_the_matches_of_some_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = league.league(find("storm"), ["drive"], ["captain", "greedy", "random"], 1, 0, ["captain"])
    assert [arm.bots for arm in wanted.arms] == [("captain", "greedy"), ("greedy", "captain"), ("captain", "random"),
                                                 ("random", "captain")]
    assert main(["league", "storm", "--players", "greedy,random", "--of", "captain"]) == 2
    assert "--of names “captain”, who does not play; there are greedy and random." in capsys.readouterr().err


@pytest.mark.parametrize(("names", "fault"), [
    ("captain", "at least two players"), ("captain,captain", "at least two players"),
    ("captain,napoleon", "There is no opponent “napoleon” for Storm Over Madrid; there are random, greedy,")])
def test_players_who_cannot_play_are_named(names: str, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", "storm", "--players", names]) == 2
    assert fault in capsys.readouterr().err
