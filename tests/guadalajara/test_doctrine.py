"""Computer players of Guadalajara 1937: an answer to every question, from what the side may know, and sound ones."""
from __future__ import annotations

import inspect
import sys
from random import Random

import pytest

from frente.ai import doctrines, opponent, opponents
from frente.games.guadalajara import GAME
from frente.games.guadalajara.captain.goals import raiders
from frente.games.guadalajara.captain.move import dash
from frente.games.guadalajara.captain.odds import dread, prospect, total
from frente.games.guadalajara.captain.plan import Plan
from frente.games.guadalajara.captain.stance import CAPTAIN
from frente.games.guadalajara.rules.ch01_air import AirPhase
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import ANY, Losses
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import COMBAT, Guadalajara
from frente.kernel.flow import CHANCE, Step
from frente.kernel.views import SeatView
from frente.lab import sim
from tests.guadalajara.lay import at, before, drill, put, run, unit


def answer(p: Guadalajara, name: str = "captain", seed: int = 1) -> str:
    """What a fresh player says to the present question."""
    side = min(p.choices())
    act = opponent(name, GAME).choose(SeatView(GAME, p, side), Random(seed))
    assert act in p.choices()[side]
    return GAME.words(p).word(act)


def questions() -> set[str]:
    """Names of the steps that ask a side, from the modules of the rules."""
    found: set[str] = set()
    for name, module in sorted(sys.modules.items()):
        if name.startswith("frente.games.guadalajara."):
            for _, step in inspect.getmembers(module, inspect.isclass):
                if issubclass(step, Step) and step.__module__ == name and set(step.verbs) - {"die"}:
                    found.add(step.__name__)
    return found


def test_both_players_know_the_game() -> None:
    assert opponents(GAME) == ["random", "greedy", "captain", "general"]


@pytest.mark.parametrize("name", ["captain", "greedy"])
def test_there_is_an_answer_to_every_question_of_the_game(name: str) -> None:
    assert set(doctrines(GAME)[name].answers) == questions()


@pytest.mark.parametrize(("bots", "winner"), [(("captain", "random"), "nationalist"),
                                              (("random", "captain"), "republican")])
def test_the_captain_beats_chance_from_either_side_of_the_italian_offensive(bots: tuple[str, str], winner: str) -> None:
    for number in (0, 1):
        done = sim.play(sim.Plan("guadalajara", "2", {}, bots, 3), number)
        assert done.error == ""
        assert done.result is not None
        assert done.result["winner"] == winner


def test_every_choice_of_a_game_with_all_fog_is_one_that_was_offered() -> None:
    fog = {"hidden_interdiction": True, "secret_off_map": True, "secret_rolls": True, "variable_reinforcements": True,
           "intensive_combat": True, "cavalry_screen": True, "italian_air": True}
    done = sim.play(sim.Plan("guadalajara", "4", fog, ("greedy", "captain"), 5), 0)
    assert done.error == ""              # an act that was not offered would be named here


def test_hidden_markers_do_not_change_an_answer() -> None:
    """Two games that differ only in what the Nationalist cannot see are answered alike."""
    said: list[str] = []
    for marker in ("31.06", "50.05"):
        p = drill(hidden_interdiction=True)
        put(p, "n-tor-iv", "33.05")
        put(p, "r-dmi-48", "28.05")
        p.markers, p.flipped, p.shown = [at(p, marker)], [0], [0]
        run(p, Movement(NAT))
        said.append(answer(p))
    assert said[0] == said[1]


def test_an_attack_is_worth_more_to_the_stronger_side() -> None:
    p = drill()
    put(p, "r-dmi-48", "30.05")
    for name in ("n-tor-iv", "n-bis-iv", "n-buf-iv"):
        put(p, name, "31.05")
    run(p, Combat(NAT))
    t = at(p, "30.05")
    one = [unit(p, "n-tor-iv")]
    three = [unit(p, x) for x in ("n-tor-iv", "n-bis-iv", "n-buf-iv")]
    weak, strong = [prospect(p, NAT, t, units, total(p, units, t), 2.0) for units in (one, three)]
    assert strong.value > weak.value
    assert strong.cleared > weak.cleared > 0
    assert answer(p) == "hex:30.05"


def test_a_hopeless_attack_is_not_made() -> None:
    p = drill()
    put(p, "n-tor-iv", "30.05")
    put(p, "n-bis-iv", "30.05")
    put(p, "r-din", "31.05")
    run(p, Combat(REP))
    assert answer(p) == "pass"


