"""[1.6, 2.4, 3.3] Supply: traces from sources, Italian headquarters, markers and attrition."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.rules.ch01_losses import ANY, Losses, Stranded
from frente.games.guadalajara.state.board import INDEPENDENT, ITALIAN, NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, OTHER, RELIEF, UNSUPPLIED, Guadalajara
from frente.kernel.flow import CHANCE, D6, Choices, Frame, Side, Step, play
from frente.kit.scs.ground import FAR, steps, trace
from frente.kit.steps import Die

OFF_ROAD: Final = 4                      # hexes of a trace that are neither road nor track (1.6a.2)
PANIC_RANGE: Final = 2                   # 2.7d.6
ANYWHERE: Final = 9999


def closed(p: Guadalajara, side: Side, ground: bool = True) -> list[bool]:
    """[scs.sup.1, scs.zoc.3] By hex: an enemy unit, an enemy zone without a friend in it, or no ground to play on."""
    b = p.board
    zone = p.zone[1 - side]
    found = list(map(bool, zone))
    for s in (NAT, REP):
        for u in b.fighters[s]:
            if p.hex[u] >= 0:
                found[p.hex[u]] = s != side
    for h in b.outside:
        found[h] = True
    if ground:
        for h in b.barred:
            found[h] = True
    return found


def traced(p: Guadalajara, nation: int) -> list[int]:
    """[1.6a.2] By hex: off-road hexes of the best trace from a source of that nationality, FAR without one. Cached."""
    known = p.traces[nation]
    if known is None:
        b = p.board
        side = REP if nation == 0 else NAT
        known = trace(b.nb, b.sources[nation], closed(p, side), b.off_road, OFF_ROAD + 1)
        p.traces[nation] = known
    return known


def direct(p: Guadalajara, nation: int, h: int) -> bool:
    """[1.6a.1, 1.6a.2, R79] Whether a unit in this hex can trace to a source."""
    far = traced(p, nation)[h]
    if not p.opt.own_hex_counts and p.board.off_road[h]:
        far -= 1
    return far <= OFF_ROAD


def hq_range(p: Guadalajara, hq: int) -> int:
    """[1.6b.3, 1.7a.6, 2.7d.6, R80, R93]"""
    b = p.board
    reach = b.hq_range[hq] + (1 if p.opt.hq_plus_one else 0)
    return reach - PANIC_RANGE if p.panic[b.division[hq]] else reach


def hq_field(p: Guadalajara, hq: int) -> list[int]:
    """[1.6b.4, 1.6b.5, R148] By hex: length of the trace from a headquarters."""
    return steps(p.board.nb, p.hex[hq], closed(p, NAT, not p.opt.hq_never_blocks), hq_range(p, hq))


def in_field(p: Guadalajara, hq: int, far: Sequence[int], h: int) -> bool:
    """[1.6b.3, 1.6b.4, 1.6b.5a, R80] The trace need only reach a hex beside the unit, whatever lies between them."""
    return h == p.hex[hq] or min(far[n] for n in p.board.nb[h]) + 1 <= hq_range(p, hq)


class Survey:
    """Who is in supply as the board stands; headquarters fields are reckoned once."""

    def __init__(self, p: Guadalajara, side: Side) -> None:
        self.p = p
        self.side = side
        self.fields: dict[int, list[int]] = {}
        if side == NAT:
            for hq in p.board.hqs:
                if p.hex[hq] >= 0 and direct(p, ITALIAN, p.hex[hq]):
                    self.fields[hq] = hq_field(p, hq)

    def supplied(self, u: int) -> bool:
        """[1.6a.1, 1.6b.1, 1.6b.2, 2.4b]"""
        p = self.p
        b = p.board
        h = p.hex[u]
        nation = ITALIAN if p.state[u] & RELIEF and b.south[h] else b.nation[u]
        if b.nation[u] != ITALIAN:
            return direct(p, nation, h)
        if b.corridor[h]:
            return True                  # [2.6a.3, R39]
        return self.by_hq(u) >= 0 or (b.near_line[h] and direct(p, ITALIAN, h))

    def by_hq(self, u: int) -> int:
        """[1.6b.1, 1.6b.6] The headquarters that supplies an Italian unit, or -1."""
        p = self.p
        division = p.subject(u)
        for hq, far in self.fields.items():
            if (division == INDEPENDENT or p.board.division[hq] == division) and in_field(p, hq, far, p.hex[u]):
                return hq
        return -1


def path_from_hq(p: Guadalajara, u: int, h: int) -> bool:
    """[1.14a.4, R85, R145] Whether a way of any length leads from a volunteer's headquarters to where it died."""
    b = p.board
    wanted = [hq for hq in b.hqs if p.hex[hq] >= 0
              and (b.division[u] == INDEPENDENT or b.division[hq] == b.division[u])]
    if not wanted:
        return False
    bars = closed(p, NAT)
    bars[h] = False
    return any(steps(b.nb, p.hex[hq], bars, ANYWHERE)[h] < FAR for hq in wanted)


