"""The captain's line: gaps, pockets, alarms, the main effort, and what an obligation or a landing may cost."""
from __future__ import annotations

from random import Random

from frente.ai import opponent
from frente.games.tscw import GAME
from frente.games.tscw.captain.line import Line, approach, covered, risk
from frente.games.tscw.captain.plan import Plan, score
from frente.games.tscw.captain.survey import WEIGHTS_FILE, Survey, main_efforts
from frente.games.tscw.rules.ch07_duties import MADRID, Naming
from frente.games.tscw.rules.ch09_stacking import Ordering
from frente.games.tscw.state.position import Tscw
from frente.kernel.views import SeatView
from frente.kit.weights import Weights
from tests.tscw.lay import NAT, REP, empty, hexn, own, own_all, put, run, unit


def survey(p: Tscw, side: int) -> Survey:
    return Survey(p, side, Weights(WEIGHTS_FILE))


def answer(p: Tscw) -> str:
    side = min(p.choices())
    return GAME.words(p).word(opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(1)))


def guadarrama() -> Tscw:
    """Nationalists north of the mountains, Republicans south of them."""
    p = empty(turn=6)
    own_all(p, REP)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] >= 28])
    put(p, "2812", "n-nvc")
    put(p, "2712", "r-div11")
    return p


# -- the line


def test_a_second_unit_closes_more_of_the_line_beside_the_first_than_on_top_of_it() -> None:
    p = guadarrama()
    s = survey(p, NAT)
    u = unit(p, "n-gec")
    put(p, "2910", "n-gec")
    assert covered(p, NAT, s, u, hexn(p, "2810")) > covered(p, NAT, s, u, hexn(p, "2812")) >= 0


def test_no_line_is_needed_where_no_enemy_is_near() -> None:
    p = guadarrama()
    s = survey(p, NAT)
    assert s.need[hexn(p, "2812")] > 0
    assert s.need[hexn(p, "3602")] == 0
    assert s.need[hexn(p, "2712")] == 0, "held by the enemy"


def test_a_defended_hex_delays_an_enemy_who_has_to_pass_it() -> None:
    p = guadarrama()
    own_all(p, REP)
    far = approach(p, NAT)
    put(p, "2711", "n-gec")
    put(p, "2811", "n-ser")
    put(p, "2813", "n-rad")
    held = approach(p, NAT)
    assert held[hexn(p, "3110")] > far[hexn(p, "3110")] > 0


def test_a_unit_deep_among_the_enemy_can_be_cut_off_but_not_in_a_town() -> None:
    p = guadarrama()
    u = unit(p, "n-nvc")
    line = Line(p, NAT, survey(p, NAT))
    assert risk(p, line, u, hexn(p, "2512")) == 1.0
    assert risk(p, line, u, hexn(p, "2510")) == 0.0, "a town keeps it alive"
    assert risk(p, line, u, hexn(p, "3208")) == 0.0, "nobody comes there"


def test_a_pocket_makes_a_hex_worse_for_a_unit() -> None:
    p = guadarrama()
    plan = Plan(p, NAT, Weights(WEIGHTS_FILE))
    tame = Plan(p, NAT, Weights(WEIGHTS_FILE, {"line.pocket": 0.0}))
    u = unit(p, "n-nvc")
    there = hexn(p, "2512")
    assert score(p, plan, u, there) < score(p, tame, u, there)


# -- the main effort


def test_the_nationalist_drives_on_madrid_while_its_fall_ends_the_war() -> None:
    p = guadarrama()
    own(p, REP, "3613")
    assert main_efforts(p, NAT, survey(p, NAT).value) == [p.board.madrid]
    p.turn = 8
    put(p, "3514", "n-div61", "n-div62", "n-nav1")
    found = main_efforts(p, NAT, survey(p, NAT).value)
    assert p.board.bilbao in found, "the best worth for its cost lies beside his army"
    assert len(found) == 2


# -- obligations, stacks, landings


def test_the_only_garrison_of_a_threatened_prize_is_not_named_for_the_drive_on_madrid() -> None:
    p = guadarrama()
    own(p, NAT, "2911", "3110")
    put(p, "2911", "n-ser")
    put(p, "3009", "n-gec")
    run(p, Naming(NAT, MADRID, []))
    assert answer(p) != "unit:n-ser"


def test_a_strong_stack_shows_a_weak_counter_and_a_weak_one_its_strongest() -> None:
    p = empty(turn=8)
    own_all(p, REP)
    own(p, NAT, "2812", "2911")
    put(p, "2812", "n-nvc", "n-div11")
    put(p, "2712", "r-mod")
    p.raise_top(unit(p, "n-div11"))
    run(p, Ordering(NAT))
    assert answer(p) == "top:n-nvc"
    q = empty(turn=8)
    own_all(q, REP)
    own(q, NAT, "2812", "2911")
    put(q, "2812", "n-div11", "n-nvc")
    put(q, "2712", "r-div11", "r-div15", "r-div14", "r-div4", "r-div6")
    q.raise_top(unit(q, "n-nvc"))
    run(q, Ordering(NAT))
    assert answer(q) == "top:n-div11"
