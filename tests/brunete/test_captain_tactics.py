"""Small positions of Brunete 1937 with a known good answer: the captain finds it."""
from __future__ import annotations

from random import Random

from frente.ai import opponent
from frente.games.brunete import GAME
from frente.games.brunete.rules.ch05_command import Replacement
from frente.games.brunete.rules.ch06_reinforcements import Reinforcements
from frente.games.brunete.rules.ch08_aviation import Aviation, Maintenance
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import Movement
from frente.games.brunete.rules.ch10_combat import Attack, Combat
from frente.games.brunete.rules.ch10_results import BLACK, GREEN, Aftermath
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import OFF_MAP, Brunete
from frente.kernel.flow import CHANCE, Frame
from frente.kernel.views import SeatView
from tests.brunete.lay import at, before, box, empty, own, put, run, unit, where


def answer(p: Brunete, seed: int = 1) -> str:
    """What a fresh captain says to the present question."""
    side = min(p.choices())
    act = opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(seed))
    return GAME.words(p).word(act)


def carry_out(p: Brunete, until: type[Frame], seed: int = 1) -> Brunete:
    """The captain of either side answers, and dice fall, until no frame of that kind is left."""
    seats = [opponent("captain", GAME), opponent("captain", GAME)]
    rng = Random(seed)
    while any(isinstance(f, until) for f in p.stack):
        side = min(p.choices())
        if side == CHANCE:
            p.apply(side, rng.choice(p.choices()[side]))
        else:
            p.apply(side, seats[side].choose(SeatView(GAME, p, side), rng))
    return p


def attack(target: str, side: int, units: list[int], defenders: list[int], p: Brunete) -> Attack:
    return Attack(side, at(p, target), units, defenders)


# -- movement


def test_on_the_last_turn_an_empty_objective_in_reach_is_taken() -> None:
    p = empty(turn=14)
    p.initiative = NAT                   # the Republican has the last word
    own(p, REP, "1401", "2401", "1509", "2107", "2403", "2607")
    put(p, "r-16-1", "2108")
    own(p, NAT, "2111")
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    assert where(p, "r-16-1") == "2111"


def test_the_last_battalion_does_not_leave_a_town_the_enemy_can_enter() -> None:
    p = empty(turn=9)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "1509", "2107", "2403", "2607")
    put(p, "r-16-1", "2111")
    put(p, "n-13-2", "2115")
    put(p, "n-gar-4", "2208")            # a tempting target, in reach of the battalion
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    assert where(p, "r-16-1") == "2111"


def test_a_battalion_does_not_walk_out_of_supply_without_a_reason() -> None:
    p = empty(turn=9)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "1509", "2107", "2111", "2403", "2607")
    put(p, "r-16-1", "2107")
    put(p, "n-13-2", "2813")
    far = carry_out(run(p, Turn(), Movement(REP)), Movement)
    from frente.games.brunete.rules.ch03_supply import supply_lines
    assert supply_lines(far, REP)[far.hex[unit(far, "r-16-1")]] >= 0


def test_a_tank_does_not_stand_alone_before_the_enemy() -> None:
    p = empty(turn=9)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "1509", "2107", "2111", "2403", "2607")
    put(p, "r-16-1", "2111")
    put(p, "r-16-2", "2111")
    put(p, "r-tk5-1", "2112")
    put(p, "n-13-2", "2115")
    put(p, "n-13-3", "2115")
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    company = [u for u in p.stack_at(p.hex[unit(p, "r-tk5-1")]) if p.board.type[u] < 2]
    assert company


def test_brunete_is_left_with_two_battalions_after_the_infiltration() -> None:
    p = empty(turn=1)
    for name in ("r-1-1", "r-1-2", "r-9-1", "r-9-2", "r-100-1", "r-100-2"):
        put(p, name, "2111")
    put(p, "n-71-11-1", "2107")
    carry_out(run(p, Turn(), Infiltration()), Infiltration)
    assert len(p.stack_at(at(p, "2111"))) == 2


def test_units_gather_against_one_weak_enemy_and_take_the_town() -> None:
    p = empty(turn=3)
    own(p, REP, "1401", "2401", "2111")
    put(p, "n-71-11-1", "2107", steps=1)
    for i, name in enumerate(("r-16-1", "r-16-2", "r-3-1", "r-3-2")):
        put(p, name, ("2005", "2005", "2204", "2204")[i])
    carry_out(run(p, Turn(), Combat(REP), Movement(REP)), Movement)
    around = [u for u in range(p.board.units) if p.hex[u] in p.board.nb[at(p, "2107")]]
    assert len(around) >= 3
    carry_out(p, Combat)
    assert p.holder(at(p, "2107")) == REP


