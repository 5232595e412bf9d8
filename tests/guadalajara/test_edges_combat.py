"""[1.8-1.14, scs.cbt, scs.loss, scs.ret] Combat, barrage and air: where one condition decides, and the case beside."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid, raidable, touching
from frente.games.guadalajara.rules.ch01_barrage import (
    Barrage,
    ChooseBarrage,
    Fire,
    bombable,
    column_names,
    gun_refusals,
    guns_ready,
    left_shifts,
    spotted,
)
from frente.games.guadalajara.rules.ch01_battle import (
    Attack,
    armour_of,
    attack_total,
    defence_total,
    duellists,
    modifiers,
    shifts,
    unload_all,
    wreck,
)
from frente.games.guadalajara.rules.ch01_combat import (
    Combat,
    Odds,
    able,
    attacker_refusals,
    joining_refusals,
    sector,
    targets,
)
from frente.games.guadalajara.rules.ch01_losses import (
    BY_ATTACK,
    BY_DEFENCE,
    Losses,
    Stranded,
    Surplus,
    TakeLoss,
    candidates,
    company,
    crowded,
    lonely,
    refuges,
    too_many,
)
from frente.games.guadalajara.rules.ch01_results import (
    AttackerLosses,
    AttackerRetreat,
    DefenderLosses,
    DefenderRetreat,
    DuelResult,
    LeftAlone,
    TankRoll,
    Vacated,
)
from frente.games.guadalajara.rules.ch01_retreat import Retreat, loose, passable
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    COMBAT,
    DEAD,
    DG,
    DISABLED,
    EMPTIED,
    FIRED,
    FOUGHT,
    HELD,
    OTHER,
    RESERVE,
    UNSUPPLIED,
    Guadalajara,
)
from frente.kernel.flow import Act
from frente.kit.scs.odds import POINT
from tests.guadalajara.fight import attack, declare
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    denied,
    drill,
    empty,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    told,
    unit,
    where,
    why,
)

A, T = "30.05", "31.06"


def against(p: Guadalajara, *names: str, target: str = T, **more: object) -> Attack:
    """A combat of units where they stand, on everybody in the hex."""
    f = Attack(p.board.side[unit(p, names[0])], at(p, target), [unit(p, x) for x in names])
    f.defenders = p.stack_at(at(p, target))
    f.origins = [p.hex[u] for u in f.units]
    for name, value in more.items():
        setattr(f, name, value)
    return f


# -- who attacks whom


@pytest.mark.rule("scs.cbt.1", "scs.cbt.2", "scs.cbt.3", "scs.cbt.4", "scs.cbt.7")
@pytest.mark.parametrize(("side", "first", "foe"), [(NAT, "n-ardi-vi", "r-dmi-48"), (REP, "r-dmi-48", "n-ardi-vi")])
def test_the_first_counter_of_a_side_attacks_and_is_attacked(side: int, first: str, foe: str) -> None:
    p = drill()
    u = put(p, first, A)
    put(p, foe, T)
    f = Combat(side)
    assert targets(f, p) == [at(p, T)]
    assert able(p, side, at(p, T)) == [u]
    run(p, f)
    assert rules(p, "hex:40.05") == ["scs.cbt.2"]
    p.state[u] = FOUGHT
    run(p, Combat(side))
    assert p.choices() == {}
    run(p, f)
    put(p, "n-tor-iv" if side == NAT else "r-gc", "32.07")   # somebody else who may attack there keeps the phase open
    p.state[u] = 0
    run(p, Combat(side))
    assert denied(p) == []
    assert [r.rule for r in attacker_refusals(p, side, unit(p, foe), at(p, T))] == ["scs.cbt.1"]


@pytest.mark.rule("scs.cbt.1", "scs.cbt.3", "scs.cbt.7")
def test_why_a_hex_is_not_attacked() -> None:
    p = drill()
    put(p, "n-ardi-vi", A, state=FOUGHT)
    put(p, "n-tor-iv", "40.05")
    put(p, "r-dmi-48", T)
    put(p, "r-gc", "41.06")
    put(p, "r-gal", "50.05")
    run(p, Combat(NAT))
    assert offered(p) == ["hex:41.06", "pass"]
    assert rules(p, f"hex:{T}") == ["scs.cbt.3"]             # he who could has attacked
    assert rules(p, "hex:50.05") == ["scs.cbt.1"]            # nobody is beside it
    assert rules(p, "hex:30.06") == ["scs.cbt.2"]            # no enemy is there
    put(p, "n-hq-fn", "49.05")
    run(p, Combat(NAT))
    assert rules(p, "hex:50.05") == ["1.6b.3"]
    put(p, "n-tk-3-crs", "51.05")
    p.box(unit(p, "n-hq-fn"), DEAD)
    run(p, Combat(NAT))
    assert rules(p, "hex:50.05") == ["scs.cbt.7"]            # armour has no strength of its own


@pytest.mark.rule("2.6a.1", "2.6a.2", "2.6a.3")
def test_who_may_fight_in_the_corridor_and_across_the_line() -> None:
    p = empty(1)
    b = p.board
    h = next(h for h in range(b.size) if b.corridor[h] and any(b.south[n] for n in b.nb[h]))
    south = next(n for n in b.nb[h] if b.south[n])
    u = put(p, "n-tor-iv", b.names[south])
    assert not sector(p, u, h)           # Italians enter it by its road alone
    v = put(p, "r-dmi-48", b.names[south])
    assert sector(p, v, h)               # Republicans come as they like
    q = empty(1, separation_line="none")
    assert sector(q, put(q, "n-tor-iv", b.names[south]), h)


@pytest.mark.rule("1.12d.2", "1.11a.2", "2.6b", "4.1", "scs.cbt.7")
def test_who_may_not_join_whom_in_an_attack() -> None:
    p = drill(political_incompatibility=True)
    puts(p, A, "n-lf-crs", "n-gen-crs", "n-tk-3-crs", "n-tor-iv", "n-bis-iv")
    puts(p, "30.06", "r-gua-5-50", "r-esp-71", "r-dmi-48")
    put(p, "n-8-bai-sot", "32.06")

    def said(name: str, *others: str) -> list[str]:
        f = Attack(NAT, at(p, T), [unit(p, x) for x in others])
        return [r.rule for r in joining_refusals(f, p, unit(p, name))]

    assert said("n-gen-crs", "n-lf-crs", "n-tor-iv") == ["1.12d.2"]          # the first is in with flames already
    assert said("n-gen-crs", "n-tor-iv") == []
    assert said("n-tk-3-crs", "n-lf-crs", "n-tor-iv") == ["1.11a.2"]
    assert said("n-tk-3-crs", "n-tor-iv") == []
    assert said("n-tk-3-crs") == ["scs.cbt.7"]
    assert said("n-tor-iv") == []
    assert said("n-tor-iv", "n-tor-iv") == ["scs.cbt.3"]
    assert said("n-8-bai-sot", "n-tor-iv", "n-bis-iv") == ["2.6b"]
    assert said("r-gua-5-50", "r-esp-71", "r-dmi-48") == ["4.1"]
    assert said("r-gua-5-50", "r-dmi-48") == []
    assert said("r-esp-71", "r-gua-5-50") == ["4.1"]


# -- strengths


@pytest.mark.rule("1.8b.3", "scs.cbt.6", "1.17c", "1.6c.1", "1.7a.1")
def test_artillery_together_defends_with_one_point() -> None:
    p = drill()
    u, v = puts(p, T, "r-art-7", "r-art-13")
    assert defence_total(p, [u, v], at(p, T), NAT) == POINT
    p.state[u] |= DG
    assert defence_total(p, [u, v], at(p, T), NAT) == POINT
    p.state[v] |= UNSUPPLIED
    assert defence_total(p, [u, v], at(p, T), NAT) == POINT // 2
    train = put(p, "r-train", T)
    assert defence_total(p, [train], at(p, T), NAT) == POINT                 # one of its own
    assert defence_total(p, [train, u], at(p, T), NAT) == POINT + POINT // 2


@pytest.mark.rule("scs.cbt.6", "1.10a.1", "1.17c")
def test_shifts_are_named_only_where_there_are_some() -> None:
    p = drill(ground={T: "village"})
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    put(p, "r-gc", "30.06")
    assert shifts(against(p, "n-tor-iv", target="30.06"), p) == []
    found = shifts(against(p, "n-tor-iv"), p)
    assert [(x.rule, x.key) for x in found] in ([], [("scs.cbt.6", "shift-ground")])
    assert bool(found) is bool(p.board.shift_left[at(p, T)])
    f = against(p, "n-tor-iv", target="30.06", air=[2, 3])
    assert [(x.value, x.rule) for x in shifts(f, p)] == [(2, "1.10a.1"), (-3, "1.10a.1")]
    assert attack_total(f, p) == 5 * POINT


@pytest.mark.rule("1.12d.1", "1.11f.2")
def test_flamethrowers_count_for_the_defender_only_if_they_are_used() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-gen-crs")
    put(p, "r-dmi-48", T)
    e = unit(p, "n-gen-crs")
    f = against(p, "r-dmi-48", target=A)
    assert modifiers(f, p) == []
    f.flame = e
    assert [(x.value, x.rule) for x in modifiers(f, p)] == [(-3, "1.12d.1")]
    put(p, "n-lf-crs", A)
    p.box(e, DEAD)
    g = against(p, "r-dmi-48", target=A)
    assert modifiers(g, p) == []         # a flamethrower tank that is not used
    g.flame = unit(p, "n-lf-crs")
    assert [x.rule for x in modifiers(g, p)] == ["1.11f.2"]


@pytest.mark.rule("1.11f.1", "1.12f.2", "1.11h")
def test_tanks_duel_only_if_both_sides_have_some() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48")
    f = against(p, "n-tor-iv", "n-tk-3-crs")
    assert duellists(f, p) == (-1, -1)
    put(p, "r-tk-1-bt", T)
    f = against(p, "n-tor-iv", "n-tk-3-crs")
    assert duellists(f, p) == (unit(p, "n-tk-3-crs"), unit(p, "r-tk-1-bt"))
    assert duellists(against(p, "n-tor-iv"), p) == (-1, -1)
    f.idle = [unit(p, "n-tk-3-crs")]
    assert duellists(f, p) == (-1, -1)
    assert armour_of(p, [unit(p, "n-tor-iv")]) == -1
    attack(p, NAT, T, "n-tor-iv")
    assert step(p) == "CombatDice"       # no die of a tank combat before


@pytest.mark.rule("1.11h", "1.12e.3")
@pytest.mark.parametrize(("die", "roll", "mine", "theirs"), [
    (1, -1, "lost", "stays"), (1, 1, "step", "stays"), (2, 2, "disabled", "stays"), (3, 3, "stays", "stays"),
    (5, 5, "stays", "disabled"), (6, 6, "stays", "step"), (6, 8, "stays", "lost")])
def test_the_tank_combat_table(monkeypatch: pytest.MonkeyPatch, die: int, roll: int, mine: str, theirs: str) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48", "r-tk-1-bt")
    for u in (unit(p, "n-tk-3-crs"), unit(p, "r-tk-1-bt")):
        p.steps[u] = 2
    f = against(p, "n-tor-iv", "n-tk-3-crs", duel=die)
    monkeypatch.setattr("frente.games.guadalajara.rules.ch01_results.duel_drm", lambda f, p: roll - die)
    DuelResult().auto(f, p)
    for name, want in (("n-tk-3-crs", mine), ("r-tk-1-bt", theirs)):
        u = unit(p, name)
        fate = {(2, True): "stays", (1, True): "step", (2, False): "disabled", (1, False): "lost"}
        assert fate[p.steps[u], p.hex[u] >= 0] == want, name
        assert p.hex[u] >= 0 or p.hex[u] == DISABLED


@pytest.mark.rule("1.11f.2", "1.9b")
@pytest.mark.parametrize(("die", "drm", "want"), [
    (3, 0, "stays"), (4, 0, "disabled"), (3, 1, "disabled"), (5, 0, "disabled"), (6, 0, "step"), (5, 1, "step"),
    (6, 1, "lost")])
def test_the_roll_of_armour_after_combat(die: int, drm: int, want: str) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    put(p, "r-dmi-48", T)
    u = unit(p, "n-tk-3-crs")
    p.steps[u] = 2
    f = against(p, "n-tor-iv", "n-tk-3-crs", tank=u, tank_drm=drm)
    assert TankRoll().do(f, p, -1, Act("die", die)) is True
    assert {(2, True): "stays", (1, True): "step", (2, False): "disabled",
            (1, False): "lost"}[p.steps[u], p.hex[u] >= 0] == want
    assert f.tank == -1


@pytest.mark.rule("4.6c", "scs.cbt.5")
@pytest.mark.parametrize(("secret", "names", "shown"), [
    (True, ("n-aqu-i", "n-8-bai-sot"), True), (True, ("n-8-bai-sot",), False), (False, ("n-aqu-i",), False)])
def test_odds_against_volunteers_tell_of_their_panic(secret: bool, names: tuple[str, ...], shown: bool) -> None:
    p = drill(secret_rolls=secret)
    puts(p, T, *names)
    put(p, "r-dmi-48", A)
    f = against(p, "r-dmi-48", air=[0, 0])
    Odds().auto(f, p)
    assert (p.barrier > 0) is shown


# -- losses


@pytest.mark.rule("scs.loss.1", "scs.loss.2")
def test_the_strongest_loses_first_by_attack_or_by_defence() -> None:
    p = drill()
    u, v = puts(p, A, "r-gua-1-49", "r-tri-49")              # 5-8 and 5-7
    assert candidates(Losses(REP, [u, v], 1, BY_ATTACK, COMBAT, "scs.cbt.8"), p) == [u, v]
    assert candidates(Losses(REP, [u, v], 1, BY_DEFENCE, COMBAT, "scs.cbt.8"), p) == [u]
    assert candidates(Losses(REP, [u, v], 1, BY_DEFENCE, COMBAT, "scs.cbt.8", taken=1), p) == [u, v]


@pytest.mark.rule("1.16e.2", "1.16d.1")
def test_a_truck_is_lost_once_with_the_passenger_it_had() -> None:
    p = drill()
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    v = loaded(p, "n-bis-iv", "n-truck-ctv-2", A)
    w = put(p, "n-buf-iv", A)
    thrown: list[int] = []
    trucks: list[int] = []
    unload_all(p, [u, v, w], thrown, trucks)
    t, s = unit(p, "n-truck-ctv-1"), unit(p, "n-truck-ctv-2")
    assert (thrown, trucks) == ([u, v], [t, s])
    assert [bool(p.state[x] & DG) for x in (u, v, w)] == [True, True, False]
    p.destroy(u, "scs.cbt.8", OTHER)
    p.lose_truck(t, "1.16e.3")           # it had taken a loss already
    events = told(p)
    wreck(p, thrown, trucks)
    assert [e.key for e in events] == []
    assert where(p, "n-truck-ctv-2") == A                    # its passenger lives
    p.destroy(v, "scs.cbt.8", OTHER)
    events.clear()
    wreck(p, thrown, trucks)
    assert [(e.key, e.facts["unit"]) for e in events] == [("truck-lost", "n-truck-ctv-2")]
    assert (p.hex[s], sum(p.wheels[NAT])) == (DEAD, 0)


@pytest.mark.rule("1.16e.2", "1.2a.1")
def test_whoever_dies_on_a_truck_takes_it_along() -> None:
    p = drill()
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    p.destroy(u, "1.6d.2", OTHER)
    t = unit(p, "n-truck-ctv-1")
    assert (p.hex[t], p.cargo[t], p.aboard[u], sum(p.wheels[NAT])) == (DEAD, -1, -1, 0)


@pytest.mark.rule("scs.stack.2", "1.1a", "1.11a.1", "2.6b", "4.1")
def test_who_is_too_many_in_a_hex() -> None:
    p = drill(political_incompatibility=True)
    four = puts(p, A, "n-int-vi", "n-inf-vii", "n-ine-vii", "n-inv-vii")
    tank = put(p, "n-tk-3-crs", A)
    assert sorted(too_many(p, at(p, A))) == sorted(four)     # armour counts nothing
    assert crowded(p, NAT) == at(p, A)
    p.box(four[0], DEAD)
    assert too_many(p, at(p, A)) == []
    assert crowded(p, NAT) == -1
    other = put(p, "n-tk-4-crs", A)
    assert sorted(too_many(p, at(p, A))) == sorted([tank, other])
    puts(p, T, "r-gua-5-50", "r-dmi-48", "r-esp-71")
    assert sorted(too_many(p, at(p, T))) == sorted([unit(p, "r-gua-5-50"), unit(p, "r-esp-71")])
    assert crowded(p, REP) == at(p, T)
    run(p, Surplus(REP))
    assert rules(p, "unit:r-dmi-48") == ["scs.stack.2"]
    assert denied(p) == []


@pytest.mark.rule("scs.stack.2", "1.11a.1")
def test_a_unit_too_many_loses_a_step_and_a_tank_is_disabled() -> None:
    p = drill()
    puts(p, A, "n-int-vi", "n-inf-vii", "n-ine-vii", "n-inv-vii")
    run(p, Surplus(NAT))
    play(p, "unit:n-int-vi")
    assert p.steps[unit(p, "n-int-vi")] == 1
    play(p, "unit:n-int-vi")
    assert p.hex[unit(p, "n-int-vi")] < 0
    assert p.choices() == {}
    q = drill()
    puts(q, A, "n-int-vi", "n-tk-3-crs", "n-tk-4-crs")
    run(q, Surplus(NAT))
    play(q, "unit:n-tk-4-crs")
    tank = unit(q, "n-tk-4-crs")
    assert (q.hex[tank], q.steps[tank]) == (DISABLED, 2)


# -- armour left alone


@pytest.mark.rule("1.11d.1", "1.11d.2", "1.11e.1", "1.11e.2")
def test_losses_that_nobody_could_take_disable_the_armour_of_the_hex_only() -> None:
    for short, place, want in (([0, 0], A, "here"), ([1, 0], A, "gone"), ([1, 0], "40.05", "here")):
        p = drill()
        u = put(p, "n-tk-3-crs", A)
        put(p, "n-bis-iv", "30.04")
        f = Attack(NAT, at(p, T), [u], short=short)
        f.result = [0, 0, 0, 0]
        LeftAlone().auto(f, p)
        mine = [x for x in p.stack if isinstance(x, Stranded) and x.side == NAT]
        assert [(x.short, x.h) for x in mine] == [(short[0] > 0, at(p, A))]
        if place != A:
            mine[0].h = at(p, place)     # somewhere else
        p.settle()
        assert (p.hex[u] == at(p, "30.04")) is (want == "here")
        assert (p.hex[u] == DISABLED) is (want == "gone")


@pytest.mark.rule("1.11d.1", "1.11d.2")
def test_the_defender_s_armour_is_looked_for_where_it_was_attacked() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    f = Attack(NAT, at(p, T), [u], short=[1, 2])
    LeftAlone().auto(f, p)
    found = [(x.side, x.short, x.h) for x in p.stack if isinstance(x, Stranded)]
    assert found == [(NAT, True, -1), (REP, True, at(p, T))]


@pytest.mark.rule("1.11d.1", "1.11e.1", "2.6b", "1.12b")
def test_company_for_a_tank_is_the_nearest_that_it_can_reach() -> None:
    p = drill(rivers=["30.05/30.06"])
    u = put(p, "n-tk-3-crs", A)
    assert lonely(p, NAT) == u
    assert lonely(p, REP) == -1
    assert refuges(p, u, False) == []
    puts(p, "30.06", "n-bis-iv")         # across the river, but two hexes round it
    put(p, "n-buf-iv", "32.05")
    found = refuges(p, u, False)
    assert at(p, "32.05") in found
    put(p, "n-tk-4-crs", "32.05")
    assert not company(p, u, at(p, "32.05"), False)
    assert company(p, u, at(p, "32.05"), True)
    assert not company(p, u, at(p, A), False)                # itself is none
    put(p, "n-gen-crs", "28.05")
    assert not company(p, u, at(p, "28.05"), True)           # nor is somebody who needs some
    put(p, "n-8-bai-sot", "28.05")
    assert not company(p, u, at(p, "28.05"), True)           # nor a Spaniard
    put(p, "n-tor-iv", A)
    assert lonely(p, NAT) == -1


# -- what follows a result


@pytest.mark.rule("scs.cbt.9", "1.19")
@pytest.mark.parametrize(("result", "there", "called"), [
    ([0, 0, 0, 2], True, True), ([0, 0, 0, 0], True, False), ([0, 0, 0, 2], False, False)])
def test_a_retreat_of_the_defender_needs_a_result_and_somebody_left(result: list[int], there: bool,
                                                                    called: bool) -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    u = put(p, "r-dmi-48", T)
    f = against(p, "n-tor-iv", result=result)
    if not there:
        p.box(u, DEAD)
    DefenderRetreat().auto(f, p)
    assert [(x.side, x.units, x.n, x.start) for x in p.stack if isinstance(x, Retreat)] == (
        [(REP, [u], 2, at(p, T))] if called else [])


@pytest.mark.rule("scs.cbt.9", "scs.ovr.6", "1.11g")
def test_attackers_retreat_hex_by_hex_and_bystanders_stay() -> None:
    p = drill()
    u, v, tank = puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    w = put(p, "n-buf-iv", "32.06")
    put(p, "r-dmi-48", T)

    def called(f: Attack) -> list[tuple[list[int], int, int, int]]:
        p.stack = []
        AttackerRetreat().auto(f, p)
        return [(sorted(x.units), x.n, x.start, x.spared) for x in p.stack if isinstance(x, Retreat)]

    t = at(p, T)
    assert called(against(p, "n-tor-iv", "n-buf-iv", result=[0, 0, 0, 0])) == []
    assert called(against(p, "n-tor-iv", "n-buf-iv", result=[0, 1, 0, 0])) == [
        ([w], 1, at(p, "32.06"), t), ([u], 1, at(p, A), t)]  # bis-iv keeps the tank company
    assert called(against(p, "n-tor-iv", "n-bis-iv", result=[0, 1, 0, 0])) == [(sorted([u, v, tank]), 1, at(p, A), t)]
    assert called(against(p, "n-tor-iv", "n-bis-iv", result=[0, 1, 0, 0], overrun=True)) == [
        (sorted([u, v]), 1, at(p, A), t)]
    assert called(against(p, "n-tk-3-crs", "n-buf-iv", result=[0, 1, 0, 0])) == [([w], 1, at(p, "32.06"), t)]
    p.state[u] |= UNSUPPLIED
    f = against(p, "n-tor-iv", "n-buf-iv", result=[1, 0, 0, 0])
    assert called(f) == [([u], 1, at(p, A), t)]
    assert f.result[1] == 1              # somebody retreats: nobody advances


@pytest.mark.rule("scs.cbt.9")
def test_losses_are_asked_for_only_if_there_are_some() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    d = put(p, "r-dmi-48", T)
    for result, mine, theirs in (([0, 0, 0, 0], 0, 0), ([2, 0, 1, 0], 2, 1)):
        f = against(p, "n-tor-iv", result=result)
        p.stack, p.short = [], 5
        AttackerLosses().auto(f, p)
        assert p.short == 0
        p.short = 3
        DefenderLosses().auto(f, p)
        assert (f.short[0], p.short) == (3, 0)
        assert [(x.side, x.units, x.owed, x.first) for x in p.stack if isinstance(x, Losses)] == (
            [(NAT, [u], mine, BY_ATTACK), (REP, [d], theirs, BY_DEFENCE)] if mine else [])


@pytest.mark.rule("scs.adv.1", "scs.ovr.3")
@pytest.mark.parametrize(("gone", "back", "dead", "want"), [
    (True, 0, False, True), (False, 0, False, False), (True, 1, False, False), (True, 0, True, False)])
def test_a_hex_is_vacated_by_a_combat(gone: bool, back: int, dead: bool, want: bool) -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    d = put(p, "r-dmi-48", T)
    f = against(p, "n-tor-iv", result=[0, back, 0, 0])
    if gone:
        p.box(d, DEAD)
    if dead:
        p.box(u, DEAD)
    Vacated().auto(f, p)
    assert (f.emptied, p.note) == (want, EMPTIED if want else HELD)


# -- retreats


@pytest.mark.rule("scs.ret.1", "scs.ret.2", "3.4a.6")
def test_a_retreat_leads_away_from_enemies_and_keeps_to_its_ground() -> None:
    p = empty(1)
    b = p.board
    a = next(h for h in range(b.size) if b.south[h] and not b.corridor[h]
             and any(not b.south[n] and not b.corridor[n] and b.cost[0][h][i] for i, n in enumerate(b.nb[h])))
    i = next(i for i, n in enumerate(b.nb[a]) if not b.south[n] and not b.corridor[n] and b.cost[0][a][i])
    u = put(p, "n-tor-iv", b.names[a])
    f = Retreat(NAT, [], 1, a, [u])
    assert [passable(f, p, [u], a, i, 1, level) for level in range(4)] == [False, False, True, True]
    assert not passable(f, p, [u], a, i, 2, 3)               # not two hexes away
    f.spared = b.nb[a][i]
    assert not passable(f, p, [u], a, i, 1, 3)
    f.spared = -1
    put(p, "r-dmi-48", b.names[b.nb[a][i]])
    assert not passable(f, p, [u], a, i, 1, 3)


@pytest.mark.rule("scs.ret.1")
def test_only_before_the_first_hex_a_stack_splits_and_escorted_units_stay_with_it() -> None:
    p = drill()
    u, v, tank = puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    f = Retreat(NAT, [u, v, tank], 2, at(p, A))
    run(p, f)
    assert sorted(w for w in offered(p) if w.startswith("leave")) == ["leave:n-bis-iv", "leave:n-tor-iv"]
    assert rules(p, "leave:n-tk-3-crs") == ["scs.ret.1"]
    assert [r.key for r in why(p, "leave:n-tk-3-crs")] == ["goes-with-the-stack"]
    assert denied(p) == []
    assert sorted(loose(f, p)) == sorted([u, v])
    f.gone = 1
    assert loose(f, p) == []
    f.gone = 0
    f.group = [u, tank]
    assert loose(f, p) == []             # one who would be left needs nobody's leave


@pytest.mark.rule("scs.ret.1", "scs.ret.2")
def test_why_a_retreat_does_not_go_there() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    put(p, "r-gc", "30.06")
    run(p, Retreat(NAT, [u], 1, at(p, A)))
    assert rules(p, f"hex:{T}") == ["scs.ret.2"]
    assert rules(p, "hex:33.07") == ["scs.ret.1"]
    assert denied(p) == []


# -- barrage and air


@pytest.mark.rule("1.10b.1")
def test_bombs_fall_only_on_ground_that_is_played_on() -> None:
    p = empty(2)
    b = p.board
    p.air = [3, 3]
    out = next(h for h in range(b.size) if b.corridor[h] and not b.play[h])
    played = next(h for h in range(b.size) if b.play[h] and b.south[h])
    assert not bombable(p, REP, out)
    assert bombable(p, REP, played)
    p.air = [3, 0]
    assert not bombable(p, REP, played)


@pytest.mark.rule("1.8b.1", "1.8b.2", "1.8c.1", "1.6c.3", "1.13b", "2.8a.1")
def test_which_guns_are_ready() -> None:
    p = drill()
    u, v, s = put(p, "n-arty-vi", A), put(p, "r-art-7", "40.05"), put(p, "n-8-bai-sot", "24.20")
    put(p, "n-tor-iv", A)
    spanish = next(x for x in p.board.fighters[NAT] if p.board.gun[x] and p.board.nation[x] == 1)
    put(p, p.board.uid[spanish], "24.21")
    assert s >= 0
    assert sorted(guns_ready(p, NAT, False)) == sorted([u, spanish])
    assert guns_ready(p, NAT, True) == [u]
    assert guns_ready(p, REP, False) == [v]
    for bit in (FIRED, UNSUPPLIED, RESERVE):
        p.state[v] = bit
        assert guns_ready(p, REP, False) == []
    p.state[v] = DG
    assert guns_ready(p, REP, False) == [v]
    p.box(v, DEAD)
    assert guns_ready(p, REP, False) == []


@pytest.mark.rule("1.8b.2", "1.8b.1a", "1.8c.1", "3.2a")
def test_one_gun_that_can_fire_is_enough() -> None:
    p = drill()
    put(p, "r-art-7", A)
    put(p, "r-art-13", "50.20")
    put(p, "r-dmi-48", "31.07")
    put(p, "n-tor-iv", "31.08")
    run(p, Barrage(REP))
    assert "hex:31.08" in offered(p)
    assert denied(p) == []
    put(p, "n-bis-iv", "33.20")
    assert sorted(set(rules(p, "hex:33.20"))) == ["1.8b.1a", "3.2a"]
    p.state[unit(p, "r-art-7")] |= FIRED
    p.state[unit(p, "r-art-13")] |= FIRED
    f = Barrage(REP)
    assert [r.rule for r in ChooseBarrage().why(f, p, REP, Act("hex", at(p, "31.08")))] == ["1.8c.1"]


@pytest.mark.rule("1.8b.4", "2.3a", "2.3b", "2.3c.2", "3.2a")
@pytest.mark.parametrize(("gun", "spotter", "want"), [
    ("n-arty-vi", "n-int-vi", True), ("n-arty-vi", "n-lu-ix", False), ("n-arty-vi", "n-8-bai-sot", False),
    ("n-arty-vi", "n-tk-3-crs", False), ("r-art-7", "r-dmi-48", True), ("r-art-7", "r-tk-1-bt", False),
    ("r-art-7", "n-int-vi", False)])
def test_who_spots_for_whom(gun: str, spotter: str, want: bool) -> None:
    p = drill()
    g = put(p, gun, A)
    put(p, spotter, T)
    assert spotted(p, g, at(p, "31.07")) is want
    assert not spotted(p, g, at(p, "31.09"))


@pytest.mark.rule("1.8d.1")
def test_columns_are_named_by_their_points(monkeypatch: pytest.MonkeyPatch) -> None:
    p = drill()
    assert column_names(p) == ["1–2", "3–5", "6–9", "10–14", "15–18", "19+"]
    monkeypatch.setattr(p.board, "barrage_columns", [1, 2, 4])
    assert column_names(p) == ["1", "2–3", "4+"]


@pytest.mark.rule("1.8d.2", "1.17b.2", "2.3c.1", "1.10b.3")
def test_columns_to_the_left_are_named_only_where_there_are_some() -> None:
    p = drill(ground={"31.07": "village"})
    put(p, "r-dmi-48", T)
    g = put(p, "r-art-7", A)
    assert left_shifts(Fire(REP, at(p, "32.06"), False, False, [g]), p) == []
    found = left_shifts(Fire(REP, at(p, "31.07"), False, False, [g]), p)
    assert [(rule, key) for _, rule, key in found] == [("1.8d.2", "shift-ground")]
    assert found[0][0] > 0
    assert left_shifts(Fire(REP, at(p, "40.07"), False, True, points=1), p) == [(2, "1.10b.3", "shift-unspotted")]
    assert left_shifts(Fire(REP, at(p, "32.06"), False, True, points=1), p) == []


@pytest.mark.rule("1.10c.3", "4.6a")
@pytest.mark.parametrize(("hidden", "shown", "name", "road", "marker", "want"), [
    (False, 1, "n-tor-iv", True, A, None), (False, 1, "lorry", True, A, False), (False, 1, "lorry", True, T, None),
    (True, 0, "n-tor-iv", True, "20.20", True), (True, 0, "n-tor-iv", False, A, None),
    (True, 0, "lorry", False, "20.20", True), (True, 1, "n-tor-iv", True, A, None),
    (True, 1, "lorry", True, A, False)])
def test_when_the_owner_of_markers_is_asked(hidden: bool, shown: int, name: str, road: bool, marker: str,
                                            want: bool | None) -> None:
    p = drill([f"{A} {T}"], hidden_interdiction=hidden)
    u = loaded(p, "n-bis-iv", "n-truck-ctv-1", A) if name == "lorry" else put(p, name, A)
    p.markers, p.flipped, p.shown = [at(p, marker)], [0], [shown]
    found = raidable(p, [u], at(p, A), road)
    assert (None if found is None else found.hidden) is want


@pytest.mark.rule("4.6a", "1.10c.2")
def test_only_hidden_markers_near_enough_can_be_shown() -> None:
    p = drill([f"{A} {T}"], hidden_interdiction=True)
    u = put(p, "n-tor-iv", A)
    p.markers = [at(p, x) for x in (A, A, "30.07", "30.08")]
    p.flipped, p.shown = [0] * 4, [1, 0, 0, 0]
    assert touching(Raid([u], at(p, A), True, True), p) == [1, 2]
    assert touching(Raid([u], at(p, A), False, True), p) == [1]
    p.shown = [1, 1, 1, 0]
    run(p, Raid([u], at(p, A), True, True))
    assert (asked(p), offered(p)) == ([REP], ["pass"])
    assert rules(p, "reveal") == ["4.6a"]


@pytest.mark.rule("1.16d.1", "scs.cbt.2", "scs.cbt.3")
def test_a_declared_attack_writes_down_who_stood_where() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    d = loaded(p, "r-dmi-48", "r-truck-rep-1", T)
    f = declare(p, NAT, T, "n-tor-iv")
    assert (f.origins, f.defenders, f.thrown, f.trucks) == ([at(p, A)], [d], [d], [unit(p, "r-truck-rep-1")])
    assert p.state[u] & FOUGHT
    assert p.state[d] & DG
    g = before(Attack(NAT, at(p, T), [u], overrun=True), "Contact")
    p.state[u] = 0
    run(p, g)
    assert not p.state[u] & FOUGHT


@pytest.mark.rule("1.11f.2")
def test_without_armour_nobody_rolls_after_combat() -> None:
    p = drill()
    u = put(p, "n-tk-3-crs", A)
    p.hex[-1] = at(p, A)                 # the last counter of the list, which a tank of -1 would be
    f = Attack(NAT, at(p, T), [u])
    assert TankRoll().ask(f, p) == {}
    f.tank = u
    assert list(TankRoll().ask(f, p)) == [-1]
    p.box(u, DEAD)
    assert TankRoll().ask(f, p) == {}


@pytest.mark.rule("scs.loss.2")
def test_the_dead_take_no_further_loss() -> None:
    p = drill()
    u, v, w = puts(p, A, "n-int-vi", "n-inf-vii", "n-ine-vii")
    p.box(u, DEAD)
    f = Losses(NAT, [u, v, w], 1, BY_DEFENCE, COMBAT, "scs.cbt.8")
    assert [r.key for r in TakeLoss().why(f, p, NAT, Act("unit", u))] == ["not-among-them"]
    assert [r.key for r in TakeLoss().why(f, p, NAT, Act("unit", unit(p, "n-tor-iv")))] == ["not-among-them"]
    assert TakeLoss().why(f, p, NAT, Act("unit", v)) == []


@pytest.mark.rule("2.6a.1", "scn.2.hdr", "1.8b.1a")
def test_nobody_fires_out_of_the_area_of_a_scenario() -> None:
    p = drill(scenario=3, separation_line="loose")
    b = p.board
    gun = next(u for u in b.fighters[NAT] if b.gun[u] and b.nation[u] == 1)
    h = next(h for h in range(b.size) if not b.south[h] and b.play[h] and any(not b.play[n] for n in b.nb[h]))
    out = next(n for n in b.nb[h] if not b.play[n])
    put(p, b.uid[gun], b.names[h])
    assert [r.rule for r in gun_refusals(p, NAT, gun, out, False)] == ["R122"]
    p.state[gun] |= FIRED                # and whoever has fired hears of nothing else
    assert [r.rule for r in gun_refusals(p, NAT, gun, out, False)] == ["1.8c.1"]
