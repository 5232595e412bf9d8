"""Legible at the first look: factors and names have nine pixels, badges hide no factor, bars cover no map."""
from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
LEAST = 8.99                             # pixels
DESK, PHONE = (1440, 900), (390, 844)
# What is printed on the map and in sight, with its size on the screen; badges of a stack and its factors, as boxes.
LOOK = """() => {
  const frame = document.querySelector(".map").getBoundingClientRect();
  const box = el => { const b = el.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const seen = el => {
    const [x0, y0, x1, y1] = box(el);
    return x1 > x0 && x1 > frame.left && x0 < frame.right && y1 > frame.top && y0 < frame.bottom;
  };
  const size = el => {
    const m = el.getScreenCTM();
    return parseFloat(getComputedStyle(el).fontSize) * Math.hypot(m.a, m.b);
  };
  const texts = selector => [...document.querySelectorAll(selector)].filter(seen).map(el => [el.textContent, size(el)]);
  const FACTORS = ".c-factors, .c-strength, .p-val, .p-low";
  return {
    factors: texts([".c-factors", ".c-strength", ".p-val", ".p-low"].map(x => ".stage .stack " + x).join()),
    names: texts(".stage .ground :is(.names, .plates, .words) text"),
    covered: [...document.querySelectorAll(".stage .stack")].filter(seen).flatMap(stack => {
      const badge = stack.querySelector(".c-count-disc");
      if (!badge) return [];
      const [a0, b0, a1, b1] = box(badge);
      return [...stack.querySelectorAll(FACTORS)].filter(el => {
        const [x0, y0, x1, y1] = box(el);
        return x0 < a1 - 1 && a0 < x1 - 1 && y0 < b1 - 1 && b0 < y1 - 1;
      }).map(el => stack.dataset.space + " " + el.textContent);
    }),
    over: [...document.querySelectorAll(".under-map, .rail, header.top")].filter(el => {
      const [x0, y0, x1, y1] = box(el);
      const beside = x0 >= frame.right - 1 || frame.left >= x1 - 1 || y0 >= frame.bottom - 1 || frame.top >= y1 - 1;
      return el.offsetWidth && !beside;
    }).map(el => el.className),
  };
}"""


# Spaces well inside the part of the map that nothing covers.
INSIDE = """() => {
  const frame = document.querySelector(".map").getBoundingClientRect(), rail = document.querySelector(".rail");
  const low = innerWidth < 700 ? rail.getBoundingClientRect().top : frame.bottom;
  return [...document.querySelectorAll("polygon.hit")].filter(el => {
    const b = el.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
    return x > frame.left + 40 && x < frame.right - 40 && y > frame.top + 40 && y < low - 40;
  }).map(el => el.dataset.space);
}"""


def villages_of(server: Server, game: str) -> dict[str, str]:
    with urllib.request.urlopen(f"{server.url}api/games/{game}/board") as answer:
        return {x["id"]: x["name"] for x in json.load(answer)["spaces"] if x["name"] not in ("", x["id"])}


@pytest.mark.parametrize(("game", "size"), [("brunete", DESK), ("storm", DESK), ("heralds", DESK),
                                            ("guadalajara", DESK), ("tscw", DESK), ("storm", PHONE),
                                            ("guadalajara", PHONE)])
def test_a_game_opens_on_the_front_and_everything_in_sight_can_be_read(
        game: str, size: tuple[int, int], server: Server, person: Person) -> None:
    me = person(*size)
    start_form(me.page, server, game, "historical")
    for seat in me.page.locator("select[name^=seat-]").all():
        seat.select_option("human")
    me.page.click("form.new button[type=submit]")
    me.my_turn()
    found: dict[str, Any] = me.page.evaluate(LOOK)
    assert len(found["factors"]) > 2, "units of the front are in sight"
    assert [x for x in found["factors"] if x[1] < LEAST] == []
    named = ["".join(text.split()) for text, _ in found["names"]]
    if game == "guadalajara":            # a phone shows seven hexes by six: every village among them, and whole
        villages = [name for x, name in villages_of(server, game).items() if x in me.page.evaluate(INSIDE)]
        assert villages
        assert [name for name in villages if "".join(name.split()) not in named] == []
    else:
        assert len(named) > 2
    assert [x for x in found["names"] if x[1] < LEAST] == []
    assert found["covered"] == []
    assert found["over"] == ([] if size == DESK else ["rail"])       # on a phone a sheet that can be drawn down
    assert not me.faults


@pytest.mark.parametrize("game", ["brunete", "storm", "heralds", "guadalajara", "tscw"])
def test_on_a_phone_the_turn_the_side_and_what_is_asked_stand_there_in_full(
        game: str, server: Server, person: Person) -> None:
    me = person(*PHONE)
    start_form(me.page, server, game, "historical")
    me.page.click("form.new button[type=submit]")
    me.my_turn()
    cut = me.page.evaluate("""() => [...document.querySelectorAll(".when b, .you b, .ask h1")]
        .filter(el => el.offsetWidth && el.scrollWidth > el.clientWidth + 1).map(el => el.textContent)""")
    assert [text for text in cut if me.view["turn"] or text != me.state["name"]] == []  # a name may be long
    expect(me.page.locator(".guide > p").first).to_be_in_viewport()
    expect(me.page.locator(".guide header button")).to_be_in_viewport()
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE[0]
    assert not me.faults
