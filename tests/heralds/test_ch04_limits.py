"""[4.3, 4.5] Control and lines of command at their limits: one condition missing at a time, and the reasons given."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch04_control import (
    NOBODY,
    access,
    blocks,
    bridges_stand,
    compound_holder,
    enterable,
    holder,
    room,
    way_open,
)
from frente.games.heralds.rules.ch04_lines import PHONE_ONLY, call_refusal, direct_refusal, in_contact
from frente.games.heralds.rules.ch12_admin import new_places
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import (
    BY_COURIER,
    BY_MOUTH,
    ERRAND,
    Leg,
    ManeuverPhase,
    Order,
    Propaganda,
    Stack,
)
from frente.games.heralds.state.position import DESTROYED, FIRE, RUIN, Heralds
from tests.heralds.lay import (
    args,
    dice,
    empty,
    handle,
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
    space,
    top,
    unit,
    up,
    where,
)


def leg(p: Heralds, side: int, place: str, origin: str = "", name: str = "", hq: bool = False,
        channels: int = 0) -> Heralds:
    start, whom = space(p, origin) if origin else -1, unit(p, name) if name else -1
    return run(p, Leg(side, start, whom, space(p, place), channels, hq))


def step(p: Heralds, a: str, b: str) -> tuple[int, int]:
    i = space(p, a)
    return i, p.board.to[i].index(space(p, b))


# -- control


@pytest.mark.rule("4.5.1c", "4.5.2a")
def test_a_marker_or_a_pawn_of_either_side_is_enough_to_hold_a_compound() -> None:
    for side, name in ((CND, "70bm-1"), (PCE, "18bm-1")):
        p = empty()
        g3, a1 = space(p, "G3"), space(p, "A1")          # A1 is the first compound of all
        assert compound_holder(p, g3) == compound_holder(p, a1) == NOBODY
        hold(p, side, "G3")
        assert (compound_holder(p, g3), compound_holder(p, a1)) == (side, NOBODY)
        p.mark(g3, -1)
        put(p, "G3", name)
        assert compound_holder(p, g3) == side
        put(p, "A1", name)
        assert (compound_holder(p, g3), compound_holder(p, a1)) == (NOBODY, side)
        p.state[a1] = FIRE               # on its way out of the fire it holds nothing
        assert compound_holder(p, a1) == NOBODY


@pytest.mark.rule("4.5.2c", "4.5.2d", "4.5.2e")
def test_only_the_outskirts_need_units_for_their_routes() -> None:
    p = empty()
    put(p, "E", "mera")
    put(p, "RES_4D", "oliva")
    put(p, "CANILLEJAS", "70bm-1", "70bm-2")
    assert [holder(p, space(p, x)) for x in ("E", "RES_4D", "CANILLEJAS")] == [CND, CND, NOBODY]
    put(p, "CANILLEJAS", "70bm-3")       # five routes, three units
    assert holder(p, space(p, "CANILLEJAS")) == CND
    put(p, "BARAJAS", "18bm-1")          # two routes, one unit
    assert holder(p, space(p, "BARAJAS")) == PCE


@pytest.mark.rule("4.5.2f")
def test_a_resource_is_open_to_whoever_holds_its_compound_or_its_square_without_neutrals() -> None:
    p = empty()
    r = resource(p, "tel-g1")
    assert not access(p, CND, r)         # nobody controls G
    put(p, "G", "112bm-1")
    assert access(p, CND, r)
    assert not access(p, PCE, r)
    neutral(p, "G1", "ametrall")
    assert not access(p, CND, r)         # only neutrals are with it
    p.put(unit(p, "ametrall"), space(p, "L"))
    hold(p, PCE, "G1")
    assert (access(p, CND, r), access(p, PCE, r)) == (False, True)
    p.res[r] = DESTROYED
    assert not access(p, PCE, r)
    far = resource(p, "tel-guadalajara")                 # it stands in the square itself
    assert not access(p, CND, far)
    put(p, "GUADALAJARA", "70bm-1")
    assert access(p, CND, far)


@pytest.mark.rule("4.5.2b", "6.3d", "6.3e")
def test_what_shuts_a_way_for_one_side_and_what_for_everybody() -> None:
    p = empty()
    way = step(p, "VALLECAS", "ARGANDA")
    assert (way_open(p, CND, *way), bridges_stand(p, *way)) == (False, False)    # closed at the start
    p.closed = 0
    assert (way_open(p, CND, *way), bridges_stand(p, *way)) == (True, True)
    hold(p, PCE, "ARGANDA_BRIDGE")
    assert (way_open(p, CND, *way), way_open(p, PCE, *way), bridges_stand(p, *way)) == (False, True, True)
    north = step(p, "BARAJAS", "PARACUELLOS")            # another bridge knows nothing of the Francoists
    p.closed = 1
    assert way_open(p, CND, *north)
    p.state[space(p, "BARAJAS_BRIDGE")] = RUIN
    assert (way_open(p, CND, *north), bridges_stand(p, *north)) == (False, False)
    two = step(p, "B", "G")              # two compounds astride: one is enough
    for c in ("B3", "G1"):
        q = empty()
        hold(q, PCE, c)
        assert not way_open(q, CND, *two)
        assert blocks(q, CND, space(q, c))
        assert not blocks(q, PCE, space(q, c))
        assert bridges_stand(q, *two)
    p.state[space(p, "B3")] = FIRE       # a ruin that is no bridge stops nobody
    assert way_open(p, CND, *two)
    assert bridges_stand(p, *step(p, "E", "C"))          # nothing to pass at all


@pytest.mark.rule("4.5.3d", "4.5.4b", "6.3c")
def test_which_compounds_can_be_entered() -> None:
    p = empty()
    e1 = space(p, "E1")
    assert enterable(p, CND, e1)
    hold(p, CND, "E1")
    assert enterable(p, CND, e1)
    assert not enterable(p, PCE, e1)
    neutral(p, "G3", "ametrall")
    assert not enterable(p, CND, space(p, "G3"))
    p.state[space(p, "H1")] = FIRE
    assert not enterable(p, CND, space(p, "H1"))
    arganda = space(p, "ARGANDA_BRIDGE")
    assert not enterable(p, CND, arganda)
    p.closed = 0
    assert enterable(p, CND, arganda)
    p.closed = 1
    assert enterable(p, CND, space(p, "BARAJAS_BRIDGE"))
    assert not enterable(p, CND, space(p, "GUADALAJARA_EXCHANGE"))       # a marker, no place for pawns
    put(p, "GUADALAJARA", "hq-iv")
    assert "GUADALAJARA_EXCHANGE" not in [p.board.names[a] for a in new_places(p, CND, unit(p, "hq-iv"))]


@pytest.mark.rule("2.3.3b")
def test_who_counts_for_the_room_in_a_compound() -> None:
    p = empty(surrender=True)
    b1 = space(p, "B1")
    put(p, "B1", "112bm-1", "gutierrez", "pedrero")
    two, gun, other = unit(p, "112bm-2"), unit(p, "art-centro-1"), unit(p, "art-centro-2")
    assert room(p, b1, [two, gun], False)
    assert not room(p, b1, [two, gun, other], False)
    assert room(p, b1, [unit(p, "112bm-1"), two], False)                 # who is inside is not counted twice
    assert not room(p, b1, [two, unit(p, "112bm-3")], False)
    assert room(p, b1, [two, unit(p, "112bm-3")], True)  # the third place
    assert room(p, b1, [two, gun], True)
    assert not room(p, b1, [gun, other], True)           # never two of support
    assert not room(p, b1, [two, unit(p, "112bm-3"), gun], True)
    put(p, "B1", "112bm-2", "art-centro-1")
    assert not room(p, b1, [other], False)
    assert room(p, b1, [unit(p, "mera"), unit(p, "otero")], False)
    neutral(p, "B1", "44bm-1")
    p.capture(unit(p, "44bm-1"), 1)      # prisoners count for nothing
    p.put(unit(p, "112bm-2"), space(p, "B"))
    assert room(p, b1, [two], False)


# -- direct contact


@pytest.mark.rule("4.3.2a")
def test_direct_contact_joins_only_neighbours_both_downtown() -> None:
    p = empty()
    put(p, "E", "112bm-1")
    put(p, "CANILLEJAS", "70bm-1", "70bm-2", "70bm-3")
    e, can, b = (space(p, x) for x in ("E", "CANILLEJAS", "B"))
    assert in_contact(p, CND, e, space(p, "C"))
    assert not in_contact(p, CND, e, can)                # the outskirts
    assert not in_contact(p, CND, can, e)                # although Canillejas is friendly
    assert not in_contact(p, CND, e, b)                  # no neighbour
    f = Leg(CND, e, -1, e, PHONE_ONLY)
    assert direct_refusal(p, f) == ("R56", "telephone-only")
    f.channels = 0
    assert direct_refusal(p, f) == ("", "")


@pytest.mark.rule("4.3.2a", "9.10b")
def test_the_party_seat_is_also_reached_at_villa_eloisa() -> None:
    p = empty()
    put(p, "D3", "syn-pce")
    put(p, "CIUDAD_LINEAL", "token-pce")
    leg(p, PCE, "D3", name="syn-pce")
    assert "direct" in offered(p)
    hold(p, CND, "VILLA_ELOISA")
    assert rules(leg(p, PCE, "D3", name="syn-pce"), "direct") == ["4.3.2a"]
    hold(p, PCE, "VILLA_ELOISA")
    assert "direct" in offered(leg(p, PCE, "D3", name="syn-pce"))
    assert rules(leg(p, PCE, "D3"), "direct") == ["4.3.2a"]              # the printing office there is not


# -- which channel


@pytest.mark.rule("4.3.1b", "4.3.2a", "4.3.4a", "4.3.3a")
def test_a_leg_offers_every_channel_that_would_do_and_giving_up() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero", "112bm-1")
    leg(p, CND, "E")
    assert offered(p) == ["direct", "call:tel-g1", f"courier:{handle(p, 'pedrero')}", "give-up"]
    leg(p, CND, "JACA")
    assert offered(p) == ["call:tel-g1", "call:tel-h3", f"courier:{handle(p, 'pedrero')}", "give-up"]
    assert rules(p, "direct") == ["4.3.2a"]
    assert rules(p, "call:tel-j1") == ["4.3.4d"]
    assert rules(p, "courier:112bm-1") == ["4.3.3a"]
    p.box(unit(p, "pedrero"), -1)
    assert offered(leg(p, CND, "E")) == ["direct", "call:tel-g1", "give-up"]


@pytest.mark.rule("4.3.1b", "4.3a")
def test_a_leg_that_is_given_up_is_not_made() -> None:
    p = empty()
    put(p, "D", "token-cnd", "112bm-1")
    leg(p, CND, "E")
    play(p, "give-up")
    assert p.answer == 0
    leg(p, CND, "E")
    play(p, "direct")
    assert p.answer == 1


def line(p: Heralds) -> list[int]:
    return list(top(p, Order).legs)


@pytest.mark.rule("4.3.1a", "4.3.1b", "4.3.3b", "4.3.4a", "5.2.1d")
def test_an_order_remembers_by_which_channel_each_leg_was_made() -> None:
    p = empty()
    put(p, "B", "token-cnd", "hq-centro", "pedrero", "gutierrez")
    put(p, "E", "hq-65d", "pineroa", "112bm-1")
    centro, division = unit(p, "hq-centro"), unit(p, "hq-65d")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct")
    assert line(p) == [-1, centro, BY_MOUTH]
    q = p.clone()
    play(p, "order:hq-65d", "call:tel-g1", "order:112bm-1")              # the unit is with its division
    assert line(p)[3:] == [centro, division, 1 + resource(p, "tel-g1"), division, unit(p, "112bm-1"), BY_MOUTH]
    play(q, "order:hq-65d", "courier:pedrero")
    dice(q, 1)
    play(q, "move:C", "move:E")
    assert line(q)[3:] == [centro, division, BY_COURIER + unit(q, "pedrero")]
    r = empty()                          # an agent at the resource itself
    put(r, "L", "token-cnd", "112bm-2")
    put(r, "A", "40bm-1", "pedrero")
    run(r, Propaganda(CND))
    play(r, "use:broadcast-a1", "courier:pedrero")
    assert top(r, Propaganda).legs == [-1, resource(r, "broadcast-a1"), BY_COURIER + unit(r, "pedrero")]
    assert r.hid[unit(r, "pedrero")] == 0
    assert where(r, "pedrero") == "A"


@pytest.mark.rule("4.3b")
def test_only_a_leg_from_the_token_discloses_it() -> None:
    p = empty()
    put(p, "B", "token-cnd", "hq-centro", "112bm-1")
    put(p, "C", "hq-65d")
    for word in ("direct", "call:tel-g1"):
        leg(p, CND, "C", "B", "hq-65d", True)            # from the headquarters
        play(p, word)
        assert p.hid[unit(p, "token-cnd")] == 1
    up(p, "B", "pedrero")
    leg(p, CND, "C", "B", "hq-65d", True)
    play(p, "courier:pedrero")           # face up, but sent by the headquarters
    assert p.hid[unit(p, "token-cnd")] == 1
    q = empty()
    put(q, "B", "token-cnd", "112bm-1")
    up(q, "B", "pedrero")
    leg(q, CND, "C")
    play(q, "courier:pedrero")           # face up he needs a line of his own
    assert q.hid[unit(q, "token-cnd")] == 0
    r = empty()
    put(r, "B", "token-cnd", "112bm-1", "pedrero")
    leg(r, CND, "C")
    play(r, "courier:pedrero")           # hidden he needs none
    assert (r.hid[unit(r, "token-cnd")], r.hid[unit(r, "pedrero")]) == (1, 0)
    for at, hidden in (("G1", 1), ("L", 0)):
        s = empty()
        put(s, "B", "token-cnd")
        put(s, at, "70bm-1")             # with the main exchange in hand a call betrays nothing
        leg(s, CND, "JACA")
        play(s, "call:tel-g1")
        assert s.hid[unit(s, "token-cnd")] == hidden


# -- couriers


@pytest.mark.rule("4.3.3a", "9.8a", "6.1b")
def test_who_cannot_run_as_a_courier_and_why() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero", "garijo", "112bm-1")
    put(p, "C", "sim-1")
    put(p, "D", "dieguez")
    leg(p, CND, "F")
    assert args(p, "courier") == [handle(p, "pedrero")]
    assert rules(p, "courier:dieguez") == ["4.3.3a"]     # the other side's
    assert rules(p, "courier:sim-1") == ["4.3.3a"]       # elsewhere
    assert rules(p, "courier:sim-2") == ["4.3.3a"]       # not on the board
    assert rules(p, "courier:garijo") == ["9.8a"]
    neutral(p, "L", "hq-gerc")
    p.join(unit(p, "hq-gerc"), CND)
    assert handle(p, "garijo") in args(leg(p, CND, "F"), "courier")
    leg(p, CND, "F", channels=PHONE_ONLY)
    assert rules(p, "courier:pedrero") == ["R56"]
    o = Order(CND)                       # a stack that sends for a motor depot does not send those who go with it
    moved = Stack(CND, [unit(p, "112bm-1"), unit(p, "pedrero")], ERRAND)
    run(p, o, moved, Leg(CND, -1, -1, space(p, "F")))
    assert rules(p, "courier:pedrero") == ["6.1b"]
    assert handle(p, "garijo") in args(p, "courier")     # somebody else may run


@pytest.mark.rule("4.3.3a", "5.2.1d", "6.1b")
def test_an_agent_at_the_resource_is_enough_for_resources_and_seats_and_nothing_else() -> None:
    p = empty()
    put(p, "L", "token-cnd", "sim-1", "112bm-1")
    put(p, "A", "40bm-1", "pedrero", "decoy-cnd-1")
    agents = [handle(p, "sim-1"), handle(p, "pedrero")]
    assert args(leg(p, CND, "A1"), "courier") == agents  # not the decoy there
    assert args(leg(p, CND, "A", name="40bm-1"), "courier") == agents[:1]        # a pawn is reached from the token
    assert args(leg(p, CND, "A1", "L"), "courier") == agents[:1]                 # and so is a leg of a headquarters
    put(p, "B4", "syn-cnt")
    put(p, "B", "sim-2")
    assert args(leg(p, CND, "B4", name="syn-cnt"), "courier") == [handle(p, "sim-1"), handle(p, "sim-2")]
    put(p, "A", "token-cnd")             # token and resource in one square: nobody is named twice
    assert args(leg(p, CND, "A1"), "courier") == [handle(p, "pedrero"), handle(p, "decoy-cnd-1")]
    leg(p, CND, "A1")
    play(p, "courier:decoy-cnd-1")       # a decoy on the spot is no agent on the spot: it runs, and is lost
    assert question(p) == "CreditDie"
    moving(p, CND, 2, "40bm-1", "pedrero")               # an agent of the stack may task what lies where he is
    run(p, *p.stack, Leg(CND, -1, -1, space(p, "A1")))
    assert handle(p, "pedrero") in args(p, "courier")


@pytest.mark.rule("4.3.3b", "4.3.3c", "4.3.3e")
def test_what_becomes_of_a_courier_who_arrives_and_of_one_who_does_not() -> None:
    p = empty()
    put(p, "B", "token-cnd", "hq-centro", "pedrero", "decoy-cnd-1", "112bm-2")
    put(p, "CANILLEJAS", "hq-65d")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-65d")
    q = p.clone()
    play(p, "courier:decoy-cnd-1")
    assert p.seen[unit(p, "decoy-cnd-1")] == 1           # known for what it is
    assert p.hid[unit(p, "decoy-cnd-1")] == 1
    dice(p, 6)
    play(p, "move:C", "move:E", "move:CANILLEJAS")
    assert unit(p, "hq-65d") in top(p, Order).held
    assert top(p, Order).couriers == []                  # a decoy takes part in nothing more
    assert where(p, "decoy-cnd-1") == "eliminated"
    play(q, "courier:pedrero")
    dice(q, 1)
    r = q.clone()
    play(q, "move:C", "move:E", "move:CANILLEJAS")
    assert top(q, Order).couriers == [unit(q, "pedrero")]
    assert top(q, Order).issuers == [unit(q, "hq-centro")]
    play(r, "stop")                      # he stays where he is: no line, nobody reached
    assert top(r, Order).couriers == []
    assert unit(r, "hq-65d") not in top(r, Order).held
    s = empty()                          # a decoy that is caught on the way is gone only once
    put(s, "B", "token-cnd", "decoy-cnd-1", "112bm-2")
    put(s, "C", "18bm-1")
    leg(s, CND, "E")
    play(s, "courier:decoy-cnd-1")
    dice(s, 6)
    play(s, "move:C", "extra:0", "intercept", "unit:18bm-1", "done")
    dice(s, 6)
    assert (where(s, "decoy-cnd-1"), s.answer, s.ip[PCE]) == ("eliminated", 0, 0)


# -- telephones


@pytest.mark.rule("4.3.4c", "4.3.4b")
def test_the_far_exchange_is_needed_only_where_an_end_is_far() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    put(p, "G1", "70bm-1")
    put(p, "GUADALAJARA", "18bm-1")      # the PCE listens at the far exchange
    leg(p, CND, "JACA")
    play(p, "call:tel-g1")
    assert p.answer == 1                 # nobody there is asked
    leg(p, CND, "RES_IV")
    play(p, "call:tel-g1")
    assert question(p) == "AnswerCall"
    p.res[resource(p, "tel-guadalajara")] = DESTROYED
    main, sim = resource(p, "tel-g1"), resource(p, "tel-h3")
    near = Leg(CND, -1, -1, space(p, "JACA"))
    far = Leg(CND, -1, unit(p, "hq-iv"), space(p, "RES_IV"))
    put(p, "RES_IV", "hq-iv")
    assert call_refusal(p, near, main) == call_refusal(p, near, sim) == ("", "")
    assert call_refusal(p, far, main) == call_refusal(p, far, sim) == ("4.3.4c", "far-end-silent")
    p.res[resource(p, "tel-guadalajara")] = 0
    assert call_refusal(p, far, main) == call_refusal(p, far, sim) == ("", "")
    out = Leg(CND, space(p, "RES_IV"), -1, space(p, "JACA"), 0, True)    # a call from there needs it as well
    run(p, out)
    play(p, "call:tel-g1")
    assert question(p) == "AnswerCall"
    both = Leg(CND, space(p, "RES_IV"), -1, space(p, "GUADALAJARA"))
    assert call_refusal(p, both, main) == ("4.3.4b", "own-exchange-there")
    run(p, both)
    play(p, "call:tel-guadalajara", "allow")
    assert (p.answer, p.ip[PCE]) == (1, 1)


@pytest.mark.rule("4.3.4d", "4.3.4e", "4.3.4f")
def test_ends_the_military_exchanges_serve() -> None:
    p = empty()
    put(p, "B", "hq-centro", "gutierrez")
    put(p, "C", "hq-65d", "pineroa")
    army, sim, radio = (resource(p, x) for x in ("tel-j1", "tel-h3", "wireless-h2"))
    b, c, jaca = (space(p, x) for x in ("B", "C", "JACA"))
    assert call_refusal(p, Leg(CND, b, unit(p, "hq-65d"), c, 0, True), army) == ("", "")
    assert call_refusal(p, Leg(CND, b, unit(p, "hq-65d"), c, 0, False), army)[0] == "4.3.4d"     # not from such
    assert call_refusal(p, Leg(CND, jaca, unit(p, "hq-65d"), c, 0, False), army) == ("", "")     # JACA keeps its link
    assert call_refusal(p, Leg(CND, b, unit(p, "pineroa"), c, 0, True), army)[0] == "4.3.4d"     # nor to a leader
    assert call_refusal(p, Leg(CND, b, -1, jaca, 0, True), army) == ("", "")
    assert call_refusal(p, Leg(CND, -1, unit(p, "hq-65d"), c), army)[0] == "4.3.4d"              # nor from the token
    assert call_refusal(p, Leg(CND, b, -1, c), sim)[0] == "4.3.4e"
    assert call_refusal(p, Leg(CND, b, -1, space(p, "G2")), sim) == ("", "")
    assert call_refusal(p, Leg(PCE, b, -1, space(p, "G2")), sim)[0] == "4.3.4e"
    assert call_refusal(p, Leg(CND, b, -1, c), radio)[0] == "4.3.4f"
    for ends in (("RES_4D", "C"), ("C", "RES_4D"), ("GUADALAJARA", "C"), ("C", "GUADALAJARA")):
        assert call_refusal(p, Leg(CND, space(p, ends[0]), -1, space(p, ends[1])), radio) == ("", "")


@pytest.mark.rule("8c", "8d", "4.3.4g", "4.3.4h")
def test_who_overhears_a_call_gains_one_point_and_only_an_exchange_of_the_enemy_tells() -> None:
    for held, points in ((("G1",), 1), ((), 1), (("G1", "GUADALAJARA"), 1)):
        p = empty()
        put(p, "L", "token-cnd")
        put(p, "RES_IV", "hq-iv")
        put(p, "GUADALAJARA", "18bm-1")
        for place in held:
            if place == "G1":
                put(p, "G1", "18bm-2")
        leg(p, CND, "RES_IV", name="hq-iv")
        play(p, "call:tel-g1", "allow")
        while question(p) == "AnswerCall":
            play(p, "allow")
        assert p.ip == [0, points]       # one point a call, over however many of his exchanges
    q = empty()
    put(q, "L", "token-cnd")
    put(q, "H2", "18bm-1")               # the wireless is overheard
    leg(q, CND, "RES_4D")
    play(q, "call:wireless-h2")
    assert q.ip == [0, 1]
    r = empty()
    put(r, "L", "token-cnd")
    put(r, "H2", "112bm-1")
    leg(r, CND, "RES_4D")
    play(r, "call:wireless-h2")          # one's own is not
    assert r.ip == [0, 0]
    s = empty()
    put(s, "L", "token-cnd")
    put(s, "G1", "112bm-1")
    leg(s, CND, "JACA")
    play(s, "call:tel-g1")
    assert s.ip == [0, 0]


# -- Villa Eloisa


@pytest.mark.rule("9.10a")
def test_who_needs_no_line_of_command_in_ciudad_lineal() -> None:
    def reached(name: str, place: str = "CIUDAD_LINEAL", holder: int = -1) -> str:
        p = empty()
        put(p, "RES_4D", "token-pce")
        put(p, place, name)
        if holder >= 0:
            hold(p, holder, "VILLA_ELOISA")
        run(p, Order(PCE))
        play(p, f"address:{handle(p, name)}")
        return question(p)

    for name in ("hq-ii", "bueno", "dieguez", "decoy-pce-1"):
        assert reached(name) != "Channel"
        assert reached(name, holder=PCE) != "Channel"
        assert reached(name, holder=CND) == "Channel"
        assert reached(name, "CHAMARTIN") == "Channel"
    p = empty()
    put(p, "RES_4D", "hq-ii", "token-pce")
    put(p, "CIUDAD_LINEAL", "18bm-1")
    run(p, Order(PCE))
    play(p, "address:hq-ii", "direct", "order:18bm-1")
    assert question(p) == "Channel"      # a unit is no agent of the party
    q = empty()
    put(q, "RES_4D", "token-cnd", "hq-centro")
    put(q, "CIUDAD_LINEAL", "mera")
    run(q, Order(CND))
    play(q, "address:hq-centro", "direct", "order:mera")
    assert question(q) == "Channel"      # nor does it serve the CND
    r = empty()
    put(r, "CIUDAD_LINEAL", "token-pce")
    run(r, ManeuverPhase(PCE))
    leg(r, PCE, "CHAMARTIN", "CIUDAD_LINEAL")
    assert question(r) == "Channel"
