"""What a player is shown before he commits: odds, reach, overlays, checklist, and what a step would bring upon himself.

Everything here asks the functions that decide; nothing is a second copy of a rule. Of the enemy only what is in sight
is counted: before an attack is declared the card knows just the top counter of the stack.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.flow import Act, Refusal, Side
from frente.games.tscw.board import NAT, NET_CENTRE, NET_NAT, NET_NORTH, REP, SIDES
from frente.games.tscw.ch06_administration import expected
from frente.games.tscw.ch06_points import replenish_kind
from frente.games.tscw.ch07_duties import measure
from frente.games.tscw.ch10_supply import line_of_supply, network, protected, traces
from frente.games.tscw.ch12_movement import Move, halt, mobile, points, reach, route, spread
from frente.games.tscw.ch12_phase import Movement, debts
from frente.games.tscw.ch13_odds import (
    Attack,
    Part,
    attack_parts,
    defence_parts,
    drm_parts,
    final_die,
    result,
    shift_parts,
    table_column,
    worth,
)
from frente.games.tscw.frames import Administration
from frente.games.tscw.position import DEAD, FIT, Tscw, refusal

OVERLAYS: Final = ("control", "front", "zones", "supply", "rail", "morale")
Chances = dict[str, float]


def listed(parts: list[Part]) -> list[dict[str, Any]]:
    return [{"value": value, "rule": rule, "key": key} for value, rule, key in parts]


# -- the battle card


def card(p: Tscw, viewer: Side | None) -> dict[str, Any]:
    """The battle being prepared or fought, or the checklist of the administrative phase; {} when there is neither."""
    for f in reversed(p.stack):
        if isinstance(f, Attack):
            if f.foes or f.side == viewer:
                return battle_card(p, f)
            return {"kind": "battle", "target": p.board.title(f.target)}
        if isinstance(f, Administration) and f.side == viewer:
            return checklist(p, f)
        if isinstance(f, Movement) and f.side == viewer:
            return duties(p, f.side)
    return {}


def battle_card(p: Tscw, f: Attack) -> dict[str, Any]:
    """Factors, odds, shifts, modifiers, and the distribution of losses over the die."""
    b = p.board
    g = f.clone()
    if not g.foes:
        g.foes = [p.top[f.target]]       # [13.6] nothing below the top counter is known yet
    if not g.units:
        return {"kind": "battle", "target": b.title(f.target)}
    attacker: Chances = {}
    defender: Chances = {}
    for die in range(1, 7):
        a, d = result(p, g, die)
        attacker[str(a)] = attacker.get(str(a), 0.0) + 1 / 6
        defender[str(d)] = defender.get(str(d), 0.0) + 1 / 6
    attack = attack_parts(p, g)
    defence = defence_parts(p, g)
    return {
        "kind": "battle", "target": b.title(f.target), "side": SIDES[f.side], "units": [b.uid[u] for u in f.units],
        "known": bool(f.foes), "attack": listed(attack), "defence": listed(defence),
        "shifts": listed(shift_parts(p, g)),
        "modifiers": listed(drm_parts(p, g)), "odds": f"{worth(attack)}:{worth(defence)}",
        "column": b.columns[table_column(p, g)], "losses": {"attacker": attacker, "defender": defender},
        "dice": {str(d): final_die(p, g, d) for d in range(1, 7)},
        "steps": sum([p.steps[u] for u in g.foes])}


def checklist(p: Tscw, f: Administration) -> dict[str, Any]:
    """[5.2.A4] What is left to do in phase A.IV."""
    b = p.board
    return {
        "kind": "administration", "side": SIDES[f.side],
        "withdrawn": [b.title(h) for h in f.freed],
        "to-place": [b.uid[u] for u in f.queue],
        "still-waiting": [b.uid[u] for u in expected(p, f.side)],
        "points": p.rp[:2] if f.side == REP else p.rp[2:],
        "reduced": [b.uid[u] for u in p.on_map(f.side) if replenish_kind(p, f, u) >= 0],
        "deadpile": [b.uid[u] for u in b.ground[f.side] if p.hex[u] == DEAD]}


def duties(p: Tscw, side: Side) -> dict[str, Any]:
    """Units named for an obligation, how far they are from its goal, and whether they must still move."""
    b = p.board
    named = [u for u in b.ground[side] if p.duty[u] and p.hex[u] >= 0]
    if not named:
        return {}
    owing = debts(p, side)
    return {"kind": "duties", "units": {b.uid[u]: {"distance": measure(p, p.duty[u], p.hex[u]), "owes": u in owing}
                                        for u in named}}


# -- overlays


def overlay(p: Tscw, viewer: Side | None, name: str) -> dict[str, list[str]]:
    b = p.board
    found: dict[str, list[str]] = {}
    for h in range(b.size):
        marks = _marks(p, viewer, name, h)
        if marks:
            found[b.names[h]] = marks
    return found


def _marks(p: Tscw, viewer: Side | None, name: str, h: int) -> list[str]:
    b = p.board
    if name == "control":
        return [SIDES[p.control[h]]]
    if name == "front":
        return ["front:" + SIDES[p.control[h]]] if any(p.control[n] != p.control[h] for n in b.nb[h]) else []
    if name == "zones":
        return [f"{'full' if p.full[s][h] else 'column'}:{SIDES[s]}" for s in (REP, NAT) if p.zoned(s, h)]
    if name == "supply":
        marks: list[str] = []
        for net, word in ((NET_NAT, SIDES[NAT]), (NET_CENTRE, SIDES[REP]), (NET_NORTH, "northern")):
            n = network(p, net)
            if n.reach[h] or (n.staff[h] and viewer == (NAT if net == NET_NAT else REP)):
                marks.append("supplied:" + word)
        return marks
    if name == "rail":
        return [SIDES[p.control[h]]] if b.rail[h] else []
    return [f"{b.morale[h]:+d}"] if b.morale[h] else []


# -- reach


def reach_of(p: Tscw, side: Side, u: int) -> dict[str, tuple[int, list[str]]]:
    """Where a unit may end its move: the points left there and the acts that lead there."""
    b = p.board
    names = b.names
    top = p.stack[-1] if p.stack else None
    found: dict[str, tuple[int, list[str]]] = {}
    if isinstance(top, Move) and top.side == side and u in top.units:
        units = tuple(top.units)
        here = p.hex[u]
        seen = spread(p, units, here, points(p, units, top.march) - top.spent, not top.moved, top.march)
        for t, (left, _) in seen.items():
            way = route(seen, t)
            if not halt(p, units, top.start, t, way, top.goal):
                found[names[t]] = (left, [f"hex:{names[x]}" for x in way])
        return found
    if not isinstance(top, Movement) or top.side != side or b.side[u] != side or not mobile(p, u):
        return found
    for march in (False, True):
        if march and not p.state[u] & FIT:
            continue
        first = f"{'march' if march else 'unit'}:{b.uid[u]}"
        for t, (left, way) in reach(p, u, march).items():
            if names[t] not in found:
                found[names[t]] = (left, [first, *[f"hex:{names[x]}" for x in way]])
    return found


# -- warnings


def warnings(p: Tscw, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """Own units that a plan would leave without supply, and so exposed to attrition."""
    if acts[-1].verb not in ("hex", "stop"):
        return []
    before = unfed(p, side)
    q = p.clone()
    for act in acts:
        if act not in q.choices().get(side, []):
            return []
        q.apply(side, act)
    after = unfed(q, side) if q.stack else []
    return [refusal(p, "10.3c", "would-starve", u) for u in after if u not in before]


def unfed(p: Tscw, side: Side) -> list[int]:
    return [u for u in p.on_map(side) if not traces(p, u) and not protected(p, u)]


def supply_path(p: Tscw, u: int) -> list[str]:
    return [p.board.names[h] for h in line_of_supply(p, u)]
