"""Requests about notices, tournaments and moderation."""
from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from frente.server.body import answer, body, in_turn
from frente.server.people import frames
from frente.server.people.api import person_of, signed_in
from frente.server.people.moderation import Moderation
from frente.server.people.notices import Notices
from frente.server.people.tournaments import Tournaments


def notices_of(request: Request) -> Notices:
    found: Notices = request.app.state.notices
    return found


def tournaments_of(request: Request) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


def moderation_of(request: Request) -> Moderation:
    found: Moderation = request.app.state.moderation
    return found


async def notices(request: Request) -> Response:
    return answer(await notices_of(request).shown(await signed_in(request)))


async def clear(request: Request) -> Response:
    await notices_of(request).clear(await signed_in(request))
    return Response(status_code=204)


async def habits(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Habits)
    given = {k: v for k, v in (("mail", wanted.mail), ("push", wanted.push)) if v is not None}
    if given:
        await notices_of(request).wish(person.id, **given)
    return Response(status_code=204)


async def subscribe(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Browser)
    await notices_of(request).subscribe(person, wanted.endpoint, wanted.p256dh, wanted.auth)
    return Response(status_code=204)


async def unsubscribe(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Browser)
    await notices_of(request).unsubscribe(person, wanted.endpoint)
    return Response(status_code=204)


async def vacation(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Vacation)
    await notices_of(request).vacation(person, wanted.days)
    return answer(await notices_of(request).shown(person))


async def quiet(request: Request) -> Response:
    """One click in a letter, or the mail program's own button: nothing else is asked."""
    await notices_of(request).quiet(request.path_params["token"])
    return Response(status_code=204)


async def tournaments(request: Request) -> Response:
    return answer(await tournaments_of(request).all(await person_of(request)))


async def call(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.NewTournament)
    return answer({"tournament": await tournaments_of(request).call(person, wanted)}, 201)


async def tournament(request: Request) -> Response:
    return answer(await tournaments_of(request).shown(await person_of(request), request.path_params["id"]))


async def enter(request: Request) -> Response:
    await tournaments_of(request).enter(await signed_in(request), request.path_params["id"])
    return Response(status_code=204)


async def leave(request: Request) -> Response:
    await tournaments_of(request).leave(await signed_in(request), request.path_params["id"])
    return Response(status_code=204)


async def start(request: Request) -> Response:
    await tournaments_of(request).start(await signed_in(request), request.path_params["id"])
    return Response(status_code=204)


async def challenge(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Rung)
    return answer(await tournaments_of(request).challenge(person, request.path_params["id"], wanted.name), 201)


async def desk(request: Request) -> Response:
    return answer(await moderation_of(request).page(await signed_in(request)))


async def ban(request: Request) -> Response:
    person, wanted = await signed_in(request), await body(request, frames.Ban)
    await moderation_of(request).ban(person, wanted)
    return Response(status_code=204)


async def settle(request: Request) -> Response:
    await moderation_of(request).settle(await signed_in(request), request.path_params["id"])
    return Response(status_code=204)


A, T, M = "/api/account", "/api/tournaments", "/api/moderation"
_CALLS: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
    ("/api/notices", "GET", notices), ("/api/notices", "DELETE", clear), (A + "/habits", "PUT", habits),
    (A + "/push", "POST", subscribe), (A + "/push", "DELETE", unsubscribe), (A + "/vacation", "POST", vacation),
    ("/api/quiet/{token}", "POST", quiet), (T, "GET", tournaments), (T, "POST", call), (T + "/{id}", "GET", tournament),
    (T + "/{id}/entrants", "POST", enter), (T + "/{id}/entrants", "DELETE", leave), (T + "/{id}/start", "POST", start),
    (T + "/{id}/challenge", "POST", challenge), (M, "GET", desk), (M + "/bans", "POST", ban),
    (M + "/reports/{id}", "DELETE", settle)]
ROUTES = [Route(path, in_turn(handle), methods=[method]) for path, method, handle in _CALLS]
