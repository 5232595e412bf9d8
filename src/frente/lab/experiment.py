"""An experiment: arms that differ in scenario, options, opponents or data, all played with the same dice.

The file is TOML and described in docs/lab.md. Whatever is wrong with it is named by file and line, before the first
game: every arm has been set up by then.
"""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from frente.kernel.catalog import GAMES, Game, OptionValue, UnknownName, find
from frente.kernel.flow import Position
from frente.kernel.lines import Place
from frente.kernel.packs import DataError, Files, Problem, Tables, folder, load_tables
from frente.kernel.shapes import Either, Flag, ListOf, MapOf, Pattern, Shape, Table, Text, Whole, malformed
from frente.kernel.texts import listed
from frente.lab import LabError
from frente.lab.estimates import Group, groups_of, stepped
from frente.lab.players import player
from frente.lab.sim import Plan

MOST_GAMES: Final = 1_000_000
TEXT: Final = Text()
NAME: Final = Pattern(r".*\S.*", "a name in quotes")
FIELD: Final = Pattern(r"[^#]+(#[1-9])?", 'a field, such as "attack" or "front#1"')
BOTS: Final = Either(TEXT, ListOf(TEXT))
OPTIONS: Final = MapOf(Either(Flag(), TEXT))


class AnyTable(Shape):
    """A table that is checked elsewhere, as the data of a game are."""

    def wrong(self, value: Any) -> str:
        return "" if isinstance(value, dict) else "a table"


GROUP: Final = Table({"name": NAME, "file": TEXT, "array": TEXT, "fields": ListOf(FIELD), "where?": AnyTable(),
                      "unless?": AnyTable(), "step?": Whole(1, 99), "least?": Whole(-99, 99), "most?": Whole(-99, 99)})
FORM: Final = Table({
    "name": NAME, "games": Whole(1, MOST_GAMES), "seed?": Whole(0, 10**9),
    "game?": Text(*GAMES), "scenario?": TEXT, "bots?": BOTS, "options?": OPTIONS,
    "arm?": ListOf(Table({"name": NAME, "game?": Text(*GAMES), "scenario?": TEXT, "bots?": BOTS, "options?": OPTIONS,
                          "pack?": TEXT, "data?": MapOf(TEXT), "against?": TEXT})),
    "sensitivity?": Table({"of?": TEXT, "groups?": ListOf(TEXT), "group?": ListOf(GROUP)})})


@dataclass(frozen=True)
class Arm:
    """One way to play, and the arm it is compared with."""

    name: str
    game: str
    scenario: str
    options: tuple[tuple[str, OptionValue], ...]
    bots: tuple[str, ...]
    pack: Files = ()
    rules: str = ""
    data: str = ""
    against: str = ""                    # name of an arm with the same game and scenario; empty: it is the first
    group: str = ""                      # of estimates that were moved,
    step: int = 0                        # one step up or down,
    moved: int = 0                       # how many of them

    def plan(self, seed: int) -> Plan:
        return Plan(self.game, self.scenario, dict(self.options), self.bots, seed, folder(self.pack), keep_acts=True)

    def start(self) -> Position:
        game = find(self.game)
        p: Position = game.start(self.scenario, game.settled(dict(self.options)), folder(self.pack))
        return p


@dataclass(frozen=True)
class Experiment:
    name: str
    games: int
    seed: int
    arms: tuple[Arm, ...]

    def fields(self) -> list[list[Arm]]:
        """Arms that can be compared: of one game and scenario."""
        found: dict[tuple[str, str], list[Arm]] = {}
        for arm in self.arms:
            found.setdefault((arm.game, arm.scenario), []).append(arm)
        return list(found.values())


# -- reading

def load(path: Path) -> Experiment:
    """The experiment in a file, every arm set up and found sound."""
    if path.suffix != ".toml":
        raise LabError(f"“{path}” is not an experiment: its name must end in .toml.")
    if not path.is_file():
        raise LabError(f"There is no file {path}.")
    try:
        tables = load_tables(path.parent, [path.stem], keys={})
    except DataError as e:
        raise LabError(str(e.problems[0])) from None
    faults = malformed(tables, {path.stem: FORM})
    if faults:
        raise LabError(str(faults[0]))
    return _Reader(tables, path).experiment()


