"""What is shown before one commits: battle card, overlays, reach, warnings."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from tests.tscw.lay import (
    NAT,
    REP,
    empty,
    fighting,
    hexn,
    hold,
    moving,
    own,
    own_all,
    play,
    put,
    skip,
    start,
    unit,
)


@pytest.mark.rule("13.6")
def test_the_battle_card_shows_factors_shifts_modifiers_and_the_losses_of_each_die() -> None:
    p = empty(turn=11)
    put(p, "2812", "r-div11", "r-div14")
    put(p, "2911", "n-div11", "n-div12")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "unit:n-div12")
    card = GAME.card(p, NAT)
    assert (card["attack"], card["defence"], card["steps"]) == (10, 11, 2), "only the top counter is known"
    assert (card["defenders"], card["sight"]) == (["r-div11"], "top-only")
    assert GAME.card(p, REP) == {"kind": "battle", "target": "2812", "area": "2812", "side": "nationalist"}
    assert GAME.card(p, None) == GAME.card(p, REP)
    play(p, "go")
    card = GAME.card(p, REP)
    assert (card["attack"], card["defence"], card["steps"]) == (10, 16, 4)
    assert card["defenders"] == ["r-div11", "r-div14"]
    assert "sight" not in card
    assert [(x["value"], x["rule"]) for x in card["shift-parts"]] == [(-2, "13.26a")]
    assert (card["column"], card["shift"]) == ("1:2", -2)
    rows = [p.board.crt[d][0] for d in range(1, 7)]
    for i, side in enumerate(("attacker", "defender")):
        assert sum(card[f"{side}-losses"].values()) == pytest.approx(1)
        assert card[f"{side}-loss"] == pytest.approx(sum(x[i] for x in rows) / 6)
    assert card["cleared"] == pytest.approx(sum(x[1] >= 4 for x in rows) / 6)


@pytest.mark.rule("7.40a")
def test_the_battle_card_counts_the_step_of_town_defense() -> None:
    p = empty(turn=3)
    own(p, NAT, "2508", "2507")
    put(p, "2509", "r-uri")
    put(p, "2508", "n-cst", "n-asn")
    hold(p, "town-defense")
    fighting(p, NAT)
    play(p, "attack:2509", "unit:n-cst", "unit:n-asn", "go")
    skip(p, "DefenderChits")
    before = GAME.card(p, NAT)["attacker-loss"]
    play(p, "chit:town-defense")
    assert GAME.card(p, NAT)["attacker-loss"] == pytest.approx(before + 1)


def test_overlays_show_control_front_zones_supply_railways_and_morale() -> None:
    p = start()
    shown = {name: GAME.overlay(p, REP, name) for name in GAME.overlays()}
    assert shown["control"]["1607"] == ["nationalist"]
    assert shown["front"]["2812"] == ["republican"]
    assert "3702" not in shown["front"]
    assert "nationalist:column" in shown["zones"]["2812"]
    assert shown["supply"]["2712"] == ["republican"]
    assert shown["supply"]["3707"] == ["republican:northern"]
    assert "nationalist" in shown["supply"]["1607"]
    assert shown["rail"]["2712"] == ["republican"]
    assert shown["morale"]["1607"] == ["yellow", "3"]
    assert shown["morale"]["2712"] == ["purple", "7"]
    own(p, NAT, "2712")
    assert GAME.overlay(p, REP, "morale")["2712"] == ["purple", "7", "held"]


def test_the_range_of_any_unit_is_told_also_out_of_its_turn() -> None:
    p = empty(turn=3)
    put(p, "2712", "r-mod")
    put(p, "2812", "n-og")
    moving(p, NAT)
    u = unit(p, "r-mod")
    found = GAME.range(p, u)
    assert found["2712"] == p.allowance(u)
    assert "2713" in found
    assert GAME.range(p, unit(p, "r-div11")) == {}, "not on the map"


def test_reach_leads_where_it_says_also_in_the_middle_of_a_move() -> None:
    p = empty(turn=3)
    put(p, "2712", "r-mod")
    moving(p, REP)
    found = GAME.reach(p, REP, unit(p, "r-mod"))
    _, way = found["2713"]
    q = p.clone()
    play(q, *way, "stop")
    assert q.hex[unit(q, "r-mod")] == hexn(q, "2713")
    play(p, "unit:r-mod", "hex:2713")
    middle = GAME.reach(p, REP, unit(p, "r-mod"))
    assert "2713" not in middle, "no act leads where it stands; it stops there"
    assert middle
    assert all(path and all(word.startswith("hex:") for word in path) for _, path in middle.values())
    assert GAME.reach(p, NAT, unit(p, "r-mod")) == {}


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
