"""[10-12] Automatic victory, Defence Council, weather, scenarios."""
from __future__ import annotations

import pytest

from frente.games.storm import GAME
from frente.games.storm.rules.ch03_general import cut_routes, supplied
from frente.games.storm.rules.ch06_chits import Draw, draw_refusal
from frente.games.storm.rules.ch10_victory import automatic, points, tally
from frente.games.storm.rules.ch11_special import council_modifiers
from frente.games.storm.state.board import NAT, REP, load_board
from frente.games.storm.state.frames import Impulses
from frente.games.storm.state.position import AWAITED, UNDECIDED, Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    before,
    choose,
    dice,
    empty,
    go,
    hold,
    impulses,
    kind,
    lose,
    offered,
    own,
    placed,
    play,
    put,
    question,
    rules,
    run,
    start,
    unit,
    where,
)

B = load_board()


# -- 10


def ending(turn: int, scenario: str = "drive") -> Storm:
    return empty(scenario, turn)


@pytest.mark.rule("10a")
def test_madrid_taken_and_supplied_ends_the_game() -> None:
    p = ending(3)
    own(p, NAT, "AA", "DD", "EE", "N", "M", "C")
    assert automatic(p) == "madrid"                          # vector S8
    run(p, before("VictoryCheck"))
    assert (p.result, p.reason, p.choices()) == (NAT, "madrid", {})
    q = ending(3)
    own(q, NAT, "AA")                                        # without supply
    assert automatic(q) == ""
    assert GAME.outcome(p) is not None


@pytest.mark.rule("10b", "10c")
def test_all_four_roads_cut_end_the_game() -> None:
    p = ending(3)
    chain = ("T", "R", "I", "A", "X", "W", "Y", "Q", "K", "E")
    own(p, NAT, *chain)
    assert automatic(p) == "roads"                           # vector S9
    own(p, REP, "X", "W")
    own(p, NAT, "X", "W")
    own(p, REP, "Y", "Q")
    own(p, NAT, "Z")
    assert automatic(p) == ""                                # vector S10: cut off from boxes 4 to 6


@pytest.mark.rule("10c")
def test_urban_areas_do_not_cut_a_road_and_one_supplied_normal_area_does() -> None:
    p = ending(3)
    own(p, NAT, "BB", "KK", "II", "HH", "CC", "EE", "N", "M", "C")
    assert cut_routes(p, supplied(p, NAT)) == [False] * 4    # vector S11
    own(p, NAT, "T")
    assert cut_routes(p, supplied(p, NAT)) == [True, False, False, False]    # no unit needs to stand there


@pytest.mark.rule("10a", "10b")
def test_automatic_victory_is_looked_at_only_at_the_end_of_a_turn() -> None:
    p = empty()
    own(p, NAT, "AA", "DD", "EE", "N", "M", "C")
    put(p, "D", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "C")
    assert p.result == UNDECIDED


# -- 11


@pytest.mark.rule("11.1a", "11.1j")
def test_the_council_is_rolled_for_from_turn_3_until_it_is_formed() -> None:
    for turn, formed, asked_for in ((2, False, False), (3, False, True), (7, False, True), (7, True, False)):
        p = empty("campaign", turn)
        put(p, "D", "n-leg-1")
        p.council = formed
        p.pause_start = p.pause_end = 1
        run(p, before("DefenceCouncil"))
        assert (question(p) == "DefenceCouncil") == asked_for                # vector D3
    q = empty(turn=3)
    put(q, "D", "n-leg-1")
    run(q, before("DefenceCouncil"))
    dice(q, 5)
    assert not q.council


@pytest.mark.rule("11.1b", "11.1c", "11.1d", "11.1e")
def test_the_modifiers_of_the_council() -> None:
    p = empty("campaign", 4)
    assert council_modifiers(p) == []
    own(p, NAT, "N", "C", "M")
    assert [m[:2] for m in council_modifiers(p)] == [(1, "11.1b")]
    own(p, NAT, "O", "R", "T")
    put(p, "EE", "n-leg-1", "r-wadras")
    put(p, "GG", "n-leg-4", "r-constr")
    assert [m[0] for m in council_modifiers(p)] == [1, 1, 2]                 # vector D2
    own(p, NAT, "EE")                                        # contested and controlled counts once
    assert [m[0] for m in council_modifiers(p)] == [1, 1, 2]
    p.pause_start, p.pause_end = 2, 3                        # declared earlier, and over
    assert [m[:2] for m in council_modifiers(p)][-1] == (2, "11.1e")


