"""What the end of a game means for the tournament it was part of."""
from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select, update

from frente.server.people import pairing
from frente.server.people.club_schema import ENTRANTS, PAIRINGS, TOURNAMENTS
from frente.server.people.schema import ACCOUNTS


class Counted:
    """A game that two accounts have played is over; it may have been one of a tournament."""

    def __init__(self, table: str, score: float) -> None:
        self.table = table
        self.score = score

    def __call__(self, c: Connection) -> bool:
        mine = (PAIRINGS.c.game_table == self.table) & PAIRINGS.c.score.is_(None)
        row = c.execute(select(PAIRINGS.c.tournament, PAIRINGS.c.first, PAIRINGS.c.second).where(mine)).first()
        if row is None:
            return False
        c.execute(update(PAIRINGS).where(mine).values(score=self.score))
        kind = c.execute(select(TOURNAMENTS.c.kind).where(TOURNAMENTS.c.id == row.tournament)).scalar()
        if kind == pairing.LADDER and self.score != 0.5:
            _climb(c, row.tournament, *((row.first, row.second) if self.score == 1.0 else (row.second, row.first)))
        return True


def _climb(c: Connection, id: str, winner: str, loser: str) -> None:
    order = [x["account"] for x in entrants(c, id)]
    if winner in order and loser in order and order.index(winner) > order.index(loser):
        for place, account in enumerate(pairing.climbed(order, winner, loser), 1):
            c.execute(update(ENTRANTS).where(ENTRANTS.c.tournament == id, ENTRANTS.c.account == account)
                      .values(place=place))


def entrants(c: Connection, id: str) -> list[dict[str, Any]]:
    rows = c.execute(select(ENTRANTS.c.account, ACCOUNTS.c.name, ACCOUNTS.c.gone)
                     .join(ACCOUNTS, ACCOUNTS.c.id == ENTRANTS.c.account)
                     .where(ENTRANTS.c.tournament == id).order_by(ENTRANTS.c.place)).mappings()
    return [dict(r) for r in rows]
