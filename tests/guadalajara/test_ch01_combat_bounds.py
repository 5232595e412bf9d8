"""[1.8b.3, 1.9, 1.10a, 1.11, 1.12, 1.18, 2.6a, scs.cbt, scs.adv.1] Bounds of combat: each condition missing once."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_battle import Attack, defence_total, drm, shifts
from frente.games.guadalajara.rules.ch01_combat import Combat, sector
from frente.games.guadalajara.rules.ch01_results import advance_refusals
from frente.games.guadalajara.state.board import FN, NAT, REP
from frente.games.guadalajara.state.position import (
    AWAITED,
    DEAD,
    DG,
    DISABLED,
    FOUGHT,
    FROM_EAST,
    PINNED,
    RELIEF,
    UNSUPPLIED,
)
from frente.kit.scs.odds import POINT
from tests.guadalajara.fight import attack, declare, fight_of, settle
from tests.guadalajara.lay import (
    asked,
    at,
    box,
    denied,
    dice,
    drill,
    empty,
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


# -- who attacks


@pytest.mark.rule("scs.cbt.1", "scs.cbt.3", "1.8b.1", "1.6b.3", "scn.4.rep.sra")
def test_each_unit_that_cannot_attack_has_its_reason() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-hq-fn", "n-arty-vi", "n-bis-iv")
    put(p, "n-buf-iv", "29.05")          # not adjacent to the target
    put(p, "n-truck-ctv-1", A)
    put(p, "r-dmi-48", T)
    p.state[unit(p, "n-bis-iv")] |= FOUGHT
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert (offered(p), denied(p)) == (["unit:n-tor-iv"], [])
    assert rules(p, "attack") == ["scs.cbt.7"]
    for name, want in (("n-hq-fn", "1.6b.3"), ("n-arty-vi", "1.8b.1"), ("n-bis-iv", "scs.cbt.3"),
                       ("n-buf-iv", "scs.cbt.1"), ("n-truck-ctv-1", "scs.cbt.1"),
                       ("n-impl-v", "scs.cbt.1"), ("r-dmi-48", "scs.cbt.1")):
        assert rules(p, f"unit:{name}") == [want], name
    play(p, "unit:n-tor-iv")
    assert (offered(p), denied(p)) == (["attack"], [])
    assert rules(p, "unit:n-tor-iv") == ["scs.cbt.3"]


@pytest.mark.rule("scs.cbt.1")
def test_a_unit_that_waits_beside_the_map_is_adjacent_to_nothing() -> None:
    p = drill()
    last = p.board.names[-1]
    target = p.board.names[p.board.nb[-1][0]]
    put(p, "r-dmi-48", target)
    put(p, "n-8-bai-sot", last)
    box(p, "n-6-vic-sot", AWAITED)       # its box has the number -1, as the last hex of a list
    run(p, Combat(NAT))
    play(p, f"hex:{target}")
    assert rules(p, "unit:n-6-vic-sot") == ["scs.cbt.1"]


@pytest.mark.rule("scn.4.rep.sra")
@pytest.mark.parametrize(("turn", "state", "want"), [(9, PINNED, ["scn.4.rep.sra"]), (10, PINNED, []), (9, 0, [])])
def test_the_unit_in_20_03_is_pinned_on_the_first_turn_only(turn: int, state: int, want: list[str]) -> None:
    p = drill(scenario=4, turn=turn)
    puts(p, A, "r-dmi-48", "r-ter-48")
    p.state[unit(p, "r-dmi-48")] |= state
    put(p, "n-tor-iv", T)
    run(p, Combat(REP))
    play(p, f"hex:{T}")
    assert rules(p, "unit:r-dmi-48") == want
    assert ("unit:r-dmi-48" in offered(p)) is (not want)


@pytest.mark.rule("2.6a.1", "2.6a.2", "2.6a.3")
def test_who_may_fight_over_the_separation_line() -> None:
    p = drill()
    south, north = "24.13", "24.14"
    put(p, "n-tor-iv", south)
    put(p, "n-8-bai-sot", "23.15")
    u, v = unit(p, "n-tor-iv"), unit(p, "n-8-bai-sot")
    assert (sector(p, u, at(p, "24.12")), sector(p, u, at(p, north))) == (True, False)
    assert (sector(p, v, at(p, north)), sector(p, v, at(p, south))) == (True, False)
    p.state[v] |= RELIEF                 # a late arrival, but it stands north
    assert not sector(p, v, at(p, south))
    put(p, "n-8-bai-sot", "23.13", state=RELIEF)
    assert sector(p, v, at(p, south))
    p.state[v] &= ~RELIEF
    assert not sector(p, v, at(p, south))
    q = empty()                          # the road from 52.23: not attacked from the Italian sector
    corridor = next(h for h in range(q.board.size) if q.board.corridor[h] and any(
        q.board.south[n] for n in q.board.nb[h]))
    beside = next(n for n in q.board.nb[corridor] if q.board.south[n])
    on_road = next(n for n in q.board.nb[corridor] if q.board.corridor[n])
    w = put(q, "n-tor-iv", q.board.names[beside])
    assert not sector(q, w, corridor)
    put(q, "n-tor-iv", q.board.names[on_road])
    assert sector(q, w, corridor)
    r = drill(separation_line="loose")
    x = put(r, "n-8-bai-sot", "23.13")
    assert sector(r, x, at(r, south))
    put(r, "n-8-bai-sot", "23.15")
    assert not sector(r, x, at(r, south))


@pytest.mark.rule("scs.cbt.1", "scs.cbt.2", "scs.cbt.3")
def test_hexes_with_an_enemy_that_somebody_can_attack_are_offered_by_place() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    put(p, "r-ter-48", "29.06")
    put(p, "r-lr-50", "40.05")
    put(p, "n-hq-fn", "40.06")           # a headquarters does not attack
    run(p, Combat(NAT))
    assert (offered(p), denied(p)) == (["hex:29.06", f"hex:{T}", "pass"], [])
    assert rules(p, "hex:40.05") == ["1.6b.3"]
    attack(p, NAT, T, "n-tor-iv")
    dice(p, 3, 4)
    settle(p)
    assert (offered(p), step(p)) == (["hex:29.06", "pass"], "ChooseTarget")
    play(p, "pass")
    assert step(p) == ""


@pytest.mark.rule("2.6b", "4.1", "1.11a.2", "1.12d.2", "scs.cbt.7")
def test_who_does_not_join_whom() -> None:
    p = drill(political_incompatibility=True)
    puts(p, A, "r-con-1-70", "r-mpg-1-bis", "r-dmi-48", "r-tk-1-bt", "r-tk-2-bt")
    put(p, "n-tor-iv", T)
    run(p, Combat(REP))
    play(p, f"hex:{T}")
    assert rules(p, "unit:r-tk-1-bt") == ["scs.cbt.7"]       # tanks do not attack alone
    play(p, "unit:r-dmi-48", "unit:r-con-1-70")
    assert rules(p, "unit:r-mpg-1-bis") == ["4.1"]
    assert rules(p, "unit:r-tk-1-bt") == []
    play(p, "unit:r-tk-1-bt")
    assert rules(p, "unit:r-tk-2-bt") == ["1.11a.2"]
    q = drill()
    puts(q, A, "r-con-1-70", "r-mpg-1-bis")
    put(q, "n-tor-iv", T)
    run(q, Combat(REP))
    play(q, f"hex:{T}", "unit:r-con-1-70")
    assert rules(q, "unit:r-mpg-1-bis") == []


# -- strengths, odds, dice


@pytest.mark.rule("1.8b.3", "scs.cbt.6", "3.4a.7")
@pytest.mark.parametrize(("names", "states", "want"), [
    (("r-art-13", "r-art-14"), (0, 0), 1), (("r-art-13", "r-art-14"), (DG, 0), 1), (("r-art-13",), (DG,), 0.5),
    (("r-art-13", "r-art-14"), (DG, UNSUPPLIED), 0.5), (("r-dmi-48", "r-art-13"), (0, 0), 6), (("r-train",), (0,), 1),
    (("r-train", "r-art-13"), (0, 0), 2)])
def test_what_artillery_adds_to_a_defence(names: tuple[str, ...], states: tuple[int, ...], want: float) -> None:
    p = drill()
    found = [put(p, name, T, state=state) for name, state in zip(names, states, strict=True)]
    assert defence_total(p, found, at(p, T), NAT) / POINT == want


@pytest.mark.rule("1.2c.2", "1.7a.2")
@pytest.mark.parametrize(("steps", "state", "attacks", "defends"), [
    (2, 0, 3, 2), (1, 0, 2, 1), (2, DG, 2, 1), (1, DG, 1, 0)])
def test_the_drm_of_a_tank_by_steps_and_order(steps: int, state: int, attacks: int, defends: int) -> None:
    p = drill()
    u = put(p, "r-tk-1-bt", T, steps=steps, state=state)
    assert (drm(p, u, True), drm(p, u, False)) == (attacks, defends)


@pytest.mark.rule("1.10a.1", "scs.cbt.6", "scs.cbt.5")
def test_shifts_go_to_the_right_for_the_attacker_and_to_the_left_for_the_defender() -> None:
    p = drill(ground={T: "minor-village"})
    u = put(p, "r-dmi-48", A)
    put(p, "n-tor-iv", T)
    f = Attack(REP, at(p, T), [u])
    f.air = [1, 2]
    assert [x.value for x in shifts(f, p)] == [-1, 2, -1]    # a hamlet, the attacker's points, the defender's
    f.air = [0, 0]
    assert [x.value for x in shifts(f, p)] == [-1]


@pytest.mark.rule("1.10a.2", "1.10a.1", "1.10.2a")
def test_attacker_and_defender_commit_aircraft_in_turn_and_once() -> None:
    p = drill(italian_air=True)
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    p.air = [1, 1]
    f = declare(p, NAT, T, "n-tor-iv", "n-bis-iv")
    assert (step(p), asked(p), offered(p), denied(p)) == ("CloseSupport", [NAT], ["points:0", "points:1"], [])
    play(p, "points:0")
    assert (asked(p), offered(p), denied(p)) == ([REP], ["points:0", "points:1"], [])
    assert rules(p, "points:2") == ["1.10.2a"]
    play(p, "points:1")
    assert (f.air, p.air, step(p)) == ([0, 1], [1, 0], "CombatDice")
    q = drill()                          # nobody has aircraft: nothing is asked and nothing counted
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-dmi-48", T)
    g = declare(q, NAT, T, "n-tor-iv", "n-bis-iv")
    assert (g.air, step(q)) == ([0, 0], "CombatDice")


@pytest.mark.rule("scs.cbt.5", "1.11f.2", "1.9b")
@pytest.mark.parametrize(("mine", "theirs", "tank", "drm", "worse"), [
    (("r-tk-1-bt",), (), "r-tk-1-bt", 3, 0), (("r-tk-1-bt",), ("n-at-crs",), "r-tk-1-bt", 2, 1), ((), (), "", 0, 0),
    ((), ("n-tk-3-crs",), "n-tk-3-crs", -1, 0), (("r-tk-1-bt",), ("n-tk-3-crs",), "", 0, 0),
    ((), ("n-tk-3-crs", "n-at-crs"), "n-tk-3-crs", -1, 0)])
def test_which_tank_adds_its_drm_and_rolls_afterwards(mine: tuple[str, ...], theirs: tuple[str, ...], tank: str,
                                                      drm: int, worse: int) -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", *mine)
    puts(p, T, "n-tor-iv", *theirs)
    f = attack(p, REP, T, "r-gua-1-49", *mine)
    assert (p.board.uid[f.tank] if f.tank >= 0 else "", f.drm, f.tank_drm) == (tank, drm, worse)


@pytest.mark.rule("1.12e.3", "1.11f.2")
def test_a_flamethrower_tank_does_not_roll_afterwards() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-lf-crs")
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-lf-crs")
    assert (f.tank, f.drm) == (-1, 3)


@pytest.mark.rule("4.6c", "scs.cbt.5")
@pytest.mark.parametrize(("secret", "name", "tells"), [
    (True, "n-int-vi", 1), (False, "n-int-vi", 0), (True, "n-tor-iv", 0)])
def test_the_odds_tell_whether_a_division_has_panicked(secret: bool, name: str, tells: int) -> None:
    p = drill(secret_rolls=secret)
    p.panic[FN] = 1
    puts(p, A, "r-gua-1-49", "r-tri-49")
    put(p, name, T)
    run(p, Combat(REP))
    play(p, f"hex:{T}", "unit:r-gua-1-49", "unit:r-tri-49")
    before = p.barrier
    play(p, "attack")
    assert p.barrier - before == tells + secret              # the declaration lays the stack open too


@pytest.mark.rule("scs.fog", "4.6c", "1.16d.1", "scs.cbt.2")
@pytest.mark.parametrize(("stacks", "rolls", "opens"), [(False, False, 0), (True, False, 1), (False, True, 1)])
def test_a_declaration_cannot_be_taken_back_where_it_lays_open_a_stack(stacks: bool, rolls: bool, opens: int) -> None:
    p = drill(hidden_stacks=stacks, secret_rolls=rolls)
    puts(p, A, "n-tor-iv", "n-bis-iv")
    puts(p, T, "r-dmi-48", "r-ter-48")
    run(p, Combat(NAT))
    play(p, f"hex:{T}", "unit:n-tor-iv", "unit:n-bis-iv")
    before = p.barrier
    play(p, "attack")
    assert p.barrier - before == opens
    f = fight_of(p)
    assert f.origins == [at(p, A), at(p, A)]
    assert sorted(f.defenders) == sorted([unit(p, "r-dmi-48"), unit(p, "r-ter-48")])


# -- tanks against tanks


@pytest.mark.rule("1.11h", "1.11f.1")
@pytest.mark.parametrize(("die", "there", "steps"), [
    (2, "30.06", 2), (3, str(DISABLED), 2), (4, "30.06", 1), (5, str(DISABLED), 1)])
def test_the_table_of_tank_combat(die: int, there: str, steps: int) -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tk-1-bt")
    puts(p, T, "n-tor-iv", "n-tk-3-crs")
    attack(p, REP, T, "r-gua-1-49", "r-tk-1-bt")             # 3 less 1
    assert step(p) == "Duel"
    dice(p, die)
    assert (where(p, "r-tk-1-bt"), p.steps[unit(p, "r-tk-1-bt")]) == (A, 2)
    assert (where(p, "n-tk-3-crs"), p.steps[unit(p, "n-tk-3-crs")]) == (there, steps)
    assert step(p) == "CombatDice"


@pytest.mark.rule("1.11h", "1.12e.3")
def test_a_weak_tank_that_attacks_a_strong_one_suffers() -> None:
    p = drill(ground={T: "village"})
    puts(p, A, "n-tor-iv", "n-ac-ab-crs")
    puts(p, T, "r-gua-1-49", "r-tk-1-bt")
    attack(p, NAT, T, "n-tor-iv", "n-ac-ab-crs")             # 1 less 2, and cover
    dice(p, 1)
    assert where(p, "n-ac-ab-crs") == str(DEAD)
    assert (where(p, "r-tk-1-bt"), p.steps[unit(p, "r-tk-1-bt")]) == (T, 2)


# -- advance


@pytest.mark.rule("1.17a.1", "scn.4.nat.sr3", "2.6a.1", "2.6a.2", "scs.mov.1", "scs.adv.1")
@pytest.mark.parametrize(("name", "taken", "state", "origin", "target", "want"), [
    ("n-tor-iv", False, 0, "16.05", "15.06", ["1.17a.1"]), ("n-tor-iv", True, 0, "16.05", "15.06", []),
    ("n-tor-iv", False, 0, "17.06", "16.05", []), ("n-tor-iv", True, FROM_EAST, "20.05", "19.06", ["1.17a.1"]),
    ("n-tor-iv", True, 0, "20.05", "19.06", []), ("n-tor-iv", True, FROM_EAST, "21.06", "20.05", []),
    ("n-tor-iv", True, 0, "24.13", "24.14", ["R64"]), ("n-8-bai-sot", False, 0, "24.14", "24.13", ["R64"]),
    ("n-8-bai-sot", False, 0, "24.14", "24.15", []), ("n-8-bai-sot", False, RELIEF, "24.12", "24.13", []),
    ("r-rrbn", False, 0, "30.24", "30.23", ["scs.mov.1"]), ("r-rrbn", False, 0, "30.24", "30.25", []),
    ("r-dmi-48", False, 0, "30.24", "30.23", []), ("n-brs-crs", True, 0, "30.05", "31.06", ["scs.mov.1"])])
def test_where_a_unit_may_not_advance(name: str, taken: bool, state: int, origin: str, target: str, want: list[str]
                                      ) -> None:
    p = drill(rails=["30.25 31.26"], ground={"31.06": "wooded-hills"})
    p.taken = taken
    u = put(p, name, origin, state=state)
    f = Attack(p.board.side[u], at(p, target), [u])
    assert [r.rule for r in advance_refusals(f, p, u)] == want


@pytest.mark.rule("scs.adv.1", "1.11b")
def test_after_the_advance_those_who_stay_are_asked_until_they_pass() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    put(p, "r-gc", T, state=DG)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    dice(p, 6, 6, 1)
    assert (step(p), asked(p)) == ("Advance", [NAT])
    assert sorted(offered(p)) == ["pass", "unit:n-bis-iv", "unit:n-tor-iv"]
    assert denied(p) == []
    play(p, "unit:n-tor-iv")
    assert (where(p, "n-tor-iv"), where(p, "n-tk-3-crs")) == (T, A)
    assert sorted(offered(p)) == ["pass", "unit:n-bis-iv", "unit:n-tk-3-crs"]
    assert rules(p, "unit:n-tor-iv") == ["scs.adv.1"]
    play(p, "pass")
    assert where(p, "n-bis-iv") == A
