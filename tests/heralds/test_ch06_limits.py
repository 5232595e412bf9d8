"""[6, 14] Stacks, steps and reactions at their limits: one condition missing at a time, and the reasons given."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch06_reaction import INTERCEPT, on_way, reaction_parts, reactor_refusal, way_refusal
from frente.games.heralds.rules.ch06_stacks import (
    alone,
    can_lead,
    chief,
    commanded,
    commands,
    credit,
    credit_parts,
    drop_refusal,
    fits,
    is_hard,
    lowest,
    most_commanded,
    one_formation,
    ortega_bars,
    reactors,
    ready,
    step_cost,
    window_on_entry,
    window_on_leaving,
)
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import (
    COURIER,
    ERRAND,
    MANEUVER,
    Fate,
    Leg,
    Order,
    Reaction,
    Stack,
)
from frente.games.heralds.state.position import COMMITTED, ELIMINATED, RUIN, Heralds
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    flags,
    handle,
    hold,
    moving,
    neutral,
    now,
    offered,
    ordered,
    play,
    put,
    question,
    reasons,
    resource,
    run,
    space,
    top,
    unit,
    up,
    where,
)


def us(p: Heralds, *names: str) -> list[int]:
    return [unit(p, n) for n in names]


# -- who leads whom


@pytest.mark.rule("4.2.1a", "4.2.1b", "4.2.1g")
def test_who_leads_a_stack_and_how_many() -> None:
    p = empty()
    put(p, "A", "ascanio", "bueno", "pedro-fdez", "conesa", "dieguez", "18bm-1", "oliva", "zulueta", "mera", "gazzolo")
    assert [can_lead(p, u) for u in us(p, "ascanio", "pedro-fdez", "dieguez", "18bm-1")] == [True, True, False, False]
    for units, want in ((("ascanio", "bueno"), "bueno"), (("pedro-fdez", "ascanio"), "pedro-fdez"),
                        (("ascanio", "pedro-fdez"), "ascanio"), (("dieguez", "ascanio"), "ascanio"),
                        (("dieguez", "18bm-1"), "dieguez"), (("oliva", "ascanio"), "ascanio"),
                        (("18bm-1", "oliva"), "oliva"), (("mera", "gazzolo"), "gazzolo")):
        assert chief(p, us(p, *units)) == unit(p, want), units
    assert chief(p, us(p, "18bm-1")) == -1
    assert most_commanded(p, us(p, "ascanio", "18bm-1")) == 5
    assert most_commanded(p, us(p, "ascanio", "bueno")) == 3             # the higher one's number must be used
    assert most_commanded(p, us(p, "pedro-fdez", "ascanio")) == 5        # among equals the better
    assert most_commanded(p, us(p, "dieguez", "oliva")) == 3             # a number in parentheses comes last
    assert commanded(p, us(p, "ascanio", "18bm-1", "art-8d", "hq-8d", "conesa")) == 2


@pytest.mark.rule("4.2.1c", "4.2.1d", "9.4c")
def test_whom_a_leader_may_command() -> None:
    p = empty()
    for boss, pawn, want in (
            ("ascanio", "18bm-1", True), ("ascanio", "42bm-1", False), ("ascanio", "99bm-1", False),
            ("bueno", "42bm-1", True), ("bueno", "18bm-1", True), ("bueno", "99bm-1", False),
            ("ascanio", "art-8d", True), ("ascanio", "art-iii", False), ("ascanio", "art-centro-1", True),
            ("zulueta", "art-8d", True), ("ascanio", "subsuelo", True), ("ascanio", "ffcc", True),
            ("ascanio", "arm-base", True), ("camacho", "fare-air", False), ("ascanio", "hq-8d", False),
            ("ascanio", "oliva", False), ("gutierrez", "112bm-1", True), ("gutierrez", "4asalto-1", False),
            ("pertegaz", "45bm-1", True), ("pertegaz", "110bm-1", False), ("pertegaz", "42bm-1", True),
            ("pertegaz", "99bm-1", False), ("lopez-valle", "subsuelo", True), ("lopez-valle", "18bm-1", False),
            ("sanchez", "arm-base", True), ("sanchez", "18bm-1", False)):
        assert commands(p, unit(p, boss), unit(p, pawn)) == want, (boss, pawn)


@pytest.mark.rule("4.2.1d", "9.9.2a")
def test_a_leader_with_two_stripes_commands_one_formation_at_a_time() -> None:
    p = empty()
    put(p, "A", "pertegaz", "45bm-1", "18bm-1", "arm-base", "art-iii", "ascanio", "44bm-1")
    lead = unit(p, "pertegaz")
    assert one_formation(p, lead, [lead], unit(p, "18bm-1"))
    assert not one_formation(p, lead, us(p, "pertegaz", "45bm-1"), unit(p, "18bm-1"))
    assert one_formation(p, lead, us(p, "pertegaz", "45bm-1"), unit(p, "art-iii"))
    assert one_formation(p, lead, us(p, "pertegaz", "45bm-1"), unit(p, "arm-base"))      # dark grey joins anybody
    assert one_formation(p, lead, us(p, "pertegaz", "arm-base"), unit(p, "18bm-1"))      # and binds nobody
    assert not one_formation(p, lead, us(p, "pertegaz", "arm-base", "45bm-1"), unit(p, "18bm-1"))
    assert not one_formation(p, lead, us(p, "45bm-1", "arm-base", "pertegaz"), unit(p, "18bm-1"))
    assert one_formation(p, unit(p, "bueno"), us(p, "bueno", "45bm-1"), unit(p, "18bm-1"))       # one stripe
    assert fits(p, us(p, "pertegaz", "18bm-1"), lead, unit(p, "44bm-1"))
    assert not fits(p, us(p, "pertegaz", "18bm-1"), lead, unit(p, "45bm-1"))


@pytest.mark.rule("4.2.1b", "4.2.1g", "6.1b")
def test_who_fits_into_a_stack() -> None:
    p = empty()
    put(p, "A", "ascanio", "bueno", *[f"18bm-{n}" for n in range(1, 7)], "44bm-1", "art-8d", "42bm-1", "99bm-1")
    five = us(p, "ascanio", *[f"18bm-{n}" for n in range(1, 6)])
    lead = unit(p, "ascanio")
    assert fits(p, five[:5], lead, unit(p, "18bm-5"))
    assert not fits(p, five, lead, unit(p, "18bm-6"))    # five are his limit
    assert not fits(p, five[:5], lead, unit(p, "42bm-1"))
    assert fits(p, five[:4], lead, unit(p, "bueno"))     # three units are what Bueno can command
    assert not fits(p, five[:5], lead, unit(p, "bueno"))
    group = us(p, "18bm-1", "18bm-2")
    assert fits(p, group, -1, unit(p, "18bm-3"))
    assert not fits(p, group, -1, unit(p, "44bm-1"))
    assert not fits(p, us(p, "44bm-1", "18bm-1"), -1, unit(p, "18bm-2"))
    assert not fits(p, us(p, "18bm-1", "44bm-1"), -1, unit(p, "18bm-2"))
    assert not fits(p, group, -1, unit(p, "art-8d"))
    assert not fits(p, group, -1, unit(p, "ascanio"))


@pytest.mark.rule("6.1d", "4.2.1f", "4.2.1g")
def test_who_may_be_dropped() -> None:
    p = empty()
    put(p, "A", "ascanio", "oliva", "pedro-fdez", "18bm-1", "18bm-2", "18bm-3", "18bm-4")

    def drop(lead: str, units: tuple[str, ...], name: str) -> str:
        f = Stack(PCE, us(p, *units), MANEUVER, lead=unit(p, lead) if lead else -1)
        return drop_refusal(p, f, unit(p, name))[1]

    assert drop("ascanio", ("ascanio", "18bm-1"), "18bm-2") == "not-of-the-stack"
    assert drop("ascanio", ("ascanio", "18bm-1"), "ascanio") == "leads-the-stack"
    assert drop("", ("18bm-1",), "18bm-1") == "leads-the-stack"          # alone in it
    assert drop("", ("18bm-1", "18bm-2"), "18bm-1") == ""
    assert drop("ascanio", ("ascanio", "18bm-1"), "18bm-1") == ""
    many = ("oliva", "ascanio", "18bm-1", "18bm-2", "18bm-3", "18bm-4")
    assert drop("oliva", many, "ascanio") == "too-many-for-him"          # Oliva alone commands three
    assert drop("oliva", many, "18bm-1") == ""
    assert drop("oliva", many[:5], "ascanio") == ""
    # a stack whose leader has been lost asks for nobody's number
    assert drop("bueno", ("ascanio", "18bm-1", "18bm-2"), "ascanio") == ""


@pytest.mark.rule("7.2d", "9.1b", "6.4d")
def test_the_lowest_initiative_counts_and_guns_and_fixes_lower_it() -> None:
    p = empty()
    put(p, "A", "18bm-1", "44bm-1", "art-8d", "ascanio", "art-centro-1")
    assert lowest(p, us(p, "18bm-1", "44bm-1")) == 2
    assert lowest(p, us(p, "18bm-1")) == 3
    assert lowest(p, us(p, "18bm-1", "art-8d", "art-centro-1")) == 2     # once, however many guns
    assert lowest(p, us(p, "ascanio")) == lowest(p, []) == 0
    p.fixed[unit(p, "18bm-1")] = 1
    assert lowest(p, us(p, "18bm-1", "44bm-1")) == 0
    assert lowest(p, us(p, "18bm-1", "art-8d")) == 0     # never less


@pytest.mark.rule("6.2a", "6.2b", "7.2d", "9.1b")
def test_what_makes_a_maneuver_credit() -> None:
    p = empty()
    put(p, "A", "ascanio", "18bm-1", "44bm-1", "art-8d", "art-centro-1", "111bm-1", "18bm-2", "ffcc", "dieguez")

    def parts(*names: str) -> dict[str, int]:
        f = Stack(PCE, us(p, *names), MANEUVER)
        return {key: n for n, _, key in credit_parts(p, f) if n}

    assert parts("18bm-1") == {"credit-initiative": 3}
    assert parts("ascanio", "18bm-1", "44bm-1") == {"credit-initiative": 2, "credit-leader": 1}
    assert parts("ascanio") == {"credit-alone": 3, "credit-leader": 1}
    assert parts("18bm-1", "art-8d", "art-centro-1") == {"credit-initiative": 3, "credit-artillery": -2}
    assert parts("18bm-1", "18bm-2", "44bm-1", "ffcc") == {"credit-initiative": 2}       # the train is no infantry
    assert parts("18bm-1", "18bm-2", "44bm-1", "111bm-1") == {"credit-initiative": 2, "credit-crowd": -1}
    p.will[PCE] = 2
    assert parts("18bm-1") == {"credit-initiative": 3, "credit-will": -1}
    p.will[PCE] = 4
    put(p, "A", "pedro-fdez")            # hidden he moves like a decoy
    assert parts("pedro-fdez") == {"credit-alone": 3}
    up(p, "A", "pedro-fdez")
    assert parts("pedro-fdez") == {"credit-alone": 3, "credit-leader": 1}
    p.fixed[unit(p, "18bm-1")] = 1
    assert parts("18bm-1", "18bm-2") == {}               # one fixed unit holds all of them
    assert (0, "7.2d", "credit-fixed") in credit_parts(p, Stack(PCE, us(p, "18bm-1"), MANEUVER))
    f = Stack(PCE, us(p, "ascanio", "18bm-2"), MANEUVER)
    assert [credit(p, f, die) for die in (1, 6)] == [5, 10]
    p.will[PCE] = 5
    assert credit(p, f, 6) == 10         # ten at the most
    f.motor = True
    assert credit(p, f, 6) == 20
    p.will[PCE] = 1
    g = Stack(PCE, us(p, "18bm-1", "art-8d"), MANEUVER)
    assert credit(p, g, 1) == 0          # and never less than nothing
    q = empty(artillery_credit="once")
    put(q, "A", "18bm-1", "art-8d", "art-centro-1")
    f = Stack(PCE, us(q, "18bm-1", "art-8d", "art-centro-1"), MANEUVER)
    assert {key: n for n, _, key in credit_parts(q, f) if n} == {"credit-initiative": 3, "credit-artillery": -1}


# -- prices


@pytest.mark.rule("14.b", "14.d", "14.e", "14.g")
def test_which_squares_are_hard_to_enter() -> None:
    p = empty()
    e = space(p, "E")
    assert not is_hard(p, PCE, e, True)
    put(p, "E1", "70bm-1")               # enemy units, in a compound too
    assert is_hard(p, PCE, e, True)
    assert is_hard(p, PCE, e, False)     # a downtown square they control
    assert not is_hard(p, CND, e, True)
    can = space(p, "CANILLEJAS")
    put(p, "CANILLEJAS", "70bm-2")       # too few to control it
    assert is_hard(p, PCE, can, True)
    assert not is_hard(p, PCE, can, False)               # a leader disputes nothing
    put(p, "CANILLEJAS", "18bm-1")
    assert is_hard(p, PCE, can, False)   # disputed already
    assert is_hard(p, CND, can, False)
    q = empty()
    put(q, "E", "mera")
    put(q, "A", "mera")
    assert is_hard(q, PCE, space(q, "A"), False)         # controlled without combat units
    put(q, "A", "ascanio")
    assert not is_hard(q, PCE, space(q, "A"), True)      # by both: nobody's


@pytest.mark.rule("14.a", "14.c", "14.f", "14.h", "14.i")
def test_the_fourth_downtown_square_and_going_in_circles() -> None:
    p = empty()
    put(p, "D", "18bm-1")

    def cost(a: str, b: str, entered: int = 0, visited: tuple[str, ...] = ()) -> int:
        f = Stack(PCE, us(p, "18bm-1"), MANEUVER)
        f.entered, f.visited = entered, [space(p, x) for x in visited]
        i = space(p, a)
        return step_cost(p, f, i, p.board.to[i].index(space(p, b)), True)

    assert [cost("D", "B", n) for n in (0, 2, 3, 4)] == [0, 0, 1, 1]
    assert cost("D", "D1", 3) == 0       # compounds do not count
    assert cost("A", "A1", 3) == 0       # not even the first of all
    assert cost("D1", "D", 3) == 0       # nor stepping out into one's own square
    assert cost("D1", "C", 3) == 1       # but out of it into another does
    assert cost("E", "CANILLEJAS", 3) == 1
    assert cost("D", "B", 0, ("B",)) == 1                # again
    assert cost("D", "D1", 0, ("D1",)) == 1
    assert cost("D", "D1", 0, ("D2",)) == 0
    assert cost("CHAMARTIN", "A1", 0, ("A1",)) == 2      # what costs more already does not become cheaper
    assert cost("CHAMARTIN", "A", 3, ("A",)) == 1


@pytest.mark.rule("9.9.1a")
def test_ortega_closes_two_squares_from_either() -> None:
    p = empty()
    carabana, reserves, torrejon = (space(p, x) for x in ("CARABANA", "RES_III", "TORREJON"))
    for place in ("CARABANA", "RES_III"):
        neutral(p, place, "ortega")
        assert [ortega_bars(p, t) for t in (carabana, reserves, torrejon)] == [True, True, False]
    put(p, "CARABANA", "ortega")
    assert not ortega_bars(p, carabana)
    neutral(p, "TORREJON", "ortega")
    assert not ortega_bars(p, carabana)
    p.box(unit(p, "ortega"), ELIMINATED)
    assert not ortega_bars(p, carabana)


@pytest.mark.rule("6.3a", "6.3b", "6.3c", "6.3d", "9.1a", "9.3d", "2.3.3b")
def test_why_a_step_is_refused() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2", "18bm-3", "art-8d", "arm-base", "ascanio")
    moving(p, PCE, 0, "18bm-1")
    assert reasons(p, "move:CANILLEJAS") == [("6.3a", "credit-short")]
    assert "move:C" in offered(p)
    assert reasons(p, "move:B") == [("6.3c", "not-connected")]
    put(p, "A1", "18bm-4")               # the first compound of all
    moving(p, PCE, 3, "18bm-4")
    assert reasons(p, "move:B") == [("6.3b", "not-connected")]
    moving(p, PCE, 3, "18bm-1", "18bm-2", "18bm-3")
    assert reasons(p, "move:E1") == [("2.3.3b", "compound-full")]
    hold(p, CND, "E1")
    moving(p, PCE, 3, "18bm-1")
    assert reasons(p, "move:E1") == [("14.k", "compound-closed")]
    assert reasons(p, "move:D") == [("6.3d", "route-blocked")]
    moving(p, PCE, 3, "ascanio")
    assert "move:D" in offered(p)        # he slips past
    moving(p, PCE, 3, "ascanio", "arm-base")
    assert "move:C" in offered(p)        # armour goes with a leader alone
    moving(p, PCE, 3, "art-8d", "ascanio")
    assert reasons(p, "move:C") == [("9.1a", "guns-need-company")]
    moving(p, PCE, 3, "ascanio", "art-8d")
    assert reasons(p, "move:C") == [("9.1a", "guns-need-company")]
    moving(p, PCE, 3, "18bm-1", "art-8d")
    assert "move:C" in offered(p)
    put(p, "VALLECAS", "ffcc")
    moving(p, PCE, 3, "ffcc")
    assert reasons(p, "move:RES_4D") == [("9.3d", "off-the-rails")]
    assert {"move:K2", "move:VICALVARO", "move:K"} == {w for w in offered(p) if w.startswith("move")}
    p.state[space(p, "BARAJAS_BRIDGE")] = RUIN
    put(p, "BARAJAS", "ascanio")
    moving(p, PCE, 3, "ascanio")
    assert reasons(p, "move:PARACUELLOS") == [("6.3d", "route-blocked")]         # a broken bridge stops everybody


@pytest.mark.rule("6.3e", "6.4g")
def test_who_is_alone() -> None:
    p = empty()
    assert alone(p, us(p, "ascanio", "dieguez", "decoy-pce-1"))
    assert not alone(p, us(p, "18bm-1", "ascanio"))
    assert not alone(p, us(p, "ascanio", "arm-base"))
    assert not alone(p, us(p, "ascanio", "18bm-1"))


# -- putting a stack together


@pytest.mark.rule("6.1b", "6.1c", "4.2.1a", "4.2.1c", "4.2.1g", "4a", "9.8a", "6b")
def test_why_a_pawn_does_not_go_along() -> None:
    p = empty()
    put(p, "B", "gutierrez", "112bm-1", "112bm-2", "4asalto-1", "hq-65d", "syn-cnt", "garijo", "art-iv",
        "18bm-1", "mera")
    put(p, "C", "112bm-3")
    neutral(p, "RES_LEV", "hq-gerc")
    ordered(p, CND, "gutierrez", "112bm-1", "112bm-4")
    play(p, "stack:gutierrez")
    for name, rule, key in (("18bm-1", "4a", "not-your-pawn"), ("112bm-4", "4a", "not-your-pawn"),
                            ("gutierrez", "6.1b", "already-chosen"), ("112bm-3", "6.1a", "not-there"),
                            ("4asalto-1", "4.2.1c", "not-of-the-stack"), ("art-iv", "4.2.1c", "not-of-the-stack"),
                            ("hq-65d", "6b", "cannot-maneuver"), ("syn-cnt", "6b", "cannot-maneuver"),
                            ("garijo", "9.8a", "sleeps")):
        assert reasons(p, f"join:{name}") == [(rule, key)], name
    assert {"join:112bm-1", "join:112bm-2", "join:mera"} <= set(offered(p))
    q = empty()                          # without a leader: its own brigade, and only those with the order
    put(q, "B", "112bm-1", "112bm-2", "112bm-3", "4asalto-1", "gutierrez")
    ordered(q, CND, "112bm-1", "112bm-2", "4asalto-1")
    play(q, "stack:112bm-1")
    assert args(q, "join") == ["112bm-2"]
    assert reasons(q, "join:112bm-3") == [("6.1c", "not-active")]
    assert reasons(q, "join:4asalto-1") == reasons(q, "join:gutierrez") == [("6.1b", "not-of-the-stack")]
    play(q, "join:112bm-2")
    assert top(q, Order).active == [unit(q, "4asalto-1")]                # their markers are off
    r = empty()                          # a number in parentheses takes nobody along
    up(r, "B", "dieguez")
    put(r, "B", "18bm-1")
    ordered(r, PCE, "dieguez")
    play(r, "stack:dieguez")
    assert reasons(r, "join:18bm-1") == [("4.2.1a", "cannot-lead")]
    s = empty()                          # a decoy goes by itself
    put(s, "B", "decoy-pce-1", "decoy-pce-2")
    ordered(s, PCE, "decoy-pce-1", "decoy-pce-2")
    play(s, "stack:decoy-pce-1")
    assert reasons(s, "join:decoy-pce-2") == [("6.1b", "not-of-the-stack")]


@pytest.mark.rule("4.2.1a", "4.2.1g", "6.1a", "6.1b")
def test_joining_shows_both_and_gathers_them_in_the_square() -> None:
    p = empty()
    put(p, "B1", "112bm-1", "112bm-2")
    put(p, "B", "verardini", "70bm-1", "gutierrez")
    ordered(p, CND, "verardini")
    play(p, "stack:verardini")
    assert p.hid[unit(p, "verardini")] == 1
    p.answer = 1                         # whatever was answered before
    play(p, "join:70bm-1")
    assert p.hid[unit(p, "verardini")] == 0              # he commands: he is seen
    assert (question(p), now(p).motor) == ("Compose", False)
    q = empty()
    put(q, "B1", "112bm-1", "112bm-2", "gutierrez")
    put(q, "B", "112bm-3", "otero")
    put(q, "E", "ascanio")
    ordered(q, CND, "gutierrez")
    play(q, "stack:gutierrez", "join:112bm-1")
    assert (where(q, "gutierrez"), where(q, "112bm-1")) == ("B1", "B1")  # all in one compound: they start there
    play(q, "join:otero")
    assert q.hid[unit(q, "otero")] == 0
    assert [where(q, n) for n in ("gutierrez", "112bm-1", "otero", "112bm-2")] == ["B", "B", "B", "B1"]
    r = empty()                          # leaving a compound may lose a square
    put(r, "H1", "112bm-1")
    put(r, "H", "112bm-2", "ascanio")
    ordered(r, CND, "112bm-1", "112bm-2")
    play(r, "stack:112bm-1", "join:112bm-2")
    assert where(r, "112bm-1") == "H"


@pytest.mark.rule("6.1b", "6.2b", "10.6a", "9.4b", "9.4c")
def test_motor_depots_and_aircraft_are_offered_while_a_stack_forms() -> None:
    p = empty()
    put(p, "K2", "41bm-1")
    put(p, "F1", "41bm-2")
    put(p, "K", "112bm-1", "token-cnd")
    put(p, "RES_LEV", "hq-fare", "fare-air")
    ordered(p, CND, "112bm-1", "fare-air")
    play(p, "stack:112bm-1")
    assert offered(p) == ["join:fare-air", "motor:motor-f1", "motor:motor-k2", "done"]
    assert reasons(p, "motor:tel-g1") == [("10.6a", "no-motor-depot")]
    play(p, "motor:motor-f1", "give-up")
    assert now(p).motor is False
    assert args(p, "motor") == ["motor-k2"]
    assert reasons(p, "motor:motor-f1") == [("R61", "already-tried")]
    play(p, "motor:motor-k2", "direct")
    assert (now(p).motor, p.res[resource(p, "motor-k2")]) == (True, COMMITTED)
    assert p.res[resource(p, "motor-f1")] == 0
    assert offered(p) == ["join:fare-air", "done"]       # one depot carries it
    play(p, "join:fare-air")
    assert (where(p, "fare-air"), now(p).air, question(p)) == ("next-turn", 1, "CreditDie")
    assert now(p).units == us(p, "112bm-1")
    q = empty()
    put(q, "E", "mera", "18bm-1")
    put(q, "RES_LEV", "hq-fare", "fare-air", "castan")
    ordered(q, CND, "mera", "fare-air")
    play(q, "stack:mera")                # nobody to fight with: no aircraft
    assert question(q) == "CreditDie"
    r = empty()
    put(r, "RES_LEV", "hq-fare", "fare-air", "214bm-1")  # in its own square it is named once
    ordered(r, CND, "214bm-1", "fare-air")
    play(r, "stack:214bm-1")
    assert offered(r) == ["join:fare-air", "done"]
    s = empty()
    put(s, "A", "18bm-1")
    put(s, "RES_LEV", "hq-fare", "fare-air")
    ordered(s, PCE, "18bm-1")
    play(s, "stack:18bm-1")
    assert question(s) == "CreditDie"    # the PCE has none


@pytest.mark.rule("6.1b", "4.2.1a")
def test_whether_somebody_is_asked_who_goes_along() -> None:
    def asked_of(name: str, *others: str, shown: tuple[str, ...] = ()) -> bool:
        p = empty()
        put(p, "B", name, *others)
        for x in shown:
            up(p, "B", x)
        ordered(p, CND, name)
        play(p, f"stack:{handle(p, name)}")
        return question(p) == "Compose"

    assert not asked_of("112bm-1")
    assert not asked_of("112bm-1", "pedrero")            # no leader: nobody hidden could go along
    assert not asked_of("mera")
    assert asked_of("mera", "decoy-cnd-1")               # it might be an agent
    assert asked_of("mera", shown=("otero",))
    assert asked_of("mera", "gutierrez")
    assert asked_of("alvarez")           # any handle, the first of them too, so that nobody learns what it is
    assert asked_of("decoy-cnd-1")


# -- acting


@pytest.mark.rule("5.2.3e", "6.3a", "7c", "6.1d", "6.1e")
def test_everything_a_stack_may_do() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "18bm-2", "18bm-3", "112bm-1")
    put(p, "E1", "44bm-1")
    neutral(p, "E", "111bm-1", "111bm-2", "70bm-1")
    moving(p, PCE, 2, "ascanio", "18bm-1", "18bm-2")
    assert offered(p) == [
        "move:C", "move:D", "move:F", "move:CANILLEJAS", "assault:E", "fix:E", "strike:70bm-1",
        "strike:111bm-1", "parley:112bm-1", "parley:111bm-1", "hold:E1", "destroy:E1", "drop:18bm-1", "drop:18bm-2",
        "pick:18bm-3", "pick:44bm-1", "stop"]
    now(p).credit = 0                    # without credit only what is free
    run(p, *p.stack)
    assert offered(p) == ["move:C", "move:D", "move:F", "drop:18bm-1", "drop:18bm-2", "stop"]
    q = empty()                          # without combat units nobody fights
    put(q, "E", "ascanio", "arm-base", "112bm-1", "18bm-1")
    moving(q, PCE, 3, "ascanio", "arm-base")
    assert [w for w in offered(q) if not w.startswith("move")] == ["drop:arm-base", "pick:18bm-1", "stop"]
    r = empty()                          # from inside a compound, the first of all
    put(r, "A1", "18bm-1", "18bm-2")
    put(r, "A", "40bm-1", "18bm-3")
    moving(r, PCE, 2, "18bm-1", "18bm-2")
    assert offered(r) == ["move:A", "move:CHAMARTIN", "hold:A1", "destroy:A1", "drop:18bm-1", "drop:18bm-2", "stop"]
    s = empty()                          # the neutrals of a compound are attacked together, the first stands for all
    neutral(s, "A1", "44bm-1", "111bm-1", "hq-8d")
    put(s, "A", "40bm-1")
    moving(s, CND, 2, "40bm-1")
    assert args(s, "strike") == ["hq-8d"]


@pytest.mark.rule("5.2.3e", "6.4e", "6.3a", "6.1d", "6.1e", "4.3.3a", "5.2.2g")
def test_why_a_stack_may_not() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "18bm-2", "112bm-1", "112bm-2", "4asalto-1")
    neutral(p, "E", "111bm-1", "111bm-2")
    moving(p, PCE, 5, "ascanio", "18bm-1")
    for word, rule, key in (
            ("yield", "6.4e", "not-intercepted"), ("drop:18bm-2", "6.1d", "not-of-the-stack"),
            ("drop:ascanio", "4.2.1f", "leads-the-stack"), ("pick:18bm-1", "R125", "already-chosen"),
            ("pick:112bm-1", "6.1e", "not-there"), ("strike:112bm-1", "7b", "not-neutral"),
            ("strike:111bm-2", "5.2.2g", "part-of-a-group"), ("parley:112bm-2", "5.2.2g", "part-of-a-group"),
            ("parley:18bm-2", "7.3a", "own-pawn"), ("assault:D", "R76", "not-there"), ("fix:D", "R76", "not-there"),
            ("fix:E1", "R92", "no-fix-in-compound"), ("hold:D1", "7.4a", "compound-of-that-square"),
            ("destroy:D1", "R95", "compound-of-that-square")):
        assert reasons(p, word) == [(rule, key)], word
    now(p).caught = True
    run(p, *p.stack)
    assert offered(p) == ["assault:E", "parley:112bm-1", "parley:4asalto-1", "yield"]
    for word in ("move:D", "strike:111bm-1", "fix:E", "hold:E1", "destroy:E1", "drop:18bm-1", "pick:18bm-2", "stop"):
        assert reasons(p, word) == [("6.4e", "must-fight")], word
    assert reasons(p, "parley:112bm-2") == [("5.2.2g", "part-of-a-group")]
    assert reasons(p, "assault:D") == [("R76", "not-there")]
    q = empty()                          # couriers and envoys only move
    put(q, "E", "dieguez", "18bm-1")
    f = Stack(PCE, us(q, "dieguez"), ERRAND, space(q, "A"), credit=3)
    f.at = 3
    run(q, f)
    assert {w.partition(":")[0] for w in offered(q)} == {"move", "stop"}
    assert reasons(q, "pick:18bm-1") == reasons(q, "yield") == [("4.3.3a", "only-on-the-way")]
    assert reasons(q, "move:B") == [("6.3c", "not-connected")]


@pytest.mark.rule("6.1e", "7.1.7g", "6.1c", "4.2.1a", "9.8a", "4.2.1g", "6.3a")
def test_why_a_pawn_is_not_picked_up() -> None:
    p = empty(surrender=True)
    put(p, "ARGANDA", "mera", "70bm-1", "70bm-2", "70bm-3", "garijo", "35bm-1", "decoy-cnd-1", "otero", "112bm-1",
        "hq-iv")
    put(p, "ARGANDA", "18bm-1")
    p.box(unit(p, "35bm-1"), ELIMINATED)
    p.fixed[unit(p, "70bm-2")] = 1
    neutral(p, "RES_LEV", "hq-gerc")
    moving(p, CND, 1, "mera", "70bm-1")
    for name, key in (("18bm-1", "not-there"), ("35bm-1", "not-there"), ("70bm-1", "already-chosen"),
                      ("70bm-2", "is-fixed"), ("garijo", "sleeps"), ("decoy-cnd-1", "not-of-the-stack"),
                      ("112bm-1", "not-of-the-stack"), ("hq-iv", "not-of-the-stack")):
        assert [k for _, k in reasons(p, f"pick:{name}")] == [key], name
    assert sorted(args(p, "pick")) == sorted(["70bm-3", handle(p, "otero")])
    now(p).dropped = [unit(p, "70bm-3")]
    now(p).credit = 0
    run(p, *p.stack)
    assert reasons(p, "pick:70bm-3") == [("R125", "already-chosen")]
    assert reasons(p, "pick:otero") == [("6.3a", "credit-short")]
    q = empty()                          # without a leader: those with the order alone
    put(q, "ARGANDA", "70bm-1", "70bm-2", "70bm-3", "mera")
    moving(q, CND, 2, "70bm-1", reached=("70bm-2",))
    assert args(q, "pick") == ["70bm-2"]
    assert reasons(q, "pick:70bm-3") == [("6.1c", "not-active")]
    r = empty()
    up(r, "ARGANDA", "dieguez")
    put(r, "ARGANDA", "18bm-1")
    moving(r, PCE, 2, "dieguez")
    assert reasons(r, "pick:18bm-1") == [("4.2.1a", "cannot-lead")]
    s = empty()                          # a leader too high for so many
    put(s, "A", "ascanio", "18bm-1", "18bm-2", "18bm-3", "18bm-4", "bueno")
    moving(s, PCE, 2, "ascanio", "18bm-1", "18bm-2", "18bm-3", "18bm-4")
    assert reasons(s, "pick:bueno") == [("4.2.1g", "too-many-for-him")]


@pytest.mark.rule("6.1e", "6.1c", "11.2j")
def test_what_picking_up_does() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    put(p, "E", "pedro-fdez", "conesa")
    put(p, "E1", "18bm-2")
    moving(p, PCE, 5, "pedro-fdez", reached=("18bm-1",))
    assert p.hid[unit(p, "pedro-fdez")] == 1
    play(p, "pick:18bm-1")
    assert (now(p).credit, p.hid[unit(p, "pedro-fdez")], top(p, Order).active) == (4, 0, [])
    play(p, "pick:conesa")
    assert p.hid[unit(p, "conesa")] == 0
    play(p, "pick:18bm-2")
    assert (where(p, "18bm-2"), now(p).credit) == ("E", 2)
    assert now(p).units == us(p, "pedro-fdez", "18bm-1", "conesa", "18bm-2")
    q = empty()                          # no leader to be shown
    put(q, "E", "18bm-1", "18bm-2")
    moving(q, PCE, 5, "18bm-1", reached=("18bm-2",))
    before = list(q.hid)
    play(q, "pick:18bm-2")
    assert q.hid == before


@pytest.mark.rule("5.2.3e", "7c", "6.4e", "7.1.2a", "7.3b")
def test_what_each_declaration_opens_and_costs() -> None:
    def declared(word: str, caught: bool = False) -> tuple[int, str, tuple[int | bool, ...]]:
        p = empty()
        put(p, "CANILLEJAS", "ascanio", "18bm-1", "18bm-2", "70bm-1", "mera")
        neutral(p, "CANILLEJAS", "44bm-1")
        moving(p, PCE, 5, "ascanio", "18bm-1", "18bm-2")
        now(p).caught = caught
        p.ip[PCE] = 1
        run(p, *p.stack)
        play(p, word)
        f = p.stack[-1]
        facts = tuple(f.__dict__.get(x, -9) for x in ("place", "way", "group", "engaged"))
        return now(p).credit, type(f).__name__, facts

    p = empty()
    at = space(p, "CANILLEJAS")
    assert declared("assault:CANILLEJAS") == (3, "Assault", (at, 0, -1, False))
    assert declared("fix:CANILLEJAS") == (3, "Assault", (at, 1, -1, False))
    assert declared("parley:70bm-1") == (3, "Assault", (at, 2, unit(p, "70bm-1"), False))
    assert declared("assault:CANILLEJAS", True) == (3, "Assault", (at, 0, -1, True))     # contact is made already
    credit, kind, _ = declared("parley:70bm-1", True)
    assert (credit, kind) == (3, "Talk")
    credit, kind, _ = declared("parley:44bm-1")
    assert (credit, kind) == (3, "Talk")                 # a neutral needs no contact
    q = empty()
    put(q, "E", "18bm-1", "112bm-1")
    moving(q, PCE, 5, "18bm-1")
    now(q).caught = True
    now(q).catchers = us(q, "112bm-1")
    run(q, *q.stack)
    play(q, "yield")
    assert flags(q, q.fixed, "18bm-1", "112bm-1") == [1, 1]
    assert q.choices() == {}
    r = empty()
    put(r, "E", "18bm-1")
    moving(r, PCE, 3, "18bm-1")
    play(r, "hold:E1")
    assert (now(r).credit, r.marker[space(r, "E1")], question(r)) == (2, PCE, "Acting")
    play(r, "destroy:E1")
    assert question(r) == "CommitPoints"


@pytest.mark.rule("5.2.3e", "7.1.4g", "4.2.1f")
def test_what_is_left_of_a_stack_after_a_fight() -> None:
    three = ("ascanio", "18bm-1", "18bm-2")

    def after(at: dict[str, str], lead: str, answer: int = 0, units: tuple[str, ...] = three) -> Heralds:
        p = empty()
        for name, place in at.items():
            put(p, place, name)
        o = Order(PCE)
        o.at = 5
        f = Stack(PCE, us(p, *units), MANEUVER, lead=unit(p, lead) if lead else -1, credit=3)
        f.at = 12
        p.answer = answer
        return run(p, o, f)

    p = after({"ascanio": "E", "18bm-1": "D", "18bm-2": "E"}, "ascanio")
    assert (now(p).units, now(p).dropped, question(p)) == (us(p, "ascanio", "18bm-2"), us(p, "18bm-1"), "Acting")
    p = after({"ascanio": "E", "18bm-1": "D", "18bm-2": "D"}, "ascanio")
    assert (now(p).units, now(p).dropped) == (us(p, "ascanio"), us(p, "18bm-1", "18bm-2"))       # where the leader is
    p = after({"18bm-1": "D", "18bm-2": "E"}, "", units=("18bm-1", "18bm-2"))
    assert (now(p).units, now(p).dropped) == (us(p, "18bm-1"), us(p, "18bm-2"))
    p = after({"18bm-1": "E", "18bm-2": "E"}, "", units=("18bm-2", "18bm-1"))
    assert now(p).units == us(p, "18bm-2", "18bm-1")
    assert after({"18bm-1": "E"}, "", 1, ("18bm-1",)).choices() == {}    # the activation has ended
    assert after({"18bm-1": "E"}, "ascanio", 0, ("18bm-1",)).choices() == {}     # a command stack without its leader
    assert after({}, "", 0, ()).choices() == {}


# -- on the way


@pytest.mark.rule("6.3a", "7.2c", "14.a")
def test_what_a_step_changes() -> None:
    p = empty()
    put(p, "D", "18bm-1", "18bm-2")
    put(p, "D1", "pedrero")
    p.answer = 1                         # whatever was answered before
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:D1")
    f = now(p)
    assert (f.entered, f.visited, f.origin, f.credit) == (0, [space(p, "D1")], space(p, "D"), 5)
    assert (where(p, "18bm-1"), where(p, "pedrero")) == ("D1", "D")      # he steps out of the way
    play(p, "move:D")
    assert (f.entered, f.origin) == (0, space(p, "D1"))  # its own square is no entry
    play(p, "move:C")
    assert (f.entered, where(p, "pedrero")) == (1, "D")
    play(p, "move:CIUDAD_LINEAL", "move:C")
    assert (f.entered, f.credit, question(p)) == (2, 3, "Acting")


@pytest.mark.rule("7.2c", "6.3a")
def test_a_fix_ends_when_one_of_the_two_has_gone() -> None:
    def fixed_in_e() -> Heralds:
        p = empty()
        put(p, "E", "18bm-1", "18bm-2", "112bm-1", "ascanio", "gutierrez", "44bm-1")
        for n in ("18bm-1", "18bm-2", "112bm-1", "ascanio", "gutierrez"):
            p.fixed[unit(p, n)] = 1
        return p

    p = fixed_in_e()
    moving(p, PCE, 3, "18bm-1", "18bm-2")
    play(p, "move:C")
    while question(p) == "ChooseReaction":
        play(p, "pass")
    assert flags(p, p.fixed, "18bm-1", "18bm-2", "112bm-1", "gutierrez") == [0, 0, 0, 0]
    q = fixed_in_e()
    moving(q, PCE, 3, "18bm-1")          # some of them stay: so does the fix
    play(q, "move:C")
    assert flags(q, q.fixed, "18bm-1", "18bm-2", "112bm-1", "gutierrez") == [0, 1, 1, 1]
    r = fixed_in_e()
    moving(r, PCE, 3, "44bm-1")          # who was not fixed frees nobody
    play(r, "move:C")
    assert flags(r, r.fixed, "18bm-1", "18bm-2", "112bm-1") == [1, 1, 1]
    s = fixed_in_e()                     # into a compound is out of the square
    moving(s, PCE, 3, "18bm-1", "18bm-2")
    play(s, "move:E1")
    assert flags(s, s.fixed, "18bm-1", "112bm-1") == [0, 0]
    t = empty()                          # out of it into the square is no leaving of the square
    put(t, "E1", "18bm-1")
    put(t, "E", "112bm-1", "18bm-2")
    for n in ("112bm-1", "18bm-2"):
        t.fixed[unit(t, n)] = 1
    moving(t, PCE, 3, "18bm-1")
    play(t, "move:E")
    assert flags(t, t.fixed, "112bm-1", "18bm-2") == [1, 1]
    u = fixed_in_e()                     # a mixed stack: those who were fixed go, the fixed leader alone holds nobody
    moving(u, PCE, 3, "44bm-1", "18bm-1", "18bm-2")
    play(u, "move:C")
    assert flags(u, u.fixed, "112bm-1", "ascanio") == [0, 0]


@pytest.mark.rule("6.3a", "6.3g", "6.4c")
def test_each_step_begins_afresh() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1")
    put(p, "E", "70bm-1")
    put(p, "C", "112bm-1")
    moving(p, PCE, 9, "18bm-1")
    play(p, "move:E", "extra:2", "intercept", "unit:70bm-1", "done")
    dice(p, 1)                           # fails
    assert (now(p).extra, now(p).reacted) == (2, True)
    play(p, "move:C")
    assert (now(p).extra, now(p).reacted, question(p)) == (0, False, "ExtraPoints")
    assert reasons(p, "extra:9") == [("6.3g", "credit-left")]


@pytest.mark.rule("6.3g")
def test_when_extra_points_are_asked() -> None:
    def extra(credit: int, place: str, *men: str, at: str = "CANILLEJAS", to: str = "E") -> list[str]:
        p = empty()
        put(p, at, *men)
        put(p, place, "70bm-1")
        moving(p, PCE, credit, *men)
        play(p, f"move:{to}")
        return args(p, "extra") if question(p) == "ExtraPoints" else []

    assert extra(4, "E", "18bm-1") == ["0", "1", "2"]
    assert extra(2, "E", "18bm-1") == []                 # nothing is left
    assert extra(4, "C", "18bm-1") == []                 # nobody there
    assert extra(3, "E", "ascanio", at="E", to="E1") == []               # not into another square
    assert extra(3, "E", "ascanio", at="E1", to="E") == []


@pytest.mark.rule("4.5.3c", "6.4a", "4.5.3b")
def test_when_somebody_may_react() -> None:
    p = empty()
    put(p, "E", "70bm-1")
    e = space(p, "E")
    alone_, armed = Stack(PCE, us(p, "ascanio"), MANEUVER), Stack(PCE, us(p, "18bm-1"), MANEUVER)
    assert window_on_entry(p, armed, e, True)
    assert window_on_entry(p, alone_, e, False)
    put(p, "E", "18bm-2")                # contested already
    assert not window_on_entry(p, armed, e, True)
    assert window_on_entry(p, alone_, e, False)
    assert window_on_leaving(p, armed, e)
    p.fixed[unit(p, "70bm-1")] = 1
    assert not window_on_entry(p, alone_, e, False)
    q = empty()
    put(q, "E", "70bm-1")
    assert not window_on_leaving(q, armed, e)
    r = empty(reaction_on_leaving=False)
    put(r, "E", "70bm-1", "18bm-1")
    assert not window_on_leaving(r, armed, e)
    assert [ready(p, CND, p.units(e)), reactors(p, PCE, e)] == [[], us(p, "18bm-2")]
    put(p, "E1", "70bm-2", "hq-iv", "mera")
    neutral(p, "E1", "35bm-1")
    assert reactors(p, CND, e) == us(p, "70bm-2")        # neither fixed ones, headquarters, leaders nor neutrals
    s = empty()                          # all are fixed: whoever leaves is asked about, and nobody can react
    put(s, "E", "70bm-1", "18bm-1")
    s.fixed[unit(s, "70bm-1")] = 1
    s.answer = 1
    moving(s, PCE, 3, "18bm-1")
    play(s, "move:C")
    assert (question(s), where(s, "18bm-1"), now(s).caught) == ("Acting", "C", False)
    t = empty()                          # within the square nobody leaves it
    put(t, "E", "70bm-1", "18bm-1")
    moving(t, PCE, 3, "18bm-1")
    play(t, "move:E1")
    assert where(t, "18bm-1") == "E1"


@pytest.mark.rule("6.3e", "6.4g", "6.4c", "6.4f")
def test_slipping_past_one_compound_after_another() -> None:
    p = empty()
    put(p, "B", "ascanio")
    put(p, "B3", "112bm-1")
    put(p, "G1", "70bm-1")
    moving(p, PCE, 5, "ascanio")
    play(p, "move:G", "extra:0")
    assert (question(p), top(p, Reaction).sneak) == ("ChooseReaction", space(p, "B3"))
    q = p.clone()
    play(p, "pass")
    assert top(p, Reaction).sneak == space(p, "G1")      # the next one watches too
    play(p, "intercept", "unit:70bm-1", "done")
    dice(p, 1)                           # 1 + 3 + 1 - 2 = 3
    assert (where(p, "ascanio"), question(p)) == ("G", "Acting")         # one attempt, and he is through
    play(q, "intercept", "unit:112bm-1", "done")
    dice(q, 6)                           # 6 + 2 - 2 + 1
    assert question(q) == "FateDie"
    r = q.clone()
    dice(q, 5)                           # he lives, and is back in B, where the garrison may try again
    play(q, "pass")
    assert (where(q, "ascanio"), question(q), now(q).credit) == ("B", "Acting", 4)
    dice(r, 6)
    assert (where(r, "ascanio"), r.ip[CND], r.choices()) == ("eliminated", 1, {})
    s = empty()                          # the enemy in the square he is thrown back to may catch him for good
    put(s, "B", "ascanio", "112bm-2", "18bm-1")
    put(s, "B3", "112bm-1")
    moving(s, PCE, 5, "ascanio")
    play(s, "move:G", "pass", "intercept", "unit:112bm-1", "done")
    dice(s, 6, 1)
    assert (question(s), top(s, Reaction).lone) == ("ChooseReaction", unit(s, "ascanio"))
    t = s.clone()
    play(s, "intercept", "unit:112bm-2", "done")
    dice(s, 6)
    assert (where(s, "ascanio"), s.ip[CND]) == ("eliminated", 1)
    play(t, "pass")
    assert (where(t, "ascanio"), question(t)) == ("B", "Acting")
    u = empty()                          # a decoy that is thrown back and caught tells nobody anything
    put(u, "B", "decoy-pce-1", "112bm-2", "18bm-1")
    f = Stack(PCE, us(u, "decoy-pce-1"), ERRAND, credit=3)
    f.at = 14
    u.answer = 1
    run(u, f)
    assert (where(u, "decoy-pce-1"), u.ip[CND]) == ("eliminated", 0)


@pytest.mark.rule("6.4e", "6.4f", "6.4g")
def test_what_comes_of_a_reaction_for_stacks_and_for_those_alone() -> None:
    p = empty()                          # a stack that is blocked stays where it is and goes on
    put(p, "CHAMARTIN", "18bm-1", "70bm-1")
    put(p, "A", "40bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:A", "extra:0", "pass", "shelter:A1", "unit:40bm-1", "done")
    dice(p, 6)
    assert (where(p, "18bm-1"), where(p, "40bm-1"), question(p), asked(p)) == ("CHAMARTIN", "A1", "Acting", [PCE])
    assert not now(p).caught
    q = empty()                          # caught on leaving a compound: in its square
    put(q, "E1", "18bm-1")
    put(q, "E", "70bm-1")
    moving(q, PCE, 5, "18bm-1")
    play(q, "move:D", "intercept", "unit:70bm-1", "done")
    dice(q, 6)
    assert (where(q, "18bm-1"), now(q).caught) == ("E", True)
    r = empty()                          # and on leaving a square: where it stands
    put(r, "E", "18bm-1", "70bm-1")
    moving(r, PCE, 5, "18bm-1")
    play(r, "move:D", "intercept", "unit:70bm-1", "done")
    dice(r, 6)
    assert (where(r, "18bm-1"), offered(r)) == ("E", ["assault:E", "yield"])
    s = empty()                          # a leader alone who is caught does nothing more
    put(s, "CANILLEJAS", "ascanio")
    put(s, "E", "70bm-1")
    moving(s, PCE, 5, "ascanio")
    play(s, "move:E", "extra:0", "intercept", "unit:70bm-1", "done")
    dice(s, 6, 1)
    assert (where(s, "ascanio"), s.choices()) == ("E", {})
    t = empty()                          # units that leave a compound astride his way do not stop him
    put(t, "CHAMARTIN", "ascanio")
    put(t, "A1", "40bm-1")
    moving(t, PCE, 5, "ascanio")
    play(t, "move:A", "extra:0", "pass", "sally:A1", "unit:40bm-1", "done")
    dice(t, 6)
    assert (where(t, "ascanio"), where(t, "40bm-1")) == ("A", "A")
    u = empty()                          # those who take the very compound a stack makes for stop it
    put(u, "CHAMARTIN", "18bm-1")
    put(u, "A", "40bm-1")
    moving(u, PCE, 5, "18bm-1")
    play(u, "move:A1", "extra:0", "shelter:A1", "unit:40bm-1", "done")
    dice(u, 6)
    assert (where(u, "18bm-1"), where(u, "40bm-1"), question(u)) == ("CHAMARTIN", "A1", "Acting")


@pytest.mark.rule("6.4g", "8e")
def test_who_survives_being_caught_and_who_learns_from_the_dead() -> None:
    def fate(name: str, die: int, intercepted: bool = True, status: int = -1) -> tuple[str, list[int]]:
        p = empty()
        put(p, "E", name)
        if status >= 0:
            p.join(unit(p, name), status)
        run(p, Fate(unit(p, name), "6.4g", intercepted))
        if question(p) == "FateDie":
            dice(p, die)
        return where(p, name), p.ip

    assert fate("ascanio", 5) == ("E", [0, 0])
    assert fate("ascanio", 6) == ("eliminated", [1, 0])
    assert fate("mera", 6) == ("eliminated", [0, 1])
    assert fate("mera", 6, False) == ("eliminated", [0, 0])              # not by interception
    assert fate("barcelo", 5, status=NEUTRAL) == ("eliminated", [0, 0])  # a neutral tells nobody
    assert fate("decoy-cnd-1", 1) == ("eliminated", [0, 0])              # no roll, and nothing to learn
    p = empty()
    put(p, "E", "mera", "ascanio")
    o, f = Order(CND), Stack(CND, us(p, "mera"), MANEUVER)
    o.at = 5
    f.at = 15
    run(p, o, f, Fate(unit(p, "mera"), "6.4g", True))
    assert p.hid[unit(p, "mera")] == 0
    dice(p, 6)
    assert (f.units, p.will[CND]) == ([], 3)             # E is the PCE's with him gone
    q = empty()
    put(q, "E", "pedrero")
    run(q, Fate(unit(q, "pedrero"), "6.4g", True))
    assert q.hid[unit(q, "pedrero")] == 0                # his number is needed: he is shown first


@pytest.mark.rule("4.3.3b", "5.2.2j", "9.10b", "5.2.3e")
def test_when_an_errand_is_over() -> None:
    p = empty()
    put(p, "D", "dieguez")

    def errand(dest: str, task: int = ERRAND) -> Heralds:
        q = p.clone()
        f = Stack(PCE, us(q, "dieguez"), task, space(q, dest) if dest else -1, credit=3)
        f.at = 3
        return run(q, f)

    assert errand("D").answer == 1
    assert errand("D").choices() == {}
    q = errand("E")
    assert question(q) == "Acting"
    play(q, "stop")
    assert (q.answer, q.choices()) == (0, {})
    assert question(errand("")) == "Acting"              # goal III goes wherever it likes
    r = p.clone()                        # a courier to the party's seat is done at Villa Eloisa too
    put(r, "D3", "syn-pce")
    put(r, "CIUDAD_LINEAL", "dieguez")
    leg = Leg(PCE, -1, unit(r, "syn-pce"), space(r, "D3"))
    leg.courier, leg.at = unit(r, "dieguez"), 3
    f = Stack(PCE, us(r, "dieguez"), COURIER, space(r, "D"), credit=3)
    f.at = 3
    run(r, leg, f)
    assert (r.answer, r.choices()) == (1, {})
    s = p.clone()
    f = Stack(PCE, [], ERRAND, space(s, "D"), credit=3)
    f.at = 3
    run(s, f)
    assert (s.answer, s.choices()) == (0, {})


# -- reactions


def reaction(p: Heralds, to: str, origin: str, **more: int | bool) -> Reaction:
    return Reaction(CND, p.board.parent[space(p, to)], space(p, origin), space(p, to), **more)  # type: ignore[arg-type]


@pytest.mark.rule("6.4a", "6.4b", "2.3.3b")
def test_why_one_cannot_react_in_that_way() -> None:
    p = empty()
    put(p, "CHAMARTIN", "18bm-1")
    put(p, "A", "40bm-1")
    put(p, "A2", "112bm-1", "112bm-2")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:A", "extra:0")
    assert offered(p) == ["intercept", "shelter:A1", "shelter:A2", "sally:A2", "pass"]
    for word, rule, key in (("sally:A1", "6.4a", "nobody-to-react"), ("shelter:B1", "6.4b", "compound-of-that-square"),
                            ("shelter:A", "6.4b", "compound-of-that-square"),
                            ("sally:D1", "6.4b", "compound-of-that-square")):
        assert reasons(p, word) == [(rule, key)], word
    put(p, "A2", "112bm-3")              # three are all it holds
    neutral(p, "A1", "ametrall")
    run(p, *p.stack)
    assert reasons(p, "shelter:A2") == [("2.3.3b", "compound-full")]
    assert reasons(p, "shelter:A1") == [("6.4b", "compound-closed")]
    p.put(unit(p, "40bm-1"), space(p, "L"))
    run(p, *p.stack)
    assert reasons(p, "shelter:A1") == [("6.4a", "nobody-to-react")]     # nobody is in the square itself
    assert offered(p) == ["intercept", "sally:A2", "pass"]
    f = reaction(p, "A", "CHAMARTIN")
    assert way_refusal(p, f, p.board.space_verbs["sally"][space(p, "A2")]) == ("", "")
    f.lone = unit(p, "18bm-1")
    assert way_refusal(p, f, p.board.space_verbs["sally"][space(p, "A2")]) == ("R71", "only-interception")
    f.lone, f.sneak = -1, space(p, "A2")
    assert way_refusal(p, f, p.board.space_verbs["sally"][space(p, "A2")]) == ("R71", "only-interception")
    q = empty()
    put(q, "A", "ascanio")
    f = reaction(q, "A", "CHAMARTIN")
    assert way_refusal(q, f, INTERCEPT) == ("6.4a", "nobody-to-react")
    r = empty()                          # leaving: only a compound on the way out blocks it
    put(r, "A", "18bm-1", "40bm-1")
    moving(r, PCE, 5, "18bm-1")
    play(r, "move:CHAMARTIN")
    assert offered(r) == ["intercept", "shelter:A1", "pass"]
    assert reasons(r, "shelter:A2") == [("R68", "does-not-block")]
    put(r, "A2", "40bm-2")
    run(r, *r.stack)
    assert reasons(r, "sally:A2") == [("R68", "no-way-out-now")]
    s = empty()                          # several in the square: one who fits is enough
    put(s, "A", "40bm-1", "art-centro-1")
    put(s, "A1", "40bm-2", "40bm-3")
    put(s, "J", "18bm-1")
    moving(s, PCE, 5, "18bm-1")
    play(s, "move:A", "extra:0")
    assert "shelter:A1" in offered(s)
    assert on_way(s, reaction(s, "A", "J")) == [space(s, "A2"), space(s, "A")]


@pytest.mark.rule("6.4a", "6.4c", "7.2d", "2.3.3b", "6.1b")
def test_who_may_react_together_and_why_not() -> None:
    p = empty()
    put(p, "A", "40bm-1", "112bm-1", "gutierrez", "art-centro-1", "hq-65d", "18bm-2", "42bm-1")
    put(p, "A", "otero", "zulueta")
    put(p, "B", "40bm-2")
    f = reaction(p, "A", "CHAMARTIN")
    f.way = 3

    def reason(name: str) -> str:
        return reactor_refusal(p, f, unit(p, name))[1]

    assert reason("40bm-1") == reason("112bm-1") == ""
    for name, key in (("18bm-2", "not-your-pawn"), ("40bm-2", "not-there"), ("art-centro-1", "combat-units-react"),
                      ("hq-65d", "combat-units-react"), ("gutierrez", "combat-units-react")):
        assert reason(name) == key, name
    f.units = us(p, "112bm-1")
    assert reason("112bm-1") == "already-chosen"
    assert reason("gutierrez") == ""     # he commands it
    assert reason("zulueta") == "no-valid-stack"         # he does not
    assert reason("otero") == ""         # an agent of the Army may
    assert reason("40bm-1") == "no-valid-stack"
    f.units = us(p, "112bm-1", "gutierrez")
    assert reason("otero") == ""
    assert reason("zulueta") == ""       # extra leaders ride along for free
    f.units = us(p, "112bm-1", "40bm-1")                 # one he commands, one he does not
    assert reason("gutierrez") == "no-valid-stack"
    put(p, "A", *[f"112bm-{n}" for n in range(1, 7)])
    f.units = us(p, *[f"112bm-{n}" for n in range(1, 6)])
    assert reason("gutierrez") == "no-valid-stack"       # five are too many for him
    f.units = f.units[:4]
    assert reason("gutierrez") == ""
    up(p, "A", "pedrero")                # a number in parentheses makes no stack
    f.units = us(p, "112bm-1")
    assert reason("pedrero") == "no-valid-stack"
    p.fixed[unit(p, "112bm-2")] = 1
    assert reason("112bm-2") == "fixed-cannot-react"
    f.way, f.space = 1, space(p, "A1")   # into a compound: as many as it holds
    f.units = us(p, "112bm-1", "112bm-3")
    assert reason("112bm-4") == ""
    f.units = us(p, "112bm-1", "112bm-3", "112bm-4")
    assert reason("112bm-5") == "compound-full"
    f.way = 3
    assert reason("112bm-5") == ""


@pytest.mark.rule("6.4d", "6.4a")
def test_what_is_added_to_the_die_of_a_reaction() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1", "ascanio", "44bm-1")
    put(p, "E", "112bm-1", "70bm-1", "mera")

    def parts(men: tuple[str, ...], by: tuple[str, ...], ip: int = 0, extra: int = 0, **more: int) -> dict[str, int]:
        s = Stack(PCE, us(p, *men), MANEUVER)
        s.extra = extra
        p.stack = [s]
        f = reaction(p, "E", "CANILLEJAS", **more)
        f.units, f.ip = us(p, *by), ip
        return {key: n for n, _, key in reaction_parts(p, f)}

    assert parts(("18bm-1",), ("70bm-1",)) == {"reaction-initiative": 3, "reaction-own-square": 1}
    assert parts(("18bm-1",), ("112bm-1",)) == {
        "reaction-initiative": 2, "reaction-slower": -1, "reaction-own-square": 1}
    assert parts(("44bm-1",), ("112bm-1",)) == {"reaction-initiative": 2, "reaction-own-square": 1}
    assert parts(("18bm-1",), ("70bm-1", "mera"), 2, 1) == {
        "reaction-initiative": 3, "reaction-leader": 1, "reaction-ip": 2, "reaction-own-square": 1,
        "reaction-extra": -1}
    assert parts(("ascanio",), ("70bm-1",)) == {
        "reaction-initiative": 3, "reaction-own-square": 1, "reaction-alone": -2}
    assert parts(("18bm-1",), ("70bm-1",), lone=unit(p, "ascanio"), extra=3) == {        # he alone flees
        "reaction-initiative": 3, "reaction-own-square": 1, "reaction-alone": -2}
    assert parts(("ascanio",), ()) == {"reaction-own-square": 1, "reaction-alone": -2}   # a guard without combat units
    p.will = [5, 4]
    assert parts(("18bm-1",), ("70bm-1",))["reaction-will"] == 1
    p.will = [4, 5]
    assert "reaction-will" not in parts(("18bm-1",), ("70bm-1",))
    p.will = [4, 4]
    put(p, "E", "44bm-1")
    assert parts(("18bm-1",), ("70bm-1",)) == {"reaction-initiative": 3}         # nobody's any more
    put(p, "CANILLEJAS", "112bm-2", "112bm-3", "112bm-4")
    p.put(unit(p, "18bm-1"), space(p, "E"))
    p.put(unit(p, "ascanio"), space(p, "E"))
    s = Stack(PCE, us(p, "18bm-1"), MANEUVER)
    p.stack = [s]
    f = Reaction(CND, space(p, "E"), space(p, "E"), space(p, "CANILLEJAS"), True)
    f.units = us(p, "70bm-1")
    assert {key: n for n, _, key in reaction_parts(p, f)} == {           # leaving for a square of theirs
        "reaction-initiative": 3, "reaction-own-square": 1}


@pytest.mark.rule("6.4b", "6.4c", "6.4d", "6.4a")
def test_how_a_reaction_is_made() -> None:
    p = empty()
    put(p, "CHAMARTIN", "18bm-1")
    put(p, "A", "40bm-1", "40bm-2", "verardini")
    put(p, "A1", "dieguez")
    p.ip[CND] = 8
    moving(p, PCE, 5, "18bm-1")
    p.answer = 1
    play(p, "move:A", "extra:0")
    q = p.clone()
    play(q, "pass")
    assert (where(q, "18bm-1"), now(q).reacted, now(q).caught) == ("A", False, False)
    play(p, "shelter:A1")
    assert now(p).reacted
    assert reasons(p, "done") == [("6.4a", "combat-units-react")]
    assert offered(p) == ["unit:40bm-1", "unit:40bm-2"]
    play(p, "unit:40bm-1", "done")
    assert offered(p) == [f"ip:{n}" for n in range(9)]   # as many as he has
    assert reasons(p, "ip:9") == [("6.4d", "too-few-ip")]
    play(p, "ip:2")
    assert p.ip[CND] == 6
    r = p.clone()
    dice(p, 1)                           # 1 + 3 + 2 + 1
    assert (where(p, "40bm-1"), where(p, "dieguez"), where(p, "18bm-1")) == ("A1", "A", "CHAMARTIN")
    top(r, Reaction).ip = 0
    dice(r, 1)                           # 5: nothing happens
    assert (where(r, "40bm-1"), where(r, "18bm-1")) == ("A", "A")
    s = empty()                          # a hidden agent who goes along is seen
    put(s, "CANILLEJAS", "18bm-1")
    put(s, "E", "70bm-1", "verardini")
    moving(s, PCE, 5, "18bm-1")
    play(s, "move:E", "extra:0", "intercept", "unit:70bm-1", "unit:verardini")
    assert s.hid[unit(s, "verardini")] == 0
    t = empty()                          # a fleeing leader is caught without anybody leaving his compound
    put(t, "E", "gutierrez")
    put(t, "C1", "44bm-1")
    put(t, "E", "18bm-1")
    o, st = Order(PCE), Stack(PCE, us(t, "18bm-1"), MANEUVER, credit=3)
    o.at, st.at = 5, 3
    f = Reaction(PCE, space(t, "C"), space(t, "E"), space(t, "C"), lone=unit(t, "gutierrez"))
    t.put(unit(t, "gutierrez"), space(t, "C"))
    run(t, o, st, f)
    assert offered(t) == ["intercept", "pass"]
    play(t, "intercept", "unit:44bm-1", "done")
    dice(t, 6)
    assert (where(t, "44bm-1"), st.catchers) == ("C1", [])
    u = empty()                          # who leaves a square open to the enemy by intercepting loses it
    put(u, "CANILLEJAS", "18bm-1")
    put(u, "E1", "70bm-1")
    moving(u, PCE, 5, "18bm-1")
    play(u, "move:E", "extra:0", "intercept", "unit:70bm-1", "done")
    dice(u, 6)
    assert u.held[space(u, "E")] == CND
