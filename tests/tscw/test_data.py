"""The data agree with everything the rulebook states, and packs that break it are told where and why."""
from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest

from frente.games.tscw.data.check import check
from frente.games.tscw.data.check.map import STATED
from frente.games.tscw.data.shape import KEYS, NAMES, distance
from frente.games.tscw.rules.ch10_supply import network, traces
from frente.games.tscw.state.board import AIR, COLUMN, HQ, NAT, NATIONS, REP, load_board
from frente.kernel.packs import DataError, load_tables
from tests.tscw.lay import start, unit

DATA = Path(__file__).parents[2] / "src" / "frente" / "games" / "tscw" / "data"
TABLES = load_tables(DATA, NAMES, keys=KEYS)
PL, UN, CH, CT = (TABLES[n] for n in ("places", "units", "charts", "chits"))
HEX = {h["id"]: h for h in PL["hex"]}
PLACE = {p["name"].split(" (")[0]: p for p in PL["place"]}
UNIT = {u["id"]: u for u in UN["unit"]}
CHIT = {c["id"]: c for c in CT["chit"]}
TOWNS = {p["hex"] for p in PL["place"] if p["kind"] != "mark"}
B = load_board()


def test_the_check_finds_nothing_wrong() -> None:
    assert check(TABLES) == []


def test_every_datum_says_where_it_comes_from() -> None:
    for name in NAMES:
        assert TABLES[name]["provenance"]["stated"]
        assert TABLES[name]["provenance"]["estimate"]
    assert Counter(p["source"].split(" ")[0] for p in PL["place"])["text"] == 14
    assert {u["source"].split(" ")[0] for u in UN["unit"]} == {"text", "estimate"}


# -- the map


def projected(lat: float, lon: float) -> tuple[float, float]:
    p1, p2, p0, l0 = (math.radians(x) for x in (37.5, 42.5, 40.0, -3.7))
    n = math.log(math.cos(p1) / math.cos(p2)) / math.log(
        math.tan(math.pi / 4 + p2 / 2) / math.tan(math.pi / 4 + p1 / 2))
    f = math.cos(p1) * math.tan(math.pi / 4 + p1 / 2) ** n / n
    rho = 6371.0 * f / math.tan(math.pi / 4 + math.radians(lat) / 2) ** n
    rho0 = 6371.0 * f / math.tan(math.pi / 4 + p0 / 2) ** n
    a = n * (math.radians(lon) - l0)
    return rho * math.sin(a), rho0 - rho * math.cos(a)


def line(xs: list[float], ys: list[float]) -> tuple[float, float]:
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)
    return my - slope * mx, slope


def centre(h: int) -> tuple[float, float]:
    r, c = divmod(h, 100)
    return c + 0.5 * (r % 2), float(r)


def test_the_grid_is_the_best_fit_to_the_hexes_the_book_prints() -> None:
    points = [(projected(PLACE[n]["lat"], PLACE[n]["lon"]), centre(h)) for n, h in STATED.items()]
    au, bu = line([p[0][0] for p in points], [p[1][0] for p in points])
    av, bv = line([p[0][1] for p in points], [p[1][1] for p in points])
    assert abs(1 / bu - PL["grid"]["column_pitch_km"]) < 0.3
    assert abs(1 / bv - PL["grid"]["row_pitch_km"]) < 0.3
    off = [math.hypot(c[0] - au - bu * x, c[1] - av - bv * y) for (x, y), c in points]
    assert max(off) < 1.25
    assert math.sqrt(sum(x * x for x in off) / len(off)) < 0.65
    for p in PL["place"]:
        if p["kind"] != "mark":
            x, y = projected(p["lat"], p["lon"])
            u, v = centre(p["hex"])
            assert math.hypot(au + bu * x - u, av + bv * y - v) < 1.3, p["name"]