def test_valdemorillo_is_garrisoned_while_the_army_is_in_the_south() -> None:
    p = empty(turn=8)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "2403", "2107", "2111")
    for i, name in enumerate(("r-16-1", "r-16-2", "r-3-1", "r-3-2", "r-68-1", "r-68-2")):
        put(p, name, ("2107", "2107", "2403", "2403", "1603", "1603")[i])
    put(p, "n-13-2", "1103")             # on the road from Navalagamella
    put(p, "n-13-3", "1103")
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    assert p.holder(at(p, "1401")) == REP


def test_a_fresh_battalion_relieves_a_worn_one_in_brunete() -> None:
    p = empty(turn=8)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "2107", "2111")
    for name in ("r-16-1", "r-16-2"):
        put(p, name, "2111", steps=1)
    for name in ("r-3-1", "r-3-2"):
        put(p, name, "2109")
    for i in range(2, 10):
        put(p, f"n-13-{i}", ("2114", "2014", "1914", "2214")[i // 2 - 1])
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    assert sum(p.defence_factor(u) for u in p.stack_at(at(p, "2111"))) >= 16


# -- arrivals and administration


def test_an_arrival_comes_in_by_the_road_to_the_town_in_danger() -> None:
    p = empty(turn=4)
    own(p, REP, "1401", "2401", "2111")
    box(p, "n-13-2", OFF_MAP, due=4)
    put(p, "r-16-1", "1816")
    put(p, "r-16-2", "1816")             # two hexes from Sevilla la Nueva
    run(p, Turn(), Reinforcements(NAT))
    carry_out(p, Reinforcements)
    entry = p.entry[unit(p, "n-13-2")]
    assert p.board.distance(entry, at(p, "1818")) <= 2


def test_casualties_are_recovered_when_three_are_together() -> None:
    from frente.games.brunete.state.position import RECOVERABLE
    p = empty(turn=5)
    for name in ("r-101-1", "r-101-2", "r-108-1"):
        box(p, name, RECOVERABLE, steps=0)
    run(p, Turn(), Reinforcements(REP))
    assert answer(p).startswith("recover:")


def test_a_command_point_buys_back_a_step_of_a_regular_unit() -> None:
    p = empty(turn=5)
    own(p, REP, "1401")
    put(p, "r-16-1", "2002", steps=1)
    run(p, Turn(), Replacement(REP))
    assert answer(p) == "replace:r-16-1"


def test_what_is_left_of_the_command_points_maintains_the_aviation() -> None:
    p = empty(turn=5)
    p.avi_used[REP] = 2
    run(p, Turn(), Maintenance(REP))
    assert answer(p) == "pay"


def test_bombers_go_for_the_lone_garrison_of_an_objective() -> None:
    p = empty(turn=2)
    own(p, REP, "1401", "2401", "2111")
    p.avi[REP] = 1
    put(p, "n-gar-5", "2607")            # Villafranca del Castillo
    put(p, "n-13-2", "3215")
    run(p, Turn(), Aviation(REP))
    assert answer(p) == "bombard"
    p.apply(REP, p.choices()[REP][0])
    assert answer(p) == "unit:n-gar-5"


# -- combat


def test_nobody_attacks_at_one_to_two() -> None:
    p = empty(turn=9)
    p.initiative = NAT
    put(p, "r-16-1", "2106")
    put(p, "n-13-2", "2107")
    put(p, "n-13-3", "2107")
    run(p, Turn(), Combat(REP))
    assert answer(p) == "pass"


def test_a_weak_garrison_is_attacked() -> None:
    p = empty(turn=3)
    own(p, REP, "1401", "2401", "2111")
    put(p, "n-gar-5", "2607")
    for name, place in (("r-16-1", "2506"), ("r-16-2", "2506"), ("r-3-1", "2608")):
        put(p, name, place)
    run(p, Turn(), Combat(REP))
    assert answer(p) == "hex:2607"


def test_losses_fall_on_the_regular_and_not_on_the_elite() -> None:
    p = empty(turn=5)
    elite, regular = put(p, "r-xiii-1", "2006"), put(p, "r-16-1", "2006")
    foe = put(p, "n-13-2", "2007")
    f = Aftermath(REP, at(p, "2007"), [elite, regular], [foe], [], [False, False], [1, 0], "")
    run(p, Turn(), Combat(REP), f)
    assert answer(p) == "unit:r-16-1"


def test_a_retreat_goes_where_supply_can_be_traced() -> None:
    p = empty(turn=9)
    own(p, REP, "1401", "2401", "1509", "2107", "2111", "2403", "2607")
    mine = put(p, "r-16-1", "2006")
    foe = put(p, "n-13-2", "2007")
    put(p, "n-13-3", "2207")
    f = Aftermath(NAT, at(p, "2006"), [foe], [mine], [], [False, False], [0, 0], "", BLACK)
    f.at = [type(s).__name__ for s in f.steps()].index("BeginRetreat")
    run(p, Turn(), Combat(NAT), f)
    carry_out(p, Aftermath)
    from frente.games.brunete.rules.ch03_supply import supply_lines
    assert supply_lines(p, REP)[p.hex[mine]] >= 0


def test_the_victor_advances_into_the_objective() -> None:
    p = empty(turn=4)
    own(p, REP, "1401", "2401", "2111")
    a, b = put(p, "r-16-1", "2506"), put(p, "r-16-2", "2506")
    gone = put(p, "n-gar-5", "2607")
    p.eliminate(gone)
    f = Aftermath(REP, at(p, "2607"), [a, b], [gone], [], [False, False], [0, 0], "", GREEN)
    f.at = [type(s).__name__ for s in f.steps()].index("BeginAdvance")
    run(p, Turn(), Combat(REP), f)
    carry_out(p, Aftermath)
    assert p.holder(at(p, "2607")) == REP


def test_the_guard_of_a_town_does_not_follow_up_out_of_it() -> None:
    p = empty(turn=9)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "2107", "2111")
    a, b = put(p, "r-16-1", "2111"), put(p, "r-16-2", "2111")
    put(p, "n-13-3", "2114")             # in reach of the town
    gone = put(p, "n-13-2", "2112")
    p.eliminate(gone)
    f = Aftermath(REP, at(p, "2112"), [a, b], [gone], [], [False, False], [0, 0], "", GREEN)
    f.at = [type(s).__name__ for s in f.steps()].index("BeginAdvance")
    run(p, Turn(), Combat(REP), f)
    carry_out(p, Aftermath)
    assert len(p.stack_at(at(p, "2111"))) == 2


def test_a_town_worth_points_is_defended_stubbornly() -> None:
    p = empty(turn=9)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "1509", "2107", "2403", "2607")
    mine, foe = put(p, "r-16-1", "2111"), put(p, "n-13-2", "2112")
    f = Aftermath(NAT, at(p, "2111"), [foe], [mine], [], [False, False], [0, 0], "", GREEN)
    f.at = [type(s).__name__ for s in f.steps()].index("StubbornChoice")
    run(p, Turn(), Combat(NAT), f)
    assert answer(p) == "stubborn"


