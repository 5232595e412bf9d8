"""[13] Combat: attacks, odds, modifiers, support, losses, breakthrough, pursuit."""
from __future__ import annotations

import pytest

from frente.flow import CHANCE
from frente.games.tscw import GAME
from frente.games.tscw.ch04_victory import enter
from frente.games.tscw.ch10_supply import judge, traces
from frente.games.tscw.ch13_attack import gun_refusal, naval_refusal
from frente.games.tscw.ch13_odds import (
    attack_parts,
    column,
    concentric,
    defence_parts,
    drm_parts,
    final_die,
    raw_column,
    result,
    ringed,
    share_of_rivers,
    shift_parts,
    worth,
)
from frente.games.tscw.ch13_results import Advance, Losses, pursuit
from frente.games.tscw.frames import Turn
from frente.games.tscw.position import (
    ABORTED,
    DESTROYED,
    FLEET,
    FOUGHT,
    INCOMPLETE,
    INTACT,
    LINKED,
    MOVED,
    NAVAL,
    OOS,
    SPENT,
    Tscw,
)
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    battle,
    dice,
    empty,
    fighting,
    flag,
    hexn,
    kill,
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
    values,
    where,
)


def somosierra(*more: str) -> Tscw:
    p = empty(turn=11)
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11", *more)
    return p


def shoot(p: Tscw, face: int) -> Tscw:
    """Pass all support and roll."""
    while CHANCE not in p.choices():
        play(p, "pass")
    return dice(p, face)


# -- attacks


@pytest.mark.rule("13.1")
def test_combat_is_voluntary() -> None:
    p = fighting(somosierra(), NAT)
    assert offered(p) == ["attack:2812", "pass"]
    play(p, "pass")
    assert not p.choices()


@pytest.mark.rule("13.2")
def test_an_attack_is_on_one_hex_by_any_units_next_to_it() -> None:
    p = somosierra()
    put(p, "2811", "n-div71")
    put(p, "2810", "n-div74")
    fighting(p, NAT)
    play(p, "attack:2812")
    assert args(p, "unit") == ["n-div11", "n-div71"]
    assert rules(p, "unit:n-div74") == ["13.2"]
    assert rules(fighting(somosierra(), NAT), "attack:2712") == ["13.2"]


@pytest.mark.rule("13.3a")
def test_a_unit_takes_part_once_and_the_whole_hex_defends() -> None:
    p = somosierra()
    put(p, "2812", "r-div14", "r-mng")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11")
    assert rules(p, "unit:n-div11") == ["13.3a"]
    play(p, "go")
    assert len(now(p).foes) == 3
    assert worth(defence_parts(p, now(p))) == 11 + 5 + 2


@pytest.mark.rule("13.3b")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    p = somosierra("n-div72", "n-div12")
    put(p, "2912", "r-div14")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "unit:n-div12", "go")
    shoot(p, 6)
    while question(p) != "ChooseTarget":
        play(p, "lose:n-div12" if "lose:n-div12" in offered(p) else offered(p)[0])
    assert "attack:2812" not in offered(p)
    assert rules(p, "attack:2812") == ["13.3b"]
    play(p, "attack:2912")
    assert args(p, "unit") == ["n-div72"]
    assert rules(p, "unit:n-div11") == ["13.3b"]
    assert p.state[unit(p, "n-div11")] & FOUGHT


@pytest.mark.rule("13.4")
def test_attacks_are_resolved_one_after_another_in_any_order() -> None:
    p = somosierra("n-div72")
    put(p, "2912", "r-div14")
    fighting(p, NAT)
    assert args(p, "attack") == ["2812", "2912"]
    play(p, "attack:2912", "unit:n-div72", "go")
    assert not any(w.startswith("attack") for w in offered(p))
    shoot(p, 2)
    while question(p) != "ChooseTarget":
        play(p, offered(p)[0])
    assert args(p, "attack") == ["2812"]


@pytest.mark.rule("13.5")
def test_stacked_units_may_attack_different_hexes_or_not_at_all() -> None:
    p = somosierra("n-div72", "n-div73")
    put(p, "2912", "r-div14")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go")
    shoot(p, 2)
    while question(p) != "ChooseTarget":
        play(p, offered(p)[0])
    play(p, "attack:2912", "unit:n-div72")
    assert "go" in offered(p)
    assert "unit:n-div73" in offered(p)


