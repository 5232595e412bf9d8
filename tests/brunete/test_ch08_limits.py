"""[7, 8] Madrid and the air: what is held and given back, what is paid and used, what is refused."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch07_madrid import Madrid
from frente.games.brunete.rules.ch08_aviation import Aviation, Maintenance, support_arrivals
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import ASYLUM, CARABANCHEL, MADRID, Brunete
from tests.brunete.lay import asked, drill, offered, play, put, reasons, run, unit


def vallecas(box: int, **numbers: int) -> Brunete:
    p = drill(turn=5)
    p.vallecas = box
    p.art[NAT], p.avi[NAT] = numbers.get("art", 0), numbers.get("avi", 0)
    p.held_art, p.held_avi = numbers.get("held_art", 0), numbers.get("held_avi", 0)
    return run(p, Madrid())


@pytest.mark.rule("7.5", "7.4")
def test_falling_back_to_madrid_gives_back_one_aviation_marker_and_no_artillery() -> None:
    p = play(vallecas(CARABANCHEL, held_avi=1), "die:2")
    assert (p.vallecas, p.cancelled) == (MADRID, True)
    assert (p.held_art, p.held_avi) == (0, 0)
    assert (p.avi_back, p.art_back) == ([[], [6]], [[], []])
    q = play(vallecas(CARABANCHEL, held_avi=1), "die:3")
    assert (q.vallecas, q.cancelled, q.held_avi, q.avi_back) == (CARABANCHEL, False, 1, [[], []])


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(("art", "left", "held"), [(0, 0, 0), (1, 0, 1), (3, 2, 1)])
def test_the_asylum_holds_one_artillery_marker_if_there_is_one(art: int, left: int, held: int) -> None:
    p = play(vallecas(CARABANCHEL, art=art, avi=2, held_avi=1), "die:6", "die:6")
    assert p.vallecas == ASYLUM
    assert (p.art[NAT], p.held_art) == (left, held)
    assert (p.avi[NAT], p.held_avi) == (1, 2)


@pytest.mark.rule("7.7")
@pytest.mark.parametrize(("die", "box", "art_back", "avi_back"), [
    (1, CARABANCHEL, [6], [6]), (2, CARABANCHEL, [6], [6]), (3, ASYLUM, [], []), (6, ASYLUM, [], [])])
def test_from_the_asylum_a_1_or_2_gives_back_one_marker_of_each_kind(
        die: int, box: int, art_back: list[int], avi_back: list[int]) -> None:
    p = play(vallecas(ASYLUM, held_art=1, held_avi=2), f"die:{die}")
    assert (p.vallecas, p.cancelled) == (box, False)
    assert (p.art_back[NAT], p.avi_back[NAT]) == (art_back, avi_back)
    assert (p.held_art, p.held_avi) == (1 - len(art_back), 2 - len(avi_back))


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("second", [1, 2, 5])
def test_in_carabanchel_a_second_roll_that_is_no_six_changes_nothing(second: int) -> None:
    p = play(vallecas(CARABANCHEL, art=1, avi=1, held_avi=1), "die:6", f"die:{second}")
    assert (p.vallecas, p.cancelled, p.held_avi, p.art[NAT]) == (CARABANCHEL, False, 1, 1)
    assert p.choices() == {}


@pytest.mark.rule("7.2", "7.9")
def test_once_cancelled_nothing_is_rolled() -> None:
    p = drill(turn=2)
    p.cancelled = True
    assert run(p, Madrid()).choices() == {}
    q = drill(turn=3)
    play(run(q, Madrid()), "die:5")
    assert (q.cancelled, q.vallecas) == (False, MADRID)      # turn 4 is still to come
    r = drill(turn=4)
    play(run(r, Madrid()), "die:5")
    assert r.cancelled
    s = drill(turn=4)
    play(run(s, Madrid()), "die:6")
    assert (s.cancelled, s.vallecas) == (False, CARABANCHEL)


# -- supports come and go


@pytest.mark.rule("2.4", "8.a", "12.1.rf")
@pytest.mark.parametrize(("turn", "art", "avi"), [
    (1, [3, 3], [3, 3]), (2, [3, 4], [3, 4]), (3, [3, 3], [3, 4]), (4, [3, 3], [3, 4]), (5, [3, 4], [3, 3]),
    (6, [3, 3], [3, 3]), (7, [3, 3], [2, 3]), (8, [3, 4], [3, 3]), (11, [3, 3], [2, 3]), (12, [2, 3], [3, 3])])
def test_every_marker_comes_and_goes_on_its_turn(turn: int, art: list[int], avi: list[int]) -> None:
    p = drill(turn=turn)
    p.art, p.avi = [3, 3], [3, 3]
    support_arrivals(p)
    assert (p.art, p.avi) == (art, avi)


@pytest.mark.rule("8.3e", "8.a")
def test_a_withdrawal_takes_its_own_kind_and_finding_none_takes_nothing() -> None:
    p = drill(turn=12)
    p.art, p.avi = [0, 0], [2, 0]
    p.art_back[REP], p.avi_back[REP] = [14, 13], [13]
    support_arrivals(p)
    assert (p.art_back[REP], p.avi_back[REP], p.avi[REP]) == ([14], [13], 2)     # an artillery marker goes
    q = drill(turn=7)
    support_arrivals(q)
    assert (q.avi, q.avi_back, q.art) == ([0, 0], [[], []], [0, 0])


@pytest.mark.rule("7.3")
def test_an_owed_marker_is_taken_when_one_arrives_is_paid_for_or_passes_its_roll() -> None:
    """R46"""
    p = drill(turn=3)
    p.vallecas, p.owed_avi = CARABANCHEL, 1
    support_arrivals(p)
    assert (p.avi[NAT], p.held_avi, p.owed_avi) == (0, 1, 0)
    for words in (["pay"], ["pass", "die:3"]):
        q = drill(turn=5)
        q.vallecas, q.owed_avi, q.cp = CARABANCHEL, 1, [3, 3]
        q.avi_used[NAT] = 1
        play(run(q, Maintenance(NAT)), *words)
        assert (q.avi[NAT], q.avi_used[NAT], q.held_avi, q.owed_avi) == (0, 0, 1, 0)


# -- missions


def airborne() -> Brunete:
    p = drill(turn=5)
    put(p, "n-71-150-1", "2010")                             # the first counter of the Nationalists
    put(p, "r-101-1", "2012")
    p.avi = [2, 2]
    return run(p, Aviation(REP))


@pytest.mark.rule("8.1a", "8.1b", "8.b")
def test_a_bombardment_uses_one_marker_and_names_one_enemy_on_the_map() -> None:
    p = airborne()
    assert offered(p) == ["bombard", "interdict", "pass"]
    play(p, "bombard")
    assert (p.avi, p.avi_used) == ([2, 2], [0, 0])           # nothing is used before a target is named
    assert offered(p) == ["unit:n-71-150-1"]
    assert reasons(p, "unit:r-101-1") == [("8.1b", "not-an-enemy")]
    assert reasons(p, "unit:n-13-7") == [("R48", "not-on-map")]
    play(p, "unit:n-71-150-1")
    assert (p.avi, p.avi_used) == ([1, 2], [1, 0])
    play(p, "die:4")
    assert p.steps[unit(p, "n-71-150-1")] == 1
    assert offered(p) == ["interdict", "pass"]
    assert reasons(p, "bombard") == [("8.1a", "one-bombardment")]
    play(p, "pass")
    assert p.choices() == {}


@pytest.mark.rule("8.2a", "8.b")
def test_interdiction_uses_one_marker_and_the_question_comes_again_while_there_are_more() -> None:
    p = airborne()
    play(p, "interdict", "hex:2009")
    assert (p.avi, p.avi_used, p.interdiction[REP]) == ([1, 2], [1, 0], [p.board.index["2009"]])
    assert offered(p) == ["bombard", "interdict", "pass"]    # it was no bombardment
    play(p, "interdict", "hex:2009")
    assert p.choices() == {}                                 # no marker is left
    assert (p.avi[REP], p.avi_used[REP]) == (0, 2)


@pytest.mark.rule("8.1b", "8.b")
def test_without_an_enemy_on_the_map_bombing_is_not_offered_but_interdiction_is() -> None:
    p = drill(turn=5)
    put(p, "r-101-1", "2012")
    p.avi = [1, 1]
    assert offered(run(p, Aviation(REP))) == ["interdict", "pass"]
    assert offered(run(p, Aviation(NAT))) == ["bombard", "interdict", "pass"]


@pytest.mark.rule("8.1c")
@pytest.mark.parametrize(("die", "left"), [(1, 2), (3, 2), (4, 1), (6, 1)])
def test_the_bombed_unit_loses_a_step_on_4_to_6(die: int, left: int) -> None:
    p = play(airborne(), "bombard", "unit:n-71-150-1", f"die:{die}")
    assert p.steps[unit(p, "n-71-150-1")] == left
    assert (p.avi_used, p.avi_back) == ([1, 0], [[], []])    # without option 11.2 a 1 is only a miss


# -- maintenance


@pytest.mark.rule("5.1g", "8.3a")
def test_a_command_point_is_asked_for_once_and_paid_only_if_wanted() -> None:
    p = drill(turn=5)
    p.cp, p.avi, p.avi_used = [2, 0], [1, 0], [2, 1]
    q = p.clone()
    run(p, Maintenance(REP))
    assert offered(p) == ["pay", "pass"]
    play(p, "pay")
    assert (p.cp, p.avi, p.avi_used) == ([1, 0], [3, 0], [0, 1])
    assert p.choices() == {}
    run(q, Maintenance(REP))
    play(q, "pass")
    assert (q.cp, q.avi, q.avi_used) == ([2, 0], [1, 0], [2, 1])
    assert asked(q) == [-1]                                  # on to the dice, one for each marker
    play(q, "die:4", "die:3")
    assert (q.avi, q.avi_used, q.avi_back) == ([2, 0], [0, 1], [[7], []])
    assert run(q, Maintenance(NAT)).choices() != {}          # without a point he rolls
    assert offered(q) == [f"die:{n}" for n in range(1, 7)]
