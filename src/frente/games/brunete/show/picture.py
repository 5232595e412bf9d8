"""The board as plain data for a screen: everything that is printed on map, counters and displays.

Places are in the units of the map drawing, so that counters and highlights lie exactly over it.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.brunete.show.charts import charts
from frente.games.brunete.state.board import NAT, NEVER, REP, SIDES, TYPES, Board
from frente.games.brunete.state.position import BOXES, UNUSED
from frente.kernel.codec import Words
from frente.kit import sight

RADIUS: Final = 40.0                     # of a hex in the drawing
MARGIN: Final = 72.0                     # of the drawing round the field
ROUTES: Final = ("", "path", "road")
WATERS: Final = ("", "river", "bridge")
SIDED: Final = ("command", "artillery", "artillery-used", "aviation", "aviation-used", "aviation-away", "reroll")
COMMON: Final = ("turn", "initiative", "vallecas", "held-aviation", "held-artillery", "owed-aviation", "vp")


def of(b: Board, words: Words, kinds: Mapping[str, str]) -> dict[str, Any]:
    ground = b.tables["map"]
    width, height = b.grid.size(RADIUS)
    return {
        "version": b.version, "orientation": b.grid.orientation, "lowered": b.grid.lowered, "radius": RADIUS,
        "viewBox": [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN], "field": [0, 0, width, height],
        "spaces": spaces(b, ground), "units": units(b),
        "boxes": sight.boxes(SIDES, [name for where, name in BOXES.items() if where != UNUSED]),
        "tracks": [*[t for side in SIDES for t in sight.tracks(side, SIDED)], *sight.tracks("", COMMON)],
        "verbs": sight.verbs(words, kinds),
        "turns": [{"n": n, "start": start, "end": end} for n, (start, end) in enumerate(b.days, 1)],
        "schedule": schedule(b),
        "edges": {edge: row["owner"] for edge, row in ground["edges"].items() if isinstance(row, dict)},
        "charts": charts(b), "provenance": provenance(ground)}


def spaces(b: Board, ground: Mapping[str, Any]) -> list[dict[str, Any]]:
    marks = printed(b, ground)
    found: list[dict[str, Any]] = []
    for h, (column, row) in enumerate(b.at):
        x, y = b.grid.centre(column, row, RADIUS)
        around = [b.grid.neighbour(column, row, k) for k in range(6)]
        near = [b.at.index(n) if n in b.at else -1 for n in around]
        at = [b.nb[h].index(n) if n >= 0 else -1 for n in near]
        found.append({
            "id": b.names[h], "name": b.town[h] or b.vertex[h], "x": shown(x), "y": shown(y),
            "corners": [[shown(px), shown(py)] for px, py in b.grid.corners(column, row, RADIUS)],
            "neighbours": [b.names[n] if n >= 0 else None for n in near],
            "routes": [ROUTES[b.route[h][i]] if i >= 0 else "" for i in at],
            "water": [WATERS[b.water[h][i]] if i >= 0 else "" for i in at],
            "terrain": [b.terrain[h]], "control": SIDES[b.control[h]], "edges": b.edges[h],
            "marks": [x["colour"] if x["kind"] == "objective" else x["kind"] for x in marks[b.names[h]]],
            "printed": marks[b.names[h]], "from": ground["hex"][h]["terrain_from"]})
    return found


def printed(b: Board, ground: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """What is printed in each hex besides its terrain."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in b.names}
    for place in ground["place"]:
        found[place["hex"]].append({"kind": place["kind"], "name": place["name"], "from": place["position"]})
    for o in ground["objective"]:
        colour, _, dashed = str(o["colour"]).partition("-")
        found[o["hex"]].append({"kind": "objective", "name": o["name"], "colour": colour, "dashed": bool(dashed),
                                "points": o["vp"], "from": o["objective_from"]})
    for e in ground["entry"]:
        found[e["hex"]].append({"kind": "entry", "letter": e["letter"], "side": e["side"], "edge": e["edge"],
                                "source": e["supply_source"], "from": e["position"]})
    return found


def units(b: Board) -> list[dict[str, Any]]:
    return [{"id": b.uid[u], "name": b.uname[u], "side": SIDES[b.side[u]], "symbol": TYPES[b.type[u]],
             "size": b.size_mark[u], "formation": b.division[u] or b.corps[u], "corps": b.corps[u],
             "brigade": b.brigade[u], "elite": b.elite[u], "steps": b.full[u]} for u in range(b.units)]


def schedule(b: Board) -> list[dict[str, Any]]:
    """Who and what comes or goes on which turn; by side."""
    found: list[dict[str, Any]] = []
    for turn in range(1, len(b.days) + 1):
        for side in (REP, NAT):
            for arc in sorted({b.arc[u] for u in b.of[side]}):
                come = [b.uid[u] for u in b.of[side] if b.arrives[u] == turn != NEVER and b.arc[u] == arc]
                if come:
                    found.append({"turn": turn, "side": SIDES[side], "arc": arc, "units": come})
            for kind in ("artillery", "aviation"):
                change = sum(by for s, k, by in b.supports[turn] if (s, k) == (side, kind))
                if change:
                    found.append({"turn": turn, "side": SIDES[side], "support": kind, "change": change})
    return found


def provenance(ground: Mapping[str, Any]) -> dict[str, int]:
    """How many hexes have their terrain from where."""
    return sight.tally([h["terrain_from"] for h in ground["hex"]])


def shown(x: float) -> float:
    return round(x, 3)
