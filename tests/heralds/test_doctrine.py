"""Computer players of Heralds of Defeat: an answer to every question, from what the side may know."""
from __future__ import annotations

import inspect
import sys
from random import Random

import pytest

from frente.ai import doctrines, opponent, opponents
from frente.flow import CHANCE, Step
from frente.games.heralds import GAME
from frente.games.heralds.position import Heralds
from frente.lab.sim import Plan, play
from frente.views import SeatView
from tests.heralds.lay import start


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
    assert opponents(GAME) == ["random", "greedy", "captain"]


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
