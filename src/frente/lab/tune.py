"""Weights of a captain, tuned for one side of one scenario by games, not by hand.

Round after round every weight named is tried at some multiples of what it is, all candidates with the same dice against
the same opponents: a short heat for all of them, then other dice for the few that did best. The best one takes over if
it gains more than its standard error. In the first round the weights of greedy and of the probes are tried as well.
What comes out is measured on dice that chose nothing. Every round is an experiment with a run file of its own, so an
interrupted search goes on.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from frente.ai import doctrines
from frente.kernel.catalog import Game
from frente.kernel.texts import listed
from frente.lab import LabError
from frente.lab.experiment import Arm, Experiment, settled
from frente.lab.league import gained
from frente.lab.players import spelled
from frente.lab.runfile import Run
from frente.story import Z95

FACTORS: Final = (0.0, 0.5, 2.0)         # of a weight; nothing is a value like any other
SMALL: Final = 0.1                       # what a weight of nothing is tried at
HEAT: Final = 4                          # part of the games that all candidates play before most of them are dropped
LEFT: Final = 4                          # candidates that go on
DECIDING: Final = 500_000                # dice of those
FRESH: Final = 1_000_000                 # and of the last measurement
Changes = dict[str, float]
Played = Callable[[str, Experiment], Run]


@dataclass(frozen=True)
class Search:
    """What is tuned, and against whom."""

    game: Game[Any]
    scenario: str
    side: str
    names: tuple[str, ...]
    against: tuple[str, ...]
    games: int                           # of every candidate against every opponent
    seed: int


@dataclass(frozen=True)
class Step:
    """A candidate: what it changes, and what it gained on the same dice over the one before it."""

    changes: Mapping[str, float]
    score: float
    gain: float
    error: float                         # standard error of the gain


def known(game: Game[Any]) -> dict[str, float]:
    captain: Any = doctrines(game)["captain"]
    found: dict[str, float] = captain.weights.values
    return found


def begun(search: Search) -> Changes:
    """What has been tuned for the side before."""
    captain: Any = doctrines(search.game)["captain"]
    there = captain.weights.at(search.scenario, search.side).values
    return {name: value for name, value in there.items() if value != captain.weights[name]}


def candidates(search: Search, now: Changes) -> list[Changes]:
    base = known(search.game)
    for name in search.names:
        if name not in base:
            raise LabError(f"{search.game.title} has no weight “{name}”; it has {listed(sorted(base))}.")
    found: list[Changes] = []
    for name in search.names:
        value = now.get(name, base[name])
        tried = [value * f for f in FACTORS] if value else [SMALL, 1.0]
        found += [{**now, name: x} for x in tried if x != value]
    return found


def styles(search: Search, now: Changes) -> list[Changes]:
    """The weights of the game's other players: whoever beats the captain may have the better ones."""
    base = known(search.game)
    found: list[Changes] = []
    for doctrine in doctrines(search.game).values():
        weights = getattr(doctrine, "weights", None)
        if weights is not None:
            changes = {name: value for name, value in weights.values.items() if value != base[name]}
            if changes and {**now, **changes} not in [now, *found]:
                found.append({**now, **changes})
    return found


def arms(search: Search, which: Sequence[Changes]) -> tuple[Arm, ...]:
    """Every candidate against every opponent."""
    game = search.game
    options = tuple(game.settled({}).items())
    found: list[Arm] = []
    for changes in which:
        for other in search.against:
            bots = [other, other]
            bots[game.side(search.side)] = spelled(changes)
            found.append(settled(Arm(f"{spelled(changes)} against {other}", game.slug, search.scenario, options,
                                     (bots[0], bots[1]))))
    return tuple(found)


def points(run: Run, search: Search, changes: Changes) -> list[float]:
    """What the side made of every game, all opponents in turn."""
    first = search.game.side(search.side) == 0
    found: list[float] = []
    for arm in run.experiment.arms:
        if arm.name.rpartition(" against ")[0] == spelled(changes):
            found += [x if first else 1 - x for _, x in sorted(gained(run, arm).items())]
    return found


def step(run: Run, search: Search, changes: Changes, before: Changes) -> Step:
    mine, theirs = points(run, search, changes), points(run, search, before)
    gaps = [x - y for x, y in zip(mine, theirs)]
    n = len(gaps)
    if n < 2:
        raise LabError("Too few games ended to compare anything; see the run file for what stopped them.")
    mean = sum(gaps) / n
    error = sqrt(sum((g - mean) ** 2 for g in gaps) / (n - 1) / n)
    return Step(changes, round(sum(mine) / n, 4), round(mean, 4), round(error, 4))


def round_of(search: Search, number: int, now: Changes, played: Played) -> Step | None:
    """The best candidate of a round, if it gains more than its standard error."""
    tried = candidates(search, now) + (styles(search, now) if not number else [])
    name = f"round-{number + 1}"
    if len(tried) > LEFT:
        heat = max(2, search.games // HEAT)
        tried = [dict(s.changes) for s in compared(search, f"{name}-heat", now, tried, heat, number, played)[:LEFT]]
    best = compared(search, name, now, tried, search.games, DECIDING + number, played)[0]
    return best if best.gain > best.error else None


def compared(search: Search, name: str, now: Changes, tried: Sequence[Changes], games: int, dice: int,
             played: Played) -> list[Step]:
    """Candidates by what they gain on the same dice over what there is, the best first."""
    run = played(name, Experiment(f"tune {search.side} {name}", games, search.seed + dice,
                                  arms(search, [now, *tried])))
    return sorted((step(run, search, changes, now) for changes in tried), key=lambda s: (-s.gain, s.error))


def measured(search: Search, changes: Changes, before: Changes, played: Played) -> Step:
    """What has been found, on dice that chose nothing."""
    wanted = Experiment(f"tuned {search.side}", 2 * search.games, search.seed + FRESH, arms(search, [before, changes]))
    return step(played("measured", wanted), search, changes, before)


def within(found: Step) -> float:
    """Half the width of the 95 % interval of a gain."""
    return round(Z95 * found.error, 4)


def table(search: Search, changes: Mapping[str, float], command: str, found: Step) -> tuple[str, str]:
    """Head and lines of the table in the file of weights."""
    head = f"[tuned.{search.scenario}.{search.side}]"
    told = f"# {command}: {100 * found.gain:+.1f} ± {100 * within(found):.1f} % of points on other dice"
    return head, "\n".join([head, told, *(f'"{name}" = {value:g}' for name, value in changes.items())]) + "\n"
