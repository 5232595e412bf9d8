"""[5] The sequence of play, in the order of the book."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.rules.ch04_victory import (
    LEVY,
    MOBILIZED,
    VictoryCheck,
    extend_control,
    judge_madrid,
    over,
    shift_morale,
)
from frente.games.tscw.rules.ch06_administration import STEPS
from frente.games.tscw.rules.ch06_points import income, receive
from frente.games.tscw.rules.ch07_chits import enter_chits, pull_chits
from frente.games.tscw.rules.ch07_duties import assign, czech_lasts
from frente.games.tscw.rules.ch07_events import air_withdrawn
from frente.games.tscw.rules.ch07_infighting import infight
from frente.games.tscw.rules.ch09_stacking import clear_crowds, order
from frente.games.tscw.rules.ch10_supply import judge, starves
from frente.games.tscw.rules.ch12_movement import prepare
from frente.games.tscw.rules.ch12_phase import Evacuation, Movement
from frente.games.tscw.rules.ch13_attack import begin_combat
from frente.games.tscw.rules.ch14_strategic import Strategic
from frente.games.tscw.rules.ch15_optional import AlcazarDie, NamePyrenees, NamePyreneesAgain, RollForColumns
from frente.games.tscw.state.board import NAT, REP, RP_REP
from frente.games.tscw.state.frames import Administration, Game, Phase, Turn
from frente.games.tscw.state.options import ALL_PHASES, NO_PHASES
from frente.games.tscw.state.position import (
    DEAD,
    EVACUATED,
    GONE,
    HELD,
    INCOMPLETE,
    INTACT,
    LANDED,
    MOVED,
    NEW,
    ON_TABLE,
    SCOUTED,
    SPENT,
    TRAVELLED,
    Tscw,
)
from frente.kernel.flow import PASS, Act, Choices, Side, Step, play

DECLARE: Final = Act("declare")
FIRST_LEVY: Final = 12                   # turn (6.12)
FIRST_MOBILIZATION: Final = 14           # turn (6.11a)
RETURN_TURN: Final = 18                  # 15.8


def skips(p: Tscw) -> bool:
    """[3.4, R1, R127] Phase A of turn 1: only the chit pull, unless agreed otherwise."""
    return p.turn == 1 and p.opt.turn1 != ALL_PHASES


class NextTurn(Step[Game, Tscw]):
    """[5.1a, 5.2.D3] Turn after turn; what ends the game is the victory check."""

    rule = "5.1a"

    def auto(self, f: Game, p: Tscw) -> None:
        p.turn += 1
        f.at -= 1
        p.tell("5.2.D3", "turn-begins", {"turn": p.turn, "date": p.date()})
        p.call(Turn())


class OpenTurn(Step[Turn, Tscw]):
    """[8.6b, 13.12f, 13.16, R104, R106] Everything is ready again; forts due this turn are completed."""

    rule = "8.6b"

    def auto(self, f: Turn, p: Tscw) -> None:
        b = p.board
        marks = ~(MOVED | TRAVELLED | SPENT | LANDED | NEW | EVACUATED | HELD | SCOUTED)
        for u in range(b.units):
            p.state[u] &= marks
        for s in (REP, NAT):
            p.naval[s] = 0               # [13.15a]
            p.rail[s] = 0                # [14.3]
            p.sea[s] = 0                 # [14.5, 14.6]
        p.recon = []
        for i, turn in enumerate(b.line_turn):
            if turn == p.turn:
                for h in b.lines[i]:
                    if p.fort[h] == INCOMPLETE:
                        p.fort[h] = INTACT
                        p.stale_all()
        enter_chits(p)                   # [7.1]
        clear_table(p)                   # [7.22b, 7.34c]


def clear_table(p: Tscw) -> None:
    """[7.10a, 7.11a, 7.22b, 7.34c, R44] Chits with lasting effects leave the track when these are over."""
    b = p.board
    if p.czech and not czech_lasts(p):
        p.czech = 0
    lasting = {"madrid": p.call_madrid >= p.turn, "on-to-alcazar": p.call_alcazar > 0,
               "czech-crisis": p.czech > 0, "foreign-volunteers": True}
    for c in range(b.chits):
        if p.chit[c] == ON_TABLE and not lasting[b.kinds[b.chit_kind[c]]]:
            p.chit[c] = GONE


# -- phase A


class ResourcePoints(Step[Turn, Tscw]):
    """[3.4, 5.2.A1, 6.4e, 7.11a] First the Nationalist, then the Republican."""

    rule = "5.2.A1"

    def auto(self, f: Turn, p: Tscw) -> None:
        if skips(p):
            return
        income(p, NAT)
        income(p, REP)
        if p.opt.internationals and p.turn == RETURN_TURN and p.volunteers:
            receive(p, RP_REP, 1, "15.8")
        air_withdrawn(p)


class FeedingBottleLevy(Step[Turn, Tscw]):
    """[6.12, R39] Once, on turns 12 to 19."""

    rule = "6.12"
    verbs = ("declare", "pass")

    def ask(self, f: Turn, p: Tscw) -> Choices:
        return {REP: [DECLARE, PASS]} if p.turn >= FIRST_LEVY and not p.levied else {}

    def do(self, f: Turn, p: Tscw, side: Side, act: Act) -> bool:
        if act == DECLARE:
            p.levied = 1
            p.tell("6.12", "levy-declared", {})
            receive(p, RP_REP, 2, "6.12")
            shift_morale(p, p.board.levy_cost, LEVY, "6.12")
        return True


class ChitPulls(Step[Turn, Tscw]):
    """[3.4, 5.2.A2]"""

    rule = "5.2.A2"

    def auto(self, f: Turn, p: Tscw) -> None:
        if p.turn > 1 or p.opt.turn1 != NO_PHASES:
            pull_chits(p)


class GeneralMobilization(Step[Turn, Tscw]):
    """[5.2.A3, 6.11] Once, from turn 14."""

    rule = "6.11a"
    verbs = ("declare", "pass")

    def ask(self, f: Turn, p: Tscw) -> Choices:
        return {REP: [DECLARE, PASS]} if p.turn >= FIRST_MOBILIZATION and not p.mobilization else {}

    def do(self, f: Turn, p: Tscw, side: Side, act: Act) -> bool:
        if act == DECLARE:
            p.mobilization = p.turn
            p.tell("6.11b", "mobilization-declared", {})
            receive(p, RP_REP, 3, "6.11c")
            shift_morale(p, p.board.mobilization_cost, MOBILIZED, "6.11d")
        return True


class Administrations(Step[Turn, Tscw]):
    """[3.4, 5.2.A4, R5] The Nationalist completes his actions, then the Republican."""

    rule = "5.2.A4"

    def auto(self, f: Turn, p: Tscw) -> None:
        if not skips(p):
            p.call(Administration(REP))
            p.call(Administration(NAT))


class SupplyCheck(Step[Turn, Tscw]):
    """[10.2b, 5.2.A5] At the start of the Strategic Movement Phase."""

    rule = "10.2b"

    def auto(self, f: Turn, p: Tscw) -> None:
        judge(p, NAT)
        judge(p, REP)
        judge_madrid(p)


class StrategicMovement(Step[Turn, Tscw]):
    """[3.4, 5.2.A5, 13.6] First the Nationalist, then the Republican; then both put their stacks in order."""

    rule = "5.2.A5"

    def auto(self, f: Turn, p: Tscw) -> None:
        if over(p):
            return
        order(p, REP)
        order(p, NAT)
        if not skips(p):
            p.call(Strategic(REP))
            p.call(Strategic(NAT))


# -- phases B and C


class NationalistPhase(Step[Turn, Tscw]):
    """[5.2.B]"""

    rule = "5.2.B"

    def auto(self, f: Turn, p: Tscw) -> None:
        p.call(Phase(NAT))


class RepublicanPhase(Step[Turn, Tscw]):
    """[5.2.C]"""

    rule = "5.2.C"

    def auto(self, f: Turn, p: Tscw) -> None:
        p.call(Phase(REP))


class PrepareMovement(Step[Phase, Tscw]):
    """[10.3a, 12.11a, 7.22a, R73] Supply for march movement; obligations are taken up."""

    rule = "12.11a"

    def auto(self, f: Phase, p: Tscw) -> None:
        judge(p, f.side)
        prepare(p, f.side)
        assign(p, f.side)


class EvacuationThroughFrance(Step[Phase, Tscw]):
    """[12.9a, 12.9b] At the start of the Republican movement phase."""

    rule = "12.9b"

    def auto(self, f: Phase, p: Tscw) -> None:
        if f.side == REP:
            p.call(Evacuation(REP))


class MovementPhase(Step[Phase, Tscw]):
    """[5.2.B, 5.2.C, 12.1a] B.I or C.I."""

    rule = "12.1a"

    def auto(self, f: Phase, p: Tscw) -> None:
        p.call(Movement(f.side))


class EndMovement(Step[Phase, Tscw]):
    """[9.1a] The stacking limit applies at the end of the phase."""

    rule = "9.1a"

    def auto(self, f: Phase, p: Tscw) -> None:
        if p.opt.zoc_control:
            extend_control(p)
        if not over(p):
            clear_crowds(p, f.side)


class OrderAgain(Step[Phase, Tscw]):
    """[4.2a, 13.6, R101] The mover puts his stacks in order."""

    rule = "13.6"

    def auto(self, f: Phase, p: Tscw) -> None:
        judge_madrid(p)
        if not over(p):
            order(p, f.side)


class InfightingStep(Step[Phase, Tscw]):
    """[7.8c]"""

    rule = "7.8c"

    def auto(self, f: Phase, p: Tscw) -> None:
        infight(p, f.side)


class CombatPhase(Step[Phase, Tscw]):
    """[5.2.B, 5.2.C, 10.2b, 13.1, R73] B.II or C.II; supply of both sides is judged first."""

    rule = "13.1"

    def auto(self, f: Phase, p: Tscw) -> None:
        judge(p, NAT)
        judge(p, REP)
        begin_combat(p, f.side)


# -- phase D


class Attrition(Step[Turn, Tscw]):
    """[5.2.D2, 10.3c, 10.7, R154, R126] Judged together, then removed together."""

    rule = "10.3c"

    def auto(self, f: Turn, p: Tscw) -> None:
        b = p.board
        lost = [u for s in (NAT, REP) for u in p.on_map(s) if starves(p, u)]
        for u in lost:
            p.tell("10.3c", "starved", {"unit": b.uid[u], "hex": b.title(p.hex[u])})
            p.steps[u] = 1
            p.box(u, DEAD)


play(Game, NextTurn())
play(Turn, OpenTurn(), ResourcePoints(), FeedingBottleLevy(), ChitPulls(), GeneralMobilization(), Administrations(),
     NamePyrenees(), SupplyCheck(), StrategicMovement(), NationalistPhase(), RepublicanPhase(), VictoryCheck(),
     NamePyreneesAgain(), Attrition(), AlcazarDie())
play(Phase, PrepareMovement(), RollForColumns(), EvacuationThroughFrance(), MovementPhase(), EndMovement(),
     OrderAgain(), InfightingStep(), CombatPhase())
play(Administration, *STEPS)


def begin(p: Tscw) -> None:
    """[5.1a] Turn after turn."""
    p.call(Game())
    p.settle()
