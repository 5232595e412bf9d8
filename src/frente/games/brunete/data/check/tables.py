"""Do the markers and tables of Brunete 1937 hang together? Supports, Madrid track, dice, turns, victory."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

from frente.games.brunete.data.shape import BOXES, COLUMNS, MADRID_MOVES, SIDES, TURNS
from frente.kernel.lines import Place
from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings

RESOURCES: Final = ("plus-cp", "regular-replacement", "elite-replacement", "reroll", "minus-cp", "minus-aviation")
DICE: Final = [1, 2, 3, 4, 5, 6]


class TableCheck(Findings):
    """Faults of markers and tables."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.map = tables["map"]
        self.markers: list[dict[str, Any]] = tables["markers"]["marker"]
        self.rules = tables["tables"]
        self._marker_sets()
        self._supports_by_turn()
        self._madrid()
        self._combat_table()
        self._die_tables()
        self._turn_track()
        self._victory()

    # -- the markers

    def _marker_sets(self) -> None:
        needed = {
            "artillery": ["arrive"],
            "aviation": ["arrive"],
            "resource": ["effect", "first_turn", "single_use"],
            "command": ["use"],
            "vallecas": ["box"],
            "objective": ["objective", "vp", "secret_draw"],
            "status": ["count"],
        }
        yellow = [o["name"] for o in self.map["objective"] if o["colour"] == "yellow"]
        for index, marker in enumerate(self.markers):
            path: Place = ("marker", index)
            kind, name = marker["kind"], marker["id"]
            for key in needed.get(kind, []):
                if key not in marker:
                    self.fault("markers", path, f"the {kind} marker {name} has no {key}")
            if kind in ("artillery", "aviation", "resource", "command") and marker["side"] not in SIDES:
                self.fault("markers", (*path, "side"), f"the {kind} marker {name} must belong to one side")
            if "withdraw" in marker and marker["withdraw"] <= marker.get("arrive", 0):
                self.fault("markers", (*path, "withdraw"), f"{name} is withdrawn before it arrives")
            if kind == "objective" and marker.get("secret_draw") and marker.get("objective") not in yellow:
                self.fault("markers", (*path, "objective"), f"{marker.get('objective')} is no yellow town")
            first = self.tables["markers"]["resources"]["from_turn"]
            if kind == "resource" and marker["side"] in SIDES and marker.get("first_turn") != first[marker["side"]]:
                reason = f"first_turn of {name} differs from resources.from_turn"
                self.fault("markers", (*path, "first_turn"), reason)
        ids = {marker["id"]: marker["kind"] for marker in self.markers}
        resources = [f"{side[0]}-res-{kind}" for side in SIDES for kind in RESOURCES]
        for name in resources:
            if ids.get(name) != "resource":
                self.fault("markers", ("marker",), f"there is no resource marker {name}")
        for index, marker in enumerate(self.markers):
            if marker["kind"] == "resource" and marker["id"] not in resources:
                reason = f"{marker['id']} is not one of the six kinds of resource"
                self.fault("markers", ("marker", index), reason)
        have = Counter([(marker["kind"], marker["side"]) for marker in self.markers])
        for kind, side, number in (
            ("command", "republican", 2),
            ("command", "nationalist", 2),
            ("turn", "none", 1),
            ("vallecas", "republican", 1),
        ):
            if have[kind, side] != number:
                reason = f"there must be {number} {kind} marker{'s' if number > 1 else ''} (side {side})"
                self.fault("markers", ("marker",), reason)
        points = self.tables["markers"]["command_points"]
        if not points["minimum"] <= points["per_turn"] <= points["maximum"]:
            reason = "the points of a turn must lie between minimum and maximum"
            self.fault("markers", ("command_points", "per_turn"), reason)

    def _supports_by_turn(self) -> None:
        """Markers, turn track and scenarios tell the same story of artillery and aviation."""
        changes: Counter[tuple[int, str]] = Counter()
        for marker in self.markers:
            if marker["kind"] in ("artillery", "aviation"):
                key = f"{marker['side']} {marker['kind']}"
                changes[marker.get("arrive", 0), key] += 1
                changes[marker.get("withdraw", 0), key] -= 1 if "withdraw" in marker else 0
        for index, turn in enumerate(self.rules["turn"]):
            for side in SIDES:
                for kind in ("artillery", "aviation"):
                    key = f"{side} {kind}"
                    told, real = turn["supports"].get(key, 0), changes[turn["n"], key]
                    if told != real:
                        reason = f"turn {turn['n']}: {key} changes by {told}, the markers change by {real}"
                        self.fault("tables", ("turn", index, "supports"), reason)
        for name, scenario in self.rules["scenario"].items():
            for side in SIDES:
                for kind, number in scenario[f"{side}_supports"].items():
                    real = changes[0, f"{side} {kind}"]
                    if number != real:
                        reason = f"{number} {side} {kind} at the start, the markers say {real}"
                        self.fault("tables", ("scenario", name, f"{side}_supports", kind), reason)

    def _madrid(self) -> None:
        markers = self.tables["markers"]
        if sorted(markers["madrid_track"]["boxes"]) != sorted(BOXES):
            self.fault("markers", ("madrid_track", "boxes"), f"the boxes must be {', '.join(BOXES)}")
        for index, roll in enumerate(markers["madrid_roll"]):
            path: Place = ("madrid_roll", index, "results")
            self._dice("markers", path, [die for result in roll["results"] for die in result["die"]])
            for number, result in enumerate(roll["results"]):
                if ("to" in result) == ("second_roll" in result):
                    self.fault("markers", (*path, number), "a result needs either to or second_roll")
                if "second_roll" in result:
                    second = [die for again in result["second_roll"] for die in again["die"]]
                    self._dice("markers", (*path, number, "second_roll"), second)
        self._all("markers", "madrid_roll", "box", BOXES)
        self._all("markers", "madrid_effect", "move", MADRID_MOVES)
        for index, effect in enumerate(markers["madrid_effect"]):
            if ("nationalist_held" in effect) == ("nationalist_returned" in effect):
                reason = "an effect needs either nationalist_held or nationalist_returned"
                self.fault("markers", ("madrid_effect", index), reason)

    def _all(self, name: str, array: str, key: str, wanted: Iterable[str]) -> None:
        have = {item[key] for item in self.tables[name][array]}
        for value in wanted:
            if value not in have:
                self.fault(name, (array,), f'there is no {array} with {key} = "{value}"')

    # -- the tables

    def _combat_table(self) -> None:
        table = self.rules["crt"]
        if table["columns"] != list(COLUMNS):
            self.fault("tables", ("crt", "columns"), f"the columns must be {', '.join(COLUMNS)}")
            return
        given: set[tuple[str, int]] = set()
        for index, cell in enumerate(table["cell"]):
            path: Place = ("crt", "cell", index)
            column, die, text = cell["column"], cell["die"], cell["text"]
            given.add((column, die))
            loss, result = text.split("/")
            step, colour = (0, "") if "R" not in result else (1, "green") if cell["colour"] == "green" else (2, "black")
            wanted = {
                "attacker": int(loss[0]) if loss[0].isdigit() else 0,
                "mark": loss[1:],
                "defender": int(result[0]) if result[0].isdigit() else 0,
                "colour": colour,
                "retreat": step,
            }
            for key, value in wanted.items():
                if cell[key] != value:
                    shown = f'"{value}"' if isinstance(value, str) else value
                    reason = f"the result {text} in column {column}, die {die}, needs {key} = {shown}"
                    self.fault("tables", (*path, key), reason)
            if bool(colour) != ("colour_from" in cell):
                self.fault("tables", path, "colour_from goes with a coloured R, and only with it")
            if table["rows"][die - 1][COLUMNS.index(column)] != text:
                shown = table["rows"][die - 1][COLUMNS.index(column)]
                reason = f"column {column}, die {die} is {text}, but rows shows {shown}"
                self.fault("tables", (*path, "text"), reason)
        for column in COLUMNS:
            for die in DICE:
                if (column, die) not in given:
                    self.fault("tables", ("crt", "cell"), f"column {column} has no result for die {die}")

    def _dice(self, name: str, path: Place, dice: list[int]) -> None:
        if sorted(dice) != DICE:
            shown = ", ".join([str(die) for die in sorted(dice)])
            self.fault(name, path, f"every die from 1 to 6 must appear once, here are {shown or 'none'}")

    def _die_tables(self) -> None:
        for table, one, other in (
            ("coordination", "fails", "succeeds"),
            ("bombardment", "no_effect", "step_loss"),
            ("infiltration", "success", "discovered"),
        ):
            self._dice("tables", (table, one), self.rules[table][one] + self.rules[table][other])
        for side, dice in self.rules["maintenance"]["fails"].items():
            if len(set(dice)) != len(dice):
                self.fault("tables", ("maintenance", "fails", side), "a die is given twice")
        shift = 0
        for hexes, columns in sorted(self.rules["envelopment"]["columns_right"].items()):
            if columns < shift:
                self.fault("tables", ("envelopment", "columns_right", hexes), "more hexes must not give fewer columns")
            shift = columns

    def _turn_track(self) -> None:
        track: list[dict[str, Any]] = self.rules["turn"]
        numbers = [turn["n"] for turn in track]
        if numbers != list(range(1, TURNS + 1)):
            self.fault("tables", ("turn",), f"the turn track must have the turns 1 to {TURNS} in order")
            return
        for index, turn in enumerate(track):
            path: Place = ("turn", index)
            if (turn["end"] - turn["start"]).days + 1 != turn["days"]:
                reason = (
                    f"turn {turn['n']} runs from {turn['start']} to {turn['end']}, which is not {turn['days']} days"
                )
                self.fault("tables", (*path, "days"), reason)
            if index and (turn["start"] - track[index - 1]["end"]).days != 1:
                self.fault(
                    "tables", (*path, "start"), f"turn {turn['n']} must start the day after turn {turn['n'] - 1}"
                )
            first, last = self.rules["scenario"]["offensive"]["turns"]
            if turn["offensive_scenario"] != (first <= turn["n"] <= last):
                reason = f"turn {turn['n']} is{'' if first <= turn['n'] <= last else ' not'} in the offensive scenario"
                self.fault("tables", (*path, "offensive_scenario"), reason)
            wanted = self._initiative(turn["n"])
            if turn["initiative"] != wanted:
                reason = f'turn {turn["n"]} needs initiative = "{wanted}" by the table of initiative'
                self.fault("tables", (*path, "initiative"), reason)
        for name, scenario in self.rules["scenario"].items():
            first, last = scenario["turns"]
            if first != 1 or last < first:
                self.fault("tables", ("scenario", name, "turns"), "a scenario starts with turn 1 and ends later")

    def _initiative(self, turn: int) -> str:
        table = self.rules["initiative"]
        if table["republican_turns"][0] <= turn <= table["republican_turns"][1]:
            return "republican"
        return "roll" if turn == table["roll_turn"] else "nationalist"

    def _victory(self) -> None:
        points = sum([objective["vp"] for objective in self.map["objective"]]) + self.map["vertex_group"]["vp"]
        if self.rules["victory"]["maximum"] != points:
            self.fault("tables", ("victory", "maximum"), f"the objectives of the map are worth {points} VP together")
        results = sorted(self.rules["victory"]["results"], key=_least)
        for lower, upper in pairwise(results):
            if upper["min"] != lower["max"] + 1:
                reason = f"{lower['result']} ends at {lower['max']} VP, {upper['result']} starts at {upper['min']}"
                self.fault("tables", ("victory", "results"), reason)
        for table in ("victory", "offensive_victory"):
            if len(self.rules[table]["results"]) != 3:
                self.fault("tables", (table, "results"), "republican, draw and nationalist must each be given")
        yellow = [o["name"] for o in self.map["objective"] if o["colour"] == "yellow"]
        for die, name in self.rules["secret_objective"]["results"].items():
            if name not in yellow:
                self.fault("tables", ("secret_objective", "results", die), f"{name} is no yellow town")


def _least(result: dict[str, Any]) -> int:
    return int(result["min"])
