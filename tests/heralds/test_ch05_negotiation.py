"""[5.2.2] Negotiation."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch05_negotiation import change, talk_parts
from frente.games.heralds.rules.ch05_targets import below, brokering, higher_present, rank, related, target_refusal
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import (
    AFFILIATE,
    SUBVERT,
    SUMMON,
    Domino,
    NegotiationPhase,
    Talk,
)
from frente.games.heralds.state.position import Heralds
from tests.heralds.lay import (
    args,
    asked,
    chart,
    dice,
    empty,
    handle,
    hold,
    moving,
    neutral,
    now,
    offered,
    play,
    put,
    question,
    rules,
    run,
    side_of,
    space,
    told,
    top,
    unit,
    up,
    where,
)

# -- negotiation: who, what, where


@pytest.mark.rule("5.2.2a", "5.2.2j")
def test_any_pawn_is_a_target_but_only_leaders_and_agents_negotiate() -> None:
    p = empty()
    neutral(p, "RES_8D", "hq-8d", "18bm-1", "art-8d", "bueno")
    put(p, "RES_8D", "ascanio", "44bm-1", "decoy-pce-1", "token-pce")
    run(p, NegotiationPhase(PCE))
    assert {"hq-8d", "18bm-1", "art-8d", "bueno"} <= set(args(p, "affiliate"))
    play(p, "affiliate:hq-8d")
    assert args(p, "envoy") == ["ascanio"]
    assert rules(p, "envoy:44bm-1") == ["5.2.2a"]
    assert rules(p, "envoy:decoy-pce-1") == ["5.2.2a"]
    q = empty()
    up(q, "E", "moll")
    assert target_refusal(q, PCE, SUBVERT, unit(q, "moll"))[0] == "R50"


def talks(p: Heralds, side: int, goal: int, target: str, envoy: str) -> Heralds:
    """The talk of an envoy who is there, at the point where the points are spent or helpers named."""
    f = Talk(side, goal, unit(p, target), unit(p, envoy))
    f.at = 2
    return run(p, f)


@pytest.mark.rule("5.2.2b", "5.2.2j")
def test_contact_on_the_spot_by_travel_or_by_telephone() -> None:
    p = empty()
    neutral(p, "RES_I", "barcelo")
    up(p, "RES_I", "dieguez")
    talks(p, PCE, AFFILIATE, "barcelo", "dieguez")
    assert question(p) == "TalkDie"      # direct contact
    q = empty()
    neutral(q, "RES_I", "barcelo")
    up(q, "CHAMARTIN", "dieguez")
    talks(q, PCE, AFFILIATE, "barcelo", "dieguez")
    assert offered(q) == ["travel", "phone"]
    r = q.clone()
    play(q, "travel")
    dice(q, 1)
    play(q, "stop")                      # he does not get there: the talks fail, no telephone instead
    assert q.choices() == {}
    play(r, "phone", "call:tel-g1")
    assert question(r) == "TalkDie"
    assert ("5.2.2o9", -2) in [(rule, n) for n, rule, _ in talk_parts(r, top(r, Talk))]


@pytest.mark.rule("5.2.2j")
def test_the_envoy_needs_a_line_and_is_disclosed() -> None:
    p = empty()
    neutral(p, "RES_I", "barcelo")
    put(p, "RES_I", "dieguez")
    run(p, Talk(PCE, AFFILIATE, unit(p, "barcelo")))
    play(p, "envoy:dieguez")
    assert question(p) == "Channel"
    assert p.hid[unit(p, "dieguez")] == 1
    play(p, "call:tel-g1")
    assert p.hid[unit(p, "dieguez")] == 0


@pytest.mark.rule("5.2.2d", "5.2.2l")
def test_negotiations_alternate_and_an_agent_may_talk_again_and_again() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d")
    put(p, "EL_PARDO", "ascanio", "token-pce")
    p.initiative = PCE
    run(p, NegotiationPhase(PCE))
    for _ in range(2):
        play(p, "affiliate:hq-8d", "envoy:ascanio", "direct")
        dice(p, 1)
        if asked(p) == [CND]:
            play(p, "decline")
    assert p.ap[PCE] == 7
    assert asked(p) == [PCE]


@pytest.mark.rule("5.2.2e")
def test_the_goals() -> None:
    p = chart()
    put(p, "EL_PARDO", "dieguez")
    put(p, "G", "moll")
    run(p, NegotiationPhase(PCE))
    assert "affiliate:hq-8d" in offered(p)
    assert "subvert:hq-65d" in offered(p)
    assert "summon:bueno" in offered(p)
    assert f"shift:{handle(p, 'dieguez')}" in offered(p)
    assert rules(p, "affiliate:hq-65d") == ["5.2.2e"]
    assert rules(p, "subvert:hq-8d") == ["5.2.2e"]
    assert rules(p, "bridge") == ["9.7b"]
    run(p, NegotiationPhase(CND))
    assert {"bridge", "offensive"} <= set(offered(p))


@pytest.mark.rule("5.2.2e", "5.2.2i")
def test_goal_iii_moves_an_agent_who_may_hide_and_a_decoy_unrevealed() -> None:
    p = empty()
    up(p, "EL_PARDO", "dieguez")
    put(p, "EL_PARDO", "token-pce", "decoy-pce-1")
    run(p, NegotiationPhase(PCE))
    q = p.clone()
    play(p, "shift:dieguez", "direct")
    dice(p, 3)
    play(p, "move:RES_8D", "stop")
    assert offered(p) == ["hide", "pass"]
    play(p, "hide")
    assert p.hid[unit(p, "dieguez")] == 1
    assert p.seen[unit(p, "dieguez")] == 1               # R130: he has been seen
    play(q, "shift:decoy-pce-1", "direct")
    dice(q, 3)
    assert now(q).credit == 6            # as any hidden piece: no modifier
    play(q, "move:RES_8D", "stop")
    assert q.hid[unit(q, "decoy-pce-1")] == 1
    assert q.seen[unit(q, "decoy-pce-1")] == 0


@pytest.mark.rule("5.2.2g", "5.2.2e")
def test_detachments_of_a_brigade_in_one_place_are_one_target() -> None:
    p = empty()
    neutral(p, "RES_8D", "18bm-1", "18bm-2", "18bm-3")
    neutral(p, "A", "18bm-4")
    put(p, "RES_8D", "ascanio")
    run(p, NegotiationPhase(PCE))
    assert args(p, "affiliate") == ["18bm-1", "18bm-4"]
    assert rules(p, "affiliate:18bm-2") == ["5.2.2g"]
    talks(p, PCE, AFFILIATE, "18bm-1", "ascanio")
    dice(p, 6)
    assert [side_of(p, f"18bm-{n}") for n in (1, 2, 3, 4)] == [PCE, PCE, PCE, NEUTRAL]


@pytest.mark.rule("5.2.2c", "5.2.2o10", "5.2.2n")
def test_a_summoned_leader_comes_and_keeps_his_side() -> None:
    p = empty()
    neutral(p, "RES_I", "gallego")
    put(p, "RES_I", "d-hervas")
    put(p, "CHAMARTIN", "70bm-1", "mera")
    talks(p, CND, SUMMON, "gallego", "mera")
    play(p, "travel")
    dice(p, 3)
    play(p, "move:RES_I", "go:B")
    assert ("5.2.2o10", 1) in [(rule, n) for n, rule, _ in talk_parts(p, top(p, Talk))]
    if asked(p) == [PCE]:
        play(p, "pass")
    dice(p, 6)
    assert where(p, "gallego") == "B"
    assert side_of(p, "gallego") == NEUTRAL
    assert target_refusal(p, CND, SUMMON, unit(p, "mera"))[0] == "R54"
    assert target_refusal(p, CND, SUMMON, unit(p, "70bm-1"))[0] == "R54"


@pytest.mark.rule("5.2.2k", "5.2.2o7")
def test_one_intelligence_point_supports_a_negotiation() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d")
    put(p, "EL_PARDO", "ascanio")
    p.ip = [3, 3]
    talks(p, PCE, AFFILIATE, "hq-8d", "ascanio")
    assert asked(p) == [PCE]             # the active player only
    assert offered(p) == ["ip:0", "ip:1"]
    play(p, "ip:1")
    assert p.ip == [3, 2]
    q = empty(negotiation_ip_limit="none")
    neutral(q, "EL_PARDO", "hq-8d")
    put(q, "EL_PARDO", "ascanio")
    q.ip = [0, 3]
    talks(q, PCE, AFFILIATE, "hq-8d", "ascanio")
    assert offered(q) == ["ip:0", "ip:1", "ip:2", "ip:3"]


@pytest.mark.rule("5.2.2l", "5.2.2o3")
def test_helpers_join_on_their_initiative_and_count_for_and_against() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d")
    put(p, "EL_PARDO", "ascanio", "conesa", "barrios")
    up(p, "EL_PARDO", "otero")
    p.initiative = PCE
    talks(p, PCE, AFFILIATE, "hq-8d", "ascanio")
    play(p, "helper:conesa")
    assert p.hid[unit(p, "conesa")] == 0
    dice(p, 3)                           # 3 <= 3
    play(p, "helper:barrios")
    dice(p, 4)                           # 4 > 3
    assert asked(p) == [CND]
    play(p, "helper:otero")
    dice(p, 1)
    parts = {key: n for n, _, key in talk_parts(p, top(p, Talk))}
    assert (parts["talk-helpers"], parts["talk-against"]) == (1, -1)
    q = empty()                          # asked on public facts: a decoy has nothing to offer but the pass
    neutral(q, "EL_PARDO", "hq-8d")
    put(q, "EL_PARDO", "ascanio", "decoy-cnd-1")
    q.initiative = CND
    talks(q, PCE, AFFILIATE, "hq-8d", "ascanio")
    assert asked(q) == [CND]
    assert offered(q) == ["pass"]


# -- values, modifiers, results


@pytest.mark.rule("5.2.2m", "5.2.2q")
def test_brokering_values() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d", "18bm-1", "44bm-1", "art-8d", "ascanio")
    neutral(p, "TORREJON", "arm-escuela")
    assert brokering(p, unit(p, "hq-8d")) == 5
    assert brokering(p, unit(p, "ascanio")) == 5
    assert brokering(p, unit(p, "44bm-1")) == 2
    assert brokering(p, unit(p, "art-8d")) == 3          # the best of its formation there
    assert brokering(p, unit(p, "arm-escuela")) == 3     # nobody of its formation
    p.put(unit(p, "18bm-1"), space(p, "A"))
    assert brokering(p, unit(p, "art-8d")) == 2
    p.put(unit(p, "44bm-1"), space(p, "A"))
    neutral(p, "EL_PARDO", "112bm-1")                    # of another formation: as if nobody were there
    assert brokering(p, unit(p, "art-8d")) == 3


def parts_of(p: Heralds, side: int, goal: int, target: str, envoy: str, **fields: object) -> dict[str, int]:
    f = Talk(side, goal, unit(p, target), unit(p, envoy))
    for name, value in fields.items():
        setattr(f, name, value)
    return {rule + key.removeprefix("talk"): n for n, rule, key in talk_parts(p, f)}


@pytest.mark.rule("5.2.2o1", "5.2.2o2", "5.2.2h", "5.2.2o5", "4.1.2a")
def test_modifiers_of_values_of_the_highest_pawn_and_of_the_formation() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d", "44bm-1", "bueno")
    put(p, "EL_PARDO", "ascanio")
    assert parts_of(p, PCE, AFFILIATE, "hq-8d", "ascanio") == {
        "5.2.2o1-envoy": 5, "5.2.2o1-target": -5, "5.2.2o2-not-highest": -1, "5.2.2o4-hierarchy": 1,
        "5.2.2o5-formation": 1}          # Bueno stands above it; Ascanio alone does not control El Pardo
    p.put(unit(p, "bueno"), space(p, "A"))
    assert "5.2.2o2-not-highest" not in parts_of(p, PCE, AFFILIATE, "hq-8d", "ascanio")
    assert parts_of(p, PCE, AFFILIATE, "44bm-1", "ascanio")["5.2.2o2-not-highest"] == -1
    neutral(p, "EL_PARDO", "barcelo")                    # of another corps: does not matter
    assert "5.2.2o2-not-highest" not in parts_of(p, PCE, AFFILIATE, "hq-8d", "ascanio")
    f = Talk(PCE, AFFILIATE, unit(p, "44bm-1"), unit(p, "ascanio"))
    assert higher_present(p, f)
    neutral(p, "EL_PARDO", "gallego")    # who is summoned may be anybody
    put(p, "EL_PARDO", "mera")
    assert "5.2.2o2-not-highest" not in parts_of(p, CND, SUMMON, "gallego", "mera")


@pytest.mark.rule("5.2.2o4")
def test_a_higher_rank_helps_and_agents_without_stripe_have_none() -> None:
    p = empty()
    neutral(p, "RES_I", "barcelo", "hq-69d", "99bm-1")
    up(p, "RES_I", "dieguez", "d-hervas")
    assert rank(p, unit(p, "barcelo")) == 3
    assert rank(p, unit(p, "hq-69d")) == 6
    assert rank(p, unit(p, "dieguez")) == 9
    assert "5.2.2o4-hierarchy" in parts_of(p, PCE, AFFILIATE, "hq-69d", "d-hervas")
    assert "5.2.2o4-hierarchy" not in parts_of(p, PCE, AFFILIATE, "hq-69d", "dieguez")
    assert "5.2.2o4-hierarchy" not in parts_of(p, PCE, AFFILIATE, "barcelo", "d-hervas")
    assert related(p, unit(p, "pertegaz"), unit(p, "42bm-1"))
    assert not related(p, unit(p, "dieguez"), unit(p, "barcelo"))


@pytest.mark.rule("5.2.2o6", "5.2.2l")
def test_one_fifth_columnist_applies_his_modifier_against_the_pce() -> None:
    p = empty()
    neutral(p, "G", "ametrall")
    up(p, "G", "dieguez")
    put(p, "G", "moll", "centano")
    p.initiative = CND
    talks(p, PCE, AFFILIATE, "ametrall", "dieguez")
    play(p, "helper:moll")
    dice(p, 3)
    assert top(p, Talk).spoil == -1
    assert rules(p, "helper:centano") == ["5.2.2o6"]     # one is enough


@pytest.mark.rule("5.2.2o3", "5.2.2o6")
def test_in_the_cnds_own_talks_a_fifth_columnist_helps_like_anybody() -> None:
    p = empty()
    neutral(p, "G", "41bm-1")
    up(p, "G", "pedrero")
    put(p, "G", "moll")
    talks(p, CND, AFFILIATE, "41bm-1", "pedrero")
    play(p, "helper:moll")
    dice(p, 3)
    parts = {key: n for n, _, key in talk_parts(p, top(p, Talk))}
    assert parts["talk-helpers"] == 1
    assert "talk-fifth-column" not in parts


@pytest.mark.rule("5.2.2o8")
def test_a_higher_will_than_the_targets_helps() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d")
    put(p, "EL_PARDO", "ascanio", "70bm-1")
    assert "5.2.2o8-will" not in parts_of(p, PCE, AFFILIATE, "hq-8d", "ascanio")
    p.will = [2, 5]
    assert parts_of(p, PCE, AFFILIATE, "hq-8d", "ascanio")["5.2.2o8-will"] == 1    # a neutral's is 0
    assert parts_of(p, PCE, SUBVERT, "70bm-1", "ascanio")["5.2.2o8-will"] == 1
    p.will = [5, 5]
    assert "5.2.2o8-will" not in parts_of(p, PCE, SUBVERT, "70bm-1", "ascanio")
    p.will = [2, 4]                      # higher than the enemy's, but not than a neutral's
    assert "5.2.2o8-will" not in parts_of(p, PCE, AFFILIATE, "hq-8d", "ascanio")
    assert parts_of(p, PCE, SUBVERT, "70bm-1", "ascanio")["5.2.2o8-will"] == 1


@pytest.mark.rule("5.2.2o9")
def test_the_telephone_costs_two() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d")
    up(p, "A", "dieguez")
    assert parts_of(p, PCE, AFFILIATE, "hq-8d", "dieguez", phone=True)["5.2.2o9-phone"] == -2
    assert "5.2.2o9-phone" not in parts_of(p, PCE, AFFILIATE, "hq-8d", "dieguez")


@pytest.mark.rule("5.2.2o11")
def test_control_of_the_targets_place_matters() -> None:
    p = empty()
    neutral(p, "RES_8D", "18bm-1")
    put(p, "RES_8D", "ascanio")
    assert parts_of(p, PCE, AFFILIATE, "18bm-1", "ascanio")["5.2.2o11-own-square"] == 1
    q = empty()
    put(q, "A", "40bm-1")
    up(q, "A", "dieguez")
    assert parts_of(q, PCE, SUBVERT, "40bm-1", "dieguez")["5.2.2o11-enemy-square"] == -2
    put(q, "A", "18bm-1")
    assert not any(k.startswith("5.2.2o11") for k in parts_of(q, PCE, SUBVERT, "40bm-1", "dieguez"))
    hold(q, PCE, "A2")
    neutral(q, "A2", "hq-8d")
    assert parts_of(q, PCE, AFFILIATE, "hq-8d", "dieguez")["5.2.2o11-own-square"] == 1


@pytest.mark.rule("5.2.2n", "8f")
def test_six_succeeds_one_backfires_and_the_rest_fails() -> None:
    for target, die, gained, won in (
            ("hq-ii", 6, 0, False), ("hq-ii", 4, 1, False), ("44bm-1", 1, 0, False), ("44bm-1", 6, 0, True)):
        p = empty()
        neutral(p, "A", target)
        up(p, "A", "barrios")            # 3
        talks(p, PCE, AFFILIATE, target, "barrios")
        dice(p, die)
        assert p.ip[CND] == gained
        assert (side_of(p, target) == PCE) == won


@pytest.mark.rule("5.2.2p", "4.1.2a")
def test_dominoes_fall_only_downwards_and_only_in_the_square() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-ii", "hq-8d", "44bm-1", "bueno", "99bm-1")
    neutral(p, "RES_8D", "18bm-1")
    boss = unit(p, "hq-8d")
    assert below(p, boss, unit(p, "44bm-1"))
    assert not below(p, boss, unit(p, "hq-ii"))
    assert not below(p, boss, unit(p, "99bm-1"))
    assert below(p, unit(p, "bueno"), unit(p, "hq-ii"))  # a leader commands his headquarters
    put(p, "A", "hq-centro", "112bm-1", "70bm-1", "hq-iv")
    centro = unit(p, "hq-centro")
    assert below(p, centro, unit(p, "hq-iv"))            # level 1: all headquarters, the units of its colour
    assert below(p, centro, unit(p, "112bm-1"))
    assert not below(p, centro, unit(p, "70bm-1"))
    put(p, "EL_PARDO", "ascanio")
    talks(p, PCE, AFFILIATE, "hq-8d", "ascanio")
    dice(p, 6)
    assert [p.board.uid[u] for u in top(p, Domino).units] == ["44bm-1"]
    dice(p, 3)
    assert side_of(p, "44bm-1") == PCE
    assert side_of(p, "18bm-1") == side_of(p, "hq-ii") == NEUTRAL


@pytest.mark.rule("5.2.2p")
def test_domino_of_a_defection_as_printed_and_strict() -> None:
    for strict, die, side in ((False, 3, CND), (False, 2, NEUTRAL), (True, 3, NEUTRAL), (True, 2, CND)):
        p = empty(domino_goal2_strict=strict)
        put(p, "L", "hq-65d", "112bm-1", "dieguez")
        up(p, "L", "dieguez")
        f = Talk(PCE, SUBVERT, unit(p, "hq-65d"), unit(p, "dieguez"))
        f.at = 9
        f.ip = 9
        run(p, f)
        dice(p, 6, die)                  # 112BM has a value of 2
        assert side_of(p, "hq-65d") == NEUTRAL
        assert side_of(p, "112bm-1") == side


@pytest.mark.rule("11.2b")
def test_a_level_2_headquarters_won_raises_the_will_each_time() -> None:
    p = empty()
    neutral(p, "RES_I", "hq-i", "hq-69d")
    p.will[PCE] = 3
    change(p, unit(p, "hq-69d"), PCE, PCE)
    assert p.will[PCE] == 3
    change(p, unit(p, "hq-i"), PCE, PCE)
    assert p.will[PCE] == 4
    change(p, unit(p, "hq-i"), NEUTRAL, CND)
    assert p.will == [4, 4]


@pytest.mark.rule("2.3.3c")
def test_a_hidden_piece_steps_out_of_a_compound_that_goes_over_to_the_enemy() -> None:
    p = empty()
    neutral(p, "VILLA_ELOISA", "hq-ii", "bueno")
    put(p, "VILLA_ELOISA", "pedrero", "dieguez")
    change(p, unit(p, "hq-ii"), PCE, PCE)
    assert where(p, "pedrero") == "CIUDAD_LINEAL"
    assert p.hid[unit(p, "pedrero")] == 1
    assert where(p, "dieguez") == "VILLA_ELOISA"         # its own people stay
    q = empty()                          # nobody has taken it: nobody leaves
    put(q, "VILLA_ELOISA", "hq-ii", "pedrero")
    change(q, unit(q, "hq-ii"), NEUTRAL, CND)
    assert where(q, "pedrero") == "VILLA_ELOISA"


@pytest.mark.rule("9.4a")
def test_the_aviation_joins_with_its_headquarters() -> None:
    p = empty()
    neutral(p, "RES_LEV", "hq-fare", "fare-air")
    heard = told(p)
    change(p, unit(p, "hq-fare"), CND, CND)
    assert side_of(p, "fare-air") == CND
    assert heard
    assert target_refusal(p, CND, AFFILIATE, unit(p, "fare-air"))[0] == "R50"


@pytest.mark.rule("7.1.6c", "5.2.2g", "5.2.2p", "5.2.2e")
def test_of_a_brigade_the_damaged_neutral_detachments_stay_out_and_keep_nobody_out() -> None:
    p = empty()
    neutral(p, "RES_8D", "18bm-1", "18bm-2", "18bm-3")
    put(p, "RES_8D", "ascanio")
    p.damaged[unit(p, "18bm-1")] = 1
    run(p, NegotiationPhase(PCE))
    assert args(p, "affiliate") == ["18bm-2"]            # it stands for those that can be won
    talks(p, PCE, AFFILIATE, "18bm-2", "ascanio")
    dice(p, 6)
    assert [side_of(p, f"18bm-{n}") for n in (1, 2, 3)] == [NEUTRAL, PCE, PCE]
    q = empty()                          # the same in a parley
    neutral(q, "E", "44bm-1", "44bm-2")
    put(q, "E", "ascanio", "18bm-1")
    q.damaged[unit(q, "44bm-1")] = 1
    moving(q, PCE, 9, "ascanio", "18bm-1")
    assert args(q, "parley") == ["44bm-2"]


@pytest.mark.rule("4.5.3f", "5.2.2g", "5.2.2p", "5.2.2e")
def test_a_group_that_changes_together_stays_together_in_its_compound() -> None:
    p = empty()
    neutral(p, "G3", "70bm-1", "70bm-2")
    up(p, "G", "pedrero")
    f = Talk(CND, AFFILIATE, unit(p, "70bm-1"), unit(p, "pedrero"), ip=9)
    f.at = 9
    run(p, f)
    dice(p, 6)
    assert side_of(p, "70bm-1") == side_of(p, "70bm-2") == CND
    assert where(p, "70bm-1") == where(p, "70bm-2") == "G3"
    g = Talk(PCE, SUBVERT, unit(p, "70bm-1"), unit(p, "dieguez"), ip=9)
    up(p, "G", "dieguez")
    g.at = 9
    run(p, g)
    dice(p, 6)
    assert side_of(p, "70bm-1") == side_of(p, "70bm-2") == NEUTRAL
    assert where(p, "70bm-1") == where(p, "70bm-2") == "G3"


@pytest.mark.rule("7.1.6c")
def test_a_damaged_neutral_joins_nobody() -> None:
    p = empty()
    neutral(p, "A", "18bm-1")
    p.damaged[unit(p, "18bm-1")] = 1
    assert target_refusal(p, PCE, AFFILIATE, unit(p, "18bm-1"))[0] == "7.1.6c"
    assert GAME.broken_laws(p) == []
