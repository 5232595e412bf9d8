"""The reconstruction of board and pawns against everything the rulebook's text says, and the shape of the data."""
from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections import Counter, deque
from pathlib import Path
from typing import Any

import pytest

from frente.games.heralds.data.check import KEYS, NAMES, check
from frente.games.heralds.data.shape import FACTORS
from frente.games.heralds.state.board import DATA, load_board
from frente.kernel.packs import DataError, load_tables

TABLES = load_tables(DATA, NAMES, None, keys=KEYS)
BOARD: dict[str, Any] = TABLES["board"]
SQ = {s["id"]: s for s in BOARD["square"]}
CO = {c["id"]: c for c in BOARD["compound"]}
RT = BOARD["route"]
PW = {p["id"]: p for p in TABLES["pawns"]["pawn"]}
RULES = {r["id"] for r in tomllib.loads((DATA.parent / "rules.toml").read_text(encoding="utf-8"))["rule"]}
DOWN = {i for i, s in SQ.items() if s["kind"] == "downtown"}
ADJ: dict[str, dict[str, Any]] = {s: {} for s in SQ}
for _r in RT:
    ADJ[_r["from"]][_r["to"]] = _r
    ADJ[_r["to"]][_r["from"]] = _r

CHART = """A 40bm 3|B 112bm 2|B1 112bm 2|B1 art-centro 1|B2 6asalto 2|B3 hq-65d 1|B3 gutierrez 1|B3 syn-soc 1
B4 syn-cnt 1|B5 hq-7d 1|B5 zulueta 1|C 5asalto 2|D 112bm 2|D1 6asalto 1|D1 hq-2a 1|D1 pineroa 1
D2 arm-reserva 1|D3 syn-pce 1|E 70bm 1|F 5asalto 1|G1 70bm 1|G2 4asalto 1|G3 70bm 1|G4 70bm 1
H art-centro 1|H1 70bm 1|H3 4asalto 1|J subsuelo 1|J ametrall 1|J1 112bm 2|J2 4asalto 1|K 41bm 1
K art-centro 1|K2 arm-base 1|K2 41bm 1|L 41bm 1|JACA 70bm 1|JACA hq-centro 1|JACA gazzolo 1
JACA mera 1|RES_XVII 83bm 3|RES_XVII art-xvii 1|RES_XVII hq-xvii 1|RES_XVII hq-73d 1
RES_XVII g-vallejo 1|RES_XVII carro-r 1|RES_LEV 214bm 3|RES_LEV 127bm 3|RES_LEV fare-air 1
RES_LEV hq-gerc 1|RES_LEV hq-fare 1|RES_LEV hq-66d 1|RES_LEV hq-28d 1|RES_LEV matallana 1
RES_LEV castan 1|RES_LEV mayordomo 1|RES_LEV garijo 1|RES_LEV camacho 1|CHAMARTIN 70bm 2
VICALVARO 8carab 3|SAN_FERNANDO 5carab 3|VALLECAS 152bm 3|RES_4D hq-4d 1|RES_4D 67bm 3
RES_4D oliva 1|RES_7D 42bm 6|RES_7D 53bm 3|RES_8D 18bm 6|EL_PARDO ascanio 1|EL_PARDO hq-8d 1
EL_PARDO 44bm 3|EL_PARDO 111bm 2|EL_PARDO art-8d 1|RES_I barcelo 1|RES_I hq-i 1|RES_I hq-69d 1
RES_I 99bm 3|RES_I 200bm 3|RES_I gallego 1|RES_I d-hervas 1|VILLA_ELOISA hq-ii 1
VILLA_ELOISA bueno 1|ALCALA hq-g 1|ALCALA calvo 1|ALCALA g 3|TORREJON arm-escuela 1
GUADALAJARA ffcc 1|GUADALAJARA hq-iv 1|RES_IV liberino 1|RES_IV g-caro 1|RES_IV hq-12d 1
RES_IV hq-14d 1|RES_IV 50bm 3|RES_IV 90bm 3|RES_IV 35bm 3|RES_IV art-iv 1|CARABANA ortega 1
CARABANA hq-iii 1|CARABANA hq-13d 1|CARABANA 110bm 2|CARABANA f-recio 1|RES_III hq-9d 1
RES_III art-iii 1|RES_III 45bm 2|RES_III 77bm 2"""


