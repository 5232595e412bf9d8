"""Drafts of packs: whose they are, what they change, and whether a game can be played with them."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from frente.server.edit import check, kept
from frente.server.edit.changes import Change, written
from frente.server.edit.form import form
from frente.server.edit.frames import Changed
from frente.server.hall import ID, Hall
from frente.server.laid import Pack
from frente.server.problem import Problem
from frente.server.seats import Who, hashed
from frente.server.thinkers import WorkFailed

Row = dict[str, Any]


async def owned(hall: Hall, id: str, key: str, who: Who) -> Row:
    """The draft, for whoever may have it; to everybody else there is none."""
    row = await hall.store.read(kept.one, id) if ID.fullmatch(id) else None
    if row is None or not (row["owner"] == hashed(key) or (who.account and row["client"] == who.client)):
        raise Problem(404, "no-pack")
    return row


def changes_of(row: Row) -> list[Change]:
    return [x.change() for x in msgspec.json.decode(row["changes"], type=list[Changed])]


async def work(hall: Hall, who: Who, do: Callable[..., Any], *arguments: Any) -> Any:
    """What a worker finds."""
    try:
        return await hall.thinkers.do(who.client, do, *arguments)
    except WorkFailed as e:
        raise Problem(503, "busy") from e


async def looked_at(hall: Hall, who: Who, game: str, changes: list[Change]) -> dict[str, Any]:
    """What the check of the game says. Without changes there is nothing to check, and nobody waits for a worker."""
    if not changes:
        return {"problems": [], "more": 0, "faces": [], "painted": None, "version": form(game).tables.version}
    found: dict[str, Any] = await work(hall, who, check.looked_at, game, changes)
    return found


async def sound(hall: Hall, who: Who, row: Row) -> Pack:
    """The pack as it is now; refused if it changes nothing or something is wrong with it."""
    changes = changes_of(row)
    files = written(form(row["game"]), changes).files
    if not files:
        raise Problem(409, "empty-pack")
    found = await looked_at(hall, who, row["game"], changes)
    if found["problems"]:
        raise Problem(409, "unsound-pack", {"fault": found["problems"][0]["reason"]})
    return Pack(row["name"], files)


async def to_play(hall: Hall, who: Who, id: str, key: str, game: str) -> Pack:
    """The pack to be laid over a new table of a game."""
    row = await owned(hall, id, key, who)
    if row["game"] != game:
        raise Problem(404, "no-pack")
    return await sound(hall, who, row)
