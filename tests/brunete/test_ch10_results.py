"""[crt.*, 10.3.6, 10.1j-n] What the combat table does: every cell end to end, tank marks, who takes the losses."""
from __future__ import annotations

import re
from typing import Any

import pytest

from frente.games.brunete.rules.ch06_reinforcements import arrive
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import AWAITED, AWAY, FINAL, OFF_MAP, RECOVERABLE, RESERVE, UNSUPPLIED, Brunete
from tests.brunete.fight import AROUND, TARGET, aftermath_of, anyhow, column, declare, elsewhere, fight, over, quietly
from tests.brunete.lay import asked, at, box, drill, offered, play, put, rules, unit, units

EIGHTS = ("r-16-1", "r-16-2", "r-3-1", "r-3-2", "r-68-1", "r-68-2")    # regular, CF 8, one division

# The table of the rulebook, by column: die 1 to 6.
CRT = {
    "1/2": ("2*/-", "2*/-", "1^/-", "1/-", "2/1", "1/1"),
    "1/1": ("2*/-", "1*/-", "1^/-", "2/1", "1/1", "1/1"),
    "1.5/1": ("1*/-", "1*/-", "2^/1", "1/1", "1/1", "1/R"),
    "2/1": ("1*/-", "2^/1", "1/1", "1/1", "1/R", "-/R"),
    "3/1": ("2*/1", "1^/1", "1/1", "1/R", "-/R", "1/1R"),
    "4/1": ("1*/1", "1^/1", "1/R", "-/R", "1/1R", "-/1R"),
    "5/1": ("1*/1", "1/R", "-/R", "1/1R", "-/1R", "-/2R"),
    "6/1": ("-^/R", "1/1R", "-/1R", "-/2R", "-/2R", "-/3R"),
}
# By column: attackers of CF 8, steps of the second one, and whether the two defenders (7 + 7) are halved to 3 + 3.
# A tank and a hill make up for each other, so that the base column is the final one.
FORCES = {
    "1/2": (2, 1, False), "1/1": (2, 2, False), "1.5/1": (3, 2, False), "2/1": (4, 2, False),
    "3/1": (6, 2, False), "4/1": (3, 2, True), "5/1": (4, 2, True), "6/1": (5, 2, True)}
CELLS = [(name, die, text) for name, cells in CRT.items() for die, text in enumerate(cells, 1)]
DEFENDERS = ("n-13-7", "n-13-9")


