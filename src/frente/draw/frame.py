"""The frame of the map: neat line with degrees and minutes, owners of the edges, entry arrows."""

from __future__ import annotations

import math

from frente.draw.geometry import EDGE, Sheet
from frente.draw.lettering import width
from frente.draw.palette import SERIF, v
from frente.draw.pen import fill, group, num, path, poly, polys, rect, stroke, text
from frente.geo.mapdata import Entry, Exit
from frente.look import tone

RIM = 7.0  # between the two neat lines; it shows who owns the edge
CSS = f"""
.entry{{font-size:19px;font-weight:700;text-anchor:middle}}.dest{{font-family:{SERIF};font-style:italic;font-size:16px;fill:{v('soft')}}}
.grat{{font-family:{SERIF};font-size:12.5px;fill:{v('soft')}}}
"""
ROUND = "M26 0L6 -17V-11H-12a11 11 0 0 0 0 22H6V17Z"
NOTCHED = "M26 0L6 -17V-11H-23L-16 0L-23 11H6V17Z"


def draw_margin(sheet: Sheet, reach: float, below: float) -> str:
    """The paper round the neat line. It covers what the ground draws beyond; a clip would need a layer of its own."""
    hole = _box(sheet, EDGE, 0)
    return fill(_box(sheet, reach, below) + hole, "margin", fill_rule="evenodd")


def _box(sheet: Sheet, reach: float, below: float) -> str:
    w, h = sheet.width + reach, sheet.height + reach + below
    return poly([(-reach, -reach), (w, -reach), (w, h), (-reach, h)], True)


def draw_veil(sheet: Sheet) -> str:
    """The ground beyond the last hexes stays visible, but is no part of the game."""
    field = polys((line[:-1] for line in sheet.outline()), True)
    return fill(_box(sheet, EDGE, 0) + field, "margin", 0.66, fill_rule="evenodd")


def draw_frame(sheet: Sheet) -> str:
    w, h = sheet.width, sheet.height
    out = _rim(sheet)
    for reach, thick in ((EDGE, 1.4), (EDGE + RIM, 0.8)):
        out += rect(-reach, -reach, w + 2 * reach, h + 2 * reach, fill="none", stroke=v("ink"), stroke_width=thick)
    arrows = "".join(_arrow(sheet, e) for e in sheet.map.entries if e.edge)
    arrows += "".join(_exit(sheet, e) for e in sheet.map.exits)
    return out + _minutes(sheet) + group(arrows, class_="entries")


def _rim(sheet: Sheet) -> str:
    """Each edge in the line of its owner: solid for one side, dashed for the other, as on the front."""
    w, h, m = sheet.width, sheet.height, EDGE + RIM / 2
    ends = {
        "north": ((-m, -m), (w + m, -m)),
        "east": ((w + m, -m), (w + m, h + m)),
        "south": ((-m, h + m), (w + m, h + m)),
        "west": ((-m, -m), (-m, h + m)),
    }
    out = ""
    for edge, owner in sheet.map.edges.items():
        dash = None if owner == sheet.map.front_sides[0] else "14 8"
        out += stroke(poly(ends[edge]), tone(owner, "line"), 2.6, 0.75, stroke_dasharray=dash, data_edge=edge)
    return out


def _busy(sheet: Sheet) -> dict[str, list[tuple[float, float]]]:
    """Where along each edge arrows and destinations stand."""
    found: dict[str, list[tuple[float, float]]] = {edge: [] for edge in ("north", "east", "south", "west")}
    for entry in sheet.map.entries:
        x, y = sheet.centre(entry.place)
        reach = 30 + width(entry.leads_to, 15)
        at = x if entry.edge in ("north", "south") else y
        found[entry.edge].append((at - reach, at + 20) if entry.edge == "west" else (at - 20, at + reach))
    for road in sheet.map.exits:
        x, y = sheet.centre(road.place)
        edge, reach = sheet.edge_of((x, y)), width(road.leads_to, 15) / 2 + 6
        at = x if edge in ("north", "south") else y
        found[edge].append((at - reach, at + reach))
    return found


