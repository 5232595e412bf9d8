"""Round a map of areas: boxes with their links, title, tracks, how to read a piece, legend."""

from __future__ import annotations

import math

from frente.draw import faces
from frente.draw.areaplates import symbol
from frente.draw.lettering import width, wrap
from frente.draw.palette import SERIF, v
from frente.draw.pen import circle, fill, group, num, path, poly, rect, stroke, text
from frente.draw.stylesheet import clips
from frente.geo.areadata import AreaMap, Box, Link, Turn
from frente.kernel.components import FlagFace
from frente.look import Livery, tone

BELOW = 378.0  # of the frame, for boxes, legend and turn track
LEFT, COLUMN = -210.0, 188.0
CSS = f"""
.title{{font-family:{SERIF};font-size:50px;letter-spacing:5px;text-anchor:end;stroke:{v('ink')};stroke-width:.9px}}
.sub{{font-family:{SERIF};font-style:italic;font-size:24px;text-anchor:end}}
.cap{{font-size:12.5px}}.bold{{font-size:12.5px;font-weight:700}}.fine{{font-size:11.5px;fill:{v('soft')}}}
.head{{font-size:12px;font-weight:700;letter-spacing:1.4px;fill:{v('soft')}}}.mid{{text-anchor:middle}}.end{{text-anchor:end}}
.bn{{font-size:24px;font-weight:700;text-anchor:middle}}.bname{{font-family:{SERIF};font-style:italic;font-size:19px}}
.lid{{font-size:13px;font-weight:700;text-anchor:middle}}
.tn{{font-size:28px;font-weight:700}}.gn{{font-size:14px;fill:{v('soft')};text-anchor:middle}}
.mn{{font-size:24px;font-weight:700;text-anchor:middle}}
.umk{{font-size:12.5px;font-weight:700;text-anchor:middle}}
"""
# By the shape of a side.
DISC = {"round": "M0 -10A10 10 0 0 1 0 10A10 10 0 0 1 0 -10Z",
        "cut": "M-4.2 -10H4.2L10 -4.2V4.2L4.2 10H-4.2L-10 4.2V-4.2Z", "square": "M-9 -9H9V9H-9Z"}
ARROW = {"cut": "M-34 0L-20 -16V-9.5H20V-16L34 0L20 16V9.5H-20V16Z",
         "round": "M-34 0L-20 -16C-18 -11 -17 -9.5 -15 -9.5H15C17 -9.5 18 -11 20 -16L34 0L20 16C18 11 17 9.5 15 9.5H-15"
                  "C-17 9.5 -18 11 -20 16Z",
         "square": "M-34 0L-20 -14V-7H20V-14L34 0L20 14V7H-20V14Z"}


def definitions() -> str:
    return clips()


# -- boxes


def draw_box(m: AreaMap, box: Box) -> str:
    side = m.look.side(box.side)
    round_, small = (9, 6) if side.shape == "round" else (0, 0)
    line, deep = v(side.tone("line")), v(side.tone("deep"))
    x, y, w, h = box.x, box.y, box.width, box.height
    out = rect(x, y, w, h, rx=round_, fill=v("panel"), stroke=line, stroke_width=3)
    out += rect(x + 5, y + 5, w - 10, h - 10, rx=small, fill="none", stroke=line, stroke_width=0.8)
    out += rect(x + 12, y + 12, 34, 34, rx=small, fill=v(side.tone("main")), stroke=deep, stroke_width=1.6)
    out += text(x + 29, y + 37.4, box.id, class_="bn", style=f"fill:{v(side.tone('ink'))}")
    step = 20 if len(box.name) < 3 else 17
    for k, row in enumerate(box.name):
        out += text(x + 56, y + (26 if len(box.name) < 3 else 24) + step * k, row, class_="bname")
    return group(out + "".join(draw_link(side, link) for link in box.links), data_box=box.id)


