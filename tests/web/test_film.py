"""The other side's turn as a film, and the staff report of it, in a real browser."""
from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from frente.ai import opponent
from frente.kernel.catalog import find
from frente.kernel.record import CHANCE_NAME
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.web.conftest import open_record, play_again, set_up, take_seat
from tests.web.driver import Player
from tests.web.test_storm import AXE, AXE_CORE

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
# A game against the simple computer, and the question that is answered with “pass” before its turn comes.
GAMES = {"brunete": ("campaign", "republican", 2, "ChooseTarget"),
         "tscw": ("columns", "nationalist", 1, "ChooseTarget")}


@pytest.fixture(scope="session")
def before(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A game up to the last decision before the computer's turn."""
    folder = tmp_path_factory.mktemp("before")

    def make(slug: str) -> Path:
        path = folder / f"{slug}.json"
        scenario, me, turn, question = GAMES[slug]
        if not path.exists():
            game = find(slug)
            seats = {side: "human" if side == me else "bot:greedy" for side in game.sides}
            match = Match.new(slug, scenario, seats=seats, seed="film")
            rng = Random(3)
            players = [opponent("greedy", game) for _ in game.sides]
            while not (match.view(None).turn >= turn and match.view(None).waiting == [me]
                       and match.view(game.side(me)).question == question):
                side = min(match.choices())
                match.play(side, players[side].choose(SeatView(game, match.position, side), rng))
            path.write_text(match.record().text())
        return path

    return make


def watching(me: Player, server: Server, record: Path) -> None:
    """End one's own turn; the film of the computer's begins."""
    open_record(me.page, server, record)
    me.wait(lambda: me.settled, "the table")
    end = next(w for w in ("pass", "done") if w in me.words)
    me.page.click(f".ask [data-word='{end}']")
    me.page.wait_for_timeout(300)
    if me.page.locator("[data-word=anyway], [data-word=check-end]").count():
        me.page.click("[data-word=anyway], [data-word=check-end]")


def longest_run(slug: str) -> tuple[str, list[tuple[str, str]], list[tuple[str, str]]]:
    """A game of two turns between people: who waits while the other side makes most acts in a row, what came before
    them, and these acts."""
    game = find(slug)
    match, rng = Match.new(slug, GAMES[slug][0], seats=dict.fromkeys(game.sides, "human"), seed="net"), Random(3)
    players = [opponent("greedy", game) for _ in game.sides]
    while not match.over and match.view(None).turn < 3:
        side = min(match.choices())
        match.play(side, players[side].choose(SeatView(game, match.position, side), rng))
    acts = [(a.side, a.word) for a in match.record().acts if a.side != CHANCE_NAME]
    runs = [list(run) for _, run in groupby(acts, key=lambda act: act[0])]
    n = max(range(len(runs) - 1), key=lambda k: len(runs[k]))
    return runs[n + 1][0][0], [act for run in runs[:n] for act in run], runs[n]


@pytest.mark.parametrize("slug", GAMES)
def test_a_persons_turn_over_the_network_is_a_film_as_well(slug: str, server: Server, person: Person) -> None:
    waits, prelude, run = longest_run(slug)
    sides = find(slug).sides
    made = set_up(server, game=slug, scenario=GAMES[slug][0], seed="net", seats=dict.fromkeys(sides, "open"))
    for side, some in groupby(prelude, key=lambda act: act[0]):
        play_again(server, {**made, "owner": made["keys"][side]}, list(some))
    me = person()
    page = me.page
    take_seat(page, server, made, waits)
    me.wait(lambda: me.settled and bool(me.state) and me.side == "", "the other side's turn")
    play_again(server, {**made, "owner": made["keys"][run[0][0]]}, run)
    me.my_turn()
    expect(page.locator(".report li").first).to_be_visible()
    page.keyboard.press("Shift+J")
    expect(page.locator(".film")).to_be_visible()
    expect(page.locator(".film-line b")).to_contain_text("scene 1 of")
    page.keyboard.press("End")
    expect(page.locator(".march[data-scene]").first).to_be_attached()
    assert not me.faults


def reel(me: Player, server: Server) -> dict[str, Any]:
    """The film as the server tells it to this player."""
    held = me.page.evaluate("JSON.parse(localStorage.getItem('frente.tables'))")[0]
    side = me.state["you"][0]
    url = f"{server.url}api/tables/{held['table']}/film?from=0&side={side}"
    request = urllib.request.Request(url, headers={"authorization": f"Bearer {held['key']}"})
    found: dict[str, Any] = json.load(urllib.request.urlopen(request))
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_the_computers_turn_opens_as_a_film_that_stops_steps_and_ends_in_the_question(
        slug: str, server: Server, person: Person, before: Callable[[str], Path]) -> None:
    me = person(reduced_motion="no-preference")
    page = me.page
    watching(me, server, before(slug))
    page.wait_for_selector(".film:not([hidden])")
    page.keyboard.press("Home")
    expect(page.locator(".film-line b")).to_contain_text("scene 1 of")
    page.keyboard.press("End")
    beats = page.locator(".film-dots li").count()
    expect(page.locator(".film-line b")).to_contain_text(f"scene {beats} of {beats}")
    marches = [m for x in reel(me, server)["scenes"] for m in x["moves"]]
    assert 0 < page.locator(".march[data-scene]").count() <= len(marches)
    page.keyboard.press("Home")
    page.keyboard.press("4")
    expect(page.locator(".paces [aria-pressed=true]")).to_have_text("4×")
    page.locator(".map").focus()
    page.keyboard.press("Space")
    expect(page.locator(".film [data-film=play]")).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")
    expect(page.locator(".film [data-film=play]")).to_have_attribute("aria-label", "Go on")
    at = page.locator(".film-dots li.on").count()
    assert at == 1
    page.keyboard.press("Escape")
    expect(page.locator(".film")).to_be_hidden()
    assert page.evaluate("Boolean(document.activeElement.closest('.ask'))")
    assert 1 <= page.locator(".report li").count() <= 5
    page.keyboard.press("Shift+J")
    expect(page.locator(".film")).to_be_visible()
    page.click(".film [data-film=leave]")
    expect(page.locator(".film")).to_be_hidden()
    assert not me.faults


@pytest.mark.parametrize("slug", GAMES)
def test_with_reduced_motion_nothing_moves_and_the_arrow_key_goes_through_all_scenes(
        slug: str, server: Server, person: Person, before: Callable[[str], Path]) -> None:
    me = person(locale="es-ES")
    page = me.page
    watching(me, server, before(slug))
    page.wait_for_selector(".report li")
    expect(page.locator(".film")).to_be_hidden()         # it does not begin by itself
    assert page.locator(".march").count() > 0            # but its arrows lie on the map
    page.keyboard.press("Shift+J")
    beats = page.locator(".film-dots li").count()
    for k in range(1, beats + 1):
        expect(page.locator(".film-line b")).to_contain_text(f"escena {k} de {beats}")
        assert page.locator(".walker").count() == 0
        assert page.evaluate("document.getAnimations().filter(x => x.playState === 'running').length") == 0
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator(".march")).to_have_count(0)
    assert not me.faults


