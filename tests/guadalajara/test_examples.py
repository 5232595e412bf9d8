"""The worked examples: A those of the rulebook, B cross-checks of its own data, C derived by rulings and tables.

Each test is named after its example and holds its numbers. Vectors of part C that read a reconstructed table say so.
"""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import AirPhase
from frente.games.guadalajara.rules.ch01_barrage import spotted, strength, table_column
from frente.games.guadalajara.rules.ch01_battle import attack_of, defence_total, drm
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Fates
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_supply import Survey, hq_range
from frente.games.guadalajara.rules.ch02_morale import Morale
from frente.games.guadalajara.rules.ch03_arrivals import Reinforcements, arrivals, arriving
from frente.games.guadalajara.rules.victory import judge, score
from frente.games.guadalajara.state.board import FN, NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    AWAITED,
    DEAD,
    DG,
    DISABLED,
    MAJOR_REP,
    MINOR_NAT,
    MINOR_REP,
    OFF_MAP,
    RESERVE,
    RETURNING,
    UNSUPPLIED,
)
from frente.kit.scs.odds import POINT, rung, spelled
from tests.guadalajara.fight import attack, barrage, bombs, declare, reckoning, settle
from tests.guadalajara.lay import (
    at,
    before,
    box,
    dice,
    drill,
    empty,
    hexes,
    left,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    tables,
    told,
    unit,
    units,
    where,
)

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06 33.07 34.07 35.08 36.08"
UNITS = tables()["units"]["unit"]


# -- A


@pytest.mark.rule("3.5a.2")
def test_a1_who_leaves_the_map_on_turn_4_comes_back_on_turn_6_at_the_earliest() -> None:
    p = empty(turn=4)
    u = put(p, "r-dmi-48", "1.07")
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48", "exit")
    assert (where(p, "r-dmi-48"), p.due[u]) == (str(OFF_MAP), 6)
    for turn, back in ((5, []), (6, [u])):
        p.turn = turn
        assert arriving(p, REP, False) == back
    run(p, arrivals(p, REP))
    assert {p.board.area_of[at(p, h)] for h in hexes(offered(p))} == {"A", "B", "C", "D", "E"}


@pytest.mark.rule("4.4a", "4.4b")
@pytest.mark.parametrize(("die", "due"), [(6, 5), (1, 7), (2, 6), (3, 6), (4, 6), (5, 6)])
def test_a2_a_unit_due_on_turn_6_is_rolled_for_on_turn_5(die: int, due: int) -> None:
    p = empty(turn=5, variable_reinforcements=True)
    u = box(p, "r-edi-35", AWAITED, 6)
    run(p, Reinforcements())
    dice(p, die)
    assert p.due[u] == due
    p.turn = 6
    run(p, Reinforcements())
    again = "die:1" in offered(p)
    assert again == (due == 7)           # the late one is rolled for again


@pytest.mark.rule("1.17c")
@pytest.mark.parametrize(("hills", "defence", "modifier"), [(4, 7, 2), (3, 14, 0)])
def test_a3_brihuega_overlooked(hills: int, defence: int, modifier: int) -> None:
    p = drill(ground={"18.03": "village"})
    for h, name in list(zip(("16.03", "16.04", "17.05", "18.05"), ("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71"),
                            strict=True))[:hills]:
        put(p, name, h)
    put(p, "r-gar-xii", "18.04")
    put(p, "n-aqu-i", "18.03")
    f = attack(p, REP, "18.03", "r-gar-xii")
    assert defence_total(p, f.defenders, f.target, REP) == defence * POINT
    assert f.drm == modifier


@pytest.mark.rule("1.18a")
@pytest.mark.parametrize(("attackers", "rolled"), [(("n-gen-fn", "n-gen-pn"), False), (("n-aqu-i",), True)])
def test_a4_one_to_three_or_worse_is_a2r2_without_a_roll(attackers: tuple[str, ...], rolled: bool) -> None:
    p = drill()
    puts(p, A, *attackers)               # 4 against 10, or against 9 by a battalion at half strength
    put(p, "r-com-1-bis" if not rolled else "r-ort-65", T)
    events = told(p)
    declare(p, NAT, T, *attackers)
    assert (step(p) == "CombatDice") is rolled
    assert [e.facts["result"] for e in events if e.key == "combat-result"] == ([] if rolled else ["A2r2"])


