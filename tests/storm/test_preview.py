"""Odds, reach and overlays agree with what the engine then does."""
from __future__ import annotations

from collections import Counter

import pytest

from frente.games.storm import GAME
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE
from tests.golden import reached
from tests.storm.lay import (
    choose,
    dice,
    empty,
    hold,
    impulses,
    offered,
    own,
    play,
    put,
    question,
    told,
    unit,
    where,
)


def outcomes(p: Storm, key: str, *names: str) -> list[Counter[str]]:
    """Every roll from here, and how often the event *key* tells each value of its facts."""
    found: list[Counter[str]] = [Counter() for _ in names]
    queue = [p]
    while queue:
        q = queue.pop()
        for act in q.choices()[CHANCE]:
            r = q.clone()
            events = told(r)
            r.apply(CHANCE, act)
            said = [e for e in events if e.key == key]
            if said:
                for counter, name in zip(found, names):
                    counter[str(said[0].facts[name])] += 1
            else:
                queue.append(r)
    return found


def same(chances: dict[str, float], counted: Counter[str]) -> bool:
    total = sum(counted.values())
    return {k: round(v, 6) for k, v in chances.items()} == {k: round(n / total, 6) for k, n in counted.items()}


@pytest.mark.parametrize("prepare", [False, True])
def test_the_odds_of_a_combat_are_those_of_its_dice(prepare: bool) -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-leg-4", "n-argel", "r-bm1a", "r-largo")
    p.sp = [0, 1]
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1", "n-leg-4"], prepare=prepare)
    before = GAME.card(p, NAT)
    assert before["may-counter"] == ["r-bm1a"]
    assert before["attack"] == 4
    play(p, "unit:r-bm1a")
    card = GAME.card(p, NAT)
    assert card["intensity"] == 5 + 2
    assert card["defence"] == 6 + 4
    assert card["attacker-losses"] == before["attacker-losses-if-all-counter"]
    hits, own_losses = outcomes(p, "attack-result", "losses", "own")
    assert same(card["defender-losses"], hits)
    assert same(card["attacker-losses"], own_losses)
    assert card["dice"] == ("best two of three" if prepare else "two")
    assert {part["rule"] for part in card["intensity-parts"]} == {"9.4.1.C4a", "9.4.1.C4d"}


def test_the_card_of_an_attack_in_a_normal_area_shows_the_test() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "n-leg-4", "r-acero", "r-largo")
    p.sp = [0, 1]
    impulses(p, NAT)
    play(p, "attack:C", "unit:n-leg-1")
    test = GAME.card(p, NAT)["test"]
    assert test["units"] == ["r-largo"]
    assert (test["modifier"], test["stands"], test["retreats"], test["eliminated"]) == (2, 2 / 6, 2 / 6, 2 / 6)
    play(p, "done")
    assert GAME.card(p, NAT)["kind"] == "morale-test"


def test_the_odds_of_defensive_fire_are_shown_before_the_river_is_crossed() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1")
    put(p, "I", "r-acero", "r-largo")
    impulses(p, NAT)
    choose(p, "assault", "A", ["n-leg-1"])
    ahead = GAME.card(p, NAT)["ahead"]["I"]
    assert ahead["combat"]["kind"] == "assault"
    assert ahead["combat"]["intensity"] == 5 + 1 + 1
    act = GAME.words(p).act("area:I")
    assert [r.rule for r in GAME.warnings(p, NAT, [act])] == ["9.5a"]
    play(p, "area:I")
    card = GAME.card(p, NAT)
    assert card == ahead["fire"]
    assert same(card["losses"], outcomes(p, "fire-losses", "losses")[0])
    assert card["cover"] == 6


def test_the_odds_of_a_bombardment_by_guns_and_by_chit() -> None:
    p = empty()
    put(p, "D", "n-art-105a", "n-art-75a", "r-mena")
    put(p, "C", "r-largo", "r-acero")
    hold(p, "N1")
    impulses(p, NAT)
    q = p.clone()
    choose(p, "bombard", "D", ["n-art-105a", "n-art-75a"])
    ahead = GAME.card(p, NAT)["ahead"]
    assert set(ahead) == {"C", "D"}
    assert ahead["D"]["dice"] == "best two of three"
    play(p, "area:D")
    card = GAME.card(p, NAT)
    assert card["losses"] == ahead["D"]["losses"]
    assert same(card["losses"], outcomes(p, "bombardment-result", "losses")[0])
    play(q, "chit:N1", "area:C", "point:r-acero")
    card = GAME.card(q, NAT)
    assert card["bonus"] == 4
    assert same(card["losses"], outcomes(q, "bombardment-result", "losses")[0])


