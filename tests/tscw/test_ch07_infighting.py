"""[7.8c] Casado's coup: who may be turned on whom, from where, and what is refused."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import BARCELONA, FRANCE, MADRID, TOLEDO, assign, measure
from frente.games.tscw.rules.ch07_infighting import Infighting, posts, turncoats, victims_of
from frente.games.tscw.state.position import (
    MOVED,
    Tscw,
)
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    empty,
    flag,
    hexn,
    kill,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reason,
    reasons,
    rules,
    run,
    unit,
    where,
    why,
)


def coup(turn: int = 18) -> Tscw:
    p = empty(turn=18)
    put(p, "2712", "r-bde4")
    put(p, "2612", "r-div11", "r-hq-cen")
    put(p, "2713", "r-div12")
    put(p, "2312", "r-div3")
    p.infighting = turn
    return run(p, Infighting())


@pytest.mark.rule("7.8c")
def test_only_republican_combat_units_round_madrid_are_victims() -> None:
    p = coup()
    assert asked(p) == [NAT]
    assert args(p, "attack") == ["2612", "2712", "2713"]
    for place in ("2312", "2711"):       # far away, or nobody there
        assert reasons(p, f"attack:{place}") == [("7.8c", "no-infighting-there")]
    assert rules(p, "attack:2712") == rules(p, "pass") == []
    play(p, "pass")
    assert not p.choices()
    assert p.infighting == 0, "he has had his chance"
    assert not coup(turn=17).choices(), "of another turn"
    q = empty(turn=18)
    put(q, "2712", "r-bde4")
    put(q, "2812", "r-hq-cen")
    put(q, "2911", "n-div11")
    assert victims_of(q) == [], "nobody is left to be turned on them"


@pytest.mark.rule("7.8c")
def test_who_can_be_turned_on_them() -> None:
    p = coup()
    play(p, "attack:2712")
    assert (asked(p), args(p, "unit")) == ([NAT], ["r-div11", "r-div12"])
    assert reasons(p, "go") == [("7.8c", "needs-attack-factor")], "nobody yet"
    for name in ("r-hq-cen", "r-div3", "r-bde4"):
        assert reasons(p, f"unit:{name}") == [("7.8c", "no-turncoat")]
    play(p, "unit:r-div12")
    assert [(r.rule, r.key) for r in why(p, "hex:2911")] == [("7.8c", "not-next-to-target")]
    assert rules(p, "hex:2713") == []
    play(p, "hex:2813")
    assert where(p, "r-div12") == "2813", "it goes there"
    assert now(p).units == [unit(p, "r-div12")]
    assert args(p, "unit") == ["r-div11"], "each once"
    assert "go" in offered(p)
    play(p, "unit:r-div11", "hex:2612", "go")
    assert question(p) == "BattleDie"
    assert (now(p).side, now(p).fight, now(p).target) == (NAT, True, hexn(p, "2712"))


@pytest.mark.rule("7.8c")
def test_the_first_column_of_the_republic_and_units_that_have_moved() -> None:
    p = empty(turn=18)
    put(p, "2712", "r-bde4")
    put(p, "2612", "r-mng")
    t = hexn(p, "2712")
    assert turncoats(p, t, []) == [unit(p, "r-mng")]
    assert turncoats(p, t, [unit(p, "r-mng")]) == []
    assert len(posts(p, unit(p, "r-mng"), t)) > 1
    flag(p, MOVED, "r-mng")
    assert posts(p, unit(p, "r-mng"), t) == [hexn(p, "2612")], "it stays where it is"
    put(p, "2813", "r-mng")
    assert posts(p, unit(p, "r-mng"), t) == [hexn(p, "2813")], "on whichever side"
    put(p, "2611", "r-mng")
    assert posts(p, unit(p, "r-mng"), t) == []
    q = empty(turn=18)
    put(q, "2712", "r-bde4")
    put(q, "2613", "r-mng")
    full = [f"r-div{n}" for n in (3, 11, 12, 13, 14, 23)]
    put(q, "2612", *full)
    assert hexn(q, "2612") not in posts(q, unit(q, "r-mng"), t), "no room there"
    assert hexn(q, "2613") in posts(q, unit(q, "r-mng"), t)
    kill(q, full[0])
    assert hexn(q, "2612") in posts(q, unit(q, "r-mng"), t)


@pytest.mark.rule("7.8c", "4.3a")
def test_a_turncoat_that_enters_a_third_city_wins_for_the_republic() -> None:
    p = empty(turn=18)
    own(p, REP, "1511", "1809")
    put(p, "2812", "r-bde4")
    put(p, "2712", "r-div11", "r-div12")
    p.infighting = 18
    run(p, Infighting())
    play(p, "attack:2812", "unit:r-div11", "hex:2911")
    assert reason(p) == "three-cities"
    assert not p.choices()


# -- orders in force


@pytest.mark.rule("7.11c", "7.22a", "7.33a", "7.34b", "7.34c", "7.35b")
def test_orders_are_taken_up_by_their_side_on_their_turn() -> None:
    def naming(side: int, **numbers: int) -> list[tuple[int, int]]:
        p = empty(turn=8)
        put(p, "2712", "r-mod")
        put(p, "3117", "n-urt")
        put(p, "3118", "r-drt")
        p.duty[unit(p, "n-urt")] = p.duty[unit(p, "r-mod")] = BARCELONA
        p.alcazar = numbers.get("alcazar", 1)
        p.call_alcazar = numbers.get("toledo", 0)
        p.call_madrid = numbers.get("madrid", 0)
        p.unrest = numbers.get("unrest", 0)
        p.offensive, p.quota, p.target = numbers.get("offensive", 0), 3, hexn(p, "3117")
        p.stack = []
        before = p.barrier
        assign(p, side)
        assert p.barrier > before
        assert p.duty[unit(p, "n-urt" if side == NAT else "r-mod")] == 0, "old orders are forgotten"
        assert p.duty[unit(p, "r-mod" if side == NAT else "n-urt")] == BARCELONA
        return [(f.side, f.kind) for f in p.stack if hasattr(f, "kind") and hasattr(f, "side")]
    assert naming(NAT) == naming(REP) == []
    assert naming(NAT, madrid=8) == naming(NAT, madrid=9) == [(NAT, MADRID)]
    assert naming(NAT, madrid=7) == []
    assert naming(NAT, toledo=1) == [(NAT, TOLEDO)]
    assert naming(NAT, toledo=1, alcazar=0) == []
    assert naming(NAT, toledo=1, madrid=8) == [(NAT, TOLEDO), (NAT, MADRID)], "Madrid is asked for first"
    assert naming(REP, unrest=8) == [(REP, BARCELONA)]
    assert naming(REP, unrest=7) == naming(NAT, unrest=8) == naming(NAT, offensive=8) == []
    assert naming(REP, offensive=8) == [(REP, 3)]
    assert naming(REP, offensive=7) == naming(REP, madrid=8, toledo=1) == []


@pytest.mark.rule("7.11c")
def test_every_italian_ground_unit_on_the_map_keeps_away_from_france_for_two_turns() -> None:
    for turn, duty in ((14, FRANCE), (15, FRANCE), (16, 0)):
        p = empty(turn=turn)
        p.czech = 14
        put(p, "3216", "i-lt", "n-div11")
        assign(p, NAT)
        assert (p.duty[unit(p, "i-lt")], p.duty[unit(p, "n-div11")]) == (duty, 0)
        assert p.duty[unit(p, "i-pn")] == 0, "not on the map"
    q = empty(turn=14)
    put(q, "3216", "i-lt")
    assign(q, NAT)
    assert q.duty[unit(q, "i-lt")] == 0, "without the crisis"


@pytest.mark.rule("7.11c", "7.22a", "7.34b", "7.35b")
def test_how_far_a_hex_is_from_what_an_order_wants() -> None:
    p = empty(turn=8)
    assert [measure(p, MADRID, hexn(p, x)) for x in ("2712", "2711", "2911")] == [0, 1, 2]
    assert [measure(p, TOLEDO, hexn(p, x)) for x in ("2510", "2509")] == [0, 1]
    assert [measure(p, BARCELONA, hexn(p, x)) for x in ("3023", "3022")] == [0, 1]
    b = p.board
    for h in range(b.size):
        if b.france[h] in (5, 6, 7, 8):
            assert measure(p, FRANCE, h) == {5: 2, 6: 1, 7: 0, 8: 0}[b.france[h]]
    assert measure(p, 0, hexn(p, "2712")) == 0


@pytest.mark.rule("7.8c")
def test_a_turncoat_comes_no_further_than_its_points() -> None:
    for name, start, target, found in (("r-mng", "2511", "2813", ["2713", "2712"]),
                                       ("r-div11", "2513", "2912", ["2813"]), ("r-mng", "2513", "2912", [])):
        p = empty(turn=18)
        put(p, target, "r-bde4")
        put(p, start, name)
        assert [p.board.names[h] for h in posts(p, unit(p, name), hexn(p, target))] == found


@pytest.mark.rule("7.8c")
def test_a_turncoat_without_supply_turns_where_it_stands() -> None:
    p = empty(turn=18)
    own_all(p, NAT)
    own(p, REP, "2712", "2612", "2613", "2713")
    put(p, "2712", "r-bde4")
    put(p, "2612", "r-mng")
    t = hexn(p, "2712")
    assert posts(p, unit(p, "r-mng"), t) == [hexn(p, "2612")]
    assert len(posts(empty_of_enemies(p), unit(p, "r-mng"), t)) > 2, "in supply it may go round"
    q = empty(turn=18)
    put(q, "2912", "r-bde4")
    put(q, "2513", "r-mng")
    assert turncoats(q, hexn(q, "2912"), []) == [], "too far away from them"


def empty_of_enemies(p: Tscw) -> Tscw:
    own_all(p, REP)
    return p


@pytest.mark.rule("7.8c")
def test_the_nationalist_leads_them_and_what_they_show_cannot_be_taken_back() -> None:
    p = coup()
    play(p, "attack:2712", "unit:r-div11")
    assert asked(p) == [NAT]
    seen = p.barrier
    play(p, "hex:2612")
    assert p.barrier > seen, "though it has not moved"
