"""[14] Strategic movement."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch13_odds import defence_parts, worth
from frente.games.tscw.rules.ch14_strategic import BY_SEA, LANDING, refusal_of
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import (
    LANDED,
    TRAVELLED,
)
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    battle,
    empty,
    fighting,
    flag,
    hexn,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    rules,
    run,
    travelling,
    unit,
    where,
)

# -- 14


@pytest.mark.rule("14.1")
def test_strategic_movement_is_by_rail_and_by_sea() -> None:
    p = empty(turn=8)
    put(p, "2318", "r-div40")
    travelling(p, REP)
    assert {w.split(":")[0] for w in offered(p)} == {"rail", "sea", "land", "pass"}


@pytest.mark.rule("14.2a")
def test_rail_takes_a_unit_any_distance_over_friendly_railway_hexes() -> None:
    p = empty(turn=8)
    put(p, "2712", "r-div12")
    put(p, "2613", "r-div13")
    travelling(p, REP)
    assert rules(p, "rail:r-div13") == ["14.2a"]
    play(p, "rail:r-div12")
    goals = set(args(p, "hex"))
    assert {"2318", "3023", "1717"} <= goals
    assert "2613" not in goals
    assert "3117" not in goals
    assert rules(p, "hex:3117") == ["14.2a"]
    own(p, NAT, *[p.board.names[h] for h in p.board.rail[p.board.madrid]])
    travelling(p, REP)
    assert "rail:r-div12" not in offered(p)


@pytest.mark.rule("14.2b")
def test_rail_does_not_pass_an_enemy_unless_a_friend_is_there_but_may_end_next_to_him() -> None:
    def ends(*friends: tuple[str, str]) -> list[str]:
        p = empty(turn=8, strict_oos_moves=False)
        own_all(p, NAT)
        own(p, REP, "3117", "3118", "3119", "3120", "3121", "3122", "3023")
        put(p, "3117", "r-div12")
        put(p, "3219", "n-div51")
        assert [x for x in ("3117", "3118", "3119", "3120") if p.near[NAT][hexn(p, x)]] == ["3118", "3119"]
        for place, name in friends:
            put(p, place, name)
        travelling(p, REP)
        play(p, "rail:r-div12")
        return args(p, "hex")
    assert ends() == ["3118"], "it ends next to the enemy and goes no further"
    assert ends(("3118", "r-bde2")) == ["3118", "3119"]
    assert "3023" in ends(("3118", "r-bde2"), ("3119", "r-bde3"))


@pytest.mark.rule("14.2c")
def test_after_rail_a_unit_may_still_move_and_fight() -> None:
    p = empty(turn=8)
    put(p, "2318", "r-div40")
    travelling(p, REP)
    play(p, "rail:r-div40", "hex:2712", "pass")
    assert p.state[unit(p, "r-div40")] & TRAVELLED
    moving(p, REP)
    assert {"unit:r-div40", "march:r-div40"} <= set(offered(p))


@pytest.mark.rule("14.3", "14.8")
def test_the_rail_limit_counts_units_whatever_their_size() -> None:
    p = empty(turn=8)
    names = ("r-div11", "r-div12", "r-bde2", "r-bde3", "r-bde4", "r-bde5", "r-bde6")
    put(p, "2712", *names)
    travelling(p, REP)
    for n in range(6):
        play(p, f"rail:{names[n]}", "hex:2713")
    assert not any(w.startswith("rail") for w in offered(p))
    assert "14.3" in rules(p, f"rail:{names[-1]}")
    assert rules(p, f"rail:{names[0]}") == ["R155"]


@pytest.mark.rule("14.4a")
def test_three_seas_and_their_coasts() -> None:
    b = empty().board
    coast = {name: b.coast[b.index[name]] for name in ("3201", "3615", "1604", "1207", "1208", "3425", "1107")}
    assert coast == {"3201": 1, "3615": 1, "1604": 2, "1207": 2, "1208": 3, "3425": 3, "1107": 3}


@pytest.mark.rule("14.4b")
def test_sea_movement_goes_from_port_to_friendly_port_and_leaves_the_unit_free_to_act() -> None:
    p = empty(turn=8)
    put(p, "2318", "r-div40")
    put(p, "2712", "r-div12")
    travelling(p, REP)
    assert rules(p, "sea:r-div12") == ["14.5"]
    play(p, "sea:r-div40")
    assert {"3023", "1717", "2018"} <= set(args(p, "hex"))
    assert rules(p, "hex:2712") == ["14.5"]
    own(p, NAT, "3023")
    p.reask()
    assert rules(p, "hex:3023") == ["R125"], "that would be a landing"
    play(p, "hex:1717")
    moving(p, REP)
    assert "unit:r-div40" in offered(p)


@pytest.mark.rule("14.5")
def test_republican_ships_sail_the_mediterranean_only() -> None:
    p = empty(turn=5)
    put(p, "3710", "r-s1")
    put(p, "2318", "r-exe", "r-tb", "r-crt")
    travelling(p, REP)
    assert rules(p, "sea:r-s1") == ["14.5"]
    play(p, "sea:r-exe")
    assert all(p.board.port[hexn(p, x)] == 3 for x in args(p, "hex"))
    play(p, "hex:3023", "sea:r-tb", "hex:3023")
    assert p.sea[REP] == 2
    assert "sea:r-crt" not in offered(p)


@pytest.mark.rule("14.6")
def test_nationalist_ships_sail_all_seas() -> None:
    p = empty(turn=8)
    put(p, "1305", "n-div105")
    travelling(p, NAT)
    play(p, "sea:n-div105")
    seas = {p.board.port[hexn(p, x)] for x in args(p, "hex")}
    assert seas == {1, 2, 3}
    play(p, "hex:3702", "pass")
    put(p, "1305", "n-div150", "n-div84")
    travelling(p, NAT)
    play(p, "sea:n-div150", "hex:1208")
    assert "14.6" in rules(p, "sea:n-div84")


@pytest.mark.rule("14.7a")
def test_a_landing_takes_the_whole_sea_capacity() -> None:
    p = empty(turn=8)
    put(p, "1305", "n-div105", "n-div150")
    travelling(p, NAT)
    play(p, "sea:n-div150", "hex:1208")
    assert "land:n-div105" not in offered(p)
    assert rules(p, "land:n-div105") == ["14.7a"]
    q = empty(turn=8)
    put(q, "1305", "n-div105", "n-div150")
    put(q, "1414", "r-div23")
    travelling(q, NAT)
    play(q, "land:n-div105")
    assert "hex:1414" not in offered(q), "enemy units hold it"
    assert rules(q, "hex:1414") == ["14.7a"]
    play(q, "hex:1415")
    assert where(q, "n-div105") == "1415"
    assert q.control[hexn(q, "1415")] == NAT
    assert not any(w.startswith(("sea", "land")) for w in offered(q))


@pytest.mark.rule("14.7b")
def test_where_each_side_may_land() -> None:
    p = empty(turn=8)
    put(p, "1305", "n-div105")
    travelling(p, NAT)
    play(p, "land:n-div105")
    seas = {p.board.coast[hexn(p, x)] for x in args(p, "hex")}
    assert seas == {1, 3}
    assert rules(p, "hex:1605") == ["14.7b"]
    q = empty(turn=8)
    put(q, "2318", "r-div40")
    travelling(q, REP)
    play(q, "land:r-div40")
    assert {q.board.coast[hexn(q, x)] for x in args(q, "hex")} == {3}


@pytest.mark.rule("14.7c")
def test_a_landed_unit_neither_moves_nor_attacks_and_defends_with_half() -> None:
    p = empty(turn=8)
    put(p, "1415", "n-div21")
    put(p, "1414", "r-div23")
    put(p, "1514", "n-gen244-1")
    flag(p, LANDED, "n-div21")
    moving(p, NAT)
    assert rules(p, "unit:n-div21") == ["14.7c"]
    fighting(p, NAT)
    play(p, "attack:1414")
    assert rules(p, "unit:n-div21") == ["14.7c"]
    assert worth(defence_parts(p, battle(p, REP, "1415", "r-div23"))) == 2, "half of 5, rounded down"
    p.steps[unit(p, "n-div21")] = 1
    assert worth(defence_parts(p, battle(p, REP, "1415", "r-div23"))) == 1, "half of 3"
    run(p, Turn())
    assert not p.state[unit(p, "n-div21")] & LANDED
    q = empty(turn=8)
    put(q, "1415", "r-bde112")
    put(q, "1414", "n-div21")
    flag(q, LANDED, "r-bde112")
    assert worth(defence_parts(q, battle(q, NAT, "1415", "n-div21"))) == 1


@pytest.mark.rule("14.8")
def test_a_headquarters_counts_twice_by_rail_and_does_not_go_by_sea() -> None:
    p = empty(turn=8)
    put(p, "2318", "r-hq-lev")
    travelling(p, REP)
    assert rules(p, "sea:r-hq-lev") == ["14.8"]
    play(p, "rail:r-hq-lev", "hex:2712")
    assert p.rail[REP] == 2
    q = empty(turn=8)
    put(q, "2318", "r-hq-lev")
    q.rail[REP] = q.board.rail_limit[8][REP] - 1
    travelling(q, REP)
    assert rules(q, "rail:r-hq-lev") == ["14.3"]


@pytest.mark.rule("14.2a")
def test_rail_may_end_in_enemy_hexes_only_if_agreed_and_options_of_the_sea_hold() -> None:
    for option in (True, False):
        p = empty(turn=8, rail_end_enemy=option)
        put(p, "2810", "n-div71")
        travelling(p, NAT)
        play(p, "rail:n-div71")
        assert ("2710" in args(p, "hex")) == option
    q = empty(turn=8)
    put(q, "1511", "n-div32")
    assert refusal_of(q, NAT, unit(q, "n-div32"), BY_SEA)[0] == "14.4b"
    assert refusal_of(q, NAT, unit(q, "n-div32"), LANDING)[0] == "14.4b"
