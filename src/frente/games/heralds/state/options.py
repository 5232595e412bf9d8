"""The switches of a game: the optional rule and the readings of unclear ones, each with its ruling (R118)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from frente.kernel.catalog import Option, OptionValue

YES_NO: Final = (True, False)

OPTIONS: Final = (
    Option("alvarez_fixed_in_g2", False, YES_NO, "R9"),
    Option("armour_open_to_both", False, YES_NO, "R14"),
    Option("agents_deny_control", False, YES_NO, "R22"),
    Option("double_neutral_cost", "3", ("3", "1"), "R32"),
    Option("rehide_at_end_of_turn", True, YES_NO, "R42"),
    Option("negotiation_ip_limit", "1", ("1", "none"), "R49"),
    Option("domino_goal2_strict", False, YES_NO, "R53"),
    Option("fifth_column_scope", "wide", ("wide", "negotiation"), "R59"),
    Option("artillery_credit", "unit", ("unit", "once"), "R64"),
    Option("reaction_on_leaving", True, YES_NO, "R68"),
    Option("compound_third_unit", "withdrawal", ("withdrawal", "never", "always"), "R77"),
    Option("follow_on_after_loss", True, YES_NO, "R83"),
    Option("neutral_attack_penalty", "any", ("any", "syndicates"), "R74"),
    Option("cnd_chain_without_level1", False, YES_NO, "R119"),
    Option("surrender", False, YES_NO, "7.1.7g"),
    Option("will_modifiers", "label", ("label", "number"), "R114"),
    Option("turn_penalty", "late", ("late", "early"), "R115"),
)


class Options:
    """The same as attributes, for the rules."""

    def __init__(self, given: Mapping[str, OptionValue]) -> None:
        self.alvarez_fixed = bool(given["alvarez_fixed_in_g2"])
        self.armour_both = bool(given["armour_open_to_both"])
        self.agents_deny = bool(given["agents_deny_control"])
        self.double_neutral_cheap = given["double_neutral_cost"] == "1"
        self.rehide = bool(given["rehide_at_end_of_turn"])
        self.one_ip = given["negotiation_ip_limit"] == "1"
        self.domino_strict = bool(given["domino_goal2_strict"])
        self.fifth_wide = given["fifth_column_scope"] == "wide"
        self.guns_each = given["artillery_credit"] == "unit"
        self.react_leaving = bool(given["reaction_on_leaving"])
        self.third_withdrawing = given["compound_third_unit"] != "never"
        self.third_always = given["compound_third_unit"] == "always"
        self.follow_on_after_loss = bool(given["follow_on_after_loss"])
        self.neutral_penalty = given["neutral_attack_penalty"] == "any"
        self.token_orders_hqs = bool(given["cnd_chain_without_level1"])
        self.surrender = bool(given["surrender"])
        self.will_numbers = given["will_modifiers"] == "number"
        self.early_penalty = given["turn_penalty"] == "early"
