"""Woods: a tint with a soft limit, and crowns that keep off roads, water and print."""

from __future__ import annotations

import random

from frente.draw.geometry import Taken
from frente.draw.pen import fill, num
from frente.draw.relief import OUT, STEP, Ground


def draw_floor(ground: Ground) -> str:
    d = ground.fields.area(ground.wood, 0.5)
    return fill(d, "wood", 0.9, stroke="var(--crown)", stroke_width=0.8, stroke_dasharray="1.5 2.5")


def draw_crowns(ground: Ground, keep_off: Taken) -> str:
    """Shade, crown and light, each one path."""
    f, rng = ground.fields, random.Random("crowns")
    shade, crown, lit = [], [], []
    for row in range(int((f.height + 40) / 7.4)):
        for column in range(int((f.width + 40) / 9.4)):
            x = -20 + column * 9.4 + (row % 2) * 4.7 + rng.uniform(-3, 3)
            y = -20 + row * 7.4 + rng.uniform(-2.6, 2.6)
            r, grows = rng.choice((1.9, 2.4, 2.8, 3.3, 3.8)), rng.random() < 0.88
            if not grows or ground.wood[int((y + OUT) / STEP), int((x + OUT) / STEP)] <= 0.56:
                continue
            if keep_off.near(x, y, 6):
                continue
            shade.append(_disc(x + 1.1, y + 1.1, r))
            crown.append(_disc(x, y, r))
            lit.append(_disc(x - 0.7, y - 0.7, r * 0.45))
    tones = ((shade, "crownshade", 0.75), (crown, "crown", None), (lit, "crownlit", 0.9))
    return "".join(fill("".join(discs), colour, opacity) for discs, colour, opacity in tones)


def _disc(x: float, y: float, r: float) -> str:
    q = num(r)
    return f"M{num(x - r)} {num(y)}a{q} {q} 0 1 0 {num(2 * r)} 0a{q} {q} 0 1 0 {num(-2 * r)} 0"
