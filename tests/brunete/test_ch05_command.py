"""[5, 11.4] Command points and resources."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch05_command import Replacement, Resources
from frente.games.brunete.rules.ch07_madrid import Madrid
from frente.games.brunete.rules.ch08_aviation import Aviation, Maintenance
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.state.board import NAT, REP, RESOURCES
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import FINAL, OFF_MAP, RECOVERABLE, UNSUPPLIED, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.fight import attack, declare, quietly
from tests.brunete.lay import asked, before, box, drill, offered, play, put, rules, run, start, told, unit

PLUS, REGULAR, ELITE, REROLL, MINUS, PLANES = range(6)


def segment(rep: list[int], nat: list[int], turn: int = 9, initiative: int = NAT, **options: Any) -> Brunete:
    """The resource segment, with these kinds held."""
    p = drill(turn=turn, **options)
    p.resources = [rep, nat]
    p.initiative = initiative
    put(p, "r-16-1", "2010", steps=1)                        # a regular and an elite unit in need on either side
    put(p, "r-xiii-1", "2012", steps=1)
    put(p, "n-13-1", "2610", steps=1)
    put(p, "n-13-2", "2612", steps=1)
    return run(p, Resources())


def skirmish(cp: int = 3) -> Brunete:
    """One Republican beside one Nationalist, supports on both sides."""
    p = drill()
    put(p, "r-16-1", "2010")
    put(p, "n-13-1", "2009")
    p.cp = [cp, cp]
    p.art, p.avi = [3, 3], [3, 3]
    return p


# -- command points


@pytest.mark.rule("5.1a", "5.1b")
def test_three_command_points_a_turn_whatever_was_left_of_the_last() -> None:
    for left in ([0, 0], [3, 1], [4, 2]):
        p = drill(turn=5)
        p.cp = left
        put(p, "r-16-1", "2010", steps=1)
        run(p, before(Turn(), "UpdateMarkers"))
        assert asked(p) == [REP]
        assert p.cp == [3, 3]


@pytest.mark.rule("5.1a", "5.2e", "5.2i")
def test_a_resource_gives_a_command_point_or_takes_one_from_the_enemy() -> None:
    p = segment([PLUS], [PLANES])
    play(p, "rep resource:plus-cp", "nat pass")
    assert p.cp == [4, 3]
    p = segment([PLUS], [MINUS])
    play(p, "rep pass", "nat resource:minus-cp")
    assert p.cp == [2, 3]
    p = segment([PLUS], [MINUS])
    play(p, "rep resource:plus-cp", "nat resource:minus-cp")
    assert p.cp == [3, 3]
    p = segment([PLUS], [MINUS])
    play(p, "rep pass", "nat pass")
    assert p.cp == [3, 3]


@pytest.mark.rule("5.2i")
def test_command_points_do_not_fall_below_nothing() -> None:
    """R41"""
    p = segment([MINUS], [PLUS])
    p.cp = [3, 0]
    play(p, "rep resource:minus-cp", "nat pass")
    assert p.cp == [3, 0]


@pytest.mark.rule("5.1c")
@pytest.mark.parametrize(("name", "cost"), [("r-16-1", 1), ("r-xiii-1", 2)])
def test_command_points_buy_a_replacement(name: str, cost: int) -> None:
    p = drill()
    put(p, name, "2010", steps=1)
    run(p, Replacement(REP))
    play(p, f"replace:{name}")
    assert p.cp[REP] == 3 - cost
    assert p.steps[unit(p, name)] == 2
    p = drill()
    put(p, name, "2010", steps=1)
    p.cp = [cost - 1, 3]
    run(p, Replacement(REP))
    assert offered(p) == []                                  # too few points


@pytest.mark.rule("5.1d")
def test_a_command_point_coordinates_all_supports_of_one_combat() -> None:
    p = skirmish()
    declare(p, "r-16-1")
    play(p, "rep support:2a1v+cp", "nat support:0a0v")
    assert (attack(p).effective, p.cp) == ([3, 0], [2, 3])
    assert type(p.step()).__name__ == "CombatRoll"           # no coordination die
    p = skirmish()
    declare(p, "r-16-1")
    play(p, "rep support:2a1v", "nat support:0a0v")
    assert type(p.step()).__name__ == "Coordination"
    play(p, "die:2", "die:3", "die:6")
    assert (attack(p).effective, p.cp) == ([2, 0], [3, 3])


@pytest.mark.rule("5.1d")
def test_coordination_is_paid_for_combat_by_combat() -> None:
    p = skirmish()
    put(p, "r-3-1", "2610")
    put(p, "n-13-7", "2609")
    declare(p, "r-16-1")
    play(p, "rep support:1a0v+cp", "nat support:0a0v", "die:4")
    while type(p.step()).__name__ != "ChooseTarget":
        side = asked(p)[0]
        p.apply(side, p.choices()[side][-1])
    play(p, "hex:2609", "unit:r-3-1", "declare", "rep support:1a0v", "nat support:0a0v")
    assert type(p.step()).__name__ == "Coordination"


@pytest.mark.rule("5.1e")
def test_a_command_point_lets_units_of_two_divisions_attack_one_hex() -> None:
    p = drill()
    put(p, "n-13-1", "2009")
    put(p, "r-16-1", "2010")                                 # 34th Division
    put(p, "r-108-1", "1909")                                # 35th
    put(p, "r-108-2", "1909")
    p.cp = [1, 0]
    declare(p, "r-16-1", "r-108-1", "r-108-2")
    assert p.cp == [0, 0]                                    # one point, however many units
    p.cp = [0, 0]
    for u in p.board.of[REP]:
        p.state[u] = 0
    p.state[unit(p, "n-13-1")] = 0
    run(p, Combat(REP))
    play(p, "hex:2009", "unit:r-16-1")
    assert rules(p, "unit:r-108-1") == ["10.1f"]
    p.cp = [1, 0]
    run(p, Combat(REP))
    play(p, "hex:2009", "unit:r-108-1", "unit:r-108-2", "declare")
    assert p.cp == [1, 0]                                    # one division pays nothing


@pytest.mark.rule("5.1f")
def test_units_of_different_divisions_defend_together_for_nothing() -> None:
    p = drill()
    put(p, "n-13-1", "2009")
    put(p, "n-11-2", "2009")
    put(p, "r-16-1", "2010")
    p.cp = [0, 0]
    declare(p, "r-16-1")
    assert len(attack(p).defenders) == 2
    assert attack(p).base == 0                               # 8 to 14
    assert p.cp == [0, 0]


@pytest.mark.rule("5.1g")
def test_a_command_point_readies_all_used_aviation_without_a_roll() -> None:
    p = drill()
    p.avi, p.avi_used = [1, 0], [2, 1]
    run(p, Maintenance(REP))
    assert offered(p) == ["pay", "pass"]
    play(p, "pay")
    assert (p.avi, p.avi_used, p.cp) == ([3, 0], [0, 1], [2, 3])
    assert p.choices() == {}
    p.cp = [0, 0]
    run(p, Maintenance(NAT))
    assert asked(p) == [CHANCE]                              # without a point it has to roll
    p.avi_used = [0, 0]
    p.cp = [3, 3]
    run(p, Maintenance(REP))
    assert p.choices() == {}                                 # nothing to ready, nothing to pay


@pytest.mark.rule("5.1h")
def test_whether_a_command_point_backs_the_supports_is_hidden_until_both_have_chosen() -> None:
    p = skirmish()
    declare(p, "r-16-1")
    assert asked(p) == [REP, NAT]
    play(p, "rep support:1a0v+cp")
    assert GAME.view(p, REP).facts["support"] == {"republican": "1a0v+cp"}
    other = GAME.view(p, NAT)
    assert other.facts["support"] == {}
    assert other.facts["committed"] == ["republican"]
    assert {t["id"]: t["value"] for t in other.tracks if t["side"] == "republican"}["command"] == 3
    play(p, "nat support:0a0v+cp")                           # a bluff: paid for all the same (R45)
    assert p.cp == [2, 2]
    assert GAME.view(p, NAT).facts["support"] == {"republican": "1a0v+cp", "nationalist": "0a0v+cp"}
    q = skirmish(0)
    declare(q, "r-16-1")
    assert not any(word.endswith("+cp") for word in offered(q))
    assert rules(q, "rep support:1a0v+cp") == ["R45"]


# -- the resource markers


@pytest.mark.rule("5.2a", "12.1a")
def test_in_the_campaign_each_side_holds_one_of_each_of_the_six_resources() -> None:
    """R44"""
    p = start()
    while p.turn == 0:
        side = asked(p)[0]
        p.apply(side, p.choices()[side][0])
    assert p.resources == [[0, 1, 2, 3, 4, 5]] * 2
    assert sorted(RESOURCES) == sorted(set(RESOURCES))
    assert len(RESOURCES) == 6


@pytest.mark.rule("5.2a", "12.2b")
def test_in_the_offensive_each_side_draws_three_of_its_six_unseen() -> None:
    p = start("offensive")
    while asked(p) == [REP]:
        p.apply(REP, p.choices()[REP][0])
    assert sorted(offered(p)) == sorted(f"draw:{name}" for name in RESOURCES)
    play(p, "draw:reroll")
    assert "draw:reroll" not in offered(p)                   # drawn and not put back
    play(p, "draw:plus-cp", "draw:minus-cp", "draw:reroll", "draw:elite-replacement", "draw:minus-aviation")
    assert p.resources == [[PLUS, REROLL, MINUS], [ELITE, REROLL, PLANES]]
    assert p.turn == 1
    mine, theirs = GAME.view(p, REP).hands, GAME.view(p, NAT).hands
    assert mine["resources-republican"] == ["plus-cp", "reroll", "minus-cp"]
    assert (mine["resources-nationalist"], theirs["resources-republican"]) == (3, 3)
    p.turn = 3
    run(p, Resources())
    assert offered(p, REP) == ["resource:plus-cp", "resource:reroll", "resource:minus-cp", "pass"]
    assert rules(p, "rep resource:elite-replacement") == ["5.2k"]


@pytest.mark.rule("5.2b")
def test_a_side_plays_at_most_one_resource_a_turn_and_need_not_play_any() -> None:
    p = segment([PLUS, REROLL], [PLUS])
    assert "pass" in offered(p, REP)
    play(p, "rep resource:plus-cp")
    assert asked(p) == [NAT]                                 # one choice and no second
    play(p, "nat pass")
    assert p.resources == [[REROLL], [PLUS]]
    assert p.choices() == {}


@pytest.mark.rule("5.2b")
@pytest.mark.parametrize(("turn", "sides"), [(1, []), (2, [REP]), (3, [REP, NAT])])
def test_resources_may_be_played_from_turn_two_or_three(turn: int, sides: list[int]) -> None:
    p = segment([PLUS], [PLUS], turn, REP)
    assert asked(p) == sides


@pytest.mark.rule("5.2c")
def test_resources_are_chosen_in_secret_and_shown_together() -> None:
    p = segment([PLUS, MINUS], [PLUS, MINUS])
    events = told(p)
    assert asked(p) == [REP, NAT]                            # at the same time
    play(p, "rep resource:minus-cp")
    other = GAME.view(p, NAT)
    assert other.facts["picked"] == ["republican"]
    assert other.facts["pick"] == {}
    assert other.hands["resources-republican"] == 2
    assert GAME.view(p, REP).facts["pick"] == {"republican": "minus-cp"}
    assert p.cp == [3, 3]                                    # nothing happens before both have chosen
    assert events == []
    play(p, "nat resource:plus-cp")
    assert p.cp == [3, 3]                                    # 3 + 1 - 1
    assert [(e.key, e.facts["resource"]) for e in events] == [
        ("resource-played", "plus-cp"), ("resource-played", "minus-cp")]
    assert p.shown == [[MINUS], [PLUS]]


@pytest.mark.rule("5.2c")
@pytest.mark.parametrize("choice", ["nat resource:plus-cp", "nat pass"])
def test_once_both_choices_are_known_nobody_may_choose_again_even_if_nothing_was_played(choice: str) -> None:
    p = segment([PLUS], [PLUS])
    barrier = p.barrier
    play(p, "rep pass")
    assert p.barrier == barrier                              # nothing is shown yet
    play(p, choice)
    assert p.barrier > barrier


@pytest.mark.rule("11.4")
def test_played_solitaire_nothing_is_hidden() -> None:
    p = segment([PLUS, MINUS], [PLUS, MINUS], solitaire=True)
    play(p, "rep resource:minus-cp")
    view = GAME.view(p, NAT)
    assert view.facts["pick"] == {"republican": "minus-cp"}
    assert view.hands["resources-republican"] == ["plus-cp", "minus-cp"]
    for open_, shown in ((True, {"republican": "2a1v+cp"}), (False, {})):
        q = drill(solitaire=open_)
        put(q, "r-16-1", "2010")
        put(q, "n-13-1", "2009")
        q.art, q.avi = [3, 3], [3, 3]
        declare(q, "r-16-1")
        play(q, "rep support:2a1v+cp")
        assert GAME.view(q, NAT).facts["support"] == shown


@pytest.mark.rule("11.4")
def test_played_solitaire_the_drawn_objective_is_open() -> None:
    for open_, expected in ((True, ["3311"]), (False, 1)):
        p = drill(scenario="offensive", solitaire=open_)
        p.objective = 1
        run(p, Madrid())
        assert GAME.view(p, NAT).hands["objective"] == expected
        assert GAME.view(p, REP).hands["objective"] == ["3311"]
        assert GAME.view(p, None).hands["objective"] == 1    # a spectator is nobody's seat


@pytest.mark.rule("5.2d")
def test_if_both_show_a_replacement_the_side_with_the_initiative_assigns_first() -> None:
    for first in (REP, NAT):
        p = segment([REGULAR], [ELITE], initiative=first)
        play(p, "rep resource:regular-replacement", "nat resource:elite-replacement")
        assert asked(p) == [first]
        play(p, offered(p)[0])
        assert asked(p) == [1 - first]
    p = segment([REGULAR], [PLUS], initiative=NAT)
    play(p, "rep resource:regular-replacement", "nat resource:plus-cp")
    assert asked(p) == [REP]                                 # alone, he does not wait for anybody


@pytest.mark.rule("5.2f")
def test_a_regular_replacement_restores_a_regular_unit_for_nothing() -> None:
    p = segment([REGULAR], [PLUS])
    put(p, "r-16-2", "2014", steps=1, state=UNSUPPLIED)
    put(p, "r-3-1", "2016")
    box(p, "r-3-2", RECOVERABLE, steps=0)
    play(p, "rep resource:regular-replacement", "nat pass")
    assert offered(p) == ["replace:r-16-1"]
    assert rules(p, "replace:r-xiii-1") == ["R40"]           # elite
    assert rules(p, "replace:r-16-2") == ["3.9"]
    assert rules(p, "replace:r-3-1") == ["6.3e"]
    assert rules(p, "replace:r-3-2") == ["6.3g"]
    assert rules(p, "replace:n-13-1") == ["6.3a"]
    play(p, "replace:r-16-1")
    assert p.steps[unit(p, "r-16-1")] == 2
    assert p.cp == [3, 3]


@pytest.mark.rule("5.2g")
@pytest.mark.parametrize(("anyone", "takers"), [(False, ["replace:r-xiii-1"]),
                                                (True, ["replace:r-xiii-1", "replace:r-16-1"])])
def test_an_elite_replacement_restores_an_elite_unit_for_nothing(anyone: bool, takers: list[str]) -> None:
    """R40: by option it may go to a regular one."""
    p = segment([ELITE], [PLUS], elite_replacement_on_regular=anyone)
    play(p, "rep resource:elite-replacement", "nat pass")
    assert offered(p) == takers
    play(p, "replace:r-xiii-1")
    assert p.steps[unit(p, "r-xiii-1")] == 2
    assert p.cp == [3, 3]
    q = segment([REGULAR], [PLUS], elite_replacement_on_regular=anyone)
    play(q, "rep resource:regular-replacement", "nat pass")
    assert offered(q) == ["replace:r-16-1"]                  # never the other way round


@pytest.mark.rule("5.2f", "5.2g")
def test_a_replacement_that_nobody_can_take_is_lost() -> None:
    """R40"""
    p = segment([ELITE], [REGULAR])
    p.steps[unit(p, "r-xiii-1")] = 2
    p.mark(unit(p, "n-13-1"), UNSUPPLIED)
    play(p, "rep resource:elite-replacement", "nat resource:regular-replacement")
    assert p.choices() == {}
    assert p.resources == [[], []]
    assert p.steps[unit(p, "r-16-1")] == 1


@pytest.mark.rule("5.2f", "6.3d")
@pytest.mark.parametrize(("limited", "given"), [(False, True), (True, False)])
def test_a_resource_replacement_is_outside_the_limit_of_one_a_turn_unless_the_option_says_so(
        limited: bool, given: bool) -> None:
    """R40"""
    p = drill(turn=9, resource_replacement_in_limit=limited)
    p.initiative = NAT
    p.resources = [[REGULAR], []]
    put(p, "r-16-1", "2010", steps=1)
    put(p, "r-16-2", "2012", steps=1)
    run(p, before(Turn(), "UpdateMarkers"))
    play(p, "replace:r-16-1", "rep resource:regular-replacement")
    assert (type(p.step()).__name__ == "AssignReplacement") == given
    q = drill(turn=9, resource_replacement_in_limit=limited)
    q.initiative = NAT
    q.resources = [[REGULAR], []]
    put(q, "r-16-1", "2010", steps=1)
    run(q, before(Turn(), "UpdateMarkers"))
    play(q, "pass", "rep resource:regular-replacement")
    assert type(q.step()).__name__ == "AssignReplacement"    # nothing bought: it counts either way
    q.bought = [1, 1]                                        # nor does what was bought last turn count
    q.resources = [[REGULAR], []]
    run(q, before(Turn(), "UpdateMarkers"))
    play(q, "pass", "rep resource:regular-replacement")
    assert type(q.step()).__name__ == "AssignReplacement"


# -- reroll


def hand_reroll(p: Brunete, *sides: int) -> Brunete:
    for side in sides:
        p.reroll[side] = 1
    return p


@pytest.mark.rule("5.2h")
def test_playing_the_reroll_puts_it_in_force_for_this_turn_only() -> None:
    p = segment([REROLL], [PLUS])
    play(p, "rep resource:reroll", "nat pass")
    assert p.reroll == [1, 0]
    run(p, before(Turn(), "UpdateMarkers"))
    assert p.reroll == [0, 0]                                # R42: unused, it is lost


@pytest.mark.rule("5.2h")
@pytest.mark.parametrize("owner", [REP, NAT])
def test_a_reroll_replaces_one_combat_die_friendly_or_enemy(owner: int) -> None:
    p = hand_reroll(drill(), owner)
    put(p, "r-16-1", "2010")
    put(p, "n-13-1", "2009")
    declare(p, "r-16-1")
    quietly(p)
    p.cp = [0, 0]
    play(p, "die:1")
    assert asked(p) == [owner]
    assert offered(p) == ["reroll", "pass"]
    play(p, "reroll", "die:5")                               # 1/1 instead of 2*/-
    assert [p.steps[unit(p, name)] for name in ("r-16-1", "n-13-1")] == [1, 1]
    assert p.reroll == [0, 0]


@pytest.mark.rule("5.2h")
def test_a_reroll_may_be_kept_and_without_one_nothing_is_asked() -> None:
    p = hand_reroll(drill(), REP)
    put(p, "r-16-1", "2010")
    put(p, "n-13-1", "2009")
    quietly(declare(p, "r-16-1"))
    play(p, "die:5", "pass")
    assert [p.steps[unit(p, name)] for name in ("r-16-1", "n-13-1")] == [1, 1]
    assert p.reroll == [1, 0]
    q = drill()
    put(q, "r-16-1", "2010")
    put(q, "n-13-1", "2009")
    quietly(declare(q, "r-16-1"))
    play(q, "die:5")
    assert [q.steps[unit(q, name)] for name in ("r-16-1", "n-13-1")] == [1, 1]


@pytest.mark.rule("5.2h")
def test_a_reroll_replaces_a_bombardment_die_and_both_sides_may_use_theirs_on_it() -> None:
    """R42"""
    p = hand_reroll(drill(turn=9), REP, NAT)
    p.initiative = NAT
    target = put(p, "n-13-1", "2010")
    p.avi = [1, 0]
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-1", "die:6")
    assert asked(p) == [NAT]                                 # the side with the initiative first
    play(p, "reroll", "die:2")
    assert asked(p) == [REP]
    play(p, "reroll", "die:5")
    assert p.steps[target] == 1
    assert p.reroll == [0, 0]


@pytest.mark.rule("5.2h")
def test_a_side_content_with_the_combat_die_may_still_reroll_the_one_its_enemy_asked_for() -> None:
    p = hand_reroll(drill(), REP, NAT)
    put(p, "r-16-1", "2010")
    put(p, "n-13-1", "2009")
    quietly(declare(p, "r-16-1"))
    play(p, "die:5")
    play(p, "pass")                                          # the Republican has the initiative and likes his 5
    assert asked(p) == [NAT]
    play(p, "reroll", "die:1")
    assert (asked(p), offered(p)) == ([REP], ["reroll", "pass"])     # a new die, and his marker is still in force
    kept = p.clone()
    play(kept, "pass")
    assert [kept.steps[unit(p, name)] for name in ("r-16-1", "n-13-1")] == [0, 2]        # 2*/- stands
    assert kept.reroll == [1, 0]
    play(p, "reroll", "die:6")
    assert [p.steps[unit(p, name)] for name in ("r-16-1", "n-13-1")] == [1, 1]           # 1/1
    assert p.reroll == [0, 0]                                # nobody is asked a third time


@pytest.mark.rule("5.2h")
def test_a_side_content_with_the_bombardment_die_may_still_reroll_the_one_its_enemy_asked_for() -> None:
    p = hand_reroll(drill(turn=9), REP, NAT)
    p.initiative = NAT
    target = put(p, "n-13-1", "2010")
    p.avi = [1, 0]
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-1", "die:3", "pass")       # a miss is what the Nationalist wants
    assert asked(p) == [REP]
    play(p, "reroll", "die:4")
    assert (asked(p), offered(p)) == ([NAT], ["reroll", "pass"])
    play(p, "reroll", "die:2")
    assert p.steps[target] == 2
    assert p.reroll == [0, 0]


@pytest.mark.rule("5.2h")
def test_two_sides_content_with_a_die_are_asked_once_each() -> None:
    p = hand_reroll(drill(), REP, NAT)
    put(p, "r-16-1", "2010")
    put(p, "n-13-1", "2009")
    quietly(declare(p, "r-16-1"))
    play(p, "die:5", "rep pass", "nat pass")
    assert [p.steps[unit(p, name)] for name in ("r-16-1", "n-13-1")] == [1, 1]
    assert p.reroll == [1, 1]


@pytest.mark.rule("5.2h")
def test_other_dice_cannot_be_rerolled() -> None:
    """R42"""
    p = hand_reroll(skirmish(), REP, NAT)
    declare(p, "r-16-1")
    play(p, "rep support:1a0v", "nat support:0a0v", "die:1")
    assert type(p.step()).__name__ == "CombatRoll"           # after a coordination die nothing is asked
    q = hand_reroll(drill(), REP, NAT)
    run(q, Madrid())
    play(q, "die:3")
    assert q.choices() == {}
    q.avi_used, q.cp = [1, 0], [0, 0]
    run(q, Maintenance(REP))
    play(q, "die:1")
    assert q.choices() == {}
    assert q.reroll == [1, 1]


# -- the rest of the six


@pytest.mark.rule("5.2j")
def test_minus_aviation_sends_an_available_marker_of_the_enemy_to_the_used_ones() -> None:
    p = segment([PLANES], [PLUS])
    p.avi = [2, 2]
    play(p, "rep resource:minus-aviation", "nat pass")
    assert (p.avi, p.avi_used) == ([2, 1], [0, 1])           # it will be maintained like any other (R43)
    p = segment([PLANES], [PLUS])
    p.avi, p.avi_used = [2, 0], [0, 1]
    play(p, "rep resource:minus-aviation", "nat pass")
    assert (p.avi, p.avi_used) == ([2, 0], [0, 1])           # none available: no effect


@pytest.mark.rule("5.2k")
def test_a_played_resource_is_out_of_the_game() -> None:
    p = segment([PLUS, REROLL], [PLUS])
    play(p, "rep resource:plus-cp", "nat pass")
    p.turn += 1
    run(p, Resources())
    assert offered(p, REP) == ["resource:reroll", "pass"]
    assert offered(p, NAT) == ["resource:plus-cp", "pass"]   # what was not played is still there
    assert rules(p, "rep resource:plus-cp") == ["5.2k"]
    p = segment([REROLL], [])
    play(p, "rep resource:reroll")
    run(p, Resources())
    assert p.choices() == {}                                 # nothing left to ask about


def test_units_that_cannot_be_replaced_at_all_are_named_with_their_reason() -> None:
    p = segment([REGULAR], [PLUS])
    box(p, "r-68-1", OFF_MAP, steps=1)
    box(p, "r-68-2", FINAL, steps=0)
    play(p, "rep resource:regular-replacement", "nat pass")
    assert rules(p, "replace:r-68-1") == ["6.3g"]
    assert rules(p, "replace:r-68-2") == ["6.3g"]
