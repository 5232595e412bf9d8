"""frente league: opponents against one another, with their strength in Elo."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.table import Table

from frente.cli.arguments import Whole, add_game, add_json
from frente.cli.faults import Fault
from frente.cli.lab import played
from frente.cli.output import console, emit
from frente.kernel import record
from frente.kernel.catalog import Game, find
from frente.kernel.texts import listed
from frente.lab import league, league_page, page
from frente.lab.players import player, players


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    new = commands.add_parser(
        "league", help="opponents against one another: Elo, both seats",
        description="Let the computer opponents of a game play one another, in pairs of games with the same dice and "
                    "seats exchanged. Every game is kept as it ends; after an interruption the same command plays what "
                    "is missing. captain-1 and greedy-1 are those of an earlier revision, read with git.",
        epilog="examples: frente league storm --pairs 50 --jobs 2   frente league brunete --scenario offensive "
               "--players captain,captain-1,greedy --of captain --page league.html")
    add_game(new)
    new.add_argument("--scenario", metavar="S", action="append", help="a scenario; may be given several times (all)")
    new.add_argument("--players", metavar="A,B,…", help="who plays (everybody there is)")
    new.add_argument("--of", metavar="A,B,…", help="only the matches of these players (all matches)")
    new.add_argument("--pairs", metavar="N", type=Whole(1), default=10, help="pairs of games for any two of them (10)")
    new.add_argument("--seed", metavar="K", type=Whole(0), default=0, help="first number of the dice (0)")
    new.add_argument("--jobs", metavar="J", type=Whole(1, 1024), default=1, help="processes to use (1)")
    new.add_argument("--ray", metavar="ADDRESS", help="spread the games over a Ray cluster")
    new.add_argument("-o", "--output", metavar="RUN", type=Path, help="run file (league-GAME.run)")
    new.add_argument("--page", metavar="FILE", type=Path, help="write the report as an HTML page, too")
    new.add_argument("--language", choices=page.LANGUAGES, default="en", help="of the page (en)")
    add_json(new)
    new.set_defaults(run=play)


def play(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    scenarios = [game.scenario(name).id for name in arguments.scenario or [s.id for s in game.scenarios]]
    who = names(game, arguments.players)
    wanted = league.league(game, scenarios, who, arguments.pairs, arguments.seed, some(who, arguments.of))
    path: Path = arguments.output or Path(f"league-{game.slug}.run")
    found = league.summary(played(path, wanted, arguments.jobs, arguments.ray))
    if arguments.page is not None:
        record.write_text(arguments.page, league_page.page(found, arguments.language))
    if arguments.json:
        emit(found)
    else:
        show(game, found)
    return 1 if found["failures"] else 0


def names(game: Game[Any], given: str | None) -> list[str]:
    chosen = [name.strip() for name in given.split(",")] if given else players(game)
    for name in chosen:
        player(name, game)               # whoever cannot play is named before the first game
    if len(set(chosen)) < max(2, len(chosen)):
        raise Fault(f"--players names at least two players, each once, of {listed(players(game))}.")
    return chosen


def some(who: list[str], given: str | None) -> list[str]:
    """Those whose matches are wanted; none: everybody's."""
    chosen = [name.strip() for name in given.split(",")] if given else []
    for name in chosen:
        if name not in who:
            raise Fault(f"--of names “{name}”, who does not play; there are {listed(who)}.")
    return chosen


def show(game: Game[Any], found: dict[str, Any]) -> None:
    out = console()
    for part in found["scenarios"]:
        side, low, high = part["side_elo"]
        out.print(f"{game.title}, {part['scenario']}: {part['pairs']} pairs of games, seed {found['seed']}; "
                  f"{part['side']} is worth {side:+.0f} Elo ({low:+.0f} to {high:+.0f}).")
        rows = Table("", "Elo", "95 % interval", "games", "points", *(f"as {s}" for s in game.sides), box=None,
                     pad_edge=False)
        for row in part["table"]:
            rows.add_row(row["player"], f"{row['elo']:+.0f}", f"{row['low']:+.0f} to {row['high']:+.0f}",
                         str(row["games"]), f"{100 * row['score']:.0f} %",
                         *(f"{100 * row['as'][s]:.0f} %" for s in game.sides))
        out.print(rows)
        for m in part["matches"]:
            seats = ", ".join(f"{s} {100 * m['as'][s]:.0f} %" for s in game.sides)
            out.print(f"  {m['first']} – {m['second']}: {100 * m['score']:.0f} ± {100 * m['within']:.0f} % ({seats})")
    for failure in found["failures"]:
        out.print(f"{failure['arm']}, game {failure['number']} stopped: {failure['error']}")