def draw_link(side: Livery, link: Link) -> str:
    """An arrow both ways between a box and an area, with the letter of the area."""
    arrow = fill(ARROW[side.shape], side.tone("main"), transform=f"rotate({link.turn:.1f})",
                 stroke=v(side.tone("deep")), stroke_width=1.8, stroke_linejoin="round")
    letter = text(0, 4.6, link.area, class_="lid", style=f"fill:{v(side.tone('ink'))}")
    return group(arrow + letter, transform=f"translate({num(link.at[0])} {num(link.at[1])}) scale(.92)",
                 data_link=link.area)


# -- the margin of the printed sheet


def draw_margin(m: AreaMap) -> str:
    right = m.width + 22
    box = {b.id: b for b in m.boxes}
    out = _title(m)
    out += _levels(m, LEFT, 0.0)
    out += _pieces(m, LEFT, box["4"].y + box["4"].height + 26)
    (es1, en1, last1), (es2, en2, last2) = m.margin.counts
    out += _count(right, box["2"].y + box["2"].height + 40, es1, en1, last1)
    out += _count(right, box["3"].y + box["3"].height + 26, es2, en2, last2)
    low = box["6"].x + box["6"].width + 24
    out += _legend(m, low, m.height + 40, m.width + 210 - low)
    return out + _turns(m, m.height + 212)


def _panel(x: float, y: float, w: float, h: float, head: str, sub: str = "") -> str:
    out = rect(x, y, w, h, fill=v("panel"), stroke=v("ink"), stroke_width=1.3)
    out += rect(x + 4, y + 4, w - 8, h - 8, fill="none", stroke=v("ink"), stroke_width=0.6)
    out += text(x + 14, y + 25, head, class_="head")
    return out + (text(x + 14, y + 41, sub, class_="fine") if sub else "")


def _title(m: AreaMap) -> str:
    x = m.width + 210
    out = text(x, -108, m.title.upper(), class_="title")
    out += stroke(f"M{num(x)} -90H{num(x - 270)}l-6 -5l-6 5l-6 -5l-6 5H{num(x - 640)}", "ink", 1.2)
    out += text(x, -62, m.subtitle, class_="sub")
    rows = wrap(m.margin.note, 790, 11.5)
    return out + "".join(text(x, -40 + 15 * k, row, class_="fine end") for k, row in enumerate(rows))


def _levels(m: AreaMap, x: float, y: float) -> str:
    es, en = m.margin.levels_title
    out = _panel(x, y, COLUMN, 52 + 47 * len(m.margin.levels) + 12, es, en)
    for k, (value, name, english) in enumerate(m.margin.levels):
        top = y + 52 + 47 * k
        out += rect(x + 12, top, COLUMN - 24, 47, fill=v("panel2" if k % 2 else "panel"), stroke=v("rule"),
                    stroke_width=1.2)
        out += text(x + 40, top + 32, value, class_="mn") + text(x + 68, top + 22, name, class_="bold")
        out += text(x + 68, top + 37, english, class_="fine")
    return out


def _count(x: float, y: float, es: str, en: str, last: int) -> str:
    across, cell = 5, 34.0
    rows = math.ceil((last + 1) / across)
    out = _panel(x, y, COLUMN, rows * cell + 66, es, en)
    left = x + (COLUMN - across * cell) / 2
    for n in range(last + 1):
        cx, cy = left + n % across * cell, y + 52 + n // across * cell
        out += rect(cx, cy, cell, cell, fill=v("panel2" if n % 5 == 0 else "panel"), stroke=v("rule"), stroke_width=1.2)
        out += text(cx + cell / 2, cy + cell / 2 + 5, str(n), class_="gn")
    return out


def _star(x: float, y: float, r: float) -> str:
    turns = [(r if k % 2 == 0 else r * 0.42, k * math.pi / 5) for k in range(10)]
    return poly([(x + size * math.sin(a), y - size * math.cos(a)) for size, a in turns], True)


def flag(m: AreaMap, faction: str) -> str:
    found = next(f for f in m.margin.factions if f.id == faction)
    return "".join(path(s.d, fill=s.fill or "none", stroke=s.stroke or None, stroke_width=s.width or None)
                   for s in found.flag)


