"""frente lab: experiments. Run one, look at it as a page, take its tables elsewhere."""
from __future__ import annotations

import argparse
import base64
import importlib
import re
import time
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any, Final

from frente.cli import maps, tune
from frente.cli.arguments import Whole, add_game, add_json
from frente.cli.faults import Fault, complain
from frente.cli.output import console, emit, progress
from frente.kernel import record
from frente.kernel.catalog import GAMES, Game, find
from frente.kernel.flow import Position
from frente.kernel.packs import folder
from frente.lab import experiment, export, figures, learn, page
from frente.lab.crew import carry_out
from frente.lab.experiment import Arm, Experiment
from frente.lab.plots import Land
from frente.lab.runfile import Run
from frente.lab.tables import put
from frente.lab.watch import watched

MAP_PIXELS: Final = 680
QUIET: Final = 15.0                      # seconds between two lines of progress where no bar can be drawn


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    lab = commands.add_parser("lab", help="experiments: run, report, export",
                              description="Experiments described in a file: arms that differ in scenario, options, "
                                          "opponents or data, all played with the same dice.")
    inside = lab.add_subparsers(title="commands", dest="inside", metavar="COMMAND", required=True)
    run = inside.add_parser(
        "run", help="play the games of an experiment, or those still missing",
        description="Play the games of an experiment. Every game is kept as it ends; after an interruption the same "
                    "command plays what is missing. The exit status is 1 if any game stopped with an error.",
        epilog="examples: frente lab run balance.toml   frente lab run balance.toml -o monday.run --jobs 2")
    run.add_argument("file", metavar="FILE", type=Path, help="the experiment, in TOML (docs/lab.md)")
    run.add_argument("-o", "--output", metavar="RUN", type=Path, help="run file (the experiment's name with .run)")
    run.add_argument("--jobs", metavar="J", type=Whole(1, 1024), default=1, help="processes to use (1)")
    run.add_argument("--ray", metavar="ADDRESS", help="spread the games over a Ray cluster")
    add_json(run)
    run.set_defaults(run=play)
    report = inside.add_parser(
        "report", help="a run as one HTML page: rates, losses, ground, comparisons",
        description="Write what a run shows as one page that needs no script and no network.",
        epilog="examples: frente lab report balance.run -o balance.html   frente lab report balance.run -o "
               "equilibrio.html --language es")
    report.add_argument("run_file", metavar="RUN", type=Path, help="a run file")
    report.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="page to write")
    report.add_argument("--language", choices=page.LANGUAGES, default="en", help="of the page (en)")
    report.set_defaults(run=write_page)
    new = inside.add_parser(
        "learn", help="the chance to win, learned from games: what general judges by",
        description="Play games of mixed strength and learn from them how likely each side is to win. Every fourth "
                    "game is held out to judge what was learned. With -o the weights go into the file of the game.",
        epilog="examples: frente lab learn storm --scenario drive --games 400 --jobs 2   frente lab learn storm "
               "--scenario drive -o src/frente/games/storm/data/chance.toml")
    add_game(new)
    new.add_argument("--scenario", metavar="S", help="scenario; the first one if none is named")
    new.add_argument("--games", metavar="N", type=Whole(8), default=400, help="how many games (400)")
    new.add_argument("--seed", metavar="K", type=Whole(0), default=0, help="first number of the dice (0)")
    new.add_argument("--jobs", metavar="J", type=Whole(1, 1024), default=1, help="processes to use (1)")
    new.add_argument("--ray", metavar="ADDRESS", help="spread the games over a Ray cluster")
    new.add_argument("--kept", metavar="FILE", type=Path, help="keep the games here, and go on from those it has")
    new.add_argument("-o", "--output", metavar="FILE", type=Path, help="data file in which the scenario is replaced")
    add_json(new)
    new.set_defaults(run=teach)
    tune.add_to(inside)
    out = inside.add_parser(
        "export", help="the tables of a run as Parquet, CSV or JSON lines; its games as records",
        description="Write the tables of a run, one file each, into a folder; with --records every game as a saved "
                    "one besides. What the columns mean is in docs/lab.md.",
        epilog="examples: frente lab export balance.run -o tables   frente lab export balance.run -o tables --as "
               "parquet --records")
    out.add_argument("run_file", metavar="RUN", type=Path, help="a run file")
    out.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="folder to write into")
    out.add_argument("--as", dest="kind", choices=tuple(export.KINDS), default="csv", help="kind of file (csv)")
    out.add_argument("--records", action="store_true", help="write every game as a record, too")
    out.set_defaults(run=tables)


def play(arguments: argparse.Namespace) -> int:
    wanted = experiment.load(arguments.file)
    path: Path = arguments.output or arguments.file.with_suffix(".run")
    found = figures.summary(played(path, wanted, arguments.jobs, arguments.ray))
    if arguments.json:
        emit(found)
    else:
        show(path, found)
    return 1 if any(arm["errors"] for arm in found["arms"]) else 0