@pytest.mark.rule("1.18b")
def test_a5_better_than_four_to_one_reads_the_last_column() -> None:
    for names, want in ((("n-tor-iv",), 5), (("n-lit-1-1",), 6)):
        p = drill()
        puts(p, A, *names)
        put(p, "r-gc", T)
        f = attack(p, NAT, T, *names)
        assert (spelled(f.rung), reckoning(p, f)[0]) == (f"{want}:1", 4)


@pytest.mark.rule("4.7a")
@pytest.mark.parametrize(("roll", "want"), [((3, 3), [1, 1, 1, 1]), ((4, 4), [0, 0, 1, 0])])
def test_a6_intensive_combat_changes_no_effect_and_nothing_else(roll: tuple[int, int], want: list[int]) -> None:
    p = drill(intensive_combat=True)
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    f = declare(p, NAT, T, "n-tor-iv", "n-bis-iv")
    play(p, "intensive")
    dice(p, *roll)
    assert f.result == want


@pytest.mark.rule("1.12d.1", "1.12e.1", "1.12e.2")
def test_a7_flamethrower_engineers_add_3_or_take_3_off_and_the_second_use_is_the_last() -> None:
    for steps, after in ((2, 1), (1, 0)):
        p = drill()
        puts(p, A, "n-tor-iv", "n-bis-iv")
        u = put(p, "n-gen-crs", A, steps=steps)
        put(p, "r-dmi-48", T)
        f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-gen-crs")
        assert f.drm == 3
        dice(p, 1, 1)
        assert p.steps[u] == after
        assert (where(p, "n-gen-crs") == str(DEAD)) is (after == 0)
    q = drill()
    puts(q, A, "r-gua-1-49", "r-tri-49")
    puts(q, T, "n-tor-iv", "n-gen-crs")
    g = declare(q, REP, T, "r-gua-1-49", "r-tri-49")
    play(q, "unit:n-gen-crs")
    assert g.drm == -3


@pytest.mark.rule("1.16b.2")
def test_a8_a_truck_that_loads_and_unloads_has_4_points_less() -> None:
    p = drill([ROAD])
    put(p, "n-tor-iv", A)
    put(p, "n-truck-ctv-1", A)
    put(p, "n-hq-fn", A)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1")
    assert left(p) == [10]
    play(p, "hex:31.06", "unload")
    assert p.stack[-1].left == int(7.5 * 8)                  # type: ignore[attr-defined]    # 12 - 2 - ½ - 2


@pytest.mark.rule("gen.6a")
def test_a9_units_of_one_name_are_told_apart_by_their_parent() -> None:
    named = {(u["name"], u["parent"]) for u in UNITS if "name" in u}
    for name, parents in (("Uragano", {"III", "IX"}), ("Tempesta", {"III", "IX"}), ("Ardita", {"VI", "VIII"}),
                          ("Thaelmann", {"1 Bis", "XI"})):
        assert {b for a, b in named if a == name} == parents


@pytest.mark.rule("2.7c.1", "2.7c.2")
def test_a10_panic_begins_at_11_and_ends_at_10() -> None:
    for level, was, now in ((10, 0, 0), (11, 0, 1), (11, 1, 1), (10, 1, 0)):
        p = drill()
        p.morale[FN], p.panic[FN], p.routed[FN] = level, was, 1
        run(p, Morale())
        assert p.panic[FN] == now


@pytest.mark.rule("1.15b")
@pytest.mark.parametrize(("die", "fixed"), [(1, False), (4, False), (5, True), (6, True)])
def test_a11_a_disabled_tank_is_repaired_on_5_or_6(die: int, fixed: bool) -> None:
    p = drill(turn=3)
    u = box(p, "r-tk-1-bt", DISABLED)
    p.steps[u] = 2
    run(p, before(PlayerTurn(REP), "TankRepair"))
    dice(p, die)
    want = (str(RETURNING), 4, 1) if fixed else (str(DISABLED), 99, 2)
    assert (where(p, "r-tk-1-bt"), p.due[u], p.steps[u]) == want


