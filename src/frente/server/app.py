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

from frente.catalog import GAMES
from frente.server import api, folder, library, operate
from frente.server.body import answer
from frente.server.clients import secret_in
from frente.server.guard import Guard, language_of
from frente.server.hall import Hall
from frente.server.library import Library
from frente.server.metrics import Metrics
from frente.server.problem import Problem, told
from frente.server.settings import Settings, from_environment
from frente.server.storage import Store
from frente.server.thinkers import Thinkers

if TYPE_CHECKING:
    from frente.server.door import Door


def build(settings: Settings, store: Store | None = None, door: Door | None = None) -> ASGIApp:
    """The application. It opens its store when it starts, unless it is given one that is open."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        kept = await opened(settings) if store is None else store
        thinkers = Thinkers(settings.workers, settings.think_seconds)
        app.state.settings = settings
        app.state.hall = Hall(settings, kept, thinkers, secret_in(settings.data), metrics)
        kept.on_stored = metrics.stored
        metrics.watch(app.state.hall, door)
        app.state.library = Library(settings.data / "cache", thinkers)
        drawing = asyncio.create_task(app.state.library.prepare([slug for slug in GAMES if library.shown(slug)]))
        tasks = [drawing, asyncio.create_task(app.state.hall.tidy()), asyncio.create_task(metrics.measure_lag())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            app.state.library.stop()
            await app.state.hall.close()
            thinkers.stop()
            await asyncio.gather(*tasks, return_exceptions=True)
            await kept.close()

    inner = Starlette(routes=[*library.ROUTES, *api.ROUTES, *operate.ROUTES, *library.PAGE], lifespan=lifespan,
                      exception_handlers={HTTPException: not_routed, Problem: raised, Exception: raised})
    return Guard(inner, settings, metrics)


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
    return answer(told(problem, language_of(request.headers)), problem.status, problem.headers)


app = build(from_environment())
