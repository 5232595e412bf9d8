"""The pack editor in a real browser: counters, ground, set-up and tables changed, checked, kept, taken away, played."""
from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Server
from tests.web.driver import POINT, STILL, Player

Person = Callable[..., Player]
AXE_CORE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
AXE = """async () => (await axe.run({exclude: [[".ground"]]}, {resultTypes: ["violations"]})).violations
  .filter(v => ["serious", "critical"].includes(v.impact)).map(v => [v.id, v.nodes.map(n => n.html.slice(0, 160))])"""
UNIT = "units/unit/r-101-1"


def begin(page: Page, server: Server, game: str) -> None:
    page.goto(f"{server.url}#/packs")
    page.click(f"[data-new={game}]")
    page.wait_for_selector(".editor .tile")


def give(page: Page, place: str, value: str) -> None:
    field = page.locator(f'[data-field="{place}"]')
    field.fill(value)
    field.press("Enter")


def kept(page: Page) -> None:
    expect(page.locator(".kept-kept")).to_be_visible()


def tab(page: Page, name: str) -> None:
    page.click(f"[data-tab={name}]")


def point(page: Page, space: str) -> None:
    page.wait_for_function(STILL)
    x, y = page.evaluate(POINT, space)
    page.mouse.click(x, y)


def download(page: Page) -> dict[str, bytes]:
    page.click("#keep-more")
    with page.expect_download() as waiting:
        page.click("[data-item=edit-download]")
    raw = Path(waiting.value.path()).read_bytes()
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name.rpartition("/")[2]: archive.read(name) for name in archive.namelist()}


def piece(me: Player, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in me.state["view"]["pieces"] if p["id"] == id)
    return found


def test_a_pack_for_brunete_from_the_first_factor_to_a_game_that_is_played_with_it(
        server: Server, person: Person, tmp_path: Path) -> None:
    me = person()
    page = me.page
    begin(page, server, "brunete")

    # A factor: where it comes from, what it breaks, and where; then back, and again.
    face = page.locator(f'[data-place="{UNIT}/face"]')
    attack = page.locator(f'[data-place="{UNIT}/attack"]')
    expect(attack.locator(".from")).to_have_text("estimate")
    give(page, f"{UNIT}/attack", "8")
    expect(attack.locator(".from")).to_have_text("yours")
    expect(page.locator(".edit-faults")).to_contain_text("units.toml › unit › r-101-1 › face")
    expect(face.locator(".why")).to_have_text("the face of r-101-1 shows 7-8, its factors are 8-8")
    expect(page.locator("#keep-play")).to_be_disabled()
    page.locator(".edit-faults button", has_text="shows 7-8").click()
    expect(page.locator(f'[data-field="{UNIT}/face"]')).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator(f'[data-field="{UNIT}/attack"]')).to_have_value("7")
    expect(page.locator(".edit-faults")).to_be_hidden()
    page.keyboard.press("Control+Shift+z")
    give(page, f"{UNIT}/defence", "8")
    give(page, f"{UNIT}/face", "8-8")
    expect(page.locator(".edit-faults")).to_be_hidden()
    expect(page.locator('.tile[data-item="r-101-1"] .c-factors')).to_have_text("8-8")

    # Ground is painted, and the map is drawn anew with it.
    tab(page, "map")
    page.select_option("#keep-tool", "paint/map.hex/terrain/")
    page.click("[data-paint=forest]")
    with page.expect_response(re.compile("/api/packs/[^/]+/map.svg")) as drawn:
        point(page, "0601")
        expect(page.locator(".own-space")).to_have_count(1)
    assert drawn.value.ok
    expect(page.locator('[data-field="map/hex/0601/terrain"]')).to_have_value("forest")

    # A counter starts elsewhere.
    tab(page, "setup")
    page.click('[data-item="start-r-101-1"]')
    point(page, "1301")
    expect(page.locator('[data-item="start-r-101-1"] small')).to_have_text("1301")
    kept(page)

    # Nothing is lost when the page is loaded again.
    page.reload()
    expect(page.locator("[data-tab=changes] small")).to_have_text("5")
    files = download(page)
    assert sorted(files) == ["map.toml", "units.toml"]
    assert b'id = "r-101-1"\nattack = 8\ndefence = 8\nface = "8-8"\nhex = "1301"\n' in files["units.toml"]

    # What was taken away comes back the same.
    for name, body in files.items():
        (tmp_path / name).write_bytes(body)
    page.goto(f"{server.url}#/packs")
    page.locator("li[data-game=brunete] input").set_input_files([tmp_path / name for name in files])
    page.wait_for_selector(".editor .tile")
    expect(page.locator("[data-tab=changes] small")).to_have_text("5")
    assert download(page) == files

    page.click("#keep-play")
    page.wait_for_url(re.compile("#/t/"))
    me.my_turn()
    assert (piece(me, "r-101-1")["factors"], piece(me, "r-101-1")["at"]) == ("8-8", "1301")