def value(name: str, field: str) -> Any:
    return PW[name].get(field)


def reach(start: str, banned: set[str] | None = None, closed: set[str] | None = None) -> set[str]:
    seen, todo = {start}, deque([start])
    while todo:
        a = todo.popleft()
        for b, r in ADJ[a].items():
            if b not in seen and b not in (banned or set()) and r["id"] not in (closed or set()):
                seen.add(b)
                todo.append(b)
    return seen


def test_the_shipped_data_is_sound() -> None:
    assert check(TABLES) == []


def test_every_file_says_what_is_stated_inferred_and_estimated() -> None:
    for name in NAMES:
        assert set(TABLES[name]["provenance"]) == {"stated", "inferred", "estimate"}


def test_every_datum_has_a_provenance() -> None:
    words = {"text", "geography", "estimate"}
    assert {s["provenance"] for s in SQ.values()} | {s["place_from"] for s in SQ.values()} <= words
    assert {c["provenance"] for c in CO.values()} | {c["place_from"] for c in CO.values()} <= words
    assert {r["provenance"] for r in RT} == words
    assert {p[f"{k}_from"] for p in PW.values() for k in FACTORS if k in p} == {"text", "estimate"}
    assert {p["side_from"] for p in PW.values()} == {"text", "estimate"}
    assert BOARD["will_track"]["provenance"] == BOARD["turn_track"]["provenance"] == "estimate"


def names_its_source(evidence: str) -> bool:
    """Whether a rule of the book or one of its worked examples is named."""
    example = re.search(r"\bexamples? (1|2|4|5|6a|6b|7)\b", evidence)
    return bool(example) or any(word in RULES for word in re.findall(r"\d[\w.]*\w", evidence))


def test_whatever_is_stated_names_the_rule_or_example_that_states_it() -> None:
    assert names_its_source("15.A: exists")
    assert names_its_source("example 6b")
    assert not names_its_source("history: Aragon road")
    assert not names_its_source("example 3")
    assert RULES
    for item in (*SQ.values(), *CO.values(), *RT, *BOARD["resource"]):
        assert item["provenance"] != "text" or names_its_source(item["evidence"]), item
    for p in PW.values():
        for k in FACTORS:
            if p.get(f"{k}_from") == "text":
                assert re.search(rf"{k.replace('_', ' ')} (example|6.2a)", p["evidence"]), (p["id"], k)
        assert p["side_from"] != "text" or names_its_source(re.split("; ", p["evidence"])[1]), p["id"]
    for line in (DATA / "values.toml").read_text(encoding="utf-8").splitlines():
        number = re.fullmatch(r"(\w+) = -?\d+ +# (\S+?)(, inferred|, an estimate)?", line)
        if number:
            assert (number[2] in RULES) == (number[3] is None), line


# -- the numbers of the rules, as the book prints them

