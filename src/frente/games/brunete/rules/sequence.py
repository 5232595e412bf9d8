"""[2] The sequence of play, in the order of the book."""
from __future__ import annotations

from frente.games.brunete.rules.ch03_supply import check_supply
from frente.games.brunete.rules.ch05_command import Replacement, Resources
from frente.games.brunete.rules.ch06_reinforcements import Reinforcements, arrive
from frente.games.brunete.rules.ch07_madrid import Madrid
from frente.games.brunete.rules.ch08_aviation import Aviation, Maintenance, support_arrivals
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import ADJUSTMENT, EXTRA, Movement
from frente.games.brunete.rules.ch10_advance import Advance, BeginAdvance
from frente.games.brunete.rules.ch10_combat import (
    Attack,
    AttackerElite,
    ChooseAttackers,
    Combat,
    CombatReroll,
    CombatRoll,
    DefenderElite,
    FinalColumn,
    Results,
)
from frente.games.brunete.rules.ch10_results import (
    Aftermath,
    BeginRetreat,
    Retreat,
    StubbornChoice,
    StubbornRoll,
    TakeLosses,
    TankMark,
)
from frente.games.brunete.rules.ch10_supports import Coordination, Supports
from frente.games.brunete.rules.ch12_victory import END_OF_TURN, OFFENSIVE
from frente.games.brunete.state.board import NAT, REP, RESOURCES
from frente.games.brunete.state.frames import Game, Segment, Turn
from frente.games.brunete.state.position import AWAITED, Brunete
from frente.kernel.flow import CHANCE, D6, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die

COMMAND_POINTS = 3                       # 5.1a
DRAWN = 3                                # resources of a side in the offensive scenario (12.2b)
FIRST_REPLACEMENTS = 2                   # turn (6.3a)


# -- set-up


