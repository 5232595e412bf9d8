"""What a club has round the board, in real browsers: talk, notices, tournaments, and two server processes."""
from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.helpers import Running
from tests.server.people import PASSWORD, Letters, letters
from tests.server.postgres import postgres
from tests.server.test_notices import service
from tests.web.conftest import set_up, take_seat
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


def offer(me: Player, server: Place | Server, option: str = "", **chosen: str) -> None:
    me.page.goto(f"{server.url}#/meet")
    me.page.select_option("#offer-game", "brunete")
    me.page.select_option("#offer-side", "republican")
    for name, value in chosen.items():
        me.page.select_option(f"#offer-{name}", value)
    if option:
        me.page.click("#offer summary")
        me.page.check(f"#option-{option}")
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
    offer(ana, here, "anti_aircraft", clock="1")
    eva.page.goto(f"{there.url}#/meet")
    offers = eva.page.locator("#offers article", has_text="Ana Here")
    expect(eva.page.locator("[data-filter=side]")).to_have_count(0)          # a game must be chosen before
    eva.page.select_option("[data-filter=game]", "brunete")
    eva.page.select_option("[data-filter=side]", "republican")
    expect(offers).to_have_count(0)
    eva.page.select_option("[data-filter=side]", "nationalist")
    eva.page.check("[data-filter=fits]")
    expect(offers).to_have_count(1)
    expect(offers).to_contain_text("Fuego antiaéreo: sí")
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
    line = ana.page.get_by_role("link", name=re.compile(r"^act \d+$"))
    expect(line).to_have_attribute("href", re.compile(r"#/t/.+/at/\d+"))
    no_barrier(ana.page)
    expect(eva.page.locator(".talk-button .count")).to_have_text("1")
    eva.page.click(".talk-button")
    expect(eva.page.locator(".said li p")).to_have_text("<b>Good luck</b>")
    eva.page.click("[data-do=mute]")
    expect(eva.page.locator(".said li.soft")).to_have_count(1)
    expect(eva.page.locator("[data-do=mute]")).to_have_text("Volver a oír a Ana Here")
    eva.page.click("[data-do=report]")
    eva.page.fill("#why", "insultos")
    eva.page.press("#why", "Enter")
    expect(eva.page.locator("#report")).to_have_count(0)
    expect(eva.page.locator(".toast")).to_contain_text("Los moderadores")
    eva.page.click("dialog .close")
    ana.page.fill("#talk-text", "again")
    ana.page.press("#talk-text", "Enter")
    expect(ana.page.locator(".said li p")).to_have_count(2)
    ana.page.click("dialog .close")
    expect(eva.page.locator(".talk-button .count")).to_have_text("")

    mover = next(me for me in (ana, eva) if me.side)
    mover.page.evaluate("() => location.hash = '#/notices'")
    expect(mover.page.locator("#moves li a").last).to_have_attribute("href", re.compile("#/t/"))
    fits(mover.page)
    mover.page.keyboard.press("Shift+N")
    mover.page.wait_for_selector(".stack")

    ana.page.evaluate(RESIGN, [ana.page.url.split("/")[-1], "republican"])
    eva.wait(lambda: eva.state["outcome"], "the end")
    eva.page.goto(f"{there.url}#/player/Eva There")
    expect(eva.page.locator("#ratings tbody tr")).to_contain_text("±")


def test_whoever_sits_there_without_an_account_is_muted_too(server: Server, person: Person) -> None:
    made = set_up(server, game="brunete", seats={"republican": "open", "nationalist": "open"})
    one, two = person(), person()
    for me, side in ((one, "republican"), (two, "nationalist")):
        take_seat(me.page, server, made, side)
        me.page.wait_for_selector(".stack")
        me.page.click(".talk-button")
    for text in ("one", "two"):
        one.page.fill("#talk-text", text)
        one.page.press("#talk-text", "Enter")
        expect(one.page.locator(".said li p").last).to_have_text(text)
        if text == "one":
            expect(two.page.locator(".said li p")).to_have_text("one")
            two.page.click("dialog .close")
            two.page.click(".talk-button")       # whoever has spoken since can be muted
            expect(two.page.locator("[data-do=report]")).to_have_count(0)
            two.page.click("[data-do=mute]")
            expect(two.page.locator(".said li.soft")).to_have_count(1)
    expect(one.page.locator("[data-do=mute]")).to_have_count(0)
    two.page.click("[data-do=mute]")
    expect(two.page.locator(".said li p")).to_have_text(["one", "two"])