NUMBERS = """
limits.turns 6 3a|limits.compound_combat 2 2.3.3b|limits.compound_support 1 2.3.3b|limits.defenders 3 7.1.1b
limits.will 5 11.1b|limits.lost_squares 3 11.2j|action_points.large_hq 2 5.1a|action_points.large_from 6 5.1a
action_points.hq 1 5.1b|action_points.square 1 5.1e|action_points.alcala 1 5.1f|action_points.exchange 1 5.1g
action_points.no_corps_leader -2 5.1h|action_points.no_level_1 -2 5.1i|propaganda.success 6 5.2.1g
propaganda.backfire 1 5.2.1g|negotiation.success 6 5.2.2n|negotiation.backfire 1 5.2.2n
negotiation.support_value 3 5.2.2m|negotiation.not_highest -1 5.2.2o2|negotiation.helper 1 5.2.2o3
negotiation.hierarchy 1 5.2.2o4|negotiation.formation 1 5.2.2o5|negotiation.will 1 5.2.2o8
negotiation.telephone -2 5.2.2o9|negotiation.summons 1 5.2.2o10|negotiation.own_square 1 5.2.2o11
negotiation.enemy_square -2 5.2.2o11|negotiation.first_turn_domino 1 5.2.2q|credit.alone 3 6.2a|credit.limit 10 6.2b
credit.crowd 4 6.2a|credit.crowd_cost -1 6.2a|credit.artillery -1 6.2a|credit.free_downtown 3 14.a
reaction.success 6 6.4d|reaction.slower -1 6.4d|reaction.will 1 6.4d|reaction.own_square 1 6.4d
reaction.alone -2 6.4d|assault.engaged 6 7.1.2b|assault.damage 6 7.1.4d|assault.compound_initiative -2 7.1.1b
assault.support 2 7.1.4c|assault.free_rounds 3 7.1.5c|assault.downtown_cost 1 7.1.2a|assault.outside_cost 2 7.1.3a
assault.compound_cost 1 7.1.1a|assault.collateral_above 6 7.1.8a|assault.collateral_ammo 2 7.1.8a
assault.collateral_support 1 7.1.8a|assault.collateral_deduct -1 7.1.8a|assault.destroyed_from 6 7.5b
assault.ammo_line 1 7.1.5b|assault.ammo_line_motor 3 7.1.5b|blast.above 6 9.6d|blast.connected -1 9.6d
blast.ammo_line 2 9.6b|offensive.met_from 5 11.2h|offensive.heavy_from 9 11.2l|refit.damage 2 12.3b"""
COSTS = """
downtown downtown easy 0|downtown downtown hard 1|downtown compound_related easy 0|downtown compound_unrelated easy 0
downtown outside easy 1|downtown outside hard 2|outside downtown easy 1|outside downtown hard 2
outside compound_related easy 1|outside compound_unrelated easy 2|outside outside easy 1|outside outside hard 2
compound_same_letter compound_connected easy 0|compound_other_letter compound_connected easy 0
compound_related downtown easy 0|compound_related downtown hard 1|compound_unrelated downtown easy 0
compound_unrelated downtown hard 1|compound_related outside easy 1|compound_related outside hard 2
compound_unrelated outside easy 1|compound_unrelated outside hard 2"""


def cells(table: str) -> list[list[str]]:
    return [item.split() for item in table.strip().replace("\n", "|").split("|")]


@pytest.mark.rule("3a", "2.3.3b", "7.1.1b", "11.1b", "11.2j", "5.1a", "5.1b", "5.1e", "5.1f", "5.1g", "5.1h", "5.1i",
                  "5.2.1g", "5.2.2n", "5.2.2m", "5.2.2o2", "5.2.2o3", "5.2.2o4", "5.2.2o5", "5.2.2o8", "5.2.2o9",
                  "5.2.2o10", "5.2.2o11", "5.2.2q", "6.2a", "6.2b", "14.a", "6.4d", "7.1.2b", "7.1.4d", "7.1.4c",
                  "7.1.5c", "7.1.2a", "7.1.3a", "7.1.1a", "7.1.8a", "7.5b", "7.1.5b", "9.6d", "9.6b", "11.2h", "11.2l",
                  "12.3b")
def test_the_numbers_of_the_rules_are_those_the_book_prints() -> None:
    file = (DATA / "values.toml").read_text(encoding="utf-8")
    want = {name: int(n) for name, n, _ in cells(NUMBERS)}
    got = {name: n for name, n in load_board().v.items() if name not in ("limits.compound_pieces", "refit.prisoner")}
    assert got == want
    for name, n, rule in cells(NUMBERS):
        assert re.search(rf"(?m)^{name.partition('.')[2]} = {n} +# {re.escape(rule)}$", file), name


