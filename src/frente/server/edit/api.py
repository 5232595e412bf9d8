"""Requests about packs: drafts, their check, their files, and boards with a pack laid over the game."""
from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from frente.kernel.catalog import UnknownName, find
from frente.server import host, library
from frente.server.api import hall_of, key_of, open_table, who_of
from frente.server.assets import Asset
from frente.server.body import answer, body, in_turn, raw_body, settings
from frente.server.clients import ACCOUNT, LOCAL
from frente.server.edit import check, drafts, frames, kept, reasons, zips
from frente.server.edit.changes import Change, Wrong, checked, written
from frente.server.edit.drafts import Row, changes_of
from frente.server.edit.form import form, outline
from frente.server.guard import language_of
from frente.server.hall import Hall
from frente.server.laid import Pack, slug
from frente.server.problem import Problem
from frente.server.seats import fresh_id, fresh_key, hashed
from frente.server.thinkers import WorkFailed

KEPT: Final = 12                         # drawings and boards of packs that are remembered
ZIP: Final = "application/zip"
SVG: Final = "image/svg+xml"


@lru_cache
def data(name: str) -> Asset:
    return library.packed(outline(name))


async def get_data(request: Request) -> Response:
    return (await asyncio.to_thread(data, library.game_of(request))).answer(request)


# -- drafts


async def create(request: Request) -> Response:
    wanted = await body(request, frames.NewPack)
    game = game_of(wanted.game)
    row = drafted(game, host.named(hall_of(request), wanted.name or find(game).title))
    return answer(await added(request, row, []), 201)


async def upload(request: Request) -> Response:
    """A pack from elsewhere: a zip of its folder, or its files as JSON."""
    limit = settings(request).limits.pack
    game = library.game_of(request)
    raw = await raw_body(request, limit, (ZIP, "application/json"))
    found = await work(request, check.taken, game, raw, limit)
    if "problems" in found:
        found["problems"] = read_by(request, found["problems"])
        return answer({"type": "refused", "text": said(found["problems"][0]), "reasons": [], **found}, 422)
    name = "".join(x for x in request.query_params.get("name", "") if x.isprintable()).strip()
    row = drafted(game, host.named(hall_of(request), name[:80] or find(game).title))
    row["notes"] = encoded(found["notes"])
    return answer(await added(request, row, [Change(f, tuple(p), v) for f, p, v in found["changes"]]), 201)


def said(problem: dict[str, Any]) -> str:
    """A fault of a file as the command line says it."""
    place = f"{problem['file']}:{problem['line']}: " if problem["line"] else f"{problem['file']}: "
    return (place if problem["file"] else "") + str(problem["reason"])


def drafted(game: str, name: str) -> Row:
    now = time.time()
    return {"id": fresh_id(), "game": game, "name": name, "notes": "{}", "version": 1, "created": now, "changed": now}


async def added(request: Request, row: Row, changes: list[Change]) -> dict[str, Any]:
    hall, who, key = hall_of(request), await who_of(request), fresh_key()
    text = encoded([list(x) for x in changes])
    bounded(request, text)
    row |= {"owner": hashed(key), "client": who.client, "changes": text}
    most = settings(request).limits.packs
    if not await hall.store.do(kept.Add(row, most)):
        raise Problem(429, "too-many-packs", {"limit": most})
    return {"pack": row["id"], "key": key, "game": row["game"], "name": row["name"], "version": row["version"]}


async def held(request: Request) -> Response:
    """The packs of the keys a browser holds, and those of the account that is signed in."""
    wanted, who, hall = await body(request, frames.HeldPacks), await who_of(request), hall_of(request)
    rows = await hall.store.read(kept.held, [hashed(k) for k in wanted.keys if k], who)
    return answer({"packs": [{"pack": r["id"], "game": r["game"], "name": r["name"], "created": r["created"],
                              "updated": r["changed"], "expires": expires(hall, r)} for r in rows]})


def expires(hall: Hall, row: Row) -> float | None:
    """When a draft is thrown away if nobody touches it; None: never."""
    if row["client"] == LOCAL or row["client"].startswith(ACCOUNT):
        return None
    return float(row["changed"]) + hall.settings.keep_packs


async def one(request: Request) -> Response:
    row = await mine(request)
    changes = changes_of(row)
    return answer({"pack": row["id"], "game": row["game"], "name": row["name"], "version": row["version"],
                   "expires": expires(hall_of(request), row), "changes": [list(x) for x in changes],
                   "check": await looked_at(request, row["game"], changes)})


