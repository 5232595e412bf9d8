"""What a player is shown before he commits: the line of command, odds with every modifier, reach, overlays, warnings.

Everything here asks the functions that decide; nothing is a second copy of a rule. A card that rests on a side's own
secrets (where its token hides, which agents it could send) is shown to that side alone.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.flow import Act, Refusal, Side
from frente.games.heralds.board import AGENT, DECOY, HQ, NEUTRAL, SIDES, SPACES, SQUARES
from frente.games.heralds.ch04_control import (
    NOBODY,
    access,
    blocks,
    compound_holder,
    contested,
    holder,
    way_open,
)
from frente.games.heralds.ch04_lines import at_resource, call_refusal, couriers, direct_refusal, start_of
from frente.games.heralds.ch05_maneuver import addressees, issuer_for, payer, price, two_neutral
from frente.games.heralds.ch05_negotiation import talk_parts
from frente.games.heralds.ch05_orders import propaganda_parts
from frente.games.heralds.ch05_points import action_points, worth
from frente.games.heralds.ch05_targets import envoys
from frente.games.heralds.ch06_reaction import reaction_parts, ready
from frente.games.heralds.ch06_stacks import (
    Part,
    chief,
    credit,
    credit_parts,
    fighters,
    has_fighters,
    is_hard,
    step_cost,
    where,
    window_on_entry,
)
from frente.games.heralds.ch07_engage import defenders_at, engage_parts, fight_cost
from frente.games.heralds.ch07_ruin import collateral_parts
from frente.games.heralds.ch07_strength import (
    ADDED,
    DEDUCTED,
    attack_initiative,
    attack_strength,
    defence_initiative,
    defence_strength,
    totals,
)
from frente.games.heralds.ch09_special import blast_parts
from frente.games.heralds.frames import COURIER, MANEUVER, Leg, Order, Orders, Propaganda, Reaction, Stack, Talk
from frente.games.heralds.frames_combat import ASSAULT, Assault, Blast, Destroy
from frente.games.heralds.position import Heralds, refusal

RESOURCE_STATES: Final = ("available", "committed", "destroyed")
OVERLAYS: Final = ("control", "routes", "telephones", "resources", "action-points")


def at_least(parts: Sequence[Part], need: int) -> float:
    """The chance that a die and its modifiers reach a number."""
    total = sum([x[0] for x in parts])
    return sum(1 for die in range(1, 7) if die + total >= need) / 6


def at_most(parts: Sequence[Part], need: int) -> float:
    total = sum([x[0] for x in parts])
    return sum(1 for die in range(1, 7) if die + total <= need) / 6


def listed(parts: Sequence[Part]) -> list[dict[str, Any]]:
    return [{"value": value, "rule": rule, "key": key} for value, rule, key in parts]


# -- cards


def card(p: Heralds, viewer: Side | None) -> dict[str, Any]:
    """What is being prepared or resolved; {} when there is nothing to reckon."""
    for f in reversed(p.stack):
        if isinstance(f, Leg):
            return leg_card(p, f) if viewer == f.side else {}
        if isinstance(f, Reaction):
            return reaction_card(p, f)
        if isinstance(f, Talk):
            if f.envoy >= 0 and not p.hid[f.envoy]:
                return talk_card(p, f)
            return envoy_card(p, f) if viewer == f.side else {}
        if isinstance(f, Assault):
            return assault_card(p, f)
        if isinstance(f, Destroy):
            return destroy_card(p, f)
        if isinstance(f, Blast):
            parts = blast_parts(p, f)
            return {"kind": "blast", "area": p.board.names[f.space], "parts": listed(parts),
                    "success": at_least(parts, p.board.v["blast.above"] + 1)}
        if isinstance(f, Propaganda):
            parts = propaganda_parts(p, f)
            v = p.board.v
            return {"kind": "propaganda", "parts": listed(parts), "success": at_least(parts, v["propaganda.success"]),
                    "backfire": at_most(parts, v["propaganda.backfire"])}
        if isinstance(f, Stack):
            if f.credit < 0:
                return credit_card(p, f) if viewer == f.side or not p.hid[f.units[0]] else {}
            return stack_card(p, f) if viewer == f.side else {}
        if isinstance(f, Order):
            return order_card(p, f) if viewer == f.side else {}
        if isinstance(f, Orders):
            return points_card(p)
    return {}


def points_card(p: Heralds) -> dict[str, Any]:
    """[5.1] What the next count of action points would give both sides as things stand."""
    found: dict[str, Any] = {"kind": "action-points"}
    for side, name in enumerate(SIDES):
        parts = action_points(p, side)
        found[name] = max(0, worth(parts))
        found[f"{name}-parts"] = listed(parts)
    return found


# -- the order wizard


def order_card(p: Heralds, f: Order) -> dict[str, Any]:
    """[4.1, 4.3, 4.4] The chain so far, and for each pawn it can reach: who passes the order, who pays, and how."""
    b = p.board
    chain = [{"unit": b.uid[h], "level": b.level[h], "left": p.points(h), "side": _owner(p, h)} for h in f.held]
    reach: dict[str, Any] = {}
    for u in addressees(p, f):
        h = issuer_for(p, f, u)
        entry: dict[str, Any] = {"from": b.uid[h] if h >= 0 else "token"}
        if h >= 0:
            entry["payer"] = b.uid[payer(p, f, h)]
            entry["cost"] = price(p, h, u)
            entry["overheard"] = p.side[h] == NEUTRAL and not f.neutral
            entry["last-through-neutrals"] = two_neutral(p, h) and b.kind[p.who[u]] != HQ
            entry["leg"] = channels(p, Leg(f.side, p.at[h], u, p.at[u], 0, True))
        reach[b.uid[u]] = entry
    return {"kind": "order", "chain": chain, "active": [b.uid[u] for u in f.active], "reach": reach}


def _owner(p: Heralds, u: int) -> str:
    return SIDES[p.side[u]] if p.side[u] != NEUTRAL else "neutral"


def leg_card(p: Heralds, f: Leg) -> dict[str, Any]:
    """[4.3] Every channel of a leg with its price and its risk."""
    return {"kind": "leg", "area": p.board.names[f.space], "channels": channels(p, f)}


def channels(p: Heralds, f: Leg) -> list[dict[str, Any]]:
    b = p.board
    foe = 1 - f.side
    token = f.origin < 0
    found: list[dict[str, Any]] = []
    if not direct_refusal(p, f)[0]:
        found.append({"channel": "direct", "rule": "4.3.2a", "safe": True, "shows-token": token})
    for r in b.exchanges:
        if not call_refusal(p, f, r)[0]:
            theirs = access(p, foe, r)
            far = r == b.main and (b.parent[start_of(p, f)] in b.far or b.parent[f.space] in b.far)
            found.append({
                "channel": "call", "exchange": b.rid[r], "rule": "4.3.4h" if r == b.wireless else "4.3.4g",
                "may-be-refused": (theirs and r != b.wireless) or (far and access(p, foe, b.guadalajara)),
                "gives-ip": theirs, "shows-token": token and not access(p, f.side, b.main)})
    for u in couriers(p, f):
        if at_resource(p, f, u):
            found.append({"channel": "agent", "unit": b.uid[u], "rule": "5.2.1d", "safe": True, "shows-token": False})
            continue
        way = cheapest(p, f.side, u, start_of(p, f), b.parent[f.space])
        found.append({
            "channel": "courier", "unit": b.uid[u], "rule": "4.3.3a", "shows-token": token and not p.hid[u],
            "lost-afterwards": p.kind(u) == DECOY, "arrives": way["enough"] * (1 - way["caught"]), **way})
    return found


def cheapest(p: Heralds, side: Side, u: int, start: int, dest: int) -> dict[str, Any]:
    """The way of a lone pawn that costs least: squares, points, chance of enough credit, chance to be caught."""
    b = p.board
    best: dict[int, tuple[int, list[int]]] = {start: (0, [])}
    queue = [start]
    while queue:
        a = min(queue, key=[best[x][0] if x in best else 99 for x in range(SPACES)].__getitem__)
        queue.remove(a)
        cost, path = best[a]
        for i, t in enumerate(b.to[a]):
            if t >= SQUARES or any(blocks(p, NEUTRAL, c) for c in b.past[a][i]):
                continue
            step = b.cost_hard[a][i] if is_hard(p, side, t, False) else b.cost_easy[a][i]
            if t not in best or cost + step < best[t][0]:
                best[t] = (cost + step, [*path, t])
                queue.append(t)
    if dest not in best:
        return {"way": [], "points": 0, "enough": 0.0, "caught": 1.0, "risks": []}
    points, way = best[dest]
    f = Stack(side, [u], COURIER, dest, motor=bool(p.motor[side]))
    enough = sum(1 for die in range(1, 7) if credit(p, f, die) >= points) / 6
    risks: list[dict[str, Any]] = []
    free = 1.0
    here = start
    for t in way:
        chance = caught_at(p, side, u, here, t)
        if chance:
            risks.append({"space": b.names[t], "caught": chance})
            free *= 1 - chance
        here = t
    return {"way": [b.names[t] for t in way], "points": points, "enough": enough, "caught": 1 - free, "risks": risks}


def caught_at(p: Heralds, side: Side, u: int, a: int, t: int) -> float:
    """[6.4d] The best chance of the other side to catch a lone pawn on one step, without intelligence points."""
    b = p.board
    chances: list[float] = []
    men = ready(p, 1 - side, t)
    if men:
        chances.append(catching(p, 1 - side, u, a, t, men))
    for c in b.past[a][b.to[a].index(t)]:
        if blocks(p, side, c):
            chances.append(catching(p, 1 - side, u, a, t, ready(p, 1 - side, c)))
    return max(chances, default=0.0)


def catching(p: Heralds, side: Side, u: int, a: int, t: int, men: list[int]) -> float:
    """With the best of the units there and a leader in sight who can command it."""
    f = Reaction(side, p.board.parent[t], a, t, lone=u)
    if men:
        best = max(men, key=p.initiative_of)
        f.units = [best]
        boss = chief(p, [v for v in p.units(p.at[best]) if p.side[v] == side and not p.hid[v] and p.speaker(v)])
        if boss >= 0 and p.modifier_of(boss) > 0:
            f.units.append(boss)
    return at_least(reaction_parts(p, f), p.board.v["reaction.success"])


# -- negotiation


def envoy_card(p: Heralds, f: Talk) -> dict[str, Any]:
    """[5.2.2] For each leader or agent who could be sent: the odds on the spot, after a journey and by telephone."""
    b = p.board
    ahead: dict[str, Any] = {}
    for u in envoys(p, f.side, f.target):
        g = f.clone()
        g.envoy = u
        entry = talk_card(p, g)
        if p.square(u) != p.square(f.target):
            way = cheapest(p, f.side, u, p.at[u] if p.at[u] < SQUARES else p.square(u), p.square(f.target))
            entry["journey"] = way
            entry["success-by-journey"] = entry["success"] * way["enough"] * (1 - way["caught"])
            g.phone = True
            entry["success-by-phone"] = at_least(talk_parts(p, g), b.v["negotiation.success"])
        ahead[b.uid[u]] = entry
    return {"kind": "envoys", "target": b.uid[f.target], "envoys": ahead}


def talk_card(p: Heralds, f: Talk) -> dict[str, Any]:
    b = p.board
    parts = talk_parts(p, f)
    return {"kind": "negotiation", "area": b.names[p.at[f.target]], "target": b.uid[f.target], "envoy": b.uid[f.envoy],
            "modifier": sum([x[0] for x in parts]), "parts": listed(parts),
            "success": at_least(parts, b.v["negotiation.success"]),
            "backfire": at_most(parts, b.v["negotiation.backfire"])}


# -- movement and combat


def credit_card(p: Heralds, f: Stack) -> dict[str, Any]:
    """[6.2] The credit each face of the die would give."""
    parts = [x for x in credit_parts(p, f) if x[0]]
    return {"kind": "credit", "parts": listed(parts), "motor": f.motor,
            "credit": {str(die): credit(p, f, die) for die in range(1, 7)}}


def stack_card(p: Heralds, f: Stack) -> dict[str, Any]:
    """What each offered step or assault costs and risks."""
    b = p.board
    if not f.units:
        return {}
    a = where(p, f)
    armed = has_fighters(p, f.units)
    ahead: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        t = act.arg
        if act.verb == "move":
            entry: dict[str, Any] = {"cost": step_cost(p, f, a, b.to[a].index(t), armed)}
            sq = b.parent[t]
            if not armed and t < SQUARES and a < SQUARES:
                entry["caught"] = caught_at(p, f.side, f.units[0], a, t)
            elif sq != b.parent[a] and window_on_entry(p, f, sq, armed):
                men = ready(p, 1 - f.side, sq)
                entry["caught"] = caught_stack(p, f, a, t, men) if men else 0.0
            ahead.setdefault(b.names[t], {})["move"] = entry
        elif act.verb in ("assault", "fix"):
            g = Assault(f.side, t, ASSAULT)
            g.defenders = defenders_at(p, 1 - f.side, t)
            g.engaged = t >= SQUARES or (bool(g.defenders) and all(p.fixed[u] for u in g.defenders))
            q = p.clone()
            q.stack.append(g)
            ahead.setdefault(b.names[t], {})[act.verb] = {"cost": fight_cost(p, t), **assault_card(q, g)}
    return {"kind": "stack", "credit": f.credit, "ahead": ahead}


def caught_stack(p: Heralds, f: Stack, a: int, t: int, men: list[int]) -> float:
    """[6.4d] The chance that the best single unit there intercepts a stack."""
    g = Reaction(1 - f.side, p.board.parent[t], a, t)
    g.units = [max(men, key=p.initiative_of)]
    return at_least(reaction_parts(p, g), p.board.v["reaction.success"])


def reaction_card(p: Heralds, f: Reaction) -> dict[str, Any]:
    parts = reaction_parts(p, f)
    return {"kind": "reaction", "area": p.board.names[f.square], "parts": listed(parts), "units": [
        p.board.uid[u] for u in f.units], "success": at_least(parts, p.board.v["reaction.success"])}


def assault_card(p: Heralds, f: Assault) -> dict[str, Any]:
    """[7.1] The engagement, then a round with the differential added or deducted."""
    b = p.board
    s = next(x for x in reversed(p.stack) if isinstance(x, Stack))
    found: dict[str, Any] = {"kind": "assault", "area": b.names[f.place], "defenders": [b.uid[u] for u in f.defenders]}
    if not f.engaged and f.place < SQUARES:
        parts = engage_parts(p, f)
        found["engage"] = at_least(parts, b.v["assault.engaged"])
        found["engage-parts"] = listed(parts)
    men = fighters(p, s.units)
    if not men or not f.defenders:
        return found
    g = f.clone()
    g.alead = f.alead if f.alead in men else max(men, key=p.initiative_of)
    g.dlead = f.dlead if f.dlead in f.defenders else max(f.defenders, key=p.initiative_of)
    if g.aleader < 0 and f.alead < 0:
        g.aleader = chief(p, s.units)
    found["attack-parts"] = listed(attack_strength(p, g))
    found["defence-parts"] = listed(defence_strength(p, g))
    gap = attack_initiative(p, g) - defence_initiative(p, g)
    found["differential"] = gap
    uses = ((f.use, "round"),) if f.use or not gap else ((ADDED, "added"), (DEDUCTED, "deducted"))
    for use, name in uses:
        g.use = use
        g.diff = abs(gap)
        g.by = f.side if gap > 0 else 1 - f.side
        found[name] = round_odds(p, g)
    if f.place >= SQUARES:
        heavy = len(s.units) > len(men)
        parts = collateral_parts(p, f.place, heavy, gap > 0 and f.use != ADDED)
        found["fire"] = at_least(parts, b.v["assault.collateral_above"] + 1)
        found["fire-parts"] = listed(parts)
    return found


def round_odds(p: Heralds, g: Assault) -> dict[str, float]:
    """Over the 36 throws: who is hit, and how often the defender is beaten."""
    need = p.board.v["assault.damage"]
    hit = hurt = won = 0
    for n in range(36):
        g.adie, g.ddie = n // 6 + 1, n % 6 + 1
        a, d = totals(p, g)
        hit += a >= need
        hurt += d >= need
        won += a >= need > d
    return {"hit": hit / 36, "hurt": hurt / 36, "won": won / 36}


def destroy_card(p: Heralds, f: Destroy) -> dict[str, Any]:
    b = p.board
    s = next(x for x in reversed(p.stack) if isinstance(x, Stack))
    ammo = collateral_parts(p, f.space, False, False)
    most = f.points or s.credit
    return {"kind": "destruction", "area": b.names[f.space], "parts": listed(ammo), "by-points": {
        str(n): at_least([*ammo, (n + f.spoil, "7.5b", "points")], b.v["assault.destroyed_from"])
        for n in ([f.points] if f.points else range(1, most + 1))}}


# -- reach


def reach(p: Heralds, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
    """Where the moving stack of a pawn may go before anybody can react: points left, and the acts that lead there."""
    f = p.stack[-1] if p.stack else None
    if not isinstance(f, Stack) or unit not in f.units or side not in p.choices() or side != f.side:
        return {}
    names = p.board.names
    found: dict[str, tuple[int, list[str]]] = {}
    queue: list[tuple[Heralds, list[str]]] = [(p.clone(), [])]
    for q, path in queue:                # grows while it is walked; every step costs or is new, so it ends
        top = q.stack[-1]
        if not isinstance(top, Stack) or side not in q.choices():
            continue
        for act in q.choices()[side]:
            if act.verb != "move":
                continue
            r = q.clone()
            r.apply(side, act)
            here = r.stack[-1] if r.stack else None
            left = here.credit if isinstance(here, Stack) else 0
            name = names[act.arg]
            way = [*path, f"move:{name}"]
            if name not in found or found[name][0] < left:
                found[name] = (left, way)
                if isinstance(here, Stack) and r.at[unit] == act.arg:
                    queue.append((r, way))
    return found


# -- overlays


def overlay(p: Heralds, name: str) -> dict[str, list[str]]:
    """Marks by space for one overlay."""
    b = p.board
    found: dict[str, list[str]] = {}
    if name == "control":
        for a in range(SPACES):
            owner = holder(p, a) if a < SQUARES else compound_holder(p, a)
            marks = [SIDES[owner]] if owner != NOBODY else []
            if a < SQUARES and contested(p, a):
                marks.append("contested")
            if marks:
                found[b.names[a]] = marks
    elif name == "routes":
        for r, (a, t) in enumerate(b.ends):
            i = b.to[a].index(t)
            shut = [SIDES[s] for s in (0, 1) if not way_open(p, s, a, i)]
            for space in (a, t):
                found.setdefault(b.names[space], []).append(f"{b.route_ids[r]}:{'+'.join(shut) or 'open'}")
    elif name == "telephones":
        for r in b.exchanges:
            found.setdefault(b.names[b.rat[r]], []).append(f"{b.rid[r]}:{user_of(p, r)}")
    elif name == "resources":
        for r in range(len(b.rid)):
            state = RESOURCE_STATES[p.res[r]]
            found.setdefault(b.names[b.rat[r]], []).append(f"{b.rid[r]}:{user_of(p, r)}:{state}")
    elif name == "action-points":
        for sq in [*b.key_squares, b.alcala, b.parent[b.rat[b.main]]]:
            owner = holder(p, sq)
            found[b.names[sq]] = [SIDES[owner] if owner != NOBODY else "nobody"]
    return found


def user_of(p: Heralds, r: int) -> str:
    """Who may use a resource."""
    return next((SIDES[s] for s in (0, 1) if access(p, s, r)), "nobody")


# -- warnings


def warnings(p: Heralds, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """What offered acts would bring upon the side itself."""
    q = p.clone()
    found: list[Refusal] = []
    for act in acts:
        if act not in q.choices().get(side, []):
            break                        # somebody reacts, or a die falls
        found += step_warnings(q, side, act)
        q.apply(side, act)
    return found


def step_warnings(p: Heralds, side: Side, act: Act) -> list[Refusal]:
    b = p.board
    f = p.stack[-1]
    found: list[Refusal] = []
    if isinstance(f, Leg) and f.origin < 0 and p.hid[p.token(side)]:
        shows = act.verb == "direct" or (act.verb == "call" and not access(p, side, b.main))
        if shows or (act.verb == "courier" and not p.hid[act.arg]):
            found.append(refusal(p, "4.3b", "would-show-token"))
    if isinstance(f, Leg) and act.verb == "courier" and p.kind(act.arg) == DECOY:
        found.append(refusal(p, "4.3.3c", "would-lose-decoy", act.arg))
    if isinstance(f, Leg) and act.verb == "call" and access(p, 1 - side, act.arg):
        found.append(refusal(p, "4.3.4g", "would-be-overheard"))
    if isinstance(f, Stack) and f.task == MANEUVER:
        if act.verb == "destroy":
            found.append(refusal(p, "7.5a", "would-cost-will", -1, act.arg))
        if act.verb == "strike" and (b.reverse[act.arg] == side or p.kind(act.arg) not in (HQ, AGENT, 1, 2, 3)):
            found.append(refusal(p, "7b", "would-cost-will", act.arg, p.at[act.arg]))
        if act.verb == "move" and leaves_square(p, f, act.arg):
            found.append(refusal(p, "R122", "would-leave-square", -1, b.parent[where(p, f)]))
    if isinstance(f, Orders) and act.verb == "pass" and p.ap[side]:
        found.append(refusal(p, "5.2.3c", "would-forfeit"))
    return found


def leaves_square(p: Heralds, f: Stack, t: int) -> bool:
    """Whether control of the square a stack stands in would be given up by its move."""
    sq = p.board.parent[where(p, f)]
    if p.board.parent[t] == sq or holder(p, sq) != f.side:
        return False
    q = p.clone()
    for u in f.units:
        q.put(u, t)
    return holder(q, sq) != f.side
