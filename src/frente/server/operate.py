"""For whoever runs the server: is it well, and what is it doing?"""
from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from frente import __version__
from frente.server.body import answer
from frente.server.hall import Hall
from frente.server.metrics import KIND
from frente.server.problem import Problem


async def health(request: Request) -> Response:
    """Whether the loop turns and the store answers."""
    hall: Hall = request.app.state.hall
    await hall.store.alive()
    return answer({"status": "ok", "version": __version__})


async def metrics(request: Request) -> Response:
    """For those who were named, and for programs on this machine; for all others there is nothing here."""
    if not request.state.operator:
        raise Problem(404, "not-found")
    hall: Hall = request.app.state.hall
    return Response(hall.metrics.text(), media_type=KIND)


ROUTES = [Route("/healthz", health), Route("/metrics", metrics)]
