"""An answer to every question of the game, by the name of the step that asks it."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from frente.games.tscw.captain import battle, move
from frente.games.tscw.captain.battle import cheapest
from frente.games.tscw.captain.front import TURN
from frente.games.tscw.captain.move import best_hex
from frente.games.tscw.captain.plan import Plan
from frente.games.tscw.captain.survey import distances, unit_worth
from frente.games.tscw.rules.ch07_chits import PULL
from frente.games.tscw.rules.ch07_events import CONVOY, VOLUNTEER, Picking
from frente.games.tscw.state.frames import DONE, Administration
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import first

Answer = Callable[[Any, Side, list[Act], Any], Act | None]
HALF: Final = 0.5                        # of a division's defence: what one of its brigades has, at least


# -- administration


def place(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    f = p.frame(Administration)
    if acts[0].verb == "unit":           # there is not room for all: the best unit first
        return strongest(p, acts, plan)
    u = f.queue[0] if f.unit < 0 else f.unit
    return best_hex(p, plan, u, [a for a in acts if a.verb == "hex"])


def spend_points(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """What strengthens most: factors on the map for each point."""
    b = p.board
    best = 0.0
    found = DONE
    for act in acts:
        u = act.arg
        if act == DONE:
            continue
        conv = 2 * p.conv[u]
        if act.verb == "replenish":
            gain = float(b.attack[u][2] + b.defence[u][2] - b.attack[u][1] - b.defence[u][1])
        else:
            gain = 1.0 + b.attack[u][1 + conv] + b.defence[u][1 + conv]
        if gain > best:
            best = gain
            found = act
    return found


def done(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    return DONE


def stand(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    return PASS


def break_down(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """[6.14] A division falls apart where a part of it will do, while a post near it has nobody: zones bar the way,
    and each of its brigades has one."""
    if not plan.bold or len(acts) == 1:
        return DONE
    now = Plan(p, side, plan.w)          # as things stand with the arrivals of this turn
    manned = set(now.posts.values())
    bare = [t for t in now.lack if t not in manned]
    for act in acts:
        u = act.arg
        post = now.posts.get(u, -1)
        if act.verb != "break" or post < 0 or not bare:
            continue
        enough = now.survey.threat[post] <= plan.w["post.strong"] * p.defence(u) * HALF
        if enough and any(distances(p.board, t)[p.hex[u]] <= TURN for t in bare):
            return act
    return DONE


def call_up(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """The levy and the mobilization, while morale can bear them."""
    return acts[0] if p.morale >= plan.w["politics.spare"] else PASS


# -- chits


def draw_own(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    return PULL


def desert(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    return strongest(p, acts, plan)


def strongest(p: Tscw, acts: list[Act], plan: Plan) -> Act:
    best = -1.0
    found = acts[0]
    for act in acts:
        if act.arg < 0:
            continue
        value = unit_worth(p, act.arg, plan.w)
        if value > best:
            best = value
            found = act
    return found


def pick_unit(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """What comes should be strong, what goes weak."""
    f = p.frame(Picking)
    return strongest(p, acts, plan) if f.what in (CONVOY, VOLUNTEER) else cheapest(p, acts, plan)


def pick_hex(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    f = p.frame(Picking)
    return best_hex(p, plan, f.unit, acts)


# -- infighting, optional rules


def choose_victim(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """The strongest stack: whatever is lost, the Republic loses it."""
    best = -1
    found = PASS
    for act in acts:
        if act.verb == "attack":
            value = sum([p.defence(u) for u in p.stack_at(act.arg)])
            if value > best:
                best = value
                found = act
    return found


def turncoat(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    return strongest(p, acts, plan)


def border_stack(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """The stack that is worth most of those the French border can feed."""
    best = -1
    found = PASS
    for act in acts:
        if act.verb == "hex":
            value = sum([p.defence(u) for u in p.stack_at(act.arg)])
            if value > best:
                best = value
                found = act
    return found


ANSWERS: Final[dict[str, Answer]] = {
    "OviedoGarrison": stand, "PlaceReinforcements": place, "SpendPoints": spend_points, "PlaceRebuilt": place,
    "BreakDown": break_down, "ChooseParts": first, "FeedingBottleLevy": call_up, "GeneralMobilization": call_up,
    "DrawOrDecline": draw_own, "DrawForOther": stand, "PickUnit": pick_unit, "PickHex": pick_hex,
    "Desertion": desert, "NameUnits": move.name_units,
    "ChooseVictim": choose_victim, "ChooseTurncoat": turncoat, "TurncoatMoves": first,
    "TakeOff": battle.take_losses, "OrderStacks": move.order_stacks,
    "ChooseTraveller": move.choose_traveller, "ChooseGoal": move.choose_goal,
    "ChooseMove": move.choose_move, "MoveOn": move.move_on, "Evacuate": done,
    "ChooseTarget": battle.choose_target, "ChooseAttackers": battle.choose_attackers,
    **dict.fromkeys(battle.SUPPORT, battle.support),
    "TakeLosses": battle.take_losses, "ChooseAdvance": move.choose_advance,
    "AdvanceOn": move.advance_on,
    "ScoutHex": first, "ChooseRoll": first, "NamePyrenees": border_stack, "NamePyreneesAgain": border_stack,
}
