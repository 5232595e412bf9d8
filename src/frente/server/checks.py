"""Checks that are kept with what is stored, so that a damaged disk is noticed and nothing wrong is shown.

A database tells when a page of it cannot be read; whether what it reads is what was written, it does not know.
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from zlib import crc32

from frente.server.schema import ActRow, RollbackRow

LOW: Final = 0xFFFFFFFF
FIXED: Final = ("id", "game", "scenario", "options", "plan", "base")


def of(*values: Any) -> int:
    return crc32(json.dumps(values).encode())


def of_game(row: Mapping[str, Any]) -> int:
    """Over what never changes at a table."""
    return of(*[row[name] for name in FIXED])


def of_act(table: str, a: ActRow) -> int:
    """The act in the lower half and its events in the upper: they are not read together."""
    return of(table, a.n, a.side, a.word, a.roll) | of_events(a.events) << 32


def of_events(text: str) -> int:
    return crc32(text.encode()) >> 1     # the column is signed


def of_rollback(table: str, r: RollbackRow) -> int:
    return of(table, r.n, r.side, r.to, r.dropped)


def act_holds(table: str, a: ActRow, check: int | None) -> bool:
    """Whether an act is what was written; what was stored before there were checks is taken as it is."""
    return check is None or of(table, a.n, a.side, a.word, a.roll) == check & LOW


def events_hold(text: str, check: int | None) -> bool:
    return check is None or of_events(text) == check >> 32


def holds(check: int | None, found: int) -> bool:
    return check is None or check == found
