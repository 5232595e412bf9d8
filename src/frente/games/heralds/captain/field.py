"""A computer player's answers in the maneuver phase: whom to order, who goes along, where a stack goes."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain.battle import assault_worth, parley_worth
from frente.games.heralds.captain.guard import Watch, destination, shelter
from frente.games.heralds.captain.worth import Plan, square_worth
from frente.games.heralds.rules.ch04_control import access, compound_holder
from frente.games.heralds.rules.ch04_lines import GIVE_UP, in_contact, villa
from frente.games.heralds.rules.ch05_maneuver import address_refusal, pass_refusal, subordinates
from frente.games.heralds.rules.ch05_orders import MANEUVER as GIVE
from frente.games.heralds.rules.ch06_maneuver import YIELD
from frente.games.heralds.rules.ch06_movement import STOP
from frente.games.heralds.rules.ch06_reaction import DONE
from frente.games.heralds.rules.ch06_stacks import can_lead, commands, fighters, has_fighters
from frente.games.heralds.state.board import CND, COMBAT, PCE, PERIPHERY, SPACES, SQUARES, SUPPORT
from frente.games.heralds.state.frames import MANEUVER, Order, Stack
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import best

USUAL: Final = 6                         # maneuver points a stack can count on

# -- orders


def party(p: Heralds, side: Side, lead: int) -> tuple[int, int]:
    """Combat and support units a leader or agent could take along from his square."""
    b = p.board
    men = guns = 0
    for u in p.around(p.at[lead]):
        if (u < b.first and p.side[u] == side and not p.captive[u] and commands(p, lead, u)
                and (side != CND or p.at[u] < SQUARES)):
            if b.kind[u] == COMBAT:
                men += 1
            elif b.kind[u] == SUPPORT:
                guns += 1
    size = b.initiative[p.who[lead]]
    men = min(men, size)
    return men, min(guns, size - men + 1, 1)


def watch_of(p: Heralds, plan: Plan) -> Watch:
    plan.look(p)
    watch = plan.watch
    if not isinstance(watch, Watch):
        watch = plan.watch = Watch(p, plan)
    return watch


def stack_worth(p: Heralds, side: Side, u: int, plan: Plan) -> float:
    """What the stack around a pawn could do."""
    b = p.board
    w = plan.w
    if p.speaker(u):
        if not can_lead(p, u):
            return 0.0
        men, guns = party(p, side, u)
        if not men:
            return 0.0
        if side == CND:
            return destination(p, plan, watch_of(p, plan), p.square(u), men, guns, USUAL)[1]
        return advance_worth(p, u, men + 2 * guns, plan)
    if u >= b.first or b.kind[u] != COMBAT:
        return 0.0
    if side == CND:
        return destination(p, plan, watch_of(p, plan), p.square(u), 1, 0, USUAL)[1] if p.at[u] < SQUARES else 0.0
    return w["field.lone"] * advance_worth(p, u, 1, plan)


def advance_worth(p: Heralds, u: int, power: int, plan: Plan) -> float:
    """What an order to a stack of the PCE may gain: better ground within its reach, or a fight where it stands."""
    b = p.board
    home = p.square(u)
    field = plan.field(p, PCE, power)
    reach = plan.ways(p, PCE, home)
    gain = 0.0
    for sq in range(SQUARES):
        if sq != home and reach[sq] <= USUAL:
            here = field[sq] - field[home]
            if not p.present[SQUARES * CND + sq]:
                here += 0.8 * square_worth(p, PCE, sq, plan.w)
            gain = max(gain, here)
    foes = p.combat[SQUARES * CND + home] + sum([p.fighters[SPACES * CND + c] for c in b.inside[home]])
    if foes and foes <= 2 * power:
        gain = max(gain, field[home])
    return gain * min(1.0, power / 4.0)


def line(p: Heralds, side: Side, a: int, u: int, plan: Plan) -> float:
    """Chance that an order from a space reaches a pawn."""
    if in_contact(p, side, a, p.at[u]) or villa(p, side, u) or access(p, side, p.board.main):
        return 1.0
    return 0.4 * plan.trust()


def hq_worth(p: Heralds, side: Side, h: int, plan: Plan, depth: int) -> float:
    """The best that a headquarters could order with its points."""
    if p.side[h] != side:
        return 0.0                       # a neutral one passes orders on at the price of a point for the enemy
    found: list[float] = []
    f = Order(side, [h])
    for piece in subordinates(p, f, h):
        if piece >= p.board.first and p.board.reverse[piece] != side:
            continue
        u = p.handle(piece)
        if pass_refusal(p, f, h, u)[0]:
            continue
        if u in p.board.hqs:
            value = hq_worth(p, side, u, plan, depth - 1) if depth else 0.0
        else:
            value = stack_worth(p, side, u, plan)
        if value > 0.0:
            found.append(value * line(p, side, p.at[h], u, plan))
    found.sort()
    return sum(found[-max(1, min(4, p.points(h))):], 0.0) if found else 0.0


def address_worth(p: Heralds, side: Side, u: int, plan: Plan) -> float:
    token = p.at[p.token(side)]
    value = hq_worth(p, side, u, plan, 2) if u in p.board.hqs else stack_worth(p, side, u, plan)
    return value * line(p, side, token, u, plan)


def best_order(p: Heralds, side: Side, plan: Plan) -> float:
    """The most that one maneuver order may gain."""
    found = 0.0
    for u in range(p.board.units):
        if p.side[u] == side and not address_refusal(p, side, u)[0]:
            found = max(found, address_worth(p, side, u, plan))
    return found


def give_maneuver(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return GIVE if best_order(p, side, plan) > 0.05 else PASS


def address(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    plan.tried = []
    scores: list[float] = []
    for a in acts:
        if a == GIVE_UP:
            scores.append(0.01)
        elif a.verb == "blast":
            scores.append(0.0)
        else:
            scores.append(address_worth(p, side, a.arg, plan))
    return best(acts, scores)


def designate(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Leaders with their stacks first, then headquarters that have such leaders, then single brigades."""
    scores: list[float] = []
    for a in acts:
        if a == DONE:
            scores.append(0.05)
        elif a.arg in plan.tried:
            scores.append(0.0)
        elif a.arg in p.board.hqs:
            scores.append(hq_worth(p, side, a.arg, plan, 1))
        else:
            scores.append(stack_worth(p, side, a.arg, plan))
    found = best(acts, scores)
    if found != DONE:
        plan.tried.append(found.arg)
    return found


