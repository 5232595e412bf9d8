"""[seq, 1.6, 1.7b, 1.13, 1.15, 1.17d, 2.7, 2.8c, 4.3a, scn.3.vp] Phases, rout, judgement, one condition at a time."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.guadalajara.rules.ch01_air import AirPhase
from frente.games.guadalajara.rules.ch01_barrage import Barrage
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Surplus
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_supply import Supply, Survey, direct
from frente.games.guadalajara.rules.ch01_trucks import Trucks
from frente.games.guadalajara.rules.ch02_morale import Morale, Rout
from frente.games.guadalajara.rules.ch03_arrivals import Arrivals, Reinforcements
from frente.games.guadalajara.rules.sequence import prepare, reserve_hexes
from frente.games.guadalajara.rules.setup import SetUp, others_fit, place_refusals
from frente.games.guadalajara.rules.victory import judge
from frente.games.guadalajara.state.board import DLV, ITALIAN, NAT, REP, SPANISH
from frente.games.guadalajara.state.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.state.position import (
    ASTRAY,
    ATTACHED,
    DEAD,
    DG,
    DISABLED,
    FIRED,
    FOUGHT,
    FROM_EAST,
    HANDLED,
    IN_ZOC,
    MOVED,
    OFF_MAP,
    RELEASED,
    RELIEF,
    RESERVE,
    UNSUPPLIED,
    Guadalajara,
)
from frente.kernel.flow import Frame
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    box,
    dice,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    run,
    step,
    unit,
    where,
)

A = "30.05"
T = "30.06"


# -- the sequence


def opened(p: Guadalajara, f: Frame, name: str) -> Frame | None:
    """The activity that a step opens, if any."""
    p.stack = [f]
    next(s for s in f.steps() if type(s).__name__ == name).auto(f, p)
    return p.stack[-1] if len(p.stack) > 1 else None


@pytest.mark.rule("seq.3", "seq.4", "1.10.1", "1.16a.7", "scs.stack.1", "1.8b.2", "scs.cbt.1", "1.6a.3", "scs.exp.1",
                  "scn.1.rep.T5x.01")
@pytest.mark.parametrize("side", [NAT, REP])
def test_every_phase_of_a_player_turn_is_that_of_its_side(side: int) -> None:
    for name, want in (("AirPoints", AirPhase(side)), ("PlaceTrucks", Trucks(side, [])),
                       ("MovementPhase", Movement(side)), ("StackingAfterMovement", Surplus(side)),
                       ("BarragePhase", Barrage(side)),
                       ("CombatPhase", Combat(side)), ("StackingAfterCombat", Surplus(side)),
                       ("SupplyPhase", Supply(side)), ("ExploitationArrivals", Arrivals(side, True, [])),
                       ("ExploitationPhase", Movement(side, True)), ("StackingAfterExploitation", Surplus(side))):
        assert opened(drill(), PlayerTurn(side), name) == want


@pytest.mark.rule("2.7g", "seq.5")
def test_morale_is_checked_in_the_republican_player_turn() -> None:
    assert opened(drill(), PlayerTurn(REP), "MoralePhase") == Morale()
    assert opened(drill(), PlayerTurn(NAT), "MoralePhase") is None


@pytest.mark.rule("seq.2", "seq.7", "2.2a", "3.1a", "seq.6")
def test_a_turn_has_reinforcements_and_two_player_turns() -> None:
    for order in ([NAT, REP], [REP, NAT]):
        for name, want in (("ReinforcementPhase", Reinforcements()), ("NationalistArrivals", Arrivals(NAT, False, [])),
                           ("RepublicanArrivals", Arrivals(REP, False, [])), ("FirstPlayer", PlayerTurn(order[0])),
                           ("SecondPlayer", PlayerTurn(order[1]))):
            assert opened(drill(), Turn(order), name) == want
        assert opened(drill(), Game(order), "NextTurn") == Turn(order)


@pytest.mark.rule("seq.1", "scn.1.hdr", "scn.4.hdr")
def test_who_sets_up_first_and_where_the_guns_open() -> None:
    for scenario, first, second, barrage in ((1, REP, NAT, True), (2, REP, NAT, True), (3, REP, NAT, False),
                                             (4, NAT, REP, False)):
        p = drill(scenario=scenario, scn3_surprise=False)
        assert opened(p, Game([NAT, REP]), "FirstSetUp") == SetUp(first)
        assert opened(p, Game([NAT, REP]), "SecondSetUp") == SetUp(second)
        assert opened(p, Game([NAT, REP]), "PreGameBarrage") == (Barrage(NAT, True) if barrage else None)


@pytest.mark.rule("4.6b", "4.6c", "scs.fog")
@pytest.mark.parametrize(("option", "side", "phases"), [
    ("secret_rolls", NAT, 6), ("secret_rolls", REP, 0), ("hidden_stacks", NAT, 6), ("hidden_stacks", REP, 6),
    ("secret_off_map", NAT, 0), ("hidden_interdiction", NAT, 0)])
def test_a_phase_that_tells_of_secrets_cannot_be_taken_back(option: str, side: int, phases: int) -> None:
    names = ("StackingAfterMovement", "BarragePhase", "CombatPhase", "StackingAfterCombat", "ExploitationPhase",
             "StackingAfterExploitation")
    found = 0
    given: dict[str, Any] = {option: True}
    for name in names:
        p = drill(**given)
        was = p.barrier
        opened(p, PlayerTurn(side), name)
        found += p.barrier - was
    assert found == phases


@pytest.mark.rule("4.6b", "4.6c", "scs.fog")
@pytest.mark.parametrize(("option", "tells"), [("secret_rolls", 1), ("hidden_stacks", 1), ("secret_off_map", 1),
                                               ("hidden_interdiction", 0)])
def test_arrivals_tell_of_secret_rolls_and_of_units_off_the_map(option: str, tells: int) -> None:
    given: dict[str, Any] = {option: True}
    for f, name in ((Turn([NAT, REP]), "ReinforcementPhase"), (Turn([NAT, REP]), "NationalistArrivals"),
                    (Turn([NAT, REP]), "RepublicanArrivals"), (PlayerTurn(NAT), "ExploitationArrivals"),
                    (PlayerTurn(REP), "MoralePhase")):
        p = drill(**given)
        was = p.barrier
        opened(p, f, name)
        assert p.barrier - was == tells


@pytest.mark.rule("1.7b", "1.13c")
def test_at_the_end_of_a_player_turn_markers_come_off_and_others_stay() -> None:
    p = drill()
    passing = DG | RESERVE | RELEASED | MOVED | FIRED | FOUGHT | HANDLED | IN_ZOC
    u = put(p, "n-tor-iv", A, state=passing | UNSUPPLIED | ASTRAY | ATTACHED | FROM_EAST)
    v = put(p, "r-dmi-48", "40.05", state=DG)
    t = put(p, "n-truck-ctv-1", A)
    p.state[t] = MOVED | HANDLED
    opened(p, PlayerTurn(NAT), "CleanUp")
    assert (p.state[u], p.state[v], p.state[t]) == (UNSUPPLIED | ASTRAY | ATTACHED | FROM_EAST, DG, 0)
    assert p.zone[NAT][at(p, T)] == 1    # in order again, it exerts its zone


@pytest.mark.rule("4.3a.1")
@pytest.mark.parametrize(("turn", "north", "option", "loose"), [
    (6, 3, "loose", True), (5, 3, "loose", False), (6, 4, "loose", False), (6, 3, "strict", False)])
def test_when_spaniards_may_cross(turn: int, north: int, option: str, loose: bool) -> None:
    p = drill(turn=turn, separation_line=option)
    for name, h in list(zip(("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71"), ("10.20", "12.20", "14.20", "16.20"),
                            strict=True))[:north]:
        put(p, name, h)
    p.crossed = [1]
    opened(p, PlayerTurn(REP), "PlaceTrucks")
    assert (p.loose, p.crossed) == (False, [1])              # it is the Nationalist's turn that counts
    opened(p, PlayerTurn(NAT), "PlaceTrucks")
    assert (p.loose, p.crossed) == (loose, [])


@pytest.mark.rule("2.8c")
@pytest.mark.parametrize(("side", "turn", "scenario", "name", "state", "enemy", "ready"), [
    (NAT, 1, 1, "n-tor-iv", 0, "40.05", True), (REP, 1, 1, "n-tor-iv", 0, "40.05", False),
    (NAT, 2, 1, "n-tor-iv", 0, "40.05", False), (NAT, 1, 3, "n-tor-iv", 0, "40.05", False),
    (NAT, 1, 1, "n-6-vic-sot", 0, "40.05", False), (NAT, 1, 1, "n-tor-iv", DG, "40.05", False),
    (NAT, 1, 1, "n-tor-iv", 0, T, False)])
def test_who_is_ready_for_the_exploitation_of_turn_1(side: int, turn: int, scenario: int, name: str, state: int,
                                                     enemy: str, ready: bool) -> None:
    p = drill(turn=turn, scenario=scenario, scn3_surprise=False)
    u = put(p, name, A, state=state)
    put(p, "r-dmi-48", enemy)
    off = box(p, "n-bis-iv", DEAD)
    prepare(p, side)
    assert bool(p.state[u] & RELEASED) is ready
    assert not p.state[off]


@pytest.mark.rule("1.13d")
def test_hexes_that_hold_a_reserve_not_yet_released() -> None:
    p = drill(turn=3)
    put(p, "n-lit-1-1", A, state=RESERVE)
    put(p, "n-lit-2-1", "31.06", state=RESERVE | RELEASED)
    put(p, "n-lit-3-1", "32.06")
    put(p, "r-tha-xi", "40.05", state=RESERVE)
    p.state[box(p, "n-lit-2-2", OFF_MAP)] |= RESERVE
    assert (reserve_hexes(p, NAT), reserve_hexes(p, REP)) == ([at(p, A)], [at(p, "40.05")])


@pytest.mark.rule("1.15b")
def test_every_disabled_tank_of_the_side_rolls_once_a_turn() -> None:
    p = drill(turn=3)
    for name in ("r-tk-1-bt", "r-tk-2-bt", "n-tk-3-crs"):
        box(p, name, DISABLED)
    box(p, "r-tk-3-bt", DEAD)
    run(p, before(PlayerTurn(REP), "TankRepair"))
    dice(p, 4)
    dice(p, 5)
    assert (where(p, "r-tk-1-bt"), p.due[unit(p, "r-tk-2-bt")]) == (str(DISABLED), 4)
    assert (where(p, "n-tk-3-crs"), step(p) == "TankRepair") == (str(DISABLED), False)


@pytest.mark.rule("seq.6")
@pytest.mark.parametrize(("scenario", "turn", "over"), [(1, 10, False), (1, 11, True), (2, 3, False), (2, 4, True)])
def test_the_last_turn_is_the_last(scenario: int, turn: int, over: bool) -> None:
    p = drill(scenario=scenario, turn=turn)
    f = Turn([NAT, REP])
    p.stack = [f]
    f.steps()[-1].auto(f, p)
    assert (p.turn, p.stack == [], p.ended != "") == (turn if over else turn + 1, over, over)


# -- set-up


@pytest.mark.rule("1.11a.1")
def test_a_tank_leaves_the_only_hex_with_company_to_none_but_the_last() -> None:
    p = empty()
    order = p.board.setup_order[NAT]
    f = SetUp(NAT, order.index(unit(p, "n-tk-3-crs")))
    assert order[f.done + 1] == unit(p, "n-tk-4-crs")
    put(p, "n-tor-iv", "49.14")
    assert not others_fit(f, p, unit(p, "n-tk-3-crs"), at(p, "49.14"))
    assert [r.rule for r in place_refusals(f, p, unit(p, "n-tk-3-crs"), at(p, "49.14"))] == ["1.11a.1"]
    put(p, "n-bis-iv", "48.14")
    put(p, "n-6-vic-sot", "22.30")       # company of the Spanish tank, the last of the list
    assert others_fit(f, p, unit(p, "n-tk-3-crs"), at(p, "49.14"))
    assert place_refusals(f, p, unit(p, "n-tk-3-crs"), at(p, "49.14")) == []


# -- the rout past 20.03


def flee(p: Guadalajara, *names: str) -> Rout:
    found = [unit(p, x) for x in names]
    f = Rout(DLV, found, [p.hex[u] for u in found], [])
    run(p, f)
    return f


@pytest.mark.rule("1.17d")
def test_the_stack_that_runs_past_the_pass_pays_and_no_other() -> None:
    p = drill(scenario=4, turn=9)
    u, v = put(p, "n-aqu-i", "19.04"), put(p, "n-leo-i", "30.10")
    put(p, "r-ort-65", "20.03")
    for name, h in (("r-sub-65", "19.05"), ("r-cor-65", "20.05"), ("r-g-s-65", "18.04"), ("r-goy-65", "19.03")):
        put(p, name, h)
    flee(p, "n-aqu-i", "n-leo-i")
    play(p, "unit:n-aqu-i")
    while step(p) == "Run":
        play(p, offered(p)[0])
    assert (p.steps[u], p.steps[v], step(p)) == (1, 2, "ChooseRunner")
    play(p, "unit:n-leo-i")
    while step(p) == "Run":
        play(p, offered(p)[0])
    assert (p.steps[u], p.steps[v]) == (1, 2)                # it came by nowhere near


@pytest.mark.rule("1.17d", "2.7e.3")
@pytest.mark.parametrize(("start", "steps"), [(("18.03", "18.03"), [1, 2]), (("18.03", "19.04"), [1, 1])])
def test_a_stack_pays_once_and_every_stack_pays(start: tuple[str, str], steps: list[int]) -> None:
    ground = dict.fromkeys(("19.03", "19.04", "20.02", "20.04", "21.03", "21.04", "20.05", "19.02", "18.01", "19.01"),
                           "wooded-hills")
    p = drill(scenario=4, turn=9, ground=ground)
    found = [put(p, "n-aqu-i", start[0]), put(p, "n-leo-i", start[1])]
    put(p, "r-ort-65", "20.03")
    for name, h in (("r-sub-65", "19.05"), ("r-g-s-65", "18.04"), ("r-goy-65", "17.03"), ("r-cor-65", "17.04")):
        put(p, name, h)
    flee(p, "n-aqu-i", "n-leo-i")
    play(p, "unit:n-aqu-i")
    if step(p) == "TakeLoss":
        play(p, "unit:n-aqu-i")
    play(p, "unit:n-leo-i")
    while step(p) == "Run":
        play(p, offered(p)[0])
    assert [p.steps[u] for u in found] == steps
    assert where(p, "n-aqu-i") == "19.04"                    # 20.03 lies beside the very hex where it ends


@pytest.mark.rule("1.17d")
def test_who_passes_20_03_without_having_been_at_brihuega_pays_nothing() -> None:
    p = drill(scenario=4, turn=9)
    u = put(p, "n-aqu-i", "19.05")       # two hexes from Brihuega
    put(p, "r-ort-65", "20.03")
    for name, h in (("r-sub-65", "19.06"), ("r-cor-65", "20.05"), ("r-g-s-65", "18.05"), ("r-goy-65", "18.04")):
        put(p, name, h)
    flee(p, "n-aqu-i")
    play(p, "unit:n-aqu-i")
    while step(p) == "Run":
        play(p, offered(p)[0])
    assert p.board.rout[p.hex[u]] < p.board.rout[at(p, "19.05")]
    assert (p.steps[u], where(p, "n-aqu-i") != "19.05") == (2, True)


# -- supply


@pytest.mark.rule("1.6a.1", "1.6b.1", "2.4b", "scn.3.nat.arr")
def test_a_late_spanish_arrival_is_supplied_by_the_sector_it_is_in() -> None:
    p = drill(scenario=1, turn=11)
    south = put(p, "n-sic", "61.16", state=RELIEF)
    assert (direct(p, ITALIAN, p.hex[south]), direct(p, SPANISH, p.hex[south])) == (True, False)
    assert Survey(p, NAT).supplied(south)
    q = drill(scenario=1, turn=11)
    north = put(q, "n-sic", "30.34", state=RELIEF)
    assert (direct(q, ITALIAN, q.hex[north]), direct(q, SPANISH, q.hex[north])) == (False, True)
    assert Survey(q, NAT).supplied(north)


# -- judgement of scenario 3

VILLAGES = ("35.18", "27.22", "24.25", "19.19", "23.15", "17.18", "18.14", "14.13", "19.26", "26.13", "9.26", "8.21",
            "6.16", "2.15")
WANTED = ("35.18", "27.22", "24.25", "19.19", "23.15", "19.26", "26.13", "9.26")     # beyond column 18, or the Henares


def judged(*lost: str) -> str:
    p = empty(scenario=3)
    for h in p.board.villages:
        p.last[h] = NAT
    for name in lost:
        p.last[at(p, name)] = REP
    judge(p)
    return p.ended


@pytest.mark.rule("scn.3.vp.1")
@pytest.mark.parametrize("village", VILLAGES)
def test_every_village_counts_among_the_three_that_may_be_missing(village: str) -> None:
    others = [x for x in reversed(VILLAGES) if x != village]
    assert judged(village, *others[:2]) == "scn.3.vp.1"
    assert judged(village, *others[:3]) != "scn.3.vp.1"


@pytest.mark.rule("scn.3.vp.2", "scn.3.vp.3")
@pytest.mark.parametrize("village", VILLAGES)
def test_the_villages_that_the_minor_victory_needs(village: str) -> None:
    rest = [x for x in VILLAGES if x not in WANTED and x != village]
    assert judged(village, *rest) == ("scn.3.vp.3" if village in WANTED else "scn.3.vp.2")


@pytest.mark.rule("seq.4")
def test_the_republican_is_asked_in_his_own_turn() -> None:
    p = drill(turn=3)
    puts(p, A, "r-dmi-48", "n-tor-iv")
    p.box(unit(p, "n-tor-iv"), DEAD)
    run(p, before(PlayerTurn(REP), "MovementPhase"))
    assert asked(p) == [REP]
