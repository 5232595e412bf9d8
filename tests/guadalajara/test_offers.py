"""What a step offers it does not refuse, and its neighbours are refused by the rule: question by question."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import AirPhase, Raid
from frente.games.guadalajara.rules.ch01_barrage import Barrage
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import BY_DEFENCE, Losses, Stranded, Surplus
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.ch01_trucks import Trucks
from frente.games.guadalajara.rules.ch02_morale import Rout
from frente.games.guadalajara.rules.ch03_arrivals import Reinforcements, arrivals
from frente.games.guadalajara.state.board import FN, NAT, REP
from frente.games.guadalajara.state.position import AWAITED, COMBAT, DG, EMERGENCY, OFF_MAP, Guadalajara
from tests.guadalajara.fight import attack, declare
from tests.guadalajara.lay import (
    at,
    box,
    denied,
    dice,
    drill,
    empty,
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
    units,
    where,
    why,
)

A = "30.05"
T = "30.06"


def settled(p: Guadalajara, name: str) -> list[str]:
    """The question that is asked, and what of it is refused although it is offered: nothing."""
    assert step(p) == name
    return denied(p)


# -- combat


@pytest.mark.rule("scs.cbt.1", "scs.cbt.2", "scs.cbt.3")
def test_targets() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    put(p, "r-ter-48", "31.06")
    put(p, "r-lr-50", "40.05")
    run(p, Combat(NAT))
    assert (settled(p, "ChooseTarget"), offered(p)) == ([], [f"hex:{T}", "hex:31.06", "pass"])
    assert rules(p, f"hex:{A}") == ["scs.cbt.2"]             # friends
    assert rules(p, "hex:29.05") == ["scs.cbt.2"]            # nobody
    assert rules(p, "hex:40.05") == ["scs.cbt.1"]            # far away
    play(p, f"hex:{T}", "unit:n-tor-iv", "attack")
    dice(p, 3, 3)
    while step(p) != "ChooseTarget":
        play(p, offered(p)[0])
    assert (settled(p, "ChooseTarget"), hexes(offered(p))) == ([], ["31.06"])
    assert rules(p, f"hex:{T}") == ["scs.cbt.3"]


@pytest.mark.rule("scs.cbt.2", "scs.cbt.3", "scs.cbt.7", "1.8b.1", "1.16b.2", "1.13b")
def test_attackers() -> None:
    from frente.games.guadalajara.state.position import FOUGHT, RESERVE

    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-iv")
    put(p, "n-bis-iv", "31.06", state=FOUGHT)
    put(p, "n-buf-iv", "29.06", state=RESERVE)
    loaded(p, "n-lup-v", "n-truck-ctv-1", "29.07")
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert (settled(p, "Compose"), offered(p), rules(p, "attack")) == ([], ["unit:n-tor-iv"], ["scs.cbt.7"])
    for name, rule in (("n-arty-iv", "1.8b.1"), ("n-bis-iv", "scs.cbt.3"), ("n-buf-iv", "1.13b"),
                       ("n-lup-v", "1.16b.2"), ("n-truck-ctv-1", "scs.cbt.1"), ("r-dmi-48", "scs.cbt.1")):
        assert rules(p, f"unit:{name}") == [rule]
    play(p, "unit:n-tor-iv")
    assert (settled(p, "Compose"), offered(p), rules(p, "unit:n-tor-iv")) == ([], ["attack"], ["scs.cbt.3"])


@pytest.mark.rule("1.12f.1", "1.12d.2")
def test_flamethrowers_in_an_overrun() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-gen-crs", "n-lf-crs")
    put(p, "r-gc", T, state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-gen-crs", "with:n-lf-crs", f"overrun:{T}")
    assert (settled(p, "OverrunWithFlame"), offered(p)) == ([], ["unit:n-gen-crs", "unit:n-lf-crs", "pass"])
    assert rules(p, "unit:n-tor-iv") == ["1.12f.1"]
    play(p, "unit:n-lf-crs")
    f = p.stack[-1]
    assert f.idle == [unit(p, "n-gen-crs")]                  # type: ignore[attr-defined]


@pytest.mark.rule("1.12f.1", "1.12d.2")
def test_flamethrowers_named_for_an_attack_are_used_without_another_question() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-gen-crs", "n-lf-crs")
    put(p, "r-gua-1-49", T)
    f = declare(p, NAT, T, "n-tor-iv", "n-gen-crs")
    assert settled(p, "CombatDice") == []
    assert (f.units, f.idle, f.drm) == ([unit(p, "n-tor-iv"), unit(p, "n-gen-crs")], [], 3)


@pytest.mark.rule("1.12f.1", "1.12d.2")
def test_flamethrowers_in_defence() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tri-49")
    puts(p, T, "n-tor-iv", "n-gen-crs", "n-lf-crs")
    f = declare(p, REP, T, "r-gua-1-49", "r-tri-49")
    assert (settled(p, "DefendWithFlame"), offered(p)) == ([], ["unit:n-lf-crs", "unit:n-gen-crs", "pass"])
    assert rules(p, "unit:n-tor-iv") == ["1.12f.1"]
    play(p, "unit:n-gen-crs")
    assert (f.flame, f.drm) == (unit(p, "n-gen-crs"), -3)    # the tank that is not used counts for nothing


@pytest.mark.rule("1.10a.2", "1.10a.1", "1.10.2a")
def test_points_over_a_combat() -> None:
    p = drill(italian_air=True)
    puts(p, A, "r-gua-1-49", "r-tri-49")
    put(p, "n-tor-iv", T)
    p.air = [1, 2]
    f = declare(p, REP, T, "r-gua-1-49", "r-tri-49")
    assert (settled(p, "CloseSupport"), offered(p)) == ([], ["points:0", "points:1", "points:2"])
    assert rules(p, "points:3") == ["1.10.2a"]
    play(p, "points:2")
    assert (settled(p, "CloseSupport"), offered(p, NAT)) == ([], ["points:0", "points:1"])
    assert rules(p, "points:2") == ["1.10.2a"]
    play(p, "points:1")
    assert (f.air, p.air, step(p)) == ([1, 2], [0, 0], "CombatDice")


@pytest.mark.rule("scs.loss.1", "scs.loss.2", "1.11c", "1.16e.3")
def test_who_takes_a_loss() -> None:
    p = drill()
    names = ("r-dmi-48", "r-ter-48", "r-gc", "r-tk-1-bt")
    puts(p, A, *names)
    put(p, "r-truck-rep-1", A)
    put(p, "r-lr-50", T)
    run(p, Losses(REP, [unit(p, x) for x in names], 2, BY_DEFENCE, COMBAT, "scs.cbt.8"))
    assert (settled(p, "TakeLoss"), units(offered(p))) == ([], ["r-dmi-48", "r-ter-48"])
    for name, rule in (("r-gc", "scs.loss.1"), ("r-tk-1-bt", "1.11c"), ("r-truck-rep-1", "1.16e.3"),
                       ("r-lr-50", "scs.loss.2")):
        assert rules(p, f"unit:{name}") == [rule]
    play(p, "unit:r-dmi-48")
    assert (settled(p, "TakeLoss"), units(offered(p))) == ([], ["r-dmi-48", "r-gc", "r-ter-48"])


@pytest.mark.rule("1.11d.1")
def test_where_armour_finds_company() -> None:
    p = drill()
    put(p, "r-tk-1-bt", A)
    for name, h in (("r-dmi-48", "30.07"), ("r-ter-48", "30.03"), ("r-lr-50", "30.08")):
        put(p, name, h)
    run(p, Stranded(REP))
    assert (settled(p, "FindCompany"), hexes(offered(p))) == ([], ["30.03", "30.07"])
    assert [(r.rule, r.key) for r in why(p, "hex:30.08")] == [("1.11d.1", "not-the-nearest")]


@pytest.mark.rule("scs.stack.2", "1.1a")
def test_who_is_over_the_limit() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv", "n-lup-v", "n-tk-3-crs")
    put(p, "n-ardi-vi", "40.05")
    run(p, Surplus(NAT))
    assert (settled(p, "Eliminate"), units(offered(p))) == ([], ["n-bis-iv", "n-buf-iv", "n-lup-v", "n-tor-iv"])
    assert rules(p, "unit:n-tk-3-crs") == ["scs.stack.2"]    # it counts for nothing
    assert rules(p, "unit:n-ardi-vi") == ["scs.stack.2"]
    play(p, "unit:n-tor-iv")
    assert p.steps[unit(p, "n-tor-iv")] == 1
    play(p, "unit:n-tor-iv")
    assert step(p) == ""


@pytest.mark.rule("scs.ret.1", "scs.ret.2")
def test_a_way_back() -> None:
    p = drill()
    puts(p, T, "r-dmi-48", "r-ter-48", "r-tk-1-bt")
    put(p, "n-tor-iv", A)
    put(p, "n-bis-iv", "31.07", state=DG)
    found = [unit(p, x) for x in ("r-dmi-48", "r-ter-48", "r-tk-1-bt")]
    run(p, Retreat(REP, found, 1, at(p, T)))
    assert (settled(p, "Fall"), hexes(offered(p))) == ([], ["29.06", "29.07", "30.07", "31.06"])
    assert units(offered(p), "leave") == ["r-dmi-48", "r-ter-48"]
    assert rules(p, "leave:r-tk-1-bt") == ["scs.ret.1"]
    assert rules(p, "hex:31.07") == ["scs.ret.2"]
    assert rules(p, "hex:30.08") == ["scs.ret.1"]
    play(p, "leave:r-dmi-48", "hex:30.07", "hex:29.06")
    assert (p.hex[found[0]], p.hex[found[1]], p.hex[found[2]]) == (at(p, "29.06"), at(p, "30.07"), at(p, "30.07"))


@pytest.mark.rule("scs.adv.1", "1.11b")
def test_who_advances() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    put(p, "r-gc", T, state=DG)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 6, 6)
    while step(p) != "Advance":
        play(p, offered(p)[0])
    assert (settled(p, "Advance"), offered(p)) == ([], ["unit:n-tor-iv", "unit:n-bis-iv", "pass"])
    assert rules(p, "unit:n-buf-iv") == ["scs.adv.1"]        # did not attack
    play(p, "unit:n-tor-iv")
    assert (settled(p, "Advance"), offered(p)) == ([], ["unit:n-bis-iv", "pass"])
    assert rules(p, "unit:n-tor-iv") == ["scs.adv.1"]        # is there


# -- fire from the ground and the air


@pytest.mark.rule("1.8b.2", "1.8c.1", "1.8c.2", "1.8b.1a", "1.10b.1", "1.10b.2")
def test_targets_of_a_barrage() -> None:
    p = drill(italian_air=True)
    put(p, "n-tor-iv", A)
    puts(p, "30.04", "n-arty-ctv-2", "n-arty-ctv-3")
    put(p, "r-dmi-48", T)
    put(p, "r-ter-48", "30.20")
    p.air[NAT] = 1
    run(p, Barrage(NAT))
    assert (settled(p, "ChooseBarrage"), offered(p)) == ([], [f"hex:{T}", f"bomb:{T}", "pass"])
    assert rules(p, f"hex:{A}") == ["1.8b.1a"]
    assert rules(p, "hex:30.20") == ["1.8b.1a", "R38", "2.3c.2"] * 2
    assert rules(p, "bomb:30.20") == ["1.10b.1"]             # north of the line
    assert rules(p, f"bomb:{A}") == ["1.8b.1a"]
    play(p, f"hex:{T}")
    assert (settled(p, "ChooseGuns"), offered(p)) == ([], ["unit:n-arty-ctv-2", "unit:n-arty-ctv-3"])
    assert (rules(p, "fire"), rules(p, "points:1")) == (["1.8c.3"], ["1.10b.2"])
    play(p, "unit:n-arty-ctv-2")
    assert (settled(p, "ChooseGuns"), rules(p, "unit:n-arty-ctv-2")) == ([], ["1.8c.1"])
    play(p, "fire")
    dice(p, 1, 1)
    assert (settled(p, "ChooseBarrage"), offered(p), rules(p, f"hex:{T}")) == ([], [f"bomb:{T}", "pass"], ["1.8c.2"])
    play(p, f"bomb:{T}")
    assert (settled(p, "ChooseGuns"), offered(p), rules(p, "unit:n-arty-ctv-3")) == ([], ["points:1"], ["1.10b.2"])
    play(p, "points:1")
    dice(p, 1, 1)
    assert step(p) == ""


@pytest.mark.rule("1.10b.2")
def test_guns_fire_before_the_bombers() -> None:
    p = drill()
    put(p, "r-dmi-48", A)
    put(p, "r-art-13", "30.04")
    put(p, "n-tor-iv", T)
    put(p, "n-bis-iv", "31.06")
    p.air[REP] = 2
    run(p, Barrage(REP))
    play(p, f"bomb:{T}", "points:1")
    dice(p, 1, 1)
    assert (settled(p, "ChooseBarrage"), offered(p)) == ([], ["hex:31.06", "bomb:31.06", "pass"])
    assert (rules(p, f"hex:{T}"), rules(p, f"bomb:{T}")) == (["1.10b.2"], ["1.8c.2"])


@pytest.mark.rule("1.10c.1")
def test_where_markers_are_laid() -> None:
    p = drill(scenario=2)
    p.air[REP] = 1
    run(p, AirPhase(REP))
    dice(p, 2)
    assert (settled(p, "Interdict"), f"interdict:{A}" in offered(p), "pass" in offered(p)) == ([], True, True)
    assert rules(p, "interdict:30.30") == ["R122"]           # not on this scenario's map
    play(p, f"interdict:{A}")
    assert (p.air[REP], p.markers) == (0, [at(p, A)])


@pytest.mark.rule("1.10c.3", "1.10c.6", "1.10c.4")
def test_whom_aircraft_attack() -> None:
    p = drill()
    puts(p, A, "n-brs-crs", "n-hq-fn", "n-tor-iv")
    put(p, "n-brs-lit", "31.06")
    p.markers, p.flipped, p.shown = [at(p, "40.05"), at(p, A)], [0, 0], [1, 1]
    run(p, Raid([unit(p, x) for x in ("n-brs-crs", "n-hq-fn", "n-tor-iv")], at(p, A), True, False))
    assert (settled(p, "Strike"), offered(p)) == ([], ["unit:n-brs-crs", "pass"])
    assert rules(p, "unit:n-hq-fn") == ["1.10c.6"]
    assert rules(p, "unit:n-tor-iv") == ["1.10c.3"]          # on foot
    assert rules(p, "unit:n-brs-lit") == ["1.10c.3"]         # elsewhere
    play(p, "unit:n-brs-crs")
    assert p.flipped == [0, 1]
    dice(p, 1)
    assert step(p) == ""                                     # one attack a marker


# -- rout


@pytest.mark.rule("2.7e.2", "2.7e.3")
def test_who_runs_and_where_to() -> None:
    p = drill()
    found = [put(p, "n-int-vi", "26.05"), put(p, "n-ardi-vi", "27.06")]
    put(p, "n-inv-vii", "60.10")
    put(p, "n-leo-i", "28.05")
    run(p, Rout(FN, [*found, unit(p, "n-inv-vii")], [p.hex[u] for u in (*found, unit(p, "n-inv-vii"))], []))
    assert (settled(p, "ChooseRunner"), units(offered(p))) == ([], ["n-ardi-vi", "n-int-vi"])
    assert rules(p, "unit:n-inv-vii") == ["2.7e.2"]          # east of the Start Line already
    assert rules(p, "unit:n-leo-i") == ["2.7e.2"]            # of another division
    play(p, "unit:n-int-vi")
    assert (settled(p, "Run"), offered(p)) == ([], ["hex:31.09", "hex:32.08"])
    assert rules(p, "hex:26.05") == ["2.7e.3"]
    play(p, "hex:31.09")
    assert where(p, "n-int-vi") == "31.09"


# -- arrivals and trucks


@pytest.mark.rule("3.1d.1", "3.1d.2")
@pytest.mark.parametrize(("turn", "want"), [
    (4, []), (5, ["activate:5", "pass"]), (6, ["activate:5", "activate:6", "pass"])])
def test_emergency_groups(turn: int, want: list[str]) -> None:
    p = empty(turn=turn)
    for u in p.board.of[REP]:
        if p.board.group[u]:
            p.hex[u] = EMERGENCY
    run(p, Reinforcements())
    assert (offered(p), denied(p)) == (want, [])
    if want:
        assert rules(p, "activate:6") == ([] if turn == 6 else ["3.1d.2"])
        assert rules(p, "activate:4") == ["3.1d.2"]
        play(p, "activate:5")
        assert (p.active[5], p.active[6]) == (1, 0)
        assert "activate:5" not in offered(p)


@pytest.mark.rule("3.5b", "3.5c", "scs.reinf.1", "3.1a")
def test_questions_at_an_entry_area() -> None:
    p = empty(turn=4)
    box(p, "r-edi-35", AWAITED, 4)
    run(p, arrivals(p, REP))
    assert settled(p, "PlaceUnit") == []
    assert {"hold", "divert"} <= set(offered(p))
    assert rules(p, "hex:30.05") == ["3.1a"]
    assert (rules(p, "unload"), rules(p, "load:r-truck-rep-1")) == (["3.5c"], ["3.5c"])
    play(p, "divert")
    assert (p.due[unit(p, "r-edi-35")], p.delayed[unit(p, "r-edi-35")]) == (6, 1)


@pytest.mark.rule("3.5c", "3.5a.2")
def test_loading_and_unloading_off_the_map() -> None:
    p = empty(turn=6)
    u = box(p, "r-edi-35", OFF_MAP, 6)
    t, other = box(p, "r-truck-rep-2", OFF_MAP, 6), box(p, "r-truck-rep-1", OFF_MAP, 6)
    busy = box(p, "r-lc-35", OFF_MAP, 9)
    p.load(busy, other)                  # the first truck is taken
    run(p, arrivals(p, REP))
    while f"load:{p.board.uid[t]}" not in offered(p):
        play(p, "hold")
    assert (settled(p, "PlaceUnit"), rules(p, "divert"), rules(p, "unload")) == ([], ["3.5b"], ["3.5c"])
    play(p, "load:r-truck-rep-2")
    assert (p.aboard[u], p.cargo[t]) == (t, u)
    assert (settled(p, "PlaceUnit"), "unload" in offered(p)) == ([], True)
    play(p, "unload")
    assert (p.aboard[u], p.cargo[t], p.due[t]) == (-1, -1, 6)


@pytest.mark.rule("1.16a.7", "1.16a.5")
def test_where_a_truck_is_placed() -> None:
    p = drill()
    t = put(p, "n-truck-lit-1", "60.15")
    put(p, "n-lit-1-1", "60.15")
    put(p, "n-lit-2-1", "61.16")
    put(p, "n-tor-iv", "62.15")
    put(p, "n-lit-3-1", "30.10")
    run(p, Trucks(NAT, [t]))
    assert (settled(p, "PlaceTruck"), offered(p)) == ([], ["hex:61.16", "pass"])
    assert rules(p, "hex:60.15") == ["1.16a.7"]              # there it is
    assert rules(p, "hex:62.15") == ["1.16a.7"]              # not of the Littorio
    assert rules(p, "hex:30.10") == ["R40"]                  # out of supply