def next_stack(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    scores: list[float] = []
    for a in acts:
        if a == DONE:
            scores.append(0.01)
        elif a.verb == "stack":
            scores.append(stack_worth(p, side, a.arg, plan))
        else:
            scores.append(1.0 if a.verb == "bomb" and not p.bombed else 0.2)
    return best(acts, scores)


def near_depot(p: Heralds, side: Side, r: int) -> bool:
    """Whether the line to a motor depot cannot fail."""
    b = p.board
    return access(p, side, b.main) or in_contact(p, side, p.at[p.token(side)], b.rat[r])


def compose(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Fresh combat units of good morale, and one support unit once there are two of them."""
    f = p.frame(Stack)
    b = p.board
    men = len(fighters(p, f.units))
    guns = sum([1 for u in f.units if b.kind[p.who[u]] == SUPPORT])
    scores: list[float] = []
    for a in acts:
        if a == DONE:
            scores.append(0.0)
        elif a.verb == "motor":
            scores.append(0.5 if men > 2 and near_depot(p, side, a.arg) else -1.0)
        elif a.arg == b.air:
            scores.append(1.0)
        elif a.arg >= b.first or b.kind[a.arg] not in (COMBAT, SUPPORT):
            scores.append(-1.0)
        elif b.kind[a.arg] == SUPPORT:
            scores.append(20.0 if men >= 2 and not guns else -1.0)
        elif side == CND and p.at[a.arg] >= SQUARES:
            scores.append(-1.0)          # garrisons stay inside
        else:
            scores.append(1.0 + p.initiative_of(a.arg) + p.morale_of(a.arg))
    return best(acts, scores)


# -- a stack on the move


def on_errand(p: Heralds, side: Side, acts: list[Act], f: Stack, plan: Plan) -> Act:
    if f.dest < 0:
        return STOP
    reach = plan.ways(p, side, f.dest)
    here = reach[p.board.parent[p.at[f.units[0]]]]
    found = STOP
    least = here
    for a in acts:
        if a.verb == "move" and reach[p.board.parent[a.arg]] < least:
            least = reach[p.board.parent[a.arg]]
            found = a
    if found == STOP and p.at[f.units[0]] >= SQUARES:
        parent = p.board.move_acts[p.board.parent[p.at[f.units[0]]]]
        return parent if parent in acts else STOP
    return found


def step_worth(p: Heralds, side: Side, f: Stack, t: int, field: list[float], plan: Plan) -> float:
    b = p.board
    w = plan.w
    here = p.at[f.units[0]]
    home, there = b.parent[here], b.parent[t]
    if t >= SQUARES:
        return -1.0
    if there == home:                    # out of a compound, to go on from there
        return 0.06 if max(field) > field[home] else -1.0
    gain = field[there] - field[home]
    if t in f.visited or t == f.origin:
        return -1.0                      # no stepping to and fro, not even where each step into a square would count
    men = len(fighters(p, f.units))
    if not p.present[(1 - side) * SQUARES + there] and (b.space[there] != PERIPHERY or men >= b.need[there]):
        gain += 0.8 * square_worth(p, side, there, w)
    own = p.present[side * SQUARES + home] - len(f.units)
    if own <= 0 and (home in b.will_squares or home == b.square_g):
        gain -= w["worth.box"] * (1.0 if side == CND else w["field.leave"])
    return gain


def guard_step(p: Heralds, f: Stack, acts: list[Act], plan: Plan, scores: list[float]) -> None:
    """The CND goes where it is needed by the shortest way, and into a compound once it is there."""
    b = p.board
    here = p.at[f.units[0]]
    home = b.parent[here]
    men = len(fighters(p, f.units))
    guns = len(f.units) - men - len([u for u in f.units if p.speaker(u)])
    watch = watch_of(p, plan)
    goal, value = destination(p, plan, watch, home, men, guns, f.credit)
    reach = plan.ways(p, CND, goal)
    for i, a in enumerate(acts):
        if a.verb != "move":
            continue
        t = a.arg
        if t >= SQUARES:
            if goal == home and here < SQUARES and b.parent[t] == home and shelter(p, watch, home, men):
                scores[i] = 0.3 if p.shown[t] and not p.fighters[t] else 0.1     # headquarters first
        elif goal != home and value > plan.w["field.floor"]:
            if t == home:                # out of a compound, to go on from there
                scores[i] = 0.06
            elif t not in f.visited and reach[t] < reach[home] and (t == goal or not p.combat[SQUARES * PCE + t]):
                scores[i] = value / (1.0 + 0.1 * reach[t])


def acting(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Stack)
    if f.task != MANEUVER:
        return on_errand(p, side, acts, f, plan)
    if not has_fighters(p, f.units):
        return STOP if STOP in acts else acts[-1]
    b = p.board
    w = plan.w
    men = len(fighters(p, f.units))
    guns = sum([1 for u in f.units if b.kind[p.who[u]] == SUPPORT])
    field = plan.field(p, side, men + 2 * guns) if side == PCE else []
    scores: list[float] = []
    for a in acts:
        if a in (STOP, YIELD):
            scores.append(w["field.floor"])
        elif a.verb == "move":
            scores.append(step_worth(p, side, f, a.arg, field, plan) if side == PCE else -1.0)
        elif a.verb == "assault":
            scores.append(assault_worth(p, f, a.arg, plan))
        elif a.verb == "parley":
            scores.append(parley_worth(p, f, a.arg, plan))
        elif a.verb == "hold":
            near = p.present[(1 - side) * SQUARES + b.parent[a.arg]]
            held = compound_holder(p, a.arg) == side
            scores.append(w["worth.post"] if not near and not held and b.downtown[a.arg] else 0.0)
        else:
            scores.append(-1.0)
    if side == CND and not f.caught:
        guard_step(p, f, acts, plan, scores)
    return best(acts, scores)


def extra_points(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """A messenger at the end of his way has no other use for them."""
    f = p.frame(Stack)
    return acts[-1] if f.task != MANEUVER and p.board.parent[f.to] == f.dest else acts[0]


ANSWERS: Final = {
    "GiveManeuver": give_maneuver, "Address": address, "Designate": designate, "NextStack": next_stack,
    "Compose": compose, "Acting": acting, "ExtraPoints": extra_points}
