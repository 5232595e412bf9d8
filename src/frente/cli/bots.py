"""frente bots: computer players of several servers on one database."""
from __future__ import annotations

import argparse
from typing import Any

from frente.cli.faults import Fault
from frente.server import crew
from frente.server.run import CannotServe


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "bots", help="computer players for servers on one PostgreSQL database",
        description="Computer players and standing orders of all servers on one PostgreSQL database: as many of "
                    "these as there are cores to spare, on any machine. One that dies loses nothing; another takes its "
                    "turns.",
        epilog="example: frente bots --database postgresql://user@host/frente --thinkers 4")
    crew.add_arguments(parser)
    parser.set_defaults(run=bots)


def bots(arguments: argparse.Namespace) -> int:
    try:
        return crew.run(arguments)
    except CannotServe as e:
        raise Fault(str(e)) from e
