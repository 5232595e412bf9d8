"""Explain: for anything one can point at, the acts it takes part in or the rules that stop it."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

import frente.kernel.explain
from frente.kernel.catalog import UnknownName
from frente.kernel.explain import explain, refusals, say, sentence
from frente.kernel.flow import Act, Refusal
from frente.kernel.referee import Match
from frente.kernel.texts import kernel_texts
from tests import toy
from tests.toy.play import known_as_toy, random_match

registered = pytest.fixture(autouse=True, scope="module")(known_as_toy)


@pytest.fixture
def match() -> Match:
    """Red is to choose a unit."""
    match = Match.new("toy", seed="seed")
    match.play("red", "bid:1")
    match.play("blue", "bid:0")
    return match


def rules(match: Match, side: str, kind: str, arg: int | str) -> list[str]:
    e = match.explain(side, kind, arg)
    assert not e.acts
    assert all(r.rule in {"", "2.1", "2.2"} or say(match.game, r) != r.key for r in e.refusals)
    return [r.rule for r in e.refusals]


def test_a_thing_that_can_be_used_shows_its_acts(match: Match) -> None:
    e = match.explain("red", "unit", "r1")
    assert e.acts == [Act("unit", 0)]
    assert e.refusals == []


def test_a_thing_may_be_named_or_numbered(match: Match) -> None:
    assert match.explain("red", "unit", 3) == match.explain("red", "unit", "b1")


def test_every_rule_that_stops_a_thing_is_given_not_only_the_first(match: Match) -> None:
    assert isinstance(match.position, toy.Toy)
    match.position.area[4] = -1
    match.position.steps[4] = 0
    assert rules(match, "red", "unit", "b2") == ["2.1a", "2.1b"]


def test_a_space_not_asked_about_is_answered_with_the_question_that_is(match: Match) -> None:
    e = match.explain("red", "space", "c3")
    assert [(r.rule, r.key) for r in e.refusals] == [("2.1", "kernel.not-asked-here")]
    assert say(match.game, e.refusals[0]) == "That is not part of the question now asked: “Which unit moves?”."


def test_a_space_asked_about_is_answered_by_its_own_rules(match: Match) -> None:
    match.play("red", "unit:r1")
    assert match.explain("red", "space", "b1").acts == [Act("area", 3)]
    assert rules(match, "red", "space", "c3") == ["2.2a"]
    assert rules(match, "red", "space", "a2") == ["2.2b"]
    assert rules(match, "red", "space", "a3") == ["2.2a", "2.2b"]


def test_a_button_is_a_verb(match: Match) -> None:
    assert match.explain("red", "button", "pass").acts == [Act("pass")]
    assert match.explain("red", "button", "scout").acts == [Act("scout")]
    match.play("red", "scout")
    assert rules(match, "red", "button", "scout") == ["2.3a"]
    assert rules(match, "red", "button", "bid") == ["2.1"]


def test_a_button_with_arguments_gathers_all_its_acts_or_all_their_reasons(match: Match) -> None:
    assert len(match.explain("red", "button", "unit").acts) == 3
    assert isinstance(match.position, toy.Toy)
    match.position.asked = {0: [Act("pass")]}
    assert set(rules(match, "red", "button", "unit")) == {"2.1a"}


def test_the_side_that_is_not_asked_is_told_who_is(match: Match) -> None:
    e = match.explain("blue", "unit", "b1")
    assert [(r.rule, r.key) for r in e.refusals] == [("2.1", "kernel.not-your-decision")]
    assert sentence(match.game, e.refusals).startswith("This is not for blue to decide now: red must answer")


def test_after_the_end_everything_is_answered_with_that() -> None:
    match = random_match(1)
    e = explain(match.game, match.position, 0, "unit", 0)
    assert [r.key for r in e.refusals] == ["kernel.game-over"]
    assert refusals(match.game, match.position, 0, Act("pass")) == e.refusals


def test_a_step_that_gives_no_reason_is_still_answered(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.ChooseUnit, "why", lambda *a: [])
    e = match.explain("red", "unit", "b1")
    assert [(r.rule, r.key) for r in e.refusals] == [("2.1", "kernel.not-offered")]


@pytest.mark.parametrize("kind, arg, text", [
    ("unit", "r9", "no unit “r9”"), ("unit", 77, "no unit “77”"), ("unit", -1, "no unit “-1”"),
    ("ship", "r1", "no “ship” to ask about; it has button, card"), ("button", "fly", "no act “fly”"),
    ("number", "x", "no number “x”")])
def test_things_that_do_not_exist_are_named(match: Match, kind: str, arg: int | str, text: str) -> None:
    with pytest.raises(UnknownName, match=text):
        match.explain("red", kind, arg)


def test_reasons_read_as_sentences_with_their_rules() -> None:
    found = [Refusal("1.2a", "no.gold", {"gold": 1}), Refusal("", "kernel.undo-nothing", {})]
    assert sentence(toy.GAME, found) == "You have only 1 gold. [1.2a] There is nothing to take back."


def test_every_text_of_the_kernel_exists_and_is_a_sentence_with_known_facts() -> None:
    folder = Path(frente.kernel.explain.__file__).parent
    used: set[str] = set()
    for source in [*folder.glob("*.py"), *folder.parent.glob("*.py")]:
        used |= set(re.findall(r'"(kernel\.[a-z-]+)"', source.read_text(encoding="utf-8")))
    assert len(used) > 10
    said = (folder / "report.py").read_text(encoding="utf-8")
    for first, other in re.findall(r'Said\("[a-z]+", "([a-z-]+)"(?: if \w+ else "([a-z-]+)")?,', said):
        used |= {"report." + key for key in (first, other) if key}
    assert {"report.cut-by", "report.cut"} <= used
    assert used == {key for key in kernel_texts().entries if not key.startswith("aim.")}      # see test_ai_aims.py
