"""Colours of street maps."""

from __future__ import annotations

from typing import Final

from frente.draw.palette import PALETTE

PRINT: Final = "#1d1712"  # dark print on light card, in both themes
PALE: Final = "#fff6e6"  # and the other way round

STREET_PALETTE: Final[dict[str, tuple[str, str]]] = PALETTE | {
    "paper": ("#f3ead3", "#2b2a26"),
    "field1": ("#ede2c4", "#312f29"),
    "field2": ("#e6ddb6", "#34352a"),
    "furrow": ("#b59f6c", "#4f4a3c"),
    "olive": ("#a3ac72", "#5b6644"),
    "city": ("#f7efdc", "#37332c"),
    "house": ("#dcc6a4", "#4b4339"),
    "house2": ("#d2b793", "#554b3f"),
    "house3": ("#bf9a7b", "#655447"),
    "blockshade": ("#b59c78", "#1d1b18"),
    "yard": ("#ebdcc0", "#3d372f"),
    "village": ("#b07a5c", "#8a6a58"),
    "villageedge": ("#6d4029", "#1d1712"),
    "garden": ("#c9d6a3", "#33402d"),
    "alley": ("#e6e3c2", "#465238"),
    "water": ("#7ba8c4", "#4d86a8"),
    "road": ("#fbe3a6", "#cdb071"),
    "street": ("#fffaf0", "#a89a7c"),
    "streetedge": ("#8d7353", "#141210"),
    "rail": ("#1d1712", "#0f0d0b"),
    "railbed": ("#fffaf0", "#b9ab8b"),
    "front": ("#33536f", "#8fb4d6"),
    "frontzone": ("#8fa3b0", "#58707f"),
    "plaza": ("#fdf8ea", "#3d3931"),
    "plazaline": ("#2a2119", "#d8cba9"),
    "paving": ("#e5d9bd", "#4c463b"),
    "tab": ("#24405a", "#9fc0da"),
    "tabink": ("#fff6e6", "#14273a"),
    "suburb": ("#f0bd80", "#7c5429"),
    "suburbline": ("#8a4f12", "#e2a35c"),
    "suburbsign": ("#d79a58", "#966a3a"),
    "compound": ("#f0c9bd", "#6e4a43"),
    "compoundline": ("#83382c", "#e0a596"),
    "slot": ("#fbe9e2", "#533630"),
    "reserve": ("#cbd8a5", "#3c4a33"),
    "reserve2": ("#dde5c0", "#333f2c"),
    "reserveline": ("#44602c", "#a0bf84"),
    "panel2": ("#f1e7d0", "#2e2b25"),
    "rule": ("#c9b894", "#4b463b"),
    "barrier": ("#a23b2a", "#b5493a"),
    "gone": ("#a23b2a", "#ec8471"),
    "pennant": ("#f3c743", "#e9bb34"),
    "pennantedge": ("#6e5000", "#4a3600"),
    "target": ("#00786b", "#35c9b4"),
}