@pytest.mark.rule("13.6")
def test_only_the_top_of_an_enemy_stack_is_seen_before_the_odds_and_then_there_is_no_way_back() -> None:
    p = somosierra()
    put(p, "2812", "r-div14")
    fighting(p, NAT)
    at = {x["id"]: x["at"] for x in GAME.view(p, NAT).pieces}
    assert (at["r-div11"], at["r-div14"]) == ("2812", "covered")
    play(p, "attack:2812", "unit:n-div11")
    assert GAME.card(p, NAT)["sight"] == "top-only"
    barrier = p.barrier
    play(p, "go")
    assert p.barrier > barrier
    at = {x["id"]: x["at"] for x in GAME.view(p, NAT).pieces}
    assert at["r-div14"] == "2812"
    assert "pass" not in offered(p) or question(p) != "ChooseTarget"


# -- odds


@pytest.mark.rule("13.7", "13.8")
@pytest.mark.parametrize(("attack", "defence", "name"), [
    (26, 7, "3:1"), (5, 6, "1:2"), (7, 7, "1:1"), (8, 7, "1:1"), (14, 7, "2:1"), (6, 7, "1:2"), (36, 5, "7:1")])
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, name: str) -> None:
    p = empty()
    assert p.board.columns[column(p, attack, defence, 0)] == name


@pytest.mark.rule("13.9")
def test_odds_beyond_the_table_are_resolved_at_its_ends() -> None:
    p = empty()
    assert raw_column(p, 1, 9) == -7
    assert p.board.columns[column(p, 1, 9, 0)] == "1:2"
    assert p.board.columns[column(p, 60, 4, 0)] == "7:1"
    assert p.board.columns[column(p, 60, 4, -3)] == "4:1", "capped first, then shifted"
    assert p.board.columns[column(empty(shift_before_cap=True), 60, 4, -3)] == "7:1"


@pytest.mark.rule("13.10a")
def test_a_result_is_read_as_steps_of_attacker_and_defender() -> None:
    b = empty().board
    assert b.crt[2][b.columns.index("2:1")] == (2, 1)
    assert b.crt[5][b.columns.index("7:1")] == (0, 4)
    p = fighting(somosierra("n-div12", "n-div13"), NAT)
    play(p, "attack:2812", "unit:n-div11", "unit:n-div12", "unit:n-div13", "go")
    f = now(p)
    expect = result(p, f, 3)
    while CHANCE not in p.choices():
        play(p, "pass")
    before = [sum(p.steps[unit(p, n)] for n in ("n-div11", "n-div12", "n-div13")), 2]
    dice(p, 3)
    while question(p) == "TakeLosses":
        play(p, offered(p)[0])
    lost = before[0] - sum(p.steps[unit(p, n)] for n in ("n-div11", "n-div12", "n-div13")
                           if where(p, n) == "2911")
    assert lost == expect[0]
    assert (2 - p.steps[unit(p, "r-div11")] if where(p, "r-div11") == "2812" else 2) == expect[1]


@pytest.mark.rule("13.10b")
def test_no_single_step_goes_before_every_full_unit_stacked_with_it_has_lost_one() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-div4", "r-bde4", "r-bde6")
    put(p, "2813", "r-bde18")
    run(p, Losses(REP, [unit(p, n) for n in ("r-div4", "r-bde4", "r-bde6", "r-bde18")], 2, False))
    assert args(p, "lose") == ["r-bde18", "r-div4"], "the protection works by hex"
    assert rules(p, "lose:r-bde4") == ["13.10b"]
    play(p, "lose:r-div4")
    assert args(p, "lose") == ["r-bde18", "r-bde4", "r-bde6", "r-div4"]


@pytest.mark.rule("13.10c")
def test_the_attacker_takes_off_his_losses_first() -> None:
    p = somosierra("n-div12")
    put(p, "2812", "r-div14", "r-div34")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "unit:n-div12", "go")
    shoot(p, 6)
    assert question(p) == "TakeLosses"
    assert asked(p) == [NAT]
    while asked(p) == [NAT] and question(p) == "TakeLosses":
        play(p, offered(p)[0])
    assert asked(p) == [REP]


