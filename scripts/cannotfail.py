#!/usr/bin/env python3
"""Tests marked with a rule that cannot fail, or hardly can: found in their text, without running them.

    scripts/cannotfail.py [--hints] [FOLDER OR FILE ...]        exit status 1 if something of kind A, B, C or E is found

A  a helper assert_... or check_... that neither asserts nor raises is all the test asserts with
B  every assertion is about truth, type, None or not being empty: no value is named
C  every assertion compares two things computed by the program or read from its data: no literal on either side
E  an assertion whose expected value is computed again from the program or its data: a sum, arithmetic, a lookup in the
   board, or a name bound to one, and no number written by hand beside it
D  (with --hints) every assertion stands in a loop or condition that nothing shows was entered

An estimate, which a pack may change, may be compared with the data: "# estimate: why" on the line of the assertion.
"""
from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
ROOT = Path(__file__).resolve().parents[1]
HELPERS = ("assert_", "check_")
WHAT = {"A": "its helper asserts nothing", "B": "names no value: only truth, type, None or not being empty",
        "C": "compares the program with itself or its data", "D": "no loop or condition is surely entered",
        "E": "the expected value is computed again"}
# Of the board: names and lengths of arrays, which translate and hold no value.
NAMES = {"names", "uindex", "index", "uid", "size", "side", "first", "units"}
FACTORS = {"attack", "defence", "factor", "combat_factor", "strength", "allowance", "moves"}
READS = {"board", "tables", "data", "GAME", "load_board", "load_tables", "tomllib", "values"}
BUILDERS = {"Act", "Refusal", "set", "list", "tuple", "sorted", "dict", "approx"}
PARTS = {"items", "keys", "values", "split", "splitlines", "strip"}
EMPTY = {(ast.Gt, 0), (ast.GtE, 1), (ast.NotEq, 0)}
ESTIMATE = re.compile(r"#.*\bestimate\b\W+\w")


@dataclass(frozen=True)
class Finding:
    path: Path
    line: int
    kind: str
    text: str


def name_of(node: ast.AST) -> str:
    """The last name of x, a.b.x or x(...)."""
    found = node.func if isinstance(node, ast.Call) else node
    return found.attr if isinstance(found, ast.Attribute) else found.id if isinstance(found, ast.Name) else ""


def asserts(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert | ast.Raise) or (isinstance(node, ast.Call) and (
        name_of(node) in ("raises", "fail") or name_of(node).startswith(HELPERS)))


# -- what an expression is made of


def literal(node: ast.AST, bound: set[str]) -> bool:
    """Holds a value written by hand; what a call or a subscript is given is the question, not the answer."""
    if isinstance(node, ast.Constant):
        return node.value is not None and node.value is not Ellipsis
    if isinstance(node, ast.Name):
        return node.id in bound or node.id.isupper()
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in PARTS:
            return literal(node.func.value, bound)
        if name_of(node) in BUILDERS:
            return any(literal(x, bound) for x in node.args)
        return isinstance(node.func, ast.Name) and bool(node.args) and all(written(x) for x in node.args)
    if isinstance(node, ast.Subscript):
        return literal(node.value, bound)
    return not isinstance(node, ast.Attribute) and any(literal(x, bound) for x in ast.iter_child_nodes(node))


def written(node: ast.AST) -> bool:
    """A table in the test, as a text or a constant: a helper that reads it gives what is written there."""
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return isinstance(node, ast.Constant) and "\n" in str(node.value)


def handwritten(node: ast.AST, bound: set[str]) -> bool:
    """Holds nothing but values written by hand."""
    return all(isinstance(n, ast.Constant) or name_of(n) in ("approx", "pytest")
               or (isinstance(n, ast.Name) and (n.id in bound or n.id.isupper()))
               for n in ast.walk(node) if isinstance(n, ast.Constant | ast.Name | ast.Attribute | ast.Call))


