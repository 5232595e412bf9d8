"""What can be set from outside: where games are kept, where the server listens, and its limits."""
from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from frente.server.clients import Network
from frente.server.folder import DATABASE

DAY: Final = 24 * 3600.0


@dataclass(frozen=True)
class Limits:
    """What one client may have: an address of IPv4, or a network of 64 bits of IPv6. Rates are tokens per second with a
    burst; sizes are bytes, times seconds."""

    requests: tuple[float, int] = (100.0, 400)
    new_tables: tuple[float, int] = (0.2, 60)    # whoever plays on the server's own machine may set up what he likes
    frames: tuple[float, int] = (200.0, 1000)    # on all its sockets
    share: tuple[float, int] = (0.5, 3)          # of the server's own time: seconds a second, and seconds at once
    sockets: int = 200
    connections: int = 300                       # with sockets; not counted for a proxy that was named
    silence: float = 10.0                        # until a connection must have asked for something
    stuck: float = 30.0                          # until it must have taken what it asked for
    slow: float = 20.0                           # until a body must have come
    tables: int = 50                             # unfinished games
    all_tables: int = 1000                       # with finished ones
    plans: int = 20                              # planning copies: the oldest goes when another is made
    body: int = 64 * 1024
    record: int = 2 * 1024 * 1024
    frame: int = 16 * 1024
    keys: int = 300                              # in one request for the list of games
    page: int = 30                               # games told in one answer
    hello: float = 10.0                          # until a socket must say who it is
    events: int = 2000                           # acts whose events are told in one answer
    name: int = 80
    sign_ups: tuple[float, int] = (1 / 120, 10)  # new accounts
    tries: tuple[float, int] = (1 / 30, 8)       # passwords for one name
    guesses: tuple[float, int] = (1 / 5, 60)     # passwords for all names; of all clients, for one
    series: int = 200                            # acts in one request
    packs: int = 50                              # drafts of packs
    pack: int = 512 * 1024                       # bytes of one


@dataclass(frozen=True)
class Settings:
    data: Path
    database: str = ""                           # URL of a PostgreSQL database; empty: a SQLite file in data
    host: str = "127.0.0.1"
    port: int = 8080
    origins: tuple[str, ...] = ()                # further origins, such as https://games.example.org behind a proxy
    proxies: tuple[Network, ...] = ()            # believed about whom they speak for
    operators: tuple[Network, ...] = ()          # who may read /metrics besides programs on this machine
    thinkers: int = 2                            # processes in which computer players think
    bots: bool = True                            # of several processes, whether this one thinks for computer players
    think_seconds: float = 120.0                 # of work, without waiting for a worker
    bot_lanes: int = 4                           # tables set up by one client where the computer moves at the same time
    import_lanes: int = 2                        # records of one client that are taken in at the same time
    lanes: int = 4                               # requests of one client that are worked on at the same time
    keep_plans: float = 3 * DAY                  # seconds after which what nobody has touched is thrown away: planning
    keep_games: float = 90 * DAY                 # copies, unfinished games and finished ones; not what was set up on
    keep_finished: float = 365 * DAY             # the server's own machine
    keep_packs: float = 365 * DAY                # the same of packs that are being written
    bot_pause: float = 0.01                      # between two acts of a computer player, so that people go first
    show_pause: float = 0.05                     # the same where computer players are among themselves
    unseen_pause: float = 0.25                   # and where nobody is looking
    standing_pause: tuple[float, float] = (0.8, 2.4)     # how long a standing order takes to answer: between these
    mail: str = ""                               # the operator's mail server, smtp://user:password@host:587/?from=…
    push_after: float = 30.0                     # seconds until somebody is told by push that something waits for him
    mail_after: float = 300.0                    # and by letter
    push_anywhere: bool = False                  # push services may be on this machine: for tests
    hashing: tuple[int, int] = (3, 65_536)       # rounds and KiB for a password
    limits: Limits = field(default_factory=Limits)

    @property
    def url(self) -> str:
        if self.database:
            return self.database.replace("postgres://", "postgresql://", 1).replace(
                "postgresql://", "postgresql+psycopg://", 1)
        return f"sqlite:///{self.data / DATABASE}"

    def hosts(self) -> set[str]:
        """Names this server goes by; numeric addresses always do."""
        return {"localhost", self.host.lower(), socket.gethostname().lower()}


def default_data() -> Path:
    """The user's own folder."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "share") / "frente"


def from_environment() -> Settings:
    """For servers started by another program than ours: FRENTE_DATA, FRENTE_DATABASE, FRENTE_MAIL."""
    given = os.environ.get("FRENTE_DATA", "")
    return Settings(Path(given) if given else default_data(), os.environ.get("FRENTE_DATABASE", ""),
                    mail=os.environ.get("FRENTE_MAIL", ""))
