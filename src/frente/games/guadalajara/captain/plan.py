"""The plan of a computer player for one phase: errands, attacks to be prepared, who moves next and where."""
from __future__ import annotations

from typing import Final, NamedTuple

from frente.games.guadalajara.captain.goals import Goal, goals, held, raiders
from frente.games.guadalajara.captain.stance import Style, attacks, final, newcomers, short, stacks
from frente.games.guadalajara.captain.survey import FAR, Reach, defence_at, field, gait, rings, threats
from frente.games.guadalajara.rules.ch02_morale import runs
from frente.games.guadalajara.state.board import DLV, FOOT, ITALIAN, MOTOR, MP, NAT
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import Side

LOOK: Final = 6                          # hexes around a goal where the enemy counts
PACE: Final = 6 * MP                     # what a battalion marches in a turn
HORIZON: Final = 3.0                     # turns within which an enemy is feared for by a defender
SHORT: Final = 1.2                       # and by an attacker
HASTY: Final = 2.0                       # by an attacker who has no time to come back
CATCH: Final = 2.0                       # strength sent after an enemy in the rear, for each of his
MASS: Final = 6.0                        # strength sent to an enemy village that nobody defends
SOMEBODY: Final = 1.0                    # the least that is left in a village into which the enemy may walk at the end
ENOUGH: Final = 24.0                     # strength that will do to guard a village
RING: Final = 60.0                       # and to stand round it as well, where it has to be held to the end
FLIGHT: Final = 14                       # hexes a battalion may run, on a road
DECISIVE: Final = 6.0                    # worth of a village that nobody leaves in the last two turns
GARRISON: Final = 1.2                    # the enemy's strength to be met where an attacker must not lose what he has
LATECOMER: Final = 0.1                   # what counts of a unit that comes after the end
TOO_LATE: Final = 0.5                    # what is left of the pull of a goal that is hardly to be reached in time
RECKLESS: Final = 0.1                    # what is left of an attacker's fear when time is short
PASSED: Final = 2                        # columns after which a goal lies behind a unit
BEHIND: Final = 0.1                      # what is left of its pull then
REAR: Final = 0.4                        # what an attacker thinks of villages behind him
LAST_CHANCE: Final = 3.0                 # what a village is worth more when there is no other turn
LAST_MOVE: Final = 10.0                  # and when not even the enemy has one: losses do not matter any more
GATE: Final = 5.0                        # worth of opening the way to Brihuega
LIFELINE: Final = 2.0                    # worth of driving an enemy off the supply road
SEED: Final = 2.0                        # worth of a village that counts where all of them are needed
SEEDS: Final = 7                         # battalions that are sent there at once
FEW: Final = 3                           # and to one that needs little
EVERYTHING: Final = 90.0                 # need of the village for which the whole offensive is made
MANY: Final = 20.0                       # need of a goal that gets more
HARD: Final = 30.0                       # need of a goal for which there are never too many
LEAST: Final = 0.05                      # pull of an enemy village that has all it needs
FULL: Final = 0.02                       # and of an own one
DETOUR: Final = 0.12                     # what a movement point of lost progress costs an attack
FARTHEST: Final = 12.0                   # and more of them than these do not matter any more


class Errand(NamedTuple):
    """A goal with what it still needs."""

    goal: Goal
    mine: bool
    need: float


