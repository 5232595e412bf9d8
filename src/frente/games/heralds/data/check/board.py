"""Does the board of Heralds of Defeat hang together? Squares, compounds, routes, resources, tracks, costs."""

from collections import Counter
from typing import Any, Final

from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings

DOWNTOWN: Final = "ABCDEFGHJKL"
COMPOUNDS: Final = {"A": 2, "B": 5, "C": 1, "D": 3, "E": 1, "F": 1, "G": 4, "H": 3, "J": 2, "K": 2}
OUTER: Final = {"JACA": "CANILLEJAS", "VILLA_ELOISA": "CIUDAD_LINEAL", "BARAJAS_BRIDGE": "BARAJAS",
                "SAN_FERNANDO_BRIDGE": "SAN_FERNANDO", "ARGANDA_BRIDGE": "ARGANDA",
                "GUADALAJARA_EXCHANGE": "GUADALAJARA"}
PERIPHERY: Final = ("EL_PARDO", "CHAMARTIN", "CIUDAD_LINEAL", "CANILLEJAS", "BARAJAS", "PARACUELLOS", "SAN_FERNANDO",
                    "TORREJON", "ALCALA", "GUADALAJARA", "VICALVARO", "VALLECAS", "ARGANDA", "CARABANA")
RESERVES: Final = ("RES_I", "RES_4D", "RES_7D", "RES_8D", "RES_III", "RES_IV", "RES_XVII", "RES_LEV")
RESOURCES: Final = {"telephone": 4, "wireless": 1, "power": 2, "water": 1, "broadcast": 2, "print": 2, "motor": 2,
                    "ammo": 3}
CRITICAL: Final = {"power_C1", "power_K1", "water_A2", "tel_G1"}
COSTS: Final = (
    ("downtown", "downtown", 2), ("downtown", "compound_related", 1), ("downtown", "compound_unrelated", 1),
    ("downtown", "periphery_or_reserves", 2), ("periphery_or_reserves", "downtown", 2),
    ("periphery_or_reserves", "compound_related", 1), ("periphery_or_reserves", "compound_unrelated", 1),
    ("periphery_or_reserves", "periphery_or_reserves", 2), ("compound_same_letter", "compound_connected", 1),
    ("compound_other_letter", "compound_connected", 1), ("compound_related", "downtown", 2),
    ("compound_unrelated", "downtown", 2), ("compound_related", "periphery_or_reserves", 2),
    ("compound_unrelated", "periphery_or_reserves", 2))


class BoardCheck(Findings):
    """Faults of board.toml."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.board = tables["board"]
        self.kind: dict[str, str] = {s["id"]: s["kind"] for s in self.board["square"]}
        self.parent: dict[str, str] = {c["id"]: c["parent"] for c in self.board["compound"]}
        self._squares()
        self._compounds()
        self._routes()
        self._resources()
        self._tracks()
        self._costs()

    def _squares(self) -> None:
        for names, kind, rule in ((tuple(DOWNTOWN), "downtown", "2.2b"), (PERIPHERY, "periphery", "2.2e"),
                                  (RESERVES, "reserves", "2.2f")):
            for name in names:
                if self.kind.get(name) != kind:
                    self.fault("board", ("square",), f"there must be a {kind} square {name} ({rule})")

    def _compounds(self) -> None:
        wanted = {f"{letter}{n}": letter for letter, k in COMPOUNDS.items() for n in range(1, k + 1)} | OUTER
        for name, parent in wanted.items():
            if self.parent.get(name) != parent:
                self.fault("board", ("compound",), f"there must be a compound {name} in {parent} (2.2c, 2.2d)")
        for i, c in enumerate(self.board["compound"]):
            if c["parent"] not in self.kind:
                self.fault("board", ("compound", i, "parent"), f"{c['parent']} is no large square")
            if (c["kind"] == "bridge") != ("start" in c):
                self.fault("board", ("compound", i, "kind"),
                           f"{c['id']} needs a start, open or closed, if it is a bridge, and only then (13a)")

    def _routes(self) -> None:
        seen: set[frozenset[str]] = set()
        near: dict[str, set[str]] = {name: set() for name in self.kind}
        for i, r in enumerate(self.board["route"]):
            path = ("route", i)
            ends = frozenset((r["from"], r["to"]))
            if not ends <= set(self.kind) or len(ends) < 2:
                self.fault("board", (*path, "from"), f"route {r['id']} must join two large squares (2.2g)")
                continue
            if ends in seen:
                self.fault("board", (*path, "from"), f"route {r['id']} joins two squares that are joined already")
            seen.add(ends)
            near[r["from"]].add(r["to"])
            near[r["to"]].add(r["from"])
            for v in r["via"]:
                if self.parent.get(v) not in ends:
                    self.fault("board", (*path, "via"), f"{v} is no compound of either end of route {r['id']} (2.2c)")
        astride = Counter(v for r in self.board["route"] for v in r["via"])
        for i, c in enumerate(self.board["compound"]):
            if c["kind"] == "bridge" and astride[c["id"]] != 1:
                self.fault("board", ("compound", i, "kind"), f"{c['id']} must be astride exactly one route (R19)")
        reached = ["G"]
        for a in reached:
            reached += [b for b in sorted(near.get(a, ())) if b not in reached]
        missing = sorted(set(self.kind) - set(reached))
        if missing:
            self.fault("board", ("route",), f"no route leads to {', '.join(missing)}")

    def _resources(self) -> None:
        resources: list[dict[str, Any]] = self.board["resource"]
        count = Counter(r["type"] for r in resources)
        for kind, n in RESOURCES.items():
            if count[kind] != n:
                self.fault("board", ("resource",),
                           f"there must be {n} resources of type {kind}, not {count[kind]} (10)")
        listed = {name: c["id"] for c in self.board["compound"] for name in c["resources"]}
        for i, r in enumerate(resources):
            if listed.get(r["id"]) != r["at"]:
                self.fault("board", ("resource", i, "at"), f"{r['at']} does not list its resource {r['id']}")
            if r["critical"] != (r["id"] in CRITICAL):
                self.fault("board", ("resource", i, "critical"), f"{r['id']} is wrongly marked (10a)")
        if len(listed) != len(resources):
            self.fault("board", ("resource",), "compounds list resources that do not exist")

    def _tracks(self) -> None:
        boxes = {x["box"]: x for x in self.board["will_track"]["boxes"]}
        if sorted(boxes) != [1, 2, 3, 4, 5]:
            self.fault("board", ("will_track", "boxes"), "the boxes must be 1 to 5 (11.1a)")
        elif any(boxes[i][k] > boxes[i + 1][k] for i in range(1, 5) for k in ("modifier", "other")):
            self.fault("board", ("will_track", "boxes"), "a modifier falls as the will to fight rises (11.1a)")
        if [t["turn"] for t in self.board["turn_track"]["turns"]] != [1, 2, 3, 4, 5, 6]:
            self.fault("board", ("turn_track", "turns"), "the turns must be 1 to 6 (3a)")

    def _costs(self) -> None:
        rows = {(m["from"], m["to"], m["status"]) for m in self.board["move_cost"]}
        for a, b, states in COSTS:
            for status in ("easy", "hard")[:states]:
                if (a, b, status) not in rows:
                    self.fault("board", ("move_cost",), f"the chart has no cost from {a} to {b}, {status} (14)")
