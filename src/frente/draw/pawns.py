"""Pawns of a game of factions, in a box of 60 by 60 units, and a sheet of them to be cut out.

A pawn is neutral or affiliated, and some have a back that hides what they are; the back knows nothing but the faction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from frente.draw.palette import SANS, SERIF, themed, v
from frente.draw.pen import circle, fill, group, num, path, rect, text
from frente.draw.streetinks import PRINT, STREET_PALETTE
from frente.geo.streetdata import Pawn

KEYS: Final = {"cnd": "cnd", "pce": "pce", "neutral": "neu"}
SIZES: Final = {"XXXX": 2, "XXX": 1, "XX": 0}  # rings round the star of a headquarters
MM: Final = 15.0  # printed side of a pawn
CSS: Final = f"""
.p-name{{font-size:10.4px;font-weight:700}}.p-size{{font-size:7px;font-weight:700;text-anchor:end}}
.p-num{{font-size:12px;font-weight:700;text-anchor:middle}}.p-val{{font-size:17.5px;font-weight:700;text-anchor:middle}}
.p-low{{font-size:14px;font-weight:700;text-anchor:middle}}.p-q{{font-family:{SERIF};font-size:27px;text-anchor:middle}}
.p-party{{font-size:13.5px;font-weight:700;text-anchor:middle}}
"""


class Pawns:
    """Pictures of pawns in the looks of one game."""

    def __init__(self, looks: Mapping[str, Any], formations: Mapping[str, Sequence[str]]) -> None:
        self.looks, self.formations = looks, formations

    def draw(self, pawn: Pawn) -> str:
        if pawn.side not in KEYS:
            raise ValueError(f'no pawns are known for "{pawn.side}"; known are {", ".join(KEYS)}')
        key, body = KEYS[pawn.side], self.looks["body"][pawn.side]
        deep, ink = v(key + "deep"), v(key + "ink")
        out = path(body, fill=deep, transform="translate(1.8 2.2)") + fill(body, key, stroke=deep, stroke_width=1.5)
        if pawn.side == "neutral":
            out += path("M2.8 2.8H57.2V57.2H2.8Z", fill="none", stroke=deep, stroke_width=0.9, stroke_dasharray="3 2")
        if pawn.kind == "back":
            return out + self._back(key)
        if pawn.kind == "player_token":
            return out + self._token(pawn, key)
        if pawn.kind == "syndicate":
            return out + self._icon(pawn, key) + text(30, 57, pawn.name, class_="p-party", style=f"fill:{ink}")
        if pawn.kind in ("leader", "agent"):
            return out + self._person(pawn, key)
        return out + self._unit(pawn, key) + path(body, fill="none", stroke=deep, stroke_width=1.5)

    def _colours(self, pawn: Pawn) -> tuple[str, str]:
        colour, ink = self.formations.get(pawn.formation, ("none", PRINT))
        return colour, ink

    def _icon(self, pawn: Pawn, key: str) -> str:
        if pawn.icon not in self.looks["icon"]:
            raise ValueError(f'no picture is called "{pawn.icon}"; known are {", ".join(self.looks["icon"])}')
        colour, _ = self._colours(pawn)
        out = ""
        for part in self.looks["icon"][pawn.icon]:
            how = part["as"]
            if how == "formation":
                out += path(part["d"], fill=colour, stroke=PRINT, stroke_width=1.5, stroke_linejoin="round")
            elif how == "line":
                out += path(part["d"], fill="none", stroke=PRINT, stroke_width=1.4)
            else:
                out += path(part["d"], fill={"ink": v(key + "ink"), "print": PRINT, "pale": v(key + "pale")}[how])
        return out

    def _back(self, key: str) -> str:
        """The same for every pawn of a faction."""
        back = self.looks["back"]
        tone = v(key + ("pale" if key == "pce" else "deep"))
        ring = {"fill": "none", "stroke": tone, "stroke_width": 1, "stroke_opacity": 0.7}
        out = "".join(path(back["lines"], transform=f"rotate({turn} 30 30)", **ring) for turn in back["turns"])
        out += circle(30, 30, 13, fill=v(key + "pale"), stroke=v(key + "deep"), stroke_width=1.6)
        return out + text(30, 38.6, back["sign"], class_="p-q", style=f"fill:{PRINT};stroke:{PRINT};stroke-width:.7px")

    def _token(self, pawn: Pawn, key: str) -> str:
        ink = v(key + "ink")
        out = circle(30, 30, 25, fill="none", stroke=ink, stroke_width=1.8)
        out += circle(30, 30, 21.5, fill=v(key + "pale"), stroke=ink) + self._icon(pawn, key)
        return out + text(30, 38, pawn.name, class_="p-val", style=f"fill:{PRINT};font-size:17px")

    def _person(self, pawn: Pawn, key: str) -> str:
        """A bust over the stripe of a formation; no stripe: he answers to the player token."""
        ink, (colour, pr) = v(key + "ink"), self._colours(pawn)
        out = text(30, 10.4, pawn.name, class_="p-name", text_anchor="middle", style=_fit(pawn.name, 8, 10.4, ink))
        out += self._icon(pawn, key)
        if pawn.formation:
            out += rect(0.7, 38.2, 58.6, 6.6, fill=colour, stroke=PRINT, stroke_width=0.9)
            out += text(30, 44, pawn.numeral, class_="p-low", style=f"font-size:7px;fill:{pr}")
        first, second = pawn.values
        bare = first.startswith("(")
        if not bare:
            out += circle(17, 52, 7.2, fill=v(key + "pale"), stroke=ink)
        out += text(17, 56.8, first, class_="p-low", style=f"fill:{ink if bare else PRINT}")
        return out + text(43, 56.8, second, class_="p-low", style=f"fill:{ink}")

    def _unit(self, pawn: Pawn, key: str) -> str:
        ink, pale, (colour, pr) = v(key + "ink"), v(key + "pale"), self._colours(pawn)
        out = path(HEADS[pawn.side], fill=colour, stroke=v(key + "deep"), stroke_width=1.1)
        left = {"cnd": 6, "pce": 7, "neutral": 5}[pawn.side]
        room = 5 if pawn.size else 7
        out += text(left, 10.4, pawn.name, class_="p-name", style=_fit(pawn.name, room, 10.4 if room == 7 else 9.4, pr))
        out += text(62 - left, 10, pawn.size, class_="p-size", style=f"fill:{pr}") if pawn.size else ""
        for k in range(SIZES.get(pawn.size, 0)):
            out += circle(30, 31, 17.4 - 2.6 * k, fill=pale if k == 0 else "none", stroke=PRINT, stroke_width=1.1)
        out += self._icon(pawn, key)
        if pawn.icon in ("star", "helmet") and pawn.numeral:
            low = 35.6 if pawn.icon == "star" else 33.2
            out += text(30, low, pawn.numeral, class_="p-num", style=_fit(pawn.numeral, 1, 12.5, pr))
        if pawn.kind == "hq":
            out += rect(20, 43, 20, 15.5, rx=2.5, fill=pale, stroke=ink)
            return out + text(30, 56.2, pawn.values[0], class_="p-val", style=f"fill:{PRINT}")
        if len(pawn.values) == 2:  # initiative in a disc, morale in a shield
            out += circle(16.5, 48.8, 9.4, fill=pale, stroke=ink, stroke_width=1.1)
            shield = "M34 39.6H53V48.5C53 54.5 48.5 57.5 43.5 59C38.5 57.5 34 54.5 34 48.5Z"
            out += path(shield, fill=pale, stroke=ink, stroke_width=1.1)
            return out + "".join(text(x, 54.9, value, class_="p-val", style=f"fill:{PRINT}")
                                 for x, value in zip((16.5, 43.5), pawn.values))
        return out + "".join(text(30, 56.5, value, class_="p-val", style=f"fill:{ink}") for value in pawn.values)

    def sheet(self, pawns: Sequence[Pawn], title: str, theme: str = "light", across: int = 14) -> str:
        """Pawns side by side at their printed size."""
        gap = 68.0
        rows = math.ceil(len(pawns) / across)
        w, h = across * gap + 12, rows * gap + 12
        body = ""
        for k, pawn in enumerate(pawns):
            x, y = 10 + k % across * gap, 10 + k // across * gap
            body += group(self.draw(pawn), transform=f"translate({num(x)} {num(y)})")
        mm, css = MM / 60, f"text{{font-family:{SANS}}}{CSS}"
        return themed(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(w)} {num(h)}" width="{w * mm:.1f}mm" '
            f'height="{h * mm:.1f}mm" role="img" aria-label="{escape(title)}"><style>{css}</style>'
            f"{rect(0, 0, w, h, fill=v('margin'))}{body}</svg>\n", theme, STREET_PALETTE)


HEADS: Final = {
    "cnd": "M0 13.5V11A11 11 0 0 1 11 0H49A11 11 0 0 1 60 11V13.5Z",
    "pce": "M0 13.5V9L9 0H51L60 9V13.5Z",
    "neutral": "M0 13.5V0H60V13.5Z",
}


def _fit(words: str, room: int, size: float, ink: str) -> str:
    """Smaller where there are more letters than room."""
    return f"fill:{ink};font-size:{size * min(1.0, ((room + 0.6) / max(1, len(words))) ** 0.62):.1f}px"
