"""What the data files of Guadalajara 1937 hold: the fields of every table and how packs change them item by item."""
from typing import Any, Final

from frente.kernel.packs import Items, Keys
from frente.kernel.shapes import Either, Flag, ListOf, MapOf, Number, Pattern, Shape, Table, Text, Whole

NAMES: Final = ("map", "terrain", "units", "tables")
SIDES: Final = ("republican", "nationalist")
NATIONS: Final = ("spanish-republican", "international", "spanish-nationalist", "italian")
FACTIONS: Final = ("popular-army", "communist", "anarchist", "international", "spanish-army", "falangist", "carlist",
                   "mixed", "italian-army", "italian-volunteer")
KINDS: Final = ("infantry", "artillery", "truck", "tank", "cavalry", "machine-gun", "engineers", "armoured-car",
                "headquarters", "workers", "motorcycle", "armoured-train", "railway-battalion", "flamethrower-tank",
                "flamethrower-engineers", "anti-tank")
GROUND: Final = ("open", "minor-village", "village", "palacio", "woods", "hills", "wooded-hills")
WAYS: Final = ("main-road", "road", "track")

KEYS: Final[Keys] = {
    "map": {
        "place": Items(("id",), {"hex": "hex_provenance", "vp": "vp_provenance"}),
        "road": Items(("id",), {"hexes": "provenance"}),
        "river": Items(("id",), {"hexes": "provenance"}),
        "entry_area": Items(("id",), {"hexes": "provenance"}),
    },
    "terrain": {"hex": Items(("id",), {"terrain": "by"}), "link": Items(("a", "b", "class"), {"way": "by"}),
                "hexside": Items(("river", "n"), {"class": "by"}), "river": Items(("id",)), "way": Items(("id",))},
    "units": {"unit": Items(("id",), {"steps": "steps_source", "factors": "source"})},
    "tables": {"combat.modifier": Items(("id",), {"drm": "provenance"})},
}


class Remarks(Shape):
    """A table that no rule reads, in any form: fits, recipes, sources."""

    def wrong(self, value: Any) -> str:
        return "" if isinstance(value, dict) else "a table"


TEXT: Final = Text()
FLAG: Final = Flag()
HEX: Final = Pattern(r"\d{1,2}\.\d\d", 'a hex number in quotes, column and row, such as "18.03"')
HEXES: Final = ListOf(HEX)
BY: Final = Text("text", "geography", "estimate", "play-aid", "pack")
SIDE: Final = Text(*SIDES)
TURN: Final = Whole(0, 12)
SCENARIO: Final = Whole(1, 4)
STEPS: Final = Whole(1, 2)
FACTOR: Final = Whole(0, 40)
MOVE: Final = Text("foot", "motorised", "tank", "rail")
ROLLS: Final = ListOf(Whole(-9, 19), 2)
CODE: Final = Pattern(r"NE|(A\d?(r\d)?)?(D\d?(r\d)?)?", "a combat result such as A1r1, D2r2 or NE")
COST: Final = Either(Number(0, 20), Text("no", "all"))
LINE: Final = MapOf(Whole(1, 35))
REMARKS: Final = Remarks()
NOTES: Final = {"provenance": BY, "grade?": TEXT, "text_parts?": ListOf(TEXT), "toggle?": TEXT, "rule?": TEXT}

_ENTRY: Final = Table({
    "scenario": SCENARIO, "turn": TURN, "where": TEXT, "hexes?": HEXES, "radius?": Whole(0, 9),
    "area?": Text("A", "B", "C", "D", "E", "any"), "steps?": STEPS, "limit?": TEXT, "withdraw_turn?": TURN,
    "emergency_group?": TURN, "phase?": Text("exploitation"), "omit?": TEXT,
    "rule?": TEXT})

_UNIT: Final = Table({
    "id": TEXT, "side": SIDE, "nation": Text(*NATIONS), "faction": Text(*FACTIONS), "kind": Text(*KINDS), "type": TEXT,
    "designation": TEXT, "name?": TEXT, "parent": TEXT, "formation?": TEXT, "flag?": TEXT,
    "division": Text("", "DLV", "FN", "PN", "Lit"), "stripe?": TEXT,
    "factors?": Pattern(r"\d+-\d+-\d+|\+\d/-\d-\d+|\(\d+\)-\d+-(\d+|rr)", "factors as printed, such as 5-8-6"),
    "attack?": FACTOR, "defence?": FACTOR, "attack_drm?": Whole(0, 9), "defence_drm?": Whole(-9, 0),
    "barrage?": FACTOR, "range?": Whole(0, 20), "supply_range?": Whole(1, 30), "movement?": Whole(1, 30),
    "move_face?": Table({"barrage": FACTOR, "range": Whole(0, 20), "movement": Whole(1, 30), "movement_kind": MOVE,
                         "anti_tank": FLAG}),
    "anti_tank?": FLAG, "reduced?": TEXT, "steps": STEPS, "steps_source": BY, "steps_rule?": TEXT,
    "movement_kind": MOVE, "yellow_band": FLAG, "source": BY, "entry": ListOf(_ENTRY)})