@pytest.mark.rule("14.a", "14.b", "14.c", "14.d", "14.e", "14.f", "14.g", "14.h", "14.i", "14.j")
def test_the_movement_costs_are_those_of_the_chart() -> None:
    want = {tuple(x.replace("outside", "periphery_or_reserves") for x in row[:3]): int(row[3]) for row in cells(COSTS)}
    assert {(c["from"], c["to"], c["status"]): c["cost"] for c in BOARD["move_cost"]} == want
    assert len(BOARD["move_cost"]) == 22


@pytest.mark.rule("13c", "13d", "13f", "15.free.a", "3a")
def test_the_game_starts_with_the_numbers_of_the_set_up() -> None:
    start = TABLES["pawns"]["start"]
    assert start["action_points"] == {"CND": 5, "PCE": 7}
    assert start["intelligence_points"] == {"CND": 0, "PCE": 2}
    assert (start["turn"], start["initiative"], start["free_limit"]) == (1, "PCE", 3)
    assert BOARD["will_track"]["start"] == {"CND": 4, "PCE": 4}
    assert [str(t["date"]) for t in BOARD["turn_track"]["turns"]] == [
        "1939-03-06", "1939-03-07", "1939-03-08", "1939-03-09", "1939-03-10", "1939-03-11"]


# -- the board


@pytest.mark.rule("2.2b")
def test_downtown_squares_are_the_letters_without_i() -> None:
    assert set("ABCDEFGHJKL") == DOWN


@pytest.mark.rule("2.2e")
def test_suburbs_and_towns_of_text_and_examples_are_periphery() -> None:
    assert {i for i, s in SQ.items() if s["kind"] == "periphery"} == {
        "EL_PARDO", "CHAMARTIN", "CIUDAD_LINEAL", "CANILLEJAS", "BARAJAS", "PARACUELLOS", "SAN_FERNANDO", "TORREJON",
        "ALCALA", "GUADALAJARA", "VICALVARO", "VALLECAS", "ARGANDA", "CARABANA"}


@pytest.mark.rule("2.2f")
def test_there_are_eight_reserves_areas() -> None:
    assert {i for i, s in SQ.items() if s["kind"] == "reserves"} == {
        "RES_I", "RES_4D", "RES_7D", "RES_8D", "RES_III", "RES_IV", "RES_XVII", "RES_LEV"}


@pytest.mark.rule("2.2c")
def test_the_24_downtown_compounds_belong_to_their_letter_and_are_approaches() -> None:
    number = {"A": 2, "B": 5, "C": 1, "D": 3, "E": 1, "F": 1, "G": 4, "H": 3, "J": 2, "K": 2}
    wanted = {f"{x}{n}" for x, k in number.items() for n in range(1, k + 1)}
    assert {c for c in CO if CO[c]["parent"] in DOWN} == wanted
    assert all(CO[c]["parent"] == c[0] for c in wanted)
    astride = Counter(v for r in RT for v in r["via"])
    assert all(astride[c] >= 1 for c in wanted)


@pytest.mark.rule("2.2d")
def test_compounds_outside_downtown_lie_in_the_square_they_are_drawn_on() -> None:
    assert CO["JACA"]["parent"] == "CANILLEJAS"
    assert CO["VILLA_ELOISA"]["parent"] == "CIUDAD_LINEAL"
    for bridge in ("BARAJAS", "SAN_FERNANDO", "ARGANDA"):
        assert CO[f"{bridge}_BRIDGE"]["parent"] == bridge


@pytest.mark.rule("2.2a", "2.2g")
def test_squares_are_joined_by_routes_and_some_of_them_carry_rail() -> None:
    assert len({r["id"] for r in RT}) == len({frozenset((r["from"], r["to"])) for r in RT}) == len(RT) == 56
    assert all(v in CO and CO[v]["parent"] in (r["from"], r["to"]) for r in RT for v in r["via"])
    assert reach("G") == set(SQ)
    rail: dict[str, set[str]] = {}
    for r in RT:
        if r["rail"]:
            rail.setdefault(r["from"], set()).add(r["to"])
            rail.setdefault(r["to"], set()).add(r["from"])
    seen, todo = {"GUADALAJARA"}, ["GUADALAJARA"]
    while todo:
        for b in rail[todo.pop()]:
            if b not in seen:
                seen.add(b)
                todo.append(b)
    assert seen == set(rail)
    assert "K" in seen


