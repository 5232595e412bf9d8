"""What the data files of Storm Over Madrid hold: the fields of every table and how packs change them item by item."""

from typing import Final

from frente.kernel.packs import Items, Keys
from frente.kernel.shapes import Day, Either, Flag, ListOf, MapOf, Number, Pattern, Shape, Table, Text, Whole

NAMES: Final = ("areas", "counters", "track", "values")
SIDES: Final = ("republican", "nationalist")
FACTIONS: Final = {
    "nationalist": ("legion", "moroccan", "army", "falange", "carlist"),
    "republican": ("communist", "anarchist", "socialist", "republican", "international"),
}
CHITS: Final = tuple([f"15.R{n}" for n in range(1, 9)] + [f"15.N{n}" for n in range(1, 13)])
RIVERS: Final = ("guadarrama", "manzanares", "jarama")
COLOURS: Final = ("black", "blue", "green", "brown")
BOXES: Final = ("1", "2", "3", "4", "5", "6")
AREAS: Final = 38
TURNS: Final = 15

KEYS: Final[Keys] = {
    "areas": {
        "area": Items(("id",)), "box": Items(("id",)), "corner": Items(("areas",)), "supply_route": Items(("id",)),
        "river": Items(("id",))},
    "counters": {"unit": Items(("id",)), "chit": Items(("id",)), "marker": Items(("id",))},
    "track": {"turn": Items(("n",)), "morale": Items(("level",))},
    "values": {},
}

TEXT: Final = Text()
FLAG: Final = Flag()
SIDE: Final = Text(*SIDES)
LAT: Final = Number(-90, 90)
LON: Final = Number(-180, 180)
AREA: Final = Pattern(r"[A-Z]{1,2}", 'an area such as "D" or "AA"')
BOX: Final = Text(*BOXES)
CODE: Final = Pattern(r"[A-Z]{1,2}|[1-6]", 'an area such as "AA" or a box from "1" to "6"')
SPOT: Final = Table({"lat": LAT, "lon": LON})
POINT: Final = ListOf(LON, 2)
FACTOR: Final = Whole(0, 9)
TURN: Final = Whole(1, TURNS)
TURN_OR_START: Final = Whole(0, TURNS)
SMALL: Final = Whole(-9, 9)
COUNT: Final = Whole(0, 99)
PROVENANCE: Final = Table({"stated": ListOf(TEXT), "inferred": ListOf(TEXT), "estimate": TEXT})

_AREAS: Final = Table({
    "provenance": PROVENANCE,
    "map": Table({
        "areas": Whole(AREAS, AREAS), "boxes": Whole(len(BOXES), len(BOXES)),
        "frame": Table({"west": LON, "east": LON, "south": LAT, "north": LAT}),
        "origin": Table({"lat": LAT, "lon": LON, "place": TEXT}),
        "km_per_degree": Table({"lon": Number(1, 200), "lat": Number(1, 200)}), "urban": ListOf(AREA),
        "restricted_rivers": ListOf(Text(*RIVERS))}),
    "area": ListOf(Table({
        "id": AREA, "name": TEXT, "kind": Text("normal", "urban"), "terrain": Whole(0, 9), "lat": LAT, "lon": LON,
        "centre": SPOT, "places": ListOf(Table({"name": TEXT, "lat": LAT, "lon": LON})), "bank": TEXT,
        "start_control": SIDE, "scn2_colour": Text(*COLOURS), "scn2_control": SIDE,
        "neighbours": ListOf(Table({"to": AREA, "river": Text("", *RIVERS)})), "boxes": ListOf(BOX),
        "supply_routes": ListOf(TEXT), "outline": ListOf(POINT)})),
    "corner": ListOf(Table({"areas": ListOf(AREA, 2)})),
    "box": ListOf(Table({"id": BOX, "owner": SIDE, "name": TEXT, "lat": LAT, "lon": LON, "links": ListOf(AREA)})),
    "box2_land": Table({"outline": ListOf(POINT)}),
    "supply_route": ListOf(Table({
        "id": TEXT, "name": TEXT, "areas": ListOf(AREA), "normal_areas": ListOf(AREA), "box": BOX,
        "waypoints": ListOf(Table({"lat": LAT, "lon": LON, "at": TEXT}))})),
    "river": ListOf(Table({"id": Text(*RIVERS), "name": TEXT, "waypoints": ListOf(POINT)})),
})

