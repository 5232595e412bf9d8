"""[scs.mov, scs.ovr, 1.16, 3.5] What a group on the march may do at each moment, all of it and nothing else."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DEAD,
    DG,
    EXITED,
    HANDLED,
    MOVED,
    OFF_MAP,
    RELEASED,
    RESERVE,
    Guadalajara,
)
from tests.guadalajara.lay import (
    at,
    denied,
    dice,
    drill,
    left,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    where,
    why,
)

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06 33.07 34.07"
AROUND = ["hex:29.05", "hex:29.06", "hex:30.04", "hex:31.05", "hex:31.06"]          # A without T


def march(p: Guadalajara, *words: str, exploit: bool = False, side: int = NAT) -> Guadalajara:
    run(p, Movement(side, exploit))
    return play(p, *words)


def have(p: Guadalajara, *points: float) -> None:
    """What each unit of the group has left."""
    move = p.stack[-1]
    assert isinstance(move, Move)
    move.left = [int(8 * x) for x in points]
    p.reask()


def keys(p: Guadalajara, word: str) -> list[tuple[str, str]]:
    return [(r.rule, r.key) for r in why(p, word)]


# -- stepping, joining, dropping, stopping


@pytest.mark.rule("scs.mov.1", "scs.ovr.1")
def test_before_its_first_step_a_unit_steps_overruns_is_joined_or_stops() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-gc", T, state=DG)
    march(p, "unit:n-tor-iv")
    assert sorted(offered(p)) == [*AROUND, f"overrun:{T}", "stop", "with:n-bis-iv"]
    assert denied(p) == []
    assert keys(p, f"hex:{T}") == [("scs.mov.1", "enemy-there")]
    assert keys(p, "hex:40.05") == [("scs.mov.1", "not-adjacent")]
    assert keys(p, "overrun:31.06") == keys(p, "overrun:40.05") == [("scs.ovr.1", "no-enemy-beside")]
    play(p, "with:n-bis-iv")
    assert sorted(offered(p)) == [*AROUND, f"overrun:{T}", "stop"]
    assert left(p) == [6, 6]
    play(p, "hex:31.06")
    assert sorted(offered(p)) == ["drop:n-bis-iv", "drop:n-tor-iv", "hex:30.05", "hex:31.05", "hex:31.07", "hex:32.05",
                                  "hex:32.06", f"overrun:{T}", "stop"]
    assert denied(p) == []
    assert (left(p), where(p, "n-tor-iv"), where(p, "n-bis-iv")) == ([5, 5], "31.06", "31.06")
    play(p, "stop")
    assert (step(p), offered(p)) == ("", [])                 # both have moved and nobody else is there


@pytest.mark.rule("scs.mov.1")
def test_a_unit_steps_into_a_hex_of_friends_and_not_into_one_of_enemies() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    put(p, "n-bis-iv", "31.06")
    put(p, "r-dmi-48", "32.06")
    march(p, "unit:n-tor-iv", "hex:31.06")
    assert "hex:32.06" not in offered(p)
    assert "stop" in offered(p)
    play(p, "stop")
    assert offered(p) == ["unit:n-bis-iv", "pass"]
    assert rules(p, "unit:n-tor-iv") == ["scs.mov.1"]        # it has moved
    assert keys(p, "unit:r-dmi-48") == [("scs.mov.1", "not-your-unit")]
    assert keys(p, "unit:n-buf-iv") == [("scs.mov.1", "not-on-map")]
    assert rules(p, "unit:n-truck-ctv-1") == ["1.16a.6"]
    play(p, "pass")
    assert step(p) == ""


@pytest.mark.rule("scs.mov.1")
def test_only_those_who_began_the_phase_in_the_hex_and_may_still_move_come_along() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    put(p, "n-impl-v", "29.05")
    p.state[unit(p, "n-buf-iv")] |= MOVED
    march(p, "unit:n-tor-iv")
    assert [x for x in offered(p) if x.startswith("with")] == ["with:n-bis-iv"]
    assert keys(p, "with:n-buf-iv") == [("scs.mov.1", "already-moved")]
    assert keys(p, "with:n-impl-v") == keys(p, "with:n-tor-iv") == [("scs.mov.1", "not-in-the-hex")]
    play(p, "hex:31.06")
    assert keys(p, "with:n-bis-iv") == [("scs.mov.1", "not-in-the-hex")]
    q = drill()
    puts(q, A, "n-tor-iv")
    puts(q, "31.06", "n-bis-iv")
    march(q, "unit:n-tor-iv", "hex:31.06")
    assert keys(q, "with:n-bis-iv") == [("scs.mov.1", "group-has-moved")]


@pytest.mark.rule("2.6b", "3.4a.2", "scs.ovr.2", "scs.mov.1")
def test_who_does_not_come_along() -> None:
    p = drill()
    puts(p, "52.23", "n-tor-iv", "n-8-bai-sot")
    march(p, "unit:n-tor-iv")
    assert keys(p, "with:n-8-bai-sot") == [("2.6b", "no-cooperation")]
    q = drill(rails=["30.25 31.26"])
    puts(q, "30.25", "r-train", "r-dmi-48", "r-rrbn")
    march(q, "unit:r-dmi-48", side=REP)
    assert keys(q, "with:r-train") == [("3.4a.2", "moves-alone")]
    assert "with:r-rrbn" in offered(q)
    play(q, "with:r-rrbn", "stop", "unit:r-train")
    assert [x for x in offered(q) if x.startswith("with")] == []
    r = drill(rails=["30.25 31.26"])
    puts(r, "30.25", "r-dmi-48", "r-rrbn")
    march(r, "unit:r-rrbn", side=REP)    # it began with the double move of the railway
    assert keys(r, "with:r-dmi-48") == [("3.4a.2", "moves-alone")]
    s = drill()
    puts(s, "24.15", "n-tor-iv", "n-bis-iv")
    s.state[unit(s, "n-bis-iv")] |= ASTRAY
    march(s, "unit:n-tor-iv")
    assert keys(s, "with:n-bis-iv") == [("3.4a.2", "moves-alone")]
    t = drill()
    puts(t, A, "n-tor-iv", "n-bis-iv")
    t.began[unit(t, "n-bis-iv")] = at(t, T)
    march(t, "unit:n-tor-iv")
    assert keys(t, "with:n-bis-iv") == [("scs.ovr.2", "not-together")]


@pytest.mark.rule("scs.mov.1", "1.1a", "1.11a.1", "1.11b", "1.12b", "4.1")
def test_each_unit_that_cannot_be_dropped_has_its_reason() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    puts(p, T, "n-buf-iv", "n-impl-v", "n-lup-v")            # full
    march(p, "unit:n-tor-iv", "with:n-bis-iv", f"hex:{T}")
    assert keys(p, "drop:n-bis-iv") == [("1.1a", "stack-not-legal")]
    assert keys(p, "drop:n-buf-iv") == [("scs.mov.1", "not-in-the-group")]
    assert keys(p, "drop:n-lu-ix") == [("scs.mov.1", "not-in-the-hex")]
    q = drill()
    puts(q, A, "n-tor-iv", "n-tk-3-crs")
    puts(q, T, "n-bis-iv", "n-tk-4-crs")
    march(q, "unit:n-tor-iv", "with:n-tk-3-crs", f"hex:{T}")
    assert keys(q, "drop:n-tk-3-crs") == [("1.11a.1", "stack-not-legal")]
    assert keys(q, "drop:n-tor-iv") == [("scs.stack.1", "others-stuck")]      # the tank could stop nowhere
    r = drill()
    puts(r, A, "n-tor-iv", "n-gen-crs")
    march(r, "unit:n-tor-iv", "with:n-gen-crs", f"hex:{T}")
    assert keys(r, "drop:n-gen-crs") == [("1.12b", "stack-not-legal")]
    s = drill(political_incompatibility=True)
    puts(s, A, "r-con-1-70", "r-dmi-48")
    put(s, "r-mpg-1-bis", T)
    march(s, "unit:r-con-1-70", "with:r-dmi-48", f"hex:{T}", side=REP)
    assert keys(s, "drop:r-con-1-70") == [("4.1", "stack-not-legal")]
    t = drill()                          # five steps there: one of two reduced battalions may stay
    puts(t, T, "n-buf-iv", "n-impl-v")
    put(t, "n-lup-v", T, steps=1)
    for name in ("n-tor-iv", "n-bis-iv"):
        put(t, name, A, steps=1)
    march(t, "unit:n-tor-iv", "with:n-bis-iv", f"hex:{T}")
    assert {"drop:n-tor-iv", "drop:n-bis-iv"} <= set(offered(t))
    assert "stop" not in offered(t)


@pytest.mark.rule("scs.stack.1", "scs.mov.1")
def test_nobody_is_dropped_if_the_others_can_neither_stay_nor_go_on() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    puts(p, T, "n-impl-v")
    march(p, "unit:n-tor-iv", "with:n-bis-iv", "with:n-buf-iv")
    have(p, 1, 2, 2)                     # one point: just enough for this hex
    assert f"hex:{T}" not in offered(p)  # eight steps could not stay and not all could go on
    assert rules(p, f"hex:{T}") == ["scs.stack.1"]
    have(p, 2, 2, 2)
    play(p, f"hex:{T}")
    assert "stop" not in offered(p)
    have(p, 1, 0, 1)
    assert keys(p, "drop:n-tor-iv") == [("scs.stack.1", "others-stuck")]
    have(p, 0, 1, 1)
    assert keys(p, "drop:n-tor-iv") == []


@pytest.mark.rule("scs.mov.1")
def test_a_group_moves_while_all_of_it_have_points() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-lu-ix")    # 6 points and 5
    march(p, "unit:n-tor-iv", "with:n-lu-ix")
    for h in ("30.06", "30.07", "30.08", "30.09", "30.10"):
        play(p, f"hex:{h}")
    assert left(p) == [1, 0]
    assert sorted(offered(p)) == ["drop:n-lu-ix", "drop:n-tor-iv", "stop"]
    assert keys(p, "hex:30.11") == [("scs.mov.1", "not-enough-mp")]
    assert why(p, "hex:30.11")[0].facts["unit"] == "n-lu-ix"
    play(p, "drop:n-lu-ix", "hex:30.11")
    assert (left(p)[0], where(p, "n-lu-ix"), where(p, "n-tor-iv")) == (0, "30.10", "30.11")
    play(p, "stop")
    assert p.state[unit(p, "n-lu-ix")] & p.state[unit(p, "n-tor-iv")] & MOVED


# -- overruns in the middle of a march


@pytest.mark.rule("scs.ovr.3", "scs.ovr.4", "scs.mov.1", "scs.adv.1")
def test_after_an_overrun_the_march_goes_on_or_is_over() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-gc", T, state=DG)
    march(p, "unit:n-tor-iv", f"overrun:{T}")
    dice(p, 6, 6, 2)                     # D3r4, and the dead battalion rolls
    assert (where(p, "n-tor-iv"), left(p)) == (T, [4])
    assert {"hex:30.05", "hex:30.07", "stop"} <= set(offered(p))
    assert "with:n-bis-iv" not in offered(p)
    play(p, "stop")
    assert offered(p) == ["unit:n-bis-iv", "pass"]
    q = drill()
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-gc", T, state=DG)
    march(q, "unit:n-tor-iv", f"overrun:{T}")
    dice(q, 1, 1)                        # A1 at 4 to 1: the hex is held
    assert where(q, "n-tor-iv") == A
    assert rules(q, "unit:n-tor-iv") == ["scs.mov.1"]
    assert offered(q) == ["unit:n-bis-iv", "pass"]


# -- leaving the map


@pytest.mark.rule("3.5a.1", "3.5d", "scs.mov.1")
def test_republicans_leave_from_an_entry_area_with_points_left() -> None:
    p = drill()
    puts(p, "1.07", "r-dmi-48", "r-ter-48")
    march(p, "unit:r-dmi-48", "with:r-ter-48", side=REP)
    assert "exit" in offered(p)
    have(p, 1, 0.5)
    play(p, "exit")                      # the one hex that everybody may always move
    assert [p.hex[unit(p, x)] for x in ("r-dmi-48", "r-ter-48")] == [OFF_MAP, OFF_MAP]
    assert [p.due[unit(p, x)] for x in ("r-dmi-48", "r-ter-48")] == [4, 4]
    assert p.exited == 0
    q = drill()
    put(q, "r-dmi-48", "2.07")
    march(q, "unit:r-dmi-48", side=REP)
    assert keys(q, "exit") == [("3.5a.1", "no-entry-area")]
    play(q, "hex:1.07")
    have(q, 0.875)
    assert keys(q, "exit") == [("scs.mov.1", "not-enough-mp")]
    assert "exit" not in offered(q)
    have(q, 1)
    assert "exit" in offered(q)


@pytest.mark.rule("scs.zoc.2", "3.5a.1")
@pytest.mark.parametrize(("cost", "points", "may"), [
    ("on_exit", 3, True), ("on_exit", 2, False), ("on_enter", 1, True)])
def test_leaving_the_map_out_of_a_zone_costs_two_more(cost: str, points: int, may: bool) -> None:
    p = drill(ezoc_cost=cost)
    put(p, "r-dmi-48", "2.07")
    put(p, "n-tor-iv", "1.08")
    march(p, "unit:r-dmi-48", "hex:1.07", side=REP)
    have(p, points)
    assert ("exit" in offered(p)) is may


@pytest.mark.rule("3.5d", "scn.1.vp.5")
def test_italian_infantry_leaves_by_1_07_alone_and_in_scenario_1_alone() -> None:
    for scenario, name, h, want in ((1, "n-tor-iv", "1.07", []), (1, "n-tor-iv", "1.06", ["scn.1.vp.5"]),
                                    (1, "n-brs-lit", "1.07", ["3.5d"]), (2, "n-tor-iv", "1.07", ["3.5d"])):
        p = drill(scenario=scenario)
        p.taken = True
        put(p, name, h)
        march(p, f"unit:{name}")
        assert rules(p, "exit") == want, (scenario, name, h)
        assert ("exit" in offered(p)) is (not want)
    q = drill()
    q.taken = True
    loaded(q, "n-tor-iv", "n-truck-ctv-1", "1.07")
    put(q, "n-bis-iv", "1.07")
    march(q, "unit:n-tor-iv", "exit")
    assert (q.hex[unit(q, "n-tor-iv")], q.hex[unit(q, "n-truck-ctv-1")], q.exited) == (EXITED, EXITED, 1)
    assert where(q, "n-bis-iv") == "1.07"


@pytest.mark.rule("1.11b", "3.5a.1")
def test_nobody_leaves_the_map_and_a_tank_alone_behind() -> None:
    p = drill()
    puts(p, "1.07", "r-dmi-48", "r-tk-1-bt")
    march(p, "unit:r-dmi-48", side=REP)
    assert rules(p, "exit") == ["1.11b"]
    play(p, "with:r-tk-1-bt")
    assert rules(p, "exit") == []


# -- the railway battalion


@pytest.mark.rule("3.4b.3", "scs.mov.1")
def test_the_double_move_of_the_railway_is_lost_with_the_first_step_beside_it() -> None:
    p = drill(rails=["30.25 31.26 32.26 33.27 34.27 35.28 36.28"])
    put(p, "r-rrbn", "30.25")
    march(p, "unit:r-rrbn", side=REP)
    for h in ("31.26", "32.26", "33.27", "34.27"):
        play(p, f"hex:{h}")
    assert left(p) == [6]
    assert "hex:34.26" in offered(p)     # one of its own five points is left
    q = p.clone()
    play(q, "hex:34.26")
    assert left(q) == [0]
    play(p, "hex:35.28")
    assert left(p) == [5]
    assert keys(p, "hex:35.27") == [("scs.mov.1", "not-enough-mp")]
    assert "hex:36.28" in offered(p)


# -- reserve and exploitation


@pytest.mark.rule("1.13a.1", "1.7a.5", "1.13b", "scs.exp.1", "scs.mov.1")
def test_who_moves_in_which_phase() -> None:
    for state, moves, exploits in ((0, [], ["1.13a.1"]), (RESERVE, ["1.13b"], ["1.13a.1"]),
                                   (RESERVE | RELEASED, ["1.13b"], []), (RELEASED, [], []),
                                   (DG, [], ["1.7a.5", "1.13a.1"]), (DG | RELEASED, [], ["1.7a.5"]),
                                   (MOVED | RELEASED, ["scs.mov.1"], ["scs.mov.1"])):
        for exploit, want in ((False, moves), (True, exploits)):
            p = drill()
            put(p, "n-lit-1-1", A, state=state)
            put(p, "n-lit-2-1", "40.05", state=RELEASED)
            run(p, Movement(NAT, exploit))
            assert rules(p, "unit:n-lit-1-1") == want, (state, exploit)
            assert ("unit:n-lit-1-1" in offered(p)) is (not want)
            assert "unit:n-lit-2-1" in offered(p)
            assert "pass" in offered(p)
            assert denied(p) == []


@pytest.mark.rule("1.13a.3", "1.13a.2")
def test_reserves_are_named_in_the_movement_phase_only() -> None:
    for exploit in (False, True):
        p = drill()
        put(p, "n-lit-1-1", A, state=RELEASED)
        run(p, Movement(NAT, exploit))
        assert ("reserve:n-lit-1-1" in offered(p)) is not exploit
        assert rules(p, "reserve:n-lit-1-1") == (["1.13a.3"] if exploit else [])
    p = drill()
    put(p, "n-lit-1-1", A)
    run(p, Movement(NAT))
    play(p, "reserve:n-lit-1-1")
    assert p.state[unit(p, "n-lit-1-1")] & RESERVE
    assert step(p) == ""                 # nobody else is there to move


# -- duties


@pytest.mark.rule("3.4a.3")
def test_the_train_beside_an_enemy_has_to_go_while_it_can() -> None:
    for rails, want in ((["30.25 31.26"], ["3.4a.3"]), (["30.25 30.26"], [])):
        p = drill(rails=rails)
        put(p, "r-train", "30.25")
        put(p, "n-8-bai-sot", "30.26", state=DG)
        put(p, "r-dmi-48", "40.25")
        run(p, Movement(REP))
        assert rules(p, "pass") == want
        assert ("pass" in offered(p)) is (not want)
    q = drill(rails=["30.25 31.26"])     # away from the enemy it stays if it likes
    put(q, "r-train", "30.25")
    run(q, Movement(REP))
    assert "pass" in offered(q)


@pytest.mark.rule("scs.mov.1")
def test_whoever_is_destroyed_or_stopped_on_the_way_is_no_more_of_the_group() -> None:
    p = drill([ROAD])
    puts(p, A, "n-brs-crs", "n-brs-lit")
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
    march(p, "unit:n-brs-crs", "with:n-brs-lit", "hex:31.06", "unit:n-brs-crs")
    dice(p, 6)
    assert where(p, "n-brs-crs") == str(DEAD)
    play(p, "hex:32.06", "stop")
    assert where(p, "n-brs-lit") == "32.06"
    assert p.state[unit(p, "n-brs-lit")] & MOVED
    assert not p.state[unit(p, "n-brs-crs")] & (MOVED | HANDLED)
