"""Where games are kept: after every act, so that neither a crash nor a closed window loses anything."""
from __future__ import annotations

import os
import time
from pathlib import Path

from frente.cli.faults import Fault


def data_folder() -> Path:
    """The user's own folder for saved games."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "share") / "frente" / "games"


def fresh_path(slug: str) -> Path:
    """A new file for a new game."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise Fault(f"Games cannot be kept in {folder} ({e.strerror or e}); name a file with --save FILE.") from e
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{slug}-{stamp}.json"
    n = 2
    while path.exists():
        path = folder / f"{slug}-{stamp}-{n}.json"
        n += 1
    return path
