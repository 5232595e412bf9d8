"""A game on paper and for other programs: sizes, counts, faces, text; small versions for all five games."""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from frente.cli.main import main
from frente.kernel.catalog import GAMES, find
from frente.kernel.components import MM, UnitFace, first, listed
from frente.kernel.texts import Texts
from frente.look import read
from frente.press import booklets, flow, paper, plain, sheets, tables, tiles, vassal
from frente.press import vassalpieces as pieces
from frente.press.paper import POINT, SIZES, Paper, opened
from frente.press.shop import Shop, words
from frente.rulebook import Rulebook

ALL = sorted(GAMES)
SAY = words("en")
NS = {"s": "http://www.w3.org/2000/svg"}


@cache
def box(slug: str) -> list[Any]:
    return listed(find(slug), first(find(slug)))


@cache
def seen(slug: str) -> dict[str, Any]:
    return find(slug).picture(first(find(slug)))


@cache
def grids_of(slug: str) -> list[tables.Grid]:
    return tables.every(find(slug), first(find(slug)), seen(slug), "en")


@cache
def side(slug: str, name: str, flip: str) -> list[ET.Element]:
    return [ET.fromstring(x) for x in sheets.pages(box(slug), read(find(slug).folder), Paper.of(name), flip, SAY,
                                                         find(slug).title)]


def corners(page: ET.Element) -> list[tuple[float, float]]:
    """Where the cuts of the counters on a page have their upper left corners, from the colour beyond them."""
    return [
        (float(r.attrib["x"]) + sheets.BLEED, float(r.attrib["y"]) + sheets.BLEED) for r in page.findall("s:rect", NS)
    ]


# -- counters


@pytest.mark.parametrize("slug", ALL)
def test_every_counter_is_printed_once_and_its_back_lies_behind_its_front(slug: str) -> None:
    for name, flip in (("a4", "long"), ("letter", "short"), ("a3", "long")):
        width, height = SIZES[name]
        pages = side(slug, name, flip)
        fronts, backs = pages[::2], pages[1::2]
        assert sum(len(corners(x)) for x in fronts) == sum(c.count for c in box(slug))
        for front, back in zip(fronts, backs):
            assert len(corners(front)) == len(corners(back))
            for (x, y), (bx, by) in zip(corners(front), corners(back)):
                behind = (width - x - MM, y) if flip == "long" else (x, height - y - MM)
                assert abs(behind[0] - bx) < 0.2
                assert abs(behind[1] - by) < 0.2
                assert paper.MARGIN / 2 < x < width - paper.MARGIN / 2 - MM
                assert paper.MARGIN / 2 < y < height - paper.MARGIN - MM


def test_neighbours_keep_their_bleed_and_marks_stand_at_every_cut() -> None:
    grid = sheets.Grid(Paper.of("a4"), "long")
    spots = [grid.place(k, False) for k in range(grid.places)]
    assert len(set(spots)) == grid.places
    assert min(b[0] - a[0] for a, b in zip(spots, spots[1:]) if b[1] == a[1]) == pytest.approx(MM + 2 * sheets.BLEED)
    drawn = sheets.marks(grid, False)
    for x, y in spots:
        for at in (x, x + MM):
            assert f"M{at:.3f} " in drawn
        for at in (y, y + MM):
            assert f" {at:.3f}h-3" in drawn


def test_sheets_as_pdf_have_the_size_of_the_paper_our_faces_and_text_that_can_be_read() -> None:
    data = Shop(find("brunete"), name="letter").printed("counters")
    found = opened(data)
    assert len(found.pages) == len(side("brunete", "letter", "long"))
    for page in found.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (215.9 * POINT, 279.4 * POINT), abs=0.1
        )
        assert all(embedded(font) for font in fonts(page))
        assert any("Cabin" in str(font["/BaseFont"]) for font in fonts(page))
    front = found.pages[0].extract_text()
    assert "this line is 100 mm long" in front
    units = [c.front for c in box("brunete")[: sheets.Grid(Paper.of("letter"), "long").places]]
    wanted = Counter(f.factors for f in units if isinstance(f, UnitFace) and "/" not in f.factors)
    for factors, n in wanted.items():
        assert len(re.findall(rf"(?<![\d-]){factors}(?![\d-])", front)) == n, factors