def test_bridges_and_bottlenecks_cut_the_board_where_the_text_says() -> None:
    bridge = {c: next(r["id"] for r in RT if c in r["via"]) for c in CO if CO[c]["kind"] == "bridge"}
    for rid in bridge.values():
        assert reach("G", closed={rid}) == set(SQ)
    assert set(SQ) - reach("G", closed=set(bridge.values())) == {
        "PARACUELLOS", "TORREJON", "ALCALA", "GUADALAJARA", "RES_IV", "ARGANDA", "CARABANA", "RES_III", "RES_XVII",
        "RES_LEV"}
    assert not {"GUADALAJARA", "RES_IV"} & reach("CANILLEJAS", banned={"ALCALA"})
    assert not {"RES_LEV", "RES_XVII"} & reach("G", banned={"CARABANA", "RES_III"})


def test_the_examples_walk_along_existing_routes() -> None:
    for a, b in (("A", "CHAMARTIN"), ("RES_8D", "EL_PARDO"), ("RES_8D", "CHAMARTIN"), ("CANILLEJAS", "BARAJAS"),
                 ("BARAJAS", "PARACUELLOS"), ("PARACUELLOS", "ALCALA"), ("ALCALA", "GUADALAJARA"),
                 ("GUADALAJARA", "RES_IV"), ("CANILLEJAS", "E"), ("CANILLEJAS", "CIUDAD_LINEAL"), ("D", "E")):
        assert b in ADJ[a]
    assert "A1" in ADJ["A"]["CHAMARTIN"]["via"]
    assert "E1" not in ADJ["E"]["CANILLEJAS"]["via"]
    assert "E1" in ADJ["E"]["D"]["via"]
    assert "E" not in ADJ["CIUDAD_LINEAL"]
    assert "RES_I" in reach("CIUDAD_LINEAL")
    assert "G" in ADJ["J"]
    assert "RES_7D" in ADJ["J"]
    pairs = [(a, b) for r in RT for a, b in zip(r["via"], r["via"][1:])]
    assert any(CO[a]["parent"] == CO[b]["parent"] for a, b in pairs)
    assert any(CO[a]["parent"] != CO[b]["parent"] for a, b in pairs)


def crossings(pos: dict[str, tuple[float, float]]) -> int:
    n = 0
    for r, s in itertools.combinations(RT, 2):
        ends = {r["from"], r["to"], s["from"], s["to"]}
        if len(ends) == 4:
            a, b, c, d = (pos[k] for k in (r["from"], r["to"], s["from"], s["to"]))
            n += turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
    return n


def turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def test_the_board_is_plane_and_follows_its_layout() -> None:
    assert crossings({i: (s["lon"], s["lat"]) for i, s in SQ.items()}) == 0
    drawn = {i: (s["x"], s["y"]) for i, s in SQ.items()}
    assert crossings(drawn) == 0
    assert min(math.dist(drawn[a], drawn[b]) for a, b in itertools.combinations(drawn, 2)) >= 35
    lay = BOARD["layout"]
    centre = lay["centre"]
    for s in SQ.values():
        e = (s["lon"] - centre["lon"]) * 111.320 * math.cos(math.radians(centre["lat"]))
        n = (s["lat"] - centre["lat"]) * 110.574
        radius = lay["scale_mm"] * math.log(1 + math.hypot(e, n) / lay["r0_km"])
        angle = math.atan2(n, e)
        x = lay["origin_mm"]["x"] + radius * math.cos(angle)
        y = lay["origin_mm"]["y"] - radius * math.sin(angle)
        assert math.hypot(x - s["x"], y - s["y"]) < 1.5


