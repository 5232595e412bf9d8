"""The board as plain data for a screen: everything that is printed on map, counters and tracks.

Places are in the units of the map drawing, so that counters and highlights lie exactly over it.
"""
from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from typing import Any, Final

from frente.games.tscw.show import cartography
from frente.games.tscw.show.charts import charts
from frente.games.tscw.state.board import (
    CONVERT,
    FAR,
    NAT,
    NATIONS,
    NO_TOWN,
    POINTS,
    REP,
    SIDES,
    SIZES,
    TYPES,
    UNMARKED,
    WITHDRAW,
    Board,
)
from frente.games.tscw.state.position import BOXES, UNUSED
from frente.geo.theatredata import RADIUS, Frame, Point
from frente.kernel.codec import Words
from frente.kit import sight

EDGE: Final = 60.0                       # of the drawing round the field
BAR: Final = 64.0                        # below, so that the buttons over the map cover no hex
MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                 "November", "December")
WATERS: Final = ("", "river", "major-river")
TRACKS: Final = (("morale", "points-republican", "points-northern", "purchase", "next-points", "rail", "sea"),
                 ("points-nationalist", "points-italian", "shortage", "next-points", "rail", "sea"))


def of(b: Board, words: Words, kinds: Mapping[str, str]) -> dict[str, Any]:
    ground = b.tables["places"]
    frame = cartography.frame_of(ground)
    width, height = frame.size()
    return {
        "version": b.version, "orientation": "pointy-top", "radius": RADIUS,
        "viewBox": [-EDGE, -EDGE, shown(width + 2 * EDGE), shown(height + 2 * EDGE + BAR)],
        "field": [0, 0, shown(width), shown(height)],
        "spaces": spaces(b, ground, frame), "units": units(b),
        "boxes": sight.boxes(SIDES, [name for where, name in BOXES.items() if where != UNUSED]),
        "tracks": [{"id": name, "side": side, "title_key": f"track.{name}"}
                   for s, side in enumerate(SIDES) for name in TRACKS[s]]
        + [{"id": "turn", "side": "", "title_key": "track.turn"}],
        "verbs": sight.verbs(words, kinds),
        "turns": [{"n": n, **span(date), "months": True} for n, date in enumerate(b.dates) if n],
        "schedule": schedule(b), "edges": {}, "charts": charts(b),
        "provenance": provenance(ground)}


def span(date: str) -> dict[str, str]:
    """First and last day of a turn of one or two months, such as "November-December 1936"."""
    months, year = date.rsplit(" ", 1)
    first, last = MONTHS.index(months.split("-")[0]) + 1, MONTHS.index(months.split("-")[-1]) + 1
    return {"start": f"{year}-{first:02}-01", "end": f"{year}-{last:02}-{monthrange(int(year), last)[1]}"}


def spaces(b: Board, ground: Mapping[str, Any], frame: Frame) -> list[dict[str, Any]]:
    marks = printed(b, ground)
    found: list[dict[str, Any]] = []
    shores = cartography.coast()
    for h, name in enumerate(b.names):
        x, y = frame.centre(int(name))
        near = b.around(h)
        at = [b.nb[h].index(n) if n in b.nb[h] else -1 for n in near]
        found.append({
            "id": name, "name": b.place[h], "x": shown(x), "y": shown(y),
            "corners": [[shown(px), shown(py)] for px, py in frame.corners(int(name))],
            "neighbours": [b.names[n] if i >= 0 else None for n, i in zip(near, at)],
            "routes": ["rail" if n in b.rail[h] else "" for n in near],
            "water": [WATERS[b.river[h][i]] if i >= 0 else "" for i in at],
            "terrain": [b.terrain[h]], "region": b.regions[b.region[h]], "control": SIDES[b.control[h]], "edges": [],
            "marks": [m["kind"] for m in marks[name]], "printed": marks[name], "from": "estimate"})
        land = ashore(frame.corners(int(name)), shores)
        if land:
            found[-1]["land"] = [[[shown(px), shown(py)] for px, py in ring] for ring in land]
    return found


