"""[13.6, 7.4c] What each side sees, and that sampled positions differ only in what it cannot see."""
from __future__ import annotations

from random import Random

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch07_chits import hand
from frente.games.tscw.state.position import Tscw
from frente.kernel.views import Piece
from tests.tscw.lay import NAT, REP, drawn, empty, fighting, hexn, hold, moving, play, put, reasons, start, unit

STACK = ("r-div11", "r-bde2", "r-bde3", "r-hq-cen")


def piece(p: Tscw, viewer: int | None, name: str) -> Piece:
    return next(x for x in GAME.view(p, viewer).pieces if x["id"] == name)


def test_below_the_top_counter_of_an_enemy_stack_nothing_is_known() -> None:
    p = empty(turn=9)
    put(p, "2712", *STACK)
    moving(p, REP)
    assert piece(p, NAT, "r-div11")["at"] == "2712"
    assert "stacked" in piece(p, NAT, "r-div11")["state"]
    for name in STACK[1:]:
        hidden = piece(p, NAT, name)
        assert (hidden["at"], hidden["factors"], hidden["steps"], hidden["state"]) == ("covered", "", 0, [])
        assert piece(p, REP, name)["at"] == "2712"
        assert piece(p, None, name)["at"] == "covered", "a spectator sees no more"


def test_the_number_of_covered_counters_does_not_show() -> None:
    one, three = empty(turn=9), empty(turn=9)
    put(one, "2712", "r-div11", "r-bde2")
    put(one, "2713", "r-div14", "r-bde3", "r-bde5")
    put(three, "2712", "r-div11", "r-bde2", "r-bde3")
    put(three, "2713", "r-div14", "r-bde5")
    moving(one, REP)
    moving(three, REP)
    assert GAME.view(one, NAT) == GAME.view(three, NAT)
    assert GAME.view(one, REP) != GAME.view(three, REP)


def test_sampled_positions_move_covered_counters_about_and_keep_the_view() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-bde2", "r-div35")
    put(p, "2713", "r-div14", "r-bde3")
    put(p, "2612", "r-div34", "r-hq-cen", "r-bde4")
    put(p, "2911", "n-div11")
    moving(p, NAT)
    rng = Random(3)
    places: dict[str, set[int]] = {n: set() for n in ("r-bde2", "r-div35", "r-bde3", "r-hq-cen", "r-bde4")}
    counts = set()
    for _ in range(40):
        q = drawn(p, NAT, rng)
        assert GAME.view(q, NAT) == GAME.view(p, NAT)
        assert q.choices() == p.choices()
        assert GAME.broken_laws(q) == []
        for name in places:
            places[name].add(q.hex[unit(q, name)])
        counts.add(len(q.stack_at(hexn(q, "2712"))))
    assert all(len(x) > 1 for x in places.values())
    assert len(counts) > 1, "how many counters a stack holds is drawn too"
    own_side = drawn(p, REP, rng)
    assert own_side.hex[unit(p, "r-bde2")] == p.hex[unit(p, "r-bde2")]


def test_a_battle_lays_both_stacks_open_and_they_stay_put_in_samples() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-div11", "r-bde2")
    put(p, "2712", "r-div14", "r-bde3")
    put(p, "2911", "n-div11", "n-div12")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div12")
    assert piece(p, REP, "n-div12")["at"] == "covered"
    play(p, "go")
    assert piece(p, NAT, "r-bde2")["at"] == "2812"
    assert piece(p, REP, "n-div12")["at"] == "2911"
    assert piece(p, NAT, "r-bde3")["at"] == "covered"
    for seed in range(5):
        q = drawn(p, NAT, Random(seed))
        assert q.hex[unit(q, "r-bde2")] == hexn(q, "2812")


def test_held_chits_are_drawn_afresh_in_samples() -> None:
    p = empty(turn=9)
    hold(p, "tactical-surprise")
    moving(p, NAT)
    rng = Random(1)
    seen = set()
    for _ in range(60):
        q = drawn(p, NAT, rng)
        seen.add(tuple(q.board.kinds[q.board.chit_kind[c]] for c in hand(q, REP)))
        assert GAME.view(q, NAT) == GAME.view(p, NAT)
    assert len(seen) > 2
    assert all(len(x) == 1 for x in seen)
    assert ("negrin",) not in seen, "a chit that must be played at once is never held"
    assert all(hand(drawn(p, REP, rng), REP) == hand(p, REP) for _ in range(3))


def test_a_unit_entering_a_stack_goes_under_its_top_counter() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    put(p, "2713", "r-div14")
    moving(p, REP)
    play(p, "unit:r-div14", "hex:2712", "stop")
    assert p.stack_at(hexn(p, "2712")) == [unit(p, "r-div11"), unit(p, "r-div14")]
    assert piece(p, NAT, "r-div14")["at"] == "covered"


def test_the_owner_puts_his_stacks_in_order_once_each() -> None:
    from frente.games.tscw.rules.ch09_stacking import Ordering
    from tests.tscw.lay import offered, rules, run
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-bde2", "r-bde3")
    run(p, Ordering(REP))
    assert set(offered(p)) == {"top:r-bde2", "top:r-bde3", "pass"}
    assert reasons(p, "top:r-div11") == [("13.6", "already-on-top")]
    play(p, "top:r-bde3")
    assert p.top[hexn(p, "2712")] == unit(p, "r-bde3")
    assert offered(p) == ["pass"]
    assert rules(p, "top:r-bde2") == ["R101"]


def test_a_move_of_a_covered_counter_tells_the_enemy_no_name() -> None:
    p = start("columns")
    view = GAME.view(p, REP)
    assert "units" not in view.facts
    q = empty(turn=9)
    put(q, "2712", "r-div11", "r-bde2")
    moving(q, REP)
    play(q, "unit:r-bde2")
    assert "units" not in GAME.view(q, NAT).facts
    assert GAME.view(q, REP).facts["units"] == ["r-bde2"]
