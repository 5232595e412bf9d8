"""The map of Storm Over Madrid as a description that can be drawn: tables of the game, plan, hints of style.toml."""
from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from frente.games.storm.state.board import SIDES
from frente.geo import areadata as a
from frente.kit.show import Folder

OWN: Final = Folder(__file__)
BEYOND: Final = "box2"                   # land of box 2 inside the frame: a region of the plan, but no area
COLUMN: Final = 188.0                    # width of what stands left and right of the frame
GAP: Final = 22.0                        # between frame and column
Table = Mapping[str, Any]


def chart(tables: Table | None = None) -> a.AreaMap:
    """The map. Without tables it is made of the game's own; a data pack hands in its overlaid ones."""
    ground, track = OWN.tables(tables, "areas", "track")
    return areamap(ground, track, OWN.read("plan"), OWN.read("style"))


def areamap(ground: Table, track: Table, plan: Table, style: Table) -> a.AreaMap:
    width, height = float(plan["size"][0]), float(plan["size"][1])
    arcs = tuple([a.Arc(tuple(r["beside"]), r["river"], _points(r["line"])) for r in plan["arc"]])
    rings = {row["id"]: ring(arcs, row["id"]) for row in ground["area"]}
    boxes = _boxes(ground, style, arcs, width, height)
    rivers = tuple([_river(arcs, r["id"], style["rivers"][r["id"]]) for r in ground["river"]])
    places = {(p["area"], p["name"]): (float(p["at"][0]), float(p["at"][1])) for p in plan["place"]}
    return a.AreaMap(
        title=style["title"], subtitle=style["subtitle"], look=OWN.look(), width=width, height=height,
        sides=SIDES,
        areas=tuple([_area(row, rings[row["id"]], plan, style) for row in ground["area"]]),
        beyond=ring(arcs, BEYOND), arcs=arcs, corners=_corners(ground, rings), rivers=rivers,
        routes=tuple([_route(r, style, boxes, width, height) for r in plan["route"]]),
        roads=tuple([a.Course(r["id"], "", _points(r["line"])) for r in plan["road"]]),
        spots=_spots(ground, style, places), boxes=boxes, ground=_ground(style, places, rivers),
        margin=_margin(track, style))


def _points(rows: list[list[float]]) -> tuple[a.Point, ...]:
    return tuple([(float(x), float(y)) for x, y in rows])


def joined(lines: list[tuple[a.Point, ...]]) -> list[a.Point]:
    """Lines end to end, whichever way each of them runs."""
    left = [list(line) for line in lines]
    found = left.pop(0)
    while left:
        for k, line in enumerate(left):
            if line[0] == found[-1]:
                found += line[1:]
            elif line[-1] == found[-1]:
                found += line[-2::-1]
            elif line[-1] == found[0]:
                found = line[:-1] + found
            elif line[0] == found[0]:
                found = line[:0:-1] + found
            else:
                continue
            del left[k]
            break
        else:
            raise ValueError("the plan of the map has a gap: make it anew with scripts/plan_areas.py")
    return found


def ring(arcs: tuple[a.Arc, ...], area: str) -> tuple[a.Point, ...]:
    """The outline of an area, not closed."""
    return tuple(joined([arc.line for arc in arcs if area in arc.beside])[:-1])


def _area(row: Table, outline: tuple[a.Point, ...], plan: Table, style: Table) -> a.Area:
    room = next(r for r in plan["room"] if r["area"] == row["id"])
    x, y = room["pieces"]
    block = a.Room(float(x), float(y), room["columns"] * room["pitch"], room["rows"] * room["pitch"])
    name = str(style["plate"].get(row["id"], row["name"]))
    return a.Area(row["id"], tuple(name.split("|")), outline, row["kind"] == "urban", row["terrain"],
                  row["scn2_colour"], (float(room["plate"][0]), float(room["plate"][1])), float(room["wide"]), block)


def _river(arcs: tuple[a.Arc, ...], key: str, name: str) -> a.Course:
    line = joined([arc.line for arc in arcs if arc.river == key])
    if line[0][1] > line[-1][1]:         # all of them come from the north
        line.reverse()
    return a.Course(key, name, tuple(line))


