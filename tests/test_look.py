"""How games look is data of the games: form, names and colours are checked, and nobody else names a game or a side."""
from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import frente
from frente import look
from frente.cli.main import main
from frente.draw import faces
from frente.kernel.catalog import Game, all_games, find
from frente.kernel.components import UnitFace
from frente.kernel.packs import DataError
from frente.look.check import check
from frente.look.colour import apart, contrast
from frente.look.schema import CHIPS, SIGNS

SOURCE: Final = Path(frente.__file__).parent
KINDS: Final = (".py", ".js", ".css", ".html", ".ts", ".toml", ".svg")
# Where something outside of the games may name a game or a side, and why.
EXCEPTIONS: Final = {
    "cli": "an example in a help text is a command that can be typed",
    "lab/load.py": "how to call it",
    "server/edit/described.py": "an example of a name, in the description of the interface",
    "server/openapi.py": "an example of a name, in the description of the interface",
    "__init__.py": "an example in the description of the package",
    "coverage.py": "an example of a mark",
    "env": "examples in the descriptions of modules",
}


# -- nobody else names a game


def names() -> re.Pattern[str]:
    """Games and sides, and the keys that sides once had, alone or as the beginning of the name of a colour."""
    words = {"rep", "nat", "neu"}
    for game in all_games():
        words |= {game.slug, *look.read(game.folder).sides}
    words -= {"neutral"}                 # a side of one game, and a plain word
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(words))})(?:deep|ink|line|symbol|pale)?(?![A-Za-z])")


def shell() -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*")):
        where = path.relative_to(SOURCE)
        if path.suffix in KINDS and where.parts[0] != "games" and not any(str(where).startswith(x) for x in EXCEPTIONS):
            yield path


def test_nothing_outside_the_games_names_a_game_or_a_side() -> None:
    pattern = names()
    found = [f"{path.relative_to(SOURCE)}:{k}: {line.strip()[:100]}" for path in shell()
             for k, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if pattern.search(line)]
    assert found == []


@pytest.mark.parametrize("text", ["fill:var(--repline)", '"nationalist": 1', 'game === "tscw"', ".side-cnd { top:0; }"])
def test_that_search_finds_names(text: str) -> None:
    assert names().search(text)
    assert not names().search("the nature of a representation, brainstorming")


def test_every_exception_is_needed() -> None:
    for where in EXCEPTIONS:
        files = [SOURCE / where] if (SOURCE / where).is_file() else sorted((SOURCE / where).rglob("*.py"))
        assert any(names().search(path.read_text(encoding="utf-8")) for path in files), where


# -- the games as they are


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_looks_as_it_should(game: Game[Any]) -> None:
    assert check(game) == []


def test_painter_and_page_know_the_same_signs_and_chips() -> None:
    page = (SOURCE / "web" / "js" / "counters.js").read_text(encoding="utf-8")
    chips = re.search(r"const CHIPS = \{(.*?)\n\};", page, re.S)
    assert chips
    assert {*faces.SIGNS, "tank"} == set(SIGNS)
    named = re.findall(r'^  "?([a-z-]+)"?:', chips[1], re.M) + re.findall(r"^CHIPS\.([a-z]+) =", page, re.M)
    assert set(named) == set(CHIPS)


# -- faults


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The look of a game, to be changed: Brunete's, laid elsewhere."""
    game = find("brunete")
    for part in ("show", "text", "data"):
        shutil.copytree(game.folder / part, tmp_path / part)
    monkeypatch.setattr(type(game), "folder", tmp_path)
    return tmp_path / "show"


def spoil(folder: Path, file: str, old: str, new: str) -> list[str]:
    """What is found after a change, without the path of the file."""
    path = folder / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    look.read.cache_clear()
    try:
        found = check(find("brunete"))
    except DataError as e:
        found = e.problems
    return [re.sub(r"^.*/", "", str(problem)) for problem in found]


