"""[9] Impulses: who is offered for what, what it costs, whose turn is next, and the reasons given for the rest."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.storm.rules.ch09_impulse import PREPARE, activations, candidates, size_price
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.frames import ASSAULT, ATTACK, BOMBARD, MOVE, Impulses
from frente.games.storm.state.position import Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    fill,
    go,
    hold,
    impulses,
    keys,
    kind,
    now,
    offered,
    own,
    play,
    printed,
    put,
    question,
    spent,
    told,
    unit,
    where,
    why,
)

LEGION = ["n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7", "n-leg-8"]
GUNS = ["n-art-105a", "n-art-75a", "n-art-65", "n-art-155a"]


def free(p: Storm, side: int, kind_of: int, place: str, *chosen: str) -> list[str]:
    """Units that could join some already chosen."""
    return [p.board.uid[u] for u in candidates(p, side, kind_of, area(p, place), [unit(p, n) for n in chosen])]


# -- who can join


@pytest.mark.rule("9h", "1.1d", "9.2a", "9.3a", "9.4.1b", "9.4.3a", "12.2k")
def test_who_can_be_activated_for_what() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-argel", "n-fal-toledo", "n-art-105a", "r-largo")
    put(p, "D", "n-leg-4", spent=True)
    put(p, "C", "r-mena")
    assert set(free(p, NAT, MOVE, "D")) == {"n-leg-1", "n-argel", "n-fal-toledo", "n-art-105a"}
    assert set(free(p, NAT, ATTACK, "D")) == {"n-leg-1", "n-argel", "n-art-105a"}
    assert free(p, NAT, ASSAULT, "D") == ["n-leg-1"]
    assert free(p, NAT, BOMBARD, "D") == ["n-art-105a"]
    assert set(free(p, NAT, MOVE, "D", "n-argel")) == {"n-leg-1", "n-fal-toledo", "n-art-105a"}
    q = empty("corunna", 10)
    put(q, "AA", "r-asalto", "r-bm3")
    assert free(q, REP, MOVE, "AA") == ["r-bm3"]             # the garrison is frozen
    q.freed = 1
    assert set(free(q, REP, MOVE, "AA")) == {"r-asalto", "r-bm3"}


@pytest.mark.rule("9e", "9.3b", "9.3c", "5c")
def test_a_sixth_unit_and_a_third_battery_need_a_point_and_a_fourth_is_never_allowed() -> None:
    p = empty()
    put(p, "D", *LEGION, *GUNS, "r-largo")
    for points, sixth, third in ((0, False, False), (1, True, True)):
        p.sp = [0, points]
        assert bool(free(p, NAT, MOVE, "D", *LEGION[:5])) is sixth
        assert bool(free(p, NAT, ATTACK, "D", *LEGION[:5])) is sixth
        assert free(p, NAT, MOVE, "D", *LEGION[:4]) != []
        assert bool(free(p, NAT, BOMBARD, "D", *GUNS[:2])) is third
        assert set(free(p, NAT, BOMBARD, "D", GUNS[0])) == set(GUNS[1:])
    p.sp = [0, 9]
    assert free(p, NAT, BOMBARD, "D", *GUNS[:3]) == []
    assert [size_price(p, MOVE, n) for n in (5, 6, 10)] == [0, 1, 1]
    assert [size_price(p, BOMBARD, n) for n in (1, 2, 3)] == [0, 0, 1]


@pytest.mark.rule("9.2k", "9.2m", "3.2c")
def test_a_stack_is_named_only_so_far_as_it_can_go_somewhere() -> None:
    p = empty()
    own(p, NAT, "FF")
    own(p, REP, "D")
    put(p, "FF", "n-leg-1", "n-art-105a")                    # every neighbour is Republican and empty
    assert free(p, NAT, MOVE, "FF") == ["n-leg-1"]
    assert free(p, NAT, MOVE, "FF", "n-leg-1") == []
    put(p, "EE", "n-leg-4")
    assert set(free(p, NAT, MOVE, "FF")) == {"n-leg-1", "n-art-105a"}    # a friend in EE lets the battery follow
    assert free(p, NAT, MOVE, "FF", "n-art-105a") == ["n-leg-1"]
    fill(p, "EE", NAT, 8)                                    # nine there now
    assert free(p, NAT, MOVE, "FF", "n-art-105a") == []      # both together find room nowhere
    assert free(p, NAT, MOVE, "FF") == ["n-leg-1", "n-art-105a"]
    impulses(p, NAT)
    play(p, "move:FF", "unit:n-leg-1")
    assert question(p) == "StepOn"                           # nobody can join: not asked any more


@pytest.mark.rule("9.4.3b", "9.2c")
def test_an_assault_takes_only_units_that_reach_the_enemy_together(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()
    own(p, NAT, "C")
    put(p, "D", "n-leg-1", "n-leg-4", "n-leg-5")
    put(p, "M", "r-izqrep")                                  # two steps: 1 + 2 points
    moves = p.board.move[:]
    moves[unit(p, "n-leg-4")] = 2
    monkeypatch.setattr(p.board, "move", moves)
    assert free(p, NAT, ASSAULT, "D") == ["n-leg-1", "n-leg-5"]
    assert free(p, NAT, ASSAULT, "D", "n-leg-1") == ["n-leg-5"]
    impulses(p, NAT)
    assert "assault:D" in offered(p)                         # the fastest counts for the offer
    moves[unit(p, "n-leg-1")] = moves[unit(p, "n-leg-5")] = 2
    assert "assault:D" not in [f"{a.verb}:{p.board.names[a.arg]}" for a in activations(p, NAT, False)]


# -- what is offered


def declared(p: Storm, side: int, combat_only: bool = False) -> set[str]:
    return {f"{a.verb}:{p.board.names[a.arg]}" for a in activations(p, side, combat_only)}


@pytest.mark.rule("9b", "9d", "9.2m", "9.3a", "9.4.1a", "9.4.1b", "9.4.3a", "6f")
def test_each_kind_of_activation_is_offered_exactly_where_it_can_be_carried_out() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-art-105a", "r-largo")
    put(p, "C", "r-mena")
    assert declared(p, NAT) == {"move:D", "attack:D", "assault:D", "bombard:D"}
    assert declared(p, NAT, True) == {"attack:D", "assault:D"}           # only a combat
    for names, wanted in ((["n-art-105a"], {"move:D", "attack:D", "bombard:D"}),
                          (["n-argel"], {"move:D", "attack:D"}), (["n-fal-toledo"], {"move:D"}),
                          (["n-leg-1"], {"move:D", "attack:D", "assault:D"})):
        q = empty()
        put(q, "D", *names, "r-largo")
        put(q, "C", "r-mena")
        assert declared(q, NAT) == wanted, names
        put(q, "D", *names, spent=True)
        assert declared(q, NAT) == set(), names
    alone = empty()
    put(alone, "D", "n-leg-1", "n-art-105a")
    assert declared(alone, NAT) == {"move:D"}                # no enemy near
    put(alone, "C", "r-mena")
    assert declared(alone, NAT) == {"move:D", "assault:D", "bombard:D"}
    stuck = empty()
    own(stuck, NAT, "FF")
    put(stuck, "FF", "n-art-105a")
    assert declared(stuck, NAT) == set()                     # a battery alone enters no enemy area
    put(stuck, "FF", "n-leg-1")
    assert declared(stuck, NAT) == {"move:FF"}


@pytest.mark.rule("9b", "15.N9a", "12.2k", "1.1d")
def test_what_the_flight_and_the_frozen_garrison_leave() -> None:
    p = empty()
    put(p, "C", "r-acero", "r-art-getafe", "n-leg-1", "n-art-105a")
    put(p, "B", "r-bm1a")
    assert declared(p, REP) == {"move:C", "attack:C", "bombard:C", "move:B", "assault:B"}
    p.flight = 1
    assert declared(p, REP) == {"move:C", "move:B"}
    assert "attack:C" in declared(p, NAT)
    q = empty("corunna", 10)
    own(q, NAT, "CC")
    put(q, "AA", "r-asalto")
    put(q, "CC", "n-leg-1")
    assert declared(q, REP) == set()
    q.freed = 2
    assert declared(q, REP) == {"move:AA", "assault:AA"}


# -- why not


@pytest.mark.rule("9b", "9.2m", "1.1d", "12.2k", "2j", "9.4.1a", "9.4.1b", "9.4.3a", "9.4.3b", "9.3a")
def test_why_an_activation_is_not_offered() -> None:
    p = empty()
    put(p, "D", "n-argel")
    put(p, "C", "r-mena")
    put(p, "4", "n-leg-5")
    impulses(p, NAT)
    assert keys(p, "move:C") == [("9b", "no-units-there")]
    assert keys(p, "attack:D") == [("9.4.1a", "no-enemy-there")]
    assert keys(p, "attack:4") == [("2j", "no-combat-in-box")]
    assert keys(p, "assault:D") == [("9.4.3a", "nobody-suited")]
    assert keys(p, "assault:4") == [("9.4.3b", "no-battle-there")]
    assert keys(p, "bombard:D") == [("9.3a", "nobody-suited")]           # a target, but no battery
    assert keys(p, "bombard:4") == [("2j", "no-bombardment-from-box")]
    put(p, "D", "n-argel", "r-largo", "n-fal-toledo")
    put(p, "D", "n-argel", spent=True)
    p.reask()
    assert keys(p, "attack:D") == [("9.4.1b", "nobody-suited")]
    put(p, "D", "n-fal-toledo", spent=True)
    p.reask()
    assert keys(p, "attack:D") == [("1.1d", "all-spent")]
    assert keys(p, "move:D") == [("1.1d", "all-spent")]
    far = empty()
    put(far, "1", "r-bernal", "r-acero")
    impulses(far, REP)
    assert [r.facts["unit"] for r in why(far, "assault:1")] == ["r-acero"]   # the one that could assault
    q = empty()
    own(q, NAT, "FF")
    put(q, "FF", "n-art-105a")
    impulses(q, NAT)
    assert keys(q, "move:FF") == [("9.2m", "nowhere-to-go")]
    assert keys(q, "bombard:FF") == [("9.3a", "nothing-in-range")]
    r = empty(bombard_from_box=True)
    put(r, "1", "r-art-getafe")
    put(r, "6", "n-art-105a")
    impulses(r, REP)
    assert keys(r, "bombard:1") == [("9.3a", "nothing-in-range")]
    assert keys(r, "attack:1") == [("2j", "no-combat-in-box")]
    s = empty("corunna", 10)
    put(s, "AA", "r-asalto", "r-presid")
    put(s, "AA", "r-bm3", spent=True)
    impulses(s, REP)
    assert keys(s, "move:AA") == [("12.2k", "garrison-frozen")]


@pytest.mark.rule("15.N9a", "6f", "12.3l")
def test_why_the_flight_the_pause_and_durruti_forbid_an_activation() -> None:
    p = empty(turn=5)
    put(p, "C", "r-acero", "r-art-getafe", "n-leg-1", "n-art-105a")
    p.flight = 2
    impulses(p, REP)
    for word in ("attack:C", "assault:C", "bombard:C"):
        assert keys(p, word) == [("15.N9a", "government-in-flight")]
    put(p, "C", "r-acero", "r-art-getafe", spent=True)
    p.reask()
    assert keys(p, "move:C") == [("1.1d", "all-spent")]      # moving is not what the flight forbids
    play(p, "pass")
    put(p, "C", "n-leg-1", "n-art-105a", spent=True)
    p.reask()
    assert keys(p, "attack:C") == [("1.1d", "all-spent")]    # nor does it bind the Nationalist
    q = empty("campaign", 7)
    q.pause_start = 7
    put(q, "D", "n-leg-1", "n-art-105a")
    put(q, "C", "r-mena", "n-leg-4")
    impulses(q, NAT)
    assert keys(q, "attack:C") == [("12.3l", "pause-no-attack")]
    assert keys(q, "attack:D") == [("9.4.1a", "no-enemy-there")]         # not everything is the pause's fault
    assert keys(q, "assault:D") == [("12.3l", "pause-no-attack")]
    assert keys(q, "bombard:D") == [("12.3l", "pause-no-attack")]
    q.pause_end = 7
    q.reask()
    assert {"attack:C", "assault:D", "bombard:D"} <= set(offered(q))
    r = empty(turn=5)
    put(r, "C", "r-cnt-juv", "r-art-getafe", "n-leg-1")
    hold(r, "R6", "R5")
    impulses(r, REP)
    play(r, "chit:R6")
    assert keys(r, "move:C") == [("6f", "combat-must-follow")]
    assert keys(r, "bombard:C") == [("6f", "combat-must-follow")]
    assert keys(r, "assault:C") == [("9.4.3b", "no-battle-there")]
    assert keys(r, "pass") == [("6f", "combat-must-follow")]
    assert keys(r, "chit:R5c") == [("6f", "combat-must-follow")]


# -- chits that are declared


@pytest.mark.rule("6a", "6d", "6e", "6f", "15.R6")
def test_which_chits_can_be_declared() -> None:
    p = empty(turn=5)
    put(p, "C", "r-cnt-juv", "n-leg-1")
    put(p, "B", "r-largo", spent=True)
    hold(p, "R1", "R5", "R6", "R4", "N6")
    impulses(p, REP)
    assert set(args(p, "chit")) == {"R1", "R5a", "R5c", "R6"}
    assert keys(p, "chit:R4a") == [("6f", "combat-event")]
    assert keys(p, "chit:R5b") == [("15.R5b", "nothing-to-rebuild")]
    assert keys(p, "chit:R2") == [("6a", "chit-not-held")]
    play(p, "pass")
    assert args(p, "chit") == ["N6"]                         # nothing of the Republican's
    for title, left in (("R1", {"R5a", "R5c", "R6"}), ("R6", {"R1", "R5a", "R5c"})):
        q = empty(turn=5)
        put(q, "C", "r-cnt-juv", "n-leg-1")
        put(q, "B", "r-largo", spent=True)
        hold(q, "R1", "R5", "R6")
        q.used[kind(q, title)] = 1
        impulses(q, REP)
        assert set(args(q, "chit")) == left                  # a title once a turn


@pytest.mark.rule("15.R6", "6f", "15.N9a")
def test_durruti_needs_a_combat_that_he_or_anybody_else_can_fight() -> None:
    def refused(*units: str, enemy: str = "C", **state: Any) -> list[tuple[str, str]]:
        p = empty(turn=5)
        put(p, "C", *units)
        put(p, enemy, "n-leg-1")
        hold(p, "R6")
        for name, value in state.items():
            setattr(p, name, value)
        impulses(p, REP)
        return keys(p, "chit:R6")

    assert refused("r-cnt-juv") == []
    assert refused("r-acero") == []                          # any attacker will do
    assert refused("r-largo") == [("6f", "no-combat-possible")]
    assert refused("r-cnt-juv", enemy="D") == []             # an anarchist may assault
    assert refused("r-acero", enemy="D") == []
    assert refused("r-libertad", enemy="D") == [("6f", "no-combat-possible")]            # a line unit does not
    assert refused("r-cnt-juv", enemy="Q") == [("6f", "no-combat-possible")]
    assert refused("r-cnt-juv", durruti=1) == [("15.R6", "already-in-force")]
    assert refused("r-cnt-juv", flight=1) == [("15.N9a", "government-in-flight")]
    p = empty(turn=5)
    p.at[unit(p, "r-cnt-juv")] = -1                          # not on the map
    put(p, "D", "n-leg-1")
    hold(p, "R6")
    impulses(p, REP)
    assert keys(p, "chit:R6") == [("6f", "no-combat-possible")]
    full = empty(turn=5)
    put(full, "C", "r-cnt-juv")
    fill(full, "D", REP, 9)
    put(full, "D", *[full.board.uid[u] for u in full.units(REP, area(full, "D"))], spent=True)
    put(full, "D", "n-leg-1")
    hold(full, "R6")
    impulses(full, REP)
    assert "chit:R6" in offered(full)                        # room for one is enough


@pytest.mark.rule("6e", "9c", "9b")
def test_a_chit_is_no_pass() -> None:
    p = empty(turn=5)
    put(p, "D", "n-leg-1")
    put(p, "C", "r-largo")
    hold(p, "R5")
    impulses(p, NAT)
    play(p, "pass", "chit:R5c", "pass")
    assert asked(p) == [REP]                                 # two passes, but not in succession
    play(p, "pass")
    assert p.choices() == {}


@pytest.mark.rule("9b", "6e", "15.R6")
def test_what_declaring_does() -> None:
    p = empty(turn=5)
    put(p, "C", "r-cnt-juv", "n-leg-1")
    hold(p, "R6", "R5")
    impulses(p, REP)
    q = play(p.clone(), "chit:R5c")
    assert (q.morale, asked(q), q.played[kind(q, "R5")]) == (1, [NAT], 1)    # that was the impulse
    play(p, "chit:R6")
    assert (question(p), asked(p), p.durruti, p.played[kind(p, "R6")]) == ("Declare", [REP], 2, 1)
    play(p, "attack:C")
    assert (now(p).kind, now(p).origin, question(p)) == (ATTACK, area(p, "C"), "ChooseUnits")


@pytest.mark.rule("9b", "15.R7")
def test_a_pass_is_no_impulse_to_follow_and_a_chit_is_one_by_the_wider_reading() -> None:
    for word, wanted in (("pass", ("Declare", [NAT])), ("chit:R5c", ("PlayEvents", [REP]))):
        p = empty(plans_after_any_impulse=True)
        put(p, "C", "r-largo")
        hold(p, "R7", "R5")
        impulses(p, REP)
        play(p, word)
        assert (question(p), asked(p)) == wanted


# -- naming units


@pytest.mark.rule("9h", "9e", "9.2a", "9.4.2a", "9.4.3d")
def test_units_are_named_one_by_one_and_the_price_is_paid_at_the_end() -> None:
    p = empty()
    put(p, "D", *LEGION, "r-largo")
    p.sp = [0, 1]
    impulses(p, NAT)
    play(p, "attack:D")
    assert offered(p) == [f"unit:{n}" for n in LEGION]       # nothing to be done with yet
    assert keys(p, "done") == [("9h", "choose-a-unit")]
    assert keys(p, "prepare") == [("9h", "choose-a-unit")]
    for n in range(1, 6):
        play(p, f"unit:{LEGION[n - 1]}")
        assert offered(p) == [*[f"unit:{x}" for x in LEGION[n:]], "prepare", "done"]
    assert p.sp == [0, 1]
    q = play(p.clone(), "done")
    assert (q.sp, question(q)) == ([0, 1], "NamePoint")      # five cost nothing
    r = play(p.clone(), "prepare")
    assert (r.sp, now(r).prepared, question(r)) == ([0, 0], True, "NamePoint")
    play(p, f"unit:{LEGION[5]}")
    assert (p.sp, now(p).prepared, question(p)) == ([0, 0], False, "NamePoint")          # six do, and no point is left
    rich = empty()
    put(rich, "D", *LEGION, "n-reg-te1", "r-largo")
    rich.sp = [0, 1]
    impulses(rich, NAT)
    play(rich, "attack:D", *[f"unit:{n}" for n in LEGION])
    events = told(rich)
    play(rich, "done")                                       # six of seven
    assert (rich.sp, [(e.key, e.rule) for e in events]) == ([0, 0], [("pays-size", "9e")])
    s = empty()
    put(s, "D", "n-leg-1", "n-leg-4")
    s.sp = [0, 3]
    impulses(s, NAT)
    play(s, "move:D", "unit:n-leg-1")
    assert offered(s) == ["unit:n-leg-4", "done"]
    assert keys(s, "prepare") == [("9.4.2a", "nothing-to-prepare")]
    poor = empty()
    put(poor, "D", "n-leg-1", "n-leg-4", "r-largo")
    impulses(poor, NAT)
    play(poor, "attack:D", "unit:n-leg-1")
    assert keys(poor, "prepare") == [("9.4.2a", "no-support-points")]


@pytest.mark.rule("9b", "9h", "1.1d", "12.2k", "9.4.1b", "9.4.3a", "9.8", "9.3a", "9.3b", "9.3c", "9e")
def test_why_a_unit_cannot_be_named() -> None:
    p = empty()
    put(p, "D", *LEGION, "n-argel", "n-fal-toledo", *GUNS, "r-largo")
    put(p, "D", "n-victoria", spent=True)
    put(p, "C", "r-mena")
    put(p, "4", "n-toledo")
    impulses(p, NAT)

    def named(kind_of: str, *chosen: str) -> Storm:
        return play(p.clone(), f"{kind_of}:D", *[f"unit:{n}" for n in chosen])

    q = named("attack", "n-leg-1")
    assert keys(q, "unit:r-largo") == [("9b", "not-your-unit")]
    assert keys(q, "unit:n-toledo") == [("9h", "not-in-the-area")]
    assert keys(q, "unit:n-leg-1") == [("9h", "already-chosen")]
    assert keys(q, "unit:n-victoria") == [("1.1d", "unit-spent")]
    assert keys(q, "unit:n-fal-toledo") == [("9.4.1b", "unsuited")]
    a = named("assault", "n-leg-1")
    assert keys(a, "unit:n-argel") == [("9.4.3a", "cannot-assault")]
    assert keys(a, "unit:n-art-105a") == [("9.8", "cannot-assault")]
    g = named("bombard", GUNS[0])
    assert keys(g, "unit:n-leg-1") == [("9.3a", "unsuited")]
    p.sp = [0, 1]
    p.reask()
    sixth = named("attack", *LEGION[:5])
    assert f"unit:{LEGION[5]}" in offered(sixth)
    sixth.sp = [0, 0]
    sixth.reask()
    sixth.asked = {NAT: [PREPARE]}
    assert keys(sixth, f"unit:{LEGION[5]}") == [("9e", "no-support-points")]
    third = named("bombard", *GUNS[:2])
    third.sp = [0, 0]
    third.asked = {NAT: [PREPARE]}
    assert keys(third, f"unit:{GUNS[2]}") == [("9.3c", "no-support-points")]
    third.sp = [0, 9]
    now(third).units.append(unit(third, GUNS[2]))
    assert keys(third, f"unit:{GUNS[3]}") == [("9.3b", "three-batteries")]
    s = empty("corunna", 10)
    put(s, "AA", "r-asalto", "r-bm3", "r-bm1a")
    impulses(s, REP)
    play(s, "move:AA")
    assert keys(s, "unit:r-asalto") == [("12.2k", "garrison-frozen")]


@pytest.mark.rule("9e", "9.3c", "5c")
def test_the_payment_is_told_with_its_rule_and_nothing_is_told_where_nothing_is_paid() -> None:
    for kind_of, units, told_of in (("bombard", GUNS[:3], [("pays-size", "9.3c")]), ("bombard", GUNS[:2], []),
                                    ("move", LEGION[:5], []), ("move", LEGION, [("pays-size", "9e")])):
        p = empty()
        put(p, "D", *LEGION, *GUNS[:3], "r-largo")
        put(p, "C", "r-mena")
        p.sp = [0, 1]
        impulses(p, NAT)
        play(p, f"{kind_of}:D", *[f"unit:{n}" for n in units[:-1]])
        events = told(p)
        play(p, f"unit:{units[-1]}")
        if question(p) == "ChooseUnits":
            play(p, "done")
        assert [(e.key, e.rule) for e in events if e.key == "pays-size"] == told_of
        assert p.sp == [0, 0 if told_of else 1]


@pytest.mark.rule("9.2k", "3.2c", "9.4.3b", "9e")
def test_why_a_unit_cannot_go_with_the_others() -> None:
    p = empty()
    own(p, NAT, "FF")
    put(p, "FF", "n-leg-1", "n-leg-4", "n-art-105a")
    impulses(p, NAT)
    play(p, "move:FF", "unit:n-leg-1")
    assert keys(p, "unit:n-art-105a") == [("9.2k", "artillery-needs-friend")]
    q = empty()
    own(q, NAT, "FF", "EE", "DD", "GG", "LL")
    put(q, "FF", "n-leg-1", "n-leg-4", "n-leg-5")
    for place, number in (("DD", 10), ("GG", 10), ("LL", 10), ("EE", 9)):
        fill(q, place, NAT, number)
    q.rivers_open = True
    impulses(q, NAT)
    play(q, "move:FF", "unit:n-leg-1")
    assert question(q) == "StepOn"                           # room for one only
    now(q).at = 1
    q.stack = q.stack[:-1]
    q.asked = {NAT: [PREPARE]}
    assert keys(q, "unit:n-leg-4") == [("3.2c", "stack-too-large")]
    r = empty()
    put(r, "D", "n-leg-1", "n-leg-4", "n-leg-5")
    put(r, "C", "r-mena")
    fill(r, "C", NAT, 8)
    impulses(r, NAT)
    play(r, "assault:D", "unit:n-leg-1", "unit:n-leg-4")
    assert question(r) == "NamePoint"                        # ten with these two
    now(r).at = 1
    r.asked = {NAT: [PREPARE]}
    assert keys(r, "unit:n-leg-5") == [("9.4.3b", "stack-cannot-reach")]


@pytest.mark.rule("9.4.1.C1", "9.4.3b")
def test_the_point_unit_is_named_in_a_combat_of_several_and_only_then() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4", "r-largo")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1", "n-leg-4"])
    assert (question(p), now(p).point) == ("StepOn", -1)
    q = empty()
    put(q, "D", "n-leg-1", "n-leg-4", "n-leg-5", "r-acero")
    impulses(q, NAT)
    play(q, "attack:D", "unit:n-leg-4", "unit:n-leg-1", "done")
    assert (question(q), args(q, "point")) == ("NamePoint", ["n-leg-1", "n-leg-4"])
    assert keys(q, "point:n-leg-5") == [("9.4.1.C1", "not-attacking")]
    play(q, "point:n-leg-4")
    assert (now(q).point, question(q)) == (unit(q, "n-leg-4"), "CounterAttack")


# -- strife


@pytest.mark.rule("15.N6a", "15.N6b", "15.N6c")
def test_when_the_parties_quarrel_and_what_it_costs() -> None:
    def activated(strife: bool, *units: str, points: int = 0) -> Storm:
        p = empty()
        p.strife = strife
        p.sp = [points, 0]
        put(p, "C", *units)
        impulses(p, REP)
        return choose(p, "move", "C", list(units))

    assert question(activated(True, "r-libertad", "r-cnt-juv")) == "StrifeDie"
    assert question(activated(True, "r-ib11a", "r-cnt-juv")) == "StrifeDie"
    assert question(activated(False, "r-libertad", "r-cnt-juv")) == "StepOn"
    assert question(activated(True, "r-libertad", "r-thaelmann5")) == "StepOn"
    assert question(activated(True, "r-cnt-juv", "r-cnt-mora")) == "StepOn"
    assert question(activated(True, "r-cnt-juv", "r-largo", "r-mena")) == "StepOn"
    for die, wanted in ((3, "StepOn"), (4, "StrifeChoice")):
        assert question(dice(activated(True, "r-libertad", "r-cnt-juv"), die)) == wanted
    for keep, left in (("communists", ["r-libertad", "r-thaelmann5", "r-ib11a", "r-largo"]),
                       ("anarchists", ["r-cnt-juv", "r-cnt-mora", "r-largo"])):
        p = activated(True, "r-libertad", "r-thaelmann5", "r-ib11a", "r-cnt-juv", "r-cnt-mora", "r-largo", points=1)
        assert p.sp == [0, 0]
        dice(p, 6)
        play(p, f"keep:{keep}")
        assert question(p) == "StepOn"                       # asked once
        assert [p.board.uid[u] for u in now(p).units] == left
        assert p.sp == [1, 0]                                # five or fewer: the point comes back
    q = activated(True, "r-libertad", "r-thaelmann5", "r-comuna", "r-burillo", "r-barcelo", "r-acero", "r-cnt-juv",
                  points=1)
    dice(q, 6)
    play(q, "keep:communists")
    assert (len(now(q).units), q.sp) == (6, [0, 0])          # still six
    nat = empty()
    nat.strife = True
    put(nat, "D", "n-leg-1")
    impulses(nat, NAT)
    choose(nat, "move", "D", ["n-leg-1"])
    assert question(nat) == "StepOn"


# -- the end of an impulse


@pytest.mark.rule("9f", "9.2l", "9.4.1.C2b")
def test_who_was_activated_is_spent_and_who_was_lost_is_not_touched() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "r-acero")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "6")
    assert spent(p, "n-leg-1", "n-leg-4") == [True, False]
    q = empty()
    put(q, "FF", "n-leg-1", "r-bm1a", "r-acero")
    impulses(q, NAT)
    choose(q, "attack", "FF", ["n-leg-1"])
    play(q, "unit:r-bm1a", "unit:r-acero", "point:r-bm1a")
    dice(q, 1, 1)                                            # IL 9: lost
    assert (where(q, "n-leg-1"), spent(q, "n-leg-1")) == ("eliminated", [False])
    r = empty()
    put(r, "D", "n-leg-1", "r-largo")
    hold(r, "N6")
    impulses(r, NAT)
    play(r, "chit:N6")
    assert spent(r, "n-leg-1") == [False]                    # a chit activates nobody


@pytest.mark.rule("9a", "9c", "9b")
def test_impulses_alternate_and_two_passes_in_a_row_end_the_phase() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "r-largo", "r-mena")
    impulses(p, NAT)
    play(p, "pass")
    assert asked(p) == [REP]
    choose(p, "move", "C", ["r-largo"])
    go(p, "J")
    assert asked(p) == [NAT]
    play(p, "pass")
    assert asked(p) == [REP]                                 # his pass before does not count any more
    play(p, "pass")
    assert p.choices() == {}


@pytest.mark.rule("9a", "15.N9c", "15.R6")
def test_what_runs_out_with_an_impulse_of_which_side() -> None:
    for own_reading, after in ((True, (2, 1)), (False, (1, 0))):
        p = empty(durruti_next_own_impulse=own_reading)
        put(p, "D", "n-leg-1")
        put(p, "C", "r-largo")
        p.durruti, p.flight = 2, 2
        impulses(p, NAT)
        play(p, "pass")
        assert (p.durruti, p.flight) == (after[0], 2)        # a Nationalist impulse
        play(p, "pass")
        assert (p.durruti, p.flight) == (after[1], 1)
    q = empty()
    put(q, "D", "n-leg-1")
    put(q, "C", "r-largo")
    impulses(q, REP)
    play(q, "pass")
    assert (q.durruti, q.flight) == (0, 0)                   # nothing runs below nothing


@pytest.mark.rule("9a", "12.2j", "12.3e")
def test_a_series_of_impulses_is_used_up_one_by_one_and_a_pass_ends_it() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4", "n-leg-5")
    put(p, "C", "r-acero")
    impulses(p, NAT, 2)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "6")
    assert asked(p) == [NAT]                                 # the second of two
    choose(p, "move", "D", ["n-leg-4"])
    go(p, "6")
    assert asked(p) == [REP]
    play(p, "pass")
    assert asked(p) == [NAT]
    choose(p, "move", "D", ["n-leg-5"])
    go(p, "6")
    assert asked(p) == [REP]                                 # no series any more
    q = empty()
    put(q, "D", "n-leg-1", "n-leg-4")
    put(q, "C", "r-acero")
    impulses(q, NAT, 3)
    play(q, "pass")
    assert asked(q) == [REP]
    choose(q, "move", "C", ["r-acero"])
    go(q, "J")
    choose(q, "move", "D", ["n-leg-1"])
    go(q, "6")
    assert asked(q) == [REP]                                 # the rest of it is gone


@pytest.mark.rule("9a", "9g", "15.R7")
def test_the_second_impulse_of_captured_plans_is_one_and_not_part_of_a_series() -> None:
    p = empty(turn=5)
    own(p, NAT, "C")
    put(p, "C", "r-acero", "r-bm1a", "n-leg-1")
    hold(p, "R7")
    impulses(p, REP)
    choose(p, "attack", "C", ["r-acero"])
    play(p, "done")
    dice(p, 3, 3)
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[0])
    play(p, "chit:R7")
    phase = p.stack[0]
    assert isinstance(phase, Impulses)
    assert (asked(p), phase.extra, phase.passes) == ([REP], True, 0)
    choose(p, "move", "C", ["r-bm1a"])
    go(p, "J")
    assert (asked(p), phase.extra) == ([NAT], False)


@pytest.mark.rule("9c", "9g")
def test_the_phase_lasts_while_anybody_is_fresh() -> None:
    def goes_on(nat: bool, rep: bool, chit: bool = False, **options: Any) -> bool:
        p = empty(**options)
        put(p, "D", "n-leg-1", spent=not nat)
        put(p, "C", "r-largo", spent=not rep)
        if chit:
            hold(p, "R5", "N6")
        impulses(p, NAT, bystanders=False)
        return bool(p.choices())

    assert goes_on(True, True)
    assert goes_on(True, False)
    assert goes_on(False, True)
    assert not goes_on(False, False)
    assert not goes_on(False, False, chit=True)              # vector I8
    assert goes_on(False, False, chit=True, chits_after_last_unit=True)


@pytest.mark.rule("9b")
def test_a_side_with_neither_a_fresh_unit_nor_a_chit_is_not_asked() -> None:
    for fresh, chit, wanted in ((True, False, [NAT]), (False, True, [NAT]), (False, False, [REP])):
        p = empty()
        put(p, "D", "n-leg-1", spent=not fresh)
        put(p, "C", "r-largo")
        if chit:
            hold(p, "N6")
        impulses(p, NAT, bystanders=False)
        assert asked(p) == wanted
    play(p, "pass")
    assert p.choices() == {}                                 # the pass nobody was asked for counts


@pytest.mark.rule("9d", "9.4")
def test_each_kind_of_activation_is_carried_out_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()
    printed(monkeypatch, p, {"r-largo": (0, 5)})
    put(p, "D", "n-leg-1", "n-art-105a", "r-largo")
    put(p, "C", "r-mena")
    impulses(p, NAT)
    for word, units, wanted in (("move:D", ["n-leg-1"], "StepOn"), ("attack:D", ["n-leg-1"], "RollTests"),
                                ("assault:D", ["n-leg-1"], "StepOn"), ("bombard:D", ["n-art-105a"], "ChooseTarget")):
        q = p.clone()
        choose(q, word.split(":")[0], "D", units)
        assert question(q) == wanted
