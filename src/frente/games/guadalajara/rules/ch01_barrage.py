"""[1.7, 1.8, 1.10b, 1.17b, 2.3, 2.8a, 3.2] Barrages by artillery and from the air."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.rules.ch01_battle import supports, unload_all, wreck
from frente.games.guadalajara.rules.ch01_losses import ANY, Fates, Losses, Stranded
from frente.games.guadalajara.state.board import INDEPENDENT, ITALIAN, REP, SPANISH
from frente.games.guadalajara.state.position import COMBAT, DG, FIRED, RESERVE, UNSUPPLIED, Guadalajara
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.scs.odds import rounded
from frente.kit.steps import Die

FIRE: Final = Act("fire")
EIGHTH: Final = 8                        # barrage strengths are added in eighths and rounded once (R74)
UNSPOTTED: Final = 2                     # columns (2.3c.1, R77)
HILL_SIGHT: Final = 2                    # hexes from a Brihuega hill (1.17b.1)


@dataclass
class Barrage(Frame):
    """[1.8b.2] The Barrage Phase of a side; before turn 1, that of the Italian artillery (2.8a)."""

    side: Side
    before: bool = False                 # the pre-game barrage
    shelled: list[int] = field(default_factory=list)
    bombed: list[int] = field(default_factory=list)


@dataclass
class Fire(Frame):
    """One barrage."""

    side: Side
    target: int
    before: bool
    from_air: bool
    guns: list[int] = field(default_factory=list)
    points: int = 0
    dice: list[int] = field(default_factory=list)
    thrown: list[int] = field(default_factory=list)          # targets thrown off their trucks (1.16d.1), and ...
    trucks: list[int] = field(default_factory=list)          # ... the truck of each


# -- spotting


def spotted(p: Guadalajara, gun: int, t: int) -> bool:
    """[1.8b.4, 2.3, 3.2] Whether a gun has a spotter for a hex; adjacency is all that counts (1.8d.3)."""
    b = p.board
    nation, division = b.nation[gun], b.division[gun]
    for a in b.nb[t]:
        u = p.top[a]
        while u >= 0:
            if b.nation[u] == nation and not b.armour[u] and (division == INDEPENDENT or b.division[u] == division):
                return True
            u = p.below[u]
    return nation == 0 and hill_spotter(p, t)


def hill_spotter(p: Guadalajara, t: int) -> bool:
    """[1.17b.1, 1.17b.3, R71] A Republican on a hill that looks down on Brihuega and its surroundings."""
    b = p.board
    if t != b.brihuega and t not in b.nbset[b.brihuega]:
        return False
    return any(b.distance(h, t) <= HILL_SIGHT and p.holder(h) == REP
               and any(not b.armour[u] for u in p.stack_at(h)) for h in b.hills)


def air_spotted(p: Guadalajara, side: Side, t: int) -> bool:
    """[1.10b.3, 4.5, R77, R149] Any unit of the side adjacent that is not armour (Italians for theirs), or a hill."""
    b = p.board
    for a in b.nb[t]:
        u = p.top[a]
        while u >= 0:
            if b.side[u] == side and not b.armour[u] and (side == REP or b.nation[u] == ITALIAN):
                return True
            u = p.below[u]
    return side == REP and hill_spotter(p, t)


# -- who may fire at what


def gun_refusals(p: Guadalajara, side: Side, u: int, t: int, before: bool) -> list[Refusal]:
    """Every rule that keeps a gun from firing at a hex."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[t]}
    found = ready_refusals(p, side, u, before, who)
    if found:
        return found
    if b.distance(p.hex[u], t) > b.range[u][p.face[u]]:
        found.append(Refusal("1.8b.1a", "out-of-range", who))
    ground = b.play if p.opt.barrage_across else b.open[b.nation[u]]
    if not ground[t] and not (b.nation[u] == SPANISH and p.opt.line_loose and b.play[t]):
        found.append(Refusal("R38" if b.play[t] else "R122", "not-across-the-line", who))      # [2.6a.1, scn.2.hdr]
    if not before and b.nation[u] != SPANISH and not spotted(p, u, t):
        rule = "3.2a" if b.nation[u] != ITALIAN else "2.3c.2" if b.division[u] == INDEPENDENT else "2.3b"
        found.append(Refusal(rule, "no-spotter", who))
    return found


def ready_refusals(p: Guadalajara, side: Side, u: int, before: bool, who: dict[str, Fact]) -> list[Refusal]:
    """What keeps a gun from firing at anything."""
    b = p.board
    if b.side[u] != side:
        return [Refusal("1.8b.2", "not-your-unit", who)]
    if not b.gun[u]:
        return [Refusal("1.8b.1", "no-gun", who)]
    if p.hex[u] < 0:
        return [Refusal("1.8b.1", "not-on-map", who)]
    return silent(p, u, before, who)


