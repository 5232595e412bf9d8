"""The referee: one game in progress, where only offered acts are accepted and every die can be proven."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from frente.kernel.catalog import Game, OptionValues, Outcome, UnknownName, find
from frente.kernel.chance import Dice, Opening, fresh_seed
from frente.kernel.codec import CodecError, Words
from frente.kernel.explain import Explanation, explain, refusals, sentence
from frente.kernel.flow import CHANCE, EVERYONE, Act, Choices, Event, Fact, Position, Refusal, Side
from frente.kernel.record import (
    AGREED,
    CHANCE_NAME,
    RESIGNED,
    Line,
    Note,
    Record,
    RecordError,
    Rollback,
    Snapshot,
    conceded,
    pack_name,
    replay,
    result_of,
    start,
)
from frente.kernel.views import View

STRIDE: Final = 50                       # a clone is kept every so many acts, so that going back is quick


class Refused(ValueError):
    """Something the referee does not allow, with the reasons; nothing has changed."""

    def __init__(self, message: str, reasons: list[Refusal]) -> None:
        super().__init__(message)
        self.refusals = reasons


class IllegalAct(Refused):
    """An act that was not offered."""


class Entry(NamedTuple):
    """One act of the log. roll: number of the roll for chance, else -1."""

    side: Side
    act: Act
    roll: int


@dataclass
class Offer:
    """A draw or a rollback that waits for the other side's answer; it lapses when somebody plays on."""

    kind: str                            # "draw" or "rollback"
    by: Side
    to: int = -1                         # rollback: the log entry before which the game resumes
    agreed: list[Side] = field(default_factory=list)


