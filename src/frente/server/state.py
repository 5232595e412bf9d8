"""What one viewer is shown of a table: the only way anything of a game leaves the server."""
from __future__ import annotations

import json
import logging
import time
from itertools import pairwise
from typing import Any, Final

from frente.differ import Part
from frente.kernel import deployment
from frente.kernel.chance import grades
from frente.kernel.flow import CHANCE, EVERYONE, Position, Side
from frente.kernel.referee import Match
from frente.kernel.views import View
from frente.server import clocks
from frente.server.problem import Problem
from frente.server.revive import result_text
from frente.server.seats import Access
from frente.server.standing import by_order, seat_orders
from frente.server.table import Table

LOG: Final = logging.getLogger("frente.server")
FIELDS: Final = ("game", "scenario", "viewer", "turn", "phase", "waiting", "question", "rule", "facts", "acts",
                 "pieces", "spaces", "tracks", "hands", "result", "extra")
EARLIER: Final = 200                     # acts back whose events a new viewer is told


def state(table: Table, access: Access, since: int, events: list[dict[str, Any]], wanted: Side | None = None,
          language: str = "en") -> dict[str, Any]:
    """The table as a key may see it; *events* are those from act *since* on."""
    match, game = table.match, table.game
    shown = viewer(table, access, wanted)
    eyes = {s: table.view(s) for s in (shown, *access.sides)}
    trouble = [*table.trouble.values(), *([Problem(500, "view-fault")] if table.blind & eyes.keys() else [])]
    found = {
        "table": table.id, "game": game.slug, "scenario": match.scenario, "name": table.row["name"],
        "plan": table.row["plan"], "pack": "" if table.pack is None else table.pack.name,
        "terms": None if table.terms is None else vars(table.terms),
        "clocks": clocks.shown(table.terms, table.clocks, game.sides, time.time()),
        "at": len(match.log), "version": table.version, "since": since,
        "seats": seats(table), "you": [game.sides[s] for s in access.sides], "owner": access.owner,
        "view": picture(table, shown, eyes[shown]),
        "acts": {game.sides[s]: eyes[s].acts for s in access.sides},
        "card": card(table, shown), "options": match.options,
        "undo": {game.sides[s]: match.can_undo(s) for s in access.sides},
        "setup": setup(match, access), "offer": offer(table), "events": events, "dice": dice(match), "over": match.over,
        "outcome": json.loads(result_text(match) or "null"), "rematch": table.row["rematch"],
        "thinking": [game.sides[s] for s in sorted(table.thinking)],
        "trouble": [x.reason(language) for x in trouble]}
    if access.sides:                     # one's own standing orders; nobody else is sent them
        found["standing"] = {game.sides[s]: seat_orders(table.standing, match, s) for s in access.sides}
    if len(access.sides) > 1:
        found["views"] = Part({game.sides[s]: picture(table, s, eyes[s]) for s in access.sides})
        found["cards"] = {game.sides[s]: card(table, s) for s in access.sides}
    return found


def replayed(table: Table, access: Access, p: Position, n: int, since: int, events: list[dict[str, Any]],
             viewers: list[Side | None]) -> dict[str, Any]:
    """An earlier position as *viewers* saw it."""
    match, game = table.match, table.game
    views = [game.view(p, v) for v in viewers]
    found = {
        "table": table.id, "game": game.slug, "scenario": match.scenario, "name": table.row["name"], "replay": True,
        "at": n, "last": len(match.log), "since": since, "seats": seats(table),
        "you": [game.sides[s] for s in access.sides], "owner": access.owner, "view": view_data(views[0]), "acts": {},
        "card": game.card(p, viewers[0]) if p.choices() else {}, "undo": {}, "offer": None, "events": events,
        "dice": dice(match), "over": match.over,
        "outcome": json.loads(result_text(match) or "null"), "thinking": [], "trouble": []}
    if len(views) > 1:
        found["views"] = {v.viewer: view_data(v) for v in views}
    return found


def setup(match: Match, access: Access) -> dict[str, int] | None:
    """How far a side of this key has come with its set-up, while it is asked about it."""
    side = deployment.asked(match.game, match.position)
    found = deployment.progress(match) if side in access.sides else None
    return None if found is None else {"placed": found.placed, "of": found.of}


def card(table: Table, side: Side | None) -> dict[str, Any]:
    """The battle being prepared. It is a help: if it cannot be worked out, the game goes on without it."""
    match = table.match
    try:
        return {} if match.over else table.game.card(match.position, side)
    except Exception:
        LOG.exception("the card of %s after %d acts could not be worked out", table.id, len(match.log))
        return {}


