"""[7] The offensive of the Vallecas Corps from Madrid, played on the sequence of a turn."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch07_madrid import Madrid
from frente.games.brunete.rules.ch08_aviation import Maintenance, support_arrivals
from frente.games.brunete.state.board import NAT
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import ASYLUM, CARABANCHEL, MADRID, Brunete
from tests.brunete.lay import asked, drill, offered, play, run, start

DIE = ["die:1", "die:2", "die:3", "die:4", "die:5", "die:6"]


def front(turn: int = 3, box: int = MADRID, avi: int = 2, art: int = 2) -> Brunete:
    """The Madrid segment is next; the Nationalist has these markers available, and those before Madrid beyond them."""
    p = drill(turn=turn)
    p.vallecas = box
    p.avi[NAT] = avi
    p.art[NAT] = art
    p.held_avi = box
    p.held_art = int(box == ASYLUM)
    return p


def segment(p: Brunete, *dice: int) -> Brunete:
    """The Madrid segment of a turn with these dice."""
    run(p, Madrid())
    return play(p, *[f"die:{d}" for d in dice])


def next_turn(p: Brunete) -> Brunete:
    p.turn += 1
    support_arrivals(p)
    return p


@pytest.mark.rule("7.1")
def test_the_vallecas_marker_starts_in_madrid_with_nothing_held():
    p = start()
    assert (p.vallecas, p.cancelled, p.held_avi, p.held_art, p.owed_avi) == (MADRID, False, 0, 0, 0)
    assert MADRID < CARABANCHEL < ASYLUM


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_on_turns_1_to_4_only_a_six_takes_the_marker_to_carabanchel(turn: int, die: int):
    p = front(turn)
    run(p, Madrid())
    assert offered(p) == DIE
    play(p, f"die:{die}")
    assert p.vallecas == (CARABANCHEL if die == 6 else MADRID)
    assert p.choices() == {}, "one die only"


@pytest.mark.rule("7.3")
def test_reaching_carabanchel_takes_one_available_nationalist_aviation_marker_at_once():
    p = segment(front(avi=2), 6)
    assert (p.avi[NAT], p.held_avi, p.owed_avi) == (1, 1, 0)
    assert p.art[NAT] == 2, "no artillery for Carabanchel"
    stays = segment(next_turn(p), 4)
    assert (stays.avi[NAT], stays.held_avi) == (2, 1), "turn 4 brings an aviation marker; the held one stays"


@pytest.mark.rule("7.3")
def test_without_available_aviation_the_first_marker_to_arrive_is_taken():
    p = segment(front(turn=1, avi=0), 6)
    assert (p.avi[NAT], p.held_avi, p.owed_avi) == (0, 0, 1)
    next_turn(p)                                     # turn 2 brings the first Nationalist aviation marker
    assert (p.avi[NAT], p.held_avi, p.owed_avi) == (0, 1, 0)
    next_turn(p)
    assert p.avi[NAT] == 1, "the marker of turn 3 is free"


@pytest.mark.rule("7.3")
def test_a_used_marker_is_not_touched_but_pays_the_debt_when_it_is_ready_again():
    for word, left in (("die:6", 0), ("pay", 0)):    # R46: by maintenance or by command point
        p = front(avi=0)
        p.avi_used[NAT] = 1
        segment(p, 6)
        assert (p.avi_used[NAT], p.held_avi, p.owed_avi) == (1, 0, 1)
        run(p, Maintenance(NAT))
        play(p, "pass", word) if word != "pay" else play(p, word)
        assert (p.avi[NAT], p.held_avi, p.owed_avi) == (left, 1, 0)


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("die", [1, 2])
def test_in_carabanchel_1_or_2_sends_the_marker_back_and_cancels_the_offensive(die: int):
    p = segment(front(box=CARABANCHEL), die)
    assert (p.vallecas, p.cancelled) == (MADRID, True)


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("die", [3, 4, 5])
def test_in_carabanchel_3_to_5_leaves_the_marker_where_it_is(die: int):
    p = segment(front(box=CARABANCHEL), die)
    assert (p.vallecas, p.cancelled, p.held_avi) == (CARABANCHEL, False, 1)
    assert p.choices() == {}


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("second", [1, 2, 3, 4, 5, 6])
def test_in_carabanchel_a_six_is_rolled_again_and_only_another_six_reaches_the_asylum(second: int):
    p = segment(front(box=CARABANCHEL), 6)
    assert offered(p) == DIE, "a second die"
    assert p.vallecas == CARABANCHEL
    play(p, f"die:{second}")
    assert p.vallecas == (ASYLUM if second == 6 else CARABANCHEL)
    assert not p.cancelled, "1 and 2 cancel only on the first die"
    assert p.choices() == {}


@pytest.mark.rule("7.4", "7.8")
def test_one_segment_moves_the_marker_one_box_at_most():
    p = segment(front(), 6)
    assert p.vallecas == CARABANCHEL
    assert p.choices() == {}, "the Carabanchel roll is for the following turn"


@pytest.mark.rule("7.5")
def test_a_cancelled_offensive_gives_the_marker_back_next_turn_and_rolls_no_more():
    p = segment(front(turn=8, box=CARABANCHEL, avi=1), 2)
    assert (p.held_avi, p.avi[NAT]) == (0, 1), "not back yet"
    next_turn(p)
    assert p.avi[NAT] == 2
    run(p, Madrid())
    assert p.choices() == {}


@pytest.mark.rule("7.6")
def test_reaching_the_asylum_takes_one_artillery_and_a_second_aviation_marker():
    p = segment(front(box=CARABANCHEL, avi=2, art=2), 6, 6)
    assert (p.avi[NAT], p.art[NAT], p.held_avi, p.held_art) == (1, 1, 2, 1)


@pytest.mark.rule("7.6")
def test_at_the_asylum_a_missing_aviation_marker_is_owed_and_artillery_is_taken_at_once():
    p = segment(front(turn=9, box=CARABANCHEL, avi=0, art=1), 6, 6)
    assert (p.art[NAT], p.held_art, p.held_avi, p.owed_avi) == (0, 1, 1, 1)
    p.avi_back[NAT].append(10)
    next_turn(p)
    assert (p.avi[NAT], p.held_avi, p.owed_avi) == (0, 2, 0)


@pytest.mark.rule("7.7")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_at_the_asylum_1_or_2_throws_the_marker_back_to_carabanchel(die: int):
    p = segment(front(turn=9, box=ASYLUM, avi=0, art=1), die)
    fell = die <= 2
    assert p.vallecas == (CARABANCHEL if fell else ASYLUM)
    assert not p.cancelled
    assert p.choices() == {}, "one die, whatever it shows"
    assert (p.held_avi, p.held_art) == ((1, 0) if fell else (2, 1))
    assert (p.avi[NAT], p.art[NAT]) == (0, 1), "nothing is back in the same turn"
    next_turn(p)
    assert (p.avi[NAT], p.art[NAT]) == ((1, 2) if fell else (0, 1))


@pytest.mark.rule("7.7")
def test_falling_back_with_an_unpaid_debt_gives_back_only_the_artillery():
    p = front(turn=9, box=ASYLUM, avi=0, art=1)
    p.held_avi, p.owed_avi = 1, 1
    segment(p, 1)
    assert (p.held_avi, p.owed_avi, p.held_art) == (1, 0, 0)
    next_turn(p)
    assert (p.avi[NAT], p.art[NAT]) == (0, 2)


@pytest.mark.rule("7.8")
def test_the_rolls_go_on_by_the_box_of_the_marker_until_it_is_back_in_madrid():
    p = front(turn=6, box=CARABANCHEL, avi=3, art=3)
    boxes: list[int] = []
    for dice in ((6, 6), (5,), (2,), (6, 4), (6, 6), (1,), (2,)):
        segment(next_turn(p), *dice)
        boxes.append(p.vallecas)
    assert boxes == [ASYLUM, ASYLUM, CARABANCHEL, CARABANCHEL, ASYLUM, CARABANCHEL, MADRID]
    assert p.cancelled
    assert (p.held_avi, p.held_art, p.owed_avi) == (0, 0, 0)
    run(next_turn(p), Madrid())
    assert p.choices() == {}


@pytest.mark.rule("7.9")
def test_four_failures_cancel_the_offensive_and_turn_5_has_no_segment():
    p = front(turn=1)
    for turn in (1, 2, 3, 4):
        assert not p.cancelled
        p.turn = turn
        segment(p, 5)
    assert p.cancelled
    p.turn = 5
    run(p, Madrid())
    assert p.choices() == {}


@pytest.mark.rule("7.9")
def test_the_deadline_is_for_a_marker_still_in_madrid_only():
    p = segment(front(turn=4, box=CARABANCHEL), 4)
    assert not p.cancelled
    p.turn = 5
    run(p, Madrid())
    assert offered(p) == DIE
    late = segment(front(turn=4), 6)
    assert (late.vallecas, late.cancelled) == (CARABANCHEL, False)


@pytest.mark.rule("7.2", "7.3")
def test_the_segment_comes_before_the_aviation_segment_of_every_turn():
    p = start()                                      # R83: a marker lost here cannot fly in the same turn
    p.turn = 3
    p.avi[NAT] = 1
    p.released = True
    names = [type(s).__name__ for s in Turn().steps()]
    assert names.index("MadridSegment") + 1 == names.index("AviationSegment")
    frame = Turn()
    frame.at = names.index("MadridSegment")
    run(p, frame)
    assert asked(p) == [-1]
    play(p, "die:6", "pass")                         # the Republican has aviation and flies nothing
    assert (p.avi[NAT], p.held_avi) == (0, 1)
    assert not any(w in offered(p) for w in ("bombard", "interdict")), "the Nationalist has nothing left to fly"


@pytest.mark.rule("7.2", "7.3", "7.4", "7.5", "7.6", "7.7")
def test_x21_the_madrid_track_from_first_to_last():
    p = drill(turn=1)
    p.art[NAT] = 1
    segment(p, 6)
    next_turn(p)                                     # turn 2: one artillery and one aviation marker arrive
    assert (p.vallecas, p.avi[NAT], p.held_avi, p.art[NAT]) == (CARABANCHEL, 0, 1, 2)
    after_two = segment(p.clone(), 2)
    assert (after_two.vallecas, after_two.cancelled, after_two.avi_back[NAT]) == (MADRID, True, [3])
    assert segment(p.clone(), 4).vallecas == CARABANCHEL
    assert segment(p.clone(), 6, 5).vallecas == CARABANCHEL
    asylum = segment(p.clone(), 6, 6)
    assert (asylum.vallecas, asylum.held_art, asylum.held_avi, asylum.owed_avi) == (ASYLUM, 1, 1, 1)
    early = segment(asylum.clone(), 1)               # falls back before the debt is paid: only the artillery returns
    assert (early.held_avi, early.owed_avi, early.art_back[NAT], early.avi_back[NAT]) == (1, 0, [3], [])
    next_turn(asylum)
    assert (asylum.held_avi, asylum.owed_avi, asylum.avi[NAT]) == (2, 0, 0)
    back = segment(asylum, 2)
    assert (back.vallecas, back.held_avi, back.held_art) == (CARABANCHEL, 1, 0)
    assert (back.art_back[NAT], back.avi_back[NAT]) == ([4], [4])
    next_turn(back)
    assert (back.art[NAT], back.avi[NAT]) == (2, 2), "with the aviation marker that arrives on turn 4"
