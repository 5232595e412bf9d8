"""What a general meant by a decision, and what it expected.

It is kept as a note of its seat beside the position where it decided: its own side alone reads it while the game lasts,
and everybody afterwards. Only what a plan is called is said at once, as somebody who explains his play would; chances
are worked out from what the other side does not know.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from frente.ai.general import Thought
from frente.kernel.catalog import Game
from frente.kernel.texts import kernel_texts

MARK: Final = "frente.aim"               # how a note begins that was not written by a person


class Aim(NamedTuple):
    """*plan*: its name; empty where an act was searched. Chances to win of a hundred."""

    plan: str
    of: int                              # candidates
    trials: int
    chance: int
    usual: int                           # of what the captain would have done

    def note(self) -> str:
        return json.dumps([MARK, *self])

    def said(self, game: Game[Any], language: str) -> str:
        own, texts = game.texts(language if game.speaks(language) else "en"), kernel_texts(language)
        key = f"aim.{self.plan}"
        plan = (own if key in own else texts).say(key) + " " if self.plan else ""
        changed = "better" if self.chance > self.usual else "usual"
        return plan + texts.say(f"aim.{'plan' if self.plan else 'act'}-{changed}", self._asdict())


def aim(thoughts: Sequence[Thought]) -> Aim | None:
    """The plan of a decision, else the act by which it left the captain's way; None where nothing was compared."""
    for x in thoughts:
        if x.rollouts and (x.plan or x.chosen):
            return Aim(x.names[x.chosen] if x.plan else "", len(x.chances), x.rollouts,
                       round(100 * x.chances[x.chosen]), round(100 * x.chances[0]))
    return None


def read(note: str) -> Aim | None:
    """None if somebody else wrote it."""
    if not note.startswith(f'["{MARK}", '):
        return None
    try:
        _, plan, *numbers = json.loads(note)
        if isinstance(plan, str) and all(type(x) is int for x in numbers):
            return Aim(plan, *numbers)
    except (TypeError, ValueError):
        pass
    return None


def spoken(note: str, game: Game[Any], language: str) -> str:
    """A note as a reader of that language meets it."""
    found = read(note)
    return note if found is None else found.said(game, language)
