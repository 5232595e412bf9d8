"""[8, 14] Where aircraft, railways and ships end: what they may not do."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch08_air import air_refusal
from frente.games.tscw.rules.ch14_strategic import BY_RAIL, BY_SEA, LANDING, goals, refusal_of
from frente.games.tscw.state.position import BASE, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    empty,
    fighting,
    flag,
    hexn,
    offered,
    own,
    own_all,
    play,
    put,
    rules,
    travelling,
    unit,
    where,
)

SIX = ("r-div12", "r-div14", "r-div34", "r-div35", "r-div45", "r-div46")


def ends(p: Tscw, name: str, how: int) -> list[str]:
    return [p.board.names[h] for h in goals(p, unit(p, name), how, False)]


# -- 8


@pytest.mark.rule("8.3b")
def test_a_battle_is_in_the_north_by_its_hex_or_by_a_northern_unit() -> None:
    p = empty(turn=9)
    p.hex[unit(p, "r-air2")] = p.hex[unit(p, "g-lk1")] = BASE
    own_all(p, REP)

    def refused(name: str, side: int, target: str, mine: tuple[str, ...]) -> str:
        return air_refusal(p, side, unit(p, name), hexn(p, target), [unit(p, n) for n in mine], [])[0]
    assert refused("r-air2", REP, "3613", ("r-div11",)) == "8.3b", "the hex lies in the North"
    assert refused("r-air2", REP, "2712", ("r-div11", "r-a1")) == "8.3b", "a northern unit takes part"
    assert refused("r-air2", REP, "2712", ("r-a1", "r-div11")) == "8.3b", "whoever is named first"
    assert refused("r-air2", REP, "2712", ("r-div11",)) == ""
    own_all(p, NAT)
    assert refused("g-lk1", NAT, "3613", ("n-div11",)) == "", "the Nationalist flies everywhere"


@pytest.mark.rule("8.4a", "8.6b")
def test_an_air_unit_is_chosen_once_and_only_by_its_owner() -> None:
    p = empty(turn=11)
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11")
    for name in ("g-lk1", "n-bah1", "r-air1"):
        p.hex[unit(p, name)] = BASE
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go")
    assert args(p, "air") == ["g-lk1", "n-bah1"]
    assert rules(p, "air:r-air1") == ["8.1"]
    assert rules(p, "air:n-div11") == ["8.1"]
    play(p, "air:g-lk1")
    assert args(p, "air") == ["n-bah1"]
    assert rules(p, "air:g-lk1") == ["8.6b"]


# -- 14


@pytest.mark.rule("14.2a", "9.2a", "12.10c")
def test_a_journey_ends_only_where_there_is_room_and_within_the_northern_limits() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    put(p, "2318", *SIX)
    found = ends(p, "r-div11", BY_RAIL)
    assert "2318" not in found
    assert "2317" in found or "2217" in found, "it may pass through"
    assert "2318" not in ends(p, "r-div11", BY_SEA)
    q = empty(turn=9)
    put(q, "3613", "r-b1", "r-b2")
    abroad = [x for x in ends(q, "r-b1", BY_RAIL) if q.board.region[hexn(q, x)] != q.board.home[2]]
    assert abroad
    put(q, "3710", "r-b2")
    assert not [x for x in ends(q, "r-b1", BY_RAIL) if q.board.northern[hexn(q, x)]
                and q.board.region[hexn(q, x)] != q.board.home[2]]


@pytest.mark.rule("15.7.2b")
def test_hostile_parties_do_not_meet_at_the_end_of_a_journey() -> None:
    for option in (True, False):
        p = empty(turn=5, political_columns=option)
        put(p, "3023", "r-drt")
        put(p, "2318", "r-mrx")
        assert ("2318" in ends(p, "r-drt", BY_RAIL)) != option
        assert ("2318" in ends(p, "r-drt", BY_SEA)) != option


@pytest.mark.rule("7.11c")
def test_italians_do_not_travel_towards_france_during_the_crisis() -> None:
    for crisis in (14, 0):
        p = empty(turn=14)
        p.czech = crisis
        put(p, "3408", "i-lt", "n-div11")
        assert p.board.france[hexn(p, "3408")] >= 7
        near = {x for x in ends(p, "n-div11", BY_RAIL) if p.board.france[hexn(p, x)] < 7}
        assert near
        assert bool(near & set(ends(p, "i-lt", BY_RAIL))) != bool(crisis)


@pytest.mark.rule("10.2a", "10.10a", "14.2a")
def test_a_journey_does_not_end_out_of_supply() -> None:
    for strict in (True, False):
        p = empty(turn=9, strict_oos_moves=strict)
        own_all(p, REP)
        own(p, NAT, "3707", "3710", "3613")
        put(p, "2712", "r-a1", "r-div11")
        north = {x for x in ends(p, "r-div11", BY_RAIL) if p.board.near_north[hexn(p, x)]}
        assert north
        assert bool(north & set(ends(p, "r-a1", BY_RAIL))) != strict, "in the North it would have no source"
        assert "3023" in ends(p, "r-a1", BY_RAIL), "elsewhere it draws on those of the centre"


@pytest.mark.rule("14.2a", "14.2b")
def test_rail_never_leads_through_or_into_an_enemy_unit() -> None:
    for option in (True, False):
        p = empty(turn=9, rail_end_enemy=option, strict_oos_moves=False)
        own_all(p, NAT)
        own(p, REP, "3117", "3118", "3119", "3120", "3121")
        put(p, "3121", "r-div12")
        put(p, "3119", "n-hq-n")
        found = ends(p, "r-div12", BY_RAIL)
        assert "3120" in found
        assert not {"3119", "3118", "3117"} & set(found)
    q = empty(turn=9, rail_end_enemy=True, strict_oos_moves=False)
    own_all(q, NAT)
    own(q, REP, "3120", "3121")
    put(q, "3121", "r-div12")
    assert "3119" in ends(q, "r-div12", BY_RAIL)
    assert "3118" not in ends(q, "r-div12", BY_RAIL), "it ends in the first enemy hex"


@pytest.mark.rule("14.4b", "14.5", "14.6")
def test_ships_go_from_one_friendly_port_to_another() -> None:
    p = empty(turn=8)
    put(p, "2318", "r-div40")
    put(p, "1717", "n-hq-n")
    p.control[hexn(p, "1717")] = REP
    found = ends(p, "r-div40", BY_SEA)
    assert "2318" not in found
    assert "1717" not in found, "enemy counters lie there"
    assert "3023" in found
    assert all(p.board.town[hexn(p, x)] for x in found)


@pytest.mark.rule("14.7a")
def test_a_landing_needs_an_enemy_coast_without_combat_units() -> None:
    p = empty(turn=8)
    put(p, "1305", "n-div105")
    put(p, "1414", "r-hq-and")
    put(p, "1415", "r-mlg")
    found = ends(p, "n-div105", LANDING)
    assert "1414" in found, "a lone headquarters does not bar it"
    assert "1415" not in found
    assert not [x for x in found if p.control[hexn(p, x)] == NAT]
    travelling(p, NAT)
    play(p, "land:n-div105", "hex:1414")
    assert where(p, "r-hq-and") == "deadpile"


@pytest.mark.rule("14.1", "14.3", "14.5")
def test_who_may_not_travel_at_all() -> None:
    p = empty(turn=8)
    put(p, "3608", "n-og")
    put(p, "3707", "n-aln")
    put(p, "2613", "n-div11")
    put(p, "2712", "n-div12")
    flag(p, OOS, "n-div12")
    own(p, NAT, "3608")
    for name, how, rule in (("n-og", BY_RAIL, "2.11"), ("r-div11", BY_RAIL, "14.1"), ("n-div13", BY_RAIL, "14.1"),
                            ("n-div11", BY_RAIL, "14.2a"), ("n-div11", BY_SEA, "14.4b"), ("n-div12", BY_RAIL, "10.3a"),
                            ("n-aln", BY_SEA, "")):
        assert refusal_of(p, NAT, unit(p, name), how)[0] == rule, (name, how)
    q = empty(turn=8)
    put(q, "2318", "r-div40")
    q.rail[REP] = q.board.rail_limit[8][REP]
    travelling(q, REP)
    assert {w.split(":")[0] for w in offered(q)} == {"sea", "land", "pass"}
    q.rail[REP] = 0
    q.sea[REP] = q.board.sea_limit[8][REP]
    travelling(q, REP)
    assert {w.split(":")[0] for w in offered(q)} == {"rail", "pass"}
    q.rail[REP] = q.board.rail_limit[8][REP]
    travelling(q, REP)
    assert not q.choices(), "nothing is left"
