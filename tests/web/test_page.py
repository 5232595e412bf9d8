"""What a player finds on the page of a game."""
from __future__ import annotations

import json
import re
import tomllib
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Response, Route, expect

from frente.kernel.catalog import find
from frente.rulebook import Rulebook
from tests.server.test_questions import risky_march
from tests.web.conftest import open_record, republican_attacks, republican_moves, start_form
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]
Records = Callable[..., Path]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def mover(server: Server, person: Person, records: Records) -> Player:
    """A hot seat in which a Republican unit is to move."""
    me = person()
    open_record(me.page, server, records("move", republican_moves))
    me.my_turn()
    return me


@pytest.fixture
def attacker(server: Server, person: Person, records: Records) -> Player:
    me = person()
    open_record(me.page, server, records("attack", republican_attacks))
    me.my_turn()
    return me


def one_unit(me: Player) -> str:
    return next(w[5:] for w in me.words if w.startswith("unit:") and me.space(me.where(w[5:])).count())


def march(me: Player, unit: str) -> str:
    me.click_unit(unit)
    me.page.wait_for_selector(".reach")
    there: str = min(me.page.eval_on_selector_all(".reach", "all => all.map(x => x.dataset.space)"))
    me.go_to(there)
    doubt = me.page.locator("[data-word=anyway]")
    me.wait(lambda: me.where(unit) == there or doubt.count() > 0, "the march")
    if me.where(unit) != there:
        doubt.click()
    me.wait(lambda: me.where(unit) == there and me.question == "ChooseUnit", "its end")
    me.my_turn()
    return there


def test_one_undo_takes_back_a_whole_march(mover: Player) -> None:
    unit, at = one_unit(mover), mover.at
    start = mover.where(unit)
    march(mover, unit)
    assert mover.at > at + 1
    mover.page.keyboard.press("u")
    mover.wait(lambda: mover.at == at, "the march to be undone")
    assert mover.where(unit) == start


def test_the_log_is_one_stop_of_the_tab_key_and_the_arrows_walk_in_it(mover: Player) -> None:
    page = mover.page
    stops = page.eval_on_selector_all(".log ol button, .log ol a", "all => all.map(x => x.tabIndex)")
    assert len(stops) > 5
    assert sorted(stops)[-2:] == [-1, 0]
    focused = "[...document.querySelectorAll('.log ol button, .log ol a')].indexOf(document.activeElement)"
    page.keyboard.press("l")
    assert page.evaluate(focused) == 0
    for key, place in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("End", len(stops) - 1),
                       ("ArrowDown", len(stops) - 1), ("Home", 0)):
        page.keyboard.press(key)
        assert page.evaluate(focused) == place


def test_reach_shows_the_path_with_the_points_left(mover: Player) -> None:
    mover.click_unit(one_unit(mover))
    mover.page.wait_for_selector(".reach")
    space = mover.page.locator(".reach").last.get_attribute("data-space")
    assert space
    box = mover.space(space).bounding_box()
    assert box
    mover.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mover.page.wait_for_selector(".line.path", state="attached")
    assert "MP left" in mover.page.locator(".tag text").text_content()  # type: ignore[operator]


def test_why_not_names_the_rule_and_opens_it(mover: Player) -> None:
    enemy = next(p for p in mover.view["pieces"] if p["side"] == "nationalist" and mover.space(p["at"]).count())
    box = mover.space(enemy["at"]).bounding_box()
    assert box
    mover.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    popup = mover.page.locator(".popup")
    popup.wait_for()
    assert "belongs to the other side" in popup.inner_text()
    popup.locator(".rule").first.click()
    mover.page.locator("dialog.reader article").first.wait_for()


def test_the_battle_card_shows_odds_and_chances_before_one_commits(attacker: Player) -> None:
    card, shown = attacker.state["card"], attacker.page.locator(".card")
    assert shown.locator(".cols .final").inner_text() == card["column"].replace("/", ":")
    assert shown.locator(".dice > div").count() == 6
    assert shown.locator(".shifts .rule").count() == len(card["shifts"])
    assert f"{card['row']['attacker-loss']:.2f}" in shown.inner_text()
    assert attacker.page.locator(".badge.strong").count() == 1


def test_a_rolled_combat_is_told_with_its_die_and_column(attacker: Player) -> None:
    attacker.do("declare")
    for _ in range(12):
        attacker.my_turn()
        if attacker.page.locator(".card.result").count():
            break
        words = attacker.words
        attacker.do("pass" if "pass" in words else words[0])
    result = attacker.page.locator(".card.result")
    result.wait_for()
    assert result.locator(".die").count() == 1
    assert "Column" in result.inner_text()


