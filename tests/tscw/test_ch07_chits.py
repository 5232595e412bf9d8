"""[7.1-7.41] Chit pools and events."""
from __future__ import annotations

import pytest

from frente.flow import CHANCE, Act
from frente.games.tscw import GAME
from frente.games.tscw.ch04_victory import enter
from frente.games.tscw.ch06_points import income
from frente.games.tscw.ch07_chits import ChitPull, enter_chits, hand, pool
from frente.games.tscw.ch07_events import play as play_chit
from frente.games.tscw.ch13_odds import Attack, defence_parts, drm_parts
from frente.games.tscw.frames import Turn
from frente.games.tscw.position import (
    AWAITED,
    BASE,
    BASQUE_END,
    CALL_MADRID,
    CZECH,
    EVENT,
    FLEET,
    GERNIKA,
    GONE,
    HELD,
    IN_HAND,
    IN_POOL,
    INFIGHTING,
    INTACT,
    MORALE,
    NEXT_NAT,
    NEXT_PURCHASE,
    NEXT_REP,
    NORTH_FALLEN,
    PURCHASE,
    SUBMARINES,
    TAKEN,
    UNREST,
    Tscw,
)
from frente.games.tscw.sequence import clear_table
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    asked,
    battle,
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


def chit(p: Tscw, name: str) -> int:
    b = p.board
    return next(c for c in range(b.chits) if b.kinds[b.chit_kind[c]] == name)


def draw(p: Tscw, name: str, side: int, by: int | None = None) -> Tscw:
    """The side's pool holds the named chit and is drawn from; the chit comes out."""
    c = chit(p, name)
    p.chit[c] = IN_POOL
    run(p, ChitPull(side))
    if by is None or by == side:
        play(p, "pull")
    else:
        play(p, "decline", "pull")
    p.apply(CHANCE, Act("draw", c))
    return p


def state(p: Tscw, name: str) -> int:
    return p.chit[chit(p, name)]


def air(p: Tscw, *names: str) -> None:
    for name in names:
        p.hex[unit(p, name)] = BASE


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


@pytest.mark.rule("7.2d")
def test_an_event_that_cannot_happen_is_discarded() -> None:
    p = draw(empty(turn=7), "madrid", NAT)
    assert state(p, "madrid") == GONE
    assert p.num[CALL_MADRID] == 0
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
    assert p.num[MORALE] == 73
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
        q.num[CZECH] = 14
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
    assert p.num[BASQUE_END] == 1
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
        p.num[MORALE] = morale
        draw(p, "casado-coup", NAT)
        assert p.num[FLEET] == fleet


def coup(*places: tuple[str, str]) -> Tscw:
    p = empty(turn=18)
    p.num[MORALE] = 32
    for place, name in places:
        put(p, place, name)
    return draw(p, "casado-coup", NAT)


@pytest.mark.rule("7.8c")
def test_the_nationalist_turns_two_republican_units_round_madrid_on_their_own() -> None:
    two = coup(("2712", "r-div11"), ("2711", "r-div3"))
    assert two.num[INFIGHTING] == 0, "fewer than three units"
    p = coup(("2712", "r-div11"), ("2711", "r-div3"), ("2612", "r-div13"), ("2212", "r-div7"))
    from frente.games.tscw.ch07_infighting import Infighting
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
    assert draw(empty(turn=5), "durruti-dies", REP).num[MORALE] == 71


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
    assert q.rp[3] == q.board.income[16][3] > 0


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
    p.num[CZECH] = 14
    put(p, "3216", "i-lt")
    put(p, "3311", "i-pn")
    from frente.games.tscw.ch07_duties import assign, measure
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


@pytest.mark.rule("7.12")
def test_francos_neutrality_costs_one_point() -> None:
    p = empty(turn=16)
    p.rp[2] = 2
    assert draw(p, "franco-neutrality", NAT).rp[2] == 1
    assert draw(empty(turn=16), "franco-neutrality", NAT).rp[2] == 0


