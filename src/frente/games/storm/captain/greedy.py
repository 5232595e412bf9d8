"""A yardstick: stacks go to the nearest goal, and attack when an average roll beats the Defence Value."""
from __future__ import annotations

from typing import Final

from frente.games.storm.captain.combat import defence_of
from frente.games.storm.rules.ch09_combat import DONE
from frente.games.storm.rules.ch09_movement import STOP
from frente.games.storm.state.board import AREAS, NAT, SPACES
from frente.games.storm.state.frames import BOMBARD, MOVE, impulse
from frente.games.storm.state.position import SCENARIO_1, Storm
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import first, none
from frente.kit.search import flood

MEAN: Final = 7


class Ways:
    """How far every space is from the nearest goal of a side."""

    def __init__(self, p: Storm, side: Side) -> None:
        b = p.board
        wanted = list(b.urbans) if p.scenario == SCENARIO_1 else [b.madrid, *[a for r in b.routes for a in r]]
        goals = [a for a in wanted if p.control[a] == NAT] if side != NAT else []
        goals = goals or [a for a in wanted if p.control[a] != NAT]
        boxes = [t >= AREAS and b.owner[t] != side for t in range(SPACES)]
        self.far = [99 if d < 0 else d for d in flood(b.nb, goals, boxes)]


def margin(p: Storm, side: Side, a: int, units: list[int]) -> int:
    """By how much an average roll would beat the Defence Value."""
    foes = p.units(1 - side, a)
    return MEAN + sum([p.factor(u) for u in units]) - defence_of(p, foes) - p.board.terrain[a]


def declare(p: Storm, side: Side, acts: list[Act], plan: Ways) -> Act:
    """An attack that should succeed, else a bombardment, else the move that gains most, else a pass."""
    chosen = PASS
    most = 0
    for a in acts:
        if a.verb == "attack":
            able = [u for u in p.units(side, a.arg) if not p.spent[u] and p.factor(u)][:p.board.free_units]
            gain = margin(p, side, a.arg, able)
            if gain > most:
                chosen, most = a, gain
    if chosen != PASS:
        return chosen
    for verb in ("bombard", "chit", "assault"):
        for a in acts:
            if a.verb == verb:
                return a
    for a in acts:
        if a.verb == "move":
            near = [plan.far[t] for t in p.board.nb[a.arg]]
            gain = plan.far[a.arg] - min(near)
            if gain > 0 and plan.far[a.arg] > most:
                chosen, most = a, plan.far[a.arg]
    return chosen


def choose_units(p: Storm, side: Side, acts: list[Act], plan: Ways) -> Act:
    """As many as cost nothing."""
    im = impulse(p)
    limit = p.board.batteries - 1 if im.kind == BOMBARD else p.board.free_units
    if len(im.units) >= limit and DONE in acts:
        return DONE
    return acts[0] if acts[0].verb == "unit" else DONE


def step_on(p: Storm, side: Side, acts: list[Act], plan: Ways) -> Act:
    """On towards the goal while that brings the stack nearer."""
    im = impulse(p)
    here = plan.far[p.at[im.units[0]]]
    steps = [a for a in acts if a.verb == "area"]
    near = min([plan.far[a.arg] for a in steps])
    if STOP in acts and (near >= here or im.kind != MOVE):
        return STOP
    return next(a for a in steps if plan.far[a.arg] == near)


def nearest(p: Storm, side: Side, acts: list[Act], plan: Ways) -> Act:
    """Of areas, the one nearest to a goal; of anything else the first."""
    areas = [a for a in acts if a.verb == "area"]
    if not areas:
        return acts[0]
    near = [plan.far[a.arg] for a in areas]
    return areas[near.index(min(near))]


def spread(p: Storm, side: Side, acts: list[Act], plan: Ways) -> Act:
    """[12.2d] The same number everywhere."""
    counts = [p.n[side * SPACES + a.arg] for a in acts]
    return acts[counts.index(min(counts))]


def toughest(p: Storm, side: Side, acts: list[Act], plan: Ways) -> Act:
    factors = [p.board.defence[a.arg] if a.verb == "point" else -1 for a in acts]
    return acts[factors.index(max(factors))]


ANSWERS: Final = {
    "Overstacking": first, "ChooseStart": first, "PlaceFreely": spread, "PlaceUnits": nearest, "SetUpUnits": nearest,
    "RebuildUnits": nearest, "BuyChit": first, "ReturnChits": none, "PausePhase": none, "Declare": declare,
    "ChooseUnits": choose_units, "StepOn": step_on, "ChooseTarget": first, "TurnUnits": first,
    "PlayEvents": first, "CounterAttack": first,
    "NamePoint": toughest, "NameCrossingPoint": toughest, "DefencePoint": toughest, "NameTargetPoint": first,
    "AfterFire": first, "TakeLosses": first, "RetreatUnits": nearest, "StrifeChoice": first}