@pytest.mark.rule("1.20a", "1.20b")
def test_a12_an_overrun_costs_2_on_foot_and_6_on_wheels_or_tracks_and_not_where_foot_pays_3() -> None:
    for name, company, had, want in (
            ("n-tor-iv", "", 6, 4), ("n-brs-crs", "", 14, 8), ("n-tk-3-crs", "n-tor-iv", 12, 6)):
        p = drill(ground={T: "hills"})   # 2 on foot
        puts(p, A, name, *([company] if company else []))
        put(p, "r-gc", T, state=DG)
        run(p, Movement(NAT))
        play(p, f"unit:{name}", *([f"with:{company}"] if company else []))
        assert left(p)[0] == had
        play(p, f"overrun:{T}")
        move = p.stack[1]
        assert move.left[0] == want * 8  # type: ignore[attr-defined]
    q = drill(ground={T: "wooded-hills"})                    # 3 on foot
    put(q, "n-tor-iv", A)
    put(q, "r-gc", T, state=DG)
    run(q, Movement(NAT))
    assert rules(play(q, "unit:n-tor-iv"), f"overrun:{T}") == ["1.20a"]


@pytest.mark.rule("2.5b")
@pytest.mark.parametrize(("there", "extra"), [((), 0), (("n-bis-iv",), 1), (("n-bis-iv", "n-truck-ctv-1"), 2)])
def test_a13_traffic(there: tuple[str, ...], extra: int) -> None:
    p = drill([ROAD])
    put(p, "n-hq-fn", A)
    puts(p, "31.06", *there)
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "hex:31.06")
    assert left(p) == [12 - 0.5 - extra]


@pytest.mark.rule("1.6b.3", "2.7d.6")
def test_a14_headquarters_range() -> None:
    p = drill()
    fn, lit = put(p, "n-hq-fn", A), put(p, "n-hq-lit", "31.06")
    assert (hq_range(p, fn), hq_range(p, lit)) == (7, 9)
    p.panic[FN] = 1
    assert (hq_range(p, fn), hq_range(p, lit)) == (5, 9)


# -- B


@pytest.mark.rule("2.7b.1", "scn.4.morale")
@pytest.mark.parametrize(("division", "reduced", "missing"), [
    ("FN", {"Ardi/VI", "Int/VI", "Inf/VII", "Ine/VII", "Ardi/VIII", "Imp/VIII"}, 6),
    ("PN", {"Lu/IX", "Ura/IX", "Temb/X", "Car/X", "Mon/XI", "Pasu/XI"}, 6), ("DLV", {"Fre/III", "Leo/I"}, 5)])
def test_b1_the_morale_of_scenario_4_is_the_steps_missing(division: str, reduced: set[str], missing: int) -> None:
    units = [u for u in UNITS if u["division"] == division and u["kind"] != "truck"]
    there = {u["designation"]: e.get("steps", u["steps"]) for u in units for e in u["entry"] if e["scenario"] == 4}
    assert {d for d, n in there.items() if n == 1 and next(u for u in units if u["designation"] == d)["steps"] == 2
            } == reduced
    assert sum(u["steps"] for u in units) - sum(there.values()) == missing
    assert {u["steps"] for u in units if u["kind"] == "infantry"} == {2}


@pytest.mark.rule("1.2a.1")
def test_b2_units_listed_with_one_step_have_two_when_full() -> None:
    listed = {u["designation"].replace(" ", "") for u in UNITS if u["steps"] == 2 and u["division"] in ("", "Lit")
              and any(e.get("steps") == 1 for e in u["entry"])}
    assert listed == {"Gua5/50", "20J/50", "Pue4/50", "EA/XI", "Gar/XII", "3/BT", "MG/Lit"}


LINE4 = ["10.12", "10.11", "10.10", "10.09", "11.09", "12.08", "13.09", "14.08", "15.08", "15.07", "16.06", "16.05",
         "16.04", "16.03", "16.02", "17.02", "18.01", "19.02", "20.02", "20.03"]
HILLS = ("16.03", "16.04", "17.05", "18.05", "19.05", "18.01", "19.02")


@pytest.mark.rule("scs.num")
def test_b3_the_line_of_scenario_4_is_a_chain_only_if_even_columns_stand_half_a_hex_higher() -> None:
    b = empty().board
    assert all(b.index[y] in b.nb[b.index[x]] for x, y in zip(LINE4, LINE4[1:], strict=False))
    assert [b.names[h] for h in b.line4] == LINE4
    assert {b.names[n] for n in b.nb[b.index["10.10"]]} == {"10.11", "10.09", "9.10", "9.11", "11.10", "11.11"}
    assert {b.names[n] for n in b.nb[b.index["11.10"]]} == {"11.11", "11.09", "10.09", "10.10", "12.09", "12.10"}


