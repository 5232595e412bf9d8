"""[1.2a, 1.4, 1.6c.2, 1.14, scs.loss, scs.ret, scs.adv] Losses, retreats, advances, reconstitution."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    DEAD,
    DG,
    FOUGHT,
    RETURNING,
    UNSUPPLIED,
)
from frente.kit.scs.losses import strongest
from tests.guadalajara.fight import attack, settle
from tests.guadalajara.lay import (
    at,
    dice,
    drill,
    hexes,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    units,
    where,
)

A = "30.05"
T = "30.06"


# -- losses


@pytest.mark.rule("scs.loss.1", "scs.loss.2")
def test_the_first_step_comes_from_the_strongest_the_next_from_anybody() -> None:
    assert strongest([1, 2, 3], [4, 5, 5]) == [2, 3]
    assert strongest([], []) == []
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    puts(p, T, "r-dmi-48", "r-gua-1-49", "r-gal")
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, 6, 6)                        # 1:1 on 12: D2r2
    assert p.steps[unit(p, "r-gua-1-49")] == 1               # the strongest, without a question
    assert units(offered(p)) == ["r-dmi-48", "r-gal", "r-gua-1-49"]


@pytest.mark.rule("1.4a", "1.4b")
def test_volunteers_lose_before_regulars_stacked_with_them() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-gar-xii")
    puts(p, T, "n-tor-iv", "n-gen-fn")
    attack(p, REP, T, "r-gua-1-49", "r-gar-xii")
    dice(p, 6, 3)                        # 1:1 on 9: D1
    assert p.steps[unit(p, "n-tor-iv")] == 1
    q = drill()
    puts(q, A, "r-gua-1-49", "r-gar-xii", "r-tri-49")
    puts(q, T, "n-lit-1-1", "n-aqu-i")   # the Littorio battalion is stronger
    attack(q, REP, T, "r-gua-1-49", "r-gar-xii", "r-tri-49")
    dice(q, 6, 3)
    assert (q.steps[unit(q, "n-aqu-i")], q.steps[unit(q, "n-lit-1-1")]) == (1, 2)
    r = drill()                          # no mixture, no such rule: the strongest loses
    puts(r, A, "r-gua-1-49", "r-gar-xii", "r-tri-49")
    puts(r, T, "n-lit-1-1", "n-gen-lit")
    attack(r, REP, T, "r-gua-1-49", "r-gar-xii", "r-tri-49")
    dice(r, 4, 4)
    assert r.steps[unit(r, "n-lit-1-1")] == 1


@pytest.mark.rule("1.2a.1", "1.2a.2")
def test_a_two_step_unit_is_flipped_a_one_step_unit_destroyed_and_artillery_has_one() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    p.lose_step(u, "scs.cbt.8")
    assert (p.steps[u], p.board.attack[u][1], where(p, "n-tor-iv")) == (1, 3, A)
    p.lose_step(u, "scs.cbt.8")
    assert where(p, "n-tor-iv") == str(DEAD)
    assert all(p.board.full[g] == 1 for g in range(p.board.units) if p.board.gun[g])


# -- retreats and advances


@pytest.mark.rule("scs.ret.1", "scs.ret.2", "1.19", "scs.ret.5")
def test_a_retreat_ends_that_many_hexes_away_and_cannot_be_bought_off() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    put(p, "r-gua-1-49", T)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, 5, 5)                        # 2:1 on 10: D1r2
    assert step(p) == "Fall"
    assert all(w.startswith("hex:") for w in offered(p))     # no step instead of a hex
    while step(p) == "Fall":
        play(p, offered(p)[0])
    assert p.board.distance(p.hex[unit(p, "r-gua-1-49")], at(p, T)) == 2
    q = drill()
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-dmi-48", T)
    for h in ("30.07", "29.06", "29.07", "31.06", "31.07"):
        put(q, {"30.07": "n-impl-v", "29.06": "n-lup-v", "29.07": "n-ard-v", "31.06": "n-ardi-vi",
                "31.07": "n-int-vi"}[h], h)
    attack(q, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(q, 3, 4)                        # Dr1, and nowhere to go
    settle(q, ("ReconstitutionRoll",))
    assert where(q, "r-dmi-48") == str(DEAD)
    assert q.holder(at(q, T)) < 0


@pytest.mark.rule("scs.ret.1")
def test_a_retreating_stack_may_split() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    puts(p, T, "r-dmi-48", "r-ter-48")
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, 4, 3)                        # 2:1 on 7: Dr1
    assert units(offered(p), "leave") == ["r-dmi-48", "r-ter-48"]
    play(p, "leave:r-dmi-48", "hex:30.07", "hex:31.07")
    assert (where(p, "r-ter-48"), where(p, "r-dmi-48")) == ("30.07", "31.07")


@pytest.mark.rule("scs.ret.3", "scs.zoc.3", "scn.4.rep.srb")
def test_a_retreat_into_an_enemy_zone_costs_a_step_unless_a_friend_stands_there() -> None:
    for friend, steps in (("", 1), ("r-gc", 2)):
        p = drill()
        puts(p, A, "n-tor-iv", "n-bis-iv")
        put(p, "r-dmi-48", T)
        for h, name in (("29.06", "n-impl-v"), ("31.06", "n-lup-v"), ("31.07", "n-ard-v"), ("29.07", "n-int-vi")):
            put(p, name, h)
        if friend:
            put(p, friend, "30.07")
        attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
        dice(p, 3, 4)
        settle(p, ("ChooseTarget", "Advance"))
        assert where(p, "r-dmi-48") == "30.07"
        assert p.steps[unit(p, "r-dmi-48")] == steps


@pytest.mark.rule("scs.ret.4")
def test_a_retreat_that_ends_in_a_full_hex_goes_one_farther() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    puts(p, "30.07", "r-ter-48", "r-lr-50", "r-apo-71")
    for h, name in (("29.06", "n-impl-v"), ("31.06", "n-lup-v"), ("31.07", "n-ard-v"), ("29.07", "n-int-vi")):
        put(p, name, h, state=DG)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 3, 4)
    settle(p, ("ChooseTarget", "Advance"))
    assert p.board.distance(p.hex[unit(p, "r-dmi-48")], at(p, T)) == 2


@pytest.mark.rule("1.6c.2")
def test_units_out_of_supply_retreat_a_hex_more_on_any_result_against_them() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-gua-1-49", T, state=UNSUPPLIED)                # 10 against 4: 3:1
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 3, 4)
    assert f.result == [0, 0, 1, 1]      # D1 becomes D1r1
    q = drill()
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-dmi-48", T)
    g = attack(q, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(q, 4, 4)
    assert g.result == [0, 0, 1, 0]
    r = drill(oos_retreat="only_on_retreat")
    puts(r, A, "n-tor-iv", "n-bis-iv")
    put(r, "r-gua-1-49", T, state=UNSUPPLIED)
    h = attack(r, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(r, 3, 4)
    assert h.result == [0, 0, 1, 0]


@pytest.mark.rule("1.6c.2")
@pytest.mark.parametrize("hungry", [0, 1])
def test_only_the_attacking_hex_that_is_out_of_supply_retreats_a_hex_more(hungry: int) -> None:
    p = drill()
    stacks = [puts(p, A, "n-tor-iv", "n-impl-v"), puts(p, "31.06", "n-bis-iv", "n-buf-iv")]
    for u in stacks[hungry]:
        p.mark(u, UNSUPPLIED)
    put(p, "r-gua-1-49", T)
    attack(p, NAT, T, "n-tor-iv", "n-impl-v", "n-bis-iv", "n-buf-iv")
    dice(p, 1, 1)                        # 2:1 on 2: A1r1
    while step(p) == "TakeLoss":
        play(p, offered(p)[0])
    found = {p.board.names[f.start]: f.n for f in p.stack if isinstance(f, Retreat)}
    assert found == {A: 2 - hungry, "31.06": 1 + hungry}


@pytest.mark.rule("3.4a.6")
def test_the_train_dies_if_it_must_leave_the_rails() -> None:
    p = drill(rails=[f"{T} 30.07"])
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-train", T)
    put(p, "r-dmi-48", T)
    put(p, "n-buf-iv", "30.07")          # the only way by rail is barred
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 3, 4)                        # 2:1 on 7: Dr1
    settle(p, ("ChooseTarget", "Advance"))
    assert where(p, "r-train") == str(DEAD)
    assert where(p, "r-dmi-48") not in (T, str(DEAD))
    q = drill(rails=[f"{T} 30.07"])      # by rail it gets away
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-train", T)
    put(q, "r-dmi-48", T)
    attack(q, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(q, 3, 4)
    settle(q, ("ChooseTarget", "Advance"))
    assert where(q, "r-train") == "30.07"


@pytest.mark.rule("scs.adv.1")
def test_attackers_may_advance_into_a_hex_vacated_by_combat_but_guns_and_trucks_do_not() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "n-buf-iv", "31.07")
    put(p, "r-dmi-48", T)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 3, 4)
    settle(p, ("Advance",))
    assert units(offered(p)) == ["n-bis-iv", "n-tor-iv"]
    assert rules(p, "unit:n-buf-iv") == ["scs.adv.1"]
    play(p, "unit:n-tor-iv", "pass")
    assert where(p, "n-tor-iv") == T
    q = drill()                          # both retreat: nobody advances
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-dmi-48", T)
    f = attack(q, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(q, 2, 1)
    settle(q, ("ChooseTarget", "Advance"))
    assert f.result[1] == 1
    assert step(q) != "Advance"


@pytest.mark.rule("1.8e")
def test_a_hex_emptied_by_barrage_is_neither_attacked_nor_entered_in_combat() -> None:
    from tests.guadalajara.fight import barrage

    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    put(p, "r-gc", T)
    barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    dice(p, 5, 5)
    assert p.holder(at(p, T)) < 0
    settle(p, ("ChooseBarrage",))
    run(p, Combat(NAT))
    assert step(p) == ""                 # nothing to attack, nobody advances


# -- reconstitution


@pytest.mark.rule("1.14a.1", "1.14a.2", "1.14b", "1.14c")
def test_destroyed_infantry_rolls_to_come_back_reduced() -> None:
    for name, die, due in (("r-tha-xi", 2, 3), ("r-tha-xi", 6, 7), ("r-dmi-48", 2, 4), ("n-6-vic-sot", 3, 4),
                           ("r-tha-xi", 1, 0)):
        p = drill()
        u = put(p, name, A, steps=1)
        p.lose_step(u, "scs.cbt.8", 0)
        from frente.games.guadalajara.rules.ch01_losses import Fates
        run(p, Fates())
        dice(p, die)
        assert (where(p, name), p.steps[u]) == ((str(RETURNING), 1) if due else (str(DEAD), 0))
        assert not due or p.due[u] == due


@pytest.mark.rule("1.14a.3")
def test_a_return_after_the_last_turn_is_no_return() -> None:
    from frente.games.guadalajara.rules.ch01_losses import Fates

    p = drill(turn=8)
    u = put(p, "r-dmi-48", A, steps=1)
    p.lose_step(u, "scs.cbt.8", 0)
    run(p, Fates())
    dice(p, 4)                           # turn 12
    assert where(p, "r-dmi-48") == str(DEAD)


@pytest.mark.rule("1.14a.4")
def test_volunteers_need_a_way_from_their_headquarters() -> None:
    p = drill()
    put(p, "n-hq-fn", "40.05")
    u = put(p, "n-ardi-vi", A, steps=1)
    p.lose_step(u, "scs.cbt.8", 0)
    assert p.fallen == [u]
    q = drill()                          # no headquarters on the map
    u = put(q, "n-ardi-vi", A, steps=1)
    q.lose_step(u, "scs.cbt.8", 0)
    assert q.fallen == []
    r = drill()                          # ringed by enemies
    put(r, "n-hq-fn", "40.05")
    u = put(r, "n-ardi-vi", A, steps=1)
    ring = ("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71", "r-pi-49", "r-gua-1-49")
    for h, name in zip(r.board.nb[at(r, A)], ring, strict=True):
        put(r, name, r.board.names[h])
    r.lose_step(u, "scs.cbt.8", 0)
    assert r.fallen == []
    s = drill()                          # others have no such condition
    u = put(s, "r-tha-xi", A, steps=1)
    s.lose_step(u, "scs.cbt.8", 0)
    assert s.fallen == [u]


@pytest.mark.rule("1.14d.1", "1.14e", "3.4b.2")
def test_a_headquarters_returns_next_turn_and_others_never() -> None:
    p = drill()
    u = put(p, "n-hq-fn", A)
    p.lose_step(u, "scs.cbt.8", 0)
    assert (where(p, "n-hq-fn"), p.due[u]) == (str(RETURNING), 3)
    for name in ("r-rrbn", "r-art-7", "n-gen-fn", "r-mg-1", "r-cav-xii"):
        q = drill()
        v = put(q, name, A)
        q.lose_step(v, "scs.cbt.8", 0)
        assert q.fallen == []
        assert where(q, name) == str(DEAD)


@pytest.mark.rule("1.14d.1")
def test_a_headquarters_destroyed_as_a_whole_waits_for_its_return() -> None:
    p = drill()
    u = put(p, "n-hq-fn", A)
    p.destroy(u, "scs.ret.2", 0)
    assert (where(p, "n-hq-fn"), p.steps[u], p.morale[2]) == (str(RETURNING), 1, 1)


@pytest.mark.rule("4.8b")
def test_with_simplified_panic_volunteers_do_not_come_back_but_headquarters_do() -> None:
    p = drill(simplified_panic=True)
    put(p, "n-hq-fn", "40.05")
    u = put(p, "n-ardi-vi", A, steps=1)
    p.lose_step(u, "scs.cbt.8", 0)
    assert p.fallen == []
    v = unit(p, "n-hq-fn")
    p.lose_step(v, "scs.cbt.8", 0)
    assert where(p, "n-hq-fn") == str(RETURNING)


@pytest.mark.rule("scs.cbt.3")
def test_attackers_are_marked_until_the_phase_is_over() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    attack(p, NAT, T, "n-tor-iv")
    assert p.state[unit(p, "n-tor-iv")] & FOUGHT
    assert hexes(offered(p)) == []
