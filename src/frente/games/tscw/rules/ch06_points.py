"""[6.4-6.7, 6.13] Resource points: receiving, what they may pay for, and the cap."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.rules.ch06_entry import entry_hexes
from frente.games.tscw.rules.ch10_supply import open_line, traces
from frente.games.tscw.state.board import (
    ASTURIAN,
    BASQUE,
    BRIGADE,
    CTV,
    GENERIC,
    INFANTRY,
    KONDOR,
    NAT,
    NORTHERN,
    POINTS,
    REP,
    REPUBLICAN,
    RP_ITALY,
    RP_NAT,
    RP_NORTH,
    RP_REP,
)
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    DEAD,
    NEW,
    Tscw,
    refusal,
)
from frente.kernel.flow import Refusal, Side

PURCHASED: Final = 4                     # credit (6.4b) of a point of the Great Purchase: it stays earmarked (7.15b)


def receive(p: Tscw, kind: int, n: int, rule: str) -> None:
    """Add points; the submarines take the first that come (7.19)."""
    if kind == RP_REP:
        lost = min(n, p.submarines)
        p.submarines -= lost
        n -= lost
    p.rp[kind] += n
    if n:
        p.tell(rule, "points-received", {"kind": POINTS[kind], "n": n, "total": p.rp[kind]})


def northern_left(p: Tscw) -> bool:
    """A northern ground unit is on the map."""
    return any(ASTURIAN <= p.folk[u] <= NORTHERN for u in p.on_map(REP))


def north_lost(p: Tscw) -> bool:
    """[6.13b, R35] The three capitals are Nationalist and no northern unit is left."""
    return all(p.control[h] == NAT for h in p.board.capitals) and not northern_left(p)


def scheduled(p: Tscw, turn: int) -> list[int]:
    """[6.4e, 6.13b, 7.10b] The points of a turn by kind, as things stand."""
    chart = p.board.income[turn][:]
    if north_lost(p):
        chart[RP_NAT] += chart[RP_NORTH]
        chart[RP_NORTH] = 0
    if p.volunteers:
        chart[RP_ITALY] = 0
    return chart


def income(p: Tscw, side: Side) -> None:
    """[6.4e, 6.13b, 7.10b, R23, R35] The points of the turn and those that chits brought the turn before."""
    chart = scheduled(p, p.turn)
    if side == NAT:
        receive(p, RP_NAT, chart[RP_NAT], "6.4e")
        receive(p, RP_ITALY, chart[RP_ITALY], "6.4e")
        receive(p, RP_NAT, p.next_nat, "7.32")
        p.next_nat = 0
        return
    receive(p, RP_REP, chart[RP_REP], "6.4e")
    if north_lost(p):
        p.rp[RP_NORTH] = 0               # [R35] what was saved is lost
    receive(p, RP_NORTH, chart[RP_NORTH], "6.4e")
    receive(p, RP_REP, p.next_rep, "7.37")
    p.next_rep = 0
    p.purchase += p.next_purchase                            # [7.15a]
    p.next_purchase = 0                  # [7.15a]


def cap(p: Tscw, side: Side) -> None:
    """[6.4f, R23, R55] At the end of A.IV nothing above ten is kept; ordinary points go first."""
    limit = p.board.cap
    if side == NAT:
        p.rp[RP_NAT] = min(p.rp[RP_NAT], limit)
        p.rp[RP_ITALY] = min(p.rp[RP_ITALY], limit)
    else:
        p.purchase = min(p.purchase, limit)
        p.rp[RP_REP] = min(p.rp[RP_REP], limit - p.purchase)
        p.rp[RP_NORTH] = min(p.rp[RP_NORTH], limit)


def kinds_for(p: Tscw, u: int) -> list[int]:
    """[6.4c, 6.4d, 6.13a, R27, R159] Kinds of point that may be spent on a unit, in the order they are used."""
    folk = p.folk[u]
    if folk == REPUBLICAN:
        return [RP_REP, RP_NORTH] if p.board.turn[u] == GENERIC and p.hex[u] == DEAD else [RP_REP]
    if folk <= NORTHERN:
        return [RP_NORTH]
    if folk == CTV:
        return [RP_ITALY, RP_NAT] if p.board.arrow[u] else [RP_ITALY]
    if folk == KONDOR:
        return [RP_NAT] if p.opt.lk_points else []
    return [RP_NAT]


def brigade(p: Tscw, u: int) -> bool:
    """[6.4b, R25] A one-step Republican infantry brigade: two of them come back for one point."""
    b = p.board
    if b.side[u] != REP or b.full[u] != 1 or p.size(u) != BRIGADE:
        return False
    return b.type[u] == INFANTRY or p.conv[u] == 1          # the EPR side of a column


def barred(p: Tscw, u: int) -> bool:
    """[6.5, 6.10, 7.6b, R27, R50] A unit that may never be restored."""
    b = p.board
    if u == b.garrison or (not b.restorable[u] and not (p.folk[u] == KONDOR and p.opt.lk_points)):
        return True
    if p.basque_end and p.folk[u] == BASQUE:
        return True
    return b.international[u] and p.volunteers > 0 and not p.opt.rebuild_internationals


def in_stock(p: Tscw, f: Administration, u: int, kind: int, hexes: list[int]) -> bool:
    """[6.4b, 6.4c, 6.6a, 6.6b, 7.15b] Whether a point of a kind can pay for a unit placed, or standing, in one of the
    hexes."""
    if p.rp[kind] > 0 or (brigade(p, u) and kind in f.credit):
        return True
    if kind != RP_REP or not (p.purchase or (brigade(p, u) and PURCHASED in f.credit)):
        return False
    line = open_line(p, REP, p.board.jonquera)
    return any(line[h] for h in hexes)


def rebuild_kind(p: Tscw, f: Administration, u: int, north: bool) -> int:
    """The kind of point that would rebuild a unit from the deadpile, or -1."""
    if p.hex[u] != DEAD or p.board.side[u] != f.side or barred(p, u):
        return -1
    for kind in kinds_for(p, u):
        if north != (kind == RP_NORTH and p.folk[u] == REPUBLICAN):
            continue
        hexes = rebuilt_hexes(p, f, u, kind)
        if hexes and in_stock(p, f, u, kind, hexes):
            return kind
    return -1


def rebuilt_hexes(p: Tscw, f: Administration, u: int, kind: int) -> list[int]:
    """[6.2e, 6.4b, 6.6b, 7.15b, R7] Entry hexes of a rebuilt unit that a point of a kind can pay for."""
    if kind == RP_NORTH and p.folk[u] == REPUBLICAN:         # [R159] a generic brigade raised in the North
        p_folk = NORTHERN
    else:
        p_folk = p.folk[u]
    hexes = entry_hexes(p, u, f.freed) if p_folk == p.folk[u] else northern_hexes(p, u)
    if kind == RP_REP and not p.rp[RP_REP] and not (brigade(p, u) and kind in f.credit):
        line = open_line(p, REP, p.board.jonquera)
        hexes = [h for h in hexes if line[h]]
    return hexes


def northern_hexes(p: Tscw, u: int) -> list[int]:
    from frente.games.tscw.rules.ch06_entry import free

    return [h for h in range(p.board.size) if p.board.near_north[h] and free(p, u, h)]


def replenish_kind(p: Tscw, f: Administration, u: int) -> int:
    """[6.5, 6.6a, R28, R160] The kind of point that would bring a reduced unit to full strength, or -1."""
    b = p.board
    if p.hex[u] < 0 or b.side[u] != f.side or b.full[u] != 2 or p.steps[u] != 1 or barred(p, u):
        return -1
    if not p.state[u] & NEW and not traces(p, u):
        return -1
    for kind in kinds_for(p, u):
        if in_stock(p, f, u, kind, [p.hex[u]]):
            return kind
    return -1


def pay(p: Tscw, f: Administration, u: int, kind: int, h: int) -> None:
    """[6.4b, 6.4d, 6.7a, 7.15b, R55] A point is spent for good: earmarked ones first where they may be used."""
    pair = brigade(p, u)
    earmarked = kind == RP_REP and open_line(p, REP, p.board.jonquera)[h]
    for paid in (PURCHASED, kind) if earmarked else (kind,):
        if pair and paid in f.credit:
            f.credit.remove(paid)
            return
    if earmarked and p.purchase:
        p.purchase -= 1
        paid = PURCHASED
    else:
        p.rp[kind] -= 1
        paid = kind
    if pair:
        f.credit.append(paid)


def point_refusals(p: Tscw, f: Administration, u: int, rebuilding: bool) -> list[Refusal]:
    """Every rule that keeps a point from being spent on a unit."""
    b = p.board
    if b.side[u] != f.side:
        return [refusal(p, "6.4c", "not-your-unit", u)]
    found: list[Refusal] = []
    if rebuilding and p.hex[u] != DEAD:
        return [refusal(p, "6.6b", "not-in-deadpile", u)]
    if not rebuilding and (p.hex[u] < 0 or b.full[u] != 2 or p.steps[u] != 1):
        return [refusal(p, "6.6a", "not-reduced", u)]
    if barred(p, u):
        found.append(refusal(p, "6.5", "never-restored", u))
    if not rebuilding and not p.state[u] & NEW and not traces(p, u):
        found.append(refusal(p, "6.6a", "no-supply-to-replenish", u))
    if not found:
        kinds = kinds_for(p, u)
        if rebuilding and kinds and not any(rebuilt_hexes(p, f, u, k) for k in kinds):
            found.append(refusal(p, "6.2c", "nowhere-to-enter", u))
        else:
            found.append(refusal(p, "6.4c", "no-points-of-its-kind", u))
    return found
