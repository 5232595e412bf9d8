"""What a player is reminded of: the administrative phase, orders, supply, capacities, arrivals, victory, morale."""
from __future__ import annotations

from random import Random
from typing import Any

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch07_duties import assign
from frente.games.tscw.rules.ch12_movement import prepare
from frente.games.tscw.rules.ch12_phase import Movement
from frente.games.tscw.rules.ch13_attack import Combat
from frente.games.tscw.state.board import CONVERT, POINTS, WITHDRAW
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    AWAITED,
    NEW,
    Tscw,
)
from frente.kernel.flow import CHANCE
from frente.kernel.laws import rule_ids
from frente.kernel.views import CannotDraw
from tests.tscw.lay import NAT, REP, before, empty, hexn, kill, moving, own, own_all, play, put, run, start, unit
from tests.wording import placeholders


def section(p: Tscw, viewer: int | None, name: str) -> list[dict[str, Any]]:
    found = {s["id"]: s["rows"] for s in GAME.view(p, viewer).extra["sections"]}
    rows: list[dict[str, Any]] = found.get(name, [])
    return rows


def states(p: Tscw, viewer: int | None, name: str) -> dict[str, str]:
    return {r["key"] + (":" + r["facts"]["side"] if "side" in r["facts"] else ""): r["state"]
            for r in section(p, viewer, name)}


def at_administration(p: Tscw, side: int, step: str) -> Tscw:
    f = Administration(side)
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    return run(p, before("NamePyrenees"), f)


@pytest.mark.rule("5.2.A4", "5.2.A5")
def test_the_checklist_says_what_of_the_administrative_phase_is_done_and_what_is_still_to_do() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", steps=1)
    kill(p, "r-bde2")
    p.rp = [2, 12, 0, 0]
    at_administration(p, REP, "SpendPoints")
    rows = {r["key"]: r for r in section(p, REP, "administration")}
    assert rows["reinforcements"]["state"] == rows["withdrawals"]["state"] == "done"
    assert (rows["replenishable"]["state"], rows["replenishable"]["units"]) == ("now", ["r-div11"])
    assert rows["rebuildable"]["units"] == ["r-bde2"]
    assert (rows["points-left"]["value"], rows["points-left"]["rule"]) == ("2", "6.4c")
    assert (rows["points-over"]["value"], rows["points-over"]["state"]) == ("12", "warn")
    assert states(p, REP, "administration")["administration-of:nationalist"] == "done"
    assert states(p, REP, "administration")["travel:republican"] == "todo"


@pytest.mark.rule("5.2.A4")
def test_the_checklist_of_the_other_side_is_its_own_affair() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", steps=1)
    p.rp = [2, 0, 0, 0]
    at_administration(p, REP, "SpendPoints")
    for viewer in (NAT, None):
        assert states(p, viewer, "administration")["administration-of:republican"] == "now"
        assert "replenishable" not in [r["key"] for r in section(p, viewer, "administration")]


def test_reinforcements_that_are_still_to_be_placed_are_counted() -> None:
    p = empty(turn=9)
    for name in ("r-bde2", "r-bde3"):
        p.hex[unit(p, name)] = AWAITED
        p.due[unit(p, name)] = 9
    at_administration(p, REP, "CallReinforcements")
    for left in (["r-bde2", "r-bde3"], ["r-bde3"]):
        row = next(r for r in section(p, REP, "administration") if r["key"] == "reinforcements")
        assert (row["state"], row["units"], row["value"]) == ("now", left, str(len(left)))
        play(p, "hex:2712")


@pytest.mark.rule("5.2.A2", "3.4")
def test_on_turn_1_only_the_chits_are_on_the_list_and_in_the_movement_phase_nothing() -> None:
    p = start("columns")
    assert {r["key"] for r in section(p, REP, "administration")} == {"chits"}
    q = start("columns", turn1_phases="full")
    assert {"chits", "administration-of", "travel"} <= {r["key"] for r in section(q, None, "administration")}
    r = empty(turn=9)
    moving(r, REP)
    assert section(r, REP, "administration") == []


