"""The map as it is drawn: the standard files and a few words."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from frente.geo.mapdata import HexMap
from frente.kit import show
from frente.skeleton.state.position import load_board

TERRAIN = {"clear": "Open ground", "hill": "Hills", "forest": "Forest"}


def chart(tables: Mapping[str, Any] | None = None) -> HexMap:
    return show.chart(tables or load_board().tables, __file__, "A New Battle", "a battle to be changed", TERRAIN,
                      {"goal": "Points for whoever held the town last"})
