"""What a general says of its decisions: as a note of its own seat, in the reader's language."""
from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from frente.ai import Budget, General, doctrines, opponent
from frente.ai.aims import Aim, aim, read, spoken
from frente.ai.general import Thought
from frente.kernel.catalog import GAMES, all_games, find
from frente.kernel.flow import Act
from frente.kernel.texts import kernel_texts
from frente.kernel.views import SeatView
from tests.test_ai_general import decisive_moment

PLAN = Thought(True, ["captain", "rush"], [], [0.404, 0.616], 24, 1)
KEPT = Thought(False, [], [Act("pass"), Act("hold")], [0.5, 0.4], 8, 0)
LEFT = Thought(False, [], [Act("pass"), Act("hold")], [0.5, 0.71], 8, 1)


def test_a_plan_is_told_before_acts_and_an_act_only_where_it_is_not_the_first_thought() -> None:
    assert aim([LEFT, PLAN]) == Aim("", 2, 8, 71, 50)
    assert aim([PLAN, LEFT]) == Aim("rush", 2, 24, 62, 40)
    assert aim([KEPT]) is None
    assert aim([Thought(True, ["captain"], [], [0.0], 0, 0)]) is None, "nothing was compared"


def test_a_note_comes_back_as_it_was_and_what_a_person_wrote_stays() -> None:
    brunete = find("brunete")
    note = Aim("rush", 2, 24, 62, 40).note()
    assert read(note) == Aim("rush", 2, 24, 62, 40)
    assert spoken(note, brunete, "en") == ("Plan: attack wherever possible. Of 2 plans, compared in 24 trials, it did "
                                           "best: 62 chances in 100 to win, 40 without it.")
    assert spoken(note, brunete, "es").startswith("Plan: atacar donde se pueda. De 2 planes, comparados en 24 pruebas")
    for written in ("Hold the bridge.", '["frente.aim", ', '["frente.aim", 1]', '["frente.aim", "rush", "x", 1, 2, 3]'):
        assert read(written) is None
        assert spoken(written, brunete, "es") == written


@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_every_plan_of_every_game_has_a_name_in_both_languages(slug: str) -> None:
    game, p, side = decisive_moment(slug)
    names = [name for name, _ in doctrines(game)["general"].plans(p, side)]       # type: ignore[attr-defined]
    for language in ("en", "es"):
        known = {**kernel_texts(language).entries, **game.texts(language).entries}
        assert [name for name in names if f"aim.{name}" not in known] == []


def test_no_text_tells_of_a_plan_that_nobody_has() -> None:
    plans: set[str] = set()
    for game in all_games():
        plans |= set(getattr(import_module(f"{GAMES[game.slug]}.captain.doctrine"), "PLANS", ()))
    said = {key.removeprefix("aim.") for key in kernel_texts().entries if key.startswith("aim.")}
    assert said - plans == {"plan-better", "plan-usual", "act-better", "act-usual"}


def test_a_decision_of_the_general_leaves_a_thought_that_can_be_told() -> None:
    game, p, side = decisive_moment("brunete")
    general = opponent("general", game, Budget(rollouts=4))
    assert isinstance(general, General)
    general.choose(SeatView(game, p, side), Random(1))
    found = aim(general.thoughts)
    assert found is not None
    assert found.plan in [name for name, _ in general.doctrine.plans(p, side)]
    assert found.trials >= 4
