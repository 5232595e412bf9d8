"""The markers and tables of Brunete 1937 against the rulebook."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest

from tests.brunete.ground import OWN

MARKERS = OWN.tables["markers"]
TABLES = OWN.tables["tables"]
MARKER: list[dict[str, Any]] = MARKERS["marker"]
SUPPORTS = {  # number of markers in play on turns 1 to 14
    ("republican", "artillery"): [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2],
    ("republican", "aviation"): [3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1],
    ("nationalist", "artillery"): [1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4],
    ("nationalist", "aviation"): [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
}
CRT = {
    "1/2": ["2*/-", "2*/-", "1^/-", "1/-", "2/1", "1/1"],
    "1/1": ["2*/-", "1*/-", "1^/-", "2/1", "1/1", "1/1"],
    "1.5/1": ["1*/-", "1*/-", "2^/1", "1/1", "1/1", "1/R"],
    "2/1": ["1*/-", "2^/1", "1/1", "1/1", "1/R", "-/R"],
    "3/1": ["2*/1", "1^/1", "1/1", "1/R", "-/R", "1/1R"],
    "4/1": ["1*/1", "1^/1", "1/R", "-/R", "1/1R", "-/1R"],
    "5/1": ["1*/1", "1/R", "-/R", "1/1R", "-/1R", "-/2R"],
    "6/1": ["-^/R", "1/1R", "-/1R", "-/2R", "-/2R", "-/3R"],
}


# --- markers


@pytest.mark.rule("1.2.2n")
def test_markers_are_turn_command_supports_status_vallecas_objectives_and_resources() -> None:
    assert len({marker["id"] for marker in MARKER}) == len(MARKER)
    assert Counter((marker["kind"], marker["side"]) for marker in MARKER) == {
        ("turn", "none"): 1, ("command", "republican"): 2, ("command", "nationalist"): 2,
        ("artillery", "republican"): 3, ("aviation", "republican"): 3, ("artillery", "nationalist"): 4,
        ("aviation", "nationalist"): 3, ("status", "both"): 2, ("vallecas", "republican"): 1,
        ("objective", "republican"): 5, ("resource", "republican"): 6, ("resource", "nationalist"): 6,
    }  # fmt: skip
    assert {marker["id"] for marker in MARKER if marker["kind"] == "status"} == {"unsupplied", "retreated"}


@pytest.mark.rule("1.1g")
def test_a_support_marker_stands_for_40_to_50_guns_or_aircraft() -> None:
    scale = MARKERS["support_scale"]
    assert scale["artillery"] == "40 to 50 guns or howitzers of 75 mm or more"
    assert scale["aviation"] == "40 to 50 aircraft"


@pytest.mark.rule("8.a", "12.1b", "12.1m", "12.1rep7", "12.1rep11", "12.1rep12", "12.1nat2", "12.1nat3", "12.1nat4")
@pytest.mark.rule("12.1nat5", "12.1nat8", "12.2a")
@pytest.mark.parametrize(("side", "kind"), SUPPORTS)
def test_artillery_and_aviation_come_and_go_as_the_scenario_says(side: str, kind: str) -> None:
    numbers = SUPPORTS[side, kind]
    own = [marker for marker in MARKER if (marker["side"], marker["kind"]) == (side, kind)]
    assert [sum(m["arrive"] <= turn < m.get("withdraw", 99) for m in own) for turn in range(1, 15)] == numbers
    changes = [turn["supports"].get(f"{side} {kind}", 0) for turn in TABLES["turn"]]
    assert changes == [after - before for before, after in zip([numbers[0], *numbers], numbers)]
    starts = [TABLES["scenario"][scenario][f"{side}_supports"][kind] for scenario in ("campaign", "offensive")]
    assert starts == [numbers[0], numbers[0]]


@pytest.mark.rule("5.2a")
def test_both_sides_have_the_same_six_resources() -> None:
    effects = {
        "plus-cp": "+1 CP this turn",
        "regular-replacement": "one regular replacement, free",
        "elite-replacement": "one elite replacement, free",
        "reroll": "reroll one combat or bombardment die, own or enemy",
        "minus-cp": "opponent loses 1 CP",
        "minus-aviation": "one available aviation marker of the opponent goes to used",
    }
    for side, first_turn in (("republican", 2), ("nationalist", 3)):
        own = {m["id"]: m for m in MARKER if m["kind"] == "resource" and m["side"] == side}
        assert {name: m["effect"] for name, m in own.items()} == {f"{side[0]}-res-{k}": v for k, v in effects.items()}
        assert {(m["first_turn"], m["single_use"]) for m in own.values()} == {(first_turn, True)}
        assert MARKERS["resources"]["from_turn"][side] == first_turn


@pytest.mark.rule("1.2.1d")
def test_displays_are_turn_track_command_points_support_boxes_and_casualty_boxes() -> None:
    assert len(TABLES["turn"]) == 14
    assert (MARKERS["command_points"]["minimum"], MARKERS["command_points"]["per_turn"]) == (0, 3)
    assert MARKERS["command_points"]["maximum"] == 4
    assert MARKERS["support_boxes"]["boxes"] == ["available", "used"]
    assert MARKERS["casualty_boxes"]["boxes"] == ["recoverable", "final"]


@pytest.mark.rule("1.2.1e")
def test_no_counter_or_box_of_air_superiority_exists() -> None:
    kinds = {marker["kind"] for marker in MARKER}
    assert kinds == {"artillery", "aviation", "resource", "command", "turn", "vallecas", "objective", "status"}
    assert set(MARKERS) == {
        "marker", "support_scale", "command_points", "resources", "support_boxes", "casualty_boxes", "madrid_track",
        "madrid_roll", "madrid_effect",
    }  # fmt: skip


@pytest.mark.rule("1.2.1f")
def test_the_madrid_track_has_three_boxes_and_starts_in_madrid() -> None:
    track = MARKERS["madrid_track"]
    assert track["boxes"] == ["madrid", "carabanchel", "asylum"]
    assert track["names"] == {"madrid": "Madrid", "carabanchel": "Carabanchel", "asylum": "San José asylum"}
    assert track["start"] == "madrid"
    assert track["last_turn_to_leave"] == 4
    (vallecas,) = [marker for marker in MARKER if marker["kind"] == "vallecas"]
    assert vallecas["box"] == "madrid"


@pytest.mark.rule("7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.9")
def test_madrid_dice_are_those_of_section_7() -> None:
    rolls = {roll["box"]: roll for roll in MARKERS["madrid_roll"]}
    assert {box: roll.get("turns") for box, roll in rolls.items()} == {
        "madrid": [1, 4], "carabanchel": None, "asylum": None,
    }  # fmt: skip
    assert rolls["carabanchel"]["results"][0]["cancelled"] is True
    assert {box: roll["roller"] for box, roll in rolls.items()} == {
        "madrid": "republican", "carabanchel": "republican", "asylum": "nationalist",
    }  # fmt: skip
    results = {
        box: {die: r.get("to", "again") for r in roll["results"] for die in r["die"]} for box, roll in rolls.items()
    }
    assert results == {
        "madrid": dict.fromkeys(range(1, 6), "madrid") | {6: "carabanchel"},
        "carabanchel": dict.fromkeys((1, 2), "madrid") | dict.fromkeys((3, 4, 5), "carabanchel") | {6: "again"},
        "asylum": dict.fromkeys((1, 2), "carabanchel") | dict.fromkeys((3, 4, 5, 6), "asylum"),
    }
    again = rolls["carabanchel"]["results"][2]["second_roll"]
    assert {die: r["to"] for r in again for die in r["die"]} == dict.fromkeys(range(1, 6), "carabanchel") | {
        6: "asylum"
    }
    effects = {e["move"]: e.get("nationalist_held", e.get("nationalist_returned")) for e in MARKERS["madrid_effect"]}
    assert effects == {
        "madrid to carabanchel": {"aviation": 1, "artillery": 0},
        "carabanchel to asylum": {"aviation": 2, "artillery": 1},
        "asylum to carabanchel": {"aviation": 1, "artillery": 1},
        "carabanchel to madrid": {"aviation": 1, "artillery": 0},
        "still in madrid after the turn 4 roll": {"aviation": 0, "artillery": 0},
    }


# --- tables


@pytest.mark.rule("crt.1-2", "crt.1-1", "crt.1.5-1", "crt.2-1", "crt.3-1", "crt.4-1", "crt.5-1", "crt.6-1")
def test_the_combat_table_has_its_48_results() -> None:
    crt = TABLES["crt"]
    cells = {(cell["column"], cell["die"]): cell["text"] for cell in crt["cell"]}
    assert len(crt["cell"]) == 48
    assert cells == {(column, die): text for column, texts in CRT.items() for die, text in enumerate(texts, 1)}
    assert crt["columns"] == list(CRT)
    assert crt["rows"] == [[CRT[column][die - 1] for column in CRT] for die in range(1, 7)]


@pytest.mark.rule("10.3.6a")
def test_a_result_reads_attacker_steps_slash_defender_steps() -> None:
    read = {
        "2*/-": (2, "*", 0), "1*/-": (1, "*", 0), "1^/-": (1, "^", 0), "1/-": (1, "", 0), "2/1": (2, "", 1),
        "1/1": (1, "", 1), "2^/1": (2, "^", 1), "1/R": (1, "", 0), "-/R": (0, "", 0), "2*/1": (2, "*", 1),
        "1^/1": (1, "^", 1), "1/1R": (1, "", 1), "1*/1": (1, "*", 1), "-/1R": (0, "", 1), "-/2R": (0, "", 2),
        "-^/R": (0, "^", 0), "-/3R": (0, "", 3),
    }  # fmt: skip
    for cell in TABLES["crt"]["cell"]:
        assert (cell["attacker"], cell["mark"], cell["defender"]) == read[cell["text"]], cell


@pytest.mark.rule("10.3.6b")
def test_a_bare_r_is_green_and_one_hex_a_numbered_r_black_and_two() -> None:
    colours: dict[str, set[tuple[str, int]]] = {"": set(), "green": set(), "black": set()}
    for cell in TABLES["crt"]["cell"]:
        at = (cell["column"], cell["die"])
        assert cell["retreat"] == {"": 0, "green": 1, "black": 2}[cell["colour"]], at
        assert cell.get("black_possible", False) == (cell["text"] in ("-/R", "-^/R")), at
        colours[cell["colour"]].add(at)
    assert colours["green"] == {
        ("1.5/1", 6), ("2/1", 5), ("2/1", 6), ("3/1", 4), ("3/1", 5), ("4/1", 3), ("4/1", 4), ("5/1", 2), ("5/1", 3),
        ("6/1", 1),
    }  # fmt: skip
    assert colours["black"] == {
        ("3/1", 6), ("4/1", 5), ("4/1", 6), ("5/1", 4), ("5/1", 5), ("5/1", 6), ("6/1", 2), ("6/1", 3), ("6/1", 4),
        ("6/1", 5), ("6/1", 6),
    }  # fmt: skip
    source = {(c["column"], c["die"]): c["colour_from"] for c in TABLES["crt"]["cell"] if c["colour"]}
    assert source.pop(("3/1", 6)) == "text (combat example)"
    assert set(source.values()) == {"ruling R1"}


@pytest.mark.rule("1.2.3")
def test_the_help_sheet_holds_the_combat_table_and_the_terrain_table() -> None:
    assert len(TABLES["crt"]["cell"]) == 48
    terrain = TABLES["terrain"]
    for ground, mp, columns in (("clear", (1, 1, 1), 0), ("hill", (2, 3, 3), 1), ("forest", (2, 3, 3), 1)):
        row = terrain[ground]
        assert (row["infantry"], row["cavalry"], row["tank"]) == mp, ground
        assert (row["columns_left"], row["defensive"]) == (columns, columns > 0), ground
    for feature, columns in (("vertex", 1), ("town", 1), ("objective", 0), ("entry", 0), ("front_line", 0)):
        assert terrain[feature] == {"mp": "other terrain", "columns_left": columns, "defensive": columns > 0}
    assert (terrain["river"]["extra_mp"], terrain["river"]["attacker_cf"]) == (1, -1)
    bonus = {
        way: tuple(terrain[way][f"bonus_{kind}"] for kind in ("infantry", "cavalry", "tank"))
        for way in ("road", "path")
    }
    assert bonus == {"road": (3, 5, 5), "path": (2, 3, 3)}
    assert terrain["road"]["mp"] == terrain["path"]["mp"] == 1


def stated(table: dict[str, Any]) -> dict[str, Any]:
    """What a table says, without where it says it from."""
    return {key: value for key, value in table.items() if key not in ("provenance", "rule")}


@pytest.mark.rule("tet.clear", "tet.hill", "tet.forest", "tet.vertex", "tet.town", "tet.objective", "tet.entry")
@pytest.mark.rule("tet.river", "tet.rivertank", "tet.road", "tet.path", "tet.front", "tet.prohibited", "10.3.2b")
def test_the_terrain_table_is_that_of_the_book() -> None:
    feature = {"mp": "other terrain", "columns_left": 0, "defensive": False}
    shelter = {"mp": "other terrain", "columns_left": 1, "defensive": True}
    broken = {"infantry": 2, "cavalry": 3, "tank": 3, "columns_left": 1, "defensive": True}
    terrain = stated(TABLES["terrain"])
    assert {key: value for key, value in terrain.items() if key not in ("river", "bonus_condition")} == {
        "clear": {"infantry": 1, "cavalry": 1, "tank": 1, "columns_left": 0, "defensive": False},
        "hill": broken, "forest": broken, "vertex": shelter, "town": shelter,
        "objective": feature, "entry": feature, "front_line": feature, "non_playable": {"mp": "prohibited"},
        "road": {"mp": 1, "bonus_infantry": 3, "bonus_cavalry": 5, "bonus_tank": 5},
        "path": {"mp": 1, "bonus_infantry": 2, "bonus_cavalry": 3, "bonus_tank": 3,
                 "mixed_with_road": "path bonus (R5)"},
    }  # fmt: skip
    river = terrain["river"]
    assert (river["extra_mp"], river["attacker_cf"], river["tank"]) == (1, -1, "only by road or path")


@pytest.mark.rule("8.2b", "8.2c", "8.2d")
def test_interdiction_costs_one_point_in_seven_hexes_and_does_not_add_up() -> None:
    assert stated(TABLES["interdiction"]) == {
        "radius": 1, "extra_mp": 1, "cumulative": False, "cancels_road_bonus": "if the marker's hex has a road or path",
    }  # fmt: skip


@pytest.mark.rule("1.1i", "1.1j", "1.1k")
def test_a_hex_holds_two_units_one_tank_and_one_garrison() -> None:
    assert stated(TABLES["stacking"]) == {"infantry_or_cavalry": 2, "tank": 1, "garrison": 1}


@pytest.mark.rule("3.1", "3.6", "3.7", "3.8", "3.9")
def test_a_supply_line_has_three_hexes_and_without_one_everything_is_halved() -> None:
    assert stated(TABLES["supply"]) == {
        "hexes_to_road_or_source": 3,
        "unsupplied": {"combat": "half, at least 1", "movement": "half, at least 1", "zone_of_control": False,
                       "replacements": False, "republican_tank_shift": False},
    }  # fmt: skip


@pytest.mark.rule("10.3.5")
def test_four_five_or_six_hexes_give_one_two_or_three_columns() -> None:
    assert stated(TABLES["envelopment"]) == {"columns_right": {"4": 1, "5": 2, "6": 3}}


@pytest.mark.rule("10.3.3b")
def test_three_supports_attack_and_two_defend_a_column_each() -> None:
    assert stated(TABLES["supports"]) == {"max_attack": 3, "max_defence": 2, "columns_each": 1}


@pytest.mark.rule("10.3.1a", "10.3.1b")
def test_the_elite_bonus_is_one_column_for_half_the_steps() -> None:
    assert stated(TABLES["elite_bonus"]) == {
        "condition": "elite units hold half or more of the side's steps", "columns": 1,
    }  # fmt: skip


@pytest.mark.rule("10.3.3c", "10.3.3d")
def test_coordination_fails_on_1_and_2_and_costs_a_point_to_be_sure() -> None:
    assert stated(TABLES["coordination"]) == {"dice": 1, "fails": [1, 2], "succeeds": [3, 4, 5, 6], "automatic_cp": 1}


@pytest.mark.rule("10.4.1b", "10.4.1c")
def test_stubborn_defence_holds_on_5_and_6_and_a_5_costs_the_regulars() -> None:
    assert TABLES["stubborn_defence"]["dice"] == 1
    assert TABLES["stubborn_defence"]["results"] == {
        "1": "retreat", "2": "retreat", "3": "retreat", "4": "retreat", "5": "hold; each regular unit loses 1 step",
        "6": "hold",
    }  # fmt: skip


@pytest.mark.rule("8.3b", "8.3c", "8.3d", "5.1g")
def test_maintenance_fails_on_1_to_3_for_the_republic_and_1_to_2_for_the_nationalists() -> None:
    assert stated(TABLES["maintenance"]) == {
        "dice": 1, "fails": {"republican": [1, 2, 3], "nationalist": [1, 2]}, "failed_returns_after_turns": 2,
        "automatic_cp": 1,
    }  # fmt: skip


@pytest.mark.rule("8.1a", "8.1c", "11.2")
def test_bombardment_is_one_marker_and_hits_on_4_to_6() -> None:
    assert stated(TABLES["bombardment"]) == {
        "dice": 1, "markers_per_segment": 1, "no_effect": [1, 2, 3], "step_loss": [4, 5, 6],
        "option_11_2": {"die": [1], "returns_after_turns": 2},
    }  # fmt: skip


@pytest.mark.rule("9.7a", "9.7b", "9.7c", "9.7d")
def test_the_infiltration_succeeds_on_1_to_4_and_gives_two_dice_of_points_or_one_and_at_least_four() -> None:
    table = TABLES["infiltration"]
    assert {key: table[key] for key in ("turn", "division", "dice", "success", "discovered", "mp_minimum")} == {
        "turn": 1, "division": "11", "dice": 1, "success": [1, 2, 3, 4], "discovered": [5, 6], "mp_minimum": 4,
    }  # fmt: skip
    assert table["mp_dice"] == {"success": 2, "discovered": 1}


@pytest.mark.rule("6.2b", "6.2f", "6.2g", "6.2h")
def test_three_battalions_give_one_back_four_tanks_one_and_three_red_tanks_wait() -> None:
    assert stated(TABLES["recovery"]) == {
        "infantry": {"group": 3, "returns": 1, "same_cf": True}, "republican_tank": {"group": 4, "returns": 1},
        "army_tank_reserve": 3, "never": ["cavalry", "garrison", "nationalist tank"],
    }  # fmt: skip


@pytest.mark.rule("2.15", "2.16", "2.17", "2.19")
def test_the_initiative_is_republican_to_turn_6_rolled_for_on_7_and_nationalist_from_8() -> None:
    assert stated(TABLES["initiative"]) == {
        "republican_turns": [1, 6], "roll_turn": 7, "nationalist_automatic_turn": 8, "adjustment_dice": 2,
    }  # fmt: skip


@pytest.mark.rule("10.4.2b", "10.4.2c", "10.4.2d")
def test_advances_are_of_one_two_or_three_hexes() -> None:
    assert stated(TABLES["advance"]) == {"green_retreat": 1, "black_retreat": 2, "hex_emptied": 3}


@pytest.mark.rule("5.1a", "5.1c", "5.1d", "5.1e", "5.1g", "6.3b", "6.3c", "6.3d")
def test_three_command_points_a_turn_and_what_they_cost() -> None:
    assert stated(MARKERS["command_points"]) == {
        "per_turn": 3, "minimum": 0, "maximum": 4, "carry_over": False,
        "costs": {"regular_replacement": 1, "elite_replacement": 2, "support_coordination": 1, "joint_attack": 1,
                  "aviation_recovery": 1},
        "replacements_bought_per_turn": 1, "replacements_from_turn": 2,
    }  # fmt: skip
    assert (MARKERS["resources"]["per_turn"], MARKERS["resources"]["from_turn"]) == (
        1, {"republican": 2, "nationalist": 3})  # fmt: skip


@pytest.mark.rule("1.1h", "1.1d")
def test_fourteen_turns_run_from_6_to_25_july_and_only_turns_7_and_12_are_longer_than_a_day() -> None:
    track = TABLES["turn"]
    assert [turn["n"] for turn in track] == list(range(1, 15))
    assert {turn["n"]: turn["days"] for turn in track if turn["days"] != 1} == {7: 6, 12: 2}
    day = date(1937, 7, 6)
    for turn in track:
        assert turn["start"] == day
        assert turn["end"] == day + timedelta(days=turn["days"] - 1)
        day = turn["end"] + timedelta(days=1)
    assert track[-1]["end"] == date(1937, 7, 25)


@pytest.mark.rule("2.1", "2.15", "2.16", "2.17", "12.1a", "12.2a")
def test_scenarios_and_initiative_on_the_turn_track() -> None:
    assert {name: scenario["turns"] for name, scenario in TABLES["scenario"].items()} == {
        "campaign": [1, 14], "offensive": [1, 6],
    }  # fmt: skip
    assert [turn["offensive_scenario"] for turn in TABLES["turn"]] == [True] * 6 + [False] * 8
    assert [turn["initiative"] for turn in TABLES["turn"]] == ["republican"] * 6 + ["roll"] + ["nationalist"] * 7


@pytest.mark.rule("12.1.vp1", "12.1.vp6", "12.1.vp7")
def test_victory_needs_7_points_and_5_or_6_are_a_draw() -> None:
    results = TABLES["victory"]["results"]
    given = [r["result"] for points in (0, 4, 5, 6, 7, 11) for r in results if r["min"] <= points <= r["max"]]
    assert given == ["nationalist", "nationalist", "draw", "draw", "republican", "republican"]
    assert [(r["result"], r["min"], r["max"]) for r in results] == [
        ("republican", 7, 99), ("draw", 5, 6), ("nationalist", -99, 4),
    ]  # fmt: skip
    casualties = TABLES["victory"]["casualty_option"]
    assert (casualties["less_than_nationalist"], casualties["otherwise"]) == (1, -1)
    assert (casualties["tank"], casualties["garrison"]) == ("defence factor", "half the defence factor")
    objectives = OWN.map["objective"]
    assert sum(o["vp"] for o in objectives) + OWN.map["vertex_group"]["vp"] == 11 == TABLES["victory"]["maximum"]


@pytest.mark.rule("12.2c")
def test_the_secret_objective_is_one_of_the_yellow_towns() -> None:
    assert TABLES["secret_objective"]["results"] == {
        "1": "Las Rozas",
        "2": "Boadilla del Monte",
        "3": "Boadilla del Monte",
        "4": "Villaviciosa de Odón",
        "5": "Villaviciosa de Odón",
        "6": "Sevilla la Nueva",
    }
    drawn = {marker["objective"]: marker["vp"] for marker in MARKER if marker.get("secret_draw")}
    assert drawn == {"Las Rozas": 1, "Boadilla del Monte": 1, "Villaviciosa de Odón": 1, "Sevilla la Nueva": 1}
