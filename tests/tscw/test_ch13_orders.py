"""[13.1-13.15, 7.22, 7.33] Attacks: who may take part, which are owed, and who supports them."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import MADRID
from frente.games.tscw.rules.ch07_infighting import Infighting
from frente.games.tscw.rules.ch13_attack import chit_misfit
from frente.games.tscw.rules.ch13_odds import attack_parts, shift_parts
from frente.games.tscw.rules.ch13_targets import attackable, must, targets
from frente.games.tscw.state.position import (
    BASE,
    FOUGHT,
    INCOMPLETE,
    INTACT,
    LANDED,
    SPENT,
    Tscw,
)
from frente.kernel.flow import CHANCE
from tests.tscw.fight import somosierra
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
    hexn,
    hold,
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

# -- who takes part


@pytest.mark.rule("13.2")
def test_only_hexes_with_enemy_combat_units_next_to_an_able_attacker_are_targets() -> None:
    p = somosierra()
    put(p, "2810", "n-hq-n")
    put(p, "2713", "r-mod")
    put(p, "2914", "n-og")
    fighting(p, NAT)
    assert args(p, "attack") == ["2812"]
    assert not attackable(p, NAT, hexn(p, "2911"), []), "one's own hex"
    assert not attackable(p, NAT, hexn(p, "2811"), []), "an empty hex"
    assert not attackable(p, NAT, hexn(p, "2713"), []), "nobody next to it can attack"
    assert not attackable(p, NAT, hexn(p, "2812"), [hexn(p, "2812")]), "attacked already"
    assert targets(p, REP, []) == [hexn(p, "2911")]


@pytest.mark.rule("13.12a", "13.24")
def test_headquarters_alone_carry_no_attack() -> None:
    p = somosierra("n-hq-n")
    flag(p, LANDED, "n-div11")
    fighting(p, NAT)
    assert offered(p) == ["pass"]
    assert rules(p, "attack:2812") == ["R113"]


@pytest.mark.rule("13.12a", "13.12f")
def test_a_headquarters_joins_units_of_its_own_hex_and_its_spent_guns_do_not_matter() -> None:
    p = somosierra("n-hq-n")
    put(p, "2811", "n-div12", "n-hq-mrc")
    flag(p, SPENT, "n-hq-n")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div12")
    assert "unit:n-hq-mrc" in offered(p)
    assert "unit:n-hq-n" not in offered(p), "nobody of its hex takes part"
    play(p, "unit:n-hq-mrc", "unit:n-div11", "unit:n-hq-n")
    assert values(attack_parts(p, now(p)))["13.12a"] == 12, "6 and 6"


@pytest.mark.rule("13.3b")
def test_a_headquarters_fights_once_a_phase_like_others() -> None:
    p = somosierra("n-hq-n", "n-div12")
    put(p, "2912", "r-div14")
    flag(p, FOUGHT, "n-hq-n")
    fighting(p, NAT)
    play(p, "attack:2912", "unit:n-div12")
    assert rules(p, "unit:n-hq-n") == ["13.3b"]
    assert rules(p, "unit:r-div11") == ["13.1"]
    assert rules(p, "unit:n-div13") == ["13.1"], "not on the map"


@pytest.mark.rule("7.8d", "7.35c")
def test_the_bans_of_events_bind_the_republican_on_their_turn_only() -> None:
    for number in ("casado", "unrest"):
        p = empty(turn=11)
        put(p, "3121", "r-div32")
        own(p, NAT, "3120")
        put(p, "3120", "n-div52")
        setattr(p, number, 11)
        assert targets(p, REP, []) == []
        assert targets(p, NAT, []) == [hexn(p, "3121")], "they defend normally, and the enemy is free"
        setattr(p, number, 10)
        assert targets(p, REP, []) == [hexn(p, "3120")]


# -- what is owed


@pytest.mark.rule("7.22a")
def test_only_named_units_next_to_an_enemy_owe_an_attack_and_each_of_them_once() -> None:
    def laid() -> Tscw:
        p = empty(turn=5)
        own(p, NAT, "2711", "2611", "2610")
        put(p, "2712", "r-mod")
        put(p, "2812", "r-grm")
        put(p, "2711", "n-cst", "n-asn", "n-tel")
        put(p, "2911", "n-gec")
        p.duty[unit(p, "n-cst")] = MADRID
        p.duty[unit(p, "n-asn")] = MADRID
        return p
    p = fighting(laid(), NAT)
    assert args(p, "attack") == ["2712", "2812"], "either of the two will do"
    play(p, "attack:2812", "unit:n-gec")
    assert "go" in offered(p), "both of those who owe one may still attack Madrid"
    play(p, "unit:n-cst")
    assert "go" in offered(p), "the other may still attack Madrid"
    q = fighting(laid(), NAT)
    now(q).hit = [hexn(q, "2812")]
    q.reask()
    assert offered(q) == ["attack:2712"]
    play(q, "attack:2712", "unit:n-cst")
    assert "go" not in offered(q), "there is no other target left for the second"
    play(q, "unit:n-asn")
    assert "go" in offered(q), "the third owes nothing"
    r = laid()
    flag(r, FOUGHT, "n-cst", "n-asn")
    fighting(r, NAT)
    assert "pass" in offered(r)
    s = laid()
    for name in ("n-cst", "n-asn"):
        put(s, "2610", name)
    fighting(s, NAT)
    assert "pass" in offered(s), "they are not next to an enemy"
    t = laid()
    flag(t, LANDED, "n-cst", "n-asn")
    fighting(t, NAT)
    assert "pass" in offered(t), "they may not attack"


def oviedo() -> Tscw:
    p = empty(turn=3)
    p.offensive, p.quota, p.target = 3, 2, hexn(p, "3608")
    put(p, "3608", "n-og", "n-aln")
    put(p, "3707", "r-am1", "r-am2", "r-am3")
    put(p, "2812", "r-grm")
    put(p, "2911", "n-nvc")
    return p


@pytest.mark.rule("7.33a")
def test_the_offensive_is_owed_on_its_turn_against_its_goal_until_enough_have_attacked() -> None:
    p = fighting(oviedo(), REP)
    assert set(offered(p)) == {"attack:2911", "attack:3608"}, "in any order, but there is no end before it"
    play(p, "attack:3608", "unit:r-am1", "unit:r-am2", "go")
    assert p.quota == 0
    q = oviedo()
    q.quota = 0
    assert set(offered(fighting(q, REP))) == {"attack:2911", "attack:3608", "pass"}
    r = oviedo()
    r.offensive = 2
    fighting(r, REP)
    assert "pass" in offered(r), "the order was for another turn"
    play(r, "attack:3608", "unit:r-am1")
    assert "go" in offered(r)
    play(r, "go")
    assert r.quota == 2
    s = oviedo()
    assert must(s, NAT, targets(s, NAT, [])) == [], "the enemy owes nothing"


@pytest.mark.rule("7.33a")
def test_divisions_count_for_the_offensive_and_brigades_do_not() -> None:
    p = oviedo()
    put(p, "3707", "r-a1", "r-gen124-1")
    fighting(p, REP)
    play(p, "attack:3608", "unit:r-gen124-1", "unit:r-a1")
    assert "go" not in offered(p)
    play(p, "unit:r-am1", "go")
    assert p.quota == 0
    q = oviedo()
    q.quota = 4
    fighting(q, REP)
    now(q).hit = [hexn(q, "3608")]
    q.reask()
    play(q, "attack:2911", "unit:r-grm", "go")
    assert q.quota == 4, "an attack elsewhere does not count"


# -- support


@pytest.mark.rule("13.12c", "13.12e")
def test_each_side_is_offered_its_own_guns_that_are_near_enough() -> None:
    p = somosierra("n-hq-n")
    put(p, "2810", "n-hq-mrc")
    put(p, "2712", "r-hq-cen")
    put(p, "2513", "r-hq-mnv")
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go")
    assert (question(p), asked(p), args(p, "support")) == ("AttackerGuns", [NAT], ["n-hq-n"])
    assert rules(p, "support:n-hq-mrc") == ["13.12c"]
    assert rules(p, "support:r-hq-cen") == ["13.12b"]
    play(p, "support:n-hq-n")
    assert (question(p), asked(p), args(p, "support")) == ("DefenderGuns", [REP], ["r-hq-cen"])
    play(p, "support:r-hq-cen")
    f = now(p)
    assert (f.guns, f.counter) == (unit(p, "n-hq-n"), unit(p, "r-hq-cen"))
    assert p.state[f.guns] & SPENT
    assert p.state[f.counter] & SPENT
    q = somosierra("n-hq-n")
    flag(q, SPENT, "n-hq-n")
    fighting(q, NAT)
    play(q, "attack:2812", "unit:n-div11", "go")
    assert question(q) == "BattleDie", "nobody has guns to offer"


@pytest.mark.rule("13.15a", "7.8c")
def test_naval_gunfire_may_be_left_and_is_marked_for_the_side_that_used_it() -> None:
    p = empty(turn=8)
    put(p, "1412", "r-div23")
    put(p, "1511", "n-div32")
    own(p, NAT, "1511")
    fighting(p, NAT)
    play(p, "attack:1412", "unit:n-div32", "go", "pass", "naval")
    assert now(p).naval == 2
    assert (p.naval[NAT], p.naval[REP]) == (0, 1)


@pytest.mark.rule("13.13", "7.4b")
def test_combat_chits_are_asked_of_those_who_hold_any_and_may_be_kept() -> None:
    p = somosierra()
    fighting(p, NAT)
    play(p, "attack:2812", "unit:n-div11", "go")
    assert question(p) == "BattleDie"
    q = somosierra()
    hold(q, "tactical-surprise", "goicoechea")
    fighting(q, NAT)
    play(q, "attack:2812", "unit:n-div11", "go")
    assert (question(q), offered(q)) == ("AttackerChits", ["pass"])
    assert reasons(q, "chit:tactical-surprise") == [("13.13", "no-combat-chit")], "that is the other side's"
    play(q, "pass")
    assert (question(q), offered(q)) == ("DefenderChits", ["pass"])
    assert rules(q, "chit:soviet-aircraft") == ["7.4b", "7.31"]


@pytest.mark.rule("7.8c")
def test_the_infighting_has_no_support_no_advance_and_two_units_at_most() -> None:
    p = empty(turn=18)
    put(p, "2712", "r-bde4")
    put(p, "2711", "r-div11", "r-div12", "r-hq-cen")
    put(p, "2612", "r-div35")
    put(p, "2312", "r-div3")
    for name in ("r-air2", "g-lk2"):
        p.hex[unit(p, name)] = BASE
    hold(p, "german-aircraft", "soviet-aircraft")
    p.infighting = 18
    run(p, Infighting())
    play(p, "attack:2712")
    assert set(args(p, "unit")) == {"r-div11", "r-div12", "r-div35"}, "no headquarters, nobody from afar"
    assert "go" not in offered(p)
    play(p, "unit:r-div11", "hex:2711", "unit:r-div35", "hex:2612")
    assert offered(p) == ["go"], "two at most"
    play(p, "go")
    assert list(p.choices()) == [CHANCE]
    dice(p, 6)
    while p.choices():
        play(p, offered(p)[0])
    assert {where(p, n) for n in ("r-div11", "r-div35")} <= {"2711", "2612", "deadpile"}, "nobody advances"
    assert p.infighting == 0
    run(p, Infighting())
    assert not p.choices(), "once"


@pytest.mark.rule("7.14", "7.40a")
def test_where_goicoechea_and_town_defense_do_not_fit() -> None:
    def misfit(name: str, side: int, target: str, *foes: str, fort: int = INTACT, known: int = 0) -> str:
        p = empty(turn=8)
        p.fort[hexn(p, "3613")] = fort
        p.goicoechea = known
        put(p, target, *foes)
        return chit_misfit(p, battle(p, side, target), name)[0]
    assert misfit("goicoechea", NAT, "3613", "r-b1") == ""
    assert misfit("goicoechea", NAT, "3612", "r-b1") == "7.14"
    assert misfit("goicoechea", NAT, "3613", "r-b1", fort=INCOMPLETE) == "7.14"
    assert misfit("goicoechea", NAT, "3613", "r-b1", known=1) == "7.14"
    assert misfit("goicoechea", REP, "3613", "n-div11") == "7.14"
    assert misfit("town-defense", NAT, "2509", "r-uri", "r-bde2") == "", "a mixed stack will do"
    assert misfit("town-defense", NAT, "2509", "r-bde2") == "7.40a", "no column defends"
    assert misfit("town-defense", NAT, "2712", "r-mod") == "7.40a", "a city"
    assert misfit("town-defense", NAT, "2812", "r-mod") == "7.40a", "no town"
    assert misfit("town-defense", REP, "2509", "n-cst") == "7.40a"


@pytest.mark.rule("15.5", "15.5b", "15.6")
def test_the_first_time_is_noted_when_the_battle_is_fought_and_never_comes_again() -> None:
    def fought(side: int, target: str, name: str, **options: bool) -> Tscw:
        p = empty(turn=7, **options)
        own(p, NAT, "2814")
        put(p, "2814", "i-lt")
        put(p, "2713", "r-div14", "r-tk1")
        fighting(p, side)
        play(p, f"attack:{target}", f"unit:{name}", "go")
        assert question(p) == "BattleDie"
        return p
    p = fought(NAT, "2713", "i-lt", enter_the_italians=True)
    assert (p.italians_attack, p.italians_defend, p.russians) == (1, 0, 0)
    assert values(shift_parts(p, now(p)))["15.5"] == -1
    q = fought(REP, "2814", "r-div14", enter_the_italians=True, russians_are_coming=True)
    assert (q.italians_attack, q.italians_defend, q.russians) == (0, 1, 0), "the tanks stay out of it"
    r = fought(NAT, "2713", "i-lt", russians_are_coming=True)
    assert (r.italians_attack, r.russians) == (0, 1), "they defend"
    assert fought(NAT, "2713", "i-lt").russians == 0
