"""Combats in which event chits are played."""
from __future__ import annotations

from typing import Any

from frente.games.storm.rules.ch09_losses import Losses
from frente.games.storm.state.board import (
    NAT,
    REP,
)
from frente.games.storm.state.position import Storm
from tests.storm.lay import (
    choose,
    empty,
    hold,
    impulses,
    own,
    play,
    put,
)


def losses(p: Storm) -> int:
    return next((f.points for f in p.stack if isinstance(f, Losses)), 0)


def attack(*chits: str, place: str = "FF", nat: tuple[str, ...] = ("n-leg-1", "n-leg-4"),
           rep: tuple[str, ...] = ("r-acero", "r-largo"), turn: int = 5, **options: Any) -> Storm:
    """A Nationalist attack with the first unit named, up to the first question after its declaration."""
    p = empty(turn=turn, **options)
    put(p, place, *nat, *rep)
    hold(p, *chits)
    impulses(p, NAT)
    return choose(p, "attack", place, [nat[0]])


def republican_attack(*chits: str, rep: tuple[str, ...] = ("r-acero", "r-bm1a"),
                      nat: tuple[str, ...] = ("n-leg-1",)) -> Storm:
    p = empty(turn=5)
    own(p, NAT, "C")
    put(p, "C", *rep, *nat)
    hold(p, *chits)
    impulses(p, REP)
    return choose(p, "attack", "C", [rep[0]])


def crossing(*chits: str, kind: str = "move", units: tuple[str, ...] = ("n-leg-1",), **options: Any) -> Storm:
    p = empty(turn=5, **options)
    own(p, NAT, "A")
    put(p, "A", *units)
    put(p, "I", "r-acero", "r-largo")
    hold(p, *chits)
    impulses(p, NAT)
    choose(p, kind, "A", list(units))
    return play(p, "area:I")
