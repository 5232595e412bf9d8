"""What never changes in a game: map, counters, tracks and the numbers of the rules, as arrays.

Shared by every clone of a position and never written to after it is built. Spaces 0 to 37 are the areas in the order
of the data, 38 to 43 the external boxes 1 to 6.
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.storm.data.check import KEYS, NAMES, check
from frente.kernel.flow import Act
from frente.kernel.packs import Tables
from frente.kernel.views import Piece
from frente.kit.board import load
from frente.kit.search import flood

DATA: Final = Path(__file__).parents[1] / "data"

REP: Final = 0
NAT: Final = 1
SIDES: Final = ("republican", "nationalist")

AREAS: Final = 38
SPACES: Final = 44

LINE: Final = 0
SHOCK: Final = 1
ARTILLERY: Final = 2
TYPES: Final = ("line", "shock", "artillery")

FACTIONS: Final = ("legion", "moroccan", "army", "falange", "carlist",
                   "communist", "anarchist", "socialist", "republican", "international")
LEGION: Final = 0
MOROCCAN: Final = 1
COMMUNIST: Final = 5
ANARCHIST: Final = 6
INTERNATIONAL: Final = 9

RIVERS: Final = ("", "guadarrama", "manzanares", "jarama")

COLOURS: Final = ("black", "blue", "green", "brown")
BLUE: Final = 1
GREEN: Final = 2
BROWN: Final = 3

RADA: Final = 90                         # arrival "turn" of the Rada Column (7c)

# Scenario 2 codes of a counter.
CROSS: Final = 0
GARRISON: Final = 1
FREE: Final = 2
TRACK: Final = 3
CODES: Final = ("cross", "AA", "free", "track")

# Kinds of event chits, in the order of chapter 15: eight Republican, twelve Nationalist.
KINDS: Final = 20
FIRST_OF: Final = (0, 8)
END_OF: Final = (8, 20)

# What a chit can be played for; each use belongs to one kind (15.0b).
USES: Final = ("R1", "R2", "R3a", "R3b", "R3c", "R4a", "R4b", "R5a", "R5b", "R5c", "R6", "R7", "R8a", "R8b",
               "N1", "N2", "N3", "N4a", "N4b", "N5", "N6", "N7", "N8a", "N8b", "N9", "N10a", "N10b", "N10c",
               "N11a", "N11b", "N12")
R1: Final = 0
R2: Final = 1
R3A: Final = 2
R3B: Final = 3
R3C: Final = 4
R4A: Final = 5
R4B: Final = 6
R5A: Final = 7
R5B: Final = 8
R5C: Final = 9
R6: Final = 10
R7: Final = 11
R8A: Final = 12
R8B: Final = 13
N1: Final = 14
N2: Final = 15
N3: Final = 16
N4A: Final = 17
N4B: Final = 18
N5: Final = 19
N6: Final = 20
N7: Final = 21
N8A: Final = 22
N8B: Final = 23
N9: Final = 24
N10A: Final = 25
N10B: Final = 26
N10C: Final = 27
N11A: Final = 28
N11B: Final = 29
N12: Final = 30
KIND_OF: Final = (0, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 7,
                  8, 9, 10, 11, 11, 12, 13, 14, 15, 15, 16, 17, 17, 17, 18, 18, 19)
USE_RULES: Final = tuple("15." + {"N2": "N2a", "N6": "N6a", "N9": "N9a"}.get(x, x) for x in USES)
DURRUTI: Final = 5                       # kind of the chit that 15.N7 removes


class Board:
    """Static arrays, numbered in the order of the data files."""

    def __init__(self, tables: Tables) -> None:
        self.version = tables.version
        self.tables: dict[str, dict[str, Any]] = dict(tables)     # for whoever draws the map
        self._map(tables["areas"])
        self._counters(tables["counters"])
        self._track(tables["track"])
        self._values(tables["values"])
        self._acts()

    # -- the ground

    def _map(self, m: Mapping[str, Any]) -> None:
        areas: list[dict[str, Any]] = m["area"]
        boxes: list[dict[str, Any]] = m["box"]
        self.names: list[str] = [a["id"] for a in areas] + [x["id"] for x in boxes]
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.title: list[str] = [a["name"] for a in areas] + [x["name"] for x in boxes]
        self.urban: list[bool] = [a["kind"] == "urban" for a in areas] + [False] * 6
        self.terrain: list[int] = [a["terrain"] for a in areas] + [0] * 6
        self.colour: list[int] = [COLOURS.index(a["scn2_colour"]) for a in areas] + [0] * 6
        owners = [SIDES.index(x["owner"]) for x in boxes]
        self.owner: list[int] = [-1] * AREAS + owners
        self.start_control: list[int] = [SIDES.index(a["start_control"]) for a in areas] + owners
        self.scn2_control: list[int] = [SIDES.index(a["scn2_control"]) for a in areas] + owners
        self.nb: list[list[int]] = []
        self.river: list[list[int]] = []          # parallel to nb: which river the border is, 0 none
        for a in areas:
            self.nb.append([self.index[x["to"]] for x in a["neighbours"]] + [self.index[x] for x in a["boxes"]])
            self.river.append([RIVERS.index(x["river"]) for x in a["neighbours"]] + [0] * len(a["boxes"]))
        for x in boxes:
            self.nb.append([self.index[t] for t in x["links"]])
            self.river.append([0] * len(x["links"]))
        closed = [RIVERS.index(r) for r in m["map"]["restricted_rivers"]]
        self.closed: list[list[bool]] = [[r in closed for r in row] for row in self.river]
        self.madrid = self.index["AA"]
        self.urbans: list[int] = [a for a in range(AREAS) if self.urban[a]]
        self.gates: list[int] = [a for a in range(AREAS) if not self.urban[a] and self.touches_city(a)]
        self.beside_city: list[int] = [a for a in range(AREAS) if self.touches_city(a)]
        self.route_ids: list[str] = [r["id"] for r in m["supply_route"]]
        self.routes: list[list[int]] = [[self.index[a] for a in r["normal_areas"]] for r in m["supply_route"]]
        self.route_areas: list[list[int]] = [[self.index[a] for a in r["areas"]] for r in m["supply_route"]]
        self.hops: list[list[int]] = [self._distances(a) for a in range(AREAS)]
        # Spaces within so many steps, as bits: a quick look at whether an enemy can be near.
        self.within: list[list[int]] = [[1 << a for a in range(SPACES)]]
        for _ in range(5):
            old = self.within[-1]
            row: list[int] = []
            for space in range(SPACES):
                mask = old[space]
                for t in self.nb[space]:
                    mask |= old[t]
                row.append(mask)
            self.within.append(row)
        self.areas_mask = (1 << AREAS) - 1

    def touches_city(self, a: int) -> bool:
        return any(t < AREAS and self.urban[t] for t in self.nb[a])

    def _distances(self, start: int) -> list[int]:
        """Steps over areas, control ignored (R33)."""
        return flood(self.nb, [start], [t >= AREAS for t in range(SPACES)])[:AREAS]

    # -- the counters

    def _counters(self, data: Mapping[str, Any]) -> None:
        units: list[dict[str, Any]] = data["unit"]
        self.units = len(units)
        self.uid: list[str] = [u["id"] for u in units]
        self.uindex: dict[str, int] = {x: i for i, x in enumerate(self.uid)}
        self.uname: list[str] = [u["name"] for u in units]
        self.side: list[int] = [SIDES.index(u["side"]) for u in units]
        self.faction: list[int] = [FACTIONS.index(u["faction"]) for u in units]
        self.type: list[int] = [TYPES.index(u["type"]) for u in units]
        self.attack: list[int] = [u.get("attack", 0) for u in units]
        self.defence: list[int] = [u["defence"] for u in units]
        self.move: list[int] = [u["move"] for u in units]
        self.turn: list[int] = [RADA if u["turn"] == "rada" else u["turn"] for u in units]
        self.codes: list[list[int]] = [[self.index[x] for x in u["areas"]] for u in units]
        self.scn2: list[int] = [CODES.index(u["scn2"]) for u in units]
        self.column: list[str] = [u.get("column", "") for u in units]
        self.tag: list[str] = [u.get("tag", "") for u in units]
        self.shown: list[dict[int, Piece]] = [{} for _ in units]     # pieces of views by place and state, once made
        self.of: list[list[int]] = [[u for u in range(self.units) if self.side[u] == s] for s in (REP, NAT)]
        chits: list[dict[str, Any]] = data["chit"]
        self.chit_ids: list[str] = [c["id"].removeprefix("15.") for c in chits]
        self.chit_titles: list[str] = [c["title"] for c in chits]
        self.copies: list[int] = [c["count"] for c in chits]
        self.enters: list[int] = [c["from_turn"] for c in chits]
        self.one_time: list[bool] = [c["remove_when_played"] for c in chits]
        self.replaces: list[bool] = [c["category"] == "replace-impulse" for c in chits]

    # -- tracks and numbers

    def _track(self, t: Mapping[str, Any]) -> None:
        turns: list[dict[str, Any]] = t["turn"]
        self.last = len(turns)
        self.income: list[list[int]] = [[0, *(x["sp_" + s] for x in turns)] for s in SIDES]      # by side and turn
        self.days: list[tuple[str, str]] = [(str(x["start"]), str(x["end"])) for x in turns]
        self.best = min(int(m["level"]) for m in t["morale"])
        self.worst = max(int(m["level"]) for m in t["morale"])
        self.morale_name: dict[int, str] = {int(m["level"]): m["name"] for m in t["morale"]}
        self.morale_vp: dict[int, int] = {int(m["level"]): m["scn1_vp"] for m in t["morale"]}
        self.start_morale: list[int] = [t[s]["morale"] for s in ("scenario1", "scenario2", "campaign")]
        self.span: list[tuple[int, int]] = [
            (t[s]["turns"][0], t[s]["turns"][1]) for s in ("scenario1", "scenario2", "campaign")]
        one, camp, two = t["scenario1"], t["campaign"], t["scenario2"]
        self.start_sp: list[list[int]] = [
            [one["sp_" + s] for s in SIDES], [two["sp_" + s]["start10"] for s in SIDES],
            [camp["sp_" + s] for s in SIDES]]
        self.late_sp: list[int] = [two["sp_" + s]["start11"] for s in SIDES]

    def _values(self, v: Mapping[str, Any]) -> None:
        self.stacking: int = v["limits"]["stacking"]
        self.hand_limit: int = v["limits"]["chits_in_hand"]
        self.free_units: int = v["limits"]["units_without_cost"]
        self.batteries: int = v["limits"]["batteries"]
        self.chit_price: int = v["prices"]["chit"]
        self.large_price: int = v["prices"]["large_activation"]
        self.battery_price: int = v["prices"]["third_battery"]
        self.prepare_price: int = v["prices"]["prepared_attack"]
        t = v["morale_test"]
        self.retreats_from: int = t["retreats_from"]
        self.eliminated_from: int = t["eliminated_from"]
        self.test_air: int = t["air"]
        self.test_outnumbering: int = t["outnumbering"]
        self.test_urban: int = t["urban"]
        self.test_council: int = t["council_urban"]
        m = v["movement"]
        self.step_cost: int = m["step"]
        self.leaving_cost: int = m["leaving_enemy"]
        self.entering_cost: int = m["entering_enemy"]
        self.river_cost: int = m["river"]
        self.battery_bonus: list[int] = [0, *v["bombardment"]["bonus"]]
        self.chit_bonus: int = v["bombardment"]["chit_bonus"]
        c = v["combat"]
        self.intensity: int = c["intensity"]
        self.il_assault: int = c["assault"]
        self.il_outnumbered: int = c["outnumbered"]
        self.il_shock: int = c["shock_superiority"]
        self.il_exhausted: int = c["exhausted_defender"]
        self.gun_factor: int = c["artillery_factor"]
        self.tanks: int = c["tanks"]
        self.alfereces: int = c["alfereces"]
        self.zero_trio: int = v["defensive_fire"]["zero_units_per_point"]
        self.rebuild_line: int = v["replacement"]["line"]
        self.rebuild_shock: int = v["replacement"]["shock"]
        self.rebuild_pause: int = v["replacement"]["shock_in_pause"]
        self.rada: dict[int, int] = {int(turn): least for turn, least in v["rada"].items()}
        k = v["council"]
        self.council_turn: int = k["first_turn"]
        self.council_needed: int = k["needed"]
        self.council_gates: int = k["gates"]
        self.council_route: int = k["per_cut_route"]
        self.council_urban: int = k["per_urban_area"]
        self.council_pause: int = k["pause"]
        self.council_levels: int = k["morale_levels"]
        self.council_sp: int = k["support_points"]
        self.weather_turn: int = v["weather"]["first_turn"]
        self.after_bad: int = v["weather"]["after_bad"]
        self.bad_from: int = v["weather"]["bad_from"]
        self.auto_initiative: int = v["initiative"]["automatic_to"]
        self.pause_turns: int = v["pause"]["turns"]
        self.pause_income: int = v["pause"]["income_factor"]
        self.strife_from: int = v["strife"]["splits_from"]
        self.flight_impulses: int = v["flight"]["impulses"]
        self.durruti_factor: int = v["durruti"]["factor"]
        self.durruti_impulses: int = v["durruti"]["impulses"]
        w = v["scenario1_victory"]
        self.vp_urban: int = w["urban_area"]
        self.vp_route: int = w["cut_route"]
        self.vp_troops: int = w["troops_in_madrid"]
        self.troops_needed: int = w["troops_needed"]
        self.vp_casualties: int = w["casualties"]
        self.casualties_from: int = w["casualties_from"]
        self.vp_needed: int = w["needed"]

    def _acts(self) -> None:
        n = self.units
        self.unit_acts: list[Act] = [Act("unit", u) for u in range(n)]
        self.point_acts: list[Act] = [Act("point", u) for u in range(n)]
        self.spare_acts: list[Act] = [Act("spare", u) for u in range(n)]
        self.flip_acts: list[Act] = [Act("flip", u) for u in range(n)]
        self.retreat_acts: list[Act] = [Act("retreat", u) for u in range(n)]
        self.eliminate_acts: list[Act] = [Act("eliminate", u) for u in range(n)]
        self.rebuild_acts: list[Act] = [Act("rebuild", u) for u in range(n)]
        self.with_acts: list[Act] = [Act("with", u) for u in range(n)]
        self.area_acts: list[Act] = [Act("area", a) for a in range(SPACES)]
        self.move_acts: list[Act] = [Act("move", a) for a in range(SPACES)]
        self.attack_acts: list[Act] = [Act("attack", a) for a in range(SPACES)]
        self.assault_acts: list[Act] = [Act("assault", a) for a in range(SPACES)]
        self.bombard_acts: list[Act] = [Act("bombard", a) for a in range(SPACES)]
        self.chit_acts: list[Act] = [Act("chit", x) for x in range(len(USES))]
        self.return_acts: list[Act] = [Act("return", k) for k in range(KINDS)]


def load_board(pack: Path | None = None) -> Board:
    """The board of the game itself, read once; or with a data pack laid over it, which may have changed since."""
    return load(DATA, Board, check, pack, NAMES, KEYS)
