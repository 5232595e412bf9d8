"""[seq] The sequence of play, in the order of the book."""
from __future__ import annotations

from frente.games.guadalajara.rules.ch01_air import AirPhase
from frente.games.guadalajara.rules.ch01_barrage import Barrage
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Surplus
from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.rules.ch01_movement import Charges, ChooseUnit, March
from frente.games.guadalajara.rules.ch01_steps import republicans_north
from frente.games.guadalajara.rules.ch01_supply import Supply
from frente.games.guadalajara.rules.ch01_trucks import Trucks, empty_trucks
from frente.games.guadalajara.rules.ch02_morale import Morale
from frente.games.guadalajara.rules.ch03_arrivals import Reinforcements, arrivals
from frente.games.guadalajara.rules.setup import SetUp
from frente.games.guadalajara.rules.victory import judge
from frente.games.guadalajara.state.board import ITALIAN, NAT, REP
from frente.games.guadalajara.state.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.state.position import (
    DG,
    DISABLED,
    FIRED,
    FOUGHT,
    HANDLED,
    IN_ZOC,
    MOVED,
    RELEASED,
    RESERVE,
    RETURNING,
    Guadalajara,
)
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die

FEW = 4                                  # Republican units in the north (4.3a.1)
LOOSE_FROM = 6                           # turn (4.3a.1)


# -- the game


class FirstSetUp(Step[Game, Guadalajara]):
    """[scn.1.hdr, scn.4.hdr] The Republican sets up first, in scenario 4 the Nationalist."""

    rule = "scn.1.hdr"

    def auto(self, f: Game, p: Guadalajara) -> None:
        p.call(SetUp(NAT if p.board.scenario == 4 else REP))


class SecondSetUp(Step[Game, Guadalajara]):
    """[scn.1.hdr, scn.4.hdr]"""

    rule = "scn.1.hdr"

    def auto(self, f: Game, p: Guadalajara) -> None:
        p.call(SetUp(REP if p.board.scenario == 4 else NAT))


class PreGameBarrage(Step[Game, Guadalajara]):
    """[seq.1, 2.8a, R7] Before the first turn, where the offensive opens."""

    rule = "seq.1"

    def auto(self, f: Game, p: Guadalajara) -> None:
        if p.board.surprise:
            p.call(Barrage(NAT, True))


class NextTurn(Step[Game, Guadalajara]):
    """[seq.6] Turn after turn, until the last one has been played."""

    rule = "seq.6"

    def auto(self, f: Game, p: Guadalajara) -> None:
        f.at -= 1
        p.tell("seq.6", "turn-begins", {"turn": p.turn})
        p.call(Turn(f.order[:]))


# -- the turn


class ReinforcementPhase(Step[Turn, Guadalajara]):
    """[seq.2, R4] For both players, before either player turn."""

    rule = "seq.2"

    def auto(self, f: Turn, p: Guadalajara) -> None:
        unveil(p)                        # [4.6b, 4.6c]
        p.call(Reinforcements())


def unveil(p: Guadalajara) -> None:
    """[4.6b, 4.6c, scs.fog] Who arrives, and whether anybody does, tells of secret rolls and of units off the map; who
    leaves, of units out of sight."""
    if p.opt.secret_rolls or p.opt.secret_off_map or p.opt.hidden_stacks:
        p.reveal()


class NationalistArrivals(Step[Turn, Guadalajara]):
    rule = "2.2a"

    def auto(self, f: Turn, p: Guadalajara) -> None:
        unveil(p)                        # [4.6b, 4.6c]
        p.call(arrivals(p, NAT))


class RepublicanArrivals(Step[Turn, Guadalajara]):
    rule = "3.1a"

    def auto(self, f: Turn, p: Guadalajara) -> None:
        unveil(p)                        # [4.6b, 4.6c]
        p.call(arrivals(p, REP))


class FirstPlayer(Step[Turn, Guadalajara]):
    """[seq.7]"""

    rule = "seq.7"

    def auto(self, f: Turn, p: Guadalajara) -> None:
        p.call(PlayerTurn(f.order[0]))


