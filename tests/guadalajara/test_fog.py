"""[scs.fog, 4.6] What the server keeps from each side: swapping what is hidden changes nothing the other can see."""
from __future__ import annotations

from random import Random
from typing import Any

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_barrage import Barrage
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Surplus
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_results import Reckoning
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.sequence import (
    BarragePhase,
    CombatPhase,
    ExploitationPhase,
    StackingAfterCombat,
    StackingAfterExploitation,
    StackingAfterMovement,
)
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import DEAD, DG, MOVED, OFF_MAP, RETURNING, Guadalajara
from frente.kernel.check import check_game
from frente.kernel.explain import explain
from frente.kernel.flow import EVERYONE, Side
from tests.guadalajara.lay import (
    asked,
    at,
    box,
    dice,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    run,
    told,
    unit,
    where,
)

FOG = {"hidden_interdiction": True, "secret_off_map": True, "secret_rolls": True, "variable_reinforcements": True,
       "hidden_stacks": True}
UNDER = ("r-dmi-48", "r-apo-71")         # each lies under another unit


def two_stacks(hidden_stacks: bool = True, **options: Any) -> Guadalajara:
    """Two Republican stacks before an Italian battalion; each hides a battalion of another strength."""
    p = drill(hidden_stacks=hidden_stacks, **options)
    puts(p, "30.06", "r-dmi-48", "r-man-33")
    puts(p, "31.06", "r-apo-71", "r-goy-65")
    put(p, "n-tor-iv", "30.05")
    put(p, "n-bis-iv", "40.05")
    return p


def exchange(q: Guadalajara, u: int, v: int) -> None:
    """Two units trade places, each in the other's layer of its stack."""
    a, c = q.hex[u], q.hex[v]
    here = [v if x == u else x for x in q.stack_at(a)]
    there = [u if x == v else x for x in q.stack_at(c)]
    for x in reversed(here):
        q.put(x, a)
    for x in reversed(there):
        q.put(x, c)
    q.began[u], q.began[v] = q.began[v], q.began[u]


def swapped(p: Guadalajara, *pairs: tuple[str, str]) -> Guadalajara:
    q = p.clone()
    for a, b in pairs:
        exchange(q, unit(q, a), unit(q, b))
    q.barrier = p.barrier
    q.reask()
    return q


def place(p: Guadalajara, viewer: Side | None, name: str) -> str:
    return next(x["at"] for x in GAME.view(p, viewer).pieces if x["id"] == name)


def state(p: Guadalajara, viewer: Side | None, name: str) -> list[str]:
    return next(x["state"] for x in GAME.view(p, viewer).pieces if x["id"] == name)


def everything(p: Guadalajara, viewer: Side) -> list[Any]:
    """All that the server would say to a viewer about a position."""
    b = p.board
    found: list[Any] = [GAME.view(p, viewer), GAME.card(p, viewer), sorted(p.choices()), p.choices().get(viewer)]
    found += [GAME.overlay(p, viewer, name) for name in GAME.overlays()]
    found += [explain(GAME, p, viewer, "unit", u) for u in range(b.units)]
    found += [explain(GAME, p, viewer, "space", h) for h in range(0, b.size, 7)]
    return found


@pytest.mark.rule("4.6c", "2.7d.6")
def test_a_supply_line_does_not_tell_the_enemy_that_a_division_has_panicked() -> None:
    """From 34.11 a headquarters in 40.13 is within reach, but for panic."""
    lines: dict[tuple[bool, int], list[int]] = {}
    for secret in (False, True):
        for panic in (0, 1):
            p = empty(turn=3, secret_rolls=secret)
            put(p, "n-hq-fn", "40.13")
            u = put(p, "n-int-vi", "34.11")
            p.panic[p.board.division[u]] = panic
            lines[secret, panic] = [len(GAME.supply_line(p, u, eyes)) for eyes in ([NAT], [REP], [], [NAT, REP])]
    assert lines[False, 0] == lines[True, 0] == [29, 29, 29, 29]
    assert lines[False, 1] == [0, 0, 0, 0]
    assert lines[True, 1] == [0, 29, 29, 0]


@pytest.mark.rule("scs.fog", "1.6b.1")
def test_a_supply_line_does_not_tell_the_enemy_where_a_headquarters_lies_out_of_sight() -> None:
    p = empty(turn=3, hidden_stacks=True)
    u = put(p, "n-int-vi", "37.11")
    puts(p, "40.13", "n-hq-fn", "n-imp-viii")            # the headquarters below
    assert "40.13" in GAME.supply_line(p, u, [NAT])
    assert GAME.supply_line(p, u, [REP]) == GAME.supply_line(p, u, []) == []
    put(p, "n-hq-fn", "40.13")                           # on top
    assert "40.13" in GAME.supply_line(p, u, [REP])


