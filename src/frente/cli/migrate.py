"""frente migrate: the database of an older version brought up to date."""
from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

from frente.cli.faults import Fault


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "migrate", help="bring the database of an older version up to date",
        description="Bring the database of an older version up to date. Servers of that version may go on meanwhile. A "
                    "file in a folder needs no such command: “frente serve” sees to it.",
        epilog="example: frente migrate --database postgresql://user@host/frente")
    parser.add_argument("--data", metavar="DIR", type=Path, help="folder in which games are kept")
    parser.add_argument("--database", metavar="URL", default="", help="PostgreSQL database, postgresql://…")
    parser.set_defaults(run=migrate)


def migrate(arguments: argparse.Namespace) -> int:
    from frente.server.migrations import HEAD  # here: these take a while, and no other command needs them
    from frente.server.settings import Settings, default_data
    from frente.server.storage import Store, StoreError

    async def run() -> None:
        store = Store(Settings(arguments.data or default_data(), arguments.database).url)
        await store.open(migrate=True)
        await store.close()

    try:
        asyncio.run(run())
    except StoreError as e:
        raise Fault(str(e)) from e
    print(f"The database is of schema {HEAD} now.")
    return 0
