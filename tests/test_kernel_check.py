"""The laws of the engine: the toy keeps them, and each can be seen to fail when the toy is broken."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frente.kernel.catalog import Outcome
from frente.kernel.check import check_game
from frente.kernel.codec import Words
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Position, Refusal, Side
from frente.kernel.laws import LawBroken, rule_ids
from frente.kernel.texts import Texts
from frente.kernel.views import SeatView, View
from tests import toy
from tests.toy import BLUE, GAME, RED, SCOUT, Activation, Attack, Toy, ToyGame, Turn
from tests.toy.play import known_as_toy

Break = pytest.MonkeyPatch
registered = pytest.fixture(autouse=True, scope="module")(known_as_toy)


@pytest.mark.parametrize("seed", range(12))
def test_the_toy_keeps_all_laws(seed: int) -> None:
    options = {"ridge": seed % 2 == 0, "purse": "large" if seed % 3 else "small"}
    report = check_game(GAME, "long" if seed % 4 else "short", options, seed, acts=2000, every=3)
    assert report.acts > 20
    assert report.looked > 5
    assert report.outcome.key in ("result.points", "result.rout")


def test_players_who_endure_shun_what_ends_the_game() -> None:
    acts = {endure: sum(check_game(GAME, "long", None, seed, acts=5000, every=50, endure=endure).acts
                        for seed in range(12)) for endure in (False, True)}
    assert acts[True] > acts[False]


class First:
    """Takes the first act that is offered, and remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[list[Act]] = []

    def choose(self, view: SeatView, rng: Random) -> Act:
        self.seen.append(view.acts)
        return view.acts[0]


def test_players_play_the_game_and_what_is_checked_does_not_change_it() -> None:
    games = []
    for every, asking in ((1, 1), (10**6, 10**6)):
        player = First()
        report = check_game(GAME, "long", None, 3, acts=2000, every=every, asking=asking, players=[player, None])
        games.append((report.acts, player.seen))
        assert len(player.seen) > 10
    assert games[0] == games[1]
    assert check_game(GAME, "long", None, 3, acts=2000).acts != games[0][0], "at random it goes another way"


def test_a_page_asks_more_where_a_question_is_new() -> None:
    seldom, often = [check_game(GAME, "long", None, 3, acts=2000, asking=x).asked for x in (10**6, 1)]
    assert 0 < seldom < often


def broken(law: int, text: str, game: ToyGame = GAME, seeds: int = 25, every: int = 1, acts: int = 2000) -> None:
    """The check finds that law broken, within some random games, and says how to see it again.

    What breaks one law may break others too, and in some games one of those is noticed first."""
    found = next((e for e in (fault(game, seed, acts, every) for seed in range(seeds)) if e and e.law == law), None)
    assert found is not None, f"law {law} was broken and nobody noticed"
    assert text in found.what
    assert str(found) == f"law {law}: {found.what} (seed {found.seed}, act {found.at})"
    again = fault(game, found.seed, acts, every)
    assert again is not None
    assert again.law == law


def fault(game: ToyGame, seed: int, acts: int, every: int) -> LawBroken | None:
    try:
        check_game(game, "long", None, seed, acts, every)
    except LawBroken as e:
        return e
    return None


def after(name: str, kind: type[Any], monkeypatch: Break, extra: Callable[..., None]) -> None:
    """Let a method of a step do something more."""
    true = getattr(kind, name)

    def more(self: Any, f: Any, p: Any, *rest: Any) -> Any:
        extra(self, f, p, *rest)
        return true(self, f, p, *rest)

    monkeypatch.setattr(kind, name, more)


# -- 0: rule ids and texts exist, nothing crashes

def test_law_0_a_question_needs_a_text(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.ChooseUnit, "prompt", "ask.Nothing")
    broken(0, "no text “ask.Nothing”")


def test_law_0_a_question_needs_a_rule(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.ChooseUnit, "rule", "9.9")
    broken(0, "no rule “9.9”")


