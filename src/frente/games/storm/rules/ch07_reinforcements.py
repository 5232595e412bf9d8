"""[7, 1.1j-1.1m, 12.2] Set-up and reinforcements: where a counter is placed, one after another."""
from __future__ import annotations

from dataclasses import dataclass, field

from frente.games.storm.state.board import AREAS, BLUE, BROWN, CROSS, FREE, GARRISON, GREEN, NAT, RADA, REP, SPACES
from frente.games.storm.state.position import AWAITED, UNUSED, Storm, refusal
from frente.kernel.flow import CHANCE, D6, Act, Choices, Frame, Refusal, Side, play
from frente.kit.steps import Die, Listed


@dataclass
class Placing(Frame):
    """Units of one side placed by their codes: set-up (1.1k2) and phase 2c."""

    side: Side
    units: list[int] = field(default_factory=list)
    setup: bool = False
    chosen: bool = False                 # the first of them has been called before others who want its place


def blocked(p: Storm, side: Side, a: int) -> bool:
    """[7b] Enemy-controlled or full; own boxes never are."""
    return p.control[a] != side or p.room(side, a) <= 0


def landings(p: Storm, u: int) -> list[int]:
    """[7a, 7b, R33] Where a unit may be placed: an open area of its code, else the nearest open areas."""
    b = p.board
    side = b.side[u]
    codes = b.codes[u]
    found = [a for a in codes if not blocked(p, side, a)]
    if found:
        return found
    free = [a for a in range(AREAS) if not blocked(p, side, a)]
    if not free:
        return [x for x in range(AREAS, SPACES) if b.owner[x] == side]
    near: list[int] = []
    for a in codes:
        least = min([b.hops[a][t] for t in free])
        near += [t for t in free if b.hops[a][t] == least and t not in near]
    return sorted(near)


def rivals(p: Storm, f: Placing) -> list[int]:
    """[3.2c, 7b] Units for which there is not room enough where the next one may go; nobody if one has been called."""
    if f.chosen:
        return []
    goals = [landings(p, u) for u in f.units]
    found: list[int] = []
    for a in goals[0]:
        wanting = [u for u, areas in zip(f.units, goals) if a in areas]
        if len(wanting) > p.room(f.side, a):
            found += [u for u in wanting if u not in found]
    return sorted(found)


class PlaceUnits(Listed[Placing, Storm]):
    """[7a, 7b, 1.1k] The owner chooses where the code gives a choice, and who comes first where there is no room."""

    rule = "7a"
    verbs = ("unit", "area")

    def ask(self, f: Placing, p: Storm) -> Choices:
        if not f.units:
            return {}
        several = rivals(p, f)
        if several:
            return {f.side: [p.board.unit_acts[u] for u in several]}
        found = landings(p, f.units[0])
        return {f.side: [p.board.area_acts[a] for a in found]} if len(found) > 1 else {}

    def do(self, f: Placing, p: Storm, side: Side, act: Act) -> bool:
        if act.verb == "unit":
            f.units.remove(act.arg)
            f.units.insert(0, act.arg)
            f.chosen = True
        else:
            land(f, p, act.arg)
        return False

    def auto(self, f: Placing, p: Storm) -> None:
        if f.units:
            land(f, p, landings(p, f.units[0])[0])
            f.at -= 1

    def why(self, f: Placing, p: Storm, side: Side, act: Act) -> list[Refusal]:
        several = rivals(p, f)
        if act.verb == "unit":
            return [refusal(p, "7b", "no-rival" if several else "choose-arrival-area", act.arg)]
        if several:
            return [Refusal("7b", "choose-arrival-first", {})]
        u = f.units[0]
        a = act.arg
        codes = p.board.codes[u]
        by_code = landings(p, u)[0] in codes
        if blocked(p, side, a) and (a in codes or not by_code):
            return [refusal(p, "7b", "arrival-blocked", u, a)]
        if by_code:
            return [refusal(p, "1.1k", "not-its-code", u, a)]
        return [refusal(p, "7b", "not-the-nearest", u, a)]


def land(f: Placing, p: Storm, a: int) -> None:
    """[7a, 7b, 1.1k]"""
    u = f.units.pop(0)
    f.chosen = False
    p.put(u, a)
    if p.events is not None:
        p.tell("1.1k" if f.setup else "7a", "placed", {"unit": p.board.uid[u], "area": p.board.names[a]})


class SetUpUnits(PlaceUnits):
    """[1.1k, 1.1k2] The same before the first turn."""

    rule = "1.1k"

    def ask(self, f: Placing, p: Storm) -> Choices:
        return super().ask(f, p) if f.setup else {}

    def auto(self, f: Placing, p: Storm) -> None:
        if f.setup:
            super().auto(f, p)


