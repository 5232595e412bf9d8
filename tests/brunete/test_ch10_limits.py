"""[10.1j-n, 10.3.6, 10.4] Results of combat: boundaries, refusals with their reasons, corners of the map."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch10_results import Aftermath
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import AWAY, FINAL, OFF_MAP, RECOVERABLE, RETREATED, UNSUPPLIED, Brunete
from tests.brunete.beaten import LETTERS, beaten
from tests.brunete.fight import TARGET, aftermath, aftermath_of, elsewhere, over
from tests.brunete.lay import asked, at, drill, hexes, offered, own, play, put, reasons, told, unit, units, where


def steps(p: Brunete, *names: str) -> list[int]:
    return [p.steps[unit(p, name)] for name in names]


# -- losses


@pytest.mark.rule("10.1j")
def test_losses_without_a_choice_fall_by_themselves_on_both_sides() -> None:
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "n-13-7", TARGET)
    aftermath_of(p, ["r-16-1"], ["n-13-7"], losses=(1, 1))
    assert steps(p, "r-16-1", "n-13-7") == [1, 1]
    assert over(p)


@pytest.mark.rule("10.1j", "10.1k")
def test_losses_beyond_the_steps_there_are_do_not_count() -> None:
    p = elsewhere(drill())
    put(p, "r-16-1", "2008", steps=1)
    put(p, "r-3-1", "2108", steps=1)
    put(p, "n-13-7", TARGET, steps=1)
    aftermath_of(p, ["r-16-1", "r-3-1"], ["n-13-7"], losses=(3, 2))
    assert asked(p) == [REP]
    play(p, "unit:r-16-1")
    assert steps(p, "r-16-1", "r-3-1", "n-13-7") == [0, 0, 0]
    assert [p.hex[unit(p, name)] for name in ("r-16-1", "r-3-1", "n-13-7")] == [RECOVERABLE] * 3
    assert over(p)


@pytest.mark.rule("10.1j", "10.1k", "10.1l", "10.1m")
def test_after_the_first_loss_the_bonus_asks_for_nothing_more() -> None:
    p = elsewhere(drill())
    for name, place in (("r-xv-1", "2008"), ("r-xv-2", "2008"), ("r-16-1", "2108"), ("r-16-2", "2108")):
        put(p, name, place)
    put(p, "r-3-1", "2109", steps=1)
    put(p, "n-13-7", TARGET)
    fighters = ["r-xv-1", "r-xv-2", "r-16-1", "r-16-2", "r-3-1"]
    aftermath_of(p, fighters, ["n-13-7"], losses=(3, 0), bonus=(True, False))
    assert units(offered(p)) == ["r-xv-1", "r-xv-2"]
    assert reasons(p, "unit:r-16-1") == [("10.1l", "elite-first")]
    assert reasons(p, "unit:r-3-1") == [("10.1l", "elite-first")]
    assert reasons(p, "unit:n-13-7") == [("10.1j", "not-in-this-combat")]
    play(p, "unit:r-xv-1")
    assert units(offered(p)) == ["r-16-1", "r-16-2", "r-xv-2"]
    assert reasons(p, "unit:r-xv-1") == [("10.1k", "spread-losses")]
    assert reasons(p, "unit:r-3-1") == [("10.1m", "full-units-first")]
    play(p, "unit:r-16-1", "unit:r-16-2")
    assert steps(p, *fighters) == [1, 2, 1, 1, 1]


@pytest.mark.rule("10.1j", "10.4.1k")
def test_a_unit_that_fell_or_only_stands_by_is_no_part_of_the_combat_any_more() -> None:
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    for name in ("n-13-7", "n-gar-1"):
        put(p, name, TARGET, steps=1)
    put(p, "n-150-1", TARGET, steps=1)
    put(p, "n-13-9", TARGET, state=RETREATED)
    aftermath_of(p, ["r-16-1"], ["n-13-7", "n-gar-1", "n-150-1"], losses=(0, 2), bystanders=("n-13-9",))
    assert asked(p) == [NAT]
    assert reasons(p, "unit:n-13-9") == [("10.4.1k", "not-in-this-combat")]
    play(p, "unit:n-13-7")
    assert reasons(p, "unit:n-13-7") == [("10.1j", "not-in-this-combat")]
    assert units(offered(p)) == ["n-150-1", "n-gar-1"]


@pytest.mark.rule("10.3.6c", "10.3.6d")
@pytest.mark.parametrize(("mark", "place", "due"), [("*", RECOVERABLE, None), ("^", AWAY, 5), ("", None, None)])
def test_only_a_mark_touches_the_attacking_tank_in_whatever_order_it_was_named(
        mark: str, place: int | None, due: int | None) -> None:
    p = elsewhere(drill(turn=2))
    put(p, "r-16-1", "2008")
    put(p, "r-tk5-1", "2008")
    put(p, "n-13-7", TARGET)
    put(p, "n-tank-1", TARGET)
    aftermath_of(p, ["r-tk5-1", "r-16-1"], ["n-13-7", "n-tank-1"], mark=mark)
    u = unit(p, "r-tk5-1")
    assert p.hex[u] == (at(p, "2008") if place is None else place)
    if due is not None:
        assert p.due[u] == due
    assert where(p, "n-tank-1") == TARGET                    # never the defender's
    assert steps(p, "r-16-1") == [2]


# -- stubborn defence, who goes first


@pytest.mark.rule("10.4.1a", "10.4.1h")
def test_two_defenders_are_taken_back_by_their_owner_in_his_order_each_by_its_own_way() -> None:
    p = beaten("n-13-7", "n-13-9")
    assert asked(p) == [NAT]
    assert units(offered(p)) == ["n-13-7", "n-13-9"]
    assert reasons(p, "unit:n-13-13") == [("10.4.1a", "does-not-retreat")]
    assert reasons(p, "hex:2010") == [("10.4.1h", "choose-unit-first")]
    assert reasons(p, "exit") == [("10.4.1h", "choose-unit-first")]
    play(p, "unit:n-13-9")
    assert reasons(p, "unit:n-13-7") == [("10.4.1h", "finish-move-first")]
    assert reasons(p, "hex:2012") == [("10.4.1h", "not-adjacent")]
    play(p, "hex:2010")
    assert hexes(offered(p)) == ["1909", "2010", "2109"]
    play(p, "hex:1909")
    assert (where(p, "n-13-9"), where(p, "n-13-7")) == ("2010", "1909")


@pytest.mark.rule("10.4.1d", "10.4.1h")
def test_a_black_r_goes_two_hexes_each_further_away() -> None:
    p = beaten("n-13-7", retreat=2)
    play(p, "hex:2010")
    assert hexes(offered(p)) == ["1910", "2011", "2110"]
    assert reasons(p, "hex:2109") == [("10.4.1h", "not-away")]               # still beside the combat hex
    assert reasons(p, "hex:2009") == [("10.4.1h", "not-away")]
    assert reasons(p, "hex:2013") == [("10.4.1h", "not-adjacent")]
    play(p, "hex:2011")
    assert where(p, "n-13-7") == "2011"


@pytest.mark.rule("10.4.1o", "tet.rivertank")
def test_a_retreating_tank_is_told_of_the_river_and_infantry_is_not() -> None:
    p = beaten("n-tank-1", rivers=["2009/2010"])
    assert hexes(offered(p)) == ["1909", "2109"]
    assert reasons(p, "hex:2010") == [("tet.rivertank", "tank-needs-bridge")]
    assert reasons(p, "hex:2008") == [("10.4.1o", "enemy-there")]
    assert reasons(p, "hex:2108") == [("10.4.1e", "avoid-zones")]            # a dry side is no matter of rivers
    q = beaten("n-13-7", rivers=["2009/2108", "2009/2010"])
    assert "hex:2010" in offered(q)
    assert reasons(q, "hex:2108") == [("10.4.1e", "avoid-zones")]


@pytest.mark.rule("10.4.1e", "10.4.1h")
def test_a_way_is_refused_for_its_zones_or_for_its_direction_by_the_right_rule() -> None:
    """The attacker's zone holds 2108 and 1908; with L alone as source only the west is homeward."""
    p = beaten("n-13-7", sources=("0606",))
    assert hexes(offered(p)) == ["1909"]
    assert reasons(p, "hex:1908") == [("10.4.1e", "avoid-zones")]
    assert reasons(p, "hex:2109") == [("10.4.1h", "not-towards-supply")]
    q = beaten("n-13-7", sources=("0606",), retreat=2, foes=("1707",))       # now 1908, 1808 and 1907 are worse
    assert reasons(q, "hex:1908") == [("10.4.1e", "avoid-zones")]
    play(q, "hex:1909")
    assert "hex:1809" in offered(q)


