"""With a unit chosen every hex says what it costs and brings, or exactly why not: by mouse, finger and keyboard."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from frente.kernel.record import parse
from frente.kernel.referee import Match
from tests.web.conftest import open_planned, open_record
from tests.web.driver import Player
from tests.web.heralds_plan import eventful
from tests.web.marches import marchers, played

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
RULES = {"brunete": "9.2", "guadalajara": "needs"}


def seated(me: Player, server: Server, folder: Path, slug: str) -> tuple[Match, str, dict[str, tuple[int, list[str]]]]:
    """At a table where units may march: one of them with where it may go."""
    match = played(slug)
    record = folder / f"{slug}.json"
    record.write_text(match.record().text())
    open_record(me.page, server, record)
    me.my_turn()
    unit, reach = next((u, r) for u, r in marchers(match).items() if in_sight(me, me.where(u)))
    me.click_unit(unit)
    me.page.wait_for_selector(".reach", state="attached")
    me.wait(lambda: me.settled, "the reach")
    return match, unit, reach


def in_sight(me: Player, space: str) -> bool:
    box = me.space(space).bounding_box() if me.space(space).count() else None
    wide, tall = me.page.viewport_size["width"], me.page.viewport_size["height"]       # type: ignore[index]
    right, low = (wide - 60, tall / 2 - 60) if wide < 700 else (wide - 480, tall - 150)
    return bool(box and 0 < box["x"] < right and 100 < box["y"] < low)


def far_off(me: Player, reach: dict[str, tuple[int, list[str]]], unit: str) -> str:
    """A hex in sight that nobody holds and the unit cannot come to, with whole ground around it."""
    taken = {p["at"] for p in me.view["pieces"]} | set(reach)
    start = me.space(me.where(unit)).bounding_box()
    assert start
    found = me.page.evaluate("""([taken, x, y]) => [...document.querySelectorAll("polygon.hit")]
      .map(el => [el.dataset.space, el.getBoundingClientRect()])
      .filter(([id, b]) => !taken.includes(id) && b.left > 60 && b.top > 120 && b.right < innerWidth - 460
                           && b.bottom < innerHeight - 120 && Math.hypot(b.x - x, b.y - y) > 260)
      .map(([id]) => id)""", [sorted(taken), start["x"], start["y"]])
    return str(found[0])


def hover(me: Player, space: str) -> None:
    box = me.space(space).bounding_box()
    assert box
    me.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3)


@pytest.mark.parametrize("slug", RULES)
def test_the_pointer_tells_cost_by_step_within_reach_and_the_reason_with_its_rule_beyond(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    me = person()
    _, unit, reach = seated(me, server, tmp_path, slug)
    page, card = me.page, me.page.locator(".way-card")
    taken = {p["at"] for p in me.view["pieces"]}
    there = max((h for h in reach if h not in taken and in_sight(me, h)), key=lambda h: len(reach[h][1]))
    hover(me, there)
    steps = len([w for w in reach[there][1] if w.startswith("hex:")])
    expect(card.locator(".strip li")).to_have_count(steps)
    expect(card.locator(".strip .no")).to_have_count(0)
    expect(card).to_contain_text(f"{max(0, reach[there][0])} MP left")
    expect(page.locator(".line.path:not(.out, .under)")).to_have_count(1)
    beyond = far_off(me, reach, unit)
    hover(me, beyond)
    expect(card).to_contain_text("not this turn")
    expect(card.locator(".strip .no").first).to_be_attached()
    expect(card.locator("ul li.no").first).to_contain_text(RULES[slug])
    assert "question" not in card.inner_text()
    # A click there keeps the unit and lets one read the rule.
    me.click_space(beyond)
    expect(page.locator(".way-card.pinned")).to_be_visible()
    assert page.locator(".reach").count() == len(reach)
    assert page.locator(".stack.chosen").count() == 1
    card.locator("button.rule").first.click()
    expect(page.locator("dialog.reader article").first).to_be_visible()
    page.keyboard.press("Escape")
    me.go_to(there)
    me.wait(lambda: me.where(unit) == there or me.page.locator("[data-word=anyway]").count() > 0, "the march")
    assert not me.faults


@pytest.mark.parametrize("slug", ["brunete", "tscw"])
def test_the_cursor_of_the_keyboard_is_told_the_way_too(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    me = person()
    _, _, _ = seated(me, server, tmp_path, slug)
    page = me.page
    page.keyboard.press("m")
    for key in ["ArrowDown"] * 9:
        page.keyboard.press(key)
        expect(page.locator(".way-card, .reach").first).to_be_attached()
    expect(page.locator(".way-card")).to_be_visible()
    expect(page.locator("#polite")).to_contain_text("MP")


@pytest.mark.parametrize("slug", RULES)
def test_a_finger_asks_by_a_tap_and_the_unit_stays_chosen(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    me = person(width=390, height=844, has_touch=True, is_mobile=True)
    _, _, reach = seated(me, server, tmp_path, slug)
    page = me.page
    found = page.evaluate("""taken => [...document.querySelectorAll("polygon.hit")].map(el => {
        const b = el.getBoundingClientRect();
        return [el.dataset.space, b.x + b.width / 2, b.y + b.height / 2];
      }).find(([id, x, y]) => !taken.includes(id) && x > 20 && x < 370 && y > 150 && y < 420
              && document.elementFromPoint(x, y)?.dataset.space === id)""",
                          sorted({p["at"] for p in me.view["pieces"]} | set(reach)))
    page.touchscreen.tap(found[1], found[2])
    expect(page.locator(".way-card.pinned")).to_be_visible()
    expect(page.locator(".way-card ul li.no").first).to_be_visible()
    box = page.locator(".way-card").bounding_box()
    assert box
    assert 0 <= box["x"] < box["x"] + box["width"] <= 390
    assert page.locator(".reach").count() == len(reach)


def on_the_move(folder: Path) -> Path:
    """Heralds of Defeat, when a stack may go to squares from which it could assault."""
    turn = eventful()
    match = Match.resume(parse(turn.record.encode()))
    for side, word in turn.script:
        if word == "move:RES_7D":
            break
        match.play(side, word)
    record = folder / "heralds.json"
    record.write_text(match.record().text())
    return record


def test_in_heralds_every_square_says_cost_and_odds_from_there_or_why_not(
        server: Server, person: Person, tmp_path: Path) -> None:
    me = person()
    open_planned(me.page, server, on_the_move(tmp_path))
    me.page.locator(".cover button").last.click()
    me.my_turn()
    page, card = me.page, me.page.locator(".way-card")
    hover(me, "RES_I")                   # nothing has been clicked: the stack on the move is meant
    expect(card).to_contain_text("3 points, 4 left")
    expect(card.locator("li.fight")).to_contain_text("7%")
    hover(me, "A2")
    expect(card.locator("ul li.no").first).to_be_visible()
    assert "question" not in card.inner_text()
    unit = me.view["facts"]["stack"][0]
    me.click_unit(unit)
    hover(me, "RES_I")
    expect(card.locator("li.fight")).to_contain_text("7%")
    page.keyboard.press("m")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#polite")).to_contain_text("point")
    assert not me.faults
