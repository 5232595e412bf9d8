"""Colours and type. Every colour has a light and a dark value; its name says what it is for, not what it looks like.
Those of sides and objectives come with the look of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from frente.look.colour import Pair

Colours = Mapping[str, Pair]

THEMES: Final = ("light", "dark", "auto")

PALETTE: Final[dict[str, Pair]] = {
    "paper": ("#f2e9d2", "#2b2a26"),
    "paper2": ("#ece0c3", "#302e29"),
    "margin": ("#e7dcc0", "#1f1e1b"),
    "panel": ("#fbf6ea", "#26241f"),
    "ink": ("#2a2119", "#efe6d2"),
    "soft": ("#6b5b45", "#a89b84"),
    "halo": ("#f7f0de", "#23221f"),
    "grid": ("#7d6a4c", "#8d8168"),
    "contour": ("#a5793f", "#8a7550"),
    "vega": ("#cfd8a9", "#3a4531"),
    "hill1": ("#e3cc9c", "#3d372c"),
    "hill2": ("#d9bb86", "#494132"),
    "hill3": ("#cba76f", "#574b37"),
    "hill4": ("#bd9459", "#675840"),
    "hachure": ("#6d4a26", "#b59a70"),
    "shade": ("#5a3a1c", "#000000"),
    "light": ("#fffaf0", "#b5a075"),
    "wood": ("#b5c58a", "#2f3d2a"),
    "crown": ("#62803f", "#5f7f48"),
    "crownlit": ("#8aa55d", "#7f9c61"),
    "crownshade": ("#3d5230", "#161d13"),
    "woodink": ("#33491f", "#b9d39a"),
    "water": ("#5f93b5", "#4d86a8"),
    "bank": ("#2f5f80", "#1d3f55"),
    "waterink": ("#1f4f73", "#9cc6de"),
    "road": ("#fbf3dc", "#d9c9a0"),
    "roadedge": ("#4b3a29", "#14120f"),
    "track": ("#5c4630", "#c2ae88"),
    "block": ("#7a3f31", "#c58a72"),
    "blockedge": ("#43211a", "#2a1712"),
    "urban": ("#e6cfae", "#4a4036"),
    "purple": ("#6f3d8f", "#b58ad6"),
    "purpleink": ("#ffffff", "#1d1228"),
    "yellow": ("#e3a500", "#f0bd3a"),
    "yellowink": ("#3a2a05", "#3a2a05"),
    "objedge": ("#3a2a05", "#14100a"),
    "chip": ("#fffaf0", "#fffaf0"),
    "print": ("#1d1712", "#1d1712"),
    "glow": ("#ffb000", "#ffc53d"),
}
# What a map of areas shows besides.
AREA_PALETTE: Final[dict[str, Pair]] = PALETTE | {
    "border": ("#3a2c1f", "#f6eedb"),
    "casing": ("#f8f1de", "#1d1c19"),
    "road": ("#fbf3dc", "#7d7155"),
    "roadedge": ("#6b5841", "#14120f"),
    "route": ("#cf2f1c", "#ef5a43"),
    "routeedge": ("#5a140b", "#1a0a07"),
    "street": ("#e9d8b6", "#38332b"),
    "house": ("#b98d74", "#6d574a"),
    "house2": ("#9a6452", "#8a6a58"),
    "furrow": ("#8a7347", "#8d8168"),
    "olive": ("#8d9a63", "#6d7a4d"),
    "panel2": ("#f1e7d0", "#2e2b25"),
    "rule": ("#c9b894", "#4b463b"),
    "black": ("#231c16", "#0f0e0c"),
    "blue": ("#2a5c8f", "#2f6ba6"),
    "green": ("#3c6e34", "#427a39"),
    "brown": ("#8a5424", "#96602c"),
    "onplate": ("#fbf6ea", "#efe6d2"),
}

SERIF: Final = "'EB Garamond','EB Garamond 12','Linux Libertine O',Georgia,'DejaVu Serif',serif"
SANS: Final = "Cabin,'Gill Sans','Gill Sans MT','Gillius ADF','DejaVu Sans Condensed',sans-serif"

_VARIABLE: Final = re.compile(r"var\(--([a-z0-9-]+)\)")


def v(name: str) -> str:
    """A colour by name, as a custom property that a theme fills in."""
    return f"var(--{name})"


def known(theme: str) -> None:
    if theme not in THEMES:
        raise ValueError(f'no theme is called "{theme}"; use {", ".join(THEMES)}')


def themed(svg: str, theme: str, palette: Colours) -> str:
    """Put the colours in place: literal ones for light and dark, so that any drawing program can read the file; for
    "auto" both palettes stay as custom properties, and the reader's system or `data-theme` chooses."""
    known(theme)
    strange = sorted(set(_VARIABLE.findall(svg)) - set(palette))
    if strange:
        raise ValueError(f'no colour is called "{strange[0]}"; known are {", ".join(sorted(palette))}')
    if theme == "auto":
        light, dark = (";".join(f"--{name}:{pair[k]}" for name, pair in palette.items()) for k in (0, 1))
        css = (
            f":root{{{light}}}@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
            f":root[data-theme=dark]{{{dark}}}"
        )
        return svg.replace("<style>", "<style>" + css, 1)
    return _VARIABLE.sub(lambda found: palette[found[1]][THEMES.index(theme)], svg)


def literal(svg: str) -> str:
    """A picture with custom properties as a plain one, in its light colours."""
    found = re.search(r":root\{([^}]*)\}", svg)
    if found is None:
        return svg
    light = dict(re.findall(r"--([a-z0-9-]+):([^;]+)", found[1]))
    return _VARIABLE.sub(lambda name: light[name[1]], svg)
