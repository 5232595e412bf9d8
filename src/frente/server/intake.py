"""New tables, and among them those that begin with a game played elsewhere or before. That may mean replaying it, so it
is done in workers.

A file from outside is measured before anything is made of it: a game fits into these bounds several times over.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from frente.kernel import deployment
from frente.kernel.catalog import Game, OptionValues, find
from frente.kernel.chance import IMPORT, Dice, Opening, fresh_seed
from frente.kernel.flow import Position
from frente.kernel.proof import verify
from frente.kernel.record import Record, Rollback, parse, start_mark
from frente.kernel.referee import Match
from frente.kernel.texts import Told
from frente.server import copies, laid, revive
from frente.server.laid import Pack
from frente.server.problem import Problem
from frente.server.schema import SeatRow, Stored
from frente.server.seats import BOT, HUMAN, Seating, fresh_id, hashed, seated, spelled

ACTS: Final = 20_000
APART: Final = 100                       # acts between two positions that are kept of a game that goes on
DEPTH: Final = 24
VALUES: Final = 100_000                  # numbers and texts in one position
Short = Annotated[str, msgspec.Meta(max_length=200)]
Act = Annotated[list[Short | int], msgspec.Meta(max_length=3)]
Acts = Annotated[list[Act], msgspec.Meta(max_length=ACTS)]


class _Rollback(msgspec.Struct):
    dropped: Acts = []


class _Opening(msgspec.Struct):
    seed: Short = ""
    sides: Annotated[list[Short], msgspec.Meta(max_length=8)] = []
    nonces: Annotated[list[Short], msgspec.Meta(max_length=8)] = []
    sealed: Annotated[dict[Short, Short], msgspec.Meta(max_length=8)] = {}
    shown: Annotated[dict[Short, Short], msgspec.Meta(max_length=8)] = {}


class _Snapshot(msgspec.Struct):
    position: Any = None


class _Bounds(msgspec.Struct):
    """How much there may be of anything in a record or a copy. Whether it is right, its own reader says."""

    seed: Short = ""                     # of format 1, as are these
    nonces: Annotated[list[Short], msgspec.Meta(max_length=8)] = []
    dice: Annotated[list[_Opening], msgspec.Meta(max_length=100)] = []
    seats: Annotated[dict[Short, Short], msgspec.Meta(max_length=8)] = {}
    options: Annotated[dict[Short, Any], msgspec.Meta(max_length=100)] = {}
    result: Any = None
    acts: Acts = []
    rollbacks: Annotated[list[_Rollback], msgspec.Meta(max_length=500)] = []
    snapshots: Annotated[list[_Snapshot], msgspec.Meta(max_length=1)] = []
    position: Any = None


_BOUNDS: Final[msgspec.json.Decoder[_Bounds]] = msgspec.json.Decoder(_Bounds)


class Start(NamedTuple):
    """Where a game begins."""

    game: Game[Any]
    scenario: str
    options: OptionValues
    position: Position
    mark: str = ""                       # of a scenario's start, to which the dice are bound
    pack: Pack | None = None             # laid over the game's own data


@dataclass
class Admitted:
    """A table to be stored, and what to hand out."""

    stored: Stored
    keys: dict[str, str]
    owner: str
    invitations: dict[str, str]


def admitted(raw: bytes, language: str, client: str) -> Admitted | str:
    """The table on which a record or a copy goes on, or why it cannot, in words."""
    try:
        fits = measure(raw)
        copy = copies.read(raw)
        record = parse(raw) if copy is None else None
        if not fits:                     # a reader that finds nothing wrong with it has overlooked something
            raise Problem(422, "inconsistent", {"kind": "ValidationError"})
        return _copied(copy, client) if record is None else _recorded(record, client)
    except Told as e:
        return e.said(language)
    except Problem as e:
        return str(e.reason(language)["text"])
    except Exception as e:               # made to hurt: whatever it broke, it is not a game
        return str(Problem(422, "inconsistent", {"kind": type(e).__name__}).reason(language)["text"])


def measure(raw: bytes) -> bool:
    """Refuse what is larger than any game, before its reader makes something of it; False if it is of another form."""
    try:
        found = _BOUNDS.decode(raw)
    except msgspec.ValidationError as e:
        if "length" in str(e):
            where = re.search(r"`(\$\S*)`", str(e))
            raise _too_much(where[1] if where else "$") from None
        return False
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    if sum(len(r.dropped) for r in found.rollbacks) > 2 * ACTS:
        raise _too_much("$.rollbacks")
    _measure(found.options, "$.options")
    _measure(found.result, "$.result")
    _measure(found.position, "$.position")
    for s in found.snapshots:
        _measure(s.position, "$.snapshots")
    return True


def _measure(value: Any, where: str) -> None:
    """Neither too deep nor too many."""
    level, count = [value], 0
    for _ in range(DEPTH):
        level = [x for v in level if isinstance(v, dict | list) for x in (v.values() if isinstance(v, dict) else v)]
        count += len(level)
        if count > VALUES:
            break
        if not level:
            return
    raise _too_much(where)


def _too_much(where: str) -> Problem:
    return Problem(422, "import-bounds", {"where": where[:80]})


def _recorded(record: Record, client: str) -> Admitted:
    """A record goes on, once it is verified from its first act to its last."""
    if record.pack:
        raise Problem(422, "import-pack", {"pack": record.pack[:80]})
    for fault in verify(record).faults:
        raise fault
    game = find(record.game)
    return _gone_on(record, game.title, _kept_seats(game, record.seats), client, IMPORT)


def _copied(copy: copies.Copy | None, client: str) -> Admitted:
    assert copy is not None
    game = find(copy.game)
    copies.try_out(game, copy.start())
    seating = _kept_seats(game, copy.seats)
    return begun(Start(game, game.scenario(copy.scenario).id, game.settled(copy.options), copy.start()), game.title,
                 seating, client, IMPORT)


def branched(stored: Stored, at: int, seats: Mapping[str, str], client: str) -> Admitted:
    """The same game gone back to before act *at*: it can be verified, and its dice are rolled anew."""
    record = revive.record_of(stored)
    game = find(record.game)
    if at < len(record.acts):
        record.rollbacks = [*record.rollbacks, Rollback(game.sides[0], at, record.acts[at:])]
        record.acts = record.acts[:at]
    if record.result is None:            # the seed of a game that lasts stays at its table
        record.dice[-1] = record.dice[-1].public()
    record.snapshots = []
    record.result = None
    return _gone_on(record, stored.game["name"], seated(game, seats), client, f"branch {stored.game['id']}@{at}",
                    stored.pack)


def _gone_on(record: Record, name: str, seating: Seating, client: str, parent: str,
             pack: Pack | None = None) -> Admitted:
    """A game that goes on at another table. Its past has the dice it had; those to come are of that table's own."""
    id, first = fresh_id(), 1 + max(record.rolls(), default=-1)
    if record.result is None:
        record.dice = [*record.dice, opening(find(record.game), id, seating.rows, parent, first=first)]
    else:                                # it will give no roll, and tells for good where those before it come from
        record.dice = [*record.dice, Opening(fresh_seed(), first, table=id, parent=parent)]
    match = Match.resume(record, None if pack is None else pack.folder())
    match.opening = deployment.opening(match)
    found = set_up(id, match, name, seating, client, pack=pack)
    found.stored.on_the_way = [(n, revive.dumped(match.game, p)) for n, p in match.past(APART)]
    return found