@pytest.mark.rule("1.17b.1", "1.17d")
def test_b4_the_hills_of_brihuega_lie_two_hexes_away() -> None:
    b = empty().board
    centre = b.index["18.03"]
    assert tuple(b.names[h] for h in b.hills) == HILLS
    assert [b.distance(centre, b.index[h]) for h in (*HILLS, "20.03")] == [2] * 8
    assert {b.names[n] for n in b.nb[centre]} == {"18.04", "18.02", "17.03", "17.04", "19.03", "19.04"}
    assert (b.names[b.pass_hex], b.limit_column) == ("20.03", 16)


@pytest.mark.rule("note.2", "scn.1.vp.4", "scn.1.vp.6")
def test_b5_the_historical_line_scores_29_less_5() -> None:
    p = empty()
    for name in ("jadraque", "cogolludo", "castejon-de-henares", "bujalaro", "castilblanco-de-henares", "miralrio",
                 "valfermoso-de-las-monjas", "casas-de-san-galindo", "utande", "muduex", "membrillera", "ledanca",
                 "espinosa-de-henares", "almadrones", "argecilla", "mirabueno", "hontanares", "cogollor", "alaminos",
                 "las-inviernas", "el-sotillo", "torrecuadrada-de-los-valles", "renales"):
        p.last[p.board.town[name]] = NAT
    assert score(p) == 29
    p.routed[1] = 1
    judge(p)
    assert (p.vp, p.level) == (24, MINOR_REP)


@pytest.mark.rule("scn.1.vp.5", "2.6a.3", "2.9")
def test_b6_the_main_road_passes_the_hexes_the_book_names() -> None:
    b = empty().board
    road = [b.names[h] for h in b.main_road]
    assert {"1.07", "3.08", "13.11", "16.11", "24.12", "33.13", "35.14", "38.13", "52.15", "62.16"} <= set(road)
    assert (road[0], road[-1], len(road)) == ("1.07", "62.16", 62)
    assert all(y in b.nb[x] for x, y in zip(b.main_road, b.main_road[1:], strict=False))
    assert (b.names[b.exit_hex], b.exits_needed) == ("1.07", 9)
    assert tables()["map"]["start_line"]["ends"] == ["19.35", "62.05"]


# -- C


@pytest.mark.rule("scs.round", "scs.cbt.5", "1.18a", "1.18b")
@pytest.mark.parametrize(("a", "d", "odds", "column"), [
    (24, 16, "2:1", 2), (23, 16, "1:1", 1), (16, 24, "1:2", 0), (16, 40, "1:3", -1), (70, 16, "4:1", 4),
    (72, 16, "5:1", 4)])
def test_c1_odds_are_rounded(a: int, d: int, odds: str, column: int) -> None:
    from frente.games.guadalajara.rules.ch01_battle import column as column_of

    r = rung(a * POINT, d * POINT)
    assert (spelled(r), column_of(r)) == (odds, column)


@pytest.mark.rule("1.10a.1", "1.18a")
def test_c2_an_air_point_rescues_a_hopeless_attack() -> None:
    for points, rolled in ((1, True), (0, False)):
        p = drill()
        puts(p, A, "r-gua-1-49", "r-man-33")                 # 10
        puts(p, T, "n-6-vic-sot", "n-8-vic-sot")             # 22 and ...
        put(p, "n-tor-iv", T)                                # ... 8: 30
        p.air[REP] = 1
        f = declare(p, REP, T, "r-gua-1-49", "r-man-33")
        play(p, f"points:{points}")
        assert spelled(f.rung) == ("1:2" if points else "1:3")
        assert (step(p) == "CombatDice") is rolled


@pytest.mark.rule("scs.cbt.5", "scs.cbt.8")
@pytest.mark.parametrize(("roll", "want"), [((3, 4), [0, 0, 0, 1]), ((4, 5), [0, 0, 1, 1]), ((1, 2), [0, 1, 0, 0])])
def test_c3_a_plain_attack_at_two_to_one(roll: tuple[int, int], want: list[int]) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    assert (spelled(f.rung), f.drm) == ("2:1", 0)
    dice(p, *roll)
    assert f.result == want


@pytest.mark.rule("1.11f.2")
def test_c4_the_same_with_a_tank_reads_9_for_7_and_the_tank_rolls() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    assert (spelled(f.rung), f.drm) == ("2:1", 2)
    dice(p, 3, 4)
    assert f.result == [0, 0, 1, 1]
    settle(p, ("TankRoll", "ChooseTarget"))
    assert (f.tank, f.tank_drm) == (unit(p, "n-tk-3-crs"), 0)


