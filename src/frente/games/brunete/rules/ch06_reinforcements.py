"""[6.1, 6.2] Reinforcements come beside the map; casualties are recovered three for one, tanks four for one."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.brunete.rules.ch09_movement import entry_arc
from frente.games.brunete.state.board import INFANTRY, REP, TANK
from frente.games.brunete.state.position import AWAITED, AWAY, FINAL, OFF_MAP, RECOVERABLE, Brunete
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play

GROUP: Final = {INFANTRY: 3, TANK: 4}    # casualties that give one unit back


@dataclass
class Reinforcements(Frame):
    """[2.11] The reinforcement step of one side."""

    side: Side
    unit: int = -1                       # unit whose entry hex is being chosen
    group: list[int] = field(default_factory=list)       # casualties of one recovery, the one that returns first


def arrive(p: Brunete, side: Side) -> None:
    """[6.1a, 2.20, 10.3.6d] Units due this turn are placed beside the map; the extra arrivals of turn 7 come later."""
    for u in p.board.of[side]:
        if p.hex[u] in (AWAITED, AWAY) and p.due[u] <= p.turn and not (p.board.extra[u] and p.turn == 7):
            p.hex[u] = OFF_MAP
            p.tell("6.1a", "arrives", {"unit": p.board.uid[u]})


def entry_hexes(p: Brunete, u: int) -> list[int]:
    """[6.1c-i, 6.1l] Hexes that may be chosen for a unit's entry now."""
    foe = 1 - p.board.side[u]
    return [h for h in entry_arc(p, u) if p.holder(h) != foe]


def alike(p: Brunete, u: int, v: int) -> bool:
    """[6.2b, 6.2f] Whether two casualties can be part of one recovery: T-26, or infantry of one printed factor."""
    b = p.board
    return b.type[u] == b.type[v] and b.attack[u][b.full[u]] == b.attack[v][b.full[v]]


def completes(p: Brunete, group: list[int], box: list[int]) -> bool:
    """[6.2b, 6.2c, 6.2f, R38] Whether a group begun, the unit that returns first, can be filled up from the box."""
    elite = p.board.elite
    head = group[0]
    missing = GROUP[p.board.type[head]] - len(group)
    rest = [u for u in box if u not in group and alike(p, u, head)]
    if len(rest) < missing:
        return False
    # Two of three must share the quality of the one that returns; tanks are all regular.
    peers = [u for u in rest if elite[u] == elite[head]]
    return sum(1 for u in group if elite[u] == elite[head]) + min(missing, len(peers)) >= 2


def recoverable(p: Brunete, side: Side) -> list[int]:
    """[6.2b, 6.2c, 6.2f] Casualties that can be brought back: there is a group of the right factor and quality."""
    box = casualties(p, side)
    return [u for u in box if completes(p, [u], box)]


def casualties(p: Brunete, side: Side) -> list[int]:
    return [u for u in p.board.of[side] if p.hex[u] == RECOVERABLE]