@pytest.mark.rule("10.4.1i")
def test_a_way_that_ends_in_full_hexes_has_no_room() -> None:
    full = {"n-150-1": "2010", "n-150-2": "2010", "n-150-3": "2011", "n-150-4": "2011", "n-150-5": "1910",
            "n-150-6": "1910", "n-11-2": "2110", "n-11-3": "2110"}
    p = beaten("n-13-7", friends=full)
    assert hexes(offered(p)) == ["1909", "2109"]
    assert reasons(p, "hex:2010") == [("10.4.1i", "no-room-no-way-on")]


@pytest.mark.rule("10.4.1m", "10.4.1l", "10.4.1h")
def test_who_bore_the_attack_goes_before_who_stood_by() -> None:
    p = beaten("n-13-7", "n-150-1", bystanders=("n-13-9",))
    assert steps(p, "n-13-7", "n-150-1", "n-13-9") == [2, 2, 1]
    assert units(offered(p)) == ["n-13-7", "n-150-1"]
    assert reasons(p, "unit:n-13-9") == [("10.4.1m", "finish-move-first")]


@pytest.mark.rule("10.4.1e", "10.4.1f")
def test_a_friend_in_the_very_first_hex_of_the_map_negates_the_zone_there() -> None:
    p = elsewhere(drill())
    for name, place in (("r-16-1", "0702"), ("r-3-1", "0602"), ("r-68-1", "0801"), ("r-xv-1", "0802")):
        put(p, name, place)
    put(p, "n-13-7", "0701", steps=1)
    put(p, "n-150-1", "0601")
    aftermath_of(p, ["r-16-1"], ["n-13-7"], retreat=1, target="0701")
    assert offered(p) == ["hex:0601"]
    play(p, "hex:0601")
    assert (where(p, "n-13-7"), steps(p, "n-13-7")) == ("0601", [1])


