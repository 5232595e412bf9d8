"""Lessons without mouse or finger: every step is done with the keys alone, up to the game that goes on."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.driver import Player
from tests.web.test_lesson import GAMES, QUIET, fits, here, plain, steps

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
# Letters that move the cursor of the map, by where they lead in degrees clockwise from north.
LETTERS = {"w": 0, "e": 60, "d": 120, "s": 180, "a": 240, "q": 300}
# The letter that leads best from the cursor to a space; none if it is there.
BEST = """([space, letters]) => {
  const middle = selector => {
    const b = document.querySelector(selector).getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const [a, b] = [middle(".cursor"), middle(`polygon.hit[data-space="${space}"]`)];
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const bearing = (Math.atan2(x, -y) * 180 / Math.PI + 360) % 360;
  const off = n => Math.min(Math.abs(n - bearing), 360 - Math.abs(n - bearing));
  return Math.hypot(x, y) < 4 ? "" : Object.keys(letters).sort((m, n) => off(letters[m]) - off(letters[n]))[0];
}"""


def tab_to(me: Player, selector: str) -> None:
    """Tab until the focus is on such an element: units and places of the map are stops as well."""
    page = me.page
    for _ in range(400):
        if page.evaluate("s => Boolean(document.activeElement?.matches(s))", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def press(me: Player, selector: str, key: str = "Enter") -> None:
    tab_to(me, selector)
    me.page.keyboard.press(key)


def walk_to(me: Player, unit: str, space: str) -> None:
    """Choose a unit, lead the cursor to a space and send the unit there."""
    page = me.page
    if not page.locator(f".reach[data-space='{space}']").count():
        press(me, f".map .grip[data-piece='{unit}']")
    page.wait_for_selector(f".reach[data-space='{space}']", state="attached")
    page.keyboard.press("m")
    for _ in range(60):
        letter = page.evaluate(BEST, [space, LETTERS])
        if not letter:
            break
        page.keyboard.press(letter)
        me.still()
    page.keyboard.press("Enter")
    doubt = page.locator("[data-word=anyway]")
    me.wait(lambda: me.where(unit) == space or doubt.count() > 0, "the march")
    if doubt.count():
        press(me, ".ask [data-word=anyway]")


def do(me: Player, word: str) -> None:
    """One offered act: by its button, or at its unit or place on the map."""
    page, before = me.page, me.at
    arg = word.partition(":")[2]
    button = f".rail [data-word='{word}']"
    places = [x for x in (f".map .grip[data-piece='{arg}']", f".map .target[data-target='{arg}']")
              if page.locator(x).count()]
    if not page.locator(button).count() and places:
        press(me, places[0])
        answers = page.locator(f"{button}, .reach")
        me.wait(lambda: me.at > before or (me.settled and answers.count() > 0), "the key to be heard")
    if me.at == before and page.locator(button).count():
        folded = f".rest:not([open]):has([data-word='{word}']) > summary"
        if page.locator(folded).count():
            press(me, folded)
        press(me, button, "Space")       # Enter alone would let nothing pass
    elif me.at == before:
        page.keyboard.press("Enter")     # once more: step by step
    me.wait(lambda: me.at > before or me.doubt.count() > 0, f"the act {word} to be taken")
    if me.at == before:
        press(me, ".ask [data-word=anyway], .ask [data-word=check-end]")
        me.wait(lambda: me.at > before, f"the act {word} to be taken all the same")


def follow(me: Player, step: dict[str, Any]) -> None:
    """Do what a step wants, or one more thing towards it."""
    page, want = me.page, step.get("want", {})
    if page.locator("[data-lesson=go-on]").count():
        press(me, "[data-lesson=go-on]")
    elif "overlay" in want:
        press(me, "[data-lesson=show-it]")
    elif "why" in want:
        press(me, "[data-lesson=ask-why]")
        expect(page.locator(".popup .reasons li").first).to_be_visible()
        page.keyboard.press("Escape")
    elif "chosen" in want:
        units = ", ".join(f".map .grip[data-piece='{unit}']" for unit in want["chosen"])
        if page.locator(units).count():
            press(me, units)
        else:                            # an area acts: all its units are chosen at its place
            press(me, f".map .target[data-target='{me.where(want['chosen'][0])}']", "y")
            page.wait_for_selector(".reach", state="attached")
            page.keyboard.press("Escape")        # they were only looked at: the area is free for another order
    elif "at" in want:
        if "stop" in me.words:           # the march before this one
            do(me, "stop")
        else:
            walk_to(me, *next((u, s) for u, s in want["at"].items() if me.where(u) != s))
    else:
        offered = [w for w in me.words if fits(step["allow"], w)]
        best = [w for w in offered if fits(want.get("act", []), w)] or [w for w in QUIET if w in offered] or offered
        do(me, best[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_by_keyboard_alone(game: str, server: Server, person: Person) -> None:
    me = person()
    page = me.page
    page.goto(server.url)
    page.wait_for_selector(f"[data-learn={game}]")
    press(me, f"[data-learn={game}]")
    told = [(title, plain(step)) for title, step in steps(game)]
    for n, (_, step) in enumerate(steps(game)[:-1]):
        me.wait(lambda n=n: here(me) == told[n], f"the step {told[n]}")
        while here(me) == told[n]:
            me.my_turn()
            if page.locator(".film:not([hidden])").count():
                page.keyboard.press("Escape")
            elif here(me) == told[n]:
                follow(me, step)
                me.wait(lambda: me.settled, "the answer")
    me.wait(lambda: here(me) == told[-1], "the last step")
    press(me, "[data-lesson=play-on]")
    expect(page.locator(".lesson")).to_be_hidden()
    me.my_turn()
    assert not me.faults