def recomputed(node: ast.AST, derived: set[str]) -> bool:
    """A value the program works out: an aggregate, arithmetic on its calls, a lookup in its board or data."""
    if isinstance(node, ast.Name):
        return node.id in derived
    if isinstance(node, ast.Dict | ast.Tuple | ast.List):
        return any(recomputed(x, derived) for x in (node.values if isinstance(node, ast.Dict) else node.elts))
    if isinstance(node, ast.Call):
        return name_of(node) in ("sum", "max", "min") and any(
            isinstance(x, ast.Call | ast.Attribute) for a in node.args for x in ast.walk(a))
    if isinstance(node, ast.BinOp):
        return recomputed(node.left, derived) or recomputed(node.right, derived)
    words: set[str] = set()                                     # of p.board.income[9][1]: income, board, p; no indices
    while isinstance(node, ast.Subscript | ast.Attribute):
        words.add(name_of(node))
        node = node.value
    return bool(words) and bool({*words, name_of(node)} & {"board", "b"}) and not NAMES & words


# -- names of a test


def bound_names(test: Function) -> set[str]:
    """Names that hold a literal: parameters of a parametrized test, loops over literals, plain assignments."""
    given = any("parametrize" in ast.unparse(d) for d in test.decorator_list)
    out = {a.arg for a in test.args.args} if given else set()
    for node in ast.walk(test):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign) and literal(node.value, out):
            targets = node.targets
        elif isinstance(node, ast.For | ast.comprehension) and literal(node.iter, out):
            targets = [node.target]
        out |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    return out


def derived_names(test: Function) -> set[str]:
    """Names bound to what the program computes from its data: attack(u), a sum, a lookup."""
    out: set[str] = set()
    for node in ast.walk(test):
        if isinstance(node, ast.Assign):
            left, right = node.targets[0], node.value
            both = isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple)
            for target, value in zip(left.elts, right.elts) if both else [(left, right)]:    # type: ignore[attr-defined]
                factor = isinstance(value, ast.Call) and name_of(value) in FACTORS
                if isinstance(target, ast.Name) and (factor or recomputed(value, out)):
                    out.add(target.id)
    return out


def kept_before(test: Function, line: int) -> set[str]:
    """Names bound before something was done that an assertion on this line comes after."""
    done = [n.lineno for n in ast.walk(test) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)]
    return {t.id for n in ast.walk(test) if isinstance(n, ast.Assign) and any(n.lineno < d < line for d in done)
            for t in n.targets if isinstance(t, ast.Name)}


# -- the kinds


def weak(test: ast.expr) -> bool:
    """[B]"""
    if isinstance(test, ast.Name | ast.Attribute):
        return True
    if isinstance(test, ast.Call):
        return name_of(test) in ("isinstance", "len", "bool", "callable", "hasattr")
    if isinstance(test, ast.BoolOp):
        return all(weak(x) for x in test.values)
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(right := test.comparators[0], ast.Constant):
        if isinstance(test.ops[0], ast.IsNot):
            return right.value is None
        return name_of(test.left) == "len" and (type(test.ops[0]), right.value) in EMPTY
    return False


def same(test: ast.expr, bound: set[str], kept: set[str]) -> bool:
    """[C] Both sides come from the program, and at least one from its data; none was kept before something happened."""
    if not isinstance(test, ast.Compare):
        return False
    sides = [test.left, *test.comparators]
    if any(isinstance(s, ast.Name) and s.id in kept for s in sides):
        return False
    words = {name_of(n) for s in sides for n in ast.walk(s) if isinstance(n, ast.Name | ast.Attribute)}
    return not any(literal(s, bound) for s in sides) and bool(words & READS)


def again(test: ast.expr, bound: set[str], derived: set[str]) -> bool:
    """[E] An equation with a value worked out by the program, and none written by hand."""
    if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq)):
        return False
    sides = [test.left, *(c for c, op in zip(test.comparators, test.ops) if isinstance(op, ast.Eq))]
    return (any(recomputed(s, derived - bound) for s in sides)
            and not any(handwritten(s, bound - derived) for s in sides))


