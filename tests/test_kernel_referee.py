"""The referee: the gate, the dice, undo, rollback by consent, and the ways to end a game."""
from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import pytest

from frente.kernel.catalog import GAMES, Outcome, UnknownName
from frente.kernel.chance import Dice, Opening
from frente.kernel.flow import CHANCE, D6, PASS, Act
from frente.kernel.proof import verify
from frente.kernel.record import RecordError
from frente.kernel.referee import STRIDE, IllegalAct, Match, Refused
from tests import toy
from tests.toy.play import known_as_toy, random_act, random_match

registered = pytest.fixture(autouse=True, scope="module")(known_as_toy)


def new(seed: str = "seed", **given: Any) -> Match:
    return Match.new("toy", seed=seed, **given)


def dump(match: Match) -> dict[str, object]:
    return match.game.dump(match.position)


def after_bids(seed: str = "seed") -> Match:
    match = new(seed)
    match.play("red", "bid:1")
    match.play("blue", "bid:0")
    return match


def test_a_game_starts_with_its_defaults_and_stands_before_the_first_decision_of_a_side() -> None:
    match = new()
    assert match.scenario == "short"
    assert match.options == {"ridge": False, "purse": "small"}
    assert match.seats == {"red": "", "blue": ""}
    assert sorted(match.choices()) == [0, 1]
    assert [e.side for e in match.log] == [CHANCE]
    assert match.outcome is None


@pytest.mark.parametrize("given, text", [
    ({"slug": "chess"}, "no game “chess”"), ({"scenario": "huge"}, "no scenario “huge”; it has short and long"),
    ({"options": {"fog": True}}, "no option “fog”; it has purse and ridge"),
    ({"options": {"ridge": "yes"}}, "cannot be “yes”"), ({"seats": {"green": "Ana"}}, "no side “green”")])
def test_what_does_not_exist_is_named_with_what_does(given: dict[str, Any], text: str) -> None:
    with pytest.raises(UnknownName, match=text):
        Match.new(**{"slug": "toy", **given})


def test_seeds_and_seat_names_are_single_lines_of_text() -> None:
    wrong: list[dict[str, Any]] = [{"seed": "a\nb"}, {"seats": {"red": "Ana\x00"}}]
    for given in wrong:
        with pytest.raises(RecordError, match="one line of printable text"):
            Match.new("toy", **given)


def test_an_offered_act_is_carried_out_and_the_dice_that_follow_are_rolled() -> None:
    match = after_bids()
    assert [match.word(e.act).partition(":")[0] for e in match.log] == ["die", "bid", "bid", "draw", "draw"]
    assert list(match.choices()) == [0]
    assert match.position.step().prompt == "ask.ChooseUnit"


def test_acts_can_be_given_as_words_or_as_acts_and_sides_by_name_or_number() -> None:
    match = new()
    match.play(0, Act("bid", 1))
    match.play("blue", "bid:0")
    assert [e.act for e in match.log[1:3]] == [Act("bid", 1), Act("bid", 0)]


def test_an_act_that_was_not_offered_is_refused_with_its_rule_and_nothing_changes() -> None:
    match = after_bids()
    match.play("red", "unit:r1")
    before, log = dump(match), list(match.log)
    with pytest.raises(IllegalAct, match=r"c3 is not next to the unit\. \[2\.2a\]") as e:
        match.play("red", "area:c3")
    assert [r.rule for r in e.value.refusals] == ["2.2a"]
    assert dump(match) == before
    assert match.log == log


@pytest.mark.parametrize("side, act, key", [
    ("blue", "pass", "kernel.not-your-decision"), ("red", "card:guns-1", "kernel.not-asked-here"),
    ("red", "fly:r1", "kernel.unknown-act"), ("red", "unit:r9", "kernel.unknown-act"),
    ("red", Act("unit", -1), "kernel.not-offered"), ("red", Act("unit", 600), "kernel.not-offered"),
    ("red", Act("fly"), "kernel.not-asked-here")])
def test_whatever_is_tried_the_refusal_says_why(side: str, act: Act | str, key: str) -> None:
    match = after_bids()
    before = dump(match)
    with pytest.raises(IllegalAct) as e:
        match.play(side, act)
    assert [r.key for r in e.value.refusals] == [key]
    assert "{" not in str(e.value)
    assert str(e.value)
    assert dump(match) == before


def test_a_refusal_for_the_wrong_side_says_whose_decision_it_is() -> None:
    match = after_bids()
    with pytest.raises(IllegalAct, match=r"not for blue to decide now: red must answer “Which unit moves\?” first"):
        match.play("blue", "pass")


def test_nobody_can_play_for_chance() -> None:
    with pytest.raises(UnknownName):
        new().play(CHANCE, Act("die", 6))


