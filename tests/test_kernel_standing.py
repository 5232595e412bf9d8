"""Standing orders: what games declare, what can be ordered, and that public facts alone decide who is asked."""
from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, ClassVar

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.state.board import REP
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.catalog import Game, Standing, UnknownName, all_games, find
from frente.kernel.check import check_game
from frente.kernel.flow import CHANCE, PASS, Position, Side
from frente.kernel.laws import LawBroken, rule_ids
from frente.kernel.referee import Match
from frente.kernel.standing import Order, answer, asked, declared, order
from frente.kernel.views import CannotDraw
from tests.toy import Toy, ToyGame
from tests.toy.play import known_as_toy
from tests.wording import steps

toy = pytest.fixture(scope="module", autouse=True)(known_as_toy)

GAMES = [g for g in all_games() if g.standing]


def ordered(game: Game[Any], p: Position, side: Side) -> list[str]:
    x = asked(game, p, side)
    if x is None:
        return []
    return [x.id, *[n for n, act in x.answers.items() if act in p.choices()[side]],
            *[c for c in x.unless if game.standing_holds(p, side, c)]]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: str(g.slug))
def test_what_a_game_declares_exists_and_has_its_texts(game: Game[Any]) -> None:
    asking = {s.__name__: s for s in steps(game) if s.verbs}
    rules = rule_ids(game.folder)
    vocabulary = game.words(game.start(game.scenarios[0].id, game.settled({}))).vocabulary
    assert len({x.id for x in game.standing}) == len(game.standing)
    for x in game.standing:
        assert x.rule in rules
        assert x.answers
        assert set(x.sides) <= {0, 1}
        for name in x.steps:
            assert {act.verb for act in x.answers.values()} <= set(asking[name].verbs), name
        assert all(act.verb in vocabulary for act in x.answers.values())
        keys = [f"standing.{x.id}", *[f"standing.{x.id}.{a}" for a in x.answers],
                *[f"standing.unless.{c}" for c in x.unless]]
        for language in ("en", "es"):
            assert [k for k in keys if k not in game.texts(language)] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda g: str(g.slug))
def test_what_an_order_answers_depends_on_nothing_that_whoever_waits_may_not_know(game: Game[Any]) -> None:
    seen = 0
    for seed in range(6):
        rng = Random(seed)
        options = {o.id: rng.choice(o.choices) for o in game.options}
        p = game.start(game.scenarios[0].id, game.settled(options))
        for _ in range(2500):
            if not p.choices() or seen > 60:
                break
            side = rng.choice(sorted(p.choices()))
            if side != CHANCE and asked(game, p, side) is not None:
                with suppress(CannotDraw):           # who is asked is at something secret; law 6 plays twins into it
                    d = game.determinize(p, 1 - side, rng)
                    seen += 1
                    assert ordered(game, p, side) == ordered(game, d, side)
            p.apply(side, rng.choice(p.choices()[side]))
    assert seen > 3


class OrderlyToy(ToyGame):
    """The toy with an order on its window, and one condition on public facts, one on the hand."""

    standing = (Standing("cards", "3.1", ("React",), {"none": PASS}, ("poor", "guns")),)
    told: ClassVar[tuple[str, ...]] = ("poor",)

    def standing_holds(self, p: Position, side: Side, condition: str) -> bool:
        assert isinstance(p, Toy)
        if condition not in self.told:
            return False
        return p.gold[side] == 0 if condition == "poor" else any(c < 2 for c in p.hands[side])


class TellingToy(OrderlyToy):
    told = ("poor", "guns")


def test_a_condition_on_public_facts_keeps_the_law_of_secrets() -> None:
    check_many(OrderlyToy(), 4)


def test_a_condition_that_reads_hidden_things_breaks_the_law_of_secrets() -> None:
    with pytest.raises(LawBroken, match="what a standing order answers tells") as e:
        check_many(TellingToy(), 25)
    assert e.value.law == 6


def check_many(game: Game[Any], seeds: int) -> None:
    for seed in range(seeds):
        check_game(game, "long", seed=seed, acts=2000, every=1)


def test_a_hidden_marker_within_reach_is_no_condition() -> None:
    """Guadalajara asks the owner of hidden markers at every step of a column; only the column counts."""
    game = find("guadalajara")
    p = game.start(game.scenarios[0].id, game.settled({"hidden_interdiction": True}))
    assert isinstance(p, Guadalajara)
    here, there = 0, p.board.size - 1
    for marker in (here, there):
        p.markers, p.flipped, p.shown = [marker], [0], [0]
        p.stack = [Raid([0], here, True, True)]
        p.settle()
        assert len(p.choices()[REP]) == (2 if marker == here else 1)
        assert ordered(game, p, REP) == ["reveal", "none", "on-road"]


def test_orders_are_checked_before_they_are_taken() -> None:
    storm = find("storm")
    assert order(storm, 0, "combat-events", "pass", ["madrid", "attacked"]) == Order("pass", ("attacked", "madrid"))
    for question, given, unless, text in (
            ("calls", "allow", [], "combat-events"), ("combat-events", "chit", [], "choose pass"),
            ("combat-events", "pass", ["rain"], "madrid"), ("draw-chits", "none", ["madrid"], "no-chits")):
        with pytest.raises(UnknownName, match=text):
            order(storm, 0, question, given, unless)
    heralds = find("heralds")
    assert [x.id for x in declared(heralds, 0)][-1] == "fifth-column"
    assert "fifth-column" not in [x.id for x in declared(heralds, 1)]
    with pytest.raises(UnknownName, match="fifth-column"):
        order(heralds, 1, "fifth-column", "none", [])


def test_an_order_answers_only_with_what_is_offered_and_only_when_nothing_speaks_against_it() -> None:
    match = Match.new("storm", "drive", seed="orders")
    rng = Random(1)
    while True:
        side = min(match.choices())
        x = asked(match.game, match.position, side)
        if x is not None and x.id == "draw-chits":
            break
        match.play(side, rng.choice(match.choices()[side]))
    p, game = match.position, match.game
    found = answer(game, p, side, {"draw-chits": Order("none")})
    assert found is not None
    assert (found.question, found.answer, found.act) == ("draw-chits", "none", PASS)
    assert answer(game, p, 1 - side, {"draw-chits": Order("none")}) is None, "the other side is not asked"
    assert answer(game, p, side, {}) is None
    assert answer(game, p, side, {"combat-events": Order("pass")}) is None
    assert answer(game, p, side, {"draw-chits": Order("no-longer-known")}) is None
    assert answer(game, p, side, {"draw-chits": Order("none", ("no-chits",))}) is None, "he has no chit: he is asked"
    assert answer(game, p, side, {"draw-chits": Order("none", ("no-longer-known",))}) is None
