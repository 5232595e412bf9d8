"""What the data files may hold: the kit's standard ones."""
from __future__ import annotations

from typing import Final

from frente.kit.datafile import KEYS, NAMES, Standard

SIDES: Final = ("crown", "league")
check: Final = Standard(SIDES).check

__all__ = ["KEYS", "NAMES", "SIDES", "check"]
