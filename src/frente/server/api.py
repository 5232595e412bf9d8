"""Requests about tables."""
from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from frente.ai.aims import spoken
from frente.kernel.catalog import UnknownName, find
from frente.kernel.referee import Refused
from frente.server import frames, host, reel, revive, worker
from frente.server.body import answer, body, in_turn, number, raw_body, settings
from frente.server.edit import drafts
from frente.server.guard import language_of
from frente.server.hall import ID, Hall, summary
from frente.server.live import Connection, farewell
from frente.server.people import waiting
from frente.server.people.accounts import maker
from frente.server.people.api import person_of, signed_in
from frente.server.people.meet_api import meeting_of
from frente.server.problem import LANGUAGES, Problem, refusal
from frente.server.seats import Access, Who, hashed
from frente.server.standing import seat_orders
from frente.server.state import EARLIER, kept_events, replay_viewers, replayed, state
from frente.server.table import Table
from frente.server.thinkers import WorkFailed


def hall_of(request: Request | WebSocket) -> Hall:
    found: Hall = request.app.state.hall
    return found


async def open_table(request: Request) -> tuple[Table, Access]:
    table = await hall_of(request).fresh(request.path_params["id"])
    return table, table.access(key_of(request), await who_of(request))


def key_of(request: Request) -> str:
    """The key that is shown."""
    refuse_keys(request)
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise Problem(400, "bearer")
    return key.strip()


async def who_of(request: Request | WebSocket) -> Who:
    """Who asks: an account, or an address under a pseudonym."""
    person = await person_of(request)
    if person is None:
        return Who(hall_of(request).known(request.state.client))
    return Who(maker(person.id), person.id, person.name, person.session)


async def client_of(request: Request) -> str:
    """The name under which the asker's work waits and his tables are kept."""
    return (await who_of(request)).client


def refuse_keys(request: Request | WebSocket) -> None:
    """Addresses are written down in many places, so a key does not stand there."""
    if "key" in request.query_params or "keys" in request.query_params:
        raise Problem(400, "key-in-address")


async def create(request: Request) -> Response:
    wanted = await body(request, frames.NewTable)
    hall, who = hall_of(request), await who_of(request)
    pack = await drafts.to_play(hall, who, wanted.pack, key_of(request), wanted.game) if wanted.pack else None
    return answer(await host.new_table(hall, who, wanted, pack), 201)


async def lesson(request: Request) -> Response:
    """A table on which the lesson of a game begins."""
    try:
        game = find(request.path_params["slug"])
    except UnknownName:
        raise Problem(404, "not-found") from None
    return answer(await host.new_lesson(hall_of(request), await who_of(request), game), 201)


