"""What a game tells afterwards: how it went turn by turn, what the dice did, when it turned, which units stood out.

Nothing here names a game, and everything is plain data: command line, page and experiments show the same. The course is
what a spectator sees; luck and chances look at the true position, so they are for a game that is over.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from frente.ai import Doctrine, doctrines, opponent
from frente.kernel.catalog import Game, find
from frente.kernel.chance import Dice
from frente.kernel.flow import CHANCE, Position, Side
from frente.kernel.record import CHANCE_NAME, Record, RecordError, replay, start
from frente.kernel.views import SeatView

DESTROYED: Final = ("eliminated", "recoverable", "final", "dead", "deadpile", "lost")    # boxes, by the games' names
HELD: Final = "held:"                    # the mark of a space that says who holds it
JUDGE: Final = "captain"                 # the doctrine whose worth is the measure of luck
MOST: Final = 5                          # rolls and units that are named
Z95: Final = 1.959963984540054


def turn_of(p: Position) -> int:
    """The turn without a whole view: every game keeps it in its position, and a test holds it to the view's."""
    turn: int = getattr(p, "turn")  # noqa: B009  (no field of the kernel's own)
    return turn


# -- turn by turn

@dataclass
class Course:
    """A game as a spectator sees it at the end of every turn. Turn 0 is the start."""

    turns: list[tuple[int, str, int, int, int]] = field(default_factory=list)    # turn, side, pieces, steps, destroyed
    taken: list[tuple[int, str, str]] = field(default_factory=list)      # turn, space, side that holds it from now on
    tracks: list[tuple[int, str, str, int]] = field(default_factory=list)        # turn, track, side, value


class Eye:
    """Fills in a course, look by look."""

    def __init__(self, game: Game[Any], p: Position) -> None:
        self.game = game
        self.spaces = {s["id"] for s in game.picture(p)["spaces"] if s["terrain"] != ["box"]}
        self.holder: dict[str, str] = {}
        self.seen = Course()
        self.lost: dict[str, int] = {}   # pieces that are destroyed, and the turn in which they were
        self.stood: dict[str, set[str]] = {}     # pieces, and where they stood at the end of a turn
        if turn_of(p) > 0:
            self.look(p, 0)

    def look(self, p: Position, turn: int) -> None:
        """*turn* has just ended; the position is the one after it."""
        view = self.game.view(p, None)
        there: dict[str, set[str]] = {}
        pieces, steps, destroyed = Counter[str](), Counter[str](), Counter[str]()
        for x in view.pieces:
            if x["at"] in self.spaces:
                there.setdefault(x["at"], set()).add(x["side"])
                pieces[x["side"]] += 1
                steps[x["side"]] += x["steps"]
                self.lost.pop(x["id"], None)
                self.stood.setdefault(x["id"], set()).add(x["at"])
            elif x["at"] in DESTROYED:
                destroyed[x["side"]] += 1
                self.lost.setdefault(x["id"], turn)
        self.seen.turns += [(turn, side, pieces[side], steps[side], destroyed[side]) for side in self.game.sides]
        for space, side in sorted(self._holders(view.spaces, there).items()):
            if self.holder.get(space) != side:
                self.holder[space] = side
                self.seen.taken.append((turn, space, side))
        self.seen.tracks += [(turn, t["id"], t["side"], t["value"]) for t in view.tracks if t["value"] is not None]

    def _holders(self, marks: dict[str, list[str]], there: dict[str, set[str]]) -> dict[str, str]:
        """Who holds a space: as the game marks it, else whoever alone stands there. Ground nobody enters stays held."""
        found = {space: min(sides) for space, sides in there.items()
                 if len(sides) == 1 and min(sides) in self.game.sides}
        for space, words in marks.items():
            for word in words:
                if word.startswith(HELD) and space in self.spaces:
                    found[space] = word.removeprefix(HELD)
        return found


# -- luck

@dataclass(frozen=True)
class Roll:
    """What one roll gave the first side, as the captain reckons, above the mean of all rolls that could have come."""

    act: int
    turn: int
    word: str
    gain: float
    variance: float


