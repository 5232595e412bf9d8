"""[1, 2, 3] Pieces and stacking, the die, and the sequence of play."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch04_control import access, compound_holder, contested, room
from frente.games.heralds.rules.ch05_targets import target_refusal
from frente.games.heralds.rules.ch06_stacks import lowest
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import AFFILIATE, Game, ManeuverPhase, NegotiationPhase, Order
from frente.games.heralds.state.position import COMMITTED, Heralds
from frente.kernel.flow import CHANCE
from tests.heralds.lay import (
    args,
    asked,
    before,
    chart,
    dice,
    empty,
    hold,
    maneuver,
    moving,
    neutral,
    now,
    offered,
    ordered,
    passed,
    play,
    put,
    question,
    resource,
    rules,
    run,
    space,
    start,
    told,
    unit,
    where,
)


@pytest.mark.rule("1a")
def test_two_sides_the_council_and_the_party() -> None:
    assert tuple(GAME.sides) == ("cnd", "pce")
    p = start()
    assert asked(p) == [PCE]


@pytest.mark.rule("2.2h")
def test_a_compound_counts_as_inside_its_square_free_downtown_and_for_a_point_outside() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    put(p, "CANILLEJAS", "70bm-1")
    moving(p, CND, 2, "112bm-1")
    play(p, "move:D1", "move:D")
    assert now(p).credit == 2
    moving(p, CND, 2, "70bm-1")
    play(p, "move:JACA")
    assert now(p).credit == 1
    assert p.combat[space(p, "CANILLEJAS")] == 1


@pytest.mark.rule("2.3.1b")
def test_a_pawn_can_only_join_the_faction_on_its_reverse() -> None:
    p = empty()
    neutral(p, "RES_I", "gallego", "barcelo")
    assert target_refusal(p, PCE, AFFILIATE, unit(p, "gallego"))[0] == "2.3.1b"
    assert target_refusal(p, CND, AFFILIATE, unit(p, "gallego")) == ("", "")
    assert target_refusal(p, CND, AFFILIATE, unit(p, "barcelo"))[0] == "2.3.1b"
    neutral(p, "K", "arm-base")
    assert target_refusal(p, CND, AFFILIATE, unit(p, "arm-base"))[0] == "2.3.1b"
    q = empty(armour_open_to_both=True)
    neutral(q, "K", "arm-base")
    assert target_refusal(q, CND, AFFILIATE, unit(q, "arm-base")) == ("", "")


@pytest.mark.rule("2.3.1c")
def test_a_neutral_pawn_obeys_nobody() -> None:
    p = empty()
    neutral(p, "RES_8D", "hq-8d", "18bm-1")
    put(p, "RES_8D", "token-pce")
    run(p, Order(PCE))
    assert rules(p, "address:hq-8d") == ["4a"]
    assert "address:hq-8d" not in offered(p)


@pytest.mark.rule("2.3.1f")
def test_armour_takes_the_initiative_of_the_units_it_supports() -> None:
    p = empty()
    put(p, "RES_8D", "18bm-1", "arm-escuela", "ascanio")
    units = [unit(p, n) for n in ("ascanio", "18bm-1", "arm-escuela")]
    assert lowest(p, units) == p.initiative_of(unit(p, "18bm-1")) == 3
    assert p.board.initiative[unit(p, "arm-escuela")] == 0


@pytest.mark.rule("2.3.2a")
def test_markers_belong_to_nobody_and_serve_whoever_controls_their_place() -> None:
    p = empty()
    r = resource(p, "motor-f1")
    put(p, "F1", "5asalto-1")
    assert access(p, CND, r)
    assert not access(p, PCE, r)
    q = empty()
    put(q, "F1", "18bm-1")
    assert access(q, PCE, r)


@pytest.mark.rule("2.3.2b", "4.3.2a")
def test_the_act_that_changes_something_moves_its_marker() -> None:
    p = empty()
    put(p, "RES_III", "hq-9d", "45bm-1", "token-pce")
    run(p, Order(PCE))
    play(p, "address:hq-9d", "direct", "order:45bm-1")
    assert p.points(unit(p, "hq-9d")) == 3
    run(p, before("MarkersUpdate"))
    assert p.points(unit(p, "hq-9d")) == 4


@pytest.mark.rule("2.3.2c")
def test_markers_are_unlimited_and_pawns_are_not() -> None:
    p = empty()
    every = [c for c in p.board.names[33:] if c != "GUADALAJARA_EXCHANGE"]
    hold(p, CND, *every)
    assert sum(1 for m in p.marker if m == CND) == len(every) == 29
    assert GAME.broken_laws(p) == []
    assert p.board.units == 185


@pytest.mark.rule("2.3.3a")
def test_large_squares_hold_any_number_of_all_sides() -> None:
    p = empty()
    put(p, "E", *[f"112bm-{n}" for n in range(1, 9)], *[f"18bm-{n}" for n in range(1, 7)])
    neutral(p, "E", "41bm-1")
    assert GAME.broken_laws(p) == []
    put(p, "D", "44bm-1")
    moving(p, PCE, 9, "44bm-1")
    assert "move:E" in offered(p)


@pytest.mark.rule("2.3.3b")
def test_a_compound_holds_two_combat_and_one_support_unit() -> None:
    p = empty()
    put(p, "B1", "112bm-1", "112bm-2")
    put(p, "B", "112bm-3", "art-centro-1", "gutierrez", "hq-65d")
    b1 = space(p, "B1")
    assert not room(p, b1, [unit(p, "112bm-3")], False)
    assert room(p, b1, [unit(p, "art-centro-1")], False)
    assert room(p, b1, [unit(p, "112bm-3")], True)                  # R77: by withdrawal or reaction
    put(p, "B1", "art-centro-1")
    assert not room(p, b1, [unit(p, "art-centro-2")], False)
    assert not room(p, b1, [unit(p, "112bm-3")], True)
    assert room(p, b1, [unit(p, "gutierrez"), unit(p, "hq-65d")], False)
    moving(p, CND, 3, "112bm-3")
    assert rules(p, "move:B1") == ["2.3.3b"]
    r = empty()                          # armour without infantry fills its place too
    put(r, "B1", "arm-base")
    put(r, "B", "ascanio", "arm-reserva")
    moving(r, PCE, 3, "ascanio", "arm-reserva")
    assert rules(r, "move:B1") == ["2.3.3b"]
    q = empty(compound_third_unit="always")
    put(q, "B1", "112bm-1", "112bm-2")
    put(q, "B", "112bm-3")
    moving(q, CND, 3, "112bm-3")
    assert "move:B1" in offered(q)


@pytest.mark.rule("2.3.3c")
def test_opponents_are_never_in_one_compound() -> None:
    p = empty()
    put(p, "E1", "70bm-1")
    put(p, "E", "18bm-1")
    moving(p, PCE, 9, "18bm-1")
    assert rules(p, "move:E1") == ["14.k"]
    q = empty()                          # a hidden piece steps out when the enemy comes in
    put(q, "E1", "moll")
    put(q, "E", "18bm-1")
    moving(q, PCE, 9, "18bm-1")
    play(q, "move:E1")
    assert where(q, "moll") == "E"
    assert GAME.broken_laws(q) == []


@pytest.mark.rule("2.4a")
def test_every_roll_is_one_six_sided_die_and_the_offensive_two() -> None:
    p = empty()
    put(p, "RES_8D", "18bm-1")
    maneuver(p, PCE, "18bm-1")
    assert offered(p) == [f"die:{n}" for n in range(1, 7)]
    assert asked(p) == [CHANCE]


# -- sequence


@pytest.mark.rule("3a")
def test_the_game_lasts_six_days_of_march() -> None:
    p = chart(turn=6)
    run(p, before("WillCheck"))
    assert p.choices() == {}
    assert p.board.days[1] == "1939-03-06"
    assert p.board.days[6] == "1939-03-11"
    q = chart(turn=5)
    q.will = [4, 4]
    run(q, before("WillCheck"))
    assert q.choices() != {}


@pytest.mark.rule("3.1a", "12a", "5.2.2f")
def test_the_phases_of_a_turn_follow_each_other() -> None:
    names = [type(s).__name__ for s in before("WillCheck").steps()]
    assert names == ["SeatsPhase", "CountPoints", "PropagandaStep", "MotorPhase", "NegotiationStep",
                     "IntelligenceReset", "ManeuverStep", "ResourcesReset", "WillCheck", "RefitPhase", "HidePhase",
                     "MarkersUpdate"]
    p = chart(turn=2)
    put(p, "G", "centano")
    run(p, before("CountPoints"))
    seen = []
    while question(p) not in ("Refit", ""):
        seen.append(question(p))
        passed_one(p)
    assert [x for i, x in enumerate(seen) if x not in seen[:i]] == [
        "GivePropaganda", "ChooseMotor", "GiveNegotiation", "GiveManeuver"]


def passed_one(p: Heralds) -> None:
    words = offered(p)
    play(p, next(w for w in ("pass", "decline", "done") if w in words))


@pytest.mark.rule("3.1b", "5.2.2d")
def test_a_phase_is_over_only_when_both_have_finished() -> None:
    p = chart(turn=2)
    p.initiative = CND
    run(p, NegotiationPhase(CND))
    play(p, "decline")
    assert question(p) == "GiveNegotiation"
    assert asked(p) == [PCE]
    play(p, "decline")
    assert p.choices() == {}


@pytest.mark.rule("3.2a")
def test_the_initiative_player_goes_first() -> None:
    for side in (CND, PCE):
        p = chart(turn=2)
        p.initiative = side
        run(p, before("ManeuverStep"))
        assert asked(p) == [side]
        run(p, before("RefitPhase"))
        assert asked(p) == [side]


@pytest.mark.rule("3.2b", "5.2.2f", "5.2.1c")
def test_the_initiative_holds_for_the_whole_turn() -> None:
    p = chart(turn=2)
    run(p, before("CountPoints"))
    first = p.initiative
    p.ap = [0, 0]
    p.ap[1 - first] = 20
    passed(p)
    assert p.initiative == first


@pytest.mark.rule("13g", "13j", "13d")
def test_turn_1_begins_with_the_negotiation_of_the_pce_and_goes_on_with_the_maneuver_phase() -> None:
    p = chart(turn=0)
    p.ap, p.ip = [5, 7], [0, 2]
    f = Game()
    f.at = [type(s).__name__ for s in f.steps()].index("NextTurn")
    heard = told(p)
    run(p, f)
    assert question(p) == "GiveNegotiation"
    assert asked(p) == [PCE]
    assert p.ap == [5, 7]
    assert [e.key for e in heard] == ["turn-begins"]
    play(p, "decline")                   # the CND has no negotiation of its own this turn
    assert question(p) == "GiveManeuver"
    assert p.ip == [0, 0]


@pytest.mark.rule("5.2b", "5.2.3c")
def test_the_role_of_active_player_changes_with_every_order() -> None:
    p = chart(turn=2)
    p.ap = [2, 2]
    run(p, ManeuverPhase(CND))
    play(p, "maneuver", "give-up")
    assert asked(p) == [PCE]
    play(p, "maneuver", "give-up")
    assert asked(p) == [CND]


@pytest.mark.rule("5.2.3c")
def test_maneuver_orders_alternate_and_a_pass_forfeits_the_rest() -> None:
    p = chart(turn=2)
    p.ap = [3, 1]
    run(p, ManeuverPhase(PCE))
    play(p, "maneuver", "give-up")
    assert p.ap == [3, 0]
    play(p, "maneuver", "give-up")       # the PCE is out of points: the CND goes on
    assert asked(p) == [CND]
    assert p.ap[CND] == 2
    play(p, "pass")
    assert p.ap == [0, 0]
    assert p.choices() == {}


@pytest.mark.rule("5.2.3d", "5.2.3e")
def test_one_order_moves_several_stacks_one_after_another() -> None:
    p = empty()
    put(p, "RES_8D", "18bm-1", "18bm-2")
    ordered(p, PCE, "18bm-1", "18bm-2")
    play(p, "stack:18bm-1", "done")
    dice(p, 1)
    play(p, "stop")
    assert args(p, "stack") == ["18bm-2"]
    assert asked(p) == [PCE]


@pytest.mark.rule("6.2c", "6.1c")
def test_no_other_stack_rolls_before_the_moving_one_has_finished() -> None:
    p = empty()
    put(p, "RES_8D", "18bm-1", "44bm-1")
    ordered(p, PCE, "18bm-1", "44bm-1")
    play(p, "stack:18bm-1")
    dice(p, 3)
    assert args(p, "stack") == []
    play(p, "move:CHAMARTIN", "stop")
    assert args(p, "stack") == ["44bm-1"]
    assert rules(p, "stack:18bm-1") == ["6.1c"]


@pytest.mark.rule("12.1a")
def test_committed_resources_are_available_again_and_destroyed_ones_are_not() -> None:
    p = empty()
    p.res[resource(p, "motor-f1")] = COMMITTED
    p.res[resource(p, "motor-k2")] = 2
    p.spent[unit(p, "syn-cnt")] = 1
    run(p, before("ResourcesReset"))
    assert p.res[resource(p, "motor-f1")] == 0
    assert p.res[resource(p, "motor-k2")] == 2
    assert p.spent[unit(p, "syn-cnt")] == 0


@pytest.mark.rule("4.5.3a")
def test_control_markers_do_not_contest_a_square() -> None:
    p = empty()
    put(p, "E", "70bm-1")
    hold(p, PCE, "E1")
    assert not contested(p, space(p, "E"))
    assert compound_holder(p, space(p, "E1")) == PCE
