"""What a position looks like to whoever has to guess how the game ends: features in words, seen by the Nationalist."""
from __future__ import annotations

from math import tanh
from typing import Final

from frente.games.storm.rules.ch03_general import cut_routes, supplied
from frente.games.storm.state.board import AREAS, ARTILLERY, DATA, NAT, REP, SPACES
from frente.games.storm.state.position import ELIMINATED, Storm
from frente.kit.chance import Chances, Outlook

FILE: Final = DATA / "chance.toml"
TRACKS: Final = [
    "routes cut", "routes cut squared", "urban areas held", "Madrid held", "Republican morale", "support points",
    "areas won", "fresh attack, Nationalist", "fresh attack, Republican", "spent attack, Nationalist",
    "spent attack, Republican", "units, Nationalist", "units, Republican", "guns, Nationalist", "guns, Republican",
    "eliminated, Nationalist", "eliminated, Republican", "rivers open", "on the move, Nationalist"]
NAMES: Final = [*TRACKS, *[f"area {a + 1} controlled" for a in range(AREAS)],
                *[f"area {a + 1} balance of units" for a in range(AREAS)]]
SCENES: Final = ("drive", "corunna", "campaign")


def scene(p: Storm) -> str:
    return SCENES[p.scenario]


def gone(p: Storm) -> float:
    """How far the game has gone."""
    return p.turn / p.last_turn


def features(p: Storm, mover: int) -> list[float]:
    """In the order of NAMES. *mover*: the side that is asked."""
    b = p.board
    cut = sum(cut_routes(p, supplied(p, NAT))) / 4
    fresh = [0.0, 0.0]
    spent = [0.0, 0.0]
    foot = [0, 0]
    guns = [0, 0]
    dead = [0, 0]
    for u in range(b.units):
        s = b.side[u]
        at = p.at[u]
        if at == ELIMINATED:
            dead[s] += 1
        elif at >= 0 and b.type[u] == ARTILLERY:
            guns[s] += 1
        elif at >= 0:
            foot[s] += 1
            if p.spent[u]:
                spent[s] += b.attack[u]
            else:
                fresh[s] += b.attack[u]
    found = [
        cut, cut * cut, sum([p.control[a] == NAT for a in b.urbans]) / 6, float(p.control[b.madrid] == NAT),
        p.morale / 3, (p.sp[NAT] - p.sp[REP]) / 5, (p.won[NAT] - p.won[REP]) / 4, fresh[NAT] / 20, fresh[REP] / 20,
        spent[NAT] / 20, spent[REP] / 20, foot[NAT] / 20, foot[REP] / 20, guns[NAT] / 5, guns[REP] / 5, dead[NAT] / 10,
        dead[REP] / 10, float(p.rivers_open), float(mover == NAT)]
    for a in range(AREAS):
        found.append(1.0 if p.control[a] == NAT else -1.0)
    for a in range(AREAS):
        found.append(tanh((p.n[NAT * SPACES + a] - p.n[REP * SPACES + a]) / 3.0))
    return found


OUTLOOK: Final = Outlook(Chances(FILE, NAMES), scene, gone, features)
