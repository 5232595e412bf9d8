"""Worked examples of tests, bombardment, combat, fire and replacements, each with its own numbers.

Units are written attack-defence; whatever the counters of the data say, an example lays its own over them.
"""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch03_morale import AIR, STAMPEDE_LINE, begin_test
from frente.games.storm.rules.ch09_combat import intensity, worth
from frente.games.storm.rules.ch09_losses import Losses
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.frames import Impulses
from frente.games.storm.state.position import Storm
from frente.kernel.flow import Event
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    hold,
    impulses,
    lose,
    now,
    offered,
    own,
    play,
    printed,
    put,
    question,
    run,
    spent,
    told,
    unit,
    where,
)

NATS = ("n-leg-1", "n-leg-4", "n-reg-te2")
REPS = ("r-acero", "r-libertad", "r-largo")


def terrain(monkeypatch: pytest.MonkeyPatch, p: Storm, place: str, value: int) -> None:
    values = p.board.terrain[:]
    values[area(p, place)] = value
    monkeypatch.setattr(p.board, "terrain", values)


def fact(events: list[Event], key: str, *names: str) -> list[object]:
    facts = next(e for e in events if e.key == key).facts
    return [facts[n] for n in names]


# -- morale test


@pytest.mark.rule("3.4.2a", "3.4.2b", "3.4.2d", "3.4.2f", "3.4.2g", "3.4.2h")
@pytest.mark.parametrize("nat, rep, morale, die, modified, fate", [
    (3, 2, 2, 2, 4, "stands"),           # T1
    (3, 2, 2, 3, 5, "retreats"),         # T2
    (3, 2, 2, 4, 6, "retreats"),         # T3
    (3, 2, 2, 5, 7, "eliminated"),       # T4
    (2, 3, 2, 5, 6, "retreats"),         # T5
    (2, 2, -2, 6, 4, "stands"),          # T6
])
def test_morale_tests_in_a_normal_area(nat: int, rep: int, morale: int, die: int, modified: int, fate: str) -> None:
    p = empty()
    p.morale = morale
    put(p, "C", *NATS[:nat], "r-mena", *("r-acero", "r-asalto")[:rep - 1])   # one line unit tests, shock units do not
    impulses(p, NAT)
    choose(p, "attack", "C", [NATS[0]])
    events = told(p)
    dice(p, die)
    assert fact(events, "morale-die", "die", "result") == [die, modified]
    if fate == "retreats":
        assert question(p) == "RetreatUnits"
        play(p, offered(p)[0])
    place = where(p, "r-mena")
    assert {"stands": place == "C", "eliminated": place == "eliminated",
            "retreats": place not in ("C", "eliminated")}[fate]


@pytest.mark.rule("3.4.2c", "3.4.2d", "3.4.2e", "11.1i", "3.4.2h")
def test_morale_tests_in_the_suburbs() -> None:
    p = empty()                                              # T7: Stampede, morale 0, outnumbering, Council
    p.morale, p.council = 0, True
    put(p, "FF", "n-leg-1", "r-largo", "r-acero")
    p.stack = [Impulses(NAT)]
    begin_test(p, area(p, "FF"), STAMPEDE_LINE)
    p.settle()
    events = told(p)
    dice(p, 6)
    assert fact(events, "morale-die", "result") == [3]
    assert where(p, "r-largo") == "FF"
    q = empty()                                              # T8: air attack, no Council, morale +2, nobody else
    put(q, "FF", "r-largo")
    q.stack = [Impulses(NAT)]
    begin_test(q, area(q, "FF"), AIR)
    q.settle()
    events = told(q)
    dice(q, 6)
    assert fact(events, "morale-die", "result") == [7]
    assert where(q, "r-largo") == "eliminated"


@pytest.mark.rule("15.N8b", "3.4.2j", "11.1f")
def test_shock_units_run_on_eight_and_nobody_tests_in_madrid_or_after_the_council() -> None:
    p = empty()                                              # T10: morale +2, equal numbers
    put(p, "C", "n-leg-1", "r-acero")
    hold(p, "N8")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    play(p, "chit:N8b")
    events = told(p)
    dice(p, 6)
    assert fact(events, "morale-die", "result") == [8]
    assert question(p) == "RetreatUnits"
    for place, council in (("AA", False), ("C", True)):      # T9, T11
        q = empty()
        q.council = council
        put(q, "D", "n-leg-1")
        put(q, place, "r-largo")
        hold(q, "N2")
        impulses(q, NAT)
        play(q, "chit:N2")
        dice(q, 1, 1)
        assert question(q) == "Declare"


# -- bombardment