def luck(judge: Doctrine, p: Position, act: int, word: str, rolled: Any) -> Roll | None:
    """None for a roll that makes no difference. The gains of all rolls of one die sum to nothing."""
    offered = p.choices()[CHANCE]
    after = {}
    for one in set(offered):
        q = p.clone()
        q.apply(CHANCE, one)
        after[one] = judge.worth(q, 0) - judge.worth(q, 1)
    mean = sum(after[one] for one in offered) / len(offered)
    variance = sum((after[one] - mean) ** 2 for one in offered) / len(offered)
    return Roll(act, turn_of(p), word, after[rolled] - mean, variance) if variance > 0 else None


# -- chances

@dataclass(frozen=True)
class Chance:
    """How captains would have ended the game from here: share of wins of the first side, a draw counting half."""

    act: int
    turn: int
    share: float
    low: float
    high: float


def chance(game: Game[Any], p: Position, act: int, tries: int) -> Chance:
    turn = turn_of(p)
    points = [playout(game, p, Random(f"{turn} {k}")) for k in range(tries)]
    low, high = wilson(sum(points), tries)
    return Chance(act, turn, round(sum(points) / tries, 4), round(low, 4), round(high, 4))


def playout(game: Game[Any], p: Position, rng: Random) -> float:
    """1 if the first side wins, a half for a draw. Captains draw from what their side knows, as in any game."""
    q, seats = p.clone(), [opponent(JUDGE, game) for _ in game.sides]
    while q.choices():
        side = min(q.choices())
        q.apply(side, rng.choice(q.choices()[side]) if side == CHANCE else
                seats[side].choose(SeatView(game, q, side), rng))
    outcome = game.outcome(q)
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == 0)


