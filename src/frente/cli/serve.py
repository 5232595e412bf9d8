"""frente serve: the web app on this machine."""
from __future__ import annotations

import argparse
from typing import Any

from frente.cli.faults import Fault
from frente.server.run import CannotServe, add_arguments
from frente.server.run import serve as run


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "serve", help="the web app on this machine",
        description="The web app on this machine: opens the page and serves it until Ctrl-C.",
        epilog="examples: frente serve   frente serve --host 0.0.0.0 --port 8000 --no-browser   "
               "frente serve --database postgresql://user@host/frente --origin https://games.example.org")
    add_arguments(parser)
    parser.set_defaults(run=serve)


def serve(arguments: argparse.Namespace) -> int:
    try:
        return run(arguments)
    except CannotServe as e:
        raise Fault(str(e)) from e


def alone(_: argparse.Namespace) -> int:
    """frente without a command."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return serve(parser.parse_args([]))
