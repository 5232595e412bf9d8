"""The yardstick: takes what is nearest to hand, by the kind of act alone."""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from frente.games.heralds.captain.battle import ANSWERS as BATTLE
from frente.games.heralds.captain.command import ANSWERS as COMMAND
from frente.games.heralds.captain.field import ANSWERS as FIELD
from frente.games.heralds.captain.field import on_errand
from frente.games.heralds.captain.politics import ANSWERS as POLITICS
from frente.games.heralds.captain.setup import ANSWERS as SETUP
from frente.games.heralds.captain.worth import Lot, Plan, square_worth
from frente.games.heralds.state.board import SQUARES
from frente.games.heralds.state.frames import MANEUVER, Stack
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act, Side
from frente.kit.doctrine import best

# What is done rather than what else is offered; acts that are not named come before stopping, in the order given.
EAGER: Final = {"assault": 9.0, "hold": 5.0, "move": 3.0, "seat": 5.0, "propaganda": 5.0, "use": 5.0, "task": 5.0,
                "affiliate": 6.0, "subvert": 4.0, "maneuver": 5.0, "address": 3.0, "order": 3.0, "stack": 3.0,
                "join": 3.0, "lead": 3.0, "unit": 3.0}
LAZY: Final = {"strike": -2.0, "destroy": -2.0, "drop": -2.0, "give-up": -3.0, "parley": -1.0, "fix": -1.0,
               "relocate": -2.0, "summon": -2.0, "shift": -2.0, "offensive": -2.0, "bridge": -2.0}


def eager(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return best(acts, [EAGER.get(a.verb, LAZY.get(a.verb, 0.0)) for a in acts])


def advance(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Assault whatever is in reach, else the next square that is not one's own, never twice the same."""
    f = p.frame(Stack)
    if f.task != MANEUVER:
        return on_errand(p, side, acts, f, plan)
    scores: list[float] = []
    for a in acts:
        score = EAGER.get(a.verb, LAZY.get(a.verb, 0.0))
        if a.verb == "move":
            score = -1.0 if a.arg >= SQUARES or a.arg in f.visited else square_worth(p, side, a.arg, plan.w)
        scores.append(score)
    return best(acts, scores)


Answer = Callable[[Heralds, Side, list[Act], Plan], Act | Lot]
EAGERLY: Final = ("GivePropaganda", "TaskResources", "GiveNegotiation", "GiveManeuver", "Address", "Designate",
                  "NextStack", "Compose", "Refit")
ANSWERS: Final[dict[str, Answer]] = {
    **SETUP, **POLITICS, **COMMAND, **BATTLE, **FIELD, **dict.fromkeys(EAGERLY, eager), "Acting": advance}
