"""The small changes that may be made at one node of rules code."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

PAIRS = {"NAT": "REP", "REP": "NAT", "min": "max", "max": "min", "any": "all", "all": "any"}
SWAPS: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add}
CONDITIONS = ("test", "ifs")             # slots of nodes that hold a condition
ORDER = ast.Lt | ast.LtE | ast.Gt | ast.GtE
Change = tuple[str, ast.AST]


def told(node: ast.AST) -> bool:
    """What is told of a rule is not the rule: p.tell(...), and whether anybody listens."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "tell"
    return isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("events")


def blank(node: ast.AST) -> bool:
    """[0] * n: an empty array, no number of the rules."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List)


def label(node: ast.AST) -> bool:
    """A name of something: in key or "other-key" no condition can be dropped."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def changes(node: ast.AST, parent: ast.AST, slot: str) -> Iterator[Change]:
    """Kind of change, and the node put in the place of this one."""
    if slot in CONDITIONS and not isinstance(parent, ast.Assert):
        yield "never", ast.Constant(False)
        if not isinstance(parent, ast.While):
            yield "always", ast.Constant(True)
    if slot == "iter" and isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
        rest = ast.Call(ast.Name("list", ast.Load()), [node], [])
        yield "drop-item", ast.Subscript(rest, ast.Slice(ast.Constant(1)), ast.Load())
    match node:
        case ast.BoolOp() if not any(label(v) for v in node.values):
            for dropped in node.values:
                values = [v for v in node.values if v is not dropped]
                yield "drop-condition", ast.BoolOp(node.op, values) if len(values) > 1 else values[0]
        case ast.Compare(ops=[op], comparators=[right]) if type(op) in SWAPS:
            order = isinstance(op, ORDER)
            there = order and isinstance(right, ast.Constant) and right.value == 0        # u >= 0: there is one
            if not there and (order or slot not in CONDITIONS):      # of a condition, never and always say it
                yield "boundary", ast.Compare(node.left, [SWAPS[type(op)]()], node.comparators)
        case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub()):
            yield "swap-side", node.right
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield "arithmetic", ast.BinOp(node.left, SWAPS[type(node.op)](), node.right)
        case ast.Constant(value=int(value)) if not isinstance(value, bool) and counts(node, parent, slot):
            if isinstance(parent, ast.Assign) and value in (0, 1):        # a flag: 2 would be true as well
                yield "constant", ast.Constant(1 - value)
            else:
                yield "constant", ast.Constant(value + 1)
                if value > 1:
                    yield "constant", ast.Constant(value - 1)
        case ast.Name(id=name, ctx=ast.Load()) if name in PAIRS:
            yield "swap-side" if name.isupper() else "swap-word", ast.Name(PAIRS[name], ast.Load())
        case ast.Expr(value=ast.Call() as call) if not told(call):
            yield "drop-refusal" if "Refusal" in ast.unparse(node) else "drop-call", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.AugAssign():
            yield "drop-change", ast.Pass()
        case ast.Return(value=ast.Constant(value=bool(given))):
            yield "return", ast.Return(ast.Constant(not given))


def counts(node: ast.Constant, parent: ast.AST, slot: str) -> bool:
    """A number of the rules: no index, no "is there one", no sign, no 1 - side."""
    if slot in ("slice", "lower", "upper") or isinstance(parent, ast.UnaryOp):
        return False
    if isinstance(parent, ast.Compare) and node.value == 0:
        return False
    return not (isinstance(parent, ast.BinOp) and slot == "left")