class Match:
    """A game in progress. Sides may be given by number or by name everywhere."""

    def __init__(self, game: Game[Any], first: Position, scenario: str, options: OptionValues, pack: Path | None,
                 seats: dict[str, str], dice: Dice) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.pack = pack_name(pack)
        self.seats = seats
        self.data = game.data_version(first)
        self.position = first
        self.log: list[Entry] = []
        self.opening = 0                 # acts that set the game up as in history: nobody's, so nobody takes them back
        self.offer: Offer | None = None
        self.rollbacks: list[Rollback] = []
        self.dice = dice
        self._words = game.words(first)
        self._clones: list[tuple[int, Position]] = [(0, first.clone())]
        self._barriers: list[int] = []   # the barrier before each act; -1: not known (restored from a snapshot)
        self._events: list[tuple[int, Event]] = []   # with the number of the log entry that caused it
        self.notes: list[Note] = []      # what was written beside it; nothing follows from them
        self._events_from = 0            # events of earlier entries have to be found again by replaying
        self._conceded: Outcome | None = None
        self._conceded_by: Side | None = None

    @staticmethod
    def new(slug: str, scenario: str | None = None, options: Mapping[str, Any] | None = None,
            seats: Mapping[str, str] | None = None, seed: str | None = None, pack: Path | None = None,
            opening: Opening | None = None) -> Match:
        """Start a game; what is not given takes its default. *opening*: whose seed and numbers make its dice."""
        game = find(slug)
        chosen = game.scenario(scenario).id
        settled = game.settled(options or {})
        given = dict(seats or {})
        for name in given:
            game.side(name)
        if not all(x.isprintable() for x in [seed or "", *given.values()]):
            raise RecordError("kernel.record-not-printable")
        first = game.start(chosen, settled, pack)
        match = Match(game, first, chosen, settled, pack, {s: given.get(s, "") for s in game.sides},
                      Dice([opening or Opening(seed or fresh_seed(), chosen=bool(seed))]))
        match.roll()
        return match

    @staticmethod
    def resume(record: Record, pack: Path | None = None, first: Position | None = None) -> Match:
        """Continue a recorded game: from its snapshot if rules and data are the same, else by replaying it.

        *first* is the position before its first act where that is not the scenario's, as in a branch of another game.
        """
        game = find(record.game)
        first = start(game, record, pack) if first is None else first
        dice = Dice(list(record.dice), 1 + max(record.rolls(), default=-1))
        match = Match(game, first, record.scenario, game.settled(record.options), pack,
                      {s: record.seats.get(s, "") for s in game.sides}, dice)
        if any(x.seed and x.promised != x.commitment for x in record.dice):
            raise RecordError("kernel.record-not-its-seed")
        if not dice.opening.seed:       # the file of a game that lasted: its seed stayed behind
            dice.reopen(Opening(fresh_seed(), dice.count))
        match.rollbacks = list(record.rollbacks)
        match.notes = list(record.notes)
        match._restore(record)
        match.log = [match._entry(x) for x in record.acts]
        match._barriers = [-1] * len(match.log)
        match._events_from = len(match.log)
        if record.result is not None and record.result.get("key") in (RESIGNED, AGREED):
            by = record.result.get("by")
            if by not in game.sides:
                raise RecordError("kernel.record-by-whom")
            match._concede(str(record.result["key"]), game.sides.index(by))
        match.roll()                    # a game saved by hand may stand before a die
        return match

    # -- what is asked

    @property
    def commitment(self) -> str:
        """What the seed of the next rolls is bound by."""
        return self.dice.commitment

    def choices(self) -> Choices:
        """Who may do what now; {} when the game is over."""
        return {} if self._conceded is not None else self.position.choices()

    @property
    def over(self) -> bool:
        return not self.choices()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it lasts."""
        if self._conceded is not None:
            return self._conceded
        return None if self.position.choices() else self.game.outcome(self.position)

    def view(self, side: Side | str | None) -> View:
        """What *side* may know; None is a spectator."""
        view = self.game.view(self.position, None if side is None else self._side(side))
        if self._conceded is not None:
            view.acts = []
            view.waiting = []
            view.result = self._conceded.key
        return view

    def explain(self, side: Side | str, kind: str, arg: int | str) -> Explanation:
        """What *side* may do with one unit, space or button now, or every rule that stops it."""
        if self._conceded is not None:
            return Explanation([], [Refusal("", "kernel.game-over", {})])
        return explain(self.game, self.position, self._side(side), kind, arg)

    def word(self, act: Act) -> str:
        return self._words.word(act)

    def words(self) -> Words:
        return self._words

    def line(self, n: int) -> Line:
        """An entry of the log as it is written down."""
        return self._line(self.log[n])

    # -- what is done

    def play(self, side: Side | str, act: Act | str) -> list[Event]:
        """Carry out an offered act and the dice that follow; the events that *side* may see."""
        s = self._side(side)
        try:
            a = self._words.act(act) if isinstance(act, str) else act
        except CodecError as e:
            raise IllegalAct(str(e), [Refusal("", "kernel.unknown-act", {"word": str(act)[:60]})]) from e
        if a not in self.choices().get(s, []):
            found = refusals(self.game, self.position, s, a) if not self.over else [
                Refusal("", "kernel.game-over", {})]
            raise IllegalAct(sentence(self.game, found), found)
        self.offer = None
        before = len(self.log)
        self._do(s, a, -1)
        self.roll()
        return self.events_for(s, before)

    def follow(self, acts: list[Line]) -> None:
        """Play acts after which another referee of the same game has gone on; RecordError if they do not fit."""
        for line in acts:
            e = self._entry(line)
            if e.act not in self.choices().get(e.side, []):
                raise RecordError("kernel.record-unplayable", {"fault": line.word})
            self.offer = None
            self._do(e.side, e.act, e.roll)
            self.dice.count = max(self.dice.count, e.roll + 1)

    def events_for(self, side: Side | str | None, since: int = 0) -> list[Event]:
        """The events *side* may see, from log entry *since* on; None is a spectator."""
        s = None if side is None else self._side(side)
        return [e for _, e in self.events_since(since) if e.only in (EVERYONE, s)]

    def events_since(self, since: int = 0) -> list[tuple[int, Event]]:
        """All events, secret ones too, with the number of the log entry that caused each, from entry *since* on."""
        if since < self._events_from:
            self._find_events()
        first = len(self._events)        # they stand in order, and the latest are asked for most
        while first and self._events[first - 1][0] >= since:
            first -= 1
        return self._events[first:]

    @property
    def events_from(self) -> int:
        """From which log entry on events are remembered; those of earlier ones are found by replaying."""
        return self._events_from

    def why_not_undo(self, side: Side | str) -> Refusal | None:
        """What keeps *side* from taking back the last act; None if nothing does.

        A die, a reveal or an act of the other side does; that the other side has been asked does not. So a secret pick
        may be taken back for as long as it is the last act of all.
        """
        s = self._side(side)
        if self.over:
            return Refusal("", "kernel.game-over", {})
        if len(self.log) <= self.opening:
            return Refusal("", "kernel.undo-nothing", {})
        last = self.log[-1]
        if last.side == CHANCE:
            return Refusal("", "kernel.undo-die", {})
        if last.side != s:
            return Refusal("", "kernel.undo-other-side", {})
        before = self._barriers[-1]
        if before < 0:
            before = self._at(len(self.log) - 1).barrier
        return Refusal("", "kernel.undo-revealed", {}) if before != self.position.barrier else None

    @property
    def unsure(self) -> bool:
        """Whether it takes the position before the last act to tell if that can be taken back."""
        return len(self.log) > self.opening and self.log[-1].side != CHANCE and self._barriers[-1] < 0

    def nearest(self, n: int) -> int:
        """The act at or before *n* after which a position is at hand: going back takes as many acts from there."""
        return max([at for at, _ in self._clones if at <= n])

    def remember(self, n: int, p: Position) -> None:
        """Have the position after *n* acts at hand, which was kept elsewhere."""
        self._clones = sorted([*self._clones, (n, p)], key=_where)

    def past(self, every: int) -> Iterator[tuple[int, Position]]:
        """The positions after every so many acts. The whole game is played again."""
        p = self._clones[0][1].clone()
        for n, e in enumerate(self.log):
            if n and n % every == 0:
                yield n, p
            p.apply(e.side, e.act)

    def can_undo(self, side: Side | str) -> bool:
        return self.why_not_undo(side) is None

    def undo(self, side: Side | str) -> None:
        """Take back the last act, if it was this side's and neither die nor reveal followed it."""
        reason = self.why_not_undo(side)
        if reason is not None:
            raise self._refused(reason)
        self.offer = None
        self._back(len(self.log) - 1)

    def offer_rollback(self, side: Side | str, to: int) -> None:
        """Propose to go back to before log entry *to*; what follows it will be decided and rolled anew."""
        s = self._side(side)
        if not 0 <= to < len(self.log) or self.log[to].side == CHANCE:
            raise self._refused(Refusal("", "kernel.rollback-where", {"to": to, "last": max(0, len(self.log) - 1)}))
        self._propose(Offer("rollback", s, to))

    def accept_rollback(self, side: Side | str) -> bool:
        """Agree to the proposed rollback; True when all have agreed and it is done."""
        offer = self._answer(side, "rollback")
        if len(offer.agreed) < len(self.game.sides) - 1:
            return False
        dropped = [self._line(e) for e in self.log[offer.to:]]
        self.rollbacks.append(Rollback(self.game.sides[offer.by], offer.to, dropped))
        self.offer = None
        self._back(offer.to)
        return True

    def decline_rollback(self, side: Side | str) -> None:
        self._answer(side, "rollback")
        self.offer = None

    def offer_draw(self, side: Side | str) -> None:
        self._propose(Offer("draw", self._side(side)))

    def accept_draw(self, side: Side | str) -> bool:
        """Agree to a draw; True when all have agreed and the game is over."""
        offer = self._answer(side, "draw")
        if len(offer.agreed) < len(self.game.sides) - 1:
            return False
        self._concede(AGREED, offer.by)
        return True

    def decline_draw(self, side: Side | str) -> None:
        self._answer(side, "draw")
        self.offer = None

    def resign(self, side: Side | str) -> None:
        """Give the game up; the other side wins."""
        s = self._side(side)
        if self.over:
            raise self._refused(Refusal("", "kernel.game-over", {}))
        self._concede(RESIGNED, s)

    # -- what is kept

    def record(self, public: bool = False) -> Record:
        """The whole game with its seed and secret acts, to be kept private until the end.

        A *public* record is refused while the game lasts: seed and secrets would let a reader foresee dice and see
        hidden choices.
        """
        if public and not self.over:
            raise RecordError("kernel.record-not-public")
        outcome = self.outcome
        return Record(
            self.game.slug, self.game.rules_version, self.data, self.scenario, dict(self.options), self.pack,
            dict(self.seats), list(self.dice.openings),
            [self._line(e) for e in self.log], list(self.rollbacks),
            [Snapshot(len(self.log), self.game.dump(self.position))],
            None if outcome is None else result_of(self.game, outcome, self._conceded_by),
            notes=[x for x in self.notes if x.at <= len(self.log)])

    # -- inside

    def _side(self, side: Side | str) -> Side:
        if isinstance(side, str):
            return self.game.side(side)
        if not 0 <= side < len(self.game.sides):
            raise UnknownName("kernel.no-side-number", {"game": self.game.title, "number": side})
        return side

    def _do(self, side: Side, act: Act, roll: int) -> None:
        p = self.position
        heard: list[Event] = []
        barrier = p.barrier
        p.events = heard
        try:
            p.apply(side, act)
        except Exception:                # a fault in the rules: go back to the last sound position, then report it
            self.position = self._at(len(self.log))
            raise
        p.events = None
        self._events += [(len(self.log), e) for e in heard]
        self.log.append(Entry(side, act, roll))
        self._barriers.append(barrier)
        if len(self.log) % STRIDE == 0:
            self._clones.append((len(self.log), p.clone()))

    def roll(self) -> None:
        """Let chance decide until a side must or the game is over, or until the dice wait for a seat's number."""
        while self.dice.ready and self._conceded is None and CHANCE in self.position.choices():
            offered = self.position.choices()[CHANCE]
            number, roll = self.dice.pick(len(offered))
            self._do(CHANCE, offered[number], roll)

    def _at(self, n: int) -> Position:
        """The position after the first n acts."""
        at, kept = max((c for c in self._clones if c[0] <= n), key=_where)
        p = kept.clone()
        for e in self.log[at:n]:
            p.apply(e.side, e.act)
        return p

    def _back(self, n: int) -> None:
        self.position = self._at(n)
        self._clones = [c for c in self._clones if c[0] <= n]
        self._events = [(i, e) for i, e in self._events if i < n]
        self._events_from = min(self._events_from, n)
        del self.log[n:]
        del self._barriers[n:]
        if n < self.opening:             # agreed to set up anew
            self.opening = 0

    def _find_events(self) -> None:
        """Tell the whole game again: a restored game did not hear its beginning."""
        p = self._clones[0][1].clone()
        self._events = []
        for i, e in enumerate(self.log):
            heard: list[Event] = []
            p.events = heard
            p.apply(e.side, e.act)
            self._events += [(i, event) for event in heard]
        self._events_from = 0

    def _restore(self, record: Record) -> None:
        """Bring the position to the end of the record: from its last snapshot, or else from the start."""
        game = self.game
        first = self._clones[0][1]
        self.position = first.clone()
        at = 0
        if record.snapshots and (record.rules, record.data) == (game.rules_version, self.data):
            last = record.snapshots[-1]
            try:
                self.position = game.restore(last.position, first)
                self._clones.append((last.at, self.position.clone()))
                at = last.at
            except Exception:            # an unreadable snapshot: the acts are the truth, replay them all
                self.position = first.clone()
        misfit = replay(game, self.position, record.acts[at:], self.dice, at)
        if misfit is not None:
            raise RecordError("kernel.record-cannot-go-on", {"misfit": misfit.told()})

    def _line(self, e: Entry) -> Line:
        return Line(CHANCE_NAME if e.side == CHANCE else self.game.sides[e.side], self._words.word(e.act), e.roll)

    def _entry(self, x: Line) -> Entry:
        try:
            side = CHANCE if x.side == CHANCE_NAME else self.game.side(x.side)
            return Entry(side, self._words.act(x.word), x.roll)
        except (UnknownName, CodecError) as e:
            raise RecordError("kernel.record-unplayable", {"fault": e}) from e

    def _refused(self, reason: Refusal) -> Refused:
        return Refused(sentence(self.game, [reason]), [reason])

    def _propose(self, offer: Offer) -> None:
        if self.over:
            raise self._refused(Refusal("", "kernel.game-over", {}))
        if self.offer is not None:
            facts: dict[str, Fact] = {"by": self.game.sides[self.offer.by]}
            raise self._refused(Refusal("", "kernel.offer-pending", facts))
        self.offer = offer

    def _answer(self, side: Side | str, kind: str) -> Offer:
        s = self._side(side)
        offer = self.offer
        if offer is None or offer.kind != kind:
            raise self._refused(Refusal("", "kernel.offer-none", {}))
        if offer.by == s:
            raise self._refused(Refusal("", "kernel.offer-own", {}))
        if s not in offer.agreed:
            offer.agreed.append(s)
        return offer

    def _concede(self, key: str, by: Side) -> None:
        self.offer = None
        self._conceded = conceded(self.game, key, by)
        self._conceded_by = by


def _where(clone: tuple[int, Position]) -> int:
    return clone[0]
