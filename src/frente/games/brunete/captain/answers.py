"""A computer player's answers outside combat: set-up, administration, arrivals, aviation, movement hex by hex."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.captain.goals import step_worth
from frente.games.brunete.captain.interdict import barred_road
from frente.games.brunete.captain.plan import Plan
from frente.games.brunete.captain.survey import Trek
from frente.games.brunete.rules.ch06_reinforcements import Reinforcements
from frente.games.brunete.rules.ch08_aviation import BOMBARD, INTERDICT, PAY
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_infiltration import left as infiltration_points
from frente.games.brunete.rules.ch09_movement import STOP, Move
from frente.games.brunete.state.board import (
    ELITE,
    MINUS_AVIATION,
    MINUS_CP,
    PLUS_CP,
    REGULAR,
    REP,
    REROLL,
)
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import best

HIT: Final = 0.5                         # chance of a bombardment (8.1c)


def attacking(p: Brunete, side: Side) -> bool:
    """Whether this is the side's half of the battle."""
    return (p.initiative == side) if p.turn != 6 else side == REP


# -- set-up and administration


def place_tanks(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """With the infantry nearest to what has to be taken."""
    heat = plan.outlook().heat
    return best(acts, [heat[a.arg] for a in acts])


def buy_replacement(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """A regular step is worth a command point; an elite one its two only when they are not needed for attacks."""
    ground = plan.outlook()
    scores = []
    for a in acts:
        if a == PASS:
            scores.append(0.5)
        elif p.board.elite[a.arg] and attacking(p, side):
            scores.append(0.0)
        else:
            scores.append(refit(p, a.arg) + 0.01 * (ground.heat[p.hex[a.arg]] + ground.home[p.hex[a.arg]]))
    return best(acts, scores)


def refit(p: Brunete, u: int) -> float:
    """What a step given back is worth."""
    b = p.board
    n = p.steps[u]
    return (b.defence[u][n + 1] - b.defence[u][n]) / 4


def assign_replacement(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    ground = plan.outlook()
    return best(acts, [refit(p, a.arg) + 0.01 * (ground.heat[p.hex[a.arg]] + ground.home[p.hex[a.arg]]) for a in acts])


def pick_resource(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """One a turn while one's own half of the battle lasts; what would be lost is kept."""
    if not attacking(p, side) and p.last_turn - p.turn >= len(p.resources[side]):
        return PASS
    b = p.board
    foe = 1 - side
    worn = [u for u in b.of[side] if p.hex[u] >= 0 and p.steps[u] < b.full[u]]
    use: dict[int, float] = {
        PLUS_CP: 1.0, REROLL: 0.9, MINUS_CP: 0.8 if p.cp[foe] else 0.0,
        MINUS_AVIATION: 0.7 if p.avi[foe] else 0.0,
        REGULAR: 0.95 if any(not b.elite[u] for u in worn) else 0.0,
        ELITE: 1.05 if any(b.elite[u] for u in worn) else 0.0}
    return best(acts, [0.1 if a == PASS else use[a.arg] for a in acts])


def maintain(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The turn is over: nothing else can be bought with what is left."""
    return PAY


# -- aviation


def choose_mission(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """A bombardment or a road closed to those who come for what is ours, while a marker is not worth more in battle."""
    w = plan.w
    bombs = 0.0
    if BOMBARD in acts:
        bombs = HIT * max(bombardment(p, u, plan) for u in p.board.of[1 - side] if p.hex[u] >= 0) - w["attack.aviation"]
    bars = barred_road(p, side, plan)[0] - w["attack.interdict"]
    if max(bombs, bars) <= 0.0:
        return PASS
    return INTERDICT if bars > bombs else BOMBARD


def interdict(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    h = barred_road(p, side, plan)[1]
    return p.board.hex_acts[h] if h >= 0 else acts[0]


def name_target(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    return best(acts, [bombardment(p, a.arg, plan) for a in acts])


def bombardment(p: Brunete, u: int, plan: Plan) -> float:
    """What a step of an enemy unit is worth to us: more where it holds ground that we want."""
    ground = plan.outlook().ground[p.hex[u]]
    worth = step_worth(p, u, plan.w) + 0.05 * ground
    if p.steps[u] == 1 and p.top[p.hex[u]] == u and p.below[u] < 0:
        worth += 0.5 * ground            # nobody would be left in the hex
    return worth


def bombardment_reroll(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Kept for a combat."""
    return PASS


# -- arrivals


def reinforce(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Reinforcements)
    if f.unit >= 0:
        wanted = Act("hex", plan.entries(p).get(f.unit, -1))
        return wanted if wanted in acts else acts[0]
    if f.group:                          # the weakest make up the number
        return best(acts, [-p.board.attack[a.arg][-1] - float(p.board.elite[a.arg]) for a in acts])
    returns = [a for a in acts if a.verb == "recover"]
    if returns:
        return best(returns, [p.board.attack[a.arg][-1] + float(p.board.elite[a.arg]) for a in returns])
    return next(a for a in acts if a.verb == "unit" or a == PASS)


# -- movement


def choose_unit(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    march = plan.march(p)
    for u in march.order:
        act = p.board.unit_acts[u]
        if act in acts and p.fits(u, march.paths[u][-1]):
            march.order.remove(u)
            return act
    return PASS


def enter(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Move)
    path = plan.march(p).paths.get(f.unit, [])
    return p.board.hex_acts[path[0]] if path and p.board.hex_acts[path[0]] in acts else acts[0]


def march(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Move)
    path = plan.march(p).paths.get(f.unit, [])
    here = p.hex[f.unit]
    at = path.index(here) + 1 if here in path else 0
    if at < len(path) and p.board.hex_acts[path[at]] in acts:
        return p.board.hex_acts[path[at]]
    return STOP if STOP in acts else acts[0]


# -- infiltration


def infiltrate(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Two battalions hold the town; the others close up to what can be attacked at once."""
    f = p.frame(Infiltration)
    b = p.board
    if f.unit < 0:
        inside = [u for u in b.infiltrators if p.hex[u] == b.brunete]
        for u in inside[2:] if len(inside) > 2 else []:
            if b.unit_acts[u] in acts:
                return b.unit_acts[u]
        return PASS if PASS in acts else acts[0]
    points = infiltration_points(f, p, f.unit)
    trek = Trek(p, f.unit, p.hex[f.unit], points, 0, f.moved)
    here = p.hex[f.unit]
    waiting = len([u for u in b.infiltrators if p.hex[u] == b.brunete and u != f.unit]) - 2
    goal = here
    most = -1e9
    for h in trek.ends:
        path = trek.path(h)
        if (h != here and not p.fits(f.unit, h)) or (h == b.brunete and waiting >= 0):
            continue
        score = assault_post(p, side, h, plan) - 0.05 * len(path) * (1 + max(waiting, 0))
        if score > most:
            goal, most = h, score
    if goal == here:
        return STOP if STOP in acts else acts[0]
    step = b.hex_acts[trek.path(goal)[0]]
    return step if step in acts else STOP if STOP in acts else acts[0]


def assault_post(p: Brunete, side: Side, h: int, plan: Plan) -> float:
    """How good a hex is to attack from."""
    b = p.board
    outlook = plan.outlook()
    score = 0.02 * outlook.heat[h]
    for t in b.nb[h]:
        v = p.top[t]
        if v >= 0 and b.side[v] != side:
            score = max(score, 0.2 * outlook.ground[t])
    return score


ANSWERS: Final = {
    "PlaceTanks": place_tanks, "BuyReplacement": buy_replacement, "AssignReplacement": assign_replacement,
    "PickResource": pick_resource, "PayForAviation": maintain, "ChooseMission": choose_mission,
    "PlaceInterdiction": interdict, "NameTarget": name_target, "BombardmentReroll": bombardment_reroll,
    "Reinforce": reinforce, "ChooseUnit": choose_unit, "Enter": enter, "March": march, "InfiltrationMove": infiltrate}
