"""The end of a phase: what is left undone is listed and gone through, and the default key never forfeits it."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from frente.ai import opponent
from frente.kernel.deployment import as_in_history
from frente.kernel.inquiry import UNFINISHED, Question, answer
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.web.conftest import open_record
from tests.web.driver import Player
from tests.web.marches import SCENARIOS, played

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
MOVES = ("ChooseUnit", "ChooseMove")


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


def before_attacks(slug: str) -> Match:
    """A game between simple computer players up to a choice among attacks."""
    match, rng = Match.new(slug, SCENARIOS[slug], seed="attacks"), Random(3)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while match.view(None).question != "ChooseTarget" or max(len(x) for x in match.choices().values()) < 3:
        side = min(match.choices())
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))
    return match


@pytest.mark.parametrize("slug", ["brunete", "guadalajara", "tscw"])
def test_the_check_names_attacks_at_hand_and_can_be_turned_off_for_the_game(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(before_attacks(slug).record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page, at = me.page, me.at
    targets = [w.partition(":")[2] for w in me.words if ":" in w]
    page.keyboard.press("Enter")
    expect(page.locator(".todo").first.locator("li")).to_have_count(len(targets))
    odds = me.state["card"].get("targets", {})           # none where the enemy is not known before
    assert bool(odds) == (slug != "tscw")
    for column in odds.values():
        expect(page.locator(".todo").first).to_contain_text(column.replace("/", ":"))
    assert me.at == at
    page.check(".check input")
    page.keyboard.press("Escape")
    page.click(".ask [data-word=pass]")
    me.wait(lambda: me.at > at, "the end of the phase without the check")


def with_somebody_cut_off(slug: str) -> tuple[Match, list[str]]:
    """A game between simple computer players up to marches of a side that has units without supply; which ones."""
    match, rng = Match.new(slug, SCENARIOS[slug], seed="cut off"), Random(3)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while True:
        side = min(match.choices())
        if side >= 0 and match.view(None).question in MOVES:
            told = answer(match.game, match.position, Question(UNFINISHED, (side,), side), "en", Random(1), False)
            if told["units"] and told["cut-off"]:
                return match, told["cut-off"]
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))


@pytest.mark.parametrize("slug", ["guadalajara", "tscw"])
def test_the_check_names_those_whom_no_supply_reaches(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    match, cut = with_somebody_cut_off(slug)
    record = tmp_path / "game.json"
    record.write_text(match.record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page = me.page
    page.keyboard.press("Enter")
    expect(page.locator(".check h3", has_text="Out of supply now").locator("span")).to_have_text(str(len(cut)))
    listed = page.locator(".check .todo").last
    listed.locator("button").first.click()
    expect(listed.locator(".now")).to_have_count(1)
    assert page.locator(".stack.chosen").get_attribute("data-piece") in cut
    assert not me.faults


# A question at which something may be let pass, and the answer that does.
DECLINED = {"brunete": ("ChooseMission", "pass"), "guadalajara": ("PlaceUnit", "hold"),
            "storm": ("CounterAttack", "done"), "heralds": ("GiveNegotiation", "decline")}


@pytest.mark.parametrize("slug", DECLINED)
def test_enter_alone_lets_no_opportunity_pass_and_with_shift_it_does(
        slug: str, server: Server, person: Person, tmp_path: Path) -> None:
    question, declines = DECLINED[slug]
    match, rng = Match.new(slug, SCENARIOS[slug], seed="declined"), Random(3)
    as_in_history(match, rng)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while match.view(None).question != question or declines not in match_words(match):
        side = min(match.choices())
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))
    record = tmp_path / "game.json"
    record.write_text(match.record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    page, at = me.page, me.at
    expect(page.locator(".ask .go kbd")).to_have_text("⇧ Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Enter alone gives nothing up")
    page.locator(".ask .go").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_have_count(1)
    me.wait(lambda: me.settled, "an answer, if one was given")
    assert me.at == at
    page.keyboard.press("Shift+Enter")
    me.wait(lambda: me.at > at, "the answer")
    assert not me.faults


def match_words(match: Match) -> list[str]:
    side = min(match.choices())
    return [match.word(act) for act in match.choices()[side]]
