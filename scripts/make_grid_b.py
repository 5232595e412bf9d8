"""Make packs/brunete-grid-b: Brunete 1937 on the other reading of the grid.

The rulebook prints ten hex numbers and no map. They fit a flat-top grid (the game's own map) and a pointy-top grid
about equally well. This script lays the second grid over the same ground: every hex takes the terrain of the hex of
the own map under its centre, rivers follow their courses, roads and paths are traced again along theirs, and all that
hangs on hexes follows. The ten printed numbers stay as printed.

    python scripts/make_grid_b.py [folder]
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from frente.games.brunete.data.check import KEYS, NAMES
from frente.games.brunete.state.board import DATA
from frente.geo.hexgrid import Grid, Hex, label, parse
from frente.kernel.packs import Tables, load_tables

Point = tuple[float, float]  # km east and south of the corner of a grid
Side = frozenset[str]

PACK = Path(__file__).parent.parent / "packs" / "brunete-grid-b"
WEST, NORTH = -4.2342, 40.5030  # the fit of the second grid
KM_LON, KM_LAT = 84.74, 111.2
ROW = 0.8660
COLUMNS, ROWS, FIRST = 32, 21, 8  # 25 columns of 1 km in play, as the text says

# Points of the real roads (lat, lon) where they are known; other routes follow their hexes on the own map.
ALONG: dict[str, list[Point]] = {
    "R1": [
        (40.5022, -4.0671),
        (40.4854, -4.0446),
        (40.4797, -4.0354),
        (40.4711, -4.0156),
        (40.4478, -4.0034),
        (40.4344, -4.0029),
        (40.4139, -4.0004),
        (40.4055, -3.9986),
        (40.3755, -4.0090),
        (40.3580, -4.0162),
        (40.3466, -4.0273),
    ],
}

# Points of a course, moved by less than the 300 m to which it is known. On the finer fit of this grid the upper
# Aulencia would pass west of the centre of 1901 and cut the 68th Brigade off from its corps.
MOVED: dict[str, dict[int, Point]] = {"aulencia": {1: (40.5025, -4.0165), 2: (40.4974, -4.0135)}}


def b_xy(place: Hex) -> Point:
    column, row = place
    return column - 0.5 + (0.5 if row % 2 == 0 else 0.0), (row - 0.5) * ROW


def to_b(lat: float, lon: float) -> Point:
    return (lon - WEST) * KM_LON, (NORTH - lat) * KM_LAT


def from_b(point: Point) -> tuple[float, float]:
    return round(NORTH - point[1] / KM_LAT, 4), round(WEST + point[0] / KM_LON, 4)


def apart(p: Point, q: Point) -> float:
    return hypot(p[0] - q[0], p[1] - q[1])


def beside(p: Point, line: list[Point]) -> float:
    """Distance of a point from a line of several legs."""
    best = min(apart(p, q) for q in line)
    for a, b in pairwise(line):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = dx * dx + dy * dy
        if length > 0:
            t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
            best = min(best, apart(p, (a[0] + t * dx, a[1] + t * dy)))
    return best


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def course_of(river: dict[str, Any]) -> list[Point]:
    moved = MOVED.get(river["id"], {})
    return [moved.get(index, (lat, lon)) for index, (lat, lon) in enumerate(river["course"])]


class GridB:
    """The own map, carried over hex by hex."""

    def __init__(self, tables: Tables) -> None:
        self.map = tables["map"]
        self.units: list[dict[str, Any]] = tables["units"]["unit"]
        self.grid = Grid(COLUMNS, ROWS, "pointy-top", "even", FIRST, 1)
        self.hexes = [label(place) for place in self.grid.hexes()]
        self.xy = {h: b_xy(parse(h)) for h in self.hexes}
        self.own: dict[str, Point] = {
            h["id"]: self._own_centre(h["id"]) for h in self.map["hex"]
        }  # hexes of the own map, in km of this
        self.under = {h: self._own_hex(self.xy[h]) for h in self.hexes}
        self.of = {h["id"]: h for h in self.map["hex"]}
        self.rivers = {river["id"]: self._sides(course_of(river)) for river in self.map["river"]}
        self.wet = {side for sides in self.rivers.values() for side in sides}
        self.letters = {entry["letter"]: self._on_edge(entry["edge"], entry["hex"]) for entry in self.map["entry"]}
        self.places = {place["name"]: self._place(place) for place in self.map["place"]}
        self.letters["A"], self.letters["I"] = self.places["Valdemorillo"], self.places["Sevilla la Nueva"]
        self.routes: dict[str, list[str]] = {}
        self._trace_all()
        self.places["Lijar"] = self.routes["R1"][5]  # the example of 8.2 makes it the sixth hex of the road from A
        self.control = self._control()

    def _own_centre(self, hex_id: str) -> Point:
        grid = self.map["grid"]
        column, row = parse(hex_id)
        x = (column - 0.5) * grid["column_pitch_km"]
        y = row - 0.5 + (0.5 if column % 2 else 0.0)
        return to_b(grid["north_edge_lat"] - y / KM_LAT, grid["west_edge_lon"] + x / KM_LON)

    def _own_hex(self, point: Point) -> str:
        return min(self.own, key=lambda h: apart(self.own[h], point))

    def near(self, point: Point, among: Iterable[str] | None = None) -> str:
        return min(among or self.hexes, key=lambda h: apart(self.xy[h], point))

    def around(self, hex_id: str) -> list[str]:
        column, row = parse(hex_id)
        return [label(place) for place in self.grid.neighbours(column, row)]

    def _on_edge(self, edge: str, own: str) -> str:
        return self.near(self.own[own], [h for h in self.hexes if edge in self.edges(h)])

    def edges(self, hex_id: str) -> list[str]:
        column, row = parse(hex_id)
        on = {"north": row == 1, "east": column == COLUMNS, "south": row == ROWS, "west": column == FIRST}
        return [edge for edge, yes in on.items() if yes]

    def _place(self, place: dict[str, Any]) -> str:
        return self.near(to_b(place["lat"], place["lon"]) if "lat" in place else self.own[place["hex"]])

    def _sides(self, course: list[Point]) -> list[Side]:
        line = [to_b(lat, lon) for lat, lon in course]
        found: list[Side] = []
        for a in self.hexes:
            for b in self.around(a):
                crossed = sum(crosses(self.xy[a], self.xy[b], p, q) for p, q in pairwise(line))
                if a < b and crossed % 2:
                    found.append(frozenset((a, b)))
        return found

    # -- routes

    def _trace_all(self) -> None:
        named = {place["hex"]: place for place in self.map["place"] if place["name"] != "Lijar"}
        letters = {entry["hex"]: entry["letter"] for entry in self.map["entry"]}
        castle = self.places["Castillo"]
        over = [h for h in self.around(castle) if frozenset((castle, h)) in self.rivers["guadarrama"]]
        dry = [h for h in self.around(castle) if frozenset((castle, h)) not in self.wet]
        villafranca = self.places["Villafranca del Castillo"]
        for route in self.map["route"]:
            stops: list[str] = []
            for own in route["hexes"]:
                if own in letters and letters[own] in route["letters"]:
                    stops.append(self.letters[letters[own]])
                elif own in named:
                    stops.append(self.places[named[own]["name"]])
                elif own in (route["hexes"][0], route["hexes"][-1]) and self._edge_of(own):
                    stops.append(self._on_edge(self._edge_of(own), own))
                elif own in (route["hexes"][0], route["hexes"][-1]):
                    stops.append(self.near(self.own[own], self.routes["R2"]))  # R16 ends on the C-501
            if route["id"] == "R17":  # the combat example crosses the Guadarrama straight from the castle
                stops.insert(1, max(over, key=lambda h: self.xy[h][0]))
            if route["id"] == "R18":  # and goes on to Villafranca from a dry side of the castle
                north = [h for h in dry if h in self.around(villafranca)]
                stops.insert(-1, min(north, key=lambda h: self.xy[h][0]))
            line = [to_b(lat, lon) for lat, lon in ALONG.get(route["id"], [])]
            self.routes[route["id"]] = self._trace(stops, line or [self.own[h] for h in route["hexes"]])

    def _edge_of(self, own: str) -> str:
        column, row = parse(own)
        grid = self.map["grid"]
        (west, east), (north, south) = grid["playable_columns"], grid["playable_rows"]
        on = {"north": row == north, "east": column == east, "south": row == south, "west": column == west}
        return next((edge for edge, yes in on.items() if yes), "")

    def _trace(self, stops: list[str], line: list[Point]) -> list[str]:
        """Through the stops in order, close to the line, over as few rivers as possible and never twice."""
        path = [stops[0]]
        for goal in stops[1:]:
            if goal != path[-1]:
                path.extend(self._leg(path[-1], goal, line, set(path) | set(stops) - {goal}))
        return path

    def _leg(self, start: str, goal: str, line: list[Point], barred: set[str]) -> list[str]:
        best = {start: 0.0}
        came: dict[str, str] = {}
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == goal:
                break
            for there in self.around(here):
                if there in barred:
                    continue
                off = beside(self.xy[there], line)
                total = cost + 1 + 3 * off * off + (4 if frozenset((here, there)) in self.wet else 0)
                if total < best.get(there, 1e9):
                    best[there], came[there] = total, here
                    heapq.heappush(queue, (total, there))
        leg = [goal]
        while leg[-1] != start:
            leg.append(came[leg[-1]])
        return leg[-2::-1]

    # -- what stands on the map

    def moved(self, own: str) -> str:
        """The hex that takes the part of a set-up or objective hex of the own map; printed numbers stay."""
        for place in self.map["place"]:
            if place["hex"] == own:
                return self.places[place["name"]]
        return own

    def _control(self) -> dict[str, str]:
        """The start areas of the own map, with every set-up hex on its owner's side."""
        control = {h: str(self.of[self.under[h]]["control"]) for h in self.hexes}
        for unit in self.units:
            if unit["turn"] == 0 and unit.get("division") != "11":
                control[self.moved(unit["hex"])] = unit["side"]
        for entry in self.map["entry"]:
            control[self.letters[entry["letter"]]] = entry["start_control"]
        return control

    def edge_ring(self) -> list[str]:
        north = [(c, 1) for c in range(FIRST, COLUMNS + 1)]
        east = [(COLUMNS, r) for r in range(2, ROWS + 1)]
        south = [(c, ROWS) for c in range(COLUMNS - 1, FIRST - 1, -1)]
        west = [(FIRST, r) for r in range(ROWS - 1, 1, -1)]
        return [label(place) for place in north + east + south + west]

    def arc(self, name: str) -> list[str]:
        if name == "C-L-letters":
            return [self.letters[letter] for letter in "CDEFGHIJKL"]
        ring = self.edge_ring()
        return ring[ring.index(self.letters[name[0]]) : ring.index(self.letters[name[-1]]) + 1]

    def front_line(self) -> list[tuple[str, str]]:
        return [
            (a, b)
            for a in self.hexes
            if self.control[a] == "republican"
            for b in self.around(a)
            if self.control[b] == "nationalist"
        ]

    def bridges(self) -> list[dict[str, str]]:
        """One entry for each river side a route crosses, a road before a path."""
        found: dict[tuple[str, Side], dict[str, str]] = {}
        for wanted in ("road", "path"):
            for route in self.map["route"]:
                for a, b in pairwise(self.routes[route["id"]]):
                    for river, sides in self.rivers.items():
                        if route["class"] == wanted and frozenset((a, b)) in sides:
                            entry = {"a": min(a, b), "b": max(a, b), "route": route["id"], "class": wanted}
                            found.setdefault((river, frozenset((a, b))), {"river": river, **entry})
        return list(found.values())


