"""[7, 8, 12.2] Arrivals, set-up and replacements: every condition missing once, and the reasons given."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.storm.rules.ch07_reinforcements import (
    FreeSetup,
    Placing,
    Rada,
    arrivals,
    coded_setup,
    coloured,
    free_setup,
    rada_column,
    setup_areas,
)
from frente.games.storm.rules.ch08_replacements import Rebuild, mates, replacement_phase
from frente.games.storm.state.board import NAT, RADA, REP
from frente.games.storm.state.position import AWAITED, UNUSED, Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    dice,
    empty,
    fill,
    keys,
    lose,
    offered,
    own,
    play,
    put,
    question,
    rules,
    run,
    spent,
    unit,
    where,
)


def placing(*names: str, **full: int) -> Storm:
    """Units about to be placed; areas with so many places left."""
    p = empty(turn=4)
    for place, free in full.items():
        fill(p, place, REP, 10 - free)
    return run(p, Placing(REP, [unit(p, n) for n in names]))


# -- arrivals


@pytest.mark.rule("7a", "7b")
def test_the_nearest_open_areas_are_all_offered_and_each_once() -> None:
    p = placing("r-uribarri", B=0)                           # B is full; D is Nationalist
    assert args(p, "area") == ["A", "C", "J"]
    only = empty(turn=4)
    own(only, NAT, "H", "I", "R", "S", "U")
    run(only, Placing(REP, [unit(only, "r-mangada")]))       # H: of its neighbours only A, the first area, is open
    assert where(only, "r-mangada") == "A"
    q = empty(turn=4)
    own(q, NAT, "CC", "AA")
    run(q, Placing(REP, [unit(q, "r-enciso")]))
    assert sorted(args(q, "area")) == ["BB", "DD", "EE", "HH", "II", "KK", "LL", "T"]


@pytest.mark.rule("7b", "3.2c")
def test_only_those_who_want_the_last_place_are_asked_who_comes_first() -> None:
    p = placing("r-bm3", "r-bueno", "r-graficas", AA=1)      # AA, HH, AA
    assert args(p, "unit") == ["r-bm3", "r-graficas"]
    assert keys(p, "unit:r-bueno") == [("7b", "no-rival")]
    assert keys(p, "area:AA") == [("7b", "choose-arrival-first")]
    play(p, "unit:r-graficas")
    assert where(p, "r-graficas") == "AA"
    assert keys(p, "unit:r-bm3") == [("7b", "choose-arrival-area")]
    q = placing("r-enciso", "r-clairac", AA=1, CC=1)         # both letters of both are short of room
    assert args(q, "unit") == ["r-enciso", "r-clairac"]
    r = placing("r-enciso", AA=1, CC=1)
    assert args(r, "area") == ["CC", "AA"]                   # alone, it competes with nobody


@pytest.mark.rule("7b", "1.1k")
def test_why_a_unit_cannot_arrive_somewhere() -> None:
    p = empty(turn=4)
    own(p, NAT, "X", "GG")
    run(p, Placing(REP, [unit(p, "r-enciso")]))              # CC or AA, both open
    assert keys(p, "area:C") == [("1.1k", "not-its-code")]
    assert keys(p, "area:X") == [("1.1k", "not-its-code")]   # blocked too, but that is not what matters
    assert keys(p, "area:1") == [("1.1k", "not-its-code")]
    q = empty(turn=4)
    own(q, NAT, "EE")
    fill(q, "CC", REP, 10)
    run(q, Placing(REP, [unit(q, "r-enciso"), unit(q, "r-canarias-r")]))
    assert where(q, "r-enciso") == "AA"                      # the one letter that is open
    assert where(q, "r-canarias-r") == "GG"
    r = empty(turn=4)
    own(r, NAT, "CC", "X")
    fill(r, "AA", REP, 10)
    run(r, Placing(REP, [unit(r, "r-enciso")]))
    assert keys(r, "area:CC") == [("7b", "arrival-blocked")]             # its letter, enemy-controlled
    assert keys(r, "area:AA") == [("7b", "arrival-blocked")]             # its letter, full
    assert keys(r, "area:X") == [("7b", "arrival-blocked")]              # another area, blocked
    assert keys(r, "area:4") == [("7b", "arrival-blocked")]              # an enemy box
    assert keys(r, "area:Z") == [("7b", "not-the-nearest")]
    assert keys(r, "area:1") == [("7b", "not-the-nearest")]
    s = empty(turn=4)
    fill(s, "CC", REP, 10)
    own(s, NAT, "HH")
    run(s, Placing(REP, [unit(s, "r-prada"), unit(s, "r-bueno")]))       # FF or AA; HH
    assert keys(s, "area:CC") == [("1.1k", "not-its-code")]              # full, but none of its letters


@pytest.mark.rule("7b", "1.1k")
def test_a_blocked_letter_among_open_ones_is_refused_as_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty(turn=4)
    codes = [c[:] for c in p.board.codes]
    codes[unit(p, "r-enciso")] = [area(p, x) for x in ("CC", "AA", "DD")]
    monkeypatch.setattr(p.board, "codes", codes)
    own(p, NAT, "CC", "X")
    run(p, Placing(REP, [unit(p, "r-enciso")]))
    assert args(p, "area") == ["AA", "DD"]
    assert keys(p, "area:CC") == [("7b", "arrival-blocked")]
    assert keys(p, "area:X") == [("1.1k", "not-its-code")]


@pytest.mark.rule("1.1j", "4.2c", "12.1b", "12.3b")
def test_the_turn_on_a_counter_says_when_it_comes_and_scenario_1_leaves_the_late_ones_out(
        monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty("drive", 4)
    turns = p.board.turn[:]
    turns[p.board.of[REP][0]] = turns[p.board.of[NAT][0]] = 4            # the first of each list too
    monkeypatch.setattr(p.board, "turn", turns)
    for u in range(p.board.units):
        p.at[u] = AWAITED
    for side, name, other in ((REP, "r-ib11a", "r-ib12a"), (NAT, "n-victoria", "n-canarias")):
        due = arrivals(p, side)
        assert p.board.of[side][0] in due
        assert unit(p, name) in due
        assert unit(p, other) not in due                     # turn 5
        assert all(turns[u] == 4 for u in due)
    p.at[unit(p, "r-ib11a")] = UNUSED
    assert unit(p, "r-ib11a") not in arrivals(p, REP)
    for scenario, unused in (("drive", True), ("campaign", False)):
        q = empty(scenario, 1)
        turns[q.board.of[REP][0]] = 7
        for u in range(q.board.units):
            q.at[u] = AWAITED
        setup = coded_setup(q, REP)
        assert (q.at[q.board.of[REP][0]] == UNUSED) is unused
        assert (q.at[unit(q, "r-bm35")] == UNUSED) is unused             # turn 8
        assert q.at[unit(q, "r-bm6")] == AWAITED                         # turn 6
        assert setup.units == [u for u in q.board.of[REP] if turns[u] == 0]
        coded_setup(q, NAT)
        assert q.at[unit(q, "n-req-alc")] == AWAITED                     # the Rada Column is never too late


@pytest.mark.rule("7c", "7d", "7e")
def test_the_column_is_rolled_for_only_while_it_is_awaited_and_only_on_its_turns(
        monkeypatch: pytest.MonkeyPatch) -> None:
    def rolled(turn: int, column: int, others: int = UNUSED) -> bool:
        p = empty(turn=turn)
        p.at[unit(p, "n-req-alc")] = column
        p.at[unit(p, "n-leg-8")] = others
        run(p, Rada())
        return question(p) == "RadaDie"

    assert [rolled(turn, AWAITED) for turn in (3, 4, 5, 6, 7)] == [False, True, True, False, False]
    assert not rolled(5, UNUSED)                             # not in this game
    assert not rolled(5, UNUSED, AWAITED)                    # another unit is awaited
    p = empty(turn=5)
    put(p, "4", "n-req-alc")
    run(p, Rada())
    assert p.choices() == {}                                 # it has come already
    q = empty(turn=4)
    turns, codes = q.board.turn[:], [c[:] for c in q.board.codes]
    turns[unit(q, "n-leg-1")] = RADA                         # the first of the list too
    codes[unit(q, "n-req-alc")] = [area(q, "A"), area(q, "B")]
    monkeypatch.setattr(q.board, "turn", turns)
    monkeypatch.setattr(q.board, "codes", codes)
    own(q, NAT, "A", "B")
    q.at[unit(q, "n-leg-1")] = q.at[unit(q, "n-req-alc")] = q.at[unit(q, "n-leg-8")] = AWAITED
    assert rada_column(q) == [unit(q, "n-leg-1"), unit(q, "n-req-alc")]
    run(q, Rada())
    dice(q, 6)
    assert (asked(q), args(q, "area")) == ([NAT], ["A", "B"])            # the Nationalist places it
    assert (where(q, "n-leg-1"), where(q, "n-leg-8")) == ("D", "track")


# -- the free set-up


@pytest.mark.rule("12.2c", "12.2d", "12.2e", "12.2o")
def test_who_is_placed_freely_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty("corunna", 10)
    for u in range(p.board.units):
        p.at[u] = AWAITED
    rep, nat = free_setup(p, REP), free_setup(p, NAT)
    assert (len(rep.units), len(nat.units)) == (39, 51)
    assert nat.units[0] == unit(p, "n-leg-1")
    assert [where(p, n) for n in ("r-bernal", "r-asalto", "r-bm21", "n-leg-9")] == ["unused", "AA", "track", "track"]
    assert [p.board.names[a] for a in coloured(p, REP)] == ["F", "Q", "R", "S", "T", "U", "BB", "DD", "FF", "HH"]
    assert [p.board.names[a] for a in coloured(p, NAT)] == [
        "E", "H", "I", "K", "O", "P", "BB", "CC", "DD", "EE", "FF", "GG"]
    colour = p.board.colour[:]
    colour[0] = colour[area(p, "F")]
    monkeypatch.setattr(p.board, "colour", colour)
    assert coloured(p, REP)[0] == 0


@pytest.mark.rule("12.2d", "12.2e", "3.2c")
def test_every_area_of_the_set_up_gets_a_unit_and_the_reasons_say_so() -> None:
    p = empty("corunna", 10)
    for place in ("R", "S", "T", "U", "BB", "DD", "FF", "HH"):
        fill(p, place, REP, 1)
    f = FreeSetup(REP, [unit(p, "r-ib11a"), unit(p, "r-ib11b")])
    assert [p.board.names[a] for a in setup_areas(p, f)] == ["F", "Q"]   # two left for two empty areas
    run(p, f)
    assert keys(p, "area:R") == [("12.2d", "others-still-empty")]
    assert keys(p, "area:E") == [("12.2d", "not-a-setup-area")]
    q = empty("corunna", 10)
    fill(q, "F", REP, 10)
    run(q, FreeSetup(REP, [unit(q, n) for n in (
        "r-ib11a", "r-ib11b", "r-ib11c", "r-ib12a", "r-ib12b", "r-ib12c", "r-bm1a", "r-bm1b", "r-bm3", "r-bm2")]))
    assert keys(q, "area:F") == [("3.2c", "no-room")]
    assert "area:Q" in offered(q)
    r = empty("corunna", 10)
    fill(r, "E", NAT, 1)
    run(r, FreeSetup(NAT, [unit(r, "n-leg-1")]))
    assert keys(r, "area:F") == [("12.2e", "not-a-setup-area")]
    assert keys(r, "area:E") == [("12.2e", "others-still-empty")]


# -- replacements


def rebuilding(side: int, *lost: str, pause: bool = False, **options: Any) -> Storm:
    p = empty("campaign", **options)
    lose(p, *lost)
    if pause:
        p.pause_start = p.turn
    return run(p, replacement_phase(p, side))


@pytest.mark.rule("8b", "12.3j")
def test_the_allowance_of_each_side_in_and_out_of_the_pause() -> None:
    p = empty("campaign")
    assert [(f.lines, f.shocks) for f in (replacement_phase(p, REP), replacement_phase(p, NAT))] == [(2, 1), (2, 1)]
    p.pause_start = 2
    assert [(f.lines, f.shocks) for f in (replacement_phase(p, REP), replacement_phase(p, NAT))] == [(2, 1), (2, 2)]


@pytest.mark.rule("8b", "8c", "8d")
def test_what_a_rebuilding_takes_from_the_allowance() -> None:
    p = rebuilding(REP, "r-largo", "r-nelken", "r-ferrov", "r-aguilas", "r-bm1a", "r-bm1b")
    assert set(args(p, "rebuild")) == {"r-largo", "r-ferrov", "r-nelken", "r-aguilas", "r-bm1b"}
    play(p, "rebuild:r-largo", "with:r-nelken", "area:A")
    assert set(args(p, "rebuild")) == {"r-ferrov", "r-aguilas"}          # one line unit more, and no shock unit
    assert keys(p, "rebuild:r-bm1b") == [("8b", "allowance-used")]
    play(p, "rebuild:r-ferrov", "area:A")
    assert p.choices() == {}
    assert [where(p, n) for n in ("r-largo", "r-nelken", "r-ferrov", "r-aguilas", "r-bm1b")] == [
        "A", "removed", "A", "removed", "eliminated"]
    q = rebuilding(NAT, "n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7", "n-leg-8", "n-argel", "n-victoria",
                   pause=True)
    play(q, "rebuild:n-leg-7", "with:n-leg-1", "area:D")
    assert keys(q, "rebuild:n-argel") == [("8b", "allowance-used")]
    play(q, "rebuild:n-leg-8", "with:n-leg-4", "area:D")
    assert q.choices() == {}                                 # two shock units, although a pair is left


@pytest.mark.rule("8b")
def test_nobody_has_to_rebuild() -> None:
    p = rebuilding(REP, "r-largo", "r-nelken")
    play(p, "pass")
    assert p.choices() == {}
    assert where(p, "r-largo") == "eliminated"
    assert all(p.at[u] < 0 for u in range(p.board.units))    # and nobody else has come


@pytest.mark.rule("8c", "8e")
def test_the_partner_is_chosen_among_those_not_weaker() -> None:
    p = rebuilding(REP, "r-cnt-juv", "r-durruti2", "r-durruti1")         # 0-4, 0-5, 1-5
    weak, middle, strong = (unit(p, n) for n in ("r-cnt-juv", "r-durruti2", "r-durruti1"))
    assert (set(mates(p, weak)), mates(p, middle), mates(p, strong)) == ({middle, strong}, [strong], [])
    play(p, "rebuild:r-cnt-juv")
    assert set(args(p, "with")) == {"r-durruti1", "r-durruti2"}
    play(p, "with:r-durruti1", "area:C")
    assert [where(p, n) for n in ("r-cnt-juv", "r-durruti1", "r-durruti2")] == ["C", "removed", "eliminated"]


@pytest.mark.rule("8d", "3.2c")
def test_a_rebuilt_unit_may_appear_in_every_own_area_with_room() -> None:
    p = rebuilding(REP, "r-largo", "r-nelken")
    fill(p, "B", REP, 10)
    play(p, "rebuild:r-largo")
    names = [p.board.names[a] for a in range(38)]
    assert args(p, "area") == [x for x in names if x not in ("B", "D")]  # A, the first, included
    assert keys(p, "area:B") == [("3.2c", "no-room")]
    assert keys(p, "area:D") == [("8d", "not-your-area")]
    assert keys(p, "area:1") == [("8d", "not-in-a-box")]
    q = rebuilding(REP, "r-largo", "r-nelken", rebuild_in_box=True)
    play(q, "rebuild:r-largo")
    assert keys(q, "area:4") == [("8d", "not-your-area")]
    play(q, "area:1")
    assert where(q, "r-largo") == "1"


@pytest.mark.rule("8a", "8d")
def test_a_unit_lost_on_its_spent_side_comes_back_fresh() -> None:
    p = empty()
    put(p, "C", "r-largo", "r-nelken", spent=True)
    p.eliminate(unit(p, "r-largo"), "9.6d")
    p.eliminate(unit(p, "r-nelken"), "9.6d")
    assert p.count(REP, area(p, "C")) == 0
    run(p, replacement_phase(p, REP))
    play(p, "rebuild:r-largo", "area:C")
    assert spent(p, "r-largo") == [False]


@pytest.mark.rule("8a", "8b", "8c", "8d", "8e")
def test_why_a_unit_is_not_rebuilt() -> None:
    p = rebuilding(REP, "r-largo", "r-nelken", "r-libertad", "r-acero", "r-cnt-juv", "r-durruti1")
    put(p, "C", "r-ferrov")
    lose(p, "n-argel")
    assert keys(p, "rebuild:n-argel") == [("8a", "not-your-unit")]
    assert keys(p, "rebuild:r-ferrov") == [("8a", "not-eliminated")]
    assert keys(p, "rebuild:r-libertad") == [("8c", "no-pair")]          # its faction's shock unit is no partner
    assert keys(p, "rebuild:r-durruti1") == [("8e", "weaker-returns")]
    assert keys(p, "with:r-nelken") == [("8c", "name-returning-first")]
    assert keys(p, "area:C") == [("8c", "name-returning-first")]
    nowhere = rebuilding(REP, "r-largo", "r-nelken")
    own(nowhere, NAT, *[nowhere.board.names[a] for a in range(38)])
    assert keys(nowhere, "rebuild:r-ferrov") == [("8a", "not-eliminated")]
    nowhere.reask()
    nowhere.asked = {REP: []}
    assert keys(nowhere, "rep rebuild:r-largo") == [("8d", "nowhere-to-appear")]


@pytest.mark.rule("8c", "8e")
def test_why_a_unit_cannot_be_given_up() -> None:
    p = rebuilding(REP, "r-durruti2", "r-durruti3", "r-durruti1", "r-cnt-juv", "r-largo", "r-bm39")
    put(p, "C", "r-ferrov")
    play(p, "rebuild:r-durruti2")
    assert set(args(p, "with")) == {"r-durruti1", "r-durruti3", "r-bm39"}
    assert keys(p, "with:r-cnt-juv") == [("8e", "weaker-returns")]       # it is the weaker one itself
    assert keys(p, "with:r-largo") == [("8c", "not-a-pair")]             # another faction
    assert keys(p, "with:r-durruti2") == [("8c", "not-a-pair")]          # itself
    assert keys(p, "with:r-ferrov") == [("8c", "not-eliminated")]
    assert keys(p, "area:C") == [("8c", "finish-rebuilding")]
    assert keys(p, "rebuild:r-largo") == [("8c", "finish-rebuilding")]
    play(p, "with:r-durruti3")
    assert keys(p, "with:r-durruti1") == [("8c", "finish-rebuilding")]
    assert keys(p, "rebuild:r-largo") == [("8c", "finish-rebuilding")]
    assert keys(p, "area:D") == [("8d", "not-your-area")]
    q = rebuilding(REP, "r-libertad", "r-thaelmann5", "r-comuna", "r-acero")
    play(q, "rebuild:r-comuna")
    assert keys(q, "with:r-acero") == [("8c", "not-a-pair")]             # of the faction, but not of the type


@pytest.mark.rule("8c", "15.N11a")
def test_by_the_other_reading_of_mola_nobody_is_given_up() -> None:
    p = empty(mola_needs_pair=False)
    lose(p, "n-argel", "n-victoria")
    last = p.board.units - 1
    p.at[last] = AWAITED
    run(p, Rebuild(NAT, 1, 1, True))
    play(p, "rebuild:n-argel")
    assert keys(p, "with:n-victoria") == [("8c", "finish-rebuilding")]
    assert keys(p, "area:C") == [("8d", "not-your-area")]
    play(p, "area:D")
    assert (where(p, "n-argel"), where(p, "n-victoria")) == ("D", "eliminated")
    assert p.at[last] == AWAITED                             # nobody at all leaves the game
    assert rules(rebuilding(NAT, "n-leg-1", "n-leg-4", "n-argel", "n-victoria"), "rebuild:n-leg-1") == ["8g"]
