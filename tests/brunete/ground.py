"""The map of Brunete 1937 as the tests of its data see it: plain lookups, worked out without the game's own code."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Any

from frente.games.brunete.data.check import KEYS, NAMES
from frente.kernel.packs import Tables, load_tables

ROOT = Path(__file__).parents[2]
DATA = ROOT / "src" / "frente" / "games" / "brunete" / "data"
GRID_B = ROOT / "packs" / "brunete-grid-b"

Point = tuple[float, float]
Side = frozenset[str]


def load(pack: Path | None = None) -> Tables:
    return load_tables(DATA, NAMES, pack, keys=KEYS)


def split(hex_id: str) -> tuple[int, int]:
    return int(hex_id[:2]), int(hex_id[2:])


def join(column: int, row: int) -> str:
    return f"{column:02d}{row:02d}"


def block(first_column: int, last_column: int, first_row: int, last_row: int) -> list[str]:
    columns, rows = range(first_column, last_column + 1), range(first_row, last_row + 1)
    return [join(column, row) for column in columns for row in rows]


def apart(p: Point, q: Point) -> float:
    return float(((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


class Ground:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.map = tables["map"]
        self.grid = self.map["grid"]
        self.flat = self.grid["orientation"] == "flat-top"
        self.hex: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in self.map["hex"]}
        self.terrain: dict[str, str] = {hex_id: entry["terrain"] for hex_id, entry in self.hex.items()}
        self.place: dict[str, str] = {place["name"]: place["hex"] for place in self.map["place"]}
        self.towns = {hex_id for hex_id, entry in self.hex.items() if "town" in entry}
        self.entry: dict[str, dict[str, Any]] = {entry["letter"]: entry for entry in self.map["entry"]}
        self.arc: dict[str, list[str]] = {arc["id"]: arc["hexes"] for arc in self.map["arc"]}
        self.routes: dict[str, dict[str, Any]] = {route["id"]: route for route in self.map["route"]}
        self.river: dict[Side, set[str]] = {}
        for river in self.map["river"]:
            for side in river["sides"]:
                self.river.setdefault(frozenset(side), set()).add(river["id"])
        self.bridges: dict[Side, dict[str, Any]] = {frozenset(b["hexes"]): b for b in self.map["bridge"]}
        self.steps: dict[Side, str] = {}
        for route in self.map["route"]:
            for pair in pairwise(route["hexes"]):
                side = frozenset(pair)
                self.steps[side] = "road" if "road" in (route["class"], self.steps.get(side)) else "path"

    def near(self, hex_id: str) -> list[str]:
        column, row = split(hex_id)
        odd = (column if self.flat else row) % 2 == 1
        steps = self.grid["neighbours_odd" if odd else "neighbours_even"]
        found = [join(column + c, row + r) for c, r in steps]
        return [other for other in found if other in self.hex]

    def centre(self, hex_id: str) -> Point:
        """Kilometres east and south of the corner of the grid, by the formula of the map."""
        column, row = split(hex_id)
        if self.flat:
            return (column - 0.5) * 0.8660, row - 0.5 + (0.5 if column % 2 else 0.0)
        return column - 0.5 + (0.0 if row % 2 else 0.5), (row - 0.5) * 0.8660

    def point(self, lat: float, lon: float) -> Point:
        return (lon - self.grid["west_edge_lon"]) * 84.74, (self.grid["north_edge_lat"] - lat) * 111.2

    def at(self, lat: float, lon: float) -> str:
        return min(self.hex, key=lambda hex_id: apart(self.centre(hex_id), self.point(lat, lon)))

    def crossings(self, course: list[list[float]]) -> set[Side]:
        """Sides whose two centres lie on different banks."""
        line = [self.point(lat, lon) for lat, lon in course]
        found: set[Side] = set()
        for a in self.hex:
            for b in self.near(a):
                hits = sum(_crosses(self.centre(a), self.centre(b), p, q) for p, q in pairwise(line))
                if hits % 2:
                    found.add(frozenset((a, b)))
        return found

    def distance(self, a: str, b: str, open_: Callable[[str, str], bool] | None = None, limit: int = 99) -> int | None:
        seen = {a: 0}
        queue = deque([a])
        while queue:
            here = queue.popleft()
            if here == b:
                return seen[here]
            for there in self.near(here):
                if there not in seen and seen[here] < limit and (open_ is None or open_(here, there)):
                    seen[there] = seen[here] + 1
                    queue.append(there)
        return None

    def dry(self, a: str, b: str) -> bool:
        return frozenset((a, b)) not in self.river

    def cross_country(self, a: str, b: str) -> int:
        """Movement points of infantry that uses no road, bridges apart."""
        best = {a: 0}
        queue = [(0, a)]
        while queue:
            cost, here = heappop(queue)
            if here == b:
                return cost
            for there in self.near(here):
                side = frozenset((here, there))
                wet = side in self.river and side not in self.bridges
                total = cost + {"clear": 1, "hill": 2, "forest": 2}[self.terrain[there]] + wet
                if total < best.get(there, 999):
                    best[there] = total
                    heappush(queue, (total, there))
        raise AssertionError(f"no way from {a} to {b}")

    def perimeter(self) -> list[str]:
        """The edge of the playable field, clockwise from letter A."""
        (west, east), (north, south) = self.grid["playable_columns"], self.grid["playable_rows"]
        ring = [join(c, north) for c in range(west, east + 1)]
        ring += [join(east, r) for r in range(north + 1, south + 1)]
        ring += [join(c, south) for c in range(east - 1, west - 1, -1)]
        ring += [join(west, r) for r in range(south - 1, north, -1)]
        start = ring.index(self.entry["A"]["hex"])
        return ring[start:] + ring[:start]

    # -- the start position

    def start(self) -> dict[str, list[dict[str, Any]]]:
        """The counters on the map at the start, by hex."""
        found: dict[str, list[dict[str, Any]]] = {}
        for unit in self.tables["units"]["unit"]:
            if unit["turn"] == 0:
                found.setdefault(unit["hex"], []).append(unit)
        return found

    def supplied(self, hex_id: str, side: str, without: set[str] | None = None) -> int | None:
        """Cross-country hexes to a road or source, None out of supply; `without`: enemy hexes taken as empty."""
        start = self.start()
        own = {h for h, units in start.items() if units[0]["side"] == side}
        enemy = {h for h, units in start.items() if units[0]["side"] != side} - (without or set())
        watched = {other for h in enemy for other in self.near(h)}
        barred = enemy | (watched - own)
        network: set[str] = set()
        sources = [e["hex"] for e in self.entry.values() if e["side"] == side == e["start_control"]]
        queue = deque([source for source in sources if source not in barred])
        while queue:
            here = queue.popleft()
            if here not in network:
                network.add(here)
                ways = [t for t in self.near(here) if frozenset((here, t)) in self.steps]
                queue.extend([there for there in ways if there not in barred])
        seen = {hex_id: 0}
        queue = deque([hex_id])
        while queue:
            here = queue.popleft()
            if here in network:
                return seen[here]
            for there in self.near(here):
                if there not in seen and seen[here] < 3 and there not in barred and self.dry(here, there):
                    seen[there] = seen[here] + 1
                    queue.append(there)
        return None


OWN = Ground(load())
OTHER = Ground(load(GRID_B))
