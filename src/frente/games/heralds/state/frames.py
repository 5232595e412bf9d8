"""The frames: the data of every activity in progress. The steps they walk through stand in the chapters."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Frame, Side

# Goals of a negotiation (5.2.2e).
AFFILIATE: Final = 1
SUBVERT: Final = 2
SUMMON: Final = 4

# What a stack is for.
MANEUVER: Final = 0
COURIER: Final = 1
ERRAND: Final = 2

# How a line of command was made: by word of mouth, over exchange r (1 + r), or by courier u (BY_COURIER + u).
BY_MOUTH: Final = 0
BY_COURIER: Final = 100

SEAT: Final = 100                        # a syndicate in the line of a propaganda order: SEAT + its number

# Answers of a reaction.
NONE: Final = 0
CAUGHT: Final = 1
BLOCKED: Final = 2

# Francoist interventions (9.7c).
BRIDGE: Final = 0
OFFENSIVE: Final = 1


# Answers of a line of command and of an errand.
FAILED: Final = 0
MADE: Final = 1


def _two() -> list[int]:
    return [0, 0]


@dataclass
class Game(Frame):
    """[13] Set-up, then turn after turn."""


@dataclass
class Setup(Frame):
    """[13b, 15.free] One side places its free pieces, handle by handle."""

    side: Side
    unit: int = -1                         # the handle being placed


@dataclass
class Turn(Frame):
    """[3.1a] The phases of one turn."""


@dataclass
class Each(Frame):
    """[3.2a] Both sides in turn, the one with the initiative first, do the same thing."""

    side: Side                             # whose turn
    second: bool = False
    unit: int = -1
    done: list[int] = field(default_factory=list)
    pending: int = -1                      # a resource whose line of command is being made


@dataclass
class Seats(Each):
    """[9.5b] Syndicates are affiliated."""


@dataclass
class Motors(Each):
    """[5.2.2f] Motor depots for the agents."""


@dataclass
class Refits(Each):
    """[12.3] Refit."""


@dataclass
class Hides(Each):
    """[R42] Disclosed pieces are turned to their decoy side."""


@dataclass
class Orders(Frame):
    """[5.2.1b, 5.2.2d, 5.2.3c] The sides alternate orders of one kind until both have stopped."""

    side: Side                             # whose turn
    out: list[int] = field(default_factory=_two)  # by side: 1 has declined or passed


@dataclass
class PropagandaPhase(Orders):
    """[5.2.1b]"""


@dataclass
class NegotiationPhase(Orders):
    """[5.2.2d]"""


@dataclass
class ManeuverPhase(Orders):
    """[5.2.3c]"""


@dataclass
class Leg(Frame):
    """[4.3.1b] One leg of a line of command, made by one channel. Answers 1 made, 0 not made."""

    side: Side
    origin: int                            # space it starts from, -1 the player token's
    unit: int                              # addressee, -1 none
    space: int                             # where the addressee or resource is
    channels: int = 0                      # ALL, NO_PHONE (9.7b) or PHONE_ONLY
    hq: bool = False                       # the issuer is a headquarters
    tried: list[int] = field(default_factory=list)  # exchanges already used for this leg (R41)
    exchange: int = -1                     # the call being made
    second: int = -1                       # the other exchange a call needs
    courier: int = -1


@dataclass
class Propaganda(Frame):
    """[5.2.1] One propaganda order."""

    side: Side
    types: int = 0                         # types of resource tasked, as bits
    ip: int = 0                            # deducted
    pending: int = -1                      # resource being tasked
    seat: int = -1                         # syndicate being tasked
    tried: list[int] = field(default_factory=list)  # resources, and SEAT + syndicates, tried
    die: int = 0
    way: int = 0                           # how the last line of command was made
    legs: list[int] = field(default_factory=list)  # lines made: -1, resource or SEAT + syndicate, way


@dataclass
class Talk(Frame):
    """[5.2.2] One negotiation order, or a parley (7.3)."""

    side: Side
    goal: int = 0
    target: int = -1
    envoy: int = -1
    parley: bool = False
    phone: bool = False
    ip: int = 0
    own: int = 0                           # helpers of the active side
    foes: int = 0                          # helpers of the other
    spoil: int = 0                         # modifier of a fifth column agent
    tried: list[int] = field(default_factory=list)  # leaders and agents who have rolled
    helper: int = -1
    asked: int = 0                         # sides that have finished naming helpers
    place: int = -1                        # where a summoned leader goes
    die: int = 0
    success: int = 0
    way: int = 0                           # how the last line of command was made
    legs: list[int] = field(default_factory=list)  # lines made: issuer (-1 the token), pawn reached, way


@dataclass
class Domino(Frame):
    """[5.2.2p] Subordinates of a pawn that changed sides roll one by one."""

    side: Side                             # the active side
    goal: int
    units: list[int] = field(default_factory=list)
    values: list[int] = field(default_factory=list)  # brokering values as they stood


@dataclass
class Shift(Frame):
    """[5.2.2e, R55] Goal III: a leader, agent or decoy is moved."""

    side: Side
    unit: int


@dataclass
class Francoist(Frame):
    """[9.7] A request to the Francoists."""

    side: Side
    what: int
    agent: int = -1
    dice: list[int] = field(default_factory=list)
    left: int = 0                          # pawns still to be withdrawn


@dataclass
class Order(Frame):
    """[5.2.3] One maneuver order: who is reached by it, then stack by stack."""

    side: Side
    held: list[int] = field(default_factory=list)  # headquarters that hold the order
    active: list[int] = field(default_factory=list)  # pawns marked active
    couriers: list[int] = field(default_factory=list)  # agents who carried it
    issuers: list[int] = field(default_factory=list)  # who sent each of them, -1 the token
    pending: int = -1                      # addressee whose leg is being made
    issuer: int = -1
    neutral: bool = False                  # the PCE has its point for a neutral headquarters
    dual: list[int] = field(default_factory=list)  # divisions that passed it on under a neutral corps, neutral too
    way: int = 0                           # how the last line of command was made
    legs: list[int] = field(default_factory=list)  # lines made: issuer (-1 the token), pawn reached, way
    refused: list[int] = field(default_factory=list)  # calls refused: issuer, addressee, exchange (R41)


@dataclass
class Stack(Frame):
    """[6.1] A maneuvering stack, a courier, or a lone leader or agent on an errand. Answers 1 arrived, 0 not."""

    side: Side
    units: list[int]
    task: int                              # MANEUVER, COURIER or ERRAND
    dest: int = -1                         # square it is to reach
    lead: int = -1                         # leader or agent of a command stack
    motor: bool = False                    # [6.2b]
    die: int = 0
    credit: int = -1
    entered: int = 0                       # downtown squares entered (R65)
    visited: list[int] = field(default_factory=list)  # spaces entered
    dropped: list[int] = field(default_factory=list)
    to: int = -1                           # declared destination
    extra: int = 0                         # points beyond the cost (6.3g)
    origin: int = -1                       # space it left last
    caught: bool = False                   # intercepted and must fight
    over: bool = False
    air: int = 0                           # 1 aviation with it, 2 used up
    windows: int = 0                       # reactions settled for this step
    catchers: list[int] = field(default_factory=list)  # who intercepted it
    pending: int = -1                      # motor depot being tasked
    tried: list[int] = field(default_factory=list)  # motor depots tried
    reacted: bool = False                  # a reaction to this step was attempted (6.4c)


@dataclass
class Reaction(Frame):
    """[6.4] A reaction to a move. Answers NONE, CAUGHT or BLOCKED."""

    side: Side                             # who reacts
    square: int
    origin: int
    to: int
    leaving: bool = False
    sneak: int = -1                        # compound that is being passed
    lone: int = -1                         # pawn that flees alone (7.1.6e)
    way: int = 0
    space: int = -1
    units: list[int] = field(default_factory=list)
    ip: int = 0
    die: int = 0


@dataclass
class Fate(Frame):
    """[6.4g] Whether a leader or agent survives: 1D6 not above his initiative."""

    unit: int
    rule: str
    intercepted: bool = False              # an elimination gives the enemy a point (8e)
    die: int = 0


def order(p: Heralds) -> Order:
    """The maneuver order in progress."""
    for f in reversed(p.stack):
        if isinstance(f, Order):
            return f
    raise LookupError("no order is in progress")


def stack(p: Heralds) -> Stack:
    """The stack that is moving."""
    for f in reversed(p.stack):
        if isinstance(f, Stack):
            return f
    raise LookupError("no stack is moving")
