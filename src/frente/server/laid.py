"""A data pack laid over the game of a table: games are played with it as they are with the game's own data."""
from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from frente.kernel.catalog import Game, OptionValue, find
from frente.kernel.flow import Position
from frente.kernel.packs import Files, folder

KEPT: Final = 24                         # first positions that are remembered
NAMED: Final = 60                        # letters in the name of a folder


class Pack(NamedTuple):
    name: str
    files: Files

    def folder(self) -> Path:
        """Its files as games read them; records name the folder."""
        found = folder(self.files, slug(self.name))
        assert found is not None, "a pack that changes nothing is none"
        return found

    def text(self) -> str:
        return msgspec.json.encode(self.files).decode()


def slug(name: str) -> str:
    """A name that is good for a folder on any machine, and leads nowhere else."""
    return re.sub(r"[^\w-]+", "-", name)[:NAMED].strip("-").lower() or "pack"


def first(game: Game[Any], scenario: str, options: Mapping[str, OptionValue], pack: Pack | None) -> Position:
    """Where a scenario begins. Others look at the same position: play on a clone of it."""
    if pack is None:
        found: Position = game.start(scenario, options)
        return found
    return _first(game.slug, scenario, tuple(sorted(options.items())), pack)


@lru_cache(maxsize=KEPT)
def _first(name: str, scenario: str, options: tuple[tuple[str, OptionValue], ...], pack: Pack) -> Position:
    found: Position = find(name).start(scenario, dict(options), pack.folder())
    return found
