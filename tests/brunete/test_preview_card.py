"""The battle card: what it promises is what all the dice together give."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.show.preview import battle_card
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import Brunete
from tests.brunete.fight import TARGET, anyhow, declare, elsewhere, quietly
from tests.brunete.lay import at, drill, offered, play, put, run, unit


def drawn_up(attackers: dict[str, str], defenders: dict[str, int], towns: Sequence[str] = ()) -> Brunete:
    """An attack on the drill hex, all but rolled."""
    p = elsewhere(drill(towns=towns))
    for u, h in attackers.items():
        put(p, u, h)
    for u, steps in defenders.items():
        put(p, u, TARGET, steps=steps)
    return quietly(declare(p, *attackers))


@pytest.mark.parametrize("attackers", [
    {"r-16-1": "2008", "r-16-2": "2008", "r-tk18-1": "2008"},
    {"r-16-1": "2008", "r-tk18-1": "2008"},          # a second loss reaches the tank, and the * finds none
    {"r-16-1": "2008", "r-16-2": "2008"},
])
def test_the_expected_losses_of_the_card_are_those_of_the_six_dice(attackers: dict[str, str]) -> None:
    p = drawn_up(attackers, {"n-13-7": 2})
    marks = [r["mark"] for r in battle_card(p, REP)["row"]["results"]]
    assert "*" in marks
    lost = [0, 0]
    for die in range(1, 7):
        q = anyhow(play(p.clone(), f"die:{die}"), "hex:2010", "exit")     # before a retreat costs anything
        lost[0] += sum(p.steps[unit(p, u)] - q.steps[unit(q, u)] for u in attackers)
        lost[1] += 2 - q.steps[unit(q, "n-13-7")]
    row = battle_card(p, REP)["row"]
    assert (row["attacker-loss"], row["defender-loss"]) == (lost[0] / 6, lost[1] / 6)


@pytest.mark.parametrize("defenders", [
    {"n-13-7": 2}, {"n-13-7": 1}, {"n-13-7": 1, "n-13-9": 1}, {"n-13-7": 1, "n-13-2": 1}, {"n-13-2": 1},
    {"n-gar-1": 1}])
def test_the_chance_of_clearing_a_hex_counts_what_a_stubborn_defence_costs(defenders: dict[str, int]) -> None:
    attackers = {"r-16-1": "2008", "r-16-2": "2008", "r-3-1": "2108", "r-3-2": "2108"}
    p = drawn_up(attackers, defenders, towns=[TARGET])
    cleared = 0                          # of 36 pairs of dice
    stood = 0
    for die in range(1, 7):
        q = anyhow(play(p.clone(), f"die:{die}"), "stubborn")
        if "stubborn" not in offered(q):
            cleared += 6 * (q.holder(at(q, TARGET)) != NAT)
            continue
        for second in range(1, 7):
            r = anyhow(play(q.clone(), "stubborn", f"die:{second}"))
            cleared += r.holder(at(r, TARGET)) != NAT
            stood += r.holder(at(r, TARGET)) == NAT
    assert stood
    assert battle_card(p, REP)["row"]["cleared-if-stubborn"] == pytest.approx(cleared / 36)


@pytest.mark.parametrize(("cp", "shown"), [(1, "2/1"), (0, "1/1")])
def test_the_column_shown_for_a_target_is_one_that_can_be_had(cp: int, shown: str) -> None:
    p = drill()
    p.cp = [cp, 0]
    put(p, "r-16-1", "2008")             # 8 each, of two divisions
    put(p, "r-xv-3", "2108")
    put(p, "n-13-7", TARGET)             # 7
    run(p, Combat(REP))
    assert battle_card(p, REP)["targets"] == {TARGET: shown}


@pytest.mark.parametrize(("viewer", "columns"), [
    (REP, ["1/1", "3/1"]), (NAT, ["1.5/1", "5/1"]), (None, ["1/1", "5/1"])])
def test_the_range_of_columns_counts_ones_own_markers_and_what_the_enemy_may_have(
        viewer: int | None, columns: list[str]) -> None:
    p = drill()
    p.art, p.avi = [0, 1], [1, 0]
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    put(p, "n-13-7", TARGET)             # 16 to 7
    declare(p, "r-16-1", "r-16-2")
    card = battle_card(p, viewer)
    assert (card["column"], card["range"]) == ("2/1", columns)
