"""Computer players of Heralds of Defeat: an answer to every question, from what the side may know."""
from __future__ import annotations

import inspect
import sys
from random import Random

import pytest

from frente.ai import doctrines, opponent, opponents
from frente.games.heralds import GAME
from frente.games.heralds.captain.command import seat_worth
from frente.games.heralds.captain.field import line, stack_worth
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import Leg
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import CHANCE, Step
from frente.kernel.views import SeatView
from frente.lab.sim import Plan, play
from tests.heralds.lay import dice, empty, handle, hold, maneuver, put, run, space, start, top, unit
from tests.heralds.lay import play as play_words


def questions() -> set[str]:
    """Names of the steps that ask a side, from the modules of the rules."""
    found: set[str] = set()
    for name, module in sorted(sys.modules.items()):
        if name.startswith("frente.games.heralds."):
            for _, step in inspect.getmembers(module, inspect.isclass):
                if issubclass(step, Step) and step.__module__ == name and set(step.verbs) - {"die"}:
                    found.add(step.__name__)
    return found


def swapped(p: Heralds, side: int) -> Heralds:
    """The same position with what the other side's unseen handles hide turned about."""
    q = p.clone()
    unseen = [u for u in p.board.handles[1 - side] if not p.seen[u]]
    for u, v in zip(unseen, reversed(unseen)):
        q.who[u] = p.who[v]
    q.reask()
    return q


def test_both_players_know_the_game() -> None:
    assert opponents(GAME) == ["random", "greedy", "captain", "general"]


@pytest.mark.parametrize("name", ["captain", "greedy"])
def test_there_is_an_answer_to_every_question_of_the_game(name: str) -> None:
    assert set(doctrines(GAME)[name].answers) == questions()


@pytest.mark.parametrize("bots", [("captain", "random"), ("random", "captain"), ("greedy", "random")], ids="-".join)
def test_whole_games_are_played_to_their_end(bots: tuple[str, str]) -> None:
    done = play(Plan("heralds", "madrid", {}, bots, 11), 0)
    assert done.error == ""
    assert done.result is not None


def test_what_the_other_sides_handles_hide_does_not_change_the_answer() -> None:
    p = start()
    rng = Random(4)
    seats = [opponent("captain", GAME), opponent("captain", GAME)]
    compared = 0
    for n in range(250):
        side = min(p.choices(), default=CHANCE)
        if not p.choices():
            break
        if side == CHANCE:
            p.apply(side, rng.choice(p.choices()[side]))
            continue
        if n > 60 and len(p.choices()[side]) > 1:
            said = [opponent("captain", GAME).choose(SeatView(GAME, q, side), Random(9)) for q in (p, swapped(p, side))]
            assert said[0] == said[1]
            compared += 1
        p.apply(side, seats[side].choose(SeatView(GAME, p, side), rng))
    assert compared > 20


# -- how it plays


def answer(p: Heralds, side: int, seed: int = 1) -> str:
    """What a captain does, as a word."""
    return GAME.words(p).word(opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(seed)))


@pytest.mark.parametrize("side", [CND, PCE])
def test_the_captain_beats_random_from_either_side(side: int) -> None:
    bots = ("captain", "random") if side == CND else ("random", "captain")
    found = [play(Plan("heralds", "madrid", {}, bots, 5), n).result for n in range(3)]
    assert [result["winner"] for result in found if result is not None] == [GAME.sides[side]] * 3


def test_what_a_handle_hides_and_where_it_starts_is_drawn_by_lot() -> None:
    firsts: set[str] = set()
    tokens: set[tuple[int, str]] = set()
    for seed in range(8):
        p = start()
        seat = opponent("captain", GAME)
        rng = Random(seed)
        while p.turn == 0 and PCE in p.choices():
            p.apply(PCE, seat.choose(SeatView(GAME, p, PCE), rng))
        b = p.board
        firsts.add(b.piece[p.who[b.handles[PCE][0]]])
        tokens.add((p.token(PCE), b.names[p.at[p.token(PCE)]]))
    assert len(firsts) > 3
    assert len(tokens) > 3


def test_without_action_points_to_come_the_pce_looks_for_a_corps_commander_first() -> None:
    p = start()
    rng = Random(3)
    seats = [opponent("captain", GAME), opponent("captain", GAME)]
    while p.turn < 1:
        side = min(p.choices())
        p.apply(side, seats[side].choose(SeatView(GAME, p, side), rng))
    assert answer(p, PCE) in ("affiliate:bueno", "affiliate:barcelo", "affiliate:ortega")