@pytest.mark.rule("13.11a")
def test_shifts_and_modifiers_add_up_and_are_fixed_before_the_die() -> None:
    p = somosierra("n-hq-n")
    f = battle(p, NAT, "2812", "n-div11", "n-hq-n")
    f.guns = unit(p, "n-hq-n")
    f.air = [unit(p, "g-lk1")]
    shifts = values(shift_parts(p, f))
    assert shifts == {"13.26a": -2, "13.12d": 1, "8.5": 1}
    names = [type(s).__name__ for s in f.steps()]
    assert names.index("Committed") < names.index("BattleDie") < names.index("BattleResult")


# -- headquarters


@pytest.mark.rule("13.12a")
def test_a_headquarters_adds_its_factor_only_with_a_unit_stacked_with_it() -> None:
    p = empty(turn=12)
    put(p, "2108", "r-hq-ext", "r-div38", "r-div69", "r-div70")
    put(p, "2008", "n-div34")
    f = battle(p, REP, "2008", "r-hq-ext", "r-div38", "r-div69", "r-div70")
    four = [unit(p, name) for name in ("r-hq-ext", "r-div38", "r-div69", "r-div70")]
    assert p.attack(four[0]) > 0
    assert worth(attack_parts(p, f)) == sum(p.attack(u) for u in four)
    assert worth(defence_parts(p, battle(p, NAT, "2108", "n-div34"))) == sum(p.defence(u) for u in four)
    own(p, NAT, "2008")
    fighting(p, REP)
    play(p, "attack:2008")
    assert "unit:r-hq-ext" not in offered(p)
    assert rules(p, "unit:r-hq-ext") == ["13.12a"]
    play(p, "unit:r-div38", "unit:r-hq-ext")
    assert "go" in offered(p)


@pytest.mark.rule("13.12b")
def test_only_certain_headquarters_have_artillery() -> None:
    b = empty().board
    guns = [sorted(b.label[u] for u in b.guns[s]) for s in (REP, NAT)]
    assert guns == [["CEN", "EBR", "MNV"], ["C", "CTV", "GLC", "MRC", "N"]]
    p = somosierra("n-hq-arg")
    f = battle(p, NAT, "2812", "n-div11")
    assert gun_refusal(p, f, NAT, unit(p, "n-hq-arg"))[0] == "13.12b"


@pytest.mark.rule("13.12c", "13.12i", "13.12f")
def test_it_must_be_near_supplied_and_unspent_and_one_is_enough() -> None:
    p = somosierra("n-hq-n")
    f = battle(p, NAT, "2812", "n-div11")
    hq = unit(p, "n-hq-n")
    assert gun_refusal(p, f, NAT, hq) == ("", "")
    put(p, "3110", "n-hq-n")
    assert gun_refusal(p, f, NAT, hq)[0] == "13.12c"
    put(p, "2911", "n-hq-n")
    flag(p, OOS, "n-hq-n")
    assert gun_refusal(p, f, NAT, hq)[0] == "13.12i"
    p.state[hq] = SPENT
    assert gun_refusal(p, f, NAT, hq)[0] == "13.12f"
    run(p, Turn())
    assert not p.state[hq] & SPENT
    put(p, "2811", "n-hq-mrc")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go", "support:n-hq-n")
    assert question(p) != "AttackerGuns", "one headquarters a side"


@pytest.mark.rule("13.12d")
def test_artillery_shifts_right_for_the_attacker_and_left_for_the_defender() -> None:
    p = somosierra("n-hq-n")
    f = battle(p, NAT, "2812", "n-div11")
    f.guns = unit(p, "n-hq-n")
    f.counter = unit(p, "r-hq-cen")
    assert [x[0] for x in shift_parts(p, f) if x[1] == "13.12d"] == [1, -1]


