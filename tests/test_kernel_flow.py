"""Frames, steps, words and dice: the parts that everything else stands on."""
from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from frente.kernel.chance import Dice, Opening, fresh_seed
from frente.kernel.codec import CodecError, Words, frame_from_json, frame_to_json
from frente.kernel.flow import CHANCE, Act
from frente.kernel.texts import Texts
from tests.toy import GAME, WORDS, Activation, Attack, Toy, Turn


def start() -> Toy:
    p = GAME.start("long", GAME.settled({}))
    assert isinstance(p, Toy)
    return p


def test_a_position_settles_on_the_first_question_and_asks_it_until_it_is_answered() -> None:
    p = start()
    assert list(p.choices()) == [CHANCE]
    p.apply(CHANCE, Act("die", 3))
    assert sorted(p.choices()) == [0, 1]
    p.apply(1, Act("bid", 0))
    assert sorted(p.choices()) == [0]
    p.apply(0, Act("bid", 2))
    assert list(p.choices()) == [CHANCE]


def test_a_called_activity_comes_first_and_its_caller_goes_on_when_it_is_over() -> None:
    p = start()
    for side, act in ((CHANCE, Act("die", 3)), (1, Act("bid", 0)), (0, Act("bid", 2)), (CHANCE, Act("draw", 0)),
                      (CHANCE, Act("draw", 1))):
        p.apply(side, act)
    assert [type(f) for f in p.stack] == [Turn, Activation]
    p.apply(0, Act("pass"))
    assert [type(f) for f in p.stack] == [Turn]
    assert p.step().rule == "1.4"


def test_whoever_answers_gets_the_activity_in_progress_and_a_wrong_one_is_named() -> None:
    p = start()
    for side, act in ((CHANCE, Act("die", 3)), (1, Act("bid", 0)), (0, Act("bid", 2)), (CHANCE, Act("draw", 0)),
                      (CHANCE, Act("draw", 1))):
        p.apply(side, act)
    assert p.frame(Activation) is p.stack[-1]
    with pytest.raises(TypeError, match=r"Activation is in progress .its step ChooseUnit asks., not Attack: this "
                                        r"answer belongs to another question\.$"):
        p.frame(Attack)


def test_an_ended_game_asks_nothing() -> None:
    p = start()
    p.end()
    p.settle()
    assert p.choices() == {}


def test_events_are_told_only_to_a_listener() -> None:
    p = start()
    p.tell("1.1", "event.wind", {"wind": 3})
    p.events = []
    p.tell("1.1", "event.wind", {"wind": 4}, 0)
    assert [(e.facts, e.only) for e in p.events] == [({"wind": 4}, 0)]


def test_a_frame_is_saved_by_names_and_comes_back() -> None:
    f = Attack(0, 1, 4, 1, 1, [1, 0], [6])
    f.at = 1
    data = json.loads(json.dumps(frame_to_json(f)))
    assert data["frame"] == "Attack"
    assert data["at"] == "Roll"
    again = frame_from_json(data, GAME.frames)
    assert again == f
    assert again.at == 1
    f.at = 3
    assert frame_from_json(frame_to_json(f), GAME.frames).at == 3


def test_an_unknown_activity_or_step_is_named() -> None:
    data = frame_to_json(Turn())
    with pytest.raises(CodecError, match="activity “Siege”"):
        frame_from_json({**data, "frame": "Siege"}, GAME.frames)
    with pytest.raises(CodecError, match="step “Storm”"):
        frame_from_json({**data, "at": "Storm"}, GAME.frames)


def test_every_act_of_the_vocabulary_has_a_word_that_reads_back() -> None:
    for verb, names in WORDS.vocabulary.items():
        for arg in range(12 if names is None else max(1, len(names))):
            act = Act(verb, arg)
            assert WORDS.act(WORDS.word(act)) == act


@pytest.mark.parametrize("word, text", [
    ("fly:r1", "no verb “fly”"), ("", "no verb “”"), ("unit:r9", "“r9” is unknown to “unit”"),
    ("unit", "“” is unknown to “unit”"), ("pass:1", "“pass” takes nothing after it"), ("bid:-1", "needs a number"),
    ("bid:", "needs a number"), ("bid:1.5", "needs a number"), ("bid:٣", "needs a number"),
    ("bid:" + "9" * 30, "needs a number")])
def test_a_word_that_is_no_act_is_answered_in_a_sentence(word: str, text: str) -> None:
    with pytest.raises(CodecError, match=text):
        WORDS.act(word)


def test_an_empty_vocabulary_knows_nothing() -> None:
    with pytest.raises(CodecError):
        Words({}).act("pass")


def old(seed: str, *nonces: str) -> Dice:
    """Dice as files of format 1 have them, and games to which no seat adds anything."""
    return Dice([Opening(seed, nonces=list(nonces))])


def test_dice_are_fair_and_follow_from_seed_nonces_and_number() -> None:
    dice = old("seed", "a", "b")
    picks = [dice.pick(6) for _ in range(6000)]
    assert [roll for _, roll in picks] == list(range(6000))
    counts = Counter(value for value, _ in picks)
    assert sorted(counts) == list(range(6))
    assert all(880 < n < 1120 for n in counts.values())
    assert [old("seed", "a", "b").at(k, 6) for k in range(50)] == [value for value, _ in picks[:50]]
    for other in (old("seeds", "a", "b"), old("seed", "a"), old("seed", "b", "a")):
        assert [other.at(k, 6) for k in range(50)] != [value for value, _ in picks[:50]]


def test_any_number_of_chances_is_within_bounds() -> None:
    rng = Random(1)
    dice = old("seed")
    for _ in range(300):
        n = rng.randint(1, 10**rng.randint(1, 12))
        assert 0 <= dice.pick(n)[0] < n
    assert dice.count == 300
    assert dice.at(0, 1) == 0


def test_seeds_are_fresh_and_their_hash_hides_and_binds_them() -> None:
    assert fresh_seed() != fresh_seed()
    assert Opening("a").promised == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    assert Opening("a").promised != Opening("b").promised
    assert "a" * 8 not in Opening("a" * 8).promised


def test_a_text_fills_in_facts_and_shows_what_is_missing() -> None:
    texts = Texts({"a.b": "{unit} has {steps} steps."})
    assert texts.say("a.b", {"unit": "r1", "steps": 2}) == "r1 has 2 steps."
    assert texts.say("a.b", {"unit": "r1"}) == "r1 has {steps} steps."
    assert texts.say("a.c") == "a.c"
    assert "a.b" in texts
    assert "a.c" not in texts