def test_a_stack_does_not_step_back_to_where_it_came_from() -> None:
    p = empty(turn=3)
    put(p, "E", "ascanio", "18bm-1", "18bm-2")
    put(p, "G", "70bm-1")
    maneuver(p, PCE, "ascanio", "18bm-1", "18bm-2")
    dice(p, 6)
    play_words(p, "move:F")
    assert answer(p, PCE) != "move:E"


def test_the_last_unit_of_a_threatened_square_stays_in_it() -> None:
    p = empty(turn=3)
    put(p, "E", "5asalto-1")
    put(p, "CANILLEJAS", "18bm-1", "18bm-2", "18bm-3", "ascanio")
    maneuver(p, CND, "5asalto-1")
    dice(p, 6)
    assert answer(p, CND) in ("stop", "move:E1", "hold:E1")


def test_few_do_not_attack_many() -> None:
    p = empty(turn=3)
    put(p, "A", "40bm-1", "40bm-2", "40bm-3")
    put(p, "RES_7D", "42bm-1", "42bm-2", "42bm-3", "42bm-4", "42bm-5", "42bm-6", "pertegaz")
    maneuver(p, CND, "40bm-1")
    dice(p, 6)
    assert answer(p, CND) != "move:RES_7D"


def test_whoever_refused_a_call_is_expected_to_refuse_the_next() -> None:
    p = empty(turn=3)
    put(p, "D", "token-cnd", "112bm-1")
    run(p, Leg(CND, -1, -1, space(p, "JACA"), 0, False))
    doctrine = doctrines(GAME)["captain"]
    plan = doctrine.plan(p, CND)
    far, near = unit(p, "112bm-1"), space(p, "JACA")
    hope = line(p, CND, near, far, plan)
    assert hope == 0.4
    acts = p.choices()[CND]
    doctrine.answers["Channel"](p, CND, acts, plan)
    assert line(p, CND, near, far, plan) == 0.4                  # nothing has been refused
    leg = top(p, Leg)
    leg.tried.append(p.board.main)                               # asked again after a call
    doctrine.answers["Channel"](p, CND, acts, plan)
    assert line(p, CND, near, far, plan) == 0.2
    doctrine.answers["Channel"](p, CND, acts, plan)
    assert line(p, CND, near, far, plan) == 0.1


def test_a_decoy_runs_with_an_order_before_an_agent_does() -> None:
    """Caught on the way, it tells the enemy nothing but that it was one."""
    p = empty(turn=3)
    put(p, "D", "token-cnd", "pedrero", "decoy-cnd-1")
    hold(p, PCE, "G1", "H3")             # both exchanges: whoever calls is heard and cut off
    run(p, Leg(CND, -1, -1, space(p, "JACA"), 0, False))
    assert answer(p, CND) == f"courier:{handle(p, 'decoy-cnd-1')}"


def test_an_order_is_worth_more_to_a_stack_that_it_can_bring_somewhere() -> None:
    """Three against eight in the square that decides: the order to them would move nobody; next door it would."""
    doctrine = doctrines(GAME)["captain"]
    worth = []
    for place in ("G", "L"):
        p = empty(turn=3)
        for square, name in zip("ABCDEFHJKL", ("42bm-1", "42bm-2", "42bm-3", "42bm-4", "42bm-5", "42bm-6", "53bm-1",
                                               "53bm-2", "53bm-3", "18bm-1")):
            put(p, square, name)
        put(p, place, "ascanio", "44bm-1", "44bm-2")
        put(p, "G", *(f"112bm-{n}" for n in range(1, 9)))
        worth.append(stack_worth(p, PCE, unit(p, "ascanio"), doctrine.plan(p, PCE)))
    assert worth[0] < worth[1]


def test_the_player_token_does_not_sit_down_beside_the_enemys_army() -> None:
    p = empty(turn=3)
    put(p, "G", "zulueta", "112bm-1", "112bm-2", "112bm-3", "112bm-4")
    put(p, "D", "gutierrez", "40bm-1", "40bm-2")
    before = seat_worth(p, CND, space(p, "G")), seat_worth(p, CND, space(p, "D"))
    assert before[0] > before[1]         # with more troops at hand
    put(p, "J", "pertegaz", *(f"42bm-{n}" for n in range(1, 7)))
    assert seat_worth(p, CND, space(p, "G")) < seat_worth(p, CND, space(p, "D"))
