"""The counters of Brunete 1937 against the order of battle, the set-up and the arrivals of the rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.brunete.ground import OTHER, OWN, Ground

BOTH = pytest.mark.parametrize("ground", [OWN, OTHER], ids=["own grid", "other grid"])
UNITS: list[dict[str, Any]] = OWN.tables["units"]["unit"]
BY_ID = {unit["id"]: unit for unit in UNITS}
REPUBLICAN = [unit for unit in UNITS if unit["side"] == "republican"]
NATIONALIST = [unit for unit in UNITS if unit["side"] == "nationalist"]
NAVARRE_EXTRA = [u for u in NATIONALIST if u.get("extra") and "Navarre" in u.get("division", "")]  # sizes not stated
COUNTED = [unit for unit in NATIONALIST if unit not in NAVARRE_EXTRA]
# Whether each estimate may change in play-testing or not, these words say where a value comes from.
WORDS = {"text", "geography", "estimate", "ruling", "suggestion"}


def division(unit: dict[str, Any]) -> str:
    stripe = f"({unit['stripe']})" if "stripe" in unit else ""
    return f"{unit.get('division', '')}{stripe}"


def brigades(turn: int) -> dict[str, int]:
    return dict(Counter(unit["brigade"] for unit in REPUBLICAN if unit["turn"] == turn and "brigade" in unit))


def battalions(turn: int, extra: bool = False) -> dict[tuple[str, str], int]:
    found = [u for u in NATIONALIST if u["turn"] == turn and u["type"] == "infantry" and u.get("extra", False) == extra]
    return dict(Counter((division(unit), "elite" if unit["elite"] else "regular") for unit in found))


def at(ground: Ground, place: str) -> list[dict[str, Any]]:
    return ground.start().get(ground.place.get(place, place), [])


def faces(units: list[dict[str, Any]]) -> list[tuple[str, str, bool]]:
    return sorted((division(unit), unit["face"], unit["elite"]) for unit in units)


# --- what a counter is


def test_ids_are_unique_and_61_republican_and_63_nationalist_counters_are_counted() -> None:
    assert len(BY_ID) == len(UNITS)
    assert (len(REPUBLICAN), len(COUNTED), len(NAVARRE_EXTRA)) == (61, 63, 21)
    assert OWN.tables["units"]["counts"] == {
        "republican": 61,
        "nationalist_counted": 63,
        "navarre_recommended": {"IV Navarre": 12, "V Navarre": 9},
        "nationalist": 84,
    }


@pytest.mark.rule("1.1e")
def test_a_mixed_brigade_is_two_tokens_and_infantry_are_battalions_tanks_companies_cavalry_regiments() -> None:
    tokens = Counter(unit["brigade"] for unit in REPUBLICAN if "Mixed Brigade" in unit["name"])
    assert len(tokens) == 20
    assert set(tokens.values()) == {2}
    assert {(unit["type"], unit["size"]) for unit in UNITS} == {
        ("infantry", "II"), ("cavalry", "III"), ("tank", "I"), ("garrison", "I"),
    }  # fmt: skip
    assert sum(unit["type"] == "infantry" for unit in REPUBLICAN) == 50
    assert sum(unit["type"] == "infantry" for unit in COUNTED) == 51


@pytest.mark.rule("1.1f", "1.2.2m")
def test_infantry_has_two_steps_and_a_reduced_side_all_others_one_step() -> None:
    for unit in UNITS:
        two = unit["type"] == "infantry"
        assert unit["steps"] == (2 if two else 1), unit["id"]
        assert ("face_reduced" in unit) == two, unit["id"]
        if two:  # the printed 4-6 of an 8-8, and the reduced battalion of CF 2 of a 5-8
            reduced = (unit["reduced_attack"], unit["reduced_defence"], unit["reduced_move"])
            assert reduced == (unit["attack"] // 2, unit["attack"] // 2, unit["move"] - 2), unit["id"]
            assert unit["face_reduced"] == f"{unit['reduced_attack']}-{unit['reduced_move']}", unit["id"]
    assert {u["face_reduced"] for u in UNITS if u["face"] == "8-8"} == {"4-6"}
    assert {u["face_reduced"] for u in UNITS if u["face"] == "5-8"} == {"2-6"}


@pytest.mark.rule("1.2.2j")
def test_two_factors_are_combat_for_attack_and_defence_and_movement() -> None:
    two = [unit for unit in UNITS if unit["type"] in ("infantry", "cavalry")]
    assert len(two) == 126
    for unit in two:
        assert unit["face"].lstrip("*") == f"{unit['attack']}-{unit['move']}", unit["id"]
        assert unit["attack"] == unit["defence"], unit["id"]
    assert {unit["move"] for unit in two if unit["type"] == "infantry"} == {8}
    assert {unit["face"] for unit in two if unit["type"] == "cavalry"} == {"5-10"}


@pytest.mark.rule("1.2.2k", "1.2.2l")
def test_garrisons_show_attack_defence_movement_and_republican_tanks_shift_defence_movement() -> None:
    garrisons = [unit for unit in UNITS if unit["type"] == "garrison"]
    assert Counter(unit["face"] for unit in garrisons) == {"0-4-0": 4, "0-2-0": 2}
    assert all((u["attack"], u["move"]) == (0, 0) and u["face"] == f"0-{u['defence']}-0" for u in garrisons)
    tanks = [unit for unit in REPUBLICAN if unit["type"] == "tank"]
    assert len(tanks) == 9
    for unit in tanks:
        assert (unit["face"], unit["shift"], unit["attack"], unit["defence"], unit["move"]) == ("+1/2/10", 1, 0, 2, 10)


@pytest.mark.rule("1.2.2o")
def test_nationalist_tanks_are_three_panzer_i_and_one_captured_t26_of_option_11_3() -> None:
    tanks = [unit for unit in NATIONALIST if unit["type"] == "tank"]
    assert sorted((u["name"], u["face"], "shift" in u) for u in tanks) == [
        ("Captured T-26 company", "+1/2/10", True),
        *[("Tank company (Panzer I)", "2-10", False)] * 3,
    ]
    assert [(u["id"], u["turn"]) for u in UNITS if u.get("option") == "11.3"] == [("n-t26", "option-11.3")]


@pytest.mark.rule("1.2.2a", "1.2.2b")
def test_blue_is_nationalist_and_the_republican_corps_are_light_brown_dark_brown_and_red() -> None:
    colours = OWN.tables["units"]["colours"]
    assert colours["nationalist"] == "blue"
    assert colours["republican"] == {"V": "light brown", "XVIII": "dark brown", "Army": "red"}
    assert colours["supports"] == {"republican": "red", "nationalist": "blue"}
    assert {unit["corps"] for unit in REPUBLICAN} == set(colours["republican"])
    assert Counter(u["corps"] for u in REPUBLICAN if u["type"] == "tank") == {"V": 3, "XVIII": 3, "Army": 3}
    assert not any("corps" in unit for unit in NATIONALIST)


@pytest.mark.rule("1.2.2c")
def test_every_unit_knows_its_division_and_corps_units_have_none() -> None:
    infantry = [unit for unit in REPUBLICAN if unit["type"] == "infantry"]
    assert Counter(division(unit) for unit in infantry) == {
        "46": 4, "35": 6, "11": 6, "15": 5, "34": 6, "10": 4, "45": 3, "39": 6, "14": 4, "": 6,
    }  # fmt: skip
    assert {unit["brigade"] for unit in infantry if not division(unit)} == {"28", "105", "151"}
    assert Counter(division(unit) for unit in NATIONALIST if unit["type"] == "infantry") == {
        "71(150)": 6, "71(11)": 3, "11": 8, "13": 13, "Guadarrama": 14, "150": 6, "IV Navarre": 12, "V Navarre": 10,
    }  # fmt: skip
    assert {unit["id"] for unit in UNITS if not division(unit)} == {unit["id"] for unit in UNITS if unit["free"]}


@pytest.mark.rule("1.2.2g")
def test_republican_tokens_show_brigade_and_division_nationalist_ones_only_the_division() -> None:
    assert {unit["size"] for unit in UNITS} == {"I", "II", "III"}
    assert all(unit["brigade"] and "division" in unit for unit in REPUBLICAN if unit["type"] == "infantry")
    assert not any("brigade" in unit for unit in NATIONALIST)


@pytest.mark.rule("1.2.2h")
def test_elite_units_are_legion_regulares_and_the_veterans_of_the_republic() -> None:
    counted = [unit for unit in COUNTED if unit["type"] == "infantry"]
    quality = Counter((division(unit), unit["elite"]) for unit in counted)
    elite = {name: number for (name, yes), number in quality.items() if yes}
    assert elite == {"71(150)": 2, "71(11)": 1, "11": 4, "13": 7, "Guadarrama": 4, "150": 1}
    assert all(unit["elite"] for unit in NATIONALIST if "body" in unit)
    assert {unit["body"] for unit in NATIONALIST if "body" in unit} == {"legion", "regulares"}
    assert Counter(unit.get("brigade") for unit in REPUBLICAN if unit["elite"]) == {
        "XI": 2, "XIII": 2, "XV": 2, "10": 2, "1": 2, "9": 2, "XII-CL": 2,
    }  # fmt: skip
    assert not any(unit["elite"] for unit in UNITS if unit["type"] != "infantry")


@pytest.mark.rule("1.2.2i")
def test_a_counter_shows_its_turn_of_arrival_and_an_asterisk_where_frozen() -> None:
    turns = {unit["turn"] for unit in UNITS}
    assert turns == {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, "reserve", "option-11.3"}
    frozen = {unit["id"] for unit in UNITS if unit["frozen"]}
    assert frozen == {unit["id"] for unit in UNITS if unit["face"].startswith("*")}
    assert len(frozen) == 3
    shown = {m["id"]: (m["arrive"], m.get("withdraw")) for m in OWN.tables["markers"]["marker"] if "arrive" in m}
    assert {name: when for name, when in shown.items() if when != (0, None)} == {
        "r-art-3": (0, 12), "r-avi-1": (0, 7), "r-avi-2": (0, 11), "n-art-2": (2, None), "n-art-3": (5, None),
        "n-art-4": (8, None), "n-avi-1": (2, None), "n-avi-2": (3, None), "n-avi-3": (4, None),
    }  # fmt: skip


@pytest.mark.rule("1.2.2j", "1.2.2k", "1.2.2l", "1.2.2m")
def test_the_sample_tokens_of_figure_1_are_counters_of_the_game() -> None:
    faces_of = {(u["type"], u["elite"], u["face"]) for u in UNITS}
    assert faces_of >= {
        ("infantry", False, "7-8"), ("infantry", True, "8-8"), ("cavalry", False, "5-10"), ("tank", False, "+1/2/10"),
        ("garrison", False, "0-4-0"),
    }  # fmt: skip
    assert "4-6" in {u.get("face_reduced") for u in UNITS}


@pytest.mark.rule("1.2.2j", "6.2b", "10.3.2b")
def test_units_of_the_examples_exist() -> None:
    castillo = Counter((u["division"], u["elite"], u["face"]) for u in REPUBLICAN if u.get("division") in ("15", "34"))
    assert castillo == {("15", True, "8-8"): 4, ("15", False, "8-8"): 1, ("34", False, "8-8"): 6}  # 8, 7 and 7
    reduced = {u["face_reduced"] for u in NATIONALIST if u.get("stripe") == "11" and not u["elite"] and u["attack"] < 7}
    assert reduced == {"2-6"}  # beside a 0-2-0 it defends the Castillo with 4
    seven = Counter(u["elite"] for u in NATIONALIST if u["type"] == "infantry" and u["attack"] == 7)
    assert (seven[True] >= 2, seven[False] >= 3) == (True, True)  # the recovery example


def test_estimated_factors_follow_men_and_not_the_results_of_games() -> None:
    """By the table of evidence in docs/games/brunete.md: samples 7 and 8, stated 5, 5, 7; a token is one battalion."""
    infantry = [unit for unit in UNITS if unit["type"] == "infantry"]
    assert Counter((unit["side"], unit["elite"], unit["attack"]) for unit in infantry) == {
        ("republican", False, 7): 29, ("republican", False, 8): 7, ("republican", True, 8): 14,
        ("nationalist", False, 5): 15, ("nationalist", False, 7): 36,
        ("nationalist", True, 5): 7, ("nationalist", True, 7): 14,
    }  # fmt: skip
    assert {(u.get("body"), u["attack"]) for u in NATIONALIST if u["elite"]} == {
        ("legion", 7), ("regulares", 5), (None, 5),
    }  # fmt: skip
    sector = Counter((division(u), u["attack"]) for u in NATIONALIST if division(u) in ("71(150)", "150", "Guadarrama")
                     and not u["elite"])  # fmt: skip
    assert sector == {("71(150)", 5): 3, ("71(150)", 7): 1, ("150", 5): 4, ("150", 7): 1, ("Guadarrama", 5): 7,
                      ("Guadarrama", 7): 3}  # fmt: skip
    assert {(division(u), u["attack"]) for u in NATIONALIST if division(u) in ("11", "13", "IV Navarre", "V Navarre")
            and not u["elite"]} == {("11", 7), ("13", 7), ("IV Navarre", 7), ("V Navarre", 7)}  # fmt: skip


def test_navarre_brigades_have_12_and_10_battalions_with_one_elite_each() -> None:
    navarre = Counter((division(u), u["elite"]) for u in NATIONALIST if "Navarre" in division(u))
    assert navarre == {
        ("IV Navarre", True): 1, ("IV Navarre", False): 11, ("V Navarre", True): 1, ("V Navarre", False): 9,
    }  # fmt: skip


def test_every_counter_says_where_its_values_come_from() -> None:
    used = {word.split()[0].rstrip(";") for unit in UNITS for word in unit["provenance"].values()}
    assert used <= WORDS
    for unit in UNITS:  # a factor is stated only for the sample tokens, the garrisons and the towns of the 71st
        if unit["type"] == "infantry" and "factors" not in unit["provenance"]:
            assert (unit["division"], unit["turn"]) == ("71", 0), unit["id"]


# --- set-up


@pytest.mark.rule("12.1c", "12.1d", "12.1e")
@BOTH
def test_brigades_of_the_fifth_corps_start_in_1302_1402_and_1502(ground: Ground) -> None:
    start = {
        h: sorted((u["brigade"], u["division"]) for u in at(ground, h) if "brigade" in u)
        for h in ("1302", "1402", "1502")
    }
    assert start == {"1302": [("101", "46")] * 2, "1402": [("108", "35")] * 2, "1502": [("10", "46")] * 2}


@pytest.mark.rule("12.1f")
@BOTH
def test_the_six_units_of_the_11th_division_start_in_brunete(ground: Ground) -> None:
    units = at(ground, "Brunete")
    assert [(u["side"], u["corps"], u["division"]) for u in units] == [("republican", "V", "11")] * 6
    assert ground.tables["tables"]["infiltration"]["hex"] == ground.place["Brunete"]


@pytest.mark.rule("12.1g")
@BOTH
def test_one_tank_company_of_the_fifth_corps_starts_in_each_of_its_three_hexes(ground: Ground) -> None:
    tanks = {h: [u["corps"] for u in at(ground, h) if u["type"] == "tank"] for h in ("1302", "1402", "1502")}
    assert tanks == {"1302": ["V"], "1402": ["V"], "1502": ["V"]}


@pytest.mark.rule("12.1h", "12.1i", "12.1j", "12.1k")
@BOTH
def test_brigades_of_the_eighteenth_corps_start_around_valdemorillo(ground: Ground) -> None:
    places = ("Valdemorillo", "1602", "1701", "1702", "1802", "1901")
    units = {p: sorted(u.get("brigade", u["type"]) for u in at(ground, p) if u["type"] != "tank") for p in places}
    assert units == {
        "Valdemorillo": ["XIII", "XIII"],
        "1602": ["XV", "XV"],
        "1701": ["XV", "cavalry"],
        "1702": ["16", "16"],
        "1802": ["3", "3"],
        "1901": ["68", "68"],
    }
    assert {u["corps"] for p in places for u in at(ground, p)} == {"XVIII"}
    divisions = {u["brigade"]: u["division"] for p in places for u in at(ground, p) if "brigade" in u}
    assert divisions == {"XIII": "15", "XV": "15", "16": "34", "3": "34", "68": "34"}


@pytest.mark.rule("12.1l")
@BOTH
def test_the_tanks_of_the_eighteenth_corps_may_start_in_any_hex_of_that_corps_one_per_hex(ground: Ground) -> None:
    units = ground.tables["units"]["unit"]
    corps = {u["hex"] for u in units if u.get("corps") == "XVIII" and u["turn"] == 0 and u["type"] != "tank"}
    tanks = [u for u in units if u.get("corps") == "XVIII" and u["type"] == "tank"]
    assert len(tanks) == 3
    assert all(set(u["choice"]) == corps and len(u["choice"]) == 6 for u in tanks)
    assert len({u["hex"] for u in tanks}) == 3


@pytest.mark.rule("12.1n", "12.1o", "12.1p", "12.1q")
@BOTH
def test_nationalist_battalions_start_in_their_towns(ground: Ground) -> None:
    assert faces(at(ground, "Navalagamella")) == [("71(150)", "7-8", False)]  # factor not stated
    assert faces(at(ground, "Quijorna")) == [("71(150)", "5-8", False), ("71(150)", "5-8", True)]
    assert faces(at(ground, "Villanueva de la Cañada")) == [("71(11)", "5-8", False)]
    assert faces(at(ground, "Villanueva del Pardillo")) == [("71(11)", "5-8", True), ("71(11)", "7-8", False)]
    frozen = {"Las Rozas": [("11", True, True)], "Majadahonda": [("11", False, True)] * 2}
    for town, units in frozen.items():
        assert [(division(u), u["elite"], u["frozen"]) for u in at(ground, town)] == units
    assert [(division(u), u["elite"], u["frozen"]) for u in at(ground, "Villaviciosa de Odón")] == [
        ("13", False, False)
    ]


@pytest.mark.rule("12.1r")
@BOTH
def test_garrisons_stand_in_two_printed_hexes_two_villages_and_on_two_vertices(ground: Ground) -> None:
    places = ("1205", "1209", "Villafranca del Castillo", "Los Llanos", "Boadilla del Monte", "Castillo")
    shown = {place: [unit["face"] for unit in at(ground, place)] for place in places}
    assert shown == {place: ["0-2-0"] if place in ("Boadilla del Monte", "Castillo") else ["0-4-0"] for place in places}


@pytest.mark.rule("12.1b")
def test_three_red_tanks_wait_off_the_map_and_three_markers_of_each_support_are_available() -> None:
    reserve = [unit for unit in UNITS if unit["turn"] == "reserve"]
    assert [(u["corps"], u["type"], u["face"]) for u in reserve] == [("Army", "tank", "+1/2/10")] * 3
    assert OWN.tables["tables"]["recovery"]["army_tank_reserve"] == 3
    markers = [m for m in OWN.tables["markers"]["marker"] if m["side"] == "republican" and m.get("arrive") == 0]
    assert Counter(m["kind"] for m in markers) == {"artillery": 3, "aviation": 3}


@pytest.mark.rule("12.1m")
def test_the_nationalist_starts_with_one_artillery_marker_and_no_aviation() -> None:
    markers = [m for m in OWN.tables["markers"]["marker"] if m["side"] == "nationalist" and m.get("arrive") == 0]
    assert [m["kind"] for m in markers] == ["artillery"]


@BOTH
def test_46_counters_start_within_the_stacking_limits_and_brunete_waits_for_the_infiltration(ground: Ground) -> None:
    start = ground.start()
    assert sum(len(units) for units in start.values()) == 46
    for hex_id, units in start.items():
        kinds = Counter("foot" if u["type"] in ("infantry", "cavalry") else u["type"] for u in units)
        assert len({unit["side"] for unit in units}) == 1, hex_id
        assert kinds["tank"] <= 1, hex_id
        assert kinds["garrison"] <= 1, hex_id
        assert kinds["foot"] <= (6 if hex_id == ground.place["Brunete"] else 2), hex_id


# --- arrivals


@pytest.mark.rule(
    "12.1rep2", "12.1rep3", "12.1rep4", "12.1rep5", "12.1rep7", "12.1rep8", "12.1rep10", "12.1rep11", "12.1rep12"
)
def test_republican_brigades_arrive_turn_by_turn() -> None:
    assert {turn: brigades(turn) for turn in range(1, 15) if brigades(turn)} == {
        2: {"XI": 2},
        3: {"32": 2, "2": 2, "111": 2},
        4: {"XII-CL": 2},
        5: {"XII-CL": 1},
        7: {"69": 2},
        8: {"28": 2, "105": 2},
        10: {"49": 2},
        11: {"70": 2, "98": 2, "151": 2},
        12: {"99": 2},
    }
    belongs = {u["brigade"]: u["division"] for u in REPUBLICAN if "arc" in u and "brigade" in u}
    assert belongs == {
        "XI": "35", "32": "35", "2": "10", "111": "10", "XII-CL": "45", "69": "39", "28": "", "105": "",
        "49": "39", "70": "14", "98": "14", "151": "", "99": "39",
    }  # fmt: skip
    assert {u["turn"]: u["elite"] for u in REPUBLICAN if u.get("brigade") == "XII-CL"} == {4: True, 5: False}
    others = [(u["id"], u["turn"]) for u in REPUBLICAN if "arc" in u and "brigade" not in u and u["turn"] != "reserve"]
    assert others == [("r-cav5", 2)]
    withdrawn = {(m["kind"], m["withdraw"]) for m in OWN.tables["markers"]["marker"] if "withdraw" in m}
    assert withdrawn == {("aviation", 7), ("aviation", 11), ("artillery", 12)}


@pytest.mark.rule("12.1nat1", "12.1nat2", "12.1nat3", "12.1nat4", "12.1nat5", "12.1nat6", "12.1nat7", "12.1nat8")
def test_nationalist_battalions_and_supports_arrive_turn_by_turn() -> None:
    assert {turn: battalions(turn) for turn in range(1, 15) if battalions(turn)} == {
        1: {("13", "elite"): 4, ("71(150)", "regular"): 1},
        2: {
            ("13", "elite"): 1, ("13", "regular"): 1, ("71(150)", "regular"): 1, ("11", "elite"): 3,
            ("11", "regular"): 2,
        },
        3: {
            ("13", "elite"): 1, ("13", "regular"): 1, ("Guadarrama", "elite"): 1, ("Guadarrama", "regular"): 4,
            ("150", "regular"): 5,
        },
        4: {
            ("13", "elite"): 1, ("13", "regular"): 3, ("Guadarrama", "elite"): 1, ("71(150)", "elite"): 1,
            ("150", "elite"): 1,
        },
        5: {("Guadarrama", "elite"): 1},
        6: {("Guadarrama", "elite"): 1, ("Guadarrama", "regular"): 5, ("V Navarre", "regular"): 1},
        7: {("Guadarrama", "regular"): 1},
    }  # fmt: skip
    extra = Counter((division(u) or u["type"], u["turn"]) for u in NATIONALIST if u.get("extra"))
    assert extra == {("IV Navarre", 7): 12, ("V Navarre", 7): 9, ("cavalry", 7): 2, ("tank", 7): 3}
    markers = [m for m in OWN.tables["markers"]["marker"] if m["side"] == "nationalist" and m.get("arrive")]
    assert sorted((m["arrive"], m["kind"]) for m in markers) == [
        (2, "artillery"), (2, "aviation"), (3, "aviation"), (4, "aviation"), (5, "artillery"), (8, "artillery"),
    ]  # fmt: skip
