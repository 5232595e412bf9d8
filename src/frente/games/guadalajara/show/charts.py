"""The tables for a screen: combat results, and what ground costs across country."""
from __future__ import annotations

from typing import Any, Final

from frente.games.guadalajara.state.board import ALL, MOVES, MP, RAIL, Board

ROWS: Final = 13                                # modified rolls of 0 to 12


def charts(b: Board) -> list[dict[str, Any]]:
    return [
        {"id": "combat", "rule": "1.18a", "corner": "roll", "head": b.columns,
         "rows": [[str(k), *[b.ladder[n + k] for n in range(len(b.columns))]] for k in range(ROWS)]},
        {"id": "terrain", "rule": "scs.mov.1", "corner": "", "head": [f"web.chart-{name}" for name in MOVES[:RAIL]],
         "rows": [[f"terrain.{name}", *[price(b, k, name) for k in range(RAIL)]] for name in sorted(set(b.terrain))]}]


def price(b: Board, kind: int, name: str) -> str:
    """What entering such a hex costs where no river is in the way."""
    found = [b.wild[kind][h][i] for h in range(b.size) for i, t in enumerate(b.nb[h])
             if b.terrain[t] == name and b.wild[kind][h][i]]
    if not found:
        return "–"
    return "web.chart-all" if min(found) >= ALL else f"{min(found) / MP:g}"