def test_law_0_a_refusal_needs_a_rule_and_a_text(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.React, "why", lambda s, f, p, side, act: (
        [Refusal("9.9", "no.not-in-hand", {})] if act.verb == "card" and act.arg not in p.hands[side] else []))
    broken(0, "no rule “9.9”")
    monkeypatch.setattr(toy.React, "why", lambda s, f, p, side, act: (
        [Refusal("3.1", "no.reason", {})] if act.verb == "card" and act.arg not in p.hands[side] else []))
    broken(0, "no text “no.reason”")


def test_law_0_a_text_needs_its_facts(monkeypatch: Break) -> None:
    after("do", toy.Draw, monkeypatch, lambda s, f, p, *rest: p.tell("1.4", "event.chit", {}))
    broken(0, "the text “event.chit” lacks a fact: {side} is active.")


def test_law_0_nothing_crashes(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.Draw, "activate", lambda s, f, p, side: p.hands[7])
    broken(0, "IndexError: list index out of range")


def test_law_0_every_language_has_the_text() -> None:
    class Bilingual(ToyGame):
        def speaks(self, language: str) -> bool:
            return True

        def texts(self, language: str = "en") -> Texts:
            return Texts({}) if language == "es" else super().texts(language)

    broken(0, "in “es”", Bilingual())


def unsaid(p: Position) -> bool:
    """A question that does not come up often."""
    return type(p.step()).__name__ == "React"


def test_law_0_a_page_can_be_shown_the_game_at_every_kind_of_question() -> None:
    class Blind(ToyGame):
        def view(self, p: Toy, viewer: Side | None) -> View:
            if viewer == BLUE and p.choices() and unsaid(p):
                raise IndexError("seven places")
            return super().view(p, viewer)

    broken(0, "IndexError: seven places", Blind(), every=10**6)


@pytest.mark.parametrize("kind", ["reach", "range", "supply_line", "overlay", "card", "warnings"])
def test_law_0_a_page_is_answered_whatever_it_asks_at_every_kind_of_question(kind: str, monkeypatch: Break) -> None:
    def fails(game: ToyGame, p: Position, *more: Any) -> Any:
        if p.choices() and unsaid(p) and (kind != "card" or more == (None,)):  # other questions use a side's card
            raise ValueError("nothing of the kind")
        return [] if kind in ("supply_line", "warnings") else {}

    monkeypatch.setattr(ToyGame, "overlays", lambda game: ("control",), raising=False)
    monkeypatch.setattr(ToyGame, kind, fails, raising=False)
    asked = f"when a page asks Question(kind='{kind.partition('_')[0]}'"
    broken(0, f"ValueError: nothing of the kind, {asked}", every=10**6)


def test_law_0_an_answer_can_be_sent() -> None:
    class Odd(ToyGame):
        def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
            return {"units": {1, 2}}

    broken(0, "TypeError: Object of type set is not JSON serializable, when a page asks", Odd(), every=10**6)


def test_law_0_a_warning_needs_its_facts() -> None:
    class Vague(ToyGame):
        def warnings(self, p: Position, side: Side, acts: Sequence[Act]) -> list[Refusal]:
            return [Refusal("1.4", "event.chit", {})]

    broken(0, "the text “event.chit” lacks a fact: {side} is active.", Vague(), every=10**6)


# -- 1: ask is pure

def test_law_1_ask_gives_the_same_answer_twice(monkeypatch: Break) -> None:
    calls: list[int] = []

    def ask(self: Any, f: Turn, p: Toy) -> Choices:
        calls.append(1)
        return {CHANCE: D6[:3 + len(calls) % 2]}

    monkeypatch.setattr(toy.Wind, "ask", ask)
    monkeypatch.setattr(ToyGame, "start", same_start(calls))
    broken(1, "Wind.ask answers differently")


def same_start(calls: list[int]) -> Callable[..., Position]:
    true = ToyGame.start

    def start(self: ToyGame, *given: Any) -> Position:
        calls.clear()
        return true(self, *given)

    return start


