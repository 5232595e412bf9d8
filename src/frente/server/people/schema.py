"""Tables of people. Of whatever opens something (sessions, links in letters) only a hash is kept."""
from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table, Text

from frente.server.schema import METADATA

ACCOUNTS: Final = Table(
    "account", METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),                  # empty once the account is deleted
    Column("fold", String(80), nullable=False),                  # what two names must differ in
    Column("password", Text),                                    # argon2id; empty: only passkeys
    Column("mail", String(254)),                                 # confirmed
    Column("role", String(12), nullable=False),                  # moderator, or nothing
    Column("language", String(2), nullable=False),
    Column("hidden", Boolean, nullable=False),                   # its games are not shown to others
    Column("banned", Float, nullable=False),                     # until then nothing is said and nobody met; 0: free
    Column("created", Float, nullable=False),
    Column("gone", Float),                                       # deleted when
    Index("account_fold", "fold", unique=True),
    Index("account_mail", "mail"))

PASSKEYS: Final = Table(
    "passkey", METADATA,
    Column("hash", String(64), primary_key=True),                # of the credential's id
    Column("account", String(32), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public", Text, nullable=False),
    Column("count", BigInteger, nullable=False),                 # signatures, as far as the device counts them
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False))

SESSIONS: Final = Table(
    "session", METADATA,
    Column("hash", String(64), primary_key=True),
    Column("account", String(32), nullable=False, index=True),
    Column("agent", String(160), nullable=False),                # what the browser calls itself
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("expires", Float, nullable=False))

TOKENS: Final = Table(
    "token", METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(12), nullable=False),                  # confirm, recover, passkey
    Column("account", String(32), nullable=False, index=True),
    Column("note", Text, nullable=False),
    Column("expires", Float, nullable=False, index=True))

CHALLENGES: Final = Table(
    "challenge", METADATA,
    Column("id", String(32), primary_key=True),
    Column("maker", String(32), nullable=False, index=True),
    Column("target", String(32), nullable=False, index=True),    # whom it is meant for; empty: anybody
    Column("game", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("side", Integer, nullable=False),                     # of the maker; -1: by lot
    Column("low", Integer, nullable=False),                      # ratings it is meant for
    Column("high", Integer, nullable=False),
    Column("watch", Boolean, nullable=False),                    # and the terms, see there
    Column("rated", Boolean, nullable=False),
    Column("pace", String(8), nullable=False),
    Column("bank", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("late", String(8), nullable=False),
    Column("state", String(8), nullable=False),                  # open, taken, gone
    Column("taker", String(32), nullable=False),
    Column("game_table", String(32), nullable=False),            # where they met
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Index("challenge_open", "state", "expires"))

RATINGS: Final = Table(
    "rating", METADATA,
    Column("account", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", Float, nullable=False))

RESULTS: Final = Table(
    "result", METADATA,
    Column("game_table", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("first", String(32), nullable=False, index=True),     # who played the first side
    Column("second", String(32), nullable=False, index=True),
    Column("score", Float, nullable=False),                      # of the first: 1, 0.5 or 0
    Column("ended", Float, nullable=False),
    Index("result_of", "game", "scenario"))
