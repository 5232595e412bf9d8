"""What each side may see, and positions it could not tell from the true one.

Hidden in Brunete: the resource a side has picked until both are shown, which resources were drawn in the offensive
scenario, the supports and command marker committed to a combat until both are shown, the pools during a combat step
(10.3.3e) and the secret objective. Option 11.4 (solitaire) hides nothing.
"""
from __future__ import annotations

from random import Random
from typing import Any, Final

from frente.games.brunete.rules.ch03_supply import supply_lines
from frente.games.brunete.rules.ch05_command import Resources
from frente.games.brunete.rules.ch06_reinforcements import Reinforcements
from frente.games.brunete.rules.ch07_madrid import BOXES as MADRID_BOXES
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import Move, frozen
from frente.games.brunete.rules.ch10_combat import (
    SUPPORT_NAMES,
    Attack,
    Combat,
    column_name,
    defence_total,
    elite_shift,
    known_shifts,
    total,
)
from frente.games.brunete.rules.ch10_results import Aftermath
from frente.games.brunete.rules.ch10_supports import commitments
from frente.games.brunete.rules.ch12_victory import CAMPAIGN, points
from frente.games.brunete.state.board import NAT, REP, RESOURCES, SIDES, TYPES, Board
from frente.games.brunete.state.position import (
    BOXES,
    DRAW,
    FOUGHT,
    HIT,
    MOVED,
    RETREATED,
    UNDECIDED,
    UNSUPPLIED,
    Brunete,
)
from frente.kernel.codec import Words
from frente.kernel.flow import Side
from frente.kernel.views import Known, Open, Piece, Track, View
from frente.kit.sight import rows, view

STATES = ((UNSUPPLIED, "unsupplied"), (RETREATED, "retreated"), (MOVED, "moved"), (FOUGHT, "attacked"),
          (HIT, "was-attacked"))
FACES: Final = 16                        # more than any counter has


def view_of(p: Brunete, viewer: Side | None, words: Words) -> View:
    sees_all = p.opt.solitaire and viewer is not None
    return view(
        p, viewer, words, "brunete", SIDES, p.turn, scenario="campaign" if p.last_turn == CAMPAIGN else "offensive",
        facts=battle(p, viewer, sees_all), pieces=pieces(p), spaces=spaces(p), tracks=tracks(p, viewer, sees_all),
        hands=hands(p, viewer, sees_all),
        result="" if p.result == UNDECIDED else "draw" if p.result == DRAW else SIDES[p.result])


def pieces(p: Brunete) -> list[Piece]:
    b = p.board
    found: list[Piece] = []
    for u, blank in enumerate(b.blanks or blanks(b)):
        at = p.hex[u]
        cold = frozen(p, u)
        key = (at, p.steps[u], p.state[u], p.entry[u], cold)
        known = b.latest.get(u)
        if known is not None and known[0] == key:
            found.append(known[1])
            continue
        state = [name for bit, name in STATES if p.state[u] & bit] if p.state[u] else []
        if cold:
            state.append("frozen")
        if at < 0 and p.entry[u] >= 0:
            state.append("enters:" + b.names[p.entry[u]])
        piece = blank.copy()
        piece["factors"] = factors(p, u)
        piece["steps"] = p.steps[u]
        piece["at"] = b.names[at] if at >= 0 else BOXES[at]
        piece["state"] = state
        b.latest[u] = (key, piece)
        found.append(piece)
    return found


def blanks(b: Board) -> list[Piece]:
    """Every counter without what a game changes."""
    b.blanks = [{
        "id": b.uid[u], "name": b.uname[u], "side": SIDES[b.side[u]], "symbol": TYPES[b.type[u]],
        "size": b.size_mark[u], "formation": b.division[u] or b.corps[u], "factors": "", "steps": 0,
        "elite": b.elite[u], "at": "", "state": []} for u in range(b.units)]
    return b.blanks