# --- writing -----------------------------------------------------------------------------------------------------


def words(values: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{value}"' for value in values) + "]"


def pairs(sides: Iterable[Iterable[str]], per_line: int = 8) -> list[str]:
    shown = [words(side) for side in sides]
    return [", ".join(shown[i : i + per_line]) for i in range(0, len(shown), per_line)]


def hex_line(board: GridB, hex_id: str) -> str:
    own = board.of[board.under[hex_id]]
    for place in board.map["place"]:
        if board.places[place["name"]] == hex_id and place["name"] != "Lijar":
            own = board.of[place["hex"]]  # a town or vertex keeps the ground it stands on
    fields = [f'id = "{hex_id}"', f'terrain = "{own["terrain"]}"', f'region = "{own["region"]}"']
    fields += [f'terrain_from = "{own["terrain_from"]}"', f'control = "{board.control[hex_id]}"']
    for place in board.map["place"]:
        if board.places[place["name"]] == hex_id:
            fields.append(f'{place["kind"]} = "{place["name"]}"')
    for objective in board.map["objective"]:
        if board.places[objective["name"]] == hex_id:
            fields += [f'objective = "{objective["colour"]}"', f"vp = {objective['vp']}"]
    fields += [f'entry = "{letter}"' for letter, at in board.letters.items() if at == hex_id]
    return "  { " + ", ".join(fields) + " },"


