"""[7.1.4] What the attacker chooses in an assault: who advances, which weapons support it."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch07_strength import attack_initiative, attack_strength, took_part
from frente.games.heralds.state.board import PCE
from frente.games.heralds.state.frames_combat import Assault, Damage
from frente.games.heralds.state.position import FIRE, WHOLE, Heralds
from tests.heralds.battle import fight
from tests.heralds.lay import (
    dice,
    empty,
    moving,
    now,
    offered,
    play,
    put,
    question,
    rules,
    space,
    top,
    unit,
    where,
)

BRIGADE = ("44bm-1", "44bm-2", "44bm-3")


# -- the advance


def jaca_falls(*names: str) -> Heralds:
    """A stack in Canillejas, one point of credit, that has driven a headquarters out of JACA."""
    p = empty()
    put(p, "CANILLEJAS", *names)
    put(p, "JACA", "hq-centro")
    moving(p, PCE, 1, *names)
    play(p, "assault:JACA")
    dice(p, 1)                           # nothing burns
    return p


@pytest.mark.rule("7.1.4h", "6.1d")
def test_a_stack_too_large_for_the_compound_drops_units_and_advances_free() -> None:
    p = jaca_falls("ascanio", *BRIGADE)
    assert question(p) == "Advance"
    assert offered(p) == ["drop:44bm-1", "drop:44bm-2", "drop:44bm-3", "pass"]
    assert rules(p, "go:JACA") == ["2.3.3b"]
    assert rules(p, "drop:ascanio") == ["4.2.1f"]
    play(p, "drop:44bm-2")
    assert offered(p) == ["go:JACA", "drop:44bm-1", "drop:44bm-3", "pass"]
    play(p, "go:JACA")
    assert [where(p, n) for n in ("ascanio", *BRIGADE)] == ["JACA", "JACA", "CANILLEJAS", "JACA"]
    assert now(p).credit == 0
    assert now(p).dropped == [unit(p, "44bm-2")]         # it does nothing more in this activation
    q = jaca_falls("ascanio", "44bm-1", "44bm-2")        # two fit: nobody need stay behind, but one may
    assert offered(q) == ["go:JACA", "drop:44bm-1", "drop:44bm-2", "pass"]
    r = jaca_falls("ascanio", *BRIGADE)                  # nor need anybody advance
    play(r, "pass")
    assert question(r) == "Acting"
    assert now(r).dropped == []


@pytest.mark.rule("7.1.4h")
def test_nobody_is_dropped_for_an_advance_that_leads_nowhere() -> None:
    p = empty()                          # the compound burns, and the stack stands in its square already
    put(p, "B", *BRIGADE)
    put(p, "B1", "40bm-1")
    moving(p, PCE, 1, *BRIGADE)
    play(p, "assault:B1")
    fight(p, "add")
    dice(p, 6, 2)
    while question(p) != "CollateralDie":
        dice(p, 1)
    dice(p, 6)
    while question(p) not in ("Acting", ""):
        if question(p) == "DamageDie":
            dice(p, 1)
        else:
            play(p, offered(p)[0])
        assert question(p) != "Advance"
    assert [where(p, n) for n in BRIGADE] == ["B", "B", "B"]


@pytest.mark.rule("7.1.4h", "2.3.3b", "7.1.1a")
def test_from_another_square_the_whole_stack_may_go_past_the_compound_or_a_part_into_it() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio", *BRIGADE)
    put(p, "A1", "bueno")
    put(p, "A1", "zulueta")
    moving(p, PCE, 2, "ascanio", *BRIGADE)
    play(p, "assault:A1")
    while question(p) != "Advance":
        if offered(p)[0].startswith("die"):
            dice(p, 1)
        else:
            play(p, offered(p)[0])
    assert offered(p) == ["go:A", "drop:44bm-1", "drop:44bm-2", "drop:44bm-3", "pass"]
    play(p, "drop:44bm-3", "go:A1")
    assert [where(p, n) for n in ("ascanio", *BRIGADE)] == ["A1", "A1", "A1", "CHAMARTIN"]


# -- support


def at_the_depot(*names: str) -> Heralds:
    """An assault from B on B1, where ammunition lies."""
    p = empty()
    put(p, "B", *names)
    put(p, "B1", "40bm-1")
    moving(p, PCE, 3, *names)
    return play(p, "assault:B1")


@pytest.mark.rule("7.1.4c", "7.1.8a")
def test_guns_may_be_held_back_from_a_depot() -> None:
    p = at_the_depot("ascanio", "44bm-1", "44bm-2", "art-8d")
    assert question(p) == "Support"
    assert offered(p) == ["support", "withhold"]
    assert rules(p, "guns") == rules(p, "aviation") == ["7.1.4c"]        # nothing to choose between
    q = p.clone()
    play(p, "support")
    assert sum(x[0] for x in attack_strength(p, top(p, Assault))) == 4
    play(q, "withhold")
    assert sum(x[0] for x in attack_strength(q, top(q, Assault))) == 2
    assert not took_part(q, top(q, Assault))
    fight(p, "add")
    fight(q, "add")
    assert attack_initiative(p, top(p, Assault)) == attack_initiative(q, top(q, Assault))  # the guns are in the stack
    for r, burns in ((p, True), (q, False)):
        dice(r, 6, 2)
        assert top(r, Damage).drm == 1   # and shake the defenders, whether they fire or not
        dice(r, 1)
        assert question(r) == "CollateralDie"
        dice(r, 4)                       # 4 + 2 for the depot, + 1 for guns that fired
        assert r.state[space(r, "B1")] == (FIRE if burns else WHOLE)


@pytest.mark.rule("7.1.4c", "7.1.5b")
def test_support_is_asked_round_by_round_and_only_of_weapons_that_could_fire() -> None:
    for motor in (False, True):          # from Canillejas ammunition is two points away
        p = empty()
        put(p, "CANILLEJAS", "ascanio", "44bm-1", "44bm-2", "art-8d")
        put(p, "JACA", "40bm-1")
        moving(p, PCE, 3, "ascanio", "44bm-1", "44bm-2", "art-8d", motor=motor)
        play(p, "assault:JACA", "withhold")
        fight(p, "add")
        dice(p, 2, 6)
        while question(p) != "FollowOn":
            dice(p, 1)
        play(p, "again")
        assert question(p) == ("Support" if motor else "AttackLead")
        if motor:                        # held back once, asked again
            play(p, "support")
        assert sum(x[0] for x in attack_strength(p, top(p, Assault))) == (4 if motor else 2)
    q = at_the_depot("44bm-1", "44bm-2")
    assert question(q) == "AttackLead"   # no weapons, no question
    r = empty()                          # nobody to fight and nothing to burn: no question either
    put(r, "E", "ascanio", "44bm-1", "art-8d", "mera")
    moving(r, PCE, 3, "ascanio", "44bm-1", "art-8d")
    play(r, "assault:E")
    dice(r, 6)
    assert question(r) == "FateDie"


@pytest.mark.rule("7.1.4c", "9.4d")
def test_guns_and_aviation_are_chosen_apart() -> None:
    for word, strength, used in (("support", 6, 2), ("guns", 4, 1), ("aviation", 4, 2), ("withhold", 2, 1)):
        p = at_the_depot("ascanio", "44bm-1", "44bm-2", "art-8d")
        now(p).air = 1
        p.reask()
        assert offered(p) == ["support", "guns", "aviation", "withhold"]
        play(p, word)
        assert sum(x[0] for x in attack_strength(p, top(p, Assault))) == strength
        fight(p, "add")
        dice(p, 2, 6)
        while question(p) != "FollowOn":
            dice(p, 1)
        assert now(p).air == used
