"""What a position looks like to whoever has to guess how the game ends: features in words, seen by the PCE."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import holder
from frente.games.heralds.state.board import CND, COMBAT, DATA, HQ, LEADER, PCE, SQUARES, SUPPORT
from frente.games.heralds.state.position import Heralds
from frente.kit.chance import Chances, Outlook

FILE: Final = DATA / "chance.toml"
TRACKS: Final = [
    "will of the CND", "will of the PCE", "will of the CND squared", "will of the PCE squared", "action points, CND",
    "action points, PCE", "intelligence points, CND", "intelligence points, PCE", "squares, CND", "squares, PCE",
    "key squares, CND", "key squares, PCE", "squares that move will, CND", "squares that move will, PCE",
    "offensive called", "critical resources lost", "boxes lost to squares this turn", "combat units, CND",
    "combat units, PCE", "support units, CND", "support units, PCE", "headquarters, CND", "headquarters, PCE",
    "leaders, CND", "leaders, PCE", "damaged, CND", "damaged, PCE", "on the move, PCE"]
NAMES: Final = [*TRACKS, *[f"square {sq + 1} held" for sq in range(SQUARES)]]
KINDS: Final = (COMBAT, SUPPORT, HQ, LEADER)


def scene(p: Heralds) -> str:
    return "madrid"


def gone(p: Heralds) -> float:
    """How far the game has gone."""
    return p.turn / p.board.turns


def features(p: Heralds, mover: int) -> list[float]:
    """In the order of NAMES. *mover*: the side that is asked."""
    b = p.board
    held = [0, 0]
    key = [0, 0]
    will = [0, 0]
    places: list[float] = []
    for sq in range(SQUARES):
        h = holder(p, sq)
        if h in (CND, PCE):
            held[h] += 1
            key[h] += sq in b.key_squares
            will[h] += sq in b.will_squares
        places.append(1.0 if h == PCE else -1.0 if h == CND else 0.0)
    pawns = [[0, 0] for _ in KINDS]
    worn = [0, 0]
    for u in range(b.first):
        s = p.side[u]
        if p.at[u] >= 0 and s < 2:
            worn[s] += p.damaged[u]
            if b.kind[u] in KINDS:
                pawns[KINDS.index(b.kind[u])][s] += 1
    found = [
        p.will[CND] / 5, p.will[PCE] / 5, (p.will[CND] / 5) ** 2, (p.will[PCE] / 5) ** 2, p.ap[CND] / 5, p.ap[PCE] / 5,
        p.ip[CND] / 3, p.ip[PCE] / 3, held[CND] / 10, held[PCE] / 10, key[CND] / 3, key[PCE] / 3, will[CND] / 3,
        will[PCE] / 3, float(p.offensive), float(p.critical), p.lost / 2]
    for kind in pawns:
        found.append(kind[CND] / 5)
        found.append(kind[PCE] / 5)
    found += [worn[CND] / 5, worn[PCE] / 5, float(mover == PCE)]
    return found + places


OUTLOOK: Final = Outlook(Chances(FILE, NAMES), scene, gone, features)
