"""[7] Assaults and their consequences, fixing, parley, taking hold, destruction."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.heralds.board import CND, NEUTRAL, PCE
from frente.games.heralds.ch05_negotiation import talk_parts
from frente.games.heralds.ch07_engage import engage_parts
from frente.games.heralds.ch07_ruin import collateral_parts
from frente.games.heralds.ch07_strength import attack_strength, defence_strength, has_ammo, totals
from frente.games.heralds.frames import Talk
from frente.games.heralds.frames_combat import ASSAULT, Assault
from frente.games.heralds.position import FIRE, Heralds
from tests.heralds.lay import (
    args,
    asked,
    before,
    dice,
    empty,
    flags,
    handle,
    hold,
    moving,
    neutral,
    now,
    offered,
    play,
    put,
    question,
    resource,
    rules,
    run,
    side_of,
    space,
    top,
    unit,
    up,
    where,
    why,
)


def skip(p: Heralds) -> Heralds:
    """Answer lead and leader questions by the first choice."""
    while question(p) in ("AttackLead", "AttackLeader", "DefenceLead", "DefenceLeader"):
        p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    return p


def fight(p: Heralds, use: str = "deduct") -> Heralds:
    """To the dice of a round."""
    skip(p)
    if question(p) == "Differential":
        play(p, use)
    return p


def in_e(attackers: tuple[str, ...] = ("18bm-1", "18bm-2"), defenders: tuple[str, ...] = ("112bm-1", "112bm-2"),
         credit: int = 5, **options: Any) -> Heralds:
    """Both sides in E, the PCE to act, the CND fixed so that no engagement roll is needed."""
    p = empty(**options)
    put(p, "E", *attackers, *defenders)
    for n in defenders:
        p.fixed[unit(p, n)] = 1
    put(p, "D", "112bm-8")
    return moving(p, PCE, credit, *attackers)


# -- who, what


@pytest.mark.rule("7a")
def test_only_stacks_with_combat_units_fight() -> None:
    p = empty()
    put(p, "E", "ascanio", "70bm-1", "18bm-1")
    moving(p, PCE, 5, "ascanio")
    for word in ("assault:E", "fix:E", "hold:E1", "destroy:E1", "parley:70bm-1"):
        assert rules(p, word) == ["7a"]


@pytest.mark.rule("7b")
def test_attacked_neutrals_join_the_other_side_or_cost_will() -> None:
    p = empty()
    neutral(p, "A", "40bm-1", "40bm-2")
    put(p, "A", "18bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "strike:40bm-1")
    assert side_of(p, "40bm-1") == side_of(p, "40bm-2") == CND
    assert p.will[PCE] == 4
    assert question(p) == "EngageDie"
    r = empty()                          # only within reach
    neutral(r, "B", "40bm-1")
    neutral(r, "D3", "syn-pce")
    put(r, "A", "18bm-1")
    moving(r, PCE, 5, "18bm-1")
    assert rules(r, "strike:40bm-1") == rules(r, "strike:syn-pce") == ["R76"]
    for option, box in (("any", 3), ("syndicates", 4)):
        q = empty(neutral_attack_penalty=option)
        neutral(q, "A", "44bm-1")        # it could only join the attacker
        put(q, "A", "18bm-1")
        moving(q, PCE, 5, "18bm-1")
        play(q, "strike:44bm-1")
        assert side_of(q, "44bm-1") == NEUTRAL
        assert q.will[PCE] == box
        assert top(q, Assault).neutral


@pytest.mark.rule("7c")
def test_the_combat_actions() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "70bm-1")
    moving(p, PCE, 5, "ascanio", "18bm-1")
    verbs = {w.partition(":")[0] for w in offered(p)}
    assert {"assault", "fix", "parley", "hold", "destroy"} <= verbs


@pytest.mark.rule("7.1a")
def test_only_the_stack_and_the_force_in_the_place_are_involved() -> None:
    p = empty()
    put(p, "E", "18bm-1", "44bm-1", "112bm-1")
    put(p, "E1", "70bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:E")
    assert top(p, Assault).defenders == [unit(p, "112bm-1")]     # E1 is a bystander
    assert now(p).units == [unit(p, "18bm-1")]
    q = empty()
    put(q, "E", "18bm-1")
    moving(q, PCE, 5, "18bm-1")
    assert rules(q, "assault:E") == ["7.1a"]


@pytest.mark.rule("7.1.1a", "7.1.1b")
def test_an_assault_on_a_compound() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "70bm-1", "70bm-2")
    moving(p, PCE, 2, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    assert now(p).credit == 1
    assert question(p) == "AttackLead"   # no engagement roll
    play(p, "lead:18bm-1", "lead:70bm-1")
    f = top(p, Assault)
    assert sum(x[0] for x in defence_strength(p, f)) == 4        # doubled
    assert question(p) == "Differential"
    play(p, "add")
    assert f.diff == 1                   # 3 - 2 against 0
    q = empty()
    put(q, "E", "18bm-1")
    put(q, "E1", "70bm-1", "70bm-2", "112bm-1", "112bm-2")
    moving(q, PCE, 2, "18bm-1")
    play(q, "assault:E1")
    assert len(top(q, Assault).defenders) == 3


@pytest.mark.rule("7.1.2a", "7.1.2c")
def test_downtown_an_assault_costs_one_and_needs_contact() -> None:
    p = empty()
    put(p, "E", "44bm-1", "112bm-1")
    moving(p, PCE, 3, "44bm-1")
    play(p, "assault:E")
    assert now(p).credit == 2
    assert question(p) == "EngageDie"
    dice(p, 3)                           # 3 + 2
    assert question(p) == "Acting"       # nothing happens, the stack goes on
    play(p, "assault:E")
    dice(p, 4)
    assert question(p) != "Acting"


def engagement(p: Heralds, place: str, *attackers: str, ip: int = 0) -> dict[str, int]:
    moving(p, PCE, 9, *attackers)
    f = Assault(PCE, space(p, place), ASSAULT, ip=ip)
    p.stack.append(f)
    return {key.removeprefix("engage-"): n for n, _, key in engage_parts(p, f)}


@pytest.mark.rule("7.1.2b", "7.1.3b")
def test_what_makes_up_an_engagement() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "18bm-2", "art-8d", "112bm-1")
    put(p, "E1", "70bm-1")               # inside a compound: does not count
    neutral(p, "E", "41bm-1")
    assert engagement(p, "E", "18bm-1", "18bm-2") == {"units": 4, "initiative": 1}
    assert engagement(p, "E", "ascanio", "18bm-1", ip=2) == {"units": 4, "leader": 1, "ip": 2, "initiative": 1}
    p.will = [4, 5]
    assert engagement(p, "E", "18bm-1")["will"] == 1
    q = empty()
    put(q, "VICALVARO", "18bm-1", "18bm-2", "8carab-1", "8carab-2", "8carab-3")
    assert engagement(q, "VICALVARO", "18bm-1") == {"units": 2, "initiative": 1}         # half of 5


@pytest.mark.rule("7.1.3a")
def test_outside_downtown_an_assault_costs_two() -> None:
    p = empty()
    put(p, "VICALVARO", "18bm-1", "8carab-1")
    moving(p, PCE, 1, "18bm-1")
    assert rules(p, "assault:VICALVARO") == ["6.3a"]
    moving(p, PCE, 2, "18bm-1")
    play(p, "assault:VICALVARO")
    assert now(p).credit == 0


# -- the round


@pytest.mark.rule("7.1.4a")
def test_each_side_names_its_lead_unit_and_leader() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "44bm-1", "gutierrez", "112bm-1", "112bm-2")
    for n in ("112bm-1", "112bm-2"):
        p.fixed[unit(p, n)] = 1
    moving(p, PCE, 5, "ascanio", "18bm-1", "44bm-1")
    play(p, "assault:E")
    assert asked(p) == [PCE]
    assert rules(p, "lead:112bm-1") == ["7.1.4a"]
    play(p, "lead:44bm-1", "leader:ascanio")
    assert asked(p) == [CND]
    play(p, "lead:112bm-2")
    assert set(offered(p)) == {"leader:gutierrez", "pass"}


@pytest.mark.rule("7.1.4b", "7.1.4c")
def test_the_differential_is_added_or_deducted_and_never_makes_a_bonus_negative() -> None:
    p = in_e()
    play(p, "assault:E")
    skip(p)
    f = top(p, Assault)
    q = p.clone()
    play(p, "add")
    assert (f.diff, f.by) == (3, PCE)
    f.adie, f.ddie = 1, 1
    assert totals(p, f) == (1 + 2 + 3, 1 + 2)
    play(q, "deduct")
    g = top(q, Assault)
    g.adie, g.ddie = 1, 1
    assert totals(q, g) == (1 + 2, 1 + 0)


@pytest.mark.rule("7.1.4b")
def test_the_quicker_defender_uses_the_differential() -> None:
    p = empty()
    put(p, "E", "44bm-1", "70bm-1")
    moving(p, PCE, 5, "44bm-1")
    play(p, "assault:E")
    dice(p, 6)
    assert question(p) == "Differential"
    assert asked(p) == [CND]


@pytest.mark.rule("7.1.4d", "7.1.4f", "7.1.4g")
def test_a_defenders_victory_fixes_both_and_ends_the_activation() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    play(p, "assault:E")
    fight(p)
    dice(p, 2, 2)                        # 3 against 2: nobody is hit
    assert question(p) == "FollowOn"
    play(p, "stop")
    assert flags(p, p.fixed, "18bm-1", "112bm-1") == [1, 1]
    assert p.choices() == {}
    q = in_e(("18bm-1",), ("112bm-1",), follow_on_after_loss=False)
    play(q, "assault:E")
    fight(q)
    dice(q, 2, 2)
    assert q.choices() == {}             # with the option no follow-on after that


@pytest.mark.rule("7.1.4e", "7.1.6g")
def test_an_unmodified_one_kills_the_leader_if_the_differential_was_added() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "112bm-1")
    p.fixed[unit(p, "112bm-1")] = 1
    moving(p, PCE, 5, "ascanio", "18bm-1")
    play(p, "assault:E", "leader:ascanio", "add")
    dice(p, 1, 2)
    assert where(p, "ascanio") == "eliminated"


@pytest.mark.rule("7.1.4e", "7.1.6h")
def test_with_the_differential_deducted_the_leader_checks_and_is_out() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "112bm-1")
    p.fixed[unit(p, "112bm-1")] = 1
    moving(p, PCE, 5, "ascanio", "18bm-1")
    play(p, "assault:E", "leader:ascanio", "deduct")
    dice(p, 1, 2)
    assert question(p) == "FateDie"
    q = p.clone()
    dice(p, 5)                           # he lives: the command stack ends its activation
    assert where(p, "ascanio") == "E"
    assert p.choices() == {}
    dice(q, 6)
    assert where(q, "ascanio") == "eliminated"
    assert q.ip[CND] == 0                # not through interception


@pytest.mark.rule("7.1.4e")
def test_without_a_leader_one_of_the_units_suffers() -> None:
    p = in_e()
    play(p, "assault:E")
    fight(p)
    dice(p, 1, 2)
    assert question(p) == "AttackOne"
    assert set(args(p, "suffer")) == {"18bm-1", "18bm-2"}
    play(p, "suffer:18bm-2")
    dice(p, 1)
    assert flags(p, p.damaged, "18bm-1", "18bm-2") == [0, 1]
    q = in_e()
    play(q, "assault:E")
    fight(q)
    dice(q, 2, 1)
    assert question(q) == "DefenceOne"
    assert asked(q) == [CND]


@pytest.mark.rule("7.1.4h")
def test_who_empties_a_compound_may_enter_it() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "70bm-1")
    put(p, "D", "112bm-1")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    fight(p)
    dice(p, 6, 2, 1)                     # hit, and it stays loyal
    dice(p, 1)                           # no fire
    play(p, "retire", "to:D")
    assert offered(p) == ["go:E1", "pass"]
    play(p, "go:E1")
    assert where(p, "18bm-1") == where(p, "18bm-2") == "E1"
    q = empty()                          # from the other end of the route, also into its square
    put(q, "D", "18bm-1", "18bm-2")
    put(q, "E1", "mera")
    moving(q, PCE, 5, "18bm-1", "18bm-2")
    play(q, "assault:E1")
    dice(q, 6)                           # Mera does not survive
    dice(q, 1)
    assert offered(q) == ["go:E1", "go:E", "pass"]


def test_a_guard_falls_with_the_defence_of_its_compound() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "70bm-1")
    hold(p, CND, "E1")
    put(p, "D", "112bm-1")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    fight(p)
    dice(p, 6, 2, 1, 1)
    play(p, "retire", "to:D")
    assert p.marker[space(p, "E1")] == -1
    play(p, "go:E1")
    assert where(p, "18bm-1") == "E1"


@pytest.mark.rule("7.1.4i", "7.1.7a")
def test_one_unit_may_try_to_replace_the_lead_and_only_once() -> None:
    p = in_e(("18bm-1", "18bm-2"), ("112bm-1", "112bm-2", "112bm-3"))
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 1)                     # hit, stays
    lead = p.board.uid[top(p, Assault).dlead]
    assert rules(p, f"replace:{lead}") == ["7.1.4i"]
    q = p.clone()
    play(p, "replace:112bm-3")
    dice(p, 3)                           # 3 <= 3
    assert question(p) == "FollowOn"
    assert where(p, "112bm-1") == "E"
    play(p, "again")
    while question(p) in ("AttackLead", "AttackLeader"):
        p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    assert top(p, Assault).dlead == unit(p, "112bm-3")   # it leads on
    play(q, "replace:112bm-3")
    dice(q, 4)
    assert question(q) == "WithdrawUnit"


# -- follow-ons


@pytest.mark.rule("7.1.5a", "7.1.5c")
def test_downtown_and_on_compounds_two_more_rounds_are_free() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    play(p, "assault:E")
    credit = now(p).credit
    for _ in range(2):
        fight(p)
        dice(p, 2, 2)
        play(p, "again")
    fight(p)
    dice(p, 2, 2)
    assert p.choices() == {}             # three rounds, then the defender has won
    assert credit == 4


@pytest.mark.rule("7.1.5d")
def test_outside_downtown_each_follow_on_costs_a_point() -> None:
    p = empty()
    put(p, "VICALVARO", "18bm-1", "8carab-1")
    p.fixed[unit(p, "8carab-1")] = 1
    moving(p, PCE, 3, "18bm-1")
    play(p, "assault:VICALVARO")
    fight(p)
    dice(p, 2, 2)
    assert now(p).credit == 1
    play(p, "again")
    assert now(p).credit == 0
    fight(p)
    dice(p, 2, 2)
    assert p.choices() == {}


@pytest.mark.rule("7.1.5b", "9.1d", "10.7a")
def test_support_counts_in_a_follow_on_only_with_ammunition() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "art-8d", "112bm-1")
    for n, place in enumerate(("C", "D", "F", "CANILLEJAS"), 2):         # no way past the enemy
        put(p, place, f"112bm-{n}")
    put(p, "CANILLEJAS", "70bm-1", "70bm-2")
    moving(p, PCE, 5, "ascanio", "18bm-1", "art-8d")
    f = Assault(PCE, space(p, "E"), ASSAULT)
    f.defenders = [unit(p, "112bm-1")]
    p.stack.append(f)
    assert sum(x[0] for x in attack_strength(p, f)) == 3
    f.round = 1
    assert not has_ammo(p, f, now(p))    # E1 is nobody's
    assert sum(x[0] for x in attack_strength(p, f)) == 1
    hold(p, PCE, "E1")
    assert has_ammo(p, f, now(p))
    q = empty()                          # a reserves square within one point
    put(q, "CHAMARTIN", "ascanio", "18bm-1", "art-8d", "70bm-1")
    moving(q, PCE, 5, "ascanio", "18bm-1", "art-8d")
    g = Assault(PCE, space(q, "CHAMARTIN"), ASSAULT, round=1)
    q.stack.append(g)
    assert has_ammo(q, g, now(q))
    put(q, "RES_8D", "112bm-1")          # in enemy hands
    put(q, "RES_I", "112bm-2")
    assert not has_ammo(q, g, now(q))
    now(q).motor = True                  # three points with a motor depot: the 7th Division's reserves by way of A
    assert has_ammo(q, g, now(q))
    r = empty()                          # four are too many
    put(r, "BARAJAS", "ascanio", "18bm-1", "art-8d")
    moving(r, PCE, 5, "ascanio", "18bm-1", "art-8d", motor=True)
    h = Assault(PCE, space(r, "BARAJAS"), ASSAULT, round=1)
    r.stack.append(h)
    assert not has_ammo(r, h, now(r))


# -- damage


@pytest.mark.rule("7.1.6a", "7.1.6b")
def test_a_damaged_unit_checks_its_morale_and_may_give_up() -> None:
    p = in_e(("18bm-1",), ("112bm-1", "112bm-2"))
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 1)
    play(p, "suffer:112bm-2")
    dice(p, 3)                           # 3 <= 3
    assert p.damaged[unit(p, "112bm-2")] == 1
    assert side_of(p, "112bm-2") == CND
    assert p.initiative_of(unit(p, "112bm-2")) == 1
    assert p.morale_of(unit(p, "112bm-2")) == 2
    dice(p, 4)                           # the lead: 4 > 3
    assert question(p) == "Defector"
    assert asked(p) == [CND]
    play(p, "to:D")
    assert (side_of(p, "112bm-1"), where(p, "112bm-1")) == (NEUTRAL, "D")
    assert p.damaged[unit(p, "112bm-1")] == 1


@pytest.mark.rule("7.1.6d")
def test_a_second_damage_eliminates_or_drives_out() -> None:
    for die, place in ((3, "eliminated"), (2, "D")):
        p = in_e(("18bm-1",), ("112bm-1",))
        p.damaged[unit(p, "112bm-1")] = 1
        play(p, "assault:E")
        fight(p)
        dice(p, 6, 2, die)               # reduced morale 2
        if question(p) == "Defector":
            play(p, "to:D")
        assert where(p, "112bm-1") == place


@pytest.mark.rule("7.1.6e", "8h")
def test_when_all_combat_units_are_lost_the_rest_goes_too() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "hq-65d", "art-centro-1", "gutierrez")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 6)
    play(p, "to:D")
    assert where(p, "hq-65d") == where(p, "art-centro-1") == "eliminated"
    assert p.ip[PCE] == 1                # for the headquarters
    dice(p, 4)                           # Gutierrez, initiative 4, survives
    assert {"stay", "to:D", "to:C"} <= set(offered(p))
    q = p.clone()
    play(p, "to:D")
    assert where(p, "gutierrez") == "D"
    play(q, "stay")
    assert where(q, "gutierrez") == "E"


@pytest.mark.rule("7.1.6e")
def test_an_attacker_who_loses_all_combat_units_loses_what_supported_them_and_no_bystander() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "art-8d", "18bm-2", "hq-8d", "112bm-1", "112bm-2")
    for n in ("112bm-1", "112bm-2"):
        p.fixed[unit(p, n)] = 1
    moving(p, PCE, 5, "ascanio", "18bm-1", "art-8d")
    play(p, "assault:E")
    fight(p, "add")
    dice(p, 2, 6)                        # both hit
    dice(p, 6)                           # the 18BM gives up
    p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    dice(p, 1)                           # the defender stays
    assert where(p, "art-8d") == "eliminated"
    assert where(p, "18bm-2") == where(p, "hq-8d") == "E"
    dice(p, 1)                           # Ascanio survives
    assert question(p) == "CollapseMove"


@pytest.mark.rule("7.1.6e")
def test_a_survivor_may_be_intercepted_on_his_way() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "gutierrez")
    put(p, "C", "44bm-1", "70bm-1")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 6)
    play(p, "to:D")
    dice(p, 1)
    play(p, "to:C")
    assert question(p) == "ChooseReaction"
    play(p, "intercept", "unit:44bm-1", "done")
    dice(p, 6, 6)                        # 6 + 2 - 2, and he does not live
    assert where(p, "gutierrez") == "eliminated"
    assert p.ip[PCE] == 1


@pytest.mark.rule("7.1.6f")
def test_hidden_pieces_are_shown_hidden_again_and_leave() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "token-cnd")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 6)
    play(p, "to:D")
    assert question(p) == "CollapseMove"
    assert "stay" not in offered(p)      # the token must go
    play(p, "to:D")
    assert where(p, "token-cnd") == "D"
    assert p.hid[unit(p, "token-cnd")] == 1
    assert p.seen[unit(p, "token-cnd")] == 1


# -- withdrawal


@pytest.mark.rule("7.1.7b", "11.2c")
def test_only_combat_units_leaders_and_agents_withdraw() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1", "18bm-2")
    put(p, "JACA", "70bm-1", "hq-centro", "mera")
    p.will[PCE] = 3
    put(p, "BARAJAS", "70bm-8")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:JACA")
    fight(p)
    dice(p, 6, 2, 1, 1)                  # hit, loyal, no fire
    play(p, "retire")
    assert where(p, "hq-centro") == "eliminated"
    assert p.will[PCE] == 4              # Centro is out of JACA
    assert p.fallen == 2
    # JACA has no way out but the square the assault came from
    assert where(p, "70bm-1") == "eliminated"
    assert question(p) == "FateDie"      # Mera counts as intercepted


@pytest.mark.rule("7.1.7c", "7.1.7e")
def test_withdrawal_into_a_compound_of_the_square_or_a_connected_square() -> None:
    p = in_e(("18bm-1", "18bm-2"), ("112bm-1",))
    put(p, "C", "44bm-1")                # PCE controlled
    hold(p, PCE, "D2")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 1)
    play(p, "retire")
    assert set(args(p, "to")) == {"E1", "D", "F", "CANILLEJAS"}
    assert rules(p, "to:C") == ["7.1.7e"]
    assert rules(p, "to:G") == ["7.1.7c"]
    q = in_e(("18bm-1", "18bm-2"), ("112bm-1",))
    hold(q, PCE, "E1")                   # enemy controlled: not into it, and not past it to D
    play(q, "assault:E")
    fight(q)
    dice(q, 6, 2, 1)
    play(q, "retire")
    assert rules(q, "to:E1") == ["7.1.7e"]
    assert rules(q, "to:D") == ["7.1.7e"]


@pytest.mark.rule("7.1.7d")
def test_out_of_a_compound_neither_into_another_nor_to_where_the_assault_came_from() -> None:
    p = empty()
    put(p, "G", "18bm-1", "18bm-2")
    put(p, "G2", "70bm-1")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:G2")
    fight(p)
    dice(p, 6, 2, 1, 1)
    play(p, "retire")
    assert offered(p) == ["to:H"]
    assert rules(p, "to:G4") == ["7.1.7d"]
    assert rules(p, "to:G") == ["7.1.7d"]


@pytest.mark.rule("7.1.7f", "7.1.7g", "8i")
def test_without_a_way_out_units_are_lost_or_with_the_option_surrender() -> None:
    for surrender in (False, True):
        p = empty(surrender=surrender)
        put(p, "CANILLEJAS", "18bm-1", "18bm-2")
        put(p, "JACA", "70bm-1")
        moving(p, PCE, 5, "18bm-1", "18bm-2")
        play(p, "assault:JACA")
        fight(p)
        dice(p, 6, 2, 1, 1)
        play(p, "retire")
        if surrender:
            assert where(p, "70bm-1") == "CANILLEJAS"
            assert p.captive[unit(p, "70bm-1")] == 1
            assert p.ip[PCE] == 1
        else:
            assert where(p, "70bm-1") == "eliminated"
            assert p.ip[PCE] == 0


# -- collateral damage


@pytest.mark.rule("7.1.8a")
def test_when_a_compound_burns() -> None:
    p = empty()
    e1, g3 = space(p, "E1"), space(p, "G3")
    assert collateral_parts(p, g3, False, False) == []           # a 6 is not more than 6
    assert sum(x[0] for x in collateral_parts(p, e1, True, True)) == 2
    assert sum(x[0] for x in collateral_parts(p, g3, True, False)) == 1
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "70bm-1", "gutierrez")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    skip(p)
    play(p, "deduct")
    dice(p, 2, 2)
    assert question(p) == "CollateralDie"
    q = p.clone()
    dice(p, 5)                           # 5 + 2 - 1
    assert p.state[e1] == 0
    dice(q, 6)                           # 7
    assert q.state[e1] == FIRE
    assert q.res[resource(q, "ammo-e1")] == 2
    dice(q, 1)                           # the 70BM is damaged, loyal, and leaves
    dice(q, 1)                           # Gutierrez lives
    while question(q) == "WithdrawUnit":
        play(q, "to:D")
    assert where(q, "70bm-1") == where(q, "gutierrez") == "D"


@pytest.mark.rule("7.1.8b", "8e")
def test_leaders_in_a_burning_compound_check_as_if_intercepted() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "70bm-1", "gutierrez")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    skip(p)
    play(p, "add")
    dice(p, 2, 2, 6)
    dice(p, 1, 6)                        # the 70BM; Gutierrez does not survive
    assert where(p, "gutierrez") == "eliminated"
    assert p.ip[PCE] == 1


# -- fix


@pytest.mark.rule("7.2a")
def test_a_fix_needs_half_as_many_units() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1", "112bm-2", "112bm-3")
    put(p, "E1", "70bm-1")               # not counted
    moving(p, PCE, 5, "18bm-1")
    assert rules(p, "fix:E") == ["7.2a"]
    p.put(unit(p, "112bm-3"), space(p, "D"))
    moving(p, PCE, 5, "18bm-1")
    assert "fix:E" in offered(p)
    assert rules(p, "fix:E1") == ["R92"]
    q = empty()                          # a leader alone is nobody to fix
    put(q, "E", "18bm-1", "mera")
    moving(q, PCE, 5, "18bm-1")
    assert "assault:E" in offered(q)
    assert [r.key for r in why(q, "fix:E")] == ["no-enemy-there"]


@pytest.mark.rule("7.2b")
def test_a_fix_costs_like_an_assault_and_ends_the_activation() -> None:
    p = empty()
    put(p, "VICALVARO", "18bm-1", "8carab-1")
    moving(p, PCE, 9, "18bm-1")
    play(p, "fix:VICALVARO")
    assert now(p).credit == 7
    dice(p, 5)                           # 5 + 1 + 1
    assert flags(p, p.fixed, "18bm-1", "8carab-1") == [1, 1]
    assert p.choices() == {}


@pytest.mark.rule("7.2c")
def test_a_fix_ends_when_one_side_leaves_or_with_the_turn() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1")
    for n in ("18bm-1", "112bm-1"):
        p.fixed[unit(p, n)] = 1
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:E1")                   # into a compound is out of the square
    assert flags(p, p.fixed, "18bm-1", "112bm-1") == [0, 0]
    q = empty()
    put(q, "E", "18bm-1")
    q.fixed[unit(q, "18bm-1")] = 1
    run(q, before("MarkersUpdate"))
    assert q.fixed[unit(q, "18bm-1")] == 0


@pytest.mark.rule("7.2d")
def test_fixed_pawns_have_no_initiative_in_assaults_and_less_in_parley() -> None:
    p = in_e(("18bm-1",), ("70bm-1",))
    play(p, "assault:E")
    play(p, "add")
    assert top(p, Assault).diff == 3
    f = Talk(PCE, 2, unit(p, "70bm-1"), unit(p, "ascanio"), parley=True)
    put(p, "E", "ascanio")
    assert {k: n for n, _, k in talk_parts(p, f)}["talk-target"] == -2
    f.parley = False
    assert {k: n for n, _, k in talk_parts(p, f)}["talk-target"] == -3


# -- parley


@pytest.mark.rule("7.3a", "7.3b")
def test_a_led_stack_parleys_after_contact_with_its_own_people_only() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "70bm-1", "conesa")
    neutral(p, "E", "44bm-1")
    up(p, "E", "conesa")
    moving(p, PCE, 9, "18bm-1")
    assert rules(p, "parley:70bm-1") == ["7.3a"]         # nobody speaks
    moving(p, PCE, 9, "ascanio", "18bm-1")
    assert {"parley:70bm-1", "parley:44bm-1"} <= set(offered(p))
    q = p.clone()
    play(p, "parley:70bm-1")
    assert now(p).credit == 8
    assert question(p) == "EngageDie"
    dice(p, 6)
    assert question(p) == "TalkDie"      # Conesa is not in the stack
    dice(p, 6)
    assert side_of(p, "70bm-1") == NEUTRAL
    play(q, "parley:44bm-1")             # a neutral counts as fixed
    assert question(q) == "TalkDie"
    dice(q, 6)
    assert side_of(q, "44bm-1") == PCE


@pytest.mark.rule("7.3c", "8g")
def test_a_first_failure_gives_a_point_and_a_second_fixes_the_stack() -> None:
    p = empty()
    put(p, "E", "calvo", "g-1", "70bm-1")
    moving(p, PCE, 9, "calvo", "g-1")
    play(p, "parley:70bm-1")
    dice(p, 6, 1)
    assert p.ip[CND] == 1                # not two, although the result was 1
    assert offered(p) == ["again", "stop"]
    q = p.clone()
    play(p, "again")
    dice(p, 1)
    assert p.ip[CND] == 1
    assert p.fixed[unit(p, "g-1")] == 1
    assert p.choices() == {}
    play(q, "stop")
    assert question(q) == "Acting"


# -- taking hold and destroying


@pytest.mark.rule("7.4a")
def test_taking_hold_of_a_compound() -> None:
    p = empty()
    put(p, "G", "18bm-1")
    put(p, "G3", "70bm-1")
    hold(p, CND, "G4")
    neutral(p, "G1", "70bm-2")
    moving(p, PCE, 3, "18bm-1")
    assert rules(p, "hold:G3") == ["R94"]                # the enemy is inside
    assert rules(p, "hold:G1") == ["R94"]                # a neutral combat unit
    assert rules(p, "hold:H1") == ["7.4a"]
    play(p, "hold:G2")
    assert p.marker[space(p, "G2")] == PCE
    assert now(p).credit == 2
    play(p, "hold:G4")                   # the enemy guard is driven off first
    assert now(p).credit == 0
    assert p.marker[space(p, "G4")] == PCE
    assert rules(p, "hold:G2") != []


@pytest.mark.rule("7.5a", "7.5b", "11.2e")
def test_intentional_destruction() -> None:
    p = empty()
    put(p, "G", "70bm-1")
    moving(p, CND, 5, "70bm-1")
    play(p, "destroy:G1")
    assert offered(p) == [f"points:{n}" for n in range(1, 6)]
    play(p, "points:3")
    assert p.will[CND] == 3              # in any case
    assert now(p).credit == 2
    q = p.clone()
    dice(p, 3)
    assert p.state[space(p, "G1")] == FIRE
    dice(q, 2)
    assert q.state[space(q, "G1")] == 0
    r = empty()                          # an ammo depot helps
    put(r, "E", "70bm-1")
    moving(r, CND, 5, "70bm-1")
    play(r, "destroy:E1", "points:1")
    dice(r, 3)
    assert r.state[space(r, "E1")] == FIRE
    put(r, "G", "70bm-2")
    put(r, "G1", "18bm-1")
    moving(r, CND, 5, "70bm-2")
    assert rules(r, "destroy:G1") == ["R95"]


def test_defenders_without_combat_units_are_swept_away() -> None:
    p = empty()
    put(p, "B", "18bm-1")
    put(p, "B3", "hq-65d", "gutierrez")
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:B3")
    assert where(p, "hq-65d") == "eliminated"
    dice(p, 5)                           # Gutierrez dies
    dice(p, 1)                           # one collateral check
    play(p, "go:B3")
    assert where(p, "18bm-1") == "B3"
    q = empty()                          # a guard alone is simply removed
    put(q, "B", "18bm-1")
    hold(q, CND, "B3")
    moving(q, PCE, 5, "18bm-1")
    play(q, "assault:B3")
    dice(q, 1)
    assert q.marker[space(q, "B3")] == -1
    assert handle(q, "18bm-1") == "18bm-1"


@pytest.mark.rule("9.5d", "11.2d")
def test_assaulting_the_seat_of_a_neutral_syndicate_costs_will() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    neutral(p, "D3", "syn-pce")
    moving(p, CND, 5, "112bm-1")
    play(p, "strike:syn-pce")
    assert p.will[CND] == 3
    assert where(p, "syn-pce") == "eliminated"
    q = empty()                          # no penalty once it has taken sides
    put(q, "D", "112bm-1")
    put(q, "D3", "syn-pce")
    moving(q, CND, 5, "112bm-1")
    play(q, "assault:D3")
    assert q.will[CND] == 4
