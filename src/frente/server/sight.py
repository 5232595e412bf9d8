"""The view of a match for one seat. A fault in it is the game's own, and must not keep anybody from playing on."""
from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final, NamedTuple

from frente.kernel.explain import prompt
from frente.kernel.flow import Side
from frente.kernel.referee import Match
from frente.kernel.views import View

LOG: Final = logging.getLogger("frente.server")


class Sight(NamedTuple):
    view: View
    sound: bool                          # False: a makeshift, because the true view could not be made


def see(table: str, match: Match, side: Side | None, last: View | None = None, known: bool = False) -> Sight:
    """What a side may see now; where a fault keeps it from being made, *last* with the question and the acts of now.

    A fault already *known* is not logged again: a computer player would fill the disk with it.
    """
    try:
        return Sight(match.view(side), True)
    except Exception:
        if not known:
            LOG.exception("the view of table %s for %s after %d acts could not be made", table,
                          "a spectator" if side is None else match.game.sides[side], len(match.log))
        return Sight(_makeshift(match, side, last), False)


def _makeshift(match: Match, side: Side | None, last: View | None) -> View:
    game, asked = match.game, match.choices()
    known = last or View(game.slug, match.scenario, "" if side is None else game.sides[side], turn=0, phase=[],
                         waiting=[], question="", rule="", facts={}, acts=[], pieces=[], spaces={}, tracks=[], hands={})
    return replace(
        known, waiting=[game.sides[s] for s in sorted(asked) if s >= 0], facts={},
        question=prompt(match.position) if asked else "", rule=match.position.step().rule if asked else "",
        acts=[] if side is None else [match.word(a) for a in asked.get(side, [])])
