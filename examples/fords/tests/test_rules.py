"""The rules of The Fords of Lenza, each on a drill ground: its map, and the counters that the test names."""
from __future__ import annotations

import pytest

from fords import GAME
from fords.rules.ch3_movement import Movement
from fords.rules.ch4_combat import FIGHT, Attack, Combat
from fords.rules.ch5_bombardment import Bombardment
from fords.rules.sequence import Battle, Turn, lines
from fords.state.position import AWAITED, CROWN, LEAGUE, UNSUPPLIED, Fords
from frente.kit.drill import Drill

D = Drill(GAME)


def field(*laid: str) -> Fords:
    """Units in hexes: "c-1-1 1103"."""
    p = D.bare()
    p.turn = 1
    for pair in laid:
        unit, place = pair.split()
        D.put(p, unit, place)
    return p


def moving(unit: str, *laid: str, side: int = CROWN) -> Fords:
    """A unit that has been chosen to move."""
    return D.play(D.run(field(*laid), Movement(side)), f"unit:{unit}")


def fighting(*laid: str, side: int = CROWN) -> Fords:
    return D.run(field(*laid), Combat(side))


def column(target: str, *laid: str) -> tuple[str, list[tuple[int, str]]]:
    """The column of an attack by all of the Crown, and its shifts."""
    p = field(*laid)
    t = p.ground.index[target]
    units = FIGHT.able(p, CROWN, t)
    return p.board.combat.names[FIGHT.column(p, units, t)], [(s.columns, s.rule) for s in FIGHT.shifts(p, units, t)]


class TestSequence:
    @pytest.mark.rule("1.1")
    def test_the_eighth_turn_is_the_last(self) -> None:
        p = field("c-1-1 1303", "l-1-1 0101")
        p.last[p.ground.index["0604"]] = LEAGUE
        p.turn = 7
        D.run(p, Battle())
        while p.choices():
            D.play(p, D.offered(p)[-1])
        assert p.turn == 8
        assert GAME.outcome(p) is not None

    @pytest.mark.rule("1.2")
    def test_the_crown_bombards_moves_and_attacks_then_the_league(self) -> None:
        p = field("c-gun-1 0704", "c-guard-1 0704", "l-gun-1 0504", "l-1-1 0604")
        p.turn = 0
        D.run(p, Battle())
        seen: list[tuple[int, str]] = []
        while p.turn == 1:
            now = (D.asked(p)[0], type(p.stack[-1]).__name__)
            if now not in seen:
                seen.append(now)
            D.play(p, "pass")
        assert seen == [(s, phase) for s in (CROWN, LEAGUE) for phase in ("Bombardment", "Movement", "Combat")]


class TestStackingAndZones:
    @pytest.mark.rule("2.1a")
    def test_a_third_unit_does_not_enter(self) -> None:
        p = moving("c-1-1", "c-1-1 1103", "c-1-2 1204", "c-1-3 1204")
        assert D.rules(p, "hex:1204") == ["2.1a"]
        assert "1204" in D.hexes(moving("c-1-1", "c-1-1 1103", "c-1-2 1204"))

    @pytest.mark.rule("2.1b")
    def test_one_gun_beside_two_others(self) -> None:
        assert "1204" in D.hexes(moving("c-gun-1", "c-gun-1 1103", "c-1-2 1204", "c-1-3 1204"))
        assert D.rules(moving("c-gun-1", "c-gun-1 1103", "c-gun-2 1204"), "hex:1204") == ["2.1b"]

    @pytest.mark.rule("2.2")
    def test_a_unit_controls_the_hexes_next_to_it_and_no_other(self) -> None:
        p = field("l-1-1 1103")
        assert sorted(p.ground.names[h] for h in range(p.ground.size) if p.zone[LEAGUE][h]) == [
            "1003", "1004", "1102", "1104", "1203", "1204"]

    @pytest.mark.rule("2.2a")
    def test_a_march_ends_in_an_enemy_zone_but_may_begin_there(self) -> None:
        p = moving("c-1-1", "c-1-1 1305", "c-1-2 1309", "l-1-1 1103")
        D.play(p, "hex:1205", "hex:1204")
        assert D.units(p) == ["c-1-2"]               # the other one has come to its end with two points left
        began = moving("c-1-1", "c-1-1 1204", "l-1-1 1103")
        assert "1205" in D.hexes(began)

    @pytest.mark.rule("2.2c")
    def test_without_supply_there_is_no_zone(self) -> None:
        p = field("l-1-1 1103")
        u = p.force.index["l-1-1"]
        p.mark(u, UNSUPPLIED)
        assert not any(p.zone[LEAGUE])
        p.unmark(u, UNSUPPLIED)
        assert sum(p.zone[LEAGUE]) == 6


