"""[7.8c, R49, R164] Casado's coup: the Nationalist turns up to two Republican units round Madrid on their own side."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch09_stacking import fits
from frente.games.tscw.rules.ch12_movement import Walking, halt, points
from frente.games.tscw.rules.ch13_attack import GO
from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.rules.ch13_targets import positive
from frente.games.tscw.state.board import FAR, NAT, REP
from frente.games.tscw.state.position import MOVED, Tscw, refusal
from frente.kernel.flow import PASS, Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.search import UNSEEN
from frente.kit.steps import Listed

AREA: Final = 2                          # hexes round Madrid
MOST: Final = 2                          # units


@dataclass
class Infighting(Frame):
    """One attack of Republicans on Republicans, directed by the Nationalist."""

    target: int = -1
    units: list[int] = field(default_factory=list)
    unit: int = -1                       # still to be moved next to the target


def posts(p: Tscw, u: int, t: int) -> list[int]:
    """Hexes next to the target that a Republican unit can reach by operational movement, its own included."""
    start = p.hex[u]
    if p.state[u] & MOVED:
        return [h for h in p.board.nb[t] if h == start]
    w = Walking(p, (u,), start, points(p, (u,), False), True, False)
    return [h for h in p.board.nb[t] if w.left[h] != UNSEEN
            and (h == start or (fits(p, u, h) and not halt(p, (u,), start, h, w.way(h), FAR)))]


def turncoats(p: Tscw, t: int, chosen: Sequence[int]) -> list[int]:
    b = p.board
    return [u for u in p.on_map(REP) if p.hex[u] != t and u not in chosen and positive(p, u)
            and b.apart[p.hex[u]][b.madrid] <= AREA and posts(p, u, t)]


def victims_of(p: Tscw) -> list[int]:
    b = p.board
    return [h for h in sorted(b.within[b.madrid]) if p.holder(h) == REP and p.fighters(h) and turncoats(p, h, [])]


class ChooseVictim(Listed[Infighting, Tscw]):
    """[7.8c] A Republican hex within two hexes of Madrid, or none."""

    rule = "7.8c"
    verbs = ("attack", "pass")

    def ask(self, f: Infighting, p: Tscw) -> Choices:
        if p.infighting != p.turn:
            return {}
        return {NAT: [*[p.board.attack_acts[h] for h in victims_of(p)], PASS]}

    def do(self, f: Infighting, p: Tscw, side: Side, act: Act) -> bool:
        p.infighting = 0
        if act == PASS:
            return f.close()
        f.target = act.arg
        return True

    def auto(self, f: Infighting, p: Tscw) -> None:
        f.close()

    def why(self, f: Infighting, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.8c", "no-infighting-there", -1, act.arg)]


class ChooseTurncoat(Listed[Infighting, Tscw]):
    """[7.8c, R49] At most two units, each only if it can attack."""

    rule = "7.8c"
    verbs = ("unit", "go")

    def ask(self, f: Infighting, p: Tscw) -> Choices:
        found = turncoats(p, f.target, f.units) if len(f.units) < MOST else []
        acts = [p.board.unit_acts[u] for u in found]
        if f.units:
            acts.append(GO)
        return {NAT: acts}

    def do(self, f: Infighting, p: Tscw, side: Side, act: Act) -> bool:
        if act == GO:
            f.at = FIGHT
            return False
        f.unit = act.arg
        return True

    def why(self, f: Infighting, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if act == GO:
            return [Refusal("7.8c", "needs-attack-factor", {})]
        return [refusal(p, "7.8c", "no-turncoat", act.arg)]


class TurncoatMoves(Listed[Infighting, Tscw]):
    """[R49] Next to the target."""

    rule = "7.8c"
    verbs = ("hex",)

    def ask(self, f: Infighting, p: Tscw) -> Choices:
        return {NAT: [p.board.hex_acts[h] for h in posts(p, f.unit, f.target)]}

    def do(self, f: Infighting, p: Tscw, side: Side, act: Act) -> bool:
        u = f.unit
        f.units.append(u)
        if p.hex[u] != act.arg:
            enter(p, u, act.arg)
        p.reveal()
        f.at = 1
        return False

    def why(self, f: Infighting, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.8c", "not-next-to-target", f.unit, act.arg)]


class Fight(Step[Infighting, Tscw]):
    """[R49] By the usual table, without chits, air units or headquarters."""

    rule = "7.8c"

    def auto(self, f: Infighting, p: Tscw) -> None:
        p.call(Attack(NAT, f.target, f.units[:], fight=True))


play(Infighting, ChooseVictim(), ChooseTurncoat(), TurncoatMoves(), Fight())
FIGHT: Final = 3


def infight(p: Tscw, side: Side) -> None:
    if side == NAT:
        p.call(Infighting())
