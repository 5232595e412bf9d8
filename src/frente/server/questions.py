"""What a player may ask before deciding. Nothing here changes a game."""
from __future__ import annotations

from typing import Any

from frente.catalog import UnknownName
from frente.codec import CodecError
from frente.explain import argument
from frente.flow import Side
from frente.server import frames
from frente.server.problem import Problem
from frente.server.seats import Access
from frente.server.state import viewer
from frente.server.table import Table


def answer(table: Table, access: Access, frame: frames.AnyFrame, language: str) -> dict[str, Any] | None:
    """The answer to a question; None if it is none. Hold the table's lock."""
    match, game = table.match, table.game
    p = match.position
    if isinstance(frame, frames.Explain):
        side = table.side(access, frame.side)
        try:
            found = match.explain(side, frame.kind, frame.arg)
        except UnknownName as e:
            raise unknown("arg", frame.arg, e) from e
        return {"acts": [match.word(a) for a in found.acts], "refusals": table.refusals(found.refusals, language)}
    if isinstance(frame, frames.Reach):
        side = table.side(access, frame.side)
        reach = {} if match.over else game.reach(p, side, unit(table, frame.unit))
        return {"spaces": {h: {"left": left, "acts": acts} for h, (left, acts) in reach.items()}}
    if isinstance(frame, frames.Overlay):
        if frame.name not in game.overlays():
            raise Problem(422, "bad-value", {"name": "name", "value": frame.name[:40],
                                             "fault": f"choose one of {', '.join(game.overlays())}."})
        return {"marks": game.overlay(p, eyes(access), frame.name)}
    if isinstance(frame, frames.Supply):
        return {"spaces": game.supply_line(p, unit(table, frame.unit))}
    if isinstance(frame, frames.Warnings):
        side = table.side(access, frame.side)
        try:
            act = match.words().act(frame.act)
        except CodecError as e:
            raise unknown("act", frame.act, e) from e
        offered = act in match.choices().get(side, [])
        return {"warnings": table.refusals(game.warnings(p, side, act) if offered else [], language)}
    if isinstance(frame, frames.Card):
        eye = table.side(access, frame.side) if frame.side is not None else viewer(table, access, None)
        return {"card": {} if match.over else game.card(p, eye)}
    return None


def unit(table: Table, name: str) -> int:
    try:
        return argument(table.game, table.match.words(), "unit", name)
    except UnknownName as e:
        raise unknown("unit", name, e) from e


def eyes(access: Access) -> Side | None:
    """A player sees with his side's eyes; whoever plays all sides, with those of the first."""
    return access.sides[0] if access.sides else None


def unknown(name: str, value: str, fault: Exception) -> Problem:
    return Problem(422, "bad-value", {"name": name, "value": value[:40], "fault": str(fault)[:200]})