async def qr(request: Request) -> Response:
    """A text, such as a link to a seat, as a code for a camera."""
    wanted = await body(request, frames.Code)
    drawn = io.BytesIO()
    segno.make(wanted.text, error="m", micro=False).save(drawn, "svg", border=3, dark="#1d1712", light="#ffffff",
                                                         xmldecl=False, omitsize=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def held(request: Request) -> Response:
    """The games of the keys a browser holds, the latest first, a page at a time."""
    wanted = await body(request, frames.Held)
    limits = settings(request).limits
    if len(wanted.keys) > limits.keys:
        raise Problem(422, "too-many-keys", {"limit": limits.keys})
    mine, who = {hashed(k) for k in wanted.keys if k}, await who_of(request)
    rows = (await hall_of(request).store.held(mine, wanted.after, limits.page + 1, who) if mine or who.account else [])
    found: list[dict[str, Any]] = []
    for row, seats, client in rows[:limits.page]:
        sides = find(row["game"]).sides
        found.append({**summary(row), "expires": hall_of(request).expires(row, client),
                      "you": [sides[s.side] for s in seats
                              if s.key in mine or (who.account and s.account == who.account)],
                      "owner": row["owner"] in mine or bool(who.account and client == who.client),
                      "seats": {sides[s.side]: {"kind": s.kind, "name": s.name, "taken": bool(s.key) or s.kind == "bot"}
                                for s in seats}})
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
    found = await hall_of(request).store.owner(id) if ID.fullmatch(id) else None
    if found is None:
        raise Problem(404, "no-table")
    owner, made_by = found
    key, who = key_of(request), await who_of(request)
    if owner != hashed(key) and not (who.account and made_by == who.client):
        raise Problem(403, "owner-only")
    return id


async def invite(request: Request) -> Response:
    wanted = await body(request, frames.OfSide)
    table, access = await open_table(request)
    return answer(await host.invite(table, access, wanted.side), 201)


async def join(request: Request) -> Response:
    wanted = await body(request, frames.Join)
    table = await hall_of(request).fresh(request.path_params["id"])
    return answer(await host.join(table, wanted.invitation, await who_of(request)))


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


async def notes(request: Request) -> Response:
    table, access = await open_table(request)
    return answer({"notes": await host.notes(table, access, language_of(request.headers))})


async def note(request: Request) -> Response:
    wanted = await body(request, frames.PutNote)
    table, access = await open_table(request)
    await host.note(table, access, wanted)
    return answer({"notes": await host.notes(table, access, language_of(request.headers))})


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
        return answer(await hall_of(request).thinkers.do(await client_of(request), worker.proven, text.encode(),
                                                         language_of(request.headers), table.pack, long=True))
    except WorkFailed as e:
        raise Problem(503, "busy") from e


async def told_afterwards(request: Request) -> Response:
    """What a finished game tells: for anybody, as its record is. It is worked out once while the table is open."""
    table, access = await open_table(request)
    async with table.lock:
        if not (await table.ready()).over:
            raise Problem(409, "not-over")
    if table.story is None:
        _, text = await host.saved(table, access)
        try:
            table.story = await hall_of(request).thinkers.do(await client_of(request), worker.storied, text.encode(),
                                                             table.pack, long=True)
        except WorkFailed as e:
            raise Problem(503, "busy") from e
    said = [{**x, "text": spoken(x["text"], table.game, language_of(request.headers))} for x in table.story["notes"]]
    return answer({**table.story, "notes": said})


async def import_record(request: Request) -> Response:
    hall, client = hall_of(request), await client_of(request)
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


async def film(request: Request) -> Response:
    """What happened between two acts as scenes, and the staff report of it."""
    table, access = await open_table(request)
    viewer = replay_viewers(table, access, request.query_params.get("side", ""))[0]
    async with table.lock:
        match = await table.ready()
        to = min(number(request, "to", len(match.log)), len(match.log))
        first = max(min(number(request, "from", 0), to), to - told_at_once(request))
        wanted = reel.Reel(match.game.slug, match.scenario, match.options,
                           revive.dumped(match.game, await host.position(table, first)), first,
                           [(e.side, e.act) for e in match.log[first:to]], viewer, table.pack)
    try:
        found = await hall_of(request).thinkers.do(await client_of(request), reel.folded, wanted, long=True)
    except WorkFailed as e:
        raise Problem(503, "busy") from e
    return answer(reel.with_plans(found, await host.plans(table, first, to, viewer)))


async def branch(request: Request) -> Response:
    wanted = await body(request, frames.Branch)
    table, access = await open_table(request)
    return answer(await host.branch(hall_of(request), await who_of(request), table, access, wanted), 201)


async def plan(request: Request) -> Response:
    wanted = await body(request, frames.OfSide)
    table, access = await open_table(request)
    return answer(await host.plan(hall_of(request), await client_of(request), table, access, wanted.side), 201)


async def rematch(request: Request) -> Response:
    table, _ = await open_table(request)
    if table.terms is not None:          # two accounts have agreed on them
        return answer(await meeting_of(request).again(await signed_in(request), table), 201)
    return answer(await host.rematch(hall_of(request), await who_of(request), table, key_of(request)), 201)


async def live(socket: WebSocket) -> None:
    """The socket of a table. A refusal is told through the open socket, so that a page can show it."""
    await socket.accept()
    language = "en"
    try:
        refuse_keys(socket)
        hello = await greeting(socket)
        language = hello.lang if hello.lang in LANGUAGES else "en"
        table = await hall_of(socket).fresh(socket.path_params["id"])
        who = await who_of(socket)
        access = table.access(hello.key, who)
        if who.account:
            news: bool = await table.store.read(waiting.news, who.account, table.id)
            if news:
                await table.store.do(waiting.Seen(who.account, table.id))
    except Problem as e:
        await socket.send_text(json.dumps({"id": None, **refusal(e, language)}))
        await farewell(socket, e, language)
        return
    hall, client = hall_of(socket), socket.state.client
    await Connection(socket, table, access, language, hall, client, hello).run()


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


T = "/api/tables/{id}"
_CALLS = [
    ("/api/tables", "POST", create), ("/api/games/{slug}/lesson", "POST", lesson), ("/api/qr", "POST", qr),
    ("/api/tables/held", "POST", held), (T, "GET", about), (T, "PATCH", rename),
    (T, "DELETE", remove), (T + "/state", "GET", one_state), (T + "/log", "GET", log), (T + "/acts", "POST", act),
    (T + "/standing", "GET", standing), (T + "/standing", "PUT", order), (T + "/record", "GET", record),
    (T + "/notes", "GET", notes), (T + "/notes", "PUT", note),
    (T + "/proof", "GET", proof), (T + "/story", "GET", told_afterwards), (T + "/dice", "POST", dice),
    (T + "/replay", "GET", replay),
    (T + "/film", "GET", film), (T + "/branch", "POST", branch), (T + "/plan", "POST", plan),
    (T + "/rematch", "POST", rematch), (T + "/invitations", "POST", invite), (T + "/join", "POST", join),
    (T + "/key", "POST", renew)]
ROUTES = [*[Route(path, in_turn(handle), methods=[method]) for path, method, handle in _CALLS],
          Route("/api/import", import_record, methods=["POST"]), WebSocketRoute(T + "/live", live)]
