"""The lists of worked examples in docs/tests.md name tests that exist."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from frente.kernel.catalog import GAMES, find

TESTS = Path(__file__).parent
DOC = TESTS.parent / "docs" / "tests.md"
ROW = re.compile(r"^\| (?P<files>`.*?) \| (?P<example>.+?) \| (?P<tests>`test_.*) \|$", re.M)


def section(game: str) -> str:
    """What the document says of a game, from its heading to the next game's."""
    parts = re.split(r"^## (.+)$", DOC.read_text("utf-8"), flags=re.M)
    return parts[parts.index(find(game).title) + 1]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_names_tests_that_exist_in_its_files(game: str) -> None:
    rows = list(ROW.finditer(section(game)))
    assert len(rows) > 10
    missing: list[str] = []
    for row in rows:
        found: set[str] = set()
        for name in quoted(row["files"]):
            tree = ast.parse((TESTS / game / name).read_text("utf-8"))
            found |= {x.name for x in ast.walk(tree) if isinstance(x, ast.FunctionDef)}
        missing += [f"{row['example']}: {name}" for name in quoted(row["tests"]) if name not in found]
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_no_row_of_the_lists_is_overlooked(game: str) -> None:
    lines = [x for x in section(game).splitlines() if x.startswith("| `test_")]
    assert [x for x in lines if not ROW.match(x)] == []