@pytest.mark.rule("13.12e")
def test_headquarters_are_committed_before_air_and_chits_the_attacker_first() -> None:
    names = [type(s).__name__ for s in battle(somosierra(), NAT, "2812", "n-div11").steps()]
    order = ["AttackerGuns", "DefenderGuns", "AttackerAir", "DefenderAir", "AttackerNaval", "DefenderNaval",
             "AttackerChits", "DefenderChits", "Committed", "BattleDie"]
    assert names[2:12] == order


@pytest.mark.rule("13.12g")
def test_a_headquarters_is_given_up_only_when_nothing_else_is_left() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-hq-cen", "r-bde4")
    run(p, Losses(REP, [unit(p, "r-hq-cen"), unit(p, "r-bde4")], 1, False))
    assert where(p, "r-bde4") == "deadpile"
    assert where(p, "r-hq-cen") == "2812"
    run(p, Losses(REP, [unit(p, "r-hq-cen")], 1, False))
    assert where(p, "r-hq-cen") == "deadpile"
    q = empty(turn=9)
    put(q, "2812", "r-hq-cen", "r-bde4", "r-bde6")
    run(q, Losses(REP, [unit(q, n) for n in ("r-hq-cen", "r-bde4", "r-bde6")], 1, False))
    assert rules(q, "lose:r-hq-cen") == ["13.12g"]


@pytest.mark.rule("13.12h")
def test_a_lone_headquarters_cannot_be_attacked_and_is_overrun() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-hq-cen")
    put(p, "2911", "n-div11", "n-hq-n")
    fighting(p, NAT)
    assert rules(p, "attack:2812") == ["R152"]
    moving(p, NAT)
    play(p, "unit:n-div11", "hex:2812")
    assert where(p, "r-hq-cen") == "deadpile"
    assert where(p, "n-div11") == "2812"
    q = empty(turn=9)
    put(q, "2812", "r-hq-cen")
    put(q, "2911", "n-hq-n")
    moving(q, NAT)
    play(q, "unit:n-hq-n")
    assert "hex:2812" not in offered(q), "only a combat unit does it"


# -- modifiers


@pytest.mark.rule("13.14")
def test_the_modified_die_stays_between_0_and_6() -> None:
    p = somosierra()
    f = battle(p, NAT, "2812", "n-div11")
    f.chits = [p.board.kinds.index("soviet-aircraft")] * 9
    assert final_die(p, f, 3) == 0
    g = battle(p, REP, "2911", "r-div11")
    g.chits = [p.board.kinds.index("tactical-surprise")] * 3
    assert final_die(p, g, 3) == 6


@pytest.mark.rule("13.15a")
def test_naval_gunfire_helps_one_point_at_a_coastal_hex_once_a_turn() -> None:
    p = empty(turn=8)
    put(p, "1412", "r-div23")
    put(p, "1511", "n-div32")
    own(p, NAT, "1511")
    fighting(p, NAT)
    play(p, "attack:1412", "unit:n-div32", "go", "naval")
    assert question(p) == "DefenderNaval"
    f = now(p)
    assert values(drm_parts(p, f))["13.15a"] == 1
    play(p, "naval")
    assert values(drm_parts(p, f))["13.15a"] == 0, "both cancel"
    assert naval_refusal(p, f, NAT)[0] == "13.15a"
    inland = somosierra()
    assert naval_refusal(inland, battle(inland, NAT, "2812", "n-div11"), NAT)[0] == "13.15c"


@pytest.mark.rule("13.15b", "13.15c", "13.15d")
def test_where_and_when_each_fleet_fires() -> None:
    def at(place: str, side: int, turn: int = 8, fleet: int = 1) -> str:
        p = empty(turn=turn)
        p.num[FLEET] = fleet
        from frente.games.tscw.ch13_odds import Attack
        return naval_refusal(p, Attack(NAT, hexn(p, place)), side)[0]
    assert at("1412", REP) == ""
    assert at("1410", REP) == "13.15b", "Málaga lies west of the limit"
    assert at("3710", REP) == "13.15b"
    assert (at("3710", NAT), at("1410", NAT), at("1412", NAT)) == ("", "", "")
    assert at("1605", NAT) == "13.15c", "the Atlantic"
    assert at("1412", REP, turn=2) == "13.15d"
    assert at("1412", NAT, turn=2) == ""
    assert at("1412", REP, fleet=0) == "7.8b"


