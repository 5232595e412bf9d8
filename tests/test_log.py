"""The log speaks as people do: right plurals, no points below nothing, no inner names, whatever happens in a game."""
from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from frente.ai import opponent
from frente.kernel.catalog import all_games
from frente.kernel.referee import Match
from frente.kernel.views import SeatView

ACTS = 900
ONE_OF_MANY = re.compile(r"\b1 (steps|units|points|hexes|boxes|losses|impulses|air points|resource points|"
                         r"pasos|unidades|puntos|hexágonos|casillas|pérdidas|impulsos)\b")
BELOW_NOTHING = re.compile(r"(points|puntos|left|quedan|restantes)\D{0,12}[-−]\d|[-−]\d+ (points|puntos|box|casilla)")


def told(slug: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Everything the first part of a game between quick computer players tells."""
    match, rng = Match.new(slug, seed="what is told"), Random(3)
    players = [opponent("greedy", match.game) for _ in match.game.sides]
    while not match.over and len(match.log) < ACTS:
        side = min(match.choices())
        match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))
    return [(e.key, e.facts) for side in range(len(players)) for e in match.events_for(side)]


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
def test_what_is_told_reads_well_in_both_languages(slug: str) -> None:
    events, game = told(slug), Match.new(slug).game
    assert len({key for key, _ in events}) > 8
    for language in ("en", "es"):
        texts = game.texts(language)
        for key, facts in events:
            said = texts.say(key, facts)
            assert said != key, f"{key} has no text"
            assert "{" not in said, f"{key}: {said}"
            assert not ONE_OF_MANY.search(said), f"{key}: {said}"
            assert not BELOW_NOTHING.search(said), f"{key}: {said}"


WRITTEN = re.compile(r"\{(\w+)\} (air |movement |action )?(steps|units|points|hexes|impulses|pawns|"
                     r"pasos|unidades|puntos|hexágonos|casillas|impulsos|peones)\b")
NO_COUNTS = {"kind", "side", "limit", "near", "attack", "defence"}
ALWAYS_MORE = {"points-needed-to-clear", "ledger.order-madrid", "ledger.order-toledo"}   # the rules leave no single one


@pytest.mark.parametrize("slug", [g.slug for g in all_games()])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_number_that_may_be_one_is_counted_with_its_noun(slug: str, language: str) -> None:
    """A plural that is only written down would be wrong for one; also where no game has come yet."""
    texts = Match.new(slug).game.texts(language)
    assert [key for key, text in texts.entries.items() if key not in ALWAYS_MORE
            for fact, _, _ in WRITTEN.findall(text) if fact not in NO_COUNTS] == []
