"""What is shown before one commits agrees with what the rules then do."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.brunete.rules.ch03_supply import supply_lines
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.state.board import GARRISON, REP, TANK
from frente.games.brunete.state.position import Brunete
from frente.kernel.catalog import find
from frente.kernel.deployment import as_in_history
from frente.kernel.inquiry import WAY, Question, answer
from frente.kernel.referee import Match
from frente.kit.plans import played

GAME = find("brunete")


def positions(seed: int, every: int) -> list[Brunete]:
    rng = Random(seed)
    p = GAME.start("campaign", GAME.settled({}))
    found: list[Brunete] = []
    n = 0
    while p.choices():
        if n % every == 0:
            assert isinstance(p, Brunete)
            found.append(p.clone())
        asked = p.choices()
        side = rng.choice(sorted(asked))
        p.apply(side, rng.choice(asked[side]))
        n += 1
    return found


@pytest.mark.parametrize("seed", [10, 11])
def test_a_supply_line_is_shown_for_exactly_the_units_that_have_one(seed: int) -> None:
    shown = 0
    for p in positions(seed, 60):
        far = [supply_lines(p, s) for s in (0, 1)]
        for u in range(p.board.units):
            if p.hex[u] < 0:
                continue
            line = [p.board.index[name] for name in GAME.supply_line(p, u, [])]
            side = p.board.side[u]
            assert bool(line) == (far[side][p.hex[u]] >= 0)
            if line:
                shown += 1
                assert line[0] == p.hex[u]
                assert line[-1] in p.board.sources[side]
                assert all(b in p.board.nb[a] for a, b in zip(line, line[1:], strict=False))
    assert shown > 500


def test_every_path_of_the_reach_can_be_walked_and_leaves_the_points_it_says() -> None:
    walked = 0
    rng = Random(5)
    for p in positions(3, 25):
        if type(p.step()).__name__ != "ChooseUnit":
            continue
        ((side, acts),) = p.choices().items()
        unit = rng.choice([a.arg for a in acts if a.verb == "unit"])
        for _space, (left, way) in sorted(GAME.reach(p, side, unit).items())[::5]:
            q = p.clone()
            for word in way:
                act = GAME.words(q).act(word)
                assert act in q.choices()[side]
                q.apply(side, act)
            if type(q.step()).__name__ == "March":
                facts = GAME.view(q, side).facts
                assert facts["left"] == left
            walked += 1
    assert walked > 30


def test_units_that_may_not_move_now_have_no_reach() -> None:
    """Garrisons have no movement at all, others have moved or are not asked about: what is offered decides."""
    shown: set[int] = set()
    none: set[int] = set()
    for p in positions(3, 60):
        step = type(p.step()).__name__
        for side in (0, 1):
            offered = p.choices().get(side, [])
            marching = GAME.view(p, side).facts["unit"] if step == "March" and offered else ""
            for u in range(p.board.units):
                if step == "ChooseUnit" and p.board.unit_acts[u] in offered and p.hex[u] >= 0:
                    assert GAME.reach(p, side, u)
                    shown.add(p.board.type[u])
                elif p.board.uid[u] != marching:
                    assert GAME.reach(p, side, u) == {}
                    none.add(p.board.type[u])
    assert GARRISON not in shown
    assert TANK in shown
    assert none == {*shown, GARRISON}


def test_the_battle_card_shows_the_column_that_is_then_used() -> None:
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        p = GAME.start("campaign", GAME.settled({}))
        promised = ""
        while p.choices():
            step = type(p.step()).__name__
            asked = p.choices()
            side = rng.choice(sorted(asked))
            if step in ("CombatRoll", "CombatReroll"):
                card = GAME.card(p, side)
                assert GAME.view(p, 0).facts["column"] == card["column"]
                assert sum(r["attacker"] for r in card["row"]["results"]) >= card["row"]["attacker-loss"]
                compared += 1
            if step == "ChooseAttackers":
                promised = GAME.card(p, side).get("base", "")
            elif promised and step in ("AttackerElite", "DefenderElite", "Supports"):
                assert GAME.card(p, side)["base"] == promised
                promised = ""
            p.apply(side, rng.choice(asked[side]))
    assert compared > 10


def test_a_step_that_leaves_a_unit_without_supply_is_warned_of() -> None:
    warned = clear = 0
    for p in positions(8, 15):
        if type(p.step()).__name__ != "March":
            continue
        ((side, acts),) = p.choices().items()
        for act in acts:
            if act.verb != "hex":
                continue
            units = {str(w.facts["unit"]) for w in GAME.warnings(p, side, [act])}
            q = p.clone()
            unit = q.stack[-1].unit  # type: ignore[attr-defined]
            q.put(unit, act.arg)
            supplied = supply_lines(q, side)[act.arg] >= 0
            assert (p.board.uid[unit] in units) == (not supplied)
            warned += not supplied
            clear += supplied
    assert warned > 3
    assert clear > 3


def test_a_march_is_judged_by_where_it_ends_and_by_what_stands_behind() -> None:
    """Against the whole way walked: a hex without supply on the way is no reason to warn, nor is one that follows."""
    warned = behind = passed = 0
    for p in positions(8, 40):
        if type(p.step()).__name__ != "ChooseUnit":
            continue
        ((side, acts),) = p.choices().items()
        before = supply_lines(p, side)
        for unit in [a.arg for a in acts if a.verb == "unit"][::3]:
            for _left, way in list(GAME.reach(p, side, unit).values())[::4]:
                march = [GAME.words(p).act(word) for word in way]
                q = p.clone()
                hungry = False
                for act in march:
                    q.apply(side, act)
                    hungry = supply_lines(q, side)[q.hex[unit]] < 0
                    passed += hungry and act is not march[-1]
                after = supply_lines(q, side)
                cut = {p.board.uid[u] for u in p.board.of[side]
                       if u != unit and q.hex[u] >= 0 and after[q.hex[u]] < 0 <= before[q.hex[u]]}
                units = {str(w.facts["unit"]) for w in GAME.warnings(p, side, march)}
                assert units == cut | ({p.board.uid[unit]} if hungry else set())
                warned += hungry
                behind += bool(cut)
    assert warned > 3
    assert behind > 3
    assert passed > 3


def test_overlays_name_hexes_of_the_map_and_the_zones_are_those_that_stop_movement() -> None:
    for p in positions(2, 400):
        for name in GAME.overlays():
            assert set(GAME.overlay(p, 0, name)) <= set(p.board.names)
        zones = GAME.overlay(p, 0, "zones")
        for side, who in enumerate(GAME.sides):
            assert [h for h in p.board.names if who in zones.get(h, [])] == [
                p.board.names[h] for h in range(p.board.size) if p.zone[side][h]]


def by_night() -> Match:
    """A battle up to the first march of the 11th Division: 7 points, of which 4 must clear Brunete."""
    match = Match.new("brunete", "campaign", seed="a")
    as_in_history(match, Random(1))
    while match.view(REP).question != "InfiltrationMove":
        side = min(match.choices())
        match.play(side, match.choices()[side][0])
    return match


def test_a_march_by_night_is_shown_whole_and_every_hex_is_reached_with_the_points_it_promises() -> None:
    match = by_night()
    game, words = match.game, match.words()
    reach = game.reach(match.position, REP, words.act("unit:r-1-1").arg)
    assert reach["2114"] == (4, ["unit:r-1-1", "hex:2112", "hex:2113", "hex:2114"])
    assert len(reach) == 53
    for there, (left, acts) in reach.items():
        q = played(match.position, REP, [words.act(x) for x in acts])
        assert isinstance(q, Brunete), there
        f = q.stack[-1]
        assert isinstance(f, Infiltration)
        assert q.board.names[q.hex[words.act("unit:r-1-1").arg]] == there
        assert min(f.pool, 8 - f.spent[0]) == left
    q = played(match.position, REP, [words.act("unit:r-1-1")])
    assert q is not None
    on_its_way = game.reach(q, REP, words.act("unit:r-1-1").arg)
    assert on_its_way["2114"] == (4, ["hex:2112", "hex:2113", "hex:2114"])
    assert game.reach(q, REP, words.act("unit:r-1-2").arg) == {}


@pytest.mark.parametrize(("there", "told"), [
    ("2809", [("9.7c", "kernel.way-needs"), ("9.7f", "points-needed-to-clear")]),
    ("2107", [("R25", "enemy-there")])])
def test_beyond_a_march_by_night_the_reasons_are_those_of_the_night(there: str, told: list[tuple[str, str]]) -> None:
    match = by_night()
    q = Question(WAY, (REP,), REP, "r-1-1", space=there)
    found = answer(match.game, match.position, q, "en", Random(1), False)
    assert [(r["rule"], r["key"]) for r in found["refusals"]] == told
