"""Drafts of packs as they are kept. A draft belongs to whoever holds its key, or to the account that made it."""
from __future__ import annotations

import time
from typing import Any, Final

from sqlalchemy import Connection, delete, false, func, insert, select, update

from frente.server.clients import ACCOUNT, LOCAL
from frente.server.schema import PACKS
from frente.server.seats import Who

LISTED: Final = 100


class Add:
    """A new draft, unless its maker has as many as he may."""

    def __init__(self, row: dict[str, Any], most: int) -> None:
        self.row = row
        self.most = most

    def __call__(self, c: Connection) -> bool:
        mine = PACKS.c.client == self.row["client"]
        if self.row["client"] != LOCAL and c.execute(select(func.count()).where(mine)).scalar_one() >= self.most:
            return False
        c.execute(insert(PACKS), self.row)
        return True


class Change:
    """Another version of a draft, if nobody has changed it since it was read."""

    def __init__(self, id: str, version: int, name: str, changes: str) -> None:
        here = (PACKS.c.id == id) & (PACKS.c.version == version)
        self.change = update(PACKS).where(here).values(version=version + 1, name=name, changes=changes,
                                                       changed=time.time())

    def __call__(self, c: Connection) -> bool:
        return c.execute(self.change).rowcount == 1


class Remove:
    def __init__(self, id: str) -> None:
        self.id = id

    def __call__(self, c: Connection) -> bool:
        return c.execute(delete(PACKS).where(PACKS.c.id == self.id)).rowcount == 1


class Expire:
    """Drafts of people without an account that nobody has touched for long."""

    def __init__(self, before: float) -> None:
        self.before = before

    def __call__(self, c: Connection) -> bool:
        anonymous = (PACKS.c.client != LOCAL) & ~PACKS.c.client.startswith(ACCOUNT)
        return c.execute(delete(PACKS).where(anonymous, PACKS.c.changed < self.before)).rowcount > 0


def one(c: Connection, id: str) -> dict[str, Any] | None:
    row = c.execute(select(PACKS).where(PACKS.c.id == id)).mappings().first()
    return None if row is None else dict(row)


def held(c: Connection, keys: list[str], who: Who) -> list[dict[str, Any]]:
    """Drafts that these key hashes or an account open, the latest first."""
    own = PACKS.c.client == who.client if who.account else false()
    mine = PACKS.c.owner.in_(keys) | own
    wanted = select(PACKS.c.id, PACKS.c.game, PACKS.c.name, PACKS.c.client, PACKS.c.created, PACKS.c.changed)
    return [dict(r) for r in c.execute(wanted.where(mine).order_by(PACKS.c.changed.desc(), PACKS.c.id).limit(LISTED))
            .mappings()]
