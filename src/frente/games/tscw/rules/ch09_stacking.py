"""[9, 13.6, R101] Stacking limits, the fate of units in excess, and the order of stacks."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.tscw.state.board import HQ
from frente.games.tscw.state.position import DEAD, Tscw, refusal
from frente.kernel.flow import PASS, Act, Choices, Frame, Refusal, Side, play
from frente.kit.steps import Listed

LIMIT: Final = 12                        # half divisions: six divisions (9.2a)


def fits(p: Tscw, u: int, h: int) -> bool:
    """[9.2a, 9.2b, R72] Whether a unit that is not there yet may end in a hex of its own side."""
    if p.board.type[u] == HQ:
        return p.staffed(h) == 0
    return p.halves[h] + p.board.halves[u][p.conv[u]] <= LIMIT


def excess(p: Tscw, h: int) -> list[int]:
    """[9.1b] Units of a hex from which the owner must take one off, or none."""
    units = p.stack_at(h)
    if p.halves[h] > LIMIT:
        return [u for u in units if p.board.type[u] != HQ]
    staffs = [u for u in units if p.board.type[u] == HQ]
    return staffs if len(staffs) > 1 else []


def crowded(p: Tscw, side: Side) -> list[int]:
    found: list[int] = []
    for h in range(p.board.size):
        if p.holder(h) == side and excess(p, h):
            found.append(h)
    return found


@dataclass
class Overstack(Frame):
    """[9.1a, 9.1b] A side takes off what is too much."""

    side: Side
    hexes: list[int]


class TakeOff(Listed[Overstack, Tscw]):
    """[9.1b] Units in excess are eliminated, chosen by their owner."""

    rule = "9.1b"
    verbs = ("lose",)

    def ask(self, f: Overstack, p: Tscw) -> Choices:
        if not f.hexes:
            return {}
        return {f.side: [p.board.lose_acts[u] for u in sorted(excess(p, f.hexes[0]))]}

    def do(self, f: Overstack, p: Tscw, side: Side, act: Act) -> bool:
        u = act.arg
        p.tell("9.1b", "overstacked", {"unit": p.board.uid[u], "hex": p.board.title(p.hex[u])})
        p.steps[u] = 1
        p.box(u, DEAD)
        while f.hexes and not excess(p, f.hexes[0]):
            f.hexes.pop(0)
        return not f.hexes

    def why(self, f: Overstack, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "9.1b", "not-in-crowded-hex", act.arg)]


play(Overstack, TakeOff())


def clear_crowds(p: Tscw, side: Side) -> None:
    """[9.1a] At the moments at which the limit applies."""
    found = crowded(p, side)
    if found:
        p.reveal()                       # the stacks turn out to be too large
        p.call(Overstack(side, found))


# -- the order of stacks


@dataclass
class Ordering(Frame):
    """[R101] The owner decides which counter of each stack lies on top."""

    side: Side
    done: list[int] = field(default_factory=list)            # hexes already put in order


class OrderStacks(Listed[Ordering, Tscw]):
    """[13.6, R101] One counter a stack may be laid on top, then the next stack; always asked."""

    rule = "13.6"
    verbs = ("top", "pass")

    def ask(self, f: Ordering, p: Tscw) -> Choices:
        acts = p.board.top_acts
        top = p.top
        hexes = p.hex
        found = [acts[u] for u in p.board.ground[f.side]
                 if hexes[u] >= 0 and top[hexes[u]] != u and hexes[u] not in f.done]
        found.append(PASS)
        return {f.side: found}

    def do(self, f: Ordering, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        f.done.append(p.hex[act.arg])
        p.raise_top(act.arg)
        return False

    def why(self, f: Ordering, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if p.board.side[u] != side:
            return [refusal(p, "13.6", "not-your-unit", u)]
        if p.hex[u] < 0:
            return [refusal(p, "13.6", "not-on-map", u)]
        if p.hex[u] in f.done:
            return [refusal(p, "R101", "stack-ordered", u, p.hex[u])]
        return [refusal(p, "13.6", "already-on-top", u)]


play(Ordering, OrderStacks())


def order(p: Tscw, side: Side) -> None:
    p.call(Ordering(side))
