"""Ratings by game. They change in the transaction that ends a rated game, so each game counts once.

A scenario may favour a side. How much is taken from its rated results so far, with some made-up even ones so that the
first few say little; whoever has the worse side is rated as if his opponent were that much stronger.
"""
from __future__ import annotations

import time
from dataclasses import dataclass
from math import log
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select

from frente.server.people.accounts import add_new
from frente.server.people.glicko import SCALE, Rating, aged, rated
from frente.server.people.schema import RATINGS, RESULTS
from frente.server.settings import DAY

EVEN: Final = 20                         # results, half of them won, that are added to those of a scenario
PERIOD: Final = 30 * DAY                 # a game may last for weeks
SURE: Final = 110.0                      # a rating is shown to others below this deviation


@dataclass(frozen=True)
class Result:
    """How a rated game of two accounts ended."""

    table: str
    game: str
    scenario: str
    first: str
    second: str
    score: float                         # of the first

    def __call__(self, c: Connection) -> bool:
        """False if it has been counted before."""
        now = time.time()
        bias = favour(c, self.game, self.scenario)
        if not add_new(c, RESULTS, {"game_table": self.table, "game": self.game, "scenario": self.scenario,
                                    "first": self.first, "second": self.second, "score": self.score, "ended": now}):
            return False
        one, two = of(c, self.first, self.game, now), of(c, self.second, self.game, now)
        _keep(c, self.first, self.game, rated(one, [(_moved(two, -bias), self.score)]), now)
        _keep(c, self.second, self.game, rated(two, [(_moved(one, bias), 1 - self.score)]), now)
        return True


def favour(c: Connection, game: str, scenario: str) -> float:
    """By how many points a scenario favours its first side."""
    count, score = c.execute(select(func.count(), func.coalesce(func.sum(RESULTS.c.score), 0.0)).where(
        RESULTS.c.game == game, RESULTS.c.scenario == scenario)).one()
    share = (float(score) + EVEN / 2) / (count + EVEN)
    return SCALE * log(share / (1 - share))


def of(c: Connection, account: str, game: str, now: float) -> Rating:
    row = c.execute(select(RATINGS.c.mean, RATINGS.c.deviation, RATINGS.c.volatility, RATINGS.c.changed).where(
        RATINGS.c.account == account, RATINGS.c.game == game)).first()
    return Rating() if row is None else aged(Rating(*row[:3]), (now - row.changed) / PERIOD)


def all_of(c: Connection, account: str) -> list[dict[str, Any]]:
    played = c.execute(select(RATINGS.c.game, RATINGS.c.games).where(RATINGS.c.account == account)
                       .order_by(RATINGS.c.game)).all()
    found = [(game, games, of(c, account, game, time.time())) for game, games in played]
    return [{"game": game, "rating": round(r.mean), "deviation": round(r.deviation), "games": games,
             "sure": r.deviation < SURE} for game, games, r in found]


def fits(c: Connection, account: str, game: str, low: int, high: int) -> bool:
    """Whether somebody is in a range of ratings; whoever has none counts as the middle."""
    return low <= of(c, account, game, time.time()).mean <= high


def _moved(r: Rating, points: float) -> Rating:
    return r._replace(mean=r.mean + points)


def _keep(c: Connection, account: str, game: str, r: Rating, now: float) -> None:
    mine = (RATINGS.c.account == account) & (RATINGS.c.game == game)
    games = c.execute(select(RATINGS.c.games).where(mine)).scalar() or 0
    c.execute(delete(RATINGS).where(mine))
    c.execute(insert(RATINGS), {"account": account, "game": game, **r._asdict(), "games": games + 1, "changed": now})
