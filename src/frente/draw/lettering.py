"""Text as it stands on the map: how wide it is, what box it fills, how it is broken."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from frente.draw.pen import num, text


@dataclass(frozen=True)
class Placed:
    """A name in its place: lines of text, the baseline of the first, and the box they fill."""

    css: str
    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    size: float
    note: str = ""  # a height under the name

    def box(self) -> tuple[float, float, float, float]:
        w = max(width(s, self.size) for s in (*self.lines, self.note))
        left = self.x - {"start": 0.0, "middle": w / 2, "end": w}[self.anchor]
        low = self.y + (len(self.lines) - 1) * self.size * 0.95 + 0.24 * self.size
        return left, self.y - 0.74 * self.size, left + w, low + (11 if self.note else 0)


def width(words: str, size: float) -> float:
    """About how wide a text is set in the sans face."""
    em = 0.0
    for c in words:
        em += 0.27 if c in "iljtfrI.,'· |" else 0.82 if c in "mwMW" else 0.64 if c.isupper() else 0.52
    return em * size


def wrap(words: str, room: float, size: float) -> list[str]:
    """Lines no wider than the room there is."""
    lines = [""]
    for word in words.split():
        trial = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(trial, size) > room:
            lines.append(word)
        else:
            lines[-1] = trial
    return lines


def lettered(p: Placed) -> str:
    rows = "".join(
        f'<tspan x="{num(p.x)}"' + (' dy=".95em"' if k else "") + f">{escape(s)}</tspan>" for k, s in enumerate(p.lines)
    )
    name = escape(" ".join(p.lines))
    out = f'<text class="{p.css}" y="{num(p.y)}" text-anchor="{p.anchor}" data-name="{name}">{rows}</text>'
    if p.note:
        low = p.y + (len(p.lines) - 1) * p.size * 0.95 + 11.5
        out += text(p.x, low, p.note, class_="alt", text_anchor=p.anchor)
    return out


def halves(name: str) -> list[str]:
    """A name on two lines of about the same length."""
    words = name.split(" ")
    if len(words) == 1:
        return words
    cuts = [[" ".join(words[:k]), " ".join(words[k:])] for k in range(1, len(words))]
    return min(cuts, key=lambda cut: max(len(cut[0]), len(cut[1]) - 2))
