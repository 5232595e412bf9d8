"""Do the counters, chits, tracks and numbers of Storm Over Madrid hang together?"""

from collections import Counter
from typing import Any

from frente.games.storm.data.shape import BOXES, CHITS, FACTIONS, TURNS
from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings

LATE: dict[str, int] = {"15.R2": 3, "15.R3": 3, "15.R6": 5, "15.N7": 6}
ONE_TIME = ("15.R8", "15.N6", "15.N7", "15.N9")


class CounterCheck(Findings):
    """Faults of counters.toml, track.toml and values.toml."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.units: list[dict[str, Any]] = tables["counters"]["unit"]
        self.chits: list[dict[str, Any]] = tables["counters"]["chit"]
        self.areas: list[dict[str, Any]] = tables["areas"]["area"]
        self.owner = {x["id"]: x["owner"] for x in tables["areas"]["box"]}
        self.track = tables["track"]
        self.values = tables["values"]
        self._units()
        self._setup()
        self._scenario_2()
        self._chits()
        self._tracks()

    def _units(self) -> None:
        known = {a["id"] for a in self.areas}
        for i, u in enumerate(self.units):
            name = u["id"]
            if (u["type"] == "artillery") == ("attack" in u):
                what = "takes no attack factor (1.1f)" if "attack" in u else "needs an attack factor (1.1e)"
                self.fault("counters", ("unit", i, "type"), f"{name} {what}")
            if u["faction"] not in FACTIONS[u["side"]]:
                self.fault("counters", ("unit", i, "faction"), f"{name} cannot be {u['faction']} on its side")
            if u["turn"] == "rada" and u["side"] != "nationalist":
                self.fault("counters", ("unit", i, "turn"), f"{name} is not Nationalist, so not of Rada (7c)")
            if not u["areas"] or (len(u["areas"]) > 1 and any(x in BOXES for x in u["areas"])):
                self.fault("counters", ("unit", i, "areas"), f"{name} needs one box or one or more areas (1.1k, 1.1l)")
            for x in u["areas"]:
                if x not in known and x not in BOXES:
                    self.fault("counters", ("unit", i, "areas"), f"{name} is placed in {x}, which does not exist")
                elif x in BOXES and self.owner.get(x) != u["side"]:
                    self.fault("counters", ("unit", i, "areas"), f"{name} is placed in an enemy box (2i)")

    def _setup(self) -> None:
        control = {a["id"]: a["start_control"] for a in self.areas}
        most: Counter[tuple[str, str]] = Counter()
        for i, u in enumerate(self.units):
            if u["turn"] == 0:
                for x in u["areas"]:
                    most[u["side"], x] += 1
                    if x in control and control[x] != u["side"]:
                        self.fault("counters", ("unit", i, "areas"), f"{u['id']} starts in {x}, an enemy area (12.1d)")
        limit = self.values["limits"]["stacking"]
        for (side, x), n in most.items():
            if x not in BOXES and n > limit:
                self.fault("counters", ("unit",), f"{n} {side} units could start in {x}; {limit} are the most (3.2a)")

    def _scenario_2(self) -> None:
        number: Counter[tuple[str, str]] = Counter()
        for i, u in enumerate(self.units):
            number[u["side"], u["scn2"]] += 1
            late = u["turn"] != "rada" and u["turn"] > 10
            if u["scn2"] != "cross" and (u["scn2"] == "track") != late:
                self.fault("counters", ("unit", i, "scn2"), f"{u['id']}: turn and {u['scn2']} differ (12.2c)")
            if u["side"] == "nationalist" and u["scn2"] in ("cross", "AA"):
                self.fault("counters", ("unit", i, "scn2"), f"{u['id']}: this code is Republican only (1.1i)")
        limit = self.values["limits"]["stacking"]
        if number["republican", "AA"] > limit:
            self.fault("counters", ("unit",), f"the garrison of AA is larger than {limit} (3.2a)")
        for side, colour in (("republican", "green"), ("nationalist", "blue")):
            areas = sum(1 for a in self.areas if a["scn2_colour"] in (colour, "brown"))
            free = number[side, "free"]
            if not areas <= free <= limit * areas:
                self.fault("counters", ("unit",), f"{free} free {side} units do not fit {areas} areas (12.2d, 12.2e)")

    def _chits(self) -> None:
        if [c["id"] for c in self.chits] != list(CHITS):
            self.fault("counters", ("chit",), "the chits must be 15.R1 to 15.R8 and 15.N1 to 15.N12, in order (1.3)")
            return
        for i, c in enumerate(self.chits):
            side = "republican" if c["id"].startswith("15.R") else "nationalist"
            if c["side"] != side:
                self.fault("counters", ("chit", i, "side"), f"{c['id']} must be {side} (15)")
            if c["remove_when_played"] != (c["id"] in ONE_TIME):
                self.fault("counters", ("chit", i, "remove_when_played"), f"{c['id']}: not as the rules say (6g)")
            if c["from_turn"] != LATE.get(c["id"], 1):
                self.fault("counters", ("chit", i, "from_turn"), f"{c['id']}: not as the rules say (6i)")

    def _tracks(self) -> None:
        turns = self.track["turn"]
        if [t["n"] for t in turns] != list(range(1, TURNS + 1)):
            self.fault("track", ("turn",), f"the turns must be 1 to {TURNS}, in order (12.3a)")
        for i, (a, b) in enumerate(zip(turns, turns[1:])):
            if a["end"] >= b["start"] or a["end"] < a["start"]:
                self.fault("track", ("turn", i, "end"), f"turn {a['n']} does not end before turn {b['n']} starts")
        if [m["level"] for m in self.track["morale"]] != [2, 1, 0, -1, -2]:
            self.fault("track", ("morale",), "the morale levels must be 2, 1, 0, -1 and -2, in order (3.4)")
        if len(self.values["bombardment"]["bonus"]) != self.values["limits"]["batteries"]:
            self.fault("values", ("bombardment", "bonus"), "there must be a bonus for each number of batteries (9.3g)")
        for turn in self.values["rada"]:
            if not turn.isdigit() or not 1 <= int(turn) <= TURNS:
                self.fault("values", ("rada", turn), f"“{turn}” is not a turn (7c)")
