"""[3.1a] The sequence of play, in the order of the book."""
from __future__ import annotations

from frente.games.heralds.rules.ch05_maneuver import Address, ChooseIssuer, Delivered, Designate, NextStack, Reached
from frente.games.heralds.rules.ch05_orders import (
    GiveManeuver,
    GiveNegotiation,
    GivePropaganda,
    HideAgain,
    OrderDone,
    PropagandaDie,
    PropagandaFalls,
    ShiftMoves,
    ShiftTasked,
    Tasked,
    TaskResources,
)
from frente.games.heralds.rules.ch05_points import CountPoints, NextSide
from frente.games.heralds.rules.ch06_maneuver import Acting, Compose, Fought, MotorCarries
from frente.games.heralds.rules.ch06_movement import (
    Arrive,
    CreditDie,
    Entered,
    Entering,
    ExtraPoints,
    Leaving,
    Left,
    Returned,
    Returning,
    Sneaked,
    Sneaking,
)
from frente.games.heralds.rules.ch11_will import note_control
from frente.games.heralds.rules.ch12_admin import Conceal, MarkersUpdate, Refit, RefitPlace, ResourcesReset, WillCheck
from frente.games.heralds.rules.ch13_setup import affiliate_armour
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import (
    Game,
    Hides,
    ManeuverPhase,
    Motors,
    NegotiationPhase,
    Order,
    Propaganda,
    PropagandaPhase,
    Refits,
    Seats,
    Setup,
    Shift,
    Stack,
    Turn,
)
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Step, play

# -- set-up


class PceSetup(Step[Game, Heralds]):
    """[13b] The PCE first."""

    rule = "13b"

    def auto(self, f: Game, p: Heralds) -> None:
        p.call(Setup(PCE))


class SanchezArmour(Step[Game, Heralds]):
    """[15.free.pce, R14] The armour unit that Sanchez won."""

    rule = "15.free.pce"

    def auto(self, f: Game, p: Heralds) -> None:
        affiliate_armour(p)


class CndSetup(Step[Game, Heralds]):
    """[13b] Then the CND."""

    rule = "13b"

    def auto(self, f: Game, p: Heralds) -> None:
        p.call(Setup(CND))


class SeatsAtStart(Step[Game, Heralds]):
    """[9.5b, R48] Syndicates may be affiliated during set-up."""

    rule = "9.5b"

    def auto(self, f: Game, p: Heralds) -> None:
        p.call(Seats(p.initiative))


class NextTurn(Step[Game, Heralds]):
    """[3a, 12.4a] The turn marker advances; the game ends with the check of turn 6 at the latest."""

    rule = "3a"

    def auto(self, f: Game, p: Heralds) -> None:
        if not p.turn:
            note_control(p)
        p.turn += 1
        f.at -= 1
        p.tell("3a", "turn-begins", {"turn": p.turn, "date": p.board.days[p.turn]})
        p.call(Turn())


# -- commanders' phase


class SeatsPhase(Step[Turn, Heralds]):
    """[9.5b, R48]"""

    rule = "9.5b"

    def auto(self, f: Turn, p: Heralds) -> None:
        if p.turn > 1:
            p.call(Seats(p.initiative))


class PropagandaStep(Step[Turn, Heralds]):
    """[3.1a, 5.2.1b, 13g]"""

    rule = "5.2.1b"

    def auto(self, f: Turn, p: Heralds) -> None:
        if p.turn > 1:
            p.call(PropagandaPhase(p.initiative))


class MotorPhase(Step[Turn, Heralds]):
    """[5.2.2f]"""

    rule = "5.2.2f"

    def auto(self, f: Turn, p: Heralds) -> None:
        if p.turn > 1:
            p.call(Motors(p.initiative))


class NegotiationStep(Step[Turn, Heralds]):
    """[3.1a, 5.2.2d, 13h, 13j] Turn 1 begins here."""

    rule = "5.2.2d"

    def auto(self, f: Turn, p: Heralds) -> None:
        p.call(NegotiationPhase(p.initiative))


# -- maneuver phase


class IntelligenceReset(Step[Turn, Heralds]):
    """[8a] What was not spent is lost."""

    rule = "8a"

    def auto(self, f: Turn, p: Heralds) -> None:
        p.motor = [0, 0]
        p.ip = [0, 0]
        p.tell("8a", "ips-lapse", {"turn": p.turn})


class ManeuverStep(Step[Turn, Heralds]):
    """[3.1a, 5.2.3c]"""

    rule = "5.2.3c"

    def auto(self, f: Turn, p: Heralds) -> None:
        p.call(ManeuverPhase(p.initiative))


# -- administrative phase


class RefitPhase(Step[Turn, Heralds]):
    """[12.3a, 3.2a]"""

    rule = "12.3a"

    def auto(self, f: Turn, p: Heralds) -> None:
        p.call(Refits(p.initiative))


class HidePhase(Step[Turn, Heralds]):
    """[R42, 3.2a] In the markers update each side turns its pieces."""

    rule = "R42"

    def auto(self, f: Turn, p: Heralds) -> None:
        p.call(Hides(p.initiative))


play(Game, PceSetup(), SanchezArmour(), CndSetup(), SeatsAtStart(), NextTurn())
play(Turn, SeatsPhase(), CountPoints(), PropagandaStep(), MotorPhase(), NegotiationStep(), IntelligenceReset(),
     ManeuverStep(), ResourcesReset(), WillCheck(), RefitPhase(), HidePhase(), MarkersUpdate())
play(Refits, Refit(), RefitPlace(), NextSide())
play(Hides, Conceal(), NextSide())
play(PropagandaPhase, GivePropaganda(), OrderDone())
play(Propaganda, TaskResources(), Tasked(), PropagandaDie(), PropagandaFalls())
play(NegotiationPhase, GiveNegotiation(), OrderDone())
play(Shift, ShiftTasked(), ShiftMoves(), HideAgain())
play(ManeuverPhase, GiveManeuver(), OrderDone())
play(Order, Address(), Reached(), Designate(), ChooseIssuer(), Delivered(), NextStack())
play(Stack, Compose(), MotorCarries(), CreditDie(), Acting(), ExtraPoints(), Leaving(), Left(), Sneaking(), Sneaked(),
     Entering(), Entered(), Arrive(), Fought(), Returning(), Returned())


def begin(p: Heralds) -> None:
    """[13] Set-up, then turn after turn."""
    p.call(Game())
    p.settle()
