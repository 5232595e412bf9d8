"""[6.14, 9] Breakdowns: which divisions, which brigades, and when there is no room."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch06_breakdown import whole_of
from frente.games.tscw.state.board import GENERIC
from frente.games.tscw.state.position import BROKEN, POOL, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    box,
    empty,
    hexn,
    kill,
    play,
    put,
    question,
    reasons,
    rules,
    unit,
    where,
)


def laid(side: int, *names: str, place: str = "", **options: bool) -> Tscw:
    """Divisions in a hex, all generic brigades unused."""
    p = empty(turn=9, **options)
    for u in p.board.ground[side]:
        if p.board.turn[u] == GENERIC:
            p.hex[u] = POOL
    put(p, place or ("2712" if side == REP else "3311"), *names)
    return p


@pytest.mark.rule("6.14a", "9.2a")
def test_a_full_hex_has_no_room_for_three_brigades() -> None:
    six = ("r-div11", "r-div14", "r-div34", "r-div35", "r-div45", "r-div46")
    p = administration(laid(REP, *six), REP, "BreakDown")
    assert args(p, "break") == []
    assert rules(p, "break:r-div11") == ["9.2a"]
    q = administration(laid(REP, *six[:5], "r-mng"), REP, "BreakDown")
    assert "r-div11" in args(q, "break"), "two halves for three, and one is free"
    r = administration(laid(NAT, "n-div11", "n-div12", "n-div13", "n-div75", "n-div14", "n-div15"), NAT, "BreakDown")
    assert "n-div11" in args(r, "break"), "two brigades take no more room than a division"


@pytest.mark.rule("6.14a", "6.14.2")
def test_which_divisions_are_never_broken_down() -> None:
    p = administration(laid(NAT, "i-lt", "n-cav1", "n-div14", "n-div11"), NAT, "BreakDown")
    assert args(p, "break") == ["n-div11"], "no Italians, no horse, no other class"
    assert rules(p, "break:i-lt") == ["6.14.2"]
    assert rules(p, "break:r-div11") == ["6.14a"]
    assert rules(p, "break:n-div12") == ["6.14a"], "not on the map"
    q = laid(REP, "r-grm")
    q.convert(unit(q, "r-grm"))
    assert question(administration(q, REP, "BreakDown")) != "BreakDown", "the EPR side of a column has one step"


@pytest.mark.rule("6.14.1c", "6.14.2")
def test_numbered_brigades_serve_the_republican_only_and_only_from_the_deadpile() -> None:
    def parts(*dead: str) -> list[str]:
        p = empty(turn=9)
        shape = {p.board.uid[u]: p.board.shape[u][1] for u in p.board.ground[REP]}
        assert (shape["r-bde4"], shape["r-bde6"], shape["r-bde112"]) == ("1-2-4", "1-2-4", "1-1-4")
        put(p, "2712", "r-div14", "r-bde4")
        kill(p, *dead)
        return args(administration(p, REP, "BreakDown"), "break")
    assert parts("r-bde4", "r-bde6", "r-bde112") == ["r-div14"]
    assert parts("r-bde6", "r-bde112") == [], "a brigade on the map is not free"
    assert parts("r-bde4", "r-bde6") == [], "the third is wanting"
    q = empty(turn=9)
    put(q, "3311", "n-div11")
    kill(q, *[q.board.uid[u] for u in q.board.ground[NAT] if q.board.type[u] == 0 and q.board.size_mark[u] == 4
              and q.board.turn[u] != GENERIC])
    administration(q, NAT, "BreakDown")
    assert args(q, "break") == [], "the Nationalist uses generic brigades"


@pytest.mark.rule("6.14a", "6.13a")
def test_the_brigades_of_a_northern_division_are_northern_until_they_are_lost() -> None:
    p = laid(REP, "r-a1", place="3707")
    administration(p, REP, "BreakDown")
    play(p, "break:r-a1")
    parts = p.stack_at(hexn(p, "3707"))
    assert len(parts) == 3
    assert {p.folk[u] for u in parts} == {1}
    kill(p, p.board.uid[parts[0]])
    assert p.folk[parts[0]] == 0
    assert where(p, "r-a1") == "broken-down"


@pytest.mark.rule("6.14b")
def test_the_deadpile_is_closed_to_breakdowns_and_brigades_stay_apart_without_the_readings() -> None:
    p = laid(NAT, "n-div12")
    kill(p, "n-div11")
    administration(p, NAT, "BreakDown")
    play(p, "break:n-div12")
    assert question(p) == "", "no other division is on the map"
    q = laid(NAT, "n-div12", allow_recombination=True)
    administration(q, NAT, "BreakDown")
    play(q, "break:n-div12")
    one, other = q.stack_at(hexn(q, "3311"))
    q.put(other, hexn(q, "3312"))
    q.reask()
    assert args(q, "combine") == [], "the parts must stand in one hex"
    q.put(other, hexn(q, "3311"))
    q.reask()
    assert args(q, "combine") == ["n-div12"]
    kill(q, q.board.uid[one])
    q.reask()
    assert args(q, "combine") == [], "and none of them may be lost"


@pytest.mark.rule("6.14.1c")
def test_where_numbered_brigades_fit_the_republican_chooses_among_them_and_the_generic_ones() -> None:
    p = laid(REP, "r-div11")
    kill(p, "r-bde2", "r-bde4", "r-bde6", "r-bde112")
    administration(p, REP, "BreakDown")
    play(p, "break:r-div11")
    assert question(p) == "ChooseParts"
    assert args(p, "unit") == ["r-bde2", "r-gen234-1"], "one generic brigade is as good as another"
    assert reasons(p, "unit:r-bde4") == [("6.14.1c", "no-such-part")], "of another class"
    play(p, "unit:r-bde2")
    assert args(p, "unit") == ["r-bde4", "r-bde6", "r-gen124-1"]
    assert reasons(p, "unit:r-bde2") == [("6.14.1c", "no-such-part")], "taken"
    play(p, "unit:r-gen124-1")
    assert args(p, "unit") == ["r-bde4", "r-bde6", "r-gen124-2"]
    play(p, "unit:r-bde6")
    assert {p.board.uid[u] for u in p.stack_at(hexn(p, "2712"))} == {"r-bde2", "r-gen124-1", "r-bde6"}
    assert where(p, "r-div11") == "broken-down"
    assert where(p, "r-bde4") == "deadpile"
    assert not p.choices(), "there is no other division"


@pytest.mark.rule("6.14.1c")
def test_without_numbered_brigades_or_with_just_enough_nobody_is_asked() -> None:
    p = laid(REP, "r-div11")
    administration(p, REP, "BreakDown")
    play(p, "break:r-div11")
    assert question(p) != "ChooseParts"
    assert where(p, "r-gen234-1") == "2712"
    q = empty(turn=9)
    put(q, "2712", "r-div14")
    kill(q, "r-bde4", "r-bde6", "r-bde112")
    administration(q, REP, "BreakDown")
    play(q, "break:r-div14")
    assert {where(q, n) for n in ("r-bde4", "r-bde6", "r-bde112")} == {"2712"}, "all three are needed"


def test_two_divisions_may_be_broken_down_one_after_the_other() -> None:
    p = laid(REP, "r-div11", "r-div14")
    kill(p, "r-bde2")
    administration(p, REP, "BreakDown")
    play(p, "break:r-div11", "unit:r-bde2")
    assert question(p) == "BreakDown"
    assert args(p, "break") == ["r-div14"]
    play(p, "done")
    assert question(p) != "ChooseParts"


@pytest.mark.rule("6.14a", "6.14.1a")
def test_a_reduced_division_is_no_brigade_for_putting_another_one_together() -> None:
    p = empty(turn=9, allow_recombination=True)
    put(p, "2712", "r-bde4", "r-bde6")
    put(p, "2712", "r-div14", steps=1)
    assert p.printed(unit(p, "r-div14")) == "2-3-4"
    box(p, BROKEN, "r-div11")
    assert whole_of(p, unit(p, "r-div11")) == []
    put(p, "2712", "r-bde2")
    assert p.printed(unit(p, "r-bde2")) == "2-3-4"
    assert [p.board.uid[v] for v in whole_of(p, unit(p, "r-div11"))] == ["r-bde2", "r-bde4", "r-bde6"]


@pytest.mark.rule("6.14a", "6.14.2")
def test_only_a_division_that_was_broken_down_is_put_together_again() -> None:
    p = laid(NAT, "n-div12", "n-div13", allow_recombination=True)
    kill(p, "n-div11")
    administration(p, NAT, "BreakDown")
    play(p, "break:n-div12")
    assert args(p, "combine") == ["n-div12"], "neither the one beside them nor the one that was lost"
    assert reasons(p, "combine:n-div11") == [("R37", "no-recombination")]
    assert reasons(p, "combine:n-div13") == [("R37", "no-recombination")]


@pytest.mark.rule("6.14a")
def test_with_the_reading_a_lost_division_gives_brigades_to_the_deadpile() -> None:
    p = laid(REP, "r-div14", breakdown_in_deadpile=True)
    kill(p, "r-div11")
    administration(p, REP, "BreakDown")
    play(p, "break:r-div11")
    assert where(p, "r-div11") == "broken-down"
    assert [where(p, n) for n in ("r-gen234-1", "r-gen124-1", "r-gen124-2")] == ["deadpile"] * 3
    play(p, "break:r-div14")
    assert len(p.stack_at(hexn(p, "2712"))) == 3, "one on the map still falls apart there"
