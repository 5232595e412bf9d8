"""Fair dice in two browsers: each page gives a number of its own, and proves the game when it is over."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.conftest import start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]


def invited(server: Server, host: Player) -> str:
    """A game set up in the page for two browsers; the link for the other."""
    start_form(host.page, server, "brunete")
    host.page.check("input[value=offensive]")
    host.page.select_option("#seat-nationalist", "open")
    host.page.get_by_role("button", name="Start the game").click()
    link = host.page.locator("#link-nationalist").input_value()
    host.page.get_by_role("link", name="Go to the board").click()
    host.page.wait_for_selector(".stack")
    return str(link)


def place(host: Player) -> None:
    """The placements of the Republican, up to the first die."""
    for at in range(3):
        host.wait(lambda at=at: host.at == at, "the next placement")
        host.my_turn()
        host.do(host.words[0])


def test_the_first_die_waits_for_the_guests_page_and_both_pages_prove_the_game(server: Server, person: Person) -> None:
    host = person()
    link = invited(server, host)
    place(host)
    host.page.get_by_text("The first die waits for a number from the page of the Nationalist player").wait_for()
    assert host.state["at"] == 3
    guest = person()
    guest.page.goto(link)
    host.wait(lambda: host.at > 3, "the first die")
    dice = host.state["dice"]
    assert (dice["grade"], dice["awaited"], set(dice["shown"])) == ("fair", [], {"republican", "nationalist"})
    host.page.get_by_role("button", name="Game menu").click()
    host.page.locator("[data-item=dice]").click()
    host.page.get_by_text("These dice are fair").wait_for()
    host.page.get_by_role("button", name="Close").first.click()
    host.page.get_by_role("button", name="Game menu").click()
    host.page.locator("[data-item=resign]").click()
    host.page.locator("dialog .danger").last.click()
    for player in (host, guest):
        player.page.get_by_role("button", name="Verify the dice").click()
        player.page.get_by_text("Your own page has worked out all").wait_for()
        assert player.page.get_by_text("are fair: the seed was bound before").count() == 1
    assert not host.faults + guest.faults


def test_a_player_who_does_not_want_to_wait_rolls_without_the_other(server: Server, person: Person) -> None:
    host = person()
    invited(server, host)
    place(host)
    host.page.get_by_role("button", name="Roll without it").click()
    host.wait(lambda: host.at > 3, "the first die")
    assert host.state["dice"]["grade"] == "fair"
    assert not host.faults
