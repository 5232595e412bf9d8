"""[scs.fog, 1.1a, 1.11a.1, 2.6b, 3.4a.2, 3.4b.1, 4.1] Under which units somebody out of sight may lie."""
from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from frente.games.guadalajara.show.hiding import Hiding, Spot, Zones, spots
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import UNUSED, Guadalajara
from tests.guadalajara.lay import at, drill, put, puts, unit

A = "30.05"


def search(p: Guadalajara, place: str, side: int = REP, strict: bool = True, units: Sequence[int] = ()) -> Hiding:
    """The search for places under the units of one hex, all of them in sight, for some others."""
    column = p.stack_at(at(p, place))
    spot = Spot(at(p, place), column, column[:1], set())
    return Hiding(p, side, [*units], [spot], Zones(set(), [], []), Random(1), strict)


def allowed(p: Guadalajara, name: str, place: str = A, side: int = REP) -> bool:
    u = unit(p, name)
    p.box(u, UNUSED)
    p.steps[u] = p.board.full[u]
    return search(p, place, side).allowed(u, 0)


@pytest.mark.rule("1.1a")
@pytest.mark.parametrize(("there", "name", "fits"), [
    (("r-ter-48", "r-lr-50"), "r-dmi-48", True), (("r-ter-48", "r-lr-50", "r-gc"), "r-dmi-48", False),
    (("r-ter-48", "r-lr-50", "r-gc"), "r-gal", True), (("r-ter-48", "r-lr-50", "r-apo-71"), "r-gal", False),
    (("r-ter-48", "r-lr-50", "r-apo-71"), "r-tk-1-bt", True)])
def test_nobody_lies_where_six_steps_would_be_exceeded(there: tuple[str, ...], name: str, fits: bool) -> None:
    p = drill()
    puts(p, A, *there)
    assert allowed(p, name) is fits


@pytest.mark.rule("1.1a")
def test_armour_lies_even_where_too_many_are_seen() -> None:
    p = drill()
    puts(p, A, "r-ter-48", "r-lr-50", "r-apo-71", "r-pdm-48")            # 8, before the check
    assert allowed(p, "r-tk-1-bt")
    assert not allowed(p, "r-gc")


@pytest.mark.rule("1.11a.1")
def test_no_armour_lies_under_armour() -> None:
    p = drill()
    puts(p, A, "r-ter-48", "r-tk-2-bt")
    assert not allowed(p, "r-tk-1-bt")
    assert allowed(p, "r-dmi-48")
    puts(p, "31.06", "r-lr-50")
    assert allowed(p, "r-tk-1-bt", "31.06")


@pytest.mark.rule("3.4a.2", "3.4b.1")
@pytest.mark.parametrize(("name", "on", "near", "far"), [
    ("r-train", True, False, False), ("r-rrbn", True, True, False), ("r-dmi-48", True, True, True)])
def test_the_train_lies_on_the_line_and_the_railway_battalion_beside_it(name: str, on: bool, near: bool, far: bool
                                                                        ) -> None:
    p = drill(rails=["30.25 30.26"])
    for h in ("30.25", "31.25", "33.25"):
        put(p, {"30.25": "r-ter-48", "31.25": "r-lr-50", "33.25": "r-apo-71"}[h], h)
    assert [allowed(p, name, h) for h in ("30.25", "31.25", "33.25")] == [on, near, far]


@pytest.mark.rule("2.6b")
def test_italians_and_spaniards_do_not_lie_together() -> None:
    p = drill(separation_line="none")
    puts(p, A, "n-tor-iv", "n-bis-iv")
    assert not allowed(p, "n-6-vic-sot", side=NAT)
    assert allowed(p, "n-buf-iv", side=NAT)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("there", [("r-esp-71", "r-ter-48"), ("r-ter-48", "r-esp-71")])
def test_communists_do_not_lie_under_a_stack_that_shows_an_anarchist(there: tuple[str, str]) -> None:
    for option, fits in ((True, False), (False, True)):
        p = drill(political_incompatibility=option)
        puts(p, A, *there)
        assert allowed(p, "r-gua-5-50") is fits
        assert allowed(p, "r-lr-50")


@pytest.mark.rule("1.1a", "1.11a.1", "4.1")
@pytest.mark.parametrize(("names", "fits"), [
    (("r-dmi-48", "r-lr-50"), True), (("r-dmi-48", "r-lr-50", "r-gc"), False), (("r-gc", "r-gal"), True),
    (("r-dmi-48", "r-tk-1-bt"), True), (("r-tk-2-bt", "r-tk-1-bt"), False),
    (("r-dmi-48", "r-tk-1-bt", "r-tk-2-bt"), False), (("r-gua-5-50", "r-esp-71"), False),
    (("r-esp-71", "r-gua-5-50"), False), (("r-gua-5-50", "r-cam-mcc"), True), ((), True)])
def test_who_may_lie_together_under_a_battalion(names: tuple[str, ...], fits: bool) -> None:
    p = drill(political_incompatibility=True)
    put(p, "r-ter-48", A)
    found = [unit(p, x) for x in names]
    assert search(p, A, units=found).holds(found, 0) is fits
    assert search(p, A, units=found, strict=False).holds(found, 0)  # in the middle of an activity limits do not hold


@pytest.mark.rule("4.1")
def test_without_the_option_rivals_lie_together() -> None:
    p = drill()
    put(p, "r-ter-48", A)
    rivals = [unit(p, "r-gua-5-50"), unit(p, "r-esp-71")]
    assert search(p, A, units=rivals).holds(rivals, 0)


@pytest.mark.rule("1.1a", "1.11a.1")
def test_what_takes_no_room_lies_under_a_full_stack() -> None:
    p = drill()
    puts(p, A, "r-ter-48", "r-lr-50", "r-apo-71", "r-pdm-48")
    tank, guard = unit(p, "r-tk-1-bt"), unit(p, "r-gc")
    found = search(p, A, units=[tank, guard])
    assert found.holds([tank], 0)
    assert not found.holds([guard], 0)
    assert found.roomy([[]], tank) == [0]
    assert found.roomy([[]], guard) == []


@pytest.mark.rule("scs.fog")
def test_stacks_with_somebody_out_of_sight_and_the_formations_seen_near_them() -> None:
    p = drill(hidden_stacks=True)
    puts(p, "33.06", "r-dmi-48", "r-man-33")
    puts(p, A, "r-apo-71", "r-goy-65")
    put(p, "r-ter-48", "36.06")          # three hexes from 33.06
    put(p, "r-esp-71", "34.07")          # four from 30.05
    put(p, "r-lr-50", "31.06")           # of no brigade that hides somebody
    put(p, "n-tor-iv", "33.08")
    covered = {unit(p, "r-dmi-48"), unit(p, "r-apo-71")}
    found = spots(p, REP, covered)
    assert [x.hex for x in found] == [at(p, A), at(p, "33.06")]
    assert [x.column for x in found] == [[unit(p, "r-goy-65")], [unit(p, "r-man-33")]]
    assert [x.anchors for x in found] == [[unit(p, "r-goy-65")], [unit(p, "r-man-33")]]
    assert [x.kin for x in found] == [set(), {"48", "71"}]
