"""Who may import whom. Reads the source tree without running it and names every import that breaks a layer.

    python scripts/layers.py [SRC]
"""
from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

# What each layer may import besides itself. Each game is by itself: games do not know one another, and everybody else
# finds them by name through the catalogue.
MAY_IMPORT: Final[dict[str, set[str]]] = {
    "frente": {"kernel"},                       # the package's own __init__
    "kernel": set(),
    "look": {"kernel"},
    "geo": {"kernel", "look"},
    "kit": {"kernel", "look", "geo"},
    "games": {"kernel", "look", "geo", "kit"},
    "skeleton": {"kernel", "look", "geo", "kit"},            # what “frente new” copies
    "differ": set(),
    "odds": {"kernel", "geo"},
    "ai": {"kernel", "geo", "odds"},
    "story": {"kernel", "geo", "odds", "ai"},
    "lab": {"kernel", "look", "differ", "geo", "odds", "ai", "story"},
    "env": {"kernel", "geo", "odds", "ai"},
    "draw": {"kernel", "look", "geo"},
    "coverage": {"kernel"},
    "checkup": {"kernel", "look", "ai", "lab", "draw", "coverage"},
    "rulebook": {"kernel"},
    "press": {"kernel", "look", "geo", "draw", "rulebook"},
    "server": {"kernel", "look", "differ", "geo", "odds", "ai", "story", "draw", "rulebook"},
    "cli": {"kernel", "look", "geo", "kit", "games", "odds", "ai", "story", "lab", "draw", "coverage", "checkup",
            "rulebook", "press", "server"},
}
# The rooms of a game, the same for all: what each may import besides itself. Only the game's __init__ sees all of them.
ROOMS: Final[dict[str, set[str]]] = {
    "data": set(),
    "state": {"data"},
    "rules": {"state"},
    "show": {"state", "rules"},
    "captain": {"state", "rules"},
}
# Where a position has to ask its rules: (module, what it imports) -> why.
UPWARD: Final[dict[tuple[str, str], str]] = {
    ("frente.games.brunete.state.position", "frente.games.brunete.rules.ch03_supply.check_supply"):
        "[R19] with continuous supply every change of the board is followed by a check",
    ("frente.games.guadalajara.state.position", "frente.games.guadalajara.rules.ch01_supply.path_from_hq"):
        "[1.14a.4] where a unit is lost decides whether it may come back",
    **{("frente.games.guadalajara.state.position", f"frente.games.guadalajara.show.fog.{name}"):
       "[scs.fog] what is told of a unit out of sight is told to its owner"
       for name in ("covered", "laid_open", "steps_secret")},
}
COMPILED: Final = ("kernel", "geo", "kit", "games", "ai")


def layer(module: str) -> str | None:
    """The layer of a dotted module name (each game is a room of its own); None if the name has no layer."""
    parts = module.split(".")
    if len(parts) == 1 or parts[1].startswith("__"):
        return "cli" if parts[-1] == "__main__" else "frente"
    if parts[1] == "games":
        return ".".join(parts[1:3])
    return parts[1] if parts[1] in MAY_IMPORT else None


def room(module: str) -> str:
    """The room of a game's module; empty for the game's own __init__ and outside of games."""
    parts = module.split(".")
    return parts[3] if len(parts) > 3 and parts[1] == "games" and parts[3] in ROOMS else ""


def modules(src: Path) -> Iterator[tuple[str, Path]]:
    """Every module of the package with its file."""
    for path in sorted((src / "frente").rglob("*.py")):
        yield ".".join(path.relative_to(src).with_suffix("").parts).removesuffix(".__init__"), path


def imports(module: str, path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything of this package that a module imports, relative imports resolved."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            names = [".".join([*base, alias.name]) for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == "frente")


def allowed(importer: str, imported: str) -> bool:
    return imported in (importer, "frente") or imported.split(".")[0] in MAY_IMPORT[importer.split(".")[0]]


def indoors(importer: str, imported: str) -> bool:
    """Whether an import inside one game goes the way of the rooms."""
    here, there = room(importer), room(imported)
    inside = imported.startswith(".".join(importer.split(".")[:3]))
    return not here or not inside or there == here or there in ROOMS[here] or (importer, imported) in UPWARD


def broken(src: Path) -> list[str]:
    """One line per fault: file, line, and what is wrong."""
    faults = []
    for module, path in modules(src):
        here = layer(module)
        where = path.relative_to(src.parent)
        if here is None:
            faults.append(f"{where}:1: {module} belongs to no layer; give it one in scripts/layers.py")
            continue
        for line, name in imports(module, path):
            there = layer(name) or "frente"     # a name of the package itself, such as frente.load
            if not allowed(here, there):
                faults.append(f"{where}:{line}: {here} must not import {there} ({name})")
            elif not indoors(module, name):
                whom = room(name) or "the game itself"
                faults.append(f"{where}:{line}: {room(module)} must not import {whom} ({name})")
        if here.startswith("games.") and not room(module) and path.name != "__init__.py":
            faults.append(f"{where}:1: {module} lies in no room; a game has {', '.join(ROOMS)}")
    return faults


if __name__ == "__main__":
    faults = broken(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "src")
    print("\n".join(faults) or "layers: no import crosses a layer")
    sys.exit(bool(faults))
