"""[7.21, 10.2a, 11.2, 12] Going on, stopping, joining and splitting: what is offered, and why the rest is not."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import MADRID
from frente.games.tscw.rules.ch12_movement import (
    ASTRAY,
    UNFED,
    Move,
    finish,
    march_refusals,
    nearest,
    splitters,
    stop_reason,
    unit_refusals,
    way_on,
    way_out,
)
from frente.games.tscw.rules.ch12_phase import Evacuation, debts, deserters, modes
from frente.games.tscw.state.board import FAR
from frente.games.tscw.state.position import FIT, LANDED, MOVED, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    empty,
    flag,
    hexn,
    hold,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reason,
    reasons,
    rules,
    run,
    told,
    unit,
    where,
    why,
)


def andalucia() -> Tscw:
    """Cádiz and Jerez alone are Nationalist: supply ends three hexes from Jerez."""
    p = empty(turn=9)
    own_all(p, REP)
    own(p, NAT, "1305", "1406")
    return p


def move(p: Tscw, start: str, *names: str, goal: int = FAR, spent: int = 0, moved: bool = False) -> Move:
    return Move(p.board.side[unit(p, names[0])], [unit(p, n) for n in names], False, hexn(p, start), goal, spent, moved)


def keys(p: Tscw, word: str) -> list[str]:
    return [r.key for r in why(p, word)]


# -- going on


@pytest.mark.rule("10.2a", "11.2")
def test_a_hex_where_nobody_may_stop_is_entered_by_whoever_can_go_on() -> None:
    def beyond(left: int) -> int:
        return way_on(p, (unit(p, "n-div105"),), hexn(p, "1608"), hexn(p, "1609"), left, False, FAR,
                      [hexn(p, "1609")])
    p = andalucia()
    put(p, "1608", "n-div105")
    assert beyond(3) == 0, "it can come back"
    assert beyond(0) == UNFED
    assert way_on(p, (unit(p, "n-div105"),), hexn(p, "1507"), hexn(p, "1608"), 0, False, FAR, []) == 0
    put(p, "1610", "r-div11")
    assert beyond(3) == UNFED, "it would have to stop in the enemy's zone"


@pytest.mark.rule("7.22a", "10.2a")
def test_how_near_a_unit_can_come_counts_where_it_may_stop_and_where_it_stands() -> None:
    p = andalucia()
    put(p, "1508", "n-div105")
    u = unit(p, "n-div105")
    assert nearest(p, u, False, MADRID) == 10, "1707, three hexes from Jerez"
    q = empty(turn=9, strict_oos_moves=False)
    own_all(q, REP)
    put(q, "1508", "n-div105")
    assert nearest(q, u, False, MADRID) == 9
    r = empty(turn=9)
    own_all(r, REP)
    put(r, "2812", "n-div11")
    assert nearest(r, unit(r, "n-div11"), False, MADRID) == 1, "without supply anywhere: where it stands"


@pytest.mark.rule("7.22a")
def test_madrid_counts_even_if_it_is_the_only_way_out() -> None:
    p = empty(turn=5, strict_oos_moves=False)
    put(p, "2812", "n-div11")
    for place, name in (("2711", "r-mng"), ("2912", "r-mod"), ("2813", "r-grm"), ("2612", "r-smr"), ("2613", "r-nvz"),
                        ("2713", "r-per"), ("2811", "r-brc"), ("2911", "r-jur")):
        put(p, place, name)
    assert nearest(p, unit(p, "n-div11"), False, MADRID) == 0


@pytest.mark.rule("11.5", "12.4")
def test_a_way_out_may_be_the_first_hex_or_lead_into_a_zone() -> None:
    p = empty(turn=9)
    h = hexn(p, "3023")
    put(p, "3023", "r-div11")
    for place, name in (("3022", "n-mg"), ("3122", "n-asn")):
        put(p, place, name)
    assert way_out(p, REP, h), "3123 is free"
    put(p, "3123", "n-tel")
    assert not way_out(p, REP, h)
    q = empty(turn=9)
    put(q, "3023", "r-div11")
    for place, name in (("3022", "n-mg"), ("3123", "n-asn"), ("3222", "n-div11")):
        put(q, place, name)
    assert way_out(q, REP, h), "3122 lies in a full zone, but Barcelona does not"


# -- stopping


@pytest.mark.rule("12.2a", "7.22a", "10.2a")
def test_a_unit_may_stay_unless_an_order_calls_it_away() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    put(p, "2812", "n-div11")
    p.duty[unit(p, "n-div11")] = MADRID
    assert stop_reason(p, move(p, "2812", "n-div11")) == 0, "even without supply"
    assert stop_reason(p, move(p, "2812", "n-div11", goal=0)) == ASTRAY
    assert stop_reason(p, move(p, "2812", "n-div11", goal=1)) == 0, "no nearer can it come"
    assert stop_reason(p, move(p, "2911", "n-div11", moved=True)) == UNFED


@pytest.mark.rule("10.2a", "12.6")
def test_who_may_split_off_a_moving_stack() -> None:
    p = andalucia()
    put(p, "1608", "n-hq-ctv")
    put(p, "1609", "n-div105", "n-hq-n", "n-crz")
    div, crz = unit(p, "n-div105"), unit(p, "n-crz")
    assert splitters(p, move(p, "1608", "n-div105", "n-hq-n", "n-crz", spent=4, moved=True)) == [div, crz], \
        "the headquarters at 1608 feeds units, but no headquarters"
    assert len(splitters(p, move(p, "1608", "n-div105", "n-hq-n", spent=0, moved=True))) == 2, "it can go back"
    assert splitters(p, move(p, "1608", "n-div105", "n-crz")) == [], "before the first step"
    assert splitters(p, move(p, "1608", "n-div105", spent=1, moved=True)) == [], "nobody to split from"
    run(p, move(p, "1608", "n-div105", "n-hq-n", spent=4, moved=True))
    assert offered(p) == ["split:n-div105"]
    assert rules(p, "split:n-hq-n") == ["10.2a"], "it would be without supply"
    assert rules(p, "split:n-crz") == ["12.6"], "not of the stack"
    assert (rules(p, "stop"), why(p, "stop")[0].facts["left"]) == (["10.2a"], 0)
    run(p, move(p, "1608", "n-div105", spent=3, moved=True))
    assert rules(p, "split:n-div105") == ["12.6"], "alone"
    assert why(p, "hex:1509")[0].facts["left"] == 1
    run(p, move(p, "1609", "n-div105", "n-crz"))
    assert rules(p, "split:n-crz") == ["12.6"], "not moved yet"


@pytest.mark.rule("4.2a", "12.2b")
def test_only_nationalist_moves_are_followed_by_a_look_at_madrid() -> None:
    for side, name, end in ((REP, "r-div11", ""), (NAT, "n-div11", "madrid")):
        p = empty(turn=6)
        own_all(p, NAT)
        put(p, "2712", "n-cst")
        put(p, "2911" if side == NAT else "3023", name)
        f = move(p, "2911", name)
        finish(f, p)
        assert p.state[unit(p, name)] & MOVED
        assert reason(p) == end


@pytest.mark.rule("4.2a", "12.5")
def test_the_first_unit_of_a_stack_that_enters_madrid_ends_the_game() -> None:
    p = empty(turn=6)
    put(p, "2812", "n-cst", "n-asn")
    put(p, "2911", "n-tel")
    moving(p, NAT)
    play(p, "unit:n-cst", "join:n-asn", "hex:2712")
    assert (reason(p), where(p, "n-cst"), where(p, "n-asn")) == ("madrid", "2712", "2812")


# -- refusals


@pytest.mark.rule("12.2b", "7.22a", "7.34b")
def test_a_unit_under_orders_is_told_what_keeps_it_and_nothing_else() -> None:
    p = empty(turn=5)
    put(p, "3110", "n-pjt", "n-fg")
    p.duty[unit(p, "n-pjt")] = MADRID
    prepared = moving(p, NAT)
    assert unit_refusals(prepared, unit(p, "n-fg"), NAT, False) == [], "it may move"
    assert [r.rule for r in unit_refusals(p, unit(p, "n-pjt"), NAT, False)] == ["7.22a"], "it marches instead"
    flag(p, MOVED, "n-pjt")
    assert [r.rule for r in unit_refusals(p, unit(p, "n-pjt"), NAT, False)] == ["12.2b"]


@pytest.mark.rule("12.11a", "10.3a")
def test_why_a_unit_does_not_march() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-tk1", "r-div11", "r-div12", "r-div3")
    flag(p, OOS, "r-tk1", "r-div11")
    flag(p, FIT, "r-div3")
    found = [march_refusals(p, unit(p, n)) for n in ("r-tk1", "r-div11", "r-div12", "r-div3")]
    assert [[(r.rule, r.key) for r in x] for x in found] == [
        [("12.11a", "motorized-no-march")], [("10.3a", "unsupplied-no-march")], [("12.11a", "began-next-to-enemy")], []]


@pytest.mark.rule("12.5", "12.11a")
def test_why_a_unit_does_not_join() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-div12", "r-div3")
    put(p, "2713", "r-div4")
    put(p, "2911", "n-div11")
    moving(p, REP)
    flag(p, LANDED, "r-div3")
    play(p, "unit:r-div11")
    assert args(p, "join") == ["r-div12"]
    assert keys(p, "join:r-div11") == ["already-chosen"]
    assert keys(p, "join:r-div4") == keys(p, "join:n-div11") == ["not-stacked"]
    assert rules(p, "join:r-div3") == ["14.7c"]
    play(p, "hex:2612")
    assert keys(p, "join:r-div12") == ["not-stacked"], "it has been left behind"
    put(p, "2612", "r-div4")
    assert keys(p, "join:r-div4") == ["must-start-together"]


@pytest.mark.rule("12.10a", "12.10b", "12.10c")
def test_a_mixed_stack_is_told_of_the_northern_limit_too() -> None:
    for first, rule in (("r-div11", "12.10a"), ("r-b1", "12.10c"), ("r-s1", "12.10b")):
        p = empty(turn=9, strict_oos_moves=False)
        put(p, "3709", first, "r-a1", "r-a2", "r-a3")
        run(p, Move(REP, [unit(p, n) for n in (first, "r-a1", "r-a2", "r-a3")], False, hexn(p, "3609"), FAR, 3, True))
        assert rules(p, "hex:3710") == [rule]


@pytest.mark.rule("11.2", "7.22a")
def test_a_unit_under_orders_is_refused_for_the_enemys_zone_all_the_same() -> None:
    p = empty(turn=5)
    put(p, "2811", "n-pjt")
    put(p, "2712", "r-bde2")
    p.duty[unit(p, "n-pjt")] = MADRID
    put(p, "2711", "r-bde3")
    run(p, Move(NAT, [unit(p, "n-pjt")], False, hexn(p, "2911"), 1, 1, True))
    assert rules(p, "hex:2711") == ["12.4"]
    assert rules(p, "hex:2812") == ["11.2"], "it has to stop in the zone"


# -- orders and deserters


@pytest.mark.rule("7.22a", "7.34b")
def test_who_still_owes_a_move() -> None:
    p = empty(turn=5)
    own_all(p, NAT)
    put(p, "3110", "n-gec", "n-pjt", "n-fg", "n-mnt")
    put(p, "2712", "n-asn")
    for name in ("n-gec", "n-asn", "n-fg"):
        p.duty[unit(p, name)] = MADRID
    flag(p, MOVED, "n-fg")
    assert debts(p, NAT) == [unit(p, "n-gec")], "one is there, one has moved, two are not called"
    assert modes(p, unit(p, "n-asn")) == (True, False, False)
    assert modes(p, unit(p, "n-gec")) == (True, False, True)
    q = empty(turn=5)
    own_all(q, REP)
    put(q, "2812", "n-gec")
    q.duty[unit(q, "n-gec")] = MADRID
    assert debts(q, NAT) == [], "it cannot come nearer"
    assert modes(q, unit(q, "n-gec")) == (True, False, False)


@pytest.mark.rule("7.21a")
def test_deserters_are_weak_columns_that_can_be_seen() -> None:
    p = empty(turn=5)
    put(p, "2812", "r-nvz", "r-brc")
    put(p, "2711", "r-gen114-1")
    put(p, "2912", "r-mng")
    put(p, "2712", "r-sab")
    put(p, "2911", "n-div11")
    assert deserters(p) == [unit(p, "r-nvz")], "not the one below, the brigade, the strong one, the one far off"
    hold(p, "desertion")
    moving(p, REP)
    assert (question(p), asked(p)) == ("Desertion", [NAT]), "turn 5 is the last"
    assert rules(p, "pass") == []
    assert reasons(p, "desert:r-brc") == [("7.21a", "no-deserter")]
    events = told(p, "desert:r-nvz")
    assert [e.facts["side"] for e in events if e.key == "chit-played"] == ["nationalist"]
    assert where(p, "r-nvz") == "deadpile"
    q = empty(turn=6)
    put(q, "2812", "r-nvz")
    put(q, "2911", "n-div11")
    hold(q, "desertion")
    moving(q, REP)
    assert question(q) == "ChooseMove"


@pytest.mark.rule("12.9a", "12.9b", "12.9c")
def test_who_goes_through_france_and_who_is_asked() -> None:
    p = empty(turn=15)
    put(p, "3324", "r-cav1", "r-grm", "r-int-t", "r-dc1")
    p.conv[unit(p, "r-grm")] = 1
    run(p, Evacuation(REP))
    assert asked(p) == [REP]
    assert args(p, "unit") == ["r-cav1", "r-grm", "r-int-t"], "brigades, one a column before"
    assert rules(p, "unit:r-dc1") == ["12.9a"], "a regiment"
    assert rules(p, "done") == []
    before = p.barrier
    play(p, "unit:r-cav1")
    assert (where(p, "r-cav1"), p.barrier > before) == ("3425", True)
    for side, used, holder in ((NAT, 0, REP), (REP, 1, REP), (REP, 0, NAT)):
        q = empty(turn=15)
        put(q, "3324", "r-div11")
        own(q, holder, "3425")
        q.france_used = used
        run(q, Evacuation(side))
        assert not q.choices()
