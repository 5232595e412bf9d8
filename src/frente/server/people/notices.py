"""What waits for somebody, and how he is told: in the page, by push, by letter.

A notice that it is somebody's move is written and removed in the transaction that changes the game. One of the
processes claims what has waited for a while, and tells each person once, of all of it. What is told names the game and
nothing that happens in it.
"""
from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from frente.server import common
from frente.server.clocks import DAY
from frente.server.hall import Hall
from frente.server.limits import Buckets
from frente.server.people import webpush
from frente.server.people.club_schema import HABITS, NOTICES, PUSHES
from frente.server.people.mail import Post
from frente.server.people.schema import ACCOUNTS, CHALLENGES
from frente.server.people.sessions import Person
from frente.server.people.waiting import BEGUN, MOVE, make
from frente.server.problem import Problem, texts
from frente.server.schema import CLOCKS, GAMES, SEATS, TERMS
from frente.server.seats import hashed
from frente.server.settings import Settings
from frente.server.work import Set

LOG: Final = logging.getLogger("frente.server")
EVERY: Final = 10.0                      # seconds between two rounds
LETTERS: Final = (1 / 900, 2)            # to one person
BROWSERS: Final = 10                     # of one account
VACATION: Final = 30                     # days in a year
HABIT: Final = {"mail": True, "push": True, "away": 0.0, "year": 0, "days": 0}


