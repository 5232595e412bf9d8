"""A street map as one SVG picture. The same description always gives the same bytes."""

from __future__ import annotations

from html import escape

from frente.draw import streetmargin as margin
from frente.draw import streetplates as plates
from frente.draw import streetscape as scape
from frente.draw.geometry import walk
from frente.draw.lettering import Placed
from frente.draw.palette import SANS, SERIF, known, themed, v
from frente.draw.pen import fill, group, num, rect, stroke, text
from frente.draw.streetblocks import Box, Ground, houses
from frente.draw.streetinks import STREET_PALETTE
from frente.draw.streetnames import CSS as WAYS_CSS
from frente.draw.streetnames import Names
from frente.geo.streetdata import MARGIN, StreetMap, extent

MM = 0.266  # printed size of a unit: pawns of 15 mm fit, and the sheet is as broad as A2 is wide
CARTOUCHE = (330.0, 104.0)
CSS = f"""
text{{font-family:{SANS};fill:{v('ink')}}}
.title{{font-family:{SERIF};font-size:31px;letter-spacing:2.4px;text-anchor:middle;stroke:{v('ink')};stroke-width:.8px}}
.sub{{font-family:{SERIF};font-style:italic;font-size:21px;text-anchor:middle}}
.hint{{font-size:11px;text-anchor:middle;fill:{v('soft')}}}
"""


def svg(map: StreetMap, theme: str = "light", legend: bool = True) -> str:
    """Draw the board: map and tracks, and the legend below. Theme "auto" follows the reader's system."""
    known(theme)
    below = margin.HEIGHT + 18 if legend else 0.0
    body = _body(map) + margin.draw_tracks(map)
    if legend:
        body += margin.draw_legend(map, map.height + map.band + 18)
    return themed(_document(map, body, below), theme, STREET_PALETTE | map.look.palette())


def taken(map: StreetMap) -> list[Box]:
    """Boxes that names on curves must leave free: spaces, their names and signs, title and compass."""
    found = [plates.box(q, 3) for q in map.squares] + [plates.box(c, 3) for c in map.compounds if c.plate]
    found += [p.box() for p in plates.names(map)] + [mark for _, mark in plates.marks(map)]
    found += [p.box() for p in sights(map)]
    x, y = map.cartouche
    found.append((x - CARTOUCHE[0] / 2, y - CARTOUCHE[1] / 2, x + CARTOUCHE[0] / 2, y + CARTOUCHE[1] / 2))
    x, y = map.compass
    found.append((x - 44, y - 68, x + 44, y + 44))
    return [*found, (-60, -60, 8, map.height + 60), (map.width - 8, -60, map.width + 60, map.height + 60),
            (-60, -60, map.width + 60, 8), (-60, map.height - 6, map.width + 60, map.height + 60)]


def sights(map: StreetMap) -> list[Placed]:
    """The names of landmarks."""
    return [Placed("sight", mark.name, mark.at[0] + mark.label[0], mark.at[1] + mark.label[1], mark.anchor, 13.5)
            for mark in map.landmarks]


def _body(map: StreetMap) -> str:
    """Layer over layer, from the ground up."""
    keep = [plates.box(q) for q in map.squares] + [plates.box(c) for c in map.compounds if c.plate]
    ground = Ground(map, keep)
    names = Names(map, taken(map))
    lines = [name.dots() for name in names.placed] + [walk(river.line, 5.0) for river in map.rivers]
    lines += [list(road.line) for road in map.roads] + [scape.track(road) for road in map.roads if road.rail]
    lines += [[(x, p.y - 4) for x in range(int(p.box()[0]), int(p.box()[2]) + 6, 6)] for p in plates.names(map)]
    town = [p for p in map.parks if p.kind == "garden"]
    country = [p for p in map.parks if p.kind != "garden"]
    land = [
        rect(0, 0, map.width, map.height, fill=v("paper")),
        ground.draw_fields(),
        "".join(scape.draw_park(p, keep, map.roads) for p in country),
        scape.draw_rivers(map.rivers),
        scape.draw_bluffs(map.rivers, keep),
        ground.draw_town(),
        "".join(scape.draw_park(p, keep, map.roads) for p in town),
        scape.draw_casings(map.roads, map.city),
        plates.draw_floors(map),
        scape.draw_front(map),
        scape.draw_houses(houses(map, keep, lines)),
        scape.draw_roads(map.roads),
        scape.draw_rails(map.roads),
        "".join(scape.draw_landmark(mark) for mark in map.landmarks),
        names.draw(),
    ]
    return "\n".join([
        group("\n".join(land), class_="land"),
        _frame(map),
        plates.draw_links(map),
        plates.draw_squares(map),
        plates.draw_plates(map),
        plates.draw_names(plates.names(map)),
        plates.draw_marks(map),
        _cartouche(map),
        scape.draw_compass(*map.compass),
    ])


def _frame(map: StreetMap) -> str:
    """Paper round the map, which also covers what the ground draws beyond, and two neat lines."""
    w, h, far = map.width, map.height, 400.0
    d = f"M{-far:g} {-far:g}H{w + far:g}V{h + far + 600:g}H{-far:g}ZM0 0H{w:g}V{h:g}H0Z"
    out = fill(d, "margin", fill_rule="evenodd")
    out += rect(0, 0, w, h, fill="none", stroke=v("ink"), stroke_width=2.4)
    return out + rect(-7, -7, w + 14, h + 14, fill="none", stroke=v("ink"), stroke_width=0.9)


def _cartouche(map: StreetMap) -> str:
    (x, y), (w, h) = map.cartouche, CARTOUCHE
    left, top = x - w / 2, y - h / 2
    out = rect(left + 3, top + 4, w, h, fill=v("shade"), fill_opacity=0.35)
    out += rect(left, top, w, h, fill=v("panel"), stroke=v("ink"), stroke_width=1.8)
    out += rect(left + 5, top + 5, w - 10, h - 10, fill="none", stroke=v("ink"), stroke_width=0.7)
    size = min(31.0, 440 / len(map.title))
    out += text(x + 1, top + 40, map.title.upper(), class_="title", style=f"font-size:{size:g}px")
    out += stroke(f"M{x - 120:.1f} {top + 52:.1f}h96l8 4l16 -10l16 10l8 -4h96", "soft", 1)
    out += text(x, top + 77, map.subtitle, class_="sub") + text(x, top + 93, map.note, class_="hint")
    return group(out, class_="cartouche")


def _document(map: StreetMap, body: str, below: float) -> str:
    x, y, w, h = extent(map)
    h += below + (MARGIN if below else 0)
    name = escape(f"{map.title}: {map.subtitle}")
    css = CSS + plates.CSS + scape.CSS + WAYS_CSS + margin.CSS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(x)} {num(y)} {num(w)} {num(h)}" '
        f'width="{w * MM:.1f}mm" height="{h * MM:.1f}mm" role="img" aria-labelledby="map-title">\n'
        f'<title id="map-title">{name}</title>\n<style>{css}</style>\n{body}\n</svg>\n'
    )
