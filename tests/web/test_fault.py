"""A fault in the view of a game, as a player in the browser meets it."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server, start_form
from tests.web.driver import Player
from tests.web.faulty_server import FAULT

Person = Callable[..., Player]


@pytest.mark.parametrize(("locale", "told", "again"), [
    ("en-GB", "keeps the board from being shown", "Try again"),
    ("es-ES", "impide mostrar el tablero", "Intentarlo de nuevo")])
def test_a_player_whom_the_board_cannot_be_shown_is_told_and_plays_on(
        locale: str, told: str, again: str, tmp_path: Path, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = tmp_path / "fault"
    monkeypatch.setenv(FAULT, str(fault))
    server = Server(tmp_path / "games", "tests.web.faulty_server")
    try:
        me = person(locale=locale)
        page = me.page
        start_form(page, server, "brunete")
        page.select_option("#seat-nationalist", "human")
        page.click("form.new button[type=submit]")
        me.my_turn()
        stacks = page.locator(".stack").count()
        fault.touch()
        at = me.at
        me.do(me.words[0])
        note = page.locator(".ask .offer[role=alert]")
        expect(note).to_contain_text(told)
        assert me.at > at
        assert page.locator(".stack").count() == stacks, "the board as it was last seen"
        me.my_turn()
        at = me.at
        me.do(me.words[0])               # blindly
        assert me.at > at
        at = me.at
        page.reload()
        me.wait(lambda: me.at == at, "the state after the reload")
        expect(note).to_contain_text(told)
        expect(note.get_by_role("button", name=again)).to_be_visible()
        fault.unlink()
        # A state that comes meanwhile, because somebody is there again, shows the board without being asked to.
        page.evaluate("() => document.querySelector('.ask .offer[role=alert] button')?.click()")
        expect(note).to_have_count(0)
        expect(page.locator(".stack")).to_have_count(stacks)
        assert me.at == at
        assert not me.faults
    finally:
        server.kill()
