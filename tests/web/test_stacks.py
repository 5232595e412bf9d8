"""Whole stacks are chosen and dragged, march as the rules allow, and one undo takes them all back."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import open_record
from tests.web.driver import POINT, Player
from tests.web.marches import marchers, played

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]


def stacked(me: Player, server: Server, folder: Path, slug: str) -> tuple[str, list[str], str]:
    """A stack whose units may march, and a free hex within reach of all of them, in sight."""
    match = played(slug)
    record = folder / "game.json"
    record.write_text(match.record().text())
    open_record(me.page, server, record)
    me.my_turn()
    able = marchers(match)
    at: dict[str, list[str]] = {}
    for p in me.view["pieces"]:
        if p["id"] in able:
            at.setdefault(p["at"], []).append(p["id"])
    taken = {p["at"] for p in me.view["pieces"]}
    place, units = next((a, u) for a, u in at.items() if len(u) > 1 and me.space(a).count())
    free = [h for h in able[units[0]] if h not in taken and all(h in able[u] for u in units)]
    return place, units, next(h for h in free if me.space(h).count())


def middle(me: Player, space: str) -> tuple[float, float]:
    box = me.space(space).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def arrive(me: Player, units: list[str], there: str) -> None:
    doubt = me.page.locator("[data-word=anyway]")
    me.wait(lambda: doubt.count() > 0 or all(me.where(u) == there for u in units), "the march")
    if doubt.count():
        doubt.click()
    me.wait(lambda: all(me.where(u) == there for u in units) and me.settled, "the end of the march")


@pytest.mark.parametrize("slug", ["brunete", "guadalajara"])
def test_a_stack_is_dragged_whole_and_one_undo_brings_it_back(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    me = person()
    place, units, there = stacked(me, server, tmp_path, slug)
    at, mouse = me.at, me.page.mouse
    x, y = middle(me, place)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y + 12)
    expect(me.page.locator("[data-mate]")).to_have_count(len([p for p in me.view["pieces"] if p["at"] == place]))
    mouse.move(*middle(me, there), steps=3)
    mouse.up()
    arrive(me, units, there)
    me.page.keyboard.press("u")
    me.wait(lambda: me.at == at, "the undo")
    assert [me.where(u) for u in units] == [place] * len(units)
    assert not me.faults


@pytest.mark.parametrize("slug", ["brunete", "tscw"])
def test_the_keyboard_takes_the_whole_stack_and_leaves_one_behind(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    me = person()
    place, units, there = stacked(me, server, tmp_path, slug)
    page = me.page
    page.evaluate("id => document.querySelector(`.grip[data-piece='${id}']`).focus()", units[0])
    page.keyboard.press("y")
    expect(page.locator("[data-mate][aria-pressed=true]")).to_have_count(len(units))
    page.click(f"[data-mate='{units[-1]}']")
    expect(page.locator("[data-mate][aria-pressed=true]")).to_have_count(len(units) - 1)
    me.go_to(there)
    arrive(me, units[:-1], there)
    assert me.where(units[-1]) == place


@pytest.mark.parametrize("slug", ["brunete", "guadalajara"])
def test_a_stack_laid_open_by_a_click_stays_open_on_the_way_to_its_cards(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    me = person()
    place, units, _ = stacked(me, server, tmp_path, slug)
    page, at = me.page, me.at
    me.click_space(place)
    card = page.locator(f".fan:not([hidden]) [data-piece='{units[-1]}']")
    expect(card).to_be_visible()
    heaps = [p["at"] for p in me.view["pieces"] if p["at"] != place and me.space(p["at"]).count()]
    other = next(a for a in heaps if heaps.count(a) > 1 and page.evaluate(POINT, a))
    page.mouse.move(*page.evaluate(POINT, other))
    page.wait_for_timeout(500)           # longer than a pointer has to rest until another stack is laid open
    expect(card).to_be_visible()
    card.click()
    expect(page.locator(".reach").first).to_be_attached()
    assert me.at == at
    assert not me.faults
