"""[10.4.2] Advance after combat: who follows into the hex that was left, how far, and where he must stop."""
from __future__ import annotations

from frente.games.brunete.rules.ch09_movement import STOP, release
from frente.games.brunete.rules.ch10_results import EMPTIED, Aftermath
from frente.games.brunete.state.board import TANK, WET
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import PASS, Act, Choices, Fact, Refusal, Side, Step


class Advance(Step[Aftermath, Brunete]):
    """[10.4.2] Attackers may follow: 1 hex after a green R, 2 after a black one, 3 if the hex was emptied."""

    rule = "10.4.2a"
    verbs = ("unit", "hex", "stop", "pass")

    def ask(self, f: Aftermath, p: Brunete) -> Choices:
        if f.unit < 0:
            acts = [p.board.unit_acts[u] for u in f.units
                    if p.hex[u] >= 0 and u not in f.advanced and advance_steps(f, p, u)]
            return {f.side: [*acts, PASS]} if acts else {}
        acts = [p.board.hex_acts[t] for t in advance_steps(f, p, f.unit)]
        if not acts:
            return {}
        if f.path and p.fits(f.unit, f.path[-1]):
            acts.append(STOP)
        return {f.side: acts}

    def do(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        if act.verb == "unit":
            f.unit = act.arg
        elif act == STOP:
            halt(f, p)
        else:
            f.path.append(act.arg)
            p.put(f.unit, act.arg)
            p.tell("10.4.2a", "advanced", {"unit": p.board.uid[f.unit], "hex": p.board.names[act.arg]})
        return False

    def auto(self, f: Aftermath, p: Brunete) -> None:
        if f.unit >= 0:
            halt(f, p)
            f.at -= 1

    def why(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        if f.unit >= 0 and act.verb in ("unit", "pass"):
            return [Refusal("10.4.2a", "finish-move-first", {"unit": b.uid[f.unit]})]
        if f.unit < 0 and act.verb in ("hex", "stop"):
            return [Refusal("10.4.2a", "choose-unit-first", {})]
        if act == STOP:
            if not f.path:
                return [Refusal("10.4.2g", "not-there-yet", {"unit": b.uid[f.unit]})]
            return [] if p.fits(f.unit, f.path[-1]) else [
                Refusal("1.1i", "no-room-to-halt", {"unit": b.uid[f.unit], "hex": b.names[p.hex[f.unit]]})]
        if act.verb == "unit":
            who: dict[str, Fact] = {"unit": b.uid[act.arg]}
            if act.arg not in f.units or p.hex[act.arg] < 0:
                return [Refusal("10.4.2a", "did-not-attack", who)]
            if act.arg in f.advanced:
                return [Refusal("10.4.2a", "already-advanced", who)]
            return [] if advance_steps(f, p, act.arg) else [Refusal("10.4.2g", "cannot-enter-vacated", who)]
        if act.verb != "hex":
            return []
        where: dict[str, Fact] = {"unit": b.uid[f.unit], "hex": b.names[act.arg]}
        if not f.path and act.arg != f.target:
            return [Refusal("10.4.2g", "vacated-hex-first", where)]
        here = p.hex[f.unit]
        if act.arg not in b.nb[here]:
            return [Refusal("10.4.2a", "not-adjacent", where)]
        if p.holder(act.arg) == 1 - f.side:
            return [Refusal("R72", "enemy-there", where)]
        if b.type[f.unit] == TANK and b.water[here][b.nb[here].index(act.arg)] == WET:
            return [Refusal("10.4.2f", "tank-needs-bridge", where)]
        if f.path and p.zone[1 - f.side][act.arg] and p.top[act.arg] < 0:
            return [Refusal("10.4.2e", "no-advance-into-zone", where)]
        return [] if act.arg in advance_steps(f, p, f.unit) else [Refusal("1.1i", "no-room-no-way-on", where)]


def reach_of_advance(f: Aftermath, p: Brunete, u: int) -> int:
    """[11.1b] With the option the XVIII Corps follows at most one hex on turn 2."""
    slow = p.opt.slow_xviii_corps and p.turn == 2 and p.board.corps[u] == "XVIII"
    return min(f.advance, 1) if slow else f.advance


def advance_steps(f: Aftermath, p: Brunete, u: int) -> list[int]:
    """[10.4.2a, 10.4.2g] Hexes an attacker may enter next, going by what it has advanced so far."""
    return further(f, p, u, p.hex[u], len(f.path))


def further(f: Aftermath, p: Brunete, u: int, here: int, gone: int) -> list[int]:
    """[1.1i, 10.4.2e, 10.4.2f, 10.4.2g, R72]"""
    b = p.board
    if gone >= reach_of_advance(f, p, u):
        return []
    found: list[int] = []
    for i, t in enumerate(b.nb[here]):
        if not gone and t != f.target:
            continue
        v = p.top[t]
        if v == u:
            v = p.below[u]               # looking ahead: the hex it sets out from holds only those it leaves behind
        if v >= 0 and b.side[v] != f.side:
            continue
        if b.type[u] == TANK and b.water[here][i] == WET:
            continue
        if gone and p.zone[1 - f.side][t] and v < 0:
            continue
        # With continuous supply zones may change at every step: no way on is sure, so a full hex is not entered at all.
        if p.fits(u, t) or (not p.opt.continuous_supply and further(f, p, u, t, gone + 1)):
            found.append(t)
    return found


def halt(f: Aftermath, p: Brunete) -> None:
    """[9.6, 10.4.2a]"""
    f.advanced.append(f.unit)
    release(p, f.unit)
    f.unit = -1
    f.path = []


class BeginAdvance(Step[Aftermath, Brunete]):
    """[10.4.2b-d, R71] How far the attackers may follow."""

    rule = "10.4.2a"

    def auto(self, f: Aftermath, p: Brunete) -> None:
        f.advance = f.retreat if f.escaped else EMPTIED
