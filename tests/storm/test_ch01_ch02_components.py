"""[1, 2] Counters and map."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch07_reinforcements import coded_setup
from frente.games.storm.rules.ch09_combat import defence_class
from frente.games.storm.state.board import AREAS, ARTILLERY, LINE, NAT, REP, SHOCK, load_board
from frente.games.storm.state.position import AWAITED
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    empty,
    go,
    impulses,
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

B = load_board()


@pytest.mark.rule("1.1a")
def test_a_unit_is_activated_only_by_its_own_side() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "C", "r-libertad")
    impulses(p, NAT)
    assert "move:D" in offered(p)
    assert rules(p, "move:C") == ["9b"]
    play(p, "move:D")
    assert rules(p, "unit:r-libertad") == ["9b"]


@pytest.mark.rule("1.1b")
def test_a_unit_is_line_shock_or_artillery_and_only_its_type_decides_what_it_may_do() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-caz-serrallo", "n-art-105a")
    put(p, "C", "r-libertad")
    assert [B.type[unit(p, n)] for n in ("n-leg-1", "n-caz-serrallo", "n-art-105a")] == [SHOCK, LINE, ARTILLERY]
    impulses(p, NAT)
    play(p, "assault:D")
    assert args(p, "unit") == ["n-leg-1"]


@pytest.mark.rule("1.1c")
def test_the_factors_of_a_unit_are_the_same_on_both_sides() -> None:
    p = empty()
    put(p, "C", "r-libertad", spent=True)
    u = unit(p, "r-libertad")
    assert p.factor(u) == 1
    assert defence_class(p, u) == (False, True, False)       # a Spent unit with a combat factor, not one without


@pytest.mark.rule("1.1d")
def test_a_spent_unit_is_not_activated_and_a_fresh_one_is() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "D", "n-leg-7", spent=True)
    put(p, "B", "n-leg-4", spent=True)
    impulses(p, NAT)
    assert rules(p, "move:B") == ["1.1d"]
    play(p, "move:D")
    assert rules(p, "unit:n-leg-7") == ["1.1d"]
    assert args(p, "unit") == ["n-leg-1"]


@pytest.mark.rule("1.1e", "1.1f")
def test_line_and_shock_units_show_three_values_and_artillery_two() -> None:
    p = start()
    from frente.games.storm import GAME

    shown = {x["id"]: x["factors"] for x in GAME.view(p, None).pieces}
    assert shown["n-leg-1"] == "2-6-3"
    assert shown["n-cav-taxdir"] == "0-4-4"
    assert shown["n-art-105a"] == "3-2"
    assert all(B.attack[u] == 0 for u in range(B.units) if B.type[u] == ARTILLERY)


@pytest.mark.rule("1.1g")
def test_the_faction_of_a_unit_decides_with_whom_it_forms_a_pair() -> None:
    from frente.games.storm.rules.ch08_replacements import mates
    from tests.storm.lay import lose

    p = empty()
    lose(p, "r-libertad", "r-bernal")
    assert mates(p, unit(p, "r-bernal")) == []
    lose(p, "r-mena")
    assert mates(p, unit(p, "r-bernal")) == [unit(p, "r-mena")]


@pytest.mark.rule("1.1h", "1.1l")
def test_a_code_of_letters_or_a_squared_number_says_where_a_unit_starts() -> None:
    p = start()
    assert where(p, "r-bernal") == "A"
    p.stack.clear()
    run(p, coded_setup(p, NAT))
    assert where(p, "n-leg-1") == "D"
    assert where(p, "n-leg-5") == "4"
    assert where(p, "n-cav-calatrava") == "6"


@pytest.mark.rule("1.1i", "1.1m")
def test_scenario_2_has_codes_of_its_own_and_crossed_units_take_no_part() -> None:
    p = start("corunna")
    play(p, "start:10")
    assert where(p, "r-bernal") == "unused"                  # crossed out
    assert where(p, "r-wadras") == "AA"                      # EE by its red code
    q = placed(start("drive"))
    assert where(q, "r-bernal") == "A"
    assert where(q, "r-wadras") == "EE"


@pytest.mark.rule("1.1j")
def test_a_unit_with_a_turn_waits_on_the_track_and_comes_on_that_turn() -> None:
    from tests.storm.lay import before

    p = placed(start())
    assert where(p, "r-pasionaria") == "track"
    p.turn = 2
    run(p, before("ReinforcementPhase"))
    assert where(p, "r-pasionaria") == "AA"
    assert where(p, "r-bm1a") == "track"                     # turn 3


@pytest.mark.rule("1.1k")
def test_with_several_letters_the_owner_chooses_one_of_them() -> None:
    p = start()
    assert question(p) == "SetUpUnits"
    assert args(p, "area") == ["A", "J"]                     # Batallón Octubre nº 1
    assert rules(p, "area:B") == ["1.1k"]
    play(p, "area:J")
    assert where(p, "r-octubre1") == "J"


@pytest.mark.rule("1.1k2")
def test_the_republican_sets_up_first_and_every_unit_starts_fresh() -> None:
    p = start()
    while question(p) == "SetUpUnits":
        assert asked(p) == [REP]
        play(p, offered(p)[0])
    assert all(not p.spent[u] for u in range(B.units))
    assert where(p, "n-leg-1") == "D"


@pytest.mark.rule("1.2a", "1.2b")
def test_every_area_shows_its_owner_and_the_marker_turns_when_it_changes_hands() -> None:
    from frente.games.storm import GAME

    p = empty()
    put(p, "D", "n-leg-1")
    impulses(p, NAT)
    assert GAME.view(p, None).spaces["C"][0] == "held:republican"
    choose(p, "move", "D", ["n-leg-1"])
    play(p, "area:C")
    assert GAME.view(p, None).spaces["C"][0] == "held:nationalist"


@pytest.mark.rule("1.3")
def test_there_are_fifteen_chits_a_side_of_eight_and_twelve_kinds() -> None:
    assert B.copies[:8] == [4, 2, 2, 2, 1, 1, 1, 2]          # vector X12
    assert B.copies[8:] == [2, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1]
    assert sum(B.copies[:8]) == sum(B.copies[8:]) == 15


# -- map


@pytest.mark.rule("2a", "2h")
def test_the_map_has_38_areas_and_six_boxes_three_for_each_side() -> None:
    assert len(B.names) == 44
    assert B.names[AREAS:] == ["1", "2", "3", "4", "5", "6"]
    assert B.owner[AREAS:] == [REP, REP, REP, NAT, NAT, NAT]


@pytest.mark.rule("2b")
def test_a_border_is_plain_or_a_river_from_both_sides_alike() -> None:
    for a in range(AREAS):
        for i, t in enumerate(B.nb[a]):
            assert B.river[a][i] in (0, 1, 2, 3)
            assert B.river[t][B.nb[t].index(a)] == B.river[a][i]
    assert any(r for row in B.river for r in row)


@pytest.mark.rule("2c")
def test_areas_with_a_common_border_are_adjacent_and_a_corner_is_not_enough() -> None:
    p = empty()
    assert area(p, "H") in B.nb[area(p, "A")]                # vector X1
    assert area(p, "O") not in B.nb[area(p, "M")]            # vector X2
    own(p, NAT, "M", "A")
    put(p, "M", "n-leg-1")
    put(p, "A", "n-leg-4")
    impulses(p, NAT)
    choose(p, "move", "A", ["n-leg-4"])
    assert "area:H" in offered(p)
    play(p, "area:H")
    impulses(p, NAT)
    choose(p, "move", "M", ["n-leg-1"])
    assert rules(p, "area:O") == ["2c"]


@pytest.mark.rule("2d")
def test_every_area_has_a_letter_and_a_terrain_modifier_that_counts_in_its_defence() -> None:
    from frente.games.storm.rules.ch09_combat import defence_value, worth

    p = empty()
    own(p, NAT, "T")
    put(p, "T", "n-leg-1", "r-libertad")
    impulses(p, NAT)
    choose(p, "attack", "T", ["n-leg-1"])
    assert B.terrain[area(p, "T")] == 3
    assert worth(defence_value(p, now(p), unit(p, "r-libertad"))) == 5 + 3
    assert all(B.terrain[a] >= 1 for a in range(AREAS))


@pytest.mark.rule("2e")
def test_twelve_areas_are_urban_and_madrid_is_one_of_them() -> None:
    p = empty()
    assert B.urban[area(p, "AA")]
    assert [B.names[a] for a in B.urbans] == [2 * c for c in "ABCDEFGHIJKL"]
    assert not B.urban[area(p, "N")]


@pytest.mark.rule("2f")
def test_colours_say_where_units_are_set_up_in_scenario_2() -> None:
    from frente.games.storm.rules.ch07_reinforcements import coloured

    p = empty("corunna", 10)
    assert [B.names[a] for a in coloured(p, REP)] == ["F", "Q", "R", "S", "T", "U", "BB", "DD", "FF", "HH"]
    assert [B.names[a] for a in coloured(p, NAT)] == [
        "E", "H", "I", "K", "O", "P", "BB", "CC", "DD", "EE", "FF", "GG"]


@pytest.mark.rule("2g")
def test_four_supply_routes_lead_through_normal_areas() -> None:
    assert B.route_ids == ["corunna", "france", "aragon", "valencia"]
    assert [[B.names[a] for a in route] for route in B.routes] == [["T", "U"], ["W"], ["X"], ["Y", "Z"]]


@pytest.mark.rule("2i")
def test_nobody_enters_an_enemy_box_by_movement_or_retreat() -> None:
    from frente.games.storm.rules.ch09_losses import refuges

    p = empty()
    own(p, NAT, "H", "A", "I", "R", "S", "U")
    put(p, "H", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "H", ["n-leg-1"])
    assert "area:4" in offered(p)
    assert rules(p, "area:1") == ["2i"]
    own(p, REP, "A", "I", "R", "S", "U")
    assert [B.names[t] for t in refuges(p, NAT, area(p, "H"), -1)] == ["4"]
    assert [B.names[t] for t in refuges(p, REP, area(p, "G"), -1)] == ["F", "Z", "3"]


@pytest.mark.rule("2j")
def test_a_box_is_a_friendly_place_to_move_from_and_no_place_to_fight() -> None:
    p = empty()
    put(p, "6", "n-leg-1", "n-art-105a")
    put(p, "E", "r-largo")
    impulses(p, NAT)
    assert "move:6" in offered(p)
    assert "assault:6" in offered(p)
    assert rules(p, "bombard:6") == ["2j"]
    assert rules(p, "attack:6") == ["2j"]
    choose(p, "move", "6", ["n-leg-1"])
    play(p, "area:D")
    assert next(f.left for f in p.stack if hasattr(f, "left")) == 2       # box to friendly area: 1 MP
    q = empty(bombard_from_box=True)
    put(q, "6", "n-art-105a")
    put(q, "E", "r-largo")
    impulses(q, NAT)
    assert "bombard:6" in offered(q)


@pytest.mark.rule("3.1a")
def test_player_a_is_the_player_whose_impulse_it_is() -> None:
    p = empty()
    own(p, NAT, "C")
    put(p, "C", "n-leg-1")
    put(p, "C", "r-acero")
    impulses(p, REP)
    assert asked(p) == [REP]
    choose(p, "attack", "C", ["r-acero"])
    assert now(p).side == REP
    assert asked(p) == [NAT]                                 # player B decides about a counter-attack
    assert question(p) == "CounterAttack"


@pytest.mark.rule("3.1b", "3.5b")
def test_control_and_not_the_units_in_it_makes_an_area_friendly() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "D", "r-largo")
    put(p, "C", "n-leg-4", "r-libertad")
    impulses(p, NAT)
    assert p.contested(area(p, "D"))
    assert p.control[area(p, "D")] == NAT                    # contested, and still Nationalist
    assert p.control[area(p, "C")] == REP
    choose(p, "move", "C", ["n-leg-4"])
    assert rules(p, "area:B") == ["9.2i"]                    # C is enemy although Nationalists stand in it
    assert "area:D" in offered(p)


@pytest.mark.rule("9f")
def test_a_unit_turned_spent_for_any_reason_cannot_be_activated() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "D", "n-leg-7")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "C")
    assert spent(p, "n-leg-1", "n-leg-7") == [True, False]
    p.spent[unit(p, "n-leg-7")] = 1
    impulses(p, NAT)
    assert rules(p, "move:D") == ["1.1d"]
    assert p.at[unit(p, "n-leg-7")] != AWAITED
