"""Everything a player reads in words: questions, answers, reasons and events, with names instead of numbers."""
from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from frente.cli.maps import tables
from frente.cli.play.theatre import sheet
from frente.geo.mapdata import HexMap
from frente.geo.theatredata import TheatreMap
from frente.kernel.catalog import GAMES, Game
from frente.kernel.flow import Event, Refusal
from frente.kernel.referee import Match
from frente.kernel.texts import kernel_texts


def atlas(game: Game[Any], pack: Path | None) -> HexMap | None:
    """The game's map, if it is one of hexes."""
    try:
        cartography = importlib.import_module(GAMES[game.slug] + ".show.cartography")
    except ModuleNotFoundError:
        return None
    data = tables(game, pack)
    found = cartography.chart(data)
    if isinstance(found, TheatreMap):
        return sheet(found)
    return found if isinstance(found, HexMap) else None


class Wording:
    """Texts of one match. Ids stay visible beside names, because they are what a player types."""

    def __init__(self, match: Match, ground: HexMap | None) -> None:
        self.game = match.game
        self.texts = match.game.texts()
        self.units = {piece["id"]: piece["name"] for piece in match.view(None).pieces}
        vocabulary = match.words().vocabulary
        kinds = match.game.kinds()
        self.spaces = {name for verb, kind in kinds.items() if kind == "space" for name in vocabulary[verb] or ()}
        self.places: dict[str, str] = {}
        if ground is not None:
            self.places = {ground.number(v.place): v.name for v in ground.vertices if v.name}
            self.places |= {ground.number(t.place): t.name for t in ground.towns}

    def name(self, group: str, key: str) -> str:
        """The name of a thing, or its key where the catalogue has none."""
        full = f"{group}.{key}"
        return self.texts.say(full) if full in self.texts else key

    def side(self, side: int | str) -> str:
        return self.name("side", self.game.sides[side] if isinstance(side, int) else side)

    def unit(self, unit: str) -> str:
        return f"{self.units[unit]} ({unit})" if unit in self.units else unit

    def space(self, space: str) -> str:
        return f"{space} {self.places[space]}" if space in self.places else space

    def thing(self, fact: str, value: Any) -> str:
        """A fact as a player would say it."""
        if fact == "side" and isinstance(value, int):
            return self.side(value)
        text = str(value)
        if text in self.units:
            return self.unit(text)
        if text in self.spaces and not isinstance(value, int):
            return self.space(text)
        return self.name(fact, text)

    def facts(self, facts: Mapping[str, Any]) -> dict[str, str]:
        return {fact: self.thing(fact, value) for fact, value in facts.items()}

    def question(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        return self.texts.say(key, self.facts(facts or {}))

    def event(self, e: Event) -> str:
        return f"{self.texts.say(e.key, self.facts(e.facts))} [{e.rule}]"

    def refusal(self, r: Refusal) -> str:
        facts: dict[str, Any] = self.facts(r.facts)
        if r.key.startswith("kernel."):
            if "question" in r.facts:
                facts["question"] = self.question(str(r.facts["question"]))
            text = kernel_texts().say(r.key, facts)
        else:
            text = self.texts.say(r.key, facts)
        return f"{text} [{r.rule}]" if r.rule else text

    def verb(self, question: str, verb: str) -> str:
        """What doing it is called: closer for this question if there is such a text, else in general."""
        closer = f"{question}.{verb}"
        return self.name("verb", closer if f"verb.{closer}" in self.texts else verb)

    def act(self, word: str, question: str) -> str:
        verb, _, name = word.partition(":")
        doing = self.verb(question, verb)
        return f"{doing} {self.thing(verb, name)}" if name else doing

    def outcome(self, key: str, by: str) -> str:
        source = self.texts if key in self.texts else kernel_texts()
        return source.say(key, {"by": self.side(by) if by else ""})
