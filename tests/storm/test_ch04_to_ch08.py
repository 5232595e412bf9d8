"""[4-8] Sequence of play, support points, chits, reinforcements, replacements."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.storm import GAME
from frente.games.storm.rules.ch06_chits import Draw, Return, enter_chits
from frente.games.storm.rules.ch07_reinforcements import Placing, Rada, arrivals
from frente.games.storm.rules.ch08_replacements import Rebuild, replacement_phase
from frente.games.storm.state.board import KIND_OF, N3, NAT, R4A, REP
from frente.games.storm.state.frames import Turn
from frente.games.storm.state.position import AWAITED
from tests.storm.lay import (
    area,
    args,
    asked,
    before,
    choose,
    dice,
    drawn,
    empty,
    fill,
    go,
    held,
    hold,
    impulses,
    kind,
    lose,
    now,
    offered,
    own,
    placed,
    play,
    put,
    question,
    rules,
    run,
    spent,
    start,
    unit,
    where,
)


def names(turn: Turn) -> list[str]:
    return [type(s).__name__ for s in turn.steps()]


# -- 4


@pytest.mark.rule("4a", "4.1", "4.1b", "4.2a", "4.2b", "4.2c", "4.2d", "4.3a", "4.3b", "4.4a", "4.4b", "4.4c", "4.4d",
                  "4.4e")
def test_a_turn_runs_through_its_phases_in_order() -> None:
    order = ["PausePhase", "DefenceCouncil", "Weather", "SupportPoints", "DrawPhase", "ReinforcementPhase",
             "ReplacementPhase", "Initiative", "Series", "ActivationPhase", "ControlPhase", "MoralePhase",
             "VictoryCheck", "ReturnPhase", "Recovery"]
    assert [x for x in names(Turn()) if x != "Overstacking"] == order


@pytest.mark.rule("4.1")
def test_only_the_campaign_asks_for_a_pause() -> None:
    p = placed(start("campaign"))
    assert question(p) == "PausePhase"
    assert asked(p) == [NAT]
    assert question(placed(start("drive"))) == "BuyChit"


@pytest.mark.rule("4.1b")
def test_the_council_is_rolled_for_after_the_pause_and_before_the_weather() -> None:
    p = empty("campaign", 10)
    run(p, before("PausePhase"))
    play(p, "declare")
    assert question(p) == "DefenceCouncil"
    dice(p, 4)                                               # 4 + 2 for the pause just declared: vector D4
    assert p.council
    assert question(p) == "Weather"


@pytest.mark.rule("4.2a", "5b")
def test_support_points_of_the_turn_are_added_and_unspent_ones_kept() -> None:
    p = empty(turn=4)
    p.sp = [3, 40]
    run(p, before("SupportPoints"))
    assert p.sp == [3 + 3, 40 + 4]


@pytest.mark.rule("4.2b", "4.2e", "6a")
def test_chits_are_drawn_in_phase_2b_the_nationalist_first() -> None:
    p = placed(start("drive"))
    assert (question(p), asked(p)) == ("BuyChit", [NAT])
    play(p, "pass")
    assert (question(p), asked(p)) == ("BuyChit", [REP])
    play(p, "pass")
    assert question(p) == "Declare"
    assert rules(p, "buy") == ["9b"]                         # not part of the impulses


@pytest.mark.rule("4.2c", "4.2d", "7a")
def test_reinforcements_come_before_replacements() -> None:
    p = empty(turn=2)
    u = unit(p, "r-pasionaria")
    p.at[u] = AWAITED
    lose(p, "r-largo", "r-nelken")
    run(p, before("ReinforcementPhase"))
    assert where(p, "r-pasionaria") == "AA"
    assert spent(p, "r-pasionaria") == [False]
    assert question(p) == "RebuildUnits"


@pytest.mark.rule("4.2e")
def test_in_a_common_step_the_nationalist_finishes_first() -> None:
    p = empty(turn=2)
    lose(p, "r-largo", "r-nelken", "n-argel", "n-victoria")
    run(p, before("ReplacementPhase"))
    assert asked(p) == [NAT]
    play(p, "pass")
    assert asked(p) == [REP]
    assert p.occ == [0, 0]                                   # nothing was rebuilt
    q = empty(turn=2)
    hold(q, "R1", "N1")
    run(q, before("ReturnPhase"))
    assert asked(q) == [NAT]


@pytest.mark.rule("4.3a", "9.1")
def test_the_initiative_is_settled_before_the_impulses() -> None:
    p = empty(turn=4)
    put(p, "D", "n-leg-1")
    put(p, "A", "r-bernal")
    run(p, before("Initiative"))
    dice(p, 3, 5)
    assert (question(p), asked(p)) == ("Declare", [REP])


@pytest.mark.rule("4.3b", "9a")
def test_players_alternate_impulses() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "A", "r-bernal")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "C")
    assert asked(p) == [REP]
    choose(p, "move", "A", ["r-bernal"])
    go(p, "H")
    assert asked(p) == [NAT]


@pytest.mark.rule("4.4c")
def test_victory_is_looked_at_after_morale_has_been_adjusted() -> None:
    p = empty("drive", 6)
    own(p, NAT, "EE", "GG")
    put(p, "EE", "n-leg-1")
    put(p, "GG", "n-leg-4")
    p.morale = 1                                             # drops to +2 in 4b: no penalty in 4c
    p.won = [0, 1]
    run(p, before("ControlPhase"))
    assert p.result == NAT
    assert p.vp == 4


@pytest.mark.rule("4.4d", "6h")
def test_played_chits_return_to_the_pool_in_phase_4d() -> None:
    p = empty()
    k = kind(p, "R4")
    p.played[k] = 1
    p.used[k] = 1
    run(p, before("ReturnPhase"))
    assert (p.pool[k], p.played[k], p.used[k]) == (1, 0, 0)


@pytest.mark.rule("4.4d", "6j")
def test_unplayed_chits_may_be_put_back_or_kept_and_cost_nothing_back() -> None:
    p = empty()
    hold(p, "R1", "R3", "R5")
    run(p, Return(REP))
    play(p, "return:R3")
    assert held(p, REP) == ["R1", "R5"]
    assert p.pool[kind(p, "R3")] == 1
    assert p.sp[REP] == 0
    assert rules(p, "return:R3") == ["6j"]
    play(p, "pass")
    assert held(p, REP) == ["R1", "R5"]


# -- 5


@pytest.mark.rule("5a", "12.1c")
def test_each_scenario_gives_its_support_points() -> None:
    assert start("drive").sp == [6, 12]
    assert start("campaign").sp == [6, 12]
    assert start("corunna").sp == [6, 10]


@pytest.mark.rule("5c")
def test_support_points_have_four_uses_of_one_point_and_add_up() -> None:
    p = empty()
    names6 = ["n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7", "n-leg-8"]
    put(p, "D", *names6)
    put(p, "D", "r-largo")
    p.sp = [0, 1]
    impulses(p, NAT)
    play(p, "attack:D", *[f"unit:{n}" for n in names6])
    assert "prepare" not in offered(p)                       # six units and preparation cost two
    assert p.sp == [0, 0]                                    # paid for the number
    q = empty()
    put(q, "D", *names6)
    put(q, "D", "r-largo")
    q.sp = [0, 2]
    impulses(q, NAT)
    choose(q, "attack", "D", names6, prepare=True)
    assert q.sp == [0, 0]
    r = empty()
    put(r, "D", "n-art-105a", "n-art-75a", "n-art-65")
    put(r, "D", "r-largo")
    r.sp = [0, 1]
    impulses(r, NAT)
    choose(r, "bombard", "D", ["n-art-105a", "n-art-75a", "n-art-65"])
    assert r.sp == [0, 0]


# -- 6


def pooled(side: int, points: int, *kinds: str):
    p = empty()
    p.sp = [points, points]
    for name in kinds:
        p.pool[kind(p, name)] += 1
    return run(p, Draw(side))


@pytest.mark.rule("6a", "6b")
def test_a_chit_is_drawn_at_random_from_the_own_pool_for_one_point() -> None:
    p = pooled(REP, 2, "R1", "R1", "R4", "N3")
    play(p, "buy")
    assert offered(p) == ["draw:R1", "draw:R1", "draw:R4"]   # each physical chit alike
    play(p, "draw:R4")
    assert held(p, REP) == ["R4"]
    assert p.sp[REP] == 1
    play(p, "buy", "draw:R1")
    assert p.choices() == {}                                 # no point left


@pytest.mark.rule("6c")
def test_nobody_holds_more_than_five_chits() -> None:
    p = pooled(REP, 9, "R1", "R1", "R1", "R1", "R2", "R3")
    for name in ("R1", "R1", "R1", "R1", "R2"):
        play(p, "buy", f"draw:{name}")
    assert len(held(p, REP)) == 5
    assert p.choices() == {}


@pytest.mark.rule("6c")
def test_the_titles_of_a_hand_are_hidden_and_its_size_is_not() -> None:
    p = placed(start("drive"))
    play(p, "buy", "draw:N3", "pass")
    assert GAME.view(p, NAT).hands["chits-nationalist"] == ["N3"]
    assert GAME.view(p, REP).hands["chits-nationalist"] == 1
    assert GAME.view(p, None).hands["chits-nationalist"] == 1
    seen = {tuple(held(drawn(p, REP, i), NAT)) for i in range(60)}
    assert len(seen) > 5
    assert all(held(drawn(p, NAT, i), NAT) == ["N3"] for i in range(5))


@pytest.mark.rule("6k")
def test_a_player_draws_only_from_his_own_pool_and_stops_when_he_likes() -> None:
    p = pooled(NAT, 5, "R1", "N3", "N5")
    play(p, "buy")
    assert offered(p) == ["draw:N3", "draw:N5"]
    play(p, "draw:N5")
    assert offered(p) == ["buy", "pass"]
    play(p, "pass")
    assert held(p, NAT) == ["N5"]


def battle(*chits: str, place: str = "FF", pool: str = "", **options: Any):
    """A Nationalist attack in an urban area, with chits held, up to the first window."""
    p = empty(**options)
    put(p, place, "n-leg-1", "n-leg-4", "r-acero", "r-largo")
    hold(p, *chits)
    if pool:
        p.pool[kind(p, pool)] = p.since[kind(p, pool)] = 1
    impulses(p, NAT)
    choose(p, "attack", place, ["n-leg-1"])
    return p


@pytest.mark.rule("6d")
def test_a_title_is_played_once_a_turn() -> None:
    p = battle("R4", "R4")
    play(p, "chit:R4a")
    assert "chit:R4b" not in offered(p)
    assert all(w != "chit:R4a" for w in offered(p))
    q = battle("R4", "R4", same_title_once_per_turn=False)
    play(q, "chit:R4a")
    assert "chit:R4b" in offered(q)                          # the other copy, for its other use
    assert rules(q, "chit:R4a") == ["15.R4a"]                # in force already


@pytest.mark.rule("6e")
def test_a_replace_impulse_chit_is_all_that_is_done_in_an_impulse() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "C", "r-largo")
    hold(p, "N6")
    impulses(p, NAT)
    play(p, "chit:N6")
    assert p.strife
    assert asked(p) == [REP]                                 # the impulse is over


@pytest.mark.rule("6f")
def test_a_combat_event_goes_with_a_combat_and_uses_up_no_impulse() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-acero")
    hold(p, "N3")
    impulses(p, NAT)
    assert rules(p, "chit:N3") == ["6f"]
    choose(p, "attack", "FF", ["n-leg-1"])
    play(p, "chit:N3")
    assert N3 in now(p).effects
    assert question(p) == "AttackDice"                       # the attack goes on


@pytest.mark.rule("6f")
def test_on_a_plain_move_combat_events_are_played_only_about_defensive_fire() -> None:
    for option, wanted in ((True, "PlayEvents"), (False, "FireDice")):
        p = empty(combat_events_on_plain_moves=option)
        own(p, NAT, "A")
        put(p, "A", "n-leg-1")
        put(p, "I", "r-largo")
        hold(p, "R3")
        impulses(p, NAT)
        choose(p, "move", "A", ["n-leg-1"])
        play(p, "area:I")
        assert question(p) == wanted


@pytest.mark.rule("6f")
def test_a_window_opens_on_public_facts_and_does_not_show_what_is_held() -> None:
    held_it = battle("R4")
    others = battle("R1", pool="R4")                         # the pool could have given a Fortification instead
    assert (question(held_it), asked(held_it)) == (question(others), asked(others)) == ("PlayEvents", [REP])
    assert offered(others) == ["pass"]
    nobody = battle()
    assert question(nobody) != "PlayEvents"                  # an empty hand is public


@pytest.mark.rule("6g")
def test_one_time_chits_leave_the_game_when_played_and_each_copy_by_itself() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-largo")
    hold(p, "R8", "R8")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    play(p, "chit:R8a")
    k = kind(p, "R8")
    assert (p.hand[k], p.gone[k], p.played[k]) == (1, 1, 0)
    assert [p.board.chit_ids[i] for i in range(20) if p.board.one_time[i]] == ["R8", "N6", "N7", "N9"]


@pytest.mark.rule("6h")
def test_any_other_chit_is_only_out_until_the_end_of_the_turn() -> None:
    p = battle("R4")
    play(p, "chit:R4a")
    k = KIND_OF[R4A]
    assert (p.hand[k], p.gone[k], p.played[k], p.pool[k]) == (0, 0, 1, 0)


@pytest.mark.rule("6i")
def test_some_chits_enter_the_pool_on_a_later_turn() -> None:
    p = placed(start("campaign"))
    late = {"R2": 3, "R3": 3, "R6": 5, "N7": 6}
    for turn in range(2, 8):
        p.turn = turn
        enter_chits(p)
        for name, first in late.items():
            assert p.pool[kind(p, name)] == (p.board.copies[kind(p, name)] if turn >= first else 0)
    assert p.pool[kind(p, "R1")] == 4
    q = placed(play(start("corunna"), "start:10"))
    assert q.pool == [4, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1]        # everything is in play there


# -- 7


@pytest.mark.rule("7a")
def test_a_reinforcement_is_placed_where_its_code_says() -> None:
    p = empty(turn=2)
    p.at[unit(p, "r-canarias-r")] = AWAITED
    run(p, Placing(REP, arrivals(p, REP)))
    assert args(p, "area") == ["GG", "EE"]
    play(p, "area:EE")
    assert where(p, "r-canarias-r") == "EE"


@pytest.mark.rule("7b")
def test_a_blocked_arrival_goes_to_the_nearest_open_area() -> None:
    p = empty(turn=4)
    own(p, NAT, "HH")
    run(p, Placing(REP, [unit(p, "r-bueno")]))
    assert set(args(p, "area")) == {"Y", "AA", "GG", "II", "LL"}
    assert rules(p, "area:X") == ["7b"]
    q = empty(turn=4)
    fill(q, "HH", REP, 10)
    run(q, Placing(REP, [unit(q, "r-bueno")]))
    assert "HH" not in args(q, "area")
    r = empty(turn=4)
    put(r, "HH", "n-leg-1", "r-largo")                       # contested is not blocked
    run(r, Placing(REP, [unit(r, "r-bueno")]))
    assert where(r, "r-bueno") == "HH"
    s = empty(turn=4)
    own(s, NAT, "CC")                                        # another letter is open: it must be used
    run(s, Placing(REP, [unit(s, "r-enciso")]))
    assert where(s, "r-enciso") == "AA"
    t = empty(turn=4)
    own(t, NAT, *[t.board.names[a] for a in range(38)])      # no area qualifies: a box after all
    run(t, Placing(REP, [unit(t, "r-bueno")]))
    assert args(t, "area") == ["1", "2", "3"]


def rada(turn: int, *rolls: int) -> str:
    p = empty(turn=turn)
    for name in ("n-req-alc", "n-req-rey", "n-req-roc", "n-art-75r"):
        p.at[unit(p, name)] = AWAITED
    run(p, Rada())
    dice(p, *rolls)
    assert p.choices() == {}
    assert len({where(p, n) for n in ("n-req-alc", "n-req-rey", "n-req-roc", "n-art-75r")}) == 1
    return where(p, "n-req-alc")


@pytest.mark.rule("7c", "7d", "7e")
def test_the_rada_column_comes_as_a_whole_by_its_die_or_on_turn_6() -> None:
    assert rada(3) == "track"
    assert rada(4, 5) == "track"                             # vector X6
    assert rada(4, 6) == "4"
    assert rada(5, 2) == "track"
    assert rada(5, 3) == "4"
    assert rada(6) == "4"                                    # without a die


# -- 8


def rebuilding(side: int, *lost: str, pause: bool = False, **options: Any):
    p = empty("campaign", **options)
    lose(p, *lost)
    if pause:
        p.pause_start = p.turn
    return run(p, replacement_phase(p, side))


@pytest.mark.rule("8a")
def test_an_eliminated_unit_goes_to_its_box() -> None:
    p = empty()
    put(p, "C", "r-largo")
    p.eliminate(unit(p, "r-largo"), "9.6d")
    assert where(p, "r-largo") == "eliminated"
    assert p.count(REP, area(p, "C")) == 0


@pytest.mark.rule("8b")
def test_two_line_units_or_one_shock_unit_are_rebuilt_without_a_die() -> None:
    p = rebuilding(REP, "r-bm1a", "r-bm1b", "r-libertad", "r-thaelmann5")    # vector P7
    assert set(args(p, "rebuild")) == {"r-bm1b", "r-libertad", "r-thaelmann5"}
    play(p, "rebuild:r-bm1b", "area:C")
    assert p.choices() == {}
    q = rebuilding(REP, "r-cnt-juv", "r-cnt-espart", "r-rosal", "r-cnt-orobon", "r-cnt-and", "r-cnt-ferrer")
    play(q, "rebuild:r-cnt-juv", "with:r-rosal", "area:C", "rebuild:r-cnt-espart", "with:r-cnt-and", "area:C")
    assert q.choices() == {}                                 # vector P6: two, and no third
    assert [where(q, n) for n in ("r-cnt-juv", "r-rosal", "r-cnt-espart", "r-cnt-and")] == ["C", "removed", "C",
                                                                                            "removed"]


@pytest.mark.rule("8c")
def test_a_rebuilding_takes_two_units_of_one_type_and_faction_and_one_leaves_for_good() -> None:
    assert rebuilding(REP, "r-libertad", "r-largo").choices() == {}          # vector P3
    p = rebuilding(REP, "r-largo", "r-nelken", "r-libertad")
    play(p, "rebuild:r-largo", "area:C")
    assert where(p, "r-nelken") == "removed"
    assert where(p, "r-libertad") == "eliminated"


@pytest.mark.rule("8d")
def test_a_rebuilt_unit_appears_fresh_in_any_area_one_controls_with_room_and_not_in_a_box() -> None:
    p = rebuilding(REP, "r-largo", "r-nelken")
    put(p, "B", "n-leg-1", "r-uribarri")
    fill(p, "C", REP, 10)
    play(p, "rebuild:r-largo")
    assert "area:B" in offered(p)                            # contested
    assert rules(p, "area:C") == ["3.2c"]
    assert rules(p, "area:D") == ["8d"]
    assert rules(p, "area:1") == ["8d"]
    play(p, "area:B")
    assert spent(p, "r-largo") == [False]
    none = empty("campaign")
    own(none, NAT, *[none.board.names[a] for a in range(38)])
    lose(none, "r-largo", "r-nelken")
    run(none, replacement_phase(none, REP))
    assert none.choices() == {}                              # nowhere to appear
    q = rebuilding(REP, "r-largo", "r-nelken", rebuild_in_box=True)
    play(q, "rebuild:r-largo")
    assert "area:1" in offered(q)
    assert "area:4" not in offered(q)


@pytest.mark.rule("8e")
def test_the_weaker_unit_of_the_pair_returns() -> None:
    p = rebuilding(REP, "r-cnt-juv", "r-durruti1")           # vector P1: 0-4-3 and 1-5-3
    assert args(p, "rebuild") == ["r-cnt-juv"]
    assert rules(p, "rebuild:r-durruti1") == ["8e"]
    q = rebuilding(NAT, "n-argel", "n-caz-serrallo")         # 1-5-3 and 1-6-3
    assert args(q, "rebuild") == ["n-argel"]
    r = rebuilding(REP, "r-largo", "r-nelken")
    assert set(args(r, "rebuild")) == {"r-largo", "r-nelken"}            # equal: the owner chooses


@pytest.mark.rule("8f", "8h")
def test_international_brigades_and_artillery_are_never_rebuilt() -> None:
    p = rebuilding(REP, "r-ib11a", "r-ib11b", "r-art-getafe", "r-art-camp", "r-largo", "r-nelken")   # vector P4
    assert set(args(p, "rebuild")) == {"r-largo", "r-nelken"}
    assert rules(p, "rebuild:r-ib11a") == ["8f"]
    assert rules(p, "rebuild:r-art-camp") == ["8h"]


@pytest.mark.rule("8g", "12.3j")
def test_legion_and_moroccans_are_rebuilt_only_in_the_pause_and_then_two_shock_units_a_turn() -> None:
    lost = ("n-leg-1", "n-leg-8", "n-reg-te2", "n-reg-me2", "n-argel", "n-victoria")
    p = rebuilding(NAT, *lost)                               # vector P5
    assert set(args(p, "rebuild")) == {"n-argel", "n-victoria"}
    assert rules(p, "rebuild:n-leg-8") == ["8g"]
    q = rebuilding(NAT, *lost, pause=True)                   # vector P9
    play(q, "rebuild:n-leg-8", "area:D")
    assert "n-argel" not in args(q, "rebuild")               # not both kinds
    play(q, "rebuild:n-reg-te2", "area:D")
    assert q.choices() == {}
    assert [where(q, n) for n in lost[:4]] == ["removed", "D", "D", "removed"]
    r = rebuilding(REP, "r-bm1a", "r-bm1b", "r-bm3", "r-acero", pause=True)
    play(r, "rebuild:r-acero", "with:r-bm3", "area:C")
    assert r.choices() == {}                                 # the Republican still rebuilds one


@pytest.mark.rule("15.N11a")
def test_molas_effort_rebuilds_one_unit_from_a_pair() -> None:
    p = empty()
    lose(p, "n-argel")
    hold(p, "N11")
    put(p, "D", "n-leg-1")
    impulses(p, NAT)
    assert "chit:N11a" not in offered(p)                     # vector P8
    q = empty()
    lose(q, "n-argel", "n-caz-serrallo", "n-leg-4", "n-leg-5")
    hold(q, "N11")
    put(q, "D", "n-leg-1")
    impulses(q, NAT)
    play(q, "chit:N11a")
    assert args(q, "rebuild") == ["n-argel"]                 # the Legion only in the pause
    play(q, "rebuild:n-argel", "area:D")
    assert where(q, "n-caz-serrallo") == "removed"
    assert asked(q) == [REP]
    r = empty(mola_needs_pair=False)
    lose(r, "n-argel")
    hold(r, "N11")
    put(r, "D", "n-leg-1")
    impulses(r, NAT)
    play(r, "chit:N11a", "rebuild:n-argel", "area:D")
    assert where(r, "n-argel") == "D"
    assert isinstance(replacement_phase(r, NAT), Rebuild)


