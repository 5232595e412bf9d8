"""Worked examples of the rulebook and vectors derived from its rules, where one situation exercises several rules."""
from __future__ import annotations

from frente.flow import CHANCE
from frente.games.tscw.ch13_odds import (
    attack_parts,
    column,
    defence_parts,
    drm_parts,
    final_die,
    result,
    table_column,
    worth,
)
from frente.games.tscw.position import LINKED, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    battle,
    before,
    dice,
    empty,
    fighting,
    flag,
    hold,
    moving,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    run,
    unit,
    where,
)

BRIGADES = ("r-bde2", "r-bde3", "r-bde5", "r-bde70", "r-gen234-1", "r-gen234-2", "r-bde4", "r-bde6", "r-bde18")
DIVISIONS = ("r-div60", "r-div32", "r-div14", "r-div16")


def test_e20_thirty_six_factors_break_the_50th_division_at_the_ebro() -> None:
    p = empty(turn=15)
    own(p, NAT, "2919", "2918", "2819", "2818")
    put(p, "2919", "n-div50")
    put(p, "2920", *DIVISIONS, "r-hq-ebr")
    put(p, "3020", *BRIGADES)
    f = battle(p, REP, "2919", *BRIGADES, *DIVISIONS, "r-hq-ebr")
    attack = worth(attack_parts(p, f))
    assert worth(defence_parts(p, f)) == 5
    assert 32 <= attack <= 36
    assert column(p, 36, 5, 0) == 7
    assert p.board.crt[5][7] == (0, 4), "without the river"
    assert final_die(p, f, 5) == 4, "all cross the river"
    assert p.board.crt[4][7] == (0, 4)
    fighting(p, REP)
    play(p, "attack:2919", *[f"unit:{n}" for n in (*BRIGADES, *DIVISIONS, "r-hq-ebr")], "go")
    while CHANCE not in p.choices():
        play(p, "pass")
    expect = result(p, now(p), 6)
    dice(p, 6)
    while question(p) == "TakeLosses":
        play(p, offered(p)[0])
    assert question(p) == "ChooseAdvance"
    assert expect[1] - 2 == now(p).hexes


def test_d2_cap_shift_and_cap_again() -> None:
    p = empty()
    name = p.board.columns
    assert name[column(p, 60, 4, 0)] == "7:1"
    assert name[column(p, 60, 4, -3)] == "4:1"
    assert name[column(p, 60, 4, -3 + 2)] == "6:1"


def test_d3_die_limits() -> None:
    p = empty(turn=3)
    p.num[LINKED] = 0
    own(p, NAT, "2713", "2813")
    put(p, "2712", "r-mod")
    put(p, "2713", "n-gec")
    f = battle(p, NAT, "2712", "n-gec")
    assert {x[1]: x[0] for x in drm_parts(p, f)} == {"13.26b": -1, "13.21a": -1}
    assert final_die(p, f, 1) == 0
    q = empty(turn=8)
    put(q, "2712", "r-mod")
    west, east = q.board.around(q.board.madrid)[4], q.board.around(q.board.madrid)[1]
    put(q, q.board.names[west], "n-asn", "n-cst", "n-tel")
    put(q, q.board.names[east], "n-sdb")
    g = battle(q, NAT, "2712", "n-asn", "n-cst", "n-tel", "n-sdb")
    assert worth(drm_parts(q, g)) == 2
    assert final_die(q, g, 6) == 6


def test_d4_a_division_without_supply_in_a_town() -> None:
    p = empty(turn=9)
    own(p, NAT, "2713")
    put(p, "2713", "n-div11")
    put(p, "2712", "r-div11")
    flag(p, OOS, "n-div11")
    assert worth(defence_parts(p, battle(p, REP, "2713", "r-div11"))) == 8
    assert worth(attack_parts(p, battle(p, NAT, "2712", "n-div11"))) == 3


def test_d16_town_defense_and_an_exact_elimination() -> None:
    p = empty(turn=3)
    own(p, NAT, "2508", "2507")
    put(p, "2509", "r-uri")
    put(p, "2508", "n-cst", "n-pls")
    hold(p, "town-defense")
    fighting(p, NAT)
    play(p, "attack:2509", "unit:n-cst", "unit:n-pls", "go")
    while question(p) != "DefenderChits":
        play(p, "pass")
    play(p, "chit:town-defense")
    f = now(p)
    face = next((d for d in range(1, 7) if result(p, f, d)[1] == 1), 0)
    assert face
    lost = result(p, f, face)[0]
    while CHANCE not in p.choices():
        play(p, "pass")
    dice(p, face)
    while question(p) == "TakeLosses":
        play(p, "lose:n-cst" if "lose:n-cst" in offered(p) else offered(p)[0])
    assert where(p, "r-uri") == "deadpile"
    alive = sum(p.steps[unit(p, n)] for n in ("n-cst", "n-pls") if where(p, n) == "2508")
    assert alive == max(0, 3 - lost - 1)
    assert question(p) != "ChooseAdvance", "no extra loss, no advance"


def cauldron(place: str) -> Tscw:
    """A Nationalist unit inside a Republican pocket that is itself cut off from every Republican source."""
    p = empty(turn=9)
    own_all(p, NAT)
    middle = p.board.index["2714"]
    own(p, REP, *[p.board.names[h] for h in range(p.board.size) if p.board.apart[h][middle] <= 5])
    put(p, place, "n-div11")
    put(p, "2814", "r-div12")
    return p


def test_d19_attrition_is_judged_together() -> None:
    p = cauldron("2714")
    run(p, before("Attrition"))
    assert where(p, "n-div11") == where(p, "r-div12") == "deadpile"
    q = cauldron("2713")
    run(q, before("Attrition"))
    assert where(q, "n-div11") == "2713", "a town protects"
    assert where(q, "r-div12") == "deadpile"


def test_d22_column_zones_and_full_zones() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-div12")
    put(p, "2709", "r-mng")
    own(p, NAT, "2811", "2810", "2711", "2710", "2809")
    put(p, "2811", "n-gen244-1")
    moving(p, NAT)
    play(p, "unit:n-gen244-1")
    assert "hex:2810" in offered(p), "only a column is next to it"
    assert "hex:2711" not in offered(p)
    assert rules(p, "hex:2711") == ["11.5"]
    play(p, "hex:2810")
    assert args(p, "hex"), "and it may go on"
    q = empty(turn=9)
    put(q, "2812", "r-div12")
    put(q, "2709", "r-mng")
    own(q, NAT, "2811", "2810", "2711", "2710", "2809")
    put(q, "2810", "n-gen244-1")
    moving(q, NAT)
    play(q, "unit:n-gen244-1", "hex:2811")
    assert offered(q) == ["stop"], "from a column zone into a full zone, where it stops"
    assert table_column(q, battle(q, NAT, "2812", "n-gen244-1")) == 0
