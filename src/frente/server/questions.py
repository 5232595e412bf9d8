"""Who may ask what before deciding. What may be asked, and the answers, stand in frente.kernel.inquiry."""
from __future__ import annotations

import secrets
from random import Random
from typing import Any

from frente.kernel import inquiry
from frente.kernel.catalog import UnknownName
from frente.kernel.codec import CodecError
from frente.kernel.flow import Position
from frente.server import frames
from frente.server.problem import Problem
from frente.server.seats import Access
from frente.server.state import replay_viewers, viewer
from frente.server.table import Table


def answer(table: Table, access: Access, frame: frames.Question, p: Position, language: str) -> dict[str, Any]:
    """The answer to a question. *p* is the position it is about. Hold the table's lock."""
    name, q = asked(table, access, frame)
    try:
        return inquiry.answer(table.game, p, q, language, Random(secrets.token_hex(16)), table.match.over)
    except (UnknownName, CodecError) as e:
        raise unknown(name, q.thing or " ".join(q.words), e) from e


def asked(table: Table, access: Access, frame: frames.Question) -> tuple[str, inquiry.Question]:
    """The question of a message, if this key may ask it, and the field that names what it is about."""
    kind = str(frame.__struct_config__.tag)
    if isinstance(frame, frames.Overlay):
        if frame.name not in table.game.overlays():
            raise unknown("name", frame.name, Problem(422, "known", {"known": ", ".join(table.game.overlays())}))
        return "name", inquiry.Question(kind, access.sides, replay_viewers(table, access, frame.side)[0], frame.name)
    if isinstance(frame, frames.Supply):
        return "unit", inquiry.Question(kind, access.sides, None, frame.unit)
    if isinstance(frame, frames.Card):
        eye = table.side(access, frame.side) if frame.side is not None else viewer(table, access, None)
        return "side", inquiry.Question(kind, access.sides, eye)
    if isinstance(frame, frames.Warnings | frames.Gains):
        side = table.side(access, frame.side)
        return "acts", inquiry.Question(kind, access.sides, side, words=tuple(frame.acts))
    if isinstance(frame, frames.Explain):
        side = table.side(access, frame.side)
        return "arg", inquiry.Question(kind, access.sides, side, frame.arg, frame.kind)
    if isinstance(frame, frames.Unfinished):
        return "side", inquiry.Question(kind, access.sides, table.side(access, frame.side))
    if isinstance(frame, frames.Way):
        side = table.side(access, frame.side)
        return "unit", inquiry.Question(kind, access.sides, side, frame.unit, space=frame.space)
    assert isinstance(frame, frames.Reach | frames.Range)
    return "unit", inquiry.Question(kind, access.sides, table.side(access, frame.side), frame.unit)


def unknown(name: str, value: str, fault: UnknownName | CodecError | Problem) -> Problem:
    return Problem(422, "bad-value", {"name": name, "value": value[:40], "fault": fault})