@pytest.mark.parametrize(("file", "old", "new", "said"), [
    ("look", 'main = ["#a23b2a", "#b5493a"]', 'main = ["red", "#b5493a"]',
     'look.toml:6: side.republican.main must be a colour such as "#a23b2a", not "red"'),
    ("look", 'shape = "cut"', 'shape = "oval"',
     'look.toml:13: side.nationalist.shape must be "round" or "cut" or "square", not "oval"'),
    ("look", 'shape = "cut"\n', "", "look.toml:12: side.nationalist has no shape"),
    ("look", "[side.nationalist]", "[side.rebel]",
     "look.toml:4: there is no [side.nationalist], and Brunete 1937 has it; there are republican, rebel"),
    ("look", "[terrain.hill]", "[terrain.slope]",
     "there is no [terrain.hill], and Brunete 1937 has it; there are clear, slope, forest"),
    ("look", "[goal.yellow]", "[goal.amber]",
     "there is no [goal.yellow], and Brunete 1937 has it; there are purple, amber, vertex"),
    ("look", '[goal.purple]', '[sign.tank]\nframed = false\n[goal.purple]', "sign.tank must have either like or d"),
    ("theme", "phases =", "phasis =", "theme.toml:6: the file takes no field phasis; did you mean phases?"),
    ("theme", '"interdiction", "objectives"]', '"interdiction", "weather"]',
     'overlay "weather" is unknown to Brunete 1937; it has zones, supply, control, interdiction, objectives'),
    ("theme", 'control = "c"', 'control = "z"', 'the letter "z" is given to two overlays'),
    ("theme", 'side = "republican"', 'side = "venetian"', 'side "venetian" is unknown'),
    ("theme", '"unsupplied", "frozen"]', '"unsupplied", "bored"]', 'chips must be "unsupplied" or'),
    ("theme", 'primary = ["declare"', 'primary = ["declaim"', 'theme.toml:13: verb "declaim" is unknown'),
    ("theme", 'halt = "stop"', 'halt = "halt"', 'theme.toml:12: verb "halt" is unknown to Brunete 1937; it has '),
    ("theme", 'ChooseTarget = "pass"', 'ChooseTarget = "done"', 'verb "done" is unknown to Brunete 1937'),
    ("theme", 'composers = {support', 'composers = {supports', 'verb "supports" is unknown to Brunete 1937'),
    ("theme", 'open = "solitaire"', 'open = "alone"', 'theme.toml:11: option "alone" is unknown to Brunete 1937'),
    ("theme", 'open = "solitaire"', 'secret = ["*", "Bid"]', 'theme.toml:11: question "Bid" is unknown'),
    ("theme", 'open = "solitaire"', 'reverse = "asleep"', 'theme.toml:11: state "asleep" is unknown to Brunete 1937'),
    ("theme", 'marches = ["stepped"', 'marches = ["strolled"',
     'event "strolled" is unknown to Brunete 1937: it has no text "strolled"'),
    ("theme", 'told = "combat-result"', 'told = "fought"', 'event "fought" is unknown to Brunete 1937'),
    ("theme", 'points = "command"', 'points = "commands"', 'track "commands" is unknown to Brunete 1937'),
    ("theme", 'points = "command"', 'scales = {mood = [1, 2]}', 'track "mood" is unknown to Brunete 1937'),
    ("theme", 'under = ["tank"]', 'under = ["boat"]', 'unit "boat" is unknown to Brunete 1937; it has '),
    ("theme", 'formations = {Guadarrama', 'formations = {Guadarama', 'formation "Guadarama" is unknown'),
    ("theme", 'groups = {resources', 'hands = [{own = "cards", group = "card"}]\ngroups = {resources',
     'hand "cards-republican" is unknown to Brunete 1937; it has resources-republican, resources-nationalist'),
    ("theme", 'groups = {resources', 'groups = {sources', 'group "sources" is unknown'),
])
def test_a_fault_is_named_with_file_line_and_what_is_allowed(folder: Path, file: str, old: str, new: str,
                                                             said: str) -> None:
    found = spoil(folder, file, old, new)
    assert any(said in line for line in found), found


def test_a_unit_without_a_sign_is_named(folder: Path) -> None:
    found = spoil(folder, "look", "[goal.purple]", '[sign.infantry]\nlike = "infantry"\n[goal.purple]')
    assert found == []
    with pytest.raises(ValueError, match=r"look\.toml has no \[sign\.submarine\]"):
        faces.svg(UnitFace("republican", "submarine", "1-1"), look.read(find("brunete").folder))


def test_print_that_cannot_be_read_and_sides_that_look_alike_are_named(folder: Path) -> None:
    found = spoil(folder, "look", 'ink = ["#fff6e6", "#fff6e6"]', 'ink = ["#fff6e6", "#a05040"]')
    assert [x for x in found if "ink cannot be read on main (dark): contrast 1.1, 4.5 is needed" in x]
    found = spoil(folder, "look", 'main = ["#bccbd8", "#b4c4d2"]', 'main = ["#4f4f00", "#b4c4d2"]')
    assert [x for x in found if "too much alike with protanopia (light)" in x]
    assert not [x for x in found if "tritanopia" in x]


def test_the_command_names_the_fault_and_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "check", "brunete"]) == 0
    spoil(folder, "theme", "complexity = 3", "complexity = 9")
    assert main(["data", "check", "brunete"]) == 2
    assert "theme.toml:3: complexity must be a whole number from 1 to 5, not 9" in capsys.readouterr().err


def test_contrast_and_distance_as_published() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)       # the grey that just fails
    assert apart("#000000", "#ffffff", "deuteranopia") == pytest.approx(1, abs=0.01)
    assert apart("#ff0000", "#ff0000", "protanopia") == 0