def started(game: Game[Any], scenario: str | None, options: OptionValues, pack: Pack | None = None) -> Start:
    """Where a game of a scenario begins."""
    chosen, settled = game.scenario(scenario).id, game.settled(options)
    first = laid.first(game, chosen, settled, pack).clone()
    return Start(game, chosen, settled, first, start_mark(game, chosen, settled, first), pack)


def begun(start: Start, name: str, seating: Seating, client: str, parent: str, plan: bool = False) -> Admitted:
    """A table that begins with a position of its own and rolls dice of its own."""
    id = fresh_id()
    first = start.position.clone()
    match = dealt(start, seating.rows, opening(start.game, id, seating.rows, parent))
    return set_up(id, match, name, seating, client, plan, first, start.pack)


def opening(game: Game[Any], table: str, rows: Sequence[SeatRow], parent: str, mark: str = "",
            first: int = 0) -> Opening:
    """Dice of a table's own, to which everybody who plays there adds a number."""
    people = [game.sides[r.side] for r in rows if r.kind != BOT]
    return Opening(fresh_seed(), first, table=table, start=mark, parent=parent, sides=people)


def dealt(start: Start, rows: Sequence[SeatRow], opening: Opening) -> Match:
    seats = {start.game.sides[r.side]: spelled(r) for r in rows}
    place = None if start.pack is None else start.pack.folder()
    match = Match(start.game, start.position, start.scenario, start.options, place, seats, Dice([opening]))
    match.roll()
    return match


def set_up(id: str, match: Match, name: str, seating: Seating, client: str, plan: bool = False,
           base: Position | None = None, pack: Pack | None = None) -> Admitted:
    stored = revive.stored_from(match, id, name, hashed(seating.owner), seating.rows, plan, base)
    stored.pack = pack
    stored.client = client
    stored.invitations = seating.invited()
    return Admitted(stored, seating.keys, seating.owner, seating.invitations)


def _kept_seats(game: Game[Any], seats: Mapping[str, str]) -> Seating:
    """Computer players keep their seats, all others are for whoever opens the file."""
    bots = {s: v for s, v in seats.items() if v.startswith("bot:")}
    try:
        return seated(game, {s: bots.get(s, HUMAN) for s in game.sides})
    except Problem:                      # a computer player we do not have
        return seated(game, dict.fromkeys(game.sides, HUMAN))
