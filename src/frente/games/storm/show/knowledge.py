"""What each side may see, and positions it could not tell from the true one.

Hidden in Storm Over Madrid: which event chits the other side holds (6c, R27). How many it holds, which ones were played
this turn and which are out of the game is public, so that everybody knows what hand and pool hold together.
"""
from __future__ import annotations

from math import comb
from random import Random
from typing import Any, Final

from frente.games.storm.rules.ch03_general import cut_routes, supplied
from frente.games.storm.rules.ch03_morale import MoraleTest
from frente.games.storm.rules.ch06_chits import Window
from frente.games.storm.rules.ch07_reinforcements import FreeSetup, Placing, rivals
from frente.games.storm.rules.ch08_replacements import Rebuild
from frente.games.storm.rules.ch09_bombardment import Bombardment
from frente.games.storm.rules.ch09_losses import Losses, Retreat
from frente.games.storm.rules.ch09_movement import March
from frente.games.storm.rules.ch10_victory import points
from frente.games.storm.rules.ch15_events import Turning
from frente.games.storm.state.board import AREAS, END_OF, FACTIONS, FIRST_OF, NAT, REP, SIDES, TYPES, USES, Board
from frente.games.storm.state.frames import NOTHING, Impulse, Impulses
from frente.games.storm.state.position import BOXES, SCENARIO_1, UNDECIDED, Storm
from frente.kernel.codec import Words
from frente.kernel.flow import Side
from frente.kernel.views import CannotDraw, Known, Open, Piece, Track, View
from frente.kit.sight import rows, view

SCENARIO_IDS: Final = ("drive", "corunna", "campaign")
KIND_NAMES: Final = ("", "move", "bombardment", "attack", "assault", "chit")


def view_of(p: Storm, viewer: Side | None, words: Words) -> View:
    return view(
        p, viewer, words, "storm", SIDES, p.turn, scenario=SCENARIO_IDS[p.scenario], facts=facts(p), pieces=pieces(p),
        spaces=spaces(p), tracks=tracks(p), hands=hands(p, viewer),
        result="" if p.result == UNDECIDED else SIDES[p.result])


def pieces(p: Storm) -> list[Piece]:
    """Every counter; one that is as it was before is the same object, which views only read."""
    b = p.board
    found: list[Piece] = []
    for u in range(b.units):
        at = p.at[u]
        spent, shock = bool(p.spent[u]), p.shock(u)
        frozen = at >= 0 and p.frozen(u)
        key = at * 8 + spent * 4 + frozen * 2 + shock
        known = b.shown[u].get(key)
        if known is None:
            known = b.shown[u][key] = piece(b, u, at, spent, frozen, shock)
        found.append(known)
    return found


def piece(b: Board, u: int, at: int, spent: bool, frozen: bool, shock: bool) -> Piece:
    return {
        "id": b.uid[u], "name": b.uname[u], "side": SIDES[b.side[u]], "symbol": b.tag[u] or TYPES[b.type[u]],
        "size": TYPES[b.type[u]], "formation": FACTIONS[b.faction[u]], "factors": printed(b, u), "steps": 1,
        "elite": shock, "at": b.names[at] if at >= 0 else BOXES[at],
        "state": ["spent"] * spent + ["frozen"] * frozen}


def printed(b: Board, u: int) -> str:
    """The factors of a unit: attack-defence-movement, artillery defence-movement (1.1e, 1.1f)."""
    if TYPES[b.type[u]] == "artillery":
        return f"{b.defence[u]}-{b.move[u]}"
    return f"{b.attack[u]}-{b.defence[u]}-{b.move[u]}"


def spaces(p: Storm) -> dict[str, list[str]]:
    """Marks on areas: who controls them, and where both sides stand."""
    found: dict[str, list[str]] = {}
    for a in range(AREAS):
        marks = ["held:" + SIDES[p.control[a]]]
        if p.contested(a):
            marks.append("contested")
        found[p.board.names[a]] = marks
    return found


def tracks(p: Storm) -> list[Track]:
    found: list[Track] = []
    for s in (REP, NAT):
        found.append({"id": "support", "side": SIDES[s], "value": p.sp[s], "rule": "5b"})
        found.append({"id": "areas-won", "side": SIDES[s], "value": p.won[s], "rule": "3.5.2a"})
    found += rows("", (
            ("turn", p.turn, "4a"), ("morale", p.morale, "3.4"), ("initiative", p.initiative, "9.1"),
            ("council", int(p.council), "11.1a"), ("bad-weather", int(p.bad), "11.2b"),
            ("pause", int(p.in_pause()), "12.3g"), ("rivers-open", int(p.rivers_open), "12.1h"),
            ("durruti", p.durruti, "15.R6"), ("flight", p.flight, "15.N9c"), ("strife", int(p.strife), "15.N6a"),
            ("routes-cut", sum(cut_routes(p, supplied(p, NAT))), "10c")))
    if p.scenario == SCENARIO_1:
        vp = p.vp if p.result != UNDECIDED else points(p)
        found.append({"id": "vp", "side": SIDES[NAT], "value": vp, "rule": "12.1n"})
    return found


