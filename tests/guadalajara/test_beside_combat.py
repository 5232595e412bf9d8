"""[1.2, 1.8-1.20, scs.cbt, scs.ret] Combat, fire and losses: the case beside the rule."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import DEAD, DISABLED, OTHER, UNUSED
from tests.guadalajara.lay import (
    at,
    drill,
    put,
    puts,
    run,
    unit,
    where,
)

A, T = "30.05", "31.06"


@pytest.mark.rule("1.11d.1", "1.11d.2")
def test_infantry_retreats_where_its_tank_cannot_follow() -> None:
    """A river all round: foot soldiers wade, tanks do not."""
    p = drill(rivers=[f"{A}/{h}" for h in ("30.06", "31.06", "31.05", "30.04", "29.05", "29.06")])
    tank, bis = puts(p, A, "n-tk-3-crs", "n-bis-iv")
    run(p, Retreat(NAT, [tank, bis], 1, at(p, A)))
    while p.choices():
        side, acts = next(iter(p.choices().items()))
        p.apply(side, acts[0])
    assert p.board.distance(p.hex[bis], at(p, A)) == 1
    assert (p.steps[bis], p.hex[tank]) == (2, at(p, A))      # what becomes of it is another step's question


@pytest.mark.rule("1.16e.2")
def test_who_dies_on_foot_takes_no_truck_along() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "n-truck-ctv-1", A)
    p.destroy(u, "1.6d.2", OTHER)
    assert (where(p, "n-truck-ctv-1"), p.wheels[NAT][at(p, A)]) == (A, 1)
    assert [v for v in range(p.board.units) if p.hex[v] == DEAD] == [u]


@pytest.mark.rule("1.8a.1")
def test_a_unit_without_guns_has_no_barrage_in_any_mode() -> None:
    b = drill().board
    u = b.uindex["n-tor-iv"]
    assert (b.barrage[u], b.range[u], b.move[u], b.moves[u]) == ([0, 0], [0, 0], [48, 0], [0, 0])
    train = b.uindex["r-train"]
    assert (b.barrage[train], b.range[train], b.move[train], b.moves[train]) == ([2, 0], [5, 0], [0, 0], [3, 0])
