"""What the server refuses, and how it says so: the same reasons over HTTP and over sockets."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.kernel.flow import Fact
from frente.kernel.texts import Texts, Told

LANGUAGES: Final = ("en", "es")
FOLDER: Final = Path(__file__).parent / "text"


class Problem(Exception):
    """A request that cannot be met; nothing has changed. *status* is that of the HTTP answer.

    A fact may be a fault told elsewhere: it is told in the language of whoever is answered.
    """

    def __init__(self, status: int, key: str, facts: Mapping[str, Fact | Told | Problem] | None = None,
                 headers: Mapping[str, str] | None = None) -> None:
        super().__init__(key)
        self.status = status
        self.key = f"server.{key}"
        self.facts = dict(facts or {})
        self.headers = dict(headers or {})

    def __str__(self) -> str:
        return str(self.reason()["text"])

    def reason(self, language: str = "en") -> dict[str, Any]:
        facts = {name: _spoken(value, language) for name, value in self.facts.items()}
        return {"rule": "", "key": self.key, "facts": facts, "text": texts(language).say(self.key, facts)}


def _spoken(value: Fact | Told | Problem, language: str) -> Fact:
    if isinstance(value, Told):
        return value.said(language)
    return str(value.reason(language)["text"]) if isinstance(value, Problem) else value


def texts(language: str) -> Texts:
    return Texts.load(FOLDER / f"{language}.toml")


def refusal(problem: Problem, language: str) -> dict[str, Any]:
    """The body of an answer that refuses."""
    found = problem.reason(language)
    return {"type": "refused", "text": found["text"], "reasons": [found]}