@pytest.mark.rule("7.13")
def test_santa_maria_gives_a_point_unless_1910_was_ever_nationalist() -> None:
    assert draw(empty(turn=7), "santa-maria", REP).num[MORALE] == 73
    p = empty(turn=7)
    put(p, "1909", "n-crl")
    put(p, "1911", "r-jm")
    enter(p, unit(p, "n-crl"), hexn(p, "1910"))
    enter(p, unit(p, "n-crl"), hexn(p, "1909"))
    enter(p, unit(p, "r-jm"), hexn(p, "1910"))
    assert draw(p, "santa-maria", REP).num[MORALE] == 72


@pytest.mark.rule("7.14")
def test_goicoechea_takes_the_factor_of_the_iron_belt_for_good() -> None:
    p = empty(turn=8)
    p.fort[hexn(p, "3613")] = INTACT
    put(p, "3613", "r-b1")
    put(p, "3512", "n-nav1")
    own(p, NAT, "3512")
    hold(p, "goicoechea")
    fighting(p, NAT)
    assert values(defence_parts(p, battle(p, NAT, "3613", "n-nav1")))["13.18"] == 1
    play(p, "attack:3613", "unit:n-nav1", "go")
    while question(p) != "AttackerChits":
        play(p, "pass")
    play(p, "chit:goicoechea")
    assert "13.18" not in values(defence_parts(p, now(p)))
    q = empty(turn=8)
    put(q, "2812", "r-div11")
    put(q, "2911", "n-div11")
    hold(q, "goicoechea")
    fighting(q, NAT)
    play(q, "attack:2812", "unit:n-div11", "go")
    assert question(q) == "AttackerChits"
    assert offered(q) == ["pass"]
    assert rules(q, "chit:goicoechea") == ["7.14"]


@pytest.mark.rule("7.15a")
def test_the_great_purchase_brings_three_points_next_turn_if_the_border_is_open() -> None:
    p = draw(empty(turn=17), "great-purchase", REP)
    assert p.num[NEXT_PURCHASE] == 3
    assert p.rp[0] == 0
    p.turn = 18
    income(p, REP)
    assert p.num[PURCHASE] == 3
    q = empty(turn=17)
    own(q, NAT, "3425")
    assert draw(q, "great-purchase", REP).num[NEXT_PURCHASE] == 0


@pytest.mark.rule("7.15b")
def test_purchased_points_serve_only_where_a_line_leads_to_the_border() -> None:
    p = empty(turn=18)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] in (24, 25)])
    put(p, "3023", "r-div11", steps=1)
    put(p, "2318", "r-div41")
    put(p, "2318", "r-div35", steps=1)
    p.num[PURCHASE] = 3
    administration(p, REP, "SpendPoints")
    assert args(p, "replenish") == ["r-div11"]
    play(p, "replenish:r-div11")
    assert p.num[PURCHASE] == 2
    kill(p, "r-div23", "r-div32")
    administration(p, REP, "SpendPoints")
    assert args(p, "rebuild") == ["r-div32"]


@pytest.mark.rule("7.15b", "6.4b")
def test_both_brigades_of_a_purchased_point_are_bound_to_the_border() -> None:
    p = empty(turn=18)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] in (24, 25)])
    kill(p, "r-gen124-1", "r-gen124-2", "r-gen124-3", "r-div32")
    p.num[PURCHASE] = 1
    administration(p, REP, "SpendPoints")
    assert "r-div32" in args(p, "rebuild")
    play(p, "rebuild:r-gen124-1")
    assert "2318" not in args(p, "hex")
    play(p, "hex:3023")
    assert args(p, "rebuild") == ["r-gen124-2", "r-gen124-3"], "what is left of the point pays for a brigade only"
    play(p, "rebuild:r-gen124-2")
    assert "3023" in args(p, "hex")
    assert "2318" not in args(p, "hex"), "the second brigade of the point too"
    play(p, "hex:3023")
    assert p.num[PURCHASE] == 0
    assert question(p) != "SpendPoints", "nothing is left"
    q = empty(turn=18)
    kill(q, "r-gen124-1", "r-gen124-2")
    own(q, NAT, *[q.board.names[h] for h in range(q.board.size) if q.board.row[h] in (24, 25)])
    q.rp = [1, 0, 0, 0]
    administration(q, REP, "SpendPoints")
    play(q, "rebuild:r-gen124-1", "hex:3023", "rebuild:r-gen124-2", "hex:2318")
    assert q.rp[0] == 0, "an ordinary point is not bound"


