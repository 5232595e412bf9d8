"""What the data files of Brunete 1937 hold: the fields of every table and how packs change them item by item."""

from typing import Final

from frente.kernel.packs import Items, Keys
from frente.kernel.shapes import Day, Either, Flag, ListOf, MapOf, Number, Pattern, Shape, Table, Text, Whole

NAMES: Final = ("map", "units", "markers", "tables")

LETTERS: Final = "ABCDEFGHIJKL"
ARCS: Final = ("A-B", "C-E", "E-J", "K-L", "J-L", "C-D")  # clockwise stretches of the edge (6.1)
LETTER_ARC: Final = "C-L-letters"  # the lettered hexes only: Nationalist tanks and cavalry (6.1i)
COLUMNS: Final = ("1/2", "1/1", "1.5/1", "2/1", "3/1", "4/1", "5/1", "6/1")
BOXES: Final = ("madrid", "carabanchel", "asylum")
MADRID_MOVES: Final = ("madrid to carabanchel", "carabanchel to asylum", "asylum to carabanchel",
                       "carabanchel to madrid", "still in madrid after the turn 4 roll")
EDGES: Final = ("north", "east", "south", "west")
TURNS: Final = 14
SIDES: Final = ("republican", "nationalist")

_FACTORS: Final = {
    "attack": "provenance.factors",
    "defence": "provenance.factors",
    "move": "provenance.factors",
    "shift": "provenance.factors",
    "reduced_attack": "provenance.reduced",
    "reduced_defence": "provenance.reduced",
    "reduced_move": "provenance.reduced",
    "steps": "provenance.steps",
    "elite": "provenance.elite",
    "hex": "provenance.hex",
    "turn": "provenance.turn",
    "arc": "provenance.arc",
}

KEYS: Final[Keys] = {
    "map": {
        "hex": Items(("id",), {"terrain": "terrain_from"}), "region": Items(("id",)),
        "place": Items(("name",), {"hex": "position", "lat": "position", "lon": "position"}),
        "objective": Items(("name",), {"colour": "colour_from", "vp": "objective_from"}),
        "entry": Items(("letter",), {"hex": "position"}), "arc": Items(("id",)),
        "river": Items(("id",), {"sides": "sides_from", "course": "sides_from"}),
        "bridge": Items(("river", "hexes"), {"route": "provenance", "class": "provenance"}),
        "route": Items(("id",), {"hexes": "course_from", "class": "existence_from"})},
    "units": {"unit": Items(("id",), _FACTORS)},
    "markers": {
        "marker": Items(("id",), {"arrive": "provenance", "withdraw": "provenance"}), "madrid_roll": Items(("box",)),
        "madrid_effect": Items(("move",))},
    "tables": {
        "crt.cell": Items(("column", "die"), {"colour": "colour_from", "retreat": "colour_from"}),
        "turn": Items(("n",)), "victory.results": Items(("result",)), "offensive_victory.results": Items(("result",))},
}

TEXT: Final = Text()
FLAG: Final = Flag()
HEX: Final = Pattern(r"\d{4}", 'a hex number of four digits in quotes, such as "2111"')
SIDE: Final = Text(*SIDES)
FROM: Final = Text("text", "geography", "estimate", "pack")
RULE: Final = TEXT  # where the text states it: rules, examples, figure 1, designer's notes
SAID: Final[dict[str, Shape]] = {"provenance": FROM, "rule?": RULE}
REMARK: Final = Pattern(r"(text|geography|estimate|ruling|suggestion|pack)\b.*",
                        "text, geography, estimate or pack, with or without a remark")
DIE: Final = Whole(1, 6)
FACTOR: Final = Whole(0, 30)
SMALL: Final = Whole(0, 9)
TURN: Final = Whole(1, TURNS)
TURN_OR_START: Final = Whole(0, TURNS)
PAIR: Final = ListOf(HEX, 2)
FEATURE: Final = Table({"mp": Text("other terrain"), "columns_left": SMALL, "defensive": FLAG})
GROUND: Final = Table({
    "infantry": Whole(1, 9),
    "cavalry": Whole(1, 9),
    "tank": Whole(1, 9),
    "columns_left": SMALL,
    "defensive": FLAG,
})

