"""Tournaments and ladders: anybody may call one, anybody may enter until it begins.

Their games are tables like those of two people who met, and a result counts in the transaction that ends the game. A
round begins when the last game of the one before is over; of several processes that notice, one begins it.
"""
from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from frente.kernel.catalog import UnknownName, find
from frente.server import work
from frente.server.hall import ID, Hall
from frente.server.people import frames, pairing, waiting
from frente.server.people.accounts import add_new
from frente.server.people.club_schema import ENTRANTS, PAIRINGS, TOURNAMENTS
from frente.server.people.counted import entrants
from frente.server.people.meeting import TERMS, agreed, allowed, between
from frente.server.people.pairing import Game
from frente.server.people.schema import ACCOUNTS
from frente.server.people.sessions import Person
from frente.server.problem import Problem
from frente.server.schema import Stored, Terms
from frente.server.seats import fresh_id

LOG: Final = logging.getLogger("frente.server")
EVERY: Final = 2.0                       # seconds between two looks at rounds that may be over
MOST: Final = 5                          # tournaments of one account that are open or on
PLACES: Final = (2, 64)
SHOWN: Final = 50
OPEN, ON, OVER, GONE = "open", "on", "over", "gone"


class Tournaments:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store

    async def call(self, person: Person, wanted: frames.NewTournament) -> str:
        """A new tournament, which its maker enters."""
        allowed(person)
        try:
            game = find(wanted.game)
            scenario, options = game.scenario(wanted.scenario or None).id, game.settled(wanted.options)
        except UnknownName as e:
            raise Problem(422, "bad-value", {"name": "tournament", "value": wanted.game, "fault": e}) from e
        name, terms = " ".join(wanted.name.split()), agreed(wanted)
        low, high = PLACES
        if wanted.kind not in pairing.KINDS:
            fault = Problem(422, "known", {"known": ", ".join(pairing.KINDS)})
            raise Problem(422, "bad-value", {"name": "kind", "value": wanted.kind, "fault": fault})
        if not 0 < len(name) <= 80 or not name.isprintable():
            raise Problem(422, "bad-name", {"limit": 80})
        if not low <= wanted.places <= high:
            raise Problem(422, "bad-places", {"low": low, "high": high})
        row = {"id": fresh_id(), "maker": person.id, "name": name, "kind": wanted.kind, "game": game.slug,
               "scenario": scenario, "options": json.dumps(options), **vars(terms), "places": wanted.places,
               "rounds": wanted.rounds, "round": 0, "state": ON if wanted.kind == pairing.LADDER else OPEN,
               "created": time.time()}
        if not await self.store.do(Call(row)):
            raise Problem(429, "many-tournaments", {"limit": MOST})
        return str(row["id"])

    async def enter(self, person: Person, id: str) -> None:
        allowed(person)
        await self._found(id)
        if not await self.store.do(Enter(id, person.id)):
            raise Problem(409, "tournament-full")
        await self._next_round(id)

    async def leave(self, person: Person, id: str) -> None:
        """Before it begins; its maker calls it off by leaving."""
        row = await self._found(id)
        if not await self.store.do(Leave(id, person.id, row["maker"] == person.id)):
            raise Problem(409, "tournament-on")

    async def start(self, person: Person, id: str) -> None:
        row = await self._found(id)
        if row["maker"] != person.id:
            raise Problem(403, "owner-only")
        players = [x["account"] for x in await self.store.read(entrants, id)]
        if row["state"] != OPEN or len(players) < PLACES[0]:
            raise Problem(409, "tournament-few")
        await self._begin(row, players, [], 1)

    async def challenge(self, person: Person, id: str, name: str) -> dict[str, Any]:
        """On a ladder: one of those just above."""
        allowed(person)
        row = await self._found(id)
        people = await self.store.read(entrants, id)
        order = [x["account"] for x in people]
        other = next((x["account"] for x in people if x["name"] == name), "")
        if row["kind"] != pairing.LADDER or person.id not in order or not other:
            raise Problem(404, "no-player", {"name": name[:40]})
        if not 0 < order.index(person.id) - order.index(other) <= pairing.REACH:
            raise Problem(409, "ladder-reach", {"reach": pairing.REACH})
        played = await self.store.read(games_of, id)
        if any(g.score is None and {person.id, other} & {g.first, g.second} for g in played):
            raise Problem(409, "ladder-busy")
        first, second = (person.id, other) if len(played) % 2 else (other, person.id)
        new = self._table(row, first, second, {x["account"]: x["name"] for x in people})
        challenged = Round(row, len(played) + 1, [Pairing(first, second, new)])
        if not await self.store.do(challenged):
            raise Problem(409, "ladder-busy")
        return {"table": new.game["id"]}

    # -- rounds

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                for id in await self.store.read(ready):
                    await self._next_round(id)
            except Problem as e:         # the database is away for a while
                LOG.info("tournaments cannot be looked at: %s", e)
            except Exception:
                LOG.exception("a tournament cannot go on")

    async def _next_round(self, id: str) -> None:
        """Begin the next round if it is time."""
        row = await self._found(id)
        players = [x["account"] for x in await self.store.read(entrants, id)]
        played = await self.store.read(games_of, id)
        if row["kind"] == pairing.LADDER:
            return
        if row["state"] == OPEN:
            if len(players) == row["places"]:
                await self._begin(row, players, [], 1)
            return
        here = [g for g in played if g.round == row["round"]]
        if row["state"] != ON or any(g.score is None and g.second for g in here):
            return
        if row["kind"] == pairing.KNOCK and (more := pairing.again(played, row["round"])):
            await self._add(row, more, len(here))
            return
        await self._begin(row, players, played, row["round"] + 1)

    async def _begin(self, row: dict[str, Any], players: list[str], played: list[Game], round: int) -> None:
        if round > pairing.rounds(row["kind"], len(players), row["rounds"]):
            await self.store.do(work.Set(update(TOURNAMENTS).where(
                TOURNAMENTS.c.id == row["id"], TOURNAMENTS.c.state == ON).values(state=OVER)))
            return
        await self._add({**row, "round": round}, pairing.pairs(row["kind"], players, played, round), 0)

    async def _add(self, row: dict[str, Any], pairs: list[pairing.Pair], first: int) -> None:
        people = await self.store.read(entrants, row["id"])
        names = {x["account"]: x["name"] for x in people}
        gone = {x["account"] for x in people if x["gone"]}
        made = []
        for a, b in pairs:
            score = forfeit(a in gone, b in gone) if b else None
            played = b and score is None
            made.append(Pairing(a, b, self._table(row, a, b, names) if played else None, score))
        await self.store.do(Round(row, row["round"], made, first))

    def _table(self, row: dict[str, Any], first: str, second: str, names: dict[str, str]) -> Stored:
        terms = Terms(*[row[x] for x in TERMS])
        return between(row["game"], row["scenario"], json.loads(row["options"]), terms, row["name"],
                       [(first, names.get(first, "")), (second, names.get(second, ""))])

    # -- what is shown

    async def _found(self, id: str) -> dict[str, Any]:
        row = await self.store.read(one, id) if ID.fullmatch(id) else None
        if row is None:
            raise Problem(404, "no-tournament")
        return row

    async def shown(self, person: Person | None, id: str) -> dict[str, Any]:
        row = await self._found(id)
        people = await self.store.read(entrants, id)
        names = {x["account"]: x["name"] for x in people}
        pairs = await self.store.read(pairings, id)
        played = [_game(r) for r in pairs]
        standing = pairing.table(row["kind"], list(names), played)
        return {**summary(row, person), "rounds": pairing.rounds(row["kind"], max(2, len(people)), row["rounds"]),
                "in": person is not None and person.id in names,
                "table": [{"name": names[s.player], "points": s.points, "tie": list(s.tie), "played": s.played}
                          for s in standing],
                "games": [{"round": r["round"], "first": names.get(r["first"], ""),
                           "second": names.get(r["second"], ""), "score": r["score"], "free": not r["second"],
                           "table": r["game_table"]} for r in pairs]}

    async def all(self, person: Person | None) -> list[dict[str, Any]]:
        return [summary(r, person) for r in await self.store.read(listed)]