@pytest.mark.rule("7.16")
@pytest.mark.parametrize(("die", "morale"), [(1, 72), (3, 72), (4, 73), (6, 73)])
def test_gernika_may_raise_morale(die: int, morale: int) -> None:
    p = draw(empty(turn=7), "gernika", NAT)
    dice(p, die)
    assert p.num[MORALE] == morale
    assert p.num[GERNIKA] == 1
    q = empty(turn=7)
    own(q, NAT, "3614")
    draw(q, "gernika", NAT)
    assert not q.choices()
    assert q.num[GERNIKA] == 1


@pytest.mark.rule("7.18")
def test_guerrillas_take_two_steps_of_infantry_for_a_turn() -> None:
    p = empty(turn=14)
    put(p, "3311", "n-div11", "n-gen244-1", "n-cav1", "n-hq-n")
    draw(p, "guerrilla", REP)
    assert asked(p) == [NAT]
    assert args(p, "unit") == ["n-div11"], "a lone single step does not make two"
    play(p, "unit:n-div11")
    assert not p.choices()
    assert where(p, "n-div11") == "away"
    p.turn = 15
    administration(p, NAT)
    assert where(p, "n-div11") != "away"
    assert p.steps[unit(p, "n-div11")] == 2
    q = empty(turn=14)
    put(q, "3311", "n-gen244-1", "n-gen244-2", "n-div11")
    draw(q, "guerrilla", REP)
    play(q, "unit:n-gen244-1")
    assert args(q, "unit") == ["n-gen244-2"]


@pytest.mark.rule("7.19")
def test_the_submarines_sink_one_point_now_or_the_first_to_come() -> None:
    p = empty(turn=9)
    p.rp = [2, 5, 0, 0]
    draw(p, "submarines", NAT)
    assert p.rp[:2] == [1, 5]
    p.rp = [0, 5, 0, 0]
    p.num[PURCHASE] = 2
    draw(p, "submarines", NAT)
    assert (p.num[PURCHASE], p.num[SUBMARINES]) == (1, 0), "purchased points belong to the total"
    q = draw(empty(turn=9), "submarines", NAT)
    assert q.num[SUBMARINES] == 1
    income(q, REP)
    assert q.rp[0] == q.board.income[9][0] - 1


@pytest.mark.rule("7.20")
def test_recognition_costs_two_points_once_a_great_city_was_taken() -> None:
    assert draw(empty(turn=18), "recognition", NAT).num[MORALE] == 72
    p = empty(turn=18)
    p.num[TAKEN] = 2
    assert draw(p, "recognition", NAT).num[MORALE] == 70


@pytest.mark.rule("7.21a")
def test_a_weak_column_in_sight_next_to_a_nationalist_unit_may_desert() -> None:
    p = empty(turn=3)
    put(p, "2812", "r-nvz", "r-smr")
    put(p, "2914", "r-dlr")
    put(p, "2710", "r-mng")
    put(p, "2911", "n-gec")
    put(p, "2810", "n-avl")
    hold(p, "desertion")
    moving(p, REP)
    assert asked(p) == [NAT]
    assert args(p, "desert") == ["r-nvz"]
    assert rules(p, "desert:r-mng") == ["7.21a"], "too strong"
    assert rules(p, "desert:r-dlr") == ["7.21a"], "not next to an enemy"
    play(p, "desert:r-nvz")
    assert where(p, "r-nvz") == "deadpile"
    assert hand(p, NAT) == []
    q = empty(turn=6)
    put(q, "2812", "r-nvz")
    put(q, "2911", "n-gec")
    hold(q, "desertion")
    moving(q, REP)
    assert asked(q) == [REP]
    q.turn = 6
    enter_chits(q)
    assert hand(q, NAT) == [], "held after turn 5 it is discarded"


@pytest.mark.rule("7.21b")
def test_desertion_drawn_from_turn_six_on_is_void() -> None:
    assert state(draw(empty(turn=6), "desertion", NAT), "desertion") == GONE
    assert state(draw(empty(turn=5), "desertion", NAT), "desertion") == IN_HAND


@pytest.mark.rule("7.29")
def test_negrin() -> None:
    assert draw(empty(turn=8), "negrin", REP).num[MORALE] == 73


