"""[4] Combat: the kit's attack with the shifts of this valley."""
from __future__ import annotations

from typing import Final

from fords.state.position import FOUGHT, HIT, Fords
from frente.kernel.flow import play
from frente.kit import battle
from frente.kit.table import Shift, Table


class Combat(battle.Combat):
    """[4.1] The combat phase of a side."""


class Attack(battle.Attack):
    """[4.1] An attack on one hex."""


class FightRules(battle.Rules[Fords]):
    fought = FOUGHT
    hit = HIT
    rule = "4.1"

    def table(self, p: Fords) -> Table:
        return p.board.combat

    def attack(self, p: Fords, u: int, t: int) -> int:
        return p.strength(u)

    def defence(self, p: Fords, t: int) -> int:
        return sum([p.strength(u) for u in p.pile(t)])

    def shifts(self, p: Fords, units: list[int], t: int) -> list[Shift]:
        """[4.2, 4.3] The ground and the town, and a river that all attackers have to cross."""
        found: list[Shift] = []
        town = p.board.number["town"] if p.ground.titles[t] else 0
        if p.board.cover[t] > town:
            found.append(Shift(town - p.board.cover[t], "4.2a", "shift-cover"))
        if town:
            found.append(Shift(-town, "4.2b", "shift-town"))
        near = p.ground.nb[t]
        if all(p.board.river[t][near.index(p.hex[u])] for u in units):
            found.append(Shift(-1, "4.3", "shift-river"))
        return found

    def open(self, p: Fords, u: int, a: int, t: int) -> bool:
        """[4.6, 2.1] Into no full hex, not even on the way."""
        return super().open(p, u, a, t) and p.fits(u, t)


FIGHT: Final = FightRules()


class Target(battle.Target[Fords]):
    rule = "4.1"


class Join(battle.Join[Fords]):
    rule = "4.1"


class Roll(battle.Roll[Fords]):
    rule = "4.4"


class AttackerLoses(battle.Lose[Fords]):
    rule = "4.5"
    who = 0


class DefenderLoses(battle.Lose[Fords]):
    rule = "4.5"
    who = 1


class Retreat(battle.Retreat[Fords]):
    rule = "4.6"


class Advance(battle.Advance[Fords]):
    rule = "4.7"
    most = 2


play(Combat, Target(FIGHT, Attack))
play(Attack, Join(FIGHT), Roll(FIGHT), AttackerLoses(FIGHT), DefenderLoses(FIGHT), Retreat(FIGHT), Advance(FIGHT))