@pytest.mark.rule("10.3c")
def test_stacks_that_would_be_lost_are_warned_of_and_those_in_a_town_are_not() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "3118", "3023")
    put(p, "3118", "r-div12", "r-bde2")
    p.state[unit(p, "r-div12")] |= NEW
    moving(p, REP)
    (row,) = section(p, REP, "supply")
    assert (row["key"], row["state"], row["space"], row["units"]) == ("starving", "warn", "3118", ["r-bde2", "r-div12"])
    assert section(p, NAT, "supply") == [], "the other side is not told"
    assert section(p, None, "supply") == []
    q = empty(turn=9)
    own_all(q, NAT)
    put(q, "2712", "r-div12")
    own(q, REP, "2712")
    moving(q, REP)
    assert [(r["key"], r["rule"], r["state"]) for r in section(q, REP, "supply")] == [("besieged", "10.7", "")]


@pytest.mark.rule("7.11c")
def test_units_named_for_an_order_are_listed_with_what_they_owe() -> None:
    p = empty(turn=14)
    p.czech = 14
    put(p, "3216", "i-lt")
    prepare(p, NAT)
    p.stack = [Movement(NAT)]
    assign(p, NAT)
    p.settle()
    order, owes = section(p, NAT, "orders")
    assert (order["key"], order["rule"], order["state"]) == ("order-crisis", "7.11c", "todo")
    assert (owes["key"], owes["state"], owes["facts"]["unit"]) == ("owes-move", "now", "i-lt")
    assert [r["key"] for r in section(p, REP, "orders")] == ["order-crisis"], "who is named is not told"
    q = empty(turn=14)
    moving(q, NAT)
    assert section(q, NAT, "orders") == []


@pytest.mark.rule("7.22a")
def test_an_attack_on_madrid_that_is_owed_is_named_until_it_is_made() -> None:
    p = empty(turn=4)
    p.call_madrid = 4
    put(p, "2712", "r-mod")
    put(p, "2812", "n-gec")
    p.duty[unit(p, "n-gec")] = 1
    run(p, Combat(NAT))
    assert [r["key"] for r in section(p, NAT, "orders")] == ["order-madrid", "owes-attack"]
    assert section(p, NAT, "orders")[0]["value"] == f"{p.steps[unit(p, 'n-gec')]}/15"
    play(p, "attack:2712", "unit:n-gec", "go")
    assert [r["key"] for r in section(p, NAT, "orders")] == ["order-madrid", "owes-nothing"]


@pytest.mark.rule("7.33a")
def test_a_compulsory_offensive_says_how_many_units_must_still_attack() -> None:
    p = empty(turn=3)
    p.offensive, p.quota, p.target = 3, 2, hexn(p, "3117")
    moving(p, REP)
    (row,) = section(p, REP, "orders")
    assert (row["key"], row["value"], row["space"]) == ("order-offensive", "2", "3117")


@pytest.mark.rule("14.3")
def test_rail_and_sea_capacity_are_told_with_what_is_left() -> None:
    p = empty(turn=6)
    p.sea[REP] = 1
    moving(p, NAT)
    rows = {(r["key"], r["side"]): r["value"] for r in section(p, REP, "capacity")}
    limit = p.board.rail_limit[6][REP]
    assert rows["rail", "republican"] == f"{limit}/{limit}"
    assert rows["sea", "republican"] == f"{p.board.sea_limit[6][REP] - 1}/{p.board.sea_limit[6][REP]}"


def fated(p: Tscw, fate: int) -> tuple[int, int]:
    """A Republican column that the charts withdraw or convert, and when."""
    b = p.board
    return next((u, b.fate_turn[u]) for u in b.ground[REP] if b.fate[u] == fate and 2 < b.fate_turn[u] < 19)


@pytest.mark.parametrize(("fate", "key"), [(WITHDRAW, "departures"), (CONVERT, "conversions")])
def test_the_schedule_says_who_comes_leaves_and_converts_next_turn(fate: int, key: str) -> None:
    p = empty()
    u, turn = fated(p, fate)
    name = p.board.uid[u]
    for then, told in ((turn - 1, True), (turn - 2, False)):
        q = empty(turn=then)
        put(q, "2812", name)
        q.hex[unit(q, "r-div11")] = AWAITED
        q.due[unit(q, "r-div11")] = turn
        moving(q, NAT)
        rows = {r["key"]: r["units"] for r in section(q, NAT, "schedule") if r["side"] == "republican"}
        assert (name in rows.get(key, [])) is told
        assert ("r-div11" in rows.get("arrivals", [])) is told


