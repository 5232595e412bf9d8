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
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from frente.catalog import Game, OptionValues, Outcome, UnknownName, find
from frente.chance import Dice, commitment
from frente.codec import CodecError, Words
from frente.explain import refusals, sentence
from frente.flow import CHANCE, Position, Refusal, Side
from frente.texts import Told

FORMAT: Final = 1
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
    nonces: list[str]
    commitment: str
    seed: str
    acts: list[Line]
    rollbacks: list[Rollback]
    snapshots: list[Snapshot]
    result: dict[str, Any] | None
    format: int = FORMAT

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
                "nonces": self.nonces, "commitment": self.commitment, "seed": self.seed, "result": self.result,
                "acts": [_line_out(x) for x in self.acts],
                "rollbacks": [{"by": r.by, "to": r.to, "dropped": [_line_out(x) for x in r.dropped]}
                              for r in self.rollbacks],
                "snapshots": [{"at": s.at, "position": s.position} for s in self.snapshots]}


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


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _laid_out(value: Any, key: str) -> str:
    """JSON with one act, rollback or array of a snapshot to a line."""
    if key in ("acts", "dropped") and value:
        return "[\n  " + ",\n  ".join(_json(x) for x in value) + "\n]"
    if key in ("rollbacks", "snapshots") and value:
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
    unknown = sorted(set(content) - {*_KEYS, "checksum"})
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
        nonces=[_a_text(x, "nonces") for x in _list(content, "nonces")],
        commitment=_text(content, "commitment"), seed=_text(content, "seed"),
        acts=_lines(content, "acts"), rollbacks=[_rollback(x) for x in _list(content, "rollbacks")],
        snapshots=[_snapshot(x) for x in _list(content, "snapshots")],
        result=None if _get(content, "result") is None else _table(content, "result"), format=number)
    if any(not 0 <= s.at <= len(record.acts) for s in record.snapshots):
        raise _Wrong("kernel.record-snapshot-beyond")
    return record


def honest(content: Mapping[str, Any]) -> bool:
    """Whether the checksum is that of the content."""
    try:
        return bool(content.get("checksum") == checksum(content))
    except (ValueError, RecursionError):
        return False


_KEYS: Final = ("format", "game", "rules", "data", "scenario", "options", "pack", "seats", "nonces", "commitment",
                "seed", "result", "acts", "rollbacks", "snapshots")


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

    def __init__(self, game: Game, found: list[Refusal]) -> None:
        super().__init__("")
        self.game = game
        self.found = found

    def said(self, language: str = "en") -> str:
        return sentence(self.game, self.found, language if self.game.speaks(language) else "en")


def pack_name(pack: Path | None) -> str:
    return "" if pack is None else pack.resolve().name


def start(game: Game, record: Record, pack: Path | None) -> Position:
    """The position before the first act of *record*, on today's rules and data."""
    if record.pack and pack is None:
        raise RecordError("kernel.record-needs-pack", {"pack": record.pack})
    if not record.pack and pack is not None:
        raise RecordError("kernel.record-no-pack")
    try:
        return game.start(game.scenario(record.scenario).id, game.settled(record.options), pack)
    except UnknownName as e:
        raise RecordError("kernel.record-not-set-up", {"fault": e}) from e


def replay(game: Game, p: Position, acts: list[Line], dice: Dice, first: int = 0) -> Misfit | None:
    """Play *acts*, numbered from *first*, on *p*: each only if it is offered, each roll only if the seed gives it."""
    words = game.words(p)
    sides: dict[str, Side] = {name: s for s, name in enumerate(game.sides)}
    sides[CHANCE_NAME] = CHANCE
    for i, x in enumerate(acts, first):
        misfit = _play_line(game, p, words, sides, dice, i, x)
        if misfit is not None:
            return misfit
    return None