def test_a_pack_for_storm_on_a_phone_in_spanish(server: Server, person: Person) -> None:
    me = person(390, 844, locale="es-ES", has_touch=True)
    page = me.page
    begin(page, server, "storm")
    page.fill("#keep-search", "n-leg-6")
    page.tap('.tile[data-item="n-leg-6"]')
    give(page, "counters/unit/n-leg-6/defence", "99")
    expect(page.locator(".edit-faults")).to_contain_text("de 0 a 9")
    page.tap("#keep-undo")
    expect(page.locator(".edit-faults")).to_be_hidden()
    give(page, "counters/unit/n-leg-6/defence", "7")
    expect(page.locator('.tile[data-item="n-leg-6"] .c-strength')).to_have_text("2-7-3")
    tab(page, "tables")
    page.tap('[data-item="table-values.limits"]')
    give(page, "values/limits/stacking", "9")
    tab(page, "map")
    page.select_option("#keep-tool", "paint/areas.area/terrain/")
    page.tap("[data-paint='4']")
    page.wait_for_function(STILL)
    area = next(x for x in ("AA", "BB", "CC", "V", "H", "M") if page.evaluate(POINT, x))   # a phone shows a part
    point(page, area)
    expect(page.locator(f'[data-field="areas/area/{area}/terrain"]')).to_have_value("4")
    tab(page, "changes")
    expect(page.locator("table.changes tbody tr")).to_have_count(3)
    page.locator("table.changes tbody tr", has_text="stacking").get_by_role("button", name="Volver").tap()
    expect(page.locator("table.changes tbody tr")).to_have_count(2)
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide
    kept(page)
    page.tap("#keep-play")
    page.wait_for_url(re.compile("#/t/"))
    me.my_turn()
    assert piece(me, "n-leg-6")["factors"] == "2-7-3"


def test_what_the_server_never_heard_is_found_again(server: Server, person: Person) -> None:
    page = person().page
    begin(page, server, "heralds")
    down = True

    def unheard(route: Route) -> None:
        route.abort() if down and route.request.method == "PUT" else route.continue_()

    page.route("**/api/packs/*", unheard)
    place = "pawns/pawn/hq-centro/command"
    give(page, place, "8")
    expect(page.locator(".kept-waiting")).to_be_visible()
    down = False
    page.reload()
    expect(page.locator(".toast")).to_contain_text("found in this browser")
    expect(page.locator(f'[data-field="{place}"]')).to_have_value("8")
    kept(page)
    # Another window has changed it: one is asked, and nothing is overwritten.
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".editor .tile")
    give(other, place, "9")
    kept(other)
    give(page, place, "5")
    expect(page.locator(".elsewhere")).to_be_visible()
    page.locator(".elsewhere button").last.click()
    kept(page)
    other.reload()
    expect(other.locator(f'[data-field="{place}"]')).to_have_value("5")


@pytest.mark.parametrize(("look", "width"), [("light", 1440), ("dark", 390)])
def test_no_serious_barrier(server: Server, person: Person, look: str, width: int) -> None:
    page = person(width, 900, color_scheme=look, bypass_csp=True).page

    def check(what: str) -> None:
        found: list[Any] = page.evaluate(AXE)
        assert found == [], what

    page.goto(f"{server.url}#/packs")
    page.wait_for_selector("[data-new]")
    page.add_script_tag(path=AXE_CORE)
    check("room")
    page.click("[data-new=brunete]")
    page.wait_for_selector(".editor .tile")
    give(page, f"{UNIT}/attack", "8")
    expect(page.locator(".edit-faults")).to_be_visible()
    check("counters")
    for name in ("map", "setup", "tables", "changes"):
        tab(page, name)
        check(name)
    page.click("#keep-more")
    check("menu")


def test_the_map_is_walked_and_painted_by_keyboard(server: Server, person: Person) -> None:
    page = person().page
    begin(page, server, "tscw")
    tab(page, "map")
    page.select_option("#keep-tool", "paint/places.hex/t/")
    page.click("[data-paint=m]")
    page.wait_for_function(STILL)
    page.locator(".edit-map").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-tab=changes] small")).to_have_text("1")
    page.keyboard.press("Control+z")
    expect(page.locator("[data-tab=changes] small")).to_have_text("0")
