"""How much of the code is shared and how often it repeats itself: figures for docs/decisions/0013-kit.md.

    python scripts/count.py
"""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from layers import ROOT, layer, modules

LONG: Final = 500


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))


def copies(cls: ast.ClassDef) -> list[str]:
    """Hand-written steps() and clone() of a frame or position."""
    return [f.name for f in cls.body if isinstance(f, ast.FunctionDef) and f.name in ("steps", "clone")]


def searches(f: ast.FunctionDef) -> bool:
    """A loop that adds to the list, heap or set of places that it takes from, and looks at what is next to them."""
    for loop in ast.walk(f):
        if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Name):
            source = {loop.iter.id}
        elif isinstance(loop, ast.While):
            source = {n.id for n in ast.walk(loop.test) if isinstance(n, ast.Name)}
        else:
            continue
        inner = [n for n in ast.walk(loop) if isinstance(n, (ast.For, ast.comprehension)) and n is not loop]
        grown = {n.func.value.id for n in ast.walk(loop) if isinstance(n, ast.Call)
                 and isinstance(n.func, ast.Attribute) and n.func.attr in ("append", "add", "extend")
                 and isinstance(n.func.value, ast.Name)}
        grown |= {n.args[0].id for n in ast.walk(loop) if isinstance(n, ast.Call) and n.args
                  and isinstance(n.args[0], ast.Name) and "push" in ast.unparse(n.func)}
        handed = {t.id for n in ast.walk(loop) if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name)
                  and n.value.id in grown for t in n.targets if isinstance(t, ast.Name)}
        if inner and source & (grown | handed):
            return True
    return False


def main() -> None:
    lines: dict[str, int] = {}
    found = dict.fromkeys(("steps", "clone", "search", "adapter", "parameters", "long"), 0)
    for module, path in modules(ROOT / "src"):
        text = path.read_text(encoding="utf-8")
        where = layer(module) or ""
        lines[where] = lines.get(where, 0) + text.count("\n")
        if not where.startswith("games."):
            continue
        tree = ast.parse(text)
        found["long"] += text.count("\n") > LONG
        for cls in (n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)):
            for name in copies(cls):
                found[name] += 1
        for f in functions(tree):
            found["search"] += searches(f)
            found["parameters"] = max(found["parameters"], len(f.args.args))
            found["adapter"] += sum(isinstance(n, ast.Assert) and "isinstance" in ast.unparse(n.test) for n in f.body)
    games = {k: n for k, n in lines.items() if k.startswith("games.")}
    shared = sum(lines[k] for k in ("kernel", "geo", "kit"))
    print(f"lines shared (kernel, geo, kit)        {shared}, of them kit {lines['kit']}")
    print(f"lines of games                         {sum(games.values())}: "
          + ", ".join(f"{k[6:]} {n}" for k, n in sorted(games.items())))
    print(f"hand-written steps() and clone()       {found['steps']} and {found['clone']}")
    print(f"graph searches in games                {found['search']}")
    print(f"assert isinstance at a game's border   {found['adapter']}")
    print(f"parameters of the longest constructor  {found['parameters']}")
    print(f"modules of games over {LONG} lines        {found['long']}")
    lay = sorted((ROOT / "tests").glob("*/lay.py"))
    print(f"set-up languages of tests              {sum(count(p) for p in lay)} lines in {len(lay)} files")


def count(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


if __name__ == "__main__":
    main()
