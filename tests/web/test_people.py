"""The rooms beside the board, in a real browser: accounts by password and by passkey."""
from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import start_form
from tests.web.driver import PATIENCE, Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
PASSWORD = "barranco de la Mocha"
AXE_CORE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
AXE = """async () => (await axe.run({exclude: [[".toast"]]}, {resultTypes: ["violations"]})).violations
  .map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])"""


def no_barrier(page: Page) -> None:
    page.add_script_tag(path=AXE_CORE)
    found: list[Any] = page.evaluate(AXE)
    assert found == []


OVERLAPPING = """() => {
  const shown = [...document.querySelectorAll("input, select, button, label, h2")].filter(x => x.checkVisibility());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const boxes = shown.map(x => x.getBoundingClientRect());
  return shown.flatMap((x, k) => shown.slice(0, k).filter((y, n) => !x.contains(y) && !y.contains(x)
    && over(boxes[k], boxes[n])).map(y => `${x.outerHTML.slice(0, 60)} lies on ${y.outerHTML.slice(0, 60)}`));
}"""


def fits(page: Page) -> None:
    """Nothing lies beyond the edge of the screen, nor on something else."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(OVERLAPPING) == []


def sign_up(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}#/account")
    page.fill("#new-account", name)
    page.fill("#new-password", PASSWORD)
    page.press("#new-password", "Enter")
    expect(page.locator("h1")).to_have_text(name)


def test_whoever_plays_alone_sees_no_account_until_he_asks_for_one(server: Server, person: Person) -> None:
    me = person()
    me.page.goto(server.url)
    expect(me.page.locator(".shelf")).to_be_visible()
    assert me.page.locator("input[type=password]").count() == 0
    me.page.click(".ways a[href='#/account']")
    expect(me.page.locator("#sign-up")).to_be_visible()
    assert me.faults == []


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_an_account_is_opened_with_a_password_and_takes_the_games_of_the_browser_along(
        server: Server, person: Person, width: int, height: int) -> None:
    name = f"Ana {width}"
    me = person(width, height, bypass_csp=True)
    page = me.page
    start_form(page, server, "brunete")
    page.click("form.new button[type=submit]")
    page.wait_for_selector(".stack")
    page.goto(f"{server.url}#/account")
    expect(page.locator("#along")).to_be_checked()
    no_barrier(page)
    fits(page)
    page.fill("#new-account", name)
    page.fill("#new-password", "short")
    page.evaluate("document.querySelector('#new-password').removeAttribute('minlength')")
    page.press("#new-password", "Enter")
    expect(page.locator("#sign-up .fault")).to_contain_text("10 to 200")
    page.fill("#new-password", PASSWORD)
    page.press("#new-password", "Enter")
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator("#sessions li")).to_have_count(1)
    no_barrier(page)
    fits(page)

    other = person(width, height, locale="es-ES")
    other.page.goto(f"{server.url}#/account")
    other.page.fill("#in-name", name.lower())
    other.page.fill("#in-password", PASSWORD)
    other.page.press("#in-password", "Enter")
    expect(other.page.locator("h1")).to_have_text(name)
    expect(other.page.locator("#sessions li")).to_have_count(2)
    expect(other.page.locator("[data-do=sign-out]")).to_have_text("Salir")
    other.page.click(".ways a[href='#/']")
    other.page.click("article.game a.resume")
    other.page.wait_for_selector(".stack")
    assert other.state["you"] == ["republican"]

    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.locator("#sign-in")).to_be_visible()
    other.page.goto(f"{server.url}#/account")
    expect(other.page.locator("#sign-in")).to_be_visible()
    assert [f for f in me.faults if "422" not in f] == []


def test_an_account_is_opened_and_entered_with_a_passkey(server: Server, person: Person) -> None:
    me = person()
    page = me.page
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})
    page.goto(f"{server.url}#/account")
    page.fill("#new-account", "Passkey Person")
    page.click("[data-do=new-passkey]")
    expect(page.locator("h1")).to_have_text("Passkey Person")
    expect(page.locator("#passkeys li")).to_have_count(1)
    page.get_by_role("button", name="Forget").click()
    expect(page.locator(".toast")).to_contain_text("only way")
    expect(page.locator("#passkeys li")).to_have_count(1)
    page.click("[data-do=sign-out]")
    page.click("[data-do=passkey]")
    expect(page.locator("h1")).to_have_text("Passkey Person")
    assert page.locator("#old").count() == 0, "there is no password to ask for"
    page.reload()
    expect(page.locator("h1")).to_have_text("Passkey Person")


def test_an_account_is_deleted_by_whoever_knows_its_name_and_password(server: Server, person: Person) -> None:
    me = person()
    sign_up(me.page, server, "Short Lived")
    with me.page.expect_download() as saved:
        me.page.get_by_role("button", name="Save my data").click()
    assert "Short Lived" in Path(saved.value.path()).read_text(encoding="utf-8")
    me.page.get_by_role("button", name="Delete the account").click()
    me.page.fill("#gone-name", "short lived")
    me.page.fill("#gone-password", PASSWORD)
    me.page.press("#gone-password", "Enter")
    expect(me.page.locator("#sign-in")).to_be_visible()
    me.page.fill("#in-name", "Short Lived")
    me.page.fill("#in-password", PASSWORD)
    me.page.press("#in-password", "Enter")
    expect(me.page.locator("#sign-in .fault")).to_contain_text("do not go together")


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_two_people_find_one_another_and_play(server: Server, person: Person, width: int, height: int) -> None:
    ana, eva = person(width, height, bypass_csp=True), person(width, height, locale="es-ES", bypass_csp=True)
    stranger = person()
    stranger.page.goto(f"{server.url}#/meet")
    expect(stranger.page.locator("section.card a.go")).to_have_attribute("href", "#/account")
    sign_up(ana.page, server, f"Offerer {width}")
    sign_up(eva.page, server, f"Taker {width}")
    ana.page.click(".ways a[href='#/meet']")
    ana.page.select_option("#offer-game", "brunete")
    ana.page.select_option("#offer-side", "republican")
    ana.page.press("#offer button[type=submit]", "Enter")
    expect(ana.page.locator("#offers article", has_text="Your offer")).to_have_count(1)
    no_barrier(ana.page)
    fits(ana.page)
    eva.page.click(".ways a[href='#/meet']")
    offer = eva.page.locator("#offers article", has_text=f"Offerer {width}")
    expect(offer).to_contain_text("sin reloj")
    no_barrier(eva.page)
    fits(eva.page)
    offer.locator("[data-do=accept]").click()
    for me in (ana, eva):                # whoever offered it need do nothing: the board opens
        me.page.wait_for_selector(".stack")
        me.wait(lambda me=me: len(me.state["seats"]) == 2, "the state")
    assert (ana.state["you"], eva.state["you"]) == (["republican"], ["nationalist"])
    assert [x["name"] for x in ana.state["seats"].values()] == [f"Offerer {width}", f"Taker {width}"]
    if width > 1000:
        play_turn([ana, eva])
    expect(stranger.page.locator("#watch article", has_text=f"Taker {width}")).to_have_count(1)
    eva.page.goto(f"{server.url}#/player/{ana.state['seats']['republican']['name']}")
    expect(eva.page.locator("h1")).to_have_text(f"Offerer {width}")
    no_barrier(eva.page)


def play_turn(people: list[Player]) -> None:
    """A whole turn of both, by mouse; each passes where he may."""
    first, done = people[0].view["turn"], [0, 0]
    until = time.monotonic() + 5 * PATIENCE
    while people[0].view["turn"] == first:
        assert time.monotonic() < until, f"{done} acts"
        for k, me in enumerate(people):
            if me.side and me.settled:
                me.my_turn()
                me.do(me.words[-1])
                done[k] += 1
        people[0].page.wait_for_timeout(50)
    assert min(done) >= 1, f"{done} acts"
