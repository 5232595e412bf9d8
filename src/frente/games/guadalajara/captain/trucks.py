"""Trucks of computer players: they go to battalions that have far to march, and carry them until the enemy is near."""
from __future__ import annotations

from math import ceil
from typing import Final

from frente.games.guadalajara.captain.plan import PACE, Plan
from frente.games.guadalajara.captain.survey import FAR
from frente.games.guadalajara.rules.ch01_handling import HANDLING
from frente.games.guadalajara.rules.ch01_trucks import STOP, Trucks
from frente.games.guadalajara.state.board import FOOT, ITALIAN, MOTOR, MP, NAT
from frente.games.guadalajara.state.position import MOVED, Guadalajara
from frente.kernel.flow import PASS, Act, Side

DRIVE: Final = 12 * MP                   # what a truck drives in a turn
LAST_LEG: Final = 4 * MP                 # the part of its way that a unit walks on the day of its attack
SAVING: Final = 0.6                      # turns a ride must save
RACE: Final = 1e9                        # so much more than any other ride
LATE: Final = 0.3                        # turns that getting off later costs
FEARED: Final = 3.0                      # enemy strength near by that nobody meets on his truck
TOO_LATE: Final = 0.1                    # what is left of a ride that ends after the game
ATTACK: Final = 1.5                      # the same where the goal has to be attacked


def saving(p: Guadalajara, plan: Plan, u: int) -> float:
    """Turns that a ride would save a unit on the way to its goal."""
    k = plan.errand.get(u, -1)
    if k < 0:
        return 0.0
    b = p.board
    goal = plan.goals[k].h
    foot = plan.field(p, goal, FOOT, b.nation[u])[p.hex[u]]
    wheels = plan.field(p, goal, MOTOR, b.nation[u])[p.hex[u]] + 2 * HANDLING
    if foot >= FAR or wheels >= FAR:
        return 0.0
    march = b.move[u][0]
    if p.holder(goal) == 1 - plan.side:  # [1.16b.4] who gets off walks and attacks on the next turn
        return ceil(foot / march) - 1 - ceil(max(0, wheels - LAST_LEG) / DRIVE)
    return foot / march - wheels / DRIVE


def place_truck(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Trucks)
    b = p.board
    if not plan.errand:
        plan.assign(p, [u for u in b.fighters[side] if p.hex[u] >= 0 and not b.escorted[u] and not b.gun[u]
                        and not b.hq[u]])
    t = f.left[0]
    offered = {a.arg for a in acts if a.verb == "hex"}
    offered.add(p.hex[t])
    best = -1
    most = 0.0
    for u in b.fighters[side]:
        if u in plan.wheels or p.hex[u] not in offered or p.aboard[u] >= 0 or not b.carries(t, u):
            continue
        if b.nation[u] == ITALIAN and not p.taken and b.infantry[u]:
            far = plan.field(p, b.brihuega, MOTOR, ITALIAN)[p.hex[u]]
            if far < FAR and RACE / (1 + far) > most:
                best, most = u, RACE / (1 + far)     # [1.17a.1] whoever is first in Brihuega opens the west
            continue
        gain = saving(p, plan, u)
        if gain > SAVING:
            g = plan.goals[plan.errand[u]]
            turns = plan.field(p, g.h, MOTOR, b.nation[u])[p.hex[u]] / DRIVE
            if p.turn + turns > b.last_turn:
                gain *= TOO_LATE
            if gain > most:
                best, most = u, gain
    if best < 0:
        return PASS
    plan.wheels[best] = t
    return PASS if p.hex[best] == p.hex[t] else b.hex_acts[p.hex[best]]


def drive_back(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    return STOP                          # it will be lifted to where it is needed anyway


def boards(p: Guadalajara, plan: Plan, u: int) -> bool:
    """Whether a unit should take a truck that stands in its hex."""
    b = p.board
    if p.aboard[u] >= 0 or not b.carried[u] or u in plan.prey or not p.wheels[plan.side][p.hex[u]]:
        return False
    if p.beside_enemy(plan.side, p.hex[u]) or saving(p, plan, u) <= SAVING:
        return False
    return any(p.hex[t] == p.hex[u] and p.cargo[t] < 0 and not p.state[t] & MOVED and b.carries(t, u)
               for t in b.trucks[plan.side])


def ride(p: Guadalajara, plan: Plan, u: int, h: int, left: int) -> tuple[float, float]:
    """Turns to the goal of a passenger from a hex, if it gets off there and if it stays on its truck."""
    b = p.board
    k = plan.errand.get(u, -1)
    if k < 0:
        return 0.0, 1.0
    goal = plan.goals[k].h
    foot = plan.field(p, goal, FOOT, b.nation[u])[h] / PACE if left >= HANDLING else 99.0
    wheels = plan.field(p, goal, MOTOR, b.nation[u])[h] / DRIVE
    if p.holder(goal) == 1 - plan.side:
        return foot, max(1.0, wheels) + ATTACK       # [1.16b.4] who gets off does not attack in the same turn
    return foot, wheels + LATE


def walks(p: Guadalajara, plan: Plan, u: int, exploit: bool) -> bool:
    """Whether a passenger should get off where it is."""
    if p.turn == 1 and p.board.surprise and plan.side == NAT and not exploit:
        return False                     # [2.8c] on it goes in the Exploitation Phase
    if plan.threat[p.hex[u]] > FEARED:
        return True
    foot, wheels = ride(p, plan, u, p.hex[u], HANDLING)
    return foot <= wheels


ANSWERS: Final = {"PlaceTruck": place_truck, "DriveBack": drive_back}
