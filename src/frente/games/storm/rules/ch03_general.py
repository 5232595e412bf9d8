"""[3.3, 3.4.1, 3.5] Supply, the level of Republican morale, and control of areas."""
from __future__ import annotations

from frente.games.storm.state.board import AREAS, NAT, REP, SIDES, SPACES
from frente.games.storm.state.position import BOMBARDED, ENTERED, Storm
from frente.kernel.flow import Side
from frente.kit.search import reached

# -- supply


def supplied(p: Storm, side: Side) -> list[bool]:
    """[3.3a, 3.3c, 3.3f] By space: whether it is in supply for a side. Control alone decides; own boxes always are."""
    b = p.board
    sources = [x for x in range(AREAS, SPACES) if b.owner[x] == side]
    if side == REP and p.control[b.madrid] == REP:           # [3.3b, R13]
        sources.append(b.madrid)
    found = [False] * SPACES
    for a in reached(b.nb, sources, [x != side for x in p.control]):
        found[a] = True
    return found


def in_supply(p: Storm, side: Side, a: int, lines: list[bool]) -> bool:
    """[3.3d, R12, R98] Whether a unit of *side* in a space is in supply, given supplied()."""
    if p.control[a] == side:
        return lines[a]
    if p.opt.supply_needs_own_area:
        return False
    return any(lines[t] for t in p.board.nb[a])


def cut_routes(p: Storm, lines: list[bool]) -> list[bool]:
    """[10c] By route: whether a normal area on it is Nationalist and in Nationalist supply, given his supplied()."""
    return [any(lines[a] for a in route) for route in p.board.routes]


# -- morale level


def shift_morale(p: Storm, levels: int, rule: str) -> None:
    """[3.4, 3.4.1e] *levels* above 0: Republican morale rises, towards the lower number; never past the ends."""
    b = p.board
    p.morale = min(b.worst, max(b.best, p.morale - levels))
    if p.events is not None:
        p.tell(rule, "morale-level", {"level": p.morale, "name": b.morale_name[p.morale]})


# -- control


def take(p: Storm, a: int, side: Side, rule: str) -> None:
    """[1.2b, 3.5.2a] An area passes to a side, which counts it on the Area Control Track."""
    p.control[a] = side
    p.won[side] += 1
    if p.events is not None:
        p.tell(rule, "takes-control", {"side": SIDES[side], "area": p.board.names[a]})


def judge(p: Storm, a: int, withdrawal: bool = False) -> None:
    """[3.5.1a, 3.4.1d, 12.1h, 12.2k] What follows in one area once counters have come or gone."""
    if a >= AREAS:
        return
    b = p.board
    rep, nat = p.n[a], p.n[SPACES + a]
    owner = p.control[a]
    changed = False
    if owner == REP:
        if nat and not rep:
            take(p, a, NAT, "3.5.1a")
    elif rep and not nat:
        take(p, a, REP, "3.5.1a")
        changed = True
    if b.urban[a]:
        cleared = p.was[a] and not nat and p.control[a] == REP and (p.opt.urban_bonus_on_withdrawal or not withdrawal)
        if changed or cleared:
            shift_morale(p, 1, "3.4.1d")
        if nat:
            open_rivers(p, a)
            if a == b.madrid:
                p.freed |= ENTERED
    p.was[a] = int(p.contested(a))


def judge_all(p: Storm) -> None:
    for a in range(AREAS):
        judge(p, a)


def open_rivers(p: Storm, a: int) -> None:
    """[12.1g, 12.1h, R77] A foothold in an urban area opens the Manzanares and the Jarama for good."""
    if not p.rivers_open and p.board.urban[a] and p.n[SPACES + a] >= max(1, p.n[a]):
        p.rivers_open = True
        p.tell("12.1h", "rivers-opened", {"area": p.board.names[a]})


def river_closed(p: Storm, side: Side, a: int, t: int) -> bool:
    """[12.1g, R77] Whether the border from *a* to *t* is a river that the side may not cross yet."""
    b = p.board
    return side == NAT and not p.rivers_open and b.closed[a][b.nb[a].index(t)]


def bombarded(p: Storm, a: int) -> None:
    """[12.2k, R65] A bombardment of the city wakes its garrison, whatever it does."""
    if a == p.board.madrid:
        p.freed |= BOMBARDED