def test_naval_gunfire_each_phase_is_a_reading_of_its_own() -> None:
    from frente.games.tscw.ch13_attack import begin_combat
    for option, used in ((True, 0), (False, 1)):
        p = empty(turn=8, naval_per_phase=option)
        p.num[NAVAL + NAT] = 1
        begin_combat(p, REP)
        assert p.num[NAVAL + NAT] == used


@pytest.mark.rule("13.16")
def test_lines_start_incomplete_and_become_intact_or_destroyed() -> None:
    p = empty(turn=6)
    h = hexn(p, "3613")
    assert {p.fort[x] for line in p.board.lines for x in line} == {INCOMPLETE}
    p.turn = 7
    run(p, Turn())
    assert p.fort[h] == INTACT
    assert p.fort[hexn(p, "2419")] == INCOMPLETE
    put(p, "3513", "n-nav1")
    enter(p, unit(p, "n-nav1"), h)
    assert p.fort[h] == DESTROYED


@pytest.mark.rule("13.17a")
def test_entering_an_incomplete_line_aborts_all_of_it() -> None:
    p = empty(turn=14)
    put(p, "2617", "n-div52")
    enter(p, unit(p, "n-div52"), hexn(p, "2517"))
    line = p.board.lines[p.board.line_of[hexn(p, "2517")]]
    assert {p.fort[x] for x in line} == {ABORTED}
    p.turn = 15
    run(p, Turn())
    assert {p.fort[x] for x in line} == {ABORTED}
    q = empty(turn=14)
    put(q, "2615", "r-div42")
    enter(q, unit(q, "r-div42"), hexn(q, "2517"))
    assert q.fort[hexn(q, "2517")] == INCOMPLETE


@pytest.mark.rule("13.17b", "13.18")
def test_an_intact_fort_adds_one_factor_an_incomplete_one_none() -> None:
    p = empty(turn=15)
    put(p, "2518", "r-div39", "r-div40")
    put(p, "2618", "n-div52")
    f = battle(p, NAT, "2518", "n-div52")
    assert "13.18" not in values(defence_parts(p, f))
    p.fort[hexn(p, "2518")] = INTACT
    assert values(defence_parts(p, f))["13.18"] == 1


@pytest.mark.rule("13.19")
def test_nationalist_supply_never_runs_through_an_intact_fort() -> None:
    p = empty(turn=16)
    own_all(p, REP)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] >= 26], "2517", "2417", "2217")
    put(p, "2217", "n-div52")
    put(p, "2712", "r-div11")
    u = unit(p, "n-div52")
    assert traces(p, u), "by way of Requena, 2517 and Teruel"
    p.fort[hexn(p, "2517")] = INTACT
    p.stale_all()
    assert not traces(p, u)
    p.fort[hexn(p, "2517")] = DESTROYED
    p.stale_all()
    assert traces(p, u)
    own_all(p, REP)
    p.fort[hexn(p, "2318")] = INTACT
    p.stale_all()
    assert traces(p, unit(p, "r-div11")), "Republican supply is free"


@pytest.mark.rule("13.20")
def test_no_pasaran() -> None:
    p = empty(turn=5)
    own(p, NAT, "2711")
    put(p, "2712", "r-mod")
    put(p, "2711", "n-cst")
    assert values(shift_parts(p, battle(p, NAT, "2712", "n-cst")))["13.20"] == -2
    q = empty(turn=9)
    own(q, NAT, "2712")
    put(q, "2712", "n-div11")
    put(q, "2713", "r-div11")
    assert "13.20" not in values(shift_parts(q, battle(q, REP, "2712", "r-div11")))


