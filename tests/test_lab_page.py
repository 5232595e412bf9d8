"""The page of an experiment: its figures are the run's, it needs nothing from elsewhere, and everybody can read it."""
from __future__ import annotations

import re
import string
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import sync_playwright

from frente.cli.lab import land
from frente.cli.main import main
from frente.kernel.catalog import find
from frente.lab import experiment, page
from frente.lab.estimates import groups_of
from frente.lab.plots import Land, Mark, bars, intervals, lines, ticks
from frente.lab.runfile import Run
from tests.conftest import SHORT
from tests.test_lab_run import GAMES, run, written
from tests.web.conftest import CHROMIUM
from tests.web.driver import ARGS

AXE_CORE = Path(__file__).resolve().parents[1] / "node_modules" / "axe-core" / "axe.min.js"
AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map(v => v.id + ": " + v.nodes[0].html)"""
ALL_PARTS = """
name = "All parts <of> it"
game = "{game}"
scenario = "{scenario}"
bots = "random"
games = {games}
[[arm]]
name = "as shipped"
[[arm]]
name = "greedy & random"
bots = ["random", "greedy"]
"""


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_of_every_game_stands_alone_and_passes_axe(slug: str, tmp_path: Path) -> None:
    text = ALL_PARTS.format(games=1, game=slug, scenario=SHORT[slug]).replace('"greedy"]', '"random"]')
    first = sorted(groups_of(find(slug)))[0]
    found = run(written(tmp_path, text + f'[sensitivity]\ngroups = ["{first}"]\n'), tmp_path / "e.run")
    drawn = land(found.experiment.arms[0])
    for language in page.LANGUAGES:
        html = page.page(found, lambda arm: drawn, language)
        (tmp_path / f"{language}.html").write_text(html, encoding="utf-8")
        assert f'<html lang="{language}">' in html
        assert "<script" not in html
        assert not re.findall(r'(?:src|href)="(?!#|data:image/png;base64,)', html)
        assert "All parts &lt;of&gt; it" in html
        assert html.count('<use href="#map-') >= 2           # the same map, turn by turn
        assert html.count("data:image/png") == 1
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            tab = browser.new_page(viewport={"width": 390, "height": 800})
            asked: list[str] = []
            tab.on("request", lambda request: asked.append(request.url))
            tab.goto((tmp_path / "es.html").as_uri())
            assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
            tab.add_script_tag(path=str(AXE_CORE))
            assert tab.evaluate(AXE) == []
        finally:
            browser.close()


def test_its_figures_are_those_of_the_run(tmp_path: Path) -> None:
    found = run(written(tmp_path, ALL_PARTS.format(games=2, game="heralds", scenario="madrid")), tmp_path / "e.run")
    found.db.execute("update game set winner = 'pce', score = 9 where arm = 'as shipped'")
    found.db.execute("update game set winner = 'cnd' where arm <> 'as shipped'")
    found.db.execute("update game set error = 'SimError: it rained' where arm <> 'as shipped' and number = 1")
    html = page.page(found, lambda arm: Land({}, [0, 0, 10, 10], "", "m"))
    assert '<th scope="row">as shipped</th><td>2</td><td>0</td><td>0 % (0–66)</td><td>2</td><td>100 % (34–100)</td>' \
        in html
    assert '<th scope="row">greedy &amp; random</th><td>1</td><td>1</td><td>100 % (21–100)</td>' in html
    assert "<td>as shipped</td><td>CND random, PCE greedy</td><td>1</td><td>0</td><td>1</td><td>-100.0 %" in html
    assert "SimError: it rained" in html


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    run(written(tmp_path, ALL_PARTS.format(games=1, game="heralds", scenario="madrid")), tmp_path / "e.run")
    out = tmp_path / "pagina.html"
    assert main(["lab", "report", str(tmp_path / "e.run"), "-o", str(out), "--language", "es"]) == 0
    assert "Quién gana" in out.read_text(encoding="utf-8")


def test_an_empty_run_makes_no_page(tmp_path: Path, capsys) -> None:
    path = written(tmp_path, ALL_PARTS.format(games=2, game="heralds", scenario="madrid"))
    Run.begin(tmp_path / "e.run", experiment.load(path))
    assert main(["lab", "report", str(tmp_path / "e.run"), "-o", str(tmp_path / "p.html")]) == 2
    assert "holds no game yet" in capsys.readouterr().err


def test_both_languages_say_the_same_things() -> None:
    english, spanish = (page.texts(language).entries for language in page.LANGUAGES)
    assert list(english) == list(spanish)
    for key, text in english.items():
        assert facts(text) == facts(spanish[key])
    assert [key for key in english if english[key] == spanish[key]] == ["error"]


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_pictures_are_well_formed_and_lie_where_they_should() -> None:
    picture = ElementTree.fromstring(intervals("<x>", [Mark("a & b", 0.5, 0.25, 0.75, "#000000")], 0.0, 1.0))
    dot = picture.find("circle")
    assert dot is not None
    assert float(dot.get("cx", "0")) == pytest.approx(290 + 0.5 * 410)
    tall = [float(r.get("height", "0")) for r in ElementTree.fromstring(bars("t", {1: 1, 2: 4})).findall("rect")]
    assert tall[1] == pytest.approx(4 * tall[0])
    assert ElementTree.fromstring(lines("t", {"a": ("#000000", {0: 1.0, 3: 2.0})})).find("path") is not None
    land = Land({"a": [[0, 0], [9, 0], [9, 9]]}, [0, 0, 10, 10], "", "m")
    held = ElementTree.fromstring(land.map("t", {"a": {"republican": 0.75, "nationalist": 0.25}}, find("brunete")))
    shape = held.find("path")
    assert shape is not None
    assert (shape.get("fill-opacity"), shape.get("stroke-dasharray") is not None) == ("0.40", True)


def test_ticks_are_round_numbers() -> None:
    assert ticks(0.0, 1.0) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(-0.1, 0.1) == [-0.1, -0.05, 0.0, 0.05, 0.1]
    assert ticks(0, 37) == [0, 10, 20, 30]


def test_few_maps_show_the_first_and_the_last_turn() -> None:
    assert page.chosen(range(15), 6) == [0, 3, 6, 8, 11, 14]
    assert page.chosen([0, 1, 2], 6) == [0, 1, 2]
