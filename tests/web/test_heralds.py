"""Heralds of Defeat in the browser: pawns on a street map, the order wizard, and no secret in the traffic."""
from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Response

from frente.kernel.catalog import find
from frente.kernel.record import parse
from frente.kernel.referee import Match
from tests.web.conftest import ask, open_planned, set_up, take_seat
from tests.web.driver import Player
from tests.web.heralds_plan import Turn, Twins, eventful, exchanged

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
AXE_CORE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
AXE = """async () => (await axe.run({exclude: [[".ground"]]}, {resultTypes: ["violations"]})).violations
  .filter(v => ["serious", "critical"].includes(v.impact)).map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])"""
KINDS = find("heralds").kinds()


@pytest.fixture(scope="module")
def turn() -> Turn:
    return eventful()


@pytest.fixture(scope="module")
def saved(turn: Turn, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("heralds") / "second-turn.json"
    path.write_text(turn.record)
    return path


def further(saved: Path, turn: Turn, question: str) -> tuple[Path, str]:
    """The same game up to a question of the script, and what is answered there."""
    match = Match.resume(parse(saved.read_bytes()))
    for side, word in turn.script:
        if match.view(None).question == question:
            path = saved.with_name(question + ".json")
            path.write_text(match.record().text())
            return path, word
        match.play(side, word)
    raise AssertionError(f"{question} is not asked")


def sit_down(me: Player, server: Server, record: Path) -> None:
    """Sit down to the planned game."""
    open_planned(me.page, server, record)
    me.page.wait_for_selector(".cover")              # two players at one screen have secrets from each other
    me.page.locator(".cover button").last.click()    # but they may agree to play open
    me.my_turn()


def do(me: Player, word: str) -> None:
    """One offered act, as a player with a mouse would do it: on the map where that is possible, else by a button."""
    assert word in me.words, f"{word} is not offered; offered are {me.words}"
    page, before = me.page, me.at
    verb, _, arg = word.partition(":")
    button = page.locator(f".rail [data-word='{word}']")
    kind = KINDS.get(verb, "")
    shown = {"space": f".target[data-target='{arg}']", "unit": f".stack.can[data-single][data-piece='{arg}']"}
    place = page.locator(shown.get(kind, ".nothing"))
    asked = page.locator(f".ask .answers [data-word='{word}']")
    pile = page.locator(f".stack.can[data-space='{me.where(arg) if kind == 'unit' else ''}']:not([data-single])")
    page.mouse.move(1, 1)                            # cards of a stack on which the mouse rests would cover the place
    page.wait_for_selector(".fan", state="hidden")
    if not place.count() and not button.count() and pile.count():
        pile.first.click()
        card = page.locator(f".fan:not([hidden]) [data-piece='{arg}']")
        me.wait(lambda: me.at != before or card.count() > 0, f"a click for {word} to be heard")
        if me.at == before:
            card.click()
    elif place.count() and not asked.count():
        place.click(force=True)                      # whatever lies there: it stands for its place
        me.wait(lambda: me.at != before or asked.count() > 0 or me.doubt.count() > 0, f"a click for {word} to be heard")
        if me.at == before and asked.count():        # several things can be done there: one is chosen
            asked.click()
    else:
        folded = page.locator(f".rest:not([open]):has([data-word='{word}']) > summary")
        if folded.count():
            folded.click()
        button.first.click()
    me.taken(word, before)


# -- a whole turn


def test_a_whole_turn_with_propaganda_a_refused_call_a_caught_courier_and_a_follow_on_by_mouse(
        server: Server, person: Person, turn: Turn, saved: Path) -> None:
    me = person()
    page = me.page
    sit_down(me, server, saved)
    wizard: dict[str, str] = {}
    for side, word in turn.script:
        assert me.side == side
        shown = page.locator(".card-place").inner_text()
        wizard.setdefault(me.question, shown)
        if word == "refuse":
            assert "Telephone" in shown              # the leg is seen by both, but not where the token is
            assert page.locator(".leg-line.way-call").count() > 0
        if me.question == "Designate":
            assert page.locator(".legs .leg").count() >= 1
            assert page.locator(".pill").count() >= page.locator(".legs .leg").count()
        do(me, word)
        me.my_turn()
    assert me.view["turn"] == 3
    log = page.locator(".log").inner_text()
    for said in ("gives a propaganda order", "Propaganda of CND", "is refused", "No contact with",
                 "leaves as a courier", "The reaction in", "Assault declared", "Assault on"):
        assert said in log, said
    assert log.count("Assault on") >= 2              # the follow-on
    for question, words in {
            "GivePropaganda": ("Propaganda order", "A box of will won", "5.2.1a"),
            "GiveNegotiation": ("success, once there", "Best"),
            "ChooseEnvoy": ("Telephones and succeeds", "5.2.2o9", "Why these odds"),
            "Contact": ("−2 by telephone", "success"),
            "Channel": ("Channel not yet chosen", "Call over main exchange", "4.3.4g"),
            "AnswerCall": ("You gain an intelligence point", "8c"),
            "Address": ("command points to pass the order on", "4.1.1a"),
            "Designate": ("A command point of", "4.1.1b"),
            "ChooseReaction": ("Intercept", "success", "6.4d"),
            "Acting": ("maneuver points", "6.3a"),
            "Differential": ("You hit", "You are hit", "7.1.4d")}.items():
        for part in words:
            assert part in wizard[question], f"{question}: {part}"
    assert not me.faults


def test_a_step_of_an_order_can_be_taken_back_and_the_line_with_it(
        server: Server, person: Person, turn: Turn, saved: Path) -> None:
    me = person()
    page = me.page
    record, word = further(saved, turn, "Designate")
    sit_down(me, server, record)
    legs = page.locator(".legs .leg").count()
    assert legs == 1
    button = page.locator(f".wizard [data-word='{word}']")
    if not button.is_visible():
        page.locator(".rest > summary").click()
    button.focus()                                   # the leg is sketched before it is chosen
    page.wait_for_selector(".leg-line.maybe", state="attached")
    assert page.locator(".pill").count() == legs + 1
    page.keyboard.press("Enter")
    me.wait(lambda: me.question == "Channel", "the channel of the leg")
    me.my_turn()
    assert page.locator(".legs .leg.now").count() == 1
    page.keyboard.press("u")
    me.wait(lambda: me.question == "Designate", "the step to be taken back")
    me.my_turn()
    page.wait_for_function("n => document.querySelectorAll('.legs .leg').length === n", arg=legs)
    assert page.locator(".legs .leg.now").count() == 0
    assert not me.faults


# -- secrets


VOLATILE = ("table", "version", "seats", "thinking", "owner", "name")


def plain(message: dict[str, Any]) -> str:
    """A message without what differs from table to table."""
    return json.dumps({k: v for k, v in message.items() if k not in VOLATILE}, sort_keys=True)


def watched(server: Server, person: Person, seed: str, script: list[tuple[str, str]]
            ) -> tuple[dict[int, str], dict[str, str], list[str], dict[int, dict[str, Any]]]:
    """A game by network: what the CND's browser heard by act and by address, all of it, and what the PCE's saw."""
    made = set_up(server, game="heralds", seed=seed, seats={"cnd": "open", "pce": "open"})
    seats: dict[str, Player] = {}
    came: list[Response] = []
    raw: list[str] = []
    for side in ("cnd", "pce"):
        seats[side] = person()
        if side == "cnd":
            seats[side].page.on("response", lambda response: came.append(response))
        take_seat(seats[side].page, server, made, side)
        seats[side].page.wait_for_selector(".stack")
        seats[side].wait(lambda side=side: seats[side].settled, "the seat")
    heard: dict[int, str] = {}
    truth: dict[int, dict[str, Any]] = {}
    for side, word in script:
        at = seats["cnd"].at
        ask(server, f"tables/{made['table']}/acts", {"side": side, "act": word, "at": at}, made["keys"][side])
        for one in seats.values():
            one.wait(lambda one=one, at=at: one.at > at, f"{word} to be seen")
        heard[seats["cnd"].at] = plain(seats["cnd"].state)
        truth[seats["pce"].at] = seats["pce"].state
    for one in seats.values():
        assert not one.faults
    seats["cnd"].page.wait_for_load_state("networkidle")
    answers = {re.sub(made["table"], "TABLE", x.url): x.text() for x in came if "/api/" in x.url}
    raw += seats["cnd"].frames + [text for address, text in answers.items() if "/texts/" not in address]
    assert not [text for text in seats["pce"].frames if '"handles-cnd":' in text]
    assert [text for text in seats["pce"].frames if '"handles-pce":' in text]
    return heard, answers, raw, truth


@pytest.fixture(scope="module")
def twins() -> Twins:
    return exchanged()


def test_the_traffic_to_one_seat_is_the_same_whatever_the_other_sides_pieces_hide(
        server: Server, person: Person, twins: Twins) -> None:
    one, other = (watched(server, person, twins.seed, script) for script in twins.scripts)
    assert one[0] == other[0]
    assert {x.split("?")[0] for x in one[1]} == {x.split("?")[0] for x in other[1]}
    both = one[1].keys() & other[1].keys()           # a page decides by its speed between which acts it asks for a film
    assert [x for x in both if "/film?" in x]
    assert not [x for x in one[1].keys() ^ other[1].keys() if "/film?" not in x]
    for address in both:
        if not address.split("?")[0].endswith(("/state", "/TABLE")):     # these bear the number of the table
            assert one[1][address] == other[1][address], address
    # The two games are not the same to the PCE: what was compared could have told.
    own = [list(x[3].values())[-1]["view"]["hands"]["handles-pce"] for x in (one, other)]
    assert own[0] != own[1]
    assert {entry for entry in own[0] if entry.split("=")[0] in twins.swapped} == {
        f"{handle}={piece}" for handle, piece in twins.swapped.items()}
    for heard, _, raw, truth in (one, other):
        assert len(heard) == len(twins.scripts[0])
        last = list(truth.values())[-1]
        hidden = {p["id"]: p["size"] for p in last["view"]["pieces"] if p["side"] == "pce" and "hidden" in p["state"]
                  and "seen" not in p["state"]}
        assert len(hidden) > 8
        for text in raw:
            assert '"handles-pce":' not in text
            assert not [f"{u}={piece}" for u, piece in hidden.items() if f"{u}={piece}" in text]
        for text in heard.values():
            for p in json.loads(text)["view"]["pieces"]:
                if p["id"] in hidden:
                    assert (p["name"], p["symbol"], p["size"], p["formation"], p["factors"]) == (
                        "", "hidden", "", "", "?")


# -- barriers and languages


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_serious_barrier_while_an_order_is_given(
        server: Server, person: Person, turn: Turn, saved: Path, look: str) -> None:
    me = person(color_scheme=look, bypass_csp=True)
    page = me.page
    sit_down(me, server, further(saved, turn, "Channel")[0])
    page.add_script_tag(path=AXE_CORE)
    page.keyboard.press("b")
    page.wait_for_selector(".drawer:not([hidden]) .holdings")
    assert page.evaluate(AXE) == []
    if look == "dark":
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_function("innerWidth === 390")
        assert page.evaluate(AXE) == [], "on a phone"
        title, menu = page.locator(".when").bounding_box(), page.locator(".menu-button").bounding_box()
        assert title is not None
        assert menu is not None
        assert title["width"] > 90
        assert title["x"] + title["width"] <= menu["x"] <= 390 - menu["width"]
        assert menu["y"] < title["y"] + title["height"], "one row"


def test_the_spanish_page_has_no_english_and_no_untranslated_key(
        server: Server, person: Person, turn: Turn, saved: Path) -> None:
    texts = {x: json.load(urllib.request.urlopen(f"{server.url}api/games/heralds/texts/{x}")) for x in ("en", "es")}
    parts = {part.strip() for key, text in texts["en"].items() if text != texts["es"].get(key)
             for part in re.split(r"\{\w+\}", text) if len(part.strip()) > 7}
    parts -= {part for part in parts if any(part in text for text in texts["es"].values())}
    parts -= {"Heralds of Defeat"}                   # the title of the game is the name of the table
    assert len(parts) > 400
    keys = set(texts["en"]) | {key.partition(".")[2] for key in texts["en"] if "-" in key}
    me = person(locale="es-ES")
    page = me.page
    sit_down(me, server, saved)
    for n, (_, word) in enumerate(turn.script[:15]):
        if n in (0, 10):                             # also the tracks and boxes, which would lie over the map
            page.keyboard.press("b")
            page.wait_for_selector(".drawer:not([hidden])")
        for text in page.locator("body").inner_text().split("\n"):
            assert text.strip() not in keys or "-" not in text, text
            assert not [part for part in parts if part in text], text
        if n in (0, 10):
            page.keyboard.press("b")
            page.wait_for_selector(".drawer", state="hidden")
        do(me, word)
        me.my_turn()
    assert not me.faults