@pytest.mark.rule("6.13b", "7.10b")
def test_the_schedule_promises_no_points_that_will_not_come() -> None:
    def promised(p: Tscw) -> dict[str, str]:
        return {r["facts"]["kind"]: r["value"] for r in section(p, NAT, "schedule") if r["key"] == "income"}
    p = moving(empty(turn=10), NAT)
    chart = p.board.income[11]
    assert promised(p) == {kind: f"+{n}" for kind, n in zip(POINTS, chart)}
    own(p, NAT, "3707", "3710", "3613")
    p.volunteers = 9
    assert promised(p) == {"republican": f"+{chart[0]}", "nationalist": f"+{chart[1] + chart[2]}"}


@pytest.mark.rule("4.1c")
def test_the_morale_ledger_gives_level_causes_and_places() -> None:
    p = empty(turn=6)
    b = p.board
    put(p, "2911", "n-gec")
    place = next(h for h in range(b.size) if b.morale[h] < 0 and h != b.madrid and p.control[h] == REP)
    level = int(section(p, REP, "morale")[0]["value"])
    enter(p, unit(p, "n-gec"), place)
    moving(p, NAT)
    now, total, change = section(p, REP, "morale")
    lost = f"{b.morale[place]:+d}"
    assert (now["key"], now["value"]) == ("morale-level", str(level + b.morale[place]))
    assert (total["key"], total["facts"], total["value"]) == ("morale-sum", {"cause": "place"}, lost)
    assert (change["key"], change["space"], change["facts"]["turn"], change["value"]) == (
        "morale-place", b.names[place], 6, lost)


@pytest.mark.rule("17.2a")
def test_how_near_victory_is_is_told_from_what_lies_open() -> None:
    p = start("columns")
    rows = {r["key"]: r for r in section(p, NAT, "victory")}
    assert {"win-ring", "win-madrid-held", "win-madrid", "win-prizes"} <= set(rows)
    assert rows["win-ring"]["value"] == "0/3"
    q = start("campaign")
    assert {"win-morale", "win-endurance"} <= {r["key"] for r in section(q, NAT, "victory")}
    assert section(p, NAT, "victory") == section(p, REP, "victory")


@pytest.mark.parametrize("scenario", ["columns", "campaign"])
def test_every_row_of_a_random_game_has_texts_a_rule_and_nothing_the_viewer_may_not_know(scenario: str) -> None:
    rng = Random(7)
    p = start(scenario, mandatory_offensives=True, column_attack_rolls=True)
    rules = rule_ids(GAME.folder)
    texts = {x: GAME.texts(x).entries for x in ("en", "es")}
    seen: set[str] = set()
    drawn = 0
    for n in range(2500):
        if not p.stack:
            break
        asked = p.choices()
        side = rng.choice(sorted(asked))
        p.apply(side, rng.choice(asked[side]))
        if n % 40 or not p.stack:
            continue
        for viewer in (REP, NAT, None):
            shown = GAME.view(p, viewer)
            covered = {x["id"] for x in shown.pieces if x["at"] == "covered"}
            for part in shown.extra["sections"]:
                for entries in texts.values():
                    assert f"section.{part['id']}" in entries
                for row in part["rows"]:
                    seen.add(row["key"])
                    assert row["rule"] in rules
                    for entries in texts.values():
                        assert placeholders(entries[f"ledger.{row['key']}"]) <= set(row["facts"])
                    if part["id"] != "schedule":     # the turn track is open
                        assert not covered & set(row["units"])
            if viewer is not None and CHANCE not in p.choices():
                try:
                    assert GAME.view(GAME.determinize(p, viewer, rng), viewer).extra == shown.extra
                    drawn += 1
                except CannotDraw:       # not while the other side is at something secret
                    assert viewer not in p.choices()
    assert len(seen) > 15
    assert drawn > 5
