"""Saved games: the start and the acts are the truth, a snapshot makes loading quick.

A record is one JSON file, described in docs/save-format.md. Acts are written as words, so that a record
survives re-ordered code, and a checksum tells an altered file from an honest one.
"""
from __future__ import annotations

import hashlib
import json
import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from frente.kernel.catalog import Game, OptionValues, Outcome, UnknownName, find
from frente.kernel.chance import Dice, Opening, joined
from frente.kernel.codec import CodecError, Words
from frente.kernel.explain import refusals, sentence
from frente.kernel.flow import CHANCE, Position, Refusal, Side
from frente.kernel.texts import Told

FORMAT: Final = 2
CHANCE_NAME: Final = "chance"
RESIGNED: Final = "kernel.resigned"
AGREED: Final = "kernel.agreed"
COPY: Final = "copy"                     # a file of the web app: one side's view of a game, not its record
THE_FILE: Final = Told("kernel.record-file")


class RecordError(Told):
    """A record that cannot be written, read or continued; the text names the fault and what to do."""


class Line(NamedTuple):
    """One act of the log: who, what, and for chance the number of the roll (else -1)."""

    side: str
    word: str
    roll: int


class Note(NamedTuple):
    """What a side has written beside the position after the first *at* acts: one line."""

    at: int
    side: str
    text: str


@dataclass
class Rollback:
    """A rollback by consent: what was dropped, and from where. Its rolls explain the gaps in the numbering."""

    by: str
    to: int
    dropped: list[Line]


@dataclass
class Snapshot:
    """The position after the first *at* acts."""

    at: int
    position: dict[str, Any]


@dataclass
class Record:
    """One game, from its start to now or to its end."""

    game: str
    rules: str
    data: str
    scenario: str
    options: OptionValues
    pack: str                            # name of the data pack, or empty; what it holds is in the data version
    seats: dict[str, str]
    dice: list[Opening]                  # one after another, by their first roll
    acts: list[Line]
    rollbacks: list[Rollback]
    snapshots: list[Snapshot]
    result: dict[str, Any] | None
    format: int = FORMAT
    notes: list[Note] = field(default_factory=list)

    def text(self) -> str:
        """The record as JSON, one act to a line."""
        content = self._content()
        content["checksum"] = checksum(content)
        return "{\n" + ",\n".join(f"{_json(key)}: {_laid_out(value, key)}" for key, value in content.items()) + "\n}\n"

    def save(self, path: str | Path) -> None:
        """Write the record; the old file stays as it was unless the new one is complete."""
        write_text(path, self.text())

    def rolls(self) -> list[int]:
        """Numbers of all rolls made, those of rolled-back acts included."""
        return [x.roll for x in [*self.acts, *[y for r in self.rollbacks for y in r.dropped]] if x.roll >= 0]

    def _content(self) -> dict[str, Any]:
        return {"format": self.format, "game": self.game, "rules": self.rules, "data": self.data,
                "scenario": self.scenario, "options": self.options, "pack": self.pack, "seats": self.seats,
                "dice": [opening_out(x) for x in self.dice], "result": self.result,
                "acts": [_line_out(x) for x in self.acts],
                "rollbacks": [{"by": r.by, "to": r.to, "dropped": [_line_out(x) for x in r.dropped]}
                              for r in self.rollbacks],
                "snapshots": [{"at": s.at, "position": s.position} for s in self.snapshots],
                **({"notes": [x._asdict() for x in self.notes]} if self.notes else {})}


# -- writing