def air_battle(side: int, *planes: str) -> tuple[Tscw, Attack]:
    p = empty(turn=11)
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11")
    f = battle(p, side, "2911" if side == REP else "2812", "r-div11" if side == REP else "n-div11")
    f.air = [unit(p, n) for n in planes]
    return p, f


@pytest.mark.rule("7.30", "7.31")
def test_new_aircraft_help_their_owner_one_point_in_attack_and_defence() -> None:
    from frente.games.tscw.ch13_attack import chit_misfit
    for name, plane, owner in (("german-aircraft", "g-lk1", NAT), ("soviet-aircraft", "r-air2", REP)):
        for side in (REP, NAT):
            p, f = air_battle(side, plane)
            assert not chit_misfit(p, f, name)[0]
            f.chits = [p.board.kinds.index(name)]
            rule = "7.30" if owner == NAT else "7.31"
            assert values(drm_parts(p, f))[rule] == (1 if side == owner else -1)
            p, f = air_battle(side)
            assert chit_misfit(p, f, name)[0] == rule, "an air unit must take part"


@pytest.mark.rule("7.32", "7.37")
def test_points_of_chits_are_usable_next_turn() -> None:
    p = empty(turn=8)
    draw(p, "nationalist-rp", NAT)
    assert p.num[NEXT_NAT] == p.board.chit_value[chit(p, "nationalist-rp")]
    assert p.rp[2] == 0
    draw(p, "republican-rp", REP)
    assert p.num[NEXT_REP] == 2
    assert p.rp[0] == 0
    p.turn = 9
    income(p, NAT)
    income(p, REP)
    assert p.rp[2] == p.board.income[9][2] + 1
    assert p.rp[0] == p.board.income[9][0] + 2
    assert p.num[NEXT_NAT] == p.num[NEXT_REP] == 0


@pytest.mark.rule("7.35a")
def test_political_unrest_ends_the_poum_and_comes_too_late_in_1938() -> None:
    p = empty(turn=9)
    put(p, "3219", "r-len")
    draw(p, "political-unrest", REP)
    assert where(p, "r-len") == "removed"
    assert p.num[UNREST] == 9
    q = empty(turn=12)
    put(q, "3219", "r-len")
    draw(q, "political-unrest", REP)
    assert where(q, "r-len") == "3219"


@pytest.mark.rule("7.35c")
def test_units_near_barcelona_do_not_attack_during_the_unrest() -> None:
    p = empty(turn=9)
    p.num[UNREST] = 9
    put(p, "2517", "r-div39")
    put(p, "2617", "n-div51")
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11")
    own(p, NAT, "3120")
    put(p, "3120", "n-div52")
    put(p, "3121", "r-div32")
    fighting(p, REP)
    assert "attack:2911" in offered(p)
    assert "attack:2617" in offered(p)
    assert "attack:3120" not in offered(p)


@pytest.mark.rule("7.35d")
def test_one_air_unit_stays_over_barcelona() -> None:
    p = empty(turn=9)
    air(p, "r-air2", "r-air-n")
    draw(p, "political-unrest", REP)
    assert args(p, "unit") == ["r-air2"]
    play(p, "unit:r-air2")
    assert p.state[unit(p, "r-air2")] & HELD
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go")
    assert question(p) == "BattleDie"
    p.turn = 10
    run(p, Turn())
    assert not p.state[unit(p, "r-air2")] & HELD


@pytest.mark.rule("7.36")
@pytest.mark.parametrize(("die", "by"), [(1, 1), (2, 1), (3, 0), (4, 0), (5, -1), (6, -1)])
def test_attacks_on_german_ships_wait_for_gernika(die: int, by: int) -> None:
    p = draw(empty(turn=8), "german-ships", REP)
    assert state(p, "german-ships") == IN_HAND
    assert not p.choices()
    draw(p, "gernika", NAT)
    dice(p, 1, die)
    assert p.num[MORALE] == 72 + by
    assert state(p, "german-ships") == GONE
    q = empty(turn=8)
    q.num[GERNIKA] = 1
    draw(q, "german-ships", REP)
    dice(q, die)
    assert q.num[MORALE] == 72 + by


