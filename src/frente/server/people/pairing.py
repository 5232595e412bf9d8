"""Who meets whom in a tournament, and who stands where. Players are names in the order of their coming.

Round robin: the circle, in which one stays and the others turn. Swiss: neighbours by points who have not met; sides
even out. Knock-out: the first against the last, and the winners likewise; a drawn game is played again with sides
swapped, and if that is drawn too the one who came first goes on. Ladder: somebody challenges one of those just above
him, and takes his rung if he wins.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ROBIN, SWISS, KNOCK, LADDER = "robin", "swiss", "knock", "ladder"
KINDS: Final = (ROBIN, SWISS, KNOCK, LADDER)
REACH: Final = 3                         # rungs above one's own that may be challenged
AGAIN: Final = 2                         # games of a pair in one round of a knock-out
Pair = tuple[str, str]                   # the second is empty: a round free


@dataclass(frozen=True)
class Game:
    """One pairing; *score* is that of the first, None while it lasts."""

    round: int
    first: str
    second: str
    score: float | None = None

    def points(self, player: str) -> float:
        """A round free is won."""
        if not self.second:
            return 1.0
        if self.score is None:
            return 0.0
        return self.score if player == self.first else 1.0 - self.score

    def other(self, player: str) -> str:
        return self.second if player == self.first else self.first


@dataclass(frozen=True)
class Standing:
    player: str
    points: float
    tie: tuple[float, ...]               # what decides among equals, the weightiest first
    played: int


def rounds(kind: str, count: int, wanted: int) -> int:
    """How many rounds a tournament of so many has."""
    if kind == ROBIN:
        return count - 1 + count % 2
    if kind == SWISS:
        return max(1, min(wanted, count - 1))
    return (count - 1).bit_length()


def pairs(kind: str, players: Sequence[str], played: Sequence[Game], round: int) -> list[Pair]:
    """The games of a round; none: there is no further one."""
    if kind == ROBIN:
        return robin(players, round)
    if kind == SWISS:
        return swiss(players, played)
    return knock(players, played, round)


def robin(players: Sequence[str], round: int) -> list[Pair]:
    """Everybody meets everybody; *round* counts from 1."""
    ring = [*players, *([""] if len(players) % 2 else [])]
    if round >= len(ring):
        return []
    turned = [ring[0], *ring[-(round - 1):], *ring[1:-(round - 1)]] if round > 1 else ring
    order = {p: k for k, p in enumerate(ring)}
    found: list[Pair] = []
    for k in range(len(ring) // 2):
        one, two = sorted((turned[k], turned[-1 - k]), key=order.__getitem__)
        if not two or (order[two] - order[one]) % 2:     # so that everybody plays the first side every other time
            found.append((one, two))
        else:
            found.append((two, one))
    return found


def swiss(players: Sequence[str], played: Sequence[Game]) -> list[Pair]:
    """Neighbours by points who have not met, with as few exceptions as there must be."""
    ranked = [s.player for s in table(SWISS, players, played)]
    met = {frozenset((g.first, g.second)) for g in played}
    found: list[Pair] = []
    if len(ranked) % 2:
        had = {g.first for g in played if not g.second}
        free = next((p for p in reversed(ranked) if p not in had), ranked[-1])
        ranked.remove(free)
        found.append((free, ""))
    matched = _matched(ranked, met) or list(zip(ranked[::2], ranked[1::2]))
    return [*[_sides(a, b, played) for a, b in matched], *found]


def _matched(ranked: list[str], met: set[frozenset[str]]) -> list[Pair] | None:
    if not ranked:
        return []
    first, rest = ranked[0], ranked[1:]
    for k, other in enumerate(rest):
        if frozenset((first, other)) not in met:
            deeper = _matched(rest[:k] + rest[k + 1:], met)
            if deeper is not None:
                return [(first, other), *deeper]
    return None


def _sides(a: str, b: str, played: Sequence[Game]) -> Pair:
    """Whoever has played the first side less often plays it."""
    had = [sum(g.first == p and bool(g.second) for g in played) for p in (a, b)]
    return (a, b) if had[0] <= had[1] else (b, a)


def knock(players: Sequence[str], played: Sequence[Game], round: int) -> list[Pair]:
    """The games of a round of a knock-out, among those who are still in."""
    left = list(players) if round == 1 else winners(players, played, round - 1)
    if len(left) < 2:
        return []
    size = 1 << (len(left) - 1).bit_length()
    found: list[Pair] = []
    for k in range(size // 2):
        one, two = left[k], left[size - 1 - k] if size - 1 - k < len(left) else ""
        found.append((one, two) if not two or (k + round) % 2 else (two, one))
    return found


def winners(players: Sequence[str], played: Sequence[Game], round: int) -> list[str]:
    """Who goes on after a round, in the order of coming."""
    order = {p: k for k, p in enumerate(players)}
    best: dict[frozenset[str], dict[str, float]] = {}
    for g in played:
        if g.round == round:
            points = best.setdefault(frozenset((g.first, g.second)), {})
            for p in (g.first, g.second):
                if p:
                    points[p] = points.get(p, 0.0) + g.points(p)
    found = [max(points, key=lambda p: (points[p], -order[p])) for points in best.values()]
    return sorted(found, key=order.__getitem__)


def again(played: Sequence[Game], round: int) -> list[Pair]:
    """Drawn games of a knock-out that are played again, with sides swapped."""
    here = [g for g in played if g.round == round and g.second]
    found = []
    for g in here:
        between = [x for x in here if {x.first, x.second} == {g.first, g.second}]
        if len(between) < AGAIN and all(x.score == 0.5 for x in between):
            found.append((g.second, g.first))
    return found


def table(kind: str, players: Sequence[str], played: Sequence[Game]) -> list[Standing]:
    """Who stands where. Among equals decide, in a Swiss tournament, the points of those one has met (Buchholz); else
    the points of those one has beaten and half of those one has drawn with (Sonneborn-Berger); then wins, then who
    came first."""
    done = [g for g in played if g.score is not None or not g.second]
    points = {p: sum(g.points(p) for g in done if p in (g.first, g.second)) for p in players}
    order = {p: k for k, p in enumerate(players)}
    found = []
    for p in players:
        mine = [g for g in done if p in (g.first, g.second)]
        real = [g for g in mine if g.second]
        wins = float(sum(g.points(p) == 1.0 for g in real))
        if kind == SWISS:
            tie: tuple[float, ...] = (sum(points.get(g.other(p), 0.0) for g in real), wins)
        elif kind == KNOCK:
            tie = (float(max((g.round for g in mine), default=0)), wins)
        else:
            tie = (sum(g.points(p) * points.get(g.other(p), 0.0) for g in real), wins)
        found.append(Standing(p, points[p], tie, len(real)))
    if kind == LADDER:
        return found
    if kind == KNOCK:
        return sorted(found, key=lambda s: (-_reached(players, played, s.player), order[s.player]))
    return sorted(found, key=lambda s: (-s.points, [-x for x in s.tie], order[s.player]))


def _reached(players: Sequence[str], played: Sequence[Game], player: str) -> int:
    """The last round of a knock-out somebody was in, and one more if he won it."""
    last = max((g.round for g in played if player in (g.first, g.second)), default=0)
    over = all(g.score is not None or not g.second for g in played if g.round == last)
    return last + (bool(last) and over and player in winners(players, played, last))


def climbed(players: Sequence[str], challenger: str, other: str) -> list[str]:
    """A ladder after the challenger has won: he takes the rung, and those between go down one."""
    found = [p for p in players if p != challenger]
    found.insert(found.index(other), challenger)
    return found
