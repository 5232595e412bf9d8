"""The folder in which games are kept: nobody else reads it, and one server uses it at a time."""
from __future__ import annotations

import fcntl
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

DATABASE: Final = "frente.sqlite3"
OURS: Final = re.compile(r"frente\.sqlite3(-wal|-shm|-journal)?|cache|secret(\.\w+)?|lock")


class InUse(RuntimeError):
    """Another server has the folder."""


def prepare(folder: Path, file: bool) -> None:
    """Make the folder, and the file if games are kept in one, or close what was left open to others; OSError if that is
    not possible."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(PermissionError):      # not ours to change; whether it can be used at all, the database finds out
        if all(OURS.fullmatch(x.name) for x in folder.iterdir()):        # not somebody's home
            folder.chmod(folder.stat().st_mode & 0o700)
        if file:
            (folder / DATABASE).touch(0o600)         # what SQLite puts beside it gets the same rights
        for path in folder.glob(DATABASE + "*"):
            path.chmod(path.stat().st_mode & 0o600)  # what is read-only stays so


def lock(folder: Path) -> TextIO:
    """The folder is ours until the file that is given back is closed, or this process ends."""
    file = os.fdopen(os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = file.read().strip()
        file.close()
        raise InUse(holder) from None
    file.truncate()
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file