def test_each_overlay_lies_over_the_map_and_goes_again(mover: Player) -> None:
    for name in ("zones", "supply", "control", "objectives"):
        mover.page.click(f"[data-overlay={name}]")
        mover.page.wait_for_selector(".layer-tint .over", state="attached")
        mover.page.click(f"[data-overlay={name}]")
        mover.page.wait_for_selector(".layer-tint .over", state="detached")


def test_the_supply_line_of_a_unit_is_drawn(mover: Player) -> None:
    mover.click_unit(one_unit(mover))
    mover.page.wait_for_selector(".pick")
    mover.page.get_by_role("button", name="Supply line").click()
    mover.page.wait_for_selector(".line.supply", state="attached")


def test_overlays_in_a_replay_are_those_of_then(mover: Player) -> None:
    page = mover.page
    page.click("[data-overlay=zones]")
    page.wait_for_selector(".layer-tint .over", state="attached")
    shapes = "all => all.map(x => x.className.baseVal + x.getAttribute('points')).sort().join()"
    now: str = page.eval_on_selector_all(".layer-tint .over", shapes)
    page.keyboard.press("[")
    page.wait_for_selector(".replay-bar:not([hidden])")
    page.locator(".replay-bar input[type=range]").fill("3")
    changed = f"now => ({shapes})([...document.querySelectorAll('.layer-tint .over')]) !== now"
    page.wait_for_function(changed, arg=now)
    page.click("[data-replay=close]")
    page.wait_for_function(changed.replace("!==", "==="), arg=now)


def test_before_a_march_that_cuts_supply_one_is_asked_and_may_step_back(server: Server, person: Person,
                                                                        tmp_path: Path) -> None:
    match, side, way = risky_march()
    record = tmp_path / "march.json"
    record.write_text(match.record().text())
    me = person()
    open_record(me.page, server, record)
    me.my_turn()
    assert me.side == side
    unit, end, at = way[0][5:], way[-1][4:], me.at
    me.click_unit(unit)
    for word in ("back", "anyway"):
        me.page.wait_for_selector(".reach")
        me.go_to(end)
        me.page.wait_for_selector(".doubt")
        assert "out of supply" in me.page.inner_text(".doubt")
        assert (me.at, me.where(unit) != end) == (at, True), "nothing has moved yet"
        me.page.click(f".doubt [data-word={word}]")
        me.page.wait_for_selector(".doubt", state="detached")
    me.wait(lambda: me.where(unit) == end, "the march all the same")


def test_a_game_against_the_computer_is_saved_as_a_copy_and_opened_again(server: Server, person: Person,
                                                                         tmp_path: Path) -> None:
    me = person()
    page = me.page
    start_form(page, server, "brunete")
    page.select_option("#seat-nationalist", "bot:greedy")
    page.get_by_role("button", name="Start the game").click()
    me.my_turn()
    me.do(me.words[0])
    me.my_turn()
    places = sorted((p["id"], p["at"]) for p in me.view["pieces"])
    page.get_by_role("button", name="Game menu").click()
    with page.expect_download() as saved:
        page.locator("[data-item=export]").click()
    assert "copy" in saved.value.suggested_filename
    assert "what your side knows" in page.locator(".toast").inner_text()
    path = tmp_path / "copy.json"
    saved.value.save_as(path)
    assert "seed" not in json.loads(path.read_text())
    open_record(page, server, path)
    me.my_turn()
    assert sorted((p["id"], p["at"]) for p in me.view["pieces"]) == places
    assert me.state["seats"]["nationalist"]["kind"] == "bot"
    me.do(me.words[0])


def test_the_reach_of_an_enemy_unit_is_shown_and_not_chosen(mover: Player) -> None:
    page, at = mover.page, mover.at
    foes = [p for p in mover.view["pieces"] if p["side"] == "nationalist" and mover.space(p["at"]).count()]
    foe = next(p for p in foes if p["factors"].split("-")[-1] not in ("0",) and not p["state"]
               and [q["at"] for q in foes].count(p["at"]) == 1)
    mover.click_space(foe["at"])
    page.get_by_role("button", name="Reach", exact=True).click()
    page.wait_for_selector(".reach")
    shown: list[str] = page.eval_on_selector_all(".reach", "all => all.map(x => x.dataset.space)")
    empty = next(x for x in shown if x not in {p["at"] for p in mover.view["pieces"]})
    mover.click_space(empty)
    page.wait_for_timeout(200)
    assert mover.at == at


