"""The main effort: which part of the country is to be taken next, and which units go there in a mass."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.captain.survey import distances, wall_of
from frente.games.tscw.state.board import FAR
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import Side
from frente.kit.weights import Weights

# Theatres in the order of the war, by hex of the places that decide them.
THEATRES: Final = (
    ("3615", "3613", "3710", "3707"),                    # the North
    ("3120", "3220", "2519", "2921"),                    # Aragon and the way to the sea
    ("3023", "3225", "2921"),                            # Catalonia
    ("2419", "2318", "2519", "2018"),                    # the Levant
    ("2712", "2713", "2615", "2510"),                    # Madrid
    ("1717", "1817", "1414", "1711", "2215", "2211"),    # the South
)
ZONE: Final = 4                          # hexes round the places of a theatre in which the enemy's units belong to it


class Effort:
    """A theatre: the places still to be taken, what stands there, and who goes there."""

    def __init__(self, p: Tscw, side: Side, places: list[int], reach: float, zone: int) -> None:
        b = p.board
        self.places = places
        self.reach = reach               # movement points from which units are called
        self.units: list[int] = []
        self.worth = float(sum([abs(b.morale[t]) for t in places]))
        self.far = [float(FAR)] * b.size                     # movement points to the nearest of the places
        for t in places:
            self.far = [min(x, y) for x, y in zip(self.far, distances(b, t))]
        self.near = [any(b.apart[h][t] <= zone for t in places) for h in range(b.size)]      # hexes of the theatre
        self.wall = sum([wall_of(p, h) for h in range(b.size) if self.near[h] and p.holder(h) == 1 - side])


def efforts(p: Tscw, side: Side, free: list[int], w: Weights) -> list[Effort]:
    """Theatre after theatre gets the units nearest to it until they are enough for what stands there: first enemy
    stacks on our own ground, then the first theatre of the war that is not ours, then where most is won for the cost.
    """
    b = p.board
    close = [Effort(p, side, [h], w["mass.close"], 0) for h in intruders(p, side)]
    war: list[Effort] = []
    for names in THEATRES:
        places = [b.index[x] for x in names if p.control[b.index[x]] == 1 - side]
        if places:
            war.append(Effort(p, side, places, w["mass.far"], ZONE))
    others = [e for _, _, e in sorted([(-e.worth / (w["mass.least"] + e.wall), i, e) for i, e in enumerate(war[1:])])]
    found = [*close, *war[:1], *others]
    most = w["mass.share"] * sum([p.attack(u) for u in free])
    left = free[:]
    for e in found:
        need = w["mass.odds"] * e.wall + w["mass.least"]
        if e in war[:1]:
            need = min(need, most)
        power = 0.0
        for gap, u in sorted([(e.far[p.hex[u]], u) for u in left]):
            if power >= need or gap > e.reach:
                break
            power += p.attack(u)
            e.units.append(u)
        left = [u for u in left if u not in e.units]
    for u in left:                       # too far from all that: to the nearest
        best = 999.0
        who: Effort | None = None
        for e in found:
            if e.far[p.hex[u]] < best:
                best = e.far[p.hex[u]]
                who = e
        if who is not None:
            who.units.append(u)
    return found


def intruders(p: Tscw, side: Side) -> list[int]:
    """Enemy stacks on ground that was ours from the start, the strongest first."""
    b = p.board
    found = [h for h in range(b.size) if b.control[h] == side and p.holder(h) == 1 - side and p.fighters(h)]
    return [h for _, h in sorted([(-sum([p.attack(u) for u in p.stack_at(h)]), h) for h in found])]
