"""What a player has to keep in mind, as sections of rows for a screen: what is done and still to do, who starves,
what orders are owed, who comes and goes, what is left of railways and ships, where morale went.

Every row has the rule it rests on. Nothing here is a second copy of a rule, and of the enemy only what lies open is
counted: the turn track, the deadpile, control, and where combat units stand.
"""
from __future__ import annotations

from typing import Any, Final

from frente.games.tscw.rules.ch04_victory import CAUSES, CHIT, LAST_SUDDEN, PRIZES, RING
from frente.games.tscw.rules.ch06_administration import expected, wealth
from frente.games.tscw.rules.ch06_breakdown import breakable, classes, stock
from frente.games.tscw.rules.ch06_points import rebuild_kind, replenish_kind, scheduled
from frente.games.tscw.rules.ch07_chits import ChitPull
from frente.games.tscw.rules.ch07_duties import (
    ASSAULT,
    BARCELONA,
    FRANCE,
    MADRID,
    MADRID_STEPS,
    RULE,
    TOLEDO,
    TOLEDO_STEPS,
    Naming,
    czech_turns,
    measure,
)
from frente.games.tscw.rules.ch09_stacking import Ordering
from frente.games.tscw.rules.ch10_supply import protected, starves
from frente.games.tscw.rules.ch12_phase import Movement, debts
from frente.games.tscw.rules.ch13_attack import Combat
from frente.games.tscw.rules.ch13_targets import must, targets
from frente.games.tscw.rules.ch14_strategic import BY_RAIL, BY_SEA, Strategic, capacity
from frente.games.tscw.rules.sequence import skips
from frente.games.tscw.state.board import CONVERT, NAT, POINTS, REP, SIDES, WITHDRAW
from frente.games.tscw.state.frames import Administration, Phase, Turn
from frente.games.tscw.state.position import (
    AWAITED,
    AWAY,
    BASE,
    DEAD,
    FOUGHT,
    OOS,
    REMOVED,
    SPENT,
    Tscw,
)
from frente.kernel.flow import Frame, Side

Row = dict[str, Any]
Section = dict[str, Any]
# State of a row.
DONE: Final = "done"
NOW: Final = "now"
TODO: Final = "todo"
WARN: Final = "warn"
NAMES: Final = ("", "madrid", "toledo", "offensive", "barcelona", "crisis")
CAUSE_RULES: Final = ("4.1c", "6.11d", "6.12", "7.34d", "15.2c")     # of CAUSES
LATEST: Final = 8                        # changes of morale that are listed one by one


def row(key: str, rule: str, facts: dict[str, Any] | None = None, state: str = "", value: str = "",
        units: list[str] | None = None, space: str = "", side: str = "") -> Row:
    return {"key": key, "rule": rule, "facts": facts or {}, "state": state, "value": value, "units": units or [],
            "space": space, "side": side}


def sections(p: Tscw, viewer: Side | None) -> list[Section]:
    """Every section that has something to say, the most urgent first; value: how it stands, in a word."""
    side = REP if viewer is None else viewer
    rail, sea = capacity(p, side, BY_RAIL), capacity(p, side, BY_SEA)
    found = [{"id": "administration", "value": "", "rows": administration(p, viewer)},
             {"id": "orders", "value": "", "rows": orders(p, viewer)},
             {"id": "supply", "value": "", "rows": supply(p, viewer)},
             {"id": "capacity", "value": f"{rail} · {sea}", "rows": means(p, viewer)},
             {"id": "schedule", "value": "", "rows": schedule(p, viewer)},
             {"id": "victory", "value": "", "rows": victory(p)},
             {"id": "morale", "value": str(p.morale), "rows": morale(p)}]
    return [s for s in found if s["rows"]]


# -- phase A


def progress(f: Frame, step: str) -> str:
    """How far an activity is with one of its steps. A step that has called another activity counts as done."""
    at = [type(s).__name__ for s in f.steps()].index(step)
    return DONE if f.at > at else NOW if f.at == at else TODO


def running(p: Tscw, side: Side, stack: list[Side], f: Frame, step: str) -> str:
    """The same for a step that both sides take in turn; *stack*: who has not finished, the last of them is at it."""
    if progress(f, step) != DONE:
        return TODO
    return NOW if stack[-1:] == [side] else TODO if side in stack else DONE


