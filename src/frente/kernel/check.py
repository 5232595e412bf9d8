"""The laws of the engine, checked on a game by playing it. Shipped, so that every game can be held to them.

 0  every rule id and text exists, nothing crashes, and whatever a page may ask is answered
 1  ask is pure
 2  every act applied was offered; one that was not is refused with a reason and changes nothing
 3  steps keep no state; frames keep no code
 4  save, load, same choices
 5  a clone shares nothing mutable
 6  whatever a side or a spectator is shown, offered, told or answered (views, overlays, cards, reasons ...),
    who is asked when, and whether a standing order answers depend only on what that side may know
 7  a determinized position is itself lawful; of two positions that look the same to a side, a copy may be taken of both
    or of neither, it is drawn from the same knowledge, and the same generator draws the same one
 8  start and acts reproduce the position bit for bit
 9  undo never crosses a die, a reveal or the other side's act; what shows something hidden says so
10  somebody always has a choice until the game is over, and every game ends
11  nothing is created or lost
"""
from __future__ import annotations

import hashlib
import json
import re
import tomllib
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from frente.kernel import inquiry
from frente.kernel.catalog import Game, OptionValues, Outcome
from frente.kernel.chance import Dice, Opening
from frente.kernel.codec import Words, field_names
from frente.kernel.explain import BUTTON, explain, known, prompt, step_refusals
from frente.kernel.flow import CHANCE, Act, Choices, Event, Fact, Frame, Position, Refusal, Side
from frente.kernel.record import parse, replay
from frente.kernel.referee import IllegalAct, Match, Refused
from frente.kernel.texts import kernel_texts
from frente.kernel.twins import LANGUAGES, Twins
from frente.kernel.views import CannotDraw, Known, SeatView
from frente.kernel.weave import SAVED, marked

NEW: Final = 2                           # so many times a question is new in a game, and more is asked about it
MORE: Final = 6                          # questions of each kind that a page asks then, unless told otherwise; else one
OFTENER: Final = 10                      # times as often all laws are checked then
AHEAD: Final = 6                         # acts played on copies to see that they behave alike
THINGS: Final = 30                       # things asked about, and acts tried, at one decision
TRIES: Final = 5                         # acts looked at to find one that does not end the game
UNKNOWN: Final = Act("no-such-verb")


class LawBroken(Exception):
    """A law that does not hold, and how to see it again."""

    def __init__(self, law: int, what: str, seed: int, at: int) -> None:
        super().__init__(f"law {law}: {what} (seed {seed}, act {at})")
        self.law = law
        self.what = what
        self.seed = seed
        self.at = at


@dataclass
class Report:
    """A game that kept all laws."""

    acts: int
    views: int                           # made, of seats and spectators
    looked: int                          # decisions at which every law was checked
    asked: int                           # questions of a page
    twins: int                           # pairs of positions that look the same to a side
    outcome: Outcome


class Player(Protocol):
    """Anybody who can take a seat; without one, acts are drawn at random."""

    def choose(self, view: SeatView, rng: Random) -> Act:
        """One of ``view.acts``."""


def check_game(game: Game[Any], scenario: str | None = None, options: Mapping[str, Any] | None = None, seed: int = 0,
               acts: int = 100_000, every: int = 20, pack: Path | None = None, endure: bool = False,
               players: Sequence[Player | None] = (), showing: int = 10, asking: int = 20,
               twins: int = 3, more: int = MORE) -> Report:
    """Play one game to its end within *acts* acts: by *players*, one for each side, or at random.

    The cheap laws are checked at every decision, all of them at one in *every*, and ten times as often where a question
    is new in this game. All views are made at one in *showing* and a page asks one question of each kind at one in
    *asking*; wherever a question is new all views are made, and it asks *more* of each kind. With all laws, *twins*
    questions of each kind are put to positions that look the same to a side. Random players who *endure* shun acts
    that end the game, so that it goes on to its last turns. The same seed and players give the same game whatever is
    checked. Raises LawBroken.
    """
    seats = [*players] or [None for _ in game.sides]
    return _Check(game, game.scenario(scenario).id, game.settled(options or {}), seed, pack, endure, seats, twins,
                  more).run(acts, every, showing, asking)


def rule_ids(folder: Path) -> set[str]:
    """What a rule id may be: a rule of the catalogue, or a ruling."""
    with (folder / "rules.toml").open("rb") as f:
        ids = {str(r["id"]) for r in tomllib.load(f)["rule"]}
    rulings = folder / "rulings.md"
    if rulings.exists():
        ids.update(re.findall(r"^\*\*(R\d+[a-z]?)\b", rulings.read_text(encoding="utf-8"), re.MULTILINE))
    return ids


