"""Which rules are proven: reads the marks of the test suite without running it, and without pytest.

A test proves the rules that it, its class or its module is marked with:

    @pytest.mark.rule("10.3.1a", "10.3.1b")             # of the game whose folder under tests/ it is in
    @pytest.mark.rule("10.3.1a", game="brunete")        # anywhere else

The ids are literal strings. A mark counts only if the test can fail: its body holds an assertion (``assert``,
``pytest.raises``, or a helper named ``assert_...`` or ``check_...``) and nothing skips it or expects it to fail.
"""
from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
UNSURE = {"skip", "skipif", "xfail", "importorskip"}


class CoverageError(ValueError):
    """The tests cannot be found or a mark cannot be read; the text says which and what to do."""


class Mark(NamedTuple):
    game: str
    rules: tuple[str, ...]


def tests_folder() -> Path:
    """The tests of the source tree this package runs from."""
    folder = Path(__file__).resolve().parents[2] / "tests"
    if not folder.is_dir():
        raise CoverageError("The tests are not part of the installed package: "
                            "run this in a source checkout, with the package installed from it by “make play”.")
    return folder


def proven(game: str, tests: Path | None = None) -> dict[str, list[str]]:
    """Every rule of *game* that a test proves, with the names of those tests."""
    return marked(tests).get(game, {})


def marked(tests: Path | None = None, game: str = "") -> dict[str, dict[str, list[str]]]:
    """The proven rules of every game that a mark names; *game* is meant where neither mark nor folder names one."""
    folder = tests_folder() if tests is None else tests
    if not folder.is_dir():
        raise CoverageError(f"There is no tests folder {folder}: run this in a source checkout.")
    out: dict[str, dict[str, list[str]]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for name, marks in _File(folder, path, game).tests():
            for mark in marks:
                for rule in mark.rules:
                    names = out.setdefault(mark.game, {}).setdefault(rule, [])
                    if name not in names:
                        names.append(name)
    return out


class _File:
    """One test file. Names are those pytest shows, from the folder above the tests."""

    def __init__(self, folder: Path, path: Path, game: str) -> None:
        inside = path.relative_to(folder)
        self.game = game or (inside.parts[0] if len(inside.parts) > 1 else "")
        self.name = f"{folder.name}/{inside.as_posix()}"
        try:
            self.tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError) as error:
            raise CoverageError(f"{self.name} cannot be read as Python: {error}.") from None

    def tests(self) -> Iterator[tuple[str, list[Mark]]]:
        """The marked tests that can fail."""
        if not any(isinstance(node, ast.Expr) and _unsure(node.value) for node in self.tree.body):
            yield from self._tests(self.tree, self.name, [])

    def _tests(self, scope: ast.Module | ast.ClassDef, name: str, outer: list[ast.expr]
               ) -> Iterator[tuple[str, list[Mark]]]:
        around = [*outer, *_pytestmark(scope.body)]
        for node in scope.body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                yield from self._tests(node, f"{name}::{node.name}", [*around, *node.decorator_list])
            elif isinstance(node, Function) and node.name.startswith("test"):
                decorators = [*around, *node.decorator_list]
                marks = [self._mark(d) for d in decorators if _is_rule(d)]
                if marks and not any(_unsure(x) for d in decorators for x in ast.walk(d)) and _can_fail(node):
                    yield f"{name}::{node.name}", marks

    def _mark(self, node: ast.expr) -> Mark:
        game = self.game
        rules: list[str] = []
        where = f"{self.name}:{node.lineno}"
        if not isinstance(node, ast.Call) or not node.args:
            raise CoverageError(f"{where}: a rule mark names at least one rule.")
        for value in [*node.args, *(k.value for k in node.keywords)]:
            if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
                raise CoverageError(f"{where}: write rule ids and game as literal strings, so that they can be read "
                                    f"without running the test.")
            rules.append(value.value)
        for keyword in node.keywords:
            if keyword.arg != "game":
                raise CoverageError(f"{where}: a rule mark takes rule ids and game=, nothing else.")
            game = rules.pop()
        if not game:
            raise CoverageError(f"{where}: outside a game's folder a rule mark needs game=.")
        return Mark(game, tuple(rules))


def _pytestmark(body: Sequence[ast.stmt]) -> list[ast.expr]:
    """The marks a module or class lays on all its tests."""
    out: list[ast.expr] = []
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and target.id == "pytestmark":
                out += node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
    return out


def _dotted(node: ast.expr) -> list[str]:
    """pytest.mark.rule("1.1") -> ["pytest", "mark", "rule"]."""
    if isinstance(node, ast.Call):
        return _dotted(node.func)
    if isinstance(node, ast.Attribute):
        return [*_dotted(node.value), node.attr]
    return [node.id] if isinstance(node, ast.Name) else []


def _is_rule(node: ast.expr) -> bool:
    return _dotted(node)[-2:] == ["mark", "rule"]


def _unsure(node: ast.AST) -> bool:
    """Skips a test or expects it to fail."""
    name = _dotted(node) if isinstance(node, ast.expr) else []
    return len(name) > 1 and name[0] in ("pytest", "mark", "unittest") and name[-1] in UNSURE


def _can_fail(test: Function) -> bool:
    seen = [node for statement in test.body for node in _run(statement)]
    return any(_asserts(node) for node in seen) and not any(_unsure(node) for node in seen)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """What runs with a statement: everything in it but the insides of functions it defines."""
    if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _run(child)


def _asserts(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return not isinstance(node.test, ast.Constant)
    if not isinstance(node, ast.Call):
        return False
    name = _dotted(node)
    return name == ["pytest", "raises"] or (bool(name) and name[-1].startswith(("assert_", "check_")))
