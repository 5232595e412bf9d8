"""Setting up tables: new games, imported ones, branches, planning copies and rematches."""
from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from random import Random, SystemRandom
from typing import Any

from frente.ai.aims import read, spoken
from frente.kernel import lesson as lessons
from frente.kernel.catalog import Game, UnknownName, find
from frente.kernel.chance import Opening
from frente.kernel.deployment import as_in_history, historical
from frente.kernel.flow import Position, Side
from frente.kernel.record import Note, RecordError
from frente.kernel.referee import Match
from frente.kernel.views import CannotDraw
from frente.server import copies, frames, intake, revive
from frente.server.hall import Hall
from frente.server.laid import Pack
from frente.server.problem import Problem
from frente.server.schema import InvitationRow, NoteRow
from frente.server.seats import HUMAN, NOBODY, OPEN, Access, Who, fresh_id, fresh_key, hashed, seated, spelled
from frente.server.table import Table
from frente.server.thinkers import WorkFailed


async def new_table(hall: Hall, who: Who, wanted: frames.NewTable, pack: Pack | None = None) -> dict[str, Any]:
    await hall.admit(who.client)
    try:
        game = find(wanted.game)
        seating = seated(game, wanted.seats, who)
        id = fresh_id()
        start = (intake.started(game, wanted.scenario, wanted.options) if pack is None else
                 await asyncio.to_thread(intake.started, game, wanted.scenario, wanted.options, pack))
        dice = (Opening(wanted.seed, chosen=True) if wanted.seed
                else intake.opening(game, id, seating.rows, "", start.mark))
        match = intake.dealt(start, seating.rows, dice)
        if wanted.setup == "historical":
            as_in_history(match, SystemRandom())
    except (UnknownName, RecordError) as e:
        raise Problem(422, "bad-value", {"name": "table", "value": wanted.game, "fault": e}) from e
    name = named(hall, wanted.name or game.title)
    return await _add(hall, intake.set_up(id, match, name, seating, who.client, pack=pack))


async def new_lesson(hall: Hall, who: Who, game: Game[Any]) -> dict[str, Any]:
    """A game against the computer, brought to where its lesson begins."""
    await hall.admit(who.client)
    if not lessons.exists(game):
        raise Problem(404, "not-found")
    course, id = lessons.lesson(game), fresh_id()
    seating = seated(game, {s: HUMAN if s == course.side else f"bot:{course.opponent}" for s in game.sides}, who)
    match = intake.dealt(intake.started(game, course.scenario, {}), seating.rows, Opening(course.seed, chosen=True))
    lessons.begin(match, course)
    return await _add(hall, intake.set_up(id, match, named(hall, game.title), seating, who.client))


async def imported(hall: Hall, client: str, raw: bytes, language: str) -> dict[str, Any]:
    """A record from elsewhere, verified from its first act to its last, or a copy of a position."""
    await hall.admit(client)
    try:
        found = await hall.thinkers.do(client, intake.admitted, raw, language, client, long=True)
    except WorkFailed as e:
        raise Problem(e.status, "import", {"fault": e}) from e
    if isinstance(found, str):
        raise Problem(422, "import", {"fault": found[:400]})
    return await _add(hall, found)


async def saved(table: Table, access: Access) -> tuple[str, str]:
    """Name and text of a file of the game: its record, or a copy if that would tell what the asker may not know."""
    async with table.lock:
        match, game = await table.ready(), table.game
        whole = match.over or len(access.sides) == len(game.sides)
        if not whole or table.row["base"]:
            return _copy(table, access, whole)
        record = match.record()
        record.notes = [Note(x.at, game.sides[x.side], x.text) for x in await table.store.notes(table.id)]
        if not match.over:               # the seed of dice to come stays at the table
            record.dice[-1] = record.dice[-1].public()
    return f"{game.slug}-{table.id}.json", await asyncio.to_thread(record.text)


def _copy(table: Table, access: Access, whole: bool) -> tuple[str, str]:
    match, game = table.match, table.game
    if not access.sides:
        raise Problem(403, "private-record")
    if match.over:
        raise Problem(409, "what-if-record")
    side = min(access.sides)
    p = match.position if whole else _drawn(game, match.position, side)
    return f"{game.slug}-copy-{table.id}.json", copies.written(match, p, "" if whole else game.sides[side])


