"""The drill ground: positions laid out by hand and acts played as words, for tests of rules.

    d = Drill(GAME)
    p = d.bare("battle")                         no counters anywhere, nothing asked
    d.put(p, "n1", "0304", steps=1)
    d.run(p, Movement(0))
    d.play(p, "unit:n1", "hex:0305", "stop", "pass")
    assert d.hexes(p) == ["0306"]; assert d.rules(p, "hex:0308") == ["3.2"]

What is offered is never refused by its own step, and what is played was offered: both are asserted on the way.
"""
from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.catalog import Game
from frente.kernel.explain import refusals, step_refusals
from frente.kernel.flow import CHANCE, Act, Event, Frame, Position, Refusal, Side
from frente.kit.counters import Pieces

F = TypeVar("F", bound=Frame)
P = TypeVar("P", bound=Position)


@mypyc_attr(allow_interpreted_subclasses=True)
class Drill(Generic[P]):
    """Bound to a game; every method takes the position, so that a test may have several. *strict*: what is offered is
    asserted to be refused by nothing each time it is read, not only when it is played."""

    def __init__(self, game: Game[P], strict: bool = True, **short: Side) -> None:
        self.game = game
        self.strict = strict
        self.seats = {**{name: s for s, name in enumerate(game.sides)}, "chance": CHANCE, **short}

    # -- laying out

    def start(self, scenario: str | None = None, **options: Any) -> P:
        """A game from its first question."""
        return self.game.start(self.game.scenario(scenario).id, self.game.settled(options))

    def bare(self, scenario: str | None = None, box: int = -1, **options: Any) -> P:
        """The ground of a scenario without counters, nothing asked."""
        p = self.start(scenario, **options)
        pieces = _pieces(p)
        for u in range(pieces.force.size):
            pieces.box(u, box)
            pieces.steps[u] = pieces.force.steps[u]
        p.stack = []
        p.asked = {}
        return p

    def put(self, p: P, unit: str, place: str, steps: int = 0, state: int = 0) -> int:
        """A unit in a space, full if no steps are named, with states as bits."""
        pieces = _pieces(p)
        u = pieces.force.index[unit]
        pieces.steps[u] = steps or pieces.force.steps[u]
        pieces.put(u, pieces.ground.index[place])
        pieces.mark(u, state)
        return u

    def where(self, p: P, unit: str) -> str:
        """The space of a unit, or the number of its box as text."""
        pieces = _pieces(p)
        h = pieces.hex[pieces.force.index[unit]]
        return pieces.ground.names[h] if h >= 0 else str(h)

    def run(self, p: P, *frames: Frame) -> P:
        """Open activities, the last one on top, and go on to the first question."""
        p.stack = list(frames)
        p.settle()
        return p

    def before(self, f: F, step: str) -> F:
        """The frame, standing before the step of that class."""
        f.at = [type(s).__name__ for s in f.steps()].index(step)
        return f

    # -- asking

    def asked(self, p: P) -> list[Side]:
        return sorted(p.choices())

    def offered(self, p: P, side: Side | None = None) -> list[str]:
        """The acts now offered to a side, or to whoever is asked, as words."""
        words = self.game.words(p)
        assert not self.strict or self.denied(p) == []
        return [words.word(a) for s, acts in p.choices().items() if side is None or s == side for a in acts]

    def denied(self, p: P) -> list[str]:
        """What is offered now and yet refused: nothing, if the step knows its own mind."""
        words = self.game.words(p)
        return [words.word(a) for s, acts in p.choices().items() if s != CHANCE for a in acts if step_refusals(p, s, a)]

    def question(self, p: P) -> str:
        """The name of the step that asks now, "" when nobody is asked."""
        return type(p.step()).__name__ if p.choices() else ""

    def args(self, p: P, verb: str) -> list[str]:
        """What the offered acts of one verb name, as they are offered."""
        return [w.partition(":")[2] for w in self.offered(p) if w.partition(":")[0] == verb]

    def named(self, p: P, verb: str) -> list[str]:
        """What the offered acts of one verb name, sorted."""
        return sorted(self.args(p, verb))

    def hexes(self, p: P) -> list[str]:
        return self.named(p, "hex")

    def units(self, p: P) -> list[str]:
        return self.named(p, "unit")

    def why(self, p: P, word: str) -> list[Refusal]:
        """Every reason why an act is not offered now; empty when it is. The side may be named as in play()."""
        side, act = self.parsed(p, word)
        return refusals(self.game, p, side, act)

    def rules(self, p: P, word: str) -> list[str]:
        """The rule ids of why()."""
        return [r.rule for r in self.why(p, word)]

    def reasons(self, p: P, word: str) -> list[tuple[str, str]]:
        """The rule ids of why() with the keys of what is said."""
        return [(r.rule, r.key) for r in self.why(p, word)]

    # -- playing

    def play(self, p: P, *words: str) -> P:
        """Play acts one after another; each must be offered. Where two sides are asked: "red pass"."""
        for word in words:
            side, act = self.parsed(p, word)
            assert act in p.choices().get(side, []), f"{word} is not offered at {self.question(p)}: {self.offered(p)}"
            assert side == CHANCE or not step_refusals(p, side, act), f"{word} is offered and refused"
            p.apply(side, act)
        return p

    def dice(self, p: P, *numbers: int) -> P:
        """Dice as they fall, one after another."""
        for n in numbers:
            assert self.asked(p) == [CHANCE], f"no die is rolled now: {self.question(p)} {self.offered(p)}"
            self.play(p, f"die:{n}")
        return p

    def along(self, p: P, places: Sequence[str]) -> int:
        """March as far as it goes; the number of spaces entered."""
        for i, place in enumerate(places):
            if place not in self.hexes(p):
                return i
            self.play(p, f"hex:{place}")
        return len(places)

    def told(self, p: P) -> list[Event]:
        """Start collecting events; the list fills as play goes on."""
        p.events = []
        return p.events

    def lawful(self, p: P) -> bool:
        return not self.game.broken_laws(p)

    def drawn(self, p: P, viewer: Side, seed: int) -> P:
        """A position the viewer cannot tell from *p*."""
        return self.game.determinize(p, viewer, Random(seed))

    def parsed(self, p: P, word: str) -> tuple[Side, Act]:
        head, _, rest = word.rpartition(" ")
        act = self.game.words(p).act(rest)
        if head:
            return self.seats[head], act
        assert len(p.choices()) == 1, f"say who plays {word}: {self.asked(p)} are asked"
        return self.asked(p)[0], act


def _pieces(p: Position) -> Pieces:
    assert isinstance(p, Pieces), f"{type(p).__name__} has no counters of the kit: lay it out by hand"
    return p
