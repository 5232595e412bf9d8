"""What each side may see, and positions it could not tell from the true one.

Hidden are the counters below the top one of an enemy stack, and how many they are (13.6, R101, R163), except those
taking part in a battle that has been declared; and the chits the other side holds (7.4c). Public facts derived from
hidden counters: whether there is one counter or a stack, zones of control, control, supply, whether a hex holds more
than a headquarters, and which counters are on the map at all, since the deadpile and the turn track are open.
"""
from __future__ import annotations

from typing import Any, Final

from frente.games.tscw.rules.ch06_administration import rivals
from frente.games.tscw.rules.ch07_chits import ChitPull, hand, pool
from frente.games.tscw.rules.ch07_duties import Naming
from frente.games.tscw.rules.ch07_events import KEY, Picking
from frente.games.tscw.rules.ch07_infighting import AREA, Infighting
from frente.games.tscw.rules.ch09_stacking import Ordering
from frente.games.tscw.rules.ch12_movement import Move, points
from frente.games.tscw.rules.ch12_phase import Evacuation
from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.rules.ch13_results import Advance, Losses
from frente.games.tscw.rules.ch14_strategic import BY_RAIL, BY_SEA, Strategic, capacity
from frente.games.tscw.show.ledger import sections
from frente.games.tscw.state.board import AIR, NAT, NATIONS, POINTS, REP, SIDES, SIZES, TYPES, UNMARKED, Board
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    BOXES,
    EVACUATED,
    FOUGHT,
    GONE,
    IN_HAND,
    IN_POOL,
    INTACT,
    LANDED,
    MOVED,
    NEW,
    OOS,
    SPENT,
    TRAVELLED,
    UNDECIDED,
    Tscw,
)
from frente.kernel.codec import Words
from frente.kernel.flow import Side
from frente.kernel.views import Piece, Track, View
from frente.kit.sight import view

COVERED: Final = "covered"               # box of a counter that is somewhere on the map, out of sight
MARKS: Final = ((OOS, "unsupplied"), (MOVED, "moved"), (TRAVELLED, "travelled"), (FOUGHT, "fought"), (SPENT, "spent"),
                (LANDED, "landed"), (NEW, "new"), (EVACUATED, "evacuated"))
HELD: Final = [["held:" + side] for side in SIDES]
TRIES: Final = 8


# -- what is in sight


def shown(p: Tscw) -> set[int]:
    """Counters laid open by what is going on: battles, losses, advances, the coup."""
    found: set[int] = set()
    b = p.board
    for f in p.stack:
        if isinstance(f, Attack):
            if f.foes:
                found.update(f.units, f.foes)
        elif isinstance(f, Losses):
            found.update(f.units)
        elif isinstance(f, Advance):
            found.update(f.units, f.pursuers)
        elif isinstance(f, Evacuation):
            found.update(f.units)
        elif isinstance(f, Infighting):
            found.update([u for u in b.ground[REP] if p.hex[u] >= 0 and b.apart[p.hex[u]][b.madrid] <= AREA])
    return found


def visible(p: Tscw, viewer: Side | None, u: int, open_units: set[int]) -> bool:
    h = p.hex[u]
    return h < 0 or p.board.side[u] == viewer or p.top[h] == u or u in open_units or p.result != UNDECIDED


def view_of(p: Tscw, viewer: Side | None, words: Words) -> View:
    open_units = shown(p)
    return view(
        p, viewer, words, "tscw", SIDES, p.turn, scenario="columns" if p.scenario_1936() else "campaign",
        facts=facts(p, viewer, open_units),
        pieces=pieces(p, viewer, open_units), spaces=spaces(p), tracks=tracks(p), hands=hands(p, viewer),
        result="" if p.result == UNDECIDED else SIDES[p.result], extra={"sections": sections(p, viewer)})


def pieces(p: Tscw, viewer: Side | None, open_units: set[int]) -> list[Piece]:
    b = p.board
    found: list[Piece] = []
    for u, blank in enumerate(b.blanks or blanks(b)):
        at = p.hex[u]
        seen = visible(p, viewer, u, open_units)
        topped = at >= 0 and p.top[at] == u and p.below[u] >= 0
        key = (seen, p.conv[u], at, p.folk[u], p.steps[u], p.state[u], topped)
        slot = u * 2 + seen
        known = b.latest.get(slot)
        if known is not None and known[0] == key:
            found.append(known[1])
            continue
        piece = blank.copy()
        b.latest[slot] = (key, piece)
        found.append(piece)
        state: list[str] = []
        piece["state"] = state
        if p.conv[u]:
            size = p.size(u)
            piece["name"] = b.becomes[u]
            piece["symbol"] = "infantry"
            piece["size"] = SIZES[size] if size > UNMARKED else ""
        if not seen:
            continue
        piece["formation"] = NATIONS[p.folk[u]]
        piece["factors"] = p.printed(u)
        piece["steps"] = p.steps[u] if b.type[u] != AIR else 0
        piece["at"] = b.names[at] if at >= 0 else BOXES[at]
        if p.state[u]:
            state += [name for bit, name in MARKS if p.state[u] & bit]
        if topped:
            state.append("stacked")
    return found


