"""[13.2-13.6, 13.12-13.15, 8.4] Targets, attackers and support: who is asked, what is offered, why the rest is not."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import MADRID
from frente.games.tscw.rules.ch08_air import air_refusal
from frente.games.tscw.rules.ch13_attack import (
    AttackerNaval,
    Combat,
    Declare,
    begin_combat,
    chit_misfit,
    gun_refusal,
    naval_refusal,
)
from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.rules.ch13_targets import ready, unit_refusal
from frente.games.tscw.state.position import FOUGHT, SPENT, Tscw
from tests.tscw.chits import air
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    battle,
    empty,
    fighting,
    flag,
    hexn,
    hold,
    kill,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reasons,
    rules,
    run,
    unit,
)


def at(p: Tscw, step: str, f: Attack) -> Tscw:
    """A battle at one of its steps."""
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    return run(p, Combat(f.side), f)


def among_republicans(p: Tscw, target: str, *names: str) -> Attack:
    f = battle(p, NAT, target, *names)
    f.fight = True
    return f


def front() -> Tscw:
    p = empty(turn=15)
    put(p, "2712", "r-div12")
    put(p, "2713", "r-div3")
    put(p, "2911", "n-div11")
    put(p, "2812", "n-div12")
    return p


# -- targets and attackers


@pytest.mark.rule("15.1a", "13.1")
def test_scouting_interrupts_the_combat_phase_and_goes_on() -> None:
    p = empty(turn=15, reconnaissance=True)
    put(p, "2712", "r-hq-cen", "r-div12")
    put(p, "2812", "n-div11")
    fighting(p, REP)
    assert args(p, "scout") == ["r-hq-cen"]
    play(p, "scout:r-hq-cen")
    assert question(p) == "ScoutHex"
    play(p, "hex:2812", "die:3")
    assert question(p) == "ChooseTarget", "it is still his combat phase"
    assert args(p, "attack") == ["2812"]


@pytest.mark.rule("13.2", "13.1", "13.24")
def test_why_a_hex_is_no_target() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-pvr")
    put(p, "2812", "n-div11")
    put(p, "2711", "n-hq-n")
    put(p, "2513", "n-div12")
    fighting(p, REP)
    assert args(p, "attack") == []
    assert rules(p, "attack:2812") == ["R113"], "the column has no attack factor"
    assert rules(p, "attack:2711") == ["R152"], "only a headquarters"
    assert rules(p, "attack:2513") == ["R113"], "nobody is next to it"
    assert reasons(p, "attack:2713") == [("13.2", "no-enemy-there")], "no enemy"


@pytest.mark.rule("13.2", "13.24", "13.3a")
def test_attackers_may_come_from_every_side_and_a_zero_factor_first() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div12")
    put(p, "2813", "n-div11")            # the first of its neighbours
    put(p, "2812", "n-crb")              # 0-2-3
    put(p, "2513", "n-div13")
    fighting(p, NAT)
    play(p, "attack:2712")
    assert args(p, "unit") == ["n-crb", "n-div11"]
    assert rules(p, "go") == ["13.24"]
    assert reasons(p, "unit:n-div13") == [("13.2", "not-next-to-target")]
    assert rules(p, "unit:n-div14") == ["13.1"], "not on the map"
    play(p, "unit:n-crb")
    assert rules(p, "go") == ["13.24"], "nothing to attack with"
    assert rules(p, "unit:n-crb") == ["13.3a"]
    play(p, "unit:n-div11")
    assert offered(p) == ["go"]


@pytest.mark.rule("15.7.2b", "15.7.2c", "13.3a")
def test_which_party_keeps_apart_in_an_attack() -> None:
    for chosen, other, rule in (("r-drt", "r-mrx", "15.7.2c"), ("r-mrx", "r-drt", "15.7.2b")):
        p = empty(turn=3, political_columns=True)
        put(p, "3118", "r-drt", "r-mrx", "r-vlb")
        put(p, "3117", "n-urt")
        fighting(p, REP)
        play(p, "attack:3117", "unit:" + chosen)
        assert args(p, "unit") == ["r-vlb"]
        assert rules(p, "unit:" + other) == [rule]
        q = empty(turn=3)
        put(q, "3118", "r-drt", "r-mrx")
        put(q, "3117", "n-urt")
        fighting(q, REP)
        play(q, "attack:3117", "unit:" + chosen)
        assert args(q, "unit") == [other], "not agreed"


@pytest.mark.rule("15.3", "13.12f")
def test_guns_that_have_fired_do_not_keep_a_headquarters_from_attacking_but_a_train_is_used_up() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2712", "r-div12", "r-hq-cen", "r-btb")
    put(p, "2711", "n-div11")
    flag(p, SPENT, "r-hq-cen", "r-btb", "r-div12")
    assert [unit_refusal(p, REP, unit(p, n))[0] for n in ("r-hq-cen", "r-div12", "r-btb")] == ["", "", "15.3"]


# -- what is owed


def oviedo(*names: str, quota: int = 4) -> Tscw:
    """Columns and divisions of an offensive against Oviedo, all in 3609."""
    p = empty(turn=3)
    p.offensive, p.quota, p.target = 3, quota, hexn(p, "3608")
    put(p, "3608", "n-ceb")
    put(p, "3609", *names)
    return p


@pytest.mark.rule("7.33a", "13.6")
def test_only_columns_and_divisions_count_for_the_offensive() -> None:
    p = oviedo("r-am1", "r-a1", "r-gen124-1")
    assert ready(p, [], []) == [unit(p, "r-am1"), unit(p, "r-a1")]
    p.stack = []
    f = battle(p, REP, "3608", "r-am1", "r-a1", "r-gen124-1")
    Declare().auto(f, p)
    assert p.quota == 2, "two of the four"
    q = oviedo("r-am1")
    put(q, "3610", "n-asn")
    Declare().auto(battle(q, REP, "3610", "r-am1"), q)
    assert q.quota == 4, "another hex"


@pytest.mark.rule("7.33a", "13.5")
def test_a_brigade_is_never_owed_to_the_offensive_and_an_attack_elsewhere_owes_nobody() -> None:
    p = fighting(oviedo("r-am1", "r-gen124-1", quota=2), REP)
    play(p, "attack:3608", "unit:r-am1")
    assert "go" in offered(p), "the brigade may stay out"
    q = oviedo("r-am1", "r-am2", quota=1)
    own(q, NAT, "3610")
    put(q, "3610", "n-asn")
    fighting(q, REP)
    play(q, "attack:3610", "unit:r-am1")
    assert "go" in offered(q)


@pytest.mark.rule("7.22a", "13.5")
def test_who_has_no_other_attack_left_must_join_the_drive() -> None:
    p = empty(turn=5)
    put(p, "2712", "r-div12")
    put(p, "2812", "n-cst", "n-asn")
    put(p, "2711", "n-tel")
    for name in ("n-cst", "n-tel"):
        p.duty[unit(p, name)] = MADRID
    put(p, "2813", "r-per")
    fighting(p, NAT)
    play(p, "attack:2712", "unit:n-asn")
    assert rules(p, "go") == ["7.22a"], "n-tel has nothing else"
    play(p, "unit:n-tel")
    assert "go" in offered(p), "n-cst has 2813"
    q = empty(turn=5)
    put(q, "2712", "r-div12")
    put(q, "2812", "n-cst")
    put(q, "2711", "n-tel")
    q.duty[unit(q, "n-cst")] = MADRID
    put(q, "2912", "r-per")              # the first neighbour of 2812
    fighting(q, NAT)
    play(q, "attack:2712", "unit:n-tel")
    assert "go" in offered(q), "n-cst has 2912"


# -- declaring


@pytest.mark.rule("15.3", "13.6")
def test_only_a_train_is_used_up_by_defending() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2712", "r-div12", "r-btb", "r-hq-cen")
    put(p, "2711", "n-div11")
    p.stack = []
    Declare().auto(battle(p, NAT, "2712", "n-div11"), p)
    assert [p.state[unit(p, n)] for n in ("r-btb", "r-div12", "r-hq-cen", "n-div11")] == [SPENT, 0, 0, FOUGHT]


@pytest.mark.rule("5.2.B", "5.2.C", "13.3b")
def test_the_first_counters_of_both_sides_may_fight_again() -> None:
    p = empty(turn=9)
    flag(p, FOUGHT, "r-mng", "n-gec")
    begin_combat(p, NAT)
    assert (p.state[unit(p, "r-mng")], p.state[unit(p, "n-gec")]) == (0, 0)


# -- guns


@pytest.mark.rule("13.12b", "13.12c", "13.12d", "13.12e", "13.12f")
def test_one_headquarters_on_the_map_is_enough_to_be_asked_for_guns() -> None:
    for step, side, hq, place in (("AttackerGuns", NAT, "n-hq-ctv", "2911"), ("DefenderGuns", REP, "r-hq-cen", "2712")):
        p = front()
        at(p, step, battle(p, NAT, "2712", "n-div12"))
        assert question(p) != step, "no headquarters at all"
        put(p, place, hq)
        at(p, step, battle(p, NAT, "2712", "n-div12"))
        assert (question(p), asked(p), offered(p)) == (step, [side], [f"support:{hq}", "pass"])
        before = p.barrier
        play(p, "support:" + hq)
        assert (p.state[unit(p, hq)], p.barrier > before) == (SPENT, True)
        q = front()
        put(q, place, hq)
        f = battle(q, NAT, "2712", "n-div12")
        at(q, step, f)
        play(q, "pass")
        assert (f.guns, f.counter, any(q.state)) == (-1, -1, False), "nothing is used up"
        flag(q, SPENT, hq)
        at(q, step, battle(q, NAT, "2712", "n-div12"))
        assert question(q) != step, "its guns have fired this turn"


@pytest.mark.rule("13.12b", "13.12c")
def test_guns_stand_next_to_an_attacker_or_to_the_hex_they_defend() -> None:
    p = front()
    f = battle(p, NAT, "2712", "n-div11", "n-div12")
    for hq, place, side, found in (
            ("n-hq-n", "3011", NAT, ""), ("n-hq-n", "2811", NAT, ""), ("n-hq-n", "2613", NAT, "13.12c"),
            ("r-hq-cen", "2613", REP, ""), ("r-hq-cen", "2711", REP, ""), ("r-hq-cen", "2910", REP, "13.12c")):
        put(p, place, hq)
        assert gun_refusal(p, f, side, unit(p, hq))[0] == found
        kill(p, hq)
        assert gun_refusal(p, f, side, unit(p, hq)) == ("13.12b", "not-on-map")
    assert gun_refusal(p, f, NAT, unit(p, "n-div11")) == ("13.12b", "no-artillery")


# -- air


@pytest.mark.rule("8.4a", "8.3a")
def test_the_northern_air_unit_flies_for_northern_units_on_either_side_of_a_battle() -> None:
    for side, attacker, target, step in ((NAT, "n-div11", "3613", "DefenderAir"), (REP, "r-b1", "3513", "AttackerAir")):
        p = empty(turn=9)
        put(p, "3613", "r-b1")
        put(p, "3513", "n-div11")
        air(p, "r-air-n")
        at(p, step, battle(p, side, target, attacker))
        assert (question(p), asked(p), offered(p)) == (step, [REP], ["air:r-air-n", "pass"])
        assert rules(p, "air:r-air2") == ["R147"]
        f = now(p)
        play(p, "air:r-air-n")
        assert f.air == [unit(p, "r-air-n")]
        assert p.state[unit(p, "r-air-n")] == SPENT
        assert question(p) != step, "nothing is left to send"


@pytest.mark.rule("8.3a", "8.3b", "8.4a")
def test_why_air_units_stay_away_from_the_north_or_from_the_centre() -> None:
    p = empty(turn=9)
    put(p, "3613", "r-b1")
    put(p, "3513", "n-div11")
    air(p, "r-air2", "r-air-n")
    at(p, "DefenderAir", battle(p, NAT, "3613", "n-div11"))
    assert rules(p, "air:r-air2") == ["8.3b"]
    at(p, "AttackerAir", battle(p, REP, "3513", "r-b1"))
    assert rules(p, "air:r-air2") == ["8.3b"], "a northern unit attacks"
    q = empty(turn=9)
    put(q, "2712", "r-div12")
    put(q, "2812", "n-div11")
    air(q, "r-air2", "r-air-n")
    at(q, "DefenderAir", battle(q, NAT, "2712", "n-div11"))
    assert (args(q, "air"), rules(q, "air:r-air-n")) == (["r-air2"], ["8.3a"])


# -- ships


@pytest.mark.rule("13.15a", "13.15b", "13.15c", "13.15d")
def test_ships_are_asked_for_at_the_right_coast_only() -> None:
    p = front()
    assert AttackerNaval().ask(battle(p, NAT, "2712", "n-div12"), p) == {}, "inland"
    q = empty(turn=9)
    put(q, "3613", "r-b1")
    put(q, "2318", "r-div12")
    assert [naval_refusal(q, battle(q, NAT, x), REP)[0] for x in ("3613", "2318", "2712", "1605")] == [
        "13.15b", "", "13.15b", "13.15b"], "not the Cantabrian sea, east as it is"
    assert [naval_refusal(q, battle(q, NAT, x), NAT)[0] for x in ("3613", "2318", "2712", "1605")] == [
        "", "", "13.15c", "13.15c"]
    assert list(AttackerNaval().ask(battle(q, NAT, "3613"), q)) == [NAT]


@pytest.mark.rule("7.8c", "8.4a", "13.15a", "13.13", "13.12e")
def test_republicans_who_fight_each_other_have_no_support_of_any_kind() -> None:
    p = empty(turn=15)
    put(p, "2318", "r-div12", "r-hq-lev")
    put(p, "2419", "r-div3", "r-hq-cen")
    put(p, "2218", "n-hq-n", "n-div11")
    air(p, "r-air2", "g-lk2")
    hold(p, "german-aircraft", "soviet-aircraft")
    for step in ("AttackerGuns", "DefenderGuns", "AttackerAir", "DefenderAir", "AttackerNaval", "DefenderNaval",
                 "AttackerChits", "DefenderChits"):
        at(p, step, among_republicans(p, "2318", "r-div3"))
        assert question(p) == "BattleDie"
        at(p, step, battle(p, NAT, "2318", "n-div11"))
        assert question(p) == step, "between the two sides"


# -- chits


@pytest.mark.rule("13.13", "7.14", "7.3b")
def test_why_a_combat_chit_is_not_played() -> None:
    p = front()
    hold(p, "german-aircraft", "goicoechea")
    f = battle(p, NAT, "2712", "n-div12")
    at(p, "AttackerChits", f)
    assert offered(p) == ["pass"], "he holds two that do not fit"
    assert (rules(p, "chit:german-aircraft"), rules(p, "chit:goicoechea")) == (["7.30"], ["7.14"])
    assert reasons(p, "chit:town-defense") == [("13.13", "no-combat-chit")], "the other side's"
    f.air = [unit(p, "g-lk1")]
    at(p, "AttackerChits", f)
    assert offered(p) == ["chit:german-aircraft", "pass"]
    play(p, "chit:german-aircraft")
    assert p.goicoechea == 0
    assert rules(p, "chit:german-aircraft") == ["7.4b"], "it would fit, but it is played"


@pytest.mark.rule("7.38a")
def test_aircraft_for_the_north_help_northern_attackers_too() -> None:
    p = empty(turn=9)
    put(p, "3613", "r-b1")
    put(p, "3513", "n-div11")
    put(p, "2712", "r-div12")
    put(p, "2812", "n-div12")
    found = [chit_misfit(p, battle(p, side, t, *names), "north-aircraft")[0] for side, t, names in (
        (REP, "3513", ("r-b1",)), (NAT, "3613", ("n-div11",)), (REP, "2812", ("r-div12",)),
        (NAT, "2712", ("n-div12",)))]
    assert found == ["", "", "7.38a", "7.38a"]


@pytest.mark.rule("8.2")
def test_an_air_base_is_a_linked_town_at_most_three_hexes_from_the_battle() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] >= 31])
    air(p, "n-bah1")
    assert p.board.apart[hexn(p, "2812")][hexn(p, "3110")] == 3
    assert air_refusal(p, NAT, unit(p, "n-bah1"), hexn(p, "2812"), [], []) == ("", "")
    assert min(p.board.apart[hexn(p, "2712")][h] for h in p.board.towns if p.control[h] == NAT) == 4
    assert air_refusal(p, NAT, unit(p, "n-bah1"), hexn(p, "2712"), [], []) == ("8.2", "air-out-of-range")
