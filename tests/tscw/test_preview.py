"""What is shown before one commits: battle card, overlays, reach, checklist, warnings, schedule, ledger."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.ch04_victory import enter
from frente.games.tscw.ch07_duties import assign
from frente.games.tscw.ch12_movement import prepare
from frente.games.tscw.ch12_phase import Movement
from frente.games.tscw.position import AWAITED, CZECH
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    empty,
    fighting,
    hexn,
    kill,
    moving,
    own,
    own_all,
    play,
    put,
    start,
    unit,
)


def test_the_battle_card_shows_factors_shifts_modifiers_and_the_losses_of_each_die() -> None:
    p = empty(turn=11)
    put(p, "2812", "r-div11", "r-div14")
    put(p, "2911", "n-div11", "n-div12")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "unit:n-div12")
    card = GAME.card(p, NAT)
    assert (card["odds"], card["known"], card["steps"]) == ("10:11", False, 2), "only the top counter is known"
    assert GAME.card(p, REP) == {"kind": "battle", "target": "2812"}
    play(p, "go")
    card = GAME.card(p, REP)
    assert (card["odds"], card["known"], card["steps"]) == ("10:16", True, 4)
    assert card["column"] == "1:2"
    assert [(x["value"], x["rule"]) for x in card["shifts"]] == [(-2, "13.26a")]
    for side in ("attacker", "defender"):
        assert sum(card["losses"][side].values()) == pytest.approx(1)
    expected = [p.board.crt[d][0] for d in range(1, 7)]
    for i, side in enumerate(("attacker", "defender")):
        mean = sum(int(k) * x for k, x in card["losses"][side].items())
        assert mean == pytest.approx(sum(x[i] for x in expected) / 6)


def test_overlays_show_control_front_zones_supply_railways_and_morale() -> None:
    p = start()
    shown = {name: GAME.overlay(p, REP, name) for name in GAME.overlays()}
    assert shown["control"]["1607"] == ["nationalist"]
    assert shown["front"]["2812"] == ["front:republican"]
    assert "3702" not in shown["front"]
    assert "column:nationalist" in shown["zones"]["2812"]
    assert shown["supply"]["2712"] == ["supplied:republican"]
    assert shown["supply"]["3707"] == ["supplied:northern"]
    assert "supplied:nationalist" in shown["supply"]["1607"]
    assert shown["rail"]["2712"] == ["republican"]
    assert shown["morale"]["1607"] == ["+3"]


def test_reach_leads_where_it_says_also_in_the_middle_of_a_move() -> None:
    p = empty(turn=3)
    put(p, "2712", "r-mod")
    moving(p, REP)
    found = GAME.reach(p, REP, unit(p, "r-mod"))
    left, way = found["2713"]
    q = p.clone()
    play(q, *way, "stop")
    assert q.hex[unit(q, "r-mod")] == hexn(q, "2713")
    play(p, "unit:r-mod", "hex:2713")
    middle = GAME.reach(p, REP, unit(p, "r-mod"))
    assert middle["2713"] == (left, [])
    assert all(word.startswith("hex:") for _, path in middle.values() for word in path)
    assert GAME.reach(p, NAT, unit(p, "r-mod")) == {}


def test_the_checklist_of_the_administrative_phase() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", steps=1)
    kill(p, "r-bde2")
    p.rp = [2, 1, 0, 0]
    administration(p, REP, "SpendPoints")
    card = GAME.card(p, REP)
    assert card["kind"] == "administration"
    assert card["reduced"] == ["r-div11"]
    assert card["deadpile"] == ["r-bde2"]
    assert card["points"] == [2, 1]
    assert GAME.card(p, NAT) == {}


def test_units_named_for_an_order_are_listed_with_what_they_owe() -> None:
    p = empty(turn=14)
    p.num[CZECH] = 14
    put(p, "3216", "i-lt")
    prepare(p, NAT)
    p.stack = [Movement(NAT)]
    assign(p, NAT)
    p.settle()
    assert GAME.card(p, NAT)["units"]["i-lt"]["owes"] is True


def test_a_plan_that_starves_own_units_is_warned_of() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "3023", "3122", "3121", "3120", "3119", "3118", "3123")
    put(p, "3118", "r-div12")
    put(p, "3222", "n-div11")
    put(p, "3122", "r-bde2")
    put(p, "3121", "r-bde3")
    moving(p, REP)
    words = GAME.words(p)
    plan = [words.act(w) for w in ("unit:r-bde2", "hex:3023", "stop")]
    assert [r.facts["unit"] for r in GAME.warnings(p, REP, plan)] == ["r-div12"]
    stay = [words.act(w) for w in ("unit:r-bde2", "stop")]
    assert GAME.warnings(p, REP, stay) == []


def test_the_schedule_and_the_morale_ledger_are_part_of_the_view() -> None:
    p = empty(turn=6)
    for name in ("r-div11", "r-mod"):
        p.hex[unit(p, name)] = AWAITED
    p.due[unit(p, "r-div11")] = 7
    put(p, "2812", "r-dlr")
    put(p, "2911", "n-gec")
    enter(p, unit(p, "n-gec"), hexn(p, "2713"))
    moving(p, NAT)
    view = GAME.view(p, REP)
    assert view.extra["schedule"]["republican"]["next"] == ["r-div11"]
    assert "r-dlr" in view.extra["schedule"]["republican"]["converting"]
    assert view.extra["ledger"] == [{"turn": 6, "by": -1, "cause": "place", "hex": "Guadalajara 2713"}]
    capacity = {(t["id"], t["side"]): t["value"] for t in view.tracks}
    assert capacity["rail", "republican"] == p.board.rail_limit[6][REP]
