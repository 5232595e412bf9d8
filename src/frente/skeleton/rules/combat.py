"""[4] Combat: the kit's attack with this game's strengths and shifts."""
from __future__ import annotations

from typing import Final

from frente.kernel.flow import play
from frente.kit import battle
from frente.kit.table import Shift, Table
from frente.skeleton.state.position import FOUGHT, HIT, SkeletonPosition


class Combat(battle.Combat):
    """[4.1] The combat phase of a side."""


class Attack(battle.Attack):
    """[4.1] An attack on one hex."""


class FightRules(battle.Rules[SkeletonPosition]):
    fought = FOUGHT
    hit = HIT
    rule = "4.1"

    def table(self, p: SkeletonPosition) -> Table:
        return p.board.combat

    def attack(self, p: SkeletonPosition, u: int, t: int) -> int:
        return p.force.strength[u]

    def defence(self, p: SkeletonPosition, t: int) -> int:
        return sum([p.force.strength[u] for u in p.pile(t)])

    def shifts(self, p: SkeletonPosition, units: list[int], t: int) -> list[Shift]:
        """[4.2]"""
        return [Shift(-p.board.cover[t], "4.2", "shift-cover")] if p.board.cover[t] else []

    def open(self, p: SkeletonPosition, u: int, a: int, t: int) -> bool:
        """[4.5, 2.1] Into no full hex, not even on the way."""
        return super().open(p, u, a, t) and p.fits(u, t)


FIGHT: Final = FightRules()


class Target(battle.Target[SkeletonPosition]):
    rule = "4.1"


class Join(battle.Join[SkeletonPosition]):
    rule = "4.1"


class Roll(battle.Roll[SkeletonPosition]):
    rule = "4.3"


class AttackerLoses(battle.Lose[SkeletonPosition]):
    rule = "4.4"
    who = 0


class DefenderLoses(battle.Lose[SkeletonPosition]):
    rule = "4.4"
    who = 1


class Retreat(battle.Retreat[SkeletonPosition]):
    rule = "4.5"


class Advance(battle.Advance[SkeletonPosition]):
    rule = "4.6"


play(Combat, Target(FIGHT, Attack))
play(Attack, Join(FIGHT), Roll(FIGHT), AttackerLoses(FIGHT), DefenderLoses(FIGHT), Retreat(FIGHT), Advance(FIGHT))
