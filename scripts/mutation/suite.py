"""The tests of a game: which prove a rule, and fingerprints that tell whether one has changed."""
from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from frente.coverage import proven
from mutation.mutant import Mutant, Place, digest

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Suite:
    def __init__(self, place: Place) -> None:
        self.proven = proven(place.game, place.root / "tests")
        self.prints: dict[str, str] = {}                       # test -> fingerprint of its text
        self.around: dict[str, str] = {}                       # file of tests -> fingerprint of its helpers
        shared: list[str] = []
        for path in sorted(place.tests.rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            name = f"tests/{path.relative_to(place.tests.parent).as_posix()}"
            for test, node in tests_of(tree, name):
                node.decorator_list = [d for d in node.decorator_list if "mark.rule" not in ast.unparse(d)]
                self.prints[test] = digest(ast.dump(node))
            self.around[name] = digest(*(ast.dump(n) for n in tree.body if helps(n)))
            if not path.name.startswith("test_"):
                shared.append(self.around[name])
        self.helpers = digest(*shared)                         # of the files that hold no tests

    def of(self, rules: Iterable[str]) -> set[str]:
        """The tests marked with one of some rules."""
        return {t for i in rules for t in self.proven.get(i, [])}

    def whole(self, test: str) -> str:
        """Fingerprint of a test and the helpers in its file."""
        return digest(self.prints.get(test, ""), self.around.get(test.split("::")[0], ""))

    def proof(self, m: Mutant, killer: str = "") -> str:
        """What a verdict rests on: the test that kills, or all that do not and what they are laid out with."""
        if killer:
            return self.prints.get(killer, "")
        return digest(self.helpers, *(f"{t} {self.whole(t)}" for t in sorted(self.of(m.wide))))


def tests_of(scope: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, Function]]:
    """Tests with the names pytest gives them."""
    for node in scope.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from tests_of(node, f"{name}::{node.name}")
        elif isinstance(node, Function) and node.name.startswith("test"):
            yield f"{name}::{node.name}", node


def helps(node: ast.stmt) -> bool:
    """Not a test, and not merely a name from elsewhere."""
    return not isinstance(node, ast.Import | ast.ImportFrom) and not (
        isinstance(node, Function | ast.ClassDef) and node.name.lower().startswith("test"))
