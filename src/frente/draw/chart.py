"""A game's map as a picture, whatever it is made of."""

from __future__ import annotations

from frente.draw import areamap, hexmap, streetmap, theatre
from frente.geo.areadata import AreaMap
from frente.geo.mapdata import HexMap
from frente.geo.streetdata import StreetMap
from frente.geo.theatredata import TheatreMap


def svg(chart: HexMap | AreaMap | StreetMap | TheatreMap, theme: str = "light", legend: bool = True) -> str:
    if isinstance(chart, AreaMap):
        return areamap.svg(chart, theme, legend)
    if isinstance(chart, StreetMap):
        return streetmap.svg(chart, theme, legend)
    if isinstance(chart, TheatreMap):
        return theatre.svg(chart, theme, legend)
    return hexmap.svg(chart, theme, legend=legend)
