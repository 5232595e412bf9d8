"""Requests about tables."""
from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from frente.catalog import find
from frente.referee import Refused
from frente.server import frames, host, worker
from frente.server.body import answer, body, number, raw_body, settings
from frente.server.guard import language_of
from frente.server.hall import ID, Hall, summary
from frente.server.live import Connection, farewell
from frente.server.problem import LANGUAGES, Problem, told
from frente.server.seats import Access, hashed
from frente.server.standing import seat_orders
from frente.server.state import EARLIER, kept_events, replay_viewers, replayed, state
from frente.server.table import Table
from frente.server.thinkers import WorkFailed


def hall_of(request: Request | WebSocket) -> Hall:
    found: Hall = request.app.state.hall
    return found


async def open_table(request: Request) -> tuple[Table, Access]:
    table = await hall_of(request).table(request.path_params["id"])
    return table, table.access(key_of(request))


def key_of(request: Request) -> str:
    """The key that is shown."""
    refuse_keys(request)
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise Problem(400, "bearer")
    return key.strip()


def client_of(request: Request) -> str:
    """The name under which the asker's work waits and his tables are kept."""
    return hall_of(request).known(request.state.client)


def refuse_keys(request: Request | WebSocket) -> None:
    """Addresses are written down in many places, so a key does not stand there."""
    if "key" in request.query_params or "keys" in request.query_params:
        raise Problem(400, "key-in-address")


async def create(request: Request) -> Response:
    return answer(await host.new_table(hall_of(request), client_of(request), await body(request, frames.NewTable)), 201)


async def held(request: Request) -> Response:
    """The games of the keys a browser holds, the latest first, a page at a time."""
    wanted = await body(request, frames.Held)
    limits = settings(request).limits
    if len(wanted.keys) > limits.keys:
        raise Problem(422, "too-many-keys", {"limit": limits.keys})
    mine = {hashed(k) for k in wanted.keys if k}
    rows = await hall_of(request).store.held(mine, wanted.after, limits.page + 1) if mine else []
    found: list[dict[str, Any]] = []
    for row, seats, client in rows[:limits.page]:
        sides = find(row["game"]).sides
        found.append({**summary(row), "expires": hall_of(request).expires(row, client),
                      "you": [sides[s.side] for s in seats if s.key in mine],
                      "owner": row["owner"] in mine,
                      "seats": {sides[s.side]: {"kind": s.kind, "name": s.name} for s in seats}})
    return answer({"tables": found, "more": len(rows) > limits.page})


async def about(request: Request) -> Response:
    table, access = await open_table(request)
    game = table.game
    return answer({**summary(table.row), "expires": hall_of(request).expires(table.row, table.made_by),
                   "you": [game.sides[s] for s in access.sides], "owner": access.owner,
                   "seats": {game.sides[s.side]: {"kind": s.kind, "name": s.name} for s in table.seats},
                   "commitment": table.match.commitment, "rematch": table.row["rematch"]})


async def rename(request: Request) -> Response:
    id = await owned(request)
    name = host.named(hall_of(request), (await body(request, frames.Rename)).name)
    await hall_of(request).rename(id, name)
    return answer({"table": id, "name": name})


async def remove(request: Request) -> Response:
    await hall_of(request).delete(await owned(request))
    return Response(status_code=204)


async def owned(request: Request) -> str:
    """The table, if the key is that of whoever set it up; its game need not be opened for that."""
    id: str = request.path_params["id"]
    owner = await hall_of(request).store.owner(id) if ID.fullmatch(id) else None
    if owner is None:
        raise Problem(404, "no-table")
    if owner != hashed(key_of(request)):
        raise Problem(403, "owner-only")
    return id


async def invite(request: Request) -> Response:
    wanted = await body(request, frames.OfSide)
    table, access = await open_table(request)
    return answer(await host.invite(table, access, wanted.side), 201)


async def join(request: Request) -> Response:
    wanted = await body(request, frames.Join)
    table = await hall_of(request).table(request.path_params["id"])
    return answer(await host.join(table, wanted.invitation))


async def renew(request: Request) -> Response:
    table, access = await open_table(request)
    return answer(await host.renew(table, access))


async def one_state(request: Request) -> Response:
    table, access = await open_table(request)
    wanted = request.query_params.get("side", "")
    async with table.lock:
        match = await table.ready()
        side = table.side(access, wanted) if wanted else None
        total = len(match.log)
        since = max(min(number(request, "since", max(0, total - EARLIER)), total), total - told_at_once(request))
        events = await kept_events(table, access, since, total)
        return answer(state(table, access, since, events, side, language_of(request.headers)))


def told_at_once(request: Request) -> int:
    """Acts whose events one answer tells."""
    return settings(request).limits.events


async def log(request: Request) -> Response:
    """What happened between two acts, as far as the key may know."""
    table, access = await open_table(request)
    async with table.lock:
        total = len((await table.ready()).log)
        since = min(number(request, "since", 0), total)
        until = min(number(request, "until", total), total, since + told_at_once(request))
        return answer({"since": since, "until": until,
                       "events": await kept_events(table, access, since, until)})


async def act(request: Request) -> Response:
    wanted = await body(request, frames.PostAct)
    table, access = await open_table(request)
    side = table.side(access, wanted.side)
    try:
        return answer({"type": "ok", "at": await table.act(side, wanted.act, wanted.at)})
    except Refused as e:
        reasons = table.refusals(e.refusals, language_of(request.headers))
        return answer({"type": "refused", "text": reasons[0]["text"], "reasons": reasons}, 409)


