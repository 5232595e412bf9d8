"""What the data files of The Spanish Civil War hold: the fields of every table and how packs change them."""

from typing import Final

from frente.kernel.packs import Items, Keys
from frente.kernel.shapes import Either, Flag, ListOf, MapOf, Number, Pattern, Shape, Table, Text, Whole

NAMES: Final = ("places", "units", "charts", "chits")
SIDES: Final = ("republican", "nationalist")
NATIONS: Final = ("republican", "asturian", "basque", "santander", "northern", "nationalist", "colonial", "ctv",
                  "legion-kondor")
TYPES: Final = ("infantry", "mountain", "cavalry", "tank", "heavy-tank", "aa", "hq", "air", "column", "armoured-train")
SIZES: Final = ("-", "column", "II", "III", "X", "XX", "XXX", "XXXX")
COASTS: Final = ("", "cantabrian", "atlantic", "mediterranean")
TURNS: Final = 19

KEYS: Final[Keys] = {
    "places": {
        "place": Items(("name",)), "hex": Items(("id",)), "region": Items(("name",)), "neutral": Items(("name",)),
        "sea": Items(("name",)), "river": Items(("name",)), "rail": Items(("name",)), "range": Items(("name",)),
        "fort_line": Items(("name",)),
    },
    "units": {"unit": Items(("id",), {"front": "source", "back": "source", "hex": "source"})},
    "charts": {
        "resource_points": Items(("turn",)), "strategic_movement": Items(("turn",)), "turn": Items(("number",)),
        "fort_activation": Items(("line",)), "withdrawal_conversion": Items(("turn",)),
    },
    "chits": {"chit": Items(("id",))},
}

TEXT: Final = Text()
FLAG: Final = Flag()
SIDE: Final = Text(*SIDES)
LAT: Final = Number(-90, 90)
LON: Final = Number(-180, 180)
HEX: Final = Whole(101, 9999)
HEXES: Final = ListOf(HEX)
SIDE_OF_HEX: Final = Pattern(r"\d{4}\|\d{4}", 'two hexes such as "2712|2713"')
TURN: Final = Whole(1, TURNS)
COUNT: Final = Whole(0, 99)
SMALL: Final = Whole(-9, 9)
POINT: Final = ListOf(LON, 2)
STEP: Final = ListOf(Whole(-1, 1), 2)
COMPASS: Final = Table(dict.fromkeys(("E", "W", "NE", "NW", "SE", "SW"), STEP))
SOURCE: Final = Pattern(r"text \(.+\)|geography|estimate|pack", '"text (rule)", "geography" or "estimate"')
CONTROL: Final = Text("N", "R", "-")
PROVENANCE: Final = Table({"stated": ListOf(TEXT), "geography": ListOf(TEXT), "estimate": TEXT})
KIND_COST: Final = Table(dict.fromkeys(("foot", "cavalry", "motorized", "armoured"), Whole(1, 9)))
EFFECT: Final = Table({"shift": Whole(0, 9), "drm": SMALL})
IDS: Final = ListOf(TEXT)

_PLACES: Final = Table({
    "provenance": PROVENANCE,
    "place": ListOf(Table({
        "name": TEXT, "hex": HEX, "kind": Text("city", "town", "mark"), "lat": LAT, "lon": LON, "mp": SMALL,
        "uss": Text("", "N", "R", "RN"), "port": Text(*COASTS), "control": CONTROL, "source": SOURCE, "note?": TEXT})),
    "hex": ListOf(Table({
        "id": HEX, "t": Text("c", "r", "m", "s"), "region": TEXT, "control": Text("N", "R"), "coast": Text(*COASTS),
        "lat": LAT, "lon": LON})),
    "grid": Table({
        "orientation": Text("pointy-top"), "numbering": TEXT, "offset": TEXT, "neighbours_odd_row": COMPASS,
        "neighbours_even_row": COMPASS, "column_pitch_km": Number(1, 200), "row_pitch_km": Number(1, 200),
        "projection": TEXT, "column_coordinate": ListOf(Number(-999, 999), 2),
        "row_coordinate": ListOf(Number(-999, 999), 2), "rows": ListOf(COUNT, 2), "columns": ListOf(COUNT, 2),
        "fit": ListOf(Table({
            "place": TEXT, "hex": HEX, "lat": LAT, "lon": LON, "u": Number(0, 99), "v": Number(0, 99),
            "du": Number(-9, 9), "dv": Number(-9, 9), "km": Number(0, 999), "nearest_hex": HEX}))}),
    "region": ListOf(Table({"name": TEXT, "provinces": TEXT, "northern_zone": FLAG, "hexes": HEXES})),
    "neutral": ListOf(Table({"name": TEXT, "note": TEXT, "hexes": HEXES})),
    "borders": Table({
        "french_border_hexes": HEXES, "portuguese_border_hexes": HEXES, "all_sea_hexsides": ListOf(SIDE_OF_HEX),
        "impassable_hexsides": ListOf(SIDE_OF_HEX)}),
    "sea": ListOf(Table({"name": Text(*COASTS[1:]), "coastal_hexes": HEXES})),
    "river": ListOf(Table({
        "name": TEXT, "class": Text("minor", "major"), "waypoints": ListOf(POINT), "hexsides": ListOf(SIDE_OF_HEX)})),
    "rail": ListOf(Table({"name": TEXT, "stations": ListOf(TEXT), "hexes": HEXES, "continues_into?": HEX})),
    "range": ListOf(Table({"name": TEXT, "waypoints": ListOf(POINT), "mountain_hexes": HEXES, "rough_hexes": HEXES})),
    "fort_line": ListOf(Table({"name": TEXT, "hexes": HEXES, "activation_turn": TURN, "source": SOURCE})),
})

