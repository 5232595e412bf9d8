"""Counters, charts and chits: what the rules need of them and what the rulebook states about them."""

from typing import Any, Final

from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings

# Factors that worked examples and rules print: unit, which of its factors, the number, the rule.
FACTORS: Final = ("attack", "defence", "movement")
STATED: Final = (("r-div38", 0, 2, "13.12"), ("r-div38", 1, 4, "13.12"), ("r-div69", 0, 2, "13.12"),
                 ("r-div69", 1, 4, "13.12"), ("r-div70", 0, 2, "13.12"), ("r-div70", 1, 4, "13.12"),
                 ("r-hq-ext", 0, 3, "13.12"), ("n-div50", 1, 5, "13.27"), ("n-og", 2, 0, "6.10"))
GUNS: Final = {"EBR", "MNV", "CEN", "CTV", "N", "MRC", "GLC", "C"}


class CounterCheck(Findings):
    def __init__(self, tables: Tables, hexes: dict[int, dict[str, Any]]) -> None:
        super().__init__(tables)
        self.hexes = hexes
        self.units: list[dict[str, Any]] = tables["units"]["unit"]
        self.by_id = {u["id"]: u for u in self.units}
        self.charts = tables["charts"]
        self.chits: list[dict[str, Any]] = tables["chits"]["chit"]
        self._units()
        self._stated()
        self._charts()
        self._crt()
        self._chits()

    def _units(self) -> None:
        for i, u in enumerate(self.units):
            kind = u["type"]
            if len(u["front"].split("-")) != {"hq": 2, "air": 1}.get(kind, 3):
                self.fault("units", ("unit", i, "front"), f"{u['id']}: {u['front']} are not the factors of a {kind}")
            steps = 0 if kind == "air" else 2 if u["back_is"] == "reduced" else 1
            if u["steps"] != steps:
                self.fault("units", ("unit", i, "steps"), f"{u['id']} must have {steps} steps (2.12)")
            if (u["back_is"] == "none") != (u["back"] == ""):
                self.fault("units", ("unit", i, "back"), f"{u['id']}: back and back_is disagree")
            if (u["back_is"] == "epr") != (u["fate"] == "convert"):
                self.fault("units", ("unit", i, "fate"), f"{u['id']}: a column with an EPR side converts (6.9)")
            if (u["type"] == "column") != (u["size"] == "column"):
                self.fault("units", ("unit", i, "size"), f"{u['id']}: a column has no size symbol (2.15)")
            if u["hex"] and u["hex"] not in self.hexes:
                self.fault("units", ("unit", i, "hex"), f"{u['id']} enters in {u['hex']}, which is no hex of the map")
            elif u["turn"] == 0 and kind != "air":
                owner = "N" if u["side"] == "nationalist" else "R"
                if not u["hex"] or self.hexes[u["hex"]]["control"] != owner:
                    self.fault("units", ("unit", i, "hex"), f"{u['id']} must start in a hex of its own side (3.1)")
            if u["fate"] and not 1 <= u["fate_turn"] <= 19:
                self.fault("units", ("unit", i, "fate_turn"), f"{u['id']} leaves or converts on no turn")

    def _stated(self) -> None:
        wanted = (("r-div11", "front", "7-11-5"), ("r-div11", "turn", 7), ("r-div11", "hex", 2712),
                  ("n-hq-ctv", "front", "6-4"), ("n-og", "hex", 3608), ("r-mng", "fate_turn", 6),
                  ("r-mod", "fate_turn", 6), ("r-len", "becomes", "29 Division"), ("n-div50", "steps", 2))
        for uid, field, value in wanted:
            if uid not in self.by_id or self.by_id[uid][field] != value:
                self.fault("units", ("unit",), f"{uid} must have {field} = {value}, as stated")
        for uid, at, value, rule in STATED:
            if uid not in self.by_id or self.by_id[uid]["front"].split("-")[at:at + 1] != [str(value)]:
                self.fault("units", ("unit",), f"{uid} must have the {FACTORS[at]} {value}, as stated ({rule})")
        if not any(u["type"] == "hq" and u["side"] == "republican" and u["front"] == "4-3" for u in self.units):
            self.fault("units", ("unit",), "there is a Republican headquarters 4-3 (13.27)")
        if {u["label"] for u in self.units if u["artillery"]} != GUNS:
            self.fault("units", ("unit",), "the HQs with artillery are EBR, MNV, CEN; CTV, N, MRC, GLC, C (13.12)")
        for i, u in enumerate(self.units):
            if u["rebuildable"] and (u["nationality"] == "colonial" or u["label"] in ("DLV", "FIN")):
                self.fault("units", ("unit", i, "rebuildable"), f"{u['id']} may never be rebuilt (6.5)")
        if [u["id"] for u in self.units if u["type"] == "air" and u["nationality"] == "northern"] != ["r-air-n"]:
            self.fault("units", ("unit",), "there is one northern air unit, r-air-n (8.3)")
        if sum(1 for u in self.units if u["turn"] == "event") != 4:
            self.fault("units", ("unit",), "there are four Basque units A to D (7.6)")

    def _charts(self) -> None:
        c = self.charts
        for name in ("resource_points", "strategic_movement"):
            if [x["turn"] for x in c[name]] != list(range(1, 20)):
                self.fault("charts", (name,), f"{name} must have one line for each of the 19 turns")
        if [x["number"] for x in c["turn"]] != list(range(1, 20)):
            self.fault("charts", ("turn",), "there must be 19 turns (5.1)")
        if c["morale"]["start"] != 72:
            self.fault("charts", ("morale", "start"), "morale starts at 72 (3.2)")
        forts = [(f["name"], f["activation_turn"], f["hexes"]) for f in self.tables["places"]["fort_line"]]
        if [(f["line"], f["turn"], f["hexes"]) for f in c["fort_activation"]] != forts:
            self.fault("charts", ("fort_activation",), "the table of forts must agree with the lines on the map")
        listed = {(x["turn"], uid, what) for x in c["withdrawal_conversion"]
                  for what in ("convert", "withdraw") for uid in x[what]}
        printed = {(u["fate_turn"], u["id"], u["fate"]) for u in self.units if u["fate"]}
        for turn, uid, what in sorted(listed ^ printed):
            self.fault("charts", ("withdrawal_conversion",), f"chart and counter disagree: {uid}, {what} on {turn}")
        faces = sorted(d for k in ("refuses", "minus_one", "no_effect", "plus_one") for d in c["column_attack"][k])
        if faces != [1, 2, 3, 4, 5, 6]:
            self.fault("charts", ("column_attack",), "every die face has exactly one meaning (15.7.1)")

    def _crt(self) -> None:
        crt = self.charts["crt"]
        if crt["columns"] != ["1:2", *[f"{n}:1" for n in range(1, 8)]] or crt["dice"] != list(range(7)):
            self.fault("charts", ("crt",), "the table has columns 1:2 to 7:1 and dice 0 to 6 (13.9, 13.14)")
            return
        rows = [[[int(n) for n in x.split("/")] for x in r] for r in crt["rows"]]
        for cell in crt["text_cells"]:
            a, d = rows[cell["die"]][crt["columns"].index(cell["column"])]
            if f"{a}/{d}" != cell["result"]:
                self.fault("charts", ("crt", "rows"), f"{cell['column']} at {cell['die']} must be {cell['result']}")
        for r in range(7):
            for c in range(8):
                for here, there in (((r, c), (r, c - 1)), ((r, c), (r - 1, c))):
                    if min(there) >= 0:
                        a, b = rows[here[0]][here[1]], rows[there[0]][there[1]]
                        if a[0] > b[0] or a[1] < b[1]:
                            self.fault("charts", ("crt", "rows", r), f"{crt['columns'][c]} at {r} is worse than less")

    def _chits(self) -> None:
        rules = {c["rule"] for c in self.chits if not c["optional"]}
        wanted = {"7.2"} | {f"7.{n}" for n in (*range(5, 17), *range(18, 23), *range(29, 42))}
        for rule in sorted(rules ^ wanted):
            self.fault("chits", ("chit",), f"there must be a chit of {rule}" if rule in wanted else f"{rule}: no chit")
        for i, c in enumerate(self.chits):
            if len(c["turns"]) != c["copies"] or len(c["values"]) not in (0, c["copies"]):
                self.fault("chits", ("chit", i), f"{c['id']}: one turn, and one value or none, for each copy")
        total = sum(c["copies"] for c in self.chits if not c["optional"])
        count = self.charts["counters"]
        markers = sum(m["count"] for m in count["marker"])
        if (count["units"], count["chits"], count["markers"]) != (len(self.units), total, markers):
            self.fault("charts", ("counters",), "the counter budget does not agree with the files")
        if count["units"] + count["chits"] + count["markers"] != count["total"]:
            self.fault("charts", ("counters", "total"), "units, chits and markers must add up (2.1)")
