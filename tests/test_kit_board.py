"""Ground, counters, limits, supply and tables of the kit, on a small ground of their own."""
from __future__ import annotations

import pytest

from frente.geo.hexgrid import Grid
from frente.kernel.weave import fields
from frente.kit.counters import Counters, Force
from frente.kit.ground import HexGround, borders, linked
from frente.kit.limits import Limit, crowded, exceeded
from frente.kit.supply import Stage, trace
from frente.kit.table import BELOW, Result, Shift, Table, result, spelled, table

TIRED = 1
GONE = -9


class Field(Counters):
    """Five by five hexes, two units a side."""

    silent = TIRED

    def lost(self, u: int) -> int:
        return GONE


def field(**places: str) -> Field:
    p = Field()
    p.lay_out(HexGround(Grid(5, 5)), Force(["r1", "r2", "b1", "b2"], [0, 0, 1, 1]))
    p.steps = [2, 2, 2, 2]
    for unit, place in places.items():
        p.put(p.force.index[unit], p.ground.index[place])
    return p


def zone(p: Field, side: int) -> list[str]:
    return [p.ground.names[h] for h in range(p.ground.size) for _ in range(p.zone[side][h])]


class TestGround:
    def test_hexes_know_their_neighbours_and_missing_ones_are_nobodys(self) -> None:
        ground = HexGround(Grid(3, 3), missing=["0202"])
        assert "0202" not in ground.index
        assert [ground.names[n] for n in ground.nb[ground.index["0201"]]] == ["0301", "0101"]

    def test_a_layer_reads_a_mark_from_both_sides(self) -> None:
        ground = linked(["a", "b", "c"], [("a", "b"), ("b", "c")])
        assert ground.layer({(0, 1): 7}) == [[7], [7, 0], [0]]
        assert ground.mask([(1, 2)]) == [[False], [False, True], [True]]
        assert ground.mask([(1, 2)], on=False) == [[True], [True, False], [False]]

    def test_prices_are_those_of_the_space_entered_and_the_border(self) -> None:
        ground = linked(["a", "b", "c"], [("a", "b"), ("b", "c")])
        assert ground.prices([1, 2, 0], [[5], [0, 0], [0]]) == [[7], [1, 0], [2]]

    def test_a_border_between_strangers_is_named(self) -> None:
        with pytest.raises(ValueError, match="0101 and 0505 do not share a side"):
            borders(HexGround(Grid(5, 5)), [["0101", "0505"]])


class TestCounters:
    def test_piles_lie_in_the_order_in_which_units_came(self) -> None:
        p = field(r1="0303", r2="0303")
        assert p.pile(p.ground.index["0303"]) == [1, 0]
        p.put(1, p.ground.index["0302"])
        assert p.pile(p.ground.index["0303"]) == [0]
        assert p.holder(p.ground.index["0302"]) == 0

    def test_zones_follow_a_unit_and_its_states(self) -> None:
        p = field(r1="0101")
        assert zone(p, 0) == ["0102", "0201", "0202"]
        p.mark(0, TIRED)
        assert zone(p, 0) == []
        p.put(0, p.ground.index["0505"])
        assert zone(p, 0) == []
        p.unmark(0, TIRED)
        assert zone(p, 0) == ["0405", "0504"]
        p.box(0, -1)
        assert zone(p, 0) == []

    def test_a_state_that_is_not_silent_changes_no_zone(self) -> None:
        p = field(r1="0101")
        p.mark(0, 2)
        assert zone(p, 0) == ["0102", "0201", "0202"]

    def test_a_box_takes_the_states_away(self) -> None:
        p = field(r1="0101")
        p.mark(0, TIRED | 2)
        p.box(0, -3)
        assert (p.hex[0], p.state[0]) == (-3, 0)

    def test_the_last_step_sends_a_unit_to_its_box(self) -> None:
        p = field(r1="0101")
        p.lose_step(0, "1.1")
        assert p.hex[0] >= 0
        p.lose_step(0, "1.1")
        assert p.hex[0] == GONE

    def test_what_is_shut_is_an_enemy_or_his_zone_without_a_friend(self) -> None:
        p = field(r1="0202", b1="0301")
        shut = p.shut(0)
        assert shut[p.ground.index["0301"]]
        assert shut[p.ground.index["0302"]]
        assert not shut[p.ground.index["0202"]]      # in the zone of b1, and r1 stands there
        assert not shut[p.ground.index["0105"]]

    def test_control_is_lost_to_a_zone_and_comes_back(self) -> None:
        p = field(r1="0202")
        h = p.ground.index["0202"]
        p.put(0, p.ground.index["0105"])
        assert p.controls(0, h)
        p.put(2, p.ground.index["0301"])
        assert not p.controls(0, h)
        assert not p.controls(1, h)

    def test_a_loaded_position_has_the_same_piles_zones_and_owners(self) -> None:
        p = field(r1="0303", r2="0303", b1="0301")
        p.put(1, p.ground.index["0105"])
        p.mark(0, TIRED)
        q = p.clone()
        q.derive({"order": p.order()})
        for name in fields(Field):
            assert getattr(q, name) == getattr(p, name), name

    def test_a_copy_shares_nothing_that_changes(self) -> None:
        p = field(r1="0303")
        q = p.clone()
        q.put(0, p.ground.index["0101"])
        q.mark(0, TIRED)
        assert (p.hex[0], p.state[0], zone(p, 1)) == (p.ground.index["0303"], 0, [])
        assert len(zone(p, 0)) == 6

    def test_the_laws_find_what_was_changed_behind_the_writers_back(self) -> None:
        p = field(r1="0303", b1="0101")
        assert p.pile_faults() + p.zone_faults() == []
        p.zone[0][0] += 1
        assert p.zone_faults() == ["zones differ from those counted afresh"]
        p.hex[0] = p.ground.index["0505"]
        assert p.pile_faults() == ["a unit lies in no pile, in two, or not where it is"]
        both = field(r1="0303", b1="0303")
        assert both.pile_faults() == ["both sides are in 0303"]


