"""Who is signed in. A session is 32 random bytes in a cookie that no script can read; its hash is in a row.

Over TLS the cookie bears the prefix by which browsers take it from this very host only: nobody else can plant one. A
session is made when somebody signs in, never before, so there is none that could have been prepared for him.
"""
from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update
from starlette.requests import HTTPConnection
from starlette.responses import Response

from frente.server import work
from frente.server.people.schema import ACCOUNTS, SESSIONS
from frente.server.seats import hashed
from frente.server.settings import DAY
from frente.server.storage import Store

LASTS: Final = 30 * DAY                  # since it was last used
NOTED: Final = 3600.0                    # how exactly it is known when that was
MOST: Final = 50                         # of one account; the oldest goes
PLAIN: Final = "frente"
SAFE: Final = "__Host-frente"


@dataclass(frozen=True)
class Person:
    """Somebody who is signed in."""

    id: str
    name: str
    role: str
    language: str
    banned: float
    session: str                         # its hash
    since: float                         # signed in when


class Sessions:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def person(self, connection: HTTPConnection) -> Person | None:
        """Whose request it is; only the cookie that belongs to this way of asking counts."""
        given = connection.cookies.get(_name(connection), "")
        if not given or len(given) > 80:
            return None
        hash, now = hashed(given), time.time()
        row = await self.store.read(_found, hash, now)
        if row is None:
            return None
        if row["seen"] < now - NOTED:
            await self.store.do(work.Set(update(SESSIONS).where(SESSIONS.c.hash == hash).values(
                seen=now, expires=now + LASTS)))
        return Person(row["id"], row["name"], row["role"], row["language"], row["banned"], hash, row["created"])

    async def begin(self, connection: HTTPConnection, account: str, answer: Response) -> None:
        """A new session in place of whatever this browser had."""
        before = connection.cookies.get(_name(connection), "")
        token, now = secrets.token_urlsafe(32), time.time()
        row = {"hash": hashed(token), "account": account, "created": now, "seen": now, "expires": now + LASTS,
               "agent": "".join(c for c in connection.headers.get("user-agent", "") if c.isprintable())[:160]}
        await self.store.do(Begin(row, hashed(before)))
        answer.set_cookie(_name(connection), token, max_age=int(LASTS), path="/", httponly=True, samesite="lax",
                          secure=connection.state.secure)

    def forget(self, connection: HTTPConnection, answer: Response) -> None:
        answer.delete_cookie(_name(connection), path="/", httponly=True, samesite="lax",
                             secure=connection.state.secure)

    async def end(self, *hashes: str) -> None:
        await self.store.do(work.Set(delete(SESSIONS).where(SESSIONS.c.hash.in_(hashes))))

    async def of(self, account: str) -> list[dict[str, Any]]:
        """The latest first."""
        return await self.store.read(_of, account, time.time())


class Begin:
    """A session, in place of another; the oldest of too many goes."""

    def __init__(self, row: dict[str, Any], before: str) -> None:
        self.row = row
        self.before = before

    def __call__(self, c: Connection) -> bool:
        mine = SESSIONS.c.account == self.row["account"]
        c.execute(delete(SESSIONS).where((SESSIONS.c.hash == self.before)
                                         | (mine & (SESSIONS.c.expires < self.row["created"]))))
        had = c.execute(select(SESSIONS.c.hash).where(mine).order_by(SESSIONS.c.seen.desc())).scalars().all()
        if had[MOST - 1:]:
            c.execute(delete(SESSIONS).where(SESSIONS.c.hash.in_(had[MOST - 1:])))
        c.execute(insert(SESSIONS), self.row)
        return True


def _name(connection: HTTPConnection) -> str:
    return SAFE if connection.state.secure else PLAIN


def _found(c: Connection, hash: str, now: float) -> dict[str, Any] | None:
    row = c.execute(select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.role, ACCOUNTS.c.language, ACCOUNTS.c.banned,
                           SESSIONS.c.seen, SESSIONS.c.created)
                    .join(ACCOUNTS, ACCOUNTS.c.id == SESSIONS.c.account)
                    .where(SESSIONS.c.hash == hash, SESSIONS.c.expires > now, ACCOUNTS.c.gone.is_(None))
                    ).mappings().first()
    return None if row is None else dict(row)


def _of(c: Connection, account: str, now: float) -> list[dict[str, Any]]:
    rows = c.execute(select(SESSIONS).where(SESSIONS.c.account == account, SESSIONS.c.expires > now)
                     .order_by(SESSIONS.c.seen.desc())).mappings()
    return [dict(r) for r in rows]
