"""[7] Assaults, fixes, parleys and their consequences at their limits: one condition missing at a time."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.heralds.rules.ch06_movement import FOUGHT
from frente.games.heralds.rules.ch07_assault import guard_falls, hit
from frente.games.heralds.rules.ch07_combat import (
    destroy_refusal,
    hold_refusal,
    parley_refusal,
    spokesman,
    strike,
    take_hold,
)
from frente.games.heralds.rules.ch07_engage import (
    assault_refusal,
    defenders_at,
    engage_parts,
    fight_cost,
    fix_refusal,
    group_of,
    may_spoil,
    spoil_refusals,
    spoilers,
    strike_refusal,
    struck,
    syndicate_inside,
)
from frente.games.heralds.rules.ch07_losses import collapse, retreat_refusal, turn_neutral, voice, withdraw_all
from frente.games.heralds.rules.ch07_outcome import fix_all, follow_on_refusal
from frente.games.heralds.rules.ch07_ruin import ammo_inside, burn
from frente.games.heralds.rules.ch07_strength import (
    ADDED,
    DEDUCTED,
    UNUSED,
    ammo_reach,
    attack_initiative,
    attack_strength,
    defence_initiative,
    defence_strength,
    defending,
    free_rounds,
    has_ammo_at,
    took_part,
    totals,
)
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import MANEUVER, Order, Stack, Talk
from frente.games.heralds.state.frames_combat import ASSAULT, Assault, Collapse, Damage, Destroy, Raid, Withdraw
from frente.games.heralds.state.position import DESTROYED, ELIMINATED, FIRE, RUIN, Heralds
from tests.heralds.battle import fight, in_e
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    flags,
    handle,
    hold,
    keys,
    moving,
    neutral,
    now,
    offered,
    play,
    put,
    question,
    reasons,
    resource,
    run,
    side_of,
    space,
    told,
    top,
    unit,
    up,
    where,
)


def us(p: Heralds, *names: str) -> list[int]:
    return [unit(p, n) for n in names]


def stack_in(p: Heralds, side: int, credit: int, *names: str, lead: str = "") -> Stack:
    """A stack that has its credit, with its order below it."""
    f = Stack(side, us(p, *names), MANEUVER, lead=unit(p, lead) if lead else -1, credit=credit)
    f.at = FOUGHT
    o = Order(side)
    o.at = 5
    p.stack = [o, f]
    return f


def assault(p: Heralds, side: int, place: str, at: int, way: int = ASSAULT, **more: Any) -> Assault:
    """An assault of the stack that is laid, at a step of it."""
    f = Assault(side, space(p, place), way)
    f.defenders = defenders_at(p, 1 - side, space(p, place))
    for name, value in more.items():
        setattr(f, name, value)
    f.at = at
    p.stack.append(f)
    return f


# -- targets and prices


@pytest.mark.rule("7.1.1a", "7.1.2a", "7.1.3a")
def test_what_a_fight_costs() -> None:
    p = empty()
    assert [fight_cost(p, space(p, x)) for x in ("A1", "B1", "JACA", "E", "CANILLEJAS", "RES_I")] == [1, 1, 1, 1, 2, 2]


@pytest.mark.rule("7a", "7.1a", "6.3a", "6.3d")
def test_why_an_assault_is_refused() -> None:
    p = empty()
    put(p, "A", "18bm-1", "40bm-1", "otero", "ascanio")
    put(p, "A1", "40bm-2")
    hold(p, CND, "B1")
    f = stack_in(p, PCE, 1, "18bm-1")

    def reason(place: str) -> tuple[str, str]:
        return assault_refusal(p, f, space(p, place))

    assert reason("A") == reason("A1") == reason("B1") == ("", "")
    assert reason("A2") == ("7.1a", "no-enemy-there")    # nobody's
    assert reason("B") == ("R76", "not-there")
    assert reason("C1") == ("R76", "out-of-reach")
    f.credit = 0
    assert reason("A") == reason("A1") == ("6.3a", "credit-short")
    f.units = us(p, "ascanio")
    assert reason("A") == ("7a", "no-combat-unit")
    f.units, f.credit = us(p, "18bm-1"), 1
    p.box(unit(p, "40bm-1"), ELIMINATED)
    assert reason("A") == ("7.1a", "no-enemy-there")     # a hidden agent is no target
    up(p, "A", "otero")
    assert reason("A") == ("", "")
    hold(p, PCE, "A1")
    p.box(unit(p, "40bm-2"), ELIMINATED)
    assert reason("A1") == ("7.1a", "no-enemy-there")    # one's own
    q = empty()
    put(q, "B", "18bm-1")
    put(q, "G1", "70bm-1")
    f = stack_in(q, PCE, 1, "18bm-1")
    assert assault_refusal(q, f, space(q, "G1")) == ("", "")
    hold(q, CND, "B3")                   # the first in enemy hands on the way must fall before
    assert assault_refusal(q, f, space(q, "G1")) == ("6.3d", "route-blocked")
    r = empty()
    put(r, "CANILLEJAS", "18bm-1", "70bm-1")
    f = stack_in(r, PCE, 1, "18bm-1")
    assert assault_refusal(r, f, space(r, "CANILLEJAS")) == ("6.3a", "credit-short")
    f.credit = 2
    assert assault_refusal(r, f, space(r, "CANILLEJAS")) == ("", "")


@pytest.mark.rule("7a", "7b", "9.5d", "6.3a", "6.3d")
def test_why_a_neutral_cannot_be_attacked() -> None:
    p = empty(surrender=True)
    put(p, "A", "40bm-1", "mera")
    neutral(p, "A", "44bm-1", "111bm-1")
    neutral(p, "A1", "18bm-1")
    neutral(p, "B", "18bm-2")
    neutral(p, "B3", "18bm-3")
    p.capture(unit(p, "111bm-1"), 1)
    f = stack_in(p, CND, 1, "40bm-1")

    def reason(name: str) -> tuple[str, str]:
        return strike_refusal(p, f, unit(p, name))

    assert reason("44bm-1") == reason("18bm-1") == ("", "")
    assert reason("111bm-1") == reason("mera") == ("7b", "not-neutral")
    assert reason("18bm-2") == ("R76", "not-there")
    assert reason("18bm-3") == ("R76", "out-of-reach")
    f.credit = 0
    assert reason("44bm-1") == reason("18bm-1") == ("6.3a", "credit-short")
    f.units = us(p, "mera")
    assert reason("44bm-1") == ("7a", "no-combat-unit")
    f.units, f.credit = us(p, "40bm-1"), 1
    hold(p, PCE, "A1")                   # with an enemy in it the compound is assaulted instead
    assert reason("18bm-1") == ("R76", "out-of-reach")
    q = empty()
    put(q, "B", "112bm-1")
    neutral(q, "G1", "18bm-1")
    f = stack_in(q, CND, 1, "112bm-1")
    assert strike_refusal(q, f, unit(q, "18bm-1")) == ("", "")
    hold(q, PCE, "B3")
    assert strike_refusal(q, f, unit(q, "18bm-1")) == ("6.3d", "route-blocked")
    r = empty()
    put(r, "CANILLEJAS", "70bm-1")
    neutral(r, "CANILLEJAS", "44bm-1")
    f = stack_in(r, CND, 2, "70bm-1")
    assert strike_refusal(r, f, unit(r, "44bm-1")) == ("", "")
    f.credit = 1
    assert strike_refusal(r, f, unit(r, "44bm-1")) == ("6.3a", "credit-short")


@pytest.mark.rule("7.2a", "7a", "6.3a")
def test_why_an_enemy_cannot_be_fixed() -> None:
    p = empty()
    put(p, "A", "18bm-1", "18bm-2", "40bm-1", "40bm-2", "40bm-3", "ascanio")
    put(p, "A1", "112bm-1")
    f = stack_in(p, PCE, 1, "18bm-1", "18bm-2")
    a = space(p, "A")
    assert fix_refusal(p, f, a) == ("", "")
    assert fix_refusal(p, f, space(p, "A1")) == ("R92", "no-fix-in-compound")
    assert fix_refusal(p, f, space(p, "B")) == ("R76", "not-there")
    f.units = us(p, "18bm-1")            # one against three; those in the compound do not count
    assert fix_refusal(p, f, a) == ("7.2a", "too-few-to-fix")
    p.put(unit(p, "40bm-3"), space(p, "A1"))
    assert fix_refusal(p, f, a) == ("", "")
    f.credit = 0
    assert fix_refusal(p, f, a) == ("6.3a", "credit-short")
    f.units, f.credit = us(p, "ascanio"), 1
    assert fix_refusal(p, f, a) == ("7a", "no-combat-unit")
    f.units = us(p, "18bm-1")
    for n in ("40bm-1", "40bm-2"):
        p.put(unit(p, n), space(p, "L"))
    assert fix_refusal(p, f, a) == ("7.2a", "no-enemy-there")


@pytest.mark.rule("7.3a", "7a", "6.3a")
def test_why_a_parley_is_refused() -> None:
    p = empty()
    put(p, "A", "ascanio", "18bm-1", "40bm-1", "18bm-2")
    put(p, "A1", "40bm-2")
    put(p, "B", "112bm-1")
    neutral(p, "A", "gallego", "44bm-1")
    f = stack_in(p, PCE, 1, "ascanio", "18bm-1", lead="ascanio")

    def reason(name: str) -> tuple[str, str]:
        return parley_refusal(p, f, unit(p, name))

    assert reason("40bm-1") == reason("44bm-1") == reason("40bm-2") == ("", "")
    assert reason("18bm-2") == ("7.3a", "own-pawn")
    assert reason("gallego") == ("2.3.1b", "wrong-reverse")
    assert reason("112bm-1") == ("7.3a", "not-there")
    f.credit = 0
    assert reason("40bm-1") == ("6.3a", "credit-short")
    f.units = us(p, "ascanio")
    assert reason("40bm-1") == ("7a", "no-combat-unit")
    f.units, f.credit = us(p, "18bm-1"), 1               # its leader is gone
    assert spokesman(p, f) == -1
    assert reason("40bm-1") == ("7.3a", "nobody-to-speak")
    f.units = us(p, "18bm-1", "ascanio")
    assert spokesman(p, f) == unit(p, "ascanio")


@pytest.mark.rule("5.2.2g", "7b")
def test_who_is_one_group() -> None:
    p = empty(surrender=True)
    neutral(p, "A", "18bm-1", "18bm-2", "18bm-3", "44bm-1", "hq-8d")
    put(p, "A", "18bm-4")
    neutral(p, "A1", "18bm-5")
    p.capture(unit(p, "18bm-3"), 1)
    assert group_of(p, unit(p, "18bm-1")) == struck(p, unit(p, "18bm-1")) == us(p, "18bm-1", "18bm-2")
    assert group_of(p, unit(p, "18bm-4")) == us(p, "18bm-4")
    neutral(p, "A1", "44bm-2", "hq-ii")
    neutral(p, "A1", "111bm-1")
    p.capture(unit(p, "111bm-1"), 1)
    up(p, "A1", "conesa")
    assert sorted(struck(p, unit(p, "18bm-5"))) == sorted(us(p, "18bm-5", "44bm-2", "hq-ii"))    # all of a compound
    assert group_of(p, unit(p, "18bm-5")) == us(p, "18bm-5")


@pytest.mark.rule("7.1a", "7.1.1b")
def test_who_defends() -> None:
    p = empty(surrender=True)
    put(p, "A", *[f"112bm-{n}" for n in range(1, 6)], "mera", "hq-65d", "18bm-1")
    neutral(p, "A", "18bm-2", "18bm-3")
    p.capture(unit(p, "18bm-3"), 1)
    a = space(p, "A")
    assert defenders_at(p, CND, a) == us(p, *[f"112bm-{n}" for n in range(1, 6)])        # all of them in a square
    assert defenders_at(p, NEUTRAL, a) == us(p, "18bm-2")
    put(p, "A1", *[f"70bm-{n}" for n in range(1, 5)])
    assert defenders_at(p, CND, space(p, "A1")) == us(p, "70bm-1", "70bm-2", "70bm-3")   # three in a compound
    f = assault(p, PCE, "A", 0)
    assert defending(p, f) == f.defenders
    p.put(unit(p, "112bm-1"), space(p, "B"))
    p.join(unit(p, "112bm-2"), NEUTRAL)
    assert defending(p, f) == us(p, "112bm-3", "112bm-4", "112bm-5")
    p.join(unit(p, "112bm-3"), NEUTRAL)
    p.capture(unit(p, "112bm-3"), 1)
    assert defending(p, f) == us(p, "112bm-4", "112bm-5")


@pytest.mark.rule("7.4a", "7a", "6.3a")
def test_why_a_compound_cannot_be_held() -> None:
    p = empty()
    put(p, "A", "18bm-1", "ascanio")
    f = stack_in(p, PCE, 2, "18bm-1")

    def reason(place: str) -> tuple[str, str]:
        return hold_refusal(p, f, space(p, place))

    assert reason("A1") == reason("A2") == ("", "")
    assert reason("A") == reason("B1") == ("7.4a", "compound-of-that-square")
    f.credit = 0
    assert reason("A1") == ("6.3a", "credit-short")
    f.credit = 1
    hold(p, CND, "A1")                   # a guard to be driven off costs a point more
    assert reason("A1") == ("6.3a", "credit-short")
    f.credit = 2
    assert reason("A1") == ("", "")
    up(p, "A1", "otero")
    assert reason("A1") == ("R94", "enemy-inside")
    neutral(p, "A2", "hq-8d")
    assert reason("A2") == ("", "")      # neutrals who do not fight are no matter
    neutral(p, "A2", "44bm-1")
    assert reason("A2") == ("R94", "neutral-inside")
    q = empty()
    put(q, "A1", "18bm-1")
    put(q, "ARGANDA", "18bm-2")
    put(q, "GUADALAJARA", "18bm-3")
    put(q, "BARAJAS", "18bm-4")
    f = stack_in(q, PCE, 2, "18bm-1")
    assert hold_refusal(q, f, space(q, "A1")) == ("", "")                # from inside
    hold(q, PCE, "A1")
    assert hold_refusal(q, f, space(q, "A1")) == ("7.4a", "already-held")
    q.state[space(q, "A1")] = FIRE
    q.mark(space(q, "A1"), -1)
    assert hold_refusal(q, f, space(q, "A1")) == ("R94", "compound-destroyed")
    f.units = us(q, "18bm-2")
    bridge = space(q, "ARGANDA_BRIDGE")
    assert hold_refusal(q, f, bridge) == ("R94", "compound-destroyed")   # closed
    q.closed = 0
    assert hold_refusal(q, f, bridge) == ("", "")
    f.units = us(q, "18bm-3")
    assert hold_refusal(q, f, space(q, "GUADALAJARA_EXCHANGE")) == ("7.4a", "compound-of-that-square")
    f.units = us(q, "18bm-4")
    q.closed = 1
    assert hold_refusal(q, f, space(q, "BARAJAS_BRIDGE")) == ("", "")
    f.units = us(q, "ascanio")
    put(q, "A", "ascanio")
    assert hold_refusal(q, f, space(q, "A2")) == ("7a", "no-combat-unit")


@pytest.mark.rule("7.4a", "2.3.3c", "11.2j")
def test_what_taking_hold_does() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    put(p, "E1", "pedrero")
    hold(p, CND, "E1")
    f = stack_in(p, PCE, 3, "18bm-1")
    take_hold(p, f, space(p, "E1"))
    assert (p.marker[space(p, "E1")], f.credit, where(p, "pedrero")) == (PCE, 1, "E")
    assert p.will[CND] == 3              # E has become the PCE's
    q = empty()
    put(q, "E", "18bm-1")
    f = stack_in(q, PCE, 3, "18bm-1")
    take_hold(q, f, space(q, "E1"))
    assert f.credit == 2


@pytest.mark.rule("7.5a", "7.5b", "7a", "4.5.4b", "6.3a")
def test_why_a_compound_cannot_be_destroyed() -> None:
    p = empty()
    put(p, "A", "18bm-1", "ascanio")
    put(p, "B1", "18bm-2")
    f = stack_in(p, PCE, 1, "18bm-1")

    def reason(place: str) -> tuple[str, str]:
        return destroy_refusal(p, f, space(p, place))

    assert reason("A1") == reason("A2") == ("", "")
    assert reason("A") == reason("B1") == ("R95", "compound-of-that-square")
    hold(p, CND, "A1")
    assert reason("A1") == ("R95", "enemy-inside")
    hold(p, PCE, "A2")
    assert reason("A2") == ("", "")
    f.credit = 0
    assert reason("A2") == ("6.3a", "credit-short")
    f.credit = 1
    p.state[space(p, "A2")] = RUIN
    assert reason("A2") == ("4.5.4b", "compound-destroyed")
    f.units = us(p, "ascanio")
    assert reason("A2") == ("7a", "no-combat-unit")
    f.units = us(p, "18bm-2")            # from inside
    assert reason("B1") == ("", "")
    assert reason("B2") == ("R95", "compound-of-that-square")


# -- attacking neutrals


@pytest.mark.rule("7b", "9.5d", "11.2d", "9.4a")
def test_what_an_attack_on_neutrals_brings_about() -> None:
    def struck_at(place: str, who: str, *others: str, side: int = PCE, damaged: str = "") -> Heralds:
        p = empty()
        neutral(p, place, who, *others)
        put(p, p.board.names[p.board.parent[space(p, place)]], "18bm-1" if side == PCE else "70bm-1")
        if damaged:
            p.damaged[unit(p, damaged)] = 1
        f = stack_in(p, side, 3, "18bm-1" if side == PCE else "70bm-1")
        strike(p, f, unit(p, who))
        return p

    p = struck_at("E", "112bm-1", "112bm-2", "41bm-1")
    assert [side_of(p, x) for x in ("112bm-1", "112bm-2", "41bm-1")] == [CND, CND, NEUTRAL]
    assert (now(p).credit, p.will) == (2, [4, 4])
    f = top(p, Assault)
    assert (f.way, f.engaged, f.neutral, f.place) == (ASSAULT, False, False, space(p, "E"))
    p = struck_at("E", "44bm-1", "44bm-2")               # they could be the attacker's own: he loses heart
    assert [side_of(p, x) for x in ("44bm-1", "44bm-2")] == [NEUTRAL, NEUTRAL]
    assert (p.will, top(p, Assault).engaged, top(p, Assault).neutral) == ([4, 3], True, True)
    p = struck_at("E1", "112bm-1", "hq-65d", "44bm-1")   # in a compound all together, and those who join stay
    assert [side_of(p, x) for x in ("112bm-1", "hq-65d", "44bm-1")] == [CND, CND, NEUTRAL]
    assert (where(p, "112bm-1"), where(p, "44bm-1"), p.will) == ("E1", "E", [4, 4])
    p = struck_at("A1", "112bm-1")       # the first compound of all
    assert (side_of(p, "112bm-1"), top(p, Assault).neutral) == (CND, False)
    p = struck_at("E", "112bm-1", damaged="112bm-1")
    assert (side_of(p, "112bm-1"), p.will) == (NEUTRAL, [4, 3])
    p = struck_at("RES_LEV", "hq-gerc")  # the Army Group joins by its own rule alone
    assert side_of(p, "hq-gerc") == NEUTRAL
    p = struck_at("RES_LEV", "hq-fare", "fare-air", "214bm-1")
    assert [side_of(p, x) for x in ("hq-fare", "fare-air", "214bm-1")] == [CND, CND, NEUTRAL]
    p = struck_at("RES_LEV", "hq-66d", "fare-air")
    assert [side_of(p, x) for x in ("hq-66d", "fare-air")] == [CND, NEUTRAL]
    p = struck_at("B4", "syn-cnt")       # a seat alone costs its own box later, no other
    assert p.will == [4, 4]
    p = struck_at("B4", "syn-cnt", "44bm-1")
    assert p.will == [4, 3]
    q = empty(neutral_attack_penalty="syndicates")
    neutral(q, "E", "44bm-1")
    put(q, "E", "18bm-1")
    strike(q, stack_in(q, PCE, 3, "18bm-1"), unit(q, "44bm-1"))
    assert q.will == [4, 4]
    r = empty()                          # a pawn that joins may change who holds a square
    put(r, "E", "18bm-1", "hq-8d")
    neutral(r, "E", "99bm-1")
    put(r, "D", "70bm-1")
    neutral(r, "D", "18bm-2")
    strike(r, stack_in(r, CND, 3, "70bm-1"), unit(r, "18bm-2"))
    assert (side_of(r, "18bm-2"), r.held[space(r, "D")]) == (PCE, CND)


@pytest.mark.rule("9.5d", "11.2d")
def test_only_a_neutral_seat_costs_will() -> None:
    p = empty()
    neutral(p, "B3", "syn-soc")
    assert syndicate_inside(p, space(p, "B3"))
    put(p, "B3", "syn-soc")
    assert not syndicate_inside(p, space(p, "B3"))
    neutral(p, "B4", "44bm-1")
    assert not syndicate_inside(p, space(p, "B4"))


# -- contact


@pytest.mark.rule("7.1.2b", "7.1.3b", "9.7a")
def test_what_is_added_to_the_engagement() -> None:
    def parts(place: str, *names: str, men: tuple[str, ...], ip: int = 0, spoil: int = 0,
              wills: tuple[int, int] = (4, 4)) -> dict[str, int]:
        p = empty()
        put(p, place, *names)
        neutral(p, place, "41bm-1")      # neutrals and those in compounds do not count
        put(p, place, "hq-65d", "pedrero")
        p.will = list(wills)
        stack_in(p, PCE, 3, *men)
        f = assault(p, PCE, place, 4, ip=ip, spoil=spoil)
        return {key: n for n, _, key in engage_parts(p, f)}

    assert parts("E", "18bm-1", "18bm-2", "70bm-1", "art-8d", men=("18bm-1",)) == {"engage-units": 4}
    assert parts("CANILLEJAS", "18bm-1", "18bm-2", "70bm-1", "art-8d", "70bm-2", men=("18bm-1",)) == {"engage-units": 2}
    assert parts("E", "18bm-1", "112bm-1", men=("18bm-1",)) == {"engage-units": 2, "engage-initiative": 1}
    assert parts("E", "44bm-1", "112bm-1", men=("44bm-1",)) == {"engage-units": 2}
    assert parts("E", "18bm-1", "mera", men=("18bm-1",)) == {"engage-units": 1}  # nobody to be quicker than
    assert parts("E", "18bm-1", "70bm-1", "ascanio", men=("ascanio", "18bm-1"), ip=2, spoil=-1) == {
        "engage-units": 2, "engage-leader": 1, "engage-ip": 2, "engage-fifth-column": -1}
    assert parts("E", "18bm-1", "70bm-1", men=("18bm-1",), wills=(4, 5)) == {"engage-units": 2, "engage-will": 1}
    assert parts("E", "18bm-1", "70bm-1", men=("18bm-1",), wills=(5, 4)) == {"engage-units": 2}
    p = empty()
    put(p, "CANILLEJAS", "18bm-1", "18bm-2")
    stack_in(p, PCE, 3, "18bm-1")
    assert engage_parts(p, assault(p, PCE, "CANILLEJAS", 4))[0] == (1, "7.1.3b", "engage-units")


@pytest.mark.rule("7.1.2b", "7.1.3b", "7.1.2c")
def test_how_contact_is_made() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2", "70bm-1")            # 3 units: 3 and more succeed
    p.ip[PCE] = 8
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    p.answer = 1                         # whatever was answered before
    play(p, "assault:E")
    assert offered(p) == [f"ip:{n}" for n in range(9)]
    assert reasons(p, "ip:9") == [("7.1.2b", "too-few-ip")]
    q = p.clone()
    play(p, "ip:1")
    assert (p.ip[PCE], top(p, Assault).ip) == (7, 1)
    dice(p, 2)
    assert question(p) == "AttackLead"
    play(q, "ip:0")
    r = q.clone()
    dice(q, 2)
    assert (question(q), now(q).credit) == ("Acting", 4)                 # no contact: the stack goes on
    dice(r, 3)
    assert question(r) == "AttackLead"
    s = empty()                          # an enemy who is fixed needs no roll, and no points
    put(s, "E", "18bm-1", "70bm-1", "70bm-2")
    s.ip[PCE] = 2
    for fixed, asked_for in (((1, 1), "AttackLeader"), ((1, 0), "EngagePoints"), ((0, 1), "EngagePoints")):
        t = s.clone()
        t.fixed[unit(t, "70bm-1")], t.fixed[unit(t, "70bm-2")] = fixed
        moving(t, PCE, 5, "18bm-1")
        play(t, "assault:E")
        assert (question(t) == "EngagePoints") == (asked_for == "EngagePoints"), fixed
    u = empty()                          # leaders alone cannot be fixed: contact is rolled for
    put(u, "E", "18bm-1", "mera")
    u.fixed[unit(u, "mera")] = 1
    moving(u, PCE, 5, "18bm-1")
    play(u, "assault:E")
    assert question(u) == "EngageDie"


@pytest.mark.rule("9.7a", "9.8a", "5.2.2l")
def test_when_and_by_whom_an_engagement_or_destruction_is_spoilt() -> None:
    def engaged(*there: str, side: int = PCE, fixed: bool = False, **options: Any) -> str:
        p = empty(**options)
        put(p, "E", "18bm-1", "70bm-1", *there)
        p.fixed[unit(p, "70bm-1")] = p.fixed[unit(p, "18bm-1")] = int(fixed)
        moving(p, side, 5, "18bm-1" if side == PCE else "70bm-1")
        play(p, "assault:E")
        return question(p)

    assert engaged("moll") == engaged("decoy-cnd-1") == engaged("alvarez") == "SpoilEngagement"  # for all one sees
    assert engaged("dieguez") == engaged("mera") == engaged() == "EngageDie"
    assert engaged("moll", side=CND) == "EngageDie"
    assert engaged("moll", fixed=True) != "SpoilEngagement"
    assert engaged("moll", fifth_column_scope="negotiation") == "EngageDie"

    def destroying(*there: str, side: int = PCE, **options: Any) -> str:
        p = empty(**options)
        put(p, "E", "18bm-1" if side == PCE else "70bm-1", *there)
        moving(p, side, 5, "18bm-1" if side == PCE else "70bm-1")
        play(p, "destroy:E1", "points:1")
        return question(p)

    assert destroying("moll") == "SpoilDestruction"
    assert destroying() == destroying("moll", side=CND) == "DestroyDie"
    assert destroying("moll", fifth_column_scope="negotiation") == "DestroyDie"
    p = empty()
    neutral(p, "RES_LEV", "hq-gerc")
    put(p, "E", "moll", "centano", "garijo", "pedrero", "mera", "dieguez")
    e = space(p, "E")
    assert sorted(spoilers(p, e, [])) == sorted(us(p, "moll", "centano"))
    assert spoilers(p, e, us(p, "moll")) == us(p, "centano")

    def reason(name: str, tried: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        return [(r.rule, r.key) for r in spoil_refusals(p, unit(p, name), e, us(p, *tried))]

    assert reason("pedrero") == reason("mera") == reason("dieguez") == [("9.7a", "no-fifth-column")]
    assert reason("moll", ("moll",)) == [("9.7a", "already-tried")]
    assert reason("garijo") == [("9.8a", "sleeps")]
    p.put(unit(p, "moll"), space(p, "A"))
    assert reason("moll") == [("9.7a", "not-there")]
    q = empty()
    up(q, "E", "moll")
    assert may_spoil(q, e)               # seen for what he is
    q.put(unit(q, "moll"), space(q, "A"))
    up(q, "E", "otero")
    put(q, "E", "mera", "dieguez")
    assert not may_spoil(q, e)           # another agent in sight, a leader, somebody of the PCE


@pytest.mark.rule("9.7a", "5.2.2l")
def test_a_spoiler_is_shown_rolls_and_applies_his_modifier_once() -> None:
    p = empty()
    put(p, "E", "18bm-1", "70bm-1", "moll", "centano")
    p.ip[PCE] = 1
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:E")
    q = p.clone()
    play(q, "pass")
    assert (question(q), top(q, Assault).spoil) == ("EngagePoints", 0)
    play(p, "spoil:moll")
    assert p.hid[unit(p, "moll")] == 0
    r = p.clone()
    dice(p, 3)                           # 3 <= 3: he is in it
    assert (top(p, Assault).spoil, question(p)) == (-1, "EngagePoints")
    dice(r, 4)                           # he is not; another may try
    assert (top(r, Assault).spoil, question(r), args(r, "spoil")) == (0, "SpoilEngagement", [handle(r, "centano")])
    play(r, "spoil:centano")
    dice(r, 1)
    assert question(r) == "EngagePoints"
    s = empty()
    put(s, "E", "18bm-1", "moll")
    moving(s, PCE, 5, "18bm-1")
    play(s, "destroy:E1", "points:3")
    assert reasons(s, "spoil:pedrero") == [("9.7a", "no-fifth-column")]
    t = s.clone()
    play(s, "spoil:moll")
    dice(s, 1)
    assert top(s, Destroy).spoil == -1
    dice(s, 1)                           # 1 + 3 - 1 + 2 for the depot = 5
    assert s.state[space(s, "E1")] == 0
    play(t, "pass")
    dice(t, 1)                           # 6
    assert t.state[space(t, "E1")] == FIRE


# -- strengths


@pytest.mark.rule("7.1.4c", "7.1.5b", "9.1c", "9.2c", "9.3b", "9.4d")
def test_what_the_attacker_adds() -> None:
    def parts(*names: str, place: str = "E", air: int = 0, **more: Any) -> dict[str, int]:
        p = empty()
        put(p, place, *names)
        put(p, place, "70bm-1")
        hold(p, PCE, "E1")
        s = stack_in(p, PCE, 3, *names)
        s.air = air
        f = assault(p, PCE, place, 6, **more)
        return {key: n for n, _, key in attack_strength(p, f)}

    assert parts("18bm-1", "18bm-2", "ascanio") == {"assault-units": 2}
    assert parts("art-8d", "18bm-1", "arm-base") == {"assault-units": 1, "assault-support": 4}
    assert parts("18bm-1", "art-8d", silent=True) == {"assault-units": 1}
    assert parts("18bm-1", "art-8d", round=1) == {"assault-units": 1, "assault-support": 2}
    assert parts("18bm-1", "art-8d", place="BARAJAS", round=1) == {"assault-units": 1}   # no ammunition near
    assert parts("18bm-1", "art-8d", place="BARAJAS") == {"assault-units": 1, "assault-support": 2}      # at first
    assert parts("18bm-1", air=1) == {"assault-units": 1, "assault-aviation": 2}
    assert parts("18bm-1", air=1, waits=True) == parts("18bm-1", air=2) == {"assault-units": 1}
    assert parts("ffcc", "18bm-1", place="VALLECAS") == {"assault-units": 2, "assault-train": 1}
    assert parts("ffcc", "18bm-1", place="VALLECAS", round=1) == {"assault-units": 2, "assault-train": 1}
    assert parts("ffcc", place="ALCALA", round=1) == {"assault-units": 1}        # two steps from any reserves


@pytest.mark.rule("7.1.1b", "7.1.4c", "9.3b")
def test_what_the_defender_adds() -> None:
    def parts(place: str, *names: str, round: int = 0) -> dict[str, int]:
        p = empty()
        put(p, place, *names)
        put(p, p.board.names[p.board.parent[space(p, place)]], "18bm-1")
        stack_in(p, PCE, 3, "18bm-1")
        return {key: n for n, _, key in defence_strength(p, assault(p, PCE, place, 6, round=round))}

    assert parts("E", "70bm-1", "70bm-2") == {"assault-units": 2}
    assert parts("E1", "70bm-1", "70bm-2") == {"assault-compound": 4}
    assert parts("VALLECAS", "70bm-1", "ffcc") == {"assault-units": 1, "assault-train": 2}
    assert parts("K2", "70bm-1", "ffcc") == {"assault-compound": 2, "assault-train": 2}
    assert parts("VALLECAS", "ffcc", round=1) == {"assault-units": 0, "assault-train": 2}        # reserves next door
    assert parts("ALCALA", "ffcc", round=1) == {"assault-units": 0, "assault-train": 1}
    assert parts("ALCALA", "ffcc") == {"assault-units": 0, "assault-train": 2}


@pytest.mark.rule("7.1.1b", "7.1.4b", "7.2d", "9.1b")
def test_initiatives_of_both_sides() -> None:
    def initiative(place: str, *names: str, lead: str = "18bm-1", leader: str = "", fixed: bool = False, air: int = 0,
                   **more: Any) -> int:
        p = empty()
        put(p, "E", *names)
        put(p, place, "70bm-1")
        s = stack_in(p, PCE, 3, *names)
        s.air = air
        p.fixed[unit(p, lead)] = int(fixed)
        return attack_initiative(p, assault(p, PCE, place, 6, alead=unit(p, lead),
                                            aleader=unit(p, leader) if leader else -1, **more))

    assert initiative("E", "18bm-1") == 3
    assert initiative("E", "18bm-1", "art-8d", "art-centro-1") == 2      # guns hamper once
    assert initiative("E", "18bm-1", air=1) == 2
    assert initiative("E", "18bm-1", air=1, waits=True) == 3
    assert initiative("E", "18bm-1", "ascanio", leader="ascanio") == 4
    assert initiative("E1", "18bm-1") == 1
    assert initiative("E1", "44bm-1", "art-8d", lead="44bm-1") == 0      # 2 - 1 - 2, never less
    assert initiative("E1", "44bm-1", "art-8d", "ascanio", lead="44bm-1", leader="ascanio") == 1
    assert initiative("E", "18bm-1", fixed=True) == 0

    def defence(place: str, lead: str = "70bm-1", leader: str = "", fixed: bool = False) -> int:
        p = empty()
        put(p, "E", "18bm-1")
        put(p, place, lead, "mera")
        p.fixed[unit(p, lead)] = int(fixed)
        stack_in(p, PCE, 3, "18bm-1")
        return defence_initiative(p, assault(p, PCE, place, 6, dlead=unit(p, lead),
                                             dleader=unit(p, leader) if leader else -1))

    assert [defence("E"), defence("E1"), defence("E", fixed=True), defence("E", leader="mera"),
            defence("E1", leader="mera")] == [3, 0, 0, 4, 1]


@pytest.mark.rule("7.1.4b", "7.1.4c")
def test_how_the_differential_is_used() -> None:
    def both(use: int, by: int, diff: int, dice_: tuple[int, int] = (2, 3)) -> tuple[int, int]:
        p = empty()
        put(p, "E", "18bm-1", "18bm-2", "70bm-1", "70bm-2", "70bm-3")
        stack_in(p, PCE, 3, "18bm-1", "18bm-2")
        f = assault(p, PCE, "E", 6, use=use, by=by, diff=diff)
        f.adie, f.ddie = dice_
        return totals(p, f)

    assert both(UNUSED, -1, 4) == (4, 6)
    assert both(ADDED, PCE, 2) == (6, 6)
    assert both(ADDED, CND, 2) == (4, 8)
    assert both(DEDUCTED, PCE, 2) == (4, 4)
    assert both(DEDUCTED, PCE, 9) == (4, 3)              # down to the bare die
    assert both(DEDUCTED, CND, 1) == (3, 6)
    assert both(DEDUCTED, CND, 9) == (2, 6)


@pytest.mark.rule("7.1.8a")
def test_which_weapons_took_part() -> None:
    def part(*names: str, foes: tuple[str, ...] = ("70bm-1",), air: int = 0, place: str = "E", **more: Any) -> bool:
        p = empty()
        put(p, place, *names)
        put(p, place, *foes)
        s = stack_in(p, PCE, 3, *names)
        s.air = air
        return took_part(p, assault(p, PCE, place, 6, **more))

    assert not part("18bm-1")
    assert part("18bm-1", "art-8d")
    assert part("18bm-1", "arm-base")
    assert not part("18bm-1", "art-8d", silent=True)
    assert not part("18bm-1", "art-8d", round=1, place="BARAJAS")        # no ammunition
    assert part("18bm-1", air=1)
    assert not part("18bm-1", air=1, waits=True)
    assert part("ffcc", place="VALLECAS")
    p = empty()
    put(p, "VALLECAS", "18bm-1", "ffcc")
    stack_in(p, PCE, 3, "18bm-1")
    assert took_part(p, assault(p, PCE, "VALLECAS", 6))  # the train of the defence too


@pytest.mark.rule("7.1.5b", "10.7a", "9.6b", "14.a")
def test_how_far_ammunition_reaches() -> None:
    def near(start: str, limit: int, *, held: str = "", foes: dict[str, str] | None = None, open_depots: bool = False,
             lost: str = "") -> bool:
        p = empty()
        if held:
            hold(p, PCE, held)
        for name, place in (foes or {}).items():
            put(p, place, name)
        if lost:
            p.res[resource(p, lost)] = DESTROYED
        return ammo_reach(p, PCE, space(p, start), limit, open_depots)

    assert near("A", 1)                  # the reserves of the 7th division next door
    assert not near("E", 0)
    assert near("E", 0, held="E1")
    assert near("E1", 0, held="E1")      # measured from the square
    assert not near("E", 0, held="E1", lost="ammo-e1")
    assert near("B", 0, held="B1")       # the first of the depots
    assert not near("PARACUELLOS", 0, held="E1")         # a depot elsewhere is not here
    assert near("E", 0, open_depots=True)
    assert near("E", 1, held="B1")       # E, C, B cost nothing
    assert near("CANILLEJAS", 1, held="E1")
    assert not near("BARAJAS", 1, held="E1")
    assert near("BARAJAS", 2, held="E1")
    assert near("VALLECAS", 1)           # the reserves of the 4th division
    assert not near("VALLECAS", 1, foes={"70bm-1": "RES_4D"})            # which the enemy controls
    assert not near("ALCALA", 1)
    assert near("ALCALA", 2)             # Guadalajara, IV Corps
    assert not near("ALCALA", 2, foes={"70bm-1": "GUADALAJARA"})         # through no square of his
    south = {"112bm-1": "TORREJON", "112bm-2": "TORREJON"}
    assert not near("ALCALA", 3, foes={"70bm-1": "GUADALAJARA", "18bm-1": "GUADALAJARA", **south})       # nor contested
    assert near("ALCALA", 2, foes=south)
    assert near("F", 0, held="E1")
    assert not near("F", 0, held="E1", foes={"40bm-1": "E"})             # entering it is hard now
    assert near("F", 1, held="E1", foes={"40bm-1": "E"})
    p = empty()                          # three downtown squares are free, the fourth costs a point
    hold(p, PCE, "B1")
    for c in ("B2", "B3", "H1", "G1"):
        hold(p, CND, c)
    e = space(p, "E")
    assert (has_ammo_at(p, PCE, e, True), has_ammo_at(p, PCE, e, False)) == (True, False)        # an open depot
    put(p, "E1", "70bm-1")
    assert not has_ammo_at(p, PCE, e, True)
    assert has_ammo_at(p, PCE, space(p, "B"), False)
    assert not has_ammo_at(p, PCE, space(p, "C"), False)


# -- leads and leaders of a round


@pytest.mark.rule("7.1.4a", "7.1.4i")
def test_who_leads_in_a_round() -> None:
    p = in_e(("18bm-1", "18bm-2"), ("112bm-1", "112bm-2"))
    put(p, "E", "gutierrez", "pedrero")
    play(p, "assault:E")
    assert (question(p), asked(p), args(p, "lead")) == ("AttackLead", [PCE], ["18bm-1", "18bm-2"])
    assert reasons(p, "lead:112bm-1") == [("7.1.4a", "not-involved")]
    play(p, "lead:18bm-2")
    assert top(p, Assault).alead == unit(p, "18bm-2")
    assert (question(p), asked(p), args(p, "lead")) == ("DefenceLead", [CND], ["112bm-1", "112bm-2"])
    assert reasons(p, "lead:18bm-1") == [("7.1.4a", "not-involved")]
    play(p, "lead:112bm-2")
    assert (question(p), args(p, "leader")) == ("DefenceLeader", ["gutierrez"])          # not the hidden agent
    assert reasons(p, "leader:pedrero") == [("7.1.4a", "not-involved")]
    play(p, "leader:gutierrez")
    f = top(p, Assault)
    assert (f.dlead, f.dleader, f.aleader) == (unit(p, "112bm-2"), unit(p, "gutierrez"), -1)
    q = in_e(("18bm-1",), ("112bm-1",))  # nothing to choose
    play(q, "assault:E")
    f = top(q, Assault)
    assert (question(q), f.alead, f.dlead, f.aleader, f.dleader) == (
        "Differential", unit(q, "18bm-1"), unit(q, "112bm-1"), -1, -1)
    r = empty()                          # a unit that took the lead's place leads on
    put(r, "E", "18bm-1", "112bm-1", "112bm-2", "112bm-3", "ascanio", "conesa")
    stack_in(r, PCE, 3, "ascanio", "18bm-1", lead="ascanio")
    assault(r, PCE, "E", 9, replaced=unit(r, "112bm-2"), out=[], engaged=True)
    r.settle()
    assert top(r, Assault).dlead == unit(r, "112bm-2")
    s = empty()
    put(s, "E", "18bm-1", "112bm-1", "112bm-3", "ascanio", "gutierrez", "mera")
    stack_in(s, PCE, 3, "ascanio", "18bm-1", lead="ascanio")
    assault(s, PCE, "E", 8, replaced=unit(s, "112bm-2"), out=us(s, "ascanio", "mera"), aleader=unit(s, "ascanio"),
            dleader=unit(s, "mera"), engaged=True)
    s.settle()
    assert (question(s), top(s, Assault).aleader) == ("DefenceLead", -1)         # he is out of further rounds
    play(s, "lead:112bm-1")
    assert args(s, "leader") == ["gutierrez"]
    t = empty()                          # neutrals have nobody to lead them
    neutral(t, "E", "44bm-1")
    put(t, "E", "18bm-1", "mera")
    stack_in(t, PCE, 3, "18bm-1")
    f = assault(t, PCE, "E", 9, neutral=True, engaged=True)
    f.defenders, f.dleader = us(t, "44bm-1"), unit(t, "mera")
    t.settle()
    assert f.dleader == -1


@pytest.mark.rule("7.1.4b", "7.1.8a")
def test_a_round_without_a_differential_forgets_the_last_one() -> None:
    p = in_e(("44bm-1",), ("112bm-1",))
    p.fixed[unit(p, "112bm-1")] = 0
    stack_in(p, PCE, 3, "44bm-1")
    f = assault(p, PCE, "E", 11, alead=unit(p, "44bm-1"), dlead=unit(p, "112bm-1"), use=DEDUCTED, by=PCE, diff=4,
                engaged=True)
    p.settle()
    assert (question(p), f.use) == ("AttackDie", UNUSED)


# -- ones, hits, collateral


@pytest.mark.rule("7.1.4d", "7.1.4e")
def test_a_lead_that_was_lost_to_its_own_one_is_not_hit_again() -> None:
    p = in_e(("18bm-1", "18bm-2"), ("112bm-1", "112bm-2"))
    play(p, "assault:E")
    fight(p)
    dice(p, 1, 6)                        # the attacker's 1, and the defender hits
    assert reasons(p, "suffer:112bm-1") == [("7.1.4e", "not-involved")]
    play(p, f"suffer:{p.board.uid[top(p, Assault).alead]}")
    dice(p, 6)                           # the lead gives up by it
    play(p, f"to:{args(p, 'to')[0]}")
    assert not any(isinstance(f, Damage) for f in p.stack)               # it is not hit a second time
    q = in_e(("18bm-1", "18bm-2"), ("112bm-1", "112bm-2"))
    play(q, "assault:E")
    fight(q)
    dice(q, 6, 1)                        # the defender's 1, and the attacker hits
    assert reasons(q, "suffer:18bm-1") == [("7.1.4e", "not-involved")]
    assert args(q, "suffer") == ["112bm-1", "112bm-2"]
    play(q, f"suffer:{q.board.uid[top(q, Assault).dlead]}")
    dice(q, 6)
    play(q, "to:D")
    assert not any(isinstance(f, Damage) for f in q.stack)
    r = in_e(("18bm-1", "18bm-2"), ("112bm-1", "112bm-2"))
    put(r, "E", "gutierrez")
    play(r, "assault:E")
    fight(r)
    assert top(r, Assault).dleader == unit(r, "gutierrez")
    dice(r, 2, 1)                        # with a leader it is he who suffers
    assert question(r) == "FateDie"
    s = in_e(("18bm-1", "18bm-2"), ("112bm-1", "112bm-2"))
    put(s, "E", "gutierrez")
    play(s, "assault:E")
    fight(s)
    dice(s, 2, 2)                        # and only on a 1
    assert question(s) != "FateDie"


@pytest.mark.rule("9.1e", "9.2d", "9.3c", "7.1.6a")
def test_what_weapons_add_to_morale_checks() -> None:
    def drm(attacker: bool, *names: str, place: str = "E", air: int = 0, waits: bool = False) -> tuple[int, bool]:
        p = empty()
        put(p, place, *names)
        put(p, place, "70bm-1")
        s = stack_in(p, PCE, 3, *names)
        s.air = air
        f = assault(p, PCE, place, 15, waits=waits)
        hit(p, f, unit(p, names[-1]) if attacker else unit(p, "70bm-1"), attacker)
        d = top(p, Damage)
        return d.drm, d.compound

    assert drm(True, "18bm-1") == drm(False, "18bm-1") == (0, False)
    assert drm(True, "arm-base", "18bm-1") == drm(True, "18bm-2", "arm-base", "18bm-1") == (-1, False)
    assert drm(False, "arm-base", "18bm-1") == (0, False)
    assert drm(False, "art-8d", "18bm-1") == (1, False)
    assert drm(True, "art-8d", "18bm-1") == (0, False)
    assert drm(True, "ffcc", place="VALLECAS") == (-1, False)
    assert drm(False, "ffcc", place="VALLECAS") == (1, False)
    assert drm(False, "18bm-1", air=1) == (1, False)
    assert drm(False, "18bm-1", air=1, waits=True) == (0, False)
    p = empty()
    put(p, "E", "18bm-1")
    put(p, "E1", "70bm-1")
    stack_in(p, PCE, 3, "18bm-1")
    f = assault(p, PCE, "E1", 15)
    hit(p, f, unit(p, "70bm-1"), False)
    assert (top(p, Damage).compound, top(p, Damage).origin) == (True, space(p, "E"))
    hit(p, f, unit(p, "18bm-1"), True)
    assert top(p, Damage).compound is False


@pytest.mark.rule("7.1.8a", "7.1.8c")
def test_only_a_compound_may_burn() -> None:
    p = empty()
    put(p, "A", "18bm-1", "40bm-1")
    put(p, "A1", "40bm-2")
    for place, question_ in (("A", False), ("A1", True)):
        q = p.clone()
        stack_in(q, PCE, 3, "18bm-1")
        assault(q, PCE, place, 18, alead=unit(q, "18bm-1"), dlead=unit(q, "40bm-1"), engaged=True)
        q.settle()
        assert (question(q) == "CollateralDie") == question_


# -- who wins


@pytest.mark.rule("7.1.4f", "7.1.4g", "7.1.6e", "7.1.6h", "9.4d")
def test_how_a_round_ends() -> None:
    def after(dhit: bool, ahit: bool, *, lost: tuple[str, ...] = (), out: tuple[str, ...] = (), **more: Any) -> Heralds:
        p = empty()
        put(p, "E", "ascanio", "18bm-1", "18bm-2", "112bm-1", "112bm-2", "hq-65d")
        s = stack_in(p, PCE, 3, "ascanio", "18bm-1", "18bm-2", lead="ascanio")
        f = assault(p, PCE, "E", 19, dhit=dhit, ahit=ahit, alead=unit(p, "18bm-1"), dlead=unit(p, "112bm-1"),
                    engaged=True, silent=True, waits=True, **more)
        f.out = us(p, *out)
        for n in lost:
            p.box(unit(p, n), ELIMINATED)
            if unit(p, n) in s.units:
                s.units.remove(unit(p, n))
        p.answer = 1
        p.settle()
        return p

    p = after(True, False)               # only the attacker hits: the defender must answer
    assert (question(p), asked(p)) == ("ReplaceOrRetire", [CND])
    assert (top(p, Assault).round, top(p, Assault).silent, top(p, Assault).waits) == (1, False, False)
    for dhit, ahit in ((True, True), (False, True), (False, False)):
        p = after(dhit, ahit)            # anything else is the defender's victory
        assert question(p) == "FollowOn"
        q = p.clone()
        play(p, "stop")
        assert flags(p, p.fixed, "18bm-1", "18bm-2", "ascanio", "112bm-1", "112bm-2", "hq-65d") == [1, 1, 1, 1, 1, 0]
        assert p.choices() == {}         # the activation is over
        play(q, "again")
        assert question(q) == "AttackLead"
    p = after(True, False, lost=("112bm-1", "112bm-2"))  # nobody is left: their headquarters goes too
    assert (where(p, "hq-65d"), question(p)) == ("eliminated", "Acting")
    assert p.fixed[unit(p, "18bm-1")] == 0
    p = after(True, False, lost=("112bm-1", "112bm-2"), out=("ascanio",))
    assert p.choices() == {}             # a command stack whose leader is out goes no further
    p = after(False, True, lost=("18bm-1", "18bm-2"))    # the attacker has nobody left
    assert question(p) == "FateDie"
    p = after(False, True, lost=("18bm-1", "18bm-2", "ascanio"))
    assert p.choices() == {}


@pytest.mark.rule("7.1.4f", "7.1.6e", "7b")
def test_neutral_defenders_who_are_lost_take_nobody_with_them() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    neutral(p, "E", "hq-8d", "44bm-1")
    stack_in(p, PCE, 3, "18bm-1")
    f = assault(p, PCE, "E", 19, dhit=True, alead=unit(p, "18bm-1"), dlead=unit(p, "44bm-1"), neutral=True)
    f.defenders = us(p, "44bm-1")
    p.box(unit(p, "44bm-1"), ELIMINATED)
    p.settle()
    assert (where(p, "hq-8d"), question(p)) == ("E", "Acting")


@pytest.mark.rule("7.1.4i", "7.1.7a", "7.1.4g")
def test_replacing_the_lead_or_withdrawing() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1", "112bm-2", "70bm-1")
    put(p, "D", "112bm-8")
    stack_in(p, PCE, 3, "18bm-1")
    assault(p, PCE, "E", 20, dhit=True, alead=unit(p, "18bm-1"), dlead=unit(p, "112bm-1"), engaged=True)
    p.settle()
    assert offered(p) == ["replace:112bm-2", "replace:70bm-1", "retire"]
    assert reasons(p, "replace:112bm-1") == [("7.1.4i", "is-the-lead")]
    assert reasons(p, "replace:18bm-1") == [("7.1.4i", "not-involved")]
    for who, die, kept in (("112bm-2", 3, True), ("112bm-2", 4, False), ("70bm-1", 2, True), ("70bm-1", 3, False)):
        q = p.clone()
        play(q, f"replace:{who}")
        dice(q, die)                     # one more for another formation
        assert (question(q) == "FollowOn") == kept, (who, die)
        if kept:
            play(q, "stop")              # the attacker won, so his activation goes on
            assert (question(q), q.fixed[unit(q, "18bm-1")]) == ("Acting", 0)
    play(p, "retire")
    assert question(p) == "WithdrawUnit"


@pytest.mark.rule("7.1.5a", "7.1.5c", "7.1.5d", "7.1.6h", "7a")
def test_when_another_round_is_possible() -> None:
    def why_not(place: str = "E", credit: int = 1, *, round: int = 1, units: tuple[str, ...] = ("ascanio", "18bm-1"),
                lead: str = "ascanio", out: tuple[str, ...] = (), hits: tuple[bool, bool] = (False, True),
                **options: Any) -> str:
        p = empty(**options)
        put(p, "E" if place in ("E", "E1") else place, "ascanio", "18bm-1")
        put(p, place, "70bm-1")
        stack_in(p, PCE, credit, *units, lead=lead)
        f = assault(p, PCE, place, 24, round=round, dhit=hits[0], ahit=hits[1])
        f.out = us(p, *out)
        return follow_on_refusal(p, f)[1]

    assert [why_not(round=n) for n in (1, 2, 3)] == ["", "", "three-rounds"]
    assert [why_not("E1", round=n) for n in (2, 3)] == ["", "three-rounds"]
    assert why_not(credit=0) == ""       # downtown it is free
    assert why_not("CANILLEJAS", 1, round=5) == ""
    assert why_not("CANILLEJAS", 0) == "credit-short"
    assert why_not(units=("ascanio",)) == "no-combat-unit"
    assert why_not(units=("18bm-1",)) == "leader-out"
    assert why_not(units=("18bm-1",), lead="") == ""
    assert why_not(out=("ascanio",)) == "leader-out"
    assert why_not(follow_on_after_loss=False) == "activation-ends"
    assert why_not(follow_on_after_loss=False, hits=(True, True)) == "activation-ends"
    assert why_not(follow_on_after_loss=False, hits=(False, False)) == "activation-ends"
    assert why_not(follow_on_after_loss=False, hits=(True, False)) == ""
    for place, cost in (("E", 0), ("E1", 0), ("CANILLEJAS", 1)):
        p = empty()
        put(p, "E" if place != "CANILLEJAS" else place, "18bm-1")
        put(p, place, "70bm-1", "70bm-2")
        stack_in(p, PCE, 2, "18bm-1")
        f = assault(p, PCE, place, 24, round=1, ahit=True, engaged=True)
        assert free_rounds(p, f) == (cost == 0)
        p.settle()
        play(p, "again")
        assert (now(p).credit, question(p)) == (2 - cost, "DefenceLead")


@pytest.mark.rule("7.1.4c", "9.4d", "11.2g")
def test_what_the_attacker_is_asked_about_his_weapons() -> None:
    def asked_with(*names: str, place: str = "E", foes: tuple[str, ...] = ("70bm-1",), air: int = 0) -> Heralds:
        p = empty()
        put(p, "E", *names)
        put(p, place, *foes)
        s = stack_in(p, PCE, 3, *names)
        s.air = air
        assault(p, PCE, place, 6, engaged=True)
        p.settle()
        return p

    assert question(asked_with("18bm-1")) != "Support"
    assert offered(asked_with("18bm-1", "art-8d")) == ["support", "withhold"]
    assert offered(asked_with("18bm-1", air=1)) == ["support", "withhold"]
    p = asked_with("18bm-1", "art-8d", air=1)
    assert offered(p) == ["support", "guns", "aviation", "withhold"]
    for word, silent, waits in (("support", False, False), ("guns", False, True), ("aviation", True, False),
                                ("withhold", True, True)):
        q = p.clone()
        play(q, word)
        assert (top(q, Assault).silent, top(q, Assault).waits) == (silent, waits)
    assert reasons(asked_with("18bm-1", "art-8d"), "guns") == [("7.1.4c", "no-such-support")]
    r = asked_with("18bm-1", "art-8d", place="E1", foes=("mera",))       # nobody can fight back, but it may burn
    assert offered(r) == ["support", "withhold"]
    assert question(asked_with("18bm-1", "art-8d", foes=("mera",))) == "FateDie"         # in a square nothing burns
    for bombed, box in ((0, 3), (1, 4)):
        s = empty()
        put(s, "E", "70bm-1", "18bm-1")
        st = stack_in(s, CND, 3, "70bm-1")
        st.air = 1
        s.bombed = bombed
        assault(s, CND, "E", 6, engaged=True)
        s.settle()
        play(s, "support")
        assert (s.will[PCE], s.bombed) == (box, 1)       # the first time only


@pytest.mark.rule("7.1.6e", "4.5.2a", "11.2j")
def test_a_guard_falls_to_the_attacker_and_to_nobody_else() -> None:
    for marker, left in ((CND, -1), (PCE, PCE), (-1, -1)):
        p = empty()
        put(p, "E", "18bm-1")
        if marker >= 0:
            hold(p, marker, "E1")
        stack_in(p, PCE, 3, "18bm-1")
        f = assault(p, PCE, "E1", 19)
        guard_falls(p, f)
        assert p.marker[space(p, "E1")] == left
        assert p.will[CND] == (3 if marker == CND else 4)                # E is the PCE's without the guard


@pytest.mark.rule("7.2b", "7.1.4g")
def test_who_is_fixed() -> None:
    p = empty()
    put(p, "E", "18bm-1", "art-8d", "ascanio", "hq-8d", "dieguez", "decoy-pce-1")
    events = told(p)
    fix_all(p, us(p, "18bm-1", "art-8d", "ascanio", "hq-8d", "dieguez", "decoy-pce-1"))
    assert flags(p, p.fixed, "18bm-1", "art-8d", "ascanio", "hq-8d", "dieguez", "decoy-pce-1") == [1, 1, 1, 0, 1, 0]
    assert keys(events) == ["fixed"]
    events.clear()
    fix_all(p, [])
    assert keys(events) == []


# -- advances


@pytest.mark.rule("7.1.4h", "14.k", "6.3d", "9.3d", "2.3.3b", "6.1d")
def test_where_the_winners_may_go() -> None:
    def won(place: str, at: str, *names: str, **more: Any) -> Heralds:
        p = empty()
        put(p, at, *names)
        for c, state in more.get("state", {}).items():
            p.state[space(p, c)] = state
        if "closed" in more:
            p.closed = more["closed"]
        stack_in(p, PCE, 3, *names)
        f = assault(p, PCE, place, 23, dhit=True, engaged=True)
        f.defenders = us(p, "70bm-1")
        p.answer = 1
        p.settle()
        return p

    p = won("E1", "E", "18bm-1")
    assert offered(p) == ["go:E1", "pass"]
    assert reasons(p, "go:E") == [("7.1.4h", "already-there")]
    assert reasons(p, "go:D") == [("7.1.4h", "only-there")]
    q = p.clone()
    play(p, "go:E1")
    assert (where(p, "18bm-1"), question(p)) == ("E1", "Acting")
    play(q, "pass")
    assert (where(q, "18bm-1"), question(q)) == ("E", "Acting")
    p = won("A1", "CHAMARTIN", "18bm-1")
    assert offered(p) == ["go:A1", "go:A", "pass"]
    p = won("A1", "CHAMARTIN", "18bm-1", "18bm-2", "18bm-3")
    assert offered(p) == ["go:A", "drop:18bm-1", "drop:18bm-2", "drop:18bm-3", "pass"]
    assert reasons(p, "go:A1") == [("2.3.3b", "compound-full")]
    play(p, "drop:18bm-3", "go:A1")
    assert [where(p, f"18bm-{n}") for n in (1, 2, 3)] == ["A1", "A1", "CHAMARTIN"]
    p = won("A1", "CHAMARTIN", "18bm-1", state={"A1": FIRE})
    assert offered(p) == ["go:A", "pass"]                # past a ruin that is no bridge
    assert reasons(p, "go:A1") == [("14.k", "compound-closed")]
    p = won("BARAJAS_BRIDGE", "PARACUELLOS", "18bm-1")
    assert offered(p) == ["go:BARAJAS_BRIDGE", "go:BARAJAS", "pass"]
    p = won("BARAJAS_BRIDGE", "PARACUELLOS", "18bm-1", state={"BARAJAS_BRIDGE": RUIN})
    assert question(p) == "Acting"       # a broken one is the end of the way
    assert question(won("E", "E", "18bm-1")) == "Acting"                 # a square is no compound
    assert question(won("E1", "E", "ascanio")) == "Acting"               # nobody to take it
    p = won("K2", "K", "ffcc")
    assert offered(p) == ["go:K2", "pass"]
    p = won("K2", "VALLECAS", "ffcc", "18bm-1")
    assert set(args(p, "go")) == {"K2", "K"}
    p = won("K1", "K", "ffcc", "18bm-1")
    assert offered(p) == ["drop:ffcc", "drop:18bm-1", "pass"]
    assert reasons(p, "go:K1") == [("9.3d", "off-the-rails")]
    assert question(won("K1", "K", "ffcc")) == "Acting"  # alone it stays on its rails
    assert offered(won("K1", "K", "18bm-1")) == ["go:K1", "pass"]


# -- damage


@pytest.mark.rule("7.1.6a", "7.1.7c", "7.1.7d", "7.1.7e", "2.3.3b", "9.3d", "9.9.1a")
def test_why_a_pawn_cannot_leave_that_way() -> None:
    p = empty()
    put(p, "E", "112bm-1", "mera")
    put(p, "C", "18bm-1")                # the enemy's

    def reason(name: str, to: str, side: int = CND, origin: str = "CANILLEJAS") -> str:
        return retreat_refusal(p, side, PCE, unit(p, name), space(p, to), space(p, origin))[1]

    assert reason("112bm-1", "D") == reason("112bm-1", "E1") == reason("112bm-1", "CANILLEJAS") == ""
    assert reason("112bm-1", "B") == "not-connected"
    assert reason("112bm-1", "C") == "enemy-square"
    assert reason("112bm-1", "C", NEUTRAL) == "enemy-square"
    hold(p, CND, "E1")
    assert reason("112bm-1", "E1") == ""
    assert reason("112bm-1", "E1", NEUTRAL) == "compound-closed"         # a neutral is at home nowhere
    hold(p, PCE, "E1")
    assert reason("112bm-1", "E1") == "compound-closed"
    assert reason("112bm-1", "D") == "route-blocked"
    p.mark(space(p, "E1"), -1)
    p.state[space(p, "E1")] = RUIN
    assert reason("112bm-1", "D") == "route-blocked"     # a ruin blocks withdrawals too
    p.state[space(p, "E1")] = 0
    put(p, "E1", "70bm-1", "70bm-2", "70bm-3")
    assert reason("112bm-1", "E1") == "compound-full"
    assert reason("mera", "E1") == ""
    put(p, "E1", "alvarez")
    put(p, "E", "alvarez")
    assert reason("alvarez", "E1") == ""                 # the first of the handles is no combat unit
    q = empty()
    put(q, "A1", "40bm-1")
    put(q, "G4", "70bm-1")

    def inside(name: str, to: str, origin: str) -> str:
        return retreat_refusal(q, CND, PCE, unit(q, name), space(q, to), space(q, origin))[1]

    assert inside("40bm-1", "A", "CHAMARTIN") == inside("40bm-1", "CHAMARTIN", "A") == ""
    assert inside("40bm-1", "A", "A") == "attacker-is-there"
    assert inside("70bm-1", "G2", "H") == "no-compound-to-compound"
    put(q, "D", "112bm-1")
    assert inside("112bm-1", "E1", "B") == "compound-of-that-square"
    assert inside("112bm-1", "C", "C") == ""             # out of a square one may go where the assault came from
    neutral(q, "CARABANA", "ortega")
    put(q, "TORREJON", "5carab-1", "mera")
    assert inside("5carab-1", "CARABANA", "ALCALA") == "ortega-bars"
    assert inside("mera", "CARABANA", "ALCALA") == ""
    assert retreat_refusal(q, NEUTRAL, PCE, unit(q, "5carab-1"), space(q, "CARABANA"), -1) == ("", "")
    put(q, "VALLECAS", "ffcc", "70bm-2")
    for to, key in (("VICALVARO", ""), ("RES_4D", "off-the-rails"), ("K", "")):
        assert retreat_refusal(q, CND, PCE, unit(q, "ffcc"), space(q, to), -1)[1] == key
    assert retreat_refusal(q, CND, PCE, unit(q, "70bm-2"), space(q, "RES_4D"), -1) == ("", "")


@pytest.mark.rule("7.1.6a", "7b")
def test_who_says_where_a_beaten_unit_goes() -> None:
    p = empty()
    put(p, "E", "112bm-1", "18bm-1")
    neutral(p, "E", "44bm-1", "41bm-1")
    assert (voice(p, unit(p, "112bm-1")), voice(p, unit(p, "18bm-1"))) == (CND, PCE)
    assert (voice(p, unit(p, "44bm-1")), voice(p, unit(p, "41bm-1"))) == (PCE, CND)      # by its reverse
    stack_in(p, PCE, 3, "18bm-1")
    assault(p, PCE, "E", 15)
    assert (voice(p, unit(p, "44bm-1")), voice(p, unit(p, "112bm-1"))) == (CND, CND)     # the attacker's opponent
    p.stack.append(Damage(unit(p, "44bm-1"), False, False))
    assert voice(p, unit(p, "44bm-1")) == CND


@pytest.mark.rule("7.1.6a", "9.3e", "7.2c", "11.2j")
def test_where_a_unit_that_gives_up_is_put() -> None:
    p = empty()                          # only the enemy's squares are left
    put(p, "A1", "40bm-1")
    put(p, "CHAMARTIN", "18bm-1", "18bm-2")
    f = Damage(unit(p, "40bm-1"), False, False, 0, space(p, "A"))
    f.at = 2
    run(p, f)
    assert offered(p) == ["to:CHAMARTIN"]
    q = empty()
    put(q, "E", "112bm-1", "18bm-1")
    for place in ("C", "F"):
        put(q, place, "44bm-1" if place == "C" else "44bm-2")
    hold(q, PCE, "E1")
    put(q, "CANILLEJAS", "44bm-3", "111bm-1", "111bm-2")
    f = Damage(unit(q, "112bm-1"), False, False, 0, -1)
    f.at = 2
    run(q, f)
    assert sorted(args(q, "to")) == ["C", "CANILLEJAS", "F"]             # to the enemy, but past no compound
    r = empty()
    put(r, "JACA", "70bm-1")
    f = Damage(unit(r, "70bm-1"), False, True, 0, space(r, "CANILLEJAS"))
    f.at = 2
    run(r, f)
    assert (where(r, "70bm-1"), side_of(r, "70bm-1")) == ("CANILLEJAS", NEUTRAL)         # there is no way
    for place, end in (("K1", "eliminated"), ("K", "K")):
        s = empty()                      # the train cannot be put off its rails
        put(s, place, "ffcc")
        hold(s, PCE, "K2")
        s.join(unit(s, "ffcc"), CND)
        f = Damage(unit(s, "ffcc"), False, False, 0, space(s, "K"))
        f.at = 2
        run(s, f)
        assert where(s, "ffcc") == end
    t = empty()
    put(t, "E", "112bm-1", "18bm-1")
    t.fixed[unit(t, "112bm-1")] = t.fixed[unit(t, "18bm-1")] = 1
    turn_neutral(t, unit(t, "112bm-1"), space(t, "D"))
    assert (side_of(t, "112bm-1"), where(t, "112bm-1"), t.will[CND]) == (NEUTRAL, "D", 3)
    assert flags(t, t.fixed, "112bm-1", "18bm-1") == [0, 0]              # the fix is over for both


# -- withdrawal


@pytest.mark.rule("7.1.7a", "7.1.7b", "7.1.7c", "7.1.7f", "7.1.7g", "8i", "9.3e")
def test_who_withdraws_and_what_becomes_of_the_others() -> None:
    p = empty()
    put(p, "E", "112bm-1", "mera", "hq-65d", "art-centro-1", "pedrero", "18bm-1")
    up(p, "E", "otero")
    neutral(p, "E", "41bm-1")
    withdraw_all(p, CND, space(p, "E"), space(p, "E"), CND)
    assert top(p, Withdraw).units == us(p, "112bm-1", "mera", "otero")
    assert where(p, "hq-65d") == where(p, "art-centro-1") == "eliminated"
    assert where(p, "pedrero") == where(p, "41bm-1") == where(p, "18bm-1") == "E"        # hidden, neutral, the enemy
    p.fixed[unit(p, "112bm-1")] = 1
    p.settle()
    assert asked(p) == [CND]
    assert reasons(p, "to:B") == [("7.1.7c", "not-connected")]
    play(p, "to:D")
    assert (where(p, "112bm-1"), p.fixed[unit(p, "112bm-1")], p.will[CND]) == ("D", 0, 4)
    play(p, "to:C", "to:C")
    assert (where(p, "mera"), where(p, "otero"), p.choices(), p.will[CND]) == ("C", "C", {}, 3)
    q = empty(surrender=True)            # cut off: prisoners, one point for all of them; a leader is tried
    put(q, "JACA", "70bm-1", "70bm-2", "mera")
    put(q, "CANILLEJAS", "18bm-1")
    run(q, Withdraw(CND, us(q, "70bm-1", "70bm-2", "mera"), space(q, "JACA"), space(q, "CANILLEJAS")))
    assert (flags(q, q.captive, "70bm-1", "70bm-2"), q.ip[PCE], question(q)) == ([1, 1], 1, "FateDie")
    assert (side_of(q, "70bm-1"), where(q, "70bm-1"), where(q, "mera")) == (NEUTRAL, "JACA", "CANILLEJAS")
    dice(q, 6)
    assert (where(q, "mera"), q.ip[PCE]) == ("eliminated", 2)
    r = empty()                          # without the option they are lost
    put(r, "JACA", "70bm-1")
    put(r, "CANILLEJAS", "18bm-1")
    events = told(r)
    run(r, Withdraw(CND, us(r, "70bm-1"), space(r, "JACA"), space(r, "CANILLEJAS")))
    assert (where(r, "70bm-1"), r.ip[PCE]) == ("eliminated", 0)
    assert [e.rule for e in events if e.key == "eliminated"] == ["7.1.7f"]
    s = empty(surrender=True)            # neutrals do not surrender to anybody
    neutral(s, "JACA", "35bm-1")
    run(s, Withdraw(PCE, us(s, "35bm-1"), space(s, "JACA"), space(s, "CANILLEJAS")))
    assert (where(s, "35bm-1"), s.captive[unit(s, "35bm-1")]) == ("eliminated", 0)
    t = empty()
    put(t, "K1", "ffcc")
    events = told(t)
    run(t, Withdraw(PCE, us(t, "ffcc"), space(t, "K1"), space(t, "K")))
    assert [e.rule for e in events if e.key == "eliminated"] == ["9.3e"]
    u = empty(surrender=True)            # nobody stays a prisoner in a fire
    put(u, "JACA", "70bm-1")
    u.state[space(u, "JACA")] = FIRE
    run(u, Withdraw(CND, us(u, "70bm-1"), space(u, "JACA"), space(u, "CANILLEJAS")))
    assert (u.captive[unit(u, "70bm-1")], where(u, "70bm-1")) == (1, "CANILLEJAS")


@pytest.mark.rule("7.1.7c", "2.3.3c", "7.2c")
def test_withdrawing_into_a_compound_makes_hidden_enemies_step_out_and_ends_the_fix() -> None:
    p = empty()
    put(p, "A", "40bm-1", "18bm-1")
    put(p, "A1", "dieguez")              # the first compound of all
    p.fixed[unit(p, "18bm-1")] = 1
    run(p, Withdraw(CND, us(p, "40bm-1"), space(p, "A"), space(p, "A")))
    play(p, "to:A1")
    assert (where(p, "40bm-1"), where(p, "dieguez")) == ("A1", "A")
    assert p.fixed[unit(p, "18bm-1")] == 0
    q = empty()                          # a neutral drives nobody out
    neutral(q, "A", "41bm-1")
    put(q, "A1", "dieguez", "pedrero")
    run(q, Withdraw(CND, us(q, "41bm-1"), space(q, "A"), space(q, "A")))
    play(q, "to:A1")
    assert (where(q, "dieguez"), where(q, "pedrero")) == ("A1", "A1")
    r = empty()                          # out into the open hidden pieces stay where they are
    put(r, "E", "112bm-1")
    put(r, "D", "dieguez")
    run(r, Withdraw(CND, us(r, "112bm-1"), space(r, "E"), space(r, "E")))
    play(r, "to:D")
    assert where(r, "dieguez") == "D"


# -- collapse


@pytest.mark.rule("7.1.6e", "7.1.6f", "11.3a")
def test_what_becomes_of_those_who_lost_their_soldiers() -> None:
    p = empty(surrender=True)
    put(p, "E", "hq-65d", "art-centro-1", "mera", "pedrero", "decoy-cnd-1", "token-cnd", "70bm-1", "18bm-1")
    neutral(p, "E", "hq-8d", "35bm-1")
    p.capture(unit(p, "35bm-1"), 1)
    collapse(p, CND, space(p, "E"), space(p, "E"), p.units(space(p, "E")))
    assert [p.board.uid[u] for u in top(p, Collapse).units[:2]] == ["hq-65d", "art-centro-1"]    # they go first
    assert sorted(top(p, Collapse).units) == sorted(us(p, "hq-65d", "art-centro-1", "mera", "pedrero", "decoy-cnd-1",
                                                       "token-cnd"))
    q = empty()
    neutral(q, "E", "hq-8d", "35bm-1", "barcelo")
    collapse(q, NEUTRAL, space(q, "E"), -1, q.units(space(q, "E")))
    assert top(q, Collapse).units == us(q, "hq-8d", "barcelo")
    q.settle()
    assert where(q, "hq-8d") == "eliminated"
    dice(q, 1)
    assert (where(q, "barcelo"), q.choices()) == ("E", {})               # a neutral stays
    r = empty()
    neutral(r, "E1", "barcelo")
    run(r, Collapse(NEUTRAL, space(r, "E1"), us(r, "barcelo"), -1, space(r, "E")))
    dice(r, 1)
    assert where(r, "barcelo") == "E"    # but not in the compound that was taken
    s = empty()
    put(s, "E", "gutierrez", "zulueta", "18bm-1")
    st = stack_in(s, PCE, 3, "18bm-1")
    s.stack.append(Collapse(CND, space(s, "E"), us(s, "gutierrez", "zulueta"), -1, space(s, "E")))
    s.settle()
    dice(s, 6)                           # dead
    assert where(s, "gutierrez") == "eliminated"
    dice(s, 1)
    assert (question(s), top(s, Collapse).unit) == ("CollapseMove", unit(s, "zulueta"))
    t = s.clone()
    play(s, "to:D")
    assert (where(s, "zulueta"), s.fixed[unit(s, "zulueta")], question(s)) == ("D", 0, "Acting")
    play(t, "stay")
    assert (where(t, "zulueta"), question(t)) == ("E", "Acting")
    assert st.units == us(s, "18bm-1")
    u = empty()                          # a hidden token that has a way out is hidden again
    put(u, "E", "token-cnd", "pedrero")
    run(u, Collapse(CND, space(u, "E"), us(u, "token-cnd", "pedrero"), -1, space(u, "CANILLEJAS")))
    assert u.hid[unit(u, "token-cnd")] == 0
    assert "stay" not in offered(u)
    play(u, "to:D")
    assert (where(u, "token-cnd"), u.hid[unit(u, "token-cnd")], u.result) == ("D", 1, -1)
    dice(u, 1)
    play(u, "stay")
    assert (where(u, "pedrero"), u.hid[unit(u, "pedrero")]) == ("E", 1)
    v = empty(turn=5)                    # in sight it is lost with its soldiers
    up(v, "E", "token-cnd")
    run(v, Collapse(CND, space(v, "E"), us(v, "token-cnd"), -1, -1))
    assert v.result == PCE
    w = empty()                          # who was in sight stays in sight
    up(w, "E", "otero")
    run(w, Collapse(CND, space(w, "E"), us(w, "otero"), -1, -1))
    dice(w, 1)
    play(w, "to:D")
    assert w.hid[unit(w, "otero")] == 0


@pytest.mark.rule("7.1.6e", "6.4g", "11.2j")
def test_a_survivor_on_his_way_and_what_he_leaves_behind() -> None:
    p = empty()
    put(p, "E", "gutierrez", "18bm-1", "zulueta")
    put(p, "C", "44bm-1")
    stack_in(p, PCE, 3, "18bm-1")
    p.stack.append(Collapse(CND, space(p, "E"), us(p, "gutierrez", "zulueta"), -1, space(p, "E")))
    p.settle()
    dice(p, 1)
    assert {"to:C", "to:D", "stay"} <= set(offered(p))   # he may risk the enemy's square
    assert reasons(p, "to:E1") == [("7.1.6e", "square-not-compound")]
    q = p.clone()
    play(p, "to:C")
    assert question(p) == "ChooseReaction"
    r = p.clone()
    play(p, "intercept", "unit:44bm-1", "done")
    dice(p, 6)
    assert question(p) == "FateDie"
    dice(p, 6)
    assert (where(p, "gutierrez"), p.ip[PCE]) == ("eliminated", 1)
    assert question(p) == "FateDie"      # now the other
    play(r, "pass")
    assert (where(r, "gutierrez"), question(r)) == ("C", "FateDie")
    play(q, "to:D")                      # nobody is there to stop him
    assert (where(q, "gutierrez"), question(q)) == ("D", "FateDie")
    s = empty()
    put(s, "E", "gutierrez", "18bm-1")
    stack_in(s, PCE, 3, "18bm-1")
    s.stack.append(Collapse(CND, space(s, "E"), us(s, "gutierrez"), -1, space(s, "E")))
    s.settle()
    dice(s, 1)
    play(s, "to:D")
    assert s.will[CND] == 3              # E is lost with him gone


# -- fire


@pytest.mark.rule("7.1.8b", "7.1.8c", "4.5.4b")
def test_who_and_what_is_lost_in_a_burning_compound() -> None:
    p = empty(surrender=True)
    put(p, "E1", "70bm-1", "hq-65d", "art-centro-1", "mera", "pedrero", "decoy-cnd-1", "syn-cnt")
    neutral(p, "E1", "35bm-1", "hq-8d", "44bm-1")
    p.capture(unit(p, "44bm-1"), 1)
    hold(p, CND, "E1")
    burn(p, space(p, "E1"), -1)
    p.settle()
    assert (p.state[space(p, "E1")], p.marker[space(p, "E1")], p.res[resource(p, "ammo-e1")]) == (FIRE, -1, DESTROYED)
    while question(p) in ("DamageDie", "FateDie"):
        dice(p, 1)
    assert question(p) == "WithdrawUnit"
    assert where(p, "44bm-1") == "E"     # the prisoner is led out, unharmed
    assert flags(p, p.damaged, "70bm-1", "35bm-1", "44bm-1") == [1, 1, 0]
    assert [where(p, x) for x in ("hq-65d", "art-centro-1", "syn-cnt", "decoy-cnd-1", "hq-8d")] == ["eliminated"] * 5
    assert (where(p, "35bm-1"), p.ip[PCE]) == ("E", 1)   # one point for the CND's headquarters
    play(p, "to:E", "to:D")
    assert (where(p, "70bm-1"), where(p, "mera")) == ("E", "D")
    assert (where(p, "pedrero"), p.hid[unit(p, "pedrero")]) == ("D", 0) or question(p) == "WithdrawUnit"
    q = empty()                          # a bridge is a ruin at once; nobody is in it
    burn(q, space(q, "BARAJAS_BRIDGE"), -1)
    q.settle()
    assert (q.state[space(q, "BARAJAS_BRIDGE")], q.choices()) == (RUIN, {})
    r = empty()                          # what burns may change who holds a square
    put(r, "E", "18bm-1")
    hold(r, CND, "E1")
    burn(r, space(r, "E1"), -1)
    assert r.will[CND] == 3
    s = empty(turn=5)
    put(s, "E1", "token-cnd", "70bm-1")
    burn(s, space(s, "E1"), -1)
    s.settle()
    if question(s) == "DamageDie":
        dice(s, 1)
    assert (s.result, s.hid[unit(s, "token-cnd")]) == (PCE, 0)
    t = empty()                          # guns of a stack that fires its own house are lost to the stack
    put(t, "E1", "18bm-1", "art-8d", "ascanio")
    st = stack_in(t, PCE, 3, "ascanio", "18bm-1", "art-8d", lead="ascanio")
    burn(t, space(t, "E1"), -1)
    t.settle()
    assert question(t) == "DamageDie"
    dice(t, 1, 1)
    assert (where(t, "art-8d"), unit(t, "art-8d") in st.units) == ("eliminated", False)


@pytest.mark.rule("7.1.8b")
def test_a_leader_without_a_way_out_of_the_fire_stands_in_the_square() -> None:
    p = empty()
    put(p, "JACA", "70bm-1", "mera")
    put(p, "CANILLEJAS", "18bm-1")
    burn(p, space(p, "JACA"), space(p, "CANILLEJAS"))
    p.settle()
    dice(p, 1, 1)                        # the unit is loyal, the leader lives
    assert (where(p, "mera"), where(p, "70bm-1"), p.choices()) == ("CANILLEJAS", "eliminated", {})
    q = empty()                          # with one he withdraws like the others
    put(q, "A1", "40bm-1", "zulueta")
    put(q, "CHAMARTIN", "18bm-1")
    burn(q, space(q, "A1"), space(q, "CHAMARTIN"))
    q.settle()
    dice(q, 1, 1)
    assert (question(q), offered(q)) == ("WithdrawUnit", ["to:A"])


@pytest.mark.rule("7.1.8a", "7.5b", "9.4e")
def test_a_depot_that_is_gone_feeds_no_fire_and_bombs_need_more_than_six() -> None:
    p = empty()
    assert ammo_inside(p, space(p, "E1"))
    assert not ammo_inside(p, space(p, "G1"))
    p.res[resource(p, "ammo-e1")] = DESTROYED
    assert not ammo_inside(p, space(p, "E1"))
    for place, die, burnt in (("G1", 5, 0), ("G1", 6, FIRE), ("E1", 3, 0), ("E1", 4, FIRE)):
        q = empty()
        run(q, Raid(space(q, place)))
        dice(q, die)                     # one for the bombs, two for a depot
        assert q.state[space(q, place)] == burnt, (place, die)


@pytest.mark.rule("7.5b", "7.5a")
def test_an_intentional_destruction_costs_heart_and_points() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    moving(p, PCE, 3, "18bm-1")
    p.answer = 1
    play(p, "destroy:E1")
    assert offered(p) == ["points:1", "points:2", "points:3"]
    assert reasons(p, "points:4") == [("7.5b", "credit-left")]
    play(p, "points:2")
    assert (now(p).credit, p.will[PCE]) == (1, 3)
    q = p.clone()
    dice(p, 1)                           # 1 + 2 + 2 = 5
    assert (p.state[space(p, "E1")], question(p)) == (0, "Acting")
    dice(q, 2)
    assert (q.state[space(q, "E1")], question(q)) == (FIRE, "Acting")


# -- parley


@pytest.mark.rule("7.3c", "8g", "7.3b", "7.1.5c", "7.1.5d")
def test_how_a_parley_goes_on() -> None:
    def first(place: str, credit: int, die: int) -> Heralds:
        p = empty()
        put(p, place, "ascanio", "18bm-1", "112bm-1")
        moving(p, PCE, credit, "ascanio", "18bm-1")
        p.fixed[unit(p, "112bm-1")] = 1
        p.answer = 1
        play(p, "parley:112bm-1")        # 5 + 1 for his rank - 1
        assert question(p) == "TalkDie"
        f = top(p, Talk)
        f.foes = 4                       # so that it may fail
        dice(p, die)
        return p

    p = first("E", 3, 6)                 # won: it is neutral, and the stack goes on
    assert (side_of(p, "112bm-1"), question(p), now(p).credit, p.ip[CND]) == (NEUTRAL, "Acting", 2, 0)
    p = first("E", 1, 2)                 # failed: a point for the enemy, and a second attempt for nothing
    assert (p.ip[CND], offered(p), now(p).credit) == (1, ["again", "stop"], 0)
    q = p.clone()
    play(p, "stop")
    assert (question(p), p.fixed[unit(p, "18bm-1")]) == ("Acting", 0)
    play(q, "again")
    assert (question(q), now(q).credit) == ("TalkDie", 0)
    top(q, Talk).foes = 4
    dice(q, 2)                           # failed again: fixed, and the activation is over
    assert (flags(q, q.fixed, "18bm-1", "ascanio"), q.choices(), q.ip[CND]) == ([1, 1], {}, 1)
    p = first("CANILLEJAS", 3, 2)        # outside the city it costs a point more
    assert offered(p) == ["again", "stop"]
    play(p, "again")
    assert now(p).credit == 0
    p = first("CANILLEJAS", 2, 2)        # which must be there
    assert (question(p), p.fixed[unit(p, "18bm-1")]) == ("Acting", 0)
    r = empty()                          # a neutral is to be won
    put(r, "E", "ascanio", "18bm-1")
    neutral(r, "E", "44bm-1")
    moving(r, PCE, 3, "ascanio", "18bm-1")
    play(r, "parley:44bm-1")
    assert top(r, Talk).goal == 1
    s = empty()
    put(s, "E", "18bm-1", "18bm-2", "70bm-1")            # a fix ends the activation
    moving(s, PCE, 3, "18bm-1", "18bm-2")
    play(s, "fix:E")
    dice(s, 6)
    assert (flags(s, s.fixed, "18bm-1", "70bm-1"), s.choices()) == ([1, 1], {})
