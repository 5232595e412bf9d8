"""A process that only thinks: computer players and standing orders of all servers on one database."""
from __future__ import annotations

import argparse
import asyncio
import signal

from frente.server import logs
from frente.server.run import CannotServe, add_thinkers, check, opened
from frente.server.settings import Settings, default_data


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="URL", default="", help="PostgreSQL database, postgresql://…")
    parser.add_argument("--log", choices=("text", "json"), default="text",
                        help="text: only what is wrong; json: everything, a line of JSON each")
    add_thinkers(parser)


def run(arguments: argparse.Namespace) -> int:
    """Think until Ctrl-C; CannotServe if that is not possible."""
    check(arguments)
    if not arguments.database:
        raise CannotServe("Name the database whose computer players are to be played: --database postgresql://….")
    logs.set_up(arguments.log == "json")
    asyncio.run(_think(Settings(default_data(), arguments.database, thinkers=arguments.thinkers)))
    return 0


async def _think(settings: Settings) -> None:
    from frente.server.app import running  # here: it takes a while
    from frente.server.metrics import Metrics

    store = await opened(settings)
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    async with running(settings, store, Metrics()):
        print("Computer players take their turns – Ctrl-C ends it.", flush=True)
        await stop.wait()
