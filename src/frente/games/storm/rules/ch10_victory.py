"""[10, 12.1i-12.1o, 12.2l, 12.3n] Automatic victory, the points of scenario 1 and the end of the game."""
from __future__ import annotations

from frente.games.storm.rules.ch03_general import cut_routes, in_supply, supplied
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.frames import Turn
from frente.games.storm.state.position import CAMPAIGN, ELIMINATED, SCENARIO_1, Storm
from frente.kernel.flow import Step


def automatic(p: Storm) -> str:
    """[10a, 10b, R91] The key of an automatic Nationalist victory, "" when there is none."""
    lines = supplied(p, NAT)
    if lines[p.board.madrid]:
        return "madrid"
    return "roads" if all(cut_routes(p, lines)) else ""


def tally(p: Storm) -> list[tuple[int, str, str]]:
    """[12.1i-12.1m, 12.1o] Nationalist victory points of scenario 1, each entry with its rule and name."""
    b = p.board
    lines = supplied(p, NAT)
    troops = in_supply(p, NAT, b.madrid, lines) and p.count(NAT, b.madrid) >= b.troops_needed            # [12.1k]
    lost = sum(1 for u in b.of[NAT] if p.at[u] == ELIMINATED)
    return [
        (b.vp_urban * sum(1 for a in b.urbans if p.control[a] == NAT), "12.1i", "vp-urban"),
        (b.vp_route * sum(cut_routes(p, lines)), "12.1j", "vp-routes"),
        (b.vp_troops if troops else 0, "12.1k", "vp-troops"),
        (b.morale_vp[p.morale], "12.1l", "vp-morale"),
        (b.vp_casualties if lost >= b.casualties_from else 0, "12.1m", "vp-casualties")]


def points(p: Storm) -> int:
    return sum([x[0] for x in tally(p)])


def finish(p: Storm, winner: int, reason: str) -> None:
    """[4.4c, 10a, 10b, 12.1n, 12.2l, 12.3n]"""
    p.result = winner
    p.reason = reason
    p.reveal()                           # the hands are shown
    p.tell(RULES[reason], "outcome." + reason, {})
    p.end()


RULES = {"madrid": "10a", "roads": "10b", "points": "12.1n", "short-of-points": "12.1n", "held-road": "12.2l",
         "held-out": "12.3n"}


class VictoryCheck(Step[Turn, Storm]):
    """[4.4c, 10a, 10b, 12.1a, 12.1n, 12.2l, 12.3n] Automatic victory every turn, the scenario's own on the last."""

    rule = "4.4c"

    def auto(self, f: Turn, p: Storm) -> None:
        if p.scenario == SCENARIO_1:
            p.vp = points(p)
        reason = automatic(p)
        if reason:
            finish(p, NAT, reason)
        elif p.turn >= p.last_turn:
            if p.scenario == SCENARIO_1:
                won = p.vp >= p.board.vp_needed
                finish(p, NAT if won else REP, "points" if won else "short-of-points")
            else:
                finish(p, REP, "held-out" if p.scenario == CAMPAIGN else "held-road")
