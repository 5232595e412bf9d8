"""What a player is shown before he commits: reach, overlays, supply lines and warnings; the cards stand in cards.py.

Everything here asks the functions that decide; nothing is a second copy of a rule.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.guadalajara.rules.ch01_move import Move, Movement, abandons, group, move_of, purse
from frente.games.guadalajara.rules.ch01_movement import tolls, unit_refusals
from frente.games.guadalajara.rules.ch01_supply import OFF_ROAD, Survey, direct, in_field, traced
from frente.games.guadalajara.show.fog import covered, laid_open
from frente.games.guadalajara.show.knowledge import calm
from frente.games.guadalajara.state.board import DIVISIONS, ITALIAN, MP, NAT, REP, SIDES
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import Act, Refusal, Side
from frente.kit.plans import Reach, by_name, played
from frente.kit.search import shortest

OVERLAYS: Final = ("zones", "supply", "headquarters", "control", "interdiction", "villages", "sectors")
NATIONS: Final = ("republican", "spanish", "italian")


# -- reach


def reach(p: Guadalajara, side: Side, u: int) -> Reach:
    first = [] if isinstance(p.stack[-1], Move) else [f"unit:{p.board.uid[u]}"]
    return by_name(p.board.names, first, reach_of(p, side, u))


def reach_of(p: Guadalajara, side: Side, u: int) -> dict[int, tuple[int, list[int]]]:
    """Hexes where a unit, or the group that is moving, may stop: whole points left, and the hexes on the way."""
    f = p.stack[-1]
    if isinstance(f, Move) and u in group(f, p) and f.side == side:
        return stops(p, f)
    if isinstance(f, Movement) and f.side == side and not unit_refusals(p, side, u, f.exploit):
        return stops(p, move_of(p, side, [u], f.exploit))
    return {}


def stops(p: Guadalajara, f: Move) -> dict[int, tuple[int, list[int]]]:
    """Every stop within reach, by the same prices that the march asks."""
    units = group(f, p)
    start = p.hex[units[0]]
    if not f.moved and abandons(p, units, start):
        return {}                        # [1.11b, 1.12b] others would be left behind alone
    best: dict[int, list[int]] = {start: [purse(f, u) for u in units]}
    way: dict[int, list[int]] = {start: []}
    bonus = {start: f.bonus}             # [3.4b.3] it counts as long as the railway is not left
    probe = f.clone()
    queue = [start]
    for a in queue:
        probe.left = best[a][:]
        probe.bonus = bonus[a]
        probe.units = units
        probe.moved = f.moved or a != start
        probe.screen = f.screen and a == start
        for i, t in enumerate(p.board.nb[a]):
            costs = tolls(probe, p, units, a, i)
            if costs[0] <= 0:
                continue
            kept = bonus[a] if p.board.rail[a][i] else 0
            rest = [have - cost - bonus[a] + kept for have, cost in zip(best[a], costs)]
            if t not in best or min(best[t]) < min(rest):
                best[t] = rest
                bonus[t] = kept
                way[t] = [*way[a], t]
                queue.append(t)
    return {h: (max(0, min(rest)) // MP, way[h]) for h, rest in best.items() if h != start and not p.room(units, h)}


def warnings(p: Guadalajara, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """Units that a march would bring where no supply reaches them, and others whose line it would cut."""
    f = p.stack[-1]
    if not isinstance(f, (Movement, Move)) or f.side != side or acts[-1].verb != "hex":
        return []
    q = played(p, side, acts)
    if q is None:
        return []
    b = p.board
    before, after = Survey(p, side), Survey(q, side)
    return [Refusal("1.6a.3", "would-be-unsupplied", {"unit": b.uid[u], "hex": b.names[q.hex[u]]})
            for u in b.fighters[side]
            if q.hex[u] >= 0 and not after.supplied(u) and (p.hex[u] != q.hex[u] or before.supplied(u))]


# -- overlays


def overlay(p: Guadalajara, viewer: Side | None, name: str) -> dict[str, list[str]]:
    """Marks by hex for one overlay."""
    b = p.board
    found: dict[str, list[str]] = {}
    if name == "supply":
        for n, nation in enumerate(NATIONS):
            if viewer is not None and viewer != (REP if nation == "republican" else NAT):
                continue
            far = traced(p, n)
            for h in range(b.size):
                if far[h] <= OFF_ROAD and b.open[n][h]:
                    found.setdefault(b.names[h], []).append(f"{nation}:{far[h]}")
    elif name == "headquarters":
        calm, fields = headquarters(p, viewer)
        for hq, far in fields.items():
            division = DIVISIONS[b.division[hq]]
            for h in range(b.size):
                if b.open[ITALIAN][h] and in_field(calm, hq, far, h):
                    reach = 0 if h == p.hex[hq] else min(far[x] for x in b.nb[h]) + 1
                    found.setdefault(b.names[h], []).append(f"{division}:{reach}")
    elif name == "villages":
        for h in b.villages:
            if b.vp[h]:
                found[b.names[h]] = [str(b.vp[h]), SIDES[p.last[h]]]
    else:
        for h in range(b.size):
            marks = marks_of(p, viewer, name, h)
            if marks:
                found[b.names[h]] = marks
    return found


def headquarters(p: Guadalajara, viewer: Side | None) -> tuple[Guadalajara, dict[int, list[int]]]:
    """The fields of the Italian headquarters that a viewer sees, in a position that tells no more than he knows."""
    known = calm(p, viewer)              # [4.6c] a shorter range would tell of panic
    open_units = laid_open(p)
    fields = Survey(known, NAT).fields
    return known, {hq: far for hq, far in fields.items() if not covered(p, viewer, hq, open_units)}


def marks_of(p: Guadalajara, viewer: Side | None, name: str, h: int) -> list[str]:
    b = p.board
    if not (b.play[h] or b.corridor[h]):
        return []
    if name == "zones":
        return [SIDES[s] for s in (NAT, REP) if p.zone[s][h]]
    if name == "control":
        return [SIDES[p.last[h]]]
    if name == "sectors":
        return ["italian" if b.south[h] else "spanish"]
    known = [m for i, m in enumerate(p.markers) if p.shown[i] or viewer == REP]
    return ["republican"] if b.has_road[h] and any(b.distance(m, h) <= b.raid_radius for m in known) else []


# -- supply lines


def fed(p: Guadalajara, side: Side, units: Sequence[int]) -> list[bool]:
    """Which of a side's units have a supply line that can be shown."""
    b = p.board
    survey = Survey(p, side)
    found: list[bool] = []
    for u in units:
        h = p.hex[u]
        fine = h >= 0 and not b.truck[u] and survey.supplied(u)
        by_hq = fine and b.nation[u] == ITALIAN and not b.hq[u] and survey.by_hq(u) >= 0
        found.append(by_hq or (fine and direct(p, b.nation[u], h)))
    return found


