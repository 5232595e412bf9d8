"""[6.1, 6.2] Reinforcements and recovery: every refusal with what it says, and the first counters of a side."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch05_command import Resources
from frente.games.brunete.rules.ch06_reinforcements import Reinforcements
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Segment
from frente.games.brunete.state.position import AWAITED, AWAY, FINAL, OFF_MAP, RECOVERABLE, RESERVE, UNUSED, Brunete
from tests.brunete.lay import asked, at, box, drill, offered, play, put, reasons, run, unit, units

FIRST = ("r-101-1", "r-101-2", "r-108-1")            # the first counters of the Republic, all of CF 7


def arrivals() -> Brunete:
    """The first counters of both sides beside the map, others elsewhere; the Republican reinforces."""
    p = drill(turn=5)
    for name in ("r-101-1", "r-16-1", "n-71-150-1"):
        box(p, name, OFF_MAP)
    box(p, "r-16-2", AWAITED, due=6)
    box(p, "r-3-1", RECOVERABLE, steps=0)
    box(p, "r-cav5", FINAL, steps=0)
    put(p, "r-68-1", "2010")
    return run(p, Reinforcements(REP))


@pytest.mark.rule("6.1a", "6.2b", "6.2e")
def test_only_arrivals_beside_the_map_are_offered_and_all_others_say_why_not() -> None:
    p = arrivals()
    assert offered(p) == ["unit:r-101-1", "unit:r-16-1", "pass"]
    assert reasons(p, "unit:n-71-150-1") == [("6.1a", "not-your-unit")]
    assert reasons(p, "unit:r-cav5") == [("6.2e", "lost-for-good")]
    assert reasons(p, "unit:r-3-1") == [("6.2b", "only-by-recovery")]
    assert reasons(p, "unit:r-68-1") == [("6.1a", "already-on-map")]
    assert reasons(p, "unit:r-16-2") == [("6.1a", "arrives-later")]
    assert reasons(p, "hex:1501") == [("6.1a", "name-arrival-first")]
    play(p, "unit:r-101-1", "hex:1501")
    assert p.entry[unit(p, "r-101-1")] == at(p, "1501")
    assert reasons(p, "unit:r-101-1") == [("6.1a", "entry-chosen")]
    assert offered(p) == ["unit:r-16-1", "pass"]
    play(p, "unit:r-16-1")
    assert reasons(p, "unit:r-68-1") == [("6.1a", "choose-entry-first")]
    assert reasons(p, "pass") == [("6.1a", "choose-entry-first")]
    assert reasons(p, "recover:r-3-1") == [("6.1a", "choose-entry-first")]


@pytest.mark.rule("6.1a", "6.1c", "6.1l")
def test_an_entry_hex_outside_the_zone_or_with_an_enemy_in_it_is_refused_by_its_own_rule() -> None:
    p = arrivals()
    put(p, "n-13-1", "1501")
    put(p, "r-68-2", "1601")
    play(p, "unit:r-16-1")
    assert reasons(p, "hex:1501") == [("6.1l", "enemy-there")]
    assert "hex:1601" in offered(p)                          # friends do not bar the way
    assert reasons(p, "hex:2001") == []
    assert reasons(p, "hex:1402") == [("6.1c", "not-its-entry")]
    assert reasons(p, "hex:3403") == [("6.1c", "not-its-entry")]


@pytest.mark.rule("6.1d", "6.1e", "6.1f", "6.1g", "6.1h", "6.1i", "6.1a")
@pytest.mark.parametrize(("name", "rule"), [
    ("n-11-4", "6.1d"), ("n-guadarrama-2", "6.1d"), ("n-13-7", "6.1e"), ("n-71-150-4", "6.1f"),
    ("n-iv-navarre-1", "6.1f"), ("n-150-1", "6.1g"), ("n-v-navarre-1", "6.1h"), ("n-cav-1", "6.1i"),
    ("n-tank-1", "6.1i")])
def test_a_nationalist_entry_outside_the_zone_is_refused_by_the_rule_of_the_division(name: str, rule: str) -> None:
    p = drill(turn=9)
    box(p, name, OFF_MAP)
    run(p, Reinforcements(NAT))
    play(p, f"unit:{name}")
    assert reasons(p, "hex:2001") == [(rule, "not-its-entry")]


@pytest.mark.rule("10.4.1r", "6.1a")
def test_a_unit_that_left_the_map_is_bound_by_the_rule_of_its_retreat() -> None:
    p = drill(turn=9)
    u = box(p, "n-150-1", OFF_MAP)
    p.exit[u] = at(p, "0609")
    run(p, Reinforcements(NAT))
    play(p, "unit:n-150-1")
    assert offered(p) == ["hex:0609"]
    assert reasons(p, "hex:0610") == [("10.4.1r", "not-its-entry")]


@pytest.mark.rule("6.1a", "2.20", "10.3.6d")
@pytest.mark.parametrize(("place", "due", "turn", "comes"), [
    (AWAITED, 4, 5, True), (AWAITED, 5, 5, True), (AWAITED, 6, 5, False), (AWAY, 5, 5, True), (AWAY, 6, 5, False),
    (RESERVE, 5, 5, False), (UNUSED, 5, 5, False), (FINAL, 5, 5, False), (RECOVERABLE, 5, 5, False)])
def test_what_is_due_and_awaited_or_away_is_placed_beside_the_map(place: int, due: int, turn: int, comes: bool) -> None:
    p = drill(turn=turn)
    box(p, "r-101-1", place, due=due)                        # the first counter of the Republic
    run(p, Segment(REP))
    assert (p.hex[unit(p, "r-101-1")] == OFF_MAP) == comes
    assert ("unit:r-101-1" in offered(p)) == comes


@pytest.mark.rule("6.1a", "2.20")
@pytest.mark.parametrize(("name", "turn", "comes"), [
    ("n-cav-1", 6, True), ("n-cav-1", 7, False), ("n-cav-1", 8, True), ("n-guadarrama-14", 7, True)])
def test_extra_arrivals_do_not_come_with_the_others_of_turn_seven(name: str, turn: int, comes: bool) -> None:
    p = drill(turn=turn)
    box(p, name, AWAITED, due=6)
    run(p, Segment(NAT))
    assert (p.hex[unit(p, name)] == OFF_MAP) == comes


@pytest.mark.rule("6.1a", "6.1l")
def test_an_arrival_without_a_free_entry_is_not_offered() -> None:
    p = drill(turn=9)
    for name, place in (("r-16-1", "3403"), ("r-3-1", "3404"), ("r-68-1", "3405")):
        put(p, name, place)
    box(p, "n-v-navarre-1", OFF_MAP)
    box(p, "n-71-150-1", OFF_MAP)
    run(p, Reinforcements(NAT))
    assert offered(p) == ["unit:n-71-150-1", "pass"]
    assert reasons(p, "unit:n-v-navarre-1") == [("6.1l", "no-free-entry")]


@pytest.mark.rule("6.2a", "6.2b", "6.2c")
def test_the_first_counters_of_a_side_are_recovered_like_all_others_and_refusals_name_the_rule() -> None:
    p = drill(turn=5)
    for name in (*FIRST, "r-xiii-1", "r-tk5-1", "n-71-150-1"):
        box(p, name, RECOVERABLE, steps=0)
    box(p, "r-32-1", FINAL, steps=0)
    put(p, "r-16-1", "2010")
    run(p, Reinforcements(REP))
    assert offered(p) == [*[f"recover:{name}" for name in FIRST], "pass"]
    assert reasons(p, "recover:r-xiii-1") == [("6.2b", "too-few-casualties")]        # one of CF 8 alone
    assert reasons(p, "recover:r-tk5-1") == [("6.2f", "too-few-casualties")]
    assert reasons(p, "recover:n-71-150-1") == [("6.2a", "not-recoverable")]
    assert reasons(p, "recover:r-32-1") == [("6.2e", "not-recoverable")]
    assert reasons(p, "recover:r-16-1") == [("6.2a", "not-a-casualty")]
    assert reasons(p, "with:r-101-1") == [("6.2b", "name-recovered-first")]
    play(p, "recover:r-108-1")
    assert offered(p) == ["with:r-101-1", "with:r-101-2"]
    assert reasons(p, "recover:r-101-1") == [("6.2b", "complete-recovery-first")]
    assert reasons(p, "pass") == [("6.2b", "complete-recovery-first")]
    assert reasons(p, "with:r-108-1") == [("6.2c", "does-not-match")]                # not twice in one group
    assert reasons(p, "with:r-xiii-1") == [("6.2c", "does-not-match")]
    assert reasons(p, "with:r-tk5-1") == [("6.2f", "does-not-match")]
    assert reasons(p, "with:r-16-1") == [("6.2a", "not-a-casualty")]
    play(p, "with:r-101-2", "with:r-101-1")
    assert [p.hex[unit(p, name)] for name in FIRST] == [FINAL, FINAL, OFF_MAP]
    assert p.steps[unit(p, "r-108-1")] == 2


@pytest.mark.rule("6.2f")
def test_tanks_and_infantry_do_not_pay_for_each_other() -> None:
    p = drill(turn=5)
    for name in ("r-tk5-1", "r-tk5-2", "r-tk5-3", "r-tk18-1", *FIRST):
        box(p, name, RECOVERABLE, steps=0)
    run(p, Reinforcements(REP))
    play(p, "recover:r-tk5-1")
    assert units(offered(p)) == ["r-tk18-1", "r-tk5-2", "r-tk5-3"]
    assert reasons(p, "with:r-101-1") == [("6.2c", "does-not-match")]
    play(p, "with:r-tk5-2", "with:r-tk5-3", "with:r-tk18-1")
    assert p.hex[unit(p, "r-tk5-1")] == OFF_MAP


@pytest.mark.rule("5.2d", "5.2f", "5.2g")
def test_a_free_replacement_nobody_can_take_does_not_keep_the_other_side_from_its_own() -> None:
    """R40: of two free replacements the first is lost, the second is assigned, once."""
    p = drill(turn=9)
    p.initiative = NAT
    p.resources = [[1], [1]]
    put(p, "r-101-1", "2010", steps=1)
    put(p, "r-16-1", "2012", steps=1)
    put(p, "n-13-1", "2610")                                 # full: nothing to restore
    run(p, Resources())
    play(p, "rep resource:regular-replacement", "nat resource:regular-replacement")
    assert asked(p) == [REP]
    assert offered(p) == ["replace:r-101-1", "replace:r-16-1"]
    play(p, "replace:r-16-1")
    assert p.choices() == {}
    assert [p.steps[unit(p, name)] for name in ("r-101-1", "r-16-1")] == [1, 2]
