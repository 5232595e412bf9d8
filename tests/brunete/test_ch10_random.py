"""Crowded fronts fought out at random: no combat ends in a question without an answer or in an impossible stack."""
from __future__ import annotations

from random import Random
from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.rules.laws import stacks, steps, zones
from frente.games.brunete.state.board import GARRISON, NAT, REP, load_board
from frente.games.brunete.state.position import RETREATED, UNSUPPLIED, Brunete
from frente.kernel.flow import CHANCE, Act
from tests.brunete.lay import bare, run

COMBAT_OPTIONS = ("bare_dash_R", "below_half_after_shifts", "independent_brigades", "cancelled_bonus_counts_as_used",
                  "retreat_direction", "elite_free_hex", "reentry_hex", "captured_t26", "slow_xviii_corps",
                  "supply_effects")


def front(r: Random) -> Brunete:
    """Some 7 by 7 hexes of the map, often at an edge, full of counters in all states, with a combat step begun."""
    options: dict[str, Any] = {o.id: r.choice(o.choices) for o in GAME.options if o.id in COMBAT_OPTIONS}
    p = bare(load_board(), turn=r.randint(1, 14), **options)
    b = p.board
    c, y = r.choice((8, 20, 32)), r.choice((2, 9, 17))
    ground = [h for h in range(b.size) if abs(b.at[h][0] - c) <= 3 and abs(b.at[h][1] - y) <= 3]
    side = r.choice((REP, NAT))
    for u in r.sample(range(b.units), r.randint(6, 70)):
        h = r.choice(ground)
        if p.holder(h) in (-1, b.side[u]) and p.fits(u, h):
            p.steps[u] = r.randint(1, b.full[u])
            p.put(u, h)
            if r.random() < 0.15:
                p.mark(u, UNSUPPLIED)
            if b.side[u] != side and b.type[u] != GARRISON and r.random() < 0.1:
                p.mark(u, RETREATED)
    p.art, p.avi, p.cp, p.reroll = ([r.randint(0, most), r.randint(0, most)] for most in (3, 3, 3, 1))
    return run(p, Combat(side))


def check_refusals(p: Brunete, r: Random) -> None:
    """Whatever is not offered is refused with a reason, and whatever is offered is not."""
    step, frame = p.step(), p.stack[-1]
    for side, acts in p.choices().items():
        for verb, most in (("unit", p.board.units), ("hex", p.board.size), ("support", 32), ("stop", 1), ("exit", 1)):
            for arg in r.sample(range(most), min(most, 4)) if verb in step.verbs else ():
                act = Act(verb, arg)
                assert bool(step.why(frame, p, side, act)) != (act in acts), act


@pytest.mark.parametrize("seed", range(60))
def test_a_crowded_front_is_fought_out_lawfully(seed: int):
    r = Random(seed)
    p = front(r)
    while p.choices():
        asked = p.choices()
        assert all(asked.values()), "a question without an answer"
        assert [*stacks(p), *zones(p), *steps(p)] == []
        if CHANCE not in asked and r.random() < 0.3:
            check_refusals(p, r)
        side = r.choice(sorted(asked))
        bold = [a for a in asked[side] if a.verb != "pass"]
        p.apply(side, r.choice(bold if bold and r.random() < 0.8 else asked[side]))
    assert not any(s & RETREATED for s in p.state), "the step ends with every marker off"