def sure(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """[D] What always runs: all but the bodies of conditions, functions and loops over what may be empty."""
    for node in body:
        if isinstance(node, ast.With):
            yield from (x for i in node.items for x in ast.walk(i))
            yield from sure(node.body)
        elif isinstance(node, ast.For) and literal(node.iter, set()):
            yield from sure(node.body)
        elif not isinstance(node, ast.For | ast.If | ast.While | Function | ast.ClassDef):
            yield from ast.walk(node)


def judged(test: Function, empty: set[str], excused: set[int]) -> Iterator[tuple[int, str, str]]:
    """Line, kind and text of what is wrong with one test; *empty* helpers assert nothing."""
    bound, derived = bound_names(test), derived_names(test)
    nodes = list(ast.walk(test))
    found = [n for n in nodes if isinstance(n, ast.Assert)]
    open_ = [n.test for n in found if not excused & set(range(n.lineno, (n.end_lineno or n.lineno) + 1))]
    helpers = {name_of(n) for n in nodes if isinstance(n, ast.Call) and name_of(n).startswith(HELPERS)}
    strong = any(isinstance(n, ast.Call) and name_of(n) in ("raises", "fail") for n in nodes) or bool(helpers - empty)
    if not found and not strong and helpers:
        yield test.lineno, "A", test.name
    elif found and not strong and len(open_) == len(found):
        if all(weak(t) for t in open_):
            yield test.lineno, "B", test.name
        elif all(same(t, bound, kept_before(test, t.lineno)) or weak(t) for t in open_):
            yield test.lineno, "C", test.name
        elif not any(asserts(n) for n in sure(test.body)):
            yield test.lineno, "D", test.name
    for t in open_:
        if again(t, bound, derived):
            yield t.lineno, "E", ast.unparse(t)


def excused_lines(text: str) -> set[int]:
    return {t.start[0] for t in tokenize.generate_tokens(io.StringIO(text).readline)
            if t.type == tokenize.COMMENT and ESTIMATE.search(t.string)}


def marked(tree: ast.Module) -> Iterator[Function]:
    """The tests of a file that carry a mark, themselves or by their class or module."""
    scopes: list[ast.Module | ast.ClassDef] = [tree, *(n for n in tree.body if isinstance(n, ast.ClassDef))]
    for scope in scopes:
        outer: list[ast.AST] = [n for s in {tree, scope} for n in s.body if ast.unparse(n).startswith("pytestmark")]
        outer += scope.decorator_list if isinstance(scope, ast.ClassDef) else []
        for node in scope.body:
            if isinstance(node, Function) and node.name.startswith("test") and any(
                    "mark.rule" in ast.unparse(d) for d in [*outer, *node.decorator_list]):
                yield node


def findings(paths: Sequence[Path]) -> list[Finding]:
    texts = {p: p.read_text("utf-8") for p in paths}
    trees = {p: ast.parse(text) for p, text in texts.items()}
    empty = {f.name for tree in trees.values() for f in ast.walk(tree) if isinstance(f, Function)
             and f.name.startswith(HELPERS) and not any(asserts(n) for n in ast.walk(f))}
    found = [Finding(p, line, kind, text) for p, tree in trees.items() for test in marked(tree)
             for line, kind, text in judged(test, empty, excused_lines(texts[p]))]
    return sorted(found, key=lambda f: (f.path, f.line))


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Tests marked with a rule that cannot fail.")
    parser.add_argument("paths", nargs="*", type=Path, default=[ROOT / "tests"], metavar="FOLDER OR FILE")
    parser.add_argument("--hints", action="store_true", help="also tests that may assert nothing (kind D)")
    given = parser.parse_args(args)
    for path in given.paths:
        if not path.exists():
            parser.error(f"there is no {path}")
    found = findings([f for p in given.paths for f in (sorted(p.rglob("*.py")) if p.is_dir() else [p])])
    for f in found:
        if f.kind != "D" or given.hints:
            print(f"{f.path}:{f.line}: {f.kind}: {WHAT[f.kind]}: {f.text[:110]}")
    wrong = [f for f in found if f.kind != "D"]
    if wrong:
        print(f"{len(wrong)} tests or assertions cannot fail. Write the rulebook's value, or “# estimate: why” where a "
              f"pack may change it; see docs/tests.md.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
