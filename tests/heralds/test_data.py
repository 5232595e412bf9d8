"""The reconstruction of board and pawns against everything the rulebook's text says, and the shape of the data."""
from __future__ import annotations

import itertools
import math
from collections import Counter, deque
from pathlib import Path
from typing import Any

import pytest

from frente.games.heralds.board import DATA, FILES, load_board
from frente.games.heralds.datacheck import KEYS, NAMES, check
from frente.packs import DataError, load_tables

TABLES = load_tables(DATA, FILES, None, keys=KEYS)
BOARD: dict[str, Any] = TABLES["board"]
SQ = {s["id"]: s for s in BOARD["square"]}
CO = {c["id"]: c for c in BOARD["compound"]}
RT = BOARD["route"]
PW = {p["id"]: p for p in TABLES["pawns"]["pawn"]}
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
    assert NAMES == FILES


def test_every_file_says_what_is_stated_inferred_and_estimated() -> None:
    for name in NAMES:
        assert set(TABLES[name]["provenance"]) == {"stated", "inferred", "estimate"}


def test_every_datum_has_a_provenance() -> None:
    words = {"text", "geography", "estimate"}
    assert {s["provenance"] for s in SQ.values()} | {s["place_from"] for s in SQ.values()} <= words
    assert {c["provenance"] for c in CO.values()} | {c["place_from"] for c in CO.values()} <= words
    assert {r["provenance"] for r in RT} == words
    assert {p["values_from"] for p in PW.values()} == {"text", "estimate"}
    assert {p["side_from"] for p in PW.values()} == {"text", "estimate"}
    assert BOARD["will_track"]["provenance"] == BOARD["turn_track"]["provenance"] == "estimate"


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


def test_who_starts_affiliated() -> None:
    start = [(p["id"], p["reverse"], p["kind"]) for p in PW.values() for x in p["place"] if x["status"] == "A"]
    assert {i for i, side, _ in start if side == "PCE"} == {"hq-g", "calvo", "ascanio", "pertegaz"}
    assert {i for i, _, kind in start if kind == "hq"} == {"hq-centro", "hq-2a", "hq-65d", "hq-7d", "hq-g"}
    fifth = [p for p in PW.values() if p.get("fifth_column")]
    assert [p["reverse"] for p in fifth] == ["CND"] * 3
    assert all(p["command_modifier"] < 0 for p in fifth)


@pytest.mark.rule("2.3.1d")
def test_values_are_those_the_examples_show() -> None:
    assert (value("hq-2a", "command"), value("hq-65d", "command")) == (6, 5)
    assert value("hq-centro", "command") >= 2
    assert value("hq-i", "command") < 6
    assert value("dieguez", "initiative") == value("barcelo", "initiative") == 4
    assert value("d-hervas", "initiative") >= 2
    assert (value("moll", "initiative"), value("moll", "command_modifier")) == (3, -1)
    assert (value("44bm", "initiative"), value("40bm", "initiative"), value("art-8d", "credit_modifier")) == (2, 3, -1)
    assert (value("ascanio", "command_modifier"), value("mera", "command_modifier")) == (1, 1)
    assert (value("g", "initiative"), value("calvo", "command_modifier")) == (3, 1)
    assert (value("18bm", "initiative"), value("70bm", "initiative"), value("70bm", "morale")) == (3, 3, 3)
    assert (value("pedro-fdez", "command_modifier"), value("gutierrez", "command_modifier")) == (1, 0)
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
    ("values", '[limits]\nremove = ["turns"]\n', "limits has no turns"),
])
def test_a_fault_in_a_pack_is_named_with_its_place(tmp_path: Path, file: str, text: str, reason: str) -> None:
    (tmp_path / f"{file}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as e:
        load_board(tmp_path)
    assert reason in str(e.value)
    assert f"{file}.toml:" in str(e.value)