@pytest.mark.rule("4.6c", "2.7d.3")
def test_the_card_does_not_tell_the_enemy_which_targets_only_a_panicked_division_could_attack() -> None:
    cards: dict[tuple[bool, int], list[Any]] = {}
    for secret in (False, True):
        for panic in (0, 1):
            p = drill(secret_rolls=secret)
            u = put(p, "n-tor-iv", "30.05")
            put(p, "r-dmi-48", "30.06")
            p.panic[p.board.division[u]] = panic
            run(p, Combat(NAT))
            cards[secret, panic] = [GAME.card(p, viewer) for viewer in (NAT, REP, None)]
    odds = {"targets": {"30.06": "1:1"}}
    assert cards[False, 0] == [odds, odds, odds]
    assert cards[True, 0] == [odds, {}, {}]
    assert cards[False, 1] == cards[True, 1] == [{}, {}, {}]


# -- stacks


@pytest.mark.rule("scs.fog")
def test_only_the_top_unit_of_an_enemy_stack_is_seen() -> None:
    p = run(two_stacks(), Movement(NAT))
    for viewer in (NAT, None):
        assert [place(p, viewer, name) for name in UNDER] == ["covered", "covered"]
        assert place(p, viewer, "r-man-33") == "30.06"
        assert "stacked" in state(p, viewer, "r-man-33")
    assert place(p, REP, "r-dmi-48") == "30.06"          # his own
    assert "stacked" not in state(p, REP, "r-man-33")
    assert place(p, NAT, "n-tor-iv") == "30.05"
    open_play = run(two_stacks(hidden_stacks=False), Movement(NAT))
    assert place(open_play, NAT, "r-dmi-48") == "30.06"


@pytest.mark.rule("scs.fog")
@pytest.mark.parametrize("frame", [Movement(NAT), Combat(NAT), Barrage(NAT), Movement(REP)],
                         ids=["move", "combat", "barrage", "enemy-moves"])
def test_what_lies_under_others_could_be_swapped_and_the_enemy_would_not_notice(frame: Any) -> None:
    p = two_stacks()
    put(p, "n-arty-ctv-2", "30.04")
    run(p, frame.clone())
    q = swapped(p, UNDER)
    assert q.hex != p.hex
    assert everything(p, NAT) == everything(q, NAT)
    assert GAME.view(p, None) == GAME.view(q, None)
    r = run(two_stacks(hidden_stacks=False), Movement(NAT))
    assert GAME.view(r, NAT) != GAME.view(swapped(r, UNDER), NAT)


@pytest.mark.rule("scs.fog")
def test_a_declared_combat_lays_the_stack_open_and_its_end_covers_it_again() -> None:
    p = two_stacks()
    puts(p, "30.05", "n-buf-iv", "n-impl-v")
    run(p, Combat(NAT))
    assert GAME.card(p, NAT)["targets"]["30.06"] == "?"
    play(p, "hex:30.06", "unit:n-tor-iv", "unit:n-buf-iv", "unit:n-impl-v")
    assert place(p, NAT, "r-dmi-48") == "covered"        # named, not declared
    assert GAME.card(p, NAT)["unknown"] is True
    assert GAME.card(p, NAT)["defenders"] == ["r-man-33"]
    assert "row" not in GAME.card(p, NAT)
    barrier = p.barrier
    play(p, "attack")
    assert p.barrier > barrier                           # nobody takes back what showed him the stack
    assert place(p, NAT, "r-dmi-48") == "30.06"
    assert place(p, NAT, "r-apo-71") == "covered"        # another hex
    assert GAME.card(p, NAT)["defenders"] == ["r-man-33", "r-dmi-48"]
    while p.stack and type(p.stack[-1]).__name__ != "Combat" and p.choices():
        side = min(p.choices())
        p.apply(side, p.choices()[side][0])
    stands = [name for name in ("r-man-33", "r-dmi-48") if p.hex[unit(p, name)] >= 0]
    if len(stands) == 2 and len({where(p, name) for name in stands}) == 1:
        assert sorted(place(p, NAT, name) == "covered" for name in stands) == [False, True]


