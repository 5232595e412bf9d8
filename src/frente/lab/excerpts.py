"""What players of the past called and nobody defines any more: taken out of the history, function by function.

A module of then is not loaded as a whole: its frames and steps would stand beside today's. Only the functions and
constants that are missing today are taken, or that are called with other parameters, with what they need; all else in
them is today's.
"""
from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path


def defined(module: str, name: str) -> bool:
    """Whether a module of today has a name, or is the package of a module of that name."""
    try:
        if hasattr(importlib.import_module(module), name):
            return True
        importlib.import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return False
    return True


def fits(module: str, name: str, then: str) -> bool:
    """Whether a module of today has a name, and where it is a function, calls it as in the text of *then*."""
    if not defined(module, name):
        return False
    wanted = parameters(then, name)
    return wanted is None or parameters(text_of(module), name) in (None, wanted)


def parameters(text: str, name: str) -> list[str] | None:
    """The names of what a function is called with; None if the text defines no such function."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return [x.arg for x in node.args.args]
    return None


def text_of(module: str) -> str:
    """The source of a module of today, which lies beside its library where it has been compiled."""
    path = Path(str(importlib.import_module(module).__file__))
    return path.with_name(path.name.partition(".")[0] + ".py").read_text(encoding="utf-8")


class Excerpts:
    """The missing parts of modules of then. *today*: where a module is now; *then*: its name as one of then."""

    def __init__(self, history: Mapping[str, str], today: Callable[[str], str], then: Callable[[str], str]) -> None:
        self.history = history           # by name of the module: its text
        self.today = today
        self.then = then
        self.wanted: dict[str, set[str]] = {}

    def split(self, node: ast.ImportFrom) -> list[ast.stmt]:
        """An import of things that were not theirs: from today's module, and what that lacks from then."""
        module = node.module or ""
        now = self.today(module)
        here = [a for a in node.names if fits(now, a.name, self.history.get(module, ""))]
        gone = [a for a in node.names if a not in here and module in self.history]
        lost = [a for a in node.names if a not in here and a not in gone]
        found: list[ast.stmt] = []
        if here or lost:                 # whoever imports what is lost will be told so
            found.append(ast.ImportFrom(now, here + lost, node.level))
        if gone:
            self.wanted.setdefault(module, set()).update(a.name for a in gone)
            found.append(ast.ImportFrom(self.then(module), gone, node.level))
        return found

    def texts(self) -> dict[str, str]:
        """By name of the module: what has to be taken from it, and from others for its sake."""
        found: dict[str, str] = {}
        done: dict[str, set[str]] = {}
        while any(names != done.get(module) for module, names in self.wanted.items()):
            for module in list(self.wanted):
                done[module] = set(self.wanted[module])
                found[module] = self.taken(module, done[module])
        return found

    def taken(self, module: str, names: Iterable[str]) -> str:
        tree = ast.parse(self.history[module])
        own = {name: node for node in tree.body for name in named(node)}
        imports = {alias.asname or alias.name: (node, alias) for node in tree.body
                   if isinstance(node, ast.ImportFrom | ast.Import) for alias in node.names}
        now = self.today(module)
        needed = sorted(names)
        bodies: list[ast.stmt] = []
        heads: list[ast.stmt] = []
        seen: set[str] = set()
        for name in needed:              # grows
            if name in seen:
                continue
            seen.add(name)
            if name in own and name not in names and fits(now, name, self.history[module]):
                heads.append(ast.ImportFrom(now, [ast.alias(name)], 0))
            elif name in own:
                bare = Bare().visit(own[name])
                if bare not in bodies:
                    bodies.append(bare)
                needed += sorted({x.id for x in ast.walk(bare) if isinstance(x, ast.Name)} - seen)
            elif name in imports:
                node, alias = imports[name]
                heads += self.split(ast.ImportFrom(node.module, [alias], node.level)) \
                    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("frente") \
                    else [type(node)(**{**vars(node), "names": [alias]})]
        bodies.sort(key=lambda x: x.lineno)
        return ast.unparse(ast.fix_missing_locations(ast.Module([*heads, *bodies], [])))


def named(node: ast.stmt) -> list[str]:
    """What a statement of a module defines, of the things that may be taken: classes stay where they are."""
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [x.id for target in targets for x in ast.walk(target) if isinstance(x, ast.Name)]


class Bare(ast.NodeTransformer):
    """Without annotations: what they name need not exist any more."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        value = node.value if node.value is not None else ast.Constant(None)
        return ast.copy_location(ast.Assign([node.target], value), node)
