"""The page's own style sheets, applied to a drawing for paper: what a class looks like is said once, in CSS.

Only what counters need is understood: classes and element names, one inside the other, and custom properties. A colour
by name stays one (``var(--ink)``): the palette of the picture fills it in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

CSS: Final = Path(__file__).resolve().parents[1] / "web" / "css"
SHEETS: Final = ("board", "pawns", "markers")
SIDE: Final = {"card": "", "deep": "deep", "on": "ink", "sym": "pale", "symink": "print", "line": "line",
               "wash": "wash", "orbit": "orbit"}         # as in web/js/theme.js
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.S)
_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_PART: Final = re.compile(r"^([a-z]*)((?:\.[\w-]+)*)(:not\(\[fill\]\))?$")
_VARIABLE: Final = re.compile(r"var\(--([\w-]+)\)")
_CLIP: Final = re.compile(r'path\("([^"]+)"\)')
_FONT: Final = re.compile(r"^(\d+) ([\d.]+)px (.+)$")


@dataclass(frozen=True)
class Element:
    tag: str
    classes: frozenset[str]
    filled: bool  # whether it says its colour itself


@dataclass(frozen=True)
class _Rule:
    parts: tuple[tuple[str, frozenset[str], bool], ...]  # from the outermost: element, classes, only if without colour
    says: Mapping[str, str]

    @property
    def weight(self) -> tuple[int, int]:
        return sum(len(c) + bare for _, c, bare in self.parts), sum(bool(t) for t, _, _ in self.parts)

    def fits(self, chain: Sequence[Element]) -> bool:
        """Whether the last of *chain* is meant, the others being what it lies in."""
        if not _meant(self.parts[-1], chain[-1]):
            return False
        left = list(self.parts[:-1])
        for element in reversed(chain[:-1]):
            if left and _meant(left[-1], element):
                left.pop()
        return not left


def _meant(part: tuple[str, frozenset[str], bool], element: Element) -> bool:
    tag, classes, bare = part
    return (not tag or tag == element.tag) and classes <= element.classes and not (bare and element.filled)


@lru_cache
def _rules() -> list[_Rule]:
    """The rules, the weightier after the lighter."""
    found = []
    for name in SHEETS:
        text = _COMMENT.sub("", (CSS / f"{name}.css").read_text(encoding="utf-8"))
        for selectors, body in _RULE.findall(re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text)):
            says = {}
            for line in body.split(";"):
                key, _, value = line.partition(":")
                if value:
                    says[key.strip()] = value.strip()
            for selector in selectors.split(","):
                parts = [_PART.match(part) for part in selector.split()]
                read = tuple((p[1], frozenset(p[2].split(".")[1:]), bool(p[3])) for p in parts if p)
                if read and len(read) == len(parts):
                    found.append(_Rule(read, says))
    return sorted(found, key=lambda rule: rule.weight)


@lru_cache(maxsize=4096)
def style(chain: tuple[Element, ...]) -> dict[str, str]:
    """What the sheets say of the last element of *chain*, which begins with the counter itself."""
    own: dict[str, str] = {}
    for k in range(1, len(chain) + 1):
        for name in sorted(chain[k - 1].classes):
            if name.startswith("side-"):                 # what the page makes of the look of a game
                own |= {f"--{key}": f"var(--{name}{part and '-' + part})" for key, part in SIDE.items()}
        for rule in _rules():
            if rule.fits(chain[:k]):
                own |= {key: value for key, value in rule.says.items() if key.startswith("--") or k == len(chain)}
    names = {key[2:]: value for key, value in own.items() if key.startswith("--")}
    found: dict[str, str] = {}
    for key, value in own.items():
        if key.startswith("--"):
            continue
        for _ in range(3):  # a name may stand for a name
            value = _VARIABLE.sub(lambda m: names.get(m[1], m[0]), value)
        if key == "font" and (font := _FONT.match(value)):
            found |= {"font-weight": font[1], "font-size": f"{font[2]}px", "font-family": font[3]}
        elif key == "clip-path" and (clip := _CLIP.search(value)):
            found[key] = f"url(#{clip_name(clip[1])})"
        else:
            found[key] = value
    return found


def clip_name(d: str) -> str:
    return "clip-" + re.sub(r"[^0-9a-z]+", "-", d.lower()).strip("-")


@lru_cache
def clips() -> str:
    """What may be cut out of a counter; belongs into the picture once."""
    shapes = sorted({d for rule in _rules() for value in rule.says.values() for d in _CLIP.findall(value)})
    return "".join(f'<clipPath id="{clip_name(d)}"><path d="{d}"/></clipPath>' for d in shapes)
