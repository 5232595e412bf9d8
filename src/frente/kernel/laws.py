"""What must hold of a position, whoever plays: see frente.kernel.check for the laws and their numbers."""
from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from frente.kernel.catalog import Game, OptionValues
from frente.kernel.chance import Dice, Opening
from frente.kernel.codec import Words, field_names
from frente.kernel.explain import BUTTON, explain, known, prompt, step_refusals
from frente.kernel.flow import CHANCE, Act, Choices, Fact, Frame, Position, Refusal, Side
from frente.kernel.referee import IllegalAct, Match
from frente.kernel.texts import kernel_texts
from frente.kernel.twins import LANGUAGES, Twins
from frente.kernel.views import CannotDraw, Known
from frente.kernel.weave import SAVED, marked

AHEAD: Final = 6                         # acts played on copies to see that they behave alike
THINGS: Final = 30                       # things asked about, and acts tried, at one decision
UNKNOWN: Final = Act("no-such-verb")


class LawBroken(Exception):
    """A law that does not hold, and how to see it again."""

    def __init__(self, law: int, what: str, seed: int, at: int) -> None:
        super().__init__(f"law {law}: {what} (seed {seed}, act {at})")
        self.law = law
        self.what = what
        self.seed = seed
        self.at = at


def rule_ids(folder: Path) -> set[str]:
    """What a rule id may be: a rule of the catalogue, or a ruling."""
    with (folder / "rules.toml").open("rb") as f:
        ids = {str(r["id"]) for r in tomllib.load(f)["rule"]}
    rulings = folder / "rulings.md"
    if rulings.exists():
        ids.update(re.findall(r"^\*\*(R\d+[a-z]?)\b", rulings.read_text(encoding="utf-8"), re.MULTILINE))
    return ids


