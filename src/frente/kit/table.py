"""Combat tables: a ladder of odds, shifts that name their rule, and results by column and die."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

BELOW: Final = -1                        # the odds do not reach the first column


class Shift(NamedTuple):
    """Columns to the right (below 0: to the left), and the rule that says so."""

    columns: int
    rule: str
    key: str


class Result(NamedTuple):
    """Steps each side loses, and how many spaces the defender retreats."""

    attacker: int
    defender: int
    retreat: int


class Table:
    """Columns from worst to best as ratios (attack, defence), rows by die from 1."""

    def __init__(self, ratios: list[tuple[int, int]], rows: list[list[Result]]) -> None:
        self.ratios = ratios
        self.names: list[str] = [f"{a}:{d}" for a, d in ratios]
        self.rows = rows
        self.dice = len(rows)

    def odds(self, attack: int, defence: int) -> int:
        """The best column whose ratio is met, BELOW if none is."""
        at = BELOW
        for i, (a, d) in enumerate(self.ratios):
            if attack * d >= a * defence:
                at = i
        return at

    def shifted(self, column: int, shifts: list[Shift]) -> int:
        """A column with its shifts, kept within the table; BELOW stays BELOW."""
        if column == BELOW:
            return BELOW
        for s in shifts:
            column += s.columns
        return min(max(column, 0), len(self.ratios) - 1)

    def result(self, column: int, die: int) -> Result:
        return self.rows[die - 1][column]

    def results(self, column: int) -> list[Result]:
        """By die."""
        return [row[column] for row in self.rows]


def table(data: Mapping[str, Any]) -> Table:
    """From a standard file: columns = ["1:2", "1:1", …], rows by die of "attacker/defender" such as "1/2r2"."""
    ratios = [(int(a), int(d)) for a, _, d in (str(x).partition(":") for x in data["columns"])]
    return Table(ratios, [[result(cell) for cell in row] for row in data["rows"]])


def result(text: str) -> Result:
    """“1/2r2”: the attacker loses a step, the defender two, and retreats two spaces; “-” stands for nothing."""
    left, _, right = text.partition("/")
    steps, _, retreat = right.partition("r")
    return Result(_number(left), _number(steps), _number(retreat))


def spelled(r: Result) -> str:
    """As ``result`` reads it."""
    right = f"{r.defender or ''}{f'r{r.retreat}' if r.retreat else ''}"
    return f"{r.attacker or '-'}/{right or '-'}"


def _number(text: str) -> int:
    return 0 if text in ("", "-") else int(text)
