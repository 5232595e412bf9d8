"""[6.3] Replacements bought with command points."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch05_command import Replacement
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import FINAL, OFF_MAP, RECOVERABLE, UNSUPPLIED, Brunete
from tests.brunete.lay import asked, before, box, drill, offered, play, put, rules, run, told, unit


def needy(p: Brunete) -> Brunete:
    for name, place in (("r-16-1", "2010"), ("r-xiii-1", "2012")):
        put(p, name, place, steps=1)
    put(p, "r-3-1", "2014")
    put(p, "n-13-1", "2016", steps=1)
    return p


@pytest.mark.rule("6.3a")
@pytest.mark.parametrize("first", [REP, NAT])
def test_from_turn_two_each_side_may_restore_a_step_the_side_with_the_initiative_first(first: int) -> None:
    p = needy(drill(turn=9))
    p.initiative = first
    run(p, before(Turn(), "Replacements"))
    assert asked(p) == [first]
    assert "pass" in offered(p)
    play(p, "pass")
    assert asked(p) == [1 - first]
    q = needy(drill(turn=1))
    run(q, before(Turn(), "Replacements"))
    assert not any(word.startswith("replace") for word in offered(q))
    run(p, Replacement(REP))
    assert rules(p, "replace:n-13-1") == ["6.3a"]            # only one's own units


@pytest.mark.rule("6.3b")
def test_a_regular_replacement_costs_one_command_point() -> None:
    p = needy(drill())
    p.cp = [1, 0]
    run(p, Replacement(REP))
    assert offered(p) == ["replace:r-16-1", "pass"]
    play(p, "replace:r-16-1")
    assert (p.cp[REP], p.steps[unit(p, "r-16-1")]) == (0, 2)
    q = needy(drill())
    q.cp = [0, 0]
    run(q, Replacement(REP))
    assert q.choices() == {}


@pytest.mark.rule("6.3c")
def test_an_elite_replacement_costs_two_command_points() -> None:
    p = needy(drill())
    p.cp = [2, 0]
    run(p, Replacement(REP))
    play(p, "replace:r-xiii-1")
    assert (p.cp[REP], p.steps[unit(p, "r-xiii-1")]) == (0, 2)
    q = needy(drill())
    q.cp = [1, 0]
    run(q, Replacement(REP))
    assert rules(q, "replace:r-xiii-1") == ["6.3c"]


@pytest.mark.rule("6.3d")
def test_a_side_buys_one_replacement_a_turn() -> None:
    p = needy(drill(turn=9))
    run(p, before(Turn(), "Replacements"))
    play(p, "replace:r-16-1")
    assert p.cp[REP] == 2                                    # enough for another, but
    assert asked(p) == [NAT]
    play(p, "pass")
    assert type(p.step()).__name__ != "BuyReplacement"
    assert p.steps[unit(p, "r-xiii-1")] == 1


@pytest.mark.rule("6.3e")
def test_the_points_are_paid_and_the_reduced_counter_is_turned_to_its_full_side() -> None:
    p = needy(drill())
    events = told(p)
    u = unit(p, "r-16-1")
    assert (p.combat_factor(u), p.allowance(u)) == (4, 6)
    run(p, Replacement(REP))
    assert rules(p, "replace:r-3-1") == ["6.3e"]             # already full
    play(p, "replace:r-16-1")
    assert (p.combat_factor(u), p.allowance(u)) == (8, 8)
    assert [(e.rule, e.key) for e in events] == [("6.3e", "replaced")]


@pytest.mark.rule("6.3f")
def test_a_unit_takes_a_replacement_anywhere_even_next_to_an_enemy_but_not_out_of_supply() -> None:
    p = drill()
    put(p, "r-16-1", "2010", steps=1)
    put(p, "n-13-1", "2009")
    put(p, "r-16-2", "3018", steps=1, state=UNSUPPLIED)
    run(p, Replacement(REP))
    assert offered(p) == ["replace:r-16-1", "pass"]
    assert rules(p, "replace:r-16-2") == ["3.9"]


@pytest.mark.rule("6.3g")
def test_units_in_the_casualty_boxes_take_no_replacements() -> None:
    p = needy(drill())
    box(p, "r-68-1", RECOVERABLE, steps=0)
    box(p, "r-68-2", FINAL, steps=0)
    box(p, "r-101-1", OFF_MAP, steps=1)
    run(p, Replacement(REP))
    for name in ("r-68-1", "r-68-2", "r-101-1"):
        assert f"replace:{name}" not in offered(p)
        assert rules(p, f"replace:{name}") == ["6.3g"]
