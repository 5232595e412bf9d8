"""[7] Where the events of the chits end: conditions that fail, units that are spared, choices that are closed."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_chits import ChitPull, enter_chits, hand
from frente.games.tscw.state.position import (
    AWAITED,
    BASE,
    EVENT,
    GONE,
    IN_HAND,
    Tscw,
)
from frente.kernel.flow import CHANCE
from tests.tscw.chits import chit, draw
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    asked,
    before,
    dice,
    empty,
    fighting,
    hold,
    kill,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    run,
    unit,
    where,
)

# -- pools and hands


@pytest.mark.rule("7.2b", "7.36")
def test_a_mandatory_chit_drawn_by_the_opponent_takes_effect_for_its_owner() -> None:
    p = empty(turn=8)
    p.rp[2] = 3
    assert draw(p, "franco-neutrality", NAT, by=REP).rp[2] == 2
    assert draw(empty(turn=8), "negrin", REP, by=NAT).morale == 73
    q = draw(empty(turn=8), "german-ships", REP, by=NAT)
    assert q.chit[chit(q, "german-ships")] == IN_HAND, "it is handed over and waits for Gernika"
    r = draw(empty(turn=8), "tactical-surprise", REP, by=NAT)
    assert r.chit[chit(r, "tactical-surprise")] == GONE


@pytest.mark.rule("7.2b", "7.2a")
def test_the_opponent_may_decline_too_and_then_nothing_is_drawn() -> None:
    p = run(empty(turn=8), ChitPull(NAT))
    pools = p.chit[:]
    play(p, "decline", "pass")
    assert not p.choices()
    assert p.chit == pools


@pytest.mark.rule("7.21a", "7.38b", "7.40b")
def test_which_held_chits_lapse_and_which_are_kept() -> None:
    p = empty(turn=5)
    hold(p, "desertion", "town-defense", "goicoechea")
    p.turn = 6
    enter_chits(p)
    kinds = [p.board.kinds[p.board.chit_kind[c]] for s in (NAT, REP) for c in hand(p, s)]
    assert kinds == ["goicoechea", "town-defense"], "Town Defense drawn in time may still be used"
    q = empty(turn=9)
    q.north_fallen = 1
    draw(q, "north-aircraft", REP)
    assert q.chit[chit(q, "north-aircraft")] == GONE


# -- events that do not happen


@pytest.mark.rule("7.7a")
def test_the_balearic_landings_come_too_late_on_turn_seven_and_take_only_columns() -> None:
    for turn, taken in ((6, True), (7, False)):
        p = empty(turn=turn)
        put(p, "3023", "r-drt", "r-asc", "r-bde2")
        put(p, "2318", "r-tb", "r-bde3")
        p.convert(unit(p, "r-asc"))
        draw(p, "balearic-landings", REP)
        assert bool(p.choices()) == taken
        if taken:
            assert args(p, "unit") == ["r-drt"], "neither brigades nor converted columns"
            play(p, "unit:r-drt")
            assert args(p, "unit") == ["r-tb"]


@pytest.mark.rule("7.13", "7.34a")
def test_events_whose_place_has_changed_hands_do_not_happen() -> None:
    p = empty(turn=7)
    own(p, NAT, "1910")
    assert draw(p, "santa-maria", REP).morale == 72
    q = empty(turn=3)
    own(q, NAT, "2510")
    assert draw(q, "on-to-alcazar", NAT).call_alcazar == 0


@pytest.mark.rule("7.5", "7.11a")
def test_only_legion_kondor_aircraft_in_play_are_called_home() -> None:
    p = empty(turn=13)
    for name in ("n-bah1", "i-al1"):
        p.hex[unit(p, name)] = BASE
    p.hex[unit(p, "g-lk1")] = AWAITED
    draw(p, "anschluss", NAT)
    assert not p.choices()
    assert p.chit[chit(p, "anschluss")] == GONE
    p.hex[unit(p, "g-lk2")] = BASE
    draw(p, "czech-crisis", NAT)
    assert args(p, "unit") == ["g-lk2"]
    for turn, again in ((14, False), (15, True), (16, False)):
        q = empty(turn=turn)
        q.czech = 14
        q.hex[unit(q, "g-lk1")] = BASE
        run(q, before("ResourcePoints"))
        assert (question(q) == "PickUnit") == again


@pytest.mark.rule("7.8c")
def test_no_infighting_with_madrid_lost_or_too_few_units_near_it() -> None:
    def coup(*places: str, madrid: int = REP) -> int:
        p = empty(turn=18)
        p.morale = 32
        for place, name in zip(places, ("r-div11", "r-div3", "r-div13", "r-div7")):
            put(p, place, name)
        own(p, madrid, "2712")
        return draw(p, "casado-coup", NAT).infighting
    assert coup("2711", "2612", "2713") == 18
    assert coup("2711", "2612", "2713", madrid=NAT) == 0
    assert coup("2711", "2612", "2212", "2318") == 0, "only two within two hexes"


@pytest.mark.rule("7.8d")
def test_columns_still_attack_on_the_turn_of_the_coup() -> None:
    p = empty(turn=18)
    p.morale = 32
    put(p, "2812", "r-div11", "r-mng")
    put(p, "2911", "n-gec")
    draw(p, "casado-coup", NAT)
    fighting(p, REP)
    play(p, "attack:2911")
    assert args(p, "unit") == ["r-mng"]
    assert rules(p, "unit:r-div11") == ["7.8d"]


# -- units that leave


@pytest.mark.rule("7.6b", "7.6c")
def test_basques_still_to_come_are_removed_and_the_volunteers_spread_out() -> None:
    p = empty(turn=9)
    own(p, NAT, "3613")
    for name in ("r-basque-a", "r-basque-b", "r-basque-c", "r-basque-d"):
        p.hex[unit(p, name)] = EVENT
    p.hex[unit(p, "r-b4")] = AWAITED
    put(p, "3610", "r-b1", "r-s1")
    put(p, "3612", "r-b2")
    put(p, "3611", "r-b3")
    draw(p, "basque-surrender", NAT)
    assert where(p, "r-b4") == "removed"
    play(p, "unit:r-basque-a")
    assert args(p, "hex") == ["3611", "3612"], "first the hexes that are empty now"
    play(p, "hex:3612", "unit:r-basque-b")
    assert args(p, "hex") == ["3611"]
    play(p, "hex:3611", "unit:r-basque-c", "hex:3610")
    assert not p.choices()
    assert where(p, "r-basque-d") == "basque-volunteers"


@pytest.mark.rule("7.10a")
def test_volunteers_without_supply_leave_when_they_have_it_and_those_rebuilt_stay() -> None:
    p = empty(turn=16)
    own_all(p, NAT)
    put(p, "2715", "r-int-d", "r-gen124-1")
    p.hex[unit(p, "r-int-m")] = AWAITED
    kill(p, "r-int-t")
    for name in ("r-int-d", "r-int-t"):
        p.due[unit(p, name)] = 5
    draw(p, "foreign-volunteers", REP)
    assert where(p, "r-int-d") == "2715", "cut off"
    assert where(p, "r-int-m") == "deadpile", "those still to come do not come"
    p.turn = 17
    administration(p, REP)
    assert where(p, "r-int-d") == "2715", "still cut off"
    own_all(p, REP)
    put(p, "2712", "r-int-t")
    p.due[unit(p, "r-int-t")] = 16
    administration(p, REP)
    assert where(p, "r-int-d") == "deadpile"
    assert where(p, "r-int-t") == "2712", "raised again after the withdrawal"
    assert where(p, "r-gen124-1") == "2715"
    q = empty(turn=17)
    put(q, "2712", "r-int-d")
    q.due[unit(q, "r-int-d")] = 5
    administration(q, REP)
    assert where(q, "r-int-d") == "2712", "nobody has been called home"
    assert q.volunteers == 0


@pytest.mark.rule("7.10c")
def test_the_italian_division_comes_from_the_deadpile_if_none_is_on_the_map() -> None:
    p = empty(turn=16)
    put(p, "3311", "n-div11", "i-fn")
    kill(p, "i-pn", "n-div12", "i-fv")
    draw(p, "foreign-volunteers", REP)
    assert not p.choices()
    assert where(p, "i-pn") == "removed"
    assert [where(p, n) for n in ("n-div11", "i-fn", "n-div12", "i-fv")] == ["3311", "3311", "deadpile", "deadpile"]
    q = empty(turn=16)
    put(q, "3311", "i-lt", "n-div11")
    kill(q, "i-pn")
    draw(q, "foreign-volunteers", REP)
    assert args(q, "unit") == ["i-lt"]
    play(q, "unit:i-lt")
    assert where(q, "i-pn") == "deadpile", "one division is enough"


@pytest.mark.rule("7.11b", "6.8b")
def test_the_crisis_takes_supplied_combat_units_first_and_never_more_than_six_steps() -> None:
    p = empty(turn=14)
    own_all(p, REP)
    own(p, NAT, "3311")
    put(p, "3311", "n-div11", "n-gen244-1", "n-hq-n")
    put(p, "2712", "n-div12", "n-div13")
    draw(p, "czech-crisis", NAT)
    assert args(p, "unit") == ["n-div11", "n-gen244-1"], "those in supply, no headquarters"
    play(p, "unit:n-div11", "unit:n-gen244-1")
    assert args(p, "unit") == ["n-div12", "n-div13"], "then the others"
    play(p, "unit:n-div12")
    assert not p.choices(), "a full division would be one step too many"


@pytest.mark.rule("7.18")
def test_guerrillas_take_no_horse_tanks_or_headquarters_and_a_lone_step_if_there_is_nothing_else() -> None:
    p = empty(turn=14)
    put(p, "3311", "n-gen244-1", "n-cav1", "n-hq-n", "n-agc")
    draw(p, "guerrilla", REP)
    assert args(p, "unit") == ["n-gen244-1"]
    play(p, "unit:n-gen244-1")
    assert not p.choices()
    assert where(p, "n-cav1") == "3311"


@pytest.mark.rule("7.41")
def test_the_convoy_brings_only_colonial_columns_of_later_turns_and_may_be_left() -> None:
    p = empty(turn=2)
    for name, due in (("n-brt", 3), ("n-bar", 2), ("n-gcb", 4)):
        p.hex[unit(p, name)] = AWAITED
        p.due[unit(p, name)] = due
    draw(p, "victory-convoy", NAT)
    assert sorted(offered(p)) == ["done", "unit:n-brt"], "those of this turn come anyway"
    play(p, "done")
    assert where(p, "n-brt") == "awaited"
    q = empty(turn=2)
    q.hex[unit(q, "n-brt")] = AWAITED
    q.due[unit(q, "n-brt")] = 3
    own_all(q, REP)
    draw(q, "victory-convoy", NAT)
    assert not q.choices(), "it has nowhere to land"


@pytest.mark.rule("7.36", "7.16")
def test_the_german_ships_wait_only_for_gernika_and_are_attacked_once() -> None:
    p = draw(empty(turn=8), "german-ships", REP)
    own(p, NAT, "3614")
    draw(p, "gernika", NAT)
    assert p.gernika == 1
    assert asked(p) == [CHANCE], "Gernika did not happen, but it has been drawn"
    dice(p, 1)
    assert p.morale == 73
    assert not p.choices()


@pytest.mark.rule("7.21a")
def test_deserters_are_weak_unconverted_columns_and_go_only_in_the_republican_phase() -> None:
    p = empty(turn=3)
    put(p, "2812", "r-nvz")
    put(p, "2911", "n-gec")
    hold(p, "desertion")
    moving(p, NAT)
    assert asked(p) == [NAT]
    assert not args(p, "desert")
    moving(p, REP)
    assert args(p, "desert") == ["r-nvz"]
    put(p, "2812", "r-smr")
    p.raise_top(unit(p, "r-smr"))
    moving(p, REP)
    assert "r-nvz" not in args(p, "desert"), "it lies under another counter"


@pytest.mark.rule("7.3b", "7.21a")
def test_a_second_desertion_may_follow_the_first_at_once() -> None:
    def laid(*chits: str) -> Tscw:
        p = empty(turn=3)
        put(p, "2611", "n-cst")
        put(p, "2510", "r-nvz")
        put(p, "2711", "r-per")
        hold(p, *chits)
        return moving(p, REP)
    p = play(laid("desertion", "desertion"), "desert:r-nvz")
    assert (asked(p), args(p, "desert")) == ([NAT], ["r-per"])
    play(p, "desert:r-per")
    assert asked(p) == [REP], "nobody is left who would go"
    q = play(laid("desertion", "desertion"), "desert:r-nvz", "pass")
    assert asked(q) == [REP]
    play(q, "unit:r-per", "stop")
    assert args(q, "desert") == ["r-per"], "between two moves, again"
    assert asked(play(laid("desertion", "desertion"), "pass")) == [REP]
    r = play(laid("desertion"), "desert:r-nvz")
    assert asked(r) == [REP], "he holds no other"
