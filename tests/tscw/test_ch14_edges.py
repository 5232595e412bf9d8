"""[14, 7.35b] Journeys by rail and sea: limits, goals and the garrison of Barcelona, condition by condition."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch14_strategic import (
    BY_RAIL,
    BY_SEA,
    at_hand,
    capacity,
    ends_well,
    landing_hexes,
    rail_cost,
    rail_hexes,
    refusal_of,
    sea_hexes,
    summoned,
)
from frente.games.tscw.state.position import LANDED, MOVED, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    empty,
    flag,
    hexn,
    kill,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    told,
    travelling,
    unit,
    where,
    why,
)


def ends(p: Tscw, name: str, t: str) -> bool:
    return ends_well(p, unit(p, name), hexn(p, t))


def names(p: Tscw, hexes: list[int]) -> list[str]:
    return [p.board.names[h] for h in hexes]


# -- limits


@pytest.mark.rule("14.3", "14.8", "14.5", "14.6")
def test_each_side_uses_up_its_own_capacity() -> None:
    p = empty(turn=9)
    assert [rail_cost(p, unit(p, n)) for n in ("r-div11", "r-bde2", "r-hq-cen")] == [1, 1, 2]
    for side in (REP, NAT):
        rail, sea = capacity(p, side, BY_RAIL), capacity(p, side, BY_SEA)
        p.naval[side] = 1
        assert capacity(p, side, BY_RAIL) == rail, "guns are no trains"
        p.rail[side], p.sea[side] = 2, 1
        assert (capacity(p, side, BY_RAIL), capacity(p, side, BY_SEA)) == (rail - 2, sea - 1)
    q = empty(turn=9)
    put(q, "3110", "n-gec")
    travelling(q, NAT)
    events = told(q, "rail:n-gec", "hex:3111")
    assert (q.rail[NAT], q.rail[REP], q.naval[REP]) == (1, 0, 0)
    assert [e.rule for e in events if e.key == "travelled"] == ["14.2a"]
    play(q, "pass")
    assert not q.choices()


# -- goals


@pytest.mark.rule("14.2a", "12.10a")
def test_asturians_leave_the_north_by_rail_in_any_number() -> None:
    p = empty(turn=9, strict_oos_moves=False)
    own(p, REP, "3508")
    put(p, "3608", "r-a1")
    put(p, "3610", "r-a2", "r-a3")
    assert ends(p, "r-a1", "3508"), "León is not northern ground"
    assert not ends(p, "r-a1", "3611")


@pytest.mark.rule("14.2a", "10.2a")
def test_a_journey_may_rely_on_a_line_that_one_other_unit_holds_open() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    own(p, NAT, "1305", "1406", "1407", "1408", "1510")
    put(p, "1507", "r-div11")
    put(p, "1407", "n-crz")
    put(p, "1408", "n-bz")
    put(p, "1305", "n-div105")
    assert ends(p, "n-div105", "1510"), "through 1407 and 1408"
    kill(p, "n-bz")
    assert not ends(p, "n-div105", "1510")
    put(p, "1510", "n-crl")
    assert not ends(p, "n-div105", "1510"), "a friend there does not help"


@pytest.mark.rule("14.2a", "14.2b")
def test_trains_do_not_run_into_a_headquarters_of_the_enemy() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    u = unit(p, "r-div11")
    assert "2713" in names(p, rail_hexes(p, u, False))
    put(p, "2713", "n-hq-n")
    assert p.control[hexn(p, "2713")] == REP
    found = names(p, rail_hexes(p, u, False))
    assert "2713" not in found
    assert "2814" not in found, "nor past it"


@pytest.mark.rule("14.4b", "14.5", "14.6", "9.2a")
def test_from_port_to_port_where_there_is_room() -> None:
    p = empty(turn=9)
    put(p, "1107", "n-div152")
    assert "1008" in names(p, sea_hexes(p, unit(p, "n-div152"), False)), "Tetuán, the first of all towns"
    q = empty(turn=9)
    put(q, "3023", "r-div11")
    put(q, "2318", *[f"r-div{n}" for n in (3, 12, 13, 14, 23, 24)])
    found = names(q, sea_hexes(q, unit(q, "r-div11"), False))
    assert "2318" not in found, "full"
    assert "2419" in found
    r = empty(turn=9)
    own_all(r, NAT)
    own(r, REP, "1412", "1411", "1413")
    put(r, "1412", "r-div11")
    assert sea_hexes(r, unit(r, "r-div11"), False) == []
    assert landing_hexes(r, unit(r, "r-div11"), False)[0] == hexn(r, "1007"), "the first hex of all"
    put(r, "1007", "n-hq-n")
    assert landing_hexes(r, unit(r, "r-div11"), False)[0] == hexn(r, "1007"), "a headquarters does not defend it"
    put(r, "1007", "n-crz")
    assert landing_hexes(r, unit(r, "r-div11"), False)[0] == hexn(r, "1008")


# -- who travels


@pytest.mark.rule("14.1", "14.4b", "14.5", "14.7a")
def test_units_in_ports_without_railway_go_by_sea_if_there_is_somewhere_to_go() -> None:
    p = empty(turn=9)
    put(p, "1412", "r-div11")            # Motril
    put(p, "2712", "r-mng")
    travelling(p, REP)
    assert (args(p, "sea"), args(p, "rail"), args(p, "land")) == (["r-div11"], ["r-mng"], ["r-div11"])
    assert rules(p, "sea:n-div11") == ["14.1"]
    assert rules(p, "sea:r-mng") == ["14.5"], "no port"
    p.sea[REP] = p.board.sea_limit[9][REP]
    assert refusal_of(p, REP, unit(p, "r-div11"), BY_SEA) == ("14.5", "no-ships-left")
    p.sea[NAT] = p.board.sea_limit[9][NAT]
    put(p, "1107", "n-div152")
    assert refusal_of(p, NAT, unit(p, "n-div152"), BY_SEA) == ("14.6", "no-ships-left")
    q = empty(turn=9)
    own_all(q, REP)
    put(q, "1412", "r-div11")
    travelling(q, REP)
    assert args(q, "land") == [], "no enemy coast"
    r = empty(turn=9)
    own_all(r, NAT)
    own(r, REP, "1412", "1411")
    put(r, "1412", "r-div11")
    travelling(r, REP)
    assert args(r, "sea") == [], "no other port of his"
    assert rules(r, "sea:r-div11") == ["14.4b"]


@pytest.mark.rule("14.2a", "14.4b")
def test_a_railway_that_leads_nowhere_is_named_as_the_reason() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "1817")
    put(p, "1817", "r-div11")
    put(p, "1410", "r-div12")
    own(p, REP, "1410")
    travelling(p, REP)
    assert [(r.rule, r.key) for r in why(p, "rail:r-div11")] == [("14.2a", "no-way-there")]
    assert [(r.rule, r.key) for r in why(p, "sea:r-div12")] == [("14.4b", "no-way-there")]


@pytest.mark.rule("14.7a", "14.7c", "14.4b")
def test_landings_and_voyages_are_told_by_their_own_rules() -> None:
    p = empty(turn=9)
    put(p, "1107", "n-div152", "n-div105")
    travelling(p, NAT)
    events = told(p, "land:n-div152", "hex:2318")
    assert [e.rule for e in events if e.key == "travelled"] == ["14.7a"]
    assert p.state[unit(p, "n-div152")] & LANDED
    assert p.sea[NAT] == 2                             # all that turn 9 allows
    q = empty(turn=9)
    put(q, "1107", "n-div152")
    travelling(q, NAT)
    events = told(q, "sea:n-div152", "hex:1305")
    assert [e.rule for e in events if e.key == "travelled"] == ["14.4b"]
    assert (q.sea[NAT], q.state[unit(q, "n-div152")] & LANDED) == (1, 0)
    assert where(q, "n-div152") == "1305"


@pytest.mark.rule("14.2b", "14.2a", "9.2a")
def test_why_a_hex_is_no_goal_of_a_train_or_a_ship() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    travelling(p, REP)
    play(p, "rail:r-div11")
    assert question(p) == "ChooseGoal"
    assert rules(p, "hex:2812") == ["14.2b"], "no railway"
    q = empty(turn=9)
    put(q, "3023", "r-div11")
    put(q, "1412", *[f"r-div{n}" for n in (3, 12, 13, 14, 23, 24)])
    travelling(q, REP)
    play(q, "sea:r-div11")
    assert rules(q, "hex:1412") == ["9.2a"], "a port of that sea, but full"
    assert rules(q, "hex:2712") == ["14.5"]


# -- Barcelona


@pytest.mark.rule("7.35b")
def test_who_can_be_in_barcelona_by_himself() -> None:
    p = empty(turn=9)
    for place, name in (("3023", "r-div11"), ("3120", "r-div12"), ("2920", "r-tk1"), ("2712", "r-div14")):
        put(p, place, name)
    found = {n: at_hand(p, unit(p, n)) for n in ("r-div11", "r-div12", "r-tk1", "r-div14")}
    assert found == {"r-div11": True, "r-div12": True, "r-tk1": True, "r-div14": False}, \
        "there, by march, by plain movement, too far"
    flag(p, MOVED, "r-div11")
    flag(p, LANDED, "r-tk1")
    flag(p, OOS, "r-div12")
    assert [at_hand(p, unit(p, n)) for n in ("r-div11", "r-tk1", "r-div12")] == [True, False, False], \
        "it is there; it may not move; without supply nobody marches"


@pytest.mark.rule("7.35b")
def test_who_is_called_to_barcelona_from_afar() -> None:
    def called(*units: tuple[str, str], side: int = REP) -> tuple[list[str], bool]:
        p = empty(turn=9)
        p.unrest = 9
        for place, name in units:
            put(p, place, name)
        found, now = summoned(p, side)
        return [p.board.uid[u] for u in found], now
    assert called(("2712", "r-div11")) == (["r-div11"], True)
    assert called(("2712", "r-div11"), side=NAT) == ([], False)
    assert called(("1412", "r-div11")) == (["r-div11"], True), "by sea"
    assert called(("2712", "r-bde2"), ("2713", "r-bde3")) == ([], False), "two brigades are not enough"
    assert called(("2712", "r-bde2"), ("2713", "r-bde3"), ("2318", "r-bde4")) == (["r-bde2", "r-bde3", "r-bde4"], True)
    assert called(("3123", "r-bde2"), ("2713", "r-bde3"), ("2318", "r-bde4")) == (["r-bde3", "r-bde4"], True), \
        "one is at hand"
    assert called(("3123", "r-div12"), ("2712", "r-div11")) == (["r-div12"], False), "it must not travel elsewhere"
    assert called(("3123", "r-div12"), ("3023", "r-div11")) == ([], False), "one of them may"


@pytest.mark.rule("14.1")
def test_whose_units_travel() -> None:
    p = empty(turn=9)
    put(p, "3311", "n-div11")
    put(p, "2318", "r-div11")
    travelling(p, REP)
    assert [(r.rule, r.key) for r in why(p, "rail:n-div11")] == [("14.1", "not-your-unit")]
    assert [(r.rule, r.key) for r in why(p, "rail:r-div12")] == [("14.1", "not-on-map")]
    assert why(p, "rail:r-div11") == []
