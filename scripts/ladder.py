"""Paired matches between two opponents: the same dice, sides swapped, with a 95 % interval over the pairs.

    python scripts/ladder.py captain greedy [--game brunete] [--scenario campaign] [--pairs 200] [--seed 1] [--jobs 1]
    python scripts/ladder.py captain captain --report          # how the games of Brunete went, turn by turn
"""
from __future__ import annotations

import argparse
import time
from collections import Counter
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from frente.ai import NAMES, opponent
from frente.games.brunete.rules.ch03_supply import holds, supply_lines
from frente.games.brunete.rules.ch07_madrid import BOXES
from frente.games.brunete.rules.ch10_combat import Attack
from frente.games.brunete.rules.ch12_victory import FIRST_YELLOW
from frente.games.brunete.state.board import SIDES
from frente.games.brunete.state.position import Brunete
from frente.kernel.catalog import Game, find
from frente.kernel.flow import CHANCE, Act
from frente.lab.sim import Plan, Played, decide, series
from frente.story import Z95

POINTS: Final = {True: 1.0, None: 0.5, False: 0.0}


def score(game: Game[Any], played: Played, side: int) -> float:
    """What a finished game is worth to a side: a draw counts half."""
    if played.result is None:
        raise SystemExit(f"Game {played.number} was not finished: {played.error}")
    winner = played.result["winner"]
    return POINTS[None if winner is None else winner == game.sides[side]]


def pairs(game: Game[Any], scenario: str, names: tuple[str, str], n: int, seed: int, jobs: int) -> None:
    swapped = (names[1], names[0])
    there = list(series(Plan(game.slug, scenario, {}, names, seed), n, jobs))
    back = list(series(Plan(game.slug, scenario, {}, swapped, seed), n, jobs))
    totals = [(score(game, a, 0) + score(game, b, 1)) / 2 for a, b in zip(there, back)]
    half = Z95 * stdev(totals) / sqrt(n) if n > 1 else 0.5
    print(f"{names[0]} against {names[1]}, {scenario}: {100 * mean(totals):.1f} % ± {100 * half:.1f} of {n} pairs")
    for side, games in ((0, there), (1, back)):
        found = Counter(score(game, g, side) for g in games)
        print(f"  {names[0]} as {game.sides[side]}: {found[1.0]} won, {found[0.5]} drawn, {found[0.0]} lost")


class Report:
    """What happened in games of Brunete."""

    def __init__(self) -> None:
        self.games = 0
        self.results: Counter[str] = Counter()
        self.points: Counter[int] = Counter()
        self.held: Counter[str] = Counter()          # at the end, by the Republican
        self.gained: Counter[str] = Counter()
        self.yellow_at_six: Counter[int] = Counter()
        self.madrid: Counter[str] = Counter()
        self.attacks: Counter[tuple[int, int]] = Counter()       # by turn and side
        self.columns: Counter[tuple[int, int]] = Counter()       # sum of columns, the same way
        self.lost: Counter[tuple[int, str]] = Counter()
        self.strength: Counter[tuple[int, int]] = Counter()

    def play(self, game: Game[Any], scenario: str, names: tuple[str, str], seed: int, number: int) -> None:
        p = game.start(scenario, game.settled({}))
        assert isinstance(p, Brunete)
        seats = [opponent(name, game) for name in names]
        dice = Random(f"{seed} {number}")
        minds = [Random(f"{seed} {number} {name}") for name in game.sides]
        turn, furthest = 0, 0
        while p.choices():
            furthest = max(furthest, p.vallecas)
            if p.turn != turn:
                turn = p.turn
                self.begin_turn(p)
            side, act = decide(game, p, seats, dice, minds)
            steps = p.steps[:]
            self.before(p, side, act)
            p.apply(side, act)
            for u in range(p.board.units):
                if p.steps[u] < steps[u]:
                    when = "to turn 6" if turn <= FIRST_YELLOW else "later"
                    self.lost[p.board.side[u], when] += steps[u] - p.steps[u]
        self.end(game, p, furthest)

    def begin_turn(self, p: Brunete) -> None:
        b = p.board
        for s in (0, 1):
            self.strength[p.turn, s] += sum(p.defence_factor(u) for u in b.of[s] if p.hex[u] >= 0)
        if p.turn == FIRST_YELLOW + 1:
            far = supply_lines(p, 0)
            self.yellow_at_six[sum(1 for h in b.yellow if holds(p, 0, h, far))] += 1

    def before(self, p: Brunete, side: int, act: Act) -> None:
        f = p.stack[-1]
        if side == CHANCE and isinstance(f, Attack) and type(p.step()).__name__ == "CombatRoll" and not f.die:
            self.attacks[p.turn, f.side] += 1
            self.columns[p.turn, f.side] += f.column

    def end(self, game: Game[Any], p: Brunete, furthest: int) -> None:
        self.games += 1
        outcome = game.outcome(p)
        self.results["draw" if outcome is None or outcome.winner is None else SIDES[outcome.winner]] += 1
        self.points[p.vp] += 1
        self.madrid[BOXES[furthest]] += 1
        far = supply_lines(p, 0)
        b = p.board
        for h in [h for h, _ in p.purple()] + b.yellow + b.vertices:
            if holds(p, 0, h, far):
                self.held[b.title(h)] += 1
        for i, yes in enumerate(p.gained):
            if yes:
                self.gained[b.title(b.yellow[i]) if i < len(b.yellow) else "the three vertices"] += 1

    def show(self) -> None:
        n = self.games
        print(f"{n} games: {dict(self.results)}")
        print(f"victory points: {dict(sorted(self.points.items()))}")
        print("held by the Republican at the end:", shares(self.held, n))
        print("gained for good:", shares(self.gained, n))
        print("yellow objectives Republican at the end of turn 6:", dict(sorted(self.yellow_at_six.items())))
        print("furthest box before Madrid:", shares(self.madrid, n))
        print("turn  strength R/N   attacks R (mean column)  N (mean column)     [column 1 is 1/1, 3 is 2/1, 7 is 6/1]")
        for turn in sorted({t for t, _ in self.strength}):
            cells = []
            for s in (0, 1):
                attacks = self.attacks[turn, s]
                column = f"{self.columns[turn, s] / attacks:.1f}" if attacks else "-"
                cells.append(f"{attacks / n:.1f} ({column})")
            both = f"{self.strength[turn, 0] / n:>5.0f} {self.strength[turn, 1] / n:>5.0f}"
            print(f"{turn:>4}  {both}     " + "   ".join(cells))
        for (s, when), steps in sorted(self.lost.items()):
            print(f"steps lost, {SIDES[s]}, {when}: {steps / n:.1f}")


def shares(found: Counter[str], n: int) -> str:
    return ", ".join(f"{name} {100 * k / n:.0f} %" for name, k in found.most_common()) or "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else "")
    parser.add_argument("first", choices=NAMES)
    parser.add_argument("second", choices=NAMES)
    parser.add_argument("--game", default="brunete")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games, or games with --report")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="tell how games of Brunete went instead")
    given = parser.parse_args()
    game = find(given.game)
    scenario = game.scenario(given.scenario or None).id
    names = (given.first, given.second)
    began = time.perf_counter()
    if given.report:
        report = Report()
        for number in range(given.pairs):
            report.play(game, scenario, names, given.seed, number)
        report.show()
    else:
        pairs(game, scenario, names, given.pairs, given.seed, given.jobs)
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
