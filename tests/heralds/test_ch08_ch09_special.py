"""[8, 9] Intelligence, support weapons, train, aviation, sappers, fifth column, Francoists, GERC, Ortega."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch05_targets import envoys, target_refusal
from frente.games.heralds.rules.ch06_stacks import lowest
from frente.games.heralds.rules.ch07_assault import hit
from frente.games.heralds.rules.ch07_engage import engage_parts
from frente.games.heralds.rules.ch07_ruin import burn
from frente.games.heralds.rules.ch07_strength import attack_initiative, attack_strength, defence_strength
from frente.games.heralds.rules.ch09_special import at_front, blast_parts, blast_refusal
from frente.games.heralds.rules.ch11_will import kill
from frente.games.heralds.rules.ch12_admin import paths
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import AFFILIATE, SUMMON, Francoist, NegotiationPhase, Order, Propaganda, Talk
from frente.games.heralds.state.frames_combat import ASSAULT, Assault, Blast, Damage, Destroy
from frente.games.heralds.state.position import COMMITTED, FIRE, Heralds
from tests.heralds.lay import (
    args,
    asked,
    before,
    dice,
    empty,
    handle,
    hold,
    moving,
    neutral,
    now,
    offered,
    ordered,
    play,
    put,
    question,
    reasons,
    resource,
    rules,
    run,
    side_of,
    space,
    top,
    unit,
    up,
    where,
)

# -- intelligence


@pytest.mark.rule("8a", "8b")
def test_unspent_points_lapse_before_the_maneuver_phase_and_later_ones_last() -> None:
    p = empty()
    p.ip = [3, 2]
    run(p, before("IntelligenceReset"))
    assert p.ip == [0, 0]
    assert question(p) == "GiveManeuver"
    p.ip[CND] = 1                        # gained in the maneuver phase
    run(p, before("MarkersUpdate"))
    assert p.ip[CND] == 1


@pytest.mark.rule("8h")
def test_an_eliminated_headquarters_gives_a_point_and_a_neutral_one_does_not() -> None:
    p = empty()
    put(p, "B3", "hq-65d")
    neutral(p, "RES_I", "hq-i")
    kill(p, unit(p, "hq-65d"), "7.1.6e")
    assert p.ip == [0, 1]
    kill(p, unit(p, "hq-i"), "7.1.6e")
    assert p.ip == [0, 1]
    put(p, "RES_8D", "hq-8d")
    kill(p, unit(p, "hq-8d"), "7.1.6e")
    assert p.ip == [1, 1]


# -- artillery and armour


def with_stack(p: Heralds, place: str, *names: str, round: int = 0) -> Assault:
    """An assault on a place by this stack, for the reckoning alone."""
    moving(p, PCE if p.side[unit(p, names[0])] == PCE else CND, 9, *names)
    f = Assault(now(p).side, space(p, place), ASSAULT, round=round)
    f.alead = next(u for u in now(p).units if p.kind(u) == 1)
    p.stack.append(f)
    return f


@pytest.mark.rule("9.1a")
def test_artillery_does_not_maneuver_alone() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "44bm-1", "art-8d")
    ordered(p, PCE, "art-8d", "ascanio")
    assert args(p, "stack") == ["ascanio"]
    assert rules(p, "stack:art-8d") == ["9.1a"]
    play(p, "stack:ascanio", "join:art-8d", "done")
    dice(p, 6)
    assert args(p, "move") == []         # a leader and a gun: no combat unit
    assert rules(p, "move:RES_8D") == ["9.1a"]
    q = empty()                          # armour moves with just a leader
    put(q, "EL_PARDO", "ascanio", "arm-base")
    ordered(q, PCE, "ascanio")
    play(q, "stack:ascanio", "join:arm-base")
    dice(q, 6)
    assert "move:RES_8D" in offered(q)


@pytest.mark.rule("9.1b")
def test_artillery_lowers_initiative_once_however_many_join() -> None:
    p = empty()
    put(p, "E", "18bm-1", "art-8d", "art-iii", "ascanio", "112bm-1")
    units = [unit(p, n) for n in ("18bm-1", "art-8d", "art-iii")]
    assert lowest(p, units[:1]) == 3
    assert lowest(p, units[:2]) == lowest(p, units) == 2
    f = with_stack(p, "E", "ascanio", "18bm-1", "art-8d", "art-iii")
    assert attack_initiative(p, f) == 2


@pytest.mark.rule("9.1c", "9.2a", "9.2b", "9.2c")
def test_support_weapons_count_two_in_attack_and_nothing_in_defence() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "art-8d", "arm-base", "112bm-1")
    put(p, "E", "art-centro-1")
    f = with_stack(p, "E", "ascanio", "18bm-1", "art-8d", "arm-base")
    f.defenders = [unit(p, "112bm-1")]
    assert sum(x[0] for x in attack_strength(p, f)) == 5
    assert sum(x[0] for x in defence_strength(p, f)) == 1
    q = empty()
    put(q, "E", "arm-base", "ascanio", "70bm-1")
    moving(q, PCE, 9, "ascanio", "arm-base")
    assert rules(q, "assault:E") == ["7a"]               # armour alone does not assault


def checked(p: Heralds, attacker: bool, *names: str) -> int:
    """What the support of a stack adds to the morale check of a hit unit."""
    f = with_stack(p, "E", *names)
    hit(p, f, unit(p, names[-1] if attacker else "112bm-1"), attacker)
    return int(top(p, Damage).drm)


@pytest.mark.rule("9.1e", "9.2d", "9.3c")
def test_guns_shake_defenders_and_tanks_steady_attackers() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "art-8d", "arm-base", "112bm-1")
    assert checked(p.clone(), False, "ascanio", "18bm-1") == 0
    assert checked(p.clone(), False, "ascanio", "art-8d", "18bm-1") == 1
    assert checked(p.clone(), True, "ascanio", "art-8d", "18bm-1") == 0
    assert checked(p.clone(), True, "ascanio", "arm-base", "18bm-1") == -1
    assert checked(p.clone(), False, "ascanio", "arm-base", "18bm-1") == 0
    q = empty()
    put(q, "K", "ffcc", "18bm-1")
    q.side[unit(q, "ffcc")] = CND
    f = with_stack(q, "K", "ffcc")
    hit(q, f, unit(q, "18bm-1"), False)
    assert top(q, Damage).drm == 1
    hit(q, f, unit(q, "ffcc"), True)
    assert top(q, Damage).drm == -1


# -- the armoured train


@pytest.mark.rule("9.3a", "9.3d")
def test_the_train_goes_alone_and_only_on_rails() -> None:
    p = empty()
    put(p, "VALLECAS", "ffcc")
    moving(p, CND, 9, "ffcc")
    assert set(args(p, "move")) == {"K", "K2", "VICALVARO"}
    assert rules(p, "move:RES_4D") == ["9.3d"]
    play(p, "move:K")
    assert set(args(p, "move")) == {"K2", "VALLECAS"}
    assert rules(p, "move:K1") == ["9.3d"]


@pytest.mark.rule("9.3b")
def test_the_train_counts_two_in_attack_and_defence() -> None:
    p = empty()
    put(p, "K", "ffcc", "41bm-1", "41bm-2", "18bm-1")
    f = with_stack(p, "K", "18bm-1")
    f.defenders = [unit(p, n) for n in ("ffcc", "41bm-1", "41bm-2")]
    assert sum(x[0] for x in defence_strength(p, f)) == 4
    g = with_stack(p, "K", "ffcc")
    assert sum(x[0] for x in attack_strength(p, g)) == 2
    q = empty()                          # in a compound it is not doubled again
    put(q, "K2", "ffcc", "41bm-1")
    put(q, "K", "18bm-1")
    h = with_stack(q, "K2", "18bm-1")
    h.defenders = [unit(q, "ffcc"), unit(q, "41bm-1")]
    assert sum(x[0] for x in defence_strength(q, h)) == 4
    r = empty()                          # a follow-on without ammunition: one, and two in the first round
    put(r, "ALCALA", "ffcc", "g-1", "g-2")
    for k, strength in ((0, 2), (1, 1)):
        assert sum(x[0] for x in attack_strength(r, with_stack(r, "ALCALA", "ffcc", round=k))) == strength
        d = with_stack(r, "ALCALA", "g-1", round=k)
        d.defenders = [unit(r, "ffcc")]
        assert sum(x[0] for x in defence_strength(r, d)) == strength


@pytest.mark.rule("9.3e")
def test_the_train_is_lost_when_it_must_leave_the_rails() -> None:
    p = empty()
    put(p, "K", "ffcc", "18bm-1", "18bm-2")
    hold(p, PCE, "K2")                   # the line to Vallecas is blocked
    p.fixed[unit(p, "ffcc")] = 1
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:K", "lead:18bm-1", "deduct")
    dice(p, 6, 2, 1)
    play(p, "retire")
    assert where(p, "ffcc") == "eliminated"


# -- the Subsuelo


def sappers(place: str = "J") -> Heralds:
    p = empty()
    put(p, place, "subsuelo")
    put(p, "G2", "4asalto-1", "hq-65d")
    return p


@pytest.mark.rule("9.6a", "9.6b", "4.3a", "4.1.1f")
def test_the_blast_needs_an_order_nearness_and_ammunition() -> None:
    p = sappers()
    assert blast_refusal(p, PCE, space(p, "G2")) == ("", "")     # J is next to G, and J2 has ammunition
    assert blast_refusal(p, PCE, space(p, "D1"))[0] == "9.6b"
    assert blast_refusal(p, PCE, space(p, "G"))[0] == "9.6a"
    assert blast_refusal(p, CND, space(p, "G2"))[0] == "9.6a"
    q = sappers("PARACUELLOS")           # no depot or reserves square within two points
    assert blast_refusal(q, PCE, space(q, "BARAJAS_BRIDGE")) == ("9.6b", "no-ammo")
    run(p, Order(PCE))
    play(p, "blast:G2", "call:tel-g1", "allow")
    assert question(p) == "BlastDie"
    r = empty()
    neutral(r, "J", "subsuelo")
    assert blast_refusal(r, PCE, space(r, "G2"))[0] == "9.6b"


@pytest.mark.rule("9.6d", "9.6e", "7.5c", "4.5.4a")
def test_more_than_six_brings_the_building_down_with_all_in_it() -> None:
    p = sappers("G")
    up(p, "G", "lopez-valle")
    put(p, "G2", "token-cnd")
    run(p, Blast(PCE, space(p, "G2")))
    play(p, "helper:lopez-valle")
    q = p.clone()
    dice(p, 6)                           # 6 + 1
    assert p.result == PCE               # the council's token was inside
    q.put(unit(q, "token-cnd"), space(q, "L"))
    r = q.clone()
    dice(q, 6)
    assert q.state[space(q, "G2")] == FIRE
    assert where(q, "4asalto-1") == where(q, "hq-65d") == "eliminated"
    assert where(q, "subsuelo") == where(q, "lopez-valle") == "eliminated"
    assert q.will[PCE] == 4              # no penalty
    dice(r, 5)
    assert r.state[space(r, "G2")] == 0
    assert where(r, "subsuelo") == "eliminated"
    assert r.blasted == 1


@pytest.mark.rule("9.6d")
def test_from_a_connected_square_and_with_intelligence() -> None:
    p = sappers()
    up(p, "J", "lopez-valle")
    p.ip[PCE] = 1
    run(p, Blast(PCE, space(p, "G2")))
    play(p, "helper:lopez-valle", "ip:1")
    assert [n for n, _, _ in blast_parts(p, top(p, Blast))] == [-1, 1, 1]
    dice(p, 5)                           # 6, not more than 6
    assert p.state[space(p, "G2")] == 0


@pytest.mark.rule("9.6c")
def test_the_cnd_cannot_react_to_the_blast() -> None:
    p = sappers("G")
    put(p, "G", "moll", "70bm-1")
    run(p, Blast(PCE, space(p, "G2")))
    assert asked(p) != [CND]
    dice(p, 6)
    assert p.state[space(p, "G2")] == 0  # 6: Moll has not touched it, and it is not more than 6
    assert p.hid[unit(p, "moll")] == 1


# -- the fifth column


@pytest.mark.rule("9.7a")
def test_fifth_columnists_spoil_engagements_and_destructions_too() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1", "moll")
    moving(p, PCE, 9, "18bm-1")
    play(p, "assault:E")
    assert asked(p) == [CND]
    play(p, "spoil:moll")
    dice(p, 3)
    assert question(p) == "EngageDie"
    f = top(p, Assault)
    assert ("engage-fifth-column", -1) in [(k, n) for n, _, k in engage_parts(p, f)]
    q = empty(fifth_column_scope="negotiation")
    put(q, "E", "18bm-1", "112bm-1", "moll")
    moving(q, PCE, 9, "18bm-1")
    play(q, "assault:E")
    assert question(q) == "EngageDie"
    r = empty()
    put(r, "E", "18bm-1", "moll")
    moving(r, PCE, 9, "18bm-1")
    play(r, "destroy:E1", "points:1")
    assert isinstance(r.stack[-1], Destroy)
    assert asked(r) == [CND]
    play(r, "spoil:moll")
    dice(r, 1)
    dice(r, 3)                           # 3 + 1 + 2 - 1
    assert r.state[space(r, "E1")] == 0
    s = empty()                          # asked whatever is hidden there
    put(s, "E", "18bm-1", "112bm-1", "decoy-cnd-1")
    moving(s, PCE, 9, "18bm-1")
    play(s, "assault:E")
    assert offered(s) == ["pass"]


@pytest.mark.rule("9.7b", "9.7c", "9.7d", "5.2.2e")
def test_the_cnd_asks_the_francoists_for_the_bridge() -> None:
    p = empty()
    put(p, "L", "token-cnd", "moll", "pedrero")
    run(p, NegotiationPhase(CND))
    play(p, "bridge")
    assert p.ap[CND] == 8
    assert args(p, "envoy") == [handle(p, "moll")]
    assert rules(p, "envoy:pedrero") == ["9.7b"]
    play(p, "envoy:moll")
    assert rules(p, "call:tel-g1") == ["9.7b"]           # not by telephone
    play(p, "direct")
    assert p.hid[unit(p, "moll")] == 0
    assert p.closed == 0
    q = empty()                          # without a fifth columnist nobody listens
    put(q, "L", "pedrero")
    run(q, NegotiationPhase(CND))
    assert rules(q, "bridge") == rules(q, "offensive") == ["9.7b"]
    run(p, Francoist(CND, 0))
    put(p, "ARGANDA_BRIDGE", "110bm-1")
    play(p, "envoy:moll", "direct")
    assert p.closed == 1
    assert where(p, "110bm-1") == "ARGANDA"


def offensive(p: Heralds, a: int, b: int) -> Heralds:
    put(p, "L", "token-cnd")
    up(p, "L", "moll")
    run(p, NegotiationPhase(CND))
    play(p, "offensive", "envoy:moll", "direct")
    dice(p, a, b)
    while question(p) == "WithdrawToFront":
        p.apply(PCE, p.choices()[PCE][0])
    return p


@pytest.mark.rule("9.7e", "9.7h", "9.7i", "11.2h", "11.2l", "5.2.2e")
def test_an_offensive_of_nine_met_in_full() -> None:
    p = empty()
    neutral(p, "RES_7D", *[f"42bm-{n}" for n in range(1, 7)], "53bm-1", "53bm-2", "53bm-3")
    p.will = [4, 3]
    offensive(p, 4, 5)
    assert p.will == [3, 4]
    assert where(p, "42bm-1") == where(p, "53bm-3") == "withdrawn"
    run(p, NegotiationPhase(CND))
    assert rules(p, "offensive") == ["9.7e"]


@pytest.mark.rule("11.2h")
def test_an_offensive_of_four_changes_nothing() -> None:
    p = empty()
    neutral(p, "RES_7D", *[f"42bm-{n}" for n in range(1, 7)])
    p.will = [4, 3]
    offensive(p, 2, 2)
    assert p.will == [4, 3]
    q = empty()                          # five are enough for a gesture
    neutral(q, "RES_7D", *[f"42bm-{n}" for n in range(1, 7)])
    q.will = [4, 3]
    offensive(q, 2, 3)
    assert q.will == [4, 4]


@pytest.mark.rule("11.2i", "9.7h", "5.2.2e")
def test_an_offensive_that_cannot_be_met() -> None:
    p = empty()
    neutral(p, "RES_7D", *[f"42bm-{n}" for n in range(1, 7)])
    p.will = [4, 3]
    offensive(p, 6, 6)
    assert p.will == [3, 2]


@pytest.mark.rule("9.7f", "9.7g")
def test_first_the_reserves_then_own_units_elsewhere() -> None:
    p = empty()
    neutral(p, "RES_8D", "18bm-1")
    put(p, "RES_7D", "40bm-1", "hq-8d", "ascanio")       # the CND's, a headquarters, a leader: never
    put(p, "A", "18bm-2", "art-8d", "99bm-1")
    neutral(p, "B", "18bm-3")
    assert [p.board.uid[u] for u in at_front(p)] == ["18bm-1"]
    p.box(unit(p, "18bm-1"), -3)
    assert sorted(p.board.uid[u] for u in at_front(p)) == ["18bm-2", "art-8d"]   # not the neutral one, not I Corps
    f = Francoist(CND, 1)
    f.dice, f.left, f.at = [1, 1], 2, 3
    run(p, f)
    assert rules(p, "withdraw:99bm-1") == ["9.7g"]
    assert reasons(p, "withdraw:18bm-3") == [("9.7f", "reserves-first")]


# -- GERC, Ortega, Pertegaz


@pytest.mark.rule("9.8a", "9.8b", "5.2.2e")
def test_the_army_group_joins_the_turn_after_centro_fell() -> None:
    p = empty(turn=2)
    neutral(p, "RES_LEV", "hq-gerc", "matallana", "hq-66d")
    put(p, "JACA", "hq-centro", "gazzolo")
    put(p, "RES_LEV", "garijo")
    run(p, NegotiationPhase(CND))
    assert rules(p, "gerc") == ["9.8a"]
    assert rules(p, "affiliate:hq-gerc") == rules(p, "affiliate:matallana") == ["9.8a"]          # not by talks
    kill(p, unit(p, "hq-centro"), "7.1.7b")
    assert rules(p, "gerc") == ["9.8a"]  # not yet
    p.turn = 3
    run(p, NegotiationPhase(CND))
    ap = p.ap[CND]
    play(p, "gerc")
    assert p.ap[CND] == ap - 1
    assert side_of(p, "hq-gerc") == side_of(p, "matallana") == CND
    assert side_of(p, "hq-66d") == NEUTRAL
    assert target_refusal(p, CND, AFFILIATE, unit(p, "hq-66d")) == ("", "")
    put(p, "JACA", "token-cnd")
    run(p, Order(CND))
    play(p, "address:hq-gerc", "call:tel-g1")
    assert "order:gazzolo" in offered(p)                 # Centro's people belong to it now
    q = empty(turn=3)                    # Centro only neutral: no
    neutral(q, "RES_LEV", "hq-gerc")
    neutral(q, "JACA", "hq-centro")
    run(q, NegotiationPhase(CND))
    assert rules(q, "gerc") == ["9.8a"]


@pytest.mark.rule("9.9.1a")
def test_neutral_ortega_keeps_combat_units_out() -> None:
    p = empty()
    neutral(p, "CARABANA", "ortega")
    put(p, "TORREJON", "g-1", "calvo")
    moving(p, PCE, 9, "g-1")
    assert rules(p, "move:CARABANA") == ["9.9.1a"]
    moving(p, PCE, 9, "calvo")
    assert "move:CARABANA" in offered(p)                 # a leader may
    p.put(unit(p, "ortega"), space(p, "RES_III"))
    moving(p, PCE, 9, "g-1")
    assert rules(p, "move:CARABANA") == ["9.9.1a"]
    put(p, "RES_III", "ortega")          # once he has joined, they may
    moving(p, PCE, 9, "g-1")
    assert "move:CARABANA" in offered(p)


@pytest.mark.rule("9.9.1b")
def test_carabana_blocks_refit_paths_while_he_is_neutral_there() -> None:
    p = empty()
    neutral(p, "CARABANA", "ortega")
    a = space(p, "TORREJON")
    assert space(p, "CARABANA") in paths(p, CND, a)
    assert space(p, "RES_XVII") not in paths(p, CND, a)
    p.put(unit(p, "ortega"), space(p, "A"))
    assert space(p, "RES_XVII") in paths(p, CND, a)


@pytest.mark.rule("9.9.1c", "5.2.2c")
def test_ortega_summoned_to_the_council_serves_it() -> None:
    p = empty()
    neutral(p, "CARABANA", "ortega")
    put(p, "JACA", "hq-centro")
    put(p, "CARABANA", "mera", "token-pce")
    assert unit(p, "ortega") not in envoys(p, CND, unit(p, "ortega"))
    f = Talk(CND, SUMMON, unit(p, "ortega"), unit(p, "mera"))
    f.at = 4
    run(p, f)
    play(p, "go:CANILLEJAS")
    while question(p) == "Helpers":
        play(p, "pass")
    dice(p, 6)
    assert p.ortega == 1
    assert p.hid[unit(p, "token-cnd")] == 1              # the headquarters was enough
    assert side_of(p, "ortega") == NEUTRAL
    assert unit(p, "ortega") in envoys(p, CND, unit(p, "hq-centro"))
    run(p, NegotiationPhase(CND))
    assert "shift:ortega" in offered(p)
    assert target_refusal(p, CND, SUMMON, unit(p, "ortega"))[0] == "9.9.1c"
    assert target_refusal(p, PCE, AFFILIATE, unit(p, "ortega")) == ("", "")      # the PCE may still win him
    q = empty()                          # summoned anywhere else he is nobody's man
    neutral(q, "CARABANA", "ortega")
    put(q, "CARABANA", "mera")
    g = Talk(CND, SUMMON, unit(q, "ortega"), unit(q, "mera"))
    g.at = 4
    run(q, g)
    play(q, "go:TORREJON")
    dice(q, 6)
    assert q.ortega == 0
    r = empty()                          # to the token's square, which is seen by it
    neutral(r, "CARABANA", "ortega")
    put(r, "CARABANA", "mera")
    put(r, "TORREJON", "token-cnd")
    h = Talk(CND, SUMMON, unit(r, "ortega"), unit(r, "mera"))
    h.at = 4
    run(r, h)
    play(r, "go:TORREJON")
    dice(r, 6)
    assert r.ortega == 1
    assert r.hid[unit(r, "token-cnd")] == 0


def serving(place: str = "B") -> Heralds:
    """Ortega in the CND's service, with the Centro headquarters and the token."""
    p = empty()
    neutral(p, place, "ortega")
    put(p, "B", "hq-centro", "token-cnd")
    p.ortega = 1
    return p


