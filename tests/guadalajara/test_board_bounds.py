"""[1.6b.2, 2.4, 2.6, 2.9, 3.1, 3.5, scs.ctrl.1, scs.within, scn] What the board makes of map and lists, hex by hex."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import AWAITED, EMERGENCY, UNUSED, opening
from tests.guadalajara.lay import at, drill, empty, options, start, unit


def choice(scenario: int, name: str) -> set[str]:
    b = empty(scenario=scenario).board
    return {b.names[h] for h in b.choice[b.uindex[name]]}


@pytest.mark.rule("2.9", "scs.ctrl.1", "2.6.1")
def test_sides_of_the_start_line_and_of_the_separation_line() -> None:
    p = empty()
    b = p.board
    for name, east, south in (("1.01", False, True), ("62.35", True, False), ("62.01", False, True),
                              ("1.35", False, False),
                              ("46.16", True, True), ("24.13", False, True), ("24.14", False, False),
                              ("52.15", True, True)):
        assert (b.east[at(p, name)], b.south[at(p, name)]) == (east, south), name
        assert b.owner[at(p, name)] == (NAT if east else REP)


@pytest.mark.rule("scs.ctrl.1")
def test_in_scenario_4_what_lies_behind_the_italian_front_is_italian() -> None:
    p = empty(scenario=4)
    b = p.board
    for name, owner in (("62.16", NAT), ("36.10", NAT), ("24.12", NAT), ("18.03", NAT), ("1.07", REP), ("3.08", REP),
                        ("20.03", REP), ("52.15", NAT)):
        assert b.owner[at(p, name)] == owner, name
    assert all(b.owner[h] == REP for h in b.line4)
    assert all(p.last[h] == REP for h in b.line4)


@pytest.mark.rule("scn.1.hdr", "scn.2.hdr", "scn.3.hdr", "scn.4.hdr", "scs.sup.1")
@pytest.mark.parametrize(("scenario", "north", "south"), [(1, True, True), (2, False, True), (3, True, False),
    (4, False, True)])
def test_the_area_of_each_scenario(scenario: int, north: bool, south: bool) -> None:
    p = empty(scenario=scenario)
    b = p.board
    for name, inside in (("1.35", north), ("24.14", north), ("24.13", south), ("1.01", south), ("62.01", south)):
        assert b.play[at(p, name)] is inside, name
        assert (at(p, name) in b.outside) is not inside, name
    assert (at(p, "52.23") in b.outside) is (scenario == 4)  # the road from 52.23 belongs to scenarios 1 and 2
    assert b.corridor[at(p, "52.23")] is (scenario in (1, 2))


@pytest.mark.rule("2.6a.3", "2.6a.1", "2.6a.2")
def test_the_road_from_52_23_is_open_to_italians_as_far_as_their_sector() -> None:
    p = empty()
    b = p.board
    road = [h for h in range(b.size) if b.corridor[h]]
    assert at(p, "52.23") in road
    assert at(p, "38.13") not in road    # it lies in the Italian sector
    assert all(not b.south[h] and b.open[2][h] and not b.off_road[h] for h in road)
    assert len(road) > 8
    outside = next(n for h in road for n in b.nb[h] if not b.south[n] and not b.corridor[n])
    assert (b.open[0][outside], b.open[1][outside], b.open[2][outside]) == (True, True, False)
    south = at(p, "24.13")
    assert (b.open[0][south], b.open[1][south], b.open[2][south]) == (True, False, True)


@pytest.mark.rule("4.3c", "2.6a.1", "2.6a.2")
@pytest.mark.parametrize(("line", "spaniards", "italians"), [("strict", False, False), ("loose", False, False),
    ("none", True, True)])
def test_without_the_line_everybody_goes_everywhere(line: str, spaniards: bool, italians: bool) -> None:
    b = drill(separation_line=line).board
    south, north = b.index["24.13"], b.index["24.14"]
    assert (b.open[1][south], b.open[2][north]) == (spaniards, italians)
    assert (b.open[1][north], b.open[2][south], b.open[0][south], b.open[0][north]) == (True, True, True, True)


@pytest.mark.rule("2.6a.1", "3.4b.1", "2.6a.2")
def test_how_far_it_is_back_home() -> None:
    b = drill(rails=["30.25 31.26"]).board
    for nation, name, want in ((2, "24.13", 0), (2, "24.14", 1), (2, "24.16", 3), (1, "24.14", 0), (1, "24.13", 1),
                               (1, "24.11", 3), (0, "24.13", 0), (3, "30.25", 0), (3, "30.24", 0), (3, "30.23", 1),
                               (3, "30.21", 3)):
        assert b.home[nation][b.index[name]] == want, (nation, name)


@pytest.mark.rule("1.6b.2")
def test_six_hexes_from_the_start_line_and_not_seven() -> None:
    p = empty()
    b = p.board
    front = [h for h in range(b.size) if any(b.east[n] != b.east[h] for n in b.nb[h])]
    far = {h: min(b.distance(h, x) for x in front) for h in (at(p, "46.10"), at(p, "44.02"), at(p, "30.05"), at(p,
        "62.16"))}
    assert {far[h] > 6 for h in far} == {True, False}
    assert all(b.near_line[h] is (d <= 6) for h, d in far.items())
    at_six = [h for h in range(b.size) if min(b.distance(h, x) for x in front) == 6]
    at_seven = [h for h in range(b.size) if min(b.distance(h, x) for x in front) == 7]
    assert at_six
    assert all(b.near_line[h] for h in at_six)
    assert not any(b.near_line[h] for h in at_seven)


@pytest.mark.rule("3.1a", "3.1b", "3.5a.1")
def test_entry_areas_by_scenario() -> None:
    found = {s: sorted(empty(scenario=s).board.areas) for s in (1, 2, 3, 4)}
    assert found == {1: ["A", "B", "C", "D", "E"], 2: ["B", "C", "D", "E"], 3: ["A"], 4: ["B", "C", "D", "E"]}
    p = empty()
    b = p.board
    assert [b.area_of[at(p, x)] for x in ("1.24", "1.07", "11.01", "39.01", "59.01", "30.05")] == ["A", "B", "C",
        "D", "E", ""]
    west = {b.area_of[h] for h in b.west_areas}
    assert west == {"A", "B", "C"}
    assert len(b.west_areas) == 10


@pytest.mark.rule("2.4a", "2.4b", "3.3")
def test_supply_sources_by_scenario() -> None:
    p = empty()
    b = p.board
    spanish, italian = b.sources[1], b.sources[2]
    assert spanish
    assert italian
    assert not any(b.south[h] for h in spanish)
    assert all(b.south[h] or b.corridor[h] for h in italian)
    q = empty(scenario=3).board
    assert q.sources[2] == []
    assert not set(spanish) - set(q.sources[1])
    assert empty(scenario=4).board.sources[1] == []


@pytest.mark.rule("scn.1.vp.5")
def test_the_main_road_and_its_junction() -> None:
    p = empty()
    b = p.board
    assert b.names[b.main_road[0]] == "1.07"
    near = [b.distance(h, b.brihuega) for h in b.main_road]
    assert near[b.junction] == min(near)
    assert min(near) not in near[:b.junction]
    assert (b.names[b.exit_hex], b.exits_needed) == ("1.07", 9)


@pytest.mark.rule("scn.1.vp.1", "scn.1.vp.2")
def test_villages_count_where_they_are_played_for() -> None:
    total = {s: sum(b.vp[h] for h in b.villages) for s in (1, 2, 3) for b in [empty(scenario=s).board]}
    assert total == {1: 54, 2: total[2], 3: 54 - total[2]}
    b = empty().board
    assert (b.vp[b.town["brihuega"]], b.vp[b.town["torija"]]) == (4, 6)
    assert b.town["brihuega"] in empty(scenario=2).board.villages
    assert b.town["brihuega"] not in empty(scenario=3).board.villages


# -- lists


@pytest.mark.rule("scs.within", "2.9", "scn.1.nat.setup.01")
def test_set_up_within_n_hexes_on_the_own_side_of_the_start_line() -> None:
    p = empty()
    b = p.board
    names = [x for x in b.uid if b.choice[b.uindex[x]] and b.arrives[b.uindex[x]] == 0 and b.used[b.uindex[x]]]
    assert len(names) > 60
    for x in names:
        u = b.uindex[x]
        if not b.truck[u] and "art" not in x and not b.gun[u]:
            assert all(b.east[h] == (b.side[u] == NAT) for h in b.choice[u]), x
    assert choice(1, "n-8-bai-sot") <= {b.names[h] for h in range(b.size) if not b.south[h]}


@pytest.mark.rule("scn.1.rep.setup.09", "scn.2.rep.setup.06")
@pytest.mark.parametrize("scenario", [1, 2])
def test_east_of_column_49_means_column_50_and_up_on_the_republican_side(scenario: int) -> None:
    b = empty(scenario=scenario).board
    for name in ("r-ara-72", "r-mal-72"):
        found = b.choice[b.uindex[name]]
        assert min(b.column[h] for h in found) == 50
        assert set(found) == {h for h in range(b.size) if b.column[h] > 49 and not b.east[h] and b.play[h]}
    if scenario == 1:
        assert len(found) == 84


@pytest.mark.rule("scn.1.rep.setup.06", "2.9")
def test_one_battalion_sets_up_north_of_the_separation_line() -> None:
    b = empty().board
    found = b.choice[b.uindex["r-lr-50"]]
    assert len(found) == 24              # within 4 of 37.16, on the Republican side of both lines
    assert not any(b.south[h] or b.east[h] for h in found)
    assert max(b.distance(b.index["37.16"], h) for h in found) == 4


@pytest.mark.rule("scn.4.nat.setup.07", "scn.4.nat.setup.10", "scn.4.nat.setup.01")
def test_the_garrison_of_brihuega_stands_north_of_the_tajuna_and_nobody_in_the_republican_line() -> None:
    p = empty(scenario=4)
    b = p.board
    for u in range(b.units):
        if b.used[u] and b.side[u] == NAT and b.arrives[u] == 0:
            assert not set(b.choice[u]) & set(b.line4), b.uid[u]
    for name in ("n-aqu-i", "n-arty-i", "n-ardi-vi", "n-int-vi", "n-aud-vi", "n-arty-vi"):
        assert set(b.choice[b.uindex[name]]) == {h for h in b.bank if b.distance(h, b.brihuega) <= 1}, name
    assert len(b.choice[b.uindex["n-aqu-i"]]) < 7            # not the whole ring
    assert set(b.choice[b.uindex["n-lu-ix"]]) - set(b.bank)  # nobody else is bound to the bank


@pytest.mark.rule("scn.4.nat.setup.14", "scn.4.rep.setup.11")
def test_anywhere_behind_the_own_front() -> None:
    p = empty(scenario=4)
    b = p.board
    behind = [[u for u in b.of[s] if b.used[u] and b.choice[u] == b.rear4[s]] for s in (NAT, REP)]
    assert [len(x) for x in behind] == [4, 9]
    assert at(p, "62.16") in b.rear4[NAT]
    assert at(p, "1.07") in b.rear4[REP]
    assert not set(b.rear4[NAT]) & set(b.rear4[REP])
    assert set(b.line4) <= set(b.rear4[REP])


@pytest.mark.rule("scn.2.rep.setup.05")
def test_the_battalions_left_out_of_scenario_2_stand_by_option_in_the_nearest_hexes_south() -> None:
    p = empty(scenario=2)
    assert not p.board.used[unit(p, "r-ar-1-71")]
    q = empty(scenario=2, scn2_alicante_rojo="set_up_at_nearest_hex_south_of_badiel")
    b = q.board
    u = unit(q, "r-ar-1-71")
    jadraque = at(q, "23.22")
    assert (b.used[u], b.arrives[u]) == (True, 0)
    assert len({b.distance(jadraque, h) for h in b.choice[u]}) == 1
    nearest = b.distance(jadraque, b.choice[u][0])
    assert not [h for h in range(b.size) if b.play[h] and b.distance(jadraque, h) < nearest]
    assert set(b.choice[u]) == {h for h in range(b.size) if b.play[h] and b.distance(jadraque, h) == nearest}
    assert empty(scenario=3).board.used[u]


@pytest.mark.rule("2.2a", "3.1a", "3.1c", "3.1d.2", "scn.1.rep.T5x.01", "scn.3.nat.arr", "1.2a.1", "scn.1.hdr")
def test_what_the_lists_say_of_a_unit() -> None:
    b = empty().board
    for name, turn, area, leaves, late, village in (
            ("r-pdm-48", 2, "B", 0, False, False), ("r-ac-1-bt", 3, "B", 8, False, False),
            ("r-mpg-1-bis", 5, "B", 0, True, False), ("n-gal", 10, "", 0, False, True),
            ("r-dmi-48", 0, "", 0, False, False)):
        u = b.uindex[name]
        assert (b.used[u], b.arrives[u], b.area[u], b.withdraws[u], b.in_exploitation[u], b.to_village[u],
            b.group[u]) == (
            True, turn, area, leaves, late, village, 0), name
        assert b.start_steps[u] == (1 if name == "r-ac-1-bt" else 2)
    groups = {g: [b.uid[u] for u in range(b.units) if b.group[u] == g] for g in (5, 6)}
    assert all(groups.values())
    four = empty(scenario=4).board
    reduced = [four.uid[u] for u in range(four.units) if four.used[u] and four.start_steps[u] < four.full[u]]
    assert len(reduced) == 18
    assert all(four.start_steps[four.uindex[x]] == 1 for x in reduced)


@pytest.mark.rule("1.13.1", "1.17a.2", "3.1d.1", "scn.4.morale")
def test_the_opening_of_each_scenario() -> None:
    for scenario, pool, taken, morale, turn in ((1, [9, 1], False, [0] * 5, 1), (2, [0, 1], False, [0] * 5, 1),
                                                (3, [6, 0], False, [0] * 5, 1),
                                                (4, [12, 12], True, [0, 6, 6, 6, 0], 9)):
        b = empty(scenario=scenario).board
        p = opening(b, options({}))
        assert (p.pool, p.taken, p.morale, p.turn) == (pool, taken, morale, turn)
        assert (p.air, p.exited, p.loose, p.panic, p.routed) == ([0, 0], 0, False, [0] * 5, [0] * 5)
        for u in range(b.units):
            want = UNUSED if not b.used[u] else EMERGENCY if b.group[u] else AWAITED
            assert p.hex[u] == want, b.uid[u]
            assert p.due[u] == (99 if want == UNUSED else b.arrives[u])      # estimate: a pack may change the lists
    assert {p.hex[u] for p in [start(1)] for u in range(p.board.units) if p.board.group[u]} == {EMERGENCY}