def test_law_1_ask_changes_nothing(monkeypatch: Break) -> None:
    def ask(s: Any, f: Activation, p: Toy) -> None:
        p.points[RED] += 1

    after("ask", toy.ChooseArea, monkeypatch, ask)
    broken(1, "ChooseArea.ask changes something")


def test_law_1_looking_changes_nothing() -> None:
    class Careless(ToyGame):
        def outcome(self, p: Position) -> Outcome | None:
            assert isinstance(p, Toy)
            p.gold[0] = max(0, p.gold[0] - 1)
            return super().outcome(p)

    broken(1, "looking at the position changed it", Careless())


def test_law_1_an_answer_changes_nothing() -> None:
    class Careless(ToyGame):
        def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
            assert isinstance(p, Toy)
            p.gold[0] += 1
            return {}

    broken(1, "an answer to a page changed the position", Careless(), every=10**6)


# -- 2: only what is offered, and reasons for the rest

@pytest.mark.parametrize(("way", "fault"), [
    ([], "reach shows a1 and no act that leads there"),
    (["area:a1", "area:a1"], "reach shows area:a1 area:a1 to a1, and area:a1 is not offered")])
def test_law_2_reach_shows_acts_that_are_offered(way: list[str], fault: str) -> None:
    class Lost(ToyGame):
        def reach(self, p: Position, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
            return {"a1": (0, way)} if list(p.choices()) == [side] else {}

    broken(2, fault, Lost(), every=10**6)


def test_law_2_a_player_takes_what_is_offered() -> None:
    class Cheat(First):
        def choose(self, view: SeatView, rng: Random) -> Act:
            return Act("bid", 99)

    with pytest.raises(LawBroken, match="law 2: a player chooses bid:99, which was not offered"):
        check_game(GAME, "long", players=[Cheat(), Cheat()])


def test_law_2_a_refused_act_needs_a_reason(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.ChooseUnit, "why", lambda *a: [])
    broken(2, "no rule is named")


def test_law_2_an_offered_act_is_not_refused(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.ChooseArea, "why", lambda *a: [Refusal("2.2a", "no.far", {"area": "b2"})])
    broken(2, "is offered and refused at once")


def test_law_2_a_refused_act_changes_nothing(monkeypatch: Break) -> None:
    def why(s: Any, f: Activation, p: Toy, side: Side, act: Act) -> None:
        if act.verb == "unit" and toy.OWNER[act.arg] != side:
            p.points[side] += 1

    after("why", toy.ChooseUnit, monkeypatch, why)
    broken(2, "was refused and changed something")


class Anything(list[Act]):
    """Choices that claim to hold every act."""

    def __contains__(self, act: object) -> bool:
        return True


def test_law_2_an_act_that_was_not_offered_is_not_accepted(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.Bid, "ask", lambda s, f, p: {
        side: Anything([Act("bid", 0)]) for side in (RED, BLUE) if f.bids[side] < 0})
    broken(2, "was not offered and was accepted")


def test_law_2_a_step_lists_the_verbs_it_offers(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.ChooseUnit, "verbs", ("unit", "pass"))
    broken(2, "ChooseUnit offers “scout”, which it does not list")


def test_law_2_an_act_is_offered_once(monkeypatch: Break) -> None:
    true = toy.ChooseArea.ask
    monkeypatch.setattr(toy.ChooseArea, "ask", lambda s, f, p: {k: v + v[:1] for k, v in true(s, f, p).items()})
    broken(2, "offers the same act twice")


# -- 3: steps keep no state, frames keep no code

def test_law_3_a_step_keeps_no_state(monkeypatch: Break) -> None:
    def do(self: Any, f: Turn, p: Toy, side: Side, act: Act) -> None:
        self.last = act.arg

    after("do", toy.Bid, monkeypatch, do)
    try:
        broken(3, "a step of Turn keeps state")
    finally:
        vars(Turn().steps()[1]).clear()


def test_law_3_a_frame_holds_plain_data(monkeypatch: Break) -> None:
    def do(s: Any, f: Attack, p: Toy, side: Side, act: Act) -> None:
        f.bonus = [0.0, 0.0]  # type: ignore[list-item]

    after("do", toy.React, monkeypatch, do)
    broken(3, "Attack.bonus is not plain data")


def test_law_3_a_frame_holds_only_its_fields(monkeypatch: Break) -> None:
    def do(s: Any, f: Turn, p: Toy, side: Side, act: Act) -> None:
        f.note = "windy"  # type: ignore[attr-defined]

    after("do", toy.Wind, monkeypatch, do)
    broken(3, "Turn holds note, which is not one of its fields")


# -- 4: save, load, same choices

def test_law_4_everything_is_saved() -> None:
    class Forgetful(ToyGame):
        def restore(self, data: Any, like: Toy) -> Toy:
            return super().restore({**data, "wind": 0}, like)

    broken(4, "the position changes when it is saved and loaded", Forgetful())


def test_law_4_a_loaded_position_asks_the_same() -> None:
    class Shuffling(ToyGame):
        def restore(self, data: Any, like: Toy) -> Toy:
            p = super().restore(data, like)
            p.asked = {s: acts[::-1] for s, acts in p.asked.items()}
            return p

    broken(4, "the choices change", Shuffling())


def test_law_4_what_is_not_saved_is_rebuilt() -> None:
    class Careless(ToyGame):
        def restore(self, data: Any, like: Toy) -> Toy:
            p = super().restore(data, like)
            p.last += 1                  # neither the saved data nor the choices show it yet
            return p

    broken(4, "a loaded position", Careless())


# -- 5: clones

def clone_sharing(name: str) -> Callable[[Toy], Toy]:
    true = Toy.clone

    def clone(self: Toy) -> Toy:
        p = true(self)
        setattr(p, name, getattr(self, name))
        return p

    return clone


@pytest.mark.parametrize("name", ["gold", "hands", "cup"])
def test_law_5_a_clone_shares_no_list(monkeypatch: Break, name: str) -> None:
    monkeypatch.setattr(Toy, "clone", clone_sharing(name))
    broken(5, "a clone shares a list with its position")


def test_law_5_a_clone_shares_no_frame(monkeypatch: Break) -> None:
    monkeypatch.setattr(Turn, "clone", lambda self: self)
    broken(5, "a clone shares a list with its position")
    monkeypatch.undo()
    monkeypatch.setattr(Activation, "clone", lambda self: self)
    broken(5, "a clone shares an activity with its position")


def test_law_5_a_clone_is_equal(monkeypatch: Break) -> None:
    true = Toy.clone

    def clone(self: Toy) -> Toy:
        p = true(self)
        p.barrier = 0
        return p

    monkeypatch.setattr(Toy, "clone", clone)
    broken(5, "a clone differs from its position")


def test_law_5_playing_on_with_a_clone_leaves_the_position_alone(monkeypatch: Break) -> None:
    def do(s: Any, f: Activation, p: Toy, side: Side, act: Act) -> None:
        p.asked[side].append(SCOUT)      # the lists of choices are shared, and must not be changed

    after("do", toy.ChooseUnit, monkeypatch, do)
    broken(5, "playing on with a clone changed the position")


# -- 6: views

def seen(change: Callable[[View, Toy, Side | None], None]) -> ToyGame:
    class Leaky(ToyGame):
        def view(self, p: Toy, viewer: Side | None) -> View:
            assert isinstance(p, Toy)
            v = super().view(p, viewer)
            change(v, p, viewer)
            return v

    return Leaky()


def test_law_6_a_view_does_not_show_the_secret_roll() -> None:
    broken(6, "the view of blue tells blue", seen(lambda v, p, s: v.extra.update(wind=p.wind)))


def test_law_6_a_view_does_not_show_the_other_hand() -> None:
    broken(6, "the view of red tells red something it may not know",
           seen(lambda v, p, s: v.extra.update(hand=p.hands[BLUE][:]) if s == RED else None))


def test_law_6_a_view_does_not_show_a_secret_bid() -> None:
    def bids(v: View, p: Toy, s: Side | None) -> None:
        v.extra["bids"] = [f.bids[:] for f in p.stack if isinstance(f, Turn)]

    broken(6, "may not know", seen(bids))


def test_law_6_a_spectator_sees_no_secrets() -> None:
    broken(6, "view of a spectator tells", seen(lambda v, p, s: v.extra.update(cup=p.cup[:]) if s is None else None))


def test_law_6_whether_a_question_is_asked_tells_nothing(monkeypatch: Break) -> None:
    true = toy.React.ask

    def ask(s: toy.React, f: Attack, p: Toy) -> Choices:
        if f.passes < 2 and not p.hands[f.asked]:
            return true(s, f, p)
        return true(s, f, p) if any(toy.BONUS[c] == 2 for c in p.hands[1 - f.asked]) else {}

    monkeypatch.setattr(toy.React, "ask", ask)
    monkeypatch.setattr(ToyGame, "view", lambda self, p, viewer: View(
        "toy", "", "", p.turn, [], [], "", "", {}, [], [], {}, [], {}))
    broken(6, "who is asked tells", every=1, seeds=60)


# -- 7: determinized positions

def guessed(change: Callable[[Toy, Toy, Side], None]) -> ToyGame:
    class Guessing(ToyGame):
        def determinize(self, p: Toy, viewer: Side, rng: Random) -> Toy:
            assert isinstance(p, Toy)
            d = super().determinize(p, viewer, rng)
            assert isinstance(d, Toy)
            change(p, d, viewer)
            return d

    return Guessing()


def test_law_7_a_determinized_position_is_lawful() -> None:
    def change(p: Toy, d: Toy, viewer: Side) -> None:
        if d.hands[1 - viewer]:
            d.hands[1 - viewer][0] = d.hands[1 - viewer][-1]
            d.cup = [d.hands[1 - viewer][0]] * len(d.cup)

    broken(7, "a determinized position breaks a law: 1.3: cards were lost or made", guessed(change))


def test_law_7_a_determinized_position_asks_what_follows_from_what_was_drawn() -> None:
    def change(p: Toy, d: Toy, viewer: Side) -> None:
        d.asked = p.asked                # what the other side may do with the cards it truly holds

    broken(7, "does not ask what it was drawn to ask", guessed(change))


def test_law_7_determinizing_leaves_the_true_position_alone() -> None:
    broken(7, "determinizing changed the true position", guessed(lambda p, d, viewer: p.cup.reverse()))


def test_law_6_own_choices_stay() -> None:
    class Mute(ToyGame):
        def view(self, p: Toy, viewer: Side | None) -> View:
            v = super().view(p, viewer)
            v.acts.clear()               # else the view would tell first
            return v

        def determinize(self, p: Toy, viewer: Side, rng: Random) -> Toy:
            d = super().determinize(p, viewer, rng)
            d.asked = {s: acts[::-1] if s == viewer else acts for s, acts in d.asked.items()}
            return d

    broken(6, "what is offered tells", Mute())


def test_law_6_reasons_tell_no_secrets(monkeypatch: Break) -> None:
    def why(s: Any, f: Attack, p: Toy, side: Side, act: Act) -> list[Refusal]:
        if act.verb != "card" or act.arg in p.hands[side]:
            return []
        return [Refusal("3.1a", "no.not-in-hand", {"where": "cup" if act.arg in p.cup else "elsewhere"})]

    monkeypatch.setattr(toy.React, "why", why)
    broken(6, "something it may not know")


# -- 8: start and acts reproduce the position

def test_law_8_a_record_can_be_replayed() -> None:
    class Mumbling(ToyGame):
        def words(self, p: Toy) -> Words:
            return Words({**super().words(p).vocabulary, "unit": ["somebody" for _ in toy.UNITS]})

    broken(8, "the record cannot be replayed", Mumbling(), every=10**6)


def test_law_8_two_starts_are_equal() -> None:
    starts: list[int] = []

    class Random(ToyGame):
        def start(self, scenario: str, options: Any, pack: Path | None = None) -> Toy:
            p = super().start(scenario, options, pack)
            starts.append(1)
            p.gold[0] = len(starts)
            return p

    broken(8, "two starts differ", Random())


def test_law_8_replaying_leads_to_the_same_position(monkeypatch: Break) -> None:
    count: list[int] = []

    def do(s: Any, f: Turn, p: Toy, side: Side, act: Act) -> None:
        count.append(1)
        p.points[RED] += len(count)

    after("do", toy.Wind, monkeypatch, do)
    broken(8, "replaying the acts leads elsewhere", every=10**9)


# -- 9: undo

def test_law_9_what_shows_something_hidden_must_say_so(monkeypatch: Break) -> None:
    true = toy.ChooseUnit.do

    def do(s: toy.ChooseUnit, f: Activation, p: Toy, side: Side, act: Act) -> bool:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Toy, "reveal", lambda self: None)
            return true(s, f, p, side, act)

    monkeypatch.setattr(toy.ChooseUnit, "do", do)
    broken(9, "scout:0 shows")


