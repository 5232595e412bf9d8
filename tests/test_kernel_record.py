"""Records: saved whole or not at all, read with clear errors, verified die by die, repaired without guessing."""
from __future__ import annotations

import errno
import json
import os
import resource
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import frente
from frente.kernel.flow import Act, Choices, Refusal
from frente.kernel.proof import repair, verify
from frente.kernel.record import (
    CHANCE_NAME,
    FORMAT,
    Line,
    Misfit,
    Record,
    RecordError,
    Rollback,
    Snapshot,
    checksum,
    load,
    parse,
    write_text,
)
from frente.kernel.referee import Match
from tests import toy
from tests.toy.play import known_as_toy, random_act, random_match

registered = pytest.fixture(autouse=True, scope="module")(known_as_toy)


def with_rollback(seed: int = 4) -> Match:
    """A finished game in which the sides once agreed to go back."""
    match = random_match(seed, 14)
    to = next(i for i, e in enumerate(match.log) if e.side >= 0 and i > 6)
    assert any(e.roll >= 0 for e in match.log[to:])
    match.offer_rollback("red", to)
    match.accept_rollback("blue")
    rng = Random(seed)
    while not match.over:
        match.play(*random_act(match, rng))
    return match


def forged(text: str, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A record changed by somebody who also mends the checksum."""
    content = json.loads(text)
    change(content)
    content["checksum"] = checksum(content)
    return json.dumps(content).encode()


# -- writing and reading

def test_a_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    record = with_rollback().record()
    record.save(tmp_path / "game.json")
    assert load(tmp_path / "game.json") == record


def test_a_record_shows_one_act_to_a_line() -> None:
    match = random_match(1, 4)
    lines = match.record().text().splitlines()
    for e in match.log:
        name = CHANCE_NAME if e.side < 0 else match.game.sides[e.side]
        roll = f", {e.roll}" if e.side < 0 else ""
        assert any(x.strip(" ,") == f'["{name}", "{match.word(e.act)}"{roll}]' for x in lines)


def test_a_record_names_game_versions_scenario_options_seats_and_commitment() -> None:
    match = Match.new("toy", "long", {"ridge": True}, {"red": "Ana"}, "s")
    content = json.loads(match.record().text())
    assert {k: content[k] for k in ("format", "game", "rules", "data", "scenario", "pack", "result")} == {
        "format": FORMAT, "game": "toy", "rules": "1", "data": "1", "scenario": "long", "pack": "",
        "result": None}
    assert content["options"] == {"ridge": True, "purse": "small"}
    assert content["seats"] == {"red": "Ana", "blue": ""}
    assert [(x["commitment"], x["seed"], x["chosen"], x["first"]) for x in content["dice"]] == [
        (match.commitment, "s", True, 0)]


def test_names_with_accents_stay_readable(tmp_path: Path) -> None:
    Match.new("toy", seats={"red": "Íñigo"}).record().save(tmp_path / "g")
    assert "Íñigo" in (tmp_path / "g").read_text(encoding="utf-8")
    assert load(tmp_path / "g").seats["red"] == "Íñigo"


def good() -> str:
    return random_match(2, 20).record().text()


def drop(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda content: content.pop(key)


def put(key: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda content: content.update({key: value})


@pytest.mark.parametrize("change, text", [
    (put("format", FORMAT + 1), "written by a newer version"), (put("format", "1"), "names no format"),
    (put("format", True), "names no format"), (put("game", "chess"), "no game “chess”"),
    (put("game", 7), "“game” holds something that is not a line of text"), (drop("dice"), "it has no “dice”"),
    (put("acts", {}), "“acts” is not a list"), (put("acts", [["red"]]), "number 0 of “acts” is not an act"),
    (put("acts", [["red", "pass", 3]]), "wrong roll number"), (put("acts", [["chance", "die:1"]]), "wrong roll number"),
    (put("acts", [["chance", "die:1", -1]]), "wrong roll number"), (put("acts", [["red", 5]]), "not a line of text"),
    (put("acts", [["chance", "die:1", 1.5]]), "wrong roll number"), (put("options", []), "“options” is not a table"),
    (put("options", {"ridge": 3}), "“options” holds something"), (put("seats", {"red": None}), "“seats” holds"),
    (put("snapshots", [{"at": 99999, "position": {}}]), "a snapshot lies beyond its acts"),
    (put("snapshots", [{"at": "0", "position": {}}]), "“at” is not a number"), (put("result", 3), "not a table"),
    (put("result", {"winner": None, "score": []}), "it has no “key”"),
    (put("result", {"winner": 1, "key": "x", "score": []}), "“winner”"),
    (put("result", {"winner": None, "key": "x", "score": ["3"]}), "“score” is not a number"),
    (put("rollbacks", [{"by": "red", "to": 0}]), "it has no “dropped”"), (put("rollbacks", ["x"]), "not a table"),
    (put("pack", None), "“pack” holds"), (put("dice", []), "its dice are not in the order of their rolls"),
    (put("dice", [{}]), "it has no “seed”"),
    (put("extra", 1), "holds “'extra'”, which format 2 does not have"), (drop("acts"), "not a saved game of Frente")])
def test_a_wrong_field_is_named_even_under_a_right_checksum(change: Callable[[dict[str, Any]], object],
                                                            text: str) -> None:
    with pytest.raises(RecordError, match=text) as e:
        parse(forged(good(), change), "game.json")
    assert str(e.value).startswith("game.json ")
    assert "\n" not in str(e.value)


@pytest.mark.parametrize("raw, text", [
    (b"", "not a saved game"), (b"hello", "line 1 is not JSON"), (b"\xff\xfe\x00", "it is not text"),
    (b"[]", "not a saved game of Frente"), (b"3", "not a saved game of Frente"), (b"{}", "not a saved game of Frente"),
    (b"[" * 100_000, "not a saved game"), (b'{"format": ' + b"1" * 5000 + b"}", "its JSON cannot be read")])
def test_what_is_not_a_record_is_called_that(raw: bytes, text: str) -> None:
    with pytest.raises(RecordError, match=text):
        parse(raw)


def test_a_truncated_record_is_called_cut_short() -> None:
    text = good()
    said = set()
    for n in range(1, len(text) - 3, 7):
        with pytest.raises(RecordError) as e:
            parse(text[:n].encode())
        said.add("cut short" in str(e.value))
    assert said == {True}


def test_an_altered_record_is_called_altered() -> None:
    text = good()
    assert "bid:1" in text
    for new in ("bid:2", "bid:0"):
        with pytest.raises(RecordError, match="has been altered: its checksum does not match"):
            parse(text.replace("bid:1", new, 1).encode())


def test_spaces_and_order_do_not_alter_a_record() -> None:
    text = good()
    assert parse(json.dumps(json.loads(text), indent=3, sort_keys=True).encode()) == parse(text.encode())


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"There is no file .*nothing\.json"):
        load(tmp_path / "nothing.json")
    with pytest.raises(RecordError, match="could not be read: Is a directory"):
        load(tmp_path)
    with pytest.raises(RecordError, match="could not be read"):
        load("a\0b")


# -- saving is atomic

@pytest.fixture
def old(tmp_path: Path) -> Iterator[Path]:
    """A file with a game in it, which a failing save must leave alone, with nothing else beside it."""
    path = tmp_path / "game.json"
    text = good()
    path.write_text(text, encoding="utf-8")
    yield path
    assert path.read_text(encoding="utf-8") == text
    assert [x.name for x in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_failing_save_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(RecordError, match=r"game\.json could not be written: No space left on device\. "):
        random_match(3).record().save(old)


def test_a_save_cut_short_by_a_real_limit_leaves_the_old_file(old: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(RecordError, match="could not be written: File too large"):
            random_match(3).record().save(old)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_device_is_reported_and_not_replaced() -> None:
    with pytest.raises(RecordError, match="/dev/full could not be written: No space left on device"):
        random_match(3).record().save("/dev/full")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_places_that_cannot_be_written_are_reported(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "game.json", "a\0b", tmp_path / ("x" * 300)):
        with pytest.raises(RecordError, match="could not be written"):
            write_text(path, "text")
    assert list(tmp_path.iterdir()) == []


def test_a_save_follows_a_link_and_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_text(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "text"


def test_an_interrupted_save_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "game.json", "text")
    assert list(tmp_path.iterdir()) == []


# -- resuming

def replayed(record: Record) -> dict[str, Any]:
    match = Match.resume(replace(record, snapshots=[]))
    return match.game.dump(match.position)


@pytest.mark.parametrize("acts", [0, 1, 7, 25, 10_000])
def test_a_resumed_game_is_the_same_game(acts: int) -> None:
    match = random_match(6, acts)
    again = Match.resume(parse(match.record().text().encode()))
    assert again.game.dump(again.position) == match.game.dump(match.position) == replayed(match.record())
    assert again.log == match.log
    assert again.choices() == match.choices()
    assert again.outcome == match.outcome
    assert again.record() == match.record()


def test_a_resumed_game_goes_on_with_the_same_dice() -> None:
    match = random_match(6, 10)
    again = Match.resume(match.record())
    rng, same = Random(1), Random(1)
    while not match.over:
        match.play(*random_act(match, rng))
        again.play(*random_act(again, same))
    assert again.record() == match.record()


def test_a_resumed_game_remembers_rollbacks_events_and_how_far_one_may_undo() -> None:
    match = with_rollback()
    again = Match.resume(match.record())
    assert again.rollbacks == match.rollbacks
    assert again.events_for("blue") == match.events_for("blue")
    match = Match.new("toy", seed="seed")
    match.play("red", "bid:1")
    again = Match.resume(match.record())
    assert again.can_undo("red")
    again.undo("red")
    again.play("red", "bid:2")
    again.play("blue", "bid:0")
    again.play("red", "scout")
    assert Match.resume(again.record()).why_not_undo("red") == Refusal("", "kernel.undo-revealed", {})


def test_dice_of_a_rolled_back_game_stay_used_up_after_resuming() -> None:
    match = random_match(4, 14)
    n = max(e.roll for e in match.log)
    match.offer_rollback("red", 1)
    match.accept_rollback("blue")
    again = Match.resume(match.record())
    rng = Random(1)
    while max(e.roll for e in again.log) < 1:
        again.play(*random_act(again, rng))
    assert again.log[3].roll == n + 1


def test_a_resumed_game_that_was_given_up_stays_so() -> None:
    match = random_match(6, 10)
    match.resign("blue")
    again = Match.resume(match.record())
    assert again.outcome == match.outcome
    assert again.over
    result = {**(match.record().result or {}), "by": "nobody"}
    with pytest.raises(RecordError, match="does not say by whom"):
        Match.resume(replace(match.record(), result=result))


def test_an_older_snapshot_is_played_on_from() -> None:
    match = random_match(6, 30)
    early = random_match(6, 10).record()
    record = replace(match.record(), snapshots=early.snapshots)
    again = Match.resume(record)
    assert again.game.dump(again.position) == match.game.dump(match.position)


def test_an_unreadable_snapshot_is_made_good_from_the_acts() -> None:
    match = random_match(6, 30)
    record = replace(match.record(), snapshots=[Snapshot(len(match.log), {"area": "nonsense"})])
    again = Match.resume(record)
    assert again.game.dump(again.position) == match.game.dump(match.position)


def test_a_record_of_other_rules_is_replayed_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_match(6, 30).record()
    monkeypatch.setattr(toy.ToyGame, "rules_version", "2")
    spoilt = replace(record, snapshots=[Snapshot(0, {})])
    assert Match.resume(spoilt).record().rules == "2"
    forbid_a_bid(monkeypatch, record)
    with pytest.raises(RecordError, match="cannot go on with today's rules and data"):
        Match.resume(record)


def test_a_record_with_a_forged_seed_is_not_resumed() -> None:
    with pytest.raises(RecordError, match="seed of this game is not the one"):
        Match.resume(reseeded(random_match(6, 3).record(), seed="better"))


def test_packs_must_be_given_when_they_were_used_and_only_then(tmp_path: Path) -> None:
    record = random_match(6, 3).record()
    with pytest.raises(RecordError, match="without a data pack"):
        Match.resume(record, tmp_path)
    with pytest.raises(RecordError, match="with the data pack “mine”; give it with --pack"):
        Match.resume(replace(record, pack="mine"))
    assert Match.new("toy", pack=tmp_path).record().pack == tmp_path.name


# -- verifying

@pytest.mark.parametrize("seed", range(8))
def test_an_honest_record_is_verified(seed: int) -> None:
    match = random_match(seed, scenario="long" if seed % 2 else "short", ridge=seed % 3 == 0)
    report = verify(match.record())
    assert report.problems == []
    assert report.notes == []
    assert report.ok
    assert report.acts == len(match.log)
    assert report.rolls == sum(e.roll >= 0 for e in match.log)


def test_records_with_rollbacks_resignations_draws_and_unfinished_ones_are_verified() -> None:
    resigned, drawn = random_match(1, 9), random_match(2, 9)
    resigned.resign("red")
    drawn.offer_draw("red")
    drawn.accept_draw("blue")
    for match in (with_rollback(), resigned, drawn, random_match(3, 9)):
        assert verify(match.record()).problems == []


def line(record: Record, i: int, word: str) -> Record:
    acts = list(record.acts)
    acts[i] = Line(acts[i].side, word, acts[i].roll)
    return replace(record, acts=acts)


def reseeded(record: Record, **other: Any) -> Record:
    """The same game with other dice than it was committed to."""
    return replace(record, dice=[replace(record.dice[0], **other)])


def test_a_changed_die_is_found_and_named() -> None:
    record = random_match(5).record()
    true = record.acts[0].word
    problems = verify(line(record, 0, "die:1" if true != "die:1" else "die:2")).problems
    assert len(problems) == 1
    assert problems[0].endswith(f"does not fit: roll 0 of the seed gives {true}.")


def test_a_changed_seed_is_found() -> None:
    problems = verify(reseeded(random_match(5).record(), seed="better")).problems
    assert problems[0] == "The seed is not the one whose hash was published at the start."


def test_changed_nonces_are_found() -> None:
    assert not verify(reseeded(random_match(5).record(), nonces=["mine"])).ok


def test_an_act_that_was_not_offered_is_found_and_named() -> None:
    record = random_match(5).record()
    i = next(i for i, x in enumerate(record.acts) if x.word.startswith("bid:"))
    for word, text in (("bid:7", "Nobody may bid more than 2. [1.2b]"), ("unit:r1", "not part of the question"),
                       ("fly:r1", "no verb “fly”")):
        problems = verify(line(record, i, word)).problems
        assert problems[0].startswith(f"Act {i} ({record.acts[i].side}: {word}) does not fit: ")
        assert text in problems[0]


def test_left_out_rolls_are_found() -> None:
    record = with_rollback().record()
    assert record.rollbacks
    assert any("no rollback explains it" in x for x in verify(replace(record, rollbacks=[])).problems)


def test_rolls_out_of_order_are_found() -> None:
    record = random_match(5).record()
    rolled = [i for i, x in enumerate(record.acts) if x.roll >= 0]
    acts = list(record.acts)
    a, b = rolled[1], rolled[2]
    acts[a], acts[b] = acts[a]._replace(roll=acts[b].roll), acts[b]._replace(roll=acts[a].roll)
    assert "The rolls are not in the order of their numbers." in verify(replace(record, acts=acts)).problems


def test_a_repeated_roll_hidden_in_a_rollback_is_found() -> None:
    record = random_match(5).record()
    record = replace(record, rollbacks=[Rollback("red", 1, [Line(CHANCE_NAME, "die:1", 0)])])
    assert any("counted twice" in x for x in verify(record).problems)


@pytest.mark.parametrize("result", [None, {}, {"winner": "red", "key": "result.rout", "rule": "4.1", "score": [9, 0],
                                               "by": None}, {"key": "kernel.resigned", "by": "blue"}])
def test_a_changed_result_is_found(result: dict[str, Any] | None) -> None:
    report = verify(replace(random_match(5).record(), result=result))
    assert report.problems == ["The result is not the one these acts lead to."]


def test_a_result_claimed_too_early_is_found() -> None:
    record = random_match(5, 5).record()
    assert not verify(replace(record, result=random_match(5).record().result)).ok
    assert not verify(replace(record, result={"winner": "red", "key": "kernel.resigned", "rule": "", "score": [],
                                              "by": "red"})).ok


def test_a_changed_snapshot_is_found() -> None:
    record = random_match(5, 20).record()
    position = {**record.snapshots[0].position, "gold": [9, 9]}
    report = verify(replace(record, snapshots=[Snapshot(record.snapshots[0].at, position)]))
    assert report.problems == [f"The snapshot after {len(record.acts)} acts is not the position these acts lead to."]


def test_acts_after_the_end_and_missing_dice_are_found() -> None:
    record = random_match(5).record()
    more = replace(record, acts=[*record.acts, Line("red", "pass", -1)])
    assert "The game is over" in verify(more).problems[0]
    n = len(record.rolls())
    more = replace(record, acts=[*record.acts, Line(CHANCE_NAME, "die:1", n)])
    assert "no die or draw is due here" in verify(more).problems[0]
    less = replace(record, acts=record.acts[1:])
    assert any("a die or draw is due here" in x for x in verify(less).problems)


def test_a_record_of_other_rules_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_match(5).record()
    monkeypatch.setattr(toy.ToyGame, "rules_version", "2")
    report = verify(record)
    assert report.ok
    assert report.notes == ["Played with rules 1 and data 1; these are rules 2 and data 1."]


# -- repairing

def forbid_a_bid(monkeypatch: pytest.MonkeyPatch, record: Record) -> int:
    """New rules forbid the first bid of the record; gives its number."""
    i = next(i for i, x in enumerate(record.acts) if x.word.startswith("bid:"))
    forbidden = int(record.acts[i].word[4:])

    def refused(self: toy.Bid, p: toy.Toy, side: int, n: int) -> list[Refusal]:
        return [Refusal("1.2b", "no.two", {})] if n == forbidden else []

    monkeypatch.setattr(toy.Bid, "refused", refused)
    return i


def test_a_record_that_still_fits_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    record = with_rollback().record()
    monkeypatch.setattr(toy.ToyGame, "rules_version", "2")
    again = repair(replace(record, snapshots=[]))
    assert isinstance(again, Record)
    assert again == replace(record, rules="2")
    assert verify(again).notes == []
    assert verify(again).ok


def test_the_first_act_that_no_longer_fits_is_named_with_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_match(5).record()
    monkeypatch.setattr(toy.ToyGame, "rules_version", "2")
    i = forbid_a_bid(monkeypatch, record)
    misfit = repair(record)
    assert isinstance(misfit, Misfit)
    assert (misfit.index, misfit.side, misfit.word) == (i, record.acts[i].side, record.acts[i].word)
    assert [r.rule for r in misfit.refusals] == ["1.2b"]
    assert str(misfit).endswith("does not fit: Nobody may bid more than 2. [1.2b]")


def test_a_die_that_would_now_mean_something_else_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_match(5).record()

    def other_order(self: toy.Deal, f: toy.Turn, p: toy.Toy) -> Choices:
        return {-1: [Act("draw", c) for c in reversed(p.cup)]} if f.dealt < 2 and p.cup else {}

    monkeypatch.setattr(toy.Deal, "ask", other_order)
    misfit = repair(record)
    assert isinstance(misfit, Misfit)
    assert misfit.side == CHANCE_NAME
    assert "of the seed gives draw:" in misfit.reason


def test_a_scenario_or_option_that_is_gone_is_named() -> None:
    record = random_match(5).record()
    with pytest.raises(RecordError, match="cannot be set up today: Toy has no scenario “old”"):
        repair(replace(record, scenario="old"))
    with pytest.raises(RecordError, match="cannot be set up today: Toy has no option “old”"):
        verify(replace(record, options={"old": True}))


def test_an_option_that_is_new_takes_its_default() -> None:
    record = random_match(5).record()
    again = repair(replace(record, options={}))
    assert isinstance(again, Record)
    assert again.options == record.options


# -- whatever is in the file, the answer is a record or a RecordError

def survives(raw: bytes) -> None:
    assert answer(raw)
    assert "\n" not in answer(raw)


def answer(raw: bytes) -> str:
    """Read, resume and verify: what is wrong, or where the game stands."""
    try:
        record = parse(raw)
        match = Match.resume(record)
        verify(record)
    except RecordError as e:
        return str(e)
    return str(match.choices())


@lru_cache
def sample_text() -> str:
    return with_rollback().record().text()


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(raw: bytes) -> None:
    survives(raw)


@given(st.data())
def test_any_damage_to_a_file_is_answered(data: st.DataObject) -> None:
    raw = bytearray(sample_text().encode())
    for _ in range(data.draw(st.integers(1, 3))):
        a = data.draw(st.integers(0, len(raw)))
        b = data.draw(st.integers(a, min(len(raw), a + 40)))
        raw[a:b] = data.draw(st.binary(max_size=8))
    survives(bytes(raw))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["red", "blue", "chance", "pass", "bid:1", "die:6", "kernel.resigned", "ridge", "long"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["by", "to", "dropped", "at", "position", "key", "winner", "ridge", "red", "name"])
        | st.text(max_size=4), inner, max_size=4), max_leaves=12)


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(["format", "game", "rules", "data", "scenario", "options", "pack", "seats",
                                        "dice", "nonces", "seed", "acts", "rollbacks", "snapshots", "result",
                                        "checksum", "x"]), VALUES, min_size=1, max_size=3))
def test_any_values_under_a_right_checksum_are_answered(values: dict[str, Any]) -> None:
    survives(forged(sample_text(), lambda content: content.update(values)))


@given(st.integers(0, 200), st.sampled_from(["red", "blue", "chance", "green"]),
       st.sampled_from(["pass", "bid:2", "bid:-1", "bid:999999999", "unit:r1", "unit:", "area:c3", "card:fog-1",
                        "die:9", "scout", "scout:1", "chit:red", ":", "draw:fog-1"]), st.integers(0, 10**30))
def test_any_act_in_a_record_is_answered(i: int, side: str, word: str, roll: int) -> None:
    def change(content: dict[str, Any]) -> None:
        acts = content["acts"]
        acts[i % len(acts)] = [side, word, roll] if side == CHANCE_NAME else [side, word]
        content["snapshots"] = []

    survives(forged(sample_text(), change))


def test_the_package_loads_verifies_and_repairs_files(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    match = random_match(5, 10)
    match.record().save(path)
    assert frente.load(path).log == match.log
    assert frente.verify(path).ok
    assert frente.repair(path) == match.record()
