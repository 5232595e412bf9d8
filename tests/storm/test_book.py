"""Every datum that the rulebook states, compared with the number as the book has it.

The right-hand sides are written down from the rulebook, never computed. What a file marks as inferred or as an estimate
is held by test_data.py to what the text says about it.
"""
from __future__ import annotations

import re
import tomllib

import pytest

from frente.games.storm import GAME
from frente.games.storm.data.check import KEYS, NAMES
from frente.games.storm.state.board import DATA
from frente.kernel.packs import load_tables

TABLES = load_tables(DATA, NAMES, None, keys=KEYS)
MAP, COUNTERS, TRACK, V = (TABLES[name] for name in NAMES)
RULES = {r["id"] for r in tomllib.loads((GAME.folder / "rules.toml").read_text("utf-8"))["rule"]}


def test_every_number_of_the_rules_names_the_rule_it_comes_from() -> None:
    lines = (DATA / "values.toml").read_text("utf-8").split("[limits]")[1].split("\n")
    numbers = [x for x in lines if " = " in x and not x.startswith("[")]
    assert len(numbers) == 60
    for line in numbers:
        named = re.findall(r"\d+(?:\.\w+)*\w*", line.partition("#")[2].partition(":")[0])
        assert named, line
        assert set(named) <= RULES, line


# -- the numbers of the rules


@pytest.mark.rule("3.2a", "6c", "9e", "9.3b")
def test_limits() -> None:
    assert V["limits"] == {"stacking": 10, "chits_in_hand": 5, "units_without_cost": 5, "batteries": 3}


@pytest.mark.rule("5c", "6b", "9e", "9.3c", "9.4.2a")
def test_prices_in_support_points() -> None:
    assert V["prices"] == {"chit": 1, "large_activation": 1, "third_battery": 1, "prepared_attack": 1}


@pytest.mark.rule("3.4.2c", "3.4.2d", "3.4.2e", "3.4.2f", "3.4.2g", "3.4.2h", "11.1i")
def test_the_morale_test_is_passed_up_to_4_and_kills_from_7() -> None:
    assert V["morale_test"] == {"retreats_from": 5, "eliminated_from": 7, "air": 1, "outnumbering": -1, "urban": -1,
                                "council_urban": -1}


@pytest.mark.rule("9.2d", "9.2e", "9.2f", "9.2g")
def test_costs_of_a_step() -> None:
    assert V["movement"] == {"step": 1, "leaving_enemy": 1, "entering_enemy": 1, "river": 1}


@pytest.mark.rule("9.3g", "15.0a")
def test_a_bombardment_adds_1_3_or_5_by_its_batteries_and_4_by_chit() -> None:
    assert V["bombardment"] == {"bonus": [1, 3, 5], "chit_bonus": 4}                     # vector X9


@pytest.mark.rule("9.4.1.C4a", "9.4.1.C4b", "9.4.1.C4c", "9.4.1.C4e", "9.4.1.C4f", "9.8", "15.R3a", "15.R3b", "15.R3c",
                  "15.N12")
def test_numbers_of_combat() -> None:
    assert V["combat"] == {"intensity": 5, "assault": 1, "outnumbered": 1, "shock_superiority": -1,
                           "exhausted_defender": -1, "artillery_factor": 1, "tanks": 3, "alfereces": 3}


@pytest.mark.rule("9.5b")
def test_every_three_units_of_factor_0_fire_as_one() -> None:
    assert V["defensive_fire"] == {"zero_units_per_point": 3}


@pytest.mark.rule("8b", "12.3j")
def test_two_line_units_or_one_shock_unit_are_rebuilt_and_two_in_the_pause() -> None:
    assert V["replacement"] == {"line": 2, "shock": 1, "shock_in_pause": 2}


@pytest.mark.rule("7c", "7d", "7e")
def test_the_rada_column_needs_a_6_then_a_3_then_nothing() -> None:
    assert V["rada"] == {"4": 6, "5": 3, "6": 0}                                         # vector X6


@pytest.mark.rule("11.1a", "11.1b", "11.1c", "11.1d", "11.1e", "11.1g", "11.1h")
def test_numbers_of_the_defence_council() -> None:
    assert V["council"] == {"first_turn": 3, "needed": 6, "gates": 1, "per_cut_route": 1, "per_urban_area": 1,
                            "pause": 2, "morale_levels": 2, "support_points": 2}


@pytest.mark.rule("11.2a", "11.2b")
def test_the_weather_is_rolled_from_turn_10_and_bad_from_5() -> None:
    assert V["weather"] == {"first_turn": 10, "after_bad": 1, "bad_from": 5}


@pytest.mark.rule("12.1e", "12.3c")
def test_the_nationalist_has_the_initiative_on_turns_1_to_3() -> None:
    assert V["initiative"] == {"automatic_to": 3}
    assert [t["n"] for t in TRACK["turn"] if t["nationalist_auto_initiative"]] == [1, 2, 3]


@pytest.mark.rule("12.3h", "12.3i")
def test_the_pause_lasts_four_turns_and_doubles_the_income() -> None:
    assert V["pause"] == {"turns": 4, "income_factor": 2}


@pytest.mark.rule("15.N6a", "15.N9a", "15.R6")
def test_numbers_of_the_chits() -> None:
    assert V["strife"] == {"splits_from": 4}
    assert V["flight"] == {"impulses": 3}
    assert V["durruti"] == {"factor": 1, "impulses": 2}