async def put(request: Request) -> Response:
    """A draft as it is now. It is kept whatever is wrong with it, and what is wrong is told."""
    wanted = await body(request, frames.PutPack, settings(request).limits.pack)
    row = await mine(request)
    name = host.named(hall_of(request), wanted.name)
    try:
        changes = [checked(form(row["game"]), x.change()) for x in wanted.changes]
    except Wrong as e:
        raise Problem(422, "bad-change", {"fault": reasons.said(str(e), language_of(request.headers))}) from e
    if not await hall_of(request).store.do(kept.Change(row["id"], wanted.version, name,
                                                       encoded([list(x) for x in changes]))):
        raise Problem(409, "pack-elsewhere")
    return answer({"version": wanted.version + 1, "check": await looked_at(request, row["game"], changes)})


async def remove(request: Request) -> Response:
    await hall_of(request).store.do(kept.Remove((await mine(request))["id"]))
    return Response(status_code=204)


async def file(request: Request) -> Response:
    """The draft as a zip of the folder that ``--pack`` takes."""
    row = await mine(request)
    files = {f"{name}.toml": text for name, text in written(form(row["game"]), changes_of(row)).files}
    if not files:
        raise Problem(409, "empty-pack")
    notes: dict[str, str] = msgspec.json.decode(row["notes"])
    name = slug(row["name"])
    plain = name if name.isascii() else "pack"
    return Response(zips.packed(name, notes | files), media_type=ZIP,
                    headers={"content-disposition": f'attachment; filename="{plain}.zip"'})


async def mine(request: Request) -> Row:
    """The draft, for whoever may have it; to everybody else there is none."""
    return await drafts.owned(hall_of(request), request.path_params["id"], key_of(request), await who_of(request))


# -- boards


class Shown:
    """Maps and boards with a pack laid over the game; workers make them, the latest are remembered."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._by: OrderedDict[tuple[str, str, Pack], asyncio.Task[Asset]] = OrderedDict()

    async def get(self, client: str, what: Callable[[str, Pack], bytes], kind: str, game: str, pack: Pack) -> Asset:
        key = (kind, game, pack)
        task = self._by.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._by[key] = asyncio.create_task(self._made(client, what, kind, game, pack))
            if len(self._by) > KEPT:
                self._by.popitem(last=False)
        self._by.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except WorkFailed as e:
            raise Problem(503, "busy") from e

    async def _made(self, client: str, what: Callable[[str, Pack], bytes], kind: str, game: str, pack: Pack) -> Asset:
        return Asset(await self.hall.thinkers.do(client, what, game, pack, long=True), kind)


async def map_of(request: Request) -> Response:
    """The map as a draft has it; while something is wrong with it there is none."""
    row = await mine(request)
    if not changes_of(row):
        return await library.get_map_of(request, row["game"])
    pack = await drafts.sound(hall_of(request), await who_of(request), row)
    return (await shown(request, check.drawn, SVG, row["game"], Pack("draft", pack.files))).answer(request)


async def table_map(request: Request) -> Response:
    table, _ = await open_table(request)
    if table.pack is None:
        return await library.get_map_of(request, table.game.slug)
    return (await shown(request, check.drawn, SVG, table.game.slug, table.pack)).answer(request)


async def table_board(request: Request) -> Response:
    table, _ = await open_table(request)
    if table.pack is None:
        return library.board(table.game.slug).answer(request)
    return (await shown(request, check.pictured, library.JSON, table.game.slug, table.pack)).answer(request)


async def shown(request: Request, what: Callable[[str, Pack], bytes], kind: str, game: str, pack: Pack) -> Asset:
    keeper: Shown = request.app.state.packs
    return await keeper.get((await who_of(request)).client, what, kind, game, pack)


# -- parts


def game_of(name: str) -> str:
    try:
        return find(name).slug
    except UnknownName:
        raise Problem(404, "not-found") from None


def encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def bounded(request: Request, text: str) -> None:
    limit = settings(request).limits.pack
    if len(text.encode()) > limit:
        raise Problem(413, "too-large", {"limit": limit})


async def looked_at(request: Request, game: str, changes: list[Change]) -> dict[str, Any]:
    found = await drafts.looked_at(hall_of(request), await who_of(request), game, changes)
    return {**found, "problems": read_by(request, found["problems"])}


def read_by(request: Request, problems: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Faults in the language of who reads them."""
    language = language_of(request.headers)
    return [{**x, "reason": reasons.said(x["reason"], language)} for x in problems]


async def work(request: Request, do: Callable[..., Any], *arguments: Any) -> Any:
    return await drafts.work(hall_of(request), await who_of(request), do, *arguments)


P = "/api/packs/{id}"
G = "/api/games/{slug}"
_CALLS = [("/api/packs", "POST", create), ("/api/packs/held", "POST", held), (P, "GET", one), (P, "PUT", put),
          (P, "DELETE", remove), (P + "/file", "GET", file), (P + "/map.svg", "GET", map_of),
          (G + "/packs", "POST", upload), (G + "/data", "GET", get_data),
          ("/api/tables/{id}/board", "GET", table_board), ("/api/tables/{id}/map.svg", "GET", table_map)]
ROUTES = [Route(path, in_turn(handle), methods=[method]) for path, method, handle in _CALLS]
