"""The map as it is drawn: the standard files and a few words."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fords.state.position import load_board
from frente.geo.mapdata import HexMap
from frente.kit import show

TERRAIN = {"clear": "Open ground", "hill": "Hills", "forest": "Forest", "wooded-hill": "Wooded hills"}


def chart(tables: Mapping[str, Any] | None = None) -> HexMap:
    return show.chart(tables or load_board().tables, __file__, "The Fords of Lenza", "a battle that never was", TERRAIN,
                      {"goal": "Points for whoever held the town last"})
