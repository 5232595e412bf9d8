"""[seq, gen, 2.9, scs.within, scs.ctrl.1, scn.*] Sequence of play, set-up, components, control."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.setup import SetUp
from frente.games.guadalajara.state.board import ITALIAN, NAT, REP
from frente.games.guadalajara.state.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.state.position import ATTACHED, AWAITED, FROM_EAST, MINOR_REP, PINNED
from frente.kernel.flow import Frame
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    drill,
    empty,
    lawful,
    offered,
    play,
    put,
    rules,
    run,
    start,
    step,
    told,
    unit,
)

SETTING = ("Deploy", "StartFace")


def names(f: Frame) -> list[str]:
    return [type(s).__name__ for s in f.steps()]


def deployed(scenario: int, seed: int = 0, **options):
    rng = Random(seed)
    p = start(scenario, **options)
    while step(p) in SETTING:
        play(p, rng.choice(offered(p)))
    return p


# -- sequence


@pytest.mark.rule("seq.3", "seq.4")
def test_the_phases_of_a_player_turn_stand_in_the_order_of_the_book() -> None:
    phases = [n for n in names(PlayerTurn(NAT)) if not n.startswith(("Stacking", "PlaceTrucks", "Exploitation",
                                                                    "Release"))]
    assert phases == ["AirPoints", "MovementPhase", "TankRepair", "BarragePhase", "CombatPhase", "MoralePhase",
                      "SupplyPhase", "CleanUp"]
    order = names(PlayerTurn(NAT))
    assert order.index("SupplyPhase") < order.index("ExploitationPhase") < order.index("CleanUp")
    p = drill()                          # interdiction comes with the air points, before movement
    run(p, PlayerTurn(REP))
    play(p, "die:6")
    assert step(p) == "Interdict"


@pytest.mark.rule("seq.6")
def test_the_end_of_turn_advances_the_marker_by_one() -> None:
    p = drill(turn=4)
    run(p, before(Turn([NAT, REP]), "EndOfTurn"))
    assert p.turn == 5


@pytest.mark.rule("seq.7", "scn.1.hdr", "scn.4.hdr")
def test_the_nationalist_moves_first_but_in_scenario_4_the_republican() -> None:
    for scenario, sides in ((1, [NAT, REP]), (2, [NAT, REP]), (3, [NAT, REP]), (4, [REP, NAT])):
        p = start(scenario)
        assert isinstance(p.stack[0], Game)
        assert p.stack[0].order == sides
    p = start(4)
    assert (p.turn, p.board.last_turn) == (9, 11)


@pytest.mark.rule("scn.2.hdr", "scn.3.hdr", "scn.4.hdr")
def test_who_sets_up_first_and_how_long_a_scenario_lasts() -> None:
    found = [(asked(p), p.board.first_turn, p.board.last_turn) for p in map(start, (1, 2, 3, 4))]
    assert found == [([REP], 1, 11), ([REP], 1, 4), ([REP], 1, 11), ([NAT], 9, 11)]
    assert start(2).board.play[at(start(2), "10.12")]
    assert not start(4).board.play[at(start(4), "10.14")]


@pytest.mark.rule("seq.7")
def test_the_last_nationalist_turn_of_scenario_4_is_an_option() -> None:
    for final in (True, False):
        p = drill(scenario=4, turn=11, scn4_final_nationalist_turn=final)
        put(p, "n-tor-iv", "40.05")
        run(p, before(Turn([REP, NAT]), "SecondPlayer"))
        assert (step(p) == "ChooseUnit") == final


@pytest.mark.rule("scs.prec")
def test_game_rules_stand_above_series_rules() -> None:
    p = drill()                          # 1.19 takes the place of 9.2: no losses instead of retreats
    assert all("lose" not in verb for f in (PlayerTurn(NAT), Turn([NAT, REP])) for s in f.steps() for verb in s.verbs)
    assert p.board.hopeless.attacker == 2                    # 1.18a, not a column of the series


# -- components


@pytest.mark.rule("gen.1", "scs.num")
def test_a_hex_is_a_kilometre_and_numbered_by_column_from_the_left_and_row_from_the_bottom() -> None:
    b = empty().board
    assert (b.names[0], b.names[-1]) == ("1.01", "62.35")
    assert sorted(b.names[n] for n in b.nb[b.index["18.03"]]) == ["17.03", "17.04", "18.02", "18.04", "19.03", "19.04"]
    line = ["10.12", "10.11", "10.10", "10.09", "11.09", "12.08", "13.09", "14.08", "15.08", "15.07", "16.06", "16.05"]
    assert all(b.index[y] in b.nb[b.index[x]] for x, y in zip(line, line[1:], strict=False))
    assert b.distance(b.index["18.03"], b.index["16.03"]) == 2


@pytest.mark.rule("gen.2")
def test_directions_are_those_of_the_map() -> None:
    b = empty().board
    h = b.index["30.10"]
    north = max(b.nb[h], key=lambda n: b.at[n][1] + (b.at[n][0] % 2 == 0) / 2)
    assert b.names[north] == "30.11"
    assert b.south[b.index["30.05"]]
    assert not b.south[b.index["30.30"]]
    assert b.east[b.index["60.20"]]
    assert not b.east[b.index["5.20"]]


@pytest.mark.rule("gen.3", "gen.4")
def test_every_counter_belongs_to_a_side_by_its_army() -> None:
    b = empty().board
    nat = {"spanish-army", "falangist", "carlist", "mixed", "italian-army", "italian-volunteer"}
    rep = {"popular-army", "communist", "anarchist", "international"}
    assert {b.faction[u] for u in b.of[NAT]} == nat
    assert {b.faction[u] for u in b.of[REP]} == rep


@pytest.mark.rule("gen.5a", "gen.5b")
def test_political_and_international_battalions_are_infantry() -> None:
    b = empty().board
    for name in ("n-bfba-vil", "n-trbs-iba", "n-mix", "r-cam-mcc", "r-con-1-70", "r-gar-xii", "r-tha-xi"):
        assert b.infantry[b.uindex[name]]
        assert b.carried[b.uindex[name]]


@pytest.mark.rule("gen.6a", "gen.6b")
def test_name_and_parent_tell_units_apart_and_identical_ones_are_interchangeable() -> None:
    b = empty().board
    twins = [b.uindex[x] for x in ("n-ura-iii", "n-ura-ix", "n-temp-iii", "n-temp-ix", "n-ardi-vi", "n-ardi-viii",
                                   "r-tha-xi", "r-tha-1-bis")]
    assert len({(b.designation[u], b.parent[u]) for u in twins}) == 8
    cavalry = [b.uindex[f"n-cav-pdv-{n}"] for n in (1, 2, 3, 4)]
    assert len({(b.attack[u][1], b.defence[u][1], b.move[u][0], b.parent[u]) for u in cavalry}) == 1


@pytest.mark.rule("2.6.1", "2.9")
def test_nationalists_set_up_east_of_the_start_line_in_their_sectors() -> None:
    for scenario, italians, spaniards, republicans in ((1, 30, 21, 18), (2, 26, 0, 12), (3, 0, 21, 6)):
        p = deployed(scenario, 3)
        b = p.board
        there = [u for u in range(b.units) if p.hex[u] >= 0 and not b.truck[u]]
        where = [(b.side[u] == REP, b.nation[u] == ITALIAN, b.east[p.hex[u]], b.south[p.hex[u]]) for u in there]
        assert where.count((False, True, True, True)) == italians
        assert where.count((False, False, True, False)) == spaniards
        assert sum(rep and not east for rep, _, east, _ in where) == republicans
        assert len(where) == italians + spaniards + republicans


# -- set-up


@pytest.mark.rule("scs.within", "1.8a.1")
def test_within_n_means_at_most_n_hexes_the_named_hex_included() -> None:
    p = start(1)
    while unit(p, "r-gua-1-49") != p.board.setup_order[REP][p.stack[-1].done]:        # type: ignore[attr-defined]
        play(p, offered(p)[0])
    found = [w[4:] for w in offered(p)]
    assert "17.33" in found
    assert max(p.board.distance(at(p, "17.33"), at(p, h)) for h in found) == 2
    assert rules(p, "hex:17.30") == ["scs.within"]


@pytest.mark.rule("1.1a", "1.11a.1", "1.11b", "scs.within")
@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_every_random_set_up_is_complete_and_legal(scenario: int) -> None:
    for seed in range(12):
        p = deployed(scenario, seed, political_incompatibility=seed % 2 == 0)
        b = p.board
        assert all(p.hex[u] >= 0 for s in (NAT, REP) for u in b.setup_order[s])
        for h in range(b.size):
            units = p.stack_at(h)
            if units:
                assert p.room(units, h) == "", b.names[h]
        assert lawful(p)


@pytest.mark.rule("scn.4.rep.sr", "scn.4.rep.sra", "scn.4.nat.sr3", "scn.4.nat.sr2")
def test_scenario_4_set_up_marks_the_units_with_rules_of_their_own() -> None:
    for seed in range(8):
        p = deployed(4, seed)
        b = p.board
        there = p.stack_at(at(p, "20.03"))
        assert len(there) <= 1
        assert all(p.state[u] & PINNED for u in there)
        for u in b.fighters[NAT]:
            if p.hex[u] >= 0:
                assert bool(p.state[u] & FROM_EAST) == (b.column[p.hex[u]] > 20)
                assert bool(p.state[u] & ATTACHED) == (b.parent[u] == "VI")
    q = drill(scenario=4, turn=9)
    f = SetUp(REP)
    f.done = q.board.setup_order[REP].index(unit(q, "r-sub-65"))
    put(q, "r-ort-65", "20.03")
    run(q, f)
    assert rules(q, "hex:20.03") == ["scn.4.rep.sr"]


def test_units_of_set_up_lists_are_not_left_over() -> None:
    p = deployed(1)
    assert [u for u in range(p.board.units) if p.hex[u] == AWAITED and p.board.arrives[u] == 0] == []


# -- control


@pytest.mark.rule("scs.ctrl.1")
def test_a_hex_belongs_to_whose_unit_was_there_last_and_before_play_by_the_start_line() -> None:
    p = drill()
    assert p.last[at(p, "18.03")] == REP
    assert p.last[at(p, "60.20")] == NAT
    u = put(p, "n-tor-iv", "18.03")
    assert p.last[at(p, "18.03")] == NAT
    p.put(u, at(p, "18.04"))
    assert p.last[at(p, "18.03")] == NAT
    put(p, "r-truck-rep-1", "18.03")     # an empty truck holds nothing
    assert p.last[at(p, "18.03")] == NAT
    put(p, "r-dmi-48", "18.03")
    assert p.last[at(p, "18.03")] == REP


@pytest.mark.rule("scs.cbt.2")
def test_a_stack_lies_open_when_combat_against_it_is_declared() -> None:
    from tests.guadalajara.fight import attack

    p = drill()
    put(p, "n-tor-iv", "30.05")
    put(p, "r-dmi-48", "30.06")
    put(p, "r-ter-48", "30.06")
    events = told(p)
    attack(p, NAT, "30.06", "n-tor-iv")
    declared = next(e for e in events if e.key == "attack-declared")
    assert declared.facts["defenders"] == "r-ter-48, r-dmi-48"


@pytest.mark.rule("seq.6")
def test_the_game_ends_with_a_judgement() -> None:
    p = drill(turn=11)
    run(p, before(Turn([NAT, REP]), "EndOfTurn"))
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert p.level < MINOR_REP           # nobody holds anything
    assert p.choices() == {}
