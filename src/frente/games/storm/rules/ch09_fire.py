"""[9.5] Defensive fire on units that cross a river towards the enemy."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.storm.rules.ch03_general import judge_all
from frente.games.storm.rules.ch06_chits import FIRE, FIRE_ROLL, is_combat, open_window
from frente.games.storm.rules.ch09_losses import suffer
from frente.games.storm.state.board import N3, N12, R3C, SIDES
from frente.games.storm.state.frames import Impulse, impulse
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import CHANCE, D6, Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed


@dataclass
class Fire(Frame):
    """Player B fires at the units that have just crossed."""


def strength(p: Storm, im: Impulse, a: int) -> list[tuple[int, str, str]]:
    """[9.5b, 9.8, 15.R3c] What the defenders of an area fire with, each part with its rule and the key of its name."""
    b = p.board
    factors = 0
    zeros = 0
    for u in p.units(1 - im.side, a):
        if not p.spent[u]:
            k = p.factor(u)
            factors += k
            zeros += 1 if not k else 0
    found = [(factors, "9.5b", "fire-factors")]
    if zeros >= b.zero_trio:
        found.append((zeros // b.zero_trio, "9.5b", "fire-trios"))
    if R3C in im.effects:
        found.append((b.tanks, "15.R3c", "fire-tanks"))
    return found


def cover(p: Storm, im: Impulse, point: int) -> int:
    """[9.5c, 15.N12, R76] What is subtracted: the defence factor of the crossing point unit, without terrain."""
    return p.board.defence[point] + (p.board.alfereces if N12 in im.effects else 0)


class NameCrossingPoint(Listed[Fire, Storm]):
    """[9.2a, R104] The point unit of the crossing; one already named and still with the stack remains."""

    rule = "9.2a"
    verbs = ("point",)

    def ask(self, f: Fire, p: Storm) -> Choices:
        im = impulse(p)
        if im.point in im.units or len(im.units) == 1:
            return {}
        return {im.side: [p.board.point_acts[u] for u in im.units]}

    def do(self, f: Fire, p: Storm, side: Side, act: Act) -> bool:
        impulse(p).point = act.arg
        return True

    def auto(self, f: Fire, p: Storm) -> None:
        im = impulse(p)
        if im.point not in im.units:
            im.point = im.units[0]

    def why(self, f: Fire, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "9.2a", "not-crossing", act.arg)]


class FireWindow(Step[Fire, Storm]):
    """[6f, R31] Before the dice: Tanks!, Surprise, Alféreces."""

    rule = "6f"

    def auto(self, f: Fire, p: Storm) -> None:
        if is_combat(impulse(p)) or p.opt.events_on_plain_moves:
            open_window(p, FIRE)


class FireDice(Die[Fire, Storm]):
    """[9.5c, 15.N3] Two dice of player B; none if the crossing was a surprise."""

    rule = "9.5c"

    def ask(self, f: Fire, p: Storm) -> Choices:
        return {} if N3 in impulse(p).effects else {CHANCE: D6}

    def do(self, f: Fire, p: Storm, side: Side, act: Act) -> bool:
        im = impulse(p)
        im.dice.append(act.arg)
        return len(im.dice) == 2

    def auto(self, f: Fire, p: Storm) -> None:
        f.close()


class FireRollWindow(Step[Fire, Storm]):
    """[15.N10c] After the dice: Teresa of Ávila's arm."""

    rule = "15.N10c"

    def auto(self, f: Fire, p: Storm) -> None:
        im = impulse(p)
        p.tell("9.5c", "fire-dice", {"side": SIDES[1 - im.side], "dice": "+".join([str(d) for d in im.dice])})
        if is_combat(im) or p.opt.events_on_plain_moves:
            open_window(p, FIRE_ROLL)


class FireResult(Step[Fire, Storm]):
    """[9.5c, 9.5e] Losses among the crossing units at once; they retreat to where they came from."""

    rule = "9.5c"

    def auto(self, f: Fire, p: Storm) -> None:
        im = impulse(p)
        if not im.dice:                  # [15.N10c] Teresa of Ávila: all dice again
            f.at = DICE
            return
        total = sum(im.dice) + sum([x[0] for x in strength(p, im, im.area)])
        losses = max(0, total - cover(p, im, im.point))
        im.dice = []
        p.tell("9.5c", "fire-losses", {"side": SIDES[im.side], "losses": losses})
        suffer(p, im.side, im.units, im.point, losses, im.back)


class FireJudged(Step[Fire, Storm]):
    """[3.5.1a]"""

    rule = "3.5.1a"

    def auto(self, f: Fire, p: Storm) -> None:
        judge_all(p)


play(Fire, NameCrossingPoint(), FireWindow(), FireDice(), FireRollWindow(), FireResult(), FireJudged())
DICE: Final = 2