class Notices:
    def __init__(self, settings: Settings, hall: Hall, post: Post, key: str) -> None:
        self.settings = settings
        self.hall = hall
        self.store = hall.store
        self.post = post
        self.key = key
        self.letters = Buckets(*LETTERS)
        self.contact = f"mailto:{post.sender}" if post.works else (post.site or "https://example.org")

    @staticmethod
    async def begin(settings: Settings, hall: Hall, post: Post) -> Notices:
        return Notices(settings, hall, post, await common.kept(hall.store, "vapid", webpush.fresh_key()))

    # -- telling

    async def run(self) -> None:
        every = min(EVERY, self.settings.push_after / 2 or 0.1, self.settings.mail_after / 2 or 0.1)
        while True:
            await asyncio.sleep(every)
            try:
                await self.round(time.time())
            except Problem as e:         # the database is away for a while
                LOG.warning("nobody can be told anything: %s", e)
            except Exception:
                LOG.exception("nobody can be told anything")

    async def round(self, now: float) -> None:
        claimed = await self._claimed(NOTICES.c.pushed, now - self.settings.push_after, now)
        for account, count in claimed.items():
            await self._push(account, count)
        if self.post.works:
            claimed = await self._claimed(NOTICES.c.mailed, now - self.settings.mail_after, now)
            for account in claimed:
                await self._mail(account)

    async def _claimed(self, sent: Any, before: float, now: float) -> dict[str, int]:
        """Whom to tell of how much: each notice is claimed by one process."""
        claim = Claim(sent, before, now)
        await self.store.do(claim)
        return claim.found

    async def _push(self, account: str, count: int) -> None:
        habit, browsers, language, _ = await self.store.read(reached, account)
        if not habit["push"]:
            return
        text = json.dumps({"title": "Frente", "body": texts(language).say("notice.push", {"n": count}),
                           "url": "/#/notices"})
        for row in browsers:
            try:
                status = await asyncio.to_thread(webpush.send, row["endpoint"], row["public"], row["auth"], text,
                                                 self.key, self.contact, self.settings.push_anywhere)
            except (OSError, ValueError, webpush.NoSuchPlace) as e:
                LOG.warning("a push service cannot be reached: %s", type(e).__name__)
                continue
            if status in webpush.GONE:
                await self.store.do(Set(delete(PUSHES).where(PUSHES.c.hash == row["hash"])))

    async def _mail(self, account: str) -> None:
        habit, _, language, person = await self.store.read(reached, account)
        if not person["mail"] or not habit["mail"] or self.letters.take(account):
            return
        rows = await self.store.read(waiting, account)
        words = texts(language)
        named = [(r, f"{r['name']}, {r['with']}" if r["with"] else r["name"]) for r in rows]
        lines = "\n".join(f"– {words.say('notice.' + r['kind'], {'name': name})}\n  {self.post.site}/{r['link']}"
                          for r, name in named)
        if not lines:
            return
        token = self.token(account)
        await self.post.send(person["mail"], language, "digest", f"{self.post.site}/api/quiet/{token}",
                             name=person["name"], lines=lines, quiet=f"{self.post.site}/#/quiet/{token}")

    # -- what a person wants

    def token(self, account: str) -> str:
        """What a letter holds by which its reader can have no more of them; it opens nothing else."""
        return f"{account}.{hmac.new(self.hall.secret, b'quiet ' + account.encode(), 'sha256').hexdigest()[:32]}"

    async def quiet(self, token: str) -> None:
        account = token.partition(".")[0]
        if not hmac.compare_digest(token.encode(), self.token(account).encode()):
            raise Problem(404, "not-found")
        await self.wish(account, mail=False, push=False)

    async def wish(self, account: str, **values: Any) -> None:
        await self.store.do(Habit(account, values))

    async def shown(self, person: Person) -> dict[str, Any]:
        habit, browsers, _, _ = await self.store.read(reached, person.id)
        now = time.time()
        used = habit["days"] if habit["year"] == time.gmtime(now).tm_year else 0
        return {"notices": await self.store.read(waiting, person.id), "key": webpush.public(self.key),
                "mail": bool(habit["mail"]), "push": bool(habit["push"]), "browsers": len(browsers),
                "letters": self.post.works, "away": habit["away"] if habit["away"] > now else 0,
                "vacation": VACATION - used}

    async def subscribe(self, person: Person, endpoint: str, public: str, auth: str) -> None:
        try:
            await asyncio.to_thread(webpush.place, endpoint, self.settings.push_anywhere)
            webpush.encrypted(b"", public, auth)
        except (webpush.NoSuchPlace, ValueError):
            raise Problem(422, "push-wrong") from None
        row = {"hash": hashed(endpoint), "account": person.id, "endpoint": endpoint, "public": public, "auth": auth,
               "created": time.time()}
        await self.store.do(Subscribe(row))
        await self.wish(person.id, push=True)

    async def unsubscribe(self, person: Person, endpoint: str) -> None:
        await self.store.do(Set(delete(PUSHES).where(PUSHES.c.account == person.id,
                                                     PUSHES.c.hash == hashed(endpoint))))

    async def clear(self, person: Person) -> None:
        """What has been read; a move that waits goes on waiting."""
        await self.store.do(Set(delete(NOTICES).where(NOTICES.c.account == person.id, NOTICES.c.kind != MOVE)))

    async def vacation(self, person: Person, days: int) -> None:
        """Clocks over days stand still for so many days from now."""
        away = Away(person.id, days, time.time())
        if not await self.store.do(away):
            raise Problem(409, "no-vacation", {"limit": VACATION})
        for id in away.tables:
            self.store.tell("reread", id)
            table = self.hall.opened(id)
            if table is not None:
                await table.refresh(whole=True)


# -- changes


class Claim:
    """Notices that have waited so long are told by whoever claims them: all of a person's at once."""

    def __init__(self, sent: Any, before: float, now: float) -> None:
        self.sent = sent
        self.before = before
        self.now = now
        self.found: dict[str, int] = {}

    def __call__(self, c: Connection) -> bool:
        self.found = {}
        due = select(NOTICES.c.account).where(self.sent == 0, NOTICES.c.at <= self.before)
        rows = c.execute(update(NOTICES).where(self.sent == 0, NOTICES.c.account.in_(due))
                         .values({self.sent: self.now}).returning(NOTICES.c.account))
        for account in rows.scalars():
            self.found[account] = self.found.get(account, 0) + 1
        return True


class Habit:
    def __init__(self, account: str, values: dict[str, Any]) -> None:
        self.account = account
        self.values = values

    def __call__(self, c: Connection) -> bool:
        c.execute(make(c)(HABITS).values(account=self.account, **{**HABIT, **self.values})
                  .on_conflict_do_update(index_elements=["account"], set_=self.values))
        return True