class _Reader:
    """One file, turned into arms."""

    def __init__(self, tables: Tables, path: Path) -> None:
        self.tables = tables
        self.path = path
        self.file = tables[path.stem]

    def fault(self, where: Place, reason: str) -> LabError:
        problem: Problem = self.tables.problem(self.path.stem, where, reason)
        return LabError(str(problem))

    def experiment(self) -> Experiment:
        arms = list(self.arms())
        written = len(arms)
        arms = [self.compared(arms, i) for i in range(written)]
        arms += self.moved(arms)
        names = [arm.name for arm in arms]
        for i, name in enumerate(names):
            if name in names[:i]:
                raise self.fault(("arm", i) if i < written else ("sensitivity",), f"two arms are called {name}")
        return Experiment(self.file["name"], self.file["games"], self.file.get("seed", 0), tuple(arms))

    def arms(self) -> Iterator[Arm]:
        written: list[dict[str, Any]] = self.file.get("arm", [])
        for i, table in enumerate(written or [{"name": "as shipped"}]):
            place: Place = ("arm", i) if written else ()
            try:
                yield self.arm(table, place)
            except UnknownName as e:
                raise self.fault(place, str(e)) from None
            except DataError as e:
                raise self.fault(place, f"the data of arm {table['name']} are not sound: {spot(e.problems[0])}") \
                    from None

    def arm(self, table: Mapping[str, Any], place: Place) -> Arm:
        slug = table.get("game", self.file.get("game"))
        if slug is None:
            raise self.fault(place, "no game is named, neither for the arm nor for all")
        game = find(slug)
        options = game.settled({**self.file.get("options", {}), **table.get("options", {})})
        scenario = game.scenario(table.get("scenario", self.file.get("scenario"))).id
        bots = self.bots(game, table.get("bots", self.file.get("bots", "captain")), place)
        return settled(Arm(table["name"], slug, scenario, tuple(options.items()), bots, self.pack(table, place),
                           against=table.get("against", "")))

    def bots(self, game: Game[Any], given: str | list[str], place: Place) -> tuple[str, ...]:
        names = [given] * len(game.sides) if isinstance(given, str) else given
        if len(names) != len(game.sides):
            raise self.fault(place, f"bots must be one name for all sides or {len(game.sides)}, "
                                    f"in the order {listed(game.sides)}")
        for name in names:
            player(name, game)
        return tuple(names)

    def pack(self, table: Mapping[str, Any], place: Place) -> Files:
        """The pack named by its folder, beside the experiment; or written in it, file by file."""
        if "pack" in table and "data" in table:
            raise self.fault(place, "an arm takes a pack or data of its own, not both")
        if "data" in table:
            return tuple((name.removesuffix(".toml"), text) for name, text in table["data"].items())
        if "pack" not in table:
            return ()
        found = self.path.parent / table["pack"]
        if not found.is_dir():
            raise self.fault((*place, "pack"), f"there is no folder {found}")
        try:
            files = tuple((file.stem, file.read_text(encoding="utf-8")) for file in sorted(found.glob("*.toml")))
        except (OSError, UnicodeDecodeError) as e:
            raise self.fault((*place, "pack"), f"the pack {found} cannot be read ({e})") from None
        if not files:
            raise self.fault((*place, "pack"), f"the folder {found} holds no TOML file, so it is no pack")
        return files

    def compared(self, arms: list[Arm], i: int) -> Arm:
        arm = arms[i]
        peers = [x for x in arms if (x.game, x.scenario) == (arm.game, arm.scenario)]
        if not arm.against:
            return arm if peers[0] is arm else replace(arm, against=peers[0].name)
        if arm.against not in [x.name for x in peers if x is not arm]:
            raise self.fault(("arm", i, "against"), f"no other arm of this game and scenario is called {arm.against}")
        return arm

    def moved(self, arms: list[Arm]) -> list[Arm]:
        """Two arms for every group of estimates, one step up and one down."""
        wanted = self.file.get("sensitivity")
        if wanted is None:
            return []
        place: Place = ("sensitivity",)
        name = wanted.get("of", arms[0].name)
        base = next((arm for arm in arms if arm.name == name), None)
        if base is None:
            raise self.fault(place, f"there is no arm {name}")
        if base.pack:
            raise self.fault(place, f"arm {name} has data of its own; estimates are moved in the game as shipped")
        found: list[Arm] = []
        for group in self.groups(find(base.game), wanted, place):
            steps = [(step, sign, *stepped(find(base.game), group, step)) for step, sign in ((1, "+"), (-1, "−"))]
            if not any(moved for *_, moved in steps):
                raise self.fault(place, f"group {group.name} moves no estimate")
            for step, sign, files, moved in steps:
                if not moved:            # all at their limit
                    continue
                arm = replace(base, name=f"{group.name} {sign}{group.step}", pack=files, against=base.name,
                              group=group.name, step=step, moved=moved)
                try:
                    found.append(settled(arm))
                except DataError as e:
                    raise self.fault(place, f"group {group.name} cannot be moved by {step * group.step}: "
                                            f"{e.problems[0].reason}") from None
        return found

    def groups(self, game: Game[Any], wanted: Mapping[str, Any], place: Place) -> list[Group]:
        known = groups_of(game)
        names = wanted.get("groups", [] if "group" in wanted else list(known))
        for name in names:
            if name not in known:
                raise self.fault(place, f"{game.title} has no group of estimates {name}; it has {listed(list(known))}")
        own = [Group.read(table) for table in wanted.get("group", [])]
        try:
            for group in own:
                stepped(game, group, 1)
        except ValueError as e:
            raise self.fault(place, str(e)) from None
        return [known[name] for name in names] + own


def spot(problem: Problem) -> str:
    """A fault of an arm's pack: the file as the pack names it, the line, the reason."""
    return str(problem._replace(file=Path(problem.file).name)) if problem.line else problem.reason


def settled(arm: Arm) -> Arm:
    """The arm with the versions of rules and data it was set up on; DataError if its data are not sound."""
    game = find(arm.game)
    return replace(arm, rules=game.rules_version, data=game.data_version(arm.start()))


def stamp(experiment: Experiment) -> str:
    """What a run rests on. Another text means another experiment, other rules or other data."""
    return json.dumps({
        "name": experiment.name, "games": experiment.games, "seed": experiment.seed,
        "arms": [vars(arm) | {"options": dict(arm.options)} for arm in experiment.arms]}, ensure_ascii=False)