_MAP: Final = Table({
    "hex": ListOf(Table({
        "id": HEX, "terrain": Text("clear", "hill", "forest"), "region": TEXT, "terrain_from": FROM, "control": SIDE,
        "town?": TEXT, "vertex?": TEXT, "objective?": Text("purple", "yellow", "yellow-dashed"), "vp?": SMALL,
        "entry?": Text(*LETTERS)})),
    "provenance": Table({"text": ListOf(TEXT), "estimate": TEXT, "additions?": TEXT}),
    "grid": Table({
        **SAID, "model": TEXT, "orientation": Text("flat-top", "pointy-top"), "columns": Whole(1, 99),
        "rows": Whole(1, 99), "km_per_hex": Number(0.1, 100), "column_pitch_km?": Number(0.1, 100),
        "row_pitch_km?": Number(0.1, 100), "lower_columns?": Text("odd", "even"), "shifted_rows?": Text("odd", "even"),
        "west_edge_lon": Number(-180, 180), "north_edge_lat": Number(-90, 90),
        "km_per_degree": Table({"lon": Number(1, 200), "lat": Number(1, 200)}), "formula": TEXT,
        "neighbours_odd?": ListOf(ListOf(Whole(-1, 1), 2), 6), "neighbours_even?": ListOf(ListOf(Whole(-1, 1), 2), 6),
        "playable_columns": ListOf(Whole(1, 99), 2), "playable_rows": ListOf(Whole(1, 99), 2)}),
    "non_playable": Table({
        **SAID, "columns": ListOf(Whole(1, 99), 2), "rows": ListOf(Whole(1, 99), 2), "effect": TEXT}),
    "edges": Table(SAID | {edge: Table({"owner": SIDE, "hexes": TEXT}) for edge in EDGES}),
    "region": ListOf(Table({"id": TEXT, "name": TEXT, "ground": TEXT})),
    "place": ListOf(Table({
        "name": TEXT, "kind": Text("town", "vertex"), "hex": HEX, "lat?": Number(-90, 90), "lon?": Number(-180, 180),
        "existence": FROM, "rule?": RULE, "position": FROM, "note?": TEXT})),
    "objective": ListOf(Table({
        "name": TEXT, "hex": HEX, "colour": Text("purple", "yellow", "yellow-dashed"), "vp": SMALL,
        "objective_from": FROM, "rule?": RULE, "colour_from": FROM, "note?": TEXT})),
    "vertex_group": Table({**SAID, "hexes": ListOf(HEX), "vp": SMALL}),
    "fifth_purple": Table({"default": TEXT, "choices": MapOf(Either(HEX, Text("")))}),
    "entry": ListOf(Table({
        "letter": Text(*LETTERS), "rule?": RULE, "hex": HEX, "side": SIDE, "edge": Text(*EDGES), "routes": ListOf(TEXT),
        "start_control": SIDE, "supply_source": FLAG, "at": TEXT, "position": FROM, "alternatives?": ListOf(HEX)})),
    "arc": ListOf(Table({"id": Text(*ARCS, LETTER_ARC), "rule?": RULE, "units": TEXT, "hexes": ListOf(HEX)})),
    "river": ListOf(Table({
        "id": TEXT, "name": TEXT, "name_from": FROM, "rule?": RULE, "sides_from": FROM, "fordable": TEXT,
        "course": ListOf(ListOf(Number(-180, 180), 2)), "estimated_points": ListOf(Whole(0, 999)),
        "sides": ListOf(PAIR)})),
    "bridge": ListOf(Table({
        "river": TEXT, "hexes": PAIR, "route": TEXT, "class": Text("road", "path"), **SAID, "note?": TEXT})),
    "route": ListOf(Table({
        "id": TEXT, "class": Text("road", "path"), "name": TEXT, "existence_from": FROM, "rule?": RULE,
        "course_from": FROM, "letters": ListOf(Text(*LETTERS)), "hexes": ListOf(HEX), "note?": TEXT})),
    "front_line": Table({"provenance": FROM, "runs": TEXT, "sides": ListOf(PAIR)}),
})

_UNITS: Final = Table({
    "counts": Table({
        "republican": Whole(0, 999), "nationalist_counted": Whole(0, 999), "navarre_recommended": MapOf(Whole(0, 99)),
        "nationalist": Whole(0, 999)}),
    "colours": Table({
        **SAID, "nationalist": TEXT, "republican": Table({"V": TEXT, "XVIII": TEXT, "Army": TEXT}),
        "supports": Table({"republican": TEXT, "nationalist": TEXT})}),
    "unit": ListOf(Table({
        "id": TEXT, "side": SIDE, "name": TEXT, "type": Text("infantry", "cavalry", "tank", "garrison"),
        "size": Text("I", "II", "III"), "corps?": Text("V", "XVIII", "Army"), "division?": TEXT, "brigade?": TEXT,
        "stripe?": TEXT, "body?": Text("legion", "regulares"), "elite": FLAG, "free": FLAG, "steps": Whole(1, 2),
        "face": TEXT, "attack": FACTOR, "defence": FACTOR, "move": FACTOR, "shift?": Whole(0, 3), "face_reduced?": TEXT,
        "reduced_attack?": FACTOR, "reduced_defence?": FACTOR, "reduced_move?": FACTOR,
        "turn": Either(TURN_OR_START, Text("reserve", "option-11.3")), "hex?": HEX, "choice?": ListOf(HEX),
        "arc?": Text(*ARCS, LETTER_ARC), "extra?": FLAG, "option?": Text("11.3"), "frozen": FLAG,
        "provenance": MapOf(REMARK), "rule?": RULE})),
})