class TestMovement:
    @pytest.mark.rule("3.1")
    def test_each_unit_of_the_side_moves_once(self) -> None:
        p = D.run(field("c-1-1 1303", "c-1-2 1304", "l-1-1 0101"), Movement(CROWN))
        assert D.units(p) == ["c-1-1", "c-1-2"]
        D.play(p, "unit:c-1-2", "hex:1204", "stop")
        assert D.units(p) == ["c-1-1"]
        assert D.reasons(p, "unit:c-1-2") == [("3.1", "already-moved")]
        assert D.reasons(p, "unit:l-1-1") == [("3.1", "not-your-unit")]

    @pytest.mark.rule("3.2")
    def test_terrain_costs_points_until_they_are_spent(self) -> None:
        p = moving("c-1-1", "c-1-1 1302")
        D.play(p, "hex:1303", "hex:1203")            # open ground, forest: 1 and 2 of 4 points
        assert D.rules(p, "hex:1104") == ["3.2"]     # more forest
        assert "1202" in D.hexes(p)

    @pytest.mark.rule("3.2b")
    def test_a_road_costs_one_through_forest(self) -> None:
        p = moving("c-gun-1", "c-gun-1 1105")
        D.play(p, "hex:1104", "hex:1103")
        assert D.where(p, "c-gun-1") == "1103"
        assert p.stack[-1].left == 1  # type: ignore[attr-defined]

    @pytest.mark.rule("3.2c")
    def test_nobody_enters_a_hex_with_enemies(self) -> None:
        assert D.rules(moving("c-1-1", "c-1-1 1204", "l-1-1 1103"), "hex:1103") == ["3.2c"]

    @pytest.mark.rule("3.3")
    def test_wading_costs_two_more_and_a_bridge_nothing(self) -> None:
        p = moving("c-1-1", "c-1-1 0606")
        D.play(p, "hex:0505")
        assert p.stack[-1].left == 1  # type: ignore[attr-defined]
        bridge = moving("c-1-1", "c-1-1 0704")
        D.play(bridge, "hex:0604")
        assert bridge.stack[-1].left == 3  # type: ignore[attr-defined]

    @pytest.mark.rule("3.4")
    def test_a_gun_needs_a_bridge(self) -> None:
        assert D.rules(moving("c-gun-1", "c-gun-1 0606"), "hex:0505") == ["3.4"]
        assert "0604" in D.hexes(moving("c-gun-1", "c-gun-1 0704"))

    @pytest.mark.rule("3.5")
    def test_cavalry_leaves_a_zone_for_a_free_hex_only(self) -> None:
        p = moving("c-horse-1", "c-horse-1 1305", "l-1-1 1103")
        D.play(p, "hex:1205", "hex:1204")
        assert "1304" in D.hexes(p)
        assert D.rules(p, "hex:1104") == ["2.2a"]


