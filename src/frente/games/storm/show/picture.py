"""The board as plain data for a screen: everything that is printed on map, counters and displays.

Places are in the units of the map drawing, so that counters and highlights lie exactly over it.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.storm.show import cartography
from frente.games.storm.show.charts import charts
from frente.games.storm.state.board import AREAS, FACTIONS, NAT, REP, SHOCK, SIDES, TYPES, Board
from frente.games.storm.state.position import BOXES, UNUSED
from frente.geo.areadata import AreaMap, Room
from frente.kernel.codec import Words
from frente.kit import sight

SIDE: Final = 216.0                      # of the drawing left and right of the frame
TOP: Final = 154.0
BAR: Final = 84.0                        # below, so that the buttons over the map cover no box
REACH: Final = 40.0                      # from the middle of a space to beyond its pieces
SIDED: Final = ("support", "areas-won")
COMMON: Final = ("turn", "morale", "initiative", "council", "bad-weather", "pause", "rivers-open", "durruti", "flight",
                 "strife", "routes-cut", "vp")
NAMED: Final = ("A", "D", "H", "M", "O", "AA")    # areas of which the rulebook speaks (2c, 12.1d, 3.3b)


def of(b: Board, words: Words, kinds: Mapping[str, str]) -> dict[str, Any]:
    style = cartography.OWN.read("style")
    chart = cartography.chart(b.tables)
    return {
        "version": b.version, "orientation": "areas", "radius": REACH,
        "viewBox": [-SIDE, -TOP, chart.width + 2 * SIDE, chart.height + 2 * TOP + BAR],
        "field": [0, 0, chart.width, chart.height],
        "spaces": spaces(b, chart), "units": units(b, style),
        "boxes": sight.boxes(SIDES, [name for where, name in BOXES.items() if where != UNUSED]),
        "tracks": [*[t for side in SIDES for t in sight.tracks(side, SIDED)], *sight.tracks("", COMMON)],
        "verbs": sight.verbs(words, kinds),
        "turns": [{"n": n, "start": start, "end": end} for n, (start, end) in enumerate(b.days, 1)],
        "schedule": schedule(b), "edges": {}, "charts": charts(b), "provenance": provenance()}


def spaces(b: Board, chart: AreaMap) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for area in chart.areas:
        a = b.index[area.id]
        found.append({
            "id": area.id, "name": b.title[a], "x": area.room.x, "y": area.room.y, "room": block(area.room),
            "sign": [round(area.plate[0] - area.plate_width / 2 + 42, 1), area.plate[1] + 17],
            "corners": [[x, y] for x, y in area.ring], "neighbours": [b.names[t] for t in b.nb[a]],
            "terrain": ["urban" if area.urban else "normal"], "control": "", "edges": [], "marks": [],
            "printed": printed(b, a), "from": "text" if area.id in NAMED else "estimate"})
    for box in chart.boxes:
        a = b.index[box.id]
        x, y, w, h = box.x, box.y, box.width, box.height
        found.append({
            "id": box.id, "name": b.title[a], "x": box.room.x, "y": box.room.y, "room": block(box.room),
            "corners": [[x, y], [x + w, y], [x + w, y + h], [x, y + h]], "neighbours": [b.names[t] for t in b.nb[a]],
            "terrain": ["box"], "control": box.side, "edges": [], "marks": [], "printed": [], "from": "estimate"})
    return found


def block(room: Room) -> dict[str, float]:
    return {"width": room.width, "height": room.height}


def printed(b: Board, a: int) -> list[dict[str, Any]]:
    """What the area's plate and its borders say."""
    found: list[dict[str, Any]] = [{"kind": "modifier", "points": b.terrain[a], "from": "estimate"}]
    found += [{"kind": "route", "name": b.route_ids[k], "from": "estimate"}
              for k, areas in enumerate(b.route_areas) if a in areas]
    return found


def units(b: Board, style: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"id": b.uid[u], "name": b.uname[u], "short": style["short"].get(b.uid[u], b.uname[u][:8]),
             "side": SIDES[b.side[u]], "symbol": b.tag[u] or TYPES[b.type[u]], "size": TYPES[b.type[u]],
             "formation": FACTIONS[b.faction[u]], "corps": "", "brigade": "", "elite": b.type[u] == SHOCK, "steps": 1}
            for u in range(b.units)]


def schedule(b: Board) -> list[dict[str, Any]]:
    """Who comes on which turn, and what each side receives; in the campaign and the first scenario."""
    found: list[dict[str, Any]] = []
    for turn in range(1, b.last + 1):
        for side in (REP, NAT):
            come = [b.uid[u] for u in b.of[side] if b.turn[u] == turn]
            if come and turn > 1:
                found.append({"turn": turn, "side": SIDES[side], "arc": "", "units": come})
            if b.income[side][turn]:
                found.append({"turn": turn, "side": SIDES[side], "support": "support", "change": b.income[side][turn]})
    return found


def provenance() -> dict[str, int]:
    """How many areas rest on what."""
    return {"text": len(NAMED), "estimate": AREAS - len(NAMED)}
