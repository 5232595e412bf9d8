"""Everything a data pack could break, each fault with file, line and reason.

First the form of every table; only when that is right, what the tables say together. The checks ask for what the
rules need and no more: another reading of the grid, other factors or another map of roads are all welcome.
"""

from frente.games.brunete.data.check.map import MapCheck
from frente.games.brunete.data.check.tables import TableCheck
from frente.games.brunete.data.check.units import UnitCheck
from frente.games.brunete.data.shape import KEYS, NAMES, SHAPES
from frente.kernel.packs import Problem, Tables
from frente.kernel.shapes import malformed

__all__ = ["KEYS", "NAMES", "check"]


def check(tables: Tables) -> list[Problem]:
    """All that is wrong with the data, by file and line; an empty list when nothing is."""
    found = malformed(tables, SHAPES)
    if found:
        return found
    ground = MapCheck(tables)
    found = ground.found + TableCheck(tables).found
    if ground.hexes:  # without a map, set-up hexes mean nothing
        found.extend(UnitCheck(tables, ground.hexes).found)
    return sorted(found)