class PlaceTanks(Step[Game, Brunete]):
    """[12.1l, R80] The Republican places the tanks of the XVIII Corps with that corps, one a hex."""

    rule = "12.1l"
    verbs = ("hex",)

    def ask(self, f: Game, p: Brunete) -> Choices:
        u = next_tank(p)
        if u < 0:
            return {}
        return {REP: [p.board.hex_acts[h] for h in sorted(set(p.board.choice[u])) if p.fits(u, h)]}

    def do(self, f: Game, p: Brunete, side: Side, act: Act) -> bool:
        u = next_tank(p)
        p.put(u, act.arg)
        p.tell("12.1l", "set-up", {"unit": p.board.uid[u], "hex": p.board.names[act.arg]})
        return False

    def why(self, f: Game, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        u = next_tank(p)
        if act.arg not in p.board.choice[u]:
            return [Refusal("12.1l", "not-with-its-corps", {"hex": p.board.names[act.arg]})]
        return [] if p.fits(u, act.arg) else [Refusal("1.1k", "tank-already-there", {"hex": p.board.names[act.arg]})]


def next_tank(p: Brunete) -> int:
    """[12.1l]"""
    for u in p.board.chosen:
        if p.hex[u] == AWAITED:
            return u
    return -1


class DealResources(Step[Game, Brunete]):
    """[5.2a, 12.1a, 12.2b] All six markers each, or three drawn unseen in the offensive scenario."""

    rule = "5.2a"
    verbs = ("draw",)

    def ask(self, f: Game, p: Brunete) -> Choices:
        if p.last_turn != OFFENSIVE:
            return {}
        for s in (REP, NAT):
            if len(p.resources[s]) < DRAWN:
                return {CHANCE: [Act("draw", k) for k in range(len(RESOURCES)) if k not in p.resources[s]]}
        return {}

    def do(self, f: Game, p: Brunete, side: Side, act: Act) -> bool:
        s = REP if len(p.resources[REP]) < DRAWN else NAT
        p.resources[s] = sorted([*p.resources[s], act.arg])
        p.tell("12.2b", "resource-drawn", {"side": s, "resource": RESOURCES[act.arg]}, s)
        return False

    def auto(self, f: Game, p: Brunete) -> None:
        if p.last_turn != OFFENSIVE:
            p.resources = [list(range(len(RESOURCES))), list(range(len(RESOURCES)))]


class NextTurn(Step[Game, Brunete]):
    """[2.1] 14 turns, or 6 in the offensive scenario."""

    rule = "2.1"

    def auto(self, f: Game, p: Brunete) -> None:
        p.turn += 1
        f.at -= 1
        p.tell("2.3", "turn-begins", {"turn": p.turn})
        p.call(Turn())


# -- administrative phase


class Initiative(Die[Turn, Brunete]):
    """[2.15-2.17, R7] Republican to turn 6, rolled for at the start of turn 7, Nationalist from turn 8."""

    rule = "2.16"

    def ask(self, f: Turn, p: Brunete) -> Choices:
        return {CHANCE: D6} if p.board.initiative[p.turn] == "roll" else {}

    def do(self, f: Turn, p: Brunete, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        if len(f.dice) < 2:
            return False
        rep, nat = f.dice[-2:]
        p.tell("2.16", "initiative-dice", {"republican": rep, "nationalist": nat})
        if nat > rep:
            p.initiative = NAT
        f.dice.clear()
        return rep != nat                # a tie is rolled again

    def auto(self, f: Turn, p: Brunete) -> None:
        if p.board.initiative[p.turn] == "nationalist":
            p.initiative = NAT


class UpdateMarkers(Step[Turn, Brunete]):
    """[2.3, 5.1a, 5.1b, 5.2h, 6.3d] Command points start at three again; what was left is lost."""

    rule = "2.3"

    def auto(self, f: Turn, p: Brunete) -> None:
        p.cp = [COMMAND_POINTS, COMMAND_POINTS]
        p.bought = [0, 0]
        p.reroll = [0, 0]                # an unused reroll is lost at the end of its turn (R42)


class SupportArrival(Step[Turn, Brunete]):
    """[2.4]"""

    rule = "2.4"

    def auto(self, f: Turn, p: Brunete) -> None:
        support_arrivals(p)


class Replacements(Step[Turn, Brunete]):
    """[2.5, 2.18, 6.3a] From turn 2, the side with the initiative first."""

    rule = "2.5"

    def auto(self, f: Turn, p: Brunete) -> None:
        if p.turn >= FIRST_REPLACEMENTS:
            p.call(Replacement(1 - p.initiative))
            p.call(Replacement(p.initiative))        # on top of the stack: decides first


class ResourceSegment(Step[Turn, Brunete]):
    """[2.6]"""

    rule = "2.6"

    def auto(self, f: Turn, p: Brunete) -> None:
        p.call(Resources())


# -- operations phase


class InfiltrationSegment(Step[Turn, Brunete]):
    """[2.8] Turn 1 only."""

    rule = "2.8"

    def auto(self, f: Turn, p: Brunete) -> None:
        if p.turn == 1:
            p.call(Infiltration())


class MadridSegment(Step[Turn, Brunete]):
    """[2.9]"""

    rule = "2.9"

    def auto(self, f: Turn, p: Brunete) -> None:
        p.call(Madrid())


class AviationSegment(Step[Turn, Brunete]):
    """[2.10, 2.18]"""

    rule = "2.10"

    def auto(self, f: Turn, p: Brunete) -> None:
        p.call(Aviation(1 - p.initiative))
        p.call(Aviation(p.initiative))


class FirstSide(Step[Turn, Brunete]):
    """[2.11]"""

    rule = "2.11"

    def auto(self, f: Turn, p: Brunete) -> None:
        p.call(Segment(p.initiative))


class SecondSide(Step[Turn, Brunete]):
    """[2.12]"""

    rule = "2.12"

    def auto(self, f: Turn, p: Brunete) -> None:
        p.call(Segment(1 - p.initiative))


class ExtraArrivals(Step[Turn, Brunete]):
    """[2.13, 2.20, R9] Turn 7: the Navarre Brigades, their cavalry and tanks come in and move, but do not fight."""

    rule = "2.20"

    def auto(self, f: Turn, p: Brunete) -> None:
        if p.turn == 7:
            p.call(Movement(NAT, EXTRA))


class Reorganisation(Step[Turn, Brunete]):
    """[2.14, 8.2e] Artillery is ready again, interdiction leaves the map, aviation is maintained."""

    rule = "2.14"

    def auto(self, f: Turn, p: Brunete) -> None:
        for s in (REP, NAT):
            p.art[s] += p.art_used[s]
            p.art_used[s] = 0
            p.interdiction[s].clear()
        p.call(Maintenance(1 - p.initiative))
        p.call(Maintenance(p.initiative))


# -- one side's segment


class ReinforcementStep(Step[Segment, Brunete]):
    """[6.1a]"""

    rule = "6.1a"

    def auto(self, f: Segment, p: Brunete) -> None:
        arrive(p, f.side)
        p.call(Reinforcements(f.side))


class AdjustmentMove(Die[Segment, Brunete]):
    """[2.19, R8] As the initiative passes, the Republican shifts up to 2D6 units by half their points."""

    rule = "2.19"

    def ask(self, f: Segment, p: Brunete) -> Choices:
        due = f.side == NAT and p.initiative == NAT and not p.adjusted
        return {CHANCE: D6} if due else {}

    def do(self, f: Segment, p: Brunete, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        if len(f.dice) < 2:
            return False
        p.adjusted = True
        p.tell("2.19", "adjustment-move", {"units": sum(f.dice)})
        p.call(Movement(REP, ADJUSTMENT, sum(f.dice)))
        return True


class MovementStep(Step[Segment, Brunete]):
    """[9]"""

    rule = "9.1"

    def auto(self, f: Segment, p: Brunete) -> None:
        p.call(Movement(f.side))


class CombatStep(Step[Segment, Brunete]):
    """[10]"""

    rule = "10.1a"

    def auto(self, f: Segment, p: Brunete) -> None:
        p.call(Combat(f.side))


class SupplyCheck(Step[Segment, Brunete]):
    """[3.5]"""

    rule = "3.5"

    def auto(self, f: Segment, p: Brunete) -> None:
        check_supply(p, f.side)




play(Game, PlaceTanks(), DealResources(), NextTurn())
play(Turn, Initiative(), UpdateMarkers(), SupportArrival(), Replacements(), ResourceSegment(), InfiltrationSegment(),
     MadridSegment(), AviationSegment(), FirstSide(), SecondSide(), ExtraArrivals(), Reorganisation(), *END_OF_TURN)
play(Segment, ReinforcementStep(), AdjustmentMove(), MovementStep(), CombatStep(), SupplyCheck())
play(Attack, ChooseAttackers(), AttackerElite(), DefenderElite(), Supports(), Coordination(), FinalColumn(),
     CombatRoll(), CombatReroll(), Results())
play(Aftermath, TakeLosses(), TankMark(), StubbornChoice(), StubbornRoll(), BeginRetreat(), Retreat(), BeginAdvance(),
     Advance())


def begin(p: Brunete) -> None:
    """[1.1c, 12] Set-up, then turn after turn."""
    p.call(Game())
    p.settle()
