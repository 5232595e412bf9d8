"""[7.1] Assaults: who, what, rounds, follow-ons."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch07_engage import engage_parts
from frente.games.heralds.rules.ch07_strength import ammo_reach, attack_strength, defence_strength, has_ammo, totals
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames_combat import ASSAULT, Assault
from frente.games.heralds.state.position import Heralds
from tests.heralds.battle import fight, in_e, skip
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    flags,
    hold,
    moving,
    neutral,
    now,
    offered,
    play,
    put,
    question,
    rules,
    side_of,
    space,
    top,
    unit,
    up,
    where,
)

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
    s = empty()                          # a damaged neutral joins nobody, not even so
    neutral(s, "A", "40bm-1")
    s.damaged[unit(s, "40bm-1")] = 1
    put(s, "A", "18bm-1")
    moving(s, PCE, 5, "18bm-1")
    play(s, "strike:40bm-1")
    assert side_of(s, "40bm-1") == NEUTRAL
    assert s.will[PCE] == 3
    t = empty()                          # in a compound: those who could not join leave it to those who did
    neutral(t, "G3", "70bm-1", "44bm-1")
    put(t, "G", "18bm-1")
    moving(t, PCE, 5, "18bm-1")
    play(t, "strike:70bm-1" if "strike:70bm-1" in offered(t) else "strike:44bm-1")
    assert (side_of(t, "70bm-1"), where(t, "70bm-1")) == (CND, "G3")
    assert (side_of(t, "44bm-1"), where(t, "44bm-1")) == (NEUTRAL, "G")
    v = empty()                          # whoever of them stands on top
    neutral(v, "G3", "44bm-1", "70bm-1")
    put(v, "G", "18bm-1")
    moving(v, PCE, 5, "18bm-1")
    play(v, "strike:70bm-1" if "strike:70bm-1" in offered(v) else "strike:44bm-1")
    assert (where(v, "70bm-1"), where(v, "44bm-1")) == ("G3", "G")
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


@pytest.mark.rule("7.1.1a", "6.3d")
def test_a_compound_is_assaulted_along_its_route_up_to_the_first_in_enemy_hands() -> None:
    p = empty()
    put(p, "H", "18bm-1")
    put(p, "G2", "4asalto-1")
    moving(p, PCE, 5, "18bm-1")
    assert "assault:G2" in offered(p)    # past the empty G4
    put(p, "G4", "4asalto-2")
    moving(p, PCE, 5, "18bm-1")
    assert "assault:G4" in offered(p)
    assert rules(p, "assault:G2") == ["6.3d"]
    assert rules(p, "assault:G3") == ["R76"]


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
    assert offered(p) == ["leader:gutierrez"]            # who has a leader there must name one


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
    put(p, "E", "mera")                  # 3 + 1 against 2: the attacker's single unit weighs nothing, but not less
    f = top(p, Assault)
    f.dleader = unit(p, "mera")
    play(p, "deduct")
    assert (f.diff, f.by) == (2, CND)
    f.adie, f.ddie = 1, 1
    assert totals(p, f) == (1, 2)


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
    r = empty()                          # who is in a compound and who is outside it do not fix each other
    put(r, "E", "18bm-1")
    put(r, "E1", "70bm-1")
    moving(r, PCE, 5, "18bm-1")
    play(r, "assault:E1")
    fight(r)
    dice(r, 2, 2, 1)
    play(r, "stop")
    assert flags(r, r.fixed, "18bm-1", "70bm-1") == [0, 0]
    assert r.choices() == {}


@pytest.mark.rule("7.1.4e", "7.1.6g")
def test_an_unmodified_one_kills_the_leader_if_the_differential_was_added() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "112bm-1")
    p.fixed[unit(p, "112bm-1")] = 1
    moving(p, PCE, 5, "ascanio", "18bm-1")
    play(p, "assault:E", "leader:ascanio", "add")
    dice(p, 1, 2)
    assert where(p, "ascanio") == "eliminated"
    q = empty()                          # and the stack he led is at its end, though it has won
    men = [f"18bm-{n}" for n in range(1, 6)]
    put(q, "E", "ascanio", *men, "112bm-1")
    put(q, "D", "112bm-8")
    q.fixed[unit(q, "112bm-1")] = 1
    moving(q, PCE, 5, "ascanio", *men)
    play(q, "assault:E")
    fight(q, "add")
    dice(q, 1, 2, 1)
    play(q, "retire", "to:D")
    assert where(q, "ascanio") == "eliminated"
    assert q.choices() == {}


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


@pytest.mark.rule("7.1.6h")
def test_a_defending_leader_who_was_hit_leads_no_further_round() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "gutierrez", "pineroa")
    play(p, "assault:E", "leader:gutierrez", "deduct")
    dice(p, 2, 1, 4)                     # the defender's 1; Gutierrez lives
    play(p, "again")
    assert offered(p) == ["leader:pineroa"]


@pytest.mark.rule("7.1.6h")
def test_a_command_stack_whose_leader_is_out_ends_even_if_it_has_won() -> None:
    men = [f"18bm-{n}" for n in range(1, 6)]
    for lead, place in (("ascanio", "E"), ("ascanio", "E1")):
        p = empty()
        put(p, "E", lead, *men)
        put(p, place, "112bm-1")
        p.fixed[unit(p, "112bm-1")] = 1
        put(p, "D", "112bm-8")
        moving(p, PCE, 5, lead, *men)
        play(p, f"assault:{place}")
        fight(p)
        dice(p, 1, 2)                    # 1 + 5 hits, and the 1 strikes Ascanio
        dice(p, 1, 1)                    # he lives, the 112BM is loyal
        if place == "E1":
            dice(p, 1)
        play(p, "retire", "to:D")
        if place == "E1":
            assert "go:E1" not in offered(p)     # five are too many for the compound
            play(p, "pass")
        assert where(p, "112bm-1") == "D"
        assert p.choices() == {}
    q = empty()                          # another leader of the stack: it goes on
    put(q, "E", "ascanio", *men, "112bm-1")
    up(q, "E", "conesa")
    q.fixed[unit(q, "112bm-1")] = 1
    put(q, "D", "112bm-8")
    moving(q, PCE, 5, "ascanio", *men, "conesa")
    play(q, "assault:E", "lead:18bm-1", "leader:conesa", "deduct")
    dice(q, 1, 2, 1, 1)
    play(q, "retire", "to:D")
    assert question(q) == "Acting"


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
    assert offered(p) == ["go:E1", "drop:18bm-1", "drop:18bm-2", "pass"]
    play(p, "go:E1")
    assert where(p, "18bm-1") == where(p, "18bm-2") == "E1"
    q = empty()                          # from the other end of the route, also into its square
    put(q, "D", "18bm-1", "18bm-2")
    put(q, "E1", "mera")
    moving(q, PCE, 5, "18bm-1", "18bm-2")
    play(q, "assault:E1")
    dice(q, 6)                           # Mera does not survive
    dice(q, 1)
    assert args(q, "go") == ["E1", "E"]


@pytest.mark.rule("4.5.2a", "7.1.6e")
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
    for die, step in ((2, "FollowOn"), (3, "WithdrawUnit")):             # another formation: one more on the die
        r = in_e(("18bm-1", "18bm-2"), ("112bm-1", "70bm-1"))
        play(r, "assault:E", "lead:18bm-1", "lead:112bm-1", "deduct")
        dice(r, 6, 2, 1)
        play(r, "replace:70bm-1")
        dice(r, die)
        assert question(r) == step


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


@pytest.mark.rule("7.1.5b")
def test_the_ammunition_line_pays_for_its_way_and_passes_no_contested_square() -> None:
    p = empty()
    start = space(p, "TORREJON")
    assert ammo_reach(p, PCE, start, 2, False)           # Carabana, then a reserves square
    put(p, "CARABANA", "g-1", "5carab-1")
    put(p, "ALCALA", "g-2", "5carab-2")
    assert not ammo_reach(p, PCE, start, 3, False)
    q = empty()                          # from the fourth downtown square on each costs a point (14.a)
    hold(q, PCE, "J2")
    assert ammo_reach(q, PCE, space(q, "F"), 0, False)
    assert not ammo_reach(q, PCE, space(q, "E"), 0, False)
    assert ammo_reach(q, PCE, space(q, "E"), 1, False)
    assert not ammo_reach(q, PCE, space(q, "CANILLEJAS"), 2, False)
    r = empty()                          # a reserves square in enemy hands has nothing to give
    assert ammo_reach(r, PCE, space(r, "CHAMARTIN"), 3, False)
    for n, name in enumerate(("RES_8D", "RES_7D", "RES_I", "RES_4D"), 1):
        put(r, name, f"112bm-{n}")
    assert not ammo_reach(r, PCE, space(r, "CHAMARTIN"), 3, False)