class _Check:
    def __init__(self, game: Game[Any], scenario: str, options: OptionValues, seed: int, pack: Path | None,
                 endure: bool, players: list[Player | None], twins: int, more: int) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.seed = seed
        self.pack = pack
        self.endure = endure
        self.players = players
        self.twins = twins
        self.more = more
        self.rng = Random(seed)          # what is looked at
        self.page = Random(f"page {seed}")           # what a page asks
        self.will = Random(f"players {seed}")
        self.dice = Dice([Opening(f"check {seed}")])
        self.rules = rule_ids(game.folder)
        self.languages = [x for x in LANGUAGES if game.speaks(x)]
        self.at = 0
        self.asked = 0
        self.views = 0
        self.pairs = 0
        self.met: dict[str, int] = {}    # question -> how many times it has come up
        self.log: list[tuple[Side, Act]] = []
        self.marks: dict[int, str] = {}  # act number -> hash of the position there, for the replay at the end
        self.steps: dict[str, str] = {}  # frame -> what its steps hold, which must never change
        self.kept: tuple[Position, str] | None = None
        self.first = self.start()
        self.p = self.first              # what is being played
        self.words: Words = game.words(self.first)

    def broken(self, law: int, what: str) -> LawBroken:
        return LawBroken(law, what, self.seed, self.at)

    def start(self) -> Position:
        p: Position = self.game.start(self.scenario, self.options, self.pack)
        return p

    def run(self, acts: int, every: int, showing: int, asking: int) -> Report:
        try:
            return self.play(acts, every, showing, asking)
        except LawBroken:
            raise
        except Exception as e:
            raise self.broken(0, f"{type(e).__name__}: {e}{self.where(e)}") from e

    def where(self, e: Exception) -> str:
        """The question at which something went wrong, and the last line of the game's own code on the way there."""
        lines = [x for x in traceback.extract_tb(e.__traceback__) if x.filename.startswith(str(self.game.folder))]
        place = f"{Path(lines[-1].filename).relative_to(self.game.folder)}:{lines[-1].lineno}" if lines else ""
        step = type(self.p.step()).__name__ if self.p.stack else ""
        return "".join([f", at the question {step}" if step else "", f", in {place}" if place else ""])

    def harmless(self, p: Position, side: Side, act: Act) -> Act:
        """Another act if this one would end the game; after some tries whatever comes, or nobody would ever finish."""
        for _ in range(TRIES):
            q = p.clone()
            q.apply(side, act)
            if q.choices():
                break
            act = self.will.choice(p.choices()[side])
        return act

    def chosen(self, p: Position) -> tuple[Side, Act]:
        """Who acts now, and how."""
        side = self.will.choice(sorted(p.choices()))
        offered = p.choices()[side]
        if side == CHANCE:
            return side, offered[self.dice.pick(len(offered))[0]]
        player = self.players[side]
        if player is None:
            act = self.will.choice(offered)
            return side, self.harmless(p, side, act) if self.endure else act
        act = player.choose(SeatView(self.game, p, side), self.will)
        if act not in offered:
            raise self.broken(2, f"a player chooses {self.spell(act)}, which was not offered")
        return side, act

    def play(self, acts: int, every: int, showing: int, asking: int) -> Report:
        p = self.p = self.start()
        if self.dump(p) != self.dump(self.first) or p.choices() != self.first.choices():
            raise self.broken(8, "two starts differ")
        looked = 0
        while p.choices():
            if self.at >= acts:
                raise self.broken(10, f"the game is not over after {acts} acts")
            self.look(p)
            new = self.is_new(p)
            if self.rng.randrange(max(1, every // OFTENER) if new else every) == 0:
                looked += 1
                self.look_closely(p)
            if new or self.page.randrange(showing) == 0:
                self.shows(p)
            if new or self.page.randrange(asking) == 0:
                self.page_asks(p, self.more if new else 1)
            side, act = self.chosen(p)
            told: list[Event] = []
            p.events = told
            p.apply(side, act)
            p.events = None
            self.log.append((side, act))
            self.at += 1
            for event in told:
                self.named(event.rule, event.key, event.facts)
        outcome = self.game.outcome(p)
        if outcome is None:
            raise self.broken(10, "nobody has a choice and the game is not over")
        self.named(outcome.rule, outcome.key, {})
        self.conserved(p)
        self.saved(p)
        self.shows(p)
        self.page_asks(p, self.more)
        self.marks[self.at] = self.dump(p)
        self.replayed()
        self.undone(every)
        return Report(self.at, self.views, looked, self.asked, self.pairs, outcome)

    # -- at every decision

    def look(self, p: Position) -> None:
        asked = p.choices()
        if p.step().ask(p.stack[-1], p) != asked:
            raise self.broken(1, f"{type(p.step()).__name__}.ask answers differently when asked again")
        self.conserved(p)
        self.answerable(p)

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

    # -- at some decisions, and wherever a question is new

    def is_new(self, p: Position) -> bool:
        name = " ".join([type(f).__name__ for f in p.stack[-2:]] + [type(p.step()).__name__])
        self.met[name] = self.met.get(name, 0) + 1
        return self.met[name] <= NEW

    def shows(self, p: Position) -> None:
        for viewer in [None, *range(len(self.game.sides))]:
            self.game.view(p, viewer)
            self.views += 1

    def page_asks(self, p: Position, times: int) -> None:
        """Answer so many questions of each kind as the server would."""
        over = not p.choices()
        before = self.dump(p)
        for kind in inquiry.KINDS:
            for _ in range(times):
                q = inquiry.drawn(self.game, p, kind, self.page)
                if q is not None:
                    self.asked += 1
                    self.answered(p, q, over)
        if self.dump(p) != before:
            raise self.broken(1, "an answer to a page changed the position")

    def answered(self, p: Position, q: inquiry.Question, over: bool) -> None:
        try:
            found = inquiry.answer(self.game, p, q, self.page.choice(self.languages), self.page, over)
            json.dumps(found)            # it can be sent
        except Exception as e:
            raise self.broken(0, f"{type(e).__name__}: {e}, when a page asks {q}{self.where(e)}") from e
        for said in [*found.get("refusals", []), *found.get("warnings", [])]:
            if "{" in said["text"]:
                raise self.broken(0, f"the text “{said['key']}” lacks a fact: {said['text']}")
        if q.kind == inquiry.REACH and q.side is not None and found["spaces"]:
            space = self.page.choice(sorted(found["spaces"]))
            self.walked(p.clone(), q.side, space, found["spaces"][space]["acts"])

    def walked(self, p: Position, side: Side, space: str, way: list[str]) -> None:
        """The acts that reach shows are offered one after another, unless somebody else, a die, something that was
        hidden or another question comes between."""
        if not way:
            raise self.broken(2, f"reach shows {space} and no act that leads there")
        barrier = p.barrier
        for word in way:
            if [*p.choices()] != [side] or p.barrier != barrier:
                return
            act = self.words.act(word)
            if word is not way[0] and act.verb not in p.step().verbs:
                return
            if act not in p.choices()[side]:
                raise self.broken(2, f"reach shows {' '.join(way)} to {space}, and {word} is not offered")
            p.apply(side, act)

    # -- at some decisions

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

    def named(self, rule: str, key: str, facts: Mapping[str, Fact] | None) -> None:
        if rule not in self.rules:
            raise self.broken(0, f"there is no rule “{rule}” (with {key})")
        for language in self.languages:
            texts = self.game.texts(language)
            if key not in texts:
                raise self.broken(0, f"the catalogue has no text “{key}” in “{language}”")
            if facts is not None and "{" in texts.say(key, facts):
                raise self.broken(0, f"the text “{key}” lacks a fact: {texts.say(key, facts)}")

    # -- over the whole game

    def replayed(self) -> None:
        p = self.start()
        for i, (side, act) in enumerate([*self.log, (CHANCE, UNKNOWN)]):
            if i in self.marks and self.dump(p) != self.marks[i]:
                raise self.broken(8, f"replaying the acts leads elsewhere by act {i}")
            if i < len(self.log):
                p.apply(side, act)

    def undone(self, every: int) -> None:
        """The same game before the referee, with attempts to take back what may be and what may not; its record."""
        dice = Dice([Opening(f"check {self.seed}")])
        match = Match(self.game, self.start(), self.scenario, self.options, self.pack, {}, dice)
        match.roll()
        sides = range(len(self.game.sides))
        for side, act in self.log:
            if side == CHANCE:
                continue
            if self.rng.randrange(every):
                match.play(side, act)
                continue
            before = self.dump(match.position)
            barrier = match.position.barrier
            n = len(match.log)
            match.play(side, act)
            after = self.dump(match.position)
            free = not match.over and len(match.log) == n + 1 and match.position.barrier == barrier
            for s in sides:
                if match.can_undo(s) != (free and s == side):
                    raise self.broken(9, f"{self.spell(act)} of side {side}: undo by side {s} is wrongly "
                                         f"{'refused' if free and s == side else 'allowed'}")
                if free and s == side:
                    match.undo(s)
                    if self.dump(match.position) != before or len(match.log) != n:
                        raise self.broken(9, f"undoing {self.spell(act)} does not lead back")
                    match.play(side, act)
                else:
                    self.not_undone(match, s)
                if self.dump(match.position) != after:
                    raise self.broken(9, f"undoing and repeating {self.spell(act)} leads elsewhere")
        if [(e.side, e.act) for e in match.log] != self.log:
            raise self.broken(8, "before the referee the game goes another way")
        self.recorded(match)

    def recorded(self, match: Match) -> None:
        """What is saved can be read again, and replayed with the dice that it names."""
        record = match.record()
        again = parse(record.text().encode())
        if again != record:
            raise self.broken(4, "the record changes when it is saved and loaded")
        p = self.start()
        misfit = replay(self.game, p, again.acts, Dice(again.dice))
        if misfit is not None:
            raise self.broken(8, f"the record cannot be replayed: {misfit.told()}")
        if self.dump(p) != self.marks[self.at]:
            raise self.broken(8, "replaying the record leads elsewhere")

    def not_undone(self, match: Match, side: Side) -> None:
        try:
            match.undo(side)
        except Refused:
            return
        raise self.broken(9, "an undo was refused and carried out all the same")

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