def _drawn(game: Game[Any], p: Position, side: Side) -> Position:
    """A position that *side* could not tell from *p*, of which nothing hidden is in it."""
    try:
        drawn: Position = game.determinize(p, side, Random(secrets.token_hex(16)))
    except CannotDraw as e:
        raise Problem(409, "no-copy", {"fault": e}) from e
    return drawn


async def branch(hall: Hall, who: Who, table: Table, access: Access, wanted: frames.Branch) -> dict[str, Any]:
    """Play on from an earlier point: in truth if nothing is hidden from the asker any more, else as his side saw it."""
    client = who.client
    await hall.admit(client)
    async with table.lock:
        match = await table.ready()
        if wanted.at > len(match.log):
            raise Problem(422, "at-range", {"last": len(match.log)})
        if not access.sides and not match.over:
            raise Problem(403, "bad-key")
        whole = match.over or len(access.sides) == len(table.game.sides)
        seats = wanted.seats or _own_seats(table, access)
        seating = seated(table.game, seats, who)
        name = table.row["name"]
        stored = await table.stored() if whole and not table.row["base"] else None
        if stored is None:
            p = await position(table, wanted.at)
            if not whole:
                side = table.side(access, wanted.side) if wanted.side else min(access.sides)
                p = _drawn(table.game, p, side)
            start = intake.Start(match.game, match.scenario, match.options, p, pack=table.pack)
            return await _add(hall, intake.begun(start, name, seating, client, f"branch {table.id}@{wanted.at}"))
    try:                                 # the game is replayed from its first act
        return await _add(hall, await hall.thinkers.do(client, intake.branched, stored, wanted.at, seats, client,
                                                       long=True))
    except WorkFailed as e:
        raise Problem(503, "busy") from e


async def plan(hall: Hall, client: str, table: Table, access: Access, side: str) -> dict[str, Any]:
    """A private copy to try things out, drawn from what the side may know."""
    seat = table.side(access, side)
    await hall.admit(client, plan=True)
    async with table.lock:
        match = await table.ready()
        if match.over:
            raise Problem(409, "not-while-over")
        p = _drawn(table.game, match.position, seat)
        start = intake.Start(match.game, match.scenario, match.options, p, pack=table.pack)
    seating = seated(table.game, dict.fromkeys(table.game.sides, HUMAN))
    found = await _add(hall, intake.begun(start, table.row["name"], seating, client, f"plan {table.id}", plan=True))
    return {"plan": found["table"], "key": found["owner"], **found}


async def order(table: Table, access: Access, wanted: frames.Standing | frames.PutStanding) -> None:
    """A standing order of one's own seat."""
    side = table.side(access, wanted.side)
    try:
        await table.order(side, wanted.question, wanted.answer, wanted.unless)
    except UnknownName as e:
        raise Problem(422, "bad-value", {"name": "standing", "value": wanted.question, "fault": e}) from e


async def notes(table: Table, access: Access, language: str) -> list[dict[str, Any]]:
    """Notes that the asker may read: those of his own sides, and all when the game is over."""
    async with table.lock:
        over = (await table.ready()).over
    return [{"at": x.at, "side": table.game.sides[x.side], "text": spoken(x.text, table.game, language)}
            for x in await table.store.notes(table.id) if over or x.side in access.sides]


async def plans(table: Table, since: int, until: int, viewer: Side | None) -> list[str]:
    """Names of the plans by which computer players of other sides acted between two positions, the last of each."""
    found: dict[Side, str] = {}
    for x in await table.store.notes(table.id):
        meant = read(x.text) if since <= x.at < until and x.side != viewer else None
        if meant is not None and meant.plan:
            found[x.side] = meant.plan
    return list(found.values())


async def note(table: Table, access: Access, wanted: frames.PutNote) -> None:
    """A line beside the position after so many acts; without a text it is taken away."""
    side, text = table.side(access, wanted.side), wanted.text.strip()
    if not text.isprintable():
        raise Problem(422, "bad-note")
    async with table.lock:
        last = len((await table.ready()).log)
        if wanted.at > last:
            raise Problem(422, "at-range", {"last": last})
        await table.store.write(table.id, NoteRow(wanted.at, side, text))


async def dice(table: Table, access: Access, name: str, seal: str = "", number: str = "") -> None:
    """A seat's part in the dice: its number sealed, or shown; with neither, it waits no longer for those of others."""
    side = table.side(access, name)
    if seal:
        await table.seal(side, seal)
    elif number:
        await table.show(side, number)
    else:
        await table.roll_on(access)


