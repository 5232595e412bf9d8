"""The frames of combat and destruction. The steps they walk through stand in chapters 7 and 9."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.kernel.flow import Frame, Side

# Combat actions (7c) and how they end.
ASSAULT: Final = 0
FIX: Final = 1
PARLEY: Final = 2
GOES_ON: Final = 0
ENDED: Final = 1


@dataclass
class Assault(Frame):
    """[7.1] An assault, fix or parley of the maneuvering stack. Answers GOES_ON or ENDED."""

    side: Side                             # the active side
    place: int                             # square or compound
    way: int                               # ASSAULT, FIX or PARLEY
    group: int = -1                        # the pawn spoken to in a parley
    engaged: bool = False                  # no roll is needed
    neutral: bool = False                  # the defenders are neutral (R74)
    ip: int = 0
    spoil: int = 0
    helper: int = -1
    tried: list[int] = field(default_factory=list)
    die: int = 0
    round: int = 0                         # rounds of this set fought
    defenders: list[int] = field(default_factory=list)
    alead: int = -1
    aleader: int = -1
    dlead: int = -1
    dleader: int = -1
    use: int = 0                           # 0 none, 1 added, 2 deducted
    by: int = -1                           # who had the higher initiative
    diff: int = 0
    adie: int = 0
    ddie: int = 0
    ahit: bool = False                     # the attacker was hit
    dhit: bool = False                     # the defender was hit
    out: list[int] = field(default_factory=list)  # leaders out of further rounds
    heavy: bool = False                    # support weapons took part
    replaced: int = -1                     # unit that tries to replace the lead
    fails: int = 0                         # failed parleys
    silent: bool = False                   # guns and armour are held back in this round (R144)
    waits: bool = False                    # so is the aviation


@dataclass
class Damage(Frame):
    """[7.1.6] One combat unit is damaged. Answers 1 if it still takes part."""

    unit: int
    attacker: bool
    compound: bool                         # defending a compound: -1
    drm: int = 0                           # sum of 9.1e and 9.2d
    origin: int = -1                       # where the assault came from
    die: int = 0


@dataclass
class Withdraw(Frame):
    """[7.1.7] Defeated pawns leave a place one by one."""

    side: Side                             # who decides
    units: list[int]
    place: int
    origin: int                            # where the assault came from, -1 nowhere
    surrendered: bool = False              # somebody did, and the enemy has his point (8i)


@dataclass
class Collapse(Frame):
    """[7.1.6e] What is left of a faction where all its combat units were lost."""

    side: Side
    place: int
    units: list[int]
    unit: int = -1
    origin: int = -1                       # where the assault came from
    hide: bool = False                     # the unit was hidden and is hidden again (7.1.6f)


@dataclass
class Blast(Frame):
    """[9.6] The Subsuelo's attempt."""

    side: Side
    space: int
    valle: bool = False
    ip: int = 0
    die: int = 0


@dataclass
class Raid(Frame):
    """[9.4e] An air raid on a compound."""

    space: int
    die: int = 0


@dataclass
class Destroy(Frame):
    """[7.5] An intentional destruction."""

    side: Side
    space: int
    points: int = 0                        # committed
    spoil: int = 0
    helper: int = -1
    tried: list[int] = field(default_factory=list)
    die: int = 0


@dataclass
class Ruin(Frame):
    """[7.1.8b, R120] A compound burns: everybody in it leaves or is lost."""

    space: int
    origin: int = -1                       # where the assault came from
    units: list[int] = field(default_factory=list)
