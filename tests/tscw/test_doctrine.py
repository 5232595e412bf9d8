"""Computer players of The Spanish Civil War: an answer to every question, from what the side may know, and sound ones.
"""
from __future__ import annotations

import inspect
import sys
from random import Random

import pytest

from frente.ai import doctrines, opponent, opponents
from frente.games.tscw import GAME
from frente.games.tscw.captain.battle import packed
from frente.games.tscw.captain.doctrine import CaptainDoctrine
from frente.games.tscw.captain.plan import Plan, score
from frente.games.tscw.captain.survey import WEIGHTS_FILE, distances, ground
from frente.games.tscw.rules.ch13_results import Losses
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import Step
from frente.kernel.views import SeatView
from frente.kit.weights import Weights
from frente.lab import sim
from tests.tscw.lay import (
    NAT,
    REP,
    before,
    empty,
    fighting,
    hexn,
    kill,
    moving,
    own,
    own_all,
    put,
    question,
    run,
    start,
    unit,
)


def answer(p: Tscw, seed: int = 1) -> str:
    """What a fresh captain says to the present question."""
    side = min(p.choices())
    act = opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(seed))
    return GAME.words(p).word(act)


def plan(p: Tscw, side: int) -> Plan:
    return Plan(p, side, Weights(WEIGHTS_FILE))


def questions() -> set[str]:
    """Names of the steps that ask a side, from the modules of the rules."""
    found: set[str] = set()
    for name, module in sorted(sys.modules.items()):
        if name.startswith("frente.games.tscw."):
            for _, step in inspect.getmembers(module, inspect.isclass):
                if issubclass(step, Step) and step.__module__ == name and set(step.verbs) - {"die", "draw"}:
                    found.add(step.__name__)
    return found


# -- every question


def test_both_players_know_the_game() -> None:
    assert opponents(GAME) == ["random", "greedy", "captain", "general"]


@pytest.mark.parametrize("name", ["captain", "greedy"])
def test_there_is_an_answer_to_every_question_of_the_game(name: str) -> None:
    assert set(doctrines(GAME)[name].answers) == questions()


@pytest.mark.parametrize("bots", [("captain", "captain"), ("greedy", "greedy")], ids="-".join)
def test_whole_games_are_played_to_their_end(bots: tuple[str, str]) -> None:
    done = sim.play(sim.Plan("tscw", "columns", {}, bots, 11), 0)
    assert done.error == ""
    assert done.result is not None


def test_the_captain_copes_with_other_rules() -> None:
    options = dict.fromkeys(("column_attack_rolls", "political_columns", "reconnaissance", "pyrenees_supply",
                             "alcazar_siege", "control_by_zoc"), True)
    done = sim.play(sim.Plan("tscw", "columns", dict(options), ("captain", "captain"), 12), 0)
    assert done.error == ""
    assert done.result is not None


@pytest.mark.parametrize("seats", [("captain", "random"), ("random", "captain")], ids="-".join)
def test_the_captain_beats_chance_from_either_side(seats: tuple[str, str]) -> None:
    won = 0
    for n in range(2):
        done = sim.play(sim.Plan("tscw", "columns", {}, seats, 13), n)
        assert done.result is not None
        won += done.result["winner"] == GAME.sides[seats.index("captain")]
    assert won == 2


def test_the_same_view_and_seed_give_the_same_answer() -> None:
    p = start("columns")
    while question(p) != "ChooseMove":
        side = min(p.choices())
        p.apply(side, p.choices()[side][0])
    assert len({answer(p, 5) for _ in range(3)}) == 1


# -- what a side may not know


def test_counters_under_the_top_of_an_enemy_stack_do_not_change_the_answer() -> None:
    said = set()
    for strong, weak in (("n-div11", "n-avl"), ("n-avl", "n-div11")):
        p = empty(turn=6)
        put(p, "2811", "n-ser", strong)
        put(p, "3410", "n-gec", weak)
        put(p, "2812", "r-per", "r-mod")
        put(p, "2712", "r-jur")
        fighting(p, REP)
        said.add(answer(p, 7))
    assert len(said) == 1


# -- what ground is worth


def test_a_third_prize_is_worth_more_when_two_are_republican() -> None:
    p = empty(turn=3)
    w = Weights(WEIGHTS_FILE)
    before_loss = ground(p, w)[hexn(p, "2911")]
    own(p, REP, "3311", "3117")
    assert ground(p, w)[hexn(p, "2911")] > before_loss


