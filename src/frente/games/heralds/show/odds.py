"""The odds of what is being prepared or resolved, each with its modifiers and their rules.

Everything here asks the functions that decide; nothing is a second copy of a rule.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.heralds.rules.ch04_control import access, blocks, bridges_stand
from frente.games.heralds.rules.ch04_lines import at_resource, call_refusal, couriers, direct_refusal, start_of
from frente.games.heralds.rules.ch05_negotiation import talk_parts
from frente.games.heralds.rules.ch05_orders import propaganda_parts
from frente.games.heralds.rules.ch05_points import action_points, worth
from frente.games.heralds.rules.ch06_reaction import reaction_parts
from frente.games.heralds.rules.ch06_stacks import (
    Part,
    chief,
    credit,
    credit_parts,
    fighters,
    reactors,
    ready,
    step_cost,
)
from frente.games.heralds.rules.ch07_engage import engage_parts
from frente.games.heralds.rules.ch07_ruin import collateral_parts
from frente.games.heralds.rules.ch07_strength import (
    ADDED,
    DEDUCTED,
    attack_initiative,
    attack_strength,
    defence_initiative,
    defence_strength,
    took_part,
    totals,
)
from frente.games.heralds.rules.ch09_special import blast_parts
from frente.games.heralds.state.board import DECOY, DOWNTOWN, SIDES, SPACES, SQUARES
from frente.games.heralds.state.frames import COURIER, Leg, Propaganda, Reaction, Stack, Talk
from frente.games.heralds.state.frames_combat import Assault, Blast, Destroy
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Fact, Side
from frente.kit.plans import listed

Note = dict[str, Any]
COST: Final = "cost"
RISK: Final = "risk"
SAFE: Final = "safe"
INFO: Final = "info"


def note(tone: str, rule: str, key: str, **facts: Fact) -> Note:
    """One thing to know."""
    return {"tone": tone, "rule": rule, "key": key, "facts": facts}


def likely(tone: str, rule: str, key: str, chance: float, **facts: Fact) -> Note:
    """One thing that happens with a chance."""
    return {"tone": tone, "rule": rule, "key": key, "facts": facts, "chance": chance}


def at_least(parts: Sequence[Part], need: int) -> float:
    """The chance that a die and its modifiers reach a number."""
    total = sum([x[0] for x in parts])
    return sum(1 for die in range(1, 7) if die + total >= need) / 6


def at_most(parts: Sequence[Part], need: int) -> float:
    total = sum([x[0] for x in parts])
    return sum(1 for die in range(1, 7) if die + total <= need) / 6


def summed(name: str, parts: Sequence[Part]) -> dict[str, Any]:
    """A sum with its parts."""
    return {name: sum([x[0] for x in parts]), f"{name}-parts": listed(parts)}


def points_card(p: Heralds) -> dict[str, Any]:
    """[5.1] What the next count of action points would give both sides as things stand."""
    found: dict[str, Any] = {"kind": "action-points", "minor": True}
    for side, name in enumerate(SIDES):
        parts = action_points(p, side)
        found[name] = max(0, worth(parts))
        found[f"{name}-parts"] = listed(parts)
    return found


# -- propaganda and talks


def propaganda_card(p: Heralds, f: Propaganda) -> dict[str, Any]:
    parts = propaganda_parts(p, f)
    v = p.board.v
    return {"kind": "propaganda", **summed("modifier", parts), "success": at_least(parts, v["propaganda.success"]),
            "backfire": at_most(parts, v["propaganda.backfire"])}


def talk_card(p: Heralds, f: Talk) -> dict[str, Any]:
    b = p.board
    parts = talk_parts(p, f)
    return {"kind": "negotiation", "area": b.names[p.at[f.target]], "pawn": b.uid[f.target], "envoy": b.uid[f.envoy],
            **summed("modifier", parts), "success": at_least(parts, b.v["negotiation.success"]),
            "backfire": at_most(parts, b.v["negotiation.backfire"])}


# -- lines of command


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
            both = far and access(p, foe, b.guadalajara)
            found.append({
                "channel": "call", "exchange": b.rid[r], "rule": "4.3.4h" if r == b.wireless else "4.3.4g",
                "may-be-refused": (theirs and r != b.wireless) or both,
                "gives-ip": theirs or both, "shows-token": token and not access(p, f.side, b.main)})
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
    f = Stack(side, [u], COURIER, dest, motor=bool(p.motor[side]))
    best: dict[int, tuple[int, list[int]]] = {start: (0, [])}
    queue = [start]
    while queue:
        a = min(queue, key=[best[x][0] if x in best else 99 for x in range(SPACES)].__getitem__)
        queue.remove(a)
        cost, path = best[a]
        f.visited = path
        f.entered = sum(1 for x in path if b.space[x] == DOWNTOWN)
        for i, t in enumerate(b.to[a]):
            if t >= SQUARES or not bridges_stand(p, a, i):
                continue
            step = step_cost(p, f, a, i, False)
            if t not in best or cost + step < best[t][0]:
                best[t] = (cost + step, [*path, t])
                queue.append(t)
    if dest not in best:
        return {"way": [], "points": 0, "enough": 0.0, "caught": 1.0, "risks": []}
    points, way = best[dest]
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
    men = reactors(p, 1 - side, t)
    if men:
        chances.append(catching(p, 1 - side, u, a, t, men))
    for c in b.past[a][b.to[a].index(t)]:
        if blocks(p, side, c):
            chances.append(catching(p, 1 - side, u, a, t, ready(p, 1 - side, p.units(c)), c))
    return max(chances, default=0.0)


def catching(p: Heralds, side: Side, u: int, a: int, t: int, men: list[int], sneak: int = -1) -> float:
    """With the best of the units there and a leader in sight who can command it."""
    f = Reaction(side, p.board.parent[t], a, t, sneak=sneak, lone=u)
    if men:
        best = max(men, key=p.initiative_of)
        f.units = [best]
        boss = chief(p, [v for v in p.units(p.at[best]) if p.side[v] == side and not p.hid[v] and p.speaker(v)])
        if boss >= 0 and p.modifier_of(boss) > 0:
            f.units.append(boss)
    return at_least(reaction_parts(p, f), p.board.v["reaction.success"])


# -- movement and combat


def credit_card(p: Heralds, f: Stack) -> dict[str, Any]:
    """[6.2] The credit each face of the die would give."""
    parts = [x for x in credit_parts(p, f) if x[0]]
    return {"kind": "credit", **summed("modifier", parts), "motor": f.motor,
            "credit": {str(die): credit(p, f, die) for die in range(1, 7)}}


def caught_stack(p: Heralds, f: Stack, a: int, t: int, men: list[int]) -> float:
    """[6.4d] The chance that the best single unit there intercepts a stack."""
    g = Reaction(1 - f.side, p.board.parent[t], a, t)
    g.units = [max(men, key=p.initiative_of)]
    return at_least(reaction_parts(p, g), p.board.v["reaction.success"])


def reaction_card(p: Heralds, f: Reaction) -> dict[str, Any]:
    parts = reaction_parts(p, f)
    return {"kind": "reaction", "area": p.board.names[f.square], **summed("modifier", parts),
            "units": [p.board.uid[u] for u in f.units], "success": at_least(parts, p.board.v["reaction.success"])}


def assault_card(p: Heralds, f: Assault) -> dict[str, Any]:
    """[7.1] The engagement, then a round with the differential added or deducted."""
    b = p.board
    s = next(x for x in reversed(p.stack) if isinstance(x, Stack))
    found: dict[str, Any] = {"kind": "assault", "area": b.names[f.place], "attackers": [b.uid[u] for u in s.units],
                             "defenders": [b.uid[u] for u in f.defenders]}
    if not f.engaged and f.place < SQUARES:
        parts = engage_parts(p, f)
        found["engage"] = at_least(parts, b.v["assault.engaged"])
        found |= summed("engage-modifier", parts)
    men = fighters(p, s.units)
    if not men or not f.defenders:
        return found | fire_odds(p, f, False)    # [R75] no dice but those of the fire
    g = f.clone()
    g.alead = f.alead if f.alead in men else max(men, key=p.initiative_of)
    g.dlead = f.dlead if f.dlead in f.defenders else max(f.defenders, key=p.initiative_of)
    if g.aleader < 0 and f.alead < 0:
        g.aleader = chief(p, s.units)
    found |= summed("attack", attack_strength(p, g)) | summed("defence", defence_strength(p, g))
    gap = attack_initiative(p, g) - defence_initiative(p, g)
    found["differential"] = gap
    uses = ((f.use, "round"),) if f.use or not gap else ((ADDED, "added"), (DEDUCTED, "deducted"))
    for use, name in uses:
        g.use = use
        g.diff = abs(gap)
        g.by = f.side if gap > 0 else 1 - f.side
        found[name] = {"kind": name, **round_odds(p, g)}
    return found | fire_odds(p, f, gap > 0 and f.use != ADDED)


def fire_odds(p: Heralds, f: Assault, reduced: bool) -> dict[str, Any]:
    """[7.1.8a] Whether a compound burns; *reduced*: the attacker lowers the defender's roll."""
    if f.place < SQUARES:
        return {}
    parts = collateral_parts(p, f.place, took_part(p, f), reduced)
    return {"fire": at_least(parts, p.board.v["assault.collateral_above"] + 1), **summed("fire-modifier", parts)}


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
    return {"kind": "destruction", "area": b.names[f.space], **summed("modifier", ammo), "by-points": {
        str(n): at_least([*ammo, (n + f.spoil, "7.5b", "points")], b.v["assault.destroyed_from"])
        for n in ([f.points] if f.points else range(1, most + 1))}}


def blast_card(p: Heralds, f: Blast) -> dict[str, Any]:
    parts = blast_parts(p, f)
    return {"kind": "blast", "area": p.board.names[f.space], **summed("modifier", parts),
            "success": at_least(parts, p.board.v["blast.above"] + 1)}
