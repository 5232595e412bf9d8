"""House readings of unclear rules: each toggle of the rulings changes what it says, and its default does not."""
from __future__ import annotations

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_barrage import column_of
from frente.games.guadalajara.rules.ch01_battle import duel_drm
from frente.games.guadalajara.rules.ch01_losses import Fates
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_supply import hq_range
from frente.games.guadalajara.rules.ch03_arrivals import entries
from frente.games.guadalajara.rules.victory import road_free
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import AWAITED, DEAD, DG, IN_ZOC, RELEASED
from tests.guadalajara.fight import attack, barrage, declare, settle
from tests.guadalajara.lay import (
    at,
    before,
    box,
    dice,
    drill,
    empty,
    left,
    offered,
    play,
    put,
    puts,
    run,
    start,
    step,
    unit,
    units,
    where,
)

A = "30.05"
T = "30.06"
RING = (("29.06", "n-impl-v"), ("31.06", "n-lup-v"), ("31.07", "n-ard-v"), ("29.07", "n-int-vi"))


def test_defaults_are_those_of_the_rulings() -> None:
    settled = GAME.settled({})
    assert settled["ezoc_cost"] == "on_exit"
    assert settled["overrun_cost"] == "flat"
    assert settled["vp30"] == "republican_minor"
    assert settled["separation_line"] == "strict"
    assert not any(settled[x] for x in ("political_incompatibility", "cavalry_screen", "variable_reinforcements",
                                        "italian_air", "hidden_interdiction", "secret_off_map", "secret_rolls",
                                        "intensive_combat", "simplified_panic"))


