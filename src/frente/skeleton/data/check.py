"""What the data files may hold: the kit's standard ones.

Fields of your own are handed in: ``Standard(SIDES, {"unit": {"elite?": Flag()}})``.
"""
from __future__ import annotations

from typing import Final

from frente.kit.datafile import KEYS, NAMES, Standard

SIDES: Final = ("blue", "red")
check: Final = Standard(SIDES).check

__all__ = ["KEYS", "NAMES", "SIDES", "check"]