def fonts(page: Any) -> Iterator[Any]:
    for font in page["/Resources"]["/Font"].values():
        yield from (x.get_object() for x in font.get_object().get("/DescendantFonts", [font.get_object()]))


def embedded(font: Any) -> bool:
    described = font["/FontDescriptor"].get_object()
    return any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def test_the_line_is_100_mm_long() -> None:
    page = side("storm", "a4", "long")[0]
    lines = [p.attrib["d"] for p in page.findall("s:path", NS)]
    assert sum("h100M" in d for d in lines) == 1
    assert page.attrib["viewBox"].split()[2:] == ["210", "297"], "a unit is a millimetre"
    assert page.attrib["width"] == "210mm"


# -- the map


@pytest.mark.parametrize("name", sorted(SIZES))
def test_tiles_together_show_the_whole_map_and_overlap(name: str) -> None:
    plan = tiles.Plan.of(453.0, 408.0, name)
    w, h = plan.window
    assert sorted(plan.paper) == sorted(SIZES[name])
    xs = [plan.corner(c, 0)[0] for c in range(plan.columns)]
    ys = [plan.corner(0, r)[1] for r in range(plan.rows)]
    assert xs[0] <= 0
    assert xs[-1] + w >= plan.width
    assert ys[0] <= 0
    assert ys[-1] + h >= plan.height
    assert all(a + w - b == pytest.approx(tiles.OVERLAP) for a, b in zip(xs, xs[1:]))
    assert all(a + h - b == pytest.approx(tiles.OVERLAP) for a, b in zip(ys, ys[1:]))


def test_a_tiled_map_is_in_the_file_once_and_says_which_tile_is_which() -> None:
    drawn = paper.document(
        [paper.page(Paper(300, 200), paper.text(20, 20, "Brunete", 6) + paper.line("M0 0H300V200"))], "map"
    )
    data, plan = tiles.tiled(drawn, "a4", "Brunete 1937", SAY["tile"])
    found = opened(data)
    assert (plan.columns * plan.rows, len(found.pages)) == (2, 2)
    for k, page in enumerate(found.pages):
        text = page.extract_text()
        assert f"row {k // plan.columns + 1} of {plan.rows}, column {k % plan.columns + 1} of {plan.columns}" in text
        assert sorted((float(page.mediabox.width) / POINT, float(page.mediabox.height) / POINT)) == pytest.approx(
            sorted(SIZES["a4"]), abs=0.1
        )
    assert len({page["/Contents"][1].get_object().get_data() for page in found.pages}) == 1


# -- booklets


@pytest.mark.parametrize("slug", ALL)
def test_charts_hold_every_table_and_mark_estimates(slug: str) -> None:
    game, p = find(slug), first(find(slug))
    grids = grids_of(slug)
    assert len(grids) > 5
    for grid in grids:
        assert grid.rows
        assert not re.search(
            r"\b(web|terrain|symbol|fact)\.[a-z]", " ".join([*grid.head, *(c for r in grid.rows for c in r)])
        ), grid.id
    pages = booklets.charts(game, p, seen(slug), Paper.of("a4"), SAY, "en")
    text = " ".join("".join(t.itertext()) for x in pages for t in ET.fromstring(x).iter(f"{{{NS['s']}}}text"))
    said = [(g.title, g.rule, g.source) for g in grids]
    headed = [g for before, one, g in zip([None, *said], said, grids) if one != before]      # the others go on under it
    assert text.count(SAY["estimate"]) == sum(g.guessed for g in headed)
    assert all(words_of(g.title) <= words_of(text) for g in grids)


def test_a_table_that_a_file_names_as_stated_is_no_estimate_and_one_with_a_guessed_row_is() -> None:
    guessed = {g.id: g.guessed for g in grids_of("tscw")}
    assert not guessed["charts.movement_cost.values"]
    assert not guessed["charts.alcazar.values"]
    assert guessed["charts.terrain_combat.values"]
    assert guessed["charts.resource_points"]
    rows = {g.id: g.source for g in grids_of("guadalajara")}
    assert rows["tables.reconstitution.modifiers"] == "text; estimate"
    assert rows["terrain"] == rows["tables.terrain.way"] == "play-aid; estimate in part"
    assert tables.origin("play-aid; estimate in part", tables.labels(find("guadalajara"), "es")) == \
        "hoja de ayuda; estimación en parte"