def wilson(hits: float, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share: it holds near 0 and 1 and for few games, where the plain one does not."""
    if not n:
        return 0.0, 1.0
    share = hits / n
    centre = share + z * z / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    whole = 1 + z * z / n
    return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)


def turning(chances: list[Chance]) -> list[Chance]:
    """Where the chances leave the interval they had at the last turning point."""
    found: list[Chance] = []
    last = chances[0] if chances else None
    for x in chances[1:]:
        assert last is not None
        if not last.low <= x.share <= last.high and not x.low <= last.share <= x.high:
            found.append(x)
            last = x
    return found


# -- swings


@dataclass(frozen=True)
class Swing:
    """What a side did with one unit, from *act* until it took up another or a die fell: what it gave the first side, as
    the captain reckons. A road that is cut without a die shows here, and nowhere else."""

    act: int
    turn: int
    side: str
    word: str
    gain: float


def told_by(hand: Swing, judge: Doctrine, p: Position, before: float, course: list[Swing]) -> float:
    """What was begun is over in this position, which is worth what is returned. What a die gave is told as luck."""
    now = judge.worth(p, 0) - judge.worth(p, 1)
    if hand.side != CHANCE_NAME and now != before:
        course.append(replace(hand, gain=now - before))
    return now


def swings(course: list[Swing], rolls: list[Roll]) -> list[dict[str, Any]]:
    """The largest changes, made by a hand or by a die."""
    fell = [Swing(x.act, x.turn, CHANCE_NAME, x.word, x.gain) for x in rolls]
    largest = sorted([*course, *fell], key=lambda x: (-abs(x.gain), x.act))[:MOST]
    return [{**asdict(x), "gain": round(x.gain, 3)} for x in largest]


# -- the whole story

def of(record: Record, pack: Path | None = None, tries: int = 0,
       step: Callable[[int, int], None] = lambda done, whole: None) -> dict[str, Any]:
    """The story of a record as plain data. tries: play-outs for the chances at the start of every turn; none are made
    if it is 0, they take long. *step* is told how far it is. RecordError if the record does not fit today's rules.
    """
    game = find(record.game)
    p = start(game, record, pack)
    eye, judge = Eye(game, p), doctrines(game)[JUDGE]
    rolls: list[Roll] = []
    chances: list[Chance] = []
    named: dict[str, Counter[str]] = {side: Counter() for side in game.sides}
    units = {verb for verb, kind in game.kinds().items() if kind == "unit"}
    turn, opened = turn_of(p), -1
    course: list[Swing] = []
    before, hand = judge.worth(p, 0) - judge.worth(p, 1), Swing(0, turn, CHANCE_NAME, "", 0.0)
    for i, (side, q) in enumerate(played(game, record, p)):
        x = record.acts[i]
        if x.side != hand.side or side == CHANCE or x.word.partition(":")[0] in units:
            before = told_by(hand, judge, q, before, course)
            hand = Swing(i, turn_of(q), x.side, x.word, 0.0)
        if side == CHANCE:
            roll = luck(judge, q, i, x.word, game.words(q).act(x.word))
            rolls += [roll] if roll is not None else []
        elif x.word.partition(":")[0] in units:
            named[x.side][x.word.partition(":")[2]] += 1
        if turn_of(q) != turn:
            eye.look(q, turn)
            turn = turn_of(q)
        if tries and side != CHANCE and turn != opened:
            chances.append(chance(game, q, i, tries))
            opened = turn
        step(i + 1, len(record.acts))
    told_by(hand, judge, p, before, course)
    eye.look(p, turn_of(p))
    return {
        "game": record.game, "scenario": record.scenario, "seats": record.seats, "result": record.result,
        "acts": len(record.acts), "rolls": len(record.rolls()), "sides": list(game.sides), "last_turn": turn_of(p),
        "turns": [dict(zip(("turn", "side", "pieces", "steps", "destroyed"), row)) for row in eye.seen.turns],
        "held": [dict(zip(("turn", "space", "side"), row)) for row in eye.seen.taken],
        "tracks": [dict(zip(("turn", "track", "side", "value"), row)) for row in eye.seen.tracks],
        "luck": _luck(game, rolls), "chances": [asdict(x) for x in chances],
        "turning_points": [asdict(x) for x in turning(chances)],
        "swings": swings(course, rolls), "notes": [x._asdict() for x in record.notes],
        "units": _notable(game, named, eye)}


def played(game: Game[Any], record: Record, p: Position) -> Iterator[tuple[Side, Position]]:
    """Who acts, and the position before; when all have been told, *p* is the last one."""
    dice = Dice(record.dice)
    for i, x in enumerate(record.acts):
        yield (CHANCE if x.side == CHANCE_NAME else game.side(x.side)), p
        misfit = replay(game, p, [x], dice, i)
        if misfit is not None:
            fault = misfit.told()
            raise RecordError(fault.key, fault.facts)


def _luck(game: Game[Any], rolls: list[Roll]) -> dict[str, Any]:
    """The whole luck of the first side; deviations says how unusual it is: two are one case in twenty."""
    total, spread = sum(x.gain for x in rolls), sqrt(sum(x.variance for x in rolls))
    running, curve = 0.0, []
    for x in rolls:
        running += x.gain
        curve.append({"act": x.act, "turn": x.turn, "sum": round(running, 3)})
    largest = sorted(rolls, key=lambda x: (-abs(x.gain), x.act))[:MOST]
    return {"side": game.sides[0], "rolls": len(rolls), "sum": round(total, 3),
            "deviations": round(total / spread, 3) if spread else 0.0, "curve": curve,
            "largest": [{"act": x.act, "turn": x.turn, "word": x.word, "gain": round(x.gain, 3)} for x in largest]}


def _notable(game: Game[Any], named: dict[str, Counter[str]], eye: Eye) -> dict[str, list[dict[str, Any]]]:
    """The busiest units of each side: how often they were called upon, where they stood, and when they fell."""
    return {side: [{"id": unit, "acts": n, "spaces": len(eye.stood.get(unit, ())), "destroyed": eye.lost.get(unit)}
                   for unit, n in counts.most_common(MOST)] for side, counts in named.items()}