@pytest.mark.rule("1.8b.3", "1.9b")
def test_c5_the_same_against_a_battery_in_barrage_mode() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48", "r-art-7")
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    assert defence_total(p, f.defenders, f.target, NAT) == 6 * POINT
    assert (spelled(f.rung), f.drm, f.tank_drm) == ("2:1", 1, 1)
    dice(p, 3, 4)
    assert f.result == [0, 0, 1, 0]


@pytest.mark.rule("scs.cbt.6")
def test_c6_sixteen_across_a_stream_against_seven_in_a_village() -> None:
    p = drill(minors=["30.25/30.26"], ground={"30.26": "village"})
    puts(p, "30.25", "n-6-vic-sot", "n-8-vic-sot")
    put(p, "r-tri-49", "30.26")
    f = attack(p, NAT, "30.26", "n-6-vic-sot", "n-8-vic-sot")
    assert sum(attack_of(p, u, f.target) for u in f.units) == 8 * POINT
    assert defence_total(p, f.defenders, f.target, NAT) == 14 * POINT
    assert spelled(f.rung) == "1:2"


@pytest.mark.rule("1.6c.1", "1.7a.1", "scs.mov.2")
def test_c7_disorganised_and_unsupplied_a_unit_has_a_quarter_of_everything() -> None:
    p = drill()
    u = put(p, "n-lit-1-1", A, state=DG | UNSUPPLIED)
    assert attack_of(p, u, at(p, T)) == 1.5 * POINT
    assert defence_total(p, [u], at(p, A), REP) == 2.25 * POINT
    assert p.allowance(u) == 1.5 * 8
    run(p, Movement(NAT))
    play(p, "unit:n-lit-1-1", f"hex:{T}")
    assert left(p) == [0.5]


@pytest.mark.rule("1.7a.2")
def test_c8_disorder_takes_a_drm_one_nearer_to_zero() -> None:
    p = drill()
    u = put(p, "r-tk-1-bt", A)
    assert (drm(p, u, True), drm(p, u, False)) == (3, 2)
    p.mark(u, DG)
    assert (drm(p, u, True), drm(p, u, False)) == (2, 1)


@pytest.mark.rule("1.8d.1", "1.8d.2", "1.8f.1")
@pytest.mark.parametrize(("ground", "column", "lost"), [("open", 5, 1), ("village", 4, 0)])
def test_c9_thirty_points_on_an_open_hex_and_on_a_village(ground: str, column: int, lost: int) -> None:
    p = drill(ground={T: ground})
    puts(p, A, "n-arty-ctv-2", "n-arty-ctv-3")
    u = put(p, "r-dmi-48", T)
    f = barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    assert (strength(f, p), table_column(f, p)) == (30, column)
    dice(p, 5, 5)
    assert (2 - p.steps[u], bool(p.state[u] & DG)) == (lost, True)


@pytest.mark.rule("2.3c.1", "1.8d.4")
@pytest.mark.parametrize(("gun", "points", "column"), [("n-art-esp-10", 10, 1), ("n-art-esp-5", 5, 0)])
def test_c10_an_unspotted_spanish_barrage_is_two_columns_left(gun: str, points: int, column: int) -> None:
    p = drill()
    put(p, gun, "30.25")
    put(p, "r-dmi-48", "30.28")
    f = barrage(p, NAT, "30.28", gun)
    assert not spotted(p, unit(p, gun), at(p, "30.28"))
    assert (strength(f, p), table_column(f, p)) == (points, column)


@pytest.mark.rule("1.10b.1", "1.10b.3")
@pytest.mark.parametrize(("roads", "column"), [(["30.06 30.07"], 4), ([], 2)])
def test_c11_three_air_points_are_fifteen_and_a_road_spares_the_spotter(roads: list[str], column: int) -> None:
    p = drill(roads)
    put(p, "n-tor-iv", T)
    p.air[REP] = 3
    f = bombs(p, REP, T, 3)
    assert (strength(f, p), table_column(f, p)) == (15, column)


