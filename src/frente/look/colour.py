"""Colours as people see them: contrast after WCAG 2.2, and how far two colours are apart for those who see fewer."""
from __future__ import annotations

import math
from typing import Final

Pair = tuple[str, str]                   # light and dark
Rgb = tuple[float, float, float]

READABLE: Final = 4.5                    # WCAG AA: contrast of text on its ground
APART: Final = 0.1                       # in OKLab, where black and white are 1 apart and 0.02 is just seen
# What is left of linear red, green and blue where one kind of cone is missing (Machado, Oliveira and Fernandes, 2009).
MISSING: Final[dict[str, tuple[Rgb, Rgb, Rgb]]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> Rgb:
    """Light of red, green and blue, from "#rrggbb"."""
    red, green, blue = (int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5))
    return _lit(red), _lit(green), _lit(blue)


def _lit(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """From 1 (none) to 21 (black on white)."""
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in (linear(one), linear(other)))
    return high / low


def seen(colour: str, missing: str) -> Rgb:
    """What reaches somebody with that kind of colour blindness."""
    light = linear(colour)
    red, green, blue = (min(1.0, max(0.0, sum(k * x for k, x in zip(row, light)))) for row in MISSING[missing])
    return red, green, blue


def oklab(light: Rgb) -> Rgb:
    """Lightness and two axes of colour, in steps that the eye takes for equal (Ottosson, 2020)."""
    r, g, b = light
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short)


def apart(one: str, other: str, missing: str) -> float:
    """How far two colours are apart for somebody with that kind of colour blindness."""
    return math.dist(oklab(seen(one, missing)), oklab(seen(other, missing)))
