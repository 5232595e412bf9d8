"""The rules of a game, and how code, comments and data name them."""
from __future__ import annotations

import re
import tomllib
from pathlib import Path

from mutation.mutant import unique


class Catalogue:
    def __init__(self, folder: Path) -> None:
        with (folder / "rules.toml").open("rb") as file:
            self.order = [str(r["id"]) for r in tomllib.load(file)["rule"]]
        self.known = set(self.order)

    def expand(self, token: str) -> list[str]:
        """A rule, all rules under a number, or a range such as 9.4.1.C4a-C4f."""
        token = token.rstrip(".*")
        if token in self.known or not token:
            return [token] if token else []
        first, dash, last = token.partition("-")
        if dash and last and (a := self.expand(first)):
            for cut in range(len(first), -1, -1):
                if b := self.expand(first[:cut] + last):
                    return self.order[self.order.index(a[0]):self.order.index(b[-1]) + 1]
        return [i for i in self.order if i.startswith(token) and (
            i[len(token)] == "." or (i[len(token)].isalpha() and token[-1].isdigit()))]

    def named(self, text: str) -> list[str]:
        """The rules a comment names: at least a number with a letter or a dot, so that plain counts are none."""
        words = re.findall(r"[\w.]*\d[\w.]*(?:-[\w.]*\d?\w*)?\*?|\b[a-z]+\.\*", text)
        return unique(i for w in words if not w.isdigit() for i in self.expand(w))

    def heading(self, doc: str | None) -> list[str]:
        """The rules a docstring names in brackets: [9.4.2b, 9.5h]."""
        return unique(i for found in re.findall(r"\[([^\]]*)\]", doc or "") for w in re.split(r"[,\s]+", found)
                      for i in self.expand(w))
