"""Positions of Storm Over Madrid laid out by hand: counters in areas, one activity opened, acts played as words.

    p = empty(turn=2)                                  # the map without counters; only D is Nationalist
    put(p, "C", "n-leg-1", "r-libertad")
    impulses(p, NAT)                                   # the activation phase, the Nationalist first
    choose(p, "attack", "C", ["n-leg-1"])
    dice(p, 2)                                         # the morale test of C2
    assert where(p, "r-libertad") == "C"

Both sides have a Fresh unit in a box far away, so that the phase does not end for want of Fresh units.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from frente.games.storm import GAME
from frente.games.storm.show.knowledge import SCENARIO_IDS
from frente.games.storm.state.board import END_OF, FIRST_OF, NAT, REP, load_board
from frente.games.storm.state.frames import Impulse, Impulses, Turn
from frente.games.storm.state.options import Options
from frente.games.storm.state.position import BOXES, ELIMINATED, UNUSED, Storm, opening
from frente.kernel.flow import Side
from frente.kit.drill import Drill

BYSTANDERS = (("1", "r-bm31"), ("5", "n-zaragoza"))

DRILL = Drill(GAME, strict=False, rep=REP, nat=NAT)
start, run, drawn, told = DRILL.start, DRILL.run, DRILL.drawn, DRILL.told
offered, asked, question, args, play, dice = (
    DRILL.offered, DRILL.asked, DRILL.question, DRILL.args, DRILL.play, DRILL.dice)
why, rules, keys, parse = DRILL.why, DRILL.rules, DRILL.reasons, DRILL.parsed


# -- laying out


def empty(scenario: str = "drive", turn: int = 2, **options: Any) -> Storm:
    """The map of the game without counters, chits or support points; nothing asked."""
    p = opening(load_board(), Options(GAME.settled(options)), SCENARIO_IDS.index(scenario))
    for u in range(p.board.units):
        p.at[u] = UNUSED
    p.turn = turn
    p.sp = [0, 0]
    return p


def unit(p: Storm, name: str) -> int:
    return p.board.uindex[name]


def area(p: Storm, name: str) -> int:
    return p.board.index[name]


def where(p: Storm, name: str) -> str:
    """Area or box of a unit."""
    at = p.at[unit(p, name)]
    return p.board.names[at] if at >= 0 else BOXES[at]


def put(p: Storm, place: str, *names: str, spent: bool = False) -> None:
    for name in names:
        p.put(unit(p, name), area(p, place))
        p.spent[unit(p, name)] = int(spent)
    if area(p, place) < 38:
        p.was[area(p, place)] = int(p.contested(area(p, place)))


def printed(monkeypatch: pytest.MonkeyPatch, p: Storm, factors: dict[str, tuple[int, int]]) -> None:
    """Attack and defence factors of some units for one test: a vector's own numbers, whatever the counters say."""
    attack, defence = p.board.attack[:], p.board.defence[:]
    for name, (a, d) in factors.items():
        attack[unit(p, name)], defence[unit(p, name)] = a, d
    monkeypatch.setattr(p.board, "attack", attack)
    monkeypatch.setattr(p.board, "defence", defence)


def lose(p: Storm, *names: str) -> None:
    """Units in the Eliminated Units box."""
    for name in names:
        p.box(unit(p, name), ELIMINATED)


def own(p: Storm, side: Side, *places: str) -> None:
    for name in places:
        p.control[area(p, name)] = side


def hold(p: Storm, *chits: str) -> None:
    """Chits in hand, by kind: R3, N10 ..."""
    for name in chits:
        k = p.board.chit_ids.index(name)
        p.hand[k] += 1
        p.since[k] = 9


def kind(p: Storm, chit: str) -> int:
    return p.board.chit_ids.index(chit)


def held(p: Storm, side: Side) -> list[str]:
    return [p.board.chit_ids[k] for k in range(FIRST_OF[side], END_OF[side]) for _ in range(p.hand[k])]


def fill(p: Storm, place: str, side: Side, number: int) -> None:
    """So many units of a side in an area, taken from those not on the map; line units first."""
    spare = [u for u in p.board.of[side] if p.at[u] == UNUSED and p.board.uid[u] not in ("r-bm31", "n-zaragoza")]
    for u in sorted(spare, key=lambda u: p.board.type[u])[:number]:
        put(p, place, p.board.uid[u])


# -- asking and playing


def before(step: str, f: Turn | None = None) -> Turn:
    """A turn that stands before the step of that class."""
    f = f or Turn()
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    return f


def impulses(p: Storm, side: Side, series: int = 0, bystanders: bool = True) -> Storm:
    """The activation phase, *side* first."""
    if bystanders:
        for place, name in BYSTANDERS:
            put(p, place, name)
    return run(p, Impulses(side, series))


def now(p: Storm) -> Impulse:
    """The impulse in progress."""
    return next(f for f in reversed(p.stack) if isinstance(f, Impulse))


def choose(p: Storm, kind: str, place: str, names: Sequence[str], prepare: bool = False, point: str = "") -> Storm:
    """Declare an activation and name its units; in a combat the point unit too."""
    play(p, f"{kind}:{place}", *[f"unit:{n}" for n in names])
    if prepare:
        play(p, "prepare")
    elif "done" in offered(p) and question(p) == "ChooseUnits":
        play(p, "done")
    if kind in ("attack", "assault") and len(names) > 1 and question(p) == "NamePoint":
        play(p, f"point:{point or names[0]}")
    return p


def spent(p: Storm, *names: str) -> list[bool]:
    return [bool(p.spent[unit(p, n)]) for n in names]


def placed(p: Storm) -> Storm:
    """Set up by the first choice offered each time."""
    while question(p) in ("SetUpUnits", "PlaceFreely"):
        p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    return p


def go(p: Storm, *places: str) -> Storm:
    """March by these areas and stop in the last."""
    play(p, *[f"area:{x}" for x in places])
    if question(p) == "StepOn" and "stop" in offered(p):
        play(p, "stop")
    return p
