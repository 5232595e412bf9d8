"""The map under fingers: two of them zoom it, one that rests on a unit asks about it."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import CDPSession

from tests.web.conftest import open_record, republican_moves
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Point = tuple[float, float]


@pytest.fixture
def phone(server: Server, person: Callable[..., Player], records: Callable[..., Path]) -> Player:
    me = person(width=390, height=844, has_touch=True, is_mobile=True)
    open_record(me.page, server, records("move", republican_moves))
    me.my_turn()
    return me


class Fingers:
    """Raw touches, as the screen reports them."""

    def __init__(self, me: Player) -> None:
        self.me = me
        self.session: CDPSession = me.page.context.new_cdp_session(me.page)

    def send(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, *ways: tuple[Point, Point], steps: int = 8) -> None:
        """Each finger from one place to another, all at once."""
        self.send("touchStart", *[a for a, _ in ways])
        for k in range(1, steps + 1):
            self.send("touchMove", *[(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
                                     for a, b in ways])
            self.me.page.wait_for_timeout(16)
        self.send("touchEnd")
        self.me.still()                         # the map is drawn anew when the gesture is over

    def rest(self, at: Point, until: str) -> None:
        """A finger stays where it is until something comes of it."""
        self.send("touchStart", at)
        self.me.page.wait_for_selector(until)
        self.send("touchEnd")
        self.me.page.wait_for_timeout(200)      # nothing more comes of it


def size(me: Player, space: str) -> float:
    box = me.space(space).bounding_box()
    assert box
    return box["width"]


def middle(me: Player, space: str) -> Point:
    box = me.space(space).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def in_sight(me: Player, spaces: list[str]) -> list[str]:
    return [x for x in spaces if 60 < middle(me, x)[0] < 330 and 190 < middle(me, x)[1] < 420]


def test_two_fingers_zoom_the_map_in_and_out_and_choose_nothing(phone: Player) -> None:
    at, fingers = phone.at, Fingers(phone)
    space = in_sight(phone, sorted({p["at"] for p in phone.view["pieces"] if phone.space(p["at"]).count()}))[0]
    before = size(phone, space)
    fingers.drag(((180, 300), (100, 300)), ((210, 300), (290, 300)))
    near = size(phone, space)
    assert near > 2 * before
    fingers.drag(((100, 300), (180, 300)), ((290, 300), (210, 300)))
    assert before * 0.8 < size(phone, space) < near / 2
    assert phone.at == at
    assert not phone.page.locator(".popup, .fan:not([hidden])").count()


def test_one_finger_moves_the_map_and_chooses_nothing(phone: Player) -> None:
    at, fingers = phone.at, Fingers(phone)
    space = in_sight(phone, sorted({p["at"] for p in phone.view["pieces"] if phone.space(p["at"]).count()}))[0]
    x, y = middle(phone, space)
    fingers.drag(((200, 350), (140, 310)))
    assert middle(phone, space) == pytest.approx((x - 60, y - 40), abs=12)
    assert phone.at == at
    assert not phone.page.locator(".popup, .fan:not([hidden])").count()


def stacks(me: Player, alone: bool) -> list[str]:
    """Spaces with one unit, or with several."""
    places = [p["at"] for p in me.view["pieces"]]
    return sorted({x for x in places if me.space(x).count() and (places.count(x) == 1) == alone})


def bring(me: Player, fingers: Fingers, space: str) -> Point:
    """Move the map with one finger until the space lies in its middle."""
    for _ in range(12):
        if in_sight(me, [space]):
            break
        x, y = middle(me, space)
        dx, dy = max(-130, min(130, 195 - x)), max(-100, min(100, 300 - y))
        fingers.drag(((195 - dx / 2, 300 - dy / 2), (195 + dx / 2, 300 + dy / 2)))
    return middle(me, space)


def test_a_long_press_on_a_unit_tells_what_it_is_and_what_it_may_do(phone: Player) -> None:
    at, fingers = phone.at, Fingers(phone)
    space = stacks(phone, alone=True)[0]
    here = bring(phone, fingers, space)
    unit = next(p for p in phone.view["pieces"] if p["at"] == space)
    fingers.rest(here, ".popup")
    popup = phone.page.locator(".popup")
    told = popup.inner_text()
    assert unit["name"] in told
    assert unit["factors"] in told
    assert popup.locator(".reasons li").count() > 0
    assert phone.at == at


def test_a_long_press_on_a_stack_fans_it_out(phone: Player) -> None:
    at, fingers = phone.at, Fingers(phone)
    space = stacks(phone, alone=False)[0]
    units = [p["id"] for p in phone.view["pieces"] if p["at"] == space]
    fingers.rest(bring(phone, fingers, space), ".fan:not([hidden])")
    assert phone.page.locator(".fan [data-piece]").count() == len(units)
    assert phone.at == at
