"""[1.16a.7, R40] At the start of a Movement Phase empty trucks are lifted and placed where they are needed."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.guadalajara.rules.ch01_steps import price
from frente.games.guadalajara.rules.ch01_supply import direct
from frente.games.guadalajara.state.board import ITALIAN, LITTORIO
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play

STOP: Final = Act("stop")


@dataclass
class Trucks(Frame):
    """The empty trucks of a side, one question each."""

    side: Side
    left: list[int]


def empty_trucks(p: Guadalajara, side: Side) -> list[int]:
    """[1.16a.7]"""
    return [t for t in p.board.trucks[side] if p.hex[t] >= 0 and p.cargo[t] < 0]


def places(p: Guadalajara, side: Side, t: int) -> list[int]:
    """[1.16a.7, R40] Hexes with a unit to carry, away from the enemy, in the sector, joined to a source."""
    b = p.board
    seen: set[int] = set()
    found: list[int] = []
    for u in b.fighters[side]:
        h = p.hex[u]
        if h >= 0 and h not in seen and b.carries(t, u) and p.aboard[u] < 0:
            seen.add(h)
            if not place_refusals(p, side, t, h):
                found.append(h)
    return found


def place_refusals(p: Guadalajara, side: Side, t: int, h: int) -> list[Refusal]:
    b = p.board
    facts: dict[str, Fact] = {"unit": b.uid[t], "hex": b.names[h]}
    if h == p.hex[t] or not any(b.carries(t, u) and p.aboard[u] < 0 for u in p.stack_at(h)):
        return [Refusal("1.16a.7", "nobody-to-carry", facts)]
    found: list[Refusal] = []
    if p.beside_enemy(side, h):
        found.append(Refusal("R40", "truck-beside-enemy", facts))
    if not b.open[b.nation[t]][h]:
        found.append(Refusal("R40", "not-across-the-line", facts))
    if not p.opt.trucks_anywhere and not direct(p, b.nation[t], h):
        found.append(Refusal("R40", "truck-out-of-supply", facts))
    return found


class PlaceTruck(Step[Trucks, Guadalajara]):
    """[1.16a.7] To a unit that needs it, or left where it is."""

    rule = "1.16a.7"
    verbs = ("hex", "pass")

    def ask(self, f: Trucks, p: Guadalajara) -> Choices:
        if not f.left:
            return {}
        found = places(p, f.side, f.left[0])
        if not found and not p.opt.hidden_stacks:        # not to be asked would tell who lies out of sight (scs.fog)
            return {}
        return {f.side: [*[p.board.hex_acts[h] for h in found], PASS]}

    def do(self, f: Trucks, p: Guadalajara, side: Side, act: Act) -> bool:
        t = f.left.pop(0)
        if act != PASS:
            p.put(t, act.arg)
            p.tell("1.16a.7", "truck-placed", {"unit": p.board.uid[t], "hex": p.board.names[act.arg]})
        return False

    def auto(self, f: Trucks, p: Guadalajara) -> None:
        if f.left:
            f.left.pop(0)
            f.at = 0

    def why(self, f: Trucks, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        return place_refusals(p, side, f.left[0], act.arg) if act.verb == "hex" else []


# -- a truck that has dropped its load


@dataclass
class Drive(Frame):
    """[1.16a.9, R42] An emptied truck uses what it has left to drive toward its headquarters or source."""

    side: Side
    truck: int
    left: int


def rear(p: Guadalajara, t: int) -> list[int]:
    """[1.16a.9] Where a truck may drive to: headquarters it works for, or the sources of a side that has none."""
    b = p.board
    if b.nation[t] != ITALIAN:
        return b.sources[b.nation[t]]
    return [p.hex[hq] for hq in b.hqs if p.hex[hq] >= 0
            and (b.division[t] != LITTORIO or b.division[hq] == LITTORIO)]


def drive_cost(f: Drive, p: Guadalajara, i: int) -> int:
    """The price of a step back, 0 if it leads elsewhere, is closed or costs too much."""
    b = p.board
    a = p.hex[f.truck]
    n = b.nb[a][i]
    goals = rear(p, f.truck)
    if not goals or min(b.distance(n, g) for g in goals) >= min(b.distance(a, g) for g in goals):
        return 0
    cost = price(p, f.truck, a, i)
    return cost if 0 < cost <= f.left else 0


class DriveBack(Step[Drive, Guadalajara]):
    """[1.16a.9] Step by step nearer, or not at all."""

    rule = "1.16a.9"
    verbs = ("hex", "stop")

    def ask(self, f: Drive, p: Guadalajara) -> Choices:
        near = p.board.nb[p.hex[f.truck]]
        acts = [p.board.hex_acts[n] for i, n in enumerate(near) if drive_cost(f, p, i)]
        if not acts and not (p.opt.hidden_stacks and f.left > 0):        # where headquarters lie out of sight, likewise
            return {}
        return {f.side: [*acts, STOP]}

    def do(self, f: Drive, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == STOP:
            return True
        f.left -= drive_cost(f, p, p.board.toward(p.hex[f.truck], act.arg))
        p.put(f.truck, act.arg)
        p.tell("1.16a.9", "truck-placed", {"unit": p.board.uid[f.truck], "hex": p.board.names[act.arg]})
        return False

    def why(self, f: Drive, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        a = p.hex[f.truck]
        if act.verb != "hex" or (act.arg in p.board.nbset[a] and drive_cost(f, p, p.board.toward(a, act.arg))):
            return []
        facts: dict[str, Fact] = {"unit": p.board.uid[f.truck], "hex": p.board.names[act.arg]}
        return [Refusal("1.16a.9", "only-toward-the-rear", facts)]


play(Drive, DriveBack())
play(Trucks, PlaceTruck())
