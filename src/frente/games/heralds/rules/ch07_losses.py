"""[7.1.6, 7.1.7] Damage, defection, withdrawal, and what becomes of those who stay behind."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.heralds.rules.ch04_control import NOBODY, compound_holder, enterable, holder, room, step_out, way_open
from frente.games.heralds.rules.ch06_movement import drop_from_stacks, release
from frente.games.heralds.rules.ch06_stacks import ortega_bars, reactors
from frente.games.heralds.rules.ch11_will import gain_ip, judge, kill
from frente.games.heralds.state.board import COMBAT, DECOY, NEUTRAL, SQUARES
from frente.games.heralds.state.frames import CAUGHT, Fate, Reaction
from frente.games.heralds.state.frames_combat import Assault, Collapse, Damage, Withdraw
from frente.games.heralds.state.position import WHOLE, Heralds, refusal
from frente.kernel.flow import CHANCE, D6, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

STAY: Final = Act("stay")


# -- where to


def retreat_refusal(p: Heralds, side: int, foe: Side, u: int, t: int, origin: int) -> tuple[str, str]:
    """[7.1.7c-e, R86, R87, R138] What keeps a pawn of a side, or a neutral one, from leaving for a space; *foe*: whom
    it flees from. A neutral pawn goes only into a compound that is nobody's."""
    b = p.board
    a = p.at[u]
    if t not in b.to[a]:
        return ("7.1.7c", "not-connected")
    i = b.to[a].index(t)
    if t >= SQUARES:
        if a >= SQUARES:
            return ("7.1.7d", "no-compound-to-compound")
        if b.parent[t] != a:
            return ("7.1.7c", "compound-of-that-square")
        if not enterable(p, 1 - foe, t) or (side == NEUTRAL and compound_holder(p, t) != NOBODY):
            return ("7.1.7e", "compound-closed")
        if not room(p, t, [u], p.opt.third_withdrawing):
            return ("2.3.3b", "compound-full")
    else:
        if a >= SQUARES and t == origin:
            return ("7.1.7d", "attacker-is-there")
        if side != NEUTRAL and b.kind[u] == COMBAT and ortega_bars(p, t):
            return ("9.9.1a", "ortega-bars")
    if not way_open(p, 1 - foe, a, i) or any(p.state[c] != WHOLE for c in b.past[a][i]):
        return ("7.1.7e", "route-blocked")
    if u == b.train and not b.railway[a][i]:
        return ("9.3d", "off-the-rails")
    if t < SQUARES and holder(p, t) == foe:
        return ("7.1.7e", "enemy-square")
    return ("", "")


def retreats(p: Heralds, side: int, foe: Side, u: int, origin: int) -> list[int]:
    return [t for t in p.board.to[p.at[u]] if not retreat_refusal(p, side, foe, u, t, origin)[0]]


# -- damage


class DamageDie(Die[Damage, Heralds]):
    """[7.1.6a, 7.1.6d] The morale check of a damaged unit."""

    rule = "7.1.6a"

    def ask(self, f: Damage, p: Heralds) -> Choices:
        return {CHANCE: D6} if p.alive(f.unit) else {}

    def auto(self, f: Damage, p: Heralds) -> None:
        f.close()


def check_modifier(f: Damage) -> int:
    """[7.1.6a, 9.1e, 9.2d, 9.3c, R98] What is added to the die of a morale check."""
    return f.drm - (1 if f.compound else 0)


class DamageFalls(Step[Damage, Heralds]):
    """[7.1.6a-d, R88] Damaged; damaged and gone over to nobody; or eliminated."""

    rule = "7.1.6b"

    def auto(self, f: Damage, p: Heralds) -> None:
        b = p.board
        u = f.unit
        fails = f.die + check_modifier(f) > p.morale_of(u)
        if p.damaged[u]:
            if fails:
                p.tell("7.1.6d", "unit-lost", {"unit": b.uid[u], "die": f.die})
                kill(p, u, "7.1.6d")
                drop_from_stacks(p, u)
                judge(p)
                f.close()
                return
            leaves = True
        else:
            p.damaged[u] = 1
            p.tell("7.1.6b", "damaged", {"unit": b.uid[u], "die": f.die})
            leaves = fails
        if not leaves:
            f.close()
            return
        f.attacker = p.side[u] != NEUTRAL and f.attacker
        drop_from_stacks(p, u)
        p.tell("7.1.6a", "defects", {"unit": b.uid[u]})


def voice(p: Heralds, u: int) -> Side:
    """[R74, R87] Who sends a beaten unit away: its owner; for one that was neutral the attacker's opponent."""
    if p.side[u] != NEUTRAL:
        return p.side[u]
    for f in p.stack:
        if isinstance(f, Assault):
            return 1 - f.side
    return p.board.reverse[u]