@pytest.mark.rule("10.4.1f", "10.4.1g")
@pytest.mark.parametrize(("name", "rule", "left"), [("n-13-7", "10.4.1f", [1, 0]), ("n-13-2", "10.4.1g", [2, 1])])
def test_enemy_zones_cost_steps_by_the_rule_of_the_quality(name: str, rule: str, left: list[int]) -> None:
    """All neighbours in a zone; one hex, then two of them."""
    p = beaten(name, foes=("2210", "1910"))
    events = told(p)
    play(p, "hex:2010")
    assert p.steps[unit(p, name)] == left[0]
    q = beaten(name, foes=("2210", "1910", "1708", "2308"), retreat=2)
    more = told(q)
    for _ in range(2):
        play(q, f"hex:{hexes(offered(q))[0]}")
    assert q.steps[unit(q, name)] == left[1]
    assert {e.rule for e in [*events, *more] if e.key in ("lost-step", "eliminated")} == {rule}


@pytest.mark.rule("10.4.1f", "10.4.2d", "10.4.1h")
def test_a_unit_lost_on_its_way_has_not_escaped() -> None:
    p = beaten("n-13-7", foes=("2210", "1910"), steps=1)
    play(p, "hex:2010")
    assert p.hex[unit(p, "n-13-7")] == RECOVERABLE
    assert (aftermath(p).escaped, aftermath(p).advance) == (False, 3)
    q = beaten("n-13-7", foes=("2210", "1910"))
    play(q, "hex:2010")
    assert q.state[unit(q, "n-13-7")] & RETREATED
    assert (aftermath(q).escaped, aftermath(q).advance) == (True, 1)


# -- edges


def cornered(target: str, *defenders: str, foes: tuple[str, ...], retreat: int = 1, left: int = 0,
             friends: tuple[tuple[str, str], ...] = (), sources: tuple[str, ...] = LETTERS) -> Brunete:
    """Defenders of an edge hex; the first foe attacks."""
    p = elsewhere(drill())
    rep = ("r-16-1", "r-3-1", "r-68-1", "r-xv-1", "r-xv-2", "r-xv-3", "r-xiii-1", "r-xiii-2")
    for name, place in zip(rep, foes):
        put(p, name, place)
    for name in defenders:
        put(p, name, target, steps=left)
    for name, place in friends:
        put(p, name, place)
    own(p, REP, *[h for h in LETTERS if h not in sources])
    return aftermath_of(p, ["r-16-1"], list(defenders), retreat=retreat, target=target)