def factors(p: Brunete, u: int) -> str:
    """As printed on the face that shows; what is lost shows its full side."""
    b, k = p.board, p.steps[u] or p.board.full[u]
    key = u * FACES + k
    face = b.faces.get(key)
    if face is None:
        face = b.faces[key] = printed(b, u, k)
    return face


def printed(b: Board, u: int, k: int) -> str:
    """The face of a unit with *k* steps: CF-MP, garrison attack-defence-movement, T-26 shift/defence/movement."""
    if b.shift[u]:
        return f"+{b.shift[u]}/{b.defence[u][k]}/{b.move[u][k]}"
    if b.attack[u][k] != b.defence[u][k]:
        return f"{b.attack[u][k]}-{b.defence[u][k]}-{b.move[u][k]}"
    return f"{b.attack[u][k]}-{b.move[u][k]}"


def spaces(p: Brunete) -> dict[str, list[str]]:
    """Marks on hexes: who last held those that have changed hands, and interdiction."""
    b = p.board
    found: dict[str, list[str]] = {}
    for name, now, before in zip(b.names, p.last, b.control):
        if now != before:
            found[name] = ["held:" + SIDES[now]]
    for s in (REP, NAT):
        for h in p.interdiction[s]:
            found.setdefault(b.names[h], []).append("interdiction:" + SIDES[s])
    return found


def in_combat(p: Brunete) -> bool:
    return any(isinstance(f, Combat) for f in p.stack)


def tracks(p: Brunete, viewer: Side | None, sees_all: bool) -> list[Track]:
    found: list[Track] = []
    hidden = in_combat(p) and not sees_all
    for s in (REP, NAT):
        pool = not hidden or s == viewer  # [10.3.3e]
        found += rows(SIDES[s], (
                ("command", p.cp[s], "5.1a"), ("artillery", p.art[s] if pool else None, "10.3.3a"),
                ("artillery-used", p.art_used[s], "10.3.3g"), ("aviation", p.avi[s] if pool else None, "8.a"),
                ("aviation-used", p.avi_used[s], "8.b"), ("aviation-away", len(p.avi_back[s]), "8.3d"),
                ("reroll", p.reroll[s], "5.2h")))
    # The front before Madrid ties down markers only from Carabanchel on; a debt is public (7.3).
    found += rows("", (
            ("turn", p.turn, "2.1"), ("initiative", p.initiative, "2.15"), ("vallecas", p.vallecas, "7.1"),
            ("held-aviation", p.held_avi, "7.3"), ("held-artillery", p.held_art, "7.6"),
            ("owed-aviation", p.owed_avi, "7.3")))
    if p.last_turn == CAMPAIGN:
        vp = p.vp if p.result != UNDECIDED else points(p, supply_lines(p, REP))
        found.append({"id": "vp", "side": SIDES[REP], "value": vp, "rule": "12.1.vp6"})
    return found


def hands(p: Brunete, viewer: Side | None, sees_all: bool) -> dict[str, list[str] | int]:
    found: dict[str, list[str] | int] = {}
    for s in (REP, NAT):
        names = [RESOURCES[k] for k in p.resources[s]]
        open_hand = sees_all or s == viewer or p.result != UNDECIDED
        found["resources-" + SIDES[s]] = names if open_hand else len(names)
    if p.objective >= 0:
        shown = sees_all or viewer == REP or p.result != UNDECIDED
        found["objective"] = [p.board.names[p.board.yellow[p.objective]]] if shown else 1
    return found


