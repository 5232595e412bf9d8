"""Standing orders in the browser: given in a panel, shown to their owner; nothing of them reaches the other side."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.server.test_standing import SEED, game, moment
from tests.web.conftest import ask, set_up, take_seat
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]


def two_seats(server: Server, question: str) -> dict[str, Any]:
    """A table of Storm just before the act that brings about the question, both seats by invitation."""
    acts, _, _ = moment(question)
    sides = ("republican", "nationalist")
    table = set_up(server, game="storm", scenario="drive", seed=SEED, name="Two", seats=dict.fromkeys(sides, "open"))
    at = 0
    for side, word in acts:
        name = sides[side]
        at = ask(server, f"tables/{table['table']}/acts", {"side": name, "act": word, "at": at},
                 table["keys"][name])["at"]
    return table


def sit(server: Server, who: Player, table: dict[str, Any], side: str) -> None:
    take_seat(who.page, server, table, side)
    who.page.wait_for_selector(".stack")
    who.wait(lambda: who.settled and who.state["you"] == [side], "the seat")


def window(server: Server, person: Person, by_order: bool) -> tuple[list[str], Player, Player]:
    """One window of a Storm impulse, answered by hand or by order: all that the mover's browser was sent."""
    match, mover, other, word = game("combat-events")
    assert word == "pass"
    table = two_seats(server, "combat-events")
    a, b = person(), person()
    sit(server, a, table, mover)
    sit(server, b, table, other)
    a.wait(lambda: a.state["seats"][other]["connected"], "the other player")
    if by_order:
        order(b)
    at = a.at
    assert at == len(match.log)
    a.page.click(".ask [data-word=pass]")
    a.wait(lambda: a.at > at, "the window of the other side")
    if not by_order:
        b.wait(lambda: b.side and b.settled, "the question")
        b.page.click(".ask [data-word=pass]")
    a.wait(lambda: a.at > at + 1 and a.settled, "the answer")
    b.wait(lambda: b.at == a.at and b.settled, "both to see it")
    return [frame.replace(table["table"], "TABLE") for frame in a.frames], a, b


def order(b: Player) -> None:
    """Give an order by mouse, with a condition."""
    b.page.click(".menu-button")
    b.page.click("[data-item=standing]")
    row = b.page.locator(".standing-box [data-question=combat-events]")
    assert row.locator(".rule").inner_text() == "15.0d"
    assert row.locator("input").count() == 0
    row.locator("select").select_option("pass")
    row.locator("input[value=madrid]").check()
    b.wait(lambda: b.settled and b.state["standing"][b.state["you"][0]]["orders"] == {
        "combat-events": {"answer": "pass", "unless": ["madrid"]}}, "the order")
    b.page.click(".standing-box .close")
    assert "Standing orders in force: 1" in b.page.inner_text(".ask .standing-note")


def test_an_order_answers_a_window_and_the_other_browser_hears_what_it_hears_from_a_person(server: Server,
                                                                                           person: Person) -> None:
    by_hand, _, b = window(server, person, False)
    assert b.page.locator(".log .line-text", has_text="standing order").count() == 0
    by_order, a, b = window(server, person, True)
    assert by_order == by_hand
    assert sum('"type":"state"' in frame for frame in by_order) >= 4
    assert "standing-answered" not in "".join(by_order)
    line = b.page.locator(".log .line-text", has_text="Answered by your standing order").first
    assert line.inner_text() == "Answered by your standing order: Event chits in combat, I play none."
    assert a.page.locator(".log .line-text", has_text="standing order").count() == 0
    b.page.click(".standing-note [data-standing=open]")
    row = b.page.locator(".standing-box [data-question=combat-events]")
    row.locator("select").select_option("")
    b.wait(lambda: b.settled and not b.state["standing"][b.state["you"][0]]["orders"], "the order to be withdrawn")
    assert row.locator("input").count() == 0
    assert not a.faults + b.faults
