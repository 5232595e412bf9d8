"""What is said beside the board: plain text, kept with the table, tied to a line of the log if that is wished.

Players talk among themselves, and whoever looks on does among those who do; all of it is open to all when the game is
over. A message names the number of an act at most, never what happened there: what the reader may not know of it is
not in it.
"""
from __future__ import annotations

import json
import time
import unicodedata
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select

from frente.server.hall import Hall
from frente.server.limits import Buckets
from frente.server.people import accounts, names
from frente.server.people.club_schema import MESSAGES, REPORTS, SHUNNED
from frente.server.people.schema import ACCOUNTS
from frente.server.people.sessions import Person
from frente.server.problem import Problem
from frente.server.seats import Access, fresh_id
from frente.server.table import Table
from frente.server.work import Set

LONG: Final = 500                        # characters
LATEST: Final = 200                      # messages told at once
RATE: Final = (0.5, 5)                   # messages a second, and at once
PLAYERS: Final = "players"
WATCHERS: Final = "watchers"
AROUND: Final = 20                       # messages that go with a report
REPORTED: Final = (1 / 60, 5)


class Talk:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store
        self.rates = Buckets(*RATE)
        self.reported = Buckets(*REPORTED)
        hall.talking = self.pass_on

    async def say(self, client: str, person: Person | None, table: Table, access: Access, said: str,
                  line: int) -> int:
        """Its number. Whoever sits here may speak; whoever looks on needs a name."""
        if person is None and not access.sides:
            raise Problem(401, "sign-in-first")
        if person is not None and person.banned > time.time():
            raise Problem(403, "silenced")
        text = plain(said)
        if line >= len(table.match.log):
            raise Problem(422, "at-range", {"last": len(table.match.log)})
        wait = self.rates.take(person.id if person else client)
        if wait:
            raise Problem(429, "too-fast", {"seconds": max(1, round(wait))})
        side = access.sides[0] if access.sides else -1
        new = Say({"game_table": table.id, "room": PLAYERS if access.sides else WATCHERS,
                   "account": person.id if person else "", "side": side, "line": line, "text": text,
                   "name": person.name if person else "", "at": time.time()})
        await self.store.do(new)
        self.store.tell("talk", table.id, new.n)
        await self.pass_on(table.id, new.n)
        return new.n

    async def pass_on(self, id: str, n: int) -> None:
        """Tell those at a table here what somebody has said."""
        table = self.hall.opened(id)
        if table is None or not table.watchers:
            return
        rows = await self.store.read(messages, id, n - 1, n)
        for row in rows:
            for w in list(table.watchers):
                if hears(row["room"], w.access, table):
                    w.tell({"type": "talk", **shown(row, table)})

    async def heard(self, person: Person | None, table: Table, access: Access, after: int) -> list[dict[str, Any]]:
        """What was said at a table, without those whom the reader has muted."""
        rows = await self.store.read(messages, table.id, after, None)
        shunned = await self.store.read(shunned_by, person.id) if person else {}
        return [shown(r, table) for r in rows if hears(r["room"], access, table) and r["account"] not in shunned]

    # -- people one does not want to hear

    async def shun(self, person: Person, name: str, kind: str) -> None:
        """*kind*: mute, block, or nothing to take it back."""
        other = await self._somebody(person, name)
        mine = (SHUNNED.c.account == person.id) & (SHUNNED.c.other == other)
        change = [delete(SHUNNED).where(mine)]
        if kind not in ("", "mute", "block"):
            fault = Problem(422, "known", {"known": "mute, block"})
            raise Problem(422, "bad-value", {"name": "kind", "value": kind, "fault": fault})
        await self.store.do(Set(*change, *([insert(SHUNNED).values(account=person.id, other=other, kind=kind)]
                                           if kind else [])))

    async def report(self, person: Person, name: str, table: Table, access: Access, text: str) -> None:
        """Moderators are told, with the last that was said there."""
        other = await self._somebody(person, name)
        wait = self.reported.take(person.id)
        if wait:
            raise Problem(429, "too-fast", {"seconds": max(1, round(wait))})
        said = (await self.heard(None, table, access, 0))[-AROUND:]
        await self.store.do(Set(insert(REPORTS).values(
            id=fresh_id(), by=person.id, about=other, game_table=table.id, text=plain(text), lines=json.dumps(said),
            state="open", created=time.time())))

    async def _somebody(self, person: Person, name: str) -> str:
        row = await self.store.read(accounts.by_fold, names.fold(name))
        if row is None or row["id"] == person.id:
            raise Problem(404, "no-player", {"name": name[:40]})
        return str(row["id"])


class Say:
    """A message, numbered by the table."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.table = row["game_table"]
        self.row = row
        self.n = 0

    def __call__(self, c: Connection) -> bool:
        if c.dialect.name == "postgresql":           # two processes number one after the other
            c.execute(select(func.pg_advisory_xact_lock(func.hashtext(self.table))))
        last = c.execute(select(func.max(MESSAGES.c.n)).where(MESSAGES.c.game_table == self.table)).scalar()
        self.n = (last or 0) + 1
        c.execute(insert(MESSAGES), {**self.row, "n": self.n})
        return True


def hears(room: str, access: Access, table: Table) -> bool:
    return table.row["result"] is not None or (room == PLAYERS) == bool(access.sides)


def shown(row: dict[str, Any], table: Table) -> dict[str, Any]:
    return {"n": row["n"], "room": row["room"], "name": row["name"], "line": row["line"], "text": row["text"],
            "side": table.game.sides[row["side"]] if row["side"] >= 0 else "", "at": row["at"]}


def plain(text: str) -> str:
    """One paragraph of text as people write it: no control characters, nothing that turns the direction of reading."""
    found = " ".join("".join(
        " " if c.isspace() else c for c in unicodedata.normalize("NFC", text)
        if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn")).split())
    if not 0 < len(found) <= LONG:
        raise Problem(422, "bad-words", {"limit": LONG})
    return found


def messages(c: Connection, table: str, after: int, until: int | None) -> list[dict[str, Any]]:
    """The latest after a number, the oldest of them first."""
    wanted = select(MESSAGES).where(MESSAGES.c.game_table == table, MESSAGES.c.n > after)
    if until is not None:
        wanted = wanted.where(MESSAGES.c.n <= until)
    rows = c.execute(wanted.order_by(MESSAGES.c.n.desc()).limit(LATEST)).mappings().all()
    return [dict(r) for r in reversed(rows)]


def shunned_by(c: Connection, account: str) -> dict[str, str]:
    """Accounts somebody does not want to hear, and whether he does not want to meet them either."""
    rows = c.execute(select(SHUNNED.c.other, SHUNNED.c.kind).where(SHUNNED.c.account == account))
    return {str(r.other): str(r.kind) for r in rows}


def shunned_names(c: Connection, account: str) -> list[dict[str, str]]:
    rows = c.execute(select(ACCOUNTS.c.name, SHUNNED.c.kind).join(ACCOUNTS, ACCOUNTS.c.id == SHUNNED.c.other)
                     .where(SHUNNED.c.account == account, ACCOUNTS.c.gone.is_(None)).order_by(ACCOUNTS.c.name))
    return [{"name": name, "kind": kind} for name, kind in rows]


def apart(c: Connection, one: str, other: str) -> bool:
    """Whether one of two has blocked the other."""
    blocks = SHUNNED.c.kind == "block"
    return c.execute(select(SHUNNED.c.kind).where(blocks, (
        (SHUNNED.c.account == one) & (SHUNNED.c.other == other)) | (
        (SHUNNED.c.account == other) & (SHUNNED.c.other == one)))).first() is not None
