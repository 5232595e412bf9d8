"""Everything a data pack could break, each fault with file, line and reason.

First the form of every table; only when that is right, what the tables say together. The checks ask for what the
rules need and no more: another reading of the map, other factors or other tables are all welcome.
"""
from typing import Any

from frente.games.guadalajara.data.shape import GROUND, KEYS, NAMES, SHAPES, WAYS
from frente.geo.hexgrid import Grid
from frente.kernel.packs import Problem, Tables
from frente.kernel.shapes import Findings, malformed

__all__ = ["KEYS", "NAMES", "check"]

COLUMNS, ROWS = 62, 35
Hex = tuple[int, int]


def check(tables: Tables) -> list[Problem]:
    """All that is wrong with the data, by file and line; an empty list when nothing is."""
    found = malformed(tables, SHAPES)
    return found or sorted(GroundCheck(tables).found + UnitCheck(tables).found + TableCheck(tables).found)


def spot(name: str) -> Hex:
    column, row = name.split(".")
    return int(column), int(row)


def on_map(h: Hex) -> bool:
    return 1 <= h[0] <= COLUMNS and 1 <= h[1] <= ROWS


class GroundCheck(Findings):
    """Map and terrain: hexes exist once, links and rivers join neighbours, lines and places fit."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.grid = Grid(COLUMNS, ROWS, "flat-top", "odd")
        self.map = tables["map"]
        self.ground = tables["terrain"]
        self.hexes()
        self.links()
        self.lines()
        self.places()

    def near(self, a: Hex, b: Hex) -> bool:
        return self.grid.adjacent((a[0], ROWS + 1 - a[1]), (b[0], ROWS + 1 - b[1]))

    def hexes(self) -> None:
        seen: set[str] = set()
        for i, x in enumerate(self.ground["hex"]):
            if x["id"] in seen:
                self.fault("terrain", ("hex", i, "id"), f"hex {x['id']} is given twice")
            if not on_map(spot(x["id"])):
                self.fault("terrain", ("hex", i, "id"), f"hex {x['id']} is not on the map")
            seen.add(x["id"])
        if len(seen) < COLUMNS * ROWS:
            self.fault("terrain", ("hex",), f"{COLUMNS * ROWS - len(seen)} hexes of the map have no terrain")

    def links(self) -> None:
        for what in ("link", "hexside"):
            for i, x in enumerate(self.ground[what]):
                a, b = spot(x["a"]), spot(x["b"])
                if not (on_map(a) and on_map(b) and self.near(a, b)):
                    self.fault("terrain", (what, i, "b"), f"hexes {x['a']} and {x['b']} do not share a side")
        sides: set[frozenset[str]] = set()
        for i, x in enumerate(self.ground["hexside"]):
            side = frozenset((x["a"], x["b"]))
            if side in sides:
                self.fault("terrain", ("hexside", i), f"two rivers run between {x['a']} and {x['b']}")
            sides.add(side)

    def lines(self) -> None:
        for what, key, first in (("start_line", "first_nationalist_row", 20), ("separation_line", "last_south_row", 1)):
            rows = self.map[what][key]
            for c in range(first, COLUMNS + 1):
                if str(c) not in rows:
                    self.fault("map", (what, key), f"column {c} is missing")
        road = [r for r in self.map["road"] if "52.23" in r["hexes"] and "38.13" in r["hexes"]]
        if not road:
            self.fault("map", ("road",), "no road joins 52.23 and 38.13, which the Italians need (2.6a)")
        for i, r in enumerate([*self.map["road"], *self.map["river"]]):
            if not all(on_map(spot(h)) for h in r["hexes"]):
                self.fault("map", ("road" if i < len(self.map["road"]) else "river",), f"{r['id']} leaves the map")

    def places(self) -> None:
        towns = {p["id"] for p in self.map["place"]}
        for name in ("torija", "brihuega", "jadraque", "cogolludo", "trijueque", "gajanejos", "almadrones",
                     "masegoso-de-tajuna"):
            if name not in towns:
                self.fault("map", ("place",), f"the victory conditions need a place {name}")
        for i, p in enumerate(self.map["place"]):
            if not on_map(spot(p["hex"])):
                self.fault("map", ("place", i, "hex"), f"hex {p['hex']} is not on the map")
        for what, names in (("supply_sources", ("republican", "spanish", "italian")),):
            for name in names:
                if not self.map[what][name]:
                    self.fault("map", (what, name), f"there is no {name} source")
                for k, h in enumerate(self.map[what][name]):
                    if not on_map(spot(h)):
                        self.fault("map", (what, name, k), f"hex {h} is not on the map")
        if {a["id"] for a in self.map["entry_area"]} != set("ABCDE"):
            self.fault("map", ("entry_area",), "there must be Entry Areas A to E")


class UnitCheck(Findings):
    """Counters: ids, factors that fit the kind, entries on the map."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        seen: set[str] = set()
        for i, u in enumerate(tables["units"]["unit"]):
            if u["id"] in seen:
                self.fault("units", ("unit", i, "id"), f"unit {u['id']} is given twice")
            seen.add(u["id"])
            self.unit(i, u)
        for name in ("n-mg-lit", "n-hq-dlv", "n-hq-fn", "n-hq-pn", "n-hq-lit", "r-rrbn", "r-train"):
            if name not in seen:
                self.fault("units", ("unit",), f"the rules name a unit {name}")

    def unit(self, i: int, u: dict[str, Any]) -> None:
        kind = u["kind"]
        drm = kind in ("tank", "armoured-car", "flamethrower-tank", "flamethrower-engineers")
        needs = ("attack_drm", "defence_drm") if drm else ("barrage", "range") if kind == "artillery" else ()
        for key in needs:
            if key not in u:
                self.fault("units", ("unit", i), f"{u['id']} is {kind} and has no {key}")
        if kind == "headquarters" and "supply_range" not in u:
            self.fault("units", ("unit", i), f"{u['id']} is a headquarters and has no supply_range")
        if kind != "armoured-train" and "movement" not in u:
            self.fault("units", ("unit", i), f"{u['id']} has no movement")
        if u["steps"] == 2 and "reduced" not in u:
            self.fault("units", ("unit", i, "steps"), f"{u['id']} has two steps and no reduced face")
        if kind == "artillery" and u["steps"] != 1:
            self.fault("units", ("unit", i, "steps"), f"{u['id']} is artillery and has one step only (1.2a.2)")
        if kind.startswith("flamethrower") and u["steps"] != 2:
            self.fault("units", ("unit", i, "steps"), f"{u['id']} needs two steps for its exhaustion (1.12e)")
        scenarios: set[int] = set()
        for k, e in enumerate(u["entry"]):
            if e["scenario"] in scenarios:
                self.fault("units", ("unit", i, "entry", k), f"{u['id']} appears twice in scenario {e['scenario']}")
            scenarios.add(e["scenario"])
            for h in e.get("hexes", []):
                if not on_map(spot(h)):
                    self.fault("units", ("unit", i, "entry", k, "hexes"), f"hex {h} is not on the map")
            if e.get("steps", 1) > u["steps"]:
                self.fault("units", ("unit", i, "entry", k, "steps"), f"{u['id']} cannot start with {e['steps']} steps")


