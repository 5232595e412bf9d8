"""What a game is printed as: each part of it a PDF file."""
from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from frente.draw import chart, export
from frente.kernel.catalog import GAMES, Game
from frente.kernel.components import first, listed
from frente.kernel.texts import Texts
from frente.look import read
from frente.press import booklets, paper, sheets, tables, tiles

PARTS: Final = ("counters", "map", "charts", "rules", "setup")
TEXTS: Final = Path(__file__).with_name("text")


def words(language: str) -> dict[str, str]:
    return dict(Texts.load(TEXTS / f"{language}.toml").entries)


class Shop:
    """A game with its data, ready to be printed on one kind of paper."""

    def __init__(self, game: Game[Any], pack: Path | None = None, name: str = "a4", flip: str = "long",
                 whole: bool = False, language: str = "en") -> None:
        self.game, self.pack, self.name, self.flip, self.whole = game, pack, name, flip, whole
        self.language = language
        self.say = words(language)
        self.p = first(game, pack)
        self.paper = paper.Paper.of(name)

    def printed(self, part: str) -> bytes:
        made: Callable[[], bytes] = getattr(self, part)
        return made()

    def title(self, part: str) -> str:
        return f"{self.game.title}: {self.say[part]}"

    def counters(self) -> bytes:
        box = listed(self.game, self.p, self.language)
        found = sheets.pages(box, read(self.game.folder), self.paper, self.flip, self.say, self.game.title)
        return paper.document(found, self.title("counters"))

    def map(self) -> bytes:
        room = importlib.import_module(GAMES[self.game.slug] + ".show.cartography")
        drawn = export.pdf(chart.svg(room.chart(tables.data(self.p) or None), "light"))
        if self.whole:
            return drawn
        return tiles.tiled(drawn, self.name, self.game.title, self.say["tile"])[0]

    def charts(self) -> bytes:
        pages = booklets.charts(self.game, self.p, self.game.picture(self.p), self.paper, self.say, self.language)
        return paper.document(pages, self.title("charts"))

    def rules(self) -> bytes:
        return paper.document(booklets.rules(self.game, self.paper, self.say, self.language), self.title("rules"))

    def setup(self) -> bytes:
        box = listed(self.game, self.p, self.language)
        picture, pages = self.game.picture(self.p), []
        for scenario in self.game.scenarios:
            pages += booklets.setup(self.game, box, scenario, picture, self.paper, self.say, self.language)
        return paper.document(pages, self.title("setup"))
