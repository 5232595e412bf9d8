"""Starting the server, and stopping it with Ctrl-C."""
from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import os
import re
import resource
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO
from urllib.parse import urlsplit

from frente.server import folder, logs
from frente.server.clients import Clients, Network, network
from frente.server.settings import Settings, default_data

if TYPE_CHECKING:
    from frente.server.storage import Store

PORT: Final = 8080
FILES: Final = 65_536                    # at once
BACKLOG: Final = 2048                    # connections that wait to be taken
LOCAL: Final = ("127.0.0.1", "localhost", "::1", "0.0.0.0", "::")


class CannotServe(RuntimeError):
    """Why the server cannot start, in one sentence that says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, help=f"port (default: {PORT}, or a free one if that is taken)")
    parser.add_argument("--data", metavar="DIR", type=Path, help="folder in which games are kept")
    parser.add_argument("--database", metavar="URL", default="",
                        help="PostgreSQL database, postgresql://…, instead of a file in DIR")
    parser.add_argument("--origin", metavar="URL", action="append", default=[],
                        help="address of the site behind a proxy, such as https://games.example.org")
    parser.add_argument("--trusted-proxy", metavar="CIDR", action="append", default=[],
                        help="address or network of a proxy, such as 127.0.0.1, whose X-Forwarded-For is believed")
    parser.add_argument("--metrics-from", metavar="CIDR", action="append", default=[],
                        help="who may read /metrics besides programs on this machine")
    parser.add_argument("--log", choices=("text", "json"), default="text",
                        help="text: only what is wrong; json: everything, a line of JSON each")
    parser.add_argument("--workers", metavar="N", type=int, default=1,
                        help="processes that serve (default: 1; more than one needs --database)")
    add_thinkers(parser)
    parser.add_argument("--no-bots", action="store_true",
                        help="with --database: leave computer players to “frente bots”")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")


def add_thinkers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--thinkers", metavar="N", type=int, default=2,
                        help="processes in which computer players think, for each that serves (default: 2)")


def check(arguments: argparse.Namespace) -> None:
    if arguments.database and not re.match("postgres(ql)?://", arguments.database):
        raise CannotServe(f"--database is written postgresql://user@host/name, not “{arguments.database}”.")
    if arguments.thinkers < 1:
        raise CannotServe("--thinkers is at least 1.")


def serve(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C; CannotServe if that is not possible."""
    check(arguments)
    if arguments.workers < 1:
        raise CannotServe("--workers is at least 1.")
    if not arguments.database and (arguments.workers > 1 or arguments.no_bots):
        raise CannotServe("A file of games is served by one process: --workers and --no-bots need --database "
                          "postgresql://….")
    settings = Settings(arguments.data or default_data(), arguments.database, arguments.host,
                        origins=tuple(site(origin) for origin in arguments.origin),
                        proxies=networks("--trusted-proxy", arguments.trusted_proxy),
                        operators=networks("--metrics-from", arguments.metrics_from), thinkers=arguments.thinkers,
                        bots=not arguments.no_bots,
                        mail=os.environ.get("FRENTE_MAIL", ""))      # not an option: it holds a password
    json = arguments.log == "json"
    logs.set_up(json)
    raise_files()
    mine = keep(settings)
    listening = listen(settings.host, arguments.port, arguments.workers > 1)
    try:
        if arguments.workers > 1:
            from frente.server import many  # here: it uses this module

            many.serve(settings, listening, arguments.workers, not arguments.no_browser, json)
        else:
            asyncio.run(serving(settings, listening, not arguments.no_browser))
    except KeyboardInterrupt:            # how a server ends
        pass
    finally:
        listening.close()
        if mine is not None:
            mine.close()
    return 0