def test_adjacency_is_mutual_and_distance_agrees_with_it() -> None:
    for h in range(B.size):
        for n in B.nb[h]:
            assert h in B.nb[n]
            assert B.apart[h][n] == 1
    assert distance((30, 21), (29, 19)) == 2
    assert len(B.names) == 391


def test_the_land_is_connected_but_for_the_protectorate() -> None:
    def reached(start_hex: int) -> set[int]:
        seen, queue = {start_hex}, [start_hex]
        for a in queue:
            for n in B.nb[a]:
                if n not in seen:
                    seen.add(n)
                    queue.append(n)
        return seen
    spain, africa = reached(B.index["2712"]), reached(B.index["1107"])
    assert len(spain) + len(africa) == B.size
    assert {B.regions[B.region[h]] for h in africa} == {"Morocco (Protectorate)"}


def test_seas_borders_and_regions_are_those_of_the_text() -> None:
    sea = {s["name"]: set(s["coastal_hexes"]) for s in PL["sea"]}
    assert {3201, 3615} <= sea["cantabrian"]
    assert {1604, 1605, 1505, 1406, 1305, 1306, 1207} == sea["atlantic"]
    assert 1208 in sea["mediterranean"]
    for name in ("Barcelona", "Valencia", "Cartagena", "Gijón", "Bilbao", "Santander", "Cádiz", "Málaga", "Huelva"):
        assert PLACE[name]["port"]
    assert PLACE["Málaga"]["hex"] % 100 <= 11 < PLACE["Motril"]["hex"] % 100
    assert {3615, 3425} <= set(PL["borders"]["french_border_hexes"])
    assert sum(len(r["hexes"]) for r in PL["region"]) == len(HEX)
    assert all(min(distance(divmod(h, 100), divmod(t, 100)) for t in TOWNS) <= 2 for h in HEX)


def test_rivers_and_railways_follow_the_examples() -> None:
    side = {s: r["class"] for r in PL["river"] for s in r["hexsides"]}
    assert side["2919|3020"] == side["2919|2920"] == "minor"
    assert "3614|3615" in side
    assert set(side.values()) == {"minor", "major"}
    assert HEX[2919]["t"] == "c"
    assert 2919 not in TOWNS

    def linked(a: str, b: str) -> bool:
        first = B.index[str(PLACE[a]["hex"])]
        seen, queue = {first}, [first]
        for h in queue:
            for n in B.rail[h]:
                if n not in seen:
                    seen.add(n)
                    queue.append(n)
        return B.index[str(PLACE[b]["hex"])] in seen
    for a, b in (("Huelva", "Mérida"), ("Mérida", "Cáceres"), ("Madrid", "Barcelona"), ("Madrid", "Valencia"),
                 ("Cádiz", "Sevilla"), ("Burgos", "San Sebastián"), ("Gijón", "Bilbao")):
        assert linked(a, b), f"{a}-{b}"


def test_at_the_start_only_oviedo_and_granada_are_cut_off_and_the_zones_are_not_linked() -> None:
    p = start(turn1_phases="none")
    cut = {B.uid[u] for s in (REP, NAT) for u in p.on_map(s) if not traces(p, u)}
    assert cut == {"n-rmt", "n-og"}
    assert all(B.town[p.hex[unit(p, x)]] for x in cut)
    assert p.linked == 0
    assert any(network(p, 0).linked[h] and B.row[h] > 24 for h in B.towns)


def test_history_leaves_morale_at_the_printed_thresholds() -> None:
    mp = {n: p["mp"] for n, p in PLACE.items()}
    morale = CH["morale"]["start"]
    for event in ("Huelva", "Badajoz", "Mérida", "Talavera", "San Sebastián", "Toledo", -1, -1, "Málaga", 1, 1, 1,
                  "Bilbao",
                  "Santander", "Gijón", "Lérida", "Tremp", "Castellón", -6, -2, "Tarragona", "Barcelona", "Gerona", -2):
        morale += mp[event] if isinstance(event, str) else event
        assert morale > 30
    assert 31 <= morale <= CH["morale"]["casado_at_or_below"]
    assert morale + mp["Madrid"] <= 30