class SecondPlayer(Step[Turn, Guadalajara]):
    """[seq.7, R2] The other player turn; the last one of scenario 4 by option."""

    rule = "seq.7"

    def auto(self, f: Turn, p: Guadalajara) -> None:
        b = p.board
        if b.scenario == 4 and p.turn == b.last_turn and not p.opt.final_nationalist:
            return
        p.call(PlayerTurn(f.order[1]))


class EndOfTurn(Step[Turn, Guadalajara]):
    """[seq.6, R153] The marker advances, or the game is judged."""

    rule = "seq.6"

    def auto(self, f: Turn, p: Guadalajara) -> None:
        if p.turn >= p.board.last_turn:
            judge(p)
            p.tell(p.ended, "game-over", {"vp": p.vp})
            p.end()
        else:
            p.advance_turn()


# -- a player turn


class AirPoints(Step[PlayerTurn, Guadalajara]):
    """[seq.4, 1.10, 4.5] Air points and interdiction."""

    rule = "1.10.1"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.call(AirPhase(f.side))


def begin(p: Guadalajara, first: Side) -> None:
    """[seq.7, R1, R2] Set-up, then turn after turn; the first player is the same in all of them."""
    p.call(Game([first, 1 - first]))
    p.settle()
play(Movement, ChooseUnit())
play(Move, March(), Charges())


def begin_phase(p: Guadalajara, side: Side) -> None:
    """[scs.ovr.2, scs.mov.1, 1.16b.4] Where everybody stands when a phase of movement begins."""
    for u in p.board.of[side]:
        if p.hex[u] < 0:
            continue
        p.state[u] &= ~(MOVED | HANDLED | IN_ZOC)
        p.began[u] = p.hex[u]
        if p.zone[1 - side][p.hex[u]]:
            p.state[u] |= IN_ZOC


class PlaceTrucks(Step[PlayerTurn, Guadalajara]):
    """[1.16a.7] All empty trucks are lifted; then everything else begins from there (R147)."""

    rule = "1.16a.7"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.disclose(f.side)
        begin_phase(p, f.side)
        if f.side == NAT:
            p.crossed.clear()            # [4.3a.1]
            p.loose = p.opt.line_loose and p.turn >= LOOSE_FROM and republicans_north(p) < FEW
        p.call(Trucks(f.side, empty_trucks(p, f.side)))


class MovementPhase(Step[PlayerTurn, Guadalajara]):
    rule = "seq.3"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.call(Movement(f.side))


class StackingAfterMovement(Step[PlayerTurn, Guadalajara]):
    """[scs.stack.1]"""

    rule = "scs.stack.1"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.disclose(f.side)               # [4.6c]
        p.call(Surplus(f.side))


