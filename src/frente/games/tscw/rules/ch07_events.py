"""[7.5-7.41] The events of the chits: what happens when one is drawn, and the choices it leaves."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.tscw.rules.ch04_victory import CHIT, enter, shift_morale
from frente.games.tscw.rules.ch06_entry import entry_hexes
from frente.games.tscw.rules.ch07_chits import held, spend
from frente.games.tscw.rules.ch07_duties import czech_lasts
from frente.games.tscw.rules.ch10_supply import supplied, traces
from frente.games.tscw.state.board import (
    BASQUE,
    BY_EVENT,
    COLONIAL,
    COLUMN,
    CTV,
    DIVISION,
    HQ,
    INFANTRY,
    KONDOR,
    MOUNTAIN,
    NAT,
    NORTHERN,
    REP,
    RP_NAT,
    RP_REP,
)
from frente.games.tscw.state.frames import DONE
from frente.games.tscw.state.position import (
    AWAITED,
    AWAY,
    BASE,
    DEAD,
    EVENT,
    HELD,
    NEW,
    ON_TABLE,
    REMOVED,
    Tscw,
    refusal,
)
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

# What a player is asked to take off the map or to place.
ANSCHLUSS: Final = 0
CRISIS_AIR: Final = 1
CRISIS_STEPS: Final = 2
BALEARIC: Final = 3
BALEARIC_VALENCIA: Final = 4
ITALIANS: Final = 5
GUERRILLA: Final = 6
UNREST_AIR: Final = 7
CONVOY: Final = 8
VOLUNTEER: Final = 9                     # where the Basque units A to D appear
RULE: Final = ("7.5", "7.11a", "7.11b", "7.7a", "7.7a", "7.10c", "7.18", "7.35d", "7.41", "7.6c")
KEY: Final = ("pick-anschluss", "pick-crisis-air", "pick-crisis-steps", "pick-balearic", "pick-valencia",
              "pick-italians", "pick-guerrilla", "pick-unrest-air", "pick-convoy", "pick-volunteer")

CRISIS: Final = 6                        # steps (7.11b)
HARASSED: Final = 2                      # steps (7.18)
LANDING_COLUMNS: Final = 3               # 7.7a
LAST_MADRID: Final = 6                   # turn (7.22a)
LAST_BALEARIC: Final = 6
FIRST_TOLEDO: Final = 3                  # 7.34a
LAST_UNREST: Final = 11                  # R63
LAST_CONVOY: Final = 3
GOALS: Final = {"oviedo-offensive": (3608, 4), "mandatory-zaragoza": (3117, 3), "mandatory-huesca": (3218, 3),
                "mandatory-teruel": (2617, 3), "mandatory-cordoba": (1809, 3), "mandatory-granada": (1511, 2),
                "mandatory-vitoria": (3513, 3)}


def void(p: Tscw, name: str) -> None:
    p.tell("7.2d", "chit-void", {"chit": name})


def take_effect(p: Tscw, c: int) -> None:
    """The chit has been drawn and takes effect now; one whose conditions do not hold is discarded (7.2d)."""
    b = p.board
    name = b.kinds[b.chit_kind[c]]
    if not _applies(p, name):
        if name == "gernika":
            p.gernika = 1                # [7.36, R64] drawn counts as played
            attacks_on_ships(p)
        void(p, name)
        return
    cause = CHIT + b.chit_kind[c]
    if name == "durruti-dies":
        shift_morale(p, -1, cause, "7.9")
    if name == "negrin":
        shift_morale(p, 1, cause, "7.29")
    if name == "santa-maria":
        shift_morale(p, 1, cause, "7.13")
    if name == "recognition":
        shift_morale(p, -2, cause, "7.20")
    if name == "franco-neutrality":
        p.rp[RP_NAT] = max(0, p.rp[RP_NAT] - 1)              # [7.12, R52]
    if name == "nationalist-rp":
        p.next_nat += b.chit_value[c]                        # [7.32]
    if name == "republican-rp":
        p.next_rep += b.chit_value[c]                        # [7.37]
    if name == "great-purchase":
        p.next_purchase += b.chit_value[c]                   # [7.15a]
    if name == "submarines":           # [7.19]
        if p.rp[RP_REP]:
            p.rp[RP_REP] -= 1
        elif p.purchase:
            p.purchase -= 1              # [R55] they belong to the total
        else:
            p.submarines += 1            # [R57] takes the first point received
    if name in ("gernika", "german-ships"):
        p.call(Rolling(c))               # [7.16, 7.36]
    if name == "anschluss":
        p.call(Picking(NAT, ANSCHLUSS, 1))                   # [7.5]
    if name == "victory-convoy":
        p.call(Picking(NAT, CONVOY, 1))  # [7.41]
    if name == "guerrilla":
        p.call(Picking(NAT, GUERRILLA, HARASSED, judged(p, NAT)))              # [7.18]
    if name == "balearic-landings":    # [7.7a]
        p.call(Picking(REP, BALEARIC_VALENCIA, 1, judged(p, REP)))
        p.call(Picking(REP, BALEARIC, LANDING_COLUMNS, judged(p, REP)))
    if name == "madrid":
        p.call_madrid = p.turn + 1       # [7.22b]
        p.chit[c] = ON_TABLE             # [7.22b]
    if name == "on-to-alcazar":
        p.call_alcazar = 1               # [7.34a, 7.34c]
        p.chit[c] = ON_TABLE
    if name in GOALS:                  # [7.33a]
        goal, quota = GOALS[name]
        p.offensive = p.turn
        p.target = b.index[str(goal)]
        p.quota = quota
    if name == "basque-surrender":
        basque_surrender(p)              # [7.6a, 7.6b]
    if name == "casado-coup":
        casado(p)                        # [7.8b, 7.8c, 7.8d]
    if name == "foreign-volunteers":   # [7.10a, 7.10c]
        p.chit[c] = ON_TABLE
        foreign_volunteers(p)
    if name == "czech-crisis":         # [7.11a, 7.11b]
        p.chit[c] = ON_TABLE
        p.czech = p.turn
        p.call(Picking(NAT, CRISIS_STEPS, CRISIS, judged(p, NAT)))
        p.call(Picking(NAT, CRISIS_AIR, 1))
    if name == "political-unrest":
        p.unrest = p.turn                # [7.35b, 7.35c]
        p.box(b.lenin, REMOVED)          # [7.35a] from the map, the track or the deadpile, for good
        p.call(Picking(REP, UNREST_AIR, 1))                  # [7.35d]


def _applies(p: Tscw, name: str) -> bool:
    """Whether the conditions of an event hold."""
    b = p.board
    if name == "anschluss":
        return not czech_lasts(p) and bool(kondor(p))        # [7.5, R46]
    if name == "basque-surrender":
        return p.control[b.bilbao] == NAT                    # [7.6a, R47]
    if name == "balearic-landings":
        return p.turn <= LAST_BALEARIC   # [7.7a]
    if name == "casado-coup":
        return p.morale <= b.morale_casado                   # [7.8a]
    if name == "santa-maria":
        return p.control[b.cabeza] == REP and not p.cabeza                  # [7.13]
    if name == "great-purchase":
        return p.control[b.jonquera] == REP                  # [7.15a]
    if name == "gernika":
        return p.control[b.gernika] == REP                   # [7.16, 7.36]
    if name == "recognition":
        return p.taken > 0               # [7.20, R149] it is enough that one was taken
    if name == "madrid":
        return p.turn <= LAST_MADRID and p.control[b.madrid] == REP            # [7.22a, 7.22b]
    if name == "on-to-alcazar":
        return p.turn >= FIRST_TOLEDO and p.control[b.toledo] == REP and p.alcazar > 0           # [7.34a]
    if name in GOALS:
        goal = b.index[str(GOALS[name][0])]                  # [7.33b]
        return p.control[goal] == NAT and any(p.holder(n) == REP for n in b.nb[goal])
    if name == "political-unrest":
        return p.turn <= LAST_UNREST     # [7.35a, 7.35b]
    if name == "victory-convoy":
        return p.turn <= LAST_CONVOY     # [7.41]
    return True


def judged(p: Tscw, side: Side) -> list[int]:
    """[R150] Units in supply when the chit is drawn."""
    return [u for u in p.on_map(side) if supplied(p, u)]


def kondor(p: Tscw) -> list[int]:
    """Legion Kondor air units in play."""
    return [u for u in p.board.air[NAT] if p.folk[u] == KONDOR and p.hex[u] == BASE]


# -- dice


@dataclass
class Rolling(Frame):
    """[7.16, 7.36] A die for morale."""

    chit: int
    die: int = 0


class EventDie(Die[Rolling, Tscw]):
    """[7.16, 7.36]"""

    rule = "7.16"


class EventResult(Step[Rolling, Tscw]):
    """[7.16] 4-6: +1. [7.36] 1-2: +1, 5-6: -1."""

    rule = "7.36"

    def auto(self, f: Rolling, p: Tscw) -> None:
        kind = p.board.chit_kind[f.chit]
        gernika = p.board.kinds[kind] == "gernika"
        rule = "7.16" if gernika else "7.36"
        if gernika:
            by = 1 if f.die >= 4 else 0
            p.gernika = 1
        else:
            by = 1 if f.die <= 2 else -1 if f.die >= 5 else 0
        p.tell(rule, "event-die", {"chit": p.board.kinds[kind], "die": f.die, "by": f"{by:+d}"})
        if by:
            shift_morale(p, by, CHIT + kind, rule)
        if gernika:
            attacks_on_ships(p)


play(Rolling, EventDie(), EventResult())


def attacks_on_ships(p: Tscw) -> None:
    """[7.36, R64] The chit kept until Gernika is resolved in the same phase."""
    c = held(p, REP, "german-ships")
    if c >= 0:
        spend(p, REP, c)
        p.call(Rolling(c))


# -- choices


@dataclass
class Picking(Frame):
    """A player takes units off, or places them, one by one."""

    side: Side
    what: int
    left: int                            # units, or steps
    fed: list[int] = field(default_factory=list)             # in supply when the chit was drawn (R150)
    chosen: list[int] = field(default_factory=list)
    unit: int = -1                       # waiting for a hex
    hexes: list[int] = field(default_factory=list)


def picks(p: Tscw, f: Picking) -> list[int]:
    """[7.5, 7.6c, 7.7a, 7.10c, 7.11a, 7.11b, 7.18, 7.35d, 7.41] Units that may be chosen next."""
    b = p.board
    what = f.what
    if f.left <= 0:
        return []
    if what in (ANSCHLUSS, CRISIS_AIR):
        return kondor(p)
    if what == UNREST_AIR:
        return [u for u in b.air[REP] if p.hex[u] == BASE and p.folk[u] != NORTHERN]       # [7.35d]
    if what == CONVOY:
        return [u for u in b.ground[NAT] if p.folk[u] == COLONIAL and p.hex[u] == AWAITED and p.due[u] > p.turn
                and entry_hexes(p, u, [])]
    if what == VOLUNTEER:
        return [u for u in b.ground[REP] if p.hex[u] == EVENT][:1]
    able: list[int] = []
    for u in b.ground[f.side]:
        if p.hex[u] < 0:
            continue
        kind = b.type[u]
        region = b.regions[b.region[p.hex[u]]]
        if what == BALEARIC:
            fits = p.column(u) and region in ("Aragón", "Catalonia")
        elif what == BALEARIC_VALENCIA:
            fits = p.column(u) and region == "Valencia"
        elif what == ITALIANS:
            fits = p.folk[u] == CTV and b.size_mark[u] == DIVISION
        elif what == GUERRILLA:
            fits = kind in (INFANTRY, MOUNTAIN, COLUMN) and p.steps[u] <= f.left
        else:
            fits = kind != HQ and p.steps[u] <= f.left
        if fits:
            able.append(u)
    good = [u for u in able if u in f.fed]                   # [R150] as far as such units exist
    able = good or able
    if what == GUERRILLA and f.left == HARASSED:
        ones = [u for u in able if p.steps[u] == 1]
        if len(ones) == 1 and len(able) > 1:                 # [R56] exactly two steps: a lone single step does not do
            able = [u for u in able if p.steps[u] == HARASSED]
    return able


class PickUnit(Listed[Picking, Tscw]):
    """[7.5, 7.7a, 7.10c, 7.11a, 7.11b, 7.18, 7.35d, 7.41] One unit after another until the chit is satisfied or
    nothing fits."""

    rule = "7.4a"
    verbs = ("unit", "done")

    def ask(self, f: Picking, p: Tscw) -> Choices:
        found = [p.board.unit_acts[u] for u in picks(p, f)]
        if found and f.what == CONVOY:
            found.append(DONE)           # [7.41, R66] voluntary
        return {f.side: found} if found else {}

    def do(self, f: Picking, p: Tscw, side: Side, act: Act) -> bool:
        if act == DONE:
            return f.close()
        take(p, f, act.arg)
        return True

    def auto(self, f: Picking, p: Tscw) -> None:
        if f.what == ITALIANS and f.left > 0:                # [R50] then one from the deadpile
            for u in p.board.ground[NAT]:
                if p.folk[u] == CTV and p.board.size_mark[u] == DIVISION and p.hex[u] == DEAD:
                    p.box(u, REMOVED)
                    p.tell("7.10c", "unit-removed", {"unit": p.board.uid[u]})
                    break
        f.close()

    def why(self, f: Picking, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if act == DONE:
            return [Refusal(RULE[f.what], "chit-is-compulsory", {})]
        if p.board.side[act.arg] != side:
            return [refusal(p, RULE[f.what], "not-your-unit", act.arg)]
        return [refusal(p, RULE[f.what], "does-not-fit-chit", act.arg)]


class PickHex(Listed[Picking, Tscw]):
    """[7.41, 7.6c] Where a unit that a chit brings on is placed."""

    rule = "7.41"
    verbs = ("hex",)

    def ask(self, f: Picking, p: Tscw) -> Choices:
        if f.unit < 0:                   # [7.5, 7.7a, 7.10c, 7.11a, 7.11b, 7.18, 7.35d] it has been taken off
            return {}
        return {f.side: [p.board.hex_acts[h] for h in places(p, f)]}

    def do(self, f: Picking, p: Tscw, side: Side, act: Act) -> bool:
        place(p, f, act.arg)
        return True

    def why(self, f: Picking, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, RULE[f.what], "not-an-entry-hex", f.unit, act.arg)]


class PickAgain(Step[Picking, Tscw]):
    """[7.7a, 7.11b, 7.18] Until the chit is satisfied."""

    rule = "7.4a"

    def auto(self, f: Picking, p: Tscw) -> None:
        f.at = 0


play(Picking, PickUnit(), PickHex(), PickAgain())


def places(p: Tscw, f: Picking) -> list[int]:
    if f.what == CONVOY:
        return entry_hexes(p, f.unit, [])
    fresh = sorted({h for h in f.hexes if p.top[h] < 0 and p.control[h] == REP})
    return fresh or sorted(set(f.hexes))


def place(p: Tscw, f: Picking, h: int) -> None:
    u = f.unit
    p.state[u] |= NEW
    enter(p, u, h)
    if f.what == VOLUNTEER:
        f.hexes.remove(h)
    p.tell(RULE[f.what], "unit-placed", {"hex": p.board.title(h)})


def take(p: Tscw, f: Picking, u: int) -> None:
    """[7.5, 7.6c, 7.7a, 7.7b, 7.10c, 7.11a, 7.11b, 7.18, 7.35d, 7.41] Carry out one choice."""
    what = f.what
    p.reveal()                           # what is asked next may show something of who stands where
    f.chosen.append(u)
    f.left -= p.steps[u]                 # [7.11b, 7.18] in steps; else one unit is asked for, or units of one step
    if what in (CONVOY, VOLUNTEER):
        f.unit = u
        return
    p.tell(RULE[what], "unit-leaves", {"unit": p.board.uid[u]})
    if what == UNREST_AIR:
        p.state[u] |= HELD
        return
    if what == ITALIANS:
        p.box(u, REMOVED)
        return
    p.box(u, AWAY)
    if what == CRISIS_AIR:
        p.due[u] = p.czech + 2
    else:
        p.due[u] = p.turn + (1 if what in (ANSCHLUSS, GUERRILLA) else 2)


# -- the larger events


def basque_surrender(p: Tscw) -> None:
    """[7.6b, 7.6c, R47] All Basque units leave the game; units A to D take over as many of the hexes they leave."""
    b = p.board
    hexes: list[int] = []
    p.basque_end = 1
    for u in b.ground[REP]:
        if p.folk[u] == BASQUE and b.turn[u] != BY_EVENT and p.hex[u] != REMOVED:
            if p.hex[u] >= 0:
                hexes.append(p.hex[u])
            p.box(u, REMOVED)
    p.tell("7.6b", "basques-surrender", {"units": len(hexes)})
    p.call(Picking(REP, VOLUNTEER, min(4, len(hexes)), [], [], -1, hexes))


def casado(p: Tscw) -> None:
    """[7.8b, 7.8c, 7.8d]"""
    b = p.board
    p.fleet = 0
    p.casado = p.turn
    around = [u for u in p.on_map(REP) if b.apart[p.hex[u]][b.madrid] <= 2]
    if p.control[b.madrid] == REP and len(around) >= 3:
        p.infighting = p.turn
    p.reveal()


def foreign_volunteers(p: Tscw) -> None:
    """[7.10a, 7.10b, 7.10c, R50, R150]"""
    b = p.board
    p.volunteers = p.turn
    for u in b.ground[REP]:
        if b.international[u]:
            if p.hex[u] == AWAITED or (p.hex[u] >= 0 and traces(p, u)):
                p.steps[u] = 1
                p.box(u, DEAD)
    p.tell("7.10a", "internationals-leave", {})
    p.call(Picking(NAT, ITALIANS, 1, judged(p, NAT)))


def late_internationals(p: Tscw) -> None:
    """[R150] International brigades that were out of supply leave in the first A.IV in which they are not."""
    if not p.volunteers or p.turn == p.volunteers:
        return
    for u in p.board.ground[REP]:
        if p.board.international[u] and p.hex[u] >= 0 and p.due[u] < p.volunteers and traces(p, u):
            p.steps[u] = 1
            p.box(u, DEAD)


def air_withdrawn(p: Tscw) -> None:
    """[7.11a, R51] The second Legion Kondor unit leaves at the start of the next turn; both are back a turn later."""
    if p.czech and p.turn == p.czech + 1:
        p.call(Picking(NAT, CRISIS_AIR, 1))