def test_a_fault_in_the_rules_leaves_the_last_sound_position(monkeypatch: pytest.MonkeyPatch) -> None:
    match = after_bids()
    match.play("red", "unit:r1")
    before = dump(match)

    def crash(self: object, f: toy.Activation, p: toy.Toy, side: int, act: Act) -> bool:
        p.area[f.unit] = 4
        raise ZeroDivisionError

    monkeypatch.setattr(toy.ChooseArea, "do", crash)
    with pytest.raises(ZeroDivisionError):
        match.play("red", "area:b1")
    assert dump(match) == before
    monkeypatch.undo()
    match.play("red", "area:b1")
    assert match.log[-2].act == Act("area", toy.AREAS.index("b1"))


# -- dice

def test_every_die_follows_from_the_seed_and_its_number() -> None:
    match = random_match(3)
    rolls = [e for e in match.log if e.side == CHANCE]
    assert [e.roll for e in rolls] == list(range(len(rolls)))
    assert all(e.roll == -1 for e in match.log if e.side != CHANCE)
    assert rolls[0].act == D6[Dice([Opening("seed 3")]).at(0, 6)]


def test_the_seed_is_committed_to_before_the_first_die() -> None:
    assert new("secret").commitment == hashlib.sha256(b"secret").hexdigest()
    assert Match.new("toy").commitment != Match.new("toy").commitment


# -- events

def test_a_secret_roll_is_told_to_one_side_only() -> None:
    match = new()
    assert [e.key for e in match.events_for("red")] == ["event.wind"]
    assert match.events_for("blue") == []
    assert match.events_for(None) == []


def test_playing_hands_back_what_the_player_may_see() -> None:
    match = new()
    match.play("red", "bid:1")
    told = match.play("blue", "bid:2")
    assert [e.key for e in told] == ["event.bids", "event.draws", "event.drew", "event.chit"]
    assert told == match.events_for("blue", 2)
    assert [e.key for e in match.events_for("red", 2)] == ["event.bids", "event.drew", "event.draws", "event.chit"]
    assert [e.key for e in match.events_for(None, 2)] == ["event.bids", "event.chit"]


def test_events_of_acts_taken_back_are_forgotten() -> None:
    match = after_bids()
    before = match.events_for("red")
    match.play("red", "pass")
    match.offer_rollback("red", len(match.log) - 2)
    match.accept_rollback("blue")
    assert match.events_for("red") == before


# -- undo

def test_undo_takes_back_one_act_at_a_time_to_the_last_die() -> None:
    match = after_bids()
    before = dump(match)
    match.play("red", "unit:r1")
    assert match.can_undo("red")
    assert not match.can_undo("blue")
    match.undo("red")
    assert dump(match) == before
    with pytest.raises(Refused, match="A die or draw has followed") as e:
        match.undo("red")
    assert e.value.refusals[0].key == "kernel.undo-die"
    assert dump(match) == before


def test_undo_does_not_cross_a_reveal() -> None:
    match = after_bids()
    match.play("red", "scout")
    assert list(match.choices()) == [0]
    with pytest.raises(Refused, match="Something hidden has been shown"):
        match.undo("red")


def test_undo_does_not_cross_the_other_sides_act() -> None:
    match = attack()
    match.play("blue", "pass")
    with pytest.raises(Refused, match="only its owner can take it back"):
        match.undo("red")
    match.undo("blue")
    assert list(match.choices()) == [1]
    assert match.can_undo("red")


def test_there_is_nothing_to_undo_before_the_first_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Wind, "ask", lambda self, f, p: {})
    with pytest.raises(Refused, match="nothing to take back"):
        new().undo("red")


def test_a_secret_pick_may_be_taken_back_until_the_other_side_has_picked_too() -> None:
    match = new()
    match.play("red", "bid:1")
    assert match.can_undo("red")
    match.undo("red")
    match.play("red", "bid:2")
    match.play("blue", "bid:1")
    assert not match.can_undo("red")
    assert not match.can_undo("blue")


def test_undo_lapses_with_the_end_of_the_game() -> None:
    match = after_bids()
    match.play("red", "unit:r1")
    match.resign("blue")
    with pytest.raises(Refused, match="The game is over"):
        match.undo("red")


@pytest.mark.parametrize("seed", range(5))
def test_undo_leads_back_also_across_the_kept_clones(seed: int) -> None:
    match = Match.new("toy", "long", seed=str(seed))
    rng = Random(seed)
    tried = 0
    while not match.over:
        side, word = random_act(match, rng)
        before = dump(match)
        match.play(side, word)
        if match.can_undo(side):
            match.undo(side)
            assert dump(match) == before
            match.play(side, word)
            tried += 1
    assert tried
    assert len(match.log) > STRIDE
    assert verify(match.record()).ok


