"""A newcomer's first minutes: frente new, frente check, and what is said of every kind of fault."""
from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from frente.checkup import Checkup
from frente.cli.create import make
from frente.cli.main import main
from frente.kernel import catalog
from frente.lab.bench import compiled

FRENTE = [sys.executable, "-m", "frente.cli"]


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games made here are known only while the test runs."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.setenv(catalog.PROJECTS, "")
    before = dict(catalog.GAMES)
    yield
    for name in set(catalog.GAMES) - set(before):
        del catalog.GAMES[name]
        for module in [m for m in sys.modules if m == name or m.startswith(name + ".")]:
            del sys.modules[module]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k != catalog.PROJECTS}
    return subprocess.run([*FRENTE, *words], cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_a_new_game_is_in_order_and_is_played(tmp_path: Path) -> None:
    made = run(tmp_path, "new", "trial", "--sides", "german,soviet", "--title", "The Trial")
    assert made.returncode == 0, made.stderr
    checked = run(tmp_path, "check", "trial", "--games", "1")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    said = {line.split()[0] for line in checked.stdout.splitlines()}
    assert {"code", "data", "frames", "rules", "texts", "laws", "computer", "speed", "browser"} <= said
    assert "14 proven by tests" in checked.stdout
    assert "browser     ready" in checked.stdout
    assert f"copies/s ({'compiled' if compiled() else 'plain Python'})" in checked.stdout       # the kit, not the game
    assert checked.stdout.endswith("The Trial is in order.\n")
    inside = run(tmp_path / "trial", "games")        # it is known in its own folder, and nowhere else
    assert "Sides: german, soviet" in inside.stdout
    assert "The Trial" not in run(tmp_path / "trial" / "tests", "games").stdout


def test_the_tests_of_a_new_game_pass(tmp_path: Path) -> None:
    make(tmp_path / "trial", "trial", ("german", "soviet"), "The Trial")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not law"],
                          cwd=tmp_path / "trial", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


@pytest.mark.parametrize("words, said", [
    (["Moscow"], "“Moscow” cannot be the name of a game; use small letters, digits and _, such as moscow."),
    (["class"], "“class” cannot be the name of a game"),
    (["brunete"], "There is a game brunete already"),
    (["random"], "“random” is the name of a Python module"),
    (["moscow", "--sides", "german"], "“german” does not name two sides; write --sides german,soviet."),
])
def test_a_name_that_cannot_be_is_refused_with_a_reason(words: list[str], said: str, tmp_path: Path,
                                                        capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", *words, "-o", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "moscow").mkdir()
    assert main(["new", "moscow", "-o", str(tmp_path)]) == 2
    assert "choose another name, or another folder with -o" in capsys.readouterr().err


FAULTS = {
    "syntax": ("rules/combat.py", "FIGHT: Final = FightRules()", "FIGHT: Final = FightRules(", "rules/combat.py:"),
    "import": ("rules/combat.py", "from frente.kit import battle", "from frente.kit import bottle",
               "cannot import name 'bottle'"),
    "no game": ("__init__.py", "GAME: Final =", "IT: Final =", "has no GAME; end its __init__.py with GAME"),
    "another slug": ("__init__.py", 'slug = "', 'slug = "x', "let them agree"),
    "not played": ("rules/movement.py", "play(Move, March(MARCH))", "",
                   "rules.movement: nothing says what happens in Move; below its steps write play(Move, ...)"),
    "no rule": ("rules/combat.py", 'rule = "4.6"', 'rule = "4.7"',
                "rules.combat.Advance carries out the rule “4.7”, which rules.toml does not have; add it there"),
    "no such rule": ("rules/sequence.py", 'p.tell("1.1"', 'p.tell("1.9"',
                     "rules/sequence.py:33: there is no rule “1.9”; add it to rules.toml or correct the number"),
    "no text": ("text/en.toml", "turn-begins =", "turn-starts =", "text/en.toml: there is no “turn-begins”, and"),
    "no name": ("text/en.toml", '\nTurn = "turn"', "", "there is no “phase.Turn”, and the activity Turn is shown"),
    "data": ("data/map.toml", 'hex = "0402"', 'hex = "9902"', "data/map.toml:13: hex 9902 is not on the map"),
    "field": ("data/units.toml", "strength = 4", "strenght = 4", "takes no field strenght; did you mean strength?"),
    "crash": ("rules/combat.py", "return p.board.combat", "return p.board.kombat",
              "at the question Choose, in rules/combat.py:26"),
    "start": ("state/position.py", "p.last_turn = turns", "p.last_turn = turns / 0",
              "state/position.py:60: the scenario battle does not start: ZeroDivisionError"),
    "law": ("rules/movement.py", "        return Tread(p, u)", "        p.hex[u] = 0\n        return Tread(p, u)",
            "law 1"),
    "look": ("show/look.toml", "[side.german]", "[side.girman]",
             ": there is no [side.german], and"),
    "colour": ("show/look.toml", '"#a23b2a"', '"red"', 'must be a colour such as "#a23b2a", not "red"'),
    "theme": ("show/theme.toml", '"Combat"]', '"Kombat"]',
              'phase "Kombat" is unknown to'),
    "position": ("state/position.py", "    last_turn: int\n", "    last_turn: int\n    chances: list[float]\n",
                 ".chances cannot be copied and saved: make it a number"),
    "board": ("__init__.py", "boxes = BOXES", "boxes = {where: 7 for where in BOXES}",
              "picture() gives a board that the page cannot show: Expected str, got int - at .boxes[0].id"),
    "map": ("show/cartography.py", "show.chart(", "show.shart(", "show/cartography.py:15: the map cannot be drawn"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_named_with_its_place_and_its_remedy(kind: str, tmp_path: Path) -> None:
    file, old, new, said = FAULTS[kind]
    name = "trial_" + kind.replace(" ", "_")
    make(tmp_path / name, name, ("german", "soviet"), "The Trial")
    path = tmp_path / name / name / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert catalog.add_project(tmp_path / name) == {name: name}
    faults: list[str] = []
    for _, _, found in Checkup(name, [0]).run():
        faults += found
        if found and kind not in ("not played", "look", "colour", "theme", "board", "map"):
            break
    assert any(said in fault for fault in faults), faults
    assert all(name in fault for fault in faults), faults


def test_spanish_is_asked_of_the_games_of_the_project_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "trial_spanish"
    make(tmp_path / name, name, ("german", "soviet"), "The Trial")
    catalog.add_project(tmp_path / name)
    outside = Checkup(name, [0])
    assert outside.code()[2] == []
    assert outside.texts()[2] == []
    monkeypatch.setattr("frente.checkup.OURS", name)
    assert "text/es.toml is missing; the project's own games speak Spanish" in outside.texts()[2][0]
    ours = Checkup("brunete", [0])
    ours.code()
    assert ours.texts() == ("texts", "en complete, es complete", [])