class Pairing(NamedTuple):
    """A game of a round, unless one is free or has deleted his account: then it is counted at once."""

    first: str
    second: str
    new: Stored | None
    score: float | None = None           # of the first


def forfeit(first: bool, second: bool) -> float | None:
    """The score of the first of two of whom some have gone."""
    return 0.5 + (second - first) / 2 if first or second else None


def summary(row: dict[str, Any], person: Person | None) -> dict[str, Any]:
    return {**{k: row[k] for k in ("id", "name", "kind", "game", "scenario", "places", "round", "state", "by",
                                   "entered", "created", *TERMS)},
            "yours": person is not None and row["maker"] == person.id}


# -- changes


class Call:
    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row

    def __call__(self, c: Connection) -> bool:
        mine = (TOURNAMENTS.c.maker == self.row["maker"]) & TOURNAMENTS.c.state.in_([OPEN, ON])
        if c.execute(select(func.count()).select_from(TOURNAMENTS).where(mine)).scalar_one() >= MOST:
            return False
        c.execute(insert(TOURNAMENTS), self.row)
        return Enter(self.row["id"], self.row["maker"])(c)


class Enter:
    """A place, if there is one; a ladder is entered at its foot."""

    def __init__(self, id: str, account: str) -> None:
        self.id = id
        self.account = account

    def __call__(self, c: Connection) -> bool:
        open = (TOURNAMENTS.c.state == OPEN) | ((TOURNAMENTS.c.state == ON) & (TOURNAMENTS.c.kind == pairing.LADDER))
        row = c.execute(select(TOURNAMENTS.c.places).where(TOURNAMENTS.c.id == self.id, open)
                        .with_for_update()).first()
        last, count = c.execute(select(func.max(ENTRANTS.c.place), func.count()).where(
            ENTRANTS.c.tournament == self.id)).one()
        if row is None or count >= row.places:
            return False
        return add_new(c, ENTRANTS, {"tournament": self.id, "account": self.account, "place": (last or 0) + 1})