def silent(p: Guadalajara, u: int, before: bool, who: dict[str, Fact]) -> list[Refusal]:
    """What keeps a gun on the map from firing at anything."""
    b = p.board
    found: list[Refusal] = []
    if p.state[u] & FIRED:
        found.append(Refusal("1.8c.1", "has-fired", who))
    if p.state[u] & UNSUPPLIED:
        found.append(Refusal("1.6c.3", "guns-unsupplied", who))
    if p.state[u] & RESERVE:
        found.append(Refusal("1.13b", "in-reserve", who))
    if before and b.nation[u] != ITALIAN:
        found.append(Refusal("2.8a.1", "italian-guns-only", who))
    return found


def guns_ready(p: Guadalajara, side: Side, before: bool) -> list[int]:
    """[1.8b.1, 1.8b.2, 1.8c.1]"""
    b = p.board
    return [u for u in b.fighters[side] if b.gun[u] and p.hex[u] >= 0 and not silent(p, u, before, {})]


def enemy_hexes(p: Guadalajara, side: Side) -> list[int]:
    b = p.board
    return sorted({p.hex[u] for u in b.fighters[1 - side] if p.hex[u] >= 0})


def bombable(p: Guadalajara, side: Side, t: int) -> bool:
    """[1.10b.1, R149] Italians fly only south of the Separation Line."""
    return bool(supports(p, side, t)) and p.board.play[t]


