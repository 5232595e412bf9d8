"""[8 to 13] Special rules, will to fight, refit and set-up at their limits: one condition missing at a time."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch09_special import (
    at_front,
    blast_parts,
    blast_refusal,
    join_gerc,
    liaison_refusal,
    liaisons,
    offensive_refusal,
)
from frente.games.heralds.rules.ch11_will import (
    finish,
    gain_ip,
    judge,
    kill,
    lose_resource,
    note_control,
    shift,
    shift_both,
    sudden,
)
from frente.games.heralds.rules.ch12_admin import (
    check_shift,
    guarded,
    guards,
    march,
    may_relocate,
    new_places,
    ortega_in_carabana,
    paths,
    payers,
    repair_refusal,
)
from frente.games.heralds.rules.ch13_setup import affiliate_armour, crowded_out, place_refusal, placed, suits
from frente.games.heralds.state.board import CND, NEUTRAL, PCE, SPACES, load_board
from frente.games.heralds.state.frames import Francoist, Game, Turn
from frente.games.heralds.state.frames_combat import Blast
from frente.games.heralds.state.options import Options
from frente.games.heralds.state.position import (
    DESTROYED,
    ELIMINATED,
    FIRE,
    NEXT_TURN,
    RUIN,
    TIE,
    UNDECIDED,
    UNPLACED,
    Heralds,
    opening,
)
from tests.heralds.lay import (
    args,
    asked,
    before,
    dice,
    empty,
    flags,
    handle,
    hold,
    keys,
    neutral,
    offered,
    play,
    put,
    question,
    reasons,
    resource,
    rules,
    run,
    side_of,
    space,
    start,
    told,
    top,
    unit,
    up,
    where,
)


def us(p: Heralds, *names: str) -> list[int]:
    return [unit(p, n) for n in names]


def names(p: Heralds, spaces: list[int]) -> list[str]:
    return [p.board.names[a] for a in spaces]


# -- the blast


@pytest.mark.rule("9.6a", "9.6b", "4.5.4b")
def test_what_keeps_the_sappers_from_blasting() -> None:
    p = empty()
    put(p, "A", "subsuelo")

    def reason(place: str, side: int = PCE) -> str:
        return blast_refusal(p, side, space(p, place))[1]

    assert reason("A1") == reason("B1") == reason("J2") == ""            # in its square or the next
    assert reason("C1") == "out-of-reach"
    assert reason("A") == "compounds-only"
    assert reason("A1", CND) == "one-blast"
    p.state[space(p, "A2")] = RUIN
    assert reason("A2") == "compound-destroyed"
    p.blasted = 1
    assert reason("A1") == "one-blast"
    p.blasted = 0
    neutral(p, "A", "subsuelo")
    assert reason("A1") == "no-subsuelo"
    put(p, "A", "subsuelo")
    p.box(unit(p, "subsuelo"), ELIMINATED)
    assert reason("A1") == "no-subsuelo"
    put(p, "GUADALAJARA", "subsuelo")
    assert reason("GUADALAJARA_EXCHANGE") == "compounds-only"            # no compound to blow up
    put(p, "BARAJAS", "subsuelo")
    assert reason("JACA") == reason("BARAJAS_BRIDGE") == ""              # an open depot in E1, two points away
    hold(p, CND, "E1", "B1", "J2")
    assert reason("JACA") == "no-ammo"


@pytest.mark.rule("9.6b", "9.6d", "9.6e")
def test_who_joins_the_blast_and_what_is_added() -> None:
    p = empty()
    put(p, "J", "subsuelo", "lopez-valle", "conesa")
    p.ip[PCE] = 8
    run(p, Blast(PCE, space(p, "J2")))
    assert (question(p), offered(p)) == ("ValleJoins", [f"helper:{handle(p, 'lopez-valle')}", "pass"])
    assert reasons(p, "helper:conesa") == [("9.6b", "only-lopez-valle")]
    q = p.clone()
    play(p, "helper:lopez-valle")
    assert (p.hid[unit(p, "lopez-valle")], top(p, Blast).valle) == (0, True)
    assert offered(p) == [f"ip:{n}" for n in range(9)]
    assert reasons(p, "ip:9") == [("9.6d", "too-few-ip")]
    play(p, "ip:2")
    assert (p.ip[PCE], question(p)) == (6, "BlastDie")
    assert {key: n for n, _, key in blast_parts(p, top(p, Blast))} == {"blast-valle": 1, "blast-ip": 2}
    dice(p, 3)                           # 6, and it must be more
    assert p.state[space(p, "J2")] == 0
    assert where(p, "subsuelo") == where(p, "lopez-valle") == "eliminated"
    play(q, "pass")
    assert (q.hid[unit(q, "lopez-valle")], top(q, Blast).valle) == (1, False)
    play(q, "ip:0")
    assert blast_parts(q, top(q, Blast)) == []
    top(q, Blast).space = space(q, "G3")
    assert {key: n for n, _, key in blast_parts(q, top(q, Blast))} == {"blast-connected": -1}
    dice(q, 6)
    assert (where(q, "subsuelo"), where(q, "lopez-valle")) == ("eliminated", "J")
    for there, shown, asked_for in (((), (), False), (("conesa",), (), True), ((), ("conesa",), False),
                                    ((), ("lopez-valle",), True), (("pedrero", "alvarez"), (), False)):
        r = empty()
        put(r, "J", "subsuelo", *there)
        up(r, "J", *shown)
        put(r, "A", *([] if "lopez-valle" in shown else ["lopez-valle"]))
        run(r, Blast(PCE, space(r, "J2")))
        assert (question(r) == "ValleJoins") == asked_for, (there, shown)
        if asked_for:
            assert ("helper" in [w.partition(":")[0] for w in offered(r)]) == ("lopez-valle" in shown)
    s = empty()
    put(s, "J", "subsuelo", "conesa")
    s.box(unit(s, "lopez-valle"), ELIMINATED)
    run(s, Blast(PCE, space(s, "J2")))
    assert offered(s) == ["pass"]


@pytest.mark.rule("9.6d", "4.5.4a", "11.2f", "11.3a")
def test_what_a_successful_blast_destroys() -> None:
    def blown(place: str, *inside: str, turn: int = 4) -> Heralds:
        p = empty(turn=turn)
        put(p, p.board.names[p.board.parent[space(p, place)]], "subsuelo")
        put(p, place, *inside)
        if not inside:
            hold(p, CND, place)
        f = Blast(PCE, space(p, place), valle=False, ip=1)
        f.at = 2
        run(p, f)
        dice(p, 6)                       # 7
        return p

    p = blown("J1", "112bm-1", "hq-65d", "mera", "pedrero")
    assert [where(p, x) for x in ("112bm-1", "hq-65d", "mera", "pedrero")] == ["eliminated"] * 4
    assert (p.state[space(p, "J1")], p.ip[PCE]) == (FIRE, 1)
    assert [p.res[resource(p, x)] for x in ("tel-j1", "print-j1")] == [DESTROYED, DESTROYED]     # everything in it
    p = blown("BARAJAS_BRIDGE")
    assert (p.state[space(p, "BARAJAS_BRIDGE")], p.marker[space(p, "BARAJAS_BRIDGE")]) == (RUIN, -1)
    p = blown("G2", "token-cnd", "70bm-1")
    assert (p.result, p.reason) == (PCE, "automatic")
    q = empty()                          # a guard that is blown up may lose the square
    put(q, "E", "subsuelo")
    hold(q, CND, "E1")
    f = Blast(PCE, space(q, "E1"), ip=1)
    f.at = 2
    run(q, f)
    dice(q, 6)
    assert q.will == [4, 4]              # the sappers are gone too: nobody's, and nothing is lost
    r = empty()
    put(r, "E", "subsuelo", "18bm-1")
    hold(r, CND, "E1")
    f = Blast(PCE, space(r, "E1"), ip=1)
    f.at = 2
    run(r, f)
    dice(r, 6)
    assert r.will[CND] == 3


# -- the Francoists


@pytest.mark.rule("9.7b", "9.7c", "9.7d", "9.7e", "9.8a")
def test_the_liaison_with_the_francoists() -> None:
    p = empty()
    neutral(p, "RES_LEV", "hq-gerc")
    put(p, "A", "moll", "garijo", "pedrero", "token-cnd", "112bm-1")
    assert liaisons(p) == us(p, "moll")
    assert (liaison_refusal(p, CND), liaison_refusal(p, PCE)) == (("", ""), ("9.7b", "cnd-only"))
    run(p, Francoist(CND, 0))
    assert offered(p) == [f"envoy:{handle(p, 'moll')}", "give-up"]
    for name, rule, key in (("garijo", "9.8a", "sleeps"), ("pedrero", "9.7b", "no-fifth-column"),
                            ("centano", "9.7b", "no-fifth-column"), ("mera", "9.7b", "no-fifth-column"),
                            ("dieguez", "9.7b", "no-fifth-column")):
        assert reasons(p, f"envoy:{name}") == [(rule, key)], name
    q = p.clone()
    play(q, "give-up")
    assert (q.closed, q.choices()) == (1, {})
    play(p, "envoy:moll")
    assert [w for w in offered(p) if w.startswith("call")] == []         # not by telephone
    r = p.clone()
    play(r, "give-up")
    assert (r.closed, r.hid[unit(r, "moll")], r.choices()) == (1, 1, {})
    play(p, "direct")
    assert (p.closed, p.hid[unit(p, "moll")], p.choices()) == (0, 0, {})
    put(p, "ARGANDA_BRIDGE", "18bm-1")
    put(p, "ARGANDA", "ascanio")
    run(p, Francoist(CND, 0))
    play(p, "envoy:moll", "direct")
    assert (p.closed, where(p, "18bm-1")) == (1, "ARGANDA")              # nobody stays on a closed bridge
    s = empty()
    put(s, "A", "moll", "token-cnd", "112bm-1")
    run(s, Francoist(CND, 1))
    play(s, "envoy:moll")
    t = s.clone()
    play(t, "give-up")                   # no line, no offensive
    assert (t.offensive, t.choices()) == (0, {})
    play(s, "direct")
    assert (s.offensive, question(s)) == (1, "OffensiveDice")
    assert (offensive_refusal(s, CND), offensive_refusal(s, PCE)) == (("9.7e", "offensive-used"), ("9.7b", "cnd-only"))
    p.box(unit(p, "moll"), ELIMINATED)
    assert liaison_refusal(p, CND) == ("9.7b", "no-fifth-column")


@pytest.mark.rule("9.7f", "9.7g", "9.7h", "11.2j")
def test_who_goes_to_the_front() -> None:
    p = empty(surrender=True)
    put(p, "RES_7D", "42bm-1", "40bm-1", "ascanio", "hq-7d")
    neutral(p, "RES_8D", "18bm-1", "53bm-1", "40bm-2")
    put(p, "E", "18bm-2")
    p.capture(unit(p, "53bm-1"), 1)
    assert sorted(at_front(p)) == sorted(us(p, "42bm-1", "18bm-1", "40bm-2"))    # not the CND's, nor prisoners
    put(p, "B", "44bm-1")
    neutral(p, "B", "44bm-2")
    for n in ("42bm-1", "18bm-1", "40bm-2"):
        p.box(unit(p, n), -3)
    assert sorted(at_front(p)) == sorted(us(p, "18bm-2", "44bm-1"))      # then the PCE's own elsewhere
    p.box(unit(p, "44bm-1"), ELIMINATED)
    assert at_front(p) == us(p, "18bm-2")
    f = Francoist(CND, 1, dice=[1, 2], left=1)
    f.at = 3
    put(p, "D", "112bm-1")
    p.put(unit(p, "112bm-1"), space(p, "E"))
    run(p, f)
    assert (asked(p), offered(p)) == ([PCE], ["withdraw:18bm-2"])
    play(p, "withdraw:18bm-2")
    assert (where(p, "18bm-2"), p.choices()) == ("withdrawn", {})
    q = empty()
    put(q, "RES_7D", "40bm-1")
    q.join(unit(q, "40bm-1"), NEUTRAL)   # the first of the units of the front
    assert at_front(q) == us(q, "40bm-1")
    put(q, "E", "42bm-1", "mera")
    q.put(unit(q, "40bm-1"), space(q, "L"))
    assert at_front(q) == us(q, "42bm-1")


@pytest.mark.rule("9.8a", "9.8b")
def test_who_joins_with_the_army_group() -> None:
    p = empty()
    neutral(p, "RES_LEV", "hq-gerc", "matallana", "hq-66d", "castan", "hq-fare")
    join_gerc(p)
    assert [side_of(p, x) for x in ("hq-gerc", "matallana", "hq-66d", "castan", "hq-fare")] == [CND, CND, 2, 2, 2]


# -- will to fight


@pytest.mark.rule("11.1b", "11.2f", "11.3a", "11.3b")
def test_shifts_and_ends() -> None:
    p = empty(turn=4)
    events = told(p)
    shift(p, CND, 0, "11.2a")
    assert keys(events) == []            # nothing is told of nothing
    shift(p, CND, -1, "11.2a")
    assert (p.will, keys(events)) == ([3, 4], ["will-shifts"])
    for turn, reason in ((3, "overwhelming"), (4, "automatic")):
        q = empty(turn=turn)
        shift(q, CND, -4, "11.2a")
        assert (q.result, q.reason, q.will[CND]) == (PCE, reason, 0)
        shift(q, CND, 1, "11.2a")        # over is over
        shift(q, PCE, -1, "11.2a")
        shift_both(q, -1, "11.2f")
        finish(q, CND, "tie")
        assert (q.will, q.result, q.reason) == ([0, 4], PCE, reason)
    for wills, winner, reason in (([1, 1], TIE, "both-broken"), ([1, 3], PCE, "automatic"), ([3, 1], CND, "automatic")):
        r = empty(turn=4)
        r.will = list(wills)
        shift_both(r, -1, "11.2f")
        assert (r.result, r.reason) == (winner, reason)
    s = empty(turn=3)
    sudden(s, PCE)
    assert s.reason == "overwhelming"


@pytest.mark.rule("11.2f", "4.5.4b")
def test_every_second_critical_resource_costs_both_a_box() -> None:
    p = empty()
    for name, boxes, count in (("power-c1", 4, 1), ("power-c1", 4, 1), ("print-d3", 4, 1), ("tel-g1", 3, 2),
                               ("water-a2", 3, 3), ("power-k1", 2, 4)):
        lose_resource(p, resource(p, name))              # twice the same is lost once; a press is not critical
        assert (p.will, p.critical) == ([boxes, boxes], count), name


@pytest.mark.rule("11.2j", "11.2k")
def test_which_squares_cost_the_council_how_much() -> None:
    for sq, boxes in (*((x, 3) for x in "BCDEFHJK"), ("G", 2), ("A", 4), ("L", 4), ("CHAMARTIN", 4)):
        p = empty()
        put(p, sq, "70bm-1", "70bm-2")
        p.box(unit(p, "70bm-1"), ELIMINATED)
        p.box(unit(p, "70bm-2"), ELIMINATED)
        put_now(p, sq, "18bm-1", "18bm-2")
        assert p.will == [boxes, 4], sq
    p = empty()                          # three a turn, and G besides
    events = told(p)
    for n, sq in enumerate("BCDE"):
        put_now(p, sq, f"18bm-{n + 1}")
    assert (p.will[CND], p.lost) == (1, 3)
    assert [e.rule for e in events if e.key == "square-lost"] == ["11.2j"] * 4
    q = empty()
    events = told(q)
    put_now(q, "G", "18bm-1")
    assert ([e.rule for e in events if e.key == "square-lost"], q.lost) == (["11.2k"], 0)
    r = empty(turn=0)                    # before the first turn nothing is lost
    put_now(r, "B", "18bm-1")
    assert (r.will[CND], r.held[space(r, "B")]) == (4, PCE)
    s = empty()                          # what a side held last is remembered while nobody does
    put_now(s, "B", "18bm-1")
    s.put(unit(s, "18bm-1"), space(s, "L"))
    judge(s)
    put_now(s, "B", "18bm-1")
    assert s.will[CND] == 3
    put_now(s, "B", "70bm-1")
    s.put(unit(s, "18bm-1"), space(s, "L"))
    judge(s)
    assert s.held[space(s, "B")] == CND
    s.put(unit(s, "70bm-1"), space(s, "L"))
    put_now(s, "B", "18bm-1")
    assert s.will[CND] == 2              # lost again


def put_now(p: Heralds, sq: str, *pawns: str) -> None:
    """Pawns come to a square in the game, so that control is judged."""
    for name in pawns:
        p.join(unit(p, name), p.board.reverse[unit(p, name)])
        p.put(unit(p, name), space(p, sq))
    judge(p)


@pytest.mark.rule("3a", "11.2j")
def test_control_at_the_start_costs_nobody_anything() -> None:
    p = empty()
    p.held = [PCE] * len(p.held)
    put(p, "B", "70bm-1")
    p.put(unit(p, "70bm-1"), space(p, "B"))
    note_control(p)
    assert (p.held[space(p, "B")], p.held[space(p, "G")], p.held[space(p, "A")]) == (CND, -1, -1)
    put(p, "G", "18bm-1")
    note_control(p)
    assert (p.held[space(p, "G")], p.will) == (PCE, [4, 4])


@pytest.mark.rule("11.2c", "8h", "11.3a", "8b")
def test_what_an_elimination_brings_about() -> None:
    def killed(name: str, place: str, status: int = -1, turn: int = 4) -> Heralds:
        p = empty(turn=turn)
        put(p, place, name)
        if status >= 0:
            p.join(unit(p, name), status)
        kill(p, unit(p, name), "7.1.6e")
        return p

    p = killed("hq-centro", "JACA")
    assert (p.fallen, p.will, p.ip) == (4, [4, 5], [0, 1])
    p = killed("hq-centro", "B")         # not driven out of JACA
    assert (p.fallen, p.will, p.ip) == (4, [4, 4], [0, 1])
    p = killed("hq-centro", "JACA", NEUTRAL)             # not the Council's
    assert (p.fallen, p.will, p.ip) == (4, [4, 4], [0, 0])
    p = killed("hq-8d", "JACA")
    assert (p.fallen, p.will, p.ip) == (0, [4, 4], [1, 0])
    p = killed("mera", "JACA")
    assert (p.fallen, p.ip, p.result) == (0, [0, 0], UNDECIDED)
    assert (killed("token-cnd", "A").result, killed("token-pce", "A").result) == (PCE, CND)
    q = empty()
    gain_ip(q, CND, "8c")
    gain_ip(q, CND, "8c")
    assert q.ip == [2, 0]


# -- the administrative phase


@pytest.mark.rule("11.2m", "11.2n", "11.2o", "12.2a")
def test_what_the_will_check_counts() -> None:
    def parts(turn: int, **options: str) -> dict[str, int]:
        p = empty(turn=turn, **options)
        neutral(p, "D3", "syn-pce")
        put(p, "CARABANA", "ortega")
        return {key: n for n, _, key in check_shift(p, PCE)}

    assert [parts(n).get("check-turn", 0) for n in range(1, 7)] == [0, 0, -1, -1, -1, -2]        # estimate: turn track
    assert [parts(n, turn_penalty="early").get("check-turn", 0) for n in range(1, 7)] == [0, -1, -1, -1, -1, -1]
    assert [parts(n).get("check-party", 0) for n in (1, 2, 6)] == [0, -1, -1]
    assert parts(1)["check-ortega"] == 1
    p = empty(turn=3)
    put(p, "D3", "syn-pce")
    neutral(p, "CARABANA", "ortega")
    assert {key for _, _, key in check_shift(p, PCE)} == {"check-turn"}
    neutral(p, "D3", "syn-pce")
    put(p, "CARABANA", "ortega")
    p.box(unit(p, "syn-pce"), ELIMINATED)
    p.box(unit(p, "ortega"), ELIMINATED)
    assert {key for _, _, key in check_shift(p, PCE)} == {"check-turn"}  # the dead say nothing
    assert check_shift(p, CND) == []


@pytest.mark.rule("12.2a", "11.3c", "11.2m")
def test_the_check_of_the_last_turn_decides() -> None:
    def decided(turn: int, cnd: int, pce: int) -> tuple[int, str]:
        p = empty(turn=turn)
        put(p, "D3", "syn-pce")
        p.will = [cnd, pce]
        run(p, before("WillCheck"))
        return p.result, p.reason

    assert decided(5, 4, 4) == (UNDECIDED, "")
    assert decided(6, 3, 5) == (TIE, "tie")              # two boxes on the last day
    assert decided(6, 4, 5) == (CND, "marginal")
    assert decided(6, 2, 5) == (PCE, "marginal")
    assert decided(6, 4, 2) == (CND, "automatic")        # broken by the check itself
    p = empty(turn=3)
    neutral(p, "D3", "syn-pce")
    events = told(p)
    run(p, before("WillCheck"))
    assert (p.will[PCE], [e.key for e in events if e.key.startswith("check")]) == (2, ["check-turn", "check-party"])


@pytest.mark.rule("12.3a", "9.9.1b")
def test_where_a_headquarters_may_go() -> None:
    p = empty()
    put(p, "E", "hq-65d")
    put(p, "C", "18bm-1")                # the enemy's
    hold(p, PCE, "E1")
    hold(p, CND, "F1")
    found = names(p, new_places(p, CND, unit(p, "hq-65d")))
    assert "E" not in found              # it is there
    assert not {"C", "C1", "E1"} & set(found)
    assert {"F", "F1", "CANILLEJAS", "JACA"} <= set(found)
    assert "D" in found                  # round by F
    assert found == sorted(found, key=p.board.names.index)
    q = empty()
    put(q, "E1", "hq-65d")
    found = names(q, new_places(q, CND, unit(q, "hq-65d")))
    assert "E" in found
    assert "E1" not in found
    put(q, "D", "112bm-1", "18bm-1")     # contested: it may be entered, not crossed
    hold(q, PCE, "B4", "G1")
    reach = names(q, paths(q, CND, space(q, "E")))
    assert "D" in reach
    r = empty()
    neutral(r, "CARABANA", "ortega")
    put(r, "TORREJON", "hq-65d")
    assert ortega_in_carabana(r)
    reach = names(r, paths(r, CND, space(r, "TORREJON")))
    assert "CARABANA" in reach
    assert not {"RES_XVII", "RES_LEV"} & set(reach)
    assert {"RES_XVII", "RES_LEV"} <= set(names(r, paths(r, CND, space(r, "CARABANA"))))         # from it all is open
    put(r, "CARABANA", "ortega")
    assert not ortega_in_carabana(r)
    neutral(r, "RES_III", "ortega")
    assert not ortega_in_carabana(r)


@pytest.mark.rule("12.3a", "12.3b", "12.3c")
def test_why_nothing_is_done_in_refit() -> None:
    p = empty()
    p.initiative = CND
    put(p, "L", "hq-65d", "112bm-1", "mera", "token-cnd", "pedrero")
    put(p, "RES_8D", "hq-8d")
    p.spent[unit(p, "hq-65d")] = 1
    run(p, before("RefitPhase"))
    for word, rule, key in (("relocate:hq-65d", "12.3a", "points-were-spent"),
                            ("relocate:hq-8d", "12.3a", "not-your-pawn"), ("relocate:hq-2a", "12.3a", "not-your-pawn"),
                            ("relocate:mera", "12.3a", "only-hqs"),
                            ("relocate:pedrero", "12.3a", "only-hqs"), ("repair:112bm-1", "12.3b", "not-damaged"),
                            ("repair:18bm-1", "12.3b", "not-your-pawn"), ("repair:112bm-2", "12.3b", "not-your-pawn"),
                            ("prisoner:18bm-1", "12.3c", "no-prisoner-to-move")):
        assert reasons(p, word) == [(rule, key)], word
    play(p, f"relocate:{handle(p, 'token-cnd')}", "to:K")
    assert (p.spent[unit(p, "token-cnd")], where(p, "token-cnd")) == (1, "K")
    assert reasons(p, "relocate:token-cnd") == [("R43", "already-moved")]
    assert may_relocate(p, CND, unit(p, "hq-65d")) == ("12.3a", "points-were-spent")
    p.spent[unit(p, "hq-65d")] = 0
    run(p, *p.stack)
    play(p, "relocate:hq-65d")
    assert reasons(p, "to:RES_8D") != []
    put(p, "K2", "dieguez")
    play(p, "to:K2")
    assert (p.spent[unit(p, "hq-65d")], where(p, "hq-65d"), where(p, "dieguez")) == (5, "K2", "K")
    assert "relocate:hq-65d" not in offered(p)
    play(p, "done")
    assert asked(p) == [PCE]
    play(p, "done")
    assert question(p) != "Refit"
    q = empty()                          # shut in: there is nowhere to go
    put(q, "JACA", "hq-65d")
    q.initiative = CND
    put(q, "CANILLEJAS", "18bm-1", "18bm-2", "18bm-3")
    run(q, before("RefitPhase"))
    assert "relocate:hq-65d" in offered(q)               # out into the square itself it may
    r = empty()
    r.initiative = CND
    put(r, "RES_IV", "hq-12d")
    put(r, "GUADALAJARA", "18bm-1")
    run(r, before("RefitPhase"))
    assert reasons(r, "relocate:hq-12d") == [("12.3a", "nowhere-to-go")]


@pytest.mark.rule("12.3b", "4.1.2a")
def test_who_pays_for_repairs() -> None:
    p = empty()
    put(p, "B", "hq-65d", "hq-centro", "hq-2a")
    put(p, "C", "112bm-1")
    put(p, "RES_8D", "hq-8d")
    man = unit(p, "112bm-1")
    p.damaged[man] = 1
    division, centro = us(p, "hq-65d", "hq-centro")
    assert sorted(payers(p, CND, man, 2)) == sorted([division, centro])  # its own and the Army's
    p.spent[division] = 3                # two of five points are left
    assert payers(p, CND, man, 2) == [centro, division]                  # who has moved nothing yet comes first
    p.spent[division] = 4
    assert payers(p, CND, man, 2) == [centro]
    p.box(centro, ELIMINATED)
    assert repair_refusal(p, CND, man) == ("12.3b", "no-hq-can-repair")
    p.spent[division] = 0
    assert repair_refusal(p, CND, man) == ("", "")
    hold(p, PCE, "B1", "B2", "B3", "B4", "B5")           # shut in
    assert repair_refusal(p, CND, man) == ("12.3b", "no-hq-can-repair")
    neutral(p, "B", "hq-65d")
    assert payers(p, CND, man, 2) == []
    q = empty()
    q.initiative = CND
    put(q, "A", "hq-7d", "40bm-1", "40bm-2")             # the first of all combat units
    q.damaged[unit(q, "40bm-1")] = 1
    run(q, before("RefitPhase"))
    assert args(q, "repair") == ["40bm-1"]
    play(q, "repair:40bm-1")
    assert (q.damaged[unit(q, "40bm-1")], q.spent[unit(q, "hq-7d")], question(q)) == (0, 2, "Refit")


@pytest.mark.rule("12.3c", "12.4b")
def test_prisoners_are_led_away_and_kept() -> None:
    p = empty(surrender=True)
    p.initiative = CND
    put(p, "E", "70bm-1", "112bm-1", "hq-14d", "mera", "18bm-2")
    neutral(p, "E", "18bm-1", "112bm-2")
    for n in ("18bm-1", "112bm-2"):
        p.capture(unit(p, n), 1)
    man = unit(p, "18bm-1")
    assert guards(p, CND, man) == us(p, "70bm-1")        # only who has a headquarters that can pay
    p.spent[unit(p, "hq-14d")] = 5
    assert guards(p, CND, man) == []
    p.spent[unit(p, "hq-14d")] = 0
    run(p, before("RefitPhase"))
    assert args(p, "prisoner") == ["18bm-1"]             # its own men taken by the others it does not lead about
    play(p, "prisoner:18bm-1")
    assert {"E", "F"} <= set(args(p, "to"))              # staying is allowed
    play(p, "to:F")
    assert (where(p, "18bm-1"), where(p, "70bm-1"), p.spent[unit(p, "hq-14d")]) == ("F", "F", 1)
    assert args(p, "prisoner") == []     # once a turn
    q = empty(surrender=True)
    put(q, "E", "70bm-1")
    neutral(q, "E", "18bm-1")
    neutral(q, "JACA", "18bm-2")
    neutral(q, "A", "18bm-3")
    neutral(q, "A1", "40bm-1")           # the first of all combat units, in the first compound
    for n in ("18bm-1", "18bm-2", "18bm-3", "40bm-1"):
        q.capture(unit(q, n), 1)
    hold(q, CND, "JACA")
    hold(q, PCE, "A1")
    assert [guarded(q, u) for u in us(q, "18bm-1", "18bm-2", "18bm-3", "40bm-1")] == [True, True, False, True]
    q.mark(space(q, "A1"), CND)
    run(q, before("MarkersUpdate"))
    assert flags(q, q.captive, "18bm-1", "18bm-2", "18bm-3", "40bm-1") == [1, 1, 0, 0]


@pytest.mark.rule("12.3c", "12.3a")
def test_how_far_a_prisoner_is_led() -> None:
    p = empty()
    start_ = space(p, "CANILLEJAS")
    assert names(p, march(p, CND, start_, 0)) == ["CANILLEJAS"]
    one = set(names(p, march(p, CND, start_, 1)))
    assert {"E", "BARAJAS", "C", "D", "CIUDAD_LINEAL"} <= one            # downtown the way goes on for nothing
    assert "PARACUELLOS" not in one
    assert "PARACUELLOS" in names(p, march(p, CND, start_, 2))
    hold(p, PCE, "BARAJAS_BRIDGE")
    put(p, "CIUDAD_LINEAL", "18bm-1", "18bm-2")          # the enemy's
    put(p, "E", "18bm-3", "70bm-1")      # contested
    two = set(names(p, march(p, CND, start_, 2)))
    assert not {"CIUDAD_LINEAL", "E", "PARACUELLOS"} & two
    assert {"BARAJAS", "VICALVARO", "VALLECAS"} <= two


@pytest.mark.rule("12.4a", "12.3d", "7.1.8c", "7.2c", "9.4f")
def test_what_the_markers_update_sets_back() -> None:
    p = empty()
    put(p, "B", "hq-centro", "40bm-1")
    put(p, "RES_LEV", "hq-fare", "fare-air")
    p.spent[unit(p, "hq-centro")] = 4
    p.fixed[unit(p, "hq-centro")] = p.fixed[unit(p, "40bm-1")] = 1
    p.state[space(p, "A1")] = p.state[space(p, "E1")] = FIRE
    p.state[space(p, "B1")] = RUIN
    p.ap, p.orders, p.types, p.lost = [3, 3], [2, 1], [7, 7], 3
    p.box(unit(p, "fare-air"), NEXT_TURN)
    put(p, "L", "hq-fare")
    run(p, before("MarkersUpdate"))
    assert (p.spent[unit(p, "hq-centro")], flags(p, p.fixed, "hq-centro", "40bm-1")) == (0, [0, 0])
    assert [p.state[space(p, x)] for x in ("A1", "E1", "B1", "C1")] == [RUIN, RUIN, RUIN, 0]
    assert (p.ap, p.orders, p.types, p.lost) == ([0, 0], [0, 0], [0, 0], 0)
    assert where(p, "fare-air") == "L"   # back with its headquarters
    q = empty()
    put(q, "L", "hq-fare")
    q.box(unit(q, "hq-fare"), ELIMINATED)
    put(q, "E", "fare-air")
    q.box(unit(q, "fare-air"), NEXT_TURN)
    run(q, before("MarkersUpdate"))
    assert where(q, "fare-air") == "RES_LEV"             # or where it started
    r = empty()
    put(r, "E", "fare-air")
    run(r, before("MarkersUpdate"))
    assert where(r, "fare-air") == "E"   # one that did not fly is left alone
    s = empty()
    s.box(unit(s, "fare-air"), ELIMINATED)
    run(s, before("MarkersUpdate"))
    assert where(s, "fare-air") == "eliminated"


# -- set-up


@pytest.mark.rule("13a", "13b", "13c", "13d", "13e", "13f")
def test_the_position_before_the_free_set_up() -> None:
    b = load_board()
    p = opening(b, Options(GAME.settled({})))
    n = b.units
    assert (p.who, p.seen, p.damaged, p.fixed, p.captive, p.spent) == (list(range(n)), *([[0] * n] * 5))
    assert (p.hid, p.home) == ([0] * b.first + [1] * 28, [UNPLACED] * n)
    assert (p.marker, p.state, p.res) == ([-1] * SPACES, [0] * SPACES, [0] * 17)
    assert (p.closed, p.will, p.ap, p.ip, p.turn, p.initiative) == (1, [4, 4], [5, 7], [0, 2], 0, PCE)
    assert (p.orders, p.types, p.motor, p.held) == ([0, 0], [0, 0], [0, 0], [-1] * 33)
    assert (p.lost, p.offensive, p.blasted, p.bombed, p.fallen, p.ortega, p.critical, p.answer) == (0,) * 8
    assert (p.result, p.reason, p.stack) == (UNDECIDED, "", [])
    assert [where(p, x) for x in ("40bm-1", "hq-centro", "pertegaz", "moll")] == ["A", "JACA", "unplaced", "unplaced"]
    assert (p.combat[space(p, "A")], p.fighters[space(p, "A")], p.present[space(p, "A")], p.heavy[space(p, "A")],
            p.shown[space(p, "A")], p.neutrals[space(p, "CARABANA")]) == (3, 3, 3, 3, 3, 6)
    assert p.below[unit(p, "40bm-1")] == unit(p, "40bm-2")


@pytest.mark.rule("15.free.a", "15.free.cnd", "15.free.pce", "15.free.pce.b", "13b")
def test_why_a_piece_is_not_set_up_there() -> None:
    p = opening(load_board(), Options(GAME.settled({})))

    def reason(name: str, place: str, side: int) -> tuple[str, str]:
        return place_refusal(p, side, unit(p, name), space(p, place), placed(p, side))

    assert reason("moll", "D", CND) == reason("alvarez", "JACA", CND) == reason("alvarez", "D", CND) == ("", "")
    assert reason("moll", "CHAMARTIN", CND) == ("15.free.cnd", "chart-forbids-place")
    assert reason("alvarez", "CANILLEJAS", CND) == ("15.free.cnd", "chart-forbids-place")        # JACA, not its square
    assert reason("alvarez", "D1", CND) == ("", "")
    assert reason("pedrero", "CANILLEJAS", CND) == ("", "")
    assert reason("lopez-valle", "CHAMARTIN", PCE) == ("15.free.pce", "chart-forbids-place")
    assert reason("pertegaz", "RES_7D", PCE) == reason("pertegaz", "RES_III", PCE) == ("", "")
    assert reason("pertegaz", "D", PCE) == ("15.free.pce.b", "chart-forbids-place")
    assert reason("pedrero", "A1", CND) == ("R16", "compound-not-yours")
    assert reason("pedrero", "G1", CND) == ("", "")
    assert reason("giron", "G1", PCE) == ("R16", "compound-not-yours")
    assert reason("garijo", "RES_LEV", CND) == ("", "")
    assert reason("garijo", "D", CND) == ("13b", "chart-fixes-place")
    for n in range(1, 4):
        p.put(unit(p, f"decoy-cnd-{n}"), space(p, ("D", "D1", "D")[n - 1]))
    assert reason("pedrero", "D", CND) == reason("pedrero", "D1", CND) == ("15.free.a", "three-are-there")
    assert reason("giron", "D", PCE) == ("", "")         # the other side's do not count
    q = opening(load_board(), Options(GAME.settled({"alvarez_fixed_in_g2": True})))
    count = placed(q, CND)
    assert place_refusal(q, CND, unit(q, "alvarez"), space(q, "G2"), count) == ("", "")
    assert place_refusal(q, CND, unit(q, "alvarez"), space(q, "D"), count) == ("13b", "chart-fixes-place")
    assert place_refusal(q, CND, unit(q, "otero"), space(q, "D"), count) == ("", "")
    assert suits(q, q.board.pindex["moll"], space(q, "D"))
    assert not suits(q, q.board.pindex["moll"], space(q, "RES_I"))


@pytest.mark.rule("15.free.a")
def test_who_counts_as_freely_placed() -> None:
    p = opening(load_board(), Options(GAME.settled({})))
    p.put(unit(p, "pertegaz"), space(p, "RES_III"))
    p.put(unit(p, "giron"), space(p, "RES_III"))
    p.put(unit(p, "pedrero"), space(p, "JACA"))
    ours, theirs = placed(p, PCE), placed(p, CND)
    assert (ours[space(p, "RES_III")], theirs[space(p, "RES_III")]) == (2, 0)
    assert theirs[space(p, "CANILLEJAS")] == 1           # compounds count with their square
    assert (ours[space(p, "RES_I")], theirs[space(p, "RES_LEV")]) == (0, 0)      # the chart's hidden agents do not
    assert sum(ours) + sum(theirs) == 3


@pytest.mark.rule("15.free.a", "15.free.pce")
def test_the_last_place_is_kept_for_a_piece_that_can_go_nowhere_else() -> None:
    p = opening(load_board(), Options(GAME.settled({})))
    for n, place in ((1, "EL_PARDO"), (2, "EL_PARDO"), (3, "RES_8D")):
        p.put(unit(p, f"decoy-pce-{n}"), space(p, place))
    p.put(unit(p, "giron"), space(p, "EL_PARDO"))        # El Pardo is full: Pedro Fernandez needs the 8th's reserves

    def out(name: str, sq: str) -> bool:
        return crowded_out(p, PCE, space(p, sq), unit(p, name), placed(p, PCE))

    assert not out("dieguez", "RES_8D")  # there is a second place
    p.put(unit(p, "barrios"), space(p, "RES_8D"))
    assert out("dieguez", "RES_8D")
    assert not out("pedro-fdez", "RES_8D")               # for himself it is free
    assert not out("dieguez", "A")       # he could not go there
    why_not = place_refusal(p, PCE, unit(p, "dieguez"), space(p, "RES_8D"), placed(p, PCE))
    assert why_not == ("15.free.a", "place-needed")
    p.put(unit(p, "pedro-fdez"), space(p, "RES_8D"))
    assert not out("dieguez", "RES_8D")  # he has his place
    q = opening(load_board(), Options(GAME.settled({})))
    for n, place in ((1, "RES_8D"), (2, "RES_8D")):
        q.put(unit(q, f"decoy-pce-{n}"), space(q, place))
    assert not crowded_out(q, PCE, space(q, "RES_8D"), unit(q, "dieguez"), placed(q, PCE))       # El Pardo is open
    r = opening(load_board(), Options(GAME.settled({})))
    free = ("token-pce", "giron", "dieguez", "barrios", "decoy-pce-1", "decoy-pce-2", "decoy-pce-3", "decoy-pce-4")
    for k, name in enumerate(free[:5]):  # D and K full but for one, Torrejon full: Sanchez
        r.put(unit(r, name), space(r, ("D", "D", "D", "K", "K")[k]))
    for name in free[5:]:
        r.put(unit(r, name), space(r, "TORREJON"))
    assert crowded_out(r, PCE, space(r, "K"), unit(r, "lopez-valle"), placed(r, PCE))
    assert not crowded_out(r, PCE, space(r, "K"), unit(r, "sanchez"), placed(r, PCE))


@pytest.mark.rule("15.free.pce")
def test_the_armour_in_the_square_of_sanchez_joins_the_pce() -> None:
    for at, unit_, end in (("D", "arm-reserva", "D2"), ("K", "arm-base", "K"), ("TORREJON", "arm-escuela", "TORREJON")):
        p = opening(load_board(), Options(GAME.settled({})))
        p.put(unit(p, "sanchez"), space(p, at))
        barrier = p.barrier
        affiliate_armour(p)
        sides = {n: side_of(p, n) for n in ("arm-reserva", "arm-base", "arm-escuela")}
        assert sides == {**dict.fromkeys(sides, NEUTRAL), unit_: PCE}
        assert (where(p, unit_), p.barrier > barrier) == (end, True)     # out of a compound of the CND's; it is a hint


@pytest.mark.rule("4b", "13b", "15.free.pce.b", "9.9.2a", "15.free.pce", "9.5b", "3a")
def test_the_set_up_from_the_first_question() -> None:
    p = start()
    assert (question(p), asked(p), offered(p)) == ("PlacePertegaz", [PCE], ["place:RES_7D", "place:RES_III"])
    assert rules(p, "place:RES_7D") == []
    assert reasons(p, "place:A") == [("15.free.pce.b", "chart-forbids-place")]
    play(p, "place:RES_III")
    assert (where(p, "pertegaz"), question(p)) == ("RES_III", "PickPiece")
    kinds = args(p, "piece")
    assert len(kinds) == 11              # 14 pieces, the four decoys named once
    assert kinds.count("decoy-pce-1") == 1
    for word, key in (("piece:decoy-pce-2", "piece-taken"), ("piece:moll", "no-decoy-side"),
                      ("piece:mera", "no-decoy-side"), ("piece:alvarez", "no-decoy-side")):
        assert [k for _, k in reasons(p, word)] == [key], word
    play(p, "piece:sanchez")
    assert (question(p), args(p, "place")) == ("PlacePiece", ["D", "K", "TORREJON"])
    assert rules(p, "place:K") == []
    assert reasons(p, "place:A") == [("15.free.pce", "chart-forbids-place")]
    play(p, "place:TORREJON")
    assert reasons(p, "piece:sanchez") == [("4b", "piece-taken")]
    while asked(p) == [PCE] and question(p) in ("PickPiece", "PlacePiece"):
        play(p, offered(p)[0])
    assert side_of(p, "arm-escuela") == PCE              # before the CND places its own
    assert asked(p) == [CND]
    while question(p) in ("PickPiece", "PlacePiece"):
        play(p, offered(p)[0])
    assert (question(p), asked(p)) == ("AffiliateSeats", [PCE])          # seats, the initiative player first
    assert p.turn == 0
    play(p, "pass", "pass")
    assert (p.turn, question(p), asked(p)) == (1, "GiveNegotiation", [PCE])
    assert p.held[space(p, "B")] == CND
    assert p.will == [4, 4]


@pytest.mark.rule("3a", "12.4a", "5.2.2f", "9.5b", "8a", "3.2a", "5.2.1b", "13g")
def test_a_turn_after_the_first_begins_with_seats_points_and_propaganda() -> None:
    p = empty(turn=1)
    p.ap = [0, 0]
    neutral(p, "B4", "syn-cnt")
    put(p, "B", "hq-centro", "112bm-1")
    put(p, "K2", "41bm-1")
    up(p, "L", "otero")
    p.motor, p.ip = [1, 1], [0, 0]
    g = Game()
    g.at = 4
    run(p, g, before("IntelligenceReset"))
    assert (p.motor, question(p)) == ([0, 0], "Refit")
    play(p, "done", "done")
    assert (question(p), args(p, "conceal")) == ("Conceal", [handle(p, "otero")])
    p.held[space(p, "G")] = PCE
    play(p, "done")
    assert (p.turn, question(p)) == (2, "AffiliateSeats")
    assert p.held[space(p, "G")] == PCE  # control is looked at afresh only before the first turn
    play(p, "pass")
    assert (question(p), p.ap[CND] > 0) == ("GivePropaganda", True)
    play(p, "decline")
    assert question(p) == "ChooseMotor"
    play(p, "pass")
    assert question(p) == "GiveNegotiation"
    q = empty(turn=1)                    # on the first turn there is none of it
    neutral(q, "B4", "syn-cnt")
    put(q, "K2", "41bm-1")
    put(q, "A", "ascanio")
    neutral(q, "A", "18bm-1")
    q.ap, q.initiative = [5, 7], PCE
    run(q, Turn())
    assert (question(q), q.ap) == ("GiveNegotiation", [5, 7])


# -- pieces


@pytest.mark.rule("4.3.3c", "5.2.2i", "7.1.6f", "4b")
def test_turning_a_piece() -> None:
    p = empty()
    put(p, "E1", "otero")
    u = unit(p, "otero")
    events = told(p)
    barrier = p.barrier
    p.disclose(u, "4.3.3c")
    assert (p.hid[u], p.seen[u], p.barrier, keys(events)) == (0, 1, barrier + 1, ["disclosed"])
    assert p.shown[space(p, "E1")] == 1
    p.disclose(u, "4.3.3c")              # nothing more to show
    assert (p.barrier, keys(events)) == (barrier + 1, ["disclosed"])
    p.face(u, 1)
    assert (p.hid[u], p.seen[u], p.shown[space(p, "E1")]) == (1, 1, 0)
    p.disclose(u, "4.3.3c")              # it has been seen before: no new secret
    assert (p.hid[u], p.barrier) == (0, barrier + 1)
    v = unit(p, "pedrero")               # not on the board: nothing is counted
    p.face(v, 0)
    p.face(v, 1)
    assert (p.hid[v], sum(p.shown)) == (1, 1)
    assert p.handle(p.board.pindex["otero"]) == u
    assert p.handle(unit(p, "mera")) == unit(p, "mera")
    first = p.board.first                # the first handle may hide another piece than its own
    w = unit(p, "sim-1")
    p.who[first], p.who[w] = p.who[w], p.who[first]
    assert p.handle(first) == w


@pytest.mark.rule("7.1.6b", "7.1.6a")
def test_factors_never_fall_below_nothing() -> None:
    p = empty()
    u = unit(p, "70bm-1")
    assert (p.initiative_of(u), p.morale_of(u)) == (3, 3)
    p.damaged[u] = 1
    assert (p.initiative_of(u), p.morale_of(u)) == (2, 2)
    p.damaged[u] = 9
    assert (p.initiative_of(u), p.morale_of(u)) == (0, 0)


@pytest.mark.rule("11.1a")
def test_the_modifiers_of_the_will_to_fight() -> None:
    for reading, want in (("label", [0, 0, -2, -1, 0, 0, 1]), ("number", [0, 0, -2, -1, 0, 1, 2])):
        p = empty(will_modifiers=reading)
        found = []
        for box in range(-1, 6):
            p.will[CND] = box
            found.append(p.will_modifier(CND))
        assert found == want             # estimate: the modifiers of the boxes
        assert p.will_modifier(NEUTRAL) == 0
    q = empty()
    q.will = [5, 1]
    assert (q.will_modifier(CND), q.will_modifier(PCE)) == (1, -2)       # estimate: as above
