"""The example game in the browser: it is offered with the others, and a turn of it is played by mouse."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.conftest import Server
from tests.web.driver import Player

FORDS = Path(__file__).parents[2] / "examples" / "fords"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the example, which is not installed."""
    before = os.environ.get("FRENTE_GAMES")
    os.environ["FRENTE_GAMES"] = str(FORDS)
    found = Server(tmp_path_factory.mktemp("example"))
    if before is None:
        del os.environ["FRENTE_GAMES"]
    else:
        os.environ["FRENTE_GAMES"] = before
    yield found
    found.kill()


def test_a_turn_of_the_example_is_played_by_mouse(table: Server, person: Callable[..., Player]) -> None:
    me = person()
    page = me.page
    page.goto(table.url)
    page.click("[data-new=fords]")
    page.get_by_text("Name and dice").click()
    page.fill("input[name=seed]", "example")
    page.select_option("#seat-league", "bot:greedy")
    page.get_by_role("button", name="Start the game").click()
    me.my_turn()
    seen: set[str] = set()
    while me.view["turn"] == 1:
        seen.add(me.question)
        words = me.words
        if me.question == "Choose" and "unit:c-2-7" in words:
            me.click_unit("c-2-7")
            page.wait_for_selector(".reach[data-space='0607']")
            me.go_to("0607")
            me.wait(lambda: me.where("c-2-7") == "0607" and me.question == "Choose", "the march")
        elif me.question == "Target" and "hex:0507" in words:
            me.do("hex:0507")
            me.my_turn()
            assert page.locator(".ask [data-word=declare]").count() == 0         # nobody takes part yet
        elif me.question in ("Choose", "Target", "ChooseGun"):
            me.do("pass")
        else:
            me.do("declare" if "declare" in words else words[0])
        me.my_turn()
    assert {"Choose", "Target", "Join"} <= seen
    assert me.state["outcome"] is None
    assert page.locator(".when b").inner_text().startswith("Turn 2")
    assert page.locator(".log li").count() > 5
    assert me.faults == []