_HELD: Final = Table({"aviation": SMALL, "artillery": SMALL})
_MARKERS: Final = Table({
    "marker": ListOf(Table({
        "id": TEXT, "side": Text("republican", "nationalist", "both", "none"),
        "kind": Text("artillery", "aviation", "resource", "command", "turn", "vallecas", "objective", "status"),
        "arrive?": TURN_OR_START, "withdraw?": TURN, "effect?": TEXT, "first_turn?": TURN, "single_use?": FLAG,
        "use?": TEXT, "box?": Text(*BOXES), "objective?": TEXT, "vp?": SMALL, "secret_draw?": FLAG, "count?": TEXT,
        "provenance": REMARK, "rule?": RULE})),
    "support_scale": Table({**SAID, "artillery": TEXT, "aviation": TEXT}),
    "command_points": Table({
        **SAID, "per_turn": SMALL, "minimum": SMALL, "maximum": SMALL, "carry_over": FLAG,
        "costs": Table({
            "regular_replacement": SMALL, "elite_replacement": SMALL, "support_coordination": SMALL,
            "joint_attack": SMALL, "aviation_recovery": SMALL}),
        "replacements_bought_per_turn": SMALL, "replacements_from_turn": TURN}),
    "resources": Table({
        **SAID, "per_turn": SMALL, "from_turn": Table({"republican": TURN, "nationalist": TURN}), "campaign": TEXT,
        "offensive": TEXT}),
    "support_boxes": Table({**SAID, "boxes": ListOf(TEXT, 2), "withdrawal_choice": TEXT}),
    "casualty_boxes": Table({**SAID, "boxes": ListOf(TEXT, 2)}),
    "madrid_track": Table({
        "boxes": ListOf(Text(*BOXES), 3), "names": Table(dict.fromkeys(BOXES, TEXT)), "start": Text(*BOXES),
        "last_turn_to_leave": TURN, **SAID}),
    "madrid_roll": ListOf(Table({
        "box": Text(*BOXES), **SAID, "roller": SIDE, "turns?": ListOf(TURN, 2),
        "results": ListOf(Table({
            "die": ListOf(DIE), "to?": Text(*BOXES), "cancelled?": FLAG,
            "second_roll?": ListOf(Table({"die": ListOf(DIE), "to": Text(*BOXES)}))}))})),
    "madrid_effect": ListOf(Table({
        "move": Text(*MADRID_MOVES), **SAID, "nationalist_held?": _HELD, "nationalist_returned?": _HELD,
        "when": TEXT})),
})

