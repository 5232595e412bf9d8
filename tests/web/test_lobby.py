"""The first page: which game, in whose colours."""
from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Route, expect

from frente.kernel.catalog import find
from tests.web.conftest import ask, start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

COLOURS = {
    "republican": "rgb(162, 59, 42)", "nationalist": "rgb(188, 203, 216)",
    "cnd": "rgb(243, 199, 67)", "pce": "rgb(162, 59, 42)",
}
FILL = "e => getComputedStyle(e).backgroundColor"


@pytest.mark.parametrize("slug", ["brunete", "heralds", "guadalajara"])
def test_cards_and_seats_wear_the_colours_of_their_sides(
        server: Server, person: Callable[..., Player], slug: str) -> None:
    page = person().page
    start_form(page, server, slug)
    for k, side in enumerate(find(slug).sides):
        card = page.locator(f"[data-game={slug}] .livery").nth(k)
        seat = page.locator(f"label[for=seat-{side}] .flag")
        assert card.evaluate(FILL) == seat.evaluate(FILL) == COLOURS[side]


@pytest.mark.parametrize(("width", "height", "seen"), [(1440, 900, 5), (390, 844, 4)])
def test_what_to_start_is_above_the_fold_and_every_card_tells_what_the_game_is_like(
        server: Server, person: Callable[..., Player], width: int, height: int, seen: int) -> None:
    page = person(width, height).page
    page.goto(server.url)
    page.wait_for_function("() => [...document.images].length >= 5")
    for k, slug in enumerate(("brunete", "storm", "heralds", "guadalajara", "tscw")):
        card = page.locator(f"[data-game={slug}]")
        expect(card.locator("h2")).to_have_text(find(slug).title)
        expect(card.locator("dd")).to_have_count(2)
        expect(card.locator("dd").last).to_contain_text("turns")
        expect(card.locator(".dots i")).to_have_count(5)
        assert len(card.locator(".like").inner_text()) > 20
        if k < seen:
            expect(card.locator("[data-learn]")).to_be_in_viewport()
            expect(card.locator("[data-new]")).to_be_in_viewport()
    start_form(page, server, "guadalajara", "historical")
    expect(page.locator("form.new button[type=submit]")).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("slug", "side", "name", "turns"), [("heralds", "pce", "PCE", 6),
                                                             ("storm", "nationalist", "Nationalist", 6)])
def test_the_last_game_comes_first_and_lists_update_themselves(
        slug: str, side: str, name: str, turns: int, server: Server, person: Callable[..., Player]) -> None:
    me = person()
    page = me.page
    page.goto(server.url)
    expect(page.locator(".next")).to_be_hidden()
    seats = {x: "human" if x == side else "bot:random" for x in find(slug).sides}
    made = ask(server, "tables", {"game": slug, "seats": seats})
    page.evaluate("held => localStorage.setItem('frente.tables', JSON.stringify([held]))",
                  {"table": made["table"], "key": made["owner"], "seen": 0})
    page.evaluate("() => dispatchEvent(new Event('focus'))")
    expect(page.locator(".next h2")).to_contain_text(find(slug).title)
    expect(page.locator(".next")).to_contain_text(f"you are the {name}")
    expect(page.locator(".next")).to_contain_text(f"Turn 1 of {turns}")
    page.click(".next .button")
    me.my_turn()
    assert me.side == side


@pytest.mark.parametrize(("slug", "side"), [("storm", "nationalist"), ("heralds", "pce")])
def test_an_invitation_stays_with_its_code_until_somebody_has_sat_down(
        slug: str, side: str, server: Server, person: Callable[..., Player]) -> None:
    host, guest = person(permissions=["clipboard-read", "clipboard-write"]), person()
    page = host.page
    start_form(page, server, slug, "historical")
    page.select_option(f"#seat-{side}", "open")
    page.click("form.new button[type=submit]")
    link = page.locator(f"#link-{side}").input_value()
    page.locator("dialog .seat-link").get_by_role("button", name="Copy").click()
    page.wait_for_function("link => navigator.clipboard.readText().then(text => text === link)", arg=link)
    expect(page.locator("dialog .warning")).to_contain_text("only this machine")
    page.click("dialog [data-do=qr]")
    expect(page.locator("dialog .code svg")).to_be_visible()
    page.get_by_role("link", name="Go to the board").click()
    page.wait_for_selector(".stack")
    page.click(".menu-button")
    page.click("[data-item=invite-again]")
    expect(page.locator(f"#link-{side}")).to_have_value(link)
    expect(page.locator("dialog .warning")).to_contain_text("only this machine")
    page.goto(server.url)
    expect(page.locator(".invitations input.link")).to_have_value(link)
    guest.page.goto(link)
    guest.page.wait_for_selector(".stack")
    page.evaluate("() => dispatchEvent(new Event('focus'))")
    expect(page.locator(".invitations")).to_be_hidden()
    assert not host.faults


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_choice_of_scenarios_says_where_one_side_is_much_favoured(
        server: Server, person: Callable[..., Player], language: str) -> None:
    page = person().page
    page.add_init_script(f"localStorage.setItem('frente.language', '\"{language}\"')")
    start_form(page, server, "brunete")
    game = find("brunete")
    texts = game.texts(language)
    assert "scenario.offensive.favours" in texts
    for scenario in game.scenarios:
        label = page.locator("label.radio", has=page.locator(f"input[value={scenario.id}]"))
        expect(label).to_contain_text(texts.say(f"scenario.{scenario.id}"))
        favours = texts.entries.get(f"scenario.{scenario.id}.favours", "")
        expect(label.locator(".fine")).to_have_text([favours] if favours else [])


def test_games_are_shown_a_page_at_a_time_and_say_when_they_will_be_thrown_away(
        server: Server, person: Callable[..., Player]) -> None:
    made = [ask(server, "tables", {"game": "heralds", "name": f"Game {n}", "seats": {"cnd": "human", "pce": "human"}})
            for n in range(32)]
    page = person().page
    held = json.dumps(json.dumps([{"table": x["table"], "key": x["owner"], "seen": 0} for x in made]))
    page.add_init_script(f'localStorage.setItem("frente.tables", {held})')

    def near(route: Route) -> None:
        """As if this were a server for others, on which the first game is kept for ten more days."""
        told = route.fetch()
        found, body = told.json(), route.request.post_data_json
        assert body is not None
        if not body["after"]:
            assert {x["expires"] for x in found["tables"]} == {None}, "on one's own machine nothing is thrown away"
            found["tables"][0]["expires"] = time.time() + 10 * 24 * 3600
            found["tables"][1]["expires"] = time.time() + 80 * 24 * 3600
        route.fulfill(response=told, json=found)

    page.route("**/api/tables/held", near)
    page.goto(server.url)
    expect(page.locator("article.game")).to_have_count(30)
    expect(page.locator(".expires")).to_have_count(1)
    expect(page.locator(".expires")).to_contain_text("Thrown away on")
    page.click("[data-do=more-games]")
    expect(page.locator("article.game")).to_have_count(32)
    expect(page.locator("[data-do=more-games]")).to_have_count(0)
    names = page.locator("article.game b").all_text_contents()
    assert names == [f"Game {n}" for n in reversed(range(32))]
