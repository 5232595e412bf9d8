"""Clocks of people who have agreed on one. A clock runs while its side is asked; what is left is reckoned from when it
began to run, so neither a restart nor a second server changes it.

Live: each side has a bank, which grows by a step whenever its turn ends. Over days: each turn has a step of its own,
and what goes beyond comes from the bank.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from frente.server.schema import Terms

NONE: Final = "none"
LIVE: Final = "live"
DAYS: Final = "days"
DAY: Final = 24 * 3600.0


@dataclass(frozen=True)
class Clock:
    side: int
    left: float                          # seconds in the bank when it last stood still
    since: float | None = None           # when it began to run
    due: float | None = None             # when it is used up, if it goes on running


def begun(terms: Terms | None, sides: int) -> list[Clock]:
    if terms is None or terms.pace == NONE:
        return []
    return [Clock(side, float(terms.bank)) for side in range(sides)]


def turned(terms: Terms, clocks: Sequence[Clock], asked: Collection[int], now: float,
           away: Mapping[int, float] | None = None) -> list[Clock]:
    """The clocks once these sides are asked: others stand still. Over days one begins when its player is back."""
    back = (away or {}) if terms.pace == DAYS else {}
    return [_started(terms, c, max(now, back.get(c.side, 0.0))) if c.side in asked and c.since is None
            else _stopped(terms, c, now) if c.side not in asked and c.since is not None else c for c in clocks]


def _started(terms: Terms, c: Clock, now: float) -> Clock:
    return replace(c, since=now, due=now + c.left + (0 if terms.pace == LIVE else terms.step))


def _stopped(terms: Terms, c: Clock, now: float) -> Clock:
    assert c.since is not None
    used = max(0.0, now - c.since)
    if terms.pace == LIVE:
        left = c.left - used + terms.step if used < c.left else 0.0
    else:
        left = max(0.0, c.left - max(0.0, used - terms.step))
    return Clock(c.side, left)


def late(clocks: Sequence[Clock], side: int, now: float) -> bool:
    return any(c.side == side and c.due is not None and c.due <= now for c in clocks)


def shown(terms: Terms | None, clocks: Sequence[Clock], sides: Sequence[str], now: float) -> dict[str, Any]:
    """Seconds each side has left for this turn, and which clocks run."""
    if terms is None:
        return {}
    turn = 0 if terms.pace == LIVE else terms.step
    return {sides[c.side]: {"left": round(max(0.0, c.due - now), 1) if c.due is not None else round(c.left + turn, 1),
                            "runs": c.due is not None} for c in clocks}