@pytest.mark.rule("scs.fog")
def test_a_barrage_is_not_a_combat_and_tells_nothing_of_those_below() -> None:
    p = two_stacks()
    put(p, "n-arty-ctv-2", "30.04")
    run(p, Barrage(NAT))
    events = told(p)
    play(p, "hex:30.06", "unit:n-arty-ctv-2", "fire")
    dice(p, 6, 6)
    assert GAME.view(p, NAT).pieces
    heard = [e for e in events if e.only in (EVERYONE, NAT)]
    assert not any(e.facts.get("unit") == "r-dmi-48" for e in heard)
    assert any(e.facts.get("unit") == "r-man-33" for e in heard) or REP in asked(p)
    assert place(p, NAT, "r-dmi-48") == "covered"


@pytest.mark.rule("scs.fog")
def test_of_a_stack_on_the_march_the_enemy_sees_and_hears_of_the_top_unit_only() -> None:
    p = drill(hidden_stacks=True)
    puts(p, "30.05", "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", "45.05")
    run(p, Movement(NAT))
    events = told(p)
    play(p, "unit:n-tor-iv", "with:n-bis-iv")
    barrier = p.barrier
    play(p, "hex:30.06")
    steps = {str(e.facts["unit"]): e.only for e in events if e.key == "stepped"}
    top = p.board.uid[p.top[at(p, "30.06")]]
    under = "n-tor-iv" if top == "n-bis-iv" else "n-bis-iv"
    assert (steps[top], steps[under]) == (EVERYONE, NAT)
    assert GAME.view(p, REP).facts["moving"] == [top]
    assert GAME.view(p, NAT).facts["moving"] == ["n-tor-iv", "n-bis-iv"]
    assert p.barrier > barrier
    alone = drill(hidden_stacks=True)
    put(alone, "n-tor-iv", "30.05")
    put(alone, "r-dmi-48", "45.05")
    run(alone, Movement(NAT))
    barrier = alone.barrier
    play(alone, "unit:n-tor-iv", "hex:30.06")
    assert alone.barrier == barrier                      # it shows nothing and may be taken back


@pytest.mark.rule("scs.fog")
def test_a_headquarters_under_others_gives_itself_away_by_no_overlay() -> None:
    p = empty(turn=3, hidden_stacks=True)
    puts(p, "52.15", "n-hq-fn", "n-int-vi")
    put(p, "r-dmi-48", "30.05")
    run(p, Movement(NAT))
    assert GAME.overlay(p, NAT, "headquarters")
    assert not GAME.overlay(p, REP, "headquarters")
    assert not GAME.overlay(p, None, "headquarters")


@pytest.mark.rule("4.6c", "2.7d.6")
@pytest.mark.parametrize("secret", [True, False])
def test_the_range_of_a_headquarters_tells_of_panic_only_where_panic_is_no_secret(secret: bool) -> None:
    p = empty(turn=3, secret_rolls=secret)
    put(p, "n-hq-fn", "52.15")
    put(p, "r-dmi-48", "30.05")
    run(p, Movement(NAT))
    seen = {viewer: GAME.overlay(p, viewer, "headquarters") for viewer in (NAT, REP, None)}
    assert seen[NAT] == seen[REP]
    p.panic[p.board.division[unit(p, "n-hq-fn")]] = 1
    assert len(GAME.overlay(p, NAT, "headquarters")) < len(seen[NAT])
    for viewer in (REP, None):
        assert (GAME.overlay(p, viewer, "headquarters") == seen[viewer]) is secret


def test_positions_drawn_for_a_side_put_other_units_under_the_top() -> None:
    p = run(two_stacks(), Movement(NAT))
    drawn = [GAME.determinize(p, NAT, Random(n)) for n in range(12)]
    assert {where(d, "r-dmi-48") for d in drawn} == {"30.06", "31.06"}
    assert all(everything(d, NAT) == everything(p, NAT) for d in drawn)
    assert {where(GAME.determinize(p, REP, Random(n)), "r-dmi-48") for n in range(6)} == {"30.06"}


@pytest.mark.rule("scs.fog")
def test_when_the_game_is_over_everything_lies_open() -> None:
    p = run(two_stacks(), Movement(NAT))
    p.level = 0
    assert place(p, NAT, "r-dmi-48") == place(p, None, "r-dmi-48") == "30.06"


# -- the secrets of 4.6


def volunteers(**options: Any) -> Guadalajara:
    p = drill(**options)
    put(p, "n-aqu-i", "30.05", steps=1)
    put(p, "r-dmi-48", "30.06")
    return p


