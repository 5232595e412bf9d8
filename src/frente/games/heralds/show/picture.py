"""The board as plain data for a screen: everything that is printed on map, pawns and tracks.

Places are in the units of the map drawing, so that pawns and highlights lie exactly over it. What a handle hides is no
part of it: all handles of a side are described alike, and the pieces that may be behind them are listed once, by name.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.heralds.show import cartography
from frente.games.heralds.show.charts import charts
from frente.games.heralds.state.board import ARMS, FORMATIONS, KINDS, NEUTRAL, OWNERS, SIDES, Board
from frente.games.heralds.state.position import BOXES
from frente.geo.streetdata import Compound, Room, Square, StreetMap, extent
from frente.kernel.codec import Words
from frente.kit import sight

REACH: Final = 62.0                      # from the middle of a square to beyond its pawns
SIDED: Final = ("will", "action-points", "intelligence")
COMMON: Final = ("turn", "initiative", "offensive", "blasted", "bombed", "critical", "lost-squares", "ortega",
                 "centro-fell")
# What lies on a printed track: marker by value, by holder, by place in the row, or by the phase of the game.
SHOWN: Final[dict[str, dict[str, Any]]] = {
    "will": {"tracks": ["will"]}, "turn": {"tracks": ["turn"]}, "count": {"tracks": ["action-points", "intelligence"]},
    "initiative": {"holder": "initiative"}, "offensive": {"row": "offensive"},
    "phase": {"steps": ["Seats", "PropagandaPhase", "NegotiationPhase", "", "ManeuverPhase", "Refits"]}}
CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
SIZES: Final = ("", "XXXX", "XXX", "XX")  # of a headquarters, by level


def of(b: Board, words: Words, kinds: Mapping[str, str]) -> dict[str, Any]:
    chart, looks = cartography.chart(b.tables), cartography.OWN.read("looks")
    rows = {row["id"]: row for kind in ("square", "compound") for row in b.tables["board"][kind]}
    return {
        "version": b.version, "orientation": "areas", "radius": REACH, "viewBox": list(extent(chart)),
        "field": [0, 0, chart.width, chart.height], "spaces": spaces(b, chart, rows), "routes": routes(chart),
        "units": [unit(b, u, looks) for u in range(b.first)] + [handle(b, u) for s in b.handles for u in s],
        "pieces": [face(b, b.pindex[name], looks) for name in sorted(b.piece[b.first:])],
        "looks": {"body": looks["body"], "back": looks["back"]},
        "boxes": sight.boxes(OWNERS, BOXES.values()),
        "tracks": [*[t for side in SIDES for t in sight.tracks(side, SIDED)], *sight.tracks("", COMMON)],
        "displays": displays(chart),
        "verbs": sight.verbs(words, kinds),
        "turns": [{"n": n, "start": day, "end": day} for n, day in enumerate(b.days) if n],
        "schedule": [], "edges": {}, "charts": charts(b), "provenance": provenance(rows)}


# -- the ground


def spaces(b: Board, chart: StreetMap, rows: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for square in chart.squares:
        found.append(space(b, square, rows) | {
            "terrain": [square.kind], "parent": "",
            "inside": [b.names[c] for c in b.inside[b.index[square.id]]], "printed": on_square(square)})
    for compound in chart.compounds:
        found.append(space(b, compound, rows) | {
            "terrain": ["bridge" if compound.kind == "bridge" else "compound"], "parent": compound.parent, "inside": [],
            "tag": [shown(compound.tag[0]), shown(compound.tag[1])], "printed": on_compound(compound)})
    return found


def space(b: Board, item: Square | Compound, rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    a = b.index[item.id]
    w, h = item.width / 2, item.height / 2
    return {
        "id": item.id, "name": item.name, "x": shown(item.room.x), "y": shown(item.room.y), "room": block(item.room),
        "sign": [shown(item.x - w + 2), shown(item.y + h - 2)],
        "corners": [[shown(item.x + dx * w), shown(item.y + dy * h)] for dx, dy in CORNERS],
        "neighbours": [b.names[t] for t in b.to[a]], "control": "", "edges": [], "marks": [],
        "from": rows[item.id]["place_from"]}


def block(room: Room) -> dict[str, float]:
    return {"width": room.width, "height": room.height}


def on_square(q: Square) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if q.kind == "downtown":
        found.append({"kind": "letter", "letter": q.id, "from": "text"})
    if q.points:
        found.append({"kind": "points", "points": q.points, "from": "text"})
    if q.will:
        found.append({"kind": "will", "points": q.will, "from": "text"})
    return found


def on_compound(c: Compound) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"kind": "resource", "id": r.id.lower().replace("_", "-"), "name": r.kind, "critical": r.critical,
         "at": [shown(r.at[0]), shown(r.at[1])], "from": "text"} for r in c.resources]
    if c.kind == "bridge":
        found.append({"kind": "bridge", "name": c.start, "at": [shown(c.x - c.width / 4), shown(c.y)], "from": "text"})
    return found


def routes(chart: StreetMap) -> list[dict[str, Any]]:
    """Every route with its course from square to square, for lines that run along the streets."""
    found: list[dict[str, Any]] = []
    for road, row in zip(chart.roads, cartography.OWN.read("board")["route"]):
        line = [road.line[0], *road.line[1:-1:3], road.line[-1]]
        found.append({"id": road.id, "ends": list(road.ends), "via": list(road.via), "rail": road.rail,
                      "name": road.name, "line": [[shown(x), shown(y)] for x, y in line],
                      "from": row["provenance"]})
    return found


def displays(chart: StreetMap) -> list[dict[str, Any]]:
    """The printed tracks, what their markers show, and where their boxes lie."""
    return [{"id": t.id, "title": t.title, **SHOWN.get(t.id, {}), "boxes": [
        {"id": x.id, "name": x.title, "x": shown(x.x), "y": shown(x.y), "width": shown(x.width),
         "height": shown(x.height)} for x in t.boxes]} for t in chart.tracks]


# -- the pawns


def unit(b: Board, u: int, looks: Mapping[str, Any]) -> dict[str, Any]:
    """A pawn that is always face up."""
    return face(b, u, looks) | {"id": b.uid[u], "side": OWNERS[b.start_side[u]]}


def face(b: Board, i: int, looks: Mapping[str, Any]) -> dict[str, Any]:
    """What is printed on a piece."""
    kind = KINDS[b.kind[i]]
    symbol = ARMS[b.arm[i]] or ("train" if b.icon[i] == "train" else kind)
    return {
        "id": b.piece[i], "name": b.pname[i], "short": looks["short"].get(stem(b.piece[i]), b.pname[i]),
        "side": SIDES[b.reverse[i]], "kind": kind, "symbol": symbol,
        "icon": kind if kind in ("leader", "agent") else b.icon[i],
        "size": SIZES[b.level[i]] if kind == "hq" else "", "formation": banner(b, i),
        "corps": FORMATIONS[b.formation[i]] if b.formation[i] >= 0 else "",
        "second": FORMATIONS[b.second[i]] if b.second[i] >= 0 else "", "brigade": numeral(b, i),
        "values": values(b, i), "elite": False, "steps": 1}


def handle(b: Board, u: int) -> dict[str, Any]:
    """A pawn with a decoy side, as everybody sees it: nothing but its faction."""
    side = NEUTRAL
    for s, group in enumerate(b.handles):
        if u in group:
            side = s
    return {"id": b.uid[u], "name": "", "short": "?", "side": OWNERS[side], "kind": "handle", "symbol": "hidden",
            "icon": "back", "size": "", "formation": "", "corps": "", "second": "", "brigade": "", "values": {},
            "elite": False, "steps": 1}


def numeral(b: Board, i: int) -> str:
    return b.numerals[b.numeral[i]] if b.numeral[i] >= 0 else ""


def banner(b: Board, i: int) -> str:
    """Formation and numeral, as a view says it."""
    if b.formation[i] < 0:
        return ""
    name = FORMATIONS[b.formation[i]]
    return f"{name}/{numeral(b, i)}" if b.numeral[i] >= 0 else name


def values(b: Board, i: int) -> dict[str, Any]:
    """The numbers on a piece, by what they are."""
    kind = KINDS[b.kind[i]]
    if kind == "hq":
        return {"command": b.command[i]}
    if kind == "combat":
        return {"initiative": b.initiative[i], "morale": b.morale[i]}
    if kind in ("leader", "agent"):
        return {"initiative": b.initiative[i], "bare": b.paren[i], "modifier": b.modifier[i]}
    return {"credit": b.credit[i]} if b.credit[i] else {}


def stem(piece: str) -> str:
    """The kind of pawn: without the number of those there are several of."""
    head, _, tail = piece.rpartition("-")
    return head if head and tail.isdigit() else piece


def provenance(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """How many squares and compounds have their place from where."""
    return sight.tally([row["place_from"] for row in rows.values()])


def shown(x: float) -> float:
    return round(x, 1)
