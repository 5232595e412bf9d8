"""A new player, from the first page through a whole turn of Brunete: by mouse, and by keyboard alone."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.conftest import start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
MOVES = 3                                # units that march; the others stay


def test_a_new_player_starts_a_game_and_plays_a_whole_turn_by_mouse(server: Server, person: Person) -> None:
    me = person()
    page = me.page
    start_form(page, server, "brunete", "historical")
    page.get_by_text("Name and dice").click()
    page.fill("input[name=seed]", "first-game")
    page.select_option("#seat-nationalist", "bot:greedy")
    page.get_by_role("button", name="Start the game").click()
    marched = attacks = 0
    seen: set[str] = set()
    me.my_turn()
    while me.view["turn"] < 2:
        seen.add(me.question)
        words = me.words
        units = [w for w in words if w.startswith("unit:")]
        if me.question == "ChooseUnit" and marched < MOVES:
            marched += march(me, units[marched * 5 % len(units)][5:])
        elif me.question == "ChooseTarget" and attacks == 0 and len(words) > 1:
            attacks += 1
            me.do(words[0])
        elif me.question == "ChooseAttackers":
            me.do("declare" if "declare" in words else units[0])
        elif "pass" in words and me.question != "Advance":
            me.do("pass")
        elif me.question == "Supports":
            me.do("support:1a1v")
        else:
            me.do(words[0])
        me.my_turn()
    assert {"InfiltrationMove", "ChooseMission", "ChooseUnit", "ChooseTarget"} <= seen
    assert marched == MOVES
    assert page.locator(".when b").inner_text().startswith("Turn 2")
    assert page.locator(".log li").count() > 20
    assert not me.faults


def march(me: Player, unit: str) -> int:
    """Click the unit, then the farthest hex that glows; the unit stands there afterwards."""
    page, start, at = me.page, me.where(unit), me.at
    me.click_unit(unit)
    page.wait_for_selector(".reach")
    there = max(page.eval_on_selector_all(".reach", "all => all.map(x => x.dataset.space)"), key=lambda h: (h[2:], h))
    assert start != there
    me.go_to(there)
    doubt = page.locator("[data-word=anyway]")
    me.wait(lambda: (me.at > at and me.where(unit) == there) or doubt.count() > 0, "the march")
    if me.at == at:
        doubt.click()
    me.wait(lambda: me.where(unit) == there and me.question == "ChooseUnit", "the end of the march")
    return 1


def test_a_whole_turn_can_be_played_by_keyboard_alone(server: Server, person: Person) -> None:
    me = person()
    page = me.page
    page.goto(server.url)
    page.wait_for_selector("[data-new=brunete]")
    tab_to(me, "[data-new=brunete]")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.new")
    tab_to(me, "#seat-nationalist")
    for _ in range(page.locator("#seat-nationalist option").count()):
        page.keyboard.press("ArrowUp")
    while page.locator("#seat-nationalist").input_value() != "bot:greedy":
        page.keyboard.press("ArrowDown")
    tab_to(me, "details:last-of-type summary")
    page.keyboard.press("Enter")
    tab_to(me, "input[name=seed]")
    page.keyboard.type("by-keys")
    tab_to(me, "button[type=submit]")
    page.keyboard.press("Enter")
    me.my_turn()
    marched = 0
    while me.view["turn"] < 2:
        at = me.at
        if me.question == "ChooseUnit" and marched == 0:
            tab_to(me, ".map .grip")
            page.keyboard.press("Enter")
            page.wait_for_selector(".reach")
            for key in ("s", "d", "a", "ArrowDown", "w"):
                page.keyboard.press(key)
                assert page.evaluate("() => document.activeElement.matches('.map')"), "the cursor has left the map"
                if walk(me):
                    break
            marched += 1
        elif page.locator(".ask button.go").count():
            page.keyboard.press("g")
            tab_to(me, ".ask button.go")
            page.keyboard.press("Space")
            me.wait(lambda at=at: me.at != at or page.locator(".check").count() > 0, "the key to be taken")
            if page.locator(".check").count():
                page.keyboard.press("Shift+Enter")
        elif page.locator(".map .target").count():
            tab_to(me, ".map .target")
            page.keyboard.press("Enter")
        elif page.locator(".map .grip").count():
            tab_to(me, ".map .grip")
            page.keyboard.press("Enter")
            page.wait_for_selector(".reach")
            page.keyboard.press("Enter")         # once more: step by step
        else:
            tab_to(me, ".ask .answers button")
            page.keyboard.press("Enter")
        me.wait(lambda at=at: me.at != at, "the key to be taken")
        me.my_turn()
    assert marched == 1
    assert page.locator("#polite").text_content()
    assert not me.faults


def walk(me: Player) -> bool:
    """Enter at the cursor, if it lies within reach."""
    page, at, doubt = me.page, me.at, me.page.locator("[data-word=anyway]")
    cursor = page.text_content("#polite") or ""
    if "Within reach" not in cursor:
        return False
    page.keyboard.press("Enter")
    me.wait(lambda: me.at != at or doubt.count() > 0, "the march by keys")
    if me.at == at:
        tab_to(me, "[data-word=anyway]")
        page.keyboard.press("Enter")
    me.wait(lambda: me.at != at and me.question == "ChooseUnit", "the end of the march")
    return True


def tab_to(me: Player, selector: str) -> None:
    """Tab until the focus is on such an element."""
    page = me.page
    for _ in range(120):
        if page.evaluate("s => Boolean(document.activeElement?.matches(s))", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def test_a_turn_of_impulses_can_be_played_by_keyboard_alone(server: Server, person: Person) -> None:
    """Areas and their units are stops of the Tab key, like the answers beside the map."""
    me = person()
    page = me.page
    start_form(page, server, "storm", "historical")
    page.select_option("#seat-republican", "bot:greedy")
    page.select_option("#seat-nationalist", "human")
    page.locator("details").last.locator("summary").click()
    page.fill("input[name=seed]", "by-keys")
    tab_to(me, "button[type=submit]")
    page.keyboard.press("Enter")
    me.my_turn()
    marched: set[str] = set()
    while me.view["turn"] < 2:
        at = me.at
        if page.locator(".film:not([hidden])").count():
            page.keyboard.press("Escape")
            continue
        if me.question == "Declare" and not marched:
            tab_to(me, ".map .target")
            marched.add(page.evaluate("document.activeElement.dataset.target"))
            page.keyboard.press("Enter")
            page.wait_for_selector(".ask [data-word^='move:']")
            tab_to(me, ".ask [data-word^='move:']")
            page.keyboard.press("Space")
        elif me.question != "Declare" and page.locator(".map .target").count():
            tab_to(me, ".map .target")
            page.keyboard.press("Enter")
        elif me.question != "Declare" and page.locator(".map .grip").count() and "done" not in me.words:
            tab_to(me, ".map .grip")
            page.keyboard.press("Enter")
        else:
            tab_to(me, ".ask .answers [data-word='pass'], .ask .answers [data-word='done'], .ask .answers button.go")
            page.keyboard.press("Space")
        me.wait(lambda at=at: me.at != at or me.doubt.count() > 0, "the key to be taken")
        if me.at == at:
            tab_to(me, ".ask [data-word=anyway], .ask [data-word=check-end]")
            page.keyboard.press("Space")
            me.wait(lambda at=at: me.at != at, "the key to be taken all the same")
        me.my_turn()
    assert marched
    assert not me.faults