# Asked in the midst of the other side's turn: the report of it goes on.
BETWEEN = ("AirSupport",)


@pytest.mark.parametrize(("slug", "sentence"), [
    ("brunete", "have come on to the map"), ("tscw", "out of supply since the enemy came to")])
def test_the_report_stays_until_one_acts_and_its_sentences_lead_to_their_places(
        slug: str, sentence: str, server: Server, person: Person, before: Callable[[str], Path]) -> None:
    me = person()
    page = me.page
    watching(me, server, before(slug))
    page.wait_for_selector(".report li")
    me.my_turn()
    told = page.locator(".report li").all_inner_texts()
    assert any(sentence in x for x in told), told
    scenes = page.locator(".scenes li")
    expect(scenes.first).to_be_hidden()          # the full list lies folded under the sentences
    page.click(".scenes summary")
    expect(scenes.first).to_be_visible()
    page.click(".scenes summary")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.locator(".report button").first.click()
    assert page.locator(".lately").count() > 0
    assert page.locator(".report li").all_inner_texts() == told
    while me.question in BETWEEN:
        me.do("pass")
        me.my_turn()
        expect(page.locator(".report li").first).to_be_visible()
    word, at = next(w for w in ("pass", "done", "decline") if w in me.words), me.at
    page.click(f".ask [data-word={word}]")
    me.taken(word, at)
    expect(page.locator(".report")).to_have_count(0)


