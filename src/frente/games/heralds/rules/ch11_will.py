"""[11] Will to fight, and how the game ends."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import NOBODY, holder
from frente.games.heralds.state.board import CND, PCE, SIDES
from frente.games.heralds.state.position import DESTROYED, TIE, UNDECIDED, Heralds
from frente.kernel.flow import Side

OVERWHELMING_TO: Final = 3               # [11.3b, R109] turn whose end is still early
RULES: Final = {"overwhelming": "11.3b", "automatic": "11.3a", "marginal": "11.3c", "tie": "11.3c",
                "both-broken": "R108"}


def finish(p: Heralds, winner: int, reason: str) -> None:
    if p.result == UNDECIDED:
        p.result = winner
        p.reason = reason
        p.reveal()                       # what was hidden is shown when the game is over
        p.end()


def sudden(p: Heralds, winner: Side) -> None:
    """[11.3a, 11.3b]"""
    finish(p, winner, "overwhelming" if p.turn <= OVERWHELMING_TO else "automatic")


def shift(p: Heralds, side: Side, boxes: int, rule: str) -> None:
    """[11.1b, R108] Move one side's marker; below 1 is defeat."""
    if not boxes or p.result != UNDECIDED:
        return
    p.will[side] = min(p.board.most_will, p.will[side] + boxes)
    p.tell(rule, "will-shifts", {"side": SIDES[side], "boxes": boxes, "box": p.will[side]})
    if p.will[side] < 1:
        sudden(p, 1 - side)


def shift_both(p: Heralds, boxes: int, rule: str) -> None:
    """[R108] Losses of the same moment are applied to both before either is tested."""
    if p.result != UNDECIDED:
        return
    for side in (CND, PCE):
        p.will[side] = min(p.board.most_will, p.will[side] + boxes)
        p.tell(rule, "will-shifts", {"side": SIDES[side], "boxes": boxes, "box": p.will[side]})
    broken = [side for side in (CND, PCE) if p.will[side] < 1]
    if len(broken) == 2:
        finish(p, TIE, "both-broken")
    elif broken:
        sudden(p, 1 - broken[0])


def judge(p: Heralds) -> None:
    """[R29, R107, 11.2j, 11.2k] Squares that have just come under PCE control cost the CND will to fight.

    Who held a square last is remembered while nobody does: leaving a square to come back is no new loss."""
    b = p.board
    for sq in [*b.will_squares, b.square_g]:
        now = holder(p, sq)
        if now in (NOBODY, p.held[sq]):
            continue
        p.held[sq] = now
        if now != PCE or not p.turn:
            continue
        rule = "11.2k" if sq == b.square_g else "11.2j"
        p.tell(rule, "square-lost", {"space": b.names[sq]})
        if sq == b.square_g:
            shift(p, CND, -2, rule)
        elif p.lost < b.v["limits.lost_squares"]:
            p.lost += 1
            shift(p, CND, -1, rule)


def note_control(p: Heralds) -> None:
    """Control at the start, which costs nobody anything."""
    b = p.board
    p.held = [NOBODY] * len(p.held)
    for sq in [*b.will_squares, b.square_g]:
        p.held[sq] = holder(p, sq)


def gain_ip(p: Heralds, side: Side, rule: str) -> None:
    """[8b]"""
    p.ip[side] += 1
    p.tell(rule, "gains-ip", {"side": SIDES[side], "points": p.ip[side]})


def lose_resource(p: Heralds, r: int) -> None:
    """[11.2f, R106] A marker is destroyed; at the second and the fourth critical one both sides lose heart."""
    if p.res[r] == DESTROYED:
        return
    p.res[r] = DESTROYED
    p.tell("4.5.4b", "resource-lost", {"resource": p.board.rid[r]})
    if p.board.critical[r]:
        p.critical += 1
        if p.critical % 2 == 0:
            shift_both(p, -1, "11.2f")


def kill(p: Heralds, u: int, rule: str) -> None:
    """A pawn is eliminated, with what follows for headquarters (8h, 9.8a, 11.2c) and player tokens (11.3a)."""
    b = p.board
    side = p.side[u]
    piece = p.who[u]
    in_jaca = p.at[u] == b.jaca
    p.eliminate(u, rule)
    if piece == b.hq_centro:
        p.fallen = p.turn
        if in_jaca and side == CND:
            shift(p, PCE, 1, "11.2c")
    if u in b.hqs and side in (CND, PCE):
        gain_ip(p, 1 - side, "8h")
    if piece in b.tokens:
        sudden(p, 1 - b.tokens.index(piece))