class Subscribe:
    """A browser that wants to be told; the oldest of too many goes."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row

    def __call__(self, c: Connection) -> bool:
        mine = PUSHES.c.account == self.row["account"]
        c.execute(delete(PUSHES).where(PUSHES.c.hash == self.row["hash"]))
        had = c.execute(select(PUSHES.c.hash).where(mine).order_by(PUSHES.c.created.desc())).scalars().all()
        c.execute(delete(PUSHES).where(PUSHES.c.hash.in_(had[BROWSERS - 1:])))
        c.execute(insert(PUSHES), self.row)
        return True


class Away:
    """Days off: what runs over days runs so much longer. False if no so many are left this year."""

    def __init__(self, account: str, days: int, now: float) -> None:
        self.account = account
        self.days = days
        self.now = now
        self.tables: list[str] = []

    def __call__(self, c: Connection) -> bool:
        row = c.execute(select(HABITS).where(HABITS.c.account == self.account)).mappings().first()
        habit = dict(row) if row is not None else HABIT
        year = time.gmtime(self.now).tm_year
        used = habit["days"] if habit["year"] == year else 0
        if not 1 <= self.days <= VACATION - used:
            return False
        more = self.days * DAY
        Habit(self.account, {"away": max(self.now, float(habit["away"])) + more, "year": year,
                             "days": used + self.days})(c)
        mine = select(SEATS.c.game_table, SEATS.c.side).join(TERMS, TERMS.c.game_table == SEATS.c.game_table).where(
            SEATS.c.account == self.account, TERMS.c.pace == "days")
        for table, side in c.execute(mine).all():
            here = (CLOCKS.c.game_table == table) & (CLOCKS.c.side == side)
            c.execute(update(CLOCKS).where(here, CLOCKS.c.due.is_not(None))
                      .values(due=CLOCKS.c.due + more, since=CLOCKS.c.since + more))
            self.tables.append(table)
        return True


# -- questions


def reached(c: Connection, account: str) -> tuple[dict[str, Any], list[dict[str, Any]], str, dict[str, Any]]:
    """What somebody wants, his browsers, his language, and who he is."""
    habit = c.execute(select(HABITS).where(HABITS.c.account == account)).mappings().first()
    browsers = c.execute(select(PUSHES).where(PUSHES.c.account == account)).mappings()
    person = c.execute(select(ACCOUNTS.c.name, ACCOUNTS.c.mail, ACCOUNTS.c.language).where(
        ACCOUNTS.c.id == account)).mappings().first()
    who = {"name": "", "mail": None, "language": "en"} if person is None else dict(person)
    return dict(habit) if habit else dict(HABIT), [dict(r) for r in browsers], who["language"] or "en", who


def waiting(c: Connection, account: str) -> list[dict[str, Any]]:
    """What waits for somebody, the oldest first: where it leads, what that is called, and who else is there."""
    rows = c.execute(select(NOTICES.c.kind, NOTICES.c.about, NOTICES.c.at, GAMES.c.name, GAMES.c.game,
                            CHALLENGES.c.game, ACCOUNTS.c.name)
                     .outerjoin(GAMES, GAMES.c.id == NOTICES.c.about)
                     .outerjoin(CHALLENGES, (CHALLENGES.c.id == NOTICES.c.about) & (CHALLENGES.c.state == "open")
                                & (CHALLENGES.c.expires > time.time()))
                     .outerjoin(ACCOUNTS, ACCOUNTS.c.id == CHALLENGES.c.maker)
                     .where(NOTICES.c.account == account).order_by(NOTICES.c.at)).all()
    others: dict[str, list[str]] = {}
    for table, name in c.execute(select(SEATS.c.game_table, SEATS.c.name).where(
            SEATS.c.game_table.in_([r[1] for r in rows]), SEATS.c.account != account).order_by(SEATS.c.side)):
        others.setdefault(table, []).append(name)
    found = []
    moves = {about for kind, about, *_ in rows if kind == MOVE}
    for kind, about, at, name, game, offered, by in rows:
        if kind == BEGUN and about in moves:         # one is enough
            continue
        if name is not None:
            found.append({"kind": kind, "about": about, "at": at, "name": name, "game": game,
                          "with": ", ".join(filter(None, others.get(about, []))), "link": f"#/t/{about}"})
        elif offered is not None:
            found.append({"kind": kind, "about": about, "at": at, "name": offered, "game": offered, "with": by or "",
                          "link": f"#/meet/{about}"})
    return found
