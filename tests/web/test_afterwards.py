"""After the game: a report on the page with plots, turning points and the front, and a link that opens it elsewhere."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from frente.ai import opponent
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.web.conftest import open_record
from tests.web.driver import Player
from tests.web.test_storm import AXE, AXE_CORE

if TYPE_CHECKING:
    from tests.web.conftest import Server

ACTS = {"storm": 260, "brunete": 700}


@pytest.fixture(params=list(ACTS))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A game that was given up after some hundred acts."""
    match, rng = Match.new(request.param, seed="after"), Random(3)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while len(match.log) < ACTS[request.param] and not match.over:
        side = min(match.choices())
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))
    match.resign("nationalist")
    path = tmp_path / "over.json"
    path.write_text(match.record().text())
    return path


def pixels(page: Page, button: str) -> tuple[int, int]:
    """Width and height of the PNG that a button gives."""
    with page.expect_download() as found:
        page.locator(button).first.click()
    data = Path(found.value.path()).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def test_the_report_is_shown_leads_into_the_game_and_can_be_shared(
        server: Server, person: Callable[..., Player], played: Path) -> None:
    me, other = person(bypass_csp=True, permissions=["clipboard-read", "clipboard-write"]), person(390, 844)
    page = me.page
    open_record(page, server, played)
    me.wait(lambda: me.settled and bool(me.state.get("outcome")), "the end of the game")
    expect(page.locator(".asked")).to_contain_text("Republican wins.")
    page.click("[data-do=after]")
    expect(page.locator(".after .plots figure")).to_have_count(4)
    expect(page.locator(".after .plots path.curve").first).to_be_visible()
    expect(page.locator(".after .won")).to_contain_text("Republican")
    expect(page.locator(".turning li")).to_have_count(3)
    expect(page.locator(".notable li").first).to_be_visible()
    for side in ("republican", "nationalist"):
        assert page.locator(f".lapse .cell.held[class*=-{side}]").count() > 0
    page.add_script_tag(path=AXE_CORE)
    assert page.evaluate(AXE) == []
    shared = page.url
    assert shared.endswith("/report")
    assert pixels(page, ".plots [data-after=picture]") == (1600, 812)
    page.locator(".turning [data-after=go]").first.click()
    expect(page.locator(".replay-bar")).to_be_visible()
    me.still()
    bar, field = page.locator(".replay-bar").bounding_box(), page.locator(".map").bounding_box()
    assert bar
    assert field
    assert bar["y"] >= field["y"] + field["height"], "the bar covers nothing of the map"
    wide, high = pixels(page, "[data-replay=picture]")
    assert wide == 1600
    assert high > 900
    at = page.locator(".replay-bar input[type=range]").input_value()
    page.click("[data-replay=share]")
    page.wait_for_function("end => navigator.clipboard.readText().then(x => x.endsWith(end))", arg=f"/at/{at}")
    position = page.evaluate("navigator.clipboard.readText()")
    page.fill("[data-replay=note]", "Here it was decided.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Change the note")).to_be_visible()
    page.click("[data-replay=close]")
    page.click(".menu-button")
    page.click("[data-item=after]")
    expect(page.locator(".written li")).to_contain_text("Here it was decided.")
    other.page.goto(shared)              # a fresh browser: anybody may read about a game that is over
    expect(other.page.locator(".after .plots figure")).to_have_count(4)
    assert other.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    other.page.goto(position)
    expect(other.page.locator(".replay-bar input[type=range]")).to_have_value(at)
    assert not me.faults + other.faults
