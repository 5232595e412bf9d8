"""[5, 6.3] Command points, replacements bought with them, and the resource markers."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.brunete.state.board import (
    ELITE,
    MINUS_AVIATION,
    MINUS_CP,
    NAT,
    PLUS_CP,
    REGULAR,
    REP,
    REROLL,
    RESOURCES,
)
from frente.games.brunete.state.position import UNSUPPLIED, Brunete
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play

REGULAR_COST: Final = 1
ELITE_COST: Final = 2
FIRST_TURN: Final = (2, 3)               # first turn on which a side may play a resource (5.2b)


def replacement_refusals(p: Brunete, side: Side, u: int) -> list[Refusal]:
    """[6.3e-g, 3.9] What keeps a unit from taking a replacement of its quality, whatever pays for it."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u]}
    found: list[Refusal] = []
    if b.side[u] != side:
        found.append(Refusal("6.3a", "not-your-unit", who))
    if p.hex[u] < 0:
        found.append(Refusal("6.3g", "not-on-map", who))
    elif p.steps[u] >= b.full[u]:
        found.append(Refusal("6.3e", "at-full-strength", who))
    if p.state[u] & UNSUPPLIED:
        found.append(Refusal("3.9", "out-of-supply", who))
    return found


def needy(p: Brunete, side: Side) -> list[int]:
    """[6.3e-g, 3.9] Units that could take a replacement: the quick form of replacement_refusals."""
    b = p.board
    return [u for u in b.of[side] if p.hex[u] >= 0 and p.steps[u] < b.full[u] and not p.state[u] & UNSUPPLIED]


def restore(p: Brunete, u: int, rule: str) -> None:
    """[6.3e]"""
    p.steps[u] += 1
    p.tell(rule, "replaced", {"unit": p.board.uid[u]})


# -- replacements for command points


@dataclass
class Replacement(Frame):
    """[6.3] One side decides whether to buy a replacement."""

    side: Side


class BuyReplacement(Step[Replacement, Brunete]):
    """[6.3a-g] 1 CP for a regular unit, 2 CP for an elite one, once a turn."""

    rule = "6.3a"
    verbs = ("replace", "pass")

    def ask(self, f: Replacement, p: Brunete) -> Choices:
        cp = p.cp[f.side]
        found = [Act("replace", u) for u in needy(p, f.side) if cost_of(p, u) <= cp]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Replacement, p: Brunete, side: Side, act: Act) -> bool:
        if act != PASS:
            p.cp[side] -= cost_of(p, act.arg)
            p.bought[side] = 1
            restore(p, act.arg, "6.3e")
        return True

    def why(self, f: Replacement, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        if act.verb != "replace":
            return []
        found = replacement_refusals(p, side, act.arg)
        if cost_of(p, act.arg) > p.cp[side]:         # who is asked has a point, so only an elite unit is too dear
            found.append(Refusal("6.3c", "not-enough-cp", {"cp": p.cp[side], "cost": cost_of(p, act.arg)}))
        return found


def cost_of(p: Brunete, u: int) -> int:
    """[6.3b, 6.3c]"""
    return ELITE_COST if p.board.elite[u] else REGULAR_COST


play(Replacement, BuyReplacement())


# -- resources


@dataclass
class Resources(Frame):
    """[5.2] Both sides choose a resource in secret, show them together and carry them out."""

    picks: list[int] = field(default_factory=lambda: [-2, -2])      # -2 not chosen yet, -1 none
    due: list[int] = field(default_factory=list)                    # sides that still assign a replacement


class PickResource(Step[Resources, Brunete]):
    """[5.2b, 5.2c] At most one resource each, in secret."""

    rule = "5.2c"
    verbs = ("resource", "pass")

    def ask(self, f: Resources, p: Brunete) -> Choices:
        # Whether a side is asked rests on how many markers it has left, which both sides know.
        return {s: [*[Act("resource", k) for k in p.resources[s]], PASS]
                for s in (REP, NAT) if f.picks[s] == -2 and p.turn >= FIRST_TURN[s] and p.resources[s]}

    def do(self, f: Resources, p: Brunete, side: Side, act: Act) -> bool:
        f.picks[side] = -1 if act == PASS else act.arg
        return False

    def auto(self, f: Resources, p: Brunete) -> None:
        self.show(f, p)

    def show(self, f: Resources, p: Brunete) -> None:
        """[5.2c-k] Both are shown at once; a played marker is out of the game. That nothing was played is news too."""
        p.reveal()
        for s in (p.initiative, 1 - p.initiative):
            kind = f.picks[s]
            if kind < 0:
                continue
            p.resources[s].remove(kind)
            p.shown[s].append(kind)
            p.tell("5.2k", "resource-played", {"side": s, "resource": RESOURCES[kind]})
            if kind == PLUS_CP:
                p.cp[s] += 1
            elif kind == MINUS_CP:
                p.cp[1 - s] = max(0, p.cp[1 - s] - 1)
            elif kind == REROLL:
                p.reroll[s] = 1
            elif kind == MINUS_AVIATION:
                if p.avi[1 - s]:
                    p.avi[1 - s] -= 1
                    p.avi_used[1 - s] += 1
            else:
                f.due.append(s)

    def why(self, f: Resources, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        held = act == PASS or act.arg in p.resources[side]
        return [] if held else [Refusal("5.2k", "resource-not-held", {"resource": RESOURCES[act.arg]})]


class AssignReplacement(Step[Resources, Brunete]):
    """[5.2d, 5.2f, 5.2g] Free replacements of the resources, the side with the initiative first."""

    rule = "5.2d"
    verbs = ("replace",)

    def ask(self, f: Resources, p: Brunete) -> Choices:
        if not f.due:
            return {}
        side = f.due[0]
        found = [Act("replace", u) for u in takers(p, side, f.picks[side])]
        return {side: found} if found else {}

    def do(self, f: Resources, p: Brunete, side: Side, act: Act) -> bool:
        restore(p, act.arg, "5.2f" if f.picks[side] == REGULAR else "5.2g")
        f.due.pop(0)
        return False

    def auto(self, f: Resources, p: Brunete) -> None:
        if f.due:                        # nobody to give it to: lost (R40)
            f.due.pop(0)
            f.at -= 1

    def why(self, f: Resources, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        found = replacement_refusals(p, side, act.arg)
        if act.arg not in takers(p, side, f.picks[side]) and not found:
            found.append(Refusal("R40", "wrong-quality", {"unit": p.board.uid[act.arg]}))
        return found


def takers(p: Brunete, side: Side, kind: int) -> list[int]:
    """[5.2f, 5.2g, 6.3d, R40] Units a resource replacement may go to; by option it counts towards the limit."""
    if p.opt.replacement_in_limit and p.bought[side]:
        return []
    elite = kind == ELITE
    return [u for u in needy(p, side) if p.board.elite[u] == elite or (elite and p.opt.elite_on_regular)]


play(Resources, PickResource(), AssignReplacement())
