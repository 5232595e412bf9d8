"""Forms of steps, plans played out on a copy, and what games say alike to a viewer."""
from __future__ import annotations

from dataclasses import dataclass

import pytest

from frente.kernel.explain import step_refusals
from frente.kernel.flow import CHANCE, PASS, Act, Choices, Frame, Position, Refusal, Side, play
from frente.kit.plans import Explorer, by_name, expected, listed, played, warned
from frente.kit.sight import boxes, rows, tally
from frente.kit.steps import Die, Listed

NAMES = ["a", "b", "c", "d"]


@dataclass
class Walk(Frame):
    """Along four places in a row, from the first, as far as the points last."""

    at_place: int = 0
    left: int = 2
    die: int = 0


class Row(Position):
    pass


class Throw(Die[Walk, Row]):
    rule = "1"


class Go(Listed[Walk, Row]):
    rule = "2"
    verbs = ("go", "pass")

    def ask(self, f: Walk, p: Row) -> Choices:
        return {0: [*[Act("go", n) for n in (f.at_place - 1, f.at_place + 1) if 0 <= n < 4 and f.left], PASS]}

    def do(self, f: Walk, p: Row, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        f.left -= 1
        f.at_place = act.arg
        return False

    def why(self, f: Walk, p: Row, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("2", "too-far", {})]


play(Walk, Throw(), Go())


def walk(p: Row) -> Walk:
    f = p.stack[-1]
    assert isinstance(f, Walk)
    return f


class Onward(Explorer[Row]):
    def going(self, p: Row, at: int) -> bool:
        return at in (-1, walk(p).at_place)

    def left(self, p: Row) -> int:
        return walk(p).left


class Once(Onward):
    def going(self, p: Row, at: int) -> bool:
        return at < 0


@pytest.fixture
def p() -> Row:
    row = Row([Walk()])
    row.settle()
    row.apply(CHANCE, Act("die", 4))
    return row


def test_a_die_offers_its_six_faces_and_the_frame_keeps_the_one_that_falls() -> None:
    row = Row([Walk()])
    row.settle()
    assert row.choices() == {CHANCE: [Act("die", n) for n in range(1, 7)]}
    row.apply(CHANCE, Act("die", 4))
    assert walk(row).die == 4
    assert [*row.choices()] == [0]


def test_what_a_listed_step_offers_is_refused_by_nothing_and_the_rest_by_its_reasons(p: Row) -> None:
    assert step_refusals(p, 0, Act("go", 1)) == []
    assert [r.key for r in step_refusals(p, 0, Act("go", 3))] == ["too-far"]


def test_a_plan_is_played_on_a_copy_or_not_at_all(p: Row) -> None:
    q = played(p, 0, [Act("go", 1), Act("go", 2)])
    assert q is not None
    assert (walk(q).at_place, walk(p).at_place) == (2, 0)
    assert played(p, 0, [Act("go", 1), Act("go", 3)]) is None


def test_warnings_are_gathered_up_to_the_act_that_is_not_offered(p: Row) -> None:
    def step(q: Row, side: Side, act: Act) -> list[Refusal]:
        return [Refusal(str(walk(q).at_place), "from", {})]

    assert [r.rule for r in warned(p, 0, [Act("go", 1), Act("go", 2), Act("go", 3), PASS], step)] == ["0", "1"]


def test_ways_are_found_by_playing_with_the_most_points_left(p: Row) -> None:
    found = Onward(0, "go", NAMES).reach(p, ["roll"])
    assert found == {"b": (1, ["roll", "go:b"]), "c": (0, ["roll", "go:b", "go:c"]),
                     "a": (0, ["roll", "go:b", "go:a"])}
    assert Once(0, "go", NAMES).reach(p, []) == {"b": (1, ["go:b"])}


def test_a_reach_in_hexes_becomes_the_acts_that_lead_there() -> None:
    assert by_name(NAMES, ["unit:x"], {2: (3, [1, 2])}) == {"c": (3, ["unit:x", "hex:b", "hex:c"])}


def test_numbers_of_a_card() -> None:
    assert listed([(2, "3.1", "river")]) == [{"value": 2, "rule": "3.1", "key": "river"}]
    assert expected({"0": 0.5, "1": 0.25, "3": 0.25}) == 1.0


def test_tracks_boxes_and_origins_for_a_screen() -> None:
    assert rows("red", [("points", None, "5.1")]) == [{"id": "points", "side": "red", "value": None, "rule": "5.1"}]
    assert [(x["id"], x["side"]) for x in boxes(("red", "blue"), ["dead", "away"])] == [
        ("dead", "red"), ("away", "red"), ("dead", "blue"), ("away", "blue")]
    assert tally(["text", "estimate", "text"]) == {"text": 2, "estimate": 1}
