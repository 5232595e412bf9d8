"""[3.4.2] The morale test of Republican units."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.storm.rules.ch03_general import judge_all
from frente.games.storm.rules.ch09_losses import Retreat
from frente.games.storm.state.board import ARTILLERY, LINE, REP, SHOCK, SPACES
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE, D6, Act, Choices, Frame, Side, Step, play
from frente.kit.steps import Die

# Why a test is taken.
ATTACKED: Final = 0                      # step C2 in a normal area
AIR: Final = 1                           # 15.N2b
STAMPEDE_LINE: Final = 2                 # 15.N8a
STAMPEDE_SHOCK: Final = 3                # step C2 with 15.N8b: shock units too


@dataclass
class MoraleTest(Frame):
    """One morale test: a die for each unit, then all results together (R9)."""

    area: int
    units: list[int]
    modifier: int
    dice: list[int] = field(default_factory=list)


def who_tests(p: Storm, a: int, cause: int) -> list[int]:
    """[3.4.2i-3.4.2k, 15.N8a, R8] The units that have to test."""
    b = p.board
    if a == b.madrid or (cause == AIR and p.council):        # [3.4.2j, 11.1f]
        return []
    if b.urban[a] and cause in (ATTACKED, STAMPEDE_SHOCK):   # [3.4.2k]
        return []
    found: list[int] = []
    for u in p.units(REP, a):
        if p.shock(u):
            kind = SHOCK
        else:
            kind = b.type[u]
        if kind == LINE:
            found.append(u)
        elif kind == ARTILLERY:
            if p.opt.artillery_tests and cause != STAMPEDE_LINE and (cause != AIR or p.opt.artillery_air):
                found.append(u)
        elif cause == STAMPEDE_SHOCK:
            found.append(u)
    return found


def modifiers(p: Storm, a: int, cause: int, arriving: int = 0) -> list[tuple[int, str, str]]:
    """[3.4.2b-3.4.2e, 11.1i] Every modifier of a test with its rule and the key of its name.

    arriving: Nationalist units of an assault that will be there when it is taken (R10).
    """
    b = p.board
    found = [(p.morale, "3.4.2b", "mod-morale")]
    if cause == AIR:
        found.append((b.test_air, "3.4.2c", "mod-air"))
    if p.n[SPACES + a] + arriving < p.n[a]:
        found.append((b.test_outnumbering, "3.4.2d", "mod-outnumbering"))
    if b.urban[a]:
        found.append((b.test_urban, "3.4.2e", "mod-urban"))
        if p.council:
            found.append((b.test_council, "11.1i", "mod-council"))
    return found


def begin_test(p: Storm, a: int, cause: int) -> None:
    p.call(MoraleTest(a, who_tests(p, a, cause), sum([m[0] for m in modifiers(p, a, cause)])))


class RollTests(Die[MoraleTest, Storm]):
    """[3.4.2a] One die for each unit."""

    rule = "3.4.2a"

    def ask(self, f: MoraleTest, p: Storm) -> Choices:
        return {CHANCE: D6} if len(f.dice) < len(f.units) else {}

    def do(self, f: MoraleTest, p: Storm, side: Side, act: Act) -> bool:
        if p.events is not None:
            p.tell("3.4.2a", "morale-die", {"unit": p.board.uid[f.units[len(f.dice)]], "die": act.arg,
                                            "result": act.arg + f.modifier, "retreats": p.board.retreats_from,
                                            "eliminated": p.board.eliminated_from})
        f.dice.append(act.arg)
        return False


class ApplyTests(Step[MoraleTest, Storm]):
    """[3.4.2f-3.4.2h, 3.4.2l, 15.N8b] Eliminations and retreats together, then control."""

    rule = "3.4.2l"

    def auto(self, f: MoraleTest, p: Storm) -> None:
        b = p.board
        leaving: list[int] = []
        for u, die in zip(f.units, f.dice):
            result = die + f.modifier
            if result >= b.eliminated_from and not p.shock(u):
                p.eliminate(u, "3.4.2h")
            elif result >= b.retreats_from:
                leaving.append(u)
                if p.opt.retreat_flips:  # [R60]
                    p.flip(u)
        p.call(Retreat(REP, leaving))


class AfterTests(Step[MoraleTest, Storm]):
    """[3.4.2l] Control is looked at when everybody has gone."""

    rule = "3.4.2l"

    def auto(self, f: MoraleTest, p: Storm) -> None:
        judge_all(p)


play(MoraleTest, RollTests(), ApplyTests(), AfterTests())
