"""[7.1.4h] The advance of those who have won a compound."""
from __future__ import annotations

from frente.games.heralds.rules.ch04_control import enterable, room, shut
from frente.games.heralds.rules.ch06_movement import arrive
from frente.games.heralds.rules.ch06_stacks import drop, drop_refusal, fighters
from frente.games.heralds.state.board import SQUARES
from frente.games.heralds.state.frames import Stack, stack
from frente.games.heralds.state.frames_combat import Assault
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import PASS, Act, Choices, Refusal, Side
from frente.kit.steps import Listed


class Advance(Listed[Assault, Heralds]):
    """[7.1.4h, 6.1d] Into the compound that was emptied, or its square; who is too many, or is to stay, is dropped."""

    rule = "7.1.4h"
    verbs = ("go", "drop", "pass")

    def ask(self, f: Assault, p: Heralds) -> Choices:
        s = stack(p)
        if not fighters(p, s.units):
            return {}
        b = p.board
        open_to = [a for a in (f.place, b.parent[f.place]) if not self.barred(f, p, s, a)[0]]
        if not open_to:
            return {}
        found = [b.space_verbs["go"][a] for a in open_to if not self.unfit(f, p, s, a)[0]]
        found += [b.unit_verbs["drop"][u] for u in s.units if not drop_refusal(p, s, u)[0]]
        return {f.side: [*found, PASS]} if found else {}

    def barred(self, f: Assault, p: Heralds, s: Stack, a: int) -> tuple[str, str]:
        """What keeps everybody out of a space."""
        if a not in (f.place, p.board.parent[f.place]):
            return ("7.1.4h", "only-there")
        if a == p.at[s.units[0]]:
            return ("7.1.4h", "already-there")
        if a >= SQUARES and not enterable(p, f.side, a):
            return ("14.k", "compound-closed")
        if shut(p, f.place):
            return ("6.3d", "route-blocked")
        return ("", "")

    def unfit(self, f: Assault, p: Heralds, s: Stack, a: int) -> tuple[str, str]:
        """What keeps the stack out as it is, and not one from which some were dropped."""
        if a >= SQUARES and not room(p, a, s.units, p.opt.third_always):
            return ("2.3.3b", "compound-full")
        here = p.at[s.units[0]]
        rails = [t for i, t in enumerate(p.board.to[here]) if p.board.railway[here][i]]
        if p.board.train in s.units and a not in rails:
            return ("9.3d", "off-the-rails")
        return ("", "")

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        s = stack(p)
        if act.verb == "drop":
            drop(s, act.arg)
            return False
        if act != PASS:
            s.to = act.arg
            arrive(p, s)
        return True

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        s = stack(p)
        if act.verb == "drop":
            rule, key = drop_refusal(p, s, act.arg)
            return [refusal(p, rule, key, act.arg)]
        rule, key = self.barred(f, p, s, act.arg)
        if not rule:
            rule, key = self.unfit(f, p, s, act.arg)
        return [refusal(p, rule, key, -1, act.arg)]
