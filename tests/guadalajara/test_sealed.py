"""What a side knows of the other's secrets: nothing of the truth is left in it, and what is drawn fits what is seen."""
from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_barrage import Barrage
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Surplus
from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.ch01_supply import Supply
from frente.games.guadalajara.rules.ch03_arrivals import Arrivals, Reinforcements
from frente.games.guadalajara.show.sealed import seal
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    AWAITED,
    DEAD,
    DG,
    MOVED,
    OFF_MAP,
    RELEASED,
    RESERVE,
    RETURNING,
    UNSUPPLIED,
    Guadalajara,
)
from frente.kernel import march
from frente.kernel.chance import Dice, Opening
from frente.kernel.flow import Frame, Position, Side
from frente.kernel.referee import IllegalAct, Match
from frente.kernel.views import AT_WORK, CannotDraw, Open
from tests.guadalajara.lay import asked, at, box, dice, drill, loaded, play, put, puts, run, unit, where


def written(p: Position) -> str:
    assert isinstance(p, Guadalajara)
    return json.dumps(GAME.dump(p))


def drawn(p: Guadalajara, viewer: Side, n: int) -> Guadalajara:
    found = seal(p, viewer).draw(Random(n))
    assert isinstance(found, Guadalajara)
    return found


def same(p: Guadalajara, t: Guadalajara, viewer: Side) -> None:
    """Two truths that look alike are one to the side, and so is everything drawn from them."""
    assert written(p) != written(t)
    assert GAME.view(p, viewer) == GAME.view(t, viewer)
    one, other = seal(p, viewer), seal(t, viewer)
    assert written(one.base) == written(other.base)
    for n in range(6):
        d = drawn(p, viewer, n)
        assert GAME.view(d, viewer) == GAME.view(p, viewer)
        assert not GAME.broken_laws(d)
        assert written(d) == written(other.draw(Random(n)))


def front(**options: Any) -> Guadalajara:
    """Three Republican stacks before an Italian battalion; under each lies a battalion of another brigade."""
    p = drill(hidden_stacks=True, **options)
    puts(p, "30.06", "r-dmi-48", "r-man-33")
    puts(p, "33.06", "r-apo-71", "r-goy-65")
    puts(p, "36.06", "r-tha-xi", "r-gar-xii")
    put(p, "n-tor-iv", "30.05")
    return p


def swap(p: Guadalajara, one: str, other: str) -> None:
    """Two units under others change places."""
    a, c = where(p, one), where(p, other)
    for name, h in ((one, c), (other, a)):
        top = p.board.uid[p.top[at(p, h)]]
        put(p, name, h, steps=p.steps[unit(p, name)])
        put(p, top, h)


# -- units out of sight


Change = Callable[[Guadalajara], object]
CHANGES: dict[str, Change] = {
    "place": lambda p: swap(p, "r-dmi-48", "r-apo-71"),
    "steps": lambda p: p.steps.__setitem__(unit(p, "r-dmi-48"), 1),
    "marks": lambda p: p.mark(unit(p, "r-dmi-48"), DG | UNSUPPLIED | MOVED),
    "began": lambda p: p.began.__setitem__(unit(p, "r-dmi-48"), at(p, "20.06")),
}


