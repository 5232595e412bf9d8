"""A league: players of one game against one another, both seats, with the same dice, in every scenario.

It is an experiment like any other, so games are kept as they end, a run cut short is taken up again, and processes or a
cluster play them.
"""
from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import Any, Final

from frente.kernel.catalog import Game, find
from frente.lab.experiment import Arm, Experiment, settled
from frente.lab.rating import Pair, Ratings, rated
from frente.lab.runfile import Run
from frente.story import Z95

ANCHORS: Final = ("captain-1", "captain", "greedy", "random")    # the first of them that plays stands at nothing
TITLE: Final = "league "
AGAINST: Final = " – "


def league(game: Game[Any], scenarios: Sequence[str], names: Sequence[str], pairs: int, seed: int,
           one_of: Sequence[str] = ()) -> Experiment:
    """Everybody against everybody else, or only the matches of some; game number n has the same dice in all arms."""
    arms = [settled(Arm(f"{scenario} {a}{AGAINST}{b}", game.slug, scenario, tuple(game.settled({}).items()), (a, b)))
            for scenario in scenarios for one, two in combinations(names, 2)
            if not one_of or one in one_of or two in one_of for a, b in ((one, two), (two, one))]
    return Experiment(f"{TITLE}{game.slug}", pairs, seed, tuple(arms))


def pairs_of(run: Run, arms: Sequence[Arm]) -> list[Pair]:
    """Both games of every pair that have been played, by the players in the order of the first arm."""
    by_seats = {arm.bots: arm for arm in arms}
    found: list[Pair] = []
    for arm in arms:
        mirror = by_seats.get((arm.bots[1], arm.bots[0]))
        if mirror is None or arms.index(mirror) < arms.index(arm):
            continue
        here, there = gained(run, arm), gained(run, mirror)
        found += [Pair(arm.bots[0], arm.bots[1], (here[n], 1 - there[n])) for n in sorted(here.keys() & there.keys())]
    return found


def gained(run: Run, arm: Arm) -> dict[int, float]:
    """By number of the game: what the first side made of it."""
    first = find(arm.game).sides[0]
    return {number: 0.5 if winner is None else float(winner == first) for number, winner in
            run.db.execute("select number, winner from game where arm = ? and error = '' order by number", (arm.name,))}


def summary(run: Run) -> dict[str, Any]:
    """The league as plain data, scenario by scenario."""
    game = find(run.experiment.arms[0].game)
    found = []
    for arms in run.experiment.fields():
        names = list(dict.fromkeys(name for arm in arms for name in arm.bots))
        pairs = pairs_of(run, arms)
        anchor = next((name for name in ANCHORS if name in names), names[0])
        ratings = rated(names, pairs, anchor, run.experiment.seed)
        found.append({"scenario": arms[0].scenario, "rules": arms[0].rules, "data": arms[0].data, "pairs": len(pairs),
                      "anchor": anchor, "side": game.sides[0], "side_elo": [ratings.side, ratings.side_low,
                                                                            ratings.side_high],
                      "table": table(game, ratings, pairs), "matches": matches(game, pairs)})
    errors = run.db.execute("select arm, number, error from game where error != '' order by arm, number").fetchall()
    return {"game": game.slug, "seed": run.experiment.seed, "pairs": run.experiment.games, "scenarios": found,
            "failures": [{"arm": arm, "number": number, "error": error} for arm, number, error in errors]}


def table(game: Game[Any], ratings: Ratings, pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Every player with Elo, and the share of points on each side."""
    rows = []
    for r in ratings.players:
        seats: list[list[float]] = [[], []]
        for pair in pairs:
            if r.player == pair.first:
                seats[0].append(pair.gains[0])
                seats[1].append(pair.gains[1])
            elif r.player == pair.second:
                seats[0].append(1 - pair.gains[1])
                seats[1].append(1 - pair.gains[0])
        rows.append({"player": r.player, "elo": r.elo, "low": r.low, "high": r.high, "games": len(seats[0]) * 2,
                     "score": share([*seats[0], *seats[1]]), "as": dict(zip(game.sides, map(share, seats)))})
    return rows


def matches(game: Game[Any], pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Player by player: the share of points with its 95 % interval over pairs, and on each side by itself."""
    by: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs:
        by.setdefault((pair.first, pair.second), []).append(pair)
    rows = []
    for (first, second), found in by.items():
        sums = [sum(pair.gains) / 2 for pair in found]
        rows.append({"first": first, "second": second, "pairs": len(found), "score": share(sums), "within": half(sums),
                     "as": {side: share([pair.gains[i] for pair in found]) for i, side in enumerate(game.sides)}})
    return rows


def share(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 3) if values else 0.0


def half(values: Sequence[float]) -> float:
    """Half the width of the normal 95 % interval of a mean."""
    n = len(values)
    mean = sum(values) / n
    return round(Z95 * sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n), 3) if n > 1 else 1.0
