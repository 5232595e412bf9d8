"""[3, 6, 13.16, 13.19] What is said when a unit may not enter, be restored or be broken down; what is asked once."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch06_administration import settle_in
from frente.games.tscw.rules.ch10_supply import net_of, passable
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    DEAD,
    INCOMPLETE,
    INTACT,
    NEW,
    NO_FORT,
    POOL,
    Tscw,
)
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    before,
    box,
    dice,
    empty,
    hexn,
    kill,
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
    wait,
    where,
)


def spending(p: Tscw, side: int, *rp: int) -> Tscw:
    p.rp = list(rp)
    return administration(p, side, "SpendPoints")


@pytest.mark.rule("6.2a", "6.2b", "6.2e")
def test_what_is_said_of_a_wrong_entry() -> None:
    p = empty(turn=9)
    own(p, NAT, "2712")
    wait(p, "r-div11")
    administration(p, REP)
    assert len(args(p, "hex")) > 1
    assert "2712" not in args(p, "hex")
    assert rules(p, "hex:2712") == ["6.2b"], "lost, so it enters near by"
    assert rules(p, "hex:3023") == ["6.2b"]
    assert reasons(p, "pass") == [("6.2a", "must-enter")], "it must enter"
    assert rules(p, "unit:r-div11") == ["6.2b"]
    assert rules(p, "hex:" + args(p, "hex")[0]) == []
    q = empty(turn=9)
    wait(q, "r-a1")
    q.board.entry[unit(q, "r-a1")], kept = -1, q.board.entry[unit(q, "r-a1")]
    try:
        administration(q, REP)
        assert rules(q, "hex:2712") == ["6.2e"], "a northern unit enters in the North"
    finally:
        q.board.entry[unit(q, "r-a1")] = kept


@pytest.mark.rule("6.2d", "6.2a", "6.3")
def test_a_place_left_by_a_unit_withdrawn_serves_once_and_towns_are_not_used_up() -> None:
    p = empty(turn=9)
    b = p.board
    plain = next(h for h in range(b.size) if not b.town[h] and p.control[h] == REP)
    town, u = hexn(p, "2712"), next(u for u in b.ground[REP] if b.entry[u] < 0)
    named = unit(p, "r-div11")
    for h, who, left in ((plain, u, []), (plain, named, [plain]), (town, u, [town])):
        f = Administration(REP)
        f.freed = [h]
        settle_in(p, f, who, h)
        assert f.freed == left
        assert p.hex[who] == h
        assert p.state[who] & NEW


@pytest.mark.rule("6.6b", "6.4b", "7.15b")
def test_where_a_rebuilt_unit_may_not_enter() -> None:
    p = empty(turn=9)
    own(p, NAT, "2712")
    kill(p, "r-div11", "r-div12")
    spending(p, REP, 1, 0, 0, 0)
    play(p, "rebuild:r-div11")
    assert question(p) == "PlaceRebuilt"
    assert reasons(p, "hex:2712") == [("6.6b", "not-an-entry-hex")]
    goal = args(p, "hex")[0]
    assert rules(p, "hex:" + goal) == []
    play(p, "hex:" + goal)
    assert (where(p, "r-div11"), p.steps[unit(p, "r-div11")], p.rp[0]) == (goal, 1, 0)


@pytest.mark.rule("6.6b", "6.4b", "6.6c")
def test_northern_units_keep_their_nationality_when_rebuilt_and_generic_ones_become_northern() -> None:
    p = empty(turn=9)
    kill(p, "r-b1")
    spending(p, REP, 0, 1, 0, 0)
    folk = p.folk[unit(p, "r-b1")]
    play(p, "rebuild:r-b1")
    if question(p) == "PlaceRebuilt":
        play(p, "hex:" + args(p, "hex")[0])
    assert (p.hex[unit(p, "r-b1")] >= 0, p.folk[unit(p, "r-b1")]) == (True, folk)
    assert folk == 2, "Basque"
    q = empty(turn=9)
    kill(q, "r-gen124-1")
    spending(q, REP, 0, 1, 0, 0)
    play(q, "rebuild-north:r-gen124-1")
    if question(q) == "PlaceRebuilt":
        play(q, "hex:" + args(q, "hex")[0])
    assert q.folk[unit(q, "r-gen124-1")] == 4, "northern"
    r = empty(turn=9)
    kill(r, "r-gen124-1")
    spending(r, REP, 1, 0, 0, 0)
    play(r, "rebuild:r-gen124-1")
    if question(r) == "PlaceRebuilt":
        play(r, "hex:" + args(r, "hex")[0])
    assert r.folk[unit(r, "r-gen124-1")] == 0, "raised with a Republican point"


@pytest.mark.rule("6.4c", "6.2c", "6.6a", "6.6b", "6.5")
def test_every_reason_for_which_a_point_is_not_spent() -> None:
    p = empty(turn=9)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.apart[h][hexn(p, "2712")] <= 2])
    put(p, "3023", "r-div11", steps=1)
    put(p, "3023", "r-div13")
    put(p, "3022", "r-hq-est")
    kill(p, "r-div12", "n-div11")
    spending(p, REP, 0, 1, 0, 0)
    assert rules(p, "replenish:r-div11") == ["6.4c"], "no point of its kind, wherever it would enter anew"
    assert rules(p, "replenish:r-div13") == ["6.6a"], "not reduced"
    assert rules(p, "replenish:r-hq-est") == ["6.6a"]
    assert rules(p, "replenish:r-div12") == ["6.6a"], "not on the map"
    assert rules(p, "rebuild:r-div11") == ["6.6b"], "not in the deadpile"
    assert rules(p, "rebuild:n-div11") == rules(p, "replenish:n-div11") == ["6.4c"], "not his"
    q = empty(turn=9)
    own_all(q, NAT)
    own(q, REP, "3118")
    put(q, "3118", "r-div11", steps=1)
    spending(q, REP, 1, 0, 0, 0)
    assert rules(q, "replenish:r-div11") == ["6.6a"], "no supply"
    q.state[unit(q, "r-div11")] |= NEW
    q.reask()
    assert rules(q, "replenish:r-div11") == [], "just entered"
    kill(q, "r-div12")
    q.reask()
    assert rules(q, "rebuild:r-div12") == ["6.2c"], "nowhere to enter"


@pytest.mark.rule("6.14a", "6.14b", "6.14.2")
def test_brigades_without_supply_are_not_put_together() -> None:
    def parted(cut: bool) -> list[str]:
        p = empty(turn=9, allow_recombination=True)
        put(p, "2811", "n-div12")
        for u in p.board.ground[NAT]:
            if p.board.turn[u] == 99:
                p.hex[u] = POOL
        administration(p, NAT, "BreakDown")
        play(p, "break:n-div12")
        if cut:
            own_all(p, REP)
            own(p, NAT, "2811")
        p.reask()
        return args(p, "combine")
    assert (parted(False), parted(True)) == (["n-div12"], [])


@pytest.mark.rule("6.14a", "6.14b", "6.14.1a", "6.14.2", "9.2a")
def test_what_is_said_of_a_division_that_is_not_broken_down() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-div13", "r-cav2")
    put(p, "2712", "r-div12", steps=1)
    put(p, "2911", "n-div11")
    kill(p, "r-div14")
    administration(p, REP, "BreakDown")
    assert rules(p, "break:n-div11") == ["6.14a"]
    assert rules(p, "break:r-div14") == ["6.14a"], "not on the map"
    assert rules(p, "break:r-div12") == ["6.14b"], "reduced"
    assert rules(p, "break:r-div11") == rules(p, "break:r-cav2") == ["6.14.1a"], "no brigades are free"
    assert rules(p, "combine:r-div11") == ["R37"]
    for u in p.board.ground[REP]:
        if p.board.turn[u] == 99:
            p.hex[u] = POOL
    p.reask()
    assert rules(p, "break:r-div11") == []
    put(p, "2712", "r-div35", "r-div45", "r-div46")
    p.reask()
    assert rules(p, "break:r-div11") == ["9.2a"], "six divisions are there already"
    q = empty(turn=9)
    put(q, "2911", "n-div11")
    administration(q, NAT, "BreakDown")
    assert rules(q, "break:n-div11") == ["6.14.2"]


# -- questions that are asked once


@pytest.mark.rule("6.11a", "6.11b", "6.11c", "6.11d", "5.2.A3")
def test_mobilization_is_declared_or_put_off() -> None:
    for word, cost, points, declared in (("pass", 72, 0, 0), ("declare", 66, 3, 14)):
        p = run(empty(turn=14), before("GeneralMobilization"))
        p.rp = [0, 0, 0, 0]
        play(p, word)
        assert question(p) != "GeneralMobilization"
        assert (p.morale, p.rp[0], p.mobilization) == (cost, points, declared)
    assert question(run(empty(turn=13), before("GeneralMobilization"))) != "GeneralMobilization"


@pytest.mark.rule("6.12")
def test_the_levy_is_declared_or_put_off() -> None:
    for word, points, levied in (("pass", 0, 0), ("declare", 2, 1)):
        p = run(empty(turn=12), before("FeedingBottleLevy"))
        play(p, word)
        assert question(p) != "FeedingBottleLevy"
        assert (p.rp[0], p.levied) == (points, levied)
    p = empty(turn=12)
    p.levied = 1
    assert question(run(p, before("FeedingBottleLevy"))) != "FeedingBottleLevy"
    assert question(run(empty(turn=11), before("FeedingBottleLevy"))) != "FeedingBottleLevy"


@pytest.mark.rule("6.10")
def test_the_garrison_of_oviedo_is_turned_into_a_point_or_kept() -> None:
    for word, there, points in (("pass", "3608", 0), ("garrison", "removed", 1)):
        p = empty(turn=9)
        put(p, "3608", "n-og")
        administration(p, NAT, "OviedoGarrison")
        assert offered(p) == ["garrison", "pass"]
        play(p, word)
        assert question(p) != "OviedoGarrison"
        assert (where(p, "n-og"), p.rp[2]) == (there, points)
    p = empty(turn=9)
    put(p, "3608", "n-og")
    assert question(administration(p, REP, "OviedoGarrison")) != "OviedoGarrison"
    box(p, DEAD, "n-og")
    assert question(administration(p, NAT, "OviedoGarrison")) != "OviedoGarrison"


@pytest.mark.rule("15.10")
def test_the_border_post_is_open_from_turn_two_while_irun_is_republican() -> None:
    for turn, agreed, side, holder, opens in ((2, True, REP, REP, True), (1, True, REP, REP, False),
                                              (2, False, REP, REP, False), (2, True, NAT, REP, False),
                                              (2, True, REP, NAT, False)):
        p = empty(turn=turn, border_post=agreed)
        p.control[p.board.irun] = holder
        administration(p, side, "BorderPost")
        assert (question(p) == "BorderPost") is opens
    for face, points in ((1, 1), (2, 1), (3, 0)):
        p = empty(turn=2, border_post=True)
        p.control[p.board.irun] = REP
        administration(p, REP, "BorderPost")
        dice(p, face)
        assert p.rp[1] == points
        assert question(p) != "BorderPost"


# -- forts and networks


@pytest.mark.rule("3.1a", "3.3", "13.16", "13.19")
def test_only_the_hexes_of_the_lines_have_forts_and_each_intact_one_stops_nationalist_supply() -> None:
    p = start("campaign")
    lines = {h for line in p.board.lines for h in line}
    assert len(lines) > 4
    assert {h for h in range(p.board.size) if p.fort[h] == INCOMPLETE} == lines
    assert {p.fort[h] for h in range(p.board.size) if h not in lines} == {NO_FORT}
    q = empty(turn=9)
    assert all(passable(q, NAT)[h] for h in lines)
    for h in lines:
        q.fort[h] = INTACT
    assert not any(passable(q, NAT)[h] for h in lines)
    assert all(passable(q, REP)[h] for h in lines)


@pytest.mark.rule("10.10a", "10.10b")
def test_which_network_feeds_whom() -> None:
    p = empty(turn=9)
    north, far = hexn(p, "3613"), hexn(p, "2712")
    cases = (("n-div11", north), ("r-b1", north), ("r-b1", far), ("r-div11", north))
    assert [net_of(p, unit(p, n), h) for n, h in cases] == [0, 2, 1, 1]
