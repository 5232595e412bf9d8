"""Combats and barrages for tests: declared, with scripted dice, up to the question that matters."""
from __future__ import annotations

from frente.games.guadalajara.rules.ch01_barrage import Barrage, Fire
from frente.games.guadalajara.rules.ch01_battle import Attack, column, modifiers, odds, shifts
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.state.position import Guadalajara
from tests.guadalajara.lay import offered, play, run, step

QUIET = ("CloseSupport", "DefendWithFlame", "DeclareIntensive")


def declare(p: Guadalajara, side: int, target: str, *names: str) -> Attack:
    """An attack announced, up to the first question after it."""
    run(p, Combat(side))
    play(p, f"hex:{target}", *[f"unit:{n}" for n in names], "attack")
    return fight_of(p)


def fight_of(p: Guadalajara) -> Attack:
    return next(f for f in reversed(p.stack) if isinstance(f, Attack))


def attack(p: Guadalajara, side: int, target: str, *names: str) -> Attack:
    """An attack ready for the dice: nobody commits anything."""
    f = declare(p, side, target, *names)
    while step(p) in QUIET:
        play(p, "points:0" if step(p) == "CloseSupport" else "pass")
    return f


def reckoning(p: Guadalajara, f: Attack) -> tuple[int, int]:
    """Column and DRM as they stand."""
    return column(odds(f, p) + sum(x.value for x in shifts(f, p))), sum(x.value for x in modifiers(f, p))


def settle(p: Guadalajara, until: tuple[str, ...] = ("ChooseTarget",)) -> None:
    """First choices until one of these steps, or nothing, is asked; dice show 1."""
    for _ in range(60):
        if step(p) in until or not p.choices():
            return
        play(p, "pass" if "pass" in offered(p) else offered(p)[0])


def barrage(p: Guadalajara, side: int, target: str, *guns: str) -> Fire:
    """A barrage ready for the dice."""
    run(p, Barrage(side))
    play(p, f"hex:{target}", *[f"unit:{n}" for n in guns], "fire")
    f = p.stack[-1]
    assert isinstance(f, Fire)
    return f


def bombs(p: Guadalajara, side: int, target: str, points: int) -> Fire:
    run(p, Barrage(side))
    play(p, f"bomb:{target}", f"points:{points}")
    f = p.stack[-1]
    assert isinstance(f, Fire)
    return f


