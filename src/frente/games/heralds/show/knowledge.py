"""What each side may see. Hidden is only what a handle stands for, until the piece has been seen once (R130).

Places, owners and faces of all pieces are public, and so is every derived fact: hidden pieces count for nothing in
control (R22) and move with the numbers of a decoy (R129), so whatever they are, the board looks and plays the same to
the other side. Where a handle was set up is public, too, and tells what it may be: the chart fixes some places and
leaves others open (13b, 15.free).
"""
from __future__ import annotations

from random import Random
from typing import Any, Final

from frente.games.heralds.rules.ch04_control import NOBODY, compound_holder, contested, holder
from frente.games.heralds.rules.ch13_setup import could_begin
from frente.games.heralds.state.board import (
    ARMS,
    CND,
    COMBAT,
    FORMATIONS,
    HQ,
    KINDS,
    OWNERS,
    PCE,
    SIDES,
    SPACES,
    SQUARES,
    SUPPORT,
    SYNDICATE,
)
from frente.games.heralds.state.frames import (
    AFFILIATE,
    MANEUVER,
    SUBVERT,
    SUMMON,
    Domino,
    Each,
    Francoist,
    Leg,
    Order,
    Orders,
    Propaganda,
    Reaction,
    Setup,
    Shift,
    Stack,
    Talk,
)
from frente.games.heralds.state.frames_combat import Assault, Blast, Damage, Destroy, Withdraw
from frente.games.heralds.state.position import (
    BOXES,
    COMMITTED,
    DESTROYED,
    FIRE,
    TIE,
    UNDECIDED,
    UNPLACED,
    WHOLE,
    Heralds,
    known_to,
)
from frente.kernel.codec import Words
from frente.kernel.flow import Side
from frente.kernel.views import CannotDraw, Known, Open, Piece, Track, View
from frente.kit.sight import rows, view

SCENARIO: Final = "madrid"
GOALS: Final = {AFFILIATE: "affiliate", SUBVERT: "subvert", SUMMON: "summon"}
WAYS: Final = ("assault", "fix", "parley")
MIXED: Final = 8                         # exchanges a handle when what they hide is drawn


def view_of(p: Heralds, viewer: Side | None, words: Words) -> View:
    return view(
        p, viewer, words, "heralds", SIDES, p.turn, scenario=SCENARIO, facts=facts(p, -1 if viewer is None else viewer),
        pieces=pieces(p, -1 if viewer is None else viewer), spaces=spaces(p), tracks=tracks(p),
        hands=hands(p, -1 if viewer is None else viewer),
        result="" if p.result == UNDECIDED else "tie" if p.result == TIE else SIDES[p.result],
        extra={"homes": {p.board.uid[u]: p.board.names[p.home[u]] for s in (CND, PCE) for u in p.board.handles[s]
                         if p.home[u] != UNPLACED and not p.seen[u]}})


def pieces(p: Heralds, viewer: int) -> list[Piece]:
    b = p.board
    found: list[Piece] = []
    over = p.result != UNDECIDED
    for u in range(b.units):
        at = p.at[u]
        known = over or known_to(p, u, viewer)
        i = p.who[u]
        seen = u >= b.first and bool(p.seen[u])
        points = p.points(u) if known and b.kind[i] == HQ else 0
        key = (at, i, p.side[u], p.hid[u], p.damaged[u], p.fixed[u], p.captive[u], p.spent[u], seen, points)
        slot = u * 2 + known
        last = b.latest.get(slot)
        if last is not None and last[0] == key:
            found.append(last[1])
            continue
        marks = (("hidden", p.hid[u]), ("damaged", p.damaged[u]), ("fixed", p.fixed[u]), ("prisoner", p.captive[u]),
                 ("seen", seen), ("committed", known and b.kind[i] == SYNDICATE and p.spent[u]))
        state = [mark for mark, flag in marks if flag]
        if known and b.kind[i] == HQ:
            state.append(f"points:{points}")
        name = b.pname[i] if p.side[u] == 2 else b.reverse_name[i]
        piece: Piece = {
            "id": b.uid[u], "name": name if known else "", "side": OWNERS[p.side[u]],
            "symbol": symbol(p, u) if known else "hidden", "size": b.piece[i] if known and u >= b.first else "",
            "formation": banner(p, u) if known else "", "factors": factors(p, u) if known else "?", "steps": 1,
            "elite": False, "at": b.names[at] if at >= 0 else BOXES[at], "state": state}
        b.latest[slot] = (key, piece)
        found.append(piece)
    return found


def symbol(p: Heralds, u: int) -> str:
    b = p.board
    i = p.who[u]
    if b.kind[i] == SUPPORT:
        return ARMS[b.arm[i]]
    if b.kind[i] == COMBAT and b.icon[i] == "train":
        return "train"
    return KINDS[b.kind[i]]


