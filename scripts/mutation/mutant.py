"""One small change of a game, and where a game is found."""
from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

NEAR, FUNCTION, CALLERS = "near", "function", "callers"         # where the rules of a change are named


class MutationError(ValueError):
    """What was asked for cannot be done; the text says why and what to do."""


@dataclass(frozen=True)
class Place:
    """Where a game, its package and its tests are."""

    game: str
    root: Path
    folder: Path
    package: str
    options: tuple[str, ...] = ("--hypothesis-profile=ci",)     # of pytest

    @property
    def tests(self) -> Path:
        return self.root / "tests" / self.game

    def source(self, name: str) -> Path:
        """The file of a mutant. Modules of rules have different names, in whatever room of the game they lie."""
        found = [p for p in sorted(self.folder.glob(f"*/{name}")) if p.parent.name != "captain"]
        return found[0] if found else self.folder / name

    def module(self, name: str) -> str:
        """The dotted name of such a module."""
        return ".".join([self.package, *self.source(name).relative_to(self.folder).with_suffix("").parts])

    @property
    def out(self) -> Path:
        return self.root / "build" / "mutants"


@dataclass
class Spot:
    """A place in a syntax tree and what is put there."""

    tree: ast.Module
    parent: ast.AST
    slot: str
    index: int                           # in a list; -1: the slot itself
    new: ast.AST

    def changed(self) -> ast.Module:
        """The tree with the change made, for good: call this in a fork."""
        if self.index < 0:
            setattr(self.parent, self.slot, self.new)
        else:
            getattr(self.parent, self.slot)[self.index] = self.new
        return ast.fix_missing_locations(self.tree)


@dataclass
class Mutant:
    file: str                            # name of a module, or "data/NAME"
    line: int
    function: str                        # qualified name; "" for data
    kind: str
    before: str
    after: str
    code: str                            # fingerprint of what is changed: the function, or the data file
    change: Spot | str = field(repr=False)                      # or the whole changed text of a data file
    near: list[str] = field(default_factory=list)               # rules named closest to the change
    wide: list[str] = field(default_factory=list)               # all rules of the function
    via: str = NEAR
    nth: int = 1                         # of several like it in the function

    @property
    def key(self) -> str:
        return digest(self.file, self.function, self.kind, self.before, self.after, str(self.nth))


def digest(*texts: str) -> str:
    return hashlib.sha1("\0".join(texts).encode()).hexdigest()[:12]



def unique(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))


def number(found: Iterable[Mutant]) -> None:
    """Tell apart mutants that look the same."""
    seen: Counter[str] = Counter()
    for m in found:
        like = m.key
        seen[like] += 1
        m.nth = seen[like]
