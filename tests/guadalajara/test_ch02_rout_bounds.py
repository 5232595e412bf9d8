"""[1.17d, 2.7, 4.6a, 4.6c] Morale and the mandatory retreat: who runs, how far, past what, and who is told."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch02_morale import (
    Morale,
    Rout,
    best_flight,
    blocked,
    flight,
    havens,
    lift,
    open_ends,
    perilous,
    run_price,
    runs,
)
from frente.games.guadalajara.state.board import DLV, FN, MP, NAT, PN, REP
from frente.games.guadalajara.state.position import ATTACHED, DEAD, DG, RESERVE, Guadalajara
from frente.kernel.flow import EVERYONE
from tests.guadalajara.lay import (
    asked,
    at,
    denied,
    drill,
    empty,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    told,
    unit,
    where,
)

A = "30.05"


def rout(p: Guadalajara, *names: str, division: int = FN) -> Rout:
    found = [unit(p, x) for x in names]
    f = Rout(division, found, [p.hex[u] for u in found], [])
    run(p, f)
    return f


def through(p: Guadalajara) -> None:
    while p.choices():
        play(p, "die:1" if "die:1" in offered(p) else offered(p)[0])


# -- the check


@pytest.mark.rule("2.7c.1", "2.7c.2", "2.7d.2", "2.7e.1", "2.7f", "scn.4.nat.sr1")
@pytest.mark.parametrize(("scenario", "level", "panic", "routed", "want"), [
    (1, 10, 0, 0, (0, 0)), (1, 11, 0, 0, (1, 1)), (1, 11, 0, 1, (1, 1)), (1, 10, 1, 1, (0, 1)), (1, 12, 1, 1, (1, 1)),
    (4, 11, 0, 0, (1, 0))])
def test_panic_and_the_one_rout_of_a_division(scenario: int, level: int, panic: int, routed: int, want: tuple[int, int]
                                              ) -> None:
    p = drill(scenario=scenario)
    p.morale[FN], p.panic[FN], p.routed[FN] = level, panic, routed
    put(p, "n-int-vi", A)
    run(p, Morale())
    assert (p.panic[FN], p.routed[FN]) == want
    assert (step(p) == "ChooseRunner") is (want[1] > routed)
    assert [p.panic[d] for d in (DLV, PN)] == [0, 0]


@pytest.mark.rule("2.7c.1", "2.7e.1", "scn.4.nat.sr1")
def test_the_three_divisions_are_checked_one_after_another() -> None:
    p = drill()
    p.morale = [0, 11, 11, 11, 11]
    run(p, Morale())
    assert p.panic == [0, 1, 1, 1, 0]
    assert p.routed == [0, 1, 1, 1, 0]
    q = drill(scenario=4)
    q.morale = [0, 11, 11, 11, 0]
    run(q, Morale())
    assert (q.panic, q.routed) == ([0, 1, 1, 1, 0], [0, 1, 0, 0, 0])
    r = drill(simplified_panic=True)
    r.morale[FN] = 11
    run(r, Morale())
    assert r.panic == [0] * 5


@pytest.mark.rule("2.7c.1", "2.7f", "4.6c")
@pytest.mark.parametrize(("secret", "only"), [(True, NAT), (False, EVERYONE)])
def test_panic_is_told_to_its_owner_alone_where_rolls_are_secret(secret: bool, only: int) -> None:
    p = drill(secret_rolls=secret)
    p.morale, p.panic, p.routed = [0, 5, 11, 0, 0], [0, 1, 0, 0, 0], [0, 1, 1, 0, 0]
    events = told(p)
    run(p, Morale())
    assert [(e.key, e.only) for e in events if e.key in ("panics", "panic-over")] == [("panic-over", only),
        ("panics", only)]


@pytest.mark.rule("2.7e.2", "scn.4.nat.sr1", "scn.4.nat.sr2")
def test_who_runs_with_a_division() -> None:
    p = drill(scenario=4)
    mine, lent, other = put(p, "n-inf-vii", A), put(p, "n-int-vi", A, state=ATTACHED), put(p, "n-aqu-i", A)
    assert [runs(p, u, FN) for u in (mine, lent, other)] == [True, False, False]
    assert [runs(p, u, DLV) for u in (mine, lent, other)] == [False, True, True]


# -- order and trucks


@pytest.mark.rule("2.7e.2", "2.7e.8", "2.7e.3")
def test_the_owner_says_who_runs_next_until_all_have_run() -> None:
    p = drill()
    puts(p, A, "n-int-vi", "n-aud-vi")
    put(p, "n-inf-vii", "55.14")         # east of the Start Line already
    f = rout(p, "n-int-vi", "n-aud-vi", "n-inf-vii")
    assert (step(p), asked(p), offered(p), denied(p)) == ("ChooseRunner", [NAT], ["unit:n-int-vi", "unit:n-aud-vi"], [])
    assert rules(p, "unit:n-inf-vii") == rules(p, "unit:n-lu-ix") == ["2.7e.2"]
    p.state[unit(p, "n-aud-vi")] |= RESERVE
    play(p, "unit:n-aud-vi")
    assert (where(p, "n-aud-vi"), f.ran) == ("36.08", [unit(p, "n-aud-vi")])
    assert not p.state[unit(p, "n-aud-vi")] & (RESERVE | DG)
    assert offered(p) == ["unit:n-int-vi"]
    assert rules(p, "unit:n-aud-vi") == ["2.7e.2"]
    play(p, "unit:n-int-vi")
    assert all(p.state[unit(p, x)] & DG for x in ("n-int-vi", "n-aud-vi", "n-inf-vii"))
    assert step(p) == ""


@pytest.mark.rule("2.7e.4")
def test_which_truck_carries_a_runner() -> None:
    p = drill()
    u = put(p, "n-int-vi", A)
    assert lift(p, u) == -1
    put(p, "n-truck-lit-1", A)
    assert lift(p, u) == -1              # of the Littorio
    put(p, "n-truck-ctv-1", "31.06")
    assert lift(p, u) == -1              # elsewhere
    loaded(p, "n-tor-iv", "n-truck-ctv-2", A)
    assert lift(p, u) == -1              # loaded
    t = put(p, "n-truck-ctv-3", A)
    assert lift(p, u) == t
    assert lift(p, put(p, "n-hq-fn", A)) == -1               # it has wheels of its own
    p.load(u, t)
    put(p, "n-truck-ctv-4", A)
    assert lift(p, u) == -1              # it rides already


# -- ways


@pytest.mark.rule("2.7e.2", "2.7e.5", "2.5b", "1.10c.2", "2.6a.3")
@pytest.mark.parametrize(("name", "there", "marked", "want"), [
    ("n-int-vi", "", False, 1), ("n-hq-fn", "", False, 0.5), ("n-hq-fn", "n-tor-iv", False, 1.5),
    ("n-int-vi", "n-tor-iv", False, 1),
    ("n-hq-fn", "", True, 1), ("n-hq-fn", "n-tk-3-crs", True, 3), ("n-hq-fn", "r-dmi-48", False, 0)])
def test_the_price_of_a_step_in_a_rout(name: str, there: str, marked: bool, want: float) -> None:
    p = drill(["30.05 31.06"])
    u = put(p, name, A)
    put(p, "r-ter-48", "30.04")          # a zone costs nothing
    if there:
        put(p, there, "31.06")
    if marked:
        p.markers, p.flipped, p.shown = [at(p, "31.06")], [1], [1]
    assert run_price(p, u, at(p, A), p.board.toward(at(p, A), at(p, "31.06"))) / MP == want
    assert run_price(p, u, at(p, A), p.board.toward(at(p, A), at(p, "30.06"))) / MP == (3 if name == "n-hq-fn" else 1)


@pytest.mark.rule("2.7e.2", "2.5b", "2.6a.3")
def test_friends_on_the_other_bank_open_no_way_over_a_river() -> None:
    p = drill(rivers=["30.05/31.06"])
    u = put(p, "n-hq-fn", A)
    i = p.board.toward(at(p, A), at(p, "31.06"))
    assert run_price(p, u, at(p, A), i) == 0
    put(p, "n-tor-iv", "31.06")
    assert run_price(p, u, at(p, A), i) == 0


@pytest.mark.rule("2.7e.2", "2.6a.1")
def test_no_runner_leaves_the_italian_sector() -> None:
    p = drill()
    u = put(p, "n-int-vi", "24.13")
    a = at(p, "24.13")
    assert run_price(p, u, a, p.board.toward(a, at(p, "24.14"))) == 0
    assert run_price(p, u, a, p.board.toward(a, at(p, "25.13"))) == MP


@pytest.mark.rule("2.7e.2", "2.7e.3")
def test_a_runner_gets_as_far_as_his_points_and_never_away_from_the_line() -> None:
    p = drill()
    u = put(p, "n-int-vi", A)
    ways = flight(p, u, False)
    b = p.board
    assert max(spent for spent, _ in ways.values()) == 6 * MP
    assert ways[at(p, A)] == (0, -1)
    assert ways[at(p, "36.08")][0] == 6 * MP
    assert at(p, "37.09") not in ways    # seven hexes
    assert at(p, "29.05") not in ways    # away from the Start Line
    assert all(b.rout[h] <= b.rout[at(p, A)] for h in ways)
    assert [b.names[h] for h in havens(p, u, ways)] == ["36.08"]
    q = drill(rivers=[f"30.05/{x}" for x in ("29.05", "29.06", "30.04", "30.06", "31.05", "31.06")])
    v = put(q, "n-int-vi", A)
    ways = flight(q, v, False)           # a river takes the whole move
    assert {s for s, _ in ways.values()} == {0, 6 * MP}
    assert all(q.board.distance(h, at(q, A)) <= 1 for h in ways)
    r = drill(rivers=["31.06/32.06"])
    w = put(r, "n-int-vi", A)
    assert flight(r, w, False)[at(r, "32.06")][0] == 3 * MP  # and cannot be crossed with less: round it


@pytest.mark.rule("2.7e.6", "1.17d", "2.7e.3")
def test_runners_go_round_what_hurts_if_it_leads_as_far() -> None:
    p = drill()
    u = loaded(p, "n-int-vi", "n-truck-ctv-1", A)
    p.markers, p.flipped, p.shown = [at(p, "30.06"), at(p, "50.05")], [0, 0], [1, 1]
    assert perilous(p, u, at(p, "30.06"))
    assert not perilous(p, u, at(p, "31.05"))
    p.shown = [0, 1]
    assert not perilous(p, u, at(p, "30.06"))                # hidden
    p.shown = [1, 1]
    assert at(p, "30.06") in flight(p, u, False)
    assert at(p, "30.06") not in best_flight(p, u)[0]
    p.markers[0] = at(p, "31.06")        # straight on the only way that leads so far
    assert at(p, "31.06") in best_flight(p, u)[0]
    q = drill()
    v = put(q, "n-int-vi", A)
    q.markers, q.flipped, q.shown = [at(q, "31.06")], [0], [1]
    assert not perilous(q, v, at(q, "31.06"))                # on foot nobody is attacked
    assert at(q, "31.06") in best_flight(q, v)[0]
    r = empty(scenario=4, turn=9)
    w = put(r, "n-aqu-i", "19.04")
    assert not perilous(r, w, at(r, "20.04"))
    put(r, "r-dmi-48", "20.03")
    assert perilous(r, w, at(r, "20.04"))
    assert not perilous(r, w, at(r, "22.05"))


@pytest.mark.rule("2.7e.7", "2.7e.3")
def test_only_enemies_and_closed_ground_bar_a_runner_not_a_lack_of_points() -> None:
    p = drill()
    u = put(p, "n-int-vi", A)
    ways = flight(p, u, False)
    assert not blocked(p, u, ways, at(p, "36.08"))           # its points are spent
    assert not blocked(p, u, ways, at(p, "31.06"))           # it could go on
    put(p, "r-dmi-48", "32.06")
    put(p, "r-ter-48", "32.05")
    put(p, "r-lr-50", "31.07")
    b = p.board
    on = [b.names[n] for n in b.nb[at(p, "31.06")] if b.rout[n] < b.rout[at(p, "31.06")]]
    assert blocked(p, u, {at(p, "31.06"): (MP, at(p, A))}, at(p, "31.06")) is (set(on) <= {"32.06", "32.05", "31.07"})
    east = at(p, "55.14")
    assert not blocked(p, u, {east: (0, -1)}, east)          # it has arrived
    assert open_ends(p, u)[1]


@pytest.mark.rule("2.7e.3", "2.7e.2")
def test_among_equally_near_ends_the_owner_chooses() -> None:
    p = drill()
    u = put(p, "n-int-vi", A)
    puts(p, "36.08", "n-tor-iv", "n-bis-iv", "n-buf-iv")     # the best end is full
    rout(p, "n-int-vi")
    play(p, "unit:n-int-vi")
    ends = [x for x in offered(p) if x.startswith("hex:")]
    assert (step(p), len(ends) > 1, denied(p)) == ("Run", True, [])
    assert rules(p, "hex:36.08") == rules(p, f"hex:{A}") == ["2.7e.3"]
    play(p, ends[1])
    assert f"hex:{where(p, 'n-int-vi')}" == ends[1]
    assert p.steps[u] == 2


# -- 20.03 and markers on the way


@pytest.mark.rule("1.17d")
@pytest.mark.parametrize(("holder", "start", "steps"), [("r-ort-65", "19.04", 1), ("", "19.04", 2),
    ("n-tor-iv", "19.04", 2)])
def test_an_enemy_in_20_03_costs_a_step_of_those_who_run_past_from_brihuega(holder: str, start: str, steps: int
                                                                            ) -> None:
    p = drill(scenario=4, turn=9)
    u = put(p, "n-aqu-i", start)
    if holder:
        put(p, holder, "20.03")
    for name, h in (("r-sub-65", "19.05"), ("r-cor-65", "20.05"), ("r-g-s-65", "18.04"), ("r-goy-65", "19.03")):
        put(p, name, h)
    rout(p, "n-aqu-i", division=DLV)
    through(p)
    assert where(p, "n-aqu-i") != start
    assert p.steps[u] == steps


@pytest.mark.rule("2.7e.6", "4.6a")
def test_hidden_markers_on_the_way_of_a_motorised_runner_are_shown_and_attack() -> None:
    line = "30.05 31.06 32.06 33.07 34.07 35.08 36.08"
    for name, raids in (("n-int-vi", 1), ("n-hq-fn", 0)):
        p = drill([line], hidden_interdiction=True)
        if name == "n-int-vi":
            loaded(p, name, "n-truck-ctv-1", A)
        else:
            put(p, name, A)
        p.markers, p.flipped, p.shown = [at(p, "32.06"), at(p, "60.05")], [0, 0], [0, 0]
        before = p.barrier
        events = told(p)
        rout(p, name)
        play(p, f"unit:{name}")
        through(p)
        assert len([e for e in events if e.key == "raid"]) == raids
        assert p.shown == [raids, 0]
        assert (p.barrier > before) is bool(raids)
    q = drill([line])                    # on foot nothing happens
    put(q, "n-int-vi", A)
    q.markers, q.flipped, q.shown = [at(q, "31.06")], [0], [1]
    events = told(q)
    rout(q, "n-int-vi")
    through(q)
    assert not [e for e in events if e.key == "raid"]
    assert where(q, "n-int-vi") not in (A, str(DEAD))
    assert REP not in asked(q)
