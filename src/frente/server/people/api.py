"""Requests about accounts."""
from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from frente.server.body import answer, body, in_turn
from frente.server.guard import language_of
from frente.server.people import accounts, frames, names
from frente.server.people.desk import Desk
from frente.server.people.schema import PASSKEYS
from frente.server.people.sessions import Person
from frente.server.problem import Problem
from frente.server.seats import fresh_id
from frente.server.work import Set


def desk_of(request: HTTPConnection) -> Desk:
    found: Desk = request.app.state.desk
    return found


async def person_of(request: HTTPConnection) -> Person | None:
    """Who is signed in."""
    return await desk_of(request).sessions.person(request)


async def signed_in(request: Request) -> Person:
    person = await person_of(request)
    if person is None:
        raise Problem(401, "sign-in-first")
    return person


async def entered(request: Request, account: str, status: int = 200) -> Response:
    """Somebody has come in: a session of his own, whatever this browser had before."""
    found = answer({"account": account}, status)
    await desk_of(request).sessions.begin(request, account, found)
    return found


async def sign_up(request: Request) -> Response:
    wanted = await body(request, frames.SignUp)
    account = await desk_of(request).sign_up(request.state.client, wanted)
    await desk_of(request).store.do(accounts.Change(account, language=language_of(request.headers)))
    return await entered(request, account, 201)


async def me(request: Request) -> Response:
    """Nobody who has not signed in, and that is no fault."""
    desk, person = desk_of(request), await person_of(request)
    return answer({"account": None if person is None else await desk.shown(person), "mail": desk.post.works})


async def change(request: Request) -> Response:
    person = await signed_in(request)
    await desk_of(request).change(request.state.client, person, await body(request, frames.ChangeAccount))
    return answer({"account": await desk_of(request).shown(person)})


async def erase(request: Request) -> Response:
    person = await signed_in(request)
    await desk_of(request).erase(request.state.client, person, await body(request, frames.DeleteAccount))
    return gone(request)


def gone(request: Request) -> Response:
    found = Response(status_code=204)
    desk_of(request).sessions.forget(request, found)
    return found


async def export(request: Request) -> Response:
    person = await signed_in(request)
    found = answer(await desk_of(request).store.read(accounts.exported, person.id))
    found.headers["content-disposition"] = 'attachment; filename="frente-account.json"'
    return found


async def claim(request: Request) -> Response:
    person = await signed_in(request)
    await desk_of(request).claim(person, (await body(request, frames.ClaimGames)).keys)
    return Response(status_code=204)


async def sign_in(request: Request) -> Response:
    wanted = await body(request, frames.SignIn)
    return await entered(request, await desk_of(request).sign_in(request.state.client, wanted))


async def sign_out(request: Request) -> Response:
    person = await person_of(request)
    if person is not None:
        await desk_of(request).sessions.end(person.session)
        desk_of(request).hall.dismiss({person.session})
    return gone(request)


async def sessions(request: Request) -> Response:
    person = await signed_in(request)
    rows = await desk_of(request).sessions.of(person.id)
    return answer([{"id": s["hash"][:16], "agent": s["agent"], "created": s["created"], "seen": s["seen"],
                    "here": s["hash"] == person.session} for s in rows])


async def end_all(request: Request) -> Response:
    await desk_of(request).end_all(await signed_in(request))
    return gone(request)


async def end_one(request: Request) -> Response:
    desk, person = desk_of(request), await signed_in(request)
    wanted = request.path_params["id"]
    hashes = {s["hash"] for s in await desk.sessions.of(person.id) if s["hash"][:16] == wanted}
    if not hashes:
        raise Problem(404, "not-found")
    await desk.sessions.end(*hashes)
    desk.hall.dismiss(hashes)
    return Response(status_code=204)


async def new_passkey(request: Request) -> Response:
    desk, wanted = desk_of(request), await body(request, frames.NewPasskey)
    if wanted.name:
        name = await desk.free(request.state.client, wanted.name)
        return answer(await desk.passkeys.new(request, fresh_id(), name, names.fold(name)))
    person = await signed_in(request)
    return answer(await desk.passkeys.new(request, person.id, person.name))


async def add_passkey(request: Request) -> Response:
    person = await person_of(request)
    account = await desk_of(request).open_with_passkey(request, person, await body(request, frames.Credential))
    if person is not None and person.id == account:
        return answer({"account": account}, 201)
    return await entered(request, account, 201)


async def ask_passkey(request: Request) -> Response:
    return answer(await desk_of(request).passkeys.ask(request))


async def use_passkey(request: Request) -> Response:
    wanted = await body(request, frames.Credential)
    return await entered(request, await desk_of(request).passkeys.shown(request, wanted.credential))


async def drop_passkey(request: Request) -> Response:
    """Not the last way in."""
    desk, person = desk_of(request), await signed_in(request)
    had = await desk.store.read(accounts.passkeys, person.id)
    wanted = [x["hash"] for x in had if x["hash"][:16] == request.path_params["id"]]
    if not wanted:
        raise Problem(404, "not-found")
    if len(had) == 1 and not (await desk.row(person))["password"]:
        raise Problem(409, "passkey-last")
    await desk.store.do(Set(PASSKEYS.delete().where(PASSKEYS.c.hash.in_(wanted))))
    return Response(status_code=204)


async def recover(request: Request) -> Response:
    await desk_of(request).recover((await body(request, frames.Recover)).mail)
    return Response(status_code=204)


async def renew(request: Request) -> Response:
    return await entered(request, await desk_of(request).renew(await body(request, frames.UseToken)))


async def confirm(request: Request) -> Response:
    await desk_of(request).confirm((await body(request, frames.UseToken)).token)
    return Response(status_code=204)


A = "/api/account"
_CALLS: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
    (A, "GET", me), (A, "POST", sign_up), (A, "PATCH", change), (A, "DELETE", erase), (A + "/export", "GET", export),
    (A + "/games", "POST", claim), (A + "/confirm", "POST", confirm), (A + "/recover", "POST", recover),
    (A + "/renew", "POST", renew), ("/api/session", "POST", sign_in), ("/api/session", "DELETE", sign_out),
    ("/api/sessions", "GET", sessions), ("/api/sessions", "DELETE", end_all), ("/api/sessions/{id}", "DELETE", end_one),
    ("/api/passkeys", "POST", add_passkey), ("/api/passkeys/new", "POST", new_passkey),
    ("/api/passkeys/ask", "POST", ask_passkey), ("/api/passkeys/use", "POST", use_passkey),
    ("/api/passkeys/{id}", "DELETE", drop_passkey)]
ROUTES = [Route(path, in_turn(handle), methods=[method]) for path, method, handle in _CALLS]
