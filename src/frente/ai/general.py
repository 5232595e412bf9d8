"""``general``: looks ahead at the few questions that decide a game, and leaves all others to the captain.

It sees a seat's view and nothing else: every rollout starts from a position drawn from what its side may know. What
there is to know about a game stands in its doctrine: which questions are decisive, what is worth a look, when nothing
is half done, the chance to win, and the plans between which a player turn is decided. A rollout carries out one
candidate, goes on as captains would on both sides, and is judged at a quiet moment. All candidates meet the same drawn
positions and the same dice, and the worse half of them is dropped again and again.

With a budget of rollouts the same view, generator and earlier choices give the same act on any machine. With a clock it
uses the time it is given. Whenever it is stopped, it answers with the best so far.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, Final, Protocol

from frente.ai.captain import Answer, Captain, Doctrine, Planned
from frente.kernel.catalog import Game
from frente.kernel.flow import CHANCE, Act, Position, Side
from frente.kernel.views import CannotDraw, SeatView

ENDLESS: Final = 20_000                  # acts after which a rollout is judged as it stands
DOUBT: Final = 1.0                       # standard errors by which a line must be better than the captain's own
SURE: Final = 4.0                        # standard errors by which a leader is out of reach
ALIKE: Final = 4                         # rows in which all lines came to the same
ENOUGH: Final = 8                        # rows of rollouts before that is looked at
KEPT: Final = 64                         # thoughts that are remembered


class Searching(Protocol):
    """A doctrine that can be searched. Structural, like all doctrines."""

    answers: Mapping[str, Answer]
    decisive: frozenset[str]             # names of the steps at which acts are worth a search
    rollouts: int                        # a good number of them for one decision
    horizon: int                         # own quiet moments until a rollout is judged; 0: it is played to the end

    def epoch(self, p: Position, side: Side) -> Hashable:
        """As a captain's."""

    def plan(self, p: Position, side: Side) -> Any:
        """As a captain's."""

    def worth(self, p: Position, side: Side) -> float:
        """As a captain's."""

    def proposals(self, p: Position, side: Side, acts: list[Act]) -> list[tuple[Act, Any]]:
        """Acts worth a look at a decisive question, the best first, each with what is meant by it where an act can mean
        several things, else None. The first one with the captain's act is the captain's own."""

    def resolved(self, p: Position, side: Side, intent: Any) -> Any:
        """The plan of a side that has such an intent."""

    def plans(self, p: Position, side: Side) -> list[tuple[str, Doctrine]]:
        """Ways to play the season that begins, by name, the captain's own first; none: there is nothing to choose."""

    def season(self, p: Position, side: Side) -> Hashable:
        """Changes when a plan is due. None: the game knows none, and every quiet question is a moment by itself."""

    def quiet(self, p: Position, side: Side) -> bool:
        """Whether *side*, which is asked, stands at the beginning of something of its own: nothing is half done."""

    def chance(self, p: Position, side: Side) -> float:
        """Chance to win of a position that is not over, 0 to 1."""


@dataclass(frozen=True)
class Budget:
    """What one decision may cost. rollouts 0: as many as the doctrine holds right. seconds 0: no clock."""

    rollouts: int = 0
    seconds: float = 0.0                 # for an act
    plan_seconds: float = 0.0            # for the plan of a season


AT_TABLE: Final = Budget(seconds=5.0, plan_seconds=20.0)         # where people wait for it


@dataclass
class Thought:
    """What was looked at in one decision: names or acts, their chances to win, and what was chosen."""

    plan: bool
    names: list[str]
    acts: list[Act]
    chances: list[float]
    rollouts: int
    chosen: int


@dataclass
class Line:
    """A candidate: an act first, or none, with an intent, or none, then a doctrine."""

    first: Act | None
    doctrine: Doctrine
    intent: Any = None
    seen: list[float] = field(default_factory=list)

    def mean(self) -> float:
        return sum(self.seen) / len(self.seen) if self.seen else 0.0