# -- counters, charts, chits


def test_units_of_the_text_are_there() -> None:
    assert UNIT["n-div50"]["front"].split("-")[1] == "5"
    assert UNIT["n-div50"]["steps"] == 2
    assert UNIT["n-div50"]["turn"] <= 15
    assert UNIT["r-cav2"]["type"] == "cavalry"
    assert UNIT["r-arm3"]["label"] == "3/2"
    assert sum(u["type"] == "air" and u["nationality"] == "legion-kondor" for u in UN["unit"]) >= 2
    assert any(u["type"] == "air" and u["front"] == "4" and u["side"] == "republican" for u in UN["unit"])
    fronts = {u["front"] for u in UN["unit"]} | {u["back"] for u in UN["unit"]}
    assert {"7-11-5", "6-7-5", "4-5-4", "3-5-4", "2-3-4", "1-2-4", "1-1-4", "0-1-4", "0-1-3", "5-8-4", "5-9-5",
            "2-4-4"} <= fronts
    assert sum(1 for u in UN["unit"] if u["turn"] == 6 and not u["hex"] and u["size"] == "X") >= 2
    assert all(u["steps"] == 1 for u in UN["unit"] if u["type"] == "column" and u["side"] == "republican")
    assert min(u["turn"] for u in UN["unit"] if isinstance(u["turn"], int) and u["turn"] > 0 and u["size"] == "XX"
               and u["nationality"] == "nationalist") == 7
    assert all(6 <= u["fate_turn"] <= 11 for u in UN["unit"] if u["fate"] == "convert")
    two = [u for u in UN["unit"] if u["side"] == "republican" and u["size"] == "XX" and u["steps"] == 2]
    assert {u["front"] for u in two} <= {"7-11-5", "6-7-5", "4-5-4", "3-5-4"}
    assert {NATIONS[B.nation[u]] for u in B.hqs[REP]} == {"republican"}
    assert sum(1 for u in range(B.units) if B.type[u] in (COLUMN, HQ, AIR)) > 150


