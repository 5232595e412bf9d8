"""What must hold between a game and the way it looks: names and colours. Form is checked before, by schema.py."""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from frente.kernel.catalog import Game
from frente.kernel.components import UnitFace, listed
from frente.kernel.flow import steps_of
from frente.kernel.lines import Place
from frente.kernel.packs import Problem
from frente.kernel.shapes import Findings
from frente.look import Livery, Look, read, tables
from frente.look.colour import APART, MISSING, READABLE, apart, contrast
from frente.look.schema import SIGNS

LIGHTS: Final = ("light", "dark")


def check(game: Game[Any]) -> list[Problem]:
    """Everything wrong with look and theme of a game, by file, line and reason; DataError for faults of form."""
    found = _Check(game)
    found.names()
    found.colours()
    found.theme()
    found.picture()
    return sorted(found.found)


class _Check(Findings):
    def __init__(self, game: Game[Any]) -> None:
        super().__init__(tables(game.folder))
        self.game = game
        self.look: Look = read(game.folder)

    def known(self, file: str, path: Place, words: Iterable[str], known: Iterable[str], what: str) -> None:
        """A fault for each word that is not among those known."""
        all_known = list(known)
        for word in words:
            if word not in all_known:
                names = ", ".join(all_known) or "none"
                self.fault(file, path, f'{what} "{word}" is unknown to {self.game.title}; it has {names}')

    def needed(self, table: str, words: Iterable[str], more: Iterable[str] = ()) -> None:
        """A fault for each word of the game for which the look has no table."""
        there = [*self.tables["look"].get(table, {}), *more]
        for word in _each(words):
            if word not in there:
                self.fault("look", (table,), f"there is no [{table}.{word}], and {self.game.title} has it; "
                                             f"there are {', '.join(there) or 'none'}")

    # -- look.toml

    def names(self) -> None:
        for table in ("side", "terrain", "goal", "sign"):
            for name in self.tables["look"].get(table, {}):
                if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
                    self.fault("look", (table, name), f'"{name}" must be of small letters, figures and hyphens')
        self.needed("side", self.game.sides)
        for name, sign in self.look.signs.items():
            if bool(sign.like) == bool(sign.d):
                self.fault("look", ("sign", name), f'sign.{name} must have either like or d')

    def colours(self) -> None:
        for side in self.look.sides.values():
            for k, light in enumerate(LIGHTS):
                for ink, ground in (("ink", "main"), ("print", "pale")):
                    self._readable(side, ink, ground, k, light)
        for one, other in combinations(self.look.sides.values(), 2):
            for k, light in enumerate(LIGHTS):
                for kind in MISSING:
                    gap = apart(one.colours["main"][k], other.colours["main"][k], kind)
                    if gap < APART:
                        self.fault("look", ("side", other.side, "main"),
                                   f"main of {other.side} and of {one.side} are too much alike with {kind} ({light}): "
                                   f"{gap:.2f} apart, {APART:g} are needed")

    def _readable(self, side: Livery, ink: str, ground: str, k: int, light: str) -> None:
        seen = contrast(side.colours[ink][k], side.colours[ground][k])
        if seen < READABLE:
            words = "ink cannot" if ink == "ink" else "neither ink nor deep can"
            self.fault("look", ("side", side.side, ground),
                       f"{words} be read on {ground} ({light}): contrast {seen:.1f}, {READABLE:g} is needed")

    # -- theme.toml

    def theme(self) -> None:
        theme, sides, overlays = self.look.theme, self.game.sides, list(self.game.overlays())
        frames = self.game.frames
        spoken = [key.removeprefix("phase.") for key in self.game.texts().entries if key.startswith("phase.")]
        self.known("theme", ("phases",), theme.get("phases", ()), spoken, "phase")
        steps = _each(step.prompt or type(step).__name__ for frame in frames.values() for step in steps_of(frame))
        for field in ("ends", "declines", "stacks", "advances"):
            self.known("theme", (field,), theme.get(field, ()), steps, "question")
        self.known("theme", ("secret",), [x for x in theme.get("secret", ()) if x != "*"], steps, "question")
        verbs = _each(verb for frame in frames.values() for step in steps_of(frame) for verb in step.verbs)
        for field in ("primary", "careful", "composers"):
            self.known("theme", (field,), theme.get(field, ()), verbs, "verb")
        for field in ("ends", "declines"):
            self.known("theme", (field,), theme.get(field, {}).values(), verbs, "verb")
        if "halt" in theme:
            self.known("theme", ("halt",), [theme["halt"]], verbs, "verb")
        states = [key.removeprefix("state.") for key in self.game.texts().entries if key.startswith("state.")]
        self.known("theme", ("marked",), theme.get("marked", ()), states, "state")
        if "reverse" in theme:
            self.known("theme", ("reverse",), [theme["reverse"]], states, "state")
        if "open" in theme:
            self.known("theme", ("open",), [theme["open"]], [x.id for x in self.game.options], "option")
        if "turn" in theme:
            self.known("theme", ("turn",), [theme["turn"]], frames, "activity")
        for k, roll in enumerate(theme.get("rolls", ())):
            self.known("theme", ("rolls", k), [roll["during"]], frames, "activity")
            self.told(("rolls", k), (roll["die"], roll["told"]))
        for field in ("marches", "private"):
            self.told((field,), theme.get(field, ()))
        self.known("theme", ("overlays",), theme.get("overlays", ()), overlays, "overlay")
        self.known("theme", ("keys",), theme.get("keys", ()), overlays, "overlay")
        self.known("theme", ("regions",), theme.get("regions", ()), overlays, "overlay")
        if "score" in theme:
            self.known("theme", ("score", "side"), [theme["score"]["side"]], sides, "side")
            self.known("theme", ("score", "scenarios"), theme["score"].get("scenarios", ()),
                       [x.id for x in self.game.scenarios], "scenario")
        if isinstance(theme.get("points"), Mapping):
            self.known("theme", ("points",), theme["points"], sides, "side")
        keys = list(theme.get("keys", {}).values())
        for key in sorted({x for x in keys if keys.count(x) > 1}):
            self.fault("theme", ("keys",), f'the letter "{key}" is given to two overlays')

    def told(self, path: Place, events: Iterable[str]) -> None:
        """A fault for each event that has no text: nothing of that name is ever told."""
        texts = self.game.texts()
        for key in events:
            if key not in texts:
                self.fault("theme", path, f'event "{key}" is unknown to {self.game.title}: it has no text "{key}"')

    # -- the board as the page shows it

    def picture(self) -> None:
        game = self.game
        p = game.start(game.scenarios[0].id, game.settled({}))
        board = game.picture(p)
        self.needed("terrain", (t for s in board["spaces"] for t in s["terrain"]))
        self.needed("side", (u["side"] for u in board["units"] if u["side"] not in ("", *game.sides)))
        goals = [m["colour"] for s in board["spaces"] for m in s.get("printed", ()) if m["kind"] == "objective"]
        shown = self.look.theme.get("overlays", game.overlays())
        for name in game.overlays():
            if name in shown and name not in self.look.theme.get("regions", ()):
                goals += [_goal(marks, self.look) for marks in game.overlay(p, 0, name).values()]
        self.needed("goal", (x for x in goals if x))
        printed = [face for c in listed(game, p) for face in (c.front, c.back, *c.more)]
        self.needed("sign", (face.symbol for face in printed if isinstance(face, UnitFace)), SIGNS)
        boxes = _each(b["id"] for b in board.get("boxes", ()))
        theme = self.look.theme
        self.known("theme", ("boxes",), theme.get("boxes", ()), boxes, "box")
        for name in ("held", "awaits"):
            if name in theme:
                self.known("theme", (name,), [theme[name]], boxes, "box")
        tracks = _each(t["id"] for t in board.get("tracks", ()))
        for name in ("gauges", "meters", "holders", "scales"):
            self.known("theme", (name,), theme.get(name, ()), tracks, "track")
        points = theme.get("points", {})
        for spent in [[points]] if isinstance(points, str) else points.values():
            self.known("theme", ("points",), spent, tracks, "track")
        if "score" in theme:
            self.known("theme", ("score", "track"), [theme["score"]["track"]], tracks, "track")
        self.known("theme", ("under",), theme.get("under", ()), _each(u["symbol"] for u in board["units"]), "unit")
        self.known("theme", ("formations",), theme.get("formations", ()),
                   _each(u["formation"] for u in board["units"] if u["formation"]), "formation")
        hands = game.view(p, None).hands
        self.known("theme", ("groups",), theme.get("groups", ()), _each(x.split("-")[0] for x in hands), "group")
        for k, hand in enumerate(theme.get("hands", ())):
            self.known("theme", ("hands", k), [f"{hand['own']}-{side}" for side in game.sides], hands, "hand")


def _goal(marks: Sequence[str], look: Look) -> str:
    """The objective among the marks of a space; "" where they tell of a side, or what state something is in."""
    plain = not any(mark.split(":")[0] in look.sides for mark in marks) and not all(":" in mark for mark in marks)
    return marks[0] if plain else ""


def _each(words: Iterable[str]) -> list[str]:
    """Every word once, in their order."""
    return list(dict.fromkeys(words))