def test_the_hexes_next_to_madrid_count_only_in_the_scenario_that_they_decide() -> None:
    w = Weights(WEIGHTS_FILE)
    assert ground(empty(turn=3, last=7), w)[hexn(start(), "2612")] > 0
    assert ground(empty(turn=3), w)[hexn(start(), "2612")] == 0


def test_madrid_is_worth_less_once_its_fall_no_longer_ends_the_war() -> None:
    w = Weights(WEIGHTS_FILE)
    assert ground(empty(turn=7), w)[hexn(start(), "2712")] < ground(empty(turn=6), w)[hexn(start(), "2712")]


def test_distances_grow_with_the_ground_between() -> None:
    b = start().board
    far = distances(b, b.madrid)
    assert far[b.madrid] == 0
    assert far[b.barcelona] > far[b.toledo] > 0


# -- movement


def test_an_empty_prize_is_walked_into() -> None:
    p = empty(turn=3)
    own_all(p, REP)
    own(p, NAT, "2911")
    put(p, "2812", "r-mod")
    put(p, "2712", "r-jur")
    moving(p, REP)
    captain = opponent("captain", GAME)
    rng = Random(1)
    while question(p) in ("ChooseMove", "MoveOn"):
        p.apply(REP, captain.choose(SeatView(GAME, p, REP), rng))
    assert p.control[hexn(p, "2911")] == REP


def test_the_only_unit_on_a_threatened_prize_stays_there() -> None:
    p = empty(turn=3)
    put(p, "2911", "n-nvc")
    put(p, "2812", "r-mod")
    s = plan(p, NAT)
    u = unit(p, "n-nvc")
    assert score(p, s, u, hexn(p, "2911")) > score(p, s, u, hexn(p, "3010"))


def test_a_second_unit_is_not_bound_to_the_prize_as_the_first_is() -> None:
    p = empty(turn=3)
    put(p, "2911", "n-nvc")
    put(p, "2812", "r-mod")
    alone = score(p, plan(p, NAT), unit(p, "n-nvc"), hexn(p, "2911"))
    put(p, "2911", "n-gec")
    assert score(p, plan(p, NAT), unit(p, "n-nvc"), hexn(p, "2911")) < alone


# -- combat


def test_a_hopeless_attack_is_not_made() -> None:
    p = empty(turn=6)
    put(p, "2712", "r-div11", "r-div4")
    put(p, "2612", "n-avl")
    fighting(p, NAT)
    assert answer(p) == "pass"


def test_an_attack_with_overwhelming_odds_is_made_with_enough_units() -> None:
    p = empty(turn=6)
    put(p, "2613", "r-mcb")
    put(p, "2612", "n-div11", "n-div12", "n-div13")
    own(p, NAT, "2612", "2511", "2510", "2509")
    fighting(p, NAT)
    value, pack = packed(p, NAT, hexn(p, "2613"), plan(p, NAT))
    assert value > 0
    assert pack
    assert answer(p) == "attack:2613"


def test_losses_are_taken_where_they_cost_least() -> None:
    p = empty(turn=6)
    put(p, "2712", "r-cr1", "r-esc")
    weak, strong = unit(p, "r-cr1"), unit(p, "r-esc")
    assert p.attack(weak) + p.defence(weak) < p.attack(strong) + p.defence(strong)
    run(p, Losses(REP, [weak, strong], 1, False))
    assert answer(p) == "lose:r-cr1"


@pytest.mark.parametrize("company, lost", [("n-cas", "n-lft"), ("", "n-nav1")])
def test_the_garrison_of_a_prize_that_took_part_in_an_attack_is_not_its_loss(company: str, lost: str) -> None:
    p = empty(turn=9)
    put(p, "3515", "n-lft", *[name for name in (company,) if name])      # in Pamplona
    put(p, "3513", "n-nav1")
    run(p, Losses(NAT, [unit(p, "n-lft"), unit(p, "n-nav1")], 1, False))
    assert answer(p) == f"lose:{lost}"


# -- politics


@pytest.mark.parametrize("morale, said", [(60, "declare"), (35, "pass")])
def test_the_mobilization_is_declared_while_morale_can_bear_it(morale: int, said: str) -> None:
    p = empty(turn=14)
    p.morale = morale
    kill(p, "r-mod")
    run(p, before("GeneralMobilization"))
    assert answer(p) == said


def test_a_weight_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no weight"):
        CaptainDoctrine({"move.nothing": 1.0})