@pytest.mark.rule("11.1f")
def test_after_the_council_nobody_tests_because_of_air_attack() -> None:
    for formed in (False, True):
        p = empty(turn=5)
        p.council = formed
        put(p, "C", "r-largo")
        hold(p, "N2")
        impulses(p, NAT)
        play(p, "chit:N2")
        dice(p, 1, 1)
        assert (question(p) == "RollTests") == (not formed)                  # vector T11


@pytest.mark.rule("11.2a", "11.2b")
def test_the_weather_is_rolled_from_turn_10_and_bad_weather_lingers() -> None:
    for was_bad, die, bad in ((False, 5, True), (True, 4, True), (False, 4, False), (True, 3, False)):   # W1 to W3
        p = empty("campaign", 10)
        put(p, "D", "n-leg-1")
        p.bad = was_bad
        run(p, before("Weather"))
        dice(p, die)
        assert p.bad == bad
    q = empty("campaign", 9)
    put(q, "D", "n-leg-1")
    run(q, before("Weather"))
    assert question(q) != "Weather"
    assert not q.bad


# -- 12.1


@pytest.mark.rule("12.1a")
def test_scenario_1_ends_after_turn_6() -> None:
    for turn, over in ((5, False), (6, True)):
        p = empty("drive", turn)
        put(p, "D", "n-leg-1")
        run(p, before("VictoryCheck"))
        assert (p.result != UNDECIDED) == over
    assert start("drive").last_turn == 6


@pytest.mark.rule("12.1b")
def test_scenario_1_leaves_out_units_of_later_turns_but_not_the_rada_column() -> None:
    p = placed(start("drive"))
    assert where(p, "r-bm35") == "unused"                    # turn 8
    assert where(p, "r-perea") == "track"                    # turn 6
    assert where(p, "n-req-alc") == "track"
    assert where(placed(start("campaign")), "r-bm35") == "track"


@pytest.mark.rule("12.1c", "12.1d")
def test_the_markers_and_the_control_of_scenario_1() -> None:
    p = placed(start("drive"))
    assert (p.morale, p.turn, p.sp) == (2, 1, [6, 12])       # vector X8
    assert [B.names[a] for a in range(38) if p.control[a] == NAT] == ["D"]


@pytest.mark.rule("12.1e", "12.1f", "12.3c")
def test_the_initiative_of_scenario_1_and_campaign() -> None:
    for scenario in ("drive", "campaign"):
        p = empty(scenario, 3)
        put(p, "D", "n-leg-1")
        run(p, before("Initiative"))
        assert (question(p), p.initiative) == ("Declare", NAT)               # vector I2
        for nat, rep, wanted in ((4, 4, NAT), (2, 5, REP), (5, 2, NAT)):     # vector I1
            q = empty(scenario, 5)
            put(q, "D", "n-leg-1")
            run(q, before("Initiative"))
            dice(q, nat, rep)
            assert q.initiative == wanted


def scored(urban: int, routes: int, morale: int, lost: int) -> Storm:
    """The end of scenario 1 with so many urban areas, routes cut and units lost."""
    p = empty("drive", 6)
    own(p, NAT, "C", "M", "N", "L", "P", "Q", "O", "R")
    own(p, NAT, *["EE", "GG", "DD"][:urban], *["T", "Y"][:routes])
    lose(p, *("n-argel", "n-victoria", "n-toledo", "n-canarias")[:lost])
    p.morale = morale
    return p


@pytest.mark.rule("12.1i", "12.1j", "12.1l", "12.1m", "12.1n")
def test_the_points_of_scenario_1() -> None:
    for urban, routes, morale, lost, vp, winner in (
            (3, 1, 0, 4, 4, NAT),                            # V1
            (2, 0, 2, 3, 4, NAT),                            # V2
            (2, 1, 1, 4, 3, REP),                            # V3
            (0, 0, -2, 4, -3, REP)):
        p = scored(urban, routes, morale, lost)
        assert points(p) == vp
        run(p, before("VictoryCheck"))
        assert p.result == winner


