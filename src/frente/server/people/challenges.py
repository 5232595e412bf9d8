"""Games that are offered, as they are kept; and the games of people, as others see them."""
from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, insert, or_, select, update

from frente.server import work
from frente.server.people import waiting
from frente.server.people.glicko import MIDDLE
from frente.server.people.schema import ACCOUNTS, CHALLENGES, RATINGS
from frente.server.schema import GAMES, SEATS, TERMS, Stored

PAGE: Final = 50
SHOWN: Final = 30
OPEN: Final = "open"


class Offer:
    """A game is offered; False if its maker has too many on offer."""

    def __init__(self, row: dict[str, Any], most: int) -> None:
        self.row = row
        self.most = most

    def __call__(self, c: Connection) -> bool:
        mine = (CHALLENGES.c.maker == self.row["maker"]) & (CHALLENGES.c.state == OPEN)
        had = c.execute(select(func.count()).select_from(CHALLENGES).where(
            mine, CHALLENGES.c.expires > self.row["created"])).scalar_one()
        if had >= self.most:
            return False
        c.execute(insert(CHALLENGES), self.row)
        if self.row["target"]:
            waiting.note(c, self.row["target"], waiting.OFFER, self.row["id"])
        return True


class Accept:
    """Two people meet at a table, unless the offer is gone: of many who accept, one sits."""

    def __init__(self, id: str, taker: str, new: Stored, now: float) -> None:
        self.id = id
        self.taker = taker
        self.new = new
        self.now = now

    def __call__(self, c: Connection) -> bool:
        free = (CHALLENGES.c.id == self.id) & (CHALLENGES.c.state == OPEN) & (CHALLENGES.c.expires > self.now)
        if c.execute(update(CHALLENGES).where(free).values(
                state="taken", taker=self.taker, game_table=self.new.game["id"])).rowcount != 1:
            return False
        maker = c.execute(select(CHALLENGES.c.maker).where(CHALLENGES.c.id == self.id)).scalar_one()
        waiting.note(c, maker, waiting.BEGUN, self.new.game["id"])
        return work.Create(self.new)(c)


class Withdraw:
    """By its maker, or by whom it was meant for."""

    def __init__(self, id: str, account: str) -> None:
        concerns = (CHALLENGES.c.maker == account) | (CHALLENGES.c.target == account)
        self.change = update(CHALLENGES).where(CHALLENGES.c.id == id, CHALLENGES.c.state == OPEN, concerns)

    def __call__(self, c: Connection) -> bool:
        return c.execute(self.change.values(state="gone")).rowcount == 1


def one(c: Connection, id: str, now: float) -> dict[str, Any] | None:
    row = c.execute(_named().where(CHALLENGES.c.id == id, CHALLENGES.c.expires > now)).mappings().first()
    return None if row is None else dict(row)


class Wanted(NamedTuple):
    """What somebody looks for; empty: anything."""

    game: str = ""
    pace: str = ""
    scenario: str = ""
    side: int = -1                       # to play oneself, for certain
    fits: bool = False                   # only where one's own rating is within what is asked for


def on_offer(c: Connection, account: str, wanted: Wanted, now: float) -> list[dict[str, Any]]:
    """What somebody may accept, and his own, the latest first."""
    mine = or_(CHALLENGES.c.target.in_(["", account]), CHALLENGES.c.maker == account) if account else (
        CHALLENGES.c.target == "")
    found = _named().where(CHALLENGES.c.state == OPEN, CHALLENGES.c.expires > now, mine)
    for name in ("game", "pace", "scenario"):
        if value := getattr(wanted, name):
            found = found.where(CHALLENGES.c[name] == value)
    if wanted.side >= 0:
        found = found.where(CHALLENGES.c.side >= 0, CHALLENGES.c.side != wanted.side)
    if wanted.fits:
        rating = select(RATINGS.c.mean).where(RATINGS.c.account == account, RATINGS.c.game == CHALLENGES.c.game)
        own = func.coalesce(rating.scalar_subquery(), MIDDLE)
        found = found.where(own.between(CHALLENGES.c.low, CHALLENGES.c.high))
    return [dict(r) for r in c.execute(found.order_by(CHALLENGES.c.created.desc()).limit(PAGE)).mappings()]


def begun(c: Connection, account: str, since: float) -> list[str]:
    """Tables at which somebody has taken up what this account offered."""
    rows = c.execute(select(CHALLENGES.c.game_table).where(
        CHALLENGES.c.maker == account, CHALLENGES.c.state == "taken", CHALLENGES.c.created > since))
    return [str(x) for x in rows.scalars()]


def _named() -> Any:
    """Offers with the names of those concerned."""
    target = ACCOUNTS.alias("aimed")
    return (select(CHALLENGES, ACCOUNTS.c.name.label("by"), target.c.name.label("to"))
            .join(ACCOUNTS, ACCOUNTS.c.id == CHALLENGES.c.maker)
            .outerjoin(target, target.c.id == CHALLENGES.c.target))


# -- games of people


def to_watch(c: Connection, game: str) -> list[dict[str, Any]]:
    """Unfinished games that anybody may look on, the liveliest first."""
    wanted = select(GAMES).join(TERMS, TERMS.c.game_table == GAMES.c.id).where(TERMS.c.watch, GAMES.c.result.is_(None))
    if game:
        wanted = wanted.where(GAMES.c.game == game)
    return _with_seats(c, wanted.order_by(GAMES.c.changed.desc()).limit(SHOWN))


def played(c: Connection, account: str, after: int) -> list[dict[str, Any]]:
    """Finished games of people who met here."""
    mine = select(SEATS.c.game_table).where(SEATS.c.account == account)
    wanted = (select(GAMES).join(TERMS, TERMS.c.game_table == GAMES.c.id)
              .where(GAMES.c.id.in_(mine), GAMES.c.result.is_not(None)))
    return _with_seats(c, wanted.order_by(GAMES.c.changed.desc()).offset(after).limit(SHOWN + 1))


def going_on(c: Connection, account: str) -> list[tuple[str, int]]:
    """Unfinished games of somebody whom others met here, and his sides in them."""
    rows = c.execute(select(SEATS.c.game_table, SEATS.c.side).join(TERMS, TERMS.c.game_table == SEATS.c.game_table)
                     .join(GAMES, GAMES.c.id == SEATS.c.game_table)
                     .where(SEATS.c.account == account, GAMES.c.result.is_(None)))
    return [(str(table), int(side)) for table, side in rows]


def _with_seats(c: Connection, wanted: Any) -> list[dict[str, Any]]:
    found = [dict(r) for r in c.execute(wanted).mappings()]
    seats = c.execute(select(SEATS.c.game_table, SEATS.c.side, SEATS.c.name, SEATS.c.account).where(
        SEATS.c.game_table.in_([r["id"] for r in found])))
    by: dict[str, list[tuple[int, str, str]]] = {}
    for table, side, name, account in seats:
        by.setdefault(table, []).append((side, name, account or ""))
    return [{**r, "people": sorted(by.get(r["id"], []))} for r in found]
