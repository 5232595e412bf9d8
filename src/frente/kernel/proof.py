"""Proof: a record replayed from its start. Were all acts legal, all dice honest, is the end the same?"""
from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from frente.kernel.catalog import Game, find
from frente.kernel.chance import CHOSEN, FILED, HOUSE, Dice, Opening, grades
from frente.kernel.codec import CodecError
from frente.kernel.flow import CHANCE, Position
from frente.kernel.record import (
    AGREED,
    RESIGNED,
    Misfit,
    Record,
    Snapshot,
    conceded,
    pack_name,
    replay,
    result_of,
    start,
    start_mark,
)
from frente.kernel.texts import Told


@dataclass
class Report:
    """What verification found. No faults: the same acts, the same dice, the same end."""

    game: str
    acts: int
    rolls: int
    result: dict[str, Any] | None
    faults: list[Told]
    notes: list[str]
    dice: list[Told]                     # what was proven of them, in words

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
    report = Report(record.game, len(record.acts), len(record.rolls()), record.result, [], [], proven(record))
    report.faults += [fault for opening in record.dice if opening.seed for fault in opening.faults()]
    mark = record.dice[0].start
    if mark and mark != start_mark(game, record.scenario, record.options, p):
        report.faults.append(Told("kernel.dice-other-start"))
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


def proven(record: Record) -> list[Told]:
    """What the record proves of its dice, opening by opening, if nothing is found wrong with it."""
    ends = [*[x.first for x in record.dice[1:]], len(record.rolls())]
    found = [_worth(x, end, grade) for x, end, grade in zip(record.dice, ends, grades(record.dice))]
    again = sum(line.roll >= 0 for r in record.rollbacks for line in r.dropped)
    if again:
        found.append(Told("kernel.dice-again", {"times": len(record.rollbacks), "rolls": again}))
    return found


def _worth(x: Opening, end: int, grade: str) -> Told:
    facts: dict[str, Any] = {"first": x.first, "last": end - 1}
    if x.first >= end:
        return Told("kernel.dice-unused")
    if not x.seed:
        return Told("kernel.dice-unproven", facts)
    if grade == CHOSEN:
        return Told("kernel.dice-chosen", facts)
    if grade == FILED:
        return Told("kernel.dice-filed", facts)
    if grade == HOUSE:
        return Told("kernel.dice-house", facts)
    facts["given"] = x.given
    if x.kept_back:
        return Told("kernel.dice-fair-but", {**facts, "back": x.kept_back})
    absent = [s for s in x.sides if s not in x.given]
    return Told("kernel.dice-fair-without", {**facts, "absent": absent}) if absent else Told("kernel.dice-fair", facts)


def rolled(record: Record, pack: Path | None = None) -> list[tuple[int, int, list[int]]]:
    """Every roll of a sound record: its number, how many chances there were, and those that give what came, from 0."""
    game = find(record.game)
    p = start(game, record, pack)
    words = game.words(p)
    found: list[tuple[int, int, list[int]]] = []
    for x in record.acts:
        act = words.act(x.word)
        if x.roll >= 0:
            offered = p.choices()[CHANCE]
            found.append((x.roll, len(offered), [i for i, a in enumerate(offered) if a == act]))
        p.apply(CHANCE if x.roll >= 0 else game.side(x.side), act)
    return found


def _replay_snapshots(game: Game[Any], record: Record, p: Position, report: Report, same: bool) -> Misfit | None:
    """Replay all acts, and compare each snapshot with the position it claims to be."""
    dice = Dice(record.dice)
    reached = 0
    for snapshot in sorted(record.snapshots, key=_where):
        misfit = replay(game, p, record.acts[reached:snapshot.at], dice, reached)
        if misfit is not None:
            return misfit
        reached = snapshot.at
        if same and game.dump(p) != _read(game, snapshot, p):
            report.faults.append(Told("kernel.record-wrong-snapshot", {"at": snapshot.at}))
    return replay(game, p, record.acts[reached:], dice, reached)


def _read(game: Game[Any], snapshot: Snapshot, like: Position) -> dict[str, Any] | None:
    """A snapshot as it would be saved today, for a game may read an older form; None: it cannot be read."""
    try:
        return game.dump(game.restore(snapshot.position, like))
    except CodecError:
        return None


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


def _expected(game: Game[Any], record: Record, p: Position) -> dict[str, Any] | None:
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
    misfit = replay(game, p, record.acts, Dice(record.dice))
    if misfit is not None:
        return misfit
    return Record(record.game, game.rules_version, data, record.scenario, game.settled(record.options), pack_name(pack),
                  record.seats, record.dice, record.acts, record.rollbacks,
                  [Snapshot(len(record.acts), game.dump(p))], _expected(game, record, p))
