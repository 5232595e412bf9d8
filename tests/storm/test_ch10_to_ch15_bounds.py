"""[3, 4, 10, 11, 12, 15] Phases, victory, Council, weather, scenarios and Replace Impulse chits at their bounds."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch03_general import supplied
from frente.games.storm.rules.ch10_victory import automatic, points, tally
from frente.games.storm.rules.ch11_special import council_modifiers
from frente.games.storm.rules.ch12_scenarios import by_dice, series
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.frames import Game
from frente.games.storm.state.position import AWAITED, ELIMINATED, REMOVED, UNDECIDED, Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    before,
    dice,
    empty,
    fill,
    hold,
    impulses,
    keys,
    kind,
    lose,
    offered,
    own,
    placed,
    play,
    put,
    question,
    run,
    spent,
    start,
    told,
    unit,
    where,
)

CHAIN = ("C", "M", "N", "EE", "DD")      # from D to Madrid


# -- what every rule stands on


@pytest.mark.rule("3.2a", "3.2b")
def test_how_many_more_units_fit() -> None:
    p = empty()
    fill(p, "C", REP, 7)
    fill(p, "1", REP, 20)
    assert [p.room(REP, area(p, x)) for x in ("C", "B")] == [3, 10]
    assert p.room(NAT, area(p, "C")) == 10
    assert min(p.room(REP, area(p, "1")), p.room(NAT, area(p, "4"))) >= 60               # more than any side has


@pytest.mark.rule("3.5b")
def test_contested_is_where_both_are() -> None:
    p = empty()
    put(p, "C", "n-leg-1")
    put(p, "B", "r-largo")
    put(p, "L", "n-leg-4", "r-mena")
    assert [p.contested(area(p, x)) for x in ("C", "B", "L", "E")] == [False, False, True, False]


@pytest.mark.rule("3.5b")
def test_the_set_up_knows_which_areas_are_contested() -> None:
    p = placed(play(start("corunna"), "start:10"))
    assert [p.board.names[a] for a in range(38) if p.was[a]] == ["BB", "DD", "FF"]
    assert placed(start("drive")).was == [0] * 38


@pytest.mark.rule("12.3h", "12.2k")
def test_when_there_is_a_pause_and_who_is_frozen() -> None:
    p = empty("campaign", 7)
    assert not p.in_pause()
    p.pause_start = 7
    assert p.in_pause()
    p.pause_end = 8
    assert not p.in_pause()
    for scenario, name, frozen in (("corunna", "r-asalto", True), ("corunna", "r-bm3", False),
                                   ("drive", "r-asalto", False)):
        assert empty(scenario, 10).frozen(unit(p, name)) is frozen
    for both, freed, frozen in ((False, 0, True), (False, 1, False), (False, 2, False),
                                (True, 0, True), (True, 1, True), (True, 2, True), (True, 3, False)):
        q = empty("corunna", 10, garrison_needs_both=both)
        q.freed = freed
        assert q.frozen(unit(q, "r-asalto")) is frozen


# -- the phases of a turn


@pytest.mark.rule("4a", "4.4e", "6i")
def test_turn_follows_turn_and_each_brings_its_chits() -> None:
    p = placed(start("campaign"))
    seen: list[int] = []
    while p.turn < 4:
        if not seen or seen[-1] != p.turn:
            seen.append(p.turn)
        side = asked(p)[0]
        p.apply(side, p.choices()[side][-1])                 # the last choice: mostly to pass
    assert seen == [1, 2, 3]
    assert p.pool[kind(p, "R2")] + p.hand[kind(p, "R2")] == 2            # since turn 3
    assert p.pool[kind(p, "R6")] == 0                                    # not before turn 5


@pytest.mark.rule("3.2d")
def test_both_sides_give_up_what_stands_too_many_in_any_area() -> None:
    for side, place in ((NAT, "A"), (REP, "A"), (NAT, "LL")):
        p = empty()
        own(p, side, place)
        fill(p, place, side, 11)
        run(p, before("Overstacking"))
        assert (question(p), asked(p), len(args(p, "eliminate"))) == ("Overstacking", [side], 11)
        name = args(p, "eliminate")[0]
        assert keys(p, f"eliminate:{'n-art-88' if side == REP else 'r-ib14a'}") == [("3.2d", "not-overstacked")]
        play(p, f"eliminate:{name}")
        assert where(p, name) == "eliminated"
        assert question(p) != "Overstacking"


@pytest.mark.rule("4.2c", "4.2e", "7a", "1.1j")
def test_units_of_both_sides_arrive_on_their_turn() -> None:
    p = empty("campaign", 2)
    for name in ("n-reg-al3", "r-pasionaria", "n-leg-8", "r-bm1a"):
        p.at[unit(p, name)] = AWAITED
    run(p, before("ReinforcementPhase"))
    assert [where(p, n) for n in ("n-reg-al3", "r-pasionaria")] == ["5", "AA"]
    assert [where(p, n) for n in ("n-leg-8", "r-bm1a")] == ["track", "track"]            # turn 3


@pytest.mark.rule("4.2c", "4.2e", "7a")
def test_each_side_places_its_own_arrivals(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty("campaign", 2)
    codes = [c[:] for c in p.board.codes]
    codes[unit(p, "n-reg-al3")] = [area(p, "A"), area(p, "B")]
    monkeypatch.setattr(p.board, "codes", codes)
    own(p, NAT, "A", "B")
    p.at[unit(p, "n-reg-al3")] = p.at[unit(p, "r-canarias-r")] = AWAITED
    run(p, before("ReinforcementPhase"))
    assert (question(p), asked(p), args(p, "area")) == ("PlaceUnits", [NAT], ["A", "B"])
    play(p, "area:A")
    assert (question(p), asked(p), args(p, "area")) == ("PlaceUnits", [REP], ["GG", "EE"])


@pytest.mark.rule("4.3a", "4.3b", "9a", "9.1")
def test_the_player_with_the_initiative_plays_the_first_impulse() -> None:
    for first in (NAT, REP):
        p = empty()
        put(p, "D", "n-leg-1")
        put(p, "C", "r-largo")
        p.initiative = first
        run(p, before("ActivationPhase"))
        assert (question(p), asked(p)) == ("Declare", [first])


@pytest.mark.rule("4.4a", "3.5.1b", "3.4.1d")
def test_areas_without_supply_pass_over_the_first_of_them_too() -> None:
    p = empty()
    own(p, NAT, "H", "I", "J", "B")                          # A is Republican and has no way to a source
    p.morale = 0
    p.won = [3, 0]
    assert not supplied(p, REP)[area(p, "A")]
    run(p, before("ControlPhase"))
    assert p.control[area(p, "A")] == NAT
    q = empty()
    q.morale = 2
    own(q, NAT, "KK")                                        # a suburb the Nationalist cannot supply
    run(q, before("ControlPhase"))
    assert q.control[area(q, "KK")] == REP
    assert q.morale == 0                                     # one level for it, one in phase 4b


@pytest.mark.rule("4.4e", "3.3e")
def test_units_in_supply_recover_also_in_the_first_area_and_in_boxes() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", spent=True)
    put(p, "4", "n-leg-4", spent=True)
    put(p, "M", "n-leg-5", spent=True)                       # no Nationalist neighbour
    put(p, "1", "r-largo", spent=True)
    put(p, "C", "r-mena", spent=True)
    run(p, before("Recovery"))
    assert spent(p, "n-leg-1", "n-leg-4", "n-leg-5", "r-largo", "r-mena") == [False, False, True, False, False]


@pytest.mark.rule("4.4d", "15.R6", "15.N6a", "15.N9c")
def test_what_ends_with_the_turn() -> None:
    for option, flight in ((False, 2), (True, 0)):
        p = empty(flight_expires_with_turn=option)
        p.durruti, p.strife, p.flight = 2, True, 2
        run(p, before("ReturnPhase"))
        assert (p.durruti, p.strife, p.flight) == (0, False, flight)


# -- victory


@pytest.mark.rule("10a", "10b", "4.4c")
def test_automatic_victory_by_madrid_or_by_all_four_roads() -> None:
    p = empty("campaign", 8)
    assert automatic(p) == ""
    own(p, NAT, "AA")
    assert automatic(p) == ""                                # without supply
    own(p, NAT, *CHAIN)
    assert automatic(p) == "madrid"
    own(p, REP, "AA")
    assert automatic(p) == ""                                # supplied next door, but not his
    q = empty("campaign", 8)
    own(q, NAT, "H", "U", "T", "V", "W", "X", "Y")           # vector S9
    assert automatic(q) == "roads"
    own(q, REP, "Y")
    assert automatic(q) == ""                                # three of four


@pytest.mark.rule("4.4c", "10a", "10b", "12.1n", "12.1a", "12.2l", "12.3n")
def test_how_each_game_ends_and_when_it_does_not() -> None:
    def ended(scenario: str, turn: int, *nat: str) -> tuple[int, str, int]:
        p = empty(scenario, turn)
        own(p, NAT, *nat)
        game = Game()
        game.at = 4                                          # another turn would follow
        p.stack = [game, before("VictoryCheck")]
        barrier = p.barrier
        p.settle()
        if p.result != UNDECIDED:
            assert (p.choices(), p.stack, p.barrier) == ({}, [], barrier + 1)            # over, and the hands are shown
        return p.result, p.reason, p.vp

    assert ended("drive", 5) == (UNDECIDED, "", 0)
    assert ended("drive", 6) == (REP, "short-of-points", 0)
    assert ended("drive", 5, *CHAIN, "AA")[:2] == (NAT, "madrid")
    assert ended("drive", 6, "C", "M", "N", "EE", "DD") == (NAT, "points", 4)
    assert ended("drive", 6, "C", "M", "N", "EE") == (REP, "short-of-points", 2)
    assert ended("drive", 5, "C", "M", "N", "EE", "DD") == (UNDECIDED, "", 4)
    assert ended("corunna", 14) == (UNDECIDED, "", 0)
    assert ended("corunna", 15)[:2] == (REP, "held-road")
    assert ended("campaign", 14, "C", "M", "N", "EE") == (UNDECIDED, "", 0)              # no points here
    assert ended("campaign", 15)[:2] == (REP, "held-out")
    assert ended("campaign", 9, "H", "U", "T", "V", "W", "X", "Y")[:2] == (NAT, "roads")


@pytest.mark.rule("12.1i", "12.1j", "12.1k", "12.1l", "12.1m", "12.1o")
def test_every_entry_of_the_points() -> None:
    p = empty("drive", 6)
    assert tally(p) == [(0, "12.1i", "vp-urban"), (0, "12.1j", "vp-routes"), (0, "12.1k", "vp-troops"),
                        (0, "12.1l", "vp-morale"), (0, "12.1m", "vp-casualties")]
    own(p, NAT, *CHAIN, "AA")
    assert tally(p)[0][0] == 6                               # EE, DD and Madrid
    for n, value in ((4, 0), (5, 1)):
        q = empty("drive", 6)
        own(q, NAT, *CHAIN)
        put(q, "AA", *("n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7")[:n], "r-largo")
        assert tally(q)[2][0] == value
        own(q, REP, "DD")                                    # next to Madrid nothing supplied is left
        assert tally(q)[2][0] == 0
    for n, value in ((3, 0), (4, -1)):
        r = empty("drive", 6)
        lose(r, *("n-leg-1", "n-argel", "n-leg-5", "n-leg-6")[:n])
        assert tally(r)[4][0] == value
        r.box(unit(r, "n-leg-7"), REMOVED)                   # given up for good: not in the box
        lose(r, "r-largo")
        assert tally(r)[4][0] == value
    for level, value in ((2, 0), (1, -1), (0, -2), (-1, -2), (-2, -2)):
        s = empty("drive", 6)
        s.morale = level
        assert points(s) == value


@pytest.mark.rule("12.1i", "12.1j", "12.1k", "12.1l", "12.1m", "12.1n")
def test_the_worked_sums_of_scenario_1() -> None:
    def position(urban: tuple[str, ...], routes: tuple[str, ...], morale: int, lost: int) -> Storm:
        p = empty("drive", 6)
        own(p, NAT, *CHAIN[:3], *urban, *routes)
        p.morale = morale
        lose(p, *("n-leg-1", "n-leg-4", "n-argel", "n-victoria")[:lost])
        return p

    for p, wanted, vp, winner in (
            (position(("EE", "DD", "FF"), ("H", "U"), 0, 4), [6, 1, 0, -2, -1], 4, "points"),        # vector V1
            (position(("EE", "DD"), (), 2, 3), [4, 0, 0, 0, 0], 4, "points"),                        # vector V2
            (position(("EE", "DD"), ("H", "U"), 1, 4), [4, 1, 0, -1, -1], 3, "short-of-points")):    # vector V3
        assert [x[0] for x in tally(p)] == wanted
        run(p, before("VictoryCheck"))
        assert (p.reason, p.vp) == (winner, vp)
    q = empty("drive", 6)                                    # vector V4: one suburb, two routes, five units in Madrid
    own(q, NAT, "H", "U", "S", "T", "V", "W", "CC")
    own(q, NAT, "A")
    q.morale = -2
    put(q, "AA", "n-leg-5", "n-leg-6", "n-leg-7", "n-leg-8", "n-reg-te1", "r-largo")
    assert [x[0] for x in tally(q)] == [2, 2, 1, -2, 0]
    run(q, before("VictoryCheck"))
    assert (q.reason, q.vp) == ("short-of-points", 3)


# -- the Council and the weather


@pytest.mark.rule("11.1b", "11.1c", "11.1d", "11.1e")
def test_every_modifier_of_the_council() -> None:
    p = empty(turn=3)
    assert council_modifiers(p) == []
    put(p, "AA", "n-leg-1", "r-largo")
    assert council_modifiers(p) == [(1, "11.1d", "mod-urban-fighting")]                  # Madrid, the first of them
    put(p, "FF", "n-leg-4")
    assert council_modifiers(p) == [(1, "11.1d", "mod-urban-fighting")]                  # neither contested nor his
    own(p, NAT, "FF")
    assert council_modifiers(p) == [(2, "11.1d", "mod-urban-fighting")]
    own(p, NAT, "N")
    assert council_modifiers(p) == [(1, "11.1b", "mod-gates"), (2, "11.1d", "mod-urban-fighting")]
    own(p, NAT, "O")
    assert council_modifiers(p)[0] == (1, "11.1b", "mod-gates")                          # once, however many
    own(p, NAT, "H", "U")
    assert council_modifiers(p)[1] == (1, "11.1c", "mod-routes")
    p.pause_start = 2
    assert council_modifiers(p)[-1] == (2, "11.1e", "mod-pause")


@pytest.mark.rule("11.1a", "11.1j", "11.1g", "11.1h", "11.1f")
def test_the_council_is_rolled_for_once_a_turn_from_the_third_until_it_is_formed() -> None:
    for turn, formed, rolled in ((2, False, False), (3, False, True), (9, False, True), (9, True, False)):
        p = empty("campaign", turn)
        put(p, "D", "n-leg-1")
        p.council = formed
        run(p, before("DefenceCouncil"))
        assert (question(p) == "DefenceCouncil") is rolled
        if rolled:
            dice(p, 1)
            assert (p.council, question(p)) != (True, "DefenceCouncil")
            assert question(p) != "DefenceCouncil"           # one die a turn


@pytest.mark.rule("11.2a", "11.2b")
def test_the_weather_is_rolled_for_once_a_turn() -> None:
    for turn, was_bad, die, bad in ((10, False, 4, False), (10, False, 5, True), (11, True, 3, False),
                                    (11, True, 4, True), (11, False, 4, False)):
        p = empty("campaign", turn)
        put(p, "D", "n-leg-1")
        p.council, p.bad = True, was_bad
        run(p, before("Weather"))
        assert question(p) == "Weather"
        dice(p, die)
        assert p.bad is bad                                  # vectors W1 to W3
        assert question(p) != "Weather"
    q = empty("campaign", 9)
    put(q, "D", "n-leg-1")
    q.council = True
    run(q, before("Weather"))
    assert question(q) != "Weather"


# -- scenarios


@pytest.mark.rule("12.2a", "12.2b", "12.2h")
def test_only_scenario_2_is_asked_when_it_starts() -> None:
    assert question(start("drive")) == "SetUpUnits"
    assert question(start("campaign")) == "SetUpUnits"
    for word, turn, points_ in (("start:10", 10, [6, 10]), ("start:11", 11, [8, 14])):   # vectors X4, X5
        p = start("corunna")
        assert (question(p), asked(p)) == ("ChooseStart", [NAT])
        play(p, word)
        assert (p.first_turn, p.turn, p.last_turn, p.sp) == (turn, turn - 1, 15, points_)


@pytest.mark.rule("12.3g", "12.3h", "4.1")
def test_the_pause_is_declared_once_and_ends_by_itself_or_by_choice() -> None:
    def phase(turn: int, begun: int = 0, over: int = 0, scenario: str = "campaign") -> Storm:
        p = empty(scenario, turn)
        put(p, "D", "n-leg-1")
        p.pause_start, p.pause_end = begun, over
        return run(p, before("PausePhase"))

    p = phase(7)
    assert (asked(p), offered(p)) == ([NAT], ["declare", "pass"])
    assert keys(p, "end-pause") == [("12.3h", "no-pause")]
    q = play(p.clone(), "pass")
    assert (q.pause_start, q.pause_end) == (0, 0)
    play(p, "declare")
    assert (p.pause_start, p.pause_end, question(p)) == (7, 0, "DefenceCouncil")
    for turn in (8, 9, 10):                                  # vector X3: declared on turn 7
        r = phase(turn, 7)
        assert (asked(r), offered(r)) == ([NAT], ["end-pause", "pass"])
        assert keys(r, "declare") == [("12.3g", "pause-once")]
        assert play(r.clone(), "pass").pause_end == 0
        assert play(r, "end-pause").pause_end == turn
    over = phase(11, 7)
    assert (question(over), over.pause_end) == ("DefenceCouncil", 11)    # by itself
    early = phase(9, 7, 8)
    assert (question(early), early.pause_end) == ("DefenceCouncil", 8)   # ended by choice the turn before
    again = phase(12, 7, 11)
    assert (question(again), again.pause_end) == ("DefenceCouncil", 11)  # and not a second time
    drive = phase(4, scenario="drive")
    assert (question(drive), drive.pause_start, drive.pause_end) == ("DefenceCouncil", 0, 0)


@pytest.mark.rule("12.1e", "12.1f", "12.2j", "12.3c", "12.3d", "12.3e", "9.1", "4.3a")
def test_who_has_the_initiative_and_how() -> None:
    def settled(scenario: str, turn: int, begun: int = 0, over: int = 0, first: int = 1) -> tuple[bool, bool]:
        p = empty(scenario, turn)
        p.first_turn, p.pause_start, p.pause_end = first, begun, over
        return by_dice(p), series(p)

    assert settled("drive", 3) == (False, False)
    assert settled("drive", 4) == (True, False)
    assert settled("drive", 1) == (False, False)             # the first turn of scenario 1 is no series
    assert settled("campaign", 8, 7) == (False, False)
    assert settled("campaign", 9, 7, 9) == (False, True)     # the turn after the pause
    assert settled("campaign", 10, 7, 9) == (True, False)
    assert settled("corunna", 10, first=10) == (False, True)
    assert settled("corunna", 11, first=10) == (True, False)
    assert settled("corunna", 11, first=11) == (False, True)
    for begun, turn, who in ((0, 2, NAT), (7, 8, REP)):
        p = empty("campaign", turn)
        put(p, "D", "n-leg-1")
        put(p, "C", "r-largo")
        p.pause_start, p.initiative = begun, 1 - who
        run(p, before("Initiative"))
        assert (p.initiative, asked(p)) == (who, [who])
    for nat, rep, who in ((4, 4, NAT), (3, 4, REP), (4, 3, NAT)):        # vector I1
        p = empty("campaign", 5)
        put(p, "D", "n-leg-1")
        put(p, "C", "r-largo")
        p.initiative = 1 - who
        run(p, before("Initiative"))
        dice(p, nat, rep)
        assert asked(p) == [who]


@pytest.mark.rule("12.2j", "12.3e")
def test_a_series_of_three_is_three_impulses() -> None:
    p = empty("corunna", 10)
    p.first_turn = 10
    put(p, "E", "n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6")
    put(p, "F", "r-acero")
    run(p, before("Series"))
    dice(p, 3)
    for name in ("n-leg-1", "n-leg-4", "n-leg-5"):
        assert asked(p) == [NAT]
        play(p, "move:E", f"unit:{name}")
        if question(p) == "ChooseUnits":
            play(p, "done")
        play(p, "area:D")
        if question(p) == "StepOn":
            play(p, "stop")
    assert asked(p) == [REP]


# -- Replace Impulse chits


@pytest.mark.rule("15.R5a", "15.N5", "15.N11b", "15.R5d")
def test_who_may_be_turned_and_why_not() -> None:
    p = empty()
    put(p, "A", "r-bernal", spent=True)                      # the first of the list
    put(p, "C", "r-largo")
    put(p, "1", "r-mena", spent=True)
    put(p, "1", "r-ferrov")
    put(p, "D", "n-leg-1", spent=True)
    hold(p, "R5")
    impulses(p, REP)
    play(p, "chit:R5a")
    dice(p, 3)
    assert set(args(p, "unit")) == {"r-bernal", "r-mena"}    # wherever they are
    assert keys(p, "unit:n-leg-1") == [("15.R5a", "not-your-unit")]
    assert keys(p, "unit:r-largo") == keys(p, "unit:r-ferrov") == [("15.R5a", "unit-fresh")]
    assert keys(p, "unit:r-nelken") == [("15.R5a", "not-on-map")]
    play(p, "unit:r-mena")
    assert args(p, "unit") == ["r-bernal"]                   # not bound to one place
    play(p, "stop")
    assert spent(p, "r-bernal", "r-mena") == [True, False]
    q = empty()
    put(q, "A", "r-bernal", "r-octubre1")
    put(q, "A", "r-mena", spent=True)
    put(q, "C", "r-largo")
    put(q, "1", "r-ferrov")
    put(q, "D", "n-leg-1")
    hold(q, "N5")
    impulses(q, NAT)
    play(q, "chit:N5")
    dice(q, 2)
    assert set(args(q, "unit")) == {"r-bernal", "r-octubre1", "r-largo"}
    assert keys(q, "unit:n-leg-1") == [("15.N5", "not-your-unit")]
    assert keys(q, "unit:r-ferrov") == [("15.N5", "not-on-map")]         # in a box
    assert keys(q, "unit:r-nelken") == [("15.N5", "not-on-map")]
    assert keys(q, "unit:r-mena") == [("15.N5", "unit-spent")]
    play(q, "unit:r-bernal")
    assert keys(q, "unit:r-largo") == [("15.N5", "one-area-only")]
    assert args(q, "unit") == ["r-octubre1"]
    play(q, "unit:r-octubre1")
    assert asked(q) == [REP]                                 # two were all
    r = empty()
    put(r, "D", "n-leg-1", spent=True)
    put(r, "4", "n-leg-5", spent=True)
    put(r, "C", "r-largo", spent=True)
    hold(r, "N11")
    impulses(r, NAT)
    play(r, "chit:N11b")
    dice(r, 6)
    assert set(args(r, "unit")) == {"n-leg-1", "n-leg-5"}
    assert keys(r, "unit:r-largo") == [("15.N11b", "not-your-unit")]


@pytest.mark.rule("15.N11a")
def test_mola_rebuilds_one_unit_and_no_second() -> None:
    for lost, first in ((("n-argel", "n-victoria", "n-toledo", "n-canarias"), "n-argel"),
                        (("n-tank-it", "n-tank-de1", "n-tank-de2"), "n-tank-it")):
        p = empty("campaign")
        put(p, "D", "n-leg-1")
        lose(p, *lost)
        hold(p, "N11")
        impulses(p, NAT)
        play(p, "chit:N11a", f"rebuild:{first}")
        if "with" in {w.partition(":")[0] for w in offered(p)}:
            play(p, offered(p)[0])
        play(p, "area:D")
        assert asked(p) == [REP]
    q = empty("campaign", 7)
    q.pause_start = 7
    put(q, "D", "n-leg-7")
    lose(q, "n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6")
    hold(q, "N11")
    impulses(q, NAT)
    play(q, "chit:N11a", "rebuild:n-leg-1", "with:n-leg-4", "area:D")
    assert asked(q) == [REP]                                 # not two, although it is a pause


@pytest.mark.rule("15.R1", "15.R2", "15.N1", "15.N2a", "15.N9a", "12.3l")
def test_why_a_bombardment_chit_cannot_be_declared() -> None:
    p = empty(turn=5)
    put(p, "C", "r-largo")
    put(p, "E", "n-leg-1")
    own(p, NAT, "E")
    hold(p, "R1", "R2")
    impulses(p, REP)
    assert args(p, "chit") == ["R2"]
    assert keys(p, "chit:R1") == [("15.R1", "nothing-to-bombard")]       # out of its reach
    p.flight = 1
    p.reask()
    assert keys(p, "chit:R2") == [("15.N9a", "government-in-flight")]
    q = empty("campaign", 7)
    put(q, "D", "n-leg-1")
    put(q, "C", "r-largo")
    q.pause_start = 7
    q.flight = 1                                             # binds the other side
    hold(q, "N1", "N2")
    impulses(q, NAT)
    assert keys(q, "chit:N1") == keys(q, "chit:N2") == [("12.3l", "nothing-to-bombard")]
    put(q, "D", "r-mena")
    q.reask()
    assert {"chit:N1", "chit:N2"} <= set(offered(q))         # D is his own
    r = empty(turn=5)
    put(r, "D", "n-leg-1")
    hold(r, "N2")
    impulses(r, NAT, bystanders=False)
    put(r, "1", "r-largo")
    impulses(r, NAT, bystanders=False)
    assert keys(r, "chit:N2") == [("15.N2a", "nothing-to-bombard")]


@pytest.mark.rule("15.R1", "15.N1", "15.R5a", "15.N5", "15.N11b", "15.R5b", "15.R5c", "15.N6a", "15.N7", "15.N9a",
                  "15.N11a")
def test_each_chit_does_its_own_thing_and_no_other() -> None:
    def after(side: int, word: str) -> Storm:
        p = empty("campaign", 7)
        own(p, NAT, "N")
        put(p, "D", "n-leg-1")
        put(p, "C", "r-largo")
        lose(p, "n-argel", "n-victoria", "r-mena", "r-bernal")
        hold(p, *(("R5",) if side == REP else ("N6", "N7", "N9", "N11")))
        p.durruti, p.pool[kind(p, "R6")] = 1, 1
        impulses(p, side)
        return play(p, word)

    def state(p: Storm) -> tuple[int, bool, int, int, int]:
        return p.morale, p.strife, p.flight, p.durruti, p.gone[kind(p, "R6")]

    assert state(after(REP, "chit:R5c")) == (1, False, 0, 0, 0)          # the impulse takes one from Durruti
    assert state(after(NAT, "chit:N6")) == (2, True, 0, 1, 0)
    assert state(after(NAT, "chit:N7")) == (2, False, 0, 0, 1)
    assert state(after(NAT, "chit:N9")) == (2, False, 3, 1, 0)
    for side, word in ((REP, "chit:R5b"), (NAT, "chit:N11a")):
        p = after(side, word)
        assert (question(p), asked(p), state(p)) == ("RebuildUnits", [side], (2, False, 0, 1, 0))


@pytest.mark.rule("8a", "8d")
def test_a_unit_off_the_map_is_fresh_and_stands_nowhere() -> None:
    p = empty()
    c = area(p, "C")
    put(p, "C", "r-largo", "r-mena", spent=True)
    events = told(p)
    p.eliminate(unit(p, "r-largo"), "9.6d")
    assert (p.at[unit(p, "r-largo")], spent(p, "r-largo")) == (ELIMINATED, [False])
    assert (p.units(REP, c), p.count(REP, c), p.occ[REP]) == ([unit(p, "r-mena")], 1, 1 << c)
    assert [(e.key, e.rule) for e in events] == [("eliminated", "9.6d")]
    p.eliminate(unit(p, "r-mena"), "9.6d")
    assert (p.units(REP, c), p.count(REP, c), p.occ[REP]) == ([], 0, 0)
