"""[7.1.4, 7.1.5] Who wins an assault: replacing or retiring, the withdrawal, and how the winner follows on."""
from __future__ import annotations

from frente.games.heralds.rules.ch06_stacks import fighters
from frente.games.heralds.rules.ch07_assault import (
    ADVANCE,
    AGAIN,
    FOLLOW,
    RETIRE,
    STOP,
    SUPPORTED,
    WITHDRAWN,
    guard_falls,
)
from frente.games.heralds.rules.ch07_engage import enemies_at
from frente.games.heralds.rules.ch07_losses import collapse, withdraw_all
from frente.games.heralds.rules.ch07_strength import (
    decider,
    defending,
    flies,
    free_rounds,
    origin,
)
from frente.games.heralds.state.board import (
    COMBAT,
    NEUTRAL,
    SUPPORT,
)
from frente.games.heralds.state.frames import stack
from frente.games.heralds.state.frames_combat import ENDED, GOES_ON, Assault
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import Act, Choices, Refusal, Side, Step
from frente.kit.steps import Die, Listed


class Outcome(Step[Assault, Heralds]):
    """[7.1.4f, 7.1.6e] Who is left, and what becomes of those without combat units."""

    rule = "7.1.4f"

    def auto(self, f: Assault, p: Heralds) -> None:
        s = stack(p)
        f.round += 1
        if flies(f, s):
            s.air = 2                    # [9.4d] one single round
        f.silent = False
        f.waits = False
        left = bool(defending(p, f))
        if not fighters(p, s.units) and s.units:
            collapse(p, f.side, p.at[s.units[0]], -1, s.units)
        if not left and not f.neutral and f.defenders:           # else they have had their reckoning (R75)
            collapse(p, 1 - f.side, f.place, origin(p), p.units(f.place))
        if not left:
            guard_falls(p, f)
            f.at = ADVANCE
        elif not (f.dhit and not f.ahit):
            f.at = FOLLOW


class ReplaceOrRetire(Listed[Assault, Heralds]):
    """[7.1.4i, 7.1.7a, R85] One defender may take the place of the beaten lead unit; else all withdraw."""

    rule = "7.1.7a"
    verbs = ("replace", "retire")

    def ask(self, f: Assault, p: Heralds) -> Choices:
        men = [u for u in defending(p, f) if u != f.dlead]
        return {decider(f): [*[p.board.unit_verbs["replace"][u] for u in men], RETIRE]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        if act == RETIRE:
            f.at = WITHDRAWN
            return False
        f.replaced = act.arg
        return True

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        key = "is-the-lead" if act.arg == f.dlead else "not-involved"
        return [refusal(p, "7.1.4i", key, act.arg)]


class ReplaceDie(Die[Assault, Heralds]):
    """[7.1.4i] 1D6, one more for another formation, not above its morale."""

    rule = "7.1.4i"

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        u = f.replaced
        other = 1 if b.formation[u] != b.formation[f.dlead] else 0
        kept = act.arg + other <= p.morale_of(u)
        p.tell("7.1.4i", "replaced" if kept else "not-replaced", {"unit": b.uid[u], "die": act.arg})
        if kept:
            f.at = FOLLOW
            return False
        return True


class Withdrawal(Step[Assault, Heralds]):
    """[7.1.7a] The defenders leave."""

    rule = "7.1.7a"

    def auto(self, f: Assault, p: Heralds) -> None:
        if guard_falls(p, f):
            withdraw_all(p, NEUTRAL if f.neutral else 1 - f.side, f.place, origin(p), decider(f))


def follow_on_refusal(p: Heralds, f: Assault) -> tuple[str, str]:
    """[7.1.5, 7.1.6h, R83, R84]"""
    s = stack(p)
    if not fighters(p, s.units):
        return ("7a", "no-combat-unit")
    if s.lead >= 0 and (s.lead not in s.units or s.lead in f.out):
        return ("7.1.6h", "leader-out")
    if not p.opt.follow_on_after_loss and not (f.dhit and not f.ahit):
        return ("R83", "activation-ends")
    if free_rounds(p, f):
        return ("", "") if f.round < p.board.v["assault.free_rounds"] else ("7.1.5c", "three-rounds")
    return ("", "") if s.credit >= 1 else ("7.1.5d", "credit-short")


class FollowOn(Step[Assault, Heralds]):
    """[7.1.5a, 7.1.5c, 7.1.5d] Another round, or not."""

    rule = "7.1.5a"
    verbs = ("again", "stop")

    def ask(self, f: Assault, p: Heralds) -> Choices:
        if not defending(p, f) or follow_on_refusal(p, f)[0]:
            return {}
        return {f.side: [AGAIN, STOP]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        if act == STOP:
            return True
        if not free_rounds(p, f):
            stack(p).credit -= 1
        f.at = SUPPORTED
        return False


class Settle(Step[Assault, Heralds]):
    """[7.1.4g, 7.1.6h] A defender's victory fixes both and ends the activation."""

    rule = "7.1.4g"

    def auto(self, f: Assault, p: Heralds) -> None:
        s = stack(p)
        f.close()
        if (f.dhit and not f.ahit) or not defending(p, f):
            # [7.1.6h] The winner goes on, unless the leader of a command stack was put out of action.
            p.answer = ENDED if s.lead in f.out else GOES_ON
            return
        p.answer = ENDED
        if s.units and p.at[s.units[0]] == f.place:
            fix_all(p, s.units)
            fix_all(p, enemies_at(p, f.side, f.place))


def fix_all(p: Heralds, units: list[int]) -> None:
    """[7.2b] Fix markers."""
    for u in units:
        if p.kind(u) in (COMBAT, SUPPORT) or p.speaker(u):
            p.fixed[u] = 1
    for a in sorted({p.at[u] for u in units}):
        p.tell("7.2b", "fixed", {"space": p.board.names[a]})
