"""Games of all kinds, played up to a decision in which units may march."""
from __future__ import annotations

from functools import cache
from random import Random

from frente.ai import opponent
from frente.kernel.catalog import find
from frente.kernel.referee import Match
from frente.kernel.views import SeatView

SCENARIOS = {"brunete": "campaign", "guadalajara": "2", "tscw": "columns", "storm": None, "heralds": None}
ORDINARY = {"brunete": "ChooseUnit"}     # its first marches are those of one night


def marchers(match: Match) -> dict[str, dict[str, tuple[int, list[str]]]]:
    """Units that may march now, with where they may go."""
    found = {}
    names = {p["id"] for p in match.view(None).pieces}
    for side in [s for s in match.choices() if s >= 0]:
        for piece in [p for p in match.view(side).pieces if p["side"] == match.game.sides[side] and p["id"] in names]:
            try:
                unit = next(match.words().act(f"{v}:{piece['id']}").arg
                            for v, kind in match.game.kinds().items()
                            if kind == "unit" and piece["id"] in (match.words().vocabulary[v] or []))
            except StopIteration:
                continue
            reach = match.game.reach(match.position, side, unit)
            if reach:
                found[piece["id"]] = reach
    return found


@cache
def played(slug: str, turn: int = 1) -> Match:
    """A game between simple computer players up to the first such decision of a turn."""
    game = find(slug)
    match = Match.new(slug, SCENARIOS[slug], seed="march")
    rng = Random(3)
    players = [opponent("greedy", game) for _ in game.sides]
    while (match.view(None).turn < turn or not marchers(match)
           or match.view(None).question != ORDINARY.get(slug, match.view(None).question)):
        side = min(match.choices())
        match.play(side, players[side].choose(SeatView(game, match.position, side), rng))
    return match
