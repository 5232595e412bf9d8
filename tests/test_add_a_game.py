"""docs/add-a-game.md is true: its commands run, the names in it exist, its piece of a test passes."""
from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from frente.kernel.catalog import PROJECTS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
WAITS = ("serve", "play")                # these wait for somebody


def commands() -> list[list[str]]:
    """What the page tells to type, without the remarks beside it."""
    lines = [line.strip() for line in PAGE.splitlines() if line.startswith("    frente ")]
    return [re.split(r" {3,}", line)[0].split() for line in lines]


def test_its_commands_run_one_after_another(tmp_path: Path) -> None:
    env = {k: v for k, v in os.environ.items() if k != PROJECTS}
    ran: list[str] = []
    for _, verb, *rest in commands():
        if verb not in WAITS:
            more = ["--games", "1"] if verb == "check" else []
            done = subprocess.run([sys.executable, "-m", "frente.cli", verb, *rest, *more], cwd=tmp_path, env=env,
                                  capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            ran.append(verb)
    assert ran == ["new", "check", "sim"]
    listed = [line.split()[0] for line in PAGE.splitlines() if re.match(r"      [a-z_]+[./]", line)]
    assert len(listed) == 8
    assert [x for x in listed if not (tmp_path / "moscow" / "moscow" / x).exists()] == []


def test_a_piece_of_a_test_on_it_passes() -> None:
    found = re.search(r"    D = Drill\(GAME\)\n(?:    .*\n)+", PAGE)
    assert found is not None
    before = ("from frente.kit.drill import Drill\nfrom frente.skeleton import GAME\n"
              "from frente.skeleton.rules.movement import Movement\n")
    space: dict[str, object] = {}
    exec(before + re.sub(r"^    ", "", found[0], flags=re.MULTILINE), space)
    assert space["p"] is not None


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(frente\.k[\w.]+)`", PAGE))))
def test_a_module_or_thing_it_names_exists(name: str) -> None:
    module, _, thing = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        assert hasattr(importlib.import_module(module), thing)


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", PAGE))))
def test_a_page_it_links_to_exists(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