@pytest.mark.rule("4.6c")
def test_the_steps_of_volunteers_are_secret_until_they_fight() -> None:
    p = run(volunteers(secret_rolls=True), Combat(REP))
    seen = next(x for x in GAME.view(p, REP).pieces if x["id"] == "n-aqu-i")
    assert (seen["steps"], seen["factors"][:4]) == (2, "?-?-")
    assert next(x for x in GAME.view(p, NAT).pieces if x["id"] == "n-aqu-i")["steps"] == 1
    assert next(x for x in GAME.view(p, NAT).pieces if x["id"] == "r-dmi-48")["steps"] == 2      # no volunteers
    q = p.clone()
    q.steps[unit(q, "n-aqu-i")] = 2
    assert everything(p, REP) == everything(q, REP)
    assert {GAME.determinize(p, REP, Random(n)).steps[unit(p, "n-aqu-i")] for n in range(9)} == {1, 2}
    play(p, "hex:30.05", "unit:r-dmi-48", "attack")
    assert next(x for x in GAME.view(p, REP).pieces if x["id"] == "n-aqu-i")["steps"] == 1
    r = run(volunteers(), Combat(REP))
    assert next(x for x in GAME.view(r, REP).pieces if x["id"] == "n-aqu-i")["steps"] == 1


@pytest.mark.rule("4.6c")
def test_a_step_that_volunteers_lose_outside_a_combat_is_told_to_their_owner_only() -> None:
    for secret in (True, False):
        p = drill(secret_rolls=secret)
        u = put(p, "n-aqu-i", "30.05")
        v = put(p, "r-dmi-48", "40.05")
        run(p, Movement(NAT))
        events = told(p)
        barrier = p.barrier
        p.lose_step(u, "1.6d.2")
        p.lose_step(v, "1.6d.2")
        assert [e.only for e in events] == [NAT if secret else EVERYONE, EVERYONE]
        assert (p.barrier > barrier) == secret


@pytest.mark.rule("4.6c")
@pytest.mark.parametrize(("secret", "side"), [(True, NAT), (True, REP), (False, NAT)])
def test_a_phase_that_tells_of_secret_losses_or_panic_cannot_be_taken_back(secret: bool, side: int) -> None:
    """Whether somebody is over the limit depends on his steps, whether he may attack on his panic."""
    p = drill(secret_rolls=secret)
    crowd = ("n-brs-crs", "n-aqu-i", "n-leo-i", "n-carr-i") if side == NAT else (
        "r-dmi-48", "r-ter-48", "r-pym-48", "r-pdm-48")
    for uid in crowd:
        put(p, uid, "30.05")
    for phase in (StackingAfterMovement(), BarragePhase(), CombatPhase(), StackingAfterCombat(), ExploitationPhase(),
                  StackingAfterExploitation()):
        barrier = p.barrier
        phase.auto(PlayerTurn(side), p)
        assert (p.barrier > barrier) is (secret and side == NAT)
    barrier = p.barrier                  # another attack may follow, or nobody is left who could
    Reckoning().auto(Attack(side, at(p, "30.06")), p)
    assert (p.barrier > barrier) is (secret and side == NAT)
    run(p, Surplus(side))
    barrier = p.barrier
    play(p, f"unit:{crowd[0]}")          # and so does whether one of them was enough
    assert (p.barrier > barrier) is (secret and side == NAT)
    run(p, Retreat(side, [unit(p, uid) for uid in crowd[1:]], 2, at(p, "30.05")))
    barrier = p.barrier
    play(p, offered(p)[0])               # or where there is room for those who retreat
    assert (p.barrier > barrier) is (secret and side == NAT)


def hemmed_in(secret: bool) -> Guadalajara:
    """Volunteers who have moved into a full hex, and one who has not; loaded, it may go nowhere: enemies are near."""
    p = drill(secret_rolls=secret)
    for uid, place in (("r-dmi-48", "28.05"), ("r-man-33", "31.04"), ("r-apo-71", "31.07")):
        put(p, uid, place)
    put(p, "n-ardi-vi", "30.05", steps=1)
    for uid in ("n-int-vi", "n-inf-vii", "n-gen-fn"):
        put(p, uid, "30.05", state=MOVED)
    put(p, "n-truck-ctv-1", "30.05")
    return run(p, Movement(NAT))


@pytest.mark.rule("4.6c", "scs.fog")
@pytest.mark.parametrize("secret", [True, False])
def test_that_a_loaded_unit_may_neither_drive_nor_stay_is_owned_up_to(secret: bool) -> None:
    """Whether a hex is full depends on what volunteers have lost: the end of the move tells, and is not taken back."""
    p = hemmed_in(secret)
    q = p.clone()
    q.steps[unit(q, "n-int-vi")] = 1     # a step less, and a seventh is not one too many
    if secret:
        assert everything(p, REP) == everything(q, REP)
    for x in (p, q):
        play(x, "unit:n-ardi-vi", "load:n-truck-ctv-1")
    assert p.choices() == {}             # 2 + 2 + 1 + 2 on the truck are more than 6
    assert offered(q) == ["reserve:n-ardi-vi", "stop"]
    assert (p.barrier, q.barrier) == (int(secret), 0)
    play(q, "stop")
    assert q.barrier == 0                # he chose to stop: that tells nothing


