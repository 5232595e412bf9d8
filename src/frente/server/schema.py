"""The tables of the database, the same on SQLite and PostgreSQL. Positions, options and events are JSON text.

What changes here needs a step in ``migrations``.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

from frente.server.laid import Pack

METADATA: Final = MetaData()

META: Final = Table("frente", METADATA, Column("schema", Integer, primary_key=True))      # for programs of old

GAMES: Final = Table(
    "game_table", METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("owner", String(64), nullable=False, index=True),     # hash of the key of whoever set it up
    Column("rules", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("plan", Boolean, nullable=False),
    Column("base", Text),                                        # first position where it is not the scenario's
    Column("rematch", String(32)),                               # the table where these players meet again
    Column("offer", Text),
    Column("result", Text),
    Column("acts", Integer, nullable=False),
    Column("version", BigInteger, nullable=False),               # grows with every change: the gate of concurrency
    Column("summary", Text, nullable=False),                     # what the list of games shows
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("check", BigInteger),                                 # see checks.py
    Column("cut", BigInteger))                                   # the version with which it last went back

SEATS: Final = Table(
    "seat", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(80), nullable=False),
    Column("key", String(64), nullable=False),                   # hash of the seat key; empty for a computer player
    Column("account", String(32)),                               # of whoever sits there, if he has one
    Index("seat_key", "key"), Index("seat_account", "account"))

OPENINGS: Final = Table(
    "opening", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("opening", Text, nullable=False),                     # seed, commitment and numbers of the dice
    Column("check", BigInteger))

ACTS: Final = Table(
    "act", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("side", String(40), nullable=False),
    Column("word", Text, nullable=False),
    Column("roll", Integer, nullable=False),
    Column("events", Text, nullable=False),
    Column("check", BigInteger),
    sqlite_with_rowid=False)                                     # rows lie in the order of their key: one page to write

SNAPSHOTS: Final = Table(
    "snapshot", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("position", Text, nullable=False),
    Column("check", BigInteger))

ROLLBACKS: Final = Table(
    "rollback", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("side", String(40), nullable=False),
    Column("to", Integer, nullable=False),
    Column("dropped", Text, nullable=False),
    Column("check", BigInteger))

STANDING: Final = Table(
    "standing", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("orders", Text, nullable=False),
    Column("held", Integer, nullable=False))                     # acts to which the game has gone back

BY_ORDER: Final = Table(
    "by_order", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),                      # the act a standing order has given
    Column("side", Integer, nullable=False),
    Column("question", String(80), nullable=False),
    Column("answer", String(80), nullable=False))

MADE_BY: Final = Table(
    "made_by", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("client", String(64), nullable=False, index=True))    # a pseudonym: no address is kept

INVITATIONS: Final = Table(
    "invitation", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("token", String(64), primary_key=True),               # hash of what the link holds
    Column("side", Integer, nullable=False),                     # the seat it gives; -1: whatever the key opened
    Column("key", String(64), nullable=False))                   # hash of the key it replaces; empty: nobody sits there


NOTES: Final = Table(
    "note", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("at", Integer, primary_key=True),                     # acts before the position it stands beside
    Column("side", Integer, primary_key=True),                   # who wrote it, and alone reads it until the end
    Column("text", Text, nullable=False))


TERMS: Final = Table(
    "terms", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("watch", Boolean, nullable=False),                    # whether anybody may look on before the end
    Column("rated", Boolean, nullable=False),
    Column("pace", String(8), nullable=False),                   # none, live, days
    Column("bank", Integer, nullable=False),                     # seconds each side has besides
    Column("step", Integer, nullable=False),                     # live: seconds added each turn; days: those of a turn
    Column("late", String(8), nullable=False),                   # what it means when they are used up: loss, draw
    Index("terms_watch", "watch"))


CLOCKS: Final = Table(
    "clock", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("left", Float, nullable=False),                       # see clocks.py
    Column("since", Float),
    Column("due", Float, index=True))


# Where several processes work on one database, what a table waits for stands here: computer players that are asked, and
# a standing order about to answer (side -1). Rows change in the transaction that changes the game, see turns.py.
TURNS: Final = Table(
    "turn", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("owner", String(80), nullable=False),                 # whose turns wait in one line
    Column("rank", Integer, nullable=False),                     # 0: somebody waits for it
    Column("since", Float, nullable=False),
    Column("due", Float, nullable=False),                        # not before
    Column("lease", Float, nullable=False),                      # until then a process is at work on it; 0: nobody is
    Column("worker", String(32), nullable=False),
    Column("tries", Integer, nullable=False),                    # that failed, one after another
    Column("fault", Text, nullable=False),                       # why
    Index("turn_due", "due"), Index("turn_worker", "worker"))

KEPT: Final = Table(
    "kept", METADATA,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False))                       # what all processes have in common, such as a secret


# A pack that somebody writes in the editor: what it changes, and nothing of the game's own data.
PACKS: Final = Table(
    "pack", METADATA,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),     # hash of the key of whoever made it
    Column("client", String(64), nullable=False, index=True),    # his pseudonym or account
    Column("game", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("changes", Text, nullable=False),
    Column("notes", Text, nullable=False),                       # README and the like, as they came
    Column("version", Integer, nullable=False),                  # grows with every change
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False))

LAID: Final = Table(
    "laid", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("name", String(80), nullable=False),                  # of the pack, which stays as it was then
    Column("files", Text, nullable=False))


@dataclass(frozen=True)
class Turn:
    """What a table waits for: a computer player, or with side -1 a standing order."""

    side: int
    owner: str
    rank: int
    delay: float = 0.0                   # seconds


@dataclass(frozen=True)
class Terms:
    """On what two people have agreed to meet."""

    watch: bool
    rated: bool
    pace: str
    bank: int
    step: int
    late: str


@dataclass(frozen=True)
class SeatRow:
    side: int
    kind: str                            # human, open or bot
    name: str                            # of the computer player, or of whoever has an account
    key: str                             # hash; empty for a computer player, and until an invitation is taken
    account: str = ""


@dataclass(frozen=True)
class InvitationRow:
    token: str
    side: int
    key: str


@dataclass(frozen=True)
class ActRow:
    n: int
    side: str
    word: str
    roll: int
    events: str


@dataclass(frozen=True)
class RollbackRow:
    n: int
    side: str
    to: int
    dropped: str


@dataclass(frozen=True)
class StandingRow:
    side: int
    orders: str
    held: int


@dataclass(frozen=True)
class ByOrderRow:
    n: int
    side: int
    question: str
    answer: str


@dataclass(frozen=True)
class NoteRow:
    at: int
    side: int
    text: str


@dataclass
class Stored:
    """One table as it is kept; *game* holds the columns of the table row by name."""

    game: dict[str, Any]
    seats: list[SeatRow]
    acts: list[ActRow]
    snapshot: tuple[int, str] | None
    rollbacks: list[RollbackRow]
    dice: list[str]                      # openings, one after another
    standing: list[StandingRow] = field(default_factory=list)
    by_order: list[ByOrderRow] = field(default_factory=list)
    client: str = ""                     # who set it up; empty: not known
    invitations: list[InvitationRow] = field(default_factory=list)       # of a new table; later they are asked for
    terms: Terms | None = None           # of people who met here
    clocks: list[Any] = field(default_factory=list)      # of clocks.Clock
    away: dict[int, float] = field(default_factory=dict)     # sides whose player is away, and until when
    asked: list[str] = field(default_factory=list)       # of a new table: accounts whose move it is
    pack: Pack | None = None             # laid over the game's own data
    notes: list[NoteRow] = field(default_factory=list)   # of a new table; later they are asked for
    on_the_way: list[tuple[int, str]] = field(default_factory=list)      # of a new table with a past: positions in it


class Besides(NamedTuple):
    """What is read besides acts where another process has stored some; most tables need none of it."""

    dice: bool                           # numbers of the seats are still awaited
    orders: bool                         # somebody has given standing orders
    clocks: bool


@dataclass
class Since:
    """What has been added to a stored table since it was last read; what was not wanted is empty."""

    game: dict[str, Any]
    acts: list[ActRow] | None            # from the last one that was known on; None: it went back, read it whole
    dice: list[str]
    standing: list[StandingRow]
    by_order: list[ByOrderRow]
    clocks: list[Any]
    away: dict[int, float] = field(default_factory=dict)


@dataclass
class Change:
    """What one accepted request does to a stored table, all of it or nothing."""

    table: str
    version: int                         # the version it was decided on
    acts: int
    summary: str
    offer: str | None
    result: str | None
    cut: int | None = None               # acts from this number on are taken back
    lines: list[ActRow] | None = None
    snapshot: tuple[int, str] | None = None
    rollback: RollbackRow | None = None
    by_order: list[ByOrderRow] | None = None
    dice: list[str] | None = None        # all openings, where one has changed
    clocks: list[Any] | None = None      # of clocks.Clock
    then: list[Any] = field(default_factory=list)    # what else is done in the transaction, such as counting a result
    asked: list[str] | None = None       # accounts whose move it is then; None: nobody here has one
    turns: list[Turn] | None = None      # what the table waits for then; None: nobody keeps a list
