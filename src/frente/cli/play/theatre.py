"""A theatre of war as a sheet of hexes, so that the map in characters can show it."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.geo.hexgrid import EVEN, ODD, POINTY, Grid, Hex
from frente.geo.mapdata import HexMap, Legend, Route, Town, Vertex
from frente.geo.theatredata import TheatreMap

SIZES: Final = {"city": 3, "town": 2}


@dataclass(frozen=True)
class Sheet(HexMap):
    """Numbered row first, rows counted northwards."""

    def number(self, place: Hex) -> str:
        return f"{self.grid.rows + 1 - place[1]:02d}{place[0]:02d}"

    def place(self, number: str) -> Hex | None:
        if len(number) != 4 or not number.isdecimal():
            return None
        found = int(number[2:]), self.grid.rows + 1 - int(number[:2])
        return found if found in self.terrain else None


def sheet(map: TheatreMap) -> Sheet:
    """Hexes, places and railways; what else the map tells has no character."""
    frame = map.frame
    # Odd rows lie further east; here the northernmost is row 1.
    grid = Grid(frame.east, frame.north, POINTY, ODD if frame.north % 2 else EVEN, first_column=frame.west)
    spots = {h.id: (h.id % 100, frame.north + 1 - h.id // 100) for h in map.hexes}
    places = [p for p in map.places if p.hex in spots]           # others lie in neutral countries
    return Sheet(
        grid=grid, km_per_hex=map.km_per_hex, title=" ".join(map.title), subtitle=map.subtitle, look=map.look,
        terrain={spots[h.id]: h.terrain for h in map.hexes}, rivers=(),
        routes=tuple(Route(r.name, "rail", tuple(spots[h] for h in r.hexes if h in spots)) for r in map.railways),
        towns=tuple(Town(p.name, spots[p.hex], SIZES[p.kind]) for p in places if p.kind in SIZES),
        vertices=tuple(Vertex(p.name, spots[p.hex]) for p in places if p.kind not in SIZES),
        objectives=(), entries=(), front=(), front_sides=("", ""), edges={},
        legend=Legend((), (), "", (), "", "", (), ()), rows_up=True)