@pytest.mark.rule("1.14a.1", "1.14a.2", "1.14a.3", "1.14a.4", "1.14b", "1.14c")
@pytest.mark.parametrize(("name", "turn", "die", "due"), [
    ("r-tha-xi", 3, 1, 0), ("r-tha-xi", 3, 2, 4), ("r-tha-xi", 3, 6, 8), ("n-ardi-vi", 3, 2, 6),
    ("n-ardi-vi", 3, 6, 10), ("r-dmi-48", 8, 4, 0), ("r-dmi-48", 8, 3, 11)])
def test_c12_when_destroyed_infantry_comes_back(name: str, turn: int, die: int, due: int) -> None:
    p = drill(turn=turn)
    put(p, "n-hq-fn", "40.05")
    u = put(p, name, A, steps=1)
    p.lose_step(u, "scs.cbt.8", 0)
    run(p, Fates())
    dice(p, die)
    assert (where(p, name), p.due[u] if due else 0, p.steps[u]) == (
        (str(RETURNING), due, 1) if due else (str(DEAD), 0, 0))


@pytest.mark.rule("1.14a.4")
def test_c12_without_a_way_to_its_headquarters_a_bandera_is_gone_whatever_the_die() -> None:
    p = drill(turn=3)
    u = put(p, "n-ardi-vi", A, steps=1)
    p.lose_step(u, "scs.cbt.8", 0)
    run(p, Fates())
    assert (where(p, "n-ardi-vi"), step(p)) == (str(DEAD), "")


@pytest.mark.rule("2.7b.1", "2.7b.2", "2.7b.3", "2.7c.1", "2.7c.2")
def test_c13_the_books_of_morale() -> None:
    p = drill(turn=3)
    p.morale[FN] = 9
    p.lose_step(put(p, "n-ardi-vi", A), "scs.cbt.8")
    assert p.morale[FN] == 10
    p.lose_step(put(p, "n-hq-fn", A), "scs.cbt.8")
    assert p.morale[FN] == 11
    run(p, Morale())
    settle(p)
    assert (p.panic[FN], p.routed[FN], bool(p.state[unit(p, "n-ardi-vi")] & DG)) == (1, 1, True)
    p.turn = 4
    v = box(p, "n-int-vi", RETURNING, 4)
    p.steps[v] = 1
    run(p, arrivals(p, NAT))
    play(p, offered(p)[0])
    assert (where(p, "n-hq-fn"), p.morale[FN]) == (where(p, "n-ardi-vi"), 11)
    play(p, offered(p)[0])
    assert p.morale[FN] == 10
    run(p, Morale())
    assert p.panic[FN] == 0


@pytest.mark.rule("2.7e.2")
def test_c14_a_disorganised_bandera_runs_with_all_its_6_points() -> None:
    p = drill()
    u = put(p, "n-int-vi", "26.05", state=DG)
    p.morale[FN] = 11
    assert p.board.rout[p.hex[u]] == 20
    run(p, Morale())
    settle(p)
    assert p.board.rout[p.hex[u]] == 14  # open ground, a point each


@pytest.mark.rule("1.11d.1", "1.11e.1", "1.11e.2")
@pytest.mark.parametrize(("roll", "result", "friend", "place"), [
    ((5, 4), [0, 0, 1, 1], True, "30.09"), ((6, 5), [0, 0, 2, 2], True, str(DISABLED)),
    ((6, 5), [0, 0, 2, 2], False, str(DEAD))])
def test_c15_armour_left_behind(roll: tuple[int, int], result: list[int], friend: bool, place: str) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    puts(p, T, "r-gc", "r-tk-1-bt")
    if friend:
        put(p, "r-dmi-48", "30.09")
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, *roll)                       # 4:1, and 2 less for the tank
    assert f.result == result
    dice(p, 1)
    settle(p)
    assert where(p, "r-tk-1-bt") == place


@pytest.mark.rule("1.4a")
@pytest.mark.parametrize(("volunteer", "regular", "full"), [("n-tor-iv", "n-gen-fn", 1), ("n-aqu-i", "n-lit-1-1", 2)])
def test_c16_the_volunteer_loses_first(volunteer: str, regular: str, full: int) -> None:
    p = drill()
    puts(p, A, "r-mpg-1-bis", "r-com-1-bis", "r-jd-1-bis")
    puts(p, T, volunteer, regular)
    attack(p, REP, T, "r-mpg-1-bis", "r-com-1-bis", "r-jd-1-bis")
    dice(p, 5, 4)                        # a step at 2:1 and at 1:1
    settle(p, ("Fall", "Advance", "ChooseTarget"))
    assert (p.steps[unit(p, volunteer)], p.steps[unit(p, regular)]) == (1, full)


