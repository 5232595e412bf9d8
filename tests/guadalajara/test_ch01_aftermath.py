"""[1.4a, 1.11, 1.12, 1.14, 1.16e, 2.7d.5, scs.loss, scs.ret, scs.stack.2] Losses, retreats and what they leave."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_losses import (
    ANY,
    BY_ATTACK,
    BY_DEFENCE,
    Fates,
    Losses,
    Stranded,
    Surplus,
    candidates,
    refuges,
    too_many,
    truck_at,
    volunteers_first,
)
from frente.games.guadalajara.rules.ch01_results import longer
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.state.board import FN, NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, COMBAT, DEAD, DG, DISABLED, RESERVE, UNSUPPLIED, Guadalajara
from tests.guadalajara.fight import attack, barrage, settle
from tests.guadalajara.lay import (
    asked,
    at,
    denied,
    dice,
    drill,
    hexes,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    where,
)

A = "30.05"
T = "30.06"


def names(p: Guadalajara, found: list[int]) -> list[str]:
    return sorted(p.board.uid[u] for u in found)


# -- who loses


@pytest.mark.rule("scs.loss.1", "scs.loss.2", "1.4a", "1.8f.1")
@pytest.mark.parametrize(("first", "taken", "stack", "want"), [
    (BY_ATTACK, 0, ("n-6-vic-sot", "n-trbs-iba"), ["n-6-vic-sot"]),
    (BY_ATTACK, 1, ("n-6-vic-sot", "n-trbs-iba"), ["n-6-vic-sot", "n-trbs-iba"]),
    (ANY, 0, ("n-6-vic-sot", "n-trbs-iba"), ["n-6-vic-sot", "n-trbs-iba"]),
    (BY_DEFENCE, 0, ("n-6-vic-sot", "n-8-vic-sot"), ["n-6-vic-sot", "n-8-vic-sot"]),
    (BY_ATTACK, 0, ("n-lit-1-1", "n-aqu-i"), ["n-aqu-i"]),
    (BY_ATTACK, 1, ("n-lit-1-1", "n-aqu-i"), ["n-aqu-i", "n-lit-1-1"]),
    (BY_ATTACK, 0, ("n-lit-1-1", "n-brs-lit"), ["n-lit-1-1"]), (BY_ATTACK, 0, ("n-tor-iv", "n-aqu-i"), ["n-tor-iv"]),
    (ANY, 0, ("n-lit-1-1", "n-aqu-i"), ["n-aqu-i"]), (ANY, 0, ("n-tor-iv", "n-aqu-i"), ["n-aqu-i", "n-tor-iv"]),
    (BY_ATTACK, 0, ("n-tor-iv", "n-tk-3-crs"), ["n-tor-iv"])])
def test_who_may_lose_the_next_step(first: int, taken: int, stack: tuple[str, ...], want: list[str]) -> None:
    p = drill()
    found = puts(p, T, *stack)
    assert names(p, candidates(Losses(NAT, found, 2, first, COMBAT, "scs.loss.1", taken=taken), p)) == want


@pytest.mark.rule("1.4a")
def test_volunteers_go_first_only_where_they_stand_with_regulars() -> None:
    p = drill()
    found = [put(p, "n-lit-1-1", A), put(p, "n-aqu-i", A), put(p, "n-tor-iv", "31.06")]
    f = Losses(NAT, found, 1, BY_ATTACK, COMBAT, "scs.loss.1")
    assert names(p, volunteers_first(f, p, found)) == ["n-aqu-i"]            # the strongest stands with it
    put(p, "n-lit-1-1", "32.06")
    assert volunteers_first(f, p, found) == []               # apart, the strongest loses
    f.first = ANY
    assert volunteers_first(f, p, found) == []
    put(p, "n-lit-1-1", A)
    assert names(p, volunteers_first(f, p, found)) == ["n-aqu-i"]
    f.taken = 1
    assert volunteers_first(f, p, found) == []               # the first step only
    q = drill(volunteer_first="whole_attack")
    found = [put(q, "n-lit-1-1", A), put(q, "n-aqu-i", "31.06")]
    f = Losses(NAT, found, 1, BY_ATTACK, COMBAT, "scs.loss.1")
    assert names(q, volunteers_first(f, q, found)) == ["n-aqu-i"]
    q.box(unit(q, "n-lit-1-1"), DEAD)
    assert volunteers_first(f, q, found) == []               # no regular is left
    r = drill(volunteer_first_in_barrage=False)
    found = puts(r, A, "n-lit-1-1", "n-aqu-i")
    assert volunteers_first(Losses(NAT, found, 1, ANY, COMBAT, "1.8f.1"), r, found) == []
    s = drill()
    found = puts(s, A, "r-dmi-48", "r-ter-48")
    assert volunteers_first(Losses(REP, found, 1, BY_ATTACK, COMBAT, "scs.loss.1"), s, found) == []


@pytest.mark.rule("1.16e.3")
def test_an_empty_truck_of_the_hex_may_take_a_barrage_loss() -> None:
    p = drill()
    found = puts(p, T, "n-tor-iv")
    f = Losses(NAT, found, 1, ANY, COMBAT, "1.8f.1", trucks=True)
    assert truck_at(f, p) == []
    put(p, "n-truck-ctv-2", T)
    put(p, "n-truck-ctv-1", A)
    loaded(p, "n-bis-iv", "n-truck-ctv-3", T)
    assert names(p, truck_at(f, p)) == ["n-truck-ctv-2"]
    assert names(p, candidates(f, p)) == ["n-tor-iv", "n-truck-ctv-2"]
    f.trucks = False
    assert names(p, candidates(f, p)) == ["n-tor-iv"]
    f.trucks = True
    p.box(found[0], DEAD)
    assert truck_at(f, p) == []          # nobody is left to be struck


@pytest.mark.rule("scs.loss.2", "1.16e.3", "1.11c")
def test_steps_are_lost_one_by_one_until_they_are_paid() -> None:
    p = drill()
    found = puts(p, T, "r-dmi-48", "r-ter-48", "r-tk-1-bt")
    run(p, Losses(REP, found, 3, ANY, COMBAT, "1.8f.1"))
    assert (asked(p), sorted(offered(p)), denied(p)) == ([REP], ["unit:r-dmi-48", "unit:r-ter-48"], [])
    play(p, "unit:r-dmi-48", "unit:r-dmi-48")
    assert (where(p, "r-dmi-48"), p.steps[unit(p, "r-ter-48")], step(p)) == (str(DEAD), 1, "")
    q = drill()                          # more than there is
    found = puts(q, T, "r-gc", "r-tk-1-bt")
    run(q, Losses(REP, found, 3, ANY, COMBAT, "1.8f.1"))
    assert (where(q, "r-gc"), where(q, "r-tk-1-bt"), q.short) == (str(DEAD), T, 2)
    r = drill()                          # attrition takes armour last
    found = puts(r, T, "r-gc", "r-tk-1-bt")
    run(r, Losses(REP, found, 2, ANY, COMBAT, "1.6d.2", armour=True))
    assert (where(r, "r-gc"), r.steps[unit(r, "r-tk-1-bt")], r.short) == (str(DEAD), 1, 0)


# -- the dead


@pytest.mark.rule("1.14a.1", "1.14a.2", "1.14a.3", "1.14b", "1.14c")
@pytest.mark.parametrize(("turn", "die", "where_", "due"), [
    (2, 1, DEAD, 99), (2, 2, -5, 3), (2, 6, -5, 7), (8, 4, -5, 11), (8, 5, DEAD, 99)])
def test_the_roll_for_a_battalion_that_was_destroyed(turn: int, die: int, where_: int, due: int) -> None:
    p = drill(turn=turn)
    u, v = put(p, "n-8-bai-sot", "30.25", steps=1), put(p, "n-6-vic-sot", "30.25", steps=1)
    p.lose_step(u, "scs.cbt.8", COMBAT)
    p.lose_step(v, "scs.cbt.8", COMBAT)
    assert p.fallen == [u, v]
    run(p, Fates())
    dice(p, die)
    assert p.fallen == [v]
    assert (p.hex[u], p.due[u]) == (where_, due)
    assert p.steps[u] == (1 if where_ != DEAD else 0)
    dice(p, 1)
    assert (p.fallen, step(p)) == ([], "")


# -- armour left alone


@pytest.mark.rule("1.11d.1", "1.11e.1", "2.6b")
def test_the_nearest_company_by_ways_that_a_tank_can_go() -> None:
    p = drill(ground={"31.06": "wooded-hills"}, rivers=["30.05/30.06"])
    u = put(p, "n-tk-3-crs", A)
    put(p, "n-tor-iv", T)                # beyond a river: not straight
    put(p, "n-bis-iv", "30.02")
    assert names_of(p, refuges(p, u, False)) == ["30.06"]
    put(p, "r-dmi-48", "31.06")
    put(p, "r-ter-48", "29.06")          # now the way round is longer
    assert names_of(p, refuges(p, u, False)) == ["30.02"]
    put(p, "n-tk-4-crs", "30.02")
    assert "30.02" not in names_of(p, refuges(p, u, False))
    assert names_of(p, refuges(p, u, True)) == ["30.02"]     # to be disabled there, armour or not
    q = drill()
    v = put(q, "n-tk-3-crs", A)
    put(q, "n-hq-fn", "30.03")
    put(q, "n-tor-iv", "30.07")
    put(q, "n-gen-crs", T)               # engineers that may not be alone either
    assert names_of(q, refuges(q, v, False)) == ["30.03", "30.07"]
    assert refuges(drill_alone(), 0, False) == []


def names_of(p: Guadalajara, found: list[int]) -> list[str]:
    return sorted(p.board.names[h] for h in found)


def drill_alone() -> Guadalajara:
    """Unit 0 stands on the map, and nobody else."""
    p = drill()
    put(p, p.board.uid[0], A if p.board.nation[0] != 1 else "30.25")
    return p


@pytest.mark.rule("1.11d.1", "1.11e.1", "1.11e.2", "1.11d.2")
def test_stranded_tanks_find_company_one_after_another() -> None:
    p = drill()
    put(p, "n-tk-3-crs", A)
    put(p, "n-tk-4-crs", "40.05")
    put(p, "n-tor-iv", "30.07")
    put(p, "n-bis-iv", "30.03")
    put(p, "n-buf-iv", "40.06")
    run(p, Stranded(NAT))
    assert (asked(p), hexes(offered(p)), denied(p)) == ([NAT], ["30.03", "30.07"], [])
    assert rules(p, "hex:40.06") == ["1.11d.1"]
    play(p, "hex:30.07")
    assert (where(p, "n-tk-3-crs"), where(p, "n-tk-4-crs"), step(p)) == ("30.07", "40.06", "")
    q = drill()
    put(q, "n-tk-3-crs", A)
    run(q, Stranded(NAT))
    assert where(q, "n-tk-3-crs") == str(DISABLED)


@pytest.mark.rule("1.11d.1", "1.11e.1", "1.11d.2", "1.11e.2")
@pytest.mark.parametrize(("dice_", "tank"), [((6, 6), str(DISABLED)), ((4, 5), "30.07")])
def test_a_tank_whose_battalion_died_in_combat(dice_: tuple[int, int], tank: str) -> None:
    """D3r4 on one step leaves losses unpaid: the tank is disabled among friends; D1 is paid in full."""
    p = drill()
    puts(p, A, "r-gar-xii", "r-am-xii", "r-ea-xi")
    put(p, "n-tor-iv", T, steps=1)
    put(p, "n-tk-3-crs", T)
    put(p, "n-bis-iv", "30.07")
    attack(p, REP, T, "r-gar-xii", "r-am-xii", "r-ea-xi")
    dice(p, *dice_)
    settle(p, ("Advance", "ChooseTarget", "ReconstitutionRoll"))
    assert where(p, "n-tor-iv") != T
    assert where(p, "n-tk-3-crs") == tank


# -- over the limit


@pytest.mark.rule("scs.stack.2", "1.1a", "1.11a.1", "2.6b", "4.1")
@pytest.mark.parametrize(("political", "stack", "want"), [
    (False, ("n-tor-iv", "n-bis-iv", "n-buf-iv"), []),
    (False, ("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-hq-fn", "n-tk-3-crs"), ["n-bis-iv", "n-buf-iv", "n-hq-fn",
    "n-tor-iv"]),
    (False, ("n-tor-iv", "n-tk-3-crs"), []), (False, ("n-tk-3-crs", "n-tk-4-crs"), ["n-tk-3-crs", "n-tk-4-crs"]),
    (False, ("n-tor-iv", "n-8-bai-sot"), ["n-8-bai-sot", "n-tor-iv"]), (False, ("n-tor-iv",), []),
    (True, ("r-con-1-70", "r-mpg-1-bis", "r-dmi-48"), ["r-con-1-70", "r-mpg-1-bis"]),
    (False, ("r-con-1-70", "r-mpg-1-bis", "r-dmi-48"), [])])
def test_which_units_are_too_many(political: bool, stack: tuple[str, ...], want: list[str]) -> None:
    p = drill(political_incompatibility=political)
    puts(p, T, *stack)
    assert names(p, too_many(p, at(p, T))) == want
    run(p, Surplus(p.board.side[p.top[at(p, T)]]))
    assert sorted(offered(p)) == sorted(f"unit:{x}" for x in want)
    assert denied(p) == []
    if want:
        assert rules(p, "unit:r-ter-48" if political else "unit:n-lup-v") == ["scs.stack.2"]


@pytest.mark.rule("scs.stack.2", "1.11b")
def test_the_check_goes_on_until_every_hex_is_right_and_armour_has_company() -> None:
    p = drill()
    puts(p, T, "n-tor-iv", "n-bis-iv", "n-buf-iv", "n-hq-fn")
    puts(p, "40.05", "n-lit-1-1", "n-lit-2-1", "n-lit-3-1", "n-hq-lit")
    run(p, Surplus(NAT))
    play(p, "unit:n-tor-iv" if "unit:n-tor-iv" in offered(p) else "unit:n-lit-1-1")
    play(p, "unit:n-tor-iv" if "unit:n-tor-iv" in offered(p) else "unit:n-lit-1-1")
    assert (p.steps[unit(p, "n-tor-iv")], p.steps[unit(p, "n-lit-1-1")], step(p)) == (1, 1, "")
    q = drill()
    put(q, "n-tk-3-crs", A)
    put(q, "n-tor-iv", "30.07")
    run(q, Surplus(NAT))
    assert where(q, "n-tk-3-crs") == "30.07"
    r = drill()                          # the other side's armour is not looked at
    put(r, "r-tk-1-bt", A)
    run(r, Surplus(NAT))
    assert where(r, "r-tk-1-bt") == A


# -- retreats


def back(p: Guadalajara, side: int, start: str, n: int, *stack: str, spared: str = "") -> Guadalajara:
    found = [unit(p, x) for x in stack]
    return run(p, Retreat(side, found, n, at(p, start), spared=at(p, spared) if spared else -1))


@pytest.mark.rule("scs.ret.1", "scs.ret.2")
def test_each_hex_of_a_retreat_is_one_farther_from_its_start() -> None:
    p = drill()
    puts(p, T, "r-dmi-48", "r-ter-48")
    put(p, "n-tor-iv", A)
    back(p, REP, T, 2, "r-dmi-48", "r-ter-48")
    assert asked(p) == [REP]
    assert sorted(offered(p)) == ["hex:29.06", "hex:29.07", "hex:30.07", "hex:31.06", "hex:31.07", "leave:r-dmi-48",
                                  "leave:r-ter-48"]
    assert denied(p) == []
    assert rules(p, f"hex:{A}") == ["scs.ret.2"]
    assert rules(p, "hex:40.05") == ["scs.ret.1"]
    assert rules(p, "leave:n-tor-iv") == ["scs.ret.1"]
    play(p, "hex:30.07")
    assert sorted(offered(p)) == ["hex:29.08", "hex:30.08", "hex:31.08"]
    assert rules(p, "leave:r-dmi-48") == ["scs.ret.1"]       # on the way the stack stays together
    play(p, "hex:30.08")
    assert (where(p, "r-dmi-48"), where(p, "r-ter-48"), step(p)) == ("30.08", "30.08", "")


@pytest.mark.rule("scs.ret.1")
def test_a_stack_that_splits_goes_unit_by_unit() -> None:
    p = drill()
    puts(p, T, "r-dmi-48", "r-ter-48")
    back(p, REP, T, 1, "r-dmi-48", "r-ter-48")
    play(p, "leave:r-ter-48")
    assert not [x for x in offered(p) if x.startswith("leave")]
    play(p, "hex:30.07")
    assert (where(p, "r-dmi-48"), where(p, "r-ter-48")) == ("30.07", T)
    play(p, "hex:31.07")
    assert (where(p, "r-ter-48"), step(p)) == ("31.07", "")
    q = drill()                          # a tank does not leave its battalion, nor the only battalion its tank
    puts(q, T, "r-dmi-48", "r-tk-1-bt")
    back(q, REP, T, 1, "r-dmi-48", "r-tk-1-bt")
    assert not [x for x in offered(q) if x.startswith("leave")]
    puts(q, T, "r-ter-48")
    back(q, REP, T, 1, "r-dmi-48", "r-tk-1-bt", "r-ter-48")
    assert sorted(x for x in offered(q) if x.startswith("leave")) == ["leave:r-dmi-48", "leave:r-ter-48"]


@pytest.mark.rule("scs.ret.3", "scs.ret.1")
@pytest.mark.parametrize(("friend", "steps"), [(False, 1), (True, 2)])
def test_a_zone_on_the_way_costs_the_stack_a_step(friend: bool, steps: int) -> None:
    p = drill()
    u = put(p, "r-dmi-48", T)
    p.state[u] |= RESERVE
    put(p, "n-tor-iv", "30.08")
    if friend:
        put(p, "r-ter-48", "30.07")
    back(p, REP, T, 1, "r-dmi-48")
    play(p, "hex:30.07")
    assert (p.steps[u], where(p, "r-dmi-48"), p.state[u] & RESERVE) == (steps, "30.07", 0)


@pytest.mark.rule("scs.ret.4", "scs.ret.1", "scs.stack.2")
def test_a_full_hex_is_passed_and_where_all_are_full_the_surplus_is_lost() -> None:
    p = drill()
    put(p, "r-dmi-48", T)
    for h, name in (("29.06", "n-int-vi"), ("29.07", "n-ardi-vi"), (A, "n-aud-vi"), ("31.06", "n-aqu-i"),
                    ("31.07", "n-leo-i")):
        put(p, name, h, state=DG)
    puts(p, "30.07", "r-ter-48", "r-lr-50", "r-pdm-48")
    back(p, REP, T, 1, "r-dmi-48")
    assert where(p, "r-dmi-48") == "30.07"
    assert hexes(offered(p)) == ["29.08", "30.08", "31.08"]  # one farther
    play(p, "hex:30.08")
    assert (where(p, "r-dmi-48"), step(p)) == ("30.08", "")


@pytest.mark.rule("scs.ret.2", "1.11d.1", "3.4a.6")
def test_who_cannot_retreat_is_destroyed_and_who_can_goes() -> None:
    p = drill()
    puts(p, T, "r-dmi-48", "r-tk-1-bt")
    for h, name in (("29.06", "n-int-vi"), ("29.07", "n-ardi-vi"), (A, "n-aud-vi"), ("31.06", "n-aqu-i"),
                    ("31.07", "n-leo-i"),
                    ("30.07", "n-tor-iv")):
        put(p, name, h)
    back(p, REP, T, 1, "r-dmi-48", "r-tk-1-bt")
    assert (where(p, "r-dmi-48"), where(p, "r-tk-1-bt")) == (str(DEAD), T)   # the tank is left to 1.11d
    q = drill(ground={"30.07": "wooded-hills"})
    puts(q, T, "r-dmi-48", "r-art-14")
    q.face[unit(q, "r-art-14")] = 1      # on wheels: not into wooded hills
    for h, name in (("29.06", "n-int-vi"), ("29.07", "n-ardi-vi"), (A, "n-aud-vi"), ("31.06", "n-aqu-i"),
                    ("31.07", "n-leo-i")):
        put(q, name, h, state=DG)
    back(q, REP, T, 1, "r-dmi-48", "r-art-14")
    assert (where(q, "r-dmi-48"), where(q, "r-art-14")) == ("30.07", str(DEAD))


@pytest.mark.rule("scs.ret.2", "scs.ret.1")
def test_the_hex_that_was_attacked_stays_empty_if_both_sides_retreat() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    back(p, NAT, A, 1, "n-tor-iv", spared=T)
    assert T not in hexes(offered(p))
    assert hexes(offered(p)) == ["29.05", "29.06", "30.04", "31.05", "31.06"]


@pytest.mark.rule("2.6a.1", "3.4b.1")
@pytest.mark.parametrize(("name", "start", "to", "line", "want"), [
    ("n-tor-iv", "24.13", "24.14", "strict", ASTRAY), ("n-8-bai-sot", "24.14", "24.13", "strict", ASTRAY),
    ("n-8-bai-sot", "24.14", "24.13", "loose", 0), ("n-tor-iv", "24.13", "24.14", "loose", ASTRAY)])
def test_who_is_driven_over_the_line_is_astray(name: str, start: str, to: str, line: str, want: int) -> None:
    p = drill(separation_line=line)
    u = put(p, name, start)
    enemies = ["r-dmi-48", "r-ter-48", "r-lr-50", "r-pdm-48", "r-pi-49"]
    for h in p.board.nb[at(p, start)]:
        if p.board.names[h] != to:
            put(p, enemies.pop(), p.board.names[h], state=DG)
    back(p, NAT, start, 1, name)
    assert (where(p, name), p.state[u] & ASTRAY) == (to, want)


# -- how far


@pytest.mark.rule("1.6c.2", "2.7d.5")
@pytest.mark.parametrize(("state", "panic", "steps", "hexes_", "option", "want"), [
    (0, 0, 1, 1, "on_any_result", 1), (UNSUPPLIED, 0, 1, 1, "on_any_result", 2),
    (UNSUPPLIED, 0, 1, 0, "on_any_result", 1),
    (UNSUPPLIED, 0, 0, 0, "on_any_result", 0), (UNSUPPLIED, 0, 1, 0, "only_on_retreat", 0),
    (UNSUPPLIED, 0, 0, 1, "only_on_retreat", 2), (0, 1, 0, 1, "on_any_result", 2), (0, 1, 1, 0, "on_any_result", 0),
    (UNSUPPLIED, 1, 1, 2, "on_any_result", 4)])
def test_supply_and_panic_lengthen_a_retreat(state: int, panic: int, steps: int, hexes_: int, option: str, want: int
                                             ) -> None:
    p = drill(oos_retreat=option)
    p.panic[FN] = panic
    found = [put(p, "n-tor-iv", T), put(p, "n-int-vi", T, state=state)]      # one of a stack is enough
    assert longer(p, found, steps, hexes_) == want


@pytest.mark.rule("scs.cbt.9", "scs.ovr.6", "1.11g", "1.19")
def test_attackers_retreat_hex_by_hex_and_those_who_looked_on_stay() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "n-lu-ix", "31.06")
    put(p, "r-gar-xii", T)
    attack(p, NAT, T, "n-tor-iv", "n-lu-ix")                 # 9 to 12: 1 to 1
    dice(p, 1, 1)                        # A1r1
    settle(p, ("Fall", "ChooseTarget"))
    settle(p, ("ChooseTarget",))
    assert where(p, "n-bis-iv") == A     # it took no part
    assert where(p, "n-tor-iv") != A
    assert where(p, "n-lu-ix") != "31.06"


@pytest.mark.rule("1.12e.1", "1.12e.2")
def test_every_flamethrower_that_was_used_loses_a_step_and_no_other() -> None:
    p = drill()
    puts(p, A, "n-gen-crs", "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-gen-crs")
    dice(p, 2, 2)                        # 2 to 1 and 3: Dr1
    settle(p, ("Advance", "ChooseTarget"))
    assert p.steps[unit(p, "n-gen-crs")] == 1
    assert (p.steps[unit(p, "n-tor-iv")], p.steps[unit(p, "n-bis-iv")]) == (2, 2)
    f = Attack(NAT, at(p, T), [unit(p, "n-gen-crs")])
    assert f.short == [0, 0]


@pytest.mark.rule("1.16e.2", "1.14a.1")
def test_a_passenger_destroyed_by_fire_takes_its_truck_along() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13", "r-art-14")
    loaded(p, "n-gen-fn", "n-truck-ctv-1", T)
    loaded(p, "n-bis-iv", "n-truck-ctv-2", T)
    barrage(p, REP, T, "r-art-13", "r-art-14")
    dice(p, 4, 6)
    play(p, "unit:n-bis-iv" if "unit:n-gen-fn" not in offered(p) else "unit:n-gen-fn")
    dead = where(p, "n-gen-fn") == str(DEAD)
    assert (where(p, "n-truck-ctv-1") == str(DEAD)) is dead
    assert where(p, "n-truck-ctv-2") == T
