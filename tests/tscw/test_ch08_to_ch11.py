"""[8, 9, 10, 11] Air units, stacking, supply, zones of control."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch08_air import air_refusal
from frente.games.tscw.rules.ch09_stacking import Overstack, crowded, excess, fits
from frente.games.tscw.rules.ch10_supply import judge, line_of_supply, network, supplied, traces
from frente.games.tscw.rules.ch13_odds import attack_parts, defence_parts, shift_parts, worth
from frente.games.tscw.state.frames import Phase, Turn
from frente.games.tscw.state.position import BASE, LANDED, OOS, SPENT, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    battle,
    before,
    dice,
    empty,
    fighting,
    flag,
    hexn,
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
    start,
    unit,
    values,
    where,
)


def front(turn: int = 11, **options: Any) -> Tscw:
    """A Republican and a Nationalist division face each other at Somosierra, with all aircraft in play."""
    p = empty(turn=turn, **options)
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11")
    for s in (REP, NAT):
        for a in p.board.air[s]:
            p.hex[a] = BASE
    return p


def refused(p: Tscw, side: int, name: str, target: str = "2812", own_units: tuple[str, ...] = (),
            foes: tuple[str, ...] = ()) -> str:
    return air_refusal(p, side, unit(p, name), hexn(p, target), [unit(p, n) for n in own_units],
                       [unit(p, n) for n in foes])[0]


# -- 8


@pytest.mark.rule("8.1", "8.4a")
def test_both_sides_may_send_any_number_of_air_units_the_attacker_first() -> None:
    p = front()
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go")
    assert question(p) == "AttackerAir"
    assert {"g-lk1", "i-al1", "n-bah1"} <= set(args(p, "air"))
    play(p, "air:g-lk1", "air:i-al1", "pass")
    assert question(p) == "DefenderAir"
    assert asked(p) == [REP]
    assert {"r-air1", "r-air2"} <= set(args(p, "air"))
    assert "r-air-n" not in args(p, "air")


@pytest.mark.rule("8.2")
def test_an_air_unit_needs_a_supplied_base_within_three_hexes() -> None:
    p = front()
    assert refused(p, REP, "r-air2") == ""
    own(p, NAT, *[p.board.names[h] for h in p.board.towns if p.board.apart[h][hexn(p, "2812")] <= 3])
    assert refused(p, REP, "r-air2") == "8.2"
    q = front()
    own_all(q, NAT)
    own(q, REP, "2712", "2812")
    assert refused(q, REP, "r-air2") == "8.2", "a town without supply is no base"


@pytest.mark.rule("8.3a")
def test_the_northern_air_unit_serves_northern_units_until_the_north_falls() -> None:
    p = front()
    put(p, "3613", "r-b1")
    assert refused(p, REP, "r-air-n", "3613", ("r-b1",)) == ""
    assert refused(p, REP, "r-air-n", "2812", ("r-div11",)) == "8.3a"
    own(p, NAT, "3707", "3710")
    kill(p, "r-b1")
    put(p, "3513", "n-nav1")
    assert where(p, "r-air-n") == "air-base"
    enter(p, unit(p, "n-nav1"), hexn(p, "3613"))
    assert where(p, "r-air-n") == "removed"
    enter(p, unit(p, "n-nav1"), hexn(p, "3513"))
    assert where(p, "r-air-n") == "removed", "for good"


@pytest.mark.rule("8.3b")
def test_other_republican_aircraft_do_not_fly_in_the_north() -> None:
    p = front()
    put(p, "3613", "r-b1")
    assert refused(p, REP, "r-air2", "3613", ("r-b1",)) == "8.3b"
    assert refused(p, REP, "r-air2", "2812", ("r-div11",)) == ""
    assert refused(p, NAT, "g-lk1", "3613") != "8.3b"


@pytest.mark.rule("8.4b")
def test_air_factors_count_up_to_the_ground_factors() -> None:
    p = front()
    f = battle(p, NAT, "2812", "n-div11")
    f.air = [unit(p, n) for n in ("g-lk2", "g-lk3")]
    assert values(attack_parts(p, f)) == {"13.7": 5, "8.4b": 5}
    f.air = [unit(p, "i-al1"), unit(p, "r-air2")]
    assert values(attack_parts(p, f))["8.4b"] == 2
    assert values(defence_parts(p, f)) == {"13.7": 11, "8.4b": 4}


@pytest.mark.rule("8.5", "13.25")
def test_the_legion_kondor_shifts_one_column_for_the_nationalist_once() -> None:
    p = front()
    f = battle(p, NAT, "2812", "n-div11")
    assert "8.5" not in values(shift_parts(p, f))
    f.air = [unit(p, "g-lk1"), unit(p, "g-lk2")]
    assert values(shift_parts(p, f))["8.5"] == 1
    g = battle(p, REP, "2911", "r-div11")
    g.air = [unit(p, "g-lk1")]
    assert values(shift_parts(p, g))["8.5"] == -1
    g.air = [unit(p, "i-al1")]
    assert "8.5" not in values(shift_parts(p, g))


@pytest.mark.rule("8.6a", "9.2c")
def test_air_units_are_no_ground_units() -> None:
    p = front()
    assert all(p.board.zone[a] == [0, 0] and p.board.halves[a] == [0, 0] for a in p.board.air[NAT])
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go", "air:g-lk1", "pass", "pass")
    dice(p, 1)
    while question(p) == "TakeLosses":
        assert "lose:g-lk1" not in offered(p)
        play(p, offered(p)[0])
    p.put(unit(p, "g-lk1"), hexn(p, "2911"))
    assert any(x.startswith("8.6a") for x in GAME.broken_laws(p))


@pytest.mark.rule("8.6b")
def test_an_air_unit_flies_once_a_turn() -> None:
    p = front()
    flag(p, SPENT, "g-lk1")
    assert refused(p, NAT, "g-lk1") == "8.6b"
    run(p, Turn())
    assert refused(p, NAT, "g-lk1") == ""
    q = front()
    fighting(q, NAT)
    play(q, "attack:2812", "unit:n-div11", "go", "air:g-lk1", "pass", "pass")
    assert refused(q, NAT, "g-lk1") == "8.6b"


# -- 9


SIX = ("r-div11", "r-div14", "r-div34", "r-div35", "r-div45", "r-div46")


@pytest.mark.rule("9.1a")
def test_stacking_is_free_while_units_move_and_judged_at_the_end_of_the_phase() -> None:
    p = empty(turn=11)
    put(p, "2712", *SIX)
    put(p, "2713", "r-div12", "r-div15")
    moving(p, REP)
    play(p, "unit:r-div12", "hex:2712", "stop")
    assert p.halves[hexn(p, "2712")] == 14
    assert GAME.broken_laws(p) == []
    f = Phase(REP)
    f.at = [type(s).__name__ for s in f.steps()].index("EndMovement")
    run(p, f)
    assert question(p) == "TakeOff"


@pytest.mark.rule("9.1b")
def test_units_in_excess_are_eliminated_by_their_owners_choice() -> None:
    p = empty(turn=11)
    put(p, "2712", *SIX, "r-bde2")
    run(p, Overstack(REP, crowded(p, REP)))
    assert asked(p) == [REP]
    assert len(args(p, "lose")) == 7
    play(p, "lose:r-bde2")
    assert where(p, "r-bde2") == "deadpile"
    assert not p.choices()


@pytest.mark.rule("9.2a")
def test_six_divisions_other_units_counting_half() -> None:
    p = empty(turn=11)
    put(p, "2712", *SIX[:4], "r-bde2", "r-bde3", "r-bde4", "r-mng")
    h = hexn(p, "2712")
    assert excess(p, h) == []
    assert not fits(p, unit(p, "r-bde5"), h)
    put(p, "2712", "r-bde5")
    assert len(excess(p, h)) == 9


@pytest.mark.rule("9.2b", "9.1b")
def test_headquarters_are_free_but_only_one_to_a_hex() -> None:
    p = empty(turn=11)
    put(p, "2712", *SIX, "r-hq-cen")
    h = hexn(p, "2712")
    assert excess(p, h) == []
    assert not fits(p, unit(p, "r-hq-ext"), h)
    put(p, "2712", "r-hq-ext")
    assert sorted(p.board.uid[u] for u in excess(p, h)) == ["r-hq-cen", "r-hq-ext"]


# -- 10


def pocket(*names: str, place: str = "2715") -> Tscw:
    """Units in a hex that is alone in enemy country, with enemy divisions far away."""
    p = empty(turn=8)
    own_all(p, NAT)
    for name in names:
        put(p, place, name)
    return p


@pytest.mark.rule("10.1")
def test_a_unit_is_supplied_or_not_and_the_judgement_is_marked() -> None:
    p = pocket("r-div12")
    put(p, "3023", "r-div60")
    own(p, REP, "3023")
    judge(p, REP)
    assert p.state[unit(p, "r-div12")] & OOS
    assert not p.state[unit(p, "r-div60")] & OOS


@pytest.mark.rule("10.2a")
def test_a_move_may_pass_through_but_not_end_where_there_is_no_supply() -> None:
    for strict in (True, False):
        p = empty(turn=3, strict_oos_moves=strict)
        own(p, NAT, "2509", "2508")
        put(p, "2509", "n-cst")
        put(p, "2510", "r-mod")
        put(p, "2309", "r-per")
        moving(p, NAT)
        play(p, "unit:n-cst", "hex:2410")
        assert ("stop" in offered(p)) != strict
        if strict:
            assert rules(p, "stop") == ["10.2a"]
            play(p, "hex:2409", "stop")
            assert where(p, "n-cst") == "2409"


@pytest.mark.rule("10.3a", "12.11a")
def test_unsupplied_units_neither_march_nor_travel() -> None:
    p = pocket("r-div12", place="2712")
    moving(p, REP)
    assert "march:r-div12" not in offered(p)
    assert rules(p, "march:r-div12") == ["10.3a"]
    from frente.games.tscw.rules.ch14_strategic import BY_RAIL, refusal_of
    assert refusal_of(p, REP, unit(p, "r-div12"), BY_RAIL)[0] == "10.3a"


@pytest.mark.rule("10.3b", "13.11b")
def test_unsupplied_factors_are_added_and_halved_once_rounded_up() -> None:
    p = empty(turn=8)
    put(p, "2812", "r-bde112", "r-bde4", "r-bde6")
    put(p, "2911", "n-gec")
    flag(p, OOS, "r-bde112", "r-bde4", "r-bde6")
    f = battle(p, REP, "2911", "r-bde112", "r-bde4", "r-bde6")
    assert worth(attack_parts(p, f)) == 2, "1+1+1 halved"
    q = empty(turn=3)
    put(q, "2812", "r-nvz")
    put(q, "2911", "n-gec")
    flag(q, OOS, "r-nvz")
    assert worth(attack_parts(q, battle(q, REP, "2911", "r-nvz"))) == 0
    assert worth(defence_parts(q, battle(q, NAT, "2812", "n-gec"))) == 1


@pytest.mark.rule("10.3c")
def test_unsupplied_units_are_eliminated_at_the_end_of_the_turn_all_judged_together() -> None:
    p = pocket("r-div12")
    put(p, "3311", "n-div11")
    run(p, before("Attrition"))
    assert where(p, "r-div12") == "deadpile"
    assert where(p, "n-div11") == "3311"
    both = empty(turn=8)
    own_all(both, NAT)
    own(both, REP, "2613", "2614", "2513")
    put(both, "2613", "r-div12")
    kill(both, "n-div11")
    run(both, before("Attrition"))
    assert where(both, "r-div12") == "deadpile"


@pytest.mark.rule("10.4a", "10.4c", "10.4e", "10.5b")
def test_a_unit_is_fed_by_a_linked_town_at_most_three_hexes_away() -> None:
    p = empty(turn=3)
    put(p, "2715", "r-mng")
    assert traces(p, unit(p, "r-mng")), "Cuenca is next to it"
    q = empty(turn=3)
    own_all(q, NAT)
    own(q, REP, "2318", "2317", "2316", "2315", "2314", "2313")
    put(q, "2315", "r-mng")
    assert traces(q, unit(q, "r-mng")), "Valencia is three hexes away"
    put(q, "2314", "r-mng")
    assert not traces(q, unit(q, "r-mng")), "four hexes"
    r = empty(turn=3)
    own_all(r, NAT)
    own(r, REP, "2318")
    put(r, "2316", "r-mng")
    own(r, NAT, "2317", "2418", "2417", "2217", "2218")
    assert traces(r, unit(r, "r-mng")), "the short part may cross empty enemy ground"
    put(r, "2317", "n-cst")
    put(r, "2417", "n-asn")
    put(r, "2217", "n-tel")
    assert not traces(r, unit(r, "r-mng")), "but not enemy units"


@pytest.mark.rule("10.4b", "10.8", "10.9")
def test_a_captured_source_feeds_the_captor_only_as_a_town() -> None:
    p = empty(turn=8)
    own_all(p, NAT)
    own(p, REP, "1305", "1406", "1407")
    put(p, "1406", "r-div12")
    assert not traces(p, unit(p, "r-div12"))
    assert p.board.cadiz in p.board.sources[0]
    q = empty(turn=8)
    own_all(q, REP)
    own(q, NAT, "2318")
    put(q, "2318", "n-div11")
    assert not traces(q, unit(q, "n-div11"))
    own(q, NAT, *[q.board.names[h] for h in range(q.board.size)])
    assert traces(q, unit(q, "n-div11"))


@pytest.mark.rule("10.4d", "11.3")
def test_the_long_line_runs_over_friendly_ground_outside_enemy_zones() -> None:
    p = empty(turn=8)
    own_all(p, NAT)
    line = ["3023", "3122", "3121", "3120", "3119", "3118"]
    own(p, REP, *line)
    put(p, "3118", "r-div12")
    assert traces(p, unit(p, "r-div12"))
    own(p, NAT, "3122")
    assert not traces(p, unit(p, "r-div12"))
    own(p, REP, "3122")
    put(p, "3222", "n-div11")
    assert not traces(p, unit(p, "r-div12")), "an enemy zone cuts it"
    put(p, "3122", "r-bde2")
    put(p, "3121", "r-bde3")
    assert traces(p, unit(p, "r-div12")), "a friendly unit keeps it open"


@pytest.mark.rule("10.4f", "10.10a", "10.10b")
def test_northern_and_central_units_draw_on_their_own_sources() -> None:
    p = empty(turn=8)
    put(p, "3710", "r-a1")
    put(p, "2712", "r-div12")
    assert traces(p, unit(p, "r-a1"))
    assert traces(p, unit(p, "r-div12"))
    own(p, NAT, "3707", "3613", "3710")
    own(p, REP, "3710")
    put(p, "3611", "r-a1")
    assert traces(p, unit(p, "r-a1")), "Santander is a source"
    own(p, NAT, "3710")
    assert not traces(p, unit(p, "r-a1"))
    own(p, NAT, "3023", "2318", "1717")
    assert not traces(p, unit(p, "r-div12"))
    q = empty(turn=8)
    put(q, "3709", "r-div12")
    assert not traces(q, unit(q, "r-div12")), "a central unit in the North"


@pytest.mark.rule("10.5")
def test_a_source_feeds_any_number_of_units() -> None:
    p = empty(turn=9)
    put(p, "2712", *SIX)
    assert all(traces(p, unit(p, n)) for n in SIX)


@pytest.mark.rule("10.6a", "10.6b")
def test_a_headquarters_within_three_hexes_feeds_units_next_to_it() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "2318", "2317", "2316", "2315", "2314", "2313")
    put(p, "2315", "r-hq-cen")
    put(p, "2314", "r-div12")
    put(p, "2313", "r-div14")
    assert traces(p, unit(p, "r-hq-cen"))
    assert traces(p, unit(p, "r-div12"))
    assert not traces(p, unit(p, "r-div14"))
    put(p, "2314", "r-hq-ext")
    assert not traces(p, unit(p, "r-hq-ext")), "one headquarters does not feed another"
    put(p, "2314", "r-hq-cen")
    assert not traces(p, unit(p, "r-div12"))


@pytest.mark.rule("10.7")
def test_a_town_protects_from_attrition_and_in_defence_only() -> None:
    p = pocket("r-div14", place="2713")
    put(p, "2814", "n-div11")
    run(p, before("Attrition"))
    assert where(p, "r-div14") == "2713"
    flag(p, OOS, "r-div14", "n-div11")
    assert worth(defence_parts(p, battle(p, NAT, "2713", "n-div11"))) == 5
    assert worth(attack_parts(p, battle(p, REP, "2814", "r-div14"))) == 2
    assert worth(defence_parts(p, battle(p, REP, "2814", "r-div14"))) == 4, "no town: halved"


def test_the_supply_line_can_be_shown() -> None:
    p = start()
    u = unit(p, "r-mod")
    way = [p.board.names[h] for h in line_of_supply(p, u)]
    assert way[0] == "2712"
    assert hexn(p, way[-1]) in p.board.sources[1]
    assert all(hexn(p, b) in p.board.nb[hexn(p, a)] for a, b in zip(way, way[1:]))
    assert line_of_supply(p, unit(p, "n-og")) == []
    assert GAME.supply_line(p, u, []) == way


def test_kept_supply_is_that_of_a_fresh_look_in_random_play() -> None:
    from random import Random
    rng = Random(5)
    p = start("columns")
    for n in range(400):
        if not p.choices():
            break
        side = rng.choice(sorted(p.choices()))
        p.apply(side, rng.choice(p.choices()[side]))
        if n % 5 == 0 and p.stack:
            kept = [network(p, k) for k in range(3)]
            fresh = p.clone()
            fresh.stale_all()
            for k in range(3):
                again = network(fresh, k)
                assert (kept[k].linked, kept[k].reach, kept[k].staff) == (again.linked, again.reach, again.staff)


@pytest.mark.rule("10.3c", "10.7", "14.7c")
def test_a_landed_unit_starves_outside_a_town_unless_agreed_otherwise() -> None:
    for options, place in (({"landed_supplied_first_turn": True}, "1515"), ({}, "deadpile")):
        p = empty(turn=8, **options)
        put(p, "1515", "n-div11")
        flag(p, LANDED, "n-div11")
        assert supplied(p, unit(p, "n-div11")) == bool(options)
        run(p, before("Attrition"))
        assert where(p, "n-div11") == place
    q = empty(turn=8)
    put(q, "1717", "n-div11")
    flag(q, LANDED, "n-div11")
    run(q, before("Attrition"))
    assert where(q, "n-div11") == "1717", "a town protects"


# -- 11


@pytest.mark.rule("11.1a")
def test_a_zone_covers_the_six_hexes_around_but_not_across_the_strait() -> None:
    p = empty(turn=8)
    put(p, "2712", "r-div12")
    assert sum(p.full[REP]) == 6
    q = empty(turn=8)
    put(q, "1207", "r-div12")
    assert q.full[REP][hexn(q, "1107")] == 0
    assert q.full[REP][hexn(q, "1208")] == 1


@pytest.mark.rule("11.1b")
def test_only_brigades_and_divisions_exert_a_full_zone() -> None:
    for name, full, weak in (("r-div12", 6, 0), ("r-bde2", 6, 0), ("r-mod", 0, 6), ("r-alp", 0, 0), ("r-dc1", 0, 0),
                             ("r-hq-cen", 0, 0)):
        p = empty(turn=8)
        put(p, "2712", name)
        assert (sum(p.full[REP]), sum(p.weak[REP])) == (full, weak), name


@pytest.mark.rule("11.2")
def test_a_unit_stops_in_the_first_hex_of_an_enemy_full_zone() -> None:
    q = empty(turn=8)
    own(q, NAT, "2710", "2711")
    put(q, "2812", "r-div12")
    put(q, "2710", "n-gen244-1")
    moving(q, NAT)
    play(q, "unit:n-gen244-1", "hex:2711")
    assert offered(q) == ["stop"]
    assert rules(q, "hex:2611") == ["11.2"]


@pytest.mark.rule("11.4")
def test_zones_do_not_stop_an_advance() -> None:
    from frente.games.tscw.rules.ch13_results import Advance
    p = empty(turn=8)
    put(p, "2911", "n-div11")
    put(p, "2813", "r-div12")
    run(p, Advance(NAT, hexn(p, "2812"), 2, [unit(p, "n-div11")], []))
    play(p, "unit:n-div11", "hex:2812")
    assert p.full[REP][hexn(p, "2812")] == 1
    assert any(w.startswith("hex") for w in offered(p))


@pytest.mark.rule("11.5")
def test_a_unit_leaves_a_full_zone_only_into_a_hex_outside_it() -> None:
    p = empty(turn=8)
    put(p, "2812", "r-div12")
    own(p, NAT, "2811", "2711", "2710", "2810")
    put(p, "2811", "n-gen244-1")
    moving(p, NAT)
    play(p, "unit:n-gen244-1")
    assert "hex:2711" not in offered(p)
    assert rules(p, "hex:2711") == ["11.5"], "also not as a minimum move"
    assert "hex:2810" in offered(p)


@pytest.mark.rule("11.6")
def test_a_column_zone_blocks_supply_but_not_movement() -> None:
    p = empty(turn=3)
    put(p, "2812", "r-grm")
    own(p, NAT, "2811", "2711", "2710", "2810", "2912")
    put(p, "2811", "n-ser")
    moving(p, NAT)
    play(p, "unit:n-ser", "hex:2711")
    assert p.weak[REP][hexn(p, "2711")] == 1
    assert any(w.startswith("hex") for w in offered(p)), "from one column zone into another and on"
    q = empty(turn=8)
    own_all(q, NAT)
    line = ["3023", "3122", "3121", "3120", "3119", "3118"]
    own(q, REP, *line)
    put(q, "3118", "r-div12")
    put(q, "3222", "n-gec")
    assert not traces(q, unit(q, "r-div12"))
