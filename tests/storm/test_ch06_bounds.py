"""[6, 15.0d] Drawing, playing and returning chits: what keeps one from it, and the neighbouring case that does not."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch06_chits import Draw, Return, enter_chits, played_back
from frente.games.storm.state.board import N3, N8B, NAT, R3B, R4A, R8A, REP
from frente.games.storm.state.position import Storm
from tests.storm.chits import attack, crossing, republican_attack
from tests.storm.lay import (
    args,
    asked,
    before,
    choose,
    dice,
    empty,
    held,
    hold,
    impulses,
    kind,
    now,
    offered,
    own,
    play,
    put,
    question,
    rules,
    run,
    told,
    why,
)

# -- drawing


@pytest.mark.rule("6a", "6b", "6k")
def test_a_drawn_chit_leaves_the_pool_and_the_player_may_stop() -> None:
    p = empty()
    p.sp = [3, 0]
    for name, n in (("R1", 2), ("R4", 1)):
        p.pool[kind(p, name)] = n
    p.hand[kind(p, "R5")] = 1
    run(p, Draw(REP))
    play(p, "buy", "draw:R1")
    assert (p.pool[kind(p, "R1")], p.hand[kind(p, "R1")], p.sp) == (1, 1, [2, 0])
    assert offered(p) == ["buy", "pass"]
    play(p, "buy", "draw:R4")
    assert (p.pool[kind(p, "R4")], p.hand[kind(p, "R4")], p.sp) == (0, 1, [1, 0])
    play(p, "pass")
    assert p.choices() == {}
    assert p.sp == [1, 0]


@pytest.mark.rule("6a")
def test_each_draw_counts_for_every_kind_that_could_have_been_drawn() -> None:
    p = empty()
    p.sp = [3, 0]
    for name, n in (("R1", 2), ("R4", 1), ("N3", 1)):
        p.pool[kind(p, name)] = n
    run(p, Draw(REP))
    play(p, "buy", "draw:R1")
    assert [p.since[kind(p, x)] for x in ("R1", "R4", "R6", "N3")] == [1, 1, 0, 0]
    play(p, "buy", "draw:R4")
    assert [p.since[kind(p, x)] for x in ("R1", "R4", "R6", "N3")] == [2, 2, 0, 0]


@pytest.mark.rule("6a", "6b", "6c", "12.3m")
def test_what_keeps_a_side_from_drawing() -> None:
    def asked_to_buy(points: int, pooled: int, in_hand: int, pause: bool = False, side: int = NAT) -> bool:
        p = empty("campaign", 7)
        p.sp = [points, points]
        mine, spare = ("N3", "N1") if side == NAT else ("R4", "R1")
        p.pool[kind(p, mine)] = pooled
        p.hand[kind(p, spare)] = in_hand
        p.pause_start = 7 if pause else 0
        run(p, Draw(side))
        return bool(p.choices())

    assert asked_to_buy(1, 1, 4)
    assert not asked_to_buy(0, 1, 4)
    assert not asked_to_buy(1, 0, 4)
    assert not asked_to_buy(1, 1, 5)
    assert not asked_to_buy(1, 1, 4, pause=True)
    assert asked_to_buy(1, 1, 4, pause=True, side=REP)


@pytest.mark.rule("6i")
def test_a_chit_enters_on_its_turn_and_a_late_start_finds_all_that_entered_before() -> None:
    p = empty("campaign", 3)
    enter_chits(p)
    assert {p.board.chit_ids[k]: n for k, n in enumerate(p.pool) if n} == {"R2": 2, "R3": 2}
    q = empty("campaign", 1)
    enter_chits(q)
    assert q.pool == [4, 0, 0, 2, 1, 0, 1, 2, 2, 2, 1, 1, 1, 1, 0, 2, 1, 1, 1, 1]
    r = empty("corunna", 11)
    r.first_turn = 11
    enter_chits(r)
    assert r.pool == [4, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1]
    r.turn = 12
    enter_chits(r)
    assert sum(r.pool) == 30                                 # nothing enters twice


# -- playing


@pytest.mark.rule("6a", "6d", "6k")
def test_a_chit_of_the_other_side_not_held_or_played_before_is_refused_as_that() -> None:
    p = empty()
    put(p, "C", "r-largo", spent=True)
    hold(p, "R5")
    impulses(p, REP)
    assert rules(p, "chit:R5c") == []                        # held, and not yet played
    assert rules(p, "chit:N6") == ["6k", "6f"]
    assert rules(p, "chit:R1") == ["6a", "15.R1"]            # not held, and nothing to bombard
    put(p, "D", "n-leg-1")
    assert rules(p, "chit:R1") == ["6a"]                     # the only reason now: D lies next to C
    p.used[kind(p, "R5")] = 1
    p.reask()
    assert rules(p, "chit:R5c") == ["6d"]
    q = empty(same_title_once_per_turn=False)
    put(q, "C", "r-largo", spent=True)
    hold(q, "R5")
    q.used[kind(q, "R5")] = 1
    impulses(q, REP)
    assert "chit:R5c" in offered(q)


@pytest.mark.rule("6d")
def test_a_title_played_once_is_neither_offered_nor_waited_for() -> None:
    p = attack("R4", "R4")
    play(p, "chit:R4a")
    assert p.used[kind(p, "R4")] == 1
    assert question(p) == "CounterAttack"                    # nothing else could be held: nobody is asked
    q = attack("R4", "R4", "R8", place="C", rep=("r-acero", "r-largo"))
    play(q, "chit:R4a")
    assert offered(q) == ["chit:R8a", "pass"]                # asked for the other title only
    assert rules(q, "chit:R4b") == ["6d"]
    r = attack("R4", "R4", same_title_once_per_turn=False)
    play(r, "chit:R4a")
    assert offered(r) == ["chit:R4b", "pass"]


@pytest.mark.rule("6h", "6g")
def test_a_chit_that_is_played_is_shown_and_cannot_be_taken_back() -> None:
    for name, word, gone, back in (("R4", "chit:R4a", 0, 1), ("R8", "chit:R8a", 1, 0)):
        p = attack(name, place="C", rep=("r-acero", "r-largo"))
        barrier = p.barrier
        events = told(p)
        play(p, word)
        assert p.barrier == barrier + 1
        assert (events[0].key, events[0].facts) == ("plays-chit", {"side": "republican", "chit": word[5:]})
        assert (p.gone[kind(p, name)], p.played[kind(p, name)], p.hand[kind(p, name)]) == (gone, back, 0)


@pytest.mark.rule("6h", "4.4d")
def test_every_played_chit_goes_back_to_its_pool_and_may_be_played_again() -> None:
    p = empty()
    p.played = [1] * 20
    p.used = [1] * 20
    p.pool = [2] * 20
    played_back(p)
    assert (p.pool, p.played, p.used) == ([3] * 20, [0] * 20, [0] * 20)


@pytest.mark.rule("6j", "6k")
def test_unplayed_chits_may_be_put_back_one_by_one() -> None:
    p = empty()
    hold(p, "R1", "R1", "R5")
    run(p, Return(REP))
    assert offered(p) == ["return:R1", "return:R5", "pass"]
    assert rules(p, "return:R4") == ["6j"]
    assert rules(p, "return:N3") == ["6k"]
    play(p, "return:R1")
    assert (held(p, REP), p.pool[kind(p, "R1")]) == (["R1", "R5"], 1)
    assert offered(p) == ["return:R1", "return:R5", "pass"]
    play(p, "pass")
    assert p.choices() == {}
    assert held(p, REP) == ["R1", "R5"]
    q = empty()
    run(q, Return(NAT))
    assert q.choices() == {}                                 # nothing held, nothing asked


# -- windows


@pytest.mark.rule("6f", "15.0d")
def test_a_chit_is_refused_by_the_window_or_by_what_it_does_not_fit() -> None:
    p = attack("N3", "N10", "R4", "R1")
    assert (question(p), asked(p)) == ("PlayEvents", [NAT])
    assert [(r.rule, r.key) for r in why(p, "chit:N10a")] == [("6f", "not-in-this-window")]
    assert rules(p, "chit:N8a") == ["6a"]                    # would fit, but is not held
    assert rules(p, "chit:N8b") == ["6a", "15.N8b"]          # and would not fit either
    assert rules(p, "chit:R4a") == ["6k", "6f"]
    play(p, "pass")
    assert rules(p, "chit:R1") == ["6f"]
    assert offered(p) == ["chit:R4a", "chit:R4b", "pass"]


@pytest.mark.rule("15.0d", "6f")
def test_the_player_who_alone_can_speak_is_asked_once_and_the_window_is_over() -> None:
    p = attack("R4")                                         # the Nationalist holds nothing
    assert (question(p), asked(p)) == ("PlayEvents", [REP])
    play(p, "pass")
    assert question(p) == "CounterAttack"
    q = attack("N3")
    play(q, "pass")
    assert question(q) == "CounterAttack"
    r = attack("N3", "R4")
    play(r, "pass")
    assert asked(r) == [REP]
    play(r, "pass")
    assert question(r) == "CounterAttack"                    # both have declined


@pytest.mark.rule("15.N8a", "15.N8b", "15.R8a")
def test_a_stampede_in_the_suburbs_needs_line_units_and_elsewhere_shock_units() -> None:
    assert args(attack("N8", rep=("r-largo",)), "chit") == ["N8a"]
    assert question(attack("N8", rep=("r-acero", "r-art-getafe"))) == "CounterAttack"
    assert args(attack("N8", place="C", rep=("r-acero",)), "chit") == ["N8b"]
    assert question(attack("N8", place="C", rep=("r-largo",))) == "RollTests"
    assert question(attack("N8", place="AA", rep=("r-largo", "r-acero"))) == "CounterAttack"
    p = attack("N8", "R8", place="C", rep=("r-acero",))
    play(p, "chit:N8b")
    assert {"chit:R8a", "chit:R8b"} <= set(offered(p))       # no test but that of the Stampede
    play(p, "chit:R8a")
    assert now(p).effects == [R8A]
    assert question(p) == "CounterAttack"
    assert question(attack("R8", place="C", rep=("r-acero",))) == "CounterAttack"


@pytest.mark.rule("15.N8a", "15.R6")
def test_anarchists_whom_durruti_leads_do_not_stampede_in_the_suburbs() -> None:
    p = empty(turn=5)
    p.durruti = 1
    put(p, "FF", "n-leg-1", "n-leg-4", "r-cnt-juv")
    hold(p, "N8")
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    assert question(p) == "CounterAttack"


@pytest.mark.rule("15.R8a", "15.N8b")
def test_miaja_takes_the_stampede_away_and_nothing_else() -> None:
    p = attack("N3", "N8", "R8", place="C", rep=("r-acero", "r-largo"))
    play(p, "chit:N3", "pass", "chit:N8b", "chit:R8a")
    assert now(p).effects == [N3, R8A]


@pytest.mark.rule("15.N12")
def test_alfereces_against_an_attack_do_not_depend_on_the_reading_of_fire() -> None:
    p = empty(turn=5, alfereces_vs_defensive_fire=False)
    own(p, NAT, "C")
    put(p, "C", "r-acero", "r-bm1a", "n-leg-1")
    hold(p, "N12")
    impulses(p, REP)
    choose(p, "attack", "C", ["r-acero"])
    play(p, "done")
    assert args(p, "chit") == ["N12"]
    q = republican_attack("N12", nat=("n-argel",))
    play(q, "done")
    assert question(q) == "AttackDice"
    r = crossing("N12", units=("n-cav-calatrava",))
    assert question(r) == "FireDice"                         # the crossing unit is neither Legion nor Moroccan


@pytest.mark.rule("15.N10a", "15.N10c")
def test_one_roll_again_in_a_combat_bars_another_and_no_other_chit() -> None:
    p = crossing("N10", "N10", "R3", "R4", kind="assault", same_title_once_per_turn=False)
    while question(p) == "PlayEvents":
        play(p, "pass")
    dice(p, 1, 1)
    play(p, "chit:N10c")
    dice(p, 1, 1)
    assert now(p).rerolled
    assert args(p, "chit") == ["R4a", "R4b"]
    play(p, "pass")
    dice(p, 1)                                               # the line unit stands
    play(p, "unit:r-acero")
    assert args(p, "chit") == ["R3b", "R4a", "R4b"]
    play(p, "chit:R3b", "pass")
    assert R3B in now(p).effects
    events = told(p)
    dice(p, 6, 6)
    assert "attack-result" in [e.key for e in events]        # no second roll, although a chit is left for it


@pytest.mark.rule("15.N10a", "15.N4a")
def test_another_chit_before_the_dice_leaves_the_roll_again_open() -> None:
    p = attack("N4", "N10")
    play(p, "chit:N4a", "done")
    dice(p, 1, 1)
    assert not now(p).rerolled
    assert args(p, "chit") == ["N10a"]


@pytest.mark.rule("15.N8b", "15.R8b", "15.N4b", "15.R4a")
def test_what_is_cancelled_is_over_and_the_rest_stays() -> None:
    p = attack("N8", "R8", "R4", "N4", place="C", rep=("r-acero", "r-largo"))
    play(p, "chit:N8b", "chit:R4a", "chit:N4b")
    assert now(p).effects == [N8B]
    play(p, "chit:R8b")
    assert now(p).effects == []
    q = attack("N8", "R8", "R4", "N4", place="C", rep=("r-acero", "r-largo"))
    play(q, "chit:N8b", "chit:R4a", "pass", "chit:R8b")      # answered later
    assert now(q).effects == [R4A]


@pytest.mark.rule("6c", "6f")
def test_who_could_hold_a_chit_is_judged_by_hand_pool_and_draws_alone() -> None:
    for since, pool, others, opens in ((1, 1, 1, True), (0, 1, 1, False), (1, 0, 1, False), (1, 1, 0, False)):
        p = empty()
        put(p, "FF", "n-leg-1", "n-leg-4", "r-acero", "r-largo")
        p.hand[kind(p, "R1")] = others
        p.since[kind(p, "R4")] = since
        p.pool[kind(p, "R4")] = pool
        impulses(p, NAT)
        choose(p, "attack", "FF", ["n-leg-1"])
        assert (question(p) == "PlayEvents") is opens


@pytest.mark.rule("4.4d", "6j", "4.2e")
def test_the_nationalist_returns_first_then_the_republican() -> None:
    p = empty()
    hold(p, "N3", "R1")
    run(p, before("ReturnPhase"))
    assert (question(p), asked(p)) == ("ReturnChits", [NAT])
    play(p, "pass")
    assert asked(p) == [REP]


@pytest.mark.rule("15.R3a", "15.R3b", "15.R3c", "15.R4a", "15.R4b", "15.R7", "15.R8a", "15.N3", "15.N4a", "15.N8a",
                  "15.N10a", "15.N10b", "15.N12")
def test_every_chit_is_judged_by_its_own_condition_in_every_window() -> None:
    everything = ("R3", "R4", "R7", "R8", "N3", "N4", "N8", "N10", "N12")

    def windows(p: Storm) -> list[tuple[int, list[str]]]:
        """Who is asked in one window after another, and for what; everybody declines."""
        found: list[tuple[int, list[str]]] = []
        while question(p) in ("PlayEvents", "CounterAttack", "AttackDice", "DefencePoint", "FireDice", "RollTests"):
            if question(p) == "PlayEvents":
                found.append((asked(p)[0], args(p, "chit")))
                play(p, "pass")
            elif question(p) == "CounterAttack":
                play(p, next(w for w in offered(p) if w.startswith("unit")))
            elif question(p) == "DefencePoint":
                play(p, offered(p)[0])
            else:
                dice(p, 1 if question(p) == "RollTests" else 3)          # everybody stands
        return found

    assert windows(attack(*everything, rep=("r-acero", "r-largo"))) == [
        (NAT, ["N3", "N4a", "N8a"]), (REP, ["R4a", "R4b"]),
        (NAT, ["N4a"]), (REP, ["R3b", "R4a", "R4b"]), (NAT, ["N10a"])]
    assert windows(attack(*everything, place="C", rep=("r-acero", "r-largo"))) == [
        (NAT, ["N3", "N4a", "N8b"]), (REP, ["R4a", "R4b", "R8a"]),
        (NAT, ["N4a"]), (REP, ["R3b", "R4a", "R4b"]), (NAT, ["N10a"])]
    assert windows(republican_attack(*everything)) == [(REP, ["R3a"]), (NAT, ["N12"]), (NAT, ["N10b"])]
    assert windows(crossing(*everything)) == [(NAT, ["N3", "N12"]), (REP, ["R3c"]), (NAT, ["N10c"])]