def test_law_9_a_barrier_that_comes_down_again_is_noticed(monkeypatch: Break) -> None:
    def do(s: Any, f: Activation, p: Toy, side: Side, act: Act) -> None:
        if act.verb == "scout":
            p.barrier -= 1               # takes back the reveal that follows

    after("do", toy.ChooseUnit, monkeypatch, do)
    broken(9, "scout:0 shows")


# -- 10: somebody has a choice until the game is over

def test_law_10_every_game_ends() -> None:
    broken(10, "the game is not over after 20 acts", acts=20)


def test_law_10_a_question_has_an_answer(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.ChooseUnit, "ask", lambda s, f, p: {f.side: []})
    broken(10, "ChooseUnit asks side")


def test_law_10_the_end_has_an_outcome(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.Score, "auto", lambda s, f, p: p.end())
    broken(10, "nobody has a choice and the game is not over")


def test_law_10_a_game_with_an_outcome_is_over() -> None:
    class Hasty(ToyGame):
        def outcome(self, p: Position) -> Outcome | None:
            assert isinstance(p, Toy)
            return Outcome(0, "result.points", "4.1") if p.turn > 1 else super().outcome(p)

    broken(10, "the game has an outcome and still asks", Hasty())


def test_law_10_chance_is_asked_alone(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.Wind, "ask", lambda s, f, p: {CHANCE: D6, RED: [Act("die", 1)]})
    broken(10, "chance and a side are asked at once")


