"""The switches of a game: optional rules of the book and readings of unclear ones, each with its rule or ruling."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from frente.kernel.catalog import Option, OptionValue

YES_NO: Final = (True, False)
CHITS_ONLY: Final = "chits-only"
NO_PHASES: Final = "none"
ALL_PHASES: Final = "full"

OPTIONS: Final = (
    # optional rules of the book
    Option("hidden_chits", True, YES_NO, "7.4c"),
    Option("reconnaissance", False, YES_NO, "15.1a"),
    Option("alcazar_siege", False, YES_NO, "15.2b"),
    Option("armored_train", False, YES_NO, "15.3"),
    Option("aircraft_near_france", False, YES_NO, "15.4"),
    Option("enter_the_italians", False, YES_NO, "15.5"),
    Option("russians_are_coming", False, YES_NO, "15.6"),
    Option("column_attack_rolls", False, YES_NO, "15.7.1a"),
    Option("political_columns", False, YES_NO, "15.7.2a"),
    Option("return_of_internationals", False, YES_NO, "15.8"),
    Option("pyrenees_supply", False, YES_NO, "15.9"),
    Option("border_post", False, YES_NO, "15.10"),
    # readings of unclear rules
    Option("turn1_phases", CHITS_ONLY, (CHITS_ONLY, NO_PHASES, ALL_PHASES), "R1"),
    Option("control_by_zoc", False, YES_NO, "R8"),
    Option("morale_check", "turn-end", ("turn-end", "instant"), "R11"),
    Option("symmetric_morale", True, YES_NO, "R14"),
    Option("free_entry_radius", False, YES_NO, "R18"),
    Option("nationalist_rp_for_lk", False, YES_NO, "R27"),
    Option("breakdown_in_deadpile", False, YES_NO, "R36"),
    Option("allow_recombination", False, YES_NO, "R37"),
    Option("mandatory_offensives", False, YES_NO, "R42"),
    Option("republican_determination", False, YES_NO, "R42"),
    Option("internationals_rebuildable", True, YES_NO, "R50"),
    Option("strict_oos_moves", True, YES_NO, "R74"),
    Option("major_river_motorized", "3", ("3", "4"), "R84"),
    Option("shift_before_cap", False, YES_NO, "R94"),
    Option("naval_per_phase", False, YES_NO, "R105"),
    Option("ammo", "any", ("any", "majority"), "R108"),
    Option("advance_on_exact", False, YES_NO, "R114"),
    Option("rail_end_enemy", False, YES_NO, "R120"),
    Option("landed_supplied_first_turn", False, YES_NO, "R126"),
    Option("alcazar_empty_bonus", "2", ("2", "0"), "R130"),
)


class Options:
    """The same as attributes, for the rules."""

    def __init__(self, given: Mapping[str, OptionValue]) -> None:
        self.hidden_chits = bool(given["hidden_chits"])
        self.recon = bool(given["reconnaissance"])
        self.siege = bool(given["alcazar_siege"])
        self.train = bool(given["armored_train"])
        self.near_france = bool(given["aircraft_near_france"])
        self.italians = bool(given["enter_the_italians"])
        self.russians = bool(given["russians_are_coming"])
        self.column_rolls = bool(given["column_attack_rolls"])
        self.politics = bool(given["political_columns"])
        self.internationals = bool(given["return_of_internationals"])
        self.pyrenees = bool(given["pyrenees_supply"])
        self.border_post = bool(given["border_post"])
        self.turn1 = str(given["turn1_phases"])
        self.zoc_control = bool(given["control_by_zoc"])
        self.instant_morale = given["morale_check"] == "instant"
        self.symmetric = bool(given["symmetric_morale"])
        self.free_entry = bool(given["free_entry_radius"])
        self.lk_points = bool(given["nationalist_rp_for_lk"])
        self.dead_breakdown = bool(given["breakdown_in_deadpile"])
        self.recombine = bool(given["allow_recombination"])
        self.offensives = bool(given["mandatory_offensives"])
        self.determination = bool(given["republican_determination"])
        self.rebuild_internationals = bool(given["internationals_rebuildable"])
        self.strict_oos = bool(given["strict_oos_moves"])
        self.motor_river = int(str(given["major_river_motorized"])) - 3      # on top of the chart
        self.shift_first = bool(given["shift_before_cap"])
        self.naval_phase = bool(given["naval_per_phase"])
        self.ammo_majority = given["ammo"] == "majority"
        self.advance_exact = bool(given["advance_on_exact"])
        self.rail_enemy = bool(given["rail_end_enemy"])
        self.landed_safe = bool(given["landed_supplied_first_turn"])
        self.empty_bonus = int(str(given["alcazar_empty_bonus"]))
