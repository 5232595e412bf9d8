"""What never changes in a game: map, counters, charts and chits, turned from data files into arrays of numbers.

Shared by every clone of a position and never written to after it is built.
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.tscw.data.check import KEYS, NAMES, check
from frente.games.tscw.data.shape import distance
from frente.kernel.flow import Act
from frente.kernel.packs import Tables
from frente.kernel.views import Piece
from frente.kit.board import load

DATA: Final = Path(__file__).parents[1] / "data"

REP: Final = 0
NAT: Final = 1
SIDES: Final = ("republican", "nationalist")

# Supply networks (10.10): who may draw on which ultimate sources.
NET_NAT: Final = 0
NET_CENTRE: Final = 1
NET_NORTH: Final = 2
USS_CODES: Final = ("N", "R", "RN")

INFANTRY: Final = 0
MOUNTAIN: Final = 1
CAVALRY: Final = 2
TANK: Final = 3
HEAVY: Final = 4
AA: Final = 5
HQ: Final = 6
AIR: Final = 7
COLUMN: Final = 8
TRAIN: Final = 9
TYPES: Final = ("infantry", "mountain", "cavalry", "tank", "heavy-tank", "aa", "hq", "air", "column", "armoured-train")

REPUBLICAN: Final = 0
ASTURIAN: Final = 1
BASQUE: Final = 2
SANTANDER: Final = 3
NORTHERN: Final = 4
NATIONALIST: Final = 5
COLONIAL: Final = 6
CTV: Final = 7
KONDOR: Final = 8
NATIONS: Final = ("republican", "asturian", "basque", "santander", "northern", "nationalist", "colonial", "ctv",
                  "legion-kondor")

# Resource points by nationality (6.4c).
RP_REP: Final = 0
RP_NORTH: Final = 1
RP_NAT: Final = 2
RP_ITALY: Final = 3
POINTS: Final = ("republican", "northern", "nationalist", "italian")

SIZES: Final = ("-", "column", "II", "III", "X", "XX", "XXX", "XXXX")
UNMARKED: Final = 1                      # columns carry no size mark
BRIGADE: Final = 4
DIVISION: Final = 5

FOOT: Final = 0                          # classes of movement cost
HORSE: Final = 1
MOTOR: Final = 2
ARMOUR: Final = 3
CLASSES: Final = ("foot", "cavalry", "motorized", "armoured")
MINOR: Final = 1                         # rivers along a hexside
MAJOR: Final = 2
NO_TOWN: Final = 0
TOWN: Final = 1
CITY: Final = 2
SEAS: Final = ("", "cantabrian", "atlantic", "mediterranean")
CANTABRIAN: Final = 1
ATLANTIC: Final = 2
MEDITERRANEAN: Final = 3
TERRAIN: Final = {"c": "clear", "r": "rough", "m": "mountain", "s": "marsh"}

WITHDRAW: Final = 1
CONVERT: Final = 2
MOBILIZED: Final = 97                    # "turns" of units that come by a rule, not by the calendar
BY_EVENT: Final = 98
GENERIC: Final = 99

# Directions round a hex, clockwise from north-east.
DIRECTIONS: Final = ("NE", "E", "SE", "SW", "W", "NW")
FAR: Final = 99


class Board:
    """Static arrays. Hexes, units and chits are numbered in the order of the data files."""

    def __init__(self, tables: Tables) -> None:
        self.version = tables.version
        self.tables: dict[str, dict[str, Any]] = dict(tables)     # for whoever draws the map
        self.blanks: list[Piece] = []    # counters with all that never changes, made when they are first shown
        self.latest: dict[int, tuple[tuple[int, ...], Piece]] = {}       # each as it was last shown
        self._ground(tables["places"])
        self._sides_of_hexes(tables["places"])
        self._places(tables["places"])
        self._counters(tables["units"])
        self._charts(tables["charts"])
        self._costs(tables["charts"])
        self._chits(tables["chits"])
        self.unit_acts: list[Act] = [Act("unit", u) for u in range(self.units)]
        self.hex_acts: list[Act] = [Act("hex", h) for h in range(self.size)]
        self.march_acts: list[Act] = [Act("march", u) for u in range(self.units)]
        self.join_acts: list[Act] = [Act("join", u) for u in range(self.units)]
        self.split_acts: list[Act] = [Act("split", u) for u in range(self.units)]
        self.top_acts: list[Act] = [Act("top", u) for u in range(self.units)]
        self.attack_acts: list[Act] = [Act("attack", h) for h in range(self.size)]
        self.lose_acts: list[Act] = [Act("lose", u) for u in range(self.units)]

    # -- the ground

    def _ground(self, m: Mapping[str, Any]) -> None:
        hexes: list[dict[str, Any]] = m["hex"]
        self.size = len(hexes)
        self.names: list[str] = [str(h["id"]) for h in hexes]
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.row: list[int] = [int(h["id"]) // 100 for h in hexes]
        self.column: list[int] = [int(h["id"]) % 100 for h in hexes]
        self.terrain: list[str] = [TERRAIN[h["t"]] for h in hexes]
        self.control: list[int] = [NAT if h["control"] == "N" else REP for h in hexes]
        self.coast: list[int] = [SEAS.index(h["coast"]) for h in hexes]
        self.regions: list[str] = [r["name"] for r in m["region"]]
        self.region: list[int] = [self.regions.index(h["region"]) for h in hexes]
        # [12.10, R70] The three northern regions, and which of them a nationality calls its own.
        self.home: list[int] = [self.regions.index(x) if x else -1
                                for x in ("", "Asturias", "Euskadi", "Santander", "", "", "", "", "")]
        north = [i for i, r in enumerate(m["region"]) if r["northern_zone"]]
        self.northern: list[bool] = [r in north for r in self.region]
        self.at: list[tuple[int, int]] = [(self.row[h], self.column[h]) for h in range(self.size)]
        self.here: dict[tuple[int, int], int] = {xy: i for i, xy in enumerate(self.at)}
        self.apart: list[list[int]] = [[distance(a, b) for b in self.at] for a in self.at]
        grid = m["grid"]
        self._steps: list[list[tuple[int, int]]] = [
            [(grid[which][d][0], grid[which][d][1]) for d in DIRECTIONS]
            for which in ("neighbours_even_row", "neighbours_odd_row")]
        self.france: list[int] = [FAR] * self.size           # distance to the nearest French hex
        foreign = {int(x): n["name"] for n in m["neutral"] for x in n["hexes"]}
        for h in range(self.size):
            self.france[h] = min(distance(self.at[h], divmod(x, 100)) for x, name in foreign.items()
                                 if name == "France")
        self.near_north: list[bool] = [                      # [R78] a northern region or at most two hexes from one
            min(self.apart[h][x] for x in range(self.size) if self.northern[x]) <= 2 for h in range(self.size)]
        self.border: list[bool] = [int(self.names[h]) in m["borders"]["french_border_hexes"] for h in range(self.size)]

    def around(self, h: int) -> list[int]:
        """The six hexes round a hex, clockwise from north-east; -1 for sea, neutral ground and the edge."""
        r, c = self.at[h]
        return [self.here.get((r + a, c + b), -1) for a, b in self._steps[r % 2]]

    def _sides_of_hexes(self, m: Mapping[str, Any]) -> None:
        closed = {pair(x) for x in [*m["borders"]["all_sea_hexsides"], *m["borders"]["impassable_hexsides"]]}
        self.nb: list[list[int]] = []
        self.way: list[list[int]] = []                       # parallel to nb: direction of the neighbour
        for h in range(self.size):
            row: list[int] = []
            ways: list[int] = []
            for d, n in enumerate(self.around(h)):
                if n >= 0 and pair(f"{self.names[h]}|{self.names[n]}") not in closed:
                    row.append(n)
                    ways.append(d)
            self.nb.append(row)
            self.way.append(ways)
        wet: dict[tuple[int, int], int] = {}
        for r in m["river"]:
            for s in r["hexsides"]:
                wet[pair(s)] = MAJOR if r["class"] == "major" else MINOR
        self.river: list[list[int]] = [
            [wet.get(pair(f"{self.names[h]}|{self.names[n]}"), 0) for n in self.nb[h]] for h in range(self.size)]
        lines = {pair(f"{a}|{b}") for x in m["rail"] for a, b in zip(x["hexes"], x["hexes"][1:])}
        self.rail: list[list[int]] = [                       # neighbours linked by rail
            [n for n in self.nb[h] if pair(f"{self.names[h]}|{self.names[n]}") in lines] for h in range(self.size)]

    def _places(self, m: Mapping[str, Any]) -> None:
        self.town: list[int] = [NO_TOWN] * self.size
        self.place: list[str] = [""] * self.size
        self.morale: list[int] = [0] * self.size             # as printed: Nationalist hexes positive
        self.sources: list[list[int]] = [[], [], []]         # by supply network
        self.port: list[int] = [0] * self.size
        for x in m["place"]:
            if x["kind"] == "mark":
                continue
            h = self.index[str(x["hex"])]
            self.town[h] = CITY if x["kind"] == "city" else TOWN
            self.place[h] = x["name"].split(" (")[0]
            self.morale[h] = x["mp"]
            if x["uss"]:
                self.sources[USS_CODES.index(x["uss"])].append(h)
            if x["port"]:
                self.port[h] = SEAS.index(x["port"])
        self.towns: list[int] = [h for h in range(self.size) if self.town[h]]
        self.prizes: list[int] = [h for h in range(self.size) if self.morale[h] > 0]
        self.madrid = self.index["2712"]
        self.toledo = self.index["2510"]
        self.bilbao = self.index["3613"]
        self.gernika = self.index["3614"]
        self.barcelona = self.index["3023"]
        self.valencia = next(h for h in range(self.size) if self.place[h] == "Valencia")
        self.jonquera = self.index["3425"]
        self.cabeza = self.index["1910"]
        self.cadiz = self.index["1305"]
        self.irun = self.index["3615"]
        self.capitals: list[int] = self.sources[NET_NORTH][:]
        self.lines: list[list[int]] = [[self.index[str(x)] for x in f["hexes"]] for f in m["fort_line"]]
        self.line_name: list[str] = [f["name"] for f in m["fort_line"]]
        self.line_turn: list[int] = [f["activation_turn"] for f in m["fort_line"]]
        self.line_of: list[int] = [-1] * self.size
        for i, line in enumerate(self.lines):
            for h in line:
                self.line_of[h] = i
        self.within: list[list[int]] = [                     # hexes at most two away, nearest first
            sorted([x for x in range(self.size) if self.apart[h][x] <= 2], key=self.apart[h].__getitem__)
            for h in range(self.size)]

    def title(self, h: int) -> str:
        """What a player calls a hex: its number, and its town or city."""
        return f"{self.place[h]} {self.names[h]}" if self.place[h] else self.names[h]

    # -- the counters

    def _counters(self, data: Mapping[str, Any]) -> None:
        units: list[dict[str, Any]] = data["unit"]
        self.units = len(units)
        self.uid: list[str] = [u["id"] for u in units]
        self.uindex: dict[str, int] = {x: i for i, x in enumerate(self.uid)}
        self.label: list[str] = [u["label"] for u in units]
        self.uname: list[str] = [u["name"] for u in units]
        self.becomes: list[str] = [u["becomes"] for u in units]
        self.side: list[int] = [SIDES.index(u["side"]) for u in units]
        self.type: list[int] = [TYPES.index(u["type"]) for u in units]
        self.nation: list[int] = [NATIONS.index(u["nationality"]) for u in units]
        self.size_mark: list[int] = [SIZES.index(u["size"]) for u in units]
        self.new_size: list[int] = [DIVISION if "Division" in u["becomes"] else BRIGADE for u in units]
        self.full: list[int] = [u["steps"] for u in units]
        # Printed factors by form: 1 reduced or only side, 2 full side, 3 the EPR side of a converted column.
        self.attack: list[list[int]] = []
        self.defence: list[list[int]] = []
        self.move: list[list[int]] = []
        for x in units:
            front = factors(x["front"], x["type"])
            back = factors(x["back"], x["type"]) if x["back"] else [0, 0, 0]
            for table, i in ((self.attack, 0), (self.defence, 1), (self.move, 2)):
                if x["back_is"] == "reduced":
                    table.append([0, back[i], front[i], 0])
                else:
                    table.append([0, front[i], front[i], back[i]])
        # Printed factors as text, by form, for the classes of 6.14.
        self.shape: list[list[str]] = [
            [f"{a}-{d}-{m}" for a, d, m in zip(x, y, z)] for x, y, z in zip(self.attack, self.defence, self.move)]
        self.motor: list[bool] = [u["motorized"] or u["type"] in ("tank", "heavy-tank") for u in units]
        self.cost_class: list[int] = [
            ARMOUR if u["type"] in ("tank", "heavy-tank") else MOTOR if u["motorized"]
            else HORSE if u["type"] == "cavalry" else FOOT for u in units]
        self.artillery: list[bool] = [u["artillery"] > 0 for u in units]
        self.international: list[bool] = [u["international"] for u in units]
        self.arrow: list[bool] = [u["nationality"] == "ctv" and u["label"] in ("FV", "FA", "FN") for u in units]
        self.restorable: list[bool] = [u["rebuildable"] for u in units]
        self.code: list[str] = [u["code"] if u["type"] == "column" else "" for u in units]
        self.fate: list[int] = [("", "withdraw", "convert").index(u["fate"]) for u in units]
        self.fate_turn: list[int] = [u["fate_turn"] if u["fate"] else FAR for u in units]
        special = {"M": MOBILIZED, "event": BY_EVENT, "pool": GENERIC}
        self.turn: list[int] = [special[u["turn"]] if isinstance(u["turn"], str) else u["turn"] for u in units]
        self.entry: list[int] = [self.index[str(u["hex"])] if u["hex"] else -1 for u in units]
        self.of: list[list[int]] = [[u for u in range(self.units) if self.side[u] == s] for s in (REP, NAT)]
        # Ground units only; by conversion state: zone (2 full, 1 of a column, 0 none) and half divisions.
        self.zone: list[list[int]] = []
        self.halves: list[list[int]] = []
        for u in range(self.units):
            kind = self.type[u]
            if kind in (HQ, AIR):
                self.zone.append([0, 0])
                self.halves.append([0, 0])
            elif kind == COLUMN:
                self.zone.append([1, 2])
                self.halves.append([1, 2 if self.new_size[u] == DIVISION else 1])
            else:
                big = self.size_mark[u] in (BRIGADE, DIVISION)
                self.zone.append([2 if big else 0, 0])
                self.halves.append([2 if self.size_mark[u] == DIVISION else 1, 1])
        self.ground: list[list[int]] = [[u for u in self.of[s] if self.type[u] != AIR] for s in (REP, NAT)]
        self.air: list[list[int]] = [[u for u in self.of[s] if self.type[u] == AIR] for s in (REP, NAT)]
        self.hqs: list[list[int]] = [[u for u in self.of[s] if self.type[u] == HQ] for s in (REP, NAT)]
        self.guns: list[list[int]] = [[u for u in self.hqs[s] if self.artillery[u]] for s in (REP, NAT)]
        self.garrison = self.uindex["n-og"]
        self.lenin = self.uindex["r-len"]
        self.train = next(u for u in range(self.units) if self.type[u] == TRAIN)
        self.north_air = next(u for u in self.air[REP] if self.nation[u] == NORTHERN)

    # -- charts

    def _charts(self, t: Mapping[str, Any]) -> None:
        self.dates: list[str] = ["", *[x["date"] for x in t["turn"]]]
        self.years: list[int] = [0, *[x["year"] for x in t["turn"]]]
        self.income: list[list[int]] = [[0] * 4, *[[x[k] for k in POINTS] for x in t["resource_points"]]]
        self.rail_limit: list[list[int]] = [[0, 0], *[
            [x["republican_rail"], x["nationalist_rail"]] for x in t["strategic_movement"]]]
        self.sea_limit: list[list[int]] = [[0, 0], *[
            [x["republican_sea"], x["nationalist_sea"]] for x in t["strategic_movement"]]]
        self.morale_start: int = t["morale"]["start"]
        self.morale_loss: int = t["morale"]["nationalist_win_at_or_below"]
        self.morale_casado: int = t["morale"]["casado_at_or_below"]
        self.mobilization_cost: int = t["morale"]["general_mobilization"]
        self.levy_cost: int = t["morale"]["levy"]
        self.cap: int = t["general_data_track"]["rp_cap"]
        self.columns: list[str] = t["crt"]["columns"]
        self.crt: list[list[tuple[int, int]]] = [
            [(int(x.split("/")[0]), int(x.split("/")[1])) for x in row] for row in t["crt"]["rows"]]
        tc = t["terrain_combat"]
        self.cover_shift: list[int] = [0] * self.size        # columns to the left by hex
        self.cover_drm: list[int] = [0] * self.size
        for h in range(self.size):
            parts = [tc[self.terrain[h]]]
            if self.town[h]:
                parts.append(tc["city" if self.town[h] == CITY else "town"])
            self.cover_shift[h] = sum(x["shift"] for x in parts)
            self.cover_drm[h] = sum(x["drm"] for x in parts)
        self.river_shift: list[int] = [0, tc["river"]["shift"], tc["major_river"]["shift"]]
        self.river_drm: list[int] = [0, tc["river"]["drm"], tc["major_river"]["drm"]]
        self.madrid_shift: int = tc["madrid_extra"]["shift"]
        self.fort_factor: int = tc["intact_fort_defence_factor"]
        cm = t["combat_modifiers"]
        self.gun_shift: int = cm["attacker_hq_artillery_shift"]
        self.kondor_shift: int = cm["legion_kondor_shift"]
        self.concentric: int = cm["concentric_drm"]
        self.colonial: int = cm["colonial_against_columns_drm"]
        self.ammo: int = cm["ammo_shortage_drm"]
        self.naval: int = cm["naval_gunfire_drm"]
        self.aircraft: int = cm["new_aircraft_chit_drm"]
        self.surprise: int = cm["tactical_surprise_drm"]
        a = t["alcazar"]
        self.alcazar_falls: list[int] = [0] + [
            a["turns_1_to_3"] if n <= 3 else a["turn_4"] if n == 4 else a["turn_5_on"] for n in range(1, 20)]
        ca = t["column_attack"]
        self.column_die: list[int] = [0] + [              # -9 refuses, else the modifier of the combat die
            -9 if d in ca["refuses"] else -1 if d in ca["minus_one"] else 1 if d in ca["plus_one"] else 0
            for d in range(1, 7)]
        self.group_roll: int = ca["group_roll_modifier"]
        self.parts: list[dict[str, list[str]]] = [           # by side: class of a division -> classes of its brigades
            {x: row["into"] for row in t["breakdown"][s] for x in row["from"]} for s in SIDES]

    def _costs(self, t: Mapping[str, Any]) -> None:
        mc = t["movement_cost"]
        self.fort_cost: int = mc["nationalist_into_intact_fort"]
        self.price: list[dict[str, int]] = []                # by class: what kinds of ground cost
        self.cost: list[list[list[int]]] = []                # by class, hex and side: ground entered and river
        for kind in CLASSES:
            price = {name: int(mc[name][kind]) for name in {*self.terrain, "city"}}
            self.price.append(price)
            ground = [price["city" if self.town[h] == CITY else self.terrain[h]] for h in range(self.size)]
            river = [0, int(mc["river"][kind]), int(mc["major_river"][kind])]
            self.cost.append([[ground[n] + river[self.river[h][i]] for i, n in enumerate(self.nb[h])]
                              for h in range(self.size)])

    # -- chits

    def _chits(self, t: Mapping[str, Any]) -> None:
        self.kinds: list[str] = [c["id"] for c in t["chit"]]
        self.kind_rule: list[str] = [c["rule"].rstrip("*") for c in t["chit"]]
        self.chit_ids: list[str] = []
        self.chit_kind: list[int] = []
        self.chit_side: list[int] = []
        self.chit_turn: list[int] = []
        self.chit_value: list[int] = []
        self.held_kind: list[bool] = [not c["immediate"] for c in t["chit"]]
        self.extra_kind: list[bool] = [c["optional"] for c in t["chit"]]
        for k, c in enumerate(t["chit"]):
            for n, turn in enumerate(c["turns"]):
                self.chit_ids.append(c["id"] if c["copies"] == 1 else f"{c['id']}-{n + 1}")
                self.chit_kind.append(k)
                self.chit_side.append(SIDES.index(c["pool"]))
                self.chit_turn.append(turn)
                self.chit_value.append(c["values"][n] if c["values"] else 0)
        self.chits = len(self.chit_ids)
        self.draw_acts: list[Act] = [Act("draw", c) for c in range(self.chits)]
        self.chit_acts: list[Act] = [Act("chit", k) for k in range(len(self.kinds))]


def factors(text: str, kind: str) -> list[int]:
    """Attack, defence, movement; an HQ has one combat factor, an air unit only its factor (2.3b, 8.4b)."""
    parts = [int(x) for x in text.split("-")]
    if kind == "hq":
        return [parts[0], parts[0], parts[1]]
    if kind == "air":
        return [parts[0], parts[0], 0]
    return parts


def pair(text: str) -> tuple[int, int]:
    """A hexside "a|b" in rising order."""
    a, b = text.split("|")
    return (min(int(a), int(b)), max(int(a), int(b)))


def load_board(pack: Path | None = None) -> Board:
    """The board of the game itself, read once; or with a data pack laid over it, which may have changed since."""
    return load(DATA, Board, check, pack, NAMES, KEYS)
