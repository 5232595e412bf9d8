"""The gate in front of everything: who may ask, how often, how much, and what browsers may do with the answer."""
from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frente.server.clients import LOCAL, Clients
from frente.server.limits import Buckets
from frente.server.problem import LANGUAGES, Problem, told
from frente.server.settings import Settings

LOG: Final = logging.getLogger("frente.server")
MAKING: Final = ("/tables", "/import", "/branch", "/plan", "/rematch")        # requests that set up a table
PERMISSIONS: Final = ", ".join(f"{x}=()" for x in (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone", "midi",
    "payment", "publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"))
SAFE: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = 1008


class Guard:
    """Pure ASGI: nothing inside sees a request that does not belong here, and no fault inside gets out."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
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
        scope.setdefault("state", {})["client"] = client
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
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._dress(scope, MutableHeaders(raw=message["headers"]))
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, receive, sending)
        except Problem as e:
            if not started:
                await _answer(scope, sending, e)
        except Exception:
            LOG.exception("%s %s could not be handled", scope["method"], scope["path"])
            if not started:
                await _answer(scope, sending, Problem(500, "trouble"))

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
        if self.clients.secure(scope):
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
        try:
            await self.app(scope, receive, send)
        except Exception:
            LOG.exception("a socket could not be served")
        finally:
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
    return msgspec.json.encode(told(problem, language_of(Headers(scope=scope))))


def language_of(headers: Headers) -> str:
    """The first language we have of those the client would read."""
    for part in headers.get("accept-language", "").split(","):
        name = part.split(";")[0].strip()[:2].lower()
        if name in LANGUAGES:
            return name
    return "en"


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