def test_what_else_is_said_of_a_thing_stands_under_the_same_heading() -> None:
    game = find("guadalajara")
    heads = [line for x in booklets.charts(game, first(game), seen("guadalajara"), Paper.of("a4"), SAY, "en")
             for line in spoken(x)]
    assert heads.count("Attrition") == heads.count("Air points") == heads.count("Interdiction") == 1
    assert {"steps lost", "modifier if surrounded", "barrage per point"} <= set(heads)


def test_tables_with_estimates_are_there_to_be_marked() -> None:
    assert {slug for slug in ALL if any(g.guessed for g in grids_of(slug))} >= {
        "guadalajara",
        "tscw",
    }


def words_of(text: str) -> set[str]:
    return {x.lower() for x in re.findall(r"\w+", text)}


@pytest.mark.parametrize("slug", ALL)
def test_the_rules_are_all_there_with_their_rulings(slug: str) -> None:
    game = find(slug)
    text = "\n".join(
        "".join(t.itertext())
        for x in booklets.rules(game, Paper.of("a4"), SAY, "en")
        for t in ET.fromstring(x).iter(f"{{{NS['s']}}}text")
    )
    book = Rulebook.of(game)
    starts = {line.split(" ")[0] for line in text.split("\n")}
    assert set(book.rules) <= starts
    assert set(book.rulings) <= starts
    assert SAY["provenance"] in text


@pytest.mark.parametrize("slug", ALL)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_set_up_sheet_names_every_unit_of_its_scenario(slug: str, language: str) -> None:
    game = find(slug)
    scenario = game.scenarios[0]
    pages = booklets.setup(game, box(slug), scenario, seen(slug), Paper.of("a4"), words(language), language)
    text = " ".join("".join(t.itertext()) for x in pages for t in ET.fromstring(x).iter(f"{{{NS['s']}}}text"))
    for c in box(slug):
        start = c.starts.get(scenario.id)
        if start and start.turn <= scenario.turns:
            assert words_of(c.name) <= words_of(text), c.id
    assert words(language)["set-up"] in text


def test_blocks_that_belong_together_are_not_parted_and_nothing_leaves_the_page() -> None:
    made = flow.Flow(Paper.of("a4"), "Test")
    for k in range(80):
        made.heading(f"Heading {k}")
        made.said("words and more words " * 12)
    pages = [ET.fromstring(x) for x in made.pages()]
    assert len(pages) > 1
    for page in pages:
        last: dict[str, float] = {}
        for g in page.findall("s:g", NS):
            x, y = (float(n) for n in re.findall(r"[\d.]+", g.attrib["transform"]))
            assert y < 297 - paper.MARGIN
            last[f"{x}"] = max(y, last.get(f"{x}", 0))
        for g in page.findall("s:g", NS):
            x, y = (float(n) for n in re.findall(r"[\d.]+", g.attrib["transform"]))
            if "Heading" in "".join(g.itertext()):
                assert y < last[f"{x}"], "a heading stands over something"


def test_every_turn_of_a_set_up_says_whose_it_is() -> None:
    game = find("storm")
    pages = booklets.setup(game, box("storm"), game.scenarios[0], seen("storm"), Paper.of("a4"), words("es"), "es")
    said = [line for x in pages for line in spoken(x)]
    assert {"Despliegue, Republicano", "Turno 4, Nacional", "Turno 4, Republicano"} <= set(said)
    assert "Turno 4" not in said


def test_rulings_are_printed_without_the_marks_of_markdown() -> None:
    text = " ".join(line for x in booklets.rules(find("heralds"), Paper.of("a4"), SAY, "en") for line in spoken(x))
    assert "Ruling:" in text
    assert "*Ruling" not in text


def test_words_of_pages_are_in_both_languages() -> None:
    english, spanish = words("en"), words("es")
    assert set(english) == set(spanish)
    fields = re.compile(r"\{\w+\}")
    assert {k: sorted(fields.findall(v)) for k, v in english.items()} == {
        k: sorted(fields.findall(v)) for k, v in spanish.items()
    }


