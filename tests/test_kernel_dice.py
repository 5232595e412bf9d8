"""Fair dice: bound before any number is known, and proven afterwards."""
from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from frente.kernel.chance import (
    CHOSEN,
    FAIR,
    FILED,
    HOUSE,
    Dice,
    Opening,
    Unfair,
    absent,
    fresh_seed,
    grades,
    joined,
    sealed,
)
from frente.kernel.flow import CHANCE
from frente.kernel.proof import rolled, verify
from frente.kernel.record import Record, RecordError, parse, start_mark
from frente.kernel.referee import Match
from tests.toy.play import known_as_toy, random_act

toy = pytest.fixture(scope="module", autouse=True)(known_as_toy)


def opened(**more: object) -> Opening:
    return Opening(**{"seed": fresh_seed(), "table": "t1", "start": "s", "sides": ["red", "blue"], **more})  # type: ignore[arg-type]


def numbered(o: Opening, silent: tuple[str, ...] = ()) -> Opening:
    """Every seat gives its number, but those that stay silent."""
    mine = {s: fresh_seed() for s in o.sides if s not in silent}
    for side, number in mine.items():
        o.seal(side, sealed(o.table, side, o.promised, number))
    for side in silent:
        o.go_without(side)
    for side, number in mine.items():
        o.show(side, number)
    return o


def test_a_hash_of_several_texts_tells_where_one_ends() -> None:
    assert joined("ab", "c") != joined("a", "bc")
    assert joined("a", "ñ") == "3c6584f88c62d7a003f543898a36412ff3b8d81ce44a425c6915b34f82d666b6"


def test_the_commitment_binds_seed_table_start_parent_first_roll_and_sides() -> None:
    o = opened(seed="x")
    others = [replace(o, promised="", **{name: value}) for name, value in (       # type: ignore[arg-type]
        ("seed", "y"), ("table", "t2"), ("start", "r"), ("parent", "branch t0@4"), ("first", 1), ("sides", ["red"]))]
    assert len({o.promised, *[x.promised for x in others]}) == 7


def test_every_seats_number_changes_the_dice() -> None:
    known = [numbered(opened(seed="known")) for _ in range(2)]       # whoever knows the seed still cannot foresee them
    same = sum(Dice([known[0]]).at(k, 6) == Dice([known[1]]).at(k, 6) for k in range(3000))
    assert 400 < same < 600


