"""Games between opponents, many at once. The same seed gives the same games, however the work is spread."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from frente.ai import Opponent
from frente.kernel.catalog import Game, OptionValue, find
from frente.kernel.flow import CHANCE, Act, Position, Side
from frente.kernel.record import CHANCE_NAME, result_of
from frente.kernel.views import SeatView
from frente.lab.crew import carry_out
from frente.lab.players import player
from frente.lab.stats import spread
from frente.story import turn_of, wilson

ENDLESS: Final = 200_000                 # acts after which a game is given up as never ending


class SimError(Exception):
    """A game cannot go on; the text says why."""


@dataclass(frozen=True)
class Plan:
    """What is to be played. bots: one opponent for each side, in the order of the sides."""

    game: str
    scenario: str
    options: Mapping[str, OptionValue]
    bots: tuple[str, ...]
    seed: int = 0
    pack: Path | None = None
    keep_acts: bool = False


@dataclass
class Played:
    """One game. error: what stopped it, else empty."""

    number: int
    result: dict[str, Any] | None = None
    turns: int = 0
    acts: int = 0
    error: str = ""
    log: list[list[str]] = field(default_factory=list)


class Witness(Protocol):
    """Somebody who looks on whenever a turn is over, and at the end."""

    def look(self, p: Position, turn: int) -> None:
        """*turn* has just ended; the position is the one after it."""


def play(plan: Plan, number: int, first: Position | None = None, witness: Witness | None = None) -> Played:
    """Game *number* of a plan, to its end or to whatever stops it. first: where it starts, if that is at hand."""
    done = Played(number)
    try:
        _play(plan, find(plan.game), done, first, witness)
    except Exception as e:               # one broken game must not hide the others: it is counted and named
        done.error = f"{type(e).__name__}: {e}"
    return done


def _play(plan: Plan, game: Game[Any], done: Played, first: Position | None, witness: Witness | None) -> None:
    p = game.start(plan.scenario, game.settled(plan.options), plan.pack) if first is None else first.clone()
    words = game.words(p)
    seats = [player(name, game) for name in plan.bots]
    dice = Random(f"{plan.seed} {done.number}")
    minds = [Random(f"{plan.seed} {done.number} {name}") for name in game.sides]
    turn = turn_of(p)
    while p.choices():
        if done.acts >= ENDLESS:
            raise SimError(f"the game is not over after {ENDLESS} acts")
        side, act = decide(game, p, seats, dice, minds)
        p.apply(side, act)
        done.acts += 1
        if plan.keep_acts:
            done.log.append([CHANCE_NAME if side == CHANCE else game.sides[side], words.word(act)])
        if witness is not None and (turn_of(p) != turn or not p.choices()):
            witness.look(p, turn)
            turn = turn_of(p)
    outcome = game.outcome(p)
    if outcome is None:
        raise SimError("nobody has a choice and the game is not over")
    done.turns = game.view(p, None).turn
    done.result = result_of(game, outcome)


def decide(game: Game[Any], p: Position, seats: list[Opponent], dice: Random, minds: list[Random]) -> tuple[Side, Act]:
    """One answer to the present question. Sides that are asked together answer one after the other, unseen."""
    asked = p.choices()
    if CHANCE in asked:
        return CHANCE, dice.choice(asked[CHANCE])
    side = min(asked)
    act = seats[side].choose(SeatView(game, p, side), minds[side])
    if act not in asked[side]:
        raise SimError(f"{game.sides[side]} answered {act.verb}:{act.arg}, which was not offered")
    return side, act


# -- many games, in the order of their numbers

def series(plan: Plan, games: int, jobs: int = 1, ray: str | None = None) -> Iterator[Played]:
    """All games of a plan, one after the other as far as the reader can tell."""
    return carry_out(one, ((plan, n) for n in range(games)), jobs, ray)


def one(task: tuple[Plan, int]) -> Played:
    return play(*task)


# -- what they show

def summary(plan: Plan, played: list[Played]) -> dict[str, Any]:
    """Wins with 95 % intervals, scores and lengths. Nothing in it depends on clock or machine."""
    game = find(plan.game)
    done = [g.result for g in played if g.result is not None]
    wins = {side: sum(1 for r in done if r["winner"] == side) for side in game.sides}
    draws = sum(1 for r in done if r["winner"] is None)
    ends: dict[str, int] = {}
    for r in done:
        ends[r["key"]] = ends.get(r["key"], 0) + 1
    return {
        "game": plan.game, "scenario": plan.scenario, "games": len(played), "finished": len(done),
        "errors": sum(1 for g in played if g.error), "wins": wins, "draws": draws,
        "intervals": {**{side: _rounded(wilson(n, len(done))) for side, n in wins.items()},
                      "draw": _rounded(wilson(draws, len(done)))},
        "seed": plan.seed, "bots": dict(zip(game.sides, plan.bots)), "options": game.settled(plan.options),
        "ends": dict(sorted(ends.items())), "score": spread([r["score"][0] for r in done if r["score"]]),
        "turns": spread([g.turns for g in played if g.result is not None]),
        "acts": _brief(spread([g.acts for g in played if g.result is not None])),
        "failures": [{"number": g.number, "error": g.error} for g in played if g.error]}


def _rounded(interval: tuple[float, float]) -> list[float]:
    return [round(x, 6) for x in interval]


def _brief(found: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in found.items() if k != "counts"}


def line(plan: Plan, played: Played) -> dict[str, Any]:
    """One game as plain data: enough to play it again."""
    return {"game": plan.game, "scenario": plan.scenario, "bots": list(plan.bots), "seed": plan.seed, **asdict(played)}
