"""[11] The Madrid Defence Council and the weather."""
from __future__ import annotations

from frente.games.storm.rules.ch03_general import cut_routes, shift_morale, supplied
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.frames import Turn
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE, D6, Act, Choices, Side
from frente.kit.steps import Die


def council_modifiers(p: Storm) -> list[tuple[int, str, str]]:
    """[11.1b-11.1e] Each with its rule and the key of its name."""
    b = p.board
    found: list[tuple[int, str, str]] = []
    if any(p.control[a] == NAT for a in b.gates):
        found.append((b.council_gates, "11.1b", "mod-gates"))
    cut = sum(cut_routes(p, supplied(p, NAT)))
    if cut:
        found.append((b.council_route * cut, "11.1c", "mod-routes"))
    urban = sum(1 for a in b.urbans if p.contested(a) or p.control[a] == NAT)
    if urban:
        found.append((b.council_urban * urban, "11.1d", "mod-urban-fighting"))
    if p.pause_start:                    # [R95] declared this turn or earlier
        found.append((b.council_pause, "11.1e", "mod-pause"))
    return found


class DefenceCouncil(Die[Turn, Storm]):
    """[11.1a, 11.1j, 4.1b] A die each turn from the third until the event has happened."""

    rule = "11.1a"

    def ask(self, f: Turn, p: Storm) -> Choices:
        return {} if p.council or p.turn < p.board.council_turn else {CHANCE: D6}

    def do(self, f: Turn, p: Storm, side: Side, act: Act) -> bool:
        b = p.board
        total = act.arg + sum([m[0] for m in council_modifiers(p)])
        p.tell("11.1a", "council-die", {"die": act.arg, "total": total, "needed": b.council_needed})
        if total >= b.council_needed:
            p.council = True
            p.tell("11.1a", "council-formed", {})
            shift_morale(p, b.council_levels, "11.1g")
            p.sp[REP] += b.council_sp
        return True


class Weather(Die[Turn, Storm]):
    """[11.2a, 11.2b, R85] From turn 10."""

    rule = "11.2a"

    def ask(self, f: Turn, p: Storm) -> Choices:
        return {CHANCE: D6} if p.turn >= p.board.weather_turn else {}

    def do(self, f: Turn, p: Storm, side: Side, act: Act) -> bool:
        b = p.board
        p.bad = act.arg + (b.after_bad if p.bad else 0) >= b.bad_from
        p.tell("11.2b", "weather-bad" if p.bad else "weather-clear", {"die": act.arg})
        return True
