"""The stance of computer players: what makes one another, who has to hurry, and when a new plan is due."""
from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import Side
from frente.kit.weights import Weights

WEIGHTS_FILE: Final = Path(__file__).parents[1] / "data" / "doctrine.toml"
TIDE: Final = 8                          # turn of the campaign from which the Nationalists look to what they have


class Style(NamedTuple):
    """What makes one player another: the weights of data/doctrine.toml."""

    packs: bool
    fear: float
    bold: float
    guards: float
    press: int


def style(w: Weights) -> Style:
    return Style(w["style.packs"] > 0, w["style.fear"], w["style.bold"], w["style.guards"], round(w["style.press"]))


CAPTAIN: Final = style(Weights(WEIGHTS_FILE))        # before anything is tuned for a side


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
