"""Every number of the rulebook that binds a datum, written here as the book has it; and what follows from its words."""
from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.data.shape import KEYS, NAMES
from frente.kernel.packs import load_tables

TABLES = load_tables(Path(GAME.folder) / "data", NAMES, keys=KEYS)
PLACES, CHARTS = TABLES["places"], TABLES["charts"]
UNIT: dict[str, dict[str, Any]] = {u["id"]: u for u in TABLES["units"]["unit"]}
PLACE: dict[str, dict[str, Any]] = {p["name"].split(" (")[0]: p for p in PLACES["place"]}
CHIT: dict[str, dict[str, Any]] = {c["id"]: c for c in TABLES["chits"]["chit"]}
NORTH = ("asturian", "basque", "santander")


def factors(face: str) -> list[int]:
    return [int(x) for x in face.split("-")]


def divisions(side: str, steps: int) -> list[dict[str, Any]]:
    """Divisions of infantry, and columns that become one."""
    return [u for u in UNIT.values() if u["side"] == side and u["size"] == "XX" and u["steps"] == steps
            and u["type"] == "infantry" and u["nationality"] != "ctv"]


# -- every datum that claims to be text

UNITS_OF_THE_TEXT: dict[str, dict[str, Any]] = {
    "r-mng": {"fate": "withdraw", "fate_turn": 6},                                          # 6.2
    "r-mod": {"fate": "withdraw", "fate_turn": 6},
    "r-len": {"becomes": "29 Division", "code": "POUM"},                                    # 2.3, 7.35, 15.7.2
    **{f"r-basque-{x}": {"nationality": "basque", "turn": "event"} for x in "abcd"},        # 7.6
    **{f"r-gen234-{n}": {"front": "2-3-4", "size": "X"} for n in range(1, 7)},              # 6.14.1
    **{f"r-gen124-{n}": {"front": "1-2-4", "size": "X"} for n in range(1, 15)},
    **{f"r-gen114-{n}": {"front": "1-1-4", "size": "X"} for n in range(1, 7)},
    **{f"n-gen244-{n}": {"front": "2-4-4", "size": "X"} for n in range(1, 13)},             # 6.14.2
    "r-div11": {"front": "7-11-5", "turn": 7, "hex": 2712, "size": "XX", "type": "infantry"},    # 2.4
    "r-div29b": {"label": "29", "size": "XX"},                                              # 2.3
    "r-div38": {"attack": 2, "defence": 4},                                                 # 13.12
    "r-div69": {"attack": 2, "defence": 4},
    "r-div70": {"attack": 2, "defence": 4},
    "r-hq-ext": {"attack": 3, "artillery": 0},
    **{f"r-div{n}": {"turn": "M"} for n in (49, 55, 56, 71, 73, 75, 76, 77)},               # 6.11
    "r-cav2": {"label": "2", "type": "cavalry", "size": "X"},                               # 13.28
    "r-arm3": {"label": "3/2", "type": "tank", "size": "X"},
    "r-hq-cen": {"label": "CEN", "artillery": 1},                                           # 13.12
    "r-hq-mnv": {"label": "MNV", "artillery": 1},
    "r-hq-ebr": {"label": "EBR", "artillery": 1, "front": "4-3"},                           # 13.12, 13.27
    "n-hq-n": {"label": "N", "artillery": 1},
    "n-hq-mrc": {"label": "MRC", "artillery": 1},
    "n-hq-glc": {"label": "GLC", "artillery": 1},
    "n-hq-c": {"label": "C", "artillery": 1},
    "n-hq-ctv": {"label": "CTV", "artillery": 1, "front": "6-4"},                           # 2.5
    "r-air2": {"front": "4", "type": "air"},                                                # 15.6
    "r-air3": {"front": "4", "type": "air"},
    "r-air-n": {"nationality": "northern", "type": "air"},                                  # 8.3
    "n-og": {"move": 0, "steps": 1, "hex": 3608},                                           # 6.10
    "n-div50": {"defence": 5, "steps": 2},                                                  # 13.27
    "n-div112": {"steps": 2, "size": "XX"},                                                 # 7.18
    "i-dlv": {"label": "DLV", "rebuildable": False, "size": "XX"},                          # 6.5
    "i-fin": {"label": "FIN", "rebuildable": False, "size": "XX"},
    "i-xxiiim": {"nationality": "ctv", "size": "XX"},                                       # 7.10
    "i-fn": {"label": "FN", "nationality": "ctv", "size": "X"},                             # 6.4
    "i-fa": {"label": "FA", "nationality": "ctv", "size": "X"},
    "i-fv": {"label": "FV", "nationality": "ctv", "size": "X"},
    **{f"g-lk{n}": {"nationality": "legion-kondor", "type": "air"} for n in (1, 2, 3)},     # 7.11
}


