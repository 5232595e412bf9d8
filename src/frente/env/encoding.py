"""Acts and views as numbers: every act of a game has one, and a view is a vector that depends on nothing else.

The vector is kept from call to call and only what changed in the view is written anew: most of a view stays the same
from one act to the next.
"""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final
from unicodedata import numeric
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from frente.kernel.catalog import Game
from frente.kernel.flow import Act, Position
from frente.kernel.views import Piece, View

NUMBERS: Final = 100                     # places for a verb that takes a number; the largest in use is below it
STATES: Final = 6                        # places for the states of a piece, by their names' hash
MARKS: Final = 4                         # for marks on a space that do not say who holds it
CARDS: Final = 16                        # for cards and chits in a hand
QUESTIONS: Final = 64
HELD: Final = "held:"
COUNTS: Final = 4                        # of each party in a space: pieces, steps, first and second factor
PARTS: Final = 2                         # what a space can be in what is going on: target, origin
ROLES: Final = 4                         # what a piece can be in it: the one that moves, an attacker
FACTS: Final = 64                        # for what else is going on: points left, kind of activation, steps of the turn
SPACE: Final = 2 * COUNTS + 2 + MARKS + PARTS    # both parties, held by own or other, marks, parts in it
UNIT: Final = 5 + STATES + ROLES         # there, own, x, y, steps, states, roles in it
Vector = NDArray[np.float32]
Mask = NDArray[np.int8]


class Acts:
    """Every act of a game has one number, the same in every position of the same data."""

    def __init__(self, game: Game[Any], p: Position) -> None:
        self.first: dict[str, int] = {}
        self.limit: dict[str, int] = {}
        self.size = 0
        for verb, names in game.vocabulary(p).items():
            self.first[verb] = self.size
            self.limit[verb] = NUMBERS if names is None else max(1, len(names))
            self.size += self.limit[verb]
        self.verbs = list(self.first)
        self.starts = list(self.first.values())

    def number(self, act: Act) -> int:
        if not 0 <= act.arg < self.limit[act.verb]:
            raise ValueError(f"{act.verb}:{act.arg} has no number; there are {self.limit[act.verb]} for {act.verb}")
        return self.first[act.verb] + act.arg

    def act(self, number: int) -> Act:
        if not 0 <= number < self.size:
            raise ValueError(f"there is no act {number}; the last is {self.size - 1}")
        k = bisect_right(self.starts, number) - 1
        return Act(self.verbs[k], number - self.starts[k])

    def mask(self, offered: Sequence[Act]) -> Mask:
        found: Mask = np.zeros(self.size, np.int8)
        first = self.first
        found[[first[act.verb] + act.arg for act in offered]] = 1
        return found


class Layout:
    """Where everything stands in the vector; the same for both sides and all positions of a scenario."""

    def __init__(self, game: Game[Any], p: Position) -> None:
        board, view = game.picture(p), game.view(p, 0)
        spots = [(s["id"], float(s["x"]), float(s["y"])) for s in board["spaces"]]
        _, _, wide, high = board["field"]
        self.place = {name: i for i, (name, _, _) in enumerate(spots)}
        self.where = {name: (x / wide, y / high) for name, x, y in spots}
        for box in board["boxes"]:
            self.place.setdefault(box["id"], len(self.place))
        self.elsewhere = len(self.place)
        units = [unit["id"] for unit in [*board["units"], *board.get("pieces", [])]]
        self.unit = {name: i for i, name in enumerate(dict.fromkeys(units))}
        self.track = {(t["id"], t["side"]): i for i, t in enumerate(view.tracks)}
        self.hand = {name: i for i, name in enumerate(view.hands)}
        self.turns = float(max(1, game.scenario(view.scenario).turns))
        self.units_at = (self.elsewhere + 1) * SPACE
        self.tracks_at = self.units_at + len(self.unit) * UNIT
        self.hands_at = self.tracks_at + len(self.track)
        self.rest_at = self.hands_at + len(self.hand) * (1 + CARDS)
        self.facts_at = self.rest_at + QUESTIONS + 2
        self.size = self.facts_at + FACTS


