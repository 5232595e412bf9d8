"""[15] Replace Impulse chits: what each of them does instead of an activation."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.storm.rules.ch03_general import shift_morale
from frente.games.storm.rules.ch08_replacements import Rebuild, replacement_phase, returning
from frente.games.storm.rules.ch09_bombardment import Bombardment, chit_targets, spared
from frente.games.storm.state.board import (
    AREAS,
    DURRUTI,
    N1,
    N2,
    N5,
    N6,
    N7,
    N9,
    N11A,
    N11B,
    NAT,
    R1,
    R2,
    R5A,
    R5B,
    R5C,
    REP,
    USE_RULES,
)
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, play
from frente.kit.steps import Die, Listed

STOP: Final = Act("stop")
BOMBARDMENTS: Final = (R1, R2, N1, N2)
REPLACE_USES: Final[tuple[tuple[int, ...], tuple[int, ...]]] = (
    (R1, R2, R5A, R5B, R5C), (N1, N2, N5, N6, N7, N9, N11A, N11B))


@dataclass
class Turning(Frame):
    """[15.R5a, 15.N5, 15.N11b, R70] A die, then up to that many units are turned."""

    side: Side
    use: int
    left: int = -1                       # units that may still be turned; -1 before the die
    area: int = -1                       # of 15.N5, fixed by the first unit


def mola(p: Storm) -> Rebuild:
    """[15.N11a, R36]"""
    return Rebuild(NAT, 1, 1, not p.opt.mola_needs_pair)


def turnable(p: Storm, f: Turning) -> list[int]:
    """[15.R5a, 15.N5, 15.N11b] Units a chit may turn: own Spent ones, or Fresh enemy units of one area."""
    if f.use == N5:
        return [u for u in p.board.of[REP] if 0 <= p.at[u] < AREAS and not p.spent[u] and f.area in (-1, p.at[u])]
    return [u for u in p.board.of[f.side] if p.spent[u]]     # nobody in a box of the game is Spent


def cannot_play(p: Storm, side: Side, use: int) -> tuple[str, str]:
    """Why a Replace Impulse chit could not take effect now; public facts only. ("", "") when it could."""
    rule = USE_RULES[use]
    if use in BOMBARDMENTS:              # [15.R1, 15.R2, 15.N1, 15.N2a, 15.N9a, 12.3l]
        if side == REP and p.flight:
            return ("15.N9a", "government-in-flight")
        if chit_targets(p, side, use):
            return ("", "")
        return ("12.3l" if spared(p, side, range(AREAS)) >= 0 else rule, "nothing-to-bombard")
    if use in (R5A, N5, N11B):           # [15.R5a, 15.N5, 15.N11b]
        return ("", "") if turnable(p, Turning(side, use)) else (rule, "nobody-to-turn")
    if use == R5B:                       # [15.R5b]
        return ("", "") if returning(p, replacement_phase(p, side)) else (rule, "nothing-to-rebuild")
    if use == N11A:                      # [15.N11a]
        return ("", "") if returning(p, mola(p)) else (rule, "nothing-to-rebuild")
    if use == N9 and not any(p.control[a] == NAT for a in p.board.beside_city):
        return ("15.N9b", "not-at-the-gates")
    return ("", "")


def carry_out(p: Storm, side: Side, use: int) -> None:
    """The effect of a Replace Impulse chit that has just been played."""
    if use in BOMBARDMENTS:              # [15.R1, 15.R2, 15.N1, 15.N2a]
        p.call(Bombardment(side, use))
    if use in (R5A, N5, N11B):           # [15.R5a, 15.N5, 15.N11b]
        p.call(Turning(side, use))
    if use == R5B:                       # [15.R5b]
        p.call(replacement_phase(p, side))
    if use == N11A:                      # [15.N11a]
        p.call(mola(p))
    if use == R5C:                       # [15.R5c]
        shift_morale(p, 1, "15.R5c")
    if use == N6:                        # [15.N6a]
        p.strife = True
    if use == N7:                        # [15.N7, R72] wherever the chit is; the effect ends too
        p.gone[DURRUTI] += p.hand[DURRUTI] + p.pool[DURRUTI] + p.played[DURRUTI]
        p.hand[DURRUTI] = p.pool[DURRUTI] = p.played[DURRUTI] = 0
        p.durruti = 0
        p.tell("15.N7", "durruti-dead", {})
    if use == N9:                        # [15.N9a]
        p.flight = p.board.flight_impulses


class TurningDie(Die[Turning, Storm]):
    """[R70] The die comes first."""

    rule = "R70"

    def do(self, f: Turning, p: Storm, side: Side, act: Act) -> bool:
        f.left = act.arg
        p.tell(USE_RULES[f.use], "turning-die", {"die": act.arg})
        return True


class TurnUnits(Listed[Turning, Storm]):
    """[15.R5a, 15.N5, 15.N11b] One unit after another; the player may stop before."""

    rule = "R70"
    verbs = ("unit", "stop")

    def ask(self, f: Turning, p: Storm) -> Choices:
        found = turnable(p, f) if f.left > 0 else []
        return {f.side: [*[p.board.unit_acts[u] for u in found], STOP]} if found else {}

    def do(self, f: Turning, p: Storm, side: Side, act: Act) -> bool:
        if act == STOP:
            return True
        u = act.arg
        p.spent[u] = 1 - p.spent[u]
        f.left -= 1
        f.area = p.at[u]
        p.tell(USE_RULES[f.use], "turned-spent" if p.spent[u] else "turned-fresh", {"unit": p.board.uid[u]})
        return False

    def why(self, f: Turning, p: Storm, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        rule = USE_RULES[f.use]
        if p.board.side[u] != (REP if f.use == N5 else side):
            return [refusal(p, rule, "not-your-unit", u)]
        if p.at[u] < 0 or (f.use == N5 and p.at[u] >= AREAS):
            return [refusal(p, rule, "not-on-map", u)]
        if f.use != N5:
            return [refusal(p, rule, "unit-fresh", u)]
        if p.spent[u]:
            return [refusal(p, rule, "unit-spent", u)]
        return [refusal(p, rule, "one-area-only", u, f.area)]


play(Turning, TurningDie(), TurnUnits())
