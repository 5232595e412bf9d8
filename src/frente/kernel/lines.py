"""Where each value of a TOML text begins, since the parser of the standard library does not say."""

import re
import tomllib
from bisect import bisect_left
from typing import Final

Place = tuple[str | int, ...]  # keys and indices that lead to a value: ("unit", 3, "attack")

_BLANK: Final = re.compile(r"[ \t]*")
_GAP: Final = re.compile(r"(?:[ \t\n,]|#[^\n]*)*")  # between lines and between items
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN: Final = re.compile(r"[^,\]}#\n]*")  # numbers, dates, true and false
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:[^"\\]|\\.)*"|' + r"'[^']*'", re.DOTALL
)


class Lines:
    """Where each value of a TOML text begins. The text is known to be valid, so nothing is checked here."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.sizes: dict[Place, int] = {}  # [[arrays]] so far and their number of items
        self.places: dict[Place, int] = {}
        self._document()

    def _document(self) -> None:
        table: Place = ()
        while self._skip(_GAP):
            start = self.at
            if self.text.startswith("[", self.at):
                double = self.text.startswith("[[", self.at)
                self.at += 2 if double else 1
                table = self._header(self._key(), double)
                self.at = self.text.index("]", self.at) + (2 if double else 1)
                self._note(table, start)
            else:
                self._pair(table)

    def _header(self, keys: list[str], double: bool) -> Place:
        path: Place = ()
        for index, key in enumerate(keys):
            path = (*path, key)
            if double and index == len(keys) - 1:
                self.sizes[path] = self.sizes.get(path, 0) + 1
            if path in self.sizes:
                path = (*path, self.sizes[path] - 1)
        return path

    def _pair(self, table: Place) -> None:
        start = self.at
        path = (*table, *self._key())
        self._note(path, start)
        self.at = self.text.index("=", self.at) + 1
        self._value(path)

    def _value(self, path: Place) -> None:
        self._skip(_BLANK)
        first = self.text[self.at]
        if first == "[":
            self._array(path)
        elif first == "{":
            self.at += 1
            while self._skip(_GAP) and self.text[self.at] != "}":
                self._pair(path)
            self.at += 1
        else:
            self._skip(_STRING if first in "\"'" else _PLAIN)

    def _array(self, path: Place) -> None:
        self.at += 1
        index = 0
        while self._skip(_GAP) and self.text[self.at] != "]":
            inner = (*path, index)
            self._note(inner, self.at)
            self._value(inner)
            index += 1
        self.at += 1

    def _key(self) -> list[str]:
        keys: list[str] = []
        while True:
            self._skip(_BLANK)
            start = self.at
            if self.text[start] in "\"'":
                self._skip(_STRING)
                keys.extend(tomllib.loads(f"{self.text[start : self.at]} = 0"))  # let the parser undo the escapes
            else:
                self._skip(_BARE)
                keys.append(self.text[start : self.at])
            self._skip(_BLANK)
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _skip(self, what: re.Pattern[str]) -> bool:
        """Move past it; False at the end of the text."""
        found = what.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return self.at < len(self.text)

    def _note(self, path: Place, start: int) -> None:
        line = bisect_left(self.breaks, start) + 1
        for length in range(1, len(path) + 1):
            self.places.setdefault(path[:length], line)