@pytest.mark.rule("10a", "10.4a", "10.5a", "10.7a")
def test_resources_are_as_many_and_where_the_text_puts_them() -> None:
    at = {r["id"]: r["at"] for r in BOARD["resource"]}
    assert Counter(r["type"] for r in BOARD["resource"]) == Counter(
        telephone=4, wireless=1, power=2, water=1, broadcast=2, print=2, motor=2, ammo=3)
    assert {r["id"] for r in BOARD["resource"] if r["critical"]} == {"power_C1", "power_K1", "water_A2", "tel_G1"}
    assert {at[x] for x in at if x.startswith("broadcast")} == {"A1", "B5"}
    assert {at[x] for x in at if x.startswith("print")} == {"D3", "J1"}
    assert {at[x] for x in at if x.startswith("ammo")} == {"B1", "E1", "J2"}
    assert all(i in CO[a]["resources"] for i, a in at.items())


# -- the pawns


@pytest.mark.rule("2.3.1e")
def test_the_pawns_are_exactly_those_of_the_chart() -> None:
    want: Counter[tuple[str, str]] = Counter()
    for item in CHART.replace("\n", "|").split("|"):
        at, who, n = item.split()
        want[(at, who)] += int(n)
    got: Counter[tuple[str, str]] = Counter()
    free: Counter[str] = Counter()
    for p in PW.values():
        for x in p["place"]:
            if "at" in x:
                got[(x["at"], p["id"])] += x["n"]
            else:
                free[p["reverse"]] += x["n"]
    assert got == want
    assert sum(got.values()) == 158
    assert free == Counter(CND=13, PCE=14)
    assert sum(p["count"] for p in PW.values()) == load_board().units == 185


@pytest.mark.rule("13e", "15.free.pce.b")
def test_who_starts_affiliated() -> None:
    start = [(p["id"], p["reverse"], p["kind"]) for p in PW.values() for x in p["place"] if x["status"] == "A"]
    assert {i for i, side, _ in start if side == "PCE"} == {"hq-g", "calvo", "ascanio", "pertegaz"}
    assert {i for i, _, kind in start if kind == "hq"} == {"hq-centro", "hq-2a", "hq-65d", "hq-7d", "hq-g"}
    fifth = [p for p in PW.values() if p.get("fifth_column")]
    assert [p["reverse"] for p in fifth] == ["CND"] * 3
    assert all(p["command_modifier"] < 0 for p in fifth)


@pytest.mark.rule("2.3.1d", "4.1.1a", "5.2.2m", "5.2.2o6", "6.2a", "6.4d", "7.1.6a", "7.1.4b")
def test_values_are_those_the_examples_show() -> None:
    shown = {
        ("hq-2a", "command"): 6, ("hq-65d", "command"): 5,                               # example 1
        ("dieguez", "initiative"): 4, ("barcelo", "initiative"): 4, ("moll", "command_modifier"): -1,    # 5
        ("44bm", "initiative"): 2, ("40bm", "initiative"): 3, ("ascanio", "command_modifier"): 1,        # 6a
        ("mera", "command_modifier"): 1, ("g", "initiative"): 3, ("calvo", "command_modifier"): 1,       # 6b
        ("18bm", "initiative"): 3, ("70bm", "initiative"): 3, ("70bm", "morale"): 3,                     # 7
        ("pedro-fdez", "command_modifier"): 1, ("gutierrez", "command_modifier"): 0,
        **{(f"art-{x}", "credit_modifier"): -1 for x in ("centro", "8d", "iii", "iv", "xvii")}}          # 6.2a
    assert {(p["id"], k): p[k] for p in PW.values() for k in FACTORS if p.get(f"{k}_from") == "text"} == shown


def test_guessed_values_stay_within_what_the_examples_allow() -> None:
    assert value("hq-centro", "command") >= 2
    assert value("hq-i", "command") < 6
    assert value("d-hervas", "initiative") >= 2
    assert value("moll", "initiative") == 3
    assert value("ascanio", "initiative") >= 5
    assert 3 <= value("112bm", "morale") <= 4
    assert 2 <= value("18bm", "morale") <= 4
    assert value("18bm", "initiative") > value("112bm", "initiative")
    assert all("command" in p for p in PW.values() if p["kind"] == "hq")
    assert all("initiative" in p and "morale" in p for p in PW.values() if p["kind"] == "combat")