def blanks(b: Board) -> list[Piece]:
    """Every counter as it shows while it is out of sight."""
    b.blanks = [{
        "id": b.uid[u], "name": b.uname[u], "side": SIDES[b.side[u]], "symbol": TYPES[b.type[u]],
        "size": SIZES[b.size_mark[u]] if b.size_mark[u] > UNMARKED else "", "formation": NATIONS[b.nation[u]],
        "factors": "", "steps": 0, "elite": b.international[u], "at": COVERED, "state": []} for u in range(b.units)]
    return b.blanks


def spaces(p: Tscw) -> dict[str, list[str]]:
    """Marks on hexes: who controls them, forts, the Alcázar."""
    b = p.board
    found = {name: HELD[side] for name, side in zip(b.names, p.control)}
    for name, fort in zip(b.names, p.fort):
        if fort == INTACT:
            found[name] = [*found[name], "fort"]
    if p.alcazar:
        toledo = b.names[b.toledo]
        found[toledo] = [*found[toledo], "alcazar"]
    return found


def tracks(p: Tscw) -> list[Track]:
    found: list[Track] = [
        {"id": "turn", "side": "", "value": p.turn, "rule": "5.1a"},
        {"id": "morale", "side": SIDES[REP], "value": p.morale, "rule": "4.1c"},
        {"id": "shortage", "side": SIDES[NAT], "value": int(not p.linked and p.turn <= 6), "rule": "13.21a"}]
    for kind, name in enumerate(POINTS):
        found.append({"id": "points-" + name, "side": SIDES[REP if kind < 2 else NAT], "value": p.rp[kind],
                      "rule": "6.4c"})
    found.append({"id": "purchase", "side": SIDES[REP], "value": p.purchase, "rule": "7.15b"})
    found.append({"id": "next-points", "side": SIDES[REP], "value": p.next_rep + p.next_purchase,
                  "rule": "7.37"})
    found.append({"id": "next-points", "side": SIDES[NAT], "value": p.next_nat, "rule": "7.32"})
    for s in (REP, NAT):
        found.append({"id": "rail", "side": SIDES[s], "value": capacity(p, s, BY_RAIL), "rule": "14.3"})
        found.append({"id": "sea", "side": SIDES[s], "value": capacity(p, s, BY_SEA),
                      "rule": "14.5" if s == REP else "14.6"})
    return found


def hands(p: Tscw, viewer: Side | None) -> dict[str, list[str] | int]:
    b = p.board
    found: dict[str, list[str] | int] = {}
    for s in (REP, NAT):
        mine = hand(p, s)
        open_hand = s == viewer or not p.opt.hidden_chits or p.result != UNDECIDED
        found["chits-" + SIDES[s]] = [b.kinds[b.chit_kind[c]] for c in mine] if open_hand else len(mine)
        found["pool-" + SIDES[s]] = len(pool(p, s))
        found["hidden-" + SIDES[s]] = [b.chit_ids[c] for c in range(b.chits)
                                       if b.chit_side[c] == s and p.chit[c] in (IN_POOL, IN_HAND)]
        found["removed-" + SIDES[s]] = [b.chit_ids[c] for c in range(b.chits)
                                        if b.chit_side[c] == s and p.chit[c] == GONE and not b.extra_kind[
                                            b.chit_kind[c]]]
    return found


def facts(p: Tscw, viewer: Side | None, open_units: set[int]) -> dict[str, Any]:
    """What is in progress, as far as the viewer may know it."""
    b = p.board
    found: dict[str, Any] = {"date": p.date() if p.turn else ""}
    for f in p.stack:
        if isinstance(f, Move):
            if viewer == f.side:
                found["units"] = [b.uid[u] for u in f.units]
                if f.units:
                    found["unit"] = b.uid[f.units[0]]
                    found["left"] = points(p, f.units, f.march) - f.spent
        elif isinstance(f, Attack):
            found["player"] = SIDES[f.side]
            found["target"] = b.title(f.target)
            if f.foes or viewer == f.side:
                found["units"] = [b.uid[u] for u in f.units]
            found["air"] = [b.uid[a] for a in f.air]
            found["effects"] = [b.kinds[k] for k in f.chits]
            if f.die:
                found["die"] = f.die
        elif isinstance(f, Losses):
            found["losses"] = f.left
        elif isinstance(f, Advance):
            found["hexes"] = f.hexes
            if f.unit >= 0:
                found["unit"] = b.uid[f.unit]
        elif isinstance(f, Administration):
            found["player"] = SIDES[f.side]
            if viewer == f.side:
                if f.unit >= 0:
                    found["unit"] = b.uid[f.unit]
                elif f.division >= 0:
                    found["unit"] = b.uid[f.division]
                elif f.queue:
                    if not rivals(p, f):
                        found["unit"] = b.uid[f.queue[0]]
                    found["waiting"] = len(f.queue)
        elif isinstance(f, Strategic):
            found["player"] = SIDES[f.side]
            if viewer == f.side and f.unit >= 0:
                found["unit"] = b.uid[f.unit]
        elif isinstance(f, Picking):
            found["event"] = KEY[f.what]
            found["left"] = f.left
        elif isinstance(f, ChitPull):
            found["player"] = SIDES[f.side]
            if f.chit >= 0 and p.chit[f.chit] not in (IN_POOL, IN_HAND):
                found["chit"] = b.chit_ids[f.chit]
        elif isinstance(f, Naming | Ordering):
            found["player"] = SIDES[f.side]
    if p.recon and viewer == REP:
        found["scouted"] = {b.title(h): total for h, total in p.recon}
    return found