@pytest.mark.rule("2.4", "2.5", "6.10", "6.14.1a", "6.14.2", "13.12a", "13.12b", "13.27a", "2.3c")
def test_every_counter_the_text_states_has_its_numbers() -> None:
    assert {u["id"] for u in UNIT.values() if u["source"] != "estimate"} == set(UNITS_OF_THE_TEXT)
    for uid, wanted in UNITS_OF_THE_TEXT.items():
        numbers = factors(UNIT[uid]["front"])
        shown = UNIT[uid] | {"attack": numbers[0], "defence": numbers[1] if len(numbers) > 2 else numbers[0],
                             "move": numbers[-1]}
        assert {key: shown[key] for key in wanted} == wanted, uid


HEXES_OF_THE_TEXT = {
    "Madrid": 2712, "Toledo": 2510, "Sevilla": 1607, "Santander": 3710, "Bilbao": 3613, "Gijón": 3707,
    "Sta. María de la Cabeza": 1910, "La Jonquera": 3425, "Gernika": 3614, "San Sebastián": 3615, "Oviedo": 3608,
    "Barcelona": 3023, "Cádiz": 1305, "Tremp": 3220}


@pytest.mark.rule("2.4", "3.2b", "6.13a", "7.13", "7.14", "7.15a", "7.16", "7.33a", "7.35d", "13.21a", "15.10")
def test_every_place_the_text_states_has_its_hex() -> None:
    assert {n: p["hex"] for n, p in PLACE.items() if p["source"].startswith("text")} == HEXES_OF_THE_TEXT
    assert [x["hexes"] for x in PLACES["fort_line"] if x["source"].startswith("text")] == [[3613]]


@pytest.mark.rule("10.10a", "10.10b", "13.21a")
def test_sources_of_supply_are_those_of_the_text() -> None:
    assert {n for n, p in PLACE.items() if p["uss"] == "RN"} == {"Gijón", "Bilbao", "Santander"}
    assert {n for n, p in PLACE.items() if p["uss"] == "R"} == {"Barcelona", "Valencia", "Cartagena"}
    assert PLACE["Cádiz"]["uss"] == "N"


@pytest.mark.rule("3.2c", "3.2d", "4.1a", "4.1b", "4.2b", "4.3b", "6.4f", "6.11d", "6.12", "7.8a")
def test_morale_and_points_start_and_change_as_the_text_says() -> None:
    assert {k: v for k, v in CHARTS["morale"].items() if k != "source"} == {
        "start": 72, "nationalist_win_at_or_below": 30, "republican_win_at_or_above_on_turn_19": 31,
        "casado_at_or_below": 32, "madrid": -7, "general_mobilization": -6, "levy": -2}
    track = CHARTS["general_data_track"]
    assert (track["morale_x10_start"], track["morale_x1_start"], track["rp_cap"]) == (7, 2, 10)
    assert track["rp_start"] == {"republican": 0, "northern": 0, "nationalist": 0, "italian": 0}
    assert (PLACE["Madrid"]["mp"], PLACE["Sevilla"]["mp"]) == (-7, 3)


@pytest.mark.rule("1.2a", "1.2b", "5.1a")
def test_turns_have_the_dates_the_text_names() -> None:
    date = {x["number"]: x["date"] for x in CHARTS["turn"]}
    assert len(date) == 19
    assert {n: date[n] for n in (1, 4, 6, 7, 14, 18, 19)} == {
        1: "July 1936", 4: "October 1936", 6: "January-February 1937", 7: "March-April 1937", 14: "May-June 1938",
        18: "January-February 1939", 19: "March-April 1939"}
    assert [x["months"] for x in CHARTS["turn"]] == [0.5, 1, 1, 1] + [2] * 15
    assert [x["number"] for x in CHARTS["turn"] if x["year"] >= 1938] == [12, 13, 14, 15, 16, 17, 18, 19]


@pytest.mark.rule("13.9", "13.10a", "13.14", "13.27a")
def test_the_combat_table_has_the_columns_dice_and_cells_of_the_text() -> None:
    crt = CHARTS["crt"]
    assert crt["columns"] == ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
    assert crt["dice"] == [0, 1, 2, 3, 4, 5, 6]
    assert (crt["rows"][2][2], crt["rows"][5][7]) == ("2/1", "0/4")


