"""What may be asked before one decides: about the position now, about an earlier one, about several acts at once."""
from __future__ import annotations

from random import Random
from typing import Any, get_args

from starlette.testclient import TestClient

from frente import Match
from frente.kernel import inquiry
from frente.server import frames
from tests.server.helpers import INVITED, Seat, bearer, new, play, put, state


def keys(answer: dict[str, Any]) -> list[str]:
    assert answer["type"] == "refused"
    return [r["key"] for r in answer["reasons"]]


def test_overlays_and_supply_lines_of_an_earlier_position_are_those_of_then(client: TestClient):
    table = new(client)
    early, now = 10, play(client, table, 150)
    with Seat(client, table, "republican") as seat:
        match = Match.new("brunete", seed="a test")
        for word in [x for x in acts_of(client, table)[:early] if x[0] != "chance"]:
            match.play(word[0], word[1])
        assert len(match.log) == early
        for name in match.game.overlays():
            then = seat.ask("overlay", name=name, at=early)["marks"]
            assert then == match.game.overlay(match.position, 0, name)
        assert seat.ask("overlay", name="zones", at=now) == seat.ask("overlay", name="zones") | {"id": seat.count - 1}
        assert seat.ask("overlay", name="zones", at=early)["marks"] != seat.ask("overlay", name="zones")["marks"]
        unit = next(p["id"] for p in match.view(0).pieces if p["at"].isdigit())
        line = seat.ask("supply", unit=unit, at=early)["spaces"]
        assert line == match.game.supply_line(match.position, match.words().act(f"unit:{unit}").arg, [0])
        assert keys(seat.ask("overlay", name="zones", at=now + 1)) == ["server.at-range"]
        assert keys(seat.ask("supply", unit=unit, at=now + 1)) == ["server.at-range"]


def test_an_earlier_position_is_not_seen_with_the_other_sides_eyes(client: TestClient):
    table = new(client, INVITED)
    play(client, table, 10)
    with Seat(client, table, "republican") as seat:
        assert keys(seat.ask("overlay", name="zones", side="nationalist", at=3)) == ["server.over-side"]
        assert seat.ask("overlay", name="zones", side="republican", at=3)["marks"]


def acts_of(client: TestClient, table: dict[str, Any]) -> list[list[Any]]:
    found: list[list[Any]] = client.get(f"/api/tables/{table['table']}/record",
                                        headers=bearer(table["owner"])).json()["acts"]
    return found


def test_any_unit_can_be_asked_where_it_could_go_whoever_is_to_move(client: TestClient):
    match, side, _ = risky_march()
    table = put(client, match, "range")
    game, p = match.game, match.position
    with Seat(client, table, side) as seat:
        own = next(w[5:] for w in seat.state["acts"][side] if w.startswith("unit:"))
        reach = game.reach(p, game.side(side), match.words().act(f"unit:{own}").arg)
        there = {h: left for h, (left, _) in reach.items()}
        assert seat.ask("range", side=side, unit=own)["spaces"] == there
        foes = [x for x in seat.state["view"]["pieces"] if x["side"] != side and x["at"].isdigit()]
        shown = {x["id"]: seat.ask("range", side=side, unit=x["id"])["spaces"] for x in foes}
        held = {x["at"] for x in seat.state["view"]["pieces"] if x["side"] == side}
        assert any(shown.values())
        assert all(held.isdisjoint(spaces) for spaces in shown.values())
        assert all(not shown[x["id"]] for x in foes if x["factors"].endswith("-0") or "frozen" in x["state"])
        assert keys(seat.ask("range", side="reds", unit=own)) == ["server.no-such-side"]


def risky_march() -> tuple[Match, str, list[str]]:
    """The first march of random play that would leave the marching unit, and nobody else, without supply at its end."""
    match = Match.new("brunete", seed="march")
    words, rng = match.words(), Random(3)
    while True:
        side = rng.choice(sorted(match.choices()))
        acts = match.choices()[side]
        for unit in [a.arg for a in acts if a.verb == "unit"] if match.view(None).question == "ChooseUnit" else []:
            for space, (_, way) in match.game.reach(match.position, side, unit).items():
                found = match.game.warnings(match.position, side, [words.act(x) for x in way])
                if len(way) > 2 and [r.facts["hex"] for r in found] == [space]:
                    return match, match.game.sides[side], way
        match.play(side, rng.choice(acts))


def test_a_march_is_warned_of_by_where_it_ends_before_anything_has_moved(client: TestClient):
    match, side, way = risky_march()
    table = put(client, match, "march")
    with Seat(client, table, side) as seat:
        told = seat.ask("warnings", side=side, acts=way)["warnings"]
        assert [(r["rule"], "hex:" + r["facts"]["hex"]) for r in told] == [("3.1", way[-1])]
        assert seat.ask("warnings", side=side, acts=way[:1])["warnings"] == []
        assert seat.ask("warnings", side=side, acts=way[1:])["warnings"] == [], "the unit has not been named"
        assert seat.state["at"] == state(client, table)["at"] == len(match.log)


def test_acts_that_bring_something_upon_the_side_are_done_only_without_the_wish_to_be_warned(client: TestClient):
    match, side, way = risky_march()
    table = put(client, match, "warned")
    at = len(match.log)
    with Seat(client, table, side) as seat:
        told = seat.ask("moves", side=side, acts=way, at=at, warn=len(way))
        assert (told["type"], [r["rule"] for r in told["warnings"]]) == ("answer", ["3.1"])
        assert state(client, table)["at"] == at
        assert keys(seat.ask("moves", side=side, acts=way, at=at - 1, warn=len(way))) == ["server.stale"]
        assert seat.ask("moves", side=side, acts=way, at=at, warn=1)["done"] == len(way)


def test_a_unit_that_lies_hidden_in_a_stack_has_no_supply_line_for_the_enemy(client: TestClient):
    match = Match.new("guadalajara", "2", {"hidden_stacks": True}, seed="stacks")
    rng = Random(1)
    while match.view(None).question != "ChooseUnit":
        side = min(match.choices())
        match.play(side, rng.choice(match.choices()[side]))
    table = put(client, match, "stacks")
    hidden = [p["id"] for p in match.view(0).pieces if p["side"] == "republican" and p["at"] == "covered"]
    lines = {u: match.game.supply_line(match.position, match.words().act(f"unit:{u}").arg, [1]) for u in hidden}
    some = next(u for u, line in lines.items() if line)
    with Seat(client, table, "nationalist") as enemy, Seat(client, table, "republican") as owner:
        assert enemy.ask("supply", unit=some)["spaces"] == []
        assert owner.ask("supply", unit=some)["spaces"] == lines[some]


def test_every_question_of_a_client_is_one_that_the_laws_are_checked_with():
    asked = {str(x.__struct_config__.tag) for x in frames.Question.__subclasses__()}
    assert asked == set(inquiry.KINDS)
    answered = {x for x in get_args(frames.AnyFrame) if issubclass(x, frames.Question)}
    assert answered == set(frames.Question.__subclasses__())
