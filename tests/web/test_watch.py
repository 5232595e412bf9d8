"""Two captains play Brunete's campaign on the server, and somebody watches them in a browser to the very end.

Here the last turn; `--every-scenario` watches the whole campaign.
"""
from __future__ import annotations

import json
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
LAST = 14                                # turns of the campaign
PATIENCE = 3600.0                        # seconds; a busy machine is no fault


def begun(turn: int) -> Match:
    """The campaign up to the beginning of a turn."""
    seats = dict.fromkeys(("republican", "nationalist"), "bot:captain")
    match = Match.new("brunete", "campaign", seats=seats, seed="watched")
    captains = [opponent("captain", match.game) for _ in match.game.sides]
    rng = Random(1)
    while match.view(None).turn < turn:
        side = min(match.choices())
        match.play(side, captains[side].choose(SeatView(match.game, match.position, side), rng))
    return match


def test_a_campaign_of_two_captains_is_watched_to_its_end(
        server: Server, person: Person, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    match = begun(0 if request.config.getoption("--every-scenario") else LAST)
    record = tmp_path / "campaign.json"
    record.write_text(match.record().text())
    me = person(locale="es-ES")
    open_record(me.page, server, record)
    me.wait(lambda: me.at > len(match.log), "the captains to go on", PATIENCE)
    me.wait(lambda: me.state["over"], "the end", PATIENCE)
    texts = match.game.texts("es")
    expect(me.page.locator(".ask h1")).to_contain_text(texts.say(me.state["outcome"]["key"]))
    expect(me.page.locator(".ask")).to_have_attribute("data-at", str(me.at))
    assert me.view["turn"] == LAST
    assert not me.faults
    states = [json.loads(x) for x in me.frames]
    assert not [x for x in states if x["type"] not in ("state", "thinking") or x.get("trouble")]
