"""[9.2, 9.5] Movement: every condition of a step missing once, defensive fire drawn or not, and the reasons given."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch09_movement import (
    CLOSED,
    ENEMY_BOX,
    ENEMY_TO_ENEMY,
    FULL,
    GUNS_ALONE,
    PAUSED,
    SHORT,
    battle_at,
    draws_fire,
    toll,
)
from frente.games.storm.show.way import Marcher, walkers
from frente.games.storm.state.board import N3, NAT, REP
from frente.games.storm.state.frames import ASSAULT, MOVE, Impulse
from frente.games.storm.state.position import Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    fill,
    impulses,
    keys,
    now,
    offered,
    own,
    play,
    put,
    question,
    spent,
    unit,
    where,
)


def step(p: Storm, side: int, origin: str, goal: str, n: int = 1, guns: bool = False, left: int = 9,
         first: bool = False, taken: str = "") -> int:
    a, t = area(p, origin), area(p, goal)
    bits = 1 << area(p, taken) if taken else 0
    return toll(p, side, n, guns, a, p.board.nb[a].index(t), left, first, bits)


def border(p: Storm, origin: str, goal: str) -> tuple[int, int]:
    a = area(p, origin)
    return a, p.board.nb[a].index(area(p, goal))


# -- the price of a step


@pytest.mark.rule("9.2d", "9.2e", "9.2f", "9.2g")
def test_every_part_of_the_price_alone_and_together() -> None:
    p = empty()
    own(p, NAT, "A", "B", "I", "J")
    assert step(p, NAT, "D", "B") == 1                       # plain
    assert step(p, NAT, "A", "I") == 1                       # vector M1: a river between friends is free
    assert step(p, NAT, "D", "C") == 2                       # into an enemy area
    put(p, "D", "r-largo")
    assert step(p, NAT, "D", "B") == 2                       # out of a contested one
    put(p, "B", "r-mena")
    assert step(p, NAT, "D", "B") == 3                       # and into another
    assert step(p, NAT, "D", "C") == 3
    own(p, REP, "A")
    assert step(p, NAT, "A", "J") == 3                       # leaving an enemy area (1), over the river (1)
    assert step(p, NAT, "J", "A") == 3                       # entering one, over the river
    assert step(p, REP, "A", "J") == 3                       # the same for the other side
    put(p, "A", "r-nelken")
    put(p, "J", "r-ferrov")
    assert step(p, NAT, "J", "A") == 4                       # vector M6
    q = empty()
    own(q, NAT, "A")
    put(q, "A", "r-largo")
    put(q, "I", "n-leg-1")                                   # Republican-controlled, and nobody of his in it
    assert step(q, NAT, "I", "A") == 4                       # out of an enemy area, into a contested one, over a river


@pytest.mark.rule("9.2i", "3.5.1a", "9.4.3b")
def test_enemy_to_enemy_is_forbidden_unless_one_of_the_two_was_taken_on_the_way() -> None:
    p = empty()
    assert step(p, NAT, "C", "M") == ENEMY_TO_ENEMY
    assert step(p, NAT, "C", "M", taken="C") == 2            # C has just been taken: friendly, nobody in it
    assert step(p, NAT, "C", "M", taken="M") == 2            # M was: only the leaving of C costs more
    assert step(p, NAT, "C", "D") == 2
    assert step(p, NAT, "D", "C") == 2
    assert step(p, NAT, "D", "C", taken="C") == 1
    assert step(p, NAT, "C", "M", taken="J") == ENEMY_TO_ENEMY


@pytest.mark.rule("2i", "3.2c")
def test_boxes_of_the_enemy_are_barred_and_own_ones_never_full() -> None:
    p = empty()
    own(p, NAT, "U")
    assert step(p, NAT, "U", "1") == ENEMY_BOX
    own(p, REP, "U", "A")
    assert step(p, REP, "U", "1") == 1
    assert step(p, REP, "A", "4") == ENEMY_BOX
    fill(p, "1", REP, 12)
    fill(p, "6", NAT, 12)
    assert step(p, REP, "U", "1") == 1
    assert step(p, NAT, "D", "6") == 1


@pytest.mark.rule("3.2c")
def test_ten_fit_and_eleven_do_not() -> None:
    p = empty()
    own(p, NAT, "C")
    fill(p, "C", NAT, 8)
    assert step(p, NAT, "D", "C", n=2) == 1
    assert step(p, NAT, "D", "C", n=3) == FULL
    fill(p, "B", REP, 10)
    assert step(p, NAT, "D", "B") == 2                       # units of the other side take no room


@pytest.mark.rule("9.2k")
def test_artillery_alone_enters_no_enemy_area() -> None:
    p = empty()
    assert step(p, NAT, "D", "C", guns=True) == GUNS_ALONE
    assert step(p, NAT, "D", "C") == 2
    put(p, "C", "n-leg-1", "r-largo")
    assert step(p, NAT, "D", "C", guns=True) == 2
    own(p, NAT, "B")
    assert step(p, NAT, "D", "B", guns=True) == 1


@pytest.mark.rule("12.1g", "12.1h")
def test_the_closed_rivers_bar_the_nationalist_alone() -> None:
    p = empty()
    own(p, NAT, "Q")
    assert step(p, NAT, "Q", "Y") == CLOSED
    p.rivers_open = True
    assert step(p, NAT, "Q", "Y") == 3
    q = empty()
    own(q, REP, "Q")
    assert step(q, REP, "Q", "Y") == 1


@pytest.mark.rule("12.3k")
def test_what_the_pause_keeps_the_nationalist_from_entering() -> None:
    p = empty("campaign", 7)
    put(p, "C", "n-leg-1", "r-largo")
    own(p, NAT, "B")
    assert step(p, NAT, "D", "L") == 2
    p.pause_start = 7
    assert step(p, NAT, "D", "L") == PAUSED
    assert step(p, NAT, "D", "C") == 2                       # contested
    assert step(p, NAT, "D", "B") == 1                       # his own
    assert step(p, REP, "L", "D") == 2                       # the other side moves as it likes
    put(p, "E", "r-burillo")
    assert step(p, NAT, "D", "E") == PAUSED                  # held, but not contested
    p.pause_end = 9
    assert step(p, NAT, "D", "L") == 2                       # over


@pytest.mark.rule("9.2d", "9.2j")
def test_points_must_do_except_for_the_first_step() -> None:
    p = empty()
    assert step(p, NAT, "D", "C", left=2) == 2
    assert step(p, NAT, "D", "C", left=1) == SHORT
    assert step(p, NAT, "D", "C", left=1, first=True) == 2


@pytest.mark.rule("9.4.1a", "12.3l")
def test_where_a_side_may_fight() -> None:
    p = empty("campaign", 7)
    put(p, "C", "n-leg-1", "r-largo")
    put(p, "B", "n-leg-4")
    c, b, d = area(p, "C"), area(p, "B"), area(p, "D")
    assert [battle_at(p, side, x) for side in (NAT, REP) for x in (c, b, d)] == [True, False, False, True, True, False]
    p.pause_start = 7
    assert not battle_at(p, NAT, c)
    assert battle_at(p, REP, c)
    own(p, NAT, "C")
    assert battle_at(p, NAT, c)
    own(p, REP, "C")
    p.pause_end = 7
    assert battle_at(p, NAT, c)


# -- a march


@pytest.mark.rule("9.2b", "9.2d", "9.2m")
def test_a_stack_goes_from_area_to_area_and_stops_when_it_likes() -> None:
    p = empty()
    own(p, NAT, "B", "C", "J")
    put(p, "D", "n-leg-1", "n-leg-4")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1", "n-leg-4"])
    assert args(p, "area") == ["B", "C", "E", "L", "6"]
    assert keys(p, "stop") == [("9.2m", "must-move")]
    assert keys(p, "area:M") == [("2c", "not-adjacent")]
    play(p, "area:B")
    assert [where(p, n) for n in ("n-leg-1", "n-leg-4")] == ["B", "B"]
    assert "stop" in offered(p)
    play(p, "area:J")
    assert p.stack[-1].left == 1                             # type: ignore[attr-defined]
    assert keys(p, "area:O") == [("9.2d", "not-enough-mp")]
    play(p, "stop")
    assert (asked(p), where(p, "n-leg-1"), spent(p, "n-leg-1")) == ([REP], "J", [True])
    q = empty()
    put(q, "D", "n-leg-1")
    impulses(q, NAT)
    choose(q, "move", "D", ["n-leg-1"])
    play(q, "area:C")                                        # 2 of 3 points: D is the only step left that costs 1
    assert offered(q) == ["area:D", "stop"]


@pytest.mark.rule("9.2j", "9.2b")
def test_a_first_step_beyond_the_points_leaves_none() -> None:
    p = empty()
    own(p, NAT, "A", "J")
    put(p, "A", "n-leg-1", "r-bernal")                       # contested
    impulses(p, NAT)
    choose(p, "move", "A", ["n-leg-1"])
    play(p, "area:I")                                        # 1 + 1 + 1 + 1 = 4 of 3; empty, so it is taken
    assert (question(p), where(p, "n-leg-1")) == ("Declare", "I")        # J next to it is friendly and costs 1


@pytest.mark.rule("9.2m", "9.4.3b")
def test_an_assault_with_points_left_may_stop_where_the_enemy_is_or_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()
    own(p, NAT, "C")
    put(p, "D", "n-leg-1")
    put(p, "C", "r-mena")
    put(p, "L", "r-ferrov")
    monkeypatch.setattr(p.board, "move", [9] * p.board.units)
    impulses(p, NAT)
    choose(p, "assault", "D", ["n-leg-1"])
    play(p, "area:C")
    assert {"stop", "area:L"} <= set(offered(p))
    play(p, "stop")
    assert (question(p), now(p).area) == ("RollTests", area(p, "C"))


@pytest.mark.rule("9.2m", "9.4.3b")
def test_an_assault_stops_only_where_there_is_an_enemy() -> None:
    p = empty()
    own(p, NAT, "C")
    put(p, "D", "n-leg-1", "r-largo")
    put(p, "C", "r-mena")
    put(p, "L", "r-ferrov")
    impulses(p, NAT)
    choose(p, "assault", "D", ["n-leg-1"])
    assert keys(p, "stop") == [("9.2m", "must-move")]        # although there is an enemy where it stands
    play(p, "area:C")
    assert question(p) == "RollTests"
    q = empty()
    own(q, NAT, "C", "B")
    put(q, "D", "n-leg-1")
    put(q, "C", "r-mena")
    put(q, "M", "r-izqrep")
    impulses(q, NAT)
    choose(q, "assault", "D", ["n-leg-1"])
    assert keys(q, "area:E") == [("9.4.3b", "no-battle-there")]
    play(q, "area:B")                                        # friendly, and C can be reached from there
    assert keys(q, "stop") == [("9.4.3b", "assault-needs-enemy")]
    play(q, "area:C")
    assert question(q) == "RollTests"


@pytest.mark.rule("9.2n", "9.2b", "3.5.1a")
def test_by_the_option_a_stack_stops_where_it_enters_an_enemy_area_and_only_there() -> None:
    for option, goes_on in ((True, False), (False, True)):
        p = empty(stop_on_capture=option)
        own(p, NAT, "B")
        put(p, "D", "n-cav-calatrava")
        impulses(p, NAT)
        choose(p, "move", "D", ["n-cav-calatrava"])
        play(p, "area:B")
        assert question(p) == "StepOn"                       # an own area does not stop it
        play(p, "area:C")
        assert p.control[area(p, "C")] == NAT
        assert (question(p) == "StepOn") is goes_on


@pytest.mark.rule("9.2n", "9.2b")
def test_whoever_asks_for_a_way_is_told_where_the_option_ends_it() -> None:
    for option, told in ((True, [("9.2n", "capture-ends-move")]), (False, [])):
        p = empty(stop_on_capture=option)
        own(p, NAT, "B")
        put(p, "D", "n-cav-calatrava")
        impulses(p, NAT)
        [w] = walkers(p, NAT, unit(p, "n-cav-calatrava"))
        assert w.walk([area(p, "B"), area(p, "C")]) == (2, []), "an own area does not end it, nor the last one"
        done, why = w.walk([area(p, "C"), area(p, "B")])
        assert (done, [(r.rule, r.key) for r in why]) == (1 if option else 2, told)


@pytest.mark.rule("9.2n", "9.5e", "9.2d")
def test_a_way_is_walked_as_far_as_the_points_carry_even_while_nothing_is_asked() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-cav-calatrava")
    assert not p.stack
    for name, steps in (("n-leg-1", 1), ("n-cav-calatrava", 2)):         # 3 points and 4; a step costs 2
        [w] = walkers(p, NAT, unit(p, name))
        assert w.walk([area(p, "C"), area(p, "M")])[0] == steps


@pytest.mark.rule("3.4.1d", "3.5.1a", "9.2b")
def test_control_is_looked_at_where_a_stack_leaves_and_where_it_comes() -> None:
    p = empty()
    own(p, NAT, "EE")
    put(p, "FF", "n-leg-1", "r-largo")
    impulses(p, NAT)
    choose(p, "move", "FF", ["n-leg-1"])
    play(p, "area:EE")
    assert p.morale == 1                                     # FF is cleared at once
    q = empty()
    own(q, NAT, "C")
    put(q, "C", "n-leg-1", "r-largo")
    impulses(q, NAT)
    choose(q, "move", "C", ["n-leg-1"])
    play(q, "area:D")
    assert q.control[area(q, "C")] == REP                    # he has left it to the enemy
    r = empty()
    put(r, "D", "n-leg-1")
    impulses(r, NAT)
    choose(r, "move", "D", ["n-leg-1"])
    play(r, "area:C")
    assert r.control[area(r, "C")] == NAT


# -- defensive fire


@pytest.mark.rule("9.5a", "9.5i", "11.2c", "15.N3", "9.2h")
def test_each_condition_of_defensive_fire() -> None:
    def drawn(goal: str = "I", kind: int = MOVE, **state: bool) -> bool:
        p = empty()
        own(p, NAT, "A")
        put(p, "A", "n-leg-1")
        if not state.get("nobody"):
            put(p, goal, "r-largo", spent=state.get("tired", False))
        if state.get("friend"):
            put(p, goal, "n-leg-4")
        if state.get("own"):
            own(p, NAT, goal)
        p.bad = state.get("bad", False)
        p.opt.spent_fire = not state.get("option", False)
        im = Impulse(NAT, kind, effects=[N3] if state.get("surprise") else [])
        found = draws_fire(p, im, *border(p, "A", goal))
        p.opt.spent_fire = True
        return found

    assert drawn()
    assert drawn(kind=ASSAULT)
    assert not drawn(nobody=True)
    assert not drawn(friend=True)
    assert not drawn(own=True)
    assert not drawn(surprise=True)
    assert not drawn("H")                                    # no river
    assert not drawn("H", kind=ASSAULT)
    assert not drawn("H", bad=True)                          # bad weather, but a plain move
    assert drawn("H", kind=ASSAULT, bad=True)
    assert not drawn("H", kind=ASSAULT, bad=True, friend=True)
    assert drawn(tired=True)
    assert not drawn(tired=True, option=True)
    assert drawn(option=True)


@pytest.mark.rule("9.5a")
def test_by_the_option_one_fresh_unit_is_enough_for_fire() -> None:
    for first, second, fire in ((False, True, True), (True, False, True), (True, True, False)):
        p = empty(spent_units_fire=False)
        own(p, NAT, "A")
        put(p, "A", "n-leg-1")
        put(p, "I", "r-largo", spent=first)
        put(p, "I", "r-mena", spent=second)
        assert draws_fire(p, Impulse(NAT, MOVE), *border(p, "A", "I")) is fire


def assaulted(*rolled: int, point: str = "n-leg-4") -> Storm:
    """Three Legion units assault over the Guadarrama, the second leading unless another is named."""
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4", "n-leg-5")
    put(p, "I", "r-largo", "r-mena", "r-ferrov")
    impulses(p, NAT)
    choose(p, "assault", "A", ["n-leg-1", "n-leg-4", "n-leg-5"], point=point)
    play(p, "area:I")
    return dice(p, *rolled)                                  # strength 1, defence 6


@pytest.mark.rule("9.5f", "9.5g", "9.5h")
def test_a_point_unit_turned_driven_back_or_lost_is_replaced() -> None:
    for rolled, act, place in (((3, 3), "", "I"), ((4, 3), "retreat:n-leg-4", "A"),
                               ((4, 4), "eliminate:n-leg-4", "eliminated")):
        p = assaulted(*rolled)
        if act:
            play(p, act)
        while question(p) == "TakeLosses":
            play(p, offered(p)[0])
        assert where(p, "n-leg-4") == place
        assert (question(p), args(p, "point")) == ("AfterFire", ["n-leg-1", "n-leg-5"])
        assert keys(p, "point:n-leg-4") == [("9.5g", "cannot-lead")]
        play(p, "point:n-leg-5")
        im = now(p)
        assert (im.point, im.units, im.worst) == (unit(p, "n-leg-5"), [unit(p, "n-leg-1"), unit(p, "n-leg-5")], True)
        assert question(p) == "RollTests"
    q = assaulted(3, 3)
    play(q, "cancel")
    assert asked(q) == [REP]
    assert spent(q, "n-leg-1", "n-leg-5") == [True, True]
    r = assaulted(2, 3)
    assert question(r) == "RollTests"                        # unhurt: nothing is asked
    assert (now(r).point, now(r).worst) == (unit(r, "n-leg-4"), False)


@pytest.mark.rule("9.5e", "9.5g")
def test_the_way_shown_after_fire_starts_where_a_unit_is_and_is_that_of_those_still_together() -> None:
    for die, act, place in ((3, "retreat:n-leg-1", "A"), (4, "eliminate:n-leg-1", "eliminated")):
        p = assaulted(4, die, point="n-leg-1")               # the first of the stack is driven back or lost
        play(p, act)
        while question(p) == "TakeLosses":
            play(p, offered(p)[0])
        assert (question(p), where(p, "n-leg-1")) == ("AfterFire", place)
        for name in ("n-leg-4", "n-leg-5"):
            [w] = walkers(p, NAT, unit(p, name))
            assert isinstance(w, Marcher)
            assert (w.names[w.at], w.units) == ("I", [unit(p, "n-leg-4"), unit(p, "n-leg-5")])
        gone = [(w.names[w.at], w.units) for w in walkers(p, NAT, unit(p, "n-leg-1")) if isinstance(w, Marcher)]
        assert gone == ([("A", [unit(p, "n-leg-1")])] if place == "A" else [])


@pytest.mark.rule("9.5j", "9.5c", "9.2b")
def test_after_fire_a_plain_move_goes_on_with_those_still_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()
    own(p, NAT, "A", "J")
    put(p, "A", "n-cav-calatrava", "n-cav-numancia", "n-cav-taxdir")
    put(p, "I", "r-largo")
    moves = p.board.move[:]
    monkeypatch.setattr(p.board, "move", [9] * len(moves))
    impulses(p, NAT)
    choose(p, "move", "A", ["n-cav-calatrava", "n-cav-numancia", "n-cav-taxdir"])
    play(p, "area:I", "point:n-cav-numancia")
    dice(p, 3, 4)                                            # 7 - 4 = 3: the point unit is lost
    play(p, "eliminate:n-cav-numancia")
    assert now(p).units == [unit(p, "n-cav-calatrava"), unit(p, "n-cav-taxdir")]
    play(p, "area:J", "stop")
    assert [where(p, n) for n in ("n-cav-calatrava", "n-cav-numancia", "n-cav-taxdir")] == ["J", "eliminated", "J"]
    q = empty()
    own(q, NAT, "A")
    put(q, "A", "n-leg-1", "n-leg-4")
    put(q, "I", "r-largo")
    impulses(q, NAT)
    choose(q, "move", "A", ["n-leg-1", "n-leg-4"])
    play(q, "area:I", "point:n-leg-1")
    dice(q, 6, 6)                                            # 6 losses: both are gone
    assert (question(q), asked(q)) == ("Declare", [REP])
