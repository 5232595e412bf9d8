"""The tables for a screen: combat results, and what ground costs."""
from __future__ import annotations

from typing import Any, Final

from frente.games.tscw.state.board import Board

CLASSES: Final = ("foot", "cavalry", "motorised", "tank")


def charts(b: Board) -> list[dict[str, Any]]:
    grounds = sorted(set(b.terrain))
    return [
        {"id": "combat", "rule": "13.14", "corner": "die", "head": b.columns,
         "rows": [[str(die), *[f"{a}/{d}" for a, d in b.crt[die - 1]]] for die in range(1, len(b.crt) + 1)]},
        {"id": "terrain", "rule": "12.13", "corner": "",
         "head": [f"web.chart-{name}" for name in CLASSES[:len(b.cost)]],
         "rows": [[f"terrain.{name}", *[price(b, k, name) for k in range(len(b.cost))]] for name in grounds]}]


def price(b: Board, cls: int, name: str) -> str:
    """What entering such a hex costs where no river is in the way."""
    found = [b.cost[cls][h][i] for h in range(b.size) for i, t in enumerate(b.nb[h]) if b.terrain[t] == name]
    return str(min(found)) if found else "–"
