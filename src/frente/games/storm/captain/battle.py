"""A computer player's answers inside combat: chits, counter-attacks, point units, losses, retreats."""
from __future__ import annotations

from typing import Final

from frente.games.storm.captain.combat import BEST, TWO, WORST, Harm, mean_worth
from frente.games.storm.captain.goals import unit_worth
from frente.games.storm.captain.plan import Plan
from frente.games.storm.rules.ch03_morale import ATTACKED, modifiers, who_tests
from frente.games.storm.rules.ch06_chits import FIRE, Window
from frente.games.storm.rules.ch09_bombardment import Bombardment
from frente.games.storm.rules.ch09_combat import (
    DONE,
    attack_value,
    counter_units,
    defence_value,
    dice_needed,
    intensity,
    kept,
    worth,
)
from frente.games.storm.rules.ch09_fire import strength
from frente.games.storm.rules.ch09_impulse import staying
from frente.games.storm.rules.ch09_losses import Losses, Retreat, loss_act
from frente.games.storm.rules.ch09_movement import CANCEL
from frente.games.storm.state.board import (
    ARTILLERY,
    LINE,
    N3,
    N4A,
    N4B,
    N8A,
    N8B,
    N10A,
    N10B,
    N10C,
    N12,
    R3A,
    R3B,
    R3C,
    R4A,
    R4B,
    R7,
    R8A,
    R8B,
    REP,
)
from frente.games.storm.state.frames import ASSAULT, Impulse, impulse
from frente.games.storm.state.position import Storm
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import best

LOW: Final = 5                           # dice that are rolled again for oneself
HIGH: Final = 8                          # and against oneself


# -- event chits


