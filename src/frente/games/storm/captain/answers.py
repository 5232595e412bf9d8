"""A computer player's answers outside combat: set-up, chits, arrivals, replacements, activations, the pause."""
from __future__ import annotations

from typing import Final

from frente.games.storm.captain.goals import unit_worth
from frente.games.storm.captain.impulse import Staff
from frente.games.storm.captain.plan import Plan
from frente.games.storm.rules.ch06_chits import BUY
from frente.games.storm.rules.ch07_reinforcements import Placing
from frente.games.storm.rules.ch08_replacements import Rebuild
from frente.games.storm.rules.ch09_bombardment import BY_ARTILLERY, Bombardment
from frente.games.storm.rules.ch09_combat import DONE
from frente.games.storm.rules.ch09_impulse import PREPARE
from frente.games.storm.rules.ch09_movement import STOP
from frente.games.storm.rules.ch12_scenarios import DECLARE, END_PAUSE, START_ACTS
from frente.games.storm.rules.ch15_events import STOP as STOP_TURNING
from frente.games.storm.rules.ch15_events import Turning
from frente.games.storm.state.board import AREAS, DURRUTI, KIND_OF, N5, N7, NAT, R6, SPACES
from frente.games.storm.state.frames import impulse
from frente.games.storm.state.position import ELIMINATED, Storm
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import best

# -- set-up and arrivals


def choose_start(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[12.2a] A turn more is worth more than the points for it."""
    return START_ACTS[0]


def place_freely(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[12.2d] Where there is most at stake for the units that are already there."""
    return best(acts, [stake(p, side, a.arg, plan) / (1.0 + p.n[side * SPACES + a.arg]) for a in acts])


def stake(p: Storm, side: Side, a: int, plan: Plan) -> float:
    """What an area of the front line covers or threatens."""
    s = plan.survey(p)
    total = s.ground[a]
    for t in p.board.nb[a]:
        if t < AREAS and (side == NAT) == (p.control[t] != NAT):
            total += 0.5 * s.ground[t]
    return total


def place(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Placing)
    s = plan.anew(p)
    if acts[0].verb == "unit":           # there is not room for all: the best unit first
        return best(acts, [unit_worth(p, a.arg, s.w) for a in acts])
    return best(acts, [s.gain(f.units[0], a.arg) for a in acts])


def rebuild(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The best unit that can be had, from the pair that gives up least, to where it is needed."""
    f = p.frame(Rebuild)
    s = plan.anew(p)
    verb = acts[0].verb
    if verb == "area":
        return best(acts, [s.gain(f.unit, a.arg) for a in acts])
    if verb == "with":
        return best(acts, [-unit_worth(p, a.arg, s.w) for a in acts])
    return best(acts, [-1.0 if a == PASS else unit_worth(p, a.arg, s.w) for a in acts])


def overstacking(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[3.2d] The cheapest unit."""
    return best(acts, [-unit_worth(p, a.arg, plan.w) for a in acts])


# -- support points and chits


def buy(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    w = plan.w
    last = p.turn >= p.last_turn
    if p.hand_size(side) >= w["price.hand"] or (p.sp[side] <= w["price.reserve"] and not last):
        return PASS
    return BUY


def return_chits(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Only what will not be of use."""
    for a in acts:
        if a != PASS and a.arg == KIND_OF[N7] and not p.pool[DURRUTI] + p.hand[DURRUTI] + p.played[DURRUTI]:
            return a
        if a != PASS and a.arg == KIND_OF[R6] and p.hand_size(side) >= 4:
            return a
    return PASS


def pause(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[12.3g] Worth declaring when the shock troops are worn out and there is time to use them again."""
    if END_PAUSE in acts:
        return PASS if worn(p) >= 2 and p.last_turn - p.turn > 3 else END_PAUSE
    if worn(p) >= plan.w["price.pause"] and p.last_turn - p.turn >= 6:
        return DECLARE
    return PASS


def worn(p: Storm) -> int:
    """Pairs of eliminated Legion and Moroccan units."""
    b = p.board
    found = [0, 0]
    for u in b.of[NAT]:
        if p.at[u] == ELIMINATED and b.faction[u] <= 1:
            found[b.faction[u]] += 1
    return found[0] // 2 + found[1] // 2


# -- the impulse


def declare(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    found = plan.declare(p, acts).act
    return found if found in acts else acts[0]


def choose_units(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    im = impulse(p)
    wanted = plan.intent(p, im)
    for u in wanted.units:
        act = p.board.unit_acts[u]
        if u not in im.units and act in acts:
            return act
    if wanted.prepared and PREPARE in acts:
        return PREPARE
    return DONE if DONE in acts else acts[0]


def step_on(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    im = impulse(p)
    path = plan.intent(p, im).path
    here = p.at[im.units[0]]
    at = path.index(here) + 1 if here in path else 0
    if at < len(path) and p.board.area_acts[path[at]] in acts:
        return p.board.area_acts[path[at]]
    if STOP in acts:
        return STOP
    s = plan.survey(p)
    return best(acts, [s.heat[a.arg] for a in acts])


def choose_target(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Bombardment)
    if f.use == BY_ARTILLERY:
        target = plan.intent(p, impulse(p)).target
    else:
        target = Staff(plan.survey(p)).chit_target(f.use)[1]
    act = p.board.area_acts[target]
    return act if act in acts else acts[0]


def turn_units(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[15.R5a, 15.N5, 15.N11b] The units that matter most, in the area that matters most."""
    f = p.frame(Turning)
    s = plan.survey(p)
    staff = Staff(s)
    scores: list[float] = []
    for a in acts:
        if a == STOP_TURNING:
            scores.append(-1.0)
        elif f.use == N5:
            scores.append(10.0 * staff.stunned(p.at[a.arg]) + p.factor(a.arg))
        else:
            scores.append(s.heat[p.at[a.arg]] * (0.3 + p.factor(a.arg)))
    return best(acts, scores)


ANSWERS: Final = {
    "ChooseStart": choose_start, "PlaceFreely": place_freely, "PlaceUnits": place, "SetUpUnits": place,
    "Overstacking": overstacking, "RebuildUnits": rebuild, "BuyChit": buy, "ReturnChits": return_chits,
    "PausePhase": pause, "Declare": declare, "ChooseUnits": choose_units,
    "StepOn": step_on, "ChooseTarget": choose_target, "TurnUnits": turn_units}
