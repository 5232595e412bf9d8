"""frente bench: how fast the engine is, what an act costs the server, and how it bears many games at once."""
from __future__ import annotations

import argparse
from typing import Any, Final

from rich.table import Table

from frente.cli.arguments import Several, Whole, add_json
from frente.cli.faults import Fault
from frente.cli.output import console, emit, progress
from frente.kernel.catalog import Game, all_games, find
from frente.lab import load
from frente.lab.bench import REPEATS, measure
from frente.server.library import shown
from frente.server.measure import measure as server_cost

PARTS: Final = ("engine", "server", "load")
GAMES: Final = 200
SECONDS: Final = 60


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    bench = commands.add_parser(
        "bench", help="decisions, games and clones per second; server work per act; a load run",
        description="Measure random play on one core (the best of several repeats counts), the server's work per act, "
                    "and a load run: many games between bots through real sockets at the pace of people. All three "
                    "unless some are named; the load run is of one game.",
        epilog="examples: frente bench   frente bench brunete --engine --json   frente bench brunete --server --load")
    bench.add_argument("game", metavar="GAME", nargs="?", help="name of a game; all of them if none is named")
    bench.add_argument("--engine", action="store_true", help="random play: decisions, games and clones per second")
    bench.add_argument("--server", action="store_true", help="milliseconds of server work per act")
    bench.add_argument("--load", action="store_true", help="how long players wait when many games go on at once")
    bench.add_argument("--repeats", metavar="N", type=Whole(1, 1000), default=REPEATS, help=f"repeats ({REPEATS})")
    bench.add_argument("--games", metavar="N,…", type=Several(1, 1000), default=[GAMES],
                       help=f"of the load run ({GAMES}); of several runs, one after another")
    bench.add_argument("--seconds", metavar="N", type=Whole(1, 3600), default=SECONDS,
                       help=f"length of the load run ({SECONDS})")
    bench.add_argument("--database", metavar="URL", default="", help="an empty PostgreSQL database for the load run")
    bench.add_argument("--workers", metavar="N,…", type=Several(1, 64), default=[1],
                       help="processes that serve the load run, with --database (1); each number of games with each")
    bench.add_argument("--by-table", action="store_true",
                       help="each process at a port of its own, and all players of a table at one of them, as behind a "
                            "proxy that sends them there")
    add_json(bench)
    bench.set_defaults(run=benchmark)


def benchmark(arguments: argparse.Namespace) -> int:
    chosen = [find(arguments.game)] if arguments.game else all_games()
    parts = [part for part in PARTS if getattr(arguments, part)]
    loaded = [game for game in chosen if shown(game.slug)][:1]
    if "load" in parts and not loaded:
        raise Fault(f"The web app does not show {chosen[0].title} yet, so there is no load run; leave out --load.")
    if max(arguments.workers) > 1 and not arguments.database:
        raise Fault("Several processes need a database they can share: name an empty one with --database postgresql://…")
    work = [(part, game) for part in parts or PARTS for game in (loaded if part == "load" else chosen)]
    found: dict[str, dict[str, Any]] = {}
    with progress(shown=True) as bar:
        task = bar.add_task("measuring", total=len(work))
        for part, game in work:
            found.setdefault(game.slug, {}).update(measured(part, game, arguments))
            bar.advance(task)
    if arguments.json:
        emit(found)
    else:
        show(found)
    return 0


def measured(part: str, game: Game[Any], arguments: argparse.Namespace) -> dict[str, Any]:
    if part == "engine":
        return measure(game, arguments.repeats).data()
    if part == "server":
        return {"server": server_cost(game.slug).data()}
    try:
        return {"load": [load.run(game.slug, games, arguments.seconds, 1, arguments.database, workers,
                                  arguments.by_table).data()
                         for games in arguments.games for workers in arguments.workers]}
    except load.LoadError as e:
        raise Fault(str(e)) from e


def show(found: dict[str, dict[str, Any]]) -> None:
    engine = Table("random play", "decisions/s", "games/s", "clones/s", "view and choices, p99", "build", box=None,
                   pad_edge=False)
    server = Table("server work per act", "p50", "p99", "with the disk, p50", "p99", "acts", "bytes to each player",
                   box=None, pad_edge=False)
    crowd = Table("load run", "processes", "acts/s", "answer p50", "p99", "longest", "refused", "lost", "server",
                  "CPU an act", "players", "database", "load average", box=None, pad_edge=False)
    limits: list[str] = []
    for slug, x in found.items():
        if "decisions_per_s" in x:
            engine.add_row(slug, f"{x['decisions_per_s']:,}", f"{x['games_per_s']:,}", f"{x['clones_per_s']:,}",
                           f"{x['act_p99_ms']} ms", "compiled" if x["compiled"] else "plain Python")
        if "server" in x:
            cost = x["server"]
            server.add_row(slug, *[f"{cost[key]} ms" for key in ("work_p50_ms", "work_p99_ms", "with_disk_p50_ms",
                                                                 "with_disk_p99_ms")], f"{cost['acts']:,}",
                           f"{cost['bytes_an_act']:,}")
        for run in x.get("load", []):
            crowd.add_row(f"{slug}, {run['games']} games", str(run["workers"]), str(run["acts_per_s"]),
                          *[f"{run[key]} ms" for key in ("answer_p50_ms", "answer_p99_ms", "answer_max_ms")],
                          str(run["refused"]), str(run["lost"]), f"{run['server_core']:.0%}",
                          f"{run['cpu_ms_an_act']} ms", f"{run['players_core']:.0%}", f"{run['database_core']:.0%}",
                          str(run["load_average"]))
            limits += [f"{run['games']} games, {run['workers']} processes: {run['limit']}"] if run["limit"] else []
    out = console()
    for table in (engine, server, crowd):
        if table.row_count:
            out.print(table)
            out.print()
    for limit in limits:
        out.print(limit)
