"""[4.5] Control: open, controlled, contested and destroyed squares."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch04_control import (
    NOBODY,
    access,
    blocks,
    compound_holder,
    contested,
    enterable,
    holder,
    way_open,
)
from frente.games.heralds.rules.ch05_negotiation import change
from frente.games.heralds.rules.ch07_ruin import burn
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.position import DESTROYED, FIRE, RUIN, Heralds
from tests.heralds.lay import (
    before,
    chart,
    dice,
    empty,
    hold,
    moving,
    neutral,
    offered,
    play,
    put,
    question,
    resource,
    rules,
    run,
    side_of,
    space,
    unit,
    up,
    where,
)


def held(p: Heralds, name: str) -> int:
    a = space(p, name)
    return holder(p, a) if a < 33 else compound_holder(p, a)


@pytest.mark.rule("4.5a", "4.5.1a")
def test_a_square_without_combat_units_or_held_compounds_is_open() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1")
    neutral(p, "E", "70bm-2")
    up(p, "E", "otero")
    moving(p, PCE, 1, "18bm-1")
    assert "move:E" in offered(p)        # one point: open
    hold(p, CND, "E1")
    moving(p, PCE, 1, "18bm-1")
    assert rules(p, "move:E") == ["6.3a"]                # two: in enemy hands
    moving(p, PCE, 2, "18bm-1")
    assert "move:E" in offered(p)
    for name in ("70bm-1", "44bm-1"):    # combat units of either side: disputed, or one's own
        q = empty()
        put(q, "CANILLEJAS", "18bm-1")
        put(q, "E", name)
        moving(q, PCE, 1, "18bm-1")
        assert ("move:E" in offered(q)) == (name == "44bm-1")


@pytest.mark.rule("4.5.1b")
def test_open_squares_are_crossed_freely() -> None:
    p = empty()
    put(p, "E", "mera")                  # a leader alone holds E for the CND, and Barajas is open
    put(p, "CANILLEJAS", "18bm-1")
    moving(p, PCE, 2, "18bm-1")
    play(p, "move:BARAJAS", "move:PARACUELLOS")
    assert where(p, "18bm-1") == "PARACUELLOS"


@pytest.mark.rule("4.5.1c", "4.5.2a")
def test_a_compound_is_held_by_any_pawn_in_sight_or_a_marker() -> None:
    for name in ("70bm-1", "hq-65d", "mera", "art-centro-1"):
        p = empty()
        put(p, "G3", name)
        assert held(p, "G3") == CND
    p = empty()
    neutral(p, "G3", "70bm-1")
    assert held(p, "G3") == NOBODY
    put(p, "G3", "moll")                 # hidden: does not count
    assert held(p, "G3") == NOBODY
    up(p, "G3", "moll")
    assert held(p, "G3") == CND
    q = empty()
    hold(q, PCE, "G3")
    assert held(q, "G3") == PCE


@pytest.mark.rule("4.5.2b")
def test_a_held_compound_blocks_the_opponent_and_nobody_else() -> None:
    p = empty()
    a = space(p, "CHAMARTIN")
    i = p.board.to[a].index(space(p, "A"))
    assert way_open(p, PCE, a, i)
    put(p, "A1", "40bm-1")
    assert blocks(p, PCE, space(p, "A1"))
    assert not way_open(p, PCE, a, i)
    assert way_open(p, CND, a, i)
    q = empty()
    neutral(q, "A1", "40bm-1")
    assert way_open(q, PCE, a, i)


@pytest.mark.rule("4.5.2c")
def test_a_downtown_square_belongs_to_the_only_faction_in_it() -> None:
    p = empty()
    put(p, "E", "70bm-1")
    assert held(p, "E") == CND
    neutral(p, "E", "18bm-1")
    assert held(p, "E") == CND
    put(p, "E", "ascanio")               # even a leader denies it
    assert held(p, "E") == NOBODY
    q = empty()
    put(q, "E", "70bm-1", "dieguez")     # an agent does not (R22)
    assert held(q, "E") == CND
    hold(q, PCE, "E1")                   # a guard in its compound does
    assert held(q, "E") == NOBODY
    r = empty(agents_deny_control=True)
    put(r, "E", "70bm-1", "dieguez")
    assert held(r, "E") == NOBODY


@pytest.mark.rule("4.5.2d")
def test_outside_downtown_control_needs_a_unit_for_every_two_routes() -> None:
    p = empty()
    put(p, "CANILLEJAS", "70bm-1", "70bm-2", "mera")     # five routes: three units
    assert held(p, "CANILLEJAS") == NOBODY
    put(p, "JACA", "70bm-3")             # compounds count
    assert held(p, "CANILLEJAS") == CND
    q = empty()
    put(q, "CHAMARTIN", "18bm-1", "arm-base")            # armour counts, artillery does not
    assert held(q, "CHAMARTIN") == PCE
    r = empty()
    put(r, "CHAMARTIN", "18bm-1", "art-8d")
    assert held(r, "CHAMARTIN") == NOBODY
    assert p.board.need[space(p, "CARABANA")] == 3       # five routes, rounded up


@pytest.mark.rule("4.5.2e")
def test_reserves_belong_to_the_only_faction_in_them() -> None:
    p = empty()
    put(p, "RES_I", "barcelo")
    assert held(p, "RES_I") == PCE
    put(p, "RES_I", "gallego")
    assert held(p, "RES_I") == NOBODY


@pytest.mark.rule("4.5.2f", "4.5.2a")
def test_control_of_a_square_gives_its_resources_but_not_those_kept_by_neutrals() -> None:
    p = chart()
    assert access(p, CND, resource(p, "broadcast-a1"))           # A1 is empty, A is CND
    assert not access(p, CND, resource(p, "print-d3"))           # only the neutral party seat is in D3
    assert access(p, CND, resource(p, "tel-g1"))
    assert not access(p, PCE, resource(p, "tel-g1"))
    p.join(unit(p, "syn-pce"), PCE)
    assert access(p, PCE, resource(p, "print-d3"))
    p.res[resource(p, "tel-g1")] = DESTROYED
    assert not access(p, CND, resource(p, "tel-g1"))


@pytest.mark.rule("4.5.3a")
def test_combat_units_of_both_factions_contest_a_square_compounds_counted() -> None:
    p = empty()
    put(p, "E1", "70bm-1")
    put(p, "E", "ascanio")
    assert not contested(p, space(p, "E"))
    put(p, "E", "18bm-1")
    assert contested(p, space(p, "E"))
    q = empty()
    put(q, "E", "18bm-1")
    neutral(q, "E", "70bm-1")
    assert not contested(q, space(q, "E"))


@pytest.mark.rule("4.5.3b")
def test_nobody_interdicts_the_entry_into_a_square_that_is_contested_already() -> None:
    p = empty()
    put(p, "E", "70bm-1", "18bm-1")
    put(p, "CANILLEJAS", "18bm-2")
    moving(p, PCE, 6, "18bm-2")
    play(p, "move:E")
    assert where(p, "18bm-2") == "E"
    assert question(p) == "Acting"
    q = empty()                          # a leader alone may still be caught
    put(q, "E", "70bm-1", "18bm-1")
    put(q, "CANILLEJAS", "ascanio")
    moving(q, PCE, 2, "ascanio")
    play(q, "move:E")
    assert question(q) == "ChooseReaction"


@pytest.mark.rule("4.5.3c")
def test_leaving_a_contested_square_may_be_interdicted() -> None:
    p = empty()
    put(p, "E", "70bm-1", "18bm-1")
    moving(p, PCE, 6, "18bm-1")
    play(p, "move:CANILLEJAS")
    assert question(p) == "ChooseReaction"
    assert rules(p, "shelter:E1") == ["R68"]             # E1 does not block that way
    play(p, "intercept", "unit:70bm-1", "done")
    dice(p, 6)
    assert where(p, "18bm-1") == "E"
    assert "yield" in offered(p)
    q = empty(reaction_on_leaving=False)
    put(q, "E", "70bm-1", "18bm-1")
    moving(q, PCE, 6, "18bm-1")
    play(q, "move:CANILLEJAS")
    assert where(q, "18bm-1") == "CANILLEJAS"


@pytest.mark.rule("4.5.3d")
def test_combat_units_enter_a_compound_only_if_nobody_else_is_inside() -> None:
    p = empty()
    neutral(p, "E1", "gutierrez")
    put(p, "E", "70bm-1")
    assert not enterable(p, CND, space(p, "E1"))
    moving(p, CND, 3, "70bm-1")
    assert rules(p, "move:E1") == ["14.k"]
    put(p, "E1", "gutierrez")
    moving(p, CND, 3, "70bm-1")
    assert "move:E1" in offered(p)


@pytest.mark.rule("4.5.3e")
def test_at_set_up_non_combat_pawns_share_compounds_with_neutrals() -> None:
    p = chart()
    assert where(p, "hq-65d") == where(p, "syn-soc") == "B3"
    assert held(p, "B3") == CND
    q = empty()                          # a headquarters wins its place beside a neutral leader
    neutral(q, "VILLA_ELOISA", "hq-ii", "bueno")
    change(q, unit(q, "hq-ii"), PCE, PCE)
    assert where(q, "hq-ii") == where(q, "bueno") == "VILLA_ELOISA"
    assert held(q, "VILLA_ELOISA") == PCE


@pytest.mark.rule("4.5.3f")
def test_neutral_combat_units_leave_a_compound_that_others_hold() -> None:
    p = empty()
    neutral(p, "G3", "70bm-1", "70bm-2")
    change(p, unit(p, "70bm-1"), CND, CND)
    assert where(p, "70bm-1") == "G3"
    assert where(p, "70bm-2") == "G"
    q = empty()
    put(q, "G3", "70bm-1", "70bm-2")
    change(q, unit(q, "70bm-2"), NEUTRAL, PCE)
    assert where(q, "70bm-2") == "G"
    assert side_of(q, "70bm-2") == NEUTRAL


@pytest.mark.rule("4.5.4a", "4.5.4b", "7.1.8b", "7.1.8c")
def test_a_destroyed_compound_loses_what_is_in_it_and_nobody_enters() -> None:
    p = empty()
    put(p, "J1", "112bm-1", "hq-65d", "gutierrez", "art-centro-1")
    hold(p, CND, "J1")
    burn(p, space(p, "J1"), -1)
    p.settle()
    assert p.state[space(p, "J1")] == FIRE
    assert p.marker[space(p, "J1")] == -1
    assert p.res[resource(p, "tel-j1")] == p.res[resource(p, "print-j1")] == DESTROYED
    dice(p, 1)                           # the unit is damaged and stays loyal
    while p.choices():
        if question(p) == "FateDie":
            dice(p, 1)
        else:
            assert question(p) == "WithdrawUnit"
            play(p, "to:J")
    assert where(p, "hq-65d") == where(p, "art-centro-1") == "eliminated"
    assert where(p, "112bm-1") == where(p, "gutierrez") == "J"
    assert p.damaged[unit(p, "112bm-1")] == 1
    assert not enterable(p, CND, space(p, "J1"))
    run(p, before("MarkersUpdate"))
    assert p.state[space(p, "J1")] == RUIN
    assert not blocks(p, PCE, space(p, "J1"))


@pytest.mark.rule("7.1.8c", "6.3d")
def test_a_destroyed_bridge_blocks_its_route_for_everybody() -> None:
    p = empty()
    a = space(p, "BARAJAS")
    i = p.board.to[a].index(space(p, "PARACUELLOS"))
    assert way_open(p, CND, a, i)
    burn(p, space(p, "BARAJAS_BRIDGE"), -1)
    assert p.state[space(p, "BARAJAS_BRIDGE")] == RUIN
    assert not way_open(p, CND, a, i)
    assert not way_open(p, PCE, a, i)
