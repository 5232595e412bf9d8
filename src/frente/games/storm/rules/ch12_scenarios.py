"""[12] What the scenarios lay down: the start of scenario 2, the pause in fighting, the initiative."""
from __future__ import annotations

from typing import Final

from frente.games.storm.state.board import NAT, REP, SIDES
from frente.games.storm.state.frames import Game, Turn
from frente.games.storm.state.position import CAMPAIGN, SCENARIO_2, Storm
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Refusal, Side, Step
from frente.kit.steps import Die, Listed

STARTS: Final = (10, 11)
START_ACTS: Final = [Act("start", 0), Act("start", 1)]
DECLARE: Final = Act("declare")
END_PAUSE: Final = Act("end-pause")


class ChooseStart(Step[Game, Storm]):
    """[12.2a, 12.2b, R79] Before anybody sets up, the Nationalist names the first turn."""

    rule = "12.2a"
    verbs = ("start",)

    def ask(self, f: Game, p: Storm) -> Choices:
        return {NAT: START_ACTS} if p.scenario == SCENARIO_2 else {}

    def do(self, f: Game, p: Storm, side: Side, act: Act) -> bool:
        p.first_turn = STARTS[act.arg]
        p.turn = p.first_turn - 1
        if act.arg:
            p.sp = p.board.late_sp[:]
        p.tell("12.2a", "starts-on", {"turn": p.first_turn})
        return True


class PausePhase(Listed[Turn, Storm]):
    """[4.1, 12.3g, 12.3h, R86] The Nationalist declares a pause, once, or ends it early."""

    rule = "12.3g"
    verbs = ("declare", "end-pause", "pass")

    def ask(self, f: Turn, p: Storm) -> Choices:
        if p.scenario != CAMPAIGN or p.pause_end:
            return {}
        if not p.pause_start:
            return {NAT: [DECLARE, PASS]}
        return {} if p.turn >= p.pause_start + p.board.pause_turns else {NAT: [END_PAUSE, PASS]}

    def do(self, f: Turn, p: Storm, side: Side, act: Act) -> bool:
        if act == DECLARE:
            p.pause_start = p.turn
            p.tell("12.3g", "pause-declared", {"turn": p.turn})
        elif act == END_PAUSE:
            end_pause(p)
        return True

    def auto(self, f: Turn, p: Storm) -> None:
        if p.in_pause():
            end_pause(p)

    def why(self, f: Turn, p: Storm, side: Side, act: Act) -> list[Refusal]:
        if act == DECLARE:
            return [Refusal("12.3g", "pause-once", {})]
        return [Refusal("12.3h", "no-pause", {})]


def end_pause(p: Storm) -> None:
    p.pause_end = p.turn
    p.tell("12.3h", "pause-over", {"turn": p.turn})


# -- initiative


def series(p: Storm) -> bool:
    """[12.2j, 12.3e] Whether the Nationalist plays several impulses in a row this turn."""
    return (p.scenario == SCENARIO_2 and p.turn == p.first_turn) or p.pause_end == p.turn


def by_dice(p: Storm) -> bool:
    """[12.1e, 12.1f, 12.2j, 12.3c-12.3e, R88] Whether the initiative is rolled for."""
    return not p.in_pause() and not series(p) and p.turn > p.board.auto_initiative


class Initiative(Die[Turn, Storm]):
    """[4.3a, 9.1, 12.1e, 12.1f, 12.3c, 12.3d] Automatic, or a die each; a tie is the Nationalist's."""

    rule = "12.1f"

    def ask(self, f: Turn, p: Storm) -> Choices:
        return {CHANCE: D6} if by_dice(p) else {}

    def do(self, f: Turn, p: Storm, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        if len(f.dice) < 2:
            return False
        nat, rep = f.dice
        p.initiative = REP if rep > nat else NAT
        p.tell("12.1f", "has-initiative", {"side": SIDES[p.initiative]})
        return True

    def auto(self, f: Turn, p: Storm) -> None:
        p.initiative = REP if p.in_pause() else NAT
        p.tell("9.1", "has-initiative", {"side": SIDES[p.initiative]})


class Series(Die[Turn, Storm]):
    """[12.2j, 12.3e] How many impulses the Nationalist plays before the Republican's first."""

    rule = "12.2j"

    def ask(self, f: Turn, p: Storm) -> Choices:
        return {CHANCE: D6} if series(p) else {}

    def do(self, f: Turn, p: Storm, side: Side, act: Act) -> bool:
        f.run = act.arg
        p.tell("12.2j", "series", {"impulses": act.arg})
        return True
