"""Requests about what is said beside the board."""
from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from frente.server.api import open_table
from frente.server.body import answer, body, in_turn, number
from frente.server.people import frames, talk
from frente.server.people.api import person_of, signed_in
from frente.server.people.talk import Talk


def talk_of(request: Request) -> Talk:
    found: Talk = request.app.state.talk
    return found


async def heard(request: Request) -> Response:
    table, access = await open_table(request)
    person = await person_of(request)
    return answer({"messages": await talk_of(request).heard(person, table, access, number(request, "after", 0))})


async def say(request: Request) -> Response:
    wanted = await body(request, frames.Say)
    table, access = await open_table(request)
    line = -1 if wanted.line is None else wanted.line
    n = await talk_of(request).say(request.state.client, await person_of(request), table, access, wanted.text, line)
    return answer({"n": n}, 201)


async def report(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Report)
    table, access = await open_table(request)
    await talk_of(request).report(person, wanted.name, table, access, wanted.text)
    return Response(status_code=204)


async def shunned(request: Request) -> Response:
    return answer(await talk_of(request).store.read(talk.shunned_names, (await signed_in(request)).id))


async def shun(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Shun)
    await talk_of(request).shun(person, wanted.name, wanted.kind)
    return Response(status_code=204)


T = "/api/tables/{id}"
_CALLS: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
    (T + "/talk", "GET", heard), (T + "/talk", "POST", say), (T + "/report", "POST", report),
    ("/api/account/shunned", "GET", shunned), ("/api/account/shunned", "PUT", shun)]
ROUTES = [Route(path, in_turn(handle), methods=[method]) for path, method, handle in _CALLS]
