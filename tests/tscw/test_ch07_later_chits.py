"""[7.12 to 7.41] The other events."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch06_points import income
from frente.games.tscw.rules.ch07_chits import enter_chits, hand
from frente.games.tscw.rules.ch13_odds import Attack, defence_parts, drm_parts
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import (
    AWAITED,
    GONE,
    HELD,
    IN_HAND,
    INTACT,
    Tscw,
)
from tests.tscw.chits import air, draw, state
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    asked,
    battle,
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
    reasons,
    rules,
    run,
    unit,
    values,
    where,
)


@pytest.mark.rule("7.12")
def test_francos_neutrality_costs_one_point() -> None:
    p = empty(turn=16)
    p.rp[2] = 2
    assert draw(p, "franco-neutrality", NAT).rp[2] == 1
    assert draw(empty(turn=16), "franco-neutrality", NAT).rp[2] == 0


@pytest.mark.rule("7.13")
def test_santa_maria_gives_a_point_unless_1910_was_ever_nationalist() -> None:
    assert draw(empty(turn=7), "santa-maria", REP).morale == 73
    p = empty(turn=7)
    put(p, "1909", "n-crl")
    put(p, "1911", "r-jm")
    enter(p, unit(p, "n-crl"), hexn(p, "1910"))
    enter(p, unit(p, "n-crl"), hexn(p, "1909"))
    enter(p, unit(p, "r-jm"), hexn(p, "1910"))
    assert draw(p, "santa-maria", REP).morale == 72


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
    assert p.next_purchase == 3
    assert p.rp[0] == 0
    p.turn = 18
    income(p, REP)
    assert p.purchase == 3
    q = empty(turn=17)
    own(q, NAT, "3425")
    assert draw(q, "great-purchase", REP).next_purchase == 0


@pytest.mark.rule("7.15b")
def test_purchased_points_serve_only_where_a_line_leads_to_the_border() -> None:
    p = empty(turn=18)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] in (24, 25)])
    put(p, "3023", "r-div11", steps=1)
    put(p, "2318", "r-div41")
    put(p, "2318", "r-div35", steps=1)
    p.purchase = 3
    administration(p, REP, "SpendPoints")
    assert args(p, "replenish") == ["r-div11"]
    play(p, "replenish:r-div11")
    assert p.purchase == 2
    kill(p, "r-div23", "r-div32")
    administration(p, REP, "SpendPoints")
    assert args(p, "rebuild") == ["r-div32"]


@pytest.mark.rule("7.15b", "6.4b")
def test_both_brigades_of_a_purchased_point_are_bound_to_the_border() -> None:
    p = empty(turn=18)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] in (24, 25)])
    kill(p, "r-gen124-1", "r-gen124-2", "r-gen124-3", "r-div32")
    p.purchase = 1
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
    assert p.purchase == 0
    assert question(p) != "SpendPoints", "nothing is left"
    q = empty(turn=18)
    kill(q, "r-gen124-1", "r-gen124-2")
    own(q, NAT, *[q.board.names[h] for h in range(q.board.size) if q.board.row[h] in (24, 25)])
    q.rp = [1, 0, 0, 0]
    administration(q, REP, "SpendPoints")
    play(q, "rebuild:r-gen124-1", "hex:3023", "rebuild:r-gen124-2", "hex:2318")
    assert q.rp[0] == 0, "an ordinary point is not bound"


@pytest.mark.rule("7.16")
@pytest.mark.parametrize(("die", "morale"), [(1, 72), (2, 72), (3, 72), (4, 73), (5, 73), (6, 73)])
def test_gernika_may_raise_morale(die: int, morale: int) -> None:
    p = draw(empty(turn=7), "gernika", NAT)
    dice(p, die)
    assert p.morale == morale
    assert p.gernika == 1
    q = empty(turn=7)
    own(q, NAT, "3614")
    draw(q, "gernika", NAT)
    assert not q.choices()
    assert q.gernika == 1


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
    p.purchase = 2
    draw(p, "submarines", NAT)
    assert (p.purchase, p.submarines) == (1, 0), "purchased points belong to the total"
    q = draw(empty(turn=9), "submarines", NAT)
    assert q.submarines == 1
    income(q, REP)
    assert q.rp[0] == 1, "2 by the chart"


@pytest.mark.rule("7.20")
def test_recognition_costs_two_points_once_a_great_city_was_taken() -> None:
    assert draw(empty(turn=18), "recognition", NAT).morale == 72
    p = empty(turn=18)
    p.taken = 2
    assert draw(p, "recognition", NAT).morale == 70


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
    assert reasons(p, "desert:r-mng") == [("7.21a", "no-deserter")], "too strong"
    put(p, "3012", "r-bde112")
    assert p.printed(unit(p, "r-bde112")) == "1-1-4"
    assert reasons(p, "desert:r-bde112") == [("7.21a", "no-deserter")], "as weak, but no column"
    assert reasons(p, "desert:r-dlr") == [("7.21a", "no-deserter")], "not next to an enemy"
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
    assert draw(empty(turn=8), "negrin", REP).morale == 73


def air_battle(side: int, *planes: str) -> tuple[Tscw, Attack]:
    p = empty(turn=11)
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11")
    f = battle(p, side, "2911" if side == REP else "2812", "r-div11" if side == REP else "n-div11")
    f.air = [unit(p, n) for n in planes]
    return p, f


@pytest.mark.rule("7.30", "7.31")
def test_new_aircraft_help_their_owner_one_point_in_attack_and_defence() -> None:
    from frente.games.tscw.rules.ch13_attack import chit_misfit
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
    assert p.next_nat == 1
    assert p.rp[2] == 0
    draw(p, "republican-rp", REP)
    assert p.next_rep == 2
    assert p.rp[0] == 0
    p.turn = 9
    income(p, NAT)
    income(p, REP)
    assert p.rp[2] == 4, "3 by the chart"
    assert p.rp[0] == 4, "2 by the chart"
    assert p.next_nat == p.next_rep == 0


@pytest.mark.rule("7.35a")
def test_political_unrest_ends_the_poum_and_comes_too_late_in_1938() -> None:
    p = empty(turn=9)
    put(p, "3219", "r-len")
    draw(p, "political-unrest", REP)
    assert where(p, "r-len") == "removed"
    assert p.unrest == 9
    q = empty(turn=12)
    put(q, "3219", "r-len")
    draw(q, "political-unrest", REP)
    assert where(q, "r-len") == "3219"


@pytest.mark.rule("7.35c")
def test_units_near_barcelona_do_not_attack_during_the_unrest() -> None:
    p = empty(turn=9)
    p.unrest = 9
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
    assert p.morale == 72 + by
    assert state(p, "german-ships") == GONE
    q = empty(turn=8)
    q.gernika = 1
    draw(q, "german-ships", REP)
    dice(q, die)
    assert q.morale == 72 + by


@pytest.mark.rule("7.38a")
def test_aircraft_for_the_north_help_northern_units_only() -> None:
    from frente.games.tscw.rules.ch13_attack import chit_misfit
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
    assert p.north_fallen == 1


@pytest.mark.rule("7.39")
def test_tactical_surprise_adds_two_to_a_republican_attack() -> None:
    from frente.games.tscw.rules.ch13_attack import chit_misfit
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
    from frente.games.tscw.rules.ch13_attack import chit_misfit
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
