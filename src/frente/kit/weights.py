"""The weights of a computer player: a TOML file of tables of numbers, so that tuning never edits code.

A table ``tuned.SCENARIO.SIDE`` holds what differs for one side of one scenario, by whole names.
"""
from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

TUNED: Final = "tuned"


class Weights:
    """The numbers of a file by their names, as “table.name”; *changes* replace some, *factors* multiply some.

    Whoever changes anything goes by his own numbers everywhere; what was tuned is for the player as he stands.
    """

    def __init__(self, path: Path, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        with path.open("rb") as f:
            tables: dict[str, Any] = tomllib.load(f)
        tuned: dict[str, Any] = tables.pop(TUNED, {})
        self.values = {f"{table}.{name}": float(x) for table, rows in tables.items() for name, x in rows.items()}
        self.path = path
        self.tuned: dict[str, Weights] = {}          # by scenario and side
        self.replace(changes or {})
        for name, factor in (factors or {}).items():
            self.values[name] *= factor
        if changes is None and factors is None:
            for scenario, sides in tuned.items():
                for side, rows in sides.items():
                    self.tuned[f"{scenario} {side}"] = Weights(path, {name: float(x) for name, x in rows.items()})

    def replace(self, changes: dict[str, float]) -> None:
        for name, value in changes.items():
            if name not in self.values:
                raise ValueError(f"There is no weight “{name}” in {self.path.name}.")
            self.values[name] = value

    def at(self, scenario: str, side: str) -> Weights:
        """Those of one side in one scenario."""
        return self.tuned.get(f"{scenario} {side}", self)

    def __getitem__(self, name: str) -> float:
        return self.values[name]
