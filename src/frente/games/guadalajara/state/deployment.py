"""[scs.within] Where the lists of a scenario let units stand at the start or come in."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from frente.games.guadalajara.state.board import DLV, ITALIAN, LITTORIO, NAT, SIDES, Board


def legal(b: Board, u: int, e: Mapping[str, Any]) -> list[int]:
    """[scs.within] The hexes where an entry of a list lets a unit stand or come in."""
    if "hexes" not in e:
        if "column 49" in e["where"]:            # [scn.1.rep.setup.09, scn.2.rep.setup.06]
            return [h for h in range(b.size) if b.column[h] >= 50 and not b.east[h] and b.play[h]]
        if "behind" in e["where"]:               # [scn.4.nat.setup.14, scn.4.rep.setup.11]
            return b.rear4[b.side[u]]
        return []
    hexes = [b.index[x] for x in e["hexes"]]
    if e["turn"] or "radius" not in e:
        return hexes
    found = b.within(hexes[0], e["radius"])
    if "omit" in e:                  # [scn.2.rep.setup.05, R108] the nearest hexes that this scenario plays on
        near = min(b.distance(hexes[0], h) for h in range(b.size) if b.play[h])
        return [h for h in range(b.size) if b.play[h] and b.distance(hexes[0], h) == near]
    if b.scenario != 4:           # [2.9, R123]
        found = [h for h in found if b.east[h] == (b.side[u] == NAT)]
    limit = e.get("limit", "")
    if limit.startswith("north of the Sep"):
        found = [h for h in found if not b.south[h]]              # [scn.1.rep.setup.06]
    elif limit.startswith("north of the Taj"):
        found = [h for h in found if h in b.bank]     # [scn.4.nat.setup.07, scn.4.nat.setup.10]
    # [scn.4.nat.setup.01, R123] In the other scenarios nobody is near that line.
    found = [h for h in found if h not in b.line4]
    return [h for h in found if b.open[b.nation[u]][h] and not b.corridor[h]]


def with_others(b: Board, entries: list[dict[str, Any]]) -> None:
    """[R125] Units that set up with any group of the list, or beside it (as scn.1.nat.setup.07)."""
    for u, e in enumerate(entries):
        words = e["where"] if e else ""
        if not words.startswith("with ") or b.choice[u]:
            continue
        found: set[int] = set()
        for v, other in enumerate(entries):
            if not other or other["turn"] or "hexes" not in other or b.nation[v] != b.nation[u]:
                continue
            wanted = LITTORIO if "Littorio" in words else DLV if "DLV" in words else b.division[v]
            if b.division[v] != wanted:
                continue
            if not b.truck[v]:
                found |= set(b.choice[v])
        if "adjacent" in words:
            found |= {n for h in found for n in b.nb[h] if b.open[ITALIAN][n] and n not in b.line4}
        b.choice[u] = sorted(found)


def reserve_markers(b: Board, data: list[dict[str, Any]]) -> None:
    """[1.13.1, R112] The markers of a scenario, by side and turn."""
    for m in data:
        if m["scenario"] != b.scenario:
            continue
        if "emergency_group" in m:
            b.pool_group[m["emergency_group"]] += m["count"]
        else:                        # those of the Exploitation Phase are there from the next turn on (R5)
            b.pool[SIDES.index(m["side"])][m["turn"] + (m.get("phase") == "exploitation")] += m["count"]
