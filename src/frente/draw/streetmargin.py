"""Below a street map: the tracks, and the legend that is also the chart of movement costs."""

from __future__ import annotations

from frente.draw import faces
from frente.draw import streetsigns as signs
from frente.draw.lettering import wrap
from frente.draw.palette import v
from frente.draw.pen import fill, group, rect, stroke, text
from frente.draw.streetscape import GRADES, rails
from frente.geo.streetdata import StreetMap, Track

HEIGHT = 268.0
CSS = f"""
.head{{font-size:12.5px;font-weight:700;letter-spacing:1.5px;fill:{v('soft')}}}
.cap{{font-size:14px}}.capb{{font-size:14px;font-weight:700}}.fine{{font-size:12px;fill:{v('soft')}}}.mid{{text-anchor:middle}}
.box{{font-size:13.5px;font-weight:600}}.boxn{{font-size:12.5px;fill:{v('soft')}}}.big{{font-size:24px;font-weight:700}}
.tiny{{font-size:10px;fill:{v('soft')}}}.src{{font-size:13px}}.srcb{{font-size:13px;font-weight:700}}.cost{{font-size:14px;font-weight:600;text-anchor:middle}}
"""


# -- tracks


def draw_tracks(map: StreetMap) -> str:
    return group("".join(_track(t) for t in map.tracks), class_="tracks")


def _track(track: Track) -> str:
    out = text(track.x, track.y - 9, track.title, class_="head")
    for k, b in enumerate(track.boxes):
        out += rect(b.x, b.y, b.width, b.height, rx=4, fill=v("panel"), stroke=v("rule"), stroke_width=1.6,
                    data_box=f"{track.id}:{b.id}")
        if track.id == "count":
            out += text(b.x + b.width / 2, b.y + b.height / 2 + 7, b.title, class_="cap mid", style="font-weight:700")
            continue
        if track.id in ("will", "turn"):
            out += text(b.x + 9, b.y + b.height - 9, b.id, class_="big")
        out += text(b.x + 8, b.y + 18, b.title, class_="box")
        if b.note:
            out += text(b.x + b.width - 8, b.y + b.height - 10, b.note, class_="box", text_anchor="end",
                        style=f"fill:{v('gone')}" if track.id == "turn" else None)
        if track.id == "phase" and k + 1 < len(track.boxes):
            out += fill(f"M{b.x + b.width - 1:.1f} {b.y + b.height / 2 - 7:.1f}l8 7l-8 7Z", "soft")
    return group(out, data_track=track.id)


# -- the legend


def draw_legend(map: StreetMap, y: float) -> str:
    w = map.width
    out = rect(-7, y, w + 14, HEIGHT, fill=v("panel"), stroke=v("ink"), stroke_width=1.6)
    out += rect(-2, y + 5, w + 4, HEIGHT - 10, fill="none", stroke=v("ink"), stroke_width=0.7)
    out += _squares(map, 22, y) + _roads(map, 262, y) + _holders(map, 470, y) + _marks(map, 470, y)
    out += _resources(map, 690, y) + _costs(map, 1032, y) + _sources(map, 1580, w - 20, y) + _pawns(map, 1580, y)
    for x in (244, 452, 670, 1012, 1560):
        out += stroke(f"M{x} {y + 18:.1f}V{y + HEIGHT - 18:.1f}", "rule", 1.2)
    return group(out, class_="legend")


def _squares(map: StreetMap, x: float, y: float) -> str:
    out = text(x, y + 30, map.legend.heads["squares"], class_="head")
    inks = {"downtown": ("plaza", "plazaline"), "periphery": ("suburb", "suburbline"),
            "reserves": ("reserve", "reserveline"), "compound": ("compound", "compoundline")}
    for k, (kind, name, gloss) in enumerate(map.legend.kinds):
        top = y + 46 + 51 * k
        tone, line = inks[kind]
        if kind == "reserves":
            out += rect(x, top + 4, 44, 26, rx=4, fill=v(tone), stroke=v(line), stroke_width=2.4)
        elif kind == "compound":
            out += rect(x, top + 4, 44, 26, rx=2, fill=v(tone), stroke=v(line), stroke_width=2)
            out += rect(x + 22, top + 6, 20, 22, rx=2, fill=v("slot"))
        else:
            out += rect(x + 5, top, 34, 34, rx=3, fill=v(tone), stroke=v(line), stroke_width=2.6)
        out += text(x + 58, top + 14, name, class_="capb") + text(x + 58, top + 30, gloss, class_="fine")
    return out


