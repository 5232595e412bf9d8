"""The one painter of counters: page, paper and exports all show what it draws.

A face (``frente.kernel.components``) becomes strokes in a box of 60 by 60: element, attributes, and what is inside. The
page builds its elements from them and dresses them by class with its style sheets; on paper the same sheets are applied
here. So there is one drawing and one look. The sides differ without colour, by the shape and the print that the look of
their game gives them; what is nobody's has square corners.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final

from frente.draw.palette import SANS, SERIF
from frente.draw.stylesheet import Element, style
from frente.kernel.components import Component, Face, FlagFace, MarkerFace, PawnFace, UnitFace
from frente.look import Look

Stroke = tuple[str, dict[str, Any], Any]  # element, attributes, its words or the strokes inside

BODY: Final = {
    "round": "M9 0H51A9 9 0 0 1 60 9V51A9 9 0 0 1 51 60H9A9 9 0 0 1 0 51V9A9 9 0 0 1 9 0Z",
    "cut": "M8 0H52L60 8V52L52 60H8L0 52V8Z",
    "square": "M0 0H60V60H0Z",
}
# Band and stripe of lost steps follow the outline, so that nothing has to be cut out.
PARTS: Final = {
    "round": ("M0 13V9A9 9 0 0 1 9 0H51A9 9 0 0 1 60 9V13Z", "M0 41.5H60V51A9 9 0 0 1 51 60H9A9 9 0 0 1 0 51Z"),
    "cut": ("M0 13V8L8 0H52L60 8V13Z", "M0 41.5H60V52L52 60H8L0 52Z"),
    "square": ("M0 13V0H60V13Z", "M0 41.5H60V60H0Z"),
}
HEADS: Final = {
    "round": "M0 13.5V11A11 11 0 0 1 11 0H49A11 11 0 0 1 60 11V13.5Z",
    "cut": "M0 13.5V9L9 0H51L60 9V13.5Z",
    "square": "M0 13.5V0H60V13.5Z",
}
FRAMES: Final = {  # a little inside the edge of a marker
    "round": "M9.5 3.6H50.5A6 6 0 0 1 56.4 9.5V50.5A6 6 0 0 1 50.5 56.4H9.5A6 6 0 0 1 3.6 50.5V9.5A6 6 0 0 1 9.5 3.6Z",
    "cut": "M9.5 3.6H50.5L56.4 9.5V50.5L50.5 56.4H9.5L3.6 50.5V9.5Z",
    "square": "M3.6 3.6H56.4V56.4H3.6Z",
}
LEFT: Final = {"round": 6, "cut": 7, "square": 5}
SIGNS: Final = {
    "infantry": "M16 21.5L44 39M44 21.5L16 39",
    "cavalry": "M16 39L44 21.5",
    "garrison": "M21 35.5v-8h3.5v2.6h3.7v-2.6h3.6v2.6h3.7v-2.6h3.5v8Z",
    "artillery": "M30 27.5a2.8 2.8 0 1 0 .01 0Z",
    "plain": "",
}
GUN: Final = "M9 33.5L21 27.5L20 24.5L48 16L49.2 19.4L31 26L33 31H27L11 36.5Z"
HATCH: Final = "".join(f"M{11 * k - 50} 62l62 -62" for k in range(10))
STAR: Final = "M51.5 1.6L53 5.4L57 5.6L53.9 8.1L55 12L51.5 9.8L48 12L49.1 8.1L46 5.6L50 5.4Z"
SHIELD: Final = "M34 39.6H53V48.5C53 54.5 48.5 57.5 43.5 59C38.5 57.5 34 54.5 34 48.5Z"
RINGS: Final = {"XXXX": 2, "XXX": 1}  # round the star of a headquarters
PRINT: Final = "#1d1712"  # dark print; other inks are light ones on a dark band
WIDE: Final = 5  # letters of factors; what is longer is narrower, never lower
LINE: Final = 11  # letters in a line of a marker


class Drawn:
    """A face as strokes, and the class of the whole."""

    def __init__(self, kind: str, side: str, look: Look) -> None:
        self.shape = look.side(side).shape if side else "square"
        self.kind = " ".join(x for x in ("counter", kind, f"side-{side or 'nobody'}") if x)
        self.strokes: list[Stroke] = []

    def path(self, d: str, kind: str, **more: Any) -> None:
        self.strokes.append(("path", {"d": d, "class": kind} | more, ""))

    def circle(self, x: float, y: float, r: float, kind: str) -> None:
        self.strokes.append(("circle", {"cx": x, "cy": y, "r": r, "class": kind}, ""))

    def rect(self, x: float, y: float, width: float, height: float, kind: str, **more: Any) -> None:
        self.strokes.append(("rect", {"x": x, "y": y, "width": width, "height": height, "class": kind} | more, ""))

    def text(self, x: float, y: float, words: str, kind: str, **more: Any) -> None:
        if words:
            self.strokes.append(("text", {"x": x, "y": y, "class": kind} | more, words))

    def words(self, x: float, y: float, words: str, kind: str, room: float, **more: Any) -> None:
        """A line of print, smaller where there are more letters than room."""
        share = min(1.0, ((room + 0.6) / max(1, len(words))) ** 0.62)
        if share < 1:
            more["transform"] = f"translate({x} {y}) scale({share:.3f}) translate({-x} {-y})"
        self.text(x, y, words, kind, **more)

    def card(self, body: str) -> None:
        self.path(body, "c-under", transform="translate(1.8 2.2)")
        self.path(body, "c-body")


def draw(face: Face, look: Look) -> Drawn:
    if isinstance(face, UnitFace):
        return _unit(face, look)
    if isinstance(face, FlagFace):
        return _flag(face, look)
    return _pawn(face, look) if isinstance(face, PawnFace) else _marker(face, look)


def blank(face: Face, look: Look) -> Drawn:
    """A card of that side of which nothing is seen, under others."""
    pawn = isinstance(face, PawnFace)
    d = Drawn("pawn" if pawn else "flagged" if isinstance(face, FlagFace) else "", face.side, look)
    body = face.body if isinstance(face, PawnFace) else BODY[d.shape]
    d.card(body)
    if d.shape == "cut" and not pawn:
        d.path("M0 14.6H60", "c-rule")
    d.path(body, "c-edge")
    return d


def _unit(f: UnitFace, look: Look) -> Drawn:
    """Band, NATO sign, size, name, steps, star of the elite, factors."""
    lost = f.steps - f.left
    reduced = lost > 0 and f.left > 0
    d = Drawn("lost" if reduced else "", f.side, look)
    d.card(BODY[d.shape])
    band, stripe = PARTS[d.shape]
    dark = ""
    if f.stripe:
        d.path(band, "c-tint", fill=f.stripe.tone)
        if f.stripe.pattern:
            d.path(f.stripe.pattern, f"c-weave {d.shape}")
        dark = "" if f.stripe.ink == PRINT else " on-dark"
    else:
        d.path(band, f"c-tint band{f.band}")
    if d.shape == "cut":
        d.path("M0 14.6H60", "c-rule")
    if reduced:
        d.path(stripe, "c-stripe")
        d.path("M0 41.5H60", "c-rule")
    d.path(BODY[d.shape], "c-edge")
    d.text(8 if d.shape == "cut" else 6, 10.4, f.above, "c-band" + dark)
    middle = (37 if f.elite else 45) if f.stripe else 41 if len(f.above) > 3 else 34
    d.text(middle, 10.6, f.size, "c-size" + dark)
    if f.elite:
        d.path(STAR, "c-star")
    d.strokes.append(_sign(f.symbol, look))
    tight = " c-tight" if len(f.beside) > 4 else ""
    d.text(0, 0, f.beside, "c-name" + tight, transform="translate(11.7 30.5) rotate(-90)")
    if f.steps > 1:
        for k in range(f.steps):
            d.path(f"M48 {23 + 8 * k}h5.6v5.6h-5.6Z", "c-pip gone" if k < lost else "c-pip")
    factors = f.factors.replace("/", "·")
    if len(factors) > WIDE:
        d.text(30, 56.6, factors, "c-factors c-long", textLength=56, lengthAdjust="spacingAndGlyphs")
    else:
        d.text(30, 56.6, factors, "c-factors")
    return d


def _sign(symbol: str, look: Look) -> Stroke:
    own = look.signs.get(symbol)
    kind = own.like if own and own.like else symbol
    if own and own.d and not own.framed:
        return "path", {"d": own.d, "class": "c-sign c-free" + (" c-dark" if own.solid else "")}, ""
    if kind == "tank" and not (own and own.d):
        hull = [("path", {"d": "M3 12.5L6 8H12V3.5H22L23 5H34V6.6H23V8H29L33.5 12.5Z", "class": "c-hull"}, ""),
                ("path", {"d": "M4 12.5H33A4 4 0 0 1 32 20H6A4 4 0 0 1 4 12.5Z", "class": "c-dark"}, "")]  # fmt: skip
        wheels = [("circle", {"cx": 7.4 + k * 4.5, "cy": 16.6, "r": 1.7, "class": "c-light"}, "") for k in range(6)]
        return "g", {"transform": "translate(12 20.5)", "class": "c-sign"}, [*hull, *wheels]
    if not (own and own.d) and kind not in SIGNS:
        known = ", ".join(dict.fromkeys((*look.signs, "tank", *SIGNS)))
        raise ValueError(f'{look.file} has no [sign.{kind}], and no sign is called so; known are {known}')
    solid = own.solid if own and own.d else kind == "garrison"
    line = "c-line c-dark" if solid else "c-line"
    return "g", {"class": "c-sign"}, [("path", {"d": "M16 21.5h28v17.5h-28Z", "class": "c-box"}, ""),
                                      ("path", {"d": own.d if own and own.d else SIGNS[kind], "class": line}, "")]


def _flag(f: FlagFace, look: Look) -> Drawn:
    """The flag of its faction, star or gun, name, factors. The back is pale and ruled, with half a flag."""
    d = Drawn("flagged back" if f.back else "flagged", f.side, look)
    d.card(BODY[d.shape])
    parts: list[Stroke] = []
    for x in f.flag:
        line = {"stroke": x["stroke"], "stroke-width": x["width"]} if "stroke" in x else {}
        parts.append(("path", {"d": x["d"], "fill": x.get("fill", "none")} | line, ""))
    flag: Stroke = ("g", {"class": "c-flag"} | ({"transform": "translate(-15 0)"} if f.back else {}), parts)
    if f.back:
        d.path(HATCH, f"c-hatch {d.shape}")
    d.strokes.append(("g", {"class": f"c-top {d.shape}" + (" half" if f.back else "")}, [flag]))
    d.path("M0 16.8H30.5V0" if f.back else "M0 16.8H60", "c-rule")
    d.path(BODY[d.shape], "c-edge")
    if f.gun:
        d.path(GUN, "c-gun", transform="translate(0 1.5)")
        d.circle(30, 32.5, 6.6, "c-wheel")
    else:
        if f.shock:
            d.path(STAR, "c-shock", transform="translate(-66.4 13.6) scale(1.52 1.82)")
        small = len(f.name) > 7 or (f.shock and len(f.name) > 5)
        d.text(39 if f.shock else 30, 33, f.name, "c-who c-tight" if small else "c-who")
    d.text(30, 55.5, f.factors, "c-strength")
    return d


def _pawn(f: PawnFace, look: Look) -> Drawn:
    d = Drawn("pawn", f.side, look)
    d.card(f.body)
    if d.shape == "square":
        d.path("M2.8 2.8H57.2V57.2H2.8Z", "p-dash")
    if f.kind == "hidden":
        for turn in f.turns:
            d.path(f.lines, "p-orbit", transform=f"rotate({turn} 30 30)")
        d.circle(30, 30, 13, "p-eye")
        d.text(30, 38.6, f.sign, "p-q")
    elif f.kind == "player_token":
        d.circle(30, 30, 25, "p-ring")
        d.circle(30, 30, 21.5, "p-disc")
        _icon(d, f)
        d.words(30, 38, f.name, "p-val p-dark", 3)
    elif f.kind == "syndicate":
        _icon(d, f)
        d.words(30, 57, f.name, "p-party", 6)
    elif f.kind in ("leader", "agent"):
        _person(d, f)
    else:
        _troop(d, f)
    d.path(f.body, "c-edge")
    return d


def _icon(d: Drawn, f: PawnFace) -> None:
    for part in f.icon:
        d.path(part["d"], "p-" + part["as"], **({"fill": f.colour} if part["as"] == "formation" else {}))


def _person(d: Drawn, f: PawnFace) -> None:
    """A bust over the stripe of a formation; without a stripe he answers to the player token."""
    d.words(30, 10.6, f.name, "p-name mid", 8)
    _icon(d, f)
    if f.formed:
        d.rect(0.7, 38.2, 58.6, 6.6, "p-stripe", fill=f.colour)
        d.words(30, 44, f.numeral, "p-tiny", 6, fill=f.ink)
    bare, initiative, modifier = f.values["bare"], f.values["initiative"], f.values["modifier"]
    if not bare:
        d.circle(17, 52, 7.2, "p-disc")
    d.words(17, 56.8, f"({initiative})" if bare else str(initiative), "p-low" if bare else "p-low p-dark", 3)
    d.words(43, 56.8, signed(modifier), "p-low", 3)


def _troop(d: Drawn, f: PawnFace) -> None:
    left = LEFT[d.shape]
    d.path(HEADS[d.shape], "p-head", fill=f.colour)
    d.words(left, 10.6, f.name, "p-name p-narrow" if f.size else "p-name", 6 if f.size else 7.5, fill=f.ink)
    d.text(62 - left, 10, f.size, "p-size", fill=f.ink)
    for k in range(RINGS.get(f.size, 0)):
        d.circle(30, 31, round(17.4 - 2.6 * k, 1), "p-halo2" if k else "p-disc")
    _icon(d, f)
    if f.shape in ("star", "helmet"):
        d.words(30, 35.6 if f.shape == "star" else 33.2, f.numeral, "p-num", 1.6, fill=f.ink)
    values = f.values
    if "command" in values:
        d.rect(20, 43, 20, 15.5, "p-disc p-points", rx=2.5)
        d.words(30, 56.2, str(values["command"]), "p-val p-dark p-command", 3)
    elif "morale" in values:  # initiative in a disc, morale in a shield
        d.circle(16.5, 48.8, 9.4, "p-disc")
        d.path(SHIELD, "p-disc")
        d.words(16.5, 54.9, str(values["initiative"]), "p-val p-dark p-initiative", 2)
        d.words(43.5, 54.9, str(values["morale"]), "p-val p-dark p-morale", 2)
    elif values:
        d.words(30, 56.5, signed(values["credit"]) if "credit" in values else values["unknown"], "p-val p-on", 3)


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def _marker(f: MarkerFace, look: Look) -> Drawn:
    """A sign or figure over its words; a chit has its code in a band and the words over the whole card."""
    d = Drawn("marker back" if f.back else "marker", f.side, look)
    d.card(BODY[d.shape])
    if f.head:
        d.path(PARTS[d.shape][0], "m-head")
        d.text(30, 10.4, f.head, "m-code")
    else:
        d.path(FRAMES[d.shape], "m-frame")
    lines = wrapped(f.words)
    size = min(10.5, 50 / (0.56 * max((len(x) for x in lines), default=1)), (38 if f.head else 24) / max(1, len(lines)))
    below = 56 - 3.2 - size * 1.06 * (len(lines) - 1)
    if f.head:
        below = 36.5 - size * 1.06 * (len(lines) - 1) / 2 + size * 0.34
    top = 6.0
    middle = (top + below - size * 0.8) / 2
    if f.sign == "question":
        d.text(30, round(middle + 9, 1), "?", "m-ask")
    elif f.sign:
        scale = min(1.0, (below - size * 0.8 - top) / 30)
        parts = [("path", {"d": line, "class": "m-" + ink}, "") for ink, line in marker_signs()[f.sign]]
        d.strokes.append(("g", {"transform": f"translate(30 {middle:.1f}) scale({scale:.2f})"}, parts))
    elif f.figure:
        d.words(30, round(middle + 8.4, 1), f.figure, "m-figure", 3)
    for k, line in enumerate(lines):
        d.text(30, round(below + k * size * 1.06, 1), line, "m-words", **{"font-size": round(size, 1)})
    d.path(BODY[d.shape], "c-edge")
    return d


@lru_cache
def marker_signs() -> dict[str, list[list[str]]]:
    return tomllib.loads((Path(__file__).with_name("signs.toml")).read_text(encoding="utf-8"))


def wrapped(words: str, room: int = LINE) -> list[str]:
    """Words in lines of about so many letters."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


