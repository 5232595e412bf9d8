"""[13.10, 13.27, 13.28, 7.40a] What a battle costs, and what follows when a hex breaks."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch07_duties import BARCELONA, FRANCE, measure
from frente.games.tscw.rules.ch09_stacking import LIMIT, fits
from frente.games.tscw.rules.ch12_movement import LIMIT_RULES, limited, quarrel
from frente.games.tscw.rules.ch13_odds import Attack, final_die, result, table_column, town_defense
from frente.games.tscw.state.board import CAVALRY, COLONIAL, HEAVY, HQ, MAJOR, SIDES, TANK, TRAIN
from frente.games.tscw.state.frames import DONE, STOP
from frente.games.tscw.state.position import DEAD, EVACUATED, FOUGHT, LANDED, MOVED, TRAVELLED, Tscw, refusal
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Listed


def steps_of(p: Tscw, units: Sequence[int]) -> int:
    """[13.27a, R117] Steps of ground units, headquarters included."""
    return sum([p.steps[u] for u in units])


class BattleResult(Step[Attack, Tscw]):
    """[13.10a, 13.14] The table is read; Town Defense costs the attacker one step more."""

    rule = "13.10a"

    def auto(self, f: Attack, p: Tscw) -> None:
        attacker, defender = result(p, f, f.die)
        extra = town_defense(p, f)
        spare = max(0, defender - steps_of(p, f.foes))           # [13.27a]
        if defender == steps_of(p, f.foes) and p.opt.advance_exact:
            spare = 1                    # [13.27a, R114] the other reading
        f.losses = [attacker, defender, extra, spare]
        p.tell("13.10a", "battle-result", {
            "die": f.die, "final": final_die(p, f, f.die), "column": p.board.columns[table_column(p, f)],
            "attacker": attacker + extra, "defender": defender})


class AttackerLosses(Step[Attack, Tscw]):
    """[13.10c, 7.40a, R99] The attacker first."""

    rule = "13.10c"

    def auto(self, f: Attack, p: Tscw) -> None:
        p.call(Losses(f.side, f.units[:], f.losses[0], False))
        p.call(Losses(f.side, f.units[:], f.losses[2], True))    # on top of the stack: first of all


class DefenderLosses(Step[Attack, Tscw]):
    """[13.10c]"""

    rule = "13.10c"

    def auto(self, f: Attack, p: Tscw) -> None:
        p.call(Losses(1 - f.side, f.foes[:], f.losses[1], False))


@dataclass
class Losses(Frame):
    """[13.10b] One side takes off steps, one by one."""

    side: Side                           # who decides
    units: list[int]
    left: int
    town: bool                           # the step of Town Defense: Colonial units first


def victims(p: Tscw, f: Losses) -> list[int]:
    """[7.40a, 13.10b, 13.12g, R97, R98] Units that may take the next step."""
    b = p.board
    alive = [u for u in f.units if p.hex[u] >= 0]
    if f.left <= 0:
        return []
    able = [u for u in alive if b.type[u] != HQ]
    if not able:
        return alive                     # [R98] headquarters only when nothing else is left
    if f.town:
        tan = [u for u in able if p.folk[u] == COLONIAL]
        able = tan or able
    fresh = [p.hex[u] for u in alive if p.steps[u] == 2]
    return [u for u in able if b.full[u] == 2 or p.hex[u] not in fresh]


class TakeLosses(Listed[Losses, Tscw]):
    """[7.40a, 13.10b, 13.12g] No one-step unit goes before every two-step unit stacked with it has taken a loss."""

    rule = "13.10b"
    verbs = ("lose",)

    def ask(self, f: Losses, p: Tscw) -> Choices:
        found = victims(p, f)
        return {f.side: [p.board.lose_acts[u] for u in sorted(found)]} if len(found) > 1 else {}

    def do(self, f: Losses, p: Tscw, side: Side, act: Act) -> bool:
        f.left -= 1
        lose_step(p, act.arg)
        return False

    def auto(self, f: Losses, p: Tscw) -> None:
        found = victims(p, f)
        if not found:
            return                       # [R161] what cannot be taken is lost without effect
        f.left -= 1
        lose_step(p, found[0])
        f.at -= 1

    def why(self, f: Losses, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if u not in f.units or p.hex[u] < 0:
            return [refusal(p, "13.10a", "not-in-battle", u)]
        if p.board.type[u] == HQ:
            return [refusal(p, "13.12g", "hq-last", u)]
        if f.town and any(p.folk[v] == COLONIAL for v in victims(p, f)):
            return [refusal(p, "7.40a", "colonial-first", u)]
        return [refusal(p, "13.10b", "two-steps-first", u)]


play(Losses, TakeLosses())


def lose_step(p: Tscw, u: int) -> None:
    """[2.12b, 13.10a]"""
    if p.steps[u] == 2:
        p.steps[u] = 1
        p.tell("2.12b", "unit-reduced", {"unit": p.board.uid[u]})
        return
    p.tell("2.12b", "unit-eliminated", {"unit": p.board.uid[u]})
    p.box(u, DEAD)


# -- breakthrough


def pursuit(p: Tscw, f: Attack) -> list[int]:
    """[13.28a, R118] Cavalry and tanks that may join in, judged when the attack is declared."""
    b = p.board
    found: list[int] = []
    for u in b.ground[f.side]:
        h = p.hex[u]
        if h < 0 or b.type[u] not in (CAVALRY, TANK, HEAVY) or p.near[1 - f.side][h]:
            continue
        if p.state[u] & (MOVED | TRAVELLED | FOUGHT | LANDED | EVACUATED):
            continue
        if any(p.hex[v] in b.nb[h] for v in f.units):
            found.append(u)
    return found


class Breakthrough(Step[Attack, Tscw]):
    """[7.35b, 12.9b, 13.27a, 13.28a, 15.3c] Losses beyond the defender's steps become hexes of advance."""

    rule = "13.27a"

    def auto(self, f: Attack, p: Tscw) -> None:
        n = f.losses[3]
        if f.fight:                      # [7.8c]
            return
        if n <= 0 or p.top[f.target] >= 0:
            return
        alive = [u for u in f.units if p.hex[u] >= 0 and p.board.type[u] not in (HQ, TRAIN)
                 and not p.state[u] & EVACUATED and p.duty[u] != BARCELONA]
        if not any(p.hex[u] >= 0 for u in f.units):
            return                       # [R99] nobody is left
        p.tell("13.27a", "breakthrough", {"hex": p.board.title(f.target), "hexes": n})
        p.call(Advance(f.side, f.target, n, alive, f.pursuers[:]))


