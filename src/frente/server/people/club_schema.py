"""Tables of what people have to do with one another: talk, notices, tournaments, moderation."""
from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, Integer, String, Table, Text

from frente.server.schema import METADATA

MESSAGES: Final = Table(
    "message", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("room", String(8), nullable=False),                   # players or watchers: apart until the end
    Column("account", String(32), nullable=False, index=True),   # empty: a seat without one
    Column("name", String(80), nullable=False),
    Column("side", Integer, nullable=False),                     # -1: none
    Column("line", Integer, nullable=False),                     # the act it is about; -1: none
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False))

SHUNNED: Final = Table(
    "shun", METADATA,
    Column("account", String(32), primary_key=True),
    Column("other", String(32), primary_key=True),
    Column("kind", String(8), nullable=False))                   # mute, or block: he cannot meet one either

REPORTS: Final = Table(
    "report", METADATA,
    Column("id", String(32), primary_key=True),
    Column("by", String(32), nullable=False, index=True),
    Column("about", String(32), nullable=False, index=True),
    Column("game_table", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("lines", Text, nullable=False),                       # what was said, as JSON: it may be gone later
    Column("state", String(8), nullable=False, index=True),      # open, done
    Column("created", Float, nullable=False))

AUDIT: Final = Table(
    "audit", METADATA,
    Column("id", String(32), primary_key=True),
    Column("moderator", String(32), nullable=False),
    Column("about", String(32), nullable=False, index=True),
    Column("what", String(12), nullable=False),                  # ban, free, done
    Column("note", Text, nullable=False),
    Column("at", Float, nullable=False))

NOTICES: Final = Table(
    "notice", METADATA,
    Column("account", String(32), primary_key=True),
    Column("kind", String(12), primary_key=True),                # move, offer, begun, round
    Column("about", String(32), primary_key=True),               # a table, an offer or a tournament
    Column("at", Float, nullable=False),
    Column("pushed", Float, nullable=False, index=True),         # when it was told by push; 0: not yet
    Column("mailed", Float, nullable=False, index=True))

PUSHES: Final = Table(
    "push", METADATA,
    Column("hash", String(64), primary_key=True),                # of the endpoint
    Column("account", String(32), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("public", String(120), nullable=False),               # the browser's keys
    Column("auth", String(40), nullable=False),
    Column("created", Float, nullable=False))

HABITS: Final = Table(
    "habit", METADATA,
    Column("account", String(32), primary_key=True),
    Column("mail", Boolean, nullable=False),                     # wants letters
    Column("push", Boolean, nullable=False),
    Column("away", Float, nullable=False),                       # until then clocks over days stand still
    Column("year", Integer, nullable=False),
    Column("days", Integer, nullable=False))                     # of vacation used that year

TOURNAMENTS: Final = Table(
    "tournament", METADATA,
    Column("id", String(32), primary_key=True),
    Column("maker", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("kind", String(8), nullable=False),                   # robin, swiss, knock, ladder
    Column("game", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("watch", Boolean, nullable=False),                    # and the terms, see there
    Column("rated", Boolean, nullable=False),
    Column("pace", String(8), nullable=False),
    Column("bank", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("late", String(8), nullable=False),
    Column("places", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),                   # Swiss: how many
    Column("round", Integer, nullable=False),                    # 0: not begun
    Column("state", String(8), nullable=False, index=True),      # open, on, over, gone
    Column("created", Float, nullable=False))

ENTRANTS: Final = Table(
    "entrant", METADATA,
    Column("tournament", String(32), primary_key=True),
    Column("account", String(32), primary_key=True),
    Column("place", Integer, nullable=False))                    # in the order of coming; of a ladder, the rung

PAIRINGS: Final = Table(
    "pairing", METADATA,
    Column("tournament", String(32), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("first", String(32), nullable=False),                 # plays the first side
    Column("second", String(32), nullable=False),                # empty: a round free
    Column("game_table", String(32), nullable=False, index=True),
    Column("score", Float))                                      # of the first; null: not over
