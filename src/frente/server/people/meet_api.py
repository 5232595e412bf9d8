"""Requests by which people find one another."""
from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from frente.server.body import answer, body, in_turn, number
from frente.server.people import frames
from frente.server.people.api import person_of, signed_in
from frente.server.people.meeting import Meeting


def meeting_of(request: Request) -> Meeting:
    found: Meeting = request.app.state.meeting
    return found


async def room(request: Request) -> Response:
    asked = {x: request.query_params.get(x, "") for x in ("game", "pace", "scenario", "side")}
    fits = request.query_params.get("fits", "") != ""
    return answer(await meeting_of(request).room(await person_of(request), **asked, fits=fits))


async def offer(request: Request) -> Response:
    person = await signed_in(request)
    return answer({"challenge": await meeting_of(request).offer(person, await body(request, frames.NewChallenge))}, 201)


async def one(request: Request) -> Response:
    return answer(await meeting_of(request).one(await person_of(request), request.path_params["id"]))


async def accept(request: Request) -> Response:
    return answer(await meeting_of(request).accept(await signed_in(request), request.path_params["id"]), 201)


async def withdraw(request: Request) -> Response:
    await meeting_of(request).withdraw(await signed_in(request), request.path_params["id"])
    return Response(status_code=204)


async def player(request: Request) -> Response:
    return answer(await meeting_of(request).player(await person_of(request), request.path_params["name"],
                                                   number(request, "after", 0)))


C = "/api/challenges"
_CALLS: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
    ("/api/lobby", "GET", room), (C, "POST", offer), (C + "/{id}", "GET", one), (C + "/{id}", "DELETE", withdraw),
    (C + "/{id}/accept", "POST", accept), ("/api/players/{name}", "GET", player)]
ROUTES = [Route(path, in_turn(handle), methods=[method]) for path, method, handle in _CALLS]