def test_replay_goes_through_the_game_and_a_branch_plays_on(mover: Player) -> None:
    page, last = mover.page, mover.at
    page.keyboard.press("[")
    page.wait_for_selector(".replay-bar:not([hidden])")
    assert page.locator(".replay-bar input[type=range]").input_value() == str(last - 1)
    page.locator(".replay-bar input[type=range]").fill("6")
    page.wait_for_function("() => document.querySelector('.replay-bar input[type=range]').value === '6'"
                           " && document.querySelector('.when b').textContent.startsWith('Turn 1')")
    page.keyboard.press("]")
    page.wait_for_function("() => document.querySelector('.replay-bar input[type=range]').value === '7'")
    old = page.url
    page.click("[data-replay=branch]")
    page.wait_for_function("old => location.href !== old", arg=old)
    mover.wait(lambda: mover.at == 7, "the branch")
    mover.my_turn()
    mover.do(mover.words[0])
    assert mover.at > 7


def test_a_plan_is_tried_on_a_copy_and_stepped_into_the_game(mover: Player) -> None:
    page, live, at = mover.page, mover.page.url, mover.at
    page.get_by_role("button", name="Game menu").click()
    page.locator("[data-item=plan]").click()
    mover.wait(lambda: mover.state["plan"], "the planning copy")
    page.wait_for_selector(".plan")
    mover.my_turn()
    unit = one_unit(mover)
    there = march(mover, unit)
    page.click("[data-word=plan-use]")
    page.wait_for_function("live => location.href === live", arg=live)
    mover.wait(lambda: not mover.state["plan"] and mover.at == at, "the untouched live game")
    mover.my_turn()
    assert mover.where(unit) != there
    for _ in range(20):
        if not page.locator("[data-word=plan-take]").count():
            break
        before = mover.at
        page.click("[data-word=plan-take]")
        mover.wait(lambda before=before: mover.at > before, "a step of the plan")
        mover.my_turn()
    assert mover.where(unit) == there


def test_a_game_is_saved_to_a_file_renamed_and_deleted(server: Server, mover: Player, tmp_path: Path) -> None:
    page = mover.page
    page.goto(server.url)
    with page.expect_download() as saved:
        page.click("[data-do=export]")
    path = tmp_path / "saved.json"
    saved.value.save_as(path)
    record = json.loads(path.read_text())
    assert record["game"] == "brunete"
    assert len(record["acts"]) == mover.at
    page.click("[data-do=rename]")
    page.fill("#new-name", "Summer 1937")
    page.locator("dialog button[type=submit]").click()
    page.locator("article.game").get_by_text("Summer 1937").wait_for()
    page.click("[data-do=delete]")
    page.locator("dialog .danger").click()
    page.get_by_text("No game yet").wait_for()
    open_record(page, server, path)
    mover.wait(lambda: mover.at == len(record["acts"]), "the opened file")


def test_two_at_one_screen_are_covered_before_a_secret_decision(server: Server, person: Person,
                                                                records: Records) -> None:
    me = person()
    open_record(me.page, server, records("secret", lambda m: len(m.view(None).waiting) == 2))
    me.wait(lambda: len(me.view["waiting"]) == 2, "the secret question")
    assert me.side == "republican"
    me.do(me.words[0])
    cover = me.page.locator(".cover")
    cover.wait_for()
    assert "Nationalist" in cover.inner_text()
    cover.locator("button").click()
    assert me.page.locator(".asked").inner_text().startswith("Nationalist")


def test_spanish_is_complete_on_the_page(server: Server, person: Person, records: Records) -> None:
    me = person(locale="es-ES")
    open_record(me.page, server, records("move", republican_moves))
    me.my_turn()
    assert me.page.evaluate("document.documentElement.lang") == "es"
    text = me.page.inner_text(".page")
    assert "Movimiento" in text
    assert "web." not in text
    me.page.keyboard.press("h")
    assert "teclado" in me.page.inner_text("dialog")


def test_a_rule_is_read_in_spanish_with_its_ruling_and_where_the_data_come_from(server: Server, person: Person,
                                                                                records: Records) -> None:
    me = person(locale="es-ES")
    open_record(me.page, server, records("attack", republican_attacks))
    me.my_turn()
    me.page.keyboard.press("r")
    reader = me.page.locator("dialog.reader")
    reader.locator("input[type=search]").fill("10.1p")
    spanish, english = (Rulebook.of(find("brunete"), x) for x in ("es", "en"))
    shown = reader.inner_text()
    assert spanish.rules["10.1p"].title in shown
    assert spanish.rules["10.1p"].says[:60] in shown
    assert english.rules["10.1p"].title not in shown
    ruling = reader.locator("article.ruling", has_text="R52").inner_text()
    assert spanish.rulings["R52"].title in ruling
    assert spanish.rulings["R52"].says[:30] in ruling
    assert "fijado por el reglamento" in shown
    assert "estimación nuestra" in shown