@pytest.mark.rule("1.13a.3", "1.16c")
def test_c17_who_may_go_into_reserve() -> None:
    p = drill(turn=5)
    put(p, "n-tor-iv", A)
    put(p, "n-truck-ctv-1", A)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1", "reserve:n-tor-iv")
    assert p.state[unit(p, "n-tor-iv")] & RESERVE
    q = drill(turn=5)
    put(q, "n-lit-1-1", A)
    put(q, "n-lit-2-1", "40.05")
    put(q, "r-dmi-48", "40.06")
    run(q, Movement(NAT))
    assert units(offered(q), "reserve") == ["n-lit-1-1"]
    assert rules(q, "reserve:n-lit-2-1") == ["1.13a.3"]      # beside an enemy
    play(q, "unit:n-lit-1-1", f"hex:{T}", "stop")
    assert rules(q, "reserve:n-lit-1-1") == ["1.13a.3"]      # moved


@pytest.mark.rule("scn.1.vp.1", "scn.1.vp.2", "scn.1.vp.3", "scn.1.vp.4", "scn.1.vp.6")
def test_c18_forty_one_for_villages_a_group_called_and_a_division_routed_make_37() -> None:
    p = empty()
    for name in ("torija", "brihuega", "trijueque", "jadraque", "cogolludo", "almadrones", "gajanejos",
                 "masegoso-de-tajuna"):                       # 27
        p.last[p.board.town[name]] = NAT
    minor = [h for h in p.board.villages if p.board.vp[h] == 1][:14]
    for h in minor:
        p.last[h] = NAT
    assert score(p) == 41
    p.active[5] = 1
    assert score(p) == 42
    p.routed[FN] = 1
    judge(p)
    assert (p.vp, p.level) == (37, MINOR_NAT)


@pytest.mark.rule("scn.1.vp.6")
@pytest.mark.parametrize(("reading", "level"), [("republican_minor", MINOR_REP), ("draw", 0)])
def test_c18_thirty_points_are_a_minor_republican_victory_or_by_option_a_draw(reading: str, level: int) -> None:
    p = empty(vp30=reading)
    for name in ("torija", "brihuega", "trijueque", "jadraque", "cogolludo", "almadrones", "gajanejos",
                 "masegoso-de-tajuna", "yela", "hontanares", "cogollor"):
        p.last[p.board.town[name]] = NAT
    judge(p)
    assert (p.vp, p.level) == (30, level)


@pytest.mark.rule("1.6a.2")
def test_c19_twelve_road_hexes_and_four_open_ones_are_in_supply_and_five_are_not() -> None:
    road = "1.07 2.07 3.08 4.08 5.09 6.09 7.10 8.10 9.11 10.10 11.11 12.10"
    p = drill([road])
    u, v = put(p, "r-dmi-48", "12.14"), put(p, "r-ter-48", "12.15")
    assert (Survey(p, REP).supplied(u), Survey(p, REP).supplied(v)) == (True, False)


@pytest.mark.rule("2.6a.1", "2.6a.2")
def test_c20_the_separation_line() -> None:
    p = drill()
    p.taken = True
    put(p, "n-tor-iv", "14.12")
    run(p, Movement(NAT))
    assert rules(play(p, "unit:n-tor-iv"), "hex:14.13") == ["2.6a.1"]
    q = drill()
    put(q, "n-6-vic-sot", "18.14")
    put(q, "r-dmi-48", "18.13")
    put(q, "r-ter-48", "18.15")
    run(q, Combat(NAT))
    assert (hexes(offered(q)), rules(q, "hex:18.13")) == (["18.15"], ["2.6a.2"])


@pytest.mark.rule("1.17a.1", "1.17a.2")
def test_c21_column_16() -> None:
    p = drill()
    put(p, "n-tor-iv", "17.10")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:16.09")
    assert rules(p, "hex:15.09") == ["1.17a.1"]
    q = drill()
    q.taken = True
    put(q, "n-tor-iv", "16.09")
    run(q, Movement(NAT))
    assert "hex:15.09" in offered(play(q, "unit:n-tor-iv"))


