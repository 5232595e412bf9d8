"""[13] Combat: attacks, odds, headquarters."""
from __future__ import annotations

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch13_attack import gun_refusal
from frente.games.tscw.rules.ch13_odds import (
    attack_parts,
    column,
    defence_parts,
    raw_column,
    shift_parts,
    table_column,
    worth,
)
from frente.games.tscw.rules.ch13_results import Losses
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import (
    FOUGHT,
    OOS,
    SPENT,
)
from frente.kernel.flow import CHANCE
from tests.tscw.fight import shoot, somosierra
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    battle,
    dice,
    empty,
    fighting,
    flag,
    moving,
    now,
    offered,
    own,
    play,
    put,
    question,
    reasons,
    rules,
    run,
    unit,
    values,
    where,
)

# -- attacks


@pytest.mark.rule("13.1")
def test_combat_is_voluntary() -> None:
    p = fighting(somosierra(), NAT)
    assert offered(p) == ["attack:2812", "pass"]
    play(p, "pass")
    assert not p.choices()


@pytest.mark.rule("13.2")
def test_an_attack_is_on_one_hex_by_any_units_next_to_it() -> None:
    p = somosierra()
    put(p, "2811", "n-div71")
    put(p, "2810", "n-div74")
    fighting(p, NAT)
    play(p, "attack:2812")
    assert args(p, "unit") == ["n-div11", "n-div71"]
    assert reasons(p, "unit:n-div74") == [("13.2", "not-next-to-target")]
    assert rules(fighting(somosierra(), NAT), "attack:2712") == ["13.2"]


@pytest.mark.rule("13.3a")
def test_a_unit_takes_part_once_and_the_whole_hex_defends() -> None:
    p = somosierra()
    put(p, "2812", "r-div14", "r-mng")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11")
    assert rules(p, "unit:n-div11") == ["13.3a"]
    play(p, "go")
    assert len(now(p).foes) == 3
    assert worth(defence_parts(p, now(p))) == 11 + 5 + 2


@pytest.mark.rule("13.3b")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    p = somosierra("n-div72", "n-div12")
    put(p, "2912", "r-div14")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "unit:n-div12", "go")
    shoot(p, 6)
    while question(p) != "ChooseTarget":
        play(p, "lose:n-div12" if "lose:n-div12" in offered(p) else offered(p)[0])
    assert "attack:2812" not in offered(p)
    assert rules(p, "attack:2812") == ["13.3b"]
    play(p, "attack:2912")
    assert args(p, "unit") == ["n-div72"]
    assert rules(p, "unit:n-div11") == ["13.3b"]
    assert p.state[unit(p, "n-div11")] & FOUGHT


@pytest.mark.rule("13.4")
def test_attacks_are_resolved_one_after_another_in_any_order() -> None:
    p = somosierra("n-div72")
    put(p, "2912", "r-div14")
    fighting(p, NAT)
    assert args(p, "attack") == ["2812", "2912"]
    play(p, "attack:2912", "unit:n-div72", "go")
    assert not any(w.startswith("attack") for w in offered(p))
    shoot(p, 2)
    while question(p) != "ChooseTarget":
        play(p, offered(p)[0])
    assert args(p, "attack") == ["2812"]


@pytest.mark.rule("13.5")
def test_stacked_units_may_attack_different_hexes_or_not_at_all() -> None:
    p = somosierra("n-div72", "n-div73")
    put(p, "2912", "r-div14")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go")
    shoot(p, 2)
    while question(p) != "ChooseTarget":
        play(p, offered(p)[0])
    play(p, "attack:2912", "unit:n-div72")
    assert "go" in offered(p)
    assert "unit:n-div73" in offered(p)


@pytest.mark.rule("13.6")
def test_only_the_top_of_an_enemy_stack_is_seen_before_the_odds_and_then_there_is_no_way_back() -> None:
    p = somosierra()
    put(p, "2812", "r-div14")
    fighting(p, NAT)
    at = {x["id"]: x["at"] for x in GAME.view(p, NAT).pieces}
    assert (at["r-div11"], at["r-div14"]) == ("2812", "covered")
    play(p, "attack:2812", "unit:n-div11")
    assert GAME.card(p, NAT)["sight"] == "top-only"
    barrier = p.barrier
    play(p, "go")
    assert p.barrier > barrier
    at = {x["id"]: x["at"] for x in GAME.view(p, NAT).pieces}
    assert at["r-div14"] == "2812"
    assert "pass" not in offered(p) or question(p) != "ChooseTarget"


# -- odds


