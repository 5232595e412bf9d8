"""What the data files of Heralds of Defeat hold: the fields of every table and how packs change them item by item."""

from typing import Final

from frente.kernel.packs import Items, Keys
from frente.kernel.shapes import Day, Flag, ListOf, MapOf, Number, Pattern, Shape, Table, Text, Whole

NAMES: Final = ("board", "pawns", "values")
FACTIONS: Final = ("CND", "PCE")
FORMATIONS: Final = ("CENTRO", "I", "II", "III", "IV", "XVII", "FARE")
KINDS: Final = ("hq", "combat", "support", "leader", "agent", "syndicate", "player_token", "decoy")
PLACES: Final = ("any", "downtown", "jaca-or-downtown", "with-70bm", "with-armour", "with-8d", "with-ii", "7d-or-iii")
TYPES: Final = ("telephone", "wireless", "power", "water", "broadcast", "print", "motor", "ammo")
ZONES: Final = ("downtown", "periphery_or_reserves", "compound_related", "compound_unrelated", "compound_same_letter",
                "compound_other_letter", "compound_connected")
FACTORS: Final = ("command", "initiative", "morale", "command_modifier", "credit_modifier")
SQUARES: Final = 33
COMPOUNDS: Final = 30
HANDLES: Final = 14
TURNS: Final = 6

KEYS: Final[Keys] = {
    "board": {
        "square": Items(("id",), {"lat": "place_from", "lon": "place_from"}),
        "compound": Items(("id",), {"lat": "place_from", "lon": "place_from", "parent": "provenance"}),
        "route": Items(("id",), {"from": "provenance", "to": "provenance", "via": "provenance", "rail": "provenance"}),
        "resource": Items(("id",), {"at": "provenance", "type": "provenance"}),
        "move_cost": Items(("from", "to", "status"))},
    "pawns": {"pawn": Items(("id",), {**{name: f"{name}_from" for name in FACTORS}, "reverse": "side_from"})},
    "values": {},
}

TEXT: Final = Text()
FLAG: Final = Flag()
FROM: Final = Text("text", "geography", "estimate", "pack")
LAT: Final = Number(-90, 90)
LON: Final = Number(-180, 180)
MM: Final = Number(0, 2000)
SPACE: Final = Pattern(r"[A-Z][A-Z0-9_]*", 'a square or compound such as "A", "B1" or "EL_PARDO"')
SMALL: Final = Whole(-9, 20)
FACTOR: Final = Whole(0, 9)
PROVENANCE: Final = Table({"stated": ListOf(TEXT), "inferred": ListOf(TEXT), "estimate": TEXT})
BY_FACTION: Final = Table({f: Whole(0, 20) for f in FACTIONS})

_BOARD: Final = Table({
    "move_cost": ListOf(Table({
        "from": Text(*ZONES), "to": Text(*ZONES), "status": Text("easy", "hard"), "cost": Whole(0, 9)})),
    "provenance": PROVENANCE,
    "layout": Table({
        "centre": Table({"name": TEXT, "lat": LAT, "lon": LON}), "r0_km": Number(0.1, 100), "scale_mm": Number(1, 1000),
        "board_mm": Table({"width": MM, "height": MM}), "origin_mm": Table({"x": MM, "y": MM})}),
    "square": ListOf(Table({
        "id": SPACE, "name": TEXT, "kind": Text("downtown", "periphery", "reserves"), "lat": LAT, "lon": LON, "x": MM,
        "y": MM, "provenance": FROM, "place_from": FROM, "evidence": TEXT}), SQUARES),
    "compound": ListOf(Table({
        "id": SPACE, "parent": SPACE, "name": TEXT, "kind": Text("building", "bridge", "marker_site"), "lat": LAT,
        "lon": LON, "resources": ListOf(TEXT), "start?": Text("open", "closed"), "provenance": FROM, "place_from": FROM,
        "evidence": TEXT}), COMPOUNDS),
    "route": ListOf(Table({
        "id": TEXT, "from": SPACE, "to": SPACE, "via": ListOf(SPACE), "rail": FLAG, "provenance": FROM,
        "evidence": TEXT})),
    "resource": ListOf(Table({
        "id": TEXT, "type": Text(*TYPES), "at": SPACE, "critical": FLAG, "provenance": FROM, "evidence": TEXT})),
    "will_track": Table({
        "provenance": FROM, "start": BY_FACTION, "start_from": FROM,
        "boxes": ListOf(Table({"box": Whole(1, 5), "label": TEXT, "modifier": SMALL, "other": SMALL}), 5)}),
    "turn_track": Table({
        "provenance": FROM,
        "turns": ListOf(Table({"turn": Whole(1, TURNS), "date": Day(), "pce_penalty": FACTOR, "other": FACTOR}),
                        TURNS)}),
    "generic_track": Table({"provenance": FROM, "min": Whole(0, 0), "max": Whole(20, 99)}),
})

_PAWNS: Final = Table({
    "provenance": PROVENANCE,
    "start": Table({
        "turn": Whole(1, 1), "initiative": Text(*FACTIONS), "action_points": BY_FACTION,
        "intelligence_points": BY_FACTION, "command_counters_at_full": ListOf(TEXT), "free_limit": Whole(1, 14)}),
    "pawn": ListOf(Table({
        "id": Pattern(r"[a-z0-9-]+", "small letters, digits and hyphens"), "name": TEXT, "reverse_name?": TEXT,
        "kind": Text(*KINDS), "icon": TEXT, "support?": Text("artillery", "armour", "aviation"),
        "formation?": Text(*FORMATIONS), "second_formation?": Text(*FORMATIONS), "numeral?": TEXT,
        "level?": Whole(0, 3), "reverse": Text(*FACTIONS), "count": Whole(1, 20),
        "place": ListOf(Table({
            "at?": SPACE, "free?": Text(*PLACES), "n": Whole(1, 20), "status": Text("A", "N", "hidden")})),
        "command?": FACTOR, "initiative?": FACTOR, "morale?": FACTOR, "command_modifier?": SMALL,
        "credit_modifier?": SMALL, "parenthesis?": FLAG, "fifth_column?": FLAG, "gerc?": FLAG,
        "commands_only?": ListOf(TEXT), **{f"{name}_from?": FROM for name in FACTORS}, "side_from": FROM,
        "evidence": TEXT})),
})

_GROUPS: Final = ("limits", "action_points", "propaganda", "negotiation", "credit", "reaction", "assault", "blast",
                  "offensive", "refit")

SHAPES: Final[dict[str, Shape]] = {
    "board": _BOARD,
    "pawns": _PAWNS,
    "values": Table({"provenance": PROVENANCE, **{name: MapOf(SMALL) for name in _GROUPS}}),
}
