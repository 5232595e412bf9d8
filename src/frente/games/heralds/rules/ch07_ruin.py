"""[7.1.8, 7.5, 4.5.4] Compounds on fire: by assaults, on purpose, from the air."""
from __future__ import annotations

from frente.games.heralds.rules.ch06_movement import drop_from_stacks
from frente.games.heralds.rules.ch06_stacks import Part
from frente.games.heralds.rules.ch07_losses import retreats, withdraw_all
from frente.games.heralds.rules.ch11_will import judge, kill, lose_resource
from frente.games.heralds.state.board import AMMO, COMBAT, NEUTRAL, SQUARES
from frente.games.heralds.state.frames import Fate
from frente.games.heralds.state.frames_combat import Damage, Raid, Ruin
from frente.games.heralds.state.position import DESTROYED, FIRE, RUIN, Heralds
from frente.kernel.flow import Step, play
from frente.kit.steps import Die


def ammo_inside(p: Heralds, c: int) -> bool:
    return any(p.board.rtype[r] == AMMO and p.res[r] != DESTROYED for r in p.board.at_space[c])


def collateral_parts(p: Heralds, c: int, heavy: bool, deducted: bool) -> list[Part]:
    """[7.1.8a, R90]"""
    v = p.board.v
    found: list[Part] = []
    if ammo_inside(p, c):
        found.append((v["assault.collateral_ammo"], "7.1.8a", "collateral-ammo"))
    if heavy:
        found.append((v["assault.collateral_support"], "7.1.8a", "collateral-support"))
    if deducted:
        found.append((v["assault.collateral_deduct"], "7.1.8a", "collateral-deducted"))
    return found


def burn(p: Heralds, c: int, origin: int) -> None:
    """[7.1.8b, 7.1.8c, 4.5.4b] A compound is lost, with all that cannot leave it."""
    b = p.board
    p.tell("7.1.8c", "compound-burns", {"space": b.names[c]})
    inside = p.units(c)
    p.state[c] = RUIN if b.bridge[c] else FIRE
    p.mark(c, -1)
    for r in b.at_space[c]:
        lose_resource(p, r)
    p.call(Ruin(c, origin, inside))
    judge(p)


class RuinNext(Step[Ruin, Heralds]):
    """[7.1.8b, R120] Combat units are damaged, leaders and agents check, everything else is lost."""

    rule = "7.1.8b"

    def auto(self, f: Ruin, p: Heralds) -> None:
        while f.units:
            u = f.units.pop(0)
            f.at = 0
            if p.captive[u]:
                p.put(u, p.board.parent[f.space])
            elif p.kind(u) == COMBAT:
                p.call(Damage(u, False, False, 0, f.origin))
                return
            elif p.speaker(u):
                p.call(Fate(u, "7.1.8b", True))
                return
            else:
                kill(p, u, "7.1.8b")
                drop_from_stacks(p, u)


class RuinLeave(Step[Ruin, Heralds]):
    """[7.1.8b, R27, R120] Whoever is left goes; leaders have had their check and need no second one."""

    rule = "7.1.8b"

    def auto(self, f: Ruin, p: Heralds) -> None:
        for u in p.units(f.space):
            side = p.side[u]
            if side == NEUTRAL or p.hid[u] or (p.speaker(u) and not retreats(p, side, 1 - side, u, f.origin)):
                p.put(u, p.board.parent[f.space])
        for side in {p.side[u] for u in p.units(f.space)}:       # of one side, or of none
            withdraw_all(p, side, f.space, f.origin, side)


play(Ruin, RuinNext(), RuinLeave())


# -- from the air


def air_raid(p: Heralds, a: int) -> None:
    """[9.4e, R90] Against a compound there is a check for collateral damage; elsewhere only the will suffers."""
    p.tell("9.4e", "air-raid", {"space": p.board.names[a]})
    if a >= SQUARES:
        p.call(Raid(a))


class RaidDie(Die[Raid, Heralds]):
    """[9.4e, 7.1.8a] The bombs on a compound."""

    rule = "9.4e"


class RaidFalls(Step[Raid, Heralds]):
    """[9.4e, 7.1.8a]"""

    rule = "9.4e"

    def auto(self, f: Raid, p: Heralds) -> None:
        total = f.die + sum([x[0] for x in collateral_parts(p, f.space, True, False)])
        p.tell("7.1.8a", "collateral-check", {"space": p.board.names[f.space], "die": f.die, "total": total})
        if total > p.board.v["assault.collateral_above"]:
            burn(p, f.space, -1)


play(Raid, RaidDie(), RaidFalls())
