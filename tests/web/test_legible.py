"""Legible at the first look: factors and names have nine pixels, badges hide no factor, bars cover no map."""
from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import open_record, start_form
from tests.web.driver import Player
from tests.web.marches import played

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


# The frame of something that can be chosen: the colours of its rim and of its glow, as red, green and blue.
FRAME = """() => {
  const stack = document.querySelector(".stack.can:not(.chosen)");
  return [".halo3", ".halo1"].map(x => getComputedStyle(stack.querySelector(x)))
    .map(x => x.display === "none" ? [] : x.stroke.match(/[0-9.]+/g).map(Number));
}"""
# How light the drawn map is, from its darker parts to its lighter ones.
LIGHT = """() => {
  const c = document.querySelector(".backdrop"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
  const found = [];
  for (let k = 0; k < d.length; k += 148)
    if (d[k + 3] > 250) found.push(0.2126 * d[k] + 0.7152 * d[k + 1] + 0.0722 * d[k + 2]);
  return found.sort((a, b) => a - b);
}"""


def contrast(one: list[float], other: list[float]) -> float:
    """Of two colours, as the guidelines for accessible pages reckon it."""
    def light(rgb: list[float]) -> float:
        parts = [x / 255 / 12.92 if x / 255 <= 0.04045 else ((x / 255 + 0.055) / 1.055) ** 2.4 for x in rgb]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("game", ["brunete", "tscw"])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_what_can_be_chosen_stands_out_and_the_dark_map_keeps_its_relief(
        game: str, look: str, server: Server, person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(played(game).record().text())
    me = person(color_scheme=look)
    open_record(me.page, server, record)
    me.my_turn()
    rim, glow = me.page.evaluate(FRAME)
    assert contrast(rim, glow) >= 3
    me.page.wait_for_function("() => document.querySelector('.backdrop').width > 1")
    tones = me.page.evaluate(LIGHT)
    median, high = tones[len(tones) // 2], tones[len(tones) * 19 // 20]
    assert (median < 100) == (look == "dark")
    assert high - median > 15, "slopes and woods have a tone of their own"
