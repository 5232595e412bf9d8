"""What a player is shown before he commits: reach, the battle card, overlays, supply lines and warnings.

Everything here asks the functions that decide; nothing is a second copy of a rule.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.flow import Act, Fact, Refusal, Side
from frente.games.guadalajara.board import DIVISIONS, ITALIAN, MP, NAT, REP, SIDES
from frente.games.guadalajara.ch01_barrage import Barrage, Fire, column_of, left_shifts, strength, table_column
from frente.games.guadalajara.ch01_battle import (
    Attack,
    Item,
    anti_tank,
    armour_of,
    attack_of,
    attack_total,
    column,
    defence_total,
    duel_drm,
    duellists,
    modifiers,
    odds,
    shifts,
)
from frente.games.guadalajara.ch01_combat import Combat, able, targets
from frente.games.guadalajara.ch01_move import Move, Movement, group, move_of, purse
from frente.games.guadalajara.ch01_movement import tolls, unit_refusals
from frente.games.guadalajara.ch01_results import longer
from frente.games.guadalajara.ch01_supply import OFF_ROAD, Survey, direct, in_field, traced
from frente.games.guadalajara.position import Guadalajara
from frente.kit.scs.odds import POINT, rung, spelled

OVERLAYS: Final = ("zones", "supply", "headquarters", "control", "interdiction", "villages", "sectors")
NATIONS: Final = ("republican", "spanish", "italian")
TWO_DICE: Final = {roll: 6 - abs(roll - 7) for roll in range(2, 13)}         # of 36


# -- reach


def reach_of(p: Guadalajara, side: Side, u: int) -> dict[int, tuple[int, list[int]]]:
    """Hexes where a unit, or the group that is moving, may stop: whole points left, and the hexes on the way."""
    f = p.stack[-1]
    if isinstance(f, Move) and u in group(f, p) and f.side == side:
        return spread(p, f)
    if isinstance(f, Movement) and f.side == side and not unit_refusals(p, side, u, f.exploit):
        return spread(p, move_of(p, side, [u], f.exploit))
    return {}


def spread(p: Guadalajara, f: Move) -> dict[int, tuple[int, list[int]]]:
    """Every stop within reach, by the same prices that the march asks."""
    units = group(f, p)
    start = p.hex[units[0]]
    best: dict[int, list[int]] = {start: [purse(f, u) for u in units]}
    way: dict[int, list[int]] = {start: []}
    probe = f.clone()
    queue = [start]
    for a in queue:
        probe.left = best[a][:]
        probe.units = units
        probe.moved = f.moved or a != start
        probe.screen = f.screen and a == start
        for i, t in enumerate(p.board.nb[a]):
            costs = tolls(probe, p, units, a, i)
            if costs[0] <= 0:
                continue
            rest = [have - cost for have, cost in zip(best[a], costs)]
            if t not in best or min(best[t]) < min(rest):
                best[t] = rest
                way[t] = [*way[a], t]
                queue.append(t)
    return {h: (max(0, min(rest)) // MP, way[h]) for h, rest in best.items() if h != start and not p.room(units, h)}


def warnings(p: Guadalajara, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """Units that a march would bring where no supply reaches them, and others whose line it would cut."""
    f = p.stack[-1]
    if not isinstance(f, (Movement, Move)) or f.side != side or acts[-1].verb != "hex":
        return []
    q = p.clone()
    for act in acts:
        if act not in q.choices().get(side, []):
            return []
        q.apply(side, act)
    b = p.board
    before, after = Survey(p, side), Survey(q, side)
    found: list[Refusal] = []
    for u in b.fighters[side]:
        if q.hex[u] >= 0 and not after.supplied(u) and (p.hex[u] != q.hex[u] or before.supplied(u)):
            who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[q.hex[u]]}
            found.append(Refusal("1.6a.3", "would-be-unsupplied", who))
    return found


# -- the battle card


def battle_card(p: Guadalajara, viewer: Side | None) -> dict[str, Any]:
    """The combat or barrage being prepared or resolved; {} when there is none."""
    for f in reversed(p.stack):
        if isinstance(f, Attack):
            return attack_card(p, f, viewer)
        if isinstance(f, Fire):
            return fire_card(p, f)
        if isinstance(f, Combat):
            return {"targets": {p.board.names[t]: best_odds(p, f.side, t) for t in targets(f, p)}}
        if isinstance(f, Barrage):
            return {}
        if isinstance(f, Move):
            return overrun_card(p, f)
    return {}


def best_odds(p: Guadalajara, side: Side, t: int) -> str:
    """Odds if everybody of one nationality who is able took part."""
    b = p.board
    all_of = able(p, side, t)
    total = max((sum(attack_of(p, u, t) for u in all_of if b.nation[u] == n) for n in range(3)), default=0)
    return spelled(rung(total, defence_total(p, p.stack_at(t), t, side), p.opt.defender_favour))


def overrun_card(p: Guadalajara, f: Move) -> dict[str, Any]:
    """Odds of the overruns that the moving group could make from where it stands."""
    units = group(f, p)
    if not units:
        return {}
    b = p.board
    found: dict[str, str] = {}
    for t in b.nb[p.hex[units[0]]]:
        if p.holder(t) == 1 - f.side:
            trial = Attack(f.side, t, units, True, p.stack_at(t))
            found[b.names[t]] = spelled(odds(trial, p))
    return {"overruns": found} if found else {}


def shown(p: Guadalajara, items: list[Item], viewer: Side | None) -> list[dict[str, Any]]:
    """The lines of a reckoning, without what the viewer may not know (4.6c)."""
    secret = p.opt.secret_rolls and viewer != NAT
    return [{"columns": x.value, "rule": x.rule, "key": x.key} for x in items if not (secret and x.rule == "2.7d.4")]


def attack_card(p: Guadalajara, f: Attack, viewer: Side | None) -> dict[str, Any]:
    b = p.board
    defenders = f.defenders or p.stack_at(f.target)
    card: dict[str, Any] = {
        "target": b.names[f.target], "attackers": [b.uid[u] for u in f.units], "overrun": f.overrun,
        "defenders": [b.uid[u] for u in defenders]}
    if f.result:
        card |= {"dice": f.dice[:], "result": f.result[:]}
        return card
    if not f.units:
        return card
    trial = f.clone()
    trial.defenders = defenders
    attack, defence = attack_total(trial, p), defence_total(p, defenders, f.target, f.side)
    card |= {"attack": attack / POINT, "defence": defence / POINT, "base": spelled(odds(trial, p)),
             "shifts": shown(p, shifts(trial, p), viewer), "drm": shown(p, modifiers(trial, p), viewer)}
    c = column(odds(trial, p) + sum(x["columns"] for x in card["shifts"]))
    card["column"] = b.columns[c] if c >= 0 else "A2r2"
    card["row"] = row(p, trial, c, sum(x["columns"] for x in card["drm"]))
    a, d = duellists(trial, p)
    if a >= 0:
        card["duel"] = {"attacker": b.uid[a], "defender": b.uid[d], "drm": duel_drm(trial, p)}
    else:
        tank = armour_of(p, trial.units)
        tank = tank if tank >= 0 else armour_of(p, defenders)
        if tank >= 0 and not b.flame[tank]:
            extra = 1 if tank in trial.units and anti_tank(trial, p) else 0
            card["tank-roll"] = {"unit": b.uid[tank], "drm": extra}
    return card


def row(p: Guadalajara, f: Attack, c: int, drm: int) -> dict[str, Any]:
    """Both dice as a distribution: results with their chances, expected steps, and the chance to empty the hex."""
    b = p.board
    steps = [sum(p.steps[u] for u in f.units if not b.armour[u]),
             sum(p.steps[u] for u in f.defenders if not b.armour[u])]
    results: list[dict[str, Any]] = []
    lost = [0, 0]
    emptied = back = 0
    for roll, n in TWO_DICE.items():
        k = min(max(roll + drm, 0), b.rows)
        cell = b.hopeless if c < 0 else b.results[c + k]
        lost[0] += n * min(cell.attacker, steps[0])
        lost[1] += n * min(cell.defender, steps[1])
        away = longer(p, f.defenders, cell.defender, cell.defender_retreat)
        flees = longer(p, f.units, cell.attacker, cell.attacker_retreat)
        emptied += n if cell.defender >= steps[1] or away else 0
        back += n if flees else 0
        results.append({"die": roll, "chance": n / 36, "code": "A2r2" if c < 0 else b.ladder[c + k], "mark": "",
                        "attacker": cell.attacker, "attacker-retreat": flees, "defender": cell.defender,
                        "retreat": away})
    return {"results": results, "attacker-loss": lost[0] / 36, "defender-loss": lost[1] / 36,
            "cleared": emptied / 36, "cleared-if-stubborn": emptied / 36, "attacker-retreats": back / 36}


def fire_card(p: Guadalajara, f: Fire) -> dict[str, Any]:
    b = p.board
    card: dict[str, Any] = {
        "kind": "barrage", "target": b.names[f.target], "guns": [b.uid[u] for u in f.guns], "air": f.points,
        "defenders": [b.uid[u] for u in p.stack_at(f.target)]}
    if not f.guns and not f.points:
        return card
    c = table_column(f, p)
    results = [{"die": roll, "chance": n / 36, "code": b.barrage_rows[roll][c]} for roll, n in TWO_DICE.items()]
    card |= {"strength": strength(f, p), "base": column_of(p, strength(f, p)), "column": c,
             "shifts": [{"columns": -n, "rule": rule, "key": key} for n, rule, key in left_shifts(f, p)],
             "chances": results}
    return card


# -- overlays


def overlay(p: Guadalajara, viewer: Side | None, name: str) -> dict[str, list[str]]:
    """Marks by hex for one overlay."""
    b = p.board
    found: dict[str, list[str]] = {}
    if name == "supply":
        for n, nation in enumerate(NATIONS):
            far = traced(p, n)
            for h in range(b.size):
                if far[h] <= OFF_ROAD:
                    found.setdefault(b.names[h], []).append(f"{nation}:{far[h]}")
    elif name == "headquarters":
        for hq, far in Survey(p, NAT).fields.items():
            division = DIVISIONS[b.division[hq]]
            for h in range(b.size):
                if b.open[ITALIAN][h] and in_field(p, hq, far, h):
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


def supply_path(p: Guadalajara, u: int) -> list[int]:
    """Hexes from a unit to what supplies it: a source, or for an Italian his headquarters and on to the source."""
    b = p.board
    if p.hex[u] < 0 or b.truck[u]:
        return []
    survey = Survey(p, b.side[u])
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
    b = p.board
    far = traced(p, nation)
    if not direct(p, nation, h):
        return []
    come: dict[int, int] = {h: -1}
    queue = [h]
    for a in queue:
        if a in b.sources[nation]:
            tail: list[int] = []
            while a >= 0:
                tail.append(a)
                a = come[a]
            return tail[::-1]
        for n in b.nb[a]:
            if n not in come and far[n] <= far[a] and far[n] <= OFF_ROAD:
                come[n] = a
                queue.append(n)
    return [h]
