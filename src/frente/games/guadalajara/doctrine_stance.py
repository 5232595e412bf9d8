"""The stance of computer players: what makes one another, who has to hurry, and when a new plan is due."""
from __future__ import annotations

from typing import Final, NamedTuple

from frente.flow import Side
from frente.games.guadalajara.board import NAT, REP
from frente.games.guadalajara.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.position import Guadalajara

TIDE: Final = 8                          # turn of the campaign from which the Nationalists look to what they have


class Style(NamedTuple):
    """What makes one player another."""

    packs: bool                          # prepares attacks before it moves
    fear: float                          # how far it minds standing where the enemy can strike
    bold: float                          # least value of an attack worth making
    guards: float                        # share of the enemy's strength to be met at a threatened village


CAPTAIN: Final = Style(True, 1.0, 0.15, 0.6)
GREEDY: Final = Style(True, 0.0, 0.6, 0.3)


def epoch(p: Guadalajara, side: Side) -> tuple[int, int, str, bool]:
    """One phase of one side in one turn."""
    owner = -1
    for f in p.stack:
        if isinstance(f, PlayerTurn):
            owner = f.side
        elif not isinstance(f, (Game, Turn)):
            return p.turn, owner, type(f).__name__, bool(getattr(f, "exploit", False))
    return p.turn, owner, "", False


def stacks(p: Guadalajara, side: Side) -> list[tuple[int, int, int]]:
    """Hexes of a side with a nationality and attack strength."""
    b = p.board
    found: dict[int, tuple[int, int, int]] = {}
    for u in b.fighters[side]:
        h = p.hex[u]
        if h >= 0 and b.attack[u][p.steps[u]]:
            power = found[h][2] if h in found else 0
            found[h] = (h, b.nation[u], power + b.attack[u][p.steps[u]])
    return [found[h] for h in sorted(found)]


def short(p: Guadalajara) -> bool:
    """Whether the scenario is over before a counter-attack would tell."""
    return p.board.scenario in (2, 4)


def attacks(p: Guadalajara, side: Side) -> bool:
    """Whether time is on the other side: Nationalists until the offensive has spent itself, Republicans after it."""
    if p.board.scenario == 1:
        return side == NAT and p.turn < TIDE
    return side == (REP if p.board.scenario == 4 else NAT)