@pytest.mark.rule("13.21a", "13.21b")
def test_the_ammunition_shortage_in_the_north_until_the_zones_are_linked_or_turn_seven() -> None:
    p = empty(turn=3)
    p.num[LINKED] = 0
    own(p, NAT, "2811")
    put(p, "2811", "n-ser")
    put(p, "2711", "r-brc")
    put(p, "2305", "n-ccr")
    put(p, "2206", "r-em")
    north = battle(p, NAT, "2711", "n-ser")
    assert values(drm_parts(p, north))["13.21a"] == -1
    assert "13.21a" not in values(drm_parts(p, battle(p, NAT, "2206", "n-ccr"))), "row 23"
    assert "13.21a" not in values(drm_parts(p, battle(p, REP, "2811", "r-brc"))), "they defend normally"
    p.turn = 7
    assert "13.21a" not in values(drm_parts(p, north))
    p.turn = 3
    judge(p, NAT)
    assert p.num[LINKED] == 0
    own_all(p, NAT)
    own(p, REP, "2711", "2206")
    judge(p, NAT)
    assert p.num[LINKED] == 1
    assert "13.21a" not in values(drm_parts(p, north))
    own_all(p, REP)
    judge(p, NAT)
    assert p.num[LINKED] == 1, "for good"


def test_the_shortage_may_be_read_by_majority() -> None:
    for option, expect in (("any", True), ("majority", False)):
        p = empty(turn=3, ammo=option)
        p.num[LINKED] = 0
        put(p, "2510", "r-pvr")
        own(p, NAT, "2509", "2410")
        put(p, "2509", "n-pls", "n-mnz")
        put(p, "2410", "n-cst")
        f = battle(p, NAT, "2510", "n-mnz", "n-cst")
        assert ("13.21a" in values(drm_parts(p, f))) == expect


@pytest.mark.rule("13.22")
def test_colonial_troops_against_columns() -> None:
    p = empty(turn=6)
    put(p, "2712", "r-mod", "r-bde2", "r-bde3")
    own(p, NAT, "2711")
    put(p, "2711", "n-asn")
    f = battle(p, NAT, "2712", "n-asn")
    assert values(drm_parts(p, f))["13.22"] == 1
    assert values(drm_parts(p, battle(p, REP, "2711", "r-mod", "r-bde2")))["13.22"] == -1
    assert "13.22" not in values(drm_parts(p, battle(p, REP, "2711", "r-bde2")))
    q = empty(turn=6)
    put(q, "2712", "r-bde2", "r-bde3")
    own(q, NAT, "2711")
    put(q, "2711", "n-asn")
    assert "13.22" not in values(drm_parts(q, battle(q, NAT, "2712", "n-asn")))


@pytest.mark.rule("13.23a")
@pytest.mark.parametrize(("ways", "yes"), [
    ((0, 3), True), ((0, 2), False), ((0, 1, 2), False), ((0, 2, 4), True), ((0, 1, 3), True), ((0, 1, 2, 3), True),
    ((0,), False), ((1, 3, 5), True), ((2, 5), True)])
def test_concentric_patterns(ways: tuple[int, ...], yes: bool) -> None:
    assert ringed(ways) == yes
    assert sum(ringed([d for d in range(6) if n >> d & 1]) for n in range(1, 64)) == 39


@pytest.mark.rule("13.23b", "13.23c")
def test_republican_columns_never_attack_concentrically_colonial_ones_do() -> None:
    p = empty(turn=6)
    west, east = p.board.around(p.board.madrid)[4], p.board.around(p.board.madrid)[1]
    own(p, NAT, p.board.names[west], p.board.names[east], "2712")
    put(p, "2712", "n-gec")
    put(p, p.board.names[west], "r-bde2")
    put(p, p.board.names[east], "r-bde3")
    assert concentric(p, battle(p, REP, "2712", "r-bde2", "r-bde3"))
    put(p, p.board.names[east], "r-nvz")
    assert not concentric(p, battle(p, REP, "2712", "r-bde2", "r-bde3", "r-nvz"))
    q = empty(turn=6)
    put(q, "2712", "r-mod")
    put(q, q.board.names[west], "n-asn")
    put(q, q.board.names[east], "n-cst")
    f = battle(q, NAT, "2712", "n-asn", "n-cst")
    assert values(drm_parts(q, f))["13.22"] == values(drm_parts(q, f))["13.23a"] == 1


