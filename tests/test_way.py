"""What a page is told of the way of a unit to a space, in every game."""
from __future__ import annotations

from random import Random
from typing import Any

import pytest

import frente
from frente.kernel.catalog import all_games
from frente.kernel.flow import Refusal
from frente.kernel.inquiry import WAY, Question, answer
from frente.kernel.referee import Match
from frente.kernel.way import Stride, Walker, cheapest
from tests.web.marches import marchers, played


def asked(match: Match, unit: str, space: str, side: int) -> dict[str, Any]:
    q = Question(WAY, (side,), side, unit, space=space)
    return answer(match.game, match.position, q, "en", Random(1), match.over)


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
def test_fifty_pairs_drawn_at_random_say_reachable_exactly_where_a_unit_may_go_and_else_why_not(slug: str) -> None:
    match, rng = played(slug), Random(7)
    side = next(s for s in match.choices() if s >= 0)
    able = marchers(match)
    units = sorted(able)
    others = sorted({p["id"] for p in match.view(side).pieces if p["side"] == match.game.sides[side]} - set(units))
    spaces = [x["id"] for x in match.game.picture(match.position)["spaces"]]
    reachable = rules = 0
    for k in range(50):
        unit = rng.choice(units if k % 3 else others or units)
        reach = able.get(unit, {})
        space = rng.choice(sorted(reach) if k % 2 and reach else spaces)
        told = asked(match, unit, space, side)
        assert told["reachable"] == (space in reach)
        texts = [r["text"] for r in [*told["refusals"], *told["notes"]]]
        assert not [t for t in texts if "question now asked" in t or "kernel." in t], texts
        assert bool(told["refusals"]) != told["reachable"]
        if told["reachable"]:
            reachable += 1
            assert told["steps"][-1]["space"] == space
            assert told["left"] == max(0, reach[space][0])
        else:
            rules += any(r["rule"] for r in told["refusals"])
    assert reachable > 5
    assert rules > 5


def test_a_hex_out_of_reach_says_cost_against_points_and_the_first_rule_in_the_way() -> None:
    match = played("brunete")
    side = next(s for s in match.choices() if s >= 0)
    unit, reach = next(iter(marchers(match).items()))
    found: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {}
    for x in match.game.picture(match.position)["spaces"]:
        told = asked(match, unit, x["id"], side)
        for r in told["refusals"]:
            found.setdefault(r["key"], (x["id"], told, r))
    _, told, needs = found["kernel.way-needs"]
    cost = sum(s["cost"] for s in told["steps"])
    assert (needs["rule"], needs["facts"]) == ("9.2", {"cost": f"{cost:g}", "points": f"{told['points']:g}"})
    assert cost > told["points"]
    assert found["enemy-there"][2]["rule"] == "R25"
    assert found["kernel.way-needs"][1]["nearest"] in reach


def test_a_unit_that_may_not_move_at_all_says_which_rule_keeps_it() -> None:
    match = played("brunete")
    side = next(s for s in match.choices() if s >= 0)
    enemy = next(p for p in match.view(side).pieces if p["side"] != match.game.sides[side] and p["at"].isdigit())
    told = asked(match, enemy["id"], "2107", side)
    assert [r["key"] for r in told["refusals"]][:1] == ["not-your-unit"]


class Line(Walker):
    """Places in a row, each step twice the last; from the third nobody ever steps on."""

    def __init__(self) -> None:
        super().__init__([str(n) for n in range(5)], 0, 3, "1", True)

    def around(self, a: int) -> list[Stride]:
        return [Stride(t, 0 if {a, t} == {2, 3} else 2.0 ** a) for t in (a - 1, a + 1) if 0 <= t < 5]

    def walk(self, way: object) -> tuple[int, list[Refusal]]:
        return 0, []


def test_the_cheapest_way_may_end_with_the_step_that_is_never_made_but_leads_no_further() -> None:
    assert cheapest(Line(), 2) == [1, 2]
    assert cheapest(Line(), 3) == [1, 2, 3]
    assert cheapest(Line(), 4) == []
    assert cheapest(Line(), 0) == []


def test_an_assault_in_storm_promises_what_its_card_says_when_the_stack_is_there() -> None:
    match = Match.new("storm", "drive", seed="odds")
    rng = Random(5)
    while True:                          # until a stack may march into an area that the enemy holds
        side = min(match.choices())
        words = [match.word(act) for act in match.choices()[side]]
        card = match.game.card(match.position, side)
        ahead = {area: x["combat"] for area, x in card.get("ahead", {}).items() if "combat" in x}
        if ahead:
            break
        wish = [w for w in words if w.startswith(("assault:", "done"))] or words
        match.play(side, rng.choice(wish))
    area, foretold = next(iter(ahead.items()))
    unit = foretold["attackers"][0]
    assert asked(match, unit, area, side)["odds"] == {area: f"{foretold['defender-loss']:.1f}"}
    other = next(x for x in match.game.reach(match.position, side, match.words().act(f"unit:{unit}").arg)
                 if x not in ahead)
    assert asked(match, unit, other, side)["odds"] == {}


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
def test_when_the_game_is_over_no_way_is_open_and_nobody_asks_in_vain(slug: str) -> None:
    game, rng = next(g for g in all_games() if g.slug == slug), Random(3)
    match = frente.new(slug, game.scenarios[0].id, seed="over")
    while not match.over:
        side, acts = rng.choice(sorted(match.choices().items()))
        match.play(side, rng.choice(acts))
    spaces = [x["id"] for x in match.game.picture(match.position)["spaces"]]
    pieces = [(side, p["id"]) for side in range(len(game.sides)) for p in match.view(side).pieces
              if p["side"] == game.sides[side] and p["at"] in spaces]
    assert pieces
    assert not [u for side, u in pieces if asked(match, u, rng.choice(spaces), side)["reachable"]]
