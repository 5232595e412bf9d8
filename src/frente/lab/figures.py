"""What a run shows, as numbers: rates with intervals, pairs with the same dice, losses and ground by turn."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Any

from frente.kernel.catalog import find
from frente.lab.experiment import Arm
from frente.lab.runfile import Run
from frente.lab.sim import Played
from frente.lab.sim import summary as series_summary
from frente.story import Z95


@dataclass(frozen=True)
class Pairs:
    """Games of two arms with the same dice, as one side sees them. A draw counts half."""

    games: int
    gained: int                          # better than in the arm compared with
    lost: int
    difference: float                    # of the share of games won
    low: float
    high: float


def summary(run: Run) -> dict[str, Any]:
    """The whole run as plain data. Nothing in it depends on clock or machine."""
    arms = [_arm(run, arm) for arm in run.experiment.arms]
    return {"name": run.experiment.name, "seed": run.experiment.seed, "games": sum(a["games"] for a in arms),
            "finished": sum(a["finished"] for a in arms), "arms": arms}


def _arm(run: Run, arm: Arm) -> dict[str, Any]:
    found = series_summary(arm.plan(run.experiment.seed), games(run, arm))
    found = {"name": arm.name, **found, "rules": arm.rules, "data": arm.data, "against": arm.against}
    if arm.group:
        found["estimates"] = {"group": arm.group, "step": arm.step, "moved": arm.moved}
    base = next((x for x in run.experiment.arms if x.name == arm.against), None)
    if base is not None:
        sides = find(arm.game).sides
        found["pairs"] = {side: vars(pairs(run, base, arm, side)) for side in sides}
    return found


def games(run: Run, arm: Arm) -> list[Played]:
    """The games of an arm as a simulation gives them."""
    rows = run.db.execute("select number, winner, ending, score, turns, acts, error from game where arm = ? "
                          "order by number", (arm.name,))
    return [Played(number, None if error else {"winner": winner, "key": ending, "score": [] if score is None else
                                               [score]}, turns, acts, error)
            for number, winner, ending, score, turns, acts, error in rows]


def pairs(run: Run, base: Arm, arm: Arm, side: str) -> Pairs:
    """The mean difference of paired games, with a 95 % interval: common dice make it narrow. It is reckoned with two
    pairs more, half a game gained and half a game lost (Agresti and Min): a few pairs that are all alike prove little.
    """
    worth = "case when {0}.winner = ?1 then 1.0 when {0}.winner is null then 0.5 else 0.0 end"
    rows = run.db.execute(
        f"select {worth.format('b')} - {worth.format('a')} from game a join game b using (number) "
        "where a.arm = ?2 and b.arm = ?3 and a.error = '' and b.error = ''", (side, base.name, arm.name))
    found = [row[0] for row in rows]
    n = len(found)
    mean = sum(found) / n if n else 0.0
    middle = sum(found) / (n + 2)
    wide = Z95 * sqrt(((sum(x * x for x in found) + 1) / (n + 2) - middle ** 2) / (n + 2))
    return Pairs(n, sum(x > 0 for x in found), sum(x < 0 for x in found), round(mean, 6),
                 round(max(-1.0, middle - wide), 6), round(min(1.0, middle + wide), 6))


def by_turn(run: Run, arm: Arm, column: str) -> dict[str, dict[int, float]]:
    """side -> turn -> mean over the games that came so far. column: pieces, steps or destroyed."""
    found: dict[str, dict[int, float]] = {}
    for side, turn, mean in run.db.execute(
            f"select side, turn, avg({column}) from turn where arm = ? group by side, turn order by turn", (arm.name,)):
        found.setdefault(side, {})[turn] = mean
    return found


def ground(run: Run, arm: Arm) -> dict[int, dict[str, dict[str, float]]]:
    """turn -> space -> side -> share of the games, of those that came so far."""
    last = dict(run.db.execute("select number, max(turn) from turn where arm = ? group by number", (arm.name,)))
    turns = sorted({turn for turn, in run.db.execute("select distinct turn from turn where arm = ?", (arm.name,))})
    changes: dict[int, list[tuple[int, str, str]]] = {}
    for number, turn, space, side in run.db.execute(
            "select number, turn, space, side from held where arm = ? order by turn", (arm.name,)):
        changes.setdefault(turn, []).append((number, space, side))
    held: dict[int, dict[str, str]] = {number: {} for number in last}
    found: dict[int, dict[str, dict[str, float]]] = {}
    for turn in turns:
        for number, space, side in changes.get(turn, []):
            held[number][space] = side
        there = [number for number in held if last[number] >= turn]
        count: dict[str, Counter[str]] = {}
        for number in there:
            for space, side in held[number].items():
                count.setdefault(space, Counter())[side] += 1
        found[turn] = {space: {side: n / len(there) for side, n in sides.items()} for space, sides in count.items()}
    return found
