"""What a player is shown before he commits: the line of command, odds with every modifier, reach, overlays, warnings.

Everything here asks the functions that decide; nothing is a second copy of a rule. A card that rests on a side's own
secrets (where its token hides, which agents it could send) is shown to that side alone.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.heralds.rules.ch04_control import (
    NOBODY,
    access,
    compound_holder,
    contested,
    holder,
    way_open,
)
from frente.games.heralds.rules.ch06_stacks import (
    where,
)
from frente.games.heralds.show.odds import (
    assault_card,
    blast_card,
    credit_card,
    destroy_card,
    points_card,
    propaganda_card,
    reaction_card,
    talk_card,
)
from frente.games.heralds.show.wizard import choices, line, overheard
from frente.games.heralds.state.board import AGENT, DECOY, HQ, SIDES, SPACES, SQUARES
from frente.games.heralds.state.frames import MANEUVER, Each, Leg, Order, Orders, Propaganda, Reaction, Stack, Talk
from frente.games.heralds.state.frames_combat import Assault, Blast, Destroy
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import Act, Refusal, Side
from frente.kit.plans import Explorer, Reach, warned

RESOURCE_STATES: Final = ("available", "committed", "destroyed")
OVERLAYS: Final = ("control", "routes", "telephones", "resources", "action-points")


def card(p: Heralds, viewer: Side | None) -> dict[str, Any]:
    """What is being prepared or resolved; {} when there is nothing to reckon.

    line: the line of command of the order in progress; choices: what each answer on offer costs, risks and promises.
    """
    found = resolved(p, viewer)
    order = next((f for f in p.stack if isinstance(f, Order | Talk | Propaganda | Leg)), None)
    if order is not None and viewer == order.side:
        # Once a stack is on the move its line would only be in the way.
        found["line"] = [] if any(isinstance(f, Stack) and f.task == MANEUVER for f in p.stack) else line(p)
    elif p.stack and isinstance(p.stack[-1], Leg):
        found["line"] = overheard(p, p.stack[-1])
    found["aim"] = aim(p)
    if viewer is not None and viewer in p.choices():
        found["choices"] = choices(p, viewer)
    return {name: x for name, x in found.items() if x not in ([], {})}


def aim(p: Heralds) -> list[str]:
    """The pawn or place the innermost activity is about; all of it is public."""
    b = p.board
    for f in reversed(p.stack):
        if isinstance(f, Leg):
            return [b.uid[f.unit] if f.unit >= 0 else b.names[f.space]]
        if isinstance(f, Reaction):
            return [b.names[f.to]]
        if isinstance(f, Stack) and (f.to >= 0 or f.dest >= 0):
            return [b.names[f.to if f.to >= 0 else f.dest]]
        if isinstance(f, Talk):
            return [b.uid[f.target]]
        if isinstance(f, Assault):
            return [b.names[f.place]]
        if isinstance(f, Destroy | Blast):
            return [b.names[f.space]]
        if isinstance(f, Order) and f.pending >= 0:
            return [b.uid[f.pending]]
    return []


def resolved(p: Heralds, viewer: Side | None) -> dict[str, Any]:
    """The odds of the innermost activity that has any."""
    for f in reversed(p.stack):
        if isinstance(f, Leg):
            return {"kind": "leg"}
        if isinstance(f, Reaction):
            return reaction_card(p, f) if f.units or f.sneak >= 0 else {"kind": "reaction"}
        if isinstance(f, Talk):
            return talk_card(p, f) if f.envoy >= 0 and not p.hid[f.envoy] else {
                "kind": "talk", "pawn": p.board.uid[f.target]}
        if isinstance(f, Assault):
            return assault_card(p, f)
        if isinstance(f, Destroy):
            return destroy_card(p, f)
        if isinstance(f, Blast):
            return blast_card(p, f)
        if isinstance(f, Propaganda):
            return propaganda_card(p, f)
        if isinstance(f, Stack):
            if f.credit < 0:
                return credit_card(p, f) if viewer == f.side or not p.hid[f.units[0]] else {}
            return {"kind": "stack"}
        if isinstance(f, Order):
            return {"kind": "order"}
        if isinstance(f, Orders):
            return points_card(p)
    return {}


# -- reach


def reach(p: Heralds, side: Side, unit: int) -> Reach:
    """Where the moving stack of a pawn may go before anybody can react: points left, and the acts that lead there."""
    f = p.stack[-1] if p.stack else None
    if not isinstance(f, Stack) or unit not in f.units or side not in p.choices() or side != f.side:
        return {}
    return Moving(side, unit, p.board.names).reach(p, [])


class Moving(Explorer[Heralds]):
    def __init__(self, side: Side, unit: int, names: list[str]) -> None:
        super().__init__(side, "move", names)
        self.unit = unit

    def going(self, p: Heralds, at: int) -> bool:
        return bool(p.stack) and isinstance(p.stack[-1], Stack) and self.side in p.choices() \
            and at in (-1, p.at[self.unit])

    def left(self, p: Heralds) -> int:
        here = p.stack[-1] if p.stack else None
        return here.credit if isinstance(here, Stack) else 0


# -- overlays


def overlay(p: Heralds, viewer: Side | None, name: str) -> dict[str, list[str]]:
    """Marks by space for one overlay."""
    b = p.board
    found: dict[str, list[str]] = {}
    if name == "control":
        for a in range(SPACES):
            owner = holder(p, a) if a < SQUARES else compound_holder(p, a)
            marks = [SIDES[owner]] if owner != NOBODY else []
            if a < SQUARES and contested(p, a):
                marks.append("contested")
            if marks:
                found[b.names[a]] = marks
    elif name == "routes":
        for r, (a, t) in enumerate(b.ends):
            i = b.to[a].index(t)
            shut = [SIDES[s] for s in (0, 1) if not way_open(p, s, a, i)]
            for space in (a, t):
                found.setdefault(b.names[space], []).append(f"{b.route_ids[r]}:{'+'.join(shut) or 'open'}")
    elif name == "telephones":
        for r in b.exchanges:
            found.setdefault(b.names[b.rat[r]], []).append(f"{b.rid[r]}:{user_of(p, r)}")
    elif name == "resources":
        for r in range(len(b.rid)):
            state = RESOURCE_STATES[p.res[r]]
            found.setdefault(b.names[b.rat[r]], []).append(f"{b.rid[r]}:{user_of(p, r)}:{state}")
    elif name == "action-points":
        for sq in [*b.key_squares, b.alcala, b.parent[b.rat[b.main]]]:
            owner = holder(p, sq)
            found[b.names[sq]] = [SIDES[owner] if owner != NOBODY else "nobody"]
    return found


def user_of(p: Heralds, r: int) -> str:
    """Who may use a resource."""
    return next((SIDES[s] for s in (0, 1) if access(p, s, r)), "nobody")


# -- warnings


def warnings(p: Heralds, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """What offered acts would bring upon the side itself."""
    return warned(p, side, acts, step_warnings)


def step_warnings(p: Heralds, side: Side, act: Act) -> list[Refusal]:
    b = p.board
    f = p.stack[-1]
    found: list[Refusal] = []
    if isinstance(f, Leg) and f.origin < 0 and p.hid[p.token(side)]:
        shows = act.verb == "direct" or (act.verb == "call" and not access(p, side, b.main))
        if shows or (act.verb == "courier" and not p.hid[act.arg]):
            found.append(refusal(p, "4.3b", "would-show-token"))
    if isinstance(f, Leg) and act.verb == "courier" and p.kind(act.arg) == DECOY:
        found.append(refusal(p, "4.3.3c", "would-lose-decoy", act.arg))
    if isinstance(f, Leg) and act.verb == "call" and access(p, 1 - side, act.arg):
        found.append(refusal(p, "4.3.4g", "would-be-overheard"))
    if isinstance(f, Stack) and f.task == MANEUVER:
        if act.verb == "destroy":
            found.append(refusal(p, "7.5a", "would-cost-will", -1, act.arg))
        if act.verb == "strike" and (b.reverse[act.arg] == side or p.kind(act.arg) not in (HQ, AGENT, 1, 2, 3)):
            found.append(refusal(p, "7b", "would-cost-will", act.arg, p.at[act.arg]))
        if act.verb == "move" and leaves_square(p, f, act.arg):
            found.append(refusal(p, "R122", "would-leave-square", -1, b.parent[where(p, f)]))
    if isinstance(f, Each) and act.verb == "relocate" and p.hid[act.arg]:
        found.append(refusal(p, "R43", "would-betray-token"))
    if isinstance(f, Each) and act.verb == "conceal" and gives_up(p, act.arg):
        found.append(refusal(p, "R22", "would-leave-square", -1, p.at[act.arg]))
    if isinstance(f, Orders) and act.verb == "pass" and p.ap[side]:
        found.append(refusal(p, "5.2.3c", "would-forfeit"))
    return found


def gives_up(p: Heralds, u: int) -> bool:
    """Whether a piece that is hidden would no longer hold the compound it is in."""
    side, a = p.side[u], p.at[u]
    return a >= SQUARES and p.shown[side * SPACES + a] == 1 and p.marker[a] != side


def leaves_square(p: Heralds, f: Stack, t: int) -> bool:
    """Whether control of the square a stack stands in would be given up by its move."""
    sq = p.board.parent[where(p, f)]
    if p.board.parent[t] == sq or holder(p, sq) != f.side:
        return False
    q = p.clone()
    for u in f.units:
        q.put(u, t)
    return holder(q, sq) != f.side
