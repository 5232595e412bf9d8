"""Counters on a ground: where each is, its steps and states, the piles, and the zones they exert.

A position inherits from ``Pieces``, or from ``Counters`` if units exert zones of control, and adds what its game has
besides. ``put``, ``box``, ``mark`` and ``unmark`` are the only ways the board changes, so that piles and zones are
always right: what a unit brings along when it comes and takes away when it goes is said once, in ``count``. A game that
caches supply overrides ``touched`` and drops its cache there.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import Act, Fact, Position, Refusal, Side
from frente.kernel.weave import Derived, Static
from frente.kit import stacks
from frente.kit.ground import Ground


@mypyc_attr(allow_interpreted_subclasses=True)
class Force:
    """The counters of a game: what is printed on them. Never changes in play."""

    def __init__(self, uid: list[str], side: list[int], sides: int = 2) -> None:
        self.uid = uid
        self.index: dict[str, int] = {x: u for u, x in enumerate(uid)}
        self.side = side
        self.size = len(uid)
        self.of: list[list[int]] = [[u for u in range(self.size) if side[u] == s] for s in range(sides)]
        self.acts: list[Act] = [Act("unit", u) for u in range(self.size)]
        self.name: list[str] = uid[:]
        self.symbol: list[str] = ["infantry"] * self.size
        self.mark: list[str] = [""] * self.size      # the size printed on it: battalion, regiment ...
        self.formation: list[str] = [""] * self.size
        self.steps: list[int] = [1] * self.size
        self.strength: list[int] = [0] * self.size
        self.move: list[int] = [0] * self.size
        self.setup: list[int] = [-1] * self.size     # where it starts or comes in
        self.turn: list[int] = [0] * self.size       # when; 0: it is there from the start


def counters(units: Sequence[Mapping[str, Any]], sides: Sequence[str], ground: Ground) -> Force:
    """From a standard file of units: id, side, strength, move, hex; if need be name, symbol, size, formation, steps,
    turn. See ``frente.kit.mapfile``."""
    force = Force([str(x["id"]) for x in units], [sides.index(x["side"]) for x in units], len(sides))
    force.name = [str(x.get("name", x["id"])) for x in units]
    force.symbol = [str(x.get("symbol", "infantry")) for x in units]
    force.mark = [str(x.get("size", "")) for x in units]
    force.formation = [str(x.get("formation", "")) for x in units]
    force.steps = [int(x.get("steps", 1)) for x in units]
    force.strength = [int(x["strength"]) for x in units]
    force.move = [int(x["move"]) for x in units]
    force.setup = [ground.index[x["hex"]] if "hex" in x else -1 for x in units]
    force.turn = [int(x.get("turn", 0)) for x in units]
    return force


@mypyc_attr(allow_interpreted_subclasses=True)
class Pieces(Position):
    """Where the counters are. Places below 0 are boxes, which the game names."""

    ground: Static[Ground]
    force: Static[Force]
    turn: int = 0
    hex: list[int]                       # by unit: space, or a box below 0
    steps: list[int]
    state: list[int]                     # by unit: bits
    top: Derived[list[int]]              # by space: first unit of the pile
    below: Derived[list[int]]            # by unit: the next one down

    def lay_out(self, ground: Ground, force: Force, box: int = -1) -> None:
        """An empty ground, all units in one box. Positions have no constructor of their own: copies begin empty."""
        self.ground = ground
        self.force = force
        self.hex = [box] * force.size
        self.steps = force.steps[:]
        self.state = [0] * force.size
        self.clear()

    def clear(self) -> None:
        """Nobody is on the ground. A game that derives more begins that anew as well."""
        self.top = [-1] * self.ground.size
        self.below = [-1] * self.force.size

    # -- what a game may say otherwise

    def count(self, u: int, by: int) -> None:
        """Whatever is counted by space for a unit that has come to where it is (1) or is about to leave it (-1)."""

    def touched(self, u: int) -> None:
        """A unit has been put somewhere or taken away: drop what was remembered."""

    def quiet(self, u: int) -> int:
        """Something that changes when the unit comes to count differently because of its states."""
        return 0

    def fits(self, u: int, h: int) -> bool:
        """Whether a unit may end in a space; see ``frente.kit.limits``."""
        return True

    def lost(self, u: int) -> int:
        """The box a unit goes to when its last step is gone."""
        return -1

    # -- the only ways the board changes

    def put(self, u: int, h: int) -> None:
        """Place a unit in a space, wherever it was, on top of the pile."""
        if self.hex[u] >= 0:
            self.count(u, -1)
            stacks.take(self.top, self.below, self.hex[u], u)
        self.hex[u] = h
        self.below[u] = self.top[h]
        self.top[h] = u
        self.count(u, 1)
        self.touched(u)

    def box(self, u: int, where: int) -> None:
        """Take a unit off the ground into a box; it leaves its states behind."""
        if self.hex[u] >= 0:
            self.count(u, -1)
            stacks.take(self.top, self.below, self.hex[u], u)
        self.hex[u] = where
        self.state[u] = 0
        self.touched(u)

    def mark(self, u: int, bits: int) -> None:
        self._turn(u, self.state[u] | bits)

    def unmark(self, u: int, bits: int) -> None:
        self._turn(u, self.state[u] & ~bits)

    def _turn(self, u: int, state: int) -> None:
        if self.hex[u] < 0:
            self.state[u] = state
            return
        before = self.quiet(u)
        old = self.state[u]
        self.state[u] = state
        if self.quiet(u) != before:
            self.state[u] = old
            self.count(u, -1)
            self.state[u] = state
            self.count(u, 1)
            self.touched(u)

    def lose_step(self, u: int, rule: str) -> None:
        """A step less; without its last one the unit is gone."""
        self.steps[u] -= 1
        self.tell(rule, "lost-step" if self.steps[u] else "eliminated", {"unit": self.force.uid[u]})
        if not self.steps[u]:
            self.box(u, self.lost(u))

    # -- loading

    def order(self) -> list[int]:
        """Units from the bottom of each pile up: what a loaded position lays again."""
        return stacks.order(self.top, self.below)

    def derive(self, saved: Mapping[str, Any]) -> None:
        """Lay the piles of a loaded position. A game keeps what ``put`` changes besides: see ``Counters``."""
        places = self.hex
        self.clear()
        self.hex = [min(h, -1) for h in places]
        for u in saved["order"]:
            self.put(u, places[u])

    # -- reading

    def pile(self, h: int) -> list[int]:
        """The units in a space from the top down."""
        return stacks.units(self.top, self.below, h)

    def holder(self, h: int) -> Side:
        """The side with units in a space, or -1."""
        u = self.top[h]
        return self.force.side[u] if u >= 0 else -1

    def on_map(self, side: Side) -> list[int]:
        places = self.hex
        return [u for u in self.force.of[side] if places[u] >= 0]

    def no(self, rule: str, key: str, unit: int = -1, hex: int = -1) -> Refusal:
        """A refusal that names a unit and a space."""
        facts: dict[str, Fact] = {}
        if unit >= 0:
            facts["unit"] = self.force.uid[unit]
        if hex >= 0:
            facts["hex"] = self.ground.names[hex]
        return Refusal(rule, key, facts)

    def pile_faults(self) -> list[str]:
        """What is wrong between places and piles; a law of every game."""
        found: list[str] = []
        lying = [(u, h) for h in range(self.ground.size) if self.top[h] >= 0 for u in self.pile(h)]
        if sorted(lying) != [(u, h) for u, h in enumerate(self.hex) if h >= 0]:
            found.append("a unit lies in no pile, in two, or not where it is")
        side = self.force.side
        found += [f"both sides are in {self.ground.names[self.hex[u]]}" for u in range(self.force.size)
                  if self.hex[u] >= 0 and self.below[u] >= 0 and side[self.below[u]] != side[u]]
        found += [f"{self.force.uid[u]} is on the map without steps" for u in range(self.force.size)
                  if self.hex[u] >= 0 and self.steps[u] <= 0]
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Counters(Pieces):
    """Pieces of two sides with zones of control into the spaces next to them; who was where last is remembered."""

    silent: ClassVar[int] = 0            # states, as bits, in which a unit exerts no zone

    last: list[int]                      # by space: the side that was there last, -1 nobody
    zone: Derived[list[list[int]]]       # by side and space: how many units exert a zone there

    def lay_out(self, ground: Ground, force: Force, box: int = -1) -> None:
        self.last = [-1] * ground.size
        super().lay_out(ground, force, box)

    def clear(self) -> None:
        super().clear()
        self.zone = [[0] * self.ground.size, [0] * self.ground.size]

    def exerts(self, u: int) -> bool:
        """Whether a unit on the map exerts a zone now."""
        return not self.state[u] & self.silent

    def quiet(self, u: int) -> int:
        return 0 if self.exerts(u) else 1

    def count(self, u: int, by: int) -> None:
        if self.exerts(u):
            zone = self.zone[self.force.side[u]]
            for n in self.ground.nb[self.hex[u]]:
                zone[n] += by

    def put(self, u: int, h: int) -> None:
        if self.hex[u] >= 0:             # written out: every step of a march comes here
            self.count(u, -1)
            stacks.take(self.top, self.below, self.hex[u], u)
        self.hex[u] = h
        self.below[u] = self.top[h]
        self.top[h] = u
        self.last[h] = self.force.side[u]
        self.count(u, 1)
        self.touched(u)

    def derive(self, saved: Mapping[str, Any]) -> None:
        last = self.last[:]
        super().derive(saved)
        self.last = last

    def rezone(self) -> None:
        """Count all zones anew, after a change that the four writers do not see."""
        self.zone = [[0] * self.ground.size, [0] * self.ground.size]
        for u in range(self.force.size):
            if self.hex[u] >= 0:
                self.count(u, 1)

    def shut(self, side: Side) -> list[bool]:
        """By space: an enemy unit, or an enemy zone without a friend in it. What supply and retreats shun."""
        owner = self.force.side
        zone = self.zone[1 - side]
        return [owner[u] != side if u >= 0 else zone[h] > 0 for h, u in enumerate(self.top)]

    def controls(self, side: Side, h: int) -> bool:
        """Occupied; or vacant, last held and outside enemy zones."""
        u = self.top[h]
        if u >= 0:
            return self.force.side[u] == side
        return self.last[h] == side and not self.zone[1 - side][h]

    def zone_faults(self) -> list[str]:
        """Zones that differ from those counted afresh; a law of every game that has them."""
        fresh = self.clone()
        fresh.rezone()
        return [] if fresh.zone == self.zone else ["zones differ from those counted afresh"]
