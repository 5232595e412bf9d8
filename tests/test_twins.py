"""Positions that look the same to a side tell it the same, whatever it asks, in all games; the check notices if not."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from frente.kernel.catalog import Game, all_games
from frente.kernel.check import check_game
from frente.kernel.flow import Act, Event, Position, Refusal, Side
from frente.kernel.laws import LawBroken
from frente.kernel.twins import Twins
from frente.kernel.views import AT_WORK, CannotDraw, Known, View
from tests import toy
from tests.toy import BLUE, RED, Toy, ToyGame
from tests.toy.play import known_as_toy

Break = pytest.MonkeyPatch
registered = pytest.fixture(autouse=True, scope="module")(known_as_toy)

# Where and with what most is hidden; all else is drawn.
SCENARIO = {"brunete": "offensive"}
FOG = {"brunete": {"solitaire": False}, "tscw": {"hidden_chits": True},
       "guadalajara": dict.fromkeys(("hidden_stacks", "secret_rolls", "secret_off_map", "hidden_interdiction"), True)}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", all_games(), ids=lambda g: str(g.slug))
def test_nothing_tells_twins_apart(game: Game[Any], seed: int) -> None:
    rng = Random(f"twins {seed}")
    options = {o.id: rng.choice(o.choices) for o in game.options} | FOG.get(game.slug, {})
    scenario = SCENARIO.get(game.slug) or rng.choice(game.scenarios).id
    p = game.start(scenario, game.settled(options))
    pairs = others = 0
    for n in range(1500):
        if not p.choices():              # over
            p = game.start(scenario, game.settled(options))
        if n % 125 == 60:
            for viewer in range(len(game.sides)):
                try:
                    d = game.determinize(p, viewer, rng)
                except CannotDraw:
                    continue
                pairs += 1
                others += game.dump(d) != game.dump(p)
                assert Twins(game, p, d, viewer, rng).difference(4) is None
                assert Twins(game, p.clone(), d, viewer, rng).played(2) is None
        side = rng.choice(sorted(p.choices()))
        p.apply(side, rng.choice(p.choices()[side]))
    assert pairs > 5
    assert others > 2, "they are two positions, not one"


# -- the check notices


def leak(game: ToyGame, law: int, text: str) -> None:
    """A random game of the toy breaks that law in those words."""
    found: list[str] = []
    for seed in range(25):
        try:
            check_game(game, "long", None, seed, 2000, every=1)
        except LawBroken as e:
            found.append(f"{e.law}: {e.what}")
            if e.law == law and text in e.what:
                return
    raise AssertionError(f"nobody noticed; only {found}")


def held(p: Position) -> list[int]:
    assert isinstance(p, Toy)
    return p.hands[BLUE]


class Telling(ToyGame):
    """What a page may ask tells of Blue's hand, to one pair of eyes."""

    def __init__(self, kind: str, eye: Side | None) -> None:
        super().__init__()
        self.kind, self.eye = kind, eye

    def tells(self, kind: str, eye: Side | None) -> bool:
        return kind == self.kind and eye == self.eye

    def overlays(self) -> Sequence[str]:
        return ("control", "hand")

    def overlay(self, p: Position, viewer: Side | None, name: str) -> dict[str, list[str]]:
        return {"a1": [str(c) for c in held(p)]} if self.tells("overlay", viewer) and name == "hand" else {}

    def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
        return {"cards": held(p)[:]} if self.tells("card", viewer) else {}

    def reach(self, p: Position, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        return {"a1": (sum(held(p)), ["pass"])} if self.tells("reach", side) else {}

    def supply_line(self, p: Position, unit: int, eyes: Sequence[Side]) -> list[str]:
        assert isinstance(p, Toy)
        if unit >= len(p.area) or p.area[unit] < 0 or not self.tells("supply", eyes[0] if eyes else None):
            return []
        return [toy.AREAS[p.area[unit]], *[toy.CARDS[c] for c in held(p)]]

    def warnings(self, p: Position, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        return []


@pytest.mark.parametrize(("kind", "eye"), [("overlay", RED), ("overlay", None), ("card", RED), ("card", None),
                                           ("reach", RED), ("supply", RED), ("supply", None)])
def test_an_answer_that_tells_is_noticed(kind: str, eye: Side | None) -> None:
    leak(Telling(kind, eye), 6, f"the answer to Question(kind='{kind}'")


def test_a_warning_that_looks_at_the_truth_is_noticed() -> None:
    class Warned(ToyGame):
        blunt = False

        def determinize(self, p: Toy, viewer: Side, rng: Random) -> Toy:
            return p.clone() if self.blunt else super().determinize(p, viewer, rng)

        def warnings(self, p: Toy, side: Side, acts: Sequence[Act]) -> list[Refusal]:
            return [Refusal("3.1a", "no.not-in-hand", {"where": str(held(p))})] if side == RED else []

    game = Warned()
    p = game.start("long", game.settled({}))
    rng = Random(3)
    while len(held(p)) < 1 or RED not in p.choices():
        side = rng.choice(sorted(p.choices()))
        p.apply(side, rng.choice(p.choices()[side]))
    others = [d for d in (game.determinize(p, RED, rng) for _ in range(40)) if held(d) != held(p)]
    assert Twins(game, p, others[0], RED, rng).difference(4) is None
    game.blunt = True                    # the truth itself is looked at
    found = Twins(game, p, others[0], RED, rng).difference(4)
    assert found is not None
    assert "kind='warnings'" in found.what


def test_the_order_of_what_is_sent_is_compared_as_well() -> None:
    class Ordered(ToyGame):
        def view(self, p: Toy, viewer: Side | None) -> View:
            v = super().view(p, viewer)
            if viewer == RED:
                v.extra = dict.fromkeys(sorted(["x", "y"], reverse=sum(p.hands[BLUE]) % 2 == 0), 1)
            return v

    leak(Ordered(), 6, "the view of red tells red")


def test_a_refusal_that_tells_is_noticed(monkeypatch: Break) -> None:
    def why(s: Any, f: Any, p: Toy, side: Side, act: Act) -> list[Refusal]:
        return [] if act in p.choices().get(side, []) else [Refusal("3.1a", "no.gold", {"gold": sum(held(p))})]

    for step in (toy.Bid, toy.ChooseUnit):
        monkeypatch.setattr(step, "why", why)
    leak(ToyGame(), 6, "something it may not know")


@pytest.mark.parametrize(("only", "who"), [(-2, "blue"), (RED, "red")], ids=["everybody", "one side"])
def test_a_line_of_the_log_that_tells_is_noticed(only: Side, who: str, monkeypatch: Break) -> None:
    """Whoever bids first says what the other holds, or how the wind blows."""
    true: Callable[..., bool] = toy.Bid.do

    def do(s: toy.Bid, f: toy.Turn, p: Toy, side: Side, act: Act) -> bool:
        secret = p.wind if only < 0 else sum(held(p))
        p.tell("1.2", "event.wind", {"wind": secret}, only)
        return true(s, f, p, side, act)

    monkeypatch.setattr(toy.Bid, "do", do)
    leak(ToyGame(), 9, f"shows {who} something hidden and does not say so")


def test_an_act_that_may_be_taken_back_or_not_by_what_is_hidden_is_noticed(monkeypatch: Break) -> None:
    """The other's hand stops the undo, and nothing that is seen explains it."""
    true: Callable[..., bool] = toy.Bid.do

    def do(s: toy.Bid, f: toy.Turn, p: Toy, side: Side, act: Act) -> bool:
        if side == RED and sum(held(p)) % 2:
            p.reveal()
        return true(s, f, p, side, act)

    monkeypatch.setattr(toy.Bid, "do", do)
    leak(ToyGame(), 9, "can be taken back tells red something")


def test_a_copy_that_may_be_taken_or_not_by_what_is_hidden_is_noticed() -> None:
    class Choosy(ToyGame):
        def seal(self, p: Toy, viewer: Side) -> Known:
            if viewer == RED and RED not in p.choices() and sum(held(p)) % 3 == 1:
                raise CannotDraw(AT_WORK)
            return super().seal(p, viewer)

    leak(Choosy(), 7, "whether a copy may be taken tells red")


def test_what_was_found_with_something_hidden_and_is_kept_is_noticed(monkeypatch: Break) -> None:
    """Whoever chooses a unit leaves a mark in the turn that depends on the other's cards, and nobody sees it."""
    true: Callable[..., bool] = toy.ChooseUnit.do

    def do(s: toy.ChooseUnit, f: toy.Activation, p: Toy, side: Side, act: Act) -> bool:
        turn = next(x for x in p.stack if isinstance(x, toy.Turn))
        if turn.dealt >= 2:              # no more is dealt, whatever stands there
            turn.dealt = 2 + sum(held(p)) % 2
        return true(s, f, p, side, act)

    monkeypatch.setattr(toy.ChooseUnit, "do", do)
    leak(ToyGame(), 7, "depends on what was hidden on the way")


def test_what_is_told_to_the_other_side_alone_is_no_leak() -> None:
    p = ToyGame().start("long", ToyGame().settled({}))
    twins = Twins(ToyGame(), p, p.clone(), RED, Random(1))
    one, other = Event("1.1", "event.wind", {"wind": 1}, BLUE), Event("1.1", "event.wind", {"wind": 2}, BLUE)
    assert not twins.heard([[one], [other]])
    assert twins.heard([[one._replace(only=RED)], [other._replace(only=RED)]])
    assert twins.difference(3) is None
