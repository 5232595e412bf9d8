"""[3, 1.1n] Supply lines: at most three hexes to a source, or to a road or path that leads to one."""
from __future__ import annotations

from frente.games.brunete.state.position import UNSUPPLIED, Brunete
from frente.kernel.flow import Side
from frente.kit.search import flood, reached


def blocked(p: Brunete, side: Side, h: int) -> bool:
    """[3.2, 4.2] Enemy units, or an enemy zone without a friendly unit in the hex."""
    u = p.top[h]
    if u >= 0:
        return p.board.side[u] != side
    return bool(p.zone[1 - side][h])


def shut(p: Brunete, side: Side) -> list[bool]:
    """[3.2, 4.2] By hex: whether it is blocked."""
    owner = p.board.side
    return [owner[u] != side if u >= 0 else n > 0 for u, n in zip(p.top, p.zone[1 - side])]


def source_open(p: Brunete, side: Side, h: int) -> bool:
    """[3.3, 3.4, R15] A lettered hex supplies the side that controls it; no supply line is asked of the source."""
    return p.controls(side, h)


def supply_lines(p: Brunete, side: Side) -> list[int]:
    """[3.1-3.4, 4.2a] By hex: hexes across country to the supply net (0 on it), or -1 where no line can be traced."""
    b = p.board
    closed = shut(p, side)
    net = reached(b.nb, [h for h in b.sources[side] if source_open(p, side, h)], closed, b.by_route)
    return flood(b.nb, net, closed, b.reach_of_supply, b.dry)


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
