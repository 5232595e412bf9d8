"""The switches of a game: readings of unclear rules, each with its ruling."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from frente.kernel.catalog import Option, OptionValue

YES_NO: Final = (True, False)

OPTIONS: Final = (
    Option("supply_needs_own_area", False, YES_NO, "R12"),
    Option("bombard_from_box", False, YES_NO, "R15"),
    Option("stop_on_capture", False, YES_NO, "R17"),
    Option("urban_bonus_on_withdrawal", True, YES_NO, "R23"),
    Option("same_title_once_per_turn", True, YES_NO, "R28"),
    Option("combat_events_on_plain_moves", True, YES_NO, "R31"),
    Option("mola_needs_pair", True, YES_NO, "R36"),
    Option("fortification_doubles_full_dv", False, YES_NO, "R66"),
    Option("durruti_next_own_impulse", True, YES_NO, "R67"),
    Option("plans_after_any_impulse", False, YES_NO, "R68"),
    Option("flight_expires_with_turn", False, YES_NO, "R74"),
    Option("alfereces_vs_defensive_fire", True, YES_NO, "R76"),
    Option("rebuild_in_box", False, YES_NO, "R35"),
    Option("chits_after_last_unit", False, YES_NO, "R103"),
    Option("bombard_point_any_unit", True, YES_NO, "R63"),
    Option("spent_units_fire", True, YES_NO, "R43"),
    Option("artillery_last_strict", True, YES_NO, "R58"),
    Option("morale_retreat_flips", False, YES_NO, "R60"),
    Option("artillery_tests_morale", True, YES_NO, "R8"),
    Option("artillery_tests_under_air", True, YES_NO, "R8"),
    Option("scn2_council_formed", True, YES_NO, "R83"),
    Option("garrison_needs_both", False, YES_NO, "R81"),
)


class Options:
    """The same as attributes, for the rules."""

    def __init__(self, given: Mapping[str, OptionValue]) -> None:
        self.supply_needs_own_area = bool(given["supply_needs_own_area"])
        self.bombard_from_box = bool(given["bombard_from_box"])
        self.stop_on_capture = bool(given["stop_on_capture"])
        self.urban_bonus_on_withdrawal = bool(given["urban_bonus_on_withdrawal"])
        self.same_title_once = bool(given["same_title_once_per_turn"])
        self.events_on_plain_moves = bool(given["combat_events_on_plain_moves"])
        self.mola_needs_pair = bool(given["mola_needs_pair"])
        self.fortification_full = bool(given["fortification_doubles_full_dv"])
        self.durruti_own = bool(given["durruti_next_own_impulse"])
        self.plans_any = bool(given["plans_after_any_impulse"])
        self.flight_expires = bool(given["flight_expires_with_turn"])
        self.alfereces_fire = bool(given["alfereces_vs_defensive_fire"])
        self.rebuild_in_box = bool(given["rebuild_in_box"])
        self.chits_after_last = bool(given["chits_after_last_unit"])
        self.any_point = bool(given["bombard_point_any_unit"])
        self.spent_fire = bool(given["spent_units_fire"])
        self.artillery_strict = bool(given["artillery_last_strict"])
        self.retreat_flips = bool(given["morale_retreat_flips"])
        self.artillery_tests = bool(given["artillery_tests_morale"])
        self.artillery_air = bool(given["artillery_tests_under_air"])
        self.council_formed = bool(given["scn2_council_formed"])
        self.garrison_both = bool(given["garrison_needs_both"])
