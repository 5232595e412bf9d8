"""[9.6, 9.7] Losses and retreats."""
from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from frente.games.storm.rules.ch09_losses import Losses, Retreat, amount_of, most, refuges
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.position import Storm
from tests.storm.lay import (
    area,
    args,
    choose,
    dice,
    empty,
    fill,
    impulses,
    offered,
    own,
    parse,
    play,
    put,
    question,
    rules,
    run,
    spent,
    unit,
    where,
)

LINES = ("r-bernal", "r-mena", "r-mangada")
GUN = "r-art-getafe"


def losing(state: str, points: int, **options: Any) -> Storm:
    """Republican units in C, F or S for a line unit, f or s for artillery; the first is the point unit."""
    p = empty(**options)
    lines = iter(LINES)
    guns = iter((GUN, "r-art-camp"))
    units: list[int] = []
    for mark in state:
        name = next(guns if mark.islower() else lines)
        put(p, "C", name, spent=mark in "Ss")
        units.append(unit(p, name))
    return run(p, Losses(REP, units, points))


def distributions(state: str, points: int, **options: Any) -> set[tuple[int, ...]]:
    """Every way the engine lets the losses be shared out."""
    found: set[tuple[int, ...]] = set()
    stack = [losing(state, points, **options)]
    while stack:
        p = stack.pop()
        top = p.stack[-1] if p.stack else None
        if not isinstance(top, Losses):
            found.add(done(state, p))
            continue
        for side, acts in p.choices().items():
            for act in acts:
                q = p.clone()
                q.apply(side, act)
                stack.append(q)
    return found


def done(state: str, p: Storm) -> tuple[int, ...]:
    """What each unit absorbed, read off the board."""
    out: list[int] = []
    lines = iter(LINES)
    guns = iter((GUN, "r-art-camp"))
    leaving = [u for f in p.stack if isinstance(f, Retreat) for u in f.units]
    for mark in state:
        name = next(guns if mark.islower() else lines)
        u = unit(p, name)
        fresh = mark in "Ff"
        top = 3 if fresh else 2
        if where(p, name) == "eliminated":
            out.append(top)
        elif where(p, name) != "C" or u in leaving:
            out.append(top - 1)
        else:
            out.append(1 if fresh and p.spent[u] else 0)
    return tuple(out)


@pytest.mark.rule("9.6g", "9.6i", "9.6j", "9.6k", "9.6l")
@pytest.mark.parametrize("state, points, legal", [
    ("FFF", 2, {(2, 0, 0), (1, 1, 0), (1, 0, 1)}),                                       # L1
    ("FFF", 4, {(2, 2, 0), (2, 0, 2), (2, 1, 1), (3, 1, 0), (3, 0, 1)}),                 # L2
    ("SSS", 3, {(1, 1, 1), (2, 1, 0), (2, 0, 1)}),                                       # L3
    ("SS", 3, {(2, 1)}),                                                                 # L4
    ("FF", 7, {(3, 3)}),                                                                 # L5
    ("FFS", 5, {(2, 2, 1), (2, 1, 2), (3, 2, 0), (3, 1, 1), (3, 0, 2)}),                 # L6
    ("Ff", 4, {(2, 2), (3, 1)}),                                                         # L7
    ("Ff", 6, {(3, 3)}),                                                                 # L8
    ("FF", 1, {(1, 0)}),                                                                 # L9
    ("Fs", 4, {(3, 1)}),                                                                 # L11
    ("fF", 5, {(2, 2)}),                                                                 # L12
    ("fF", 6, {(3, 3)}),                                                                 # L13
])
def test_the_legal_distributions_of_losses(state: str, points: int, legal: set[tuple[int, ...]]) -> None:
    assert distributions(state, points) == legal


def brute(state: str, points: int, strict: bool = True) -> set[tuple[int, ...]]:
    """R101 and R58 as they are written, by trying everything."""
    tops = [3 if m in "Ff" else 2 for m in state]
    legal: list[tuple[int, ...]] = []
    for given in product(*[range(t + 1) for t in tops]):
        if sum(given) > points:
            continue
        if given[0] < tops[0] and any(g > given[0] for g in given[1:]):
            continue
        need = 0 if strict else 1
        others = all(g >= t - need for g, t, m in zip(given, tops, state) if m.isupper())
        if any(g == t for g, t, m in zip(given, tops, state) if m.islower()) and not others:
            continue
        legal.append(given)
    best = max(sum(g) for g in legal)
    return {g for g in legal if sum(g) == best}