class TestCombat:
    @pytest.mark.rule("4.1")
    def test_a_hex_and_a_unit_take_part_once(self) -> None:
        p = fighting("c-guard-1 1204", "c-guard-2 1203", "c-1-1 1205", "l-arbas 1103", "l-torral 1304")
        assert D.hexes(p) == ["1103", "1304"]
        assert D.reasons(p, "hex:1203") == [("4.1", "no-enemy-there")]
        D.play(p, "hex:1103", "unit:c-guard-1", "declare", "die:6", "unit:c-guard-1")        # 2:1, 6: 1/-
        assert D.reasons(p, "hex:1103") == [("4.1", "already-attacked-hex")]
        D.play(p, "hex:1304")
        assert D.units(p) == ["c-1-1"]
        assert D.reasons(p, "unit:c-guard-1") == [("4.1", "already-attacked")]
        assert D.reasons(p, "unit:c-guard-2") == [("4.1", "not-adjacent")]

    @pytest.mark.rule("4.1")
    def test_odds_below_the_table_are_no_attack(self) -> None:
        p = fighting("c-gun-1 1204", "c-guard-1 1205", "l-1-1 1103", "l-torral 1304")
        assert D.hexes(p) == ["1304"]
        assert D.reasons(p, "hex:1103") == [("4.1", "odds-too-low")]

    @pytest.mark.rule("4.1c")
    def test_a_reduced_unit_fights_at_half_strength(self) -> None:
        p = field("c-guard-1 1204", "c-horse-1 1203")
        guard = p.force.index["c-guard-1"]
        assert p.strength(guard) == 6
        p.lose_step(guard, "4.5")
        assert p.strength(guard) == 3
        assert p.strength(p.force.index["c-horse-1"]) == 3           # it has one step only

    @pytest.mark.rule("4.2a")
    def test_forest_and_hills_shift_to_the_left(self) -> None:
        assert column("1203", "c-guard-1 1204", "l-arbas 1203") == ("3:2", [(-1, "4.2a")])
        assert column("1101", "c-guard-1 1102", "l-arbas 1101") == ("1:1", [(-2, "4.2a")])
        assert column("1103", "c-guard-1 1204", "l-arbas 1103") == ("2:1", [])

    @pytest.mark.rule("4.2b")
    def test_a_town_shifts_one_to_the_left(self) -> None:
        assert column("0905", "c-guard-1 1005", "l-arbas 0905") == ("3:2", [(-1, "4.2b")])

    @pytest.mark.rule("4.3")
    def test_the_river_counts_if_all_attack_across_it(self) -> None:
        assert column("0505", "c-guard-1 0606", "l-arbas 0505") == ("3:2", [(-1, "4.3")])
        assert column("0505", "c-horse-1 0606", "c-horse-2 0405", "l-arbas 0505") == ("2:1", [])

    @pytest.mark.rule("4.4")
    def test_the_die_decides_in_the_column(self) -> None:
        p = fighting("c-guard-1 1204", "l-arbas 1103")
        D.play(p, "hex:1103", "unit:c-guard-1", "declare", "die:5")  # 2:1, 5: 1/1
        assert p.stack[-1].owed == [1, 1]  # type: ignore[attr-defined]
        assert D.asked(p) == [CROWN]

    @pytest.mark.rule("4.5")
    def test_each_side_chooses_its_losses(self) -> None:
        p = fighting("c-guard-1 1204", "c-horse-1 1204", "l-1-1 1103", "l-arbas 1103")
        D.play(p, "hex:1103", "unit:c-guard-1", "unit:c-horse-1", "declare", "die:3")        # 1:1, 3: 1/1
        assert (D.asked(p), D.units(p)) == ([CROWN], ["c-guard-1", "c-horse-1"])
        assert D.rules(p, "unit:l-1-1") == ["4.5"]
        D.play(p, "unit:c-guard-1")
        assert (D.asked(p), D.units(p)) == ([LEAGUE], ["l-1-1", "l-arbas"])
        D.play(p, "unit:l-1-1")
        assert p.steps[p.force.index["l-1-1"]] == 1

    @pytest.mark.rule("4.6")
    def test_the_beaten_go_where_no_enemy_zone_is_or_are_lost(self) -> None:
        p = fighting("c-guard-1 1204", "l-arbas 1103")
        D.play(p, "hex:1103", "unit:c-guard-1", "declare", "die:1")  # 2:1, 1: -/r1
        assert D.asked(p) == [LEAGUE]
        assert D.hexes(p) == ["1003", "1004", "1102"]
        assert D.rules(p, "hex:1104") == ["4.6"]     # next to c-guard-1
        D.play(p, "hex:1003")
        assert D.where(p, "l-arbas") == "1003"
        caught = fighting("c-guard-1 1204", "c-1-1 1002", "c-1-2 1005", "l-arbas 1103")
        D.play(caught, "hex:1103", "unit:c-guard-1", "declare", "die:1")
        assert D.where(caught, "l-arbas") == "-2"

    @pytest.mark.rule("4.7")
    def test_two_attackers_at_most_advance(self) -> None:
        p = fighting("c-guard-1 1204", "c-guard-2 1203", "c-gun-1 1203", "l-arbas 1103")
        D.play(p, "hex:1103", "unit:c-guard-1", "unit:c-guard-2", "unit:c-gun-1", "declare", "die:1")  # 4:1: -/1r2
        D.play(p, "unit:l-arbas")
        assert D.units(p) == ["c-guard-1", "c-guard-2", "c-gun-1"]
        D.play(p, "unit:c-guard-1", "unit:c-gun-1")
        assert D.where(p, "c-guard-1") == D.where(p, "c-gun-1") == "1103"
        assert D.where(p, "c-guard-2") == "1203"
        assert not p.choices()

    @pytest.mark.rule("4.7")
    def test_nobody_advances_while_a_defender_stands(self) -> None:
        p = fighting("c-guard-1 1204", "l-1-1 1103", "l-1-2 1103")
        D.play(p, "hex:1103", "unit:c-guard-1", "declare", "die:6")  # 1:2, 6: 2/-
        D.play(p, "unit:c-guard-1", "unit:c-guard-1")
        assert not p.choices()
        assert D.where(p, "l-1-1") == "1103"


