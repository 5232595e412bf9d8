"""Round a theatre: neat line, compass, and the panels that lie on open sea and neutral ground."""

from __future__ import annotations

import math

from frente.draw import theatremarks as marks
from frente.draw.lettering import width
from frente.draw.palette import SERIF, v
from frente.draw.pen import circle, fill, group, num, path, poly, rect, stroke, text
from frente.draw.theatreground import M
from frente.geo.theatredata import PITCH, RADIUS, RISE, LegendRow, TheatreMap
from frente.look import tone

Box = tuple[float, float, float, float]
BELOW = 172.0  # for the record of turns
SAMPLES = ("open", "rough", "mountain", "marsh", "city", "town", "river", "major_river", "rail", "fort")
CSS = f"""
.line{{font-size:13px}}.bold{{font-size:13px;font-weight:700}}.fine{{font-size:11.5px;fill:{v('soft')}}}.mid{{text-anchor:middle}}
.head{{font-size:11.5px;font-weight:700;letter-spacing:1.2px;fill:{v('soft')}}}.end{{text-anchor:end}}
.title{{font-family:{SERIF};font-size:38px;letter-spacing:3px;text-anchor:middle;stroke:{v('ink')};stroke-width:.9px}}
.sub{{font-family:{SERIF};font-style:italic;font-size:21px;text-anchor:middle}}
.tn{{font-size:25px;font-weight:700}}.tm{{font-size:12px;font-weight:600}}.t2{{font-size:12.4px}}
.src{{font-size:12px}}.srcb{{font-size:12px;font-weight:700}}
"""


def panels(map: TheatreMap) -> list[Box]:
    """What the panels cover: title and terrain, tracks, signs and sources."""
    w, h = map.frame.size()
    return [(w - 448, h - 690, w - 4, h - 4), (w - 1150, h - 238, w - 466, h - 4), (w - 570, 4, w - 4, 302)]


def _panel(box: Box) -> str:
    x0, y0, x1, y1 = box
    out = rect(x0, y0, x1 - x0, y1 - y0, fill=v("panel"), stroke=v("ink"), stroke_width=1.3)
    return out + rect(x0 + 5, y0 + 5, x1 - x0 - 10, y1 - y0 - 10, fill="none", stroke=v("ink"), stroke_width=0.6)


def draw_panels(map: TheatreMap) -> str:
    title, tracks, signs = panels(map)
    return group(_title(map, title) + _tracks(map, tracks) + _signs(map, signs) + _turns(map), class_="panels")


# -- frame and compass


def draw_frame(map: TheatreMap) -> str:
    """Neat line and numbers of rows and columns, compass and scale."""
    w, h = map.frame.size()
    out = "".join(rect(-r, -r, w + 2 * r, h + 2 * r, fill="none", stroke=v("ink"), stroke_width=t)
                  for r, t in ((M, 1.4), (M + 5, 0.7)))
    for column in range(map.frame.west, map.frame.east + 1):
        x = (column - map.frame.west + 0.75) * PITCH
        out += text(x, -M - 13, f"{column:02}", class_="rim") + text(x, h + M + 21, f"{column:02}", class_="rim")
    for row in range(map.frame.south, map.frame.north + 1):
        y = (map.frame.north - row) * RISE + RADIUS + 4
        out += text(-M - 17, y, str(row), class_="rim") + text(w + M + 17, y, str(row), class_="rim")
    return out + _compass(map, 180, h - 150)


def _compass(map: TheatreMap, x: float, y: float) -> str:
    rose = circle(0, 0, 46, fill="none", stroke=v("waterink"), stroke_width=0.8)
    rose += circle(0, 0, 38, fill="none", stroke=v("waterink"), stroke_width=0.5)
    for turn in range(0, 360, 45):
        long = 34 if turn % 90 else 58
        ray = fill(f"M0 {-long}L6 -8H-6Z", "panel", stroke=v("waterink"), stroke_width=1) + fill(
            f"M0 {-long}L0 -8H-6Z", "waterink")
        rose += group(ray, transform=f"rotate({turn})")
    rose += text(0, -64, "N", text_anchor="middle", style=f"font-family:{SERIF};font-size:22px;fill:{v('waterink')}")
    out = group(rose, transform=f"translate({num(x)} {num(y)})")
    for k in range(4):
        out += rect(x + (k - 2) * PITCH, y + 96, PITCH, 7, fill=v("panel" if k % 2 else "ink"), stroke=v("ink"))
    for k in range(5):
        out += text(x + (k - 2) * PITCH, y + 90, str(map.km_per_hex * k), class_="rim")
    return out + text(x, y + 120, map.legend.heads["scale"].format(km=map.km_per_hex), class_="rim")