@pytest.mark.rule("4.6a")
def test_a_hidden_marker_could_lie_anywhere_else() -> None:
    p = drill(hidden_interdiction=True)
    put(p, "n-tor-iv", "30.05")
    p.markers, p.flipped, p.shown = [at(p, "30.06")], [0], [0]
    run(p, Movement(NAT))
    q = p.clone()
    q.markers = [at(q, "20.09")]
    assert everything(p, NAT) == everything(q, NAT)
    assert GAME.view(p, REP) != GAME.view(q, REP)
    shown = p.clone()
    shown.shown = [1]
    assert GAME.view(shown, NAT) != GAME.view(q, NAT)


@pytest.mark.rule("4.6b")
def test_when_units_off_the_map_come_back_is_in_no_view_of_the_enemy() -> None:
    p = drill(secret_off_map=True, turn=6)
    u = box(p, "r-tha-xi", OFF_MAP, 7)
    put(p, "n-tor-iv", "30.05")
    run(p, Movement(NAT))
    q = p.clone()
    q.due[u] = 9
    assert everything(p, NAT) == everything(q, NAT)
    assert {GAME.determinize(p, NAT, Random(n)).due[u] for n in range(30)} == {6, 7, 8}


@pytest.mark.rule("4.6b")
@pytest.mark.parametrize("secret", [True, False])
def test_the_end_of_a_phase_does_not_tell_whether_somebody_off_the_map_could_go_into_reserve(secret: bool) -> None:
    for due, able in ((9, False), (6, True)):
        p = drill(secret_off_map=secret, turn=6)
        p.pool[REP] = 1
        u = box(p, "r-tha-xi", OFF_MAP, due)
        run(p, Movement(REP))
        assert asked(p) == ([REP] if able or secret else [])
        assert ("reserve:r-tha-xi" in offered(p)) is able
        p.hex[u] = DEAD                  # with nobody off the map there is nothing to hide
        assert run(p, Movement(REP)).choices() == {}


@pytest.mark.rule("4.6c")
def test_morale_panic_and_returns_could_be_others_and_the_enemy_would_not_notice() -> None:
    p = drill(secret_rolls=True)
    put(p, "n-aqu-i", "30.05")
    put(p, "r-dmi-48", "45.05")
    u = box(p, "n-bis-iv", RETURNING, 5)
    run(p, Movement(REP))
    q = p.clone()
    q.morale = [0, 5, 4, 3, 0]
    q.panic = [0, 1, 0, 1, 0]
    q.due[u] = 8
    assert everything(p, REP) == everything(q, REP)
    assert GAME.view(p, NAT) != GAME.view(q, NAT)
    assert GAME.view(p, None) == GAME.view(q, None)


@pytest.mark.parametrize(("scenario", "seed"), [("2", 0), ("4", 2), ("3", 3)])
def test_all_fog_of_war_together_keeps_every_law(scenario: str, seed: int) -> None:
    assert check_game(GAME, scenario, FOG, seed=seed, every=90).looked > 3


def test_a_disorganised_unit_below_is_marked_for_its_owner_only() -> None:
    p = two_stacks()
    p.mark(unit(p, "r-dmi-48"), DG)
    run(p, Movement(REP))
    assert "disorganised" in state(p, REP, "r-dmi-48")
    assert state(p, NAT, "r-dmi-48") == []
    assert "unit:r-dmi-48" in offered(p)


@pytest.mark.rule("4.3a.1")
@pytest.mark.parametrize("loose", [False, True])
def test_whether_spaniards_may_cross_was_counted_with_hidden_units_and_is_shown_to_both(loose: bool) -> None:
    p = drill(hidden_stacks=True, separation_line="loose", turn=6)
    p.loose = loose
    for viewer in (NAT, REP, None):
        tracks = {x["id"]: (x["value"], x["rule"]) for x in GAME.view(p, viewer).tracks}
        assert tracks["line-open"] == (int(loose), "4.3a.1")
    for language in ("en", "es"):
        assert "track.line-open" in GAME.texts(language)
    assert "line-open" not in {x["id"] for x in GAME.view(drill(), NAT).tracks}
