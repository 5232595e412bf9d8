"""What the store reads: every row is checked against what was written with it."""
from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, case, select

from frente.kernel.packs import Files
from frente.server import checks
from frente.server.clients import ACCOUNT, LOCAL
from frente.server.clocks import Clock
from frente.server.laid import Pack
from frente.server.people.club_schema import HABITS
from frente.server.schema import (
    ACTS,
    BY_ORDER,
    CLOCKS,
    GAMES,
    INVITATIONS,
    LAID,
    MADE_BY,
    NOTES,
    OPENINGS,
    ROLLBACKS,
    SEATS,
    SNAPSHOTS,
    STANDING,
    TERMS,
    ActRow,
    Besides,
    ByOrderRow,
    InvitationRow,
    NoteRow,
    RollbackRow,
    SeatRow,
    Since,
    StandingRow,
    Stored,
    Terms,
)
from frente.server.seats import Who
from frente.server.settings import Settings

LOG: Final = logging.getLogger("frente.server")
TOGETHER: Final = 64                     # clocks looked at in one go


class Damaged(Exception):
    """What is stored is not what was written."""


def load(c: Connection, table: str) -> Stored | None:
    row = c.execute(select(GAMES).where(GAMES.c.id == table)).mappings().first()
    if row is None:
        return None
    game = dict(row)
    if not checks.holds(game.pop("check"), checks.of_game(game)):
        raise Damaged(f"table {table}")
    return Stored(game, seats(c, table), acts(c, table, game["acts"]), snapshot(c, table, game["acts"]),
                  rollbacks(c, table), dice(c, table), *standing(c, table), client(c, table),
                  terms=terms(c, table), clocks=clocks(c, table), away=away(c, table), pack=pack(c, table))


def after(c: Connection, table: str, version: int, known: int, besides: Besides) -> Since | None:
    """Where nothing was taken back: the acts that came after the first *known*, and the last of those; and what is
    round them, as far as it is wanted."""
    row = c.execute(select(GAMES).where(GAMES.c.id == table)).mappings().first()
    if row is None:
        return None
    game = dict(row)
    del game["check"]
    if game["version"] == version or (game["cut"] or 0) > version or game["acts"] < known:
        return Since(game, None, [], [], [], [])
    return Since(game, acts(c, table, game["acts"], max(0, known - 1)), dice(c, table) if besides.dice else [],
                 *(standing(c, table) if besides.orders else ([], [])),
                 *((clocks(c, table), away(c, table)) if besides.clocks else ([], {})))


def mark(game: Mapping[str, Any], sitting: Sequence[SeatRow], orders: Sequence[StandingRow]) -> int:
    """Changes with what is round a game and does not change its version."""
    return checks.of(game["name"], game["owner"], game["rematch"], [vars(x) for x in sitting],
                     [vars(x) for x in orders])


def versions(c: Connection, tables: list[str]) -> dict[str, tuple[int, int]]:
    """Version and mark of each of these tables that there is."""
    found = c.execute(select(GAMES.c.id, GAMES.c.version, GAMES.c.name, GAMES.c.owner, GAMES.c.rematch)
                      .where(GAMES.c.id.in_(tables))).mappings().all()
    sitting: dict[str, list[SeatRow]] = {}
    orders: dict[str, list[StandingRow]] = {}
    for id, side, kind, name, key, account in c.execute(select(
            SEATS.c.game_table, SEATS.c.side, SEATS.c.kind, SEATS.c.name, SEATS.c.key, SEATS.c.account)
            .where(SEATS.c.game_table.in_(tables)).order_by(SEATS.c.side)):
        sitting.setdefault(id, []).append(SeatRow(side, kind, name, key, account or ""))
    for id, *given in c.execute(select(STANDING.c.game_table, STANDING.c.side, STANDING.c.orders, STANDING.c.held)
                                .where(STANDING.c.game_table.in_(tables)).order_by(STANDING.c.side)):
        orders.setdefault(id, []).append(StandingRow(*given))
    return {r["id"]: (r["version"], mark(dict(r), sitting.get(r["id"], []), orders.get(r["id"], []))) for r in found}


def terms(c: Connection, table: str) -> Terms | None:
    row = c.execute(select(TERMS.c.watch, TERMS.c.rated, TERMS.c.pace, TERMS.c.bank, TERMS.c.step, TERMS.c.late)
                    .where(TERMS.c.game_table == table)).first()
    return None if row is None else Terms(*row)


