"""The reader of rule marks: what counts as proof, and what does not."""
from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from frente import coverage
from frente.coverage import CoverageError, marked, proven

HEAD = "import pytest\n"
GAMES = Path(coverage.__file__).parent / "games"


def suite(folder: Path, text: str, name: str = "brunete/test_combat.py") -> Path:
    path = folder / "tests" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + text, encoding="utf-8")
    return folder / "tests"


def test_a_marked_test_proves_its_rules_for_the_game_of_its_folder(tmp_path: Path) -> None:
    tests = suite(tmp_path, "@pytest.mark.rule('1.1a', '1.1b')\ndef test_x():\n    assert 1 + 1 == 2\n")
    name = ["tests/brunete/test_combat.py::test_x"]
    assert proven("brunete", tests) == {"1.1a": name, "1.1b": name}
    assert proven("storm", tests) == {}


def test_a_mark_may_name_another_game(tmp_path: Path) -> None:
    tests = suite(tmp_path, "@pytest.mark.rule('1.1a', game='storm')\ndef test_x():\n    assert f()\n", "test_laws.py")
    assert proven("storm", tests) == {"1.1a": ["tests/test_laws.py::test_x"]}


def test_marks_of_module_class_and_function_add_up(tmp_path: Path) -> None:
    tests = suite(tmp_path, """
pytestmark = [pytest.mark.rule("1"), pytest.mark.slow]
@pytest.mark.rule("2")
class TestAttack:
    pytestmark = pytest.mark.rule("3")
    @pytest.mark.rule("4")
    @pytest.mark.rule("5")
    @pytest.mark.parametrize("n", [1, 2])
    def test_x(self, n):
        with pytest.raises(ValueError):
            f(n)
""")
    name = ["tests/brunete/test_combat.py::TestAttack::test_x"]
    assert proven("brunete", tests) == dict.fromkeys("12345", name)


def test_every_test_of_a_rule_is_named_once(tmp_path: Path) -> None:
    tests = suite(tmp_path, """
pytestmark: object = pytest.mark.rule("1")
@pytest.mark.rule("1")
def test_a():
    assert f()
def test_b():
    assert f()
""")
    assert proven("brunete", tests) == {"1": [f"tests/brunete/test_combat.py::test_{c}" for c in "ab"]}


@pytest.mark.parametrize("body", ["assert f()", "check_board(p)", "laws.assert_kept(p)", "pytest.raises(ValueError, f)",
                                  "for x in y:\n        with g():\n            assert x"])
def test_these_bodies_can_fail(tmp_path: Path, body: str) -> None:
    assert proven("brunete", suite(tmp_path, f"@pytest.mark.rule('1')\ndef test_x():\n    {body}\n")) != {}


@pytest.mark.parametrize("body", ["f()", "pass", "assert True", "assert 'a long text'", "print('assert')", "check(p)",
                                  "def g():\n        assert f()", "h = lambda: check_board(p)",
                                  "pytest.skip('later')\n    assert f()", "pytest.xfail('known')\n    assert f()",
                                  "if slow:\n        pytest.skip()\n    assert f()",
                                  "return\n",
                                  "pytest.importorskip('numpy')\n    assert f()"])
def test_a_test_without_assertion_or_that_skips_proves_nothing(tmp_path: Path, body: str) -> None:
    assert proven("brunete", suite(tmp_path, f"@pytest.mark.rule('1')\ndef test_x():\n    {body}\n")) == {}


@pytest.mark.parametrize("mark", ["skip", "skip('later')", "skipif(True, reason='')", "xfail", "xfail(strict=True)",
                                  "parametrize('n', [pytest.param(1, marks=pytest.mark.skip)])"])
def test_a_skipped_or_expected_failure_proves_nothing_wherever_the_mark_is(tmp_path: Path, mark: str) -> None:
    rule, test = "@pytest.mark.rule('1')\n", "def test_x(self):\n{}assert f()\n"
    texts = [f"{rule}@pytest.mark.{mark}\n{test.format('    ')}",
             f"pytestmark = pytest.mark.{mark}\n{rule}{test.format('    ')}",
             f"@pytest.mark.{mark}\nclass TestX:\n    {rule}    {test.format('        ')}"]
    assert [proven("brunete", suite(tmp_path, text)) for text in texts] == [{}, {}, {}]


def test_a_module_skipped_as_a_whole_proves_nothing(tmp_path: Path) -> None:
    text = "pytest.skip('later', allow_module_level=True)\n@pytest.mark.rule('1')\ndef test_x():\n    assert f()\n"
    assert proven("brunete", suite(tmp_path, text)) == {}


def test_only_what_pytest_collects_counts(tmp_path: Path) -> None:
    text = "@pytest.mark.rule('1')\ndef {}():\n    assert f()\n"
    suite(tmp_path, text.format("helper"))
    assert proven("brunete", suite(tmp_path, text.format("test_x"), "brunete/helpers.py")) == {}


@pytest.mark.parametrize("mark, fault", [
    ("rule(RULE)", "literal strings"), ("rule('1', game=GAME)", "literal strings"), ("rule(f'{x}')", "literal strings"),
    ("rule(*RULES)", "literal strings"), ("rule()", "at least one rule"), ("rule", "at least one rule"),
    ("rule('1', title='x')", "nothing else"), ("rule(1.1)", "literal strings"),
])
def test_a_mark_that_cannot_be_read_is_refused_with_file_and_line(tmp_path: Path, mark: str, fault: str) -> None:
    tests = suite(tmp_path, f"@pytest.mark.{mark}\ndef test_x():\n    assert f()\n")
    with pytest.raises(CoverageError, match=rf"^tests/brunete/test_combat\.py:2: .*{fault}"):
        proven("brunete", tests)


def test_a_mark_outside_a_games_folder_must_name_its_game(tmp_path: Path) -> None:
    tests = suite(tmp_path, "@pytest.mark.rule('1')\ndef test_x():\n    assert f()\n", "test_laws.py")
    with pytest.raises(CoverageError, match=r"^tests/test_laws\.py:2: .* needs game="):
        proven("brunete", tests)


def test_a_file_that_is_not_python_is_named(tmp_path: Path) -> None:
    with pytest.raises(CoverageError, match=r"^tests/brunete/test_combat\.py cannot be read as Python"):
        proven("brunete", suite(tmp_path, "def test_x(:\n"))


def test_missing_tests_are_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CoverageError, match="There is no tests folder"):
        proven("brunete", tmp_path / "tests")
    monkeypatch.setattr(coverage, "__file__", str(tmp_path / "site-packages" / "frente" / "coverage.py"))
    with pytest.raises(CoverageError, match="not part of the installed package"):
        proven("brunete")


def test_every_mark_of_this_suite_names_a_rule_of_its_game() -> None:
    for game, rules in marked().items():
        assert (GAMES / game / "rules.toml").is_file(), f"{game} is not a game with a rule catalogue"
        catalogue = tomllib.loads((GAMES / game / "rules.toml").read_text(encoding="utf-8"))
        known = {rule["id"] for rule in catalogue["rule"]}
        assert {rule: tests for rule, tests in rules.items() if rule not in known} == {}
