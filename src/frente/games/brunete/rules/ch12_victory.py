"""[12] Objectives, the secret objective of the offensive scenario, and the result."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.brunete.rules.ch03_supply import holds, supply_lines
from frente.games.brunete.state.board import GARRISON, NAT, REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import DRAW, FINAL, RECOVERABLE, Brunete
from frente.kernel.flow import CHANCE, D6, Act, Choices, Side, Step
from frente.kit.steps import Die

CAMPAIGN: Final = 14
OFFENSIVE: Final = 6
FIRST_YELLOW: Final = 6                  # yellow objectives count from the end of this turn (12.1.vp3)
WIN: Final = 7                           # victory points (12.1.vp6)
LOSE: Final = 4


def purple_held(p: Brunete, far: list[int]) -> list[bool]:
    """[12.1.vp2, 12.2c]"""
    return [holds(p, REP, h, far) for h, _ in p.purple()]


def vertices_held(p: Brunete, far: list[int]) -> bool:
    """[12.1.vp1, 12.2e, R77] All three in the same snapshot."""
    return all(holds(p, REP, h, far) for h in p.board.vertices)


def points(p: Brunete, far: list[int]) -> int:
    """[12.1.vp1-vp4] Republican victory points if the campaign ended now."""
    total = sum(vp for (h, vp), held in zip(p.purple(), purple_held(p, far), strict=True) if held)
    return total + sum(p.gained)


def casualty_points(p: Brunete) -> int:
    """[12.1.vp7, R79] +1 if the Republican has lost less than the enemy, else -1."""
    b = p.board
    # A combat factor counts in attack and defence alike, and T-26 add their defence factor: it does for all.
    lost = [(b.side[u], b.type[u] == GARRISON, b.defence[u][b.full[u]]) for u in range(b.units)
            if p.hex[u] in (RECOVERABLE, FINAL)]
    rep = sum(value for side, _, value in lost if side == REP)
    nat = sum(value for side, garrison, value in lost if side == NAT and not garrison)
    garrisons = sum(value for _, garrison, value in lost if garrison)
    return 1 if rep < nat + garrisons // 2 else -1


class GainObjectives(Step[Turn, Brunete]):
    """[12.1.vp3, 12.1.vp4] Yellow objectives held at the end of turn 6 or later are gained for good."""

    rule = "12.1.vp3"

    def auto(self, f: Turn, p: Brunete) -> None:
        if p.turn < FIRST_YELLOW or p.last_turn != CAMPAIGN:
            return
        far = supply_lines(p, REP)
        for i, h in enumerate(p.board.yellow):
            if not p.gained[i] and holds(p, REP, h, far):
                p.gained[i] = 1
                p.tell("12.1.vp4", "objective-gained", {"hex": p.board.names[h]})
        if not p.gained[-1] and vertices_held(p, far):
            p.gained[-1] = 1
            p.tell("12.1.vp4", "vertices-gained", {})


class SecretObjective(Die[Turn, Brunete]):
    """[12.2c, R78] Rolled in secret at the end of the first turn that finds every purple town Republican."""

    rule = "12.2c"

    def ask(self, f: Turn, p: Brunete) -> Choices:
        if p.last_turn != OFFENSIVE or p.objective >= 0 or not all(purple_held(p, supply_lines(p, REP))):
            return {}
        return {CHANCE: D6}

    def do(self, f: Turn, p: Brunete, side: Side, act: Act) -> bool:
        p.objective = p.board.secret[act.arg]
        p.tell("12.2c", "secret-objective", {"hex": p.board.names[p.board.yellow[p.objective]], "die": act.arg}, REP)
        return True


class Victory(Step[Turn, Brunete]):
    """[12.1.vp6, 12.1.vp7, 12.2d-f] The result, at the end of the last turn."""

    rule = "12.1.vp6"

    def auto(self, f: Turn, p: Brunete) -> None:
        if p.turn < p.last_turn:
            return
        far = supply_lines(p, REP)
        if p.last_turn == CAMPAIGN:
            # Who has gained nothing has nothing to lose.
            p.vp = max(0, points(p, far) + (casualty_points(p) if p.opt.casualty_vp else 0))
            p.result = REP if p.vp >= WIN else NAT if p.vp <= LOSE else DRAW
        elif not all(purple_held(p, far)):           # held at last, they have drawn the objective a moment ago
            p.result = NAT
        elif holds(p, REP, p.board.yellow[p.objective], far):
            p.result = REP
        else:
            p.result = DRAW if vertices_held(p, far) else NAT
        p.reveal()                       # all that was hidden lies open at the end
        p.end()


END_OF_TURN: Final[Sequence[Step[Any, Any]]] = (GainObjectives(), SecretObjective(), Victory())
