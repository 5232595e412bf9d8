"""Where people find one another: games are offered, accepted, watched; and who somebody is."""
from __future__ import annotations

import json
import secrets
import time
from random import SystemRandom
from typing import Any, Final

from frente.kernel.catalog import UnknownName, find
from frente.kernel.deployment import as_in_history
from frente.server import intake, revive
from frente.server.hall import ID, Hall, summary
from frente.server.people import accounts, challenges, frames, names, ratings, talk
from frente.server.people.challenges import Wanted
from frente.server.people.sessions import Person
from frente.server.problem import Problem
from frente.server.schema import SeatRow, Stored, Terms
from frente.server.seats import OPEN, fresh_id, fresh_key, hashed
from frente.server.settings import DAY
from frente.server.table import Table

MOST: Final = 20                         # on offer by one account
PACES: Final = {"none": (0, 0, 0, 0), "live": (60, 6 * 3600, 0, 600), "days": (0, 60 * 24 * 3600, 3600, 30 * 24 * 3600)}
TERMS: Final = ("watch", "rated", "pace", "bank", "step", "late")
LATE: Final = ("loss", "draw")
LASTS: Final = {"none": 14 * DAY, "live": 0.5 * 3600, "days": 14 * DAY}
RECENT: Final = DAY


class Meeting:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store

    async def offer(self, person: Person, wanted: frames.NewChallenge) -> str:
        """The id of a new offer, to anybody or to one person."""
        allowed(person)
        try:
            game = find(wanted.game)
            scenario, options = game.scenario(wanted.scenario or None).id, game.settled(wanted.options)
            side = game.side(wanted.side) if wanted.side else -1
        except UnknownName as e:
            raise Problem(422, "bad-value", {"name": "challenge", "value": wanted.game, "fault": e}) from e
        terms = agreed(wanted)
        target = ""
        if wanted.to:
            row = await self.store.read(accounts.by_fold, names.fold(wanted.to))
            if row is None or row["id"] == person.id:
                raise Problem(404, "no-player", {"name": wanted.to[:40]})
            target = str(row["id"])
            if await self.store.read(talk.apart, person.id, target):
                raise Problem(403, "kept-apart", {"name": row["name"]})
        now = time.time()
        new = {"id": fresh_id(), "maker": person.id, "target": target, "game": game.slug, "scenario": scenario,
               "options": json.dumps(options), "side": side, "low": wanted.low, "high": wanted.high, **vars(terms),
               "state": challenges.OPEN, "taker": "", "game_table": "", "created": now,
               "expires": now + LASTS[terms.pace]}
        if not await self.store.do(challenges.Offer(new, MOST)):
            raise Problem(429, "many-offers", {"limit": MOST})
        return str(new["id"])

    async def accept(self, person: Person, id: str) -> dict[str, Any]:
        """Sit down opposite whoever made the offer."""
        allowed(person)
        now = time.time()
        row = await self._found(person, id, now)
        if row["state"] != challenges.OPEN:
            raise Problem(409, "offer-gone")
        if row["maker"] == person.id:
            raise Problem(409, "offer-own")
        if await self.store.read(talk.apart, person.id, row["maker"]):
            raise Problem(403, "kept-apart", {"name": row["by"]})
        if not await self.store.read(ratings.fits, person.id, row["game"], row["low"], row["high"]):
            raise Problem(403, "offer-range", {"low": row["low"], "high": row["high"]})
        game = find(row["game"])
        side = row["side"] if row["side"] >= 0 else secrets.randbelow(len(game.sides))
        people = [(row["maker"], row["by"]) if s == side else (person.id, person.name) for s in range(len(game.sides))]
        try:
            stored = between(row["game"], row["scenario"], json.loads(row["options"]), Terms(*[row[x] for x in TERMS]),
                             game.title, people)
        except UnknownName as e:         # offered before a release that has no such scenario
            raise Problem(409, "offer-gone") from e
        if not await self.store.do(challenges.Accept(id, person.id, stored, now)):
            raise Problem(409, "offer-gone")
        return {"table": stored.game["id"],
                "sides": [game.sides[r.side] for r in stored.seats if r.account == person.id]}

    async def again(self, person: Person, table: Table) -> dict[str, Any]:
        """A rematch on the same terms with sides swapped is an offer: clocks and ratings are nothing that one player
        can set going for both. If the other has offered it already, it begins."""
        mine = next((s for s in table.seats if s.account == person.id), None)
        other = next((s for s in table.seats if s.account not in ("", person.id)), None)
        if mine is None or other is None or table.terms is None:
            raise Problem(403, "bad-key")
        async with table.lock:
            match = await table.ready()
        if not match.over:
            raise Problem(409, "not-over")
        wanted_now = Wanted(table.game.slug, table.terms.pace)
        offers = await self.store.read(challenges.on_offer, person.id, wanted_now, time.time())
        for row in offers:
            asked = (row["maker"], row["target"], row["scenario"], row["side"])
            if asked == (other.account, person.id, match.scenario, mine.side):
                return await self.accept(person, row["id"])
        wanted = frames.NewChallenge(table.game.slug, match.scenario, dict(match.options),
                                     table.game.sides[other.side], other.name, **vars(table.terms))
        return {"challenge": await self.offer(person, wanted)}

    async def withdraw(self, person: Person, id: str) -> None:
        if not ID.fullmatch(id) or not await self.store.do(challenges.Withdraw(id, person.id)):
            raise Problem(404, "offer-gone")

    async def one(self, person: Person | None, id: str) -> dict[str, Any]:
        return shown(await self._found(person, id, time.time()), person)

    async def _found(self, person: Person | None, id: str, now: float) -> dict[str, Any]:
        row = await self.store.read(challenges.one, id, now) if ID.fullmatch(id) else None
        concerned = row and (not row["target"] or (person and person.id in (row["target"], row["maker"])))
        if row is None or not concerned:
            raise Problem(404, "offer-gone")
        return row

    async def room(self, person: Person | None, game: str = "", pace: str = "", scenario: str = "", side: str = "",
                   fits: bool = False) -> dict[str, Any]:
        """What is on offer, what may be watched, and where somebody has taken up an offer of one's own. What there is
        not is not looked for."""
        account = person.id if person else ""
        now = time.time()
        game, pace = (game if known(game) else ""), (pace if pace in PACES else "")
        sides, scenarios = (find(game).sides, [x.id for x in find(game).scenarios]) if game else ((), [])
        wanted = Wanted(game, pace, scenario if scenario in scenarios else "",
                        sides.index(side) if side in sides else -1, fits and person is not None)
        offers = await self.store.read(challenges.on_offer, account, wanted, now)
        begun = await self.store.read(challenges.begun, account, now - RECENT) if account else []
        watch = await self.store.read(challenges.to_watch, game)
        return {"offers": [shown(r, person) for r in offers], "begun": begun, "watch": [table_shown(r) for r in watch]}

    async def player(self, person: Person | None, name: str, after: int) -> dict[str, Any]:
        """Who somebody is; whoever hides his games shows them to himself only."""
        row = await self.store.read(accounts.by_fold, names.fold(name)) if len(name) <= 80 else None
        if row is None:
            raise Problem(404, "no-player", {"name": name[:40]})
        me = person is not None and person.id == row["id"]
        found = {"name": row["name"], "since": row["created"], "hidden": bool(row["hidden"]), "you": me, "games": [],
                 "more": False, "ratings": []}
        if me or not row["hidden"]:
            games = await self.store.read(challenges.played, row["id"], after)
            found |= {"games": [table_shown(r) for r in games[:challenges.SHOWN]],
                      "more": len(games) > challenges.SHOWN,
                      "ratings": await self.store.read(ratings.all_of, row["id"])}
        return found