def battle(p: Brunete, viewer: Side | None, sees_all: bool) -> dict[str, Any]:
    """The combat in progress, as far as it is open; own secret commitments to their owner."""
    found: dict[str, Any] = {"madrid": MADRID_BOXES[p.vallecas]}
    b = p.board
    for f in p.stack:
        if isinstance(f, Resources):
            found["picked"] = [SIDES[s] for s in (REP, NAT) if f.picks[s] != -2]
            found["pick"] = {SIDES[s]: RESOURCES[f.picks[s]] if f.picks[s] >= 0 else "none" for s in (REP, NAT)
                             if f.picks[s] != -2 and (sees_all or s == viewer)}
        elif isinstance(f, Attack):
            found["target"] = b.names[f.target]
            found["attackers"] = [b.uid[u] for u in f.units]
            found["defenders"] = [b.uid[u] for u in f.defenders]
            if f.at == 0:
                if f.units:
                    found["strengths"] = [total(p, f), defence_total(p, f.defenders)]
                continue
            found["base"] = column_name(f.base)
            found["shifts"] = [[s.columns, s.rule, s.key] for s in known_shifts(p, f)]
            found["elite"] = elite_shift(f)
            shown = f.at > 3 or sees_all
            found["committed"] = [SIDES[s] for s in (REP, NAT) if f.support[s] >= 0]
            found["support"] = {SIDES[s]: SUPPORT_NAMES[f.support[s]] for s in (REP, NAT)
                                if f.support[s] >= 0 and (shown or s == viewer)}
            if f.at > 5:
                found["column"] = b.columns[f.column]
                found["effective"] = f.effective[:]
                found["die"] = f.die
        elif isinstance(f, Move):
            found["unit"] = b.uid[f.unit]
            if p.hex[f.unit] >= 0:       # a unit that comes in has its points from the entry hex
                found["left"] = f.left
        elif isinstance(f, Infiltration | Reinforcements):
            if f.unit >= 0:
                found["unit"] = b.uid[f.unit]
            if isinstance(f, Infiltration) and f.spent:
                found["left"] = f.pool
            elif isinstance(f, Reinforcements) and f.group:
                found["group"] = [b.uid[u] for u in f.group]
        elif isinstance(f, Aftermath):
            found["owed"] = f.owed[:]
            found["retreat"] = f.retreat
            found["advance"] = f.advance
            if f.unit >= 0:
                found["unit"] = b.uid[f.unit]
                found["path"] = [b.names[h] for h in f.path]
    return found


# -- what a side knows of the other's secrets


class Sealed(Known):
    """The other side's hand, picks, supports and objective are taken out; how many it holds, and that it has chosen, is
    known. So are its pools during a combat: what is used, away and held is public, and the rest is what is left."""

    def __init__(self, base: Brunete, viewer: Side, held: int) -> None:
        super().__init__(base, viewer)
        self.open: Final = base
        self.held: Final = held          # resources in a secret hand

    def draw(self, rng: Random) -> Brunete:
        q = self.open.clone()
        foe = 1 - self.viewer
        if self.held:
            pool = [k for k in range(len(RESOURCES)) if k not in q.shown[foe]]
            q.resources[foe] = sorted(rng.sample(pool, self.held))
        for f in q.stack:
            if isinstance(f, Resources) and picked(f, foe):
                f.picks[foe] = rng.choice([-1, *q.resources[foe]])
            elif isinstance(f, Attack) and supported(f, foe):
                f.support[foe] = rng.choice(commitments(q, foe, foe == f.side)).arg
        if self.viewer == NAT and q.objective >= 0:
            q.objective = q.board.secret[rng.randint(1, 6)]
        if not q.asked:
            q.reask()
        return q


def picked(f: Resources, side: Side) -> bool:
    """Whether a side's pick lies face down."""
    return f.picks[side] != -2 and f.at == 0


def supported(f: Attack, side: Side) -> bool:
    """Whether a side's supports are committed and not yet shown."""
    return f.support[side] >= 0 and f.at <= 3


def seal(p: Brunete, viewer: Side) -> Known:
    q = p.clone()
    if q.opt.solitaire or q.result != UNDECIDED:
        return Open(q, viewer)
    foe = 1 - viewer
    held = 0
    if q.last_turn != CAMPAIGN:
        held = len(q.resources[foe])
        q.resources[foe] = []
    for f in q.stack:
        if isinstance(f, Resources) and picked(f, foe):
            f.picks[foe] = -1
        elif isinstance(f, Attack) and supported(f, foe):
            f.support[foe] = 0
    if viewer == NAT and q.objective >= 0:
        q.objective = q.board.secret[1]
    return Sealed(q, viewer, held)
