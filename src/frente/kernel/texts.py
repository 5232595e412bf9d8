"""The catalogue: every text a player sees is a key with facts, never a sentence in rules code."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

_NOUN: Final = re.compile(r"\{(\w+):([^{}|]*)\|([^{}]*)\}")


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
        return _counted(pattern, facts or {}).format_map(_Facts(facts or {}))


class Told(ValueError):
    """A fault told in one sentence of the referee's catalogue, so that it can be told in every language.

    A fact may be a list of names, a truth value or another such sentence. What is no key of the catalogue is taken for
    the sentence itself.
    """

    def __init__(self, key: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(key, facts or {})       # both, so that it can be sent to another process
        self.key = key
        self.facts: Mapping[str, Any] = facts or {}

    def said(self, language: str = "en") -> str:
        texts = kernel_texts(language)
        return texts.say(self.key, {name: _spoken(value, language) for name, value in self.facts.items()})

    def __str__(self) -> str:
        return self.said()


def kernel_texts(language: str = "en") -> Texts:
    """What the referee itself says."""
    return Texts.load(Path(__file__).parent / "text" / f"{language}.toml")


def listed(names: Sequence[str], language: str = "en") -> str:
    """Names as one says them: a, b and c."""
    between = kernel_texts(language).say("kernel.and")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {between} {names[-1]}"


def _spoken(value: Any, language: str) -> str:
    if isinstance(value, Told):
        return value.said(language)
    if isinstance(value, bool):
        return kernel_texts(language).say("kernel.yes" if value else "kernel.no")
    if isinstance(value, (list, tuple)):
        return listed([_spoken(x, language) for x in value], language)
    return str(value)


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _counted(pattern: str, facts: Mapping[str, Any]) -> str:
    """Numbers with their nouns: “{n:step|steps}” becomes “{n} step” or “{n} steps”."""
    for found in _NOUN.finditer(pattern):
        name, one, more = found.groups()
        pattern = pattern.replace(found[0], f"{{{name}}} {one if facts.get(name) == 1 else more}")
    return pattern


@lru_cache
def _load(path: Path) -> Texts:
    with path.open("rb") as f:
        tables = tomllib.load(f)
    entries: dict[str, str] = {}
    for name, value in tables.items():   # a text at the top of the file belongs to no group: its key is its name
        entries |= {f"{name}.{key}": text for key, text in value.items()} if isinstance(value, dict) else {name: value}
    return Texts(entries)


def entitled(texts: Texts, scenario: str, title: str) -> str:
    """What a scenario is called in a language; its English title where that has no name for it."""
    key = f"scenario-title.{scenario}"
    return texts.say(key) if key in texts else title