def play_events(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    im = impulse(p)
    f = p.frame(Window)
    scores = [0.0 if a == PASS else event(p, im, f, a.arg) for a in acts]
    return best(acts, scores)


def event(p: Storm, im: Impulse, f: Window, use: int) -> float:
    """Whether a Combat Event is worth playing: above 0, it is."""
    b = p.board
    foes = p.units(1 - im.side, im.area)
    fresh = sum([p.factor(u) for u in foes if not p.spent[u]])
    if use in (N4B, R8B, R7, R3C):
        return 1.0
    if use == N3:
        if f.window == FIRE:
            return sum([x[0] for x in strength(p, im, im.area)]) - 1.5
        return fresh - 2.5
    if use == N4A:
        return b.terrain[im.area] - 2.5 if len(im.units) > 1 else -1.0
    if use in (N8A, N8B):
        return stampede(p, im, use)
    if use in (N10A, N10B, N10C):
        dice = kept(im, im.dice) if use != N10C else sum(im.dice)
        return LOW + 0.5 - dice if use == N10A else dice - HIGH + 0.5
    if use == N12:
        return 1.0 if f.window == FIRE else worth(attack_value(p, im)) - 2.5
    if use == R3A:
        return 1.0 if len(im.units) > 1 else -1.0
    if use == R3B:
        return sum([p.factor(u) for u in im.counter]) - 1.5
    if use == R4A:
        return min(b.terrain[im.area] - 1.5, worth(attack_value(p, im)) - 2.5)
    if use == R4B:
        return len(im.counter) - 1.5
    if use == R8A:
        return len(who_tests(p, im.area, ATTACKED)) - 2.5
    return -1.0


def stampede(p: Storm, im: Impulse, use: int) -> float:
    """[15.N8] Units expected to run, against one."""
    b = p.board
    a = im.area
    modifier = sum([m[0] for m in modifiers(p, a, ATTACKED)])
    runs = min(6, max(0, 6 - (b.retreats_from - 1 - modifier))) / 6.0
    n = 0
    for u in p.units(REP, a):
        if p.shock(u) if use == N8B else b.type[u] == LINE and not p.shock(u):
            n += 1
    return n * runs - 0.9


# -- counter-attack


def counter_attack(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """As many as pay: every factor costs the attacker, every unit is Spent by it."""
    im = impulse(p)
    s = plan.survey(p)
    order = [(-p.factor(u), unit_worth(p, u, s.w), u) for u in counter_units(p, im)]
    order.sort()
    base = worth(intensity(p, im))
    odds = roll_odds(im)
    harm = Harm(s)
    theirs = mean_worth(s, im.units)
    n = float(len(im.units))
    hits = max(0.0, 7.0 + worth(attack_value(p, im)) - 5.0 - p.board.terrain[im.area])
    pressed = min(1.0, hits / (3.0 * max(1, len(p.units(side, im.area)))))
    fee = s.w["attack.tire"] * 2.0 + 0.35 * pressed
    most = 0.0
    wanted = 0
    factors = 0
    for k in range(len(order) + 1):
        if k:
            factors -= order[k - 1][0]
        gain = -fee * k
        for d in range(2, 13):
            gain += theirs * odds[d] * harm.lost(max(0.0, base + factors - d), 0.0, n)
        if k == 0 or gain > most + 0.001:
            most = gain
            wanted = k
    return p.board.unit_acts[order[0][2]] if wanted else DONE


def roll_odds(im: Impulse) -> list[float]:
    if im.worst:
        return WORST
    return BEST if dice_needed(im) == 3 else TWO


# -- point units


def name_point(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The attacker's: against defensive fire the toughest, else the cheapest, which goes first."""
    im = impulse(p)
    s = plan.survey(p)
    tough = 10.0 if im.kind == ASSAULT else 0.0
    return best(acts, [tough * p.board.defence[a.arg] - unit_worth(p, a.arg, s.w) for a in acts])


def crossing_point(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    s = plan.survey(p)
    return best(acts, [10.0 * p.board.defence[a.arg] - unit_worth(p, a.arg, s.w) for a in acts])


def defence_point(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The highest Defence Value, among equals the cheapest unit."""
    im = impulse(p)
    s = plan.survey(p)
    return best(acts, [10.0 * worth(defence_value(p, im, a.arg)) - unit_worth(p, a.arg, s.w) for a in acts])


def target_point(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[9.3d] The enemy's weakest, one's own toughest; artillery would shield the others."""
    f = p.frame(Bombardment)
    s = plan.survey(p)
    scores: list[float] = []
    for a in acts:
        tough = 10.0 * p.board.defence[a.arg]
        gun = p.board.type[a.arg] == ARTILLERY
        if side == f.side:
            scores.append(-1000.0 if gun else unit_worth(p, a.arg, s.w) - tough)
        else:
            scores.append(tough - unit_worth(p, a.arg, s.w))
    return best(acts, scores)


def after_fire(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[9.5g] Go on with the two lowest of three dice only where even they promise something."""
    im = impulse(p)
    able = [a.arg for a in acts if a.verb == "point"]
    factors = sum([p.factor(u) for u in able])
    foes = p.units(1 - side, im.area)
    defence = max([p.board.defence[u] for u in foes]) + p.board.terrain[im.area]
    if 5 + factors <= defence + 1:
        return CANCEL
    return best(acts, [-1e9 if a.verb != "point" else -float(p.board.attack[a.arg]) for a in acts])


# -- losses and retreats


def take_losses(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Losses)
    amount = plan.share(p, f)
    if amount < 0:
        return acts[0]
    return loss_act(p, f.units[len(f.given)], amount)


def retreat_units(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The most valuable unit first, to where it helps most."""
    f = p.frame(Retreat)
    s = plan.anew(p)
    if acts[0].verb == "unit":
        return best(acts, [unit_worth(p, a.arg, s.w) for a in acts])
    u = f.unit if f.unit >= 0 else f.units[0]
    return best(acts, [s.gain(u, a.arg) for a in acts])


def strife(p: Storm, side: Side, acts: list[Act], plan: Plan) -> Act:
    """[15.N6] The stronger group goes."""
    im = impulse(p)
    return best(acts, [sum([0.5 + p.factor(u) for u in staying(p, im, a.arg)], 0.0) for a in acts])


ANSWERS: Final = {
    "PlayEvents": play_events, "CounterAttack": counter_attack, "NamePoint": name_point,
    "NameCrossingPoint": crossing_point, "DefencePoint": defence_point, "NameTargetPoint": target_point,
    "AfterFire": after_fire, "TakeLosses": take_losses, "RetreatUnits": retreat_units, "StrifeChoice": strife}
