"""Twins: two true positions that look the same to a side. Whatever it may ask or is told must be the same in both.

A position and one drawn from what a side may know of it are twins to that side. They are asked all that a page can ask,
in the side's name and as a spectator, and every answer is compared byte for byte. Then they are played on with the same
acts: what is told, who is asked when, and whether a copy may be taken must not differ either, until something hidden is
shown.
"""
from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any, Final, NamedTuple

from frente.kernel import inquiry, standing
from frente.kernel.catalog import Game
from frente.kernel.explain import reason, refusals
from frente.kernel.flow import CHANCE, EVERYONE, PASS, Act, Event, Position, Side
from frente.kernel.inquiry import CARD, KINDS, OVERLAY, Question
from frente.kernel.views import CannotDraw, View

LANGUAGES: Final = ("en", "es")
ACTS: Final = 3                          # of each verb that may be offered now, tried to hear why they are refused
AHEAD: Final = 12                        # acts that twins play on together


class Leak(NamedTuple):
    """What tells twins apart, and the law it breaks."""

    law: int
    what: str


class Twins:
    """Two positions that look the same to *viewer*. Whatever is drawn is drawn with *rng*, the same for both."""

    def __init__(self, game: Game[Any], one: Position, other: Position, viewer: Side, rng: Random) -> None:
        self.game: Final = game
        self.one: Final = one
        self.other: Final = other
        self.viewer: Final = viewer
        self.rng: Final = rng
        self.languages: Final = [x for x in LANGUAGES if game.speaks(x)]

    # -- as they stand

    def difference(self, questions: int) -> Leak | None:
        """What tells them apart now; so many questions of each kind are asked."""
        found = self.sight() or self.orders() or self.asked(questions) or self.errors()
        return self.leak(6, found) if found else self.copies()

    def leak(self, law: int, what: str) -> Leak:
        return Leak(law, f"{what} tells {self.name(self.viewer)} something it may not know")

    def sight(self) -> str:
        """Views, and who is asked what."""
        one, other = self.one.choices(), self.other.choices()
        for eye in (self.viewer, None):
            if _differ(*[_parts(self.game.view(p, eye)) for p in (self.one, self.other)]):
                return f"the view of {self.name(eye)}"
        if sorted(one) != sorted(other):
            return "who is asked"
        if one.get(self.viewer) != other.get(self.viewer):
            return "what is offered"
        return ""

    def orders(self) -> str:
        """What standing orders answer, or when."""
        sides = [s for s in self.one.choices() if s != CHANCE]
        differ = any(self.ordered(self.one, s) != self.ordered(self.other, s) for s in sides)
        return "what a standing order answers" if differ else ""

    def ordered(self, p: Position, side: Side) -> list[str]:
        """Answers and conditions of standing orders on the question a side is asked."""
        x = standing.asked(self.game, p, side)
        if x is None:
            return []
        offered = [name for name, act in x.answers.items() if act in p.choices()[side]]
        return [x.id, *offered, *[c for c in x.unless if self.game.standing_holds(p, side, c)]]

    def asked(self, questions: int) -> str:
        """Answers: every overlay and card, and some questions of every other kind."""
        todo: list[Question | None] = []
        for eye in (self.viewer, None):
            todo += [Question(CARD, (), eye), *[Question(OVERLAY, (), eye, name) for name in self.game.overlays()]]
        for kind in KINDS:
            if kind not in (OVERLAY, CARD):
                todo += [inquiry.drawn(self.game, self.one, kind, self.rng, self.viewer) for _ in range(questions)]
        for q in todo:
            if q is not None:
                language, seed = self.rng.choice(self.languages), self.rng.random()
                if _differ(*[inquiry.answer(self.game, p, q, language, Random(seed), not p.choices())
                             for p in (self.one, self.other)]):
                    return f"the answer to {q}"
        return ""

    def errors(self) -> str:
        """What is said against acts that are not offered."""
        game, viewer = self.game, self.viewer
        if viewer not in self.one.choices():
            return ""
        words = game.words(self.one)
        for verb in self.one.step().verbs:
            size = len(words.vocabulary[verb] or ()) or 12
            for n in self.rng.sample(range(size), min(ACTS, size)):
                act, language = Act(verb, n), self.rng.choice(self.languages)
                if _differ(*[[reason(r, language, game) for r in refusals(game, p, viewer, act)]
                             for p in (self.one, self.other)]):
                    return f"why {_spelled(act)} is refused"
        return ""

    def copies(self) -> Leak | None:
        """Whether a copy may be taken, and what is said if not."""
        differ = self.refusal(self.one) != self.refusal(self.other)
        return self.leak(7, "whether a copy may be taken") if differ else None

    def refusal(self, p: Position) -> str:
        try:
            self.game.seal(p, self.viewer)
        except CannotDraw as e:
            return e.key
        return ""

    # -- played on

    def played(self, questions: int) -> Leak | None:
        """What tells them apart while the same acts are played on both, as long as nothing hidden is shown."""
        name = self.name(self.viewer)
        for _ in range(AHEAD):
            other = self.other.choices()
            common = [(s, a) for s, acts in self.one.choices().items() for a in acts if a in other.get(s, [])]
            if not common:
                return None
            passes = [x for x in common if x[1] == PASS]
            if passes and self.rng.random() < 0.5:
                common = passes          # so that what comes next is seen as well: whether it is asked may tell
            side = self.rng.choice(sorted({s for s, _ in common}))
            act = self.rng.choice([a for s, a in common if s == side])
            barriers = self.one.barrier, self.other.barrier
            said = [_events(p, side, act) for p in (self.one, self.other)]
            shown = self.one.barrier != barriers[0], self.other.barrier != barriers[1]
            if shown == (True, True):
                return None              # something was shown, and that was said
            seen = self.sight()
            if any(shown):
                silent = side == self.viewer and not seen and not self.heard(said)
                return Leak(9, f"whether {_spelled(act)} can be taken back tells {name} something") if silent else None
            if seen and (side == CHANCE or CHANCE in self.one.choices()):
                return None              # nobody takes back a die; what it brought to light is known now
            if seen or self.heard(said):
                return Leak(9, f"{_spelled(act)} shows {name} something hidden and does not say so")
            found = self.leak(6, self.orders()) if self.orders() else self.copies()
            if found is not None:
                return found
        return self.difference(questions) or self.sealed()

    def sealed(self) -> Leak | None:
        """Whether what a side knows is still the same after twins were played on: nothing of what was found or counted
        on the way with what is hidden may be left in it."""
        try:
            one, other = [self.game.seal(p, self.viewer).base for p in (self.one, self.other)]
        except CannotDraw:
            return None
        differ = self.game.dump(one) != self.game.dump(other)
        return Leak(7, f"what {self.name(self.viewer)} knows depends on what was hidden on the way") if differ else None

    def heard(self, said: list[list[Event]]) -> bool:
        """Whether the log tells the side or a spectator something else."""
        one, other = said
        return any([e for e in one if e.only in (EVERYONE, eye)] != [e for e in other if e.only in (EVERYONE, eye)]
                   for eye in (self.viewer, EVERYONE))

    def name(self, eye: Side | None) -> str:
        return "a spectator" if eye is None else self.game.sides[eye]


def _parts(view: View) -> list[Any]:
    """What a view holds; a compiled one has no ``__dict__``."""
    return [getattr(view, field.name) for field in fields(view)]


def _differ(one: Any, other: Any) -> bool:
    """The order of names counts as well: it is sent."""
    return json.dumps(one) != json.dumps(other)


def _events(p: Position, side: Side, act: Act) -> list[Event]:
    said: list[Event] = []
    p.events = said
    p.apply(side, act)
    p.events = None
    return said


def _spelled(act: Act) -> str:
    return f"{act.verb}:{act.arg}"
