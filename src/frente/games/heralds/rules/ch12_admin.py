"""[12] The administrative phase: resources, will to fight check, refit, markers."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import contested, enterable, holder, step_out, way_open
from frente.games.heralds.rules.ch06_reaction import DONE
from frente.games.heralds.rules.ch06_stacks import fighters
from frente.games.heralds.rules.ch11_will import finish, judge, shift
from frente.games.heralds.state.board import CND, HQ, NEUTRAL, PCE, SPACES, SQUARES
from frente.games.heralds.state.frames import Each, Turn
from frente.games.heralds.state.position import (
    AVAILABLE,
    COMMITTED,
    FIRE,
    NEXT_TURN,
    RUIN,
    TIE,
    Heralds,
    refusal,
)
from frente.kernel.flow import Act, Choices, Refusal, Side, Step
from frente.kit.steps import Listed


class ResourcesReset(Step[Turn, Heralds]):
    """[12.1a] Committed resources are available again."""

    rule = "12.1a"

    def auto(self, f: Turn, p: Heralds) -> None:
        p.res = [AVAILABLE if r == COMMITTED else r for r in p.res]
        for row in p.board.syndicates:
            for u in row:
                p.spent[u] = 0


def check_shift(p: Heralds, side: Side) -> list[tuple[int, str, str]]:
    """[11.2m-o] What moves a side's marker at the check."""
    b = p.board
    if side == CND:
        return []
    penalty = b.penalty_other if p.opt.early_penalty else b.penalty
    found = [(-penalty[p.turn], "11.2m", "check-turn")]
    if p.turn > 1 and p.alive(b.party) and p.side[b.party] == NEUTRAL:
        found.append((-1, "11.2n", "check-party"))
    if p.alive(b.ortega) and p.side[b.ortega] == PCE:
        found.append((1, "11.2o", "check-ortega"))
    return [x for x in found if x[0]]


class WillCheck(Step[Turn, Heralds]):
    """[12.2a, 11.2m-o, 11.3c, R108] On the last turn the victory is judged."""

    rule = "12.2a"

    def auto(self, f: Turn, p: Heralds) -> None:
        for side in (p.initiative, 1 - p.initiative):
            parts = check_shift(p, side)
            for value, rule, key in parts:
                p.tell(rule, key, {"boxes": value})
            shift(p, side, sum([x[0] for x in parts]), "12.2a")
        if p.turn >= p.board.turns:
            if p.will[CND] == p.will[PCE]:
                finish(p, TIE, "tie")
            else:
                finish(p, CND if p.will[CND] > p.will[PCE] else PCE, "marginal")


# -- refit


def paths(p: Heralds, side: Side, start: int) -> list[int]:
    """[12.3a, 9.9.1b, R104, R110] Squares reached over open routes, not through enemy or contested squares."""
    b = p.board
    found = [start]
    for a in found:
        if a != start and (contested(p, a) or (a == b.carabana and ortega_in_carabana(p))):
            continue
        for i, t in enumerate(b.to[a]):
            if t < SQUARES and t not in found and way_open(p, side, a, i) and holder(p, t) != 1 - side:
                found.append(t)
    return found


def ortega_in_carabana(p: Heralds) -> bool:
    """[9.9.1b, R104]"""
    return p.side[p.board.ortega] == NEUTRAL and p.at[p.board.ortega] == p.board.carabana


REFITTED: Final = 2                      # where the refit of a side ends


def may_relocate(p: Heralds, side: Side, u: int) -> tuple[str, str]:
    """[12.3a, R43] Headquarters that spent nothing this turn, and the token."""
    b = p.board
    if p.side[u] != side or not p.alive(u):
        return ("12.3a", "not-your-pawn")
    if p.who[u] == b.tokens[side]:
        return ("R43", "already-moved") if p.spent[u] else ("", "")
    if b.kind[p.who[u]] != HQ:
        return ("12.3a", "only-hqs")
    return ("12.3a", "points-were-spent") if p.spent[u] else ("", "")