def banner(p: Heralds, u: int) -> str:
    """Formation and numeral."""
    b = p.board
    i = p.who[u]
    if b.formation[i] < 0:
        return ""
    name = FORMATIONS[b.formation[i]]
    return f"{name}/{b.numerals[b.numeral[i]]}" if b.numeral[i] >= 0 else name


def factors(p: Heralds, u: int) -> str:
    """As printed: command; initiative-morale; initiative and modifier, in parentheses where they are."""
    b = p.board
    i = p.who[u]
    kind = KINDS[b.kind[i]]
    if kind == "hq":
        return str(b.command[i])
    if kind == "combat":
        return f"{b.initiative[i]}-{b.morale[i]}"
    if kind in ("leader", "agent"):
        number = f"({b.initiative[i]})" if b.paren[i] else str(b.initiative[i])
        return f"{number}{b.modifier[i]:+d}"
    if b.arm[i] == 1:
        return str(b.credit[i])
    return "?" if b.arm[i] == 2 else ""


def spaces(p: Heralds) -> dict[str, list[str]]:
    """Marks: control, contest, fire, ruins, control markers, resources."""
    b = p.board
    found: dict[str, list[str]] = {}
    for a in range(SPACES):
        marks: list[str] = []
        owner = holder(p, a) if a < SQUARES else compound_holder(p, a)
        if owner != NOBODY:
            marks.append("held:" + SIDES[owner])
        if a < SQUARES and contested(p, a):
            marks.append("contested")
        if p.marker[a] >= 0:
            marks.append("marker:" + SIDES[p.marker[a]])
        if p.state[a] != WHOLE:
            marks.append("fire" if p.state[a] == FIRE else "ruin")
        if a == b.arganda and p.closed:
            marks.append("closed")
        for r in b.at_space[a]:
            if p.res[r] != DESTROYED:
                marks.append(("committed:" if p.res[r] == COMMITTED else "resource:") + b.rid[r])
        if marks:
            found[b.names[a]] = marks
    return found


def tracks(p: Heralds) -> list[Track]:
    found: list[Track] = []
    for s in (CND, PCE):
        found += rows(SIDES[s], (("will", p.will[s], "11.1a"), ("action-points", p.ap[s], "5a"),
                                  ("intelligence", p.ip[s], "8b")))
    found += rows("", (
            ("turn", p.turn, "3a"), ("initiative", p.initiative, "3.2b"), ("offensive", p.offensive, "9.7e"),
            ("blasted", p.blasted, "9.6a"), ("bombed", p.bombed, "11.2g"), ("critical", p.critical, "11.2f"),
            ("lost-squares", p.lost, "11.2j"), ("ortega", p.ortega, "9.9.1c"), ("centro-fell", p.fallen, "9.8a")))
    return found


def hands(p: Heralds, viewer: int) -> dict[str, list[str] | int]:
    """What the unseen handles of a side hide, as a heap; to their owner piece by piece."""
    b = p.board
    found: dict[str, list[str] | int] = {}
    for s in (CND, PCE):
        unseen = [u for u in b.handles[s] if not p.seen[u]]
        found["unseen-" + SIDES[s]] = sorted([b.piece[p.who[u]] for u in unseen])
        if s == viewer or p.result != UNDECIDED:
            found["handles-" + SIDES[s]] = [f"{b.uid[u]}={b.piece[p.who[u]]}" for u in b.handles[s]]
    return found


