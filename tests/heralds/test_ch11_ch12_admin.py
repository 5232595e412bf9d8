"""[11, 12] Will to fight, victory, and the administrative phase."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch04_control import NOBODY, compound_holder
from frente.games.heralds.rules.ch11_will import judge, kill, note_control, shift, shift_both
from frente.games.heralds.rules.ch12_admin import check_shift, paths
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.position import COMMITTED, FIRE, RUIN, TIE, UNDECIDED, Heralds
from tests.heralds.lay import (
    args,
    asked,
    before,
    chart,
    dice,
    empty,
    flags,
    handle,
    hold,
    moving,
    neutral,
    offered,
    play,
    put,
    question,
    reasons,
    resource,
    rules,
    run,
    side_of,
    space,
    unit,
    up,
    where,
)


def ended(p: Heralds) -> tuple[int | None, str]:
    outcome = GAME.outcome(p)
    assert outcome is not None
    return outcome.winner, outcome.key.removeprefix("outcome.")


# -- the track


@pytest.mark.rule("11.1b")
def test_the_will_never_exceeds_five_and_below_one_is_defeat() -> None:
    p = empty()
    shift(p, CND, 3, "11.2a")
    assert p.will[CND] == 5
    shift(p, PCE, -3, "11.2m")
    assert p.will[PCE] == 1
    assert p.result == UNDECIDED
    shift(p, PCE, -1, "11.2m")
    assert p.result == CND
    assert p.choices() == {}


@pytest.mark.rule("11.1a")
def test_modifiers_of_both_readings_of_the_track() -> None:
    for option, wanted in (("label", [-2, -1, 0, 0, 1]), ("number", [-2, -1, 0, 1, 2])):
        p = empty(will_modifiers=option)
        found = []
        for box in range(1, 6):
            p.will[CND] = box
            found.append(p.will_modifier(CND))
        assert found == wanted
    assert p.will_modifier(NEUTRAL) == 0


@pytest.mark.rule("11.2c")
def test_dislodging_centro_from_jaca_heartens_the_pce() -> None:
    p = empty()
    put(p, "JACA", "hq-centro")
    p.will[PCE] = 3
    kill(p, unit(p, "hq-centro"), "7.1.7b")
    assert p.will[PCE] == 4
    q = empty()
    put(q, "B", "hq-centro")             # not from JACA
    q.will[PCE] = 3
    kill(q, unit(q, "hq-centro"), "7.1.7b")
    assert q.will[PCE] == 3


@pytest.mark.rule("11.2f")
def test_simultaneous_losses_are_applied_to_both_before_either_is_tested() -> None:
    p = empty()
    p.will = [1, 1]
    shift_both(p, -1, "11.2f")
    assert p.result == TIE
    assert ended(p) == (None, "both-broken")
    q = empty(turn=5)
    q.will = [2, 1]
    shift_both(q, -1, "11.2f")
    assert ended(q) == (CND, "automatic")


@pytest.mark.rule("11.2j")
def test_each_listed_square_lost_costs_a_box_up_to_three_a_turn() -> None:
    p = empty()
    p.will[CND] = 5
    for n, sq in enumerate("BCDEF", 1):
        put_quietly(p, sq, f"18bm-{n}")
        judge(p)
    assert p.will[CND] == 2
    assert p.lost == 3
    q = empty()                          # A and L are not listed
    put_quietly(q, "A", "18bm-1")
    put_quietly(q, "L", "18bm-2")
    judge(q)
    assert q.will[CND] == 4
    r = empty()                          # lost, retaken and lost again counts again
    for _ in range(2):
        put_quietly(r, "E", "18bm-1")
        judge(r)
        r.put(unit(r, "18bm-1"), space(r, "RES_8D"))
        put_quietly(r, "E", "70bm-1")
        judge(r)
        r.put(unit(r, "70bm-1"), space(r, "RES_8D"))
    assert r.will[CND] == 2
    r.lost = 0                           # a new turn, so that the limit does not hide what is counted
    r.will[CND] = 5
    for _ in range(3):                   # the PCE goes and comes back: only the first time was it taken from the CND
        put_quietly(r, "E", "18bm-1")
        judge(r)
        r.put(unit(r, "18bm-1"), space(r, "RES_8D"))
        judge(r)
    assert r.will[CND] == 4


def put_quietly(p: Heralds, place: str, name: str) -> None:
    """Without looking again at who holds what."""
    p.join(unit(p, name), p.board.reverse[unit(p, name)])
    p.put(unit(p, name), space(p, place))


@pytest.mark.rule("11.2k")
def test_the_loss_of_g_costs_two_boxes_outside_the_limit() -> None:
    p = empty()
    p.lost = 3
    put_quietly(p, "G", "18bm-1")
    judge(p)
    assert p.will[CND] == 2
    p.put(unit(p, "18bm-1"), space(p, "RES_8D"))
    judge(p)
    put_quietly(p, "G", "18bm-1")        # coming back is no new loss
    judge(p)
    assert p.will[CND] == 2


@pytest.mark.rule("11.2m", "11.2n", "11.2o", "12.2a")
def test_the_will_to_fight_check() -> None:
    p = chart(turn=3)
    p.will = [3, 5]
    assert check_shift(p, CND) == []
    assert [(n, rule) for n, rule, _ in check_shift(p, PCE)] == [(-1, "11.2m"), (-1, "11.2n")]
    p.join(unit(p, "ortega"), PCE)
    p.join(unit(p, "syn-pce"), PCE)
    note_control(p)
    assert [(n, rule) for n, rule, _ in check_shift(p, PCE)] == [(-1, "11.2m"), (1, "11.2o")]
    p.turn = 6
    assert check_shift(p, PCE)[0][0] == -2
    q = chart(turn=1)
    assert check_shift(q, PCE) == []     # the seat counts from turn 2 on
    q.turn = 2
    assert [rule for _, rule, _ in check_shift(q, PCE)] == ["11.2n"]
    run(q, before("WillCheck"))
    assert q.will[PCE] == 3
    r = chart(turn=2, turn_penalty="early")
    assert check_shift(r, PCE)[0][:2] == (-1, "11.2m")


# -- victory


@pytest.mark.rule("11.3a")
def test_the_elimination_of_a_token_ends_the_game_at_once() -> None:
    p = empty(turn=5)
    kill(p, unit(p, "token-pce"), "R43")
    assert ended(p) == (CND, "automatic")
    assert p.choices() == {}
    q = empty(turn=5)
    up(q, "E", "token-cnd")
    put(q, "E", "18bm-1")
    moving(q, PCE, 5, "18bm-1")
    play(q, "assault:E")
    dice(q, 6)                           # face up, alone, engaged
    assert ended(q) == (PCE, "automatic")


@pytest.mark.rule("11.3b")
def test_before_the_end_of_turn_3_the_victory_is_overwhelming() -> None:
    for turn, grade in ((1, "overwhelming"), (3, "overwhelming"), (4, "automatic")):
        p = empty(turn=turn)
        p.will = [1, 4]
        shift(p, CND, -1, "11.2j")
        assert ended(p) == (PCE, grade)
    q = empty(turn=3)                    # the check of turn 3 is still before its end
    q.will = [4, 1]
    run(q, before("WillCheck"))
    assert ended(q) == (CND, "overwhelming")


@pytest.mark.rule("11.3c")
def test_at_the_last_check_the_higher_will_wins_and_equal_wills_tie() -> None:
    for wills, wanted in (([4, 5], (CND, "marginal")), ([2, 5], (PCE, "marginal")), ([3, 5], (None, "tie"))):
        p = chart(turn=6)
        p.join(unit(p, "syn-pce"), PCE)
        p.will = wills[:]                # the PCE loses two at this check
        run(p, before("WillCheck"))
        assert ended(p) == wanted


# -- refit


@pytest.mark.rule("12.3a")
def test_an_unspent_headquarters_and_the_token_may_move_anywhere_open() -> None:
    p = empty()
    put(p, "L", "hq-65d", "hq-2a", "token-cnd")
    p.spent[unit(p, "hq-2a")] = 1
    put(p, "K", "18bm-1")                # PCE controlled
    p.initiative = CND
    run(p, before("RefitPhase"))
    assert set(args(p, "relocate")) == {"hq-65d", handle(p, "token-cnd")}
    assert rules(p, "relocate:hq-2a") == ["12.3a"]
    play(p, "relocate:hq-65d")
    assert {"G", "J", "RES_4D", "EL_PARDO"} <= set(args(p, "to"))
    assert reasons(p, "to:K") == [("12.3a", "no-open-way")]
    play(p, "to:G2")
    assert where(p, "hq-65d") == "G2"
    assert p.points(unit(p, "hq-65d")) == 0              # it spends everything
    play(p, f"relocate:{handle(p, 'token-cnd')}", "to:J")
    assert p.hid[unit(p, "token-cnd")] == 1
    assert args(p, "relocate") == []


@pytest.mark.rule("12.3b", "4.1.2a")
def test_two_points_remove_a_damage_marker_of_a_subordinate() -> None:
    p = empty()
    put(p, "L", "hq-65d")
    put(p, "G", "112bm-1", "112bm-2", "41bm-1")
    put(p, "JACA", "112bm-3")            # cut off in Canillejas by PCE units all around
    put(p, "CANILLEJAS", "18bm-1")
    for n in ("112bm-1", "112bm-2", "112bm-3", "41bm-1"):
        p.damaged[unit(p, n)] = 1
    for k, sq in enumerate(("E", "CIUDAD_LINEAL", "BARAJAS", "SAN_FERNANDO", "VICALVARO"), 2):
        put(p, sq, f"18bm-{k}", f"42bm-{k}")
    p.initiative = CND
    run(p, before("RefitPhase"))
    assert rules(p, "repair:41bm-1") == ["12.3b"]        # not of the division
    assert rules(p, "repair:hq-65d") == ["12.3b"]
    assert rules(p, "repair:112bm-3") == ["12.3b"]       # no open way to it
    play(p, "repair:112bm-1", "repair:112bm-2")
    assert p.points(unit(p, "hq-65d")) == 1
    assert [p.damaged[unit(p, n)] for n in ("112bm-1", "112bm-2", "41bm-1")] == [0, 0, 1]
    assert args(p, "repair") == []       # five points pay for two


@pytest.mark.rule("12.3a")
def test_refit_paths_end_in_a_contested_square() -> None:
    p = empty()
    start, town, beyond = (space(p, n) for n in ("GUADALAJARA", "ALCALA", "TORREJON"))
    assert beyond in paths(p, CND, start)
    put(p, "ALCALA", "g-1", "5carab-1")
    assert town in paths(p, CND, start)
    assert beyond not in paths(p, CND, start)
    assert beyond in paths(p, CND, town)                 # who is in it may leave it


@pytest.mark.rule("12.3b", "12.3a")
def test_damage_is_repaired_by_a_headquarters_that_cannot_move_any_more() -> None:
    for spent, left in (("hq-centro", ["hq-65d"]), ("hq-65d", ["hq-centro"])):
        p = empty()
        put(p, "L", "hq-centro", "hq-65d", "112bm-1")
        p.box(unit(p, "token-cnd"), -1)
        p.damaged[unit(p, "112bm-1")] = 1
        p.spent[unit(p, spent)] = 1
        p.initiative = CND
        run(p, before("RefitPhase"))
        play(p, "repair:112bm-1")
        assert p.spent[unit(p, spent)] == 3
        assert args(p, "relocate") == left


@pytest.mark.rule("12.3c")
def test_prisoners_are_led_away_by_a_unit_of_a_headquarters_with_points() -> None:
    p = empty(surrender=True)
    put(p, "RES_8D", "hq-8d")
    put(p, "CHAMARTIN", "18bm-1")
    neutral(p, "CHAMARTIN", "70bm-1")
    p.capture(unit(p, "70bm-1"), 1)
    p.initiative = PCE
    run(p, before("RefitPhase"))
    assert args(p, "prisoner") == ["70bm-1"]
    play(p, "prisoner:70bm-1")
    assert "BARAJAS" in args(p, "to")    # three points, as the 18BM has initiative 3
    assert "PARACUELLOS" not in args(p, "to")
    play(p, "to:RES_8D")
    assert where(p, "70bm-1") == where(p, "18bm-1") == "RES_8D"
    assert p.points(unit(p, "hq-8d")) == 4
    r = empty(surrender=True)            # who pays must also reach the guard
    put(r, "L", "hq-ii")
    for n, sq in enumerate(("G", "J", "K", "RES_4D"), 1):
        put(r, sq, f"112bm-{n}")
    put(r, "RES_8D", "hq-8d")
    put(r, "CHAMARTIN", "18bm-1")
    neutral(r, "CHAMARTIN", "70bm-1")
    r.capture(unit(r, "70bm-1"), 1)
    r.initiative = PCE
    run(r, before("RefitPhase"))
    play(r, "prisoner:70bm-1", "to:RES_8D")
    assert (r.spent[unit(r, "hq-ii")], r.spent[unit(r, "hq-8d")]) == (0, 1)
    q = empty(surrender=True)            # without a guard nobody moves them
    put(q, "RES_8D", "hq-8d")
    neutral(q, "CHAMARTIN", "70bm-1")
    q.capture(unit(q, "70bm-1"), 1)
    q.initiative = PCE
    run(q, before("RefitPhase"))
    assert rules(q, "prisoner:70bm-1") == ["12.3c"]


@pytest.mark.rule("12.3d", "12.4a")
def test_the_markers_of_the_turn_are_put_back() -> None:
    p = empty()
    put(p, "L", "hq-65d", "112bm-1")
    p.spent[unit(p, "hq-65d")] = 4
    p.fixed[unit(p, "112bm-1")] = 1
    p.state[space(p, "E1")] = FIRE
    p.res[resource(p, "ammo-e1")] = 2
    p.ap, p.orders, p.types, p.lost = [3, 1], [2, 1], [7, 1], 2
    run(p, before("MarkersUpdate"))
    assert p.points(unit(p, "hq-65d")) == 5
    assert p.fixed[unit(p, "112bm-1")] == 0
    assert p.state[space(p, "E1")] == RUIN
    assert (p.ap, p.orders, p.types, p.lost) == ([0, 0], [0, 0], [0, 0], 0)


@pytest.mark.rule("12.4a", "4b")
def test_disclosed_pieces_may_hide_again_where_no_enemy_is() -> None:
    p = empty()
    p.initiative = PCE
    up(p, "L", "moll", "centano")
    up(p, "E", "otero")
    put(p, "E", "18bm-1")
    up(p, "A", "dieguez")
    run(p, before("HidePhase"))
    assert asked(p) == [PCE]             # the initiative player first
    assert args(p, "conceal") == [handle(p, "dieguez")]
    assert rules(p, "conceal:moll") == ["4a"]
    play(p, "done")
    assert asked(p) == [CND]
    assert args(p, "conceal") == sorted([handle(p, "moll"), handle(p, "centano")])
    assert rules(p, "conceal:otero") == ["R42"]
    assert rules(p, "conceal:pedrero") == ["4a"]         # not on the board
    assert rules(p, "conceal:token-cnd") == ["R42"]
    assert rules(p, "conceal:112bm-1") == ["4b"]
    play(p, f"conceal:{handle(p, 'moll')}", "done")
    assert flags(p, p.hid, "moll", "centano", "otero", "dieguez") == [1, 0, 0, 0]
    assert p.seen[unit(p, "moll")] == 1  # what was seen stays known
    q = empty(rehide_at_end_of_turn=False)
    up(q, "L", "moll")
    run(q, before("HidePhase"))
    assert (question(q), q.hid[unit(q, "moll")]) == ("", 0)
    r = empty()                          # whoever holds a compound by his presence may stay in sight
    up(r, "E1", "otero")
    run(r, before("HidePhase"))
    assert compound_holder(r, space(r, "E1")) == CND
    s = r.clone()
    play(r, "done")
    assert compound_holder(r, space(r, "E1")) == CND
    play(s, f"conceal:{handle(s, 'otero')}")
    assert compound_holder(s, space(s, "E1")) == NOBODY
    assert question(s) == ""             # nobody is left to be asked about


@pytest.mark.rule("12.4b")
def test_prisoners_without_a_guard_are_free_and_neutral() -> None:
    p = empty(surrender=True)
    for place, name in (("L", "70bm-1"), ("E", "70bm-2")):
        neutral(p, place, name)
        p.capture(unit(p, name), 1)
    put(p, "E", "18bm-1")
    run(p, before("MarkersUpdate"))
    assert p.captive[unit(p, "70bm-1")] == 0
    assert side_of(p, "70bm-1") == NEUTRAL
    assert p.captive[unit(p, "70bm-2")] == 1
    for side, captive in ((PCE, 1), (CND, 0)):           # or a guard in the compound they are in
        q = empty(surrender=True)
        neutral(q, "JACA", "70bm-1")
        q.capture(unit(q, "70bm-1"), 1)
        q.mark(space(q, "JACA"), side)
        run(q, before("MarkersUpdate"))
        assert q.captive[unit(q, "70bm-1")] == captive


@pytest.mark.rule("3.2a", "12.3a")
def test_refit_goes_to_both_sides_in_turn() -> None:
    p = chart(turn=2)
    p.initiative = PCE
    run(p, before("RefitPhase"))
    assert asked(p) == [PCE]
    play(p, "done")
    assert asked(p) == [CND]
    assert question(p) == "Refit"
    assert "done" in offered(p)
    assert p.res[0] != COMMITTED


@pytest.mark.rule("11.3a", "11.2j")
@pytest.mark.parametrize(("boxes", "over"), [(1, True), (2, False)])
def test_the_last_box_lost_with_a_guard_that_falls_ends_the_game_at_once(boxes: int, over: bool) -> None:
    p = empty(turn=4)
    put(p, "E", "ascanio", "18bm-1", "18bm-2")
    hold(p, CND, "E1")                           # nothing but a marker keeps the square
    p.will[CND] = boxes
    moving(p, PCE, 6, "ascanio", "18bm-1", "18bm-2")
    play(p, "assault:E1")
    assert p.will[CND] == boxes - 1
    assert (p.choices() == {}) is over
    assert (p.result == PCE) is over