def map_lines(board: GridB) -> list[str]:
    out = [
        "# Brunete 1937 on the other reading of the grid: pointy-top hexes, even rows half a hex further east.",
        "# Made by scripts/make_grid_b.py from the game's own map; change the script, not this file.",
        'replace = ["hex", "bridge"]',
        "hex = [",
        *[hex_line(board, hex_id) for hex_id in board.hexes],
        "]",
        "",
        "[provenance]",
        'remove = ["additions"]',
        "",
        "[grid]",
        'remove = ["column_pitch_km", "lower_columns"]',
        'model = "B"',
        'orientation = "pointy-top"',
        f"columns = {COLUMNS}",
        f"rows = {ROWS}",
        f"row_pitch_km = {ROW}",
        'shifted_rows = "even"                # even rows lie half a hex further east',
        f"west_edge_lon = {WEST}",
        f"north_edge_lat = {NORTH}",
        'formula = "x = (c - 0.5) + (0.5 if r is even); y = (r - 0.5) * 0.8660; '
        'lon = west_edge_lon + x / 84.74; lat = north_edge_lat - y / 111.2"',
        "neighbours_odd = [[0, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [-1, -1]]     # [column, row] steps by row",
        "neighbours_even = [[1, -1], [1, 0], [1, 1], [0, 1], [-1, 0], [0, -1]]",
        f"playable_columns = [{FIRST}, {COLUMNS}]",
        f"playable_rows = [1, {ROWS}]",
        "",
        "[non_playable]",
        f"columns = [1, {FIRST - 1}]",
        f"rows = [1, {ROWS}]",
        f'effect = "may not be entered; column {FIRST:02d} is the western edge for entry, '
        'retreat and zones of control"',
        "",
        "[edges]",
        f'east = {{ hexes = "column {COLUMNS}" }}',
        f'south = {{ hexes = "row {ROWS}" }}',
        f'west = {{ hexes = "column {FIRST:02d}" }}',
    ]
    for place in board.map["place"]:
        at = board.places[place["name"]]
        out += ["", "[[place]]", f'name = "{place["name"]}"', f'hex = "{at}"']
        if place["name"] == "Lijar":
            lat, lon = from_b(board.xy[at])
            out += [f"lat = {lat}", f"lon = {lon}"]
        out += [f'position = "{place["position"]}"']
    for objective in board.map["objective"]:
        out += ["", "[[objective]]", f'name = "{objective["name"]}"', f'hex = "{board.places[objective["name"]]}"']
    out += ["", "[vertex_group]", f"hexes = {words(board.moved(h) for h in board.map['vertex_group']['hexes'])}"]
    out += ["", "[fifth_purple.choices]"]
    for choice, own in board.map["fifth_purple"]["choices"].items():
        if own:
            out.append(f'{choice} = "{board.moved(own)}"')
    for entry in board.map["entry"]:
        out += ["", "[[entry]]", f'letter = "{entry["letter"]}"', f'hex = "{board.letters[entry["letter"]]}"']
        out += [f'position = "{entry["position"]}"']
        if "alternatives" in entry:
            out.append(f"alternatives = {words(board.routes[route][0] for route in ('R15', 'R9'))}")
    for arc in board.map["arc"]:
        out += ["", "[[arc]]", f'id = "{arc["id"]}"', f"hexes = {words(board.arc(arc['id']))}"]
    for river in board.map["river"]:
        sides = sorted(tuple(sorted(side)) for side in board.rivers[river["id"]])
        out += ["", "[[river]]", f'id = "{river["id"]}"', f'sides_from = "{river["sides_from"]}"']
        if river["id"] in MOVED:
            out.append(f"course = [{', '.join(f'[{lat}, {lon}]' for lat, lon in course_of(river))}]")
            out.append(f"estimated_points = {sorted({*river['estimated_points'], *MOVED[river['id']]})}")
        out.append("sides = [")
        out += [f"  {line}," for line in pairs(sides)] + ["]"]
    given = {(bridge["river"], bridge["route"]): bridge for bridge in board.map["bridge"]}
    for bridge in board.bridges():
        known = given.get((bridge["river"], bridge["route"]), {"provenance": "estimate"})
        out += ["", "[[bridge]]", f'river = "{bridge["river"]}"', f"hexes = {words((bridge['a'], bridge['b']))}"]
        out += [f'route = "{bridge["route"]}"', f'class = "{bridge["class"]}"', f'provenance = "{known["provenance"]}"']
        if "note" in known:
            out.append(f'note = "{known["note"]}"')
    for route in board.map["route"]:
        out += ["", "[[route]]", f'id = "{route["id"]}"', f'course_from = "{route["course_from"]}"']
        out += [f"hexes = {words(board.routes[route['id']])}"]
        if any(own in route.get("note", "") for own in board.own):  # the note names hexes of the own map
            out.append(f'note = "{NOTES[route["id"]].format(**board.letters)}"')
    out += ["", "[front_line]", 'runs = "the start areas of the own map under the centres of these hexes"', "sides = ["]
    out += [f"  {line}," for line in pairs(board.front_line())] + ["]"]
    return out