def played(path: Path, wanted: Experiment, jobs: int, ray: str | None) -> Run:
    """The run file with all its games; what it held before is not played again."""
    run = Run.begin(path, wanted)
    missing = run.missing()
    whole = wanted.games * len(wanted.arms)
    with progress(shown=True) as bar:
        task = bar.add_task("games", total=whole, completed=whole - len(missing))
        teller = Teller(len(missing), quiet=bar.disable)
        for seen in carry_out(watched, missing, jobs, ray):
            run.keep(seen)
            bar.advance(task)
            teller.one_more()
    return run


class Teller:
    """Progress and time left in plain lines, for a log."""

    def __init__(self, games: int, quiet: bool) -> None:
        self.games = games
        self.quiet = quiet
        self.done = 0
        self.began = self.said = time.monotonic()

    def one_more(self) -> None:
        self.done += 1
        now = time.monotonic()
        if self.quiet and now - self.said >= QUIET:
            self.said = now
            left = (now - self.began) / self.done * (self.games - self.done)
            complain(f"{self.done} of {self.games} games played, about {spoken(left)} left.")


def spoken(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def show(path: Path, found: dict[str, Any]) -> None:
    out = console()
    out.print(f"{found['name']}: {found['finished']} of {found['games']} games finished; seed {found['seed']}.")
    for arm in found["arms"]:
        rates = ", ".join(f"{name} {100 * hits / arm['finished']:.0f} %" for name, hits in
                          [*arm["wins"].items(), ("draw", arm["draws"])]) if arm["finished"] else "no game finished"
        out.print(f"  {arm['game']} {arm['scenario']}, {arm['name']}: {rates}")
        for failure in arm["failures"]:
            out.print(f"    game {failure['number']} stopped: {failure['error']}")
    out.print(f"All of it is in {path}; “frente lab report {path} -o page.html” makes a page of it.")


def teach(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    scenario = game.scenario(arguments.scenario).id
    seen = []
    with progress(shown=True) as bar:
        task = bar.add_task("games", total=arguments.games)
        teller = Teller(arguments.games, quiet=bar.disable)
        for one in learn.games(game.slug, scenario, arguments.games, arguments.seed, arguments.jobs, arguments.ray,
                               arguments.kept):
            seen.append(one)
            bar.advance(task)
            teller.one_more()
    broken = [one for one in seen if one.error]
    names = learn.names(game)
    found = learn.learned(names, [one for one in seen if not one.error])
    if arguments.output is not None:
        command = f"frente lab learn {game.slug} --scenario {scenario} --games {arguments.games} " \
                  f"--seed {arguments.seed}"
        put(arguments.output, f"[{learn.quoted(scenario)}]",
            learn.written(scenario, found, command, f"{date.today():%Y-%m-%d}"), learn.HEAD)
    if arguments.json:
        emit({**asdict(found), "failures": [{"number": x.number, "error": x.error} for x in broken]})
        return 1 if broken else 0
    out = console()
    out.print(f"{game.title}, {scenario}: {found.games} games, {found.rows} rows, seed {arguments.seed}; ridge "
              f"{found.ridge:g}.")
    out.print(f"Log loss on games held out: {found.loss} ({found.constant_loss} for a constant).")
    for turn, (rows, share) in found.right.items():
        out.print(f"  turn {turn}: right in {100 * share:.0f} % of {rows} rows")
    for told, came, rows in found.calibration:
        out.print(f"  foretold {100 * told:.0f} %: came {100 * came:.0f} % ({rows} rows)")
    for one in broken:
        out.print(f"Game {one.number} stopped: {one.error}")
    return 1 if broken else 0


def write_page(arguments: argparse.Namespace) -> int:
    with Run.read(arguments.run_file) as run:
        if not run.db.execute("select count(*) from game").fetchone()[0]:
            raise Fault(f"{arguments.run_file} holds no game yet; run the experiment first.")
        written = page.page(run, land, arguments.language)
    record.write_text(arguments.output, written)
    print(f"The page has been written to {arguments.output}.")
    return 0


def land(arm: Arm) -> Land:
    return ground(find(arm.game), folder(arm.pack), arm.start())


def ground(game: Game[Any], pack: Path | None, p: Position) -> Land:
    """The game's own map behind the spaces, as a picture in the page itself."""
    from frente.draw import chart  # here: the other commands do without the drawing libraries
    from frente.draw.export import png

    cartography = importlib.import_module(GAMES[game.slug] + ".show.cartography")
    drawn = chart.svg(cartography.chart(maps.tables(game, pack)), "light", legend=False)
    found = re.search(r'viewBox="([^"]+)"', drawn)
    assert found is not None
    spaces = {s["id"]: s["corners"] for s in game.picture(p)["spaces"]}
    image = base64.b64encode(png(drawn, MAP_PIXELS)).decode()
    return Land(spaces, [float(x) for x in found[1].split()], f"data:image/png;base64,{image}", f"map-{game.slug}")


def tables(arguments: argparse.Namespace) -> int:
    try:
        with Run.read(arguments.run_file) as run:
            written = export.write(run, arguments.kind, arguments.output)
            records = export.write_records(run, arguments.output / "records") if arguments.records else []
    except OSError as e:
        raise Fault(f"{e.filename or arguments.output} could not be written: {e.strerror or e}.") from e
    print(f"{len(written)} tables" + (f" and {len(records)} records" if records else "")
          + f" have been written to {arguments.output}.")
    return 0