def test_law_10_only_sides_of_the_game_are_asked(monkeypatch: Break) -> None:
    monkeypatch.setattr(toy.ChooseUnit, "ask", lambda s, f, p: {2: [PASS]})
    broken(10, "a side 2 is asked that does not exist")


# -- 11: nothing is created or lost

def test_law_11_cards_are_conserved(monkeypatch: Break) -> None:
    after("do", toy.React, monkeypatch, lambda s, f, p, *rest: p.spent.append(0))
    broken(11, "1.3: cards were lost or made")


def test_law_11_units_are_conserved(monkeypatch: Break) -> None:
    def lose_step(p: Toy, u: int) -> None:
        p.steps[u] -= 1                  # and stays on the map for ever

    monkeypatch.setattr(Toy, "lose_step", lose_step)
    broken(11, "3.3: a unit has steps and no place, or a place and no steps")


# -- rule ids

def test_rule_ids_are_those_of_the_catalogue_and_the_rulings(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('[[rule]]\nid = "1.1a"\n[[rule]]\nid = "tet.road"\n', encoding="utf-8")
    assert rule_ids(tmp_path) == {"1.1a", "tet.road"}
    rulings = "# Rulings\n\n**R1 — One** (1.1a). See R9.\n\n**R12 — Two**\n"
    (tmp_path / "rulings.md").write_text(rulings, encoding="utf-8")
    assert rule_ids(tmp_path) == {"1.1a", "tet.road", "R1", "R12"}