def ashore(hexagon: Sequence[Point], shores: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """The land of a hex on the coast; nothing for one inland."""
    xs, ys = [x for x, _ in hexagon], [y for _, y in hexagon]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    if not any(left < x < right and top < y < bottom for shore in shores for x, y in shore):
        return []
    found: list[list[Point]] = []
    for shore in shores:
        ring = list(shore)
        for k, a in enumerate(hexagon):
            ring = cut(ring, a, hexagon[(k + 1) % 6], hexagon[(k + 3) % 6])
        if ring:
            found.append(ring)
    return found


def cut(ring: Sequence[Point], a: Point, b: Point, inside: Point) -> list[Point]:
    """The part of a ring on one side of the line through a and b, the side of *inside*."""
    found: list[Point] = []
    for k, q in enumerate(ring):
        p = ring[k - 1]
        here, there = beyond(p, a, b, inside), beyond(q, a, b, inside)
        if (here < 0) != (there < 0):
            t = here / (here - there)
            found.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        if there >= 0:
            found.append(q)
    return found


def beyond(p: Point, a: Point, b: Point, inside: Point) -> float:
    """Positive on the side of *inside*."""
    way = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return way if (b[0] - a[0]) * (inside[1] - a[1]) - (b[1] - a[1]) * (inside[0] - a[0]) > 0 else -way


def printed(b: Board, ground: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """What is printed in each hex besides its terrain."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in b.names}
    for p in ground["place"]:
        name = str(p["hex"])
        if name not in found:            # in a neutral country
            continue
        h = b.index[name]
        found[name].append({"kind": p["kind"], "name": p["name"], "from": cartography.origin(p)})
        if p["kind"] == "mark" or b.town[h] == NO_TOWN:
            continue
        if p["mp"]:
            found[name].append({"kind": "morale", "points": p["mp"], "from": known(p, ("Madrid", "Sevilla"))})
        if p["uss"]:
            side = SIDES[NAT] if p["uss"] == "N" else SIDES[REP]
            found[name].append({"kind": "supply", "side": side, "north": p["uss"] == "RN",
                                "from": "text" if side == SIDES[REP] else known(p, ("Cádiz",))})
        if p["port"]:
            found[name].append({"kind": "port", "name": p["port"], "from": "geography"})
    for line in ground["fort_line"]:
        for x in line["hexes"]:
            found[str(x)].append({"kind": "fort", "name": line["name"], "points": line["activation_turn"],
                                  "from": cartography.origin(line)})
    return found


def known(place: Mapping[str, Any], stated: tuple[str, ...]) -> str:
    """Where a value comes from: the rulebook names it for a few places only."""
    return "text" if place["name"] in stated else "estimate"


def units(b: Board) -> list[dict[str, Any]]:
    return [{"id": b.uid[u], "name": b.uname[u], "short": b.label[u].strip("-"), "side": SIDES[b.side[u]],
             "symbol": TYPES[b.type[u]], "size": SIZES[b.size_mark[u]] if b.size_mark[u] > UNMARKED else "",
             "formation": NATIONS[b.nation[u]], "corps": "", "brigade": b.code[u], "elite": b.international[u],
             "steps": b.full[u], "becomes": b.becomes[u]} for u in range(b.units)]


def schedule(b: Board) -> list[dict[str, Any]]:
    """Who comes, leaves or converts on which turn, and the points of the turn; by side."""
    found: list[dict[str, Any]] = []
    for turn in range(1, len(b.dates)):
        for side in (REP, NAT):
            come = [b.uid[u] for u in b.of[side] if b.turn[u] == turn]
            if come:
                found.append({"turn": turn, "side": SIDES[side], "units": come})
            for fate, word in ((WITHDRAW, "leaves"), (CONVERT, "converts")):
                gone = [b.uid[u] for u in b.of[side] if b.fate[u] == fate and b.fate_turn[u] == turn != FAR]
                if gone:
                    found.append({"turn": turn, "side": SIDES[side], "fate": word, "units": gone})
            for kind in (0, 1) if side == REP else (2, 3):
                if b.income[turn][kind]:
                    found.append({"turn": turn, "side": SIDES[side], "support": "points-" + POINTS[kind],
                                  "change": b.income[turn][kind]})
    return found


def provenance(ground: Mapping[str, Any]) -> dict[str, int]:
    """How many places have their hex from where; the terrain of all hexes is an estimate."""
    found: dict[str, int] = {"estimate": len(ground["hex"])}
    for p in ground["place"]:
        source = cartography.origin(p)
        found[source] = found.get(source, 0) + 1
    return found


def shown(x: float) -> float:
    return round(x, 3)