def _roads(map: StreetMap, x: float, y: float) -> str:
    out = text(x, y + 30, map.legend.heads["roads"], class_="head")
    for k, (kind, name) in enumerate(map.legend.roads):
        top = y + 54 + 27 * k
        d = f"M{x:.1f} {top:.1f}h52"
        w, tone, edge, more = GRADES.get(kind, GRADES["lane"])
        if kind == "rail":
            out += rails(d)
        else:
            out += stroke(d, edge, w + more) + stroke(d, tone, w)
        out += text(x + 64, top + 5, name, class_="cap")
    for k, (state, name) in enumerate(map.legend.bridges):
        out += signs.bridge(state, x + 62 * k, y + 204, 0.94)
        out += text(x + 23 + 62 * k, y + 247, name, class_="fine mid")
    return out


def _holders(map: StreetMap, x: float, y: float) -> str:
    out = text(x, y + 30, map.legend.heads["holders"], class_="head")
    for k, (side, name) in enumerate(map.legend.holders):
        left = x + 18 + 66 * k
        out += signs.tag("B1", map.look.side(side) if side else None, left, y + 58)
        out += text(left, y + 88, name, class_="cap mid")
    return out


def _marks(map: StreetMap, x: float, y: float) -> str:
    out = text(x, y + 124, map.legend.heads["marks"], class_="head")
    for k, (kind, name) in enumerate(map.legend.marks):
        top = y + 146 + 29 * k
        if kind == "points":
            out += signs.worth(1, x + 24, top)
        elif kind == "will":
            out += signs.will(1, x + 33, top)
        elif kind == "critical":
            out += signs.resource("power", x + 24, top, 20, True)
        else:
            d = "".join(f"M{x + 4 + 10 * n:.1f} {top - 3:.1f}v6h5v-6h5" for n in range(4))
            out += stroke(d, "front", 2.2, stroke_linejoin="round")
        out += text(x + 58, top + 5, name, class_="cap")
    return out


def _resources(map: StreetMap, x: float, y: float) -> str:
    out = text(x, y + 30, map.legend.heads["resources"], class_="head")
    mild = {r.kind for c in map.compounds for r in c.resources if not r.critical}
    for k, (kind, name, where) in enumerate(map.legend.resources):
        left, top = x + 14 + 166 * (k // 4), y + 62 + 52 * (k % 4)
        out += signs.resource(kind, left, top, 24, kind not in mild)
        out += text(left + 24, top - 1, name, class_="capb") + text(left + 24, top + 15, where, class_="fine")
    return out


def _costs(map: StreetMap, x: float, y: float) -> str:
    legend = map.legend
    out = text(x, y + 30, legend.heads["costs"], class_="head")
    columns = [x + 216 + 122 * k for k in range(len(legend.costs_from))]
    for left, name in zip(columns, legend.costs_from):
        out += text(left, y + 56, f"from {name}", class_="fine mid")
    for k, (name, cells) in enumerate(legend.costs):
        top = y + 82 + 26 * k
        if k % 2 == 0:
            out += rect(x - 6, top - 18, 528, 26, rx=3, fill=v("panel2"))
        out += text(x, top, f"to {name}", class_="cap")
        out += "".join(text(left, top, cell, class_="cost") for left, cell in zip(columns, cells))
    for k, line in enumerate(wrap(legend.costs_note, 520, 12)):
        out += text(x, y + 220 + 15 * k, line, class_="fine")
    return out


def _sources(map: StreetMap, x: float, right: float, y: float) -> str:
    """What the board rests on, in so many words."""
    out = text(x, y + 30, map.legend.heads["sources"], class_="head")
    top = y + 54
    for kind, words in map.legend.provenance:
        out += text(x, top, kind, class_="srcb")
        for line in wrap(words, right - x - 76, 13):
            out += text(x + 76, top, line, class_="src")
            top += 15.6
        top += 7
    return out


def _pawns(map: StreetMap, x: float, y: float) -> str:
    """One of each kind."""
    out = text(x, y + 186, map.legend.heads["pawns"], class_="head")
    for k, (pawn, name) in enumerate(map.legend.pawns):
        left = x + 57 * k
        at = f"translate({left:.1f} {y + 194:.1f}) scale(.74)"
        out += group(faces.svg(pawn, map.look, shadow=True), transform=at)
        out += text(left + 22, y + 254, name, class_="tiny mid")
    return out
