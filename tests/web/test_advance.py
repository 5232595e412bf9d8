"""An advance after combat says what each step would gain or give up, before it is made."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from frente.ai import opponent
from frente.kernel.inquiry import GAINS, Question, answer
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.web.conftest import open_record
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

QUESTIONS = {"brunete": ("campaign", "Advance"), "tscw": ("columns", "ChooseAdvance")}


def won(slug: str) -> Match:
    """A game up to an advance that gains or gives up something."""
    scenario, question = QUESTIONS[slug]
    match, rng = Match.new(slug, scenario, seed="adv"), Random(3)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while True:
        side = min(match.choices())
        if match.view(None).question == question:
            q = Question(GAINS, (side,), side, words=tuple(match.word(act) for act in match.choices()[side]))
            if any(answer(match.game, match.position, q, "en", Random(1), False)["gains"].values()):
                return match
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))


@pytest.mark.parametrize(("slug", "gained", "given_up"), [
    ("brunete", "Takes Villanueva de la Cañada (2107), worth 1.", "Leaves 2108 open."),
    ("tscw", "(3613), worth 5.", "(3513), worth 1.")])
def test_each_step_of_an_advance_says_what_it_gains_and_gives_up(
        slug: str, gained: str, given_up: str, server: Server, person: Callable[..., Player], tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(won(slug).record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    rows = me.page.locator(".ask .gains li")
    expect(rows).to_have_count(len([w for w in me.words if ":" in w]))
    expect(rows.first).to_contain_text(gained)
    expect(me.page.locator(".ask .gains")).to_contain_text(given_up)
    assert not me.faults