@dataclass
class Advance(Frame):
    """[13.27b, 13.28b] Units advance one after another, each as far as it likes."""

    side: Side
    target: int
    hexes: int
    units: list[int]                     # attackers that may still advance
    pursuers: list[int]
    unit: int = -1                       # advancing now
    start: int = -1                      # hex it advances from
    left: int = 0
    through: bool = False                # the emptied hex has been entered
    gone: list[int] = field(default_factory=list)


def barrier(p: Tscw, f: Advance, u: int, a: int, t: int) -> tuple[str, str]:
    """[12.19b, 13.27b, R116] What keeps an advancing unit from entering the next hex."""
    b = p.board
    if p.holder(t) == 1 - f.side and p.fighters(t):
        return ("12.4", "enemy-there")
    if b.motor[u] and b.river[a][b.nb[a].index(t)] == MAJOR:
        return ("12.19b", "motorized-at-river")
    if p.duty[u] == FRANCE and measure(p, FRANCE, t) > measure(p, FRANCE, a):
        return ("7.11c", "too-near-france")
    return ("", "")


def no_stay(p: Tscw, f: Advance, u: int, t: int) -> tuple[str, str]:
    """[9.2a, 12.10a-12.10c, R90, R116, R136] What keeps an advancing unit from ending in a hex that it may pass."""
    start = f.start if u == f.unit else p.hex[u]
    full = p.halves[t] > LIMIT if p.hex[u] == t else not fits(p, u, t)
    if full:
        return ("9.2a", "stack-full")
    if p.board.northern[t] and limited(p, [u], start, t):
        return (LIMIT_RULES[p.folk[u]], "northern-limit")
    if p.opt.politics and quarrel(p, [u], t):
        return ("15.7.2b", "parties-apart")
    return ("", "")