class General:
    """Takes one seat of one game."""

    def __init__(self, game: Game[Any], doctrine: Searching, reply: Doctrine, budget: Budget | None = None) -> None:
        self.game = game
        self.doctrine = doctrine
        self.reply = reply               # how the other side is expected to play
        self.budget = Budget() if budget is None else budget
        self.captain = Captain(doctrine)
        self.season: Hashable = None
        self.thoughts: list[Thought] = []
        self.tell: Callable[[float], None] | None = None         # progress of a decision, 0 to 1
        self.stop: Callable[[], bool] | None = None              # asked before every rollout; True: answer now

    def choose(self, view: SeatView, rng: Random) -> Act:
        acts = view.acts
        if len(acts) == 1:
            return acts[0]
        try:
            p = view.sample(rng)
        except CannotDraw:
            return rng.choice(acts)
        side = view.side
        d = self.doctrine
        season = d.season(p, side)
        if season is not None and season != self.season and d.quiet(p, side):
            self.season = season
            self.decide(view, p, rng)
        first = self.captain.answer(p, side, acts, rng)          # there is always an answer
        if type(p.step()).__name__ not in d.decisive:
            return first
        lines = [Line(first, self.captain.doctrine)]
        own = False                      # whether the captain's own answer has been met among the proposals
        for act, intent in d.proposals(p.clone(), side, acts):
            if act == first and not own:
                own = True
            else:
                lines.append(Line(act, self.captain.doctrine, intent))
        if len(lines) == 1:
            return first
        best = self.race(view, rng, lines, self.budget.seconds)
        wanted = [line.first or first for line in lines]
        self.note(Thought(False, [], wanted, [line.mean() for line in lines], sum([len(x.seen) for x in lines]), best))
        self.resolve(self.captain, p, side, lines[best])
        return wanted[best]

    def resolve(self, mind: Captain, p: Position, side: Side, line: Line) -> None:
        """Give a mind the intent of a line, if it has one."""
        if line.intent is not None:
            mind.planned = Planned(mind.doctrine.epoch(p, side), self.doctrine.resolved(p, side, line.intent))

    def decide(self, view: SeatView, p: Position, rng: Random) -> None:
        """Choose the plan of the season."""
        found = self.doctrine.plans(p.clone(), view.side)
        if not found:
            return
        lines = [Line(None, doctrine) for _, doctrine in found]
        best = self.race(view, rng, lines, self.budget.plan_seconds) if len(lines) > 1 else 0
        self.captain = Captain(found[best][1])
        self.note(Thought(True, [name for name, _ in found], [], [line.mean() for line in lines],
                          sum([len(x.seen) for x in lines]), best))

    def note(self, thought: Thought) -> None:
        self.thoughts.append(thought)
        del self.thoughts[:-KEPT]

    # -- the race

    def race(self, view: SeatView, rng: Random, lines: list[Line], seconds: float) -> int:
        """The number of the line to take: the best, unless it is in doubt whether it is better than the captain's."""
        best = self.fastest(view, rng, lines, seconds)
        return best if best and surely(lines[best], lines[0]) else 0

    def fastest(self, view: SeatView, rng: Random, lines: list[Line], seconds: float) -> int:
        """Sequential halving: the number of the best line. A tie goes to the first, which is the captain's."""
        began = time.monotonic()
        total = self.budget.rollouts or self.doctrine.rollouts
        alive = list(range(len(lines)))
        rounds = (len(lines) - 1).bit_length()
        done = 0
        for r in range(rounds):
            rows = max(1, total // (rounds * len(alive)))
            while rows > 0 if seconds <= 0.0 else time.monotonic() - began < seconds * (r + 1) / rounds:
                start = view.sample(rng)
                seed = rng.random()
                row: list[float] = []
                for i in alive:
                    if self.hurried(began, seconds):         # a row that is not whole would compare unlike with unlike
                        return ranked(lines, alive)[0]
                    row.append(self.roll(start, lines[i], view.side, seed))
                for i, value in zip(alive, row):
                    lines[i].seen.append(value)
                done += len(alive)
                rows -= 1
                if self.tell is not None:
                    spent = (time.monotonic() - began) / seconds if seconds > 0.0 else done / total
                    self.tell(min(1.0, spent))
                if settled(lines, alive):
                    return ranked(lines, alive)[0]
            alive = ranked(lines, alive)
            if r < rounds - 1:
                alive = alive[:(len(alive) + 1) // 2]
                if 0 not in alive:
                    alive.append(0)                          # whoever wins is compared with it
        return alive[0]

    def hurried(self, began: float, seconds: float) -> bool:
        """Whether an answer is wanted now; looked at before every rollout."""
        if self.stop is not None and self.stop():
            return True
        return seconds > 0.0 and time.monotonic() - began >= seconds

    def roll(self, start: Position, line: Line, side: Side, seed: float) -> float:
        """One rollout, judged for *side*: both sides look at the position as it was drawn."""
        d = self.doctrine
        p = start.clone()
        rng = Random(seed)
        minds = [Captain(self.reply), Captain(self.reply)]
        minds[side] = Captain(line.doctrine)
        self.resolve(minds[side], p, side, line)
        season = d.season(p, side)
        if line.first is not None:
            p.apply(side, line.first)
        passed = 0
        for _ in range(ENDLESS):
            asked = p.choices()
            if not asked:
                break
            if CHANCE in asked:
                p.apply(CHANCE, rng.choice(asked[CHANCE]))
                continue
            who = min(asked)
            if who == side and d.horizon and d.quiet(p, side):
                now = d.season(p, side)
                if now is None or now != season:
                    season = now
                    passed += 1
                    if passed >= d.horizon:
                        break
            acts = asked[who]
            p.apply(who, acts[0] if len(acts) == 1 else minds[who].answer(p.clone(), who, acts, rng))
        outcome = self.game.outcome(p)
        if outcome is None:
            return d.chance(p, side)
        return 0.5 if outcome.winner is None else 1.0 if outcome.winner == side else 0.0


def ranked(lines: list[Line], alive: list[int]) -> list[int]:
    """The best first; among equals the one that stands first."""
    order = [(-lines[i].mean(), i) for i in alive]
    order.sort()
    return [i for _, i in order]


def surely(ours: Line, theirs: Line) -> bool:
    """Whether a line is better than another beyond DOUBT, in the rows that both have seen."""
    gaps = [x - y for x, y in zip(ours.seen, theirs.seen)]
    mean, error = spread(gaps)
    return len(gaps) > 1 and mean > DOUBT * error


def spread(gaps: list[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    n = len(gaps)
    if n < 2:
        return sum(gaps), 0.0
    mean = sum(gaps) / n
    return mean, sqrt(sum([(g - mean) ** 2 for g in gaps]) / (n - 1) / n)


def settled(lines: list[Line], alive: list[int]) -> bool:
    """Whether more rollouts would change nothing: one line is far ahead of all others, or they are all the same."""
    order = ranked(lines, alive)
    best = lines[order[0]].seen
    if len(best) >= ALIKE and all(lines[i].seen == best for i in order[1:]):
        return True
    if len(best) < ENOUGH:
        return False
    for i in order[1:]:
        mean, error = spread([x - y for x, y in zip(best, lines[i].seen)])
        if mean <= SURE * error or mean <= 0.0:
            return False
    return True
