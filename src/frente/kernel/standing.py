"""Standing orders: what a player has decided beforehand about questions that come again and again.

A game declares the questions (``Game.standing``); a seat orders an answer and the conditions in which it wants to be
asked all the same. An order only says which of the offered acts to take: whoever keeps the orders plays it through the
referee like any other act, and the record does not know the difference.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mypy_extensions import mypyc_attr

from frente.kernel.catalog import Game, Standing, UnknownName
from frente.kernel.flow import Act, Position, Side
from frente.kernel.referee import Match


class Order(NamedTuple):
    answer: str                          # the name of one of the question's answers
    unless: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What an order says to the question asked now."""

    question: str
    answer: str
    act: Act


Orders = Mapping[str, Order]             # by question


def declared(game: Game[Any], side: Side) -> list[Standing]:
    """The questions that a side can leave to standing orders."""
    return [x for x in game.standing if side in x.sides]


def order(game: Game[Any], side: Side, question: str, answer: str, unless: Sequence[str]) -> Order:
    """An order that can be given, or UnknownName."""
    known = {x.id: x for x in declared(game, side)}
    if question not in known:
        raise UnknownName("kernel.no-standing" if known else "kernel.no-standing-here",
                          {"game": game.title, "side": game.sides[side], "name": question, "known": sorted(known)})
    x = known[question]
    if answer not in x.answers:
        raise UnknownName("kernel.standing-answer", {"name": question, "answer": answer, "known": list(x.answers)})
    for condition in unless:
        if condition not in x.unless:
            raise UnknownName("kernel.standing-unless" if x.unless else "kernel.standing-no-unless",
                              {"name": question, "condition": condition, "known": x.unless})
    return Order(answer, tuple([c for c in x.unless if c in unless]))


def asked(game: Game[Any], p: Position, side: Side) -> Standing | None:
    """The declared question that a side is asked now, if it is one."""
    if side not in p.choices():
        return None
    name = type(p.step()).__name__
    return next((x for x in declared(game, side) if name in x.steps), None)


def answer(game: Game[Any], p: Position, side: Side, orders: Orders) -> Answer | None:
    """What a side's orders answer now; None: the player is asked."""
    x = asked(game, p, side)
    if x is None or x.id not in orders:
        return None
    given = orders[x.id]
    act = x.answers.get(given.answer)
    if act is None or act not in p.choices()[side]:      # an order may have been given to an older version of the game
        return None
    for condition in given.unless:
        if condition not in x.unless or game.standing_holds(p, side, condition):
            return None
    return Answer(x.id, given.answer, act)


@mypyc_attr(allow_interpreted_subclasses=True)
class StandingOrders:
    """The orders of all sides of one match, and the moments at which they are silent."""

    def __init__(self) -> None:
        self.orders: dict[Side, dict[str, Order]] = {}
        self.held: dict[Side, int] = {}  # the player himself answers what is asked after so many acts

    def of(self, side: Side) -> dict[str, Order]:
        return self.orders.get(side, {})

    def changed(self, game: Game[Any], side: Side, question: str, wanted: str,
                unless: Sequence[str]) -> dict[str, Order]:
        """A side's orders after a new one on a question; no answer: the player is asked again."""
        found = {name: x for name, x in self.of(side).items() if name != question}
        if wanted:
            found[question] = order(game, side, question, wanted, unless)
        return found

    def hold(self, match: Match, side: Side) -> int:
        """New orders count from the next question on: who gives one while he is asked is still choosing his words."""
        return len(match.log) if side in match.choices() else -1

    def take(self, side: Side, orders: dict[str, Order], held: int) -> None:
        self.orders[side] = orders
        self.held[side] = held

    def went_back(self, to: int) -> None:
        """Acts from *to* on were taken back. What is asked there now is not answered by order: that was not wanted."""
        self.held = dict.fromkeys(self.orders, to)

    def by_hand(self, match: Match, side: Side, act: Act | str) -> None:
        """Play an act of a player. Where the question goes on, as with further units to name, it stays his."""
        before = asked(match.game, match.position, side)
        match.play(side, act)
        if before is not None and asked(match.game, match.position, side) == before:
            self.held[side] = len(match.log)

    def answer(self, match: Match, side: Side) -> Answer | None:
        """What an order answers for a side now."""
        if side not in match.choices() or match.offer is not None or len(match.log) == self.held.get(side, -1):
            return None                  # playing on would let an offer lapse that waits for an answer
        return answer(match.game, match.position, side, self.of(side))