def checksum(content: Mapping[str, Any]) -> str:
    """SHA-256 over everything but the checksum itself, in one canonical spelling."""
    rest = {k: v for k, v in content.items() if k != "checksum"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def write_text(path: str | Path, text: str) -> None:
    """Write a file so that a failure leaves the old one intact, and say in one sentence what failed."""
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            with target.open("w", encoding="utf-8") as f:      # a pipe or device: there is nothing to keep intact
                f.write(text)
            return
        _write_atomic(target, text)
    except (OSError, ValueError) as e:
        reason = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
        raise RecordError("kernel.record-not-written", {"path": path, "reason": reason}) from e


def _write_atomic(target: Path, text: str) -> None:
    draft = target.parent / f".frente-{secrets.token_hex(6)}.tmp"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as f:
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    folder = os.open(target.parent, os.O_RDONLY)                # the new name must survive a power cut as well
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _line_out(x: Line) -> list[Any]:
    return [x.side, x.word] if x.roll < 0 else [x.side, x.word, x.roll]


def opening_out(x: Opening) -> dict[str, Any]:
    return {"first": x.first, "chosen": x.chosen, "commitment": x.promised, "seed": x.seed, "table": x.table,
            "start": x.start, "parent": x.parent, "sides": x.sides, "sealed": x.sealed, "shown": x.shown,
            "nonces": x.nonces}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _laid_out(value: Any, key: str) -> str:
    """JSON with one act, rollback or array of a snapshot to a line."""
    if key in ("acts", "dropped") and value:
        return "[\n  " + ",\n  ".join(_json(x) for x in value) + "\n]"
    if key in ("rollbacks", "snapshots", "dice", "notes") and value:
        return "[" + ", ".join(_laid_out(x, "") for x in value) + "]"
    if key in ("", "position") and isinstance(value, dict):
        return "{\n  " + ",\n  ".join(f"{_json(k)}: {_laid_out(v, k)}" for k, v in value.items()) + "\n}"
    return _json(value)


# -- reading

def load(path: str | Path) -> Record:
    """The record in a file. Whatever is wrong with it, the answer is a RecordError with one clear sentence."""
    try:
        raw = Path(path).read_bytes()
    except FileNotFoundError:
        raise RecordError("kernel.record-no-file", {"path": path}) from None
    except (OSError, ValueError) as e:
        reason = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
        raise RecordError("kernel.record-not-read", {"path": path, "reason": reason}) from e
    return parse(raw, str(path))


def parse(raw: bytes, name: str | Told = THE_FILE) -> Record:
    """The record in *raw*; *name* is what to call it when something is wrong."""
    try:
        return _read(_decoded(raw))
    except _Wrong as e:
        raise RecordError("kernel.record-wrong", {"name": name, "fault": e}) from None


class _Wrong(Told):
    """What is wrong with a record, without its name."""


def _decoded(raw: bytes) -> Any:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise _Wrong("kernel.record-not-text") from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as e:
        whole = text.strip()
        if whole.startswith("{") and (not whole.endswith("}") or e.pos >= len(text.rstrip()) - 1):
            raise _Wrong("kernel.record-cut-short", {"line": e.lineno}) from None
        raise _Wrong("kernel.record-not-json", {"line": e.lineno}) from None
    except (ValueError, RecursionError):
        raise _Wrong("kernel.record-bad-json") from None


def _read(content: Any) -> Record:
    if isinstance(content, dict) and content.get("kind") == COPY:
        raise _Wrong("kernel.record-copy")
    if not isinstance(content, dict) or "format" not in content or "acts" not in content:
        raise _Wrong("kernel.record-foreign")
    number = content["format"]
    if type(number) is not int or number < 1:
        raise _Wrong("kernel.record-no-format")
    if number > FORMAT:
        raise _Wrong("kernel.record-newer", {"format": number, "known": FORMAT})
    if not honest(content):
        raise _Wrong("kernel.record-altered")
    unknown = sorted(set(content) - {*_KEYS, *(_OLD_DICE if number == 1 else ("dice",)), "notes", "checksum"})
    if unknown:
        raise _Wrong("kernel.record-unknown-field", {"name": f"{unknown[0][:40]!a}", "format": number})
    slug = _text(content, "game")
    try:
        find(slug)
    except UnknownName as e:
        raise _Wrong("kernel.record-cannot-open", {"fault": e}) from None
    record = Record(
        game=slug, rules=_text(content, "rules"), data=_text(content, "data"), scenario=_text(content, "scenario"),
        options={k: _option(v) for k, v in _table(content, "options").items()},
        pack=_text(content, "pack"), seats=_texts(content, "seats"),
        dice=[_old_opening(content)] if number == 1 else [opening_in(x) for x in _list(content, "dice")],
        acts=_lines(content, "acts"), rollbacks=[_rollback(x) for x in _list(content, "rollbacks")],
        snapshots=[_snapshot(x) for x in _list(content, "snapshots")],
        result=None if _get(content, "result") is None else _ended(_table(content, "result")), format=number,
        notes=[_note(x) for x in _list(content, "notes")] if "notes" in content else [])
    if any(not 0 <= s.at <= len(record.acts) for s in record.snapshots):
        raise _Wrong("kernel.record-snapshot-beyond")
    if any(not 0 <= x.at <= len(record.acts) or x.side not in find(slug).sides for x in record.notes):
        raise _Wrong("kernel.record-note-beyond")
    starts = [x.first for x in record.dice]
    if not starts or starts[0] != 0 or starts != sorted(starts):
        raise _Wrong("kernel.record-dice-order")
    rolled = len(record.rolls())
    if any(x.awaited and x.first < end for x, end in zip(record.dice, [*starts[1:], rolled])):
        raise _Wrong("kernel.record-dice-open")
    return record


def honest(content: Mapping[str, Any]) -> bool:
    """Whether the checksum is that of the content."""
    try:
        return bool(content.get("checksum") == checksum(content))
    except (ValueError, RecursionError):
        return False


_KEYS: Final = ("format", "game", "rules", "data", "scenario", "options", "pack", "seats", "result", "acts",
                "rollbacks", "snapshots")
_OLD_DICE: Final = ("nonces", "commitment", "seed")      # of format 1


def _get(table: Mapping[str, Any], key: str) -> Any:
    if key not in table:
        raise _Wrong("kernel.record-incomplete", {"key": key})
    return table[key]


def _a_text(value: Any, key: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise _Wrong("kernel.record-not-a-line", {"key": key})
    return value


def _text(table: Mapping[str, Any], key: str) -> str:
    return _a_text(_get(table, key), key)


def _number(table: Mapping[str, Any], key: str) -> int:
    value = _get(table, key)
    if type(value) is not int:
        raise _Wrong("kernel.record-not-a-number", {"key": key})
    return value


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    value = _get(table, key)
    if not isinstance(value, list):
        raise _Wrong("kernel.record-not-a-list", {"key": key})
    return value


def _a_table(value: Any, key: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong("kernel.record-not-a-table", {"key": key})
    return value


def _table(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    return _a_table(_get(table, key), key)


def _texts(table: Mapping[str, Any], key: str) -> dict[str, str]:
    return {_a_text(k, key): _a_text(v, key) for k, v in _table(table, key).items()}


def _option(value: Any) -> bool | str:
    return value if isinstance(value, bool) else _a_text(value, "options")


def _a_flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("kernel.record-not-a-flag", {"key": key})
    return value


def opening_in(x: Any) -> Opening:
    table = _a_table(x, "dice")
    return Opening(
        _text(table, "seed"), _number(table, "first"), _a_flag(_get(table, "chosen"), "chosen"), _text(table, "table"),
        _text(table, "start"), _text(table, "parent"), _names(table, "sides"), _texts(table, "sealed"),
        _texts(table, "shown"), _names(table, "nonces"), _text(table, "commitment"))


def _old_opening(content: Mapping[str, Any]) -> Opening:
    """Format 1 does not tell whether its seed was chosen, so it may have been."""
    return Opening(_text(content, "seed"), chosen=True, nonces=_names(content, "nonces"),
                   promised=_text(content, "commitment"))


def _ended(result: dict[str, Any]) -> dict[str, Any]:
    """How a game ended: what is told of it must be there and of its kind; a replay says whether it is true."""
    _text(result, "key")
    for name in ("winner", "by"):
        if result.get(name) is not None:
            _text(result, name)
    if any(type(x) is not int for x in _list(result, "score")):
        raise _Wrong("kernel.record-not-a-number", {"key": "score"})
    return result


def _names(table: Mapping[str, Any], key: str) -> list[str]:
    return [_a_text(x, key) for x in _list(table, key)]


def _lines(table: Mapping[str, Any], key: str) -> list[Line]:
    return [_line(x, key, i) for i, x in enumerate(_list(table, key))]


def _line(x: Any, key: str, i: int) -> Line:
    if not isinstance(x, list) or len(x) not in (2, 3):
        raise _Wrong("kernel.record-not-an-act", {"number": i, "key": key})
    side = _a_text(x[0], key)
    roll = x[2] if len(x) == 3 else -1
    if type(roll) is not int or (roll >= 0) != (side == CHANCE_NAME) or (len(x) == 3 and roll < 0):
        raise _Wrong("kernel.record-wrong-roll", {"number": i, "key": key})
    return Line(side, _a_text(x[1], key), roll)


def _rollback(x: Any) -> Rollback:
    table = _a_table(x, "rollbacks")
    return Rollback(_text(table, "by"), _number(table, "to"), _lines(table, "dropped"))


def _snapshot(x: Any) -> Snapshot:
    table = _a_table(x, "snapshots")
    return Snapshot(_number(table, "at"), _table(table, "position"))


def _note(x: Any) -> Note:
    table = _a_table(x, "notes")
    return Note(_number(table, "at"), _text(table, "side"), _text(table, "text"))


# -- replaying

@dataclass
class Misfit:
    """The first act of a record that today's rules do not offer, or that does not follow from its roll."""

    index: int
    side: str
    word: str
    refusals: list[Refusal]
    why: Told

    @property
    def reason(self) -> str:
        return str(self.why)

    def told(self) -> Told:
        facts = {"index": self.index, "side": self.side, "word": self.word, "reason": self.why}
        return Told("kernel.record-misfit", facts)

    def __str__(self) -> str:
        return str(self.told())


class _Against(Told):
    """What the rules say against an act."""

    def __init__(self, game: Game[Any], found: list[Refusal]) -> None:
        super().__init__("")
        self.game = game
        self.found = found

    def said(self, language: str = "en") -> str:
        return sentence(self.game, self.found, language if self.game.speaks(language) else "en")


def pack_name(pack: Path | None) -> str:
    return "" if pack is None else pack.resolve().name


def start(game: Game[Any], record: Record, pack: Path | None) -> Position:
    """The position before the first act of *record*, on today's rules and data."""
    if record.pack and pack is None:
        raise RecordError("kernel.record-needs-pack", {"pack": record.pack})
    if not record.pack and pack is not None:
        raise RecordError("kernel.record-no-pack")
    try:
        p: Position = game.start(game.scenario(record.scenario).id, game.settled(record.options), pack)
    except UnknownName as e:
        raise RecordError("kernel.record-not-set-up", {"fault": e}) from e
    return p


def start_mark(game: Game[Any], scenario: str, options: OptionValues, p: Position) -> str:
    """A hash of where a game begins, for the commitment of its dice. Nothing is hidden yet in a scenario's start."""
    return joined("start", game.slug, scenario, json.dumps(options, sort_keys=True),
                  json.dumps(game.dump(p), sort_keys=True))


def replay(game: Game[Any], p: Position, acts: list[Line], dice: Dice, first: int = 0) -> Misfit | None:
    """Play *acts*, numbered from *first*, on *p*: each only if it is offered, each roll only if its seed gives it."""
    words = game.words(p)
    sides: dict[str, Side] = {name: s for s, name in enumerate(game.sides)}
    sides[CHANCE_NAME] = CHANCE
    for i, x in enumerate(acts, first):
        misfit = _play_line(game, p, words, sides, dice, i, x)
        if misfit is not None:
            return misfit
    return None


def _play_line(game: Game[Any], p: Position, words: Words, sides: Mapping[str, Side], dice: Dice, i: int,
               x: Line) -> Misfit | None:
    side = sides.get(x.side)
    if side is None:
        return Misfit(i, x.side, x.word, [], Told("kernel.no-such-side", {"game": game.title, "name": x.side}))
    try:
        act = words.act(x.word)
    except CodecError as e:
        return Misfit(i, x.side, x.word, [], e)
    offered = p.choices().get(side, [])
    if side == CHANCE:
        if not offered:
            return Misfit(i, x.side, x.word, [], Told("kernel.no-roll-due"))
        if not dice.known(x.roll) and act not in offered:
            return Misfit(i, x.side, x.word, [], Told("kernel.no-roll-gives", {"word": x.word}))
        given = offered[dice.at(x.roll, len(offered))] if dice.known(x.roll) else act
        if given != act:
            return Misfit(i, x.side, x.word, [], Told("kernel.roll-gives", {"roll": x.roll, "word": words.word(given)}))
    elif act not in offered:
        if CHANCE in p.choices():
            return Misfit(i, x.side, x.word, [], Told("kernel.roll-due"))
        found = refusals(game, p, side, act)
        return Misfit(i, x.side, x.word, found, _Against(game, found))
    p.apply(side, act)
    return None


def result_of(game: Game[Any], outcome: Outcome, by: Side | None = None) -> dict[str, Any]:
    """An outcome as plain data. *by*: who resigned or offered the draw."""
    return {"winner": None if outcome.winner is None else game.sides[outcome.winner], "key": outcome.key,
            "rule": outcome.rule, "score": list(outcome.score), "by": None if by is None else game.sides[by]}


def conceded(game: Game[Any], key: str, by: Side) -> Outcome:
    """The outcome when *by* resigned (the other side wins) or its offer of a draw was accepted."""
    others = [s for s in range(len(game.sides)) if s != by]
    return Outcome(others[0] if key == RESIGNED and len(others) == 1 else None, key, "")