@pytest.mark.rule("12.13", "12.14", "12.15", "12.16", "12.18", "12.19a", "12.22", "12.25")
def test_movement_costs_are_those_of_the_text() -> None:
    kinds = ("foot", "cavalry", "motorized", "armoured")
    cost = {k: [v[x] for x in kinds] for k, v in CHARTS["movement_cost"].items() if k != "nationalist_into_intact_fort"}
    assert cost == {
        "clear": [1, 1, 1, 1], "rough": [1, 1, 1, 2], "mountain": [3, 3, 4, 4], "marsh": [3, 2, 4, 4],
        "city": [1, 1, 1, 1], "river": [1, 1, 2, 2], "major_river": [2, 2, 3, 3]}
    assert CHARTS["movement_cost"]["nationalist_into_intact_fort"] == 1


@pytest.mark.rule("7.30", "7.31", "7.38a", "7.39", "8.5", "13.12d", "13.14", "13.15a", "13.18", "13.20", "13.21a",
                  "13.22", "13.23a")
def test_combat_modifiers_are_those_of_the_text() -> None:
    assert CHARTS["combat_modifiers"] == {
        "attacker_hq_artillery_shift": 1, "defender_hq_artillery_shift": -1, "legion_kondor_shift": 1,
        "concentric_drm": 1, "colonial_against_columns_drm": 1, "ammo_shortage_drm": -1, "naval_gunfire_drm": 1,
        "new_aircraft_chit_drm": 1, "tactical_surprise_drm": 2, "die_min": 0, "die_max": 6}
    assert CHARTS["terrain_combat"]["madrid_extra"] == {"shift": 2, "drm": 0}
    assert CHARTS["terrain_combat"]["intact_fort_defence_factor"] == 1


@pytest.mark.rule("6.14.1a", "6.14.1b", "6.14.2", "15.2b", "15.7.1a", "15.7.1b", "2.1")
def test_breakdowns_dice_tables_and_the_number_of_counters_are_those_of_the_text() -> None:
    assert CHARTS["breakdown"] == {
        "republican": [{"from": ["7-11-5", "6-7-5"], "into": ["2-3-4", "1-2-4", "1-2-4"]},
                       {"from": ["4-5-4", "3-5-4"], "into": ["1-1-4", "1-2-4", "1-2-4"]}],
        "nationalist": [{"from": ["5-8-4", "5-9-5"], "into": ["2-4-4", "2-4-4"]}]}
    assert CHARTS["alcazar"] == {"turns_1_to_3": 1, "turn_4": 3, "turn_5_on": 5}
    assert CHARTS["column_attack"] == {
        "refuses": [1], "minus_one": [2, 3], "no_effect": [4, 5], "plus_one": [6], "group_roll_modifier": -1}
    assert CHARTS["counters"]["total"] == 480


@pytest.mark.rule("7.4a", "7.15a")
def test_chits_that_must_be_played_at_once_are_those_the_text_says() -> None:
    stated = {c["rule"] for c in CHIT.values() if c["immediate"] and c["immediate_source"].startswith("text")}
    assert stated == {"7.2", "7.5", "7.6", "7.7", "7.8", "7.10", "7.11", "7.12", "7.15", "7.18", "7.19", "7.22",
                      "7.29", "7.32", "7.33", "7.34", "7.35", "7.36", "7.37", "7.41"}
    assert CHIT["great-purchase"]["values"] == [3]


def sources(x: object) -> Iterator[str]:
    if isinstance(x, dict):
        for key, value in x.items():
            if key == "source" and "text" in value:
                yield value
            else:
                yield from sources(value)
    elif isinstance(x, list):
        for value in x:
            yield from sources(value)


def test_what_claims_to_be_text_names_a_rule_that_exists_or_the_notes() -> None:
    ids = re.findall(r'(?m)^id = "(.+)"$', (Path(GAME.folder) / "rules.toml").read_text(encoding="utf-8"))
    known = {*ids, *[re.sub("[a-z]+$", "", i) for i in ids], *[".".join(i.split(".")[:2]) for i in ids]}
    claims = [claim for name in NAMES for claim in sources(TABLES[name])]
    assert len(claims) == len(UNITS_OF_THE_TEXT) + len(HEXES_OF_THE_TEXT) + 1 + 3, "a fort line and three charts"
    for claim in claims:
        cited = re.findall(r"\b\d+(?:\.\d+)+[a-z]?\b", claim)
        assert cited or claim == "text (designer's notes)", claim
        assert set(cited) <= known, claim


# -- what follows from the words of the text