class Plan:
    """What a side means to do in one phase; parts are worked out when a question first needs them."""

    def __init__(self, p: Guadalajara, side: Side, style: Style) -> None:
        self.side = side
        self.style = style
        self.final = final(p, side)
        self.threat = [0.0] * p.board.size if self.final else threats(p, side)
        self.goals = goals(p)
        self.settled = len(self.goals)               # goals that are villages; the rest are enemies to be caught
        if side == NAT and (p.board.scenario == 1 or (p.board.scenario == 2 and p.turn < p.board.last_turn)):
            self.goals += raiders(p)
        self.fields: dict[tuple[int, int, int], list[int]] = {}
        self.taken = p.taken
        self.lifeline: set[int] = set(p.board.main_road)
        self.attacks = style.press > 0 if style.press else attacks(p, side)
        self.fear = style.fear * (RECKLESS if self.attacks and short(p) and p.turn == p.board.last_turn else 1.0)
        self.errands: list[Errand] = self._errands(p)
        self.errand: dict[int, int] = {}             # by unit: goal it is sent to
        self.seeds: set[int] = set()                 # units that are sent to a goal whatever else happens
        self.takers: set[int] = set()                # units that walk into an empty village this turn
        self.kept: set[int] = set()                  # units that hold a village this turn
        self.riders: set[int] = set()                # units that go by truck whatever there is to attack
        self.out: set[int] = set()                   # units that leave the map and so end the game
        self.queue: list[int] | None = None          # units still to be looked at in this phase
        self.lane: set[int] = set()                  # road to be left free for them
        self.held: set[int] = set()                  # loaded units that let the others go first
        self.again: list[int] = []                   # and those to be looked at once more
        self.posts: dict[int, int] = {}              # by unit: hex from which it will attack
        self.prey: dict[int, int] = {}               # by unit: hex it will attack
        self.path: list[int] = []
        self.mover = -1
        self.over = -1                               # hex to be overrun at the end of the path
        self.group: list[int] = []                   # units that go along for that
        self.attackers: list[int] = []
        self.wheels: dict[int, int] = {}             # by unit: truck that is meant for it
        self.guns: list[int] = []

    def village(self, h: int) -> int:
        """The number of the goal in a hex, -1 if it is none."""
        return next((k for k, g in enumerate(self.goals) if g.h == h), -1)

    def field(self, p: Guadalajara, goal: int, kind: int, nation: int) -> list[int]:
        key = (goal, kind, nation)
        known = self.fields.get(key)
        if known is None:
            # [2.8c] Lorries of the first day wait on the road until those on foot have swept it.
            swept = kind == MOTOR and self.side == NAT and p.turn == 1 and p.board.surprise
            known = field(p, self.side, goal, kind, nation, swept)
            self.fields[key] = known
        return known

    def rethink(self, p: Guadalajara) -> None:
        """The world has changed in the middle of a phase: new errands for those who have not moved."""
        self.taken = p.taken
        self.fields = {}
        self.errands = self._errands(p)
        self.seeds = set()
        self.queue = None
        self.held = set()
        self.again = []

    # -- goals

    def _errands(self, p: Guadalajara) -> list[Errand]:
        bent = self._intents(p)
        return [self._errand(p, g, bent[k]) for k, g in enumerate(self.goals)]

    def _intents(self, p: Guadalajara) -> list[float]:
        """By goal: strength of the enemies that are likely to go for it, those who are near counting more."""
        b = p.board
        found = [0.0] * len(self.goals)
        mine = [k for k, g in enumerate(self.goals) if held(p, self.side, g.h)]
        fields: dict[tuple[int, int], list[int]] = {}
        horizon = HORIZON if not self.attacks else HASTY if short(p) else SHORT
        for h, nation, power in stacks(p, 1 - self.side) + newcomers(p, 1 - self.side):
            pulls: list[tuple[float, int, float]] = []
            for k in mine:
                g = self.goals[k]
                if not b.open[nation][g.h]:
                    continue
                if (k, nation) not in fields:
                    fields[k, nation] = field(p, 1 - self.side, g.h, FOOT, nation)
                turns = fields[k, nation][h] / PACE
                if turns < horizon:
                    pulls.append((self.value(p, g, nation) / (0.6 + turns) ** 1.5, k, turns))
            pulls.sort(reverse=True)
            for share, (_, k, turns) in zip((0.7, 0.4), pulls):
                found[k] += share * power * (1.0 if turns <= 2 else 0.5)
        return found

    def _errand(self, p: Guadalajara, g: Goal, bent: float) -> Errand:
        b = p.board
        if held(p, self.side, g.h):
            if self.final:
                return Errand(g, True, 0.0)
            guards = self.style.guards
            if self.attacks and b.scenario == 2 and (g.h == b.brihuega or p.turn == b.last_turn):
                guards = GARRISON
            most = RING if guards == GARRISON and p.turn == b.last_turn else ENOUGH
            need = min(most, guards * bent * 2 / b.defence_twice[g.h])
            soon = b.last_turn - (1 if b.scenario == 2 else 0)
            if short(p) and self.attacks and g.value >= SEED and (p.turn >= soon or refuge(p, self.side, g.h)):
                need = max(need, SOMEBODY)
            return Errand(g, True, need)
        if g in self.goals[self.settled:]:
            return Errand(g, False, CATCH * defence_at(p, p.stack_at(g.h), g.h))
        defence = 0.0
        caught = {r.h for r in self.goals[self.settled:]}
        for x, d in rings(p, g.h, LOOK):
            u = p.top[x]
            if u < 0 or b.side[u] == self.side or x in caught:
                continue
            share = 1.0 if d <= 1 else 0.6 if d <= 3 else 0.3
            while u >= 0:
                defence += share * b.defence[u][p.steps[u]]
                u = p.below[u]
        need = MASS + 1.5 * defence
        if b.scenario == 2 and g.value >= DECISIVE:
            need = max(need, EVERYTHING)
        return Errand(g, False, need)

    def assign(self, p: Guadalajara, units: list[int]) -> None:
        """Every unit to the goal that pulls it most, goals that have enough pulling less; others keep theirs."""
        b = p.board
        left = b.last_turn - p.turn + 1
        for u in units:
            self.errand.pop(u, None)
            self.seeds.discard(u)
        offers: list[tuple[float, int, list[float]]] = []
        for u in units:
            nation = b.nation[u]
            kind = gait(p, u)
            pace = max(MP, p.allowance(u))
            pulls: list[float] = []
            for e in self.errands:
                pull = 0.0
                if e.need > 0 and b.open[nation][e.goal.h]:
                    far = self.field(p, e.goal.h, kind, nation)[p.hex[u]]
                    if far < FAR:
                        turns = far / pace
                        pull = self.value(p, e.goal, nation) / (0.6 + turns) ** 1.5
                        if not e.mine and turns > left + 0.5:
                            pull *= TOO_LATE
                        if e.mine and self.attacks and p.turn < b.last_turn:
                            pull *= REAR
                        if self.passed(p, u, e.goal):
                            pull *= BEHIND
                pulls.append(pull)
            offers.append((max(pulls, default=0.0), u, pulls))
        offers.sort(reverse=True)
        got = [0.0] * len(self.errands)
        for u, k in self.errand.items():
            got[k] += self.aid(p, u, k)
        self._keep(p, units, got)
        self._seed(p, units, got)
        for _, u, pulls in offers:
            if u in self.errand:
                continue
            best = -1
            most = 0.0
            for k, e in enumerate(self.errands):
                if pulls[k]:
                    least = FULL if e.mine else LEAST * min(1.0, (e.need / HARD) ** 2) if k < self.settled else 0.0
                    pull = pulls[k] * max(least, 1 - got[k] / e.need)
                    if pull > most:
                        best, most = k, pull
            if best < 0:
                best = self.nearest(p, u)
            if best >= 0:
                self.errand[u] = best
                got[best] += self.aid(p, u, best)

    def _keep(self, p: Guadalajara, units: list[int], got: list[float]) -> None:
        """A village that somebody may come for is not left empty: the best of those who are there stays."""
        b = p.board
        for k, e in enumerate(self.errands):
            if not e.mine or e.need <= 0:
                continue
            there = sorted([(b.defence[u][p.steps[u]], u) for u in units if p.hex[u] == e.goal.h], reverse=True)
            if self._looks_ahead(p):
                there = there[-1:] if e.goal.value >= SEED and short(p) else []
            for _, u in there:
                if got[k] >= e.need and (p.turn < b.last_turn - 1 or e.goal.value < DECISIVE):
                    break
                self.errand[u] = k
                self.seeds.add(u)
                got[k] += self.aid(p, u, k)

    def _looks_ahead(self, p: Guadalajara) -> bool:
        """An attacker looks back only when it is too late for anything else."""
        return self.attacks and p.turn < p.board.last_turn and p.board.scenario != 2

    def on_guard(self, p: Guadalajara, u: int) -> bool:
        """Whether a unit is the one that has to stay in an own village that somebody may come for."""
        b = p.board
        h = p.hex[u]
        k = self.village(h)
        if k < 0 or not self.errands[k].mine or self.errands[k].need <= 0:
            return False
        if u in self.kept:
            return True
        there = sorted([(b.defence[v][p.steps[v]], v) for v in p.stack_at(h) if b.attack[v][p.steps[v]]])
        if self._looks_ahead(p):
            return short(p) and self.goals[k].value >= SEED and u == there[0][1]
        if short(p) and p.turn >= b.last_turn - (b.scenario == 2) and self.goals[k].value >= DECISIVE:
            return True
        if self.attacks and b.scenario == 4 and self.goals[k].value >= SEED:
            return u == there[-1][1]     # a lost battle elsewhere must not empty it
        return len(there) < 2

    def sentry(self, p: Guadalajara, u: int) -> bool:
        """Whether a unit has to be in an own village when the game ends, or when fugitives come by."""
        return (self.attacks and (p.turn == p.board.last_turn or self._looks_ahead(p)) and u in self.seeds
                and self.errands[self.errand[u]].mine)

    def _seed(self, p: Guadalajara, units: list[int], got: list[float]) -> None:
        """Where every village counts, each gets those who are there soonest before strength is weighed."""
        b = p.board
        if b.scenario not in (2, 4) or not self.attacks:
            return
        pairs: list[tuple[float, int, int]] = []
        for k, e in enumerate(self.errands):
            if e.goal.value < SEED or k >= self.settled or (e.mine and (e.need <= 0 or (
                    b.scenario == 4 and p.turn < b.last_turn))):
                continue
            for u in units:
                far = self.field(p, e.goal.h, gait(p, u), b.nation[u])[p.hex[u]]
                if far < FAR and b.open[b.nation[u]][e.goal.h] and b.attack[u][p.steps[u]] and (
                        not self.passed(p, u, e.goal)):
                    pairs.append((far / max(MP, p.allowance(u)), k, u))
        pairs.sort()
        sent = [0] * len(self.errands)
        for _, k, u in pairs:
            if u not in self.errand and sent[k] < self._seeds(p, k, got[k]):
                self.errand[u] = k
                self.seeds.add(u)
                got[k] += self.aid(p, u, k)
                sent[k] += 1

    def _seeds(self, p: Guadalajara, k: int, got: float) -> int:
        """How many units a goal gets at once: where strength is scarce, no more than it needs."""
        e = self.errands[k]
        if got >= e.need and (p.board.scenario == 2 or e.mine):
            return 0
        return SEEDS if e.need >= MANY else FEW

    def aid(self, p: Guadalajara, u: int, k: int) -> float:
        """What a unit does for the goal it is sent to: little if it comes after the end."""
        b = p.board
        far = self.field(p, self.goals[k].h, gait(p, u), b.nation[u])[p.hex[u]]
        late = far / max(MP, p.allowance(u)) > b.last_turn - p.turn + 1
        return (b.attack[u][p.steps[u]] + b.defence[u][p.steps[u]]) / 2 * (LATECOMER if late else 1.0)

    def passed(self, p: Guadalajara, u: int, g: Goal) -> bool:
        """Whether a unit of the spearhead has left a goal behind: whoever follows will see to it."""
        b = p.board
        return (b.nation[u] == ITALIAN and self.attacks and p.turn < b.last_turn
                and b.column[g.h] - b.column[p.hex[u]] > PASSED)

    def value(self, p: Guadalajara, g: Goal, nation: int) -> float:
        """[1.17a.1] What a goal is worth to troops of a nation: Italians go nowhere in the west before Brihuega."""
        if nation != ITALIAN or p.taken:
            return g.value
        if p.board.column[g.h] < p.board.limit_column:
            return 0.4 * g.value
        return 2.5 * g.value if g.h == p.board.brihuega else g.value

    def nearest(self, p: Guadalajara, u: int) -> int:
        """The goal of greatest worth for its distance, whatever it needs."""
        b = p.board
        best = -1
        most = 0.0
        for k, e in enumerate(self.errands):
            if b.open[b.nation[u]][e.goal.h]:
                far = self.field(p, e.goal.h, FOOT, b.nation[u])[p.hex[u]]
                if far < FAR:
                    pull = self.value(p, e.goal, b.nation[u]) / (0.6 + far / (6 * MP)) * (0.5 if e.mine else 1.0)
                    if pull > most:
                        best, most = k, pull
        return best

    def prize(self, p: Guadalajara, t: int) -> float:
        """What driving the enemy out of a hex is worth beside the steps it costs him."""
        b = p.board
        total = 0.5
        if self.side == NAT and b.south[t] and (t in self.lifeline or not self.lifeline.isdisjoint(b.nb[t])):
            total += LIFELINE            # [1.6a.2] everything the Italians eat comes along the main road
        if t in self.lane or not self.lane.isdisjoint(b.nb[t]):
            total += GATE                # [1.16a.4] no truck passes him
        now = LAST_CHANCE if self.attacks and short(p) and p.turn == b.last_turn else 1.0
        if self.final:
            now = LAST_MOVE
        for e in self.errands:
            if e.goal.h == t:
                total += now * e.goal.value
            else:
                d = b.distance(t, e.goal.h)
                if d <= 6 and (not e.mine or d <= 3):
                    total += 0.35 * e.goal.value / (1 + d)
        return total


