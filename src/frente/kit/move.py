"""Movement as most games have it: choose a unit, then step, step, stop. A game inherits the frames and steps.

It says in ``Rules`` how a unit walks (a ``Walk`` with its toll), with what it begins, and who may not move; every step
below, the reach shown to players and the way card ask that one object. Two steps a game derives, each with its rule:

    class Choose(move.Choose[Pocket]):                class March(move.March[Pocket]):
        rule = "3.1"                                      rule = "3.2"
    play(Movement, Choose(RULES, Move))               play(Move, March(RULES))
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step
from frente.kit.counters import Pieces
from frente.kit.search import Walk

STOP: Final = Act("stop")
P = TypeVar("P", bound=Pieces)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class Movement(Frame):
    """One side moves units, one after another."""

    side: Side


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class Move(Frame):
    """The move of one unit."""

    side: Side
    unit: int
    left: int                            # points
    mode: int = 0                        # what the march carries along besides, see Walk
    moved: bool = False


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(Generic[P]):
    """What a game says about movement."""

    moved: ClassVar[int] = 0             # the state of a unit that has moved in this phase
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {}            # toll below 1 -> rule and text

    def walk(self, p: P, u: int) -> Walk:
        """How a unit walks from where it is."""
        raise NotImplementedError

    def points(self, p: P, u: int) -> int:
        """Movement points with which a unit begins; what is printed, unless the game says otherwise."""
        return p.force.move[u]

    def mode(self, p: P, u: int) -> int:
        """The mode in which it begins."""
        return 0

    def barred(self, p: P, u: int) -> Refusal | None:
        """The rule that keeps a unit on the map that has not moved yet from moving, ground and enemies aside."""
        return None

    def arrived(self, p: P, u: int) -> None:
        """A unit has ended its move."""
        p.mark(u, self.moved)

    # -- what it gets

    def reason(self, p: P, u: int, t: int, toll: int, left: int) -> Refusal:
        """What a toll below 1 says."""
        rule, key = self.reasons[toll]
        facts: dict[str, Fact] = {"unit": p.force.uid[u], "hex": p.ground.names[t], "left": left}
        return Refusal(rule, key, facts)

    def can_step(self, p: P, u: int) -> bool:
        a = p.hex[u]
        w = self.walk(p, u)
        left, mode = self.points(p, u), self.mode(p, u)
        return any(w.toll(a, i, left, mode, True) > 0 for i in range(len(p.ground.nb[a])))


@mypyc_attr(allow_interpreted_subclasses=True)
class Choose(Step[Movement, P]):
    """Units in any order; whoever is not chosen stays."""

    verbs = ("unit", "pass")

    def __init__(self, rules: Rules[P], frame: type[Move]) -> None:
        self.rules = rules
        self.frame = frame

    def refused(self, f: Movement, p: P, u: int) -> Refusal | None:
        if p.force.side[u] != f.side:
            return p.no(self.rule, "not-your-unit", u)
        if p.hex[u] < 0:
            return p.no(self.rule, "not-on-map", u)
        if p.state[u] & self.rules.moved:
            return p.no(self.rule, "already-moved", u)
        found = self.rules.barred(p, u)
        if found is not None:
            return found
        return None if self.rules.can_step(p, u) else p.no(self.rule, "nowhere-to-go", u)

    def ask(self, f: Movement, p: P) -> Choices:
        acts = p.force.acts
        found = [acts[u] for u in p.force.of[f.side] if self.refused(f, p, u) is None]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Movement, p: P, side: Side, act: Act) -> bool:
        if act == PASS:
            self.auto(f, p)
            return True
        u = act.arg
        kind: Any = self.frame
        p.call(kind(side, u, self.rules.points(p, u), self.rules.mode(p, u)))
        return False

    def auto(self, f: Movement, p: P) -> None:
        """The phase is over."""
        for u in p.force.of[f.side]:
            p.unmark(u, self.rules.moved)

    def why(self, f: Movement, p: P, side: Side, act: Act) -> list[Refusal]:
        found = self.refused(f, p, act.arg) if act.verb == "unit" else None
        return [found] if found is not None else []


@mypyc_attr(allow_interpreted_subclasses=True)
class March(Step[Move, P]):
    """From space to space while the points last; a unit may stop wherever there is room for it."""

    verbs = ("hex", "stop")

    def __init__(self, rules: Rules[P]) -> None:
        self.rules = rules

    def ask(self, f: Move, p: P) -> Choices:
        a = p.hex[f.unit]
        near = p.ground.nb[a]
        w = self.rules.walk(p, f.unit)
        acts = p.ground.acts
        found = [acts[near[i]] for i in range(len(near)) if w.toll(a, i, f.left, f.mode, not f.moved) > 0]
        if not found:
            return {}
        if p.fits(f.unit, a):
            found.append(STOP)
        return {f.side: found}

    def do(self, f: Move, p: P, side: Side, act: Act) -> bool:
        if act == STOP:
            self.rules.arrived(p, f.unit)
            return True
        a = p.hex[f.unit]
        i = p.ground.nb[a].index(act.arg)
        w = self.rules.walk(p, f.unit)
        f.left -= w.toll(a, i, f.left, f.mode, not f.moved)
        if f.mode:
            f.mode = w.mode_after(a, i, f.mode)
        f.moved = True
        p.put(f.unit, act.arg)
        if p.events is not None:
            p.tell(self.rule, "stepped",
                   {"unit": p.force.uid[f.unit], "hex": p.ground.names[act.arg], "left": f.left})
        return False

    def auto(self, f: Move, p: P) -> None:
        self.rules.arrived(p, f.unit)

    def why(self, f: Move, p: P, side: Side, act: Act) -> list[Refusal]:
        a = p.hex[f.unit]
        if act.verb == "stop":
            return [] if p.fits(f.unit, a) else [p.no(self.rule, "no-room-to-stop", f.unit, a)]
        if act.arg not in p.ground.nb[a]:
            return [p.no(self.rule, "not-adjacent", f.unit, act.arg)]
        w = self.rules.walk(p, f.unit)
        toll = w.toll(a, p.ground.nb[a].index(act.arg), f.left, f.mode, not f.moved)
        return [] if toll > 0 else [self.rules.reason(p, f.unit, act.arg, toll, f.left)]