def fought(die: int) -> Brunete:
    """An attack on Villafranca at 4/1 with that die, before the question of a reroll."""
    p = empty(turn=4)
    own(p, REP, "1401", "2401", "2111")
    a, b = put(p, "r-16-1", "2506"), put(p, "r-16-2", "2506")
    foe = put(p, "n-gar-5", "2607")
    p.reroll[REP] = 1
    f = attack("2607", REP, [a, b], [foe], p)
    f.column, f.die = 5, die
    f.support = [0, 0]
    return run(p, Turn(), Combat(REP), before(f, "CombatReroll"))


def test_a_reroll_is_spent_on_a_bad_die_and_kept_on_a_good_one() -> None:
    assert answer(fought(1)) == "reroll"
    assert answer(fought(6)) == "pass"


def test_supports_are_mixed_and_never_wasted_on_a_sure_thing() -> None:
    p = empty(turn=4)
    own(p, REP, "1401", "2401", "2111")
    p.art, p.avi, p.cp = [3, 2], [3, 2], [2, 2]
    units = [put(p, name, "2106") for name in ("r-16-1", "r-16-2")]
    foes = [put(p, "n-13-2", "2107")]
    f = attack("2107", REP, units, foes, p)
    f.base, f.shifts = 8, -1
    run(p, Turn(), Combat(REP), before(f, "Supports"))
    assert len({answer(p, seed) for seed in range(12)}) > 1
    f.base = 12                          # the table ends at 6/1
    assert {answer(p, seed) for seed in range(6)} == {"support:0a0v"}