def test_the_combat_table_is_monotone_and_carries_the_ebro_example() -> None:
    rows = [[tuple(map(int, c.split("/"))) for c in r] for r in CH["crt"]["rows"]]
    assert rows[5][6] == rows[4][7] == (0, 4)
    assert rows[5 + CH["terrain_combat"]["river"]["drm"]][36 // 5] == (0, 4)


def test_chits_come_when_they_can_still_be_drawn() -> None:
    assert CHIT["czech-crisis"]["turns"][0] <= 14
    assert max(CHIT["madrid"]["turns"] + CHIT["balearic-landings"]["turns"]) <= 6
    assert max(CHIT["desertion"]["turns"] + CHIT["town-defense"]["turns"]) <= 5
    assert max(CHIT["victory-convoy"]["turns"]) <= 3
    assert min(CHIT["on-to-alcazar"]["turns"]) <= 2
    assert max(CHIT["political-unrest"]["turns"]) <= 11
    assert CHIT["great-purchase"]["values"] == [3]
    assert CHIT["north-aircraft"]["copies"] >= 2
    held = {c["id"] for c in CT["chit"] if not c["immediate"] and not c["optional"]}
    assert held == {"goicoechea", "desertion", "german-aircraft", "soviet-aircraft", "north-aircraft",
                    "tactical-surprise", "town-defense"}
    assert all(r["italian"] > 0 for r in CH["resource_points"] if r["turn"] >= 17)
    assert all(r["northern"] > 0 for r in CH["resource_points"] if r["turn"] >= 11)


# -- packs


@pytest.mark.parametrize(("file", "text", "wanted"), [
    ("units", '[[unit]]\nid = "r-div11"\nfront = "9-9"\n', "not the factors"),
    ("units", '[[unit]]\nid = "r-div11"\nfront = "9-9-9"\n', "must have front"),
    ("units", '[[unit]]\nid = "r-div69"\nfront = "1-4-4"\n', "r-div69 must have the attack 2, as stated (13.12)"),
    ("units", '[[unit]]\nid = "r-div70"\nfront = "2-2-4"\n', "the defence 4, as stated (13.12)"),
    ("units", '[[unit]]\nid = "r-hq-ext"\nfront = "2-3"\n', "the attack 3, as stated (13.12)"),
    ("units", '[[unit]]\nid = "n-div50"\nfront = "5-8-4"\n', "the defence 5, as stated (13.27)"),
    ("units", '[[unit]]\nid = "n-og"\nfront = "0-3-1"\n', "the movement 0, as stated (6.10)"),
    ("units", '[[unit]]\nid = "n-div50"\nsteps = 1\nback = ""\nback_is = "none"\n', "steps = 2, as stated"),
    ("units", "".join(f'[[unit]]\nid = "r-hq-{x}"\nfront = "5-3"\n' for x in ("cen", "ebr", "mnv")), "4-3 (13.27)"),
    ("units", '[[unit]]\nid = "r-mng"\nhex = 1234\n', "no hex of the map"),
    ("units", '[[unit]]\nid = "r-mng"\nhex = 1607\n', "own side"),
    ("units", '[[unit]]\nid = "r-mng"\nsteps = 2\n', "1 steps"),
    ("units", '[[unit]]\nid = "n-cst"\nrebuildable = true\n', "never be rebuilt"),
    ("units", '[[unit]]\nid = "r-mng"\nfate_turn = 9\n', "r-mng"),
    ("units", '[[unit]]\nid = "r-mng"\nspeed = 9\n', "takes no field speed"),
    ("places", '[[place]]\nname = "Madrid"\nmp = -6\n', "worth 7"),
    ("places", '[[place]]\nname = "Sevilla"\nmp = 2\n', "worth 3"),
    ("places", '[[place]]\nname = "Toledo"\nhex = 2511\n', "as printed"),
    ("places", '[[place]]\nname = "Cuenca"\nmp = 1\n', "positive if Nationalist"),
    ("places", '[[place]]\nname = "Burgos"\nkind = "town"\n', "must be a city"),
    ("places", '[[hex]]\nid = 2712\nregion = "León"\n', "2712"),
    ("places", '[[rail]]\nname = "Ceuta-Tetuán"\nhexes = [1107, 1305]\n', "leaps"),
    ("places", '[[fort_line]]\nname = "Iron Belt of Bilbao"\nhexes = [3613, 3614]\n', "3613 alone"),
    ("charts", "[morale]\nstart = 70\n", "starts at 72"),
    ("charts", '[crt]\ncolumns = ["1:3", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]\n', "1:2 to 7:1"),
    ("charts", "[[fort_activation]]\nline = \"Iron Belt of Bilbao\"\nturn = 9\n", "agree with the lines"),
    ("charts", "[column_attack]\nrefuses = [1, 2]\n", "exactly one meaning"),
    ("chits", '[[chit]]\nid = "madrid"\nturns = [4, 5]\n', "each copy"),
    ("chits", '[[chit]]\nid = "negrin"\nremove = true\n', "7.29"),
    ("chits", '[[chit]]\nid = "negrin"\ncopies = 2\nturns = [8, 8]\n', "counter budget"),
])
def test_a_pack_that_breaks_the_data_is_told_file_line_and_reason(tmp_path: Path, file: str, text: str, wanted: str
                                                                   ) -> None:
    (tmp_path / f"{file}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as fault:
        load_board(tmp_path)
    assert wanted in str(fault.value)
    assert ".toml:" in str(fault.value)


def test_a_pack_may_change_estimates(tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_text('[[unit]]\nid = "r-per"\nfront = "2-2-4"\n', encoding="utf-8")
    b = load_board(tmp_path)
    assert b.attack[b.uindex["r-per"]][1] == 2
    assert b.version != B.version