def _play_line(game: Game, p: Position, words: Words, sides: Mapping[str, Side], dice: Dice, i: int,
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
        given = offered[dice.at(x.roll, len(offered))]
        if given != act:
            return Misfit(i, x.side, x.word, [], Told("kernel.roll-gives", {"roll": x.roll, "word": words.word(given)}))
    elif act not in offered:
        if CHANCE in p.choices():
            return Misfit(i, x.side, x.word, [], Told("kernel.roll-due"))
        found = refusals(game, p, side, act)
        return Misfit(i, x.side, x.word, found, _Against(game, found))
    p.apply(side, act)
    return None


def result_of(game: Game, outcome: Outcome, by: Side | None = None) -> dict[str, Any]:
    """An outcome as plain data. *by*: who resigned or offered the draw."""
    return {"winner": None if outcome.winner is None else game.sides[outcome.winner], "key": outcome.key,
            "rule": outcome.rule, "score": list(outcome.score), "by": None if by is None else game.sides[by]}


def conceded(game: Game, key: str, by: Side) -> Outcome:
    """The outcome when *by* resigned (the other side wins) or its offer of a draw was accepted."""
    others = [s for s in range(len(game.sides)) if s != by]
    return Outcome(others[0] if key == RESIGNED and len(others) == 1 else None, key, "")


@dataclass
class Report:
    """What verification found. No faults: the same acts, the same dice, the same end."""

    game: str
    acts: int
    rolls: int
    result: dict[str, Any] | None
    faults: list[Told]
    notes: list[str]

    @property
    def problems(self) -> list[str]:
        return [str(fault) for fault in self.faults]

    @property
    def ok(self) -> bool:
        return not self.faults


def verify(record: Record, pack: Path | None = None) -> Report:
    """Replay a record from its start on today's rules: were all acts legal, all dice honest, is the end the same?"""
    game = find(record.game)
    p = start(game, record, pack)
    report = Report(record.game, len(record.acts), len(record.rolls()), record.result, [], [])
    if commitment(record.seed) != record.commitment:
        report.faults.append(Told("kernel.record-wrong-seed"))
    report.faults += _numbering(record)
    same = (record.rules, record.data) == (game.rules_version, game.data_version(p))
    if not same:
        report.notes.append(f"Played with rules {record.rules} and data {record.data}; "
                            f"these are rules {game.rules_version} and data {game.data_version(p)}.")
    misfit = _replay_snapshots(game, record, p, report, same)
    if misfit is not None:
        report.faults.append(misfit.told())
    elif record.result != _expected(game, record, p):
        report.faults.append(Told("kernel.record-wrong-result"))
    return report


def _replay_snapshots(game: Game, record: Record, p: Position, report: Report, same: bool) -> Misfit | None:
    """Replay all acts, and compare each snapshot with the position it claims to be."""
    dice = Dice(record.seed, record.nonces)
    reached = 0
    for snapshot in sorted(record.snapshots, key=_where):
        misfit = replay(game, p, record.acts[reached:snapshot.at], dice, reached)
        if misfit is not None:
            return misfit
        reached = snapshot.at
        if same and game.dump(p) != snapshot.position:
            report.faults.append(Told("kernel.record-wrong-snapshot", {"at": snapshot.at}))
    return replay(game, p, record.acts[reached:], dice, reached)


def _where(s: Snapshot) -> int:
    return s.at


def _numbering(record: Record) -> list[Told]:
    """Rolls are numbered from 0 upwards in the order they were made; only a rollback may take numbers away."""
    kept = [x.roll for x in record.acts if x.roll >= 0]
    if any(a >= b for a, b in pairwise(kept)):
        return [Told("kernel.record-roll-order")]
    if sorted(record.rolls()) != list(range(len(record.rolls()))):
        return [Told("kernel.record-roll-missing")]
    return []


def _expected(game: Game, record: Record, p: Position) -> dict[str, Any] | None:
    outcome = None if p.choices() else game.outcome(p)
    if outcome is not None:
        return result_of(game, outcome)
    given = record.result
    if given is not None and given.get("key") in (RESIGNED, AGREED) and given.get("by") in game.sides:
        by = game.side(str(given["by"]))
        return result_of(game, conceded(game, str(given["key"]), by), by)
    return None


def repair(record: Record, pack: Path | None = None) -> Record | Misfit:
    """Replay a record on today's rules and data: a record of today, or the first act that no longer fits."""
    game = find(record.game)
    p = start(game, record, pack)
    data = game.data_version(p)
    misfit = replay(game, p, record.acts, Dice(record.seed, record.nonces))
    if misfit is not None:
        return misfit
    return Record(record.game, game.rules_version, data, record.scenario, game.settled(record.options), pack_name(pack),
                  record.seats, record.nonces, record.commitment, record.seed, record.acts, record.rollbacks,
                  [Snapshot(len(record.acts), game.dump(p))], _expected(game, record, p))
