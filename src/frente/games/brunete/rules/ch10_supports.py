"""[10.3.3] Artillery and aviation in a combat: committed in secret by both sides, coordinated, shown together."""
from __future__ import annotations

from frente.games.brunete.rules.ch10_combat import MAX_SUPPORTS, NO_SUPPORT, SUPPORT_ACTS, SUPPORTS, Attack
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import CHANCE, D6, Act, Choices, Fact, Refusal, Side, Step
from frente.kit.steps import Die


def commitments(p: Brunete, side: Side, attacking: bool) -> list[Act]:
    """[10.3.3b, 10.3.3f]"""
    most = MAX_SUPPORTS[0 if attacking else 1]
    return [SUPPORT_ACTS[i] for i in range(len(SUPPORTS)) if support_fits(p, side, i, most)]


def support_fits(p: Brunete, side: Side, i: int, most: int) -> bool:
    """[10.3.3b, 10.3.3g, 5.1d]"""
    a, v, c = SUPPORTS[i]
    return a + v <= most and a <= p.art[side] and v <= p.avi[side] and c <= p.cp[side]


class Supports(Step[Attack, Brunete]):
    """[10.2.6, 10.3.3f] Both sides commit supports and command marker in secret and show them together."""

    rule = "10.3.3f"
    verbs = ("support",)

    def ask(self, f: Attack, p: Brunete) -> Choices:
        found: Choices = {}
        for s in (f.side, 1 - f.side):
            if f.support[s] < 0:
                acts = commitments(p, s, s == f.side)
                if len(acts) > 1:        # pools are counted openly outside combat, so an empty one is no secret
                    found[s] = acts
        return found

    def do(self, f: Attack, p: Brunete, side: Side, act: Act) -> bool:
        f.support[side] = act.arg
        return False

    def auto(self, f: Attack, p: Brunete) -> None:
        """[10.3.3g] What is shown is used, whether or not it coordinates."""
        p.reveal()
        for s in (f.side, 1 - f.side):
            a, v, c = SUPPORTS[max(f.support[s], NO_SUPPORT)]
            f.support[s] = max(f.support[s], NO_SUPPORT)
            p.art[s] -= a
            p.art_used[s] += a
            p.avi[s] -= v
            p.avi_used[s] += v
            p.cp[s] -= c
            if c:                        # [5.1d, 10.3.3d]
                f.effective[s] = a + v
            p.tell("10.3.3f", "supports-shown", {"side": s, "artillery": a, "aviation": v, "command": c})

    def why(self, f: Attack, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        a, v, c = SUPPORTS[act.arg]
        most = MAX_SUPPORTS[0 if side == f.side else 1]
        found: list[Refusal] = []
        if a + v > most:
            found.append(Refusal("10.3.3b", "too-many-supports", {"most": most}))
        if a > p.art[side] or v > p.avi[side]:
            have: dict[str, Fact] = {"artillery": p.art[side], "aviation": p.avi[side]}
            found.append(Refusal("10.3.3g", "support-not-available", have))
        if c > p.cp[side]:
            found.append(Refusal("R45", "no-cp", {}))
        return found


def uncoordinated(f: Attack, s: Side) -> int:
    """[10.3.3c, 10.3.3d] Coordination dice a side still has to roll."""
    a, v, c = SUPPORTS[f.support[s]]
    return 0 if c else a + v - len(f.dice[s])


class Coordination(Die[Attack, Brunete]):
    """[10.3.3c] Without a command point each marker needs 3-6."""

    rule = "10.3.3c"

    def ask(self, f: Attack, p: Brunete) -> Choices:
        return {CHANCE: D6} if uncoordinated(f, f.side) or uncoordinated(f, 1 - f.side) else {}

    def do(self, f: Attack, p: Brunete, side: Side, act: Act) -> bool:
        s = f.side if uncoordinated(f, f.side) else 1 - f.side
        f.dice[s].append(act.arg)
        if act.arg >= 3:
            f.effective[s] += 1
        p.tell("10.3.3c", "coordinated" if act.arg >= 3 else "not-coordinated", {"side": s, "die": act.arg})
        return False
