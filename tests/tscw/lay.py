"""Positions of The Spanish Civil War laid out by hand: counters in hexes, one activity opened, acts played as words.

    p = empty(turn=3)                                  # the map without counters, control as at the start
    put(p, "2712", "r-mod", "r-per")
    moving(p, NAT)                                     # a movement phase
    play(p, "unit:n-cst", "hex:2611", "stop")
    assert where(p, "n-cst") == "2611"
"""
from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch06_entry import entry_hexes
from frente.games.tscw.rules.ch07_duties import assign
from frente.games.tscw.rules.ch10_supply import judge
from frente.games.tscw.rules.ch12_movement import prepare
from frente.games.tscw.rules.ch12_phase import Movement
from frente.games.tscw.rules.ch13_attack import Combat
from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.rules.ch14_strategic import Strategic
from frente.games.tscw.state.board import AIR, load_board
from frente.games.tscw.state.frames import Administration, Turn
from frente.games.tscw.state.options import Options
from frente.games.tscw.state.position import (
    AWAITED,
    BOXES,
    DEAD,
    IN_HAND,
    IN_POOL,
    LATER,
    UNUSED,
    Tscw,
    opening,
)
from frente.kernel.explain import refusals
from frente.kernel.flow import Event, Refusal, Side
from frente.kit.drill import Drill

REP, NAT = 0, 1

DRILL = Drill(GAME, strict=False)
run, dice, question, asked, offered, args, reasons = (
    DRILL.run, DRILL.dice, DRILL.question, DRILL.asked, DRILL.offered, DRILL.named, DRILL.reasons)


# -- laying out


def empty(turn: int = 3, last: int = 19, **options: Any) -> Tscw:
    """The map without counters; control as at the start; nothing asked."""
    p = opening(load_board(), Options(GAME.settled(options)), last)
    for u in range(p.board.units):
        if p.hex[u] >= 0 or p.board.type[u] == AIR:
            p.box(u, UNUSED)
        p.hex[u] = UNUSED
    p.control = p.board.control[:]
    p.turn = turn
    p.barrier = 0
    p.linked = 1
    for c in range(p.board.chits):
        if p.chit[c] == LATER and p.board.chit_turn[c] <= turn:
            p.chit[c] = IN_POOL
    p.stale_all()
    return p


def start(scenario: str = "campaign", **options: Any) -> Tscw:
    return GAME.start(scenario, GAME.settled(options))


def unit(p: Tscw, name: str) -> int:
    return p.board.uindex[name]


def hexn(p: Tscw, name: str) -> int:
    return p.board.index[name]


def put(p: Tscw, place: str, *names: str, steps: int = 0, conv: int = 0) -> None:
    """Counters in a hex, the first on top."""
    for name in names:
        u = unit(p, name)
        if conv:
            p.conv[u] = conv
        p.steps[u] = steps or max(1, p.board.full[u])
        p.put(u, hexn(p, place))


def box(p: Tscw, where: int, *names: str) -> None:
    for name in names:
        p.box(unit(p, name), where)


def wait(p: Tscw, *names: str) -> None:
    """Units on the turn track."""
    for name in names:
        p.hex[unit(p, name)] = AWAITED
        p.due[unit(p, name)] = p.board.turn[unit(p, name)]


def entries(p: Tscw, name: str, *freed: str) -> list[str]:
    """Where a reinforcement may enter; hexes that are freed by others at the same time."""
    return [p.board.names[h] for h in entry_hexes(p, unit(p, name), [hexn(p, x) for x in freed])]


def kill(p: Tscw, *names: str) -> None:
    for name in names:
        p.steps[unit(p, name)] = 1
        p.box(unit(p, name), DEAD)


def own(p: Tscw, side: Side, *places: str) -> None:
    for name in places:
        p.control[hexn(p, name)] = side
    p.stale_all()


def own_all(p: Tscw, side: Side) -> None:
    p.control = [side] * p.board.size
    p.stale_all()