@pytest.mark.rule("9.9.1c", "4.3.3a", "4.3.3e")
def test_ortega_in_the_councils_service_runs_as_a_courier() -> None:
    p = serving()
    put(p, "E", "112bm-1", "hq-65d")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-65d")
    assert "courier:ortega" in offered(p)
    play(p, "courier:ortega")
    dice(p, 6)
    while question(p) == "Acting":
        play(p, f"move:{'C' if where(p, 'ortega') == 'B' else 'E'}")
    assert "order:ortega" in offered(p)  # he may take part in what he brought
    q = serving()
    q.ortega = 0                         # not before he serves
    put(q, "E", "112bm-1", "hq-65d")
    run(q, Order(CND))
    play(q, "address:hq-centro", "direct", "order:hq-65d")
    assert rules(q, "courier:ortega") == ["4.3.3a"]


@pytest.mark.rule("9.9.1c", "4.2.1a", "4.1.2a")
def test_ortega_in_the_councils_service_obeys_maneuver_orders() -> None:
    p = serving()
    put(p, "B", "8carab-1", "112bm-1")
    run(p, Order(CND))
    assert rules(p, "address:ortega") == ["4.4.1a"]      # an agent with a stripe: down the chain
    play(p, "address:hq-centro", "direct", "order:ortega", "done", "stack:ortega")
    assert args(p, "join") == ["8carab-1"]                 # III Corps alone
    play(p, "join:8carab-1")
    dice(p, 3)
    play(p, "move:C")
    assert where(p, "ortega") == where(p, "8carab-1") == "C"
    assert side_of(p, "ortega") == NEUTRAL
    q = serving()
    q.ortega = 0
    run(q, Order(CND))
    play(q, "address:hq-centro", "direct")
    assert rules(q, "order:ortega") == ["4.1.2a"]
    assert q.spent[unit(q, "hq-centro")] == 0
    r = serving()                        # won by the PCE he serves nobody else
    put(r, "B", "ortega")
    assert r.obeys(unit(r, "ortega")) == PCE


