"""What never changes in a game: squares, compounds, routes, pawns, tracks and the numbers of the rules, as arrays.

Shared by every clone of a position and never written to after it is built. Spaces 0 to 32 are the large squares in the
order of the data, the compounds follow. Units are pawns and handles: the pawns that are always face up come first, then
fourteen handles a side for the pieces with a decoy side. What a handle stands for is secret and lies in the position;
the arrays here that describe a piece are read through it.
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.heralds.data.check import KEYS, NAMES, check
from frente.kernel.flow import Act
from frente.kernel.packs import Tables
from frente.kernel.views import Piece
from frente.kit.board import load

DATA: Final = Path(__file__).parents[1] / "data"

CND: Final = 0
PCE: Final = 1
NEUTRAL: Final = 2
SIDES: Final = ("cnd", "pce")
OWNERS: Final = ("cnd", "pce", "neutral")
FACTIONS: Final = ("CND", "PCE")

SQUARES: Final = 33
SPACES: Final = 63
HANDLES: Final = 14                      # of each side

# Kinds of space.
DOWNTOWN: Final = 0
PERIPHERY: Final = 1
RESERVES: Final = 2
COMPOUND: Final = 3
KINDS_OF_SPACE: Final = ("downtown", "periphery", "reserves", "compound")

# Kinds of pawn (2.3.1a).
HQ: Final = 0
COMBAT: Final = 1
SUPPORT: Final = 2
LEADER: Final = 3
AGENT: Final = 4
SYNDICATE: Final = 5
TOKEN: Final = 6
DECOY: Final = 7
KINDS: Final = ("hq", "combat", "support", "leader", "agent", "syndicate", "player_token", "decoy")

NO_SUPPORT: Final = 0
ARTILLERY: Final = 1
ARMOUR: Final = 2
AVIATION: Final = 3
ARMS: Final = ("", "artillery", "armour", "aviation")

FORMATIONS: Final = ("CENTRO", "I", "II", "III", "IV", "XVII", "FARE")
CENTRO: Final = 0
II: Final = 2

# Where free pieces may be set up (15.free).
PLACES: Final = ("chart", "any", "downtown", "jaca-or-downtown", "with-70bm", "with-armour", "with-8d", "with-ii",
                 "7d-or-iii")

# Kinds of resource.
TELEPHONE: Final = 0
WIRELESS: Final = 1
POWER: Final = 2
WATER: Final = 3
BROADCAST: Final = 4
PRINT: Final = 5
MOTOR: Final = 6
AMMO: Final = 7
RESOURCES: Final = ("telephone", "wireless", "power", "water", "broadcast", "print", "motor", "ammo")


class Board:
    """Static arrays, numbered in the order of the data files."""

    def __init__(self, tables: Tables) -> None:
        self.version = tables.version
        self.tables: dict[str, dict[str, Any]] = dict(tables)     # for whoever draws the map
        self.latest: dict[int, tuple[tuple[int, ...], Piece]] = {}       # pawns as they were last shown
        self._spaces(tables["board"])
        self._routes(tables["board"])
        self._resources(tables["board"])
        self._tracks(tables["board"])
        self._pawns(tables["pawns"])
        self._superiors()
        self._values(tables["values"])
        self._acts()

    # -- the ground

    def _spaces(self, m: Mapping[str, Any]) -> None:
        squares: list[dict[str, Any]] = m["square"]
        compounds: list[dict[str, Any]] = m["compound"]
        self.names: list[str] = [s["id"] for s in squares] + [c["id"] for c in compounds]
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.title: list[str] = [s["name"] for s in squares] + [c["name"] for c in compounds]
        self.space: list[int] = [KINDS_OF_SPACE.index(s["kind"]) for s in squares] + [COMPOUND] * len(compounds)
        self.parent: list[int] = list(range(SQUARES)) + [self.index[c["parent"]] for c in compounds]
        self.inside: list[list[int]] = [
            [c for c in range(SQUARES, SPACES) if self.parent[c] == a] if a < SQUARES else [] for a in range(SPACES)]
        self.bridge: list[bool] = [False] * SQUARES + [c["kind"] == "bridge" for c in compounds]
        self.site: list[bool] = [False] * SQUARES + [c["kind"] == "marker_site" for c in compounds]
        self.closed: list[bool] = [False] * SQUARES + [c.get("start") == "closed" for c in compounds]
        self.downtown: list[bool] = [self.space[self.parent[a]] == DOWNTOWN for a in range(SPACES)]
        self.arganda = self.index["ARGANDA_BRIDGE"]
        self.alcala = self.index["ALCALA"]
        self.carabana = self.index["CARABANA"]
        self.res_iii = self.index["RES_III"]
        self.eloisa = self.index["VILLA_ELOISA"]
        self.lineal = self.index["CIUDAD_LINEAL"]
        self.jaca = self.index["JACA"]
        self.g2 = self.index["G2"]
        self.key_squares: list[int] = [self.index[x] for x in ("B", "CHAMARTIN", "CANILLEJAS")]
        self.will_squares: list[int] = [self.index[x] for x in "BCDEFHJK"]
        self.square_g = self.index["G"]
        self.far: list[int] = [self.index["GUADALAJARA"], self.index["RES_IV"]]      # served by their own exchange
        self.fronts: list[int] = [self.index["RES_7D"], self.index["RES_8D"]]

    def _routes(self, m: Mapping[str, Any]) -> None:
        routes: list[dict[str, Any]] = m["route"]
        self.route_ids: list[str] = [r["id"] for r in routes]
        self.ends: list[tuple[int, int]] = [(self.index[r["from"]], self.index[r["to"]]) for r in routes]
        self.via: list[list[int]] = [[self.index[v] for v in r["via"]] for r in routes]
        self.rail: list[bool] = [r["rail"] for r in routes]
        self.degree: list[int] = [sum(a in ends for ends in self.ends) for a in range(SQUARES)]
        # [4.5.2d] combat or armour units needed to control a square outside downtown
        self.need: list[int] = [(n + 1) // 2 if self.space[a] == PERIPHERY else 0 for a, n in enumerate(self.degree)]
        # Steps a pawn can take (6.3b, 6.3c): where to, along which route (-1 none), past which compounds.
        self.to: list[list[int]] = [[] for _ in range(SPACES)]
        self.by: list[list[int]] = [[] for _ in range(SPACES)]
        self.past: list[list[list[int]]] = [[] for _ in range(SPACES)]
        for c in range(SQUARES, SPACES):
            if not self.site[c]:
                self._link(c, self.parent[c], -1, [])
                self._link(self.parent[c], c, -1, [])
        for r, (a, b) in enumerate(self.ends):
            row = [a, *self.via[r], b]
            self._link(a, b, r, self.via[r])
            self._link(b, a, r, self.via[r][::-1])
            for i in range(1, len(row) - 1):
                c = row[i]
                self._link(c, a, r, row[1:i][::-1])
                self._link(c, b, r, row[i + 1:-1])
                if i > 1:
                    self._link(c, row[i - 1], r, [])
                    self._link(row[i - 1], c, r, [])
            if len(row) > 2:
                self._link(a, row[1], r, [])
                self._link(b, row[-2], r, [])
        # [R76] Compounds that can be assaulted from a space, and what must not block the way to them.
        self.storm_at: list[list[int]] = [self.inside[a][:] for a in range(SPACES)]
        self.storm_past: list[list[list[int]]] = [[[] for _ in self.inside[a]] for a in range(SPACES)]
        for r, (a, b) in enumerate(self.ends):
            for start, way in ((a, self.via[r]), (b, self.via[r][::-1])):
                for k, c in enumerate(way):
                    self._storm(start, c, way[:k])
            for c, d in zip(self.via[r], self.via[r][1:]):
                self._storm(c, d, [])
                self._storm(d, c, [])
        self.near: list[list[int]] = [[b for b in self.to[a] if b < SQUARES] if a < SQUARES else []
                                      for a in range(SPACES)]
        cost: dict[tuple[str, str, str], int] = {
            (x["from"], x["to"], x["status"]): x["cost"] for x in m["move_cost"]}
        self.cost_easy: list[list[int]] = [[self._cost(cost, a, b, "easy") for b in self.to[a]] for a in range(SPACES)]
        self.cost_hard: list[list[int]] = [[self._cost(cost, a, b, "hard") for b in self.to[a]] for a in range(SPACES)]
        self.railway: list[list[bool]] = [
            [self._on_rail(a, i) for i in range(len(self.to[a]))] for a in range(SPACES)]

    def _link(self, a: int, b: int, route: int, past: list[int]) -> None:
        if b not in self.to[a]:          # a compound's own square comes first and is never past anything (2.2h)
            self.to[a].append(b)
            self.by[a].append(route)
            self.past[a].append(past[:])

    def _storm(self, a: int, c: int, past: list[int]) -> None:
        if c not in self.storm_at[a]:
            self.storm_at[a].append(c)
            self.storm_past[a].append(past[:])

    def _cost(self, cost: Mapping[tuple[str, str, str], int], a: int, b: int, status: str) -> int:
        """[14] The chart's price of one step."""
        zones = ["downtown" if self.space[x] == DOWNTOWN else "periphery_or_reserves" for x in (a, b)]
        if a >= SQUARES and b >= SQUARES:
            same = "same" if self.parent[a] == self.parent[b] else "other"
            return cost[(f"compound_{same}_letter", "compound_connected", "easy")]
        if b >= SQUARES:
            related = "related" if self.parent[b] == a else "unrelated"
            return cost[(zones[0], f"compound_{related}", "easy")]
        if a >= SQUARES:
            related = "related" if self.parent[a] == b else "unrelated"
            return cost[(f"compound_{related}", zones[1], status)]
        return cost[(zones[0], zones[1], status)]

    def _on_rail(self, a: int, i: int) -> bool:
        """[9.3d] Whether the armoured train may take a step."""
        b, r = self.to[a][i], self.by[a][i]
        if r >= 0:
            return self.rail[r]
        c = max(a, b)                    # between a compound and its own square
        return any(self.rail[k] and c in self.via[k] for k in range(len(self.via)))

    # -- resources and tracks

    def _resources(self, m: Mapping[str, Any]) -> None:
        resources: list[dict[str, Any]] = m["resource"]
        self.rid: list[str] = [r["id"].lower().replace("_", "-") for r in resources]
        self.rindex: dict[str, int] = {x: i for i, x in enumerate(self.rid)}
        self.rtype: list[int] = [RESOURCES.index(r["type"]) for r in resources]
        self.rat: list[int] = [self.index[r["at"]] for r in resources]
        self.critical: list[bool] = [r["critical"] for r in resources]
        self.main = self.rindex["tel-g1"]
        self.guadalajara = self.rindex["tel-guadalajara"]
        self.army = self.rindex["tel-j1"]
        self.sim = self.rindex["tel-h3"]
        self.wireless = self.rindex["wireless-h2"]
        self.exchanges: list[int] = [self.main, self.guadalajara, self.army, self.sim, self.wireless]
        self.depots: list[int] = [r for r, t in enumerate(self.rtype) if t == AMMO]
        self.motors: list[int] = [r for r, t in enumerate(self.rtype) if t == MOTOR]
        self.at_space: list[list[int]] = [[r for r, a in enumerate(self.rat) if a == s] for s in range(SPACES)]

    def _tracks(self, m: Mapping[str, Any]) -> None:
        boxes: list[dict[str, Any]] = sorted(m["will_track"]["boxes"], key=_box)
        self.will_label: list[str] = ["", *(x["label"] for x in boxes)]
        self.will_plain: list[int] = [0, *(x["modifier"] for x in boxes)]
        self.will_other: list[int] = [0, *(x["other"] for x in boxes)]
        self.start_will: list[int] = [m["will_track"]["start"][f] for f in FACTIONS]
        turns: list[dict[str, Any]] = m["turn_track"]["turns"]
        self.days: list[str] = ["", *(str(t["date"]) for t in turns)]
        self.penalty: list[int] = [0, *(t["pce_penalty"] for t in turns)]
        self.penalty_other: list[int] = [0, *(t["other"] for t in turns)]

    # -- the pawns

    def _pawns(self, data: Mapping[str, Any]) -> None:
        kinds: list[dict[str, Any]] = data["pawn"]
        opens: list[tuple[dict[str, Any], dict[str, Any], int]] = []
        hidden: list[list[tuple[dict[str, Any], dict[str, Any], int]]] = [[], []]
        for k in kinds:
            number = 0
            for place in k["place"]:
                for _ in range(place["n"]):
                    number += 1
                    row = (k, place, number)
                    if place["status"] == "hidden":
                        hidden[FACTIONS.index(k["reverse"])].append(row)
                    else:
                        opens.append(row)
        rows = [*opens, *hidden[CND], *hidden[PCE]]
        self.first = len(opens)                          # the first handle
        self.units = len(rows)
        self.handles: list[list[int]] = [
            list(range(self.first, self.first + HANDLES)), list(range(self.first + HANDLES, self.units))]
        self.piece: list[str] = [k["id"] if k["count"] == 1 else f"{k['id']}-{n}" for k, _, n in rows]
        self.uid: list[str] = self.piece[:self.first] + [
            f"{SIDES[s]}-{i + 1}" for s in (CND, PCE) for i in range(HANDLES)]
        self.uindex: dict[str, int] = {x: i for i, x in enumerate(self.uid)}
        self.pindex: dict[str, int] = {x: i for i, x in enumerate(self.piece)}
        self.pname: list[str] = [k["name"] for k, _, _ in rows]
        self.reverse_name: list[str] = [k.get("reverse_name", k["name"]) for k, _, _ in rows]
        # What follows is indexed by the piece, not by the handle.
        self.kind: list[int] = [KINDS.index(k["kind"]) for k, _, _ in rows]
        self.arm: list[int] = [ARMS.index(k.get("support", "")) for k, _, _ in rows]
        self.icon: list[str] = [k["icon"] for k, _, _ in rows]
        self.formation: list[int] = [FORMATIONS.index(k["formation"]) if "formation" in k else -1 for k, _, _ in rows]
        self.second: list[int] = [
            FORMATIONS.index(k["second_formation"]) if "second_formation" in k else -1 for k, _, _ in rows]
        self.numerals: list[str] = sorted({k["numeral"] for k in kinds if "numeral" in k})
        self.numeral: list[int] = [self.numerals.index(k["numeral"]) if "numeral" in k else -1 for k, _, _ in rows]
        self.level: list[int] = [k.get("level", 0) for k, _, _ in rows]
        self.reverse: list[int] = [FACTIONS.index(k["reverse"]) for k, _, _ in rows]
        self.command: list[int] = [k.get("command", 0) for k, _, _ in rows]
        self.initiative: list[int] = [k.get("initiative", 0) for k, _, _ in rows]
        self.morale: list[int] = [k.get("morale", 0) for k, _, _ in rows]
        self.modifier: list[int] = [k.get("command_modifier", 0) for k, _, _ in rows]
        self.credit: list[int] = [k.get("credit_modifier", 0) for k, _, _ in rows]
        self.paren: list[bool] = [k.get("parenthesis", False) for k, _, _ in rows]
        self.fifth: list[bool] = [k.get("fifth_column", False) for k, _, _ in rows]
        self.gerc: list[bool] = [k.get("gerc", False) for k, _, _ in rows]
        ids = [k["id"] for k in kinds]
        self.brigade: list[int] = [ids.index(k["id"]) for k, _, _ in rows]
        self.only: list[list[int]] = [[ids.index(x) for x in k.get("commands_only", [])] for k, _, _ in rows]
        self.start_at: list[int] = [self.index[x["at"]] if "at" in x else -1 for _, x, _ in rows]
        self.start_side: list[int] = [
            NEUTRAL if x["status"] == "N" else FACTIONS.index(k["reverse"]) for k, x, _ in rows]
        self.free: list[int] = [PLACES.index(x.get("free", "chart")) for _, x, _ in rows]
        self.train = self.pindex["ffcc"]
        self.subsuelo = self.pindex["subsuelo"]
        self.valle = self.pindex["lopez-valle"]
        self.sanchez = self.pindex["sanchez"]
        self.alvarez = self.pindex["alvarez"]
        self.pertegaz = self.pindex["pertegaz"]
        self.ortega = self.pindex["ortega"]
        self.air = self.pindex["fare-air"]
        self.hq_air = self.pindex["hq-fare"]
        self.hq_centro = self.pindex["hq-centro"]
        self.hq_gerc = self.pindex["hq-gerc"]
        self.party = self.pindex["syn-pce"]
        self.syndicates: list[list[int]] = [
            [u for u in range(self.first) if self.kind[u] == SYNDICATE and self.reverse[u] == s] for s in (CND, PCE)]
        self.corps_leaders: list[int] = [self.pindex[x] for x in ("bueno", "barcelo", "ortega")]
        self.tokens: list[int] = [self.pindex["token-cnd"], self.pindex["token-pce"]]
        self.hqs: list[int] = [u for u in range(self.first) if self.kind[u] == HQ]
        self.armours: list[int] = [u for u in range(self.first) if self.arm[u] == ARMOUR]
        self.front_units: list[int] = [
            u for u in range(self.first) if self.kind[u] in (COMBAT, SUPPORT) and self.formation[u] == II
            and self.numeral[u] in (self.numerals.index("7"), self.numerals.index("8"))]
        # Pawns a negotiation may aim at (R50), and the first detachment of each one's brigade.
        self.open_to_talks: list[int] = [
            u for u in range(self.first) if self.kind[u] in (HQ, LEADER, COMBAT, SUPPORT) and u != self.air
            and not self.gerc[u]]
        self.leaders: list[int] = [u for u in range(self.first) if self.kind[u] == LEADER]
        self.combats: list[int] = [u for u in range(self.first) if self.kind[u] == COMBAT]
        self.staff: list[int] = [u for u in range(self.first) if self.gerc[u]]       # of the Army Group, in the open
        self.speakers: list[list[int]] = [       # who may speak for a side, or be one of its decoys
            [u for u in self.leaders if self.reverse[u] == s or u == self.ortega] + self.handles[s] for s in (CND, PCE)]
        self.eldest: list[int] = [self.brigade.index(x) for x in self.brigade]
        self._free_squares()
        start = data["start"]
        self.start_ap: list[int] = [start["action_points"][f] for f in FACTIONS]
        self.start_ip: list[int] = [start["intelligence_points"][f] for f in FACTIONS]
        self.start_initiative = FACTIONS.index(start["initiative"])
        self.free_limit: int = start["free_limit"]

    def _free_squares(self) -> None:
        """[15.free] By rule of the chart: large squares in which a freely placed piece may start."""
        self.free_squares: list[list[bool]] = [[False] * SQUARES for _ in PLACES]
        for sq in range(SQUARES):
            town = self.space[sq] == DOWNTOWN
            there = [u for u in range(self.first) if self.start_at[u] >= 0 and self.parent[self.start_at[u]] == sq
                     and self.kind[u] in (HQ, COMBAT, SUPPORT)]
            blue = [u for u in there if self.formation[u] == II]
            self.free_squares[PLACES.index("any")][sq] = True
            self.free_squares[PLACES.index("downtown")][sq] = town
            self.free_squares[PLACES.index("jaca-or-downtown")][sq] = town or sq == self.parent[self.jaca]
            self.free_squares[PLACES.index("with-70bm")][sq] = any(self.piece[u].startswith("70bm") for u in there)
            self.free_squares[PLACES.index("with-armour")][sq] = any(self.arm[u] == ARMOUR for u in there)
            self.free_squares[PLACES.index("with-8d")][sq] = any(
                self.numeral[u] == self.numerals.index("8") for u in blue)
            self.free_squares[PLACES.index("with-ii")][sq] = bool(blue)
            self.free_squares[PLACES.index("7d-or-iii")][sq] = self.names[sq] in ("RES_7D", "RES_III")

    def _superiors(self) -> None:
        """[4.4a, R30, R36] The headquarters next above each pawn; -1 for those that hang from level 1 or the token."""
        self.division: dict[tuple[int, int], int] = {
            (self.formation[h], self.numeral[h]): h for h in self.hqs if self.level[h] == 3}
        self.corps: list[int] = [-1] * len(FORMATIONS)
        for h in self.hqs:
            if self.level[h] == 2:
                self.corps[self.formation[h]] = h
        self.above: list[int] = []
        for i in range(self.units):
            f, n = self.formation[i], self.numeral[i]
            own = self.division.get((f, n), -1) if n >= 0 else self.corps[f] if f >= 0 else -1
            if self.kind[i] == HQ:
                own = self.corps[f] if self.level[i] == 3 else -1
            self.above.append(own)

        self.cnd_subs: list[list[int]] = [[] for _ in range(self.units)]
        self.pce_subs: list[list[int]] = [[] for _ in range(self.units)]
        for h in self.hqs:
            for i in range(self.units):
                if i != h and self.kind[i] in (HQ, COMBAT, SUPPORT, LEADER, AGENT):
                    if self._in_chain(h, i):
                        self.cnd_subs[h].append(i)
                    if self.authority(h, i):
                        self.pce_subs[h].append(i)

    def authority(self, h: int, i: int) -> bool:
        """[4.1.2a, 4.1.2b, 4.1.1d] Whether a headquarters may order a piece of its faction at all."""
        if self.kind[i] == HQ and self.level[i] <= self.level[h]:
            return False
        if self.level[h] == 1 and self.kind[i] == HQ:
            return True
        if self.formation[h] not in (self.formation[i], self.second[i]):
            return False
        return self.numeral[h] < 0 or self.numeral[h] == self.numeral[i]

    def _in_chain(self, h: int, i: int) -> bool:
        """[4.4a, 4.4.1a, 4.4.1d, R30, R33, R35, R36] Whether the CND's order passes from a headquarters to a piece."""
        f = self.formation[i]
        speaker = self.kind[i] in (LEADER, AGENT)
        if speaker and not self.level[i]:
            return False
        if self.level[h] == 1:
            if self.kind[i] == HQ:
                return self.level[i] == 2 or (self.level[i] == 3 and f == CENTRO)
            if speaker:
                return self.level[i] <= 2 or f == CENTRO
            return f == CENTRO and self.numeral[i] < 0
        if f != self.formation[h]:
            return False
        if self.level[h] == 2:
            return self.kind[i] == HQ or speaker or (self.kind[i] == SUPPORT and self.numeral[i] < 0)
        return self.kind[i] != HQ and self.numeral[i] == self.numeral[h]

    def _values(self, v: Mapping[str, Any]) -> None:
        self.v: dict[str, int] = {f"{group}.{name}": n for group, table in v.items() if group != "provenance"
                                  for name, n in table.items()}
        self.turns = self.v["limits.turns"]
        self.most_combat = self.v["limits.compound_combat"]
        self.most_support = self.v["limits.compound_support"]
        self.most_pieces = self.v["limits.compound_pieces"]
        self.most_will = self.v["limits.will"]
        self.free_entries = self.v["credit.free_downtown"]

    def _acts(self) -> None:
        self.unit_verbs: dict[str, list[Act]] = {}
        self.space_verbs: dict[str, list[Act]] = {}
        self.resource_verbs: dict[str, list[Act]] = {}
        for verb in UNIT_VERBS:
            self.unit_verbs[verb] = [Act(verb, u) for u in range(self.units)]
        for verb in SPACE_VERBS:
            self.space_verbs[verb] = [Act(verb, a) for a in range(SPACES)]
        for verb in RESOURCE_VERBS:
            self.resource_verbs[verb] = [Act(verb, r) for r in range(len(self.rid))]
        self.move_acts = self.space_verbs["move"]
        self.order_acts = self.unit_verbs["order"]


UNIT_VERBS: Final = (
    "piece", "affiliate", "subvert", "summon", "shift", "envoy", "helper", "courier", "address", "order", "through",
    "stack", "join", "drop", "pick", "unit", "lead", "leader", "suffer", "strike", "parley", "replace", "withdraw",
    "seat", "task", "relocate", "repair", "prisoner", "spoil", "conceal")
SPACE_VERBS: Final = ("place", "move", "assault", "fix", "hold", "destroy", "to", "shelter", "sally", "bomb",
                      "blast", "go")
RESOURCE_VERBS: Final = ("use", "call", "motor")


def _box(row: Mapping[str, Any]) -> int:
    return int(row["box"])


def load_board(pack: Path | None = None) -> Board:
    """The board of the game itself, read once; or with a data pack laid over it, which may have changed since."""
    return load(DATA, Board, check, pack, NAMES, KEYS)
