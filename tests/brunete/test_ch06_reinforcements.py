"""[6.1, 6.2] Reinforcements and recovered casualties."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch06_reinforcements import Reinforcements
from frente.games.brunete.rules.ch08_aviation import Aviation
from frente.games.brunete.rules.ch09_movement import Move, Movement
from frente.games.brunete.state.board import NAT, REP, Board
from frente.games.brunete.state.frames import Segment
from frente.games.brunete.state.position import (
    AWAITED,
    AWAY,
    FINAL,
    OFF_MAP,
    RECOVERABLE,
    RESERVE,
    Brunete,
)
from tests.brunete.lay import (
    along,
    at,
    box,
    drill,
    drill_board,
    hexes,
    offered,
    own,
    play,
    put,
    rules,
    run,
    unit,
    units,
)

A, B, K = "1401", "2401", "0615"
BOARD = drill_board((), (), (), (), (), (), ())


def perimeter(b: Board) -> list[str]:
    """The edge of the map, clockwise from the north-western corner."""
    columns = sorted({c for c, _ in b.at})
    rows = sorted({r for _, r in b.at})
    ring = [(c, rows[0]) for c in columns]
    ring += [(columns[-1], r) for r in rows[1:]]
    ring += [(c, rows[-1]) for c in reversed(columns[:-1])]
    ring += [(columns[0], r) for r in reversed(rows[1:-1])]
    return [f"{c:02d}{r:02d}" for c, r in ring]


def between(first: str, last: str) -> list[str]:
    """[R33] Every edge hex from one letter to another, clockwise, both included."""
    letters = {BOARD.letter[h]: BOARD.names[h] for h in range(BOARD.size) if BOARD.letter[h]}
    ring = perimeter(BOARD)
    i, j = ring.index(letters[first]), ring.index(letters[last])
    return sorted(ring[i:j + 1] if i <= j else ring[i:] + ring[:j + 1])


def zone(p: Brunete, name: str) -> list[str]:
    """The entry hexes offered to a unit in the reinforcement step."""
    box(p, name, OFF_MAP)
    run(p, Reinforcements(p.board.side[unit(p, name)]))
    if f"unit:{name}" not in offered(p):
        return []
    play(p, f"unit:{name}")
    return hexes(offered(p))


def entering(p: Brunete, name: str, place: str, steps: int = -1) -> int:
    """The points a unit has left after its entry hex."""
    box(p, name, OFF_MAP, steps=steps)
    p.entry[unit(p, name)] = at(p, place)
    run(p, Movement(p.board.side[unit(p, name)]))
    play(p, f"unit:{name}", f"hex:{place}")
    top = p.stack[-1]
    assert isinstance(top, Move)
    return top.left


# -- arrival


@pytest.mark.rule("6.1a")
def test_reinforcements_come_beside_the_map_on_their_turn_and_enter_in_the_movement_step() -> None:
    p = drill(turn=4)
    due, late = box(p, "n-150-1", AWAITED, due=4), box(p, "n-150-2", AWAITED, due=5)
    earlier = box(p, "n-150-3", AWAITED, due=2)
    run(p, Segment(NAT))
    assert (p.hex[due], p.hex[late], p.hex[earlier]) == (OFF_MAP, AWAITED, OFF_MAP)
    assert units(offered(p)) == ["n-150-1", "n-150-3"]
    assert rules(p, "unit:n-150-2") == ["6.1a"]
    play(p, "unit:n-150-1", f"hex:{K}")
    assert p.hex[due] == OFF_MAP                             # beside the map, next to the hex chosen
    assert rules(p, "unit:n-150-1") == ["6.1a"]              # its hex is chosen
    play(p, "pass")
    assert type(p.step()).__name__ == "ChooseUnit"
    assert units(offered(p)) == ["n-150-1"]                  # the other one waits: no hex was chosen for it
    play(p, "unit:n-150-1")
    assert offered(p) == [f"hex:{K}"]                        # the choice binds
    assert rules(p, "hex:0614") == ["6.1a"]
    play(p, f"hex:{K}", "stop")
    assert p.hex[due] == at(p, K)


@pytest.mark.rule("6.1a")
def test_only_the_arrivals_of_the_side_whose_segment_it_is_come_in() -> None:
    p = drill(turn=4)
    box(p, "n-150-1", AWAITED, due=4)
    mine = box(p, "r-32-1", AWAITED, due=3)
    run(p, Segment(NAT))
    assert p.hex[mine] == AWAITED
    assert rules(p, "unit:r-32-1") == ["6.1a"]


@pytest.mark.rule("6.1a")
def test_a_unit_that_stays_out_chooses_again_in_its_next_reinforcement_step() -> None:
    """R35"""
    p = drill(turn=4)
    u = box(p, "n-150-1", OFF_MAP)
    run(p, Segment(NAT))
    play(p, "unit:n-150-1", f"hex:{K}")
    assert p.entry[u] == at(p, K)
    play(p, "pass")                                          # not moved in
    assert (p.hex[u], p.entry[u]) == (OFF_MAP, -1)
    run(p, Segment(NAT))
    assert "unit:n-150-1" in offered(p)


@pytest.mark.rule("6.1b")
def test_the_entry_hex_costs_its_normal_points() -> None:
    p = drill(hills=["0610"], forests=["0611"])
    assert entering(p, "n-150-1", "0609") == 4 - 1
    assert entering(drill(hills=["0610"]), "n-150-1", "0610") == 4 - 2
    assert entering(drill(forests=["0611"]), "n-150-1", "0611") == 4 - 2
    assert entering(drill(hills=[K]), "n-150-1", K) == 8 - 1         # by the road that enters there
    q = drill()
    q.interdiction = [[at(q, "0609")], []]
    assert entering(q, "n-150-1", "0609") == 4 - 2           # R28


@pytest.mark.rule("6.1b")
def test_a_unit_that_cannot_pay_for_the_entry_hex_does_not_come_in() -> None:
    for slow, comes in ((False, True), (True, False)):       # 6 points, half of them off the road; slowed, half again
        p = drill(hills=["1601"], turn=2, slow_xviii_corps=slow)
        box(p, "r-2-1", OFF_MAP, steps=1)
        p.entry[unit(p, "r-2-1")] = at(p, "1601")
        box(p, "r-2-2", OFF_MAP)
        p.entry[unit(p, "r-2-2")] = at(p, "1701")
        run(p, Movement(REP))
        assert ("unit:r-2-1" in offered(p)) == comes
        assert rules(p, "unit:r-2-1") == ([] if comes else ["9.2"])


# -- entry zones


@pytest.mark.rule("6.1c")
@pytest.mark.parametrize("name", ["r-xi-1", "r-32-1", "r-cav5", "r-tkarmy-1", "r-28-1"])
def test_republican_units_enter_by_a_by_b_once_it_is_theirs_and_between_the_two(name: str) -> None:
    p = drill()
    north = between("A", "B")
    assert zone(p, name) == [h for h in north if h != B]
    assert rules(p, f"hex:{B}") == ["6.1c"]
    assert rules(p, "hex:1301") == ["6.1c"]                  # west of A
    own(p, REP, B)
    assert zone(p, name) == north
    put(p, "n-13-1", "2501")                                 # next to B: nobody controls it
    assert zone(p, name) == [h for h in north if h != B]
    put(p, "r-16-1", B)
    assert zone(p, name) == north                            # held by a unit


@pytest.mark.rule("6.1c")
def test_by_option_the_edge_between_a_and_b_waits_for_b() -> None:
    """R36"""
    p = drill(north_edge_requires_B=True)
    assert zone(p, "r-32-1") == [A]
    own(p, REP, B)
    assert zone(p, "r-32-1") == between("A", "B")


@pytest.mark.rule("6.1c", "6.1l")
def test_a_hex_with_an_enemy_in_it_is_no_entry_but_one_in_an_enemy_zone_is() -> None:
    """R35"""
    p = drill()
    put(p, "n-13-1", "1601")
    assert "1601" not in zone(p, "r-32-1")
    assert rules(p, "hex:1601") == ["6.1l"]
    assert {"1501", "1701"} <= set(zone(p, "r-32-1"))
    own(p, NAT, A)
    assert A in zone(p, "r-32-1")                            # A need not be controlled, only free
    q = drill()
    put(q, "n-13-1", "1602")
    box(q, "r-32-1", OFF_MAP)
    q.entry[unit(q, "r-32-1")] = at(q, "1601")
    run(q, Movement(REP))
    play(q, "unit:r-32-1", "hex:1601")
    assert not q.stack or type(q.step()).__name__ == "ChooseUnit"        # it had to stop in the zone


@pytest.mark.rule("6.1d", "6.1k")
@pytest.mark.parametrize("name", ["n-11-4", "n-11-2", "n-guadarrama-1"])
def test_the_11th_and_guadarrama_divisions_enter_from_c_to_e(name: str) -> None:
    p = drill()
    assert zone(p, name) == between("C", "E")
    assert rules(p, "hex:3402") == ["6.1d"]
    assert rules(p, "hex:3413") == ["6.1d"]


@pytest.mark.rule("6.1e", "6.1k")
@pytest.mark.parametrize("name", ["n-13-2", "n-13-1"])
def test_the_13th_division_enters_from_e_to_j(name: str) -> None:
    p = drill()
    assert zone(p, name) == between("E", "J")
    assert {"3412", "3418", "1818", "1118"} <= set(zone(p, name))
    assert rules(p, "hex:1018") == ["6.1e"]


@pytest.mark.rule("6.1f", "6.1k")
@pytest.mark.parametrize("name", ["n-71-150-4", "n-71-11-1", "n-iv-navarre-1"])
def test_the_71st_division_and_the_iv_navarre_brigade_enter_from_k_to_l(name: str) -> None:
    p = drill()
    assert zone(p, name) == between("K", "L")
    assert rules(p, "hex:0616") == ["6.1f"]
    assert rules(p, "hex:0605") == ["6.1f"]


@pytest.mark.rule("6.1g", "6.1k")
def test_the_150th_division_enters_from_j_to_l() -> None:
    p = drill()
    assert zone(p, "n-150-1") == between("J", "L")
    assert rules(p, "hex:1218") == ["6.1g"]
    assert rules(p, "hex:0605") == ["6.1g"]


@pytest.mark.rule("6.1h", "6.1k")
def test_the_v_navarre_brigade_enters_from_c_to_d() -> None:
    p = drill()
    assert zone(p, "n-v-navarre-1") == between("C", "D")
    assert rules(p, "hex:3406") == ["6.1h"]


@pytest.mark.rule("6.1i")
@pytest.mark.parametrize("name", ["n-tank-1", "n-cav-2", "n-t26"])
def test_nationalist_tanks_and_cavalry_enter_by_any_letter_of_their_own(name: str) -> None:
    """R37"""
    p = drill()
    b = p.board
    letters = sorted(b.names[h] for h in range(b.size) if b.letter[h] in set("CDEFGHIJKL"))
    assert len(letters) == 10
    assert zone(p, name) == letters
    assert rules(p, f"hex:{A}") == ["6.1i"]
    assert rules(p, "hex:3404") == ["6.1i"]                  # between letters is not enough


@pytest.mark.rule("6.1j")
def test_by_road_a_unit_has_all_its_points_and_elsewhere_half() -> None:
    """R34"""
    assert entering(drill(), "n-150-1", K) == 8 - 1
    assert entering(drill(), "n-150-1", "0614") == 4 - 1
    assert entering(drill(), "n-150-1", "1118") == 8 - 1     # J: a path does as well
    assert entering(drill(), "n-150-1", "0614", steps=1) == 3 - 1
    roads = ["0613 0713"]                                    # a road inside the map does not enter it there
    assert entering(drill(roads=roads), "n-150-1", "0613") == 4 - 1


@pytest.mark.rule("6.1j")
def test_a_unit_that_enters_by_road_may_use_the_road_bonus_all_the_way() -> None:
    road = "0615 0715 0815 0915 1015 1115 1215 1315 1415 1515 1615"
    p = drill(roads=[road])
    box(p, "n-150-1", OFF_MAP)
    p.entry[unit(p, "n-150-1")] = at(p, K)
    run(p, Movement(NAT))
    play(p, "unit:n-150-1")
    assert along(p, [*road.split(), "1715"]) == 11
    q = drill(roads=["0614 0714 0814 0914 1014 1114"])
    box(q, "n-150-1", OFF_MAP)
    q.entry[unit(q, "n-150-1")] = at(q, "0614")
    run(q, Movement(NAT))
    play(q, "unit:n-150-1")
    assert along(q, ["0614", "0714", "0814", "0914", "1014", "1114"]) == 4


@pytest.mark.rule("6.1l")
@pytest.mark.parametrize(("name", "place"), [("n-11-4", "3405"), ("n-13-2", "1818"), ("n-tank-1", "0615"),
                                             ("n-150-1", "0618"), ("n-71-11-1", "0606"), ("n-v-navarre-1", "3403")])
def test_no_nationalist_zone_lets_a_unit_in_by_a_hex_with_an_enemy(name: str, place: str) -> None:
    p = drill()
    assert place in zone(p, name)
    put(p, "r-16-1", place)
    assert place not in zone(p, name)
    assert rules(p, f"hex:{place}") == ["6.1l"]


@pytest.mark.rule("6.1l")
def test_a_unit_whose_whole_zone_is_taken_waits() -> None:
    p = drill()
    for i, place in enumerate(("3403", "3404", "3405")):
        put(p, ("r-16-1", "r-16-2", "r-3-1")[i], place)
    box(p, "n-v-navarre-1", OFF_MAP)
    box(p, "n-150-1", OFF_MAP)
    run(p, Reinforcements(NAT))
    assert units(offered(p)) == ["n-150-1"]
    assert rules(p, "unit:n-v-navarre-1") == ["6.1l"]


@pytest.mark.rule("6.1l")
def test_a_unit_whose_chosen_hex_is_taken_meanwhile_takes_another_of_its_zone() -> None:
    """R35"""
    p = drill()
    u = box(p, "n-v-navarre-1", OFF_MAP)
    p.entry[u] = at(p, "3404")
    put(p, "r-16-1", "3404")
    run(p, Movement(NAT))
    play(p, "unit:n-v-navarre-1")
    assert hexes(offered(p)) == ["3403", "3405"]
    assert rules(p, "hex:3404") == ["6.1l"]


@pytest.mark.rule("6.1l")
@pytest.mark.parametrize(("anywhere", "free", "taken"), [
    (False, ["2001"], ["1901", "2101"]),
    (True, None, None),
])
def test_a_unit_that_retreated_off_the_map_comes_back_where_it_left_or_near_it(
        anywhere: bool, free: list[str] | None, taken: list[str] | None) -> None:
    """R69"""
    p = drill(reentry_hex="any_of_own_edge" if anywhere else "exit_or_nearest")
    north = sorted(name for name in p.board.names if name.endswith("01"))

    def zone_of_the_returning() -> list[str]:
        box(p, "r-16-1", OFF_MAP)
        p.exit[unit(p, "r-16-1")] = at(p, "2001")
        run(p, Reinforcements(REP))
        play(p, "unit:r-16-1")
        return hexes(offered(p))

    assert zone_of_the_returning() == (free or north)
    put(p, "n-13-1", "2001")
    assert zone_of_the_returning() == (taken or [h for h in north if h != "2001"])
    assert rules(p, "hex:2018") == ["10.4.1r"]               # never another edge


# -- recovery


def casualties(p: Brunete, *names: str) -> Brunete:
    for name in names:
        box(p, name, RECOVERABLE, steps=0)
    return p


ELITE_7 = ("n-13-2", "n-13-3", "n-13-6")
REGULAR_7 = ("n-13-7", "n-13-9", "n-11-2", "n-150-3", "n-guadarrama-4", "n-11-7")


def exchange(p: Brunete, side: int, first: str, *others: str) -> Brunete:
    run(p, Reinforcements(side))
    return play(p, f"recover:{first}", *[f"with:{name}" for name in others])


@pytest.mark.rule("6.2a")
def test_casualties_are_recovered_in_the_reinforcement_step_and_enter_in_the_next_movement() -> None:
    p = casualties(drill(), *REGULAR_7[:3])
    run(p, Segment(NAT))
    assert type(p.step()).__name__ == "Reinforce"
    play(p, "recover:n-13-7", "with:n-13-9", "with:n-11-2")
    assert p.hex[unit(p, "n-13-7")] == OFF_MAP
    play(p, "unit:n-13-7", "hex:3417", "unit:n-13-7")
    assert type(p.step()).__name__ == "Enter"                # the same turn
    run(p, Reinforcements(REP))
    assert offered(p) == []                                  # the casualties of the enemy are none of his business


@pytest.mark.rule("6.2b")
def test_three_infantry_units_of_one_combat_factor_give_one_back() -> None:
    p = casualties(drill(), *REGULAR_7[:3])
    exchange(p, NAT, "n-11-2", "n-13-7", "n-13-9")           # of different divisions
    assert [p.hex[unit(p, name)] for name in ("n-11-2", "n-13-7", "n-13-9")] == [OFF_MAP, FINAL, FINAL]
    assert not any(word.startswith("recover") for word in offered(p))
    p = casualties(drill(), *REGULAR_7[:2])
    run(p, Reinforcements(NAT))
    assert offered(p) == []                                  # two are too few
    p = casualties(drill(), "n-13-7", "n-13-9", "n-13-4")
    run(p, Reinforcements(NAT))
    assert offered(p) == []                                  # 7, 7 and 5
    p = casualties(drill(), "n-13-7", "n-13-9", "n-13-4", "n-11-2")
    run(p, Reinforcements(NAT))
    assert units(offered(p)) == ["n-11-2", "n-13-7", "n-13-9"]
    assert rules(p, "recover:n-13-4") == ["6.2b"]
    play(p, "recover:n-11-2")
    assert rules(p, "with:n-13-4") == ["6.2c"]               # not of the same factor


@pytest.mark.rule("6.2b")
def test_recovery_is_never_compulsory_and_six_give_two() -> None:
    """X4"""
    p = casualties(drill(), *REGULAR_7)
    run(p, Reinforcements(NAT))
    assert "pass" in offered(p)
    play(p, "recover:n-13-7", "with:n-13-9", "with:n-11-2", "recover:n-150-3", "with:n-guadarrama-4", "with:n-11-7")
    assert [p.hex[unit(p, name)] for name in REGULAR_7] == [OFF_MAP, FINAL, FINAL, OFF_MAP, FINAL, FINAL]
    q = casualties(drill(), *REGULAR_7)
    run(q, Reinforcements(NAT))
    play(q, "pass")
    assert all(q.hex[unit(q, name)] == RECOVERABLE for name in REGULAR_7)


@pytest.mark.rule("6.2b", "6.2c")
def test_two_elite_and_three_regular_units_give_one_of_either_quality() -> None:
    """X4"""
    five = (*ELITE_7[:2], *REGULAR_7[:3])
    p = casualties(drill(), *five)
    run(p, Reinforcements(NAT))
    assert units(offered(p)) == sorted(five)                 # anyone of the five, but only once
    exchange(p, NAT, "n-13-2", "n-13-3", "n-13-7")           # a: elite, with the other elite and a regular
    assert [p.hex[unit(p, name)] for name in five] == [OFF_MAP, FINAL, FINAL, RECOVERABLE, RECOVERABLE]
    assert not any(word.startswith("recover") for word in offered(p))
    p = casualties(drill(), *five)
    exchange(p, NAT, *REGULAR_7[:3])                         # b: a regular
    assert [p.hex[unit(p, name)] for name in five] == [RECOVERABLE, RECOVERABLE, OFF_MAP, FINAL, FINAL]
    p = casualties(drill(), *five)
    exchange(p, NAT, "n-13-7", "n-13-2", "n-13-9")           # a regular, with one of each (R38)
    assert [p.hex[unit(p, name)] for name in five] == [FINAL, RECOVERABLE, OFF_MAP, FINAL, RECOVERABLE]


@pytest.mark.rule("6.2c")
def test_the_quality_that_returns_is_that_of_two_or_three_of_the_three() -> None:
    p = casualties(drill(), ELITE_7[0], *REGULAR_7[:2])
    run(p, Reinforcements(NAT))
    assert units(offered(p)) == sorted(REGULAR_7[:2])        # mostly regular: no elite one
    assert rules(p, f"recover:{ELITE_7[0]}") == ["6.2b"]
    p = casualties(drill(), *ELITE_7[:2], REGULAR_7[0])
    run(p, Reinforcements(NAT))
    assert units(offered(p)) == sorted(ELITE_7[:2])
    play(p, f"recover:{ELITE_7[0]}", f"with:{REGULAR_7[0]}")
    assert offered(p) == [f"with:{ELITE_7[1]}"]              # now it takes the other elite one
    p = casualties(drill(), *ELITE_7, *REGULAR_7[:2])
    run(p, Reinforcements(NAT))
    play(p, f"recover:{REGULAR_7[0]}", f"with:{ELITE_7[0]}")
    assert rules(p, f"with:{ELITE_7[1]}") == ["6.2c"]
    assert offered(p) == [f"with:{REGULAR_7[1]}"]


@pytest.mark.rule("6.2d")
def test_a_recovered_unit_returns_with_both_steps_by_the_zone_of_its_division() -> None:
    p = casualties(drill(), *REGULAR_7[:3])
    exchange(p, NAT, "n-11-2", "n-13-7", "n-13-9")
    assert p.steps[unit(p, "n-11-2")] == 2
    play(p, "unit:n-11-2")
    assert hexes(offered(p)) == between("C", "E")
    q = casualties(drill(), "r-3-1", "r-16-1", "r-68-1")
    exchange(q, REP, "r-16-1", "r-3-1", "r-68-1")
    play(q, "unit:r-16-1")
    assert hexes(offered(q)) == [h for h in between("A", "B") if h != B]


@pytest.mark.rule("6.2e")
def test_final_casualties_never_return() -> None:
    p = drill()
    for name in REGULAR_7:
        box(p, name, FINAL, steps=0)
    casualties(p, *ELITE_7[:2])
    box(p, "n-150-2", OFF_MAP)
    run(p, Reinforcements(NAT))
    assert offered(p) == ["unit:n-150-2", "pass"]
    assert rules(p, "recover:n-13-7") == ["6.2e"]
    assert rules(p, "unit:n-13-7") == ["6.2e"]
    casualties(p, ELITE_7[2])
    run(p, Reinforcements(NAT))
    play(p, f"recover:{ELITE_7[0]}")
    assert rules(p, "with:n-13-7") == ["6.2e"]               # not even as part of the price


@pytest.mark.rule("6.2f")
def test_four_republican_tanks_give_one_back() -> None:
    """X5"""
    four = ("r-tk5-1", "r-tk5-2", "r-tk18-1", "r-tkarmy-1")
    p = casualties(drill(), *four)
    run(p, Reinforcements(REP))
    assert units(offered(p)) == sorted(four)
    play(p, "recover:r-tk18-1", "with:r-tk5-1", "with:r-tk5-2", "with:r-tkarmy-1")
    assert [p.hex[unit(p, name)] for name in four] == [FINAL, FINAL, OFF_MAP, FINAL]
    assert p.steps[unit(p, "r-tk18-1")] == 1
    p = casualties(drill(), *four[:3])
    run(p, Reinforcements(REP))
    assert offered(p) == []                                  # three are too few
    casualties(p, "r-16-1", "r-16-2", "r-3-1")
    run(p, Reinforcements(REP))
    assert units(offered(p)) == ["r-16-1", "r-16-2", "r-3-1"]
    assert rules(p, "recover:r-tk5-1") == ["6.2f"]
    play(p, "recover:r-16-1")
    assert "with:r-tk5-1" not in offered(p)                  # tanks do not pay for infantry


@pytest.mark.rule("6.2g")
def test_the_first_three_tank_losses_bring_a_tank_of_the_army_the_next_turn() -> None:
    """X5"""
    p = drill(turn=4)
    army = [box(p, f"r-tkarmy-{i}", RESERVE) for i in (1, 2, 3)]
    for i, name in enumerate(("r-tk5-1", "r-tk5-2", "r-tk18-1")):
        put(p, name, "2010")
        p.avi = [0, 1]
        run(p, Aviation(NAT))
        play(p, "bombard", f"unit:{name}", "die:6")          # whatever the cause
        assert p.hex[unit(p, name)] == RECOVERABLE
        assert [p.hex[u] for u in army].count(AWAITED) == i + 1
    assert [p.due[u] for u in army] == [5, 5, 5]
    put(p, "r-tk5-3", "2010")
    p.lose_step(unit(p, "r-tk5-3"), "10.1l")                 # the fourth: none is left
    assert [p.hex[u] for u in army] == [AWAITED] * 3
    run(p, Segment(REP))
    assert p.hex[army[0]] == AWAITED                         # not this turn
    p.turn = 5
    run(p, Segment(REP))
    assert [p.hex[u] for u in army] == [OFF_MAP] * 3
    assert "unit:r-tkarmy-1" in offered(p)


@pytest.mark.rule("6.2g")
def test_a_tank_that_is_only_away_and_other_losses_bring_no_army_tank() -> None:
    """R39"""
    p = drill(turn=4)
    army = box(p, "r-tkarmy-1", RESERVE)
    put(p, "r-tk5-1", "2010")
    p.box(unit(p, "r-tk5-1"), AWAY)
    put(p, "r-16-1", "2010", steps=1)
    p.lose_step(unit(p, "r-16-1"), "10.1l")
    put(p, "n-tank-1", "2012")
    p.lose_step(unit(p, "n-tank-1"), "10.1l")
    assert p.hex[army] == RESERVE


@pytest.mark.rule("6.2h")
@pytest.mark.parametrize(("name", "where"), [
    ("r-cav18", FINAL), ("n-cav-1", FINAL), ("n-gar-1", FINAL), ("n-tank-1", FINAL), ("n-t26", FINAL),
    ("n-13-1", RECOVERABLE), ("r-16-1", RECOVERABLE), ("r-tk5-1", RECOVERABLE), ("r-tkarmy-2", RECOVERABLE),
])
def test_cavalry_garrisons_and_nationalist_tanks_are_lost_for_good(name: str, where: int) -> None:
    p = drill()
    u = put(p, name, "2010", steps=1)
    p.lose_step(u, "10.1l")
    assert p.hex[u] == where
    assert p.steps[u] == 0
