"""[8] Replacements: of two eliminated units alike, the weaker one comes back and the other leaves the game."""
from __future__ import annotations

from dataclasses import dataclass

from frente.games.storm.rules.ch03_general import judge
from frente.games.storm.state.board import AREAS, ARTILLERY, INTERNATIONAL, LEGION, LINE, MOROCCAN, NAT, SPACES
from frente.games.storm.state.position import ELIMINATED, REMOVED, Storm, refusal
from frente.kernel.flow import PASS, Act, Choices, Frame, Refusal, Side, play
from frente.kit.steps import Listed


@dataclass
class Rebuild(Frame):
    """[4.2d] One side rebuilds units; also 15.R5b and 15.N11a."""

    side: Side
    lines: int                           # line units that may be rebuilt
    shocks: int                          # shock units
    alone: bool = False                  # no second unit is given up (R36)
    unit: int = -1                       # the one that returns
    mate: int = -1                       # the one given up


def replacement_phase(p: Storm, side: Side) -> Rebuild:
    """[8b, 12.3j]"""
    b = p.board
    return Rebuild(side, b.rebuild_line, b.rebuild_pause if side == NAT and p.in_pause() else b.rebuild_shock)


def banned(p: Storm, u: int) -> tuple[str, str]:
    """[8f-8h] Units that are never, or not now, rebuilt."""
    b = p.board
    if b.type[u] == ARTILLERY:
        return ("8h", "artillery-not-rebuilt")
    if b.faction[u] == INTERNATIONAL:
        return ("8f", "brigades-not-rebuilt")
    if b.faction[u] in (LEGION, MOROCCAN) and not p.in_pause():
        return ("8g", "only-in-pause")
    return ("", "")


def stronger(p: Storm, u: int, v: int) -> bool:
    """[8e] Whether, of the pair, *u* may be the one that returns."""
    b = p.board
    return (b.attack[u], b.defence[u]) <= (b.attack[v], b.defence[v])


def alike(p: Storm, u: int) -> list[int]:
    """[8c] Other eliminated units of its type and faction."""
    b = p.board
    return [v for v in b.of[b.side[u]] if v != u and p.at[v] == ELIMINATED and b.type[v] == b.type[u]
            and b.faction[v] == b.faction[u]]


def mates(p: Storm, u: int) -> list[int]:
    """[8c, 8e] Eliminated units that may be given up for *u*."""
    return [v for v in alike(p, u) if stronger(p, u, v)]


def wants_mate(f: Rebuild) -> bool:
    """[8c, R36] Whether the unit to be given up is still to be named."""
    return f.mate < 0 and not f.alone


def within_allowance(p: Storm, f: Rebuild, u: int) -> bool:
    """[8b, R35] Line units or shock units, not both."""
    return (f.lines if p.board.type[u] == LINE else f.shocks) > 0


def returning(p: Storm, f: Rebuild) -> list[int]:
    """Units that may be rebuilt now."""
    box = [u for u in p.board.of[f.side] if p.at[u] == ELIMINATED]
    if not box or not places(p, f.side):
        return []
    return [u for u in box if within_allowance(p, f, u) and not banned(p, u)[0] and (f.alone or mates(p, u))]


def places(p: Storm, side: Side) -> list[int]:
    """[8d, R35] Where a rebuilt unit may appear."""
    last = SPACES if p.opt.rebuild_in_box else AREAS
    return [a for a in range(last) if p.control[a] == side and p.room(side, a) > 0]


class RebuildUnits(Listed[Rebuild, Storm]):
    """[8b-8e] The unit that returns, the unit given up, the area."""

    rule = "8b"
    verbs = ("rebuild", "with", "area", "pass")

    def ask(self, f: Rebuild, p: Storm) -> Choices:
        b = p.board
        if f.unit >= 0:
            if wants_mate(f):
                return {f.side: [b.with_acts[v] for v in mates(p, f.unit)]}
            return {f.side: [b.area_acts[a] for a in places(p, f.side)]}
        found = returning(p, f)
        return {f.side: [*[b.rebuild_acts[u] for u in found], PASS]} if found else {}

    def do(self, f: Rebuild, p: Storm, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        if act.verb == "rebuild":
            f.unit = act.arg
            found = mates(p, act.arg)
            if len(found) == 1 and wants_mate(f):
                f.mate = found[0]
        elif act.verb == "with":
            f.mate = act.arg
        else:
            bring_back(p, f, act.arg)
        return False

    def why(self, f: Rebuild, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [rebuild_refusal(p, f, side, act)]


def bring_back(p: Storm, f: Rebuild, a: int) -> None:
    """[8b, 8c, 8d] The unit appears, Fresh as everything that comes out of a box; the other one leaves the game."""
    u = f.unit
    p.put(u, a)
    judge(p, a)                          # [12.1h] it may be the foothold that opens the rivers
    p.tell("8d", "rebuilt", {"unit": p.board.uid[u], "area": p.board.names[a]})
    if f.mate >= 0:
        p.box(f.mate, REMOVED)
        p.tell("8c", "given-up", {"unit": p.board.uid[f.mate]})
    if p.board.type[u] == LINE:
        f.lines -= 1
        f.shocks = 0
    else:
        f.shocks -= 1
        f.lines = 0
    f.unit = f.mate = -1


def rebuild_refusal(p: Storm, f: Rebuild, side: Side, act: Act) -> Refusal:
    b = p.board
    if f.unit >= 0:
        if act.verb != ("with" if wants_mate(f) else "area"):
            return refusal(p, "8c", "finish-rebuilding", f.unit)
        return mate_refusal(p, f, act.arg) if wants_mate(f) else place_refusal(p, f, act.arg)
    if act.verb in ("with", "area"):
        return Refusal("8c", "name-returning-first", {})
    u = act.arg
    if b.side[u] != side:
        return refusal(p, "8a", "not-your-unit", u)
    if p.at[u] != ELIMINATED:
        return refusal(p, "8a", "not-eliminated", u)
    rule, key = banned(p, u)
    if rule:
        return refusal(p, rule, key, u)
    if not within_allowance(p, f, u):
        return refusal(p, "8b", "allowance-used", u)
    if not places(p, side):
        return refusal(p, "8d", "nowhere-to-appear", u)
    if alike(p, u):
        return refusal(p, "8e", "weaker-returns", u)
    return refusal(p, "8c", "no-pair", u)


def mate_refusal(p: Storm, f: Rebuild, v: int) -> Refusal:
    if p.at[v] != ELIMINATED:
        return refusal(p, "8c", "not-eliminated", v)
    if v not in alike(p, f.unit):
        return refusal(p, "8c", "not-a-pair", v)
    return refusal(p, "8e", "weaker-returns", f.unit)


def place_refusal(p: Storm, f: Rebuild, a: int) -> Refusal:
    if a >= AREAS and not p.opt.rebuild_in_box:
        return refusal(p, "8d", "not-in-a-box", f.unit, a)
    if p.control[a] != f.side:
        return refusal(p, "8d", "not-your-area", f.unit, a)
    return refusal(p, "3.2c", "no-room", f.unit, a)


play(Rebuild, RebuildUnits())
