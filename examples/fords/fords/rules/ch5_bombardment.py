"""[5] Bombardment: an activity that only this game has, written on the kernel alone."""
from __future__ import annotations

from dataclasses import dataclass

from fords.state.position import MOVED, UNSUPPLIED, Fords
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Frame, Refusal, Side, Step, play


@dataclass
class Bombardment(Frame):
    """[5.1] The guns of a side fire, one after another."""

    side: Side
    gun: int = -1                        # the one that is being laid
    target: int = -1


def targets(p: Fords, gun: int) -> list[int]:
    """[5.1] Hexes with enemies within the range of a gun."""
    far, shot = p.board.ground.distance, p.board.number["shot"]
    return sorted({p.hex[u] for u in p.on_map(1 - p.force.side[gun]) if far(p.hex[gun], p.hex[u]) <= shot})


class ChooseGun(Step[Bombardment, Fords]):
    """[5.1] Any gun that has something to shoot at."""

    rule = "5.1"
    verbs = ("unit", "pass")

    def refused(self, f: Bombardment, p: Fords, u: int) -> Refusal | None:
        if p.force.side[u] != f.side:
            return p.no("5.1", "not-your-unit", u)
        if not p.board.gun[u] or p.hex[u] < 0:
            return p.no("5.1", "no-gun", u)
        if p.state[u] & UNSUPPLIED:
            return p.no("6.2", "no-shells", u)
        if p.state[u] & MOVED:
            return p.no("5.1", "has-fired", u)
        return None if targets(p, u) else p.no("5.1", "nothing-in-range", u)

    def ask(self, f: Bombardment, p: Fords) -> Choices:
        guns = [p.force.acts[u] for u in p.force.of[f.side] if self.refused(f, p, u) is None]
        return {f.side: [*guns, PASS]} if guns else {}

    def do(self, f: Bombardment, p: Fords, side: Side, act: Act) -> bool:
        if act == PASS:
            return f.close()
        f.gun = act.arg
        return True

    def auto(self, f: Bombardment, p: Fords) -> None:
        f.close()

    def why(self, f: Bombardment, p: Fords, side: Side, act: Act) -> list[Refusal]:
        found = self.refused(f, p, act.arg) if act.verb == "unit" else None
        return [found] if found is not None else []


class LayGun(Step[Bombardment, Fords]):
    """[5.1] A hex within two hexes."""

    rule = "5.1"
    verbs = ("hex",)

    def ask(self, f: Bombardment, p: Fords) -> Choices:
        return {f.side: [p.ground.acts[h] for h in targets(p, f.gun)]}

    def do(self, f: Bombardment, p: Fords, side: Side, act: Act) -> bool:
        f.target = act.arg
        p.mark(f.gun, MOVED)            # [5.3]
        p.tell("5.1", "bombards", {"unit": p.force.uid[f.gun], "hex": p.ground.names[act.arg]})
        return True

    def why(self, f: Bombardment, p: Fords, side: Side, act: Act) -> list[Refusal]:
        if act.arg in targets(p, f.gun):
            return []
        key = "no-enemy-there" if p.holder(act.arg) != 1 - f.side else "out-of-range"
        return [p.no("5.1", key, f.gun, act.arg)]


class Shell(Step[Bombardment, Fords]):
    """[5.2] A step from 5 on; cover adds to what is needed. Then the next gun fires."""

    rule = "5.2"
    verbs = ("die",)

    def ask(self, f: Bombardment, p: Fords) -> Choices:
        return {CHANCE: D6}

    def do(self, f: Bombardment, p: Fords, side: Side, act: Act) -> bool:
        needed = p.board.number["hits"] + p.board.cover[f.target]
        p.tell("5.2", "bombardment-die", {"die": act.arg, "needed": needed})
        if act.arg >= needed:
            p.lose_step(p.top[f.target], "5.2")
        f.at, f.gun, f.target = 0, -1, -1
        return False


play(Bombardment, ChooseGun(), LayGun(), Shell())
