"""The map under a gesture: moved as it was drawn, and drawn anew, sharp, when the gesture rests."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import open_record, republican_moves
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

# One step of the wheel before each frame; what of the map was touched meanwhile, and how it stands in the middle of it.
WHEEL = """([delta, steps]) => new Promise(done => {
  const map = document.querySelector(".map"), box = map.getBoundingClientRect(), touched = new Set();
  const watch = new MutationObserver(list => list.forEach(m => {
    const el = m.target.nodeType === 1 ? m.target : m.target.parentElement;
    const what = (el.getAttribute("class") ?? el.tagName) + ": " + (m.attributeName ?? m.type);
    if (!el.closest(".overview")) touched.add(what);
  }));
  watch.observe(map, {subtree: true, childList: true, attributes: true, characterData: true});
  let k = 0;
  const step = () => {
    if (k++ === steps) {
      watch.disconnect();
      return done({touched: [...touched], boxes: (%(boxes)s), stand: (%(stand)s)()});
    }
    map.dispatchEvent(new WheelEvent("wheel", {deltaY: delta, bubbles: true, cancelable: true,
      clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
BOXES = """[...document.querySelectorAll(".ground, .play")].map(x => x.getAttribute("viewBox"))"""
# By how much each sheet is shrunk or enlarged after it was drawn, how far it is shifted, and pixels per map unit.
STAND = """() => ({
  sheets: [...document.querySelectorAll(".sheet")].map(x => new DOMMatrix(getComputedStyle(x).transform))
    .map(m => [m.a, m.d, m.e, m.f]),
  scales: [...document.querySelectorAll(".ground, .play")].map(x => x.getScreenCTM().a),
  corners: [...document.querySelectorAll(".ground, .play")].map(x => [x.getScreenCTM().e, x.getScreenCTM().f]),
  backdrop: getComputedStyle(document.querySelector(".backdrop")).visibility,
  look: document.querySelector(".map").className, moving: Boolean(document.querySelector(".stage.moving"))})"""
PICTURE = "() => [document.querySelector('.backdrop').width, document.querySelector('.backdrop').height]"
# The marks of a path before and after it is taken apart: where all of it lies, and where each mark begins.
APART = """async d => {
  const {bySquare} = await import("/js/strewn.js");
  const whole = bySquare(d);
  if (!whole) return null;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  document.body.append(svg);
  const extent = text => {
    const el = document.createElementNS(svg.namespaceURI, "path");
    el.setAttribute("d", text);
    svg.append(el);
    const b = el.getBBox();
    return [b.x, b.y, b.width, b.height, el.getTotalLength()];
  };
  return {parts: whole.map(extent), before: extent(d), after: extent(whole.join(""))};
}"""


@pytest.fixture
def mover(server: Server, person: Callable[..., Player], records: Callable[..., Path]) -> Player:
    me = person()
    open_record(me.page, server, records("move", republican_moves))
    me.my_turn()
    me.page.wait_for_function("() => document.querySelector('.backdrop').width > 1")       # the last that is drawn
    rested(me)
    return me


@pytest.fixture
def reader(server: Server, person: Callable[..., Player]) -> Player:
    """Somebody at the first page, where no map is."""
    me = person()
    me.page.goto(server.url)
    return me


def turn_wheel(me: Player, delta: int, steps: int) -> dict[str, Any]:
    found: dict[str, Any] = me.page.evaluate(WHEEL % {"boxes": BOXES, "stand": STAND}, [delta, steps])
    return found


def rested(me: Player) -> dict[str, Any]:
    me.page.wait_for_selector(".stage:not(.moving)", state="attached")
    found: dict[str, Any] = me.page.evaluate(STAND)
    return found


def assert_sharp(stand: dict[str, Any]) -> None:
    """Every sheet as large as it was drawn and on whole pixels, ground and counters in one place."""
    for across, down, x, y in stand["sheets"]:
        assert (across, down) == (1, 1)
        assert (x, y) == (round(x), round(y))
    assert stand["scales"][0] == pytest.approx(stand["scales"][1])
    assert stand["corners"][0] == pytest.approx(stand["corners"][1], abs=1)


def test_while_the_wheel_turns_the_sheets_are_moved_and_nothing_is_drawn_anew(mover: Player) -> None:
    before = mover.page.evaluate(BOXES)
    found = turn_wheel(mover, -40, 12)
    assert found["stand"]["moving"]
    assert found["boxes"] == before
    assert set(found["touched"]) == {"stage moving: class", "sheet: style"}
    assert found["stand"]["backdrop"] == "hidden", "it would be put together with the rest for nothing"


def test_when_the_wheel_rests_the_map_is_drawn_anew_at_the_size_it_has(mover: Player) -> None:
    before = rested(mover)
    during = turn_wheel(mover, -40, 12)["stand"]
    assert during["sheets"][0][0] > 2, "enlarged as it was drawn"
    after = rested(mover)
    assert_sharp(after)
    assert after["scales"] == pytest.approx(during["scales"]), "sharp, and exactly as large as the hand left it"
    assert after["scales"][0] > 2 * before["scales"][0]
    assert "near" in after["look"].split()
    assert "near" not in during["look"].split(), "numbers of hexes appear when it rests"


def test_zooming_far_out_shows_counters_everywhere_over_a_small_picture_of_the_map(mover: Player) -> None:
    turn_wheel(mover, -40, 30)
    rested(mover)
    near = mover.page.evaluate(BOXES)
    found = turn_wheel(mover, 40, 25)
    ground, play = found["boxes"]
    assert ground == near[0], "the map was left as it was drawn"
    assert float(play.split()[2]) > 2 * float(near[1].split()[2]), "counters were drawn for more of the map"
    assert found["stand"]["backdrop"] == "visible"
    wide, tall = mover.page.evaluate(PICTURE)
    assert 600_000 < wide * tall < 1_520_000
    assert_sharp(rested(mover))


@pytest.mark.parametrize("gesture", ["plus", "minus", "all", "button", "overview"])
def test_keys_buttons_and_the_small_map_zoom_in_the_same_way(mover: Player, gesture: str) -> None:
    turn_wheel(mover, -40, 12)
    rested(mover)
    before = mover.page.evaluate(BOXES)
    mover.page.locator(".map").focus()
    keys = {"plus": "+", "minus": "-", "all": "0"}
    if gesture in keys:
        mover.page.keyboard.press(keys[gesture])
    elif gesture == "button":
        mover.page.click(".zooms button >> nth=0")
    else:
        mover.page.click(".overview", position={"x": 20, "y": 20})
    mover.page.wait_for_function(f"before => ({BOXES})[0] !== before", arg=before[0])
    assert_sharp(rested(mover))


def test_the_small_picture_follows_the_look_of_the_page(mover: Player) -> None:
    light = """() => { const c = document.querySelector(".backdrop"), p = c.getContext("2d");
      const d = p.getImageData(c.width >> 1, c.height >> 1, 200, 200).data;
      return d.reduce((a, b, k) => a + (k % 4 === 3 ? 0 : b), 0) / (200 * 200 * 3); }"""
    assert mover.page.evaluate(light) > 130
    mover.page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    mover.page.wait_for_function(f"() => ({light})() < 100")


def test_a_map_that_was_only_pushed_aside_is_not_drawn_anew(mover: Player) -> None:
    turn_wheel(mover, -40, 12)
    rested(mover)
    boxes, before = mover.page.evaluate(BOXES), mover.page.evaluate(STAND)
    mover.page.mouse.move(500, 430)
    mover.page.mouse.down()
    mover.page.mouse.move(470.5, 400.25, steps=4)
    mover.page.mouse.up()
    after = rested(mover)
    assert mover.page.evaluate(BOXES) == boxes
    assert_sharp(after)
    x, y = before["corners"][0]
    assert after["corners"][0] == pytest.approx([x - 29.5, y - 29.75], abs=1)


def test_a_click_in_the_middle_of_a_zoom_meets_the_hex_that_is_seen_there(mover: Player) -> None:
    page = mover.page
    page.evaluate("""() => {
      addEventListener("click", e => { window.met = e.target.closest("[data-space]")?.dataset.space; }, true);
      new MutationObserver(() => window.turns++).observe(document.querySelector(".sheet"), {attributes: true});
    }""")
    box = page.locator(".map").bounding_box()
    assert box
    x, y = box["x"] + 0.4 * box["width"], box["y"] + 0.55 * box["height"]
    page.mouse.move(x, y)
    for delta in (-400, 250, -500):
        page.evaluate("() => { window.turns = 0; }")
        page.mouse.wheel(0, delta)
        page.wait_for_function("() => window.turns")
        aside = page.evaluate("""([x, y]) => { // a hex to the right of it, where its middle is seen
          const found = [...document.querySelectorAll("polygon.hit")]
            .map(h => [h.dataset.space, h.getBoundingClientRect()])
            .map(([id, b]) => [id, b.left + b.width / 2, b.top + b.height / 2])
            .filter(([, a, b]) => a > x + 60 && Math.abs(b - y) < 200
                                  && document.elementFromPoint(a, b)?.closest(".play"));
          return found.sort((a, b) => Math.hypot(a[1] - x, a[2] - y) - Math.hypot(b[1] - x, b[2] - y))[0];
        }""", [x, y])
        page.mouse.click(aside[1], aside[2])
        assert page.evaluate("window.met") == aside[0]
        page.keyboard.press("Escape")
        page.mouse.move(x, y)


def test_small_marks_of_one_path_are_taken_apart_by_place(reader: Player) -> None:
    ticks = "".join(f"m{3 + k % 7} {(-1) ** k * 5}l-2 {k % 5}" for k in range(900))
    found = reader.page.evaluate(APART, "M10 40l3 4" + ticks)
    assert len(found["parts"]) > 5
    assert all(max(part[2:4]) < 340 for part in found["parts"]), "each part lies in one place"
    assert found["after"] == pytest.approx(found["before"], rel=1e-4), "together they are what they were"
    discs = "".join(f"M{k * 4 + 0.5} {k % 9}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" for k in range(300))
    found = reader.page.evaluate(APART, discs)
    assert len(found["parts"]) == 4
    assert found["after"] == pytest.approx(found["before"], rel=1e-4)


@pytest.mark.parametrize("d", [
    "M0 0l3 4" * 20,                                                    # few
    "M0 0l3 4" * 300 + "M5 5l900 0 0 900 -900 0ZM50 50l20 0 0 20Z",     # an outline with a hole in it
    "M0 0c1 1 2 2 3 3" * 300,                                           # curves are not read here
    "M0 0 5 5" * 300,
])
def test_other_paths_are_left_whole(reader: Player, d: str) -> None:
    assert reader.page.evaluate(APART, d) is None


LINES = "".join(f"M{k * 90} 0l3 400 -5 400" for k in range(5)) + "".join(f"M{k * 9} {k}l20 30" for k in range(9))


@pytest.mark.parametrize(("drawing", "parts"), [
    (f'<path fill="none" stroke="red" stroke-width="3" d="{LINES}"/>', 6),      # each long one, and the short ones
    (f'<path fill="none" stroke="red" stroke-width="3" stroke-opacity=".4" d="{LINES}"/>', 6),
    (f'<path fill="none" stroke="red" stroke-width="30" stroke-opacity=".4" d="{LINES}"/>', 0),  # crossings would show
    (f'<path fill="red" d="{LINES}"/>', 0),
    (f'<defs><path id="a" d="{LINES}"/></defs><use href="#a" fill="none" stroke="red"/>', 6),
    (f'<defs><path id="a" d="{LINES}"/></defs><use href="#a" fill="none" stroke="red"/><use href="#a" fill="red"/>', 0),
])
def test_lines_of_one_path_are_taken_apart_where_nobody_sees_it(reader: Player, drawing: str, parts: int) -> None:
    assert reader.page.evaluate("""async text => {
      const {takeApart} = await import("/js/strewn.js");
      const root = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`,
                                                   "image/svg+xml").documentElement;
      takeApart(root);
      return root.querySelectorAll("g > path").length;
    }""", drawing) == parts