@pytest.mark.rule("9.6i", "9.6k", "9.6l")
@pytest.mark.parametrize("points", range(1, 9))
@pytest.mark.parametrize("state", ["F", "S", "f", "FS", "SF", "Ff", "fF", "sF", "Fs", "ff", "FfS", "fsF", "SfF", "FFs"])
def test_guided_losses_allow_exactly_what_the_ruling_allows(state: str, points: int) -> None:
    assert distributions(state, points) == brute(state, points)
    assert distributions(state, points, artillery_last_strict=False) == brute(state, points, False)


@pytest.mark.rule("9.6a", "9.6b", "9.6c", "9.6d", "9.6e")
def test_the_price_of_each_outcome() -> None:
    q = losing("FF", 3)
    assert set(offered(q)) == {f"retreat:{LINES[0]}", f"eliminate:{LINES[0]}"}
    r = losing("FS", 4)
    prices = {w: amount_of(r, parse(r, w)[1]) for w in (
        f"flip:{LINES[0]}", f"retreat:{LINES[1]}", f"retreat:{LINES[0]}", f"eliminate:{LINES[1]}",
        f"eliminate:{LINES[0]}")}
    assert list(prices.values()) == [1, 1, 2, 2, 3]          # vector X10
    assert [most(r, unit(r, name)) for name in LINES[:2]] == [3, 2]
    s = losing("F", 1)
    assert spent(s, LINES[0]) == [True]                      # turned
    t = losing("S", 1)
    assert question(t) == "RetreatUnits"                     # a Spent unit goes
    u = losing("F", 2)
    assert spent(u, LINES[0]) == [True]
    assert question(u) == "RetreatUnits"
    assert where(losing("S", 2), LINES[0]) == "eliminated"
    assert where(losing("F", 3), LINES[0]) == "eliminated"


@pytest.mark.rule("9.6f")
def test_a_unit_that_retreats_is_not_eliminated_by_the_rest() -> None:
    p = losing("FFS", 5)
    play(p, f"retreat:{LINES[0]}")
    assert rules(p, f"eliminate:{LINES[0]}") == ["9.6f"]


@pytest.mark.rule("9.6m")
def test_a_retreat_without_a_way_out_eliminates_and_absorbs_only_the_retreat() -> None:
    p = empty()
    own(p, NAT, "B", "D", "J", "L", "M")
    put(p, "C", "r-bernal", spent=True)
    run(p, Losses(REP, [unit(p, "r-bernal")], 1))
    assert where(p, "r-bernal") == "eliminated"              # vector L10
    q = empty()
    own(q, NAT, "B", "D", "J", "L", "M")
    put(q, "C", "r-bernal", "r-mena", spent=True)
    run(q, Losses(REP, [unit(q, "r-bernal"), unit(q, "r-mena")], 2))
    play(q, "retreat:r-bernal")
    assert where(q, "r-mena") == "eliminated"                # 1 + 1: the first absorbed only its retreat
    assert where(q, "r-bernal") == "eliminated"


@pytest.mark.rule("9.6h")
def test_the_attacker_uses_only_units_that_took_part_and_the_defender_all_that_are_there() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-leg-4", "n-leg-5", "r-acero", "r-largo")
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    play(p, "unit:r-acero")
    dice(p, 1, 1)                                            # IL 5 + 1 - 2 = 4 losses, one attacker
    assert where(p, "n-leg-1") == "eliminated"
    assert spent(p, "n-leg-4", "n-leg-5") == [False, False]
    q = empty()
    put(q, "FF", "n-leg-1", "n-leg-4", "n-leg-5", "r-acero", "r-largo")
    impulses(q, NAT)
    choose(q, "attack", "FF", ["n-leg-1", "n-leg-4", "n-leg-5"])
    play(q, "unit:r-acero")
    dice(q, 4, 5)                                            # 9 + 6 - 9 = 6: the idle unit bears some too
    assert where(q, "r-acero") == where(q, "r-largo") == "eliminated"


# -- retreat


def shelters(p: Storm, side: int, a: str, back: int = -1) -> list[str]:
    return [p.board.names[t] for t in refuges(p, side, area(p, a), back)]