class ChooseBarrage(Step[Barrage, Guadalajara]):
    """[1.8c.2, 1.10b.2, R154] A hex for the guns, a hex for the bombers, or enough; bombers come after the guns."""

    rule = "1.8b.2"
    verbs = ("hex", "bomb", "pass")

    def ask(self, f: Barrage, p: Guadalajara) -> Choices:
        guns = guns_ready(p, f.side, f.before)
        acts: list[Act] = []
        b = p.board
        for t in enemy_hexes(p, f.side):
            if t not in f.shelled and t not in f.bombed and any(
                    b.distance(p.hex[u], t) <= b.range[u][p.face[u]]
                    and not gun_refusals(p, f.side, u, t, f.before) for u in guns):
                acts.append(b.hex_acts[t])
            if not f.before and t not in f.bombed and bombable(p, f.side, t):
                acts.append(Act("bomb", t))
        return {f.side: [*acts, PASS]} if acts else {}

    def do(self, f: Barrage, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        (f.shelled if act.verb == "hex" else f.bombed).append(act.arg)
        p.call(Fire(side, act.arg, f.before, act.verb == "bomb"))
        return False

    def why(self, f: Barrage, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act == PASS:
            return []
        where: dict[str, Fact] = {"hex": p.board.names[act.arg]}
        if p.holder(act.arg) != 1 - f.side:
            return [Refusal("1.8b.1a", "no-enemy-there", where)]
        if act.arg in (f.shelled if act.verb == "hex" else f.bombed):
            return [Refusal("1.8c.2", "barraged-already", where)]
        if act.arg in f.bombed:
            return [Refusal("1.10b.2", "guns-before-bombs", where)]
        if act.verb == "bomb":
            if f.before or not bombable(p, f.side, act.arg):
                return [Refusal("1.10b.1", "no-air-points", where)]
            return []
        guns = guns_ready(p, f.side, f.before)
        if not guns:
            return [Refusal("1.8c.1", "no-gun-ready", where)]
        if any(not gun_refusals(p, side, u, act.arg, f.before) for u in guns):
            return []
        return [r for u in guns for r in gun_refusals(p, side, u, act.arg, f.before)]


class ChooseGuns(Step[Fire, Guadalajara]):
    """[1.8c.3, 1.10b.1] Any number of guns together, or any number of air points."""

    rule = "1.8c.3"
    verbs = ("unit", "fire", "points")

    def ask(self, f: Fire, p: Guadalajara) -> Choices:
        if f.from_air:
            return {f.side: [Act("points", n) for n in range(1, p.air[f.side] + 1)]}
        acts = [p.board.unit_acts[u] for u in guns_ready(p, f.side, f.before)
                if u not in f.guns and not gun_refusals(p, f.side, u, f.target, f.before)]
        if f.guns:
            acts.append(FIRE)
        return {f.side: acts}

    def do(self, f: Fire, p: Guadalajara, side: Side, act: Act) -> bool:
        if act.verb == "points":
            f.points = act.arg
            p.air[side] -= act.arg
            return True
        if act == FIRE:
            return True
        f.guns.append(act.arg)
        return False

    def why(self, f: Fire, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "points":
            if not f.from_air:
                return [Refusal("1.10b.2", "guns-and-bombs-apart", {})]
            return [] if 0 < act.arg <= p.air[side] else [
                Refusal("1.10.2a", "not-enough-air", {"points": p.air[side]})]
        if f.from_air:
            return [Refusal("1.10b.2", "guns-and-bombs-apart", {})]
        if act == FIRE:
            return [] if f.guns else [Refusal("1.8c.3", "no-gun-chosen", {})]
        if act.arg in f.guns:
            return [Refusal("1.8c.1", "has-fired", {"unit": p.board.uid[act.arg]})]
        return gun_refusals(p, side, act.arg, f.target, f.before)


# -- strength, column, result


def strength(f: Fire, p: Guadalajara) -> int:
    """[1.7a.1, 1.8c.4, 2.8b.2, 1.10b.1, R74] Points on the table, at least 1."""
    if f.from_air:
        return f.points * p.board.bombs
    total = 0
    for u in f.guns:
        n = (1 if p.state[u] & DG else 0) + (1 if p.surprised(u) else 0)
        total += p.board.barrage[u][p.face[u]] * EIGHTH >> (n if p.opt.cumulative else min(n, 1))
    return max(1, rounded(total, EIGHTH))


def column_of(p: Guadalajara, points: int) -> int:
    """[1.8d.1] The column of the table that holds so many points."""
    starts = p.board.barrage_columns
    return max(i for i, low in enumerate(starts) if low <= points)


def column_names(p: Guadalajara) -> list[str]:
    """The columns of the table by their points."""
    starts = p.board.barrage_columns
    names = [f"{a}–{b - 1}" if b - 1 > a else str(a) for a, b in zip(starts, starts[1:])]
    return [*names, f"{starts[-1]}+"]


def left_shifts(f: Fire, p: Guadalajara) -> list[tuple[int, str, str]]:
    """[1.8d.2, 1.10b.3, 1.17b.2, 2.3c.1, R77] Columns to the left, each with its rule and name."""
    b = p.board
    found: list[tuple[int, str, str]] = []
    if f.from_air:
        if not air_spotted(p, f.side, f.target) and not b.has_road[f.target]:
            found.append((UNSPOTTED, "1.10b.3", "shift-unspotted"))
    elif not f.before and any(b.nation[u] == SPANISH and not spotted(p, u, f.target) for u in f.guns):
        found.append((UNSPOTTED, "2.3c.1", "shift-unspotted"))
    ground = b.barrage_left[f.target]
    if ground and not (f.target == b.brihuega and f.side == REP and hill_spotter(p, f.target)):
        found.append((ground, "1.8d.2", "shift-ground"))
    return found


def table_column(f: Fire, p: Guadalajara) -> int:
    """[1.8d.4] Shifts past the left end stay on the first column; there are none to the right."""
    return max(0, column_of(p, strength(f, p)) - sum(x[0] for x in left_shifts(f, p)))


class BarrageDice(Die[Fire, Guadalajara]):
    """[1.8d.1] Two dice; loaded targets are thrown off their trucks first (1.16d.1, R72)."""

    rule = "1.8d.1"

    def do(self, f: Fire, p: Guadalajara, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        return len(f.dice) == 2


class BarrageEffect(Step[Fire, Guadalajara]):
    """[1.7.2, 1.8d.1, 1.8f.3] No effect, DG, or steps and DG."""

    rule = "1.8d.1"

    def auto(self, f: Fire, p: Guadalajara) -> None:
        b = p.board
        code = b.barrage_rows[sum(f.dice)][table_column(f, p)]
        p.tell("1.8d.1", "barrage-result", {"hex": b.names[f.target], "result": code, "strength": strength(f, p),
                                            "column": column_names(p)[table_column(f, p)],
                                            "dice": "+".join(str(x) for x in f.dice)})
        for u in f.guns:
            p.state[u] |= FIRED
        units = p.stack_at(f.target)
        unload_all(p, units, f.thrown, f.trucks)
        if code == "NE":
            f.close()
            return
        soft = [u for u in units if not b.armour[u]]
        p.short = 0
        if code != "DG" and soft:
            p.call(Losses(1 - f.side, soft, int(code), ANY, COMBAT, "1.8f.1", trucks=True))


class Disorder(Step[Fire, Guadalajara]):
    """[1.7.2, 1.8f.2, 1.16e.2] Everybody left in the hex is disorganised; trucks are lost with their passengers."""

    rule = "1.8f.2"

    def auto(self, f: Fire, p: Guadalajara) -> None:
        wreck(p, f.thrown, f.trucks)
        for u in p.stack_at(f.target):
            p.mark(u, DG)
            p.tell("1.7.2", "disorganised-now", {"unit": p.board.uid[u]})
        p.call(Fates())
        p.call(Stranded(1 - f.side, p.short > 0, f.target))


class EndBarrage(Step[Barrage, Guadalajara]):
    """[R76] After the pre-game barrage the guns may fire again on turn 1."""

    rule = "2.8a.1"

    def auto(self, f: Barrage, p: Guadalajara) -> None:
        if f.before:
            for u in p.board.fighters[f.side]:
                p.state[u] &= ~FIRED


play(Barrage, ChooseBarrage(), EndBarrage())
play(Fire, ChooseGuns(), BarrageDice(), BarrageEffect(), Disorder())
