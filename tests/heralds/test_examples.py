"""The worked examples of the rulebook, with scripted dice and the figures that the rulings give them."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch05_negotiation import domino_falls, talk_parts
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import AFFILIATE, Order, Talk
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import CHANCE, Event
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    flags,
    maneuver,
    moving,
    neutral,
    now,
    offered,
    ordered,
    play,
    put,
    question,
    rules,
    run,
    side_of,
    space,
    told,
    top,
    unit,
    up,
    where,
)


def spent(p: Heralds, name: str) -> int:
    return p.spent[unit(p, name)]


def sums(events: list[Event], *keys: str) -> list[int]:
    """The totals that were told, in order."""
    return [int(str(e.facts["total"])) for e in events if e.key in keys]


# -- example 1


@pytest.mark.rule("4.1.1a", "4.1.1b", "4.1.1f", "4.1.2a", "4.1.2b")
def test_example_1_command_capacity_and_authority() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-2a", "hq-65d", "gutierrez", "112bm-1", "112bm-2", "112bm-3", "4asalto-1", "5asalto-1",
        "6asalto-1")
    put(p, "B", "token-cnd")
    p.ap[CND] = 3
    from frente.games.heralds.state.frames import ManeuverPhase

    run(p, ManeuverPhase(CND))
    play(p, "maneuver", "address:hq-centro", "direct")
    assert p.ap[CND] == 2
    play(p, "order:hq-2a", "order:hq-65d")
    for name in ("4asalto-1", "5asalto-1", "6asalto-1", "gutierrez", "112bm-1", "112bm-2", "112bm-3"):
        play(p, f"order:{name}")
        if name == "gutierrez":          # Centro could order him too
            play(p, "through:hq-65d")
    assert spent(p, "hq-centro") == 2
    assert (spent(p, "hq-2a"), p.points(unit(p, "hq-2a"))) == (3, 3)
    assert (spent(p, "hq-65d"), p.points(unit(p, "hq-65d"))) == (4, 1)
    assert len(top(p, Order).active) == 7
    b = p.board
    assert not b.authority(unit(p, "hq-2a"), unit(p, "112bm-1"))
    assert not b.authority(unit(p, "hq-65d"), unit(p, "hq-centro"))
    assert b.authority(unit(p, "hq-centro"), unit(p, "hq-8d"))


@pytest.mark.rule("4.1.1d")
def test_example_1_no_headquarters_orders_one_of_a_higher_level() -> None:
    p = empty()
    put(p, "EL_PARDO", "hq-8d", "hq-ii", "token-pce")
    run(p, Order(PCE))
    play(p, "address:hq-8d", "direct")
    assert rules(p, "order:hq-ii") == ["4.1.1d"]


# -- illustration 4.1.1


@pytest.mark.rule("4.1.1a")
def test_a_factor_of_four_serves_four_orders_and_no_fifth() -> None:
    p = empty()
    put(p, "RES_III", "hq-9d", "45bm-1", "45bm-2", "77bm-1", "77bm-2", "pertegaz", "token-pce")
    run(p, Order(PCE))
    play(p, "address:hq-9d", "direct", "order:45bm-1", "order:45bm-2", "order:77bm-1", "order:77bm-2")
    assert p.points(unit(p, "hq-9d")) == 0
    assert rules(p, "order:pertegaz") == ["4.1.1a"]
    assert args(p, "order") == []
    q = empty()
    put(q, "RES_III", "hq-9d", "45bm-1", "token-pce")
    for n in range(4):                   # the same unit, four orders
        run(q, Order(PCE))
        play(q, "address:hq-9d", "direct", "order:45bm-1", "done")
        assert q.points(unit(q, "hq-9d")) == 3 - n
    run(q, Order(PCE))
    assert rules(q, "address:hq-9d") == ["4.1.1a"]


# -- example 2


@pytest.mark.rule("4.3.1b", "4.3b", "4.3.2b")
def test_example_2_channels_may_change_from_leg_to_leg_and_the_token_stays_hidden() -> None:
    p = empty()
    put(p, "G1", "70bm-1")               # the CND controls the main exchange
    put(p, "L", "token-cnd")
    put(p, "JACA", "hq-centro")
    put(p, "RES_4D", "hq-ii")            # any level 2 headquarters on the chain
    p.join(unit(p, "hq-ii"), NEUTRAL)
    put(p, "GUADALAJARA", "hq-iv", "mera")
    run(p, Order(CND))
    play(p, "address:hq-centro")
    assert question(p) == "Channel"
    assert "call:tel-g1" in offered(p)
    play(p, "call:tel-g1")
    token = unit(p, "token-cnd")
    assert p.hid[token] == 1
    play(p, "order:hq-iv")
    assert question(p) == "Channel"      # telephone or courier, one of them
    play(p, "call:tel-g1", "order:mera", "through:hq-iv")
    assert question(p) == "Designate"    # the leader in the square had a direct order: nothing to intercept
    assert unit(p, "mera") in top(p, Order).active
    q = empty()
    put(q, "L", "token-cnd")
    put(q, "JACA", "hq-centro")
    run(q, Order(CND))
    play(q, "address:hq-centro", "call:tel-g1")
    assert q.hid[unit(q, "token-cnd")] == 0


# -- example 4


@pytest.mark.rule("4.4.1d", "4.4.1b", "4.1.2a")
def test_example_4_a_divisional_leader_obeys_the_corps_and_his_units_do_not() -> None:
    p = empty()
    put(p, "B", "hq-centro", "token-cnd", "zulueta", "40bm-1", "40bm-2")
    neutral(p, "B", "hq-ii")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-ii", "order:zulueta")
    assert unit(p, "zulueta") in top(p, Order).active
    assert rules(p, "order:40bm-1") == ["4.4.1a"]
    play(p, "done", "stack:zulueta")
    assert set(args(p, "join")) == {"40bm-1", "40bm-2"}
    q = empty()
    put(q, "B", "hq-centro", "token-cnd", "zulueta", "40bm-1", "hq-ii")      # the corps is with the PCE
    run(q, Order(CND))
    play(q, "address:hq-centro", "direct")
    assert rules(q, "order:hq-ii") == ["4.1.2a"]
    assert "order:zulueta" not in offered(q)
    assert "order:40bm-1" not in offered(q)


# -- example 5


def negotiation() -> Heralds:
    p = empty()
    put(p, "CIUDAD_LINEAL", "dieguez", "token-pce")
    neutral(p, "RES_I", "barcelo", "hq-i", "hq-69d", "99bm-1", "99bm-2", "99bm-3", "200bm-1", "200bm-2", "200bm-3",
            "gallego")
    put(p, "RES_I", "d-hervas", "moll", "decoy-cnd-1")
    p.ip[PCE] = 1
    p.initiative = PCE
    f = Talk(PCE, AFFILIATE, unit(p, "barcelo"))
    run(p, f)
    play(p, "envoy:dieguez", "travel")   # Villa Eloisa: no line of command is needed
    dice(p, 6)
    play(p, "move:CHAMARTIN", "move:RES_I")
    return p


@pytest.mark.rule("5.2.2j", "5.2.2l", "5.2.2o6", "5.2.2o7", "5.2.2n")
def test_example_5_negotiation() -> None:
    p = negotiation()
    assert where(p, "dieguez") == "RES_I"
    play(p, "ip:1")
    assert p.ip[PCE] == 0
    play(p, "helper:d-hervas")
    dice(p, 2)
    assert asked(p) == [CND]
    play(p, "helper:moll")
    dice(p, 3)
    play(p, "pass")
    parts = {(rule, key): n for n, rule, key in talk_parts(p, top(p, Talk))}
    assert parts == {("5.2.2o1", "talk-envoy"): 4, ("5.2.2o1", "talk-target"): -4, ("5.2.2o3", "talk-helpers"): 1,
                     ("5.2.2o6", "talk-fifth-column"): -1, ("5.2.2o7", "talk-ip"): 1}
    assert sum(parts.values()) == 1
    events = told(p)
    dice(p, 5)
    assert sums(events, "talk-succeeds") == [6]
    assert side_of(p, "barcelo") == PCE
    assert question(p) == "DominoDie"


@pytest.mark.rule("5.2.2p", "11.2b", "5.2.2l", "5.2.2k", "4.1.2a")
def test_example_5_every_subordinate_rolls_but_gallego_who_cannot_be_pce() -> None:
    p = negotiation()
    play(p, "ip:1", "pass", "pass")
    dice(p, 5)
    from frente.games.heralds.state.frames import Domino

    chain = {p.board.uid[u] for u in top(p, Domino).units}
    assert chain == {"hq-i", "hq-69d", "99bm-1", "99bm-2", "99bm-3", "200bm-1", "200bm-2", "200bm-3"}
    dice(p, 6)                           # HQ I CE, value 5, follows: a level 2 headquarters
    assert side_of(p, "hq-i") == PCE
    assert p.will[PCE] == 5
    dice(p, 4)                           # HQ 69D, value 4, does not
    assert side_of(p, "hq-69d") == NEUTRAL
    dice(p, 3, 2, 3, 3, 2, 3)
    assert [side_of(p, f"99bm-{n}") for n in (1, 2, 3)] == [PCE, NEUTRAL, PCE]
    assert side_of(p, "gallego") == NEUTRAL


@pytest.mark.rule("5.2.2p")
@pytest.mark.parametrize(("value", "joins"), [(2, [3, 4, 5, 6]), (4, [5, 6]), (5, [6])])
def test_example_5_who_follows_on_which_die(value: int, joins: list[int]) -> None:
    p = empty(turn=2)
    assert [die for die in range(1, 7) if domino_falls(p, PCE, AFFILIATE, value, die)] == joins


# -- example 6a


def six_a() -> Heralds:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "44bm-1", "44bm-2", "art-8d")
    put(p, "RES_8D", "18bm-1")
    put(p, "CHAMARTIN", "111bm-1", "111bm-2")
    put(p, "A", "40bm-1", "40bm-2", "40bm-3")
    return maneuver(p, PCE, "ascanio", "44bm-1", "44bm-2", "art-8d")


@pytest.mark.rule("6.2a", "6.1e", "6.3a", "6.4f", "14.e", "14.g")
def test_example_6a_a_stack_moves_and_is_blocked() -> None:
    p = six_a()
    dice(p, 4)
    assert now(p).credit == 6            # 4 + 2 - 1 + 1
    play(p, "move:RES_8D")
    assert now(p).credit == 5
    play(p, "pick:18bm-1")
    assert now(p).credit == 4
    play(p, "move:CHAMARTIN")
    assert now(p).credit == 3
    play(p, "move:A")
    assert now(p).credit == 1
    play(p, "extra:0", "shelter:A1", "unit:40bm-1", "done")
    events = told(p)
    dice(p, 3)
    assert sums(events, "reaction-succeeds") == [7], "3 + 3 + 1"
    assert where(p, "40bm-1") == "A1"
    assert where(p, "ascanio") == "CHAMARTIN"
    assert now(p).credit == 1
    assert question(p) == "Acting"
    assert rules(p, "move:A") != []


# -- example 6b


def six_b(extra: int, die: int) -> Heralds:
    p = empty()
    put(p, "JACA", "mera")
    put(p, "ALCALA", "g-1", "g-2", "g-3", "calvo", "hq-g")
    neutral(p, "GUADALAJARA", "hq-iv")
    neutral(p, "RES_IV", "hq-14d")
    maneuver(p, CND, "mera")
    dice(p, 5)
    assert now(p).credit == 9, "5 + 3 + 1"
    now(p).task = 2
    now(p).dest = space(p, "RES_IV")
    p.settle()
    play(p, "move:CANILLEJAS")
    assert now(p).credit == 8
    play(p, "move:BARAJAS")
    assert now(p).credit == 7
    play(p, "move:PARACUELLOS")
    assert now(p).credit == 6
    play(p, "move:ALCALA", f"extra:{extra}")
    play(p, "intercept", "unit:g-1", "unit:g-2", "unit:calvo", "done")
    events = told(p)
    dice(p, die)
    assert sums(events, "reaction-succeeds", "reaction-fails") == [{2: 5, 1: 6, 0: 7}[extra]], "7 less what he adds"
    return p


@pytest.mark.rule("6.3g", "6.4d", "14.j")
def test_example_6b_a_lone_leader_slips_through_with_extra_points() -> None:
    p = six_b(2, 4)
    assert where(p, "mera") == "ALCALA"
    assert now(p).credit == 2
    play(p, "move:GUADALAJARA")
    assert now(p).credit == 1
    play(p, "move:RES_IV")
    assert where(p, "mera") == "RES_IV"


@pytest.mark.rule("6.4g", "8e")
def test_example_6b_without_enough_extra_points_he_is_caught() -> None:
    for extra in (0, 1):
        p = six_b(extra, 4)
        assert question(p) == "FateDie"
        dice(p, 6)
        assert where(p, "mera") == "eliminated"
        assert p.ip[PCE] == 1
    p = six_b(0, 4)
    dice(p, 5)                           # his initiative is 5: he lives and stays
    assert where(p, "mera") == "ALCALA"
    assert p.ip[PCE] == 0


# -- example 7


def seven() -> Heralds:
    p = empty()
    put(p, "CANILLEJAS", "ascanio", "18bm-1", "18bm-2", "18bm-3", "hq-8d", "token-pce")
    put(p, "CIUDAD_LINEAL", "18bm-4", "18bm-5", "18bm-6")
    up(p, "CIUDAD_LINEAL", "pedro-fdez")
    put(p, "E", "gutierrez", "112bm-1", "112bm-2", "112bm-3")
    put(p, "E1", "70bm-1")
    put(p, "D", "112bm-8")               # somebody keeps D for the CND
    return ordered(p, PCE, "ascanio", "pedro-fdez")


@pytest.mark.rule("6.4b", "7.2a", "7.2b", "7.2d", "7.1.2a", "7.1.2b", "7.1.4b", "7.1.4c", "7.1.4d", "7.1.5a", "7.1.5c",
                  "7.1.6a", "7.1.6b", "7.1.7a", "7.1.7c", "7.2c", "7.1.1a", "7.1.1b", "7.1.6d", "7.1.6h", "7.1.4i",
                  "11.2j", "7.1.4a", "4.2.1b")
def test_example_7_combat() -> None:
    p = seven()
    events = told(p)
    play(p, "stack:pedro-fdez", "join:18bm-4", "join:18bm-5", "join:18bm-6", "done")
    dice(p, 4)
    assert now(p).credit == 8
    play(p, "move:CANILLEJAS")
    assert now(p).credit == 7
    play(p, "move:E")
    assert now(p).credit == 5
    play(p, "extra:0", "sally:E1", "unit:70bm-1", "done")
    dice(p, 2)                           # 2 + 3 + 1 = 6
    assert where(p, "70bm-1") == "E"
    play(p, "fix:E")
    assert now(p).credit == 4
    dice(p, 1)                           # + 7 + 1 + 1
    assert flags(p, p.fixed, "18bm-4", "112bm-1", "70bm-1", "gutierrez") == [1, 1, 1, 1]
    assert question(p) == "NextStack"    # his activation is over
    play(p, "stack:ascanio", "join:18bm-1", "join:18bm-2", "join:18bm-3", "done")
    dice(p, 4)
    assert now(p).credit == 8
    play(p, "move:E")
    assert now(p).credit == 6            # hard, and nobody reacts: it is contested already
    assert question(p) == "Acting"
    play(p, "assault:E")
    assert now(p).credit == 5
    assert question(p) == "AttackLead"   # no engagement roll: they are fixed
    play(p, "lead:18bm-1", "leader:ascanio", "lead:112bm-1", "leader:gutierrez", "deduct")
    dice(p, 5, 6)                        # 8 against 6 + max(0, 4 - 4)
    dice(p, 2)                           # the PCE lead stays, damaged
    assert flags(p, p.damaged, "18bm-1") == [1]
    dice(p, 5)                           # the CND lead gives up
    play(p, "to:D")
    assert side_of(p, "112bm-1") == NEUTRAL
    assert where(p, "112bm-1") == "D"
    assert question(p) == "FollowOn"
    play(p, "again", "lead:18bm-2", "leader:ascanio", "lead:112bm-2", "leader:gutierrez", "deduct")
    dice(p, 3, 5)                        # 6 against 5 + 0
    dice(p, 3)                           # 3 <= 3: stays, damaged
    play(p, "retire")
    assert now(p).credit == 5
    while question(p) == "WithdrawUnit":
        play(p, "to:E1")
    assert {n for n in ("112bm-2", "112bm-3", "70bm-1", "gutierrez") if where(p, n) == "E1"} == {
        "112bm-2", "112bm-3", "70bm-1", "gutierrez"}
    assert flags(p, p.fixed, "18bm-4", "18bm-5") == [0, 0]
    play(p, "pick:18bm-4", "pick:18bm-5")
    assert now(p).credit == 3
    play(p, "assault:E1")
    assert now(p).credit == 2
    play(p, "lead:18bm-3", "leader:ascanio", "lead:112bm-3", "leader:gutierrez", "deduct")
    dice(p, 4, 4)                        # 9 against 4 + (6 - 2)
    dice(p, 5)                           # 5 > 4: the PCE lead gives up
    play(p, "to:CANILLEJAS")
    dice(p, 6)                           # 6 - 1 = 5 > 3
    play(p, "to:D")
    dice(p, 5)                           # collateral: 5 + 2 - 1 = 6, not above 6
    play(p, "again", "lead:18bm-4", "leader:ascanio", "lead:70bm-1", "leader:gutierrez", "deduct")
    dice(p, 3, 6)                        # 3 + 4 against 6 + (4 - 2)
    dice(p, 5)
    play(p, "to:CANILLEJAS")
    dice(p, 4)                           # 4 - 1 = 3 <= 3: stays, damaged
    assert flags(p, p.damaged, "70bm-1") == [1]
    dice(p, 5)
    play(p, "again", "lead:18bm-2", "leader:ascanio", "lead:70bm-1", "leader:gutierrez", "deduct")
    dice(p, 3, 1)                        # 3 + 3 against 1 + 2
    dice(p, 2)                           # Gutierrez survives
    dice(p, 4)                           # 4 - 1 = 3 > 2: eliminated
    assert where(p, "70bm-1") == "eliminated"
    dice(p, 5)
    assert question(p) == "ReplaceOrRetire"
    assert sums(events, "reaction-succeeds") == [6], "2 + 3 + 1"
    assert sums(events, "engaged") == [10], "1 + 7 + 1 + 1"
    assert [(e.facts["attack"], e.facts["defence"]) for e in events if e.key == "assault-round"] == [
        (8, 6), (6, 5), (9, 8), (7, 8), (6, 3)]
    assert sums(events, "collateral-check") == [6, 6, 6], "5 + 2 - 1"


@pytest.mark.rule("7.1.4i", "11.2j", "7.1.7d")
def test_example_7_ends_with_the_withdrawal_to_d_and_the_loss_of_e() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "18bm-2", "18bm-3")
    put(p, "E1", "gutierrez", "112bm-2", "70bm-1")
    p.damaged[unit(p, "70bm-1")] = 1
    put(p, "D", "112bm-8")
    moving(p, PCE, 3, "ascanio", "18bm-1", "18bm-2", "18bm-3")
    play(p, "assault:E1", "lead:18bm-1", "leader:ascanio", "lead:70bm-1", "leader:gutierrez", "deduct")
    dice(p, 3, 2)                        # 6 against 2 + (4 - 2) = 4
    dice(p, 4)                           # the 70BM is lost: 4 - 1 > 3 - 1
    dice(p, 1)
    play(p, "replace:112bm-2")
    dice(p, 6)                           # 6 + 1, another formation
    assert rules(p, "to:E") == ["7.1.7d"]
    while question(p) == "WithdrawUnit":
        play(p, "to:D")
    assert where(p, "gutierrez") == where(p, "112bm-2") == "D"
    assert p.will[CND] == 3              # E is PCE controlled now
    assert now(p).credit == 2


@pytest.mark.rule("4.1.1b", "5.2.3b", "9.10a")
def test_the_order_of_example_7_costs_the_division_two_points() -> None:
    p = seven()
    run(p, Order(PCE))
    play(p, "address:hq-8d", "direct", "order:ascanio", "order:pedro-fdez")
    assert spent(p, "hq-8d") == 2        # Pedro is reached through Villa Eloisa's couriers
    assert asked(p) != [CHANCE]


# -- set-up figures


@pytest.mark.rule("13c", "13f", "13a")
def test_the_figures_of_the_set_up() -> None:
    from tests.heralds.lay import start

    p = start()
    assert p.ap == [5, 7]
    assert p.ip == [0, 2]
    assert p.will == [4, 4]
    assert p.initiative == PCE
    assert p.closed == 1
    assert set(p.res) == {0}
