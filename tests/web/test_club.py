"""What a club has round the board, in real browsers: talk, notices, tournaments, and two server processes."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Running
from tests.server.postgres import postgres
from tests.web.driver import Player
from tests.web.test_people import fits, no_barrier, play_turn, sign_up

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]


class Place:
    """A server that somebody else started."""

    def __init__(self, url: str) -> None:
        self.url = url


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, Place]]:
    """Two processes on one PostgreSQL."""
    folder: Path = tmp_path_factory.mktemp("two")
    with postgres() as url, Running(folder / "a", "--database", url) as one, Running(
            folder / "b", "--database", url) as other:
        yield Place(f"http://localhost:{one.port}/"), Place(f"http://localhost:{other.port}/")


def offer(me: Player, server: Place | Server, **chosen: str) -> None:
    me.page.goto(f"{server.url}#/meet")
    me.page.select_option("#offer-game", "brunete")
    me.page.select_option("#offer-side", "republican")
    for name, value in chosen.items():
        me.page.select_option(f"#offer-{name}", value)
    me.page.check("#offer-rated")
    me.page.press("#offer button[type=submit]", "Enter")


def take(me: Player, server: Place | Server, by: str) -> None:
    me.page.goto(f"{server.url}#/meet")
    me.page.locator("#offers article", has_text=by).locator("[data-do=accept]").click()
    me.page.wait_for_selector(".stack")


def test_two_people_at_two_processes_meet_play_talk_mute_and_are_rated(
        two: tuple[Place, Place], person: Person) -> None:
    here, there = two
    ana, eva = person(bypass_csp=True), person(locale="es-ES")
    sign_up(ana.page, here, "Ana Here")                      # type: ignore[arg-type]
    sign_up(eva.page, there, "Eva There")                    # type: ignore[arg-type]
    offer(ana, here, clock="1")
    take(eva, there, "Ana Here")
    ana.page.wait_for_selector(".stack")
    for me in (ana, eva):
        me.wait(lambda me=me: len(me.state["seats"]) == 2, "the state")
        expect(me.page.locator(".clocks span")).to_have_count(2)
    play_turn([ana, eva])

    ana.page.click(".talk-button")
    ana.page.fill("#talk-text", "<b>Good luck</b>")
    ana.page.check("#talk-line")
    ana.page.press("#talk-text", "Enter")
    expect(ana.page.locator(".said li p")).to_have_text("<b>Good luck</b>")
    expect(ana.page.locator(".said a")).to_have_attribute("href", re.compile(r"#/t/.+/at/\d+"))
    no_barrier(ana.page)
    expect(eva.page.locator(".talk-button .count")).to_have_text("1")
    eva.page.click(".talk-button")
    expect(eva.page.locator(".said li p")).to_have_text("<b>Good luck</b>")
    eva.page.click("[data-do=mute]")
    expect(eva.page.locator(".said li.soft")).to_have_count(1)
    eva.page.click("dialog .close")
    ana.page.fill("#talk-text", "again")
    ana.page.press("#talk-text", "Enter")
    expect(ana.page.locator(".said li p")).to_have_count(2)
    ana.page.click("dialog .close")
    expect(eva.page.locator(".talk-button .count")).to_have_text("")

    mover = next(me for me in (ana, eva) if me.side)
    mover.page.evaluate("() => location.hash = '#/notices'")
    expect(mover.page.locator("#waiting li a").last).to_have_attribute("href", re.compile("#/t/"))
    fits(mover.page)
    mover.page.keyboard.press("Shift+N")
    mover.page.wait_for_selector(".stack")

    ana.page.evaluate("""async () => {
      const id = location.hash.split("/")[2];
      await new Promise(done => {
        const url = new URL(`api/tables/${id}/live`, document.baseURI);
        url.protocol = "ws:"; url.hash = "";
        const s = new WebSocket(url);
        s.onopen = () => { s.send('{"type":"hello"}'); s.send('{"id":1,"type":"resign","side":"republican"}'); };
        s.onmessage = e => JSON.parse(e.data).id === 1 && done(s.close());
      });
    }""")
    eva.wait(lambda: eva.state["outcome"], "the end")
    eva.page.goto(f"{there.url}#/player/Eva There")
    expect(eva.page.locator("#ratings tbody tr")).to_contain_text("±")


def test_a_clock_runs_out_before_everybodys_eyes(server: Server, person: Person) -> None:
    ana, eva = person(), person()
    sign_up(ana.page, server, "Slow")
    sign_up(eva.page, server, "Patient")
    ana.page.goto(f"{server.url}#/meet")
    made = ana.page.evaluate("""async () => {
      const body = JSON.stringify({game: "brunete", side: "republican", pace: "live", bank: 60, step: 0});
      const headers = {"content-type": "application/json"};
      return (await fetch("api/challenges", {method: "POST", headers, body})).status;
    }""")
    assert made == 201
    take(eva, server, "Slow")
    ana.page.wait_for_selector(".stack")
    ana.wait(lambda: ana.state["clocks"]["republican"]["runs"], "a clock that runs")
    eva.wait(lambda: eva.state["outcome"], "the end", seconds=120)
    assert eva.state["outcome"]["winner"] == "nationalist"
    expect(eva.page.locator(".clocks")).to_have_count(0)


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_a_tournament_is_called_entered_and_begins(server: Server, person: Person, width: int, height: int) -> None:
    people = [person(width, height, bypass_csp=True) for _ in range(2)]
    for k, me in enumerate(people):
        sign_up(me.page, server, f"Cup {width} {k}")
    caller, other = people
    caller.page.click(".ways a[href='#/cups']")
    caller.page.fill("#cup-name", f"Winter {width}")
    caller.page.select_option("#cup-game", "brunete")
    caller.page.fill("#cup-places", "2")
    no_barrier(caller.page)
    fits(caller.page)
    caller.page.press("#cup-name", "Enter")
    expect(caller.page.locator("h1")).to_have_text(f"Winter {width}")
    other.page.click(".ways a[href='#/cups']")
    other.page.click(f"text=Winter {width}")
    other.page.click("[data-do=enter]")
    expect(other.page.locator("#cup-games li a")).to_have_count(1)
    expect(other.page.locator("#cup-state")).to_contain_text("round 1")
    no_barrier(other.page)
    fits(other.page)
    other.page.click(".ways a[href='#/notices']")
    expect(other.page.locator("#waiting li")).not_to_have_count(0)
    no_barrier(other.page)
    other.page.fill("#days", "3")
    other.page.click("#vacation button")
    expect(other.page.locator("#vacation")).to_contain_text("You are away until")


PUSH = """() => {
  PushManager.prototype.subscribe = async function (how) {
    window.asked = how.applicationServerKey.length;
    return {toJSON: () => ({endpoint: "https://8.8.8.8/push", keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg"}})};
  };
}"""


def test_a_browser_asks_to_be_told_and_shows_what_comes(server: Server, person: Person) -> None:
    me = person()
    sign_up(me.page, server, "Push Me")
    me.page.context.grant_permissions(["notifications"])
    me.page.evaluate(PUSH)               # a push service is not at hand: the browser's own part is played
    me.page.evaluate("() => location.hash = '#/notices'")
    me.page.click("[data-do=subscribe]")
    expect(me.page.locator("label[for=wish-push]")).to_contain_text("in 1 browsers")
    assert me.page.evaluate("() => window.asked") == 65
    shown = me.page.evaluate("""async () => {
      const worker = await navigator.serviceWorker.ready;
      await worker.showNotification("probe");
      return (await worker.getNotifications()).length;
    }""")
    assert shown == 1
    me.page.uncheck("#wish-push")
    expect(me.page.locator(".toast")).to_contain_text("Saved")
