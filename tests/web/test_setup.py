"""Set-up: as in history by default; placed by hand, it is counted, taken back, and finished as in history."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
FIRST = {"brunete": "InfiltrationMove", "storm": "BuyChit", "heralds": "GiveNegotiation",
         "guadalajara": "ChooseBarrage", "tscw": "DrawOrDecline"}


@pytest.mark.parametrize("game", FIRST)
def test_a_game_begins_with_its_first_decision_if_nothing_else_is_chosen(
        game: str, server: Server, person: Person) -> None:
    me = person()
    page = me.page
    start_form(page, server, game, "historical")
    for seat in page.locator("select[name^=seat-]").all():
        seat.select_option("human")
    page.locator("details").last.locator("summary").click()
    page.fill("input[name=seed]", "a set-up")
    page.click("form.new button[type=submit]")
    me.my_turn()
    assert me.question == FIRST[game]
    expect(page.locator(".set-up-bar")).to_be_hidden()
    assert not me.faults


@pytest.mark.parametrize(("game", "side", "of", "size"), [("brunete", "republican", 3, (1440, 900)),
                                                          ("guadalajara", "republican", 9, (390, 844))])
def test_a_free_set_up_is_counted_taken_back_and_finished_as_in_history(
        game: str, side: str, of: int, size: tuple[int, int], server: Server, person: Person) -> None:
    me = person(*size)
    page = me.page
    start_form(page, server, game, "free")
    for seat in page.locator("select[name^=seat-]").all():
        seat.select_option("human")
    page.click("form.new button[type=submit]")
    me.my_turn()
    assert me.side == side
    expect(page.locator(".placed")).to_have_text(f"0 of {of} placed")
    while me.words[0].startswith("mode") or "pass" in me.words:      # the face of a gun that stands in its place
        me.do("pass")
        me.my_turn()
    at = me.at
    me.do(me.words[0])
    me.my_turn()
    expect(page.locator(".placed")).to_have_text(f"1 of {of} placed")
    page.keyboard.press("u")
    me.wait(lambda: me.at == at, "the placement taken back")
    expect(page.locator(".placed")).to_have_text(f"0 of {of} placed")
    me.my_turn()
    page.click("[data-do=deploy]")
    me.wait(lambda: me.at > at + 1, "the rest of the set-up")
    me.my_turn()
    assert not me.faults
    if game == "brunete":
        expect(page.locator(".set-up-bar")).to_be_hidden()
    else:
        expect(page.locator(".placed")).to_have_text("0 of 52 placed")