def ends(p: Tscw, f: Advance, u: int, start: int, left: int, through: bool) -> bool:
    """[9.2a, 13.27b, 13.27c, 13.28b] Whether a unit that comes to a hex can end there or further on, the emptied hex on
    its way."""
    nb = p.board.nb
    seen = {(start, through)}
    queue = [(start, left, through)]
    for a, have, was in queue:           # grows while it is walked
        if was and not no_stay(p, f, u, a)[0]:
            return True
        if not have:
            continue
        for t in nb[a]:
            been = was or t == f.target
            if (t, been) not in seen and not barrier(p, f, u, a, t)[0]:
                seen.add((t, been))
                queue.append((t, have - 1, been))
    return False


def onward(p: Tscw, f: Advance, u: int, a: int, left: int, through: bool) -> list[int]:
    """[13.27b, 13.27c, 13.28b] Hexes an advancing unit may enter next."""
    found: list[int] = []
    if left <= 0:
        return found
    for t in p.board.nb[a]:
        been = through or t == f.target
        if not been and u not in f.pursuers:
            continue                     # [13.27c] the emptied hex first
        if not barrier(p, f, u, a, t)[0] and ends(p, f, u, t, left - 1, been):   # [12.4, 12.19b, 13.27b]
            found.append(t)
    return found


class ChooseAdvance(Listed[Advance, Tscw]):
    """[13.27b, 13.28a] Any, all or none."""

    rule = "13.27b"
    verbs = ("unit", "done")

    def ask(self, f: Advance, p: Tscw) -> Choices:
        found = [u for u in [*f.units, *f.pursuers]
                 if u not in f.gone and onward(p, f, u, p.hex[u], f.hexes, False)]
        return {f.side: [*[p.board.unit_acts[u] for u in sorted(found)], DONE]} if found else {}

    def do(self, f: Advance, p: Tscw, side: Side, act: Act) -> bool:
        if act == DONE:
            return f.close()
        f.unit = act.arg
        f.start = p.hex[act.arg]
        p.state[act.arg] |= MOVED        # [13.28a] no second pursuit
        p.reveal()                       # advances are made in the open
        f.gone.append(act.arg)
        f.left = f.hexes
        f.through = False
        return True

    def auto(self, f: Advance, p: Tscw) -> None:
        f.close()

    def why(self, f: Advance, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if u in f.gone:
            return [refusal(p, "13.27b", "already-advanced", u)]
        if p.board.type[u] == HQ:
            return [refusal(p, "13.27b", "hq-stays", u)]
        if p.board.type[u] == TRAIN:
            return [refusal(p, "15.3c", "train-stays", u)]
        if u not in f.units and u not in f.pursuers:
            return [refusal(p, "13.28a", "not-advancing", u)]
        return [refusal(p, "13.27c", "advance-barred", u)]


class AdvanceOn(Listed[Advance, Tscw]):
    """[13.27b-13.27d, 11.4] Hex by hex, the attacked hex first, no zones, no points; limits hold where it ends."""

    rule = "13.27b"
    verbs = ("hex", "stop")

    def ask(self, f: Advance, p: Tscw) -> Choices:
        found = [p.board.hex_acts[t] for t in onward(p, f, f.unit, p.hex[f.unit], f.left, f.through)]
        if not found:
            return {}
        if f.through and not no_stay(p, f, f.unit, p.hex[f.unit])[0]:
            found.append(STOP)
        return {f.side: found}

    def do(self, f: Advance, p: Tscw, side: Side, act: Act) -> bool:
        if act == STOP:
            f.at = 0
            return False
        f.left -= 1
        f.through = f.through or act.arg == f.target
        p.tell("13.27b", "advanced", {"side": SIDES[side], "hex": p.board.title(act.arg)})
        enter(p, f.unit, act.arg)
        return False

    def auto(self, f: Advance, p: Tscw) -> None:
        f.at = 0

    def why(self, f: Advance, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        u = f.unit
        a = p.hex[u]
        if act == STOP:
            rule, key = no_stay(p, f, u, a) if f.through else ("", "")
            return [refusal(p, rule, key, u, a) if rule else refusal(p, "13.28b", "must-enter-target", u, f.target)]
        if act.arg not in p.board.nb[a]:
            return [refusal(p, "13.27b", "not-adjacent", u, act.arg)]
        rule, key = barrier(p, f, u, a, act.arg)
        if not rule and (f.through or act.arg == f.target):
            rule, key = no_stay(p, f, u, act.arg)
        if rule:
            return [refusal(p, rule, key, u, act.arg)]
        return [refusal(p, "13.28b" if u in f.pursuers else "13.27c", "must-enter-target", u, f.target)]


play(Advance, ChooseAdvance(), AdvanceOn())
