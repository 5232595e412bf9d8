"""The guide of a first game: silent while the other side decides, then what is asked, who one is and how to win."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from frente.kernel.catalog import find
from tests.test_guide import KEY
from tests.web.conftest import ask, start_form, until_asked
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server


@pytest.mark.parametrize(("slug", "win"), [("storm", "web.guide-win"), ("tscw", "web.guide-win-columns")])
def test_it_speaks_when_one_is_asked_and_on_a_phone_it_names_no_key(
        slug: str, win: str, server: Server, person: Callable[..., Player]) -> None:
    me = person(390, 844, has_touch=True)
    page, guide = me.page, me.page.locator(".guide")
    start_form(page, server, slug, "historical")
    page.check("input[name=guided]")
    page.select_option("#seat-nationalist", "open")
    page.click("form.new button[type=submit]")
    link = page.locator("#link-nationalist").input_value()
    page.get_by_role("link", name="Go to the board").click()
    me.wait(lambda: me.settled and me.view["waiting"] == ["nationalist"], "the question to the other side")
    expect(guide).to_be_hidden()
    table = link.partition("#/t/")[2].partition("?")[0]
    seat = ask(server, f"tables/{table}/join", {"invitation": link.partition("invitation=")[2]})
    until_asked(server, table, "nationalist", seat["key"], "republican")
    me.my_turn()
    texts = find(slug).texts("en").entries
    expect(guide).to_contain_text(texts[f"web.guide-{me.question}"])
    expect(guide).to_contain_text("You are the Republican")
    expect(guide).to_contain_text(texts[win])
    assert not KEY.search(guide.inner_text())
    guide.get_by_role("button").first.click()
    page.reload()
    me.my_turn()
    expect(guide).to_be_hidden()
    assert not me.faults