_UNITS: Final = Table({
    "unit": ListOf(_UNIT),
    "reserve_markers": ListOf(Table({"scenario": SCENARIO, "side": SIDE, "turn": TURN, "count": Whole(1, 30),
                                     "emergency_group?": TURN, "phase?": Text("exploitation"), "rule?": TEXT}))})

_MAP: Final = Table({
    "grid": REMARKS,
    "directions": REMARKS,
    "start_line": Table({**NOTES, "ends": ListOf(HEX, 2), "first_nationalist_row": LINE}),
    "separation_line": Table({**NOTES, "last_south_row": LINE}),
    "brihuega": Table({**NOTES, "hex": HEX, "hills": HEXES, "retreat_hex": HEX, "italian_limit_column": Whole(1, 62),
                       "north_bank_within_1": HEXES, "south_bank": HEXES}),
    "scenario4_front": Table({**NOTES, "republican_line": HEXES, "behind_rule": TEXT}),
    "entry_area": ListOf(Table({"id": Text("A", "B", "C", "D", "E"), "hexes": HEXES, "road_hex": HEX,
                                "west_of_column_13": FLAG, "provenance": BY, "rule?": TEXT})),
    "nationalist_entry": ListOf(Table({"hex": HEX, "who": TEXT, "provenance": BY, "rule?": TEXT})),
    "republican_hex_entry": ListOf(Table({"hex": HEX, "scenario": SCENARIO, "provenance": BY, "rule?": TEXT})),
    "supply_sources": Table({**NOTES, "republican": HEXES, "spanish": HEXES, "italian": HEXES}),
    "sudden_death": Table({**NOTES, "exit_hex": HEX, "battalions": Whole(1, 40)}),
    "main_road": Table({"name": TEXT, "hexes": HEXES, "provenance": BY, "text_hexes": HEXES}),
    "road": ListOf(Table({"id": TEXT, "name": TEXT, "class": Text("road", "track"), "hexes": HEXES,
                          "text_parts?": ListOf(TEXT),
                          "provenance": BY})),
    "railway": Table({"name?": TEXT, "hexes": HEXES, "provenance": BY, "note?": TEXT}),
    "river": ListOf(Table({"id": TEXT, "name": TEXT, "class": Text("river", "minor-river"), "hexes": HEXES,
                           "provenance": BY, "note?": TEXT})),
    "river_rule": Table({**NOTES, "note": TEXT, "bridges_at": ListOf(TEXT)}),
    "place": ListOf(Table({
        "id": TEXT, "name": TEXT, "hex": HEX, "lat": Number(30, 50), "lon": Number(-20, 20),
        "residual_km": Number(0, 5), "sector": Text("north", "south"), "owner": SIDE,
        "size": Text("village", "minor-village", "palacio"), "vp": Whole(0, 20), "hex_provenance": BY,
        "hex_rule?": TEXT,
        "basis": Text("named", "set-up", "fit"), "vp_provenance": BY, "note?": TEXT})),
    "text_hex": ListOf(Table({"hexes": HEXES, "note": TEXT, "provenance": BY, "rule?": TEXT})),
    "terrain_recipe?": REMARKS,
})

_TERRAIN: Final = Table({
    "hex": ListOf(Table({"id": HEX, "terrain": Text(*GROUND), "elev": Whole(0, 4000), "by": BY, "place?": TEXT,
                         "village?": TEXT, "ground?": Text("open", "woods", "hills", "wooded-hills"), "elev_by?": BY,
                         "observer?": FLAG, "rule?": TEXT})),
    "link": ListOf(Table({"a": HEX, "b": HEX, "class": Text(*WAYS, "railway"), "way": TEXT, "by": BY})),
    "hexside": ListOf(Table({"river": TEXT, "n": Whole(1, 999), "class": Text("river", "minor-river"), "a": HEX,
                             "b": HEX, "bridge?": TEXT, "by": BY, "rule?": TEXT})),
    "about": REMARKS,
    "feature": ListOf(Table({"name": TEXT, "kind": TEXT, "hexes": HEXES, "by": BY, "note?": TEXT})),
    "way": ListOf(Table({"id": TEXT, "name": TEXT, "class": Text(*WAYS), "hexes": HEXES, "by": BY, "note?": TEXT})),
    "river": ListOf(Table({"id": TEXT, "name": TEXT, "class": Text("river", "minor-river"), "source": TEXT,
                           "mouth": TEXT, "hexsides": Whole(1, 999), "by": BY, "note?": TEXT})),
    "locality": ListOf(Table({"name": TEXT, "hex": HEX, "lat": Number(30, 50), "lon": Number(-20, 20), "by": BY,
                              "note?": TEXT})),
    "bridge_name": ListOf(Table({"name": TEXT, "river": TEXT, "a": HEX, "b": HEX, "by": BY, "rule?": TEXT,
                                 "note?": TEXT})),
})

