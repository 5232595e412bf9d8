"""[1.8, 1.10b, 1.17b, 2.3, 3.2] Bounds of barrages: each condition of a spotter, a gun or a shift missing once."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_barrage import (
    Barrage,
    Fire,
    column_of,
    hill_spotter,
    spotted,
    strength,
    table_column,
)
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import DEAD, DG, FIRED, UNSUPPLIED
from tests.guadalajara.fight import barrage, bombs
from tests.guadalajara.lay import (
    at,
    denied,
    dice,
    drill,
    empty,
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

A = "30.05"
T = "30.06"
FAR = "30.08"


@pytest.mark.rule("1.8b.4", "2.3a", "2.3b", "2.3d", "3.2b", "3.2c")
@pytest.mark.parametrize(("gun", "spotters", "want"), [
    ("n-arty-ctv-2", ("n-tor-iv",), True), ("n-arty-ctv-2", ("n-int-vi",), True),
    ("n-arty-ctv-2", ("n-8-bai-sot",), False),
    ("n-arty-ctv-2", ("n-tk-3-crs",), False), ("n-arty-ctv-2", ("n-tk-3-crs", "n-tor-iv"), True),
    ("n-arty-ctv-2", (), False),
    ("n-arty-vi", ("n-int-vi",), True), ("n-arty-vi", ("n-lu-ix",), False), ("n-arty-vi", ("n-tor-iv",), False),
    ("n-arty-vi", ("n-lu-ix", "n-int-vi"), True), ("n-art-esp-10", ("n-8-bai-sot",), True),
    ("n-art-esp-10", ("n-tor-iv",), False), ("r-art-13", ("r-dmi-48",), True), ("r-art-13", ("r-tk-1-bt",), False)])
def test_who_spots_for_which_gun(gun: str, spotters: tuple[str, ...], want: bool) -> None:
    p = drill()
    puts(p, A, *spotters)
    u = put(p, gun, "40.05")
    assert spotted(p, u, at(p, T)) is want
    assert not spotted(p, u, at(p, "30.07"))                 # two hexes away


@pytest.mark.rule("1.17b.1", "1.17b.3")
@pytest.mark.parametrize(("on_hill", "target", "want"), [
    (("r-dmi-48",), "18.03", True), (("r-tk-1-bt",), "18.03", False), (("r-dmi-48", "r-tk-1-bt"), "18.03", True),
    (("n-tor-iv",), "18.03", False), ((), "18.03", False), (("r-dmi-48",), "18.04", True),
    (("r-dmi-48",), "18.05", False)])
def test_a_republican_on_a_hill_looks_down_on_brihuega(on_hill: tuple[str, ...], target: str, want: bool) -> None:
    p = empty()
    puts(p, "16.04", *on_hill)
    assert hill_spotter(p, at(p, target)) is want
    assert not hill_spotter(p, at(p, "19.02"))               # a neighbour of the town, but three hexes from this hill


@pytest.mark.rule("1.17b.1", "3.2a", "2.3c.2")
def test_the_hills_spot_for_republican_guns_only() -> None:
    p = empty()
    put(p, "r-dmi-48", "16.03")
    mine, theirs = put(p, "r-art-14", "14.03"), put(p, "n-arty-ctv-4", "24.05")
    assert spotted(p, mine, at(p, "18.03"))
    assert not spotted(p, theirs, at(p, "18.03"))


@pytest.mark.rule("3.2a", "2.3c.2", "2.3b", "1.8b.1a")
@pytest.mark.parametrize(("gun", "target", "want"), [
    ("r-art-13", "30.08", ["3.2a"]), ("n-arty-ctv-2", "30.08", ["2.3c.2"]), ("n-arty-vi", "30.08", ["2.3b"]),
    ("n-arty-vi", "30.09", ["1.8b.1a", "2.3b"]), ("n-arty-ctv-2", "30.10", ["2.3c.2"])])
def test_an_unspotted_gun_is_refused_by_the_rule_of_its_army(gun: str, target: str, want: list[str]) -> None:
    p = drill()
    u = put(p, gun, A)
    enemy = "n-tor-iv" if p.board.side[u] == REP else "r-dmi-48"
    put(p, enemy, target)
    put(p, "r-ter-48" if enemy == "r-dmi-48" else "n-bis-iv", "31.06")       # another target, beside the gun
    friend = "r-gua-1-49" if p.board.side[u] == REP else "n-int-vi"
    put(p, friend, A)
    run(p, Barrage(p.board.side[u]))
    assert rules(p, f"hex:{target}") == want
    assert hexes(offered(p)) == ["31.06"]
    assert denied(p) == []
    play(p, "hex:31.06")
    assert (offered(p), denied(p)) == ([f"unit:{gun}"], [])
    assert rules(p, "fire") == ["1.8c.3"]
    assert rules(p, "points:1") == ["1.10b.2"]
    play(p, f"unit:{gun}")
    assert (offered(p), denied(p)) == (["fire"], [])
    assert rules(p, f"unit:{gun}") == ["1.8c.1"]


@pytest.mark.rule("1.8b.2", "1.8c.2", "1.10b.2", "1.8b.1a", "1.8c.1")
def test_each_hex_that_cannot_be_shelled_has_its_reason() -> None:
    p = drill(italian_air=True)
    puts(p, A, "n-tor-iv", "n-arty-ctv-2")
    put(p, "r-dmi-48", T)
    put(p, "r-ter-48", "31.06")
    p.air[NAT] = 2
    run(p, Barrage(NAT))
    assert offered(p) == [f"hex:{T}", f"bomb:{T}", "hex:31.06", "bomb:31.06", "pass"]
    assert rules(p, f"hex:{A}") == rules(p, f"bomb:{A}") == rules(p, "hex:40.05") == ["1.8b.1a"]
    play(p, f"hex:{T}", "unit:n-arty-ctv-2", "fire")
    dice(p, 1, 1)
    assert p.state[unit(p, "n-arty-ctv-2")] & FIRED
    assert offered(p) == [f"bomb:{T}", "bomb:31.06", "pass"]
    assert rules(p, f"hex:{T}") == ["1.8c.2"]
    assert rules(p, "hex:31.06") == ["1.8c.1"]               # no gun is left
    play(p, f"bomb:{T}", "points:1")
    dice(p, 1, 1)
    assert (offered(p), denied(p)) == (["bomb:31.06", "pass"], [])
    assert rules(p, f"bomb:{T}") == ["1.8c.2"]
    play(p, "pass")
    assert step(p) == ""


@pytest.mark.rule("1.8c.4", "2.8b.2", "1.7a.1", "1.10b.1")
@pytest.mark.parametrize(("guns", "state", "turn", "want"), [
    (("r-art-13",), 0, 2, 13), (("r-art-13", "r-art-14"), 0, 2, 27), (("r-art-13",), DG, 2, 7),
    (("r-art-13",), 0, 1, 7),
    (("r-art-13",), DG, 1, 3), (("r-train",), DG, 1, 1), (("r-art-14",), DG, 2, 7)])
def test_the_strength_of_a_barrage(guns: tuple[str, ...], state: int, turn: int, want: int) -> None:
    p = drill(turn=turn)
    found = [put(p, name, A, state=state) for name in guns]
    assert strength(Fire(REP, at(p, T), False, False, found), p) == want


@pytest.mark.rule("1.8c.4", "1.7a.1")
def test_where_halving_does_not_add_up_disorder_and_surprise_halve_once() -> None:
    p = drill(turn=1, cumulative_halving=False)
    assert strength(Fire(REP, at(p, T), False, False, [put(p, "r-art-13", A, state=DG)]), p) == 7


@pytest.mark.rule("1.8d.1")
@pytest.mark.parametrize(("points", "column"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 2), (10, 3), (14, 3),
    (15, 4),
                                                (18, 4), (19, 5), (60, 5)])
def test_the_columns_of_the_barrage_table(points: int, column: int) -> None:
    assert column_of(drill(), points) == column


@pytest.mark.rule("1.8d.2", "1.17b.2", "2.3c.1", "1.8d.4")
def test_what_shifts_a_barrage_to_the_left() -> None:
    for name, before, ground, want in (("n-art-esp-10", False, "open", 1), ("n-art-esp-10", False, "village", 0),
                                       ("n-art-esp-10", True, "open", 3), ("n-art-esp-10", True, "village", 2)):
        p = drill(ground={"30.27": ground})
        u = put(p, name, "30.25")        # ten points, nobody spots
        put(p, "r-dmi-48", "30.27")
        assert table_column(Fire(NAT, at(p, "30.27"), before, False, [u]), p) == want, (before, ground)
    q = empty()                          # Brihuega is a village: 13 points, then with a hill in hand
    u = put(q, "r-art-13", "14.03")
    f = Fire(REP, at(q, "18.03"), False, False, [u])
    assert table_column(f, q) == 2
    put(q, "r-dmi-48", "16.03")
    assert table_column(f, q) == 3
    v = put(q, "n-arty-ctv-6", "24.05")  # no help to the Nationalist
    assert table_column(Fire(NAT, at(q, "18.03"), False, False, [v]), q) == 2


@pytest.mark.rule("1.8f.1", "1.7.2", "1.8f.3", "1.8d.1", "1.8f.2")
@pytest.mark.parametrize(("roll", "steps", "state"), [((2, 3), 2, 0), ((3, 3), 2, DG), ((4, 6), 1, DG)])
def test_no_effect_disorder_or_a_step_and_disorder(roll: tuple[int, int], steps: int, state: int) -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13", "r-art-14")           # 27 points: the last column
    u = put(p, "n-tor-iv", T)
    barrage(p, REP, T, "r-art-13", "r-art-14")
    dice(p, *roll)
    assert (p.steps[u], p.state[u] & DG) == (steps, state)
    assert all(p.state[unit(p, x)] & FIRED for x in ("r-art-13", "r-art-14"))


@pytest.mark.rule("1.16e.2", "1.8f.2")
def test_the_dead_of_a_barrage_roll_and_their_truck_is_lost() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13", "r-art-14")
    u = put(p, "n-8-bai-sot", T, steps=1)
    t = put(p, "n-truck-ctv-1", "40.05")
    barrage(p, REP, T, "r-art-13", "r-art-14")
    dice(p, 4, 6)
    assert step(p) == "ReconstitutionRoll"
    dice(p, 1)
    assert (p.hex[u], p.hex[t]) == (DEAD, at(p, "40.05"))


@pytest.mark.rule("1.10b.1", "1.10b.2", "1.8c.3")
def test_bombers_use_the_points_they_are_given() -> None:
    p = drill([f"{FAR} 30.09"])
    put(p, "n-tor-iv", FAR)
    p.air[REP] = 3
    f = bombs(p, REP, FAR, 2)
    assert (f.points, f.guns, p.air[REP], strength(f, p), step(p)) == (2, [], 1, 10, "BarrageDice")
    dice(p, 1, 1)
    assert step(p) == ""                 # bombed once; nobody else is there


@pytest.mark.rule("2.8a.1", "2.8a.2")
def test_before_the_game_guns_that_have_fired_are_ready_again_and_others_are_not_touched() -> None:
    p = drill(turn=1)
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    put(p, "r-dmi-48", T)
    run(p, Barrage(NAT, True))
    play(p, f"hex:{T}", "unit:n-arty-ctv-2", "fire")
    dice(p, 1, 1)
    assert step(p) == ""                 # one barrage for the hex
    assert not p.state[unit(p, "n-arty-ctv-2")] & FIRED
    run(p, Barrage(NAT))
    play(p, f"hex:{T}", "unit:n-arty-ctv-2", "fire")
    dice(p, 1, 1)
    assert p.state[unit(p, "n-arty-ctv-2")] & FIRED          # in the game they stay marked


@pytest.mark.rule("1.6c.3", "1.8b.2")
def test_a_gun_out_of_supply_is_not_offered_but_another_is() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    p.state[unit(p, "n-arty-ctv-3")] |= UNSUPPLIED
    put(p, "r-dmi-48", T)
    run(p, Barrage(NAT))
    play(p, f"hex:{T}")
    assert offered(p) == ["unit:n-arty-ctv-2"]
    assert rules(p, "unit:n-arty-ctv-3") == ["1.6c.3"]
    assert where(p, "r-dmi-48") == T