class TankRepair(Die[PlayerTurn, Guadalajara]):
    """[1.15b] One die for each disabled unit; 5 or 6 brings it back next turn with one step."""

    rule = "1.15b"

    def ask(self, f: PlayerTurn, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if unrolled(f, p) else {}

    def do(self, f: PlayerTurn, p: Guadalajara, side: Side, act: Act) -> bool:
        u = unrolled(f, p)[0]
        f.box.append(u)
        fixed = act.arg in p.board.repaired
        if fixed:
            p.hex[u] = RETURNING
            p.due[u] = p.turn + 1
            p.steps[u] = 1
        p.tell("1.15b", "repaired" if fixed else "not-repaired", {"unit": p.board.uid[u], "die": act.arg})
        return False


def unrolled(f: PlayerTurn, p: Guadalajara) -> list[int]:
    """[1.15b]"""
    return [u for u in p.board.escorts[f.side] if p.hex[u] == DISABLED and u not in f.box]


class BarragePhase(Step[PlayerTurn, Guadalajara]):
    rule = "1.8b.2"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.disclose(f.side)               # [4.6c]
        p.call(Barrage(f.side))


class CombatPhase(Step[PlayerTurn, Guadalajara]):
    rule = "scs.cbt.1"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.disclose(f.side)               # [4.6c]
        p.call(Combat(f.side))


class StackingAfterCombat(Step[PlayerTurn, Guadalajara]):
    rule = "scs.stack.1"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.disclose(f.side)               # [4.6c]
        p.call(Surplus(f.side))


class MoralePhase(Step[PlayerTurn, Guadalajara]):
    """[seq.4, seq.5] In the Republican player turn."""

    rule = "2.7g"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        if f.side == REP:
            unveil(p)                    # [4.6c] a rout tells what the level was
            p.call(Morale())


class SupplyPhase(Step[PlayerTurn, Guadalajara]):
    rule = "1.6a.3"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.call(Supply(f.side))


class ExploitationArrivals(Step[PlayerTurn, Guadalajara]):
    """[R5, R102] Units that come in the Exploitation Phase."""

    rule = "scn.1.rep.T5x.01"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        begin_phase(p, f.side)           # [2.8c, scs.mov.1]
        unveil(p)                        # [4.6b, 4.6c]
        p.call(arrivals(p, f.side, True))


class Release(Step[PlayerTurn, Guadalajara]):
    """[1.13d, 2.8c] Reserve stacks are released; on turn 1 Italians that touch no enemy are ready anyway."""

    rule = "1.13d"
    verbs = ("release", "pass")

    def ask(self, f: PlayerTurn, p: Guadalajara) -> Choices:
        found = [Act("release", h) for h in reserve_hexes(p, f.side)]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: PlayerTurn, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == PASS:
            prepare(p, f.side)
            return True
        for u in p.stack_at(act.arg):
            if p.state[u] & RESERVE:
                p.state[u] |= RELEASED
        p.tell("1.13d", "released", {"hex": p.board.names[act.arg]})
        return False

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        prepare(p, f.side)

    def why(self, f: PlayerTurn, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb != "release" or act.arg in reserve_hexes(p, f.side):
            return []
        return [Refusal("1.13d", "no-reserve-there", {"hex": p.board.names[act.arg]})]


def reserve_hexes(p: Guadalajara, side: Side) -> list[int]:
    """[1.13d]"""
    return sorted({p.hex[u] for u in p.board.fighters[side]
                   if p.hex[u] >= 0 and p.state[u] & RESERVE and not p.state[u] & RELEASED})


def prepare(p: Guadalajara, side: Side) -> None:
    """[2.8c, R134]"""
    b = p.board
    if side != NAT or p.turn != 1 or not b.surprise:
        return
    for u in b.fighters[NAT]:
        if b.nation[u] == ITALIAN and p.hex[u] >= 0 and not p.state[u] & DG and not p.beside_enemy(NAT, p.hex[u]):
            p.state[u] |= RELEASED


class ExploitationPhase(Step[PlayerTurn, Guadalajara]):
    """[scs.exp.1] Movement and overruns, no regular combat."""

    rule = "scs.exp.1"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.disclose(f.side)               # [4.6c]
        p.call(Movement(f.side, True))


class StackingAfterExploitation(Step[PlayerTurn, Guadalajara]):
    rule = "scs.stack.1"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        p.disclose(f.side)               # [4.6c]
        p.call(Surplus(f.side))


class CleanUp(Step[PlayerTurn, Guadalajara]):
    """[1.7b, 1.13c] DG and reserve markers come off."""

    rule = "1.7b"

    def auto(self, f: PlayerTurn, p: Guadalajara) -> None:
        for u in p.board.of[f.side]:
            p.unmark(u, DG | RESERVE | RELEASED | MOVED | FIRED | FOUGHT | HANDLED | IN_ZOC)
        if p.opt.air_own_turn:
            p.air[f.side] = 0            # [1.10.2, R6]


play(Game, FirstSetUp(), SecondSetUp(), PreGameBarrage(), NextTurn())
play(Turn, ReinforcementPhase(), NationalistArrivals(), RepublicanArrivals(), FirstPlayer(), SecondPlayer(),
     EndOfTurn())
play(PlayerTurn, AirPoints(), PlaceTrucks(), MovementPhase(), StackingAfterMovement(), TankRepair(), BarragePhase(),
     CombatPhase(), StackingAfterCombat(), MoralePhase(), SupplyPhase(), ExploitationArrivals(), Release(),
     ExploitationPhase(), StackingAfterExploitation(), CleanUp())
