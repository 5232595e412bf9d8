"""What each side may see.

Hidden, each by its option: interdiction markers until they are shown (4.6a); when units off the map may come back,
which of them wait in reserve and which reinforcements were diverted (4.6b); morale, panic and the return of destroyed
units, what volunteers have lost (4.6c); units under others in a stack (scs.fog). Everything else lies open.
"""
from __future__ import annotations

from typing import Any

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_barrage import Fire
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_losses import Losses, Stranded, lonely
from frente.games.guadalajara.rules.ch01_move import Move, Movement, group, purse
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.ch01_trucks import Drive, Trucks
from frente.games.guadalajara.rules.ch02_morale import Rout
from frente.games.guadalajara.rules.ch03_arrivals import Arrivals
from frente.games.guadalajara.rules.ch04_screen import Screen
from frente.games.guadalajara.rules.sequence import Release
from frente.games.guadalajara.rules.setup import SetUp, next_unit
from frente.games.guadalajara.rules.victory import score
from frente.games.guadalajara.show.fog import covered, laid_open, steps_secret
from frente.games.guadalajara.state.board import DIVISIONS, NAT, REP, SIDES, VOLUNTEERS, Board
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    ASTRAY,
    ATTACHED,
    BOXES,
    DEAD,
    DG,
    FIRED,
    FOUGHT,
    MOVED,
    OFF_MAP,
    PINNED,
    RELEASED,
    RESERVE,
    RETURNING,
    UNDECIDED,
    UNSUPPLIED,
    Guadalajara,
    points,
)
from frente.kernel.codec import Words
from frente.kernel.flow import Side
from frente.kernel.views import Piece, Track, View
from frente.kit.sight import rows, view

STATES = ((UNSUPPLIED, "unsupplied"), (DG, "disorganised"), (MOVED, "moved"), (RESERVE, "reserve"),
          (RELEASED, "released"), (FIRED, "fired"), (FOUGHT, "attacked"), (ASTRAY, "astray"), (ATTACHED, "attached"),
          (PINNED, "pinned"))
FACES = 16                               # more than any counter has
COVERED = "covered"                      # box of a unit that is somewhere on the map, out of sight
LEVELS = {2: "major-nationalist", 1: "minor-nationalist", 0: "draw", -1: "minor-republican", -2: "major-republican"}


def view_of(p: Guadalajara, viewer: Side | None, words: Words) -> View:
    over = p.level != UNDECIDED
    return view(
        p, viewer, words, "guadalajara", SIDES, p.turn, scenario=str(p.board.scenario), phase=phases(p),
        facts=facts(p, viewer), pieces=pieces(p, viewer), spaces=spaces(p, viewer), tracks=tracks(p, viewer),
        result=LEVELS[p.level] if over else "")


def phases(p: Guadalajara) -> list[str]:
    """The activities in progress by name; the second movement of a player turn by its own (scs.exp.1)."""
    found = ["Exploitation" if isinstance(f, Movement) and f.exploit else type(f).__name__ for f in p.stack]
    if p.stack and isinstance(p.stack[-1], PlayerTurn) and isinstance(p.step(), Release):
        found.append("Exploitation")
    return found


def knows_rolls(p: Guadalajara, viewer: Side | None, side: Side) -> bool:
    """[4.6c] Whether a viewer may know the secret rolls of a side."""
    return not p.opt.secret_rolls or viewer == side or p.level != UNDECIDED


def calm(p: Guadalajara, viewer: Side | None) -> Guadalajara:
    """[4.6c] A position that tells the viewer no more than he knows of who has panicked."""
    if knows_rolls(p, viewer, NAT):
        return p
    q = p.clone()
    q.panic = [0] * len(p.panic)
    return q


def knows_off_map(p: Guadalajara, viewer: Side | None) -> bool:
    """[4.6b]"""
    return not p.opt.secret_off_map or viewer == REP or p.level != UNDECIDED


def secret_box(p: Guadalajara, u: int) -> bool:
    """[4.6c, 1.14] A unit whose return only its owner knows: dead or reconstituting infantry."""
    return p.hex[u] in (RETURNING, DEAD) and p.board.infantry[u]