_UNITS: Final = Table({
    "provenance": PROVENANCE,
    "unit": ListOf(Table({
        "id": Pattern(r"[a-z0-9-]+", "small letters, digits and hyphens"), "label": TEXT, "name": TEXT, "side": SIDE,
        "nationality": Text(*NATIONS), "type": Text(*TYPES), "size": Text(*SIZES),
        "front": Pattern(r"\d+(-\d+){0,2}", 'factors such as "4-5-4"'),
        "back": Pattern(r"|\d+-\d+-\d+", 'factors such as "2-3-4", or nothing'),
        "back_is": Text("none", "reduced", "epr"), "steps": Whole(0, 2),
        "turn": Either(Whole(0, TURNS), Text("M", "event", "pool")), "hex": Either(Whole(0, 0), HEX),
        "fate": Text("", "withdraw", "convert"), "fate_turn": Whole(0, TURNS), "becomes": TEXT,
        "code": Text("", "A", "C", "BN", "CN", "POUM"), "motorized": FLAG, "artillery": Whole(0, 1),
        "international": FLAG, "rebuildable": FLAG, "source": SOURCE})),
})

_CHARTS: Final = Table({
    "provenance": PROVENANCE,
    "resource_points": ListOf(Table({
        "turn": TURN, "republican": COUNT, "northern": COUNT, "nationalist": COUNT, "italian": COUNT})),
    "strategic_movement": ListOf(Table({
        "turn": TURN, "nationalist_rail": COUNT, "republican_rail": COUNT, "nationalist_sea": COUNT,
        "republican_sea": COUNT})),
    "fort_activation": ListOf(Table({"line": TEXT, "turn": TURN, "hexes": HEXES})),
    "turn": ListOf(Table({"number": TURN, "date": TEXT, "year": Whole(1936, 1939), "months": Number(0.5, 2)})),
    "general_data_track": Table({
        "boxes": ListOf(COUNT), "morale_x10_start": Whole(0, 9), "morale_x1_start": Whole(0, 9),
        "rp_start": MapOf(COUNT), "rp_cap": COUNT, "source": TEXT}),
    "morale": Table({
        "start": COUNT, "nationalist_win_at_or_below": COUNT, "republican_win_at_or_above_on_turn_19": COUNT,
        "casado_at_or_below": COUNT, "madrid": SMALL, "general_mobilization": SMALL, "levy": SMALL, "source": TEXT}),
    "crt": Table({
        "columns": ListOf(TEXT, 8), "dice": ListOf(COUNT, 7),
        "rows": ListOf(ListOf(Pattern(r"\d/\d", 'losses such as "2/1"'), 8), 7),
        "text_cells": ListOf(Table({"column": TEXT, "die": COUNT, "result": TEXT})), "source": TEXT}),
    "movement_cost": Table({
        **dict.fromkeys(("clear", "rough", "mountain", "marsh", "city", "river", "major_river"), KIND_COST),
        "nationalist_into_intact_fort": COUNT}),
    "terrain_combat": Table({
        **dict.fromkeys(("clear", "rough", "mountain", "marsh", "town", "city", "river", "major_river",
                         "madrid_extra"), EFFECT), "intact_fort_defence_factor": COUNT}),
    "combat_modifiers": MapOf(SMALL),
    "withdrawal_conversion": ListOf(Table({"turn": TURN, "convert": IDS, "withdraw": IDS})),
    "alcazar": Table(dict.fromkeys(("turns_1_to_3", "turn_4", "turn_5_on"), Whole(0, 6))),
    "column_attack": Table({
        **dict.fromkeys(("refuses", "minus_one", "no_effect", "plus_one"), ListOf(Whole(1, 6))),
        "group_roll_modifier": SMALL}),
    "breakdown": Table(dict.fromkeys(SIDES, ListOf(Table({"from": IDS, "into": IDS})))),
    "counters": Table({
        "units": Whole(0, 999), "chits": COUNT, "markers": COUNT, "total": Whole(0, 999),
        "marker": ListOf(Table({"name": TEXT, "count": COUNT}))}),
})

_CHITS: Final = Table({
    "provenance": PROVENANCE,
    "chit": ListOf(Table({
        "id": Pattern(r"[a-z-]+", "small letters and hyphens"), "rule": TEXT, "name": TEXT, "pool": SIDE,
        "copies": Whole(1, 9), "turns": ListOf(TURN), "values": ListOf(COUNT), "immediate": FLAG,
        "immediate_source": TEXT, "reason": TEXT, "optional": FLAG})),
})

SHAPES: Final[dict[str, Shape]] = {"places": _PLACES, "units": _UNITS, "charts": _CHARTS, "chits": _CHITS}


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Hexes between two hexes given by row and column; odd rows lie half a hex further east."""
    dq = (a[1] - (a[0] - (a[0] & 1)) // 2) - (b[1] - (b[0] - (b[0] & 1)) // 2)
    dr = a[0] - b[0]
    return max(abs(dq), abs(dr), abs(dq + dr))