def table_combat(name: str, tank: bool = True, **options: Any) -> Brunete:
    """An attack whose final column is *name*, up to the die."""
    n, second, halved = FORCES[name]
    p = elsewhere(drill(hills=[TARGET] if tank else [], turn=4, **options))
    for u in DEFENDERS:
        put(p, u, TARGET, state=UNSUPPLIED if halved else 0)
    for i in range(n):
        put(p, EIGHTS[i], AROUND[i // 2], steps=second if i == 1 else 2)
    names = list(EIGHTS[:n])
    if tank:
        put(p, "r-tk18-1", AROUND[0])
        names.append("r-tk18-1")
    quietly(declare(p, *names))
    assert column(p) == name
    return p


def steps(p: Brunete, names: tuple[str, ...]) -> int:
    return sum(p.steps[unit(p, u)] for u in names)


def read(text: str) -> tuple[int, str, int, str]:
    """Attacker loss, mark, defender loss, and "green", "black" or "" for the retreat (R1)."""
    found = re.fullmatch(r"(-|\d)([*^]?)/(-|\d?)(R?)", text)
    assert found
    own, mark, other, r = found.groups()
    colour = "" if not r else "black" if other.isdigit() else "green"
    return int(own.replace("-", "0")), mark, int(other.replace("-", "0") or 0), colour


@pytest.mark.rule("crt.1-2", "crt.1-1", "crt.1.5-1", "crt.2-1", "crt.3-1", "crt.4-1", "crt.5-1", "crt.6-1")
@pytest.mark.rule("10.3.6a", "10.3.6b", "10.2.8")
@pytest.mark.parametrize("name, die, text", CELLS)
def test_x17_every_cell_of_the_table_does_what_it_says(name: str, die: int, text: str):
    own, mark, other, retreat = read(text)
    p = table_combat(name)
    attackers = EIGHTS[:FORCES[name][0]]
    before = steps(p, attackers), steps(p, DEFENDERS)
    play(p, f"die:{die}")
    anyhow(p, "stubborn", "hex:2010", "pass")        # the losses, up to retreat or advance
    assert before[0] - steps(p, attackers) == own
    assert before[1] - steps(p, DEFENDERS) == other
    tank = unit(p, "r-tk18-1")
    assert p.hex[tank] == (RECOVERABLE if mark == "*" else AWAY if mark == "^" else at(p, AROUND[0]))
    assert ("stubborn" in offered(p)) == (retreat == "green"), "only a green R may be met by a stubborn defence"
    if retreat == "green":
        play(p, "pass")
    anyhow(p, "hex:0806")
    left = [p.hex[unit(p, u)] for u in DEFENDERS if p.steps[unit(p, u)]]
    far = {"": 0, "green": 1, "black": 2}[retreat]
    assert left, "there is somebody left to see"
    assert {p.board.distance(h, at(p, TARGET)) for h in left} == {far}


@pytest.mark.rule("10.3.6a")
def test_the_two_figures_are_steps_of_attacker_and_defender():
    p = table_combat("1/2", tank=False)              # 12 against 14
    play(p, "die:5")                                 # 2/1
    assert p.steps[unit(p, "r-16-1")] == 1
    assert p.hex[unit(p, "r-16-2")] == RECOVERABLE, "one step from each"
    assert (asked(p), units(offered(p))) == ([NAT], ["n-13-7", "n-13-9"])
    play(p, "unit:n-13-7")
    assert over(p)
    q = play(table_combat("1/2", tank=False), "die:4")                 # 1/-
    assert (steps(q, DEFENDERS), steps(q, EIGHTS[:2])) == (4, 2)
    assert over(q)


@pytest.mark.rule("10.3.6b", "10.4.1a", "10.4.1d")
@pytest.mark.parametrize("name, die", [("2/1", 6), ("3/1", 5), ("4/1", 4), ("5/1", 3), ("6/1", 1)])
def test_by_option_a_bare_r_without_attacker_loss_is_black(name: str, die: int):
    for option, word, far in (("green", "stubborn", 1), ("black", "", 2)):
        p = table_combat(name, bare_dash_R=option)
        play(p, f"die:{die}")
        assert ("stubborn" in offered(p)) == bool(word)
        if word:
            play(p, "pass")
        anyhow(p, "hex:0806")
        assert {p.board.distance(p.hex[unit(p, u)], at(p, TARGET)) for u in DEFENDERS} == {far}


@pytest.mark.rule("10.3.6b")
@pytest.mark.parametrize("name, die", [("1.5/1", 6), ("2/1", 5), ("3/1", 4), ("4/1", 3), ("5/1", 2)])
def test_the_option_leaves_a_bare_r_with_attacker_loss_green(name: str, die: int):
    p = table_combat(name, bare_dash_R="black")
    play(p, f"die:{die}")
    anyhow(p, "stubborn", "hex:0806")
    assert "stubborn" in offered(p)


# -- tank marks


@pytest.mark.rule("10.3.6c")
def test_x18_an_asterisk_costs_the_attacking_tank_besides_the_steps():
    p = drill(hills=[TARGET], turn=4)
    put(p, "n-13-7", TARGET)                         # 7, halved: 3
    p.mark(unit(p, "n-13-7"), UNSUPPLIED)
    put(p, "r-16-1", "2008", steps=2)
    put(p, "r-16-2", "2008", steps=1)                # 12/3 is 4/1
    put(p, "r-tk18-1", "2008")
    fight(p, 1, "r-16-1", "r-16-2", "r-tk18-1")      # 4/1 die 1: 1*/1
    assert steps(p, ("r-16-1", "r-16-2")) == 2
    assert p.hex[unit(p, "r-tk18-1")] == RECOVERABLE
    assert p.steps[unit(p, "n-13-7")] == 1


@pytest.mark.rule("10.3.6c", "10.1k")
def test_x18_two_losses_on_two_infantry_units_leave_the_tank_to_the_asterisk():
    p = aftermath_of(tank_stack(), ["r-16-1", "r-16-2", "r-tk18-1"], ["n-13-7"], losses=(2, 1), mark="*")
    play(p, "unit:r-16-2")
    assert (p.steps[unit(p, "r-16-1")], p.steps[unit(p, "r-16-2")]) == (1, 1)
    assert p.hex[unit(p, "r-tk18-1")] == RECOVERABLE
    assert p.steps[unit(p, "n-13-7")] == 1


@pytest.mark.rule("10.3.6c", "10.1k")
def test_x18_with_one_infantry_unit_the_tank_takes_the_second_loss_and_the_asterisk_finds_none():
    p = aftermath_of(tank_stack(), ["r-16-1", "r-tk18-1"], ["n-13-7"], losses=(2, 1), mark="*")
    assert p.steps[unit(p, "r-16-1")] == 1, "the infantry survives reduced"
    assert p.hex[unit(p, "r-tk18-1")] == RECOVERABLE
    assert [p.hex[unit(p, f"r-tkarmy-{n}")] for n in (1, 2, 3)].count(AWAITED) == 1, "one tank lost, one called up"


def tank_stack() -> Brunete:
    """An infantry brigade and a tank in 2008, a Nationalist battalion in 2009, three Army tanks in reserve."""
    p = elsewhere(drill(turn=4))
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    put(p, "r-tk18-1", "2008")
    put(p, "r-tk18-2", "2108")                       # takes no part
    put(p, "n-13-7", TARGET)
    for n in (1, 2, 3):
        box(p, f"r-tkarmy-{n}", RESERVE)
    return p


@pytest.mark.rule("10.3.6c", "10.3.6d")
@pytest.mark.parametrize("mark", ["*", "^", ""])
def test_marks_touch_only_a_tank_that_takes_part_in_the_attack(mark: str):
    p = tank_stack()
    put(p, "n-tank-1", TARGET)
    aftermath_of(p, ["r-16-1", "r-16-2"], ["n-13-7", "n-tank-1"], losses=(1, 1), mark=mark)
    anyhow(p)
    assert p.hex[unit(p, "r-tk18-1")] == at(p, "2008"), "in the same hex, but not in the attack"
    assert p.hex[unit(p, "r-tk18-2")] == at(p, "2108")
    assert p.hex[unit(p, "n-tank-1")] == at(p, TARGET), "never a tank of the defender"


@pytest.mark.rule("10.3.6d")
def test_x18_a_caret_sends_the_tank_away_for_three_turns():
    p = aftermath_of(tank_stack(), ["r-16-1", "r-tk18-1"], ["n-13-7"], mark="^", retreat=1)
    tank = unit(p, "r-tk18-1")
    assert (p.hex[tank], p.due[tank], p.steps[tank]) == (AWAY, 7, 1)
    assert [p.hex[unit(p, f"r-tkarmy-{n}")] for n in (1, 2, 3)] == [RESERVE] * 3, "not a casualty (R39)"
    for turn in (5, 6):
        p.turn = turn
        arrive(p, REP)
        assert p.hex[tank] == AWAY
    p.turn = 7
    arrive(p, REP)
    assert p.hex[tank] == OFF_MAP, "a reinforcement of turn 7"


@pytest.mark.rule("10.3.6c", "10.3.6d")
@pytest.mark.parametrize("mark, where", [("*", FINAL), ("^", AWAY)])
def test_marks_work_on_nationalist_tanks_alike(mark: str, where: int):
    p = drill(turn=9)
    put(p, "r-16-1", TARGET)
    put(p, "n-13-7", "2010")
    put(p, "n-tank-1", "2010")
    aftermath_of(p, ["n-13-7", "n-tank-1"], ["r-16-1"], mark=mark, side=NAT, losses=(1, 0))
    assert p.hex[unit(p, "n-tank-1")] == where


# -- who takes the losses


def losers(p: Brunete) -> list[str]:
    return units(offered(p))


def crowd() -> Brunete:
    """Republican attackers of all kinds around 2009, Nationalist defenders in it."""
    p = elsewhere(drill())
    put(p, "r-10-1", "2008")                         # elite, two steps
    put(p, "r-10-2", "2008", steps=1)                # elite, one step
    put(p, "r-101-1", "2108")                        # regular, two steps
    put(p, "r-101-2", "2108", steps=1)               # regular, one step
    put(p, "r-tk5-1", "2108")
    put(p, "n-13-2", TARGET)                         # elite
    put(p, "n-13-7", TARGET)                         # regular
    put(p, "n-gar-1", TARGET)
    return p


@pytest.mark.rule("10.1j")
def test_each_owner_chooses_which_of_his_units_take_the_losses():
    p = aftermath_of(crowd(), ["r-10-1", "r-101-1"], ["n-13-2", "n-13-7", "n-gar-1"], losses=(1, 1))
    assert (asked(p), losers(p)) == ([REP], ["r-10-1", "r-101-1"])
    play(p, "unit:r-101-1")
    assert (asked(p), losers(p)) == ([NAT], ["n-13-2", "n-13-7"])
    assert rules(p, "unit:r-10-1") == ["10.1j"], "not the enemy's"
    play(p, "unit:n-13-2")
    assert [p.steps[unit(p, u)] for u in ("r-10-1", "r-101-1", "n-13-2", "n-13-7")] == [2, 1, 1, 2]


@pytest.mark.rule("10.1j")
def test_a_unit_that_took_no_part_takes_no_loss():
    p = aftermath_of(crowd(), ["r-10-1", "r-101-1"], ["n-13-2", "n-13-7"], losses=(1, 0))
    assert "unit:r-101-2" not in offered(p)
    assert rules(p, "unit:r-101-2") == ["10.1j"]


@pytest.mark.rule("10.1k")
def test_losses_are_spread_before_any_unit_takes_a_second_one():
    p = aftermath_of(crowd(), ["r-10-1", "r-101-1"], ["n-13-7"], losses=(2, 0))
    play(p, "unit:r-10-1")
    assert (p.steps[unit(p, "r-10-1")], p.steps[unit(p, "r-101-1")]) == (1, 1), "the second had to fall on the other"
    q = aftermath_of(crowd(), ["r-10-1", "r-101-1", "r-101-2"], ["n-13-7"], losses=(3, 0))
    play(q, "unit:r-10-1")
    assert [q.steps[unit(q, u)] for u in ("r-10-1", "r-101-1", "r-101-2")] == [1, 1, 0]


@pytest.mark.rule("10.1k")
def test_when_all_have_lost_a_step_the_next_loss_falls_on_any_of_them():
    p = aftermath_of(crowd(), ["r-10-1"], ["n-13-2", "n-13-7"], losses=(0, 3))
    assert losers(p) == ["n-13-2", "n-13-7"]
    play(p, "unit:n-13-2")
    assert losers(p) == ["n-13-2", "n-13-7"], "both have lost one: free again"
    play(p, "unit:n-13-7")
    assert (p.steps[unit(p, "n-13-2")], p.steps[unit(p, "n-13-7")]) == (1, 0)


@pytest.mark.rule("10.1k")
def test_a_second_loss_of_the_same_unit_is_refused_while_another_is_whole():
    p = crowd()
    put(p, "r-xv-3", "2109")
    aftermath_of(p, ["r-10-1", "r-101-1", "r-xv-3"], ["n-13-7"], losses=(2, 0))
    play(p, "unit:r-10-1")
    assert losers(p) == ["r-101-1", "r-xv-3"]
    assert rules(p, "unit:r-10-1") == ["10.1k"]


@pytest.mark.rule("10.1l", "10.3.1d")
def test_the_first_loss_after_the_bonus_falls_on_elite_the_full_before_the_reduced():
    p = crowd()
    put(p, "r-1-1", "2109")                          # a second full elite unit, to make it a choice
    aftermath_of(p, ["r-10-1", "r-10-2", "r-101-1", "r-1-1"], ["n-13-7"], losses=(2, 0), bonus=(True, False))
    assert losers(p) == ["r-1-1", "r-10-1"]
    assert rules(p, "unit:r-101-1") == ["10.1l"]
    assert rules(p, "unit:r-10-2") == ["10.1l"], "a reduced elite unit comes after the full ones"
    play(p, "unit:r-10-1")
    assert losers(p) == ["r-1-1", "r-101-1"], "only the first loss is bound; then full units of either quality"


@pytest.mark.rule("10.1l")
def test_x19_with_the_bonus_a_reduced_elite_unit_goes_before_a_full_regular_one():
    p = aftermath_of(crowd(), ["r-10-2", "r-101-1"], ["n-13-7"], losses=(1, 0), bonus=(True, False))
    assert p.hex[unit(p, "r-10-2")] == RECOVERABLE
    assert p.steps[unit(p, "r-101-1")] == 2
    q = aftermath_of(crowd(), ["r-10-1", "r-10-2"], ["n-13-7"], losses=(1, 0), bonus=(True, False))
    assert (q.steps[unit(q, "r-10-1")], q.steps[unit(q, "r-10-2")]) == (1, 1), "of two elite units the full one"


@pytest.mark.rule("10.1m")
def test_x19_without_the_bonus_a_full_unit_takes_the_loss_whatever_its_quality():
    p = aftermath_of(crowd(), ["r-10-1", "r-10-2", "r-101-1", "r-101-2", "r-tk5-1"], ["n-13-7"], losses=(1, 0))
    assert losers(p) == ["r-10-1", "r-101-1"]
    assert rules(p, "unit:r-101-2") == ["10.1m"]
    assert rules(p, "unit:r-tk5-1") == ["10.1m"], "nor the tank with its one step"
    q = aftermath_of(crowd(), ["r-10-2", "r-101-2"], ["n-13-7"], losses=(1, 0))
    assert losers(q) == ["r-10-2", "r-101-2"], "among reduced units the owner chooses"
    r = aftermath_of(crowd(), ["r-10-1", "r-101-2"], ["n-13-7"], losses=(2, 0))
    assert (r.steps[unit(r, "r-10-1")], r.steps[unit(r, "r-101-2")]) == (1, 0), "first the full one, then the other"


@pytest.mark.rule("10.1m")
def test_a_garrison_counts_as_a_one_step_unit():
    p = aftermath_of(crowd(), ["r-10-1"], ["n-13-7", "n-gar-1"], losses=(0, 1))
    assert p.steps[unit(p, "n-13-7")] == 1
    q = crowd()
    put(q, "n-13-7", TARGET, steps=1)
    aftermath_of(q, ["r-10-1"], ["n-13-7", "n-gar-1"], losses=(0, 1))
    assert losers(q) == ["n-13-7", "n-gar-1"]


@pytest.mark.rule("10.1j")
def test_losses_beyond_the_steps_there_are_do_not_count():
    p = crowd()
    put(p, "n-13-7", TARGET, steps=1)
    p.box(unit(p, "n-13-2"), RECOVERABLE)
    p.box(unit(p, "n-gar-1"), FINAL)
    aftermath_of(p, ["r-10-1"], ["n-13-7"], losses=(0, 3))
    assert p.hex[unit(p, "n-13-7")] == RECOVERABLE
    assert units(offered(p)) == ["r-10-1"], "straight on to the advance"


@pytest.mark.rule("10.1n")
@pytest.mark.parametrize("name, where", [
    ("r-16-1", RECOVERABLE), ("r-10-1", RECOVERABLE), ("r-tk5-1", RECOVERABLE), ("r-tkarmy-1", RECOVERABLE),
    ("r-cav5", FINAL), ("n-13-7", RECOVERABLE), ("n-13-2", RECOVERABLE), ("n-tank-1", FINAL), ("n-cav-1", FINAL),
    ("n-gar-1", FINAL), ("n-t26", FINAL),
])
def test_eliminated_units_go_to_the_box_of_their_kind(name: str, where: int):
    p = drill()
    u = put(p, name, TARGET, steps=1)
    foe = "n-13-9" if p.board.side[u] == REP else "r-3-1"
    put(p, foe, "2008")
    aftermath_of(p, [foe], [name], losses=(0, 1), side=1 - p.board.side[u])
    assert p.hex[u] == where
    assert p.steps[u] == 0
    assert p.state[u] == 0, "it leaves its markers behind"


# -- 6.2g: the Army's tanks


@pytest.mark.rule("6.2g")
def test_the_first_three_t26_lost_each_call_an_army_tank_for_the_next_turn():
    p = drill(turn=4)
    army = [box(p, f"r-tkarmy-{n}", RESERVE) for n in (1, 2, 3)]
    for i, name in enumerate(("r-tk5-1", "r-tk5-2", "r-tk18-1", "r-tk18-2")):
        u = put(p, name, "2008")
        p.turn = 4 + i
        p.lose_step(u, "10.1j")
        assert p.hex[u] == RECOVERABLE
        called = [(p.hex[v], p.due[v]) for v in army]
        assert called == [(AWAITED, 5 + k) for k in range(min(i + 1, 3))] + [(RESERVE, p.due[army[2]])] * (2 - i)
    assert [p.due[v] for v in army] == [5, 6, 7], "the fourth loss finds none left (X5)"


@pytest.mark.rule("6.2g")
def test_an_army_tank_lost_before_all_are_called_counts_as_a_t26_and_others_do_not():
    p = drill(turn=4)
    army = [box(p, f"r-tkarmy-{n}", RESERVE) for n in (1, 2)]
    for name in ("n-tank-1", "n-t26", "r-cav5", "r-16-1", "n-gar-1"):
        p.eliminate(put(p, name, "2008"))
    assert [p.hex[v] for v in army] == [RESERVE, RESERVE], "only Republican tanks call them"
    p.eliminate(put(p, "r-tkarmy-3", "2008"))
    assert [p.hex[v] for v in army] == [AWAITED, RESERVE]