def test_a_section_named_in_a_rule_opens_all_its_rules(mover: Player) -> None:
    mover.page.keyboard.press("r")
    reader = mover.page.locator("dialog.reader")
    reader.locator("input[type=search]").fill("9.3")
    reader.locator("article", has_text="9.3").locator("button", has_text="4.1").first.click()
    shown = reader.locator(".rule-id").all_inner_texts()
    wanted = [r for r in Rulebook.of(find("brunete")).rules if re.match(r"4\.1(?!\d)", r)]
    assert len(wanted) > 2
    assert set(wanted) <= set(shown)


def test_no_english_sentence_is_left_on_a_spanish_page(server: Server, person: Person, records: Records) -> None:
    """Every text of the catalogue of which a telling part stands on the page must be the Spanish one."""
    texts = {x: requests(server.url + f"api/games/brunete/texts/{x}") for x in ("en", "es")}
    parts = {part.strip() for key, text in texts["en"].items() if text != texts["es"].get(key)
             for part in re.split(r"\{\w+\}", text) if len(part.strip()) > 9}
    parts -= {part for part in parts if any(part in text for text in texts["es"].values())}
    assert len(parts) > 400
    me = person(locale="es-ES")
    page = me.page

    def check(what: str) -> None:
        shown = page.inner_text("body")
        assert not [part for part in parts if part in shown], what

    start_form(page, server, "brunete")
    for details in page.locator("details").all():
        details.locator("summary").click()
    check("first page")
    for name, stop in (("move", republican_moves), ("attack", republican_attacks)):
        open_record(page, server, records(name, stop))
        me.my_turn()
        check(name)
        me.click_space(next(p["at"] for p in me.view["pieces"] if p["side"] != me.side and me.space(p["at"]).count()))
        for key, shut, shown in (("b", "b", ".drawer"), ("h", "Escape", "dialog"), ("r", "Escape", "dialog article"),
                                 ("?", "Escape", ".popup")):
            page.keyboard.press(key)
            page.wait_for_selector(shown)
            check(f"{name}, key {key}")
            page.keyboard.press(shut)
            page.wait_for_selector(shown, state="hidden")
    page.locator(".menu-button").click()
    check("menu")


def requests(url: str) -> dict[str, str]:
    with urllib.request.urlopen(url) as answer:
        found: dict[str, str] = json.load(answer)
    return found


def test_a_server_that_does_not_answer_is_told_in_the_players_own_language(server: Server, person: Person) -> None:
    me = person(locale="es-ES")
    start_form(me.page, server, "brunete")
    me.page.route("**/api/tables", lambda route: route.abort())
    me.page.click("button[type=submit]")
    assert "El servidor no contesta" in me.page.locator(".toast").inner_text()


def test_both_languages_have_the_same_keys() -> None:
    folder = ROOT / "src" / "frente" / "web" / "text"
    en, es = (tomllib.loads((folder / f"{x}.toml").read_text()) for x in ("en", "es"))
    assert {t: set(v) for t, v in en.items()} == {t: set(v) for t, v in es.items()}
    for key, pattern in en["web"].items():
        assert set(_facts(pattern)) == set(_facts(es["web"][key])), key


def _facts(pattern: str) -> list[str]:
    return re.findall(r"\{(\w+)[:}]", pattern)           # perhaps with its singular and plural


def test_every_text_the_page_names_is_in_the_catalogue() -> None:
    web = ROOT / "src" / "frente" / "web"
    known = tomllib.loads((web / "text" / "en.toml").read_text())["web"]
    code = "".join(path.read_text() for path in (web / "js").glob("*.js"))
    named = set(re.findall(r'\bweb\("([\w-]+\w)"', code))
    assert len(named) > 100
    own = {"guide-welcome", "guide-win"}             # every game says these itself
    assert named <= set(known) | own
    for texts in (ROOT / "src" / "frente" / "games").glob("*/text/en.toml"):
        assert own <= set(tomllib.loads(texts.read_text())["web"]), texts


