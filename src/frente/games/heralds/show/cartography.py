"""The board of Heralds of Defeat as a description that can be drawn: the game's tables plus the hints of style.toml."""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from frente.geo import streetdata as s
from frente.kernel.components import PawnFace
from frente.kit.show import Folder, provenance

OWN: Final = Folder(__file__)
Table = Mapping[str, Any]

SIDE: Final = 124.0                      # of a large square: four pawns and their gaps
PLATE: Final = (116.0, 66.0)             # of a compound
RESERVES: Final = (206.0, 104.0)
HEAD: Final = 30.0                       # of a reserves square, where its name stands
HEADS: Final = ("squares", "roads", "holders", "marks", "resources", "costs", "sources", "pawns")
STEP: Final = 5.0                        # between points of a curve


def chart(tables: Table | None = None) -> s.StreetMap:
    """The board. Without tables it is made of the game's own; a data pack hands in its overlaid ones."""
    board, pawns = OWN.tables(tables, "board", "pawns")
    return streetmap(board, pawns, OWN.read("style"), OWN.read("looks"))


def streetmap(ground: Table, pawns: Table, style: Table, looks: Table) -> s.StreetMap:
    width, height = float(style["size"][0]), float(style["size"][1])
    squares = tuple([_square(row, style) for row in ground["square"]])
    compounds = _compounds(ground, style, squares)
    places = {q.id: (q.x, q.y) for q in squares}
    places |= {c.id: (c.x, c.y) for c in compounds if c.plate}
    days = [t["date"].day for t in ground["turn_track"]["turns"]]
    return s.StreetMap(
        title=style["title"], subtitle=style["subtitle"].format(first=days[0], last=days[-1]), note=style["note"],
        look=OWN.look(),
        width=width, height=height, squares=squares, compounds=compounds, roads=_roads(ground, style, places),
        rivers=tuple([s.River(r["name"], curve(_points(r["line"])), float(r["width"]), r.get("bluff", 0), r["at"])
                      for r in style["river"]]),
        parks=tuple([s.Park(r["name"], r["kind"], _points(r["ring"]), _points(r["lake"]), curve(_points(r["label"])))
                     for r in style["park"]]),
        landmarks=tuple([s.Landmark(r["kind"], tuple(r["name"]), _point(r["at"]), float(r["turn"]), _point(r["label"]),
                                    r["anchor"]) for r in style["landmark"]]),
        words=tuple([s.Words(r["text"], r["style"], _points(r["line"])) for r in style["words"]]),
        city=_points(style["city"]["ring"]), old=_point(style["old_town"]),
        front=tuple([curve(_points(line)) for line in style["front"]["lines"]]),
        cartouche=_point(style["cartouche"]), compass=_point(style["compass"]),
        tracks=_tracks(ground, style["tracks"], width, height), band=float(style["tracks"]["band"]),
        legend=_legend(ground, pawns, style, looks))


def _point(row: list[float]) -> s.Point:
    return float(row[0]), float(row[1])


def _points(rows: list[list[float]]) -> tuple[s.Point, ...]:
    return tuple([(float(x), float(y)) for x, y in rows])


def _by(rows: list[dict[str, Any]], key: str) -> dict[str, dict[str, Any]]:
    return {row[key]: row for row in rows}