class Laws:
    """The laws that can be checked on one position of a game, and what was seen of them so far."""

    def __init__(self, game: Game[Any], scenario: str, options: OptionValues, seed: int, pack: Path | None,
                 twins: int) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.seed = seed
        self.pack = pack
        self.twins = twins
        self.rng = Random(seed)          # what is looked at
        self.rules = rule_ids(game.folder)
        self.languages = [x for x in LANGUAGES if game.speaks(x)]
        self.at = 0
        self.views = 0
        self.pairs = 0
        self.marks: dict[int, str] = {}  # act number -> hash of the position there, for the replay at the end
        self.steps: dict[str, str] = {}  # frame -> what its steps hold, which must never change
        self.kept: tuple[Position, str] | None = None
        self.first = self.start()
        self.words: Words = game.words(self.first)

    def broken(self, law: int, what: str) -> LawBroken:
        return LawBroken(law, what, self.seed, self.at)

    def start(self) -> Position:
        p: Position = self.game.start(self.scenario, self.options, self.pack)
        return p

    def answerable(self, p: Position) -> None:
        asked = p.choices()
        for side, acts in asked.items():
            if side == CHANCE and len(asked) > 1:
                raise self.broken(10, "chance and a side are asked at once")
            if side != CHANCE and not 0 <= side < len(self.game.sides):
                raise self.broken(10, f"a side {side} is asked that does not exist")
            if not acts:
                raise self.broken(10, f"{type(p.step()).__name__} asks side {side} and offers nothing")
            if side != CHANCE and len(set(acts)) != len(acts):
                raise self.broken(2, f"{type(p.step()).__name__} offers the same act twice")
            for act in acts:
                if act.verb not in p.step().verbs:
                    raise self.broken(2, f"{type(p.step()).__name__} offers “{act.verb}”, which it does not list")

    def conserved(self, p: Position) -> None:
        wrong = self.game.broken_laws(p)
        if wrong:
            raise self.broken(11, "; ".join(wrong))

    def shows(self, p: Position) -> None:
        for viewer in [None, *range(len(self.game.sides))]:
            self.game.view(p, viewer)
            self.views += 1

    # -- all of them at one decision

    def look_closely(self, p: Position) -> None:
        before = self.dump(p)
        self.marks[self.at] = before
        self.pure(p, before)
        self.named(p.step().rule, prompt(p), None)
        if self.game.outcome(p) is not None:
            raise self.broken(10, "the game has an outcome and still asks")
        self.shows(p)
        if self.dump(p) != before:
            raise self.broken(1, "looking at the position changed it")
        self.plain(p)
        self.cloned(p, before)           # first: the others play on with clones
        self.saved(p)
        self.refused(p, before)
        self.explained(p)
        for side in range(len(self.game.sides)):
            self.hidden(p, side, before)

    def pure(self, p: Position, before: str) -> None:
        first = _copied(p.choices())
        for _ in range(2):
            if p.step().ask(p.stack[-1], p) != first or p.choices() != first or self.dump(p) != before:
                raise self.broken(1, f"{type(p.step()).__name__}.ask changes something")

    def plain(self, p: Position) -> None:
        for name in marked(type(p), SAVED):
            if not _is_plain(getattr(p, name)):
                raise self.broken(3, f"the position's {name} is not plain data")
        for f in p.stack:
            names = field_names(type(f))
            kind = type(f).__name__
            for name in names:
                if not _is_plain(getattr(f, name)):
                    raise self.broken(3, f"{kind}.{name} is not plain data")
            extra = sorted(set(_attributes(f)) - {*names, "at"})
            if extra:
                raise self.broken(3, f"{kind} holds {extra[0]}, which is not one of its fields")
            held = repr([_attributes(s) for s in f.steps()])
            if self.steps.setdefault(kind, held) != held:
                raise self.broken(3, f"a step of {kind} keeps state")

    def saved(self, p: Position) -> None:
        data = json.loads(json.dumps(self.game.dump(p)))
        q = self.game.restore(data, self.first)
        if self.dump(q) != self.dump(p):
            raise self.broken(4, "the position changes when it is saved and loaded")
        if q.choices() != p.choices():
            raise self.broken(4, "the choices change when the position is saved and loaded")
        self.alike(4, p.clone(), q, "a loaded position")

    def alike(self, law: int, p: Position, q: Position, what: str) -> None:
        """Play both a little way on: derived things that were not rebuilt show only then."""
        for _ in range(AHEAD):
            if not p.choices():
                break
            self.answerable(p)
            side = self.rng.choice(sorted(p.choices()))
            act = self.rng.choice(p.choices()[side])
            p.apply(side, act)
            q.apply(side, act)
            if p.choices() != q.choices():
                raise self.broken(law, f"{what} asks differently after {self.spell(act)}")
        if self.dump(p) != self.dump(q):
            raise self.broken(law, f"{what} plays on differently")

    def refused(self, p: Position, before: str) -> None:
        for side, acts in p.choices().items():
            for act in acts:
                if side != CHANCE and step_refusals(p, side, act):
                    raise self.broken(2, f"{self.spell(act)} is offered and refused at once")
        match = Match(self.game, p.clone(), self.scenario, self.options, self.pack, {}, Dice([Opening("check")]))
        for side, act in self.unoffered(p):
            try:
                match.play(side, act)
            except IllegalAct as e:
                self.reasons(e.refusals, f"{self.spell(act)} is refused", known(self.words, act))
            else:
                raise self.broken(2, f"{self.spell(act)} was not offered and was accepted")
        if match.log or self.dump(match.position) != before:
            raise self.broken(2, "an act was refused and changed something")

    def unoffered(self, p: Position) -> list[tuple[Side, Act]]:
        """Acts of the vocabulary, and beyond it, that are not offered now."""
        found: list[tuple[Side, Act]] = []
        verbs = sorted(self.words.vocabulary)
        for _ in range(THINGS):
            side = self.rng.randrange(len(self.game.sides))
            verb = self.rng.choice(verbs if self.rng.random() < 0.5 else p.step().verbs or verbs)
            names = self.words.vocabulary[verb]
            size = 12 if names is None else max(1, len(names))
            act = Act(verb, self.rng.randrange(size) if self.rng.random() < 0.9 else self.rng.choice([-1, size, 10**6]))
            if act not in set(p.choices().get(side, [])):
                found.append((side, act))
        return [*found, (0, UNKNOWN)]

    def explained(self, p: Position) -> None:
        for side in range(len(self.game.sides)):
            offered = p.choices().get(side, [])
            for kind, arg in self.things():
                e = explain(self.game, p, side, kind, arg)
                if kind == BUTTON:
                    wanted = [a for a in offered if a.verb == arg]
                else:
                    wanted = [a for a in offered if a.arg == arg and self.game.kinds().get(a.verb, BUTTON) == kind]
                if e.acts != wanted:
                    raise self.broken(2, f"explain disagrees with the choices about {kind} {arg}")
                if not wanted:
                    self.reasons(e.refusals, f"{kind} {arg} takes part in nothing", True)

    def things(self) -> list[tuple[str, int | str]]:
        """Some units, spaces and whatever else can be pointed at, and every button."""
        found: list[tuple[str, int | str]] = []
        for verb, kind in self.game.kinds().items():
            names = self.words.vocabulary[verb]
            if names and kind != BUTTON:
                found += [(kind, i) for i in range(len(names))]
        buttons: list[tuple[str, int | str]] = [(BUTTON, verb) for verb in self.words.vocabulary]
        return buttons + self.rng.sample(found, min(THINGS, len(found)))

    def cloned(self, p: Position, before: str) -> None:
        if self.kept is not None and self.dump(self.kept[0]) != self.kept[1]:
            raise self.broken(5, "playing on changed a clone made before")
        q = p.clone()
        if self.dump(q) != before or q.choices() != p.choices() or q.events is not None:
            raise self.broken(5, "a clone differs from its position")
        mine = _lists(p)
        if any(id(x) in mine for x in _lists(q).values()):
            raise self.broken(5, "a clone shares a list with its position")
        if any(f is g for f, g in zip(p.stack, q.stack)):
            raise self.broken(5, "a clone shares an activity with its position")
        self.kept = (p.clone(), before)
        offered = _copied(p.choices())
        self.alike(5, q, p.clone(), "a clone")
        if self.dump(p) != before or p.choices() != offered or p.step().ask(p.stack[-1], p) != offered:
            raise self.broken(5, "playing on with a clone changed the position")

    def hidden(self, p: Position, viewer: Side, before: str) -> None:
        game = self.game
        name = game.sides[viewer]
        try:
            sealed = game.seal(p, viewer)
            d = game.determinize(p, viewer, self.rng)
        except CannotDraw:               # the other side is at something that a copy would give away
            if viewer in p.choices():
                raise self.broken(7, f"{name} is asked and nothing can be drawn for {name}") from None
            return
        self.pairs += 1
        if self.dump(p) != before:
            raise self.broken(7, "determinizing changed the true position")
        wrong = game.broken_laws(d)
        if wrong:
            raise self.broken(7, f"a determinized position breaks a law: {'; '.join(wrong)}")
        leak = Twins(game, p, d, viewer, self.rng).difference(self.twins)
        if leak is not None:
            raise self.broken(leak.law, leak.what)
        if d.step().ask(d.stack[-1], d) != d.choices():
            raise self.broken(7, "a determinized position does not ask what it was drawn to ask")
        self.same(sealed, game.seal(d, viewer), name)
        self.alike(7, d.clone(), d.clone(), "a determinized position")
        leak = Twins(game, p.clone(), d, viewer, self.rng).played(self.twins)
        if leak is not None:
            raise self.broken(leak.law, leak.what)

    def same(self, one: Known, other: Known, name: str) -> None:
        """Two truths that look the same to a side are the same once sealed, and so is what is drawn from them."""
        if self.dump(one.base) != self.dump(other.base):
            raise self.broken(7, f"what {name} knows depends on something {name} may not know")
        if self.dump(one.draw(Random(self.at))) != self.dump(other.draw(Random(self.at))):
            raise self.broken(7, f"what is drawn for {name} depends on something {name} may not know")

    # -- words and reasons

    def reasons(self, found: list[Refusal], what: str, sensible: bool) -> None:
        """Reasons must be given; for a *sensible* act or thing, by the step itself."""
        if not found:
            raise self.broken(2, f"{what} without a reason")
        for r in found:
            if sensible and r.key == "kernel.not-offered":
                raise self.broken(2, f"{what} and no rule is named")
            if r.key.startswith("kernel."):
                if r.key not in kernel_texts():
                    raise self.broken(0, f"the catalogue has no text “{r.key}”")
            else:
                self.named(r.rule, r.key, r.facts)

    def named(self, rule: str, key: str, facts: Mapping[str, Fact] | None) -> None:
        if rule not in self.rules:
            raise self.broken(0, f"there is no rule “{rule}” (with {key})")
        for language in self.languages:
            texts = self.game.texts(language)
            if key not in texts:
                raise self.broken(0, f"the catalogue has no text “{key}” in “{language}”")
            if facts is not None and "{" in texts.say(key, facts):
                raise self.broken(0, f"the text “{key}” lacks a fact: {texts.say(key, facts)}")

    def dump(self, p: Position) -> str:
        text = json.dumps(self.game.dump(p), separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def spell(self, act: Act) -> str:
        return f"{act.verb}:{act.arg}"


def _copied(choices: Choices) -> Choices:
    return {side: acts[:] for side, acts in choices.items()}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_plain(x) for x in value)
    return isinstance(value, (int, str, bytearray))


def _attributes(thing: Any) -> dict[str, Any]:
    """What was set on one object; compiled objects cannot be given anything that was not declared."""
    return dict(getattr(thing, "__dict__", {}))


def _lists(p: Position) -> dict[int, object]:
    """Every list and row of bytes in the saved part of a position, by identity."""
    found: dict[int, object] = {}
    for name in marked(type(p), SAVED):
        _collect(getattr(p, name), found)
    for f in p.stack:
        _collect_frame(f, found)
    return found


def _collect_frame(f: Frame, found: dict[int, object]) -> None:
    for name in field_names(type(f)):
        _collect(getattr(f, name), found)


def _collect(value: Any, found: dict[int, object]) -> None:
    if isinstance(value, (list, bytearray)):
        found[id(value)] = value
    if isinstance(value, list):
        for x in value:
            _collect(x, found)
