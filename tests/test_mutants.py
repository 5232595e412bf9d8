"""make mutants: sites, rules, equivalents and results, on a small game made for it."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mutants
from mutation import equivalents, report
from mutation.data import data_mutants
from mutation.mutant import Mutant, MutationError, Place, number
from mutation.plain import Plain
from mutation.results import KILLED, SURVIVED, Result, Results
from mutation.rules import Catalogue
from mutation.source import code_mutants
from mutation.suite import Suite

RULES = "".join(f'[[rule]]\nid = "{i}"\n' for i in ("1a", "1b", "1c", "2.1", "2.2", "2.3a", "2.3b"))
MARCH = '''
from mini.help import far, room


def allowed(steps, tired):
    """[1a, 1b]"""
    if tired and steps > 1:              # 1b
        return False
    return steps <= 3 and room(steps)


class March:
    rule = "2.1"

    def why(self, p, act):
        if far(act):
            return [Refusal("2.2", "too-far")]
        return []

    def do(self, p, act):
        p.tell("2.1", "marches", {"n": 1})
        p.seen = [0] * 9
        p.moved = act
'''
HELP = '''
def room(steps):
    return steps != 2


def far(act):
    """Far away [2.3a-2.3b]."""
    return act >= 0 and len(act) > 5


def nowhere(act):
    return act == 4
'''
BRANCHES = '''def price(act):
    """[1c]"""
    if act == 4:                         # 2.1
        return 5
    elif act == 6:
        cost = 7                         # 2.2
    elif act == 8:
        return 9
    else:
        cost = 11 + act                  # 2.3a
        return cost + 13
    return cost
'''
VALUES = '''# Numbers of the rules.

[limits]                                 # 2.3a, text
far = 5
slow = 2                                 # 2.3b
wind = 7                                 # estimate

[prices]
bread = 3

[[unit]]
rule = "2.1"
attack = 4
turn = 6
provenance = { factors = "estimate" }
[[unit]]
rule = "2.2"
steps = 2
steps_from = "estimate"
provenance = "text"
[[unit]]
rule = "2.3a"
steps = 2
steps_from = "text"
turn = 7
'''
TESTS = '''
import pytest
from mini.march import allowed


@pytest.mark.rule("1a")
def test_three_steps():
    assert allowed(3, False)
    assert not allowed(4, False)


def test_two_steps_have_no_room():
    assert not allowed(2, False)


@pytest.mark.rule("1b")
@pytest.mark.parametrize("steps, may", [(1, True), (3, False)])
def test_the_tired_go_one_step(steps, may):
    assert allowed(steps, True) is may
'''


def lay(folder: Path, tests: str = TESTS) -> Place:
    """A game of two modules and one data file, with tests."""
    game = folder / "mini"
    files = {"mini/rules.toml": RULES, "mini/__init__.py": "", "mini/march.py": MARCH, "mini/help.py": HELP,
             "mini/data/values.toml": VALUES, "tests/mini/test_march.py": tests}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Place("mini", folder, game, "mini", ())


def found(place: Place) -> list[Mutant]:
    out = code_mutants(place.folder, Catalogue(place.folder)) + data_mutants(place.folder, Catalogue(place.folder))
    number(out)
    return out


def changes(place: Place, function: str) -> set[tuple[str, str, str]]:
    return {(m.kind, m.before, m.after) for m in found(place) if m.function == function}


# -- sites


def test_conditions_boundaries_and_numbers_are_changed(tmp_path: Path) -> None:
    assert changes(lay(tmp_path), "allowed") == {
        ("never", "tired and steps > 1", "False"), ("always", "tired and steps > 1", "True"),
        ("drop-condition", "tired and steps > 1", "tired"), ("drop-condition", "tired and steps > 1", "steps > 1"),
        ("boundary", "steps > 1", "steps >= 1"), ("constant", "1", "2"), ("return", "return False", "return True"),
        ("drop-condition", "steps <= 3 and room(steps)", "steps <= 3"), ("boundary", "steps <= 3", "steps < 3"),
        ("drop-condition", "steps <= 3 and room(steps)", "room(steps)"), ("constant", "3", "4"), ("constant", "3", "2")}


def test_what_is_told_and_empty_arrays_are_left_alone(tmp_path: Path) -> None:
    place = lay(tmp_path)
    assert changes(place, "March.do") == {
        ("drop-change", "p.seen = [0] * 9", "pass"), ("drop-change", "p.moved = act", "pass")}
    assert changes(place, "March.why") == {("never", "far(act)", "False"), ("always", "far(act)", "True")}


def test_signs_that_there_is_one_are_left_alone(tmp_path: Path) -> None:
    assert ("boundary", "act >= 0", "act > 0") not in changes(lay(tmp_path), "far")
    assert ("boundary", "len(act) > 5", "len(act) >= 5") in changes(lay(tmp_path), "far")


def test_numbers_that_the_data_take_from_a_rule_are_changed_by_one(tmp_path: Path) -> None:
    data = [(m.before, m.after, m.near) for m in found(lay(tmp_path)) if not m.function]
    assert data == [("far = 5", "far = 6", ["2.3a"]), ("far = 5", "far = 4", ["2.3a"]),
                    ("slow = 2", "slow = 3", ["2.3b"]), ("slow = 2", "slow = 1", ["2.3b"]),
                    ("turn = 6", "turn = 7", ["2.1"]), ("turn = 6", "turn = 5", ["2.1"]),
                    ("steps = 2", "steps = 3", ["2.3a"]), ("steps = 2", "steps = 1", ["2.3a"])]


# -- rules


@pytest.mark.parametrize("function, before, near, wide", [
    ("allowed", "tired and steps > 1", ["1b"], ["1b", "1a"]),                # the comment beside it
    ("allowed", "steps <= 3", ["1a", "1b"], ["1a", "1b"]),                   # the docstring
    ("March.why", "far(act)", ["2.2"], ["2.2", "2.1"]),                      # the refusal in its body; the step
    ("far", "len(act) > 5", ["2.3a", "2.3b"], ["2.3a", "2.3b"]),             # a range
    ("room", "steps != 2", ["1a", "1b"], ["1a", "1b"]),                      # its only caller
    ("nowhere", "act == 4", [], []),                                         # nobody
])
def test_the_nearest_rules_of_a_change(tmp_path: Path, function: str, before: str, near: list[str], wide: list[str]
                                       ) -> None:
    m = next(m for m in found(lay(tmp_path)) if (m.function, m.before) == (function, before))
    assert (m.near, m.wide) == (near, wide)


@pytest.mark.parametrize("before, near", [
    ("5", ["2.1"]),                                    # the condition
    ("act == 6", ["2.2"]), ("7", ["2.2"]),             # a further condition, and not the first
    ("9", ["1c", "2.1", "2.2", "2.3a"]),               # one that names none: the function
    ("13", ["2.3a"]),                                  # what else names
])
def test_each_branch_of_a_condition_has_the_rules_it_names(tmp_path: Path, before: str, near: list[str]) -> None:
    place = lay(tmp_path)
    (place.folder / "branches.py").write_text(BRANCHES, encoding="utf-8")
    assert next(m for m in found(place) if (m.function, m.before) == ("price", before)).near == near


def test_what_a_side_knows_and_previews_carry_out_no_rule(tmp_path: Path) -> None:
    place = lay(tmp_path)
    for name in ("knowledge", "sealed", "hiding", "views", "preview"):
        (place.folder / f"{name}.py").write_text('def known(n):\n    """[1a]"""\n    return n > 2\n', encoding="utf-8")
    assert {m.file for m in found(place)} == {"march.py", "help.py", "data/values.toml"}


def test_a_helper_of_too_many_rules_proves_none(tmp_path: Path) -> None:
    place = lay(tmp_path)
    calls = "".join(f'\ndef use_{n}(n):\n    """[{i}]"""\n    return room(n)\n'
                    for n, i in enumerate(("1c", "2.1", "2.2", "2.3a", "2.3b")))
    (place.folder / "more.py").write_text(calls, encoding="utf-8")
    m = next(m for m in found(place) if (m.function, m.before) == ("room", "steps != 2"))
    assert m.wide == []


@pytest.mark.parametrize("called, wide", [("self.room(n)", ["2.3a"]), ("room(n)", [])])
def test_a_method_is_called_after_a_dot_and_a_function_of_its_name_is_another(tmp_path: Path, called: str,
                                                                              wide: list[str]) -> None:
    place = lay(tmp_path)
    (place.folder / "search.py").write_text(
        'class Search:\n    def room(self, n):\n        return n == 4\n\n'
        f'    def look(self, n):\n        """[2.3a]"""\n        return {called}\n', encoding="utf-8")
    assert next(m for m in found(place) if m.function == "Search.room").wide == wide


def test_modules_that_carry_out_no_rule_are_left_out(tmp_path: Path) -> None:
    place = lay(tmp_path)
    captain = place.folder / "captain"
    captain.mkdir()
    (captain / "move.py").write_text('def go(n):\n    """[1a]"""\n    return n == 4\n', encoding="utf-8")
    assert {m.file for m in found(place)} == {"march.py", "help.py", "data/values.toml"}


# -- equivalents


ENTRY = {"file": "march.py", "function": "allowed", "before": "tired and steps > 1", "after": "tired",
         "reason": "nobody marches less than a step"}


def listed(place: Place, **changed: Any) -> list[equivalents.Equivalent]:
    entry = {k: v for k, v in (ENTRY | changed).items() if v is not None}
    lines = [f'{k} = {v}' if isinstance(v, int) else f'{k} = "{v}"' for k, v in entry.items()]
    path = place.tests / "equivalent.toml"
    path.write_text("\n".join(["[[equivalent]]", *lines]), encoding="utf-8")
    return equivalents.read(path)


def test_an_entry_fits_one_change(tmp_path: Path) -> None:
    place = lay(tmp_path)
    [entry] = listed(place)
    assert [(m.before, m.after) for m in found(place) if entry.fits(m)] == [("tired and steps > 1", "tired")]
    assert equivalents.unmatched([entry], found(place)) == []


@pytest.mark.parametrize("changed", [{"before": "tired and steps > 2"}, {"function": "permitted"}, {"nth": 2}])
def test_an_entry_whose_change_can_no_longer_be_made_is_an_error(tmp_path: Path, changed: dict[str, Any]) -> None:
    place = lay(tmp_path)
    [entry] = listed(place, **changed)
    assert equivalents.unmatched([entry], found(place)) == [entry]
    assert [x.split(":")[0] for x in mutants.Run(place).faults()] == ["can no longer be made"]


@pytest.mark.parametrize("changed, said", [
    ({"reason": "equivalent"}, "needs a reason"), ({"after": None}, "lacks after"), ({"line": 7}, "knows no line")])
def test_a_wrong_entry_is_named(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    with pytest.raises(MutationError, match=f"equivalent.toml: entry 1 {said}"):
        listed(lay(tmp_path), **changed)


# -- results


def test_a_result_holds_until_what_it_rests_on_changes(tmp_path: Path) -> None:
    place = lay(tmp_path)
    m = next(m for m in found(place) if (m.before, m.after) == ("steps <= 3", "steps < 3"))
    killer = "tests/mini/test_march.py::test_three_steps"

    def verdicts(tests: str, code: str = m.code) -> list[bool]:
        """Whether a kill and a survival found with the first tests still hold with these."""
        kill = Result(m.key, m.code, KILLED, "rule", killer, Suite(lay(tmp_path)).proof(m, killer))
        alive = Result(m.key, m.code, SURVIVED, "", "", Suite(lay(tmp_path)).proof(m))
        lay(tmp_path, tests)
        other = Mutant(m.file, m.line, m.function, m.kind, m.before, m.after, code, m.change, m.near, m.wide)
        return [r.holds(other, Suite(place)) for r in (kill, alive)]

    assert verdicts(TESTS) == [True, True]
    assert verdicts(TESTS, "other code") == [False, False]
    assert verdicts(TESTS.replace("allowed(4, False)", "allowed(5, False)")) == [False, False]     # the killer changed
    assert verdicts(TESTS.replace("(3, False)]", "(4, False)]")) == [True, False]                  # another changed
    assert verdicts(TESTS.replace('rule("1a")', 'rule("2.1")')) == [False, False]                  # it lost its mark
    assert verdicts(TESTS + '\n@pytest.mark.rule("1a")\ndef test_more():\n    assert allowed(1, 0)\n') == [True, False]
    assert verdicts(TESTS.replace("allowed(2, False)", "allowed(5, False)")) == [True, True]       # proves no rule
    assert verdicts(TESTS + "\nimport re\n\ndef test_less():\n    assert not allowed(2, 0)\n") == [True, True]
    assert verdicts(TESTS + "\ndef laid_out():\n    return 3\n") == [True, False]                  # a helper


def test_results_are_kept_and_a_broken_line_is_passed_over(tmp_path: Path) -> None:
    place = lay(tmp_path)
    m = found(place)[0]
    results = Results(place.out / "mini.jsonl", Suite(place))
    result = Result(m.key, m.code, SURVIVED, "", "", results.suite.proof(m), 0.5)
    results.add(result)
    with results.path.open("a", encoding="utf-8") as file:
        file.write('{"key": "cut sh')
    assert Results(results.path, results.suite).of(m) == result


@pytest.mark.parametrize("killed, of, low, high", [(285, 300, 91.9, 96.9), (0, 10, 0.0, 27.8), (10, 10, 72.2, 100.0)])
def test_interval(killed: int, of: int, low: float, high: float) -> None:
    assert [round(x, 1) for x in report.interval(killed, of)] == [low, high]


def test_sources_are_imported_whatever_is_compiled_beside_them(tmp_path: Path) -> None:
    (tmp_path / "march.py").write_text("there = 1", encoding="utf-8")
    (tmp_path / "march.so").write_bytes(b"compiled")
    spec = Plain("mini").find_spec("mini.march", [str(tmp_path)])
    assert spec
    assert spec.origin == str(tmp_path / "march.py")
    assert Plain("mini").find_spec("maxi.march", [str(tmp_path)]) is None


# -- running


def run(place: Place, *args: str) -> tuple[int, str]:
    """The command on the small game, in a process of its own."""
    code = (f"import sys; sys.path.insert(0, {str(place.root)!r}); import mutants; from mutation.mutant import Place; "
            f"from pathlib import Path; place = Place('mini', Path({str(place.root)!r}), Path({str(place.folder)!r}), "
            f"'mini', ()); mutants.place_of = lambda game: place; sys.exit(mutants.main(['mini', *{list(args)!r}]))")
    done = subprocess.run([sys.executable, "-c", code], cwd=mutants.ROOT / "scripts", capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_a_run_tells_killed_from_survivors_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    place = lay(tmp_path)
    status, said = run(place, "--rule", "1", "--sample", "4")
    assert status == 0
    assert "4 mutants run (4 of code, 0 of data)" in said
    assert len((place.out / "mini.jsonl").read_text("utf-8").splitlines()) == 4
    status, said = run(place, "--rule", "1")
    assert "15 mutants run (15 of code, 0 of data)" in said
    assert "killed by tests marked with the nearest rules 12, with other rules of the function 1: 13 of 15" in said
    assert len((place.out / "mini.jsonl").read_text("utf-8").splitlines()) == 15
    assert re.findall(r"(\w+)\.py:\d+ (\w+)  [\w-]+: (.*)  →  (.*)", said) == [
        ("march", "allowed", "steps <= 3 and room(steps)", "steps <= 3"),     # only a test without a mark knows
        ("march", "allowed", "1", "2")]                                       # no test of two tired steps
    assert "noticed by tests/mini/test_march.py::test_two_steps_have_no_room, which carries none of the marks" in said
    status, again = run(place, "--rule", "1", "--report")
    assert again in said
    assert run(place, "--rule", "1", "--survivors")[1] in again


def test_an_equivalent_is_left_out_and_one_that_is_killed_is_an_error(tmp_path: Path) -> None:
    place = lay(tmp_path)
    listed(place, before="1", after="2")
    status, said = run(place, "--rule", "1b")
    assert status == 0
    assert "1 equivalent ones left out" in said
    listed(place)
    status, said = run(place, "--rule", "1b")
    assert status == 1
    assert "an entry is killed by tests/mini/test_march.py::test_the_tired_go_one_step: march.py allowed" in said


@pytest.mark.parametrize("args, said", [
    (["--rule", "9"], "mini has no rule 9."),
    (["--rule", "1c"], "No mutant of mini belongs to 1c"),
    (["--jobs", "0"], "are more than 0"),
])
def test_wrong_questions_get_a_sentence(tmp_path: Path, args: list[str], said: str) -> None:
    status, answer = run(lay(tmp_path), *args)
    assert status == 2
    assert said in answer
    assert "Traceback" not in answer


def test_a_test_that_fails_without_a_change_is_named(tmp_path: Path) -> None:
    place = lay(tmp_path, TESTS + '\n@pytest.mark.rule("1a")\ndef test_wrong():\n    assert allowed(9, False)\n')
    assert "test_wrong fails without any change and proves nothing" in run(place, "--rule", "1a")[1]


def test_an_endless_loop_is_killed(tmp_path: Path) -> None:
    place = lay(tmp_path, '''
import pytest
from mini.wait import wait


@pytest.mark.rule("1c")
def test_waiting_ends():
    assert wait(3) == 0
''')
    wait = 'def wait(n):\n    """[1c]"""\n    while n > 0:\n        n -= 1\n    return n\n'
    (place.folder / "wait.py").write_text(wait, encoding="utf-8")
    status, said = run(place, "--rule", "1c")
    assert status == 0
    assert "3 of 3, 100.0%" in said
