"""Players for recorded games: each knows just enough to bring about one way of ending."""
from __future__ import annotations

from random import Random

from frente.games.tscw.rules.ch12_movement import Move
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import Act, Choices, Side

REP, NAT = 0, 1


def pick(p: Tscw, rng: Random, drive: str, flee: bool) -> tuple[Side, Act]:
    """The Nationalist drives on Madrid or on morale hexes; the Republican stays put, or leaves what is to be taken."""
    asked: Choices = p.choices()
    side = rng.choice(sorted(asked))
    acts = asked[side]
    name = type(p.step()).__name__
    if side == NAT and drive:
        return side, advance(p, rng, acts, name, drive)
    if side == REP and drive:
        return side, retire(p, rng, acts, name, drive, flee)
    return side, rng.choice(acts)


def goals(p: Tscw, drive: str) -> list[int]:
    if drive == "madrid":
        return [p.board.madrid]
    return [h for h in range(p.board.size) if p.board.morale[h] < 0 and p.control[h] == REP]


def advance(p: Tscw, rng: Random, acts: list[Act], name: str, drive: str) -> Act:
    apart = p.board.apart
    if name == "MoveOn":
        f = p.stack[-1]
        assert isinstance(f, Move)
        wanted = goals(p, drive) or [p.board.madrid]
        here = min(apart[p.hex[f.units[0]]][t] for t in wanted)
        ahead = [(min(apart[a.arg][t] for t in wanted), a.arg, a) for a in acts if a.verb == "hex"]
        if ahead and min(ahead)[0] < here:
            return min(ahead)[2]
        return next((a for a in acts if a.verb == "stop"), acts[0])
    order = {"ChooseMove": ("march", "unit"), "ChooseAttackers": ("unit",), "ChooseTarget": ("attack",)}
    found = [a for a in acts if a.verb in order.get(name, ())]
    if name == "ChooseTarget":
        found = [a for a in found if a.arg == p.board.madrid] or found
    if name == "ChooseAdvance":
        found = [a for a in acts if a.verb == "unit"]
    return rng.choice(found or acts)


def retire(p: Tscw, rng: Random, acts: list[Act], name: str, drive: str, flee: bool) -> Act:
    wanted = goals(p, drive)
    if name == "ChooseMove":
        found = [a for a in acts if a.verb == "unit" and p.hex[a.arg] in wanted] if flee else []
        return rng.choice(found) if found else next((a for a in acts if a.verb == "pass"), acts[0])
    if name == "MoveOn":
        out = [a for a in acts if a.verb == "hex" and a.arg not in wanted]
        f = p.stack[-1]
        assert isinstance(f, Move)
        if p.hex[f.units[0]] in wanted and out:
            return rng.choice(out)
        return next((a for a in acts if a.verb == "stop"), acts[0])
    if name in ("PlaceReinforcements", "PlaceRebuilt"):
        return rng.choice([a for a in acts if a.arg not in wanted] or acts)
    if name in ("ChooseTarget", "ChooseTraveller"):
        return next((a for a in acts if a.verb == "pass"), acts[0])
    return rng.choice(acts)
