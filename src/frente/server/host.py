"""Setting up tables: new games, imported ones, branches, planning copies and rematches."""
from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from frente.catalog import Game, OptionValues, UnknownName, find
from frente.chance import Dice
from frente.flow import Position
from frente.record import Record, RecordError, Rollback, parse
from frente.referee import Match
from frente.server import copies, frames, revive, worker
from frente.server.hall import Hall
from frente.server.problem import Problem
from frente.server.schema import SeatRow
from frente.server.seats import HUMAN, Access, Seating, fresh_id, hashed, seated, spelled
from frente.server.table import Table
from frente.server.thinkers import WorkFailed
from frente.texts import Told


async def new_table(hall: Hall, wanted: frames.NewTable) -> dict[str, Any]:
    try:
        game = find(wanted.game)
        seating = seated(game, wanted.seats)
        seats = {game.sides[r.side]: spelled(r) for r in seating.rows}
        match = Match.new(game.slug, wanted.scenario, wanted.options, seats, wanted.seed or None,
                          [wanted.nonce] if wanted.nonce else [])
    except (UnknownName, RecordError) as e:
        raise Problem(422, "bad-value", {"name": "table", "value": wanted.game, "fault": e}) from e
    return await _set_up(hall, match, named(hall, wanted.name or game.title), seating, seeded=bool(wanted.seed))


async def imported(hall: Hall, raw: bytes, language: str) -> dict[str, Any]:
    """A record from elsewhere, verified from its first act to its last, or a copy of a position."""
    try:
        copy = copies.read(raw)
        record = parse(raw) if copy is None else None
        if record is not None and record.pack:
            raise Problem(422, "import-pack", {"pack": record.pack[:80]})
        fault = await hall.thinkers.do(worker.verified, raw, language)
        if fault:
            raise Problem(422, "import", {"fault": fault[:400]})
        if copy is not None:
            game = find(copy.game)
            start = Start(game, game.scenario(copy.scenario).id, game.settled(copy.options), copy.start())
            return await _what_if(hall, start, game.title, _kept_seats(game, copy.seats))
        assert record is not None
        match = Match.resume(record)
    except (Told, WorkFailed, copies.Unsound) as e:
        raise Problem(422, "import", {"fault": e}) from e
    return await _set_up(hall, match, match.game.title, _kept_seats(match.game, record.seats), seeded=True)


def _kept_seats(game: Game, seats: Mapping[str, str]) -> Seating:
    """Computer players keep their seats, all others are for whoever opens the file."""
    bots = {s: v for s, v in seats.items() if v.startswith("bot:")}
    try:
        return seated(game, {s: bots.get(s, HUMAN) for s in game.sides})
    except Problem:                      # a computer player we do not have
        return seated(game, dict.fromkeys(game.sides, HUMAN))


def saved(table: Table, access: Access) -> tuple[str, str]:
    """Name and text of a file of the game: its record, or a copy if that would tell what the asker may not know.

    Hold the lock.
    """
    match, game = table.match, table.game
    whole = match.over or len(access.sides) == len(game.sides)
    if whole and not table.row["base"]:
        return f"{game.slug}-{table.id}.json", match.record().text()
    if not access.sides:
        raise Problem(403, "private-record")
    if match.over:
        raise Problem(409, "what-if-record")
    side = min(access.sides)
    p = match.position if whole else game.determinize(match.position, side, Random(secrets.token_hex(16)))
    return f"{game.slug}-copy-{table.id}.json", copies.written(match, p, "" if whole else game.sides[side])


async def branch(hall: Hall, table: Table, key: str, wanted: frames.Branch) -> dict[str, Any]:
    """Play on from an earlier point: in truth if nothing is hidden from the asker any more, else as his side saw it."""
    access = table.access(key)
    async with table.lock:
        match = await table.ready()
        if wanted.at > len(match.log):
            raise Problem(422, "at-range", {"last": len(match.log)})
        if not access.sides and not match.over:
            raise Problem(403, "bad-key")
        whole = match.over or len(access.sides) == len(table.game.sides)
        seats = wanted.seats or _own_seats(table, access)
        seating = seated(table.game, seats)
        name = table.row["name"]
        if whole and not table.row["base"]:
            new = Match.resume(_rolled_back(match, wanted.at))
            return await _set_up(hall, new, name, seating)
        p = await position(table, wanted.at)
        if not whole:
            side = table.side(access, wanted.side) if wanted.side else min(access.sides)
            p = table.game.determinize(p, side, Random(secrets.token_hex(16)))
        start = Start(match.game, match.scenario, match.options, p)
    return await _what_if(hall, start, name, seating)