def administration(p: Tscw, viewer: Side | None) -> list[Row]:
    """[5.2.A] The phases A.I to A.V, and of one's own A.IV every task."""
    turn = next((f for f in p.stack if isinstance(f, Turn)), None)
    if turn is None or any(isinstance(f, Phase) for f in p.stack):
        return []
    pulls = [f.side for f in p.stack if isinstance(f, ChitPull)]
    found = [row("chits", "5.2.A2", {"side": SIDES[s]}, running(p, s, pulls, turn, "ChitPulls"), side=SIDES[s])
             for s in (NAT, REP)]
    if skips(p):
        return found
    found.insert(0, row("points-received", "5.2.A1", {}, DONE))
    if viewer == REP and progress(turn, "FeedingBottleLevy") == NOW:
        found.insert(1, row("levy", "6.12", {}, NOW))
    if viewer == REP and progress(turn, "GeneralMobilization") == NOW:
        found.append(row("mobilization", "6.11a", {}, NOW))
    at_work = [f for f in p.stack if isinstance(f, Administration)]
    for side in (NAT, REP):
        state = running(p, side, [f.side for f in at_work], turn, "Administrations")
        if state == NOW and side == viewer:
            found += tasks(p, at_work[-1])
        else:
            found.append(row("administration-of", "5.2.A4", {"side": SIDES[side]}, state, side=SIDES[side]))
    moving = [f.side for f in p.stack if isinstance(f, Strategic)]
    for side in (NAT, REP):
        facts = {"side": SIDES[side], "rail": capacity(p, side, BY_RAIL), "sea": capacity(p, side, BY_SEA)}
        found.append(row("travel", "5.2.A5", facts, running(p, side, moving, turn, "StrategicMovement"),
                         side=SIDES[side]))
    found.append(row("order-stacks", "13.6", {}, NOW if isinstance(p.stack[-1], Ordering) else TODO))
    return found


def tasks(p: Tscw, f: Administration) -> list[Row]:
    """[5.2.A4] What one's own administration has to do."""
    b = p.board
    side = f.side
    name = SIDES[side]
    found = [row("withdrawals", "6.8a", {}, DONE, side=name)]
    if side == NAT and progress(f, "OviedoGarrison") == NOW:
        found.append(row("garrison", "6.10", {}, NOW, side=name))
    queue = [b.uid[u] for u in f.queue]
    found.append(row("reinforcements", "6.2a", {}, NOW if queue else progress(f, "PlaceReinforcements"),
                     str(len(queue)) if queue else "", queue, side=name))
    kept = [b.uid[u] for u in expected(p, side) if u not in f.queue]
    if kept and progress(f, "PlaceReinforcements") == DONE:
        found.append(row("held-back", "6.2c", {}, "", str(len(kept)), kept, side=name))
    found += spending(p, f)
    free = stock(p, side)
    able = [b.uid[u] for u in b.ground[side] if p.hex[u] >= 0 and classes(p, u) and breakable(p, side, u, free)]
    if able:
        found.append(row("breakdowns", "6.14a", {}, progress(f, "BreakDown"), str(len(able)), able, side=name))
    return found


def spending(p: Tscw, f: Administration) -> list[Row]:
    """[6.4, 6.6] Points left, what they could restore, and what would be lost above the limit."""
    b = p.board
    name = SIDES[f.side]
    state = progress(f, "SpendPoints") if f.unit < 0 else NOW
    if not wealth(p, f):
        state = DONE
    found: list[Row] = []
    for kind in (0, 1) if f.side == REP else (2, 3):
        if p.rp[kind]:
            above = p.rp[kind] > b.cap
            found.append(row("points-over" if above else "points-left", "6.4f" if above else "6.4c",
                             {"kind": POINTS[kind], "n": p.rp[kind], "limit": b.cap}, WARN if above else state,
                             str(p.rp[kind]), side=name))
    weak = [b.uid[u] for u in p.on_map(f.side) if replenish_kind(p, f, u) >= 0]
    if weak:
        found.append(row("replenishable", "6.6a", {}, state, str(len(weak)), weak, side=name))
    dead = [b.uid[u] for u in b.ground[f.side] if p.hex[u] == DEAD
            and (rebuild_kind(p, f, u, False) >= 0 or rebuild_kind(p, f, u, True) >= 0)]
    if dead:
        found.append(row("rebuildable", "6.6b", {}, state, str(len(dead)), dead, side=name))
    return found


# -- orders of chits


def orders(p: Tscw, viewer: Side | None) -> list[Row]:
    """[7.11c, 7.22, 7.33-7.35] What compulsory events ask for, and of one's own units who still owes it."""
    found: list[Row] = []
    for kind in (MADRID, TOLEDO, FRANCE, BARCELONA, ASSAULT):
        side = REP if kind in (BARCELONA, ASSAULT) else NAT
        if not in_force(p, kind):
            continue
        found.append(ordered(p, kind, side, side == viewer))
        if side == viewer:
            found += owed(p, side, kind)
    return found


def in_force(p: Tscw, kind: int) -> bool:
    if kind == MADRID:
        return p.call_madrid >= p.turn
    if kind == TOLEDO:
        return p.call_alcazar > 0 and p.alcazar > 0
    if kind == FRANCE:
        return czech_turns(p)
    return (p.unrest if kind == BARCELONA else p.offensive) == p.turn