class TableCheck(Findings):
    """Tables: every roll has its row, every kind of ground and way its line."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        t = tables["tables"]
        for name, low, high in (("attrition", 1, 7), ("after_combat_tank", 1, 7), ("interdiction", 1, 6),
                                ("air_points", 1, 6), ("barrage", 2, 12)):
            self.rows((name, "rows"), t[name]["rows"], low, high)
        self.rows(("barrage", "house", "rows"), t["barrage"]["house"]["rows"], 2, 12)
        duel = t["tank_vs_tank"]["rows"]
        if duel:
            self.rows(("tank_vs_tank", "rows"), duel, duel[0]["rolls"][0], duel[-1]["rolls"][1])
        for key, wanted in (("hex", GROUND), ("way", WAYS), ("hexside", ("minor-river", "river", "bridge"))):
            there = [x["id"] for x in t["terrain"][key]]
            for name in wanted:
                if there.count(name) != 1:
                    self.fault("tables", ("terrain", key), f"there must be one line for {name}")
        for i, m in enumerate(t["reconstitution"]["modifiers"]):
            if 2 + m["drm"] < 1:
                self.fault("tables", ("reconstitution", "modifiers", i, "drm"), "nobody returns before the next turn")

    def rows(self, path: tuple[str, ...], rows: list[dict[str, Any]], low: int, high: int) -> None:
        want = low
        for i, r in enumerate(rows):
            if r["rolls"][0] != want or r["rolls"][1] < r["rolls"][0]:
                self.fault("tables", (*path, i, "rolls"), f"this row should begin at {want}")
                return
            want = r["rolls"][1] + 1
        if want <= high:
            self.fault("tables", path, f"there is no row for a roll of {want}")
