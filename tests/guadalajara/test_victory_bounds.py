"""[scn.2.vp, scn.3.vp, scn.4.vp, scn.1.vp.5, 4.3c] Each level of victory and the one village that decides it."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.victory import judge, road_free, sudden_death
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    DRAWN,
    MAJOR_NAT,
    MAJOR_REP,
    MINOR_NAT,
    MINOR_REP,
    UNDECIDED,
    Guadalajara,
)
from tests.guadalajara.lay import empty, put


def own(p: Guadalajara, side: int, *towns: str) -> None:
    for name in towns:
        p.last[p.board.town[name]] = side


def judged(p: Guadalajara) -> tuple[int, str]:
    judge(p)
    return p.level, p.ended


@pytest.mark.rule("scn.2.vp.1", "scn.2.vp.2", "scn.2.vp.3", "scn.2.vp.4", "scn.2.vp.5")
@pytest.mark.parametrize(("towns", "level", "rule"), [
    ("torija trijueque brihuega gajanejos almadrones", MAJOR_NAT, "scn.2.vp.1"),
    ("trijueque brihuega gajanejos almadrones", MINOR_NAT, "scn.2.vp.2"),
    ("torija brihuega gajanejos almadrones", DRAWN, "scn.2.vp.3"),
    ("brihuega gajanejos almadrones", DRAWN, "scn.2.vp.3"),
    ("torija trijueque gajanejos almadrones", MINOR_REP, "scn.2.vp.4"),
    ("gajanejos almadrones", MINOR_REP, "scn.2.vp.4"),
    ("gajanejos", MINOR_REP, "scn.2.vp.4"),
    ("torija trijueque brihuega almadrones", MINOR_REP, "scn.2.vp.4"),
    ("torija trijueque brihuega gajanejos", MINOR_REP, "scn.2.vp.4"),
    ("torija", MINOR_REP, "scn.2.vp.4"), ("trijueque", MINOR_REP, "scn.2.vp.4"), ("brihuega", MINOR_REP, "scn.2.vp.4"),
    ("almadrones", MAJOR_REP, "scn.2.vp.5"), ("", MAJOR_REP, "scn.2.vp.5")])
def test_every_village_of_scenario_2_decides_something(towns: str, level: int, rule: str) -> None:
    p = empty(scenario=2)
    own(p, REP, *p.board.town)
    own(p, NAT, *towns.split())
    assert judged(p) == (level, rule)


@pytest.mark.rule("scn.3.vp.1", "scn.3.vp.2", "scn.3.vp.3", "scn.3.vp.4", "scn.3.vp.5")
@pytest.mark.parametrize(("lost", "level", "rule"), [
    ("", MAJOR_NAT, "scn.3.vp.1"), ("hita copernal muduex", MAJOR_NAT, "scn.3.vp.1"),
    ("hita copernal muduex utande", MINOR_NAT, "scn.3.vp.2"),                # column 18 may be lost, south of the river
    ("hita copernal muduex miralrio", DRAWN, "scn.3.vp.3"),                  # column 19 may not
    ("hita copernal muduex espinosa-de-henares", DRAWN, "scn.3.vp.3"),       # nor anything north of the Henares
    ("jadraque", MINOR_REP, "scn.3.vp.4"), ("cogolludo", MINOR_REP, "scn.3.vp.4"),
    ("jadraque cogolludo", MAJOR_REP, "scn.3.vp.5")])
def test_every_kind_of_village_of_scenario_3_decides_something(lost: str, level: int, rule: str) -> None:
    p = empty(scenario=3)
    own(p, NAT, *p.board.town)
    own(p, REP, *lost.split())
    assert judged(p) == (level, rule)


WEST = "torija caspuenas trijueque valdearenas palacio-de-ibarra brihuega gajanejos villaviciosa-de-tajuna yela"
MIDDLE = "hontanares cogollor almadrones masegoso-de-tajuna alaminos"


@pytest.mark.rule("scn.4.vp.1", "scn.4.vp.2", "scn.4.vp.3", "scn.4.vp.4", "scn.4.vp.5")
@pytest.mark.parametrize(("towns", "lost", "level", "rule"), [
    (f"{WEST} {MIDDLE}", "", MAJOR_REP, "scn.4.vp.5"),
    (f"{WEST} {MIDDLE}", "alaminos", MINOR_REP, "scn.4.vp.4"),               # column 36
    (f"{WEST} {MIDDLE}", "hontanares", MINOR_REP, "scn.4.vp.4"),
    (f"{WEST} masegoso-de-tajuna", "", MINOR_REP, "scn.4.vp.4"),
    (WEST, "", DRAWN, "scn.4.vp.3"),
    (f"{WEST} {MIDDLE}", "yela", DRAWN, "scn.4.vp.3"),                       # column 29
    (f"{WEST} {MIDDLE}", "torija", DRAWN, "scn.4.vp.3"),
    ("brihuega", "", MINOR_NAT, "scn.4.vp.2"),
    ("brihuega gajanejos", "", DRAWN, "scn.4.vp.3"),                         # column 21
    ("brihuega renales", "", DRAWN, "scn.4.vp.3"),                           # column 56
    (f"{WEST} {MIDDLE}", "brihuega", MAJOR_NAT, "scn.4.vp.1")])
def test_every_kind_of_village_of_scenario_4_decides_something(towns: str, lost: str, level: int, rule: str) -> None:
    p = empty(scenario=4, turn=11)
    own(p, NAT, *p.board.town)
    own(p, REP, *towns.split())
    own(p, NAT, *lost.split())
    assert judged(p) == (level, rule)


@pytest.mark.rule("4.3c")
@pytest.mark.parametrize(("line", "towns", "level"), [
    ("none", "brihuega gajanejos almadrones", MINOR_REP), ("strict", "brihuega gajanejos almadrones", DRAWN),
    ("none", "", MAJOR_REP), ("strict", "", MAJOR_REP)])
def test_without_the_line_one_level_is_lost_but_there_is_none_below_the_last(line: str, towns: str, level: int) -> None:
    p = empty(scenario=2, separation_line=line)
    own(p, REP, *p.board.town)
    own(p, NAT, *towns.split())
    assert judged(p)[0] == level


@pytest.mark.rule("scn.1.vp.5")
@pytest.mark.parametrize(("gone", "enemy", "level"), [
    (9, "", MAJOR_NAT), (8, "", UNDECIDED), (10, "", MAJOR_NAT), (9, "on", UNDECIDED), (9, "beside", UNDECIDED)])
def test_nine_battalions_off_the_map_and_a_free_road_end_the_game(gone: int, enemy: str, level: int) -> None:
    p = empty(turn=5)
    road = p.board.main_road[4]
    beside = next(n for n in p.board.nb[road] if n not in p.board.main_road)
    if enemy:
        put(p, "r-dmi-48", p.board.names[road if enemy == "on" else beside])
    p.exited = gone
    assert road_free(p) is not bool(enemy)
    sudden_death(p)
    assert (p.level, p.ended) == ((MAJOR_NAT, "scn.1.vp.5") if level == MAJOR_NAT else (UNDECIDED, ""))
