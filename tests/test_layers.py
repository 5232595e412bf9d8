"""The layers of the package, checked on this source tree and on trees that break them."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import layers


def tree(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / "src" / "frente" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "src"


def test_no_import_of_the_package_crosses_a_layer() -> None:
    assert layers.broken(layers.ROOT / "src") == []


def test_downward_imports_and_those_inside_a_layer_are_allowed(tmp_path: Path) -> None:
    src = tree(tmp_path, {
        "__init__.py": "from frente.kernel.record import Record\n",
        "__main__.py": "from frente.cli.main import main\n",
        "kernel/flow.py": "import json\nfrom frente import __version__\n",
        "kernel/record.py": "from frente.kernel.flow import Act\n",
        "geo/reach.py": "from frente.kernel.flow import Position\nfrom frente.geo.hexgrid import Grid\n",
        "kit/losses.py": "from frente.kernel import flow\nfrom frente.geo import hexgrid\n",
        "games/brunete/__init__.py": "from .state.position import Board\nfrom ...kernel.flow import Act\n",
        "games/brunete/state/board.py": "from frente.games.brunete.data.shape import KEYS\n",
        "games/brunete/rules/combat.py": "from frente.kit.losses import Loss\nfrom ..state import position\n",
        "games/brunete/show/preview.py": "from frente.games.brunete.rules import combat\n",
        "games/brunete/captain/move.py": "from frente.games.brunete.rules import combat\nfrom . import plan\n",
        "ai/captain.py": "from frente import SeatView\nfrom frente.odds import expand\n",
        "cli/main.py": "from frente.games.brunete import GAME\nfrom frente.lab import sim\n",
    })
    assert layers.broken(src) == []


@pytest.mark.parametrize("file, text, fault", [
    ("kernel/flow.py", "import os\nfrom frente.geo import hexgrid\n",
     "2: kernel must not import geo (frente.geo.hexgrid)"),
    ("kernel/codec.py", "import frente.odds\n", "1: kernel must not import odds (frente.odds)"),
    ("__init__.py", "from frente.cli import main\n", "1: frente must not import cli (frente.cli.main)"),
    ("geo/zones.py", "from ..kit import cup\n", "1: geo must not import kit (frente.kit.cup)"),
    ("kit/cup.py", "from frente import games\n", "1: kit must not import games (frente.games)"),
    ("games/brunete/rules/combat.py", "from ...storm.rules import combat\n",
     "1: games.brunete must not import games.storm (frente.games.storm.rules.combat)"),
    ("games/brunete/__init__.py", "from ..storm import combat\n",
     "1: games.brunete must not import games.storm (frente.games.storm.combat)"),
    ("games/__init__.py", "from . import storm\n", "1: games must not import games.storm (frente.games.storm)"),
    ("games/brunete/captain/bot.py", "from frente.ai import captain\n",
     "1: games.brunete must not import ai (frente.ai.captain)"),
    ("odds.py", "from frente.games.brunete import GAME\n",
     "1: odds must not import games.brunete (frente.games.brunete.GAME)"),
    ("ai/captain.py", "def f():\n    import frente.games.brunete\n",
     "2: ai must not import games.brunete (frente.games.brunete)"),
    ("lab/sim.py", "from frente.draw import sheet\n", "1: lab must not import draw (frente.draw.sheet)"),
    ("draw/sheet.py", "from frente.cli import main\n", "1: draw must not import cli (frente.cli.main)"),
    ("games/brunete/combat.py", "", "1: frente.games.brunete.combat lies in no room; a game has "
     "data, state, rules, show, captain"),
    ("games/brunete/state/position.py", "from frente.games.brunete.rules.combat import odds\n",
     "1: state must not import rules (frente.games.brunete.rules.combat.odds)"),
    ("games/brunete/rules/combat.py", "from ..show import knowledge\n",
     "1: rules must not import show (frente.games.brunete.show.knowledge)"),
    ("games/brunete/show/card.py", "from ..captain.odds import chance\n",
     "1: show must not import captain (frente.games.brunete.captain.odds.chance)"),
    ("games/brunete/data/check.py", "from ..state import board\n",
     "1: data must not import state (frente.games.brunete.state.board)"),
    ("games/brunete/rules/laws.py", "from frente.games.brunete import GAME\n",
     "1: rules must not import the game itself (frente.games.brunete.GAME)"),
    ("extra.py", "", "1: frente.extra belongs to no layer; give it one in scripts/layers.py"),
])
def test_an_import_that_crosses_a_layer_is_named_with_file_and_line(tmp_path: Path, file: str, text: str,
                                                                    fault: str) -> None:
    assert layers.broken(tree(tmp_path, {file: text})) == [f"src/frente/{file}:{fault}"]


def test_the_check_fails_as_a_command_when_a_layer_is_broken(tmp_path: Path) -> None:
    src = tree(tmp_path, {"kernel/flow.py": "from frente.cli import main\n"})
    done = subprocess.run([sys.executable, layers.__file__, str(src)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "flow.py:1: kernel must not import cli" in done.stdout
