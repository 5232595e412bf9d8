"""[6.1, 5.2.3e] A stack is put together, rolls its credit, and acts until it is spent."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_lines import open_leg, usable
from frente.games.heralds.rules.ch05_points import motor_refusal
from frente.games.heralds.rules.ch05_targets import first_of_group
from frente.games.heralds.rules.ch06_movement import (
    ACTING,
    FOUGHT,
    STOP,
    arrived,
    declare_move,
    errand_over,
    move_refusals,
    moves,
)
from frente.games.heralds.rules.ch06_reaction import DONE
from frente.games.heralds.rules.ch06_stacks import can_lead, drop, drop_refusal, fits, has_fighters, where
from frente.games.heralds.rules.ch07_combat import (
    destroy_refusal,
    hold_refusal,
    parley_refusal,
    strike,
    take_hold,
)
from frente.games.heralds.rules.ch07_engage import assault_refusal, fight_cost, fix_refusal, strike_refusal, struck
from frente.games.heralds.rules.ch07_outcome import fix_all
from frente.games.heralds.rules.ch11_will import judge
from frente.games.heralds.state.board import COMBAT, NEUTRAL, SUPPORT
from frente.games.heralds.state.frames import FAILED, MADE, MANEUVER, Stack, order
from frente.games.heralds.state.frames_combat import ASSAULT, ENDED, FIX, PARLEY, Assault, Destroy
from frente.games.heralds.state.position import COMMITTED, NEXT_TURN, Heralds, refusal
from frente.kernel.flow import Act, Choices, Refusal, Side, Step
from frente.kit.steps import Listed

YIELD: Final = Act("yield")


# -- putting it together


def join_refusal(p: Heralds, f: Stack, u: int) -> tuple[str, str]:
    """[4.2.1, 6.1a-c, 9.4c, R63, R132] What keeps a pawn from being in the stack when it is formed."""
    b = p.board
    if p.obeys(u) != f.side or not p.alive(u):
        return ("4a", "not-your-pawn")
    if u in f.units:
        return ("6.1b", "already-chosen")
    if u == b.air:
        if u not in order(p).active:
            return ("9.4c", "air-not-active")
        return ("", "") if has_fighters(p, f.units) else ("9.4b", "no-combat-unit")
    if p.square(u) != p.square(f.units[0]):
        return ("6.1a", "not-there")
    if p.captive[u]:
        return ("7.1.7g", "prisoner")
    if f.lead < 0:
        if b.kind[u] != COMBAT or b.brigade[u] != b.brigade[f.units[0]]:
            return ("6.1b", "not-of-the-stack")
        return ("", "") if u in order(p).active else ("6.1c", "not-active")
    if not can_lead(p, f.lead):
        return ("4.2.1a", "cannot-lead")
    if p.speaker(u):
        if not usable(p, u):
            return ("9.8a", "sleeps")
        return ("", "") if fits(p, f.units, f.lead, u) else ("4.2.1g", "too-many-for-him")
    if b.kind[u] in (COMBAT, SUPPORT):
        return ("", "") if fits(p, f.units, f.lead, u) else ("4.2.1c", "not-of-the-stack")
    return ("6b", "cannot-maneuver")


def veiled(p: Heralds, f: Stack) -> bool:
    """Whether a piece of the side that was never shown is in the square: nobody must learn if it could go along."""
    return any(p.side[u] == f.side and u >= p.board.first and not p.seen[u] for u in p.around(where(p, f)))


class Compose(Listed[Stack, Heralds]):
    """[4.2.1, 6.1b, 6.2b] Who goes along, and whether a motor depot carries them. Asked of every hidden piece."""

    rule = "6.1b"
    verbs = ("join", "motor", "done")

    def ask(self, f: Stack, p: Heralds) -> Choices:
        if f.task != MANEUVER:
            return {}
        b = p.board
        acts = b.unit_verbs["join"]
        near = [u for u in p.around(where(p, f)) if u != b.air]
        found = [acts[u] for u in (*near, b.air) if not join_refusal(p, f, u)[0]]
        if not f.motor:
            found += [b.resource_verbs["motor"][r] for r in b.motors if not motor_refusal(p, f.side, r)[0]
                      and r not in f.tried]
        if not found and f.units[0] < b.first and not (f.lead >= 0 and veiled(p, f)):
            return {}
        return {f.side: [*found, DONE]}

    def do(self, f: Stack, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        if act == DONE:
            f.at = 2
            return False
        if act.verb == "motor":
            f.pending = act.arg
            f.tried.append(act.arg)
            open_leg(p, side, -1, -1, b.rat[act.arg], False, False)
            return True
        u = act.arg
        o = order(p)
        if u in o.active:
            o.active.remove(u)
        if u == b.air:
            f.air = 1
            p.box(u, NEXT_TURN)
            p.tell("9.4c", "air-joins", {"unit": b.uid[u]})
            return False
        if f.lead >= 0:
            p.disclose(f.lead, "4.2.1a")
        p.disclose(u, "4.2.1g")
        if p.at[u] != where(p, f):       # [R132] they gather in the large square
            for v in [*f.units, u]:
                p.put(v, p.square(v))
        f.units.append(u)
        return False

    def auto(self, f: Stack, p: Heralds) -> None:
        f.at = 2

    def why(self, f: Stack, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "motor":
            rule, key = motor_refusal(p, side, act.arg)
            return [Refusal(rule or "R61", key or "already-tried", {"resource": p.board.rid[act.arg]})]
        rule, key = join_refusal(p, f, act.arg)
        return [refusal(p, rule, key, act.arg)]


class MotorCarries(Step[Stack, Heralds]):
    """[6.2b, 10.6a, R61] One stack per depot."""

    rule = "10.6a"

    def auto(self, f: Stack, p: Heralds) -> None:
        f.at = 0
        if p.answer:
            p.res[f.pending] = COMMITTED
            f.motor = True
            p.tell("10.6a", "motor-carries", {"resource": p.board.rid[f.pending]})


# -- acting


def pick_refusal(p: Heralds, f: Stack, u: int) -> tuple[str, str]:
    """[6.1e, R125, R132] What keeps a moving stack from picking up a pawn; those in compounds come out to it."""
    here = where(p, f)
    if p.obeys(u) != f.side or p.at[u] < 0 or here not in (p.at[u], p.square(u)):
        return ("6.1e", "not-there")
    if u in f.units or u in f.dropped:
        return ("R125", "already-chosen")
    if p.fixed[u]:
        return ("R125", "is-fixed")
    if p.captive[u]:
        return ("7.1.7g", "prisoner")
    if f.lead < 0 and (u not in order(p).active):
        return ("6.1c", "not-active")
    if f.lead >= 0 and not can_lead(p, f.lead):
        return ("4.2.1a", "cannot-lead")
    if not usable(p, u):
        return ("9.8a", "sleeps")
    if not fits(p, f.units, f.lead, u):
        return ("4.2.1g", "too-many-for-him") if p.speaker(u) else ("6.1e", "not-of-the-stack")
    return ("", "") if f.credit >= 1 else ("6.3a", "credit-short")


def fights(p: Heralds, f: Stack) -> list[Act]:
    """[7c] Combat actions open to a stack."""
    b = p.board
    here = where(p, f)
    found = [b.space_verbs["assault"][a] for a in (here, *b.storm_at[here]) if not assault_refusal(p, f, a)[0]]
    if not fix_refusal(p, f, here)[0]:
        found.append(b.space_verbs["fix"][here])
    return found


def neutral_targets(p: Heralds, f: Stack) -> list[Act]:
    """[7b, R74] Neutral groups within reach, each named by its first."""
    b = p.board
    here = where(p, f)
    return [b.unit_verbs["strike"][u] for a in (here, *b.storm_at[here]) for u in p.units(a)
            if not strike_refusal(p, f, u)[0] and struck(p, u)[0] == u]


def parleys(p: Heralds, f: Stack) -> list[Act]:
    """[7.3a, 5.2.2g]"""
    acts = p.board.unit_verbs["parley"]
    return [acts[u] for u in p.around(where(p, f)) if not parley_refusal(p, f, u)[0] and first_of_group(p, u)]


class Acting(Listed[Stack, Heralds]):
    """[5.2.3e, 6.3a, 7c] Moves and combat in any order, as long as the credit lasts."""

    rule = "5.2.3e"
    verbs = ("move", "assault", "strike", "fix", "parley", "hold", "destroy", "drop", "pick", "stop", "yield")

    def ask(self, f: Stack, p: Heralds) -> Choices:
        if errand_over(p, f):
            return {}
        armed = has_fighters(p, f.units)
        if f.task != MANEUVER:
            return {f.side: [*moves(p, f, armed), STOP]}
        b = p.board
        if f.caught:                     # [6.4e, R70]
            here = where(p, f)
            found = [b.space_verbs["assault"][here]] if not assault_refusal(p, f, here)[0] else []
            found += [a for a in parleys(p, f) if p.side[a.arg] != NEUTRAL and p.at[a.arg] == here]
            return {f.side: [*found, YIELD]}
        found = [*moves(p, f, armed), *fights(p, f), *neutral_targets(p, f), *parleys(p, f)]
        for c in (where(p, f), *b.inside[where(p, f)]):
            if not hold_refusal(p, f, c)[0]:
                found.append(b.space_verbs["hold"][c])
            if not destroy_refusal(p, f, c)[0]:
                found.append(b.space_verbs["destroy"][c])
        found += [b.unit_verbs["drop"][u] for u in f.units if not drop_refusal(p, f, u)[0]]
        found += [b.unit_verbs["pick"][u] for u in p.around(where(p, f)) if not pick_refusal(p, f, u)[0]]
        return {f.side: [*found, STOP]}

    def do(self, f: Stack, p: Heralds, side: Side, act: Act) -> bool:
        verb = act.verb
        if verb == "move":
            declare_move(p, f, act.arg)
        elif act == STOP:
            f.over = True
        elif act == YIELD:
            fix_all(p, [*f.units, *f.catchers])
            f.over = True
        elif verb == "drop":
            drop(f, act.arg)             # [6.1d]
        elif verb == "pick":
            f.credit -= 1
            p.disclose(act.arg, "6.1e")
            if f.lead >= 0:
                p.disclose(f.lead, "6.1e")
            f.units.append(act.arg)
            o = order(p)
            if act.arg in o.active:
                o.active.remove(act.arg)
            p.put(act.arg, where(p, f))
            judge(p)
        elif verb == "hold":
            take_hold(p, f, act.arg)
        elif verb == "destroy":
            f.at = FOUGHT
            p.call(Destroy(side, act.arg))
        else:
            f.at = FOUGHT                # [7.2b]
            caught = f.caught
            f.caught = False
            if verb == "strike":
                strike(p, f, act.arg)
            elif verb == "parley":
                place = p.at[act.arg]
                f.credit -= fight_cost(p, place)
                p.call(Assault(side, place, PARLEY, act.arg, caught or p.side[act.arg] == NEUTRAL))
            else:
                f.credit -= fight_cost(p, act.arg)
                p.call(Assault(side, act.arg, ASSAULT if verb == "assault" else FIX, -1, caught))
        return False

    def auto(self, f: Stack, p: Heralds) -> None:
        p.answer = MADE if arrived(p, f) else FAILED
        f.close()

    def why(self, f: Stack, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        verb, arg = act.verb, act.arg
        if f.task != MANEUVER and verb not in ("move", "stop"):
            return [refusal(p, "4.3.3a", "only-on-the-way", f.units[0])]
        if f.caught and verb in ("move", "strike", "fix", "hold", "destroy", "drop", "pick", "stop"):
            return [refusal(p, "6.4e", "must-fight", f.units[0])]
        if verb == "yield":
            return [refusal(p, "6.4e", "not-intercepted", f.units[0])]
        if verb == "move":
            return move_refusals(p, f, arg)
        if verb == "drop":
            rule, key = drop_refusal(p, f, arg)
            return [refusal(p, rule or "6.1d", key or "only-on-the-way", arg)]
        if verb == "pick":
            rule, key = pick_refusal(p, f, arg)
            return [refusal(p, rule or "6.1e", key or "not-of-the-stack", arg)]
        if verb in ("strike", "parley"):
            rule, key = strike_refusal(p, f, arg) if verb == "strike" else parley_refusal(p, f, arg)
            return [refusal(p, rule or "5.2.2g", key or "part-of-a-group", arg)]
        found = {"assault": assault_refusal, "fix": fix_refusal, "hold": hold_refusal, "destroy": destroy_refusal}
        rule, key = found[verb](p, f, arg)
        return [refusal(p, rule or "6.4e", key or "must-fight", -1, arg)]


class Fought(Step[Stack, Heralds]):
    """[7.1.4g, 7.2b, 4.2.1f] A fight may end the activation; a command stack without its leader is at its end."""

    rule = "5.2.3e"

    def auto(self, f: Stack, p: Heralds) -> None:
        f.at = ACTING
        if f.units:                      # those who were driven elsewhere are of the stack no more
            here = p.at[f.lead if f.lead in f.units else f.units[0]]
            f.dropped += [u for u in f.units if p.at[u] != here]
            f.units = [u for u in f.units if p.at[u] == here]
        if p.answer == ENDED or (f.lead >= 0 and f.lead not in f.units):
            f.over = True
