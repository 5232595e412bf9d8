"""Who uses the processors of this machine, in seconds since each began."""
from __future__ import annotations

import os
from pathlib import Path
from typing import Final

TICK: Final = os.sysconf("SC_CLK_TCK")   # in a second
POSTGRES: Final = "postgres"


def used(pid: int) -> float:
    """By a process, those it has started and those that ended meanwhile; nothing if it is there no more."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        begun = [child for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICK + sum(used(int(child)) for child in begun)


def busy() -> float:
    """By everybody, on all processors together; what the machine's host took away counts as used."""
    user, nice, system, _, _, *others = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9])
    return (user + nice + system + sum(others)) / TICK


def postmaster(database: str) -> int:
    """The process from which those of a PostgreSQL descend; 0 if it is not on this machine."""
    import psycopg  # here: only where there is such a database

    with psycopg.connect(database) as c:
        path = Path(f"/proc/{c.info.backend_pid}")
        here = (path / "comm").exists() and (path / "comm").read_text().strip() == POSTGRES
        return int((path / "stat").read_text().rpartition(")")[2].split()[1]) if here else 0