_COUNTERS: Final = Table({
    "provenance": PROVENANCE,
    "unit": ListOf(Table({
        "id": Pattern(r"[a-z0-9-]+", "small letters, digits and hyphens"), "side": SIDE, "name": TEXT,
        "faction": Text(*FACTIONS["nationalist"], *FACTIONS["republican"]), "type": Text("line", "shock", "artillery"),
        "attack?": FACTOR, "defence": FACTOR, "move": Whole(1, 9), "turn": Either(TURN_OR_START, Text("rada")),
        "areas": ListOf(CODE), "scn2": Text("cross", "AA", "free", "track"), "column?": TEXT,
        "tag?": Text("cavalry", "tank")})),
    "chit": ListOf(Table({
        "id": Text(*CHITS), "side": SIDE, "title": TEXT, "count": Whole(1, 9),
        "category": Text("replace-impulse", "combat"), "from_turn": TURN, "remove_when_played": FLAG})),
    "marker": ListOf(Table({"id": TEXT, "count": Whole(1, 99)})),
})

_SCENARIO: Final = {"turns": ListOf(TURN, 2), "morale": Whole(-2, 2)}
_POINTS: Final = Table({"start10": COUNT, "start11": COUNT})

_TRACK: Final = Table({
    "provenance": PROVENANCE,
    "turn": ListOf(Table({
        "n": TURN, "start": Day(), "end": Day(), "sp_nationalist": COUNT, "sp_republican": COUNT, "weather_roll": FLAG,
        "defence_council_roll": FLAG, "nationalist_auto_initiative": FLAG, "scenario1": FLAG, "scenario2": FLAG,
        "from?": TEXT, "history": TEXT})),
    "morale": ListOf(Table({"level": Whole(-2, 2), "name": TEXT, "given": FLAG, "scn1_vp": SMALL})),
    "area_control_track": Table({"first": COUNT, "last": COUNT}),
    "support_track": Table({"first": COUNT, "last": COUNT}),
    "scenario1": Table({**_SCENARIO, "sp_nationalist": COUNT, "sp_republican": COUNT}),
    "scenario2": Table({**_SCENARIO, "sp_nationalist": _POINTS, "sp_republican": _POINTS, "first_turn_income": FLAG}),
    "campaign": Table({**_SCENARIO, "sp_nationalist": COUNT, "sp_republican": COUNT}),
})

_VALUES: Final = Table({
    "provenance": PROVENANCE,
    "limits": Table({
        "stacking": Whole(1, 50), "chits_in_hand": Whole(0, 15), "units_without_cost": Whole(1, 50),
        "batteries": Whole(1, 9)}),
    "prices": Table({"chit": COUNT, "large_activation": COUNT, "third_battery": COUNT, "prepared_attack": COUNT}),
    "morale_test": Table({
        "retreats_from": SMALL, "eliminated_from": SMALL, "air": SMALL, "outnumbering": SMALL, "urban": SMALL,
        "council_urban": SMALL}),
    "movement": Table({"step": Whole(1, 9), "leaving_enemy": COUNT, "entering_enemy": COUNT, "river": COUNT}),
    "bombardment": Table({"bonus": ListOf(SMALL), "chit_bonus": SMALL}),
    "combat": Table({
        "intensity": SMALL, "assault": SMALL, "outnumbered": SMALL, "shock_superiority": SMALL,
        "exhausted_defender": SMALL, "artillery_factor": FACTOR, "tanks": SMALL, "alfereces": SMALL}),
    "defensive_fire": Table({"zero_units_per_point": Whole(1, 99)}),
    "replacement": Table({"line": COUNT, "shock": COUNT, "shock_in_pause": COUNT}),
    "rada": MapOf(Whole(0, 6)),
    "council": Table({
        "first_turn": TURN, "needed": COUNT, "gates": SMALL, "per_cut_route": SMALL, "per_urban_area": SMALL,
        "pause": SMALL, "morale_levels": SMALL, "support_points": COUNT}),
    "weather": Table({"first_turn": TURN, "after_bad": SMALL, "bad_from": SMALL}),
    "initiative": Table({"automatic_to": TURN_OR_START}),
    "pause": Table({"turns": TURN, "income_factor": Whole(1, 9)}),
    "strife": Table({"splits_from": Whole(1, 7)}),
    "flight": Table({"impulses": COUNT}),
    "durruti": Table({"factor": FACTOR, "impulses": COUNT}),
    "scenario1_victory": Table({
        "urban_area": SMALL, "cut_route": SMALL, "troops_in_madrid": SMALL, "troops_needed": COUNT, "casualties": SMALL,
        "casualties_from": COUNT, "needed": SMALL}),
})

SHAPES: Final[dict[str, Shape]] = {"areas": _AREAS, "counters": _COUNTERS, "track": _TRACK, "values": _VALUES}
