"""The tables for a screen: combat results, and what ground costs."""
from __future__ import annotations

from typing import Any, Final

from frente.games.tscw.state.board import Board

CLASSES: Final = ("foot", "cavalry", "motorised", "tank")


def charts(b: Board) -> list[dict[str, Any]]:
    grounds = sorted(set(b.terrain))
    return [
        {"id": "combat", "rule": "13.14", "corner": "die", "head": b.columns,
         "rows": [[str(die), *[f"{a}/{d}" for a, d in row]] for die, row in enumerate(b.crt)]},
        {"id": "terrain", "rule": "12.13", "corner": "",
         "head": [f"web.chart-{name}" for name in CLASSES],
         "rows": [[f"terrain.{name}", *[str(price[name]) for price in b.price]] for name in grounds]}]
