"""What a check says, in the reader's language.

Checks speak English, with data in their sentences; each sentence has its counterpart, found by its form: in ``text``
what all packs have in common, in the folder of a game (``text/check.es.toml``) what only its own check says.
"""
from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from frente.kernel.catalog import all_games

TEXTS: Final = Path(__file__).with_name("text")
DATUM: Final = "{}"
LONGEST: Final = 300                     # letters; what is longer is data, and to take it apart would take long


def said(reason: str, language: str) -> str:
    """The reason in a language; what has no counterpart stays as it is: names, numbers, words of the files."""
    for form, counterpart in forms(language) if len(reason) <= LONGEST else ():
        found = form.fullmatch(reason)
        if found:
            return counterpart.format(*(said(x, language) for x in found.groups()))
    return reason


@cache
def forms(language: str) -> list[tuple[re.Pattern[str], str]]:
    """Sentences with the most words of their own first: others could take these words for data."""
    paths = [TEXTS / f"{language}.toml", *(g.folder / "text" / f"check.{language}.toml" for g in all_games())]
    known: dict[str, str] = {}
    for path in paths:
        if path.exists():
            known |= tomllib.loads(path.read_text(encoding="utf-8"))
    longest = sorted(known, key=lambda x: (-len(x.replace(DATUM, "")), x))
    return [(re.compile("(.*?)".join(map(re.escape, x.split(DATUM))), re.DOTALL), known[x]) for x in longest]