class Reinforce(Step[Reinforcements, Brunete]):
    """[6.1a, 6.2] Name the entry hex of each arrival; recover casualties; what is left waits off the map."""

    rule = "6.1a"
    verbs = ("unit", "hex", "recover", "with", "pass")

    def ask(self, f: Reinforcements, p: Brunete) -> Choices:
        if f.unit >= 0:
            return {f.side: [p.board.hex_acts[h] for h in entry_hexes(p, f.unit)]}
        if f.group:
            return {f.side: [Act("with", u) for u in mates(p, f)]}
        acts = [p.board.unit_acts[u] for u in p.board.of[f.side]
                if p.hex[u] == OFF_MAP and p.entry[u] < 0 and entry_hexes(p, u)]
        acts += [Act("recover", u) for u in recoverable(p, f.side)]
        return {f.side: [*acts, PASS]} if acts else {}

    def do(self, f: Reinforcements, p: Brunete, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        if act.verb == "unit":
            f.unit = act.arg
        elif act.verb == "hex":
            p.entry[f.unit] = act.arg
            f.unit = -1
        else:
            f.group.append(act.arg)
            if len(f.group) == GROUP[p.board.type[f.group[0]]]:
                recover(p, f.group)
                f.group = []
        return False

    def why(self, f: Reinforcements, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        if f.unit >= 0 and act.verb != "hex":
            return [Refusal("6.1a", "choose-entry-first", {"unit": p.board.uid[f.unit]})]
        if f.group and act.verb != "with":
            return [Refusal("6.2b", "complete-recovery-first", {"unit": p.board.uid[f.group[0]]})]
        if act.verb == "with" and not f.group:
            return [Refusal("6.2b", "name-recovered-first", {})]
        if act.verb == "hex":
            if f.unit < 0:
                return [Refusal("6.1a", "name-arrival-first", {})]
            where: dict[str, Fact] = {"unit": p.board.uid[f.unit], "hex": p.board.names[act.arg]}
            if act.arg not in entry_arc(p, f.unit):
                return [Refusal(zone_rule(p, f.unit), "not-its-entry", where)]
            return [Refusal("6.1l", "enemy-there", where)] if p.holder(act.arg) == 1 - side else []
        if act.verb in ("recover", "with"):
            return recovery_refusals(f, p, side, act)
        return arrival_refusals(p, side, act.arg) if act.verb == "unit" else []


def mates(p: Brunete, f: Reinforcements) -> list[int]:
    """[6.2b, 6.2c, 6.2f] Casualties that may join the group begun."""
    box = casualties(p, f.side)
    return [u for u in box if u not in f.group and alike(p, u, f.group[0]) and completes(p, [*f.group, u], box)]


def recover(p: Brunete, group: list[int]) -> None:
    """[6.2b, 6.2d, 6.2f] The first returns at full strength as a reinforcement, the others are lost for good."""
    p.hex[group[0]] = OFF_MAP
    p.steps[group[0]] = p.board.full[group[0]]
    p.tell("6.2d", "recovered", {"unit": p.board.uid[group[0]]})
    for u in group[1:]:
        p.hex[u] = FINAL


def zone_rule(p: Brunete, u: int) -> str:
    """[6.1c-i, 10.4.1r] The rule that gives a unit its entry zone."""
    if p.exit[u] >= 0:
        return "10.4.1r"
    if p.board.side[u] == REP:
        return "6.1c"
    return {"C-E": "6.1d", "E-J": "6.1e", "K-L": "6.1f", "J-L": "6.1g", "C-D": "6.1h"}.get(p.board.arc[u], "6.1i")


def arrival_refusals(p: Brunete, side: Side, u: int) -> list[Refusal]:
    who: dict[str, Fact] = {"unit": p.board.uid[u]}
    if p.board.side[u] != side:
        return [Refusal("6.1a", "not-your-unit", who)]
    if p.hex[u] == FINAL:
        return [Refusal("6.2e", "lost-for-good", who)]
    if p.hex[u] == RECOVERABLE:
        return [Refusal("6.2b", "only-by-recovery", who)]
    if p.hex[u] >= 0:
        return [Refusal("6.1a", "already-on-map", who)]
    if p.hex[u] != OFF_MAP:
        return [Refusal("6.1a", "arrives-later", {"unit": p.board.uid[u], "turn": p.due[u]})]
    if p.entry[u] >= 0:
        return [Refusal("6.1a", "entry-chosen", {"unit": p.board.uid[u], "hex": p.board.names[p.entry[u]]})]
    return [Refusal("6.1l", "no-free-entry", who)] if not entry_hexes(p, u) else []


def recovery_refusals(f: Reinforcements, p: Brunete, side: Side, act: Act) -> list[Refusal]:
    b = p.board
    u = act.arg
    who: dict[str, Fact] = {"unit": b.uid[u]}
    if b.side[u] != side:
        return [Refusal("6.2a", "not-recoverable", who)]
    if p.hex[u] == FINAL:
        return [Refusal("6.2e", "not-recoverable", who)]
    if p.hex[u] != RECOVERABLE:
        return [Refusal("6.2a", "not-a-casualty", who)]
    tank = b.type[u] == TANK
    if act.verb == "recover":
        return [] if u in recoverable(p, side) else [Refusal("6.2f" if tank else "6.2b", "too-few-casualties", who)]
    return [] if u in mates(p, f) else [Refusal("6.2f" if tank else "6.2c", "does-not-match", who)]


play(Reinforcements, Reinforce())