@pytest.mark.rule("10.4.1q", "10.4.1r")
def test_leaving_the_map_is_open_by_the_own_edge_alone_and_only_when_forced() -> None:
    south = cornered("2018", "n-13-7", foes=("2017",))
    assert reasons(south, "exit") == [("R69", "edge-not-open")]              # the own edge, but he is not forced
    inland = cornered("2010", "n-13-7", foes=("2009",))
    assert reasons(inland, "exit") == [("R69", "edge-not-open")]
    north = cornered("2001", "n-13-7", foes=("2002",))
    assert reasons(north, "exit") == [("10.4.1q", "edge-not-open")]
    corner = cornered("3401", "n-13-7", foes=("3303",), friends=(("n-150-1", "3402"),))
    assert reasons(corner, "exit") == [("R69", "edge-not-open")]             # both edges: not a foreign one


@pytest.mark.rule("10.4.1r")
def test_units_that_leave_go_one_after_the_other_and_one_lost_on_the_way_does_not_come_back() -> None:
    ring = ("2017", "2117", "1917", "1916", "2116")
    p = cornered("2018", "n-13-7", "n-13-9", foes=ring)
    play(p, "unit:n-13-7")
    assert "exit" in offered(p)
    play(p, "exit")
    assert p.hex[unit(p, "n-13-7")] == OFF_MAP
    assert p.exit[unit(p, "n-13-7")] == at(p, "2018")
    assert "exit" in offered(p)                              # now the other
    play(p, "exit")
    assert p.hex[unit(p, "n-13-9")] == OFF_MAP
    assert aftermath(p).escaped


@pytest.mark.rule("10.4.1i", "10.4.1r")
def test_the_hex_further_may_lie_off_the_map_but_no_hex_beyond_that() -> None:
    """One way back, 2017, full; what lies behind it is full too, and on the edge."""
    foes = ("2015", "2115", "2116", "1915", "1916")
    friends = (("n-150-1", "2017"), ("n-150-2", "2017"), ("n-150-3", "2018"), ("n-150-4", "2018"), ("n-150-5", "2117"),
               ("n-150-6", "2117"), ("n-11-2", "1917"), ("n-11-3", "1917"))
    p = cornered("2016", "n-13-7", foes=foes, friends=friends)
    assert p.hex[unit(p, "n-13-7")] == RECOVERABLE           # R68: no room in the additional hex
    q = cornered("2017", "n-13-7", foes=("2016", "2116", "1916", "1917", "2117", "2118", "1918"),
                 friends=(("n-150-1", "2018"), ("n-150-2", "2018")))
    play(q, "hex:2018")
    assert "exit" in offered(q)                              # there the additional hex is the world outside


@pytest.mark.rule("10.4.1q", "10.4.1r", "10.4.1h")
def test_an_edge_hex_with_room_is_an_end_and_no_way_out() -> None:
    """Forced through zones, with L alone as source: 2018 is not homeward, and the retreat would end there."""
    p = cornered("2017", "n-13-7", foes=("2016", "2118", "1817"), sources=("0606",))
    assert offered(p) == ["hex:1916"]
    assert reasons(p, "hex:2018") == [("10.4.1h", "not-towards-supply")]


# -- advance


def emptied(*attackers: tuple[str, str], target: str = TARGET, retreat: int = 0, **more: str) -> Brunete:
    p = elsewhere(drill())
    for name, place in attackers:
        put(p, name, place)
    for name, place in more.items():
        put(p, name.replace("_", "-"), place)
    return aftermath_of(p, [name for name, _ in attackers], [], target=target, retreat=retreat)


@pytest.mark.rule("10.4.2a", "10.4.2g")
def test_every_refusal_of_the_advance_names_its_reason() -> None:
    p = emptied(("r-16-1", "2008"), ("r-3-1", "2108"), r_68_1="2008", n_13_7="2309")
    assert units(offered(p)) == ["r-16-1", "r-3-1"]
    assert reasons(p, "unit:r-68-1") == [("10.4.2a", "did-not-attack")]
    assert reasons(p, "hex:2009") == [("10.4.2a", "choose-unit-first")]
    assert reasons(p, "stop") == [("10.4.2a", "choose-unit-first")]
    play(p, "unit:r-16-1")
    assert reasons(p, "stop") == [("10.4.2g", "not-there-yet")]
    assert reasons(p, "unit:r-3-1") == [("10.4.2a", "finish-move-first")]
    assert reasons(p, "pass") == [("10.4.2a", "finish-move-first")]
    assert reasons(p, "hex:2007") == [("10.4.2g", "vacated-hex-first")]
    play(p, "hex:2009")
    assert reasons(p, "hex:2012") == [("10.4.2a", "not-adjacent")]
    play(p, "hex:2010", "stop")
    assert reasons(p, "unit:r-16-1") == [("10.4.2a", "already-advanced")]
    play(p, "unit:r-3-1", "hex:2009", "hex:2109")
    assert reasons(p, "hex:2209") == [("10.4.2e", "no-advance-into-zone")]
    assert "hex:2110" in offered(p)