@pytest.mark.rule("7.38a")
def test_aircraft_for_the_north_help_northern_units_only() -> None:
    from frente.games.tscw.ch13_attack import chit_misfit
    p = empty(turn=8)
    put(p, "3613", "r-b1")
    put(p, "3513", "n-nav1")
    kind = p.board.kinds.index("north-aircraft")
    f = battle(p, NAT, "3613", "n-nav1")
    f.chits = [kind]
    assert not chit_misfit(p, f, "north-aircraft")[0]
    assert values(drm_parts(p, f))["7.38"] == -1
    g = battle(p, REP, "3513", "r-b1")
    g.chits = [kind]
    assert values(drm_parts(p, g))["7.38"] == 1
    q, h = air_battle(NAT)
    assert chit_misfit(q, h, "north-aircraft")[0] == "7.38a"


@pytest.mark.rule("7.38b")
def test_they_lapse_when_the_last_northern_capital_falls() -> None:
    p = empty(turn=8)
    hold(p, "north-aircraft")
    own(p, NAT, "3613", "3710")
    put(p, "3606", "n-aln")
    assert hand(p, REP)
    enter(p, unit(p, "n-aln"), hexn(p, "3707"))
    assert hand(p, REP) == []
    assert p.num[NORTH_FALLEN] == 1


@pytest.mark.rule("7.39")
def test_tactical_surprise_adds_two_to_a_republican_attack() -> None:
    from frente.games.tscw.ch13_attack import chit_misfit
    p, f = air_battle(REP)
    f.chits = [p.board.kinds.index("tactical-surprise")]
    assert values(drm_parts(p, f))["7.39"] == 2
    q, g = air_battle(NAT)
    assert chit_misfit(q, g, "tactical-surprise")[0] == "7.39"


@pytest.mark.rule("7.40a")
def test_town_defense_costs_the_attacker_a_colonial_step() -> None:
    p = empty(turn=3)
    own(p, NAT, "2508", "2507")
    put(p, "2509", "r-uri")
    put(p, "2508", "n-cst", "n-pls", "n-asn")
    hold(p, "town-defense")
    fighting(p, NAT)
    play(p, "attack:2509", "unit:n-cst", "unit:n-pls", "unit:n-asn", "go")
    while question(p) != "DefenderChits":
        play(p, "pass")
    play(p, "chit:town-defense")
    while question(p) != "BattleDie":
        play(p, "pass")
    dice(p, 6)
    assert question(p) == "TakeLosses"
    assert args(p, "lose") == ["n-asn", "n-cst"]
    assert rules(p, "lose:n-pls") == ["7.40a"]
    play(p, "lose:n-cst")
    assert p.steps[unit(p, "n-cst")] == 1
    from frente.games.tscw.ch13_attack import chit_misfit
    city = empty(turn=3)
    put(city, "2712", "r-mod")
    own(city, NAT, "2711")
    put(city, "2711", "n-cst")
    assert chit_misfit(city, battle(city, NAT, "2712", "n-cst"), "town-defense")[0] == "7.40a"


@pytest.mark.rule("7.40b")
def test_town_defense_drawn_from_turn_six_on_is_void() -> None:
    assert state(draw(empty(turn=6), "town-defense", REP), "town-defense") == GONE
    assert state(draw(empty(turn=5), "town-defense", REP), "town-defense") == IN_HAND


@pytest.mark.rule("7.41")
def test_the_victory_convoy_brings_a_colonial_column_early() -> None:
    p = empty(turn=2)
    for name in ("n-brt", "n-bar", "n-gcb"):
        p.hex[unit(p, name)] = AWAITED
        p.due[unit(p, name)] = p.board.turn[unit(p, name)]
    draw(p, "victory-convoy", NAT)
    assert sorted(offered(p)) == ["done", "unit:n-bar", "unit:n-brt"]
    play(p, "unit:n-brt", "hex:1607")
    assert where(p, "n-brt") == "1607"
    q = empty(turn=4)
    q.hex[unit(q, "n-brt")] = AWAITED
    q.due[unit(q, "n-brt")] = 9
    draw(q, "victory-convoy", NAT)
    assert not q.choices()
    assert where(q, "n-brt") == "awaited"