@pytest.mark.rule("9.3e", "9.3f", "9.3g", "9.3h", "9.3i")
@pytest.mark.parametrize("batteries, own_area, defence, ground, rolled, total, value, lost", [
    (1, False, 5, 1, (3, 4), 8, 6, 2),                       # B1
    (2, False, 5, 1, (4, 5), 12, 6, 6),                      # B2
    (3, True, 6, 4, (2, 3, 6), 14, 10, 4),                   # B3
    (1, False, 5, 5, (4, 5), 10, 10, 0),                     # B4
])
def test_bombardments(monkeypatch: pytest.MonkeyPatch, batteries: int, own_area: bool, defence: int, ground: int,
                      rolled: tuple[int, ...], total: int, value: int, lost: int) -> None:
    guns = ["n-art-105a", "n-art-75a", "n-art-65"][:batteries]
    p = empty()
    target = "D" if own_area else "C"
    printed(monkeypatch, p, {"r-largo": (0, defence)})
    terrain(monkeypatch, p, target, ground)
    put(p, "D", *guns)
    put(p, target, "r-largo", "r-mena", "r-nelken")
    p.sp = [0, 1 if batteries == 3 else 0]
    impulses(p, NAT)
    choose(p, "bombard", "D", guns)
    play(p, "point:r-largo")
    events = told(p)
    dice(p, *rolled)
    assert fact(events, "bombardment-result", "total", "defence", "losses") == [total, value, lost]
    assert p.sp == [0, 0]
    if not lost:
        assert spent(p, "r-largo", "r-mena", "r-nelken", *guns) == [False] * 3 + [True] * batteries


