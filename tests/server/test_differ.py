"""What is sent of a state: only what has changed, and from it both sides make the same state again."""
from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from frente.differ import Part, Sheet, changed, difference
from frente.kernel.catalog import GAMES
from frente.kernel.referee import Match
from frente.server import measure
from frente.server.state import view_data
from tests.server.helpers import INVITED, Seat, new, state

PLAIN = st.none() | st.integers(-3, 3) | st.text("ab", max_size=2)
NAMES = st.sampled_from(["a", "b", "id", "drop", "in", "rows", "order"])
ROW = st.sampled_from("xyz")
VALUES = st.recursive(PLAIN, lambda inner: st.one_of(
    st.lists(inner, max_size=4), st.dictionaries(NAMES, inner),
    st.lists(st.fixed_dictionaries({"id": ROW}, optional={"v": inner}), max_size=4)), max_leaves=12)
PATCH = Path(__file__).parents[2] / "src/frente/web/js/differ.js"


@given(VALUES, VALUES)
def test_a_difference_leads_from_any_value_to_any_other(a: Any, b: Any):
    before = json.dumps(a)
    found = json.loads(json.dumps(difference(a, b)))
    assert json.dumps(changed(a, found), sort_keys=True) == json.dumps(b, sort_keys=True)
    assert json.dumps(a) == before, "what the difference was taken of stays as it was"


def test_a_difference_tells_only_what_has_changed():
    was: dict[str, Any] = {"at": 1, "gone": 1,
                           "pieces": [{"id": "a", "hex": 1}, {"id": "b", "hex": 2}, {"id": "c", "hex": 3}]}
    now = {"at": 2, "pieces": [{"id": "a", "hex": 1}, {"id": "c", "hex": 4}, {"id": "d", "hex": 5}]}
    assert difference(was, now) == {"drop": ["gone"], "in": {"at": [2], "pieces": {"rows": {
        "drop": ["b"], "in": {"c": {"in": {"hex": [4]}}, "d": [{"id": "d", "hex": 5}]}}}}}
    assert difference(was["pieces"], [was["pieces"][2], was["pieces"][0]]) == {
        "rows": {"drop": ["b"], "order": ["c", "a"]}}
    assert difference({"a": 1}, {"a": 1}) is None
    assert difference([{"id": "a"}, {"id": "a"}], [{"id": "a"}]) == [[{"id": "a"}]], "rows with one id are no table"


def test_the_browser_makes_the_same_of_it(tmp_path: Path):
    rng = Random(1)
    cases = [(a, b, difference(a, b)) for a, b in ((tree(rng, 4), tree(rng, 4)) for _ in range(300))]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    script = (f"import {{changed}} from {json.dumps(PATCH.as_uri())}; import fs from 'fs';"
              f"const cases = JSON.parse(fs.readFileSync({json.dumps(str(tmp_path / 'cases.json'))}));"
              "console.log(JSON.stringify(cases.map(([a, b, d]) => changed(a, d))));")
    node = shutil.which("node")
    assert node
    said = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(said.stdout) == [b for _, b, _ in cases]


def tree(rng: Random, depth: int) -> Any:
    kind = rng.randrange(5) if depth else 0
    if kind == 0:
        return rng.choice([None, True, 0, 1, "", "ä", 2.5])
    if kind == 1:
        return [tree(rng, depth - 1) for _ in range(rng.randrange(3))]
    if kind == 2:
        return [{"id": x, "v": tree(rng, depth - 1)} for x in rng.sample("pqrs", rng.randrange(4))]
    return {k: tree(rng, depth - 1) for k in rng.sample(["a", "b", "c", "drop", "in"], rng.randrange(4))}


def test_whoever_wants_changes_is_told_them_and_has_the_same_state(client: TestClient):
    table = new(client, INVITED)
    with Seat(client, table, "republican", changes=True) as seat, Seat(client, table, "republican") as plain:
        assert seat.state["number"] == 1
        held = seat.state
        for _ in range(12):
            answer = plain.act()
            while held["at"] != answer["at"] or held["seats"] != plain.state["seats"]:
                message = json.loads(seat.session.receive_text())
                assert (message["type"], message["from"]) == ("change", held["number"])
                held = changed(held, message["diff"])
                assert len(json.dumps(message)) < len(json.dumps(held)) / 4
        fresh = state(client, table, "republican")
        for name in ("view", "acts", "dice", "seats", "undo", "card", "offer", "outcome"):
            assert held[name] == fresh[name], name
        assert seat.ask("state")["type"] == "ok"
        while seat.state["number"] == 1:         # whoever has lost his way is told the whole
            seat.hear()
        assert (seat.state["at"], seat.state["view"]) == (fresh["at"], fresh["view"])