def test_a_clock_runs_out_before_everybodys_eyes(server: Server, person: Person) -> None:
    ana, eva = person(), person()
    sign_up(ana.page, server, "Slow")
    sign_up(eva.page, server, "Patient")
    ana.page.goto(f"{server.url}#/meet")
    made = ana.page.evaluate("""async () => {
      const body = JSON.stringify({game: "brunete", side: "republican", pace: "live", bank: 120, step: 0});
      const headers = {"content-type": "application/json"};
      return (await fetch("api/challenges", {method: "POST", headers, body})).status;
    }""")
    assert made == 201
    take(eva, server, "Slow")
    ana.page.wait_for_selector(".stack")
    ana.wait(lambda: ana.state["clocks"]["republican"]["runs"], "a clock that runs")
    eva.wait(lambda: eva.state["outcome"], "the end", seconds=240)
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
    expect(caller.page.locator("#cup-rounds")).to_be_hidden()
    caller.page.select_option("#cup-kind", "swiss")
    caller.page.fill("#cup-rounds", "4")
    caller.page.select_option("#cup-clock", "3")
    caller.page.select_option("#cup-late", "draw")
    no_barrier(caller.page)
    fits(caller.page)
    caller.page.press("#cup-name", "Enter")
    expect(caller.page.locator("h1")).to_have_text(f"Winter {width}")
    expect(caller.page.locator("main")).to_contain_text("time up: a draw")
    other.page.click(".ways a[href='#/cups']")
    other.page.click(f"text=Winter {width}")
    other.page.click("[data-do=enter]")
    expect(other.page.locator("#cup-games li a")).to_have_count(1)
    expect(other.page.locator("#cup-state")).to_contain_text("round 1")
    no_barrier(other.page)
    fits(other.page)
    other.page.click(".ways a[href='#/notices']")
    expect(other.page.locator("#moves li, #waiting li")).not_to_have_count(0)
    no_barrier(other.page)
    other.page.fill("#days", "3")
    other.page.click("#vacation button")
    expect(other.page.locator("#vacation")).to_contain_text("You are away until")


RESIGN = """async ([table, side]) => {
  await new Promise(done => {
    const url = new URL(`api/tables/${table}/live`, document.baseURI);
    url.protocol = "ws:"; url.hash = "";
    const s = new WebSocket(url);
    s.onopen = () => { s.send('{"type":"hello"}'); s.send(JSON.stringify({id: 1, type: "resign", side})); };
    s.onmessage = e => JSON.parse(e.data).id === 1 && done(s.close());
  });
}"""


def test_a_tournament_of_four_finishes(server: Server, person: Person) -> None:
    people = {name: person() for name in ("Cup One", "Cup Two", "Cup Three", "Cup Four")}
    for name, me in people.items():
        sign_up(me.page, server, name)
    caller = people["Cup One"].page
    caller.goto(f"{server.url}#/cups")
    caller.fill("#cup-name", "Cup of four")
    caller.select_option("#cup-kind", "knock")
    caller.select_option("#cup-game", "heralds")
    caller.check("#cup-rated")
    caller.press("#cup-name", "Enter")
    expect(caller.locator("h1")).to_have_text("Cup of four")
    where = caller.url
    for name in list(people)[1:]:
        page = people[name].page
        page.goto(where)
        page.click("[data-do=enter]")
        expect(page.locator("tbody tr", has_text=name)).to_have_count(1)
    for count in (2, 3):                 # two games, then the final: each time whoever entered first wins
        expect(caller.locator("#cup-games li a")).to_have_count(count)
        games = caller.evaluate("async () => (await (await fetch(`api/tournaments/${location.hash.split('/')[2]}`)"
                                ").json()).games")
        for game in games:
            if game["score"] is None:
                loser = max(game["first"], game["second"], key=list(people).index)
                side = ("cnd", "pce")[game["second"] == loser]
                people[loser].page.evaluate(RESIGN, [game["table"], side])
    expect(caller.locator("#cup-state")).to_contain_text("Cup One has won")
    expect(caller.locator("tbody tr").first).to_contain_text("Cup One")
    fits(caller)
    caller.goto(f"{server.url}#/player/Cup One")
    expect(caller.locator("#ratings tbody tr")).to_contain_text("Heralds of Defeat")
    expect(caller.locator(".end.won")).to_have_count(2)


@pytest.fixture
def prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Letters]]:
    """A server that tells people at once, and the mail server behind it."""
    from tests.web.conftest import Server

    with letters() as post:
        monkeypatch.setenv("FRENTE_MAIL", post.url)
        found = Server(tmp_path / "games", "tests.web.prompt_server", "--origin", "https://games.example.org")
        yield found, post
        found.kill()


