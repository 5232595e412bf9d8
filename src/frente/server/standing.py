"""The standing orders of a table's seats: what they answer now, and which acts they have given.

Nobody but the seat itself is told of them. See docs/decisions/0008-standing-orders.md for what the other side can and
cannot tell from how soon an answer comes.
"""
from __future__ import annotations

from typing import Any, Final

import msgspec

from frente.kernel.catalog import Game
from frente.kernel.flow import Side
from frente.kernel.referee import Match
from frente.kernel.standing import Order, StandingOrders, asked, declared
from frente.server.schema import ByOrderRow, Since, Stored

ANSWERED: Final = "server.standing-answered"


class Orders(StandingOrders):
    def __init__(self, stored: Stored | Since) -> None:
        super().__init__()
        for row in stored.standing:
            kept: dict[str, list[Any]] = msgspec.json.decode(row.orders)
            self.take(row.side, {name: Order(x[0], tuple(x[1])) for name, x in kept.items()}, row.held)
        self.given: list[ByOrderRow] = list(stored.by_order)

    def went_back(self, to: int) -> None:
        super().went_back(to)
        self.given = [x for x in self.given if x.n < to]

    def due(self, match: Match) -> Side | None:
        """The side for which an order answers now."""
        return next((s for s in sorted(self.orders) if self.answer(match, s) is not None), None)

    def play(self, match: Match) -> list[ByOrderRow]:
        """Carry out the order that is due, if one is."""
        side = self.due(match)
        found = None if side is None else self.answer(match, side)
        if side is None or found is None:
            return []
        row = ByOrderRow(len(match.log), side, found.question, found.answer)
        match.play(side, found.act)
        return [row]


def text(orders: dict[str, Order]) -> str:
    """Orders as they are kept."""
    return msgspec.json.encode({name: [x.answer, list(x.unless)] for name, x in orders.items()}).decode()


def by_order(game: Game[Any], row: ByOrderRow) -> tuple[str, str, dict[str, Any]]:
    """Rule, text and facts of the line that tells a side what its order has answered."""
    rule = next((x.rule for x in declared(game, row.side) if x.id == row.question), "")
    return rule, ANSWERED, {"standing": [row.question, f"{row.question}.{row.answer}"]}


def seat_orders(orders: Orders, match: Match, side: Side) -> dict[str, Any]:
    """What a seat is shown of its own orders."""
    now = orders.answer(match, side)
    on = None if match.over else asked(match.game, match.position, side)
    return {"orders": {name: {"answer": x.answer, "unless": list(x.unless)} for name, x in orders.of(side).items()},
            "asked": "" if on is None else on.id, "now": "" if now is None else now.answer}