async def rematch(hall: Hall, who: Who, table: Table, key: str) -> dict[str, Any]:
    """The same players with sides swapped. Their keys open their new seats, so both find it."""
    if not table.access(key, who).sides:
        raise Problem(403, "bad-key")
    async with table.lock:
        match = await table.ready()
        if not match.over:
            raise Problem(409, "not-over")
        if table.row["rematch"] is None:
            await hall.admit(who.client)
            await _meet_again(hall, who.client, table, match)
    new = await hall.table(table.row["rematch"])
    table.announce()
    opened = new.access(key, who)
    return {"table": new.id, "keys": {table.game.sides[s]: key for s in opened.sides}, "invitations": {},
            "owner": key if opened.owner else "", "commitment": new.match.commitment}


async def _meet_again(hall: Hall, client: str, table: Table, match: Match) -> None:
    last = len(table.game.sides) - 1
    rows = [replace(s, side=last - s.side) for s in table.seats]
    start, id = intake.started(match.game, match.scenario, match.options, table.pack), fresh_id()
    new = intake.dealt(start, rows, intake.opening(match.game, id, rows, f"rematch {table.id}", start.mark))
    if historical(match):
        as_in_history(new, SystemRandom())
    stored = revive.stored_from(new, id, table.row["name"], table.row["owner"], rows)
    stored.client = client
    stored.pack = table.pack
    if not await hall.store.rematch(table.id, stored):       # another server was faster
        now = await hall.store.load(table.id)
        if now is None:
            raise Problem(404, "no-table")
        table.row["rematch"] = now.game["rematch"]
    else:
        table.row["rematch"] = stored.game["id"]


async def position(table: Table, n: int) -> Position:
    """The true position after *n* acts. Hold the lock."""
    if n > len(table.match.log):
        raise Problem(422, "at-range", {"last": len(table.match.log)})
    return await table.position(n)


def named(hall: Hall, name: str) -> str:
    limit = hall.settings.limits.name
    name = name.strip()
    if not 0 < len(name) <= limit or not name.isprintable():
        raise Problem(422, "bad-name", {"limit": limit})
    return name


def _own_seats(table: Table, access: Access) -> dict[str, str]:
    """For a player computer opponents stay, and all other seats are his; whoever only watched takes them all."""
    return {table.game.sides[s.side]: spelled(s) if s.kind == "bot" and access.sides else HUMAN for s in table.seats}


async def _add(hall: Hall, new: intake.Admitted) -> dict[str, Any]:
    table = await hall.add(new.stored)
    return {"table": table.id, "keys": new.keys, "invitations": new.invitations, "owner": new.owner,
            "commitment": table.match.commitment}


# -- keys


async def invite(table: Table, access: Access, side: str) -> dict[str, Any]:
    """A link that gives a seat to whoever opens it first.

    A seat nobody has taken is given away by whoever set up the table. Whoever sits there takes it elsewhere, with all
    that his key opens; nobody else may have it, or whoever set up the table could look into the other hand.
    """
    if side not in table.game.sides:
        raise Problem(422, "no-such-side", {"side": side[:40]})
    seat = table.seat(table.game.side(side))
    token = fresh_key()
    if seat.side in access.sides:
        new = InvitationRow(hashed(token), -1, access.key)
    elif seat.kind == OPEN and not seat.key and access.owner:
        new = InvitationRow(hashed(token), seat.side, "")
    else:
        raise Problem(403, "not-yours-to-give", {"side": side})
    await table.store.invite(table.id, new)
    return {"table": table.id, "side": side, "invitation": token}


async def join(table: Table, token: str, who: Who = NOBODY) -> dict[str, Any]:
    """The key of a seat in exchange for an invitation, which is worth nothing afterwards."""
    key = fresh_key()
    async with table.lock:
        used = await table.store.invitation(table.id, hashed(token))
        if used is None or not await table.store.join(table.id, used, hashed(key), who):
            raise Problem(403, "bad-invitation")
        table.rekey(used.key, hashed(key), used.side, who)
    return {"table": table.id, "key": key, "sides": [table.game.sides[s] for s in table.access(key).sides]}


async def renew(table: Table, access: Access) -> dict[str, Any]:
    """A new key for all that this one opens; it is worth nothing any more."""
    key = fresh_key()
    async with table.lock:
        if not access.key or not await table.store.rekey(table.id, access.key, hashed(key)):
            raise Problem(403, "bad-key")
        table.rekey(access.key, hashed(key))
    return {"table": table.id, "key": key}