class Leave:
    def __init__(self, id: str, account: str, off: bool) -> None:
        self.id = id
        self.account = account
        self.off = off

    def __call__(self, c: Connection) -> bool:
        still = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id == self.id, TOURNAMENTS.c.state == OPEN)
        if c.execute(still.with_for_update()).first() is None:
            return False
        if self.off:
            c.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == self.id).values(state=GONE))
        return c.execute(delete(ENTRANTS).where(ENTRANTS.c.tournament == self.id,
                                                ENTRANTS.c.account == self.account)).rowcount == 1


class Round:
    """The games of a round and their tables, all or nothing; False if somebody else has begun it."""

    def __init__(self, row: dict[str, Any], round: int, made: list[Pairing], first: int = 0) -> None:
        self.row = row
        self.round = round
        self.made = made
        self.first = first

    def __call__(self, c: Connection) -> bool:
        id = self.row["id"]
        here = c.execute(select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id == id).with_for_update()).first()
        had = c.execute(select(func.count()).select_from(PAIRINGS).where(
            PAIRINGS.c.tournament == id, PAIRINGS.c.round == self.round)).scalar_one()
        if here is None or had != self.first:
            return False
        for n, (a, b, new, score) in enumerate(self.made, self.first):
            c.execute(insert(PAIRINGS), {"tournament": id, "round": self.round, "n": n, "first": a, "second": b,
                                         "game_table": new.game["id"] if new else "", "score": score})
            if new is not None:
                work.Create(new)(c)
                for account in (a, b):
                    waiting.note(c, account, waiting.BEGUN, new.game["id"])
        c.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == id).values(round=self.round, state=ON))
        return True


# -- questions


def _named() -> Any:
    entered = select(func.count()).where(ENTRANTS.c.tournament == TOURNAMENTS.c.id).scalar_subquery()
    return select(TOURNAMENTS, ACCOUNTS.c.name.label("by"), entered.label("entered")).join(
        ACCOUNTS, ACCOUNTS.c.id == TOURNAMENTS.c.maker)


def one(c: Connection, id: str) -> dict[str, Any] | None:
    row = c.execute(_named().where(TOURNAMENTS.c.id == id, TOURNAMENTS.c.state != GONE)).mappings().first()
    return None if row is None else dict(row)


def listed(c: Connection) -> list[dict[str, Any]]:
    """Those that can be entered or go on first, then the latest."""
    rows = c.execute(_named().where(TOURNAMENTS.c.state != GONE).order_by(
        TOURNAMENTS.c.state == OVER, TOURNAMENTS.c.created.desc()).limit(SHOWN)).mappings()
    return [dict(r) for r in rows]


def pairings(c: Connection, id: str) -> list[dict[str, Any]]:
    rows = c.execute(select(PAIRINGS).where(PAIRINGS.c.tournament == id).order_by(
        PAIRINGS.c.round, PAIRINGS.c.n)).mappings()
    return [dict(r) for r in rows]


def games_of(c: Connection, id: str) -> list[Game]:
    return [_game(r) for r in pairings(c, id)]


def _game(r: dict[str, Any]) -> Game:
    return Game(r["round"], r["first"], r["second"], r["score"])


def ready(c: Connection) -> list[str]:
    """Tournaments of which no game of the round lasts."""
    lasting = select(PAIRINGS.c.n).where(PAIRINGS.c.tournament == TOURNAMENTS.c.id, PAIRINGS.c.second != "",
                                         PAIRINGS.c.round == TOURNAMENTS.c.round, PAIRINGS.c.score.is_(None)).exists()
    return [str(x) for x in c.execute(select(TOURNAMENTS.c.id).where(
        TOURNAMENTS.c.state == ON, TOURNAMENTS.c.kind != pairing.LADDER, ~lasting)).scalars()]
