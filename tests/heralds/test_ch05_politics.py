"""[5.1, 5.2.1, 9.5] Action points, propaganda, syndicates."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch05_orders import propaganda_parts
from frente.games.heralds.rules.ch05_points import action_points, first_player, worth
from frente.games.heralds.rules.ch05_targets import target_refusal
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import (
    SUBVERT,
    Game,
    Motors,
    NegotiationPhase,
    Propaganda,
    PropagandaPhase,
    Seats,
)
from frente.games.heralds.state.position import COMMITTED, Heralds
from tests.heralds.lay import (
    args,
    asked,
    before,
    chart,
    dice,
    empty,
    handle,
    neutral,
    now,
    play,
    put,
    question,
    resource,
    rules,
    run,
    side_of,
    space,
    top,
    unit,
    up,
)


def points(p: Heralds, side: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for n, rule, _ in action_points(p, side):
        found[rule] = found.get(rule, 0) + n
    return found


# -- action points


@pytest.mark.rule("5.1a", "5.1b", "5.1e", "5.1g", "5.1f", "5.1h")
def test_action_points_if_nothing_had_changed() -> None:
    p = chart()
    assert points(p, CND) == {"5.1a": 4, "5.1b": 2, "5.1e": 2, "5.1g": 1}        # Centro 2A 65D 7D, B Chamartin, G1
    assert points(p, PCE) == {"5.1b": 1, "5.1f": 1, "5.1h": -2}                  # G, Alcala, no corps leader
    p.join(unit(p, "barcelo"), PCE)
    assert "5.1h" not in points(p, PCE)
    put(p, "ALCALA", "5carab-1")
    assert "5.1f" not in points(p, PCE)


@pytest.mark.rule("5.1f")
def test_alcala_wants_a_unit_or_headquarters_and_no_leader_counts() -> None:
    p = empty()
    assert "5.1f" not in points(p, CND)
    assert "5.1f" not in points(p, PCE)  # nobody is there
    put(p, "ALCALA", "calvo")
    assert "5.1f" not in points(p, PCE)  # a leader is neither
    put(p, "ALCALA", "g-1", "mera")
    neutral(p, "ALCALA", "5carab-1")
    assert points(p, PCE)["5.1f"] == 1   # an enemy leader and a neutral do not matter
    put(p, "ALCALA", "art-centro-1")
    assert "5.1f" not in points(p, PCE)


@pytest.mark.rule("5.1h")
def test_a_corps_leader_won_and_lost_no_longer_saves_the_points() -> None:
    for name in ("bueno", "barcelo", "ortega"):
        p = empty()
        put(p, "RES_I", name)
        assert "5.1h" not in points(p, PCE)
        p.join(unit(p, name), NEUTRAL)
        assert points(p, PCE)["5.1h"] == -2


@pytest.mark.rule("5.1i")
def test_the_cnd_without_a_level_1_headquarters_loses_two() -> None:
    p = empty()
    assert points(p, CND)["5.1i"] == -2
    put(p, "RES_LEV", "hq-gerc")
    assert "5.1i" not in points(p, CND)
    q = empty()
    neutral(q, "JACA", "hq-centro")
    assert points(q, CND)["5.1i"] == -2


@pytest.mark.rule("5.1c", "5.1d", "5a")
def test_intelligence_and_will_count_and_the_total_is_never_negative() -> None:
    p = empty()
    p.ip = [3, 0]
    p.will = [5, 1]
    assert points(p, CND)["5.1c"] == 3
    assert points(p, CND)["5.1d"] == 1
    assert points(p, PCE)["5.1d"] == -2
    assert worth(action_points(p, PCE)) < 0
    p.turn = 2
    run(p, before("CountPoints"))
    assert p.ap[PCE] == 0
    assert p.ip[CND] == 3                # counted, not spent


@pytest.mark.rule("5.1j", "4.5.2f")
def test_more_points_take_the_initiative_and_ties_go_to_g1_then_the_cnd() -> None:
    p = empty()
    p.ap = [3, 4]
    assert first_player(p) == PCE
    p.ap = [5, 4]
    assert first_player(p) == CND
    p.ap = [4, 4]
    assert first_player(p) == CND
    put(p, "G1", "18bm-1")
    assert first_player(p) == PCE
    put(p, "G1", "70bm-1")
    p.put(unit(p, "18bm-1"), space(p, "A"))
    assert first_player(p) == CND


@pytest.mark.rule("5.2a", "5.2.1d", "5.2.2d", "5.2.1a", "5.2b")
def test_every_order_costs_a_point_and_without_points_there_are_none() -> None:
    p = chart()
    p.ap = [1, 0]
    p.initiative = CND
    run(p, PropagandaPhase(CND))
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert p.ap[CND] == 0
    assert p.choices() == {}             # neither side has a point left
    run(p, NegotiationPhase(CND))
    assert p.choices() == {}


# -- propaganda


def spread(p: Heralds, side: int) -> Heralds:
    return run(p, Propaganda(side))


@pytest.mark.rule("5.2.1a", "5.2.1d", "5.2.1e", "4.3.3a")
def test_a_propaganda_order_needs_only_resources_and_lines_to_them() -> None:
    p = chart()
    put(p, "B", "token-cnd")
    before_points = p.spent[:]
    run(p, PropagandaPhase(CND))
    play(p, "propaganda", "use:broadcast-b5", "direct")
    assert p.res[resource(p, "broadcast-b5")] == COMMITTED
    assert p.hid[unit(p, "token-cnd")] == 0
    assert p.spent == before_points
    assert rules(p, "use:broadcast-b5") == ["5.2.1h"]
    up(p, "J", "otero")                  # an agent on the spot is enough
    play(p, "use:print-j1")
    assert question(p) == "TaskResources"
    assert p.res[resource(p, "print-j1")] == COMMITTED
    play(p, "use:motor-f1", "call:tel-g1")               # G1 is friendly
    assert p.res[resource(p, "motor-f1")] == COMMITTED
    run(p, Motors(CND))
    assert rules(p, "motor:motor-f1") == ["5.2.1e"]
    q = chart()                          # a hidden agent who is there does it too, and is disclosed
    put(q, "L", "token-cnd")
    put(q, "A", "pedrero", "decoy-cnd-1")
    run(q, Propaganda(CND))
    play(q, "use:broadcast-a1")
    assert args(q, "courier") == [handle(q, "pedrero")]
    play(q, "courier:pedrero")
    assert q.res[resource(q, "broadcast-a1")] == COMMITTED
    assert q.hid[unit(q, "pedrero")] == 0
    assert q.hid[unit(q, "token-cnd")] == 1


@pytest.mark.rule("5.2.1b", "5.2b")
def test_propaganda_orders_alternate_and_one_side_may_go_on() -> None:
    p = chart()
    p.ap, p.ip, p.initiative = [9, 9], [5, 5], PCE
    run(p, PropagandaPhase(PCE))
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert asked(p) == [CND]
    play(p, "decline")
    assert asked(p) == [PCE]
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert asked(p) == [PCE]
    assert p.ap[CND] == 9                # declining keeps the points


@pytest.mark.rule("5.2.1c")
def test_later_propaganda_costs_a_point_of_intelligence_which_counts() -> None:
    p = chart()
    p.ap, p.ip = [5, 0], [1, 0]
    run(p, PropagandaPhase(CND))
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert p.ip[CND] == 1
    play(p, "propaganda")
    assert p.ip[CND] == 0
    assert top(p, Propaganda).ip == 1
    play(p, "roll")
    dice(p, 3)
    assert p.choices() == {}             # no intelligence point for a third one


@pytest.mark.rule("5.2.1f", "5.2.1g", "11.2a", "5.2.1e")
def test_radio_press_and_syndicate_with_a_three_raise_the_will() -> None:
    p = chart()
    put(p, "B", "token-cnd", "syn-cnt")
    up(p, "J", "otero")
    up(p, "B", "pedrero")
    p.will[CND] = 3
    spread(p, CND)
    play(p, "use:broadcast-b5", "use:print-j1", "task:syn-cnt", "roll")
    assert {k: n for n, _, k in propaganda_parts(p, top(p, Propaganda))} == {
        "propaganda-print": 1, "propaganda-broadcast": 1, "propaganda-syndicate": 1}
    dice(p, 3)
    assert p.will[CND] == 4


@pytest.mark.rule("5.2.1g", "11.2e")
def test_a_one_without_help_lowers_the_will_and_a_five_does_nothing() -> None:
    p = chart()
    spread(p, CND)
    play(p, "roll")
    dice(p, 1)
    assert p.will[CND] == 3
    for die in (2, 5):
        spread(p, CND)
        play(p, "roll")
        dice(p, die)
        assert p.will[CND] == 3


@pytest.mark.rule("5.2.1f", "5.2.1c", "5.2.1e")
def test_the_compulsory_point_one_resource_and_a_four_succeed() -> None:
    p = chart()
    up(p, "A", "pedrero")
    p.will[CND], p.ip[CND], p.orders[CND] = 3, 1, 1
    run(p, PropagandaPhase(CND))
    play(p, "propaganda", "use:broadcast-a1", "roll")
    dice(p, 4)
    assert p.will[CND] == 4


@pytest.mark.rule("5.2.1h", "9.5a", "9.5c", "10.4a", "10.5a", "5.2.1e")
def test_what_serves_propaganda_and_how_often() -> None:
    p = chart()
    up(p, "A", "pedrero")
    spread(p, CND)
    assert rules(p, "use:tel-g1") == ["5.2.1h"]
    assert rules(p, "use:power-c1") == ["5.2.1h"]
    assert rules(p, "task:syn-cnt") == ["9.5c"]          # still neutral
    assert rules(p, "task:syn-pce") == ["5.2.1h"]
    play(p, "use:broadcast-a1")
    assert rules(p, "use:broadcast-b5") == ["5.2.1h"]    # one station a turn
    put(p, "B4", "syn-cnt")
    up(p, "B", "sim-1")
    spread(p, CND)
    play(p, "task:syn-cnt")
    assert rules(p, "task:syn-cnt") == ["5.2.1e"]
    assert p.board.initiative[unit(p, "syn-cnt")] == 0


@pytest.mark.rule("9.5b")
def test_owners_bring_out_their_seats_for_nothing_and_for_good() -> None:
    p = chart()
    p.initiative = CND
    ap = p.ap[:]
    run(p, Seats(CND))
    assert set(args(p, "seat")) == {"syn-cnt", "syn-soc"}
    assert rules(p, "seat:syn-pce") == ["9.5b"]
    play(p, "seat:syn-cnt", "pass")
    assert side_of(p, "syn-cnt") == CND
    assert asked(p) == [PCE]
    play(p, "seat:syn-pce")
    assert p.ap == ap
    run(p, Seats(CND))
    assert args(p, "seat") == ["syn-soc"]
    assert target_refusal(p, PCE, SUBVERT, unit(p, "syn-cnt"))[0] == "R50"       # no talks turn it


@pytest.mark.rule("9.5b")
def test_seats_are_asked_at_set_up_and_at_the_start_of_every_later_turn() -> None:
    names = [type(s).__name__ for s in Game().steps()]
    assert names.index("SeatsAtStart") < names.index("NextTurn")
    p = chart(turn=3)
    run(p, before("SeatsPhase"))
    assert question(p) == "AffiliateSeats"


# -- motor depots


@pytest.mark.rule("5.2.2f", "10.6a")
def test_a_motor_depot_doubles_the_credit_of_agents_in_the_sub_phase() -> None:
    p = chart()
    put(p, "F", "token-cnd")
    p.initiative = CND
    run(p, Motors(CND))
    assert set(args(p, "motor")) == {"motor-f1", "motor-k2"}
    play(p, "motor:motor-f1", "direct")
    assert p.res[resource(p, "motor-f1")] == COMMITTED
    assert p.motor == [1, 0]
    up(p, "F", "pedrero")
    run(p, NegotiationPhase(CND))
    play(p, "shift:pedrero", "direct")
    dice(p, 2)
    assert now(p).credit == 10           # (2 + 3) doubled
    run(p, before("IntelligenceReset"))
    assert p.motor == [0, 0]


@pytest.mark.rule("5.2.1b", "5.2.1c")
def test_who_lacks_a_point_of_intelligence_may_go_on_when_the_other_side_brings_him_one() -> None:
    p = empty()
    put(p, "G1", "70bm-1")
    put(p, "A1", "18bm-1")
    put(p, "L", "token-pce")
    p.initiative = CND
    p.ip[PCE] = 1
    run(p, PropagandaPhase(CND))
    play(p, "propaganda", "roll")
    dice(p, 3)
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert asked(p) == [PCE]             # the CND has no point for a second order
    play(p, "propaganda", "use:broadcast-a1", "call:tel-g1", "allow", "roll")
    dice(p, 3)
    assert p.ip[CND] == 1
    assert asked(p) == [CND]             # it is paid with what he overheard
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert p.ip[CND] == 0
    assert p.choices() == {}             # neither has a point left
    q = empty()                          # who declines is out, whatever comes
    put(q, "G1", "70bm-1")
    put(q, "A1", "18bm-1")
    put(q, "L", "token-pce")
    q.initiative = CND
    run(q, PropagandaPhase(CND))
    play(q, "decline", "propaganda", "use:broadcast-a1", "call:tel-g1", "allow", "roll")
    dice(q, 3)
    assert q.choices() == {}
