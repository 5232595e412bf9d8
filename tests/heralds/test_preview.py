"""What is shown before one commits agrees with what then happens, and tells nobody a secret."""
from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import Leg, ManeuverPhase, NegotiationPhase, Order, PropagandaPhase, Talk
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import CHANCE
from tests.heralds.lay import (
    asked,
    before,
    chart,
    dice,
    empty,
    handle,
    hold,
    moving,
    neutral,
    offered,
    parse,
    play,
    put,
    question,
    run,
    space,
    unit,
    up,
)
from tests.heralds.test_knowledge import lively


def notes(choice: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What is said of an answer, by text."""
    return {n["key"]: n for n in choice["notes"]}


def test_the_order_card_shows_the_line_the_payer_the_price_and_the_risk() -> None:
    p = empty()
    put(p, "B", "hq-centro", "token-cnd")
    put(p, "RES_4D", "hq-iv", "70bm-1")
    neutral(p, "RES_4D", "hq-14d")
    put(p, "G1", "18bm-1")
    run(p, Order(CND))
    play(p, "address:hq-centro")
    assert [x["way"] for x in GAME.card(p, CND)["line"]] == ["open"]
    play(p, "direct")
    card = GAME.card(p, CND)
    assert card["kind"] == "order"
    assert [(x["unit"], x["way"], x["token"]) for x in card["line"]] == [("hq-centro", "direct", True)]
    said = notes(card["choices"]["order:hq-iv"])
    assert said["note-cp"]["facts"] == {"unit": "hq-centro", "left": 7}
    assert said["note-calls"]["tone"] == "safe"      # there is an exchange nobody listens to
    play(p, "order:hq-iv")
    ways = GAME.card(p, CND)["choices"]
    assert set(notes(ways["call:tel-g1"])) == {"note-may-refuse", "note-gives-ip"}
    assert set(notes(ways["call:tel-j1"])) == {"note-no-ear"}
    assert "note-may-refuse" not in notes(ways["call:wireless-h2"])
    assert GAME.card(p, PCE)["line"][0]["from"] == "B"                  # a headquarters is no secret
    assert "choices" not in GAME.card(p, PCE)
    play(p, "call:tel-j1", "order:hq-14d")
    card = GAME.card(p, CND)
    assert [(x["issuer"], x["unit"], x["way"], x["by"]) for x in card["line"][1:]] == [
        ("hq-centro", "hq-iv", "call", "tel-j1"), ("hq-iv", "hq-14d", "direct", "")]
    said = notes(card["choices"]["order:70bm-1"])
    assert said["note-cp"]["facts"]["unit"] == "hq-iv"                 # a neutral headquarters spends nothing
    assert said["note-neutral"]["facts"] == {"side": "pce"}
    assert said["note-neutral"]["rule"] == "8j"


def test_the_token_is_in_no_line_the_other_side_sees() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero")
    put(p, "G1", "18bm-1")
    run(p, Leg(CND, -1, -1, space(p, "CANILLEJAS")))
    assert GAME.card(p, CND)["line"][0]["from"] == "D"
    assert GAME.card(p, PCE)["line"][0]["from"] == ""
    play(p, "call:tel-g1")
    assert question(p) == "AnswerCall"
    assert [(x["from"], x["by"], x["to"]) for x in GAME.card(p, PCE)["line"]] == [("", "tel-g1", "CANILLEJAS")]
    assert notes(GAME.card(p, PCE)["choices"]["allow"])["note-you-learn"]["rule"] == "8c"


def test_the_leg_card_shows_couriers_with_their_way_and_the_odds_to_be_caught() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero", "decoy-cnd-1")
    put(p, "E", "18bm-1")
    hold(p, PCE, "E1")
    run(p, Leg(CND, -1, -1, space(p, "CANILLEJAS")))
    card = GAME.card(p, CND)
    assert set(card["choices"]) == {w for w in offered(p) if w != "give-up"}
    agent = card["choices"][f"courier:{handle(p, 'pedrero')}"]
    assert agent["leg"]["to"] == "CANILLEJAS"
    assert agent["leg"]["via"]
    said = notes(agent)
    assert said["note-way"]["facts"]["points"] <= 4
    caught = [n["chance"] for n in agent["notes"] if n["key"] == "note-caught"]
    free = 1.0
    for chance in caught:
        free *= 1 - chance
    assert agent["chance"] == pytest.approx(said["note-way"]["chance"] * free)
    assert "note-face-up" in said
    assert "note-decoy-lost" in notes(card["choices"][f"courier:{handle(p, 'decoy-cnd-1')}"])
    assert "note-shows-token" in notes(card["choices"]["call:tel-g1"])     # the CND does not control G1
    assert "choices" not in GAME.card(p, PCE)


def test_the_negotiation_card_counts_the_same_modifiers_as_the_roll() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d")
    put(p, "EL_PARDO", "ascanio")
    up(p, "A", "dieguez")
    p.will[PCE] = 5
    f = Talk(PCE, 1, unit(p, "hq-8d"))
    run(p, f)
    card = GAME.card(p, PCE)
    far = f"envoy:{handle(p, 'dieguez')}"
    assert set(card["choices"]) == {"envoy:ascanio", far}
    assert notes(card["choices"][far])["note-by-phone"]["chance"] < card["choices"][far]["odds"]["success"]
    assert card["aim"] == ["hq-8d"]
    f.envoy = unit(p, "ascanio")
    f.at = 2
    p.settle()
    shown = GAME.card(p, CND)
    assert shown["kind"] == "negotiation"
    won = 0
    for die in range(1, 7):
        q = p.clone()
        dice(q, die)
        won += q.side[unit(q, "hq-8d")] == PCE
    assert shown["success"] == won / 6
    assert notes(card["choices"]["envoy:ascanio"])["note-there"]["chance"] == won / 6
    assert sum(x["value"] for x in shown["modifier-parts"]) == shown["modifier"]
    assert {x["rule"] for x in shown["modifier-parts"]} >= {"5.2.2o1", "5.2.2o5"}


def test_the_assault_card_agrees_with_all_36_throws() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2", "112bm-1")
    p.fixed[unit(p, "112bm-1")] = 1
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    choice = GAME.card(p, PCE)["choices"]["assault:E"]
    assert notes(choice)["note-mp"]["facts"] == {"points": 1, "left": 5}
    ahead = choice["odds"]
    assert ahead["differential"] == 3
    play(p, "assault:E", "lead:18bm-1", "deduct")
    card = GAME.card(p, PCE)
    hit = 0
    for die in range(1, 7):
        q = p.clone()
        dice(q, die, 3)
        hit += any(f.dhit for f in q.stack if hasattr(f, "dhit"))
    assert card["round"]["hit"] == hit / 6
    assert ahead["deducted"] | {"kind": "round"} == card["round"]


def test_steps_show_their_price_and_the_chance_to_be_intercepted() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1")
    put(p, "E", "70bm-1")
    moving(p, PCE, 5, "18bm-1")
    step = GAME.card(p, PCE)["choices"]["move:E"]
    assert step["cost"] == 2
    caught = notes(step)["note-intercepted"]["chance"]
    play(p, "move:E")
    assert notes(GAME.card(p, PCE)["choices"]["extra:0"])["note-extra"]["chance"] == caught
    assert notes(GAME.card(p, PCE)["choices"]["extra:1"])["note-extra"]["chance"] < caught
    play(p, "extra:0")
    assert GAME.card(p, CND)["choices"]["intercept"]["chance"] == caught
    play(p, "intercept")
    assert GAME.card(p, CND)["choices"]["unit:70bm-1"]["chance"] == caught
    play(p, "unit:70bm-1", "done")
    assert GAME.card(p, CND)["success"] == caught
    assert [x["rule"] for x in GAME.card(p, CND)["modifier-parts"]] == ["6.4d", "6.4d"]


def test_who_slips_past_a_compound_is_shown_the_chance_of_its_guard() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio")
    put(p, "A1", "40bm-1")
    moving(p, PCE, 5, "ascanio")
    caught = notes(GAME.card(p, PCE)["choices"]["move:A"])["note-intercepted"]["chance"]
    play(p, "move:A", "extra:0", "intercept")
    assert GAME.card(p, CND)["choices"]["unit:40bm-1"]["chance"] == caught == pytest.approx(3 / 6)


def test_a_leader_is_no_heavy_weapon_on_the_assault_card() -> None:
    for men, fire in (((), 0.0), (("art-8d",), 1 / 6)):
        p = empty()
        put(p, "G", "bueno", "44bm-1", *men)
        put(p, "G3", "70bm-1")
        moving(p, PCE, 5, "bueno", "44bm-1", *men)
        odds = GAME.card(p, PCE)["choices"]["assault:G3"]["odds"]
        assert odds["differential"] == 0
        assert odds["fire"] == pytest.approx(fire)


def test_a_call_to_guadalajara_is_overheard_at_either_exchange() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    run(p, Leg(CND, -1, -1, space(p, "RES_IV")))
    assert "note-gives-ip" not in notes(GAME.card(p, CND)["choices"]["call:tel-g1"])
    put(p, "GUADALAJARA", "g-1", "g-2")
    assert "note-gives-ip" in notes(GAME.card(p, CND)["choices"]["call:tel-g1"])


def test_propaganda_and_points_cards() -> None:
    p = chart()
    up(p, "A", "pedrero")
    run(p, ManeuverPhase(CND))
    points = GAME.card(p, PCE)
    assert (points["kind"], points["cnd"], points["pce"]) == ("action-points", 9, 0)
    run(p, PropagandaPhase(CND))
    play(p, "propaganda")
    assert GAME.card(p, CND)["success"] == 1 / 6
    play(p, "use:broadcast-a1")
    assert GAME.card(p, CND)["success"] == 2 / 6
    assert GAME.card(p, CND)["backfire"] == 0


def test_reach_lists_the_spaces_of_a_stack_with_points_left_and_ways() -> None:
    p = empty()
    put(p, "EL_PARDO", "18bm-1")
    moving(p, PCE, 2, "18bm-1")
    found = GAME.reach(p, PCE, unit(p, "18bm-1"))
    assert found["RES_8D"] == (1, ["move:RES_8D"])
    assert found["CHAMARTIN"] == (0, ["move:RES_8D", "move:CHAMARTIN"])
    assert "CIUDAD_LINEAL" not in found
    q = p.clone()
    play(q, *found["CHAMARTIN"][1])
    assert GAME.reach(p, CND, unit(p, "18bm-1")) == {}


def test_the_way_to_a_square_promises_what_the_assault_there_will_say() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1", "18bm-2")
    put(p, "E", "112bm-1")
    p.fixed[unit(p, "112bm-1")] = 1      # nobody stops the stack at the entry
    for credit, foretold in ((5, {"E": "67%"}), (3, {"E": "67%"}), (2, {})):         # two points there, one to fight
        q = moving(p.clone(), PCE, credit, "18bm-1", "18bm-2")
        [walker] = GAME.walkers(q, PCE, unit(q, "18bm-1"))
        assert walker.odds(space(q, "E")) == foretold
        assert walker.odds(space(q, "D")) == {}
        play(q, "move:E")
        there = GAME.card(q, PCE)["choices"].get("assault:E")
        assert ({"E": f"{there['chance']:.0%}"} if there else {}) == foretold


def test_the_way_to_a_square_names_the_compounds_that_could_be_stormed_from_it() -> None:
    p = empty()
    put(p, "C", "18bm-1")
    put(p, "B1", "40bm-1")
    p.fixed[unit(p, "40bm-1")] = 1
    moving(p, PCE, 9, "18bm-1")
    [walker] = GAME.walkers(p, PCE, unit(p, "18bm-1"))
    assert list(walker.odds(space(p, "B"))) == ["B1"]
    assert GAME.walkers(p, PCE, unit(p, "40bm-1")) == []


def test_overlays() -> None:
    p = chart()
    assert GAME.overlay(p, None, "control")["A"] == ["cnd"]
    assert GAME.overlay(p, None, "telephones")["G1"] == ["tel-g1:cnd"]
    assert "print-d3:nobody:available" in GAME.overlay(p, None, "resources")["D3"]
    assert "r48:cnd+pce" in GAME.overlay(p, None, "routes")["ARGANDA"]       # the bridge is closed
    assert GAME.overlay(p, None, "action-points")["B"] == ["cnd"]
    texts = GAME.texts()
    assert all(f"overlay.{name}" in texts for name in GAME.overlays())


def warned(p: Heralds, word: str) -> list[str]:
    side, act = parse(p, word)
    return [r.key for r in GAME.warnings(p, side, [act])]


def test_warnings() -> None:
    p = empty()
    put(p, "D", "token-cnd", "decoy-cnd-1", "112bm-1")
    run(p, Leg(CND, -1, -1, space(p, "E")))
    assert warned(p, "direct") == ["would-show-token"]
    assert warned(p, "call:tel-g1") == ["would-show-token"]
    assert warned(p, f"courier:{handle(p, 'decoy-cnd-1')}") == ["would-lose-decoy"]
    moving(p, CND, 3, "112bm-1")
    assert warned(p, "destroy:D1") == ["would-cost-will"]
    assert warned(p, "move:H") == ["would-leave-square"]
    run(p, ManeuverPhase(CND))
    assert warned(p, "pass") == ["would-forfeit"]
    run(p, NegotiationPhase(CND))
    assert warned(p, "decline") == []


@pytest.mark.rule("12.3a", "4b")
def test_a_hidden_token_is_warned_before_it_betrays_itself_in_refit() -> None:
    p = empty()
    put(p, "D", "token-cnd", "hq-65d")
    p.initiative = CND
    run(p, before("RefitPhase"))
    assert warned(p, f"relocate:{handle(p, 'token-cnd')}") == ["would-betray-token"]
    assert warned(p, "relocate:hq-65d") == []
    up(p, "D", "token-cnd")              # in sight it has nothing to betray
    assert warned(p, f"relocate:{handle(p, 'token-cnd')}") == []


@pytest.mark.rule("4.5.2a")
def test_who_holds_a_compound_by_his_presence_is_warned_before_he_hides() -> None:
    p = empty()
    up(p, "E1", "otero")
    up(p, "E", "moll")
    run(p, before("HidePhase"))
    assert warned(p, f"conceal:{handle(p, 'otero')}") == ["would-leave-square"]
    assert warned(p, f"conceal:{handle(p, 'moll')}") == []
    p.mark(space(p, "E1"), CND)          # a marker keeps it
    assert warned(p, f"conceal:{handle(p, 'otero')}") == []
    p.mark(space(p, "E1"), -1)
    put(p, "E1", "112bm-1")              # so does a unit
    assert warned(p, f"conceal:{handle(p, 'otero')}") == []


def test_looking_changes_nothing_and_cards_do_not_depend_on_the_others_secrets() -> None:
    rng = Random(5)
    p = GAME.start("madrid", GAME.settled({}))
    seen = set()
    for _ in range(500):
        if not p.choices():
            break
        if asked(p) != [CHANCE] and rng.random() < 0.3:
            dump = json.dumps(GAME.dump(p))
            for viewer in (CND, PCE):
                card = GAME.card(p, viewer)
                json.dumps(card)
                seen.add(card.get("kind", ""))
                assert GAME.card(GAME.determinize(p, viewer, rng), viewer) == card
            assert json.dumps(GAME.dump(p)) == dump
        side, act = lively(p, rng)
        p.apply(side, act)
    assert {"leg", "order", "stack", "action-points"} <= seen
    assert question(p) or not offered(p)


def test_each_answer_about_support_shows_the_round_it_would_give() -> None:
    p = empty()
    put(p, "B", "ascanio", "44bm-1", "44bm-2", "art-8d")
    put(p, "B1", "40bm-1")
    moving(p, PCE, 3, "ascanio", "44bm-1", "44bm-2", "art-8d")
    declared = GAME.card(p, PCE)["choices"]["assault:B1"]["odds"]
    play(p, "assault:B1")
    choices = GAME.card(p, PCE)["choices"]
    assert {word: x["odds"]["attack"] for word, x in choices.items()} == {"support": 4, "withhold": 2}
    assert choices["support"]["odds"]["fire"] - choices["withhold"]["odds"]["fire"] == pytest.approx(1 / 6)
    assert choices["support"]["chance"] > choices["withhold"]["chance"]
    assert declared == choices["support"]["odds"]          # the declaration reckons with everything there is
    for word in choices:
        q = p.clone()
        play(q, word)
        for name in ("attack", "fire", "added", "deducted"):
            assert GAME.card(q, PCE)[name] == choices[word]["odds"][name]


def test_an_assault_without_dice_shows_what_may_burn() -> None:
    p = empty()
    put(p, "B", "ascanio", "44bm-1", "art-8d")
    put(p, "B3", "hq-65d")
    moving(p, PCE, 3, "ascanio", "44bm-1", "art-8d")
    assert GAME.card(p, PCE)["choices"]["assault:B3"]["odds"]["fire"] == pytest.approx(1 / 6)
    play(p, "assault:B3")
    choices = GAME.card(p, PCE)["choices"]
    assert choices["support"]["odds"]["fire"] == pytest.approx(1 / 6)
    assert choices["withhold"]["odds"]["fire"] == 0
