"""Bodies of requests about packs."""
from __future__ import annotations

from typing import Annotated, Any

import msgspec

from frente.server.edit.changes import Change
from frente.server.frames import Name

CHANGES = 20_000                         # in one pack


class Changed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """File, path, and the new value; null takes out what was there."""

    file: Name
    path: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=20)]
    value: Any = None

    def change(self) -> Change:
        return Change(self.file, tuple(self.path), self.value)


class NewPack(msgspec.Struct, forbid_unknown_fields=True):
    game: Name
    name: Name = ""


class PutPack(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    version: int                         # the one that was changed
    changes: Annotated[list[Changed], msgspec.Meta(max_length=CHANGES)]


class HeldPacks(msgspec.Struct, forbid_unknown_fields=True):
    keys: Annotated[list[Name], msgspec.Meta(max_length=300)] = []