def test_a_replaced_point_unit_shows_the_lowest_dice() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4")
    put(p, "I", "r-acero")
    impulses(p, NAT)
    choose(p, "assault", "A", ["n-leg-1", "n-leg-4"])
    play(p, "area:I")
    dice(p, 3, 3)
    play(p, "point:n-leg-4", "done")
    card = GAME.card(p, NAT)
    assert card["dice"] == "lowest two of three"
    assert same(card["defender-losses"], outcomes(p, "attack-result", "losses")[0])


def test_reach_names_acts_that_lead_there() -> None:
    p = empty()
    put(p, "D", "n-cav-calatrava", "n-leg-1")
    impulses(p, NAT)
    found = GAME.reach(p, NAT, unit(p, "n-cav-calatrava"))
    assert found["C"][0] == 2
    assert found["M"][0] == 0
    assert "G" not in found
    play(p, *found["M"][1])
    if question(p) == "StepOn":
        play(p, "stop")
    assert where(p, "n-cav-calatrava") == "M"


def test_while_a_stack_marches_only_its_own_units_have_a_reach() -> None:
    p = empty()
    put(p, "D", "n-cav-calatrava", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-cav-calatrava"])
    assert question(p) == "StepOn"
    assert "C" in GAME.reach(p, NAT, unit(p, "n-cav-calatrava"))
    assert GAME.reach(p, NAT, unit(p, "n-leg-1")) == {}


def test_nobody_has_a_reach_while_a_new_point_unit_is_named() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4")
    put(p, "I", "r-acero")
    impulses(p, NAT)
    choose(p, "assault", "A", ["n-leg-1", "n-leg-4"])
    play(p, "area:I")
    dice(p, 3, 3)
    assert (question(p), offered(p)) == ("AfterFire", ["point:n-leg-4", "cancel"])
    for name in ("n-leg-1", "n-leg-4", "r-acero"):
        assert GAME.reach(p, NAT, unit(p, name)) == {}


def test_overlays_show_control_supply_and_routes() -> None:
    p = empty()
    own(p, NAT, "C", "M", "N", "EE", "T")
    put(p, "C", "n-leg-1", "r-libertad")
    assert GAME.overlays() == ("control", "supply", "routes")
    assert GAME.overlay(p, None, "control")["C"] == ["nationalist", "contested"]
    assert GAME.overlay(p, None, "supply")["M"] == ["nationalist"]
    assert GAME.overlay(p, None, "routes")["T"] == ["corunna:cut"]
    assert GAME.overlay(p, None, "routes")["W"] == ["france:open"]


def test_a_supply_line_leads_to_a_source() -> None:
    p = empty()
    own(p, NAT, "C", "M")
    put(p, "N", "n-leg-1", "r-aguilas")
    line = GAME.supply_line(p, unit(p, "n-leg-1"), [])
    assert line == ["N", "M", "C", "D", "6"]
    own(p, REP, "C")
    assert GAME.supply_line(p, unit(p, "n-leg-1"), []) == []
    assert GAME.supply_line(p, unit(p, "r-aguilas"), [])[-1] in ("AA", "1", "2", "3")
    assert GAME.supply_line(p, unit(p, "n-leg-4"), []) == []


def test_leaving_an_area_to_the_enemy_is_warned_of() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "r-largo")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    act = GAME.words(p).act("area:6")
    assert "area:6" in offered(p)
    assert [r.rule for r in GAME.warnings(p, NAT, [act])] == ["3.5.1a"]


def test_there_is_no_card_when_nothing_is_prepared() -> None:
    p = GAME.start("drive", GAME.settled({}))
    assert GAME.card(p, None) == {}


def test_units_that_retreat_are_shown_no_chances_of_the_fight_that_drove_them_out() -> None:
    p = reached(GAME, "campaign", 1, "RetreatUnits", 1)
    assert isinstance(p, Storm)
    assert GAME.card(p, None) == {}