# -- title and terrain


def _title(map: TheatreMap, box: Box) -> str:
    x0, y0, x1, _ = box
    x, legend = (x0 + x1) / 2, map.legend
    out = _panel(box)
    for k, line in enumerate(map.title):
        out += text(x, y0 + 58 + 42 * k, line, class_="title")
    y = y0 + 76 + 42 * (len(map.title) - 1)
    out += stroke(f"M{num(x0 + 40)} {num(y)}H{num(x - 14)}l7 -5l7 5l7 -5l7 5H{num(x1 - 40)}", "ink", 1.2)
    out += text(x, y + 26, map.subtitle, class_="sub")
    y += 62
    out += text(x0 + 20, y, legend.heads["terrain"], class_="head")
    out += text(x0 + 280, y, legend.columns[0], class_="head mid", style="font-size:9.5px")
    out += text(x1 - 50, y, legend.columns[1], class_="head mid", style="font-size:9.5px")
    for k, row in enumerate(legend.rows):
        out += _row(map, row, x0, x1, y + 32 + 46 * k)
    return out


def _row(map: TheatreMap, row: LegendRow, x0: float, x1: float, y: float) -> str:
    out = sample(map, row.kind, x0 + 44, y) + text(x0 + 78, y - 1, row.name, class_="bold")
    out += text(x0 + 78, y + 13, row.gloss, class_="fine") + text(x0 + 280, y + 5, row.cells[0], class_="line mid")
    effect = row.cells[1]
    if "◂" in effect:  # no text face at hand has this sign
        x = x1 - 50
        return out + text(x - 4, y + 5, effect.replace("◂", "").strip(), class_="line mid") + fill(
            f"M{num(x + 11)} {num(y - 3.5)}v8l-6.5 -4Z", "ink")
    return out + text(x1 - 50, y + 5, effect, class_="line mid")


def sample(map: TheatreMap, name: str, x: float, y: float) -> str:
    """A small hex in the inks of the map."""
    kind = map.look.terrain.get(name, name)
    if kind not in SAMPLES:
        raise ValueError(f'the legend of {" ".join(map.title)} has no picture of "{name}"; known are '
                         f'{", ".join(SAMPLES)}, and the terrains of {map.look.file}')
    ring = [(x + 20 * math.sin(k * math.pi / 3), y - 20 * math.cos(k * math.pi / 3)) for k in range(6)]
    tint = {"rough": "hill1", "mountain": "hill2", "marsh": "vega"}.get(kind, "paper")
    out = fill(poly(ring, True), tint, stroke=v("grid"), stroke_width=1)
    wave = f"M{num(x - 18)} {num(y + 5)}q9 -11 18 -4t18 -5"
    if kind in ("rough", "mountain"):
        n, r, long = (18, 12.0, 4.0) if kind == "rough" else (30, 16.0, 7.0)
        if kind == "mountain":
            out += fill(marks.disc(x - 1, y, 6.5), "hill4")
            out += fill(f"M{num(x - 1)} {num(y - 6.5)}l6 7l-5 6Z", "shade", 0.3)
        for k in range(n):
            c, s = math.cos(k / n * 2 * math.pi), math.sin(k / n * 2 * math.pi)
            out += stroke(f"M{num(x + r * c)} {num(y + r * 0.9 * s)}l{num(-long * c)} {num(-long * s)}", "hachure",
                          1.4 if c + s > 0.2 else 0.7)
    elif kind == "marsh":
        for a, b in ((-9, -6), (4, -7), (-3, 1), (9, 1), (-10, 7), (3, 9)):
            out += stroke(f"M{num(x + a - 4)} {num(y + b)}h8", "water", 1.1)
            out += stroke(f"M{num(x + a)} {num(y + b)}v-5m-2 5l-1.5 -3.8m5.5 3.8l1.5 -3.8", "reed", 1.0)
    elif kind == "river":
        out += stroke(wave, "bank", 4.6) + stroke(wave, "water", 3.2)
    elif kind == "major_river":
        out += stroke(wave, "bank", 8.0) + stroke(wave, "water", 5.8) + stroke(wave, "shallow", 1.3)
    elif kind == "rail":
        out += stroke(wave, "rail", 3.4) + stroke(wave, "railgap", 1.7, stroke_dasharray="6 6")
    elif kind == "city":
        spots = ((-9, -8), (-2.5, -9), (4, -8), (-11, -1.5), (5, -1), (-8, 5), (-1, 5.5), (5, 5.5))
        out += fill(marks.disc(x, y, 13), "urban", stroke=v("block"), stroke_width=0.8)
        out += fill("".join(f"M{num(x + a)} {num(y + b)}h5v4.6h-5Z" for a, b in spots), "block")
    elif kind == "town":
        out += marks.town(x, y)
    elif kind == "fort":
        out += stroke(f"M{num(x - 16)} {num(y + 4)}h32", "fort", 2.6)
        out += fill("".join(f"M{num(x + a)} {num(y + 4)}v-6h5v6Z" for a in (-13, -2.5, 8)), "fort")
    return out


