"""What is shown: the question with its answers, the map, the state of things."""
from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from frente.cli.output import console
from frente.cli.play.menu import Choice, Menu
from frente.cli.play.textmap import LEGEND, TextMap, spots
from frente.cli.play.wording import Wording
from frente.geo.hexgrid import FLAT, POINTY, Hex
from frente.geo.mapdata import HexMap
from frente.kernel.flow import Event, Position, Side
from frente.kernel.referee import Match
from frente.kernel.views import Piece, View

LONG: Final = 60                         # answers of one kind that are listed; more are asked for by name
WARNED: Final = 12                       # answers whose consequences are worked out in advance
DIRECTIONS: Final = {FLAT: ("N", "NE", "SE", "S", "SW", "NW"), POINTY: ("NE", "E", "SE", "SW", "W", "NW")}


class Screen:
    def __init__(self, match: Match, ground: HexMap | None) -> None:
        self.match = match
        self.words = Wording(match, ground)
        self.ground = ground
        self.map = TextMap(ground, list(match.game.sides)) if ground is not None else None
        self.out = console()
        with suppress(ImportError):      # lines can then be edited and called back; not every Python has it
            import readline  # noqa: F401

    # -- plain speaking

    def say(self, text: str | Text = "") -> None:
        self.out.print(text, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """A line typed by the player; EOFError at the end of the input."""
        if sys.stdin.isatty():
            return input(prompt).strip()
        self.out.print(prompt, end="", soft_wrap=True)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            self.say()
            raise EOFError
        self.say(line.rstrip("\n"))      # so that a log of the session can be read
        return line.strip()

    def confirm(self, question: str) -> bool:
        return self.ask(f"{question} (y/n) ").lower() in ("y", "yes")

    def clear(self) -> None:
        """Nothing of what was shown stays in sight."""
        if self.out.is_terminal:
            self.out.clear()
        else:
            self.say("\n" + "=" * 60 + "\n")

    def events(self, events: list[Event]) -> None:
        """What has happened; of the steps of one thing after another only the last."""
        for n, e in enumerate(events):
            after = events[n + 1] if n + 1 < len(events) else None
            if after is None or after.key != e.key or "unit" not in e.facts or after.facts["unit"] != e.facts["unit"]:
                self.say(Text.assemble(("  · ", "dim"), self.words.event(e)))

    # -- the question

    def question(self, side: Side, menu: Menu, private: bool) -> None:
        view = self.match.view(side)
        doing = " / ".join(dict.fromkeys(self.words.name("phase", x) for x in view.phase[2:]))
        self.say()
        self.say(Text.assemble((f"Turn {view.turn}", "bold"), f" · {doing}" if doing else "", " · ",
                               (self.words.side(side), "bold")))
        self.window(view, menu)
        self.say(Text.assemble((self.words.question(view.question), "bold"), (f" [{view.rule}]", "dim")))
        unit = self.moving(side, view)
        if unit:
            left = f", {view.facts['left']} movement points left" if "left" in view.facts else ""
            self.say(f"{self.described(unit, view)}{left}")
        if private:
            self.hands(view)
        self.choices(side, menu, view, unit)

    def choices(self, side: Side, menu: Menu, view: View, unit: str) -> None:
        for kind in menu.kinds():
            listed = menu.of_kind(kind)
            if len(listed) > LONG:
                self.say(f"  {len(listed)} of kind {kind}: type the name of one, such as {listed[0][1].name}")
            elif kind == "unit":
                self.unit_table(listed, view)
            elif kind == "space":
                self.space_table(side, listed, view, unit)
            else:
                for n, c in listed:
                    self.say(f"  {n:>3}  {self.words.act(c.word, view.question)}  ({c.word})")

    def unit_table(self, listed: list[tuple[int, Choice]], view: View) -> None:
        pieces = {p["id"]: p for p in view.pieces}
        table = Table(box=None, pad_edge=False, show_header=False)
        for n, c in listed:
            p = pieces[c.name]
            table.add_row(f"  {n:>3}", c.name, self.words.verb(view.question, c.act.verb), p["name"],
                          p["factors"] + ("*" if p["elite"] else ""), f"{p['steps']} step{'s' * (p['steps'] != 1)}",
                          self.where(p), self.state(p))
        self.out.print(table)

    def space_table(self, side: Side, listed: list[tuple[int, Choice]], view: View, unit: str) -> None:
        reach: Mapping[str, tuple[int, list[str]]] = {}
        if unit:
            reach = self.match.game.reach(self.match.position, side, self.number("unit", unit))
        here = next((p["at"] for p in view.pieces if p["id"] == unit), "")
        game, p = self.match.game, self.match.position
        seen = game.determinize(p, side, Random(len(self.match.log))) if len(listed) <= WARNED else None
        table = Table(box=None, pad_edge=False, show_header=False)
        for n, c in listed:
            ahead = f"{reach[c.name][0]} left" if c.name in reach else ""
            table.add_row(f"  {n:>3}", c.name, self.words.verb(view.question, c.act.verb), self.bearing(here, c.name),
                          self.words.places.get(c.name, ""), self.terrain(c.name), ahead, self.stack_line(c.name, view),
                          self.warning(seen, side, c) if seen is not None else "")
        self.out.print(table)

    def warning(self, seen: Position, side: Side, choice: Choice) -> str:
        """What an act would bring upon the side, found where hidden things are drawn afresh."""
        found = self.match.game.warnings(seen, side, [choice.act])
        return "! " + self.words.refusal(found[0]) + (" ..." if len(found) > 1 else "") if found else ""

    def moving(self, side: Side, view: View) -> str:
        """The unit that is on the move, if the game says so."""
        unit = view.facts.get("unit", "")
        return unit if isinstance(unit, str) and unit in self.words.units else ""

    def number(self, kind: str, name: str) -> int:
        vocabulary = self.match.words().vocabulary
        for verb, k in self.match.game.kinds().items():
            names = vocabulary[verb]
            if k == kind and names and name in names:
                return names.index(name)
        raise KeyError(name)

    # -- things

    def where(self, p: Piece) -> str:
        return self.words.space(p["at"]) if p["at"] in self.words.spaces else self.words.name("box", p["at"])

    def state(self, p: Piece) -> str:
        return ", ".join(self.mark(x) for x in p["state"])

    def mark(self, text: str) -> str:
        """A state or mark: its name, and after a colon whose or what."""
        key, _, value = text.partition(":")
        more = self.words.thing("side", value) if value else ""
        return f"{self.words.name('state', key)} {more}".strip()

    def described(self, unit: str, view: View) -> str:
        p = next(x for x in view.pieces if x["id"] == unit)
        kind = self.words.name("symbol", p["symbol"])
        elite = ", elite" if p["elite"] else ""
        formation = f" of {p['formation']}" if p["formation"] else ""
        state = f"; {self.state(p)}" if p["state"] else ""
        return (f"{self.words.unit(unit)}: {self.words.side(p['side'])} {kind}{elite}{formation}, {p['factors']}, "
                f"{p['steps']} step{'s' * (p['steps'] != 1)}, {self.where(p)}{state}")

    def terrain(self, space: str) -> str:
        if self.ground is None:
            return ""
        place = self.ground.place(space)
        return self.ground.terrain.get(place, "") if place else ""

    def bearing(self, here: str, there: str) -> str:
        """The direction of a neighbouring hex."""
        if self.ground is None:
            return ""
        grid, a, b = self.ground.grid, self.ground.place(here), self.ground.place(there)
        if a is None or b is None:
            return ""
        return DIRECTIONS[grid.orientation][grid.direction(a, b)] if grid.adjacent(a, b) else ""

    def stack_line(self, space: str, view: View) -> str:
        return ", ".join(f"{p['id']} {p['factors']}" for p in view.pieces if p["at"] == space)

    def space_description(self, space: str, view: View) -> list[str]:
        marks = [self.mark(x) for x in view.spaces.get(space, [])]
        lines = [", ".join(x for x in [self.words.space(space), self.terrain(space), *marks] if x)]
        return lines + ["  " + self.described(p["id"], view) for p in view.pieces if p["at"] == space]

    # -- the map

    def window(self, view: View, menu: Menu) -> None:
        """The neighbourhood of what is asked about, if that is a matter of places."""
        offered = [c.name for _, c in menu.of_kind("space")]
        if not offered or len(offered) > LONG or self.map is None:
            return
        self.draw_map(view, spots(self.map.ground, [*offered, *self.centre(view)]), set(offered))

    def draw_map(self, view: View, around: list[Hex], offered: set[str]) -> None:
        if self.map is None:
            self.say("This game has no map that can be drawn in characters.")
            return
        window = self.map.around(around) if around else self.map.whole()
        self.out.print(self.map.draw(view, window, offered, set(self.centre(view))), soft_wrap=True)
        if not around:
            sides = "  ".join(f"{letter} {self.words.side(side)}" for side, letter in self.map.letters.items())
            self.say(Text(f"{LEGEND}  {sides}", "dim"))

    def centre(self, view: View) -> list[str]:
        """Where the action is: the unit on the move, or the hex under attack."""
        unit, target = view.facts.get("unit"), view.facts.get("target")
        at = [p["at"] for p in view.pieces if p["id"] == unit and p["at"] in self.words.spaces]
        return at or ([target] if target in self.words.spaces else [])

    # -- the state of things

    def status(self, view: View, private: bool) -> None:
        table = Table("", *[self.words.side(s) for s in self.match.game.sides], box=None, pad_edge=False)
        by_name: dict[str, dict[str, str]] = {}
        for t in view.tracks:
            value = "?" if t["value"] is None else self.words.name(t["id"], str(t["value"]))
            by_name.setdefault(t["id"], {})[t["side"]] = value
        for name, values in by_name.items():
            if "" in values:
                self.say(f"{self.words.name('track', name)}: {values['']}")
            else:
                table.add_row(self.words.name("track", name), *[values.get(s, "") for s in self.match.game.sides])
        self.out.print(table)
        for fact, value in view.facts.items():
            self.say(f"{self.words.name('fact', fact)}: {self.spelled(fact, value)}")
        if private:
            self.hands(view)

    def spelled(self, fact: str, value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{self.words.side(k)} {self.spelled(fact, v)}" for k, v in value.items())
        if isinstance(value, list):
            return ", ".join(self.spelled(fact, v) for v in value) or "none"
        group = "side" if value in self.match.game.sides else "box" if f"box.{value}" in self.words.texts else fact
        return self.words.thing(group, value)

    def hands(self, view: View) -> None:
        for name, hand in view.hands.items():
            shown = f"{hand} hidden" if isinstance(hand, int) else ", ".join(
                self.words.thing("resource", x) for x in hand)
            self.say(f"{self.words.name('hand', name)}: {shown or 'none'}")
