"""What a game must answer for itself, and where the games are found."""
from __future__ import annotations

import importlib
import os
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Generic

from mypy_extensions import mypyc_attr

from frente.kernel import weave
from frente.kernel.codec import CodecError, Words, frame_from_json, plain, position_to_json
from frente.kernel.flow import Act, Frame, P, Refusal, Side, frames_of
from frente.kernel.texts import Texts, Told
from frente.kernel.views import Known, View
from frente.kernel.way import Walker

OptionValue = bool | str
OptionValues = dict[str, OptionValue]
FOLDER: Final = Path(__file__).parents[1] / "games"
GROUP: Final = "frente.games"            # entry points by which packages from outside offer games
PROJECTS: Final = "FRENTE_GAMES"         # environment: project folders of games that are being written, not installed


def found_games(folder: Path = FOLDER) -> dict[str, str]:
    """Name -> package of every game: the folders of ``frente.games``, what installed packages offer, and projects that
    the environment names."""
    games = {path.parent.name: f"frente.games.{path.parent.name}" for path in sorted(folder.glob("[a-z]*/__init__.py"))}
    for point in sorted(entry_points(group=GROUP)):
        games.setdefault(point.name, point.value)
    for project in filter(None, os.environ.get(PROJECTS, "").split(os.pathsep)):
        for name, package in offered(Path(project)).items():
            games.setdefault(name, package)
            _reach(project)
    return games


def offered(project: Path) -> dict[str, str]:
    """Name -> package of the games that a project folder offers by the entry points in its pyproject.toml."""
    try:
        with (project / "pyproject.toml").open("rb") as f:
            points = tomllib.load(f).get("project", {}).get("entry-points", {}).get(GROUP, {})
    except (OSError, tomllib.TOMLDecodeError):
        return {}
    return {str(name): str(package) for name, package in points.items()}


def add_project(project: Path) -> dict[str, str]:
    """Make the games of a project folder known, here and in processes started from here."""
    games = {name: package for name, package in offered(project).items() if name not in GAMES}
    if games:
        known = filter(None, os.environ.get(PROJECTS, "").split(os.pathsep))
        os.environ[PROJECTS] = os.pathsep.join([*known, str(project.resolve())])
        GAMES.update(games)
        _reach(str(project.resolve()))
    return games


def _reach(project: str) -> None:
    if project not in sys.path:
        sys.path.insert(0, project)


GAMES: Final = found_games()


class UnknownName(Told):
    """A game, scenario, option or side that does not exist; the text lists those that do."""


@dataclass(frozen=True)
class Option:
    """A rule that players may switch: an optional rule of the book or a house reading of an unclear one."""

    id: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    rule: str                            # rule id or ruling it belongs to


@dataclass(frozen=True)
class Standing:
    """A question that a player may leave to a standing order: it is then answered for him.

    Whoever waits for an answer can tell how soon it comes. So whether the question is asked, whether an answer is among
    those offered, and every condition must follow from public facts; law 6 checks it.
    """

    id: str
    rule: str
    steps: tuple[str, ...]               # names of the steps that ask it
    answers: Mapping[str, Act]           # by name
    unless: tuple[str, ...] = ()         # names of conditions in which the player may want to be asked all the same
    sides: tuple[Side, ...] = (0, 1)     # who can be asked


@dataclass(frozen=True)
class Scenario:
    id: str
    title: str
    turns: int


@dataclass(frozen=True)
class Outcome:
    """How a game ended. winner None is a draw."""

    winner: Side | None
    key: str                             # catalogue key of the reason
    rule: str
    score: tuple[int, ...] = ()


