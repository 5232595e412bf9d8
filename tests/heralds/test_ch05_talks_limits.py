"""[5.1, 5.2] Points, propaganda and negotiation at their limits: one condition missing at a time, and the reasons."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch05_negotiation import (
    change,
    come,
    costs_point,
    helper_refusal,
    might_help,
    square_of_target,
    summon_places,
    talk_parts,
)
from frente.games.heralds.rules.ch05_orders import (
    gerc_refusal,
    propaganda_parts,
    resource_refusal,
    seat_refusal,
    shift_refusal,
)
from frente.games.heralds.rules.ch05_points import action_points, first_player, only_in_alcala
from frente.games.heralds.rules.ch05_targets import (
    below,
    brokering,
    envoys,
    first_of_group,
    higher_present,
    rank,
    related,
    speaks_for,
    target_refusal,
    targets,
)
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import (
    AFFILIATE,
    BY_COURIER,
    BY_MOUTH,
    SEAT,
    SUBVERT,
    SUMMON,
    Domino,
    ManeuverPhase,
    Motors,
    NegotiationPhase,
    Order,
    Propaganda,
    PropagandaPhase,
    Seats,
    Shift,
    Stack,
    Talk,
)
from frente.games.heralds.state.frames_combat import PARLEY, Assault
from frente.games.heralds.state.position import AVAILABLE, COMMITTED, ELIMINATED, Heralds
from tests.heralds.lay import (
    args,
    asked,
    before,
    dice,
    empty,
    flags,
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
    side_of,
    space,
    top,
    unit,
    up,
    where,
    why,
)

# -- action points


def points(p: Heralds, side: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for n, _, key in action_points(p, side):
        found[key] = found.get(key, 0) + n
    return found


@pytest.mark.rule("5.1a", "5.1b", "5.1h", "5.1i")
def test_only_the_living_count_for_action_points() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-65d")
    put(p, "RES_I", "barcelo", "hq-69d")
    assert points(p, CND) == {"ap-large-hq": 2, "ap-hq": 1, "ap-square": 1}
    assert points(p, PCE) == {"ap-hq": 1}
    for name in ("hq-centro", "hq-65d", "barcelo"):
        p.box(unit(p, name), ELIMINATED)
    assert points(p, CND) == {"ap-no-level-1": -2}
    assert points(p, PCE) == {"ap-hq": 1, "ap-no-corps-leader": -2}
    put(p, "RES_LEV", "hq-gerc")
    assert points(p, CND) == {"ap-large-hq": 2}          # the Army Group's command is level 1 as well
    put(p, "B", "hq-centro")
    p.box(unit(p, "hq-gerc"), ELIMINATED)
    assert "ap-no-level-1" not in points(p, CND)
    assert "ap-no-level-1" not in points(p, PCE)         # nobody asks it of the PCE


@pytest.mark.rule("5.1f")
def test_alcala_counts_for_whoever_alone_has_units_or_headquarters_there() -> None:
    p = empty(surrender=True)
    put(p, "ALCALA", "mera", "pedrero")  # leaders and agents do not count
    assert not only_in_alcala(p, CND)
    put(p, "ALCALA", "70bm-1")
    neutral(p, "ALCALA", "g-1")
    assert only_in_alcala(p, CND)
    assert not only_in_alcala(p, PCE)
    put(p, "ALCALA", "alvarez")          # the first of the pieces with a decoy side
    assert only_in_alcala(p, CND)
    put(p, "ALCALA", "hq-g")
    assert not only_in_alcala(p, CND)
    assert not only_in_alcala(p, PCE)
    p.box(unit(p, "70bm-1"), ELIMINATED)
    assert only_in_alcala(p, PCE)
    for name in ("art-centro-1", "hq-65d"):
        q = empty()
        put(q, "ALCALA", name)
        assert only_in_alcala(q, CND)


@pytest.mark.rule("5.1j", "5a")
def test_more_points_mean_the_initiative_and_both_sides_are_counted() -> None:
    p = empty()
    p.ap = [4, 3]
    assert first_player(p) == CND
    p.ap = [3, 4]
    assert first_player(p) == PCE
    p.ap = [3, 3]
    assert first_player(p) == CND
    put(p, "G1", "18bm-1")
    assert first_player(p) == PCE
    p.ap = [9, 9]
    put(p, "B", "hq-centro")
    run(p, before("CountPoints"))
    assert p.ap == [3, 0]                # 2 for the headquarters, 1 for B; 1 for the exchange less 2


# -- both sides in turn


@pytest.mark.rule("3.2a")
def test_what_one_side_did_in_its_turn_does_not_bind_the_other() -> None:
    p = empty()
    p.initiative = CND
    put(p, "K2", "41bm-1")
    put(p, "F1", "18bm-1")
    put(p, "L", "token-cnd", "token-pce")
    run(p, Motors(CND))
    assert (asked(p), args(p, "motor")) == ([CND], ["motor-k2"])
    play(p, "motor:motor-k2", "give-up")
    assert asked(p) == [PCE]             # it was the only one
    f = top(p, Motors)
    assert (f.second, f.unit, f.pending, f.done) == (True, -1, -1, [])
    assert args(p, "motor") == ["motor-f1"]


@pytest.mark.rule("5.2.2f", "10.6a", "5.2.1e")
def test_a_motor_depot_helps_only_if_its_line_is_made_and_another_may_be_tried() -> None:
    p = empty()
    put(p, "K2", "41bm-1")
    put(p, "F1", "41bm-2")
    put(p, "K", "token-cnd", "112bm-1")
    run(p, Motors(CND))
    assert args(p, "motor") == ["motor-f1", "motor-k2"]
    play(p, "motor:motor-f1", "give-up")
    assert args(p, "motor") == ["motor-k2"]              # not the same again
    assert rules(p, "motor:motor-f1") == ["5.2.2f"]
    assert (p.motor, p.res[resource(p, "motor-f1")]) == ([0, 0], AVAILABLE)
    play(p, "motor:motor-k2", "direct")
    assert (p.motor, p.res[resource(p, "motor-k2")]) == ([1, 0], COMMITTED)
    assert p.choices() == {}             # one is enough; the PCE has none
    q = empty()
    put(q, "K2", "41bm-1")
    run(q, Motors(CND))
    play(q, "pass")
    assert (q.choices(), q.motor) == ({}, [0, 0])


@pytest.mark.rule("9.5b", "11.2j")
def test_seats_come_out_at_once_and_may_cost_the_other_side_a_square() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    neutral(p, "D3", "syn-pce")
    p.join(unit(p, "112bm-1"), CND)
    run(p, Seats(PCE))
    assert offered(p) == ["seat:syn-pce", "pass"]
    p.box(unit(p, "112bm-1"), ELIMINATED)
    play(p, "seat:syn-pce")
    assert (side_of(p, "syn-pce"), p.will[CND]) == (PCE, 3)              # D is the PCE's now
    assert p.choices() == {}             # nothing is left to ask
    q = empty()
    neutral(q, "B4", "syn-cnt")
    neutral(q, "B3", "syn-soc")
    run(q, Seats(CND))
    assert [(r.rule, r.key) for r in why(q, "seat:syn-pce")] == [("9.5b", "not-your-seat")]
    q.box(unit(q, "syn-cnt"), ELIMINATED)
    run(q, Seats(CND))
    assert args(q, "seat") == ["syn-soc"]
    assert [(r.rule, r.key) for r in why(q, "seat:syn-cnt")] == [("9.5b", "seat-settled")]
    hold(q, PCE, "B3")
    run(q, Seats(CND))
    assert q.choices() == {}


# -- propaganda


@pytest.mark.rule("5.2.1a", "5.2.1b", "5.2.1c", "5.2a")
def test_propaganda_orders_cost_points_and_go_on_until_both_have_stopped() -> None:
    p = empty()
    p.ap, p.ip = [2, 1], [1, 0]
    run(p, PropagandaPhase(CND))
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert (p.ap, p.ip, p.orders, asked(p)) == ([1, 1], [1, 0], [1, 0], [PCE])
    play(p, "propaganda", "roll")
    dice(p, 3)
    assert (p.ap, p.orders, asked(p)) == ([1, 0], [1, 1], [CND])
    play(p, "propaganda")                # the second costs an intelligence point too, which counts
    assert (p.ap, p.ip, top(p, Propaganda).ip, p.orders) == ([0, 0], [0, 0], 1, [2, 1])
    play(p, "roll")
    dice(p, 3)
    assert p.choices() == {}
    q = empty()
    q.ap = [2, 2]
    run(q, PropagandaPhase(CND))
    play(q, "decline")
    assert asked(q) == [PCE]
    play(q, "propaganda", "roll")
    dice(q, 3)
    assert q.choices() == {}             # without a point of intelligence there is no second order
    r = empty()                          # who lacks only that waits while the other still gives orders
    r.ap, r.orders, r.ip = [2, 2], [1, 0], [0, 0]
    run(r, PropagandaPhase(CND))
    assert asked(r) == [PCE]
    r.ip[CND] = 1
    play(r, "propaganda", "roll")
    dice(r, 3)
    assert asked(r) == [CND]
    s = empty()                          # who lacks action points is out for good
    s.ap = [0, 2]
    run(s, PropagandaPhase(CND))
    assert (asked(s), top(s, PropagandaPhase).out) == ([PCE], [1, 0])


@pytest.mark.rule("5.2.1d", "5.2.1e", "5.2.1f", "5.2.1h")
def test_tasking_resources_seats_and_points_one_after_another() -> None:
    p = empty()
    put(p, "A1", "40bm-1")
    put(p, "J1", "112bm-1")
    put(p, "B4", "syn-cnt")
    put(p, "B3", "syn-soc")
    put(p, "K2", "41bm-1")
    put(p, "B", "token-cnd", "112bm-2")
    p.ip[CND] = 2
    run(p, Propaganda(CND))
    assert offered(p) == ["use:broadcast-a1", "use:broadcast-b5", "use:print-j1", "use:motor-k2", "task:syn-cnt",
                          "task:syn-soc", "ip:1", "roll"]
    play(p, "ip:1")
    assert (p.ip[CND], top(p, Propaganda).ip, question(p)) == (1, 1, "TaskResources")
    play(p, "use:broadcast-a1", "give-up")
    assert rules(p, "use:broadcast-a1") == ["R47"]       # tried
    play(p, "task:syn-cnt", "direct", "task:syn-soc", "direct")
    assert rules(p, "task:syn-cnt") == ["5.2.1e"]
    assert flags(p, p.spent, "syn-cnt", "syn-soc") == [1, 1]
    f = top(p, Propaganda)
    assert f.legs == [-1, SEAT + unit(p, "syn-cnt"), BY_MOUTH, -1, SEAT + unit(p, "syn-soc"), BY_MOUTH]
    assert (f.pending, f.seat) == (-1, -1)
    play(p, "use:print-j1", "call:tel-g1")
    assert p.res[resource(p, "print-j1")] == COMMITTED
    assert {key: n for n, _, key in propaganda_parts(p, f)} == {
        "propaganda-print": 1, "propaganda-syndicate": 1, "propaganda-ip": 1}
    p.will[CND] = 2
    assert {key: n for n, _, key in propaganda_parts(p, f)}["propaganda-will"] == -1
    play(p, "roll")
    assert question(p) == "PropagandaDie"
    q = empty()                          # one seat can be named only once, made or not
    put(q, "B4", "syn-cnt")
    put(q, "L", "token-cnd")
    run(q, Propaganda(CND))
    play(q, "task:syn-cnt", "give-up")
    assert rules(q, "task:syn-cnt") == ["R47"]
    assert rules(q, "ip:1") == ["5.2.1f"]


@pytest.mark.rule("5.2.1h", "9.5c", "5.2.1e", "4.5.2f", "10.4a", "10.5a", "10.6a")
def test_why_a_resource_or_seat_does_not_serve() -> None:
    p = empty()
    f = Propaganda(CND)
    put(p, "A1", "40bm-1")
    put(p, "B4", "syn-cnt")
    put(p, "D3", "syn-pce")
    radio, other, press = (resource(p, x) for x in ("broadcast-a1", "broadcast-b5", "print-d3"))
    assert resource_refusal(p, f, radio) == ("", "")
    assert resource_refusal(p, f, resource(p, "power-c1")) == ("5.2.1h", "not-for-propaganda")
    assert resource_refusal(p, f, press) == ("4.5.2f", "no-access")
    p.res[radio] = COMMITTED
    assert resource_refusal(p, f, radio) == ("5.2.1e", "resource-committed")
    p.types[CND] = 2                     # one radio a turn
    assert resource_refusal(p, f, other) == ("5.2.1h", "one-of-a-kind")
    assert resource_refusal(p, Propaganda(PCE), other) == ("4.5.2f", "no-access")
    seat = unit(p, "syn-cnt")
    assert seat_refusal(p, f, seat) == ("", "")
    assert seat_refusal(p, f, unit(p, "syn-pce")) == ("5.2.1h", "not-your-seat")
    assert seat_refusal(p, f, unit(p, "mera")) == ("5.2.1h", "not-your-seat")
    assert seat_refusal(p, f, unit(p, "syn-soc")) == ("9.5c", "seat-neutral")    # not on the board
    neutral(p, "B4", "syn-cnt")
    assert seat_refusal(p, f, seat) == ("9.5c", "seat-neutral")


@pytest.mark.rule("5.2.1d")
def test_an_agent_in_sight_at_the_resource_tasks_it_at_once() -> None:
    for name, hidden, made in (("pedrero", False, True), ("pedrero", True, False), ("dieguez", False, False),
                               ("mera", False, False), ("garijo", False, False)):
        p = empty()
        put(p, "L", "token-cnd")
        put(p, "A1", "40bm-1")
        (put if hidden or name == "mera" else up)(p, "A", name)
        run(p, Propaganda(CND))
        play(p, "use:broadcast-a1")
        assert (question(p) == "TaskResources") == made, name
        if made:
            assert top(p, Propaganda).legs == [-1, resource(p, "broadcast-a1"), BY_COURIER + unit(p, name)]


# -- giving negotiation orders


@pytest.mark.rule("5.2.2d", "5.2a", "5.2b")
def test_negotiation_orders_alternate_and_a_side_that_stops_is_out() -> None:
    p = empty()
    p.ap = [3, 2]
    neutral(p, "A", "bueno", "gallego")
    put(p, "A", "ascanio", "mera")
    run(p, NegotiationPhase(CND))
    play(p, "decline")
    assert asked(p) == [PCE]
    play(p, "shift:ascanio", "give-up")
    assert (asked(p), p.ap) == ([PCE], [3, 1])           # the other has stopped: he goes on
    play(p, "shift:ascanio", "give-up")
    assert (p.choices(), p.ap) == ({}, [3, 0])           # no points, and the phase is over
    q = empty()
    q.ap = [1, 1]
    put(q, "A", "ascanio", "mera")
    run(q, NegotiationPhase(CND))
    play(q, "shift:mera", "give-up")
    assert asked(q) == [PCE]
    play(q, "decline")
    assert q.choices() == {}


@pytest.mark.rule("5.2.3c", "5.2b")
def test_passing_forfeits_and_the_other_goes_on_alone() -> None:
    p = empty()
    p.ap = [3, 2]
    put(p, "A", "token-cnd", "token-pce")
    run(p, ManeuverPhase(CND))
    play(p, "pass")
    assert (p.ap, asked(p)) == ([0, 2], [PCE])
    play(p, "maneuver", "give-up")
    assert (p.ap, asked(p)) == ([0, 1], [PCE])
    play(p, "maneuver", "give-up")
    assert p.choices() == {}
    q = empty()
    q.ap = [2, 2]
    run(q, ManeuverPhase(CND))
    play(q, "maneuver", "give-up")
    assert asked(q) == [PCE]             # orders alternate
    q.ap[PCE] = 0
    run(q, top(q, ManeuverPhase).clone())
    assert asked(q) == [CND]


@pytest.mark.rule("5.2.2e", "5.2.2g", "13h")
def test_which_goals_are_offered() -> None:
    p = empty()
    neutral(p, "RES_I", "barcelo", "hq-i", "gallego")
    put(p, "RES_I", "dieguez", "99bm-1", "99bm-2", "70bm-1")
    put(p, "CARABANA", "ortega")
    neutral(p, "RES_LEV", "hq-gerc", "fare-air")
    run(p, NegotiationPhase(PCE))
    talk = [w for w in offered(p) if w.partition(":")[0] in ("affiliate", "subvert", "summon")]
    assert sorted(talk) == ["affiliate:barcelo", "affiliate:hq-i", "subvert:70bm-1", "summon:barcelo", "summon:gallego"]
    assert sorted(args(p, "shift")) == sorted([handle(p, "dieguez"), "ortega"])
    run(p, NegotiationPhase(CND))
    talk = [w for w in offered(p) if w.partition(":")[0] in ("affiliate", "subvert", "summon")]
    assert sorted(talk) == ["affiliate:gallego", "subvert:99bm-1", "subvert:ortega", "summon:barcelo", "summon:gallego",
                            "summon:ortega"]
    assert [rules(p, x) for x in ("gerc", "bridge", "offensive")] == [["9.8a"], ["9.7b"], ["9.7b"]]
    p.turn = 1                           # on the first turn nobody moves, and only the PCE talks where it is
    run(p, NegotiationPhase(PCE))
    assert sorted(offered(p)) == ["affiliate:barcelo", "affiliate:hq-i", "decline", "subvert:70bm-1"]
    assert rules(p, "shift:dieguez") == ["13h"]
    assert [(r.rule, r.key) for r in why(p, "summon:gallego")] == [("R60", "no-moves-on-turn-1")]
    neutral(p, "A", "bueno")
    assert [(r.rule, r.key) for r in why(p, "affiliate:bueno")] == [("13h", "nobody-to-negotiate")]
    p.turn = 2
    put(p, "L", "mera")
    run(p, NegotiationPhase(CND))
    assert [(r.rule, r.key) for r in why(p, "subvert:99bm-2")] == [("5.2.2g", "part-of-a-group")]


@pytest.mark.rule("5.2.2e", "9.7e", "9.8a")
def test_each_goal_opens_its_own_activity() -> None:
    p = empty(turn=4)
    p.fallen = 3
    neutral(p, "RES_LEV", "hq-gerc")
    put(p, "A", "moll", "token-cnd")
    run(p, NegotiationPhase(CND))
    assert {"gerc", "bridge", "offensive"} <= set(offered(p))
    for word, what in (("bridge", 0), ("offensive", 1)):
        q = p.clone()
        play(q, word)
        assert (question(q), q.stack[-1].__dict__["what"]) == ("ChooseLiaison", what)
    play(p, "gerc")
    assert side_of(p, "hq-gerc") == CND
    assert "gerc" not in offered(p)
    p.offensive = 1
    run(p, NegotiationPhase(CND))
    assert [(r.rule, r.key) for r in why(p, "offensive")] == [("9.7e", "offensive-used")]
    assert "bridge" in offered(p)


@pytest.mark.rule("9.8a")
def test_when_the_army_group_can_be_called() -> None:
    p = empty(turn=4)
    neutral(p, "RES_LEV", "hq-gerc")
    assert gerc_refusal(p, CND) == ("9.8a", "centro-stands")
    p.fallen = 4
    assert gerc_refusal(p, CND) == ("9.8a", "centro-stands")
    p.fallen = 3
    assert gerc_refusal(p, CND) == ("", "")
    assert gerc_refusal(p, PCE) == ("9.8a", "cnd-only")
    p.box(unit(p, "hq-gerc"), ELIMINATED)
    assert gerc_refusal(p, CND) == ("9.8a", "gerc-settled")
    put(p, "RES_LEV", "hq-gerc")
    assert gerc_refusal(p, CND) == ("9.8a", "gerc-settled")


@pytest.mark.rule("4a", "5.2.2e", "9.8a", "13h")
def test_who_may_be_moved_by_goal_three() -> None:
    p = empty()
    put(p, "A", "mera", "pedrero", "decoy-cnd-1", "garijo", "70bm-1", "ascanio", "token-cnd")
    for name, want in (("mera", ""), ("pedrero", ""), ("decoy-cnd-1", ""), ("garijo", "sleeps"),
                       ("70bm-1", "cannot-be-shifted"), ("token-cnd", "cannot-be-shifted"),
                       ("ascanio", "not-your-pawn"), ("zulueta", "not-your-pawn")):
        assert shift_refusal(p, CND, unit(p, name))[1] == want, name
    p.turn = 1
    assert shift_refusal(p, CND, unit(p, "mera")) == ("13h", "no-moves-on-turn-1")


@pytest.mark.rule("5.2.2i", "5.2.2e")
def test_a_disclosed_agent_may_hide_where_he_arrives_and_nobody_else() -> None:
    p = empty()
    put(p, "A", "token-cnd", "mera", "pedrero", "112bm-1")
    up(p, "A", "otero")

    def arrive(name: str) -> Heralds:
        q = p.clone()
        run(q, Shift(CND, unit(q, name)))
        play(q, "direct")
        dice(q, 3)
        play(q, "move:B", "stop")
        return q

    q = arrive("otero")
    assert offered(q) == ["hide", "pass"]
    r = q.clone()
    play(q, "hide")
    assert (q.hid[unit(q, "otero")], q.choices()) == (1, {})
    play(r, "pass")
    assert (r.hid[unit(r, "otero")], r.choices()) == (0, {})
    assert arrive("mera").choices() == {}                # a leader has no decoy side
    s = arrive("pedrero")                # still hidden
    assert (s.choices(), s.hid[unit(s, "pedrero")]) == ({}, 1)
    t = p.clone()
    put(t, "B", "18bm-1")
    run(t, Shift(CND, unit(t, "otero")))
    play(t, "direct")
    dice(t, 3)
    play(t, "move:B", "extra:0", "intercept", "unit:18bm-1", "done")
    dice(t, 6, 6)                        # caught and killed: nobody is left to hide
    assert (where(t, "otero"), t.choices()) == ("eliminated", {})
    u = p.clone()                        # the first of all handles is a handle too
    up(u, "A", "alvarez")
    assert offered(run(u, hidden(u, "alvarez"))) == ["hide", "pass"]


def hidden(p: Heralds, name: str) -> Shift:
    f = Shift(CND, unit(p, name))
    f.at = 2
    return f


# -- envoys and contact


@pytest.mark.rule("5.2.2a", "5.2.2j", "9.8a", "13h")
def test_who_may_be_sent_to_negotiate() -> None:
    p = empty()
    neutral(p, "RES_I", "gallego")
    neutral(p, "RES_LEV", "hq-gerc")
    put(p, "A", "mera", "pedrero", "garijo", "token-cnd", "decoy-cnd-1", "70bm-1", "ascanio")
    put(p, "RES_I", "otero")
    target = unit(p, "gallego")
    assert sorted(envoys(p, CND, target)) == sorted([unit(p, x) for x in ("mera", "pedrero", "otero")])
    assert not speaks_for(p, CND, unit(p, "zulueta"))    # not on the board
    assert not speaks_for(p, PCE, unit(p, "mera"))
    run(p, Talk(CND, AFFILIATE, target))
    for name, rule, key in (("ascanio", "5.2.2a", "not-your-pawn"), ("zulueta", "5.2.2a", "not-your-pawn"),
                            ("70bm-1", "5.2.2a", "does-not-negotiate"), ("token-cnd", "5.2.2a", "does-not-negotiate"),
                            ("garijo", "9.8a", "sleeps")):
        assert [(r.rule, r.key) for r in why(p, f"envoy:{name}")] == [(rule, key)], name
    p.turn = 1
    assert envoys(p, CND, target) == [unit(p, "otero")]
    run(p, Talk(CND, AFFILIATE, target))
    assert [(r.rule, r.key) for r in why(p, "envoy:mera")] == [("13h", "not-there")]
    play(p, "envoy:otero")               # no line is needed, and he is shown
    assert p.hid[unit(p, "otero")] == 0
    assert top(p, Talk).legs == []
    assert question(p) == "TalkDie"


@pytest.mark.rule("5.2.2j", "4.3a", "5.2.2b")
def test_an_envoy_without_a_line_or_a_way_ends_the_talks() -> None:
    p = empty()
    neutral(p, "RES_I", "gallego")
    put(p, "A", "mera", "token-cnd", "112bm-1")
    run(p, Talk(CND, AFFILIATE, unit(p, "gallego")))
    q = p.clone()
    play(p, "envoy:mera", "give-up")
    assert p.choices() == {}
    play(q, "envoy:mera", "direct")
    assert offered(q) == ["travel", "phone"]
    assert top(q, Talk).legs == [-1, unit(q, "mera"), BY_MOUTH]
    r = q.clone()
    play(q, "phone", "call:tel-g1")
    assert (question(q), top(q, Talk).phone) == ("TalkDie", True)
    assert top(q, Talk).legs[3:] == [unit(q, "mera"), unit(q, "gallego"), 1 + resource(q, "tel-g1")]
    s = r.clone()
    play(r, "phone", "give-up")
    assert r.choices() == {}
    play(s, "travel")
    dice(s, 1)
    t = s.clone()
    play(s, "stop")                      # he does not get there
    assert s.choices() == {}
    play(t, "move:CHAMARTIN", "move:RES_I")
    assert (question(t), top(t, Talk).phone, top(t, Talk).legs[3:]) == ("TalkDie", False, [])
    u = empty()                          # a parley needs no contact, wherever the compound lies
    put(u, "E", "ascanio", "18bm-1", "70bm-1")
    moving(u, PCE, 5, "ascanio", "18bm-1")
    play(u, "parley:70bm-1")
    dice(u, 6)
    assert question(u) == "TalkDie"


# -- summons


@pytest.mark.rule("5.2.2c")
def test_where_a_leader_can_be_summoned() -> None:
    p = empty()
    neutral(p, "A", "gallego")
    names = [p.board.names[a] for a in summon_places(p, CND, unit(p, "gallego"))]
    assert "A" not in names              # he is there
    assert {"B", "J", "CHAMARTIN", "RES_7D", "RES_LEV"} <= set(names)    # any distance
    assert len(names) == 32
    hold(p, PCE, "A1")
    neutral(p, "CHAMARTIN", "gallego")
    for c in ("C1", "JACA"):
        hold(p, PCE, c)
    p.put(unit(p, "gallego"), space(p, "CHAMARTIN"))
    names = [p.board.names[a] for a in summon_places(p, PCE, unit(p, "gallego"))]
    assert "A" in names                  # blocked for the CND, not for the PCE
    f = Talk(CND, SUMMON, unit(p, "gallego"), unit(p, "mera"))
    f.at = 4
    put(p, "CHAMARTIN", "mera")
    run(p, f)
    assert args(p, "go")[0] != "A1"
    assert args(p, "go") == sorted(args(p, "go"), key=p.board.names.index)
    q = p.clone()
    play(p, "give-up")
    assert p.choices() == {}
    play(q, "go:RES_8D")
    assert (question(q), top(q, Talk).place) == ("TalkDie", space(q, "RES_8D"))
    r = empty()
    neutral(r, "A", "gallego")
    put(r, "A", "mera")
    f = Talk(CND, AFFILIATE, unit(r, "gallego"), unit(r, "mera"))
    f.at = 4
    run(r, f)
    assert question(r) == "TalkDie"      # no other goal asks where to


@pytest.mark.rule("5.2.2c", "9.9.1c", "11.2j")
def test_what_a_summons_brings_about() -> None:
    p = empty()
    put(p, "E", "mera", "ascanio")       # both sides in E: nobody's
    come(p, summons(p, PCE, "mera", "L"))
    assert (where(p, "mera"), side_of(p, "mera"), p.will[CND]) == ("L", CND, 3)  # he left it to the PCE
    for side, name, status, at, serves in (
            (CND, "ortega", NEUTRAL, "B", 1), (PCE, "ortega", NEUTRAL, "B", 0), (CND, "gallego", NEUTRAL, "B", 0),
            (CND, "ortega", PCE, "B", 0), (CND, "ortega", NEUTRAL, "C", 0)):
        q = empty()
        put(q, "B", "hq-centro")
        neutral(q, "CARABANA", name)
        q.join(unit(q, name), status)
        come(q, summons(q, side, name, at))
        assert (q.ortega, where(q, name)) == (serves, at)
    r = empty()                          # a headquarters that is neutral, dead or the Army Group's
    neutral(r, "B", "hq-centro")
    neutral(r, "CARABANA", "ortega")
    come(r, summons(r, CND, "ortega", "B"))
    assert r.ortega == 0
    s = empty()
    put(s, "B", "hq-centro")
    s.box(unit(s, "hq-centro"), ELIMINATED)
    neutral(s, "CARABANA", "ortega")
    come(s, summons(s, CND, "ortega", "B"))
    assert s.ortega == 0
    t = empty()
    put(t, "B", "hq-gerc")
    neutral(t, "CARABANA", "ortega")
    come(t, summons(t, CND, "ortega", "B"))
    assert (t.ortega, t.hid[unit(t, "token-cnd")]) == (1, 1)


def summons(p: Heralds, side: int, name: str, place: str) -> Talk:
    f = Talk(side, SUMMON, unit(p, name))
    f.place = space(p, place)
    return f


# -- points and helpers


@pytest.mark.rule("5.2.2k", "5.2.2o7")
def test_how_many_intelligence_points_may_be_spent_on_talks() -> None:
    def asked_with(points: int, limit: str) -> list[str]:
        p = empty(negotiation_ip_limit=limit)
        neutral(p, "A", "gallego")
        put(p, "A", "mera")
        p.ip[CND] = points
        f = Talk(CND, AFFILIATE, unit(p, "gallego"), unit(p, "mera"))
        f.at = 5
        run(p, f)
        return offered(p) if question(p) == "TalkPoints" else []

    assert asked_with(0, "1") == asked_with(0, "none") == []
    assert asked_with(3, "1") == ["ip:0", "ip:1"]
    assert asked_with(8, "none") == [f"ip:{n}" for n in range(9)]
    p = empty()
    neutral(p, "A", "gallego")
    put(p, "A", "mera")
    p.ip[CND] = 2
    f = Talk(CND, AFFILIATE, unit(p, "gallego"), unit(p, "mera"))
    f.at = 5
    run(p, f)
    assert rules(p, "ip:2") == ["5.2.2k"]
    play(p, "ip:1")
    assert (p.ip[CND], top(p, Talk).ip, question(p)) == (1, 1, "TalkDie")


def talk(p: Heralds, side: int, goal: int, target: str, envoy: str) -> Talk:
    f = Talk(side, goal, unit(p, target), unit(p, envoy))
    f.at = 6
    return f


@pytest.mark.rule("5.2.2l")
def test_helpers_are_named_by_the_initiative_player_first_and_each_only_once() -> None:
    p = empty()
    p.initiative = CND
    neutral(p, "RES_I", "barcelo")
    put(p, "RES_I", "dieguez", "d-hervas", "conesa", "gallego", "pedrero")
    run(p, talk(p, PCE, AFFILIATE, "barcelo", "dieguez"))
    assert asked(p) == [CND]
    assert offered(p) == ["helper:gallego", f"helper:{handle(p, 'pedrero')}", "pass"]
    play(p, "helper:gallego")
    dice(p, 3)                           # 3 <= 3
    assert top(p, Talk).foes == 1
    assert rules(p, "helper:gallego") == ["5.2.2l"]
    play(p, "helper:pedrero")
    dice(p, 6)
    assert top(p, Talk).foes == 1
    assert asked(p) == [PCE]             # nobody is left
    assert sorted(args(p, "helper")) == sorted([handle(p, "d-hervas"), handle(p, "conesa")])
    play(p, "helper:conesa")
    dice(p, 1)
    assert (top(p, Talk).own, asked(p)) == (1, [PCE])
    play(p, "pass")
    assert question(p) == "TalkDie"
    q = empty()
    q.initiative = PCE
    neutral(q, "RES_I", "barcelo")
    put(q, "RES_I", "dieguez", "conesa", "gallego")
    run(q, talk(q, PCE, AFFILIATE, "barcelo", "dieguez"))
    assert asked(q) == [PCE]
    play(q, "pass")
    assert asked(q) == [CND]
    play(q, "pass")
    assert question(q) == "TalkDie"


@pytest.mark.rule("5.2.2l", "5.2.2o6", "7.3b", "13i")
def test_why_somebody_cannot_be_involved() -> None:
    p = empty()
    neutral(p, "RES_I", "barcelo")
    put(p, "RES_I", "dieguez", "conesa", "moll", "centano", "70bm-1", "pedrero")
    put(p, "A", "ascanio", "otero")
    f = talk(p, PCE, AFFILIATE, "barcelo", "dieguez")

    def reason(side: int, name: str) -> str:
        return helper_refusal(p, f, side, unit(p, name))[1]

    assert reason(PCE, "conesa") == reason(CND, "moll") == reason(CND, "pedrero") == ""
    assert reason(PCE, "ascanio") == reason(CND, "otero") == "not-there"
    assert reason(PCE, "dieguez") == "already-tried"     # he leads the talks
    assert reason(CND, "70bm-1") == reason(CND, "conesa") == reason(PCE, "giron") == "does-not-negotiate"
    f.tried = [unit(p, "conesa")]
    assert reason(PCE, "conesa") == "already-tried"
    f.spoil = -1
    assert reason(CND, "centano") == "fifth-column-once"
    assert reason(CND, "pedrero") == ""  # other agents still may
    g = talk(p, CND, SUBVERT, "barcelo", "otero")
    put(p, "RES_I", "barcelo")
    g.spoil = -1                         # in the CND's own talks they are agents like others
    assert helper_refusal(p, g, CND, unit(p, "centano")) == ("", "")
    assert helper_refusal(p, g, PCE, unit(p, "barcelo")) == ("5.2.2l", "already-tried")  # the target itself
    p.turn = 1
    p.ap = [0, 0]
    assert helper_refusal(p, f, CND, unit(p, "pedrero")) == ("13i", "no-action-points")
    assert helper_refusal(p, talk(p, PCE, AFFILIATE, "barcelo", "dieguez"), PCE, unit(p, "conesa")) == ("", "")
    p.ap = [1, 0]
    assert helper_refusal(p, f, CND, unit(p, "pedrero")) == ("", "")
    assert [costs_point(p, f, CND), costs_point(p, f, PCE)] == [True, False]
    f.parley = True
    assert not costs_point(p, f, CND)
    p.turn, f.parley = 2, False
    assert not costs_point(p, f, CND)


@pytest.mark.rule("7.3b", "5.2.2l")
def test_in_a_parley_only_the_stack_helps_the_active_side() -> None:
    p = empty()
    p.initiative = PCE
    put(p, "E", "ascanio", "18bm-1", "70bm-1", "mera")
    up(p, "E", "pedro-fdez", "conesa")
    moving(p, PCE, 5, "ascanio", "18bm-1", "pedro-fdez")
    play(p, "parley:70bm-1")
    dice(p, 6)
    assert (asked(p), args(p, "helper")) == ([PCE], [handle(p, "pedro-fdez")])
    assert [(r.rule, r.key) for r in why(p, "helper:conesa")] == [("7.3b", "not-in-stack")]
    play(p, "helper:pedro-fdez")
    dice(p, 6)
    assert (asked(p), args(p, "helper")) == ([CND], ["mera"])            # the stack has nobody else
    f = top(p, Talk)
    assert not might_help(p, f, PCE)
    f.tried = []
    assert might_help(p, f, PCE)
    q = empty()                          # nobody of the stack: the active side is not asked
    q.initiative = PCE
    put(q, "E", "ascanio", "18bm-1", "70bm-1")
    up(q, "E", "conesa")
    moving(q, PCE, 5, "ascanio", "18bm-1")
    play(q, "parley:70bm-1")
    dice(q, 6)
    assert question(q) == "TalkDie"


@pytest.mark.rule("5.2.2l")
def test_whether_helpers_are_asked_for_depends_on_what_everybody_sees() -> None:
    p = empty()
    neutral(p, "RES_I", "barcelo")
    put(p, "RES_I", "dieguez")
    f = talk(p, PCE, AFFILIATE, "barcelo", "dieguez")
    assert not might_help(p, f, CND)
    assert not might_help(p, f, PCE)     # only the envoy
    put(p, "RES_I", "decoy-cnd-1")       # it might be an agent
    assert might_help(p, f, CND)
    assert not might_help(p, f, PCE)
    p.seen[unit(p, "decoy-cnd-1")] = 1
    assert not might_help(p, f, CND)
    up(p, "RES_I", "alvarez")            # an agent in sight, the first of all handles
    assert might_help(p, f, CND)
    f.tried = [unit(p, "alvarez")]
    assert not might_help(p, f, CND)
    put(p, "RES_I", "gallego")
    assert might_help(p, f, CND)
    g = talk(p, PCE, SUBVERT, "gallego", "dieguez")
    p.box(unit(p, "alvarez"), ELIMINATED)
    assert not might_help(p, g, CND)     # the target does not help itself
    put(p, "RES_I", "70bm-1")
    assert not might_help(p, g, CND)


# -- the roll


def parts(p: Heralds, f: Talk) -> dict[str, int]:
    return {key: n for n, _, key in talk_parts(p, f)}


@pytest.mark.rule("5.2.2o1", "7.3b", "7.2d")
def test_values_of_both_and_what_a_fix_takes_from_them_in_a_parley() -> None:
    p = empty()
    put(p, "E", "ascanio", "70bm-1")
    f = talk(p, PCE, SUBVERT, "70bm-1", "ascanio")
    assert (parts(p, f)["talk-envoy"], parts(p, f)["talk-target"]) == (5, -3)
    p.fixed[unit(p, "ascanio")] = p.fixed[unit(p, "70bm-1")] = 1
    assert (parts(p, f)["talk-envoy"], parts(p, f)["talk-target"]) == (5, -3)    # only in a parley
    f.parley = True
    assert (parts(p, f)["talk-envoy"], parts(p, f)["talk-target"]) == (4, -2)
    p.fixed[unit(p, "ascanio")] = 0
    assert (parts(p, f)["talk-envoy"], parts(p, f)["talk-target"]) == (5, -2)
    p.damaged[unit(p, "70bm-1")] = 3     # never less than nothing
    assert "talk-target" not in parts(p, f)


@pytest.mark.rule("5.2.2o11")
def test_the_control_that_counts_is_that_of_the_compound_or_the_square() -> None:
    p = empty()
    put(p, "A", "40bm-1")
    neutral(p, "A1", "bueno")            # the first compound of all
    neutral(p, "A", "oliva")
    assert (square_of_target(p, unit(p, "oliva")), square_of_target(p, unit(p, "bueno"))) == (CND, -1)
    hold(p, PCE, "A1")
    assert square_of_target(p, unit(p, "bueno")) == PCE


@pytest.mark.rule("5.2.2m", "5.2.2q")
def test_what_support_units_weigh() -> None:
    p = empty()
    put(p, "E", "art-8d", "70bm-1", "112bm-1")
    assert brokering(p, unit(p, "art-8d")) == 3          # nobody of its formation is there
    put(p, "E", "44bm-1")
    assert brokering(p, unit(p, "art-8d")) == 2
    put(p, "E1", "18bm-1")               # the highest, compounds included
    assert brokering(p, unit(p, "art-8d")) == 3
    p.damaged[unit(p, "18bm-1")] = 2
    assert brokering(p, unit(p, "art-8d")) == 2
    put(p, "E", "ascanio", "conesa")     # leaders and agents do not count
    assert brokering(p, unit(p, "art-8d")) == 2
    assert (brokering(p, unit(p, "hq-8d")), brokering(p, unit(p, "ascanio"))) == (5, 5)


@pytest.mark.rule("4.1.2a", "5.2.2o4", "5.2.2o5", "5.2.2h")
def test_ranks_and_who_is_below_whom() -> None:
    p = empty()
    names = ("matallana", "hq-centro", "bueno", "hq-ii", "ascanio", "hq-8d", "18bm-1", "art-8d", "dieguez")
    assert [rank(p, unit(p, x)) for x in names] == [1, 2, 3, 4, 5, 6, 7, 7, 9]
    for boss, pawn, want in (
            ("bueno", "hq-ii", True), ("hq-ii", "bueno", False), ("bueno", "18bm-1", True), ("bueno", "hq-69d", False),
            ("hq-ii", "hq-8d", True), ("hq-8d", "hq-7d", False), ("hq-8d", "18bm-1", True), ("hq-8d", "42bm-1", False),
            ("ascanio", "hq-8d", True), ("ascanio", "42bm-1", False), ("18bm-1", "18bm-2", False),
            ("hq-centro", "hq-69d", True), ("hq-centro", "112bm-1", True), ("hq-centro", "99bm-1", False),
            ("hq-centro", "barcelo", False), ("gazzolo", "hq-iv", True), ("hq-ii", "hq-ii", False)):
        assert below(p, unit(p, boss), unit(p, pawn)) == want, (boss, pawn)
    for one, other, want in (("ascanio", "42bm-1", True), ("ascanio", "99bm-1", False), ("pertegaz", "18bm-1", True),
                             ("pertegaz", "45bm-1", True), ("dieguez", "sim-1", False), ("18bm-1", "pertegaz", True)):
        assert related(p, unit(p, one), unit(p, other)) == want, (one, other)


@pytest.mark.rule("5.2.2h", "5.2.2o2")
def test_a_higher_pawn_counts_only_if_it_could_have_been_the_target() -> None:
    p = empty()
    neutral(p, "RES_I", "hq-69d", "99bm-1")
    put(p, "RES_I", "dieguez")
    f = talk(p, PCE, AFFILIATE, "99bm-1", "dieguez")
    assert higher_present(p, f)
    assert parts(p, f)["talk-not-highest"] == -1
    assert not higher_present(p, talk(p, PCE, AFFILIATE, "hq-69d", "dieguez"))
    put(p, "RES_I", "hq-69d")            # the PCE has it already
    assert not higher_present(p, f)
    neutral(p, "RES_I", "gallego")       # he can never be the PCE's
    assert not higher_present(p, f)
    put(p, "A", "hq-69d")
    neutral(p, "A", "hq-69d")
    assert not higher_present(p, f)      # not there


@pytest.mark.rule("5.2.2a", "5.2.2e", "2.3.1b", "7.1.6c", "9.8a", "9.8b", "9.9.1c", "5.2.2c")
def test_why_a_pawn_is_no_target() -> None:
    p = empty(surrender=True)
    neutral(p, "A", "barcelo", "hq-i", "99bm-1", "gallego", "hq-gerc", "fare-air", "syn-pce", "arm-base",
            "112bm-1", "ortega")
    put(p, "A", "70bm-1", "18bm-1", "mera", "ascanio", "pedrero", "alvarez")
    p.damaged[unit(p, "99bm-1")] = 1
    p.capture(unit(p, "112bm-1"), 1)

    def reason(side: int, goal: int, name: str) -> str:
        return target_refusal(p, side, goal, unit(p, name))[1]

    assert [reason(PCE, AFFILIATE, x) for x in ("barcelo", "hq-i", "arm-base")] == ["", "", ""]
    assert reason(PCE, SUBVERT, "70bm-1") == reason(CND, SUBVERT, "18bm-1") == ""
    for side, goal, name, key in (
            (PCE, AFFILIATE, "pedrero", "no-target"), (PCE, AFFILIATE, "alvarez", "no-target"),
            (PCE, AFFILIATE, "syn-pce", "no-target"), (CND, AFFILIATE, "fare-air", "no-target"),
            (PCE, AFFILIATE, "hq-69d", "not-on-board"), (CND, AFFILIATE, "112bm-1", "not-on-board"),
            (CND, AFFILIATE, "hq-gerc", "gerc-apart"), (PCE, SUMMON, "hq-i", "only-leaders"),
            (PCE, SUMMON, "ascanio", "own-leader"), (PCE, SUBVERT, "18bm-1", "not-enemy"),
            (PCE, SUBVERT, "barcelo", "not-enemy"), (PCE, AFFILIATE, "70bm-1", "not-neutral"),
            (PCE, AFFILIATE, "gallego", "wrong-reverse"), (CND, AFFILIATE, "arm-base", "wrong-reverse"),
            (PCE, AFFILIATE, "99bm-1", "damaged-neutral")):
        assert reason(side, goal, name) == key, (name, goal)
    for side in (CND, PCE):              # leaders of anybody else may be summoned, Ortega too until he serves
        assert reason(side, SUMMON, "barcelo") == reason(side, SUMMON, "ortega") == ""
    assert reason(PCE, SUMMON, "mera") == ""
    p.ortega = 1
    assert reason(CND, SUMMON, "ortega") == "ortega-serves"
    assert reason(CND, SUMMON, "barcelo") == reason(PCE, SUMMON, "ortega") == ""
    put(p, "A", "ortega")                # won by the PCE he can be summoned again
    assert reason(CND, SUMMON, "ortega") == ""
    q = empty(armour_open_to_both=True)
    neutral(q, "A", "arm-base", "44bm-1")
    assert target_refusal(q, CND, AFFILIATE, unit(q, "arm-base")) == ("", "")
    assert target_refusal(q, CND, AFFILIATE, unit(q, "44bm-1")) == ("2.3.1b", "wrong-reverse")
    put(q, "A", "mera")
    assert "affiliate:arm-base" in [f"{a.verb}:{q.board.uid[a.arg]}" for a in targets(q, CND)]


@pytest.mark.rule("5.2.2g", "7.1.6c")
def test_the_first_detachment_that_can_be_won_stands_for_its_brigade() -> None:
    p = empty(surrender=True)
    neutral(p, "A", "18bm-1", "18bm-2", "18bm-3")

    def first(name: str) -> bool:
        return first_of_group(p, unit(p, name))

    assert [first(f"18bm-{n}") for n in (1, 2, 3)] == [True, False, False]
    p.damaged[unit(p, "18bm-1")] = 1     # it joins nobody
    assert [first(f"18bm-{n}") for n in (2, 3)] == [True, False]
    put(p, "A", "18bm-1")                # affiliated, damaged or not, it is another group
    assert [first(f"18bm-{n}") for n in (1, 2, 3)] == [True, True, False]
    put(p, "A", "18bm-2")
    assert [first(f"18bm-{n}") for n in (1, 2, 3)] == [True, False, True]        # a damaged enemy does too
    neutral(p, "A", "18bm-1", "18bm-2")
    p.damaged[unit(p, "18bm-1")] = 0
    p.capture(unit(p, "18bm-1"), 1)      # a prisoner counts for nothing
    assert [first(f"18bm-{n}") for n in (2, 3)] == [True, False]
    neutral(p, "B", "18bm-1")
    p.capture(unit(p, "18bm-1"), 0)
    assert first("18bm-2")               # elsewhere


# -- what follows


@pytest.mark.rule("5.2.2n", "8f", "8g")
def test_success_failure_and_backfire() -> None:
    def rolled(die: int) -> tuple[int, list[int], int]:
        p = empty()
        neutral(p, "RES_I", "barcelo")
        put(p, "RES_I", "dieguez")       # 4 against 4
        f = Talk(PCE, AFFILIATE, unit(p, "barcelo"), unit(p, "dieguez"))
        f.at = 9
        run(p, f)
        dice(p, die)
        return p.answer, p.ip, side_of(p, "barcelo")

    assert rolled(6) == (1, [0, 0], PCE)
    assert rolled(5) == (0, [0, 0], NEUTRAL)
    assert rolled(2) == (0, [0, 0], NEUTRAL)
    assert rolled(1) == (0, [1, 0], NEUTRAL)
    p = empty()                          # in a parley the point of a first failure is not doubled, a later one counts
    put(p, "E", "ascanio", "18bm-1", "70bm-1")
    for fails, points in ((0, 0), (1, 1)):
        q = p.clone()
        f = Talk(PCE, SUBVERT, unit(q, "70bm-1"), unit(q, "barrios"), True)
        put(q, "E", "barrios")           # 3 against 3
        f.at = 10
        f.die = 1
        a = Assault(PCE, space(q, "E"), PARLEY)
        a.fails, a.at = fails, 28
        q.stack = [a, f]
        q.settle()
        assert q.ip[CND] == points


@pytest.mark.rule("5.2.2p", "5.2.2e", "5.2.2q")
def test_the_domino_reaches_every_subordinate_once_and_then_the_talks_are_over() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d", "44bm-1", "44bm-2", "art-8d", "111bm-1")
    put(p, "EL_PARDO", "ascanio", "18bm-1")
    neutral(p, "RES_8D", "18bm-2")
    f = Talk(PCE, AFFILIATE, unit(p, "hq-8d"), unit(p, "ascanio"))
    f.at = 9
    run(p, f)
    dice(p, 6)
    assert (side_of(p, "hq-8d"), p.answer) == (PCE, 1)
    d = top(p, Domino)
    assert [p.board.uid[u] for u in d.units] == ["44bm-1", "44bm-2", "111bm-1", "art-8d"]
    assert d.values == [2, 2, 2, 3]
    dice(p, 3, 2, 3, 3)
    assert [side_of(p, x) for x in ("44bm-1", "44bm-2", "111bm-1", "art-8d", "18bm-2")] == [PCE, 2, PCE, 2, 2]
    assert p.choices() == {}
    q = empty()                          # a brigade that is won has nobody below it
    neutral(q, "EL_PARDO", "44bm-1", "44bm-2", "111bm-1")
    put(q, "EL_PARDO", "ascanio")
    f = Talk(PCE, AFFILIATE, unit(q, "44bm-1"), unit(q, "ascanio"))
    f.at = 9
    run(q, f)
    dice(q, 6)
    assert [side_of(q, x) for x in ("44bm-1", "44bm-2", "111bm-1")] == [PCE, PCE, NEUTRAL]
    assert q.choices() == {}
    r = empty()                          # goal II: neutral, and the domino by the other test
    put(r, "RES_8D", "hq-8d", "18bm-1", "18bm-2")
    put(r, "RES_8D", "mera")
    f = Talk(CND, SUBVERT, unit(r, "hq-8d"), unit(r, "mera"))
    f.at = 9
    run(r, f)
    r.ip = [0, 0]
    dice(r, 6)
    assert side_of(r, "hq-8d") == NEUTRAL
    dice(r, 3, 4)                        # value 3: 3 goes, 4 stays
    assert [side_of(r, x) for x in ("18bm-1", "18bm-2")] == [NEUTRAL, PCE]


@pytest.mark.rule("4.5.3f", "9.4a", "11.2b", "5.2.2e")
def test_what_follows_a_change_of_side() -> None:
    p = empty()
    put(p, "A", "ascanio", "18bm-1")
    o = Order(PCE)
    s = Stack(PCE, [unit(p, "ascanio"), unit(p, "18bm-1")], 0)
    p.stack = [o, s]
    p.fixed[unit(p, "18bm-1")] = 1
    change(p, unit(p, "18bm-1"), NEUTRAL, CND)
    assert (s.units, p.fixed[unit(p, "18bm-1")]) == ([unit(p, "ascanio")], 0)
    assert where(p, "18bm-1") == "A"
    put(p, "A", "hq-8d")
    p.spent[unit(p, "hq-8d")] = 3
    change(p, unit(p, "hq-8d"), NEUTRAL, CND)
    assert p.spent[unit(p, "hq-8d")] == 0
    for name, new, side, box in (("hq-ii", PCE, PCE, 5), ("hq-8d", PCE, PCE, 4), ("bueno", PCE, PCE, 4),
                                 ("hq-ii", NEUTRAL, CND, 4)):
        q = empty()
        neutral(q, "L", name)
        if new == NEUTRAL:
            put(q, "L", name)
        change(q, unit(q, name), new, side)
        assert (q.will[PCE], side_of(q, name)) == (box, new), name
    r = empty()
    neutral(r, "RES_LEV", "hq-fare", "fare-air", "hq-66d")
    change(r, unit(r, "hq-66d"), CND, CND)
    assert side_of(r, "fare-air") == NEUTRAL
    change(r, unit(r, "hq-fare"), CND, CND)
    assert side_of(r, "fare-air") == CND
    change(r, unit(r, "hq-fare"), NEUTRAL, PCE)
    assert side_of(r, "fare-air") == NEUTRAL
    s2 = empty()                         # squares that change hands by it
    put(s2, "E", "ascanio", "70bm-1")
    change(s2, unit(s2, "70bm-1"), NEUTRAL, PCE)
    assert s2.will[CND] == 3


@pytest.mark.rule("4.5.3f", "2.3.3c")
def test_who_must_leave_a_compound_when_somebody_in_it_changes() -> None:
    def changed(name: str, new: int, *inside: str, **faces: str) -> dict[str, str]:
        p = empty(surrender=True)
        for x in inside:
            (neutral if x.startswith("n:") else up if x.startswith("up:") else put)(p, "A1", x.partition(":")[2] or x)
        if new == NEUTRAL:
            put(p, "A1", name)
        else:
            neutral(p, "A1", name)
        if "captive" in faces:
            p.capture(unit(p, faces["captive"]), 1)
        change(p, unit(p, name), new, CND)
        return {x.partition(":")[2] or x: where(p, x.partition(":")[2] or x) for x in (name, *inside)}

    # opponents in sight: who changed goes; hidden ones step out instead
    assert changed("arm-base", PCE, "40bm-1") == {"arm-base": "A", "40bm-1": "A1"}
    assert changed("arm-base", PCE, "hq-65d") == {"arm-base": "A", "hq-65d": "A1"}
    assert changed("arm-base", PCE, "pedrero") == {"arm-base": "A1", "pedrero": "A"}
    assert changed("arm-base", PCE, "up:pedrero") == {"arm-base": "A", "pedrero": "A1"}
    # neutral combat units leave soldiers alone, and nobody else has to
    assert changed("18bm-1", PCE, "n:44bm-1", "n:hq-8d") == {"18bm-1": "A1", "44bm-1": "A", "hq-8d": "A1"}
    assert changed("hq-8d", PCE, "n:44bm-1") == {"hq-8d": "A1", "44bm-1": "A1"}
    assert changed("18bm-1", NEUTRAL, "18bm-2") == {"18bm-1": "A", "18bm-2": "A1"}
    assert changed("hq-8d", NEUTRAL, "18bm-2") == {"hq-8d": "A1", "18bm-2": "A1"}
    assert changed("18bm-1", NEUTRAL, "pedrero") == {"18bm-1": "A1", "pedrero": "A1"}
    assert changed("18bm-1", PCE, "n:112bm-1", captive="112bm-1") == {"18bm-1": "A1", "112bm-1": "A1"}