# -- for the page


def page(components: Iterable[Component], look: Look, game: str) -> dict[str, Any]:
    """Faces of units for a screen: every stroke once, faces as lists of their numbers, by unit and state; and by side a
    card that hides what it is, and one of which nothing is seen."""
    strokes: dict[str, int] = {}
    faces: dict[str, int] = {}
    kept: list[list[Any]] = []

    def number(d: Drawn) -> int:
        row = [strokes.setdefault(json.dumps(x, ensure_ascii=False), len(strokes)) for x in d.strokes]
        kind = re.sub(r"\bside-(?!nobody\b)", f"side-{game}-", d.kind)    # a page may show sides of several games
        key = f"{kind} {row}"
        if key not in faces:
            faces[key] = len(kept)
            kept.append([kind, row])
        return faces[key]

    of: dict[str, dict[str, int]] = {}
    hidden: dict[str, int] = {}
    blanks: dict[str, int] = {}
    for c in components:
        if c.kind != "unit":
            continue
        for face in (c.front, *([c.back] if c.back else []), *c.more):
            n = number(draw(face, look))
            if isinstance(face, PawnFace) and face.kind == "hidden" and c.back is face:
                hidden.setdefault(face.side, n)
            else:
                of.setdefault(c.id, {}).setdefault(state(face), n)
            if face.side not in blanks:
                blanks[face.side] = number(blank(face, look))
    return {"strokes": [json.loads(x) for x in strokes], "faces": kept, "of": of, "hidden": hidden, "blank": blanks}


