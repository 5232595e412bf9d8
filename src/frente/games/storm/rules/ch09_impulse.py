"""[9] Impulses: who activates what for which kind of activation, or plays a chit, or passes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.storm.rules.ch06_chits import END, chit_refusals, is_combat, open_window, play_chit, title_used
from frente.games.storm.rules.ch09_bombardment import Bombardment, gun_targets, spared
from frente.games.storm.rules.ch09_combat import DONE, Battle
from frente.games.storm.rules.ch09_movement import March, allowance, battle_at, can_step, has_guns, leads_to_battle
from frente.games.storm.rules.ch15_events import REPLACE_USES, cannot_play, carry_out
from frente.games.storm.state.board import (
    ANARCHIST,
    AREAS,
    ARTILLERY,
    COMMUNIST,
    INTERNATIONAL,
    KIND_OF,
    NAT,
    R6,
    REP,
    SIDES,
    SPACES,
    USES,
)
from frente.games.storm.state.frames import (
    ASSAULT,
    ATTACK,
    BOMBARD,
    CHIT,
    MOVE,
    NOTHING,
    Impulse,
    Impulses,
    phase,
)
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

PREPARE: Final = Act("prepare")
KEEPS: Final = [Act("keep", 0), Act("keep", 1)]
PARTIES: Final = ("communists", "anarchists")
FACTIONS_OF: Final = ((COMMUNIST, INTERNATIONAL), (ANARCHIST,))          # by party (15.N6a)
DECLARED: Final = ((*REPLACE_USES[REP], R6), REPLACE_USES[NAT])          # by side: chits played when an impulse begins
KIND_OF_VERB: Final = {"move": MOVE, "bombard": BOMBARD, "attack": ATTACK, "assault": ASSAULT}


# -- who can be activated for what


def candidates(p: Storm, side: Side, kind: int, a: int, chosen: Sequence[int]) -> list[int]:
    """[9h, 9e, 9.3b, 1.1d] Fresh units of a space that could join *chosen* so that it can still be carried out."""
    n = len(chosen) + 1
    if (kind == BOMBARD and n > p.board.batteries) or p.sp[side] < size_price(p, kind, n):
        return []
    found = [u for u in p.units(side, a)
             if not p.spent[u] and u not in chosen and suits(p, u, kind) and not p.frozen(u)]
    if kind == MOVE:                     # [9.2k, 9.2m, 3.2c]
        alone, towing = can_step(p, side, n, False, a), can_step(p, side, n, True, a)
        return [u for u in found if (towing if has_guns(p, [*chosen, u]) else alone)]
    if kind == ASSAULT:                  # [9.4.3b, 9.2c, 3.2c]
        return [u for u in found if leads_to_battle(p, side, n, a, allowance(p, [*chosen, u]), True)]
    return found


def size_price(p: Storm, kind: int, n: int) -> int:
    """[5c, 9e, 9.3c, R25] What the number of units costs."""
    b = p.board
    if kind == BOMBARD:
        return b.battery_price if n >= b.batteries else 0
    return b.large_price if n > b.free_units else 0


def suits(p: Storm, u: int, kind: int) -> bool:
    """[9.4.1b, 9.4.3a, 9.3a, 9.2a] Whether a unit is of the right sort for an activation."""
    if kind == MOVE:
        return True
    if kind == BOMBARD:
        return p.board.type[u] == ARTILLERY
    if kind == ASSAULT:
        return p.shock(u) and p.factor(u) > 0
    return p.factor(u) > 0


def forbidden(p: Storm, side: Side, kind: int, a: int) -> tuple[str, str]:
    """What keeps a side from a kind of activation in a space, whatever the units; ("", "") when nothing does."""
    if kind != MOVE and side == REP and p.flight:
        return ("15.N9a", "government-in-flight")
    if kind == ATTACK:
        if a >= AREAS:
            return ("2j", "no-combat-in-box")
        if not p.n[(1 - side) * SPACES + a]:
            return ("9.4.1a", "no-enemy-there")
        if not battle_at(p, side, a):
            return ("12.3l", "pause-no-attack")
    if kind == BOMBARD and not gun_targets(p, side, a):
        return ("2j", "no-bombardment-from-box") if a >= AREAS and not p.opt.bombard_from_box else (
            "9.3a", "nothing-in-range")
    return ("", "")


def activations(p: Storm, side: Side, combat_only: bool) -> list[Act]:
    """[9b, 9d] Everything a side may declare with its units."""
    b = p.board
    found: list[Act] = []
    fights = not (side == REP and p.flight)                  # [15.N9a]
    for a in range(SPACES):
        fresh = [u for u in p.units(side, a) if not p.spent[u] and not p.frozen(u)]      # [1.1d, 12.2k]
        if not fresh:
            continue
        if not combat_only and can_step(p, side, 1, all(b.type[u] == ARTILLERY for u in fresh), a):      # [6f, 9.2m]
            found.append(b.move_acts[a])
        if not fights:
            continue
        if battle_at(p, side, a) and any(suits(p, u, ATTACK) for u in fresh):            # [9.4.1a, 9.4.1b]
            found.append(b.attack_acts[a])
        shock = [b.move[u] for u in fresh if suits(p, u, ASSAULT)]
        if shock and leads_to_battle(p, side, 1, a, max(shock), True):                   # [9.4.3a, 9.4.3b]
            found.append(b.assault_acts[a])
        if not combat_only and has_guns(p, fresh) and gun_targets(p, side, a):           # [6f, 9.3a]
            found.append(b.bombard_acts[a])
    return found


def durruti_refusal(p: Storm) -> tuple[str, str]:
    """[15.R6, 6f] Played at the start of an impulse that must then be a combat activation."""
    if p.durruti:
        return ("15.R6", "already-in-force")
    if p.flight:
        return ("15.N9a", "government-in-flight")
    return ("", "") if combat_with_durruti(p) else ("6f", "no-combat-possible")


def combat_with_durruti(p: Storm) -> bool:
    """[15.R6, 6f] Whether the Republican could attack or assault if the chit were in force."""
    q = p.clone()
    q.durruti = q.board.durruti_impulses
    return bool(activations(q, REP, True))


def unplayable(p: Storm, side: Side, use: int) -> tuple[str, str]:
    """Why a chit that is declared would not take effect now; ("", "") when it would."""
    return durruti_refusal(p) if use == R6 else cannot_play(p, side, use)


def chit_plays(p: Storm, side: Side) -> list[Act]:
    """[6a, 6d, 6e, 15.R6] Chits in hand that can be played now instead of an activation, and 15.R6."""
    return [p.board.chit_acts[use] for use in DECLARED[side]
            if p.hand[KIND_OF[use]] and not title_used(p, KIND_OF[use]) and not unplayable(p, side, use)[0]]


# -- the impulse


class Declare(Listed[Impulse, Storm]):
    """[9b, 9d, 6e] An area and a kind of activation, a chit, or a pass."""

    rule = "9b"
    verbs = ("move", "bombard", "attack", "assault", "chit", "pass")

    def ask(self, f: Impulse, p: Storm) -> Choices:
        side = f.side
        if R6 in f.effects:              # [6f] a Combat Event goes with a combat activation
            return {side: activations(p, side, True)}
        if not p.hand_size(side) and not p.any_fresh(side):
            return {}
        found = activations(p, side, False)
        found += chit_plays(p, side)
        found.append(PASS)
        return {side: found}

    def do(self, f: Impulse, p: Storm, side: Side, act: Act) -> bool:
        if act == PASS:
            decline(f, p)
            return False
        if act.verb == "chit":
            play_chit(p, side, act.arg)
            if act.arg == R6:            # [15.R6]
                f.effects.append(R6)
                p.durruti = p.board.durruti_impulses
                return False
            f.kind = CHIT                # [6e, 9c] no pass
            f.at = FINISH
            carry_out(p, side, act.arg)
            return False
        f.kind = KIND_OF_VERB[act.verb]
        f.origin = act.arg
        return True

    def auto(self, f: Impulse, p: Storm) -> None:
        decline(f, p)                    # [R37]

    def why(self, f: Impulse, p: Storm, side: Side, act: Act) -> list[Refusal]:
        if act == PASS:
            return [Refusal("6f", "combat-must-follow", {})]
        if act.verb == "chit":
            return play_refusals(p, f, side, act.arg)
        return declare_refusals(p, f, side, KIND_OF_VERB[act.verb], act.arg)


def decline(f: Impulse, p: Storm) -> None:
    """[9b] A pass: nothing is activated."""
    p.tell("9b", "passes", {"side": SIDES[f.side]})
    f.at = OVER


def play_refusals(p: Storm, f: Impulse, side: Side, use: int) -> list[Refusal]:
    """[6e, 6f, 15.R5, 15.R6]"""
    found = chit_refusals(p, side, use)
    if R6 in f.effects:
        found.append(Refusal("6f", "combat-must-follow", {}))
    elif use not in DECLARED[side]:
        found.append(Refusal("6f", "combat-event", {"chit": USES[use]}))
    else:
        rule, key = unplayable(p, side, use)
        if rule:
            found.append(Refusal(rule, key, {"chit": USES[use]}))
    return found


def declare_refusals(p: Storm, f: Impulse, side: Side, kind: int, a: int) -> list[Refusal]:
    if R6 in f.effects and kind in (MOVE, BOMBARD):
        return [Refusal("6f", "combat-must-follow", {})]
    if not p.n[side * SPACES + a]:
        return [refusal(p, "9b", "no-units-there", -1, a)]
    rule, key = forbidden(p, side, kind, a)
    kept = spared(p, side, [a, *p.board.nb[a]])              # the pause, and not distance, may be the reason
    if rule == "9.3a" and kept >= 0:
        return [refusal(p, "12.3l", "pause-no-attack", -1, kept)]
    if rule:
        return [refusal(p, rule, key, -1, a)]
    units = p.units(side, a)
    fresh = [u for u in units if not p.spent[u]]
    if not fresh:
        return [refusal(p, "1.1d", "all-spent", -1, a)]
    free = [u for u in fresh if not p.frozen(u)]
    if not free:
        return [refusal(p, "12.2k", "garrison-frozen", fresh[0])]
    if not any(suits(p, u, kind) for u in free):
        return [refusal(p, "9.4.3a" if kind == ASSAULT else "9.4.1b" if kind == ATTACK else "9.3a",
                        "nobody-suited", -1, a)]
    if kind == ASSAULT:
        if kept >= 0:
            return [refusal(p, "12.3l", "pause-no-attack", -1, kept)]
        return [refusal(p, "9.4.3b", "no-battle-there", next(u for u in free if suits(p, u, kind)), a)]
    return [refusal(p, "9.2m", "nowhere-to-go", -1, a)]


class ChooseUnits(Listed[Impulse, Storm]):
    """[9.2a, 9.3b, 9.4.1.C1, 9e, 9h] Units of one space, one by one; the cost is paid when all are named."""

    rule = "9h"
    verbs = ("unit", "done", "prepare")

    def ask(self, f: Impulse, p: Storm) -> Choices:
        acts = p.board.unit_acts
        found = [acts[u] for u in candidates(p, f.side, f.kind, f.origin, f.units)]
        if f.units:
            if may_prepare(p, f):
                found.append(PREPARE)
            if not found:
                return {}
            found.append(DONE)
        return {f.side: found}

    def do(self, f: Impulse, p: Storm, side: Side, act: Act) -> bool:
        if act.verb == "unit":
            f.units.append(act.arg)
            return False
        if act == PREPARE:
            f.prepared = True
            p.spend(side, p.board.prepare_price, "9.4.2a", "pays-prepared")      # [9.4.2c]
        pay_for_size(f, p)
        return True

    def auto(self, f: Impulse, p: Storm) -> None:
        pay_for_size(f, p)

    def why(self, f: Impulse, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [unit_refusal(p, f, act)]


def may_prepare(p: Storm, f: Impulse) -> bool:
    """[9.4.2a, 9.4.3d, 5c]"""
    return is_combat(f) and p.sp[f.side] >= p.board.prepare_price + size_price(p, f.kind, len(f.units))


def pay_for_size(f: Impulse, p: Storm) -> None:
    """[5c, 9e, 9.3c]"""
    cost = size_price(p, f.kind, len(f.units))
    if cost:
        p.spend(f.side, cost, "9.3c" if f.kind == BOMBARD else "9e", "pays-size")


def unit_refusal(p: Storm, f: Impulse, act: Act) -> Refusal:
    b = p.board
    if act == DONE:
        return Refusal("9h", "choose-a-unit", {})
    if act == PREPARE:
        if not is_combat(f):
            return Refusal("9.4.2a", "nothing-to-prepare", {})
        if not f.units:
            return Refusal("9h", "choose-a-unit", {})
        return Refusal("9.4.2a", "no-support-points", {})
    u = act.arg
    if b.side[u] != f.side:
        return refusal(p, "9b", "not-your-unit", u)
    if p.at[u] != f.origin:
        return refusal(p, "9h", "not-in-the-area", u, f.origin)
    if u in f.units:
        return refusal(p, "9h", "already-chosen", u)
    if p.spent[u]:
        return refusal(p, "1.1d", "unit-spent", u)
    if p.frozen(u):
        return refusal(p, "12.2k", "garrison-frozen", u)
    if not suits(p, u, f.kind):
        if f.kind == ASSAULT:
            return refusal(p, "9.8" if b.type[u] == ARTILLERY else "9.4.3a", "cannot-assault", u)
        return refusal(p, "9.3a" if f.kind == BOMBARD else "9.4.1b", "unsuited", u)
    n = len(f.units) + 1
    if f.kind == BOMBARD and n > b.batteries:
        return refusal(p, "9.3b", "three-batteries", u)
    if p.sp[f.side] < size_price(p, f.kind, n):
        return refusal(p, "9.3c" if f.kind == BOMBARD else "9e", "no-support-points", u)
    if f.kind == ASSAULT:
        return refusal(p, "9.4.3b", "stack-cannot-reach", u)
    if can_step(p, f.side, n, has_guns(p, f.units), f.origin):           # without it, a battery
        return refusal(p, "9.2k", "artillery-needs-friend", u)
    return refusal(p, "3.2c", "stack-too-large", u)


# -- strife within the Republican party


def divided(p: Storm, f: Impulse) -> bool:
    """[15.N6a, 15.N6c]"""
    found = [p.board.faction[u] for u in f.units]
    return p.strife and ANARCHIST in found and (COMMUNIST in found or INTERNATIONAL in found)


def staying(p: Storm, f: Impulse, party: int) -> list[int]:
    """[15.N6b, 15.N6c] Who goes on if the Republican keeps a party: all but the other one."""
    return [u for u in f.units if p.board.faction[u] not in FACTIONS_OF[1 - party]]


class StrifeDie(Die[Impulse, Storm]):
    """[15.N6a]"""

    rule = "15.N6a"

    def ask(self, f: Impulse, p: Storm) -> Choices:
        return {CHANCE: D6} if divided(p, f) else {}

    def do(self, f: Impulse, p: Storm, side: Side, act: Act) -> bool:
        f.die = act.arg
        p.tell("15.N6a", "strife-die", {"die": act.arg})
        return True


class StrifeChoice(Step[Impulse, Storm]):
    """[15.N6b, 15.N6c, R71] One of the two groups stays behind, Fresh; a price no longer due is given back."""

    rule = "15.N6a"
    verbs = ("keep",)

    def ask(self, f: Impulse, p: Storm) -> Choices:
        return {f.side: KEEPS} if f.die >= p.board.strife_from else {}

    def do(self, f: Impulse, p: Storm, side: Side, act: Act) -> bool:
        paid = size_price(p, f.kind, len(f.units))
        f.units = staying(p, f, act.arg)
        p.sp[side] += paid - size_price(p, f.kind, len(f.units))
        p.tell("15.N6a", "strife-choice", {"group": PARTIES[act.arg]})
        return True


# -- carrying it out


class NamePoint(Listed[Impulse, Storm]):
    """[9.4.1.C1, 9.4.3b, R104] The point unit of an attack or assault: any of its units."""

    rule = "9.4.1.C1"
    verbs = ("point",)

    def ask(self, f: Impulse, p: Storm) -> Choices:
        if not is_combat(f) or len(f.units) == 1:
            return {}
        return {f.side: [p.board.point_acts[u] for u in sorted(f.units)]}

    def do(self, f: Impulse, p: Storm, side: Side, act: Act) -> bool:
        f.point = act.arg
        return True

    def auto(self, f: Impulse, p: Storm) -> None:
        if is_combat(f):
            f.point = f.units[0]

    def why(self, f: Impulse, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "9.4.1.C1", "not-attacking", act.arg)]


class Execute(Step[Impulse, Storm]):
    """[9d] Movement, bombardment or combat."""

    rule = "9d"

    def auto(self, f: Impulse, p: Storm) -> None:
        f.area = f.origin
        if f.kind in (MOVE, ASSAULT):
            p.call(March(allowance(p, f.units)))
        elif f.kind == BOMBARD:
            p.call(Bombardment(f.side))


class Fight(Step[Impulse, Storm]):
    """[9.4.3b] Standard combat, or the combat at the end of an assault unless it was cancelled."""

    rule = "9.4"

    def auto(self, f: Impulse, p: Storm) -> None:
        if f.kind == ATTACK or (f.kind == ASSAULT and not f.cancelled and f.units):
            p.call(Battle())


class Finish(Step[Impulse, Storm]):
    """[9f, 9.2l, 9.3i, 9.4.1.C2b, R48] Whoever was activated is Spent; then Plans captured may be played."""

    rule = "9.2l"

    def auto(self, f: Impulse, p: Storm) -> None:
        for u in f.units:
            if p.at[u] >= 0:
                p.flip(u)
        open_window(p, END)              # [15.R7]


class Over(Step[Impulse, Storm]):
    """[9a, 9c, 9g, 15.R6, 15.R7, 15.N9c, R90] Whose impulse is next, and what ends with this one."""

    rule = "9a"

    def auto(self, f: Impulse, p: Storm) -> None:
        if f.side == REP and p.flight:
            p.flight -= 1
        if p.durruti and (f.side == REP or not p.opt.durruti_own):
            p.durruti -= 1
        ph = phase(p)
        ph.extra = f.again
        if f.kind == NOTHING:
            ph.passes += 1
            ph.run = 0
            ph.side = 1 - f.side
            return
        ph.passes = 0
        if f.again:
            return
        if ph.run > 1:                   # [12.2j, 12.3e]
            ph.run -= 1
            return
        ph.side = 1 - f.side


play(Impulse, Declare(), ChooseUnits(), StrifeDie(), StrifeChoice(), NamePoint(), Execute(), Fight(), Finish(), Over())
FINISH: Final = 7
OVER: Final = 8


class NextImpulse(Step[Impulses, Storm]):
    """[9c, 9g, R37, R103] Impulses until nobody is Fresh or both have passed in succession."""

    rule = "9c"

    def auto(self, f: Impulses, p: Storm) -> None:
        if f.passes >= 2:
            return
        if not p.opt.chits_after_last and not f.extra and not p.any_fresh(REP) and not p.any_fresh(NAT):
            return
        f.at -= 1
        p.call(Impulse(f.side))
