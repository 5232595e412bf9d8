"""[scn.*.vp, 4.3c, note.2] Victory points, levels and sudden death."""
from __future__ import annotations

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.victory import judge, road_free, scenario1, score
from frente.games.guadalajara.state.board import DLV, FN, NAT, REP
from frente.games.guadalajara.state.position import (
    DRAWN,
    MAJOR_NAT,
    MAJOR_REP,
    MINOR_NAT,
    MINOR_REP,
    UNDECIDED,
    Guadalajara,
)
from tests.guadalajara.lay import at, empty, offered, play, put, run

HISTORICAL = ("jadraque", "cogolludo", "castejon-de-henares", "bujalaro", "castilblanco-de-henares", "miralrio",
              "valfermoso-de-las-monjas", "casas-de-san-galindo", "utande", "muduex", "membrillera", "ledanca",
              "espinosa-de-henares", "almadrones", "argecilla", "mirabueno", "hontanares", "cogollor", "alaminos",
              "las-inviernas", "el-sotillo", "torrecuadrada-de-los-valles", "renales")


def own(p, side: int, *towns: str) -> None:
    for name in towns:
        p.last[p.board.town[name]] = side


def level(p: Guadalajara) -> int:
    judge(p)
    return p.level


@pytest.mark.rule("scn.1.vp.1", "scn.1.vp.2")
def test_villages_in_nationalist_hands_count_for_the_one_total() -> None:
    p = empty()
    assert score(p) == 0
    own(p, NAT, "brihuega")
    assert score(p) == 4
    own(p, NAT, "torija")
    assert score(p) == 10
    q = empty(vp_needs_unit_present=True)
    own(q, NAT, "brihuega")
    assert score(q) == 0
    put(q, "n-tor-iv", "18.03")
    assert score(q) == 4


@pytest.mark.rule("scn.1.vp.4")
def test_a_routed_division_costs_5() -> None:
    p = empty()
    own(p, NAT, "torija")
    assert score(p) == 6
    p.routed[DLV] = 1
    assert score(p) == 1
    p.routed[FN] = 1
    assert score(p) == -4


@pytest.mark.rule("note.2")
def test_the_historical_line_is_a_minor_republican_victory() -> None:
    p = empty()
    own(p, NAT, *HISTORICAL)
    assert score(p) == 29
    p.routed[DLV] = 1
    assert (score(p), level(p)) == (24, MINOR_REP)


@pytest.mark.rule("note.2")
def test_the_days_before_score_as_the_notes_tell_them() -> None:
    p = empty()                          # 17 March: the fight for the initiative, Ibarra and Trijueque lost again
    own(p, NAT, *HISTORICAL, "brihuega", "gajanejos", "masegoso-de-tajuna", "yela", "villaviciosa-de-tajuna")
    assert (score(p), level(p)) == (39, MINOR_NAT)
    own(p, NAT, "trijueque", "palacio-de-ibarra")            # 11 March: as far as the Italians came
    assert (score(p), level(p)) == (43, MINOR_NAT)
    own(p, NAT, "torija", "valdearenas")                     # where they wanted to be
    assert (score(p), level(p)) == (50, MAJOR_NAT)


@pytest.mark.rule("scn.3.vp.1")
def test_north_of_the_badiel_history_is_the_major_victory_and_not_a_village_more_may_be_missing() -> None:
    p = empty(scenario=3)
    own(p, NAT, *(x for x in HISTORICAL if not p.board.south[p.board.town[x]]))
    left = {x for x, h in p.board.town.items() if p.board.vp[h] and p.last[h] == REP and p.board.play[h]}
    assert left == {"hita", "copernal", "torre-del-burgo"}
    assert level(p) == MAJOR_NAT
    own(p, REP, "muduex")
    assert level(p) == MINOR_NAT


@pytest.mark.rule("scn.4.vp.4")
def test_the_line_ledanca_yela_masegoso_is_the_minor_republican_victory_of_scenario_4() -> None:
    p = empty(scenario=4, turn=11)
    own(p, NAT, *p.board.town)
    own(p, REP, "torija", "trijueque", "brihuega", "gajanejos", "palacio-de-ibarra", "yela", "villaviciosa-de-tajuna",
        "valdearenas", "caspuenas", "masegoso-de-tajuna")
    assert level(p) == MINOR_REP         # Argecilla, west of 32.xx and still Italian, has no points
    own(p, NAT, "yela")
    assert level(p) == DRAWN
    own(p, REP, "yela")
    own(p, NAT, "masegoso-de-tajuna")
    assert level(p) == DRAWN


@pytest.mark.rule("scn.1.vp.6")
@pytest.mark.parametrize(("vp", "want"), [(46, MAJOR_NAT), (45, MINOR_NAT), (36, MINOR_NAT), (35, DRAWN), (31, DRAWN),
                                          (30, MINOR_REP), (21, MINOR_REP), (20, MAJOR_REP), (-5, MAJOR_REP)])
def test_the_levels_of_scenario_1(vp: int, want: int) -> None:
    p = empty()
    p.vp = vp
    assert scenario1(p) == (want, "scn.1.vp.6")
    q = empty(vp30="draw")
    q.vp = 30
    assert scenario1(q)[0] == DRAWN