@pytest.mark.rule("scs.fog")
@pytest.mark.parametrize("frame", [Movement(NAT), Movement(REP), Combat(NAT), Barrage(NAT)],
                         ids=["moving", "watching", "fighting", "firing"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_two_truths_that_look_alike_are_one_once_they_are_sealed(change: Change, frame: Frame) -> None:
    truths = [front(), front()]
    change(truths[1])
    for p in truths:
        put(p, "n-arty-ctv-2", "30.04")
        run(p, frame.clone())
    same(truths[0], truths[1], NAT)


@pytest.mark.rule("scs.fog")
def test_nothing_of_a_unit_out_of_sight_is_left_in_what_a_side_knows() -> None:
    p = run(front(), Movement(NAT))
    base = seal(p, NAT).base
    assert isinstance(base, Guadalajara)
    for name in ("r-dmi-48", "r-apo-71", "r-tha-xi"):
        u = unit(base, name)
        assert base.hex[u] < 0
        assert (base.steps[u], base.state[u], base.face[u]) == (2, 0, 0)      # a battalion nobody sees is told as full
        assert str(p.hex[u]) not in (str(base.began[u]), str(base.due[u]))
    assert where(base, "r-man-33") == "30.06"


@pytest.mark.rule("scs.fog")
def test_the_draws_give_every_arrangement_that_fits_and_no_other() -> None:
    p = run(front(), Movement(NAT))
    hidden = ("r-dmi-48", "r-apo-71", "r-tha-xi")
    found = {tuple(where(drawn(p, NAT, n), name) for name in hidden) for n in range(200)}
    spots = ("30.06", "33.06", "36.06")
    assert found == {(a, b, c) for a in spots for b in spots for c in spots if len({a, b, c}) == 3}


@pytest.mark.rule("scs.fog", "1.13.1")
def test_under_released_units_lies_a_reserve_that_still_counts() -> None:
    """They were released elsewhere and came to stand on one that waits."""
    p = front()
    for name in ("r-man-33", "r-goy-65", "r-gar-xii"):
        p.state[unit(p, name)] |= RESERVE | RELEASED
    p.state[unit(p, "r-dmi-48")] |= RESERVE
    run(p, Movement(NAT))
    assert p.reserves_used(REP) == 1
    assert {drawn(p, NAT, n).reserves_used(REP) for n in range(30)} == {1}


@pytest.mark.rule("scs.fog", "1.1a")
def test_no_stack_is_drawn_beyond_the_limit_and_none_that_is_seen_to_hide_somebody_stays_empty() -> None:
    p = drill(hidden_stacks=True)
    puts(p, "30.06", "r-dmi-48", "r-ter-48", "r-man-33")     # full
    puts(p, "33.06", "r-apo-71", "r-goy-65")
    put(p, "n-tor-iv", "40.05")
    run(p, Movement(NAT))
    places = set()
    for n in range(60):
        d = drawn(p, NAT, n)
        values = [sum(d.value(u) for u in d.stack_at(at(d, h))) for h in ("30.06", "33.06")]
        assert max(values) <= 6
        places.add(tuple(where(d, name) for name in ("r-dmi-48", "r-ter-48", "r-apo-71")))
    assert {p.count("30.06") for p in places} == {1, 2}


@pytest.mark.rule("scs.fog")
def test_a_zone_that_nobody_in_sight_exerts_is_explained_by_somebody_below() -> None:
    """Tanks exert none (R158): infantry under the one with a zone around it is in order, under the other it is not."""
    p = drill(hidden_stacks=True)
    puts(p, "30.06", "r-dmi-48", "r-tk-1-bt")
    puts(p, "36.06", "r-apo-71", "r-tk-2-bt")
    p.mark(unit(p, "r-apo-71"), DG)
    put(p, "n-tor-iv", "45.05")
    run(p, Movement(NAT))
    zones = GAME.overlay(p, NAT, "zones")
    assert "30.07" in zones
    assert "36.07" not in zones
    for n in range(20):
        d = drawn(p, NAT, n)
        assert GAME.overlay(d, NAT, "zones") == zones
        marked = {where(d, name): bool(d.state[unit(d, name)] & DG) for name in ("r-dmi-48", "r-apo-71")}
        assert marked == {"30.06": False, "36.06": True}


@pytest.mark.rule("scs.fog", "1.16a.1", "1.16a.5")
def test_loaded_trucks_out_of_sight_carry_somebody_who_may_ride() -> None:
    p = drill(hidden_stacks=True)
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "30.06")
    put(p, "n-buf-iv", "30.06")
    put(p, "n-arty-ctv-2", "36.06")      # no passenger: guns are not carried
    put(p, "n-bis-iv", "36.06")
    put(p, "n-aqu-i", "33.06")
    put(p, "n-leo-i", "33.06")
    put(p, "r-dmi-48", "45.05")
    run(p, Movement(REP))
    t = unit(p, "n-truck-ctv-1")
    riders = set()
    for n in range(40):
        d = drawn(p, REP, n)
        assert GAME.view(d, REP) == GAME.view(p, REP)
        assert d.hex[t] == d.hex[d.cargo[t]]
        riders.add(d.board.uid[d.cargo[t]])
    assert riders == {"n-tor-iv", "n-aqu-i"}


@pytest.mark.rule("scs.fog", "1.13.1")
def test_as_many_reserve_markers_are_out_as_everybody_counts() -> None:
    truths = [front(), front()]
    for p, name in zip(truths, ("r-dmi-48", "r-apo-71")):
        put(p, "n-tor-iv", "50.05")
        p.state[unit(p, name)] |= RESERVE
        run(p, Movement(NAT))
    same(truths[0], truths[1], NAT)
    d = drawn(truths[0], NAT, 3)
    assert d.reserves_used(REP) == 1


@pytest.mark.rule("scs.fog")
def test_a_loss_that_nobody_could_take_before_is_not_in_what_is_known_on_the_march() -> None:
    truths = [front(), front()]
    for p, short in zip(truths, (0, 2)):
        run(p, Movement(NAT))
        p.short = short
        play(p, "unit:n-tor-iv")
    same(truths[0], truths[1], NAT)


@pytest.mark.rule("4.6b", "3.5b")
def test_who_on_the_map_was_once_sent_elsewhere_is_not_known() -> None:
    truths = []
    for delayed in (0, 1):
        p = drill(secret_off_map=True)
        put(p, "r-man-33", "30.06")
        put(p, "n-tor-iv", "30.05")
        p.delayed[unit(p, "r-man-33")] = delayed
        truths.append(run(p, Movement(NAT)))
    same(truths[0], truths[1], NAT)


# -- while the other side is at something


@pytest.mark.rule("scs.fog")
def test_while_the_enemy_moves_no_copy_is_made_whoever_moves() -> None:
    for mover in ("r-man-33", "r-dmi-48"):               # in sight, out of sight
        p = run(front(), Movement(REP))
        assert drawn(p, NAT, 1).choices().keys() == {REP}
        play(p, f"unit:{mover}")
        with pytest.raises(CannotDraw) as e:
            seal(p, NAT)
        assert e.value.key == AT_WORK
        assert isinstance(seal(run(drill(), Movement(REP)), NAT), Open)


@pytest.mark.rule("scs.fog")
def test_a_march_ordered_while_the_enemy_moves_is_refused_in_words_and_nothing_is_warned_of() -> None:
    """Units go one after another, and the enemy may be asked in between."""
    p = run(front(), Movement(REP))
    play(p, "unit:r-man-33")
    match = Match(GAME, p, "1", GAME.settled({"hidden_stacks": True}), None, {}, Dice([Opening("march")]))
    with pytest.raises(IllegalAct) as e:
        next(march.orders(match, NAT, ["n-tor-iv"], "30.06"))
    assert [r.key for r in e.value.refusals] == ["kernel.cannot-draw-now"]
    assert march.warnings(GAME, p, NAT, ["n-tor-iv"], "30.06", Random(1)) == []


@pytest.mark.rule("4.6b", "4.6c", "scs.fog")
@pytest.mark.parametrize(("frame", "option", "viewer"), [
    (Retreat(NAT, [], 1, 0), "secret_rolls", REP), (Surplus(NAT), "secret_rolls", REP),
    (Supply(NAT), "hidden_stacks", REP), (Arrivals(REP, False, []), "secret_off_map", NAT),
    (Reinforcements([]), "secret_off_map", NAT), (Attack(REP, 9), "hidden_stacks", NAT)],
    ids=lambda x: type(x).__name__ if isinstance(x, Frame) else "")
def test_what_turns_on_secrets_is_told_by_its_kind(frame: Frame, option: str, viewer: Side) -> None:
    options: dict[str, Any] = {option: True}
    p = drill(variable_reinforcements=True, **options)
    p.stack = [frame]
    p.asked = {1 - viewer: []}
    with pytest.raises(CannotDraw):
        seal(p, viewer)
    q = drill(variable_reinforcements=True)
    q.stack = [frame]
    assert isinstance(seal(q, viewer), Open)
    assert isinstance(seal(p, 1 - viewer), Open) == (option == "secret_off_map")


@pytest.mark.rule("scs.fog", "4.6a")
def test_who_is_asked_in_the_middle_of_a_march_gets_a_copy_that_names_nobody_out_of_sight() -> None:
    p = drill(hidden_stacks=True, cavalry_screen=True)
    puts(p, "30.05", "n-tor-iv", "n-bis-iv")
    puts(p, "40.05", "n-aqu-i", "n-leo-i")
    put(p, "r-cav-xii", "30.07")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv", "hex:30.06")
    assert asked(p) == [REP]
    top = p.top[at(p, "30.06")]
    base = seal(p, REP).base
    assert [f.units for f in base.stack if isinstance(f, Move)] == [[top]]
    found = {where(drawn(p, REP, n), p.board.uid[p.below[top]]) for n in range(20)}
    assert found == {"30.06", "40.05"}


@pytest.mark.rule("scs.fog")
def test_the_card_of_a_barrage_tells_no_more_once_the_dice_have_fallen() -> None:
    p = front()
    puts(p, "30.04", "n-arty-ctv-2", "n-bis-iv")
    puts(p, "40.04", "n-leo-i", "n-aqu-i")
    run(p, Barrage(NAT))
    play(p, "hex:30.06", "unit:n-arty-ctv-2", "fire")
    assert GAME.card(p, NAT)["attack"] == 15
    assert "attack" not in GAME.card(p, REP)             # the gun is out of sight
    dice(p, 6, 6)
    assert asked(p) == [REP]
    d = drawn(p, REP, 2)
    assert GAME.card(p, REP) == GAME.card(d, REP)
    assert GAME.card(p, REP)["dice"] == [6, 6]


# -- the secrets of 4.6


@pytest.mark.rule("4.6a")
def test_hidden_markers_are_drawn_anywhere_and_in_no_order() -> None:
    truths = []
    for markers, shown in (([at(front(), "30.06"), at(front(), "20.09")], [0, 1]),
                           ([at(front(), "20.09"), at(front(), "10.11")], [1, 0])):
        p = drill(hidden_interdiction=True)
        put(p, "n-tor-iv", "30.05")
        p.markers, p.shown, p.flipped = markers, shown, [0, 0]
        truths.append(run(p, Movement(NAT)))
    same(truths[0], truths[1], NAT)


@pytest.mark.rule("4.6b")
def test_nothing_tells_who_off_the_map_is_in_reserve_on_a_truck_or_soon_back() -> None:
    truths = []
    for due, reserve, ride in ((6, True, False), (8, False, True)):
        p = drill(secret_off_map=True, turn=6)
        u, t = box(p, "r-tha-xi", OFF_MAP, due), box(p, "r-truck-rep-1", OFF_MAP, due)
        if ride:
            p.load(u, t)
        if reserve:
            p.state[u] |= RESERVE
        put(p, "n-tor-iv", "30.05")
        truths.append(run(p, Movement(NAT)))
    same(truths[0], truths[1], NAT)
    u = unit(truths[0], "r-tha-xi")
    copies = [drawn(truths[0], NAT, n) for n in range(40)]
    assert {d.due[u] for d in copies} == {6, 7, 8}
    assert {d.aboard[u] >= 0 for d in copies} == {True, False}


@pytest.mark.rule("4.6c", "4.4a")
@pytest.mark.parametrize(("turn", "turns"), [(2, {4}), (3, {4, 5}), (4, {4, 5, 6})])
def test_arrivals_are_drawn_round_the_printed_turn(turn: int, turns: set[int]) -> None:
    """r-ac-2-bt is printed for turn 4; the true turn is another."""
    truths = []
    for due in (turn, turn + 2):
        p = drill(secret_rolls=True, variable_reinforcements=True, turn=turn)
        u = box(p, "r-ac-2-bt", AWAITED, due)
        put(p, "n-tor-iv", "30.05")
        truths.append(run(p, Movement(NAT)))
    assert truths[0].board.arrives[u] == 4
    same(truths[0], truths[1], NAT)
    assert {drawn(truths[0], NAT, n).due[u] for n in range(60)} == turns
    open_dice = run(drill(variable_reinforcements=True, turn=turn), Movement(NAT))
    assert isinstance(seal(open_dice, NAT), Open)


@pytest.mark.rule("4.6c", "1.14a.1")
def test_who_is_lost_for_good_and_who_comes_back_looks_the_same() -> None:
    truths = []
    for place, steps, due in ((DEAD, 0, 2), (RETURNING, 1, 6)):
        p = drill(secret_rolls=True, turn=3)
        u = box(p, "n-tor-iv", place, due)
        p.steps[u] = steps
        put(p, "n-aqu-i", "30.05", steps=1 + (place == DEAD))
        put(p, "r-dmi-48", "45.05")
        p.morale[1], p.panic[1], p.routed[1] = (9, 1, 1) if place == DEAD else (2, 0, 1)
        truths.append(run(p, Movement(REP)))
    same(truths[0], truths[1], REP)
    copies = [drawn(truths[0], REP, n) for n in range(40)]
    assert {d.panic[1] for d in copies} == {0, 1}
    assert {d.panic[2] for d in copies} == {0}
    assert {d.hex[u] for d in copies} == {DEAD, RETURNING}


@pytest.mark.rule("4.6c", "2.7d.3")
def test_whoever_is_attacking_has_not_panicked_in_any_copy() -> None:
    p = drill(secret_rolls=True)
    put(p, "n-aqu-i", "30.05")
    put(p, "r-dmi-48", "30.06")
    p.routed[p.board.division[unit(p, "n-aqu-i")]] = 1
    run(p, Combat(NAT))
    play(p, "hex:30.06", "unit:n-aqu-i", "attack")
    d = p.board.division[unit(p, "n-aqu-i")]
    assert {drawn(p, REP, n).panic[d] for n in range(12)} == {0}