def _route(row: Table, style: Table, boxes: tuple[a.Box, ...], width: float, height: float) -> a.Course:
    """On to the edge of the map, or to the box it leads to."""
    line = list(_points(row["line"]))
    x, y = line[-1]
    if y < 60:
        line.append((x + (x - line[-4][0]) * 0.3, -2.0))
    elif x > width - 60:
        line.append((width + 2, y + 4))
    else:
        box = next(b for b in boxes if b.id == "2")
        line += [(x + 40, y - 14), (box.x + 40, box.y + box.height + 30), (box.x + 46, box.y + box.height)]
    return a.Course(row["id"], style["routes"][row["id"]], tuple(line))


def _corners(ground: Table, rings: Mapping[str, tuple[a.Point, ...]]) -> tuple[a.Point, ...]:
    found: dict[a.Point, None] = {}
    for row in ground["corner"]:
        first, second = row["areas"]
        for p in rings[first]:
            if p in rings[second]:
                found[p] = None
    return tuple(found)


def _spots(ground: Table, style: Table, places: Mapping[tuple[str, str], a.Point]) -> tuple[a.Spot, ...]:
    how = style["places"]
    found: list[a.Spot] = []
    for row in ground["area"]:
        for k, place in enumerate(row["places"]):
            name = place["name"]
            kind = "village"
            if name in how["peaks"]:
                kind = "peak"
            elif row["kind"] == "urban" or name in how["unmarked"]:
                kind = "district"
            elif k == 0:
                kind = "town"
            named = name not in how["unnamed"] and (k > 0 or kind == "peak")
            dx, dy = how["nudged"].get(name, (0, 0))
            x, y = places[row["id"], name]
            found.append(a.Spot(name, row["id"], kind, (x + dx, y + dy), named))
    return tuple(found)


