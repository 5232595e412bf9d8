"""Two browsers at one table: by invitation link, without a secret in the traffic, through a crash of the server."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.conftest import open_record, republican_attacks, start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]


def meet(server: Server, person: Person, scenario: str = "campaign") -> tuple[Player, Player]:
    host = person()
    start_form(host.page, server, "brunete")
    host.page.check(f"input[value={scenario}]")
    host.page.get_by_text("Name and dice").click()
    host.page.fill("input[name=seed]", "link")
    host.page.select_option("#seat-nationalist", "open")
    host.page.get_by_role("button", name="Start the game").click()
    link = host.page.locator("#link-nationalist").input_value()
    host.page.get_by_role("link", name="Go to the board").click()
    guest = person()
    guest.page.goto(link)
    guest.page.wait_for_selector(".stack")
    host.page.wait_for_selector(".stack")
    assert "invitation=" not in guest.page.url, "a copied address must not give the seat away"
    return host, guest


def until(a: Player, b: Player, question: str, whose: Player | None = None) -> None:
    """Both play on without much thought up to a question, or up to the question being put to one of them."""
    for _ in range(80):
        a.wait(lambda: a.settled and b.settled and (a.side or b.side), "a decision")
        mover = a if a.side else b
        mover.my_turn()
        if mover.question == question and whose in (None, mover):
            return
        words = mover.words
        mover.do("pass" if "pass" in words else words[-1])
        a.wait(lambda: a.at == b.at, "both to see the same")
    raise AssertionError(f"{question} was never asked")


def test_two_browsers_play_each_other_and_no_secret_passes(server: Server, person: Person) -> None:
    host, guest = meet(server, person, "offensive")
    until(host, guest, "ChooseUnit")
    mine = host.state["view"]["hands"]["resources-republican"]
    assert isinstance(mine, list)
    assert len(mine) == 3
    heard = [json.loads(f) for f in guest.frames if '"state"' in f]
    assert heard
    for state in heard:
        views = [state["view"], *state.get("views", {}).values()]
        assert all(v["viewer"] == "nationalist" for v in views)
        assert all(isinstance(v["hands"]["resources-republican"], int) for v in views)
        assert "republican" not in state["acts"]
        assert state["dice"]["seed"] is None
        drawn = [e for e in state["events"] if e["key"] == "resource-drawn"]
        assert all(e["facts"]["side"] == 1 for e in drawn)
    assert any(e["key"] == "resource-drawn" for state in heard for e in state["events"])
    stranger = person()
    stranger.page.goto(host.page.url)
    stranger.page.wait_for_selector(".stack")
    stranger.wait(lambda: stranger.settled, "what a stranger is shown")
    assert stranger.state["you"] == []
    assert all(isinstance(n, int) for n in stranger.state["view"]["hands"].values())
    assert stranger.page.locator(".ask .answers button").count() == 0
    assert not host.faults + guest.faults


def menu(who: Player, item: str) -> None:
    who.page.get_by_role("button", name="Game menu").click()
    who.page.locator(f"[data-item={item}]").click()


def test_a_link_that_was_used_gives_nobody_else_the_seat(server: Server, person: Person) -> None:
    host = person()
    start_form(host.page, server, "brunete")
    host.page.select_option("#seat-nationalist", "open")
    host.page.get_by_role("button", name="Start the game").click()
    link = host.page.locator("#link-nationalist").input_value()
    host.page.get_by_role("link", name="Go to the board").click()
    host.page.wait_for_selector(".stack")
    menu(host, "invite-again")           # the link waits there until somebody has sat down
    assert host.page.locator("#link-nationalist").input_value() == link
    host.page.goto(link)                 # his own link, by mistake: it is left for the friend
    host.wait(lambda: host.settled and host.state.get("you") == ["republican"], "his own seat")
    seats: list[list[str]] = []
    for _ in range(2):
        guest = person()
        guest.page.goto(link)
        guest.page.wait_for_selector(".stack")
        guest.wait(lambda guest=guest: guest.settled and guest.state, "the table")
        seats.append(guest.state["you"])
        assert "invitation=" not in guest.page.url
        assert guest.page.locator(".toast").count() == (0 if seats[-1] else 1)
    assert seats == [["nationalist"], []]
    host.page.goto(server.url)
    expect(host.page.locator("article.game").first).to_be_visible()
    kept = host.page.evaluate("JSON.stringify(localStorage)")
    assert link.split("invitation=")[1] not in kept, "used, it is forgotten"


def test_a_seat_goes_on_in_another_browser_and_a_new_key_closes_it_everywhere_else(server: Server,
                                                                                   person: Person) -> None:
    host, guest = meet(server, person)
    copied = guest.page.evaluate("localStorage.getItem('frente.tables')")
    menu(guest, "elsewhere")
    link = guest.page.locator("#link-nationalist").input_value()
    there = person()
    there.page.goto(link)
    there.page.wait_for_selector(".stack")
    there.wait(lambda: there.settled and there.state.get("you") == ["nationalist"], "the seat elsewhere")
    guest.page.wait_for_selector(".toast")
    assert "new key" in (guest.page.text_content(".toast") or "")
    thief = person()
    thief.page.add_init_script(f"localStorage.setItem('frente.tables', {json.dumps(copied)})")
    thief.page.goto(there.page.url)
    thief.page.wait_for_selector(".toast")
    assert "opens no seat" in (thief.page.text_content(".toast") or "")
    kept = there.page.evaluate("localStorage.getItem('frente.tables')")
    menu(there, "renew-key")
    with there.page.expect_navigation():
        there.page.get_by_role("button", name="New key", exact=True).last.click()
    there.page.wait_for_selector(".stack")
    there.wait(lambda: there.settled and there.state.get("you") == ["nationalist"], "the seat with its new key")
    assert there.page.evaluate("localStorage.getItem('frente.tables')") != kept
    until(host, there, "ChooseUnit")
    assert not host.faults + there.faults


def test_going_back_needs_the_other_side(server: Server, person: Person) -> None:
    host, guest = meet(server, person)
    until(host, guest, "ChooseUnit")
    at = host.at
    host.page.get_by_role("button", name="Game menu").click()
    host.page.locator("[data-item=rollback]").click()
    host.page.locator(".points-list button").last.click()
    guest.page.get_by_role("button", name="Agree").click()
    host.wait(lambda: host.at < at, "the game to go back")
    guest.wait(lambda: guest.at == host.at, "both to see it")


def test_whoever_comes_back_is_told_what_happened_meanwhile(server: Server, person: Person) -> None:
    host, guest = meet(server, person)
    until(host, guest, "ChooseUnit", host)
    url = guest.page.url
    guest.page.goto(server.url)
    guest.page.wait_for_selector(".game")
    unit = next(w for w in host.words if w.startswith("unit:"))
    host.do(unit)
    host.my_turn()
    host.do(next(w for w in host.words if w.startswith("hex:")))
    guest.page.goto(url)
    guest.page.wait_for_selector(".recent:not([hidden])")
    assert "Since you last looked" in guest.page.text_content(".recent h3")  # type: ignore[operator]


def test_the_page_goes_on_after_the_server_was_killed_in_a_combat(server: Server, person: Person,
                                                                  records: Callable[..., Path]) -> None:
    me = person()
    open_record(me.page, server, records("attack", republican_attacks))
    me.my_turn()
    at = me.at
    me.do("declare")
    me.wait(lambda: me.at > at, "the attack")
    kept = me.at
    server.kill()
    me.page.wait_for_selector(".offline .lost-line")
    server.start()
    me.page.wait_for_selector(".offline", state="detached")
    me.wait(lambda: me.at == kept, "the same game")
    me.my_turn()
    me.do("pass" if "pass" in me.words else me.words[0])
    assert me.at > kept
