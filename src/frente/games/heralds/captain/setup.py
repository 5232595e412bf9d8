"""A computer player's set-up: what each decoy side hides and where it starts, drawn by lot among good places.

The pieces are picked in any order, so that the number of a handle tells nothing, and no square always holds the same.
"""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain.worth import Lot, Plan, lot
from frente.games.heralds.rules.ch13_setup import placed
from frente.games.heralds.state.board import DECOY, SQUARES
from frente.games.heralds.state.frames import Setup
from frente.games.heralds.state.position import UNPLACED, Heralds
from frente.kernel.flow import Act, Side

# Where a piece goes; a square named twice is drawn twice as often, the first one is kept free for it.
HOMES: Final = {
    "pertegaz": ("RES_7D",),
    "token-pce": ("RES_7D", "RES_8D"),
    "giron": ("CARABANA", "CARABANA", "CARABANA", "CIUDAD_LINEAL"),
    "dieguez": ("CARABANA", "CARABANA", "CARABANA", "CIUDAD_LINEAL"),
    "barrios": ("CARABANA", "CARABANA", "CIUDAD_LINEAL", "RES_I"),
    "conesa": ("CIUDAD_LINEAL", "CIUDAD_LINEAL", "CIUDAD_LINEAL", "EL_PARDO"),
    "cortinas": ("CIUDAD_LINEAL", "CIUDAD_LINEAL", "CIUDAD_LINEAL", "EL_PARDO"),
    "pedro-fdez": ("RES_8D",),
    "sanchez": ("TORREJON",),
    "lopez-valle": ("D", "D", "J"),
    "token-cnd": ("G", "H", "F", "D", "K"),
    "pedrero": ("GUADALAJARA", "CARABANA", "CIUDAD_LINEAL"),
    "verardini": ("G", "E"),
    "sim-1": ("RES_4D", "CARABANA", "CIUDAD_LINEAL"),
    "sim-2": ("CARABANA", "CIUDAD_LINEAL", "GUADALAJARA"),
    "alvarez": ("C", "D", "F", "H"),
    "otero": ("C", "D", "F", "H"),
    "centano": ("D", "J", "H", "B"),
    "moll": ("D", "J", "H", "B")}
SPARE: Final = (("G", "H", "F", "D", "K", "CARABANA", "GUADALAJARA", "RES_4D", "CIUDAD_LINEAL"),
                ("RES_7D", "RES_8D", "EL_PARDO", "CIUDAD_LINEAL", "CARABANA", "J", "TORREJON"))


def pick_piece(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Lot:
    """Every piece that is left with the same chance, so each decoy counts."""
    b = p.board
    found: list[Act] = []
    for a in acts:
        alike = [u for u in b.handles[side] if p.at[u] == UNPLACED and b.brigade[p.who[u]] == b.brigade[a.arg]]
        found += [a for _ in alike]
    return lot(found)


def place(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Lot:
    b = p.board
    f = p.frame(Setup)
    piece = p.who[f.unit] if f.unit >= 0 else b.pertegaz
    names = HOMES.get(b.piece[piece], ())
    if b.kind[piece] == DECOY:
        full = wanted(p, side)
        names = tuple([name for name in SPARE[side] if full[b.index[name]] < b.free_limit])
    found = [b.space_verbs["place"][b.index[name]] for name in names]
    found = [a for a in found if a in acts]
    return lot(found or acts)


def wanted(p: Heralds, side: Side) -> list[int]:
    """By square: pieces that are there or want to be."""
    b = p.board
    found = placed(p, side)
    for u in range(b.units):
        if b.reverse[u] == side and b.kind[u] != DECOY and b.piece[u] in HOMES and p.at[p.handle(u)] == UNPLACED:
            found[b.index[HOMES[b.piece[u]][0]]] += 1
    return found[:SQUARES]


ANSWERS: Final = {"PlacePertegaz": place, "PickPiece": pick_piece, "PlacePiece": place}