_BARRAGE_ROW: Final = Table({"rolls": ROLLS, "results": ListOf(Text("NE", "DG", "1", "2", "3"), 6)})
_TANK_ROW: Final = Table({
    "rolls": ROLLS, "attacker_steps": Whole(0, 2), "attacker_disabled": FLAG, "defender_steps": Whole(0, 2),
    "defender_disabled": FLAG})
_TABLES: Final = Table({
    "combat": Table({
        **NOTES, "dice": Whole(2, 2), "columns": ListOf(TEXT, 5), "row_min": Whole(0, 0), "row_max": Whole(12, 12),
        "worse_than_first_column": CODE, "better_than_last_column": TEXT, "intensive_ne": CODE,
        "ladder": ListOf(CODE, 17), "rows": ListOf(Table({"roll": Whole(0, 12), "results": ListOf(CODE, 5)})),
        "house": Table({**NOTES, "ladder": ListOf(CODE, 17)}),
        "raw": Table({"provenance": BY, "columns_from_roll_0": ListOf(ListOf(TEXT)), "slips": ListOf(TEXT)}),
        "modifier": ListOf(REMARKS)}),
    "barrage": Table({
        **NOTES, "dice": Whole(2, 2), "columns": ListOf(ListOf(Whole(1, 999), 2), 6), "rows": ListOf(_BARRAGE_ROW),
        "minimum_strength": Whole(1, 1), "shifts": ListOf(REMARKS),
        "house": Table({**NOTES, "columns": ListOf(ListOf(Whole(1, 999), 2), 6), "rows": ListOf(_BARRAGE_ROW)})}),
    "attrition": Table({**NOTES, "dice": Whole(1, 1), "surrounded_drm": Whole(0, 1),
                        "rows": ListOf(Table({"rolls": ROLLS, "steps_lost": Whole(0, 6)}))}),
    "tank_vs_tank": Table({**NOTES, "dice": Whole(1, 1), "modifier": TEXT, "cover_drm": Whole(-3, 0),
                           "rows": ListOf(_TANK_ROW)}),
    "after_combat_tank": Table({
        **NOTES, "dice": Whole(1, 1), "anti_tank_drm": Whole(1, 1),
        "rows": ListOf(Table({"rolls": ROLLS, "steps_lost": Whole(0, 2), "disabled": FLAG}))}),
    "interdiction": Table({
        **NOTES, "dice": Whole(1, 1), "radius": Whole(2, 2), "road_cost_factor": Whole(2, 2), "stop_note": TEXT,
        "step_note": TEXT, "rows": ListOf(Table({"rolls": ROLLS, "effect": Text("none", "stop", "step")}))}),
    "air_points": Table({
        **NOTES, "dice": Whole(1, 1), "barrage_per_point": Whole(5, 5),
        "rows": ListOf(Table({"rolls": ROLLS, "republican": Whole(0, 9), "italian": Whole(0, 9)}))}),
    "reconstitution": Table({
        **NOTES, "dice": Whole(1, 1), "natural_1": TEXT, "delay": TEXT, "minimum_delay": Whole(1, 1),
        "modifiers": ListOf(Table({"faction": Text(*FACTIONS), "drm": Whole(-3, 3), "provenance": BY})),
        "returns_with_steps": Whole(1, 1), "headquarters_delay": Whole(1, 1), "kinds": ListOf(TEXT)}),
    "tank_repair": Table({**NOTES, "dice": Whole(1, 1), "repaired_on": ListOf(Whole(1, 6)),
                          "returns_with_steps": Whole(1, 1)}),
    "panic": Table({**NOTES, "threshold": Whole(1, 40), "retreat_bonus": Whole(1, 1),
                    "headquarters_range_change": Whole(-2, -2)}),
    "variable_reinforcements": Table({**NOTES, "early_on": Whole(6, 6), "late_on": Whole(1, 1)}),
    "terrain": Table({
        **NOTES, "raw_slip": TEXT,
        "hex": ListOf(Table({
            "id": Text(*GROUND), "foot": COST, "tank": COST, "motorised": COST, "defence": Number(1, 4),
            "shift_left": Whole(0, 4), "barrage_left": Whole(0, 4), "house_defence": Number(1, 4),
            "house_shift_left": Whole(0, 4), "house_barrage_left": Whole(0, 4)})),
        "way": ListOf(Table({"id": Text(*WAYS), "foot": COST, "tank": COST, "motorised": COST})),
        "hexside": ListOf(Table({"id": Text("minor-river", "river", "bridge"), "foot": COST, "tank": COST,
                                 "motorised": COST, "attack": Number(0, 1), "house_attack": Number(0, 1)}))}),
})

SHAPES: Final[dict[str, Shape]] = {"map": _MAP, "terrain": _TERRAIN, "units": _UNITS, "tables": _TABLES}
