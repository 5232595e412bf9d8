"""What happened as scenes: they come from one side's views alone, and lead from the first picture to the last."""
from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from random import Random

import pytest

from frente.ai import opponent
from frente.kernel.catalog import all_games, find
from frente.kernel.film import ARRIVAL, BATTLE, MARCH, Film, Scene, together
from frente.kernel.flow import EVERYONE
from frente.kernel.referee import Match
from frente.kernel.report import MOST, Ground, grounded, report
from frente.kernel.texts import kernel_texts
from frente.kernel.views import SeatView, View

ACTS = 420
SLUGS = [g.slug for g in all_games()]


@lru_cache
def played(slug: str) -> Match:
    match = Match.new(slug, seed="film")
    rng = Random(3)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while not match.over and len(match.log) < ACTS:
        side = min(match.choices())
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))
    return match


@lru_cache
def ground(slug: str) -> Ground:
    game = find(slug)
    return grounded(game.picture(game.start(game.scenarios[0].id, game.settled({})))["spaces"])


@lru_cache
def filmed(slug: str, viewer: int, first: int = 0) -> Film:
    match = played(slug)
    p = match.game.start(match.scenario, match.options)
    for e in match.log[:first]:
        p.apply(e.side, e.act)
    film = Film(match.game, p, viewer, set(ground(slug).neighbours))
    for n, e in enumerate(match.log[first:], first):
        film.act(n, e.side, e.act)
    film.end()
    return film


def shown_last(first: View, scenes: list[Scene]) -> tuple[dict[str, object], dict[str, list[str]]]:
    """The picture that a page has after all scenes, from the first one and what each changed."""
    pieces: dict[str, object] = {x["id"]: x for x in first.pieces}
    spaces = dict(first.spaces)
    for scene in scenes:
        pieces |= scene.pieces
        for id in scene.gone:
            pieces.pop(id, None)
        spaces |= scene.spaces
    return pieces, {k: v for k, v in spaces.items() if v}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_scenes_of_every_game_lead_from_the_first_picture_to_the_last(slug: str):
    for viewer in (0, 1):
        film = filmed(slug, viewer)
        pieces, spaces = shown_last(film.first, together(film.scenes))
        assert pieces == {x["id"]: x for x in film.view.pieces}
        assert spaces == {k: v for k, v in film.view.spaces.items() if v}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_march_is_one_scene_however_many_acts_it_took(slug: str):
    film = filmed(slug, 0)
    marches = [x for x in film.scenes if x.kind == MARCH]
    assert len(marches) > 5
    assert len(film.scenes) < len(played(slug).log) / 2
    near = ground(slug).neighbours
    for scene in marches:
        assert len(scene.moves) == 1
        path = scene.moves[0].path
        assert len(path) > 1
        assert set(path) <= set(near)
    for a, b in zip(marches, marches[1:]):       # who went on has one scene, not two
        same = a.last + 1 >= b.first and a.side == b.side and a.moves[0].units == b.moves[0].units
        assert not (same and a.moves[0].path[-1] == b.moves[0].path[0])


def test_marches_that_the_other_side_is_not_told_of_are_seen_all_the_same():
    """In tscw a march is told to its own side alone."""
    film = filmed("tscw", 0)
    theirs = [x for x in film.scenes if x.kind == MARCH and x.side == "nationalist"]
    assert len(theirs) > 5
    assert not [e for x in theirs for e in x.said if e["key"] == "stepped"]
    assert [e for x in film.scenes if x.side == "republican" for e in x.said if e["key"] == "stepped"]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_film_tells_nobody_the_other_sides_secrets(slug: str):
    match = played(slug)
    for viewer in (0, 1):
        told = [said_as(e["n"], e["key"], e["facts"]) for x in filmed(slug, viewer).scenes for e in x.said]
        known = {said_as(n, e.key, e.facts) for n, e in match.events_since(0) if e.only in (EVERYONE, viewer)}
        assert told
        assert set(told) <= known


def said_as(n: int, key: str, facts: Mapping[str, object]) -> tuple[int, str, str]:
    return n, key, json.dumps(facts, sort_keys=True)


def test_a_unit_that_comes_in_and_marches_on_is_one_march_and_still_an_arrival():
    film = filmed("brunete", 0)
    came = {unit for side, unit in film.came if side == "nationalist"}
    marched = {u for x in film.scenes if x.kind == MARCH for u in x.moves[0].units}
    assert came & marched
    assert not [x for x in film.scenes if x.kind == ARRIVAL and not x.moves]


def test_a_battle_keeps_the_card_it_was_rolled_on_and_who_fell():
    film = filmed("brunete", 0)
    battles = [x for x in film.scenes if x.kind == BATTLE]
    assert battles
    assert all(x.whole and x.over for x in battles)
    assert all(card["target"] for x in battles for _, card in x.rolls if "target" in card)
    assert [x for x in battles if x.rolls]
    lost = [y for x in battles for y in x.lost]
    assert lost
    assert all(y.steps > 0 for y in lost)


def test_a_battle_that_had_begun_before_is_not_whole_and_one_that_goes_on_is_not_over():
    match = played("brunete")
    battle = next(x for x in filmed("brunete", 0).scenes if x.kind == BATTLE and x.last > x.first + 1)
    inside = filmed("brunete", 0, battle.first + 1)
    assert not inside.scenes[0].whole
    p = match.game.start(match.scenario, match.options)
    film = Film(match.game, p, 0, set(ground("brunete").neighbours))
    for n, e in enumerate(match.log[:battle.last]):
        film.act(n, e.side, e.act)
    film.end()
    assert not film.scenes[-1].over


def test_marches_from_one_place_to_another_are_one_with_all_who_went():
    film = filmed("brunete", 0)
    all_scenes, joined = film.scenes, together(film.scenes)
    assert len(joined) < len(all_scenes)
    assert max(len(x.moves[0].units) for x in joined if x.kind == MARCH) > 1


# -- the staff report


@pytest.mark.parametrize("slug", SLUGS)
def test_a_report_has_one_to_five_sentences_in_both_languages(slug: str):
    for viewer in (0, 1):
        film = filmed(slug, viewer)
        told = report(film, ground(slug))
        assert 1 <= len(told) <= MOST
        spaces = set(ground(slug).neighbours)
        for x in told:
            assert set(x["places"]) <= spaces
            for language in ("en", "es"):
                text = kernel_texts(language).say(x["key"], x["facts"])
                assert "{" not in text
                assert text != x["key"]


def test_nothing_done_is_no_ground_lost():
    film = filmed("brunete", 0, len(played("brunete").log))
    assert report(film, ground("brunete"))[0]["key"] == "report.ground-none"