def surrounded(p: Guadalajara, h: int, nation: int, side: Side) -> bool:
    """[1.6d.2] Whether every path to a source, of any length, is blocked."""
    b = p.board
    found = trace(b.nb, b.sources[nation], closed(p, side), [0] * b.size, 0)
    return found[h] == FAR


# -- the Supply Phase


@dataclass
class Supply(Frame):
    """[1.6a.3, 1.6d] Markers for the phasing side, then attrition stack by stack."""

    side: Side
    due: list[int] = field(default_factory=list)             # hexes whose stacks roll for attrition
    die: int = 0


class Judge(Step[Supply, Guadalajara]):
    """[1.6a.3, 1.6d.1, scs.sup.2] Who is marked; who was marked already and must roll."""

    rule = "1.6a.3"

    def auto(self, f: Supply, p: Guadalajara) -> None:
        survey = Survey(p, f.side)
        b = p.board
        due: set[int] = set()
        verdict = [(u, survey.supplied(u)) for u in b.fighters[f.side] if p.hex[u] >= 0]
        for u, fine in verdict:
            if fine:
                p.unmark(u, UNSUPPLIED)
            elif p.state[u] & UNSUPPLIED:
                due.add(p.hex[u])
            else:
                p.mark(u, UNSUPPLIED)
                p.tell("1.6a.3", "out-of-supply", {"unit": b.uid[u]})
        f.due = sorted(due)


class AttritionRoll(Die[Supply, Guadalajara]):
    """[1.6d.2] One die a stack."""

    rule = "1.6d.2"

    def ask(self, f: Supply, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if f.due else {}


class Attrition(Step[Supply, Guadalajara]):
    """[1.6d.2, R83] Losses from units out of supply, the owner's choice, armour last."""

    rule = "1.6d.2"

    def auto(self, f: Supply, p: Guadalajara) -> None:
        if not f.due:
            return
        h = f.due.pop(0)
        units = [u for u in p.stack_at(h) if p.state[u] & UNSUPPLIED]
        f.at = 1                         # back to the next stack's die
        if not units:
            return
        b = p.board
        nation = b.nation[units[0]]
        lost = b.attrition[f.die + (b.surrounded_drm if surrounded(p, h, nation, f.side) else 0)]
        only = f.side if p.opt.secret_rolls else -2
        p.tell("1.6d.2", "attrition", {"hex": b.names[h], "die": f.die, "steps": lost}, only)
        if lost:
            p.call(Stranded(f.side))
            p.call(Losses(f.side, units, lost, ANY, OTHER, "1.6d.2", armour=True))


def lost_ways(p: Guadalajara, side: Side) -> list[int]:
    """Units that a retreat took where they may not stay (R37, R104)."""
    return [u for u in p.board.fighters[side] if p.hex[u] >= 0 and p.state[u] & ASTRAY]


play(Supply, Judge(), AttritionRoll(), Attrition())

