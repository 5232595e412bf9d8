"""[5, 6.3] Command: what is refused and why, the first counter of a side, what is told."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.brunete.rules.ch05_command import Replacement, Resources
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.show.knowledge import seal
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import Brunete
from tests.brunete.fight import TARGET, attack, declare
from tests.brunete.lay import asked, drill, offered, play, put, rules, run, told, units, why

PLUS, REGULAR, ELITE, REROLL, MINUS, PLANES = range(6)


def needing(**cp: int) -> Brunete:
    """The first counters of both sides and an elite one, all reduced; the Republican may buy."""
    p = drill()
    for name, place in (("r-101-1", "2010"), ("r-xiii-1", "2012"), ("n-71-150-1", "2610"), ("n-13-2", "2612")):
        put(p, name, place, steps=1)
    p.cp = [cp.get("rep", 3), cp.get("nat", 3)]
    return run(p, Replacement(REP))


@pytest.mark.rule("6.3a", "6.3e", "6.3f", "6.3g")
def test_the_first_counter_of_a_side_takes_a_replacement_and_that_of_the_enemy_does_not() -> None:
    p = needing()
    assert offered(p) == ["replace:r-101-1", "replace:r-xiii-1", "pass"]
    assert [(r.rule, r.key) for r in why(p, "replace:n-71-150-1")] == [("6.3a", "not-your-unit")]
    play(p, "replace:r-101-1")
    assert (p.cp, p.bought) == ([2, 3], [1, 0])
    q = run(needing(), Replacement(NAT))
    assert offered(q) == ["replace:n-71-150-1", "replace:n-13-2", "pass"]
    assert rules(q, "replace:r-101-1") == ["6.3a"]
    play(q, "replace:n-13-2")
    assert (q.cp, q.bought) == ([3, 1], [0, 1])


@pytest.mark.rule("6.3b", "6.3c")
def test_a_unit_that_is_too_dear_says_what_it_costs_and_by_which_rule() -> None:
    p = needing(rep=1)
    assert offered(p) == ["replace:r-101-1", "pass"]
    assert [(r.rule, r.key, r.facts["cost"]) for r in why(p, "replace:r-xiii-1")] == [("6.3c", "not-enough-cp", 2)]
    assert needing(rep=0).choices() == {}                    # nothing can be bought: nobody is asked
    q = needing(rep=2)
    assert offered(q) == ["replace:r-101-1", "replace:r-xiii-1", "pass"]
    play(q, "replace:r-xiii-1")
    assert q.cp == [0, 3]


@pytest.mark.rule("5.2f", "5.2g")
@pytest.mark.parametrize(("kind", "word", "rule"), [
    (REGULAR, "regular-replacement", "5.2f"), (ELITE, "elite-replacement", "5.2g")])
def test_a_free_replacement_is_told_by_the_resource_that_gives_it(kind: int, word: str, rule: str) -> None:
    p = drill(turn=9)
    p.resources = [[kind], [PLUS]]
    put(p, "r-101-1", "2010", steps=1)
    put(p, "r-xiii-1", "2012", steps=1)
    run(p, Resources())
    events = told(p)
    play(p, f"rep resource:{word}", "nat pass")
    taker = "r-101-1" if kind == REGULAR else "r-xiii-1"
    assert offered(p) == [f"replace:{taker}"]
    play(p, f"replace:{taker}")
    assert [(e.rule, e.facts["unit"]) for e in events if e.key == "replaced"] == [(rule, taker)]


@pytest.mark.rule("5.2b", "5.2c", "5.2k")
def test_a_side_without_markers_is_not_asked_and_one_it_has_not_is_named() -> None:
    p = drill(turn=9)
    p.resources = [[PLUS, PLANES], []]
    run(p, Resources())
    assert asked(p) == [REP]
    assert [(r.rule, r.facts["resource"]) for r in why(p, "rep resource:reroll")] == [("5.2k", "reroll")]
    play(p, "rep resource:minus-aviation")
    assert (p.resources, p.shown) == ([[PLUS], []], [[PLANES], []])


def drawn(p: Brunete, seed: int) -> Brunete:
    found = seal(p, NAT).draw(Random(seed))
    assert isinstance(found, Brunete)
    return found


@pytest.mark.rule("11.4")
def test_played_alone_an_imagined_position_is_the_true_one() -> None:
    p = drill(solitaire=True, turn=9, scenario="offensive")
    p.resources = [[PLUS, REROLL], [MINUS, PLANES]]
    p.objective = 2
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    p.art = [2, 2]
    play(declare(p, "r-16-1"), "rep support:2a0v+cp")
    imagined = [drawn(p, seed) for seed in range(8)]
    assert {(q.objective, tuple(q.resources[REP]), attack(q).support[REP] == attack(p).support[REP])
            for q in imagined} == {(2, (PLUS, REROLL), True)}
    hidden = drill(turn=9, scenario="offensive")
    hidden.resources = [[PLUS, REROLL], [MINUS, PLANES]]
    hidden.objective = 2
    run(hidden, Resources())
    assert {drawn(hidden, seed).objective for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.rule("10.1f", "1.2.2d")
@pytest.mark.parametrize(("first", "second", "third"), [
    ("n-71-150-1", "n-71-11-1", "n-150-1"), ("n-71-150-1", "n-150-1", "n-71-11-1"),
    ("n-71-11-1", "n-71-150-1", "n-150-1"), ("n-150-1", "n-71-150-1", "n-71-11-1")])
def test_three_units_attack_freely_only_if_every_two_of_them_do(first: str, second: str, third: str) -> None:
    """71(150) goes with the 150th and with 71(11), but 71(11) does not go with the 150th."""
    p = drill()
    put(p, "r-32-1", TARGET)
    for name, place in ((first, "2008"), (second, "2108"), (third, "2109")):
        put(p, name, place)
    p.cp = [0, 0]
    q = p.clone()
    play(run(p, Combat(NAT)), f"hex:{TARGET}", f"unit:{first}", f"unit:{second}")
    assert rules(p, f"unit:{third}") == ["10.1f"]
    assert units(offered(p)) == []
    q.cp = [0, 1]
    play(run(q, Combat(NAT)), f"hex:{TARGET}", f"unit:{first}", f"unit:{second}", f"unit:{third}", "declare")
    assert q.cp == [0, 0]
