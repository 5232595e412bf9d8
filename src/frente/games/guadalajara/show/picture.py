"""The board as plain data for a screen: everything that is printed on map, counters and displays.

Places are in the units of the map drawing, so that counters and highlights lie exactly over it.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.guadalajara.show import cartography
from frente.games.guadalajara.show.charts import charts
from frente.games.guadalajara.state.board import DIVISIONS, NAT, NEVER, REP, SIDES, VOLUNTEERS, Board
from frente.games.guadalajara.state.position import BOXES, UNUSED
from frente.geo.hexgrid import Hex
from frente.geo.mapdata import HexMap
from frente.kernel.codec import Words
from frente.kit import sight

RADIUS: Final = 40.0                     # of a hex in the drawing
MARGIN: Final = 72.0                     # of the drawing round the field
WAYS: Final = ("", "track", "road", "main-road")
SIDED: Final = ("air-points", "reserve-markers", "reserve-used")
OWNED: Final = {"vp": SIDES[NAT], "exited": SIDES[NAT]}
COMMON: Final = ("turn", "vp", "exited", "hidden-markers", "brihuega-taken")


def of(b: Board, words: Words, kinds: Mapping[str, str]) -> dict[str, Any]:
    style = cartography.OWN.read("style")
    chart = cartography.chart(b.tables)
    width, height = b.grid.size(RADIUS)
    divisions = [DIVISIONS[d].lower() for d in VOLUNTEERS]
    return {
        "version": b.version, "orientation": b.grid.orientation, "lowered": b.grid.lowered, "radius": RADIUS,
        "viewBox": [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN], "field": [0, 0, width, height],
        "spaces": spaces(b, chart), "units": units(b, style),
        "boxes": sight.boxes(SIDES, boxes()),
        "tracks": [{"id": name, "side": side, "title_key": f"track.{name}"} for side in SIDES for name in SIDED]
        + [{"id": f"{name}-{d}", "side": SIDES[NAT], "title_key": f"track.{name}-{d}"}
           for d in divisions for name in ("morale", "panic", "routed")]
        + [{"id": name, "side": OWNED.get(name, ""), "title_key": f"track.{name}"} for name in COMMON],
        "verbs": sight.verbs(words, kinds),
        "turns": style["turn"], "schedule": schedule(b), "edges": {}, "charts": charts(b),
        "provenance": provenance()}


def boxes() -> list[str]:
    """Where units are when they are in no hex, and what the other side is told instead of some of that."""
    return [*[name for where, name in BOXES.items() if where != UNUSED], "lost", "covered"]


def spaces(b: Board, chart: HexMap) -> list[dict[str, Any]]:
    ground = {h["id"]: h for h in cartography.OWN.read("terrain")["hex"]}
    marks = printed(b, chart)
    there = {place(b, h): h for h in range(b.size)}
    found: list[dict[str, Any]] = []
    for h, name in enumerate(b.names):
        column, row = place(b, h)
        x, y = b.grid.centre(column, row, RADIUS)
        near = [there.get(b.grid.neighbour(column, row, k), -1) for k in range(6)]
        at = [b.nb[h].index(n) if n >= 0 else -1 for n in near]
        found.append({
            "id": name, "name": b.place_name[h], "x": shown(x), "y": shown(y),
            "corners": [[shown(px), shown(py)] for px, py in b.grid.corners(column, row, RADIUS)],
            "neighbours": [b.names[n] if n >= 0 else None for n in near],
            "routes": [WAYS[b.way[h][i]] if i >= 0 else "" for i in at],
            "water": [b.river[h][i] if i >= 0 else "" for i in at],
            "terrain": [b.terrain[h]], "control": SIDES[NAT if b.east[h] else REP],
            "printed": marks[h], "from": ground[name]["by"]})
    return found


def place(b: Board, h: int) -> Hex:
    """Column and row of a hex as the drawing counts them, from the top."""
    column, row = b.at[h]
    return column, b.grid.rows + 1 - row


def printed(b: Board, chart: HexMap) -> list[list[dict[str, Any]]]:
    """What is printed in each hex besides its terrain."""
    ground = cartography.OWN.read("map")
    found: list[list[dict[str, Any]]] = [[] for _ in range(b.size)]
    for p in ground["place"]:
        found[b.index[p["hex"]]].append({"kind": p["size"], "name": p["name"], "points": p["vp"],
                                         "from": p["hex_provenance"]})
    for name in ground["brihuega"]["hills"]:
        found[b.index[name]].append({"kind": "observer", "from": ground["brihuega"]["provenance"]})
    supply = ground["supply_sources"]
    sources = {*supply["republican"], *supply["spanish"], *supply["italian"]}    # of all scenarios
    known = {a["road_hex"]: a["provenance"] for a in ground["entry_area"]}
    known |= {e["hex"]: e["provenance"] for e in [*ground["nationalist_entry"], *ground["republican_hex_entry"]]}
    for e in chart.entries:
        name = chart.number(e.place)
        found[b.index[name]].append({
            "kind": "entry", "letter": e.letter, "side": e.side, "edge": e.edge, "name": e.leads_to,
            "source": name in sources, "from": known.get(name, supply["provenance"])})
    return found


def units(b: Board, style: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"id": b.uid[u], "name": b.uname[u], "short": short(b, u, style), "side": SIDES[b.side[u]],
             "symbol": b.kind[u], "size": b.size_mark[u], "formation": b.parent[u] or DIVISIONS[b.division[u]],
             "corps": DIVISIONS[b.division[u]], "brigade": b.parent[u], "elite": b.band[u], "steps": b.full[u],
             "factors": b.printed[u]} for u in range(b.units)]


def short(b: Board, u: int, style: Mapping[str, Any]) -> str:
    """The name on the counter: its printed designation without the formation, which the band shows."""
    words = b.designation[u].partition("/")[0]
    return str(style["short"].get(b.kind[u], "")) if not words or "stripe" in words else words[:6].strip()


def schedule(b: Board) -> list[dict[str, Any]]:
    """Who comes on which turn, by side and Entry Area."""
    found: list[dict[str, Any]] = []
    for turn in range(max(1, b.first_turn), b.last_turn + 1):
        for side in (NAT, REP):
            come = [u for u in b.of[side] if b.used[u] and b.arrives[u] == turn != NEVER and not b.group[u]]
            for area in sorted({b.area[u] for u in come}):
                found.append({"turn": turn, "side": SIDES[side], "arc": area,
                              "units": [b.uid[u] for u in come if b.area[u] == area]})
    return found


def provenance() -> dict[str, int]:
    """How many hexes have their terrain from where."""
    return sight.tally([h["by"] for h in cartography.OWN.read("terrain")["hex"]])


def shown(x: float) -> float:
    return round(x, 1)