def _minutes(sheet: Sheet) -> str:
    """Minutes of arc outside the frame, named every five, on whichever side has room."""
    g = sheet.map.graticule
    if g is None:
        return ""
    w, h, m = sheet.width, sheet.height, EDGE + RIM
    ticks, names, busy = "", "", _busy(sheet)
    first, last = g.west * 60, (g.west + w / sheet.km / g.km_per_lon) * 60
    for minute in range(math.ceil(first), math.floor(last) + 1):
        x = (minute / 60 - g.west) * g.km_per_lon * sheet.km
        long = 7 if minute % 5 == 0 else 4
        ticks += f"M{num(x)} {num(-m)}v{-long}M{num(x)} {num(h + m)}v{long}"
        if minute % 5 == 0:
            free = [edge for edge in ("north", "south") if all(x + 62 < a or b < x for a, b in busy[edge])]
            if free:
                y = -m - 5 if free[0] == "north" else h + m + 14
                names += text(x + 4, y, _degrees(minute, "E", "O"), class_="grat")
    first, last = (g.north - h / sheet.km / g.km_per_lat) * 60, g.north * 60
    for minute in range(math.ceil(first), math.floor(last) + 1):
        y = (g.north - minute / 60) * g.km_per_lat * sheet.km
        long = 7 if minute % 5 == 0 else 4
        ticks += f"M{num(-m)} {num(y)}h{-long}M{num(w + m)} {num(y)}h{long}"
        if minute % 5 == 0:
            free = [edge for edge in ("west", "east") if all(y < a or b < y - 62 for a, b in busy[edge])]
            if free:
                spin = f"translate({num(-m - 5 if free[0] == 'west' else w + m + 14)} {num(y - 4)}) rotate(-90)"
                names += text(0, 0, _degrees(minute, "N", "S"), class_="grat", transform=spin)
    return stroke(ticks, "ink", 0.9) + names


def _degrees(minute: int, positive: str, negative: str) -> str:
    size = abs(minute)
    return f"{size // 60}° {size % 60:02d}′ {positive if minute >= 0 else negative}"


def arrow(side: str, owner_round: bool) -> str:
    """An arrow pointing east; its tail tells the sides apart without colour."""
    shape = ROUND if owner_round else NOTCHED
    return path(shape, fill=v(tone(side)), stroke=v(tone(side, "deep")), stroke_width=1.8, stroke_linejoin="round")


def _arrow(sheet: Sheet, entry: Entry) -> str:
    """From the margin into the lettered hex, with the place the road leads to."""
    x, y = sheet.to_edge(sheet.centre(entry.place), entry.edge, EDGE + 18)
    turn = {"north": 90, "south": -90, "west": 0, "east": 180}[entry.edge]
    shaft = arrow(entry.side, entry.side == sheet.map.front_sides[0])
    dx, dy = {"north": (0, 4), "south": (0, 9), "west": (-3, 6.5), "east": (3, 6.5)}[entry.edge]
    body = group(shaft, transform=f"rotate({turn})")
    body += text(dx, dy, entry.letter, class_="entry", style=f"fill:{v(tone(entry.side, 'ink'))}")
    if entry.leads_to:
        spin, ty = {"north": (0, -3), "south": (0, 11), "west": (-90, -2), "east": (90, -2)}[entry.edge]
        body += text(25, ty, entry.leads_to, class_="dest", transform=f"rotate({spin})")
    return group(body, transform=f"translate({num(x)} {num(y)})", data_entry=entry.letter)


def _exit(sheet: Sheet, road: Exit) -> str:
    """Where a road without a letter leads: words only."""
    edge = sheet.edge_of(sheet.centre(road.place))
    x, y = sheet.to_edge(sheet.centre(road.place), edge, EDGE + RIM + 8)
    spin, dy = {"north": (0, 0), "south": (0, 10), "west": (-90, 0), "east": (90, 0)}[edge]
    place = f"translate({num(x)} {num(y)}) rotate({spin})"
    return text(0, dy, road.leads_to, class_="dest", text_anchor="middle", transform=place)