def facts(p: Heralds, viewer: int) -> dict[str, Any]:
    """What is in progress. Acts name handles, so nothing here depends on what they hide."""
    b = p.board
    found: dict[str, Any] = {}
    for f in p.stack:
        if isinstance(f, Setup):
            if f.unit >= 0:
                found["unit"] = b.uid[f.unit]
        elif isinstance(f, Orders):
            found["out"] = [SIDES[s] for s in (CND, PCE) if f.out[s]]
        elif isinstance(f, Each):
            found["player"] = SIDES[f.side]
            if f.unit >= 0:
                found["unit"] = b.uid[f.unit]
        elif isinstance(f, Propaganda):
            found |= {"player": SIDES[f.side], "spent-ip": f.ip}
        elif isinstance(f, Talk):
            found |= {"player": SIDES[f.side], "goal": GOALS[f.goal], "target": b.uid[f.target], "helpers": f.own,
                      "against": f.foes, "fifth-column": f.spoil, "spent-ip": f.ip, "phone": f.phone,
                      "parley": f.parley}
            if f.envoy >= 0:
                found["envoy"] = b.uid[f.envoy]
            if f.place >= 0:
                found["place"] = b.names[f.place]
        elif isinstance(f, Domino):
            found["domino"] = [b.uid[u] for u in f.units]
        elif isinstance(f, Shift):
            found |= {"player": SIDES[f.side], "unit": b.uid[f.unit]}
        elif isinstance(f, Francoist):
            found |= {"player": SIDES[f.side], "left": f.left}
        elif isinstance(f, Leg):
            found |= {"leg-to": b.names[f.space], "tried": [b.rid[r] for r in f.tried]}
            if f.origin >= 0:
                found["leg-from"] = b.names[f.origin]
            if f.unit >= 0:
                found["addressee"] = b.uid[f.unit]
            if f.exchange >= 0:
                found["exchange"] = b.rid[f.exchange]
        elif isinstance(f, Order):
            found |= {"player": SIDES[f.side], "held": [b.uid[u] for u in f.held],
                      "active": [b.uid[u] for u in f.active]}
        elif isinstance(f, Stack):
            found |= {"stack": [b.uid[u] for u in f.units], "credit": f.credit, "caught": f.caught,
                      "motor": f.motor, "extra": f.extra}
            if f.dest >= 0:
                found["destination"] = b.names[f.dest]
            if f.to >= 0:
                found["to"] = b.names[f.to]
        elif isinstance(f, Reaction):
            found |= {"reacting": SIDES[f.side], "square": b.names[f.square], "reactors": [b.uid[u] for u in f.units],
                      "reaction-ip": f.ip}
        elif isinstance(f, Assault):
            found |= {"place": b.names[f.place], "fight": WAYS[f.way], "round": f.round,
                      "defenders": [b.uid[u] for u in f.defenders], "dice": [f.adie, f.ddie]}
            for name, u in (("lead", f.alead), ("leader", f.aleader), ("defence-lead", f.dlead),
                            ("defence-leader", f.dleader)):
                if u >= 0:
                    found[name] = b.uid[u]
        elif isinstance(f, Damage):
            found["unit"] = b.uid[f.unit]
        elif isinstance(f, Withdraw):
            found["withdrawing"] = [b.uid[u] for u in f.units]
        elif isinstance(f, Destroy | Blast):
            found["place"] = b.names[f.space]
    return found


# -- what a side knows of unseen handles


class Sealed(Known):
    """Every unseen handle of the other side might hide any of its unseen pieces that the chart lets begin there."""

    def __init__(self, base: Heralds, viewer: Side, unseen: list[int]) -> None:
        super().__init__(base, viewer)
        self.board: Final = base
        self.unseen: Final = unseen

    def draw(self, rng: Random) -> Heralds:
        q = self.board.clone()
        units = self.unseen[:]
        rng.shuffle(units)
        pool = [q.who[u] for u in self.unseen]
        rng.shuffle(pool)
        found: dict[int, int] = {}       # piece: the handle that hides it
        for u in units:
            if not self.match(u, pool, found, set()):
                raise CannotDraw
        for piece, u in found.items():
            q.who[u] = piece
        for _ in range(MIXED * len(units)):              # exchanges that the chart allows
            u, v = rng.choice(units), rng.choice(units)
            if self.fits(q.who[u], v) and self.fits(q.who[v], u):
                q.who[u], q.who[v] = q.who[v], q.who[u]
        for f in alone(q, self.unseen):  # [4.2.1a] whether it leads follows from what it is
            f.lead = f.units[0] if q.speaker(f.units[0]) else -1
        if not q.asked:
            q.reask()
        return q

    def fits(self, piece: int, u: int) -> bool:
        p = self.board
        return p.home[u] == UNPLACED or could_begin(p, piece, p.home[u])

    def match(self, u: int, pool: list[int], found: dict[int, int], tried: set[int]) -> bool:
        """A piece for a handle, moving others if need be."""
        for piece in pool:
            if piece not in tried and self.fits(piece, u):
                tried.add(piece)
                if piece not in found or self.match(found[piece], pool, found, tried):
                    found[piece] = u
                    return True
        return False


def alone(q: Heralds, unseen: list[int]) -> list[Stack]:
    """[6.1a] Stacks of one unseen handle, of which nobody knows whether it could lead others."""
    return [f for f in q.stack if isinstance(f, Stack) and f.task == MANEUVER and len(f.units) == 1
            and f.units[0] in unseen]


def seal(p: Heralds, viewer: Side) -> Known:
    q = p.clone()
    unseen = [u for u in p.board.handles[1 - viewer] if not p.seen[u]]
    if not unseen or p.result != UNDECIDED:
        return Open(q, viewer)
    for u, piece in zip(unseen, sorted([p.who[u] for u in unseen])):
        q.who[u] = piece
    for f in alone(q, unseen):
        f.lead = -1
    return Sealed(q, viewer, unseen)