NOTES = {
    "R11": "assumes that B is {B}",
    "R17": "only the crossing at the castle is fixed: in the combat example a tank goes from the Castillo vertex "
    "straight over the Guadarrama, so a road or path crosses there",
}


def unit_lines(board: GridB) -> list[str]:
    out = ["# Set-up hexes in named places. Made by scripts/make_grid_b.py; the printed hex numbers stay."]
    for unit in board.units:
        if unit["turn"] != 0:
            continue
        at = board.moved(unit["hex"])
        choice = [board.moved(own) for own in unit.get("choice", [])]
        if at == unit["hex"] and choice == unit.get("choice", []):
            continue
        said = unit["provenance"].get("hex", "text (a named place)")
        out += ["", "[[unit]]", f'id = "{unit["id"]}"', f'hex = "{at}"']
        if choice:
            out.append(f"choice = {words(choice)}")
        out.append(f'provenance = {{ hex = "{said}" }}')
    return out


def table_lines(board: GridB) -> list[str]:
    return [
        "# Made by scripts/make_grid_b.py.",
        "[infiltration]",
        f'hex = "{board.places["Brunete"]}"                          # Brunete',
    ]


def make(folder: Path) -> GridB:
    """Write the pack and return what it was made from."""
    board = GridB(load_tables(DATA, NAMES, keys=KEYS))
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in (("map", map_lines(board)), ("units", unit_lines(board)), ("tables", table_lines(board))):
        (folder / f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return board


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else PACK)
