"""Standing orders of Heralds of Defeat: calls, reactions, helpers and the fifth column."""
from __future__ import annotations

from frente.games.heralds import GAME
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import Leg, ManeuverPhase, NegotiationPhase, PropagandaPhase
from frente.games.heralds.state.position import Heralds
from frente.kernel.standing import Order, answer, declared
from tests.heralds.lay import empty, moving, now, play, put, question, run, space, unit


def said(p: Heralds, side: int, name: str, given: str, *unless: str) -> str:
    """The word an order answers with; empty: the player is asked."""
    found = answer(GAME, p, side, {name: Order(given, unless)})
    return "" if found is None else GAME.words(p).word(found.act)


def calling(phase: type[PropagandaPhase | NegotiationPhase | ManeuverPhase]) -> Heralds:
    p = empty()
    put(p, "L", "token-cnd")
    put(p, "G1", "18bm-1")
    run(p, phase(CND), Leg(CND, -1, -1, space(p, "A1")))
    return play(p, "call:tel-g1")


def test_calls_are_always_allowed_or_always_refused() -> None:
    p = calling(ManeuverPhase)
    assert question(p) == "AnswerCall"
    assert said(p, PCE, "calls", "allow") == "allow"
    assert said(p, PCE, "calls", "refuse") == "refuse"
    assert said(p, CND, "calls", "allow") == ""


def test_what_a_call_is_for_can_be_a_reason_to_be_asked() -> None:
    for phase, mine in ((PropagandaPhase, "for-propaganda"), (NegotiationPhase, "for-negotiation"),
                        (ManeuverPhase, "for-maneuver")):
        p = calling(phase)
        for condition in ("for-propaganda", "for-negotiation", "for-maneuver"):
            assert said(p, PCE, "calls", "allow", condition) == ("" if condition == mine else "allow")


def entering(*movers: str) -> Heralds:
    p = empty()
    put(p, "E", "112bm-1")
    put(p, "CANILLEJAS", *movers)
    moving(p, PCE, 2, *movers)
    return play(p, "move:E")


def test_nobody_reacts_by_order() -> None:
    p = entering("18bm-1")
    assert question(p) == "ChooseReaction"
    assert said(p, CND, "reactions", "none") == "pass"


def test_reactions_are_asked_when_combat_units_move() -> None:
    assert said(entering("18bm-1"), CND, "reactions", "none", "combat-units") == ""
    assert said(entering("ascanio"), CND, "reactions", "none", "combat-units") == "pass"


def test_reactions_are_asked_when_the_odds_are_good_enough_without_leaders_and_points() -> None:
    p = entering("18bm-1")               # initiative 2, slower -1, own square +1: a 4 or more succeeds
    assert said(p, CND, "reactions", "none", "odds-half") == ""
    p.ip[CND] = 6
    put(p, "E", "mera")
    q = entering("ascanio")              # 2, own square +1, alone -2: a 5 or more
    assert said(q, CND, "reactions", "none", "odds-half") == "pass"
    assert said(q, CND, "reactions", "none", "odds-third") == ""
    q.ip[CND] = 6                        # what could be spent does not count
    put(q, "E", "mera")                  # nor does a leader who could come along
    assert said(q, CND, "reactions", "none", "odds-half") == "pass"


def test_reactions_are_asked_when_a_headquarters_is_in_or_next_to_the_square_entered() -> None:
    b = empty().board
    hq = next(b.uid[u] for u in range(b.first) if b.kind[u] == 0 and b.reverse[u] == CND)
    theirs = next(b.uid[u] for u in range(b.first) if b.kind[u] == 0 and b.reverse[u] == PCE)
    assert said(entering("18bm-1"), CND, "reactions", "none", "my-headquarters") == "pass"
    near = b.names[b.parent[b.to[b.index["E"]][0]]]
    for place, name, word in (("E", hq, ""), (near, hq, ""), ("E", theirs, "pass"), ("RES_LEV", hq, "pass")):
        p = entering("18bm-1")
        put(p, place, name)
        assert said(p, CND, "reactions", "none", "my-headquarters") == word, (place, name)


def test_what_a_face_down_pawn_hides_is_no_reason_to_be_asked() -> None:
    """The same move by a handle that hides another piece: every order answers the same."""
    p = entering("dieguez")
    assert question(p) == "ChooseReaction"
    orders = [("none", *c) for c in ((), ("combat-units",), ("odds-half",), ("odds-third",), ("my-headquarters",))]
    before = [said(p, CND, "reactions", *x) for x in orders]
    u = unit(p, "dieguez")
    assert u >= p.board.first
    for other in [v for v in p.board.handles[PCE] if v != u]:
        p.who[u], p.who[other] = p.who[other], p.who[u]
        assert [said(p, CND, "reactions", *x) for x in orders] == before, p.board.piece[p.who[u]]


def test_only_the_council_has_a_fifth_column_to_order() -> None:
    assert [x.id for x in declared(GAME, CND)] == ["calls", "reactions", "involve", "support", "fifth-column"]
    assert [x.id for x in declared(GAME, PCE)] == ["calls", "reactions", "involve", "support"]


def test_weapons_fire_by_order_unless_a_depot_might_burn_or_the_aviation_is_there() -> None:
    for place, depot in (("B1", True), ("B3", False)):
        p = empty()
        put(p, "B", "ascanio", "18bm-1", "art-8d")
        put(p, place, "40bm-1")
        moving(p, PCE, 2, "ascanio", "18bm-1", "art-8d")
        play(p, f"assault:{place}")
        assert question(p) == "Support"
        assert said(p, PCE, "support", "all") == "support"
        assert said(p, PCE, "support", "all", "depot") == ("" if depot else "support")
        assert said(p, PCE, "support", "all", "aviation") == "support"
        assert said(p, CND, "support", "all") == ""
        now(p).air = 1
        p.reask()
        assert said(p, PCE, "support", "all", "aviation") == ""
