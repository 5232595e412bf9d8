"""Odds and results of the series: fractions kept to the end, an endless ladder of columns, codes such as A1r2D1."""
from __future__ import annotations

import re
from typing import Final, NamedTuple

POINT: Final = 24                        # one point of strength
WORST: Final = -99                       # rung of an attack without any strength
BEST: Final = 99                         # rung against a hex without any defence


class Result(NamedTuple):
    """[scs.cbt.8] What a result code asks: steps and hexes of retreat, attacker and defender."""

    attacker: int
    attacker_retreat: int
    defender: int
    defender_retreat: int


_CODE: Final = re.compile(r"(?:A(\d?)(?:r(\d))?)?(?:D(\d?)(?:r(\d))?)?")
NOTHING: Final = Result(0, 0, 0, 0)


def rounded(amount: int, unit: int = POINT) -> int:
    """[scs.round] To the nearest whole number, one half upwards."""
    return (2 * amount + unit) // (2 * unit)


def rung(attack: int, defence: int, defender_favour: bool = False) -> int:
    """[scs.cbt.5, scs.round] The rung of the odds ladder: 0 is 1:1, 1 is 2:1, -1 is 1:2 and so on without end."""
    if attack <= 0:
        return WORST
    if defence <= 0:
        return BEST
    if attack >= defence:
        return attack // defence - 1 if defender_favour else (2 * attack + defence) // (2 * defence) - 1
    return 1 - (-(-defence // attack) if defender_favour else (2 * defence + attack) // (2 * attack))


def spelled(step: int) -> str:
    """A rung as odds: "2:1", "1:3"."""
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


def parsed(code: str) -> Result:
    """[scs.cbt.8] "A1r1D1" as numbers; a retreat without a number of steps costs none, NE is nothing."""
    if code == "NE":
        return NOTHING
    found = _CODE.fullmatch(code)
    if not code or found is None:
        raise ValueError(f"“{code}” is not a combat result; write A and D groups such as A1r1D1, or NE")
    return Result(*[int(x or 0) for x in found.groups()])
