"""A small fixed sample of mutants of every game: tests marked with their rule kill them. Lists of equivalents fit."""
from __future__ import annotations

import subprocess
import sys

import pytest

from frente.kernel.catalog import GAMES
from mutants import ROOT

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("game", GAMES)
def test_tests_fail_without_their_rule(game: str) -> None:
    done = subprocess.run([sys.executable, "scripts/mutants.py", game, "--fixed"], cwd=ROOT, capture_output=True,
                          text=True)
    assert done.stdout + done.stderr == "every mutant of the fixed sample is killed by a test marked with its rule\n"
    assert done.returncode == 0
