"""It is your turn: a sound and a notification, off by default and asked for once."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import set_up, take_seat, until_asked
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

HEARD = """(() => {
  window.tones = 0;
  window.notes = [];
  const Start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones++; return Start.apply(this, when); };
  window.Notification = class { constructor(title, how) { window.notes.push(title); } close() {} };
  window.Notification.permission = "granted";
  window.Notification.requestPermission = async () => "granted";
  Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
})()"""


@pytest.mark.parametrize(("slug", "scenario"), [("storm", "drive"), ("tscw", "columns")])
def test_a_player_is_called_by_sound_and_notification_if_he_wants_to(
        slug: str, scenario: str, server: Server, person: Callable[..., Player]) -> None:
    sides = ("republican", "nationalist")
    made = set_up(server, game=slug, scenario=scenario, seed="calls", setup="historical", name="Autumn",
                  seats=dict.fromkeys(sides, "open"))
    me = person()
    page = me.page
    page.add_init_script(HEARD)
    take_seat(page, server, made, "republican")
    me.wait(lambda: me.settled and bool(me.state), "the table")

    def other() -> None:
        until_asked(server, made["table"], "nationalist", made["keys"]["nationalist"], "republican")

    other()
    expect(page.locator(".call-offer")).to_be_visible()
    assert page.evaluate("() => [tones, notes]") == [0, []], "off by default"
    page.click("[data-call=sound]")
    expect(page.locator(".call-offer")).to_have_count(0)
    me.my_turn()
    page.click(".menu-button")
    page.check("input[name=call-note]")
    page.keyboard.press("Escape")
    before = page.evaluate("() => tones")
    me.my_turn()
    while me.side:                       # until it is the other side's turn
        word, at = next(w for w in ("pass", "decline", "done") if w in me.words), me.at
        page.click(f".ask [data-word={word}]")
        me.taken(word, at)
        me.wait(lambda: me.settled, "what comes of it")
    page.evaluate("() => { window.away = true; }")
    other()
    page.wait_for_function("before => tones > before", arg=before)
    assert page.evaluate("() => notes") == ["Your move: Autumn"]
    expect(page.locator(".call-offer")).to_have_count(0)
    assert not me.faults