@pytest.mark.rule("12.1i", "12.1j", "12.1k", "12.1m", "12.1n")
def test_points_of_scenario_1() -> None:
    assert V["scenario1_victory"] == {"urban_area": 2, "cut_route": 1, "troops_in_madrid": 1, "troops_needed": 5,
                                      "casualties": -1, "casualties_from": 4, "needed": 4}


# -- chits


CHITS = {                                # number, category, first turn, whether it leaves the game: vector X12
    "15.R1": (4, "replace-impulse", 1, False), "15.R2": (2, "replace-impulse", 3, False),
    "15.R3": (2, "combat", 3, False), "15.R4": (2, "combat", 1, False), "15.R5": (1, "replace-impulse", 1, False),
    "15.R6": (1, "combat", 5, False), "15.R7": (1, "combat", 1, False), "15.R8": (2, "combat", 1, True),
    "15.N1": (2, "replace-impulse", 1, False), "15.N2": (2, "replace-impulse", 1, False),
    "15.N3": (1, "combat", 1, False), "15.N4": (1, "combat", 1, False), "15.N5": (1, "replace-impulse", 1, False),
    "15.N6": (1, "replace-impulse", 1, True), "15.N7": (1, "replace-impulse", 6, True),
    "15.N8": (2, "combat", 1, False), "15.N9": (1, "replace-impulse", 1, True), "15.N10": (1, "combat", 1, False),
    "15.N11": (1, "replace-impulse", 1, False), "15.N12": (1, "combat", 1, False)}


@pytest.mark.rule("1.3", "6e", "6f", "6g", "6i", "15.R1", "15.R2", "15.R3", "15.R4a", "15.R4b", "15.R5", "15.R6",
                  "15.R7", "15.R8", "15.N1", "15.N2a", "15.N3", "15.N4a", "15.N5", "15.N6a", "15.N7", "15.N8a",
                  "15.N9a", "15.N10a", "15.N11a", "15.N12")
def test_every_chit_is_the_chit_of_the_book() -> None:
    assert {c["id"]: (c["count"], c["category"], c["from_turn"], c["remove_when_played"])
            for c in COUNTERS["chit"]} == CHITS


# -- tracks and scenarios


@pytest.mark.rule("12.1a", "12.1c", "12.3a", "12.3b", "5a")
def test_scenario_1_and_the_campaign() -> None:
    assert TRACK["scenario1"] == {"turns": [1, 6], "morale": 2, "sp_nationalist": 12, "sp_republican": 6}    # vector X8
    assert TRACK["campaign"] == {"turns": [1, 15], "morale": 2, "sp_nationalist": 12, "sp_republican": 6}
    assert [t["n"] for t in TRACK["turn"] if t["scenario1"]] == [1, 2, 3, 4, 5, 6]
    assert len(TRACK["turn"]) == 15


@pytest.mark.rule("12.2a", "12.2b", "12.2g", "12.2h", "12.2i")
def test_scenario_2() -> None:
    assert TRACK["scenario2"] == {
        "turns": [10, 15], "morale": 0, "sp_nationalist": {"start10": 10, "start11": 14},
        "sp_republican": {"start10": 6, "start11": 8}, "first_turn_income": False}                   # vectors X4, X5
    assert [t["n"] for t in TRACK["turn"] if t["scenario2"]] == [10, 11, 12, 13, 14, 15]


@pytest.mark.rule("3.4", "12.1l", "12.2g")
def test_the_spaces_of_morale_and_what_they_take_off() -> None:
    assert [(m["level"], m["name"], m["scn1_vp"]) for m in TRACK["morale"] if m["given"]] == [
        (2, "Crumbling", 0), (1, "Bad", -1), (0, "Fragile", -2), (-2, "Good", -2)]                   # vector X7
    assert [(m["level"], m["scn1_vp"]) for m in TRACK["morale"] if not m["given"]] == [(-1, -2)]


@pytest.mark.rule("11.1a", "11.2a")
def test_on_which_turns_the_council_and_the_weather_are_rolled_for() -> None:
    assert [t["n"] for t in TRACK["turn"] if t["defence_council_roll"]] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    assert [t["n"] for t in TRACK["turn"] if t["weather_roll"]] == [10, 11, 12, 13, 14, 15]


# -- map


@pytest.mark.rule("2a", "2c", "2e", "2g", "2h", "3.3b", "10b", "12.1d", "12.1g", "12.2f", "12.3b")
def test_what_the_book_says_about_the_map() -> None:
    areas = {a["id"]: a for a in MAP["area"]}
    assert (MAP["map"]["areas"], len(areas), MAP["map"]["boxes"], len(MAP["box"])) == (38, 38, 6, 6)
    assert {"A", "D", "H", "M", "O", "AA"} <= set(areas)
    assert "H" in [n["to"] for n in areas["A"]["neighbours"]]                            # vector X1
    assert "O" not in [n["to"] for n in areas["M"]["neighbours"]]                        # vector X2
    assert [a for a in areas if areas[a]["start_control"] == "nationalist"] == ["D"]
    assert (areas["AA"]["name"], areas["AA"]["kind"], areas["AA"]["scn2_control"]) == ("Madrid", "urban", "republican")
    assert [b["owner"] for b in MAP["box"]] == ["republican"] * 3 + ["nationalist"] * 3
    assert len(MAP["supply_route"]) == 4
    assert MAP["map"]["restricted_rivers"] == ["manzanares", "jarama"]
    side = {"blue": "nationalist", "green": "republican", "brown": "republican"}
    coloured = [a for a in areas.values() if a["scn2_colour"] in side]
    assert [a["scn2_control"] for a in coloured] == [side[a["scn2_colour"]] for a in coloured]
    assert {a["scn2_colour"] for a in coloured} == {"blue", "green", "brown"}