def clocks(c: Connection, table: str) -> list[Clock]:
    rows = c.execute(select(CLOCKS.c.side, CLOCKS.c.left, CLOCKS.c.since, CLOCKS.c.due)
                     .where(CLOCKS.c.game_table == table).order_by(CLOCKS.c.side))
    return [Clock(*r) for r in rows]


def away(c: Connection, table: str) -> dict[int, float]:
    """Sides whose player is away, and until when."""
    rows = c.execute(select(SEATS.c.side, HABITS.c.away).join(HABITS, HABITS.c.account == SEATS.c.account)
                     .where(SEATS.c.game_table == table, HABITS.c.away > time.time()))
    return {int(r.side): float(r.away) for r in rows}


def overdue(c: Connection, now: float) -> list[tuple[str, int]]:
    rows = c.execute(select(CLOCKS.c.game_table, CLOCKS.c.side).where(CLOCKS.c.due <= now)
                     .order_by(CLOCKS.c.due).limit(TOGETHER))
    return [(str(table), int(side)) for table, side in rows]


def acts(c: Connection, table: str, count: int, first: int = 0) -> list[ActRow]:
    rows = c.execute(select(ACTS.c.n, ACTS.c.side, ACTS.c.word, ACTS.c.roll, ACTS.c.check)
                     .where(ACTS.c.game_table == table, ACTS.c.n >= first, ACTS.c.n < count).order_by(ACTS.c.n))
    found: list[ActRow] = []
    for n, side, word, roll, check in rows:
        found.append(ActRow(n, side, word, roll, ""))
        if n != first + len(found) - 1 or not checks.act_holds(table, found[-1], check):
            raise Damaged(f"act {first + len(found) - 1} of table {table}")
    if first + len(found) != count:
        raise Damaged(f"act {first + len(found)} of table {table}")
    return found


def rollbacks(c: Connection, table: str) -> list[RollbackRow]:
    rows = c.execute(select(ROLLBACKS.c.n, ROLLBACKS.c.side, ROLLBACKS.c.to, ROLLBACKS.c.dropped, ROLLBACKS.c.check)
                     .where(ROLLBACKS.c.game_table == table).order_by(ROLLBACKS.c.n))
    found: list[RollbackRow] = []
    for *row, check in rows:
        found.append(RollbackRow(*row))
        if not checks.holds(check, checks.of_rollback(table, found[-1])):
            raise Damaged(f"rollback {found[-1].n} of table {table}")
    return found


def dice(c: Connection, table: str) -> list[str]:
    rows = c.execute(select(OPENINGS.c.n, OPENINGS.c.opening, OPENINGS.c.check)
                     .where(OPENINGS.c.game_table == table).order_by(OPENINGS.c.n))
    found: list[str] = []
    for n, opening, check in rows:
        if n != len(found) or not checks.holds(check, checks.of(table, n, opening)):
            raise Damaged(f"dice {n} of table {table}")
        found.append(str(opening))
    return found


def standing(c: Connection, table: str) -> tuple[list[StandingRow], list[ByOrderRow]]:
    orders = c.execute(select(STANDING.c.side, STANDING.c.orders, STANDING.c.held)
                       .where(STANDING.c.game_table == table).order_by(STANDING.c.side))
    given = c.execute(select(BY_ORDER.c.n, BY_ORDER.c.side, BY_ORDER.c.question, BY_ORDER.c.answer)
                      .where(BY_ORDER.c.game_table == table).order_by(BY_ORDER.c.n))
    return [StandingRow(*r) for r in orders], [ByOrderRow(*r) for r in given]


def notes(c: Connection, table: str) -> list[NoteRow]:
    found = c.execute(select(NOTES.c.at, NOTES.c.side, NOTES.c.text).where(NOTES.c.game_table == table)
                      .order_by(NOTES.c.at, NOTES.c.side))
    return [NoteRow(*r) for r in found]


def owner(c: Connection, table: str) -> tuple[str, str] | None:
    found = c.execute(select(GAMES.c.owner).where(GAMES.c.id == table)).scalar()
    return None if found is None else (str(found), client(c, table))


def invitation(c: Connection, table: str, token: str) -> InvitationRow | None:
    row = c.execute(select(INVITATIONS.c.token, INVITATIONS.c.side, INVITATIONS.c.key)
                    .where(INVITATIONS.c.game_table == table, INVITATIONS.c.token == token)).first()
    return None if row is None else InvitationRow(*row)