def ordered(p: Tscw, kind: int, side: Side, own: bool) -> Row:
    """The order itself; how many steps have been named for it is known to its side alone."""
    b = p.board
    named = sum([p.steps[u] for u in b.ground[side] if p.duty[u] == kind]) if own else 0
    wanted = MADRID_STEPS if kind == MADRID else TOLEDO_STEPS if kind == TOLEDO else 0
    goal = {MADRID: b.madrid, TOLEDO: b.toledo, BARCELONA: b.barcelona, ASSAULT: p.target}.get(kind, -1)
    facts: dict[str, Any] = {"side": SIDES[side], "turn": p.call_madrid, "steps": wanted, "n": p.quota}
    if goal >= 0:
        facts["hex"] = b.names[goal]
    value = f"{named}/{wanted}" if own and wanted else str(p.quota) if kind == ASSAULT else ""
    naming = any(isinstance(f, Naming) and f.kind == kind for f in p.stack)
    return row("order-" + NAMES[kind], RULE[kind], facts, NOW if naming else TODO, value,
               space=b.names[goal] if goal >= 0 else "", side=SIDES[side])


def owed(p: Tscw, side: Side, kind: int) -> list[Row]:
    """Units named for the order: how far they are from its goal, and what they must still do."""
    b = p.board
    owing = debts(p, side) if any(isinstance(f, Movement) and f.side == side for f in p.stack) else []
    fight = next((f for f in p.stack if isinstance(f, Combat)), None)
    hexes = must(p, side, targets(p, side, fight.hit)) if fight is not None and fight.side == side else []
    found: list[Row] = []
    for u in b.ground[side]:
        h = p.hex[u]
        if p.duty[u] != kind or h < 0:
            continue
        facts = {"unit": b.uid[u], "hexes": measure(p, kind, h)}
        if kind in (MADRID, ASSAULT) and not p.state[u] & FOUGHT and any(h in b.nb[t] for t in hexes):
            found.append(row("owes-attack", RULE[kind], facts, NOW, space=b.names[h]))
        elif u in owing:
            key = "owes-arrival" if kind in (ASSAULT, BARCELONA) else "owes-move"
            found.append(row(key, RULE[kind], facts, NOW, space=b.names[h]))
        else:
            found.append(row("owes-nothing", RULE[kind], facts, DONE, space=b.names[h]))
    return found


# -- supply


def supply(p: Tscw, viewer: Side | None) -> list[Row]:
    """[10.3, 10.7] Own stacks that would be lost if the turn ended now, and those that are only cut off."""
    if viewer is None:
        return []
    b = p.board
    lost: dict[int, list[str]] = {}
    safe: list[str] = []
    halved: list[str] = []
    for u in p.on_map(viewer):
        if starves(p, u):
            lost.setdefault(p.hex[u], []).append(b.uid[u])
        elif p.state[u] & OOS and protected(p, u):
            safe.append(b.uid[u])
        elif p.state[u] & OOS:
            halved.append(b.uid[u])
    found = [row("starving", "10.3c", {"hex": b.names[h]}, WARN, str(len(units)), units, b.names[h])
             for h, units in lost.items()]
    if halved:
        found.append(row("halved", "10.3b", {}, "", str(len(halved)), halved))
    if safe:
        found.append(row("besieged", "10.7", {}, "", str(len(safe)), safe))
    return found


# -- means


def means(p: Tscw, viewer: Side | None) -> list[Row]:
    """[8.6b, 13.15, 14.3, 14.5, 14.6] What is left of railways, ships, naval gunfire and aircraft this turn."""
    b = p.board
    found: list[Row] = []
    if not p.turn:
        return found
    for side in (NAT, REP) if viewer == NAT else (REP, NAT):
        name = SIDES[side]
        found.append(row("rail", "14.3", {"side": name}, "",
                         left(capacity(p, side, BY_RAIL), b.rail_limit[p.turn][side]), side=name))
        found.append(row("sea", "14.5" if side == REP else "14.6", {"side": name}, "",
                         left(capacity(p, side, BY_SEA), b.sea_limit[p.turn][side]), side=name))
        planes = [u for u in b.air[side] if p.hex[u] == BASE]
        ready = [b.uid[u] for u in planes if not p.state[u] & SPENT]
        if planes:
            found.append(row("aircraft", "8.6b", {"side": name}, "", left(len(ready), len(planes)), ready, side=name))
        if p.naval[side]:
            found.append(row("gunfire-used", "13.15a", {"side": name}, DONE, side=name))
    return found


def left(n: int, limit: int) -> str:
    return f"{n}/{limit}"


# -- who comes and goes