@dataclass(frozen=True)
class Staging:
    """What a film of acts has to know of a game; activities, boxes and tracks by the names that views give them."""

    kinds: Mapping[str, str] = field(default_factory=dict)   # activities that are one scene each: battle, strike, talk
    score: Sequence[str] = ()            # tracks on which the game is won
    dead: Sequence[str] = ()             # boxes of what was lost
    veiled: Sequence[str] = ()           # boxes of what is on the map, out of sight
    goals: str = ""                      # the overlay that shows what is fought for
    near: int = 0                        # so many spaces off an enemy threatens such a place; 0: nobody counts them


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[P]):
    """One published game. Subclasses fill in the data and the methods; everything else asks only this."""

    slug: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[Sequence[str]]
    scenarios: ClassVar[Sequence[Scenario]]
    options: ClassVar[Sequence[Option]]
    rules_version: ClassVar[str]
    folder: ClassVar[Path]
    standing: ClassVar[Sequence[Standing]] = ()  # questions that may be left to standing orders
    film: ClassVar[Staging] = Staging()
    set_up: ClassVar[Sequence[str]] = ()         # steps that ask where pieces start, before play
    placing: ClassVar[str] = ""                  # the verb of them that places one
    joins: ClassVar[Sequence[str]] = ()          # verbs by which more units go along with a march
    halt: ClassVar[str] = "stop"                 # the act that ends one

    def __init__(self) -> None:
        self._words: dict[str, Words] = {}

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> P:
        """The position before the first decision. *options* must be complete (see ``settled``)."""
        raise NotImplementedError

    def rebuild(self, data: Mapping[str, Any], like: P) -> P:
        """The saved position *data* by its declared fields, with the static data and options of *like*."""
        p = type(like)()
        for name, declared in weave.fields(type(like)).items():
            if declared.mark == weave.STATIC:
                setattr(p, name, getattr(like, name))
            elif declared.mark == weave.SAVED:
                setattr(p, name, bytearray([*data[name]]) if declared.copy == weave.BYTES else plain(data[name]))
        p.stack = [self.frame(f) for f in data["stack"]]
        p.derive(data)
        return p

    def data_version(self, p: P) -> str:
        raise NotImplementedError

    def vocabulary(self, p: P) -> dict[str, list[str] | None]:
        """Verb -> the names of its arguments; [] for a verb without, None for a number."""
        raise NotImplementedError

    def kinds(self) -> Mapping[str, str]:
        """Verb -> what its argument is: ``unit``, ``space`` or another kind of thing one can point at."""
        raise NotImplementedError

    def view(self, p: P, viewer: Side | None) -> View:
        """What *viewer* may know (None: a spectator)."""
        raise NotImplementedError

    def seal(self, p: P, viewer: Side) -> Known:
        """What *viewer* may know of *p*. Nothing that is drawn from it afterwards sees the truth."""
        raise NotImplementedError

    def determinize(self, p: P, viewer: Side, rng: Random) -> P:
        """A position that *viewer* cannot tell from the true one, hidden things drawn afresh."""
        drawn: P = self.seal(p, viewer).draw(rng)  # type: ignore[assignment]    # one of the same game
        return drawn

    def outcome(self, p: P) -> Outcome | None:
        raise NotImplementedError

    def broken_laws(self, p: P) -> list[str]:
        """Invariants that do not hold, each naming its rule; empty in every legal position."""
        raise NotImplementedError

    def speaks(self, language: str) -> bool:
        return (self.folder / "text" / f"{language}.toml").exists()

    def texts(self, language: str = "en") -> Texts:
        return Texts.load(self.folder / "text" / f"{language}.toml")

    # -- before one commits; a game that has nothing to show leaves these as they are

    def overlays(self) -> Sequence[str]:
        """Names of the overlays a player may lay over the map."""
        return ()

    def overlay(self, p: P, viewer: Side | None, name: str) -> dict[str, list[str]]:
        """Marks by space."""
        return {}

    def reach(self, p: P, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        """Where a unit may go now: space -> points left there, and the acts that lead there."""
        return {}

    def range(self, p: P, unit: int) -> dict[str, int]:
        """Where any unit could go if it moved now, whoever's turn it is: space -> points left there."""
        return {}

    def walkers(self, p: P, side: Side, unit: int) -> Sequence[Walker]:
        """How a unit would march from where it stands, by each kind of march there is. *p* hides nothing from *side*
        that it may not know."""
        return ()

    def card(self, p: P, viewer: Side | None) -> dict[str, Any]:
        """The battle being prepared: strengths, modifiers with their rules, chances."""
        return {}

    def warnings(self, p: P, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        """What acts, each offered after those before it, would bring upon the side itself, such as cutting its supply.

        Several are one plan, such as a march through several spaces: what counts is how it ends.
        """
        return []

    def supply_line(self, p: P, unit: int, eyes: Sequence[Side]) -> list[str]:
        """The spaces of a unit's supply line, from the unit to the source, as the sides of whoever asks may know it."""
        return []

    def fed(self, p: P, side: Side, units: Sequence[int]) -> list[bool]:
        """Of each of a side's own units: whether it has a supply line. A game that can see it for all of them at once
        says so here; the answer is that of ``supply_line``."""
        return [bool(self.supply_line(p, unit, (side,))) for unit in units]

    def standing_holds(self, p: P, side: Side, condition: str) -> bool:
        """Whether a condition named in ``standing`` holds for a side that is asked now. Public facts alone decide."""
        raise NotImplementedError

    def components(self, p: P, texts: Texts) -> list[Any]:
        """What is in the box (frente.kernel.components): the list in ``show/components.py``."""
        position: Any = p
        found: list[Any] = importlib.import_module(GAMES[self.slug] + ".show.components").of(position.board, texts)
        return found

    def picture(self, p: P) -> dict[str, Any]:
        """What never changes on the board, for a screen: spaces with their places, counters, boxes, tracks, dates."""
        return {}

    # -- shared by all games

    @property
    def frames(self) -> dict[str, type[Frame]]:
        """Its activities by name: those of the package of its class, and of the game from which it derives."""
        found: dict[str, type[Frame]] = {}
        for kind in reversed(type(self).__mro__):
            found |= frames_of(kind.__module__)
        return found

    def words(self, p: P) -> Words:
        """The vocabulary, made once for each version of the data."""
        version = self.data_version(p)
        found = self._words.get(version)
        if found is None:
            found = self._words[version] = Words(self.vocabulary(p))
        return found

    def dump(self, p: P) -> dict[str, Any]:
        return position_to_json(p)

    def restore(self, data: Mapping[str, Any], like: P) -> P:
        """What ``dump`` gave, with the static data and options of *like*; CodecError if it cannot be read."""
        try:
            p = self.rebuild(data, like)
            p.barrier = data["barrier"]
        except (KeyError, IndexError, TypeError, ValueError) as e:
            raise CodecError(f"the saved position of {self.title} cannot be read ({e!r}).") from e
        p.reask()
        return p

    def frame(self, data: Mapping[str, Any]) -> Frame:
        return frame_from_json(data, self.frames)

    def side(self, name: str) -> Side:
        if name not in self.sides:
            raise UnknownName("kernel.no-side", {"game": self.title, "name": name, "known": self.sides})
        return self.sides.index(name)

    def scenario(self, name: str | None) -> Scenario:
        for s in self.scenarios:
            if name is None or s.id == name:
                return s
        known = [s.id for s in self.scenarios]
        raise UnknownName("kernel.no-scenario", {"game": self.title, "name": name, "known": known})

    def settled(self, given: Mapping[str, Any]) -> OptionValues:
        """Every option with its value, defaults where nothing was given."""
        known = {o.id: o for o in self.options}
        for name, value in given.items():
            if name not in known:
                raise UnknownName("kernel.no-option", {"game": self.title, "name": name, "known": sorted(known)})
            if value not in known[name].choices or isinstance(value, bool) != isinstance(known[name].default, bool):
                choices = known[name].choices
                raise UnknownName("kernel.option-value", {"name": name, "value": str(value), "choices": choices})
        return {o.id: given.get(o.id, o.default) for o in self.options}


def spelled(value: OptionValue) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def find(slug: str) -> Game[Any]:
    """The game of that name."""
    if slug not in GAMES:
        raise UnknownName("kernel.no-game", {"name": slug, "known": sorted(GAMES)})
    game: Game[Any] = importlib.import_module(GAMES[slug]).GAME
    return game


def all_games() -> list[Game[Any]]:
    return [find(slug) for slug in GAMES]