def pieces(p: Guadalajara, viewer: Side | None) -> list[Piece]:
    b = p.board
    found: list[Piece] = []
    off, rolls = knows_off_map(p, viewer), knows_rolls(p, viewer, NAT)
    shown = laid_open(p)
    hides = p.opt.hidden_stacks and p.level == UNDECIDED
    eye = 2 if viewer is None else viewer
    for u, blank in enumerate(b.blanks or blanks(b)):
        if not b.used[u]:
            continue
        if hides and covered(p, viewer, u, shown):
            found.append(blank)
            continue
        at = p.hex[u]
        steps = p.steps[u]
        bits = p.state[u]
        unclear = steps_secret(p, viewer, u, shown)
        lost = secret_box(p, u) and not knows_rolls(p, viewer, b.side[u])
        panicked = rolls and bool(p.panic[b.division[u]])
        loaded = p.aboard[u] if at >= 0 or off else -1
        over = hides and at >= 0 and p.below[u] >= 0 and covered(p, viewer, p.below[u], shown)
        key = (at, steps, bits, p.face[u], loaded, p.due[u], unclear, lost, panicked, off, over)
        slot = u * 3 + eye
        known = b.latest.get(slot)
        if known is not None and known[0] == key:
            found.append(known[1])
            continue
        piece = blank.copy()
        b.latest[slot] = (key, piece)
        found.append(piece)
        if lost:
            steps = 0
        if unclear:
            steps = b.full[u]
        if at == OFF_MAP and not off:
            bits &= ~RESERVE
        state = [name for bit, name in STATES if bits & bit] if bits else []
        if loaded >= 0:
            state.append("loaded:" + b.uid[loaded])
        if p.face[u]:
            state.append("movement-mode")
        if panicked:
            state.append("panicked")
        if at == RETURNING and not lost:
            state.append(f"back:{p.due[u]}")
        if over:
            state.append("stacked")
        piece["factors"] = factors(p, u, 0 if unclear else steps, unclear)
        piece["steps"] = steps
        piece["at"] = "lost" if lost else b.names[at] if at >= 0 else BOXES[at]
        piece["state"] = state
    return found


def blanks(b: Board) -> list[Piece]:
    """Every counter as it shows while it is out of sight."""
    b.blanks = [{
        "id": b.uid[u], "name": b.uname[u], "side": SIDES[b.side[u]], "symbol": b.kind[u], "size": b.size_mark[u],
        "formation": b.parent[u] or DIVISIONS[b.division[u]], "factors": "", "steps": 0, "elite": b.band[u],
        "at": COVERED, "state": []} for u in range(b.units)]
    return b.blanks


def factors(p: Guadalajara, u: int, steps: int, unclear: bool = False) -> str:
    """As printed on the face that shows; no strengths where its losses are secret."""
    b, k = p.board, steps or p.board.full[u]
    key = ((u * FACES + k) * 2 + p.face[u]) * 2 + int(unclear)
    face = b.faces.get(key)
    if face is None:
        face = b.faces[key] = printed(b, u, k, p.face[u], unclear)
    return face


def printed(b: Board, u: int, k: int, face: int, unclear: bool = False) -> str:
    """The face of a unit with *k* steps; artillery has one for barrage (0) and one for movement (1)."""
    move = b.move[u][face] // 8
    if b.truck[u]:
        return str(move)
    if b.train[u]:
        return b.printed[u]
    if b.escorted[u]:
        return f"+{b.attack_drm[u][k]}/-{b.defence_drm[u][k]}-{move}"
    if b.gun[u]:
        return f"({b.barrage[u][face]})-{b.range[u][face]}-{move}"
    if b.hq[u]:
        return f"({b.hq_range[u]})-{b.defence[u][k]}-{move}"
    if unclear:
        return f"?-?-{move}"
    return f"{b.attack[u][k]}-{b.defence[u][k]}-{move}"


def spaces(p: Guadalajara, viewer: Side | None) -> dict[str, list[str]]:
    """Marks on hexes: who last held those that have changed hands, and interdiction as far as it is known."""
    b = p.board
    found: dict[str, list[str]] = {}
    for h, before in enumerate(b.owner):
        if p.last[h] != before:
            found[b.names[h]] = ["held:" + SIDES[p.last[h]]]
    for i, h in enumerate(p.markers):
        if p.shown[i] or viewer == REP or p.level != UNDECIDED:
            found.setdefault(b.names[h], []).append("interdiction-used" if p.flipped[i] else "interdiction")
    return found


