"""What browsers do in ways of their own: gestures on a trackpad, a page without TLS, a control held in the hand."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import open_record, republican_moves, start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]

# Safari's own event, which no other browser has.
GESTURE = """([kind, scale]) => {
  const map = document.querySelector(".map"), box = map.getBoundingClientRect();
  const e = new MouseEvent(kind, {clientX: box.x + 300, clientY: box.y + 300, cancelable: true, bubbles: true});
  return !map.dispatchEvent(Object.assign(e, {scale}));
}"""
SHARE = "() => { const x = document.querySelector('.replay-bar input[type=range]'); return x.value / x.max; }"

TOLD = "at => document.querySelector('.replay-bar .lab').textContent.startsWith(at + ' ')"


@pytest.fixture
def mover(server: Server, person: Person, records: Callable[..., Path]) -> Player:
    me = person()
    open_record(me.page, server, records("move", republican_moves))
    me.my_turn()
    return me


def width(me: Player) -> float:
    found: float = me.page.evaluate("() => document.querySelector('polygon.hit').getBoundingClientRect().width")
    return found


def test_fingers_that_spread_on_a_trackpad_zoom_the_map_in_small_steps(mover: Player) -> None:
    page, before = mover.page, width(mover)
    page.mouse.move(500, 430)
    page.keyboard.down("Control")
    for _ in range(12):
        page.mouse.wheel(0, -6)
    page.wait_for_function("w => document.querySelector('polygon.hit').getBoundingClientRect().width > 1.9 * w",
                           arg=before)
    near = width(mover)
    page.mouse.wheel(0, 120)
    page.wait_for_function("w => document.querySelector('polygon.hit').getBoundingClientRect().width < w", arg=near)
    assert width(mover) == pytest.approx(near / 1.22, rel=0.02), "a true wheel with Ctrl is held in bounds"


def test_the_gesture_of_safari_zooms_the_map_and_not_the_page(mover: Player) -> None:
    page, before = mover.page, width(mover)
    assert page.evaluate(GESTURE, ["gesturestart", 1]), "the page itself is not to grow"
    for scale in (1.1, 1.4, 1.8):
        assert page.evaluate(GESTURE, ["gesturechange", scale])
    assert width(mover) == pytest.approx(1.8 * before, rel=0.01)
    page.evaluate(GESTURE, ["gesturestart", 1])
    page.evaluate(GESTURE, ["gesturechange", 0.5])
    assert width(mover) == pytest.approx(0.9 * before, rel=0.01)


def test_the_gesture_of_safari_adds_nothing_to_fingers_on_the_screen(mover: Player) -> None:
    page, before = mover.page, width(mover)
    page.mouse.move(500, 430)
    page.mouse.down()
    page.evaluate(GESTURE, ["gesturestart", 1])
    assert page.evaluate(GESTURE, ["gesturechange", 1.8])
    page.mouse.up()
    assert width(mover) == pytest.approx(before)


def test_the_slider_of_the_replay_follows_the_hand_all_the_way(mover: Player) -> None:
    page = mover.page
    page.keyboard.press("[")
    slider = page.locator(".replay-bar input[type=range]")
    box = slider.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.2 * box["width"], y)
    page.mouse.down()
    for k in range(3, 9):
        page.mouse.move(box["x"] + k / 10 * box["width"], y)
        page.wait_for_function(f"() => Math.abs(({SHARE})() - {k / 10}) < 0.05")
        at = slider.input_value()
        page.wait_for_function(TOLD, arg=at)
    page.mouse.up()


def test_a_game_is_started_where_there_is_no_tls(server: Server, person: Person) -> None:
    """As from a telephone in the same house: browsers keep some things for secure pages and for this machine alone."""
    me = person()
    me.page.add_init_script("delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard;")
    start_form(me.page, server, "brunete")
    me.page.get_by_role("button", name="Start the game").click()
    me.my_turn()
    assert me.state["seats"]["nationalist"]["kind"] == "bot"
    assert not me.faults