async def dice(request: Request) -> Response:
    wanted = await body(request, frames.PostDice)
    table, access = await open_table(request)
    await host.dice(table, access, wanted.side, wanted.seal, wanted.number)
    return answer({"type": "ok", "at": table.row["acts"]})


async def standing(request: Request) -> Response:
    """Standing orders of one's own seats."""
    table, access = await open_table(request)
    async with table.lock:
        match = await table.ready()
        return answer({table.game.sides[s]: seat_orders(table.standing, match, s) for s in access.sides})


async def order(request: Request) -> Response:
    wanted = await body(request, frames.PutStanding)
    table, access = await open_table(request)
    await host.order(table, access, wanted)
    async with table.lock:
        return answer(seat_orders(table.standing, await table.ready(), table.side(access, wanted.side)))


async def record(request: Request) -> Response:
    table, access = await open_table(request)
    name, text = await host.saved(table, access)
    return Response(text, media_type="application/json",
                    headers={"content-disposition": f'attachment; filename="{name}"'})


async def proof(request: Request) -> Response:
    """A finished game verified: for anybody, as its record is."""
    table, access = await open_table(request)
    async with table.lock:
        if not (await table.ready()).over:
            raise Problem(409, "not-over")
    _, text = await host.saved(table, access)
    try:
        return answer(await hall_of(request).thinkers.do(client_of(request), worker.proven, text.encode(),
                                                         language_of(request.headers), long=True))
    except WorkFailed as e:
        raise Problem(503, "busy") from e


async def import_record(request: Request) -> Response:
    hall, client = hall_of(request), client_of(request)
    async with hall.importing.of(client):            # before anything is read: what waits takes no room here
        raw = await raw_body(request, settings(request).limits.record)
        return answer(await host.imported(hall, client, raw, language_of(request.headers)), 201)


async def replay(request: Request) -> Response:
    table, access = await open_table(request)
    async with table.lock:
        await table.ready()
        n = number(request, "at")
        p = await host.position(table, n)
        viewers = replay_viewers(table, access, request.query_params.get("side", ""))
        since = max(min(number(request, "since", max(0, n - 1)), n), n - told_at_once(request))
        events = await kept_events(table, access, since, n, tuple(v for v in viewers if v is not None))
        return answer(replayed(table, access, p, n, since, events, viewers))


async def branch(request: Request) -> Response:
    wanted = await body(request, frames.Branch)
    table, access = await open_table(request)
    return answer(await host.branch(hall_of(request), client_of(request), table, access, wanted), 201)


async def plan(request: Request) -> Response:
    wanted = await body(request, frames.OfSide)
    table, access = await open_table(request)
    return answer(await host.plan(hall_of(request), client_of(request), table, access, wanted.side), 201)


async def rematch(request: Request) -> Response:
    table, _ = await open_table(request)
    return answer(await host.rematch(hall_of(request), client_of(request), table, key_of(request)), 201)


async def live(socket: WebSocket) -> None:
    """The socket of a table. A refusal is told through the open socket, so that a page can show it."""
    await socket.accept()
    language = "en"
    try:
        refuse_keys(socket)
        hello = await greeting(socket)
        language = hello.lang if hello.lang in LANGUAGES else "en"
        table = await hall_of(socket).table(socket.path_params["id"])
        access = table.access(hello.key)
    except Problem as e:
        await socket.send_text(json.dumps({"id": None, **told(e, language)}))
        await farewell(socket, e, language)
        return
    hall, client = hall_of(socket), socket.state.client
    await Connection(socket, table, access, language, hall, client, -1 if hello.since is None else hello.since).run()


async def greeting(socket: WebSocket) -> frames.Hello:
    """What a client says first; a seat key is nowhere else."""
    seconds = socket.app.state.settings.limits.hello
    try:
        raw = (await asyncio.wait_for(socket.receive(), seconds)).get("text") or ""
        return frames.HELLO.decode(raw)
    except TimeoutError:
        raise Problem(408, "no-hello", {"seconds": round(seconds)}) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Problem(400, "hello-first") from None


def in_turn(handle: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Of each client only so many requests are worked on at once, so that none of them holds up other clients' long."""

    async def handled(request: Request) -> Response:
        async with hall_of(request).serving.of(request.state.client):
            return await handle(request)

    return handled


T = "/api/tables/{id}"
_CALLS = [
    ("/api/tables", "POST", create), ("/api/tables/held", "POST", held), (T, "GET", about), (T, "PATCH", rename),
    (T, "DELETE", remove), (T + "/state", "GET", one_state), (T + "/log", "GET", log), (T + "/acts", "POST", act),
    (T + "/standing", "GET", standing), (T + "/standing", "PUT", order), (T + "/record", "GET", record),
    (T + "/proof", "GET", proof), (T + "/dice", "POST", dice),
    (T + "/replay", "GET", replay), (T + "/branch", "POST", branch), (T + "/plan", "POST", plan),
    (T + "/rematch", "POST", rematch), (T + "/invitations", "POST", invite), (T + "/join", "POST", join),
    (T + "/key", "POST", renew)]
ROUTES = [*[Route(path, in_turn(handle), methods=[method]) for path, method, handle in _CALLS],
          Route("/api/import", import_record, methods=["POST"]), WebSocketRoute(T + "/live", live)]