async def plan(hall: Hall, table: Table, key: str, side: str) -> dict[str, Any]:
    """A private copy to try things out, drawn from what the side may know."""
    access = _player(table, key)
    seat = table.side(access, side)
    async with table.lock:
        match = await table.ready()
        if match.over:
            raise Problem(409, "not-while-over")
        p = table.game.determinize(match.position, seat, Random(secrets.token_hex(16)))
        start = Start(match.game, match.scenario, match.options, p)
    seating = seated(table.game, dict.fromkeys(table.game.sides, HUMAN))
    found = await _what_if(hall, start, table.row["name"], seating, plan=True)
    return {"plan": found["table"], "key": found["owner"], **found}


async def order(table: Table, access: Access, wanted: frames.Standing | frames.PutStanding) -> None:
    """A standing order of one's own seat."""
    side = table.side(access, wanted.side)
    try:
        await table.order(side, wanted.question, wanted.answer, wanted.unless)
    except UnknownName as e:
        raise Problem(422, "bad-value", {"name": "standing", "value": wanted.question, "fault": e}) from e


async def rematch(hall: Hall, table: Table, key: str) -> dict[str, Any]:
    """The same players with sides swapped. Their keys open their new seats, so both find it."""
    _player(table, key)
    async with table.lock:
        match = await table.ready()
        if not match.over:
            raise Problem(409, "not-over")
        if table.row["rematch"] is None:
            await _meet_again(hall, table, match)
    new = await hall.table(table.row["rematch"])
    table.announce()
    opened = new.access(key)
    return {"table": new.id, "keys": {table.game.sides[s]: key for s in opened.sides},
            "owner": key if opened.owner else "", "commitment": new.match.commitment}


async def _meet_again(hall: Hall, table: Table, match: Match) -> None:
    last = len(table.game.sides) - 1
    rows = [SeatRow(last - s.side, s.kind, s.name, s.key) for s in table.seats]
    seats = {table.game.sides[r.side]: spelled(r) for r in rows}
    new = Match.new(match.game.slug, match.scenario, match.options, seats)
    stored = revive.stored_from(new, fresh_id(), table.row["name"], table.row["owner"], rows)
    if not await hall.store.rematch(table.id, stored):       # another server was faster
        now = await hall.store.load(table.id)
        if now is None:
            raise Problem(404, "no-table")
        table.row["rematch"] = now.game["rematch"]
    else:
        table.row["rematch"] = stored.game["id"]


async def position(table: Table, n: int) -> Position:
    """The true position after *n* acts. Hold the lock."""
    match = table.match
    if n > len(match.log):
        raise Problem(422, "at-range", {"last": len(match.log)})
    like = revive.base_of(match.game, table.row) or match.game.start(match.scenario, match.options)
    kept = await table.store.snapshot(table.id, n)
    return revive.position_at(match.game, like, n, kept, match.log)


def named(hall: Hall, name: str) -> str:
    limit = hall.settings.limits.name
    name = name.strip()
    if not 0 < len(name) <= limit or not name.isprintable():
        raise Problem(422, "bad-name", {"limit": limit})
    return name


def _player(table: Table, key: str) -> Access:
    access = table.access(key)
    if not access.sides:
        raise Problem(403, "bad-key")
    return access


def _own_seats(table: Table, access: Access) -> dict[str, str]:
    """For a player computer opponents stay, and all other seats are his; whoever only watched takes them all."""
    return {table.game.sides[s.side]: spelled(s) if s.kind == "bot" and access.sides else HUMAN for s in table.seats}


def _rolled_back(match: Match, at: int) -> Record:
    """The same game gone back to before act *at*: it can be verified, and its dice are rolled anew."""
    record = match.record()
    by = match.game.sides[0]
    if at < len(record.acts):
        record.rollbacks = [*record.rollbacks, Rollback(by, at, record.acts[at:])]
        record.acts = record.acts[:at]
    record.snapshots = []
    record.result = None
    return record


class Start(NamedTuple):
    """Where a game begins that does not begin with its scenario."""

    game: Game
    scenario: str
    options: OptionValues
    position: Position


async def _what_if(hall: Hall, start: Start, name: str, seating: Seating, plan: bool = False) -> dict[str, Any]:
    """A table that begins with a position of its own and rolls dice of its own."""
    seats = {start.game.sides[r.side]: spelled(r) for r in seating.rows}
    first = start.position.clone()
    match = Match(start.game, start.position, start.scenario, start.options, None, seats, Dice(secrets.token_hex(16)))
    match.roll()
    return await _set_up(hall, match, name, seating, plan, first)


async def _set_up(hall: Hall, match: Match, name: str, seating: Seating, plan: bool = False,
                  base: Position | None = None, seeded: bool = False) -> dict[str, Any]:
    stored = revive.stored_from(match, fresh_id(), name, hashed(seating.owner), seating.rows, plan, base, seeded)
    table = await hall.add(stored)
    return {"table": table.id, "keys": seating.keys, "owner": seating.owner, "commitment": match.commitment}

