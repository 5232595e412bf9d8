"""[1, 2, 3, 16, 17.1, notes] Sides, map, counters, set-up."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch13_odds import attack_parts, defence_parts, worth
from frente.games.tscw.rules.ch13_results import lose_step
from frente.games.tscw.state.board import (
    AIR,
    COLONIAL,
    COLUMN,
    CTV,
    DIRECTIONS,
    HQ,
    KONDOR,
    NATIONS,
    SIZES,
    TYPES,
    load_board,
)
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import AWAITED, LEVY, SPENT
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    battle,
    empty,
    fighting,
    hexn,
    moving,
    offered,
    own,
    play,
    put,
    question,
    rules,
    run,
    start,
    unit,
    where,
)

B = load_board()
R_LABELS = [
    "ASC", "ALM", "AC", "AND", "ALP", "A", "AM", "BDJ", "BRC", "BUE", "BAY", "B", "BM", "BTB", "CH", "CR", "RCP",
    "CAR", "CAV", "CEN", "CRT", "CM", "D", "DC", "DLR", "DRT", "EXE", "ENC", "ESC", "EXT", "EBR", "EM", "EST",
    "FB", "GRM", "GI", "GRE", "GRA", "HZ", "HAR", "HIE", "JUB", "IBR", "JM", "JUR", "LEV", "LEN", "LT", "LW",
    "MEN", "M", "MOD", "MNV", "MLG", "MC", "MNG", "MRX", "MJ", "MCB", "NVZ", "ORT", "PVR", "PER", "P", "RYN",
    "SMR", "PRA", "SM", "SAB", "SE", "S", "TB", "TYR", "TYL", "T", "URI", "VLB"]
N_LABELS = [
    "AV", "ART", "ASN", "ARZ", "AVL", "ANG", "ALN", "AGC", "ARG", "AGCS", "BAR", "BLG", "BRT", "BAH", "BRB", "BZ",
    "BTN", "BPE", "C", "CCR", "CN", "CAY", "CAS", "CRZ", "CRL", "CST", "CEB", "CRB", "CR", "DSR", "ERC", "FG",
    "FA", "GLC", "GEC", "GIS", "GI", "GCB", "GAL", "HSC", "IRU", "LTR", "LPT", "LFT", "L", "LA", "MOL", "MNT",
    "MAR", "MC", "MNZ", "MG", "MRL", "MRC", "N", "MTZ", "NVD", "NVC", "OL", "PLS", "PJT", "RAD", "RDN", "RMT",
    "SER", "SG", "SLN", "SP", "SDB", "SUR", "TEL", "TUR", "URT", "URG", "VRN", "VNG", "OG"]


def of(label: str, side: int) -> list[int]:
    return [u for u in range(B.units) if B.label[u].upper() == label and B.side[u] == side]


@pytest.mark.rule("1.1a")
def test_each_nationality_belongs_to_one_side() -> None:
    sides = {NATIONS[B.nation[u]]: B.side[u] for u in range(B.units)}
    assert [n for n in NATIONS if sides[n] == NAT] == ["nationalist", "colonial", "ctv", "legion-kondor"]
    assert {sides[n] for n in ("republican", "asturian", "basque", "santander", "northern")} == {REP}
    p = empty()
    put(p, "1607", "n-cst", "i-lt", "n-hq-ctv")
    moving(p, NAT)
    assert {"unit:n-cst", "unit:i-lt", "unit:n-hq-ctv"} <= set(offered(p))


@pytest.mark.rule("1.1b")
def test_italian_units_take_madrid_as_nationalist_units_do() -> None:
    p = empty(turn=4)
    own(p, NAT, "2711")
    put(p, "2711", "i-lt")
    moving(p, NAT)
    play(p, "unit:i-lt", "hex:2712")
    assert GAME.outcome(p) is not None
    assert not p.choices()


@pytest.mark.rule("1.2a")
def test_turns_have_the_dates_the_book_gives() -> None:
    dates = {1: "July 1936", 4: "October 1936", 6: "January-February 1937", 7: "March-April 1937", 14: "May-June 1938",
             18: "January-February 1939", 19: "March-April 1939"}
    assert {n: B.dates[n] for n in dates} == dates
    assert [B.years[n] for n in (5, 6, 11, 12, 17, 18)] == [1936, 1937, 1937, 1938, 1938, 1939]


@pytest.mark.rule("1.2b")
def test_every_hex_has_a_controller_at_the_start() -> None:
    p = start()
    assert {p.control[h] for h in range(B.size)} == {REP, NAT}
    for name, side in (("2712", REP), ("3023", REP), ("3613", REP), ("3608", NAT), ("1607", NAT), ("3311", NAT)):
        assert p.control[hexn(p, name)] == side
    assert all(p.control[p.hex[u]] == B.side[u] for s in (REP, NAT) for u in p.on_map(s))


@pytest.mark.rule("1.2c")
def test_santander_is_a_region_of_its_own() -> None:
    p = start()
    assert B.regions[B.region[hexn(p, "3710")]] == "Santander"
    assert B.regions[B.region[hexn(p, "3311")]] == "Old Castile"
    assert B.northern[hexn(p, "3710")]
    assert not B.northern[hexn(p, "3311")]


@pytest.mark.rule("1.3")
def test_units_are_divisions_brigades_columns_and_headquarters() -> None:
    count = {size: sum(1 for u in range(B.units) if SIZES[B.size_mark[u]] == size) for size in SIZES}
    assert count["XX"] > 100
    assert count["X"] > 80
    assert count["column"] > 100
    at_start = [u for u in range(B.units) if B.turn[u] == 0 and B.type[u] != AIR]
    assert sum(1 for u in at_start if B.type[u] == COLUMN) > 0.9 * len(at_start)
    assert {SIZES[B.size_mark[u]] for u in range(B.units) if B.type[u] == HQ} == {"XXX", "XXXX"}


@pytest.mark.rule("2.1")
def test_there_are_480_counters_and_two_pools_of_chits() -> None:
    normal = [c for c in range(B.chits) if not B.extra_kind[B.chit_kind[c]]]
    assert B.units + len(normal) + 47 == 480
    assert {B.chit_side[c] for c in normal} == {REP, NAT}


@pytest.mark.rule("2.2a")
def test_portugal_france_andorra_and_tangier_are_on_the_map_but_not_playable() -> None:
    assert "3422" not in B.index
    assert "1106" not in B.index
    assert "3616" not in B.index
    assert B.place[B.index["1107"]] == "Ceuta"


@pytest.mark.rule("2.2b")
def test_a_unit_is_in_exactly_one_hex() -> None:
    p = empty()
    put(p, "2712", "r-mod")
    put(p, "2711", "r-mod")
    assert p.stack_at(hexn(p, "2712")) == []
    assert p.stack_at(hexn(p, "2711")) == [unit(p, "r-mod")]
    assert GAME.broken_laws(p) == []
    p.top[hexn(p, "2712")] = unit(p, "r-mod")
    assert any(x.startswith("2.2b") for x in GAME.broken_laws(p))


@pytest.mark.rule("2.2c")
def test_hex_numbers_have_four_digits_row_first() -> None:
    assert all(len(n) == 4 and n.isdigit() for n in B.names)
    for a, b in (("3020", "2919"), ("2920", "2919"), ("2919", "2918"), ("2919", "2819"), ("3021", "2920")):
        assert B.index[b] in B.nb[B.index[a]]
    assert B.apart[B.index["3021"]][B.index["2919"]] == 2
    assert len(DIRECTIONS) == 6


@pytest.mark.rule("2.3a")
def test_a_combat_unit_shows_its_factors_entry_and_fate() -> None:
    u = B.uindex["r-grm"]
    assert (B.attack[u][1], B.defence[u][1], B.move[u][1]) == (1, 2, 4)
    assert (B.turn[u], B.names[B.entry[u]], B.fate_turn[u], B.becomes[u]) == (0, "2812", 6, "2 Division")


@pytest.mark.rule("2.3b", "2.5")
def test_a_headquarters_has_one_combat_factor_artillery_and_movement() -> None:
    u = B.uindex["n-hq-ctv"]
    assert (B.attack[u][1], B.defence[u][1], B.move[u][1]) == (6, 6, 4)
    assert B.artillery[u]
    assert B.gun_shift == 1
    assert not B.artillery[B.uindex["r-hq-ext"]]


@pytest.mark.rule("2.3c")
def test_there_are_two_29th_divisions() -> None:
    lenin, second = B.uindex["r-len"], B.uindex["r-div29b"]
    assert B.becomes[lenin] == "29 Division"
    assert B.label[second] == "29"
    assert B.regions[B.region[B.entry[second]]] == "Extremadura"
    assert 7 <= B.turn[second] <= 11


@pytest.mark.rule("2.4")
def test_the_11th_division() -> None:
    u = B.uindex["r-div11"]
    assert (B.attack[u][2], B.defence[u][2], B.move[u][2]) == (7, 11, 5)
    assert (B.turn[u], B.names[B.entry[u]], SIZES[B.size_mark[u]], TYPES[B.type[u]]) == (7, "2712", "XX", "infantry")


@pytest.mark.rule("2.6a")
def test_northern_units_are_marked_by_group() -> None:
    groups = {NATIONS[B.nation[u]] for u in B.ground[REP]}
    assert groups == {"republican", "asturian", "basque", "santander"}
    assert all(B.home[n] >= 0 for n in (1, 2, 3))
    assert B.home[0] < 0


@pytest.mark.rule("2.6b")
def test_colonial_means_the_tan_units() -> None:
    tan = [B.label[u] for u in range(B.units) if B.nation[u] == COLONIAL]
    assert {"CST", "ASN", "TEL", "SDB", "L", "BAR", "DSR", "MG"} <= set(tan)
    assert "SER" not in tan
    assert {B.nation[u] for u in B.air[NAT] if B.label[u] == "LK"} == {KONDOR}
    assert {B.nation[u] for u in of("LT", NAT)} == {CTV}


@pytest.mark.rule("2.7", "2.17a")
def test_all_republican_abbreviations_are_there() -> None:
    assert [x for x in R_LABELS if not of(x, REP)] == []
    assert len(of("CH", REP)) == 2
    assert len(of("CR", REP)) == 2
    assert {B.label[u] for u in range(B.units) if B.international[u]} == {"T", "GI", "D", "M", "LW"}


@pytest.mark.rule("2.17b")
def test_all_nationalist_abbreviations_are_there() -> None:
    assert [x for x in N_LABELS if not of(x, NAT)] == []


@pytest.mark.rule("2.17c")
def test_all_italian_and_german_abbreviations_are_there() -> None:
    italian = {B.label[u] for u in range(B.units) if B.nation[u] == CTV}
    assert {"AL", "CTV", "DLV", "PN", "FIN", "LT", "RC", "FN", "FA", "FV", "XXIIIM"} == italian
    assert {B.label[u] for u in range(B.units) if B.nation[u] == KONDOR} == {"LK"}


@pytest.mark.rule("2.8")
def test_all_unit_types_occur() -> None:
    assert {TYPES[B.type[u]] for u in range(B.units)} == set(TYPES)


@pytest.mark.rule("2.9")
def test_corps_and_army_are_sizes_of_headquarters_only() -> None:
    assert {TYPES[B.type[u]] for u in range(B.units) if SIZES[B.size_mark[u]] in ("XXX", "XXXX")} == {"hq"}
    assert {SIZES[B.size_mark[u]] for u in range(B.units)} == set(SIZES)


@pytest.mark.rule("2.10a")
def test_attack_factors_count_when_attacking_and_defence_factors_when_attacked() -> None:
    p = empty()
    put(p, "2811", "r-div11")
    put(p, "2911", "n-div11")
    f = battle(p, NAT, "2811", "n-div11")
    assert worth(attack_parts(p, f)) == 5
    assert worth(defence_parts(p, f)) == 11
    g = battle(p, REP, "2911", "r-div11")
    assert worth(attack_parts(p, g)) == 7
    assert worth(defence_parts(p, g)) == 8


@pytest.mark.rule("2.10b")
def test_a_unit_with_attack_factor_zero_never_attacks_on_its_own() -> None:
    p = empty()
    put(p, "2812", "r-nvz")
    put(p, "2911", "n-nvc")
    fighting(p, REP)
    assert "attack:2911" not in offered(p)
    assert rules(p, "attack:2911") == ["R113"]
    put(p, "2812", "r-grm")
    fighting(p, REP)
    assert "attack:2911" in offered(p)


@pytest.mark.rule("2.11")
def test_movement_points_limit_a_move() -> None:
    p = empty()
    put(p, "2212", "r-alm")
    moving(p, REP)
    play(p, "unit:r-alm", "hex:2213", "hex:2214", "hex:2215")
    assert [w for w in offered(p) if w.startswith("hex")] == []
    assert rules(p, "hex:2216") == ["2.11"]


@pytest.mark.rule("2.12a")
def test_two_step_units_have_factors_on_both_sides() -> None:
    assert B.full[B.uindex["r-div11"]] == 2
    assert B.full[B.uindex["r-mng"]] == 1
    assert B.full[B.uindex["r-grm"]] == 1, "the back of a convertible column is another unit, not a step"
    p = empty()
    put(p, "2712", "r-mng")
    p.steps[unit(p, "r-mng")] = 2
    assert any(x.startswith("2.12a") for x in GAME.broken_laws(p))


@pytest.mark.rule("2.12b")
def test_a_step_loss_flips_a_full_unit_and_eliminates_a_reduced_one() -> None:
    p = empty()
    put(p, "2712", "r-div11", "r-mng")
    lose_step(p, unit(p, "r-div11"))
    assert p.printed(unit(p, "r-div11")) == "3-5-5"
    assert where(p, "r-div11") == "2712"
    lose_step(p, unit(p, "r-div11"))
    lose_step(p, unit(p, "r-mng"))
    assert where(p, "r-div11") == where(p, "r-mng") == "deadpile"


@pytest.mark.rule("2.13")
def test_the_number_in_the_corner_is_the_turn_of_withdrawal_or_conversion() -> None:
    p = empty(turn=5)
    put(p, "2710", "r-mng")
    put(p, "2812", "r-grm")
    administration(p, REP)
    assert (where(p, "r-mng"), p.conv[unit(p, "r-grm")]) == ("2710", 0)
    q = empty(turn=6)
    put(q, "2710", "r-mng")
    put(q, "2812", "r-grm")
    administration(q, REP)
    assert (where(q, "r-mng"), q.conv[unit(q, "r-grm")]) == ("removed", 1)


@pytest.mark.rule("2.14")
def test_an_hq_gives_artillery_once_and_is_spent_until_the_next_turn() -> None:
    p = empty(turn=8)
    put(p, "2911", "n-hq-n", "n-div11")
    put(p, "2812", "r-grm")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go", "support:n-hq-n")
    assert p.state[unit(p, "n-hq-n")] & SPENT
    run(p, Turn())
    assert not p.state[unit(p, "n-hq-n")] & SPENT


@pytest.mark.rule("2.15")
def test_both_sides_have_columns() -> None:
    p = start()
    assert p.column(unit(p, "r-mng"))
    assert p.column(unit(p, "n-cst"))
    assert not p.column(unit(p, "r-div11"))


@pytest.mark.rule("2.16")
def test_markers_show_morale_points_control_alcazar_and_naval_gunfire() -> None:
    view = GAME.view(start(), REP)
    assert {"morale", "points-republican", "points-northern", "points-nationalist", "points-italian"} <= {
        t["id"] for t in view.tracks}
    assert "alcazar" in view.spaces["2510"]
    assert view.spaces["1607"] == ["held:nationalist"]


@pytest.mark.rule("3.1a", "3.1b", "3.2a", "17.3")
def test_units_start_in_their_printed_hex_or_on_the_turn_track() -> None:
    for scenario in ("campaign", "columns"):
        p = start(scenario, turn1_phases="none")
        assert (where(p, "r-mod"), where(p, "n-og"), where(p, "n-cst")) == ("2712", "3608", "1607")
        assert (where(p, "r-div11"), p.due[unit(p, "r-div11")]) == ("awaited", 7)
        for u in range(B.units):
            if B.turn[u] == 0 and B.type[u] != AIR:
                assert p.hex[u] == B.entry[u]
            elif 0 < B.turn[u] < 20 and B.uid[u] != "r-btb":
                assert p.hex[u] == AWAITED
                assert p.due[u] == B.turn[u]


@pytest.mark.rule("3.1c")
def test_m_units_wait_for_general_mobilization() -> None:
    p = start()
    levy = [B.uid[u] for u in range(B.units) if p.hex[u] == LEVY]
    assert len(levy) == 8
    assert {B.side[B.uindex[x]] for x in levy} == {REP}


@pytest.mark.rule("3.2b")
def test_the_alcazar_holds_out_in_toledo_at_the_start() -> None:
    p = start()
    assert p.alcazar == 1
    assert B.place[B.toledo] == "Toledo"
    assert B.names[B.toledo] == "2510"


@pytest.mark.rule("3.2c", "3.2d")
def test_morale_starts_at_72_and_all_points_at_0() -> None:
    p = start()
    assert p.morale == 72
    assert p.rp == [0, 0, 0, 0]


@pytest.mark.rule("3.3")
def test_two_step_units_start_at_full_strength() -> None:
    p = start()
    two = [u for u in p.on_map(NAT) + p.on_map(REP) if B.full[u] == 2]
    assert two
    assert all(p.steps[u] == 2 for u in two)


@pytest.mark.rule("3.4")
def test_turn_one_has_only_the_chit_pull_of_phase_a() -> None:
    p = start()
    assert question(p) == "DrawOrDecline"
    play(p, "decline", "pass", "decline", "pass")
    assert question(p) == "OrderStacks"
    play(p, "pass", "pass")
    assert question(p) == "ChooseMove"
    assert p.choices().keys() == {NAT}
    assert p.rp == [0, 0, 0, 0]
    assert question(start(turn1_phases="none")) == "OrderStacks"
    assert start(turn1_phases="full").rp == [0, 0, 0, 0]


@pytest.mark.rule("16.1")
def test_all_charts_of_the_map_are_there() -> None:
    assert len(B.crt) == 7
    assert {len(r) for r in B.crt} == {8}
    assert len(B.income) == len(B.rail_limit) == len(B.sea_limit) == 20
    assert len(B.line_turn) == len(B.lines) == 4
    assert any(B.cover_shift)
    assert any(B.cover_drm)
    assert sum(1 for u in range(B.units) if B.fate[u]) == 151


@pytest.mark.rule("17.1")
def test_the_war_of_the_columns_ends_with_turn_seven() -> None:
    assert [(s.id, s.turns) for s in GAME.scenarios] == [("columns", 7), ("campaign", 19)]
    assert start("columns").hex == start("campaign").hex


@pytest.mark.rule("notes.1")
def test_tremp_is_a_republican_morale_hex() -> None:
    h = B.index["3220"]
    assert B.place[h] == "Tremp"
    assert B.morale[h] < 0
    assert B.control[h] == REP


@pytest.mark.rule("notes.2")
def test_facts_of_the_players_notes_hold() -> None:
    seen, queue = {B.index["1605"]}, [B.index["1605"]]
    for a in queue:
        for n in B.rail[a]:
            if n not in seen:
                seen.add(n)
                queue.append(n)
    assert {B.index["2206"], B.index["2305"]} <= seen, "Huelva, Mérida and Cáceres are linked by rail"
    for name in ("Teruel", "Oviedo", "Zaragoza", "Huesca", "Córdoba", "Segovia", "Ávila", "Cáceres"):
        assert B.morale[B.place.index(name)] > 0
    slow = max(B.move[u][1] for u in B.ground[REP] if B.type[u] == COLUMN)
    assert slow < min(B.move[u][2] for u in B.ground[NAT] if B.nation[u] == COLONIAL)
    turns = {n: [B.fate_turn[u] for u in B.ground[REP] if B.fate[u] == 2 and NATIONS[B.nation[u]] == n]
             for n in ("basque", "asturian", "santander")}
    assert min(turns["basque"]) > max(turns["asturian"] + turns["santander"])


@pytest.mark.rule("2.4", "2.5", "2.12b", "8.1")
def test_factors_as_each_kind_of_counter_shows_them() -> None:
    p = empty()
    assert [p.printed(unit(p, n)) for n in ("r-div11", "n-hq-ctv", "r-air2", "g-lk1")] == ["7-11-5", "6-4", "4", "2"]
