"""A computer player that searches: the page shows how far it is, and whoever cannot wait has its answer."""
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

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
NAT = 1


def before_an_impulse() -> Match:
    """The drive on Madrid, up to an impulse of the Nationalist in which there is much to choose from."""
    match = Match.new("storm", "drive", seats={"republican": "human", "nationalist": "bot:general"}, seed="searched")
    captains = [opponent("captain", match.game) for _ in match.game.sides]
    rng = Random(1)
    while type(match.position.step()).__name__ != "Declare" or len(match.choices().get(NAT, [])) < 8:
        side = min(match.choices())
        match.play(side, captains[side].choose(SeatView(match.game, match.position, side), rng))
    return match


@pytest.mark.parametrize("width", [1440, 390])
def test_a_search_is_seen_and_can_be_ended(server: Server, person: Person, tmp_path: Path, width: int) -> None:
    match = before_an_impulse()
    record = tmp_path / "storm.json"
    record.write_text(match.record().text())
    me = person(width=width, height=900 if width > 1000 else 844)
    open_record(me.page, server, record)
    bar = me.page.locator(".search progress")
    expect(bar).to_be_visible()
    expect(bar).to_have_attribute("aria-label", "How far the search is")
    now = me.page.get_by_role("button", name="Move now")
    now.click()
    me.wait(lambda: me.at > len(match.log), "the general's answer")
    assert not me.faults
