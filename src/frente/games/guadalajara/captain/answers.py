"""The smaller questions to computer players: set-up, arrivals, trucks, losses, retreats, reserves."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.captain.places import crowd, far_from_goals
from frente.games.guadalajara.captain.plan import Plan
from frente.games.guadalajara.captain.survey import defence_at, step_worth
from frente.games.guadalajara.captain.way_out import near_the_way_out
from frente.games.guadalajara.rules.ch01_handling import MODE
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.ch03_arrivals import HOLD, Arrivals
from frente.games.guadalajara.rules.setup import SetUp, next_unit
from frente.games.guadalajara.state.board import NAT, REP, STACK, VOLUNTEERS
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import PASS, Act, Side

SOON: Final = 2                          # turns from which Italians can be at the way out
DEAR: Final = 3.0                        # victory points of a village that is worth one for help,
IN_TIME: Final = 4                       # if it lies so many hexes from where the help comes in,
ENDANGERED: Final = 1.5                  # the enemy has so many times the defenders,
HOPELESS: Final = 5.0                    # and not so many times as there would be


def deploy(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The attacker near his goals, the defender in villages and on ground that helps him."""
    f = p.frame(SetUp)
    b = p.board
    u = next_unit(f, p)
    best = acts[0]
    most = -1e9
    for a in acts:
        h = a.arg
        value = -0.2 * crowd(p, h)
        if side == NAT and b.scenario != 4:
            value -= far_from_goals(p, plan, h, b.nation[u])
            if b.hq[u] or b.gun[u]:
                value -= 3.0 if b.front[h] else 0.0
            if (b.gun[u] or b.truck[u]) and h in b.main_road:
                value -= 8.0             # [2.5] whoever stands on it is in the way of the rest
        else:
            value += b.defence_twice[h] + 0.3 * crowd(p, h)
            for g in plan.goals:
                d = b.distance(h, g.h)
                if d <= 4:
                    value += g.value / (1 + d)
            if b.gun[u] or b.hq[u]:
                value += min(4, min((b.distance(h, p.hex[v]) for v in b.fighters[1 - side] if p.hex[v] >= 0),
                                    default=4))
        if b.escorted[u] and p.top[h] >= 0:
            value += 1.0
        if value > most:
            best, most = a, value
    return best


def start_face(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Ready to fire where an enemy is in range."""
    f = p.frame(SetUp)
    return face(p, f.gun, side)


def face(p: Guadalajara, u: int, side: Side) -> Act:
    b = p.board
    near = any(p.hex[v] >= 0 and b.distance(p.hex[u], p.hex[v]) <= b.range[u][0] for v in b.fighters[1 - side])
    return PASS if near else MODE


def emergency(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[3.1d] A victory point for a few weak units: only where they can come in time to save more than that."""
    for a in acts:
        if a != PASS and called_for(p, plan, a.arg):
            return a
    return PASS


def called_for(p: Guadalajara, plan: Plan, group: int) -> bool:
    """Whether the enemy is about to take a village near where a group comes in, or to leave by the way out."""
    b = p.board
    units = [u for u in b.of[REP] if b.group[u] == group]
    area = b.area[units[0]]
    doors = b.areas[area] if area in b.areas else [h for hexes in b.areas.values() for h in hexes]
    relief = float(sum([b.defence[u][b.full[u]] for u in units]))
    if b.exit_hex in doors and len(near_the_way_out(p, SOON)) >= b.exits_needed - p.exited:
        return True
    for e in plan.errands:
        h = e.goal.h
        if e.mine and e.goal.value >= DEAR and any(b.distance(d, h) <= IN_TIME for d in doors):
            have = defence_at(p, p.stack_at(h), h)
            if plan.threat[h] > ENDANGERED * have and plan.threat[h] < HOPELESS * (have + relief):
                return True
    return False


def place_unit(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Where the way to a goal is shortest and there is room."""
    f = p.frame(Arrivals)
    b = p.board
    u = f.left[0]
    best = HOLD
    most = -1e9
    for a in acts:
        if a.verb == "hex":
            value = -far_from_goals(p, plan, a.arg, b.nation[u]) - 0.5 * max(0, crowd(p, a.arg) - STACK)
            if value > most:
                best, most = a, value
    return best


def arrival_face(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Arrivals)
    return PASS if p.face[f.gun] == 1 else MODE


def cheapest(p: Guadalajara, acts: list[Act]) -> Act:
    """The step that costs least."""
    best = acts[0]
    least = 1e9
    for a in acts:
        u = a.arg
        cost = step_worth(p, u)
        if p.steps[u] == 1:
            cost += 0.4
        d = p.board.division[u]
        if d in VOLUNTEERS and not p.routed[d]:
            cost += 0.1 * p.morale[d]
        if cost < least:
            best, least = a, cost
    return best


def take_loss(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    return cheapest(p, acts)


def fall_back(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Out of the enemy's zones, toward friends, villages and good ground."""
    f = p.frame(Retreat)
    b = p.board
    units = [u for u in f.group if p.hex[u] >= 0]
    best = acts[0]
    most = -1e9
    for a in acts:
        if a.verb != "hex":
            continue
        h = a.arg
        value = 0.5 * b.defence_twice[h] - 0.1 * plan.threat[h]
        if p.zone[1 - side][h] and p.holder(h) < 0:
            value -= 4.0
        if p.holder(h) == side:
            value += 0.5
        if p.room(units, h):
            value -= 1.0
        if p.beside_enemy(side, h):
            value -= 1.0
        for g in plan.goals:
            d = b.distance(h, g.h)
            if d <= 3:
                value += 0.3 * g.value / (1 + d)
        far = min((b.distance(h, s) for s in b.sources[b.nation[units[0]]]), default=0)
        value -= 0.05 * far
        if value > most:
            best, most = a, value
    return best


def find_company(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The strongest stack."""
    best = acts[0]
    most = -1.0
    for a in acts:
        value = defence_at(p, p.stack_at(a.arg), a.arg)
        if value > most:
            best, most = a, value
    return best


def release(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    return acts[0]


def run(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Any of the nearest ends will do; stacks keep together on the better ground."""
    best = acts[0]
    most = -1
    for a in acts:
        value = p.board.defence_twice[a.arg] if a.verb == "hex" else 0
        if value > most:
            best, most = a, value
    return best


def slip_away(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Cavalry never waits for infantry, but does not give up a village for nothing."""
    f = p.stack[-1]
    here = getattr(f, "hexes", [0])[0]
    if any(g.h == here for g in plan.goals):
        return PASS
    return acts[0]


ANSWERS: Final = {
    "Deploy": deploy, "StartFace": start_face, "Emergency": emergency, "PlaceUnit": place_unit,
    "ChooseFace": arrival_face, "TakeLoss": take_loss,
    "Eliminate": take_loss, "Fall": fall_back, "FindCompany": find_company, "Release": release,
    "ChooseRunner": run, "Run": run, "SlipAway": slip_away}