@pytest.mark.rule("13.7", "13.8")
@pytest.mark.parametrize(("attack", "defence", "name"), [
    (26, 7, "3:1"), (5, 6, "1:2"), (7, 7, "1:1"), (8, 7, "1:1"), (14, 7, "2:1"), (6, 7, "1:2"), (36, 5, "7:1")])
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, name: str) -> None:
    p = empty()
    assert p.board.columns[column(p, attack, defence, 0)] == name


@pytest.mark.rule("13.9", "13.7", "13.8", "13.11a")
def test_odds_beyond_the_table_are_resolved_at_its_ends() -> None:
    p = empty()
    assert raw_column(p, 1, 9) == -7
    assert p.board.columns[column(p, 1, 9, 0)] == "1:2"
    assert p.board.columns[column(p, 60, 4, 0)] == "7:1"
    assert p.board.columns[column(p, 60, 4, -3)] == "4:1", "capped first, then shifted"
    assert p.board.columns[column(empty(shift_before_cap=True), 60, 4, -3)] == "7:1"


@pytest.mark.rule("13.10a")
def test_a_result_is_read_as_steps_of_attacker_and_defender() -> None:
    b = empty().board
    assert b.crt[2][b.columns.index("2:1")] == (2, 1)
    assert b.crt[5][b.columns.index("7:1")] == (0, 4)
    p = empty(turn=15)
    own(p, NAT, "2819", "2818")
    put(p, "2919", "r-div60")
    put(p, "2819", "n-div11", "n-div12")
    fighting(p, NAT)
    play(p, "attack:2919", "unit:n-div11", "unit:n-div12", "go")
    assert p.board.columns[table_column(p, now(p))] == "2:1", "10 against 5"
    while CHANCE not in p.choices():
        play(p, "pass")
    dice(p, 2)
    assert question(p) == "TakeLosses"
    play(p, "lose:n-div11", "lose:n-div12")
    assert [p.steps[unit(p, n)] for n in ("n-div11", "n-div12", "r-div60")] == [1, 1, 1], "2/1"
    assert where(p, "r-div60") == "2919"


@pytest.mark.rule("13.10b")
def test_no_single_step_goes_before_every_full_unit_stacked_with_it_has_lost_one() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-div4", "r-bde4", "r-bde6")
    put(p, "2813", "r-bde18")
    run(p, Losses(REP, [unit(p, n) for n in ("r-div4", "r-bde4", "r-bde6", "r-bde18")], 2, False))
    assert args(p, "lose") == ["r-bde18", "r-div4"], "the protection works by hex"
    assert reasons(p, "lose:r-bde4") == [("13.10b", "two-steps-first")]
    play(p, "lose:r-div4")
    assert args(p, "lose") == ["r-bde18", "r-bde4", "r-bde6", "r-div4"]


@pytest.mark.rule("13.10c")
def test_the_attacker_takes_off_his_losses_first() -> None:
    p = somosierra("n-div12")
    put(p, "2812", "r-div14", "r-div34")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "unit:n-div12", "go")
    shoot(p, 6)
    assert question(p) == "TakeLosses"
    assert asked(p) == [NAT]
    while asked(p) == [NAT] and question(p) == "TakeLosses":
        play(p, offered(p)[0])
    assert asked(p) == [REP]


@pytest.mark.rule("13.11a")
def test_shifts_and_modifiers_add_up_and_are_fixed_before_the_die() -> None:
    p = somosierra("n-hq-n")
    f = battle(p, NAT, "2812", "n-div11", "n-hq-n")
    f.guns = unit(p, "n-hq-n")
    f.air = [unit(p, "g-lk1")]
    shifts = values(shift_parts(p, f))
    assert shifts == {"13.26a": -2, "13.12d": 1, "8.5": 1}
    names = [type(s).__name__ for s in f.steps()]
    assert names.index("Committed") < names.index("BattleDie") < names.index("BattleResult")


# -- headquarters


@pytest.mark.rule("13.12a")
def test_a_headquarters_adds_its_factor_only_with_a_unit_stacked_with_it() -> None:
    p = empty(turn=12)
    put(p, "2108", "r-hq-ext", "r-div38", "r-div69", "r-div70")
    put(p, "2008", "n-div34")
    f = battle(p, REP, "2008", "r-hq-ext", "r-div38", "r-div69", "r-div70")
    assert worth(attack_parts(p, f)) == 9
    assert worth(defence_parts(p, battle(p, NAT, "2108", "n-div34"))) == 15
    own(p, NAT, "2008")
    fighting(p, REP)
    play(p, "attack:2008")
    assert "unit:r-hq-ext" not in offered(p)
    assert rules(p, "unit:r-hq-ext") == ["13.12a"]
    play(p, "unit:r-div38", "unit:r-hq-ext")
    assert "go" in offered(p)