def new_places(p: Heralds, side: Side, u: int) -> list[int]:
    """[12.3a] Where a headquarters may go: squares, and friendly or open compounds in them."""
    b = p.board
    start = p.square(u)
    found: list[int] = []
    for a in paths(p, side, start):
        if a != p.at[u]:
            found.append(a)
        found += [c for c in b.inside[a] if c != p.at[u] and enterable(p, side, c)]
    return sorted(found)


def payers(p: Heralds, side: Side, u: int, cost: int) -> list[int]:
    """[12.3b, 12.3c] Headquarters that command a unit, reach it and can pay; last those that lose least by it."""
    b = p.board
    found = [h for h in b.hqs if p.alive(h) and p.side[h] == side and p.points(h) >= cost and b.authority(h, u)
             and p.square(u) in paths(p, side, p.square(h))]
    return [h for h in found if not p.spent[h]] + [h for h in found if p.spent[h]]      # the unspent could still move


def repair_refusal(p: Heralds, side: Side, u: int) -> tuple[str, str]:
    """[12.3b]"""
    if p.side[u] != side or not p.alive(u):
        return ("12.3b", "not-your-pawn")
    if not p.damaged[u]:
        return ("12.3b", "not-damaged")
    return ("", "") if payers(p, side, u, p.board.v["refit.damage"]) else ("12.3b", "no-hq-can-repair")


def guards(p: Heralds, side: Side, captive: int) -> list[int]:
    """[12.3c] Own combat units in the prisoner's square whose headquarters can pay and reach them."""
    return [u for u in fighters(p, p.around(p.at[captive]))
            if p.side[u] == side and payers(p, side, u, p.board.v["refit.prisoner"])]