def supply_line(p: Guadalajara, u: int, eyes: Sequence[Side]) -> list[str]:
    return [p.board.names[h] for h in supply_path(p, u, NAT if NAT in eyes else None)]


def supply_path(p: Guadalajara, u: int, viewer: Side | None) -> list[int]:
    """Hexes from a unit to what supplies it: a source, or for an Italian his headquarters and on to the source.

    [4.6c, scs.fog] To his enemy, a headquarters in sight that has not panicked.
    """
    b = p.board
    if p.hex[u] < 0 or b.truck[u]:
        return []
    survey = Survey(p, b.side[u])
    if b.side[u] == NAT and viewer != NAT:
        survey.p, survey.fields = headquarters(p, viewer)
    if not survey.supplied(u):
        return []
    nation = b.nation[u]
    h = p.hex[u]
    if nation == ITALIAN and not b.hq[u]:
        hq = survey.by_hq(u)
        if hq >= 0:
            first = descend(p, h, survey.fields[hq], p.hex[hq])
            return first + source_path(p, nation, p.hex[hq])[1:]
    return source_path(p, nation, h)


def descend(p: Guadalajara, h: int, far: list[int], goal: int) -> list[int]:
    way = [h]
    while h != goal and len(way) < 99:
        h = min(p.board.nb[h], key=far.__getitem__)
        way.append(h)
    return way


def source_path(p: Guadalajara, nation: int, h: int) -> list[int]:
    """A way to the nearest source along hexes that a trace may use."""
    b, far = p.board, traced(p, nation)
    if not direct(p, nation, h):
        return []
    source = [x in b.sources[nation] for x in range(b.size)]
    nearer = [[far[n] <= far[a] for n in b.nb[a]] for a in range(b.size)]
    return shortest(b.nb, h, source, [x > OFF_ROAD for x in far], over=nearer) or [h]
