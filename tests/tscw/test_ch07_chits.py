"""[7.1 to 7.11] Chit pools and the first events."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch06_points import income
from frente.games.tscw.rules.ch07_chits import ChitPull, enter_chits, hand, pool
from frente.games.tscw.rules.ch07_events import take_effect as play_chit
from frente.games.tscw.rules.ch13_odds import drm_parts
from frente.games.tscw.rules.sequence import clear_table
from frente.games.tscw.state.position import (
    EVENT,
    GONE,
    IN_HAND,
    IN_POOL,
    Tscw,
)
from frente.kernel.flow import CHANCE, Act
from tests.tscw.chits import air, chit, draw, state
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
    hexn,
    hold,
    kill,
    moving,
    now,
    offered,
    own,
    play,
    put,
    question,
    rules,
    run,
    unit,
    values,
    where,
)


@pytest.mark.rule("7.1")
def test_chits_enter_their_sides_pool_on_their_turn_and_stay_there() -> None:
    p = empty(turn=3)
    assert state(p, "madrid") == 0
    p.turn = 4
    enter_chits(p)
    assert state(p, "madrid") == IN_POOL
    assert chit(p, "madrid") in pool(p, NAT)
    assert chit(p, "madrid") not in pool(p, REP)
    p.turn = 9
    enter_chits(p)
    assert state(p, "madrid") == IN_POOL


@pytest.mark.rule("7.2a", "7.3a")
def test_each_player_may_draw_one_chit_from_his_own_pool() -> None:
    p = empty(turn=5)
    run(p, before("ChitPulls"))
    assert asked(p) == [NAT]
    assert offered(p) == ["pull", "decline"]
    play(p, "pull")
    drawn = [a.arg for a in p.choices()[CHANCE]]
    assert drawn == pool(p, NAT)
    p.apply(CHANCE, Act("draw", chit(p, "no-event-n")))
    assert asked(p) == [REP], "one draw, then the other pool"
    q = empty(turn=5)
    for c in pool(q, NAT):
        q.chit[c] = GONE
    run(q, ChitPull(NAT))
    assert not q.choices(), "nobody is asked about an empty pool"


@pytest.mark.rule("7.2b")
def test_if_a_player_declines_his_opponent_may_draw_for_him() -> None:
    p = empty(turn=5)
    run(p, ChitPull(NAT))
    play(p, "decline")
    assert asked(p) == [REP]
    assert offered(p) == ["pull", "pass"]
    held = draw(empty(turn=3), "desertion", NAT, by=REP)
    assert state(held, "desertion") == GONE
    assert hand(held, NAT) == []
    mandatory = draw(empty(turn=8), "franco-neutrality", NAT, by=REP)
    assert state(mandatory, "franco-neutrality") == GONE
    nothing = draw(empty(turn=3), "no-event-n", NAT, by=REP)
    assert state(nothing, "no-event-n") == IN_POOL
    kept = draw(empty(turn=3), "desertion", NAT)
    assert state(kept, "desertion") == IN_HAND


@pytest.mark.rule("7.2c")
def test_a_no_event_chit_goes_back_without_a_redraw() -> None:
    p = draw(empty(turn=3), "no-event-r", REP)
    assert state(p, "no-event-r") == IN_POOL
    assert not p.choices()


@pytest.mark.rule("7.2d", "7.2a")
def test_an_event_that_cannot_happen_is_discarded() -> None:
    p = draw(empty(turn=7), "madrid", NAT)
    assert state(p, "madrid") == GONE
    assert p.call_madrid == 0
    assert not p.choices()


@pytest.mark.rule("7.3b", "13.13")
def test_several_held_chits_may_be_played_together_the_attacker_first() -> None:
    p = empty(turn=11)
    put(p, "2713", "r-div11")
    put(p, "2914", "n-div75")
    put(p, "2814", "r-div14")
    air(p, "r-air2")
    hold(p, "tactical-surprise", "soviet-aircraft")
    hold(p, "german-aircraft")
    fighting(p, REP)
    play(p, "attack:2914", "unit:r-div14", "go")
    while question(p) != "AttackerChits":
        play(p, "air:r-air2" if "air:r-air2" in offered(p) else "pass")
    assert asked(p) == [REP]
    play(p, "chit:tactical-surprise", "chit:soviet-aircraft")
    assert hand(p, REP) == []
    assert question(p) == "DefenderChits"
    assert offered(p) == ["pass"], "German aircraft need the Legion Kondor"
    f = now(p)
    assert values(drm_parts(p, f))["7.39"] == 2
    assert values(drm_parts(p, f))["7.31"] == 1


@pytest.mark.rule("7.4a")
def test_a_chit_with_the_band_is_played_the_moment_it_is_drawn() -> None:
    p = draw(empty(turn=8), "negrin", REP)
    assert p.morale == 73
    assert state(p, "negrin") == GONE


@pytest.mark.rule("7.4b")
def test_a_chit_without_the_band_is_kept() -> None:
    p = draw(empty(turn=9), "tactical-surprise", REP)
    assert hand(p, REP) == [chit(p, "tactical-surprise")]
    assert p.pulled[chit(p, "tactical-surprise")] == 9


@pytest.mark.rule("7.4c")
def test_held_chits_are_hidden_from_the_opponent_unless_agreed_otherwise() -> None:
    for hidden in (True, False):
        p = empty(turn=9, hidden_chits=hidden)
        hold(p, "tactical-surprise")
        moving(p, NAT)
        assert GAME.view(p, REP).hands["chits-republican"] == ["tactical-surprise"]
        seen = GAME.view(p, NAT).hands["chits-republican"]
        assert seen == (1 if hidden else ["tactical-surprise"])


@pytest.mark.rule("7.5")
def test_anschluss_takes_one_legion_kondor_air_unit_for_a_turn() -> None:
    p = empty(turn=13)
    air(p, "g-lk1", "g-lk2")
    draw(p, "anschluss", NAT)
    assert args(p, "unit") == ["g-lk1", "g-lk2"]
    play(p, "unit:g-lk2")
    assert where(p, "g-lk2") == "away"
    assert where(p, "g-lk1") == "air-base"
    p.turn = 14
    administration(p, NAT)
    assert where(p, "g-lk2") == "air-base"
    for turn, void in ((14, True), (15, True), (16, True), (17, False)):
        q = empty(turn=turn)
        air(q, "g-lk1")
        q.czech = 14
        clear_table(q)
        draw(q, "anschluss", NAT)
        assert (not q.choices()) == void, "in effect until the aircraft are back, after the chits of turn 16"
        assert where(q, "g-lk1") == "air-base"
    none = draw(empty(turn=13), "anschluss", NAT)
    assert not none.choices()


@pytest.mark.rule("7.6a")
def test_the_basques_surrender_only_if_bilbao_is_nationalist() -> None:
    p = empty(turn=9)
    put(p, "3610", "r-b1")
    draw(p, "basque-surrender", NAT)
    assert where(p, "r-b1") == "3610"
    assert state(p, "basque-surrender") == GONE
    own(p, NAT, "3613")
    play_chit(p, chit(p, "basque-surrender"))
    assert where(p, "r-b1") == "removed"


@pytest.mark.rule("7.6b", "7.6c")
def test_all_basques_leave_for_good_and_units_a_to_d_take_over_their_hexes() -> None:
    p = empty(turn=9)
    own(p, NAT, "3613")
    for name in ("r-basque-a", "r-basque-b", "r-basque-c", "r-basque-d"):
        p.hex[unit(p, name)] = EVENT
    put(p, "3610", "r-b1", "r-b2")
    put(p, "3612", "r-b3")
    kill(p, "r-b4")
    put(p, "3707", "r-a1")
    draw(p, "basque-surrender", NAT)
    assert [where(p, n) for n in ("r-b1", "r-b2", "r-b3", "r-b4", "r-a1")] == ["removed"] * 4 + ["3707"]
    assert p.basque_end == 1
    play(p, "unit:r-basque-a")
    assert args(p, "hex") == ["3610", "3612"]
    play(p, "hex:3612", "unit:r-basque-b", "hex:3610", "unit:r-basque-c", "hex:3610")
    assert where(p, "r-basque-d") == "basque-volunteers", "one for each Basque unit that was on the map"
    assert not p.choices()


@pytest.mark.rule("7.7a")
def test_the_balearic_landings_take_three_columns_and_one() -> None:
    p = empty(turn=3)
    put(p, "3019", "r-drt")
    put(p, "3219", "r-asc", "r-len")
    put(p, "3023", "r-bay")
    put(p, "2318", "r-exe", "r-tb")
    put(p, "2712", "r-mod")
    draw(p, "balearic-landings", REP)
    assert args(p, "unit") == ["r-asc", "r-bay", "r-drt", "r-len"]
    assert rules(p, "unit:r-mod") == ["7.7a"]
    play(p, "unit:r-asc", "unit:r-bay", "unit:r-drt")
    assert args(p, "unit") == ["r-exe", "r-tb"]
    play(p, "unit:r-tb")
    assert not p.choices()
    assert [where(p, n) for n in ("r-asc", "r-bay", "r-drt", "r-tb", "r-len")] == ["away"] * 4 + ["3219"]
    q = draw(empty(turn=7), "balearic-landings", REP)
    assert not q.choices()


@pytest.mark.rule("7.7b")
def test_they_may_return_two_turns_later_through_barcelona_and_valencia() -> None:
    p = empty(turn=3)
    put(p, "3019", "r-drt")
    draw(p, "balearic-landings", REP)
    play(p, "unit:r-drt") if p.choices() else None
    p.turn = 4
    administration(p, REP)
    assert where(p, "r-drt") == "away"
    p.turn = 5
    administration(p, REP)
    assert offered(p) == ["hex:2318", "hex:3023", "pass"]
    play(p, "pass")
    assert where(p, "r-drt") == "away", "the return may be put off"
    administration(p, REP)
    play(p, "hex:2318")
    assert where(p, "r-drt") == "2318"


@pytest.mark.rule("7.8a", "7.8b")
def test_casados_coup_needs_morale_of_32_or_less_and_costs_the_fleet() -> None:
    for morale, fleet in ((33, 1), (32, 0)):
        p = empty(turn=18)
        p.morale = morale
        draw(p, "casado-coup", NAT)
        assert p.fleet == fleet


def coup(*places: tuple[str, str]) -> Tscw:
    p = empty(turn=18)
    p.morale = 32
    for place, name in places:
        put(p, place, name)
    return draw(p, "casado-coup", NAT)


@pytest.mark.rule("7.8c")
def test_the_nationalist_turns_two_republican_units_round_madrid_on_their_own() -> None:
    two = coup(("2712", "r-div11"), ("2711", "r-div3"))
    assert two.infighting == 0, "fewer than three units"
    p = coup(("2712", "r-div11"), ("2711", "r-div3"), ("2612", "r-div13"), ("2212", "r-div7"))
    from frente.games.tscw.rules.ch07_infighting import Infighting
    run(p, Infighting())
    assert asked(p) == [NAT]
    assert "attack:2712" in offered(p)
    assert "attack:2212" not in offered(p)
    play(p, "attack:2712", "unit:r-div3")
    assert all(hexn(p, x) in p.board.nb[p.board.madrid] for x in args(p, "hex"))
    play(p, "hex:2711")
    assert "unit:r-div7" not in offered(p)
    play(p, "unit:r-div13", "hex:2612", "go")
    assert question(p) == "BattleDie", "no chits, air units or headquarters"
    dice(p, 6)
    while p.choices():
        play(p, offered(p)[0])
    assert where(p, "r-div11") in ("2712", "deadpile")


@pytest.mark.rule("7.8d")
def test_epr_units_may_not_attack_on_the_turn_of_the_coup() -> None:
    p = coup(("2812", "r-div11"), ("2711", "r-div3"), ("2612", "r-div13"))
    put(p, "2911", "n-div72")
    fighting(p, REP)
    assert "attack:2911" not in offered(p)
    p.turn = 19
    fighting(p, REP)
    assert "attack:2911" in offered(p)


@pytest.mark.rule("7.9")
def test_durruti_dies() -> None:
    assert draw(empty(turn=5), "durruti-dies", REP).morale == 71


@pytest.mark.rule("7.10a", "7.10b", "7.10c")
def test_the_foreign_volunteers_leave() -> None:
    p = empty(turn=16)
    inter = [p.board.uid[u] for u in range(p.board.units) if p.board.international[u]]
    put(p, "2215", *inter)
    put(p, "3311", "i-lt", "i-pn", "i-fn")
    p.rp = [0, 0, 0, 4]
    draw(p, "foreign-volunteers", REP)
    assert {where(p, n) for n in inter} == {"deadpile"}
    assert asked(p) == [NAT]
    assert args(p, "unit") == ["i-lt", "i-pn"]
    play(p, "unit:i-pn")
    assert where(p, "i-pn") == "removed"
    assert where(p, "i-fn") == "3311"
    income(p, NAT)
    assert p.rp[3] == 4, "what is saved stays, nothing more comes"
    q = empty(turn=16)
    income(q, NAT)
    assert q.rp[3] == 1


@pytest.mark.rule("7.11a")
def test_the_czech_crisis_takes_two_air_units_one_after_the_other_until_two_turns_later() -> None:
    p = empty(turn=14)
    air(p, "g-lk1", "g-lk2", "g-lk3")
    draw(p, "czech-crisis", NAT)
    play(p, "unit:g-lk3")
    assert where(p, "g-lk3") == "away"
    assert not p.choices()
    p.turn = 15
    run(p, before("ResourcePoints"))
    assert question(p) == "PickUnit"
    assert args(p, "unit") == ["g-lk1", "g-lk2"]
    play(p, "unit:g-lk2")
    administration(p, NAT)
    assert [where(p, n) for n in ("g-lk1", "g-lk2", "g-lk3")] == ["air-base", "away", "away"]
    p.turn = 16
    administration(p, NAT)
    assert [where(p, n) for n in ("g-lk1", "g-lk2", "g-lk3")] == ["air-base"] * 3


@pytest.mark.rule("7.11b")
def test_the_czech_crisis_takes_six_steps_of_ground_units_for_two_turns() -> None:
    p = empty(turn=14)
    put(p, "3311", "n-div11", "n-div12", "n-div13", "n-div14")
    p.steps[unit(p, "n-div13")] = 1
    draw(p, "czech-crisis", NAT)
    assert question(p) == "PickUnit"
    play(p, "unit:n-div11", "unit:n-div12", "unit:n-div13")
    assert args(p, "unit") == [], "one step left and no unit worth one"
    assert where(p, "n-div13") == "away"
    assert where(p, "n-div14") == "3311"
    p.turn = 16
    administration(p, NAT)
    while p.choices():
        play(p, offered(p)[-1])
    assert where(p, "n-div13") != "away"
    assert p.steps[unit(p, "n-div13")] == 1


@pytest.mark.rule("7.11c")
def test_italians_near_france_must_move_away_during_the_crisis() -> None:
    p = empty(turn=14)
    p.czech = 14
    put(p, "3216", "i-lt")
    put(p, "3311", "i-pn")
    from frente.games.tscw.rules.ch07_duties import assign, measure
    assert measure(p, 5, hexn(p, "3216")) > 0
    moving(p, NAT)
    assign(p, NAT)
    moving(p, NAT)
    assert "pass" not in offered(p)
    assert rules(p, "pass") == ["7.11c"]
    word = next(w for w in offered(p) if w.endswith("i-lt"))
    play(p, word)
    start = p.board.france[hexn(p, "3216")]
    for _ in range(12):
        if "stop" in offered(p):
            break
        play(p, next(w for w in offered(p) if w.startswith("hex")))
    play(p, "stop")
    assert p.board.france[hexn(p, where(p, "i-lt"))] > start
    calm = empty(turn=14)
    put(calm, "3216", "i-lt")
    moving(calm, NAT)
    assert "pass" in offered(calm)