SUBSCRIBE = """given => {
  PushManager.prototype.subscribe = async function (how) {
    window.asked = how.applicationServerKey.length;
    return {toJSON: () => given};
  };
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(x => [x.title, x.body, x.data]);
}"""


def test_what_waits_comes_by_push_and_the_browser_shows_it(
        prompt: tuple[Server, Letters], person: Person) -> None:
    server, _ = prompt
    me, other = person(), person()
    with service() as push:
        sign_up(me.page, server, "Push Me")
        sign_up(other.page, server, "Offerer")
        me.page.context.grant_permissions(["notifications"])
        given = push.subscription        # the browser's own push service is played; all else is real
        me.page.evaluate(SUBSCRIBE, {"endpoint": given["endpoint"],
                                     "keys": {"p256dh": given["p256dh"], "auth": given["auth"]}})
        me.page.evaluate("() => location.hash = '#/notices'")
        workers = me.page.context.new_cdp_session(me.page)
        found: list[dict[str, Any]] = []
        workers.on("ServiceWorker.workerRegistrationUpdated", lambda e: found.extend(e["registrations"]))
        workers.send("ServiceWorker.enable")
        me.page.click("[data-do=subscribe]")
        expect(me.page.locator("label[for=wish-push]")).to_contain_text("in 1 browsers")
        assert me.page.evaluate("() => window.asked") == 65
        other.page.goto(f"{server.url}#/meet?to=Push%20Me")
        other.page.press("#offer button[type=submit]", "Enter")
        _, message = push.wait(1)
        for _ in range(600):             # until the browser has said what its worker is called
            if found:
                break
            me.page.wait_for_timeout(50)
        workers.send("ServiceWorker.deliverPushMessage", {
            "origin": server.url.rstrip("/"), "registrationId": found[-1]["registrationId"],
            "data": json.dumps(message)})
        for _ in range(600):
            if me.page.evaluate(SHOWN):
                break
            me.page.wait_for_timeout(50)
        assert me.page.evaluate(SHOWN) == [["Frente", "Something waits for you: 1", "/#/notices"]]
        me.page.reload()
        expect(me.page.locator("#waiting li")).to_contain_text("against Offerer")
        me.page.uncheck("#wish-push")
        expect(me.page.locator(".toast")).to_contain_text("Saved")


def by_link(page: Page, server: Server, letter: EmailMessage, room: str) -> None:
    """Follow the link of a letter, which leads to the site as others see it."""
    found = re.search(rf"https://games\.example\.org/(#/{room}/\S+)", letter.get_content())
    assert found, letter.get_content()
    page.goto("about:blank")
    page.goto(server.url + found[1])


def test_letters_confirm_an_address_bring_a_new_password_and_tell_what_waits(
        prompt: tuple[Server, Letters], person: Person) -> None:
    server, post = prompt
    me, other = person(), person(locale="es-ES")
    page = me.page
    sign_up(page, server, "Letter Reader")
    page.fill("[name=mail]", "reader@example.org")
    page.fill("#mail-old", PASSWORD)
    page.press("#mail-old", "Enter")
    by_link(page, server, post.wait(1), "confirm")
    expect(page.locator(".toast")).to_contain_text("confirmed")
    page.click("[data-do=sign-out]")
    page.get_by_role("button", name="Password forgotten").click()
    page.fill("dialog [name=mail]", "reader@example.org")
    page.press("dialog [name=mail]", "Enter")
    by_link(page, server, post.wait(2), "recover")
    page.fill("[name=password]", "otra contraseña larga")
    page.press("[name=password]", "Enter")
    expect(page.locator("h1")).to_have_text("Letter Reader")     # whoever has the letter is in
    page.click("[data-do=sign-out]")
    page.fill("#in-name", "Letter Reader")
    page.fill("#in-password", "otra contraseña larga")
    page.press("#in-password", "Enter")
    expect(page.locator("h1")).to_have_text("Letter Reader")
    sign_up(other.page, server, "Offerer")
    other.page.goto(f"{server.url}#/meet?to=Letter%20Reader")
    other.page.press("#offer button[type=submit]", "Enter")
    told = post.wait(3)
    assert "A game is offered to you: " in told.get_content()
    by_link(page, server, told, "quiet")
    expect(page.locator("main")).to_contain_text("no more letters")
    page.goto(f"{server.url}#/notices")
    expect(page.locator("#wish-mail")).not_to_be_checked()
