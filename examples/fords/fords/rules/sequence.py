"""[1] The sequence of play, supply, arrivals and victory."""
from __future__ import annotations

from dataclasses import dataclass

from fords.rules.ch3_movement import Movement
from fords.rules.ch4_combat import Combat
from fords.rules.ch5_bombardment import Bombardment
from fords.state.position import AWAITED, CROWN, LEAGUE, UNSUPPLIED, Fords
from frente.kernel.flow import Frame, Side, Step, play
from frente.kit import turns
from frente.kit.supply import Lines, Stage, trace


@dataclass
class Battle(Frame):
    """[1.1] Turn after turn."""


class Turn(turns.PlayerTurn):
    """[1.2] The phases of one side."""


def lines(p: Fords, side: Side) -> Lines:
    """[6.1] Along roads from the source, then three hexes across country, past enemies and their zones nowhere."""
    sources = [h for h in p.board.sources[side] if p.holder(h) != 1 - side]
    return trace(p.ground.nb, sources, p.shut(side), [Stage(over=p.board.road), Stage(p.board.number["supply"])])


class NextTurn(Step[Battle, Fords]):
    """[1.1, 1.2, 8.1, 8.2] The Crown moves first; the game ends with its last turn or when all is taken."""

    rule = "1.1"

    def auto(self, f: Battle, p: Fords) -> None:
        if p.turn == p.last_turn or not p.points(LEAGUE):
            p.result = CROWN if p.points(CROWN) >= p.board.number["win"] else LEAGUE
            p.end()
            return
        p.turn += 1
        p.tell("1.1", "turn-begins", {"turn": p.turn})
        f.at = 0
        p.call(Turn(LEAGUE))
        p.call(Turn(CROWN))


class Supply(turns.JudgeSupply[Fords]):
    """[6.1, 6.2] Judged for all units of the side at once."""

    rule = "6.1"
    bit = UNSUPPLIED

    def lines(self, p: Fords, side: Side) -> Lines:
        return lines(p, side)


class Arrivals(turns.Arrivals[Fords]):
    """[7.1] From their turn on, if there is room."""

    rule = "7.1"

    def due(self, p: Fords, u: int) -> int:
        return p.force.setup[u] if p.hex[u] == AWAITED and p.force.turn[u] <= p.turn else -1


class Guns(turns.Opens[Fords]):
    rule = "5.1"
    frame = Bombardment


class March(turns.Opens[Fords]):
    rule = "3.1"
    frame = Movement


class Fight(turns.Opens[Fords]):
    rule = "4.1"
    frame = Combat


play(Battle, NextTurn())
play(Turn, Supply(), Arrivals(), Guns(), March(), Fight())
