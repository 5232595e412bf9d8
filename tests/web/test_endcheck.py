"""The end of a phase: what is left undone is listed and gone through, and the default key never forfeits it."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import open_record
from tests.web.driver import Player
from tests.web.marches import played

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]


@pytest.mark.parametrize("slug", ["brunete", "guadalajara", "tscw"])
def test_enter_asks_first_n_visits_every_unit_once_and_only_shift_enter_ends(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(played(slug).record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page, at = me.page, me.at
    able = {w.partition(":")[2] for w in me.words if w.partition(":")[0] in ("unit", "march", "reserve", "scout")}
    page.keyboard.press("Enter")
    expect(page.locator(".check")).to_be_visible()
    listed = int(page.locator(".check h3 span").first.inner_text())
    assert listed == len(able)
    page.keyboard.press("Enter")             # goes to the first, never on
    seen = []
    for k in range(listed):
        if k:
            page.keyboard.press("n")
        seen.append(page.locator(".stack.chosen").get_attribute("data-piece"))
    assert set(seen) == able
    assert me.at == at
    page.keyboard.press(".")
    expect(page.locator(".check h3 span").first).to_have_text(str(listed - 1))
    page.keyboard.press("Escape")
    expect(page.locator(".check")).to_have_count(0)
    assert me.at == at
    page.keyboard.press("Enter")
    expect(page.locator(".check")).to_be_visible()
    page.keyboard.press("Shift+Enter")
    me.wait(lambda: me.at > at, "the end of the phase")
    assert not me.faults


def test_the_check_names_attacks_at_hand_and_can_be_turned_off_for_the_game(
        server: Server, person: Person, records: Callable[..., Path]) -> None:
    me = person()
    open_record(me.page, server, records("targets", lambda m: m.view(None).question == "ChooseTarget"
                                         and m.view(None).waiting == ["republican"]))
    me.my_turn()
    page, at = me.page, me.at
    targets = [w[4:] for w in me.words if w.startswith("hex:")]
    page.keyboard.press("Enter")
    expect(page.locator(".todo").first.locator("li")).to_have_count(len(targets))
    odds = me.state["card"]["targets"]
    for target in targets:
        expect(page.locator(".todo").first).to_contain_text(odds[target].replace("/", ":"))
    assert me.at == at
    page.check(".check input")
    page.keyboard.press("Escape")
    page.click(".ask [data-word=pass]")
    me.wait(lambda: me.at > at, "the end of the phase without the check")
