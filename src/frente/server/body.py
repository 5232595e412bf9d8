"""Reading the bodies and parameters of requests: never more than allowed, and only what fits."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from frente.server.problem import Problem
from frente.server.settings import Settings

T = TypeVar("T")
Handle = Callable[[Request], Awaitable[Response]]


async def raw_body(request: Request, limit: int, kinds: tuple[str, ...] = ("application/json",)) -> bytes:
    if request.headers.get("content-type", "").split(";")[0].strip().lower() not in kinds:
        raise Problem(415, "content-type")
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:12]) > limit:
        raise Problem(413, "too-large", {"limit": limit})
    found = bytearray()
    seconds = settings(request).limits.slow
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                found += chunk
                if len(found) > limit:
                    raise Problem(413, "too-large", {"limit": limit})
    except (TimeoutError, ClientDisconnect):
        raise Problem(408, "slow-body", {"seconds": round(seconds)}, {"connection": "close"}) from None
    return bytes(found)


async def body(request: Request, shape: type[T], limit: int = 0) -> T:
    raw = await raw_body(request, limit or settings(request).limits.body)
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as e:
        raise Problem(422 if isinstance(e, msgspec.ValidationError) else 400,
                      "not-a-message" if isinstance(e, msgspec.ValidationError) else "not-json",
                      {"fault": str(e)[:200].rstrip(".")}) from e


def in_turn(handle: Handle) -> Handle:
    """Of each client only so many requests are worked on at once, and only so long, so that none of them holds up those
    of other clients."""

    async def handled(request: Request) -> Response:
        async def work() -> Response:
            return await handle(request)

        found: Response = await request.app.state.hall.serve(request.state.client, work)
        return found

    return handled


def number(request: Request, name: str, default: int | None = None) -> int:
    value = request.query_params.get(name)
    if value is None and default is not None:
        return default
    if value is None or not (value.isascii() and value.isdigit() and len(value) < 10):
        fault = Problem(422, "give-number")
        raise Problem(422, "bad-value", {"name": name, "value": (value or "")[:40], "fault": fault})
    return int(value)


def settings(request: Request) -> Settings:
    found: Settings = request.app.state.settings
    return found


def answer(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(data), status, headers, media_type="application/json")