class TestLimits:
    ROOM = (Limit("2.1", "no-room", 2, [1, 1, 0, 1]), Limit("2.2", "no-room-for-b1", 0, [0, 0, 1, 0]))

    def test_a_limit_counts_those_it_weighs_and_oneself_once(self) -> None:
        p = field(r1="0303", r2="0303")
        h, room = p.ground.index["0303"], list(self.ROOM)
        assert exceeded(p, room, 0, h) is None       # it is there already
        assert exceeded(p, room, 3, h) == room[0]
        assert exceeded(p, room, 3, p.ground.index["0101"]) is None
        assert exceeded(p, room, 2, p.ground.index["0101"]) == room[1]

    def test_a_space_beyond_a_limit_breaks_a_law(self) -> None:
        assert crowded(field(r1="0303", r2="0303"), list(self.ROOM)) == []
        assert crowded(field(b1="0303"), list(self.ROOM)) == ["2.2: 0303 holds more than 0"]


class TestSupply:
    def test_each_stage_begins_where_the_one_before_came(self) -> None:
        ground = linked(list("abcdefg"), [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "g")])
        road = ground.mask([(0, 1), (1, 2)])
        lines = trace(ground.nb, [0], [False] * 7, [Stage(over=road), Stage(2)])
        assert lines.steps() == [0, 0, 0, 1, 2, -1, -1]
        assert lines.way(4) == [4, 3, 2, 1, 0]
        assert lines.way(5) == []

    def test_a_closed_space_is_passed_nowhere(self) -> None:
        ground = linked(list("abc"), [("a", "b"), ("b", "c")])
        assert trace(ground.nb, [0], [False, True, False], [Stage()]).steps() == [0, -1, -1]


class TestTable:
    TABLE = Table([(1, 2), (1, 1), (3, 1)], [[Result(1, 0, 0), Result(0, 1, 0), Result(0, 1, 2)],
                                            [Result(2, 0, 0), Result(1, 1, 0), Result(0, 0, 1)]])

    @pytest.mark.parametrize("attack, defence, column", [
        (1, 3, BELOW), (1, 2, 0), (3, 4, 0), (4, 4, 1), (11, 4, 1), (12, 4, 2), (90, 1, 2)])
    def test_the_best_column_whose_odds_are_met(self, attack: int, defence: int, column: int) -> None:
        assert self.TABLE.odds(attack, defence) == column

    def test_shifts_stay_within_the_table_and_cannot_make_an_attack_possible(self) -> None:
        assert self.TABLE.shifted(1, [Shift(-1, "1", "a"), Shift(-2, "2", "b")]) == 0
        assert self.TABLE.shifted(1, [Shift(5, "1", "a")]) == 2
        assert self.TABLE.shifted(BELOW, [Shift(5, "1", "a")]) == BELOW

    def test_the_die_is_a_row(self) -> None:
        assert self.TABLE.result(2, 1) == Result(0, 1, 2)
        assert self.TABLE.results(1) == [Result(0, 1, 0), Result(1, 1, 0)]

    @pytest.mark.parametrize("text, found", [
        ("-/-", (0, 0, 0)), ("1/-", (1, 0, 0)), ("-/r2", (0, 0, 2)), ("2/1r1", (2, 1, 1)), ("-/3", (0, 3, 0))])
    def test_results_are_read_and_spelled(self, text: str, found: tuple[int, int, int]) -> None:
        assert result(text) == found
        assert spelled(Result(*found)) == text

    def test_a_table_comes_from_a_file(self) -> None:
        found = table({"columns": ["1:2", "3:1"], "rows": [["1/-", "-/r1"]]})
        assert (found.ratios, found.names) == ([(1, 2), (3, 1)], ["1:2", "3:1"])
        assert found.result(1, 1) == Result(0, 0, 1)
