"""What the server refuses, and how it says so: the same reasons over HTTP and over sockets."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.catalog import Game
from frente.explain import say
from frente.flow import Fact, Refusal
from frente.texts import Texts

LANGUAGES: Final = ("en", "es")
FOLDER: Final = Path(__file__).parent / "text"


class Problem(Exception):
    """A request that cannot be met; nothing has changed. *status* is that of the HTTP answer."""

    def __init__(self, status: int, key: str, facts: Mapping[str, Fact] | None = None,
                 headers: Mapping[str, str] | None = None) -> None:
        super().__init__(key)
        self.status = status
        self.refusal = Refusal("", f"server.{key}", dict(facts or {}))
        self.headers = dict(headers or {})

    def __str__(self) -> str:
        return str(reason(self.refusal)["text"])


def texts(language: str) -> Texts:
    return Texts.load(FOLDER / f"{language}.toml")


def reason(refusal: Refusal, language: str = "en", game: Game | None = None) -> dict[str, Any]:
    """One refusal as data, with its text in words."""
    if refusal.key.startswith("server."):
        text = texts(language).say(refusal.key, refusal.facts)
    elif game is not None:
        text = say(game, refusal, language if (game.folder / "text" / f"{language}.toml").exists() else "en")
    else:
        text = refusal.key
    return {"rule": refusal.rule, "key": refusal.key, "facts": refusal.facts, "text": text}


def told(problem: Problem, language: str) -> dict[str, Any]:
    """The body of an answer that refuses."""
    found = reason(problem.refusal, language)
    return {"type": "refused", "text": found["text"], "reasons": [found]}
