"""The switches of a game: optional rules of the book (chapter 11, 12.1.vp7) and readings of unclear ones (rulings)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from frente.kernel.catalog import Option, OptionValue

YES_NO: Final = (True, False)

OPTIONS: Final = (
    Option("slow_xviii_corps", False, YES_NO, "11.1a"),
    Option("anti_aircraft", False, YES_NO, "11.2"),
    Option("captured_t26", False, YES_NO, "11.3"),
    Option("solitaire", False, YES_NO, "11.4"),
    Option("casualty_vp", False, YES_NO, "12.1.vp7"),
    Option("bare_dash_R", "green", ("green", "black"), "R1"),
    Option("adjustment_road_bonus", False, YES_NO, "R8"),
    Option("turn7_extra_road_bonus", True, YES_NO, "R9"),
    Option("supply_effects", "at_check", ("at_check", "continuous"), "R19"),
    Option("release_distance", "within_4", ("within_4", "exactly_4"), "R29"),
    Option("north_edge_requires_B", False, YES_NO, "R36"),
    Option("resource_replacement_in_limit", False, YES_NO, "R40"),
    Option("elite_replacement_on_regular", False, YES_NO, "R40"),
    Option("below_half_after_shifts", "clamp", ("clamp", "attack_cancelled"), "R52"),
    Option("independent_brigades", "corps_units", ("corps_units", "own_division"), "R54"),
    Option("cancelled_bonus_counts_as_used", False, YES_NO, "R59"),
    Option("retreat_direction", "nearer_to_any_source", ("nearer_to_any_source", "not_farther_from_nearest"), "R66"),
    Option("elite_free_hex", "first_zoc_hex", ("first_zoc_hex", "first_retreat_hex"), "R67"),
    Option("reentry_hex", "exit_or_nearest", ("exit_or_nearest", "any_of_own_edge"), "R69"),
    Option("fifth_purple", "villafranca_del_castillo",
           ("villafranca_del_castillo", "perales_de_milla", "valdemorillo", "none"), "R76"),
    Option("navarre_sizes", "12/10", ("12/10", "10/8", "8/6"), "R82"),
)


class Options:
    """The same as attributes, for the rules."""

    def __init__(self, given: Mapping[str, OptionValue]) -> None:
        self.slow_xviii_corps = bool(given["slow_xviii_corps"])
        self.anti_aircraft = bool(given["anti_aircraft"])
        self.captured_t26 = bool(given["captured_t26"])
        self.solitaire = bool(given["solitaire"])
        self.casualty_vp = bool(given["casualty_vp"])
        self.dash_black = given["bare_dash_R"] == "black"
        self.adjustment_road_bonus = bool(given["adjustment_road_bonus"])
        self.turn7_extra_road_bonus = bool(given["turn7_extra_road_bonus"])
        self.continuous_supply = given["supply_effects"] == "continuous"
        self.release_exactly = given["release_distance"] == "exactly_4"
        self.north_edge_requires_b = bool(given["north_edge_requires_B"])
        self.replacement_in_limit = bool(given["resource_replacement_in_limit"])
        self.elite_on_regular = bool(given["elite_replacement_on_regular"])
        self.below_half_cancels = given["below_half_after_shifts"] == "attack_cancelled"
        self.brigades_own_division = given["independent_brigades"] == "own_division"
        self.cancelled_bonus_used = bool(given["cancelled_bonus_counts_as_used"])
        self.not_farther = given["retreat_direction"] == "not_farther_from_nearest"
        self.free_first_hex = given["elite_free_hex"] == "first_retreat_hex"
        self.reentry_any = given["reentry_hex"] == "any_of_own_edge"
        self.fifth_purple = str(given["fifth_purple"])
        iv, v = str(given["navarre_sizes"]).split("/")
        self.navarre: dict[str, int] = {"IV Navarre": int(iv), "V Navarre": int(v)}
