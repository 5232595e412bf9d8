"""Copies: what a player may take away of a game that still has secrets, to play on from it elsewhere.

A copy is a position drawn from what one side may know. It holds neither the seed nor any act, so there is nothing in it
that its owner did not know; hidden things and dice are others than in the game it was taken from.
"""
from __future__ import annotations

import json
from random import Random
from typing import Any, Final

import msgspec

from frente.kernel.catalog import Game, find
from frente.kernel.flow import CHANCE, Position
from frente.kernel.record import COPY, THE_FILE, RecordError, checksum, honest
from frente.kernel.referee import Match
from frente.server.problem import Problem

FORMAT: Final = 1
TRIED: Final = 300                       # acts that are played on a copy from elsewhere before it is taken in


class Unsound(Problem):
    """A copy that cannot be played on."""


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    """side: whose view it was drawn from; empty if nothing was hidden from its owner."""

    format: int
    kind: str
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, bool | str]
    seats: dict[str, str]
    side: str
    position: dict[str, Any]
    checksum: str

    def start(self) -> Position:
        """The position on today's rules and data."""
        game = find(self.game)
        like = game.start(game.scenario(self.scenario).id, game.settled(self.options))
        if (self.rules, self.data) != (game.rules_version, game.data_version(like)):
            raise Unsound(422, "copy-other-version")
        p: Position = game.restore(self.position, like)
        return p


def written(match: Match, p: Position, side: str) -> str:
    """The copy as a file. *p* must be drawn from what *side* may know."""
    game = match.game
    content = {"format": FORMAT, "kind": COPY, "game": game.slug, "rules": game.rules_version, "data": match.data,
               "scenario": match.scenario, "options": match.options, "seats": match.seats, "side": side,
               "position": game.dump(p)}
    return json.dumps(content | {"checksum": checksum(content)}, ensure_ascii=False, indent=1) + "\n"


def read(raw: bytes) -> Copy | None:
    """The copy in a file; None if it is something else."""
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.get("kind") != COPY:
        return None
    if not honest(content):
        raise RecordError("kernel.record-wrong", {"name": THE_FILE, "fault": RecordError("kernel.record-altered")})
    try:
        found = msgspec.convert(content, Copy)
    except msgspec.ValidationError as e:
        raise Unsound(422, "copy-wrong", {"fault": str(e)[:200]}) from e
    if found.format > FORMAT:
        newer = RecordError("kernel.record-newer", {"format": found.format, "known": FORMAT})
        raise RecordError("kernel.record-wrong", {"name": THE_FILE, "fault": newer})
    return found


def try_out(game: Game[Any], p: Position) -> None:
    """Play on from a position of unknown origin, checking its laws: Unsound if it is not one of this game."""
    rng = Random(1)
    _lawful(game, p)
    if not p.choices():
        raise Unsound(422, "copy-over")
    for n in range(TRIED):
        asked = p.choices()
        if not asked:
            return
        side = rng.choice(sorted(asked))
        p.apply(side, rng.choice(asked[side]))
        if n % 20 == 0 and CHANCE not in p.choices():
            _lawful(game, p)


def _lawful(game: Game[Any], p: Position) -> None:
    broken = game.broken_laws(p)
    if broken:
        raise Unsound(422, "copy-broken", {"fault": broken[0]})
    for side in range(len(game.sides)):
        game.view(p, side)
