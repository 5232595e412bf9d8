"""Do the pawns and the numbers of Heralds of Defeat hang together?"""

from collections import Counter
from typing import Any, Final

from frente.games.heralds.data.shape import FACTIONS, FACTORS, HANDLES
from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings

NAMED: Final = ("hq-centro", "hq-gerc", "hq-fare", "fare-air", "ffcc", "subsuelo", "lopez-valle", "sanchez", "alvarez",
                "pertegaz", "ortega", "bueno", "barcelo", "garijo", "d-hervas", "syn-pce", "syn-cnt", "syn-soc",
                "token-cnd", "token-pce")
WANTED: Final = {"hq": ("command", "level"), "combat": ("initiative", "morale"),
                 "leader": ("initiative", "command_modifier", "level"),
                 "agent": ("initiative", "command_modifier", "level")}


class PawnCheck(Findings):
    """Faults of pawns.toml and values.toml."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.pawns: list[dict[str, Any]] = tables["pawns"]["pawn"]
        self.spaces = {s["id"] for s in tables["board"]["square"]} | {c["id"] for c in tables["board"]["compound"]}
        self.compounds = {c["id"] for c in tables["board"]["compound"]}
        self.values = tables["values"]
        self._roster()
        self._fields()
        self._places()
        self._limits()
        self._numbers()

    def _roster(self) -> None:
        ids = [p["id"] for p in self.pawns]
        for name in NAMED:
            if name not in ids:
                self.fault("pawns", ("pawn",), f"there must be a pawn {name} (15)")
        hidden = Counter(p["reverse"] for p in self.pawns for x in p["place"] for _ in range(x["n"])
                         if x["status"] == "hidden")
        for f in FACTIONS:
            if hidden[f] != HANDLES:
                self.fault("pawns", ("pawn",),
                           f"the {f} must have {HANDLES} pieces with a decoy side, not {hidden[f]} (4b)")
        fifth = [p for p in self.pawns if p.get("fifth_column")]
        if len(fifth) != 3 or any(p["reverse"] != "CND" or p["command_modifier"] >= 0 for p in fifth):
            self.fault("pawns", ("pawn",),
                       "there must be three fifth column agents of the CND with a negative modifier (9.7a)")

    def _fields(self) -> None:
        ids = {p["id"] for p in self.pawns}
        for i, p in enumerate(self.pawns):
            for field in WANTED.get(p["kind"], ()):
                if field not in p:
                    self.fault("pawns", ("pawn", i, "kind"), f"{p['id']} needs {field} (2.3.1d)")
            for field in FACTORS:
                if (field in p) != (f"{field}_from" in p):
                    self.fault("pawns", ("pawn", i, "kind"), f"{p['id']} needs {field} and {field}_from together")
            if (p["kind"] == "support") != ("support" in p):
                self.fault("pawns", ("pawn", i, "kind"), f"{p['id']} needs a kind of support if it is a support unit, "
                                                         "and only then (2.3.1a)")
            if p["kind"] in ("hq", "combat", "support", "leader") and "formation" not in p:
                self.fault("pawns", ("pawn", i, "kind"), f"{p['id']} needs a formation (2.3.1a)")
            if p.get("support") == "armour" and p["reverse"] != "PCE":
                self.fault("pawns", ("pawn", i, "reverse"), f"{p['id']} must have a PCE reverse (R14)")
            for name in p.get("commands_only", []):
                if name not in ids:
                    self.fault("pawns", ("pawn", i, "commands_only"), f"there is no pawn {name}")

    def _places(self) -> None:
        for i, p in enumerate(self.pawns):
            if p["count"] != sum(x["n"] for x in p["place"]):
                self.fault("pawns", ("pawn", i, "count"), f"{p['id']} is placed another number of times than it counts")
            for k, x in enumerate(p["place"]):
                if ("at" in x) == ("free" in x):
                    self.fault("pawns", ("pawn", i, "place", k), f"{p['id']} needs one place, at a space or free")
                elif x.get("at", "A") not in self.spaces:
                    self.fault("pawns", ("pawn", i, "place", k), f"{x['at']} is no square or compound")

    def _limits(self) -> None:
        for c in sorted(self.compounds):
            inside = [(p, x) for p in self.pawns for x in p["place"] if x.get("at") == c]
            combat = sum(x["n"] for p, x in inside if p["kind"] == "combat")
            support = sum(x["n"] for p, x in inside if p["kind"] == "support")
            owners = {p["reverse"] for p, x in inside if x["status"] == "A"}
            limits = self.values["limits"]
            if combat > limits["compound_combat"] or support > limits["compound_support"]:
                self.fault("pawns", ("pawn",), f"too many units start in {c} (2.3.3b)")
            if len(owners) > 1:
                self.fault("pawns", ("pawn",), f"both factions start in {c} (2.3.3c)")

    def _numbers(self) -> None:
        for group, names in NUMBERS.items():
            for name in names.split():
                if name not in self.values[group]:
                    self.fault("values", (group,), f"{group} has no {name}")


NUMBERS: Final = {
    "limits": "turns compound_combat compound_support compound_pieces defenders will lost_squares",
    "action_points": "large_hq large_from hq square alcala exchange no_corps_leader no_level_1",
    "propaganda": "success backfire",
    "negotiation": "success backfire support_value not_highest helper hierarchy formation will telephone summons "
                   "own_square enemy_square first_turn_domino",
    "credit": "alone limit crowd crowd_cost artillery free_downtown",
    "reaction": "success slower will own_square alone",
    "assault": "engaged damage compound_initiative support free_rounds downtown_cost outside_cost compound_cost "
               "collateral_above collateral_ammo collateral_support collateral_deduct destroyed_from ammo_line "
               "ammo_line_motor",
    "blast": "above connected ammo_line",
    "offensive": "met_from heavy_from",
    "refit": "damage prisoner",
}