@pytest.mark.rule("1.20b")
@pytest.mark.parametrize(("value", "want"), [("flat", 4), ("plus_terrain", 3)])
def test_overrun_cost(value: str, want: int) -> None:
    p = drill(overrun_cost=value)
    put(p, "n-tor-iv", A)
    put(p, "r-gc", T, state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", f"overrun:{T}")
    dice(p, 6, 6, 2)
    assert left(p) == [want]


@pytest.mark.rule("scs.ovr.2")
@pytest.mark.parametrize("allowed", [True, False])
def test_overrun_from_ezoc(allowed: bool) -> None:
    p = drill(overrun_from_ezoc=allowed)
    u = put(p, "n-tor-iv", A)
    put(p, "r-gc", T, state=DG)
    p.state[u] |= IN_ZOC
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert (f"overrun:{T}" in offered(p)) == allowed


@pytest.mark.rule("1.10c.2")
@pytest.mark.parametrize(("hits", "want"), [(True, 5), (False, 5.5)])
def test_interdiction_hits_own(hits: bool, want: float) -> None:
    p = drill(mains=[f"{A} {T}"], interdiction_hits_own=hits)
    put(p, "r-dmi-48", A)
    p.markers, p.flipped, p.shown = [at(p, T)], [0], [1]
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48", f"hex:{T}")
    assert left(p) == [want]


@pytest.mark.rule("scs.ret.2", "2.6a.1")
@pytest.mark.parametrize(("value", "across"), [("last_resort", True), ("never", False)])
def test_retreat_across_line(value: str, across: bool) -> None:
    p = drill(retreat_across_line=value)
    put(p, "n-tor-iv", "24.13")
    put(p, "r-gua-1-49", "24.12")
    for h, name in (("23.13", "r-dmi-48"), ("23.14", "r-ter-48"), ("25.13", "r-lr-50"), ("25.14", "r-apo-71")):
        put(p, name, h)
    puts(p, "24.12", "r-tri-49")
    attack(p, REP, "24.13", "r-gua-1-49", "r-tri-49")
    dice(p, 4, 4)                        # 10 to 8: Dr1, and only the north is open
    settle(p, ("ReconstitutionRoll", "Advance", "ChooseTarget"))
    assert (where(p, "n-tor-iv") == "24.14") == across
    assert (where(p, "n-tor-iv") == str(DEAD)) != across


@pytest.mark.rule("scs.round", "scs.cbt.5")
@pytest.mark.parametrize(("value", "want"), [("nearest", 1), ("defender_favour", 0)])
def test_odds_rounding(value: str, want: int) -> None:
    p = drill(odds_rounding=value)
    puts(p, A, "n-tor-iv", "n-bis-iv")
    puts(p, T, "r-dmi-48", "r-gc")
    assert attack(p, NAT, T, "n-tor-iv", "n-bis-iv").rung == want            # 10 to 6


@pytest.mark.rule("1.11h")
@pytest.mark.parametrize(("counts", "want"), [(True, 2), (False, 3)])
def test_at_in_tank_vs_tank(counts: bool, want: int) -> None:
    p = drill(at_in_tank_vs_tank=counts)
    puts(p, A, "r-gua-1-49", "r-tk-1-bt")
    puts(p, T, "n-tor-iv", "n-ac-ab-crs", "n-at-crs")
    f = attack(p, REP, T, "r-gua-1-49", "r-tk-1-bt")
    assert duel_drm(f, p) == want - 1


@pytest.mark.rule("1.4a")
@pytest.mark.parametrize(("value", "loser"), [("per_hex", "n-lit-1-1"), ("whole_attack", "n-aqu-i")])
def test_volunteer_first(value: str, loser: str) -> None:
    p = drill(volunteer_first=value)
    put(p, "n-lit-1-1", A)
    put(p, "n-aqu-i", "31.07")
    put(p, "r-gar-xii", T)
    attack(p, NAT, T, "n-lit-1-1", "n-aqu-i")
    dice(p, 2, 3)                        # 10 to 12: A1
    assert p.steps[unit(p, loser)] == 1


@pytest.mark.rule("1.6b.3")
def test_hq_range_plus_one() -> None:
    for longer, want in ((False, 7), (True, 8)):
        p = drill(hq_range_plus_one=longer)
        assert hq_range(p, put(p, "n-hq-fn", A)) == want


@pytest.mark.rule("1.14b")
@pytest.mark.parametrize(("minus", "due"), [(True, 4), (False, 5)])
def test_falange_carlist_minus1(minus: bool, due: int) -> None:
    p = drill(falange_carlist_minus1=minus)
    u = put(p, "n-trbs-iba", "30.25", steps=1)
    p.lose_step(u, "scs.cbt.8", 0)
    run(p, Fates())
    dice(p, 3)
    assert p.due[u] == due


@pytest.mark.rule("3.1d.2")
def test_emergency_area() -> None:
    for value, n in (("as_ruled", 3), ("any", 14)):
        p = empty(turn=5, emergency_area=value)
        u = box(p, "r-jh-1", AWAITED, 5)
        assert len(entries(p, u)) == n


def test_scn2_alicante_rojo() -> None:
    p = start(2)
    assert not p.board.used[unit(p, "r-ar-1-71")]
    q = start(2, scn2_alicante_rojo="set_up_at_nearest_hex_south_of_badiel")
    assert q.board.used[unit(q, "r-ar-1-71")]
    assert all(q.board.south[h] for h in q.board.choice[unit(q, "r-ar-1-71")])


@pytest.mark.rule("scn.1.vp.5")
def test_sudden_death_road() -> None:
    for value, free in (("full_length", False), ("1.07_to_brihuega_junction", True)):
        p = empty(turn=5, sudden_death_road=value)
        put(p, "r-dmi-48", "40.13")
        assert road_free(p) == free


@pytest.mark.rule("scn.3.nat.arr")
@pytest.mark.parametrize(("value", "moves", "enters"), [("static", False, True), ("free", True, True),
                                                        ("forbidden", False, False)])
def test_late_spanish_south(value: str, moves: bool, enters: bool) -> None:
    p = empty(turn=10, late_spanish_south=value)
    village = next(h for h in p.board.villages if p.board.south[h] and p.board.column[h] > 30)
    p.last[village] = NAT
    u = box(p, "n-gal", AWAITED, 10)
    assert (village in entries(p, u)) == enters
    if enters:
        put(p, "n-gal", p.board.names[village], state=8192)
        put(p, "n-tor-iv", "60.10")
        run(p, Movement(NAT))
        assert ("unit:n-gal" in offered(p)) == moves


@pytest.mark.rule("2.8c")
@pytest.mark.parametrize("allowed", [True, False])
def test_prep_overrun(allowed: bool) -> None:
    p = drill(turn=1, prep_overrun=allowed)
    u = put(p, "n-tor-iv", A)
    put(p, "r-gc", T, state=DG)
    p.state[u] |= RELEASED
    run(p, Movement(NAT, True))
    play(p, "unit:n-tor-iv")
    assert (f"overrun:{T}" in offered(p)) == allowed


@pytest.mark.rule("1.12d.1", "1.2c.2")
@pytest.mark.parametrize(("value", "want"), [("full", 3), ("minus_one", 2)])
def test_reduced_flame_drm(value: str, want: int) -> None:
    p = drill(reduced_flame_drm=value)
    puts(p, A, "n-tor-iv")
    put(p, "n-gen-crs", A, steps=1)
    put(p, "r-dmi-48", T)
    assert attack(p, NAT, T, "n-tor-iv", "n-gen-crs").drm == want


@pytest.mark.rule("1.4a")
def test_volunteer_first_in_barrage() -> None:
    for first, names in ((True, ["n-tor-iv"]), (False, ["n-gen-fn", "n-tor-iv"])):
        p = drill(volunteer_first_in_barrage=first)
        puts(p, A, "r-dmi-48", "r-art-13", "r-art-14")
        puts(p, T, "n-tor-iv", "n-gen-fn")
        barrage(p, REP, T, "r-art-13", "r-art-14")
        dice(p, 6, 5)
        if first:
            assert p.steps[unit(p, "n-tor-iv")] == 1         # the only candidate
        else:
            assert units(offered(p)) == names


@pytest.mark.rule("1.12f.2", "1.11h")
@pytest.mark.parametrize(("value", "want"), [("zero", 3), ("printed", 1)])
def test_undeclared_flame_drm(value: str, want: int) -> None:
    p = drill(undeclared_flame_drm=value)
    puts(p, A, "r-gua-1-49", "r-tk-1-bt")
    puts(p, T, "n-tor-iv", "n-lf-crs")
    f = declare(p, REP, T, "r-gua-1-49", "r-tk-1-bt")
    play(p, "pass")
    assert duel_drm(f, p) == want


@pytest.mark.rule("1.10.2")
@pytest.mark.parametrize(("value", "kept"), [("until_next_determination", 2), ("own_turn_only", 0)])
def test_air_points_last(value: str, kept: int) -> None:
    p = drill(air_points_last=value)
    p.air[REP] = 2
    run(p, before(PlayerTurn(REP), "CleanUp"))
    assert p.air[REP] == kept


def test_house_tables() -> None:
    b, h = drill().board, drill(crt="house", barrage="house", terrain="house", ground={T: "woods"}).board
    assert b.ladder != h.ladder
    assert column_of(drill(), 10) != column_of(drill(barrage="house"), 10)
    assert h.defence_twice[h.index[T]] == 3                  # woods: half as strong again
    assert drill(ground={T: "woods"}).board.defence_twice[b.index[T]] == 4


@pytest.mark.rule("1.16b.4", "1.16b.1")
def test_load_after_walking() -> None:
    for allowed in (True, False):
        p = drill(load_after_walking=allowed)
        put(p, "n-tor-iv", A)
        put(p, "n-truck-ctv-1", T)
        run(p, Movement(NAT))
        play(p, "unit:n-tor-iv", f"hex:{T}")
        assert ("load:n-truck-ctv-1" in offered(p)) == allowed


@pytest.mark.rule("scs.ret.3")
def test_retreats_in_a_ring_cost_a_step_by_default() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    for h, name in RING:
        put(p, name, h)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 3, 4)
    settle(p, ("Advance", "ChooseTarget"))
    assert step(p) == "Advance"
    assert p.steps[unit(p, "r-dmi-48")] == 1
