"""[scn.*.vp, scs.ctrl.1, 4.3c] Victory points, levels of victory and sudden death."""
from __future__ import annotations

from frente.games.guadalajara.state.board import NAT, REP, VOLUNTEERS
from frente.games.guadalajara.state.position import (
    DRAWN,
    MAJOR_NAT,
    MAJOR_REP,
    MINOR_NAT,
    MINOR_REP,
    UNDECIDED,
    Guadalajara,
)

ROUT_VP = 5                              # scn.1.vp.4
MISSED = 3                               # villages' points that may be missing (scn.3.vp.1)


def holds(p: Guadalajara, side: int, h: int) -> bool:
    """[scs.ctrl.1, R114] Whether a village counts for a side."""
    if p.opt.vp_present and p.board.scenario == 1 and side == NAT:
        return p.holder(h) == NAT
    return p.last[h] == side


def score(p: Guadalajara) -> int:
    """[scn.1.vp.1-4, R133] The one total, counted by the Nationalist."""
    b = p.board
    total = sum(b.vp[h] for h in b.villages if holds(p, NAT, h))
    total += sum(p.active)
    return total if p.opt.no_panic else total - ROUT_VP * sum(p.routed[d] for d in VOLUNTEERS)


def sudden_death(p: Guadalajara) -> None:
    """[scn.1.vp.5, R116, R153] Nine battalions gone by 1.07 and the main road free: the game is over at once."""
    b = p.board
    if p.exited < b.exits_needed or not road_free(p):
        return
    p.level = MAJOR_NAT
    p.vp = score(p)
    p.ended = "scn.1.vp.5"
    p.tell("scn.1.vp.5", "sudden-death", {"count": p.exited})
    p.end()


def road_free(p: Guadalajara) -> bool:
    """[scn.1.vp.5, R116] No Republican and no un-negated Republican zone on the main road."""
    b = p.board
    road = b.main_road
    if p.opt.short_road:
        road = road[:b.junction + 1]
    return all(p.holder(h) == NAT or (p.holder(h) < 0 and not p.zone[REP][h]) for h in road)


def judge(p: Guadalajara) -> None:
    """[R153] The level of victory after the last turn."""
    b = p.board
    p.vp = score(p)
    level, rule = (scenario1, scenario2, scenario3, scenario4)[b.scenario - 1](p)
    if p.opt.line_none:                  # [4.3c, R128]
        level = max(MAJOR_REP, level - 1)
    p.level = level
    p.ended = rule
    assert p.level != UNDECIDED


def scenario1(p: Guadalajara) -> tuple[int, str]:
    """[scn.1.vp.6, R113]"""
    vp = p.vp
    if vp >= 46:
        level = MAJOR_NAT
    elif vp >= 36:
        level = MINOR_NAT
    elif vp > 30 or (vp == 30 and p.opt.vp30_draw):
        level = DRAWN
    else:
        level = MINOR_REP if vp > 20 else MAJOR_REP
    return level, "scn.1.vp.6"


def scenario2(p: Guadalajara) -> tuple[int, str]:
    """[scn.2.vp.1-5, R117] From the top."""
    b = p.board
    names = ("torija", "trijueque", "brihuega", "gajanejos", "almadrones")
    torija, trijueque, brihuega, gajanejos, almadrones = [holds(p, NAT, b.town[x]) for x in names]
    if not (torija or trijueque or brihuega or gajanejos):
        return MAJOR_REP, "scn.2.vp.5"
    if gajanejos and almadrones:
        if brihuega and trijueque:
            return (MAJOR_NAT, "scn.2.vp.1") if torija else (MINOR_NAT, "scn.2.vp.2")
        return (DRAWN, "scn.2.vp.3") if brihuega else (MINOR_REP, "scn.2.vp.4")
    return (MAJOR_REP if p.opt.hole_major else MINOR_REP), "scn.2.vp.4"


def scenario3(p: Guadalajara) -> tuple[int, str]:
    """[scn.3.vp.1-5, R118, R119]"""
    b = p.board
    lost = [h for h in (b.town["cogolludo"], b.town["jadraque"]) if holds(p, REP, h)]
    if lost:
        return (MAJOR_REP, "scn.3.vp.5") if len(lost) == 2 else (MINOR_REP, "scn.3.vp.4")
    missing = sum(b.vp[h] for h in b.villages if not holds(p, NAT, h))       # of the two towns none
    if missing <= MISSED:
        return MAJOR_NAT, "scn.3.vp.1"
    wanted = [h for h in b.villages if b.vp[h] and (b.henares_north[h] or b.column[h] > 18)]
    return (MINOR_NAT, "scn.3.vp.2") if all(holds(p, NAT, h) for h in wanted) else (DRAWN, "scn.3.vp.3")


def scenario4(p: Guadalajara) -> tuple[int, str]:
    """[scn.4.vp.1-5, R120]"""
    b = p.board
    if holds(p, NAT, b.brihuega):
        return MAJOR_NAT, "scn.4.vp.1"
    counted = [h for h in b.villages if b.vp[h]]
    if all(holds(p, REP, h) for h in counted if b.column[h] <= 36):
        return MAJOR_REP, "scn.4.vp.5"
    if all(holds(p, REP, h) for h in counted if b.column[h] <= 31) and holds(p, REP, b.town["masegoso-de-tajuna"]):
        return MINOR_REP, "scn.4.vp.4"
    east = all(holds(p, NAT, h) for h in counted if b.column[h] > 20)
    return (MINOR_NAT, "scn.4.vp.2") if east else (DRAWN, "scn.4.vp.3")
