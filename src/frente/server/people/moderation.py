"""What moderators see and do: reports, bans, and how the server fares. Every step is written down."""
from __future__ import annotations

import json
import os
import time
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from frente.server.hall import ID, Hall
from frente.server.people import accounts, frames, names
from frente.server.people.club_schema import AUDIT, REPORTS
from frente.server.people.schema import ACCOUNTS, SESSIONS
from frente.server.people.sessions import Person
from frente.server.people.talk import plain
from frente.server.problem import Problem
from frente.server.schema import GAMES
from frente.server.seats import fresh_id
from frente.server.settings import DAY
from frente.server.work import Set

MODERATOR: Final = "moderator"
SHOWN: Final = 100


class Moderation:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store
        self.since = time.time()

    def check(self, person: Person) -> None:
        """For everybody else there is nothing here."""
        if person.role != MODERATOR:
            raise Problem(404, "not-found")

    async def page(self, person: Person) -> dict[str, Any]:
        self.check(person)
        return {**await self.store.read(desk, time.time()), "server": self.server()}

    def server(self) -> dict[str, Any]:
        """How this process fares, from the same counts as the metrics."""
        m, hall = self.hall.metrics, self.hall
        answers = {"all": 0.0, "faults": 0.0}
        for family in m.requests.collect():
            for s in family.samples:
                if s.name.endswith("_total"):
                    answers["all"] += s.value
                    answers["faults"] += s.value if s.labels["status"].startswith("5") else 0.0
        refused = sorted(((s.labels["key"], s.value) for family in m.refusals.collect() for s in family.samples
                          if s.name.endswith("_total")), key=lambda x: -x[1])
        return {"since": self.since, "requests": answers["all"], "faults": answers["faults"],
                "refusals": refused[:10], "tables": hall.open_tables(), "sockets": hall.sockets(),
                "stuck": hall.stuck(), "jobs": hall.thinkers.waiting(), "turns": hall.line[0],
                "lost": hall.thinkers.lost, "load": [round(x, 2) for x in os.getloadavg()], "cores": os.cpu_count()}

    async def ban(self, person: Person, wanted: frames.Ban) -> None:
        """Not a moderator: an operator takes that away first."""
        self.check(person)
        row = await self.store.read(accounts.by_fold, names.fold(wanted.name))
        if row is None or row["role"] == MODERATOR:
            raise Problem(404, "no-player", {"name": wanted.name[:40]})
        until = time.time() + wanted.days * DAY if wanted.days else 0.0
        note = plain(wanted.note) if wanted.note.strip() else ""
        await self.store.do(Set(
            insert(AUDIT).values(_step(person, row["id"], "ban" if wanted.days else "free", note)),
            update(ACCOUNTS).where(ACCOUNTS.c.id == row["id"]).values(banned=until)))

    async def settle(self, person: Person, id: str) -> None:
        """A report has been looked at."""
        self.check(person)
        settled = update(REPORTS).where(REPORTS.c.id == id, REPORTS.c.state == "open").values(state="done")
        if not ID.fullmatch(id) or not await self.store.do(Set(settled)):
            raise Problem(404, "not-found")
        await self.store.do(Set(insert(AUDIT).values(_step(person, id, "done", ""))))


def _step(person: Person, about: str, what: str, note: str) -> dict[str, Any]:
    return {"id": fresh_id(), "moderator": person.id, "about": about, "what": what, "note": note, "at": time.time()}


def desk(c: Connection, now: float) -> dict[str, Any]:
    by, about = ACCOUNTS.alias("reporter"), ACCOUNTS.alias("reported")
    reports = c.execute(select(REPORTS, by.c.name.label("from"), about.c.name.label("name"))
                        .outerjoin(by, by.c.id == REPORTS.c.by).outerjoin(about, about.c.id == REPORTS.c.about)
                        .where(REPORTS.c.state == "open").order_by(REPORTS.c.created).limit(SHOWN)).mappings()
    banned = c.execute(select(ACCOUNTS.c.name, ACCOUNTS.c.banned).where(ACCOUNTS.c.banned > now)
                       .order_by(ACCOUNTS.c.banned).limit(SHOWN)).mappings()
    steps = c.execute(select(AUDIT.c.what, AUDIT.c.note, AUDIT.c.at, by.c.name.label("by"), about.c.name.label("name"))
                      .outerjoin(by, by.c.id == AUDIT.c.moderator).outerjoin(about, about.c.id == AUDIT.c.about)
                      .order_by(AUDIT.c.at.desc()).limit(SHOWN)).mappings()
    day = now - DAY
    counts = {"accounts": select(func.count()).select_from(ACCOUNTS).where(ACCOUNTS.c.gone.is_(None)),
              "here": select(func.count(func.distinct(SESSIONS.c.account))).where(SESSIONS.c.seen > day),
              "games": select(func.count()).select_from(GAMES).where(GAMES.c.result.is_(None)),
              "played": select(func.count()).select_from(GAMES).where(GAMES.c.changed > day)}
    return {"reports": [{"id": r["id"], "from": r["from"] or "", "name": r["name"] or "", "table": r["game_table"],
                         "text": r["text"], "lines": json.loads(r["lines"]), "created": r["created"]} for r in reports],
            "banned": [{"name": r["name"], "until": r["banned"]} for r in banned],
            "steps": [{k: v or "" if k != "at" else v for k, v in r.items()} for r in steps],
            "counts": {k: c.execute(v).scalar_one() for k, v in counts.items()}}


class Appoint:
    """Somebody is a moderator, or is so no more; False if there is nobody of that name."""

    def __init__(self, name: str, role: str) -> None:
        self.change = update(ACCOUNTS).where(ACCOUNTS.c.fold == names.fold(name)).values(role=role)

    def __call__(self, c: Connection) -> bool:
        return c.execute(self.change).rowcount == 1