@pytest.mark.rule("2.3.1a", "4.1.3a")
def test_kinds_formations_and_numerals_of_the_figures() -> None:
    assert {p["kind"] for p in PW.values()} == {
        "hq", "combat", "support", "leader", "agent", "syndicate", "player_token", "decoy"}
    assert {p["formation"] for p in PW.values() if "formation" in p} == {
        "CENTRO", "I", "II", "III", "IV", "XVII", "FARE"}
    assert (value("hq-7d", "formation"), value("hq-7d", "numeral")) == ("II", "7")
    assert (value("112bm", "formation"), value("112bm", "numeral")) == ("CENTRO", "65")
    assert value("art-xvii", "formation") == "XVII"
    assert value("arm-escuela", "support") == "armour"
    assert (value("barcelo", "kind"), value("barcelo", "formation")) == ("leader", "I")
    assert (value("otero", "kind"), value("otero", "formation")) == ("agent", "CENTRO")
    assert "formation" not in PW["dieguez"]


@pytest.mark.rule("11.1a")
def test_the_will_track_has_five_boxes_with_a_modifier_each() -> None:
    boxes = {b["box"]: b["modifier"] for b in BOARD["will_track"]["boxes"]}
    assert sorted(boxes) == [1, 2, 3, 4, 5]
    assert all(boxes[i] <= boxes[i + 1] for i in range(1, 5))
    assert BOARD["will_track"]["start"] == {"CND": 4, "PCE": 4}
    assert boxes[4] == 0
    turns = BOARD["turn_track"]["turns"]
    assert [str(t["date"])[-2:] for t in turns] == ["06", "07", "08", "09", "10", "11"]
    assert 4 - sum(t["pce_penalty"] for t in turns) < 1 <= 4 - sum(t["pce_penalty"] for t in turns[:-1])


# -- faults of packs


@pytest.mark.parametrize("file, text, reason", [
    ("board", '[[route]]\nid = "r01"\nto = "Z"\n', "must join two large squares"),
    ("board", '[[route]]\nid = "r01"\nvia = ["K1"]\n', "no compound of either end"),
    ("board", '[[compound]]\nid = "A1"\nparent = "B"\n', "there must be a compound A1 in A"),
    ("board", '[[square]]\nid = "A"\nkind = "reserves"\n', "there must be a downtown square A"),
    ("board", '[[resource]]\nid = "tel_G1"\ncritical = false\n', "wrongly marked"),
    ("pawns", '[[pawn]]\nid = "moll"\ncommand_modifier = 1\n', "three fifth column agents"),
    ("pawns", '[[pawn]]\nid = "arm-base"\nreverse = "CND"\n', "must have a PCE reverse"),
    ("pawns", '[[pawn]]\nid = "40bm"\ncount = 2\n', "another number of times"),
    ("pawns", '[[pawn]]\nid = "40bm"\nplace = [{ at = "A1", n = 3, status = "A" }]\n', "too many units start in A1"),
    ("pawns", '[[pawn]]\nid = "40bm"\nplace = [{ at = "NOWHERE", n = 3, status = "A" }]\n', "no square or compound"),
    ("pawns", '[[pawn]]\nid = "40bm"\nremove = ["morale"]\n', "needs morale"),
    ("pawns", '[[pawn]]\nid = "40bm"\nremove = ["morale_from"]\n', "needs morale and morale_from together"),
    ("values", '[limits]\nremove = ["turns"]\n', "limits has no turns"),
])
def test_a_fault_in_a_pack_is_named_with_its_place(tmp_path: Path, file: str, text: str, reason: str) -> None:
    (tmp_path / f"{file}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as e:
        load_board(tmp_path)
    assert reason in str(e.value)
    assert f"{file}.toml:" in str(e.value)
