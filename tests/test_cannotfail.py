"""The static check of tests, on small tests that can and cannot fail."""
from __future__ import annotations

from pathlib import Path

import pytest

import cannotfail


def kinds(folder: Path, body: str, head: str = '@pytest.mark.rule("1")') -> list[tuple[int, str]]:
    """Line and kind of what is found in a test with this body; its first line is 3."""
    path = folder / "test_it.py"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    path.write_text(f"{head}\ndef test_it():\n{lines}", encoding="utf-8")
    return [(f.line, f.kind) for f in cannotfail.findings([path])]


@pytest.mark.parametrize("body", [
    "assert p.points == 3",
    "want = 3\nassert p.points == want",
    "assert p.points[NAT] == 3 and p.turn",
    "assert refusal(p, act) == Refusal('9.7e', 'no.back', {})",
    "with pytest.raises(ValueError):\n    p.play('x')",
    "assert len(p.units) == 4",
    "check_odds(p)",
    "assert p.hidden == [0] * p.board.first + [1] * 28",
    "want = table(CHART)\nassert p.board.routes == want",
    "for name, want in table('A: B\\nB: C').items():\n    assert p.board.routes[name] == want",
    "before = GAME.view(p)\nput(p, 'E')\nassert GAME.view(p) == before",
])
def test_a_test_that_names_a_value_is_not_found(tmp_path: Path, body: str) -> None:
    assert kinds(tmp_path, body) == []


@pytest.mark.parametrize("body, found", [
    ("assert p.points", [(2, "B")]),
    ("assert isinstance(p.points, int)\nassert p.units is not None\nassert len(p.units) > 0", [(2, "B")]),
    ("assert p.cost == p.board.costs[hex]", [(2, "C"), (3, "E")]),
    ("put(p, 'E')\nbefore = GAME.view(p)\nassert GAME.view(p) == before", [(2, "C")]),
    ("assert p.turn == 1\nassert p.points == sum(p.worth(u) for u in units)", [(4, "E")]),
    ("assert p.turn == 1\nassert p.sp == 2 + p.board.income[3]", [(4, "E")]),
    ("strength = p.attack(u) + 2\nwant = sum([strength(u) for u in p.units])\nassert p.turn == 1\nassert p.all == want",
     [(6, "E")]),
    ("for u in p.units:\n    assert p.moved[u] == 1", [(2, "D")]),
])
def test_kinds(tmp_path: Path, body: str, found: list[tuple[int, str]]) -> None:
    assert kinds(tmp_path, body) == found


def test_a_helper_that_asserts_nothing_is_found_and_one_that_does_is_not(tmp_path: Path) -> None:
    helper = "def check_it(p):\n    {}\n\n@pytest.mark.rule('1')"
    assert kinds(tmp_path, "check_it(p)", helper.format("print(p)")) == [(5, "A")]
    assert kinds(tmp_path, "check_it(p)", helper.format("assert p == 1")) == []


def test_an_estimate_may_be_compared_with_the_data_if_the_line_says_why(tmp_path: Path) -> None:
    line = "assert p.turn == 1\nassert p.sp == p.board.income[3]"
    assert kinds(tmp_path, line + "  # estimate: incomes are not printed") == []
    assert kinds(tmp_path, line + "  # estimate") == [(4, "E")]
    assert kinds(tmp_path, line + "  # noqa") == [(4, "E")]


@pytest.mark.parametrize("head, found", [
    ("", []),
    ("pytestmark = pytest.mark.rule('1')", [(2, "B")]),
    ("pytestmark = [pytest.mark.whole]", []),
])
def test_only_marked_tests_are_read(tmp_path: Path, head: str, found: list[tuple[int, str]]) -> None:
    assert kinds(tmp_path, "assert p.points", head) == found


def test_tests_of_a_marked_class_are_read(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text("@pytest.mark.rule('1')\nclass TestIt:\n    def test_it(self):\n        assert p\n", "utf-8")
    assert [(f.line, f.kind) for f in cannotfail.findings([path])] == [(3, "B")]


def test_the_command_names_line_and_kind_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kinds(tmp_path, "assert p.points")
    assert cannotfail.main([str(tmp_path)]) == 1
    assert f"{tmp_path}/test_it.py:2: B: " in capsys.readouterr().out
    kinds(tmp_path, "for u in p.units:\n    assert p.moved[u] == 1")
    assert cannotfail.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""
    assert cannotfail.main(["--hints", str(tmp_path)]) == 0
    assert ":2: D: " in capsys.readouterr().out
    with pytest.raises(SystemExit) as stop:
        cannotfail.main([str(tmp_path / "nowhere")])
    assert stop.value.code == 2
