"""[scs.ovr] Overruns."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.state.board import MP, NAT
from frente.games.guadalajara.state.position import DG, IN_ZOC, MOVED, Guadalajara
from tests.guadalajara.lay import (
    at,
    dice,
    drill,
    hexes,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    where,
)


def left_of_mover(p: Guadalajara) -> list[float]:
    """Movement points of the move under way, whatever it has led to."""
    return [x / MP for f in p.stack if isinstance(f, Move) for x in f.left]


@pytest.mark.rule("1.20a", "1.20b", "scs.ovr.1")
def test_an_overrun_costs_2_on_foot_and_6_on_wheels_and_needs_easy_ground() -> None:
    p = drill(ground={"31.06": "wooded-hills"})
    put(p, "n-tor-iv", "30.04")
    put(p, "n-brs-crs", "29.04")
    put(p, "r-gc", "30.06")
    put(p, "r-dmi-48", "31.06")
    for name in ("r-gc", "r-dmi-48"):
        p.mark(unit(p, name), DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:30.05")
    assert hexes(offered(p), "overrun") == ["30.06"]
    assert rules(p, "overrun:31.06") == ["1.20a"]
    play(p, "overrun:30.06")
    assert step(p) == "CombatDice"
    assert left_of_mover(p) == [3]
    q = drill()
    put(q, "n-brs-crs", "30.05")
    put(q, "r-gc", "30.06", state=DG)
    run(q, Movement(NAT))
    play(q, "unit:n-brs-crs", "overrun:30.06")
    assert left_of_mover(q) == [8]


@pytest.mark.rule("scs.ovr.3")
def test_a_successful_overrun_enters_the_hex_and_goes_on() -> None:
    p = drill()
    put(p, "n-tor-iv", "30.05")
    put(p, "r-gc", "30.06", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "overrun:30.06")
    dice(p, 6, 6, 2)
    assert where(p, "n-tor-iv") == "30.06"
    assert step(p) == "March"
    assert left_of_mover(p) == [4]


@pytest.mark.rule("scs.ovr.4")
def test_a_failed_overrun_ends_the_move() -> None:
    p = drill()
    put(p, "n-tor-iv", "30.05")
    put(p, "n-bis-iv", "40.05")
    put(p, "r-dmi-48", "30.06", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "overrun:30.06")
    dice(p, 3, 2)                        # 2:1 on 5: no effect
    assert where(p, "n-tor-iv") == "30.05"
    assert p.state[unit(p, "n-tor-iv")] & MOVED
    assert step(p) == "ChooseUnit"


@pytest.mark.rule("scs.ovr.2")
def test_only_units_that_began_together_and_outside_zones_overrun() -> None:
    p = drill()
    u = put(p, "n-tor-iv", "30.05")
    put(p, "r-dmi-48", "30.06", state=DG)
    p.state[u] |= IN_ZOC
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, "overrun:30.06") == ["scs.ovr.2"]
    q = drill()
    put(q, "n-tor-iv", "30.05")
    v = put(q, "n-bis-iv", "30.05")
    q.began[v] = at(q, "30.04")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv")
    assert rules(q, "with:n-bis-iv") == ["scs.ovr.2"]


@pytest.mark.rule("scs.ovr.5")
def test_a_hex_may_be_overrun_again_by_others() -> None:
    p = drill()
    put(p, "n-tor-iv", "30.05")
    put(p, "n-bis-iv", "31.06")
    put(p, "r-dmi-48", "30.06", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "overrun:30.06")
    dice(p, 3, 2)
    play(p, "unit:n-bis-iv")
    assert "overrun:30.06" in offered(p)


@pytest.mark.rule("scs.ovr.6")
def test_bystanders_do_not_share_a_bad_result_of_an_overrun() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", "30.06", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "overrun:30.06")
    dice(p, 1, 1)                        # 2:1 on 2: A1r1
    while step(p) == "Fall":
        play(p, offered(p)[0])
    assert p.steps[unit(p, "n-tor-iv")] == 1
    assert p.steps[unit(p, "n-bis-iv")] == 2
    assert where(p, "n-bis-iv") == "30.05"
    assert where(p, "n-tor-iv") != "30.05"


@pytest.mark.rule("1.7a.3")
def test_disorganised_units_do_not_overrun() -> None:
    p = drill()
    put(p, "n-tor-iv", "30.05", state=DG)
    put(p, "r-gc", "30.06", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, "overrun:30.06") == ["1.7a.3"]
