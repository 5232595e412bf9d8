"""[7] The offensive of the Vallecas Corps from Madrid."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.brunete.state.board import NAT
from frente.games.brunete.state.position import ASYLUM, CARABANCHEL, MADRID, Brunete
from frente.kernel.flow import CHANCE, D6, Act, Choices, Frame, Side, play
from frente.kit.steps import Die

LAST_TURN_TO_LEAVE: Final = 4
BOXES: Final = ("madrid", "carabanchel", "asylum")


@dataclass
class Madrid(Frame):
    dice: list[int] = field(default_factory=list)


class MadridRoll(Die[Madrid, Brunete]):
    """[7.2, 7.4, 7.7, 7.9] One die by the marker's box; in Carabanchel a six is rolled again."""

    rule = "7.2"

    def ask(self, f: Madrid, p: Brunete) -> Choices:
        return {} if p.cancelled else {CHANCE: D6}

    def do(self, f: Madrid, p: Brunete, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        if p.vallecas == MADRID:
            if act.arg == 6:
                go(p, CARABANCHEL, "7.2")
            elif p.turn >= LAST_TURN_TO_LEAVE:
                p.cancelled = True       # [7.9]
                p.tell("7.9", "madrid-cancelled", {})
        elif p.vallecas == CARABANCHEL:
            if act.arg == 6:
                if len(f.dice) == 1:
                    return False
                go(p, ASYLUM, "7.4")
            elif len(f.dice) == 1 and act.arg <= 2:
                go(p, MADRID, "7.4")
        elif act.arg <= 2:
            go(p, CARABANCHEL, "7.7")
        return True


def go(p: Brunete, box: int, rule: str) -> None:
    """[7.3, 7.5, 7.6, 7.7, R46] Move the marker and tie down, owe or give back Nationalist support."""
    forward = box == p.vallecas + 1
    p.vallecas = box
    p.tell(rule, "vallecas-moves", {"box": BOXES[box]})
    if forward:
        p.owed_avi += 1
        settle_debt(p)
        if box == ASYLUM and p.art[NAT]:
            p.art[NAT] -= 1
            p.held_art += 1
        return
    if p.owed_avi:                       # an unpaid debt lapses in place of one marker given back
        p.owed_avi -= 1
    else:
        p.held_avi -= 1
        p.avi_back[NAT].append(p.turn + 1)
    if p.held_art:
        p.held_art -= 1
        p.art_back[NAT].append(p.turn + 1)
    if box == MADRID:
        p.cancelled = True


def settle_debt(p: Brunete) -> None:
    """[7.3, R46] A marker owed to the Madrid front is taken as soon as one is available."""
    while p.owed_avi and p.avi[NAT]:
        p.owed_avi -= 1
        p.avi[NAT] -= 1
        p.held_avi += 1
        p.tell("7.3", "aviation-held", {"box": BOXES[p.vallecas]})


play(Madrid, MadridRoll())
