"""Everything a data pack could break, each fault with file, line and reason.

First the form of every table; only when that is right, what the tables say together. The checks ask for what the rules
need and the rulebook states, and no more: another map, other factors or another calendar are all welcome.
"""

from frente.games.storm.data.check.counters import CounterCheck
from frente.games.storm.data.check.map import MapCheck
from frente.games.storm.data.shape import KEYS, NAMES, SHAPES
from frente.kernel.packs import Problem, Tables
from frente.kernel.shapes import malformed

__all__ = ["KEYS", "NAMES", "check"]


def check(tables: Tables) -> list[Problem]:
    """All that is wrong with the data, by file and line; an empty list when nothing is."""
    return malformed(tables, SHAPES) or sorted(MapCheck(tables).found + CounterCheck(tables).found)
