"""The gate in front of everything: who may ask, how often, how much, and what browsers may do with the answer."""
from __future__ import annotations

import ipaddress
import logging
import time
from collections import Counter
from secrets import token_bytes, token_hex
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frente.server.clients import LOCAL, Clients, pseudonym, within
from frente.server.limits import Buckets
from frente.server.metrics import Metrics
from frente.server.problem import LANGUAGES, Problem, refusal
from frente.server.settings import Settings

LOG: Final = logging.getLogger("frente.server")
MAKING: Final = ("/tables", "/lesson", "/import", "/branch", "/plan", "/rematch", "/packs")  # set up a table or a pack
PERMISSIONS: Final = ", ".join(f"{x}=()" for x in (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone", "midi",
    "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"))
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = 1008


class Guard:
    """Pure ASGI: nothing inside sees a request that does not belong here, and no fault inside gets out."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.salt = token_bytes(16)      # of the names clients go by in what is written down
        self.limits = settings.limits
        self.clients = Clients(settings.proxies, bool(settings.origins))
        self.hosts = settings.hosts() | {_host(o) for o in settings.origins}
        self.requests = Buckets(*self.limits.requests)
        self.new_tables = Buckets(*self.limits.new_tables)
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # -- checks

    def _check(self, scope: Scope) -> str:
        """The client's address, if the request may come in."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._own(_name(host)):
            raise Problem(421, "host", {"host": host[:80]})
        changing = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changing and not self._same_site(headers, host):
            raise Problem(403, "origin")
        client = self.clients.of(scope)
        state = scope.setdefault("state", {})
        state["client"] = client
        state["secure"] = self.clients.secure(scope)
        address = self.clients.address(scope)
        named = not isinstance(address, str) and within(address, self.settings.operators)
        state["operator"] = named or client == LOCAL
        wait = self.requests.take(client)
        if not wait and client != LOCAL and _makes(scope):
            wait = self.new_tables.take(client)
        if wait:
            seconds = max(1, round(wait))
            raise Problem(429, "too-fast", {"seconds": seconds}, {"retry-after": str(seconds)})
        return client

    def _own(self, name: str) -> bool:
        """Names we were told, and numeric addresses: a foreign name that was made to point here is neither."""
        if name in self.hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _same_site(self, headers: Headers, host: str) -> bool:
        """Browsers name the page that asks; programs name none and hold no one's cookies to misuse."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        own = (f"http://{host}".lower(), f"https://{host}".lower())
        return origin in self.settings.origins or origin.lower() in own

    # -- requests

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0
        began = time.perf_counter()
        mark = token_hex(6)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=message["headers"])
                self._dress(scope, headers)
                headers["x-request-id"] = mark
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, receive, sending)
        except Problem as e:
            if not status:
                self.metrics.refusals.labels(e.key).inc()
                await _answer(scope, sending, e)
        except Exception:
            LOG.exception("%s %s could not be handled", scope["method"], _route(scope),
                          extra={"request": mark, **self._who(scope)})
            if not status:
                await _answer(scope, sending, Problem(500, "trouble"))
        self._note(scope, mark, status, time.perf_counter() - began)

    def _note(self, scope: Scope, mark: str, status: int, seconds: float) -> None:
        """Count a request, and write it down."""
        route = _route(scope)
        self.metrics.requests.labels(route, scope["method"] if scope["method"] in METHODS else "other", status).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if LOG.isEnabledFor(logging.INFO):
            facts = {"request": mark, "method": scope["method"][:20], "route": route, "status": status,
                     "ms": round(seconds * 1000, 1)}
            LOG.info("request", extra=facts | self._who(scope))

    def _who(self, scope: Scope) -> dict[str, str]:
        """Who asked about which table or game, as far as it is written down."""
        client = scope.get("state", {}).get("client", "?")
        about = {k: str(v)[:40] for k, v in scope.get("path_params", {}).items() if k in ("id", "slug")}
        return {"client": pseudonym(self.salt, client)[:12], **about}

    def _dress(self, scope: Scope, headers: MutableHeaders) -> None:
        host = Headers(scope=scope).get("host", "")
        socket = f" ws://{host} wss://{host}" if self._own(_name(host)) else ""
        headers["content-security-policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
            f"font-src 'self'; connect-src 'self'{socket}; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        headers["x-content-type-options"] = "nosniff"
        headers["x-frame-options"] = "DENY"
        headers["permissions-policy"] = PERMISSIONS
        headers["cross-origin-embedder-policy"] = "require-corp"
        if scope.get("state", {}).get("secure"):
            headers["strict-transport-security"] = "max-age=31536000"
        headers["referrer-policy"] = "no-referrer"
        headers["cross-origin-opener-policy"] = "same-origin"
        headers["cross-origin-resource-policy"] = "same-origin"
        if "cache-control" not in headers:
            headers["cache-control"] = "no-store"

    # -- sockets

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            client = self._check(scope)
            if self.sockets[client] >= self.limits.sockets:
                raise Problem(429, "too-many-sockets")
        except Problem as e:
            await _turn_away(scope, receive, send, e)
            return
        self.sockets[client] += 1
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        except Exception:
            LOG.exception("a socket could not be served")
        finally:
            LOG.info("socket", extra={"seconds": round(time.perf_counter() - began, 1), **self._who(scope)})
            self.sockets[client] -= 1
            if not self.sockets[client]:
                del self.sockets[client]


async def _turn_away(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    """Answer the handshake itself, with the reason, where the server can."""
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        body = _body(scope, problem)
        await send({"type": "websocket.http.response.start", "status": problem.status,
                    "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]})
        await send({"type": "websocket.http.response.body", "body": body})
    else:
        await send({"type": "websocket.close", "code": POLICY, "reason": str(problem)[:120]})


async def _answer(scope: Scope, send: Send, problem: Problem) -> None:
    body = _body(scope, problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(k.encode(), v.encode()) for k, v in problem.headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope.get("method") == "HEAD" else body})


def _body(scope: Scope, problem: Problem) -> bytes:
    return msgspec.json.encode(refusal(problem, language_of(Headers(scope=scope))))


def language_of(headers: Headers) -> str:
    """The first language we have of those the client would read."""
    for part in headers.get("accept-language", "").split(","):
        name = part.split(";")[0].strip()[:2].lower()
        if name in LANGUAGES:
            return name
    return "en"


def _route(scope: Scope) -> str:
    """The address of a request with the names of its parts instead of what stands there; one we do not know is none."""
    if "endpoint" not in scope:
        return "other"
    names = {v: f"{{{k}}}" for k, v in scope["path_params"].items()}
    if scope["path"] == "/" or "{path}" in names.values():
        return "page"
    return "/".join(names.get(x, x) for x in scope["path"].split("/"))


def _makes(scope: Scope) -> bool:
    """Whether a request is to set up a table."""
    return scope["type"] == "http" and scope["method"] == "POST" and str(scope["path"]).endswith(MAKING)


def _host(origin: str) -> str:
    return _name(urlsplit(origin).netloc)


def _name(host: str) -> str:
    """A host without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