_DIE_TEXT: Final = Table({str(die): TEXT for die in range(1, 7)})
_RESULT: Final = Text("republican", "draw", "nationalist")
_SUPPORTS: Final = Table({"artillery": SMALL, "aviation": SMALL})
_SCENARIO: Final = Table({
    **SAID,
    "turns": ListOf(TURN, 2),
    "resources": TEXT,
    "republican_supports": _SUPPORTS,
    "nationalist_supports": _SUPPORTS,
    "victory": Text("victory", "offensive_victory"),
})
_CHANGE: Final = Whole(-9, 9)
_TABLES: Final = Table({
    "crt": Table({
        **SAID, "dice": Whole(1, 1), "columns": ListOf(Text(*COLUMNS), 8), "rows": ListOf(ListOf(TEXT, 8), 6),
        "below_first_column": TEXT, "above_last_column": TEXT,
        "cell": ListOf(Table({
            "column": Text(*COLUMNS), "die": DIE,
            "text": Pattern(r"[\d-][*^]?/(-|\d|\d?R)", "a result such as 2*/1 or -/1R"), "attacker": SMALL,
            "mark": Text("", "*", "^"), "defender": SMALL, "retreat": Whole(0, 2), "colour": Text("", "green", "black"),
            "colour_from?": REMARK, "black_possible?": FLAG}))}),
    "terrain": Table({
        **SAID, "clear": GROUND, "hill": GROUND, "forest": GROUND, "vertex": FEATURE, "town": FEATURE,
        "objective": FEATURE, "entry": FEATURE, "front_line": FEATURE,
        "non_playable": Table({"mp": Text("prohibited")}),
        "river": Table({
            "extra_mp": SMALL, "waived_by": TEXT, "tank": TEXT, "attacker_cf": Whole(-9, 0),
            "attacker_cf_applies": TEXT}),
        "road": Table({"mp": Whole(1, 9), "bonus_infantry": SMALL, "bonus_cavalry": SMALL, "bonus_tank": SMALL}),
        "path": Table({
            "mp": Whole(1, 9), "bonus_infantry": SMALL, "bonus_cavalry": SMALL, "bonus_tank": SMALL,
            "mixed_with_road": TEXT}),
        "bonus_condition": TEXT}),
    "interdiction": Table({**SAID, "radius": SMALL, "extra_mp": SMALL, "cumulative": FLAG, "cancels_road_bonus": TEXT}),
    "stacking": Table({**SAID, "infantry_or_cavalry": SMALL, "tank": SMALL, "garrison": SMALL}),
    "supply": Table({
        **SAID, "hexes_to_road_or_source": SMALL,
        "unsupplied": Table({
            "combat": TEXT, "movement": TEXT, "zone_of_control": FLAG, "replacements": FLAG,
            "republican_tank_shift": FLAG})}),
    "envelopment": Table({**SAID, "columns_right": Table({"4": SMALL, "5": SMALL, "6": SMALL})}),
    "supports": Table({**SAID, "max_attack": SMALL, "max_defence": SMALL, "columns_each": SMALL}),
    "elite_bonus": Table({**SAID, "condition": TEXT, "columns": SMALL}),
    "coordination": Table({
        **SAID, "dice": Whole(1, 1), "fails": ListOf(DIE), "succeeds": ListOf(DIE), "automatic_cp": SMALL}),
    "stubborn_defence": Table({**SAID, "dice": Whole(1, 1), "only": TEXT, "results": _DIE_TEXT}),
    "maintenance": Table({
        **SAID, "dice": Whole(1, 1), "fails": Table({"republican": ListOf(DIE), "nationalist": ListOf(DIE)}),
        "failed_returns_after_turns": Whole(1, 9), "automatic_cp": SMALL}),
    "bombardment": Table({
        **SAID, "dice": Whole(1, 1), "markers_per_segment": SMALL, "no_effect": ListOf(DIE), "step_loss": ListOf(DIE),
        "option_11_2": Table({"die": ListOf(DIE), "returns_after_turns": Whole(1, 9)})}),
    "infiltration": Table({
        **SAID, "turn": TURN, "division": TEXT, "hex": HEX, "dice": Whole(1, 1), "success": ListOf(DIE),
        "discovered": ListOf(DIE), "mp_dice": Table({"success": Whole(1, 9), "discovered": Whole(1, 9)}),
        "mp_minimum": SMALL, "discovered_effect": TEXT}),
    "recovery": Table({
        **SAID, "infantry": Table({"group": Whole(1, 9), "returns": SMALL, "same_cf": FLAG}),
        "republican_tank": Table({"group": Whole(1, 9), "returns": SMALL}), "army_tank_reserve": SMALL,
        "never": ListOf(TEXT)}),
    "initiative": Table({
        **SAID, "republican_turns": ListOf(TURN, 2), "roll_turn": TURN, "nationalist_automatic_turn": TURN,
        "adjustment_dice": Whole(1, 9)}),
    "advance": Table({**SAID, "green_retreat": SMALL, "black_retreat": SMALL, "hex_emptied": SMALL}),
    "turn": ListOf(Table({
        "n": TURN, "rule?": RULE, "start": Day(), "end": Day(), "days": Whole(1, 31),
        "initiative": Text("republican", "nationalist", "roll"), "offensive_scenario": FLAG, "madrid_roll": TEXT,
        "republican": ListOf(TEXT), "nationalist": ListOf(TEXT),
        "supports": Table({
            "republican artillery?": _CHANGE, "republican aviation?": _CHANGE, "nationalist artillery?": _CHANGE,
            "nationalist aviation?": _CHANGE})})),
    "scenario": Table({"campaign": _SCENARIO, "offensive": _SCENARIO}),
    "victory": Table({
        **SAID, "purple": TEXT, "yellow": TEXT, "maximum": Whole(0, 99),
        "results": ListOf(Table({"min": Whole(-99, 99), "max": Whole(-99, 99), "result": _RESULT})),
        "casualty_option": Table({
            "less_than_nationalist": _CHANGE, "otherwise": _CHANGE, "tank": TEXT, "garrison": TEXT})}),
    "secret_objective": Table({**SAID, "dice": Whole(1, 1), "when": TEXT, "results": _DIE_TEXT}),
    "offensive_victory": Table({**SAID, "results": ListOf(Table({"result": _RESULT, "condition": TEXT}))}),
})

SHAPES: Final[dict[str, Shape]] = {"map": _MAP, "units": _UNITS, "markers": _MARKERS, "tables": _TABLES}