@pytest.mark.rule("9.3d", "15.N1", "15.N2a", "15.N2b", "15.0a")
def test_who_names_the_point_unit_and_chits_of_thirteen(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()                                              # B5: contested, so player A names it
    put(p, "D", "n-art-105a")
    put(p, "C", "n-leg-1", "r-largo", "r-mena")
    impulses(p, NAT)
    choose(p, "bombard", "D", ["n-art-105a"])
    assert (question(p), asked(p)) == ("NameTargetPoint", [NAT])
    for chit, who, test in (("N1", REP, False), ("N2", NAT, True)):      # B6, B7: defence 5, terrain 4
        q = empty()
        printed(monkeypatch, q, {"r-largo": (0, 5)})
        terrain(monkeypatch, q, "EE", 4)
        own(q, NAT, "N")
        put(q, "N", "n-leg-1")
        put(q, "EE", "r-largo", "r-mena", "r-nelken")
        hold(q, chit)
        impulses(q, NAT)
        play(q, f"chit:{chit}")
        assert (question(q), asked(q)) == ("NameTargetPoint", [who])
        play(q, "point:r-largo")
        events = told(q)
        dice(q, 6, 3)
        assert fact(events, "bombardment-result", "total", "defence", "losses") == [13, 9, 4]
        while question(q) in ("TakeLosses", "RetreatUnits"):
            play(q, offered(q)[0])
        assert (question(q) == "RollTests") is test


# -- combat


@pytest.mark.rule("9.4.1.C4c", "9.4.1.C7b", "9.4.1.C7c", "9.4.1.C8")
def test_equal_values_cost_nobody_anything_and_the_attackers_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()                                              # C-3: AV 4, DV 10, IL 6
    printed(monkeypatch, p, {"n-leg-1": (2, 6), "n-leg-4": (2, 6), "r-bm1a": (2, 6)})
    terrain(monkeypatch, p, "FF", 4)
    put(p, "FF", "n-leg-1", "n-leg-4", "r-bm1a", "r-largo", "r-mena")    # three against two: +1
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1", "n-leg-4"])
    play(p, "done")
    events = told(p)
    dice(p, 3, 3)
    assert fact(events, "attack-result", "total", "defence", "intensity", "losses", "own") == [10, 10, 6, 0, 0]
    assert spent(p, "n-leg-1", "n-leg-4", "r-bm1a") == [True, True, False]


@pytest.mark.rule("9.4.2a", "9.4.2b", "9.4.3d", "9.4.1.C4b")
def test_a_prepared_assault() -> None:
    p = empty()                                              # C-6
    put(p, "D", *NATS)
    put(p, "C", "n-leg-5", "r-acero")
    p.sp = [0, 1]
    impulses(p, NAT)
    choose(p, "assault", "D", list(NATS), prepare=True)
    play(p, "area:C", "done")
    assert p.sp == [0, 0]
    assert (1, "9.4.1.C4b") in [(x[0], x[1]) for x in intensity(p, now(p))]
    assert worth(intensity(p, now(p))) == 6
    events = told(p)
    dice(p, 1, 4, 6)
    assert fact(events, "attack-result", "total", "own") == [10 + 6, 0]


@pytest.mark.rule("9.8", "9.4.1.C5", "9.4.1.C8", "9.4.1.C4e")
def test_artillery_helps_two_line_units(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()                                              # C-8
    names = ["n-argel", "n-victoria", "n-art-105a"]
    printed(monkeypatch, p, {"n-argel": (1, 5), "n-victoria": (1, 5)})
    put(p, "FF", *names, "r-largo")
    impulses(p, NAT)
    choose(p, "attack", "FF", names)
    events = told(p)
    dice(p, 2, 4)
    assert fact(events, "attack-result", "total", "intensity") == [6 + 3, 5]
    assert spent(p, *names) == [True, True, True]


@pytest.mark.rule("15.R3a", "15.R3b")
def test_tanks_in_attack_and_counter_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty(turn=5)                                        # C-9: AV 3 becomes 6
    printed(monkeypatch, p, {"r-bm1a": (2, 6), "r-acero": (1, 5)})
    own(p, NAT, "C")
    put(p, "C", "r-bm1a", "r-acero", "n-leg-1", "n-leg-4")
    hold(p, "R3")
    impulses(p, REP)
    choose(p, "attack", "C", ["r-bm1a", "r-acero"])
    play(p, "done", "point:n-leg-1", "chit:R3a")
    events = told(p)
    dice(p, 3, 3)
    assert fact(events, "attack-result", "total") == [6 + 6]
    q = empty(turn=5)                                        # one counter-attacker of factor 1: 5 + 1 + 3
    printed(monkeypatch, q, {"r-acero": (1, 5)})
    put(q, "FF", "n-leg-1", "r-acero")
    hold(q, "R3")
    impulses(q, NAT)
    choose(q, "attack", "FF", ["n-leg-1"])
    play(q, "unit:r-acero", "chit:R3b")
    events = told(q)
    dice(q, 6, 6)
    assert fact(events, "attack-result", "intensity") == [9]


@pytest.mark.rule("15.R4a", "15.N4a", "15.N4b")
@pytest.mark.parametrize("words, value", [
    (("pass", "pass"), 9), (("pass", "chit:R4a", "pass"), 13), (("pass", "chit:R4a", "chit:N4b"), 9),
    (("chit:N4a", "pass"), 5)])
def test_fortification_and_engineers(monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], value: int) -> None:
    p = empty(turn=5)                                        # C-10: terrain 4, defence 5
    printed(monkeypatch, p, {"r-largo": (0, 5)})
    terrain(monkeypatch, p, "FF", 4)
    put(p, "FF", "n-leg-1", "n-leg-4", "r-largo")
    hold(p, "R4", "N4")
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    play(p, *words)
    while question(p) == "PlayEvents":
        play(p, "pass")
    events = told(p)
    dice(p, 6, 6)
    assert fact(events, "attack-result", "defence") == [value]


# -- defensive fire


@pytest.mark.rule("9.5b", "9.5c", "9.8")
@pytest.mark.parametrize("guards, tired, defence, rolled, lost", [
    ((("r-bm1a", 2), ("r-libertad", 1), ("r-largo", 0), ("r-mena", 0), ("r-nelken", 0), ("r-ferrov", 0)),
     False, 6, (3, 4), 6),                                   # F1, with the battery below
    ((("r-largo", 0), ("r-mena", 0)), False, 5, (2, 2), 0),  # F2
    ((("r-largo", 0),), True, 6, (4, 4), 2),                 # F3
])
def test_defensive_fire(monkeypatch: pytest.MonkeyPatch, guards: tuple[tuple[str, int], ...], tired: bool, defence: int,
                        rolled: tuple[int, int], lost: int) -> None:
    p = empty()
    printed(monkeypatch, p, {"n-leg-1": (2, defence)} | {n: (a, 5) for n, a in guards})
    own(p, NAT, "A")
    put(p, "A", "n-leg-1")
    put(p, "I", *[n for n, _ in guards], *(["r-art-getafe"] if len(guards) == 6 else []), spent=tired)
    impulses(p, NAT)
    choose(p, "move", "A", ["n-leg-1"])
    play(p, "area:I")
    events = told(p)
    dice(p, *rolled)
    assert fact(events, "fire-losses", "losses") == [lost]


@pytest.mark.rule("9.5g", "9.5h")
def test_with_another_leader_the_two_lowest_of_three_dice_count(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()                                              # F5
    printed(monkeypatch, p, {"n-leg-1": (2, 6), "n-leg-4": (2, 6)})
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4")
    put(p, "I", "r-acero", spent=True)
    p.sp = [0, 1]
    impulses(p, NAT)
    choose(p, "assault", "A", ["n-leg-1", "n-leg-4"], prepare=True)
    play(p, "area:I")
    dice(p, 4, 3)                                            # 7 - 6 = 1: the point unit is turned
    play(p, "point:n-leg-4")
    events = told(p)
    dice(p, 6, 5, 2)
    assert fact(events, "attack-result", "total") == [7 + 2]


# -- replacements


@pytest.mark.rule("8b", "8c", "8e", "8f", "8g", "12.3j", "15.N11a")
def test_replacements(monkeypatch: pytest.MonkeyPatch) -> None:
    from frente.games.storm.rules.ch08_replacements import replacement_phase

    def phase(side: int, factors: dict[str, tuple[int, int]], pause: bool = False) -> Storm:
        p = empty("campaign")
        printed(monkeypatch, p, factors)
        lose(p, *factors)
        p.pause_start = p.turn if pause else 0
        return run(p, replacement_phase(p, side))

    p1 = phase(REP, {"r-cnt-juv": (0, 4), "r-durruti1": (1, 5)})         # P1
    assert args(p1, "rebuild") == ["r-cnt-juv"]
    play(p1, "rebuild:r-cnt-juv", "area:C")
    assert (where(p1, "r-cnt-juv"), where(p1, "r-durruti1")) == ("C", "removed")
    p2 = phase(NAT, {"n-argel": (1, 4), "n-victoria": (1, 5)})           # P2
    assert args(p2, "rebuild") == ["n-argel"]
    assert phase(REP, {"r-libertad": (1, 5), "r-largo": (0, 5)}).choices() == {}         # P3
    assert phase(REP, {"r-ib11a": (2, 6), "r-ib11b": (2, 6)}).choices() == {}            # P4
    two = {"n-reg-te1": (2, 5), "n-reg-me1": (2, 5)}
    assert phase(NAT, two).choices() == {}                   # P5
    assert set(args(phase(NAT, two, pause=True), "rebuild")) == set(two)
    p6 = phase(REP, dict.fromkeys(("r-cnt-juv", "r-cnt-espart", "r-rosal", "r-cnt-ferrer"), (0, 4)))     # P6
    play(p6, "rebuild:r-cnt-juv", "with:r-rosal", "area:C", "rebuild:r-cnt-espart", "area:C")
    assert p6.choices() == {}
    assert sorted(where(p6, n) for n in ("r-cnt-juv", "r-cnt-espart", "r-rosal", "r-cnt-ferrer")) == [
        "C", "C", "removed", "removed"]
    p7 = phase(REP, {"r-bm1a": (2, 6), "r-bm1b": (2, 6), "r-libertad": (1, 5), "r-thaelmann5": (1, 5)})  # P7
    q7 = play(p7.clone(), "rebuild:r-bm1a", "area:C")
    play(p7, "rebuild:r-libertad", "area:C")
    assert p7.choices() == q7.choices() == {}                # one or the other
    for lost, offers in ((["n-argel"], []), (["n-argel", "n-victoria"], ["n-argel"])):   # P8
        p8 = empty("campaign")
        printed(monkeypatch, p8, {"n-argel": (1, 4), "n-victoria": (1, 5)})
        lose(p8, *lost)
        put(p8, "D", "n-leg-1")
        hold(p8, "N11")
        impulses(p8, NAT)
        assert ("chit:N11a" in offered(p8)) is bool(offers)
        if offers:
            play(p8, "chit:N11a")
            assert args(p8, "rebuild") == offers
    p9 = phase(NAT, {"n-leg-1": (2, 6), "n-leg-8": (2, 5), "n-reg-te1": (1, 5), "n-reg-me1": (1, 5), "n-argel": (1, 4),
                     "n-victoria": (1, 5)}, pause=True)      # P9
    play(p9, "rebuild:n-leg-8", "area:D")
    assert set(args(p9, "rebuild")) == {"n-reg-te1", "n-reg-me1"}        # no line unit in the same phase
    play(p9, "rebuild:n-reg-te1", "area:D")
    assert p9.choices() == {}
    assert (where(p9, "n-leg-8"), where(p9, "n-leg-1"), where(p9, "n-reg-te1")) == ("D", "removed", "D")


@pytest.mark.rule("9.6k", "9.6m")
def test_losses_are_those_of_a_lone_unit_too() -> None:
    p = empty()                                              # L10
    own(p, NAT, "B", "D", "J", "L", "M")
    put(p, "C", "r-bernal", spent=True)
    run(p, Losses(REP, [unit(p, "r-bernal")], 1))
    assert where(p, "r-bernal") == "eliminated"
