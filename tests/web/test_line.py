"""The line between page and table: nothing said too early is lost, and a march is one message."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import open_record, start_form
from tests.web.driver import Player
from tests.web.marches import marchers, played

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
# The page's own sockets stay closed until the test lets them go.
LATE = """(() => {
  const Plain = WebSocket;
  const waiting = [];
  window.letGo = () => waiting.splice(0).forEach(go => go());
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 0;
    constructor(where) {
      super();
      waiting.push(() => {
        const line = this.line = new Plain(where);
        line.onopen = e => { this.readyState = 1; this.onopen?.(e); };
        line.onmessage = e => this.onmessage?.(e);
        line.onclose = e => { this.readyState = 3; this.onclose?.(e); };
      });
    }
    send(text) { this.line.send(text); }
    close() { this.line?.close(); }
  };
})()"""
# What the table says reaches the page only when the test lets it.
HELD = """(() => {
  const Plain = WebSocket;
  window.held = null;
  window.letGo = () => { const all = window.held; window.held = null; all.forEach(go => go()); };
  window.WebSocket = class extends Plain {
    get onmessage() { return super.onmessage; }
    set onmessage(hear) { super.onmessage = e => window.held ? window.held.push(() => hear(e)) : hear(e); }
  };
})()"""


@pytest.mark.parametrize("slug", ["brunete", "heralds"])
def test_whoever_waits_for_an_answer_is_told_so(slug: str, server: Server, person: Person) -> None:
    me = person()
    page = me.page
    page.add_init_script(HELD)
    start_form(page, server, slug, "historical")
    page.click("form.new button[type=submit]")
    me.my_turn()
    late = page.locator(".late-line")
    expect(late).to_be_hidden()
    page.evaluate("() => { held = []; }")
    page.click("[data-overlay=control]")
    expect(late).to_have_text("One moment: the table has not answered yet …")
    page.evaluate("letGo()")
    expect(late).to_be_hidden()
    page.wait_for_selector(".layer-tint .over", state="attached")
    assert not me.faults


@pytest.mark.parametrize("slug", ["brunete", "guadalajara"])
def test_a_click_and_a_key_before_the_line_stands_are_not_lost(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(played(slug).record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    unit = next(iter(marchers(played(slug))))
    page = me.page
    page.add_init_script(LATE)
    page.reload()
    page.wait_for_selector(".stack.can")
    page.wait_for_selector(".drawing", state="detached")
    page.click("[data-overlay=zones]")
    page.evaluate("id => document.querySelector(`.grip[data-piece='${id}']`).focus()", unit)
    page.keyboard.press("Enter")
    assert page.locator(".reach").count() == 0
    page.evaluate("letGo()")
    page.wait_for_selector(".reach", state="attached")
    page.wait_for_selector(".layer-tint .over", state="attached")


@pytest.mark.parametrize("slug", ["brunete", "tscw"])
def test_a_march_is_one_message_and_its_answer(slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    match = played(slug)
    record = tmp_path / "game.json"
    record.write_text(match.record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    unit, reach = next(iter(marchers(match).items()))
    side = next(s for s in match.choices() if s >= 0)
    words = match.words()
    taken = {p["at"] for p in match.view(None).pieces}
    there = next(h for h, (_, acts) in reach.items() if h not in taken and not match.game.warnings(
        match.position, side, [words.act(w) for w in acts]))
    me.click_unit(unit)
    me.page.wait_for_selector(".reach", state="attached")
    me.wait(lambda: me.settled, "the reach")
    sent: list[dict[str, Any]] = []
    me.socket.on("framesent", lambda data: sent.append(json.loads(str(data))))
    me.go_to(there)
    me.wait(lambda: me.where(unit) == there, "the march")
    asked = [x for x in sent if x["type"] not in ("way", "ping")]
    assert [x["type"] for x in asked[:1]] == ["moves"]
    assert asked[0]["warn"] == len(reach[there][1])
    assert not [x for x in asked[1:] if x["type"] in ("warnings", "act", "moves")]
