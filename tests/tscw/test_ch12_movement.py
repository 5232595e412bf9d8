"""[12] Movement."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch12_movement import LOCKED, limited, reach, released, toll
from frente.games.tscw.rules.ch12_phase import Evacuation
from frente.games.tscw.rules.ch13_results import Advance
from frente.games.tscw.state.position import EVACUATED, INTACT, MOVED, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    empty,
    hexn,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reasons,
    rules,
    run,
    start,
    unit,
    where,
)


def cost(p: Tscw, name: str, a: str, b: str, left: int = 99, first: bool = False) -> int:
    h = hexn(p, a)
    return toll(p, unit(p, name), h, p.board.nb[h].index(hexn(p, b)), left, first, False)


def between(p: Tscw, terrain: str, river: int, city: bool = False) -> tuple[str, str]:
    """Two adjacent hexes: the second of a terrain, a river (0 none, 1 minor, 2 major) between them."""
    b = p.board
    for h in range(b.size):
        for i, n in enumerate(b.nb[h]):
            if b.terrain[n] == terrain and b.river[h][i] == river and (b.town[n] == 2) == city:
                return b.names[h], b.names[n]
    raise AssertionError(f"no such pair: {terrain} {river}")


@pytest.mark.rule("12.1a")
def test_a_unit_moves_hex_by_hex() -> None:
    p = empty()
    put(p, "2712", "r-mod")
    moving(p, REP)
    play(p, "unit:r-mod")
    assert set(args(p, "hex")) <= {p.board.names[h] for h in p.board.nb[p.board.madrid]}
    assert reasons(p, "hex:2714") == [("12.1a", "not-adjacent")]
    play(p, "hex:2713", "stop")
    assert where(p, "r-mod") == "2713"


@pytest.mark.rule("12.1b")
def test_only_the_players_own_units_move_in_his_phase() -> None:
    p = empty()
    put(p, "2712", "r-mod")
    put(p, "1607", "n-crz")
    moving(p, NAT)
    assert asked(p) == [NAT]
    assert "unit:r-mod" not in offered(p)
    assert rules(p, "unit:r-mod") == ["12.1b"]


@pytest.mark.rule("12.2a")
def test_points_need_not_be_spent_and_are_not_saved() -> None:
    p = empty()
    put(p, "2212", "r-mod")
    moving(p, REP)
    play(p, "unit:r-mod", "hex:2213", "stop")
    p.turn += 1
    moving(p, REP)
    ends = reach(p, unit(p, "r-mod"), False)
    assert max(p.board.apart[h][hexn(p, "2213")] for h in ends) == 4


@pytest.mark.rule("12.2b")
def test_units_move_in_any_order_one_after_another_and_once() -> None:
    p = empty()
    put(p, "2712", "r-mod", "r-per")
    moving(p, REP)
    play(p, "unit:r-per", "hex:2713")
    assert "unit:r-mod" not in offered(p), "a move is finished before the next begins"
    play(p, "stop")
    assert "unit:r-per" not in offered(p)
    assert rules(p, "unit:r-per") == ["12.2b"]
    assert "unit:r-mod" in offered(p)
    play(p, "pass")
    assert question(p) == ""


@pytest.mark.rule("12.3")
def test_a_unit_may_always_move_one_hex_with_all_its_points() -> None:
    p = empty(turn=9)
    a, b = between(p, "mountain", 1)
    u = unit(p, "r-dc1")
    assert p.allowance(u) == 3
    assert cost(p, "r-dc1", a, b) == 4
    assert cost(p, "r-dc1", a, b, 3, True) == 3
    assert cost(p, "r-dc1", a, b, 3, False) < 0
    put(p, a, "r-dc1")
    foe = next(n for n in p.board.nb[hexn(p, b)] if p.board.apart[n][hexn(p, a)] == 1)
    put(p, p.board.names[foe], "n-gen244-1")
    assert cost(p, "r-dc1", a, b, 3, True) == LOCKED, "never from zone to zone"


@pytest.mark.rule("12.4")
def test_hexes_with_enemies_and_the_sea_are_closed() -> None:
    p = empty()
    put(p, "2711", "r-mod")
    put(p, "2811", "n-ser")
    moving(p, REP)
    play(p, "unit:r-mod")
    assert "hex:2811" not in offered(p)
    assert rules(p, "hex:2811") == ["12.4"]
    q = empty()
    put(q, "1208", "n-fa")
    moving(q, NAT)
    play(q, "unit:n-fa")
    assert "hex:1107" not in offered(q)
    assert reasons(q, "hex:1107") == [("12.1a", "not-adjacent")]


@pytest.mark.rule("12.5")
def test_units_that_start_together_may_move_together() -> None:
    p = empty()
    put(p, "2712", "r-mod", "r-per", "r-mng")
    put(p, "2713", "r-jur")
    moving(p, REP)
    play(p, "unit:r-mod")
    assert args(p, "join") == ["r-mng", "r-per"]
    assert rules(p, "join:r-jur") == ["12.5"]
    play(p, "join:r-per", "hex:2612", "stop")
    assert where(p, "r-mod") == where(p, "r-per") == "2612"
    assert where(p, "r-mng") == "2712"
    assert p.state[unit(p, "r-per")] & MOVED


@pytest.mark.rule("12.6")
def test_a_moving_stack_may_let_a_unit_split_off() -> None:
    p = empty()
    put(p, "2712", "r-mod", "r-per")
    moving(p, REP)
    play(p, "unit:r-mod", "join:r-per", "hex:2612", "split:r-per", "hex:2512", "stop")
    assert where(p, "r-per") == "2512"
    play(p, "hex:2613", "stop")
    assert where(p, "r-mod") == "2613"
    assert question(p) == "ChooseMove"
    assert "unit:r-per" not in offered(p)


@pytest.mark.rule("12.7", "12.5")
def test_a_stack_moves_with_its_slowest_unit() -> None:
    p = empty(turn=9)
    put(p, "2212", "r-dc1", "r-div11")
    moving(p, REP)
    play(p, "unit:r-div11", "join:r-dc1", "hex:2213", "hex:2214", "hex:2215")
    assert [w for w in offered(p) if w.startswith("hex")] == []
    play(p, "split:r-dc1", "stop")
    assert any(w.startswith("hex") for w in offered(p)), "left behind, it no longer slows the others"


@pytest.mark.rule("12.8", "12.12", "12.20")
def test_terrain_is_natural_or_manmade() -> None:
    b = start().board
    assert set(b.terrain) == {"clear", "rough", "mountain", "marsh"}
    assert {k for row in b.river for k in row} == {0, 1, 2}
    assert any(b.coast)
    assert set(b.town) == {0, 1, 2}
    assert any(b.rail)
    assert any(x >= 0 for x in b.line_of)
    assert any(b.border)


@pytest.mark.rule("12.9a")
def test_two_divisions_or_six_brigades_may_be_evacuated_once() -> None:
    p = empty(turn=15)
    put(p, "3420", "r-div31", "r-bde2", "r-bde3", "r-bde4", "r-bde5", "r-drt")
    put(p, "3419", "r-div43")
    run(p, Evacuation(REP))
    assert "r-drt" not in args(p, "unit")
    assert rules(p, "unit:r-drt") == ["12.9a"]
    play(p, "unit:r-div31", "unit:r-bde2", "unit:r-bde3", "unit:r-bde4")
    assert args(p, "unit") == []
    assert rules(p, "unit:r-bde5") == ["12.9a"]
    play(p, "done")
    assert p.france_used == 1
    run(p, Evacuation(REP))
    assert not p.choices(), "once a match"


@pytest.mark.rule("12.9b")
def test_evacuated_units_appear_at_3425_and_move_no_further() -> None:
    p = empty(turn=15)
    put(p, "3420", "r-div31")
    put(p, "3320", "r-div43")
    run(p, Evacuation(REP))
    assert args(p, "unit") == ["r-div31"]
    assert rules(p, "unit:r-div43") == ["12.9b"]
    play(p, "unit:r-div31")
    assert where(p, "r-div31") == "3425"
    moving(p, REP)
    assert rules(p, "unit:r-div31") == ["12.9b"]
    assert p.state[unit(p, "r-div31")] & EVACUATED


@pytest.mark.rule("12.9c")
def test_no_evacuation_with_3425_lost_through_andorra_or_for_the_nationalist() -> None:
    p = empty(turn=15)
    put(p, "3420", "r-div31")
    own(p, NAT, "3425")
    run(p, Evacuation(REP))
    assert not p.choices()
    q = empty(turn=15)
    put(q, "3515", "n-div61")
    put(q, "3420", "r-div31")
    run(q, Evacuation(REP))
    assert rules(q, "unit:n-div61") == ["12.9c"]
    assert not q.board.border[hexn(q, "3321")], "it touches only Andorra"


@pytest.mark.rule("12.10a", "12.10b", "12.10c")
@pytest.mark.parametrize(("here", "there", "limit", "names"), [
    ("3608", "3710", 4, ("r-a1", "r-a2", "r-a3")), ("3710", "3613", 2, ("r-s1", "r-s2", "r-s3")),
    ("3613", "3710", 2, ("r-b1", "r-b2", "r-b3"))])
def test_northern_units_keep_to_their_region(here: str, there: str, limit: int, names: tuple[str, ...]) -> None:
    p = empty(turn=9)
    own(p, REP, here)
    steps = 0
    for name in names:
        u = unit(p, name)
        put(p, here, name)
        if steps + p.steps[u] > limit:
            assert limited(p, [u], hexn(p, here), hexn(p, there))
            break
        assert not limited(p, [u], hexn(p, here), hexn(p, there))
        put(p, there, name)
        steps += p.steps[u]
    else:
        raise AssertionError("the limit was never met")
    assert not limited(p, [unit(p, names[0])], hexn(p, there), hexn(p, "3711")), "already abroad"
    assert not limited(p, [u], hexn(p, here), hexn(p, here))


@pytest.mark.rule("12.10a", "12.10b", "12.10c")
@pytest.mark.parametrize(("here", "there", "names", "rule"), [
    ("3609", "3610", ("r-a1", "r-a2", "r-a3"), "12.10a"), ("3612", "3613", ("r-s1", "r-s2", "r-s3"), "12.10b"),
    ("3613", "3612", ("r-b1", "r-b2"), "12.10c")])
def test_northern_units_stop_abroad_up_to_the_limit_and_no_further(
        here: str, there: str, names: tuple[str, ...], rule: str) -> None:
    p = empty(turn=9)
    put(p, here, *names)
    *first, last = names
    for name in first:
        moving(p, REP)
        play(p, f"unit:{name}", f"hex:{there}", "stop")
        assert where(p, name) == there
    moving(p, REP)
    play(p, f"unit:{last}", f"hex:{there}")
    assert "stop" not in offered(p), "it may pass through"
    assert rules(p, "stop") == [rule]
    play(p, f"hex:{here}", "stop")
    moving(p, REP)
    play(p, f"unit:{first[0]}", f"hex:{here}", "stop", f"unit:{last}", f"hex:{there}", "stop")
    assert where(p, last) == there, "one has come home, so another may go"


@pytest.mark.rule("12.10a", "12.10b", "12.10c", "12.10d")
def test_who_is_abroad_already_may_move_on_there_and_who_comes_from_off_the_map_may_not() -> None:
    p = empty(turn=9)
    put(p, "3710", "r-b2", "r-b3", "r-b1")
    assert not limited(p, [unit(p, "r-b1")], hexn(p, "3710"), hexn(p, "3612")), "over the limit, but abroad already"
    put(p, "2712", "r-b1")
    assert limited(p, [unit(p, "r-b1")], hexn(p, "2712"), hexn(p, "3710")), "from outside the North"
    assert limited(p, [unit(p, "r-b1")], -1, hexn(p, "3710")), "or from no hex at all"
    assert not limited(p, [unit(p, "r-b1")], -1, hexn(p, "3613")), "at home there is no limit"


@pytest.mark.rule("7.6c", "12.10c")
def test_basque_units_a_to_d_are_free_of_the_limit() -> None:
    p = empty(turn=10)
    put(p, "3710", "r-b1")
    put(p, "3613", "r-basque-a", "r-b2")
    assert limited(p, [unit(p, "r-b2")], hexn(p, "3613"), hexn(p, "3710"))
    assert not limited(p, [unit(p, "r-basque-a")], hexn(p, "3613"), hexn(p, "3710"))
    put(p, "3612", "r-basque-a")
    put(p, "3613", "r-b1")
    assert not limited(p, [unit(p, "r-b2")], hexn(p, "3613"), hexn(p, "3710")), "nor do they count for the others"


@pytest.mark.rule("12.10d", "12.23a")
def test_the_limit_ends_for_a_group_whose_region_is_lost() -> None:
    p = empty(turn=9)
    put(p, "3710", "r-b2", "r-b3", "r-s1")
    put(p, "3613", "r-b1")
    euskadi = p.board.home[2]
    assert limited(p, [unit(p, "r-b1")], hexn(p, "3613"), hexn(p, "3710"))
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.region[h] == euskadi])
    assert released(p, euskadi)
    assert not limited(p, [unit(p, "r-b1")], hexn(p, "3613"), hexn(p, "3710"))
    assert not limited(p, [unit(p, "r-b1")], hexn(p, "3613"), hexn(p, "3707")), "Asturias neither"
    put(p, "3612", "r-a1", "r-a2")
    assert sum(p.steps[unit(p, n)] for n in ("r-a1", "r-a2")) == 4
    put(p, "3609", "r-a3")
    assert limited(p, [unit(p, "r-a3")], hexn(p, "3609"), hexn(p, "3612")), "four Asturian steps are abroad"
    put(p, "3609", "r-s2", "r-s3")
    assert sum(p.steps[unit(p, n)] for n in ("r-s2", "r-s3")) == 2
    put(p, "3710", "r-s1")
    assert limited(p, [unit(p, "r-s1")], hexn(p, "3710"), hexn(p, "3609")), "two steps of Santander are"
    for home in (p.board.home[1], p.board.home[3]):
        assert not released(p, home)
    some = next(h for h in range(p.board.size) if p.board.region[h] == euskadi)
    own(p, REP, p.board.names[some])
    assert not released(p, euskadi), "one hex is enough to bind them"
    assert limited(p, [unit(p, "r-b1")], hexn(p, "3613"), hexn(p, "3710"))
    assert not limited(p, [unit(p, "r-bde2")], hexn(p, "3613"), hexn(p, "3710")), "no limit on others"


@pytest.mark.rule("12.11a")
def test_march_doubles_the_points_of_supplied_foot_away_from_the_enemy() -> None:
    p = empty(turn=9)
    put(p, "2212", "r-mod", "r-tk1")
    put(p, "2911", "n-gec")
    put(p, "2812", "r-grm")
    moving(p, REP)
    assert "march:r-mod" in offered(p)
    assert rules(p, "march:r-tk1") == ["12.11a"], "motorized"
    assert rules(p, "march:r-grm") == ["12.11a"], "next to the enemy"
    far = max(p.board.apart[h][hexn(p, "2212")] for h in reach(p, unit(p, "r-mod"), True))
    near = max(p.board.apart[h][hexn(p, "2212")] for h in reach(p, unit(p, "r-mod"), False))
    assert (near, far) == (4, 8)


@pytest.mark.rule("12.11b")
def test_a_marching_unit_goes_next_to_an_enemy_only_to_friends() -> None:
    p = empty(turn=3)
    put(p, "2911", "n-nvc")
    put(p, "2811", "r-mng")
    own(p, REP, "2811")
    put(p, "2711", "r-brc")
    put(p, "2712", "r-mod")
    moving(p, REP)
    play(p, "march:r-mod")
    assert "hex:2812" not in offered(p)
    assert rules(p, "hex:2812") == ["12.11b"]
    play(p, "hex:2711", "hex:2811", "stop")
    assert where(p, "r-mod") == "2811"


@pytest.mark.rule("12.13", "12.14", "12.15", "12.16")
@pytest.mark.parametrize(("terrain", "foot", "horse", "motor", "tank"), [
    ("clear", 1, 1, 1, 1), ("rough", 1, 1, 1, 2), ("mountain", 3, 3, 4, 4), ("marsh", 3, 2, 4, 4)])
def test_terrain_costs(terrain: str, foot: int, horse: int, motor: int, tank: int) -> None:
    p = empty(turn=9)
    a, b = between(p, terrain, 0)
    found = [cost(p, name, a, b) for name in ("r-mod", "r-cav1", "i-lt", "r-tk1")]
    assert found == [foot, horse, motor, tank]


@pytest.mark.rule("12.17")
def test_coastal_hexes_are_entered_normally() -> None:
    p = empty()
    put(p, "2417", "r-mod")
    moving(p, REP)
    ends = reach(p, unit(p, "r-mod"), False)
    assert hexn(p, "2318") in ends
    assert p.board.coast[hexn(p, "2318")]


@pytest.mark.rule("12.18", "12.26")
def test_rivers_cost_one_more_or_two_and_costs_add_up() -> None:
    p = empty(turn=9)
    a, b = between(p, "mountain", 1)
    assert cost(p, "r-mod", a, b) == 4
    assert cost(p, "r-tk1", a, b) == 6
    c, d = between(p, "clear", 1)
    assert (cost(p, "r-mod", c, d), cost(p, "i-lt", c, d)) == (2, 3)


@pytest.mark.rule("12.19a")
def test_major_rivers_cost_two_more_or_three() -> None:
    p = empty(turn=9)
    a, b = between(p, "clear", 2)
    assert (cost(p, "r-mod", a, b), cost(p, "i-lt", a, b)) == (3, 4)
    q = empty(turn=9, major_river_motorized="4")
    assert (cost(q, "r-mod", a, b), cost(q, "i-lt", a, b)) == (3, 5)


@pytest.mark.rule("12.19b")
def test_motorized_units_do_not_advance_across_a_major_river() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    a, b = between(p, "clear", 2)
    put(p, a, "i-lt", "n-div11")
    run(p, Advance(NAT, hexn(p, b), 2, [unit(p, "i-lt"), unit(p, "n-div11")], []))
    assert args(p, "unit") == ["n-div11"]
    c, d = between(p, "clear", 1)
    put(p, c, "i-lt")
    run(p, Advance(NAT, hexn(p, d), 2, [unit(p, "i-lt")], []))
    assert args(p, "unit") == ["i-lt"]


@pytest.mark.rule("12.21", "12.22")
def test_a_city_costs_one_point_a_town_only_its_terrain() -> None:
    p = empty(turn=9)
    b = p.board
    for h in range(b.size):
        for i, n in enumerate(b.nb[h]):
            if b.river[h][i]:
                continue
            if b.town[n] == 2:
                assert b.cost[3][h][i] == 1
            elif b.town[n] == 1 and b.terrain[n] == "rough":
                assert b.cost[3][h][i] == 2
    assert any(b.town[h] == 2 and b.terrain[h] == "rough" for h in range(b.size))


@pytest.mark.rule("12.23b")
def test_neutral_countries_cannot_be_entered() -> None:
    p = empty()
    put(p, "3425", "r-bay")
    moving(p, REP)
    play(p, "unit:r-bay")
    assert all(x in p.board.index for x in args(p, "hex"))
    assert len(p.board.nb[hexn(p, "3425")]) < 6
    assert "3424" not in p.board.index


@pytest.mark.rule("12.24")
def test_railways_do_not_matter_for_operational_movement() -> None:
    b = empty().board
    along = {b.cost[0][h][i] for h in range(b.size) for i, n in enumerate(b.nb[h])
             if n in b.rail[h] and b.terrain[n] == "clear" and not b.river[h][i]}
    beside = {b.cost[0][h][i] for h in range(b.size) for i, n in enumerate(b.nb[h])
              if n not in b.rail[h] and b.terrain[n] == "clear" and not b.river[h][i]}
    assert along == beside == {1}


@pytest.mark.rule("12.25")
def test_a_nationalist_pays_one_more_for_an_intact_fort() -> None:
    p = empty(turn=16)
    base = cost(p, "n-div11", "2618", "2518")
    rep = cost(p, "r-div41", "2618", "2518")
    p.fort[hexn(p, "2518")] = INTACT
    assert cost(p, "n-div11", "2618", "2518") == base + 1
    assert cost(p, "r-div41", "2618", "2518") == rep


@pytest.mark.rule("15.3", "12.2a")
def test_the_armoured_train_keeps_to_the_rails_and_reach_agrees_with_the_offers() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2712", "r-btb")
    moving(p, REP)
    play(p, "unit:r-btb")
    assert set(args(p, "hex")) == {p.board.names[h] for h in p.board.rail[p.board.madrid]}
    assert rules(p, "hex:2613") == ["15.3"]
    q = empty(turn=3)
    put(q, "2712", "r-mod")
    moving(q, REP)
    for way in GAME.reach(q, REP, unit(q, "r-mod")).values():
        r = q.clone()
        play(r, *way[1])
        assert "stop" in offered(r)
