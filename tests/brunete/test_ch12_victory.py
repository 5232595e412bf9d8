"""[12] Victory in both scenarios, and what the options of a game change in it."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch03_supply import supply_lines
from frente.games.brunete.rules.ch12_victory import casualty_points, points
from frente.games.brunete.state.board import NAT, REP, TANK
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import (
    AWAITED,
    AWAY,
    DRAW,
    FINAL,
    OFF_MAP,
    RECOVERABLE,
    UNDECIDED,
    UNSUPPLIED,
    UNUSED,
    Brunete,
)
from frente.kernel.flow import CHANCE
from tests.brunete.lay import (
    asked,
    at,
    before,
    box,
    drill,
    hexes,
    offered,
    own,
    play,
    put,
    rules,
    run,
    start,
    told,
    unit,
)

BRUNETE, QUIJORNA, CANADA, PARDILLO, VILLAFRANCA = "2111", "1509", "2107", "2403", "2607"
PURPLE = (BRUNETE, QUIJORNA, CANADA, PARDILLO, VILLAFRANCA)
ROZAS, BOADILLA, ODON, SEVILLA = "3302", "3311", "3117", "1818"
YELLOW = (ROZAS, BOADILLA, ODON, SEVILLA)
VERTICES = ("2908", "2911", "1407")                          # Romanillos, Mosquito, Los Llanos
# A road from A along row 2 and down every column with an objective, so that each of them can be supplied.
ROADS = ["1401 1402", " ".join(f"{c:02d}02" for c in range(6, 35)),
         *[" ".join(f"{c}{r:02d}" for r in range(2, 19)) for c in (14, 15, 18, 21, 24, 26, 29, 31, 33)]]


def field(*held: str, turn: int = 14, **options: Any) -> Brunete:
    """No counters; the Republican was last in the hexes named, the Nationalist in all other objectives."""
    p = drill(roads=ROADS, turn=turn, **options)
    own(p, NAT, *PURPLE, *YELLOW, *VERTICES)
    own(p, REP, *held)
    return p


def close(p: Brunete) -> Brunete:
    """The end of the turn."""
    return run(p, before(Turn(), "GainObjectives"))


def now(p: Brunete) -> int:
    """Republican victory points if the campaign ended now."""
    return points(p, supply_lines(p, REP))


# -- set-up


@pytest.mark.rule("12.1l")
@pytest.mark.parametrize("scenario", ["campaign", "offensive"])
def test_the_republican_places_the_tanks_of_the_xviii_corps_with_that_corps_one_a_hex(scenario: str) -> None:
    """R80"""
    p = start(scenario)
    b = p.board
    corps = sorted({b.names[p.hex[u]] for u in b.of[REP] if b.corps[u] == "XVIII" and p.hex[u] >= 0})
    assert asked(p) == [REP]
    assert hexes(offered(p)) == corps
    assert rules(p, "hex:1302") == ["12.1l"]                 # the V Corps is there
    events = told(p)
    play(p, f"hex:{corps[0]}")
    assert [(e.key, e.facts["hex"]) for e in events] == [("set-up", corps[0])]
    assert hexes(offered(p)) == corps[1:]
    assert rules(p, f"hex:{corps[0]}") == ["1.1k"]
    play(p, f"hex:{corps[1]}", f"hex:{corps[2]}")
    placed = [b.names[p.hex[u]] for u in b.of[REP] if b.corps[u] == "XVIII" and b.type[u] == TANK]
    assert sorted(placed) == corps[:3]
    assert type(p.step()).__name__ != "PlaceTanks"           # three and no more


# -- the campaign


@pytest.mark.rule("12.1.vp1")
def test_a_target_town_is_worth_one_point_brunete_two_and_the_three_vertices_one_together() -> None:
    for town in PURPLE:
        assert now(field(town)) == (2 if town == BRUNETE else 1)
    for town in YELLOW:
        p = field(town)
        close(p)
        assert p.vp == 1
    for held, vp in ((VERTICES[:1], 0), (VERTICES[:2], 0), (VERTICES, 1)):       # X22: two of three are nothing
        p = field(*held)
        close(p)
        assert p.vp == vp
    p = field(*PURPLE, *YELLOW, *VERTICES)
    close(p)
    assert p.vp == 6 + 4 + 1
    assert now(field("2010", "3010")) == 0                   # no other hex counts


@pytest.mark.rule("12.1.vp1")
@pytest.mark.parametrize(("fifth", "hex_"), [("villafranca_del_castillo", VILLAFRANCA), ("perales_de_milla", "1112"),
                                             ("valdemorillo", "1401"), ("none", "")])
def test_which_town_is_the_fifth_purple_one_is_an_option(fifth: str, hex_: str) -> None:
    """R76"""
    p = field(*PURPLE[:4], fifth_purple=fifth)
    own(p, NAT, "1112")
    towns = [p.board.names[h] for h, _ in p.purple()]
    assert sorted(towns) == sorted([*PURPLE[:4], *([hex_] if hex_ else [])])
    assert sum(vp for _, vp in p.purple()) == (6 if hex_ else 5)
    if hex_:
        own(p, REP, hex_)
    assert now(p) == (6 if hex_ else 5)
    if hex_ and hex_ != "1401":                              # Valdemorillo is the source of his supply as well
        own(p, NAT, hex_)
        assert now(p) == 5


@pytest.mark.rule("12.1.vp2")
def test_purple_points_count_only_at_the_end_of_turn_fourteen() -> None:
    p = field(*PURPLE, turn=13)
    close(p)
    assert p.result == UNDECIDED
    assert p.barrier == 0                                    # what is hidden stays hidden
    own(p, NAT, *PURPLE)                                     # all lost on the last turn
    p.turn = 14
    close(p)
    assert p.vp == 0
    assert p.barrier == 1                                    # the last act cannot be taken back: all lies open now
    q = field(turn=13)
    close(q)
    own(q, REP, *PURPLE)                                     # all won on the last turn
    q.turn = 14
    close(q)
    assert q.vp == 6


@pytest.mark.rule("12.1.vp3", "12.1.vp4")
@pytest.mark.parametrize(("turn", "vp"), [(5, 0), (6, 1), (7, 1), (13, 1), (14, 1)])
def test_a_yellow_town_held_at_the_end_of_turn_six_or_later_is_a_point_for_good(turn: int, vp: int) -> None:
    """X22"""
    p = field(BOADILLA, turn=turn)
    events = told(p)
    close(p)
    assert [e.key for e in events].count("objective-gained") == vp
    own(p, NAT, BOADILLA)                                    # lost again afterwards
    if turn < 14:
        p.turn = 14
        close(p)
    assert p.vp == vp


@pytest.mark.rule("12.1.vp3")
def test_a_yellow_town_counts_only_at_the_end_of_a_turn_and_only_once() -> None:
    p = field(turn=8)
    put(p, "r-16-1", BOADILLA)
    put(p, "r-16-1", "2010")                                 # taken and left within the turn, the enemy back in it
    own(p, NAT, BOADILLA)
    close(p)
    assert sum(p.gained) == 0
    own(p, REP, BOADILLA)
    for turn in (9, 10, 11):
        p.turn = turn
        close(p)
    assert sum(p.gained) == 1


@pytest.mark.rule("12.1.vp4")
def test_the_point_of_the_vertices_needs_all_three_at_one_turn_end_and_then_stays() -> None:
    """R77, X22"""
    p = field(*VERTICES[:2], turn=6)
    close(p)
    own(p, NAT, VERTICES[0])
    own(p, REP, VERTICES[2])
    p.turn = 7
    close(p)
    assert sum(p.gained) == 0                                # all three have been held, but never together
    own(p, REP, *VERTICES)
    p.turn = 8
    close(p)
    own(p, NAT, *VERTICES)
    p.turn = 14
    close(p)
    assert p.vp == 1


@pytest.mark.rule("12.1.vp5")
def test_control_for_points_is_occupation_or_last_occupation_outside_enemy_zones_with_a_supply_line() -> None:
    down = " ".join(f"21{row:02d}" for row in range(2, 8))
    p = drill(roads=["1401 1402", "2401 2402", ROADS[1], down])
    own(p, NAT, *PURPLE)
    own(p, REP, CANADA)
    assert now(p) == 1                                       # vacant and last held
    put(p, "n-13-1", "2008")
    assert now(p) == 0                                       # in an enemy zone
    put(p, "r-16-1", "2106")
    assert now(p) == 0                                       # a friendly unit beside it does not help (R14)
    put(p, "r-16-1", CANADA)
    assert now(p) == 1                                       # occupied
    put(p, "n-13-2", "2104")
    assert now(p) == 0                                       # the road is cut: no line to a source
    p.mark(unit(p, "n-13-1"), UNSUPPLIED)
    p.box(unit(p, "n-13-2"), OFF_MAP)
    p.box(unit(p, "r-16-1"), OFF_MAP)
    assert now(p) == 1                                       # an enemy without supply has no zone
    own(p, NAT, "1401")
    assert now(p) == 0                                       # the source is lost
    own(p, REP, "2401")
    assert now(p) == 1                                       # the other one is gained


@pytest.mark.rule("12.1.vp6", "1.1l")
@pytest.mark.parametrize(("held", "vp", "result"), [
    ((), 0, NAT),
    ((BRUNETE, QUIJORNA, CANADA), 4, NAT),                   # X22
    ((BRUNETE, QUIJORNA, CANADA, PARDILLO), 5, DRAW),
    (PURPLE, 6, DRAW),
    ((*PURPLE, SEVILLA), 7, REP),
    ((*PURPLE, *YELLOW, *VERTICES), 11, REP),
])
def test_seven_points_win_five_or_six_draw_and_fewer_lose(held: tuple[str, ...], vp: int, result: int) -> None:
    p = field(*held)
    close(p)
    assert (p.vp, p.result) == (vp, result)
    assert p.choices() == {}                                 # the game is over
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert (outcome.winner, outcome.rule, outcome.score) == (None if result == DRAW else result, "12.1.vp6", (vp,))


@pytest.mark.rule("12.1.vp6", "2.14")
def test_the_snapshot_of_the_turn_is_taken_after_the_reorganisation() -> None:
    """R11"""
    p = field(*PURPLE, SEVILLA)
    p.avi_used = [1, 0]
    run(p, before(Turn(), "Reorganisation"))
    assert p.result == UNDECIDED
    play(p, "pass", "die:6")
    assert p.result == REP


@pytest.mark.rule("12.1.vp6")
def test_the_points_are_counted_at_the_end_of_turn_fourteen_and_not_before() -> None:
    p = field(*PURPLE, *YELLOW, *VERTICES, turn=13)
    close(p)
    assert p.result == UNDECIDED
    assert GAME.outcome(p) is None


# -- casualties


def losses(p: Brunete, where: int, *names: str) -> None:
    for name in names:
        box(p, name, where, steps=0)


@pytest.mark.rule("12.1.vp7")
@pytest.mark.parametrize(("option", "republican", "nationalist", "vp"), [
    (False, (), ("n-13-1",), 6),
    (True, (), ("n-13-1",), 7),                              # fewer losses: one more
    (True, ("r-2-1",), ("n-13-1",), 5),                      # 7 each: not fewer, so one less (R79)
    (True, ("r-16-1",), ("n-13-1",), 5),
    (True, (), (), 5),
])
def test_by_option_lighter_losses_than_the_enemy_are_a_point_and_others_cost_one(
        option: bool, republican: tuple[str, ...], nationalist: tuple[str, ...], vp: int) -> None:
    p = field(*PURPLE, casualty_vp=option)
    losses(p, RECOVERABLE, *republican)
    losses(p, FINAL, *nationalist)                           # both boxes count
    close(p)
    assert p.vp == vp


@pytest.mark.rule("12.1.vp7")
@pytest.mark.parametrize(("republican", "nationalist", "sign"), [
    (("r-tk5-1",), ("n-71-11-1",), 1),                      # a T-26 counts its defence, 2, against 5
    (("r-tk5-1", "r-tk5-2"), ("n-gar-1", "n-gar-2"), -1),    # 4 against half of 8
    (("r-tk5-1",), ("n-gar-1", "n-gar-4"), 1),               # 2 against half of 6
    (("r-tk5-1",), ("n-gar-1",), -1),                        # 2 against half of 4
    (("r-tk5-1",), ("n-gar-1", "n-gar-4", "n-gar-6"), 1),    # garrisons are added before they are halved
    (("r-cav18",), ("n-71-11-1",), -1),                     # 5 each
    ((), ("n-tank-1",), 1),
    (("r-16-1",), ("n-13-1", "n-tank-1"), 1),                # printed full factors: 8 against 7 + 2
])
def test_what_casualties_count(republican: tuple[str, ...], nationalist: tuple[str, ...], sign: int) -> None:
    p = field()
    losses(p, RECOVERABLE, *republican)
    losses(p, FINAL, *nationalist)
    assert casualty_points(p) == sign


@pytest.mark.rule("12.1.vp7")
def test_who_has_gained_nothing_has_no_point_to_lose() -> None:
    p = field(casualty_vp=True)
    losses(p, RECOVERABLE, "r-16-1")
    close(p)
    assert (p.vp, p.result) == (0, NAT)


@pytest.mark.rule("12.1.vp7")
def test_units_that_are_not_casualties_do_not_count() -> None:
    """R79"""
    p = field()
    losses(p, FINAL, "n-gar-1")
    assert casualty_points(p) == 1
    box(p, "r-tk5-1", AWAY, due=20)                          # away by ^, not lost
    box(p, "r-16-1", OFF_MAP)
    box(p, "r-32-1", AWAITED, due=3)
    put(p, "r-3-1", "2010", steps=1)
    assert casualty_points(p) == 1


# -- the offensive


def offensive(*held: str, turn: int = 6, objective: int = -1, **options: Any) -> Brunete:
    p = field(*held, turn=turn, scenario="offensive", **options)
    p.objective = objective
    return p


@pytest.mark.rule("12.2a")
def test_the_offensive_has_the_deployment_and_reinforcements_of_the_campaign_for_six_turns() -> None:
    short, long = start("offensive"), start("campaign")
    assert short.hex == long.hex
    assert short.due == long.due
    assert (short.art, short.avi) == (long.art, long.avi)
    assert (short.last_turn, long.last_turn) == (6, 14)
    p = offensive(*PURPLE, turn=5, objective=0)
    close(p)
    assert p.result == UNDECIDED
    p.turn = 6
    close(p)
    assert p.result != UNDECIDED


@pytest.mark.rule("12.2c")
@pytest.mark.parametrize(("die", "hex_"), [
    (1, ROZAS), (2, BOADILLA), (3, BOADILLA), (4, ODON), (5, ODON), (6, SEVILLA)])
def test_the_secret_objective_is_rolled_at_the_end_of_the_turn_that_finds_all_purple_towns_taken(
        die: int, hex_: str) -> None:
    """X23"""
    p = offensive(*PURPLE, turn=3)
    events = told(p)
    close(p)
    assert asked(p) == [CHANCE]
    play(p, f"die:{die}")
    assert p.board.names[p.board.yellow[p.objective]] == hex_
    secret = [e for e in events if e.key == "secret-objective"]
    assert [e.only for e in secret] == [REP]                 # only the Republican is told
    run(p, before(Turn(), "MadridSegment"))
    assert GAME.view(p, REP).hands["objective"] == [hex_]
    assert GAME.view(p, NAT).hands["objective"] == 1         # that there is one, not which


@pytest.mark.rule("12.2c")
def test_the_secret_objective_is_not_rolled_before_all_towns_are_taken_nor_a_second_time() -> None:
    """R78"""
    p = offensive(*PURPLE[:4], turn=3)
    close(p)
    assert p.choices() == {}
    own(p, REP, VILLAFRANCA)
    put(p, "n-13-1", "2608")
    close(p)
    assert p.choices() == {}                                 # in an enemy zone it is not his
    p.box(unit(p, "n-13-1"), OFF_MAP)
    close(p)
    play(p, "die:6")
    own(p, NAT, VILLAFRANCA)
    p.turn = 4
    close(p)
    own(p, REP, VILLAFRANCA)                                 # lost and regained
    p.turn = 5
    close(p)
    assert p.choices() == {}
    q = field(*PURPLE, turn=3)                               # the campaign knows no secret objective
    close(q)
    assert q.choices() == {}


@pytest.mark.rule("12.2c")
def test_the_objective_is_shown_at_the_end() -> None:
    p = offensive(*PURPLE, SEVILLA, objective=3)
    close(p)
    assert p.result == REP
    assert GAME.view(p, NAT).hands["objective"] == [SEVILLA]


@pytest.mark.rule("12.2d", "12.2e", "12.2f")
@pytest.mark.parametrize(("held", "objective", "result", "rule"), [
    ((*PURPLE, BOADILLA), 1, REP, "12.2d"),
    ((*PURPLE, BOADILLA, *VERTICES), 1, REP, "12.2d"),
    ((*PURPLE, BOADILLA), 2, NAT, "12.2f"),                  # another one than his
    ((*PURPLE, *VERTICES), 1, DRAW, "12.2e"),
    ((*PURPLE, *VERTICES[:2]), 1, NAT, "12.2f"),
    ((*PURPLE[:4], BOADILLA), 1, NAT, "12.2f"),              # a purple town is missing
    ((*PURPLE[1:], *VERTICES), 1, NAT, "12.2f"),
    ((), -1, NAT, "12.2f"),
    ((*YELLOW, *VERTICES), -1, NAT, "12.2f"),                # never rolled: he cannot win (R78)
])
def test_the_offensive_is_won_by_the_purple_towns_and_the_secret_objective_drawn_by_the_vertices_or_lost(
        held: tuple[str, ...], objective: int, result: int, rule: str) -> None:
    p = offensive(*held, objective=objective)
    close(p)
    assert p.result == result
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert outcome.rule == rule
    assert outcome.winner == (None if result == DRAW else result)


@pytest.mark.rule("12.2c", "12.2d")
def test_an_objective_rolled_on_the_last_turn_is_looked_at_once() -> None:
    """R78"""
    for die, result in ((2, REP), (1, NAT)):
        p = offensive(*PURPLE, BOADILLA)
        close(p)
        play(p, f"die:{die}")
        assert p.result == result
        assert p.choices() == {}


@pytest.mark.rule("12.2d")
def test_without_a_fifth_purple_town_four_are_enough() -> None:
    """R76"""
    p = offensive(*PURPLE[:4], BOADILLA, objective=1, fifth_purple="none")
    close(p)
    assert p.result == REP
    p = offensive(*PURPLE[:4], BOADILLA, objective=1, fifth_purple="perales_de_milla")
    close(p)
    assert p.result == NAT


@pytest.mark.parametrize(("sizes", "iv", "v"), [("12/10", 12, 10), ("10/8", 10, 8), ("8/6", 8, 6)])
def test_how_strong_the_navarre_brigades_are_is_an_option(sizes: str, iv: int, v: int) -> None:
    """R82"""
    p = start("campaign", navarre_sizes=sizes)
    b = p.board
    counts = {name: sum(1 for u in b.of[NAT] if b.division[u] == name and p.hex[u] == AWAITED)
              for name in ("IV Navarre", "V Navarre")}
    assert counts == {"IV Navarre": iv, "V Navarre": v}
    left_out = [u for u in b.of[NAT] if p.hex[u] == UNUSED and b.division[u]]
    assert len(left_out) == 22 - iv - v
    assert at(p, BRUNETE) == b.brunete
