"""Lessons: every one is played to its end on the page, survives a reload, and swallows no click."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from frente.kernel.catalog import find
from frente.kernel.lesson import lesson
from tests.web import test_guadalajara, test_heralds, test_storm, test_tscw
from tests.web.conftest import ask
from tests.web.driver import POINT, Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
# What there is to be seen: texts, what lies open, is chosen, lit up or within reach.
SEEN = """JSON.stringify([document.body.innerText, ...[".reach", ".stack.chosen", ".way-card", ".popup", ".framed",
  ".fan:not([hidden])"].map(x => [...document.querySelectorAll(x)].map(el => el.dataset.space ?? el.textContent))])"""
# Spaces that lie well inside the map as it is shown.
INSIDE = """() => {
  const frame = document.querySelector(".map").getBoundingClientRect();
  return [...document.querySelectorAll("polygon.hit")].filter(el => {
    const b = el.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
    return x > frame.left + 60 && x < frame.right - 240 && y > frame.top + 60 && y < frame.bottom - 60;
  }).map(el => el.dataset.space);
}"""
QUIET = ("pass", "done", "stop", "decline", "hold", "give-up")
DESK, PHONE = (1440, 900), (390, 844)
GAMES = ("brunete", "storm", "heralds", "guadalajara", "tscw")


def learn(me: Player, server: Server, game: str) -> None:
    """Begin the lesson of a game from the first page."""
    me.page.goto(server.url)
    me.page.click(f"[data-learn={game}]")
    me.my_turn()
    expect(me.page.locator(".lesson")).to_be_visible()


def steps(game: str) -> list[tuple[str, dict[str, Any]]]:
    return [(c["title"]["en"], s) for c in lesson(find(game)).chapters for s in c["step"]]


def do(me: Player, game: str, word: str) -> None:
    """One act by mouse, as the tests of each game do it."""
    kinds = dict(find(game).kinds())
    kinds = {w.partition(":")[0]: kinds.get(w.partition(":")[0], "") for w in me.words}
    button, before = me.page.locator(f".ask [data-word='{word}']"), me.at
    if button.count() and game != "brunete":             # Brunete's tests compose some answers first
        button.first.click()
        me.taken(word, before)
        return
    if game == "storm":
        test_storm.do(me, word, kinds)
    elif game == "heralds":
        test_heralds.do(me, word)
    elif game == "guadalajara":
        test_guadalajara.by_mouse(me, word)
    elif game == "tscw":
        test_tscw.do(me, [word], kinds)
    else:
        me.do(word)


def fits(patterns: list[str], word: str) -> bool:
    return any(word == p or (p.endswith("*") and word.startswith(p[:-1])) for p in patterns)


def follow(me: Player, game: str, step: dict[str, Any]) -> None:
    """Do what a step wants."""
    page, want = me.page, step.get("want", {})
    if not want:
        page.click("[data-lesson=go-on]")
    elif "overlay" in want:
        page.click("[data-lesson=show-it]")
    elif "why" in want:
        page.click("[data-lesson=ask-why]")
        expect(page.locator(".popup .reasons li").first).to_be_visible()
        page.keyboard.press("Escape")
    elif "chosen" in want:
        before = here(me)
        me.click_unit(want["chosen"][0])
        me.wait(lambda: here(me) != before, "the lesson to go on")       # a second click would let go of the unit
    elif "at" in want:
        unit, space = next((u, s) for u, s in want["at"].items() if me.where(u) != s)
        if "stop" in me.words:           # the march before this one
            do(me, game, "stop")
            me.my_turn()
        if not page.locator(f".reach[data-space='{space}']").count():
            me.click_unit(unit)
        page.wait_for_selector(f".reach[data-space='{space}']")
        me.go_to(space)
        doubt = page.locator("[data-word=anyway]")
        me.wait(lambda: me.where(unit) == space or doubt.count() > 0, "the march")
        if doubt.count():
            doubt.click()
    elif "act" in want:
        offered = [w for w in me.words if fits(step["allow"], w)]
        last = [w for w in offered if fits(want["act"], w)]
        do(me, game, (last or offered)[0])
    elif page.locator("[data-lesson=go-on]").count():    # what it waits for is there
        page.click("[data-lesson=go-on]")
    else:
        do(me, game, next((w for w in QUIET if w in me.words), me.words[0]))


def plain(step: dict[str, Any]) -> str:
    return " ".join(step["say"]["en"].split())


def here(me: Player) -> tuple[str, str]:
    """Chapter and step on the page, both of one moment."""
    title, text = me.page.evaluate(
        "() => ['h2', '.say'].map(x => document.querySelector('.lesson ' + x).textContent)")
    return title, " ".join(text.split())


def elsewhere(me: Player, step: dict[str, Any]) -> list[str]:
    """Spaces in sight that a step does not speak of: with own units, with others, and bare."""
    want = step.get("want", {})
    meant = {w.partition(":")[2] for w in me.words if fits(step.get("allow", []), w)} | set(step.get("show", []))
    meant |= {*want.get("chosen", []), *want.get("why", []), *want.get("at", {})}
    at: dict[str, list[dict[str, Any]]] = {}
    for piece in me.view["pieces"]:
        at.setdefault(piece["at"], []).append(piece)
    found: dict[str, str] = {}
    for space in me.page.evaluate(INSIDE):
        here = at.get(space, [])
        if space not in meant and not meant & {p["id"] for p in here}:
            found.setdefault(here[0]["side"] if here else "", space)
    return list(found.values())


def point_elsewhere(me: Player, step: dict[str, Any]) -> None:
    """Click what a step does not ask for: there is something to be seen of every click, and nothing happens."""
    page, at, told = me.page, me.at, here(me)
    for space in elsewhere(me, step):
        if not page.evaluate(POINT, space):
            continue
        seen = page.evaluate(SEEN)
        me.click_space(space)
        page.wait_for_function(f"seen => {SEEN} !== seen", arg=seen)
        page.keyboard.press("Escape")
        me.wait(lambda: me.settled, "the answer")
        assert (me.at, here(me)) == (at, told)


@pytest.mark.parametrize(("game", "size"), [*((game, DESK) for game in GAMES), ("storm", PHONE), ("tscw", PHONE)])
def test_a_lesson_is_played_to_its_end_no_click_is_dead_and_the_game_goes_on(
        game: str, size: tuple[int, int], server: Server, person: Person) -> None:
    me = person(*size, has_touch=size == PHONE)
    page = me.page
    learn(me, server, game)
    told = [(title, plain(step)) for title, step in steps(game)]
    assert len({title for title, _ in told}) == 7
    for n, (title, step) in enumerate(steps(game)[:-1]):
        me.wait(lambda n=n: here(me) == told[n], f"the step {told[n]}")
        if "*" not in step.get("allow", []):             # there the game is played, and any click is an act
            me.my_turn()
            if n and title != told[n - 1][0]:            # at every chapter a reload comes back to it
                page.reload()
                me.my_turn()
                assert here(me) == told[n]
            point_elsewhere(me, step)
        while here(me) == told[n]:
            me.my_turn()
            if page.locator(".film:not([hidden])").count():
                page.keyboard.press("Escape")
                me.my_turn()
            if here(me) == told[n]:
                follow(me, game, step)
                me.wait(lambda: me.settled, "the answer")
    me.wait(lambda: here(me) == told[-1], "the last step")
    over = page.url
    page.click("[data-lesson=repeat]")
    me.wait(lambda: page.url != over and here(me) == told[0], "the lesson from its start")
    page.goto(over)
    me.wait(lambda: here(me) == told[-1], "the lesson that was played")
    page.click("[data-lesson=play-on]")
    expect(page.locator(".lesson")).to_be_hidden()
    me.wait(lambda: bool(me.words), "the next decision")
    assert not me.faults


def test_other_acts_are_answered_and_change_nothing_and_a_reload_comes_back_to_the_step(
        server: Server, person: Person) -> None:
    me = person()
    page = me.page
    learn(me, server, "brunete")
    page.keyboard.press("Enter")         # nothing to do but to read
    expect(page.locator("[data-lesson=show-it]")).to_be_visible()
    page.click("[data-lesson=show-it]")
    expect(page.locator(".lesson h2")).to_have_text("Reading a counter")
    me.my_turn()
    at = me.at
    page.click(".ask [data-word=pass]")
    expect(page.locator(".lesson .instead")).to_contain_text("First look at a battalion")
    assert me.at == at, "the movement has not ended"
    page.keyboard.press("u")             # what led to the lesson is no act of the player's
    expect(page.locator(".lesson .instead")).to_contain_text("earlier step")
    assert me.at == at
    page.reload()
    me.my_turn()
    expect(page.locator(".lesson h2")).to_have_text("Reading a counter")
    me.click_unit("r-3-1")
    expect(page.locator(".lesson h2")).to_have_text("One march")
    me.my_turn()
    me.go_to("1904")                     # legal, but not there
    expect(page.locator(".lesson .instead")).to_contain_text("does not touch the town")
    assert me.where("r-3-1") == "1802"
    page.click("[data-do=leave-lesson]")
    expect(page.locator(".lesson")).to_be_hidden()
    me.click_unit("r-3-1")
    page.wait_for_selector(".reach[data-space='1904']")
    me.go_to("1904")
    me.wait(lambda: me.where("r-3-1") == "1904", "the march, now that nobody minds")
    assert not me.faults


@pytest.mark.parametrize("game", ["storm", "heralds", "guadalajara", "tscw"])
def test_a_lesson_refuses_other_acts_and_can_be_left_at_any_time(game: str, server: Server, person: Person) -> None:
    me = person()
    page = me.page
    learn(me, server, game)
    for title, step in steps(game):
        told = (title, plain(step))
        me.wait(lambda told=told: here(me) == told, f"the step {title}")
        strange = [w for w in me.words if not fits(step.get("allow", []), w)]
        other = [w for w in strange if page.locator(f".ask [data-word='{w}']:visible").count()]
        if step.get("want") and "else" in step and other:
            break
        while here(me) == told:
            me.my_turn()
            follow(me, game, step)
            me.wait(lambda: me.settled, "the answer")
    me.my_turn()
    at = me.at
    page.click(f".ask [data-word='{other[0]}']")
    expect(page.locator(".lesson .instead")).to_have_text(step["else"]["en"])
    assert (me.at, here(me)) == (at, told)
    page.keyboard.press("u")             # nothing of this step has been done yet
    expect(page.locator(".lesson .instead")).to_contain_text("earlier step")
    assert me.at == at
    page.click("[data-do=leave-lesson]")
    expect(page.locator(".lesson")).to_be_hidden()
    page.reload()
    me.my_turn()
    expect(page.locator(".lesson")).to_be_hidden()
    do(me, game, other[0])
    assert me.at > at
    assert not me.faults


@pytest.mark.parametrize(("game", "locale"), [
    ("brunete", "en-GB"), ("storm", "es-ES"), ("heralds", "en-GB"), ("guadalajara", "en-GB"), ("guadalajara", "es-ES"),
    ("tscw", "es-ES")])
def test_a_lesson_is_read_out_and_has_no_serious_barrier_on_a_phone(
        game: str, locale: str, server: Server, person: Person) -> None:
    me = person(*PHONE, locale=locale, bypass_csp=True, has_touch=True)
    page = me.page
    learn(me, server, game)
    told = lesson(find(game)).chapters[0]
    language = locale[:2]
    expect(page.locator("#polite")).to_contain_text(told["step"][0]["say"][language][:40])
    button = page.locator("[data-lesson=go-on]")
    expect(button).to_be_in_viewport()
    page.add_script_tag(path=AXE)
    found = page.evaluate("async () => (await axe.run()).violations.filter(v => ['serious', 'critical']"
                          ".includes(v.impact)).map(v => v.id + ': ' + v.nodes[0].html)")
    assert found == []
    button.tap()
    expect(page.locator(".lesson .say")).to_contain_text(told["step"][1]["say"][language][:30])


def test_a_table_of_a_lesson_is_an_ordinary_game(server: Server) -> None:
    made = ask(server, "games/tscw/lesson", {})
    assert set(made["keys"]) == {"nationalist"}