@pytest.mark.rule("10.4.2a", "10.4.2g", "1.1i")
def test_room_and_enemies_bar_the_advance_by_their_own_rules() -> None:
    p = emptied(("r-16-1", "2008"), ("r-3-1", "2108"), r_68_1="2010", r_68_2="2010")
    play(p, "unit:r-16-1", "hex:2009")
    assert "hex:2010" in offered(p)                          # full, but a way on is left
    play(p, "hex:2010")
    assert reasons(p, "stop") == [("1.1i", "no-room-to-halt")]
    play(p, "hex:2011")
    q = emptied(("r-16-1", "2008"), n_13_7="2010")
    q.mark(unit(q, "n-13-7"), UNSUPPLIED)                    # no zone, but it stands there
    play(q, "unit:r-16-1", "hex:2009")
    assert reasons(q, "hex:2010") == [("R72", "enemy-there")]
    r = emptied(("r-16-1", "2008"), retreat=0, r_68_1="2010", r_68_2="2010")
    play(r, "unit:r-16-1", "hex:2009", "hex:1909")
    assert reasons(r, "hex:2010") == [("1.1i", "no-room-no-way-on")]         # the third hex, and no room in it


@pytest.mark.rule("10.4.2a", "10.4.2b")
def test_a_hex_somebody_still_holds_is_not_advanced_into() -> None:
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "n-13-7", TARGET)
    aftermath_of(p, ["r-16-1"], ["n-13-7"])
    assert over(p)
    assert where(p, "r-16-1") == "2008"


@pytest.mark.rule("10.4.2a")
def test_an_attacker_that_fell_does_not_advance() -> None:
    """In the far corner of the map: a casualty has no hex, not one of the last."""
    p = elsewhere(drill())
    put(p, "r-16-1", "3314")
    put(p, "r-3-1", "3314")
    p.eliminate(unit(p, "r-3-1"))
    aftermath_of(p, ["r-16-1", "r-3-1"], [], target="3415")
    assert units(offered(p)) == ["r-16-1"]
    assert reasons(p, "unit:r-3-1") == [("10.4.2a", "did-not-attack")]


@pytest.mark.rule("9.6", "10.4.2a")
def test_an_advance_that_ends_near_the_towns_wakes_them_and_the_next_unit_starts_afresh() -> None:
    p = emptied(("r-16-1", "2903"), ("r-3-1", "2903"), target="2902", n_11_1="3302")
    play(p, "unit:r-16-1", "hex:2902", "stop")
    assert p.released
    play(p, "unit:r-3-1")
    assert offered(p) == ["hex:2902"]                        # the vacated hex first, for each of them


@pytest.mark.rule("10.4.2b", "10.4.2c", "10.4.2d")
def test_how_far_an_advance_goes() -> None:
    lengths: dict[tuple[int, bool], int] = {}
    for retreat, escaped in ((1, True), (2, True), (1, False), (0, False)):
        f = Aftermath(REP, 0, [], [], [], [False, False], [0, 0], "", retreat, escaped=escaped)
        f.at = [type(s).__name__ for s in f.steps()].index("BeginAdvance")
        p = drill()
        p.stack = [f]
        p.settle()
        lengths[retreat, escaped] = f.advance
    assert lengths == {(1, True): 1, (2, True): 2, (1, False): 3, (0, False): 3}


@pytest.mark.rule("10.1n", "10.4.1p")
def test_a_garrison_that_must_retreat_is_lost_for_good() -> None:
    p = beaten("n-gar-1", "n-13-7")
    assert p.hex[unit(p, "n-gar-1")] == FINAL
    assert hexes(offered(p)) == ["1909", "2010", "2109"]     # the battalion goes back alone
