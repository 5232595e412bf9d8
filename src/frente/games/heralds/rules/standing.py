"""Questions that may be left to standing orders. Conditions read nothing but what lies open on the table: handles count
as handles, whatever they hide."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_lines import ALLOW, REFUSE
from frente.games.heralds.rules.ch06_reaction import bystanders, reaction_parts
from frente.games.heralds.rules.ch06_stacks import has_fighters, ready
from frente.games.heralds.rules.ch07_assault import ALL_ARMS
from frente.games.heralds.rules.ch07_ruin import ammo_inside
from frente.games.heralds.state.board import CND, HQ
from frente.games.heralds.state.frames import ManeuverPhase, NegotiationPhase, PropagandaPhase, Reaction, Talk, stack
from frente.games.heralds.state.frames_combat import Assault
from frente.games.heralds.state.position import Heralds
from frente.kernel.catalog import Standing
from frente.kernel.flow import PASS, Side

STANDING: Final = (
    Standing("calls", "4.3.4g", ("AnswerCall",), {"allow": ALLOW, "refuse": REFUSE},
             ("for-propaganda", "for-negotiation", "for-maneuver")),
    Standing("reactions", "6.4b", ("ChooseReaction",), {"none": PASS},
             ("my-headquarters", "combat-units", "odds-third", "odds-half")),
    Standing("involve", "5.2.2l", ("Helpers",), {"nobody": PASS}, ("my-negotiation", "their-negotiation")),
    Standing("support", "7.1.4c", ("Support",), {"all": ALL_ARMS}, ("depot", "aviation")),
    Standing("fifth-column", "9.7a", ("SpoilEngagement", "SpoilDestruction"), {"none": PASS}, sides=(CND,)))
PHASES: Final = {"for-propaganda": PropagandaPhase, "for-negotiation": NegotiationPhase, "for-maneuver": ManeuverPhase}
ODDS: Final = {"odds-third": 2, "odds-half": 3}          # numbers of the die that succeed, at least


def holds(p: Heralds, side: Side, condition: str) -> bool:
    """Whether a condition of a standing order holds."""
    if condition in PHASES:
        return any(isinstance(f, PHASES[condition]) for f in p.stack)
    f = p.stack[-1]
    if isinstance(f, Talk):
        return (f.side == side) == (condition == "my-negotiation")
    if isinstance(f, Assault):
        return ammo_inside(p, f.place) if condition == "depot" else stack(p).air == 1
    if not isinstance(f, Reaction):
        return False
    if condition == "my-headquarters":
        return near_headquarters(p, f)
    if condition == "combat-units":
        return f.lone < 0 and has_fighters(p, stack(p).units)
    return best_reaction(p, f) >= ODDS[condition]


def near_headquarters(p: Heralds, f: Reaction) -> bool:
    """Whether the move ends in, or next to, a square with a headquarters of whoever reacts."""
    b = p.board
    end = b.parent[f.to]
    near = {end, *[b.parent[a] for a in b.to[end]]}
    return any(p.side[u] == f.side and b.kind[u] == HQ and p.at[u] >= 0 and p.square(u) in near
               for u in range(b.first))


def best_reaction(p: Heralds, f: Reaction) -> int:
    """[6.4d] How many numbers of the die succeed for the best single combat unit, without leaders and points."""
    best = 0
    for units in [[u] for u in ready(p, f.side, bystanders(p, f))] or [[]]:
        tried = f.clone()
        tried.units = units
        tried.ip = 0
        need = p.board.v["reaction.success"] - sum([part[0] for part in reaction_parts(p, tried)])
        best = max(best, min(6, 7 - need))
    return best