@pytest.mark.rule("12.1k")
def test_five_supplied_units_in_madrid_are_a_point_and_four_or_unsupplied_ones_are_not() -> None:
    def troops(p: Storm) -> int:
        return next(x[0] for x in tally(p) if x[1] == "12.1k")

    p = empty("drive", 6)
    own(p, NAT, "C", "M", "N", "EE", "DD")
    put(p, "AA", "n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "r-presid")
    assert troops(p) == 0
    put(p, "AA", "n-leg-7")
    assert troops(p) == 1                                    # contested, supplied by DD
    own(p, REP, "N")
    assert troops(p) == 0                                    # cut off
    q = scored(0, 2, -2, 0)
    own(q, NAT, "CC")
    put(q, "AA", "n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7", "r-presid")
    assert points(q) == 2 + 1 + 2 - 2                        # vector V4
    run(q, before("VictoryCheck"))
    assert q.result == REP


@pytest.mark.rule("12.1o")
def test_madrid_counts_as_urban_and_units_given_up_are_no_losses() -> None:
    p = empty("drive", 6)
    own(p, NAT, "AA")
    assert tally(p)[0][0] == 2
    lose(p, "n-argel", "n-victoria", "n-toledo", "n-canarias")
    assert tally(p)[4][0] == -1
    p.box(unit(p, "n-argel"), -3)
    assert tally(p)[4][0] == 0
    q = scored(0, 0, -2, 4)
    assert points(q) < 0


@pytest.mark.rule("12.1n")
def test_an_automatic_victory_comes_before_the_points() -> None:
    p = empty("drive", 6)
    own(p, NAT, "AA", "DD", "EE", "N", "M", "C")
    p.morale = -2
    run(p, before("VictoryCheck"))
    assert (p.result, p.reason) == (NAT, "madrid")


# -- 12.2


@pytest.mark.rule("12.2a", "12.2b", "12.2g", "12.2h")
def test_the_nationalist_chooses_the_first_turn_before_the_set_up() -> None:
    for word, turn, sp in (("start:10", 10, [6, 10]), ("start:11", 11, [8, 14])):        # vectors X4, X5
        p = start("corunna")
        assert asked(p) == [NAT]
        assert where(p, "r-wadras") == "track"               # nobody has been placed
        play(p, word)
        placed(p)
        assert (p.turn, p.sp, p.morale, p.last_turn) == (turn, sp, 0, 15)


@pytest.mark.rule("12.2c", "12.2o")
def test_the_republican_sets_up_first_in_scenario_2() -> None:
    p = play(start("corunna"), "start:11")
    assert asked(p) == [REP]
    assert where(p, "r-bernal") == "unused"
    assert where(p, "r-bm21") == "track"                     # turn 11, whichever start
    garrison = [u for u in B.of[REP] if B.scn2[u] == 1]
    assert all(p.at[u] == B.madrid for u in garrison)
    placed(p)
    while question(p) == "Weather" or question(p) == "BuyChit":
        play(p, "die:1" if question(p) == "Weather" else "pass")
    assert where(p, "r-bm21") == "3"                         # arrived in phase 2c of turn 11
    q = placed(play(start("corunna"), "start:10"))
    assert where(q, "r-bm31") != "track"                     # turn 10 is on the map
    assert where(q, "r-bm21") == "track"


@pytest.mark.rule("12.2d", "12.2e")
def test_free_set_up_leaves_no_area_empty_and_keeps_to_the_colours() -> None:
    p = play(start("corunna"), "start:10")
    assert set(args(p, "area")) == {"F", "Q", "R", "S", "T", "U", "BB", "DD", "FF", "HH"}
    assert rules(p, "area:AA") == ["12.2d"]
    for _ in range(10):
        play(p, "area:F")
    assert rules(p, "area:F") == ["3.2c"]                    # ten are there
    for place in ["Q"] * 10 + ["R"] * 10 + ["S"]:
        play(p, f"area:{place}")
    play(p, "area:S")                                        # 32 placed, 7 left for T U BB DD FF HH
    play(p, "area:T")
    left = [f"area:{x}" for x in ("U", "BB", "DD", "FF", "HH")]
    play(p, "area:S")
    assert set(offered(p)) == set(left)                      # five units, five empty areas
    assert rules(p, "area:S") == ["12.2d"]
    play(p, *left)
    assert asked(p) == [NAT]
    assert set(args(p, "area")) == {"E", "H", "I", "K", "O", "P", "BB", "CC", "DD", "EE", "FF", "GG"}
    placed(p)
    assert all(p.count(NAT, area(p, x)) for x in ("E", "H", "I", "K", "O", "P", "BB", "CC", "DD", "EE", "FF", "GG"))


@pytest.mark.rule("12.2f")
def test_the_control_of_scenario_2_follows_the_colours_and_the_front() -> None:
    p = start("corunna")
    assert {B.names[a] for a in range(38) if p.control[a] == NAT} == set("ABCDEHIJKLMNOP") | {"CC", "EE", "GG"}


@pytest.mark.rule("12.2i")
def test_nobody_collects_points_on_the_first_turn_of_scenario_2() -> None:
    p = placed(play(start("corunna"), "start:10"))
    dice(p, 1)                                               # weather
    assert p.sp == [6, 10]
    q = empty("corunna", 11)
    q.first_turn = 10
    put(q, "E", "n-leg-1")
    run(q, before("SupportPoints"))
    assert q.sp == [2, 4]


@pytest.mark.rule("12.2j")
def test_the_nationalist_plays_a_series_on_the_first_turn_of_scenario_2() -> None:
    p = empty("corunna", 10)
    put(p, "E", "n-leg-1", "n-leg-4", "n-leg-5")
    put(p, "F", "r-largo")
    run(p, before("Initiative"))
    assert question(p) == "Series"
    dice(p, 2)
    for unit_name, side in (("n-leg-1", NAT), ("n-leg-4", REP)):
        assert asked(p) == [NAT]
        choose(p, "move", "E", [unit_name])
        go(p, "K")
        assert asked(p) == [side]                            # two impulses, then the Republican
    q = empty("corunna", 11)
    q.first_turn = 10
    put(q, "E", "n-leg-1")
    run(q, before("Initiative"))
    dice(q, 2, 3)                                            # later turns: dice
    assert q.initiative == REP
    assert question(q) == "Declare"


@pytest.mark.rule("12.2k")
def test_the_garrison_of_madrid_is_frozen_until_the_city_is_threatened() -> None:
    p = empty("corunna", 10)
    put(p, "AA", "r-asalto", "r-bm3")                        # garrison and free unit
    impulses(p, REP)
    play(p, "move:AA")
    assert args(p, "unit") == ["r-bm3"]
    assert rules(p, "unit:r-asalto") == ["12.2k"]
    for bits, both, frozen in ((1, False, False), (2, False, False), (1, True, True), (3, True, False)):
        q = empty("corunna", 10, garrison_needs_both=both)
        q.freed = bits
        assert q.frozen(unit(q, "r-asalto")) == frozen
    r = empty("drive", 2)
    assert not r.frozen(unit(r, "r-asalto"))                 # only in scenario 2


@pytest.mark.rule("12.2k")
def test_bombardment_of_the_city_or_an_enemy_in_it_frees_the_garrison() -> None:
    p = empty("corunna", 10)
    put(p, "AA", "r-asalto")
    hold(p, "N2")
    impulses(p, NAT)
    play(p, "chit:N2")
    dice(p, 1, 1)                                            # no loss, and bombarded all the same
    assert not p.frozen(unit(p, "r-asalto"))
    q = empty("corunna", 10)
    own(q, NAT, "CC")
    put(q, "CC", "n-leg-1")
    put(q, "AA", "r-asalto")
    impulses(q, NAT)
    choose(q, "move", "CC", ["n-leg-1"])
    play(q, "area:AA")
    assert not q.frozen(unit(q, "r-asalto"))


@pytest.mark.rule("12.2l", "12.3n")
def test_outside_scenario_1_only_an_automatic_victory_wins_for_the_nationalist() -> None:
    for scenario, reason in (("corunna", "held-road"), ("campaign", "held-out")):
        p = empty(scenario, 15)
        own(p, NAT, "EE", "GG", "DD", "FF")
        run(p, before("VictoryCheck"))
        assert (p.result, p.reason) == (REP, reason)
        q = empty(scenario, 15)
        own(q, NAT, "AA", "DD", "EE", "N", "M", "C")
        run(q, before("VictoryCheck"))
        assert q.result == NAT


@pytest.mark.rule("12.2n")
def test_in_scenario_2_the_council_exists_without_its_gifts() -> None:
    p = start("corunna")
    assert p.council
    assert (p.morale, p.sp) == (0, [6, 10])
    put(p, "E", "n-leg-1")
    p.turn = 10
    run(p, before("DefenceCouncil"))
    assert question(p) == "Weather"                          # no roll
    assert not start("corunna", scn2_council_formed=False).council


# -- 12.3


@pytest.mark.rule("12.3a", "12.3b")
def test_the_campaign_lasts_15_turns_and_starts_like_scenario_1() -> None:
    p = placed(start("campaign"))
    assert (p.last_turn, p.morale, p.turn, p.sp) == (15, 2, 1, [6, 12])
    assert [B.names[a] for a in range(38) if p.control[a] == NAT] == ["D"]
    assert all(p.at[u] == AWAITED for u in range(B.units) if B.turn[u])
    assert where(p, "n-leg-1") == "D"


def paused(turn: int = 7, since: int = 7) -> Storm:
    p = empty("campaign", turn)
    p.pause_start = since
    return p


@pytest.mark.rule("12.3d")
def test_during_the_pause_the_republican_has_the_initiative() -> None:
    p = paused()
    put(p, "D", "n-leg-1")
    put(p, "A", "r-bernal")
    run(p, before("Initiative"))
    assert (question(p), asked(p)) == ("Declare", [REP])     # vector I3: no dice
    q = paused(2, 2)
    put(q, "A", "r-bernal")
    run(q, before("Initiative"))
    assert q.initiative == REP                               # also on turns 1 to 3


@pytest.mark.rule("12.3e")
def test_on_the_turn_after_the_pause_the_nationalist_plays_a_series() -> None:
    p = paused(9)
    p.pause_end = 9
    put(p, "D", "n-leg-1", "n-leg-4", "n-leg-5")
    run(p, before("Initiative"))
    assert question(p) == "Series"
    dice(p, 3)                                               # vector I4
    assert asked(p) == [NAT]
    assert next(f for f in p.stack if isinstance(f, Impulses)).run == 3
    q = paused(10)
    q.pause_end = 9
    put(q, "D", "n-leg-1")
    run(q, before("Initiative"))
    assert question(q) == "Initiative"                       # dice again on the next turn


@pytest.mark.rule("12.3g")
def test_a_pause_is_declared_once_and_is_in_force_from_that_turn() -> None:
    p = empty("campaign", 7)
    put(p, "D", "n-leg-1")
    run(p, before("PausePhase"))
    assert offered(p) == ["declare", "pass"]
    play(p, "declare")
    assert p.in_pause()
    q = paused(8)
    put(q, "D", "n-leg-1")
    run(q, before("PausePhase"))
    assert rules(q, "declare") == ["12.3g"]
    r = paused(12)
    r.pause_end = 11
    put(r, "D", "n-leg-1")
    run(r, before("PausePhase"))
    assert question(r) != "PausePhase"                       # never again


@pytest.mark.rule("12.3h")
def test_the_pause_lasts_four_turns_at_most_and_can_be_ended_before() -> None:
    for turn, asked_for in ((8, True), (9, True), (10, True), (11, False)):  # vector X3
        p = paused(turn)
        put(p, "D", "n-leg-1")
        run(p, before("PausePhase"))
        assert (question(p) == "PausePhase") == asked_for
        assert p.in_pause() == asked_for
    q = paused(9)
    put(q, "D", "n-leg-1")
    run(q, before("PausePhase"))
    play(q, "end-pause")
    assert not q.in_pause()                                  # this turn is already without it
    assert q.pause_end == 9


@pytest.mark.rule("12.3i")
def test_the_pause_doubles_nationalist_income() -> None:
    p = paused()
    put(p, "D", "n-leg-1")
    run(p, before("SupportPoints"))
    assert p.sp == [3, 4]                                    # turn 7: 3 and 2, doubled for the Nationalist alone


@pytest.mark.rule("12.3k")
def test_during_the_pause_uncontested_republican_areas_are_not_entered() -> None:
    p = paused()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "B", "n-leg-5", "r-uribarri")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    assert rules(p, "area:C") == ["12.3k"]
    assert "area:B" in offered(p)                            # contested
    assert "area:6" in offered(p)


