"""What all processes on one database have in common: made by whichever comes first, then the same for all."""
from __future__ import annotations

from pathlib import Path
from secrets import token_bytes

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from frente.server.schema import KEPT
from frente.server.storage import Store


async def kept(store: Store, name: str, draft: str) -> str:
    """The value of that name; *draft* if there is none yet."""
    await store.do(_Draft(name, draft))
    return await store.read(_value, name)


async def secret(store: Store, data: Path) -> bytes:
    """Behind pseudonyms: the same on every machine, or a client would have quotas on each."""
    file = data / "secret"               # of a server that was alone so far
    draft = file.read_bytes() if file.exists() else token_bytes(32)
    return bytes.fromhex(await kept(store, "secret", draft.hex()))


class _Draft:
    def __init__(self, name: str, value: str) -> None:
        self.row = {"name": name, "value": value}

    def __call__(self, c: Connection) -> bool:
        make = postgresql.insert if c.dialect.name == "postgresql" else sqlite.insert
        c.execute(make(KEPT).values(self.row).on_conflict_do_nothing())
        return True


def _value(c: Connection, name: str) -> str:
    return str(c.execute(select(KEPT.c.value).where(KEPT.c.name == name)).scalar_one())
