"""[1] General rules: rounding, steps, stacking, control, and what the counters can do."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch03_supply import holds, supply_lines
from frente.games.brunete.rules.ch08_aviation import Aviation
from frente.games.brunete.rules.ch09_movement import Movement, entry_budget
from frente.games.brunete.rules.ch10_combat import Combat, column, column_name
from frente.games.brunete.rules.ch12_victory import points
from frente.games.brunete.state.board import CAVALRY, INFANTRY, NAT, REP, load_board
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import FINAL, OFF_MAP, RECOVERABLE, UNSUPPLIED, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.fight import attack, declare, quietly
from tests.brunete.lay import at, before, box, drill, empty, hexes, offered, own, play, put, rules, run, start, unit

BRUNETE = "2111"
LETTER_A = "1401"


def controlled(p: Brunete, side: int, place: str) -> bool:
    """Control as it counts for victory."""
    return holds(p, side, at(p, place), supply_lines(p, side))


# -- 1.1 general


@pytest.mark.rule("1.1a")
def test_every_calculation_that_is_not_exact_is_rounded_down() -> None:
    p = drill()
    seven = put(p, "n-13-1", "2010", state=UNSUPPLIED)
    assert p.combat_factor(seven) == 3                       # half of 7
    reduced = put(p, "n-13-7", "2012", steps=1, state=UNSUPPLIED)
    assert p.combat_factor(reduced) == 1                     # half of 3
    odds = [column_name(column(*x)) for x in ((19, 5), (22, 4), (9, 6), (11, 6), (8, 6), (5, 6), (3, 6))]        # X10
    assert odds == ["3/1", "5/1", "1.5/1", "1.5/1", "1/1", "1/2", "1/2"]
    assert column_name(column(20, 5)) == "4/1"               # exact: nothing to round
    three = box(p, "n-150-1", OFF_MAP, steps=1)
    p.state[three] = UNSUPPLIED                              # 6 points, 3 without supply, half of that off the road
    assert entry_budget(p, three, at(p, "0608"), 0) == 1


@pytest.mark.rule("1.1b")
def test_there_is_no_weather_and_nothing_is_rolled_for_it() -> None:
    for turn in range(1, 15):
        p = drill(turn=turn)
        p.avi = [1, 1]
        run(p, Aviation(REP))
        assert "interdict" in offered(p)                     # the sky is clear on every turn
    rolled: set[str] = set()
    rng = Random(6)
    p = start()
    while p.choices():
        side = rng.choice(sorted(p.choices()))
        if side == CHANCE:
            rolled.add(type(p.step()).__name__)
        p.apply(side, rng.choice(p.choices()[side]))
    assert rolled <= {"Initiative", "InfiltrationRoll", "InfiltrationPoints", "MadridRoll", "BombardmentRoll",
                      "AdjustmentMove", "Coordination", "CombatRoll", "StubbornRoll", "MaintenanceRoll"}
    assert rolled >= {"Initiative", "InfiltrationRoll", "MadridRoll", "CombatRoll"}


DEPLOYMENT = {                           # the tanks of the XVIII Corps are placed by their owner
    "1302": "r-101-1 r-101-2 r-tk5-1", "1402": "r-108-1 r-108-2 r-tk5-2", "1502": "r-10-1 r-10-2 r-tk5-3",
    BRUNETE: "r-1-1 r-1-2 r-100-1 r-100-2 r-9-1 r-9-2", "1401": "r-xiii-1 r-xiii-2", "1602": "r-xv-1 r-xv-2",
    "1701": "r-cav18 r-xv-3", "1702": "r-16-1 r-16-2", "1802": "r-3-1 r-3-2", "1901": "r-68-1 r-68-2",
    "0904": "n-71-150-1", "1509": "n-71-150-2 n-71-150-3", "2107": "n-71-11-1", "2403": "n-71-11-2 n-71-11-3",
    "3302": "n-11-1", "3304": "n-11-2 n-11-3", "3117": "n-13-1", "1205": "n-gar-1", "1209": "n-gar-2",
    "1407": "n-gar-3", "2507": "n-gar-4", "2607": "n-gar-5", "3311": "n-gar-6"}


@pytest.mark.rule("1.1c")
@pytest.mark.parametrize("scenario", ["campaign", "offensive"])
def test_the_deployment_is_that_of_the_campaign_with_the_11th_division_in_brunete(scenario: str) -> None:
    p = start(scenario)
    b = p.board
    found = {b.names[h]: " ".join(sorted(b.uid[u] for u in p.stack_at(h))) for h in range(b.size) if p.top[h] >= 0}
    assert found == DEPLOYMENT                               # and nobody else is on the map
    division = [u for u in b.of[REP] if b.division[u] == "11"]
    assert len(division) == 6
    assert {b.names[p.hex[u]] for u in division} == {BRUNETE}
    assert not p.fits(division[0], at(p, BRUNETE))           # more than may stay: the infiltration sorts it out
    assert p.last[at(p, BRUNETE)] == REP


@pytest.mark.rule("1.1d")
def test_a_hex_is_a_kilometre_so_the_map_is_eighteen_rows_high() -> None:
    b = load_board()
    assert b.distance(b.index["2001"], b.index["2018"]) == 17
    assert len({row for _, row in b.at}) == 18
    assert round(len({column for column, _ in b.at}) * 3 ** 0.5 / 2) == 25       # columns stand closer than rows
    assert b.size == 18 * 29


@pytest.mark.rule("1.1e")
def test_a_mixed_brigade_of_four_battalions_is_two_counters() -> None:
    b = load_board()
    brigades: dict[str, list[int]] = {}
    for u in b.of[REP]:
        if b.type[u] == INFANTRY and b.brigade[u].isdigit():
            brigades.setdefault(b.brigade[u], []).append(u)
    assert len(brigades) > 15
    for units in brigades.values():
        assert len(units) == 2
        assert {b.full[u] for u in units} == {2}
    assert all(b.full[u] == 1 for u in range(b.units) if b.type[u] != INFANTRY)


@pytest.mark.rule("1.1f")
def test_a_unit_of_two_steps_is_turned_over_before_it_is_lost_and_one_of_one_step_is_lost_at_once() -> None:
    p = drill()
    two = put(p, "n-13-1", "2010")
    one = put(p, "n-cav-1", "2012")
    p.avi = [3, 0]
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-1", "die:6")
    assert p.hex[two] == at(p, "2010")
    assert p.steps[two] == 1
    assert (p.combat_factor(two), p.allowance(two)) == (3, 6)        # the factors of the back
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-1", "die:6")
    assert p.hex[two] == RECOVERABLE
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-cav-1", "die:6")
    assert p.hex[one] == FINAL
    assert p.steps[one] == 0


@pytest.mark.rule("1.1g")
def test_an_artillery_marker_and_an_aviation_marker_count_alike() -> None:
    columns = []
    for support in ("support:1a0v+cp", "support:0a1v+cp", "support:0a0v"):
        p = drill()
        put(p, "r-16-1", "2010")
        put(p, "n-11-2", "2009")
        p.art, p.avi = [1, 0], [1, 0]
        p.cp = [3, 0]
        declare(p, "r-16-1")
        play(p, f"rep {support}")
        columns.append(attack(p).column)
    assert columns == [2, 2, 1]


@pytest.mark.rule("1.1h")
def test_turns_are_a_day_each_but_for_the_seventh_and_the_twelfth_and_length_changes_nothing_else() -> None:
    b = load_board()
    lengths = [int(end[-2:]) - int(begin[-2:]) + 1 for begin, end in b.days]
    assert lengths == [1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 2, 1, 1]
    for turn in (6, 7, 12):
        p = drill(turn=turn)
        p.cp = [0, 0]
        p.initiative = NAT
        u = put(p, "r-16-1", "2010")
        run(p, before(Turn(), "UpdateMarkers"))
        assert p.cp == [3, 3]                                # a long turn brings no more command points
        assert p.allowance(u) == 8                           # and no more movement


# -- stacking


@pytest.mark.rule("1.1i", "1.1j", "1.1k")
@pytest.mark.parametrize(("inside", "last", "legal"), [
    ([("r-16-1", 1)], ("r-16-2", 1), True),                                          # X1
    ([("r-16-1", 1), ("r-16-2", 1)], ("r-tk5-1", 1), True),
    ([("r-16-1", 2), ("r-16-2", 1)], ("r-3-1", 1), False),
    ([("r-16-1", 1), ("r-16-2", 1)], ("r-3-1", 1), False),
    ([("r-tk5-1", 1)], ("r-tk5-2", 1), False),
    ([("r-tk5-1", 1)], ("r-tkarmy-1", 1), False),
    ([("r-xv-3", 2), ("r-cav18", 1)], ("r-tk18-1", 1), True),
    ([("r-cav5", 1), ("r-cav18", 1)], ("r-16-1", 1), False),
    ([("n-13-1", 1), ("n-13-2", 1), ("n-tank-1", 1)], ("n-gar-1", 1), True),
    ([("n-gar-1", 1)], ("n-gar-2", 1), False),
    ([("n-tank-1", 1)], ("n-t26", 1), False),
    ([("n-gar-1", 1), ("n-tank-1", 1), ("n-13-1", 1)], ("n-cav-1", 1), True),
])
def test_a_hex_holds_two_infantry_or_cavalry_a_tank_and_a_garrison_whatever_their_state(
        inside: list[tuple[str, int]], last: tuple[str, int], legal: bool) -> None:
    p = drill()
    for name, steps in inside:
        put(p, name, "2010", steps)
    u = put(p, last[0], "2014", last[1])
    assert p.fits(u, at(p, "2010")) == legal


@pytest.mark.rule("1.1i", "1.1k")
def test_a_unit_passes_through_a_full_hex_but_does_not_stop_in_it() -> None:
    p = drill()
    put(p, "r-16-1", "2009")
    put(p, "r-16-2", "2009")
    put(p, "r-3-1", "2008")
    put(p, "r-tk5-1", "2010")
    put(p, "r-tk5-2", "2009")
    run(p, Movement(REP))
    play(p, "unit:r-3-1", "hex:2009")
    assert "stop" not in offered(p)
    assert rules(p, "stop") == ["1.1i"]
    play(p, "hex:2010", "stop")                              # a lone tank leaves room for infantry
    play(p, "unit:r-tk5-1")
    assert "hex:2009" in offered(p)                          # past the other tank
    play(p, "hex:2009")
    assert "stop" not in offered(p)


@pytest.mark.rule("1.1i")
def test_a_unit_does_not_enter_a_full_hex_in_an_enemy_zone_where_it_would_have_to_stop() -> None:
    p = drill()
    put(p, "r-16-1", "2009")
    put(p, "r-16-2", "2009")
    put(p, "r-3-1", "2008")
    put(p, "n-13-1", "2010")
    run(p, Movement(REP))
    play(p, "unit:r-3-1")
    assert "hex:2009" not in offered(p)
    assert rules(p, "hex:2009") == ["1.1i"]
    assert "hex:2108" in offered(p)                          # free ground beside it


@pytest.mark.rule("1.1j")
def test_reduced_units_take_as_much_room_as_full_ones() -> None:
    p = drill()
    put(p, "r-16-1", "2009", steps=1)
    put(p, "r-16-2", "2009", steps=1)
    put(p, "r-3-1", "2008", steps=1)
    run(p, Movement(REP))
    play(p, "unit:r-3-1", "hex:2009")
    assert rules(p, "stop") == ["1.1i"]
    p.box(unit(p, "r-16-2"), FINAL)
    p.settle()
    assert "stop" in offered(p)                              # one reduced unit leaves room for one more


def test_a_unit_may_not_enter_a_full_hex_it_could_not_leave_again() -> None:
    """R24"""
    p = drill()
    put(p, "r-16-1", "2009")
    put(p, "r-16-2", "2009")
    put(p, "r-3-1", "2008", steps=1, state=UNSUPPLIED)       # 3 points
    run(p, Movement(REP))
    play(p, "unit:r-3-1", "hex:2007", "hex:2008")
    assert rules(p, "hex:2009") == ["R24"]
    assert "hex:2108" in offered(p)


# -- control


@pytest.mark.rule("1.1l")
def test_only_the_republican_scores_victory_points() -> None:
    p = empty(turn=14)
    for h, _ in p.purple():
        p.last[h] = NAT
    assert points(p, supply_lines(p, REP)) == 0
    run(p, before(Turn(), "GainObjectives"))
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert (outcome.winner, outcome.score) == (NAT, (0,))    # no score of the Nationalist's own, yet he wins
    p = empty(turn=14)
    for h in [*[h for h, _ in p.purple()], *p.board.yellow, *p.board.vertices]:
        p.last[h] = REP
    for name in ("1401", "2401"):
        own(p, REP, name)
    assert points(p, supply_lines(p, REP)) > 0


@pytest.mark.rule("1.1m")
def test_a_hex_is_controlled_by_who_stands_there_or_was_last_there_and_is_not_threatened() -> None:
    p = drill(roads=["1401 1402 1403 1404"])
    assert controlled(p, REP, LETTER_A)
    own(p, NAT, "1403")
    assert not controlled(p, REP, "1403")                    # the Nationalist was last there
    put(p, "r-16-1", "1403")
    assert controlled(p, REP, "1403")
    p.put(unit(p, "r-16-1"), at(p, "1402"))
    assert controlled(p, REP, "1403")                        # vacant now, but last held
    put(p, "n-13-1", "1404")
    assert not p.controls(REP, at(p, "1403"))                # next to an enemy: nobody's
    assert not p.controls(NAT, at(p, "1403"))
    p.mark(unit(p, "n-13-1"), UNSUPPLIED)
    assert controlled(p, REP, "1403")                        # an enemy without supply threatens nothing
    p.unmark(unit(p, "n-13-1"), UNSUPPLIED)
    put(p, "r-16-1", "1403")
    assert p.controls(REP, at(p, "1403"))                    # occupied: the enemy zone does not matter
    assert not p.controls(NAT, at(p, "1403"))


@pytest.mark.rule("1.1m")
def test_a_unit_takes_every_hex_it_passes_through() -> None:
    """R13"""
    p = drill()
    own(p, NAT, "2008", "2009", "2010")
    put(p, "r-16-1", "2007")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2008", "hex:2009", "stop")
    assert [p.last[at(p, h)] for h in ("2008", "2009", "2010")] == [REP, REP, NAT]


@pytest.mark.rule("1.1m")
def test_at_the_start_hexes_belong_to_the_side_of_the_front_they_lie_on() -> None:
    """R12"""
    p = empty()
    assert [p.last[at(p, h)] for h in (LETTER_A, "2401", "3403", "0606")] == [REP, NAT, NAT, NAT]
    started = start()
    for u in range(started.board.units):
        if started.hex[u] >= 0:
            assert started.last[started.hex[u]] == started.board.side[u]


@pytest.mark.rule("1.1n")
def test_control_counts_only_with_a_supply_line_from_the_hex_to_a_source() -> None:
    p = drill(roads=["1401 1402 1403 1404 1405 1406"])
    for place in ("1406", "1409", "1410"):
        own(p, REP, place)
    assert controlled(p, REP, "1406")
    assert controlled(p, REP, "1409")                        # three hexes from the road
    assert p.controls(REP, at(p, "1410"))
    assert not controlled(p, REP, "1410")                    # four
    put(p, "r-16-1", "1410")
    assert not controlled(p, REP, "1410")                    # not even with a unit in it
    put(p, "n-13-1", "1303")
    assert not controlled(p, REP, "1406")                    # the road is cut


@pytest.mark.rule("1.1n")
def test_no_supply_line_is_asked_of_a_source_itself() -> None:
    """R15"""
    p = drill()
    put(p, "n-13-1", "1403")                                 # near A, but not next to it
    assert controlled(p, REP, LETTER_A)
    put(p, "n-13-1", "1402")
    assert not controlled(p, REP, LETTER_A)                  # in an enemy zone it is nobody's


# -- 1.2.2 counters


def joint_attack(cp: int, first: str, *others: str) -> Brunete:
    """Nationalist units round one Republican; the first has been named for the attack."""
    p = drill()
    put(p, "r-16-1", "2009", steps=1)
    put(p, first, "2008")
    for name, place in zip(others, ("2010", "2108", "1908"), strict=False):
        put(p, name, place)
    p.cp = [0, cp]
    run(p, Combat(NAT))
    return play(p, "hex:2009", f"unit:{first}")


@pytest.mark.rule("1.2.2d")
@pytest.mark.parametrize(("first", "second", "free"), [
    ("n-71-150-1", "n-150-1", True),                         # X25
    ("n-71-11-1", "n-11-2", True),
    ("n-71-150-1", "n-11-2", False),
    ("n-71-11-1", "n-150-1", False),
    ("n-71-150-1", "n-13-1", False),
    ("n-71-150-1", "n-71-11-1", True),                       # one division among themselves (R54)
    ("n-13-1", "n-11-2", False),
])
def test_the_71st_division_coordinates_with_the_division_of_its_stripe(first: str, second: str, free: bool) -> None:
    p = joint_attack(0, first, second)
    assert rules(p, f"unit:{second}") == ([] if free else ["10.1f"])
    q = joint_attack(0, second, first)                       # in whatever order they are named
    assert (f"unit:{first}" in offered(q)) == free
    p = joint_attack(1, first, second)
    play(p, f"unit:{second}", "declare")
    assert p.cp[NAT] == (1 if free else 0)                   # a command point buys what is not free


@pytest.mark.rule("1.2.2e")
def test_corps_units_attack_with_any_division_without_coordination() -> None:
    p = joint_attack(0, "n-13-1", "n-cav-1", "n-11-2")
    assert "unit:n-cav-1" in offered(p)
    assert "unit:n-11-2" not in offered(p)                   # a unit of another division is no corps unit
    play(p, "unit:n-cav-1", "declare")
    assert p.cp[NAT] == 0
    q = drill()
    put(q, "n-13-1", "2009", steps=1)
    put(q, "r-16-1", "2008")
    put(q, "r-28-1", "2010")                                 # a brigade without division (R54)
    put(q, "r-cav18", "2108")
    q.cp = [0, 0]
    run(q, Combat(REP))
    play(q, "hex:2009", "unit:r-16-1", "unit:r-28-1", "unit:r-cav18", "declare")
    assert len(attack(q).units) == 3


@pytest.mark.rule("1.2.2e")
@pytest.mark.parametrize(("reading", "free"), [("corps_units", True), ("own_division", False)])
def test_by_option_brigades_without_a_division_count_as_divisions_of_their_own(reading: str, free: bool) -> None:
    """R54"""
    for first, second, needs in (("r-28-1", "r-16-1", True), ("r-28-1", "r-105-1", True), ("r-28-1", "r-28-2", False)):
        p = drill(independent_brigades=reading)
        put(p, "n-13-1", "2009", steps=1)
        put(p, first, "2008")
        put(p, second, "2010")
        p.cp = [0, 0]
        run(p, Combat(REP))
        play(p, "hex:2009", f"unit:{first}")
        assert (f"unit:{second}" in offered(p)) == (free or not needs)


@pytest.mark.rule("1.2.2f")
def test_tanks_of_either_side_join_any_attack_without_coordination() -> None:
    p = joint_attack(0, "n-13-1", "n-11-2")
    put(p, "n-tank-1", "2008")
    p.settle()
    assert "unit:n-tank-1" in offered(p)
    assert "unit:n-11-2" not in offered(p)
    play(p, "unit:n-tank-1", "declare")
    assert p.cp[NAT] == 0
    q = drill()
    put(q, "n-13-1", "2009", steps=1)
    put(q, "r-108-1", "2008")                                # V Corps infantry with a tank of the XVIII
    put(q, "r-tk18-1", "2008")
    q.cp = [0, 0]
    declare(q, "r-108-1", "r-tk18-1")
    assert q.cp[REP] == 0


@pytest.mark.rule("1.2.2k")
def test_a_garrison_cannot_move_or_attack_but_defends() -> None:
    p = drill()
    garrison = put(p, "n-gar-1", "2009")
    put(p, "n-13-1", "2008")
    put(p, "r-16-1", "2010", steps=1)
    run(p, Movement(NAT))
    assert "unit:n-13-1" in offered(p)
    assert "unit:n-gar-1" not in offered(p)
    assert rules(p, "unit:n-gar-1") == ["1.2.2k"]
    run(p, Combat(NAT))
    assert offered(p) == []                                  # alone next to the enemy it attacks nobody
    put(p, "n-13-1", "2110")
    run(p, Combat(NAT))
    play(p, "hex:2010")
    assert rules(p, "unit:n-gar-1") == ["1.2.2k"]
    assert p.defence_factor(garrison) == 4
    assert p.combat_factor(garrison) == 0


@pytest.mark.rule("1.2.2k")
def test_a_garrison_that_has_to_retreat_is_eliminated() -> None:
    p = drill()
    garrison = put(p, "n-gar-4", "2009")
    battalion = put(p, "n-13-1", "2009", steps=1)
    put(p, "r-16-1", "2010")
    put(p, "r-16-2", "2010")
    put(p, "r-3-1", "1909")
    put(p, "r-3-2", "1909")
    declare(p, "r-16-1", "r-16-2", "r-3-1", "r-3-2")         # 32 to 5
    quietly(p)
    play(p, "die:1")                                         # -^/R
    while p.choices() and p.hex[battalion] == at(p, "2009"):
        side = sorted(p.choices())[0]
        p.apply(side, p.choices()[side][-1 if "pass" in offered(p) else 0])
    assert p.hex[garrison] == FINAL
    assert p.hex[battalion] >= 0                             # the battalion walks


@pytest.mark.rule("1.2.2l")
def test_a_republican_tank_gives_a_column_with_infantry_or_cavalry_and_defends_with_its_factor() -> None:
    bases = []
    for company in ("r-16-1", "r-cav18"):
        p = drill()
        put(p, "n-13-1", "2009")
        put(p, company, "2010")
        put(p, "r-tk5-1", "2010")
        declare(p, company, "r-tk5-1")
        bases.append((attack(p).base, attack(p).shifts))
    assert [shift for _, shift in bases] == [1, 1]
    assert bases[0][0] == column(8, 7)                       # the tank adds nothing to the combat factors
    p = drill()
    put(p, "n-13-1", "2009")
    put(p, "r-16-1", "2010")
    put(p, "r-tk5-1", "2010")
    declare(p, "r-16-1")
    assert attack(p).shifts == 0                             # a tank that stays out gives nothing
    alone = put(p, "r-tk5-2", "2014")
    assert (p.combat_factor(alone), p.defence_factor(alone), p.allowance(alone)) == (0, 2, 10)


@pytest.mark.rule("1.2.2l")
def test_a_republican_tank_does_not_attack_alone() -> None:
    p = drill()
    put(p, "n-13-1", "2009", steps=1)
    put(p, "r-tk5-1", "2010")
    run(p, Combat(REP))
    assert offered(p) == []
    put(p, "r-16-1", "1909")                                 # company in another hex does not help
    run(p, Combat(REP))
    play(p, "hex:2009", "unit:r-16-1")
    assert "unit:r-tk5-1" not in offered(p)
    assert hexes(offered(p)) == []


def test_cavalry_counts_with_infantry_for_stacking() -> None:
    b = load_board()
    p = drill()
    put(p, "r-cav18", "2010")
    put(p, "r-16-1", "2010")
    assert b.type[unit(p, "r-cav18")] == CAVALRY
    assert not p.fits(unit(p, "r-cav5"), at(p, "2010"))
