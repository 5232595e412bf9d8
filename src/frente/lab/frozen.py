"""Opponents as they were at an earlier revision, on today's rules and data: what others are measured against.

There is no second copy in the tree. What they knew is read from the history of the checkout and loaded as a package of
another name; whatever was not theirs (rules, maps, the kernel) is what stands here today, wherever it has moved since.
A function they called that is gone is read from the history, too (``lab.excerpts``).
"""
from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from frente.ai import Opponent
from frente.kernel.catalog import GAMES, Game
from frente.lab import LabError
from frente.lab.excerpts import Excerpts

REVISION: Final = "bc0567d09675"         # the captains as they were when opponents began to search
PACKAGE: Final = "frente_then"
NAMES: Final = ("captain", "greedy")
SUFFIX: Final = "-1"
WEIGHTS: Final = "doctrine.toml"
THEIRS: Final = re.compile(r"frente/(ai/(captain|mixing)|kit/weights|games/\w+/captain/\w+)\.py"
                           rf"|frente/games/\w+/(\w+/)?{re.escape(WEIGHTS)}")
ROOT: Final = Path(__file__).resolve().parents[3]        # of the checkout, if this is one


def frozen() -> list[str]:
    """The names of those players."""
    return [name + SUFFIX for name in NAMES]


def opponent_then(name: str, game: Game[Any]) -> Opponent:
    """One of ``frozen()``, for one seat of one game."""
    _installed()
    try:
        captain = importlib.import_module(f"{PACKAGE}.ai.captain").Captain
        known = importlib.import_module(_now(GAMES[game.slug], PACKAGE) + ".captain.doctrine").DOCTRINES
    except (ImportError, AttributeError) as e:
        raise LabError(f"The opponent “{name}” of revision {REVISION} does not fit today's rules ({e}).") from e
    found: Opponent = captain(known[name.removesuffix(SUFFIX)])
    return found


def _now(module: str, package: str) -> str:
    return package + module[len("frente"):]


@lru_cache(maxsize=1)
def _installed() -> tempfile.TemporaryDirectory[str]:
    """The package on the disk and on the path of this process; it goes when the process ends."""
    history = _history()
    files = {name: text for name, text in history.items() if THEIRS.fullmatch(name)}
    modules = {module_of(name) for name in files if name.endswith(".py")}
    excerpts = Excerpts({module_of(name): text for name, text in history.items() if name.endswith(".py")}, today,
                        lambda module: _now(module, PACKAGE))
    place = tempfile.TemporaryDirectory(prefix="frente-then-")
    for name, text in files.items():
        path = Path(place.name) / _now(name, PACKAGE)
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".py"):
            theirs = [x for x in files if x.endswith(WEIGHTS) and x.split("/")[:3] == name.split("/")[:3]]
            weights = Path(place.name) / _now(theirs[0], PACKAGE) if theirs else None
            tree = Renamed(modules, weights, excerpts).visit(ast.parse(text))
            text = ast.unparse(ast.fix_missing_locations(tree))
        path.write_text(text, encoding="utf-8")
    for module, text in excerpts.texts().items():
        path = Path(place.name) / (_now(module, PACKAGE).replace(".", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sys.path.append(place.name)
    return place


def module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _history() -> dict[str, str]:
    """By path from the sources: all modules of then, and what their players went by."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), "archive", "--format=tar", REVISION, "src/frente"],
                              capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise LabError(f"The opponents {' and '.join(frozen())} are read from revision {REVISION} with git: run this "
                       "in a checkout of Frente with its history, or leave them out with --players.") from None
    found: dict[str, str] = {}
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        for member in tar:
            name = member.name.removeprefix("src/")
            wanted = name.endswith(".py") or THEIRS.fullmatch(name)
            file = tar.extractfile(member) if wanted and member.isfile() else None
            if file is not None:
                found[name] = file.read().decode()
    return found


class Renamed(ast.NodeTransformer):
    """Imports of what was theirs go to the package of the other name, all others to where the module is today."""

    def __init__(self, modules: set[str], weights: Path | None, excerpts: Excerpts) -> None:
        self.modules = modules
        self.weights = weights
        self.excerpts = excerpts

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        module = node.module or ""
        if not module.startswith("frente"):
            return node
        if module in self.modules or all(f"{module}.{alias.name}" in self.modules for alias in node.names):
            node.module = _now(module, PACKAGE)
            return node
        return self.excerpts.split(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Their weights are those of their time, not today's file of the same name."""
        if not (isinstance(node.right, ast.Constant) and node.right.value == WEIGHTS):
            return node
        return ast.parse(f"__import__('pathlib').Path({str(self.weights)!r})", mode="eval").body


@lru_cache(maxsize=256)
def today(module: str) -> str:
    """The name of a module that may have moved into a room beside or below the one where it was."""
    try:
        if importlib.util.find_spec(module) is not None:
            return module
    except ModuleNotFoundError:
        pass
    *rooms, last = module.split(".")
    src = Path(__file__).resolve().parents[2]
    while rooms:
        found = sorted(src.joinpath(*rooms).rglob(f"{last}.py"))
        if found:
            return ".".join(found[0].relative_to(src).with_suffix("").parts)
        rooms.pop()
    return module