@pytest.mark.rule("12.3l")
def test_during_the_pause_republican_areas_are_not_attacked_assaulted_or_bombarded() -> None:
    p = paused()
    put(p, "D", "n-leg-1", "n-art-105a")
    put(p, "B", "n-leg-5", "r-uribarri")
    hold(p, "N1", "N2")
    impulses(p, NAT)
    assert rules(p, "attack:B") == ["12.3l"]
    assert not {"assault:D", "bombard:D", "chit:N1", "chit:N2"} & set(offered(p))
    put(p, "D", "r-largo")                                   # in a Nationalist area fighting goes on
    impulses(p, NAT)
    assert {"attack:D", "bombard:D", "chit:N1", "chit:N2"} <= set(offered(p))


@pytest.mark.rule("12.3m")
def test_during_the_pause_the_nationalist_draws_no_chits() -> None:
    p = paused()
    p.sp = [5, 5]
    p.pool[kind(p, "N3")] = p.pool[kind(p, "R1")] = 1
    assert draw_refusal(p, NAT)[0] == "12.3m"
    assert draw_refusal(p, REP)[0] == ""
    run(p, Draw(NAT))
    assert p.choices() == {}
    p.pause_end = 8
    run(p, Draw(NAT))
    assert offered(p) == ["buy", "pass"]
