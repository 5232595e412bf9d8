"""What an enemy decoy side may hide, by the chart of the set-up (13b, 15.free) and by whether it has moved since."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain.worth import Plan
from frente.games.heralds.rules.ch13_setup import could_begin
from frente.games.heralds.state.board import AGENT, DECOY, LEADER
from frente.games.heralds.state.position import UNPLACED, Heralds
from frente.kernel.flow import Side

ROUNDS: Final = 8                        # of making rows and columns whole, which is enough for a guess
MOVED: Final = 0.3                       # how likely a decoy is sent about, against somebody whom it pays to send


def speaks(p: Heralds, u: int, plan: Plan) -> float:
    """Chance that a piece of the other side is an agent or a leader, who can help in a talk."""
    if u < p.board.first or p.seen[u]:
        return float(p.speaker(u))
    plan.look(p)
    side = p.side[u]
    if side not in plan.guesses:
        plan.guesses[side] = guessed(p, side)
    return plan.guesses[side].get(u, 0.0)


def guessed(p: Heralds, side: Side) -> dict[int, float]:
    """By unseen piece of a side: the chance that it is an agent or a leader; which are left to be hidden is public."""
    b = p.board
    unseen = [u for u in b.handles[side] if not p.seen[u]]
    left = sorted([p.who[u] for u in unseen])
    table = [[likely(p, u, x) for x in left] for u in unseen]
    for _ in range(ROUNDS):              # every piece is somewhere, and every decoy side hides one
        for row in table:
            total = sum(row) or 1.0
            for i in range(len(left)):
                row[i] /= total
        for i in range(len(left)):
            total = sum([row[i] for row in table]) or 1.0
            for row in table:
                row[i] /= total
    found: dict[int, float] = {}
    for u, row in zip(unseen, table):
        total = sum(row) or 1.0
        found[u] = sum([x for x, piece in zip(row, left) if b.kind[piece] in (AGENT, LEADER)]) / total
    return found


def likely(p: Heralds, u: int, piece: int) -> float:
    home = p.home[u]
    if home != UNPLACED and not could_begin(p, piece, home):
        return 0.0
    return MOVED if p.at[u] != home and p.board.kind[piece] == DECOY else 1.0