def between(slug: str, scenario: str, options: dict[str, Any], terms: Terms, name: str,
            people: list[tuple[str, str]]) -> Stored:
    """A new table for accounts and their names, one for each side. Accounts open its seats; nobody has the keys."""
    game = find(slug)
    keys: dict[str, str] = {}
    rows = [SeatRow(s, OPEN, called, keys.setdefault(account, hashed(fresh_key())), account)
            for s, (account, called) in enumerate(people)]
    start, table = intake.started(game, scenario, options), fresh_id()
    match = intake.dealt(start, rows, intake.opening(game, table, rows, "", start.mark))
    as_in_history(match, SystemRandom())
    stored = revive.stored_from(match, table, name, hashed(fresh_key()), rows)
    stored.terms = terms
    stored.clocks = revive.clocks_of(match, terms)
    stored.asked = sorted({s.account for s in rows if s.side in match.choices()})
    return stored


def allowed(person: Person) -> None:
    if person.banned > time.time():
        raise Problem(403, "banned", {"date": time.strftime("%Y-%m-%d", time.gmtime(person.banned))})


def agreed(wanted: frames.NewChallenge | frames.NewTournament) -> Terms:
    if wanted.pace not in PACES or wanted.late not in LATE:
        fault = Problem(422, "known", {"known": ", ".join((*PACES, *LATE))})
        given = f"{wanted.pace}, {wanted.late}"
        raise Problem(422, "bad-value", {"name": "pace, late", "value": given, "fault": fault})
    low, high, least, most = PACES[wanted.pace]
    if not (low <= wanted.bank <= high and least <= wanted.step <= most):
        raise Problem(422, "bad-clock", {"low": low, "high": high, "least": least, "most": most})
    return Terms(wanted.watch, wanted.rated, wanted.pace, wanted.bank, wanted.step, wanted.late)


def known(game: str) -> bool:
    try:
        find(game)
    except UnknownName:
        return False
    return True


def shown(row: dict[str, Any], person: Person | None) -> dict[str, Any]:
    sides = find(row["game"]).sides
    return {"id": row["id"], "by": row["by"], "to": row["to"] or "", "game": row["game"], "scenario": row["scenario"],
            "options": json.loads(row["options"]), "side": sides[row["side"]] if row["side"] >= 0 else "",
            **{x: row[x] for x in ("low", "high", *TERMS, "created", "expires", "state")},
            "yours": person is not None and row["maker"] == person.id,
            "for-you": person is not None and row["target"] == person.id}


def table_shown(row: dict[str, Any]) -> dict[str, Any]:
    sides = find(row["game"]).sides
    return {**summary(row), "seats": {sides[s]: name for s, name, _ in row["people"]}}
