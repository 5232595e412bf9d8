"""What never changes in a game: ground, counters and tables of one scenario, turned from data files into numbers.

Shared by every clone of a position and never written to after it is built. Movement is counted in eighths of a
point, strength in twenty-fourths, so that halves, quarters and thirds stay exact (scs.round, R27).
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.guadalajara.state.counters import full_name, size_mark
from frente.games.guadalajara.state.options import Options
from frente.geo.hexgrid import Grid
from frente.kernel.flow import PASS, Act
from frente.kernel.packs import Tables
from frente.kernel.views import Piece
from frente.kit.scs.odds import POINT, Result, parsed
from frente.kit.search import flood, reached

DATA: Final = Path(__file__).parents[1] / "data"

NAT: Final = 0
REP: Final = 1
SIDES: Final = ("nationalist", "republican")

# Nationalities: who may stack, fight and be supplied together.
REPUBLICAN: Final = 0
SPANISH: Final = 1
ITALIAN: Final = 2
NATIONS: Final = {"spanish-republican": REPUBLICAN, "international": REPUBLICAN, "spanish-nationalist": SPANISH,
                  "italian": ITALIAN}

# Kinds of movement (1.3a).
FOOT: Final = 0
TANK: Final = 1
MOTOR: Final = 2
RAIL: Final = 3
MOVES: Final = ("foot", "tank", "motorised", "rail")

# Divisions with a stripe (1.2b.1).
INDEPENDENT: Final = 0
DLV: Final = 1
FN: Final = 2
PN: Final = 3
LITTORIO: Final = 4
DIVISIONS: Final = ("", "DLV", "FN", "PN", "Lit")
VOLUNTEERS: Final = (DLV, FN, PN)        # with a morale level (2.7.1)

ARMOUR: Final = ("tank", "flamethrower-tank", "armoured-car")
CARRIED: Final = ("infantry", "railway-battalion", "workers", "machine-gun", "engineers", "flamethrower-engineers")
TRACK: Final = 1                         # ways along a hexside; 0 is none
ROAD: Final = 2
MAIN: Final = 3
WAYS: Final = {"track": TRACK, "road": ROAD, "main-road": MAIN}

MP: Final = 8                            # one movement point
ALL: Final = 9999                        # a step that takes the whole allowance
NEVER: Final = 99
START_LINE: Final = 6                    # hexes from the Start Line without a headquarters (1.6b.2)
STACK: Final = 6                         # steps in a hex (1.1a)
TURNS: Final = {1: (1, 11), 2: (1, 4), 3: (1, 11), 4: (9, 11)}


class TankResult:
    """A line of the tank tables."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.attacker_steps = int(row.get("attacker_steps", row.get("steps_lost", 0)))
        self.attacker_disabled = bool(row.get("attacker_disabled", row.get("disabled", False)))
        self.defender_steps = int(row.get("defender_steps", 0))
        self.defender_disabled = bool(row.get("defender_disabled", False))


