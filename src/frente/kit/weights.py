"""The weights of a computer player: a TOML file of tables of numbers, so that tuning never edits code."""
from __future__ import annotations

import tomllib
from pathlib import Path


class Weights:
    """The numbers of a file by their names, as “table.name”; *changes* replace some of them."""

    def __init__(self, path: Path, changes: dict[str, float] | None = None) -> None:
        with path.open("rb") as f:
            tables = tomllib.load(f)
        values = {f"{table}.{name}": float(value) for table, rows in tables.items() for name, value in rows.items()}
        for name, value in (changes or {}).items():
            if name not in values:
                raise ValueError(f"There is no weight “{name}” in {path.name}.")
            values[name] = value
        self.values = values

    def __getitem__(self, name: str) -> float:
        return self.values[name]
