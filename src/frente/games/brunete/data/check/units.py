"""Do the counters of Brunete 1937 hang together? Factors, faces, set-up, arrivals, stacking."""

from collections import Counter
from typing import Any

from frente.games.brunete.data.shape import SIDES
from frente.kernel.lines import Place
from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings


class UnitCheck(Findings):
    """Faults of the counters on a map without faults of its grid."""

    def __init__(self, tables: Tables, hexes: dict[str, dict[str, Any]]) -> None:
        super().__init__(tables)
        self.hexes = hexes
        self.units: list[dict[str, Any]] = tables["units"]["unit"]
        self.rules = tables["tables"]
        for index, unit in enumerate(self.units):
            self._counter(index, unit)
            self._arrival(index, unit)
        self._roles()
        self._counts()
        self._stacking()

    def _known(self, name: str, path: Place, hex_id: str) -> bool:
        if hex_id not in self.hexes:
            self.fault(name, path, f"{hex_id} is not a playable hex")
        return hex_id in self.hexes

    def _counter(self, index: int, unit: dict[str, Any]) -> None:
        """Factors, faces and steps of one counter agree."""
        path: Place = ("unit", index)
        kind, name = unit["type"], unit["id"]
        shown = unit["face"].removeprefix("*")
        wanted = f"{unit['attack']}-{unit['move']}"
        if kind == "garrison":
            wanted = f"{unit['attack']}-{unit['defence']}-{unit['move']}"
        elif "shift" in unit:
            wanted = f"+{unit['shift']}/{unit['defence']}/{unit['move']}"
        if shown != wanted:
            self.fault("units", (*path, "face"), f"the face of {name} shows {shown}, its factors are {wanted}")
        if unit["face"].startswith("*") != unit["frozen"]:
            self.fault("units", (*path, "face"), f"an asterisk marks frozen units, and only them ({name})")
        reduced = [key for key in ("attack", "defence", "move") if f"reduced_{key}" in unit]
        if unit["steps"] == 2:
            if len(reduced) < 3 or "face_reduced" not in unit:
                wanted = "face_reduced, reduced_attack, reduced_defence and reduced_move"
                self.fault("units", path, f"{name} has 2 steps and needs {wanted}")
            elif unit["face_reduced"] != f"{unit['reduced_attack']}-{unit['reduced_move']}":
                reason = f"the reduced face of {name} shows {unit['face_reduced']}, its factors are "
                reason += f"{unit['reduced_attack']}-{unit['reduced_move']}"
                self.fault("units", (*path, "face_reduced"), reason)
            for key in reduced:
                if unit[f"reduced_{key}"] > unit[key]:
                    reason = f"reduced_{key} of {name} is greater than its full {key}"
                    self.fault("units", (*path, f"reduced_{key}"), reason)
        elif reduced or "face_reduced" in unit:
            self.fault("units", path, f"{name} has 1 step and no reduced side; remove the reduced fields")
        if kind in ("infantry", "cavalry"):
            if unit["attack"] != unit["defence"] or unit.get("reduced_attack") != unit.get("reduced_defence"):
                self.fault("units", path, f"the combat factor of {name} counts in attack and defence alike")
            if unit["attack"] < 1 or unit["move"] < 1:
                self.fault("units", path, f"{name} needs a combat factor and movement points of at least 1")
        if kind != "infantry" and unit["steps"] != 1:
            self.fault("units", (*path, "steps"), f"a {kind} has 1 step ({name})")
        if kind == "garrison" and (unit["attack"] or unit["move"]):
            self.fault("units", path, f"a garrison cannot attack or move; attack and move of {name} must be 0")
        if "shift" in unit and (kind != "tank" or unit["attack"]):
            self.fault("units", (*path, "shift"), f"shift is for tanks with attack 0, not for {name}")

    def _arrival(self, index: int, unit: dict[str, Any]) -> None:
        """Where and when one counter appears."""
        path: Place = ("unit", index)
        name, side, turn = unit["id"], unit["side"], unit["turn"]
        infiltration = self.rules["infiltration"]["hex"]
        if turn == 0:
            if "arc" in unit or "hex" not in unit:
                self.fault("units", path, f"{name} is set up at the start: it needs a hex and takes no arc")
            elif self._known("units", (*path, "hex"), unit["hex"]):
                if self.hexes[unit["hex"]]["control"] != side and unit["hex"] != infiltration:
                    self.fault("units", (*path, "hex"), f"{name} starts in {unit['hex']}, which is not {side}")
            for number, hex_id in enumerate(unit.get("choice", [])):
                self._known("units", (*path, "choice", number), hex_id)
            if "choice" in unit and unit.get("hex") not in unit["choice"]:
                self.fault("units", (*path, "choice"), f"the choices of {name} must include its hex")
        elif "arc" not in unit or "hex" in unit or "choice" in unit:
            self.fault("units", path, f"{name} arrives later: it needs an arc and takes no hex or choice")
        elif (unit["arc"] == "A-B") != (side == "republican"):
            self.fault("units", (*path, "arc"), f"{name} is {side} and cannot enter by arc {unit['arc']}")
        if unit.get("extra") and (turn != 7 or side != "nationalist"):
            self.fault("units", (*path, "extra"), f"only Nationalist units of turn 7 arrive in the extra step ({name})")
        if unit["frozen"] and (turn != 0 or side != "nationalist"):
            self.fault(
                "units", (*path, "frozen"), f"only Nationalist units on the map at the start are frozen ({name})"
            )
        if ("option" in unit) != (turn == "option-11.3"):
            self.fault("units", path, f'{name}: option = "11.3" and turn = "option-11.3" go together')

    def _roles(self) -> None:
        """Counters that some rule looks for."""
        captured = [unit for unit in self.units if "option" in unit]
        if len(captured) != 1 or captured[0]["side"] != "nationalist" or "shift" not in captured[0]:
            self.fault("units", ("unit",), "exactly one captured Nationalist T-26 must have option 11.3")
        if not any(unit["frozen"] for unit in self.units):
            self.fault("units", ("unit",), "no unit is frozen at the start (9.6)")
        reserve = [index for index, unit in enumerate(self.units) if unit["turn"] == "reserve"]
        for index in reserve:
            unit = self.units[index]
            if unit["side"] != "republican" or unit["type"] != "tank":
                self.fault("units", ("unit", index, "turn"), f"the reserve is for Republican tanks, not {unit['id']}")
        if len(reserve) != self.rules["recovery"]["army_tank_reserve"]:
            reason = f"{len(reserve)} tanks are in reserve, army_tank_reserve says "
            reason += f"{self.rules['recovery']['army_tank_reserve']}"
            self.fault("tables", ("recovery", "army_tank_reserve"), reason)
        infiltration = self.rules["infiltration"]
        division = [
            u for u in self.units if u["side"] == "republican" and u.get("division") == infiltration["division"]
        ]
        path: Place = ("infiltration", "hex")
        if self._known("tables", path, infiltration["hex"]) and (
            not division or any(unit.get("hex") != infiltration["hex"] for unit in division)
        ):
            reason = f"the Republican division {infiltration['division']} must start in {infiltration['hex']}"
            self.fault("tables", path, reason)
        arriving = {unit.get("division") for unit in self.units if "arc" in unit and unit["side"] == "nationalist"}
        for index, unit in enumerate(self.units):
            if unit["type"] != "infantry":
                continue
            if unit["side"] == "nationalist" and not unit.get("division"):
                self.fault("units", ("unit", index), f"{unit['id']} needs a division")
            elif unit["side"] == "nationalist" and unit["division"] not in arriving:
                reason = f"no unit of the division of {unit['id']} has an arc, so it could never return"
                self.fault("units", ("unit", index), reason)
            if unit["side"] == "republican" and "division" not in unit:
                self.fault("units", ("unit", index), f'{unit["id"]} needs a division ("" for an independent brigade)')

    def _counts(self) -> None:
        counts = self.tables["units"]["counts"]
        have = Counter([unit["side"] for unit in self.units])
        for side in SIDES:
            if counts[side] != have[side]:
                reason = f"there are {have[side]} {side.capitalize()} counters, not {counts[side]}"
                self.fault("units", ("counts", side), reason)
        extra = sum(counts["navarre_recommended"].values())
        if counts["nationalist_counted"] + extra != counts["nationalist"]:
            reason = f"{counts['nationalist_counted']} counted and {extra} of the Navarre brigades are not "
            reason += f"{counts['nationalist']}"
            self.fault("units", ("counts", "nationalist"), reason)
        divisions = {unit.get("division") for unit in self.units}
        for division in counts["navarre_recommended"]:
            if division not in divisions:
                self.fault("units", ("counts", "navarre_recommended", division), f"no unit is of {division}")

    def _stacking(self) -> None:
        limits = self.rules["stacking"]
        infiltration = self.rules["infiltration"]["hex"]
        held: dict[tuple[str, str], int] = {}
        owner: dict[str, str] = {}
        for index, unit in enumerate(self.units):
            if "hex" not in unit:
                continue
            hex_id, side = unit["hex"], unit["side"]
            path: Place = ("unit", index, "hex")
            if owner.setdefault(hex_id, side) != side:
                self.fault("units", path, f"{unit['id']} starts in {hex_id} together with the enemy")
            kind = unit["type"] if unit["type"] in ("tank", "garrison") else "infantry_or_cavalry"
            held[hex_id, kind] = held.get((hex_id, kind), 0) + 1
            overfull = held[hex_id, kind] > limits[kind]
            if overfull and not (hex_id == infiltration and kind == "infantry_or_cavalry"):
                reason = f"{unit['id']} is one too many in {hex_id}: at most {limits[kind]} {kind.replace('_', ' ')}"
                self.fault("units", path, reason)
