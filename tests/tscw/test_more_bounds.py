"""[6, 7, 9, 12-15] Bounds that are easily overlooked: the first and the last of a list, the hex at the very edge."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter, extend_control
from frente.games.tscw.rules.ch06_points import brigade, rebuilt_hexes, replenish_kind
from frente.games.tscw.rules.ch07_chits import enter_chits
from frente.games.tscw.rules.ch07_duties import ASSAULT, MADRID, TOLEDO, Naming, colonials, measure
from frente.games.tscw.rules.ch07_events import air_withdrawn, foreign_volunteers
from frente.games.tscw.rules.ch09_stacking import excess
from frente.games.tscw.rules.ch12_movement import goal_of, nearest, prepare
from frente.games.tscw.rules.ch12_phase import modes
from frente.games.tscw.rules.ch13_attack import chit_misfit, naval_refusal
from frente.games.tscw.rules.ch13_odds import rivers
from frente.games.tscw.rules.ch13_targets import unit_refusal
from frente.games.tscw.rules.ch15_optional import ColumnRolls
from frente.games.tscw.rules.sequence import OpenTurn, StrategicMovement
from frente.games.tscw.state.frames import Administration, Turn
from frente.games.tscw.state.position import (
    EVENT,
    FIT,
    IN_HAND,
    INTACT,
    LEVY,
    POOL,
    SPENT,
    UNUSED,
)
from tests.tscw.chits import chit, state
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    battle,
    called,
    empty,
    fighting,
    flag,
    hexn,
    hold,
    kill,
    moving,
    offered,
    own_all,
    play,
    put,
    reason,
    rules,
    run,
    start,
    travelling,
    unit,
    where,
)

# -- 3, 6


@pytest.mark.rule("3.1a", "3.1b", "3.2a", "3.3", "15.3")
def test_where_counters_are_that_are_not_in_a_hex_at_the_start() -> None:
    p = start("campaign")
    assert p.fleet == 1
    b = p.board
    assert where(p, "r-gen124-1") == "generic"
    boxes = {POOL: set[int](), LEVY: set[int](), EVENT: set[int](), UNUSED: set[int]()}
    for u in range(b.units):
        if p.hex[u] in boxes:
            boxes[p.hex[u]].add(b.turn[u])
    assert {x: len(turns) > 0 for x, turns in boxes.items()} == {POOL: True, LEVY: True, EVENT: True, UNUSED: True}
    assert len(boxes[POOL] | boxes[LEVY] | boxes[EVENT]) == 3, "generic, mobilized, Basque volunteers"


@pytest.mark.rule("6.4b")
def test_a_column_is_a_brigade_only_when_converted() -> None:
    p = empty(turn=9)
    brigades = [u for u in p.board.ground[REP] if p.board.fate[u] == 2]
    assert brigades
    assert not any(brigade(p, u) for u in brigades)
    for u in brigades:
        p.conv[u] = 1
    assert any(brigade(p, u) for u in brigades)


@pytest.mark.rule("6.6a", "6.6b", "6.2e")
def test_who_is_replenished_stands_on_the_map_and_northern_units_enter_in_their_own_region() -> None:
    p = empty(turn=9)
    p.rp = [3, 3, 3, 3]
    f = Administration(REP)
    put(p, "2712", "r-div11", steps=1)
    assert replenish_kind(p, f, unit(p, "r-div11")) == 0
    assert replenish_kind(p, Administration(NAT), unit(p, "r-div11")) == -1
    kill(p, "r-div11")
    assert replenish_kind(p, f, unit(p, "r-div11")) == -1
    kill(p, "r-a1", "r-gen124-1")
    north = {p.board.names[h] for h in rebuilt_hexes(p, f, unit(p, "r-gen124-1"), 1)}
    asturian = {p.board.names[h] for h in rebuilt_hexes(p, f, unit(p, "r-a1"), 1)}
    assert asturian < north, "a generic brigade may enter anywhere there"
    assert "2712" in {p.board.names[h] for h in rebuilt_hexes(p, f, unit(p, "r-gen124-1"), 0)}


# -- 7


@pytest.mark.rule("7.21a", "7.1")
def test_deserters_are_kept_until_the_end_of_turn_five() -> None:
    for turn, kept in ((5, True), (6, False)):
        p = empty(turn=turn)
        hold(p, "desertion")
        enter_chits(p)
        assert (state(p, "desertion") == IN_HAND) is kept
        assert (p.pulled[chit(p, "desertion")] > 0) is kept


@pytest.mark.rule("7.11a")
def test_the_second_air_unit_leaves_on_the_turn_after_the_crisis_and_on_turn_one_there_is_none() -> None:
    for turn, crisis, frames in ((15, 14, 1), (14, 14, 0), (16, 14, 0), (1, 0, 0)):
        p = empty(turn=turn)
        p.czech = crisis
        p.stack = []
        air_withdrawn(p)
        assert len(p.stack) == frames


@pytest.mark.rule("7.22a", "7.33a", "7.34b", "7.35b")
def test_how_near_a_unit_can_come_counts_where_it_stands_and_how_it_may_go() -> None:
    p = empty(turn=5)
    put(p, "2712", "n-asn")
    put(p, "3110", "n-pjt")
    assert goal_of(p, unit(p, "n-asn"), MADRID) == 0, "it is there"
    assert goal_of(p, unit(p, "n-pjt"), 0) == 99, "without an order"
    own_all(p, NAT)
    prepare(p, NAT)
    u = unit(p, "n-pjt")
    assert (nearest(p, u, False, MADRID), nearest(p, u, True, MADRID)) == (2, 0)
    assert p.state[u] & FIT
    p.duty[u] = MADRID
    assert goal_of(p, u, MADRID) == 0
    assert modes(p, u) == (False, True, True)
    p.state[u] = 0
    assert goal_of(p, u, MADRID) == 2, "it may not march"
    assert modes(p, u) == (True, False, True)
    p.duty[unit(p, "n-asn")] = MADRID
    assert modes(p, unit(p, "n-asn")) == (True, True, False), "nothing is left to do"
    p.offensive, p.target = 5, hexn(p, "3117")
    put(p, "3117", "n-urt")
    assert [measure(p, ASSAULT, hexn(p, x)) for x in ("3118", "2712")] == [0, 1]


@pytest.mark.rule("7.34b")
def test_three_colonial_columns_as_far_as_there_are_so_many() -> None:
    names = ("n-cst", "n-asn", "n-tel", "n-bar")
    for n, wanted in ((0, 0), (1, 1), (3, 3), (4, 3)):
        p = empty(turn=5)
        for name in names[:n]:
            put(p, "2509", name)
        assert colonials(p, Naming(NAT, TOLEDO, [])) == wanted
        assert colonials(p, Naming(NAT, MADRID, [])) == 0
        if n == 4:
            p.duty[unit(p, names[0])] = TOLEDO
            assert colonials(p, Naming(NAT, TOLEDO, [])) == 2
            flag(p, 1, names[1], names[2])
            assert colonials(p, Naming(NAT, TOLEDO, [])) == 1, "those without supply are not asked"


@pytest.mark.rule("7.35c")
def test_the_unrest_reaches_six_hexes_from_barcelona() -> None:
    p = empty(turn=9)
    b = p.board
    for far, rule in ((6, "7.35c"), (7, "")):
        h = next(h for h in range(b.size) if b.apart[h][b.barcelona] == far and p.control[h] == REP)
        put(p, b.names[h], "r-div11")
        p.unrest = 9
        assert unit_refusal(p, REP, unit(p, "r-div11"))[0] == rule
        p.unrest = 8
        assert unit_refusal(p, REP, unit(p, "r-div11"))[0] == ""


@pytest.mark.rule("7.14", "7.30", "7.31", "7.38a", "7.39", "7.40a")
def test_each_combat_chit_fits_its_own_battles() -> None:
    p = empty(turn=9)
    for place in ("3613", "3612", "2518"):
        p.fort[hexn(p, place)] = INTACT
    put(p, "3613", "r-b1")
    put(p, "3612", "r-b2")
    put(p, "2518", "r-div39")
    put(p, "2509", "r-uri")
    names = ("german-aircraft", "goicoechea", "soviet-aircraft", "north-aircraft", "tactical-surprise", "town-defense",
             "republican-determination")

    def fits(side: int, target: str, *air: str) -> list[str]:
        f = battle(p, side, target)
        f.air = [unit(p, a) for a in air]
        return [n for n in names if not chit_misfit(p, f, n)[0]]
    assert fits(NAT, "3613") == ["goicoechea", "north-aircraft", "republican-determination"]
    assert fits(NAT, "3612") == ["north-aircraft", "republican-determination"], "another hex of forts"
    assert fits(NAT, "2518") == ["republican-determination"]
    assert fits(NAT, "2509") == ["town-defense", "republican-determination"]
    assert fits(NAT, "2518", "g-lk1") == ["german-aircraft", "republican-determination"]
    assert fits(NAT, "2518", "i-al1") == ["republican-determination"]
    assert fits(NAT, "2518", "r-air1") == ["soviet-aircraft", "republican-determination"]
    assert fits(REP, "2911") == ["tactical-surprise"]


# -- 8, 9, 12, 13


@pytest.mark.rule("8.6b", "13.12f")
def test_the_first_counter_of_all_is_ready_again_too() -> None:
    p = empty(turn=9)
    p.state[0] = p.state[p.board.units - 1] = SPENT
    OpenTurn().auto(Turn(), p)
    assert (p.state[0], p.state[p.board.units - 1]) == (0, 0)


@pytest.mark.rule("9.1b")
def test_of_two_headquarters_either_may_go_and_combat_units_do_not() -> None:
    for first, second in (("r-hq-cen", "r-hq-ext"), ("r-hq-ext", "r-hq-cen")):
        p = empty(turn=9)
        put(p, "2712", first, second, "r-div11")
        assert sorted([p.board.uid[u] for u in excess(p, hexn(p, "2712"))]) == ["r-hq-cen", "r-hq-ext"]
        kill(p, second)
        assert excess(p, hexn(p, "2712")) == []


@pytest.mark.rule("12.2b", "12.11a")
def test_the_first_counter_of_each_side_moves_like_any_other() -> None:
    for side, name, place in ((REP, "r-mng", "2212"), (NAT, "n-gec", "3311")):
        p = empty(turn=5)
        put(p, place, name)
        moving(p, side)
        assert offered(p) == ["unit:" + name, "march:" + name, "pass"]


@pytest.mark.rule("4.2a", "12.2b")
def test_a_move_that_opens_the_line_to_madrid_wins() -> None:
    p = empty(turn=6)
    put(p, "2712", "n-cst")
    put(p, "2911", "n-div11")
    assert reason(p) == ""
    moving(p, NAT)
    play(p, "unit:n-div11", "hex:2812", "stop")
    assert reason(p) == "madrid"


@pytest.mark.rule("7.22a")
def test_the_orders_that_keep_a_player_from_passing_are_named() -> None:
    p = empty(turn=5)
    put(p, "3110", "n-pjt")
    p.call_madrid = 5
    called(p, NAT)
    play(p, "unit:n-pjt")
    assert "pass" not in offered(p)
    assert rules(p, "pass") == ["7.22a"]


@pytest.mark.rule("15.1a")
def test_scouts_are_offered_in_both_phases_and_refused_to_others() -> None:
    for agreed in (True, False):
        p = empty(turn=14, reconnaissance=agreed)
        put(p, "2712", "r-hq-cen", "r-div11")
        put(p, "2911", "n-div11")
        for phase in (moving, fighting):
            phase(p, REP)
            assert args(p, "scout") == (["r-hq-cen"] if agreed else [])
            assert rules(p, "scout:r-hq-ext") == ["15.1a"]
            phase(p, NAT)
            assert args(p, "scout") == []


@pytest.mark.rule("13.15b")
def test_the_republican_fleet_fires_east_of_hexrow_eleven() -> None:
    p = empty(turn=9)
    b = p.board
    for row, rule in ((11, "13.15b"), (12, "")):
        found = [h for h in range(b.size) if b.coast[h] == b.coast[b.barcelona] and b.column[h] == row]
        assert found
        assert {naval_refusal(p, battle(p, NAT, b.names[h]), REP)[0] for h in found} == {rule}


# -- 14, 15


@pytest.mark.rule("5.2.A5", "3.4", "13.6")
def test_a_game_that_is_over_asks_for_no_journeys() -> None:
    p = empty(turn=6)
    p.stack = []
    StrategicMovement().auto(Turn(), p)
    assert [(type(f).__name__, f.side) for f in reversed(p.stack) if hasattr(f, "side")] == [
        ("Strategic", NAT), ("Strategic", REP), ("Ordering", NAT), ("Ordering", REP)]
    q = empty(turn=1)
    q.stack = []
    StrategicMovement().auto(Turn(), q)
    assert [type(f).__name__ for f in q.stack] == ["Ordering", "Ordering"]
    q.result = NAT
    q.stack = []
    StrategicMovement().auto(Turn(), q)
    assert q.stack == []


@pytest.mark.rule("14.2a", "14.2b", "14.4b", "14.5", "9.2a")
def test_what_is_said_of_a_journey_that_leads_nowhere() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    put(p, "2318", *[f"r-div{n}" for n in (3, 12, 13, 14, 23, 24)])
    travelling(p, REP)
    play(p, "rail:r-div11")
    b = p.board
    off = next(h for h in range(b.size) if not b.rail[h] and p.control[h] == REP and not b.northern[h])
    assert rules(p, "hex:" + b.names[off]) == ["14.2b"], "no railway leads there"
    assert rules(p, "hex:2318") == ["9.2a"], "full"
    assert rules(p, "hex:2911") == ["14.2a"], "not friendly"
    assert rules(p, "hex:3023") == []
    q = empty(turn=9)
    put(q, "3023", "r-div11")
    travelling(q, REP)
    play(q, "sea:r-div11")
    assert rules(q, "hex:2712") == ["14.5"], "no port"
    assert rules(q, "hex:2318") == []
    assert rules(q, "hex:1607") == ["R125"]


@pytest.mark.rule("15.7.1a", "15.7.1b")
def test_the_republican_rolls_for_his_columns() -> None:
    p = empty(turn=6, column_attack_rolls=True)
    put(p, "2812", "r-grm")
    run(p, ColumnRolls())
    assert asked(p) == [REP]
    play(p, "group:2812")
    assert asked(p) == [REP]


# -- what must not count


@pytest.mark.rule("13.15d", "13.15b")
def test_the_republican_fleet_is_ready_on_turn_three() -> None:
    for turn, rule in ((2, "13.15d"), (3, "")):
        p = empty(turn=turn)
        assert naval_refusal(p, battle(p, NAT, "3023"), REP)[0] == rule
        assert naval_refusal(p, battle(p, NAT, "3023"), NAT)[0] == ""


@pytest.mark.rule("15.7.1a")
def test_units_that_are_no_columns_attack_without_a_roll() -> None:
    p = empty(turn=6, column_attack_rolls=True)
    put(p, "2812", "r-grm", "r-bde2")
    put(p, "2911", "n-nvc")
    found = [unit_refusal(p, REP, unit(p, n))[0] for n in ("r-grm", "r-bde2")]
    assert found == ["15.7.1a", ""]
    assert unit_refusal(p, NAT, unit(p, "n-nvc"))[0] == ""


@pytest.mark.rule("4.3a", "10.4d", "7.13", "7.20")
def test_one_city_taken_by_zones_is_not_three_and_other_hexes_are_not_remembered() -> None:
    p = empty(turn=8, control_by_zoc=True)
    put(p, "2618", "r-div11")
    extend_control(p)
    assert p.control[hexn(p, "2617")] == REP
    assert reason(p) == ""
    put(p, "2911", "n-div11")
    enter(p, unit(p, "n-div11"), hexn(p, "2812"))
    assert (p.cabeza, p.taken) == (0, 0)
    enter(p, unit(p, "n-div11"), hexn(p, "1910"))
    assert (p.cabeza, p.taken) == (1, 0)


@pytest.mark.rule("7.10a")
def test_only_international_brigades_leave_with_the_volunteers() -> None:
    p = empty(turn=14)
    abroad = next(u for u in p.board.ground[REP] if p.board.international[u])
    put(p, "2712", p.board.uid[abroad], "r-div11")
    foreign_volunteers(p)
    assert where(p, p.board.uid[abroad]) == "deadpile"
    assert (where(p, "r-div11"), p.steps[unit(p, "r-div11")]) == ("2712", 2)


@pytest.mark.rule("15.7.2b", "14.2a")
def test_hostile_parties_keep_apart_on_journeys_and_others_do_not() -> None:
    p = empty(turn=3, political_columns=True)
    put(p, "3118", "r-drt")
    put(p, "3023", "r-mrx")
    travelling(p, REP)
    play(p, "rail:r-mrx")
    found = args(p, "hex")
    assert "3118" not in found
    assert len(found) > 3, "the rest of the railway is open"


@pytest.mark.rule("13.26b", "13.26c")
def test_attackers_across_no_river_are_not_hindered_by_one() -> None:
    p = empty(turn=9)
    b = p.board
    for kind in (0, 1, 2):
        h, n = next((h, n) for h in range(b.size) for i, n in enumerate(b.nb[h]) if b.river[h][i] == kind)
        put(p, b.names[h], "r-div11")
        put(p, b.names[n], "n-div11")
        assert rivers(p, battle(p, NAT, b.names[h], "n-div11")) == kind
