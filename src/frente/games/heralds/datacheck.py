"""Everything a data pack could break, each fault with file, line and reason.

First the form of every table; only when that is right, what the tables say together. The checks ask for what the rules
need and the rulebook states, and no more: other connectors, values, sides or modifiers are all welcome.
"""

from frente.games.heralds.datacheck_board import BoardCheck
from frente.games.heralds.datacheck_pawns import PawnCheck
from frente.games.heralds.datashape import KEYS, NAMES, SHAPES
from frente.packs import DataError, Problem, Tables

__all__ = ["KEYS", "NAMES", "check", "checked"]


def check(tables: Tables) -> list[Problem]:
    """All that is wrong with the data, by file and line; an empty list when nothing is."""
    found: list[Problem] = []
    for name in NAMES:
        found.extend(SHAPES[name].faults(tables, name, (), tables[name]))
    if found:
        return sorted(found)
    return sorted(BoardCheck(tables).found + PawnCheck(tables).found)


def checked(tables: Tables) -> Tables:
    """The same tables, or DataError."""
    problems = check(tables)
    if problems:
        raise DataError(problems)
    return tables