def piece(m: AreaMap, side: str, faction: str, kind: str, name: str, factors: str, spent: bool = False) -> str:
    """One unit, fresh or spent, as the counter is printed."""
    found = next(f for f in m.margin.factions if f.id == faction)
    drawn = [{"d": x.d, "fill": x.fill or "none"} | ({"stroke": x.stroke, "width": x.width} if x.stroke else {})
             for x in found.flag]
    face = FlagFace(side, factors, drawn, name, kind == "artillery", kind == "shock", spent)
    return faces.svg(face, m.look, shadow=True)


def tracker(side: Livery, x: float, y: float, word: str, scale: float = 1.0) -> str:
    """A marker of a side: disc or octagon."""
    shape, deep = DISC[side.shape], v(side.tone("deep"))
    out = path(shape, fill=deep, transform="translate(.8 1.1)")
    out += fill(shape, side.tone("main"), stroke=deep, stroke_width=1.3)
    out += text(0, 4.4, word, class_="umk", style=f"fill:{v(side.tone('ink'))}")
    return group(out, transform=f"translate({num(x)} {num(y)}) scale({scale:g})")


def _pieces(m: AreaMap, x: float, y: float) -> str:
    """How to read a piece: both faces, and the factions."""
    out = _panel(x, y, COLUMN, 626, m.margin.pieces_title)
    for k, shown in enumerate(m.margin.examples):
        for spent in (False, True):
            at = f"translate({num(x + 17 + 82 * spent)} {num(y + 40 + 80 * k)}) scale(1.12)"
            out += group(piece(m, *shown, spent=spent), transform=at)
    top = y + 296
    for k, words in enumerate(m.margin.pieces):
        out += text(x + 14, top + 16 * k, words, class_="fine")
    top += 16 * len(m.margin.pieces) + 6
    for k, faction in enumerate(m.margin.factions):
        low = top + 24 * k + (9 if faction.side == m.sides[1] else 0)
        band = flag(m, faction.id) + path(
            "M0 0H60V16H0Z", fill="none", stroke=v(tone(faction.side, "deep")), stroke_width=1.8)
        out += group(band, transform=f"translate({num(x + 14)} {num(low)}) scale(.85)", data_faction=faction.id)
        out += text(x + 76, low + 11.5, faction.name, class_="cap")
    return out


