"""Positions, frames and acts as plain JSON data, by name, so that saved games survive re-ordered code."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from frente.kernel.flow import Act, Frame, Position
from frente.kernel.texts import Told
from frente.kernel.weave import SAVED, marked

Vocabulary = Mapping[str, "list[str] | None"]   # verb -> names of its arguments; None: the argument is a number


class CodecError(Told):
    """A saved game or message that cannot be read; the text says what is wrong with it."""


class Words:
    """The acts of a game as words: ``unit:r-101-1``, ``hex:2111``, ``die:4``, ``pass``."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._index: dict[str, dict[str, int]] = {
            verb: {name: i for i, name in enumerate(names)} for verb, names in vocabulary.items() if names}

    def word(self, act: Act) -> str:
        names = self.vocabulary[act.verb]
        if names is None:
            return f"{act.verb}:{act.arg}"
        return f"{act.verb}:{names[act.arg]}" if names else act.verb

    def number(self, verb: str, name: str) -> int:
        """Of an argument by its name, -1 if there is none of that name."""
        known = self._index.get(verb)
        return -1 if known is None else known.get(name, -1)

    def act(self, word: str) -> Act:
        verb, _, name = word.partition(":")
        if verb not in self.vocabulary:
            raise CodecError("kernel.no-verb", {"word": word[:60], "verb": verb[:40]})
        names = self.vocabulary[verb]
        if names is None:
            if not (name.isascii() and name.isdigit()) or len(name) > 9:
                raise CodecError("kernel.needs-number", {"word": word[:60], "verb": verb})
            return Act(verb, int(name))
        if not names:
            if name:
                raise CodecError("kernel.takes-nothing", {"verb": verb})
            return Act(verb)
        found = self._index[verb].get(name)
        if found is None:
            raise CodecError("kernel.unknown-name", {"name": name[:40], "verb": verb})
        return Act(verb, found)


_FIELDS: Final[dict[type[Frame], list[str]]] = {}


def field_names(kind: type[Frame]) -> list[str]:
    """Field names of a frame class, in constructor order."""
    if kind not in _FIELDS:
        if not is_dataclass(kind):
            raise TypeError(f"{kind.__name__} is not a dataclass")
        _FIELDS[kind] = [x.name for x in fields(kind)]
    return _FIELDS[kind]


def plain(value: Any) -> Any:
    """A copy of nested lists, and of bytes as a list; all else in a position is a number, a word or a truth value."""
    if isinstance(value, bytearray):
        return list(value)
    return [plain(x) for x in value] if isinstance(value, list) else value


def frame_to_json(f: Frame) -> dict[str, Any]:
    seq = f.steps()
    out: dict[str, Any] = {"frame": type(f).__name__, "at": type(seq[f.at]).__name__ if f.at < len(seq) else ""}
    for name in field_names(type(f)):
        out[name] = plain(getattr(f, name))
    return out


def frame_from_json(data: Mapping[str, Any], kinds: Mapping[str, type[Frame]]) -> Frame:
    kind = kinds.get(data["frame"])
    if kind is None:
        raise CodecError("kernel.unknown-frame", {"name": data["frame"]})
    f = kind(*[plain(data[name]) for name in field_names(kind)])
    names = [type(s).__name__ for s in f.steps()]
    if data["at"] and data["at"] not in names:
        raise CodecError("kernel.unknown-step", {"name": data["at"]})
    f.at = names.index(data["at"]) if data["at"] else len(names)
    return f


def position_to_json(p: Position) -> dict[str, Any]:
    """The declared fields of a position that are saved, in their order, and its frames."""
    out: dict[str, Any] = {name: plain(getattr(p, name)) for name in marked(type(p), SAVED)}
    out["barrier"] = p.barrier
    out["stack"] = [frame_to_json(f) for f in p.stack]
    return out