class Board:
    """Static arrays. Hexes are numbered column by column, units in the order of the data file."""

    def __init__(self, tables: Tables, scenario: int, opt: Options) -> None:
        self.version = tables.version
        self.tables: dict[str, dict[str, Any]] = dict(tables)     # for whoever draws the map
        self.blanks: list[Piece] = []    # counters with all that never changes, made when they are first shown
        self.latest: dict[int, tuple[tuple[int, ...], Piece]] = {}       # each as it was last shown
        self.faces: dict[int, str] = {}  # what is printed on their faces, likewise
        self.scenario = scenario
        self.first_turn, self.last_turn = TURNS[scenario]
        self._ground(tables["map"], tables["terrain"], tables["tables"]["terrain"], opt)
        self._lines(tables["map"], opt)
        self._counters(tables["units"], opt)
        self._tables(tables["tables"], opt)
        self._setup(tables["units"]["unit"], tables["units"]["reserve_markers"], opt)
        self.surprise = scenario in (1, 2) or (scenario == 3 and opt.scn3_surprise)      # R7
        self.unit_acts: list[Act] = [Act("unit", u) for u in range(self.units)]
        self.hex_acts: list[Act] = [Act("hex", h) for h in range(self.size)]
        self.interdict_acts: list[Act] = [*[Act("interdict", h) for h in range(self.size) if self.play[h]], PASS]

    # -- the ground

    def _ground(self, m: Mapping[str, Any], e: Mapping[str, Any], t: Mapping[str, Any], opt: Options) -> None:
        columns, rows = m["grid"]["columns"], m["grid"]["rows"]
        self.grid = Grid(columns, rows, "flat-top", "odd")       # rows of the book run upward: see place()
        self.at: list[tuple[int, int]] = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
        self.size = len(self.at)
        self.names: list[str] = [f"{c}.{r:02d}" for c, r in self.at]
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.column: list[int] = [c for c, _ in self.at]
        self._up: list[int] = [2 * r + (c % 2 == 0) for c, r in self.at]
        there = {xy: i for i, xy in enumerate(self.at)}
        self.nb: list[list[int]] = []
        for c, r in self.at:
            near = self.grid.neighbours(c, rows + 1 - r)
            self.nb.append([there[x, rows + 1 - y] for x, y in near])
        # back[h][i]: which neighbour hex h is of its own neighbour number i.
        self.back: list[list[int]] = [[self.nb[n].index(h) for n in self.nb[h]] for h in range(self.size)]
        self.nbset: list[frozenset[int]] = [frozenset(x) for x in self.nb]
        ground = {x["id"]: x["terrain"] for x in e["hex"]}
        self.terrain: list[str] = [ground[name] for name in self.names]
        self.elevation: list[int] = [0] * self.size
        self.drawn_from: list[str] = [""] * self.size
        for x in e["hex"]:
            self.elevation[self.index[x["id"]]] = int(x["elev"])
            self.drawn_from[self.index[x["id"]]] = str(x["by"])
        way: dict[tuple[int, int], int] = {}
        rail: dict[tuple[int, int], bool] = {}
        for x in e["link"]:
            a, b = self.index[x["a"]], self.index[x["b"]]
            if x["class"] == "railway":
                rail[a, b] = rail[b, a] = True
            else:
                way[a, b] = way[b, a] = WAYS[x["class"]]
        river: dict[tuple[int, int], str] = {}
        self._henares_sides: set[tuple[int, int]] = set()
        for x in e["hexside"]:
            a, b = self.index[x["a"]], self.index[x["b"]]
            if x["river"] == "henares":
                self._henares_sides.add((min(a, b), max(a, b)))
            river[a, b] = river[b, a] = "bridge" if "bridge" in x else x["class"]
        self.way: list[list[int]] = [[way.get((h, n), 0) for n in self.nb[h]] for h in range(self.size)]
        self.rail: list[list[bool]] = [[(h, n) in rail for n in self.nb[h]] for h in range(self.size)]
        self.river: list[list[str]] = [[river.get((h, n), "") for n in self.nb[h]] for h in range(self.size)]
        self.on_rail: list[bool] = [any(row) for row in self.rail]
        self.near_rail: list[bool] = [self.on_rail[h] or any(self.on_rail[n] for n in self.nb[h])
                                      for h in range(self.size)]
        self.has_road: list[bool] = [any(w >= ROAD for w in row) for row in self.way]
        self.off_road: list[int] = [0 if any(row) else 1 for row in self.way]        # what a trace pays
        self._costs(t, opt)

    def _costs(self, t: Mapping[str, Any], opt: Options) -> None:
        kinds = ("foot", "tank", "motorised")
        hexes = {x["id"]: x for x in t["hex"]}
        ways = {WAYS[x["id"]]: x for x in t["way"]}
        sides = {x["id"]: x for x in t["hexside"]}
        house = "house_" if opt.house_terrain else ""
        # Parallel to nb: the price of each step with the way, and across country; 0 is prohibited.
        self.cost: list[list[list[int]]] = []
        self.wild: list[list[list[int]]] = []
        for kind in kinds:
            wild = [[self._wild(hexes, sides, kind, h, i) for i in range(len(self.nb[h]))] for h in range(self.size)]
            self.wild.append(wild)
            self.cost.append([[int(ways[w][kind] * MP) if w else wild[h][i] for i, w in enumerate(self.way[h])]
                              for h in range(self.size)])
        self.cost.append([[MP if r else 0 for r in row] for row in self.rail])
        self.wild.append(self.cost[RAIL])
        # [R102, R116] What leaving the map costs by kind and hex: the best way there, 1 point where there is none.
        self.leave: list[list[int]] = [
            [int(ways[max(row)][kind] * MP) if any(row) else MP for row in self.way] for kind in kinds]
        self.leave.append([MP] * self.size)
        # [1.20a, R29] What a foot soldier pays for a hex to be overrun: ground and hexside, no road, bridges count.
        self.storm: list[list[int]] = [
            [(int(hexes[self.terrain[n]]["foot"] * MP) if not isinstance(hexes[self.terrain[n]]["foot"], str) else ALL)
             + (0 if self.river[h][i] in ("", "bridge") else MP if self.river[h][i] == "minor-river" else ALL)
             for i, n in enumerate(self.nb[h])] for h in range(self.size)]
        # Ground that nobody may enter; none is printed, a pack may have some.
        closed = {x for x in hexes if all(hexes[x][kind] == "no" for kind in kinds)}
        self.barred: list[int] = [h for h in range(self.size) if self.terrain[h] in closed]
        self.zoc: list[list[list[int]]] = [
            [[n for i, n in enumerate(self.nb[h]) if self.cost[k][h][i]] for h in range(self.size)]
            for k in (FOOT, TANK, MOTOR)]
        self.zoc.append(self.zoc[FOOT])
        self.defence_twice: list[int] = [int(2 * hexes[x][house + "defence"]) for x in self.terrain]
        self.shift_left: list[int] = [int(hexes[x][house + "shift_left"]) for x in self.terrain]
        self.barrage_left: list[int] = [int(hexes[x][house + "barrage_left"]) for x in self.terrain]
        self.covered: list[bool] = [x not in ("open", "minor-village") for x in self.terrain]
        self.across: list[list[int]] = [
            [round(POINT * sides[r][house + "attack"]) if r else POINT for r in row] for row in self.river]

    def _wild(self, hexes: Mapping[str, Any], sides: Mapping[str, Any], kind: str, h: int, i: int) -> int:
        value = hexes[self.terrain[self.nb[h][i]]][kind]
        river = self.river[h][i]
        extra = sides[river][kind] if river else 0
        if "no" in (value, extra):
            return 0
        return ALL if "all" in (value, extra) else int((value + extra) * MP)

    def distance(self, a: int, b: int) -> int:
        across = abs(self.column[a] - self.column[b])
        along = abs(self._up[a] - self._up[b])
        return across + max(0, (along - across) // 2)

    def within(self, h: int, n: int) -> list[int]:
        """[scs.within] Hexes at most n hexes away, the hex itself included."""
        return [x for x in range(self.size) if self.distance(h, x) <= n]

    def toward(self, a: int, t: int) -> int:
        """Which of the neighbours of a hex another one is."""
        return self.nb[a].index(t)

    # -- lines, places, sources

    def _lines(self, m: Mapping[str, Any], opt: Options) -> None:
        start = {int(k): int(v) for k, v in m["start_line"]["first_nationalist_row"].items()}
        split = {int(k): int(v) for k, v in m["separation_line"]["last_south_row"].items()}
        self.east: list[bool] = [c in start and r >= start[c] for c, r in self.at]       # Nationalist side (2.9)
        self.south: list[bool] = [r <= split[c] for c, r in self.at]                     # Italian sector (2.6.1)
        self.front: list[bool] = [any(self.east[n] != self.east[h] for n in self.nb[h]) for h in range(self.size)]
        far = self._from([h for h in range(self.size) if self.front[h]])
        self.near_line: list[bool] = [d <= START_LINE for d in far]                      # [1.6b.2, R81]
        whole = self.scenario == 1
        self.play: list[bool] = [                            # [scn.1.hdr-scn.4.hdr]
            whole or self.south[h] == (self.scenario in (2, 4)) for h in range(self.size)]
        hexes = self._hexes
        # [2.6a.3, R39, R122] The road that Italians entering at 52.23 follow through the Spanish sector.
        road = next(r for r in m["road"] if "52.23" in r["hexes"] and "38.13" in r["hexes"])
        line = hexes(road["hexes"])
        ends = sorted((line.index(self.index["52.23"]), line.index(self.index["38.13"])))
        self.corridor: list[bool] = [False] * self.size
        if self.scenario in (1, 2):
            for h in line[ends[0]:ends[1]]:                  # [2.6a.3] the last hex, 38.13, is in the Italian sector
                self.corridor[h] = not self.south[h]
        self.outside: list[int] = [                          # [scs.sup.1, R122]
            h for h in range(self.size) if not (self.play[h] or self.corridor[h])]
        # By nationality: hexes it may be in (2.6a, R38, R122).
        self.open: list[list[bool]] = [
            self.play, [self.play[h] and not self.south[h] for h in range(self.size)],
            [(self.play[h] and self.south[h]) or self.corridor[h] for h in range(self.size)]]
        if opt.line_none:                # [4.3c]
            self.open = [self.play, self.play, self.play]
        # By nationality, and last for the railway: hexes to go until a unit is back (2.6a.1, 3.4b.1, R37, R104).
        self.home: list[list[int]] = [self._from([h for h in range(self.size) if x[h]]) for x in self.open]
        self.home.append(self._from([h for h in range(self.size) if self.near_rail[h]]))     # [3.4b.1]
        self.owner: list[int] = [NAT if x else REP for x in self.east]                       # [scs.ctrl.1]
        if self.scenario == 4:           # [scs.ctrl.1, R123] what lies behind the Italian front is Italian
            behind = self._behind(m, "62.16")
            self.owner = [NAT if self.east[h] or h in behind or self.nbset[h] & behind else REP
                          for h in range(self.size)]
        br = m["brihuega"]
        self.brihuega = self.index[br["hex"]]
        self.hills: list[int] = hexes(br["hills"])
        self.pass_hex = self.index[br["retreat_hex"]]
        self.bank: list[int] = hexes(br["north_bank_within_1"])
        self.limit_column = int(br["italian_limit_column"])
        self.line4: list[int] = hexes(m["scenario4_front"]["republican_line"])
        self.rear4: list[list[int]] = [sorted(self._behind(m, "62.16")), self._rear_republican(m)]
        self.areas: dict[str, list[int]] = {                 # [3.1a]
            a["id"]: hexes(a["hexes"]) for a in m["entry_area"] if self.play[self.index[a["road_hex"]]]}
        self.area_of: list[str] = [""] * self.size
        for letter, found in self.areas.items():             # [3.5a.1]
            for h in found:
                self.area_of[h] = letter
        self.west_areas: list[int] = [                       # [3.1b]
            h for a in m["entry_area"] if a["west_of_column_13"] and a["id"] in self.areas for h in self.areas[a["id"]]]
        src = m["supply_sources"]
        self.sources: list[list[int]] = [                    # [2.4a, 2.4b, 3.3]
            [h for h in hexes(src[n]) if self.play[h]]
            for n in ("republican", "spanish", "italian")]
        self.exit_hex = self.index[m["sudden_death"]["exit_hex"]]
        self.exits_needed = int(m["sudden_death"]["battalions"])
        self.main_road: list[int] = hexes(m["main_road"]["hexes"])
        # The other reading ends where the road passes nearest to Brihuega (R116).
        near = [self.distance(h, self.brihuega) for h in self.main_road]     # [scn.1.vp.5]
        self.junction = near.index(min(near))                                # [scn.1.vp.5]
        # [2.7e.3, R89] Hexes to go, in the Italian sector, to the east side of the Start Line.
        self.rout: list[int] = self._rout()
        self.place_name: list[str] = [""] * self.size
        self.vp: list[int] = [0] * self.size
        self.villages: list[int] = []
        self.town: dict[str, int] = {}
        for p in m["place"]:             # [scn.1.vp.1, scn.1.vp.2]
            h = self.index[p["hex"]]
            self.place_name[h] = p["name"]
            self.vp[h] = int(p["vp"])
            self.town[p["id"]] = h
            if self.play[h]:
                self.villages.append(h)
        self.henares_north: list[bool] = self._north_of_henares()

    def _from(self, starts: list[int]) -> list[int]:
        """By hex, the number of hexes from the nearest of some hexes."""
        return [NEVER if d < 0 else d for d in flood(self.nb, starts, [False] * self.size)]

    def _rout(self) -> list[int]:
        starts = [h for h in range(self.size) if self.east[h] and self.south[h]]
        closed = [not (self.south[h] or self.corridor[h]) for h in range(self.size)]
        return [NEVER if d < 0 else d for d in flood(self.nb, starts, closed)]

    def _hexes(self, names: list[str]) -> list[int]:
        return [self.index[n] for n in names]

    def _behind(self, m: Mapping[str, Any], seed: str) -> set[int]:
        """[R123] The part of the southern map that holds *seed*, without the front line and its neighbours."""
        line = self._hexes(m["scenario4_front"]["republican_line"])
        wall = set(line) | {n for h in line for n in self.nb[h]}
        closed = [not self.south[h] or h in wall for h in range(self.size)]
        return set(reached(self.nb, [self.index[seed]], closed))

    def _rear_republican(self, m: Mapping[str, Any]) -> list[int]:
        rear = self._behind(m, "1.07")
        edge = {n for h in rear for n in self.nb[h] if self.south[n]}
        return sorted(rear | edge | set(self._hexes(m["scenario4_front"]["republican_line"])))

    def _north_of_henares(self) -> list[bool]:
        """[scn.3.vp.2] Hexes that cannot be reached from Jadraque's bank without crossing the river."""
        dry = [[(min(h, n), max(h, n)) not in self._henares_sides for n in self.nb[h]] for h in range(self.size)]
        found = set(reached(self.nb, [self.index["23.22"]], [False] * self.size, dry))
        top = self.index["10.30"] in found
        return [(h in found) == top for h in range(self.size)]

    # -- the counters

    def _counters(self, data: Mapping[str, Any], opt: Options) -> None:
        units: list[dict[str, Any]] = data["unit"]
        self.units = len(units)
        self.uid: list[str] = [u["id"] for u in units]
        self.uindex: dict[str, int] = {x: i for i, x in enumerate(self.uid)}
        self.uname: list[str] = [full_name(u) for u in units]
        self.designation: list[str] = [u["designation"] for u in units]
        self.parent: list[str] = [u["parent"] for u in units]
        self.printed: list[str] = [u.get("factors", "") for u in units]
        self.type: list[str] = [u["type"] for u in units]
        self.size_mark: list[str] = [size_mark(u) for u in units]
        self.side: list[int] = [SIDES.index(u["side"]) for u in units]
        self.nation: list[int] = [NATIONS[u["nation"]] for u in units]
        self.faction: list[str] = [u["faction"] for u in units]
        self.kind: list[str] = [u["kind"] for u in units]
        self.division: list[int] = [DIVISIONS.index(u["division"]) for u in units]
        self.full: list[int] = [int(u["steps"]) for u in units]
        self.band: list[bool] = [bool(u["yellow_band"]) for u in units]
        self.armour: list[bool] = [k in ARMOUR for k in self.kind]
        self.flame: list[bool] = [k.startswith("flamethrower") for k in self.kind]
        self.engineers: list[bool] = [k == "flamethrower-engineers" for k in self.kind]
        self.escorted: list[bool] = [self.armour[u] or self.engineers[u] for u in range(self.units)]
        self.truck: list[bool] = [k == "truck" for k in self.kind]
        self.hq: list[bool] = [k == "headquarters" for k in self.kind]
        self.train: list[bool] = [k == "armoured-train" for k in self.kind]
        self.gun: list[bool] = [k in ("artillery", "armoured-train") for k in self.kind]
        self.cavalry: list[bool] = [k == "cavalry" for k in self.kind]
        self.infantry: list[bool] = [k == "infantry" for k in self.kind]       # those that reconstitute (R94)
        self.carried: list[bool] = [k in CARRIED for k in self.kind]
        self.rr = next(i for i, k in enumerate(self.kind) if k == "railway-battalion")
        self.volunteer: list[bool] = [f == "italian-volunteer" for f in self.faction]
        self.regular: list[bool] = [f == "italian-army" for f in self.faction]
        self.attack: list[list[int]] = [self._by_step(u, 0, "attack") for u in units]
        self.defence: list[list[int]] = [self._by_step(u, 1, "defence") for u in units]
        less = opt.reduced_flame
        self.attack_drm: list[list[int]] = [self._drm(u, 0, "attack_drm", less) for u in units]
        self.defence_drm: list[list[int]] = [self._drm(u, 1, "defence_drm", less) for u in units]
        faces = [u.get("move_face") for u in units]
        self.two_faced: list[bool] = [x is not None for x in faces]
        # By face: 0 the printed or barrage face, 1 the movement face of artillery (1.8a.1).
        self.barrage: list[list[int]] = [[u.get("barrage", 0), f["barrage"] if f else 0]
                                         for u, f in zip(units, faces)]
        self.range: list[list[int]] = [[u.get("range", 0), f["range"] if f else 0]
                                       for u, f in zip(units, faces)]
        self.move: list[list[int]] = [[MP * u.get("movement", 0), MP * f["movement"] if f else 0]
                                      for u, f in zip(units, faces)]
        self.moves: list[list[int]] = [[MOVES.index(u["movement_kind"]), MOVES.index(f["movement_kind"]) if f else 0]
                                       for u, f in zip(units, faces)]
        self.anti_tank: list[bool] = [bool(u.get("anti_tank")) for u in units]
        self.hq_range: list[int] = [int(u.get("supply_range", 0)) for u in units]
        self.hq_of: list[int] = [-1] * len(DIVISIONS)
        for u in range(self.units):
            if self.hq[u]:
                self.hq_of[self.division[u]] = u
        self.hqs: list[int] = [u for u in self.hq_of if u >= 0]
        # [R20] Stacking value by steps left.
        self.bulk: list[list[int]] = [
            [0, 0, 0] if self.escorted[u] or self.truck[u] or self.train[u] else [0, 1, 2] for u in range(self.units)]
        self.of: list[list[int]] = [[u for u in range(self.units) if self.side[u] == s] for s in (NAT, REP)]
        self.fighters: list[list[int]] = [[u for u in self.of[s] if not self.truck[u]] for s in (NAT, REP)]
        self.trucks: list[list[int]] = [[u for u in self.of[s] if self.truck[u]] for s in (NAT, REP)]
        self.escorts: list[list[int]] = [[u for u in self.of[s] if self.escorted[u]] for s in (NAT, REP)]
        self.mg_lit = self.uindex["n-mg-lit"]

    @staticmethod
    def _by_step(u: Mapping[str, Any], which: int, what: str) -> list[int]:
        full = int(u.get(what, 0))
        if u["steps"] == 1:
            return [0, full]
        return [0, 0 if "attack_drm" in u else int(u["reduced"].split("-")[which]), full]

    @staticmethod
    def _drm(u: Mapping[str, Any], which: int, what: str, less: bool) -> list[int]:
        """The size of a DRM by steps left (1.2c.2)."""
        full = abs(int(u.get(what, 0)))
        if u["steps"] == 1:
            return [0, full]
        if "attack_drm" not in u:
            return [0, 0, 0]
        if u["kind"].startswith("flamethrower"):             # R140
            return [0, max(1, full - 1) if less else full, full]
        parts = u["reduced"].replace("+", "").split("/-")
        return [0, int(parts[0]) if which == 0 else int(parts[1].split("-")[0]), full]

    def carries(self, truck: int, u: int) -> bool:
        """[1.16a.1, 1.16a.5, R40] Whether a truck may carry a unit."""
        if not self.carried[u] or self.nation[truck] != self.nation[u]:
            return False
        return self.division[truck] != LITTORIO or self.division[u] == LITTORIO

    # -- tables

    def _tables(self, t: Mapping[str, Any], opt: Options) -> None:
        crt = t["combat"]["house"] if opt.house_crt else t["combat"]
        self.columns: list[str] = t["combat"]["columns"]
        self.ladder: list[str] = crt["ladder"]
        self.results: list[Result] = [parsed(x) for x in self.ladder]
        self.rows = int(t["combat"]["row_max"])
        self.hopeless = parsed(t["combat"]["worse_than_first_column"])
        self.intense = parsed(t["combat"]["intensive_ne"])
        bar = t["barrage"]["house"] if opt.house_barrage else t["barrage"]
        self.barrage_columns: list[int] = [int(c[0]) for c in bar["columns"]]
        self.barrage_rows: list[list[str]] = [["NE"] * 6] * 13
        for row in bar["rows"]:
            for roll in range(row["rolls"][0], row["rolls"][1] + 1):
                self.barrage_rows[roll] = row["results"]
        self.attrition: list[int] = self._dice(t["attrition"]["rows"], "steps_lost", 8)
        self.surrounded_drm = int(t["attrition"]["surrounded_drm"])
        tvt = t["tank_vs_tank"]["rows"]
        self.tvt_low = int(tvt[0]["rolls"][0])
        self.tank_vs_tank: list[TankResult] = [
            TankResult(r) for r in tvt for _ in range(r["rolls"][0], r["rolls"][1] + 1)]
        self.cover_drm = int(t["tank_vs_tank"]["cover_drm"])
        self.after_combat: list[TankResult] = [TankResult({})] + [
            TankResult(r) for r in t["after_combat_tank"]["rows"] for _ in range(r["rolls"][0], r["rolls"][1] + 1)]
        self.raid: list[str] = [""] + [
            r["effect"] for r in t["interdiction"]["rows"] for _ in range(r["rolls"][0], r["rolls"][1] + 1)]
        self.raid_radius = int(t["interdiction"]["radius"])
        air = t["air_points"]["rows"]
        self.air: list[list[int]] = [self._dice(air, "italian", 7), self._dice(air, "republican", 7)]
        self.bombs = int(t["air_points"]["barrage_per_point"])
        self.recon: dict[str, int] = {x["faction"]: int(x["drm"]) for x in t["reconstitution"]["modifiers"]}
        if not opt.falange_minus:
            for faction in ("falangist", "carlist", "mixed"):
                self.recon[faction] = 0
        self.repaired: list[int] = t["tank_repair"]["repaired_on"]
        self.panic_level = int(t["panic"]["threshold"])

    @staticmethod
    def _dice(rows: list[dict[str, Any]], what: str, size: int) -> list[int]:
        found = [0] * size
        for r in rows:
            for roll in range(r["rolls"][0], r["rolls"][1] + 1):
                found[roll] = int(r[what])
        return found

    # -- set-up and arrivals

    def _setup(self, units: list[dict[str, Any]], markers: list[dict[str, Any]], opt: Options) -> None:
        from frente.games.guadalajara.state.deployment import legal, reserve_markers, with_others

        n = self.units
        self.used: list[bool] = [False] * n
        self.arrives: list[int] = [NEVER] * n
        self.start_steps: list[int] = self.full[:]
        self.choice: list[list[int]] = [[] for _ in range(n)]    # hexes of set-up or of arrival
        self.area: list[str] = [""] * n
        self.to_village: list[bool] = [False] * n
        self.in_exploitation: list[bool] = [False] * n
        self.group: list[int] = [0] * n                          # emergency group, by its turn (3.1d)
        self.withdraws: list[int] = [0] * n
        entries: list[dict[str, Any]] = [{} for _ in range(n)]
        for u, unit in enumerate(units):
            for e in unit["entry"]:      # [scn.1.hdr, scn.2.rep.setup.05, R108]
                if e["scenario"] == self.scenario and ("omit" not in e or opt.alicante):
                    entries[u] = e
        for u, e in enumerate(entries):
            if not e:
                continue
            self.used[u] = True
            self.arrives[u] = int(e["turn"])                 # [2.2a, 3.1a]
            self.start_steps[u] = int(e.get("steps", self.full[u]))          # [1.2a.1]
            self.area[u] = e.get("area", "")                 # [3.1a]
            self.group[u] = int(e.get("emergency_group", 0))                 # [3.1d.2]
            if self.group[u] and opt.emergency_any:
                self.area[u] = "any"     # [3.1d.2]
            self.withdraws[u] = int(e.get("withdraw_turn", 0))               # [3.1c]
            self.in_exploitation[u] = e.get("phase") == "exploitation"       # [scn.1.rep.T5x.01]
            self.to_village[u] = "village" in e["where"]     # [scn.3.nat.arr]
            self.choice[u] = legal(self, u, e)               # [scs.within]
        with_others(self, entries)
        self.pool: list[list[int]] = [[0] * 13, [0] * 13]        # reserve markers by side and turn of arrival (R112)
        self.pool_group: list[int] = [0] * 13                    # those of an emergency group
        reserve_markers(self, markers)
        self.setup_order: list[list[int]] = [                # [scs.within]
            sorted([u for u in self.of[s] if self.arrives[u] == 0],
                   key=self._constraint) for s in (NAT, REP)]

    def _constraint(self, u: int) -> tuple[bool, bool, int, int]:
        """Escorted units after those that may escort them, the least free first, trucks last."""
        return self.truck[u], self.escorted[u], len(self.choice[u]), u