def raise_files() -> None:
    """Every connection is a file: as many as the system lets us have, up to what is sensible."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def keep(settings: Settings) -> TextIO | None:
    """Make the folder ready, and if games are kept there keep it to ourselves as long as the file is open."""
    data = settings.data
    try:
        folder.prepare(data, not settings.database)
        return folder.lock(data) if not settings.database else None
    except folder.InUse as e:
        raise CannotServe(f"Another server (process {e}) keeps its games in {data}; stop it, or choose another folder "
                          "with --data.") from e
    except OSError as e:
        raise CannotServe(f"Games cannot be kept in {data} ({e.strerror}); choose another place with --data.") from e


async def opened(settings: Settings) -> Store:
    from frente.server.storage import Store, StoreError  # here: it takes a while

    try:
        store = Store(settings.url)
        await store.open()
    except StoreError as e:
        raise CannotServe(str(e)) from e
    except (OSError, ImportError, ValueError) as e:
        where = settings.database or settings.data
        raise CannotServe(f"Games cannot be kept in {where} ({e}); choose another place with --data.") from e
    return store


async def serving(settings: Settings, listening: socket.socket, browser: bool,
                  say: Callable[[str], None] | None = None) -> None:
    """Serve until we are told to stop. *say*: who is told where, in place of whoever started us."""
    import uvicorn  # here: it takes a while, and only servers need it

    from frente.server.app import build
    from frente.server.door import Door

    store = await opened(settings)
    # Games live long and hold no cycles; looking through them all again and again would make players wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    limits = settings.limits
    door = Door(limits, Clients(settings.proxies, bool(settings.origins)))
    http, ws = door.protocols()
    server = uvicorn.Server(uvicorn.Config(
        build(settings, store, door), log_config=None, access_log=False, http=http, ws=ws, lifespan="on",
        ws_max_size=limits.frame, ws_per_message_deflate=False, server_header=False, proxy_headers=False,
        timeout_graceful_shutdown=2))
    running = asyncio.create_task(server.serve([listening]))
    sweeping = asyncio.create_task(door.sweep())
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if server.started:
        url = address(settings.host, listening)
        if say is not None:
            say(url)
        else:
            tell(url)
            if browser and not server.should_exit:
                await asyncio.to_thread(webbrowser.open, url)
    await running
    sweeping.cancel()


def tell(url: str) -> None:
    print(f"Frente is at {url} – Ctrl-C ends it.", flush=True)


def networks(option: str, given: Sequence[str]) -> tuple[Network, ...]:
    found = []
    for text in given:
        try:
            found.append(network(text))
        except ValueError:
            raise CannotServe(f"{option} is an address or a network, such as 127.0.0.1 or 10.0.0.0/8, not “{text}”."
                              ) from None
    return tuple(found)


def site(origin: str) -> str:
    """An origin as browsers name it."""
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise CannotServe(f"--origin is the address of a site, such as https://games.example.org, not “{origin}”.")
    return f"{parts.scheme}://{parts.netloc}".lower()


def address(host: str, listening: socket.socket) -> str:
    shown = "localhost" if host in LOCAL else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listening.getsockname()[1]}/"


def listen(host: str, port: int | None, several: bool = False) -> socket.socket:
    """A socket at that address. A port nobody asked for gives way to a free one.

    *several*: only the place is taken; each process listens there with a socket of its own, and the system shares out
    connections among them.
    """
    if port is not None and not 0 <= port < 65536:
        raise CannotServe(f"There is no port {port}; choose one between 1 and 65535.")
    # The protocol is named, or asyncio takes it for something else and every small answer is held back 40 ms.
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if several:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        try:
            found.bind((host, PORT if port is None else port))
        except OSError as e:
            if port is not None or e.errno != errno.EADDRINUSE:
                raise
            found.bind((host, 0))
        if not several:
            found.listen(BACKLOG)
    except (OSError, UnicodeError) as e:
        found.close()
        reason = getattr(e, "strerror", None) or str(e)
        raise CannotServe(f"Nothing can be served at {host} port {PORT if port is None else port} ({reason}); "
                          "choose another with --host and --port.") from e
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m frente.server", description="The web app on this machine.")
    add_arguments(parser)
    try:
        return serve(parser.parse_args(argv))
    except CannotServe as e:
        print(e, file=sys.stderr)
        return 2
