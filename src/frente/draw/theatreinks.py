"""Colours and type of a theatre of war with coasts, beyond those that all maps share."""

from __future__ import annotations

from typing import Final

from frente.draw.palette import AREA_PALETTE, SANS, SERIF, v

THEATRE_PALETTE: Final[dict[str, tuple[str, str]]] = AREA_PALETTE | {
    "sea": ("#b4cfd9", "#131e25"),
    "shallow": ("#dbe9ea", "#2a4150"),
    "wave": ("#4f86a6", "#5b8fae"),
    "coast": ("#2f5168", "#7fa5bd"),
    "neutral": ("#ded7c7", "#24231f"),
    "reed": ("#5d8a86", "#7fb0a8"),
    "rail": ("#33291f", "#cbb98f"),
    "railgap": ("#f6efdc", "#25231f"),
    "regional": ("#7b5a86", "#a98db5"),
    "frontier": ("#4a3326", "#d6b58c"),
    "fort": ("#4a2a18", "#e0b48a"),
    "shade": ("#5a3a1c", "#0c0b09"),
    "light": ("#fffaf0", "#8c7c5a"),
}
CSS: Final = f"""
text{{font-family:{SANS};fill:{v('ink')}}}
.city,.cap,.place,.mark{{paint-order:stroke;stroke:{v('halo')};stroke-width:3.4px;stroke-linejoin:round}}
.city{{font-size:16px;font-weight:700;letter-spacing:.2px}}.cap{{font-size:19px;font-weight:700;letter-spacing:.3px}}
.place{{font-size:12.6px;font-weight:600}}.mark{{font-size:11.5px;font-style:italic;font-weight:600}}
.num{{font-size:8.8px;font-weight:500;fill:{v('soft')};text-anchor:middle;paint-order:stroke;stroke:{v('halo')};stroke-width:2.2px;stroke-opacity:.75}}
.mp{{font-size:11.5px;font-weight:700;text-anchor:middle}}.plate{{font-size:10px;font-weight:700;text-anchor:middle}}
.river{{font-family:{SERIF};font-style:italic;font-size:15.5px;letter-spacing:1.2px;fill:{v('waterink')};text-anchor:middle}}
.sierra{{font-family:{SERIF};font-style:italic;font-size:16px;letter-spacing:1.4px;fill:{v('frontier')};text-anchor:middle}}
.region,.small,.tiny,.coastal,.country,.veil{{font-family:{SERIF};fill:{v('soft')};fill-opacity:.9}}
.region{{font-size:25px}}.small{{font-size:19px}}.tiny,.coastal{{font-size:13.5px}}.coastal{{letter-spacing:2.6px;text-anchor:middle}}.country{{font-size:44px;text-anchor:middle}}
.country{{letter-spacing:9px}}.veil{{font-size:19px;font-style:italic;letter-spacing:2px;text-anchor:middle}}
.sea,.gulf,.bay{{font-family:{SERIF};font-style:italic;fill:{v('waterink')};fill-opacity:.85;text-anchor:middle}}
.sea{{font-size:40px;letter-spacing:9px}}.gulf{{font-size:21px;letter-spacing:3.5px}}.bay{{font-size:15px;letter-spacing:.8px}}
.under{{stroke:{v('halo')};stroke-width:3.4px;stroke-linejoin:round;stroke-opacity:.85}}
.rim{{font-size:11.5px;fill:{v('soft')};text-anchor:middle}}
"""
