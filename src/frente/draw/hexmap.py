"""A hex map as one SVG picture. The same description always gives the same bytes."""

from __future__ import annotations

from html import escape

from frente.draw import biglegend, frame, highland, labels, playlines, relief, routes, towns, water, woods
from frente.draw import legend as margin
from frente.draw.geometry import EDGE, Sheet, Taken
from frente.draw.palette import PALETTE, known, themed, v
from frente.draw.pen import group, num, polys, rect, stroke
from frente.geo.mapdata import HexMap

MM_PER_HEX = 16.5  # printed width of a hex, side to side: half-inch counters fit, and 18 rows fit on A2
MARGIN = 72.0  # round the neat line, for arrows and degrees
GROUNDS = ("open", "hill", "wood", "wooded-hill", "town")  # houses of a town come from the towns of the map


def svg(map: HexMap, theme: str = "light", numbers: bool = True, legend: bool = True) -> str:
    """Draw the map. Theme "auto" follows the reader's system; numbers are the hex numbers."""
    known(theme)
    sheet = Sheet(map)
    strange = sorted(set(sheet.ground.values()) - set(GROUNDS))
    if strange:
        raise ValueError(f'{map.look.file}: ground like "{strange[0]}" has no drawing on a map of hexes; '
                         f'there are {", ".join(GROUNDS)}')
    large = bool(map.elevation)
    below = (biglegend.HEIGHT if large else margin.HEIGHT) + 36 if legend else 0.0
    draw_legend = biglegend.draw_legend if large else margin.draw_legend
    body = _body(sheet, numbers, below) + (draw_legend(sheet, sheet.height + MARGIN) if legend else "")
    palette = highland.HIGH_PALETTE if large else PALETTE
    return themed(_document(sheet, body, below), theme, palette | map.look.palette())


def _body(sheet: Sheet, numbers: bool, below: float) -> str:
    """Layer over layer, from the ground up."""
    net = routes.Net(sheet)
    rivers = water.streams(sheet, [at for at, _, _ in net.bridges()])
    front = water.front_lines(sheet)
    rails = playlines.rails(sheet, net)
    sectors = playlines.boundaries(sheet)
    taken = labels.obstacles(sheet, net, rivers, front)
    playlines.mark_taken(sheet, taken, [line for _, line in rails], sectors)
    names = labels.Labels(sheet, taken, rivers)
    w, h = sheet.width + 2 * EDGE, sheet.height + 2 * EDGE
    high = bool(sheet.map.elevation)
    land = [
        *(_highland(sheet, rivers, taken) if high else _lowland(sheet, rivers, taken)),
        routes.draw_paths(net),
        highland.draw_towns(sheet) if high else towns.draw_towns(sheet),
        routes.draw_roads(net),
        routes.draw_main(net),
        playlines.draw_rails(rails),
        routes.draw_bridges(net),
    ]
    figures = highland.draw_numbers(sheet, names.numbers) if high else names.draw_numbers()
    return "\n".join(
        [
            rect(-EDGE, -EDGE, w, h, fill=v("paper")),
            group("\n".join(part for part in land if part), class_="land"),
            frame.draw_veil(sheet),
            frame.draw_margin(sheet, MARGIN, below),
            playlines.draw_boundary(sectors) + towns.draw_objectives(sheet),
            water.draw_front(sheet, front),
            figures if numbers else "",
            towns.draw_vertices(sheet) + playlines.draw_marks(sheet) + playlines.draw_inside(sheet),
            names.draw(),
            playlines.draw_areas(sheet) + frame.draw_frame(sheet),
        ]
    )


def _lowland(sheet: Sheet, rivers: list[water.Stream], taken: Taken) -> list[str]:
    """Ground whose relief is guessed from a few heights."""
    ground = relief.hex_ground(sheet, rivers)
    contours = relief.contour_lines(ground)
    grid = polys((sheet.corners(h) for h in sheet.hexes), True)
    return [
        relief.draw_ground(ground),
        water.draw_floor(rivers),
        woods.draw_floor(ground),
        relief.draw_contours(contours),
        relief.draw_figures(ground, contours, taken),
        relief.draw_hachures(ground),
        stroke(grid, "grid", 0.8, 0.55, class_="grid"),
        water.draw_rivers(rivers),
        woods.draw_crowns(ground, taken),
    ]


def _highland(sheet: Sheet, rivers: list[water.Stream], taken: Taken) -> list[str]:
    """Ground whose height is known hex by hex."""
    ground = highland.Highland(sheet, rivers)
    return [
        highland.draw_ground(ground),
        water.draw_floor(rivers),
        highland.draw_woods(ground),
        highland.draw_contours(ground),
        highland.draw_hachures(ground),
        highland.draw_grid(sheet),
        highland.draw_rivers(rivers),
        highland.draw_crowns(ground, taken),
    ]


def _document(sheet: Sheet, body: str, below: float) -> str:
    w, h = sheet.width + 2 * MARGIN, sheet.height + 2 * MARGIN + below
    mm = MM_PER_HEX / sheet.pitch
    name = escape(f"{sheet.map.title}: {sheet.map.subtitle}")
    css = labels.CSS + relief.CSS + frame.CSS + margin.CSS
    if sheet.map.elevation:
        css += highland.CSS + playlines.CSS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(-MARGIN)} {num(-MARGIN)} {num(w)} {num(h)}" '
        f'width="{w * mm:.1f}mm" height="{h * mm:.1f}mm" role="img" aria-labelledby="map-title">\n'
        f'<title id="map-title">{name}</title>\n<style>{css}</style>\n{body}\n</svg>\n'
    )