def schedule(p: Tscw, viewer: Side | None) -> list[Row]:
    """[6.2, 6.4e, 6.8, 6.9] What could not enter yet, and what the next turn brings and takes."""
    b = p.board
    found: list[Row] = []
    for side in (NAT, REP) if viewer == NAT else (REP, NAT):
        name = SIDES[side]
        kept = [b.uid[u] for u in expected(p, side)]
        if kept:
            found.append(row("arrivals-now", "6.2a", {"side": name}, "", str(len(kept)), kept, side=name))
        if p.turn >= p.last_turn:
            continue
        turn = p.turn + 1
        facts: dict[str, Any] = {"side": name, "turn": turn}
        come = [b.uid[u] for u in b.of[side] if p.due[u] == turn and p.hex[u] in (AWAITED, AWAY)]
        leave = [b.uid[u] for u in b.of[side] if b.fate_turn[u] == turn and b.fate[u] == WITHDRAW
                 and p.hex[u] != REMOVED]
        turned = [b.uid[u] for u in b.of[side] if b.fate_turn[u] == turn and b.fate[u] == CONVERT
                  and p.hex[u] != REMOVED and not p.conv[u]]
        if come:
            found.append(row("arrivals", "6.2a", facts, "", str(len(come)), come, side=name))
        if leave:
            found.append(row("departures", "6.8a", facts, "", str(len(leave)), leave, side=name))
        if turned:
            found.append(row("conversions", "6.9a", facts, "", str(len(turned)), turned, side=name))
        chart = scheduled(p, turn)
        for kind in (0, 1) if side == REP else (2, 3):
            if chart[kind]:
                found.append(row("income", "6.4e", facts | {"kind": POINTS[kind]}, "", f"+{chart[kind]}", side=name))
    return found


# -- what it takes to win


def victory(p: Tscw) -> list[Row]:
    """[4, 17.2] How near each way of winning is, from what lies open."""
    b = p.board
    rep, nat = SIDES[REP], SIDES[NAT]
    found: list[Row] = []
    madrid = b.names[b.madrid]
    if p.scenario_1936():
        ring = sum([1 for h in b.nb[b.madrid] if p.holder(h) == NAT and p.fighters(h)])
        found.append(row("win-ring", "17.2a", {"turn": p.last_turn, "limit": RING}, "", f"{ring}/{RING}", space=madrid,
                         side=nat))
        found.append(row("win-madrid-held", "17.2b", {"turn": p.last_turn}, "", "", space=madrid, side=rep))
    else:
        found.append(row("win-morale", "4.1a", {"limit": b.morale_loss}, WARN if p.morale <= b.morale_loss else "",
                         f"{p.morale}", side=nat))
        found.append(row("win-endurance", "4.1b", {"turn": p.last_turn, "limit": b.morale_loss}, "", "", side=rep))
    if p.turn <= LAST_SUDDEN:
        found.append(row("win-madrid", "4.2a", {"turn": LAST_SUDDEN}, "", "", space=madrid, side=nat))
    held = sum([1 for h in b.prizes if p.control[h] == REP])
    found.append(row("win-prizes", "4.3a", {"limit": PRIZES}, "",
                     f"{held}/{PRIZES}", side=rep))
    if not p.mobilization and p.turn >= 14:
        found.append(row("mobilization-open", "6.11a", {}, "", str(b.mobilization_cost), side=rep))
    return found


def morale(p: Tscw) -> list[Row]:
    """[4.1c] The level, the sum of every cause, and the latest changes one by one."""
    b = p.board
    found = [row("morale-level", "4.1c", {"limit": b.morale_loss}, "", str(p.morale))]
    sums: dict[int, int] = {}
    for _, by, cause, _ in p.ledger:
        sums[cause] = sums.get(cause, 0) + by
    for cause in sorted(sums, key=sums.__getitem__):
        key, rule, facts = because(p, cause, "morale-sum")
        found.append(row(key, rule, facts, "", f"{sums[cause]:+d}"))
    for turn, by, cause, h in p.ledger[-LATEST:][::-1]:
        key, rule, facts = because(p, cause, "morale-change")
        facts["turn"] = turn
        if h >= 0:
            key = "morale-place"
            facts["hex"] = b.names[h]
        found.append(row(key, rule, facts, "", f"{by:+d}", space=b.names[h] if h >= 0 else ""))
    return found


def because(p: Tscw, cause: int, key: str) -> tuple[str, str, dict[str, Any]]:
    """A change of morale with its cause and the rule of that."""
    b = p.board
    if cause >= CHIT:
        return key + "-chit", b.kind_rule[cause - CHIT], {"chit": b.kinds[cause - CHIT]}
    return key, CAUSE_RULES[cause], {"cause": CAUSES[cause]}