@pytest.mark.rule("13.12b")
def test_only_certain_headquarters_have_artillery() -> None:
    b = empty().board
    guns = [sorted(b.label[u] for u in b.guns[s]) for s in (REP, NAT)]
    assert guns == [["CEN", "EBR", "MNV"], ["C", "CTV", "GLC", "MRC", "N"]]
    p = somosierra("n-hq-arg")
    f = battle(p, NAT, "2812", "n-div11")
    assert gun_refusal(p, f, NAT, unit(p, "n-hq-arg"))[0] == "13.12b"


@pytest.mark.rule("13.12c", "13.12i", "13.12f")
def test_it_must_be_near_supplied_and_unspent_and_one_is_enough() -> None:
    p = somosierra("n-hq-n")
    f = battle(p, NAT, "2812", "n-div11")
    hq = unit(p, "n-hq-n")
    assert gun_refusal(p, f, NAT, hq) == ("", "")
    put(p, "3110", "n-hq-n")
    assert gun_refusal(p, f, NAT, hq)[0] == "13.12c"
    put(p, "2911", "n-hq-n")
    flag(p, OOS, "n-hq-n")
    assert gun_refusal(p, f, NAT, hq)[0] == "13.12i"
    p.state[hq] = SPENT
    assert gun_refusal(p, f, NAT, hq)[0] == "13.12f"
    run(p, Turn())
    assert not p.state[hq] & SPENT
    put(p, "2811", "n-hq-mrc")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go", "support:n-hq-n")
    assert question(p) != "AttackerGuns", "one headquarters a side"


@pytest.mark.rule("10.7", "13.12i")
def test_a_headquarters_cut_off_in_a_town_supports_a_defence_but_no_attack() -> None:
    def refused(place: str, side: int) -> str:
        p = empty(turn=15)
        put(p, place, "n-div50", "n-hq-c")
        put(p, "2618", "r-div11")
        flag(p, OOS, "n-hq-c")
        f = battle(p, REP, place, "r-div11") if side == REP else battle(p, NAT, "2618", "n-div50")
        return gun_refusal(p, f, NAT, unit(p, "n-hq-c"))[0]
    assert refused("2617", REP) == "", "Teruel"
    assert refused("2617", NAT) == "13.12i", "an attack from Teruel"
    assert refused("2717", REP) == "13.12i", "no town"


@pytest.mark.rule("13.12d")
def test_artillery_shifts_right_for_the_attacker_and_left_for_the_defender() -> None:
    p = somosierra("n-hq-n")
    f = battle(p, NAT, "2812", "n-div11")
    f.guns = unit(p, "n-hq-n")
    f.counter = unit(p, "r-hq-cen")
    assert [x[0] for x in shift_parts(p, f) if x[1] == "13.12d"] == [1, -1]


@pytest.mark.rule("13.12e")
def test_headquarters_are_committed_before_air_and_chits_the_attacker_first() -> None:
    names = [type(s).__name__ for s in battle(somosierra(), NAT, "2812", "n-div11").steps()]
    order = ["AttackerGuns", "DefenderGuns", "AttackerAir", "DefenderAir", "AttackerNaval", "DefenderNaval",
             "AttackerChits", "DefenderChits", "Committed", "BattleDie"]
    assert names[2:12] == order


@pytest.mark.rule("13.12g")
def test_a_headquarters_is_given_up_only_when_nothing_else_is_left() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-hq-cen", "r-bde4")
    run(p, Losses(REP, [unit(p, "r-hq-cen"), unit(p, "r-bde4")], 1, False))
    assert where(p, "r-bde4") == "deadpile"
    assert where(p, "r-hq-cen") == "2812"
    run(p, Losses(REP, [unit(p, "r-hq-cen")], 1, False))
    assert where(p, "r-hq-cen") == "deadpile"
    q = empty(turn=9)
    put(q, "2812", "r-hq-cen", "r-bde4", "r-bde6")
    run(q, Losses(REP, [unit(q, n) for n in ("r-hq-cen", "r-bde4", "r-bde6")], 1, False))
    assert rules(q, "lose:r-hq-cen") == ["13.12g"]


@pytest.mark.rule("13.12h")
def test_a_lone_headquarters_cannot_be_attacked_and_is_overrun() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-hq-cen")
    put(p, "2911", "n-div11", "n-hq-n")
    fighting(p, NAT)
    assert rules(p, "attack:2812") == ["R152"]
    moving(p, NAT)
    play(p, "unit:n-div11", "hex:2812")
    assert where(p, "r-hq-cen") == "deadpile"
    assert where(p, "n-div11") == "2812"
    q = empty(turn=9)
    put(q, "2812", "r-hq-cen")
    put(q, "2911", "n-hq-n")
    moving(q, NAT)
    play(q, "unit:n-hq-n")
    assert "hex:2812" not in offered(q), "only a combat unit does it"
