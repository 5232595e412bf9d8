"""frente replay, frente repair: is a saved game what it claims to be, and does it still fit today's rules?"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from frente.cli.arguments import add_json, add_pack
from frente.cli.faults import WRONG, complain
from frente.cli.output import emit
from frente.kernel import proof, record
from frente.kernel.catalog import Game, find
from frente.kernel.proof import Report
from frente.kernel.record import Misfit, Record, RecordError
from frente.kernel.texts import kernel_texts


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    one = commands.add_parser(
        "replay", help="verify a record: same acts, same dice, same end",
        description="Play a saved game again from its start: was every act offered, does every die follow from the "
                    "committed seed, is the end the same? Exit status 2 if not.",
        epilog="example: frente replay game.json")
    one.add_argument("file", metavar="FILE", type=Path, help="a saved game")
    add_pack(one)
    add_json(one)
    one.set_defaults(run=replay)
    many = commands.add_parser(
        "repair", help="replay stored games on today's rules; name the first act that no longer fits",
        description="Replay saved games on today's rules and data. A game that fits is written anew as a record of "
                    "today, and the old file kept beside it; of one that does not, the first act that no longer fits "
                    "is named. Exit status 2 if any does not fit.",
        epilog="example: frente repair saves/*.json")
    many.add_argument("files", metavar="FILE", type=Path, nargs="+", help="saved games")
    add_pack(many)
    many.set_defaults(run=repair)


def replay(arguments: argparse.Namespace) -> int:
    found = record.load(arguments.file)
    report = proof.verify(found, arguments.pack)
    if arguments.json:
        emit({"file": str(arguments.file), "game": report.game, "acts": report.acts, "rolls": report.rolls,
              "result": report.result, "ok": report.ok, "problems": report.problems, "notes": report.notes,
              "dice": [str(x) for x in report.dice]})
    else:
        show(found, report)
    for problem in report.problems:
        complain(f"{arguments.file}: {problem}")
    return 0 if report.ok else WRONG


def show(found: Record, report: Report) -> None:
    game = find(found.game)
    print(f"{game.title}, {game.scenario(found.scenario).title}: {report.acts} acts, {report.rolls} rolls.")
    print(ending(game, report.result))
    for note in report.notes:
        print(note)
    if report.ok:
        print("Verified: every act was offered, every roll follows from its seed, and the end is the same.")
        for words in report.dice:
            print(words)


def ending(game: Game[Any], result: dict[str, Any] | None) -> str:
    if result is None:
        return "The game is not over."
    texts = game.texts() if result["key"] in game.texts() else kernel_texts()
    score = f" ({', '.join(str(x) for x in result['score'])} points)" if result["score"] else ""
    return texts.say(result["key"], {"by": result.get("by") or ""}) + score


def repair(arguments: argparse.Namespace) -> int:
    status = 0
    for path in arguments.files:
        try:
            old = record.load(path)
            new = proof.repair(old, arguments.pack)
        except RecordError as e:         # the other files may well be sound
            complain(str(e) if str(path) in str(e) else f"{path}: {e}")
            status = WRONG
            continue
        if isinstance(new, Misfit):
            complain(f"{path}: {new}")
            status = WRONG
        elif (old.rules, old.data, old.options, old.result) == (new.rules, new.data, new.options, new.result):
            print(f"{path}: is a record of today already.")
        else:
            kept = spare(path)
            record.write_text(kept, path.read_text(encoding="utf-8"))
            new.save(path)
            print(f"{path}: fits and has been written anew; the old record is {kept}.")
        sys.stdout.flush()
    return status


def spare(path: Path) -> Path:
    """A name beside *path* that is still free."""
    n = 1
    while (found := path.with_name(f"{path.name}.old{n}")).exists():
        n += 1
    return found
