"""The catalogue: every text a player sees is a key with facts, never a sentence in rules code."""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any


class Texts:
    """One language of one game. Missing keys show as themselves, so that a gap is seen and tested, not hidden."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries

    @staticmethod
    def load(path: Path) -> Texts:
        return _load(path)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def say(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        pattern = self.entries.get(key)
        if pattern is None:
            return key
        return pattern.format_map(_Facts(facts or {}))


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


@lru_cache
def _load(path: Path) -> Texts:
    with path.open("rb") as f:
        tables = tomllib.load(f)
    entries: dict[str, str] = {}
    for name, value in tables.items():   # a text at the top of the file belongs to no group: its key is its name
        entries |= {f"{name}.{key}": text for key, text in value.items()} if isinstance(value, dict) else {name: value}
    return Texts(entries)