# -- the commands


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["print", "storm", "setup", "-o", str(tmp_path / "new" / "folder"), "--paper", "a3", "--language", "es"])
        == 0
    )
    path = tmp_path / "new" / "folder" / "storm-setup-a3.pdf"
    assert "has been written" in capsys.readouterr().out
    assert "Despliegue" in opened(path.read_bytes()).pages[0].extract_text()


@pytest.mark.parametrize("slug", ALL)
def test_every_game_is_printed_with_our_faces_and_exported(slug: str, tmp_path: Path) -> None:
    for part in ("counters", "charts", "setup"):
        assert main(["print", slug, part, "-o", str(tmp_path)]) == 0
        for page in opened((tmp_path / f"{slug}-{part}-a4.pdf").read_bytes()).pages:
            used = list(fonts(page))
            assert all(embedded(font) for font in used)
            assert {re.search("Cabin|EBGaramond", str(font["/BaseFont"])) is not None for font in used} == {True}
            assert find(slug).title in page.extract_text()
    assert main(["export", "json", slug, "-o", str(tmp_path / "game.json")]) == 0
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["game"] == slug


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["print", "nothing", "-o", "x"], "There is no game “nothing”"),
        (["print", "storm", "-o", "x", "--paper", "a5"], "--paper"),
        (["print", "storm", "hats", "-o", "x"], "hats"),
        (["print", "storm", "counters"], "-o"),
        (["print", "storm", "counters", "-o", "x", "--pack", "/no/such/pack"], "/no/such/pack"),
        (["print", "storm", "counters", "-o", "/dev/null/x"], "/dev/null/x"),
        (["export", "json", "storm", "-o", "/dev/null/x.json"], "/dev/null/x.json"),
        (["export", "json", "nothing", "-o", "x"], "nothing"),
        (["export", "hats", "storm", "-o", "x"], "hats"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert "Traceback" not in said.err
    assert said.out == ""


# -- JSON


@pytest.mark.parametrize("slug", ALL)
def test_the_json_of_a_game_follows_its_schema_and_is_whole(slug: str) -> None:
    game = find(slug)
    data = plain.described(game)
    found = json.loads(data)
    schema = json.loads(plain.SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(found)
    assert sum(c["count"] for c in found["components"]) == sum(c.count for c in box(slug))
    spaces = {s["id"] for s in found["map"]["spaces"]}
    for s in found["map"]["spaces"]:
        assert {n for n in s["neighbours"] if n} <= spaces
    for c in found["components"]:
        assert {x for s in c["starts"].values() for x in s["places"]} <= spaces
        assert set(c["starts"]) <= {s["id"] for s in found["scenarios"]}
    assert plain.described(game) == data


def test_the_schema_refuses_what_is_no_game() -> None:
    found = json.loads(plain.described(find("storm")))
    validator = jsonschema.Draft202012Validator(json.loads(plain.SCHEMA.read_text(encoding="utf-8")))
    changes: list[dict[str, Any]] = [{"format": "other"}, {"components": []}, {"extra": 1}, {"version": 2}]
    for change in changes:
        assert list(validator.iter_errors({**found, **change})), change


# -- VASSAL

# What VASSAL 3.7 knows: class -> its attributes.
PALETTE = {"name", "text", "tooltip"}
KNOWN: dict[str, set[str]] = {
    "build.GameModule": {
        "name",
        "version",
        "VassalVersion",
        "ModuleOther1",
        "ModuleOther2",
        "description",
        "nextPieceSlotId",
    },
    "build.module.BasicCommandEncoder": set(),
    "build.module.Documentation": set(),
    "build.module.Chatter": set(),
    "build.module.KeyNamer": set(),
    "build.module.documentation.HelpFile": {"title", "fileName", "fileType"},
    "build.module.PlayerRoster": {"buttonText", "buttonToolTip"},
    "build.module.GlobalOptions": {"autoReport", "chatterHTMLSupport"},
    "build.module.PieceWindow": PALETTE,
    "build.module.ChartWindow": PALETTE,
    "build.widget.TabWidget": {"entryName"},
    "build.widget.ListWidget": {"entryName", "divider"},
    "build.widget.PieceSlot": {"entryName", "gpid", "width", "height"},
    "build.widget.Chart": {"chartName", "fileName", "description"},
    "build.module.Map": {"mapName", "allowMultiple", "launch", "buttonName", "moveWithinFormat"},
    "build.module.map.BoardPicker": {"title", "slotScale"},
    "build.module.map.boardPicker.Board": {"name", "image", "reversible", "width", "height"},
    "build.module.map.boardPicker.board.HexGrid": {
        "dx",
        "dy",
        "x0",
        "y0",
        "visible",
        "snapTo",
        "sideways",
        "edgesLegal",
        "cornersLegal",
        "dotsVisible",
        "color",
    },
    "build.module.map.boardPicker.board.mapgrid.HexGridNumbering": {
        "first",
        "sep",
        "hType",
        "hLeading",
        "hOff",
        "hDescend",
        "vType",
        "vLeading",
        "vOff",
        "vDescend",
        "stagger",
        "visible",
        "locationFormat",
    },
    "build.module.map.boardPicker.board.RegionGrid": {"snapTo", "visible", "fontsize"},
    "build.module.map.boardPicker.board.Region": {"name", "originx", "originy"},
    "build.module.map.StackMetrics": {"unexSepX", "unexSepY"},
    "build.module.PredefinedSetup": {"name", "file", "useFile", "isMenu", "description"},
    "build.module.DiceButton": {
        "name",
        "text",
        "tooltip",
        "nDice",
        "nSides",
        "plus",
        "addToTotal",
        "reportTotal",
        "prompt",
        "reportFormat",
    },
    **{f"build.module.map.{part}": set() for part in vassal.PARTS},
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vassal, "SCALE", 0.2)
    monkeypatch.setattr(vassal, "CHART", 80)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("slug", ALL)
def test_a_module_has_only_what_vassal_knows_and_every_picture_it_names(slug: str) -> None:
    archive = zipfile.ZipFile(BytesIO(vassal.module(find(slug))))
    names = archive.namelist()
    assert {"buildFile.xml", "moduledata", "about.html", "images/map.png"} <= set(names)
    assert ET.fromstring(archive.read("moduledata")).findtext("name") == find(slug).title
    root = ET.fromstring(archive.read("buildFile.xml"))
    named = set()
    for element in root.iter():
        if element.tag in ("setup", "entry"):
            continue
        kind = element.tag.removeprefix("VASSAL.")
        assert kind in KNOWN, kind
        assert set(element.attrib) <= KNOWN[kind], kind
        named |= {element.attrib[x] for x in ("image", "fileName", "file") if x in element.attrib}
        if kind == "build.widget.PieceSlot":
            assert element.text
            named |= set(re.findall(r"c-[0-9a-f]{12}\.png", element.text))
    have = {n.removeprefix("images/") for n in names if n not in ("buildFile.xml", "moduledata")}
    assert named == have
    slots = [x.attrib["gpid"] for x in root.iter("VASSAL.build.widget.PieceSlot")]
    assert len(slots) == len(set(slots)) == int(root.attrib["nextPieceSlotId"])
    palette = root.find("VASSAL.build.module.PieceWindow")
    assert palette is not None
    assert len(list(palette.iter("VASSAL.build.widget.PieceSlot"))) == len(box(slug))
    assert [d.attrib["nDice"] for d in root.iter("VASSAL.build.module.DiceButton")] == ["1", "2"]


@pytest.mark.usefixtures("small")
def test_hexes_of_vassal_have_the_numbers_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vassal, "SCALE", 1.25)
    made = vassal.Module.__new__(vassal.Module)
    made.picture = find("brunete").picture(first(find("brunete")))
    made.origin = (-72.0, -72.0)
    grid = made.hexes()
    assert grid is not None
    off = max(
        abs(a - b)
        for s in made.picture["spaces"]
        for a, b in zip(vassal.centre(grid, s["id"]), made.at(s["x"], s["y"]))
    )
    assert off <= 2, "pixels; a hex is 87 high"
    made.picture = find("tscw").picture(first(find("tscw")))
    assert made.hexes() is None, "there every hex is a region of its own"


def parts(said: str, mark: str) -> list[str]:
    """A list of VASSAL read back: a mark after a backslash belongs to a part, quotes about a part do not."""
    found = [x.replace("\\" + mark, mark) for x in re.split(rf"(?<!\\){re.escape(mark)}", said)]
    return [x[1:-1] if len(x) > 1 and x[0] == x[-1] == "'" else x for x in found]


def laid(said: str) -> tuple[str, list[str], str, int, int, str]:
    """A counter from the command that adds it: number, pictures, map, place, name."""
    plus, number, kind, state = parts(said, "/")
    assert plus == "+"
    traits, states = parts(kind, "\t"), parts(state, "\t")
    assert len(traits) == len(states) <= 2
    head, _, rest = traits[-1].partition(";")
    assert head == "piece"
    _, _, image, name = parts(rest, ";")
    images = [image]
    if len(traits) == 2:
        head, _, rest = traits[0].partition(";")
        fields = parts(rest, ";")
        assert (head, len(fields), states[0]) == ("emb2", 33, "1")
        images = parts(fields[15], ",")
        assert parts(fields[16], ",")[1:] == ["+ (back)"]
        assert fields[27] == "70,130", "Ctrl+F"
    at, x, y, slot, properties = parts(states[-1], ";")
    assert slot.isdigit()
    assert properties == "0"
    return number, images, at, int(x), int(y), name


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("slug", ALL)
def test_the_set_ups_of_a_module_are_saved_games_of_every_scenario(slug: str) -> None:
    archive = zipfile.ZipFile(BytesIO(vassal.module(find(slug))))
    root = ET.fromstring(archive.read("buildFile.xml"))
    slots = {x.attrib["gpid"]: x for x in root.iter("VASSAL.build.widget.PieceSlot")}
    boards = {m.attrib["mapName"]: m.find(".//setup") for m in root.findall("VASSAL.build.module.Map")}
    spots = {(r.attrib["originx"], r.attrib["originy"]) for r in root.iter() if r.tag.endswith("board.Region")}
    setups = root.findall("VASSAL.build.module.PredefinedSetup")
    assert [s.attrib["file"] for s in setups] == [f"{scenario.id}.vsav" for scenario in find(slug).scenarios]
    for scenario, setup in zip(find(slug).scenarios, setups):
        inner = zipfile.ZipFile(BytesIO(archive.read(setup.attrib["file"])))
        assert set(inner.namelist()) == {"savedGame", "savedata", "moduledata"}
        veiled = inner.read("savedGame").decode()
        assert veiled[:7] == "!VCSK00"
        begin, *commands, end = parts(bytes.fromhex(veiled[7:]).decode(), "\x1b")
        assert (begin, end) == ("begin_save", "end_save")
        assert commands[-2:] == [x.text for x in boards.values() if x is not None]
        lone: dict[str, tuple[str, int, int]] = {}
        names: Counter[str] = Counter()
        for said in commands[:-2]:
            _, number, kind, state = parts(said, "/")
            if kind == "stack":
                at, x, y, *inside = parts(state, ";")
                assert {lone.pop(i) for i in inside} == {(at, int(x), int(y))}, "a heap lies where its counters lie"
                continue
            number, images, at, left, top, name = laid(said)
            slot = slots[parts(parts(state, "\t")[-1], ";")[3]]
            assert slot.attrib["entryName"] == name
            assert laid(slot.text or "")[1] == images
            assert at in boards
            lone[number] = (at, left, top)
            names[name] += 1
            if at == "Map" and slug != "brunete":
                assert (str(left), str(top)) in spots
        assert not lone, "every counter lies in a heap"
        turns = {t["n"] for t in find(slug).picture(first(find(slug)))["turns"]}
        starts = [(c, c.starts[scenario.id]) for c in box(slug) if scenario.id in c.starts]
        there = [c for c, start in starts if (start.turn == 0 and start.places) or (
            start.turn in turns and (start.turn <= scenario.turns or not scenario.turns))]
        assert names == sum((Counter({c.name: c.count}) for c in there), Counter())
        assert there


def test_lists_are_escaped_as_vassal_does() -> None:
    assert pieces.sequence(["a;b", "c"], ";") == "a\\;b;c"
    assert pieces.sequence(["'a'", "b\\"], ";") == "''a'';'b\\'"
    assert pieces.nested(["t1", "t2", "t3"]) == "t1\tt2\\\tt3"
    lone = pieces.counter("a/b", ["x.png"], "turn over", "back")
    assert pieces.piece("null", 7, lone) == "+/null/piece;;;x.png;a\\/b/null;0;0;7;0"
    two = pieces.piece("3", 8, pieces.counter("unit", ["x.png", "y.png"], "turn over", "back"), ("Map", 5, 6))
    assert two.startswith("+/3/emb2;")
    assert "x.png,y.png" in two
    assert two.endswith("/1\tMap;5;6;8;0")
    assert pieces.stack("4", ["3", "2"], ("Map", 5, 6)) == "+/4/stack/Map;5;6;3;2"


@pytest.mark.usefixtures("small")
def test_the_same_game_gives_the_same_module() -> None:
    assert vassal.module(find("storm")) == vassal.module(find("storm"))


@pytest.mark.parametrize("slug", ALL)
def test_a_counter_laid_on_a_turn_of_the_module_lies_in_its_box(slug: str) -> None:
    game = find(slug)
    picture, sheet, say = game.picture(first(game)), paper.Paper.of("a4"), words("en")
    drawn = booklets.charts(game, first(game), picture, sheet, say, "en")[0]
    rows = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">(<rect .*?)</g>', drawn)
    found = [(float(x) + float(a) + float(w) / 2, float(y) + float(w) / 2) for x, y, row in rows
             for a, w in re.findall(r'<rect x="([\d.]+)" y="0" width="([\d.]+)"', row)]
    turns, numbers = booklets.boxed(sheet, len(picture["turns"]))
    assert len(turns) + len(numbers) == len(found) == len(picture["turns"]) + 40
    assert max(abs(a - b) for p, q in zip(turns + numbers, found) for a, b in zip(p, q)) < 0.05


def test_days_of_a_turn_are_written_as_one_says_them() -> None:
    def said(start: str, end: str, months: bool = False) -> str:
        return booklets.dates({"start": start, "end": end, "months": months}, words("en")["months"].split())

    assert said("1937-07-06", "1937-07-06") == "6 Jul"
    assert said("1936-10-12", "1936-10-18") == "12–18 Oct"
    assert said("1936-12-28", "1937-01-03") == "28 Dec–3 Jan"
    assert said("1936-07-01", "1936-07-31", True) == "Jul 1936"
    assert said("1936-11-01", "1936-12-31", True) == "Nov–Dec 1936"


def test_a_short_table_is_not_parted_and_a_long_one_leaves_no_row_alone() -> None:
    made = flow.Flow(Paper.of("a4"), "t", 1)
    made.gap(225)
    made.table(["a", "b"], [[str(n), "x"] for n in range(9)])
    first_page, second = made.filled()
    assert [len(column) for column in first_page] == [1], "the table goes to the next page whole"
    assert [len(column) for column in second] == [10]
    made = flow.Flow(Paper.of("a4"), "t", 1)
    made.table(["a", "b"], [[str(n), "x"] for n in range(62)])
    assert min(len(column) for page in made.filled() for column in page) > 1


def test_limits_that_nobody_reaches_are_not_printed() -> None:
    assert [tables.span(x) for x in ([1, 2], [3, 3], [19, 999], [-9, 0], [7, 19])] == ["1–2", "3", "19+", "≤ 0", "7–19"]
    grids = {g.id: g for g in grids_of("guadalajara")}
    assert "19+" in grids["barrage.rows" if "barrage.rows" in grids else "tables.barrage"].head
    assert not any("text parts" in row[0] or row[0] == "toggle" for g in grids.values() for row in g.rows)


def test_print_on_a_dark_band_is_light_on_paper_too() -> None:
    drawn = sheets.pages(box("heralds"), read(find("heralds").folder), Paper.of("a4"), "long", SAY, "t")[0]
    name = next(x for x in ET.fromstring(drawn).iter(f"{{{NS['s']}}}text") if "".join(x.itertext()) == "Centro")
    assert "#fff6e6" in (name.attrib.get("fill", "") + name.attrib.get("style", ""))
    style = drawn.split("<style>", 1)[1].split("</style>", 1)[0]
    assert "fill" not in style, "a rule of the page would win against what the counter says"


# -- words of data files

CODE = re.compile(r"[A-Z]?[A-Za-z]\d?r?\d?(?:[AD]\d?r?\d?)?|[a-z]-[a-z0-9-]+|[A-Z]-[A-Z]|\d\w*")   # results and ids


SHORT = set(Texts.load(tables.OWN / "tables.en.toml").entries)      # for games that have them in their data


class Asked(Texts):
    """Says what it is asked, and remembers it."""

    def __init__(self) -> None:
        super().__init__({})
        self.words: dict[str, None] = {}

    def say(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        if re.search("[A-Za-z]{2}", key):
            self.words.setdefault(key)
        return key


@pytest.mark.parametrize("slug", ALL)
def test_every_word_of_a_printed_table_and_every_place_of_a_set_up_is_there_in_spanish(
        slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = find(slug), Asked()
    spanish, english = tables.labels(game, "es"), tables.labels(game, "en")
    monkeypatch.setattr(tables, "labels", lambda game, language: asked)
    for grid in tables.every(game, first(game), seen(slug), "es"):
        for part in [grid.source] if grid.source in spanish else grid.source.split("; "):
            asked.say(part)
    for start in (start for c in box(slug) for start in c.starts.values() if start.where):
        asked.say(start.where)
    for rule in Rulebook.of(game).rules.values():
        asked.say(tables.spelled(rule.area))
    names = {s["name"] for s in seen(slug)["spaces"]}
    assert len(asked.words) > 20
    assert [x for x in asked.words if x not in spanish and x not in names and not CODE.fullmatch(x)] == []
    assert set(english.entries) <= set(spanish.entries) | set(asked.words) | SHORT


@pytest.mark.parametrize(("slug", "raw"), [
    ("tscw", ["pool", "or event", "or M"]),
    ("heralds", ["with-8d", "jaca-or-downtown", "RES_", "ALCALA", "CARABANA", "JACA"]),
    ("storm", ["free", "or rada"]),
    ("brunete", ["option-11.3", "C-L-letters"]), ("guadalajara", ["within 2 of"])])
def test_set_up_sheets_speak_to_their_reader(slug: str, raw: list[str]) -> None:
    language = "es" if slug == "guadalajara" else "en"
    game, say = find(slug), words(language)
    text = [line for scenario in game.scenarios
            for x in booklets.setup(game, box(slug), scenario, seen(slug), Paper.of("a4"), say, language)
            for line in spoken(x)]
    for said in raw:
        assert not [x for x in text if x == said or x.endswith(f" {said}") or (len(said) > 4 and said in x)], said


def spoken(page: str) -> list[str]:
    return ["".join(t.itertext()) for t in ET.fromstring(page).iter(f"{{{NS['s']}}}text")]


@pytest.mark.parametrize(("slug", "part"), [("heralds", "charts"), ("heralds", "counters"), ("storm", "charts")])
def test_no_face_of_the_machine_steps_in(slug: str, part: str) -> None:
    for page in opened(Shop(find(slug)).printed(part)).pages:
        for font in fonts(page):
            assert re.search("Cabin|EBGaramond", str(font["/BaseFont"])), font["/BaseFont"]


def test_no_line_of_what_stands_over_a_table_is_parted_from_it() -> None:
    made = flow.Flow(Paper.of("a4"), "Test")
    made.said("words and more words " * 12, keep=True)
    assert len(made.blocks) > 2
    assert all(b.keep for b in made.blocks)


def test_tables_of_both_sides_that_look_alike_are_both_printed() -> None:
    found = {g.id: g for g in grids_of("tscw")}
    assert [r[0] for r in found["charts.breakdown.republican"].rows] == ["7-11-5, 6-7-5", "4-5-4, 3-5-4"]
    assert [r[0] for r in found["charts.breakdown.nationalist"].rows] == ["5-8-4, 5-9-5"]


def test_limits_are_told_without_signs_and_what_has_none_is_left_open() -> None:
    assert ["success", "6+"] in next(g for g in grids_of("heralds") if g.id == "propaganda").rows
    assert ["backfires", "up to 1"] in next(g for g in grids_of("heralds") if g.id == "propaganda").rows
    victory = next(g for g in grids_of("brunete") if g.id == "tables.victory.results")
    assert [r[:2] for r in victory.rows] == [["7", ""], ["5", "6"], ["", "4"]]