class Defector(Listed[Damage, Heralds]):
    """[7.1.6a, R87] It turns neutral and goes where its former owner sends it."""

    rule = "7.1.6a"
    verbs = ("to",)

    def ask(self, f: Damage, p: Heralds) -> Choices:
        u = f.unit
        ways = self.ways(f, p)
        if not ways:
            return {}
        return {voice(p, u): [p.board.space_verbs["to"][t] for t in ways]}

    def ways(self, f: Damage, p: Heralds) -> list[int]:
        """[R87] Not enemy controlled if there is another."""
        ways = p.board.to[p.at[f.unit]]
        good = [t for t in ways if not self.refusal(f, p, t)[0]]
        return good or [t for t in ways if self.refusal(f, p, t)[1] == "enemy-square"]

    def refusal(self, f: Damage, p: Heralds, t: int) -> tuple[str, str]:
        return retreat_refusal(p, NEUTRAL, 1 - voice(p, f.unit), f.unit, t, f.origin)

    def do(self, f: Damage, p: Heralds, side: Side, act: Act) -> bool:
        turn_neutral(p, f.unit, act.arg)
        return True

    def auto(self, f: Damage, p: Heralds) -> None:
        a = p.at[f.unit]
        if f.unit == p.board.train and a >= SQUARES:
            kill(p, f.unit, "9.3e")
            return
        turn_neutral(p, f.unit, p.board.parent[a])

    def why(self, f: Damage, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        rule, key = self.refusal(f, p, act.arg)
        if key == "enemy-square":
            rule, key = "R87", "better-way"
        return [refusal(p, rule, key, f.unit, act.arg)]


def turn_neutral(p: Heralds, u: int, t: int) -> None:
    """A unit leaves its faction and goes to a space."""
    sq = p.square(u)
    p.join(u, NEUTRAL)
    p.fixed[u] = 0
    p.put(u, t)
    release(p, sq)
    judge(p)


play(Damage, DamageDie(), DamageFalls(), Defector())


# -- withdrawal


class WithdrawUnit(Listed[Withdraw, Heralds]):
    """[7.1.7c-e, R86] One pawn after another."""

    rule = "7.1.7c"
    verbs = ("to",)

    def ask(self, f: Withdraw, p: Heralds) -> Choices:
        if not f.units:
            return {}
        u = f.units[0]
        ways = retreats(p, p.obeys(u), 1 - f.side, u, f.origin)
        return {f.side: [p.board.space_verbs["to"][t] for t in ways]} if ways else {}

    def do(self, f: Withdraw, p: Heralds, side: Side, act: Act) -> bool:
        u = f.units.pop(0)
        p.fixed[u] = 0
        p.put(u, act.arg)
        if act.arg >= SQUARES and p.side[u] != NEUTRAL:
            step_out(p, p.side[u], act.arg)
        p.tell("7.1.7c", "withdraws", {"unit": p.board.uid[u], "space": p.board.names[act.arg]})
        judge(p)
        return False

    def auto(self, f: Withdraw, p: Heralds) -> None:
        if not f.units:
            release(p, p.board.parent[f.place])
            return
        f.at = 0
        cut_off(f, p, f.units.pop(0))

    def why(self, f: Withdraw, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        u = f.units[0]
        rule, key = retreat_refusal(p, p.obeys(u), 1 - f.side, u, act.arg, f.origin)
        return [refusal(p, rule, key, u, act.arg)]


def cut_off(f: Withdraw, p: Heralds, u: int) -> None:
    """[7.1.7f, 7.1.7g, 9.3e] No way out."""
    b = p.board
    if p.speaker(u):
        p.call(Fate(u, "7.1.7f", True))
        p.put(u, p.square(u))            # [R137] the compound is lost to him, dead or alive
    elif p.opt.surrender and p.kind(u) == COMBAT and p.side[u] != NEUTRAL:
        foe = 1 - p.side[u]
        p.tell("7.1.7g", "surrenders", {"unit": b.uid[u]})
        p.join(u, NEUTRAL)
        p.capture(u, 1)
        if p.state[p.at[u]] != WHOLE:
            p.put(u, p.square(u))        # nobody stays in a destroyed compound (4.5.4b)
        if not f.surrendered:
            gain_ip(p, foe, "8i")        # once for all who surrender together
        f.surrendered = True
    else:
        kill(p, u, "9.3e" if u == b.train else "7.1.7f")
    judge(p)


play(Withdraw, WithdrawUnit())


def withdraw_all(p: Heralds, side: int, place: int, origin: int, decider: Side) -> None:
    """[7.1.7a, 7.1.7b] Combat units, leaders and agents in sight leave; everything else there is lost."""
    leaving: list[int] = []
    for u in p.units(place):
        if p.obeys(u) == side and not p.captive[u] and not p.hid[u]:
            if p.kind(u) == COMBAT or p.speaker(u):
                leaving.append(u)
            else:
                kill(p, u, "7.1.7b")
    p.tell("7.1.7a", "withdrawal", {"space": p.board.names[place]})
    p.call(Withdraw(decider, leaving, place, origin))


# -- collapse


def collapse(p: Heralds, side: int, place: int, origin: int, among: Sequence[int]) -> None:
    """[7.1.6e, R89] Open the reckoning for those of *among* who are left without combat units."""
    left = [u for u in among if p.obeys(u) == side and p.kind(u) != COMBAT]
    left.sort(key=p.lone)                # what cannot leave goes first
    p.call(Collapse(side, place, left, -1, origin))


class CollapseNext(Step[Collapse, Heralds]):
    """[7.1.6e, 7.1.6f, R43] Headquarters and support units are lost, leaders and agents check."""

    rule = "7.1.6e"

    def auto(self, f: Collapse, p: Heralds) -> None:
        while f.units:
            u = f.units.pop(0)
            f.unit = u
            f.hide = p.hid[u] == 1
            p.disclose(u, "7.1.6f")
            if p.speaker(u) or p.kind(u) == DECOY:
                p.call(Fate(u, "7.1.6e"))
                return
            if f.hide:                   # a token
                return
            kill(p, u, "7.1.6e")
            drop_from_stacks(p, u)
        judge(p)
        f.close()


class CollapseMove(Listed[Collapse, Heralds]):
    """[7.1.6e, 7.1.6f, R137] Survivors may leave for a connected square, or stay; out of a compound they lost, in its
    square."""

    rule = "7.1.6e"
    verbs = ("to", "stay")

    def ask(self, f: Collapse, p: Heralds) -> Choices:
        u = f.unit
        if p.at[u] != f.place or f.side == NEUTRAL:
            return {}
        ways = [p.board.space_verbs["to"][t] for t in self.ways(f, p)]
        if p.who[u] not in p.board.tokens:
            ways.append(STAY)
        return {f.side: ways} if ways else {}

    def ways(self, f: Collapse, p: Heralds) -> list[int]:
        """[R137] Leaders and agents may risk a square in enemy hands; a token may not."""
        b = p.board
        bold = p.who[f.unit] not in b.tokens
        found: list[int] = []
        for t in b.to[p.at[f.unit]]:
            key = retreat_refusal(p, f.side, 1 - f.side, f.unit, t, f.origin)[1]
            if t < SQUARES and (not key or (bold and key == "enemy-square")) and not self.same(f, p, t):
                found.append(t)
        return found

    def same(self, f: Collapse, p: Heralds, t: int) -> bool:
        """Whether a square is the one he is in already and may stay in."""
        return t == p.board.parent[f.place] and p.who[f.unit] not in p.board.tokens

    def do(self, f: Collapse, p: Heralds, side: Side, act: Act) -> bool:
        u = f.unit
        if act == STAY:
            if any(isinstance(x, Assault) and x.place == f.place for x in p.stack):
                p.put(u, p.square(u))
            self.settle(f, p)
            f.at = 0
            return False
        a = p.at[u]
        p.fixed[u] = 0
        p.put(u, act.arg)
        self.settle(f, p)
        p.tell("7.1.6e", "withdraws", {"unit": p.board.uid[u], "space": p.board.names[act.arg]})
        p.answer = 0
        if p.who[u] not in p.board.tokens and reactors(p, 1 - side, act.arg):
            p.call(Reaction(1 - side, act.arg, a, act.arg, lone=u))
        return True

    def settle(self, f: Collapse, p: Heralds) -> None:
        """[7.1.6f] Who was hidden is hidden again."""
        if f.hide:
            p.face(f.unit, 1)

    def auto(self, f: Collapse, p: Heralds) -> None:
        u = f.unit
        if p.at[u] == f.place:
            if f.side == NEUTRAL:
                p.put(u, p.board.parent[f.place])
            else:                        # a token without a way out
                kill(p, u, "R43")
        f.at = 0

    def why(self, f: Collapse, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act == STAY:
            return [refusal(p, "R43", "cannot-stay", f.unit, f.place)]
        if act.arg >= SQUARES:
            return [refusal(p, "7.1.6e", "square-not-compound", f.unit, act.arg)]
        if self.same(f, p, act.arg):
            return [refusal(p, "R137", "stays-there", f.unit, act.arg)]
        rule, key = retreat_refusal(p, f.side, 1 - f.side, f.unit, act.arg, f.origin)
        return [refusal(p, rule, key, f.unit, act.arg)]


class CollapseCaught(Step[Collapse, Heralds]):
    """[7.1.6e] He may be intercepted on the way."""

    rule = "7.1.6e"

    def auto(self, f: Collapse, p: Heralds) -> None:
        f.at = 0
        if p.answer == CAUGHT:
            p.call(Fate(f.unit, "6.4g", True))


play(Collapse, CollapseNext(), CollapseMove(), CollapseCaught())