def curve(points: tuple[s.Point, ...]) -> tuple[s.Point, ...]:
    """A smooth line through the points, as a cardinal spline."""
    if len(points) < 3:
        return points
    run = [points[0], *points, points[-1]]
    found: list[s.Point] = []
    for k in range(1, len(run) - 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = run[k - 1], run[k], run[k + 1], run[k + 2]
        n = max(2, int(math.dist((bx, by), (cx, cy)) / STEP))
        for i in range(n):
            t = i / n
            h1, h2 = 2 * t**3 - 3 * t**2 + 1, -2 * t**3 + 3 * t**2
            h3, h4 = 0.45 * (t**3 - 2 * t**2 + t), 0.45 * (t**3 - t**2)
            found.append((h1 * bx + h2 * cx + h3 * (cx - ax) + h4 * (dx - bx),
                          h1 * by + h2 * cy + h3 * (cy - ay) + h4 * (dy - by)))
    found.append(points[-1])
    return tuple(found)


# -- squares and compounds


def _square(row: Table, style: Table) -> s.Square:
    how = _by(style["square"], "id")[row["id"]]
    x, y = _point(how["at"])
    reserves = row["kind"] == "reserves"
    w, h = RESERVES if reserves else (SIDE, SIDE)
    formation = how.get("formation", "")
    colour, ink = style["formations"].get(formation, ("", ""))
    room = s.Room(x, y + HEAD / 2 - 2, w - 14, h - HEAD - 8) if reserves else s.Room(x, y, w - 10, h - 10)
    return s.Square(row["id"], row["kind"], how["shown"], x, y, w, h, room, style["worth"]["points"].get(row["id"], 0),
                    style["worth"]["will"].get(row["id"], 0), formation, (colour, ink))


def _compounds(ground: Table, style: Table, squares: tuple[s.Square, ...]) -> tuple[s.Compound, ...]:
    how = _by(style["compound"], "id")
    at = {q.id: q for q in squares}
    resources = _by(ground["resource"], "id")
    found: list[s.Compound] = []
    for row in ground["compound"]:
        held = [resources[name] for name in row["resources"]]
        if row["id"] in how:
            hint = how[row["id"]]
            x, y = _point(hint["at"])
            w, h = PLATE
            signs = tuple([s.Resource(r["id"], r["type"], r["critical"], (x - w / 2 + 51 + 27 * k, y - h / 2 - 2))
                           for k, r in enumerate(held)])
            found.append(s.Compound(
                row["id"], row["parent"], row["kind"], hint["shown"], hint["sign"], x, y, w, h,
                s.Room(x + w / 4 - 1, y, 58.0, 58.0), (x - w / 2 + 12, y - h / 2 - 2), signs, row.get("start", ""),
                True))
        else:                            # a marker in the square itself
            q = at[row["parent"]]
            x, y = q.x - q.width / 2, q.y - q.height / 2
            signs = tuple([s.Resource(r["id"], r["type"], r["critical"], (x, y + 26 * k)) for k, r in enumerate(held)])
            found.append(s.Compound(row["id"], row["parent"], row["kind"], row["name"], "", x, y, 30.0, 30.0,
                                    s.Room(x, y, 30.0, 30.0), (x, y), signs, "", False))
    return tuple(found)


# -- roads


def _roads(ground: Table, style: Table, places: Mapping[str, s.Point]) -> tuple[s.Road, ...]:
    how = _by(style["route"], "id")
    shared = Counter([name for r in ground["route"] for name in r["via"]])
    found: list[s.Road] = []
    for row in ground["route"]:
        hint = how.get(row["id"])
        bends: list[Any] = list(row["via"]) if hint is None else hint["bends"]
        stops: list[Any] = [row["from"], *bends, row["to"]]
        line, legs = _course(stops, places, shared)
        found.append(s.Road(
            row["id"], (row["from"], row["to"]), tuple(row["via"]), hint["name"] if hint else "", line,
            hint["grade"] if hint else "lane", row["rail"], legs, hint.get("on", 0) if hint else 0))
    return tuple(found)


def _course(stops: list[Any], places: Mapping[str, s.Point], shared: Mapping[str, int]
            ) -> tuple[tuple[s.Point, ...], tuple[tuple[str, str, tuple[s.Point, ...]], ...]]:
    """The line of a road and its legs from space to space. Where several roads run through a compound the curve begins
    anew, so that they lie on one another up to there."""
    parts: list[list[Any]] = [[]]
    for stop in stops:
        parts[-1].append(stop)
        if isinstance(stop, str) and shared.get(stop, 0) > 1:
            parts.append([stop])
    line: list[s.Point] = []
    for part in parts:
        points = tuple([places[p] if isinstance(p, str) else _point(p) for p in part])
        line += curve(points)[1 if line else 0:]
    names = [stop for stop in stops if isinstance(stop, str)]
    cuts = [line.index(places[name]) for name in names]
    legs = [(a, b, tuple(line[i:j + 1])) for a, b, i, j in zip(names, names[1:], cuts, cuts[1:])]
    return tuple(line), tuple(legs)


# -- tracks


def _tracks(ground: Table, words: Table, width: float, height: float) -> tuple[s.Track, ...]:
    top, low = height + 46.0, height + 158.0
    will = [(str(b["box"]), b["label"], _signed(b["modifier"]))
            for b in sorted(ground["will_track"]["boxes"], key=_number)]
    turns = [(str(t["turn"]), f"{t['date'].day} de {words['month']}",
              words["penalty"].format(n=t["pce_penalty"]) if t["pce_penalty"] else "")
             for t in ground["turn_track"]["turns"]]
    phases = [(name.lower(), name, "") for name in words["phases"]]
    counts = [(str(n), str(n), "") for n in range(ground["generic_track"]["min"], ground["generic_track"]["max"] + 1)]
    step = (width - 5.0) / len(counts)
    found: list[s.Track] = []
    x = 0.0
    for key, rows, pitch in (("will", will, 112.0), ("turn", turns, 94.0), ("phase", phases, 108.0),
                             ("initiative", [("initiative", "", "")], 112.0),
                             ("offensive", [(name.lower(), name, "") for name in words["offensives"]], 100.0)):
        found.append(_track(key, words[key], rows, x, top, pitch, 76.0))
        x += pitch * len(rows) + 18
    found.append(_track("count", words["count"], counts, 0.0, low, step, 42.0))
    return tuple(found)


def _track(key: str, title: str, rows: list[tuple[str, str, str]], x: float, y: float, pitch: float, height: float
           ) -> s.Track:
    boxes = [s.TrackBox(name, label, note, x + pitch * k, y, pitch - 5, height)
             for k, (name, label, note) in enumerate(rows)]
    return s.Track(key, title, x, y, tuple(boxes))


def _number(row: Table) -> int:
    return int(row["box"])


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"–{-n}" if n < 0 else "0"


# -- pawns


def pawn(row: Table, side: str, looks: Table, formations: Table) -> PawnFace:
    """One side of a pawn: of its faction, neutral, or the back of those that have one."""
    kind = row["kind"]
    if side == "back" or kind == "decoy":
        back, own = looks["back"], row["reverse"].lower()
        sign = back["sign"] if side == "back" else "–"
        return PawnFace(own, "hidden", looks["body"][own], sign, back["lines"], back["turns"])
    icon = kind if kind in ("leader", "agent") else row["icon"]
    size = ("", "XXXX", "XXX", "XX")[row.get("level", 0)] if kind == "hq" else ""
    colour, ink = formations[row["formation"]] if "formation" in row else ("none", "var(--print)")
    return PawnFace(side, kind, looks["body"][side], icon=looks["icon"].get(icon, []), shape=icon, colour=colour,
                    ink=ink, formed="formation" in row, name=looks["short"].get(row["id"], row["name"]),
                    numeral=row.get("numeral", ""), size=size, values=_values(row))


def _values(row: Table) -> dict[str, Any]:
    """The numbers on a pawn, by what they are."""
    kind = row["kind"]
    if kind == "hq":
        return {"command": row["command"]}
    if kind == "combat":
        return {"initiative": row["initiative"], "morale": row["morale"]}
    if kind in ("leader", "agent"):
        return {"initiative": row["initiative"], "bare": row.get("parenthesis", False),
                "modifier": row["command_modifier"]}
    if "credit_modifier" in row:
        return {"credit": row["credit_modifier"]}
    return {"unknown": "?"} if row["icon"] == "tank" else {}


# -- the legend


def _legend(ground: Table, pawns: Table, style: Table, looks: Table) -> s.Legend:
    words = style["legend"]
    kinds = _by(pawns["pawn"], "id")
    where: dict[str, list[str]] = {}
    for r in ground["resource"]:
        where.setdefault(r["type"], []).append(r["at"].removesuffix("_EXCHANGE").capitalize())
    routes = Counter([r["provenance"] for r in ground["route"]])
    buildings = [c for c in ground["compound"] if c["kind"] == "building"]
    facts = {"text": routes["text"], "geography": routes["geography"], "estimate": routes["estimate"],
             "routes": len(ground["route"]), "compounds": len(buildings),
             "guessed": len([c for c in buildings if c["place_from"] == "estimate"])}
    changed = [row["id"] for kind in ("square", "compound", "route") for row in ground[kind]
               if "pack" in (row["provenance"], row.get("place_from"))]
    costs, starts = _costs(ground, words)
    return s.Legend(
        heads={key: words[key] for key in HEADS},
        kinds=tuple([(k, name, gloss) for k, name, gloss in words["kinds"]]), roads=_pairs(words["streets"]),
        bridges=_pairs(words["bridges"]), holders=_pairs(words["held"]), marks=_pairs(words["signs"]),
        resources=tuple([(k, name, ", ".join(where.get(k, []))) for k, name in words["kinds_of_resource"]]),
        costs_from=starts, costs=costs, costs_note=words["costs_note"],
        provenance=provenance(style["sources"], facts, ", ".join(changed) + "." if changed else ""),
        pawns=tuple([(pawn(kinds[name], side, looks, style["formations"]), caption)
                     for name, side, caption in words["examples"]]))


def _pairs(rows: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple([(a, b) for a, b in rows])


def _costs(ground: Table, words: Table) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], tuple[str, ...]]:
    """The chart of section 14: a row for each kind of place one goes to, a column for each one comes from."""
    price = {(r["from"], r["to"], r["status"]): r["cost"] for r in ground["move_cost"]}
    rows: list[tuple[str, tuple[str, ...]]] = []
    for to, name in words["places"]:
        cells: list[str] = []
        for start, _ in words["starts"]:
            a = "compound_same_letter" if start == "compound_related" and to == "compound_connected" else start
            easy, hard = price.get((a, to, "easy")), price.get((a, to, "hard"))
            star = "*" if start == to == "downtown" else ""
            cells.append("–" if easy is None else f"{easy}{star}" + (f" / {hard}" if hard is not None else ""))
        rows.append((name, tuple(cells)))
    return tuple(rows), tuple([name for _, name in words["starts"]])