class Eyes:
    """The views of one side as vectors. It remembers the last one, so each side has its own."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.vector: Vector = np.zeros(layout.size, np.float32)
        self.pieces: list[Piece] = []
        self.spaces: dict[str, list[str]] = {}
        self.tracks: list[Any] = []
        self.hands: dict[str, Any] = {}
        self.question = -1
        self.facts: dict[str, Any] = {}
        self.phase: list[str] = []
        self.lit: list[int] = []             # places that tell of facts

    def see(self, view: View) -> Vector:
        self._pieces(view)
        if view.spaces != self.spaces:
            self._spaces(view)
        if view.tracks != self.tracks:
            self._tracks(view)
        if view.hands != self.hands:
            self._hands(view)
        if view.facts != self.facts or view.phase != self.phase:
            self._facts(view)
        at, vector = self.layout.rest_at, self.vector
        if self.question >= 0:
            vector[at + self.question] = 0
        self.question = hashed(view.question, QUESTIONS)
        vector[at + self.question] = 1
        vector[at + QUESTIONS] = view.turn / self.layout.turns
        vector[at + QUESTIONS + 1] = view.viewer in view.waiting
        return vector.copy()

    def _pieces(self, view: View) -> None:
        known, new = self.pieces, view.pieces
        for was, now in zip(known, new):
            if was is not now and was != now:
                self._lay(was, view.viewer, -1.0)
                self._lay(now, view.viewer, 1.0)
        for piece in known[len(new):]:
            self._lay(piece, view.viewer, -1.0)
        for piece in new[len(known):]:
            self._lay(piece, view.viewer, 1.0)
        self.pieces = new

    def _lay(self, piece: Piece, viewer: str, sign: float) -> None:
        """Add what a piece brings, or take it away again: all of it are sums."""
        layout, vector = self.layout, self.vector
        own, at = piece["side"] == viewer, piece["at"]
        k = layout.place.get(at, layout.elsewhere) * SPACE + (0 if own else COUNTS)
        first, second = factors(piece["factors"])
        vector[k] += sign
        vector[k + 1] += sign * piece["steps"]
        vector[k + 2] += sign * first
        vector[k + 3] += sign * second
        unit = layout.unit.get(piece["id"])
        if unit is None:
            return
        k = layout.units_at + unit * UNIT
        x, y = layout.where.get(at, (0.0, 0.0))
        vector[k] += sign * (at in layout.where)
        vector[k + 1] += sign * own
        vector[k + 2] += sign * np.float32(x)
        vector[k + 3] += sign * np.float32(y)
        vector[k + 4] += sign * piece["steps"]
        for state in piece["state"]:
            vector[k + 5 + hashed(state, STATES)] += sign
        if piece["elite"]:
            vector[k + 5 + hashed("elite", STATES)] += sign

    def _spaces(self, view: View) -> None:
        """Marks on spaces that changed."""
        for name in view.spaces.keys() | self.spaces.keys():
            marks = view.spaces.get(name, [])
            if marks == self.spaces.get(name, []):
                continue
            k = self.layout.place.get(name, self.layout.elsewhere) * SPACE + 2 * COUNTS
            self.vector[k:k + 2 + MARKS] = 0             # what follows belongs to facts
            for mark in marks:
                if mark.startswith(HELD):
                    self.vector[k + (mark != HELD + view.viewer)] += 1
                else:
                    self.vector[k + 2 + hashed(mark, MARKS)] += 1
        self.spaces = view.spaces

    def _tracks(self, view: View) -> None:
        for t in view.tracks:
            at = self.layout.track.get((t["id"], t["side"]))
            if at is not None:
                self.vector[self.layout.tracks_at + at] = -1.0 if t["value"] is None else t["value"] / 10
        self.tracks = view.tracks

    def _hands(self, view: View) -> None:
        """How many, and which if the viewer may know."""
        for name, held in view.hands.items():
            at = self.layout.hand.get(name)
            if at is None:
                continue
            k = self.layout.hands_at + at * (1 + CARDS)
            self.vector[k:k + 1 + CARDS] = 0
            self.vector[k] = held if isinstance(held, int) else len(held)
            for card in [] if isinstance(held, int) else held:
                self.vector[k + 1 + hashed(card, CARDS)] += 1
        self.hands = view.hands


    def _facts(self, view: View) -> None:
        """What is going on: who and where, each in its role, how much, of what kind."""
        for k in self.lit:
            self.vector[k] = 0
        self.lit = []
        for name in view.phase:
            self._fact("phase", name)
        for key, value in view.facts.items():
            self._fact(key, value)
        self.facts, self.phase = view.facts, view.phase

    def _fact(self, key: str, value: Any) -> None:
        layout = self.layout
        if isinstance(value, Mapping):
            for name, inner in value.items():
                self._fact(key, name)
                self._fact(key, inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                self._fact(key, inner)
        elif not isinstance(value, str):
            self._light(layout.facts_at + hashed(key, FACTS), float(value or 0) / 10)
        elif value in layout.unit:
            self._light(layout.units_at + layout.unit[value] * UNIT + 5 + STATES + hashed(key, ROLES), 1.0)
        elif value in layout.place:
            self._light(layout.place[value] * SPACE + 2 * COUNTS + 2 + MARKS + hashed(key, PARTS), 1.0)
        else:
            much = amount(value)
            self._light(layout.facts_at + hashed(f"{key}={value}" if much is None else key, FACTS),
                        1.0 if much is None else much / 10)

    def _light(self, k: int, much: float) -> None:
        self.vector[k] += much
        self.lit.append(k)


@cache
def amount(said: str) -> float | None:
    """A number in words, such as movement points in quarters: 5¾."""
    whole, last = said[:-1], said[-1:]
    if not last.isnumeric() or (whole and not whole.isdecimal()):
        return None
    return float(said) if last.isdecimal() else float(whole or 0) + numeric(last)


@cache
def factors(printed: str) -> tuple[int, int]:
    """The first two numbers on a counter."""
    found = [int(part) for part in printed.replace("(", "").replace(")", "").split("-") if part.strip().isdigit()]
    return (found[0] if found else 0), (found[1] if len(found) > 1 else 0)


@cache
def hashed(word: str, n: int) -> int:
    return crc32(word.encode()) % n


def rewards(game: Game[Any], p: Position) -> list[float]:
    """One for the winner, minus one for the others, nothing for a draw or a game that lasts."""
    outcome = game.outcome(p) if not p.choices() else None
    if outcome is None or outcome.winner is None:
        return [0.0] * len(game.sides)
    return [1.0 if side == outcome.winner else -1.0 for side in range(len(game.sides))]


def ending(game: Game[Any], p: Position) -> Mapping[str, Any]:
    """How a game ended, for the infos of its last step."""
    outcome = game.outcome(p) if not p.choices() else None
    if outcome is None:
        return {}
    winner = None if outcome.winner is None else game.sides[outcome.winner]
    return {"winner": winner, "ending": outcome.key, "score": list(outcome.score)}