def test_the_page_works_on_a_phone_by_touch(server: Server, person: Person, records: Records) -> None:
    me = person(width=390, height=844, has_touch=True, is_mobile=True)
    open_record(me.page, server, records("attack", republican_attacks))
    me.my_turn()
    assert me.page.evaluate("document.documentElement.scrollWidth") <= 390
    target = me.state["card"]["target"]
    box = me.space(target).bounding_box()
    assert box
    assert 0 < box["x"] < 390
    assert 82 < box["y"] < 844, "the battle is in sight"
    for button in me.page.locator(".ask .answers button").all():
        size = button.bounding_box()
        assert size
        assert size["height"] >= 44
    at = me.at
    me.page.locator(".ask button.go").tap()
    me.wait(lambda: me.at > at, "the tap")


def test_a_guided_game_explains_the_first_questions(server: Server, person: Person) -> None:
    me = person()
    start_form(me.page, server, "brunete")
    me.page.get_by_label("Guided first game").check()
    me.page.get_by_role("button", name="Start the game").click()
    me.page.wait_for_selector(".guide:not([hidden])")
    guide = me.page.locator(".guide")
    expect(guide).to_contain_text("You are the Republican")
    expect(guide).to_contain_text("wins with seven points")
    expect(guide).to_contain_text("tank")
    me.my_turn()
    me.do(me.words[0])


AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter(v => ["serious", "critical"].includes(v.impact)).map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])"""


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_serious_barrier(server: Server, person: Person, records: Records, look: str) -> None:
    source = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    me = person(color_scheme=look, bypass_csp=True)

    def check(what: str) -> None:
        me.page.add_script_tag(path=source)
        found: list[Any] = me.page.evaluate(AXE)
        assert found == [], what

    me.page.goto(server.url)
    me.page.wait_for_selector(".shelf")
    check("first page")
    start_form(me.page, server, "brunete")
    for details in me.page.locator("details").all():
        details.locator("summary").click()
    check("new game")
    open_record(me.page, server, records("attack", republican_attacks))
    me.my_turn()
    check("battle card")
    me.page.keyboard.press("b")
    check("boxes")
    me.page.keyboard.press("b")
    me.page.keyboard.press("r")
    me.page.wait_for_selector("dialog article")
    check("rule reader")


def test_while_the_map_is_not_drawn_yet_the_page_says_so(server: Server, person: Person) -> None:
    me = person()
    page = me.page
    held: list[Route] = []
    drawn: list[bool] = []
    page.route("**/map.svg", lambda route: route.continue_() if drawn else held.append(route))
    start_form(page, server, "brunete")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".drawing")
    assert page.locator(".drawing").inner_text() == "The map is being drawn …"
    drawn.append(True)                   # what is asked for from now on is there
    for route in held:
        route.continue_()
    page.wait_for_selector(".drawing", state="detached")
    assert page.locator("svg.ground path").count() > 0
    assert not me.faults


@pytest.mark.parametrize("slug", ["brunete", "heralds", "guadalajara", "tscw"])
def test_the_page_is_small_fast_and_keeps_to_this_machine(slug: str, server: Server, person: Person) -> None:
    me = person()
    came: list[Response] = []
    me.page.on("response", lambda response: came.append(response))
    start_form(me.page, server, slug)
    me.page.get_by_role("button", name="Start the game").click()
    me.page.wait_for_selector("svg.ground text", state="attached")
    me.page.wait_for_load_state("networkidle")
    assert {x.url.split("/")[2] for x in came} == {f"localhost:{server.port}"}
    assert 100_000 < sum(x.request.sizes()["responseBodySize"] for x in came) < 1_000_000


def test_geometry_is_the_same_as_in_python(server: Server, person: Person) -> None:
    me = person()
    me.page.goto(server.url)
    vectors = json.loads((ROOT / "tests" / "data" / "hexgrid.json").read_text())
    faults: list[str] = me.page.evaluate("""async grids => {
      const { Grid, label } = await import("./js/geometry.js");
      const faults = [];
      const same = (what, a, b) => {
        const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
        if (x !== y) faults.push(`${what}: ${x} is not ${y}`);
      };
      const near = (p) => p.map((n) => Math.round(n * 1e4) / 1e4);
      for (const g of grids) {
        const grid = new Grid(g);
        for (const [h, name] of g.labels) same("label", label(h), name);
        for (const [h, all] of g.neighbours) same("neighbours", grid.neighbours(h), all);
        for (const [a, b, n] of g.distance) same("distance", grid.distance(a, b), n);
        for (const [h, p] of g.centre) same("centre", near(grid.centre(h, g.radius)), p);
        for (const [h, all] of g.corners) same("corners", grid.corners(h, g.radius).map(near), all);
      }
      return faults;
    }""", vectors["grids"])
    assert faults == []
