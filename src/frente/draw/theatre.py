"""A theatre of war as one SVG picture. The same description always gives the same bytes."""

from __future__ import annotations

import math
from html import escape

from frente.draw import theatreground as ground
from frente.draw import theatremargin as margin
from frente.draw import theatremarks as marks
from frente.draw import theatrenames as names
from frente.draw.geometry import offset, simplify
from frente.draw.palette import known, themed, v
from frente.draw.pen import Line, group, num, path, poly, polys, rect, stroke
from frente.draw.theatreinks import CSS, THEATRE_PALETTE
from frente.draw.theatrelines import Net
from frente.geo.theatredata import TheatreMap
from frente.look import tone

MM_PER_HEX = 16.0  # printed width of a hex, side to side: half-inch counters fit
EDGE = 60.0  # round the field: neat line and numbers of rows and columns
JOIN = 60.0  # a river abroad that comes so near to the end of one of the game continues it
ROUND = {"stroke_linejoin": "round"}


def svg(map: TheatreMap, theme: str = "light", legend: bool = True) -> str:
    """Draw the map. Without legend there is the map alone: no panels, and nothing that changes in play."""
    known(theme)
    width, height = map.frame.size()
    x0, y0 = -EDGE, -EDGE
    w, h = width + 2 * EDGE, height + 2 * EDGE + (margin.BELOW if legend else 0.0)
    body = rect(x0, y0, w, h, fill=v("margin")) + _body(map, legend) + margin.draw_frame(map)
    if legend:
        body += margin.draw_panels(map)
    mm = MM_PER_HEX / (width / (map.frame.east - map.frame.west + 1.5))
    name = escape(f"{' '.join(map.title)}: {map.subtitle}")
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(x0)} {num(y0)} {num(w)} {num(h)}" '
        f'width="{w * mm:.1f}mm" height="{h * mm:.1f}mm" role="img" aria-labelledby="map-title">\n'
        f'<title id="map-title">{name}</title>\n<style>{CSS}{margin.CSS if legend else ""}</style>\n'
        f"<defs>{ground.definitions(map)}</defs>\n{body}\n</svg>\n"
    )
    return themed(picture, theme, THEATRE_PALETTE | map.look.palette())


def _body(map: TheatreMap, opening: bool) -> str:
    """Layer over layer, from the ground up. The sea covers what the land draws beyond its coast."""
    net = Net(map)
    relief = ground.Relief(map, net)
    lettering = names.Names(map, net, margin.panels(map) if opening else [])
    field = ground.sheet(map)
    grid = polys((map.frame.corners(h.id) for h in map.hexes), True)
    abroad = polys((map.frame.corners(h) for h in sorted(map.foreign)), True)
    layers = [
        path(field, fill=v("paper")),
        ground.draw_relief(relief),
        ground.draw_valleys(net),
        ground.draw_hachures(relief),
        ground.draw_marshes(relief),
        ground.draw_control(net) if opening else "",
        ground.draw_veil(map, net),
        _streams(map, net),
        _borders(net),
        _rivers(map, net),
        _frontiers(net),
        _fronts(net) if opening else "",
        ground.draw_sea(map),
        stroke(abroad, "grid", 0.6, 0.22),
        stroke(grid, "grid", 0.9, 0.62, class_="grid"),
        marks.draw_straits(map),
        marks.draw_morale_frames(map),
        lettering.draw_regions(),
        _railways(net),
        marks.draw_forts(map),
        marks.draw_places(map),
        lettering.draw(),
        marks.draw_badges(map),
    ]
    # Far beyond the sheet: on a screen one can look past its edge.
    cover = path(ground.sheet(map, 4 * EDGE) + field, fill=v("margin"), fill_rule="evenodd")
    return group("\n".join(layers), class_="land") + cover


def _borders(net: Net) -> str:
    lines = path(polys(simplify(line, 0.3) for line in net.regions), **ROUND)
    return ground.layered("regions", lines, ("regional", 6.0, 0.2)) + _dashed("regions", "regional", 1.5, "7 3 1.5 3")


def _frontiers(net: Net) -> str:
    lines = path(polys(simplify(line, 0.3) for line in net.frontiers), **ROUND)
    out = ground.layered("frontiers", lines, ("frontier", 9.0, 0.16), ("halo", 3.6, 0.8))
    return out + _dashed("frontiers", "frontier", 2.4, "10 4 2 4 2 4")


def _rivers(map: TheatreMap, net: Net) -> str:
    """Thin and tapered, or wide with a light thread. All banks first, so that confluences are clean."""
    thin = wide = ""
    for river, line in zip(map.rivers, net.rivers):
        if river.major:
            wide += path(poly(line), data_river=river.name)
        else:
            half = [0.5 + 0.85 * min(1.0, i / (0.6 * len(line))) for i in range(len(line))]
            ring = offset(line, half) + offset(line, [-x for x in half])[::-1]
            thin += path(poly(simplify(ring, 0.12), True), data_river=river.name)
    out = f'<defs><g id="t-thin">{thin}</g></defs><use href="#t-thin" fill="{v("bank")}" stroke="{v("bank")}" '
    out += f'stroke-width="1.5" stroke-linejoin="round"/><defs><g id="t-wide">{wide}</g></defs>'
    ends = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    for colour, thick in (("bank", 8.0), ("water", 5.8), ("shallow", 1.3)):
        out += f'<use href="#t-wide" {ends} stroke="{v(colour)}" stroke-width="{thick:g}"/>'
        if colour == "bank":
            out += f'<use href="#t-thin" fill="{v("water")}"/>'
    return out


def _streams(map: TheatreMap, net: Net) -> str:
    """Rivers abroad, pale; they run on from where those of the game end."""
    lines: list[Line] = []
    for stream in map.streams:
        ends = ((math.dist(p, line[-1]), k, line[-1]) for line in net.rivers for k, p in enumerate(stream[:9]))
        gap, at, end = min(ends)
        lines.append([end, *stream[at + 1:]] if gap < JOIN else list(stream))
    return stroke(polys(lines), "water", 3.4, 0.6, **ROUND)


def _railways(net: Net) -> str:
    lines = path(polys(net.rails), **ROUND)
    return ground.layered("rails", lines, ("halo", 5.4, 0.45), ("rail", 3.4, 1.0)) + _dashed(
        "rails", "railgap", 1.7, "6 6")


def _dashed(name: str, colour: str, wide: float, dash: str) -> str:
    return f'<use href="#t-{name}" fill="none" stroke="{v(colour)}" stroke-width="{wide:g}" stroke-dasharray="{dash}"/>'


def _fronts(net: Net) -> str:
    """Solid on the first side, dashed on the other."""
    first, second = (tone(side, "line") for side in net.map.sides)
    solid, dashed = (polys(simplify(offset(line, by), 0.3) for line in net.fronts) for by in (3.4, -3.4))
    return group(stroke(solid, first, 2.8, 0.9, **ROUND) + stroke(
        dashed, second, 2.8, 0.95, stroke_dasharray="7 4", **ROUND), class_="front")
