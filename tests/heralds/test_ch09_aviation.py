"""[9.4] Aviation."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch07_strength import attack_initiative, attack_strength
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import Order
from frente.games.heralds.state.frames_combat import Assault, Damage
from frente.games.heralds.state.position import FIRE, Heralds
from tests.heralds.lay import (
    args,
    before,
    dice,
    empty,
    neutral,
    offered,
    ordered,
    play,
    put,
    question,
    rules,
    run,
    space,
    top,
    unit,
    where,
)


def joined() -> Heralds:
    """Aviation with a stack that stands beside an enemy who cannot get away."""
    p = empty()
    put(p, "RES_LEV", "fare-air")
    put(p, "E", "70bm-1", "18bm-1")
    p.fixed[unit(p, "18bm-1")] = 1
    ordered(p, CND, "70bm-1", "fare-air")
    play(p, "stack:70bm-1", "join:fare-air")
    return p


@pytest.mark.rule("9.4b", "9.4c", "8k", "9.4f")
def test_reconnaissance_gives_a_point_once_a_turn() -> None:
    p = empty()
    put(p, "RES_LEV", "hq-centro", "hq-fare", "fare-air", "token-cnd")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-fare", "order:fare-air", "done")
    assert (p.spent[unit(p, "hq-centro")], p.spent[unit(p, "hq-fare")]) == (1, 1)
    assert "recon" in offered(p)
    play(p, "recon")
    assert p.ip[CND] == 1
    assert where(p, "fare-air") == "next-turn"
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-fare")
    assert rules(p, "order:fare-air") == ["9.4f"]
    run(p, before("MarkersUpdate"))
    assert where(p, "fare-air") == "RES_LEV"


@pytest.mark.rule("9.4e", "11.2g", "9.4b")
def test_an_attack_from_the_air_shakes_the_pce_once_and_may_burn_a_compound() -> None:
    p = empty()
    put(p, "RES_LEV", "fare-air")
    put(p, "E1", "18bm-1")
    put(p, "D", "18bm-2")
    ordered(p, CND, "fare-air")
    assert set(args(p, "bomb")) == {"E1", "D"}
    assert rules(p, "bomb:E") == ["9.4e"]
    q = p.clone()
    play(p, "bomb:D")
    assert p.will[PCE] == 3
    assert p.choices() == {}
    play(q, "bomb:E1")
    dice(q, 4)                           # 4 + 2 + 1 = 7
    assert q.state[space(q, "E1")] == FIRE
    q.at[unit(q, "fare-air")] = -1
    put(q, "RES_LEV", "fare-air")
    assert q.bombed == 1
    ordered(q, CND, "fare-air")
    play(q, "bomb:D")
    assert q.will[PCE] == 3              # the first time only


@pytest.mark.rule("9.4c", "9.4d", "9.4b")
def test_with_a_stack_it_joins_before_the_roll_and_counts_in_one_round() -> None:
    p = joined()
    assert where(p, "fare-air") == "next-turn"
    dice(p, 3)
    assert args(p, "join") == []
    play(p, "assault:E")
    assert offered(p) == ["support", "withhold"]
    assert p.will[PCE] == 4
    play(p, "support")
    assert p.will[PCE] == 3              # an attack from the air
    f = top(p, Assault)
    assert sum(x[0] for x in attack_strength(p, f)) == 3
    assert attack_initiative(p, f) == 2  # 3, less 1 as with artillery
    play(p, "deduct")
    dice(p, 1, 2)
    play(p, "suffer:70bm-1")
    dice(p, 1)
    play(p, "again")
    assert question(p) == "Differential"
    assert sum(x[0] for x in attack_strength(p, top(p, Assault))) == 1
    assert attack_initiative(p, top(p, Assault)) == 2    # damaged now, and without the aviation


@pytest.mark.rule("11.2g")
def test_aviation_against_neutrals_is_no_attack_on_the_pce() -> None:
    p = empty()
    put(p, "RES_LEV", "fare-air")
    put(p, "E", "70bm-1")
    neutral(p, "E", "112bm-1")
    ordered(p, CND, "70bm-1", "fare-air")
    play(p, "stack:70bm-1", "join:fare-air")
    dice(p, 3)
    play(p, "strike:112bm-1", "support")         # it could only join the CND
    assert (p.will, p.bombed) == ([3, 4], 0)


@pytest.mark.rule("9.4d", "9.1e")
def test_aviation_shakes_defenders_like_artillery_in_its_round() -> None:
    p = empty()
    put(p, "RES_LEV", "fare-air")
    put(p, "E", "70bm-1", "18bm-1", "18bm-2")
    for n in ("18bm-1", "18bm-2"):
        p.fixed[unit(p, n)] = 1
    ordered(p, CND, "70bm-1", "fare-air")
    play(p, "stack:70bm-1", "join:fare-air")
    dice(p, 3)
    play(p, "assault:E")
    q = p.clone()
    play(p, "support", "lead:18bm-1", "deduct")
    dice(p, 6, 2)
    assert top(p, Damage).drm == 1
    dice(p, 1)
    play(p, "replace:18bm-2")
    dice(p, 1)
    play(p, "again", "deduct")
    dice(p, 5, 2)
    assert top(p, Damage).drm == 0       # it has gone
    play(q, "withhold", "lead:18bm-1", "deduct")
    dice(q, 6, 2)
    assert top(q, Damage).drm == 0       # it waits


@pytest.mark.rule("9.4d", "11.2g", "7.1.4c")
def test_the_council_chooses_the_round_in_which_its_aviation_fights() -> None:
    p = joined()
    dice(p, 3)
    play(p, "assault:E", "withhold")
    assert (p.will[PCE], p.bombed) == (4, 0)     # nobody has been attacked from the air
    assert sum(x[0] for x in attack_strength(p, top(p, Assault))) == 1
    assert attack_initiative(p, top(p, Assault)) == 3
    play(p, "deduct")
    dice(p, 2, 2)
    play(p, "again")
    assert offered(p) == ["support", "withhold"]
    play(p, "support")
    assert (p.will[PCE], p.bombed) == (3, 1)
    assert sum(x[0] for x in attack_strength(p, top(p, Assault))) == 3
    play(p, "deduct")
    dice(p, 2, 2)
    play(p, "again")
    assert question(p) == "Differential"         # one round, and it has had it
