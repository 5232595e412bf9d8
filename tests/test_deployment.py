"""Set-up as in history: stored deployments answer what a scenario leaves free, through the referee."""
from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import frente
from frente.kernel.catalog import all_games, find
from frente.kernel.deployment import as_in_history, asked, deployments, finished, historical, opening, progress, rest
from frente.kernel.referee import Match

SCENARIOS = [(g.slug, s.id) for g in all_games() for s in g.scenarios]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_every_scenario_begins_without_a_question_about_its_set_up(slug: str, scenario: str) -> None:
    match = Match.new(slug, scenario, seed="history")
    as_in_history(match, Random(1))
    assert asked(match.game, match.position) is None
    assert match.game.broken_laws(match.position) == []
    assert historical(match)


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_every_stored_place_is_legal_when_it_is_asked_for(slug: str, scenario: str) -> None:
    game = find(slug)
    for d in deployments(game, scenario):
        match = Match.new(slug, scenario, seed="history")
        while asked(game, match.position) != game.side(d.side):
            side = asked(game, match.position)
            assert side is not None
            for word in rest(match, side, Random(1)):
                match.play(side, word)
        known = {word for a in d.answers.values() for word in (a if isinstance(a, list) else a.values())}
        while asked(game, match.position) == game.side(d.side):
            words = finished(match, match.position, game.side(d.side), d.answers)
            assert set(words) <= known, "an act that stands in no deployment"
            match.play(d.side, words[0])


def test_what_is_stored_says_that_it_is_an_estimate() -> None:
    assert {d.source for g in all_games() for s in g.scenarios for d in deployments(g, s.id)} == {"estimate"}


def test_the_numbers_of_pieces_that_the_scenarios_let_one_place() -> None:
    found = {}
    for slug, scenario in SCENARIOS:
        match = Match.new(slug, scenario, seed="history")
        counts = []
        while (now := progress(match)) is not None:
            side = asked(match.game, match.position)
            assert side is not None
            counts.append((match.game.sides[side], now.of))
            for word in rest(match, side, Random(1)):
                match.play(side, word)
        found[slug, scenario] = counts
    assert found["brunete", "campaign"] == [("republican", 3)]
    assert found["storm", "corunna"] == [("nationalist", 51), ("republican", 39), ("nationalist", 51)]
    assert found["heralds", "madrid"][:2] == [("pce", 15), ("cnd", 14)]
    assert found["guadalajara", "1"] == [("republican", 9), ("nationalist", 52)]
    assert found["guadalajara", "4"] == [("nationalist", 67), ("republican", 34)]
    assert found["tscw", "campaign"] == []


def test_the_rest_is_placed_round_what_was_placed_by_hand() -> None:
    match = Match.new("brunete", seed="history")
    match.play("republican", "hex:1802")
    assert progress(match) == (1, 3)
    words = rest(match, 0, Random(1))
    assert words == ["hex:1602", "hex:1702"]
    for word in words:
        match.play("republican", word)
    assert progress(match) is None
    assert not historical(match)


def test_where_a_stored_place_is_taken_the_first_legal_one_is_used() -> None:
    match = Match.new("storm", "drive", seed="history")
    side = asked(match.game, match.position)
    assert side is not None
    offered = [match.word(a) for a in match.choices()[side]]
    assert finished(match, match.position, side, {"SetUpUnits": {"r-octubre1": "area:ZZ"}})[0] == offered[0]


def test_a_game_of_secrets_is_set_up_in_several_ways() -> None:
    game = find("heralds")
    ways = deployments(game, "madrid")
    for side in game.sides:
        assert len({str(d.answers) for d in ways if d.side == side}) == 8


def test_a_record_of_a_game_set_up_as_in_history_is_verified(tmp_path: Path) -> None:
    match = Match.new("guadalajara", "2", seed="history")
    as_in_history(match, Random(1))
    path = tmp_path / "game.json"
    match.record().save(path)
    assert frente.verify(path).ok
    assert len(match.log) == 43


@pytest.mark.parametrize(("slug", "acts"), [("guadalajara", 75), ("heralds", 60), ("storm", 13)])
def test_a_set_up_as_in_history_is_nobodys_act_and_is_not_taken_back(slug: str, acts: int) -> None:
    match = Match.new(slug, seed="history")
    as_in_history(match, Random(1))
    assert match.opening == opening(match) == acts
    for side in match.game.sides:
        reason = match.why_not_undo(side)
        assert reason is not None
        assert reason.key == "kernel.undo-nothing"


def test_what_was_decided_after_a_set_up_as_in_history_is_taken_back_as_ever() -> None:
    match = Match.new("guadalajara", seed="history")
    as_in_history(match, Random(1))
    match.play("nationalist", "pass")
    match.undo("nationalist")
    assert len(match.log) == match.opening == 75


def test_a_set_up_by_hand_is_taken_back_to_its_first_piece() -> None:
    match = Match.new("brunete", seed="history")
    for word in ("hex:1802", "hex:1602"):
        match.play("republican", word)
    assert opening(match) == 0
    match.undo("republican")
    match.undo("republican")
    assert match.log == []


def test_a_set_up_that_both_agree_to_make_anew_is_taken_back_again() -> None:
    match = Match.new("guadalajara", seed="history")
    as_in_history(match, Random(1))
    match.offer_rollback("nationalist", 70)
    assert match.accept_rollback("republican")
    assert match.opening == 0
    assert match.can_undo("nationalist")
