"""The rule catalogue and the rulings of a game, to be read."""
from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from frente.kernel.catalog import Game, find

ENTRY: Final = re.compile(r"^\*\*(R\d+[a-z]?)\b(?:\s*[—–-]\s*|\.\s*)?(.*?)\*\*\s*", re.MULTILINE)
MARKED: Final = re.compile(r"\*+(\S[^*]*)\*+")           # what Markdown sets in italics or bold
RULING: Final = re.compile(r"\bR\d+[a-z]?\b")
SPAN: Final = re.compile(r"(\d+(?:\.\d+)*)([a-z])-([a-z])(?![\w.])")
LIST: Final = re.compile(r"(\d+(?:\.\d+)*)([a-z])((?:, [a-z](?![\w.]))+)")


@dataclass(frozen=True)
class Rule:
    """A rule of the book in our words, or a ruling on what it leaves unclear."""

    id: str
    title: str
    says: str
    area: str = ""
    optional: bool = False


class Rulebook:
    """*touched*: the rulings that touch each rule, by number."""

    def __init__(self, rules: dict[str, Rule], rulings: dict[str, Rule], touched: dict[str, list[str]]) -> None:
        self.rules = rules
        self.rulings = rulings
        self.touched = touched

    @staticmethod
    def of(game: Game[Any], language: str = "en") -> Rulebook:
        """The book in a language; in English what has not been translated yet."""
        english = _read(game.slug)
        return english if language == "en" else _translated(game.slug, language, english)

    def find(self, wanted: str) -> Rule | None:
        found = self.rules.get(wanted) or self.rulings.get(wanted)
        if found is None:
            near = [r for r in [*self.rules.values(), *self.rulings.values()] if r.id.lower() == wanted.lower()]
            found = near[0] if near else None
        return found

    def rulings_on(self, r: Rule) -> list[Rule]:
        """Rulings that name a rule, and those the rule names itself."""
        return [self.rulings[x] for x in self.touched.get(r.id, [])]


def named(text: str) -> set[str]:
    """Every rule number in a text; “6.1c-f” and “10.4.1e, h” name all their letters."""
    found = set(re.findall(r"[\w.]*\d[\w.]*\w|\w+\.\w+", text))
    for stem, first, last in SPAN.findall(text):
        found |= {stem + chr(c) for c in range(ord(first), ord(last) + 1)}
    for stem, first, more in LIST.findall(text):
        found |= {stem + letter for letter in [first, *more.replace(",", " ").split()]}
    return found


@lru_cache
def _read(slug: str) -> Rulebook:
    folder = find(slug).folder
    with (folder / "rules.toml").open("rb") as f:
        rules = {r["id"]: Rule(r["id"], r["title"], r["says"], r["area"], r.get("optional", False))
                 for r in tomllib.load(f)["rule"]}
    path = folder / "rulings.md"
    found = rulings(path.read_text(encoding="utf-8")) if path.exists() else {}
    names = {x.id: named(f"{x.title} {x.says}") for x in found.values()}
    touched = {r.id: [x for x in found if x in RULING.findall(r.says) or r.id in names[x]] for r in rules.values()}
    return Rulebook(rules, found, touched)


@lru_cache
def _translated(slug: str, language: str, english: Rulebook) -> Rulebook:
    folder = find(slug).folder
    book, notes = folder / f"rules.{language}.toml", folder / f"rulings.{language}.md"
    rules = dict(english.rules)
    if book.exists():
        with book.open("rb") as f:
            rules |= {r["id"]: replace(rules[r["id"]], title=r["title"], says=r["says"])
                      for r in tomllib.load(f)["rule"] if r["id"] in rules}
    found = english.rulings | (rulings(notes.read_text(encoding="utf-8")) if notes.exists() else {})
    return Rulebook(rules, found, english.touched)


def rulings(text: str) -> dict[str, Rule]:
    """Each ruling from its bold number to the next one or to a heading."""
    found: dict[str, Rule] = {}
    starts = list(ENTRY.finditer(text))
    for here, there in zip(starts, [*starts[1:], None], strict=True):
        body = text[here.end():there.start() if there else len(text)].split("\n#")[0]
        says = MARKED.sub(r"\1", " ".join(body.split())).replace("`", "")
        found[here[1]] = Rule(here[1], here[2].rstrip(".").replace("`", ""), says, "ruling")
    return found
