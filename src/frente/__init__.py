"""Frente plays published Spanish Civil War board wargames by the book.

    import frente
    m = frente.new("brunete", seed="any text")
    m.choices()                          # who may do what now
    m.play(side, act)
    m.record().save("game.json")
"""
from __future__ import annotations

from pathlib import Path

from frente.kernel import proof as _proof
from frente.kernel import record as _record
from frente.kernel.catalog import Game, Outcome, UnknownName, all_games, find
from frente.kernel.flow import CHANCE, PASS, Act, Choices, Event, Refusal
from frente.kernel.proof import Report
from frente.kernel.record import Misfit, Record, RecordError
from frente.kernel.referee import IllegalAct, Match, Refused
from frente.kernel.views import SeatView, View

__version__ = "0.1.0"

new = Match.new


def load(path: str | Path, pack: Path | None = None) -> Match:
    """Continue the game saved in a file."""
    return Match.resume(_record.load(path), pack)


def verify(path: str | Path, pack: Path | None = None) -> Report:
    """Replay the game saved in a file: same acts, same dice, same end?"""
    return _proof.verify(_record.load(path), pack)


def repair(path: str | Path, pack: Path | None = None) -> Record | Misfit:
    """Replay the game saved in a file on today's rules: a record of today, or the first act that no longer fits."""
    return _proof.repair(_record.load(path), pack)


__all__ = ["CHANCE", "PASS", "Act", "Choices", "Event", "Game", "IllegalAct", "Match", "Misfit", "Outcome", "Record",
           "RecordError", "Refusal", "Refused", "Report", "SeatView", "UnknownName", "View", "__version__", "all_games",
           "find", "load", "new", "repair", "verify"]