def viewer(table: Table, access: Access, wanted: Side | None) -> Side | None:
    """Whose view comes first: the one asked for, else the side at this screen that has to decide."""
    if wanted is not None:
        return wanted
    asked = [s for s in access.sides if s in table.match.choices()]
    return asked[0] if asked else access.sides[0] if access.sides else None


def replay_viewers(table: Table, access: Access, wanted: str) -> list[Side | None]:
    """Whose eyes an earlier position may be seen with: one's own, and after the end everybody's."""
    game, over = table.game, table.match.over
    if wanted == "both":
        if over or len(access.sides) == len(game.sides):
            return list(range(len(game.sides)))
        raise Problem(403, "over-side")
    if not wanted:
        return [access.sides[0]] if access.sides else [None]
    if wanted not in game.sides:
        raise Problem(422, "no-such-side", {"side": wanted[:40]})
    side = game.side(wanted)
    if not over and side not in access.sides:
        raise Problem(403, "over-side")
    return [side]


def seats(table: Table) -> dict[str, Any]:
    return {table.game.sides[s.side]: {"kind": s.kind, "name": s.name,
                                       "taken": s.kind == "bot" or s.key != "",
                                       "connected": s.kind == "bot" or table.connected(s.side)} for s in table.seats}


def dice(match: Match) -> dict[str, Any]:
    """What the next dice follow from, as far as it is known to all; the seed when the game is over."""
    x, worth = match.dice.opening, grades(match.dice.openings)
    earlier = [grade for grade, (a, b) in zip(worth, pairwise(match.dice.openings)) if a.first < b.first]
    if match.over and x.first == match.dice.count and earlier:       # nobody will roll these: what counts is behind us
        worth.append(earlier[-1])
    return {"commitment": x.promised, "grade": worth[-1], "parent": x.parent, "table": x.table, "start": x.start,
            "first": x.first, "sides": x.sides, "sealed": x.sealed, "shown": x.shown, "awaited": x.awaited,
            "due": CHANCE in match.choices(), "seed": x.seed if match.over else None, "earlier": earlier}


def offer(table: Table) -> dict[str, Any] | None:
    o = table.match.offer
    if o is None:
        return None
    return {"kind": o.kind, "by": table.game.sides[o.by], "to": o.to,
            "agreed": [table.game.sides[s] for s in o.agreed]}


def picture(table: Table, side: Side | None, view: View) -> Part:
    """What a side sees, the same for all who sit there or look on as long as it does not change."""
    if side not in table.pictures or table.pictures[side][0] is not view:
        table.pictures[side] = view, Part(view_data(view))
    return table.pictures[side][1]


def view_data(view: View) -> dict[str, Any]:
    return {name: getattr(view, name) for name in FIELDS}


def live_events(table: Table, access: Access, since: int) -> list[dict[str, Any]]:
    """Events since an act, as this key may see them."""
    found = [shown_event(table, n, e.rule, e.key, e.facts, e.only) for n, e in table.match.events_since(since)
             if e.only == EVERYONE or e.only in access.sides]
    return with_orders(table, access.sides, since, len(table.match.log), found)


async def kept_events(table: Table, access: Access, since: int, until: int,
                      eyes: tuple[Side, ...] | None = None) -> list[dict[str, Any]]:
    """The same from the store: a game that was opened again does not remember what it told before.

    *eyes*: whose events, where they are not the key's own sides, as in a replay after the end.
    """
    sides = access.sides if eyes is None else eyes
    found: list[dict[str, Any]] = []
    for n, text in await table.store.events(table.id, since, until):
        for rule, key, facts, only in json.loads(text):
            if only == EVERYONE or only in sides:
                found.append(shown_event(table, n, rule, key, facts, only))
    return with_orders(table, tuple(s for s in sides if s in access.sides), since, until, found)


def with_orders(table: Table, sides: tuple[Side, ...], since: int, until: int,
                events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events with a line for each act that a standing order of *sides* has given; others never hear of it."""
    lines = [shown_event(table, x.n, *by_order(table.game, x), x.side) for x in table.standing.given
             if since <= x.n < until and x.side in sides]
    return sorted(lines + events, key=_act) if lines else events


def _act(event: dict[str, Any]) -> int:
    found: int = event["n"]
    return found


def shown_event(table: Table, n: int, rule: str, key: str, facts: dict[str, Any], only: Side) -> dict[str, Any]:
    """An event; where it is a secret, whose: two people at one screen do not read each other's."""
    found = {"n": n, "rule": rule, "key": key, "facts": facts}
    return found if only == EVERYONE else found | {"only": table.game.sides[only]}
