"""Every line of the log of games between captains, as the page writes it in both languages: nothing raw or odd."""
from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from frente.ai import opponent
from frente.kernel.catalog import find
from frente.kernel.deployment import as_in_history
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.test_log import BELOW_NOTHING, ONE_OF_MANY
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

ACTS = 2000
GAMES = ["brunete", "storm", "heralds", "guadalajara", "tscw"]
WRITE = """async ([slug, language, sides, events]) => {
  const { Texts } = await import("./js/texts.js");
  const { fixed } = await import("./js/api.js");
  const texts = await Texts.load(slug, language);
  texts.know(await fixed(`/games/${slug}/board`));
  texts.sides = sides;
  return events.map(e => texts.said(e));
}"""
RAW = re.compile(r"undefined|NaN|null|\[object|[{}]|\b[a-z]+(?:[._][a-z0-9]+)+\b|\b\w+ \w+ = ")
# A number that stands alone says nothing: "dice 5+4: 1." leaves open what the one is.
BARE = re.compile(r"\d[:;,] [-−]?\d+\.$|\bso many\b|\btantas unidades\b")


@cache
def told(slug: str) -> list[dict[str, Any]]:
    """What the first part of such a game tells, each thing once."""
    match, rng = Match.new(slug, seed="lines"), Random(3)
    as_in_history(match, rng)
    captains = [opponent("captain", match.game) for _ in match.game.sides]
    start = len(match.log)
    while not match.over and len(match.log) < start + ACTS:
        side = min(match.choices())
        match.play(side, captains[side].choose(SeatView(match.game, match.position, side), rng))
    found = {}
    for side in range(len(captains)):
        for e in match.events_for(side):
            found[e.key, str(e.facts)] = {"key": e.key, "facts": dict(e.facts)}
    return list(found.values())


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_line_reads_as_people_speak(
        slug: str, language: str, server: Server, person: Callable[..., Player]) -> None:
    page = person().page
    page.goto(server.url)
    game, events = find(slug), told(slug)
    assert len({e["key"] for e in events}) > 15
    lines: list[str] = page.evaluate(WRITE, [slug, language, list(game.sides), events])
    names = {u["id"] for u in game.picture(Match.new(slug).position)["units"]}
    for event, line in zip(events, lines, strict=True):
        assert line != event["key"], f"{line} has no text"
        assert not RAW.search(line), line
        assert not BARE.search(line), line
        assert not ONE_OF_MANY.search(line), line
        assert not BELOW_NOTHING.search(line), line
        assert not [w for w in re.findall(r"[\w-]+", line) if w in names and "-" in w], line
        assert line[0] == line[0].upper(), line