def _ground(style: Table, places: Mapping[tuple[str, str], a.Point], rivers: tuple[a.Course, ...]) -> a.Ground:
    at = {name: p for (_, name), p in places.items()}
    heights = [(at[name][0], at[name][1], float(metres)) for name, metres in style["heights"].items()]
    for river in rivers:
        levels = style["levels"][river.id]
        for k, metres in enumerate(levels):
            x, y = river.line[(len(river.line) - 1) * k // (len(levels) - 1)]
            heights.append((x, y, float(metres)))
    parks: list[tuple[a.Point, ...]] = []
    for name, outline in style["places"]["parks"].items():
        x, y = at[name]
        parks.append(tuple([(x + dx, y + dy) for dx, dy in outline]))
    return a.Ground(style["hills"], style["woods"], style["built"], style["streets"], style["groves"], tuple(heights),
                    tuple(parks), tuple([at[name] for name in style["places"]["lakes"]]),
                    tuple(style["places"]["walled"]))


# -- boxes


def _boxes(ground: Table, style: Table, arcs: tuple[a.Arc, ...], width: float, height: float) -> tuple[a.Box, ...]:
    return tuple([_box(row, style["boxes"][row["id"]], arcs, width, height) for row in ground["box"]])


def _box(row: Table, how: Table, arcs: tuple[a.Arc, ...], width: float, height: float) -> a.Box:
    edge = how["edge"]
    areas: list[str] = sorted(row["links"])
    if edge == "land":
        x, y, w, h = how["at"]
        links = [_landward(arcs, area) for area in areas]
    elif edge in ("north", "south"):
        at = sorted([(sum(_stretch(arcs, area, edge, width, height)) / 2, area) for area in areas])
        north = edge == "north"
        links = [a.Link(area, (m, -19.0 if north else height + 19), 90.0) for m, area in at]
        x, w = at[0][0] - 62, at[-1][0] - at[0][0] + 124
        if not north and at[0][0] < 200:     # the box at the corner reaches out to the column
            x, w = -GAP - COLUMN, at[-1][0] + 62 + GAP + COLUMN
        y, h = (-140.0, 100.0) if north else (height + 40, 100.0)
    else:
        spans = sorted([(_stretch(arcs, area, edge, width, height), area) for area in areas])
        border = spans[0][0][1]          # where the upper area ends and the lower begins
        west = edge == "west"
        links = [a.Link(area, (-11.0 if west else width + 11, border + by), 0.0)
                 for by, (_, area) in zip((-58, 58), spans)]
        x, y, w, h = (-GAP - COLUMN if west else width + GAP + 14), border - 104, COLUMN - 14, 208.0
    broad = w > 300
    lines = len(how["name"])
    top = 56.0 + (16 if lines > 2 else 0)
    room = (a.Room(x + (w + 210) / 2, y + h / 2, w - 234, h - 18) if broad
            else a.Room(x + w / 2, y + (h + top) / 2 - 3, w - 20, h - top - 14))
    return a.Box(row["id"], row["owner"], tuple(how["name"]), float(x), float(y), float(w), float(h), room,
                 tuple(links))


def _stretch(arcs: tuple[a.Arc, ...], area: str, edge: str, width: float, height: float) -> tuple[float, float]:
    """From where to where an area has that edge of the frame."""
    along = 0 if edge in ("north", "south") else 1
    level = {"north": 0.0, "south": height, "west": 0.0, "east": width}[edge]
    found: list[float] = []
    for arc in arcs:
        if arc.beside == (area,) and abs(arc.line[0][1 - along] - level) < 1 and abs(
                arc.line[-1][1 - along] - level) < 1:
            found += [arc.line[0][along], arc.line[-1][along]]
    return min(found), max(found)


def _landward(arcs: tuple[a.Arc, ...], area: str) -> a.Link:
    """Across the middle of the border between an area and the land of the box."""
    line = next(arc.line for arc in arcs if set(arc.beside) == {area, BEYOND})
    k = len(line) // 2
    (ax, ay), (bx, by) = line[max(0, k - 3)], line[min(len(line) - 1, k + 3)]
    return a.Link(area, line[k], math.degrees(math.atan2(by - ay, bx - ax)) + 90)


# -- the margin


def _margin(track: Table, style: Table) -> a.Margin:
    m = style["margin"]
    levels = [(_signed(row["level"]), m["levels"].get(row["name"], row["name"]), row["name"])
              for row in track["morale"]]
    scenarios = tuple([(n, m[f"scenario{n}"]) for n in (1, 2)])
    return a.Margin(
        note=m["note"], turns=tuple([_turn(row, m["months"]) for row in track["turn"]]),
        turns_title=m["turns_title"], turns_note=m["turns_note"], scenarios=scenarios,
        levels_title=(m["levels_title"][0], m["levels_title"][1]), levels=tuple(levels),
        counts=((m["support"][0], m["support"][1], track["support_track"]["last"]),
                (m["control"][0], m["control"][1], track["area_control_track"]["last"])),
        pieces_title=m["pieces_title"], pieces=tuple(m["pieces"]),
        examples=tuple([(s, faction, kind, name, factors) for s, faction, kind, name, factors in m["examples"]]),
        factions=tuple([a.Faction(key, row["side"], row["name"], _flag(row)) for key, row in style["faction"].items()]),
        legend_title=m["legend_title"], legend={key: (es, en) for key, (es, en) in m["legend"].items()},
        provenance=tuple(style["sources"].items()))


def _flag(row: Table) -> tuple[a.Stripe, ...]:
    return tuple([a.Stripe(x["d"], x.get("fill", ""), x.get("stroke", ""), float(x.get("width", 0)))
                  for x in row["flag"]])


def _signed(level: int) -> str:
    return f"+{level}" if level > 0 else f"–{-level}" if level < 0 else "0"


def _turn(row: Table, months: list[str]) -> a.Turn:
    marks = [name for name, key in ((SIDES[1], "nationalist_auto_initiative"), ("council", "defence_council_roll"),
                                    ("weather", "weather_roll")) if row[key]]
    return a.Turn(row["n"], _dates(row["start"], row["end"], months), (row["sp_republican"], row["sp_nationalist"]),
                  tuple(marks), tuple([n for n in (1, 2) if row[f"scenario{n}"]]))


def _dates(start: date, end: date, months: list[str]) -> str:
    last = f"{end.day} {months[end.month - 1]}"
    return f"{start.day}–{last}" if start.month == end.month else f"{start.day} {months[start.month - 1]}–{last}"
