"""The tables of a game as grids of words, each with where it comes from: those of the screen, and all of its data."""
from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from frente.kernel.catalog import GAMES, Game
from frente.kernel.components import listed
from frente.kernel.texts import Texts, kernel_texts

PAGE: Final = Path(__file__).resolve().parents[1] / "web" / "text"       # words that charts share with the page
OWN: Final = Path(__file__).with_name("text")
GUESS: Final = re.compile(r"\bC\b")     # the grade of a reconstruction that is no more than an estimate
LONGEST: Final = 40                      # rows of a list that is still a table
# Said of a table, not in it: where it comes from, how sure it is, which option brings it.
ABOUT: Final = ("provenance", "rule", "source", "evidence", "note", "dice", "grade", "toggle", "text_parts",
                "raw", "raw_slip")
ID: Final = re.compile(r"\b[a-z]-[a-z0-9-]+")      # of a counter, which has a name
LEAST, MOST = re.compile(r"≥ (\d+)"), re.compile(r"≤ (\d+)")
ROLLS: Final = ("rolls", "roll")         # from and to
LIMITS: Final = ("min", "max")
ALWAYS: Final = 99                       # a number from it on stands for no limit


@dataclass(frozen=True)
class Grid:
    id: str
    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    rule: str = ""
    source: str = ""

    @property
    def guessed(self) -> bool:
        return "estimate" in self.source


def every(game: Game[Any], p: Any, picture: Mapping[str, Any], language: str) -> list[Grid]:
    """Tables of the screen first, then what the files of the game's tables hold."""
    texts = Texts({**kernel_texts(language).entries, **Texts.load(PAGE / f"{language}.toml").entries,
                   **game.texts(language).entries})
    found = [_chart(chart, texts) for chart in picture.get("charts", [])]
    screen = len(found)
    origins: dict[str, str] = {}         # by table: what the screen shows only in part
    files, others = printed(game)
    words = labels(game, language)
    read = Reader(words)
    for name in files:
        table: Mapping[str, Any] = data(p)[name]
        whole = table.get("provenance", "")
        for key, value in table.items():
            if key in ABOUT or key in others:
                continue
            left = [field for of, _, field in (x.partition(".") for x in others) if of == key]
            for grid in read.grids(f"{name}.{key}", value, _weakest(whole, key), left):
                head = list(grid.head)[1:]
                same = [k for k, x in enumerate(found[:screen]) if head and list(x.head)[1:] == head]
                if same:                 # the screen has it too, and does not know where it comes from
                    found[same[0]] = replace(found[same[0]], source=grid.source)
                else:
                    found.append(grid)
                    origins.setdefault(key, grid.source)
    found[:screen] = [x if x.source else replace(x, source=origins.get(x.id, "")) for x in found[:screen]]
    named = {c.id: c.name for c in listed(game, p, language)}

    def plain(cell: str) -> str:
        """Counters by their names, and no sign that the sans face lacks."""
        cell = ID.sub(lambda x: named.get(x[0], x[0]), cell)
        return MOST.sub(rf"{words.say('up to')} \1", LEAST.sub(r"\1+", cell))

    return [replace(grid, rows=[[plain(cell) for cell in row] for row in grid.rows]) for grid in found]


def labels(game: Game[Any], language: str) -> Texts:
    """What the words of data files are called on paper: those that games share, and those of the game."""
    files = [folder / f"tables.{language}.toml" for folder in (OWN, game.folder / "text")]
    return Texts({key: said for file in files if file.exists() for key, said in Texts.load(file).entries.items()})


def data(p: Any) -> Mapping[str, Any]:
    """The tables a position is played with; none where its game keeps them to itself."""
    return getattr(getattr(p, "board", None), "tables", {})


def printed(game: Game[Any]) -> tuple[Sequence[str], Sequence[str]]:
    """Files whose tables are printed, and what of them is no table: as the game's list of components says."""
    try:
        room = importlib.import_module(GAMES[game.slug] + ".show.components")
    except ModuleNotFoundError:          # a game on the kit, whose tables are charts of the screen
        return (), ()
    return room.TABLES, room.NO_TABLES


def _chart(chart: Mapping[str, Any], texts: Texts) -> Grid:
    title = texts.say(f"web.chart-{chart['id']}")
    corner = "" if chart["corner"] in ("", "die") else texts.say(f"web.chart-{chart['corner']}")
    return Grid(chart["id"], title if not title.startswith("web.") else spelled(chart["id"]),
                [corner, *map(texts.say, chart["head"])],
                [list(map(texts.say, row)) for row in chart["rows"]], chart["rule"], chart.get("from", ""))


