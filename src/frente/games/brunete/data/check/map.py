"""Does the map of Brunete 1937 hang together? Hexes, places, rivers, routes, letters, arcs, front line."""

from collections import Counter
from itertools import pairwise
from typing import Any

from frente.games.brunete.data.shape import ARCS, LETTER_ARC, LETTERS
from frente.geo.hexgrid import Grid, from_table, label, parse
from frente.kernel.lines import Place
from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings


class MapCheck(Findings):
    """Faults of the map; `hexes` is empty when the grid itself is at fault and nothing else can be judged."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.map = tables["map"]
        self.hexes: dict[str, dict[str, Any]] = {}
        self.edge: list[str] = []  # the hexes round the playable field, clockwise from the upper left
        self.sides: dict[str, set[frozenset[str]]] = {}  # river id -> its hexsides
        self.routes: dict[str, dict[str, Any]] = {route["id"]: route for route in self.map["route"]}
        grid = self._grid()
        if grid is None:
            return
        self.grid = grid
        self._field()
        if self.found:
            self.hexes = {}
            return
        self._places()
        self._objectives()
        self._rivers()
        self._routes()
        self._bridges()
        self._entries()
        self._arcs()
        self._front_line()

    def _grid(self) -> Grid | None:
        table = self.map["grid"]
        flat = table["orientation"] == "flat-top"
        wanted = ("lower_columns", "column_pitch_km") if flat else ("shifted_rows", "row_pitch_km")
        other = ("shifted_rows", "row_pitch_km") if flat else ("lower_columns", "column_pitch_km")
        for key in wanted:
            if key not in table:
                self.fault("map", ("grid", "orientation"), f"a {table['orientation']} grid needs {key}")
        for key in other:
            if key in table:
                self.fault("map", ("grid", key), f"a {table['orientation']} grid takes no {key}; remove it")
        for key in ("columns", "rows"):
            first, last = table[f"playable_{key}"]
            if not first <= last <= table[key]:
                reason = f"playable_{key} {first} to {last} does not fit a grid of {table[key]} {key}"
                self.fault("map", ("grid", f"playable_{key}"), reason)
        if self.found:
            return None
        grid = from_table(table)
        for parity, key in ((1, "neighbours_odd"), (0, "neighbours_even")):
            line = 2 - parity
            at = (line, 2) if flat else (2, line)
            steps = {(c - at[0], r - at[1]) for c, r in [grid.neighbour(at[0], at[1], k) for k in range(6)]}
            if key in table and {(c, r) for c, r in table[key]} != steps:
                self.fault("map", ("grid", key), f"{key} does not agree with the orientation of the grid")
        return grid

    def _field(self) -> None:
        """Exactly the playable hexes, each with a known region."""
        regions = {region["id"] for region in self.map["region"]}
        wanted = {label(place) for place in self.grid.hexes()}
        for index, entry in enumerate(self.map["hex"]):
            self.hexes[entry["id"]] = entry
            if entry["id"] not in wanted:
                self.fault("map", ("hex", index), f"hex {entry['id']} lies outside the playable columns and rows")
            if entry["region"] not in regions:
                self.fault("map", ("hex", index, "region"), f"there is no region {entry['region']}")
        missing = sorted(wanted - set(self.hexes))
        if missing:
            shown = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
            self.fault("map", ("hex",), f"{len(missing)} playable hexes are missing: {shown}")
        grid = self.grid
        north = [(c, grid.first_row) for c in range(grid.first_column, grid.columns + 1)]
        east = [(grid.columns, r) for r in range(grid.first_row + 1, grid.rows + 1)]
        south = [(c, grid.rows) for c in range(grid.columns - 1, grid.first_column - 1, -1)]
        west = [(grid.first_column, r) for r in range(grid.rows - 1, grid.first_row, -1)]
        self.edge = [label(place) for place in north + east + south + west]

    def _known(self, path: Place, hex_id: str) -> bool:
        if hex_id not in self.hexes:
            self.fault("map", path, f"{hex_id} is not a playable hex")
        return hex_id in self.hexes

    def _neighbours(self, path: Place, a: str, b: str) -> bool:
        """Both hexes exist and share a side; a fault otherwise."""
        if not (self._known(path, a) and self._known(path, b)):
            return False
        near = self.grid.adjacent(parse(a), parse(b))
        if not near:
            self.fault("map", path, f"{a} and {b} are not neighbours")
        return near

    def _places(self) -> None:
        named: set[tuple[str, str]] = set()
        for index, place in enumerate(self.map["place"]):
            path: Place = ("place", index)
            if ("lat" in place) != ("lon" in place):
                self.fault("map", path, f"{place['name']} needs both lat and lon, or neither")
            if self._known((*path, "hex"), place["hex"]):
                kind, name = place["kind"], place["name"]
                named.add((place["hex"], kind))
                if self.hexes[place["hex"]].get(kind) != name:
                    self.fault("map", path, f'hex {place["hex"]} must have {kind} = "{name}"')
        for index, entry in enumerate(self.map["hex"]):
            for kind in ("town", "vertex"):
                if kind in entry and (entry["id"], kind) not in named:
                    reason = f"no place says that the {kind} {entry[kind]} is in hex {entry['id']}"
                    self.fault("map", ("hex", index, kind), reason)

    def _objectives(self) -> None:
        places = {place["name"]: place for place in self.map["place"]}
        marked: dict[str, str] = {}
        for index, objective in enumerate(self.map["objective"]):
            path: Place = ("objective", index)
            name, colour = objective["name"], objective["colour"]
            place = places.get(name)
            if place is None or place["hex"] != objective["hex"]:
                self.fault("map", path, f"no place named {name} is in hex {objective['hex']}")
                continue
            marked[objective["hex"]] = colour
            entry = self.hexes.get(objective["hex"], {})
            if entry.get("objective") != colour or entry.get("vp") != objective["vp"]:
                wanted = f'objective = "{colour}" and vp = {objective["vp"]}'
                self.fault("map", path, f"hex {objective['hex']} must have {wanted}")
            if (colour == "yellow-dashed") != (place["kind"] == "vertex"):
                self.fault("map", (*path, "colour"), f"yellow-dashed marks vertices only; {name} is a {place['kind']}")
        for index, entry in enumerate(self.map["hex"]):
            if "objective" in entry and entry["id"] not in marked:
                self.fault("map", ("hex", index, "objective"), f"no objective lies in hex {entry['id']}")
            if "vp" in entry and "objective" not in entry:
                self.fault("map", ("hex", index, "vp"), f"hex {entry['id']} has vp but is no objective")
        dashed = sorted([hex_id for hex_id, colour in marked.items() if colour == "yellow-dashed"])
        if sorted(self.map["vertex_group"]["hexes"]) != dashed:
            reason = f"the group of vertices must be the yellow-dashed hexes {', '.join(dashed)}"
            self.fault("map", ("vertex_group", "hexes"), reason)
        fifth = self.map["fifth_purple"]
        if fifth["default"] not in fifth["choices"]:
            self.fault("map", ("fifth_purple", "default"), f"{fifth['default']} is not one of the choices")
        for choice, hex_id in fifth["choices"].items():
            path = ("fifth_purple", "choices", choice)
            if hex_id and self._known(path, hex_id) and "town" not in self.hexes[hex_id]:
                self.fault("map", path, f"there is no town in hex {hex_id}")

    def _rivers(self) -> None:
        for index, river in enumerate(self.map["river"]):
            sides: set[frozenset[str]] = set()
            for number, (a, b) in enumerate(river["sides"]):
                path: Place = ("river", index, "sides", number)
                if self._neighbours(path, a, b) and frozenset((a, b)) in sides:
                    self.fault("map", path, f"the side {a}/{b} is given twice")
                sides.add(frozenset((a, b)))
            for number, point in enumerate(river["estimated_points"]):
                if point >= len(river["course"]):
                    reason = f"the course of the {river['name']} has no point {point}"
                    self.fault("map", ("river", index, "estimated_points", number), reason)
            self.sides[river["id"]] = sides

    def _routes(self) -> None:
        for index, route in enumerate(self.map["route"]):
            hexes: list[str] = route["hexes"]
            path: Place = ("route", index, "hexes")
            if len(hexes) < 2:
                self.fault("map", path, f"route {route['id']} needs at least two hexes")
            for number, (a, b) in enumerate(pairwise(hexes)):
                self._neighbours((*path, number), a, b)
            for hex_id, times in Counter(hexes).items():
                if times > 1:
                    self.fault("map", path, f"route {route['id']} passes {hex_id} twice")

    def _bridges(self) -> None:
        steps: dict[frozenset[str], list[str]] = {}  # hexside -> routes along it
        for route in self.map["route"]:
            for a, b in pairwise(route["hexes"]):
                steps.setdefault(frozenset((a, b)), []).append(route["id"])
        given: set[frozenset[str]] = set()
        for index, bridge in enumerate(self.map["bridge"]):
            path: Place = ("bridge", index)
            a, b = bridge["hexes"]
            side = frozenset((a, b))
            given.add(side)
            if side not in self.sides.get(bridge["river"], set()):
                self.fault("map", path, f"{a}/{b} is no side of the river {bridge['river']}")
            if bridge["route"] not in steps.get(side, []):
                self.fault("map", (*path, "route"), f"route {bridge['route']} does not cross {a}/{b}")
            elif bridge["class"] != self.routes[bridge["route"]]["class"]:
                self.fault("map", (*path, "class"), f"route {bridge['route']} is no {bridge['class']}")
        for index, route in enumerate(self.map["route"]):
            for number, (a, b) in enumerate(pairwise(route["hexes"])):
                side = frozenset((a, b))
                if side not in given and any(side in sides for sides in self.sides.values()):
                    reason = f"route {route['id']} crosses the river side {a}/{b} without a bridge entry"
                    self.fault("map", ("route", index, "hexes", number), reason)
                    given.add(side)

    def _on(self, edge: str, hex_id: str) -> bool:
        column, row = parse(hex_id)
        grid = self.grid
        if edge in ("north", "south"):
            return row == (grid.first_row if edge == "north" else grid.rows)
        return column == (grid.first_column if edge == "west" else grid.columns)

    def _entries(self) -> None:
        entries: list[dict[str, Any]] = self.map["entry"]
        missing = [letter for letter in LETTERS if letter not in [entry["letter"] for entry in entries]]
        if missing:
            self.fault("map", ("entry",), f"the lettered hexes lack {', '.join(missing)}")
        taken: dict[str, str] = {}
        for index, entry in enumerate(entries):
            path: Place = ("entry", index)
            letter, hex_id = entry["letter"], entry["hex"]
            if (entry["side"] == "republican") != (letter in "AB"):
                self.fault("map", (*path, "side"), "A and B are Republican, C to L Nationalist")
            if (entry["edge"] == "north") != (letter in "AB"):
                self.fault("map", (*path, "edge"), "A and B lie on the northern edge, C to L on the others")
            if (entry["start_control"] == "republican") != (letter == "A"):
                self.fault("map", (*path, "start_control"), "only A starts under Republican control")
            if not self._known((*path, "hex"), hex_id):
                continue
            if hex_id in taken:
                self.fault("map", (*path, "hex"), f"hex {hex_id} already has the letter {taken[hex_id]}")
            taken[hex_id] = letter
            if not self._on(entry["edge"], hex_id):
                self.fault("map", (*path, "hex"), f"hex {hex_id} is not on the {entry['edge']}ern edge")
            if self.hexes[hex_id].get("entry") != letter:
                self.fault("map", path, f'hex {hex_id} must have entry = "{letter}"')
            if self.hexes[hex_id]["control"] != entry["start_control"]:
                reason = f"hex {hex_id} starts {self.hexes[hex_id]['control']}, not {entry['start_control']}"
                self.fault("map", (*path, "start_control"), reason)
            self._entry_routes(path, entry)
            for number, other in enumerate(entry.get("alternatives", [])):
                if self._known((*path, "alternatives", number), other) and not self._on(entry["edge"], other):
                    reason = f"hex {other} is not on the {entry['edge']}ern edge"
                    self.fault("map", (*path, "alternatives", number), reason)
        for index, place in enumerate(self.map["hex"]):
            if "entry" in place and taken.get(place["id"]) != place["entry"]:
                self.fault("map", ("hex", index, "entry"), f"letter {place['entry']} is not in hex {place['id']}")

    def _entry_routes(self, path: Place, entry: dict[str, Any]) -> None:
        if not entry["routes"]:
            self.fault("map", (*path, "routes"), f"letter {entry['letter']} must lie on a road or path")
        for number, name in enumerate(entry["routes"]):
            hexes = self.routes[name]["hexes"] if name in self.routes else []
            if not hexes:
                self.fault("map", (*path, "routes", number), f"there is no route {name}")
            elif entry["hex"] not in (hexes[0], hexes[-1]):
                self.fault("map", (*path, "routes", number), f"route {name} does not end in hex {entry['hex']}")
            elif entry["letter"] not in self.routes[name]["letters"]:
                self.fault("map", (*path, "routes", number), f"route {name} does not list letter {entry['letter']}")

    def _arcs(self) -> None:
        at = {entry["letter"]: entry["hex"] for entry in self.map["entry"]}
        if any(at.get(letter, "") not in self.edge for letter in LETTERS):
            return  # named with the entries
        stretches = {LETTER_ARC: [at[letter] for letter in LETTERS[2:]]}
        for arc in ARCS:
            first, last = self.edge.index(at[arc[0]]), self.edge.index(at[arc[-1]])
            stretches[arc] = self.edge[first : last + 1] if first <= last else self.edge[first:] + self.edge[: last + 1]
        for index, item in enumerate(self.map["arc"]):
            if item["hexes"] != stretches[item["id"]]:
                reason = f"arc {item['id']} must be {self._stretch(stretches[item['id']])}"
                self.fault("map", ("arc", index, "hexes"), reason)
        missing = sorted(set(stretches) - {item["id"] for item in self.map["arc"]})
        if missing:
            self.fault("map", ("arc",), f"there is no arc {', '.join(missing)}")
        start = self.edge.index(at["A"])
        order = [(self.edge.index(at[letter]) - start) % len(self.edge) for letter in LETTERS]
        if order != sorted(order):
            self.fault("map", ("entry",), "the letters must run clockwise round the map from A")

    def _stretch(self, hexes: list[str]) -> str:
        return f"the {len(hexes)} hexes {', '.join(hexes[:3])} ... {hexes[-1]}" if len(hexes) > 4 else ", ".join(hexes)

    def _front_line(self) -> None:
        wanted: set[tuple[str, str]] = set()
        for hex_id, entry in self.hexes.items():
            if entry["control"] == "republican":
                column, row = parse(hex_id)
                for other in [label(place) for place in self.grid.neighbours(column, row)]:
                    if self.hexes[other]["control"] == "nationalist":
                        wanted.add((hex_id, other))
        given: set[tuple[str, str]] = set()
        for index, (a, b) in enumerate(self.map["front_line"]["sides"]):
            path: Place = ("front_line", "sides", index)
            given.add((a, b))
            if self._neighbours(path, a, b) and (a, b) not in wanted:
                self.fault("map", path, f"{a}/{b} does not part a Republican hex from a Nationalist one, in this order")
        missing = sorted(wanted - given)
        if missing:
            a, b = missing[0]
            reason = f"{len(missing)} sides between the start areas are missing, the first is {a}/{b}"
            self.fault("map", ("front_line", "sides"), reason)
