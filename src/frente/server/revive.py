"""From stored rows to a game in progress, and back."""
from __future__ import annotations

import json
import logging
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from frente.kernel.catalog import Game, find
from frente.kernel.codec import CodecError
from frente.kernel.deployment import opening
from frente.kernel.flow import CHANCE, Position
from frente.kernel.packs import DataError
from frente.kernel.record import (
    AGREED,
    CHANCE_NAME,
    RESIGNED,
    Line,
    Record,
    RecordError,
    Rollback,
    Snapshot,
    opening_in,
    opening_out,
)
from frente.kernel.referee import Match, Offer
from frente.kernel.texts import Told
from frente.kernel.views import View
from frente.server import clocks, laid, sight
from frente.server.laid import Pack
from frente.server.problem import Problem
from frente.server.schema import ActRow, NoteRow, RollbackRow, SeatRow, Since, Stored, Terms
from frente.server.seats import spelled

LOG: Final = logging.getLogger("frente.server")


def match_of(stored: Stored) -> Match:
    """The game of a stored table, from its last snapshot."""
    row = stored.game
    try:
        game = find(row["game"])
        match = Match.resume(record_of(stored), stored.pack and stored.pack.folder(), beginning(game, row, stored.pack))
    except (ValueError, KeyError, TypeError, DataError) as e:
        raise Problem(409, "unplayable", {"fault": e if isinstance(e, Told) else str(e)[:300]}) from e
    match.opening = opening(match)
    if row["offer"]:
        match.offer = Offer(**json.loads(row["offer"]))
    return match


def outdated(stored: Stored) -> bool:
    """Whether a game was played by other rules: then it is played again from its first act."""
    return bool(stored.game["rules"] != find(stored.game["game"]).rules_version)


def follow(match: Match, new: Since) -> bool:
    """Let a game go on as another process has let it; False if it has to be read as a whole."""
    known, row = len(match.log), new.game
    if new.acts is None or (row["result"] is not None and json.loads(row["result"])["key"] in (RESIGNED, AGREED)):
        return False
    lines = [Line(a.side, a.word, a.roll) for a in new.acts]
    if known and lines[:1] != [match.line(known - 1)]:
        return False
    try:
        match.follow(lines[1:] if known else lines)
        if new.dice:
            match.dice.openings[:] = [opening_in(json.loads(x)) for x in new.dice]
    except RecordError:
        return False
    except Exception:                    # a fault of the rules, half-way: what is here is worth nothing
        LOG.exception("a game could not be followed, and is read as a whole")
        return False
    match.offer = Offer(**json.loads(row["offer"])) if row["offer"] else None
    return True


def beginning(game: Game[Any], row: dict[str, Any], pack: Pack | None) -> Position:
    """The position before the first act of a table: that of its scenario, or one of its own."""
    like = laid.first(game, game.scenario(row["scenario"]).id, game.settled(json.loads(row["options"])), pack)
    if not row["base"]:
        return like.clone()
    try:
        p: Position = game.restore(json.loads(row["base"]), like)
    except CodecError as e:
        raise RecordError(e.key, e.facts) from e
    return p


def record_of(stored: Stored) -> Record:
    row = stored.game
    sides = find(row["game"]).sides
    snapshots = [] if stored.snapshot is None else [Snapshot(stored.snapshot[0], json.loads(stored.snapshot[1]))]
    pack = "" if stored.pack is None else stored.pack.folder().name
    return Record(
        row["game"], row["rules"], row["data"], row["scenario"], json.loads(row["options"]), pack,
        {sides[s.side]: spelled(s) for s in stored.seats}, [opening_in(json.loads(x)) for x in stored.dice],
        [Line(a.side, a.word, a.roll) for a in stored.acts],
        [Rollback(r.side, r.to, [Line(*x) for x in json.loads(r.dropped)]) for r in stored.rollbacks],
        snapshots, None if row["result"] is None else json.loads(row["result"]))


def stored_from(match: Match, table: str, name: str, owner: str, seats: list[SeatRow], plan: bool = False,
                base: Position | None = None) -> Stored:
    """The rows of a new table on which *match* is played."""
    record = match.record()
    now = time.time()
    events = events_by_act(match, 0)
    return Stored(
        {"id": table, "game": match.game.slug, "scenario": match.scenario, "options": json.dumps(match.options),
         "name": name, "owner": owner, "rules": match.game.rules_version, "data": match.data, "plan": plan,
         "base": None if base is None else dumped(match.game, base), "rematch": None, "offer": None,
         "result": result_text(match), "acts": len(match.log), "version": 1,
         "summary": summary_text(match, sight.see(table, match, None).view), "created": now, "changed": now},
        seats, [ActRow(n, x.side, x.word, x.roll, events[n]) for n, x in enumerate(record.acts)],
        (len(match.log), dumped(match.game, match.position)),
        [rollback_row(k, r) for k, r in enumerate(match.rollbacks)], dice_text(match),
        notes=[NoteRow(x.at, match.game.side(x.side), x.text) for x in record.notes])


def clocks_of(match: Match, terms: Terms | None) -> list[clocks.Clock]:
    """The clocks of a game that begins now."""
    found = clocks.begun(terms, len(match.game.sides))
    return clocks.turned(terms, found, set(match.choices()), time.time()) if terms is not None else found


def lines_from(match: Match, since: int) -> list[ActRow]:
    """The rows of the acts from number *since* on."""
    events = events_by_act(match, since)
    sides = match.game.sides
    return [ActRow(n, sides[e.side] if e.side >= 0 else CHANCE_NAME, match.word(e.act), e.roll, events[n - since])
            for n, e in enumerate(match.log[since:], since)]


def events_by_act(match: Match, since: int) -> list[str]:
    found: list[list[Any]] = [[] for _ in match.log[since:]]
    for n, e in match.events_since(since):
        found[n - since].append([e.rule, e.key, e.facts, e.only])
    return [text(x) for x in found]


def rollback_row(k: int, r: Rollback) -> RollbackRow:
    return RollbackRow(k, r.by, r.to, text([list(x) for x in r.dropped]))


def dice_text(match: Match) -> list[str]:
    return [text(opening_out(x)) for x in match.dice.openings]


def dumped(game: Game[Any], p: Position) -> str:
    return text(game.dump(p))


def offer_text(match: Match) -> str | None:
    o = match.offer
    return None if o is None else text({"kind": o.kind, "by": o.by, "to": o.to, "agreed": o.agreed})


def result_text(match: Match) -> str | None:
    """How the game ended; by whom it was given up is part of it."""
    if match.outcome is None:
        return None
    return text(match.record().result)


def summary_text(match: Match, seen: View) -> str:
    """What the list of games shows, so that it can be had without opening every game."""
    return text({"turn": seen.turn, "waiting": [match.game.sides[s] for s in match.choices() if s != CHANCE],
                 "question": seen.question})


def text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def position_at(game: Game[Any], like: Position, n: int, snapshot: tuple[int, str] | None,
                log: Sequence[Any]) -> Position:
    """The position after the first *n* acts of *log*, from the nearest kept one."""
    at = 0
    p = like.clone()
    if snapshot is not None:
        at = snapshot[0]
        p = game.restore(json.loads(snapshot[1]), like)
    for e in log[at:n]:
        p.apply(e.side, e.act)
    return p
