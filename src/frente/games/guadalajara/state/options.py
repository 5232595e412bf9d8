"""The switches of a game: optional rules (chapter 4), tables, and readings of unclear rules (rulings)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from frente.kernel.catalog import Option, OptionValue

YES_NO: Final = (True, False)

OPTIONS: Final = (
    Option("political_incompatibility", False, YES_NO, "4.1"),
    Option("cavalry_screen", False, YES_NO, "4.2a.1"),
    Option("separation_line", "strict", ("strict", "loose", "none"), "4.3a.1"),
    Option("variable_reinforcements", False, YES_NO, "4.4a"),
    Option("italian_air", False, YES_NO, "4.5"),
    Option("hidden_interdiction", False, YES_NO, "4.6a"),
    Option("secret_off_map", False, YES_NO, "4.6b"),
    Option("secret_rolls", False, YES_NO, "4.6c"),
    Option("hidden_stacks", False, YES_NO, "scs.fog"),
    Option("intensive_combat", False, YES_NO, "4.7a"),
    Option("simplified_panic", False, YES_NO, "4.8a"),
    Option("crt", "ladder", ("ladder", "house"), "scs.cbt.5"),
    Option("barrage", "play_aid", ("play_aid", "house"), "1.8d.1"),
    Option("terrain", "play_aid", ("play_aid", "house"), "scs.cbt.6"),
    Option("scn4_final_nationalist_turn", True, YES_NO, "R2"),
    Option("air_points_last", "until_next_determination", ("until_next_determination", "own_turn_only"), "R6"),
    Option("scn3_surprise", True, YES_NO, "R7"),
    Option("ezoc_cost", "on_exit", ("on_exit", "on_enter"), "R25"),
    Option("support_units_zoc", True, YES_NO, "R26"),
    Option("cumulative_halving", True, YES_NO, "R27"),
    Option("overrun_cost", "flat", ("flat", "plus_terrain"), "R28"),
    Option("overrun_from_ezoc", False, YES_NO, "R31"),
    Option("interdiction_hits_own", False, YES_NO, "R33"),
    Option("retreat_across_line", "last_resort", ("last_resort", "never"), "R37"),
    Option("barrage_across_line", False, YES_NO, "R38"),
    Option("truck_teleport", "supplied_hex", ("supplied_hex", "anywhere"), "R40"),
    Option("load_after_walking", True, YES_NO, "R41"),
    Option("interdicted_passenger", "destroyed", ("destroyed", "one_step"), "R46"),
    Option("odds_rounding", "nearest", ("nearest", "defender_favour"), "R47"),
    Option("at_in_tank_vs_tank", False, YES_NO, "R55"),
    Option("volunteer_first", "per_hex", ("per_hex", "whole_attack"), "R57"),
    Option("oos_retreat", "on_any_result", ("on_any_result", "only_on_retreat"), "R59"),
    Option("offroad_count_includes_own_hex", True, YES_NO, "R79"),
    Option("hq_range_plus_one", False, YES_NO, "R80"),
    Option("falange_carlist_minus1", True, YES_NO, "R95"),
    Option("emergency_area", "as_ruled", ("as_ruled", "any"), "R100"),
    Option("scn2_alicante_rojo", "omit", ("omit", "set_up_at_nearest_hex_south_of_badiel"), "R108"),
    Option("vp30", "republican_minor", ("republican_minor", "draw"), "R113"),
    Option("vp_needs_unit_present", False, YES_NO, "R114"),
    Option("sudden_death_road", "full_length", ("full_length", "1.07_to_brihuega_junction"), "R116"),
    Option("scn2_hole", "republican_minor", ("republican_minor", "republican_major"), "R117"),
    Option("late_spanish_south", "static", ("static", "forbidden", "free"), "R121"),
    Option("prep_overrun", True, YES_NO, "R134"),
    Option("reduced_flame_drm", "full", ("full", "minus_one"), "R140"),
    Option("volunteer_first_in_barrage", True, YES_NO, "R141"),
    Option("undeclared_flame_drm", "zero", ("zero", "printed"), "R143"),
    Option("hq_trace_terrain", "last_step", ("last_step", "never_blocks"), "R148"),
)


class Options:
    """The same as attributes, for the rules."""

    def __init__(self, given: Mapping[str, OptionValue]) -> None:
        self.given = dict(given)
        self.political = bool(given["political_incompatibility"])
        self.screen = bool(given["cavalry_screen"])
        self.line_loose = given["separation_line"] == "loose"
        self.line_none = given["separation_line"] == "none"
        self.variable = bool(given["variable_reinforcements"])
        self.italian_air = bool(given["italian_air"])
        self.hidden_interdiction = bool(given["hidden_interdiction"])
        self.secret_off_map = bool(given["secret_off_map"])
        self.secret_rolls = bool(given["secret_rolls"])
        self.hidden_stacks = bool(given["hidden_stacks"])
        self.intensive = bool(given["intensive_combat"])
        self.no_panic = bool(given["simplified_panic"])
        self.house_crt = given["crt"] == "house"
        self.house_barrage = given["barrage"] == "house"
        self.house_terrain = given["terrain"] == "house"
        self.final_nationalist = bool(given["scn4_final_nationalist_turn"])
        self.air_own_turn = given["air_points_last"] == "own_turn_only"
        self.scn3_surprise = bool(given["scn3_surprise"])
        self.zoc_on_enter = given["ezoc_cost"] == "on_enter"
        self.support_zoc = bool(given["support_units_zoc"])
        self.cumulative = bool(given["cumulative_halving"])
        self.overrun_plus = given["overrun_cost"] == "plus_terrain"
        self.overrun_from_zoc = bool(given["overrun_from_ezoc"])
        self.interdiction_own = bool(given["interdiction_hits_own"])
        self.never_across = given["retreat_across_line"] == "never"
        self.barrage_across = bool(given["barrage_across_line"])
        self.trucks_anywhere = given["truck_teleport"] == "anywhere"
        self.load_after_walking = bool(given["load_after_walking"])
        self.passenger_step = given["interdicted_passenger"] == "one_step"
        self.defender_favour = given["odds_rounding"] == "defender_favour"
        self.at_tanks = bool(given["at_in_tank_vs_tank"])
        self.volunteer_whole = given["volunteer_first"] == "whole_attack"
        self.oos_only_retreat = given["oos_retreat"] == "only_on_retreat"
        self.own_hex_counts = bool(given["offroad_count_includes_own_hex"])
        self.hq_plus_one = bool(given["hq_range_plus_one"])
        self.falange_minus = bool(given["falange_carlist_minus1"])
        self.emergency_any = given["emergency_area"] == "any"
        self.alicante = given["scn2_alicante_rojo"] != "omit"
        self.vp30_draw = given["vp30"] == "draw"
        self.vp_present = bool(given["vp_needs_unit_present"])
        self.short_road = given["sudden_death_road"] != "full_length"
        self.hole_major = given["scn2_hole"] == "republican_major"
        self.late_static = given["late_spanish_south"] == "static"
        self.late_forbidden = given["late_spanish_south"] == "forbidden"
        self.prep_overrun = bool(given["prep_overrun"])
        self.reduced_flame = given["reduced_flame_drm"] == "minus_one"
        self.volunteer_barrage = bool(given["volunteer_first_in_barrage"])
        self.undeclared_printed = given["undeclared_flame_drm"] == "printed"
        self.hq_never_blocks = given["hq_trace_terrain"] == "never_blocks"
