"""Event chits: which, where, drawn."""
from __future__ import annotations

from frente.games.tscw.rules.ch07_chits import ChitPull
from frente.games.tscw.state.position import (
    BASE,
    IN_POOL,
    Tscw,
)
from frente.kernel.flow import CHANCE, Act
from tests.tscw.lay import (
    play,
    run,
    unit,
)


def chit(p: Tscw, name: str) -> int:
    b = p.board
    return next(c for c in range(b.chits) if b.kinds[b.chit_kind[c]] == name)


def draw(p: Tscw, name: str, side: int, by: int | None = None) -> Tscw:
    """The side's pool holds the named chit and is drawn from; the chit comes out."""
    c = chit(p, name)
    p.chit[c] = IN_POOL
    run(p, ChitPull(side))
    if by is None or by == side:
        play(p, "pull")
    else:
        play(p, "decline", "pull")
    p.apply(CHANCE, Act("draw", c))
    return p


def state(p: Tscw, name: str) -> int:
    return p.chit[chit(p, name)]


def air(p: Tscw, *names: str) -> None:
    for name in names:
        p.hex[unit(p, name)] = BASE
