"""A game as open JSON: map, counters and tables, for any program. The format is told in docs/export.md."""
from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from frente.kernel.catalog import Game
from frente.kernel.components import Component, Face, FlagFace, PawnFace, UnitFace, first, listed
from frente.press import tables

FORMAT: Final = "frente-game"
VERSION: Final = 1
SCHEMA: Final = Path(__file__).with_name("export.schema.json")
SPACE: Final = ("id", "name", "x", "y", "corners", "neighbours", "terrain", "routes", "water", "control", "printed",
                "from")
NOTE: Final = ("A reconstruction: what the rulebook does not print comes from the ground and from history, and says "
               "so. Not the publisher's data.")


def described(game: Game[Any], pack: Path | None = None, language: str = "en") -> bytes:
    p = first(game, pack)
    picture = game.picture(p)
    texts = game.texts(language)
    found = {
        "format": FORMAT, "version": VERSION, "game": game.slug, "title": game.title, "language": language,
        "note": NOTE, "rules_version": game.rules_version, "data_version": game.data_version(p),
        "sides": [{"id": side, "name": texts.say(f"side.{side}")} for side in game.sides],
        "scenarios": [{"id": s.id, "title": s.title, "turns": s.turns} for s in game.scenarios],
        "turns": [{"n": t["n"], "start": t["start"], "end": t["end"]} for t in picture["turns"]],
        "map": {"orientation": picture["orientation"], "radius": picture["radius"], "viewBox": picture["viewBox"],
                "spaces": [{key: s[key] for key in SPACE if key in s} for s in picture["spaces"]]},
        "components": [component(c) for c in listed(game, p, language)],
        "tables": [{"id": grid.id, "title": grid.title, "head": list(grid.head), "rows": [list(r) for r in grid.rows],
                    "rule": grid.rule, "source": grid.source, "estimate": grid.guessed}
                   for grid in tables.every(game, p, picture, language)]}
    return (json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def component(c: Component) -> dict[str, Any]:
    return {"id": c.id, "kind": c.kind, "name": c.name, "side": c.side, "count": c.count, "size_mm": c.size,
            "source": c.source, "front": face(c.front), "back": face(c.back) if c.back else None,
            "starts": {name: {"turn": s.turn, "places": list(s.places), "where": s.where}
                       for name, s in c.starts.items()}}


def face(f: Face) -> dict[str, Any]:
    """What is printed, without what only concerns the drawing."""
    if isinstance(f, UnitFace):
        return {"card": "unit", "side": f.side, "symbol": f.symbol, "factors": f.factors, "size": f.size,
                "formation": f.above, "name": f.beside, "elite": f.elite, "steps": f.left}
    if isinstance(f, FlagFace):
        return {"card": "flag", "side": f.side, "factors": f.factors, "name": f.name, "gun": f.gun, "shock": f.shock,
                "spent": f.back}
    if isinstance(f, PawnFace):
        return {"card": "pawn", "side": f.side, "kind": f.kind, "name": f.name, "numeral": f.numeral, "size": f.size,
                "values": dict(f.values)}
    return {"card": "marker"} | asdict(f)
