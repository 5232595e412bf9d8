"""The printed tables for a screen: combat results, and what ground costs and does."""
from __future__ import annotations

from typing import Any, Final

from frente.games.brunete.state.board import TYPES, Board, Cell

SHELTER: Final = {"hill": "10.3.2d", "forest": "10.3.2e"}    # one column less for the attacker


def charts(b: Board) -> list[dict[str, Any]]:
    kinds = range(len(TYPES) - 1)        # garrisons do not move
    return [
        {"id": "combat", "rule": "10.3.6a", "corner": "die", "head": b.columns,
         "rows": [[str(die), *[result(b.crt[c][die]) for c in range(len(b.columns))]] for die in range(1, 7)]},
        {"id": "terrain", "rule": "9.2", "corner": "",
         "head": [f"symbol.{TYPES[k]}" for k in kinds] + ["web.chart-column"],
         "rows": [[f"terrain.{name}", *[str(b.ground[k][b.terrain.index(name)]) for k in kinds],
                   "−1" if name in SHELTER else "0"] for name in sorted(set(b.terrain))]}]


def result(cell: Cell) -> str:
    left = f"{cell.attacker or '–'}{cell.mark}"
    right = f"{cell.defender or ''}{'R' if cell.retreat else ''}" or "–"
    return f"{left}/{right}"
