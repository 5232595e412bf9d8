"""The guide knows the questions of the first turns of every game and says how to win; no key is named."""
from __future__ import annotations

import json
import re
from random import Random

import pytest

from frente.kernel.catalog import all_games, find
from frente.kernel.deployment import as_in_history
from frente.kernel.lesson import lesson
from frente.kernel.referee import Match
from frente.look import read
from frente.server.library import all_texts

ACTS = 260                               # of random play; the first two turns are over sooner in most scenarios
KEY = re.compile(r"\b(press|key|tecla|with|con) [A-Z]\b|\b[UVZ] (takes|lo retira|deshace)\b")


def texts(slug: str, language: str) -> dict[str, str]:

    found: dict[str, str] = json.loads(all_texts(slug, language).body)
    return found


@pytest.mark.parametrize(("slug", "scenario"), [(g.slug, s.id) for g in all_games() for s in g.scenarios])
def test_each_question_of_the_first_two_turns_is_explained(slug: str, scenario: str) -> None:
    asked: set[str] = set()
    for free in (True, False):
        match, rng = Match.new(slug, scenario, seed="guide"), Random(7)
        if not free:
            as_in_history(match, Random(7))
        last = (match.view(None).turn or 1) + 1
        for _ in range(ACTS):
            if match.over or match.view(None).turn > last:
                break
            side = min(match.choices())
            asked.add(match.view(side).question)
            match.play(side, rng.choice(match.choices()[side]))
    for language in ("en", "es"):
        found = texts(slug, language)
        assert [q for q in sorted(asked) if f"web.guide-{q}" not in found] == []


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
@pytest.mark.parametrize("language", ["en", "es"])
def test_it_says_how_to_win_and_speaks_of_buttons_not_of_keys(slug: str, language: str) -> None:
    found = {k: v for k, v in texts(slug, language).items() if k.startswith("web.guide-")}
    assert len(found["web.guide-win"]) > 60
    assert found["web.guide-win"] != texts("brunete", language)["web.guide-win"] or slug == "brunete"
    assert [k for k, v in found.items() if KEY.search(v)] == []


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_lesson_asks_for_no_letter_key_either(slug: str, language: str) -> None:
    said = [text[language] for chapter in lesson(find(slug)).chapters for step in chapter["step"]
            for text in (step["say"], step.get("else")) if text]
    assert len(said) > 10
    assert [x for x in said if KEY.search(x)] == []


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_scenario_that_the_score_does_not_decide_says_itself_how_it_is_won(slug: str, language: str) -> None:
    game, found = find(slug), texts(slug, language)
    score = read(game.folder).theme.get("score", {})
    for scenario in game.scenarios:
        own = found.get(f"web.guide-win-{scenario.id}", "")
        if score and scenario.id not in score["scenarios"]:
            assert len(own) > 60, scenario.id