class Refit(Listed[Each, Heralds]):
    """[12.3a-c] Headquarters and token move, damage is repaired, prisoners are led away. Asked of both, always."""

    rule = "12.3a"
    verbs = ("relocate", "repair", "prisoner", "done")

    def ask(self, f: Each, p: Heralds) -> Choices:
        b = p.board
        found: list[Act] = []
        for u in [*b.hqs, *b.handles[f.side]]:
            if not may_relocate(p, f.side, u)[0] and new_places(p, f.side, u):
                found.append(b.unit_verbs["relocate"][u])
        for u in b.combats:
            if not repair_refusal(p, f.side, u)[0]:
                found.append(b.unit_verbs["repair"][u])
            if p.captive[u] and u not in f.done and b.reverse[u] != f.side and guards(p, f.side, u):
                found.append(b.unit_verbs["prisoner"][u])
        return {f.side: [*found, DONE]}

    def do(self, f: Each, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        if act == DONE:
            f.at = REFITTED
            return False
        f.unit = act.arg
        if act.verb == "repair":
            cost = b.v["refit.damage"]
            p.spent[payers(p, side, act.arg, cost)[-1]] += cost
            p.damaged[act.arg] = 0
            p.tell("12.3b", "repaired", {"unit": b.uid[act.arg]})
            return False
        if act.verb == "prisoner":
            f.pending = guards(p, side, act.arg)[0]
        else:
            f.pending = -1
        f.done.append(act.arg)
        return True

    def why(self, f: Each, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "repair":
            rule, key = repair_refusal(p, side, act.arg)
        elif act.verb == "prisoner":
            rule, key = ("12.3c", "no-prisoner-to-move")
        else:
            rule, key = may_relocate(p, side, act.arg)
        return [refusal(p, rule or "12.3a", key or "nowhere-to-go", act.arg)]


class RefitPlace(Listed[Each, Heralds]):
    """[12.3a, 12.3c, R111] Where to."""

    rule = "12.3a"
    verbs = ("to",)

    def ask(self, f: Each, p: Heralds) -> Choices:
        acts = p.board.space_verbs["to"]
        return {f.side: [acts[a] for a in self.places(f, p)]}

    def places(self, f: Each, p: Heralds) -> list[int]:
        if f.pending < 0:
            return new_places(p, f.side, f.unit)
        return march(p, f.side, p.square(f.unit), p.initiative_of(f.pending))

    def do(self, f: Each, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        if f.pending >= 0:
            cost = b.v["refit.prisoner"]
            p.spent[payers(p, side, f.pending, cost)[-1]] += cost
            p.put(f.pending, act.arg)
        else:
            p.spent[f.unit] = b.command[f.unit] if f.unit < b.first else 1
        p.put(f.unit, act.arg)
        step_out(p, side, act.arg)
        p.tell("12.3a", "relocates", {"unit": b.uid[f.unit], "space": b.names[act.arg]})
        judge(p)
        f.at = 0
        return False

    def why(self, f: Each, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "12.3a", "no-open-way", f.unit, act.arg)]


def march(p: Heralds, side: Side, start: int, points: int) -> list[int]:
    """[R111] Squares within so many maneuver points over open routes; staying is one of them."""
    b = p.board
    best = {start: 0}
    queue = [start]
    for a in queue:
        for i, t in enumerate(b.to[a]):
            if t < SQUARES and way_open(p, side, a, i) and holder(p, t) != 1 - side and not contested(p, t):
                cost = best[a] + b.cost_easy[a][i]
                if cost < best.get(t, points + 1):
                    best[t] = cost
                    queue.append(t)
    return sorted(best)


# -- end of turn


def hide_refusal(p: Heralds, side: Side, u: int) -> tuple[str, str]:
    """[R42] What keeps a piece from being turned to its decoy side in the markers update."""
    if not p.opt.rehide:
        return ("R42", "stays-disclosed")
    if u < p.board.first:
        return ("4b", "has-no-decoy-side")
    if p.side[u] != side or not p.alive(u):
        return ("4a", "not-your-pawn")
    if p.hid[u]:
        return ("R42", "is-hidden")
    return ("R42", "enemy-looks-on") if p.combat[(1 - side) * SQUARES + p.square(u)] else ("", "")


class Conceal(Listed[Each, Heralds]):
    """[R42, R22] Disclosed agents and tokens may be hidden again; who is, no longer holds a compound."""

    rule = "R42"
    verbs = ("conceal", "done")

    def ask(self, f: Each, p: Heralds) -> Choices:
        b = p.board
        found = [b.unit_verbs["conceal"][u] for u in b.handles[f.side] if not hide_refusal(p, f.side, u)[0]]
        return {f.side: [*found, DONE]} if found else {}

    def do(self, f: Each, p: Heralds, side: Side, act: Act) -> bool:
        if act == DONE:
            return True
        p.face(act.arg, 1)
        p.tell("R42", "hides", {"unit": p.board.uid[act.arg]})
        return False

    def why(self, f: Each, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        rule, key = hide_refusal(p, side, act.arg)
        return [refusal(p, rule, key, act.arg)]


class MarkersUpdate(Step[Turn, Heralds]):
    """[12.3d, 12.4a, 12.4b, 7.1.8c, 7.2c, R91, R112]"""

    rule = "12.4a"

    def auto(self, f: Turn, p: Heralds) -> None:
        b = p.board
        for u in range(b.units):
            p.spent[u] = 0
            p.fixed[u] = 0
        for c in range(SQUARES, SPACES):
            if p.state[c] == FIRE:
                p.state[c] = RUIN
        p.ap = [0, 0]
        p.orders = [0, 0]
        p.types = [0, 0]
        p.lost = 0
        if p.at[b.air] == NEXT_TURN:     # [9.4f]
            p.put(b.air, p.at[b.hq_air] if p.alive(b.hq_air) else b.start_at[b.air])
        for u in b.combats:
            if p.captive[u] and not guarded(p, u):
                p.capture(u, 0)
                p.tell("12.4b", "freed", {"unit": b.uid[u]})


def guarded(p: Heralds, u: int) -> bool:
    """[12.4b]"""
    foe = 1 - p.board.reverse[u]
    a = p.at[u]
    return p.combat[foe * SQUARES + p.square(u)] > 0 or p.marker[a] == foe
