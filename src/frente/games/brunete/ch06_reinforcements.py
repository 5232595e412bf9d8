"""[6.1, 6.2] Reinforcements come beside the map; casualties are recovered three for one, tanks four for one."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from frente.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step
from frente.games.brunete.board import INFANTRY, REP, TANK
from frente.games.brunete.ch09_movement import ENEMY, entry_arc, entry_refusal
from frente.games.brunete.position import AWAITED, AWAY, FINAL, OFF_MAP, RECOVERABLE, Brunete

GROUP: Final = {INFANTRY: 3, TANK: 4}    # casualties that give one unit back


@dataclass
class Reinforcements(Frame):
    """[2.11] The reinforcement step of one side."""

    side: Side
    unit: int = -1                       # unit whose entry hex is being chosen
    group: list[int] = field(default_factory=list)       # casualties of one recovery, the one that returns first

    def steps(self) -> Sequence[Step[Any, Any]]:
        return REINFORCEMENTS

    def clone(self) -> Reinforcements:
        f = Reinforcements(self.side, self.unit, self.group[:])
        f.at = self.at
        return f


def arrive(p: Brunete, side: Side) -> None:
    """[6.1a, 10.3.6d] Units due this turn are placed beside the map; the extra arrivals of turn 7 come later (2.20)."""
    for u in p.board.of[side]:
        if p.hex[u] in (AWAITED, AWAY) and p.due[u] <= p.turn and not (p.board.extra[u] and p.turn == 7):
            p.hex[u] = OFF_MAP
            p.tell("6.1a", "arrives", {"unit": p.board.uid[u]})


def entry_hexes(p: Brunete, u: int) -> list[int]:
    """[6.1c-i, 6.1l] Hexes that may be chosen for a unit's entry now."""
    foe = 1 - p.board.side[u]
    return [h for h in entry_arc(p, u) if p.holder(h) != foe]


def quality_fits(p: Brunete, group: list[int], u: int) -> bool:
    """[6.2b, 6.2c, R38] Whether casualty *u* may join a group whose first unit is to return."""
    b = p.board
    head = group[0]
    if p.hex[u] != RECOVERABLE or u in group or b.type[u] != b.type[head] or b.side[u] != b.side[head]:
        return False
    if b.type[u] == TANK:
        return True
    if b.attack[u][b.full[u]] != b.attack[head][b.full[head]]:
        return False
    # Two of the three must share the quality of the one that returns.
    alike = sum(1 for v in group if b.elite[v] == b.elite[head])
    return b.elite[u] == b.elite[head] or alike >= 2 or len(group) + 1 < GROUP[INFANTRY]


def recoverable(p: Brunete, side: Side) -> list[int]:
    """Casualties that can be brought back: there is a whole group of the right factor and quality."""
    b = p.board
    box = [u for u in b.of[side] if p.hex[u] == RECOVERABLE]
    return [u for u in box if completes(p, [u], box)] if len(box) >= GROUP[INFANTRY] else []


def completes(p: Brunete, group: list[int], box: list[int]) -> bool:
    """Whether a group begun can be filled up from the box."""
    b = p.board
    head = group[0]
    missing = GROUP[b.type[head]] - len(group)
    mates = [u for u in box if quality_fits(p, group, u)]
    if len(mates) < missing:
        return False
    if b.type[head] == TANK or not missing:
        return True
    alike = sum(1 for v in [*group, *mates] if b.elite[v] == b.elite[head])
    return alike >= 2


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
            if act.arg in entry_arc(p, f.unit):
                return [entry_refusal(p, f.unit, act.arg, ENEMY, 0)] if p.holder(act.arg) == 1 - side else []
            return [Refusal(zone_rule(p, f.unit), "not-its-entry",
                            {"unit": p.board.uid[f.unit], "hex": p.board.names[act.arg]})]
        if act.verb in ("recover", "with"):
            return recovery_refusals(f, p, side, act)
        return arrival_refusals(p, side, act.arg) if act.verb == "unit" else []


def mates(p: Brunete, f: Reinforcements) -> list[int]:
    box = [u for u in p.board.of[f.side] if p.hex[u] == RECOVERABLE]
    return [u for u in box if quality_fits(p, f.group, u) and completes(p, [*f.group, u], box)]


def recover(p: Brunete, group: list[int]) -> None:
    """[6.2b, 6.2d, 6.2f] The first returns at full strength as a reinforcement, the others are lost for good."""
    p.hex[group[0]] = OFF_MAP
    p.steps[group[0]] = p.board.full[group[0]]
    p.tell("6.2d", "recovered", {"unit": p.board.uid[group[0]]})
    for u in group[1:]:
        p.hex[u] = FINAL


def zone_rule(p: Brunete, u: int) -> str:
    """The rule that gives a unit its entry zone."""
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
    if b.side[u] != side or p.hex[u] == FINAL:
        return [Refusal("6.2e" if p.hex[u] == FINAL else "6.2a", "not-recoverable", who)]
    if p.hex[u] != RECOVERABLE:
        return [Refusal("6.2a", "not-a-casualty", who)]
    if act.verb == "recover" and not f.group:
        if u in recoverable(p, side):
            return []
        return [Refusal("6.2f" if b.type[u] == TANK else "6.2b", "too-few-casualties", who)]
    if act.verb == "with" and f.group and u not in mates(p, f):
        return [Refusal("6.2f" if b.type[u] == TANK else "6.2c", "does-not-match", who)]
    return []


REINFORCEMENTS: Final[Sequence[Step[Any, Any]]] = (Reinforce(),)
