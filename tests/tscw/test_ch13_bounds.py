"""[13] Where the rules of combat end: what must not count, and what stays closed."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import BARCELONA, FRANCE
from frente.games.tscw.rules.ch13_odds import (
    attack_parts,
    concentric,
    defence_parts,
    drm_parts,
    firsts,
    ringed,
    shift_parts,
    town_defense,
)
from frente.games.tscw.rules.ch13_results import Advance, BattleResult, Breakthrough, Losses, pursuit
from frente.games.tscw.state.position import (
    EVACUATED,
    INTACT,
    LANDED,
    OOS,
    TRAVELLED,
    Tscw,
)
from tests.tscw.fight import somosierra
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    battle,
    empty,
    flag,
    hexn,
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
    values,
    where,
)

# -- factors


@pytest.mark.rule("13.12a", "10.3b")
def test_the_factor_of_a_headquarters_is_listed_apart_and_halved_without_supply() -> None:
    p = somosierra("n-hq-n")
    put(p, "2812", "r-hq-cen")
    f = battle(p, NAT, "2812", "n-div11", "n-hq-n")
    assert values(attack_parts(p, f)) == {"13.7": 5, "13.12a": 6}
    assert values(defence_parts(p, f)) == {"13.7": 11, "13.12a": 4}
    flag(p, OOS, "n-hq-n", "r-hq-cen")
    assert values(attack_parts(p, f)) == {"13.7": 5, "10.3b": 3}
    assert values(defence_parts(p, f)) == {"13.7": 11, "10.3b": 2}


@pytest.mark.rule("7.14", "13.18")
def test_goicoechea_betrays_the_iron_belt_and_no_other_line() -> None:
    p = empty(turn=16)
    p.goicoechea = 1
    for place in ("3613", "2518"):
        p.fort[hexn(p, place)] = INTACT
    put(p, "3613", "r-b1")
    put(p, "2518", "r-div39")
    assert "13.18" not in values(defence_parts(p, battle(p, NAT, "3613")))
    assert values(defence_parts(p, battle(p, NAT, "2518")))["13.18"] == 1


@pytest.mark.rule("14.7c", "10.3b")
def test_a_landed_unit_is_not_halved_twice_and_its_comrades_not_at_all() -> None:
    p = empty(turn=8)
    own(p, NAT, "1415")
    put(p, "1415", "n-div11", "n-div12")
    flag(p, LANDED, "n-div11")
    flag(p, OOS, "n-div11")
    found = values(defence_parts(p, battle(p, REP, "1415")))
    assert found == {"13.7": p.defence(unit(p, "n-div12")), "14.7c": p.defence(unit(p, "n-div11")) // 2}


# -- shifts and modifiers


@pytest.mark.rule("13.26a")
def test_a_town_costs_the_attacker_a_point_of_the_die_and_open_ground_nothing() -> None:
    p = empty(turn=3)
    own(p, NAT, "2508")
    put(p, "2508", "n-cst")
    put(p, "2509", "r-uri")
    assert values(drm_parts(p, battle(p, NAT, "2509", "n-cst")))["13.26a"] == -1
    assert "13.26a" not in values(shift_parts(p, battle(p, NAT, "2509", "n-cst")))
    b = p.board
    plain = next(h for h in range(b.size) if b.terrain[h] == "clear" and not b.town[h])
    put(p, b.names[plain], "r-mod")
    put(p, b.names[b.nb[plain][0]], "n-asn")
    f = battle(p, NAT, b.names[plain], "n-asn")
    assert "13.26a" not in values(drm_parts(p, f)) | values(shift_parts(p, f))


@pytest.mark.rule("13.23a")
def test_hexes_of_riders_and_headquarters_make_no_concentric_attack() -> None:
    def from_both(one: str, other: str) -> bool:
        p = empty(turn=6)
        around = p.board.around(p.board.madrid)
        put(p, "2712", "r-mod")
        for h, name in ((around[4], one), (around[1], other)):
            put(p, p.board.names[h], name)
        return concentric(p, battle(p, NAT, "2712", one, other))
    assert from_both("n-asn", "n-gec")
    zero = next(u for u in empty().board.ground[NAT] if empty().board.attack[u][1] == 0)
    assert not from_both("n-asn", empty().board.uid[zero])
    assert not from_both("n-asn", "n-hq-n")
    assert not ringed([0, 1])
    assert not ringed([])


@pytest.mark.rule("13.24", "15.7.1a")
def test_columns_have_no_die_of_their_own_without_the_rule_and_in_defence() -> None:
    p = empty(turn=3)
    put(p, "2812", "r-grm", "r-smr")
    put(p, "2911", "n-nvc")
    assert "15.7.1a" not in values(drm_parts(p, battle(p, REP, "2911", "r-grm")))
    q = empty(turn=3, column_attack_rolls=True)
    put(q, "2812", "r-grm", "r-bde2")
    put(q, "2911", "n-nvc")
    q.rolled[unit(q, "r-grm")] = 9
    assert values(drm_parts(q, battle(q, REP, "2911", "r-grm", "r-bde2")))["15.7.1a"] == -1
    assert "15.7.1a" not in values(drm_parts(q, battle(q, REP, "2911", "r-bde2"))), "no column takes part"
    assert "15.7.1a" not in values(drm_parts(q, battle(q, NAT, "2812", "n-nvc")))
    q.rolled[unit(q, "r-grm")] = 10
    assert "15.7.1a" not in values(drm_parts(q, battle(q, REP, "2911", "r-grm")))


@pytest.mark.rule("15.7.1a")
def test_the_worst_roll_of_the_columns_in_an_attack_counts() -> None:
    p = empty(turn=3, column_attack_rolls=True)
    put(p, "2812", "r-grm", "r-smr")
    put(p, "2911", "n-nvc")
    p.rolled[unit(p, "r-grm")] = 11
    p.rolled[unit(p, "r-smr")] = 9
    assert values(drm_parts(p, battle(p, REP, "2911", "r-grm", "r-smr")))["15.7.1a"] == -1
    assert values(drm_parts(p, battle(p, REP, "2911", "r-grm")))["15.7.1a"] == 1


@pytest.mark.rule("15.5", "15.5b")
def test_only_battles_of_italian_ground_units_are_the_first_of_the_italians() -> None:
    p = empty(turn=7, enter_the_italians=True)
    own(p, NAT, "2814", "2813")
    put(p, "2814", "i-lt")
    put(p, "2813", "n-div11")
    put(p, "2713", "r-div14")
    plain = battle(p, NAT, "2713", "n-div11")
    plain.air = [unit(p, "i-al1")]
    assert firsts(p, plain) == 0, "Spaniards with Italian aircraft"
    assert firsts(p, battle(p, REP, "2813", "r-div14")) == 0
    assert firsts(p, battle(p, NAT, "2713", "i-lt", "n-div11")) == 1
    assert firsts(p, battle(p, REP, "2814", "r-div14")) == 2
    p.italians_defend = 1
    assert firsts(p, battle(p, REP, "2814", "r-div14")) == 0
    assert firsts(p, battle(p, NAT, "2713", "i-lt")) == 1, "each of the two has its own first time"


@pytest.mark.rule("15.6")
def test_only_republican_tank_brigades_and_aircraft_of_four_factors_are_the_russians() -> None:
    p = empty(turn=11, russians_are_coming=True)
    put(p, "2812", "r-div11", "r-rcp", "r-bde2")
    put(p, "2911", "n-div11", "n-agc")
    assert firsts(p, battle(p, REP, "2911", "r-rcp", "r-bde2")) == 0, "heavy tanks, and brigades of infantry"
    f = battle(p, NAT, "2812", "n-div11", "n-agc")
    f.air = [unit(p, "g-lk2")]
    assert firsts(p, f) == 0, "nor the enemy's"
    q = empty(turn=11)
    put(q, "2812", "r-tk1")
    put(q, "2911", "n-div11")
    assert firsts(q, battle(q, REP, "2911", "r-tk1")) == 0, "only with the rule"
    assert q.russians == q.italians_attack == 0


@pytest.mark.rule("7.40a")
def test_other_chits_cost_no_step() -> None:
    p = somosierra()
    f = battle(p, NAT, "2812", "n-div11")
    f.chits = [p.board.kinds.index("soviet-aircraft")]
    assert town_defense(p, f) == 0
    f.chits.append(p.board.kinds.index("town-defense"))
    assert town_defense(p, f) == 1


# -- losses


@pytest.mark.rule("7.40a")
def test_the_step_of_town_defense_falls_on_a_colonial_unit_if_there_is_one() -> None:
    p = empty(turn=8)
    put(p, "2508", "n-div11", "n-cst")
    both = [unit(p, "n-div11"), unit(p, "n-cst")]
    run(p, Losses(NAT, both, 1, True))
    assert (p.steps[both[0]], p.steps[both[1]]) == (2, 1), "no choice"
    run(p, Losses(NAT, both, 1, False))
    assert args(p, "lose") == ["n-cst", "n-div11"], "other losses are free"
    q = empty(turn=8)
    put(q, "2508", "n-div11", "n-div12")
    run(q, Losses(NAT, [unit(q, "n-div11"), unit(q, "n-div12")], 1, True))
    assert args(q, "lose") == ["n-div11", "n-div12"]


@pytest.mark.rule("13.10b")
def test_a_one_step_unit_does_not_shield_its_fellows_and_a_reduced_one_has_had_its_loss() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-bde4", "r-bde6")
    put(p, "2812", "r-div4", steps=1)
    run(p, Losses(REP, [unit(p, n) for n in ("r-bde4", "r-bde6", "r-div4")], 1, False))
    assert args(p, "lose") == ["r-bde4", "r-bde6", "r-div4"]


@pytest.mark.rule("13.27a")
def test_without_losses_to_spare_nobody_advances() -> None:
    p = empty(turn=9)
    put(p, "2911", "n-div11")
    f = battle(p, NAT, "2812", "n-div11")
    for spare, goes in ((0, False), (1, True)):
        f.losses = [0, 2, 0, spare]
        p.stack = [f]
        Breakthrough().auto(f, p)
        assert isinstance(now(p), Advance) == goes
    put(p, "2812", "r-bde2")
    p.stack = [f]
    Breakthrough().auto(f, p)
    assert not isinstance(now(p), Advance), "the hex is not empty"
    kill(p, "r-bde2", "n-div11")
    put(p, "2912", "n-cav1")
    f.pursuers = [unit(p, "n-cav1")]
    p.stack = [f]
    Breakthrough().auto(f, p)
    assert not isinstance(now(p), Advance), "no attacker is left, so there is no pursuit either"


@pytest.mark.rule("13.27a")
def test_the_steps_of_a_hex_include_headquarters_and_an_exact_result_leaves_none_to_spare() -> None:
    def spare(exact: bool, *names: str, die: int = 6) -> tuple[int, int]:
        p = empty(turn=15, advance_on_exact=exact)
        own(p, NAT, "2919")
        put(p, "2919", *names)
        put(p, "2920", "r-div35", "r-div46", "r-div60", "r-div45", "r-div11", "r-div14")
        f = battle(p, REP, "2919", "r-div35", "r-div46", "r-div60", "r-div45", "r-div11", "r-div14")
        f.die = die
        BattleResult().auto(f, p)
        return f.losses[1], f.losses[3]
    for exact in (False, True):
        lost, left = spare(exact, "n-gen244-1")
        assert lost > 1
        assert left == lost - 1
        lost, left = spare(exact, "n-gen244-1", "n-hq-arg")
        assert lost > 1
        assert left == (lost - 2 or int(exact)), "the headquarters is a step of the hex"
        lost, left = spare(exact, *[f"n-gen244-{n}" for n in range(1, 7)])
        assert lost < 6
        assert left == 0
    fits = [(die, n) for die in range(1, 7) for n in range(1, 7)
            if spare(False, *[f"n-gen244-{x}" for x in range(1, n + 1)], die=die)[0] == n]
    assert fits
    for die, n in fits:
        names = [f"n-gen244-{x}" for x in range(1, n + 1)]
        assert spare(False, *names, die=die) == (n, 0), "nothing is left over"
        assert spare(True, *names, die=die) == (n, 1), "the other reading"


@pytest.mark.rule("12.9b", "7.35b", "13.27a")
def test_units_held_back_by_other_rules_do_not_advance() -> None:
    p = empty(turn=15)
    put(p, "2812", "r-div11", "r-div12", "r-div13", "r-hq-cen")
    flag(p, EVACUATED, "r-div11")
    p.duty[unit(p, "r-div12")] = BARCELONA
    f = battle(p, REP, "2911", "r-div11", "r-div12", "r-div13", "r-hq-cen")
    f.losses = [0, 3, 0, 1]
    p.stack = [f]
    Breakthrough().auto(f, p)
    assert now(p).units == [unit(p, "r-div13")]


# -- advance and pursuit


def advance(p: Tscw, target: str, hexes: int, *names: str, pursuers: tuple[str, ...] = ()) -> Tscw:
    return run(p, Advance(p.board.side[unit(p, [*names, *pursuers][0])], hexn(p, target), hexes,
                          [unit(p, n) for n in names], [unit(p, n) for n in pursuers]))


@pytest.mark.rule("13.27b", "9.2a")
def test_an_advance_ends_where_there_is_room_and_each_unit_goes_once() -> None:
    p = empty(turn=11)
    put(p, "2911", "n-div11", "n-div12")
    put(p, "2811", "n-div13", "n-div14", "n-div15", "n-div16", "n-div21", "n-div22")
    advance(p, "2812", 2, "n-div11", "n-div12")
    play(p, "unit:n-div11", "hex:2812")
    assert "hex:2811" not in offered(p)
    assert rules(p, "hex:2811") == ["9.2a"]
    play(p, "stop")
    assert args(p, "unit") == ["n-div12"]
    assert reasons(p, "unit:n-div11") == [("13.27b", "already-advanced")]
    play(p, "unit:n-div12", "hex:2812")
    assert not p.choices() or question(p) != "ChooseAdvance"


@pytest.mark.rule("13.27b")
def test_the_hexes_of_a_breakthrough_are_counted() -> None:
    p = empty(turn=11)
    put(p, "2911", "n-div11")
    advance(p, "2812", 1, "n-div11")
    play(p, "unit:n-div11", "hex:2812")
    assert not p.choices(), "one hex and no more"
    q = empty(turn=11)
    put(q, "2911", "n-div11")
    advance(q, "2812", 1, "n-div11")
    play(q, "done")
    assert where(q, "n-div11") == "2911"


@pytest.mark.rule("13.12h", "13.27b")
def test_an_advance_overruns_a_lone_headquarters() -> None:
    p = empty(turn=11)
    put(p, "2911", "n-div11")
    put(p, "2712", "r-hq-cen")
    advance(p, "2812", 2, "n-div11")
    play(p, "unit:n-div11", "hex:2812", "hex:2712")
    assert where(p, "r-hq-cen") == "deadpile"
    assert where(p, "n-div11") == "2712"


@pytest.mark.rule("7.11c")
def test_italians_do_not_advance_towards_france_during_the_crisis() -> None:
    p = empty(turn=14)
    p.czech = 14
    own_all(p, NAT)
    put(p, "3216", "i-lt", "n-div11")
    p.duty[unit(p, "i-lt")] = FRANCE
    b = p.board
    here = hexn(p, "3216")
    near = next(n for n in b.nb[here] if b.france[n] < b.france[here])
    far = next(n for n in b.nb[here] if b.france[n] > b.france[here])
    advance(p, b.names[near], 1, "i-lt", "n-div11")
    assert args(p, "unit") == ["n-div11"]
    advance(p, b.names[far], 1, "i-lt", "n-div11")
    assert args(p, "unit") == ["i-lt", "n-div11"]


@pytest.mark.rule("13.28a")
def test_who_may_not_pursue() -> None:
    def pursuers(mark: int = 0, name: str = "r-cav2", place: str = "3021", attack: tuple[str, ...] = ("r-div35",)
                 ) -> list[str]:
        p = empty(turn=15)
        own(p, NAT, "2919")
        put(p, "2919", "n-div50")
        put(p, "2920", "r-div35")
        put(p, place, name)
        flag(p, mark, name)
        return [p.board.uid[u] for u in pursuit(p, battle(p, REP, "2919", *attack))]
    assert pursuers() == ["r-cav2"]
    assert pursuers(name="r-tk1") == ["r-tk1"]
    assert pursuers(name="r-rcp") == ["r-rcp"]
    assert pursuers(name="r-bde2") == [], "only horse and tanks"
    for mark in (TRAVELLED, LANDED, EVACUATED):
        assert pursuers(mark) == []
    assert pursuers(place="2920") == [], "next to the enemy it could have attacked"


@pytest.mark.rule("13.28b")
def test_a_pursuer_that_cannot_come_to_the_emptied_hex_stays() -> None:
    p = empty(turn=15)
    own(p, NAT, "2919")
    put(p, "2920", "r-div35")
    put(p, "3021", "r-cav2")
    advance(p, "2919", 1, "r-div35", pursuers=("r-cav2",))
    assert args(p, "unit") == ["r-div35"], "it would need two hexes"
    advance(p, "2919", 2, "r-div35", pursuers=("r-cav2",))
    assert args(p, "unit") == ["r-cav2", "r-div35"]
    play(p, "unit:r-cav2")
    assert set(args(p, "hex")) <= {p.board.names[h] for h in p.board.nb[hexn(p, "2919")]}
    assert rules(p, "hex:3122") in (["13.28b"], ["13.27b"])
