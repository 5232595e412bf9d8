"""The first page: which game, in whose colours."""
from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Route, expect

from frente.catalog import find
from tests.web.conftest import ask
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
    page.goto(server.url)
    page.click(f"button[data-game={slug}]")
    expect(page.locator(f"button[data-game={slug}]")).to_have_attribute("aria-pressed", "true")
    sides = find(slug).sides
    for k, side in enumerate(sides):
        card = page.locator(f"button[data-game={slug}] .livery").nth(k)
        seat = page.locator(f"label[for=seat-{side}] .flag")
        assert card.evaluate(FILL) == seat.evaluate(FILL) == COLOURS[side]


def test_the_map_of_the_chosen_game_is_shown(server: Server, person: Callable[..., Player]) -> None:
    page = person().page
    page.goto(server.url)
    page.click("button[data-game=storm]")
    picture = page.get_by_role("img", name="Map of Storm Over Madrid")
    expect(picture).to_be_visible()
    page.wait_for_function("() => document.querySelector('.preview img').naturalWidth > 100")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_choice_of_scenarios_says_where_one_side_is_much_favoured(
        server: Server, person: Callable[..., Player], language: str) -> None:
    page = person().page
    page.add_init_script(f"localStorage.setItem('frente.language', '\"{language}\"')")
    page.goto(server.url)
    page.click("button[data-game=brunete]")
    expect(page.locator("button[data-game=brunete]")).to_have_attribute("aria-pressed", "true")
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