def test_faces_are_equally_likely() -> None:
    dice = Dice([numbered(opened(seed="even", sides=[]))])
    counts = Counter(dice.pick(6)[0] for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(880 < n < 1120 for n in counts.values())


def test_nobody_shows_before_all_have_sealed_and_nobody_changes_his_mind() -> None:
    o = opened()
    number = fresh_seed()
    o.seal("red", sealed("t1", "red", o.promised, number))
    with pytest.raises(Unfair, match="blue has not sealed"):
        o.show("red", number)
    with pytest.raises(Unfair, match="cannot be changed"):
        o.seal("red", sealed("t1", "red", o.promised, fresh_seed()))
    o.seal("blue", sealed("t1", "blue", o.promised, fresh_seed()))
    with pytest.raises(Unfair, match="not the one it sealed"):
        o.show("red", fresh_seed())
    o.show("red", number)
    with pytest.raises(Unfair, match="settled already"):
        o.show("red", number)
    assert o.awaited == ["blue"]


def test_only_the_seats_of_this_table_are_asked() -> None:
    o = opened(sides=["red"])
    for ask in (lambda: o.seal("blue", "x"), lambda: o.show("blue", "x"), lambda: o.go_without("blue")):
        with pytest.raises(Unfair, match="blue is not asked"):
            ask()


def test_a_seal_is_worth_nothing_at_another_table_seat_or_opening() -> None:
    assert len({sealed("t1", "red", "c", "n"), sealed("t2", "red", "c", "n"), sealed("t1", "blue", "c", "n"),
                sealed("t1", "red", "d", "n"), sealed("t1", "red", "c", "m")}) == 5


def test_a_silent_seat_is_named_and_what_stands_for_its_number_is_nobodys_choice() -> None:
    o = numbered(opened(), silent=("blue",))
    assert (o.given, o.grade, o.awaited) == (["red"], FAIR, [])
    assert o.shown["blue"] == absent(o.promised, "blue")
    with pytest.raises(Unfair, match="settled already"):
        o.go_without("red")


def test_a_seat_that_sealed_and_never_shows_can_be_gone_without() -> None:
    o = opened()
    for side in o.sides:
        o.seal(side, sealed("t1", side, o.promised, side))
    o.show("red", "red")
    o.go_without("blue")
    assert (o.given, o.awaited) == (["red"], [])
    assert (o.kept_back, o.faults()) == (["blue"], [])
    assert numbered(opened(), silent=("blue",)).kept_back == []      # it never sealed: nobody had two courses to choose


def test_without_any_seats_number_the_dice_are_the_houses_and_of_a_chosen_seed_chosen_for_good() -> None:
    assert numbered(opened(), silent=("red", "blue")).grade == HOUSE
    assert opened(sides=[]).grade == HOUSE
    assert numbered(opened(chosen=True)).grade == CHOSEN
    assert (Match.new("toy", seed="mine").dice.opening.grade, Match.new("toy").dice.opening.grade) == (CHOSEN, HOUSE)
    assert parse(Match.new("toy", seed="mine").record().text().encode()).dice[0].chosen


# -- in a game

def fair_match(silent: tuple[str, ...] = (), acts: int = 400) -> Match:
    """A game at a table, played to its end."""
    plain = Match.new("toy", seed="x")
    mark = start_mark(plain.game, plain.scenario, plain.options, plain.game.start(plain.scenario, plain.options))
    match = Match.new("toy", opening=opened(start=mark))
    assert match.log == []                                           # no die before every seat's number is known
    assert list(match.choices()) == [CHANCE]
    numbered(match.dice.opening, silent)
    match.roll()
    play_on(match, acts)
    return match


def play_on(match: Match, acts: int = 400) -> None:
    rng = Random(3)
    while not match.over and acts:
        match.play(*random_act(match, rng))
        acts -= 1


def test_dice_wait_for_every_seats_number_and_then_roll() -> None:
    match = fair_match(acts=0)
    assert match.log[0].side == CHANCE
    assert CHANCE not in match.choices()


def test_a_finished_game_proves_its_dice_and_says_so_in_words() -> None:
    record = parse(fair_match().record().text().encode())
    report = verify(record)
    assert report.problems == []
    assert [str(x) for x in report.dice] == [
        f"Rolls 0 to {len(record.rolls()) - 1} are fair: the seed was bound before red and blue drew a number, and "
        "every die follows from both. Nobody who played could choose or foresee a die. Whoever ran the server could "
        "not choose one; he could have looked ahead."]
    without = verify(fair_match(silent=("blue",)).record())
    assert "fair towards red" in str(without.dice[0])
    assert "blue gave no number" in str(without.dice[0])
    assert "the house's" in str(verify(fair_match(silent=("red", "blue")).record()).dice[0])
    assert "somebody chose" in str(verify(Match.new("toy", seed="mine").record()).dice[0])


def test_a_number_that_was_kept_back_is_told_for_what_it_allowed() -> None:
    record = fair_match().record()
    o = record.dice[0]
    kept_back = replace(o, shown={**o.shown, "blue": absent(o.promised, "blue")})
    said = str(verify(replace(record, dice=[kept_back])).dice[0])
    assert "fair towards red" in said
    assert "blue sealed a number and did not show it" in said
    assert "two courses" in said


def test_dice_that_were_rolled_anew_are_counted() -> None:
    match = fair_match(acts=8)
    at = next(n for n, e in enumerate(match.log) if e.side != CHANCE and any(x.side == CHANCE for x in match.log[n:]))
    dropped = sum(e.side == CHANCE for e in match.log[at:])
    match.offer_rollback("red", at)
    match.accept_rollback("blue")
    report = verify(match.record())
    assert report.problems == []
    assert str(report.dice[-1]) == ("Times the game went back: 1. Dice that had fallen and were rolled anew: "
                                    f"{dropped}.")


def test_a_changed_seed_number_seal_start_or_roll_is_named() -> None:
    record = fair_match().record()
    opening = record.dice[0]
    wrong = [(replace(opening, seed="better"), "not the one whose hash"),
             (replace(opening, shown={**opening.shown, "red": "better"}), "number of red is not the one it sealed"),
             (replace(opening, sealed={**opening.sealed, "blue": "0"}), "number of blue is not the one it sealed"),
             (replace(opening, start="elsewhere"), "bound to another game")]
    for forged, says in wrong:
        assert says in " ".join(verify(replace(record, dice=[forged])).problems)
    i = next(i for i, x in enumerate(record.acts) if x.roll == 0)
    other = "die:1" if record.acts[i].word != "die:1" else "die:2"
    forged_acts = [*record.acts[:i], record.acts[i]._replace(word=other), *record.acts[i + 1:]]
    assert "roll 0 of the seed gives" in verify(replace(record, acts=forged_acts)).problems[0]


def test_the_rolls_can_be_worked_out_from_the_file_alone() -> None:
    record = fair_match().record()
    found = rolled(record)
    assert [k for k, _, _ in found] == list(range(len(record.rolls())))
    assert all(Dice(record.dice).at(k, n) in those for k, n, those in found)
    assert found[0][1] == 6


def gone_on(record: Record) -> Match:
    """The same game at another table: its past with the dice it had, its future with others."""
    at = 1 + max(record.rolls())
    cut = replace(record, result=None, snapshots=[], dice=[
        *record.dice, numbered(Opening("second", at, table="t2", parent="import", sides=["red", "blue"]))])
    return Match.resume(cut)


def test_a_game_that_goes_on_elsewhere_rolls_its_own_dice_and_both_parts_are_verified() -> None:
    first = fair_match(acts=6)
    before = len(first.record().rolls())
    match = gone_on(first.record())
    play_on(match)
    record = parse(match.record().text().encode())
    assert [x.first for x in record.dice] == [0, before]
    assert len(record.rolls()) > before
    report = verify(record)
    assert report.problems == []
    assert [str(x).partition(".")[0].partition(":")[0] for x in report.dice] == [
        f"Rolls 0 to {before - 1} stood in a file that was opened here",
        f"Rolls {before} to {len(record.rolls()) - 1} are fair"]
    inherited = Dice(record.dice[:1])
    later = [(k, n, those) for k, n, those in rolled(record) if k >= before]
    assert not all(inherited.at(k, n) in those for k, n, those in later)


def test_what_stood_in_a_file_is_worth_no_more_for_good_whatever_came_of_it() -> None:
    fair, chosen = numbered(opened()), numbered(opened(chosen=True))
    filed, later = numbered(opened(first=9, parent="import")), numbered(opened(first=20, parent="branch t2@30"))
    assert grades([fair, later]) == [FAIR, FAIR]
    assert grades([fair, chosen, filed, later]) == [FILED, CHOSEN, FAIR, FAIR]


def test_a_file_without_the_seed_is_not_proven_and_goes_on_with_dice_of_its_own() -> None:
    record = fair_match(acts=6).record()
    public = replace(record, dice=[record.dice[0].public()])
    again = parse(public.text().encode())
    assert (again.dice[0].seed, again.dice[0].promised) == ("", record.dice[0].promised)
    report = verify(again)
    assert report.problems == []
    assert "are not proven" in str(report.dice[0])
    match = Match.resume(again)
    assert [x.grade for x in match.dice.openings] == [FAIR, HOUSE]
    assert match.dice.opening.first == len(record.rolls())


def test_a_roll_no_seed_vouches_for_must_still_be_possible() -> None:
    record = fair_match(acts=6).record()
    i = next(i for i, x in enumerate(record.acts) if x.roll == 0)
    acts = [*record.acts[:i], record.acts[i]._replace(word="bid:1"), *record.acts[i + 1:]]
    forged = replace(record, acts=acts, dice=[record.dice[0].public()])
    assert "no die or draw gives bid:1 here" in verify(forged).problems[0]


def test_dice_rolled_before_every_number_was_known_are_refused() -> None:
    record = fair_match(acts=6).record()
    shown = {"red": record.dice[0].shown["red"]}
    with pytest.raises(RecordError, match="before every seat had shown its number"):
        parse(replace(record, dice=[replace(record.dice[0], shown=shown)]).text().encode())