def test_a_sheet_that_has_been_forgotten_is_written_whole():
    sheet = Sheet(True)
    assert json.loads(sheet.written({"type": "state", "at": 0})) == {"type": "state", "at": 0, "number": 1}
    assert json.loads(sheet.written({"type": "state", "at": 1})) == {
        "type": "change", "from": 1, "diff": {"in": {"at": [1], "number": [2]}}}
    sheet.forget()
    assert json.loads(sheet.written({"type": "state", "at": 2})) == {"type": "state", "at": 2, "number": 3}
    assert json.loads(Sheet(False).written({"type": "state", "at": 0})) == {"type": "state", "at": 0}


STATES = st.lists(st.dictionaries(NAMES, VALUES), min_size=2, max_size=4)


@given(STATES, STATES)
def test_whoever_is_told_changes_holds_what_others_are_told_whole(views: list[Any], others: list[Any]):
    """Two clients share a part of their states, one of them from the second state on; the rest is each one's own."""
    first, late = Sheet(True), Sheet(True)
    held: dict[int, Any] = {}
    for n, (view, own) in enumerate(zip(views, others)):
        shared = Part(view)
        for k, sheet in enumerate((first, late)[:n + 1]):
            state = {"type": "state", "view": shared, "views": Part({"a": shared}), "own": [k, own], **own}
            told = json.loads(sheet.written(state))
            held[k] = told if told["type"] == "state" else changed(held[k], told["diff"])
            assert held[k] == json.loads(json.dumps(state | {"number": sheet.number}))


def test_a_part_that_has_not_changed_is_not_looked_at_again():
    sheets = [Sheet(True), Sheet(True)]
    same, before, after = Part({"a": 1}), Part({"rows": [{"id": "x", "v": 1}]}), Part({"rows": [{"id": "x", "v": 2}]})
    for sheet in sheets:
        sheet.written({"same": same, "other": before})
    same["a"] = 2                        # nobody does that: a part stays as it is
    told = [json.loads(sheet.written({"same": same, "other": after}))["diff"]["in"] for sheet in sheets]
    assert told[0] == told[1] == {"number": [2], "other": {"in": {"rows": {"rows": {"in": {"x": {"in": {"v": [2]}}}}}}}}


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_view_stays_as_it_is_and_what_is_told_of_it_leads_to_the_next(slug: str):
    """Views are compared as they are, without a copy: none may hold anything that an act changes."""
    match, rng = Match.new(slug, seed="told"), Random(slug)
    sheets = {side: Sheet(True) for side in range(len(match.game.sides))}
    held: dict[int, Any] = {}
    before: dict[int, tuple[Part, str]] = {}
    for _ in range(40):
        for side, sheet in sheets.items():
            part = Part(view_data(match.view(side)))
            if side in before:
                assert json.dumps(before[side][0]) == before[side][1], "an act has changed a view of the past"
            told = json.loads(sheet.written({"type": "state", "view": part}))
            held[side] = told if told["type"] == "state" else changed(held[side], told["diff"])
            before[side] = part, json.dumps(part)
            assert held[side]["view"] == json.loads(before[side][1])
        side = rng.choice(sorted(match.choices()))
        match.play(side, rng.choice(match.choices()[side]))


def test_rows_are_told_in_their_places_and_by_their_ids_where_those_have_changed():
    sheet = Sheet(True)
    states = [[{"id": "a", "v": 1}, {"id": "b", "v": 1}], [{"id": "a", "v": 1}, {"id": "b", "v": 2}],
              [{"id": "b", "v": 2}, {"id": "a", "v": 1}], [{"id": "b", "v": 2}, {"id": "b", "v": 3}],
              [{"id": "b", "v": 2}, {"id": "b", "v": 4}]]
    told = [json.loads(sheet.written({"view": Part({"rows": x})})) for x in states]
    assert [x["diff"]["in"]["view"]["in"]["rows"] for x in told[1:]] == [
        {"rows": {"in": {"b": {"in": {"v": [2]}}}}}, {"rows": {"order": ["b", "a"]}},
        [[{"id": "b", "v": 2}, {"id": "b", "v": 3}]], [[{"id": "b", "v": 2}, {"id": "b", "v": 4}]]]


@pytest.mark.parametrize("slug", ["heralds", "storm"])
def test_an_act_costs_a_tenth_of_the_bytes(slug: str):
    whole, changes = (measure.measure(slug, most=60, changes=x).sent for x in (False, True))
    assert changes * 10 < whole, (changes, whole)
