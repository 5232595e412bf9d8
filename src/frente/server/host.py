"""Setting up tables: new games, imported ones, branches, planning copies and rematches."""
from __future__ import annotations

import secrets
from random import Random
from typing import Any

from frente.catalog import UnknownName, find
from frente.chance import Dice
from frente.codec import CodecError
from frente.flow import Position
from frente.record import Record, RecordError, Rollback, parse
from frente.referee import Match
from frente.server import frames, revive, worker
from frente.server.hall import Hall
from frente.server.problem import Problem
from frente.server.schema import SeatRow
from frente.server.seats import HUMAN, Access, Seating, fresh_id, hashed, seated, spelled
from frente.server.table import Table
from frente.server.thinkers import WorkFailed


async def new_table(hall: Hall, wanted: frames.NewTable) -> dict[str, Any]:
    try:
        game = find(wanted.game)
        seating = seated(game, wanted.seats)
        seats = {game.sides[r.side]: spelled(r) for r in seating.rows}
        match = Match.new(game.slug, wanted.scenario, wanted.options, seats, wanted.seed or None,
                          [wanted.nonce] if wanted.nonce else [])
    except (UnknownName, RecordError) as e:
        raise Problem(422, "bad-value", {"name": "table", "value": wanted.game, "fault": str(e)}) from e
    return await _set_up(hall, match, named(hall, wanted.name or game.title), seating, seeded=bool(wanted.seed))


async def imported(hall: Hall, raw: bytes) -> dict[str, Any]:
    """A record from elsewhere, verified from its first act to its last. Computer players keep their seats."""
    try:
        record = parse(raw, "The file")
        if record.pack:
            raise Problem(422, "import-pack", {"pack": record.pack[:80]})
        fault = await hall.thinkers.do(worker.verified, raw)
        if fault:
            raise Problem(422, "import", {"fault": fault[:400]})
        match = Match.resume(record)
    except (RecordError, CodecError, WorkFailed) as e:
        raise Problem(422, "import", {"fault": str(e)[:400]}) from e
    bots = {s: v for s, v in record.seats.items() if v.startswith("bot:")}
    try:
        seating = seated(match.game, {s: bots.get(s, HUMAN) for s in match.game.sides})
    except Problem:                      # a computer player we do not have
        seating = seated(match.game, dict.fromkeys(match.game.sides, HUMAN))
    return await _set_up(hall, match, match.game.title, seating, seeded=True)


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
    return await _what_if(hall, table, p, name, seating, plan=False)


async def plan(hall: Hall, table: Table, key: str, side: str) -> dict[str, Any]:
    """A private copy to try things out, drawn from what the side may know."""
    access = _player(table, key)
    seat = table.side(access, side)
    async with table.lock:
        match = await table.ready()
        if match.over:
            raise Problem(409, "not-while-over")
        p = table.game.determinize(match.position, seat, Random(secrets.token_hex(16)))
    seating = seated(table.game, dict.fromkeys(table.game.sides, HUMAN))
    found = await _what_if(hall, table, p, table.row["name"], seating, plan=True)
    return {"plan": found["table"], "key": found["owner"], **found}


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


async def _what_if(hall: Hall, table: Table, p: Position, name: str, seating: Seating, plan: bool) -> dict[str, Any]:
    """A table that begins with a position of its own and rolls dice of its own."""
    old = table.match
    seats = {old.game.sides[r.side]: spelled(r) for r in seating.rows}
    first = p.clone()
    match = Match(old.game, p, old.scenario, old.options, None, seats, Dice(secrets.token_hex(16)))
    match.roll()
    return await _set_up(hall, match, name, seating, plan, first)


async def _set_up(hall: Hall, match: Match, name: str, seating: Seating, plan: bool = False,
                  base: Position | None = None, seeded: bool = False) -> dict[str, Any]:
    stored = revive.stored_from(match, fresh_id(), name, hashed(seating.owner), seating.rows, plan, base, seeded)
    table = await hall.add(stored)
    return {"table": table.id, "keys": seating.keys, "owner": seating.owner, "commitment": match.commitment}