# -- signs and sources


def _signs(map: TheatreMap, box: Box) -> str:
    x0, y0, x1, _ = box
    legend = map.legend
    out = _panel(box) + text(x0 + 20, y0 + 27, legend.heads["marks"], class_="head")
    half = (len(legend.marks) + 1) // 2
    for k, (kind, words) in enumerate(legend.marks):
        x, y = x0 + 22 + (k // half) * 282, y0 + 50 + 24 * (k % half)
        name, _, gloss = words.rpartition(" · ")
        out += _sign(map, kind, x, y) + text(x + 58, y - 1, name, class_="line", style="font-size:11.5px")
        out += text(x + 58, y + 10, gloss, class_="fine", style="font-size:10px")
    y = y0 + 50 + 24 * half
    out += stroke(f"M{num(x0 + 20)} {num(y - 10)}H{num(x1 - 20)}", "rule", 1.0)
    out += text(x0 + 20, y + 8, legend.heads["sources"], class_="head")
    y += 24
    for kind, words in legend.provenance:
        out += text(x0 + 20, y, kind, class_="srcb", style="font-size:11px")
        for line in broken(words, x1 - x0 - 118, 11.0):
            out += text(x0 + 92, y, line, class_="src", style="font-size:11px")
            y += 12.6
        y += 1.4
    return out


def _sign(map: TheatreMap, kind: str, x: float, y: float) -> str:
    """A sign of the map, about fifty units wide."""
    first, second = map.sides
    ruled = rect(x + 4, y - 8, 36, 16, fill=v(tone(second, "ground")), fill_opacity=0.16) + rect(
        x + 4, y - 8, 36, 16, fill="url(#ruled)", stroke=v(tone(second, "line")), stroke_width=0.8)
    d = f"M{num(x)} {num(y)}h46"
    signs = {
        "lose": marks.morale(x + 22, y, -2, 8.4), "win": marks.morale(x + 22, y, 2, 8.4),
        "port": marks.port(x + 22, y), "zone": ruled,
        "front": stroke(f"M{num(x)} {num(y - 3.4)}h46", tone(first, "line"), 2.8) + stroke(
            f"M{num(x)} {num(y + 3.4)}h46", tone(second, "line"), 2.8, stroke_dasharray="7 4"),
        "region": stroke(d, "regional", 6.0, 0.2) + stroke(d, "regional", 1.5, stroke_dasharray="7 3 1.5 3"),
        "frontier": stroke(d, "frontier", 2.4, stroke_dasharray="10 4 2 4 2 4"),
        "strait": stroke(d, "bank", 5.0, stroke_linecap="round") + stroke(d, "shallow", 2.0, stroke_dasharray="5 4"),
    }
    signs |= {f"source-{side}": _sources(map, side, x, y - 1) for side in map.sides}
    if kind not in signs:
        raise ValueError(f'the legend of {" ".join(map.title)} has no sign "{kind}"; known are {", ".join(signs)}')
    return signs[kind]


def _sources(map: TheatreMap, side: str, x: float, y: float) -> str:
    """One of each kind of a side's supply sources."""
    letters = sorted({place.source_mark for place in map.places if place.source == side})
    left = x + 22 - 12 * (len(letters) - 1)
    return "".join(marks.source(map, left + 24 * k, y, (side, letter), 0.72) for k, letter in enumerate(letters))


def broken(words: str, room: float, size: float) -> list[str]:
    """A text in lines of about the given width."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# -- tracks


def _tracks(map: TheatreMap, box: Box) -> str:
    """Morale on one ruler with its limits; a lane for each kind of points, so that markers never pile up."""
    x0, y0, x1, _ = box
    m, legend = map.morale, map.legend
    out = _panel(box) + text(x0 + 20, y0 + 28, m.title, class_="head")
    out += text(x1 - 20, y0 + 28, m.note, class_="fine end")
    left, top, unit = x0 + 24, y0 + 58, (x1 - x0 - 48) / m.last
    end, low = left + m.last * unit, m.marks[0][0]
    out += rect(left, top, end - left, 17, fill=v("panel2"))
    first, second = map.sides
    out += rect(left, top, low * unit, 17, fill=v(tone(second))) + rect(left, top, low * unit, 17, fill="url(#ruled)")
    begun = m.marks[-1][0]
    out += rect(left + begun * unit, top, (m.start - begun) * unit, 17, fill=v(tone(first)), fill_opacity=0.8)
    out += rect(left, top, end - left, 17, fill="none", stroke=v("ink"))
    ticks = "".join(f"M{num(left + n * unit)} {num(top)}v{17 if n % 10 == 0 else 8 if n % 5 == 0 else 4}"
                    for n in range(1, m.last))
    out += stroke(ticks, "ink", 0.7)
    out += "".join(text(left + n * unit, top + 31, str(n), class_="fine mid") for n in range(0, m.last + 1, 10))
    for k, (n, words) in enumerate(m.marks):
        x = left + n * unit
        out += stroke(f"M{num(x)} {num(top - 5)}v24", "ink", 2.0)
        out += text(x + (5 if k else -5), top - 6, words, class_="fine" if k else "fine end")
    x = left + m.start * unit
    out += fill(f"M{num(x)} {num(top - 1)}l-8 -11h16Z", "glow", stroke=v("print"), stroke_width=1.3)
    out += text(x + 13, top - 4, str(m.start), class_="bold")
    out += text(x0 + 20, y0 + 120, legend.heads["points"], class_="head")
    cell = (x1 - x0 - 138) / (legend.lane_last + 1)
    for k, (name, side, start) in enumerate(legend.lanes):
        y = y0 + 130 + 24 * k
        out += text(x0 + 108, y + 16, name, class_="line end")
        for n in range(legend.lane_last + 1):
            x = x0 + 118 + n * cell
            out += rect(x, y, cell, 24, fill=v("panel2" if n % 2 else "panel"), stroke=v("rule"))
            out += text(x + 11, y + 16, str(n), class_="fine mid")
            if n == start:
                shape = marks.disc if map.look.side(side).shape == "round" else marks.octagon
                out += path(shape(x + cell - 17, y + 12, 9), fill=v(tone(side)), stroke=v(tone(side, "deep")),
                            stroke_width=1.6)
    return out


def _turns(map: TheatreMap) -> str:
    """A box for each turn; the shade changes with the year, so that the eye finds the winter."""
    w, h = map.frame.size()
    x0, x1, y = -M - 5, w + M + 5, h + M + 36
    out = _panel((x0, y, x1, y + 132))
    out += text(x0 + 18, y + 28, map.legend.heads["turns"], class_="head")
    out += text(x0 + 18, y + 46, map.legend.heads["turns_gloss"], class_="fine")
    left, first = x0 + 158, map.turns[0].year
    cell = (x1 - 5 - left) / len(map.turns)
    for k, name in enumerate(map.turn_rows):
        out += text(left - 8, y + 72 + k * 16, name, class_="fine end")
    year = 0
    for k, turn in enumerate(map.turns):
        x = left + k * cell
        out += rect(x, y + 5, cell, 122, fill=v("panel2" if (turn.year - first) % 2 else "panel"), stroke=v("rule"))
        out += text(x + 8, y + 33, str(turn.number), class_="tn") + text(x + 8, y + 51, turn.date, class_="tm")
        shown = str(turn.year) if turn.year != year else f"’{turn.year % 100}"
        year = turn.year
        out += text(x + cell - 6, y + (33 if len(shown) == 4 else 51), shown, class_="t2 end")
        for n, words in enumerate(turn.cells):
            out += text(x + cell / 2, y + 72 + n * 16, words, class_="t2 mid")
        if turn.forts:
            out += marks.tower(x + cell - 18, y + 22, turn.number)
    return group(out, class_="turns")