def attack() -> Match:
    """Red has just attacked and Blue may react."""
    for seed in range(100):
        match = after_bids(str(seed))
        while not match.over:
            side = min(match.choices())
            acts = match.choices()[side]
            if side == 1 and match.position.step().prompt == "ask.React" and match.log[-1].act.verb == "area":
                return match
            near = [a for a in acts if a.verb == "area" and a.arg in (3, 4, 5)]
            match.play(side, next(iter(near), acts[0]))
    raise AssertionError("no attack in 100 games")


# -- rollback by consent

def test_a_rollback_needs_the_other_sides_consent_and_rolls_new_dice() -> None:
    match = random_match(1, 12)
    to = next(i for i, e in enumerate(match.log) if e.side != CHANCE and i > 4)
    dropped = match.log[to:]
    rolled = max(e.roll for e in match.log)
    before = dump(match)
    match.offer_rollback("red", to)
    assert dump(match) == before
    assert match.accept_rollback("blue")
    assert len(match.log) == to
    assert match.offer is None
    assert [x.word for x in match.rollbacks[0].dropped] == [match.word(e.act) for e in dropped]
    rng = Random(0)
    while not match.over:
        match.play(*random_act(match, rng))
    assert min(e.roll for e in match.log[to:] if e.side == CHANCE) == rolled + 1
    assert verify(match.record()).problems == []


def test_after_a_rollback_the_position_is_the_one_before_that_act() -> None:
    match = random_match(2, 5)
    n = len(match.log)
    before = dump(match)
    rng = Random(5)
    while not match.over and len(match.log) < n + 40:
        match.play(*random_act(match, rng))
    assert not match.over
    match.offer_rollback("blue", n)
    match.accept_rollback("red")
    assert dump(match) == before


def test_a_rollback_can_be_declined_and_lapses_when_somebody_plays_on() -> None:
    match = after_bids()
    match.offer_rollback("red", 1)
    match.decline_rollback("blue")
    assert match.offer is None
    match.offer_rollback("red", 1)
    match.play("red", "pass")
    with pytest.raises(Refused, match="no such offer"):
        match.accept_rollback("blue")


def test_an_offer_is_answered_by_the_other_side_and_one_at_a_time() -> None:
    match = after_bids()
    match.offer_rollback("red", 1)
    with pytest.raises(Refused, match="for the other side to answer"):
        match.accept_rollback("red")
    with pytest.raises(Refused, match="An offer of red still waits"):
        match.offer_draw("blue")
    with pytest.raises(Refused, match="no such offer"):
        match.accept_draw("blue")
    assert len(match.log) == 5


@pytest.mark.parametrize("to", [-1, 0, 3, 5, 99])
def test_a_rollback_goes_to_a_decision_of_a_side(to: int) -> None:
    match = after_bids()
    with pytest.raises(Refused, match=f"no decision of a side at number {to} of the log"):
        match.offer_rollback("red", to)


# -- the end

def test_resigning_gives_the_other_side_the_game() -> None:
    match = after_bids()
    match.resign("red")
    assert match.outcome == Outcome(1, "kernel.resigned", "")
    assert match.over
    assert match.choices() == {}
    assert match.view("blue").acts == []
    assert match.view("red").result == "kernel.resigned"
    assert match.explain("red", "unit", "r1").refusals[0].key == "kernel.game-over"
    for forbidden in (lambda: match.play("red", "pass"), lambda: match.resign("blue"), lambda: match.offer_draw("red"),
                      lambda: match.offer_rollback("red", 1)):
        with pytest.raises(Refused, match="The game is over"):
            forbidden()


def test_a_draw_needs_both_sides() -> None:
    match = after_bids()
    match.offer_draw("red")
    match.decline_draw("blue")
    assert not match.over
    match.offer_draw("red")
    assert match.accept_draw("blue")
    assert match.outcome == Outcome(None, "kernel.agreed", "")


def test_every_game_ends_with_an_outcome_and_then_refuses_acts() -> None:
    match = random_match(7)
    assert match.outcome is not None
    assert match.outcome == match.game.outcome(match.position)
    with pytest.raises(IllegalAct, match="The game is over"):
        match.play("red", PASS)


def test_an_unfinished_game_cannot_be_made_public() -> None:
    match = after_bids()
    assert match.record().dice[-1].seed == "seed"
    with pytest.raises(RecordError, match="cannot be made public"):
        match.record(public=True)
    match.resign("red")
    assert match.record(public=True).dice[-1].seed == "seed"


def test_games_are_found_by_name_and_can_be_added() -> None:
    assert GAMES["toy"] == "tests.toy"
    assert new().game is toy.GAME
