"""What can be set from outside: where games are kept, where the server listens, and its limits."""
from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path

from frente.server.clients import Network
from frente.server.folder import DATABASE


@dataclass(frozen=True)
class Limits:
    """Rates are tokens per second with a burst, per client address; sizes are bytes."""

    requests: tuple[float, int] = (100.0, 400)
    new_tables: tuple[float, int] = (5.0, 60)
    frames: tuple[float, int] = (60.0, 300)      # per socket
    sockets: int = 600                           # per client address
    body: int = 64 * 1024
    record: int = 2 * 1024 * 1024
    frame: int = 16 * 1024
    keys: int = 300                              # in one request for the list of games
    page: int = 30                               # games told in one answer
    hello: float = 10.0                          # seconds until a socket must say who it is
    name: int = 80
    series: int = 200                            # acts in one request


@dataclass(frozen=True)
class Settings:
    data: Path
    database: str = ""                           # URL of a PostgreSQL database; empty: a SQLite file in data
    host: str = "127.0.0.1"
    port: int = 8080
    origins: tuple[str, ...] = ()                # further origins, such as https://games.example.org behind a proxy
    proxies: tuple[Network, ...] = ()            # believed about whom they speak for
    workers: int = 2                             # processes in which computer players think
    think_seconds: float = 120.0                 # of work, without waiting for a worker
    bot_lanes: int = 4                           # tables set up by one client where the computer moves at the same time
    import_lanes: int = 2                        # records of one client that are taken in at the same time
    bot_pause: float = 0.01                      # between two acts of a computer player, so that people go first
    show_pause: float = 0.05                     # the same where computer players are among themselves
    standing_pause: tuple[float, float] = (0.8, 2.4)     # how long a standing order takes to answer: between these
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
    """For servers started by another program than ours: FRENTE_DATA and FRENTE_DATABASE."""
    given = os.environ.get("FRENTE_DATA", "")
    return Settings(Path(given) if given else default_data(), os.environ.get("FRENTE_DATABASE", ""))
