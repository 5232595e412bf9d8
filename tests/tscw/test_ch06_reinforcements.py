"""[6] Reinforcements, resource points, withdrawals and conversions, breakdowns."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch06_administration import expected
from frente.games.tscw.rules.ch06_entry import entry_hexes
from frente.games.tscw.rules.ch06_points import cap, income
from frente.games.tscw.state.board import MOBILIZED
from frente.games.tscw.state.position import (
    DEAD,
    LEVY,
    NEW,
    OOS,
    POOL,
    REMOVED,
)
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    asked,
    before,
    box,
    empty,
    entries,
    hexn,
    kill,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    run,
    unit,
    wait,
    where,
)


@pytest.mark.rule("6.2a")
def test_a_reinforcement_enters_on_its_turn_in_its_hex() -> None:
    p = empty(turn=6)
    wait(p, "r-div11")
    administration(p, REP)
    assert where(p, "r-div11") == "awaited"
    p.turn = 7
    administration(p, REP)
    assert where(p, "r-div11") == "2712"


@pytest.mark.rule("6.2b")
def test_with_its_hex_in_enemy_hands_it_enters_within_two_hexes() -> None:
    p = empty(turn=7)
    wait(p, "r-div11")
    own(p, NAT, "2712")
    administration(p, REP)
    assert question(p) == "PlaceReinforcements"
    madrid = p.board.index["2712"]
    assert args(p, "hex")
    for name in args(p, "hex"):
        h = p.board.index[name]
        assert 1 <= p.board.apart[h][madrid] <= 2
        assert p.control[h] == REP
    assert rules(p, "hex:2712") == ["6.2b"]
    play(p, "hex:2713")
    assert where(p, "r-div11") == "2713"
    q = empty(turn=7, free_entry_radius=True)
    wait(q, "r-div11")
    administration(q, REP)
    assert "hex:2712" in offered(q)
    assert "hex:2713" in offered(q)


@pytest.mark.rule("6.2c")
def test_without_a_hex_within_two_it_waits_until_one_is_free() -> None:
    p = empty(turn=7)
    wait(p, "r-div11")
    own(p, NAT, *[p.board.names[h] for h in p.board.within[p.board.madrid]])
    administration(p, REP)
    assert where(p, "r-div11") == "awaited"
    p.turn = 9
    own(p, REP, "2713")
    administration(p, REP)
    assert where(p, "r-div11") == "2713"


@pytest.mark.rule("6.2d", "6.8a")
def test_a_unit_without_a_hex_enters_in_a_town_or_where_a_unit_was_withdrawn_one_for_one() -> None:
    p = empty(turn=6)
    put(p, "2715", "r-mng", "r-mod")
    wait(p, "r-bde2", "r-bde3", "r-bde4")
    administration(p, REP)
    assert where(p, "r-mng") == where(p, "r-mod") == "removed"
    assert "hex:2715" in offered(p)
    assert "hex:2712" in offered(p)
    assert "hex:2714" not in offered(p)
    play(p, "hex:2715", "hex:2715")
    assert "hex:2715" not in offered(p), "a third brigade finds no place there"
    assert rules(p, "hex:2715") == ["6.2b"]
    assert "3707" not in entries(p, "r-bde4"), "not in the North"
    q = empty(turn=6)
    own_all(q, NAT)
    own(q, REP, "2712")
    assert entries(q, "r-bde4") == [], "a town must be linked to a source"


@pytest.mark.rule("6.2e")
def test_northern_units_enter_in_or_near_their_own_region() -> None:
    p = empty(turn=7)
    u = unit(p, "r-gen124-1")
    p.folk[u] = 1
    found = [p.board.names[h] for h in entry_hexes(p, u, [])]
    assert "3707" in found
    assert "3506" in found
    assert "3613" not in found, "Bilbao is more than two hexes from Asturias"
    assert "2712" not in found
    assert all(p.control[hexn(p, x)] == REP for x in found)
    p.folk[u] = 2
    assert "3613" in [p.board.names[h] for h in entry_hexes(p, u, [])]


@pytest.mark.rule("6.2f", "6.11b", "6.2b", "6.2c")
def test_m_divisions_come_with_mobilization_on_or_within_two_hexes_of_their_hex() -> None:
    p = empty(turn=15)
    levy = [u for u in range(p.board.units) if p.board.turn[u] == MOBILIZED]
    for u in levy:
        p.hex[u] = LEVY
    assert expected(p, REP) == []
    p.mobilization = 15
    assert expected(p, REP) == levy
    administration(p, REP)
    assert question(p) == "PlaceReinforcements"
    assert len(args(p, "hex")) > 1
    home = p.board.entry[levy[0]]
    assert all(p.board.apart[hexn(p, x)][home] <= 2 for x in args(p, "hex"))


@pytest.mark.rule("6.3")
def test_a_reinforcement_is_in_supply_on_its_turn_of_entry_and_may_act() -> None:
    p = empty(turn=7)
    wait(p, "r-div11")
    own_all(p, NAT)
    own(p, REP, "2712", "2713")
    administration(p, REP)
    assert p.state[unit(p, "r-div11")] & NEW
    moving(p, REP)
    assert not p.state[unit(p, "r-div11")] & OOS
    assert "unit:r-div11" in offered(p)


@pytest.mark.rule("6.4a", "6.6a", "6.7a")
def test_a_point_restores_one_step_and_is_spent() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-div14", steps=1)
    p.rp = [1, 0, 0, 0]
    administration(p, REP, "SpendPoints")
    assert args(p, "replenish") == ["r-div11", "r-div14"]
    play(p, "replenish:r-div11")
    assert p.steps[unit(p, "r-div11")] == 2
    assert p.rp[0] == 0
    assert p.steps[unit(p, "r-div14")] == 1
    q = empty(turn=9)
    put(q, "2712", "r-div11", steps=1)
    own_all(q, NAT)
    own(q, REP, "2712")
    q.rp = [1, 0, 0, 0]
    administration(q, REP, "SpendPoints")
    assert args(q, "replenish") == []
    assert rules(q, "replenish:r-div11") == ["6.6a"], "a town is no supply for replenishing"


@pytest.mark.rule("6.4b")
def test_one_point_brings_back_two_one_step_infantry_brigades() -> None:
    p = empty(turn=9)
    for name in ("r-bde2", "r-bde3", "r-bde4", "r-bde5", "r-div14"):
        kill(p, name)
    own(p, REP, "2712")
    p.rp = [3, 0, 0, 0]
    administration(p, REP, "SpendPoints")
    for name in ("r-bde2", "r-bde3", "r-bde4", "r-bde5"):
        play(p, f"rebuild:{name}")
        if question(p) == "PlaceRebuilt":
            play(p, "hex:2712")
    assert p.rp[0] == 1
    play(p, "rebuild:r-div14")
    assert (p.rp[0], p.printed(unit(p, "r-div14")), where(p, "r-div14")) == (0, "2-3-4", "2713")
    q = empty(turn=9)
    kill(q, "r-mj", "r-tb")
    q.rp = [2, 0, 0, 0]
    administration(q, REP, "SpendPoints")
    play(q, "rebuild:r-tb")
    assert q.rp[0] == 1
    play(q, "rebuild:r-mj")
    assert q.rp[0] == 0, "columns cost a point each"


@pytest.mark.rule("6.4c", "6.13a")
def test_units_use_points_of_their_own_nationality_only() -> None:
    p = empty(turn=9)
    put(p, "3707", "r-a1", steps=1)
    put(p, "2712", "r-div11", steps=1)
    p.rp = [0, 1, 5, 5]
    administration(p, REP, "SpendPoints")
    assert args(p, "replenish") == ["r-a1"]
    assert rules(p, "replenish:r-div11") == ["6.4c"]
    p.rp = [1, 0, 5, 5]
    administration(p, REP, "SpendPoints")
    assert args(p, "replenish") == ["r-div11"]
    q = empty(turn=9)
    put(q, "3311", "n-div11", "i-lt", steps=1)
    q.rp = [5, 5, 0, 1]
    administration(q, NAT, "SpendPoints")
    assert args(q, "replenish") == ["i-lt"]
    q.rp = [5, 5, 1, 0]
    administration(q, NAT, "SpendPoints")
    assert args(q, "replenish") == ["n-div11"]


@pytest.mark.rule("6.4d")
def test_arrow_brigades_use_italian_or_nationalist_points() -> None:
    for rp in ([0, 0, 1, 0], [0, 0, 0, 1]):
        p = empty(turn=9)
        put(p, "3311", "i-fa", steps=1)
        p.rp = rp[:]
        administration(p, NAT, "SpendPoints")
        play(p, "replenish:i-fa")
        assert p.rp == [0, 0, 0, 0]


@pytest.mark.rule("6.4e")
def test_points_of_the_chart_are_added_each_turn() -> None:
    p = empty(turn=7)
    p.rp = [1, 1, 1, 1]
    income(p, NAT)
    income(p, REP)
    assert p.rp == [1 + x for x in p.board.income[7]]


@pytest.mark.rule("6.4f")
def test_more_than_ten_points_are_not_kept_and_the_cap_bites_after_spending() -> None:
    p = empty(turn=7)
    put(p, "2712", "r-div11", steps=1)
    p.rp = [12, 11, 0, 0]
    administration(p, REP, "SpendPoints")
    play(p, "replenish:r-div11")
    assert p.rp[0] == 11
    play(p, "done")
    if p.stack:
        play(p, "done")
    assert p.rp[:2] == [10, 10]
    p.rp = [9, 0, 0, 0]
    p.purchase = 3
    cap(p, REP)
    assert (p.rp[0], p.purchase) == (7, 3), "ordinary points go first"


@pytest.mark.rule("6.5")
def test_dlv_fin_and_colonial_columns_are_never_restored() -> None:
    p = empty(turn=8)
    put(p, "3311", "n-cst", "i-dlv", steps=1)
    kill(p, "n-asn", "i-fin", "i-pn")
    p.rp = [0, 0, 9, 9]
    administration(p, NAT, "SpendPoints")
    assert args(p, "replenish") == []
    assert args(p, "rebuild") == ["i-pn"]
    for word in ("replenish:n-cst", "replenish:i-dlv", "rebuild:n-asn", "rebuild:i-fin"):
        assert rules(p, word) == ["6.5"]


@pytest.mark.rule("6.6b")
def test_a_rebuilt_unit_enters_as_a_reinforcement_any_number_of_times() -> None:
    p = empty(turn=9)
    p.rp = [9, 0, 0, 0]
    for _ in range(2):
        kill(p, "r-div14")
        administration(p, REP, "SpendPoints")
        play(p, "rebuild:r-div14")
        assert where(p, "r-div14") == "2713"
        assert p.steps[unit(p, "r-div14")] == 1
        play(p, "replenish:r-div14")
        assert p.steps[unit(p, "r-div14")] == 2
    assert p.rp[0] == 5
    assert rules(p, "rebuild:r-div11") == ["6.6b"], "it is not in the deadpile"


@pytest.mark.rule("6.6c")
def test_headquarters_are_rebuilt_like_other_units() -> None:
    p = empty(turn=9)
    kill(p, "r-hq-cen")
    p.rp = [1, 0, 0, 0]
    administration(p, REP, "SpendPoints")
    play(p, "rebuild:r-hq-cen")
    assert where(p, "r-hq-cen") == "2712"
    assert p.rp[0] == 0


@pytest.mark.rule("6.7b")
def test_nobody_is_obliged_to_spend_and_there_is_no_limit_but_the_points() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-div14", "r-div34", "r-div35", steps=1)
    p.rp = [4, 0, 0, 0]
    administration(p, REP, "SpendPoints")
    assert "done" in offered(p)
    for name in ("r-div11", "r-div14", "r-div34", "r-div35"):
        play(p, f"replenish:{name}")
    assert p.rp[0] == 0


@pytest.mark.rule("6.8a")
def test_units_due_for_withdrawal_leave_from_map_track_and_deadpile() -> None:
    p = empty(turn=6)
    put(p, "2710", "r-mng")
    kill(p, "r-mod")
    put(p, "2812", "r-dlr")
    administration(p, REP)
    assert where(p, "r-mng") == where(p, "r-mod") == "removed"
    assert where(p, "r-dlr") == "2812"


@pytest.mark.rule("6.8b")
def test_a_unit_without_supply_stays_until_it_has_it() -> None:
    p = empty(turn=6)
    own_all(p, NAT)
    put(p, "2715", "r-mng")
    administration(p, REP)
    assert where(p, "r-mng") == "2715"
    own_all(p, REP)
    p.turn = 7
    administration(p, REP)
    assert where(p, "r-mng") == "removed"


@pytest.mark.rule("6.9a", "6.9b")
def test_columns_are_converted_on_their_turn_on_the_map_or_in_the_deadpile() -> None:
    p = empty(turn=6)
    put(p, "2812", "r-grm")
    kill(p, "r-smr")
    own_all(p, NAT)
    own(p, REP, "2812")
    administration(p, REP)
    assert p.conv[unit(p, "r-grm")] == p.conv[unit(p, "r-smr")] == 1, "without supply too"
    assert p.printed(unit(p, "r-grm")) == "2-4-4"
    assert not p.column(unit(p, "r-grm"))
    assert p.halves[hexn(p, "2812")] == 2
    assert p.full[REP][hexn(p, "2811")] == 1
    assert p.weak[REP][hexn(p, "2811")] == 0
    assert p.conv[unit(p, "r-dlr")] == 0, "turn 7"
    early = empty(turn=5)
    put(early, "2812", "r-grm")
    assert early.conv[unit(administration(early, REP), "r-grm")] == 0, "not before its turn"


@pytest.mark.rule("6.10")
def test_the_oviedo_garrison_may_be_turned_into_a_point_for_good() -> None:
    p = empty(turn=5)
    put(p, "3608", "n-og")
    administration(p, NAT)
    assert question(p) == "OviedoGarrison"
    assert offered(p) == ["garrison", "pass"]
    play(p, "garrison")
    assert where(p, "n-og") == "removed"
    assert p.rp[2] == 1
    q = empty(turn=5)
    kill(q, "n-og")
    q.rp = [0, 0, 3, 0]
    administration(q, NAT)
    assert question(q) == "SpendPoints"
    assert rules(q, "rebuild:n-og") == ["6.5"]


@pytest.mark.rule("6.11a", "6.11c", "6.11d")
def test_general_mobilization_once_from_turn_14() -> None:
    p = run(empty(turn=13), before("GeneralMobilization"))
    assert question(p) != "GeneralMobilization"
    p = empty(turn=14)
    p.rp[0] = 4
    p.morale = 60
    p.ledger = [[1, -12, 0, -1]]
    run(p, before("GeneralMobilization"))
    play(p, "declare")
    assert (p.rp[0], p.morale) == (7, 54)
    p.turn = 15
    run(p, before("GeneralMobilization"))
    assert question(p) != "GeneralMobilization"


@pytest.mark.rule("6.12")
def test_the_feeding_bottle_levy_once_from_turn_12() -> None:
    p = run(empty(turn=11), before("FeedingBottleLevy"))
    assert question(p) != "FeedingBottleLevy"
    p = empty(turn=12)
    p.rp[0] = 3
    p.morale = 50
    p.ledger = [[1, -22, 0, -1]]
    run(p, before("FeedingBottleLevy"))
    assert asked(p) == [REP]
    play(p, "declare")
    assert (p.rp[0], p.morale) == (5, 48)
    run(p, before("FeedingBottleLevy"))
    assert question(p) != "FeedingBottleLevy"


@pytest.mark.rule("6.13b")
def test_after_the_fall_of_the_north_its_points_go_to_the_nationalist() -> None:
    p = empty(turn=11)
    own(p, NAT, "3707", "3710", "3613")
    put(p, "3606", "r-a1")
    p.rp = [0, 4, 0, 0]
    income(p, NAT)
    income(p, REP)
    chart = p.board.income[11]
    assert (p.rp[1], p.rp[2]) == (4 + chart[1], chart[2]), "a northern unit is still there"
    kill(p, "r-a1")
    p.rp = [0, 4, 0, 0]
    income(p, NAT)
    income(p, REP)
    assert (p.rp[1], p.rp[2]) == (0, chart[1] + chart[2])
    own(p, REP, "3707")
    p.rp = [0, 0, 0, 0]
    income(p, REP)
    assert p.rp[1] == chart[1], "a capital retaken brings them back"


def divisions(p, side: int, *names: str) -> None:
    for u in p.board.ground[side]:
        if p.board.turn[u] == 99:
            p.hex[u] = POOL
    for name in names:
        put(p, "2712" if side == REP else "3311", name)


@pytest.mark.rule("6.14a", "6.14.1a", "6.14.1b")
@pytest.mark.parametrize(("name", "parts"), [
    ("r-div11", ["1-2-4", "1-2-4", "2-3-4"]), ("r-div35", ["1-2-4", "1-2-4", "2-3-4"]),
    ("r-div14", ["1-1-4", "1-2-4", "1-2-4"]), ("r-div4", ["1-1-4", "1-2-4", "1-2-4"])])
def test_epr_divisions_are_broken_down_into_three_brigades(name: str, parts: list[str]) -> None:
    p = empty(turn=9)
    divisions(p, REP, name)
    administration(p, REP, "BreakDown")
    play(p, f"break:{name}")
    assert where(p, name) == "broken-down"
    assert sorted(p.printed(u) for u in p.stack_at(hexn(p, "2712"))) == parts


@pytest.mark.rule("6.14b")
def test_only_a_full_division_is_broken_down() -> None:
    p = empty(turn=9)
    divisions(p, REP, "r-div11")
    p.steps[unit(p, "r-div11")] = 1
    administration(p, REP, "BreakDown")
    assert rules(p, "break:r-div11") == ["6.14b"]
    q = empty(turn=9)
    divisions(q, REP, "r-div11")
    for u in q.board.ground[REP]:
        if q.hex[u] == POOL:
            q.hex[u] = REMOVED
    administration(q, REP, "BreakDown")
    assert rules(q, "break:r-div11") == ["6.14.1a"], "the brigades are not at hand"


@pytest.mark.rule("6.14.1c")
def test_numbered_brigades_of_the_right_factors_may_be_used() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    kill(p, "r-bde2", "r-bde4", "r-bde6")
    administration(p, REP, "BreakDown")
    play(p, "break:r-div11")
    assert where(p, "r-bde2") == where(p, "r-bde4") == where(p, "r-bde6") == "2712"


@pytest.mark.rule("6.14.2")
def test_nationalist_divisions_become_two_brigades() -> None:
    for name in ("n-div11", "n-div13"):
        p = empty(turn=9)
        divisions(p, NAT, name)
        administration(p, NAT, "BreakDown")
        play(p, f"break:{name}")
        assert [p.printed(u) for u in p.stack_at(hexn(p, "3311"))] == ["2-4-4", "2-4-4"]
    q = empty(turn=9)
    divisions(q, NAT, "n-div14", "i-lt")
    assert q.board.shape[unit(q, "n-div14")][2] == "3-5-4", "two steps, and no class of the list"
    administration(q, NAT, "BreakDown")
    assert "break:n-div14" not in offered(q)
    assert "break:i-lt" not in offered(q)


@pytest.mark.rule("6.14a")
def test_recombination_and_breakdown_in_the_deadpile_are_readings_of_their_own() -> None:
    p = empty(turn=9, allow_recombination=True)
    divisions(p, NAT, "n-div11")
    administration(p, NAT, "BreakDown")
    play(p, "break:n-div11", "combine:n-div11")
    assert where(p, "n-div11") == "3311"
    assert p.steps[unit(p, "n-div11")] == 2
    q = empty(turn=9, breakdown_in_deadpile=True)
    divisions(q, NAT)
    kill(q, "n-div11")
    administration(q, NAT, "BreakDown")
    play(q, "break:n-div11")
    assert sum(1 for u in q.board.ground[NAT] if q.hex[u] == DEAD) == 2
    r = empty(turn=9)
    divisions(r, NAT, "n-div12")
    kill(r, "n-div11")
    administration(r, NAT, "BreakDown")
    assert rules(r, "break:n-div11") == ["6.14a"]
    assert rules(r, "combine:n-div11") == ["R37"]


def test_units_barred_by_events_and_options_are_not_rebuilt() -> None:
    p = empty(turn=17, internationals_rebuildable=False)
    inter = next(p.board.uid[u] for u in range(p.board.units) if p.board.international[u])
    kill(p, inter)
    p.rp = [5, 5, 0, 0]
    p.volunteers = 16
    administration(p, REP, "SpendPoints")
    assert rules(p, f"rebuild:{inter}") == ["6.5"]
    q = empty(turn=17)
    kill(q, inter)
    q.volunteers = 16
    q.basque_end = 1
    basque = next(q.board.uid[u] for u in range(q.board.units) if q.board.nation[u] == 2 and q.board.restorable[u])
    kill(q, basque)
    q.rp = [5, 5, 0, 0]
    administration(q, REP, "SpendPoints")
    assert f"rebuild:{inter}" in offered(q)
    assert rules(q, f"rebuild:{basque}") == ["6.5"]


def test_the_submarines_take_the_first_point_and_generics_may_be_raised_in_the_north() -> None:
    p = empty(turn=9)
    p.submarines = 1
    income(p, REP)
    assert p.rp[0] == p.board.income[9][0] - 1
    assert p.submarines == 0
    kill(p, "r-gen124-1")
    p.rp = [0, 1, 0, 0]
    administration(p, REP, "SpendPoints")
    assert "rebuild-north:r-gen124-1" in offered(p)
    play(p, "rebuild-north:r-gen124-1", "hex:3707")
    assert where(p, "r-gen124-1") == "3707"
    assert p.rp[1] == 0
    assert GAME.broken_laws(p) == []
    box(p, DEAD, "r-gen124-1")
    assert p.folk[unit(p, "r-gen124-1")] == 0
