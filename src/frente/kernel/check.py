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

import json
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from frente.kernel import inquiry
from frente.kernel.catalog import Game, OptionValues, Outcome
from frente.kernel.chance import Dice, Opening
from frente.kernel.flow import CHANCE, Act, Event, Position, Side
from frente.kernel.laws import UNKNOWN, LawBroken, Laws
from frente.kernel.record import parse, replay
from frente.kernel.referee import Match, Refused
from frente.kernel.views import SeatView

NEW: Final = 2                           # so many times a question is new in a game, and more is asked about it
MORE: Final = 6                          # questions of each kind that a page asks then, unless told otherwise; else one
OFTENER: Final = 10                      # times as often all laws are checked then
TRIES: Final = 5                         # acts looked at to find one that does not end the game


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


class _Check(Laws):
    """One game, played from start to end under the laws."""

    def __init__(self, game: Game[Any], scenario: str, options: OptionValues, seed: int, pack: Path | None,
                 endure: bool, players: list[Player | None], twins: int, more: int) -> None:
        super().__init__(game, scenario, options, seed, pack, twins)
        self.endure = endure
        self.players = players
        self.more = more
        self.page = Random(f"page {seed}")           # what a page asks
        self.will = Random(f"players {seed}")
        self.dice = Dice([Opening(f"check {seed}")])
        self.asked = 0
        self.met: dict[str, int] = {}    # question -> how many times it has come up
        self.log: list[tuple[Side, Act]] = []
        self.p = self.first              # what is being played

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
            events: list[Event] = []
            p.events = events
            p.apply(side, act)
            p.events = None
            self.log.append((side, act))
            self.at += 1
            for event in events:
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

    def look(self, p: Position) -> None:
        asked = p.choices()
        if p.step().ask(p.stack[-1], p) != asked:
            raise self.broken(1, f"{type(p.step()).__name__}.ask answers differently when asked again")
        self.conserved(p)
        self.answerable(p)

    def is_new(self, p: Position) -> bool:
        name = " ".join([type(f).__name__ for f in p.stack[-2:]] + [type(p.step()).__name__])
        self.met[name] = self.met.get(name, 0) + 1
        return self.met[name] <= NEW

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