@pytest.mark.rule("scn.1.vp.5")
def test_nine_battalions_by_1_07_with_a_free_main_road_win_at_once() -> None:
    p = empty(turn=5)
    p.taken = True
    p.exited = 8
    put(p, "n-tor-iv", "1.07")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "exit")
    assert p.choices() == {}
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert (outcome.winner, outcome.rule, outcome.key) == (NAT, "scn.1.vp.5", "outcome.sudden-death")
    q = empty(turn=5)                    # a Republican beside the road: not yet
    q.taken = True
    q.exited = 8
    put(q, "n-tor-iv", "1.07")
    put(q, "n-bis-iv", "40.05")
    put(q, "r-dmi-48", "20.11")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "exit")
    assert q.level == UNDECIDED
    assert not road_free(q)
    put(q, "n-buf-iv", "20.12")
    near = [h for h in q.board.main_road if q.zone[REP][h] and q.holder(h) < 0]
    for name, h in zip(("n-impl-v", "n-lup-v", "n-ard-v"), near, strict=False):
        put(q, name, q.board.names[h])
    assert road_free(q)                  # friends negate zones
    r = empty(turn=5)                    # the eighth is not enough
    r.taken = True
    r.exited = 7
    put(r, "n-tor-iv", "1.07")
    put(r, "n-bis-iv", "40.05")
    run(r, Movement(NAT))
    play(r, "unit:n-tor-iv", "exit")
    assert offered(r)


@pytest.mark.rule("scn.2.vp.1", "scn.2.vp.2", "scn.2.vp.3", "scn.2.vp.4", "scn.2.vp.5")
@pytest.mark.parametrize(("held", "want"), [
    ("torija trijueque brihuega gajanejos almadrones", MAJOR_NAT),
    ("trijueque brihuega gajanejos almadrones", MINOR_NAT),
    ("brihuega gajanejos almadrones", DRAWN), ("gajanejos almadrones", MINOR_REP), ("almadrones", MAJOR_REP),
    ("", MAJOR_REP), ("brihuega gajanejos", MINOR_REP), ("trijueque gajanejos almadrones", MINOR_REP)])
def test_the_ladder_of_scenario_2(held: str, want: int) -> None:
    p = empty(scenario=2)
    own(p, NAT, *held.split())
    assert level(p) == want


def test_undescribed_positions_of_scenario_2_are_an_option() -> None:
    p = empty(scenario=2, scn2_hole="republican_major")
    own(p, NAT, "brihuega", "gajanejos")
    assert level(p) == MAJOR_REP


@pytest.mark.rule("scn.3.vp.1", "scn.3.vp.2", "scn.3.vp.3", "scn.3.vp.4", "scn.3.vp.5")
def test_the_levels_of_scenario_3() -> None:
    p = empty(scenario=3)
    assert level(p) == MAJOR_REP         # both towns Republican
    own(p, NAT, "jadraque")
    assert level(p) == MINOR_REP
    own(p, NAT, "cogolludo")
    assert level(p) == DRAWN
    b = p.board
    for h in b.villages:
        if b.vp[h] and (b.henares_north[h] or b.column[h] > 18):
            p.last[h] = NAT
    missing = sum(b.vp[h] for h in b.villages if p.last[h] != NAT)
    assert level(p) == (MAJOR_NAT if missing <= 3 else MINOR_NAT)
    q = empty(scenario=3)
    for h in q.board.villages:
        q.last[h] = NAT
    assert level(q) == MAJOR_NAT
    worth = [h for h in q.board.villages if q.board.vp[h] and q.board.town["jadraque"] != h
             and q.board.town["cogolludo"] != h]
    for h in worth[:4]:
        q.last[h] = REP
    assert level(q) != MAJOR_NAT


@pytest.mark.rule("scn.4.vp.1", "scn.4.vp.2", "scn.4.vp.3", "scn.4.vp.4", "scn.4.vp.5")
def test_the_levels_of_scenario_4() -> None:
    p = empty(scenario=4, turn=11)
    b = p.board
    p.last[b.brihuega] = NAT
    assert level(p) == MAJOR_NAT
    for h in b.villages:
        p.last[h] = REP
    assert level(p) == MAJOR_REP
    east = next(h for h in b.villages if b.vp[h] and 32 <= b.column[h] <= 36 and h != b.town["masegoso-de-tajuna"])
    p.last[east] = NAT
    assert level(p) == MINOR_REP
    west = next(h for h in b.villages if b.vp[h] and 21 <= b.column[h] <= 31)
    p.last[west] = NAT
    assert level(p) == DRAWN
    for h in b.villages:
        if b.column[h] > 20:
            p.last[h] = NAT
    assert level(p) == MINOR_NAT


@pytest.mark.rule("4.3c")
def test_without_the_separation_line_the_result_shifts_one_level_to_the_republican() -> None:
    p = empty(scenario=2, separation_line="none")
    own(p, NAT, "torija", "trijueque", "brihuega", "gajanejos", "almadrones")
    assert level(p) == MINOR_NAT
    q = empty(scenario=1, separation_line="none")
    put(q, "n-6-vic-sot", "24.14")
    run(q, Movement(NAT))
    play(q, "unit:n-6-vic-sot")
    assert "hex:24.13" in offered(q)
    assert at(q, "24.13")
