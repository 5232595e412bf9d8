"""[13.6, 7.4c, R101] What a side knows of covered counters and held chits: nothing of the truth is left in it."""
from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch12_phase import Movement
from frente.games.tscw.rules.ch13_attack import Combat
from frente.games.tscw.show.sealed import seal
from frente.games.tscw.state.board import REPUBLICAN
from frente.games.tscw.state.position import FIT, FOUGHT, MOVED, NEW, OOS, SPENT, TRAVELLED, UNUSED, Tscw
from frente.kernel.flow import Frame, Position
from frente.kernel.views import AT_WORK, CannotDraw
from tests.tscw.lay import NAT, REP, drawn, empty, hexn, hold, moving, own, play, put, run, unit, where

COVERED = ("r-bde2", "r-bde3", "r-bde4", "r-div35")
MARKS = OOS | MOVED | TRAVELLED | FOUGHT | SPENT | NEW | FIT


def front() -> Tscw:
    """Three Republican stacks before a Nationalist division."""
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-bde2", "r-div35")
    put(p, "2713", "r-div14", "r-bde3")
    put(p, "2612", "r-div34", "r-bde4")
    put(p, "2911", "n-div11")
    return p


def swap(p: Tscw, one: str, other: str) -> None:
    """Two covered counters change places."""
    u, v = unit(p, one), unit(p, other)
    h, k = p.hex[u], p.hex[v]
    for x, to in ((u, k), (v, h)):
        p.box(x, UNUSED)
        p.put(x, to)


def number(p: Tscw, values: list[int], n: int) -> None:
    values[unit(p, "r-bde3")] = n


Change = Callable[[Tscw], object]
CHANGES: dict[str, Change] = {
    "place": lambda p: swap(p, "r-bde2", "r-bde3"),
    "height": lambda p: p.put(unit(p, "r-bde2"), hexn(p, "2713")),
    "steps": lambda p: p.steps.__setitem__(unit(p, "r-div35"), 1),
    "marks": lambda p: number(p, p.state, MARKS),
    "duty": lambda p: number(p, p.duty, 3),
    "nation": lambda p: number(p, p.folk, 4),
    "column die": lambda p: number(p, p.rolled, 12),
}


def written(p: Position) -> str:
    assert isinstance(p, Tscw)
    return json.dumps(GAME.dump(p))


@pytest.mark.rule("13.6")
@pytest.mark.parametrize("frame", [Movement(NAT), Movement(REP), Combat(NAT)], ids=["moving", "watching", "fighting"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_two_truths_that_look_alike_are_one_once_they_are_sealed(change: Change, frame: Frame) -> None:
    p, t = front(), front()
    change(t)
    for x in (p, t):
        run(x, frame.clone())
    assert written(p) != written(t)
    assert GAME.view(p, NAT) == GAME.view(t, NAT)
    one, other = seal(p, NAT), seal(t, NAT)
    assert written(one.base) == written(other.base)
    for n in range(6):
        d = one.draw(Random(n))
        assert isinstance(d, Tscw)
        assert written(d) == written(other.draw(Random(n)))
        assert GAME.view(d, NAT) == GAME.view(p, NAT)


@pytest.mark.rule("7.4c")
def test_which_chits_are_held_is_not_left_but_when_they_were_drawn() -> None:
    truths = [front(), front()]
    for p, kind in zip(truths, ("tactical-surprise", "political-unrest")):
        hold(p, kind)
        moving(p, NAT)
    assert GAME.view(truths[0], NAT) == GAME.view(truths[1], NAT)
    one, other = [seal(p, NAT) for p in truths]
    assert written(one.base) == written(other.base)
    assert written(one.draw(Random(1))) == written(other.draw(Random(1)))


@pytest.mark.rule("13.6")
def test_nothing_of_a_covered_counter_is_left_in_what_a_side_knows() -> None:
    p = moving(front(), NAT)
    for change in CHANGES.values():
        change(p)
    base = seal(p, NAT).base
    assert isinstance(base, Tscw)
    for name in COVERED:
        u = unit(base, name)
        assert (base.hex[u], base.state[u], base.duty[u], base.rolled[u]) == (UNUSED, 0, 0, 0)
        assert (base.steps[u], base.folk[u]) == (2 if name == "r-div35" else 1, REPUBLICAN)
    assert where(base, "r-div14") == "2713"


@pytest.mark.rule("13.6", "9.2a")
def test_the_draws_give_every_arrangement_that_fits_and_no_other() -> None:
    p = empty(turn=9)
    places = ("2712", "2713", "2612")
    for place, top, under in zip(places, ("r-div11", "r-div14", "r-div34"), COVERED):
        put(p, place, top, under)
    put(p, "2911", "n-div11")
    moving(p, NAT)
    found = set()
    for n in range(200):
        d = drawn(p, NAT, Random(n))
        found.add(tuple(where(d, name) for name in COVERED[:3]))
    assert found == set(permutations(places))


@pytest.mark.rule("13.6")
@pytest.mark.parametrize("mover", ["r-div14", "r-bde3"], ids=["in sight", "covered"])
def test_while_the_enemy_moves_no_copy_is_taken_whoever_moves(mover: str) -> None:
    p = front()
    own(p, REP, "2612", "2613", "2712", "2713", "2714", "2814")
    moving(p, REP)
    assert drawn(p, NAT, Random(1)).choices().keys() == {REP}
    play(p, f"unit:{mover}")
    with pytest.raises(CannotDraw) as e:
        seal(p, NAT)
    assert e.value.key == AT_WORK
