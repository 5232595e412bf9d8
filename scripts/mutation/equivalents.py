"""Mutants that change nothing: tests/GAME/equivalent.toml, each with a reason that a reader can check.

    [[equivalent]]
    file = "ch09_losses.py"
    function = "Rout.ask"
    before = "p.left and f.units"
    after = "f.units"
    rule = "9.7e"                        # optional
    nth = 2                              # optional: only the second of several like it in the function
    reason = "asked again with nothing left, the step offers nothing"
"""
from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutation.mutant import Mutant, MutationError

KEYS = {"file", "function", "before", "after", "reason"}
OPTIONAL = {"rule", "nth"}


@dataclass(frozen=True)
class Equivalent:
    file: str
    function: str
    before: str
    after: str
    reason: str
    rule: str = ""
    nth: int = 0

    def fits(self, m: Mutant) -> bool:
        return ((m.file, m.function, m.before, m.after) == (self.file, self.function, self.before, self.after)
                and self.nth in (0, m.nth))

    def __str__(self) -> str:
        return f"{self.file} {self.function}: {self.before} → {self.after}"


def read(path: Path) -> list[Equivalent]:
    if not path.exists():
        return []
    try:
        entries = tomllib.loads(path.read_text("utf-8")).get("equivalent", [])
    except tomllib.TOMLDecodeError as fault:
        raise MutationError(f"{path} cannot be read: {fault}.") from None
    out: list[Equivalent] = []
    for n, entry in enumerate(entries, 1):
        missing, strange = KEYS - set(entry), set(entry) - KEYS - OPTIONAL
        if missing or strange:
            wrong = f"lacks {', '.join(sorted(missing))}" if missing else f"knows no {', '.join(sorted(strange))}"
            raise MutationError(f"{path}: entry {n} {wrong}.")
        if len(str(entry["reason"]).split()) < 3:
            raise MutationError(f"{path}: entry {n} needs a reason that a reader can check.")
        out.append(Equivalent(**entry))
    return out


def unmatched(entries: Sequence[Equivalent], mutants: Sequence[Mutant]) -> list[Equivalent]:
    """Entries whose change can no longer be made."""
    found = {(m.file, m.function, m.before, m.after) for m in mutants}
    near = [e for e in entries if (e.file, e.function, e.before, e.after) in found]
    return [e for e in entries if e not in near or (e.nth and not any(e.fits(m) for m in mutants))]
