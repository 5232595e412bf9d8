"""Mutants of rules code, each with the rules it belongs to.

The rules of a change are, nearest first: ids written in the statement or in the body of its condition, as literals
(Refusal("9.7e", ...)) or comments; those of the function, its docstring "[9.4.2b, 9.5h]", its step's rule and
docstring; those of the functions that call it. A change that would belong to too many rules proves none of them and is
left out.
"""
from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from mutation.changes import blank, changes, told
from mutation.mutant import CALLERS, FUNCTION, NEAR, Mutant, Spot, digest, unique
from mutation.rules import Catalogue

ROOMS = ("state", "rules", "show")
# Modules that carry out no rule of the book: see docs/tests.md.
NO_RULES = re.compile(r"(cartography|picture|preview|laws|options|knowledge|sealed|hiding|views|"
                      r"wizard|standing|odds|cards|counters|ledger|__init__)\w*\.py$")
READS_DATA = "board.py"                  # only functions that name a rule themselves
NO_RULE = {"clone", "steps", "__init__", "__repr__", "dump", "view"}
MOST_NEAR = 6                            # ids near a change: more say nothing
MOST = 12                                # rules of a function
MOST_CALLERS = (6, 3)                    # rules of its callers, and of theirs
Trail = list[tuple[ast.AST, str, int]]


class Module:
    """One source file: what its functions name and call, and the changes found."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self.name, self.catalogue = path.name, catalogue
        text = path.read_text("utf-8")
        self.tree = ast.parse(text)
        comments = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type == tokenize.COMMENT]
        self.comments = {t.start[0]: catalogue.named(t.string) for t in comments}
        self.alone = {t.start[0] for t in comments if t.line.lstrip().startswith("#")}
        self.uses: dict[str, set[str]] = {}                    # function -> names it uses, after a dot with the dot
        self.rules: dict[str, list[str]] = {}                  # function -> rules it names
        self.found: list[Mutant] = []
        self.beside: dict[ast.stmt, list[str]] = {}            # statement -> rules named beside it
        self._scope(self.tree, "", [])

    def _scope(self, scope: ast.Module | ast.ClassDef, prefix: str, outer: list[str]) -> None:
        for node in scope.body:
            if isinstance(node, ast.ClassDef):
                step = [x.value.value for x in node.body if isinstance(x, ast.Assign)
                        and isinstance(x.targets[0], ast.Name) and x.targets[0].id == "rule"
                        and isinstance(x.value, ast.Constant) and isinstance(x.value.value, str)]
                heads = self.catalogue.heading(ast.get_docstring(node))
                self._scope(node, f"{prefix}{node.name}.", unique([*step, *heads]))
            elif isinstance(node, ast.FunctionDef) and node.name not in NO_RULE:
                self._function(node, prefix + node.name, outer)

    def _function(self, node: ast.FunctionDef, name: str, outer: list[str]) -> None:
        doc = ast.get_docstring(node)
        self.uses[name] = {n.id if isinstance(n, ast.Name) else "." + n.attr
                           for n in ast.walk(node) if isinstance(n, ast.Name | ast.Attribute)}
        named = unique([*(self.catalogue.heading(doc) or outer), *self._ids(node.body)])
        self.rules[name] = [i for i in named if i in self.catalogue.known]
        code = digest(ast.dump(node))
        for i in range(1 if doc else 0, len(node.body)):
            self._walk(node.body[i], [(node, "body", i)], name, code)

    def _ids(self, nodes: Sequence[ast.AST]) -> list[str]:
        """Rules that some statements or expressions name by literals and comments."""
        out = [x.value for n in nodes for x in ast.walk(n) if isinstance(x, ast.Constant)
               and isinstance(x.value, str) and x.value in self.catalogue.known]
        for n in nodes:
            if isinstance(n, ast.stmt | ast.expr):
                for line in range(n.lineno, (n.end_lineno or n.lineno) + 1):
                    out += self.comments.get(line, [])
        return unique(out)

    def _near(self, trail: Trail, node: ast.AST) -> list[str]:
        came = ""                        # from which slot of the node
        for parent, slot, _ in reversed(trail):
            if isinstance(node, ast.stmt) and 0 < len(ids := self._beside(node, came)) <= MOST_NEAR:
                return ids
            node, came = parent, slot
        return []

    def _beside(self, node: ast.stmt, came: str) -> list[str]:
        """Rules named in a statement, or in a condition and its body or its else, or by a comment above."""
        if isinstance(node, ast.If) and came == "orelse":
            return [] if isinstance(node.orelse[0], ast.If) else self._ids(node.orelse)
        if node not in self.beside:
            ids = self._ids([node.test, *node.body] if isinstance(node, ast.If) else [node])
            self.beside[node] = ids or (self.comments[node.lineno - 1] if node.lineno - 1 in self.alone else [])
        return self.beside[node]

    def _walk(self, node: ast.AST, trail: Trail, name: str, code: str) -> None:
        if told(node) or blank(node):
            return
        parent, slot, index = trail[-1]
        for kind, new in changes(node, parent, slot):
            line = getattr(node, "lineno", getattr(parent, "lineno", 0))
            self.found.append(Mutant(self.name, line, name, kind, ast.unparse(node), ast.unparse(new), code,
                                     Spot(self.tree, parent, slot, index, new), near=self._near(trail, node)))
        for slot, value in ast.iter_fields(node):
            if slot not in ("annotation", "keywords"):
                several = isinstance(value, list)
                for i, child in enumerate(value if several else [value]):
                    if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                        self._walk(child, [*trail, (node, slot, i if several else -1)], name, code)


def sources(folder: Path) -> list[Path]:
    """The modules of a game that may carry out a rule: not those of its data, and none of the computer player's."""
    rooms = [folder, *(folder / room for room in ROOMS)]
    return sorted((p for room in rooms for p in room.glob("*.py") if not NO_RULES.match(p.name)), key=lambda p: p.name)


def code_mutants(folder: Path, catalogue: Catalogue) -> list[Mutant]:
    """All mutants of a game's rules; those that belong to no rule or to too many have none in wide."""
    modules = [Module(p, catalogue) for p in sources(folder)]
    users: dict[str, set[tuple[int, str]]] = defaultdict(set)  # name -> functions that use it
    for n, module in enumerate(modules):
        for function, names in module.uses.items():
            for used in names - {called(function)}:
                users[used].add((n, function))
    for module in modules:
        for m in module.found:
            assign(m, module.rules[m.function], modules, users)
    return [m for module in modules for m in module.found]


def assign(m: Mutant, own: list[str], modules: list[Module], users: dict[str, set[tuple[int, str]]]) -> None:
    """Give a mutant the rules of its function, or of the functions that call it."""
    m.wide = unique([*m.near, *own])
    if m.wide:
        m.via = NEAR if m.near else FUNCTION
        if len(m.wide) > MOST:
            m.wide = m.near
    elif m.file != READS_DATA:
        m.via = CALLERS
        names = {called(m.function)}
        for most in MOST_CALLERS:
            calls = sorted({u for name in names for u in users[name]})
            found = unique(i for n, function in calls for i in modules[n].rules[function])
            if found:
                m.wide = found if len(found) <= most else []
                break
            names = {called(function) for _, function in calls}
    m.near = m.near or m.wide


def called(function: str) -> str:
    """How a function is called: a method after a dot, another by its bare name. So they may share a name."""
    return function[function.rindex("."):] if "." in function else function
