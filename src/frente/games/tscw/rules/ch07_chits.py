"""[7.1-7.4] Chit pools: entering, drawing, declining, holding."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.tscw.state.board import NAT, REP, SIDES
from frente.games.tscw.state.position import GONE, IN_HAND, IN_POOL, LATER, Tscw
from frente.kernel.flow import CHANCE, PASS, Act, Choices, Frame, Refusal, Side, Step, play

PULL: Final = Act("pull")
DECLINE: Final = Act("decline")
LAST_DESERTION: Final = 5                # turn (7.21a)
LAST_TOWN_DEFENSE: Final = 5             # turn of drawing (7.40b)


def enter_chits(p: Tscw) -> None:
    """[7.1] Chits of this turn go into their pools; those of earlier turns too, should none have been drawn then."""
    b = p.board
    for c in range(b.chits):
        if p.chit[c] == LATER and b.chit_turn[c] <= p.turn:
            p.chit[c] = IN_POOL
    if p.turn > LAST_DESERTION:          # [R45]
        discard_held(p, "desertion", "7.21a")


def discard_held(p: Tscw, name: str, rule: str) -> None:
    b = p.board
    for c in range(b.chits):
        if p.chit[c] == IN_HAND and b.kinds[b.chit_kind[c]] == name:
            p.chit[c] = GONE
            p.pulled[c] = 0
            p.reveal()
            p.tell(rule, "chit-lapses", {"chit": name})


def lapse_north_aircraft(p: Tscw) -> None:
    """[7.38b]"""
    discard_held(p, "north-aircraft", "7.38b")


def pool(p: Tscw, side: Side) -> list[int]:
    return [c for c in range(p.board.chits) if p.chit[c] == IN_POOL and p.board.chit_side[c] == side]


def hand(p: Tscw, side: Side) -> list[int]:
    return [c for c in range(p.board.chits) if p.chit[c] == IN_HAND and p.board.chit_side[c] == side]


def held(p: Tscw, side: Side, name: str) -> int:
    """A held chit of a kind, or -1."""
    for c in hand(p, side):
        if p.board.kinds[p.board.chit_kind[c]] == name:
            return c
    return -1


def spend(p: Tscw, side: Side, c: int) -> None:
    """[7.4b, R44] A held chit is played and leaves the game."""
    b = p.board
    p.chit[c] = GONE
    p.pulled[c] = 0
    p.reveal()
    k = b.chit_kind[c]
    p.tell("7.4b", "chit-played", {"side": SIDES[side], "chit": b.kinds[k]})


def may_be_held(p: Tscw, kind: int, turn: int) -> bool:
    """Whether a chit drawn on a turn is kept in hand now, as far as anybody can tell."""
    name = p.board.kinds[kind]
    if name == "german-ships":
        return not p.gernika
    if not p.board.held_kind[kind]:
        return False
    if name == "desertion":
        return p.turn <= LAST_DESERTION
    if name == "town-defense":
        return turn <= LAST_TOWN_DEFENSE
    return name != "north-aircraft" or not p.north_fallen


@dataclass
class ChitPull(Frame):
    """[7.2a, 7.3a] One pool, one draw."""

    side: Side
    by: int = -1                         # its owner, if he draws himself
    chit: int = -1


class DrawOrDecline(Step[ChitPull, Tscw]):
    """[7.2a] Each player may draw one chit from his own pool."""

    rule = "7.2a"
    verbs = ("pull", "decline")

    def ask(self, f: ChitPull, p: Tscw) -> Choices:
        return {f.side: [PULL, DECLINE]} if pool(p, f.side) else {}

    def do(self, f: ChitPull, p: Tscw, side: Side, act: Act) -> bool:
        if act == PULL:
            f.by = side
        p.tell("7.2a", "draws-chit" if act == PULL else "declines-chit", {"side": SIDES[side]})
        return True

    def auto(self, f: ChitPull, p: Tscw) -> None:
        f.close()            # [R43] nothing to draw, nobody is asked


class DrawForOther(Step[ChitPull, Tscw]):
    """[7.2b, R43] If he declines, his opponent may draw from that pool, or decline too."""

    rule = "7.2b"
    verbs = ("pull", "pass")

    def ask(self, f: ChitPull, p: Tscw) -> Choices:
        return {1 - f.side: [PULL, PASS]} if f.by < 0 else {}

    def do(self, f: ChitPull, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            return f.close()
        p.tell("7.2b", "draws-chit", {"side": SIDES[side]})
        return True


class DrawChit(Step[ChitPull, Tscw]):
    """[7.2a, 7.3a] At random."""

    rule = "7.2a"
    verbs = ("draw",)

    def ask(self, f: ChitPull, p: Tscw) -> Choices:
        return {CHANCE: [p.board.draw_acts[c] for c in pool(p, f.side)]}

    def do(self, f: ChitPull, p: Tscw, side: Side, act: Act) -> bool:
        f.chit = act.arg
        return True


class ResolveChit(Step[ChitPull, Tscw]):
    """[7.2b, 7.2c, 7.2d, 7.4a, 7.4b] Played at once, kept, put back or removed."""

    rule = "7.4a"

    def auto(self, f: ChitPull, p: Tscw) -> None:
        from frente.games.tscw.rules.ch07_events import take_effect

        b = p.board
        c = f.chit
        kind = b.chit_kind[c]
        name = b.kinds[kind]
        if name.startswith("no-event"):
            p.tell("7.2c", "no-event", {"side": SIDES[f.side]})
            return                       # it stays in the pool
        if may_be_held(p, kind, p.turn):
            if f.by != f.side and b.held_kind[kind]:         # [R43] shown to both and removed
                p.chit[c] = GONE
                p.tell("7.2b", "chit-removed", {"chit": name})
                return
            p.chit[c] = IN_HAND
            p.pulled[c] = p.turn
            p.tell("7.4b", "chit-kept", {"side": SIDES[f.side]})
            p.tell("7.4b", "you-keep", {"chit": name}, f.side)
            return
        p.chit[c] = GONE
        if b.held_kind[kind]:            # [7.21b, 7.40b] drawn too late
            p.tell("7.2d", "chit-void", {"chit": name})
            return
        p.tell("7.4a", "chit-happens", {"side": SIDES[f.side], "chit": name})
        take_effect(p, c)


play(ChitPull, DrawOrDecline(), DrawForOther(), DrawChit(), ResolveChit())


def pull_chits(p: Tscw) -> None:
    """[5.2.A2, R5] First the Nationalist pool, then the Republican one."""
    p.call(ChitPull(REP))
    p.call(ChitPull(NAT))


def chit_refusal(p: Tscw, name: str) -> Refusal:
    return Refusal("7.4b", "chit-not-held", {"chit": name})
