"""frente admin: what an operator does now and then: look whether all games can go on, name moderators."""
from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

from frente.cli.faults import Fault


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "admin", help="for whoever runs a server: check all games, name moderators",
        description="check: open every unfinished game as the server would, as after a backup was put back or before "
                    "an upgrade. moderator NAME: somebody sees reports and may silence people; with --remove no more.",
        epilog="examples: frente admin check --database postgresql://user@host/frente   frente admin moderator Ana")
    parser.add_argument("what", choices=("check", "moderator"), help="check, or moderator")
    parser.add_argument("name", nargs="?", default="", help="of an account, for moderator")
    parser.add_argument("--remove", action="store_true", help="a moderator is one no more")
    parser.add_argument("--data", metavar="DIR", type=Path, help="folder in which games are kept")
    parser.add_argument("--database", metavar="URL", default="", help="PostgreSQL database, postgresql://…")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.what == "moderator" and not arguments.name:
        raise Fault("Whom? Give the name of an account: frente admin moderator NAME.")
    return asyncio.run(_check(arguments) if arguments.what == "check" else _appoint(arguments))


async def _opened(arguments: argparse.Namespace) -> Any:
    from frente.server.settings import Settings, default_data  # here: these take a while, and few commands need them
    from frente.server.storage import Store, StoreError

    store = Store(Settings(arguments.data or default_data(), arguments.database).url)
    try:
        await store.open()
    except StoreError as e:
        raise Fault(str(e)) from e
    return store


async def _check(arguments: argparse.Namespace) -> int:
    from frente.server import reading, revive
    from frente.server.problem import Problem

    store = await _opened(arguments)
    good, bad = 0, 0
    for id in await store.read(reading.unfinished):
        try:
            stored = await store.load(id)
            if stored is not None:
                revive.match_of(stored)
                good += 1
        except Problem as e:
            bad += 1
            print(f"{id}: {e}")
    await store.close()
    print(f"{good} unfinished games can go on, {bad} cannot.")
    return 1 if bad else 0


async def _appoint(arguments: argparse.Namespace) -> int:
    from frente.server.people.moderation import MODERATOR, Appoint

    store = await _opened(arguments)
    found = await store.do(Appoint(arguments.name, "" if arguments.remove else MODERATOR))
    await store.close()
    if not found:
        raise Fault(f"There is nobody called “{arguments.name}”.")
    print(f"{arguments.name} is {'no moderator any more' if arguments.remove else 'a moderator'}.")
    return 0
