"""[6.4-6.6, 6.13, 7.15] Points: what each kind pays for, in what order, and what it never pays for."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch06_points import (
    PURCHASED,
    barred,
    brigade,
    cap,
    in_stock,
    income,
    kinds_for,
    north_lost,
    pay,
    point_refusals,
    rebuild_kind,
    rebuilt_hexes,
    replenish_kind,
)
from frente.games.tscw.state.board import KONDOR, NORTHERN, RP_ITALY, RP_NAT, RP_NORTH, RP_REP
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import NEW, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    empty,
    hexn,
    kill,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reasons,
    rules,
    unit,
    where,
)


def rich(turn: int = 12, **options: bool) -> Tscw:
    p = empty(turn=turn, **options)
    p.rp = [3, 3, 3, 3]
    return p


# -- who may be restored, by what


@pytest.mark.rule("6.4c", "6.4d", "6.13a")
def test_which_points_pay_for_whom() -> None:
    p = empty(turn=12)
    kill(p, "r-gen124-1", "r-div12", "r-a1", "i-lt", "i-fn", "g-lkf", "n-div11")
    found = {n: kinds_for(p, unit(p, n)) for n in ("r-gen124-1", "r-div12", "r-a1", "i-lt", "i-fn", "g-lkf", "n-div11")}
    assert found == {"r-gen124-1": [RP_REP, RP_NORTH], "r-div12": [RP_REP], "r-a1": [RP_NORTH], "i-lt": [RP_ITALY],
                     "i-fn": [RP_ITALY, RP_NAT], "g-lkf": [], "n-div11": [RP_NAT]}
    p.folk[unit(p, "r-gen124-1")] = NORTHERN
    assert kinds_for(p, unit(p, "r-gen124-1")) == [RP_NORTH]
    put(p, "2712", "r-gen124-2")
    assert kinds_for(p, unit(p, "r-gen124-2")) == [RP_REP], "on the map it is what it is"
    q = empty(turn=12, nationalist_rp_for_lk=True)
    assert q.folk[unit(q, "g-lkf")] == KONDOR
    assert kinds_for(q, unit(q, "g-lkf")) == [RP_NAT]


@pytest.mark.rule("6.4b")
def test_what_comes_back_two_for_a_point() -> None:
    p = empty(turn=12)
    found = {n: brigade(p, unit(p, n)) for n in ("r-bde4", "r-div13", "r-int-t", "r-cav1", "r-uri", "r-grm", "n-vng")}
    assert found == {"r-bde4": True, "r-div13": False, "r-int-t": False, "r-cav1": False, "r-uri": False,
                     "r-grm": False, "n-vng": False}
    p.conv[unit(p, "r-uri")] = p.conv[unit(p, "r-drt")] = 1
    assert (brigade(p, unit(p, "r-uri")), brigade(p, unit(p, "r-drt"))) == (True, False), "one became a division"


@pytest.mark.rule("6.5", "6.10", "7.6b")
def test_who_is_never_restored() -> None:
    p = empty(turn=12)
    assert [barred(p, unit(p, n)) for n in ("n-og", "n-cst", "g-lkf", "r-b1", "r-basque-a", "r-int-t")] == [
        True, True, True, False, True, False]
    p.basque_end = 1
    assert barred(p, unit(p, "r-b1"))
    assert not barred(p, unit(p, "r-a1"))
    for rebuilt in (True, False):
        q = empty(turn=15, internationals_rebuildable=rebuilt, nationalist_rp_for_lk=True)
        assert [barred(q, unit(q, n)) for n in ("g-lkf", "n-cst", "n-og")] == [False, True, True]
        assert not barred(q, unit(q, "r-int-t"))
        q.volunteers = 14
        assert barred(q, unit(q, "r-int-t")) is not rebuilt


@pytest.mark.rule("6.6a", "6.5")
def test_who_is_replenished() -> None:
    p = rich()
    f = Administration(REP)
    put(p, "2712", "r-div12", "r-bde4", "r-hq-cen", steps=1)
    put(p, "2713", "r-div3")
    kill(p, "r-div4")
    found = [replenish_kind(p, f, unit(p, n)) for n in ("r-div12", "r-bde4", "r-div3", "r-div4")]
    assert found == [RP_REP, -1, -1, -1]
    refused = {n: [r.rule for r in point_refusals(p, f, unit(p, n), False)] for n in (
        "r-bde4", "r-div3", "r-div4", "r-hq-cen", "n-div11")}
    assert refused == {"r-bde4": ["6.6a"], "r-div3": ["6.6a"], "r-div4": ["6.6a"], "r-hq-cen": ["6.6a"],
                       "n-div11": ["6.4c"]}
    q = rich(turn=5)
    put(q, "3110", "n-cst", steps=1)
    assert replenish_kind(q, Administration(NAT), unit(q, "n-cst")) == -1, "Colonial columns never"
    assert [r.rule for r in point_refusals(q, Administration(NAT), unit(q, "n-cst"), False)] == ["6.5"]
    r = rich()
    own_all(r, NAT)
    put(r, "3118", "r-div12", steps=1)
    assert replenish_kind(r, f, unit(r, "r-div12")) == -1, "no supply"
    assert [x.rule for x in point_refusals(r, f, unit(r, "r-div12"), False)] == ["6.6a"]
    r.state[unit(r, "r-div12")] = NEW | OOS
    assert replenish_kind(r, f, unit(r, "r-div12")) == RP_REP, "it has entered this turn"
    r.rp = [0, 0, 0, 0]
    assert [x.rule for x in point_refusals(r, f, unit(r, "r-div12"), False)] == ["6.4c"], "supplied, but no points"


@pytest.mark.rule("6.4b", "6.6b", "6.2c", "6.4c")
def test_who_is_rebuilt_and_why_not() -> None:
    p = rich()
    f = Administration(REP)
    kill(p, "r-mng", "r-div12", "r-a1", "r-gen124-1")
    put(p, "2712", "r-div3")
    assert [rebuild_kind(p, f, unit(p, n), False) for n in ("r-mng", "r-div12", "r-a1", "r-gen124-1", "r-div3")] == [
        RP_REP, RP_REP, RP_NORTH, RP_REP, -1]
    assert [rebuild_kind(p, f, unit(p, n), True) for n in ("r-div12", "r-a1", "r-gen124-1")] == [-1, -1, RP_NORTH]
    assert rebuild_kind(p, Administration(NAT), unit(p, "r-div12"), False) == -1
    p.rp = [0, 3, 3, 3]
    assert [r.rule for r in point_refusals(p, f, unit(p, "r-div12"), True)] == ["6.4c"]
    own_all(p, NAT)
    assert [r.rule for r in point_refusals(p, f, unit(p, "r-div12"), True)] == ["6.2c"], "nowhere to enter"
    own(p, REP, "3710", "3709", "3708")
    assert [r.rule for r in point_refusals(p, f, unit(p, "r-gen124-1"), True)] == ["6.4c"], "in the North it could"
    kill(p, "g-lkf")
    assert [r.rule for r in point_refusals(p, Administration(NAT), unit(p, "g-lkf"), True)] == ["6.5"]


# -- the Great Purchase


@pytest.mark.rule("7.15a", "7.15b", "6.4c", "6.4b")
def test_earmarked_points_pay_where_the_border_has_a_line() -> None:
    p = empty(turn=12)
    p.purchase = 1
    f = Administration(REP)
    kill(p, "r-div12", "r-bde4", "r-a1")
    near, far = hexn(p, "3023"), hexn(p, "2712")
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.column[h] == 20])
    assert in_stock(p, f, unit(p, "r-div12"), RP_REP, [near])
    assert in_stock(p, f, unit(p, "r-div12"), RP_REP, [far, near]), "one of the hexes is enough"
    assert not in_stock(p, f, unit(p, "r-div12"), RP_REP, [far])
    assert not in_stock(p, f, unit(p, "r-a1"), RP_NORTH, [near]), "not for the North"
    p.purchase = 0
    assert not in_stock(p, f, unit(p, "r-bde4"), RP_REP, [near])
    f.credit = [PURCHASED]
    assert in_stock(p, f, unit(p, "r-bde4"), RP_REP, [near]), "the second of two brigades"
    assert not in_stock(p, f, unit(p, "r-div12"), RP_REP, [near])


@pytest.mark.rule("6.6b", "7.15b", "6.4b")
def test_where_a_unit_paid_for_with_an_earmarked_point_enters() -> None:
    p = empty(turn=12)
    kill(p, "r-bde4", "r-bde5")
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.column[h] == 20])
    p.purchase = 1

    def where_to(credit: list[int], points: int, name: str = "r-bde4") -> tuple[bool, bool]:
        p.rp[RP_REP] = points
        f = Administration(REP)
        f.credit = credit
        found = [p.board.names[h] for h in rebuilt_hexes(p, f, unit(p, name), RP_REP)]
        return ("3023" in found, "2712" in found)
    assert where_to([], 0) == (True, False), "only behind the border"
    assert where_to([], 1) == (True, True), "an ordinary point"
    assert where_to([RP_REP], 0) == (True, True), "the second half of an ordinary point"
    kill(p, "r-div11")                    # which enters at Madrid
    assert where_to([RP_REP], 1, "r-div11") == (False, True)
    assert where_to([RP_REP], 0, "r-div11") == (False, False), "half a point is of no use to a division"


@pytest.mark.rule("6.4b", "6.4d", "6.7a", "7.15b")
def test_how_a_point_is_spent() -> None:
    def spent(name: str, kind: int, place: str, purchase: int, *credit: int) -> tuple[list[int], int, list[int]]:
        p = rich()
        p.purchase = purchase
        own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.column[h] == 20])
        f = Administration(REP if kind in (RP_REP, RP_NORTH) else NAT)
        f.credit = list(credit)
        pay(p, f, unit(p, name), kind, hexn(p, place))
        return p.rp, p.purchase, f.credit
    rep, north, nat = (RP_REP, RP_NORTH, RP_NAT)
    assert (rep, north) == (0, 1)
    assert spent("r-div12", rep, "2712", 0) == ([2, 3, 3, 3], 0, [])
    assert spent("r-bde4", rep, "2712", 0) == ([2, 3, 3, 3], 0, [rep]), "half of it is left"
    assert spent("r-bde4", rep, "2712", 0, rep) == ([3, 3, 3, 3], 0, [])
    assert spent("r-div12", rep, "2712", 0, rep) == ([2, 3, 3, 3], 0, [rep]), "a division does not use it"
    assert spent("r-div12", rep, "3023", 2) == ([3, 3, 3, 3], 1, []), "earmarked ones first"
    assert spent("r-div12", rep, "2712", 2) == ([2, 3, 3, 3], 2, []), "no line from the border"
    assert spent("r-bde4", rep, "3023", 2) == ([3, 3, 3, 3], 1, [PURCHASED])
    assert spent("r-bde4", rep, "3023", 0, PURCHASED) == ([3, 3, 3, 3], 0, [])
    assert spent("r-bde4", rep, "2712", 0, PURCHASED) == ([2, 3, 3, 3], 0, [PURCHASED, rep])
    assert spent("r-div12", rep, "3023", 0, PURCHASED) == ([2, 3, 3, 3], 0, [PURCHASED])
    assert spent("r-b6", north, "3613", 2) == ([3, 2, 3, 3], 2, [north])
    assert spent("n-div11", nat, "3110", 2)[1] == 2


@pytest.mark.rule("6.4e", "6.4f", "7.15a")
def test_purchased_points_arrive_once_and_ten_are_kept() -> None:
    p = empty(turn=12)
    p.next_purchase = 3
    income(p, REP)
    assert (p.purchase, p.next_purchase) == (3, 0)
    income(p, REP)
    assert p.purchase == 3
    p.purchase, p.rp[RP_REP] = 12, 5
    cap(p, REP)
    assert (p.purchase, p.rp[RP_REP]) == (10, 0)
    p.purchase, p.rp[RP_REP] = 7, 5
    cap(p, REP)
    assert (p.purchase, p.rp[RP_REP]) == (7, 3)


@pytest.mark.rule("6.13b")
def test_the_north_is_lost_with_all_three_capitals_and_the_last_unit() -> None:
    p = empty(turn=12)
    own(p, NAT, "3613", "3707", "3710")
    assert north_lost(p)
    for place in ("3613", "3707", "3710"):
        own(p, REP, place)
        assert not north_lost(p)
        own(p, NAT, place)
    put(p, "2712", "r-am1")
    assert not north_lost(p), "wherever it is"


# -- the questions


@pytest.mark.rule("6.4a", "6.6a", "6.6b", "6.7a")
def test_points_are_spent_one_after_another() -> None:
    p = rich()
    own_all(p, NAT)
    own(p, REP, "3023", "2318")
    put(p, "3023", "r-div12", steps=1)
    kill(p, "r-mng", "r-bde4", "r-int-t")
    p.steps[unit(p, "r-int-t")] = 2
    administration(p, REP, "SpendPoints")
    assert set(offered(p)) >= {"replenish:r-div12", "rebuild:r-bde4", "done"}
    assert rules(p, "rebuild-north:r-bde4") == ["R159"]
    assert rules(p, "rebuild-north:n-gen244-1") == ["R159"]
    before = p.barrier
    play(p, "rebuild:r-bde4")
    assert (question(p), p.barrier > before) == ("PlaceRebuilt", True)
    assert args(p, "hex") == ["2318", "3023"]
    assert reasons(p, "hex:2712") == [("6.6b", "not-an-entry-hex")]
    play(p, "hex:2318")
    assert (where(p, "r-bde4"), question(p), now(p).unit) == ("2318", "SpendPoints", -1)
    play(p, "replenish:r-div12")
    assert p.steps[unit(p, "r-div12")] == 2
    assert "replenish:r-div12" not in offered(p)
    play(p, "done")
    assert question(p) == "BreakDown", "the full division may be broken down"


@pytest.mark.rule("6.6b", "6.4a")
def test_a_two_step_unit_comes_back_reduced_and_the_first_counter_of_all_too() -> None:
    p = rich(turn=5)
    kill(p, "r-mng", "r-div12")
    p.steps[unit(p, "r-div12")] = 2
    administration(p, REP, "SpendPoints")
    assert args(p, "rebuild") == ["r-div12", "r-mng"]
    play(p, "rebuild:r-div12")
    while question(p) == "PlaceRebuilt":
        play(p, offered(p)[0])
    assert (p.steps[unit(p, "r-div12")], p.hex[unit(p, "r-div12")] >= 0) == (1, True)


@pytest.mark.rule("6.4c", "6.4b")
def test_a_generic_brigade_may_be_raised_in_the_north() -> None:
    p = rich()
    kill(p, "r-gen124-1")
    administration(p, REP, "SpendPoints")
    assert offered(p) == ["rebuild:r-gen124-1", "rebuild-north:r-gen124-1", "done"]
    p.rp[RP_NORTH] = 0
    administration(p, REP, "SpendPoints")
    assert rules(p, "rebuild-north:r-gen124-1") == ["6.4c"], "a generic brigade, but no northern point"
