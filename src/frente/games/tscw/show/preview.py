"""What a player is shown before he commits: odds, reach, overlays, and what a step would bring upon himself.

Everything here asks the functions that decide; nothing is a second copy of a rule. Of the enemy only what is in sight
is counted: before an attack is declared the card knows just the top counter of the stack.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.tscw.rules.ch10_supply import line_of_supply, network, starves, traces
from frente.games.tscw.rules.ch12_movement import Move, Walking, halt, mobile, points, reach
from frente.games.tscw.rules.ch12_phase import Movement
from frente.games.tscw.rules.ch13_odds import (
    Attack,
    attack_parts,
    defence_parts,
    drm_parts,
    result,
    shift_parts,
    table_column,
    town_defense,
    worth,
)
from frente.games.tscw.state.board import NAT, NET_CENTRE, NET_NAT, NET_NORTH, REP, SIDES
from frente.games.tscw.state.position import FIT, Tscw, refusal
from frente.kernel.flow import Act, Refusal, Side
from frente.kit.plans import Chances, Reach, expected, listed, played

OVERLAYS: Final = ("control", "front", "zones", "supply", "rail", "morale")


# -- the battle card


def card(p: Tscw, viewer: Side | None) -> dict[str, Any]:
    """The battle being prepared or fought; {} when there is none."""
    for f in reversed(p.stack):
        if isinstance(f, Attack):
            return battle_card(p, f, viewer)
    return {}


def battle_card(p: Tscw, f: Attack, viewer: Side | None) -> dict[str, Any]:
    """Factors, odds, shifts, modifiers, and the chances of losses. Before the attack is declared the enemy learns only
    where it goes, and the attacker counts only the top counter of the stack (13.6)."""
    b = p.board
    name = b.names[f.target]
    found: dict[str, Any] = {"kind": "battle", "target": name, "area": name, "side": SIDES[f.side]}
    if not f.foes and f.side != viewer:
        return found
    g = f.clone()
    if not g.foes:
        g.foes = [p.top[f.target]]
        found["sight"] = "top-only"
    found["attackers"] = [b.uid[u] for u in f.units]
    found["defenders"] = [b.uid[u] for u in g.foes]
    found["aircraft"] = [b.uid[u] for u in f.air]
    if not g.units or f.losses:
        return found                     # nothing to reckon yet, or the die has fallen
    attack, defence = attack_parts(p, g), defence_parts(p, g)
    shifts, modifiers = shift_parts(p, g), drm_parts(p, g)
    own: Chances = {}
    hits: Chances = {}
    cleared = 0.0
    steps = sum([p.steps[u] for u in g.foes])
    extra = town_defense(p, g)
    for die in range(1, 7):
        a, d = result(p, g, die)
        a += extra
        own[str(a)] = own.get(str(a), 0.0) + 1 / 6
        hits[str(d)] = hits.get(str(d), 0.0) + 1 / 6
        if d >= steps:
            cleared += 1 / 6
    found |= {
        "attack": worth(attack), "attack-parts": listed(attack), "defence": worth(defence),
        "defence-parts": listed(defence), "shift": worth(shifts), "shift-parts": listed(shifts),
        "modifier": worth(modifiers), "modifier-parts": listed(modifiers), "column": b.columns[table_column(p, g)],
        "attacker-losses": own, "defender-losses": hits, "attacker-loss": expected(own),
        "defender-loss": expected(hits), "steps": steps, "cleared": cleared}
    return found


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
        return [SIDES[p.control[h]]] if any(p.control[n] != p.control[h] for n in b.nb[h]) else []
    if name == "zones":
        return [f"{SIDES[s]}:{'full' if p.full[s][h] else 'column'}" for s in (REP, NAT) if p.zoned(s, h)]
    if name == "supply":
        marks: list[str] = []
        for net, word in ((NET_NAT, SIDES[NAT]), (NET_CENTRE, SIDES[REP]), (NET_NORTH, SIDES[REP] + ":northern")):
            n = network(p, net)
            if n.reach[h] or (n.staff[h] and viewer == (NAT if net == NET_NAT else REP)):
                marks.append(word)
        return marks
    if name == "rail":
        return [SIDES[p.control[h]]] if b.rail[h] else []
    if not b.morale[h]:
        return []
    home = REP if b.morale[h] < 0 else NAT
    lost = ["held"] if p.control[h] != home else []
    return ["purple" if home == REP else "yellow", str(abs(b.morale[h])), *lost]


# -- reach


def reach_of(p: Tscw, side: Side, u: int) -> Reach:
    """Where a unit may end its move: the points left there and the acts that lead there."""
    b = p.board
    names = b.names
    top = p.stack[-1] if p.stack else None
    found: Reach = {}
    if isinstance(top, Move) and top.side == side and u in top.units:
        units = tuple(top.units)
        here = p.hex[u]
        w = Walking(p, units, here, points(p, units, top.march) - top.spent, not top.moved, top.march)
        for t in w.seen:
            way = w.way(t)
            if way and not halt(p, units, top.start, t, way, top.goal):
                found[names[t]] = (w.left[t], [f"hex:{names[x]}" for x in way])
        return found
    if not isinstance(top, Movement) or top.side != side or b.side[u] != side or not mobile(p, u):
        return found
    for march in (False, True):
        if march and not p.state[u] & FIT:
            continue
        first = f"{'march' if march else 'unit'}:{b.uid[u]}"
        for t, (left, way) in reach(p, u, march).items():
            if way and names[t] not in found:
                found[names[t]] = (left, [first, *[f"hex:{names[x]}" for x in way]])
    return found


def range_of(p: Tscw, u: int) -> dict[str, int]:
    """Where a unit of either side could end an operational move that began now, and the points left there."""
    if p.hex[u] < 0 or not p.allowance(u):
        return {}
    return {p.board.names[t]: left for t, (left, _) in reach(p, u, False).items()}


# -- warnings


def warnings(p: Tscw, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """Own units that a plan would leave without supply, and so exposed to attrition."""
    if acts[-1].verb not in ("hex", "stop"):
        return []
    before = unfed(p, side)
    q = played(p, side, acts)
    if q is None:
        return []
    after = unfed(q, side) if q.stack else []
    return [refusal(p, "10.3c", "would-starve", u) for u in after if u not in before]


def unfed(p: Tscw, side: Side) -> list[int]:
    return [u for u in p.on_map(side) if starves(p, u)]


def supply_line(p: Tscw, u: int, eyes: Sequence[Side]) -> list[str]:
    return [p.board.names[h] for h in line_of_supply(p, u)]


def fed(p: Tscw, side: Side, units: Sequence[int]) -> list[bool]:
    """Which of a side's units have a supply line."""
    return [p.hex[u] >= 0 and traces(p, u) for u in units]
