"""What each side is shown: cards that speak of what is still to come, and hands it can only imagine."""
from __future__ import annotations

import pytest

from frente.games.storm import GAME
from frente.games.storm.state.board import NAT, REP
from tests.storm.chits import attack, republican_attack
from tests.storm.lay import (
    before,
    choose,
    dice,
    drawn,
    empty,
    held,
    hold,
    impulses,
    kind,
    offered,
    own,
    play,
    put,
    question,
    run,
)


@pytest.mark.rule("6c", "6i")
def test_every_hand_the_side_could_hold_is_drawn_and_no_other() -> None:
    p = empty(turn=5)
    hold(p, "R1", "R1", "R5", "R8")
    for name in ("R4", "R6"):
        p.pool[kind(p, name)] = 1
    p.since[kind(p, "R4")] = 9                               # R6 has just entered and was never drawn from
    hands = {tuple(held(drawn(p, NAT, n), REP)) for n in range(60)}
    assert hands == {("R1", "R1", "R5", "R8"), ("R1", "R1", "R4", "R5"), ("R1", "R1", "R4", "R8"),
                     ("R1", "R4", "R5", "R8")}


@pytest.mark.rule("3.4.2d")
def test_the_card_of_an_assault_counts_the_assaulting_units_in_the_test() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "r-acero", "r-largo")
    impulses(p, NAT)
    choose(p, "assault", "D", ["n-leg-1", "n-leg-4"])
    test = GAME.card(p, NAT)["ahead"]["C"]["combat"]["test"]
    play(p, "area:C")
    assert test["modifier"] == GAME.card(p, NAT)["modifier"] == 2        # 2 to 2: the Republicans do not outnumber


def test_the_card_shows_no_test_that_is_over_and_no_chances_of_dice_that_have_fallen() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "n-leg-4", "r-acero", "r-largo")
    hold(p, "N3")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1", "n-leg-4"])
    assert question(p) == "PlayEvents"
    assert GAME.card(p, NAT)["test"]["units"] == ["r-largo"]
    play(p, "pass")
    dice(p, 1)
    assert question(p) == "CounterAttack"
    assert "test" not in GAME.card(p, REP)
    play(p, "unit:r-acero")
    dice(p, 2, 2)
    assert question(p) == "TakeLosses"
    assert GAME.card(p, REP) == {}


@pytest.mark.rule("9.4")
def test_the_card_is_gone_when_the_combat_is_over() -> None:
    p = republican_attack("R7")
    play(p, "done")
    assert GAME.card(p, REP)["kind"] == "combat"
    dice(p, 3, 3)
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[0])
    assert question(p) == "PlayEvents"                       # the end of the impulse
    assert GAME.card(p, REP) == {}


def test_the_card_of_an_assault_is_gone_when_it_is_given_up() -> None:
    p = empty(turn=5)
    own(p, NAT, "I")
    put(p, "A", "r-acero", "r-bm1a")
    put(p, "I", "n-leg-1")
    hold(p, "R7")
    impulses(p, REP)
    choose(p, "assault", "A", ["r-acero", "r-bm1a"])
    play(p, "area:I")
    dice(p, 2, 2)
    play(p, "cancel")
    assert question(p) == "PlayEvents"                       # the end of the impulse
    assert GAME.card(p, REP) == {}


def test_the_card_of_a_stampede_names_the_units_it_makes_test() -> None:
    p = attack("N8", "R4", place="FF", rep=("r-acero", "r-largo"))
    assert "test" not in GAME.card(p, NAT)
    play(p, "chit:N8a")
    assert question(p) == "PlayEvents"                       # the Republican may still fortify
    assert GAME.card(p, NAT)["test"]["units"] == ["r-largo"]



@pytest.mark.rule("6c")
def test_the_hands_are_shown_when_the_game_is_over_and_not_before() -> None:
    p = empty("drive", 6)
    hold(p, "N3", "R1")
    own(p, NAT, "AA", "DD", "EE", "N", "M", "C")
    assert GAME.view(p, REP).hands["chits-nationalist"] == 1
    run(p, before("VictoryCheck"))
    assert GAME.view(p, REP).hands["chits-nationalist"] == ["N3"]


@pytest.mark.rule("6c", "6i")
def test_an_imagined_hand_holds_no_more_of_a_kind_than_were_drawn_since_it_entered() -> None:
    p = empty(turn=3)
    hold(p, "R1", "R1", "R3")
    p.pool[kind(p, "R3")] = 1
    p.pool[kind(p, "R4")] = 2
    p.since[kind(p, "R4")] = 9
    p.since[kind(p, "R3")] = 1                               # one draw since the Tanks came
    seen = [held(drawn(p, NAT, i), REP).count("R3") for i in range(60)]
    assert set(seen) == {0, 1}


def test_the_card_counts_assaulting_units_in_the_intensity_before_they_arrive() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "r-acero", "r-largo")
    impulses(p, NAT)
    choose(p, "assault", "D", ["n-leg-1", "n-leg-4"])
    assert GAME.card(p, NAT)["ahead"]["C"]["combat"]["intensity"] == 5 + 1         # 2 to 2: nobody is outnumbered


def test_the_card_shows_no_test_after_miaja_and_no_counter_attack_after_a_surprise() -> None:
    p = attack("R8", "R4", "N3", place="C", rep=("r-acero", "r-largo"))
    assert GAME.card(p, NAT)["may-counter"] == ["r-acero"]
    play(p, "pass", "chit:R8a")
    assert question(p) == "PlayEvents"                       # the Nationalist may still surprise
    assert "test" not in GAME.card(p, NAT)
    play(p, "chit:N3")
    assert question(p) == "PlayEvents"                       # and the Republican fortify
    assert "may-counter" not in GAME.card(p, NAT)


@pytest.mark.rule("12.2k")
def test_the_frozen_garrison_is_marked_until_it_wakes() -> None:
    p = empty("corunna", 10)
    put(p, "AA", "r-asalto", "r-bm3")
    impulses(p, REP)
    state = {x["id"]: x["state"] for x in GAME.view(p, None).pieces}
    assert (state["r-asalto"], state["r-bm3"]) == (["frozen"], [])
    p.freed = 1
    assert {x["id"]: x["state"] for x in GAME.view(p, None).pieces}["r-asalto"] == []
