"""[1.14d.2, 2.2, 2.7b.2, 3.1, 3.5, 4.4, scs.reinf] Who comes in, where exactly, and what he brings or leaves behind."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch03_arrivals import (
    Reinforcements,
    arrivals,
    arriving,
    home_hexes,
    off_map_handling,
    village_hexes,
)
from frente.games.guadalajara.state.board import FN, NAT, NEVER, REP
from frente.games.guadalajara.state.position import (
    ATTACHED,
    AWAITED,
    DEAD,
    DG,
    EMERGENCY,
    FROM_EAST,
    MOVED,
    OFF_MAP,
    RELEASED,
    RELIEF,
    RESERVE,
    RETURNING,
    UNUSED,
    WITHDRAWN,
    Guadalajara,
)
from frente.kernel.flow import EVERYONE
from tests.guadalajara.lay import (
    asked,
    at,
    box,
    denied,
    dice,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    told,
    unit,
    where,
)


def home(p: Guadalajara, name: str) -> list[str]:
    return sorted(p.board.names[h] for h in home_hexes(p, unit(p, name)))


def front(p: Guadalajara, south: bool) -> list[str]:
    """Hexes on the Nationalist side of the Start Line that touch the other side, in one sector."""
    b = p.board
    return [b.names[h] for h in range(b.size) if b.east[h] and b.south[h] == south
            and any(not b.east[n] for n in b.nb[h])]


# -- where


@pytest.mark.rule("3.1b")
def test_republicans_come_back_in_towns_they_hold_and_in_the_western_areas() -> None:
    p = empty(turn=3)
    box(p, "r-dmi-48", RETURNING, 3)
    areas = sorted(p.board.names[h] for h in p.board.west_areas)
    assert {"1.07", "1.24", "11.01"} <= set(areas)
    assert home(p, "r-dmi-48") == sorted([*areas, "3.08", "18.03"])
    p.last[at(p, "3.08")] = NAT
    assert home(p, "r-dmi-48") == sorted([*areas, "18.03"])
    q = empty(scenario=3, turn=3)        # neither town is in the area of scenario 3
    assert home(q, "r-dmi-48") == sorted(q.board.names[h] for h in q.board.west_areas)


@pytest.mark.rule("2.2b")
def test_spaniards_come_back_in_jadraque_cogolludo_and_behind_their_own_line() -> None:
    p = empty(turn=3)
    line = front(p, south=False)
    assert "42.17" not in line or home(p, "n-6-vic-sot")
    assert home(p, "n-6-vic-sot") == sorted(line)
    p.last[at(p, "23.22")] = p.last[p.board.town["cogolludo"]] = NAT
    assert home(p, "n-6-vic-sot") == sorted([*line, "23.22", p.board.names[p.board.town["cogolludo"]]])
    p.last[at(p, "3.08")] = NAT
    assert "3.08" not in home(p, "n-6-vic-sot")


@pytest.mark.rule("2.2c", "2.2d")
def test_italians_come_back_by_headquarters_and_only_independents_by_the_line() -> None:
    p = empty(turn=3)
    ring = ["29.05", "29.06", "30.04", "30.05", "30.06", "31.05", "31.06"]
    other = ["49.09", "49.10", "50.08", "50.09", "50.10", "51.09", "51.10"]
    put(p, "n-hq-fn", "30.05")
    put(p, "n-hq-pn", "50.09")
    assert home(p, "n-int-vi") == ring   # of FN
    assert home(p, "n-lu-ix") == other   # of PN
    assert home(p, "n-tor-iv") == sorted({*ring, *other, *front(p, south=True)})
    assert home(p, "n-aqu-i") == sorted(front(p, south=True))                # nobody of DLV is on the map
    put(p, "n-leo-i", "35.05")
    assert home(p, "n-aqu-i") == []      # now somebody is, and its headquarters is not
    q = empty(turn=3)
    put(q, "n-hq-fn", "24.13")           # by the line: no Italian comes back north of it
    assert set(home(q, "n-int-vi")) == {"23.13", "23.14", "24.12", "24.13", "25.13", "25.14"}


@pytest.mark.rule("1.14d.2", "scn.4.nat.sr2")
def test_a_headquarters_comes_back_with_its_own_division_but_not_with_battalions_lent_out() -> None:
    p = empty(scenario=4, turn=9)
    put(p, "n-int-vi", "18.04", state=ATTACHED)
    put(p, "n-inf-vii", "30.05")
    put(p, "n-aqu-i", "31.05")
    assert home(p, "n-hq-fn") == ["30.05"]


@pytest.mark.rule("scn.3.nat.arr", "scn.1.nat.T10.01")
def test_late_spaniards_come_in_any_village_that_is_theirs_and_free() -> None:
    p = empty(turn=10)
    u = unit(p, "n-gal")
    assert [h for h in village_hexes(p, u) if not p.board.east[h]] == []     # at the start only those behind the line
    p.last[at(p, "18.03")] = NAT
    assert at(p, "18.03") in village_hexes(p, u)
    put(p, "r-dmi-48", "18.04", state=DG)
    assert at(p, "18.03") not in village_hexes(p, u)         # beside the enemy, whatever his state
    q = empty(turn=10, late_spanish_south="forbidden")
    q.last[at(q, "18.03")] = q.last[at(q, "23.22")] = NAT
    assert at(q, "18.03") not in village_hexes(q, unit(q, "n-gal"))
    assert at(q, "23.22") in village_hexes(q, unit(q, "n-gal"))


@pytest.mark.rule("scs.reinf.1", "2.2a", "3.1a", "scn.3.nat.arr")
def test_each_hex_where_a_unit_does_not_come_in_has_its_reason() -> None:
    p = empty(turn=2)
    box(p, "r-pdm-48", AWAITED, 2)
    put(p, "n-tor-iv", "1.07")
    run(p, arrivals(p, REP))
    assert (asked(p), denied(p)) == ([REP], [])
    assert rules(p, "hex:1.07") == ["scs.reinf.1"]           # held by an enemy
    assert rules(p, "hex:30.05") == ["3.1a"]
    assert rules(p, "unload") == rules(p, "load:r-truck-rep-1") == ["3.5c"]
    q = empty(turn=3)
    box(q, "n-aqu-i", AWAITED, 3)
    run(q, arrivals(q, NAT))
    assert rules(q, "hex:30.05") == ["2.2a"]
    assert rules(q, "divert") == ["3.5b"]
    r = empty(turn=10)
    box(r, "n-gal", AWAITED, 10)
    r.last[at(r, "18.03")] = NAT
    puts(r, "18.03", "n-tor-iv", "n-bis-iv", "n-buf-iv")
    run(r, arrivals(r, NAT))
    assert rules(r, "hex:18.03") == ["2.6b"]                 # held by Italians
    assert rules(r, "hex:3.08") == ["2.2a"]


# -- who


@pytest.mark.rule("scs.reinf.1", "scs.reinf.3", "3.5a.2", "3.5c", "scn.1.rep.T5x.01")
@pytest.mark.parametrize(("name", "place", "due", "state", "phase"), [
    ("r-dmi-48", AWAITED, 5, 0, "first"), ("r-dmi-48", AWAITED, 4, 0, "first"), ("r-dmi-48", AWAITED, 6, 0, ""),
    ("r-dmi-48", RETURNING, 5, 0, "first"), ("r-dmi-48", OFF_MAP, 5, 0, "first"), ("r-dmi-48", OFF_MAP, 6, 0, ""),
    ("r-dmi-48", OFF_MAP, 5, RESERVE, "exploitation"), ("r-dmi-48", DEAD, 5, 0, ""), ("r-dmi-48", EMERGENCY, 5, 0, ""),
    ("r-mpg-1-bis", AWAITED, 5, 0, "exploitation"), ("r-mpg-1-bis", AWAITED, 4, 0, "first"),
    ("r-mpg-1-bis", RETURNING, 5, 0, "first")])
def test_who_arrives_and_in_which_phase(name: str, place: int, due: int, state: int, phase: str) -> None:
    p = empty(turn=5)
    u = box(p, name, place, due)
    p.state[u] |= state
    assert arriving(p, REP, False) == ([u] if phase == "first" else [])
    assert arriving(p, REP, True) == ([u] if phase == "exploitation" else [])


@pytest.mark.rule("scn.1.rep.T5x.01", "3.5b")
def test_a_diverted_brigade_comes_with_the_others() -> None:
    p = empty(turn=5)
    u = box(p, "r-mpg-1-bis", AWAITED, 5)
    p.delayed[u] = 1
    assert (arriving(p, REP, False), arriving(p, REP, True)) == ([u], [])


@pytest.mark.rule("1.11b", "1.14d.2", "scs.reinf.1")
def test_headquarters_are_placed_first_and_armour_last() -> None:
    p = empty(turn=5)
    for name in ("n-tk-3-crs", "n-int-vi", "n-hq-fn"):
        box(p, name, RETURNING, 5)
    assert [p.board.uid[u] for u in arriving(p, NAT, False)] == ["n-hq-fn", "n-int-vi", "n-tk-3-crs"]
    truck = box(p, "n-truck-ctv-1", OFF_MAP, 5)
    assert truck in arriving(p, NAT, False)
    p.load(unit(p, "n-int-vi"), truck)
    assert truck not in arriving(p, NAT, False)              # it comes with its passenger


# -- what they bring


@pytest.mark.rule("2.7b.2", "2.7b.3", "scs.reinf.1")
@pytest.mark.parametrize(("name", "place", "level", "want"), [
    ("n-int-vi", RETURNING, 5, 4), ("n-int-vi", RETURNING, 0, 0), ("n-int-vi", AWAITED, 5, 5),
    ("n-hq-fn", RETURNING, 5, 5)])
def test_a_battalion_that_comes_back_lowers_the_level_of_its_division(name: str, place: int, level: int, want: int
                                                                      ) -> None:
    p = empty(turn=5)
    put(p, "n-aud-vi", "50.10")
    if name != "n-hq-fn":
        put(p, "n-hq-fn", "50.10")
    p.morale[FN] = level
    box(p, name, place, 5)
    run(p, arrivals(p, NAT))
    play(p, next(x for x in offered(p) if x.startswith("hex:")))
    assert p.morale == [0, 0, want, 0, 0]
    assert p.began[unit(p, name)] == p.hex[unit(p, name)] >= 0


@pytest.mark.rule("scn.1.rep.T5x.01", "scn.4.nat.sr3", "3.5b", "scs.reinf.1")
def test_who_arrives_leaves_his_markers_behind_but_for_rules_of_his_own() -> None:
    p = empty(turn=5)
    u = box(p, "r-mpg-1-bis", AWAITED, 5)
    t = box(p, "r-truck-rep-1", OFF_MAP, 5)
    p.state[t] |= RESERVE
    p.state[u] |= MOVED | FROM_EAST
    run(p, arrivals(p, REP, True))
    play(p, "hex:1.07", "hex:1.07")
    assert p.state[u] == RELEASED | FROM_EAST
    assert p.state[t] == 0               # trucks are no units
    q = empty(turn=6)
    u = box(q, "r-mpg-1-bis", AWAITED, 6)
    q.delayed[u] = 1
    run(q, arrivals(q, REP))
    play(q, "hex:1.07")
    assert (q.state[u], q.delayed[u]) == (0, 0)


@pytest.mark.rule("scn.3.nat.arr", "4.3c")
@pytest.mark.parametrize(("village", "line", "place", "want"), [
    ("18.03", "strict", AWAITED, RELIEF), ("23.22", "strict", AWAITED, 0), ("18.03", "none", AWAITED, 0)])
def test_only_late_spaniards_south_of_the_line_are_a_relief(village: str, line: str, place: int, want: int) -> None:
    p = empty(turn=10, separation_line=line)
    u = box(p, "n-gal", place, 10)
    p.last[at(p, village)] = NAT
    run(p, arrivals(p, NAT))
    play(p, f"hex:{village}")
    assert p.state[u] == want


@pytest.mark.rule("1.8a.1")
@pytest.mark.parametrize(("word", "face"), [("pass", 0), ("mode", 1)])
def test_guns_arrive_in_the_mode_their_owner_chooses(word: str, face: int) -> None:
    p = empty(turn=5)
    for name in ("r-art-13", "r-art-14", "r-dmi-48"):
        box(p, name, OFF_MAP, 5)
    run(p, arrivals(p, REP))
    for name in ("r-dmi-48", "r-art-13", "r-art-14"):
        assert step(p) == "PlaceUnit"
        play(p, "hex:1.07")
        if name != "r-dmi-48":
            assert (step(p), asked(p), offered(p)) == ("ChooseFace", [REP], ["pass", "mode"])
            play(p, word)
            assert (p.face[unit(p, name)], where(p, name)) == (face, "1.07")
    assert step(p) == ""
    q = empty(turn=5)
    box(q, "r-art-13", OFF_MAP, 5)
    q.face[unit(q, "r-art-13")] = 1      # it left in movement mode
    run(q, arrivals(q, REP))
    play(q, "hex:1.07", word)
    assert q.face[unit(q, "r-art-13")] == 1 - face


@pytest.mark.rule("3.5c")
def test_off_the_map_a_unit_gets_on_a_truck_that_waits_there_too() -> None:
    p = empty(turn=5)
    u = box(p, "r-dmi-48", OFF_MAP, 5)
    assert off_map_handling(p, u) == []
    t = box(p, "r-truck-rep-2", OFF_MAP, 6)
    put(p, "r-truck-rep-1", "1.07")      # another one on the map
    run(p, arrivals(p, REP))
    assert offered(p)[-1] == "load:r-truck-rep-2"
    assert denied(p) == []
    assert rules(p, "load:r-truck-rep-1") == rules(p, "unload") == ["3.5c"]
    play(p, "load:r-truck-rep-2")
    assert (p.aboard[u], p.cargo[t]) == (t, u)
    assert offered(p)[-1] == "unload"
    play(p, "unload")
    assert (p.aboard[u], p.cargo[t], p.due[t]) == (-1, -1, 5)
    play(p, "hex:1.07")
    assert step(p) == "PlaceUnit"        # now the truck
    play(p, "hex:1.06" if "hex:1.06" in offered(p) else offered(p)[0])
    assert where(p, "r-truck-rep-2") != str(OFF_MAP)
    q = empty(turn=5)                    # reinforcements that have not come yet do not handle trucks
    v = box(q, "r-dmi-48", AWAITED, 5)
    box(q, "r-truck-rep-2", OFF_MAP, 5)
    assert off_map_handling(q, v) == []
    assert off_map_handling(q, unit(q, "r-truck-rep-2")) == []


@pytest.mark.rule("3.5b", "4.6b")
@pytest.mark.parametrize(("secret", "only"), [(True, REP), (False, EVERYONE)])
def test_a_diverted_unit_waits_two_turns(secret: bool, only: int) -> None:
    p = empty(turn=2, secret_off_map=secret)
    u = box(p, "r-pdm-48", AWAITED, 2)
    run(p, arrivals(p, REP))
    events = told(p)
    play(p, "divert")
    assert (p.hex[u], p.due[u], p.delayed[u], step(p)) == (AWAITED, 4, 1, "")
    assert [e.only for e in events if e.key == "diverted"] == [only]


@pytest.mark.rule("1.14d.2")
def test_a_headquarters_waits_for_the_first_of_its_division_and_for_nobody_else() -> None:
    p = empty(turn=3)
    for name in ("n-hq-fn", "n-lu-ix"):
        box(p, name, RETURNING, 3)
    run(p, arrivals(p, NAT))
    assert step(p) == "PlaceUnit"        # the other division's battalion, by the line
    play(p, "hold")
    assert (step(p), where(p, "n-hq-fn")) == ("", str(RETURNING))


# -- dice of option 4.4, withdrawals, emergency groups


@pytest.mark.rule("4.4a", "4.4b", "4.4c")
@pytest.mark.parametrize(("die", "due"), [(1, 4), (2, 3), (5, 3), (6, 2)])
def test_a_die_for_each_unit_due_next_turn_and_for_nobody_else(die: int, due: int) -> None:
    p = drill(variable_reinforcements=True)
    u = box(p, "r-ara-72", AWAITED, 3)
    box(p, "r-mal-72", AWAITED, 4)
    box(p, "r-dmi-48", RETURNING, 3)
    box(p, "n-aqu-i", AWAITED, 3)
    run(p, Reinforcements())
    assert step(p) == "ArrivalRoll"
    dice(p, die)
    assert (p.due[u], p.due[unit(p, "r-mal-72")], p.due[unit(p, "r-dmi-48")]) == (due, 4, 3)
    assert step(p) != "ArrivalRoll"
    q = drill()
    box(q, "r-ara-72", AWAITED, 3)
    run(q, Reinforcements())
    assert step(q) == ""                 # without the option nobody rolls


@pytest.mark.rule("3.1c")
def test_a_withdrawn_unit_gets_off_its_truck_and_never_comes_back() -> None:
    p = empty(turn=8)
    u = put(p, "r-ac-1-bt", "30.05")
    put(p, "r-dmi-48", "30.05")
    box(p, "r-ac-2-bt", DEAD)
    box(p, "r-ac-3-bt", UNUSED)
    run(p, Reinforcements())
    assert (p.hex[u], p.due[u]) == (WITHDRAWN, NEVER)
    assert (where(p, "r-ac-2-bt"), where(p, "r-ac-3-bt")) == (str(DEAD), str(UNUSED))
    q = empty(scenario=2, turn=4)
    v = put(q, "r-pue-4-50", "30.05")
    t = put(q, "r-truck-rep-1", "30.05")
    q.load(v, t)
    run(q, Reinforcements())
    assert (q.hex[v], q.hex[t], q.cargo[t]) == (WITHDRAWN, at(q, "30.05"), -1)
    r = empty(scenario=2, turn=3)
    put(r, "r-pue-4-50", "30.05")
    run(r, Reinforcements())
    assert where(r, "r-pue-4-50") == "30.05"


@pytest.mark.rule("3.1d.1", "3.1d.2")
def test_a_group_that_is_called_comes_at_once_with_its_markers() -> None:
    p = empty(turn=6)
    group = [u for u in range(p.board.units) if p.board.group[u] == 5]
    other = [u for u in range(p.board.units) if p.board.group[u] == 6]
    for u in [*group, *other]:
        p.hex[u] = EMERGENCY
    run(p, Reinforcements())
    pool = p.pool[REP]
    assert (asked(p), offered(p), denied(p)) == ([REP], ["activate:5", "activate:6", "pass"], [])
    play(p, "activate:5")
    assert {(p.hex[u], p.due[u]) for u in group} == {(AWAITED, 6)}
    assert {p.hex[u] for u in other} == {EMERGENCY}
    assert (p.active[5], p.active[6]) == (1, 0)
    assert p.pool[REP] == pool + 1
    assert offered(p) == ["activate:6", "pass"]
    assert rules(p, "activate:5") == ["3.1d.2"]
    play(p, "pass")
    assert step(p) == ""


@pytest.mark.rule("1.13.1", "seq.2")
def test_reserve_markers_of_a_turn_join_the_pools_but_not_those_of_the_first() -> None:
    p = empty(turn=1)
    p.pool = [0, 0]
    run(p, Reinforcements())
    assert p.pool == [0, 0]
    found = {}
    for turn in range(2, 12):
        q = empty(turn=turn)
        q.pool = [0, 0]
        run(q, Reinforcements())
        found[turn] = q.pool
    assert found == {2: [6, 2], 3: [0, 4], 4: [7, 1], 5: [0, 2], 6: [0, 4], 7: [0, 1], 8: [0, 0], 9: [0, 0],
                     10: [0, 0], 11: [0, 0]}