@pytest.mark.rule("2.8c")
def test_c22_on_turn_1_a_bandera_that_has_marched_its_6_points_marches_them_again() -> None:
    p = empty(turn=1)
    put(p, "n-tor-iv", "52.15")
    run(p, before(PlayerTurn(NAT), "MovementPhase"))
    road = [p.board.names[h] for h in reversed(p.board.main_road)]
    play(p, "unit:n-tor-iv", *[f"hex:{h}" for h in road[11:23]], "stop")     # 12 hexes of the main road
    assert (where(p, "n-tor-iv"), step(p)) == ("40.13", "ChooseUnit")
    play(p, "unit:n-tor-iv")
    assert left(p) == [6]
    q = empty(turn=1)                    # not beside a Republican
    put(q, "n-tor-iv", "40.13")
    put(q, "r-dmi-48", "39.13", state=DG)
    run(q, before(PlayerTurn(NAT), "ExploitationArrivals"))
    assert step(q) == ""


@pytest.mark.rule("scn.2.vp.2", "scn.2.vp.4", "scn.2.vp.5")
@pytest.mark.parametrize(("held", "level"), [
    ("gajanejos almadrones", MINOR_REP), ("almadrones", MAJOR_REP), ("brihuega gajanejos", MINOR_REP),
    ("trijueque brihuega gajanejos almadrones", MINOR_NAT)])
def test_c23_results_of_scenario_2(held: str, level: int) -> None:
    p = empty(scenario=2)
    for name in held.split():
        p.last[p.board.town[name]] = NAT
    judge(p)
    assert p.level == level


@pytest.mark.rule("scs.cbt.5", "1.11f.2", "1.12d.1", "1.17c", "2.7d.4")
def test_c24_modified_rolls_beyond_the_table_read_its_ends() -> None:
    p = drill(ground={"18.03": "village"})
    for name, h in (("r-dmi-48", "16.03"), ("r-ter-48", "16.04"), ("r-lr-50", "17.05"), ("r-apo-71", "18.05")):
        put(p, name, h)
    puts(p, "18.04", "r-gar-xii", "r-tk-1-bt")
    put(p, "n-aqu-i", "18.03")
    p.panic[1] = 1
    f = attack(p, REP, "18.03", "r-gar-xii", "r-tk-1-bt")
    assert f.drm == 6                    # 3 + 1 + 2
    dice(p, 6, 6)                        # 18 reads 12: 1:1
    assert f.result == [0, 0, 2, 3]      # D2r2, and a hex more in panic
    q = drill()
    puts(q, A, "r-gua-1-49", "r-tri-49")
    puts(q, T, "n-tor-iv", "n-tk-3-crs", "n-gen-crs")
    g = declare(q, REP, T, "r-gua-1-49", "r-tri-49")
    play(q, "unit:n-gen-crs")
    assert g.drm == -4                   # 1 + 3
    dice(q, 1, 1)                        # -2 reads 0: 1:1
    assert g.result == [2, 2, 0, 0]


@pytest.mark.rule("2.7e.3")
def test_c25_the_rout_from_brihuega_leads_south_of_the_separation_line() -> None:
    b = empty().board
    ends = [h for h in range(b.size) if b.rout[h] == 0 and b.front[h]]
    assert min(b.column[h] for h in ends) == 44
    assert all(b.south[h] for h in ends)
    assert b.rout[b.brihuega] == 27      # to 44.17; 30.21, in the Spanish sector, is 24 away


@pytest.mark.rule("1.4a", "1.8f.1", "1.16e.3")
def test_c26_a_barrage_on_a_mixed_italian_stack() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13", "r-art-14")
    puts(p, T, "n-tor-iv", "n-gen-crs", "n-gen-fn")
    p.box(unit(p, "n-gen-crs"), DEAD)
    put(p, "n-truck-ctv-1", T)
    barrage(p, REP, T, "r-art-13", "r-art-14")
    dice(p, 5, 5)                        # 27 points: one step
    assert units(offered(p)) == ["n-tor-iv", "n-truck-ctv-1"]
    assert rules(p, "unit:n-gen-fn") == ["1.4a"]
    play(p, "unit:n-truck-ctv-1")
    assert where(p, "n-truck-ctv-1") == str(DEAD)
    assert all(p.state[unit(p, x)] & DG for x in ("n-tor-iv", "n-gen-fn"))


@pytest.mark.rule("1.10.1")
@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_die_of_the_air_points(die: int, points: int) -> None:
    p = drill()
    run(p, AirPhase(REP))
    dice(p, die)
    assert p.air[REP] == points
