"""Where rules end: the first of a list, the pawn beside it, the one that is gone, the side that does not decide."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch04_lines import BACK, send_courier
from frente.games.heralds.rules.ch05_maneuver import price
from frente.games.heralds.rules.ch05_points import NextSide
from frente.games.heralds.rules.ch05_targets import brokering
from frente.games.heralds.rules.ch06_movement import Returned, arrive, drop_from_stacks
from frente.games.heralds.rules.ch06_reaction import spendable
from frente.games.heralds.rules.ch07_combat import ParleyAgain
from frente.games.heralds.rules.ch07_engage import engage_parts
from frente.games.heralds.rules.ch07_losses import DamageFalls
from frente.games.heralds.rules.ch07_strength import ammo_reach, has_ammo_at
from frente.games.heralds.rules.ch11_will import note_control
from frente.games.heralds.rules.ch12_admin import guards, march, paths
from frente.games.heralds.rules.ch13_setup import could_begin
from frente.games.heralds.rules.sequence import NextTurn
from frente.games.heralds.state.board import CND, NEUTRAL, PCE, SPACES
from frente.games.heralds.state.frames import (
    AFFILIATE,
    CAUGHT,
    COURIER,
    MANEUVER,
    SUMMON,
    Game,
    Hides,
    Leg,
    ManeuverPhase,
    Motors,
    NegotiationPhase,
    Order,
    Refits,
    Setup,
    Stack,
    Talk,
)
from frente.games.heralds.state.frames_combat import GOES_ON, Assault, Collapse, Damage
from frente.games.heralds.state.position import DESTROYED, ELIMINATED, SERVES
from frente.kernel.flow import CHANCE
from tests.heralds.battle import fight, in_e
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    handle,
    hold,
    keys,
    moving,
    neutral,
    now,
    offered,
    play,
    put,
    question,
    reasons,
    resource,
    run,
    space,
    told,
    top,
    unit,
    where,
)

# -- orders and lines of command


@pytest.mark.rule("4.1.1b", "4.4.1c")
def test_two_neutral_levels_are_those_of_headquarters() -> None:
    p = empty(double_neutral_cost="1")
    put(p, "B", "hq-centro", "token-cnd")
    neutral(p, "B", "hq-iii", "ortega", "hq-iv", "hq-14d")
    p.ortega = SERVES
    centro, ortega, division = (unit(p, n) for n in ("hq-centro", "ortega", "hq-14d"))
    assert p.board.uid[p.board.above[ortega]] == "hq-iii"
    assert price(p, centro, ortega) == 1, "Ortega and his corps are neutral, but he is no headquarters"
    assert price(p, unit(p, "hq-iv"), division) == 0
    assert price(p, centro, unit(p, "hq-iv")) == 1


@pytest.mark.rule("4.1.1d", "4.1.1a")
def test_a_headquarters_without_points_is_told_so_and_not_that_orders_go_down() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-iv", "hq-14d", "token-cnd")
    neutral(p, "B", "hq-xvii")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-iv", "order:hq-14d")
    assert "order:hq-xvii" in offered(p)
    p.spent[unit(p, "hq-centro")] = 7
    p.reask()
    assert reasons(p, "order:hq-xvii") == [("4.1.1a", "no-command-points")]
    q = empty()
    put(q, "B", "hq-14d", "token-cnd")
    neutral(q, "B", "hq-xvii")
    f = Order(CND, held=[unit(q, "hq-14d")])
    f.at = 2
    run(q, f)
    assert reasons(q, "order:hq-xvii") == [("4.1.1d", "no-orders-upwards")]


@pytest.mark.rule("4.3.3b", "4.3.3c")
def test_a_decoy_sent_as_courier_is_known_and_what_was_done_before_stands() -> None:
    p = empty()
    put(p, "B", "decoy-cnd-1", "token-cnd")
    u = unit(p, "decoy-cnd-1")
    f = Leg(CND, space(p, "B"), -1, space(p, "L"), courier=u)
    p.stack = [f]
    before = p.barrier
    send_courier(p, f)
    assert (p.barrier, p.seen[u], p.hid[u]) == (before + 1, 1, 1)
    assert isinstance(p.stack[-1], Stack)
    assert p.stack[-1].task == COURIER


@pytest.mark.rule("4.3.3c")
@pytest.mark.parametrize(("at", "times"), [("B", 1), ("", 0)])
def test_a_decoy_is_removed_when_its_errand_is_done_unless_it_is_gone_already(at: str, times: int) -> None:
    p = empty()
    put(p, "B", "decoy-cnd-1", "token-cnd")
    u = unit(p, "decoy-cnd-1")
    if not at:
        p.box(u, ELIMINATED)
    f = Leg(CND, space(p, "B"), -1, space(p, "L"), courier=u)
    f.at = BACK
    events = told(p)
    p.answer = 0
    run(p, f)
    assert keys(events).count("eliminated") == times
    assert where(p, "decoy-cnd-1") == "eliminated"


@pytest.mark.rule("5.2.2k")
def test_why_a_point_cannot_be_spent_on_talks() -> None:
    p = empty()
    neutral(p, "A", "gallego")
    put(p, "A", "mera")
    p.ip[CND] = 2
    f = Talk(CND, AFFILIATE, unit(p, "gallego"), unit(p, "mera"))
    f.at = 5
    run(p, f)
    assert reasons(p, "ip:2") == [("5.2.2k", "too-few-ip")]


@pytest.mark.rule("5.2.2n", "8f")
def test_a_summons_that_succeeds_ends_the_talks_and_so_does_a_failure() -> None:
    for die, helpers, place in ((6, 0, "L"), (1, 5, "A")):
        p = empty()
        neutral(p, "A", "gallego", "99bm-1")
        put(p, "A", "mera")
        f = Talk(CND, SUMMON, unit(p, "gallego"), unit(p, "mera"), place=space(p, "L"), die=die,
                 foes=helpers)
        f.at = [type(s).__name__ for s in f.steps()].index("TalkFalls")
        run(p, f)
        assert (where(p, "gallego"), p.choices(), p.stack) == (place, {}, [])
        assert p.side[unit(p, "99bm-1")] == NEUTRAL


@pytest.mark.rule("8c", "4.3.4c")
def test_a_call_that_passes_one_exchange_of_the_enemy_gives_him_its_point() -> None:
    p = empty()
    put(p, "GUADALAJARA", "g-1", "g-2")
    put(p, "G1", "18bm-1")
    run(p, Leg(CND, space(p, "GUADALAJARA"), -1, space(p, "RES_IV")))
    play(p, "call:tel-guadalajara", "allow")
    assert p.ip[PCE] == 1, "though the main exchange is his too"


@pytest.mark.rule("6.1b")
def test_every_hidden_piece_is_asked_who_goes_along_the_first_one_too() -> None:
    p = empty()
    u = p.board.handles[CND][0]
    p.put(u, space(p, "B"))
    run(p, Order(CND), Stack(CND, [u], MANEUVER, lead=u))
    assert (question(p), offered(p)) == ("Compose", ["done"])


@pytest.mark.rule("8b", "6.4d")
def test_none_or_any_number_of_the_points_one_has_may_be_spent() -> None:
    p = empty()
    p.ip = [2, 0]
    assert [a.arg for a in spendable(p, CND)] == [0, 1, 2]
    assert [a.arg for a in spendable(p, PCE)] == [0]


@pytest.mark.rule("9.9.1c", "4.2a")
def test_who_is_an_agent() -> None:
    p = empty()
    put(p, "B", "moll", "mera", "70bm-1")
    neutral(p, "RES_III", "ortega")
    assert [p.agent(unit(p, n)) for n in ("moll", "mera", "70bm-1", "ortega")] == [True, False, False, False]
    p.ortega = SERVES
    assert p.agent(unit(p, "ortega"))
    p.join(unit(p, "ortega"), PCE)
    assert not p.agent(unit(p, "ortega")), "he serves nobody but his new side"


@pytest.mark.rule("5.2.2f", "10.6a")
def test_both_sides_are_asked_for_motor_depots() -> None:
    p = empty()
    put(p, "F1", "70bm-1")
    put(p, "F", "token-cnd")
    put(p, "VALLECAS", "18bm-1", "18bm-2", "token-pce")
    motors = {p.board.names[p.board.rat[r]] for r in p.board.motors}
    assert "F1" in motors
    other = next(x for x in sorted(motors) if x != "F1")
    put(p, other, "18bm-3")
    put(p, p.board.names[p.board.parent[space(p, other)]], "token-pce")
    run(p, Motors(CND))
    assert asked(p) == [CND]
    play(p, "pass")
    assert asked(p) == [PCE]
    play(p, "pass")
    assert p.choices() == {}


@pytest.mark.rule("5.2.2g", "5.2a")
def test_after_an_order_it_is_the_other_sides_turn() -> None:
    p = empty()
    put(p, "L", "token-cnd", "pedrero")
    put(p, "RES_XVII", "dieguez")
    neutral(p, "RES_I", "barcelo")
    run(p, NegotiationPhase(CND))
    play(p, f"shift:{handle(p, 'pedrero')}")
    while asked(p) == [CND] and question(p) != "GiveNegotiation":
        p.apply(CND, p.choices()[CND][-1])
    if asked(p) not in ([CND], [PCE]):
        dice(p, 1)
    while question(p) != "GiveNegotiation":
        p.apply(asked(p)[0], p.choices()[asked(p)[0]][-1])
    assert asked(p) == [PCE]
    q = empty()
    put(q, "L", "token-cnd", "hq-centro")
    put(q, "RES_I", "hq-i", "token-pce")
    run(q, ManeuverPhase(CND))
    play(q, "maneuver", "address:hq-centro", "direct", "done")
    assert (question(q), asked(q)) == ("GiveManeuver", [PCE])
    play(q, "pass")
    assert (question(q), asked(q), q.ap[PCE]) == ("GiveManeuver", [CND], 0)


@pytest.mark.rule("5.2.2g")
def test_the_bridge_and_the_offensive_are_refused_for_reasons_of_their_own() -> None:
    p = empty()
    put(p, "L", "token-cnd", "moll")
    p.offensive = 1
    run(p, NegotiationPhase(CND))
    assert reasons(p, "offensive") == [("9.7e", "offensive-used")]
    assert "bridge" in offered(p)
    q = empty()
    put(q, "L", "token-cnd")
    q.offensive = 1
    run(q, NegotiationPhase(CND))
    assert reasons(q, "bridge") == [("9.7b", "no-fifth-column")]
    assert reasons(q, "offensive") == [("9.7e", "offensive-used")]


@pytest.mark.rule("5.2.2m", "5.2.2q")
def test_a_support_unit_weighs_as_much_as_the_best_of_its_formation_in_the_square() -> None:
    p = empty()
    put(p, "EL_PARDO", "18bm-1", "art-8d")
    assert p.around(space(p, "EL_PARDO"))[0] == unit(p, "18bm-1")
    p.damaged[unit(p, "18bm-1")] = 1
    assert brokering(p, unit(p, "art-8d")) == 2
    p.box(unit(p, "18bm-1"), ELIMINATED)
    assert brokering(p, unit(p, "art-8d")) == 3


# -- the end of the turn and the set-up


@pytest.mark.rule("3a", "12.4a")
def test_turn_follows_turn() -> None:
    p = empty(turn=2)
    f = Game()
    f.at = len(f.steps()) - 1
    run(p, f)
    assert p.turn == 3
    p.stack = p.stack[:1]
    p.settle()
    assert p.turn == 4
    g = Game()
    g.at = 4
    p.stack = [g]
    NextTurn().auto(g, p)
    assert (g.at, p.turn) == (3, 5), "the step itself comes next"


@pytest.mark.rule("3.2a")
def test_the_second_side_begins_anew() -> None:
    p = empty()
    f = Refits(CND, unit=3, done=[3], pending=4)
    f.at = 2
    NextSide().auto(f, p)
    assert (f.side, f.second, f.unit, f.done, f.pending, f.at) == (PCE, True, -1, [], -1, 0)
    f.at = 2
    NextSide().auto(f, p)
    assert (f.side, f.at) == (PCE, 2), "and nobody is third"


@pytest.mark.rule("12.3a", "9.9.1b")
def test_ortega_bars_the_way_through_his_square_and_no_other() -> None:
    p = empty()
    neutral(p, "CARABANA", "ortega")
    found = {p.board.names[a] for a in paths(p, CND, space(p, "BARAJAS"))}
    assert {"CANILLEJAS", "CIUDAD_LINEAL", "CARABANA"} <= found
    assert "RES_LEV" not in found
    p.box(unit(p, "ortega"), ELIMINATED)
    assert space(p, "RES_LEV") in paths(p, CND, space(p, "BARAJAS"))


@pytest.mark.rule("12.3c")
def test_only_own_units_guard_prisoners() -> None:
    p = empty()
    put(p, "B", "hq-65d", "112bm-1")
    neutral(p, "B", "112bm-2", "18bm-1")
    p.capture(unit(p, "18bm-1"), 1)
    assert guards(p, CND, unit(p, "18bm-1")) == [unit(p, "112bm-1")]


@pytest.mark.rule("12.3a", "12.3c")
def test_prisoners_are_led_as_far_as_their_guard_can_march() -> None:
    p = empty()
    found = {p.board.names[a] for a in march(p, CND, space(p, "BARAJAS"), 1)}
    assert found == {"BARAJAS", "CANILLEJAS", "PARACUELLOS"}
    assert march(p, CND, space(p, "BARAJAS"), 0) == [space(p, "BARAJAS")]


@pytest.mark.rule("12.3b")
def test_why_nothing_is_repaired() -> None:
    p = empty()
    put(p, "B", "hq-65d", "112bm-1", "112bm-2", "18bm-1", "token-cnd")
    p.damaged[unit(p, "112bm-1")] = p.damaged[unit(p, "18bm-1")] = p.damaged[unit(p, "112bm-3")] = 1
    run(p, Refits(CND))
    assert args(p, "repair") == ["112bm-1"]
    assert reasons(p, "repair:18bm-1") == [("12.3b", "not-your-pawn")]
    assert reasons(p, "repair:112bm-3") == [("12.3b", "not-your-pawn")]
    assert reasons(p, "repair:112bm-2") == [("12.3b", "not-damaged")]


@pytest.mark.rule("4b")
def test_every_decoy_side_may_be_turned_up_again_from_the_first_to_the_last() -> None:
    p = empty()
    first, last = p.board.handles[CND][0], p.board.handles[CND][-1]
    for u in (first, last):
        p.face(u, 0)
        p.put(u, space(p, "B"))
    put(p, "B", "mera")
    run(p, Hides(CND))
    assert args(p, "conceal") == [p.board.uid[first], p.board.uid[last]]
    assert reasons(p, "conceal:mera") == [("4b", "has-no-decoy-side")]


@pytest.mark.rule("13b")
def test_where_the_chart_fixes_a_place_a_piece_begins_there_and_nowhere_else() -> None:
    p = empty(turn=0, alvarez_fixed_in_g2=True)
    for name, place in (("alvarez", "G2"), ("garijo", "RES_LEV"), ("d-hervas", "RES_I")):
        piece = p.board.pindex[name]
        assert [p.board.names[a] for a in range(SPACES) if could_begin(p, piece, a)] == [place]


@pytest.mark.rule("15.free.pce.b", "15.free.a")
def test_a_place_that_is_offered_is_not_refused_and_another_one_is() -> None:
    p = empty(turn=0)
    run(p, Setup(PCE))
    assert question(p) == "PlacePertegaz"
    assert reasons(p, "place:RES_7D") == []
    assert reasons(p, "place:A") == [("15.free.pce.b", "chart-forbids-place")]


# -- stacks on the move


@pytest.mark.rule("6.1a")
def test_who_is_gone_is_in_nobodys_stack_and_the_others_stay() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2")
    moving(p, PCE, 3, "18bm-1", "18bm-2")
    drop_from_stacks(p, unit(p, "112bm-1"))
    assert now(p).units == [unit(p, "18bm-1"), unit(p, "18bm-2")]
    drop_from_stacks(p, unit(p, "18bm-1"))
    assert now(p).units == [unit(p, "18bm-2")]
    q = empty()
    put(q, "E", "18bm-1")
    q.stack = [Collapse(PCE, space(q, "E"), [unit(q, "18bm-1")])]
    drop_from_stacks(q, unit(q, "18bm-1"))
    assert top(q, Collapse).units == [unit(q, "18bm-1")], "what is no stack keeps its list"


@pytest.mark.rule("6.1b", "6.2b")
def test_one_motor_depot_is_enough_for_a_stack() -> None:
    p = empty()
    put(p, "F", "token-pce", "ascanio", "18bm-1")
    put(p, "F1", "18bm-2")
    o = Order(PCE)
    o.active = [unit(p, "ascanio")]
    o.at = 5
    f = Stack(PCE, [unit(p, "ascanio")], MANEUVER, lead=unit(p, "ascanio"))
    run(p, o, f)
    assert args(p, "motor") == ["motor-f1"]
    q = empty()
    put(q, "F", "token-pce", "ascanio", "18bm-1")
    put(q, "F1", "18bm-2")
    run(q, Order(PCE, active=[unit(q, "ascanio")]), Stack(PCE, [unit(q, "ascanio")], MANEUVER,
                                                         lead=unit(q, "ascanio"), motor=True))
    assert args(q, "motor") == []
    assert args(q, "join")


@pytest.mark.rule("7.2c", "6.3a")
def test_a_fix_ends_when_the_last_fixed_unit_of_a_side_leaves_and_not_before() -> None:
    def leave(fixed: tuple[str, ...], to: str, *units: str) -> int:
        p = empty()
        put(p, "E", "18bm-1", "18bm-2", "18bm-3", "112bm-1")
        for name in (*fixed, "112bm-1"):
            p.fixed[unit(p, name)] = 1
        f = Stack(PCE, [unit(p, n) for n in units], MANEUVER, to=space(p, to), credit=3)
        p.stack = [Order(PCE), f]
        arrive(p, f)
        return p.fixed[unit(p, "112bm-1")]
    assert leave(("18bm-1",), "CANILLEJAS", "18bm-1", "18bm-2") == 0, "the only fixed one is gone"
    assert leave(("18bm-1", "18bm-2"), "CANILLEJAS", "18bm-1") == 1, "another fixed one is left"
    assert leave(("18bm-1",), "CANILLEJAS", "18bm-2") == 1, "the fixed one is left"


@pytest.mark.rule("6.4g", "8e")
def test_who_is_caught_on_his_way_back_is_gone_from_stack_and_square() -> None:
    p = empty()
    put(p, "E", "mera", "18bm-1")
    f = Stack(CND, [unit(p, "mera")], MANEUVER, lead=unit(p, "mera"))
    p.stack = [Order(CND), f]
    p.answer = CAUGHT
    p.held[space(p, "E")] = CND
    Returned().auto(f, p)
    assert (f.units, where(p, "mera"), p.ip[PCE]) == ([], "eliminated", 1)
    assert (p.held[space(p, "E")], p.will[CND]) == (PCE, 3), "the square is lost with him"


# -- fights


@pytest.mark.rule("7.1.2b")
def test_a_stack_without_a_leader_has_no_leaders_modifier() -> None:
    p = empty()
    last = p.board.handles[PCE][-1]
    other = unit(p, "lopez-valle")
    p.who[last], p.who[other] = p.who[other], p.who[last]
    assert p.modifier_of(last) == 1
    put(p, "E", "18bm-1", "112bm-1")
    f = Stack(PCE, [unit(p, "18bm-1")], MANEUVER, credit=3)
    g = Assault(PCE, space(p, "E"), 0)
    p.stack = [Order(PCE), f, g]
    assert {key: n for n, _, key in engage_parts(p, g)} == {"engage-units": 2, "engage-initiative": 1}


@pytest.mark.rule("7.1.5b", "9.6b", "10.7a")
def test_no_ammunition_comes_through_a_square_of_the_enemy() -> None:
    p = empty()
    assert ammo_reach(p, PCE, space(p, "BARAJAS"), 9, False)
    put(p, "CANILLEJAS", "70bm-1", "70bm-2", "70bm-3")
    put(p, "PARACUELLOS", "70bm-4", "70bm-5", "70bm-6")
    note_control(p)
    assert not ammo_reach(p, PCE, space(p, "BARAJAS"), 9, False)


@pytest.mark.rule("10.7a", "9.6b")
def test_a_depot_that_was_destroyed_holds_no_ammunition() -> None:
    p = empty()
    e = space(p, "E")
    assert has_ammo_at(p, PCE, e, True)
    assert not has_ammo_at(p, PCE, e, False), "open, but nobody's"
    p.res[resource(p, "ammo-e1")] = DESTROYED
    assert not has_ammo_at(p, PCE, e, True)


@pytest.mark.rule("7.1.4e")
def test_one_unit_suffers_for_a_one_and_nobody_else() -> None:
    p = in_e(("18bm-1",), ("112bm-1", "112bm-2"))
    play(p, "assault:E")
    fight(p)
    dice(p, 1, 1)
    assert question(p) == "AttackOne"
    play(p, "suffer:18bm-1")
    dice(p, 1)
    assert question(p) == "DefenceOne"
    play(p, "suffer:112bm-2")
    dice(p, 1)
    assert question(p) != "DefenceOne"
    assert [p.damaged[unit(p, n)] for n in ("18bm-1", "112bm-1", "112bm-2")] == [1, 0, 1]


@pytest.mark.rule("7.1.5a", "7.1.5d")
def test_who_stops_fights_no_other_round() -> None:
    p = in_e(("18bm-1", "18bm-2"), ("112bm-1", "112bm-2"), credit=3)
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2)
    while question(p) != "FollowOn":
        if asked(p) == [CHANCE]:
            dice(p, 1)
        else:
            p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    left = now(p).credit
    play(p, "stop")
    assert (question(p), now(p).credit) == ("Acting", left)


@pytest.mark.rule("7.1.6a", "7.1.6d")
def test_the_dead_check_no_morale() -> None:
    p = empty()
    put(p, "E", "112bm-1")
    p.box(unit(p, "112bm-1"), ELIMINATED)
    run(p, Damage(unit(p, "112bm-1"), False, False))
    assert (p.choices(), p.stack) == ({}, [])


@pytest.mark.rule("7.1.6d")
def test_a_unit_damaged_twice_is_gone_from_stack_and_square() -> None:
    p = empty()
    put(p, "E", "112bm-1", "18bm-1")
    u = unit(p, "112bm-1")
    p.damaged[u] = 1
    p.held[space(p, "E")] = CND
    f = Stack(CND, [u], MANEUVER)
    g = Damage(u, True, False, die=6)
    p.stack = [Order(CND), f, g]
    DamageFalls().auto(g, p)
    assert (f.units, where(p, "112bm-1")) == ([], "eliminated")
    assert (p.held[space(p, "E")], p.will[CND]) == (PCE, 3), "the square is lost with it"


@pytest.mark.rule("7.1.6e", "7.1.6f")
def test_a_token_is_not_intercepted_where_it_flees() -> None:
    def flee(name: str) -> str:
        p = empty()
        put(p, "E", name)            # a hidden token flees, one in sight is lost
        put(p, "D", "112bm-1", "18bm-1")             # contested
        run(p, Collapse(CND, space(p, "E"), [unit(p, name)]))
        if asked(p) == [CHANCE]:
            dice(p, 1)
        play(p, "to:D")
        return question(p)
    assert flee("moll") == "ChooseReaction"
    assert flee("token-cnd") == ""


@pytest.mark.rule("7.1.6e", "7.1.6f")
def test_who_flees_where_nobody_is_is_not_caught_and_goes_into_no_compound() -> None:
    p = empty()
    put(p, "A", "mera")
    run(p, Collapse(CND, space(p, "A"), [unit(p, "mera")]))
    dice(p, 1)
    assert reasons(p, "to:A1") == [("7.1.6e", "square-not-compound")]
    assert p.board.names[33] == "A1"
    p.answer = CAUGHT                    # left over from something else
    play(p, "to:B")
    assert (p.choices(), where(p, "mera")) == ({}, "B")


@pytest.mark.rule("7.1.6e")
def test_the_marker_of_a_compound_without_fighters_goes_with_its_people() -> None:
    p = empty()
    put(p, "B", "18bm-1")
    put(p, "B3", "hq-65d")
    hold(p, CND, "B3")
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:B3")
    assert p.marker[space(p, "B3")] != CND
    assert where(p, "hq-65d") == "eliminated"


@pytest.mark.rule("7.3c")
def test_who_breaks_a_parley_off_goes_on() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1")
    f = Stack(PCE, [unit(p, "18bm-1")], MANEUVER, credit=3)
    g = Assault(PCE, space(p, "E"), 2, fails=1)
    p.stack = [Order(PCE), f, g]
    p.answer = 1
    from frente.games.heralds.rules.ch07_assault import STOP
    assert ParleyAgain().do(g, p, PCE, STOP)
    assert p.answer == GOES_ON