def events(c: Connection, table: str, since: int, until: int) -> list[tuple[int, str]]:
    rows = c.execute(select(ACTS.c.n, ACTS.c.events, ACTS.c.check).where(
        ACTS.c.game_table == table, ACTS.c.n >= since, ACTS.c.n < until, ACTS.c.events != "[]").order_by(ACTS.c.n))
    found: list[tuple[int, str]] = []
    for n, text, check in rows:
        if not checks.events_hold(text, check):
            raise Damaged(f"events of act {n} of table {table}")
        found.append((n, text))
    return found


def unfinished(c: Connection) -> list[str]:
    rows = c.execute(select(GAMES.c.id).where(GAMES.c.result.is_(None)).order_by(GAMES.c.id))
    return [str(x) for x in rows.scalars()]


def made(c: Connection, client: str, plan: bool) -> list[tuple[str, bool]]:
    rows = c.execute(select(GAMES.c.id, GAMES.c.result.is_not(None)).join(MADE_BY, MADE_BY.c.game_table == GAMES.c.id)
                     .where(MADE_BY.c.client == client, GAMES.c.plan == plan).order_by(GAMES.c.changed.desc()))
    return [(str(id), bool(over)) for id, over in rows]


def expired(c: Connection, settings: Settings, now: float) -> list[str]:
    plans = GAMES.c.plan & (GAMES.c.changed < now - settings.keep_plans)
    age = case((GAMES.c.result.is_(None), settings.keep_games), else_=settings.keep_finished)
    anonymous = MADE_BY.c.client.is_not(None) & (MADE_BY.c.client != LOCAL) & ~MADE_BY.c.client.startswith(ACCOUNT)
    elsewhere = anonymous & (GAMES.c.changed < now - age)
    rows = c.execute(select(GAMES.c.id).outerjoin(MADE_BY, MADE_BY.c.game_table == GAMES.c.id).where(plans | elsewhere))
    return [str(x) for (x,) in rows]


def held(c: Connection, keys: list[str], after: int, most: int,
          who: Who) -> list[tuple[dict[str, Any], list[SeatRow], str]]:
    mine = GAMES.c.id.in_(select(SEATS.c.game_table).where(SEATS.c.key.in_(keys))) | GAMES.c.owner.in_(keys)
    if who.account:
        mine |= GAMES.c.id.in_(select(SEATS.c.game_table).where(SEATS.c.account == who.account))
        mine |= GAMES.c.id.in_(select(MADE_BY.c.game_table).where(MADE_BY.c.client == who.client))
    rows = c.execute(select(GAMES).where(~GAMES.c.plan, mine).order_by(GAMES.c.changed.desc(), GAMES.c.id)
                     .offset(after).limit(most))
    return [(dict(r), seats(c, r["id"]), client(c, r["id"])) for r in rows.mappings().all()]


def client(c: Connection, table: str) -> str:
    return c.execute(select(MADE_BY.c.client).where(MADE_BY.c.game_table == table)).scalar() or ""


def pack(c: Connection, table: str) -> Pack | None:
    """What is laid over the game of a table."""
    row = c.execute(select(LAID.c.name, LAID.c.files).where(LAID.c.game_table == table)).first()
    return None if row is None else Pack(row.name, msgspec.json.decode(row.files, type=Files))


def seats(c: Connection, table: str) -> list[SeatRow]:
    rows = c.execute(select(SEATS.c.side, SEATS.c.kind, SEATS.c.name, SEATS.c.key, SEATS.c.account)
                     .where(SEATS.c.game_table == table).order_by(SEATS.c.side))
    return [SeatRow(side, kind, name, key, account or "") for side, kind, name, key, account in rows]


def snapshot(c: Connection, table: str, n: int) -> tuple[int, str] | None:
    """The last that holds: in place of a damaged one, more acts are played again."""
    rows = c.execute(select(SNAPSHOTS.c.n, SNAPSHOTS.c.position, SNAPSHOTS.c.check)
                     .where(SNAPSHOTS.c.game_table == table, SNAPSHOTS.c.n <= n).order_by(SNAPSHOTS.c.n.desc()))
    for at, position, check in rows:
        if checks.holds(check, checks.of(table, at, position)):
            return int(at), str(position)
        LOG.error("the store is damaged: position after %d acts of table %s", at, table)
    return None
