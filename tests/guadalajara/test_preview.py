"""What players see before they commit: cards, reach, overlays, supply lines and warnings agree with play."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_barrage import Barrage
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import DG, IN_ZOC
from tests.guadalajara.fight import attack
from tests.guadalajara.lay import at, dice, drill, empty, offered, play, put, puts, run, start, told, unit, where

A = "30.05"
T = "30.06"


def test_the_card_shows_odds_shifts_modifiers_and_both_dice_as_a_distribution() -> None:
    p = drill(ground={T: "minor-village"})
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48", "r-art-7")
    run(p, Combat(NAT))
    assert GAME.card(p, NAT) == {"targets": {T: "2:1"}}
    play(p, f"hex:{T}", "unit:n-tor-iv", "unit:n-bis-iv", "unit:n-tk-3-crs")
    card = GAME.card(p, NAT)
    assert (card["attack"], card["defence"], card["base"], card["column"]) == (10, 6, "2:1", "1:1")
    assert [(x["columns"], x["rule"]) for x in card["shifts"]] == [(-1, "scs.cbt.6")]
    assert [(x["columns"], x["rule"]) for x in card["drm"]] == [(2, "1.11f.2"), (-1, "1.9b")]
    assert card["tank-roll"] == {"unit": "n-tk-3-crs", "drm": 1}
    row = card["row"]
    assert sum(r["chance"] for r in row["results"]) == pytest.approx(1)
    assert [r["code"] for r in row["results"]][:3] == ["A1r1", "Ar1", "A1"]      # 1:1 with +1: rolls 3, 4 and 5
    assert 0 < row["cleared"] < 1


def test_the_chances_of_the_card_are_those_of_the_dice() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    row = GAME.card(p, NAT)["row"]
    lost = 0.0
    for first in range(1, 7):
        for second in range(1, 7):
            q = p.clone()
            events = told(q)
            dice(q, first, second)
            lost += sum(1 for e in events if e.facts.get("unit") == "r-dmi-48" and e.key in ("lost-step", "destroyed"))
    assert f.rung == 1
    assert row["defender-loss"] == pytest.approx(lost / 36)


def test_a_card_of_a_barrage_shows_strength_column_and_chances() -> None:
    p = drill(ground={T: "village"})
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    put(p, "r-dmi-48", T)
    run(p, Barrage(NAT))
    play(p, f"hex:{T}", "unit:n-arty-ctv-2", "unit:n-arty-ctv-3")
    card = GAME.card(p, NAT)
    assert (card["attack"], card["base"], card["column"]) == (30, "19+", "15–18")
    assert card["shifts"][0]["rule"] == "1.8d.2"
    results = card["row"]["results"]
    assert sum(r["chance"] for r in results) == pytest.approx(1)
    assert results[-1]["code"] == "1"
    assert card["row"]["defender-loss"] == pytest.approx(sum(r["chance"] for r in results if r["code"] == "1"))
    assert [x["key"] for x in results[-1]["says"]] == ["effect-steps", "effect-disorganised"]


def test_tanks_on_both_sides_and_overruns_are_announced() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tk-1-bt")
    puts(p, T, "n-tor-iv", "n-tk-3-crs")
    run(p, Combat(REP))
    play(p, f"hex:{T}", "unit:r-gua-1-49", "unit:r-tk-1-bt")
    card = GAME.card(p, REP)
    assert card["duel"] == {"attacker": "r-tk-1-bt", "defender": "n-tk-3-crs", "drm": 2}
    assert card["notes"][0]["rule"] == "1.11h"
    q = drill()
    put(q, "n-tor-iv", A)
    put(q, "r-gc", T, state=DG)
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv")
    overrun = GAME.card(q, NAT)["overruns"][T]
    assert (overrun["base"], overrun["overrun"], overrun["defenders"]) == ("10:1", True, ["r-gc"])
    assert [x["rule"] for x in overrun["notes"]] == ["scs.ret.1", "scs.ovr.3"]
    put(q, "r-man-33", "29.06")          # its zone at the start of the phase would forbid it: no card either
    q.state[unit(q, "n-tor-iv")] |= IN_ZOC
    assert GAME.card(q, NAT) == {}


def test_panic_is_not_on_the_card_of_the_side_that_may_not_know_it() -> None:
    p = drill(secret_rolls=True)
    put(p, "r-gua-1-49", A)
    put(p, "n-aqu-i", T)
    p.panic[1] = 1
    run(p, Combat(REP))
    play(p, f"hex:{T}", "unit:r-gua-1-49")
    assert GAME.card(p, REP)["unknown"] is True          # nor what is left of the volunteers
    assert "drm" not in GAME.card(p, REP)
    assert [x["rule"] for x in GAME.card(p, NAT)["drm"]] == ["2.7d.4"]


@pytest.mark.rule("4.6c", "1.6c.2")
@pytest.mark.parametrize("panic", [0, 1])
def test_a_longer_retreat_on_the_card_does_not_tell_the_enemy_of_panic(panic: int) -> None:
    """Whose losses are no secret, since he has one step, may still be of a division that has."""
    p = drill(secret_rolls=True)
    puts(p, A, "r-gua-1-49", "r-gua-2-49")
    put(p, "n-gen-fn", T)
    p.panic[p.board.division[unit(p, "n-gen-fn")]] = panic
    run(p, Combat(REP))
    play(p, f"hex:{T}", "unit:r-gua-1-49")
    mine, theirs = GAME.card(p, NAT), GAME.card(p, REP)
    assert "note-longer-defender" not in [x["key"] for x in theirs["notes"]]
    assert [x["retreat"] for x in theirs["row"]["results"]] == [0, 0, 0, 0, 1, 0, 1, 2, 2, 3, 3]       # of 3:1
    assert ("note-longer-defender" in [x["key"] for x in mine["notes"]]) == bool(panic)


@pytest.mark.parametrize("name", ["n-tor-iv", "n-hq-fn", "n-brs-crs"])
def test_every_hex_in_reach_can_be_reached_by_its_acts_and_is_a_legal_stop(name: str) -> None:
    p = empty()
    put(p, name, "40.10")
    put(p, "n-lup-v", "41.11")
    put(p, "r-dmi-48", "43.10")
    run(p, Movement(NAT))
    reach = GAME.reach(p, NAT, unit(p, name))
    assert len(reach) > 5
    rng = Random(7)
    for h in rng.sample(sorted(reach), 8):
        left, acts = reach[h]
        q = p.clone()
        play(q, *acts)
        assert where(q, name) == h
        assert "stop" in offered(q) or not q.choices()
        assert left >= 0


@pytest.mark.rule("3.4b.3")
def test_the_reach_of_the_railway_battalion_is_doubled_only_along_the_line() -> None:
    p = drill(rails=["30.25 31.26 32.26 33.27 34.27 35.28 36.28 37.29"])
    put(p, "r-rrbn", "30.25")
    run(p, Movement(REP))
    reach = GAME.reach(p, REP, unit(p, "r-rrbn"))
    assert reach["37.29"][0] == 3        # seven of ten points
    assert "36.27" not in reach          # six by rail are more than five on foot
    for h, (_, acts) in reach.items():
        q = p.clone()
        play(q, *acts)
        assert where(q, "r-rrbn") == h


def test_overlays_show_zones_supply_headquarters_and_sectors() -> None:
    p = empty(turn=3)
    put(p, "n-hq-fn", "52.15")
    put(p, "n-int-vi", "50.15")
    put(p, "r-dmi-48", "30.05")
    run(p, Movement(NAT))
    assert GAME.overlay(p, NAT, "zones")["30.06"] == ["republican"]
    assert "FN:0" in GAME.overlay(p, NAT, "headquarters")["52.15"]
    assert "FN:2" in GAME.overlay(p, NAT, "headquarters")["50.15"]
    assert any(x.startswith("italian:") for x in GAME.overlay(p, NAT, "supply")["62.16"])
    assert GAME.overlay(p, NAT, "sectors")["30.05"] == ["italian"]
    assert GAME.overlay(p, NAT, "villages")["3.08"] == ["6", "republican"]
    assert GAME.overlay(p, NAT, "control")["3.08"] == ["republican"]
    assert set(GAME.overlays()) == {"zones", "supply", "headquarters", "control", "interdiction", "villages", "sectors"}


def test_the_interdiction_overlay_keeps_hidden_markers_hidden() -> None:
    p = empty(turn=3, hidden_interdiction=True)
    p.markers, p.flipped, p.shown = [at(p, "52.15")], [0], [0]
    put(p, "n-int-vi", "50.15")
    run(p, Movement(NAT))
    assert GAME.overlay(p, NAT, "interdiction") == {}
    assert "52.15" in GAME.overlay(p, REP, "interdiction")


def test_a_supply_line_runs_from_the_unit_by_its_headquarters_to_the_source() -> None:
    p = empty(turn=3)
    put(p, "n-hq-fn", "40.13")
    put(p, "n-int-vi", "37.11")
    line = GAME.supply_line(p, unit(p, "n-int-vi"), [NAT])
    assert (line[0], line[-1]) == ("37.11", "62.16")
    assert "40.13" in line
    put(p, "n-aqu-i", "30.05")
    assert GAME.supply_line(p, unit(p, "n-aqu-i"), [NAT]) == []


def test_a_step_out_of_supply_is_warned_of() -> None:
    p = empty(turn=3)
    put(p, "n-hq-fn", "40.13")
    put(p, "n-int-vi", "33.10")
    run(p, Movement(NAT))
    play(p, "unit:n-int-vi")
    found = {w for w in offered(p) if w.startswith("hex:")
             and GAME.warnings(p, NAT, [GAME.words(p).act(w)])}
    assert found
    assert found != {w for w in offered(p) if w.startswith("hex:")}


def test_cards_and_overlays_never_fail_in_random_play() -> None:
    for scenario in (2, 4):
        rng = Random(scenario)
        p = start(scenario, intensive_combat=True, italian_air=True)
        for n in range(700):
            if not p.choices():
                break
            side = rng.choice(sorted(p.choices()))
            if n % 9 == 0:
                for viewer in (NAT, REP, None):
                    GAME.card(p, viewer)
                GAME.overlay(p, NAT, rng.choice(list(GAME.overlays())))
            p.apply(side, rng.choice(p.choices()[side]))
        assert p.turn >= p.board.first_turn


def test_the_picture_shows_every_hex_with_its_neighbours_ways_and_waters() -> None:
    p = start(1)
    shown = GAME.picture(p)
    spaces = {x["id"]: x for x in shown["spaces"]}
    assert len(spaces) == 62 * 35
    here = spaces["18.03"]
    assert set(here["neighbours"]) == {"18.04", "18.02", "17.03", "17.04", "19.03", "19.04"}
    assert here["neighbours"][0] == "18.04"          # north first
    assert spaces["18.04"]["y"] < here["y"]          # rows of the book run upward
    assert here["name"] == "Brihuega"
    road = spaces["3.08"]
    assert "main-road" in road["routes"]
    assert {u["id"] for u in shown["units"]} == set(p.board.uid)
    assert {x["turn"] for x in shown["schedule"]} >= {1, 2, 3, 4}
    texts = GAME.texts()
    assert all(t["title_key"] in texts for t in shown["tracks"] + shown["boxes"])
    assert all(f"overlay.{name}" in texts for name in GAME.overlays())
    assert all(f"terrain.{k}" in texts for x in shown["spaces"] for k in x["terrain"])


def test_infantry_that_would_leave_armour_alone_has_nowhere_to_go_without_it() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    run(p, Movement(NAT))
    assert GAME.reach(p, NAT, unit(p, "n-tor-iv")) == {}
    play(p, "unit:n-tor-iv", "with:n-tk-3-crs")
    assert GAME.reach(p, NAT, unit(p, "n-tor-iv"))
