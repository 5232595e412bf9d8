"""Accounts as they are kept: made, found, changed, exported, deleted; and the seats that belong to them."""
from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from frente.server.clients import ACCOUNT
from frente.server.people.club_schema import (
    ENTRANTS,
    HABITS,
    MESSAGES,
    NOTICES,
    PUSHES,
    REPORTS,
    SHUNNED,
    TOURNAMENTS,
)
from frente.server.people.schema import ACCOUNTS, CHALLENGES, PASSKEYS, RATINGS, SESSIONS, TOKENS
from frente.server.schema import GAMES, MADE_BY, PACKS, SEATS


def maker(account: str) -> str:
    """An account as whoever sets up tables."""
    return ACCOUNT + account


def add_new(c: Connection, table: Table, row: dict[str, Any]) -> bool:
    """False if there is such a row already; of two servers that try, one succeeds."""
    make = postgresql.insert if c.dialect.name == "postgresql" else sqlite.insert
    return c.execute(make(table).values(row).on_conflict_do_nothing(),
                     execution_options={"preserve_rowcount": True}).rowcount == 1


# -- changes


class Make:
    """A new account, perhaps with its first passkey; False if the name is taken."""

    def __init__(self, account: dict[str, Any], passkey: dict[str, Any] | None = None) -> None:
        self.account = account
        self.passkey = passkey

    def __call__(self, c: Connection) -> bool:
        if not add_new(c, ACCOUNTS, self.account):
            return False
        if self.passkey is not None:
            c.execute(insert(PASSKEYS), self.passkey)
        return True


class Change:
    """Other values of an account; a new name stands at its seats too. False if the name is taken."""

    def __init__(self, account: str, **values: Any) -> None:
        self.account = account
        self.values = values

    def __call__(self, c: Connection) -> bool:
        if "fold" in self.values:
            taken = select(ACCOUNTS.c.id).where(ACCOUNTS.c.fold == self.values["fold"], ACCOUNTS.c.id != self.account)
            if c.execute(taken).first() is not None:
                return False
            c.execute(update(SEATS).where(SEATS.c.account == self.account).values(name=self.values["name"]))
        c.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == self.account).values(**self.values))
        return True


class Password(Change):
    """A new password: whoever is signed in elsewhere is so no more."""

    def __init__(self, account: str, password: str, keep: str = "") -> None:
        super().__init__(account, password=password)
        self.keep = keep

    def __call__(self, c: Connection) -> bool:
        c.execute(delete(SESSIONS).where(SESSIONS.c.account == self.account, SESSIONS.c.hash != self.keep))
        c.execute(delete(TOKENS).where(TOKENS.c.account == self.account, TOKENS.c.kind == "recover"))
        return super().__call__(c)


class Claim:
    """Seats that keys open, and tables they set up, belong to an account as well, unless they belong to one already."""

    def __init__(self, account: str, name: str, keys: Iterable[str]) -> None:
        self.account = account
        self.name = name
        self.keys = list(keys)

    def __call__(self, c: Connection) -> bool:
        free = SEATS.c.account.is_(None) | (SEATS.c.account == "")
        c.execute(update(SEATS).where(SEATS.c.key.in_(self.keys), free).values(account=self.account, name=self.name))
        mine = select(GAMES.c.id).where(GAMES.c.owner.in_(self.keys), ~GAMES.c.plan)
        c.execute(update(MADE_BY).where(MADE_BY.c.game_table.in_(mine), ~MADE_BY.c.client.startswith(ACCOUNT))
                  .values(client=maker(self.account)))
        c.execute(update(PACKS).where(PACKS.c.owner.in_(self.keys), ~PACKS.c.client.startswith(ACCOUNT))
                  .values(client=maker(self.account)))
        return True


class Erase:
    """Nothing of a person is left but seats at games others have played too, under no name. What he has offered is
    gone, and tournaments that have not begun begin without him."""

    def __init__(self, account: str) -> None:
        self.account = account

    def __call__(self, c: Connection) -> bool:
        for rows in (PASSKEYS, SESSIONS, TOKENS, MESSAGES, SHUNNED, NOTICES, PUSHES, HABITS):
            c.execute(delete(rows).where(rows.c.account == self.account))
        c.execute(delete(SHUNNED).where(SHUNNED.c.other == self.account))
        c.execute(delete(REPORTS).where(REPORTS.c.by == self.account))
        c.execute(update(SEATS).where(SEATS.c.account == self.account).values(name=""))
        c.execute(delete(PACKS).where(PACKS.c.client == maker(self.account)))
        mine = (CHALLENGES.c.maker == self.account) | (CHALLENGES.c.target == self.account)
        c.execute(update(CHALLENGES).where(mine, CHALLENGES.c.state == "open").values(state="gone"))
        still = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.state == "open")
        c.execute(delete(ENTRANTS).where(ENTRANTS.c.account == self.account, ENTRANTS.c.tournament.in_(still)))
        c.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.maker == self.account, TOURNAMENTS.c.state == "open")
                  .values(state="gone"))
        now = time.time()
        return c.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == self.account).values(
            name="", fold=f"{ACCOUNT}{self.account}", password=None, mail=None, role="", language="", hidden=True,
            created=now, gone=now)).rowcount == 1