def tracks(p: Guadalajara, viewer: Side | None) -> list[Track]:
    found: list[Track] = []
    for s in (NAT, REP):
        off = [u for u in p.board.fighters[s] if p.hex[u] == OFF_MAP and p.state[u] & RESERVE]
        used = p.reserves_used(s) - (0 if knows_off_map(p, viewer) else len(off))
        found += rows(SIDES[s], (("air-points", p.air[s], "1.10.1"), ("reserve-markers", p.pool[s], "1.13.1"),
                                  ("reserve-used", used, "1.13.1")))
    known = knows_rolls(p, viewer, NAT)
    for d in VOLUNTEERS:
        name = DIVISIONS[d].lower()
        found.append({"id": f"morale-{name}", "side": "nationalist", "value": p.morale[d] if known else None,
                      "rule": "2.7.1"})
        found.append({"id": f"panic-{name}", "side": "nationalist", "value": p.panic[d] if known else None,
                      "rule": "2.7d.1"})
        found.append({"id": f"routed-{name}", "side": "nationalist", "value": p.routed[d], "rule": "2.7e.1"})
    hidden = p.shown.count(0)
    for name, side, value, rule in (
            ("turn", "", p.turn, "seq.6"), ("vp", SIDES[NAT], score(p), "scn.1.vp.1"),
            ("exited", SIDES[NAT], p.exited, "scn.1.vp.5"), ("hidden-markers", "", hidden, "4.6a"),
            ("brihuega-taken", "", int(p.taken), "1.17a.2")):
        found.append({"id": name, "side": side, "value": value, "rule": rule})
    if p.opt.line_loose:                 # counted with units that one side may not see; both must know what came of it
        found.append({"id": "line-open", "side": SIDES[NAT], "value": int(p.loose), "rule": "4.3a.1"})
    return found


def facts(p: Guadalajara, viewer: Side | None) -> dict[str, Any]:
    """The activity in progress, as far as it is open."""
    b = p.board
    found: dict[str, Any] = {}
    shown = laid_open(p)
    for f in p.stack:
        if isinstance(f, Move):
            units = [u for u in group(f, p) if not covered(p, viewer, u, shown)]
            found["moving"] = [b.uid[u] for u in units]
            found["left"] = [points(purse(f, u)) for u in units]
        elif isinstance(f, Attack):
            found["target"] = b.names[f.target]
            found["attackers"] = [b.uid[u] for u in f.units if not covered(p, viewer, u, shown)]
            found["defenders"] = [b.uid[u] for u in f.defenders]
            found["dice"] = f.dice[:]
            if f.result:
                found["result"] = f.result[:]
        elif isinstance(f, Fire):
            found["target"] = b.names[f.target]
            found["guns"] = [b.uid[u] for u in f.guns if not covered(p, viewer, u, shown)]
            found["dice"] = f.dice[:]
        elif isinstance(f, Losses):
            found["owed"] = f.owed
        elif isinstance(f, Retreat):
            found["retreating"] = [b.uid[u] for u in f.group if not covered(p, viewer, u, shown)]
            found["hexes"] = [f.gone, f.n]
        elif isinstance(f, Stranded):
            u = lonely(p, f.side)
            if u >= 0 and not covered(p, viewer, u, shown):
                found["unit"] = b.uid[u]
        elif isinstance(f, SetUp):
            u = f.gun if f.gun >= 0 else next_unit(f, p)
            if u >= 0:
                found["unit"] = b.uid[u]
        elif isinstance(f, Arrivals):
            if open_arrival(p, f, viewer):
                u = f.gun if f.gun >= 0 else f.left[0] if f.left else -1
                if u >= 0:
                    found["unit"] = b.uid[u]
        elif isinstance(f, Trucks) and f.left:
            found["unit"] = b.uid[f.left[0]]
        elif isinstance(f, Drive):
            found["unit"] = b.uid[f.truck]
            found["left"] = [points(f.left)]
        elif isinstance(f, Rout) and f.unit >= 0 and not covered(p, viewer, f.unit, shown):
            found["unit"] = b.uid[f.unit]
        elif isinstance(f, Raid):
            found["hex"] = b.names[f.h]
        elif isinstance(f, Screen) and f.hexes:
            found["hex"] = b.names[f.hexes[0]]
    if p.fallen:
        found["fallen"] = [b.uid[u] for u in p.fallen]
    return found


def open_arrival(p: Guadalajara, f: Arrivals, viewer: Side | None) -> bool:
    """[4.6b, 4.6c] Who is about to arrive is the owner's secret under either option."""
    return viewer == f.side or not (p.opt.secret_rolls or (p.opt.secret_off_map and f.side == REP))