@pytest.mark.rule("6.14.1a", "6.14.1b")
def test_republican_divisions_have_the_two_step_classes_or_the_one_step_class_of_the_text() -> None:
    assert {u["front"] for u in divisions("republican", 2)} == {"7-11-5", "6-7-5", "4-5-4", "3-5-4"}
    assert {u["front"] for u in divisions("republican", 1)} == {"2-4-4"}, "13.12; a brigade has 1-2-4 (6.14.1)"
    became = {u["back"] for u in UNIT.values() if u["fate"] == "convert" and "Division" in u["becomes"]}
    assert became == {"2-4-4"}, "one step, so of no two-step class"


@pytest.mark.rule("6.14.2", "13.27a")
def test_nationalist_divisions_have_the_classes_of_the_text() -> None:
    fronts = {u["front"] for u in divisions("nationalist", 2)}
    assert fronts == {"5-8-4", "5-9-5", "3-5-4"}, "those of 6.14.2 and one that defends with 5, as the 50th (13.27)"
    assert not divisions("nationalist", 1)
    assert max(factors(f)[0] for f in fronts) < 7, "below the 11th, the strongest counter the text shows (2.4)"


@pytest.mark.rule("6.9a", "2.3c", "7.35a")
def test_columns_are_converted_in_1936_and_1937_by_early_summer_and_the_basques_last() -> None:
    turns = {u["id"]: u["fate_turn"] for u in UNIT.values() if u["fate"] == "convert"}
    assert set(turns.values()) == {6, 7, 8}
    assert turns["r-len"] == 7, "the 29 Division of the revolt of May 1937"
    assert 8 <= UNIT["r-div29b"]["turn"] <= 11, "the second one, later in that year"
    latest = {n: max(t for i, t in turns.items() if UNIT[i]["nationality"] == n) for n in NORTH}
    assert latest == {"asturian": 6, "santander": 6, "basque": 8}
    columns = [u for u in UNIT.values() if u["type"] == "column" and u["side"] == "republican"]
    assert (len(turns), len(columns)) == (35, 65), "some of them"


def test_armies_come_when_the_notes_say() -> None:
    nat = [u["turn"] for u in divisions("nationalist", 2)]
    assert min(nat) == 7, "spring 1937"
    assert sum(t <= 8 for t in nat) == 21
    strong = [u for u in divisions("republican", 2) if isinstance(u["turn"], int) and u["turn"] <= 9
              and u["nationality"] == "republican"]
    assert len(strong) >= 12, "a dozen strong divisions in reserve during the northern drive"
    brigades = [u for u in UNIT.values() if u["id"].startswith("r-bde") and u["fate"] == "withdraw"]
    assert min(u["fate_turn"] - u["turn"] for u in brigades) >= 2, "they press the Nationalist from turn 6 on"
    zaragoza = [u for u in UNIT.values() if u["side"] == "nationalist" and u["turn"] == 0 and u["hex"] == 3117]
    assert sum(factors(u["front"])[1] for u in zaragoza) <= 4, "it needs a Colonial column besides"
    assert factors(UNIT["n-og"]["front"]) == [0, 3, 0]


@pytest.mark.rule("7.41")
def test_the_strait_is_closed_to_the_nationalist_on_turns_1_to_3() -> None:
    sea = [x["nationalist_sea"] for x in CHARTS["strategic_movement"]]
    assert sea[:4] == [0, 0, 0, 1]


MORALE = {   # provincial capitals by inhabitants, Gijón and Tremp; estimates but for Madrid and Sevilla
    -7: "Madrid Barcelona", -5: "Valencia Bilbao", -3: "Málaga Murcia Tremp",
    -2: "Santander Gijón San_Sebastián Alicante Almería",
    -1: "Huelva Badajoz Albacete Jaén Lérida Castellón Tarragona Toledo Ciudad_Real Gerona Guadalajara Cuenca",
    3: "Sevilla Zaragoza", 2: "Granada Córdoba Valladolid Cádiz Oviedo A_Coruña Salamanca Burgos",
    1: "Pamplona Vitoria Logroño Pontevedra León Lugo Cáceres Palencia Orense Zamora Segovia Ávila Huesca Teruel Soria"}


@pytest.mark.rule("4.1c", "4.3a")
def test_morale_hexes_are_the_capitals_and_the_great_cities_decide() -> None:
    wanted = {name.replace("_", " "): value for value, names in MORALE.items() for name in names.split()}
    assert {n: p["mp"] for n, p in PLACE.items() if p["mp"]} == wanted
    assert -sum(v for v in wanted.values() if v < 0) == 55
    assert {"Teruel", "Oviedo", "Zaragoza", "Huesca", "Córdoba", "Segovia", "Ávila", "Sevilla"} <= {
        n for n, v in wanted.items() if v > 0}, "named by the notes and 4.3"
