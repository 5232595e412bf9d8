"""[13.7-13.26, 15.3-15.7] The reckoning of a battle: each part alone, at its bound, and where it must not count."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch13_odds import (
    Attack,
    chit_drm,
    colonial,
    concentric,
    drm_parts,
    firsts,
    fort_counts,
    raw_column,
    ringed,
    rivers,
    share_of_rivers,
    shift_parts,
    short_of_ammunition,
    train_defends,
    train_helps,
)
from frente.games.tscw.state.position import INTACT, Tscw
from tests.tscw.lay import NAT, REP, battle, empty, hexn, put, unit, values


def madrid(**where: tuple[str, ...]) -> Tscw:
    """Nationalists round Madrid, which the division 12 holds: madrid(h2711=("n-gec",))."""
    p = empty(turn=9)
    put(p, "2712", "r-div12")
    for place, names in where.items():
        put(p, place[1:], *names)
    return p


# -- odds


@pytest.mark.rule("13.7", "13.8")
def test_odds_before_any_limit() -> None:
    p = empty()
    found = [raw_column(p, a, d) for a, d in ((5, 0), (5, 5), (9, 5), (10, 5), (5, 6), (5, 10), (5, 11), (0, 5))]
    assert found == [7, 1, 1, 2, 0, 0, -1, -99]


@pytest.mark.rule("13.26b", "13.26c")
def test_a_river_counts_if_half_of_the_factors_cross_it() -> None:
    p = madrid(h2813=("n-pjt",), h2711=("n-gec", "n-cst", "n-sp"))
    found = [rivers(p, battle(p, NAT, "2712", *names)) for names in (
        ("n-pjt", "n-gec"), ("n-pjt", "n-cst"), ("n-sp",), ("n-pjt",))]
    assert found == [1, 0, 0, 1], "1 of 3 is half, rounded down; 1 of 4 is not"
    assert [share_of_rivers(*x) for x in ((1, 0, 0), (0, 0, 0), (4, 1, 1), (4, 2, 0), (4, 0, 2), (4, 1, 0))] == [
        0, 0, 2, 1, 2, 0]


@pytest.mark.rule("13.23a")
def test_every_ring_of_directions() -> None:
    assert all(ringed(x) for x in ([0, 3], [1, 4], [2, 5], [0, 2, 4], [1, 3, 5], [0, 1, 2, 3]))
    assert not any(ringed(x) for x in ([], [0], [0, 1, 2], [1, 2, 3], [0, 2], [5, 0, 1]))


@pytest.mark.rule("13.23a", "13.23b", "13.23c")
def test_columns_spoil_a_concentric_attack_of_republicans_even_among_themselves() -> None:
    p = empty(turn=18)
    put(p, "2712", "r-div12")
    put(p, "2711", "r-grm")
    put(p, "2713", "r-div3", "r-hq-cen")
    for names, ring in ((("r-grm", "r-div3"), False), (("r-div3", "r-grm"), False)):
        f = Attack(NAT, hexn(p, "2712"), [unit(p, n) for n in names], fight=True)
        assert concentric(p, f) is ring
    p.conv[unit(p, "r-grm")] = 1
    assert concentric(p, Attack(NAT, hexn(p, "2712"), [unit(p, "r-grm"), unit(p, "r-div3")], fight=True))
    assert not concentric(p, Attack(NAT, hexn(p, "2712"), [unit(p, "r-grm"), unit(p, "r-hq-cen")], fight=True)), \
        "a headquarters makes no ring"


# -- shifts


@pytest.mark.rule("13.11a", "13.12d", "8.5", "15.5", "15.5b", "15.6")
def test_every_shift_alone_and_none_without_its_cause() -> None:
    p = empty(turn=9)
    put(p, "2613", "r-div12")            # clear, no river towards 2713
    put(p, "2713", "n-div11")
    guns, counter = unit(p, "n-hq-n"), unit(p, "r-hq-cen")
    f = battle(p, NAT, "2613", "n-div11")
    assert values(shift_parts(p, f)) == {}
    for change, expect in (({"guns": guns}, {"13.12d": 1}), ({"counter": counter}, {"13.12d": -1}),
                           ({"first": 1}, {"15.5": -1}), ({"first": 2}, {"15.5b": 1}), ({"first": 4}, {"15.6": -1}),
                           ({"air": [unit(p, "g-lk1")]}, {"8.5": 1}), ({"air": [unit(p, "i-al1")]}, {})):
        f = battle(p, NAT, "2613", "n-div11")
        for name, value in change.items():
            setattr(f, name, value)
        assert values(shift_parts(p, f)) == expect


# -- the die


@pytest.mark.rule("13.14", "13.15a", "7.30", "7.31", "7.38a", "7.39")
def test_what_is_added_to_the_die_and_what_is_not() -> None:
    p = empty(turn=9)
    put(p, "2613", "r-div12")
    put(p, "2713", "n-div11")
    f = battle(p, NAT, "2613", "n-div11")
    assert drm_parts(p, f) == []
    f.naval = 1
    assert values(drm_parts(p, f)) == {"13.15a": 1}
    f.naval = 2
    assert values(drm_parts(p, f)) == {"13.15a": -1}
    f.naval = 0
    kinds = p.board.kinds
    f.chits = [kinds.index("german-aircraft"), kinds.index("town-defense")]
    assert values(drm_parts(p, f)) == {"7.30": 1}, "Town Defense adds nothing to the die"
    for name, nat, rep in (("german-aircraft", 1, -1), ("soviet-aircraft", -1, 1), ("north-aircraft", -1, 1),
                           ("tactical-surprise", 2, 2), ("republican-determination", -1, -1), ("town-defense", 0, 0),
                           ("goicoechea", 0, 0)):
        k = kinds.index(name)
        assert (chit_drm(p, battle(p, NAT, "2613"), k), chit_drm(p, battle(p, REP, "2613"), k)) == (nat, rep)


@pytest.mark.rule("15.7.1a")
def test_the_worst_of_the_columns_dice_counts_for_the_attack() -> None:
    p = empty(turn=3, column_attack_rolls=True)
    put(p, "2613", "n-div11")
    put(p, "2713", "r-grm", "r-jur", "r-div12")
    f = battle(p, REP, "2613", "r-grm", "r-jur", "r-div12")
    for dice, expect in (((11, 9), {"15.7.1a": -1}), ((11, 11), {"15.7.1a": 1}), ((10, 11), {}), ((10, 10), {})):
        p.rolled[unit(p, "r-grm")], p.rolled[unit(p, "r-jur")] = dice
        assert values(drm_parts(p, f)) == expect
    assert drm_parts(p, battle(p, REP, "2613", "r-div12")) == [], "no column, no die"


@pytest.mark.rule("13.21a", "13.21b")
def test_who_is_short_of_ammunition() -> None:
    def short(turn: int, *names: str, option: str = "any", fight: bool = False, linked: int = 0) -> bool:
        p = empty(turn=turn, ammo=option)
        p.linked = linked
        put(p, "2510", "r-pvr")
        put(p, "2411", "n-gec", "n-cst")
        put(p, "2509", "n-blg", "n-sp", "n-asn")
        f = battle(p, NAT, "2510", *names)
        f.fight = fight
        return short_of_ammunition(p, f)
    assert short(6, "n-sp")
    assert not short(7, "n-sp")
    assert not short(6, "n-gec"), "row 24 is not north of it"
    assert not short(6, "n-sp", fight=True)
    assert not short(6, "n-sp", linked=1)
    assert short(6, "n-gec", "n-sp")
    for names, expect in ((("n-gec", "n-sp"), False), (("n-gec", "n-blg"), False), (("n-gec", "n-asn"), True),
                          (("n-asn", "n-gec"), True), (("n-cst", "n-blg", "n-sp"), False)):
        assert short(6, *names, option="majority") is expect, "more than half of the factors"


@pytest.mark.rule("13.22")
def test_one_colonial_unit_against_one_column_is_enough() -> None:
    p = empty(turn=5)
    put(p, "2712", "r-mod", "r-div12")
    put(p, "2711", "n-gec", "n-cst")
    put(p, "2812", "r-bde2")
    assert colonial(p, battle(p, NAT, "2712", "n-gec", "n-cst")) == 1
    assert colonial(p, battle(p, NAT, "2712", "n-gec")) == 0, "no Colonial unit"
    assert colonial(p, battle(p, NAT, "2812", "n-gec", "n-cst")) == 0, "no column"
    assert colonial(p, battle(p, REP, "2711", "r-mod", "r-div12")) == -1
    assert colonial(p, battle(p, REP, "2711", "r-div12")) == 0


# -- forts, trains, first times


@pytest.mark.rule("13.18")
def test_a_fort_counts_for_a_republican_defender_only() -> None:
    for holder, foe, counts in (("r-b1", "n-div11", True), ("n-div11", "r-b1", False)):
        p = empty(turn=9)
        put(p, "3612", holder)
        p.fort[hexn(p, "3612")] = INTACT
        put(p, "3611", foe)
        assert fort_counts(p, battle(p, NAT if counts else REP, "3612", foe)) is counts


@pytest.mark.rule("15.3", "15.3b")
def test_infantry_escorts_the_train_wherever_it_lies_in_the_stack() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2712", "r-div12", "r-btb", "r-tk1")
    put(p, "2711", "n-div11")            # linked by rail
    put(p, "2812", "n-div12")
    train = unit(p, "r-btb")
    assert train_helps(p, battle(p, REP, "2711", "r-div12", "r-btb"), train)
    assert train_helps(p, battle(p, REP, "2711", "r-btb", "r-div12"), train)
    assert not train_helps(p, battle(p, REP, "2711", "r-tk1", "r-btb"), train), "tanks are no infantry"
    assert not train_helps(p, battle(p, REP, "2812", "r-div12", "r-btb"), train), "no rails"
    assert train_defends(p, battle(p, NAT, "2712", "n-div11", "n-div12"), train)
    assert train_defends(p, battle(p, NAT, "2712", "n-div12", "n-div11"), train)
    assert not train_defends(p, battle(p, NAT, "2712", "n-div12"), train)
    p.raise_top(train)
    assert train_defends(p, battle(p, NAT, "2712", "n-div11"), train)


@pytest.mark.rule("15.5", "15.5b", "15.6")
def test_what_happens_for_the_first_time() -> None:
    p = empty(turn=9, enter_the_italians=True, russians_are_coming=True)
    put(p, "2712", "r-div12", "r-tk1")
    put(p, "2613", "r-div3")
    put(p, "2713", "i-lt", "n-div11")
    put(p, "2813", "n-div12")
    attack, defence, plain = (battle(p, NAT, "2613", "n-div11", "i-lt"), battle(p, REP, "2713", "r-div12"),
                              battle(p, NAT, "2613", "n-div11"))
    assert [firsts(p, f) for f in (attack, defence, plain)] == [1, 2, 0]
    assert firsts(p, battle(p, REP, "2813", "r-div12")) == 0
    p.italians_attack = p.italians_defend = 1
    assert [firsts(p, f) for f in (attack, defence)] == [0, 0]
    tanks, guarded = battle(p, REP, "2813", "r-div12", "r-tk1"), battle(p, NAT, "2712", "n-div12")
    assert [firsts(p, f) for f in (tanks, guarded)] == [4, 4]
    guarded.fight = True
    assert firsts(p, guarded) == 0, "not among Republicans"
    for name, expect in (("r-air2", 4), ("r-air1", 0), ("g-lk2", 0)):
        f = battle(p, NAT, "2613", "n-div11")
        f.air = [unit(p, name)]
        assert firsts(p, f) == expect, "a Soviet air unit has the factor 4"
    p.russians = 1
    assert firsts(p, tanks) == 0