@dataclass(frozen=True)
class Reader:
    """Reads the tables of data files, in the words of a language."""

    words: Texts

    def grids(self, name: str, value: Any, whole: str, left: Sequence[str] = ()) -> list[Grid]:
        """A table of a file: a grid, lists of rows, or names and values. *left* are fields that are left out."""
        title = self.label(name.partition(".")[2])
        if isinstance(value, list):
            rows = [x for x in value if isinstance(x, dict)]
            return [self.listing(name, title, rows, _about(rows, whole), left)] if 0 < len(rows) <= LONGEST else []
        if not isinstance(value, dict):
            return [Grid(name, title, [], [[self.shown(value)]], source=whole)]
        source, rule = _about([value], whole), str(value.get("rule", ""))
        found: list[Grid] = []
        rest: list[list[str]] = []
        columns = value.get("columns")
        for key, x in value.items():
            if key in (*ABOUT, *left, "columns") or (key == "house" and isinstance(x, dict)):    # a table for an option
                continue
            if key == "rows" and columns:
                results = [self.row(k, row) for k, row in enumerate(x, 1)]
                head = [span(x) if isinstance(x, list) else self.shown(x) for x in columns]
                found.append(Grid(name, title, ["", *head], results, rule, source))
            elif isinstance(x, list) and x and all(isinstance(row, dict) for row in x):
                if len(x) <= LONGEST:
                    more = "" if key == "rows" else f": {self.label(key)}"
                    found.append(self.listing(f"{name}.{key}", title + more, x, _about([value, *x], whole), left))
            elif isinstance(x, dict) and any(isinstance(y, dict) for y in x.values()):
                rest += [[f"{self.label(key)}: {self.label(k)}", self.shown(y)] for k, y in x.items()]
            else:
                rest.append([self.label(key), self.shown(x)])
        if rest:
            found.append(Grid(f"{name}.values", title, [], rest, rule, source))
        return found

    def row(self, k: int, row: Any) -> list[str]:
        """A row of a table of results: by its number, or by the rolls it says itself."""
        if isinstance(row, dict):
            rolls = row.get("rolls", row.get("roll", k))
            return [span(rolls) if isinstance(rolls, list) else str(rolls), *map(self.shown, row["results"])]
        return [str(k), *map(self.shown, row)]

    def listing(self, name: str, title: str, rows: Sequence[Mapping[str, Any]], source: str,
                left: Sequence[str]) -> Grid:
        keys = [key for key in dict.fromkeys(key for row in rows for key in row) if key not in (*ABOUT, *left)]
        return Grid(name, title, [self.label(k) if k != "id" else "" for k in keys],
                    [[self.cell(k, row.get(k, "")) for k in keys] for row in rows], source=source)

    def cell(self, key: str, value: Any) -> str:
        if key in ROLLS and isinstance(value, list):
            return span(value)
        if key in LIMITS and abs(value) >= ALWAYS:
            return ""
        return self.label(value) if key == "id" else self.shown(value)

    def label(self, name: str) -> str:
        return self.words.say(spelled(name))

    def shown(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.words.say("yes" if value else "no")
        if isinstance(value, list):
            return ", ".join(self.shown(x) for x in value)
        if isinstance(value, dict):
            return "; ".join(f"{self.label(str(k))} {self.shown(x)}" for k, x in value.items() if k not in ABOUT)
        return self.words.say(str(value))


def span(ends: Sequence[int]) -> str:
    """From one number to another; limits that nobody reaches are none."""
    first, last = ends[0], ends[-1]
    if last >= ALWAYS:
        return f"{first}+"
    return f"≤ {last}" if first < -5 else "–".join(str(x) for x in dict.fromkeys((first, last)))


def _about(rows: Sequence[Mapping[str, Any]], whole: str) -> str:
    said = [str(row.get("provenance") or row.get("source") or "") for row in rows]
    if any(GUESS.search(str(row.get("grade", ""))) for row in rows) and "estimate" not in said:
        said.append("estimate in part")
    return "; ".join(dict.fromkeys(x for x in said if x)) or whole


def origin(source: str, words: Texts) -> str:
    """Where a table comes from, in the reader's words: as a whole, or part by part."""
    return words.say(source) if source in words else "; ".join(words.say(x) for x in source.split("; "))


def _weakest(whole: Any, key: str) -> str:
    """What a file says of a table that says nothing of itself: what it names as stated is; where it names the tables of
    its estimates it means these alone, else any of them."""
    if not isinstance(whole, dict):
        return str(whole)
    guessed = str(whole.get("estimate", "none"))
    stated = {part.split(" ")[0] for said in whole.get("stated", []) for part in re.split("[,;] | and ", said)}
    if guessed == "none" or key in stated or (re.search(r"\b[a-z_]+\.[a-z]", guessed) and f"{key}." not in guessed):
        return "text"
    return f"estimate in part: {guessed}"


def spelled(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").strip()