def hold(p: Tscw, *kinds: str) -> None:
    """Chits in hand, by kind."""
    b = p.board
    for name in kinds:
        c = next(c for c in range(b.chits) if b.kinds[b.chit_kind[c]] == name and p.chit[c] in (LATER, IN_POOL))
        p.chit[c] = IN_HAND
        p.pulled[c] = max(1, p.turn)


def flag(p: Tscw, bit: int, *names: str) -> None:
    for name in names:
        p.state[unit(p, name)] |= bit


# -- asking and playing


def before(step: str) -> Turn:
    """A turn that stands before the step of that class."""
    f = Turn()
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    return f


def moving(p: Tscw, side: Side) -> Tscw:
    """A movement phase, supply judged."""
    judge(p, side)
    prepare(p, side)
    return run(p, Movement(side))


def called(p: Tscw, side: Side) -> Tscw:
    """A movement phase in which the orders in force are taken up first."""
    prepare(p, side)
    p.stack = [Movement(side)]
    assign(p, side)
    p.settle()
    return p


def travelling(p: Tscw, side: Side) -> Tscw:
    """A side's strategic movement."""
    return run(p, Strategic(side))


def fighting(p: Tscw, side: Side) -> Tscw:
    """A combat phase, supply judged."""
    judge(p, 0)
    judge(p, 1)
    return run(p, Combat(side))


def administration(p: Tscw, side: Side, step: str = "Withdraw") -> Tscw:
    f = Administration(side)
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    return run(p, f)


def battle(p: Tscw, side: Side, target: str, *names: str) -> Attack:
    """A battle with its attackers and defenders, for the reckoning alone."""
    h = hexn(p, target)
    return Attack(side, h, [unit(p, n) for n in names], p.stack_at(h))


def play(p: Tscw, *words: str) -> Tscw:
    """Acts of whoever is asked, in words; each must be offered."""
    spell = GAME.words(p)
    for word in words:
        act = spell.act(word)
        asked = p.choices()
        side = next((s for s, acts in asked.items() if act in acts), None)
        assert side is not None, f"{word} is not offered at {question(p)}: {offered(p)}"
        p.apply(side, act)
    return p


def skip(p: Tscw, until: str) -> Tscw:
    """Pass, be done or stop until a question is asked."""
    for _ in range(80):
        if not p.stack or question(p) == until:
            return p
        side, acts = next(iter(p.choices().items()))
        act = next((a for a in acts if a.verb in ("pass", "done", "stop", "decline")), acts[0])
        p.apply(side, act)
    raise AssertionError(f"{until} is never asked")


def now(p: Tscw) -> Any:
    """The activity in progress."""
    return p.stack[-1]


def why(p: Tscw, word: str, side: Side | None = None) -> list[Refusal]:
    who = next(iter(p.choices())) if side is None else side
    return refusals(GAME, p, who, GAME.words(p).act(word))


def rules(p: Tscw, word: str, side: Side | None = None) -> list[str]:
    return [r.rule for r in why(p, word, side)]


def where(p: Tscw, name: str) -> str:
    h = p.hex[unit(p, name)]
    return p.board.names[h] if h >= 0 else BOXES[h]


def told(p: Tscw, *words: str) -> list[Event]:
    events: list[Event] = []
    p.events = events
    play(p, *words)
    p.events = None
    return events


def values(parts: Sequence[tuple[int, str, str]]) -> dict[str, int]:
    """Rule -> value of a reckoning."""
    found: dict[str, int] = {}
    for value, rule, _ in parts:
        found[rule] = found.get(rule, 0) + value
    return found


def reason(p: Tscw) -> str:
    """How the game has ended, or nothing."""
    outcome = GAME.outcome(p)
    return outcome.key.removeprefix("outcome.") if outcome else ""


def drawn(p: Tscw, viewer: Side, rng: Random) -> Tscw:
    """A position the viewer cannot tell from *p*."""
    q = GAME.determinize(p, viewer, rng)
    assert isinstance(q, Tscw)
    return q
