"""What a player may ask before deciding. Nothing here changes a game."""
from __future__ import annotations

import secrets
from random import Random
from typing import Any

from frente.catalog import UnknownName
from frente.codec import CodecError
from frente.explain import argument
from frente.flow import Position
from frente.server import frames
from frente.server.problem import Problem
from frente.server.seats import Access
from frente.server.state import replay_viewers, viewer
from frente.server.table import Table
from frente.texts import Told


def answer(table: Table, access: Access, frame: frames.AnyFrame, p: Position, language: str) -> dict[str, Any] | None:
    """The answer to a question; None if it is none. *p* is the position it is about. Hold the table's lock."""
    match, game = table.match, table.game
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
                                             "fault": Problem(422, "known", {"known": ", ".join(game.overlays())})})
        return {"marks": game.overlay(p, replay_viewers(table, access, frame.side)[0], frame.name)}
    if isinstance(frame, frames.Supply):
        line = game.supply_line(p, unit(table, frame.unit))
        # A unit that these eyes do not see in its space, such as one under others, has no line to show.
        pieces = [x for eye in (access.sides or [None]) for x in game.view(p, eye).pieces]
        seen_there = line and any(x["id"] == frame.unit and x["at"] == line[0] for x in pieces)
        return {"spaces": line if seen_there else []}
    if isinstance(frame, frames.Range):
        seen = game.determinize(p, table.side(access, frame.side), Random(secrets.token_hex(16)))
        return {"spaces": game.range(seen, unit(table, frame.unit))}
    if isinstance(frame, frames.Warnings):
        side = table.side(access, frame.side)
        try:
            acts = [match.words().act(word) for word in frame.acts]
        except CodecError as e:
            raise unknown("acts", " ".join(frame.acts), e) from e
        if acts[0] not in match.choices().get(side, []):
            return {"warnings": []}
        # Several acts at once might uncover what is hidden, so they are tried where hidden things are drawn afresh.
        seen = game.determinize(p, side, Random(secrets.token_hex(16)))
        return {"warnings": table.refusals(game.warnings(seen, side, acts), language)}
    if isinstance(frame, frames.Card):
        eye = table.side(access, frame.side) if frame.side is not None else viewer(table, access, None)
        return {"card": {} if match.over else game.card(p, eye)}
    return None


def unit(table: Table, name: str) -> int:
    try:
        return argument(table.game, table.match.words(), "unit", name)
    except UnknownName as e:
        raise unknown("unit", name, e) from e


def unknown(name: str, value: str, fault: Told) -> Problem:
    return Problem(422, "bad-value", {"name": name, "value": value[:40], "fault": fault})
