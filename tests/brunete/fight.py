"""Combats of Brunete 1937 played in a few words: declare, answer the questions nobody cares about, roll.

The drill combat is fought for hex 2009. Its neighbours, clockwise from the north: 2008 2108 2109 2010 1909 1908.
"""
from __future__ import annotations

from typing import Final

from frente.games.brunete.rules.ch10_combat import Attack, Combat
from frente.games.brunete.rules.ch10_results import Aftermath
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import CHANCE, Frame, Side
from tests.brunete.lay import offered, play, put, run, unit

TARGET: Final = "2009"
AROUND: Final = ("2008", "2108", "2109", "2010", "1909", "1908")
SIDE_WORDS: Final = {REP: "rep", NAT: "nat"}
QUIET: Final = ("pass", "support:0a0v")          # answers that claim nothing


def declare(p: Brunete, *attackers: str, target: str = TARGET, side: Side = REP) -> Brunete:
    """The combat step of a side up to the declaration of one attack."""
    if not any(isinstance(f, Combat) for f in p.stack):
        run(p, Combat(side))
    return play(p, f"hex:{target}", *[f"unit:{u}" for u in attackers], "declare")


def quietly(p: Brunete) -> Brunete:
    """No elite bonus, no supports, up to the next die."""
    while p.choices() and CHANCE not in p.choices():
        side = min(p.choices())
        word = next(w for w in QUIET if w in offered(p, side))
        play(p, f"{SIDE_WORDS[side]} {word}")
    return p


def fight(p: Brunete, die: int, *attackers: str, target: str = TARGET, side: Side = REP) -> Brunete:
    """A whole attack without bonus and supports, up to the first question about its results."""
    return play(quietly(declare(p, *attackers, target=target, side=side)), f"die:{die}")


def anyhow(p: Brunete, *wanted: str) -> Brunete:
    """Take the first act offered until a question offers one of *wanted*, or the aftermath is over."""
    while any(isinstance(f, Aftermath) for f in p.stack) and not any(w in offered(p) for w in wanted):
        side = min(p.choices())
        p.apply(side, p.choices()[side][0])
    return p


def attack(p: Brunete) -> Attack:
    return next(f for f in p.stack if isinstance(f, Attack))


def aftermath(p: Brunete) -> Aftermath:
    return next(f for f in p.stack if isinstance(f, Aftermath))


def over(p: Brunete) -> bool:
    """The attack and all its results have been dealt with."""
    return not any(isinstance(f, Attack | Aftermath) for f in p.stack)


def column(p: Brunete) -> str:
    """Final column of the attack now at its die."""
    return p.board.columns[attack(p).column]


def aftermath_of(
    p: Brunete, attackers: list[str], defenders: list[str], *, retreat: int = 0, losses: tuple[int, int] = (0, 0),
    side: Side = REP, target: str = TARGET, bystanders: tuple[str, ...] = (), mark: str = "",
    bonus: tuple[bool, bool] = (False, False),
) -> Brunete:
    """Open the aftermath of a combat alone: losses of (attacker, defender), then R of 1 (green) or 2 (black) hexes."""
    owed = list(losses) if side == REP else [losses[1], losses[0]]
    frame: Frame = Aftermath(
        side, p.board.index[target], [unit(p, u) for u in attackers], [unit(p, u) for u in defenders],
        [unit(p, u) for u in bystanders], list(bonus), owed, mark, retreat)
    return run(p, Combat(side), frame)


def elsewhere(p: Brunete) -> Brunete:
    """Two enemies far from the drill combat, so that the combat step goes on when it is over."""
    put(p, "r-99-1", "0805")
    put(p, "n-13-13", "0806")
    return p
