"""[4] The sequence of play, in the order of the book."""
from __future__ import annotations

from typing import Final

from frente.games.storm.rules.ch03_general import in_supply, shift_morale, supplied, take
from frente.games.storm.rules.ch06_chits import Draw, Return, enter_chits, played_back
from frente.games.storm.rules.ch07_reinforcements import Placing, Rada, arrivals, coded_setup, free_setup
from frente.games.storm.rules.ch08_replacements import replacement_phase
from frente.games.storm.rules.ch09_impulse import NextImpulse
from frente.games.storm.rules.ch10_victory import VictoryCheck
from frente.games.storm.rules.ch11_special import DefenceCouncil, Weather
from frente.games.storm.rules.ch12_scenarios import ChooseStart, Initiative, PausePhase, Series
from frente.games.storm.state.board import AREAS, NAT, REP, SPACES
from frente.games.storm.state.frames import Game, Impulses, Turn
from frente.games.storm.state.position import SCENARIO_2, Storm, refusal
from frente.kernel.flow import Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Listed

# -- set-up


class RepublicanSetup(Step[Game, Storm]):
    """[1.1k2, 12.2c, R106] The Republican first."""

    rule = "1.1k2"

    def auto(self, f: Game, p: Storm) -> None:
        p.call(free_setup(p, REP) if p.scenario == SCENARIO_2 else coded_setup(p, REP))


class NationalistSetup(Step[Game, Storm]):
    """[1.1k2, 12.2e]"""

    rule = "1.1k2"

    def auto(self, f: Game, p: Storm) -> None:
        p.call(free_setup(p, NAT) if p.scenario == SCENARIO_2 else coded_setup(p, NAT))


class SetupDone(Step[Game, Storm]):
    """[3.5b] Which areas are contested from the start."""

    rule = "3.5b"

    def auto(self, f: Game, p: Storm) -> None:
        p.was = [int(p.contested(a)) for a in range(AREAS)]


class NextTurn(Step[Game, Storm]):
    """[4a, 4.4e] The turn marker advances; the game ends in phase 4c of its last turn."""

    rule = "4a"

    def auto(self, f: Game, p: Storm) -> None:
        p.turn += 1
        f.at = NEXT_TURN
        enter_chits(p)                   # [6i]
        p.tell("4a", "turn-begins", {"turn": p.turn})
        p.call(Turn())


class Overstacking(Listed[Turn, Storm]):
    """[3.2d, R16] No act leads above the limit; where there are too many all the same, the owner eliminates some."""

    rule = "3.2d"
    verbs = ("eliminate",)

    def ask(self, f: Turn, p: Storm) -> Choices:
        for side in (NAT, REP):
            for a in range(AREAS):
                if p.room(side, a) < 0:
                    return {side: [p.board.eliminate_acts[u] for u in p.units(side, a)]}
        return {}

    def do(self, f: Turn, p: Storm, side: Side, act: Act) -> bool:
        p.eliminate(act.arg, "3.2d")
        return False

    def why(self, f: Turn, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "3.2d", "not-overstacked", act.arg)]


# -- preparation


class SupportPoints(Step[Turn, Storm]):
    """[4.2a, 5b, 12.2i, 12.3i]"""

    rule = "4.2a"

    def auto(self, f: Turn, p: Storm) -> None:
        if p.scenario == SCENARIO_2 and p.turn == p.first_turn:
            return
        b = p.board
        p.sp[REP] += b.income[REP][p.turn]
        p.sp[NAT] += b.income[NAT][p.turn] * (b.pause_income if p.in_pause() else 1)
        p.tell("4.2a", "support-points", {"republican": p.sp[REP], "nationalist": p.sp[NAT]})


class DrawPhase(Step[Turn, Storm]):
    """[4.2b, 4.2e] The Nationalist finishes first."""

    rule = "4.2b"

    def auto(self, f: Turn, p: Storm) -> None:
        p.call(Draw(REP))
        p.call(Draw(NAT))                # on top of the stack: decides first


class ReinforcementPhase(Step[Turn, Storm]):
    """[4.2c, 4.2e, 7]"""

    rule = "4.2c"

    def auto(self, f: Turn, p: Storm) -> None:
        p.call(Placing(REP, arrivals(p, REP)))
        p.call(Placing(NAT, arrivals(p, NAT)))
        p.call(Rada())


class ReplacementPhase(Step[Turn, Storm]):
    """[4.2d, 4.2e, 8]"""

    rule = "4.2d"

    def auto(self, f: Turn, p: Storm) -> None:
        p.call(replacement_phase(p, REP))
        p.call(replacement_phase(p, NAT))


# -- impulses


class ActivationPhase(Step[Turn, Storm]):
    """[4.3b, 9a] The player with the initiative first."""

    rule = "4.3b"

    def auto(self, f: Turn, p: Storm) -> None:
        p.call(Impulses(p.initiative, f.run))


# -- administration


class ControlPhase(Step[Turn, Storm]):
    """[4.4a, 3.5.1b, R20] Empty areas without supply pass to the enemy, all together."""

    rule = "4.4a"

    def auto(self, f: Turn, p: Storm) -> None:
        lines = [supplied(p, REP), supplied(p, NAT)]
        lost = [a for a in range(AREAS) if not lines[p.control[a]][a] and not p.count(p.control[a], a)]
        for a in lost:
            side = 1 - p.control[a]
            take(p, a, side, "3.5.1b")
            if side == REP and p.board.urban[a]:
                shift_morale(p, 1, "3.4.1d")


class MoralePhase(Step[Turn, Storm]):
    """[4.4b, 3.4.1a, 3.4.1b, 3.5.2b, 3.5.2c]"""

    rule = "4.4b"

    def auto(self, f: Turn, p: Storm) -> None:
        if p.won[NAT] > p.won[REP]:
            shift_morale(p, -1, "3.4.1a")
        else:
            shift_morale(p, 1, "3.4.1b")
        p.won = [0, 0]


class ReturnPhase(Step[Turn, Storm]):
    """[4.4d, 4.2e, 6h, 6j] What lasts for a turn is over; played chits go back, unplayed ones may."""

    rule = "4.4d"

    def auto(self, f: Turn, p: Storm) -> None:
        p.durruti = 0                    # [15.R6, R67]
        p.strife = False                 # [15.N6a]
        if p.opt.flight_expires:         # [15.N9c]
            p.flight = 0
        played_back(p)
        p.call(Return(REP))
        p.call(Return(NAT))


class Recovery(Step[Turn, Storm]):
    """[4.4e, 3.3e] Units in supply are turned Fresh."""

    rule = "4.4e"

    def auto(self, f: Turn, p: Storm) -> None:
        for side in (REP, NAT):
            lines = supplied(p, side)
            for a in range(SPACES):
                if in_supply(p, side, a, lines):
                    for u in p.units(side, a):
                        p.spent[u] = 0


NEXT_TURN: Final = 4
play(Game, ChooseStart(), RepublicanSetup(), NationalistSetup(), SetupDone(), NextTurn())
play(Turn, Overstacking(), PausePhase(), DefenceCouncil(), Weather(), SupportPoints(), DrawPhase(),
     ReinforcementPhase(), ReplacementPhase(), Initiative(), Series(), ActivationPhase(), ControlPhase(), MoralePhase(),
     VictoryCheck(), ReturnPhase(), Recovery())
play(Impulses, NextImpulse())


def begin(p: Storm) -> None:
    """[12] Set-up, then turn after turn."""
    p.call(Game())
    p.settle()