def _legend(m: AreaMap, x: float, y: float, w: float) -> str:
    words = m.margin.legend
    out = _panel(x, y, w, 138, m.margin.legend_title)
    unit = (w - 30) / 4
    cells = list(words.items())
    for k, (kind, (es, en)) in enumerate(cells):
        cx, cy = x + 14 + unit * (k // 3), y + 50 + 33 * (k % 3)
        out += _sample(m, kind, cx, cy) + text(cx + 48, cy - 1, es, class_="bold")
        out += text(cx + 48, cy + 12, en, class_="fine")
    return out


def _sample(m: AreaMap, kind: str, x: float, y: float) -> str:
    """A small picture in the inks of the map."""
    curve = f"M{num(x)} {num(y + 5)}q14 -12 40 -8"
    if kind in ("normal", "urban"):
        letter, modifier = ("K", "+1") if kind == "normal" else ("FF", "+4")
        sign = symbol("black", kind == "urban", 0, 0) + text(0, 0.5, letter, class_="aid")
        sign += text(0, 15.2, modifier, class_="amod")
        return group(sign, transform=f"translate({num(x + 20)} {num(y)}) scale(.74)")
    if kind in ("blue", "green", "brown"):
        return symbol(kind, False, x + 20, y, 0.5)
    if kind == "river":
        flow = f"M{num(x)} {num(y + 4)}q10 -10 20 -3t20 -4"
        return stroke(flow, "bank", 9) + stroke(flow, "water", 6.6)
    if kind == "route":
        return stroke(curve, "routeedge", 7.4) + stroke(curve, "route", 4.8)
    if kind == "road":
        return stroke(curve, "roadedge", 4.8) + stroke(curve, "road", 2.8)
    if kind == "corner":
        cross = f"M{num(x + 4)} {num(y - 9)}l32 18M{num(x + 4)} {num(y + 9)}l32 -18"
        return stroke(cross, "border", 2.4) + circle(x + 20, y, 5, fill=v("casing"), stroke=v("border"), stroke_width=2)
    arrow = draw_link(m.look.side(kind), Link("", (0.0, 0.0), 0.0))
    return group(arrow, transform=f"translate({num(x + 20)} {num(y)}) scale(.6)")


def _turns(m: AreaMap, y: float) -> str:
    out = text(LEFT, y - 8, m.margin.turns_title, class_="head")
    out += text(LEFT + 172, y - 8, m.margin.turns_note, class_="fine")
    wide, tall = (m.width + 420) / len(m.margin.turns), 96.0
    for k, turn in enumerate(m.margin.turns):
        out += group(_turn(m, turn, LEFT + k * wide, y, wide, tall), data_turn=turn.number)
    for n, name in m.margin.scenarios:
        inside = [k for k, turn in enumerate(m.margin.turns) if n in turn.scenarios]
        x, w = LEFT + inside[0] * wide, len(inside) * wide
        colour = "brown" if n == 1 else "blue"
        out += rect(x + 2, y + tall + 5, w - 4, 5, fill=v(colour))
        first, last = m.margin.turns[inside[0]].number, m.margin.turns[inside[-1]].number
        out += text(x + w / 2, y + tall + 26, f"{name} · {first}–{last}", class_="head mid")
    return out + _sources(m, y + tall + 46)


def _turn(m: AreaMap, turn: Turn, x: float, y: float, w: float, h: float) -> str:
    out = rect(x, y, w, h, fill=v("panel" if turn.number % 2 else "panel2"), stroke=v("ink"), stroke_width=1)
    out += text(x + 11, y + 36, str(turn.number), class_="tn") + text(x + w - 8, y + 21, turn.dates, class_="fine end")
    for k, side in enumerate(m.sides):
        out += tracker(m.look.side(side), x + 21 + 27 * k, y + h - 22, str(turn.income[k]), 1.1)
    right = x + w - 18
    for mark in reversed(turn.marks):
        out += group(_mark(m, mark), transform=f"translate({num(right)} {num(y + h - 22)})")
        right -= 25
    return out


def _mark(m: AreaMap, kind: str) -> str:
    if kind == "weather":
        cloud = "M-9 3A5 5 0 0 1 -6 -5A7 7 0 0 1 6 -4.5A4.5 4.5 0 0 1 8 3ZM-5 6l-1.5 4M0 6l-1.5 4M5 6l-1.5 4"
        return fill(cloud, "water", stroke=v("waterink"), stroke_width=1.3, stroke_linecap="round")
    if kind == "council":
        die = rect(-9, -9, 18, 18, rx=3.5, fill=v("chip"), stroke=v("print"), stroke_width=1.4)
        pips = "M-4.5 -4.5h.01M4.5 4.5h.01M0 0h.01M-4.5 4.5h.01M4.5 -4.5h.01"
        return die + stroke(pips, "print", 3.4, stroke_linecap="round")
    if kind not in m.look.sides:
        raise ValueError(f'the turn track of {m.title} has no mark "{kind}"; known are weather, council and the sides')
    return fill("M-9 -6H3V-10L11 0L3 10V6H-9Z", tone(kind), stroke=v(tone(kind, "deep")), stroke_width=1.5,
                stroke_linejoin="round")


def _sources(m: AreaMap, y: float) -> str:
    """What the map rests on, in so many words, on one line under the track."""
    out, x = "", LEFT
    for kind, words in m.margin.provenance:
        out += text(x, y, kind, class_="bold")
        x += width(kind, 12.5) + 10
        out += text(x, y, words, class_="fine")
        x += width(words, 11.5) * 0.93 + 26
    return out
