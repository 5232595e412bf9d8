"""Firefox passes the lesson of Brunete, by mouse, from the first page to its end."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from frente.kernel.catalog import find
from frente.kernel.lesson import lesson
from tests.web.driver import POINT, STILL
from tests.web.gecko import Firefox
from tests.web.test_lesson import QUIET, fits, plain

if TYPE_CHECKING:
    from tests.web.conftest import Server

# The middle of an element that nothing else covers.
MIDDLE = """selector => {
  const el = document.querySelector(selector);
  el?.scrollIntoView({block: "nearest"});
  const box = el?.getBoundingClientRect();
  if (!box?.width) return null;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return el.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
THERE = "selector => Boolean(document.querySelector(selector))"
FILM = ".film:not([hidden])"
# Nothing is under way, what was answered is drawn, and there is something to do.
READY = f"""() => {{
  const at = Number(document.querySelector(".ask")?.dataset.at ?? -1);
  return at >= 0 && at >= line.at && !line.open.size && !document.querySelector(".drawing, .stage.moving")
    && Boolean(document.querySelector(".ask [data-word], .map .grip, .map .target, [data-lesson=go-on], {FILM}"));
}}"""
WORDS = "() => [...document.querySelectorAll('.ask [data-word]')].map(x => x.dataset.word)"
SAID = "() => document.querySelector('.lesson .say')?.textContent.replace(/\\s+/g, ' ').trim()"
TARGET = "() => document.querySelector('.map .target')?.dataset.space"
GRIPS = "() => [...document.querySelectorAll('.map .grip')].map(x => [x.dataset.piece, x.dataset.focus])"
ESCAPE = "\ue00c"


def test_the_lesson_of_brunete_is_played_to_its_end(server: Server, tmp_path: Path) -> None:
    told = [step for chapter in lesson(find("brunete")).chapters for step in chapter["step"]]
    with Firefox(tmp_path) as fox:
        fox.open(server.url)
        fox.click(MIDDLE, "[data-learn=brunete]")
        for step in told[:-1]:
            fox.wait(f"said => ({SAID})() === said", plain(step))
            while fox.evaluate(SAID) == plain(step):
                fox.wait(READY)
                fox.wait(STILL)
                if fox.evaluate(THERE, FILM):
                    fox.press(ESCAPE)
                elif fox.evaluate(SAID) == plain(step):
                    follow(fox, step)
                fox.wait("() => !line.open.size")
        fox.wait(f"said => ({SAID})() === said", plain(told[-1]))
        fox.click(MIDDLE, "[data-lesson=play-on]")
        fox.wait("() => document.querySelector('.lesson').hidden && document.querySelector('.ask h1')?.textContent")
        assert not fox.faults


def follow(fox: Firefox, step: dict[str, Any]) -> None:
    """Do what a step wants, or one more thing towards it."""
    want = step.get("want", {})
    if fox.evaluate(THERE, "[data-lesson=go-on]"):
        fox.click(MIDDLE, "[data-lesson=go-on]")
    elif "overlay" in want:
        fox.click(MIDDLE, "[data-lesson=show-it]")
    elif "why" in want:
        fox.click(MIDDLE, "[data-lesson=ask-why]")
        fox.wait(THERE, ".popup .reasons li")
        fox.press(ESCAPE)
    elif fox.evaluate(THERE, "[data-word=anyway], [data-word=check-end]"):
        fox.click(MIDDLE, "[data-word=anyway], [data-word=check-end]")
    elif "chosen" in want:
        choose(fox, want["chosen"][0], "1802")
    elif "at" in want:
        march(fox, list(want["at"])[-1], "1802", "2106")
    else:
        answer(fox, step)


def march(fox: Firefox, unit: str, start: str, end: str) -> None:
    """To a place that glows; a unit that is chosen already is not clicked again, which would name it alone."""
    if not fox.evaluate(THERE, f".reach[data-space='{end}']"):
        choose(fox, unit, start)
    fox.wait(THERE, f".reach[data-space='{end}']")
    fox.click(POINT, end)


def choose(fox: Firefox, unit: str, at: str) -> None:
    """One unit of a stack: its cards lie open after a click, if there is a choice."""
    several = [focus for _, focus in fox.evaluate(GRIPS)].count(at) > 1
    fox.click(POINT, at)
    if several:
        fox.click(MIDDLE, f".fan:not([hidden], .show-only) [data-piece='{unit}']")


def answer(fox: Firefox, step: dict[str, Any]) -> None:
    """A button that the step allows, the quiet one if there is a choice; else what glows on the map."""
    wanted = step["want"].get("act", [])
    words = [w for w in fox.evaluate(WORDS) if fits(step["allow"], w)]
    first = [w for w in words if fits(wanted, w)] or [w for w in QUIET if w in words] or words
    units = [(unit, at) for unit, at in fox.evaluate(GRIPS) if fits(step["allow"], f"unit:{unit}")]
    target = next((w[4:] for w in wanted if w.startswith("hex:")), fox.evaluate(TARGET))
    if first:
        fox.click(MIDDLE, f".ask [data-word='{first[0]}']")
    elif units:
        choose(fox, *units[0])
    else:
        fox.click(POINT, target)
