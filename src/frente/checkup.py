"""What can be said about a game without knowing it: its frames, data, rules, texts, laws, speed and look.

Each part gives one line of what was found and a list of faults; a fault names its place and what to do. Parts that
would make no sense after a fault are left out.
"""
from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from frente import coverage, look
from frente.ai import opponent, opponents
from frente.draw import chart
from frente.kernel import weave
from frente.kernel.catalog import GAMES, Game
from frente.kernel.check import check_game
from frente.kernel.flow import Frame, Step, steps_of
from frente.kernel.laws import LawBroken, rule_ids
from frente.kernel.packs import DataError, load_tables
from frente.lab.bench import clones, compiled, positions, whole_games
from frente.look import page
from frente.look.check import check

Found = tuple[str, str, list[str]]       # topic, what was found, faults
SPEAKERS: Final = ("tell", "no", "Refusal", "Event")         # what takes a rule and the key of a text
RULE: Final = re.compile(r"\[([0-9A-Za-z., \-]+)\]|\"([0-9]+(?:\.[0-9a-z]+)+)\"")
CARDS: Final = 5                         # one decision in so many is asked for its card
OURS: Final = "frente.games."            # games of the project itself, which speak Spanish as well


class Checkup:
    def __init__(self, slug: str, seeds: list[int]) -> None:
        self.slug = slug
        self.seeds = seeds
        self.modules: list[ModuleType] = []
        self.game: Game[Any]

    def run(self) -> Iterator[Found]:
        """Part after part; what cannot be read or started is neither played nor drawn."""
        parts: list[tuple[Callable[[], Found], bool]] = [
            (self.code, True), (self.data, True), (self.frames, True), (self.rules, False), (self.texts, True),
            (self.laws, True), (self.players, False), (self.speed, False), (self.browser, False)]
        stop = False
        for part, needed in parts:
            if stop and part not in (self.browser,):
                continue
            found = part()
            yield found
            if found[2] and part in (self.code, self.data, self.frames):
                return
            stop = stop or bool(found[2] and needed)

    def at(self, path: Path, line: int = 0) -> str:
        """A place in the game's folder as one would look it up."""
        inside = path.relative_to(self.game.folder.parent) if path.is_relative_to(self.game.folder.parent) else path
        return f"{inside}:{line}" if line else str(inside)

    # -- reading

    def code(self) -> Found:
        name = GAMES[self.slug]
        try:
            package = importlib.import_module(name)
            for module in pkgutil.walk_packages(package.__path__, name + "."):
                self.modules.append(importlib.import_module(module.name))
            self.modules.append(package)
        except Exception as e:
            return "code", "", [f"{self.slug}: {_place(e)}: {type(e).__name__}: {e}"]
        game = getattr(package, "GAME", None)
        if not isinstance(game, Game):
            return "code", "", [f"{name} has no GAME; end its __init__.py with GAME: Final = YourGame()"]
        self.game = game
        faults = [] if game.slug == self.slug else [
            f"{name}: the game calls itself “{game.slug}” and is offered as “{self.slug}”; let them agree"]
        return "code", f"{len(self.modules)} modules", faults

    def data(self) -> Found:
        folder = self.game.folder / "data"
        try:
            rules = importlib.import_module(GAMES[self.slug] + ".data.check")
        except ModuleNotFoundError:
            return "data", "", [f"{self.at(folder)}: there is no check.py, so nobody looks at the data; "
                                "NAMES, KEYS and check of frente.kit.datafile are enough for standard files"]
        try:
            found = load_tables(folder, rules.NAMES, keys=rules.KEYS, check=rules.check)
        except DataError as e:
            return "data", "", [f"{self.at(Path(x.file), x.line)}: {x.reason}" for x in e.problems]
        return "data", f"{len(found)} files, version {found.version}", []

    def frames(self) -> Found:
        mine = [k for k in _subclasses(Frame) if k.__module__.startswith(GAMES[self.slug])]
        faults = [f"{k.__module__}: nothing says what happens in {k.__name__}; below its steps write "
                  f"play({k.__name__}, ...)" for k in mine if not steps_of(k)]
        for kind in mine:
            for step in steps_of(kind):
                faults += self.step_faults(kind, step)
        if not faults:
            for scenario in self.game.scenarios:
                try:
                    p = self.game.start(scenario.id, self.game.settled({}))
                except Exception as e:
                    faults.append(f"{_place(e, self.game.folder)}: the scenario {scenario.id} does not start: "
                                  f"{type(e).__name__}: {e}")
                    continue
                try:
                    weave.fields(type(p))
                except TypeError as e:
                    return "frames", "", [str(e)]
        return "frames", f"{len(mine)} declared, {len([k for k in mine if steps_of(k)])} played", faults

    def step_faults(self, kind: type[Frame], step: Step[Any, Any]) -> list[str]:
        name = f"{type(step).__module__}.{type(step).__name__}"
        asks = type(step).ask is not Step.ask
        found: list[str] = []
        if asks and type(step).do is Step.do:
            found.append(f"{name} asks and does not say what an answer does; write its do()")
        if asks and not step.verbs:
            found.append(f"{name} asks and lists no verbs; write verbs = (\"hex\", \"pass\") or what it offers")
        if step.rule not in rule_ids(self.game.folder):
            found.append(f"{name} carries out the rule “{step.rule}”, which rules.toml does not have; add it there, or "
                         "correct rule in the step")
        return found

    # -- rules and words

    def rules(self) -> Found:
        ids = rule_ids(self.game.folder)
        faults = [f"{self.at(path, line)}: there is no rule “{rule}”; add it to rules.toml or correct the number"
                  for path, line, rule, _ in self.spoken() if rule not in ids]
        numbers = [x for x in ids if not re.fullmatch(r"R\d+[a-z]?", x)]
        named = {i.strip() for path in self.sources() for group in RULE.findall(path.read_text(encoding="utf-8"))
                 for i in (group[0] or group[1]).split(",")}
        proven = self.proven()
        faults += [f"tests name the rule “{x}”, which rules.toml does not have" for x in sorted(set(proven) - ids)]
        quiet, bare = sorted(set(numbers) - named), sorted(set(numbers) - set(proven))
        said = f"{len(numbers)} in the catalogue, {len(numbers) - len(quiet)} named in the code, " \
               f"{len(numbers) - len(bare)} proven by tests"
        return "rules", said + _few("; not named: ", quiet) + _few("; not proven: ", bare), faults

    def proven(self) -> dict[str, list[str]]:
        if GAMES[self.slug].startswith(OURS):
            return coverage.proven(self.slug)
        tests = self.game.folder.parent / "tests"
        return coverage.marked(tests, self.slug).get(self.slug, {}) if tests.is_dir() else {}

    def texts(self) -> Found:
        texts, file = self.game.texts(), self.at(self.game.folder / "text" / "en.toml")
        wanted = {key: f"{self.at(path, line)} says “{key}”" for path, line, _, key in self.spoken()}
        for kind in self.game.frames.values():
            wanted[f"phase.{kind.__name__}"] = f"the activity {kind.__name__} is shown by a name"
            for step in steps_of(kind):
                if type(step).ask is not Step.ask:
                    wanted[step.prompt or type(step).__name__] = f"the step {type(step).__name__} asks a question"
        wanted |= {f"side.{x}": f"the side {x} has a name" for x in self.game.sides}
        wanted |= {f"scenario.{x.id}": f"the scenario {x.id} is described" for x in self.game.scenarios}
        faults = [f"{file}: there is no “{key}”, and {why}; add it" for key, why in wanted.items() if key not in texts]
        said = "en complete" if not faults else ""
        if self.game.speaks("es"):
            spanish = self.game.texts("es")
            lacks = [x for x in texts.entries if x not in spanish and not x.startswith("unit.")]
            said += ", es complete" if not lacks else f", es lacks {len(lacks)}"
            if GAMES[self.slug].startswith(OURS):
                faults += [f"text/es.toml has no “{x}”; the project's own games speak Spanish" for x in lacks]
        elif GAMES[self.slug].startswith(OURS):
            faults.append("text/es.toml is missing; the project's own games speak Spanish")
        return "texts", said, faults

    def sources(self) -> list[Path]:
        return sorted(x for x in self.game.folder.rglob("*.py") if x.name != "_woven.py")

    def spoken(self) -> Iterator[tuple[Path, int, str, str]]:
        """Every rule and text that the code names together: file, line, rule, key."""
        for path in self.sources():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in SPEAKERS:
                    given = [a.value for a in node.args[:2] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                    if len(given) == 2 and given[0]:
                        yield path, node.lineno, given[0], given[1]

    # -- playing

    def laws(self) -> Found:
        acts = games = 0
        for scenario in self.game.scenarios:
            for seed in self.seeds:
                try:
                    acts += check_game(self.game, scenario.id, seed=seed, every=40).acts
                    games += 1
                except LawBroken as e:
                    return "laws", "", [f"{self.slug}, scenario {scenario.id}: {e}; see it again with "
                                        f"“frente check {self.slug} --seed {e.seed}”"]
        return "laws", f"kept in {games} random games, {acts:,} acts", []

    def players(self) -> Found:
        known = opponents(self.game)
        for name in known:
            try:
                check_game(self.game, seed=self.seeds[0], every=10**9, showing=10**9, asking=10**9,
                           players=[opponent(name, self.game), None]) if name in ("greedy", "captain") else None
            except LawBroken as e:
                return "computer", "", [f"{self.slug}: the player {name} cannot finish a game: {e}"]
        return "computer", ", ".join(known), []

    def speed(self) -> Found:
        _, acts, spent = whole_games(self.game)
        copies = clones(positions(self.game), 0.3)
        how = "compiled" if compiled() else "plain Python"
        return "speed", f"{acts / spent:,.0f} decisions/s, {copies:,.0f} copies/s ({how})", []

    # -- looking

    def browser(self) -> Found:
        show = self.game.folder / "show"
        missing = [x for x in ("cartography.py", "theme.toml", "look.toml") if not (show / x).exists()]
        if missing:
            return "browser", f"not yet: {self.at(show)} has no {', no '.join(missing)}", []
        faults: list[str] = []
        try:
            picture = self.game.picture(self.game.start(self.game.scenarios[0].id, self.game.settled({})))
            json.dumps(picture)
            if wrong := page.board_fault(picture):
                return "browser", "", [f"{self.slug}: picture() gives a board that the page cannot show: {wrong}; "
                                       "docs/page.md has its fields"]
            faults = self.look_faults() or self.card_faults()
            drawn = chart.svg(importlib.import_module(GAMES[self.slug] + ".show.cartography").chart())
        except Exception as e:
            place = _place(e, self.game.folder)
            return "browser", "", [*faults, f"{place}: the map cannot be drawn: {type(e).__name__}: {e}"]
        return "browser", f"ready: a map of {len(drawn) // 1000} kB, {len(picture['spaces'])} spaces", faults

    def card_faults(self) -> list[str]:
        """The first card in a random game of every scenario that the page could not show."""
        parts = look.read(self.game.folder).theme.get("card", {})
        for p in positions(self.game)[::CARDS]:
            for side in (None, *range(len(self.game.sides))):
                if wrong := page.card_fault(self.game.card(p, side), parts):
                    return [f"{self.slug}: at the question {type(p.step()).__name__} card() gives a card that the page "
                            f"cannot show: {wrong}; docs/page.md has its fields"]
        return []

    def look_faults(self) -> list[str]:
        """What look and theme name that the game does not have, and the other way round."""
        try:
            found = check(self.game)
        except DataError as e:
            found = e.problems
        return [f"{self.at(Path(x.file), x.line)}: {x.reason}" for x in found]


def _subclasses(kind: type[Any]) -> list[type[Any]]:
    return [k for s in kind.__subclasses__() for k in (s, *_subclasses(s))]


def _place(e: BaseException, folder: Path | None = None) -> str:
    """The last line of the game's own code on the way to an error, or the last of all."""
    if isinstance(e, SyntaxError) and e.filename:
        return f"{e.filename}:{e.lineno}"
    lines = traceback.extract_tb(e.__traceback__)
    own = [x for x in lines if folder is not None and Path(x.filename).is_relative_to(folder)] or \
        [x for x in lines if not x.filename.startswith("<frozen") and "importlib" not in x.filename]
    return f"{own[-1].filename}:{own[-1].lineno}" if own else "?"


def _few(before: str, names: list[str]) -> str:
    return before + ", ".join(names[:8]) + (" …" if len(names) > 8 else "") if names else ""
