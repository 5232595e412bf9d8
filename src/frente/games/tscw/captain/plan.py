"""What a side keeps in mind during one phase: the survey, the way of the unit on the move, the attack being packed."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.captain.effort import Effort, efforts
from frente.games.tscw.captain.front import lacking, manned, posts_of, row_of
from frente.games.tscw.captain.line import Line, covered, held_by_others, risk
from frente.games.tscw.captain.ports import watched
from frente.games.tscw.captain.survey import Survey, distances, unit_worth, wall_of
from frente.games.tscw.rules.ch13_attack import Combat
from frente.games.tscw.rules.ch14_strategic import Strategic
from frente.games.tscw.state.board import HQ, NAT, REP, WITHDRAW
from frente.games.tscw.state.frames import Administration, Phase
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import Side
from frente.kit.weights import Weights

DIVISIONS: Final = 7                     # turn on which they come
NEAR: Final = 5                          # hexes at which an enemy can cut off a unit


class Plan:
    def __init__(self, p: Tscw, side: Side, w: Weights) -> None:
        self.side = side
        self.w = w
        self.survey = Survey(p, side, w)
        self.line = Line(p, side, self.survey)
        self.bold = side == NAT and divisions(p)   # with divisions that stand an attack he can go over to it
        self.posts: dict[int, int] = {}      # by unit: where it stands in the front
        self.lack: list[int] = []            # posts for which there are not enough units at hand
        self.effort: dict[int, Effort] = {}  # by unit: the theatre where it attacks
        if self.bold:
            self._assign(p)
        elif side == REP:
            self.posts = watched(p, w)
        self.seen: set[int] = set()          # units that have been thought about
        self.way: list[int] = []             # hexes that the unit on the move will still enter
        self.goal = -1                       # where a traveller goes
        self.target = -1                     # of the attack being packed
        self.pack: list[int] = []

    def _assign(self, p: Tscw) -> None:
        """Who holds the front, and where the others attack."""
        s = self.survey
        row = row_of(p, self.side, s.value)
        posts = posts_of(p, self.side, row)
        self.posts = manned(p, self.side, posts, s, self.line.alarm, self.w)
        self.lack = lacking(p, self.side, posts, self.posts, s, self.w)
        free = [u for u in p.on_map(self.side) if p.board.type[u] != HQ and u not in self.posts and p.attack(u) > 1]
        for e in efforts(p, self.side, free, self.w):
            for u in e.units:
                self.effort[u] = e


def divisions(p: Tscw) -> bool:
    """Whether armies of divisions have taken the place of the columns; not in the scenario that ends then."""
    return p.turn >= DIVISIONS and not p.scenario_1936()


def epoch(p: Tscw, side: Side) -> tuple[int, Side, str]:
    """A new plan for every phase of the turn."""
    for f in reversed(p.stack):
        if isinstance(f, Phase | Administration | Strategic | Combat):
            return (p.turn, side, f"{type(f).__name__} {f.side}")
    return (p.turn, side, "")


def score(p: Tscw, plan: Plan, u: int, h: int) -> float:
    """How well a unit would stand in a hex, wherever it is now."""
    b = p.board
    others = [v for v in p.stack_at(h) if v != u and b.side[v] == plan.side and b.type[v] != HQ and not leaves(p, v)]
    if b.type[u] == HQ:
        return staff_score(p, plan, u, h, others)
    last = plan.w["post.leave"] if h == p.hex[u] and not others and is_guard(p, plan, h) else 0.0
    if u in plan.posts:
        return last + post_score(p, plan, u, h)
    if plan.lack and p.hex[u] < 0:
        return -min([distances(b, t)[h] for t in plan.lack])
    return last + field_score(p, plan, u, h, others)


def is_guard(p: Tscw, plan: Plan, h: int) -> bool:
    """Whether who stands there alone must not go: three such places in Republican hands end the war (4.3)."""
    return plan.side == NAT and p.board.morale[h] > 0 and p.control[h] == NAT and (
        plan.line.alarm[h] >= plan.w["post.alarm"])


def field_score(p: Tscw, plan: Plan, u: int, h: int, others: list[int]) -> float:
    """Of a unit that has no post."""
    b = p.board
    w = plan.w
    s = plan.survey
    side = b.side[u]
    attack = p.attack(u)
    defence = p.defence(u)
    held = sum([p.defence(v) for v in others])
    worth = unit_worth(p, u, w)
    pull = w["move.pull"] if side == NAT else w["move.patience"]
    if u in plan.effort:
        return mass_score(p, plan, u, h, held)
    total = pull * (0.5 + attack + 0.3 * defence) * s.pull[h]
    value = s.value[h]
    if value > 0.0 and p.control[h] != side:
        total += w["move.take"] * value
    elif value > 0.0:
        alarm = plan.line.alarm[h]
        if b.coast[h]:
            alarm = max(alarm, w["move.coast"])
        if not others:
            lone = max(alarm, w["move.lone"]) if b.morale[h] > 0 else alarm      # a prize is never left empty
            total += w["move.post"] * value * lone * (w["bold.post"] if plan.bold else 1.0)
        if plan.bold:
            alarm *= w["bold.guard"]
        need = max(1.0, min(w["move.plenty"], w["move.share"] * s.threat[h] / (1.0 + 0.35 * b.cover_shift[h])))
        total += w["move.guard"] * value * alarm * (min(need, held + defence) - min(need, held)) / need
    total += covered(p, side, s, u, h) * (w["bold.line"] if plan.bold else 1.0)
    total += strike(p, plan, u, h, attack) * (w["bold.strike"] if plan.bold else 1.0)
    if side == REP and divisions(p) and b.control[h] == NAT:
        total -= w["move.abroad"] * worth
    outnumbered = s.threat[h] / (1.0 + held + defence) / (1.0 + 0.5 * b.cover_shift[h])
    total -= w["move.danger"] * worth * min(1.0, max(0.0, (outnumbered - 1.5) / 3.0))
    if s.foe[h] <= NEAR:
        last = 1.0 if side == NAT else w["line.last"]
        total -= last * w["line.pocket"] * worth * risk(p, plan.line, u, h)
    return total


def post_score(p: Tscw, plan: Plan, u: int, h: int) -> float:
    """A unit of the front goes to its post, and takes empty ground of worth on its way."""
    w = plan.w
    t = plan.posts[u]
    total = -w["post.way"] * distances(p.board, t)[h]
    if p.hex[u] == t and p.board.side[u] == REP:
        return total                     # whoever watches a port stays there
    value = plan.survey.value[h]
    if p.control[h] != p.board.side[u]:
        total += w["move.take"] * value
    elif h != t and value > 0.0 and not held_by_others(p, p.board.side[u], u, h):
        total += w["move.post"] * value * plan.line.alarm[h]
    if h != t:
        total -= w["line.pocket"] * unit_worth(p, u, w) * risk(p, plan.line, u, h)
    return total


def mass_score(p: Tscw, plan: Plan, u: int, h: int, held: int) -> float:
    """A unit of the main effort goes where it attacks, together with others, and leaves the front to those who hold it.
    """
    b = p.board
    w = plan.w
    s = plan.survey
    side = b.side[u]
    worth = unit_worth(p, u, w)
    total = -w["mass.way"] * plan.effort[u].far[h]
    value = s.value[h]
    if value > 0.0 and p.control[h] != side:
        total += w["move.take"] * value
    elif value > 0.0 and not held:
        total += w["move.post"] * value * plan.line.alarm[h]
    total += w["mass.strike"] * strike(p, plan, u, h, p.attack(u))
    total += w["mass.stack"] * min(1.0, held / w["mass.full"])
    outnumbered = s.threat[h] / (1.0 + held + p.defence(u)) / (1.0 + 0.5 * b.cover_shift[h])
    total -= w["move.danger"] * worth * min(1.0, max(0.0, (outnumbered - 1.5) / 3.0))
    if s.foe[h] <= NEAR:
        total -= w["mass.risk"] * w["line.pocket"] * worth * risk(p, plan.line, u, h)
    return total


def leaves(p: Tscw, u: int) -> bool:
    """A unit that will be withdrawn at the beginning of the next turn holds nothing any more."""
    return p.board.fate[u] == WITHDRAW and p.board.fate_turn[u] == p.turn + 1


def staff_score(p: Tscw, plan: Plan, u: int, h: int, others: list[int]) -> float:
    """Headquarters follow the troops, and never stand alone in reach of the enemy."""
    b = p.board
    side = b.side[u]
    total = plan.survey.pull[h]
    for x in [h, *b.nb[h]]:
        for v in p.stack_at(x):
            if b.side[v] == side and b.type[v] != HQ:
                total += 0.15 * p.attack(v)
            elif b.side[v] == side and v != u:
                total -= 1.0
    if not others and plan.survey.foe[h] <= plan.w["move.alarm"]:
        total -= 10.0
    return total


def strike(p: Tscw, plan: Plan, u: int, h: int, attack: int) -> float:
    """What a unit adds to the best attack that can be made from a hex."""
    b = p.board
    side = b.side[u]
    best = 0.0
    if not attack:
        return best
    for t in b.nb[h]:
        if plan.survey.hot[t] <= 0.0 or p.holder(t) != 1 - side:
            continue
        beside = 0
        for x in b.nb[t]:
            for v in p.stack_at(x):
                if v != u and b.side[v] == side and b.type[v] != HQ:
                    beside += p.attack(v)
        full = plan.w["move.odds"] * wall_of(p, t)
        gain = (min(full, beside + attack) - min(full, beside)) / full
        here = 1.0 if u not in plan.effort or plan.effort[u].near[t] else plan.w["mass.aside"]
        best = max(best, here * plan.w["move.strike"] * (plan.w["attack.stack"] + plan.survey.value[t]) * gain)
    return best
