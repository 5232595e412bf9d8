"""[1.10, 4.5, 4.6a] Air points, interdiction markers and attacks on motorised columns."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.state.board import MOTOR, NAT, REP
from frente.games.guadalajara.state.position import MOVED, OTHER, REVEALED, Guadalajara
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die

REVEAL: Final = Act("reveal")


@dataclass
class AirPhase(Frame):
    """[1.10.1, 1.10c.1a, 4.5] Air points of a player turn, and interdiction from them."""

    side: Side


def flies(p: Guadalajara, side: Side) -> bool:
    """[1.10.1, 2.8b.4, 4.5, R149]"""
    if side == NAT:
        return p.opt.italian_air and p.board.scenario != 3
    return not (p.turn == 1 and p.board.surprise)


class AirRoll(Die[AirPhase, Guadalajara]):
    """[1.10.1] One die on the Air Point Table."""

    rule = "1.10.1"

    def ask(self, f: AirPhase, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if flies(p, f.side) else {}

    def do(self, f: AirPhase, p: Guadalajara, side: Side, act: Act) -> bool:
        clear_air(p, f.side)
        p.air[f.side] = p.board.air[f.side][act.arg]
        p.tell("1.10.1", "air-points", {"die": act.arg, "points": p.air[f.side]})
        return True

    def auto(self, f: AirPhase, p: Guadalajara) -> None:
        clear_air(p, f.side)


def clear_air(p: Guadalajara, side: Side) -> None:
    """[1.10.2, 1.10c.5] What was not used is lost, markers go."""
    p.air[side] = 0
    if side == REP:
        p.markers.clear()
        p.flipped.clear()
        p.shown.clear()


class Interdict(Step[AirPhase, Guadalajara]):
    """[1.10c.1, 1.10c.1a, 4.5] Markers in any hex; Italian aircraft do not interdict."""

    rule = "1.10c.1"
    verbs = ("interdict", "pass")

    def ask(self, f: AirPhase, p: Guadalajara) -> Choices:
        if f.side != REP or not p.air[REP]:
            return {}
        return {REP: p.board.interdict_acts}

    def do(self, f: AirPhase, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        p.air[REP] -= 1
        p.markers.append(act.arg)
        p.flipped.append(0)
        p.shown.append(0 if p.opt.hidden_interdiction else 1)
        only = REP if p.opt.hidden_interdiction else -2
        p.tell("1.10c.1", "interdicts", {"hex": p.board.names[act.arg]}, only)
        return False

    def why(self, f: AirPhase, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "interdict" and not p.board.play[act.arg]:
            return [Refusal("R122", "outside-the-area", {"unit": "", "hex": p.board.names[act.arg], "left": ""})]
        return []


# -- attacks on the march


@dataclass
class Raid(Frame):
    """[1.10c.3, 2.7e.6, 4.6a] Units have entered a hex: the owner of the markers may show one, and may attack."""

    units: list[int]
    h: int
    road: bool
    hidden: bool                         # there are markers the mover does not know of
    rout: bool = False                   # in a mandatory retreat: no choice, no limit, no stop (2.7e.6)
    target: int = -1
    marker: int = -1
    die: int = 0
    hit: list[int] = field(default_factory=list)             # units already attacked in a rout


def raidable(p: Guadalajara, units: list[int], h: int, road: bool) -> Raid | None:
    """[1.10c.3, 4.6a] The window that opens when units enter a hex; judged by what both sides know."""
    wheels = any(soft(p, u) for u in units)
    hidden = p.opt.hidden_interdiction and 0 in p.shown
    if hidden and (road or wheels):
        return Raid(units, h, road, True)
    if wheels and armed(p, h) >= 0:
        return Raid(units, h, road, False)
    return None


def raiding(f: Raid, p: Guadalajara) -> bool:
    """[1.10c.3, scs.fog, R157] Whether aircraft are over the column or may come: a known marker lies where it marches.
    That a hidden one may be shown (4.6a) looks at nobody."""
    return f.rout or f.marker >= 0 or armed(p, f.h) >= 0


def soft(p: Guadalajara, u: int) -> bool:
    """[1.10c.3, 1.10c.6, R34] Motorised units, loaded trucks; not headquarters, not tanks."""
    return p.hex[u] >= 0 and p.moves_as(u) == MOTOR and not p.board.hq[u]


def armed(p: Guadalajara, h: int) -> int:
    """[1.10c.4] A known marker in the hex that has not attacked yet, or -1."""
    for i, m in enumerate(p.markers):
        if m == h and p.shown[i] and not p.flipped[i]:
            return i
    return -1


class Reveal(Step[Raid, Guadalajara]):
    """[4.6a, R131] The owner may show a marker that touches the hex; hidden, it does nothing."""

    rule = "4.6a"
    verbs = ("reveal", "pass")

    def ask(self, f: Raid, p: Guadalajara) -> Choices:
        if not f.hidden:
            return {}
        return {REP: [REVEAL, PASS] if touching(f, p) else [PASS]}

    def do(self, f: Raid, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == REVEAL:
            for i in touching(f, p):
                p.shown[i] = 1
                p.tell("4.6a", "marker-shown", {"hex": p.board.names[p.markers[i]]})
            if f.road:
                p.note |= REVEALED
            p.reveal()
        return True

    def why(self, f: Raid, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act == REVEAL and not touching(f, p):
            return [Refusal("4.6a", "no-marker-near", {"hex": p.board.names[f.h]})]
        return []


def touching(f: Raid, p: Guadalajara) -> list[int]:
    """[4.6a, 1.10c.2] Hidden markers near enough: two hexes from a road, in the hex itself for a raid."""
    b = p.board
    reach = b.raid_radius if f.road else 0
    return [i for i, m in enumerate(p.markers) if not p.shown[i] and b.distance(m, f.h) <= reach]


class Strike(Step[Raid, Guadalajara]):
    """[1.10c.3, 1.10c.4] One unit for each marker, the owner's choice; in a rout everybody who comes by."""

    rule = "1.10c.3"
    verbs = ("unit", "pass")

    def ask(self, f: Raid, p: Guadalajara) -> Choices:
        if f.rout or armed(p, f.h) < 0:
            return {}
        found = [u for u in f.units if soft(p, u)]
        return {REP: [*[p.board.unit_acts[u] for u in found], PASS]} if found else {}

    def do(self, f: Raid, p: Guadalajara, side: Side, act: Act) -> bool:
        if act != PASS:
            f.target = act.arg
            f.marker = armed(p, f.h)
            p.flipped[f.marker] = 1
        return True

    def auto(self, f: Raid, p: Guadalajara) -> None:
        if f.rout and f.h in p.markers:                      # [2.7e.6]
            f.target = next((u for u in f.units if soft(p, u) and u not in f.hit), -1)

    def why(self, f: Raid, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb != "unit" or (act.arg in f.units and soft(p, act.arg)):
            return []
        who: dict[str, Fact] = {"unit": p.board.uid[act.arg]}
        return [Refusal("1.10c.6", "headquarters-safe", who) if p.board.hq[act.arg]
                else Refusal("1.10c.3", "not-motorised-there", who)]


class RaidRoll(Die[Raid, Guadalajara]):
    """[1.10c.3] The die on the Interdiction Attack Table."""

    rule = "1.10c.3"

    def ask(self, f: Raid, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if f.target >= 0 else {}


class RaidEffect(Step[Raid, Guadalajara]):
    """[1.10c.3, 1.16d.2, R46] Nothing, a halt, or a step; a passenger shares the fate of its truck."""

    rule = "1.10c.3"

    def auto(self, f: Raid, p: Guadalajara) -> None:
        u, f.target = f.target, -1
        if u < 0:
            return
        f.hit.append(u)
        effect = p.board.raid[f.die]
        p.tell("1.10c.3", "raid", {"unit": p.board.uid[u], "die": f.die, "effect": effect})
        if effect == "stop" and not f.rout:                  # [1.10c.3, 2.7e.6]
            p.state[u] |= MOVED
        elif effect == "step":
            t = p.aboard[u]
            if t >= 0 and p.opt.passenger_step:
                p.unload(u)
                p.lose_truck(t, "1.16d.2")
                if not f.rout:
                    p.state[u] |= MOVED
                p.lose_step(u, "1.16d.2", OTHER)
            elif t >= 0:
                p.destroy(u, "1.16d.2", OTHER)
            else:
                p.lose_step(u, "1.10c.3", OTHER)
        f.at = 1                         # [1.10c.4] another marker in the hex, or the next unit of a rout


play(AirPhase, AirRoll(), Interdict())
play(Raid, Reveal(), Strike(), RaidRoll(), RaidEffect())