@pytest.mark.rule("9.7a", "9.7b", "9.7c", "9.7d")
def test_the_order_of_places_to_retreat_to() -> None:
    p = empty()
    own(p, NAT, "B", "D", "L", "M")
    put(p, "J", "n-leg-1", "r-octubre1")
    put(p, "M", "n-leg-4", "r-izqrep")
    assert shelters(p, REP, "C") == ["J"]                    # Q3: friendly contested before enemy contested
    own(p, REP, "L")
    assert shelters(p, REP, "C") == ["L"]                    # Q1: friendly and empty first
    own(p, NAT, "L", "J")
    assert shelters(p, REP, "C") == ["J", "M"]               # only areas that already hold a friend
    q = empty()
    own(q, NAT, "F")
    put(q, "Z", "n-leg-1", "r-ferrov")
    assert shelters(q, REP, "G") == ["3"]                    # Q2: the own box before a contested area
    assert all(area(q, x) in q.board.nb[area(q, "G")] for x in shelters(q, REP, "G"))


@pytest.mark.rule("9.7e")
def test_attackers_go_back_where_they_came_from_and_defenders_do_not() -> None:
    p = empty()
    own(p, NAT, "P", "N")
    put(p, "P", "n-leg-1", "n-leg-4")
    put(p, "GG", "r-bm1a", "r-acero")
    impulses(p, NAT)
    choose(p, "assault", "P", ["n-leg-1", "n-leg-4"])
    play(p, "area:GG", "unit:r-bm1a", "unit:r-acero", "point:r-bm1a")
    dice(p, 2, 4)                                            # IL 5+1+3 = 9: 3 losses on two Spent attackers
    assert where(p, "n-leg-1") == "eliminated"
    assert where(p, "n-leg-4") == "P"                        # Q6, although N is friendly too
    q = empty()
    assert shelters(q, NAT, "C", area(q, "D")) == ["D"]
    own(q, REP, "D")
    assert shelters(q, NAT, "C", area(q, "D")) == []         # lost meanwhile, and no friend there
    put(q, "D", "n-leg-5", "r-largo")
    assert shelters(q, NAT, "C", area(q, "D")) == ["D"]


@pytest.mark.rule("9.7f", "9.7g")
def test_a_full_area_is_closed_and_a_unit_without_a_way_is_eliminated() -> None:
    p = empty()
    own(p, NAT, "B", "D", "J", "M")
    put(p, "C", "r-bernal", spent=True)
    fill(p, "L", REP, 10)
    assert shelters(p, REP, "C") == []                       # Q5
    run(p, Retreat(REP, [unit(p, "r-bernal")]))
    assert where(p, "r-bernal") == "eliminated"
    q = empty()
    own(q, NAT, "B", "D", "J", "L", "M")
    assert shelters(q, REP, "C") == []                       # Q4: the enemy's, and no friend in them


@pytest.mark.rule("9.7h")
def test_units_retreat_one_at_a_time_and_may_go_different_ways() -> None:
    p = empty()
    own(p, NAT, "B", "D", "M")
    put(p, "C", "r-bernal", "r-mena")
    run(p, Retreat(REP, [unit(p, "r-bernal"), unit(p, "r-mena")]))
    assert args(p, "area") == ["J", "L"]
    assert rules(p, "area:B") == ["9.7d"]
    play(p, "area:J", "area:L")
    assert (where(p, "r-bernal"), where(p, "r-mena")) == ("J", "L")
    q = empty()
    own(q, NAT, "B", "D", "M", "J")
    fill(q, "L", REP, 9)
    put(q, "C", "r-cnt-mora", "r-bm44")
    run(q, Retreat(REP, [unit(q, "r-cnt-mora"), unit(q, "r-bm44")]))
    assert args(q, "unit") == ["r-cnt-mora", "r-bm44"]       # room for one only: who takes it?
    play(q, "unit:r-bm44")
    assert (where(q, "r-bm44"), where(q, "r-cnt-mora")) == ("L", "eliminated")


@pytest.mark.rule("12.1g")
def test_a_closed_river_bars_a_nationalist_retreat() -> None:
    p = empty()
    own(p, NAT, "LL", "DD")
    assert shelters(p, NAT, "FF") == ["DD"]
    p.rivers_open = True
    assert shelters(p, NAT, "FF") == ["DD", "LL"]