def hands(p: Storm, viewer: Side | None) -> dict[str, list[str] | int]:
    b = p.board
    found: dict[str, list[str] | int] = {}
    for s in (REP, NAT):
        kinds = range(FIRST_OF[s], END_OF[s])
        shown = s == viewer or p.result != UNDECIDED
        found["chits-" + SIDES[s]] = (
            [b.chit_ids[k] for k in kinds for _ in range(p.hand[k])] if shown else p.hand_size(s))
        found["pool-" + SIDES[s]] = sum([p.pool[k] for k in kinds])
        found["hidden-" + SIDES[s]] = [b.chit_ids[k] for k in kinds for _ in range(p.hand[k] + p.pool[k])]
        found["played-" + SIDES[s]] = [b.chit_ids[k] for k in kinds for _ in range(p.played[k])]
        found["removed-" + SIDES[s]] = [b.chit_ids[k] for k in kinds for _ in range(p.gone[k])]
    return found


def facts(p: Storm) -> dict[str, Any]:
    """What is in progress; all of it is open."""
    b = p.board
    found: dict[str, Any] = {"morale": b.morale_name[p.morale]}
    for f in p.stack:
        if isinstance(f, Impulses):
            found["series"] = f.run
            found["passes"] = f.passes
        elif isinstance(f, Impulse):
            found["player"] = SIDES[f.side]
            if f.kind != NOTHING:
                found |= {"activation": KIND_NAMES[f.kind], "units": [b.uid[u] for u in f.units],
                          "prepared": f.prepared, "effects": [USES[x] for x in f.effects], "dice": f.dice[:],
                          "counter": [b.uid[u] for u in f.counter]}
                if f.origin >= 0:
                    found["origin"] = b.names[f.origin]
                if f.area >= 0:
                    found["area"] = b.names[f.area]
                if f.point >= 0:
                    found["point"] = b.uid[f.point]
                if f.bpoint >= 0:
                    found["defence-point"] = b.uid[f.bpoint]
        elif isinstance(f, March):
            found["left"] = f.left
        elif isinstance(f, Bombardment):
            if f.target >= 0:
                found["target"] = b.names[f.target]
            if f.point >= 0:
                found["target-point"] = b.uid[f.point]
            found["dice"] = f.dice[:]
        elif isinstance(f, Losses):
            found["losses"] = f.points
            found["taken"] = {b.uid[u]: k for u, k in zip(f.units, f.given)}
            if len(f.given) < len(f.units):
                found["unit"] = b.uid[f.units[len(f.given)]]
        elif isinstance(f, Retreat):
            found["retreating"] = [b.uid[u] for u in f.units]
            if f.units:
                found["unit"] = b.uid[f.unit if f.unit >= 0 else f.units[0]]
        elif isinstance(f, MoraleTest):
            found |= {"testing": [b.uid[u] for u in f.units], "modifier": f.modifier, "dice": f.dice[:]}
        elif isinstance(f, Turning):
            found["left"] = f.left
        elif isinstance(f, Rebuild):
            if f.unit >= 0:
                found["unit"] = b.uid[f.unit]
        elif isinstance(f, Placing | FreeSetup):
            if f.units:
                if not (isinstance(f, Placing) and rivals(p, f)):
                    found["unit"] = b.uid[f.units[0]]
                found["waiting"] = len(f.units)
        elif isinstance(f, Window):
            found["window"] = f.window
    return found


# -- what a side knows of the other's hand


class Sealed(Known):
    """All hidden chits of the other side lie in its pool; how many of them it holds is known (6c)."""

    def __init__(self, base: Storm, viewer: Side, size: int) -> None:
        super().__init__(base, viewer)
        self.pool: Final = base
        self.size: Final = size

    def draw(self, rng: Random) -> Storm:
        """Every hand that is possible, with the chance it has when chits are drawn blindly.

        A hand with j chits of a kind of which n are hidden can be drawn in C(n, j) ways, for all kinds in the product
        of these; it cannot hold more of a kind than its side has drawn since that kind entered the pool. Counting the
        ways from the last kind to the first gives the chance of every number, and no draw has to be thrown away.
        """
        q = self.pool.clone()
        foe = 1 - self.viewer
        kinds = list(range(FIRST_OF[foe], END_OF[foe]))
        ways = self.ways(q, kinds)
        if not ways[0][self.size]:
            raise CannotDraw
        left = self.size
        for i, k in enumerate(kinds):
            x = rng.randrange(ways[i][left])
            n, j = q.pool[k], 0
            while x >= (w := comb(n, j) * ways[i + 1][left - j]):
                x -= w
                j += 1
            q.hand[k] = j
            q.pool[k] -= j
            left -= j
        if not q.asked:
            q.reask()
        return q

    def ways(self, q: Storm, kinds: list[int]) -> list[list[int]]:
        """By kind and number of chits: in how many ways that many can be drawn of it and all later ones."""
        found = [[0] * (self.size + 1) for _ in range(len(kinds) + 1)]
        found[-1][0] = 1
        for i in range(len(kinds) - 1, -1, -1):
            n = q.pool[kinds[i]]
            most = min(n, q.since[kinds[i]])
            for m in range(self.size + 1):
                found[i][m] = sum([comb(n, j) * found[i + 1][m - j] for j in range(min(most, m) + 1)])
        return found


def seal(p: Storm, viewer: Side) -> Known:
    q = p.clone()
    foe = 1 - viewer
    size = p.hand_size(foe)
    if not size or p.result != UNDECIDED:
        return Open(q, viewer)
    for k in range(FIRST_OF[foe], END_OF[foe]):
        q.pool[k] += q.hand[k]
        q.hand[k] = 0
    return Sealed(q, viewer, size)
