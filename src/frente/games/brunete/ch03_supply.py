"""[3, 1.1n] Supply lines: at most three hexes to a source, or to a road or path that leads to one."""
from __future__ import annotations

from frente.flow import Side
from frente.games.brunete.board import WET
from frente.games.brunete.position import UNSUPPLIED, Brunete


def blocked(p: Brunete, side: Side, h: int) -> bool:
    """[3.2, 4.2] Enemy units, or an enemy zone without a friendly unit in the hex."""
    u = p.top[h]
    if u >= 0:
        return p.board.side[u] != side
    return bool(p.zone[1 - side][h])


def source_open(p: Brunete, side: Side, h: int) -> bool:
    """[3.3, 3.4, R15] A lettered hex supplies the side that controls it; no supply line is asked of the source."""
    return p.controls(side, h)


def supply_lines(p: Brunete, side: Side) -> list[int]:
    """[3.1-3.4, 4.2a] By hex: hexes across country to the supply net (0 on it), or -1 where no line can be traced."""
    b = p.board
    far = [-1] * b.size
    net = [h for h in b.sources[side] if source_open(p, side, h)]
    for h in net:
        far[h] = 0
    for a in net:                        # along roads and paths, as far as they go
        route = b.route[a]
        nb = b.nb[a]
        for i in range(len(nb)):
            t = nb[i]
            if route[i] and far[t] < 0 and not blocked(p, side, t):
                far[t] = 0
                net.append(t)
    edge = net
    for d in range(1, b.reach_of_supply + 1):    # across country; over a river only by its bridge (R17)
        further: list[int] = []
        for a in edge:
            water = b.water[a]
            nb = b.nb[a]
            for i in range(len(nb)):
                t = nb[i]
                if water[i] != WET and far[t] < 0 and not blocked(p, side, t):
                    far[t] = d
                    further.append(t)
        edge = further
    return far


def check_supply(p: Brunete, side: Side) -> None:
    """[3.5, R19] All units of a side at once, against the board and the markers as they stand."""
    far = supply_lines(p, side)
    for u in p.board.of[side]:
        if p.hex[u] >= 0:
            if far[p.hex[u]] >= 0:
                p.unmark(u, UNSUPPLIED)
            elif not p.state[u] & UNSUPPLIED:
                p.mark(u, UNSUPPLIED)
                p.tell("3.5", "unsupplied", {"unit": p.board.uid[u]})


def holds(p: Brunete, side: Side, h: int, far: list[int]) -> bool:
    """[1.1m, 1.1n] Control as it counts for victory; *far* from supply_lines()."""
    return p.controls(side, h) and far[h] >= 0