@pytest.mark.rule("13.24")
def test_zero_factors_may_ride_along_and_take_losses() -> None:
    p = empty(turn=3)
    put(p, "2812", "r-nvz", "r-grm")
    put(p, "2911", "n-nvc")
    fighting(p, REP)
    play(p, "attack:2911", "unit:r-nvz")
    assert "go" not in offered(p)
    assert rules(p, "go") == ["13.24"]
    play(p, "unit:r-grm", "go")
    shoot(p, 1)
    assert "lose:r-nvz" in offered(p)


@pytest.mark.rule("13.26a")
def test_terrain_of_the_defenders_hex_counts() -> None:
    p = empty(turn=9)
    b = p.board
    cover = {}
    for h in range(b.size):
        cover[b.terrain[h], b.town[h]] = (b.cover_shift[h], b.cover_drm[h])
    assert cover["clear", 0] == (0, 0)
    assert 0 < cover["rough", 0][0] < cover["mountain", 0][0]
    assert cover["clear", 1] == (0, -1)
    assert cover["clear", 2][0] > 0
    assert cover["rough", 2][0] == cover["rough", 0][0] + cover["clear", 2][0], "all effects add up"
    f = battle(somosierra(), NAT, "2812", "n-div11")
    assert values(shift_parts(somosierra(), f))["13.26a"] == -cover["mountain", 0][0]


@pytest.mark.rule("13.26b", "13.26c")
@pytest.mark.parametrize(("total", "minor", "major", "kind"), [
    (11, 5, 0, 1), (11, 4, 3, 2), (11, 2, 2, 0), (1, 0, 1, 2), (10, 5, 5, 1), (10, 0, 4, 0), (10, 0, 0, 0)])
def test_the_river_counts_for_half_of_the_attackers(total: int, minor: int, major: int, kind: int) -> None:
    assert share_of_rivers(total, minor, major) == kind
    p = empty(turn=15)
    put(p, "2919", "n-div50")
    put(p, "2920", "r-div60")
    assert values(drm_parts(p, battle(p, REP, "2919", "r-div60")))["13.26b"] == -1
    put(p, "2819", "r-div42")
    assert "13.26b" not in values(drm_parts(p, battle(p, REP, "2919", "r-div42")))
    put(p, "3019", "r-div24")
    assert values(shift_parts(p, battle(p, REP, "2919", "r-div24")))["13.26c"] == -1


# -- breakthrough


EBRO = ("r-div35", "r-div46", "r-div60", "r-div45", "r-bde2", "r-bde3", "r-bde5", "r-bde70")


def ebro() -> Tscw:
    p = empty(turn=15)
    own(p, NAT, "2919", "2918", "2819", "2818", "2820", "2720", "2719", "3018", "3019")
    put(p, "2919", "n-div50")
    put(p, "2920", *EBRO[:4], "r-hq-ebr")
    put(p, "3020", *EBRO[4:])
    put(p, "3021", "r-cav2", "r-arm3")
    return p


@pytest.mark.rule("13.27a", "13.27b", "13.27c", "13.27d")
def test_the_breakthrough_at_the_ebro() -> None:
    p = ebro()
    fighting(p, REP)
    play(p, "attack:2919", *[f"unit:{n}" for n in EBRO], "unit:r-hq-ebr", "go")
    f = now(p)
    assert worth(attack_parts(p, f)) // worth(defence_parts(p, f)) >= 6
    shoot(p, 6)
    assert where(p, "n-div50") == "deadpile"
    assert question(p) == "ChooseAdvance"
    assert now(p).hexes >= 2
    assert "unit:r-hq-ebr" not in offered(p)
    assert rules(p, "unit:r-hq-ebr") == ["13.27b"]
    assert "done" in offered(p)
    play(p, "unit:r-div35")
    assert offered(p) == ["hex:2919"], "the attacked hex first"
    assert rules(p, "hex:2820") in (["13.27c"], ["12.4"])
    play(p, "hex:2919")
    assert "stop" in offered(p)
    play(p, "hex:2918")
    assert where(p, "r-div35") == "2918"
    assert p.control[hexn(p, "2918")] == REP