@pytest.mark.parametrize(("turn", "said"), [(2, "pass"), (4, "hex:18.03")])
def test_who_has_time_makes_no_attack_that_will_hardly_succeed(turn: int, said: str) -> None:
    """Seven chances in 36 to empty a village that decides; on the last day there is no other."""
    p = drill(scenario=2, turn=turn)
    g = p.board.brihuega
    p.last[g] = NAT
    for name in ("n-tor-iv", "n-bis-iv", "n-buf-iv"):
        put(p, name, p.board.names[g])
    for name in ("r-dmi-48", "r-gar-xii"):
        put(p, name, p.board.names[p.board.nb[g][0]])
    run(p, Combat(REP))
    assert p.board.last_turn == 4
    assert answer(p) == said


def test_aircraft_that_battles_do_not_need_watch_the_road_by_which_the_enemy_comes() -> None:
    p = drill(["30.05 29.05 28.04 27.04"], scenario=2)
    for name in ("n-tor-iv", "n-bis-iv", "n-buf-iv"):
        put(p, name, "30.05")
    said = []
    for points in (2, 3):                # battles come first
        p.air[REP] = points
        run(p, before(AirPhase(REP), "Interdict"))
        said.append(answer(p))
    assert said[0] == "pass"
    assert said[1] in ("interdict:29.05", "interdict:28.04", "interdict:27.04")


def test_the_cheapest_step_is_lost() -> None:
    p = drill()
    weak, strong = put(p, "r-din", "30.05"), put(p, "r-gar-xii", "30.05")
    p.call(Losses(REP, [strong, weak], 1, ANY, COMBAT, "scs.cbt.8"))
    p.settle()
    assert answer(p) == "unit:r-din"


def test_a_threatened_village_is_not_left_empty() -> None:
    p = drill(scenario=2)
    g = p.board.brihuega
    guard = put(p, "r-dmi-48", p.board.names[g])
    put(p, "n-tor-iv", "21.05")
    p.last[g] = REP
    run(p, Movement(REP))
    plan = Plan(p, REP, CAPTAIN)
    assert plan.on_guard(p, guard)
    plan.assign(p, [guard])
    assert plan.goals[plan.errand[guard]].h == g


def test_an_enemy_who_has_been_passed_near_the_main_road_is_hunted() -> None:
    p = drill(scenario=2)
    for name, h in (("n-tor-iv", "26.05"), ("n-bis-iv", "26.06"), ("n-buf-iv", "27.06"), ("n-ardi-vi", "27.07")):
        put(p, name, h)
    road = p.board.main_road[len(p.board.main_road) // 2]
    put(p, "r-dmi-48", p.board.names[road])
    put(p, "r-ter-48", "20.05")          # nobody is west of him
    assert [g.h for g in raiders(p)] == [road]
    assert road in [g.h for g in Plan(p, NAT, CAPTAIN).goals]
    assert road not in [g.h for g in Plan(p, REP, CAPTAIN).goals]


def test_battalions_with_trucks_race_to_brihuega_until_italians_have_been_there() -> None:
    for taken in (False, True):
        p = drill(scenario=2)
        u = put(p, "n-tor-iv", "30.05")
        put(p, "n-truck-ctv-1", "30.05")
        p.taken = taken
        run(p, Movement(NAT))
        plan = Plan(p, NAT, CAPTAIN)
        assert dash(p, plan, [u], False) == (set() if taken else {u})
        assert taken or plan.goals[plan.errand[u]].h == p.board.brihuega


def test_a_division_near_its_panic_fears_losses_in_a_long_game_only() -> None:
    p, q = drill(), drill(scenario=2)
    units = [put(x, "n-ardi-vi", "30.05") for x in (p, q)]
    assert dread(p, units[:1]) == 0
    for x in (p, q):
        x.morale[x.board.division[units[0]]] = 9
    assert dread(p, units[:1]) > 0 == dread(q, units[1:])


def test_players_throw_no_dice() -> None:
    p = GAME.start("2", GAME.settled({}))
    assert CHANCE not in p.choices()
    seat = SeatView(GAME, p, REP)
    assert [opponent("captain", GAME).choose(seat, Random(1)) for _ in range(3)] == [
        opponent("captain", GAME).choose(seat, Random(1))] * 3