@pytest.mark.rule("9.9.1c", "5.2.1d", "6.4g", "8e")
def test_ortega_in_the_councils_service_is_caught_like_an_agent_and_tasks_resources() -> None:
    p = serving("CANILLEJAS")
    put(p, "E", "18bm-1")
    moving(p, CND, 5, "ortega")
    play(p, "move:E", "extra:0", "intercept", "unit:18bm-1", "done")
    dice(p, 6, 6)
    assert (where(p, "ortega"), p.ip[PCE]) == ("eliminated", 1)
    q = serving("J")
    put(q, "J1", "112bm-1")
    run(q, Propaganda(CND))
    play(q, "use:print-j1")
    assert q.res[resource(q, "print-j1")] == COMMITTED   # no leg was asked


@pytest.mark.rule("10.1a", "10.2a", "10.3a", "11.2f")
def test_critical_resources_matter_in_pairs() -> None:
    p = empty()
    burn(p, space(p, "C1"), -1)
    assert p.will == [4, 4]
    burn(p, space(p, "A2"), -1)
    assert p.will == [3, 3]
    burn(p, space(p, "H3"), -1)          # the SIM exchange is not critical
    burn(p, space(p, "G1"), -1)
    assert p.will == [3, 3]
    burn(p, space(p, "K1"), -1)
    assert p.will == [2, 2]
    assert p.critical == 4
    assert p.res[resource(p, "tel-g1")] == 2
