"""Traces and retreats of the series, as searches over a board's neighbour lists."""
from __future__ import annotations

FAR = 1_000_000


def trace(nb: list[list[int]], sources: list[int], closed: list[bool], price: list[int], limit: int) -> list[int]:
    """[scs.sup.1] By hex, the least total price (0 or 1 a hex, sources free) of a path from a source, FAR beyond limit.

    closed: hexes a trace may not enter (enemy units, un-negated enemy zones, terrain closed to all).
    """
    best = [FAR] * len(nb)
    now: list[int] = []
    for h in sources:
        if not closed[h]:
            best[h] = 0
            now.append(h)
    spent = 0
    while now and spent <= limit:
        later: list[int] = []
        for h in now:                    # grows while it is walked: hexes without a price join at once
            if best[h] != spent:
                continue
            for n in nb[h]:
                cost = spent + price[n]
                if cost < best[n] and cost <= limit and not closed[n]:
                    best[n] = cost
                    if cost == spent:
                        now.append(n)
                    else:
                        later.append(n)
        now = later
        spent += 1
    return best


def steps(nb: list[list[int]], start: int, closed: list[bool], limit: int) -> list[int]:
    """By hex, the number of hexes of the shortest path from *start* that enters no closed hex, FAR beyond limit."""
    best = [FAR] * len(nb)
    best[start] = 0
    line = [start]
    for h in line:
        if best[h] >= limit:
            break
        for n in nb[h]:
            if best[n] == FAR and not closed[n]:
                best[n] = best[h] + 1
                line.append(n)
    return best
