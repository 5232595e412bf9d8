"""Positions of Heralds of Defeat laid out by hand: pawns in spaces, one activity opened, acts played as words.

    p = empty(turn=2)                            # the board without pawns, both player tokens out of the way
    put(p, "A", "40bm-1", "40bm-2")              # affiliated to the side on their reverse
    neutral(p, "RES_I", "barcelo")
    up(p, "RES_I", "dieguez")                    # an agent, face up; put() leaves him hidden
    maneuver(p, PCE, "ascanio", "44bm-1")        # a stack that has its order and rolls its credit
    dice(p, 4)
    play(p, "move:RES_8D")

Pieces with a decoy side are called by what they are; acts name their handles (see ``handle``).
"""
from __future__ import annotations

from typing import Any

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch05_maneuver import STACKS
from frente.games.heralds.rules.ch11_will import note_control
from frente.games.heralds.state.board import NEUTRAL, load_board
from frente.games.heralds.state.frames import MANEUVER, Order, Stack, Turn
from frente.games.heralds.state.options import Options
from frente.games.heralds.state.position import BOXES, UNPLACED, Heralds, opening
from frente.kernel.flow import Act, Event, Side
from frente.kit.drill import Drill

HOME = {"token-cnd": "RES_LEV", "token-pce": "RES_XVII"}



class Pieces(Drill[Heralds]):
    """Acts name handles; tests name what is under them."""

    def parsed(self, p: Heralds, word: str) -> tuple[Side, Act]:
        verb, _, name = word.partition(":")
        return super().parsed(p, f"{verb}:{handle(p, name)}" if GAME.kinds().get(verb) == "unit" and name else word)


DRILL = Pieces(GAME, strict=False)
run, told, offered, asked, question, args = (
    DRILL.run, DRILL.told, DRILL.offered, DRILL.asked, DRILL.question, DRILL.args)
play, dice, parse, why, rules, reasons = DRILL.play, DRILL.dice, DRILL.parsed, DRILL.why, DRILL.rules, DRILL.reasons


def start(**options: Any) -> Heralds:
    """A game from its first question."""
    return DRILL.start(**options)


# -- laying out


def empty(turn: int = 2, **options: Any) -> Heralds:
    """The board without pawns; the tokens wait far away; nothing asked."""
    p = opening(load_board(), Options(GAME.settled(options)))
    for u in range(p.board.units):
        p.box(u, UNPLACED)
    for name, place in HOME.items():
        p.put(unit(p, name), space(p, place))
    p.turn = turn
    p.ap = [9, 9]
    p.ip = [0, 0]
    note_control(p)
    return p


def chart(turn: int = 2, **options: Any) -> Heralds:
    """The set-up of the chart, free pieces still in hand, the tokens far away."""
    p = opening(load_board(), Options(GAME.settled(options)))
    for name, place in HOME.items():
        p.put(unit(p, name), space(p, place))
    p.turn = turn
    p.ap = [9, 9]
    p.ip = [0, 0]
    note_control(p)
    return p


def unit(p: Heralds, name: str) -> int:
    """A pawn by its id, a piece with a decoy side by what it is, a handle by its own name."""
    b = p.board
    return p.handle(b.pindex[name]) if name in b.pindex else b.uindex[name]


def handle(p: Heralds, name: str) -> str:
    """The name acts use for a pawn or piece."""
    return p.board.uid[unit(p, name)]


def space(p: Heralds, name: str) -> int:
    return p.board.index[name]


def resource(p: Heralds, name: str) -> int:
    return p.board.rindex[name]


def put(p: Heralds, place: str, *names: str) -> Heralds:
    """Pawns of the side on their reverse; pieces with a decoy side stay hidden."""
    for name in names:
        u = unit(p, name)
        p.join(u, p.board.reverse[p.who[u]])
        p.put(u, space(p, place))
    note_control(p)
    return p


def neutral(p: Heralds, place: str, *names: str) -> Heralds:
    for name in names:
        p.join(unit(p, name), NEUTRAL)
        p.put(unit(p, name), space(p, place))
    note_control(p)
    return p


def up(p: Heralds, place: str, *names: str) -> Heralds:
    """Pieces with a decoy side, face up."""
    for name in names:
        p.face(unit(p, name), 0)
        put(p, place, name)
    return p


def where(p: Heralds, name: str) -> str:
    at = p.at[unit(p, name)]
    return p.board.names[at] if at >= 0 else BOXES[at]


def side_of(p: Heralds, name: str) -> int:
    return p.side[unit(p, name)]


def hold(p: Heralds, side: Side, *compounds: str) -> Heralds:
    """Control markers."""
    for c in compounds:
        p.mark(space(p, c), side)
    note_control(p)
    return p


# -- asking and playing


def before(step: str) -> Turn:
    """A turn that stands before the step of that class."""
    f = Turn()
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    return f


def ordered(p: Heralds, side: Side, *names: str) -> Heralds:
    """A maneuver order that has reached these pawns; the question is which of them starts a stack."""
    f = Order(side)
    f.active = [unit(p, n) for n in names]
    f.at = STACKS
    return run(p, f)


def maneuver(p: Heralds, side: Side, *names: str, motor: bool = False, reached: tuple[str, ...] = ()) -> Heralds:
    """A stack of these pawns, the first one its leader if he can be; its credit is rolled next."""
    o = Order(side)
    o.active = [unit(p, n) for n in reached]
    o.at = STACKS
    units = [unit(p, n) for n in names]
    f = Stack(side, units, MANEUVER, lead=units[0] if p.speaker(units[0]) else -1, motor=motor)
    f.at = 2
    return run(p, o, f)


def moving(p: Heralds, side: Side, credit: int, *names: str, motor: bool = False, reached: tuple[str, ...] = ()
           ) -> Heralds:
    """The same stack with so many points of credit."""
    maneuver(p, side, *names, motor=motor, reached=reached)
    f = now(p)
    f.credit = credit
    f.at = 3
    p.settle()
    return p


def now(p: Heralds) -> Stack:
    return next(f for f in reversed(p.stack) if isinstance(f, Stack))


def top(p: Heralds, kind: type[Any]) -> Any:
    """The innermost activity of a kind."""
    return next(f for f in reversed(p.stack) if isinstance(f, kind))


def keys(events: list[Event]) -> list[str]:
    return [e.key for e in events]


def flags(p: Heralds, row: list[int], *names: str) -> list[int]:
    return [row[unit(p, n)] for n in names]


def passed(p: Heralds) -> Heralds:
    """Answer every pass, decline and done until something else is asked."""
    while True:
        words = offered(p)
        word = next((w for w in ("pass", "decline", "done") if w in words), "")
        if not word:
            return p
        play(p, word)


