"""The answers to one question, in the order in which they are shown and numbered."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.kernel.flow import Act, Side
from frente.kernel.referee import Match

GROUPS: Final = ("unit", "space", "")    # things on the board first, buttons last


@dataclass(frozen=True)
class Choice:
    """One answer. kind: what is pointed at; empty for a button."""

    act: Act
    word: str
    kind: str

    @property
    def name(self) -> str:
        """What is pointed at, or the word of a button."""
        return self.word.partition(":")[2] or self.word


class Menu:
    def __init__(self, match: Match, side: Side) -> None:
        kinds = match.game.kinds()
        found = [Choice(act, match.word(act), kinds.get(act.verb, "")) for act in match.choices()[side]]
        known = [k for k in GROUPS if k] + sorted({c.kind for c in found} - set(GROUPS)) + [""]
        self.choices = sorted(found, key=lambda c: known.index(c.kind))

    def of_kind(self, kind: str) -> list[tuple[int, Choice]]:
        return [(n, c) for n, c in enumerate(self.choices, 1) if c.kind == kind]

    def kinds(self) -> list[str]:
        return list(dict.fromkeys(c.kind for c in self.choices))

    def pick(self, typed: str) -> list[Choice]:
        """What a player may mean: the word or name itself, else the number, else what begins so."""
        text = typed.lower()
        exact = [c for c in self.choices if text in (c.word.lower(), c.name.lower())]
        if exact:
            return exact
        if text.isascii() and text.isdigit():
            return self.choices[int(text) - 1:int(text)] if int(text) else []
        return [c for c in self.choices if c.name.lower().startswith(text) or c.word.lower().startswith(text)]
