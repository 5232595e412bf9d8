"""Everything a data pack could break, each fault with file, line and reason.

First the form of every table; only when that is right, what the tables say together. The checks ask for what the rules
need and the rulebook states, and no more: other connectors, values, sides or modifiers are all welcome.
"""

from frente.games.heralds.data.check.board import BoardCheck
from frente.games.heralds.data.check.pawns import PawnCheck
from frente.games.heralds.data.shape import KEYS, NAMES, SHAPES
from frente.kernel.packs import Problem, Tables
from frente.kernel.shapes import malformed

__all__ = ["KEYS", "NAMES", "check"]


def check(tables: Tables) -> list[Problem]:
    """All that is wrong with the data, by file and line; an empty list when nothing is."""
    return malformed(tables, SHAPES) or sorted(BoardCheck(tables).found + PawnCheck(tables).found)
