"""The plan of a computer player for one epoch: parts are worked out when a question first needs them."""
from __future__ import annotations

from frente.games.brunete.captain.attack import Strike, strikes_now
from frente.games.brunete.captain.move import March, plan_movement
from frente.games.brunete.captain.outlook import Outlook
from frente.games.brunete.captain.survey import Survey
from frente.games.brunete.rules.ch06_reinforcements import entry_hexes
from frente.games.brunete.rules.ch09_movement import Movement
from frente.games.brunete.state.board import ROAD
from frente.games.brunete.state.frames import Game, Segment, Turn
from frente.games.brunete.state.position import OFF_MAP, Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights

OFF_ROAD: float = 4.0                    # movement points lost by entering away from a road


def epoch(p: Brunete, side: Side) -> tuple[int, str, int]:
    """One activity of one side in one turn."""
    for f in p.stack:
        if not isinstance(f, (Game, Turn, Segment)):
            return (p.turn, type(f).__name__, getattr(f, "side", -1))
    return (p.turn, "", -1)


class Plan:
    """What a side means to do in one epoch."""

    def __init__(self, p: Brunete, side: Side, w: Weights) -> None:
        self.side = side
        self.w = w
        self._first = p.clone()
        self._outlook: Outlook | None = None
        self._survey: Survey | None = None
        self._march: March | None = None
        self._entries: dict[int, int] | None = None
        self._strike: Strike | None = None

    def outlook(self) -> Outlook:
        if self._outlook is None:
            self._outlook = Outlook(self._first, self.side, self.w)
        return self._outlook

    def survey(self) -> Survey:
        """As things stood when the epoch began."""
        if self._survey is None:
            self._survey = Survey(self._first, self.side)
        return self._survey

    def march(self, p: Brunete) -> March:
        if self._march is None:
            f = next(f for f in p.stack if isinstance(f, Movement))
            self._march = plan_movement(p, self.side, f.occasion, f.left, self.w)
        return self._march

    def strike(self, p: Brunete, again: bool) -> Strike | None:
        """The next attack; *again*: choose it anew, because the last one is over."""
        if again:
            found = strikes_now(p, self.side, self.outlook().ground, self.w)
            self._strike = found[0] if found else None
        return self._strike

    def entries(self, p: Brunete) -> dict[int, int]:
        """By unit beside the map: the hex by which it should come in."""
        if self._entries is None:
            self._entries = choose_entries(p, self.side, self.outlook())
        return self._entries


def choose_entries(p: Brunete, side: Side, outlook: Outlook) -> dict[int, int]:
    b = p.board
    ways: dict[int, list[float]] = {}
    best: dict[int, list[int]] = {}
    for u in b.of[side]:
        if p.hex[u] >= 0 and b.move[u][p.steps[u]]:
            ways[u] = outlook.ways(p.hex[u])
        elif p.hex[u] == OFF_MAP and p.entry[u] < 0:
            hexes = entry_hexes(p, u)
            if not hexes:
                continue
            best[u] = []
            ways[u] = []
            for far in outlook.fields:
                costs = [far[h] + entry_loss(p, side, h) for h in hexes]
                least = min(costs)
                best[u].append(hexes[costs.index(least)])
                ways[u].append(least)
    errands = outlook.errands(ways)
    return {u: best[u][errands[u]] for u in best}


def entry_loss(p: Brunete, side: Side, h: int) -> float:
    """Movement points a unit loses by coming in there instead of by an open road."""
    route = p.board.entry_route[h]
    loss = 0.0 if route == ROAD else 1.0 if route else OFF_ROAD
    return loss + OFF_ROAD if p.zone[1 - side][h] else loss
