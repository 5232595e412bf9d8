"""What never changes in a game: map, counters and tables, turned from data files into arrays of numbers.

Shared by every clone of a position and never written to after it is built.
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.brunete.data.check import KEYS, NAMES, check
from frente.geo.hexgrid import Grid
from frente.kernel.flow import Act
from frente.kernel.packs import Tables
from frente.kernel.views import Piece
from frente.kit.board import load
from frente.kit.counters import Force
from frente.kit.ground import Ground

DATA: Final = Path(__file__).parents[1] / "data"

REP: Final = 0
NAT: Final = 1
SIDES: Final = ("republican", "nationalist")

INFANTRY: Final = 0
CAVALRY: Final = 1
TANK: Final = 2
GARRISON: Final = 3
TYPES: Final = ("infantry", "cavalry", "tank", "garrison")

PATH: Final = 1                          # kinds of route along a hexside; 0 is none
ROAD: Final = 2
DRY: Final = 0                           # kinds of hexside
WET: Final = 1
BRIDGED: Final = 2

NEVER: Final = 99                        # arrival "turn" of units that come only by 6.2g or 11.3

RESOURCES: Final = ("plus-cp", "regular-replacement", "elite-replacement", "reroll", "minus-cp", "minus-aviation")
PLUS_CP: Final = 0
REGULAR: Final = 1
ELITE: Final = 2
REROLL: Final = 3
MINUS_CP: Final = 4
MINUS_AVIATION: Final = 5


class Cell:
    """One result of the combat table."""

    def __init__(self, attacker: int, mark: str, defender: int, retreat: int, green: bool, dash: bool) -> None:
        self.attacker = attacker         # steps lost by the attacker
        self.mark = mark                 # "*" an attacking tank is lost, "^" it comes back three turns later
        self.defender = defender
        self.retreat = retreat           # hexes; 0 is none
        self.green = green               # stubborn defence allowed
        self.dash = dash                 # a bare R without attacker loss: the cells of the toggle bare_dash_R


class Board:
    """Static arrays. Hexes and units are numbered in the order of the data files."""

    def __init__(self, tables: Tables) -> None:
        self.version = tables.version
        self.tables: dict[str, dict[str, Any]] = dict(tables)     # for whoever draws the map
        self.blanks: list[Piece] = []    # counters with all that never changes, made when they are first shown
        self.latest: dict[int, tuple[tuple[int, ...], Piece]] = {}       # each as it was last shown
        self.faces: dict[int, str] = {}  # what is printed on their faces, likewise
        self._map(tables["map"])
        self._counters(tables["units"])
        self._tables(tables["tables"], tables["markers"])

    # -- the ground

    def _map(self, m: Mapping[str, Any]) -> None:
        g = m["grid"]
        (c0, c1), (r0, r1) = g["playable_columns"], g["playable_rows"]
        self.grid = Grid(c1, r1, g["orientation"], str(g.get("lower_columns") or g.get("shifted_rows")), c0, r0)
        hexes: list[dict[str, Any]] = m["hex"]
        self.names: list[str] = [h["id"] for h in hexes]
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.at: list[tuple[int, int]] = [(int(n[:2]), int(n[2:])) for n in self.names]
        self.size = len(hexes)
        self.terrain: list[str] = [h["terrain"] for h in hexes]
        self.town: list[str] = [""] * self.size
        self.vertex: list[str] = [""] * self.size
        for place in m["place"]:
            (self.town if place["kind"] == "town" else self.vertex)[self.index[place["hex"]]] = place["name"]
        self.control: list[int] = [SIDES.index(h["control"]) for h in hexes]
        here = {xy: i for i, xy in enumerate(self.at)}
        self.nb: list[list[int]] = [
            [here[n] for n in self.grid.neighbours(c, r) if n in here] for c, r in self.at]
        river: dict[tuple[int, int], int] = {}
        for r in m["river"]:
            for a, b in r["sides"]:
                self._both(river, a, b, WET)
        route: dict[tuple[int, int], int] = {}
        self.routed: list[bool] = [False] * self.size
        for r in m["route"]:
            kind = ROAD if r["class"] == "road" else PATH
            for name in r["hexes"]:
                self.routed[self.index[name]] = True
            for a, b in zip(r["hexes"], r["hexes"][1:], strict=False):
                if route.get((self.index[a], self.index[b]), 0) < kind:
                    self._both(route, a, b, kind)
        # Parallel to nb: what lies along and across each hexside.
        self.route: list[list[int]] = [[route.get((h, n), 0) for n in self.nb[h]] for h in range(self.size)]
        self.water: list[list[int]] = [
            [DRY if (h, n) not in river else BRIDGED if (h, n) in route else WET for n in self.nb[h]]
            for h in range(self.size)]
        self.by_route: list[list[bool]] = [[x > 0 for x in row] for row in self.route]
        self.dry: list[list[bool]] = [[x != WET for x in row] for row in self.water]     # or bridged (R17)
        self.edge: list[list[bool]] = [[False] * self.size for _ in SIDES]       # own edge of the map, by side
        self.edges: list[list[str]] = []
        for i, (c, row) in enumerate(self.at):
            lines = (("north", row == r0), ("east", c == c1), ("south", row == r1), ("west", c == c0))
            on = [name for name, yes in lines if yes]
            self.edges.append(on)
            for name in on:
                self.edge[SIDES.index(m["edges"][name]["owner"])][i] = True
        self.letter: list[str] = [""] * self.size
        self.entry_route: list[int] = [0] * self.size        # route by which a lettered hex is entered from off the map
        self.sources: list[list[int]] = [[], []]
        classes = {r["id"]: ROAD if r["class"] == "road" else PATH for r in m["route"]}
        for e in m["entry"]:
            h = self.index[e["hex"]]
            self.letter[h] = e["letter"]
            self.entry_route[h] = max(classes[r] for r in e["routes"])
            self.control[h] = SIDES.index(e["start_control"])
            if e["supply_source"]:
                self.sources[SIDES.index(e["side"])].append(h)
        self.hex_b = next(i for i in range(self.size) if self.letter[i] == "B")
        self.arcs: dict[str, list[int]] = {a["id"]: [self.index[h] for h in a["hexes"]] for a in m["arc"]}
        self.purple: list[tuple[int, int]] = []
        self.yellow: list[int] = []
        for o in m["objective"]:
            h = self.index[o["hex"]]
            if o["colour"] == "purple":
                self.purple.append((h, o["vp"]))
            elif o["colour"] == "yellow":
                self.yellow.append(h)
        self.vertices: list[int] = [self.index[h] for h in m["vertex_group"]["hexes"]]
        self.fifth: dict[str, str] = dict(m["fifth_purple"]["choices"])
        self.frozen_towns: list[int] = []

    def _both(self, table: dict[tuple[int, int], int], a: str, b: str, kind: int) -> None:
        table[self.index[a], self.index[b]] = kind
        table[self.index[b], self.index[a]] = kind

    def distance(self, a: int, b: int) -> int:
        return self.grid.distance(self.at[a], self.at[b])

    def place(self, name: str) -> int:
        """The hex of a named town or vertex."""
        for h in range(self.size):
            if name in (self.town[h], self.vertex[h]):
                return h
        raise KeyError(name)

    def title(self, h: int) -> str:
        """What a player calls a hex: its number, and its town or vertex."""
        name = self.town[h] or self.vertex[h]
        return f"{name} {self.names[h]}" if name else self.names[h]

    # -- the counters

    def _counters(self, data: Mapping[str, Any]) -> None:
        units: list[dict[str, Any]] = data["unit"]
        self.units = len(units)
        self.uid: list[str] = [u["id"] for u in units]
        self.uindex: dict[str, int] = {x: i for i, x in enumerate(self.uid)}
        self.uname: list[str] = [u["name"] for u in units]
        self.side: list[int] = [SIDES.index(u["side"]) for u in units]
        self.type: list[int] = [TYPES.index(u["type"]) for u in units]
        self.elite: list[bool] = [u["elite"] for u in units]
        self.corps: list[str] = [u.get("corps", "") for u in units]
        self.division: list[str] = [u.get("division", "") for u in units]
        self.brigade: list[str] = [u.get("brigade", "") for u in units]
        self.stripe: list[str] = [u.get("stripe", "") for u in units]
        self.full: list[int] = [u["steps"] for u in units]
        # Factors by number of steps left: [nothing, reduced or only side, full side].
        self.attack: list[list[int]] = [self._by_step(u, "attack") for u in units]
        self.defence: list[list[int]] = [self._by_step(u, "defence") for u in units]
        self.move: list[list[int]] = [self._by_step(u, "move") for u in units]
        self.shift: list[int] = [u.get("shift", 0) for u in units]
        self.size_mark: list[str] = [u["size"] for u in units]
        self.arrives: list[int] = [u["turn"] if isinstance(u["turn"], int) else NEVER for u in units]
        self.setup: list[int] = [self.index[u["hex"]] if u["turn"] == 0 and "choice" not in u else -1 for u in units]
        self.choice: list[list[int]] = [[self.index[h] for h in u.get("choice", [])] for u in units]
        self.arc: list[str] = [u.get("arc", self._arc_of(u, units)) for u in units]
        self.extra: list[bool] = [u.get("extra", False) for u in units]
        self.frozen: list[bool] = [u["frozen"] for u in units]
        self.chosen: list[int] = [i for i, u in enumerate(units) if "choice" in u]       # set up where the owner likes
        self.t26: list[int] = [i for i, u in enumerate(units) if u["side"] == "republican" and u["type"] == "tank"]
        self.army: list[int] = [i for i, u in enumerate(units) if u["turn"] == "reserve"]
        self.captured = next(i for i, u in enumerate(units) if "option" in u)
        self.frozen_towns = sorted({self.setup[u] for u in range(self.units) if self.frozen[u]})
        self.infiltrators: list[int] = [
            u for u in range(self.units) if self.side[u] == REP and self.division[u] == "11" and self.setup[u] >= 0]
        self.brunete = self.setup[self.infiltrators[0]]
        self.of: list[list[int]] = [[u for u in range(self.units) if self.side[u] == s] for s in (REP, NAT)]

    @staticmethod
    def _by_step(u: Mapping[str, Any], what: str) -> list[int]:
        if u["steps"] == 1:
            return [0, u[what]]
        return [0, u["reduced_" + what], u[what]]

    @staticmethod
    def _arc_of(u: Mapping[str, Any], units: list[dict[str, Any]]) -> str:
        """The entry arc of a counter that starts on the map, should it ever have to come back: that of its division."""
        if u["side"] == "republican":
            return "A-B"
        if u["type"] == "infantry":
            return next(str(x["arc"]) for x in units
                        if x["side"] == u["side"] and x.get("division") == u.get("division") and "arc" in x)
        return "C-L-letters"

    # -- tables and acts

    def _tables(self, t: Mapping[str, Any], markers: Mapping[str, Any]) -> None:
        crt = t["crt"]
        self.columns: list[str] = crt["columns"]
        self.crt: list[list[Cell]] = [[Cell(0, "", 0, 0, False, False)] * 7 for _ in self.columns]
        for c in crt["cell"]:
            self.crt[self.columns.index(c["column"])][c["die"]] = Cell(
                c["attacker"], c["mark"], c["defender"], c["retreat"], c["colour"] == "green",
                c.get("black_possible", False))
        terrain = t["terrain"]
        # Cost of each step by kind of unit, parallel to nb; 0 is impassable.
        self.cost: list[list[list[int]]] = []
        self.ground: list[list[int]] = []                    # cost of the hex itself, by kind of unit
        for kind in ("infantry", "cavalry", "tank"):
            ground = [int(terrain[x][kind]) for x in self.terrain]
            steps: list[list[int]] = []
            for h in range(self.size):
                row: list[int] = []
                for i, n in enumerate(self.nb[h]):
                    if self.route[h][i]:
                        row.append(int(terrain["road" if self.route[h][i] == ROAD else "path"]["mp"]))
                    elif self.water[h][i] and kind == "tank":
                        row.append(0)
                    else:
                        row.append(ground[n] + (int(terrain["river"]["extra_mp"]) if self.water[h][i] else 0))
                steps.append(row)
            self.cost.append(steps)
            self.ground.append(ground)
        self.bonus: list[list[int]] = [
            [0, terrain["path"]["bonus_" + kind], terrain["road"]["bonus_" + kind]]
            for kind in ("infantry", "cavalry", "tank")]
        self.cover: list[int] = [
            int(terrain[self.terrain[h]]["columns_left"])
            + (int(terrain["town"]["columns_left"]) if self.town[h] else 0)
            + (int(terrain["vertex"]["columns_left"]) if self.vertex[h] else 0) for h in range(self.size)]
        self.initiative: list[str] = ["", *[str(x["initiative"]) for x in t["turn"]]]    # a side or "roll", by turn
        self.days: list[tuple[str, str]] = [(str(x["start"]), str(x["end"])) for x in t["turn"]]
        self.envelopment: list[int] = [int(t["envelopment"]["columns_right"].get(str(n), 0)) for n in range(7)]
        self.reach_of_supply = int(t["supply"]["hexes_to_road_or_source"])
        self.maintenance_fails: list[list[int]] = [t["maintenance"]["fails"][s] for s in SIDES]
        # Support markers that come and go, by turn, 0 for the set-up: (side, kind, +1 or -1).
        self.supports: list[list[tuple[int, str, int]]] = [[] for _ in range(len(self.days) + 1)]
        for mk in markers["marker"]:
            if mk["kind"] in ("artillery", "aviation"):
                side = SIDES.index(mk["side"])
                self.supports[mk["arrive"]].append((side, mk["kind"], 1))
                if "withdraw" in mk:
                    self.supports[mk["withdraw"]].append((side, mk["kind"], -1))
        self.secret: list[int] = [0] + [
            self.yellow.index(self.place(t["secret_objective"]["results"][str(d)])) for d in range(1, 7)]
        self.field = Ground(self.names, self.nb)
        self.force = Force(self.uid, self.side)
        self.unit_acts: list[Act] = self.force.acts
        self.hex_acts: list[Act] = self.field.acts


def load_board(pack: Path | None = None) -> Board:
    """The board of the game itself, read once; or with a data pack laid over it, which may have changed since."""
    return load(DATA, Board, check, pack, NAMES, KEYS)