@pytest.mark.parametrize("slug", GAMES)
def test_film_and_report_have_no_serious_barrier(
        slug: str, server: Server, person: Person, before: Callable[[str], Path]) -> None:
    me = person(bypass_csp=True)
    page = me.page
    watching(me, server, before(slug))
    page.wait_for_selector(".report li")
    me.my_turn()
    page.add_script_tag(path=AXE_CORE)
    assert page.evaluate(AXE) == [], "report"
    page.keyboard.press("Shift+J")
    expect(page.locator(".film")).to_be_visible()
    assert page.evaluate(AXE) == [], "film"


@pytest.mark.parametrize("slug", GAMES)
def test_on_a_phone_the_film_takes_the_place_of_the_question_and_covers_no_counter(
        slug: str, server: Server, person: Person, before: Callable[[str], Path]) -> None:
    me = person(width=390, height=844, has_touch=True, reduced_motion="no-preference")
    page = me.page
    watching(me, server, before(slug))
    page.wait_for_selector(".film:not([hidden])")
    page.keyboard.press("Home")
    bar, frame = page.locator(".film").bounding_box(), page.locator(".map").bounding_box()
    assert bar is not None
    assert frame is not None
    assert bar["y"] >= frame["y"] + frame["height"] - 20       # the sheet's round corners overlap the map
    assert page.locator(".film button:visible").count() == 5
    expect(page.locator(".ask")).to_be_hidden()
    page.keyboard.press("End")
    page.click(".film [data-film=leave]")
    expect(page.locator(".ask")).to_be_visible()
    assert page.evaluate("() => document.querySelector('.rail .scroll').scrollTop") == 0, "the report from its start"


@pytest.mark.parametrize("slug", GAMES)
def test_the_log_has_one_line_for_each_march_with_its_start_and_end(
        slug: str, server: Server, person: Person, before: Callable[[str], Path]) -> None:
    me = person()
    page = me.page
    watching(me, server, before(slug))
    page.wait_for_selector(".report li")
    me.my_turn()
    film = reel(me, server)
    other = next(s for s in me.state["seats"] if s not in me.state["you"])
    start = me.state["at"] - 400
    marches = [x for x in film["scenes"] if x["kind"] == "march" and x["side"] == other and x["first"] > start]
    lines = page.locator(".log li .line-text").all_inner_texts()
    arrows = [x for x in lines if "→" in x]
    assert marches
    assert arrows
    assert not [x for x in lines if re.search(r"[ (][-−]\d", x)]       # no negative points
    names = {x["id"]: x["name"] for x in json.load(urllib.request.urlopen(
        f"{server.url}api/games/{slug}/board"))["spaces"]}
    for x in marches[-3:]:
        path = x["moves"][0]["path"]
        ends = [names[path[0]] or path[0], names[path[-1]] or path[-1]]
        assert [line for line in arrows if ends[0] in line.partition("→")[0] and ends[1] in line.partition("→")[2]]
    assert page.locator(".log").inner_text().count("{") == 0