class TestBombardment:
    @pytest.mark.rule("5.1")
    def test_guns_shoot_two_hexes_far(self) -> None:
        p = D.run(field("c-gun-1 1204", "c-1-1 1204", "l-arbas 1003", "l-torral 0903"), Bombardment(CROWN))
        assert D.units(p) == ["c-gun-1"]
        assert D.reasons(p, "unit:c-1-1") == [("5.1", "no-gun")]
        D.play(p, "unit:c-gun-1")
        assert D.hexes(p) == ["1003"]
        assert D.reasons(p, "hex:0903") == [("5.1", "out-of-range")]

    @pytest.mark.rule("5.2")
    @pytest.mark.parametrize("place, die, steps", [("1003", 4, 2), ("1003", 5, 1), ("1203", 5, 2), ("1203", 6, 1)])
    def test_a_step_from_five_on_and_cover_adds(self, place: str, die: int, steps: int) -> None:
        p = D.run(field("c-gun-1 1204", f"l-1-1 {place}"), Bombardment(CROWN))
        D.play(p, "unit:c-gun-1", f"hex:{place}", f"die:{die}")
        assert p.steps[p.force.index["l-1-1"]] == steps

    @pytest.mark.rule("5.3")
    def test_a_gun_that_has_fired_stays(self) -> None:
        p = D.run(field("c-gun-1 1204", "c-1-1 1304", "l-1-1 1003"), Movement(CROWN), Bombardment(CROWN))
        D.play(p, "unit:c-gun-1", "hex:1003", "die:1")
        assert D.units(p) == ["c-1-1"]
        quiet = D.run(field("c-gun-1 1204", "c-1-1 1304", "l-1-1 1003"), Movement(CROWN), Bombardment(CROWN))
        D.play(quiet, "pass")
        assert D.units(quiet) == ["c-1-1", "c-gun-1"]


