"""[4, 5, 17.2] Morale, victory, sequence of play."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch04_victory import enter, judge_madrid, madrid_ringed, shift_morale
from frente.games.tscw.rules.ch07_events import take_effect as play_chit
from frente.games.tscw.state.frames import Game, Phase, Turn
from frente.games.tscw.state.position import OOS, SPENT, UNDECIDED
from frente.kernel.flow import PASS
from tests.tscw.chits import chit
from tests.tscw.lay import (
    NAT,
    REP,
    asked,
    before,
    box,
    dice,
    empty,
    fighting,
    flag,
    hexn,
    kill,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reason,
    run,
    start,
    unit,
    where,
)


def event(p, name: str) -> None:
    """Play a chit as if it had just been drawn."""
    play_chit(p, chit(p, name))


@pytest.mark.rule("4.1a")
@pytest.mark.parametrize(("morale", "end"), [(31, ""), (30, "morale"), (26, "morale"), (25, "morale")])
def test_the_nationalist_wins_at_thirty_or_less_at_the_end_of_any_turn(morale: int, end: str) -> None:
    p = empty(turn=12)
    p.morale = morale
    p.ledger = [[1, morale - 72, 0, -1]]
    run(p, before("VictoryCheck"))
    assert reason(p) == end


@pytest.mark.rule("4.1b", "4.1d")
def test_thirty_one_after_the_last_turn_is_a_republican_victory_and_there_is_no_draw() -> None:
    p = empty(turn=19)
    p.morale = 31
    run(p, before("VictoryCheck"))
    assert reason(p) == "endurance"
    assert p.result == REP
    q = empty(turn=19)
    q.morale = 30
    run(q, before("VictoryCheck"))
    assert q.result == NAT
    r = empty(turn=18)
    r.morale = 31
    run(r, before("VictoryCheck"), )
    assert r.result == UNDECIDED


@pytest.mark.rule("4.1c")
def test_taking_and_retaking_a_republican_morale_hex_moves_the_track_and_the_ledger() -> None:
    p = empty()
    put(p, "2912", "n-gec")
    put(p, "2713", "r-jur")
    enter(p, unit(p, "n-gec"), hexn(p, "1410"))
    assert p.morale == 69, "Málaga is worth 3"
    enter(p, unit(p, "r-jur"), hexn(p, "1409"))
    assert p.morale == 69, "a hex without morale points changes nothing"
    box(p, -2, "n-gec")
    enter(p, unit(p, "r-jur"), hexn(p, "1410"))
    assert p.morale == 72
    assert [x[1] for x in p.ledger] == [-3, 3]
    q = empty(symmetric_morale=False)
    put(q, "2713", "r-jur")
    own(q, NAT, "1410")
    enter(q, unit(q, "r-jur"), hexn(q, "1410"))
    assert q.morale == 72


def at_madrid(turn: int, supplied: bool = True):
    p = empty(turn=turn)
    own(p, NAT, "2711")
    if not supplied:
        put(p, "2811", "r-grm")
        put(p, "2610", "r-smr")
        put(p, "2810", "r-per")
        own(p, REP, "2710", "2810")
    put(p, "2711", "n-cst")
    return moving(p, NAT)


@pytest.mark.rule("4.2a")
def test_a_supplied_unit_entering_madrid_by_turn_six_wins_at_once() -> None:
    p = at_madrid(6)
    play(p, "unit:n-cst", "hex:2712")
    assert reason(p) == "madrid"
    assert not p.choices()
    q = at_madrid(6, supplied=False)
    flag(q, OOS, "n-cst")
    q.reask()
    play(q, "unit:n-cst", "hex:2712")
    assert reason(q) == ""
    assert q.morale == 65
    kill(q, "r-grm", "r-smr", "r-per")
    own(q, NAT, "2710", "2810")
    judge_madrid(q)
    assert (reason(q), q.result) == ("madrid", NAT), "supply that reaches Madrid later wins then"


@pytest.mark.rule("4.2a", "4.2b")
def test_from_turn_seven_madrid_costs_seven_points_and_play_goes_on() -> None:
    p = at_madrid(7)
    play(p, "unit:n-cst", "hex:2712")
    assert reason(p) == ""
    assert p.morale == 65
    assert p.choices()


@pytest.mark.rule("4.3a")
def test_three_nationalist_morale_hexes_win_at_once_whatever_the_morale() -> None:
    p = empty(turn=12)
    p.morale = 10
    p.ledger = [[1, -62, 0, -1]]
    put(p, "2713", "r-jur")
    for name in ("1809", "1511"):
        enter(p, unit(p, "r-jur"), hexn(p, name))
    assert reason(p) == ""
    own(p, NAT, "1809")
    enter(p, unit(p, "r-jur"), hexn(p, "2617"))
    assert reason(p) == "", "they must be held at the same time"
    enter(p, unit(p, "r-jur"), hexn(p, "3218"))
    assert reason(p) == "three-cities"
    assert p.result == REP


@pytest.mark.rule("4.3b", "4.3c")
def test_sevilla_gives_three_points_and_takes_them_back() -> None:
    p = empty()
    put(p, "1608", "r-jur")
    put(p, "1507", "n-cst")
    enter(p, unit(p, "r-jur"), hexn(p, "1607"))
    assert p.morale == 75
    enter(p, unit(p, "r-jur"), hexn(p, "1608"))
    enter(p, unit(p, "n-cst"), hexn(p, "1607"))
    assert p.morale == 72


@pytest.mark.rule("4.4")
def test_chits_move_morale_and_the_ledger_names_them() -> None:
    p = empty(turn=8)
    event(p, "durruti-dies")
    event(p, "negrin")
    event(p, "negrin")
    assert p.morale == 73
    rows = next(s["rows"] for s in GAME.view(run(p, Turn()), REP).extra["sections"] if s["id"] == "morale")
    assert [(r["facts"]["chit"], r["value"]) for r in rows if r["key"] == "morale-sum-chit"] == [
        ("durruti-dies", "-1"), ("negrin", "+2")]


@pytest.mark.rule("4.1a", "4.1c")
def test_the_morale_track_stops_at_its_ends_and_may_be_judged_at_once() -> None:
    p = empty(morale_check="instant")
    shift_morale(p, -42, 0, "4.1c")
    assert reason(p) == "morale"
    q = empty()
    shift_morale(q, -42, 0, "4.1c")
    assert reason(q) == ""
    shift_morale(q, -60, 0, "4.1c")
    assert q.morale == 0


@pytest.mark.rule("10.4d")
def test_control_by_zones_is_a_reading_of_its_own() -> None:
    for option, side in ((True, NAT), (False, REP)):
        p = empty(turn=8, control_by_zoc=option)
        put(p, "2911", "n-div11")
        moving(p, NAT)
        f = Phase(NAT)
        f.at = [type(s).__name__ for s in f.steps()].index("EndMovement")
        run(p, f)
        assert p.control[hexn(p, "2812")] == side


# -- sequence


@pytest.mark.rule("5.1a")
def test_the_nationalist_moves_and_fights_before_the_republican_in_each_of_19_turns() -> None:
    p = start()
    order: list[tuple[int, int, str]] = []
    while p.choices():
        side, acts = next(iter(p.choices().items()))
        key = (p.turn, side, question(p))
        if question(p) in ("ChooseMove", "ChooseTarget") and (not order or order[-1] != key):
            order.append(key)
        idle = next((a for a in acts if a.verb in ("pass", "done", "decline", "stop")), acts[0])
        p.apply(side, idle)
    assert [x[0] for x in order if x[1:] == (NAT, "ChooseMove")] == list(range(1, 20))
    first = [x[1:] for x in order if x[0] == 3]
    assert first == [(NAT, "ChooseMove"), (NAT, "ChooseTarget"), (REP, "ChooseMove"), (REP, "ChooseTarget")]


@pytest.mark.rule("5.1b")
def test_actions_are_refused_outside_their_phase() -> None:
    p = empty()
    put(p, "2911", "n-gec")
    put(p, "2812", "r-grm")
    moving(p, NAT)
    assert not any(w.startswith("attack") for w in offered(p))
    fighting(p, NAT)
    assert not any(w.startswith(("march", "hex")) for w in offered(p))


@pytest.mark.rule("5.2.A1")
def test_both_sides_receive_their_points_and_headquarters_are_ready_again() -> None:
    p = empty(turn=7)
    put(p, "2911", "n-hq-n")
    flag(p, SPENT, "n-hq-n")
    run(p, Turn())
    assert p.rp == [2, 1, 3, 2], "Republican, northern, Nationalist, Italian on turn 7"
    assert not p.state[unit(p, "n-hq-n")] & SPENT


@pytest.mark.rule("5.2.A2")
def test_chits_are_pulled_after_points_and_before_mobilization() -> None:
    p = empty(turn=14)
    run(p, before("ChitPulls"))
    assert question(p) == "DrawOrDecline"
    assert asked(p) == [NAT]
    play(p, "decline", "pass")
    assert question(p) == "DrawOrDecline"
    assert asked(p) == [REP]
    play(p, "decline", "pass")
    assert question(p) == "GeneralMobilization"


@pytest.mark.rule("5.2.A3")
def test_mobilization_is_asked_of_the_republican_alone() -> None:
    p = run(empty(turn=14), before("GeneralMobilization"))
    assert asked(p) == [REP]
    assert offered(p) == ["declare", "pass"]


@pytest.mark.rule("5.2.A4", "6.1")
def test_the_nationalist_completes_his_administration_before_the_republican() -> None:
    p = empty(turn=7)
    p.rp = [3, 0, 3, 0]
    run(p, before("Administrations"))
    assert question(p) == "SpendPoints"
    assert asked(p) == [NAT]
    play(p, "done")
    assert asked(p) == [REP]


@pytest.mark.rule("5.2.A5", "10.2b")
def test_supply_is_checked_before_strategic_movement_nationalist_first() -> None:
    p = empty(turn=7)
    put(p, "1607", "n-crz")
    put(p, "1511", "n-rmt")
    put(p, "2712", "r-mod")
    run(p, before("SupplyCheck"))
    assert p.state[unit(p, "n-rmt")] & OOS
    assert not p.state[unit(p, "n-crz")] & OOS
    assert question(p) == "ChooseTraveller"
    assert asked(p) == [NAT]
    play(p, "pass")
    assert asked(p) == [REP]


@pytest.mark.rule("5.2.B", "5.2.C")
def test_phases_b_and_c_are_movement_then_combat() -> None:
    p = empty()
    put(p, "1607", "n-crz")
    put(p, "2712", "r-mod")
    run(p, before("NationalistPhase"))
    seen: list[tuple[int, str]] = []
    while len(seen) < 6:
        side = asked(p)[0]
        seen.append((side, question(p)))
        p.apply(side, PASS)
    assert seen == [(NAT, "ChooseMove"), (NAT, "OrderStacks"), (NAT, "ChooseTarget"),
                    (REP, "ChooseMove"), (REP, "OrderStacks"), (REP, "ChooseTarget")]


@pytest.mark.rule("5.2.D1", "5.2.D2", "5.2.D3")
def test_victory_is_checked_before_attrition_and_the_alcazar_then_the_turn_advances() -> None:
    names = [type(s).__name__ for s in Turn().steps()]
    assert names[-4:] == ["VictoryCheck", "NamePyreneesAgain", "Attrition", "AlcazarDie"]
    p = empty(turn=12)
    p.morale = 30
    put(p, "2812", "n-gec")
    run(p, before("VictoryCheck"))
    assert where(p, "n-gec") == "2812", "the game is over before attrition"
    q = empty(turn=3, alcazar_siege=True)
    own_all(q, REP)
    put(q, "2812", "n-gec")
    own(q, REP, "2812")
    q.stack = [Game(), before("VictoryCheck")]
    q.settle()
    assert where(q, "n-gec") == "deadpile"
    dice(q, 6)
    assert q.alcazar == 1
    assert q.turn == 4


@pytest.mark.rule("17.2a")
def test_the_nationalist_wins_the_columns_with_three_supplied_hexes_round_madrid() -> None:
    q = empty(turn=7, last=7)
    near = [q.board.names[h] for h in q.board.nb[q.board.madrid]]
    own(q, NAT, *near, "2811", "2810", "2710")
    own(q, REP, "2712")
    for place, name in zip(near[:3], ("n-cst", "n-gec", "n-asn")):
        put(q, place, name)
    assert madrid_ringed(q)
    run(q, before("VictoryCheck"))
    assert reason(q) == "columns-nationalist"
    kill(q, "n-asn")
    assert not madrid_ringed(q)
    own(q, NAT, "2712")
    assert madrid_ringed(q)


@pytest.mark.rule("17.2b")
def test_otherwise_the_republican_wins_the_columns() -> None:
    p = empty(turn=7, last=7)
    p.morale = 20
    run(p, before("VictoryCheck"))
    assert reason(p) == "columns-republican"
    q = empty(turn=6, last=7)
    q.morale = 20
    run(q, before("VictoryCheck"))
    assert reason(q) == "", "morale does not decide this scenario"
    r = empty(turn=2, last=7)
    put(r, "2713", "r-jur")
    for name in ("1809", "1511", "2617"):
        enter(r, unit(r, "r-jur"), hexn(r, name))
    assert reason(r) == "three-cities"