class Add:
    """A row of any table, unless it is there."""

    def __init__(self, table: Table, row: dict[str, Any]) -> None:
        self.table = table
        self.row = row

    def __call__(self, c: Connection) -> bool:
        return add_new(c, self.table, self.row)


class Spend:
    """A token is used up; False if it was before, or never was."""

    def __init__(self, hash: str) -> None:
        self.hash = hash

    def __call__(self, c: Connection) -> bool:
        c.execute(delete(TOKENS).where(TOKENS.c.expires < time.time()))
        return c.execute(delete(TOKENS).where(TOKENS.c.hash == self.hash)).rowcount == 1


# -- questions


def by_fold(c: Connection, fold: str) -> dict[str, Any] | None:
    return _one(c, ACCOUNTS, ACCOUNTS.c.fold == fold)


def by_id(c: Connection, id: str) -> dict[str, Any] | None:
    return _one(c, ACCOUNTS, ACCOUNTS.c.id == id)


def by_mail(c: Connection, mail: str) -> list[dict[str, Any]]:
    return [dict(r) for r in c.execute(select(ACCOUNTS).where(ACCOUNTS.c.mail == mail).limit(5)).mappings()]


def token(c: Connection, hash: str, kind: str) -> dict[str, Any] | None:
    return _one(c, TOKENS, (TOKENS.c.hash == hash) & (TOKENS.c.kind == kind) & (TOKENS.c.expires > time.time()))


def passkey(c: Connection, hash: str) -> dict[str, Any] | None:
    return _one(c, PASSKEYS, PASSKEYS.c.hash == hash)


def passkeys(c: Connection, account: str) -> list[dict[str, Any]]:
    rows = c.execute(select(PASSKEYS).where(PASSKEYS.c.account == account).order_by(PASSKEYS.c.created)).mappings()
    return [dict(r) for r in rows]


def exported(c: Connection, account: str) -> dict[str, Any]:
    """All that is kept about a person, in a form that can be read elsewhere."""
    row = by_id(c, account) or {}
    kept = {k: v for k, v in row.items() if k not in ("password", "fold")}
    games = c.execute(select(GAMES.c.id, GAMES.c.game, GAMES.c.scenario, GAMES.c.name, GAMES.c.acts, GAMES.c.result,
                             GAMES.c.created, GAMES.c.changed, SEATS.c.side)
                      .join(SEATS, SEATS.c.game_table == GAMES.c.id).where(SEATS.c.account == account)
                      .order_by(GAMES.c.created)).mappings()
    sessions = c.execute(select(SESSIONS.c.agent, SESSIONS.c.created, SESSIONS.c.seen)
                         .where(SESSIONS.c.account == account)).mappings()
    said = c.execute(select(MESSAGES.c.game_table, MESSAGES.c.line, MESSAGES.c.text, MESSAGES.c.at)
                     .where(MESSAGES.c.account == account).order_by(MESSAGES.c.at)).mappings()
    shunned = c.execute(select(ACCOUNTS.c.name, SHUNNED.c.kind).join(ACCOUNTS, ACCOUNTS.c.id == SHUNNED.c.other)
                        .where(SHUNNED.c.account == account)).mappings()
    habits = c.execute(select(HABITS).where(HABITS.c.account == account)).mappings()
    pushes = c.execute(select(PUSHES.c.endpoint, PUSHES.c.created).where(PUSHES.c.account == account)).mappings()
    ratings = c.execute(select(RATINGS).where(RATINGS.c.account == account)).mappings()
    offers = c.execute(select(CHALLENGES).where(CHALLENGES.c.maker == account)
                       .order_by(CHALLENGES.c.created)).mappings()
    cups = c.execute(select(TOURNAMENTS.c.id, TOURNAMENTS.c.name, TOURNAMENTS.c.kind, TOURNAMENTS.c.game,
                            (TOURNAMENTS.c.maker == account).label("yours"))
                     .join(ENTRANTS, ENTRANTS.c.tournament == TOURNAMENTS.c.id).where(ENTRANTS.c.account == account)
                     .order_by(TOURNAMENTS.c.created)).mappings()
    reports = c.execute(select(ACCOUNTS.c.name, REPORTS.c.game_table, REPORTS.c.text, REPORTS.c.created)
                        .join(ACCOUNTS, ACCOUNTS.c.id == REPORTS.c.about).where(REPORTS.c.by == account)).mappings()
    others = ("maker", "target", "taker")            # who they are is nothing of his own
    return {"ratings": [dict(x) for x in ratings],
            "offers": [{k: v for k, v in x.items() if k not in others} for x in offers],
            "tournaments": [dict(x) for x in cups], "reports": [dict(x) for x in reports],
            "said": [dict(x) for x in said], "shunned": [dict(x) for x in shunned], "habits": [dict(x) for x in habits],
            "pushes": [dict(x) for x in pushes], "account": {**kept, "password": bool(row.get("password"))},
            "passkeys": [{"label": x["label"], "created": x["created"]} for x in passkeys(c, account)],
            "sessions": [dict(x) for x in sessions], "games": [dict(x) for x in games]}


def _one(c: Connection, table: Table, where: Any) -> dict[str, Any] | None:
    row = c.execute(select(table).where(where)).mappings().first()
    return None if row is None else dict(row)