def state(face: Face) -> str:
    """By what a screen finds a face: what a view tells of the piece."""
    if isinstance(face, UnitFace):
        return f"{face.symbol} {face.left}"
    if isinstance(face, FlagFace):
        return "back" if face.back else "front"
    return face.side


# -- for paper


def svg(face: Face, look: Look, shadow: bool = False) -> str:
    """A face as SVG elements with their looks; colours by name, to be filled in by a palette."""
    d = draw(face, look)
    root = Element("g", frozenset(d.kind.split()), False)
    strokes = [x for x in d.strokes if shadow or x[1].get("class") != "c-under"]
    return "".join(_element(x, (root,)) for x in strokes)


def _element(stroke: Stroke, chain: tuple[Element, ...]) -> str:
    tag, given, inner = stroke
    here = (*chain, Element(tag, frozenset(given.get("class", "").split()), "fill" in given))
    words = "".join(f' {key}="{escape(str(value))}"' for key, value in given.items() if key != "class")
    looks = ";".join(f"{key}:{value}" for key, value in style(here).items())
    if looks:  # as a style, because it must outdo what a picture round it says of all its text
        words += f' style="{escape(looks.replace("var(--sans)", SANS).replace("var(--serif)", SERIF))}"'
    if isinstance(inner, str):
        return f"<{tag}{words}>{escape(inner)}</{tag}>" if inner else f"<{tag}{words}/>"
    return f"<{tag}{words}>{''.join(_element(x, here) for x in inner)}</{tag}>"


def card_colour(face: Face, look: Look) -> str:
    """The colour that runs over the cut."""
    d = draw(face, look)
    body = next(x for x in d.strokes if x[1].get("class") == "c-body")
    root = Element("g", frozenset(d.kind.split()), False)
    return style((root, Element("path", frozenset({"c-body"}), "fill" in body[1])))["fill"]
