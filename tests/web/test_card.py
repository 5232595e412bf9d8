"""The badge on the map and the card beside it say the same odds, and every sign of the table is put into words."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from frente.ai import opponent
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.web.conftest import open_record
from tests.web.driver import Player
from tests.web.marches import SCENARIOS

if TYPE_CHECKING:
    from tests.web.conftest import Server


QUESTIONS = ("ChooseAttackers", "Compose")


def prepared(slug: str) -> Match:
    """A game between simple computer players up to an attack that has odds and could be declared."""
    match, rng = Match.new(slug, SCENARIOS[slug], seed="odds"), Random(3)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while True:
        side = min(match.choices())
        card = match.game.card(match.position, side)
        if side >= 0 and card.get("column") and card.get("attackers") and match.view(None).question in QUESTIONS:
            return match
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))


@pytest.mark.parametrize("slug", ["brunete", "guadalajara", "tscw"])
def test_badge_and_card_agree_and_signs_are_explained(
        slug: str, server: Server, person: Callable[..., Player], tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(prepared(slug).record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page, card = me.page, me.state["card"]
    column = card["column"].replace("/", ":")
    expect(page.locator(".badge.strong")).to_have_count(1)
    expect(page.locator(".badge.strong")).to_contain_text(column)
    if slug == "tscw":                   # its card is made of sums
        expect(page.locator(".card")).to_contain_text(column)
        return
    expect(page.locator(".card .final")).to_have_text(column)
    if slug == "brunete":
        told = page.locator(".card .dice > div").evaluate_all("all => all.map(x => x.title)")
    else:                                # two dice: a line for each result, its code and what it means
        told = page.locator(".card .spread td:nth-child(3)").all_inner_texts()
    assert len(set(told)) > 2
    assert all(len(text) > 5 and " " in text for text in told), told
    assert not me.faults