def refuge(p: Guadalajara, side: Side, h: int) -> bool:
    """[2.7e.3] Whether Italians whose division has not run yet could run into a hex on their way to the Start Line."""
    b = p.board
    if side == NAT or p.routed[DLV] or p.opt.no_panic:
        return False
    fugitives = [p.hex[u] for u in b.fighters[NAT] if p.hex[u] >= 0 and runs(p, u, DLV)]
    return any(b.rout[h] < b.rout[x] and b.distance(x, h) <= FLIGHT for x in fugitives)


class Way:
    """The way of a unit to its goal, and the best it could do on it this turn."""

    def __init__(self, p: Guadalajara, plan: Plan, u: int, reach: Reach) -> None:
        k = plan.errand.get(u, -1)
        self.far: list[int] = plan.field(p, plan.goals[k].h, FOOT, p.board.nation[u]) if k >= 0 else []
        self.best = min([self.far[h] for h in reach.left], default=0) if k >= 0 else 0
        self.later = p.allowance(u) * (p.board.last_turn - p.turn)       # what is left to march after this turn

    def lost(self, h: int) -> float:
        """Movement points lost by standing in a hex instead."""
        return (min(self.far[h], FAR) - self.best) / MP if self.far and self.best < FAR else 0.0

    def misses(self, t: int) -> bool:
        """Whether a unit that attacks a hex comes too late for a goal that it can still reach in time."""
        return bool(self.far) and self.later > 0 and self.best <= self.later < self.far[t]

    def aside(self, a: int, t: int) -> float:
        """Movement points lost by an attack from *a* on *t*: none where the enemy himself is in the way."""
        return max(0.0, min(FARTHEST, self.lost(a), self.lost(t)))
