"""The standard data files of a hex game: what they may hold, and what must hold between them.

    map.toml       [grid] columns, rows; [terrain] kind = [hexes], all others are clear; [[town]] name, hex, points;
                   [[river]] name, sides; [[road]] hexes; [source] side = [hexes]
    units.toml     [[unit]] id, side, strength, move, hex; name, symbol, size, formation, steps, turn if need be
    tables.toml    [terrain.KIND] cost, cover; [combat] columns, rows; [number] whatever else the rules need

A game's ``data/check.py`` is three lines: ``NAMES``, ``KEYS`` and ``check = Standard(SIDES).check``. One that has more
in its files hands in the shapes of its own fields, or derives from ``Standard`` and checks what only it knows.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from frente.geo.hexgrid import Grid, from_table, label, parse
from frente.kernel.lines import Place
from frente.kernel.packs import Items, Keys, Problem, Tables
from frente.kernel.shapes import Findings, ListOf, MapOf, Pattern, Shape, Table, Text, Whole, malformed
from frente.kit.ground import hexes
from frente.kit.table import result

NAMES: Final = ("map", "units", "tables")
KEYS: Final[Keys] = {"map": {"town": Items(("hex",))}, "units": {"unit": Items(("id",))}}

HEX: Final = Pattern(r"\d{4}", "a hex number of four digits, column then row, such as 0304")
HEXES: Final = ListOf(HEX)
BORDER: Final = ListOf(HEX, 2)
CELL: Final = Pattern(r"(-|\d)/(-|\d|\d?r\d)", "a result such as “1/2r2”: attacker/defender and retreat, - for nothing")


class Standard:
    """The check of a game's files. *more*: file -> shapes of the game's own fields, as in ``Table``."""

    def __init__(self, sides: Sequence[str], more: Mapping[str, Mapping[str, Shape]] | None = None) -> None:
        own = more or {}
        self.sides = sides
        self.shapes: dict[str, Shape] = {
            "map": Table({
                "grid": Table({"columns": Whole(1, 99), "rows": Whole(1, 99), "km_per_hex?": Whole(1, 100),
                               "orientation?": Text("flat-top", "pointy-top"), "missing?": HEXES,
                               "lower_columns?": Text("odd", "even"), "shifted_rows?": Text("odd", "even")}),
                "terrain": MapOf(HEXES),
                "town?": ListOf(Table({"name": Text(), "hex": HEX, "points?": Whole(0, 99), "size?": Whole(1, 3)})),
                "river?": ListOf(Table({"name": Text(), "sides": ListOf(BORDER)})),
                "road?": ListOf(Table({"hexes": HEXES})),
                "source?": Table({f"{s}?": HEXES for s in sides}), **own.get("map", {})}),
            "units": Table({"unit": ListOf(Table({
                "id": Pattern(r"[a-z0-9-]+", "small letters, digits and -"), "side": Text(*sides),
                "strength": Whole(0, 99), "move": Whole(0, 99), "hex?": HEX, "name?": Text(), "symbol?": Text(),
                "size?": Text(), "formation?": Text(), "steps?": Whole(1, 9), "turn?": Whole(0, 99),
                **own.get("unit", {})}))}),
            "tables": Table({
                "terrain": MapOf(Table({"cost": Whole(0, 9), "cover": Whole(0, 9), **own.get("ground", {})})),
                "combat": Table({"columns": ListOf(Pattern(r"\d+:\d+", "odds such as 3:1")),
                                 "rows": ListOf(ListOf(CELL))}),
                "number?": MapOf(Whole(0, 999)), **own.get("tables", {})})}

    def check(self, tables: Tables) -> list[Problem]:
        """All that is wrong with the data, by file and line; first the form, then what the files say together."""
        found = malformed(tables, self.shapes)
        if found:
            return found
        found = Ground(tables).found
        return sorted(found or Units(tables).found + Charts(tables).found)


class Ground(Findings):
    """Hexes exist, lie in one terrain, and lines join neighbours."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        m = tables["map"]
        try:
            self.grid: Grid = from_table(m["grid"])
        except ValueError as e:
            self.fault("map", ("grid",), str(e))
            return
        self.missing: list[str] = m["grid"].get("missing", [])
        seen: dict[str, str] = {}
        for kind, names in m["terrain"].items():
            for i, name in enumerate(names):
                self.exists("map", ("terrain", kind, i), name)
                if name in seen:
                    self.fault("map", ("terrain", kind, i), f"hex {name} is {seen[name]} and {kind}")
                seen[name] = kind
        for k, town in enumerate(m.get("town", [])):
            self.exists("map", ("town", k, "hex"), town["hex"])
        for k, river in enumerate(m.get("river", [])):
            for i, (a, b) in enumerate(river["sides"]):
                self.neighbours(("river", k, "sides", i), a, b)
        for k, road in enumerate(m.get("road", [])):
            for i, (a, b) in enumerate(zip(road["hexes"], road["hexes"][1:])):
                self.neighbours(("road", k, "hexes", i), a, b)
        for side, names in m.get("source", {}).items():
            for i, name in enumerate(names):
                self.exists("map", ("source", side, i), name)

    def exists(self, file: str, path: Place, name: str) -> bool:
        good = label(parse(name)) == name and self.grid.contains(*parse(name)) and name not in self.missing
        if not good:
            self.fault(file, path, f"hex {name} is not on the map")
        return good

    def neighbours(self, path: Place, a: str, b: str) -> None:
        if self.exists("map", path, a) and self.exists("map", path, b) and not self.grid.adjacent(parse(a), parse(b)):
            self.fault("map", path, f"{a} and {b} do not share a side")


class Units(Findings):
    """Each unit in a hex that exists; that each is there once is seen when the file is read."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        ground = hexes(tables["map"])
        for i, unit in enumerate(tables["units"]["unit"]):
            if "hex" not in unit:
                self.fault("units", ("unit", i), f"{unit['id']} has no hex: where does it start or come in?")
            elif unit["hex"] not in ground.index:
                self.fault("units", ("unit", i, "hex"), f"hex {unit['hex']} is not on the map")


class Charts(Findings):
    """Every terrain of the map has its row; the combat table is a rectangle of rising odds."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        t = tables["tables"]
        for kind in ("clear", *tables["map"]["terrain"]):
            if kind not in t["terrain"]:
                self.fault("tables", ("terrain",), f"there is no row for the terrain {kind} of map.toml")
        columns = t["combat"]["columns"]
        odds = [int(a) / max(1, int(d)) for a, _, d in (x.partition(":") for x in columns)]
        if odds != sorted(set(odds)):
            self.fault("tables", ("combat", "columns"), "the odds of the combat table do not rise from left to right")
        for i, row in enumerate(t["combat"]["rows"]):
            if len(row) != len(columns):
                self.fault("tables", ("combat", "rows", i), f"a row of {len(row)} results under {len(columns)} columns")
            for cell in row:
                result(cell)
