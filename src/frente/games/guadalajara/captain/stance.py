"""The stance of computer players: what makes one another, who has to hurry, and when a new plan is due."""
from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.state.position import AWAITED, Guadalajara
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
    garrison: bool
    press: int


def style(w: Weights) -> Style:
    return Style(w["style.packs"] > 0, w["style.fear"], w["style.bold"], w["style.guards"], w["style.garrison"] > 0,
                 round(w["style.press"]))


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


def final(p: Guadalajara, side: Side) -> bool:
    """[seq.7, R2] Whether nobody moves after this player turn: whatever stands anywhere is in no danger any more."""
    b = p.board
    return p.turn == b.last_turn and side == (NAT if b.scenario == 4 and p.opt.final_nationalist else REP)


def newcomers(p: Guadalajara, side: Side) -> list[tuple[int, int, int]]:
    """[scs.reinf.1] The same as stacks for those who enter the map next turn, by the first of their hexes."""
    b = p.board
    found: dict[tuple[int, int], int] = {}
    for u in b.fighters[side]:
        if p.hex[u] == AWAITED and p.due[u] == p.turn + 1 and b.attack[u][p.steps[u]]:
            places = b.areas.get(b.area[u]) or b.choice[u]
            if places:
                key = places[0], b.nation[u]
                found[key] = found.get(key, 0) + b.attack[u][p.steps[u]]
    return [(h, nation, found[h, nation]) for h, nation in sorted(found)]


def attacks(p: Guadalajara, side: Side) -> bool:
    """Whether time is on the other side: Nationalists until the offensive has spent itself, Republicans after it."""
    if p.board.scenario == 1:
        return side == NAT and p.turn < TIDE
    return side == (REP if p.board.scenario == 4 else NAT)
