"""Requests about packs, described."""
from __future__ import annotations

from typing import Final

from frente.server.edit import frames

KEY: Final = ("Authorization", "header", "Bearer and the key of the pack, or that of a seat; an account needs none",
              False)
PACK: Final = ("id", "path", "the pack", True)
TABLE: Final = ("id", "path", "the table", True)
SLUG: Final = ("slug", "path", "the game, such as brunete", True)

CALLS: Final = [
    ("/api/games/{slug}/data", "get",
     "The data of a game with the shapes it declares for them: what a pack may change.", [SLUG], "", "GameData"),
    ("/api/games/{slug}/packs", "post",
     "Open a pack from elsewhere as a draft of yours: a zip of its folder (application/zip), or its files as JSON, "
     "name to text.", [SLUG, ("name", "query", "what to call it", False)], "", "NewDraft"),
    ("/api/packs", "post", "Begin a pack for a game. Its key opens it from then on.", [], "NewPack", "NewDraft"),
    ("/api/packs/held", "post", "Packs that some keys or your account open.", [], "HeldPacks", "Drafts"),
    ("/api/packs/{id}", "get", "A pack of yours: what it changes, and what is wrong with it.", [PACK, KEY], "",
     "Draft"),
    ("/api/packs/{id}", "put",
     "Keep a pack as it is now, whatever is wrong with it; the game's own check says what is, and where.", [PACK, KEY],
     "PutPack", "Checked"),
    ("/api/packs/{id}", "delete", "Delete a pack; games that are played with it go on.", [PACK, KEY], "", ""),
    ("/api/packs/{id}/file", "get", "The pack as a zip of the folder that “frente --pack” takes.", [PACK, KEY], "", ""),
    ("/api/packs/{id}/map.svg", "get", "The map as the pack has it.", [PACK, KEY], "", ""),
    ("/api/tables/{id}/board", "get", "The board of a table, with the pack laid over its game.", [TABLE, KEY], "",
     "Board"),
    ("/api/tables/{id}/map.svg", "get", "The map of a table, with the pack laid over its game.", [TABLE, KEY], "", ""),
]
BODIES: Final = (frames.NewPack, frames.PutPack, frames.HeldPacks)
ANSWERS: Final = {
    "GameData": ("What can be edited of a game.", {
        "game": "s", "version": "s of the data", "layout": "o which arrays hold counters, spaces, rivers, roads",
        "faces": "a counters as they are printed",
        "files": "o file to its shape, its values, and the arrays whose items have an identity"}),
    "NewDraft": ("A pack of yours.", {"pack": "s", "key": "s", "game": "s", "name": "s", "version": "n"}),
    "Drafts": ("Packs.", {"packs": "a pack, game, name, created, updated, expires"}),
    "Draft": ("A pack.", {"pack": "s", "game": "s", "name": "s", "version": "n",
                          "expires": "any when it is thrown away if nobody touches it",
                          "changes": "a file, path, value; null takes out what was there", "check": "o see Checked"}),
    "Checked": ("What the check of a game says of a pack.", {
        "version": "n of the pack",
        "check": "o problems (file, path, reason), more of them than are told, counters that look otherwise (faces) "
                 "and their drawings (painted), version"}),
}