class TestSupply:
    @pytest.mark.rule("6.1")
    def test_roads_and_three_hexes_and_no_enemy_zone(self) -> None:
        p = field("c-1-1 0706", "c-1-2 0609", "l-1-1 0905")
        fed = lines(p, CROWN)
        assert fed.fed(p.ground.index["0706"])       # by the southern road
        assert fed.way(p.ground.index["0706"])[-1] == p.ground.index["1305"]
        assert fed.fed(p.ground.index["0608"])
        cut = lines(field("l-1-1 1205"), CROWN)
        assert not cut.fed(p.ground.index["0706"])
        assert not fed.fed(p.ground.index["0201"])   # too far from any road that reaches it

    @pytest.mark.rule("6.1")
    def test_it_is_judged_when_the_turn_of_the_side_begins(self) -> None:
        p = field("c-1-1 0706", "l-1-1 1205")
        D.run(p, Turn(CROWN))
        assert p.state[p.force.index["c-1-1"]] & UNSUPPLIED
        assert not p.state[p.force.index["l-1-1"]] & UNSUPPLIED

    @pytest.mark.rule("6.2")
    def test_strength_and_movement_are_halved_and_guns_silent(self) -> None:
        p = field("c-guard-1 1204", "c-gun-1 1203", "l-1-1 1103")
        for name in ("c-guard-1", "c-gun-1"):
            p.mark(p.force.index[name], UNSUPPLIED)
        assert p.strength(p.force.index["c-guard-1"]) == 3
        assert p.strength(p.force.index["c-gun-1"]) == 1
        D.run(p, Movement(CROWN))
        D.play(p, "unit:c-guard-1")
        assert p.stack[-1].left == 2  # type: ignore[attr-defined]
        D.run(p, Movement(CROWN), Bombardment(CROWN))
        assert type(p.stack[-1]).__name__ == "Movement"              # nobody could fire


class TestArrivalsAndVictory:
    @pytest.mark.rule("7.1")
    def test_arrivals_come_on_their_turn_unless_the_hex_is_held(self) -> None:
        late = D.start()
        u = late.force.index["c-1-9"]
        assert late.hex[u] == AWAITED
        for turn, foe, where in ((1, "", "-1"), (2, "", "1305"), (2, "l-1-1", "-1")):
            p = field(*([f"{foe} 1305"] if foe else []))
            p.turn = turn
            D.run(p, Turn(CROWN))
            assert D.where(p, "c-1-9") == where

    @pytest.mark.rule("8.1")
    @pytest.mark.parametrize("towns, winner", [(("0604", "0603"), CROWN), (("0603", "0507"), LEAGUE)])
    def test_five_points_of_towns_win_for_the_crown(self, towns: tuple[str, ...], winner: int) -> None:
        p = D.bare()
        p.turn = p.last_turn
        for h in p.board.goals:
            p.last[h] = CROWN if p.ground.names[h] in towns else LEAGUE
        D.run(p, Battle())
        outcome = GAME.outcome(p)
        assert outcome is not None
        assert outcome.winner == winner

    @pytest.mark.rule("8.2")
    def test_the_game_ends_early_when_every_town_is_taken(self) -> None:
        p = D.bare()
        p.turn = 3
        for h in p.board.goals:
            p.last[h] = CROWN
        D.run(p, Battle())
        assert GAME.outcome(p) is not None
        q = field("c-1-1 1303")
        q.turn = 3
        D.run(q, Battle())
        assert GAME.outcome(q) is None


def test_an_attack_is_a_frame_of_the_game() -> None:
    assert set(GAME.frames) == {"Battle", "Turn", "Movement", "Move", "Combat", "Attack", "Bombardment"}
    assert GAME.frames["Attack"] is Attack
