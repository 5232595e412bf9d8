"""Standing orders of Storm Over Madrid: chits, counter-attacks."""
from __future__ import annotations

import pytest

from frente.games.storm import GAME
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.position import Storm
from frente.kernel.standing import Order, answer
from tests.storm.lay import asked, choose, dice, empty, hold, impulses, kind, offered, play, put, question


def said(p: Storm, side: int, name: str, given: str, *unless: str) -> str:
    found = answer(GAME, p, side, {name: Order(given, unless)})
    return "" if found is None else GAME.words(p).word(found.act)


def attack(held: str = "", pool: str = "") -> Storm:
    """A Nationalist attack on the militia in C, who hold one chit while another is in the pool."""
    p = empty(turn=2)
    put(p, "C", "n-leg-1", "r-libertad")
    for chit in (held, pool):
        if chit:
            hold(p, chit)
    if pool:
        p.hand[kind(p, pool)] -= 1
        p.pool[kind(p, pool)] += 1
    impulses(p, NAT)
    return choose(p, "attack", "C", ["n-leg-1"])


def test_no_chit_is_played_by_order_whatever_is_held() -> None:
    for chits in (("R8", "R3"), ("R3", "R8")):
        p = attack(*chits)
        assert (question(p), asked(p)) == ("PlayEvents", [REP]), chits
        assert said(p, REP, "combat-events", "pass") == "pass"
        assert said(p, NAT, "combat-events", "pass") == ""


def test_the_conditions_are_those_of_the_combat_and_not_of_the_hand() -> None:
    held, bluff = attack("R8", "R3"), attack("R3", "R8")
    assert offered(held) != offered(bluff)
    for condition, word in (("attacked", ""), ("attacking", "pass"), ("reply", "pass"), ("madrid", "pass")):
        assert said(held, REP, "combat-events", "pass", condition) == word
        assert said(bluff, REP, "combat-events", "pass", condition) == word


@pytest.mark.rule("15.0d")
def test_a_chit_just_played_can_be_a_reason_to_be_asked() -> None:
    p = empty(turn=2)
    put(p, "C", "n-leg-1", "r-libertad")
    hold(p, "N3", "R4")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    assert asked(p) == [NAT]
    play(p, next(w for w in offered(p) if w != "pass"))
    assert asked(p) == [REP]
    assert said(p, REP, "combat-events", "pass", "reply") == ""
    assert said(p, REP, "combat-events", "pass", "madrid") == "pass"


def test_nobody_counter_attacks_by_order() -> None:
    p = attack()
    while question(p) != "CounterAttack":
        if asked(p) == [-1]:
            dice(p, 1)
        else:
            play(p, "pass")
    assert said(p, REP, "counter-attack", "none") == "done"
    assert said(p, REP, "counter-attack", "none", "madrid") == "done"
