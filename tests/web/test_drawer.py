"""The drawer: both orders of battle, charts from the data of the game, the counter; and the contents of the rules."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import open_record
from tests.web.driver import Player
from tests.web.marches import played

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
# A row of a chart as the book prints it: its label and its results.
ROWS = {"brunete": ("combat", ["4", "1/–", "2/1", "1/1", "1/1", "1/R", "–/R", "1/1R", "–/2R"]),
        "guadalajara": ("combat", ["7", "NE", "NE", "Dr1", "D1", "D1r1"]),
        "storm": ("morale-test", ["Urban area", "−1"]),
        "tscw": ("combat", ["2", "4/0", "3/0", "2/1", "2/1", "1/1", "1/2", "1/2", "0/3"])}
# How the scenario is won, and at what score if that decides.
WON = {"brunete": "≥ 7", "guadalajara": "Almadrones, Gajanejos, Brihuega and Trijueque", "storm": "≥ 4",
       "tscw": "entering Madrid in supply by turn 6"}


@pytest.mark.parametrize("slug", ROWS)
def test_the_drawer_shows_both_orders_of_battle_the_tables_and_the_counter(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(played(slug).record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page = me.page
    page.keyboard.press("b")
    page.click("[data-tab=order]")
    expect(page.locator(".order")).to_have_count(2)
    expect(page.locator("[data-find]")).to_have_count(len(me.view["pieces"]))
    own = next(p for p in me.view["pieces"] if me.space(p["at"]).count())
    page.click(f"[data-find='{own['id']}']")
    expect(page.locator(f".stack.chosen[data-space='{own['at']}']")).to_have_count(1)
    page.click("[data-tab=charts]")
    chart, printed = ROWS[slug]
    row = page.locator(f"[data-chart={chart}] tbody tr:has(th:text-is('{printed[0]}'))")
    assert row.locator("th, td").all_inner_texts() == printed
    assert page.locator("table[data-chart]").count() >= 2
    if chart == "combat":                # whoever has a combat table has one of the ground as well
        expect(page.locator("[data-chart=terrain] tbody tr").first).to_be_visible()
    expect(page.locator(".drawer")).to_contain_text(WON[slug])
    page.click("[data-tab=counter]")
    expect(page.locator(".faces")).to_contain_text(own["factors"].split("-")[-1][-1])
    assert not me.faults


def test_the_order_of_battle_of_heralds_holds_every_pawn_also_those_that_nobody_has_won(
        server: Server, person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(played("heralds").record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page = me.page
    page.keyboard.press("b")
    page.click("[data-tab=order]")
    expect(page.locator("[data-find]")).to_have_count(185)
    assert len(me.view["pieces"]) == 185
    heads = page.locator(".order h3").all_inner_texts()
    assert [x.split()[0] for x in heads] == ["CND", "PCE", "Neutral"]
    assert "97 of 97" in heads[2]
    page.click("[data-tab=charts]")
    row = page.locator("[data-chart=propaganda] tbody tr:has(th:text-is('Success'))")
    assert row.locator("th, td").all_inner_texts() == ["Success", "≥ 6"]
    page.click("[data-tab=counter]")
    expect(page.locator(".faces")).to_be_visible()
    assert not me.faults


@pytest.mark.parametrize("slug", ["brunete", "heralds"])
def test_the_reader_has_contents_and_its_search_finds_chapters(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(played(slug).record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page = me.page
    page.keyboard.press("r")
    page.fill("dialog input[type=search]", "")
    expect(page.locator(".rule-contents li").first).to_be_visible()
    page.locator(".rule-contents button:has-text('Combat')").click()
    expect(page.locator("dialog input[type=search]")).to_have_value("combat")
    assert page.locator("dialog article").count() > 5