play(Placing, SetUpUnits(), PlaceUnits())


def coded_setup(p: Storm, side: Side) -> Placing:
    """[12.1b, 12.3b] Units that start on the map; in scenario 1 those of later turns leave the game."""
    b = p.board
    for u in b.of[side]:
        if p.last_turn < b.turn[u] != RADA:
            p.at[u] = UNUSED
    return Placing(side, [u for u in b.of[side] if b.turn[u] == 0], True)


def arrivals(p: Storm, side: Side) -> list[int]:
    """[1.1j, 4.2c] Units due this turn."""
    return [u for u in p.board.of[side] if p.at[u] == AWAITED and p.board.turn[u] == p.turn]


# -- the Rada Column


def rada_column(p: Storm) -> list[int]:
    """[7c-7e] Its units that are still to come."""
    return [u for u in p.board.of[NAT] if p.at[u] == AWAITED and p.board.turn[u] == RADA]


def rada_waits(p: Storm) -> bool:
    """[7c-7e] Whether the column is still to come and may come this turn."""
    return p.turn in p.board.rada and bool(rada_column(p))


@dataclass
class Rada(Frame):
    """[7c-7e] One die for the whole column."""


class RadaDie(Die[Rada, Storm]):
    """[7c, 7d, 7e, R34]"""

    rule = "7c"

    def ask(self, f: Rada, p: Storm) -> Choices:
        return {CHANCE: D6} if rada_waits(p) and p.board.rada[p.turn] else {}

    def do(self, f: Rada, p: Storm, side: Side, act: Act) -> bool:
        p.tell("7c", "rada-die", {"die": act.arg, "needed": p.board.rada[p.turn]})
        if act.arg >= p.board.rada[p.turn]:
            rada_arrives(p)
        return True

    def auto(self, f: Rada, p: Storm) -> None:
        if rada_waits(p):
            rada_arrives(p)


def rada_arrives(p: Storm) -> None:
    """[7c-7e]"""
    p.tell("7e", "rada-arrives", {})
    p.call(Placing(NAT, rada_column(p)))


play(Rada, RadaDie())


# -- the free set-up of scenario 2


@dataclass
class FreeSetup(Frame):
    """[12.2c-12.2e] One side places its units at will; each of its areas must get one."""

    side: Side
    units: list[int] = field(default_factory=list)


def free_setup(p: Storm, side: Side) -> FreeSetup:
    """[12.2c, 12.2e, 12.2o] Crossed-out units leave, the garrison goes to AA, later ones wait on the track."""
    b = p.board
    for u in b.of[side]:
        if b.scn2[u] == CROSS:
            p.at[u] = UNUSED
        elif b.scn2[u] == GARRISON:
            p.put(u, b.madrid)
    return FreeSetup(side, [u for u in b.of[side] if b.scn2[u] == FREE])


def coloured(p: Storm, side: Side) -> list[int]:
    """[12.2d, 12.2e] Green and brown for the Republican, blue and brown for the Nationalist."""
    own = GREEN if side == REP else BLUE
    return [a for a in range(AREAS) if p.board.colour[a] in (own, BROWN)]


def setup_areas(p: Storm, f: FreeSetup) -> list[int]:
    """Areas for the next unit: as soon as the units left are no more than the empty areas, only those."""
    areas = coloured(p, f.side)
    empty = [a for a in areas if not p.count(f.side, a)]
    if len(f.units) <= len(empty):
        return empty
    return [a for a in areas if p.room(f.side, a) > 0]


class PlaceFreely(Listed[FreeSetup, Storm]):
    """[12.2d, 12.2e]"""

    rule = "12.2d"
    verbs = ("area",)

    def ask(self, f: FreeSetup, p: Storm) -> Choices:
        return {f.side: [p.board.area_acts[a] for a in setup_areas(p, f)]} if f.units else {}

    def do(self, f: FreeSetup, p: Storm, side: Side, act: Act) -> bool:
        u = f.units.pop(0)
        p.put(u, act.arg)
        if p.events is not None:
            p.tell("12.2d" if side == REP else "12.2e", "placed",
                   {"unit": p.board.uid[u], "area": p.board.names[act.arg]})
        return False

    def why(self, f: FreeSetup, p: Storm, side: Side, act: Act) -> list[Refusal]:
        rule = "12.2d" if side == REP else "12.2e"
        a = act.arg
        if a not in coloured(p, side):
            return [refusal(p, rule, "not-a-setup-area", -1, a)]
        if p.room(side, a) <= 0:
            return [refusal(p, "3.2c", "no-room", f.units[0], a)]
        return [refusal(p, rule, "others-still-empty", f.units[0], a)]


play(FreeSetup, PlaceFreely())
