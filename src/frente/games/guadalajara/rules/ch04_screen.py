"""[4.2] Option: cavalry slips away two hexes when an enemy that is not cavalry comes adjacent."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.guadalajara.state.position import RESERVE, SCREENING, Guadalajara
from frente.kernel.flow import PASS, Act, Choices, Frame, Refusal, Side, Step, play

HEXES: Final = 2                         # 4.2a.2


@dataclass
class Screen(Frame):
    """Hexes of cavalry that may retreat before a mover that has just entered a hex."""

    side: Side                           # of the cavalry
    hexes: list[int]
    h: int                               # where the mover stands


def screens(p: Guadalajara, mover: Side, units: list[int], h: int) -> list[int]:
    """[4.2a.1, R126] Adjacent hexes that hold enemy cavalry and nothing else."""
    b = p.board
    if all(b.cavalry[u] for u in units):
        return []
    return [n for n in b.nb[h] if p.holder(n) == 1 - mover and all(b.cavalry[u] for u in p.stack_at(n))]


def veiled(p: Guadalajara, mover: Side, h: int) -> bool:
    """[scs.fog] Whether a stack beside a hex shows enemy cavalry and hides somebody under it."""
    b = p.board
    return any(p.holder(n) == 1 - mover and b.cavalry[p.top[n]] and p.below[p.top[n]] >= 0 for n in b.nb[h])


def havens(p: Guadalajara, side: Side, h: int) -> list[int]:
    """[4.2a.1, 4.2a.2] Hexes exactly two away, by a hex and into a hex free of enemies and their zones."""
    b = p.board
    units = p.stack_at(h)
    if not units:
        return []
    ground = b.open[b.nation[units[0]]]
    found: set[int] = set()
    for m in free(p, side, h, ground, units):
        found.update(n for n in free(p, side, m, ground, units)
                     if b.distance(h, n) == HEXES and not p.room(units, n))
    return sorted(found)


def free(p: Guadalajara, side: Side, h: int, ground: list[bool], units: list[int]) -> list[int]:
    """[4.2a.1, 4.2a.2]"""
    b = p.board
    return [n for i, n in enumerate(b.nb[h]) if ground[n] and not p.zone[1 - side][n] and p.holder(n) != 1 - side
            and all(b.cost[p.moves_as(u)][h][i] for u in units)]


class SlipAway(Step[Screen, Guadalajara]):
    """[4.2a.1] Retreat two hexes or stand."""

    rule = "4.2a.1"
    verbs = ("hex", "pass")

    def ask(self, f: Screen, p: Guadalajara) -> Choices:
        if not f.hexes:
            return {}
        return {f.side: [*[p.board.hex_acts[n] for n in havens(p, f.side, f.hexes[0])], PASS]}

    def do(self, f: Screen, p: Guadalajara, side: Side, act: Act) -> bool:
        h = f.hexes.pop(0)
        if act != PASS:
            units = p.stack_at(h)
            exerted = any(p.exerts(u) for u in units)
            for u in reversed(units):
                p.put(u, act.arg)
                p.state[u] &= ~RESERVE
            for u in units:
                p.tell("4.2a.1", "slips-away", {"unit": p.board.uid[u], "hex": p.board.names[act.arg]})
            if exerted:
                p.note |= SCREENING      # [4.2b]
        return False

    def why(self, f: Screen, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb != "hex" or act.arg in havens(p, f.side, f.hexes[0]):
            return []
        return [Refusal("4.2a.2", "not-two-free-hexes", {"hex": p.board.names[act.arg]})]


play(Screen, SlipAway())
