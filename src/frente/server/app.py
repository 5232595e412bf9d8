"""The application: ``uvicorn frente.server.app:app``, or ``frente serve``."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from frente.kernel.catalog import GAMES
from frente.server import api, common, folder, library, operate
from frente.server.body import answer
from frente.server.clients import secret_in
from frente.server.edit import api as edit
from frente.server.fleet import Fleet
from frente.server.guard import Guard, language_of
from frente.server.hall import Hall
from frente.server.library import Library
from frente.server.metrics import Metrics
from frente.server.people import api as people
from frente.server.people import club_api, meet_api, talk_api
from frente.server.people.desk import Desk
from frente.server.people.meeting import Meeting
from frente.server.people.moderation import Moderation
from frente.server.people.notices import Notices
from frente.server.people.talk import Talk
from frente.server.people.tournaments import Tournaments
from frente.server.problem import Problem, refusal
from frente.server.settings import Settings, from_environment
from frente.server.storage import Store
from frente.server.thinkers import Thinkers
from frente.server.wire import Wire

if TYPE_CHECKING:
    from frente.server.door import Door


def build(settings: Settings, store: Store | None = None, door: Door | None = None) -> ASGIApp:
    """The application. It opens its store when it starts, unless it is given one that is open."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        kept = await opened(settings) if store is None else store
        app.state.settings = settings
        async with running(settings, kept, metrics) as hall:
            app.state.hall = hall
            metrics.watch(hall, door)
            app.state.library = Library(settings.data / "cache", hall.thinkers)
            app.state.packs = edit.Shown(hall)
            app.state.desk = Desk(settings, hall)
            app.state.meeting = Meeting(hall)
            app.state.talk = Talk(hall)
            app.state.notices = await Notices.begin(settings, hall, app.state.desk.post)
            app.state.tournaments = Tournaments(hall)
            app.state.moderation = Moderation(hall)
            tasks = [*map(asyncio.create_task, (
                hall.tidy(), hall.sweep(), metrics.measure_lag(), app.state.notices.run(), app.state.tournaments.run(),
                app.state.library.prepare([slug for slug in GAMES if library.shown(slug)])))]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                app.state.library.stop()
                await app.state.desk.close()
                await asyncio.gather(*tasks, return_exceptions=True)

    routes = [*library.ROUTES, *api.ROUTES, *edit.ROUTES, *people.ROUTES, *meet_api.ROUTES, *talk_api.ROUTES,
              *club_api.ROUTES, *operate.ROUTES, *library.PAGE]
    inner = Starlette(routes=routes, lifespan=lifespan,
                      exception_handlers={HTTPException: not_routed, Problem: raised, Exception: raised})
    return Guard(inner, settings, metrics)


@asynccontextmanager
async def running(settings: Settings, store: Store, metrics: Metrics) -> AsyncIterator[Hall]:
    """A hall with its workers; on a database that others share too, it hears them and takes its part of the turns."""
    thinkers = Thinkers(settings.thinkers, settings.think_seconds)
    secret = await common.secret(store, settings.data) if store.shared else secret_in(settings.data)
    store.on_stored = metrics.stored
    hall = Hall(settings, store, thinkers, secret, metrics)
    tasks: list[asyncio.Task[None]] = []
    fleet = None
    if store.shared:
        wire = Wire(settings.url, hall.heard)
        hall.join(wire)
        tasks.append(asyncio.create_task(wire.run()))
        if settings.bots:
            fleet = Fleet(hall, wire.name)
            tasks.append(asyncio.create_task(fleet.run()))
    try:
        yield hall
    finally:
        for task in tasks:
            task.cancel()
        await hall.close()
        thinkers.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        if fleet is not None:
            await fleet.close()
        await store.close()


async def opened(settings: Settings) -> Store:
    folder.prepare(settings.data, not settings.database)
    store = Store(settings.url)
    await store.open()
    return store


async def not_routed(request: Request, e: Exception) -> Response:
    """No such address, or not with this method."""
    if isinstance(e, HTTPException) and e.status_code == 405:
        return refused(request, Problem(405, "method", {"method": request.method[:20]}, e.headers))
    return refused(request, Problem(404, "not-found"))


async def raised(request: Request, e: Exception) -> Response:
    return refused(request, e if isinstance(e, Problem) else Problem(500, "trouble"))


def refused(request: Request, problem: Problem) -> Response:
    request.app.state.hall.metrics.refusals.labels(problem.key).inc()
    return answer(refusal(problem, language_of(request.headers)), problem.status, problem.headers)


app = build(from_environment())