@pytest.mark.rule("13.28a", "13.28b")
def test_the_pursuit_at_the_ebro() -> None:
    p = ebro()
    fighting(p, REP)
    play(p, "attack:2919", *[f"unit:{n}" for n in EBRO], "unit:r-hq-ebr", "go")
    assert sorted(p.board.uid[u] for u in now(p).pursuers) == ["r-arm3", "r-cav2"]
    shoot(p, 6)
    while question(p) == "TakeLosses":
        play(p, offered(p)[0])
    play(p, "unit:r-cav2")
    assert "hex:2920" in offered(p)
    play(p, "hex:2920")
    assert "stop" not in offered(p), "it must enter the emptied hex"
    assert rules(p, "stop") == ["13.28b"]
    play(p, "hex:2919")
    for mark in (MOVED, FOUGHT):
        q = ebro()
        flag(q, mark, "r-cav2")
        assert pursuit(q, battle(q, REP, "2919", *EBRO)) == [unit(q, "r-arm3")]
    r = ebro()
    put(r, "3121", "n-div51")
    assert pursuit(r, battle(r, REP, "2919", *EBRO)) == [], "next to an enemy"
    s = ebro()
    put(s, "3122", "r-cav2")
    assert pursuit(s, battle(s, REP, "2919", *EBRO)) == [unit(s, "r-arm3")], "too far away"


@pytest.mark.rule("13.28a")
def test_a_unit_that_has_advanced_does_not_pursue_again() -> None:
    p = ebro()
    kill(p, "n-div50")
    run(p, Advance(REP, hexn(p, "2919"), 2, [], [unit(p, "r-cav2")]))
    play(p, "unit:r-cav2", "hex:2920", "hex:2919")
    put(p, "3021", "r-cav2")
    assert pursuit(p, battle(p, REP, "2919", *EBRO)) == [unit(p, "r-arm3")]


@pytest.mark.rule("12.10c", "15.7.2b")
def test_an_advance_keeps_to_the_northern_limits_and_the_quarrels_of_parties() -> None:
    p = empty(turn=9)
    put(p, "3613", "r-b1", "r-b2")
    put(p, "3711", "r-b3")
    run(p, Advance(REP, hexn(p, "3612"), 1, [unit(p, "r-b1")], []))
    assert not p.choices()
    kill(p, "r-b3")
    run(p, Advance(REP, hexn(p, "3612"), 2, [unit(p, "r-b1"), unit(p, "r-b2")], []))
    play(p, "unit:r-b1", "hex:3612", "stop")
    assert not p.choices(), "two steps are abroad: nobody may follow"
    assert where(p, "r-b1") == "3612"
    for option in (True, False):
        q = empty(turn=3, political_columns=option)
        put(q, "3119", "r-drt")
        put(q, "3117", "r-mrx")
        run(q, Advance(REP, hexn(q, "3118"), 2, [unit(q, "r-drt")], []))
        play(q, "unit:r-drt", "hex:3118")
        assert ("hex:3117" in offered(q)) != option


def test_an_exact_elimination_gives_no_advance_unless_agreed() -> None:
    for option in (True, False):
        p = empty(turn=3, advance_on_exact=option)
        own(p, NAT, "2508")
        put(p, "2509", "r-uri")
        put(p, "2508", "n-cst", "n-asn")
        fighting(p, NAT)
        play(p, "attack:2509", "unit:n-cst", "unit:n-asn", "go")
        f = now(p)
        face = next(d for d in range(1, 7) if result(p, f, d)[1] >= 1)
        exact = result(p, f, face)[1] == 1
        shoot(p, face)
        while question(p) == "TakeLosses":
            play(p, offered(p)[0])
        assert (question(p) == "ChooseAdvance") == (option or not exact)


def test_an_advance_stops_at_full_stacks_and_enemies() -> None:
    p = ebro()
    put(p, "2918", "n-div51")
    run(p, Advance(REP, hexn(p, "2919"), 3, [unit(p, "r-div60")], []))
    p.box(unit(p, "n-div50"), -2)
    run(p, Advance(REP, hexn(p, "2919"), 3, [unit(p, "r-div60")], []))
    play(p, "unit:r-div60", "hex:2919")
    assert "hex:2918" not in offered(p)
    assert rules(p, "hex:2918") == ["12.4"]
